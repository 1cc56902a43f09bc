"""One event of those that the rules offer, by chance, and the end. Called by `match.py`."""

from __future__ import annotations

from functools import partial

from games import simulated
from games.consequences import following
from games.ruleset import REFEREE, NextEvent
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.full.legal.next_resolve import BY_TEXT
from games.senjutsu.full.legal.next_texts import waits_for_nothing
from games.senjutsu.permissions import owner_of
from games.senjutsu.play.made_events import TOLD, event_of
from games.senjutsu.play.table import RULES, PlayTable

USUAL = 10.0
WEIGHTS = {
    "vo_deck_registered": 1000.0,
    "vo_joined": 1000.0,
    "wave_cleared": 1000.0,
    "attack_resolved": 1000.0,
    "counterattack_played": 100.0,
    "actor_moved": 20.0,
    "kamae_moved": 20.0,
    "prepared_taken": 20.0,
    "part_started": 5.0,
    "instant_passed": 2.0,
    "phase_started": 1.0,
    "turn_ended": 1.0,
    "effect_resolved": 1.0,
    "vo_deck_refreshed": 0.1,
    "vo_deck_seen": 0.2,
    "vo_state_changed": 0.1,
    "vo_withdrawn": 0.3,
    "side_conceded": 0,
    "match_finished": 0,
    "match_annulled": 0,
}
"""How often a type is taken against the `USUAL`; what ends a match is hardly played."""
AT_DETAIL: dict[str, dict[str, float]] = {
    "full": WEIGHTS,
    "turns": {
        **WEIGHTS,
        "deck_registered": 1000.0,
        "turn_recorded": 100.0,
        "wave_started": 100.0,
        "lord_attacked": 5.0,
        "side_conceded": 0.2,
    },
    "summary": {**WEIGHTS, "vo_deck_registered": 0},
}
ENDS = ("match_finished", "match_annulled")
TEXT = 0.08
"""The same of what only the text of a card says."""


def play_one(table: PlayTable) -> bool:
    """Something that is legal now; False where nothing but the end is offered."""
    offers = [one for one in RULES.next_events(table.known, REFEREE) if _weight(table, one)]
    if offers:
        simulated.play_one(table, offers, partial(_weight, table), partial(_taken, table))
    return bool(offers)


def play_end(table: PlayTable) -> None:
    """The end that is offered, else staff annul the match; a wave that fell with the character is cleared before."""
    owed = following(RULES, table.state) if is_decided(table.state) else None
    if owed is not None:
        table.log(owed, table.anybody())
    ends = [one for one in RULES.next_events(table.known, REFEREE) if one.type in ENDS]
    simulated.play_one(table, ends[:1], lambda one: USUAL, partial(_taken, table))


def _weight(table: PlayTable, one: NextEvent) -> float:
    if waits_for_nothing(table.known, one):
        return 0  # a text of which nobody knows that it comes now
    if one.type in BY_TEXT and not owner_of(one):
        return TEXT if one.type in TOLD else 0
    if one.type == "card_drawn" and one.optional:
        return 0  # only a text may say it
    if one.type == "terrain_placed" and "player" not in one.choices:
        return 100 * USUAL  # the fallen lord lies there before anything else is placed
    return AT_DETAIL[table.state.detail].get(one.type, USUAL)


def _taken(table: PlayTable, one: NextEvent) -> bool:
    event = event_of(table, one)
    by = table.by(one)
    return event is not None and table.tries(event, by)
