"""Models that come into play by a card, take another's place, or are put down elsewhere."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import put, table, touching
from games.bushido.full.legal.next_events import full_events
from games.bushido.full.summon import forms
from games.bushido.opening import bring_list
from games.bushido.profiles import Profile
from games.bushido.state import BusState, with_model
from games.bushido.tests.full.fights import MINE, THEIRS
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    card,
    checked,
    figures,
    marked,
    playing,
    refused,
    right_and_wrong,
    touch,
)
from games.ruleset import NextEvent, Roster
from games.testing import Case, accepts, refuses

IMP = "red:imp"
EQUIPMENT = e.SpecialTaken(card="blade", kind="enhancement", on="second", equipment=True)


def summoner(**told: Any) -> dict[str, Profile]:
    return {"chief": card(summons=("imp",), **told)}


def known(case: Case, *more: tuple[str, Profile]) -> Case:
    """A match whose cards have these profiles too."""
    return changed(case, put(case.state, sheets={**table(case.state).sheets, **dict(more)}))


def offered(case: Case) -> list[NextEvent]:
    """Who may be summoned."""
    return [one for one in full_events(case.state) if one.type == "model_summoned"]


def changed(case: Case, state: BusState) -> Case:
    """The same match, standing otherwise."""
    return Case(case.rules, case.setup, state, case.entries)


def summoned(card_: str = "imp", **told: Any) -> f.ModelSummoned:
    return f.ModelSummoned(**{"side": "red", "card": card_, "by": MINE, **told})


def summoning(imp: Profile | None = None, **told: Any) -> Case:
    case = playing(red={**summoner(), **told.pop("reds", {})}, **told)
    return known(case, ("imp", imp or card("Disguise (4)", unique=False)))


@accepts("BUS-ROSTER-35", "BUS-GEN-17", "BUS-SETUP-28")
@refuses("BUS-ROSTER-35", "BUS-GEN-17", "BUS-SETUP-28")
def test_who_may_be_summoned() -> None:
    case = summoning(reds={"second": card(summons=())})
    refused(case, summoned(by="red:second"), "BUS-ROSTER-35")
    refused(case, summoned("dragon"), "BUS-ROSTER-35")
    refused(case, summoned(by=None), "BUS-ROSTER-35")
    refused(case, summoned(by=None, special="fog"), "BUS-ROSTER-35")
    refused(case, summoned(by=THEIRS), "BUS-LOG-04")
    refused(case, summoned(contact=True), "BUS-GEN-17")
    refused(case, summoned(in_zoc=True), "BUS-GEN-17")
    done = case.when(summoned(), R)
    assert done.then_accepted().models[IMP].side == "red"
    right_and_wrong(done, checked(IMP, counters=0), checked(IMP, counters=2), "BUS-LOG-10")
    right, wrong = (checked(IMP, markers={"disguised": number}) for number in (1, 0))
    right_and_wrong(done, right, wrong, "BUS-SETUP-24")
    refused(done, f.ModelActivated(model=IMP), "BUS-ACT-01")
    again = done.when(summoned())
    assert again.then_accepted().models["red:imp-2"].facts.card == "imp"


@accepts("BUS-ROSTER-35")
def test_a_special_card_summons_while_it_is_there() -> None:
    event = e.SpecialTaken(card="fog")
    case = known(playing(specials=(event,)), ("imp", card(unique=False)))
    told = summoned(by=None, special="fog")
    case.when(told).then_accepted()
    used = f.SpecialCardUsed(side="red", card="fog")
    case.when(told).when(used).then_accepted()
    done = case.when(used)
    done.when(told).then_accepted()
    refused(act(done, MINE, "wait"), told, "BUS-ROSTER-35")


@accepts("BUS-ROSTER-35", "BUS-GEN-26")
def test_an_event_that_has_just_been_used_is_offered_for_who_comes_back() -> None:
    case = playing(specials=(e.SpecialTaken(card="fog"),)).when(f.ModelRemoved(model="red:second"))
    for there in (case, case.when(f.SpecialCardUsed(side="red", card="fog"))):
        (offer,) = offered(there)
        assert offer.choices["special"] == ("fog",)
        there.when(summoned("r-second", model="red:second", by=None, special="fog")).then_accepted()
    gone = act(case.when(f.SpecialCardUsed(side="red", card="fog")), MINE, "wait")
    assert not offered(gone)


def returning(unique: bool) -> Case:
    """Red's second model has left play with its Equipment, and the chief brings it back."""
    reds = {"chief": card(summons=("r-second",)), "second": card(unique=unique)}
    case = playing(red=reds, specials=(EQUIPMENT,))
    plain = replace(case.state.models["red:second"].facts, unique=unique)
    case = changed(case, with_model(case.state, "red:second", facts=plain))
    back = summoned("r-second", model="red:second")
    refused(case, back, "BUS-LOG-04")
    gone = case.when(f.ModelRemoved(model="red:second"))
    refused(gone, summoned("r-second", model="red:third"), "BUS-LOG-04")
    refused(gone.when(back), back, "BUS-LOG-04")
    return gone.when(back)


