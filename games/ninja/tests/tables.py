"""Tables to test at: matches opened, and events with what they usually say filled in."""

from __future__ import annotations

from typing import Any

from games.ninja import RULES
from games.ninja import events as e
from games.ruleset import SYSTEM, Actor
from games.testing import Case, given

G, INTRUDER, STRANGER = Actor("player", "g"), Actor("player", "i"), Actor("player", "x")
SEATS = {
    "two": {"guards": ("g",), "intruders": ("i",)},
    "three": {"guards": ("g",), "intruders": ("i", "j")},
    "four": {"guards": ("g", "h"), "intruders": ("i", "j")},
}


def creation(**told: Any) -> e.MatchCreated:
    mode = told.get("mode", "two")
    return e.MatchCreated(**{"sides": SEATS[mode], **told})


def created(**told: Any) -> Case:
    """An opened match, by default at turn detail for two."""
    return given(RULES, events=[(creation(**told), SYSTEM)])


def turn(case: Case, **told: Any) -> e.TurnSummarised:
    """The next turn as it follows when nothing happens."""
    state = case.state
    quiet: dict[str, Any] = {
        "turn": state.turn + 1,
        "alert_start": state.alert,
        "alert_end": max(0, state.alert - 1),
        "drawn": state.alert,
        "guards_end": state.guards
        + told.get("awakened", 0)
        + told.get("ambush_placed", 0)
        - told.get("killed", 0),
        "drunk_end": min(state.drunk, state.guards),
        "wounds": {name: 0 if fate.out else fate.wounds for name, fate in state.intruders.items()},
    }
    return e.TurnSummarised(**{**quiet, **told})


def quietly(case: Case, turns: int) -> Case:
    """So many turns in which nothing happens."""
    for _ in range(turns):
        case = case.when(turn(case))
    return case


def killed(case: Case, name: str, **told: Any) -> Case:
    """A turn in which an intruder dies of all its wounds at once."""
    fate = case.state.intruders[name]
    limit = {"ninja": 3, "traitor": 2}[name]
    back = (name,) if case.state.turn < 10 and not fate.deaths else ()
    wounds = {one: 0 if one == name or f.out else f.wounds for one, f in case.state.intruders.items()}
    needed = limit - fate.wounds
    return case.when(
        turn(
            case,
            **{
                "deaths": (name,),
                "respawned": back,
                "wounds": wounds,
                "kenjutsu": needed,
                "alert_end": 3,
                **told,
            },
        )
    )
