"""An event that moves here in the middle: a round played under another tool, with its results, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games.ruleset import DRAW, Event
from tracker import warm
from tracker.commands.at_once import done_before
from tracker.commands.round_results import Told
from tracker.commands.rounds import made_by_hand, open_matches, seated
from tracker.commands.streams import append_as_staff, together
from tracker.handle import Answer
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.state import TournamentState


class Played(NamedTuple):
    """A round as the other tool has it. `pairings`: side -> players of tables 1, 2, ... (where teams play side -> team,
    whose boards follow from the line-ups); `results`: table -> what it came to; `byes`: player -> what a round without
    a game is worth; `source`: where it is from, for all to read.
    """

    pairings: Sequence[Mapping[str, Sequence[str]]]
    results: Mapping[int, Told]
    source: str
    bye: str | None = None
    byes: Mapping[str, desk.Worth] = {}
    scenario: str | None = None


def bring_round(identity: Identity, stream: UUID, played: Played, *, key: str | None = None) -> Answer:
    """The next round as it was played elsewhere. It is closed when every table has its result; else the others are
    opened as matches here. Raises `CommandRejected` and leaves nothing.
    """
    if not played.source.strip():
        raise BadInput("reason", _("say where the results are from, in a few words"))
    with together(identity, stream):
        if earlier := done_before(stream, key):
            return earlier
        now = warm.current(stream)
        if now.state.plays_in_teams and now.state.team_plan.by_captains:
            raise BadInput("results", _("captains pair the boards here, so results do not come with a round"))
        events = tuple(_events(now.state, played))
        answer = append_as_staff(identity, stream, *events, expected_version=now.head.version, key=key)
        if not isinstance(events[-1], happened.RoundClosed):
            open_matches(stream, len(now.state.rounds) + 1)
    return answer


def _events(state: TournamentState, played: Played) -> Iterator[Event]:
    number, source = len(state.rounds) + 1, played.source.strip()[:200]
    for player, worth in played.byes.items():
        yield desk.ByeGranted(player=player, round=number, worth=worth)
    drawn = made_by_hand(state, seated(played.pairings), played.bye, played.scenario, source)
    yield drawn
    yield happened.RoundPublished(round=number, draws=state.drawn + 1)
    yield happened.RoundStarted(round=number)
    for table, told in sorted(played.results.items()):
        yield _result(state.options.sides, number, table, told, source)
    if len(played.results) == len(drawn.pairings):
        yield happened.RoundClosed(round=number)


def _result(sides: tuple[str, str], number: int, table: int, told: Told, source: str) -> Event:
    winner = None if told.winner is None else sides[told.winner]
    if told.award:
        return desk.TableAwarded(round=number, table=table, kind=told.award, winner=winner, reason=source)
    return desk.ResultBrought(
        round=number,
        table=table,
        winner=winner or DRAW,
        source=source,
        vp={} if told.vp is None else dict(zip(sides, told.vp, strict=True)),
        tp={} if told.tp is None else dict(zip(sides, told.tp, strict=True)),
    )
