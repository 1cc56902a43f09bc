"""Edge cases where rules of a turn meet: a deck that runs out, patrols that join, figures that nobody guards, an end of
a movement that brings two answers. Each with what is allowed beside what is not.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja.events import Options
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.state import Window
from games.ninja.full.table import full_of, with_full, with_shown
from games.ninja.state import NinjaState
from games.ninja.tests.demo import in_action, in_alert, led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G
from games.ninja.tests.test_edges_night import go
from games.ninja.tests.test_edges_seen import searching, waiting
from games.ninja.tests.test_situations import crowd
from games.testing import Case, accepts, refuses

# --- Cards -----------------------------------------------------------------------------------------------------


def with_deck(number: int, alert: int) -> Case:
    """A turn begins with so many cards in the deck."""
    state = in_alert().state
    cards = replace(pile(state, "guard"), deck=number, discard=0, hand=36 - number, hand_cards=None)
    between = replace(with_pile(state, "guard", cards), turn=5, alert=alert)
    return case_of(with_full(between, step="between")).when(f.TurnStarted(turn=6))


@accepts("NIN-ALERT-03", "NIN-ALERT-04")
@refuses("NIN-ALERT-03", "NIN-TURN-04")
@pytest.mark.parametrize(("alert", "number"), [(3, 1), (1, 0)])
def test_the_alert_falls_though_the_deck_has_run_out(alert: int, number: int) -> None:
    """NIN-ALERT-03: drawing nothing is told as well."""
    case = with_deck(number, alert)
    refused(case, f.PhaseStarted(phase="guard_action"), "NIN-TURN-04", by=G)
    refused(case, f.GuardCardsDrawn(count=alert, cards={"awaken": alert}), "NIN-ALERT-03", by=G)
    drawn = f.GuardCardsDrawn(count=number, cards={"awaken": number} if number else {})
    after = case.when(drawn, G).when(f.PhaseStarted(phase="guard_action"), G)
    assert after.then_accepted().alert == alert - 1


@accepts("NIN-CMB-05", "NIN-CARD-05", "NIN-LIS-12")
@refuses("NIN-CARD-01", "NIN-LIS-12")
def test_a_blade_that_was_drawn_strikes_at_once_and_leaves_the_free_listen() -> None:
    """NIN-CARD-01: those of the hand lie aside till the next phase."""
    state = seen_at(standing(in_alert().state, "g1", at="B2"), "ninja", "B2")
    cards = replace(pile(state, "guard"), drawn=2, drawn_cards={"kenjutsu": 1, "sentry_search": 1})
    case = case_of(with_pile(state, "guard", cards)).when(f.GuardAttacked(guard="g1", intruder="ninja"), G)
    refused(case, f.GuardAttacked(guard="g2", intruder="ninja"), "NIN-CARD-01", by=G)
    order, strike = f.FreeListenOrdered(guard="g3"), f.GuardAttacked(guard="g2", intruder="ninja")
    led(case, f.PhaseStarted(phase="guard_action"), order, strike).then_accepted()
    searched = led(case, f.GuardCardPlayed(card="sentry_search", guard="g3"), go(guards=("g3",)))
    refused(searched.when(f.PhaseStarted(phase="guard_action"), G), order, "NIN-LIS-12", by=G)


# --- Patrols ---------------------------------------------------------------------------------------------------


@accepts("NIN-MOV-11", "NIN-PAT-01")
@refuses("NIN-PAT-07", "NIN-PAT-02")
def test_a_patrol_that_joins_one_that_has_moved_stays_too() -> None:
    """G-22: and one made of sentries who have not moved goes on its way, in the Patrol Phase as well."""
    night = in_action().when(f.PhaseStarted(phase="patrol")).state
    ahead = standing(standing(night, "g11", "g12", at="I2", patrol="P2"), "g1", "g2", at="C2")
    case = led(case_of(ahead), go("H2", "I2", guards=("g9", "g10"), cause="patrol", facing="J2"))
    four = ("g9", "g10", "g11", "g12")
    joined = case.when(f.PatrolReformed(patrol="P2", guards=four, facing="J2"), G)
    on = go("J2", "J3", guards=four, cause="patrol", facing="J4")
    refused(joined, on, "NIN-PAT-07", by=G)
    third = led(joined, go("H6", "G6", guards=("g13", "g14"), cause="patrol", facing="F6"))
    over = f.PhaseStarted(phase="intruder_action")
    formed = third.when(f.PatrolReformed(patrol="P4", guards=("g1", "g2"), facing="D2"), G)
    refused(formed, over, "NIN-PAT-02", by=G)
    gone = led(formed, go("D2", "E2", guards=("g1", "g2"), cause="patrol", facing="F2"))
    gone.when(over, G).then_accepted()
    third.when(over, G).then_accepted()


@accepts("NIN-LOG-06", "NIN-MOV-11")
@refuses("NIN-LOG-06")
@pytest.mark.parametrize("name", ["g3", "G12", "N" * 13, "P4 ", "line\nline", "P4!"])
def test_a_new_patrol_is_called_shortly_and_not_as_a_guard_is(name: str) -> None:
    """By REST it could have any name of ten thousand letters, and that of a guard who stands elsewhere."""
    case = case_of(standing(in_action().state, "g1", "g2", at="C2"))
    formed = f.PatrolReformed(patrol="Wolf pack", guards=("g1", "g2"), facing="D2")
    refused(case, replace(formed, patrol=name), "NIN-LOG-06", by=G)
    case.when(formed, G).then_accepted()
    night = standing(in_action().state, "g1", "g2", at="G2", patrol="P1")
    searched = led(case_of(night), f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    parted = go("H2", guards=("g1", "g2"), facing="I2")
    refused(searched, replace(parted, patrol=name), "NIN-LOG-06", by=G)
    searched.when(replace(parted, patrol="Wolf pack"), G).then_accepted()


@accepts("NIN-MOV-07", "NIN-LIS-08", "NIN-PASS-15")
@refuses("NIN-MOV-07")
@pytest.mark.parametrize("name", ["P2", "P9"])
def test_a_patrol_that_moves_as_a_whole_keeps_its_name(name: str) -> None:
    """Under the name of another patrol it would be one with guards of another zone."""
    night = hidden_at(in_action().state, "ninja", "H4", distance=3)
    heard = led(case_of(night), f.GuardCardPlayed(card="patrol_listen", patrol="P1"))
    after = go("H2", guards=("g9", "g10"), cause="heard", facing="I2")
    refused(heard, replace(after, patrol=name), "NIN-MOV-07", by=G)
    assert full_of(led(heard, after).then_accepted()).facings["P1"] == "I2"
    below = with_own(
        standing(in_action().state, "g9", "g10", at="@P", patrol="P1"), BOTH, entrances=("B5", "J3")
    )
    search = f.GuardCardPlayed(card="patrol_search", patrol="P1")
    out = led(case_of(below), search, go("@X", guards=("g9", "g10")))
    further = go("B4", guards=("g9", "g10"), facing="B3")
    refused(out, replace(further, patrol=name), "NIN-MOV-07", by=G)
    assert full_of(led(out, further).then_accepted()).facings["P1"] == "B3"


# --- Figures, entrances ----------------------------------------------------------------------------------------


def exposed(state: NinjaState, zone: str) -> NinjaState:
    """The ninja was shown where nobody came to an ambush."""
    return with_shown(seen_at(state, "ninja", zone), "ninja", exposed=True)


@accepts("NIN-DET-05", "NIN-PASS-03")
@refuses("NIN-DET-05")
def test_a_figure_without_a_guard_stays_until_it_leaves() -> None:
    case = waiting(exposed(to_intruders().state, "C4"), "ninja")
    assert full_of(case.when(stood("ninja", "C4")).state).shown["ninja"].visible == "C4"
    refused(case, moved("ninja", "C4", to("D4")), "NIN-DET-05", by=INTRUDER)
    off = case.when(f.IntruderHidden(intruder="ninja"), INTRUDER)
    back = off.when(moved("ninja", "C4", to("D4"), to("C4", after=1)), INTRUDER)
    assert full_of(back.then_accepted()).shown["ninja"].visible is None
    door = with_shown(exposed(to_intruders().state, "B5"), "ninja", table=True)
    below = waiting(door, "ninja").when(f.PassageEntered(intruder="ninja", entrance="B5"), INTRUDER)
    refused(below, f.IntruderHidden(intruder="ninja"), "NIN-DET-05", by=INTRUDER)
    below.when(moved("ninja", "B5", to("@P", "enter_passage")), INTRUDER).then_accepted()


@accepts("NIN-EFF-04")
@refuses("NIN-EFF-04")
def test_no_sake_for_whom_the_traitor_stood_beside_though_it_left_and_came_back() -> None:
    night = standing(to_intruders().state, "g6", "g1", at="C3")
    sake = f.GuardNeutralised(intruder="traitor", guard="g6", by="potent_sake")
    beside = waiting(seen_at(standing(night, "g1", at="F1"), "traitor", "C3"), "traitor")
    off = beside.when(f.IntruderHidden(intruder="traitor"), INTRUDER)
    for case in (beside, off):
        refused(case, sake, "NIN-EFF-04", by=INTRUDER)
    two = waiting(hidden_at(night, "traitor", "D3"), "traitor")
    refused(two, sake, "NIN-EFF-04", by=INTRUDER)
    one_left = two.when(f.GuardNeutralised(intruder="traitor", guard="g1", by="kenjutsu"), INTRUDER)
    poured = one_left.when(sake, INTRUDER).when(moved("traitor", "D3", to("C3")), INTRUDER)
    assert (poured.then_accepted().alert, poured.state.drunk) == (2, 1)


@accepts("NIN-EFF-04", "NIN-HAZ-05", "NIN-HAZ-07")
@refuses("NIN-EFF-04")
def test_whom_an_ambush_of_the_ninja_called_was_where_the_phase_began() -> None:
    """A guard that stood beside the traitor then gets no Sake where it was called to; one that stepped out beside it
    may get some, when the traitor has left and enters its zone again."""
    sake = f.GuardNeutralised(intruder="traitor", guard="g6", by="potent_sake")
    called = ambushed(standing(to_intruders().state, "g6", at="C3"), 20)
    called = called.when(_sprung("guard_relocated", "g6"), G)
    assert full_of(called.then_accepted()).figures["g6"].began == "C3"
    beside = waiting(hidden_at(called.state, "traitor", "C3"), "traitor")
    refused(beside, sake, "NIN-EFF-04", by=INTRUDER)
    elsewhere = waiting(hidden_at(called.state, "traitor", "C4"), "traitor")
    poured = elsewhere.when(sake, INTRUDER)
    assert poured.when(moved("traitor", "C4", to("C5")), INTRUDER).then_accepted().drunk == 1

    stepped = ambushed(hidden_at(to_intruders().state, "traitor", "C5"), 14).when(
        _sprung("guard_placed", "g15")
    )
    seen = stepped.when(f.IntruderDetected(intruder="traitor", zone="C5", cause="ambush"), INTRUDER)
    left = waiting(seen.then_accepted(), "traitor").when(f.IntruderHidden(intruder="traitor"), INTRUDER)
    back = left.when(replace(sake, guard="g15"), INTRUDER)
    home = back.when(moved("traitor", "C5", to("C4"), to("C5", after=1)), INTRUDER)
    refused(left, moved("traitor", "C5", to("C4"), to("C5", after=1)), "NIN-DET-02", by=INTRUDER)
    assert full_of(home.then_accepted()).figures["g15"].drunk


def ambushed(state: NinjaState, guards: int) -> Case:
    """The ninja has searched C5 from C4, where an ambush lies; so many guards are on the map."""
    crowded = hidden_at(crowd(state, guards), "ninja", "C4", visited=("C4", "C5"))
    searched = with_full(with_shown(crowded, "ninja", moved=True), window=Window("ninja"))
    case = led(case_of(searched), f.ZonesSearched(intruder="ninja", zones=("C5",)))
    return case.when(f.HazardWaived(zone="C5")) if guards == LIMITS.guards else case


def _sprung(outcome: Any, guard: str) -> f.HazardResolved:
    return f.HazardResolved(zone="C5", hazard="ambush", outcome=outcome, guard=guard)


@accepts("NIN-PASS-06", "NIN-MODE-BAL-03", "NIN-MODE-BAL-06", "NIN-DET-01")
@refuses("NIN-PASS-06", "NIN-MODE-BAL-06")
def test_the_end_of_a_way_that_was_cut_tells_all_that_is_there() -> None:
    """Who is met, the entrance, then the ropes in their order; each once."""
    options: Any = Options(rope_discovery=True, passage_raises_alert=True)
    state = replace(standing(in_action().state, "g2", at="B4"), options=options)
    state = with_own(hidden_at(state, "ninja", "B5"), BOTH, ropes=(("B5", "C5"), ("A5", "B5")))
    walked = searching(state, "B5", "B6")
    entrance = f.PassageDiscovered(zone="B5")
    low, high = (replace(entrance, passage="rope", edge=edge) for edge in (("A5", "B5"), ("B5", "C5")))
    refused(walked, entrance, "NIN-PASS-06", by=INTRUDER)
    cut = walked.when(f.IntruderDetected(intruder="ninja", zone="B5", cause="guard_entered"), INTRUDER)
    refused(cut, low, "NIN-MODE-BAL-06", by=INTRUDER)
    refused(cut.when(entrance, INTRUDER), high, "NIN-MODE-BAL-06", by=INTRUDER)
    told = led(cut, entrance)
    full = full_of(told.then_accepted())
    assert full.own[BOTH].discovered == ("B5",) and full.ropes_known == (("A5", "B5"), ("B5", "C5"))
    again = searching(standing(told.state, "g1", at="B4"), "B5", guard="g1")
    met_again = again.when(f.IntruderDetected(intruder="ninja", zone="B5", cause="guard_entered"), INTRUDER)
    for found in (entrance, low):
        refused(met_again, found, "NIN-MODE-BAL-06" if found is low else "NIN-PASS-06", by=INTRUDER)
    met_again.when(f.MovementCleared(), INTRUDER).then_accepted()
