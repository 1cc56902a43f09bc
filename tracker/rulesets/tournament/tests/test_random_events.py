"""Random events of every format and constraint: every Swiss draw costs what an exact matching by networkx costs.

A thousand events in all; 40 of them in every run, the others in the step of long tests.
"""

from __future__ import annotations

from random import Random

import networkx
import pytest

from games.replay import judge
from games.ruleset import SYSTEM, Rejected, Setup
from games.ruleset import Event as Happened
from tracker.formats.structs import Stage
from tracker.pairing.cost import Costs
from tracker.pairing.structs import BYE, CRITERIA, ORDER, REMATCHES, SCORE, SOFT, Field, Weights
from tracker.pairing.swiss import draw
from tracker.rulesets.tournament import RULES, draw_next_round
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.stages import going, may_draw, to_begin
from tracker.rulesets.tournament.state import TournamentState

SHIFT = 40


def exact(field: Field) -> tuple[int, ...]:
    """The least cost of the field by networkx, on the whole graph, the bye as one more node."""
    costs = Costs(field)
    size, order = len(field.players), costs.bye_order()
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


class Event:
    """A random event: format, level, clubs, forbidden pairs, weights, who leaves, who comes late."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.drawn = 0
        self.state: TournamentState = RULES.initial(Setup())
        names = [f"p{at}" for at in range(self.dice.randint(4, 17))]
        pairs = tuple((names[at], names[at + 2]) for at in range(self.dice.choice((0, 0, 1, 2))))
        options = ev.Options(
            rounds=self.dice.randint(2, 5),
            sides=("a", "b"),
            check_in=False,
            tiebreaks=("points", "vp_diff", "sos", "lot"),
            stages=self._plan(),
            prohibited=pairs,
            weights=Weights(*(self.dice.choice(told) for told in ((0, 1000), (0, 50), (0, 1), (0, 20)))),
        )
        self.tell(ev.TournamentCreated(name="Cup", system="x", preset="x", options=options))
        for name in names:
            self.arrive(name)

    def _plan(self) -> tuple[Stage, ...]:
        swiss = Stage("swiss", level=self.dice.choice((None, "rank", "wins")))
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

    def tell(self, event: Happened) -> None:
        assert judge(RULES, self.state, event, SYSTEM) == ()
        self.state = RULES.evolve(self.state, event)

    def arrive(self, name: str) -> None:
        self.tell(ev.PlayerRegistered(player=name, club=self.dice.choice((None, "n", "s", "w"))))

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
            self.agrees(next_field(self.state, seed))
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
        return True

    def agrees(self, field: Field) -> None:
        certificate = draw(field).certificate
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


def played(seeds: range) -> int:
    drawn = 0
    for seed in seeds:
        event = Event(seed)
        event.play()
        drawn += event.drawn
    return drawn


def test_draws_of_random_events_cost_what_an_exact_matching_costs():
    assert played(range(12)) > 20


@pytest.mark.soak
def test_draws_of_a_thousand_random_events_cost_what_an_exact_matching_costs():
    assert played(range(12, 1000)) > 2000
