"""Ki feats that are typed from a card, where no edition knows it, and where they lead."""

from __future__ import annotations

from typing import Any

import pytest

from games.bushido.events import WarbandRegistered
from games.bushido.full.legal.next_events import full_events
from games.bushido.opening import bring_list
from games.bushido.profiles import Feat
from games.bushido.roster.builder import changed, sheet, told
from games.bushido.roster.feat_text import read_feats, typed_feats
from games.bushido.tests.full.fights import MINE, facing
from games.bushido.tests.full.tables import act, card
from games.ruleset import Roster

WARD = Feat(name="Ward", timing="I", target="Pe", cost=2, limits=())
VENOM = Feat(name="Venom", timing="S", target="Ta(6)", cost=None, limits=("OKi", "1T"))
GALE = Feat(name="Gale", timing="C", target="Pu(4)", cost=1, limits=("NB", "NM", "1G"), text="pushes 2")


@pytest.mark.parametrize(
    ("typed", "feats"),
    [
        ("", None),
        ("-", []),
        ("Ward: 2, I, Pe", [WARD]),
        ("Ward, 2, I, Pe", [WARD]),
        ("Ward: personal, instant, 2 Ki; Venom: X, S, Ta(6), OKi, 1T;", [WARD, VENOM]),
        ('Venom: simple, target 6", x, opposed, once per turn', [VENOM]),
        ("Ward: 2, I, Pe\r\nVenom: X, S, Ta(6), OKi, 1T\n", [WARD, VENOM]),
        ("Venom: Х, простое, цель (6), встречное, раз в ход", [VENOM]),
        ("Gale: 1, С, Pu 4, NB, no movement, раз в игру, pushes 2", [GALE]),
        ("Rest", [Feat(name="Rest", limits=())]),
        ("Rest: whatever it says, 3, 4", [Feat(name="Rest", cost=3, limits=(), text="whatever it says, 4")]),
    ],
)
def test_what_is_typed_is_read(typed: str, feats: list[Feat] | None) -> None:
    assert read_feats(typed) == feats


@pytest.mark.parametrize("feats", [(), (WARD,), (WARD, VENOM, GALE)])
def test_it_is_shown_in_either_language_and_read_back(feats: tuple[Feat, ...]) -> None:
    shown = typed_feats(feats)
    assert read_feats(shown.en) == read_feats(shown.ru) == list(feats)
    assert "1T" not in shown.en + shown.ru and "OKi" not in shown.ru


def listed(typed: str) -> dict[str, Any]:
    """A list with one card that no edition knows, and what its owner typed of its feats."""
    body = changed(told({}, {"pick-faction": "Ito Clan"}), "add:list:Somebody New", {})
    return told(body, {"fact|Somebody New|feats": typed, "fact|Somebody New|rice": "12"})


def test_a_typed_card_is_asked_for_its_feats_and_keeps_them() -> None:
    body = listed("Ward: 2, I, Pe; Venom: X, S, Ta(6), opposed, once a turn")
    (line,) = sheet(body, {}).sections[0].lines
    (asked,) = (one for one in line.asked if one.field == "feats")
    assert not isinstance(asked.value, str) and asked.written is not None
    assert told(body, {asked.key: asked.value.ru}) == body
    assert "feats" not in told(body, {asked.key: ""})["facts"]["Somebody New"]
    assert not told(body, {asked.key: "-"})["facts"]["Somebody New"]["feats"]


def test_typed_feats_are_offered_in_the_match() -> None:
    """The card comes with them, and the pad offers them as those of an edition."""
    roster = Roster(
        system="bushido", kind="warband", name="x", body=listed("Ward: 0, I, Pe; Venom: 1, S, Ta(6), OKi")
    )
    (event,) = bring_list("ann", roster, {})
    assert isinstance(event, WarbandRegistered)
    feats = event.sheets["Somebody New"].feats
    assert feats is not None and [one.name for one in feats] == ["Ward", "Venom"]
    offers = full_events(act(facing(card(feats=feats)), MINE).state)
    named = {(one.type, name) for one in offers for name in one.choices.get("feat", ())}
    assert named == {("ki_feat_used", "Ward"), ("action_declared", "Venom")}
