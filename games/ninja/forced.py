"""What follows by itself: what everybody can see to be the only thing left, and answers out of secrets that the server
keeps (see `games.consequences`). A choice is asked for whether or not the secrets leave one (NIN-HID-17).

Called by `rules.py`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.guards import LISTENS, cat_asked, heard
from games.ninja.full.met import known_to_log
from games.ninja.full.nexts_owed import settled_by_itself
from games.ninja.full.owed import follows
from games.ninja.full.table import first_due
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
BESIDE = ("match_conceded", "alert_recorded")


def _beside(offer: NextEvent) -> bool:
    return offer.type in BESIDE


REPORTED = Consequences(types=frozenset(("game_ended",)), beside=_beside)


def asks(event: Event) -> str:
    """NIN-HID-09: what the other side's secret answers is the last of its command."""
    listen = isinstance(event, f.GuardCardPlayed) and event.card in LISTENS
    asking = isinstance(event, f.FreeListenOrdered | f.GuardsMoved | f.GuardAwakened | f.ZonesSearched)
    return "NIN-HID-09" if listen or asking else ""


def asks_rivals(event: Event) -> str:
    """NIN-HID-09, NIN-MODE-DL-06: what a rival's deed answers may rest on the other rival's secrets."""
    return "NIN-HID-09" if isinstance(event, f.IntruderPassed | f.HazardResolved) else asks(event)


def asks_listening(event: Event) -> str:
    """The same while a listen waits: against the traitor's card the ninja may be heard all the same."""
    return "NIN-HID-09" if isinstance(event, f.IntruderCardPlayed) else asks_rivals(event)


IN_FULL = Consequences(types=TYPES, beside=_beside, asks=asks)
APART = Consequences(types=TYPES, beside=_beside, asks=asks_rivals)
LISTENING = Consequences(types=TYPES, beside=_beside, asks=asks_listening)


def consequences(state: NinjaState) -> Consequences:
    """By the level of detail; at full detail with the answer that is owed now."""
    if state.phase not in ("running", "over"):
        return NO_CONSEQUENCES
    if state.full is None:
        return REPORTED
    told = IN_FULL
    if rivals(state):
        told = LISTENING if first_due(state).kind == "listen" else APART
    return replace(told, answer=_answer(state) if state.phase == "running" else None)


def _answer(state: NinjaState) -> Event | None:
    """The answer that the log determines; None where a card could still be played, or a device keeps the secret."""
    due = first_due(state)
    if due.kind == "listen" and state.map is None:
        # A question that only some secrets leave open would tell them by who answers (NIN-HID-17).
        return None
    if due.kind == "listen" and (cat_asked(state) or heard(state, due) is None):
        return None
    if due.kind == "answer" and not known_to_log(state):
        return None
    if due.kind == "died":
        return None
    return follows(state) or (settled_by_itself(state) if rivals(state) else None)
