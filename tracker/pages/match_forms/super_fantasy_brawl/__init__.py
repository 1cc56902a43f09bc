"""The pages of Super Fantasy Brawl: its sentences, its score, and the steps of its score pad.

`sit` makes the desk of a viewer; `steps`, `bound` and `waiting` belong to the score pad, `score`, `secrets`, `squads`
and `headline` to the match page, `sentence` to the log.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.super_fantasy_brawl.state import SfbState
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.super_fantasy_brawl import sentences
from tracker.pages.match_forms.super_fantasy_brawl.full.board import board
from tracker.pages.match_forms.super_fantasy_brawl.score import (
    headline,
    line_key,
    score,
    scoreboard,
    secrets,
    squads,
)
from tracker.pages.match_forms.super_fantasy_brawl.steps import bound, sit, steps, waiting
from tracker.pages.match_forms.super_fantasy_brawl.team_sheet import ListForm, list_content, squad_of_list
from tracker.pages.match_forms.super_fantasy_brawl.words import (
    battlefield_name,
    battlefields,
    result_words,
    side_name,
)

BETWEEN_REPORTS = ()
"""Events of a turn whose sentence does not name it: none here."""
SCRUBS = True
"""The table can be looked at after any event."""
LISTS = "pages:teams"
"""Where the player's own lists are, and with the last letter off one of them."""
LIST_STEP = "pool_registered:"
"""The step that brings in a list which was handed in before."""


def sentence(type_: str, data: Mapping[str, Any], names: Names) -> str:
    """One event in words, whoever defined it."""
    return shared_sentence(type_, data, names, side_name) or sentences.sentence(type_, data, names)


def figure_ids(play: SfbState) -> set[str]:
    """The champions and challenges that need names: those that may be seen."""
    pools = (*play.draft.pools.values(), *play.draft.registered.values(), *play.rosters.values())
    return {*(slug for pool in pools for slug in pool), *(card for card in play.track.cells if card)}


def lists_title() -> str:
    """What the page of the player's own lists is called."""
    return _("My champions")


def own_names(params: Any, language: str) -> dict[str, str]:
    """Names of those who are neither players nor figures: nobody here."""
    return {}


def points_by_turn() -> str:
    """The title of the chart."""
    return _("Victory points by round")


def turn_title() -> str:
    """What one step of the score is called."""
    return pgettext("match", "Round")


def turn_words(data: Mapping[str, Any], names: Names) -> str:
    """What the log of one turn stands under."""
    told = {"round": data["round"], "player": names.player(data["player"])}
    return _("Round %(round)s: %(player)s") % told


__all__ = [
    "BETWEEN_REPORTS",
    "LISTS",
    "LIST_STEP",
    "SCRUBS",
    "ListForm",
    "battlefield_name",
    "battlefields",
    "board",
    "bound",
    "figure_ids",
    "headline",
    "line_key",
    "list_content",
    "lists_title",
    "own_names",
    "points_by_turn",
    "result_words",
    "score",
    "scoreboard",
    "secrets",
    "sentence",
    "side_name",
    "sit",
    "squad_of_list",
    "squads",
    "steps",
    "turn_title",
    "turn_words",
    "waiting",
]
