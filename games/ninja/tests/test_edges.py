"""Edge cases of the intruders that a referee is asked about: each with what is allowed beside what is not."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves
from games.ninja.full.ownership import BOTH, with_own
from games.ninja.full.state import Figure
from games.ninja.full.table import full_of, with_full, with_hidden, with_shown
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState
from games.ninja.tests.demo import led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, owed, refused, seen_at, standing
from games.ninja.tests.test_audit import found
from games.testing import Case, accepts, refuses

PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)


def waiting(state: NinjaState, name: str) -> Case:
    """The other intruder has moved already."""
    other = "traitor" if name == "ninja" else "ninja"
    return case_of(with_shown(state, other, moved=True))


def played(name: Any, card: Any, use: f.CardSecret = PLAIN) -> f.IntruderCardPlayed:
    return f.IntruderCardPlayed(intruder=name, card=card, use=use)


# --- Windows ---------------------------------------------------------------------------------------------------


@accepts("NIN-EFF-04")
@refuses("NIN-EFF-04", "NIN-AUD-14")
def test_no_sake_for_a_guard_beside_whom_the_traitor_began() -> None:
    """Stepping out of its zone and back makes it no other guard."""
    night = to_intruders().state
    poured = f.GuardNeutralised(intruder="traitor", guard="g1", by="potent_sake")
    beside = waiting(seen_at(standing(night, "g1", at="J4"), "traitor", "J4"), "traitor")
    refused(beside, poured, "NIN-EFF-04")
    refused(beside.when(f.IntruderHidden(intruder="traitor")), poured, "NIN-EFF-04")
    # Of one whose device keeps where it began, the audit finds it in its path.
    unknown = case_of(with_hidden(with_shown(beside.state, "traitor", visible=None), "traitor", zone=None))
    back = moved("traitor", "J4", to("J5"), to("J4", after=1))
    refused(unknown.when(poured), back, "NIN-EFF-04")
    ahead = waiting(hidden_at(standing(night, "g1", at="J5"), "traitor", "J4"), "traitor")
    drunk = ahead.when(poured).when(moved("traitor", "J4", to("J5"))).then_accepted()
    assert drunk.full.figures["g1"].drunk and drunk.alert == 0
    two_guards = replace(poured, guard="g13")
    found(to_intruders().when(stood("ninja", "A3")), two_guards, check="NIN-AUD-14")


@accepts("NIN-INT-06")
@refuses("NIN-INT-06", "NIN-AUD-07")
def test_who_came_out_of_the_passage_does_not_go_in_again() -> None:
    below = waiting(inside(to_intruders().state, "traitor"), "traitor")
    out = below.when(f.PassageLeft(intruder="traitor", entrance="J3"))
    refused(out, f.PassageEntered(intruder="traitor", entrance="J3"), "NIN-INT-06")
    out.when(moved("traitor", "@P", to("J3", "leave_passage"), to("J4", after=1))).then_accepted()
    entered = f.PassageEntered(intruder="traitor", entrance="J3")
    found(
        to_intruders().when(stood("ninja", "A3")).when(played("traitor", "secret_passage")).when(entered),
        f.PassageLeft(intruder="traitor", entrance="B5"),
        check="NIN-AUD-07",
    )


@accepts("NIN-INT-13")
@refuses("NIN-INT-13")
def test_the_flag_of_a_cat_is_not_judged() -> None:
    for use in (PLAIN, BLUFF):
        to_intruders().when(played("traitor", "it_was_a_cat", use)).then_accepted()
    refused(to_intruders(), played("traitor", "potent_sake"), "NIN-INT-13")


def test_a_second_rope_over_one_wall_is_offered_as_it_is_accepted() -> None:
    rope = played("ninja", "rope", f.CardSecret(bluff=False, edge=("A5", "B5"), zone=None))
    hung = with_own(hidden_at(to_intruders().state, "ninja", "A6"), BOTH, ropes=(("A5", "B5"),))
    case = waiting(hung, "ninja")
    case.when(rope).then_accepted()
    offered = [
        event
        for told in next_events(case.state)
        if told.type == "intruder_card_played" and told.choices["intruder"] == ("ninja",)
        for event in moves(case.state, told)
    ]
    cards = [one for one in offered if isinstance(one, f.IntruderCardPlayed) and one.card == rope.card]
    edges = [one.use.edge for one in cards if one.use is not None and not one.use.bluff]
    assert ("A5", "B5") in edges and len(edges) == len(set(edges))


@accepts("NIN-ROPE-01", "NIN-EFF-01")
@refuses("NIN-ROPE-01", "NIN-EFF-01")
def test_ropes_are_thrown_at_the_wall_and_no_star_flies_over_it() -> None:
    night = to_intruders().state
    rope = played("ninja", "rope", f.CardSecret(bluff=False, edge=("A5", "B5"), zone=None))
    case = waiting(hidden_at(night, "ninja", "A6"), "ninja").when(rope)
    case.when(moved("ninja", "A6", to("A5"), to("B5", "rope", 1))).then_accepted()
    refused(case, moved("ninja", "A6", to("A5", after=1), to("B5", "rope", 1)), "NIN-ROPE-01")
    star = f.GuardNeutralised(intruder="ninja", guard="g1", by="shuriken", from_zone="A3")
    beyond = with_own(hidden_at(standing(night, "g1", at="B3"), "ninja", "A3"), BOTH, ropes=(("A3", "B3"),))
    refused(waiting(beyond, "ninja"), star, "NIN-EFF-01")
    waiting(standing(beyond, "g1", at="A2"), "ninja").when(star).when(stood("ninja", "A3")).then_accepted()


# --- Hazards ---------------------------------------------------------------------------------------------------


def ambush(state: NinjaState, zone: str) -> Case:
    return case_of(owed(state, "hazard", intruder="ninja", zones=(zone,), cause="ambush"))


@accepts("NIN-HAZ-07")
@refuses("NIN-HAZ-07", "NIN-DET-08", "NIN-AUD-23")
def test_where_no_guard_comes_the_searcher_alone_is_shown() -> None:
    night = hidden_at(to_intruders().when(moved("ninja", "A3", to("A2"))).state, "traitor", "A2")
    more = {f"g{n}": Figure("K7") for n in range(15, 21)}
    full = with_full(night, figures={**full_of(night).figures, **more}, next_guard=21)
    nobody = f.HazardResolved(zone="A2", hazard="ambush", outcome="no_guard")
    shown = ambush(full, "A2").when(f.HazardWaived(zone="A2")).when(nobody)
    searcher = f.IntruderDetected(intruder="ninja", zone="A2", cause="ambush")
    refused(shown, replace(searcher, intruder="traitor"), "NIN-DET-08")
    refused(shown, stood("traitor", "A2"), "NIN-TURN-04")
    after = shown.when(searcher)
    assert after.then_accepted().full.shown["ninja"].visible == "A2"
    led(after, stood("traitor", "A2")).then_accepted()
    refused(ambush(night, "A2"), replace(nobody, outcome="guard_relocated", guard="g15"), "NIN-HAZ-05")


@accepts("NIN-HAZ-04", "NIN-HAZ-05", "NIN-DET-05")
@refuses("NIN-HAZ-04", "NIN-HAZ-05", "NIN-DET-05")
def test_who_hides_in_the_ambush_is_shown_as_well() -> None:
    night = to_intruders().state
    far = ambush(hidden_at(night, "ninja", "C3", 2), "C5")
    thrown = f.HazardResolved(zone="C5", hazard="ambush", outcome="killed_shuriken")
    refused(far, thrown, "NIN-HAZ-04")
    assert far.when(replace(thrown, outcome="killed_kenjutsu")).then_accepted().alert == 1
    refused(ambush(hidden_at(night, "ninja", "B5"), "C5"), thrown, "NIN-HAZ-04")
    ambush(hidden_at(night, "ninja", "C4"), "C5").when(thrown).then_accepted()
    refused(far, replace(thrown, outcome="guard_placed"), "NIN-HAZ-05")
    both = hidden_at(hidden_at(night, "ninja", "C4"), "traitor", "C5")
    case = case_of(both).when(moved("ninja", "C4", to("C5")))
    case = led(case, f.ZonesSearched(intruder="ninja", zones=("C5",)))
    case = led(case, replace(thrown, outcome="guard_placed", guard="g15"))
    assert [one.visible for one in case.state.full.shown.values()] == ["C5", "C5"]
    refused(case, moved("traitor", "C5", to("C4")), "NIN-DET-05")
    case.when(stood("traitor", "C5")).then_accepted()
