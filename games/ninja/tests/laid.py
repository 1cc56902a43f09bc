"""Tables laid out by hand, for rules that need a rare one; and refusals that read as sentences."""

from __future__ import annotations

from typing import Any

from games.ninja import RULES
from games.ninja.full.state import Due
from games.ninja.full.table import with_figures, with_full, with_hidden, with_shown
from games.ninja.state import NinjaState
from games.rulebook import sentence
from games.ruleset import SYSTEM, Actor, Event, Setup
from games.testing import Case


def case_of(state: NinjaState) -> Case:
    """A case that stands at this state."""
    return Case(RULES, Setup(), state)


def hidden_at(state: NinjaState, name: str, zone: str, distance: int = 1, **more: Any) -> NinjaState:
    """An intruder somewhere, after a move of so many zones."""
    return with_hidden(state, name, zone=zone, distance=distance, **more)


def standing(state: NinjaState, *guards: str, at: str, **more: Any) -> NinjaState:
    """Guards in a zone, as sentries unless told."""
    return with_figures(state, guards, **{"zone": at, "patrol": None, **more})


def owed(state: NinjaState, kind: Any, **told: Any) -> NinjaState:
    return with_full(state, due=(Due(kind, **told),))


def seen_at(state: NinjaState, name: str, zone: str) -> NinjaState:
    """An intruder whose figure stands on the board."""
    return with_shown(hidden_at(state, name, zone), name, visible=zone)


def inside(state: NinjaState, name: str) -> NinjaState:
    """An intruder in the secret passage."""
    return with_shown(hidden_at(state, name, "@P"), name, inside=True, table=True)


def refused(case: Case, event: Event, *rules: str, by: Actor = SYSTEM) -> None:
    """By these rules, the first of them first, in sentences of both languages."""
    for violation in case.when(event, by).then_refused(*rules):
        both = sentence(violation, "en") + sentence(violation, "ru")
        assert "{" not in both and "NIN-" not in both
