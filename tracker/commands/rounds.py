"""Rounds: draw, discard, publish, start (which opens the matches), close."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.registry import LOCKED_LISTS, ROSTER_KINDS
from games.ruleset import Cards, Event, Rejected, Setup
from tracker import log, warm
from tracker.commands.bringing import brought, roster_in
from tracker.commands.openable import check_named
from tracker.commands.opening import opening_of
from tracker.commands.pinning import pinning
from tracker.commands.ratings import freeze_ratings
from tracker.commands.seeds import ELSEWHERE, revealed
from tracker.commands.streams import append_as_staff, append_as_system, links_of, staff_actor, together
from tracker.commands.tournaments import as_staff
from tracker.handle import Answer, CommandRejected, KeyReused, first_use
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.rulesets import tournament
from tracker.rulesets.tournament import events as happened
from tracker.rulesets.tournament.draws import on_battlefields
from tracker.rulesets.tournament.rounds import match_options
from tracker.rulesets.tournament.state import Round, Table, TournamentState
from tracker.rulesets.tournament.team_draws import with_boards
from tracker.selectors.people import edition_cards, roster_revisions
from tracker.systems import MATCH, find_rules

discard_round = as_staff(happened.RoundDiscarded)
publish_round = as_staff(happened.RoundPublished)
close_round = as_staff(happened.RoundClosed)


def draw_round(
    identity: Identity,
    stream: UUID,
    *,
    seed: str | None = None,
    scenario: str | None = None,
    reason: str | None = None,
    key: str | None = None,
) -> Answer:
    """Draws the next round as a draft. Nobody chooses the seed (see `rulesets.tournament.seeds`), unless somebody
    gives one with the `reason` for it. It stays in the event, so anyone can draw it again.
    """
    staff_actor(identity, stream)
    if earlier := _drawn_before(stream, key, seed, scenario):
        return earlier
    with together(identity, stream):
        freeze_ratings(identity, stream)
        now = warm.current(stream)
        try:
            drawn = _drawn(now, seed, scenario, reason)
        except Rejected as refusal:
            raise CommandRejected(refusal.violations) from None
        check_named(now.system, now.state, drawn)
        return append_as_staff(identity, stream, drawn, expected_version=now.head.version, key=key)


def draw_by_hand(
    identity: Identity,
    stream: UUID,
    pairings: Sequence[Mapping[str, Sequence[str]]],
    *,
    bye: str | None = None,
    scenario: str | None = None,
    reason: str,
    key: str | None = None,
) -> Answer:
    """A draft of the next round with these tables (side -> players, of an event of teams side -> team) in their order,
    because of `reason`.
    """
    staff_actor(identity, stream)
    tables = seated(pairings)
    if earlier := _drawn_before(stream, key, None, scenario, tables):
        return earlier
    now = warm.current(stream)
    drawn = made_by_hand(now.state, tables, bye, scenario, reason)
    check_named(now.system, now.state, drawn)
    return append_as_staff(identity, stream, drawn, expected_version=now.head.version, key=key)


def seated(pairings: Sequence[Mapping[str, Sequence[str]]]) -> tuple[happened.TablePairing, ...]:
    """Tables 1, 2, ... in this order."""
    return tuple(
        happened.TablePairing(number, {side: tuple(players) for side, players in sides.items()})
        for number, sides in enumerate(pairings, start=1)
    )


def made_by_hand(
    state: TournamentState,
    tables: tuple[happened.TablePairing, ...],
    bye: str | None,
    scenario: str | None,
    reason: str,
) -> happened.RoundDrawn:
    """The next round with these tables, on its battlefield."""
    number = len(state.rounds) + 1
    drawn = happened.RoundDrawn(
        round=number,
        seed=secrets.token_hex(8),
        pairings=tables,
        bye=bye,
        scenario=tournament.planned_scenario(state, number) or scenario,
        method="manual",
        reason=reason,
    )
    if state.plays_in_teams:
        one, other = state.options.sides
        pairs = [(sides[one][0], sides[other][0]) for sides in (table.sides for table in tables)]
        drawn = with_boards(state, replace(drawn, bye=None), pairs, bye)
    return on_battlefields(state, drawn)


def redraw_round(identity: Identity, stream: UUID, *, reason: str) -> Answer:
    """Throws away the draw of a round that has not started, and draws again on what stands now, on its battlefield."""
    staff_actor(identity, stream)
    current = warm.current(stream).state.current
    if current is None:
        raise BadInput("round", _("no round is drawn yet"))
    discard_round(
        identity, stream, round=current.round, seed=current.seed, reason=reason.strip()[:200] or "corrected"
    )
    return draw_round(identity, stream, scenario=current.scenario)


def _drawn(now: warm.Warm, seed: str | None, scenario: str | None, reason: str | None) -> happened.RoundDrawn:
    found = revealed(now.stream, now.state, now.head) if seed is None else None
    if found is not None:
        seed, secret = found
        return tournament.draw_next_round(now.state, seed, scenario, secret=secret, after=now.head.hash)
    if seed is None and now.state.commitment is not None:
        reason = ELSEWHERE
    return tournament.draw_next_round(now.state, seed or secrets.token_hex(8), scenario, reason=reason)


def _drawn_before(
    stream: UUID,
    key: str | None,
    seed: str | None,
    scenario: str | None,
    tables: tuple[happened.TablePairing, ...] | None = None,
) -> Answer | None:
    """The draw that this key made: a repeated request must not draw again. Raises `KeyReused` for another one."""
    first = first_use(stream, key) if key else None
    if first is None:
        return None
    row = log.read(stream, first.first_seq - 1, 1)[0]
    drawn = warm.event_of(warm.get(stream).codec, row)
    if not isinstance(drawn, happened.RoundDrawn) or seed not in (None, drawn.seed):
        raise KeyReused(str(key))
    if scenario not in (None, drawn.scenario) or (tables is not None and _who(tables) != _met_in(drawn)):
        raise KeyReused(str(key))
    return Answer(stream, row.seq, row.seq, 1, True)


def _who(tables: Sequence[happened.TablePairing]) -> list[dict[str, tuple[str, ...]]]:
    return [dict(table.sides) for table in tables]


def _met_in(drawn: happened.RoundDrawn) -> list[dict[str, tuple[str, ...]]]:
    """Who meets whom in a draw, as it was asked for: teams at an event of teams."""
    if drawn.teams:
        return [{side: (team,) for side, team in table.sides.items()} for table in drawn.teams]
    return _who(drawn.pairings)


def start_round(
    identity: Identity,
    stream: UUID,
    *,
    round: int,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Starts a published round and opens a match at each of its tables, all or nothing. Of a round that somebody has
    started by an entry of the log alone it opens the matches that are missing."""
    with together(identity, stream):
        now = warm.current(stream)
        drawn = now.state.round(round)
        waits = drawn is not None and drawn.status == "started" and _unopened(drawn)
        if waits and expected_version in (None, now.head.version):
            return _opened(stream, drawn)
        answer = append_as_staff(
            identity,
            stream,
            happened.RoundStarted(round=round),
            expected_version=expected_version,
            key=key,
        )
        if not answer.repeated:
            open_matches(stream, round)
    return answer


