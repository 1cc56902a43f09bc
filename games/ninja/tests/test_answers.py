"""Answers and what they overlook: listening, meetings, searches, ambushes, cards that are gone (NIN-LIS, NIN-DET)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.state import Figure
from games.ninja.full.table import full_of, with_full, with_hidden, with_shown
from games.ninja.state import NinjaState
from games.ninja.tests.demo import in_action, led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, inside, owed, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G
from games.testing import Case, accepts, refuses

PLAIN = f.CardSecret(bluff=False, edge=None, zone=None)
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)
YES, NO = f.ListenAnswered(heard=True), f.ListenAnswered(heard=False)


def listening(state: NinjaState, guard: str = "g2") -> Case:
    """Sentry g2 on B2 listens."""
    return case_of(state).when(f.GuardCardPlayed(card="sentry_listen", guard=guard))


@accepts("NIN-LIS-03", "NIN-LIS-04", "NIN-LIS-05", "NIN-LIS-06", "NIN-MAP-13", "NIN-PASS-05")
@refuses("NIN-LIS-03", "NIN-LIS-04", "NIN-LIS-05", "NIN-LIS-06", "NIN-MAP-13", "NIN-PASS-05")
def test_what_a_false_answer_overlooks() -> None:
    state = in_action().state
    still = listening(hidden_at(state, "ninja", "B2", 0))
    refused(still, YES, "NIN-LIS-02", "NIN-LIS-05")
    still.when(NO).then_accepted()
    far = listening(hidden_at(state, "ninja", "A4", 2))
    refused(far, YES, "NIN-LIS-02", "NIN-LIS-03", "NIN-MAP-13")
    far.when(NO).then_accepted()
    wall = listening(hidden_at(state, "ninja", "A2", 1))
    refused(wall, NO, "NIN-LIS-02", "NIN-LIS-04", "NIN-MAP-13")
    wall.when(YES).then_accepted()
    near = listening(hidden_at(state, "ninja", "B3", 1))
    refused(near, NO, "NIN-LIS-02", "NIN-LIS-06")
    near.when(YES).then_accepted()
    below = listening(inside(hidden_at(state, "ninja", "A7", 0), "traitor"))
    refused(below, YES, "NIN-LIS-02", "NIN-PASS-05")
    below.when(NO).then_accepted()


@accepts("NIN-LIS-09", "NIN-MOV-04", "NIN-MOV-08", "NIN-MOV-10", "NIN-CARD-05", "NIN-CARD-10", "NIN-EFF-06")
@refuses("NIN-LIS-09", "NIN-MOV-04", "NIN-MOV-08", "NIN-MOV-10", "NIN-CARD-05", "NIN-CARD-10", "NIN-EFF-06")
def test_cards_are_played_to_their_end() -> None:
    state = in_action().state
    deaf = listening(hidden_at(state, "ninja", "A7", 0)).when(NO)
    go = f.GuardsMoved(guards=("g2",), path=("B3",), cause="heard")
    refused(deaf, go, "NIN-LIS-08", "NIN-LIS-09")
    listening(hidden_at(state, "ninja", "A2", 1)).when(YES).when(go).then_accepted()
    search = f.GuardCardPlayed(card="sentry_search", guard="g2")
    asked = case_of(seen_at(standing(state, "g5", at="B3"), "ninja", "B3")).when(search)
    refused(asked, replace(go, path=("B3", "B4"), cause="card"), "NIN-MOV-04")
    met = asked.when(replace(go, cause="card"))
    cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=BLUFF)
    refused(met, cat, "NIN-TURN-04", "NIN-EFF-06")
    refused(met, search, "NIN-TURN-04", "NIN-CARD-10")
    member = case_of(state).when(f.GuardCardPlayed(card="sentry_search", guard="g9"))
    both = f.GuardsMoved(guards=("g9", "g10"), path=("H2",), facing="I2")
    refused(member, both, "NIN-MOV-06", "NIN-MOV-08")
    left = led(member, f.GuardsMoved(guards=("g9",), path=("H2",)))
    assert left.state.full.figures["g10"].patrol is None
    patrol = case_of(state).when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    turned = f.GuardsMoved(guards=("g9", "g10"), facing="F2")
    refused(patrol, replace(turned, facing="G3"), "NIN-MOV-09", "NIN-MOV-10")
    assert patrol.when(turned).then_accepted().full.facings["P1"] == "F2"
    three = standing(state, "g9", "g10", "g11", at="G2", patrol="P1")
    parted = case_of(three).when(f.GuardCardPlayed(card="patrol_search", patrol="P1"))
    gone = led(parted, f.GuardsMoved(guards=("g9", "g10"), path=("H2",), facing="I2")).state
    assert [gone.full.figures[name].patrol for name in ("g9", "g10", "g11")] == ["P1", "P1", None]
    held = case_of(with_pile(state, "guard", replace(pile(state, "guard"), hand_cards=None)))
    passage = f.GuardCardPlayed(card="secret_passage")
    twice = held.when(passage).when(passage)
    refused(twice, passage, "NIN-CARD-03", "NIN-CARD-05")


@accepts("NIN-AWK-04", "NIN-PAT-06", "NIN-CMB-04")
@refuses("NIN-AWK-04", "NIN-PAT-06", "NIN-CMB-04")
def test_who_does_not_move_and_who_is_gone() -> None:
    state = hidden_at(in_action().state, "ninja", "F4")
    woken = led(
        case_of(state).when(f.GuardCardPlayed(card="awaken")), f.GuardAwakened(zone="F4", guard="g15")
    )
    assert woken.state.full.shown["ninja"].visible == "F4"
    refused(woken, f.GuardsMoved(guards=("g15",), path=("F3",)), "NIN-MOV-06", "NIN-AWK-04")
    alone = led(
        case_of(hidden_at(state, "ninja", "A7")).when(f.GuardCardPlayed(card="awaken")),
        f.GuardAwakened(zone="F4", guard="g15"),
    )
    led(alone, f.GuardsMoved(guards=("g15",), path=("F3",))).then_accepted()
    night = in_action().when(f.PhaseStarted(phase="patrol"))
    refused(night, f.GuardsMoved(guards=("g2",), path=("B3",), cause="patrol"), "NIN-PAT-01", "NIN-PAT-06")
    beside = case_of(standing(to_intruders().state, "g9", at="A3"))
    struck = beside.when(f.GuardNeutralised(intruder="ninja", guard="g9", by="kenjutsu"))
    again = f.GuardNeutralised(intruder="ninja", guard="g9", by="kenjutsu")
    refused(struck, again, "NIN-CMB-01", "NIN-CMB-04")
    day = case_of(with_full(in_action().state, fallen=("g9",), figures=_without(in_action().state, "g9")))
    refused(day, f.GuardCardPlayed(card="sentry_listen", guard="g9"), "NIN-CARD-07", "NIN-CMB-04")


def _without(state: NinjaState, guard: str) -> dict[str, Figure]:
    return {name: one for name, one in full_of(state).figures.items() if name != guard}


@accepts("NIN-DET-04", "NIN-DET-06", "NIN-DET-07")
@refuses("NIN-DET-04", "NIN-DET-06", "NIN-DET-07")
def test_who_is_seen_and_who_is_not() -> None:
    night = to_intruders().state
    two = standing(night, "g1", "g2", at="A2")
    once = case_of(two).when(f.GuardNeutralised(intruder="ninja", guard="g1", by="kenjutsu"))
    way = moved("ninja", "A3", to("A2"))
    refused(once, way, "NIN-DET-02", "NIN-DET-04")
    both = once.when(f.GuardNeutralised(intruder="ninja", guard="g2", by="kenjutsu"))
    both.when(way).then_accepted()
    seen = f.IntruderDetected(intruder="ninja", zone="A3", cause="intruder_entered")
    there = case_of(standing(seen_at(night, "ninja", "A3"), "g1", at="A3"))
    refused(there, seen, "NIN-DET-06")
    there.when(stood("ninja", "A3")).then_accepted()
    pair = hidden_at(hidden_at(in_action().state, "ninja", "B3"), "traitor", "B3")
    asked = case_of(pair).when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    met = asked.when(f.GuardsMoved(guards=("g2",), path=("B3",)))
    first = f.IntruderDetected(intruder="ninja", zone="B3", cause="guard_entered")
    second = replace(first, intruder="traitor")
    refused(met, second, "NIN-DET-08", "NIN-DET-07")
    met.when(first).when(second).when(f.MovementCleared()).then_accepted()


@accepts("NIN-SRCH-01", "NIN-SRCH-07", "NIN-HAZ-06", "NIN-INT-11", "NIN-RESP-03")
@refuses("NIN-SRCH-01", "NIN-SRCH-07", "NIN-HAZ-06", "NIN-INT-11", "NIN-RESP-03")
def test_searches_and_what_is_used_up() -> None:
    night = to_intruders()
    refused(night, f.ZonesSearched(intruder="ninja", zones=("A3",)), "NIN-SRCH-04", "NIN-SRCH-01")
    castle = case_of(hidden_at(night.state, "ninja", "C4"))
    asked = castle.when(moved("ninja", "C4", to("C5")))
    asked = asked.when(f.ZonesSearched(intruder="ninja", zones=("C4", "C5")))
    told = led(asked, f.SearchAnswered(results=_found(("C4", "target", "B"), ("C5", "ambush", None))))
    assert told.state.intruders["ninja"].mission
    foreign = case_of(with_hidden(castle.state, "ninja", mission="D"))
    elsewhere = foreign.when(moved("ninja", "C4", to("C5"))).when(
        f.ZonesSearched(intruder="ninja", zones=("C4",))
    )
    answered = elsewhere.when(f.SearchAnswered(results=_found(("C4", "target", "B"))))
    own = with_hidden(answered.state, "traitor", mission="B")
    refused(case_of(own), f.MissionCompleted(intruder="ninja", letter="B"), "NIN-SRCH-06", "NIN-SRCH-07")
    cleared = with_full(castle.state, found={"C5": "nothing"})
    marks = replace(full_of(castle.state).marks, ambushes=())  # type: ignore[type-var]
    again = case_of(with_full(cleared, marks=marks)).when(moved("ninja", "C4", to("C5")))
    again = again.when(f.ZonesSearched(intruder="ninja", zones=("C5",)))
    refused(again, f.SearchAnswered(results=_found(("C5", "ambush", None))), "NIN-SRCH-05", "NIN-HAZ-06")
    walk = f.IntruderCardPlayed(intruder="ninja", card="shadow_walk", use=BLUFF)
    refused(night.when(walk), walk, "NIN-INT-12", "NIN-INT-11")
    dead = case_of(owed(night.state, "respawn", intruder="ninja"))
    back = f.IntruderRespawned(
        intruder="ninja", size=6, zone="A3", cards={"rope": 2, "shuriken": 2, "kenjutsu": 2}, mission="B"
    )
    refused(dead, replace(back, zone="C4"), "NIN-RESP-03", "NIN-SETUP-16")
    dead.when(back).then_accepted()


def _found(*told: tuple[str, Any, str | None]) -> tuple[f.Found, ...]:
    return tuple(f.Found(zone=zone, found=found, letter=letter) for zone, found, letter in told)


@accepts("NIN-HAZ-09")
@refuses("NIN-HAZ-09", "NIN-HAZ-07")
def test_an_ambush_on_a_full_board_is_left_to_the_guard() -> None:
    night = to_intruders().when(moved("ninja", "A3", to("A2"))).state
    more = {f"g{n}": Figure("K7") for n in range(15, 21)}
    full = with_full(night, figures={**full_of(night).figures, **more}, next_guard=21)
    due = {"intruder": "ninja", "zones": ("A2",), "cause": "ambush"}
    case = case_of(owed(full, "hazard", **due))
    moved_there = f.HazardResolved(zone="A2", hazard="ambush", outcome="guard_relocated", guard="g15")
    refused(case, moved_there, "NIN-HAZ-09")
    waived = case.when(f.HazardWaived(zone="A2"), INTRUDER)
    refused(waived, replace(moved_there, outcome="killed_kenjutsu", guard=None), "NIN-HAZ-09")
    refused(waived, moved_there, "NIN-TURN-03", by=INTRUDER)
    refused(waived, replace(moved_there, guard="g99"), "NIN-HAZ-07")
    after = led(waived.when(moved_there, G))
    assert after.state.full.figures["g15"].zone == "A2"
    seen = f.IntruderDetected(intruder="ninja", zone="A2", cause="ambush")
    assert after.when(seen).then_accepted().full.shown["ninja"].visible == "A2"
    few = case_of(owed(night, "hazard", **due))
    refused(few, f.HazardWaived(zone="A2"), "NIN-HAZ-09")


@refuses("NIN-INT-13")
def test_a_bluff_is_told_as_one() -> None:
    night = to_intruders()
    ticket = f.IntruderCardPlayed(intruder="ninja", card="secret_passage", use=PLAIN)
    refused(night, ticket, "NIN-INT-13")
    near = case_of(hidden_at(night.state, "ninja", "B4")).when(ticket)
    refused(near, stood("ninja", "B4"), "NIN-INT-13")
    night.when(replace(ticket, use=BLUFF)).when(stood("ninja", "A3")).then_accepted()
    walk = f.IntruderCardPlayed(
        intruder="ninja", card="shadow_walk", use=f.CardSecret(bluff=False, edge=None, zone="A2")
    )
    refused(night, walk, "NIN-EFF-02")
    lone = case_of(with_shown(standing(night.state, "g1", at="A2"), "ninja", visible=None))
    shade = lone.when(walk)
    refused(shade, stood("ninja", "A3"), "NIN-INT-13")
    shade.when(moved("ninja", "A3", to("A2", after=1), to("A3", after=1))).then_accepted()


@accepts("NIN-HID-08", "NIN-PASS-07", "NIN-SRCH-09", "NIN-RESP-06")
@refuses("NIN-HID-08", "NIN-PASS-07", "NIN-SRCH-09", "NIN-RESP-06")
def test_what_stays_as_it_is_told() -> None:
    """A move each; the entrance where the guard stands; the zones of the last turn; the card on the table."""
    waits = to_intruders()
    refused(waits, f.TurnEnded(turn=1), "NIN-TURN-05", "NIN-HID-08")
    led(waits, stood("ninja", "A3"), stood("traitor", "J4"), f.TurnEnded(turn=1)).then_accepted()
    search = in_action().when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    ended = search.when(f.GuardsMoved(guards=("g2",), path=("B3", "B4")))
    refused(ended, f.PassageDiscovered(zone="J3"), "NIN-PASS-06", "NIN-PASS-07")
    asked = case_of(standing(in_action().state, "g2", at="B4"))
    asked = asked.when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    found = asked.when(f.GuardsMoved(guards=("g2",), path=("B5",)))
    found.when(f.PassageDiscovered(zone="B5")).then_accepted()
    away = led(waits, f.IntruderLeftMap(intruder="ninja"), moved("ninja", "A3", to("@OUT", "exit")))
    refused(away, f.ZonesSearched(intruder="ninja", zones=("A4",)), "NIN-SRCH-03", "NIN-SRCH-09")
    away.when(f.ZonesSearched(intruder="ninja", zones=("A3",))).then_accepted()
    due = case_of(
        owed(
            with_shown(
                waits.state, "traitor", table=True, lying={"secret_passage": 1}, played={"secret_passage": 1}
            ),
            "respawn",
            intruder="traitor",
        )
    )
    cards = {"secret_passage": 4, "rope": 1}
    back = f.IntruderRespawned(intruder="traitor", size=5, zone="J4", cards=cards, mission="C")
    refused(due, back, "NIN-RESP-04", "NIN-RESP-06")
    due.when(replace(back, cards={"secret_passage": 3, "rope": 1, "kenjutsu": 1})).then_accepted()
