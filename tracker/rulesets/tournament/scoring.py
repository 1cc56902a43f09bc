"""Standings of a tournament: results of the log in, ranks and figures out. Called by projections, pages and draws.

A round counts from its start: results as they are confirmed, the bye at once. With `upto_round` later rounds are
left out, so the standings after every round can be shown again for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, product

from msgspec.structs import replace

from tracker.formats.structs import Level
from tracker.rulesets.tournament import placing, seeding
from tracker.rulesets.tournament.events import Options
from tracker.rulesets.tournament.kept import Kept, settled
from tracker.rulesets.tournament.pasts import given_games
from tracker.rulesets.tournament.plans import base_rounds, rounds_of, stage_of
from tracker.rulesets.tournament.points import table_points, weighted, weighted_bye
from tracker.rulesets.tournament.state import Award, Result, Round, Stage, Table, TournamentState
from tracker.standings.book import Beside, Book, Playing
from tracker.standings.columns import Columns
from tracker.standings.given import BY_HAND
from tracker.standings.order import Table as Ranking
from tracker.standings.order import find
from tracker.standings.structs import Behind, Bye, Extra, Game, Reason, Standing, Values

PLAYED = ("started", "closed")


def standings(state: TournamentState, upto_round: int | None = None) -> tuple[Standing, ...]:
    """Everyone registered, best first, with the figures of the tournament's tie-breakers in their order."""
    last = _last_round(state, upto_round)
    objects = settled(state, last)
    return (
        _standings(state, last) if objects is None else STANDINGS.of(objects, lambda: _standings(state, last))
    )


def _standings(state: TournamentState, last: int) -> tuple[Standing, ...]:
    return ranking(state, last).standings(_ranks_after(state, last - 1) if last > 1 else None)


def _ranks_after(state: TournamentState, last: int) -> dict[str, int]:
    if settled(state, last) is None:
        return ranking(state, last).ranks_by_player()
    return {row.player: row.rank for row in standings(state, last)}


STANDINGS = Kept[tuple[Standing, ...]]()


def explain(state: TournamentState, player: str, id: str, upto_round: int | None = None) -> list[Reason]:
    """The rows that add up to a player's figure. Raises KeyError for an unknown player or tie-breaker.

    For many figures keep one `ranking` and ask it: `ranking(state, n).explain(player, id)`.
    """
    return ranking(state, upto_round).explain(player, id)


def ranking(state: TournamentState, upto_round: int | None = None) -> Ranking:
    """The ranking after a round: order, ranks, figures, explanations."""
    last = _last_round(state, upto_round)
    rounds = [r for r in base_rounds(state) if r.round <= last and r.status in PLAYED]
    behind = None if state.plays_in_teams else placing.behind(state, last, _ranks)
    ids = state.options.tiebreaks if behind is None else placing.figures(state)
    hand = [tie.players for tie in state.ties if tie.round == last]
    book = _book(state, tuple(state.entrants), rounds, behind, hand)
    out = frozenset(one.player for one in state.entrants.values() if one.disqualified)
    return Ranking(book, (*ids, BY_HAND) if hand else ids, out)


def level(state: TournamentState) -> tuple[tuple[str, ...], ...]:
    """Who is level with whom after the last round, whatever order the organiser chose among them."""
    found: dict[int, list[str]] = {}
    for player, rank in ranking(replace(state, ties=())).ranks_by_player().items():
        found.setdefault(rank, []).append(player)
    return tuple(tuple(players) for _rank, players in sorted(found.items()) if len(players) > 1)


def stage_ranking(state: TournamentState, stage: Stage) -> Ranking:
    """The ranking by the games of one stage alone, or by all that count for it: what its draws compare."""
    if stage.plan.carry or stage.number == 1:
        return Ranking(_book(state, tuple(state.entrants), base_rounds(state)), state.options.tiebreaks)
    return Ranking(_book(state, tuple(state.entrants), rounds_of(state, stage)), state.options.tiebreaks)


def levels_of(table: Ranking, level: Level) -> dict[str, int]:
    """What pairing compares: tournament points, rounds won, or the place. Of teams their match points, then."""
    if level == "rank":
        return {player: -rank for player, rank in table.ranks_by_player().items()}
    figure = find("wins" if level == "wins" else "points").figures(table.book, table.ranks)[0].tolist()
    return dict(zip(table.book.columns.players, figure, strict=True))


