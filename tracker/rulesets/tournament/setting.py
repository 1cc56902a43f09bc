"""Settings of a running event, what is said of it, and when its lists close and open. Called by `rules`.

A setting may be changed until what depends on it has happened; `settled` says of each what that was.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.ruleset import RuleViolation
from tracker.rulesets.described import EventDescribed, is_possible, kept
from tracker.rulesets.moments import is_moment
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken
from tracker.rulesets.tournament.desk_events import (
    CorrectionNoted,
    ListsDue,
    ListsRevealed,
    SanctionLeft,
    SettingsChanged,
)
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.registration import of_options
from tracker.rulesets.tournament.seeding import is_accelerated
from tracker.rulesets.tournament.state import Remark, TournamentState
from tracker.standings.counted import COUNTED

SETTLED_BY_PLAY = ("tp", "bye", "round_weights")
"""What results are worth: other values would change rounds that were paired by the old ones."""
EXPLAINED = ("rounds", "tiebreaks")
"""What may change once play has begun, but not without saying why."""


def told(event: SettingsChanged) -> dict[str, object]:
    """Setting -> its new value."""
    names = [name for name in event.__struct_fields__ if name != "reason"]
    return {name: value for name in names if (value := getattr(event, name)) is not None}


def settled(state: TournamentState) -> tuple[str, ...]:
    """The settings that nothing can change any more."""
    found = SETTLED_BY_PLAY if state.under_way else ()
    if state.under_way and is_accelerated(state):
        found = (*found, "rounds")  # the points that were lent follow from their number
    return (*found, "lists_revealed") if state.lists_public else found


def _with(options: Options, event: SettingsChanged) -> Options:
    return replace(options, **{name: value for name, value in told(event).items() if name != "name"})


def check_changed(state: TournamentState, event: SettingsChanged) -> Violations:
    """TRN-SET-01 to -06, and what creation asks of the same settings (TRN-CRE-02 to -04)."""
    changed = [name for name, value in told(event).items() if value != _now(state, name)]
    if not changed:
        return broken("TRN-SET-01")
    found = tuple(_refused(state, event, changed))
    return found or of_options(_with(state.options, event))


def _now(state: TournamentState, name: str) -> object:
    if name == "name":
        return state.created.name if state.created else None
    return getattr(state.options, name)


def _refused(state: TournamentState, event: SettingsChanged, changed: list[str]) -> Iterator[RuleViolation]:
    for name in changed:
        if name in settled(state):
            yield from broken("TRN-SET-02", setting=name)
    if event.rounds is not None and event.rounds < len(state.rounds):
        yield from broken("TRN-SET-03", rounds=event.rounds, drawn=len(state.rounds))
    unexplained = [name for name in changed if name in EXPLAINED and state.under_way and event.reason is None]
    if unexplained:
        yield from broken("TRN-SET-04", settings=unexplained)
    if event.scenarios is not None and not _keeps_played(state, event.scenarios):
        yield from broken("TRN-SET-05", drawn=len(state.rounds))
    if event.tiebreaks is not None and state.under_way:
        moved = [name for name in COUNTED if (name in event.tiebreaks) != (name in state.options.tiebreaks)]
        if moved:
            yield from broken("TRN-SET-06", figures=moved)


def _keeps_played(state: TournamentState, scenarios: tuple[str, ...]) -> bool:
    """What was announced for a round that has been drawn stays announced."""
    announced = state.options.scenarios[: len(state.rounds)]
    return scenarios[: len(announced)] == announced


def on_changed(state: TournamentState, event: SettingsChanged) -> TournamentState:
    if state.created is None:
        return state
    options = _with(state.options, event)
    return replace(
        state, created=replace(state.created, name=event.name or state.created.name, options=options)
    )


def check_described(state: TournamentState, event: EventDescribed) -> Violations:
    """TRN-SET-08: it does not end before it starts, and both are days that exist."""
    if not is_possible(event):
        return broken("TRN-SET-08", starts=event.starts, ends=event.ends)
    return LEGAL


def on_described(state: TournamentState, event: EventDescribed) -> TournamentState:
    return replace(state, described=kept(event))


def check_left(state: TournamentState, event: SanctionLeft) -> Violations:
    """TRN-SET-07: once, and for good."""
    return LEGAL if state.unsanctioned is None else broken("TRN-SET-07")


def on_left(state: TournamentState, event: SanctionLeft) -> TournamentState:
    return replace(state, unsanctioned=event.reason)


def check_due(state: TournamentState, event: ListsDue) -> Violations:
    """TRN-LIST-07: moments that exist, and nothing is shown before it is locked."""
    given = [moment for moment in (event.lock_at, event.reveal_at) if moment]
    early = event.lock_at and event.reveal_at and event.reveal_at < event.lock_at
    return broken("TRN-LIST-07") if early or not all(map(is_moment, given)) else LEGAL


def on_due(state: TournamentState, event: ListsDue) -> TournamentState:
    return replace(state, lock_at=event.lock_at, reveal_at=event.reveal_at)


def check_revealed(state: TournamentState, event: ListsRevealed) -> Violations:
    """TRN-LIST-08: once."""
    return broken("TRN-LIST-08") if state.lists_public else LEGAL


def on_revealed(state: TournamentState, event: ListsRevealed) -> TournamentState:
    return replace(state, lists_public=True, reveal_at=None)


def check_noted(state: TournamentState, event: CorrectionNoted) -> Violations:
    """TRN-SET-09: about a round that was played, and a table of it."""
    round_ = state.round(event.round)
    played = round_ is not None and round_.status in ("started", "closed")
    if not played or (event.table is not None and round_ is not None and round_.find(event.table) is None):
        return broken("TRN-SET-09", round=event.round)
    return LEGAL


def on_noted(state: TournamentState, event: CorrectionNoted) -> TournamentState:
    return replace(state, remarks=(*state.remarks, Remark(event.round, event.text, event.table)))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    SettingsChanged: (check_changed, on_changed),
    EventDescribed: (check_described, on_described),
    SanctionLeft: (check_left, on_left),
    ListsDue: (check_due, on_due),
    ListsRevealed: (check_revealed, on_revealed),
    CorrectionNoted: (check_noted, on_noted),
}
