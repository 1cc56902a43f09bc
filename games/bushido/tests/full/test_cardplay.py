"""Special cards, traps, Ki that a warband has in common, and players who take too long."""

from __future__ import annotations

from typing import Any

from games.bushido import events as e
from games.bushido.full import events as f
from games.bushido.full.common import table
from games.bushido.full.legal.next_events import full_events
from games.bushido.profiles import Feat, Profile
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, fighting
from games.bushido.tests.full.tables import (
    B,
    R,
    act,
    begun,
    card,
    checked,
    chosen,
    deployed,
    figures,
    placed,
    playing,
    refused,
    right_and_wrong,
    started,
    waited,
)
from games.testing import accepts, refuses

FOG = e.SpecialTaken(card="fog", count=2)
PIT = e.SpecialTaken(card="pit", trap=True)
ROPE = e.SpecialTaken(card="rope", trap=True)
WELL = e.SpecialTaken(card="well", kind="communal")


def used(card_: str = "fog", **told: Any) -> f.SpecialCardUsed:
    return f.SpecialCardUsed(side="red", card=card_, **told)


@accepts("BUS-GEN-26")
@refuses("BUS-GEN-26")
def test_an_event_is_used_once_for_each_copy() -> None:
    case = playing(specials=(FOG,))
    refused(case, used("bell"), "BUS-GEN-26")
    refused(case, used(discarded=False), "BUS-GEN-26")
    refused(case, used(), "BUS-LOG-03", by=B)
    once = case.when(used(), R)
    twice = once.when(used(model=MINE))
    refused(twice, used(), "BUS-GEN-26")
    fight = allocated(fighting(specials=(FOG,)))
    refused(fight, used(), "BUS-GEN-26")
    fight.when(used(printed_moment=True)).then_accepted()


@accepts("BUS-GEN-26")
@refuses("BUS-GEN-26", "BUS-LOG-02")
def test_an_event_whose_moment_is_the_deployment() -> None:
    """Before the first turn no Instant feat is used, so only a card that says so is."""
    case = placed(chosen(specials=(FOG,)))
    refused(case, used(), "BUS-LOG-02")
    told = [one for one in full_events(case.state) if one.type == "special_card_used"]
    assert [(one.optional, one.choices["printed_moment"]) for one in told] == [(True, (True,))]
    both = case.when(used(printed_moment=True)).when(used(printed_moment=True))
    refused(both, used(printed_moment=True), "BUS-GEN-26")
    refused(begun(deployed(both)), used(), "BUS-GEN-26")


@accepts("BUS-GEN-26")
@refuses("BUS-GEN-26")
def test_an_enhancement_acts_as_long_as_its_model() -> None:
    blade = e.SpecialTaken(card="blade", kind="enhancement", on="second")
    case = playing(specials=(blade,))
    again = case.when(used("blade", discarded=False)).when(used("blade", discarded=False))
    again.then_accepted()
    refused(case.when(f.ModelRemoved(model="red:second")), used("blade", discarded=False), "BUS-GEN-26")
    assert not [
        one for one in full_events(again.when(used("blade")).state) if one.type == "special_card_used"
    ]


@accepts("BUS-GEN-26", "BUS-ROSTER-13")
@refuses("BUS-GEN-26")
def test_copies_that_were_taken_one_by_one_are_as_many() -> None:
    fog = e.SpecialTaken(card="fog")
    case = playing(specials=(fog, fog)).when(used())
    refused(case.when(used()), used(), "BUS-GEN-26")


@accepts("BUS-GEN-26", "BUS-ROSTER-14")
@refuses("BUS-GEN-26")
def test_each_of_two_models_has_its_copy_of_an_enhancement() -> None:
    """Discarded is the copy of the model that is told, else the first; the other one acts as long as its model."""
    lamps = tuple(e.SpecialTaken(card="lamp", kind="enhancement", on=name) for name in ("second", "third"))
    case = playing(specials=lamps)
    lit, put_out = used("lamp", discarded=False), used("lamp", model="red:third")
    alone = case.when(f.ModelRemoved(model="red:third"))
    alone.when(lit).then_accepted()
    refused(alone.when(f.ModelRemoved(model="red:second")), lit, "BUS-GEN-26")
    case.when(put_out).when(lit).then_accepted()
    refused(case.when(put_out).when(f.ModelRemoved(model="red:second")), lit, "BUS-GEN-26")
    case.when(used("lamp")).when(f.ModelRemoved(model="red:second")).when(lit).then_accepted()
    refused(case.when(used("lamp")).when(used("lamp")), lit, "BUS-GEN-26")


