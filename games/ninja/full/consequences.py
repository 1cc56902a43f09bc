"""What follows with no choice of anybody, by the secrets that the log tells: what the server appends, and what a log
without it breaks (NIN-TURN-04). Called by the door of `rules.py`, by the simulation and by whoever keeps both secrets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.codec import tag
from games.ninja.events import GameEnded, MatchConceded
from games.ninja.full import events as f
from games.ninja.full.answers import known_to_log, unsaid
from games.ninja.full.character import speaking
from games.ninja.full.listening import heard
from games.ninja.full.search import answered, mission_due
from games.ninja.full.server_draws import cards_drawn, new_letter
from games.ninja.full.state import Due, Window
from games.ninja.full.table import NOTHING_DUE, ambushed, first_due, full_of
from games.ninja.permissions import Violations, side_acts
from games.ninja.state import INTRUDER_SIDE, NinjaState, named, player_of, rivals
from games.ruleset import Actor, Event, RuleViolation

SETTLES: dict[str, tuple[type[Event], ...]] = {
    "draw": (f.GuardCardsDrawn,),
    "listen": (f.ListenAnswered, f.IntruderCardPlayed, f.IntruderPassed),
    "move": (f.GuardsMoved,),
    "answer": (f.IntruderDetected, f.PassageDiscovered, f.MovementCleared),
    "facing": (f.PatrolReformed,),
    "awaken": (f.GuardAwakened, f.GuardSobered),
    "died": (f.IntruderDied,),
    "wounds": (f.WoundCardsReturned,),
    "respawn": (f.IntruderRespawned,),
    "bonus": (f.RespawnBonusTaken,),
    "search": (f.SearchAnswered,),
    "letter": (f.MissionsDrawn,),
    "hazard": (f.HazardResolved, f.HazardWaived, f.MissionCompleted, f.IntruderDetected),
}
"""What settles each kind of due."""
ALWAYS = frozenset((MatchConceded, f.SecretRevealed))
"""What needs nothing to be settled first."""
INTRUDERS_ALONE = frozenset(
    (
        GameEnded,
        f.HazardResolved,
        f.HazardWaived,
        f.TurnEnded,
        f.IntruderMoved,
        f.IntruderCardPlayed,
        f.GuardNeutralised,
        f.IntruderHidden,
        f.IntruderLeftMap,
        f.PassageEntered,
        f.PassageLeft,
        f.ZonesSearched,
        f.IntruderPassed,
    )
)
ON_THE_WAY = ("intruder_entered", "drunk_guard")
"""Why a figure is placed in an intruder's own window."""


def check_owed(state: NinjaState, event: Event) -> tuple[RuleViolation, ...]:
    """NIN-TURN-04 by what everybody knows to be owed. Whoever gives up need not settle anything first."""
    due = first_due(state)
    return () if due is NOTHING_DUE or _settles(event, due) else tuple(_unsettled(state, event, due))


def _settles(event: Event, due: Due) -> bool:
    """Whether an event settles what is owed first, or need not."""
    kind = type(event)
    if kind in ALWAYS or kind in SETTLES[due.kind]:
        # A figure that somebody's own way shows settles nothing: the window waits for the hazard.
        return due.kind != "hazard" or not _on_the_way(event)
    return due.kind == "facing" and due.cause == "exit" and isinstance(event, f.GuardsMoved)


def _unsettled(state: NinjaState, event: Event, due: Due) -> Violations:
    """What is told of an event that comes before what is owed: NIN-CARD-10 and NIN-EFF-06 of cards too."""
    yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": f"due_{due.kind}"})
    if isinstance(event, f.GuardCardPlayed) and full_of(state).step in ("alert", "guard_action"):
        yield RuleViolation("NIN-CARD-10", {"card": event.card, "expected": f"due_{due.kind}"})
    if isinstance(event, f.IntruderCardPlayed) and event.card == "it_was_a_cat" and due.kind == "answer":
        yield RuleViolation("NIN-EFF-06")


def check_own_debts(state: NinjaState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
    """NIN-TURN-04 by what the intruders alone know: a mission card to show, a figure to place after an ambush. Asked of
    their own events only, so that no refusal tells it to the guards; nor to a rival what the other one owes."""
    window = full_of(state).window
    if window is None or not (type(event) in INTRUDERS_ALONE or _on_the_way(event)):
        return ()
    return tuple(_own_debts(state, window, event, by))


def _own_debts(state: NinjaState, window: Window, event: Event, by: Actor) -> Violations:
    if rivals(state) and not by.is_staff and by.player != player_of(state, window.intruder):
        return
    # The end is everybody's word.
    if isinstance(event, GameEnded) and any(side_acts(state, by, INTRUDER_SIDE)):
        return
    if mission_due(state) is not None:
        yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": "due_mission"})
    elif ambushed(state):
        yield RuleViolation("NIN-TURN-04", {"told": tag(type(event)), "expected": "due_ambush"})


def _on_the_way(event: Event) -> bool:
    return type(event) is f.IntruderDetected and event.cause in ON_THE_WAY


def follows(state: NinjaState) -> Event | None:
    """The next event that nobody chooses, or None. Needs the secrets of both sides."""
    due = first_due(state)
    if mission := mission_due(state):
        return f.MissionCompleted(intruder=named(mission[0]), letter=mission[1])
    if (zone := _ambush_zone(state)) and (met := ambushed(state)):
        return f.IntruderDetected(intruder=speaking(state, met[0]), zone=zone, cause="ambush")
    answer = ANSWERS.get(due.kind)
    return answer(state, due) if answer and full_of(state).due else None


def _ambush_zone(state: NinjaState) -> str | None:
    window = full_of(state).window
    return window.ambushed if window else None


def _listen(state: NinjaState, due: Due) -> Event | None:
    truth = heard(state, due)
    return None if truth is None else f.ListenAnswered(heard=truth, cat=due.cat)


def _answer(state: NinjaState, due: Due) -> Event | None:
    if not known_to_log(state):
        return None
    return unsaid(state, due) or f.MovementCleared()


def _search(state: NinjaState, due: Due) -> Event | None:
    return answered(state, due)


def _died(state: NinjaState, due: Due) -> Event:
    return f.IntruderDied(intruder=named(due.intruder))


def _letter(state: NinjaState, due: Due) -> Event | None:
    """NIN-HID-13: what the server draws for a new copy."""
    letter, name = new_letter(state, due.intruder), named(due.intruder)
    return None if letter is None else f.MissionsDrawn(intruder=name, letters={name: letter})


def _drawn(state: NinjaState, due: Due) -> Event | None:
    """NIN-HID-13: the cards that the server draws for the guard."""
    cards, hand = cards_drawn(state, due), full_of(state).piles
    if cards is None or due.hand not in hand:
        return None
    return f.GuardCardsDrawn(count=sum(cards.values()), cards=cards, hand=_hand(due.hand))


def _hand(hand: str) -> Any:
    return hand


ANSWERS: dict[str, Callable[[NinjaState, Due], Event | None]] = {
    "draw": _drawn,
    "listen": _listen,
    "answer": _answer,
    "search": _search,
    "died": _died,
    "letter": _letter,
}