@accepts("BUS-GEN-19")
@refuses("BUS-GEN-19")
def test_a_unique_model_comes_back_with_its_equipment() -> None:
    told = f.SpecialCardUsed(side="red", card="blade", discarded=False)
    returning(True).when(told).then_accepted()
    refused(returning(False), told, "BUS-GEN-19", "BUS-GEN-26")


@accepts("BUS-GEN-19")
@refuses("BUS-GEN-19")
def test_who_comes_back_without_its_equipment_leaves_that_of_others() -> None:
    reds = {"chief": card(summons=("r-second",)), "second": card(unique=False)}
    case = playing(red=reds, specials=(EQUIPMENT, replace(EQUIPMENT, on="third")))
    plain = replace(case.state.models["red:second"].facts, unique=False)
    case = changed(case, with_model(case.state, "red:second", facts=plain))
    back = case.when(f.ModelRemoved(model="red:second")).when(summoned("r-second", model="red:second"))
    told = f.SpecialCardUsed(side="red", card="blade", discarded=False)
    back.when(told).then_accepted()
    refused(back.when(f.ModelRemoved(model="red:third")), told, "BUS-GEN-26")
    refused(back.when(f.SpecialCardUsed(side="red", card="blade")), told, "BUS-GEN-19", "BUS-GEN-26")


@refuses("BUS-GEN-19")
def test_a_unique_model_is_there_once() -> None:
    imp = summoning(card(unique=True)).when(summoned())
    refused(imp, summoned(), "BUS-GEN-19")
    refused(imp.when(f.ModelRemoved(model="red:second")), summoned(model="red:second"), "BUS-GEN-19")


@accepts("BUS-GEN-27")
@refuses("BUS-GEN-27")
def test_the_boxes_of_who_comes_back() -> None:
    reds = {"chief": card(summons=("r-second",))}
    hurt = playing(red=reds).when(f.WoundsChanged(model="red:second", number=2))
    taken = hurt.when(f.ModelRemoved(model="red:second")).when(summoned("r-second", model="red:second"))
    right_and_wrong(taken, checked("red:second", wounds=2), checked("red:second", wounds=0), "BUS-GEN-27")
    killed = hurt.when(f.WoundsChanged(model="red:second", number=3))
    assert killed.state.models["red:second"].place == "out"
    back = killed.when(summoned("r-second", model="red:second"))
    right_and_wrong(back, checked("red:second", wounds=0), checked("red:second", wounds=5), "BUS-GEN-27")


