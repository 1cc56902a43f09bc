"""What may come next at full detail, by what everybody knows: kinds of event and who may log them.

Nothing here is narrowed by a secret (NIN-HID-16). Called by `nexts.py` of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.codec import tag
from games.ninja.full import events as f
from games.ninja.full.owed import SETTLES
from games.ninja.full.phases import ORDER, patrols_to_move, still_to_move
from games.ninja.full.setup import hands_due
from games.ninja.full.table import full_of
from games.ninja.state import NinjaState
from games.ruleset import NextEvent

SETUP: dict[str, tuple[str, str]] = {
    "missions": ("missions_drawn", "intruders"),
    "hands": ("hand_chosen", "both"),
    "deploy": ("guards_deployed", "guards"),
    "guard_map": ("guard_map_marked", "guards"),
    "starts": ("intruder_start_marked", "intruders"),
    "passage": ("passage_marked", "intruders"),
    "ready": ("setup_completed", "staff"),
    "between": ("turn_started", "staff"),
}
OF_GUARDS = ("draw", "move", "facing", "awaken", "bonus", "search")
ACTS: dict[str, tuple[str, ...]] = {
    "alert": ("guard_card_played", "guard_attacked", "patrol_reformed", "phase_started"),
    "guard_action": (
        "guard_card_played",
        "free_listen_ordered",
        "guard_attacked",
        "patrol_reformed",
        "phase_started",
    ),
    "patrol": ("guards_moved", "guard_attacked", "patrol_reformed", "phase_started"),
}
WINDOW = (
    "intruder_card_played",
    "guard_neutralised",
    "intruder_detected",
    "intruder_hidden",
    "passage_entered",
    "passage_left",
    "intruder_left_map",
    "intruder_moved",
)
AFTER = ("zones_searched", "mission_completed", "intruder_detected")


def in_full(state: NinjaState) -> Iterator[NextEvent]:
    """The kinds of event that are open, each with the players who may log it."""
    full = full_of(state)
    if full.due:
        kind = full.due[0].kind
        side = "guards" if kind in OF_GUARDS else "intruders"
        for event in SETTLES[kind]:
            yield _offer(state, tag(event), "both" if kind == "died" else side)
    elif full.step in SETUP:
        type_, side = SETUP[full.step]
        yield _offer(state, type_, side)
    elif full.step in ACTS:
        yield from _of_guards(state)
    else:
        yield from _of_intruders(state)


def _of_guards(state: NinjaState) -> Iterator[NextEvent]:
    full = full_of(state)
    for type_ in ACTS[full.step]:
        if type_ == "phase_started":
            choices = {"phase": (ORDER[ORDER.index(full.step) + 1],)}
            if full.step != "patrol" or not patrols_to_move(state):
                yield NextEvent(type=type_, players=state.sides["guards"], choices=choices)
        else:
            yield _offer(state, type_, "guards")
    if full.may_move and full.step != "patrol":
        yield _offer(state, "guards_moved", "guards")


def _of_intruders(state: NinjaState) -> Iterator[NextEvent]:
    waiting = still_to_move(state)
    for type_ in WINDOW if waiting else ():
        yield NextEvent(type=type_, players=state.sides["intruders"], choices={"intruder": waiting})
    for type_ in AFTER:
        yield _offer(state, type_, "intruders")
    if not waiting:
        yield NextEvent(type="turn_ended", players=state.sides["intruders"], choices={"turn": (state.turn,)})


def _offer(state: NinjaState, type_: str, side: str) -> NextEvent:
    players = {
        "both": tuple(name for names in state.sides.values() for name in names),
        "staff": (),
    }.get(side) or state.sides.get(side, ())
    if type_ == "hand_chosen":
        return NextEvent(type=type_, players=players, choices={"hand": hands_due(state)})
    return NextEvent(type=type_, players=players)


assert {tag(event) for event in f.EVENT_TYPES} >= {*WINDOW, *AFTER}
