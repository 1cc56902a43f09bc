"""The life of a round: published, started, matches opened, closed; and the end of the event. Called by `rules`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tracker.rulesets.tournament import seeds
from tracker.rulesets.tournament.captains import unpaired
from tracker.rulesets.tournament.chapter import LEGAL, Check, Fold, Violations, broken, nothing_owed
from tracker.rulesets.tournament.events import (
    MatchOpened,
    RoundClosed,
    RoundPublished,
    RoundStarted,
    TournamentFinished,
)
from tracker.rulesets.tournament.state import Round, RoundStatus, Table, TournamentState
from tracker.rulesets.tournament.teams import with_round


def round_of(state: TournamentState, number: int) -> Round:
    """The round `number`. Raises KeyError when it has not been drawn."""
    found = state.round(number)
    if found is None:
        raise KeyError(number)
    return found


def table_in_play(state: TournamentState, number: int, table: int) -> Table | None:
    """A table of a round that has been started, or closed since; None where there is no such table."""
    round_ = state.round(number)
    return round_.find(table) if round_ is not None and round_.status in ("started", "closed") else None


def match_options(state: TournamentState) -> dict[str, Any]:
    """What the tournament's options say about each of its matches."""
    told = state.options
    return {**told.match_options, "detail": told.detail, "scheme_draw_count": told.scheme_draw_count}


def check_published(state: TournamentState, event: RoundPublished) -> Violations:
    """TRN-RND-01, TRN-RND-03: a draft whose players are all still here."""
    last = state.current
    if last is None or last.round != event.round or last.status != "draft":
        return broken("TRN-RND-01", round=event.round)
    return seeds.check_draws(state, event) or _still_here(state, last)


def on_published(state: TournamentState, event: RoundPublished) -> TournamentState:
    public = (*state.public_seeds, round_of(state, event.round).seed)
    told = with_round(state, replace(round_of(state, event.round), draws=event.draws))
    return replace(with_status(told, event.round, "published"), public_seeds=public)


def check_started(state: TournamentState, event: RoundStarted) -> Violations:
    """TRN-RND-02, TRN-RND-03, TRN-TEAM-07: a published round, paired by its captains, whose players are all here."""
    last = state.current
    if last is None or last.round != event.round or last.status != "published":
        return broken("TRN-RND-02", round=event.round)
    if open_ := unpaired(state, last):
        return broken("TRN-TEAM-07", round=event.round, tables=list(open_))
    return _still_here(state, last)


def _still_here(state: TournamentState, round_: Round) -> Violations:
    gone = gone_from(state, round_)
    return broken("TRN-RND-03", round=round_.round, players=gone) if gone else LEGAL


def gone_from(state: TournamentState, round_: Round) -> list[str]:
    """Who sits in a drawn round and has left since, or is not checked in any more: the round cannot begin."""
    here = {entrant.player for entrant in state.in_hall()}
    if round_.method == "schedule":  # who is only not there yet keeps the place in the bracket
        here = {entrant.player for entrant in state.entrants.values() if not entrant.dropped}
    seated = (
        *round_.players(),
        *(one for table in round_.teams for side in table.lineups.values() for one in side),
    )
    return [player for player in dict.fromkeys(seated) if player not in here]


def is_deserted(state: TournamentState, round_: Round) -> bool:
    """Whether the round is to be drawn again: a player of it is gone, or a team has left, whose players may be here."""
    meeting = {team for table in round_.teams for team in table.sides.values()}
    return bool(gone_from(state, round_)) or not state.teams_left().isdisjoint(meeting)


def on_started(state: TournamentState, event: RoundStarted) -> TournamentState:
    state = replace(state, clock=None, calls=())
    public = state.lists_public or state.options.lists_revealed == "started"
    return replace(with_status(state, event.round, "started"), lists_public=public)


_KEPT: dict[int, tuple[tuple[Table, ...], frozenset[str | None]]] = {}


def _matches(pairings: tuple[Table, ...]) -> frozenset[str | None]:
    """The matches of tables that stay as they are, gathered once: a large event opens thousands in a row."""
    kept = _KEPT.get(id(pairings))
    if kept is not None and kept[0] is pairings:
        return kept[1]
    if len(_KEPT) > 64:
        _KEPT.clear()
    found = frozenset(table.match for table in pairings)
    _KEPT[id(pairings)] = (pairings, found)
    return found


def check_match_opened(state: TournamentState, event: MatchOpened) -> Violations:
    """TRN-RND-04: one match per table of a started round that has no result from elsewhere, no match at two tables."""
    round_ = state.round(event.round)
    pairing = round_.find(event.table) if round_ is not None and round_.status == "started" else None
    used = any(event.match in _matches(other.pairings) for other in state.rounds if other is not round_)
    used = used or (round_ is not None and any(table.match == event.match for table in round_.pairings))
    if pairing is None or pairing.match is not None or pairing.result is not None or used:
        return broken("TRN-RND-04", round=event.round, table=event.table)
    return LEGAL


def on_match_opened(state: TournamentState, event: MatchOpened) -> TournamentState:
    pairing = round_of(state, event.round).find(event.table)
    return state if pairing is None else with_table(state, event.round, replace(pairing, match=event.match))


def check_closed(state: TournamentState, event: RoundClosed) -> Violations:
    """TRN-RND-05, TRN-RND-06, TRN-TEAM-17: a started round with every result, and no sheet that is disputed."""
    round_ = state.round(event.round)
    if round_ is None or round_.status != "started":
        return broken("TRN-RND-06", round=event.round)
    if missing := round_.missing():
        return broken("TRN-RND-05", round=event.round, tables=list(missing))
    disputed = [table.table for table in round_.disputed()]
    return broken("TRN-TEAM-17", round=event.round, tables=disputed) if disputed else LEGAL


def on_closed(state: TournamentState, event: RoundClosed) -> TournamentState:
    closed = replace(with_status(state, event.round, "closed"), drawn=0, clock=None, calls=())
    return seeds.commit(closed, event)


def check_finished(state: TournamentState, event: TournamentFinished) -> Violations:
    """TRN-END-02, TRN-RND-05: a round was played, none is open, and every closed one has all its results.

    Fewer rounds than planned are allowed.
    """
    last = state.current
    if owed := nothing_owed(state):
        return owed
    if last is not None and last.status == "closed":
        return LEGAL
    return broken("TRN-END-02", round=last.round if last else 0)


def on_finished(state: TournamentState, event: TournamentFinished) -> TournamentState:
    return replace(state, finished=True)


def with_status(state: TournamentState, number: int, status: RoundStatus) -> TournamentState:
    """The state with a round in another status."""
    return with_round(state, replace(round_of(state, number), status=status))


def with_table(state: TournamentState, number: int, pairing: Table) -> TournamentState:
    """The state with one pairing of a round replaced."""
    round_ = round_of(state, number)
    at = next(at for at, old in enumerate(round_.pairings) if old.table == pairing.table)
    pairings = (*round_.pairings[:at], pairing, *round_.pairings[at + 1 :])
    return with_round(state, replace(round_, pairings=pairings))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    RoundPublished: (check_published, on_published),
    RoundStarted: (check_started, on_started),
    MatchOpened: (check_match_opened, on_match_opened),
    RoundClosed: (check_closed, on_closed),
    TournamentFinished: (check_finished, on_finished),
}
