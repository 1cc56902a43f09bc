"""What follows with no choice of anybody, by the secrets that the log tells: what the server appends, and what a log
without it breaks (NIN-TURN-04). Called by the door of `rules.py`, by the simulation and by whoever keeps both secrets.
"""

from __future__ import annotations

from collections.abc import Callable

from games.codec import tag
from games.ninja.facts import Name
from games.ninja.full import events as f
from games.ninja.full.guards import first_due, heard
from games.ninja.full.movement import unsaid
from games.ninja.full.search import ambushed, answers, mission_due
from games.ninja.full.state import Due
from games.ninja.full.table import full_of
from games.ninja.state import NinjaState
from games.ninja.who import Violations
from games.ruleset import Event, RuleViolation

SETTLES: dict[str, tuple[type[Event], ...]] = {
    "draw": (f.GuardCardsDrawn,),
    "listen": (f.ListenAnswered, f.IntruderCardPlayed),
    "move": (f.GuardsMoved,),
    "answer": (f.IntruderDetected, f.PassageDiscovered, f.MovementCleared),
    "facing": (f.PatrolReformed,),
    "awaken": (f.GuardAwakened, f.GuardSobered),
    "died": (f.IntruderDied,),
    "respawn": (f.IntruderRespawned,),
    "bonus": (f.RespawnBonusTaken,),
    "search": (f.SearchAnswered,),
    "hazard": (f.HazardResolved, f.MissionCompleted, f.IntruderDetected),
}
"""What settles each kind of due."""
INTRUDERS_ALONE = (f.HazardResolved, f.TurnEnded, f.IntruderMoved, f.IntruderCardPlayed, f.GuardNeutralised)


def check_owed(state: NinjaState, event: Event) -> Violations:
    """NIN-TURN-04 by what everybody knows to be owed."""
    due = full_of(state).due
    if due and not isinstance(event, SETTLES[due[0].kind]):
        yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": f"due_{due[0].kind}"})


def check_own_debts(state: NinjaState, event: Event) -> Violations:
    """NIN-TURN-04 by what the intruders alone know: a mission card to show, a figure to place after an ambush. Asked of
    their own events only, so that no refusal tells it to the guards."""
    if isinstance(event, INTRUDERS_ALONE):
        if mission_due(state) is not None:
            yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": "due_mission"})
        elif ambushed(state):
            yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": "due_ambush"})


def follows(state: NinjaState) -> Event | None:
    """The next event that nobody chooses, or None. Needs the secrets of both sides."""
    due = first_due(state)
    if mission := mission_due(state):
        return f.MissionCompleted(intruder=_name(mission[0]), letter=mission[1])
    if (zone := _ambush_zone(state)) and (met := ambushed(state)):
        return f.IntruderDetected(intruder=_name(met[0]), zone=zone, cause="ambush")
    answer = ANSWERS.get(due.kind)
    return answer(state, due) if answer and full_of(state).due else None


def _name(name: str) -> Name:
    return "traitor" if name == "traitor" else "ninja"


def _ambush_zone(state: NinjaState) -> str | None:
    window = full_of(state).window
    return window.ambushed if window else None


def _listen(state: NinjaState, due: Due) -> Event:
    return f.ListenAnswered(heard=not due.cat and bool(heard(state, due.guards)), cat=due.cat)


def _answer(state: NinjaState, due: Due) -> Event:
    from games.ninja.full.movement import met_first

    left = unsaid(state, due)
    if left is None:
        return f.MovementCleared()
    if left in state.intruders:
        zone = due.met[0] if due.met else (met_first(state, due) or due.path)[0]
        return f.IntruderDetected(intruder=_name(left), zone=zone, cause="guard_entered")
    return f.PassageDiscovered(zone=left)


def _search(state: NinjaState, due: Due) -> Event | None:
    found = answers(state, due.zones)
    return f.SearchAnswered(results=found) if found is not None else None


def _died(state: NinjaState, due: Due) -> Event:
    return f.IntruderDied(intruder=_name(due.intruder))


ANSWERS: dict[str, Callable[[NinjaState, Due], Event | None]] = {
    "listen": _listen,
    "answer": _answer,
    "search": _search,
    "died": _died,
}
