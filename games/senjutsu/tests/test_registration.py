"""Opening, characters and decks of a match: SEN-MULTI-05, SEN-LOG, SEN-ROSTER, SEN-HORDE-01, -13."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.full.events import TurnStarted
from games.senjutsu.tests.tables import (
    DUEL,
    ORGANISER,
    STRANGER,
    B,
    R,
    created,
    deck,
    over,
    ready,
    side,
    turn,
)
from games.testing import accepts, given, refuses

SIX: dict[str, tuple[str, ...]] = {f"s{n}": (f"p{n}",) for n in range(6)}


@accepts("SEN-MULTI-05", "SEN-HORDE-01", "SEN-HORDE-13")
@pytest.mark.parametrize(
    ("mode", "sides", "told"),
    [
        ("duel", DUEL, {}),
        ("multi", SIX, {}),
        ("team", {"red": ("a", "b", "c"), "blue": ("d", "e", "f")}, {}),
        ("solo", {"red": ("a", "b")}, {}),
        ("horde", {"red": ("a",)}, {"nightmare": {"k2": "yari"}, "fallen_lord": True}),
        ("horde", {"red": ("a",)}, {"nightmare": {"k1": "yari", "k2": "yumi", "k3": "leader"}}),
    ],
)
def test_modes_and_their_seats(mode: str, sides: Any, told: dict[str, Any]) -> None:
    state = created(mode, sides=sides, **told).then_accepted()
    assert RULES.sides(state) == sides


@refuses("SEN-MULTI-05", "SEN-HORDE-01", "SEN-HORDE-13", "SEN-HORDE-14")
@pytest.mark.parametrize(
    ("rule", "mode", "sides", "told"),
    [
        ("SEN-MULTI-05", "duel", {"red": ("a",)}, {}),
        ("SEN-MULTI-05", "duel", {"red": ("a",), "blue": ()}, {}),
        ("SEN-MULTI-05", "duel", {"red": ("a",), "blue": ("a",)}, {}),
        ("SEN-MULTI-05", "duel", {"red": ("a", "b"), "blue": ("c",)}, {}),
        ("SEN-MULTI-05", "duel", {"draw": ("a",), "blue": ("c",)}, {}),
        ("SEN-MULTI-05", "multi", {**SIX, "s7": ("p7",)}, {}),
        ("SEN-MULTI-05", "team", {"red": ("a", "b", "c"), "blue": ("d", "e", "f", "g")}, {}),
        ("SEN-HORDE-01", "horde", {"red": ("a", "b")}, {}),
        ("SEN-HORDE-13", "horde", {"red": ("a",)}, {"nightmare": {"k1": "yari", "k2": "yari"}}),
        ("SEN-HORDE-13", "horde", {"red": ("a",)}, {"nightmare": {"k1": "katana"}}),
        ("SEN-HORDE-13", "horde", {"red": ("a",)}, {"nightmare": {"leader": "yari"}}),
        ("SEN-HORDE-13", "horde", {"red": ("a",)}, {"nightmare": {"k1": "hachiko"}}),
        (
            "SEN-HORDE-13",
            "horde",
            {"red": ("a",)},
            {"nightmare": {"k1": "yari", "k2": "ashigaru", "k3": "hachiko"}},
        ),
        ("SEN-HORDE-13", "duel", DUEL, {"nightmare": {"k1": "yari"}}),
        ("SEN-HORDE-14", "duel", DUEL, {"fallen_lord": True}),
    ],
)
def test_seats_and_options_that_cannot_be(rule: str, mode: str, sides: Any, told: dict[str, Any]) -> None:
    event = e.MatchCreated(mode=mode, sides=sides, **told)  # type: ignore[arg-type]
    given(RULES).when(event).then_refused(rule)


@refuses("SEN-LOG-09")
def test_single_cards_are_logged_at_full_detail_alone() -> None:
    ready().when(TurnStarted(turn=1)).then_refused("SEN-LOG-09")


@accepts("SEN-LOG-09")
def test_full_detail_opens_a_table() -> None:
    assert created(detail="full").then_accepted().full is not None


@refuses("SEN-LOG-02", "SEN-LOG-04")
def test_staff_open_a_match_once() -> None:
    event = e.MatchCreated(mode="duel", sides=DUEL)
    given(RULES).when(event, R).then_refused("SEN-LOG-04")
    created().when(event).then_refused("SEN-LOG-02")


@accepts("SEN-LOG-02", "SEN-LOG-04", "SEN-ROSTER-01", "SEN-ROSTER-18", "SEN-ROSTER-19")
def test_players_register_themselves() -> None:
    case = created().when(side("r", core_card="A-038"), R).when(side("b"), B).when(deck("r"), R)
    fighters = case.when(deck("b"), ORGANISER).then_accepted().fighters
    assert (fighters["r"].character, fighters["r"].schools) == ("student", ("jade_river",))
    assert (fighters["b"].deck_size, fighters["b"].deck) == (30, 25)
    created(unique_characters=False).when(side("r", "ronin")).when(side("b")).then_accepted()
    created().when(side("r", "ninja", cover=True)).when(side("b", "kojiro")).then_accepted()


@accepts("SEN-ROSTER-01", "SEN-ROSTER-18")
def test_any_character_is_offered_by_its_name() -> None:
    """Those of the base box are listed as long as one is free; whoever comes from another box has a name that fits."""
    case = created("multi", sides=SIX)
    for number, character in enumerate(CHARACTERS):
        offers = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "side_registered"]
        assert all(character in one.choices["character"] for one in offers)
        case = case.when(e.SideRegistered(player=f"p{number}", character=character))
    last = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "side_registered"]
    assert [one.choices for one in last] == [{"player": ("p4",)}, {"player": ("p5",)}]
    for one, name in zip(last, ("monk", "Томоэ Годзэн"), strict=True):
        assert re.match(one.texts["character"], name)
        case = case.when(e.SideRegistered(player=one.players[0], character=name))
    case.then_accepted()


@refuses("SEN-ROSTER-01", "SEN-ROSTER-18", "SEN-ROSTER-19", "SEN-ROSTER-02")
@pytest.mark.parametrize(
    ("rule", "event"),
    [
        ("SEN-ROSTER-01", side("b", core_card="A-038")),
        ("SEN-ROSTER-01", side("b", "kojiro", core_card="A-038")),
        ("SEN-ROSTER-01", side("r", "warrior")),
        ("SEN-ROSTER-02", side("b", weapon_cards=())),
        ("SEN-ROSTER-18", side("b", "student")),
        ("SEN-ROSTER-19", side("b", cover=True)),
    ],
)
def test_characters_that_cannot_be(rule: str, event: e.SideRegistered) -> None:
    created().when(side("r")).when(event).then_refused(rule)


@refuses("SEN-LOG-04", "SEN-LOG-02", "SEN-ROSTER-16", "SEN-ROSTER-04")
def test_decks_that_cannot_be() -> None:
    case = created().when(side("r"))
    case.when(deck("r"), B).then_refused("SEN-LOG-04")
    case.when(side("b"), STRANGER).then_refused("SEN-LOG-04")
    case.when(side("x")).then_refused("SEN-LOG-04")
    case.when(deck("b")).then_refused("SEN-LOG-02")
    case.when(deck("r")).when(deck("r")).then_refused("SEN-LOG-02")
    case.when(deck("r", cards={"A-048": 3})).then_refused("SEN-ROSTER-16")
    case.when(deck("r", signature=False)).then_refused("SEN-ROSTER-04")
    ready().when(turn(1, r=0, b=0)).when(deck("r")).then_refused("SEN-LOG-02")


def test_a_deck_may_stay_with_its_player() -> None:
    secret = e.DeckRegistered(player="r", commitment="a" * 64)
    fighter = created().when(side("r")).when(secret).then_accepted().fighters["r"]
    assert (fighter.cards, fighter.deck_size, fighter.deck) == (None, 40, 35)


@accepts("SEN-LOG-09")
@refuses("SEN-LOG-09", "SEN-LOG-02")
def test_events_belong_to_a_detail_and_a_mode() -> None:
    ready(detail="summary").when(turn(1, r=0, b=0)).then_refused("SEN-LOG-09")
    joined = e.VoJoined(vo="v", vo_type="yari", wound_limit=7)
    ready("solo", "summary").when(joined).then_refused("SEN-LOG-09")
    ready().when(joined).then_refused("SEN-LOG-02")
    ready().when(over("red", horde=e.HordeResult(waves_cleared=1))).then_refused("SEN-LOG-02")
    ready().when(turn(1, r=0, b=0)).then_accepted()
