"""Whatever happens in a match at full detail was offered before, to staff and to the player who did it."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle.full import events as f
from games.last_battle.play.simulate import simulate
from games.last_battle.tests.full.plots import harmed, plotted
from games.registry import MATCHES
from games.ruleset import REFEREE, NextEvent, Viewer
from games.testing import Case, accepts

RULES = MATCHES["last_battle"]
ELSEWHERE = {"figure_fell_elsewhere", "figures_hired_elsewhere", "hand_drawn"}
"""Told by other tables at any time; and draws of no card, which nobody needs to be asked for."""


@pytest.mark.parametrize("seed", range(8))
def test_what_happens_was_offered(seed: int) -> None:
    setup, logged = simulate(seed, "full", players_per_side=1 + seed % 2)
    state = RULES.initial(setup)
    for event, by in logged:
        kind = event.__struct_config__.tag
        offers = RULES.next_events(state, REFEREE)
        if kind not in ELSEWHERE:
            assert kind in {offer.type for offer in offers}, (kind, by)
        if by.role == "player" and kind not in ELSEWHERE:
            own = RULES.next_events(state, _viewer(state, by.player))
            assert any(offer.type == kind and by.player in offer.players for offer in own), (kind, by)
        state = RULES.evolve(state, event)


def test_a_turn_report_between_two_turns_says_what_the_strategies_may_give() -> None:
    """As in a match that is told turn by turn: what a program cannot read of the offer it would have to guess."""
    setup, logged = simulate(0, "full")
    state, seen = RULES.initial(setup), 0
    for event, _by in logged:
        for offer in RULES.next_events(state, REFEREE):
            if offer.type == "turn_reported":
                seen += 1
                assert set(offer.limits) == {"turn", "strategy.serpent", "strategy.alliance"}
        state = RULES.evolve(state, event)
    assert seen


def _viewer(state: Any, player: str | None) -> Viewer:
    side = next(side for side, players in RULES.sides(state).items() if player in players)
    return Viewer("player", player, side)


@accepts("LB-UNIQ-06", "LB-UNIQ-07")
def test_the_noted_leader_is_named_where_it_scores() -> None:
    """The name stays secret until the first award: nothing asks its owner to give it away for nothing."""
    case = plotted("serpent", "elimination_of_leaders", ((), ("s-lead",)))

    def named(case: Case) -> list[NextEvent]:
        offers = case.rules.next_events(case.state, REFEREE)
        return [one for one in offers if one.type == "scheme_note_published"]

    assert not named(case)
    assert not named(case.when(harmed("s-lead", "a1", left=3)))
    halved = case.when(harmed("s-lead", "a1", left=2))
    assert [one.choices["note"] for one in named(halved)] == [("s-lead",)]
    late = halved.when(f.FigureActivated(figure="a1"))
    assert not named(late)
