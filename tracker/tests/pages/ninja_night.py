"""A short night of Ninja, every tap of it known: over the wall, to the target, and away.

The ninja swims to the west wall, climbs it by a rope, finds its target in C4 and is off the map in turn 5; the traitor
leaves in turn 2 with nothing, so that the night is a draw. The guards listen twice, and hear somebody once.
"""

from __future__ import annotations

import json
from typing import Any

from games.ninja.facts import PRACTICE
from games.ninja.full.table import window_of
from games.ninja.state import NinjaState
from tracker.tests.pages.pad_play import SKIP, Form, PadPlay
from tracker.tests.pages.test_pad_play_ninja import IDLE, fill_full, in_full

WAYS = {
    "ninja": {1: ["A4"], 2: ["B4", "C4"], 3: ["B4"], 4: ["A4"], 5: ["@OUT"]},
    "traitor": {1: ["K4"], 2: ["@OUT"]},
}
"""Intruder -> turn -> the zones that it enters."""
STARTS = {"ninja": "A3", "traitor": "J4"}
ENTRANCES = ("B5", "J3")
ROPE, TARGET, SEARCH_TURN = ["B4", "C4"], "C4", 2
LISTENERS = {2: "g2", 3: "g4"}
"""Turn -> the sentry that listens: the one in B2 hears nobody, the one in C3 the ninja."""
SETUP = ("missions_drawn", "hand_chosen", "guards_deployed", "guard_map_marked", "guard_cards_drawn")
PASSED = "B4"
"""Where no patrol goes until turn 5: the ninja comes through there."""


def short_night(made: type[PadPlay] = PadPlay) -> PadPlay:
    play = in_full(1)
    play = made(play.match, play.phones, play.rng, play.habits)
    play.habits.weights = {
        "match_conceded": 0.0,
        "contest": 0.0,
        "alert_recorded": 0.0,
        "patrol_reformed": 0.0,
    }
    play.habits.idle = IDLE | {"alert_recorded", "patrol_reformed"}
    play.habits.fill = fill
    return play


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the players tap, in the order of the night; every other offer is left alone."""
    state: NinjaState = play.state.play
    if form.step in SETUP:
        return fill_full(form, play)
    if form.step == "intruder_start_marked":
        due = next(name for name in STARTS if name not in state.full.starts)  # type: ignore[union-attr]
        return {"told-zone": place_of(form, "told-zone", starts(state, due), STARTS[due])}
    if form.step == "passage_marked":
        dry = [zone for zone in PRACTICE.zones if zone not in PRACTICE.canals]
        fields = zip(("told-entrance", "told-other"), ENTRANCES, strict=True)
        return {field: place_of(form, field, dry, zone) for field, zone in fields}
    if "choice" not in form.controls:
        return {}
    control = form.controls["choice"]
    chosen = next((one for one in control.options or control.values if wanted(json.loads(one), state)), None)
    return SKIP if chosen is None else {"choice": chosen}


def starts(state: NinjaState, name: str) -> list[str]:
    from games.ninja.full.setup import starts_of

    return list(starts_of(state, name))


def place_of(form: Form, field: str, zones: list[str], zone: str) -> str:
    """The value under which a list of zones offers this one."""
    return [one for one in form.options(field) if one][zones.index(zone)]


def wanted(told: dict[str, Any], state: NinjaState) -> bool:
    """Whether somebody taps this in the night."""
    deed = DEEDS.get(told["type"])
    return deed is None or deed(told, state)


def _phase(told: dict[str, Any], state: NinjaState) -> bool:
    """The guards listen before they go on."""
    waits = state.full.step == "guard_action" and state.turn in LISTENERS  # type: ignore[union-attr]
    return not waits or bool(state.full.played_action)  # type: ignore[union-attr]


def _listen(told: dict[str, Any], state: NinjaState) -> bool:
    due = state.full.step == "guard_action" and not state.full.played_action  # type: ignore[union-attr]
    return due and told["card"] == "sentry_listen" and told.get("guard") == LISTENERS.get(state.turn)


def _patrols(told: dict[str, Any], state: NinjaState) -> bool:
    return told.get("cause") == "patrol" and (state.turn > 4 or PASSED not in told["path"])


def _rope(told: dict[str, Any], state: NinjaState) -> bool:
    hung = any(one.kind == "card_rope" for one in window_of(state, "ninja").incidents)
    rope = told["card"] == "rope" and told["intruder"] == "ninja" and told["use"].get("edge") == ROPE
    return rope and state.turn == SEARCH_TURN and not hung


def _walks(told: dict[str, Any], state: NinjaState) -> bool:
    way = WAYS[told["intruder"]].get(state.turn)
    return [step["to"] for step in told.get("steps", ())] == way and _may_go(told, state)


def _may_go(told: dict[str, Any], state: NinjaState) -> bool:
    """The traitor waits until the ninja has searched."""
    return told["intruder"] == "ninja" or _ends(told, state)


def _leaves(told: dict[str, Any], state: NinjaState) -> bool:
    return WAYS[told["intruder"]].get(state.turn) == ["@OUT"] and _may_go(told, state)


def _searches(told: dict[str, Any], state: NinjaState) -> bool:
    return state.turn == SEARCH_TURN and told["intruder"] == "ninja" and told["zones"] == [TARGET]


def _ends(told: dict[str, Any], state: NinjaState) -> bool:
    return state.turn != SEARCH_TURN or state.intruders["ninja"].mission


def _never(told: dict[str, Any], state: NinjaState) -> bool:
    return False


DEEDS = {
    "phase_started": _phase,
    "guard_card_played": _listen,
    "guards_moved": _patrols,
    "intruder_card_played": _rope,
    "intruder_moved": _walks,
    "intruder_left_map": _leaves,
    "zones_searched": _searches,
    "turn_ended": _ends,
    "free_listen_ordered": _never,
    "guard_neutralised": _never,
    "guard_attacked": _never,
    "passage_entered": _never,
    "intruder_detected": _never,
    "mission_completed": _never,
}
"""Type of event -> whether it is tapped; what is not named is always tapped."""
