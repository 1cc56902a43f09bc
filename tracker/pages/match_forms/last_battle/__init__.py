"""The pages of Last Battle: its sentences, its score table and the steps of its score pad.

`sit` makes the desk of a viewer; `steps`, `bound` and `waiting` belong to the score pad, `score`, `secrets`, `squads`
and `headline` to the match page, `sentence` to the log.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.last_battle.roster import squad_hired
from games.last_battle.state import LastBattleState
from games.ruleset import Cards, Roster
from tracker.pages.forms.lists import ListForm
from tracker.pages.match_forms.frame import shared_sentence
from tracker.pages.match_forms.last_battle import words
from tracker.pages.match_forms.last_battle.full.view import board
from tracker.pages.match_forms.last_battle.link_words import card_name, zone_words
from tracker.pages.match_forms.last_battle.score import headline, line_key, score, secrets, squads
from tracker.pages.match_forms.last_battle.steps import bound, sit, steps, waiting
from tracker.pages.match_forms.last_battle.words import (
    battlefield_name,
    battlefields,
    removal_words,
    result_words,
    scheme_name,
    side_name,
    source_name,
)
from tracker.pages.match_forms.names import Names

BETWEEN_REPORTS = ("scheme_revealed", "scheme_note_published")
"""Events of a turn whose sentence does not name it; the report that follows does."""
LISTS = "pages:warbands"
"""Where the player's own lists are, and with the last letter off one of them."""
LIST_STEP = "hire:"
"""The step that brings in a list which was handed in before."""


def sentence(type_: str, data: Mapping[str, Any], names: Names) -> str:
    """One event in words, whoever defined it."""
    return shared_sentence(type_, data, names, side_name) or words.sentence(type_, data, names)


def scoreboard(desk: Any) -> tuple[str, list[tuple[str, int]]]:
    """(what the numbers on the pad count, each side with its points); victory points need no word."""
    vp = desk.outcome.vp
    return "", [(name, vp.get(side, 0)) for side, name in desk.sides().items()]


def figure_ids(play: LastBattleState) -> set[str]:
    """The figures that need names."""
    return {figure.figure_id for squad in play.squads.values() for figure in squad.all_figures()}


def list_content(body: Mapping[str, Any], cards: Cards, language: str) -> list[dict[str, Any]]:
    """The figures of a list by name, the leader first: it may stand among the figures, or be named alone."""
    figures = [_listed(entry, cards) for entry in body.get("figures") or ()]
    leader = body.get("leader")
    if not leader:
        return figures
    own = next((figure for figure in figures if figure["id"] == leader), None)
    rest = [figure for figure in figures if figure is not own]
    return [{**(own or _listed(leader, cards)), "leader": True}, *rest]


def _listed(entry: str | Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    data = {"figure_id": entry} if isinstance(entry, str) else entry
    id_ = data["figure_id"]
    name = cards.get(id_, {}).get("name", id_)
    return {"id": id_, "name": name, "cost": data.get("cost"), "size": data.get("size")}


def lists_title() -> str:
    """What the page of the player's own lists is called."""
    return _("My warbands")


def own_names(params: Any, language: str) -> dict[str, str]:
    """Names of those who are neither players nor figures: nobody here."""
    return {}


def points_by_turn() -> str:
    """The title of the chart."""
    return _("Victory points by turn")


def turn_title() -> str:
    """What one step of the score is called."""
    return _("Turn")


def squad_of_list(player: str, roster: Roster, cards: Cards) -> dict[str, Any]:
    """The payload by which a player hires a handed-in list; {} for a list that cannot be read."""
    try:
        hired = squad_hired(player, roster, cards)
    except msgspec.ValidationError:
        return {}
    return {key: value for key, value in msgspec.to_builtins(hired).items() if key != "type"}


__all__ = [
    "BETWEEN_REPORTS",
    "LISTS",
    "LIST_STEP",
    "ListForm",
    "battlefield_name",
    "battlefields",
    "board",
    "bound",
    "card_name",
    "figure_ids",
    "headline",
    "line_key",
    "list_content",
    "lists_title",
    "own_names",
    "points_by_turn",
    "removal_words",
    "result_words",
    "scheme_name",
    "score",
    "secrets",
    "sentence",
    "side_name",
    "sit",
    "source_name",
    "squad_of_list",
    "squads",
    "steps",
    "turn_title",
    "waiting",
    "zone_words",
]
