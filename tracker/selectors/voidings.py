"""What a match, its tournament and the ratings would say without some entries of the match: for a dry run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

import msgspec

from games.match import EventVoided
from games.replay import refold
from games.ruleset import SYSTEM, Entry, Outcome
from tracker import log, warm
from tracker.models import MatchRow, RatingChange
from tracker.rulesets import tournament
from tracker.rulesets.tournament import links
from tracker.rulesets.tournament.state import TournamentState
from tracker.selectors.entrants import called_among
from tracker.standings.structs import Standing


class PlaceMoved(msgspec.Struct, frozen=True):
    """A player of the tournament whose place or points change: `rank` and `points` as they are and as they would be."""

    player: str
    name: str
    rank: tuple[int, int]
    points: tuple[Any, Any]


class Without(msgspec.Struct, frozen=True):
    """`before` and `after`: the outcome of the match. `standings`: whose place or points in its tournament change.

    `rated`: of how many people the rating counts this match now, and would be counted anew without it.
    """

    before: Outcome
    after: Outcome
    standings: list[PlaceMoved]
    rated: int


def without(match: UUID, seqs: Iterable[int]) -> Without:
    """The match as it would be told if these entries were taken back now."""
    now = warm.current(match)
    before = now.rules.outcome(now.state)
    entries = warm.entries_of(now.codec, log.read(match))[: now.head.version]
    voided = EventVoided(seqs=tuple(seqs), reason="")
    state = refold(now.rules, now.setup, [*entries, Entry(len(entries) + 1, voided, SYSTEM)])
    after = now.rules.outcome(state)
    counted = RatingChange.objects.filter(match=match).values("person").distinct().count()
    stays = after.status == "confirmed" and after.winner == before.winner
    return Without(before, after, list(_moved(match, after)), 0 if stays else counted)


def _moved(match: UUID, after: Outcome) -> Iterator[PlaceMoved]:
    row = MatchRow.objects.filter(stream_id=match).first()
    if row is None or row.tournament_id is None:
        return
    state: TournamentState = warm.current(row.tournament_id).state
    news = links.news(state, row.round or 0, row.table or 0, links.MatchNow(str(match), after, 0))
    heard = tournament.RULES.evolve(state, news) if news is not None else state
    yield from places_moved(state, heard)


def places_moved(before: TournamentState, after: TournamentState) -> list[PlaceMoved]:
    """Whose place or tournament points differ."""
    old = {one.player: one for one in tournament.standings(before)}
    changed = [
        (old[one.player], one)
        for one in tournament.standings(after)
        if (one.rank, _points(one)) != (old[one.player].rank, _points(old[one.player]))
    ]
    names = called_among(after.entrants, (one.player for _was, one in changed))
    return [
        PlaceMoved(one.player, names[one.player], (was.rank, one.rank), (_points(was), _points(one)))
        for was, one in changed
    ]


def _points(standing: Standing) -> Any:
    """Tournament points, where the tournament ranks by them."""
    return next((figure.top for figure in standing.figures if figure.id == "points"), 0)
