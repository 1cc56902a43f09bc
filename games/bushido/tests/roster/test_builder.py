"""A warband built card by card: prices and facts of its lines, what is offered, and changes one at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.bushido.cards import parse_cards
from games.bushido.events import WarbandRegistered
from games.bushido.opening import bring_list
from games.bushido.roster.builder import changed, sheet, told
from games.bushido.sample import CARDS, WARBAND
from games.bushido.system import RULES
from games.ruleset import Roster, RosterReport

PROFILES = parse_cards((Path(__file__).parent.parent / "profiles_2016.csv").read_text(), "csv")
RYU = "Prefecture of Ryu"


def report(body: dict[str, Any], cards: Any = CARDS) -> RosterReport:
    return RULES.check_roster(Roster(system="bushido", kind="warband", name="mine", body=body), cards)


def lines(body: dict[str, Any], section: int = 0) -> dict[str, Any]:
    return {line.id: line for line in sheet(body, CARDS).sections[section].lines}


def test_real_profiles_are_imported_without_a_complaint_and_make_a_hundred_rice() -> None:
    cards, problems = PROFILES
    assert len(cards) == 180 and not problems
    body = told({}, {"pick-faction": RYU})
    offers = sheet(body, cards).offers
    assert len(offers) == 29 and {offer.group.en for offer in offers} == {"Profiles"}
    for name in ("akio-takashi", "mizuchi", "katsumoto-takashi", "hiro-takashi", "hagane-takashi"):
        body = changed(body, f"add:list:{name}-prefecture-of-ryu", cards)
    (section,) = sheet(body, cards).sections
    assert (section.spent, section.limit, section.models) == (60, 100, 5)
    found = report(body, cards)
    assert found.ok and {one.rule for one in found.warnings} == {"BUS-LOG-08", "BUS-ROSTER-02"}
    asked = {one.field for line in section.lines for one in line.asked}
    assert asked == {"copies", "unique", "types", "traits", "feats"}


def test_what_the_owner_states_is_judged_and_comes_into_the_match() -> None:
    cards, _problems = PROFILES
    one = "akio-takashi-prefecture-of-ryu"
    body = changed(
        changed(told({}, {"pick-faction": RYU}), f"add:list:{one}", cards), f"add:list:{one}", cards
    )
    assert report(body, cards).ok
    stated = {"copies": "1", "unique": "yes", "types": "Human, Samurai", "traits": "-", "rice": "99"}
    body = told(body, {f"fact|{one}|{field}": value for field, value in stated.items()})
    assert [each.rule for each in report(body, cards).violations] == ["BUS-ROSTER-08"]
    body = changed(body, "less:list.models.0", cards)
    assert report(body, cards).ok and sheet(body, cards).sections[0].spent == 13
    (event,) = bring_list("ann", Roster(system="bushido", kind="warband", name="x", body=body), cards)
    assert isinstance(event, WarbandRegistered)
    (model,) = event.models
    assert (model.unique, model.animal, model.rice) == (True, False, 13)
    assert "facts" not in told(changed(body, "drop:list.models.0", cards), {})


def test_a_line_has_its_price_its_facts_and_what_may_be_attached() -> None:
    guards = lines(WARBAND)["guards"]
    assert (guards.count, guards.most, guards.price) == (3, 3, 15)
    assert {fact.field for fact in guards.facts} >= {"melee", "move", "types"}
    assert [one.name.en for one in guards.under] == ["Drilled Ranks", "Oiled Lantern (model 2)"]
    assert not lines(WARBAND)["bearer"].adds, "Insignificant models carry nothing"
    for line in lines(WARBAND).values():
        for add in line.adds:
            fitted = changed(WARBAND, f"fit:{line.place}:{add.id}", CARDS)
            broken = {one.rule for one in report(fitted).violations}
            assert broken <= {"BUS-ROSTER-02", "BUS-ROSTER-13", "BUS-ROSTER-37"}, (
                line.id,
                add,
            )


def test_one_change_at_a_time() -> None:
    more = changed(WARBAND, "more:list.models.3", CARDS)
    assert lines(more)["ferrymen"].count == 2
    assert "ferrymen" not in lines(changed(WARBAND, "less:list.models.3", CARDS))
    bare = changed(WARBAND, "drop:list.models.0.0", CARDS)
    assert not lines(bare)["rokuro"].under
    dear = told(WARBAND, {"x|list.cards.2": "5"})
    assert lines(dear)["spilled_oil"].price == 5
    typed = changed(WARBAND, "add:list:Somebody New", CARDS)
    assert lines(typed)["Somebody New"].price is None
    priced = told(typed, {"fact|Somebody New|rice": "7"})
    assert lines(priced)["Somebody New"].price == 7
    for nonsense in (
        "",
        "more:list.models.99",
        "more:nowhere.models.0",
        "less:list",
        "fit:list.cards.0:feather",
        "?",
    ):
        told_again = changed(WARBAND, nonsense, CARDS)
        assert sheet(told_again, CARDS).sections == sheet(WARBAND, CARDS).sections


def test_an_enhancement_says_which_model_once_there_are_several() -> None:
    body = changed(told({}, {"pick-faction": "Lantern Court"}), "add:list:ferrymen", CARDS)
    add = lines(body)["ferrymen"].adds[0].id
    body = changed(body, f"fit:list.models.0:{add}", CARDS)
    body = changed(body, "more:list.models.0", CARDS)
    assert not {one.rule for one in report(body).violations} & {"BUS-ROSTER-14"}


def test_two_lists_and_a_sideboard_have_their_own_sections() -> None:
    two = told(WARBAND, {"pick-lists": "two"})
    assert [one.key for one in sheet(two, CARDS).sections] == ["list", "second"]
    assert [one.rule for one in report(two).violations] == ["BUS-TOUR-23"]
    two = changed(two, "add:second:rokuro", CARDS)
    assert report(two).ok and sheet(two, CARDS, "second").sections[1].spent == 9
    again = told(two, {"pick-faction": "Another"})
    assert again["second"]["faction"] == "Another"
    side = changed(
        told(WARBAND, {"pick-lists": "sideboard", "pick-theme": ""}), "add:sideboard:kohana", CARDS
    )
    (_base, section) = sheet(side, CARDS, "sideboard").sections
    assert (section.spent, section.limit) == (9, 30)
    assert {one.rule for one in report(side).violations} == {"BUS-ROSTER-02"}, "without the theme 102 rice"


def test_a_broken_body_opens_as_an_empty_list() -> None:
    (section,) = sheet({"models": 7}, CARDS).sections
    assert not section.lines
    assert changed({"models": 7}, "add:list:rokuro", CARDS)["models"]


def test_a_card_is_offered_at_what_it_will_cost() -> None:
    """With what the theme changes, of a share of a price what that bearer pays, a communal card for nothing."""
    cheaper = {**CARDS["night_watch"], "cost_changes": {"Sudden Fog": -2}}
    pool = {"id": "pool", "kind": "communal", "name": "Pool", "faction": CARDS["rokuro"]["faction"]}
    known = {**CARDS, "night_watch": cheaper, "pool": pool}
    body = told(WARBAND, {})
    offered = {offer.id: offer.price for offer in sheet(body, known).offers}
    assert [offered[id_] for id_ in ("fog", "pool", "spilled_oil")] == ["2", "0", "X"]
    taken = {add.id for add in lines(body)["guards"].adds if add.id.startswith("inherited_blade")}
    assert not taken, "Rokuro carries the only one (BUS-ROSTER-13)"
    body = told({**WARBAND, "models": [{"profile": "guards", "count": 3}]}, {})
    adds = {add.id: add.price for add in lines(body)["guards"].adds}
    assert adds["inherited_blade#1"] == str(CARDS["guards"]["cost"]["value"] // 4)


def test_whom_the_theme_keeps_out_is_offered_last() -> None:
    """What stands under the other headings breaks nothing of the theme; a hired sword stands with the Ronin."""
    for theme in ("night_watch", "still_garden", "open_road"):
        body = told({}, {"pick-faction": "Lantern Court", "pick-theme": theme})
        for offer in sheet(body, CARDS).offers:
            rules = {one.rule for one in report(changed(body, f"add:list:{offer.id}", CARDS)).violations}
            out = bool(rules & {"BUS-ROSTER-24", "BUS-ROSTER-25", "BUS-ROSTER-26"})
            assert out == (offer.group.en == "Not in this theme"), (theme, offer.id)
    garden = told({}, {"pick-faction": "Lantern Court", "pick-theme": "still_garden"})
    groups = {one.id: one.group.en for one in sheet(garden, CARDS).offers}
    hired = {**garden, "terms": {**garden.get("terms", {}), "themes": "hired_swords"}}
    swords = {one.id: one.group.en for one in sheet(hired, CARDS).offers}
    assert (groups["jirota"], swords["jirota"]) == ("Not in this theme", "Ronin")


def test_each_of_several_models_gets_its_own_equipment() -> None:
    """Offered to whoever differs and to one of the others; what is taken as often as it may be is offered to nobody."""
    double = {**CARDS, "oiled_lantern": {**CARDS["oiled_lantern"], "max": 2}}
    body = told({}, {"pick-faction": "Lantern Court"})
    for change in ("add:list:guards", "more:list.models.0", "more:list.models.0"):
        body = changed(body, change, double)

    def offered() -> list[str]:
        (line,) = sheet(body, double).sections[0].lines
        return [add.id for add in line.adds if add.id.startswith("oiled_lantern")]

    assert offered() == ["oiled_lantern#1"]
    body = changed(body, "fit:list.models.0:oiled_lantern#1", double)
    assert offered() == ["oiled_lantern#2"], "one Equipment for a model (BUS-ROSTER-20)"
    body = changed(body, "fit:list.models.0:oiled_lantern#2", double)
    assert offered() == [] and report(body, double).ok
    (line,) = sheet(body, double).sections[0].lines
    assert [one.name.en for one in line.under] == ["Oiled Lantern (model 1)", "Oiled Lantern (model 2)"]


def test_the_equipment_of_one_form_closes_that_of_the_other() -> None:
    """Both cards are one model (BUS-ROSTER-21): what is offered is accepted."""
    cards = {**CARDS, "heron": {**CARDS["heron"], "types": ["Human"]}}
    kohana = {"profile": "kohana", "enhancements": []}
    body = {"faction": "Lantern Court", "models": [kohana, "heron"]}

    def offered(body: dict[str, Any]) -> set[str]:
        (heron,) = (line for line in sheet(body, cards).sections[0].lines if line.id == "heron")
        return {add.id for add in heron.adds}

    assert "signal_drum" in offered(body)
    body["models"] = [{**kohana, "enhancements": ["oiled_lantern"]}, "heron"]
    assert "signal_drum" not in offered(body) and report(body, cards).ok
    assert not report(changed(body, "fit:list.models.1:signal_drum", cards), cards).ok


def test_no_tap_adds_more_of_a_card_than_a_list_may_have() -> None:
    """As many models as the card has, as many copies as Max says, one communal card (BUS-ROSTER-08, -13, -36)."""
    body = told({}, {"pick-faction": "Lantern Court"})
    for card in ("guards", "bell", "well"):
        for _ in range(4):
            body = changed(body, f"add:list:{card}", CARDS)
    assert {id_: line.count for id_, line in lines(body).items()} == {"guards": 3, "bell": 2, "well": 1}
    assert report(body).ok
    full = {offer.id for offer in sheet(body, CARDS).offers if not offer.fits}
    assert full == {"guards", "bell", "well"}
