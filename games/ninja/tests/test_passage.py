"""The secret passage for both sides (NIN-PASS), ropes that may be found (NIN-MODE-BAL-06)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.events import Options
from games.ninja.full import events as f
from games.ninja.full.ownership import BOTH, own, with_own
from games.ninja.full.piles import pile
from games.ninja.full.state import Figure
from games.ninja.full.table import full_of, with_full
from games.ninja.state import NinjaState
from games.ninja.tests.demo import in_action, led, moved, setup_to, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, standing
from games.testing import Case, accepts, refuses

PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)


def known(state: NinjaState, *zones: str, table: int = 1) -> NinjaState:
    """The guards know entrances, and have so many passage cards on the table."""
    piles = {"guard": replace(pile(state, "guard"), table=table)}
    return with_own(with_full(state, piles=piles), BOTH, discovered=zones, both_known=len(zones) > 1)


def searching(state: NinjaState, guard: str, at: str) -> Case:
    return case_of(standing(state, guard, at=at)).when(f.GuardCardPlayed(card="sentry_search", guard=guard))


def go(*path: str, guards: tuple[str, ...] = ("g2",), **told: Any) -> f.GuardsMoved:
    return f.GuardsMoved(guards=guards, path=path, **told)


@accepts("NIN-PASS-01")
@refuses("NIN-PASS-01")
def test_both_entrances_lie_on_the_map() -> None:
    marking = setup_to(8)
    marking.when(f.PassageMarked(entrance="B5", other="B5")).then_accepted()
    refused(marking, f.PassageMarked(entrance="B5", other="@OUT"), "NIN-SETUP-18", "NIN-PASS-01")


@accepts("NIN-PASS-08", "NIN-PASS-09", "NIN-PASS-10")
@refuses("NIN-PASS-08", "NIN-PASS-09", "NIN-PASS-10")
def test_guards_enter_by_a_known_entrance_while_there_is_room() -> None:
    state = in_action().state
    refused(searching(state, "g2", "B5"), go("@P"), "NIN-PASS-08")
    case = searching(known(state, "B5"), "g2", "B5")
    refused(case, go("@P", "J3"), "NIN-PASS-10")
    entered = led(case, go("@P"))
    assert entered.state.full.figures["g2"].zone == "@P"
    full_up = case_of(standing(entered.state, "g3", at="B5", moved=False))
    asked = full_up.when(f.GuardCardPlayed(card="sentry_search", guard="g3"))
    refused(asked, go("@P", guards=("g3",)), "NIN-PASS-09")
    crowd = known(standing(state, "g9", "g10", at="B5", patrol="P1"), "B5")
    both = case_of(crowd).when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    refused(both, go("@P", guards=("g9", "g10")), "NIN-PASS-09")
    night = case_of(known(state, "H2", table=2)).when(f.PhaseStarted(phase="patrol"))
    refused(night, go("H2", "@P", guards=("g9", "g10"), cause="patrol", facing="I2"), "NIN-PASS-10")


@accepts("NIN-PASS-11", "NIN-PASS-15")
@refuses("NIN-PASS-11", "NIN-PASS-15")
def test_guards_leave_by_what_they_know_or_ask() -> None:
    """No zone but a known entrance may be named, whether or not it is one."""
    state = known(in_action().state, "B5")
    case = searching(state, "g2", "@P")
    for zone in ("J3", "C4"):
        refused(case, go(zone), "NIN-PASS-11")
    refused(case, go("@X", "J2"), "NIN-PASS-15")
    led(case, go("B5", "B4")).then_accepted()
    out = case.when(go("@X"))
    refused(out, f.MovementCleared(), "NIN-HID-21")
    refused(out, f.PassageDiscovered(zone="B5"), "NIN-PASS-15")
    stepped = led(out, f.PassageDiscovered(zone="J3"))
    passage = own(stepped.state, BOTH)
    assert passage.discovered == ("B5", "J3") and passage.both_known
    refused(stepped, go("J4", guards=("g3",)), "NIN-PASS-15")
    on = led(stepped, go("J2"))
    assert on.state.full.figures["g2"].zone == "J2"
    refused(on, go("J3"), "NIN-MOV-06")
    told = case_of(known(in_action().state, "B5", "J3"))
    refused(searching(told.state, "g2", "@P"), go("@X"), "NIN-PASS-11")


def test_both_entrances_in_one_zone_are_both_known_after_a_second_naming() -> None:
    state = with_own(known(in_action().state, "B5"), BOTH, entrances=("B5", "B5"))
    out = led(searching(state, "g2", "@P"), go("@X"))
    assert own(out.state, BOTH).both_known and own(out.state, BOTH).discovered == ("B5",)


def test_a_group_that_comes_out_on_the_path_is_asked_for_its_facing() -> None:
    state = known(standing(in_action().state, "g9", "g10", at="@P", patrol="P1"), "B5", table=2)
    state = with_full(state, facings={**full_of(state).facings, "P1": None})
    asked = case_of(state).when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    out = led(asked, go("@X", guards=("g9", "g10")))
    refused(out, f.PhaseStarted(phase="patrol"), "NIN-TURN-04")
    turned = out.when(f.PatrolReformed(patrol="P1", guards=("g9", "g10"), facing="J4"))
    assert turned.then_accepted().full.facings["P1"] == "J4"
    led(out, go("J2", guards=("g9", "g10"), facing="I2")).then_accepted()


@accepts("NIN-PASS-12")
@refuses("NIN-PASS-12")
def test_two_meet_in_the_passage_and_may_fight_there() -> None:
    state = inside(known(in_action().state, "B5"), "traitor")
    case = searching(state, "g2", "B5")
    asked = case.when(go("@P"))
    refused(asked, f.MovementCleared(), "NIN-HID-21", "NIN-DET-01")
    met = led(asked, f.IntruderDetected(intruder="traitor", zone="@P", cause="guard_entered"))
    met.when(f.GuardAttacked(guard="g2", intruder="traitor")).then_accepted()
    night = to_intruders()
    guarded = case_of(standing(night.state, "g2", at="@P"))
    entering = guarded.when(f.IntruderCardPlayed(intruder="traitor", card="secret_passage", use=PLAIN))
    entering = case_of(hidden_at(entering.state, "traitor", "J3")).when(
        f.PassageEntered(intruder="traitor", entrance="J3")
    )
    way = moved("traitor", "J3", to("@P", "enter_passage", 1))
    refused(entering, way, "NIN-DET-02", "NIN-PASS-12")
    seen = f.IntruderDetected(intruder="traitor", zone="@P", cause="intruder_entered")
    entering.when(seen).when(way).then_accepted()


@accepts("NIN-PASS-13")
@refuses("NIN-PASS-13")
def test_guards_inside_count_among_the_twenty() -> None:
    state = in_action().state
    more = {f"g{n}": Figure("@P") for n in range(15, 21)}
    full = with_full(state, figures={**full_of(state).figures, **more}, next_guard=21)
    refused(case_of(full), f.GuardCardPlayed(card="awaken"), "NIN-AWK-02", "NIN-PASS-13")
    case_of(state).when(f.GuardCardPlayed(card="awaken")).then_accepted()


@accepts("NIN-MODE-BAL-05", "NIN-MODE-BAL-06", "NIN-ROPE-04")
@refuses("NIN-MODE-BAL-05", "NIN-MODE-BAL-06", "NIN-ROPE-04")
def test_a_passage_that_nobody_finds_and_ropes_that_are_found() -> None:
    never = in_action(options=Options(no_passage_discovery=True)).state
    on_it = searching(never, "g2", "B4").when(go("B5"))
    refused(on_it, f.PassageDiscovered(zone="B5"), "NIN-MODE-BAL-05")
    on_it.when(f.MovementCleared()).then_accepted()
    refused(searching(known(never, "B5"), "g2", "B5"), go("@P"), "NIN-MODE-BAL-05")
    edge = ("A3", "B3")
    rope = f.PassageDiscovered(zone="B3", passage="rope", edge=edge)
    plain = searching(with_own(in_action().state, BOTH, ropes=(edge,)), "g2", "B2").when(go("B3"))
    refused(plain, rope, "NIN-ROPE-04")
    plain.when(f.MovementCleared()).then_accepted()
    open_ = in_action(options=Options(rope_discovery=True)).state
    found = searching(with_own(open_, BOTH, ropes=(edge,)), "g2", "B2").when(go("B3"))
    refused(found, f.MovementCleared(), "NIN-HID-21")
    refused(found, replace(rope, edge=None), "NIN-MODE-BAL-06")
    refused(found, replace(rope, edge=("B3", "C3")), "NIN-MODE-BAL-06")
    told = found.when(rope)
    refused(told, rope, "NIN-MODE-BAL-06")
    told.when(f.MovementCleared()).then_accepted()


def test_nothing_that_is_refused_tells_where_an_entrance_is() -> None:
    """Named on the way out, an entrance and any other zone are refused in the same words."""
    case = searching(known(in_action().state, "B5"), "g2", "@P")
    answers = [case.when(go(zone)).violations for zone in ("J3", "C4")]
    assert [one.rule for one in answers[0]] == [one.rule for one in answers[1]]
