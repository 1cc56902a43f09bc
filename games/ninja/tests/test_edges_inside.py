"""Edge cases of the passage and of ways past guards: who may go in where another came out, what is poured and struck
inside, which cards of one move go together. Each with what is allowed beside what is not.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.ownership import BOTH, own, with_own
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.table import full_of, with_figures, with_full, with_hidden, with_shown
from games.ninja.state import NinjaState
from games.ninja.tests.demo import in_action, led, moved, patrolled, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, refused, standing
from games.ninja.tests.tables import INTRUDER, G
from games.ninja.tests.test_edges_seen import waiting
from games.ninja.tests.test_passage import known
from games.ninja.tests.test_situations import card, crowd, met, searched, sprang, went
from games.testing import Case, accepts, refuses

OPENS = f.CardSecret(bluff=False, edge=None, zone=None)


def holding(state: NinjaState, name: str, **cards: int) -> NinjaState:
    """An intruder with these cards and no others."""
    return with_shown(with_hidden(state, name, cards=cards), name, hand=sum(cards.values()))


def doors(state: NinjaState, first: str = "B5") -> NinjaState:
    return with_own(state, BOTH, entrances=(first, "J3"))


def played(name: Any, kind: Any, zone: str) -> f.IntruderCardPlayed:
    """A Shadow Walk for that zone."""
    return f.IntruderCardPlayed(intruder=name, card=kind, use=f.CardSecret(bluff=False, edge=None, zone=zone))


def struck(name: Any, guard: str, by: Any = "kenjutsu", **told: Any) -> f.GuardNeutralised:
    return f.GuardNeutralised(intruder=name, guard=guard, by=by, **told)


# --- Guards and the passage --------------------------------------------------------------------------------------


@accepts("NIN-PASS-09", "NIN-PASS-11")
@refuses("NIN-PASS-09")
def test_one_card_lets_a_second_guard_in_once_the_first_has_come_out() -> None:
    state = standing(standing(doors(known(in_action().state, "B5")), "g1", at="@P"), "g2", at="B5")
    full = led(case_of(state), card("sentry_search", guard="g2"))
    refused(full, went("g2", by=("@P",)), "NIN-PASS-09", by=G)
    out = led(case_of(state), card("sentry_search", guard="g1"), went("g1", by=("B5", "B4")))
    after = led(out, card("sentry_search", guard="g2"), went("g2", by=("@P",))).then_accepted()
    assert full_of(after).figures["g2"].zone == "@P"


@accepts("NIN-AWK-01", "NIN-PASS-06", "NIN-PASS-10", "NIN-AWK-04")
@refuses("NIN-AWK-04")
def test_who_wakes_up_on_an_entrance_goes_in_comes_back_or_is_held_up() -> None:
    """It finds an entrance that it comes back to, and one beside which it meets somebody."""
    wakes = (card("awaken"), f.GuardAwakened(zone="D2", guard="g15"))
    below = led(case_of(doors(known(in_action().state, "D2"), "D2")), *wakes, went("g15", by=("@P",)))
    assert full_of(below.then_accepted()).figures["g15"].zone == "@P"
    unknown = doors(in_action().state, "D2")
    back = led(case_of(unknown), *wakes, went("g15", by=("C2", "D2"))).then_accepted()
    assert own(back, BOTH).discovered == ("D2",)
    held = led(case_of(hidden_at(unknown, "ninja", "D2")), *wakes)
    assert (own(held.then_accepted(), BOTH).discovered, held.state.alert) == (("D2",), 3)
    refused(held, went("g15", by=("C2",)), "NIN-MOV-06", "NIN-AWK-04", by=G)


@accepts("NIN-HAZ-07", "NIN-DET-05", "NIN-PASS-03")
@refuses("NIN-HAZ-07")
def test_an_ambush_calls_a_guard_out_of_the_passage() -> None:
    """Whom it saw there stands on its card as before, and nobody sees it any more."""
    crowded = inside(standing(crowd(to_intruders().state, 20), "g1", at="@P"), "ninja")
    night = hidden_at(with_shown(crowded, "ninja", visible="@P", moved=True), "traitor", "C4")
    found = led(case_of(night), moved("traitor", "C4", to("C5")), searched("traitor", "C5"))
    left = led(found, f.HazardWaived(zone="C5"))
    refused(left, sprang("C5", "guard_relocated", guard="g99"), "NIN-HAZ-07", by=G)
    shown = full_of(led(left, sprang("C5", "guard_relocated", guard="g1")).then_accepted()).shown
    assert (shown["ninja"].visible, shown["ninja"].inside, shown["traitor"].visible) == (None, True, "C5")


# --- Patrols -----------------------------------------------------------------------------------------------------


@accepts("NIN-DET-07", "NIN-CMB-12", "NIN-RESP-01", "NIN-RESP-08")
@refuses("NIN-CMB-06", "NIN-RESP-08")
def test_a_patrol_meets_both_in_its_phase_and_kills_one() -> None:
    """It stands where it met them and looks on along its way; the new copy comes in the same turn."""
    zone, ahead = "H2", {"cause": "patrol", "facing": "J2"}
    both = hidden_at(hidden_at(in_action().state, "ninja", zone), "traitor", zone)
    cards = replace(pile(both, "guard"), hand_cards={"kenjutsu": 3}, hand=3)
    night = case_of(with_pile(both, "guard", cards)).when(f.PhaseStarted(phase="patrol"), G)
    halted = led(night, went("g9", "g10", by=(zone, "I2"), **ahead))
    assert full_of(halted.state).facings["P1"] == "I2"
    strikes = [f.GuardAttacked(guard=guard, intruder="traitor") for guard in ("g9", "g10")]
    dead = led(halted, *strikes)
    assert dead.then_accepted().intruders["traitor"].awaited
    refused(dead, f.GuardAttacked(guard="g9", intruder="ninja"), "NIN-CMB-06", by=G)
    hand = {"kenjutsu": 2, "potent_sake": 2, "rope": 1}
    back = f.IntruderRespawned(intruder="traitor", size=5, zone="J4", cards=hand, mission="D")
    due = led(patrolled(dead), f.PhaseStarted(phase="intruder_action"), back)
    bonus = f.RespawnBonusTaken(count=0, cards={}, sleepers=2, zones={"H6": 1, "F4": 1})
    refused(due, replace(bonus, sleepers=3, zones={"H6": 1, "F4": 2}), "NIN-RESP-08", by=G)
    due.when(bonus, G).then_accepted()


@accepts("NIN-MOV-08", "NIN-MOV-11", "NIN-PAT-01")
@refuses("NIN-PAT-01")
def test_a_search_on_the_spot_parts_a_pair_that_may_turn_as_it_forms_again() -> None:
    """Two sentries make a patrol that looks where they like, and since nobody has moved it goes on patrol."""
    apart = led(case_of(in_action().state), card("sentry_search", guard="g9"), went("g9"))
    back = {"cause": "patrol", "facing": "F4"}
    alone = apart.when(f.PhaseStarted(phase="patrol"), G)
    refused(alone, went("g9", "g10", by=("F2", "F3"), **back), "NIN-PAT-01", by=G)
    again = apart.when(f.PatrolReformed(patrol="P1", guards=("g9", "g10"), facing="F2"), G)
    led(again, f.PhaseStarted(phase="patrol"), went("g9", "g10", by=("F2", "F3"), **back)).then_accepted()


# --- Intruders ---------------------------------------------------------------------------------------------------


@accepts("NIN-EFF-04", "NIN-PASS-02", "NIN-PASS-12", "NIN-DET-02")
@refuses("NIN-PASS-12", "NIN-DET-02")
def test_sake_is_poured_in_the_passage_as_anywhere() -> None:
    """Whoever does not pour it is met there; beside the drunk guard nobody sees the traitor, who leaves unseen."""
    below = standing(doors(known(to_intruders().state, "B5")), "g1", at="@P")
    night = holding(hidden_at(below, "traitor", "B5"), "traitor", secret_passage=1, potent_sake=1)
    opened = f.IntruderCardPlayed(intruder="traitor", card="secret_passage", use=OPENS)
    entered = led(waiting(night, "traitor"), opened, f.PassageEntered(intruder="traitor", entrance="B5"))
    way = moved("traitor", "B5", to("@P", "enter_passage", 1))
    refused(entered, way, "NIN-DET-02", "NIN-PASS-12", by=INTRUDER)
    calm = led(entered, struck("traitor", "g1", "potent_sake"), way)
    assert (calm.then_accepted().alert, full_of(calm.state).shown["traitor"].visible) == (0, None)
    again = with_full(with_shown(calm.state, "traitor", moved=False), window=None)
    out = (
        f.PassageLeft(intruder="traitor", entrance="J3"),
        moved("traitor", "@P", to("J3", "leave_passage")),
    )
    led(waiting(again, "traitor"), *out).then_accepted()


@accepts("NIN-DET-05", "NIN-PASS-04", "NIN-CMB-01")
@refuses("NIN-DET-05")
def test_who_was_met_inside_takes_its_figure_off_as_it_comes_out() -> None:
    """Unless it killed whoever saw it."""
    below = inside(standing(doors(known(to_intruders().state, "B5")), "g1", at="@P"), "traitor")
    seen = waiting(holding(with_shown(below, "traitor", visible="@P"), "traitor", kenjutsu=1), "traitor")
    left = f.PassageLeft(intruder="traitor", entrance="J3")
    refused(led(seen, left), moved("traitor", "@P", to("J3", "leave_passage")), "NIN-DET-05", by=INTRUDER)
    way = moved("traitor", "@P", to("J3", "leave_passage"), to("J4", after=2))
    gone = led(seen, left, f.IntruderHidden(intruder="traitor"), way).then_accepted()
    assert not full_of(gone).shown["traitor"].inside
    killed = led(seen, struck("traitor", "g1"), left)
    refused(killed, f.IntruderHidden(intruder="traitor"), "NIN-DET-05", by=INTRUDER)
    killed.when(moved("traitor", "@P", to("J3", "leave_passage", 1)), INTRUDER).then_accepted()


def walking_past(*guards: str, **cards: int) -> Case:
    """The ninja in C4 with these cards; a guard in D4 and one in E4."""
    night = standing(standing(to_intruders().state, "g6", at="D4"), "g4", at="E4")
    night = with_figures(night, guards, drunk=True)
    return waiting(holding(hidden_at(night, "ninja", "C4"), "ninja", **cards), "ninja")


@accepts("NIN-EFF-02", "NIN-DET-04", "NIN-EFF-03")
@refuses("NIN-EFF-02", "NIN-DET-02", "NIN-DET-03")
def test_past_one_guard_and_over_the_next_one() -> None:
    """A Shadow Walk and a blade in one move; two walks past two guards; one that is drunk is passed as well."""
    shadow, way = (
        played("ninja", "shadow_walk", "D4"),
        moved("ninja", "C4", to("D4", after=1), to("E4", after=1)),
    )
    both = led(walking_past(shadow_walk=1, kenjutsu=1), shadow)
    refused(both, way, "NIN-DET-02", by=INTRUDER)
    refused(both, moved("ninja", "C4", to("D4", after=1)), "NIN-EFF-02", by=INTRUDER)
    killed = led(both, struck("ninja", "g4"), way, searched("ninja", "C4", "D4")).then_accepted()
    assert full_of(killed).shown["ninja"].visible is None
    twice = led(walking_past(shadow_walk=2), shadow, played("ninja", "shadow_walk", "E4"))
    led(twice, moved("ninja", "C4", to("D4", after=1), to("E4", after=2), to("E3", after=2))).then_accepted()
    drunk = led(walking_past("g6", "g4", shadow_walk=1), shadow)
    refused(drunk, way, "NIN-DET-03", by=INTRUDER)
    shown = led(drunk, met("ninja", "E4", "drunk_guard"), way).then_accepted()
    assert (shown.alert, full_of(shown).shown["ninja"].visible) == (0, "E4")


@accepts("NIN-INT-15", "NIN-ROPE-01", "NIN-EFF-01")
@refuses("NIN-INT-15")
def test_a_star_and_a_rope_in_one_move_of_one_zone() -> None:
    night = standing(to_intruders().state, "g6", at="B3")
    case = waiting(holding(hidden_at(night, "ninja", "B4"), "ninja", shuriken=1, rope=1), "ninja")
    thrown = led(case, struck("ninja", "g6", "shuriken", from_zone="B4"))
    refused(thrown, moved("ninja", "B4", to("B3", after=1), to("B2", after=1)), "NIN-INT-15", by=INTRUDER)
    rope = f.IntruderCardPlayed(
        intruder="ninja", card="rope", use=f.CardSecret(bluff=False, edge=("B4", "C4"), zone=None)
    )
    led(thrown, rope, moved("ninja", "B4", to("C4", "rope", 2)), searched("ninja", "C4")).then_accepted()


@accepts("NIN-ROPE-03", "NIN-ROPE-02", "NIN-INT-05")
@refuses("NIN-INT-05")
def test_the_other_one_climbs_the_rope_that_was_thrown_in_this_phase() -> None:
    """In the other direction too; behind the wall the move is over for both."""
    night = hidden_at(hidden_at(to_intruders().state, "ninja", "B4"), "traitor", "C4")
    rope = f.IntruderCardPlayed(
        intruder="ninja", card="rope", use=f.CardSecret(bluff=False, edge=("B4", "C4"), zone=None)
    )
    hung = led(case_of(holding(night, "ninja", rope=1)), rope)
    twice = moved("ninja", "B4", to("C4", "rope", 1), to("B4", "rope", 1))
    refused(hung, twice, "NIN-INT-05", by=INTRUDER)
    walked = led(hung, moved("ninja", "B4", to("B5", after=1)))
    refused(walked, moved("traitor", "C4", to("B4", "rope"), to("B3")), "NIN-INT-05", by=INTRUDER)
    led(walked, moved("traitor", "C4", to("B4", "rope"))).then_accepted()
