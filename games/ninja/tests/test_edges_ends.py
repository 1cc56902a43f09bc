"""Edge cases of figures and of the last turn: who is still beside whom, what a far ambush leaves to do, how a night
ends by what the last turn leaves. Each with what is allowed beside what is not.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import events as e
from games.ninja.forced import consequences
from games.ninja.full import events as f
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.state import Due
from games.ninja.full.table import full_of, with_figures, with_full, with_hidden, with_shown
from games.ninja.state import NinjaState, with_fate
from games.ninja.tests.demo import MARKS, in_action, led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G, created
from games.ninja.tests.tables import turn as reported
from games.ninja.tests.test_edges_seen import waiting
from games.ninja.tests.test_four import OTHER, four
from games.ninja.tests.test_situations import card, crowd, searched, sprang, went
from games.testing import accepts, refuses

HANDS = ("guard_a", "guard_b")

# --- Guards ----------------------------------------------------------------------------------------------------


@accepts("NIN-AWK-03", "NIN-EFF-04")
@refuses("NIN-CMB-11")
def test_who_sobers_up_beside_a_hidden_traitor_sees_nobody() -> None:
    """G-67: sobering is not entering. The traitor that poured the Sake stays hidden, and nobody strikes at it."""
    state = hidden_at(with_figures(in_action().state, ("g2",), drunk=True), "traitor", "B2")
    last = case_of(with_full(state, sleepers=0, marks=replace(MARKS, sleepers={})))
    sober = led(last.when(card("awaken"), G), f.GuardSobered(guard="g2"))
    assert full_of(sober.then_accepted()).shown["traitor"].visible is None and sober.state.alert == 0
    refused(sober, f.GuardAttacked(guard="g2", intruder="traitor"), "NIN-CMB-11", by=G)


@accepts("NIN-CARD-04", "NIN-MOV-08", "NIN-PAT-01")
@refuses("NIN-CARD-04")
def test_the_patrol_that_one_guard_leaves_takes_a_card_and_patrols() -> None:
    """Sentry Search marks and moves that guard alone."""
    three = case_of(standing(in_action().state, "g2", at="G2", patrol="P1")).when(
        card("sentry_search", guard="g2"), G
    )
    apart = led(three, went("g2", by=("F2",)))
    refused(apart, card("sentry_listen", guard="g2"), "NIN-CARD-04", by=G)
    listened = led(apart, card("patrol_listen", patrol="P1"))
    night = listened.when(f.PhaseStarted(phase="patrol"), G)
    led(night, went("g9", "g10", by=("H2", "I2"), cause="patrol", facing="J2")).then_accepted()


@accepts("NIN-CMB-07", "NIN-CMB-06")
@refuses("NIN-CMB-06")
def test_a_guard_strikes_before_it_searches_and_not_again_afterwards() -> None:
    """CMB-06: once a turn, wherever the card took it since."""
    state = seen_at(seen_at(in_action().state, "ninja", "B2"), "traitor", "B3")
    struck = case_of(state).when(f.GuardAttacked(guard="g2", intruder="ninja"), G)
    gone = led(struck, card("sentry_search", guard="g2"), went("g2", by=("B3",)))
    assert full_of(gone.then_accepted()).shown["ninja"].visible is None
    refused(gone, f.GuardAttacked(guard="g2", intruder="traitor"), "NIN-CMB-06", by=G)


@accepts("NIN-EFF-05")
@refuses("NIN-EFF-05")
def test_a_drunk_guard_that_falls_makes_room_for_another() -> None:
    """G-34: three at a time, not three in a night."""
    state = with_figures(to_intruders().state, ("g1", "g3", "g8"), drunk=True)
    state = hidden_at(hidden_at(standing(state, "g2", at="B4"), "traitor", "B5"), "ninja", "F1")
    pours = f.GuardNeutralised(intruder="traitor", guard="g2", by="potent_sake")
    refused(waiting(state, "traitor"), pours, "NIN-EFF-05", by=INTRUDER)
    killed = case_of(state).when(f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken"), INTRUDER)
    killed = killed.when(stood("ninja", "F1"), INTRUDER)
    poured = killed.when(pours, INTRUDER).when(moved("traitor", "B5", to("B4")), INTRUDER)
    assert poured.then_accepted().drunk == 3


# --- Ambushes --------------------------------------------------------------------------------------------------


@accepts("NIN-HAZ-04", "NIN-ROPE-01")
@refuses("NIN-HAZ-04")
def test_no_star_flies_back_over_the_wall_into_an_ambush() -> None:
    """One step by rope is not too far, the wall is; Kenjutsu reaches back (G-69)."""
    state = with_own(hidden_at(to_intruders().state, "ninja", "C5"), BOTH, ropes=(("B5", "C5"),))
    over = led(waiting(state, "ninja"), moved("ninja", "C5", to("B5", "rope")), searched("ninja", "C5"))
    refused(over, sprang("C5", "killed_shuriken"), "NIN-HAZ-04", by=INTRUDER)
    over.when(sprang("C5", "killed_kenjutsu"), INTRUDER).then_accepted()
    beside = led(waiting(state, "ninja"), moved("ninja", "C5", to("C4")), searched("ninja", "C5"))
    beside.when(sprang("C5", "killed_shuriken"), INTRUDER).then_accepted()


@accepts("NIN-HAZ-07", "NIN-DET-05")
@refuses("NIN-CMB-05", "NIN-HAZ-09")
def test_a_drunk_guard_in_an_ambush_shows_whom_it_cannot_strike() -> None:
    """G-36: it stays drunk; the alert is High all the same."""
    state = with_figures(crowd(to_intruders().state, 20), ("g2",), drunk=True)
    found = led(
        waiting(hidden_at(state, "ninja", "C4"), "ninja"),
        moved("ninja", "C4", to("C5")),
        searched("ninja", "C5"),
    )
    called = sprang("C5", "guard_relocated", guard="g2")
    refused(found, called, "NIN-HAZ-09", by=INTRUDER)
    shown = led(found, f.HazardWaived(zone="C5"), called).then_accepted()
    assert (full_of(shown).shown["ninja"].visible, shown.alert, shown.drunk) == ("C5", 3, 1)
    action = case_of(with_full(shown, step="guard_action"))
    refused(action, f.GuardAttacked(guard="g2", intruder="ninja"), "NIN-CMB-05", by=G)


# --- The passage and the last turn -----------------------------------------------------------------------------


@accepts("NIN-PASS-04", "NIN-END-04", "NIN-INT-06")
@refuses("NIN-END-04")
def test_out_of_the_passage_and_off_the_map_in_one_move() -> None:
    """Coming out ends no move; the edge is left from the zone of the entrance."""
    night = inside(with_own(to_intruders().state, BOTH, entrances=("A3", "B5")), "ninja")
    out = waiting(night, "ninja").when(f.PassageLeft(intruder="ninja", entrance="A3"), INTRUDER)
    gone = out.when(f.IntruderLeftMap(intruder="ninja"), INTRUDER)
    way = moved("ninja", "@P", to("A3", "leave_passage"), to("@OUT", "exit", 1))
    assert gone.when(way, INTRUDER).then_accepted().intruders["ninja"].left == 1
    inner = waiting(night, "ninja").when(f.PassageLeft(intruder="ninja", entrance="B5"), INTRUDER)
    refused(inner, f.IntruderLeftMap(intruder="ninja"), "NIN-END-04", by=INTRUDER)


def last_turn(**traitor: Any) -> NinjaState:
    """Turn 20: the ninja stands at the edge with its mission done, the traitor as told."""
    state = with_fate(replace(to_intruders().state, turn=20), "ninja", mission=True)
    return with_fate(with_hidden(state, "traitor", zone="J4"), "traitor", **traitor)


@accepts("NIN-END-01", "NIN-END-03", "NIN-SCORE-01")
@refuses("NIN-END-03", "NIN-TURN-05", "NIN-END-02")
@pytest.mark.parametrize("alone", [True, False])
def test_the_last_turn_ends_by_dawn_only_while_somebody_is_there(alone: bool) -> None:
    """With nobody left it is over as on any other turn, and no turn is ended."""
    case = case_of(last_turn(deaths=(12,)) if alone else last_turn())
    left = led(case, f.IntruderLeftMap(intruder="ninja"), moved("ninja", "A3", to("@OUT", "exit")))
    dawn = e.GameEnded(reason="dawn", result="draw")
    nobody = e.GameEnded(reason="no_intruders", result="draw")
    refused(left, dawn, "NIN-END-03")
    if alone:
        refused(left, f.TurnEnded(turn=20), "NIN-END-02", by=INTRUDER)
        left.when(nobody).then_accepted()
        return
    refused(left, f.TurnEnded(turn=20), "NIN-TURN-05", "NIN-HID-08", by=INTRUDER)
    over = led(left, stood("traitor", "J4"), f.TurnEnded(turn=20))
    refused(over, nobody, "NIN-END-03")
    assert over.when(dawn).then_accepted().winner == "draw"


@accepts("NIN-TSUM-09", "NIN-RESP-01", "NIN-SCORE-01")
@refuses("NIN-TSUM-09")
def test_who_comes_back_may_do_everything_in_that_turn() -> None:
    """A new copy that finds its mission and leaves at once; in turn 11 nobody comes back to do so."""
    fell: dict[str, Any] = {"deaths": ("traitor",), "kenjutsu": 2, "alert_end": 3}
    did: dict[str, Any] = {"missions_completed": ("traitor",), "left": ("traitor",)}
    ten = created()
    for _ in range(9):
        ten = ten.when(reported(ten))
    after = ten.when(reported(ten, respawned=("traitor",), **fell, **did)).then_accepted()
    assert after.intruders["traitor"].success
    eleven = ten.when(reported(ten))
    eleven.when(reported(eleven, **fell, **did)).then_refused("NIN-TSUM-09")
    eleven.when(reported(eleven, **fell)).then_accepted()


# --- Cards -----------------------------------------------------------------------------------------------------


@accepts("NIN-MODE-4P-04", "NIN-ALERT-03", "NIN-ALERT-04")
@refuses("NIN-ALERT-03")
def test_each_guard_player_draws_what_the_own_deck_has() -> None:
    """G-13, G-54: at High one card of a deck of one and three of the other; the level falls once."""
    state = with_full(four().state, step="alert", due=tuple(Due("draw", hand=hand) for hand in HANDS))
    state = with_pile(state, "guard_a", replace(pile(state, "guard_a"), deck=1))
    case = case_of(replace(state, alert=3))
    three: dict[str, int] = {"awaken": 1, "kenjutsu": 1, "sentry_listen": 1}
    refused(case, f.GuardCardsDrawn(hand="guard_a", count=3, cards=three), "NIN-ALERT-03", by=G)
    first = case.when(f.GuardCardsDrawn(hand="guard_a", count=1, cards={"awaken": 1}), G)
    assert first.then_accepted().alert == 3
    both = first.when(f.GuardCardsDrawn(hand="guard_b", count=3, cards=three), OTHER).then_accepted()
    assert both.alert == 2 and full_of(both).may_share


@accepts("NIN-LIS-11", "NIN-HID-17")
def test_who_cannot_have_a_cat_is_not_asked_for_it() -> None:
    """Where it is gone, or holds no card, as everybody knows."""
    listen = card("sentry_listen", guard="g2")
    asked = in_action().when(listen, G)
    assert consequences(asked.state).answer is None
    gone = case_of(with_fate(in_action().state, "traitor", left=1)).when(listen, G)
    assert consequences(gone.state).answer == f.ListenAnswered(heard=False, cat=False)
    empty = case_of(with_shown(in_action().state, "traitor", hand=0)).when(listen, G)
    assert consequences(empty.state).answer == f.ListenAnswered(heard=False, cat=False)
