"""An event of ten thousand players over twelve rounds to its end, every event judged; draws in memory.

How long a draw takes says `manage.py bench pairing`.
"""

from __future__ import annotations

import tracemalloc
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.ruleset import SYSTEM, Event, Setup
from tracker.pairing import swiss
from tracker.pairing.structs import Field, Order, Player, Weights
from tracker.rulesets.tournament import RULES, draw_next_round, standings
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import created

PLAYERS, ROUNDS = 10_000, 12


class Large:
    """The event, and what everybody has earned and how often sat out as the results say it, counted here alone."""

    def __init__(self, players: int, rounds: int) -> None:
        self.dice, self.points, self.byes = Random(1), Counter[str](), Counter[str]()
        self.state: Any = RULES.initial(Setup())
        tiebreaks = ("points", "sos", "sos_cut", "vp_diff", "lot")
        self.tell(created(rounds=rounds, check_in=False, weights=Weights(thirds=20), tiebreaks=tiebreaks))
        for at in range(players):
            self.tell(ev.PlayerRegistered(player=f"p{at}", club=f"c{self.dice.randrange(players // 20)}"))

    def tell(self, event: Event) -> None:
        assert RULES.check(self.state, event, SYSTEM) == ()
        self.state = RULES.evolve(self.state, event)

    def play(self, number: int) -> ev.RoundDrawn:
        drawn = draw_next_round(self.state, f"s{number}")
        for event in (drawn, ev.RoundPublished(round=number), ev.RoundStarted(round=number)):
            self.tell(event)
        for table in drawn.pairings:
            match = f"m{number}.{table.table}"
            self.tell(ev.MatchOpened(round=number, table=table.table, match=match))
            result = self._result(number, table.table, match)
            self.tell(result)
            self._count(table.sides, result)
        self.tell(ev.RoundClosed(round=number))
        if drawn.bye is not None:
            self.byes[drawn.bye] += 1
            self.points[drawn.bye] += self.state.options.bye.tp
        return drawn

    def _count(self, sides: dict[str, tuple[str, ...]], result: ev.ResultRecorded) -> None:
        worth = self.state.options.tp
        for side, (name,) in sides.items():
            drawn, won = result.winner == "draw", result.winner == side
            self.points[name] += worth.draw if drawn else worth.win if won else worth.loss

    def _result(self, number: int, table: int, match: str) -> ev.ResultRecorded:
        one, other = self.dice.randint(0, 8), self.dice.randint(0, 8)
        winner = "draw" if one == other else "alliance" if one > other else "serpent"
        vp = {"alliance": one, "serpent": other}
        return ev.ResultRecorded(round=number, table=table, match=match, match_seq=9, vp=vp, winner=winner)


def played(players: int, rounds: int) -> Large:
    """Nobody meets anybody twice or sits out twice, all who play count, and points are those of the results."""
    large, met = Large(players, rounds), set[frozenset[str]]()
    for number in range(1, rounds + 1):
        drawn = large.play(number)
        pairs = {frozenset(p for side in one.sides.values() for p in side) for one in drawn.pairings}
        assert len(pairs) == players // 2 and not pairs & met
        met |= pairs
    large.tell(ev.TournamentFinished())
    found = standings(large.state)
    assert len(found) == players and found[0].figures[0].id == "points"
    assert all(row.figures[0].value == large.points[row.player] for row in found)
    assert large.byes.total() == rounds * (players % 2) and set(large.byes.values()) <= {1}
    return large


@pytest.mark.parametrize("players", [1_000, 501])
def test_an_event_of_hundreds_to_the_end(players: int):
    played(players, 3)


@pytest.mark.soak
def test_ten_thousand_players_and_twelve_rounds_to_the_end():
    played(PLAYERS, ROUNDS)


def field(players: int, order: Order = "lot", exact: bool = False) -> Field:
    """Half of one club if drawn by lot, and sides uneven; with `exact` everybody on a level of their own."""
    dice = Random(1)
    found = []
    for at in range(players):
        level, club = dice.choice((0, 3, 6, 9)), "big" if dice.random() < 0.5 else None
        level, club = -at if exact else level, club if order == "lot" else None
        found.append(Player(f"p{at}", level, balance=dice.choice((-1, 0, 1)), club=club, start=at + 1))
    return Field(players=tuple(found), round=2, seed="x", sides=("a", "b"), order=order)


def peak(some: Field) -> int:
    """The most bytes that a draw holds at once."""
    tracemalloc.start()
    swiss.draw(some)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("order", "exact"), [("lot", False), ("lot", True), ("fold", False)])
def test_the_memory_of_a_draw_grows_with_the_field_alone(order: Order, exact: bool):
    """Twice the players need twice the memory, or less where a part does not grow."""
    peaks = [peak(field(players, order, exact)) for players in (2_500, 5_000, 10_000, 20_000)]
    assert all(twice < 2.3 * once for once, twice in pairwise(peaks)), peaks
