"""Named battlefields and arenas have drawn boards of the program's own, which say that they are inventions."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import neighbours
from games.registry import MATCHES
from games.ruleset import SYSTEM, Setup
from games.senjutsu.boards import OWN_BOARDS, OwnBoard
from games.senjutsu.facts import BATTLEFIELDS
from games.senjutsu.opening import open_table
from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.testing import given
from tracker.pages.match_forms.senjutsu.full.board import _sketch

SIDES: dict[str, tuple[str, ...]] = {"red": ("anna",), "blue": ("boris",)}


def test_every_named_place_has_a_drawn_board_that_says_what_it_is() -> None:
    assert set(OWN_BOARDS) == set(BATTLEFIELDS)
    for name in BATTLEFIELDS:
        told = _sketch(name)
        assert told is not None and len(told["hexes"]) >= 40
    assert _sketch(None) is None
    assert OWN_ARENAS and all("invented" in arena.name for arena in OWN_ARENAS.values())


@pytest.mark.parametrize("board", OWN_BOARDS.values(), ids=OWN_BOARDS)
def test_a_board_is_one_piece_and_its_starts_lie_opposite_on_its_edge(board: OwnBoard) -> None:
    places = set(board.hexes)
    reached, edge = {board.hexes[0]}, [board.hexes[0]]
    while edge:
        found = {near for place in edge for near in neighbours(place)} & places - reached
        reached |= found
        edge = list(found)
    assert reached == places and not places & set(board.holes)
    assert set(board.starts) <= places and len(board.starts) == 6
    for start in board.starts:
        assert any(near not in places for near in neighbours(start)), start
    assert {(-q, -r) for q, r in places} == places, "both sides meet the same ground"


def opened(scenario: str | None, options: dict[str, Any]) -> Any:
    """The first event of such a match."""
    (event,) = open_table(SIDES, scenario, options, lambda names, n: list(names[:n]))
    return event


def test_a_match_at_full_detail_opens_on_it_unless_told_otherwise() -> None:
    full, own = {"detail": "full", "layout": "own"}, OWN_BOARDS["icy_bridge"]
    event = opened("icy_bridge", full)
    given(MATCHES["senjutsu"], Setup(), [(event, SYSTEM)])
    assert event.board == own.hexes and event.starts == own.starts
    for scenario, options in (
        (None, full),
        ("icy_bridge", {"detail": "full"}),
        ("icy_bridge", {"detail": "full", "layout": "none"}),
        ("icy_bridge", {"detail": "turns", "layout": "own"}),
    ):
        plain = opened(scenario, options)
        assert plain.board is None and plain.starts is None
    assert opened("icy_bridge", {**full, "board": [[0, 0], [0, 1]]}).board == ((0, 0), (0, 1))
