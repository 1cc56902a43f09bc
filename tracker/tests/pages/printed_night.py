"""A first turn of Ninja without a map (NIN-MAP-12), as two phones type it, and the guards giving up after it."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ninja.full.phases import patrols_to_move, still_to_move
from games.ninja.state import NinjaState
from games.ninja.tests.demo import SETUP
from tracker import commands, selectors
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.pad_play import SKIP, Form, PadPlay
from tracker.tests.pages.test_pad_play_ninja import IDLE, seated

MARKS = {
    "told-marks.sleepers": "attic 2\ncellar 2\nbarn 2\nwell 2",
    **{f"told-marks.targets.{letter}": f"zone-{letter}" for letter in "ABCDEF"},
    "told-marks.traps": "t1\nt2",
    "told-marks.ambushes": "h1\nh2",
}
STARTS = {"ninja": "north-gate", "traitor": "pond"}
USED = (
    "guard_map_marked",
    "intruder_start_marked",
    "passage_marked",
    "phase_started",
    "guards_moved",
    "movement_cleared",
    "intruder_moved",
    "turn_ended",
    "confirm",
    "match_conceded",
)


def printed_night() -> PadPlay:
    """Missions, hands and guards stand already."""
    play = seated(1, detail="full")
    events = []
    for event in SETUP[:5]:
        told = msgspec.to_builtins(event)
        events.append({"type": told.pop("type"), "data": told})
    commands.append(organiser(), play.match, events, expected_version=selectors.head(play.match).version)
    play.habits.fill = fill
    play.habits.idle = IDLE
    return play


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    state: NinjaState = play.state.play
    if form.step not in USED:
        return SKIP
    if form.step == "match_conceded":
        return {} if form.player == play.phones[0].id else SKIP
    told: dict[str, Any] = TYPED[form.step](form, state) if form.step in TYPED else {}
    return told


def give_up(play: PadPlay) -> None:
    """From now on the guards look behind the link and concede."""
    play.habits.weights, play.habits.rare = {"match_conceded": 1.0, "contest": 0.0}, 1.0


def _start(form: Form, state: NinjaState) -> dict[str, Any]:
    return {"told-zone": next(zone for name, zone in STARTS.items() if name not in state.full.starts)}  # type: ignore[union-attr]


def _patrol(form: Form, state: NinjaState) -> dict[str, Any]:
    """The next patrol walks along the wall, by the names that the table gives the zones."""
    told: dict[str, Any] = dict.fromkeys(form.own(), "")
    if len(patrols_to_move(state)) > 1:
        told["told-guards"] = "0"
    return {
        **told,
        "told-path": "wall-1\nwall-2",
        "told-facing": "wall-3",
    }


def _way(form: Form, state: NinjaState) -> dict[str, Any]:
    """The ninja goes one zone, the traitor stands still."""
    name = still_to_move(state)[0]
    told: dict[str, Any] = {one: "" for one in form.own() if one.startswith("told-steps")}
    told |= {"told-intruder": "0"} if form.options("told-intruder") else {}
    if name == "ninja":
        told |= {"told-steps.0.to": "garden"}
    return told


TYPED: dict[str, Any] = {
    "guard_map_marked": lambda form, state: MARKS,
    "intruder_start_marked": _start,
    "passage_marked": lambda form, state: {"told-entrance": "shrine", "told-other": "cellar"},
    "guards_moved": _patrol,
    "intruder_moved": _way,
}
