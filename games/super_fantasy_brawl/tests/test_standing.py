"""What the table of a match shows: the arena and what lies on it, in every state that may come, and nothing secret."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.faces import Cell, Fact
from games.hex_plans import HexPlan, id_of, place_of
from games.registry import MATCHES
from games.rulebook import Text
from games.ruleset import EVERYONE, Viewer
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.pages.faces import FACES
from games.super_fantasy_brawl.pages.plan import BEFORE, mark_of
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.tests.tables import POOLS, dealt, deployed, method, ordered, picked, trapped
from games.tests.contract import story_of

MATCH = MATCHES["super_fantasy_brawl"]


def arena(play: Any) -> HexPlan:
    assert FACES.plans is not None
    (plan,) = FACES.plans(play)
    assert isinstance(plan, HexPlan)
    return plan


@pytest.mark.parametrize("seed", range(3))
def test_every_champion_that_stands_is_drawn_and_has_its_row(seed: int) -> None:
    story = story_of(MATCH, *simulate(seed, "full"))
    for state in story.states:
        play = state.play
        if play.full is None or play.phase in BEFORE:
            continue
        standing = {id_of(one.cell) for one in play.figures.values() if one.cell is not None}
        plan = arena(play)
        assert {piece.spot for piece in plan.pieces if piece.side} == standing
        assert {piece.spot for piece in plan.pieces if not piece.side} == {
            id_of(one.cell) for one in play.full.traps
        }
        assert {place_of(spot.id) for spot in plan.spots} == set(play.full.ground.cells)
        champions = [one for one in FACES.tallies(play) if one.side and len(one.head) == 4]
        assert sum(len(one.rows) for one in champions) >= len(play.figures)


@pytest.mark.parametrize("seed", range(3))
def test_the_table_is_the_same_for_whoever_looks(seed: int) -> None:
    """SFB-HID-01, -03: neither hands nor faces of traps can be read off it."""
    story = story_of(MATCH, *simulate(seed, "full"))
    assert FACES.plans is not None
    for state in story.states[:: len(story.states) // 40 or 1]:
        viewers = [EVERYONE, *(Viewer("player", ps[0], side) for side, ps in MATCH.sides(state).items())]
        seen = [MATCH.visible_to(state, viewer).play for viewer in viewers]
        assert len({repr(FACES.plans(play)) for play in seen}) == 1
        assert len({repr((list(FACES.facts(play)), list(FACES.tallies(play)))) for play in seen}) == 1


@pytest.mark.parametrize("level", ["turns", "full"])
def test_every_cell_says_something_in_both_languages(level: str) -> None:
    for state in story_of(MATCH, *simulate(1, level)).states[::7]:
        for tally in FACES.tallies(state.play):
            assert all(len(row) == len(tally.head) for row in tally.rows)
            assert all(_told(cell) for row in tally.rows for cell in row[:1])


def _told(cell: Cell) -> bool:
    if isinstance(cell, tuple):
        return all(map(_told, cell))
    return (
        bool(cell.values) if isinstance(cell, Fact) else isinstance(cell, Text) and bool(cell.en and cell.ru)
    )


def test_champions_that_begin_alike_are_told_apart_by_a_number() -> None:
    play = deployed(dealt(trapped())).state
    one, other = list(play.figures)[:2]
    assert [mark_of(play, key).en for key in (one, other)] == ["An", "Br"]
    alike = {**play.figures, other: replace(play.figures[other], slug="anvil")}
    assert [mark_of(replace(play, figures=alike), key).en for key in (one, other)] == ["A1", "A2"]


def test_a_draft_says_whose_choice_is_next_and_what_is_left() -> None:
    case = method(ordered(), "tournament_draft")
    for player, pool in POOLS.items():
        case = case.when(e.DraftPoolSet(player=player, champions=pool))
    assert said(case.state)["bans_now", ""] == ("r",)
    case = case.when(e.ChampionBanned(by="r", owner="b", champion="frost"))
    case = case.when(e.ChampionBanned(by="b", owner="r", champion="anvil"))
    case = picked(case, ("r", "bramble"))
    told = said(case.state)
    assert told["picks_now", ""] == ("b",) and told["champions", "red"] == ("bramble",)
    assert told["left", "red"] == ("cinder", "drift", "echo") and told["banned", "blue"] == ("frost",)


def said(play: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
    return {(one.field, one.side): one.values for one in FACES.facts(play)}
