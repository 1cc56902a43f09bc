"""The pages of Senjutsu: its sentences, its score, and the steps of its score pad.

`sit` makes the desk of a viewer; `steps`, `bound` and `waiting` belong to the score pad, `score`, `secrets`, `squads`
and `headline` to the match page, `sentence` to the log.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.ruleset import Cards, Roster
from games.senjutsu.roster import deck_registered
from games.senjutsu.state import SenjutsuState
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.senjutsu import sentences
from tracker.pages.match_forms.senjutsu.full.board import board
from tracker.pages.match_forms.senjutsu.paper_deck import ListForm, list_content
from tracker.pages.match_forms.senjutsu.score import (
    headline,
    line_key,
    score,
    scoreboard,
    secrets,
    squads,
)
from tracker.pages.match_forms.senjutsu.steps import bound, sit, steps, waiting
from tracker.pages.match_forms.senjutsu.words import (
    battlefield_name,
    battlefields,
    own_names,
    result_words,
    side_name,
)

BETWEEN_REPORTS = ()
"""Events of a turn whose sentence does not name it: none here."""
SCRUBS = True
"""The board can be looked at after any event."""
LISTS = "pages:decks"
"""Where the player's own decks are, and with the last letter off one of them."""
LIST_STEP = "deck:"
"""The step that brings in a deck which was handed in before."""


def sentence(type_: str, data: Mapping[str, Any], names: Names) -> str:
    """One event in words, whoever defined it."""
    return shared_sentence(type_, data, names, side_name) or sentences.sentence(type_, data, names)


def figure_ids(play: SenjutsuState) -> set[str]:
    """The cards that need names: those of the decks that may be seen."""
    return {card for fighter in play.fighters.values() for card in fighter.cards or ()}


def lists_title() -> str:
    """What the page of the player's own lists is called."""
    return _("My decks")


def points_by_turn() -> str:
    """The title of the chart."""
    return _("Wounds dealt by turn")


def turn_title() -> str:
    """What one step of the score is called."""
    return _("Turn")


def squad_of_list(player: str, roster: Roster, cards: Cards) -> dict[str, Any]:
    """The payload by which a player brings a handed-in deck; {} for a list that cannot be read."""
    try:
        event = deck_registered(player, roster, cards)
    except msgspec.ValidationError:
        return {}
    return {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}


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
    "waiting",
]
