"""What follows by itself: what everybody can see to be the only thing left, and answers out of secrets that the server
keeps (see `games.consequences`). A choice is asked for whether or not the secrets leave one (NIN-HID-17).

Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.ninja.full import events as f
from games.ninja.full.answers import known_to_log
from games.ninja.full.consequences import follows
from games.ninja.full.guards import LISTENS
from games.ninja.full.legal.next_owed import settled_by_itself
from games.ninja.full.listening import cat_asked, heard
from games.ninja.full.table import first_due, full_of
from games.ninja.state import NinjaState, rivals
from games.ruleset import NO_CONSEQUENCES, Consequences, Event, NextEvent

TYPES = frozenset(
    (
        "setup_completed",
        "turn_started",
        "turn_ended",
        "intruder_died",
        "game_ended",
        "hazard_resolved",
        "hazard_waived",
    )
)
BESIDE = ("alert_recorded",)


def _beside(offer: NextEvent) -> bool:
    return offer.type in BESIDE


REPORTED = Consequences(types=frozenset(("game_ended",)), beside=_beside)


ASKING: tuple[type[Event], ...] = (
    f.FreeListenOrdered,
    f.GuardsMoved,
    f.GuardAwakened,
    f.ZonesSearched,
    f.SearchAnswered,
)
"""What a secret of the other side answers; a search is answered by the guard's, and its answer by the mission."""


@cache
def _asks(kinds: tuple[type[Event], ...]) -> Callable[[Event], str]:
    """NIN-HID-09, -15: what a secret answers that its teller does not know is the last of its command, and nobody takes
    it back alone."""

    def asks(event: Event) -> str:
        listen = isinstance(event, f.GuardCardPlayed) and event.card in LISTENS
        return "NIN-HID-09" if listen or isinstance(event, kinds) else ""

    return asks


def _asking(state: NinjaState) -> tuple[type[Event], ...]:
    """The kinds of event that ask for a secret now."""
    due, kinds = first_due(state), list(ASKING)
    if due.kind == "respawn" and full_of(state).seeded:
        # The server draws the letter, which neither zone nor hand may follow (NIN-RESP-04, NIN-HID-13).
        kinds.append(f.IntruderRespawned)
    if due.waived:
        # The guard settles an ambush: who is there is shown.
        kinds.append(f.HazardResolved)
    if rivals(state):
        # NIN-MODE-DL-06: what a rival's deed answers may rest on the other one's secrets; against the traitor's card
        # the ninja may be heard all the same.
        kinds += [f.IntruderPassed, f.HazardResolved]
        kinds += [f.IntruderCardPlayed] if due.kind == "listen" else []
    return tuple(kinds)


def consequences(state: NinjaState) -> Consequences:
    """By the level of detail; at full detail with the answer that is owed now."""
    if state.phase not in ("running", "over"):
        return NO_CONSEQUENCES
    if state.full is None:
        return REPORTED
    answer = _answer(state) if state.phase == "running" else None
    return Consequences(types=TYPES, beside=_beside, asks=_asks(_asking(state)), answer=answer)


def _answer(state: NinjaState) -> Event | None:
    """The answer that the log determines; None where a card could still be played, or a device keeps the secret."""
    due = first_due(state)
    if due.kind == "listen" and state.map is None and not due.cat:
        # A question that only some secrets leave open would tell them by who answers (NIN-HID-17); what a cat leaves of
        # it everybody sees.
        return None
    if due.kind == "listen" and (cat_asked(state) or heard(state, due) is None):
        return None
    if due.kind == "answer" and not known_to_log(state):
        return None
    if due.kind == "died":
        return None
    return follows(state) or (settled_by_itself(state) if rivals(state) else None)