@accepts("BUS-GEN-18", "BUS-VIM-08")
@refuses("BUS-GEN-18", "BUS-VIM-08")
def test_a_vim_takes_another_form() -> None:
    """The published example: Kota is the VIM, and so is the fox that he becomes."""
    fox = card(same_model_as=("r-chief",), wound_tracks=(3,))
    case = touch(known(playing("seigyo", vim="open"), ("fox", fox)), (MINE, THEIRS))
    told = f.ModelReplaced(model=MINE, card="fox")
    for wrong in (
        f.ModelReplaced(model=MINE, card="fox", fits=False),
        f.ModelReplaced(model=MINE, card="fox", contact=("blue:second",)),
    ):
        refused(case, wrong, "BUS-GEN-18")
    refused(case, f.ModelReplaced(model="red:nobody", card="fox"), "BUS-LOG-04")
    done = case.when(told)
    one = done.then_accepted().models[MINE]
    assert (one.facts.card, one.place, one.out, one.returned) == ("fox", "battlefield", None, False)
    assert touching(done.state, MINE) == (THEIRS,), "contact is kept"
    right_and_wrong(done, checked(MINE, counters=0), checked(MINE, counters=2), "BUS-GEN-18", "BUS-VIM-08")
    assert figures(case.when(f.ModelReplaced(model=MINE, card="fox", counters=2)), MINE).counters == 2


@accepts("BUS-GEN-18")
@refuses("BUS-VIM-09")
def test_another_model_takes_its_place() -> None:
    case = touch(summoning(scenario="seigyo", vim="open"), (MINE, THEIRS))
    done = case.when(f.ModelReplaced(model=MINE, card="imp"))
    state = done.then_accepted()
    assert state.models[MINE].out == 1, "a VIM that is replaced by somebody else is gone"
    assert touching(state, IMP) == (THEIRS,)
    refused(done, checked(MINE, place="battlefield"), "BUS-GEN-18")


@accepts("BUS-GEN-18", "BUS-GEN-19", "BUS-LOG-04")
@refuses("BUS-GEN-19", "BUS-LOG-04")
def test_who_takes_a_place_is_not_there_already_and_a_model_in_play_brings_it() -> None:
    """A unique model in play would be there twice; two that change places swap them."""
    imp, here = card(unique=True), f.ModelReplaced(model="red:second", card="imp")
    case = known(playing(), ("imp", imp), ("r-third", card(unique=True)))
    refused(case, f.ModelReplaced(model="red:second", card="r-third"), "BUS-GEN-19")
    once = case.when(here)
    refused(once, f.ModelReplaced(model="red:third", card="imp"), "BUS-GEN-19")
    known(playing(), ("imp", card(unique=False))).when(here).when(
        f.ModelReplaced(model="red:third", card="imp")
    ).then_accepted()
    gone = case.when(f.ModelRemoved(model="red:third"))
    for by in ("red:nobody", "red:third"):
        refused(gone, replace(here, by=by), "BUS-LOG-04")
    gone.when(replace(here, by=MINE)).then_accepted()


@accepts("BUS-GEN-18")
def test_two_swap_places() -> None:
    case = touch(playing(), (MINE, THEIRS), ("red:second", "blue:second"))
    done = case.when(f.ModelsSwapped(model=MINE, other="red:second"))
    assert touching(done.state, MINE) == ("blue:second",)
    assert touching(done.state, "red:second") == (THEIRS,)
    refused(case, f.ModelsSwapped(model=MINE, other=MINE), "BUS-GEN-18")
    refused(case, f.ModelsSwapped(model=MINE, other="red:second", fits=False), "BUS-GEN-18")
    refused(case, f.ModelsSwapped(model=MINE, other="red:nobody"), "BUS-LOG-04")


def test_whoever_can_swap_places_is_offered_to() -> None:
    """Outside an activation too, and with enemies: the text of a card says who."""
    case = touch(playing(), (MINE, THEIRS))
    offers = [one for one in full_events(case.state) if one.type == "models_swapped"]
    offered = {(one.choices["model"][0], other) for one in offers for other in one.choices["other"]}
    assert offered == {
        (one, other) for one in case.state.models for other in case.state.models if one != other
    }
    done = case.when(f.ModelsSwapped(model=MINE, other=THEIRS))
    assert touching(done.then_accepted(), MINE) == (THEIRS,), "those who touch each other still do"


