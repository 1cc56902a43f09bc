"""A rehearsal of an event: its own draws, played again and again by made-up players, before the day.

Everybody has a strength that nobody knows; the stronger of two wins more often, some games are drawn. Draws, standings,
cuts and brackets are those of the real event (`rulesets.tournament`), so that what comes out is what the settings do.
Called by the job that an organiser starts, and by tests. Pure but for the dice, which a seed decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.ruleset import Event, Setup
from tracker.formats.swiss import suggested_rounds
from tracker.rulesets import tournament
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.plans import base_rounds, planned_stages
from tracker.rulesets.tournament.stages import going, may_draw, to_begin
from tracker.rulesets.tournament.state import TournamentState

STRONGER = 0.75
"""How often one standard deviation of strength more wins a game."""
DRAWN = 0.06
MOST_VP = 10


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is rehearsed: how many players, clubs among them, minutes of a round and of a pause, and how often."""

    players: Annotated[int, msgspec.Meta(ge=2, le=512)]
    clubs: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    minutes: Annotated[int, msgspec.Meta(ge=5, le=600)] = 120
    pause: Annotated[int, msgspec.Meta(ge=0, le=240)] = 15
    runs: Annotated[int, msgspec.Meta(ge=1, le=500)] = 40


class Round(msgspec.Struct, frozen=True):
    """After a round, as means of all runs: unbeaten players, and how often one alone leads in points."""

    round: int
    unbeaten: float
    one_leader: float


class Report(msgspec.Struct, frozen=True):
    """What came out. Shares are between 0 and 1; figures are means of the runs.

    `tied_at_cut`: how often a shared place lies on the line; None without a cut. `tied_first`: how often the first
    place of the figures is shared. `rematches` and `club_tables`: in one event. `byes`: how many had more than one;
    `bye_rank`: the mean final place of those who had one, as a share of the field (1: the last). `best_wins`: how often
    the strongest wins, `best_cut`: how often it is in the cut. `minutes`: of the whole event.
    """

    players: int
    runs: int
    rounds: int
    suggested: int
    each: tuple[Round, ...]
    tied_first: float
    tied_at_cut: float | None
    rematches: float
    club_tables: float
    second_byes: float
    bye_rank: float | None
    best_wins: float
    best_cut: float | None
    minutes: int


class Run:
    """One rehearsal of the event."""

    def __init__(self, options: ev.Options, asked: Asked, seed: str) -> None:
        self.dice, self.asked = Random(seed), asked
        self.strength = {f"p{at}": self.dice.gauss(0, 1) for at in range(asked.players)}
        self.state: TournamentState = tournament.RULES.initial(Setup())
        self.seeds = 0
        self.leaders: list[tuple[int, int]] = []
        self.cut_tied: bool | None = None
        self.cut: tuple[str, ...] = ()
        self._register(options)

    def _tell(self, event: Event) -> None:
        self.state = tournament.RULES.evolve(self.state, event)

    def _register(self, options: ev.Options) -> None:
        plain = replace(_single(options), check_in=False, list_required=False, scenarios=(), prohibited=())
        self._tell(ev.TournamentCreated(name="rehearsal", system="any", preset="any", options=plain))
        for player in self.strength:
            club = f"c{self.dice.randrange(self.asked.clubs)}" if self.asked.clubs else None
            self._tell(ev.PlayerRegistered(player=player, club=club))

    def play(self) -> None:
        """The whole event, every stage of it. Raises `Rejected` where no round can be drawn."""
        while True:
            plan = to_begin(self.state)
            if plan is not None and len(self.state.present()) > 1:
                self._begin(plan)
            if not may_draw(self.state):
                return
            self._round()

    def _begin(self, plan: Any) -> None:
        found = going(self.state, plan)
        if plan.cut and self.cut_tied is None:
            self.cut_tied, self.cut = bool(found.tied), found.field
        number = len(self.state.stages or ((None,) if self.state.rounds else ())) + 1
        self._tell(ev.StageBegun(number=number, stage=plan, field=found.field, reason="rehearsed"))

    def _round(self) -> None:
        self.seeds += 1
        drawn = tournament.draw_next_round(self.state, f"s{self.dice.random()}")
        self._tell(drawn)
        self._tell(ev.RoundPublished(round=drawn.round))
        self._tell(ev.RoundStarted(round=drawn.round))
        for table in drawn.pairings:
            match = f"m{drawn.round}.{table.table}"
            self._tell(ev.MatchOpened(round=drawn.round, table=table.table, match=match))
            self._tell(self._result(drawn.round, table, match))
        self._tell(ev.RoundClosed(round=drawn.round))
        if drawn.method != "schedule":
            self._led()

    def _result(self, round_: int, table: ev.TablePairing, match: str) -> ev.ResultRecorded:
        sides = self.state.options.sides
        one, other = (table.sides[side][0] for side in sides)
        if self.dice.random() < DRAWN:
            vp = self.dice.randrange(MOST_VP)
            points, winner = (vp, vp), "draw"
        else:
            odds = (STRONGER / (1 - STRONGER)) ** (self.strength[one] - self.strength[other])
            first = self.dice.random() < odds / (1 + odds)
            loser = self.dice.randrange(MOST_VP)
            more = self.dice.randint(loser + 1, MOST_VP)
            points, winner = ((more, loser), sides[0]) if first else ((loser, more), sides[1])
        told = dict(zip(sides, points, strict=True))
        return ev.ResultRecorded(
            round=round_, table=table.table, match=match, match_seq=1, vp=told, winner=winner, turns=5
        )

    def _led(self) -> None:
        table = tournament.ranking(self.state)
        points = table.book.scores.tolist()
        won = Counter(
            player
            for round_ in base_rounds(self.state)
            for pairing in round_.pairings
            if pairing.result is not None
            for player in pairing.sides.get(pairing.result.winner, ())
        )
        byes = Counter(round_.bye for round_ in self.state.rounds if round_.bye is not None)
        rounds = len(self.state.rounds)
        unbeaten = sum(won[player] + byes[player] == rounds for player in self.strength)
        self.leaders.append((unbeaten, points.count(max(points))))


