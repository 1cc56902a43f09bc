"""Terrain, the advantage track, start hexes, prepared cards and starting hands: SEN-SETUP-01 to -12."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import REFEREE, Event
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import FACTS
from games.senjutsu.full import events as f
from games.senjutsu.full.harm import Hurt, hurt
from games.senjutsu.full.setup import orders, placers
from games.senjutsu.pages.forms import empty_hexes, places
from games.senjutsu.play import training
from games.senjutsu.state import standing
from games.senjutsu.tests.full import foe_tables
from games.senjutsu.tests.full.tables import (
    CHARACTERS,
    DUEL,
    HAND,
    PLACES,
    THREE,
    B,
    R,
    dealt,
    opened,
    placed,
    played,
    registered,
)
from games.senjutsu.tests.tables import offered_types
from games.testing import Case, accepts, refuses

TEAMS = {"red": ("r", "d"), "blue": ("b",)}


def terrain(player: str, object_: Any, hex_: tuple[int, int]) -> e.TerrainPlaced:
    return e.TerrainPlaced(player=player, object=object_, hex=hex_)


def put(player: str, hex_: tuple[int, int], **told: Any) -> f.CharacterPlaced:
    return f.CharacterPlaced(player=player, hex=hex_, facing=told.pop("facing", 0), **told)


@accepts("SEN-SETUP-01", "SEN-SETUP-02", "SEN-SETUP-03")
def test_terrain_is_placed_in_turns() -> None:
    case = registered(terrain=("rock", "boat", "shrine"))
    case = played(
        case, terrain("r", "rock", (0, 0)), terrain("b", "boat", (9, 9)), terrain("r", "shrine", (1, 0))
    )
    full = case.then_accepted().full
    assert full.agreed == () and (9, 9) in full.board and len(full.terrain) == 3
    case.when(f.AdvantageSet(order=("r", "b"))).then_accepted()


@refuses("SEN-SETUP-01")
def test_the_set_up_has_its_order() -> None:
    unarmed = opened().when(training.side("r", "student"))
    unarmed.when(terrain("r", "rock", (0, 0))).then_refused("SEN-SETUP-01")
    half = unarmed.when(training.side("b", "ronin"))
    half.when(f.AdvantageSet(order=("r", "b"))).then_refused("SEN-SETUP-01")
    registered(terrain=("rock",)).when(f.AdvantageSet(order=("r", "b"))).then_refused("SEN-SETUP-01")
    taken = placed().when(f.PreparedTaken(player="r", count=0))
    taken.when(f.PreparedTaken(player="r", count=0)).then_refused("SEN-SETUP-01")


@refuses("SEN-LOG-02")
def test_nothing_of_the_set_up_comes_late() -> None:
    case = placed()
    for event in (training.deck("r"), training.side("r", "student"), f.AdvantageSet(order=("r", "b"))):
        case.when(event).then_refused("SEN-LOG-02")
    dealt().when(put("r", (0, 4))).then_refused("SEN-LOG-02")


@refuses("SEN-SETUP-02")
def test_out_of_turn_or_off_the_list() -> None:
    case = registered(terrain=("rock", "boat"))
    case.when(terrain("b", "rock", (0, 0))).then_refused("SEN-SETUP-02")
    case.when(terrain("r", "torii", (0, 0))).then_refused("SEN-SETUP-02")
    case = case.when(terrain("r", "rock", (0, 0)))
    case.when(terrain("r", "boat", (1, 0))).then_refused("SEN-SETUP-02")


@refuses("SEN-SETUP-03")
@pytest.mark.parametrize(("object_", "hex_"), [("rock", (9, 9)), ("shrine", (0, 0))])
def test_where_terrain_cannot_lie(object_: str, hex_: tuple[int, int]) -> None:
    case = registered().when(terrain("r", "sakura", (0, 0)))
    case.when(terrain("b", object_, hex_)).then_refused("SEN-SETUP-03")


@accepts("SEN-SETUP-03", "SEN-TER-01", "SEN-TER-06")
@refuses("SEN-SETUP-03", "SEN-TER-01")
def test_no_wall_is_laid_on_an_opponent_that_joined_before() -> None:
    case = foe_tables.registered("solo").when(terrain("r", "boat", (0, 0)))
    case = case.when(foe_tables.joined("vo-1", "katana", 1, hex=(0, -4)))
    for object_ in FACTS.terrain:
        told = case.when(terrain("r", object_, (0, -4)))
        told.then_refused("SEN-TER-01") if FACTS.terrain[object_].blocks else told.then_accepted()
        case.when(terrain("r", object_, (0, 0))).then_refused("SEN-SETUP-03")
    offered = empty_hexes(case.state)
    assert {*training.BOARD} - {*offered} == {(0, -4), (0, 0)}
    for place in offered:
        case.when(terrain("r", "rock", place)).then_accepted()


@accepts("SEN-SETUP-04")
def test_equal_values_stand_in_any_order() -> None:
    case = registered(own={"b": {"advantage": 8}})
    for order in (("r", "b"), ("b", "r")):
        case.when(f.AdvantageSet(order=order)).then_accepted()


@refuses("SEN-SETUP-04")
@pytest.mark.parametrize("order", [("b", "r"), ("r",), ("r", "b", "x"), ("r", "r")])
def test_a_wrong_track(order: tuple[str, ...]) -> None:
    registered().when(f.AdvantageSet(order=order)).then_refused("SEN-SETUP-04")


def test_an_unknown_value_leaves_the_track_unchecked() -> None:
    case = registered(own={"b": {"advantage": None}}).when(f.AdvantageSet(order=("b", "r")))
    assert "SEN-SETUP-04" in case.then_accepted().full.unverified


@accepts("SEN-SETUP-05", "SEN-SETUP-06")
def test_placing_from_the_bottom() -> None:
    case = registered().when(f.AdvantageSet(order=("r", "b")))
    case = played(case, put("b", (0, -4), facing=3), put("r", (0, 4)))
    assert case.then_accepted().full.step == "prepared"
    assert case.state.fighters["b"].facing == 3


@refuses("SEN-SETUP-05")
def test_placing_out_of_turn_or_off_the_start_hexes() -> None:
    case = registered().when(f.AdvantageSet(order=("r", "b")))
    case.when(put("r", (0, 4))).then_refused("SEN-SETUP-05")
    case.when(put("b", (0, 0))).then_refused("SEN-SETUP-05")
    case.when(put("b", (9, 9))).then_refused("SEN-SETUP-05")


@accepts("SEN-SETUP-06")
def test_allies_share_a_start_hex() -> None:
    case = registered("team", TEAMS).when(f.AdvantageSet(order=("r", "b", "d")))
    case = played(case, put("d", (0, 4)), put("b", (0, -4)), put("r", (0, 4)))
    case.then_accepted()


@accepts("SEN-SETUP-06")
@refuses("SEN-SETUP-06")
def test_the_map_of_the_pad_shows_start_hexes_that_allies_hold() -> None:
    """On a board that nobody told they were left out, though the rules take them."""
    case = registered("team", TEAMS, board=None, starts=None).when(f.AdvantageSet(order=("r", "b", "d")))
    case = played(case, put("d", (0, 3)))
    (offer,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "character_placed")
    assert (0, 3) not in places(case.state, offer)
    case.when(put("b", (0, 3))).then_refused("SEN-SETUP-06")
    case = played(case, put("b", (0, -3)))
    (offer,) = (one for one in RULES.next_events(case.state, REFEREE) if one.type == "character_placed")
    assert (0, 3) in places(case.state, offer) and (0, -3) not in places(case.state, offer)
    case.when(put("r", (0, 3))).then_accepted()


@refuses("SEN-SETUP-06")
def test_nobody_starts_on_an_enemy_or_a_rock() -> None:
    case = registered().when(terrain("r", "rock", (0, 4))).when(f.AdvantageSet(order=("r", "b")))
    case.when(put("b", (0, 4))).then_refused("SEN-SETUP-06")
    case.when(put("b", (0, -4))).when(put("r", (0, -4))).then_refused("SEN-SETUP-06")


@refuses("SEN-HEX-01")
def test_a_facing_has_six_values() -> None:
    case = registered().when(f.AdvantageSet(order=("r", "b")))
    case.when(put("b", (0, -4), facing=6)).then_refused("SEN-HEX-01")


@accepts("SEN-SETUP-11")
@refuses("SEN-SETUP-11")
def test_only_who_hides_starts_in_cover() -> None:
    case = registered().when(f.AdvantageSet(order=("r", "b")))
    case.when(put("b", (0, -4), in_cover=True)).then_refused("SEN-SETUP-11")
    ninja = opened().when(training.side("r", "student"))
    told = {**_told(training.side("b", "ronin")), "character": "ninja", "core_card": None, "cover": True}
    ninja = ninja.when(training.deck("r")).when(e.SideRegistered(**told))
    ninja = ninja.when(training.deck("b")).when(f.AdvantageSet(order=("r", "b")))
    assert ninja.when(put("b", (0, -4), in_cover=True)).then_accepted().fighters["b"].in_cover


def _told(event: e.SideRegistered) -> dict[str, Any]:
    return {
        name: getattr(event, name) for name in event.__struct_fields__ if name not in ("commitment", "salt")
    }


@accepts("SEN-SETUP-08", "SEN-SETUP-09", "SEN-SETUP-10")
def test_prepared_cards_count_for_the_hand() -> None:
    case = placed().when(f.PreparedTaken(player="r", count=2, cards=("A-904", "A-907")), R)
    case = case.when(f.StartingHandDrawn(player="r", count=3, cards=("A-901", "A-901", "A-902")), R)
    pile = case.then_accepted().full.piles["r"]
    assert (pile.deck, pile.hand, len(pile.held)) == (35, 5, 5)


@refuses("SEN-SETUP-08", "SEN-SETUP-09")
def test_what_cannot_be_prepared() -> None:
    case = placed()
    case.when(f.PreparedTaken(player="r", count=1, cards=("A-901",))).then_refused("SEN-SETUP-08")
    case.when(f.PreparedTaken(player="r", count=1, cards=("A-950",))).then_refused("SEN-SETUP-08")
    case.when(f.PreparedTaken(player="r", count=6)).then_refused("SEN-SETUP-08")
    case.when(f.PreparedTaken(player="r", count=2, cards=("A-904",) * 2)).then_refused("SEN-SETUP-09")
    case.when(f.PreparedTaken(player="r", count=2, cards=("A-904",))).then_refused("SEN-LOG-08")


@accepts("SEN-ZONE-02")
@refuses("SEN-SETUP-10", "SEN-ZONE-02", "SEN-LOG-08")
def test_a_wrong_starting_hand() -> None:
    case = placed().when(f.PreparedTaken(player="r", count=1, cards=("A-904",)))
    case.when(f.StartingHandDrawn(player="r", count=5)).then_refused("SEN-SETUP-10")
    case.when(f.StartingHandDrawn(player="r", count=4, cards=("A-904",) * 4)).then_refused("SEN-ZONE-02")
    case.when(f.StartingHandDrawn(player="r", count=4, cards=("A-904",) * 2)).then_refused("SEN-LOG-08")
    rest = ("A-904", "A-904", "A-901", "A-902")
    case.when(f.StartingHandDrawn(player="r", count=4, cards=rest)).then_accepted()
    case = case.when(f.StartingHandDrawn(player="r", count=4))
    case.when(f.StartingHandDrawn(player="r", count=4)).then_refused("SEN-SETUP-10")


@accepts("SEN-SETUP-08", "SEN-SETUP-10", "SEN-END-01", "SEN-END-02")
@refuses("SEN-SETUP-08", "SEN-SETUP-10", "SEN-LOG-08")
def test_limits_that_nobody_registered_are_told_with_the_starting_hand() -> None:
    """A deck that was handed in without them left a match in which nobody could fall by wounds or stuns."""
    case = placed(own={"r": {"hand_limit": None, "wound_limit": None}})
    case = case.when(f.PreparedTaken(player="r", count=2))
    dealt = f.StartingHandDrawn(player="r", count=3, hand_limit=5, wound_limit=2)
    case.when(replace(dealt, count=4)).then_refused("SEN-SETUP-10")
    case.when(replace(dealt, count=0, hand_limit=1)).then_refused("SEN-SETUP-08")
    other = f.StartingHandDrawn(player="b", count=5)
    case.when(replace(other, wound_limit=1)).then_refused("SEN-LOG-08")
    case.when(replace(other, hand_limit=9)).then_refused("SEN-LOG-08")
    case.when(f.StartingHandDrawn(player="r", count=7)).then_accepted()
    state = case.when(dealt).when(other).then_accepted()
    assert (state.fighters["r"].hand_limit, state.fighters["r"].wound_limit) == (5, 2)
    assert hurt(state, [Hurt("r", wounds=1, stuns=4)]).fighters["r"].defeated is None
    assert hurt(state, [Hurt("r", wounds=2)]).fighters["r"].defeated == "wounds"
    assert hurt(state, [Hurt("r", stuns=5)]).fighters["r"].defeated == "stun"


@accepts("SEN-SETUP-12", "SEN-TURN-02")
@refuses("SEN-SETUP-12", "SEN-TURN-02")
def test_the_first_turn_waits_for_everybody() -> None:
    case = placed().when(f.StartingHandDrawn(player="r", count=5, cards=HAND[:5]))
    case.when(f.TurnStarted(turn=1)).then_refused("SEN-SETUP-12")
    case = case.when(f.StartingHandDrawn(player="b", count=5))
    case.when(f.TurnStarted(turn=2)).then_refused("SEN-TURN-02")
    assert case.when(f.TurnStarted(turn=1)).then_accepted().full.step == "draw"


@refuses("SEN-LOG-04")
def test_only_the_owner_sets_up_a_character() -> None:
    case = placed()
    case.when(f.PreparedTaken(player="r", count=0), B).then_refused("SEN-LOG-04")
    case.when(f.StartingHandDrawn(player="x", count=5)).then_refused("SEN-LOG-04")
    assert DUEL["red"] == ("r",)


OBJECTS = ("rock", "boat", "sakura", "shrine")


def next_of_set_up(case: Case) -> Event | None:
    """What those who stand do next until the first turn begins; None once it may."""
    state = case.state
    full, left = state.full, standing(state)
    for player in left:
        if state.fighters[player].character is None:
            return training.side(player, CHARACTERS[player])
        if not state.fighters[player].told_deck:
            return training.deck(player)
    if full.agreed:
        return terrain(placers(state)[0], full.agreed[0], (len(full.agreed), 0))
    if not full.track:
        return f.AdvantageSet(order=orders(state)[0])
    for player in reversed(full.track):
        if state.fighters[player].hex is None:
            return put(player, PLACES[player])
    undealt = (player for player in left if not full.piles[player].dealt)
    return next(
        (f.StartingHandDrawn(player=one, count=state.fighters[one].hand_limit) for one in undealt), None
    )


@accepts("SEN-SETUP-01", "SEN-SETUP-02", "SEN-SETUP-04", "SEN-SETUP-05", "SEN-SETUP-12", "SEN-END-08")
@refuses("SEN-SETUP-04")
@pytest.mark.parametrize("player", ["r", "b", "c"])
def test_nobody_waits_for_whoever_gave_up_during_the_set_up(player: str) -> None:
    case = opened("multi", THREE, terrain=OBJECTS)
    while (event := next_of_set_up(case)) is not None:
        if isinstance(event, f.AdvantageSet):
            case.when(e.SideConceded(player=player)).when(event).then_refused("SEN-SETUP-04")
        left = case.when(e.SideConceded(player=player))
        while (then := next_of_set_up(left)) is not None:
            assert type(then).__struct_config__.tag in offered_types(left)
            left = left.when(then)
        assert left.when(f.TurnStarted(turn=1)).then_accepted().full.track == tuple(standing(left.state))
        case = case.when(event)
    case.when(f.TurnStarted(turn=1)).then_accepted()