@accepts("BUS-MOVE-07", "BUS-MOVE-08", "BUS-TER-02")
@refuses("BUS-MOVE-07", "BUS-MOVE-08", "BUS-TER-02", "BUS-MOVE-12", "BUS-TRT-51")
def test_where_a_model_is_put_down() -> None:
    case = touch(playing(red={"third": card("Immovable")}), (MINE, THEIRS))
    refused(case, f.ModelPlaced(model=MINE, contact=True), "BUS-MOVE-07")
    refused(case, f.ModelPlaced(model=MINE, on="impassable"), "BUS-MOVE-07", "BUS-TER-02")
    refused(case, f.ModelPlaced(model=MINE, on="edge"), "BUS-MOVE-07", "BUS-MOVE-08")
    refused(case, f.ModelPlaced(model="red:third", by=THEIRS), "BUS-MOVE-12", "BUS-TRT-51")
    case.when(f.ModelPlaced(model="red:third", by=MINE)).then_accepted()
    held = marked(case, MINE, "held", by=THEIRS)
    refused(held, f.ModelPlaced(model=MINE), "BUS-MOVE-12")
    done = case.when(f.ModelPlaced(model=MINE, by="red:second"), B)
    assert not done.violations and touching(done.state, MINE) == ()
    refused(case.when(f.ModelRemoved(model=MINE)), f.ModelPlaced(model=MINE), "BUS-LOG-04")


def test_what_is_offered_and_what_a_list_brings() -> None:
    offers = [one for one in full_events(summoning().state) if one.type == "model_summoned"]
    assert [(one.choices["card"], one.choices["by"]) for one in offers] == [(("imp",), (MINE,))]
    cards: dict[str, Any] = {
        "kota": {"kind": "profile", "name": "Kota", "summons": ["imp"], "same_model_as": ["fox"]},
        "imp": {"kind": "profile", "name": "Imp"},
        "fox": {"kind": "profile", "name": "Fox"},
        "bow": {"kind": "enhancement", "name": "Bow", "equipment": True},
    }
    models = [{"profile": "kota", "enhancements": ["bow"]}]
    roster = Roster(
        system="bushido", kind="warband", name="Fox", body={"faction": "Ito Clan", "models": models}
    )
    (told,) = bring_list("r", roster, cards)
    assert isinstance(told, e.WarbandRegistered)
    assert list(told.sheets) == ["kota", "imp", "fox"] and told.specials[0].equipment


@accepts("BUS-SCN-18")
@refuses("BUS-SCN-18")
def test_never_more_models_than_the_scenario_allows() -> None:
    case = summoning(scenario="bavarian_botoku").when(summoned()).when(summoned())
    refused(case, summoned(), "BUS-SCN-18")
    case.when(f.ModelRemoved(model=IMP)).when(summoned()).then_accepted()


def test_every_form_of_a_model_is_offered_and_no_other_card() -> None:
    """Whichever of the two cards names the other (BUS-VIM-08)."""
    case = known(playing("seigyo", vim="open"), ("fox", card(same_model_as=("r-chief",))), ("crane", card()))
    assert _forms_offered(case.state) == {(MINE, "fox")}
    changed = case.when(f.ModelReplaced(model=MINE, card="fox")).state
    assert _forms_offered(changed) == {(MINE, "r-chief")}
    assert forms(table(case.state).sheets) == {"fox": ("r-chief",), "r-chief": ("fox",)}
    assert forms({"crane": card()}) == {}


def _forms_offered(state: BusState) -> set[tuple[str, str]]:
    found = [one.choices for one in full_events(state) if one.type == "model_replaced"]
    return {(model, told) for one in found for model in one["model"] for told in one["card"]}