def publish_and_start_round(
    identity: Identity,
    stream: UUID,
    *,
    round: int,
    expected_version: int | None = None,
    key: str | None = None,
) -> Answer:
    """Publishes a draft and starts its round, both or neither: for a hall where everybody waits beside the desk."""
    with together(identity, stream):
        publish_round(identity, stream, round=round, expected_version=expected_version, key=key)
        return start_round(identity, stream, round=round, key=f"{key}:start" if key else None)


def open_matches(stream: UUID, round_: int) -> None:
    """One match per table of the round that has nothing else that settles it; its id follows from the tournament, so a
    second run opens nothing new."""
    drawn = warm.load(stream).state.round(round_)
    if _unopened(drawn):
        _opened(stream, drawn)


def _unopened(drawn: Round) -> list[Table]:
    return [table for table in drawn.pairings if table.match is None and not table.settled]


def _opened(stream: UUID, drawn: Round) -> Answer:
    now = warm.load(stream)
    lists = _locked_lists(now)
    opened = [_open_match(now, drawn, table, lists) for table in _unopened(drawn)]
    return append_as_system(stream, *opened, key=opening_key(stream, f"opened:{drawn.round}:{drawn.seed}"))


def opening_key(stream: UUID, key: str) -> str:
    """`key`, or one of its own for who opens again what was taken back with the start of the round or the day."""
    return key if first_use(stream, key) is None else f"{key}:{warm.current(stream).head.version}"


class Lists(NamedTuple):
    """What the players handed in: the events that bring it, and the cards of the edition that it pins."""

    events: Mapping[str, tuple[Event, ...]]
    cards: Mapping[str, Cards]


def _open_match(now: warm.Warm, drawn: Round, table: Table, lists: Lists) -> happened.MatchOpened:
    match = uuid5(now.stream, f"{drawn.round}:{drawn.seed}:{table.table}")
    links = links_of(now.stream, drawn.round, table.table)
    rules = find_rules(MATCH, now.system)
    log.create_stream(MATCH, now.system, rules.version, Setup(options=links), stream_id=match)
    options = _options(now, table, lists)
    events = opening_of(now.system, table.sides, table.scenario or drawn.scenario, options)
    append_as_system(
        match,
        *events,
        *brought(now.system, table.sides, events, lists.events),
        key=opening_key(match, "opened"),
    )
    return happened.MatchOpened(round=drawn.round, table=table.table, match=str(match))


def _options(now: warm.Warm, table: Table, lists: Lists) -> dict[str, Any]:
    """The options of one match: at full detail also the cards of its edition and of its players' lists."""
    options = match_options(now.state)
    seated = [player for side in table.sides.values() for player in side]
    return pinning(now.system, options, [lists.cards[one] for one in seated if one in lists.cards])


def _locked_lists(now: warm.Warm) -> Lists:
    """The handed-in lists, once nobody can change them, in systems that have it so."""
    bring = LOCKED_LISTS.get(now.system)
    if bring is None or not now.state.lists_locked:
        return Lists({}, {})
    told = {player: entrant.roster for player, entrant in now.state.entrants.items()}
    named = {player: (one.warband, one.revision or "") for player, one in told.items() if one and one.warband}
    revisions = roster_revisions(ROSTER_KINDS[now.system], named.values())
    found = {player: revisions[key] for player, key in named.items() if key in revisions}
    editions = {row.edition: edition_cards(now.system, row.edition) for row in found.values()}
    return Lists(
        {player: bring(player, roster_in(row), editions[row.edition]) for player, row in found.items()},
        {player: editions[row.edition] for player, row in found.items()},
    )
