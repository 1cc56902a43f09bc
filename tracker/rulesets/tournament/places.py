"""Who has a place, has paid, steps in, asked for a round off; warnings, penalties and bonuses. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament.chapter import (
    LEGAL,
    Check,
    Fold,
    OfEntrant,
    Violations,
    broken,
    drawn_alone,
    known,
)
from tracker.rulesets.tournament.desk_events import (
    ByeGranted,
    ByeWithdrawn,
    FeeMarked,
    NoteGiven,
    PlayerAdmitted,
    RegistrationClosed,
    RegistrationOpened,
    RingerMarked,
)
from tracker.rulesets.tournament.plans import rounds_planned
from tracker.rulesets.tournament.state import AskedBye, Entrant, Note, Registration, TournamentState


def check_opened(state: TournamentState, event: RegistrationOpened) -> Violations:
    """TRN-REG-08: other terms than those that stand."""
    return broken("TRN-REG-08") if state.registration == _told(event) else LEGAL


def _told(event: RegistrationOpened) -> Registration:
    return Registration(True, event.places, event.code, bool(event.code or event.commitment))


def on_opened(state: TournamentState, event: RegistrationOpened) -> TournamentState:
    return replace(state, registration=_told(event))


def check_closed(state: TournamentState, event: RegistrationClosed) -> Violations:
    """TRN-REG-08: only an open one is closed."""
    return LEGAL if state.registration.open else broken("TRN-REG-08")


def on_closed(state: TournamentState, event: RegistrationClosed) -> TournamentState:
    return replace(state, registration=replace(state.registration, open=False))


def check_admitted(state: TournamentState, event: PlayerAdmitted) -> Violations:
    """TRN-REG-02, TRN-REG-09: somebody who waits."""
    if found := known(state, event.player):
        return found
    entrant = state.entrants[event.player]
    return LEGAL if entrant.waiting and not entrant.dropped else broken("TRN-REG-09", player=event.player)


@OfEntrant
def on_admitted(state: TournamentState, event: PlayerAdmitted) -> Entrant:
    return replace(state.entrants[event.player], waiting=False)


def check_fee(state: TournamentState, event: FeeMarked) -> Violations:
    """TRN-REG-02, TRN-REG-10: not what stands already."""
    if found := known(state, event.player):
        return found
    same = state.entrants[event.player].paid == event.paid
    return broken("TRN-REG-10", player=event.player) if same else LEGAL


@OfEntrant
def on_fee(state: TournamentState, event: FeeMarked) -> Entrant:
    return replace(state.entrants[event.player], paid=event.paid)


def check_ringer(state: TournamentState, event: RingerMarked) -> Violations:
    """TRN-REG-02, TRN-REG-10, TRN-TEAM-14: not what stands already, and for members of teams only taken back."""
    if found := known(state, event.player):
        return found
    if state.entrants[event.player].ringer == event.ringer:
        return broken("TRN-REG-10", player=event.player)
    return drawn_alone(state, event.player) if event.ringer else LEGAL


@OfEntrant
def on_ringer(state: TournamentState, event: RingerMarked) -> Entrant:
    return replace(state.entrants[event.player], ringer=event.ringer)


def check_bye(state: TournamentState, event: ByeGranted) -> Violations:
    """TRN-REG-02, TRN-REG-11, TRN-TEAM-14: for a planned round that is not drawn yet, once, by somebody who plays."""
    if found := known(state, event.player) or drawn_alone(state, event.player):
        return found
    entrant = state.entrants[event.player]
    coming = len(state.rounds) < event.round <= rounds_planned(state)
    if coming and not entrant.dropped and entrant.bye_in(event.round) is None:
        return LEGAL
    return broken("TRN-REG-11", player=event.player, round=event.round)


@OfEntrant
def on_bye(state: TournamentState, event: ByeGranted) -> Entrant:
    byes = state.entrants[event.player].byes
    return replace(state.entrants[event.player], byes=(*byes, AskedBye(event.round, event.worth)))


def check_bye_withdrawn(state: TournamentState, event: ByeWithdrawn) -> Violations:
    """TRN-REG-02, TRN-REG-12: one that was asked for, while the round is not drawn."""
    if found := known(state, event.player):
        return found
    asked = state.entrants[event.player].bye_in(event.round)
    if asked is not None and event.round > len(state.rounds):
        return LEGAL
    return broken("TRN-REG-12", player=event.player, round=event.round)


@OfEntrant
def on_bye_withdrawn(state: TournamentState, event: ByeWithdrawn) -> Entrant:
    byes = tuple(bye for bye in state.entrants[event.player].byes if bye.round != event.round)
    return replace(state.entrants[event.player], byes=byes)


def check_note(state: TournamentState, event: NoteGiven) -> Violations:
    """TRN-REG-02, TRN-NOTE-01, TRN-NOTE-02: points where there should be some, and a reason."""
    if found := known(state, event.player):
        return found
    if (event.tp > 0) == (event.kind == "warning"):
        return broken("TRN-NOTE-01")
    return LEGAL if event.reason or event.commitment else broken("TRN-NOTE-02")


def on_note(state: TournamentState, event: NoteGiven) -> TournamentState:
    played = sum(round_.status in ("started", "closed") for round_ in state.rounds)
    tp = -event.tp if event.kind == "penalty" else event.tp
    note = Note(event.player, event.kind, tp, event.round or max(1, played), event.reason)
    return replace(state, notes=(*state.notes, note))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    RegistrationOpened: (check_opened, on_opened),
    RegistrationClosed: (check_closed, on_closed),
    PlayerAdmitted: (check_admitted, on_admitted),
    FeeMarked: (check_fee, on_fee),
    RingerMarked: (check_ringer, on_ringer),
    ByeGranted: (check_bye, on_bye),
    ByeWithdrawn: (check_bye_withdrawn, on_bye_withdrawn),
    NoteGiven: (check_note, on_note),
}