@accepts("BUS-GEN-26", "BUS-ROSTER-14")
@refuses("BUS-GEN-26")
def test_an_enhancement_of_a_whole_card_acts_as_long_as_one_of_its_models() -> None:
    drill = e.SpecialTaken(card="drill", kind="enhancement", on="second", also_on=("third",))
    case, use = playing(specials=(drill,)), used("drill", discarded=False)
    one = case.when(f.ModelRemoved(model="red:second"))
    one.when(use).then_accepted()
    refused(one.when(f.ModelRemoved(model="red:third")), use, "BUS-GEN-26")
    refused(case.when(used("drill")), use, "BUS-GEN-26")


@accepts("BUS-GEN-22")
@refuses("BUS-GEN-22")
def test_one_trap_in_an_activation() -> None:
    snare = Feat(name="Snare", timing="I", target="Ta(6)", cost=1, limits=())
    case = act(playing(red={"chief": card(feats=(snare,))}, specials=(PIT, ROPE, FOG)), MINE, "walk")
    caught = case.when(used("pit", model=MINE))
    refused(caught, used("rope", model=MINE), "BUS-GEN-22")
    snared = f.KiFeatUsed(model=MINE, feat="Snare", target=THEIRS, inches=3.0)
    refused(caught, snared, "BUS-GEN-22")
    caught.when(used("fog")).then_accepted()
    refused(case.when(snared), used("rope"), "BUS-GEN-22")
    moved = caught.when(f.ModelMoved(model=MINE, inches=2.0))
    act(moved, THEIRS, "walk").when(used("rope", model=THEIRS)).then_accepted()


def communal(**told: Any) -> Profile:
    return card(ki_limit="communal", **told)


@accepts("BUS-KI-17")
@refuses("BUS-KI-17")
def test_ki_in_common() -> None:
    """Two of three models fill the communal card with 2 each; they pay from it, and nobody takes from them."""
    gaze = Feat(name="Gaze", timing="I", target="Pe", cost=3, limits=())
    reds = {"chief": communal(feats=(gaze,)), "second": communal(), "third": card("Leech (2/6)")}
    case = begun(started(red=reds, specials=(WELL,)))
    wells = {"red": 4, "blue": 0}
    right, wrong = f.TableChecked(wells=wells), f.TableChecked(wells={**wells, "red": 0})
    right_and_wrong(case, right, wrong, "BUS-KI-17", "BUS-TURN-03")
    right_and_wrong(case, checked(MINE, ki=0), checked(MINE, ki=2), "BUS-KI-17")
    feat = f.KiFeatUsed(model=MINE, feat="Gaze")
    paid = case.when(feat)
    paid.when(f.TableChecked(wells={**wells, "red": 1})).then_accepted()
    refused(paid, feat, "BUS-KI-17", "BUS-KI-02")
    share = f.Share(model="red:second", amount=1)
    leech = f.TraitUsed(model="red:third", trait="leech", targets=(share,), inches=1.0)
    refused(act(case, "red:third"), leech, "BUS-KI-17")
    refused(case, f.TokensChanged(model=MINE, token="ki", number=-1), "BUS-KI-17")
    case.when(f.TokensChanged(model=MINE, token="ki", number=2)).when(
        f.TableChecked(wells={**wells, "red": 6})
    ).then_accepted()
    focus = act(case, MINE, "focus").when(f.TableChecked(wells={**wells, "red": 6}))
    focus.then_accepted()


@accepts("BUS-KI-17")
def test_without_a_communal_card_it_is_lost() -> None:
    case = begun(started(red={"chief": communal()}))
    case.when(f.TableChecked(wells={"red": 0, "blue": 0})).when(checked(MINE, ki=0)).then_accepted()


@accepts("BUS-TOUR-10")
@refuses("BUS-TOUR-10")
def test_who_takes_too_long() -> None:
    case = playing()
    taken = f.CounterTaken(model=MINE)
    refused(case, taken, "BUS-LOG-03", by=B)
    refused(case, f.CounterTaken(model=THEIRS), "BUS-TOUR-10")
    passed = case.when(taken)
    right_and_wrong(passed, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-TOUR-10")
    assert table(passed.state).active == "blue"
    refused(act(case, MINE, "walk"), f.ActivationEnded(reason="late"), "BUS-TOUR-10")
    slow = act(case, MINE)
    refused(slow, f.ActivationEnded(reason="late", counters=2), "BUS-TOUR-10")
    late = slow.when(f.ActivationEnded(reason="late", counters=1))
    right_and_wrong(late, checked(MINE, counters=1), checked(MINE, counters=2), "BUS-TOUR-10")
    tired = waited(playing(), MINE, THEIRS, MINE)
    refused(waited(tired, THEIRS), taken, "BUS-TOUR-10")
    assert figures(tired, MINE).counters == 0
