"""Random events of every format and constraint: every Swiss draw costs what an exact matching by networkx costs.

A thousand events in all; 40 of them in every run, the others in the step of long tests.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import networkx
import pytest

from games.replay import judge
from games.ruleset import SYSTEM, Rejected, Setup
from games.ruleset import Event as Happened
from tracker.formats.structs import Level, Seeding, Stage
from tracker.pairing.cost import Costs
from tracker.pairing.structs import BYE, CRITERIA, ORDER, REMATCHES, SCORE, SOFT, Field, Order, Weights
from tracker.pairing.swiss import draw
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.stages import going, may_draw, to_begin
from tracker.rulesets.tournament.state import TournamentState
from tracker.rulesets.tournament.team_events import TeamEntered
from tracker.rulesets.tournament.team_plans import TeamPlan

SHIFT = 40
ORDERS: tuple[Order, ...] = ("lot", "fold", "slide", "adjacent")
LEVELS: tuple[Level | None, ...] = (None, "rank", "wins")
SEEDINGS: tuple[Seeding, ...] = ("ranking", "registered", "lot", "rating")


def exact(field: Field) -> tuple[int, ...]:
    """The least cost of the field by networkx, on the whole graph, the bye as one more node."""
    costs = Costs(field)
    size, order = len(field.players), costs.bye_order
    graph = networkx.Graph()
    for one in range(size):
        for other in range(one + 1, size):
            if other not in costs.forbidden[one]:
                met, score = costs.met[one].get(other, 0), costs.score(one, other)
                told = met, 0, score, costs.soft(one, other), costs.order(one, other)
                graph.add_edge(one, other, weight=-_number(told), told=told)
    if size % 2:
        for rank, one in enumerate(order):
            graph.add_edge(one, size, weight=-_number((0, rank, 0, 0, 0)), told=(0, rank, 0, 0, 0))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    sums = [sum(graph.edges[pair]["told"][at] for pair in found) for at in range(5)]
    named = dict(zip((REMATCHES, BYE, SCORE, SOFT, ORDER), sums, strict=True))
    return tuple(named[criterion] for criterion in CRITERIA)


def _number(told: tuple[int, ...]) -> int:
    total = 0
    for digit in told:
        total = (total << SHIFT) + digit
    return total


def repeats(field: Field, drawn: ev.RoundDrawn) -> int:
    """How many of the round sit at a table a second time, but for those who keep theirs."""
    return sum(again(field, table, table.table) for table in moving(field, drawn))


def moving(field: Field, drawn: ev.RoundDrawn) -> list[ev.TablePairing]:
    kept = set(field.fixed)
    return [
        table
        for table in drawn.pairings
        if not any((player, table.table) in kept for side in table.sides.values() for player in side)
    ]


def again(field: Field, seated: ev.TablePairing, at: int) -> int:
    tables = {player.id: player.tables for player in field.players}
    return sum(at in tables[player] for side in seated.sides.values() for player in side)


def fewest_repeats(field: Field, drawn: ev.RoundDrawn) -> int:
    """The same by an exact assignment of networkx."""
    graph, tables = networkx.Graph(), moving(field, drawn)
    for one in tables:
        for other in tables:
            graph.add_edge(("pair", one.table), ("at", other.table), weight=-again(field, one, other.table))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return -sum(int(graph.edges[pair]["weight"]) for pair in found)


class Event:
    """A random event: format, level, order of seeds, clubs, towns, friends, forbidden pairs, weights, tables, teams or
    doubles; who leaves, who comes late.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.drawn = self.tables = 0
        self.state: TournamentState = RULES.initial(Setup())
        self.teams = self.dice.choice((None, None, None, TeamPlan(2, substitutes=0), TeamPlan(2, "doubles")))
        names = [f"p{at}" for at in range(self.dice.randint(4, 17))]
        pairs = tuple((names[at], names[at + 2]) for at in range(self.dice.choice((0, 0, 1, 2))))
        weights = ((0, 1000), (0, 50), (0, 1), (0, 20), (0, 200), (0, 500))
        options = ev.Options(
            rounds=self.dice.randint(2, 5),
            sides=("a", "b"),
            check_in=False,
            tiebreaks=("points", "vp_diff", "sos", "lot"),
            stages=self._plan(),
            prohibited=() if self.teams else pairs,
            weights=Weights(*(self.dice.choice(told) for told in weights)),
            fresh_tables=self.dice.random() < 0.4,
            teams=self.teams,
        )
        self.tell(ev.TournamentCreated(name="Cup", system="x", preset="x", options=options))
        for name in names:
            self.arrive(name)

    def _plan(self) -> tuple[Stage, ...]:
        swiss = self._swiss()
        if self.teams:
            further = ((), (Stage("single_elimination", cut=2),), (Stage("round_robin", cut=3),))
            return self.dice.choice(((swiss, *self.dice.choice(further)), (Stage("double_elimination"),)))
        after = (
            (),
            (Stage("single_elimination", cut=4, third_place=True),),
            (Stage("double_elimination", cut=4),),
            (Stage("round_robin", cut=4, legs=2),),
            (Stage("swiss", rounds=2, cut=4),),
            (Stage("swiss", rounds=2, cut=4, carry=True),),
        )
        alone = (
            (Stage("round_robin", groups=2), Stage("single_elimination", cut=4)),
            (Stage("double_elimination"),),
        )
        return self.dice.choice(alone) if self.dice.random() < 0.2 else (swiss, *self.dice.choice(after))

    def _swiss(self) -> Stage:
        """By points, by the whole ranking, by wins; by lot among equals or in an order of seeds, accelerated or not."""
        level = self.dice.choice(LEVELS)
        order, seeding = self.dice.choice(ORDERS), self.dice.choice(SEEDINGS)
        if level == "rank" or self.dice.random() < 0.4:
            return Stage("swiss", level=level)
        baku = seeding != "ranking" and self.dice.random() < 0.4
        return Stage(
            "swiss", level=level, order=order, seeding=seeding, acceleration="baku" if baku else "none"
        )

    def tell(self, event: Happened) -> None:
        assert judge(RULES, self.state, event, SYSTEM) == ()
        self.state = RULES.evolve(self.state, event)

    def arrive(self, name: str) -> None:
        self.tell(
            ev.PlayerRegistered(
                player=name,
                club=self.dice.choice((None, "n", "s", "w")),
                town=self.dice.choice((None, "t", "u")),
            )
        )
        self.tell(desk.PlayersRated(ratings={name: self.dice.randint(800, 2000)}))
        if not self.teams:
            return
        alone = [player for player in self.state.entrants if self.state.team_of(player) is None]
        if len(alone) == self.teams.size:
            self.tell(TeamEntered(team=f"t-{name}", name=f"T {name}", members=tuple(alone)))

    def wish(self) -> None:
        """Two are kept apart from now on, or wish not to meet; somebody keeps a table."""
        one, other = self.dice.sample(sorted(self.state.teams or self.state.entrants), 2)
        luck = self.dice.random()
        known = {frozenset(pair) for pair in (*self.state.prohibited, *self.state.friends)}
        if luck < 0.3 and not self.teams and frozenset((one, other)) not in known:
            self.tell(desk.PairKeptApart(players=(one, other), wish=luck > 0.1))
        elif luck > 0.8 and not self.teams:
            table = self.dice.randint(1, 3)
            taken = {entrant.table for entrant in self.state.entrants.values()}
            if table not in taken and not self.state.entrants[one].dropped:
                self.tell(desk.TableFixed(player=one, table=table))

    def play(self) -> None:
        while True:
            plan = to_begin(self.state)
            if plan is not None:
                field = going(self.state, plan).field
                if len(field) < max(2, 2 * plan.groups):
                    return
                before = self.state.stages or self.state.rounds[:1]
                number = len(self.state.stages) + (not self.state.stages and bool(before)) + 1
                self.tell(ev.StageBegun(number=number, stage=plan, field=field, reason="so it is"))
            if not may_draw(self.state) or not self.round():
                return

    def round(self) -> bool:
        seed = f"s{len(self.state.seeds)}"
        try:
            drawn = draw_next_round(self.state, seed)
        except Rejected:
            return False
        if drawn.method == "swiss":
            self.agrees(next_field(self.state, seed), drawn)
        self.tell(drawn)
        self.tell(ev.RoundPublished(round=drawn.round))
        self.tell(ev.RoundStarted(round=drawn.round))
        for table in drawn.pairings:
            self.score(drawn.round, table.table)
        self.tell(ev.RoundClosed(round=drawn.round))
        for entrant in tuple(self.state.entrants.values()):
            if not entrant.dropped and self.dice.random() < 0.06:
                self.tell(ev.PlayerDropped(player=entrant.player))
        if self.dice.random() < 0.2:
            self.arrive(f"late{len(self.state.entrants)}")
        self.wish()
        return True

    def agrees(self, field: Field, drawn: ev.RoundDrawn) -> None:
        certificate = draw(field).certificate
        if field.fresh and not self.teams:
            assert repeats(field, drawn) == fewest_repeats(field, drawn)
            self.tables += 1
        assert tuple(certificate.cost.get(criterion, 0) for criterion in CRITERIA) == exact(field)
        self.drawn += 1

    def score(self, round_: int, table: int) -> None:
        match = f"m{round_}.{table}"
        self.tell(ev.MatchOpened(round=round_, table=table, match=match))
        vp = {"a": self.dice.randint(0, 6), "b": self.dice.randint(0, 6)}
        winner = "draw" if vp["a"] == vp["b"] else max(vp, key=vp.__getitem__)
        self.tell(
            ev.ResultRecorded(round=round_, table=table, match=match, match_seq=1, vp=vp, winner=winner)
        )


def played(seeds: range) -> Counter[str]:
    """What was compared: draws, of teams, in an order of seeds, accelerated, and seatings."""
    found: Counter[str] = Counter()
    for seed in seeds:
        event = Event(seed)
        event.play()
        plan = event.state.options.stages[0]
        found.update(draws=event.drawn, tables=event.tables, teams=event.drawn if event.teams else 0)
        found.update(orders=event.drawn if plan.order != "lot" else 0)
        found.update(accelerated=event.drawn if plan.acceleration != "none" else 0)
    return found


def test_draws_of_random_events_cost_what_an_exact_matching_costs():
    assert played(range(12))["draws"] > 20


@pytest.mark.soak
def test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs():
    found = played(range(12, 1000))
    assert found["draws"] > 2000
    assert min(found.values()) > 120, found