def paired_down(state: TournamentState, book: Book, level: Level) -> Counter[str]:
    """How often each met somebody who stood below when the round began. Nobody by places, which all differ, and nobody
    where the draw does not ask."""
    found: Counter[str] = Counter()
    columns = book.columns
    worth = (columns.result == 2).astype(int) if level == "wins" else columns.tp
    asked = state.options.weights.downs and level != "rank"
    for round_ in range(2, book.last_round + 1) if asked else ():
        before = book.sum_lines(worth * (columns.round < round_))
        down = (columns.round[columns.line] == round_) & (before[columns.own] > before[columns.other])
        found.update(columns.players[at] for at in columns.own[down].tolist())
    return found


def _ranks(state: TournamentState, players: Sequence[str], rounds: Sequence[Round]) -> dict[str, int]:
    return group_table(state, players, rounds).ranks_by_player()


def group_table(state: TournamentState, players: Sequence[str], rounds: Sequence[Round]) -> Ranking:
    """The ranking of some players, such as those of a group, by their games in these rounds."""
    book = _book(state, tuple(players), rounds, begins=rounds[0].round if rounds else 1)
    return Ranking(book, state.options.tiebreaks)


def _book(
    state: TournamentState,
    players: tuple[str, ...],
    rounds: Sequence[Round],
    behind: Behind | None = None,
    hand: Sequence[tuple[str, ...]] = (),
    begins: int = 1,
) -> Book:
    options, tp = state.options, state.options.tp
    played = [round_ for round_ in rounds if round_.status in PLAYED]
    games = [game for round_ in played for game in _games(round_, options)]
    here = set(players)
    if len(here) < len(state.entrants):
        games = [game for game in games if here.issuperset(chain(*game.players))]
    byes = [
        weighted_bye(bye, options) for round_ in played for bye in _byes(state, round_) if bye.player in here
    ]
    seed = state.rounds[0].seed if state.rounds and played else ""
    extras = [extra for extra in _extras(state, played) if extra.player in here]
    return Book(
        Columns(players, games, byes),
        seed,
        Values(tp.win, tp.draw, tp.loss, by_score=tuple(tp.by_vp.values())),
        Beside(
            behind=behind,
            extras=extras,
            hand=hand,
            ratings={name: state.entrants[name].rating or 0 for name in players if name in state.entrants},
            left=_left(state, played),
            starts=lambda: seeding.starts(state, state.entrants, seed),
            weights=options.round_weights,
            free=[
                (player, round_.round)
                for round_ in played
                if round_.team_bye is None
                for player in round_.resting
            ],
            playing=[one for round_ in played for one in _playing(round_)],
            begins=begins,
        ),
    )


def _playing(round_: Round) -> Iterator[Playing]:
    """Who sits at a table without a result: one that is played, or whose result was taken back."""
    for table in () if not round_.missing() else round_.pairings:
        if not table.settled:
            one, other = table.sides.values()
            for player, foe in product(one, other):
                yield from (Playing(round_.round, player, foe), Playing(round_.round, foe, player))


def _left(state: TournamentState, played: Sequence[Round]) -> set[str]:
    """Who has left and plays in no later round than these."""
    gone = {one.player for one in state.entrants.values() if one.dropped}
    last = max((round_.round for round_ in played), default=0)
    for round_ in state.rounds[last:] if gone else ():
        if round_.status in PLAYED:
            gone.difference_update(round_.players())
    return gone


def _extras(state: TournamentState, played: Sequence[Round]) -> Iterator[Extra]:
    """The penalties and bonuses given in these rounds; before any of the event was played, those given in the first."""
    later = any(stage.number > 1 for stage in state.stages)
    numbers = {round_.round for round_ in played} or (set[int]() if later else {1})
    return (
        Extra(note.round, note.player, note.tp) for note in state.notes if note.tp and note.round in numbers
    )


def _last_round(state: TournamentState, upto_round: int | None) -> int:
    played = sum(r.status in PLAYED for r in state.rounds)
    return played if upto_round is None else max(0, min(upto_round, played))


GAMES = Kept[tuple[Game, ...]]()


def _games(round_: Round, options: Options) -> tuple[Game, ...]:
    """The games of a round; those of a closed one are made once."""

    def made() -> tuple[Game, ...]:
        return tuple(
            weighted(_game(round_.round, pairing, pairing.result, options), options)
            for pairing in round_.pairings
            if pairing.result is not None and pairing.award is None
        )

    return GAMES.of((round_, options), made) if round_.status == "closed" else made()


def _game(round_: int, pairing: Table, result: Result, options: Options) -> Game:
    one, other = options.sides
    return Game(
        round_,
        pairing.table,
        (pairing.sides[one], pairing.sides[other]),
        table_points(result, options),
        (result.vp[one], result.vp[other]),
        None if result.winner not in options.sides else options.sides.index(result.winner),
        result.match or None,
        result.match_seq or None,
        result.turns,
        {name: (told.get(one, 0), told.get(other, 0)) for name, told in result.figures.items()},
    )


