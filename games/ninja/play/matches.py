"""A random match at full detail: what follows by itself, or one concrete event of what the rules offer, by chance."""

from __future__ import annotations

from typing import Any

from games.moves import examples_of
from games.ninja.full import events as f
from games.ninja.full.character import unknown
from games.ninja.full.consequences import follows
from games.ninja.full.legal.moves import MAKERS, SPOKEN, moves
from games.ninja.full.listening import cat_asked
from games.ninja.full.ownership import guards_inside
from games.ninja.full.table import full_of, map_of
from games.ninja.maps.graph import distances
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState, numbers, rivals
from games.ninja.system import SYSTEM
from games.ruleset import Event, NextEvent
from games.simulated import ORGANISER, Table, filled, play_one

Match = Table[NinjaState]
LONGEST = 5000
"""More events than any night has: a match that stands still is a fault to be told, not waited for."""
USUAL = 10.0
WEIGHTS = {
    "guard_attacked": 50.0,
    "intruder_moved": 20.0,
    "intruder_hidden": 20.0,
    "intruder_left_map": 0.5,
    "zones_searched": 30.0,
    "drawn_cards_shared": 5.0,
    "phase_started": 4.0,
    "intruder_card_played": 6.0,
    "guard_neutralised": 8.0,
    "intruder_detected": 1.0,
    "hazard_waived": 2.0,
    "patrol_reformed": 0.5,
    "free_listen_ordered": 0.5,
    "alert_recorded": 0.1,
    "match_conceded": 0,
}
"""How often a type is taken against the `USUAL`."""
CAT = 0.2
"""How often a guard's listening is answered with a card, where one can be."""
FAR = 99
SHY = 0.1
"""How often a mixed hand does what tells who it is."""


def play(table: Match) -> None:
    """From what was opened to the end."""
    for _ in range(LONGEST):
        if table.state.phase == "closed":
            return
        step(table)
    raise RuntimeError("a simulated match of Ninja comes to no end")


def set_up(table: Match) -> None:
    """As far as the first turn."""
    while not table.state.turn:
        step(table)


def step(table: Match) -> None:
    """Something that is legal now."""
    followed = None if _cat(table) else follows(table.state)
    if followed is not None:
        table.log(followed)
        return
    state = table.state
    play_one(table, next_events(state), lambda one: _weight(state, one), lambda one: _taken(table, one))


def _cat(table: Match) -> bool:
    """NIN-HID-17: rivals always say so; a mixed hand keeps its card, so as not to tell who it is."""
    asked = bool(full_of(table.state).due) and cat_asked(table.state)
    return asked and (rivals(table.state) or table.chance(CAT - 0.15 * unknown(table.state)))


def _weight(state: NinjaState, one: NextEvent) -> float:
    if one.type == "patrol_reformed" and one.choices:
        return USUAL
    if one.type == "intruder_left_map" and any(
        state.intruders[name].mission for name in one.choices["intruder"]
    ):
        return USUAL
    return WEIGHTS.get(one.type, USUAL) * (SHY if unknown(state) and one.type in SPOKEN else 1)


def _taken(table: Match, one: NextEvent) -> bool:
    event = event_of(table, one)
    return event is not None and table.tries(event, table.by(one))


def event_of(table: Match, one: NextEvent) -> Event | None:
    """One of the moves; of what only its players know a whole event; None where nothing of it is legal."""
    found = moves(table.state, one)
    if found or one.type in MAKERS:
        return _chosen(table, found)
    return _imagined(table, one)


def _chosen(table: Match, found: list[Any]) -> Event | None:
    """Any of the moves: of cards each kind as often, and with whoever stands in a passage; ways mostly lead on."""
    if not found:
        return None
    if isinstance(found[0], f.GuardCardPlayed | f.IntruderCardPlayed):
        card = table.rng.choice(sorted({one.card for one in found}))
        found = [one for one in found if one.card == card]
    if isinstance(found[0], f.GuardCardPlayed):
        inside = [one for one in found if one.guard in guards_inside(table.state)]
        found = inside if inside and table.chance(0.7) else found
    if isinstance(found[0], f.IntruderMoved) and table.chance(0.8):
        some = table.rng.sample(found, min(30, len(found)))
        found = sorted(some, key=lambda one: _far(table.state, one))[:1]
    chosen: Event = table.rng.choice(found)
    return chosen


def _imagined(table: Match, one: NextEvent) -> Event | None:
    """A whole event of what only its players know: cards that they draw, share and choose, the marks of their map."""
    if one.type in TOLD:
        return TOLD[one.type](table)
    found = (
        None
        if one.type in ANYWHERE
        else examples_of(SYSTEM, table.state, one, ORGANISER, lambda _: table.rng)
    )
    if found is None:
        return filled(table, one, {})
    return table.rng.choice(found) if found else None


def _deployed(table: Match) -> Event:
    """NIN-SETUP-07 to -09."""
    rng, board = table.rng, map_of(table.state)
    count, patrols, _sleepers = numbers(table.state)
    free = [zone for zone in board.guard_path if zone not in board.guard_posts]
    zones = [rng.choice(free) for _ in range(patrols)]
    units = tuple(f.Patrol(zone, rng.choice(board.guard_path[zone])) for zone in zones)
    number = count + 2 * patrols if table.state.mode == "four" else 0
    swords = rng.sample([f"g{n}" for n in range(1, number + 1)], number // 2)
    posts = rng.sample(board.guard_posts, count)
    return f.GuardsDeployed(sentries=tuple(posts), patrols=units, swords=tuple(swords))


ANYWHERE = ("intruder_start_marked", "passage_marked")
"""Events of places of which any may be told, not just those of the examples."""
TOLD = {"guards_deployed": _deployed}


def _far(state: NinjaState, event: f.IntruderMoved) -> int:
    """How many steps a way ends from the target of its intruder, or from the edge."""
    full, board = full_of(state), map_of(state)
    marks = full.marks.targets if full.marks else {}
    target = marks.get(full.hidden[event.intruder].mission or "", "").split()
    goals = board.edge if state.intruders[event.intruder].mission else target
    at = event.steps[-1].to if event.steps else event.start
    return min((distances(board, goal).get(at or "", FAR) for goal in goals), default=FAR)
