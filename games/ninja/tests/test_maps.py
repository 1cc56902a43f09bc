"""NIN-MAP: every fault of a map is named in place; distances and patrol moves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.ninja.facts import FOLDER, PRACTICE
from games.ninja.maps.graph import BadMap, ZoneMap, distances, faults_of, patrol_paths, read_map, within
from games.ninja.pages import plan
from games.ninja.tests.tables import created
from games.testing import accepts, refuses

TEXT = (FOLDER / "practice.toml").read_text(encoding="utf-8")


def faults(**changes: Any) -> list[tuple[str, str]]:
    """(rule, place) of each fault of the practice map with something changed."""
    return [(one.rule, one.params["where"]) for one in faults_of(replace(PRACTICE, **changes))]


@accepts("NIN-MAP-01", "NIN-MAP-02", "NIN-MAP-03", "NIN-MAP-04", "NIN-MAP-05", "NIN-MAP-06", "NIN-MAP-07")
@accepts("NIN-MAP-08", "NIN-MAP-09", "NIN-MAP-10", "NIN-MAP-11")
def test_the_practice_map_has_no_fault() -> None:
    zone_map, found = read_map(TEXT, "toml")
    assert (zone_map, found) == (PRACTICE, ())
    assert (len(PRACTICE.zones), len(PRACTICE.open), len(PRACTICE.walls)) == (77, 92, 44)
    assert (len(PRACTICE.guard_path), len(PRACTICE.ninja_start), len(PRACTICE.traitor_start)) == (27, 28, 24)
    assert [zone for zone, beside in PRACTICE.guard_path.items() if len(beside) > 2] == ["F2", "F6"]


def test_a_map_is_the_same_as_json_and_as_toml() -> None:
    text = msgspec.json.encode(PRACTICE).decode()
    assert read_map(text, "json") == read_map(TEXT, "toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "missing required field"),
        ("[", "the map"),
        (TEXT + "\n[extra]\n", "unknown field `extra`"),
        (TEXT.replace('name = "Practice Castle"', "name = 3"), "`$.name`"),
        (TEXT.replace('canals = ["C1"', "canals = [1"), "`$.canals[0]`"),
    ],
)
def test_a_text_that_is_no_map_says_where(text: str, told: str) -> None:
    with pytest.raises(BadMap) as error:
        read_map(text, "toml")
    assert told in str(error.value)
    with pytest.raises(BadMap):
        read_map("[" * 100_000, "json")


@refuses("NIN-MAP-01")
def test_names_are_known_and_come_once() -> None:
    assert faults(format="ninja-map/2") == [("NIN-MAP-01", "format")]
    assert ("NIN-MAP-01", "zones[77]") in faults(zones=(*PRACTICE.zones, "A1"))
    assert ("NIN-MAP-01", "zones[77]") in faults(zones=(*PRACTICE.zones, "@P"))
    assert ("NIN-MAP-01", "edge[0]") in faults(edge=("Z9", *PRACTICE.edge))
    assert ("NIN-MAP-01", "open[92]") in faults(open=(*PRACTICE.open, ("A1", "Z9")))
    assert ("NIN-MAP-01", "castles.west[0]") in faults(
        castles={**PRACTICE.castles, "west": ("Z9", *PRACTICE.castles["west"])}
    )


@refuses("NIN-MAP-02", "NIN-MAP-03")
def test_borders_come_once_and_join_all() -> None:
    assert faults(walls=(*PRACTICE.walls, ("B1", "A1"))) == [("NIN-MAP-02", "walls[44]")]
    assert faults(open=(*PRACTICE.open, ("A1", "A1"))) == [("NIN-MAP-02", "open[92]")]
    assert faults(zones=(*PRACTICE.zones, "Q1")) == [("NIN-MAP-03", "zones[77]")]
    assert ("NIN-MAP-03", "zones") in faults(zones=())


@refuses("NIN-MAP-04", "NIN-MAP-05", "NIN-MAP-06", "NIN-MAP-07")
def test_castles_posts_barracks_and_objects() -> None:
    castles = PRACTICE.castles
    assert ("NIN-MAP-04", "castles") in faults(castles={"west": castles["west"]})
    assert ("NIN-MAP-04", "castles.east[9]") in faults(castles={**castles, "east": (*castles["east"], "C3")})
    assert ("NIN-MAP-04", "grounds[27]") in faults(grounds=(*PRACTICE.grounds, "C3"))
    assert ("NIN-MAP-04", "between_castles[3]") in faults(between_castles=(*PRACTICE.between_castles, "A1"))
    assert faults(guard_posts=PRACTICE.guard_posts[1:]) == [("NIN-MAP-05", "guard_posts")]
    assert faults(barracks=("D2", "H2", "F4")) == [("NIN-MAP-06", "barracks")]
    assert ("NIN-MAP-07", "object_legal[12]") in faults(object_legal=(*PRACTICE.object_legal, "C3"))
    few = [rule for rule, _ in faults(object_legal=PRACTICE.object_legal[:6])]
    assert few == ["NIN-MAP-07", "NIN-MAP-07"]


@refuses("NIN-MAP-08", "NIN-MAP-09", "NIN-MAP-10", "NIN-MAP-11")
def test_the_path_the_starts_and_the_canals() -> None:
    path = PRACTICE.guard_path
    assert ("NIN-MAP-08", "guard_path.B2[0]") in faults(guard_path={**path, "B3": ("B4", "A3")})
    assert ("NIN-MAP-08", "guard_path.B2") in faults(guard_path={**path, "B2": ("B3",)})
    assert ("NIN-MAP-08", "guard_path") in faults(guard_path={})
    assert faults(ninja_start=("B2",)) == [("NIN-MAP-09", "ninja_start[0]")]
    assert faults(ninja_start=()) == [("NIN-MAP-09", "ninja_start")]
    assert faults(traitor_start=("F3", "A1")) == [
        ("NIN-MAP-10", "traitor_start[0]"),
        ("NIN-MAP-10", "traitor_start[1]"),
    ]
    assert faults(barracks=("D2", "H2", "F4", "A4")) == [("NIN-MAP-11", "barracks[3]")]


def test_noise_crosses_walls_and_canals() -> None:
    assert distances(PRACTICE, "C3")["I4"] == 7
    for zone in PRACTICE.zones:
        for other, steps in distances(PRACTICE, zone).items():
            assert steps == abs(ord(zone[0]) - ord(other[0])) + abs(int(zone[1]) - int(other[1]))
            assert distances(PRACTICE, other)[zone] == steps
    assert within(PRACTICE, "A3", 0) == frozenset()
    assert within(PRACTICE, "A3", 1) == {"A3", "A2", "A4", "B3"}


def test_a_patrol_goes_two_steps_and_never_back() -> None:
    ways = patrol_paths(PRACTICE, "G2", "F2")
    assert ways == (("F2", "E2", "D2"), ("F2", "F3", "F4"))
    assert patrol_paths(PRACTICE, "E2", "F2") == (("F2", "F3", "F4"), ("F2", "G2", "H2"))
    wet = replace(PRACTICE, id="wet", canals=("F2",), open=PRACTICE.open[:-1])
    assert {way[:1] for way in patrol_paths(wet, "E2", "F2")} == {("F2",)}
    assert all(len(way) == 2 for way in patrol_paths(wet, "E2", "F2"))


def test_a_map_may_be_hashed_though_it_holds_dicts() -> None:
    again = msgspec.json.decode(msgspec.json.encode(PRACTICE), type=ZoneMap)
    assert again == PRACTICE and hash(again) == hash(PRACTICE)


def test_the_board_is_drawn_before_anybody_stands_on_it() -> None:
    """Whoever sets up reads names of zones: on the page of the match they see where these lie, and no secret."""
    state = created(detail="full", map=PRACTICE).state
    (board,) = plan.public(state)
    assert {spot.id for spot in board.spots} == {*PRACTICE.zones} and not board.pieces
    assert not any(spot.mark for spot in board.spots)
    assert plan.public(created(detail="full").state) == ()