def _byes(state: TournamentState, round_: Round) -> Iterator[Bye]:
    """The bye of the pairing or of a team, the games of a round robin that are given because the opponent has
    left, the tables that staff gave, and the byes that were asked for.
    """
    options = state.options
    if round_.bye is not None:
        yield _bye(round_, round_.bye, options)
    if round_.team_bye is not None:
        yield from (_bye(round_, player, options) for player in round_.resting)
    for player, foe in given_games(state, round_):
        yield _bye(round_, player, options, foe)
    for table in round_.pairings:
        if table.award is not None:
            yield from _awarded(round_, table, table.award, options)
    yield from _asked(state, round_)


def _bye(round_: Round, player: str, options: Options, scheduled: str | None = None) -> Bye:
    value, tp = options.bye, options.tp
    won, lost = _bye_scores(round_, options)
    result = 2 if value.tp >= tp.win else 1 if value.tp >= tp.draw else 0
    return Bye(round_.round, player, value.tp, won, lost, result, scheduled=scheduled)


def _bye_scores(round_: Round, options: Options) -> tuple[int, int]:
    """The VP for and against whoever wins without an opponent."""
    value, (won, lost) = options.bye, _median_scores(round_)
    return (
        won if value.vp is None else value.vp,
        lost if value.vp_against is None else value.vp_against,
    )


def _awarded(round_: Round, table: Table, award: Award, options: Options) -> Iterator[Bye]:
    """A win as a bye gives it, and a loss without a victory point; both lose where nobody wins."""
    won, lost = _bye_scores(round_, options)
    for side, other in (options.sides, options.sides[::-1]):
        for player, foe in zip(table.sides[side], table.sides[other], strict=False):
            if side == award.winner:
                told = (options.tp.win, won, lost, 2)
                yield Bye(round_.round, player, *told, kind="forfeit_win", scheduled=foe)
            else:
                told = (options.tp.loss, 0, won if award.winner else 0, 0)
                yield Bye(round_.round, player, *told, kind="forfeit_loss", scheduled=foe)


def _asked(state: TournamentState, round_: Round) -> Iterator[Bye]:
    """The byes of those who asked for one: as a win, as a draw, or nothing.

    Only of who could have been drawn: not in a schedule, which asks nobody, nor of whom a cut has left out.
    """
    asking = [entrant for entrant in state.entrants.values() if entrant.byes and not entrant.waiting]
    if not asking or round_.method == "schedule":
        return
    stage = stage_of(state, round_.round)
    if stage is not None and stage.field:
        asking = [entrant for entrant in asking if entrant.player in stage.field]
    drawn = set(round_.players())
    for entrant in asking:
        asked = entrant.bye_in(round_.round)
        if asked is None or entrant.player in drawn:
            continue
        tp = state.options.tp
        if asked.worth == "full":
            told = (tp.win, *_bye_scores(round_, state.options), 2)
            yield Bye(round_.round, entrant.player, *told, kind="full")
        elif asked.worth == "half":
            yield Bye(round_.round, entrant.player, tp.draw, result=1, kind="half")
        else:
            yield Bye(round_.round, entrant.player, tp.loss, result=0, kind="zero")


def full_byes(state: TournamentState, round_: Round) -> list[str]:
    """Who asked for a round off and got a win for it: whoever had that gets no bye by the pairing."""
    return [bye.player for bye in _asked(state, round_) if bye.kind == "full"]


def _median_scores(round_: Round) -> tuple[int, int]:
    """The median of the winners' and of the losers' VP of the round's tables; a draw has one of each, higher first."""
    results = [
        t.result for t in round_.pairings if t.result is not None and t.award is None and not t.result.untold
    ]
    won, lost = zip(*map(_won_and_lost, results), strict=True) if results else ((), ())
    return lower_median(won), lower_median(lost)


def _won_and_lost(result: Result) -> tuple[int, int]:
    """The winner's and the loser's VP, whoever had more of them: a side may concede while it leads."""
    if result.winner not in result.vp:
        return max(result.vp.values()), min(result.vp.values())
    return result.vp[result.winner], min(vp for side, vp in result.vp.items() if side != result.winner)


def lower_median(values: Sequence[int]) -> int:
    """The median, of an even number the lower one of the two in the middle; 0 of none."""
    return sorted(values)[(len(values) - 1) // 2] if values else 0
