"""What lies openly on a table of Last Battle, and what its players hold to be seen: of whole simulated matches."""

from __future__ import annotations

import pytest

from games.faces import Cell, Fact, OfSide, Tally
from games.last_battle.pages.faces import FACES, WORDS
from games.last_battle.pages.tallies import tallies
from games.last_battle.play.simulate import simulate
from games.last_battle.rules import LastBattle
from games.last_battle.state import LastBattleState
from games.last_battle.tests.tables import fell, ready, turn
from games.lines import Line
from games.rulebook import PLACEHOLDER, Text
from games.ruleset import EVERYONE

RULES = LastBattle()
SEEDS = 8
"""Of these matches together every battlefield is played."""


def states(seed: int, level: str, players: int = 1) -> list[LastBattleState]:
    """Every tenth state of a match, and its last one."""
    setup, logged = simulate(seed, level, players)
    state, found = RULES.initial(setup), []
    for number, (event, _by) in enumerate(logged):
        state = RULES.evolve(state, event)
        if number % 10 == 0:
            found.append(state)
    return [*found, state]


@pytest.mark.parametrize("level", ["turns", "full"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_cell_has_words_and_every_row_is_as_wide_as_its_head(level: str, seed: int) -> None:
    seen = 0
    for state in states(seed, level, 1 + seed % 2):
        for tally in FACES.tallies(state):
            assert {len(row) for row in tally.rows} == {len(tally.head)}
            for row in (tally.head, *tally.rows):
                assert all(map(_is_worded, row))
                seen += 1
    assert seen


def _is_worded(cell: Cell) -> bool:
    if isinstance(cell, tuple):
        return bool(cell) and all(map(_is_worded, cell))
    if isinstance(cell, Line):
        told = WORDS.lines[cell.key]
        return all(cell.data.get(name) is not None for name in PLACEHOLDER.findall(told.en + told.ru))
    if isinstance(cell, OfSide):
        return cell.side in WORDS.sides
    return bool(cell.values) if isinstance(cell, Fact) else bool(cell.en and cell.ru)


@pytest.mark.parametrize("level", ["turns", "full"])
def test_the_fallen_stand_below_those_in_play(level: str) -> None:
    fallen = 0
    for state in states(2, level):
        figures = [one for one in FACES.tallies(state) if one.head[0] == Line("column_figure")]
        told = {tally.side: _gone(tally) for tally in figures}
        assert told == {
            side: [one.figure_id for one in state.fallen if one.side == side] for side in told
        } and sum(map(len, told.values())) == len(state.fallen)
        fallen = max(fallen, len(state.fallen))
    assert fallen > 1


def _gone(tally: Tally) -> list[str]:
    rows = [row[0] for place, row in enumerate(tally.rows) if place in tally.gone]
    assert sorted(tally.gone) == list(range(len(tally.rows) - len(rows), len(tally.rows)))
    return [one.values[0] for one in rows if isinstance(one, Fact)]


def test_nobody_without_a_seat_is_told_a_secret() -> None:
    told = 0
    for state in states(1, "full"):
        assert not list(FACES.held(RULES.visible_to(state, EVERYONE)))
        told += len(list(FACES.held(state)))
    assert told


def test_a_scheme_is_told_to_whom_it_was_shown() -> None:
    shown = [
        (one.player, one.shown)
        for seed in range(SEEDS)
        for state in states(seed, "turns", 2)
        for one in FACES.held(state)
        if one.field == "notes" and one.shown
    ]
    assert shown and all(player not in others for player, others in shown)


def test_who_fell_keeps_the_cost_and_how_it_fell_is_said() -> None:
    """A dash stood there, and "left the table" of whoever was killed."""
    state = ready("sea").when(turn(1, casualties=(fell("s1"),))).then_accepted()
    (tally,) = [one for one in tallies(state) if one.side == "serpent"]
    name, cost, how = tally.rows[-1]
    costs = {figure.figure_id: figure.cost for figure in state.squads["s"].figures}
    assert name == Fact(field="figure", values=("s1",)) and how == Fact(field="how", values=("killed",))
    assert cost == Text(str(costs["s1"]), str(costs["s1"]))
