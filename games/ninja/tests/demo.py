"""The demo match on the practice map, set up and led to any phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.facts import PRACTICE, suggested
from games.ninja.full import events as f
from games.ninja.full.consequences import follows
from games.ninja.full.phases import patrols_to_move
from games.ninja.full.table import full_of, members
from games.ninja.maps.graph import patrol_paths
from games.ninja.tests.tables import created
from games.ruleset import Event
from games.testing import Case

POSTS = ("F1", "B2", "J6", "D5", "H3", "C3", "I5", "F7")
DEPLOYED = f.GuardsDeployed(
    sentries=POSTS,
    patrols=(f.Patrol("G2", "H2"), f.Patrol("D6", "E6"), f.Patrol("I6", "H6")),
)
MARKS = f.Marks(
    sleepers={"D2": 2, "H2": 2, "D6": 2, "H6": 1, "F4": 1},
    targets={"A": "D3", "B": "C4", "C": "E4", "D": "I3", "E": "G4", "F": "H5"},
    traps=("D4", "G5"),
    ambushes=("C5", "I4"),
)


def hand(name: Any, **changes: Any) -> f.HandChosen:
    cards = suggested(name)
    return replace(f.HandChosen(hand=name, size=sum(cards.values()), cards=cards), **changes)


SETUP: tuple[Event, ...] = (
    f.MissionsDrawn(letters={"ninja": "B", "traitor": "D"}),
    hand("ninja"),
    hand("traitor"),
    hand("guard"),
    DEPLOYED,
    f.GuardMapMarked(marks=MARKS),
    f.IntruderStartMarked(intruder="ninja", zone="A3"),
    f.IntruderStartMarked(intruder="traitor", zone="J4"),
    f.PassageMarked(entrance="B5", other="J3"),
    f.SetupCompleted(),
)


def setup_to(number: int, **told: Any) -> Case:
    """The first so many events of the setup."""
    case = created(detail="full", map=PRACTICE, **told)
    for event in SETUP[:number]:
        case = case.when(event)
    return case


def led(case: Case, *events: Event) -> Case:
    """Events, each with what follows by itself."""
    for event in events:
        case = case.when(event)
        while not case.violations and (more := follows(case.state)) is not None:
            case = case.when(more)
    return case


def in_alert(**told: Any) -> Case:
    """Turn 1, in the Alert Phase."""
    return setup_to(len(SETUP), **told).when(f.TurnStarted(turn=1))


def in_action(**told: Any) -> Case:
    return in_alert(**told).when(f.PhaseStarted(phase="guard_action"))


def patrolled(case: Case) -> Case:
    """All patrols make their move, by the first way there is."""
    while waiting := patrols_to_move(case.state):
        full = full_of(case.state)
        group = members(case.state, waiting[0])
        way = patrol_paths(PRACTICE, full.figures[group[0]].zone, str(full.facings[waiting[0]]))[0]
        case = led(case, f.GuardsMoved(guards=group, path=way[:-1], cause="patrol", facing=way[-1]))
    return case


def to_intruders(case: Case | None = None) -> Case:
    """From the Guard Action Phase on into the Intruder Action Phase."""
    case = (case or in_action()).when(f.PhaseStarted(phase="patrol"))
    return patrolled(case).when(f.PhaseStarted(phase="intruder_action"))


def moved(name: Any, start: str, *steps: f.Step) -> f.IntruderMoved:
    return f.IntruderMoved(intruder=name, start=start, steps=steps)


def to(zone: str, via: Any = "open", after: int = 0) -> f.Step:
    return f.Step(to=zone, via=via, after=after)


def stood(name: Any, zone: str) -> f.IntruderMoved:
    return moved(name, zone)
