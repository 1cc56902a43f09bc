"""Edge cases of the passage, and of guards beside somebody whom they do not see: what is done from inside, what a card
finds that moves nobody. Each with what is allowed beside what is not.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.table import full_of, with_figures, with_full
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState
from games.ninja.tests.demo import MARKS, in_action, in_alert, led, moved, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G
from games.ninja.tests.test_edges_seen import waiting
from games.ninja.tests.test_passage import go, known
from games.ninja.tests.test_situations import crowd
from games.testing import Case, accepts, refuses

OPENS = f.CardSecret(bluff=False, edge=None, zone=None)


def went_inside(name: Any, entrance: str) -> Case:
    """An intruder has gone from this entrance into the passage, and searched it."""
    state = hidden_at(with_own(to_intruders().state, BOTH, entrances=(entrance, "J3")), name, entrance)
    case = waiting(state, name).when(f.IntruderCardPlayed(intruder=name, card="secret_passage", use=OPENS))
    case = case.when(f.PassageEntered(intruder=name, entrance=entrance), INTRUDER)
    case = case.when(moved(name, entrance, to("@P", via="enter_passage", after=1)), INTRUDER)
    return led(case, f.ZonesSearched(intruder=name, zones=(entrance,)))


@accepts("NIN-HAZ-04", "NIN-HAZ-05", "NIN-PASS-14")
@refuses("NIN-HAZ-04")
def test_an_ambush_at_the_entrance_is_settled_from_inside() -> None:
    """G-69: Kenjutsu reaches back, a star does not; who steps out finds nobody, the alert is High all the same."""
    searched = went_inside("ninja", "C5")
    ambush = f.HazardResolved(zone="C5", hazard="ambush", outcome="killed_kenjutsu")
    assert searched.when(ambush, INTRUDER).then_accepted().alert == 1
    star = f.HazardResolved(zone="C5", hazard="ambush", outcome="killed_shuriken")
    refused(searched, star, "NIN-HAZ-04", by=INTRUDER)
    placed = f.HazardResolved(zone="C5", hazard="ambush", outcome="guard_placed", guard="g15")
    state = led(searched, placed).then_accepted()
    shown = full_of(state).shown["ninja"]
    assert (state.alert, shown.visible, shown.inside) == (3, None, True)


@accepts("NIN-HAZ-03")
@refuses("NIN-HAZ-03")
def test_a_trap_at_the_entrance_was_a_cat_from_inside() -> None:
    """The passage is on the map; the ninja has no cat there either."""
    cat = f.HazardResolved(zone="D4", hazard="trap", outcome="cat")
    assert went_inside("traitor", "D4").when(cat, INTRUDER).then_accepted().alert == 0
    refused(went_inside("ninja", "D4"), cat, "NIN-HAZ-03", by=INTRUDER)


@accepts("NIN-EFF-01", "NIN-INT-15")
@refuses("NIN-EFF-01")
def test_a_star_flies_out_of_the_zone_and_not_out_of_the_passage() -> None:
    """NIN-INT-15: coming out is the one step of that turn."""
    star = f.GuardNeutralised(intruder="ninja", guard="g2", by="shuriken", from_zone="@P")
    lurking = inside(to_intruders().state, "ninja")
    refused(waiting(standing(lurking, "g2", at="B5"), "ninja"), star, "NIN-EFF-01", by=INTRUDER)
    waiting(standing(lurking, "g2", at="@P"), "ninja").when(star, INTRUDER).then_accepted()
    out = waiting(standing(lurking, "g2", at="B4"), "ninja").when(
        f.PassageLeft(intruder="ninja", entrance="B5"), INTRUDER
    )
    thrown = out.when(
        f.GuardNeutralised(intruder="ninja", guard="g2", by="shuriken", from_zone="B5"), INTRUDER
    )
    thrown.when(moved("ninja", "@P", to("B5", via="leave_passage")), INTRUDER).then_accepted()


def beside_a_hidden_one() -> Case:
    """A search card for sentry g2, in whose zone the ninja is hidden."""
    state: NinjaState = hidden_at(in_action().state, "ninja", "B2", 3)
    return case_of(state).when(f.GuardCardPlayed(card="sentry_search", guard="g2"), G)


@accepts("NIN-MOV-05", "NIN-DET-01")
@refuses("NIN-TURN-04")
def test_who_does_not_move_meets_nobody_and_who_comes_back_does() -> None:
    """A search of no steps enters no zone; out and back in enters the one where it began."""
    search = beside_a_hidden_one()
    stayed = led(search, f.GuardsMoved(guards=("g2",), path=(), cause="card")).then_accepted()
    assert full_of(stayed).shown["ninja"].visible is None and stayed.alert == 0
    back = led(search, f.GuardsMoved(guards=("g2",), path=("B3", "B2"), cause="card")).then_accepted()
    assert (full_of(back).shown["ninja"].visible, back.alert) == ("B2", 3)
    refused(search, f.PhaseStarted(phase="patrol"), "NIN-TURN-04", by=G)


@accepts("NIN-AWK-03", "NIN-CARD-04")
@refuses("NIN-CARD-04", "NIN-AWK-02")
def test_whom_a_card_sobered_takes_no_other_in_this_turn() -> None:
    """With 20 guards on the map too, once nobody is asleep; until then nobody wakes up."""
    full_house = with_figures(crowd(in_action().state, 20), ("g1",), drunk=True)
    awaken = f.GuardCardPlayed(card="awaken")
    refused(case_of(full_house), awaken, "NIN-AWK-02", by=G)
    empty = with_full(full_house, sleepers=0, marks=replace(MARKS, sleepers={}))
    sober = case_of(empty).when(awaken, G).when(f.GuardSobered(guard="g1"), G)
    assert sober.then_accepted().drunk == 0
    refused(sober, f.GuardCardPlayed(card="sentry_listen", guard="g1"), "NIN-CARD-04", by=G)


@accepts("NIN-LIS-12", "NIN-CARD-05")
@refuses("NIN-LIS-12")
def test_a_passage_card_of_the_alert_phase_takes_the_free_listen() -> None:
    """It is a card that is played, though it lies on no guard (NIN-CARD-05)."""
    state = in_alert().state
    cards = {"drawn": 1, "deck": 11, "drawn_cards": {"secret_passage": 1}}
    listen = f.FreeListenOrdered(guard="g1")
    for played in (True, False):
        drawn = with_full(state, piles={"guard": replace(full_of(state).piles["guard"], **cards)})
        case = case_of(drawn)
        case = case.when(f.GuardCardPlayed(card="secret_passage"), G) if played else case
        action = case.when(f.PhaseStarted(phase="guard_action"), G)
        if played:
            refused(action, listen, "NIN-LIS-12", by=G)
        else:
            action.when(listen, G).then_accepted()


@accepts("NIN-PASS-10", "NIN-PASS-11")
@refuses("NIN-PASS-10")
def test_guards_that_come_out_of_the_passage_go_in_again_in_a_later_turn() -> None:
    """By neither the second step of one way nor the step after an entrance that was told (NIN-PASS-15)."""
    both = known(standing(in_action().state, "g2", at="@P"), "B5", "J3", table=2)
    search = case_of(both).when(f.GuardCardPlayed(card="sentry_search", guard="g2"), G)
    refused(search, go("B5", "@P"), "NIN-PASS-10", by=G)
    led(search, go("B5", "B4")).then_accepted()
    one = known(standing(in_action().state, "g2", at="@P"), "B5", table=2)
    told = led(case_of(one).when(f.GuardCardPlayed(card="sentry_search", guard="g2"), G), go("@X"))
    refused(told, go("@P"), "NIN-PASS-10", by=G)
    led(told, go("J4")).then_accepted()
    outside = case_of(standing(one, "g2", at="B4")).when(
        f.GuardCardPlayed(card="sentry_search", guard="g2"), G
    )
    led(outside, go("B5", "@P")).then_accepted()


@accepts("NIN-PASS-11", "NIN-DET-01")
@refuses("NIN-MOV-04")
def test_who_comes_out_beside_a_figure_goes_no_further() -> None:
    """Where everybody sees somebody the way ends, at the door of the passage as elsewhere."""
    seen = seen_at(standing(known(in_action().state, "E4"), "g3", at="E4"), "ninja", "E4")
    search = case_of(standing(seen, "g2", at="@P")).when(
        f.GuardCardPlayed(card="sentry_search", guard="g2"), G
    )
    refused(search, go("E4", "D4"), "NIN-MOV-04", by=G)
    assert led(search, go("E4")).then_accepted().alert == 3
    alone = case_of(standing(known(in_action().state, "E4"), "g2", at="@P"))
    led(alone, f.GuardCardPlayed(card="sentry_search", guard="g2"), go("E4", "D4")).then_accepted()


@accepts("NIN-PASS-12", "NIN-CMB-01", "NIN-EFF-01")
def test_whoever_is_met_inside_is_offered_to_be_killed() -> None:
    """On the way in as well, when the ninja has told that it went in."""
    night = hidden_at(standing(to_intruders().state, "g2", at="@P"), "ninja", "J3")
    before = case_of(night).when(f.IntruderCardPlayed(intruder="ninja", card="secret_passage", use=OPENS))
    assert not _kills(before)
    entered = before.when(f.PassageEntered(intruder="ninja", entrance="J3"), INTRUDER)
    kills = _kills(entered)
    assert {one.by for one in kills} == {"kenjutsu", "shuriken"}
    for kill in kills:
        way = moved("ninja", "J3", to("@P", "enter_passage", 1))
        entered.when(kill, INTRUDER).when(way, INTRUDER).then_accepted()


def _kills(case: Case) -> list[Any]:
    """The kills that are offered to the ninja."""
    offers = [one for one in next_events(case.state) if one.type == "guard_neutralised"]
    return [event for one in offers for event in moves(case.state, one, INTRUDER)]
