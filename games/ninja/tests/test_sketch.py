"""A map on its way from paper to a graph: typed, tapped, filled in, and judged by the map's own rules."""

from __future__ import annotations

from random import Random

import pytest

from games.ninja.facts import PRACTICE
from games.ninja.maps.graph import faults_of
from games.ninja.maps.sketch import (
    TOOLS,
    filled,
    joined,
    map_from,
    read,
    renamed,
    sketch_of,
    tapped,
    without,
    written,
)
from games.rulebook import Text


def english(text: Text) -> str:
    return text.en


def test_the_practice_map_survives_the_way_through_paper() -> None:
    sketch = sketch_of(PRACTICE)
    for word in (english, lambda text: text.ru):
        again, unread = read(written(sketch, word))
        assert (again, unread) == (sketch, [])
    board = map_from(sketch)
    assert faults_of(board) == ()
    assert set(board.open) == {(min(pair), max(pair)) for pair in PRACTICE.open}
    assert {zone: set(others) for zone, others in board.guard_path.items()} == {
        zone: set(others) for zone, others in PRACTICE.guard_path.items()
    }
    assert [set(zones) for zones in board.castles.values()] == [set(z) for z in PRACTICE.castles.values()]


def test_rectangles_chains_and_places_are_read_in_any_order() -> None:
    sketch, unread = read("open: A1/B1/C1 Gate/C1\nzones: A1..C2 Gate@5.1\nкрай: Gate\n# done\n")
    assert unread == []
    assert len(sketch.places) == 7 and sketch.places["Gate"] == (4, 0)
    assert sketch.borders["open"] == (("A1", "B1"), ("B1", "C1"), ("C1", "Gate"))
    assert sketch.kinds == {"edge": ("Gate",)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("zones A1", (1, "zones A1", "line")),
        ("moat: A1", (1, "moat", "line")),
        ("zones: A1\nopen: A1-B1", (2, "A1-B1", "border")),
        ("zones: A1\nopen: A1/B1", (2, "A1/B1", "border")),
        ("zones: A1\ncanals: B1", (2, "B1", "known_zone")),
        ("zones: a/b", (1, "a/b", "zone")),
        ("zones: Far@99.99", (1, "Far@99.99", "zone")),
    ],
)
def test_what_nobody_can_read_is_named_with_its_line(text: str, told: tuple[int, str, str]) -> None:
    _sketch, unread = read(text)
    assert unread == [told]


def test_taps_lay_zones_and_borders_and_take_them_away() -> None:
    sketch, first = tapped(read("")[0], "zones", (0, 0))
    sketch, first = tapped(sketch, "canals", (1, 0), first)
    assert sketch.places == {"A1": (0, 0), "B1": (1, 0)} and sketch.kinds["canals"] == ("B1",)
    one, first = tapped(sketch, "open", (0, 0))
    assert first == "A1"
    one, first = tapped(one, "open", (1, 0), first)
    assert one.borders["open"] == (("A1", "B1"),) and first == "B1"
    walled, first = tapped(one, "walls", (0, 0), first)
    assert walled.borders["walls"] == (("A1", "B1"),) and not walled.borders["open"]
    gone, _ = tapped(walled, "walls", (1, 0), first)
    assert not gone.borders["walls"]
    assert tapped(gone, "canals", (1, 0))[0].kinds["canals"] == ()
    assert tapped(walled, "zones", (1, 0))[0].places == {"A1": (0, 0)}
    assert tapped(walled, "open", (0, 0), "A1") == (walled, "")


def test_what_follows_is_filled_in() -> None:
    bare = sketch_of(PRACTICE)
    for key in ("object_legal", "ninja_start", "traitor_start"):
        bare.kinds.pop(key)
    assert set(map_from(filled(bare)).ninja_start) == set(PRACTICE.ninja_start)
    assert set(map_from(filled(bare)).traitor_start) == set(PRACTICE.traitor_start)
    assert set(map_from(filled(bare)).object_legal) == set(PRACTICE.object_legal)
    grid = joined(read("zones: A1..C2\nwalls: A1/A2")[0])
    assert len(grid.borders["open"]) == 6 and grid.borders["walls"] == (("A1", "A2"),)


def test_a_zone_takes_its_new_name_everywhere() -> None:
    sketch = renamed(sketch_of(PRACTICE), "C3", "Keep")
    assert faults_of(map_from(sketch)) == () and "C3" not in written(sketch, english).split()
    for name in ("C4", "too-long-for-a-zone", "@P", ""):
        assert renamed(sketch, "Keep", name) == sketch
    assert "Keep" not in str(without(sketch, "Keep"))


def test_whatever_is_tapped_can_be_written_read_and_judged() -> None:
    """A thousand taps by chance: the text says all of it, and the judge of maps has an answer."""
    dice, sketch, first = Random(5), read("zones: A1..D4")[0], ""
    for _tap in range(1000):
        place = (dice.randrange(6), dice.randrange(6))
        sketch, first = tapped(sketch, dice.choice(TOOLS), place, first)
    assert read(written(sketch, english)) == (read(written(sketch, english))[0], [])
    again = read(written(sketch, english))[0]
    assert again.places == sketch.places
    assert {key: set(its) for key, its in again.borders.items() if its} == {
        key: set(its) for key, its in sketch.borders.items() if its
    }
    assert faults_of(map_from(sketch))
