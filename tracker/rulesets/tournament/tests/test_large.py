"""An event of ten thousand players over twelve rounds to its end, every event judged; draws in time and in memory."""

from __future__ import annotations

import time
import tracemalloc
from random import Random
from typing import Any

import pytest

from games.ruleset import SYSTEM, Event, Setup
from tracker.pairing import swiss
from tracker.pairing.structs import Field, Player, Weights
from tracker.rulesets.tournament import RULES, draw_next_round, standings
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.tests.story import created

PLAYERS, ROUNDS = 10_000, 12


class Large:
    """The event, and how long its draws took in processor time."""

    def __init__(self, players: int, rounds: int) -> None:
        self.dice, self.drawing = Random(1), list[float]()
        self.state: Any = RULES.initial(Setup())
        tiebreaks = ("points", "sos", "sos_cut", "vp_diff", "lot")
        self.tell(created(rounds=rounds, check_in=False, weights=Weights(thirds=20), tiebreaks=tiebreaks))
        for at in range(players):
            self.tell(ev.PlayerRegistered(player=f"p{at}", club=f"c{self.dice.randrange(players // 20)}"))

    def tell(self, event: Event) -> None:
        assert RULES.check(self.state, event, SYSTEM) == ()
        self.state = RULES.evolve(self.state, event)

    def play(self, number: int) -> ev.RoundDrawn:
        begun = time.process_time()
        drawn = draw_next_round(self.state, f"s{number}")
        self.drawing.append(time.process_time() - begun)
        for event in (drawn, ev.RoundPublished(round=number), ev.RoundStarted(round=number)):
            self.tell(event)
        for table in drawn.pairings:
            match = f"m{number}.{table.table}"
            self.tell(ev.MatchOpened(round=number, table=table.table, match=match))
            self.tell(self._result(number, table.table, match))
        self.tell(ev.RoundClosed(round=number))
        return drawn

    def _result(self, number: int, table: int, match: str) -> ev.ResultRecorded:
        one, other = self.dice.randint(0, 8), self.dice.randint(0, 8)
        winner = "draw" if one == other else "alliance" if one > other else "serpent"
        vp = {"alliance": one, "serpent": other}
        return ev.ResultRecorded(round=number, table=table, match=match, match_seq=9, vp=vp, winner=winner)


def played(players: int, rounds: int) -> Large:
    """Nobody meets anybody twice, and all who play count."""
    large, met = Large(players, rounds), set[frozenset[str]]()
    for number in range(1, rounds + 1):
        drawn = large.play(number)
        pairs = {frozenset(p for side in one.sides.values() for p in side) for one in drawn.pairings}
        assert len(pairs) == players // 2 and not pairs & met
        met |= pairs
    large.tell(ev.TournamentFinished())
    assert len(standings(large.state)) == players
    return large


def test_a_thousand_players_to_the_end():
    played(1_000, 3)


@pytest.mark.soak
def test_ten_thousand_players_and_twelve_rounds_to_the_end():
    """Three seconds of a busy machine's processor for a round that takes less than one on a free one."""
    assert min(played(PLAYERS, ROUNDS).drawing) < 3


def field(players: int) -> Field:
    """Half of the field of one club, and sides uneven: of ten thousand the bound is not met, a "window" draw."""
    dice = Random(1)
    found = []
    for at in range(players):
        level, club = dice.choice((0, 3, 6, 9)), "big" if dice.random() < 0.5 else None
        found.append(Player(f"p{at}", level, balance=dice.choice((-1, 0, 1)), club=club))
    return Field(players=tuple(found), round=2, seed="x", sides=("a", "b"))


@pytest.mark.soak
def test_a_window_draw_of_ten_thousand_takes_a_second_and_memory_grows_with_the_field_alone():
    begun = time.process_time()
    assert swiss.draw(field(PLAYERS)).certificate.proof == "window"
    assert time.process_time() - begun < 3
    peaks = []
    for players in (2_500, 10_000):
        some = field(players)
        tracemalloc.start()
        swiss.draw(some)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 6 * peaks[0]