def rehearse(
    options: ev.Options, asked: Asked, seed: str, told: Callable[[int], None] = lambda done: None
) -> Report:
    """Plays the event as often as asked; `told` hears after each run how many are done. Raises `Rejected`."""
    runs = []
    for number in range(asked.runs):
        run = Run(options, asked, f"{seed}:{number}")
        run.play()
        runs.append(run)
        told(number + 1)
    return _report(runs, options, asked)


def _report(runs: list[Run], options: ev.Options, asked: Asked) -> Report:
    count = len(runs)
    final = [tournament.standings(run.state) for run in runs]
    ranks = [{row.player: row.rank for row in rows} for rows in final]
    best = [max(run.strength, key=run.strength.__getitem__) for run in runs]
    byes = [Counter(r.bye for r in run.state.rounds if r.bye is not None) for run in runs]
    had = [rank[player] / asked.players for rank, one in zip(ranks, byes, strict=True) for player in one]
    cuts = [run for run in runs if run.cut_tied is not None]
    rounds = max(len(run.state.rounds) for run in runs)
    length = max((len(run.leaders) for run in runs), default=0)
    return Report(
        players=asked.players,
        runs=count,
        rounds=rounds,
        suggested=suggested_rounds(asked.players, next((s.cut for s in planned_stages(options)[1:]), 0)),
        each=tuple(_round(runs, at) for at in range(length)),
        tied_first=sum(rows[0].shared for rows in final) / count,
        tied_at_cut=sum(bool(run.cut_tied) for run in cuts) / len(cuts) if cuts else None,
        rematches=sum(map(_rematches, runs)) / count,
        club_tables=sum(map(_club_tables, runs)) / count,
        second_byes=sum(sum(times > 1 for times in one.values()) for one in byes) / count,
        bye_rank=sum(had) / len(had) if had else None,
        best_wins=sum(rank[name] == 1 for rank, name in zip(ranks, best, strict=True)) / count,
        best_cut=sum(name in run.cut for run, name in zip(runs, best, strict=True)) / len(cuts)
        if cuts
        else None,
        minutes=rounds * asked.minutes + max(0, rounds - 1) * asked.pause,
    )


def _round(runs: list[Run], at: int) -> Round:
    told = [run.leaders[at] for run in runs if at < len(run.leaders)]
    return Round(
        at + 1, sum(one for one, _ in told) / len(told), sum(level == 1 for _, level in told) / len(told)
    )


def _rematches(run: Run) -> int:
    pairs = Counter(
        frozenset(player for side in table.sides.values() for player in side)
        for round_ in base_rounds(run.state)
        for table in round_.pairings
    )
    return sum(times - 1 for times in pairs.values())


def _single(options: ev.Options) -> ev.Options:
    """At an event of teams every made-up player stands for a team: who meets whom, and match points."""
    plan = options.teams
    if plan is None:
        return options
    points = ev.TournamentPoints(plan.win, plan.draw, plan.loss)
    return replace(options, teams=None, tp=points, bye=ev.ByeValue(plan.win), tiebreaks=plan.tiebreaks)


def _club_tables(run: Run) -> int:
    clubs = {entrant.player: entrant.club for entrant in run.state.entrants.values()}
    seated = [
        [clubs[player] for side in table.sides.values() for player in side]
        for round_ in run.state.rounds
        for table in round_.pairings
    ]
    return sum(one is not None and one == other for one, other in seated)
