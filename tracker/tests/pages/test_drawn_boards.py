"""Named battlefields and arenas have drawn boards of the program's own, which say that they are inventions."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from typing import Any

import pytest
from django.test import Client

from games.hexes import neighbours
from games.last_battle.facts import BATTLEFIELDS as TABLES
from games.last_battle.pages.tables import OWN_TABLES, size_of
from games.registry import MATCHES
from games.ruleset import SYSTEM, Setup
from games.senjutsu.boards import OWN_BOARDS, OwnBoard
from games.senjutsu.facts import BATTLEFIELDS
from games.senjutsu.opening import open_table
from games.senjutsu.pages.plan import SKETCH, plans
from games.senjutsu.state import SenjutsuState
from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.testing import given
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.dojo import Duel
from tracker.tests.pages.full_table import FullTable

SIDES: dict[str, tuple[str, ...]] = {"red": ("anna",), "blue": ("boris",)}


def test_every_named_place_has_a_drawn_board_that_says_what_it_is() -> None:
    assert set(OWN_BOARDS) == set(BATTLEFIELDS)
    for name in BATTLEFIELDS:
        (told,) = plans(SenjutsuState(battlefield=name))
        assert told.bare and len(told.spots) >= 40 and told.note == SKETCH
    assert plans(SenjutsuState()) == ()
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


def test_tables_of_last_battle_keep_the_measures_of_the_rulebook() -> None:
    """Sizes, zones, portals (LB-HEAV-09), pillars and the centre of the Dungeon (LB-DUNG-03), in cm."""
    assert set(OWN_TABLES) == set(TABLES)
    for key, table in OWN_TABLES.items():
        wide, tall = size_of(key)
        assert sorted((wide, tall)) == sorted(TABLES[key].table_cm)
        zones = [one for one in (*table.areas, *table.rounds) if one.kind == "zone"]
        assert sorted(one.side for one in zones) == ["alliance", "serpent"] and all(
            one.label for one in zones
        )
        assert all(x >= 0 and x + w <= wide and y >= 0 and y + h <= tall for x, y, w, h in of(table, "areas"))
        assert all(0 <= x <= wide and 0 <= y <= tall for x, y, _r in of(table, "rounds"))
    depths = {key: [one.at[3] for one in OWN_TABLES[key].areas if one.kind == "zone"] for key in OWN_TABLES}
    assert (depths["sea"], depths["dungeon"], depths["serpent"]) == ([30, 30], [30, 30], [50, 50])
    portals = [one.at for one in OWN_TABLES["heaven"].rounds if one.kind == "portal"]
    corners = [one.at for one in OWN_TABLES["heaven"].rounds if one.kind == "zone"]
    assert len(portals) == 6 and [radius for *_at, radius in corners] == [30, 30]
    assert all(dist(one[:2], two[:2]) - one[2] - two[2] >= 40 for one, two in combinations(portals, 2))
    assert all(dist(one[:2], zone[:2]) >= one[2] + zone[2] for one in portals for zone in corners)
    pillars = [one.at[:2] for one in OWN_TABLES["sea"].rounds if one.kind == "pillar"]
    assert pillars == [(46, 61), (183 - 46, 61)]
    assert [one.at for one in OWN_TABLES["dungeon"].rounds] == [(70.5, 50, 20)]


def of(table: Any, shapes: str) -> list[tuple[float, ...]]:
    """Where the shapes lie."""
    return [one.at for one in getattr(table, shapes)]


def last_battle() -> Any:
    return FullTable("sea", detail="turns").match


def brawl() -> Any:
    return Brawl("turns", track=None).match


def duel() -> Any:
    return Duel("turns").match


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("table", "picture"), [(last_battle, "ground"), (brawl, "hexes"), (duel, "hexes")])
def test_a_match_below_full_detail_shows_its_board_and_a_way_through_its_log(
    table: Any, picture: str
) -> None:
    match, browser = table(), Client()
    page = text_of(browser.get(f"/matches/{match}/?at=1"))
    board = page[page.index('id="board"') :].split("</section>")[0]
    assert f'<svg class="{picture}"' in board and "an invention" in board
    assert re.search(r'<input type="range" name="at" min="1" max="\d+" value="1"', board)
    assert len(re.findall(r'class="scrub-tally">.*?</span>', board)) == 1, "what each side had at that moment"
    assert "выдумка" in text_of(
        browser.get(f"/matches/{match}/board/?at=1", headers={"accept-language": "ru"})
    )
