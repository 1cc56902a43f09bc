"""Disputed Lands: the two intruders are rivals, and share nothing (NIN-MODE-DL-01 to -06)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.consequences import following
from games.ninja import RULES
from games.ninja.facts import PRACTICE
from games.ninja.full import events as f
from games.ninja.full.consequences import follows
from games.ninja.full.legal.moves import moves
from games.ninja.full.ownership import inside_of, own, with_own
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.state import Window
from games.ninja.full.table import first_due, full_of, with_full, with_shown
from games.ninja.state import NinjaState
from games.ninja.tests.demo import DEPLOYED, SETUP, hand, led, moved, stood, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, refused
from games.ninja.tests.tables import G, created, creation
from games.ruleset import EVERYONE, REFEREE, Actor, Event, NextEvent, Viewer
from games.secrets import concealed, sealed
from games.testing import Case, accepts, given, refuses

NINJA, TRAITOR, STAFF = Actor("player", "i"), Actor("player", "j"), Actor("organiser", "o")
SEES = {
    "guards": Viewer("player", "g", "guards"),
    "ninja": Viewer("player", "i", "intruders"),
    "traitor": Viewer("player", "j", "intruders"),
    "hall": EVERYONE,
}
OPENING: tuple[Event, ...] = (
    f.MissionsDrawn(intruder="ninja", letters={"ninja": "B"}),
    f.MissionsDrawn(intruder="traitor", letters={"traitor": "B"}),
    hand("ninja"),
    hand("traitor"),
    hand("guard"),
    DEPLOYED,
    SETUP[5],
    f.IntruderStartMarked(intruder="ninja", zone="A3"),
    f.IntruderStartMarked(intruder="traitor", zone="J4"),
    f.PassageMarked(intruder="ninja", entrance="B5", other="J3"),
    f.PassageMarked(intruder="traitor", entrance="J5", other="B3"),
    f.SetupCompleted(),
)
BLUFF = f.CardSecret(bluff=True, edge=None, zone=None)


def laid(number: int = len(OPENING)) -> Case:
    """The first so many events of the setup between rivals."""
    case = created(detail="full", map=PRACTICE, mode="three", variant="disputed")
    for event in OPENING[:number]:
        case = case.when(event)
    return case


def action() -> Case:
    """Turn 1, in the Guard Action Phase."""
    return laid().when(f.TurnStarted(turn=1)).when(f.PhaseStarted(phase="guard_action"))


def night() -> Case:
    return to_intruders(action())


def answered(case: Case) -> Case:
    """What follows by itself is told."""
    while (more := follows(case.state)) is not None:
        case = case.when(more)
    return case


def seen_by(case: Case, who: str) -> Any:
    return full_of(RULES.visible_to(case.state, SEES[who]))


def offered(case: Case, who: str) -> set[str]:
    """The kinds of event that a player may log now, beside giving up."""
    player = SEES[who].player
    told = RULES.next_events(case.state, SEES[who])
    return {one.type for one in told if player in one.players} - {"match_conceded", "alert_recorded"}


@accepts("NIN-MODE-DL-01", "NIN-MODE-DL-06")
@refuses("NIN-MODE-DL-01", "NIN-MODE-DL-06")
def test_rivals_draw_one_by_one_and_keep_their_letters() -> None:
    start = laid(0)
    refused(start, SETUP[0], "NIN-MODE-DL-01")
    refused(start, OPENING[0], "NIN-TURN-03", by=TRAITOR)
    refused(laid(1), OPENING[0], "NIN-MODE-DL-01")
    refused(created(detail="full", map=PRACTICE, mode="three"), OPENING[0], "NIN-MODE-DL-01")
    refused(start, f.MissionsDrawn(intruder="ninja", commitment="0" * 64), "NIN-MODE-DL-06")
    given(RULES).when(creation(detail="full", mode="three", variant="disputed")).then_refused(
        "NIN-MODE-DL-06"
    )
    drawn = laid(2)
    assert drawn.state.full.hidden["traitor"].mission == "B" == drawn.state.full.hidden["ninja"].mission
    assert seen_by(drawn, "ninja").hidden["ninja"].mission == "B"
    for who in ("traitor", "guards", "hall"):
        assert seen_by(drawn, who).hidden["ninja"].mission is None
    refused(drawn, hand("ninja"), "NIN-TURN-03", by=TRAITOR)
    drawn.when(hand("ninja"), NINJA).then_accepted()


@accepts("NIN-MODE-DL-02")
@refuses("NIN-MODE-DL-02")
def test_each_rival_has_its_own_passage_and_ropes() -> None:
    refused(laid(9), f.PassageMarked(entrance="B5", other="J3"), "NIN-MODE-DL-02")
    refused(laid(10), OPENING[9], "NIN-MODE-DL-02")
    ticket = f.CardSecret(bluff=False, edge=None, zone=None)
    state = hidden_at(night().state, "ninja", "J5")
    inside = case_of(state).when(
        f.IntruderCardPlayed(intruder="ninja", card="secret_passage", use=ticket), NINJA
    )
    refused(inside, f.PassageEntered(intruder="ninja", entrance="J5"), "NIN-PASS-02")
    state = hidden_at(night().state, "ninja", "B5")
    entered = (
        case_of(state)
        .when(f.IntruderCardPlayed(intruder="ninja", card="secret_passage", use=ticket), NINJA)
        .when(f.PassageEntered(intruder="ninja", entrance="B5"), NINJA)
    )
    refused(entered, moved("ninja", "B5", to("@P", "enter_passage", 1)), "NIN-PASS-02")
    entered.when(moved("ninja", "B5", to("@P-ninja", "enter_passage", 1))).then_accepted()
    rival = with_own(night().state, "traitor", ropes=(("A3", "B3"),))
    over = moved("ninja", "A3", to("B3", "rope"))
    refused(case_of(rival), over, "NIN-MODE-DL-02")
    refused(night(), over, "NIN-MODE-DL-02")
    refused(night(), moved("ninja", "A3", to("B3")), "NIN-MODE-DL-02")
    mine = case_of(with_own(night().state, "ninja", ropes=(("A3", "B3"),)))
    mine.when(over, NINJA).then_accepted()
    assert seen_by(mine, "ninja").own["ninja"].ropes and not seen_by(mine, "traitor").own["ninja"].ropes


@accepts("NIN-MODE-DL-02", "NIN-PASS-09", "NIN-PASS-15")
@refuses("NIN-MODE-DL-02", "NIN-PASS-08", "NIN-PASS-09", "NIN-PASS-11")
def test_guards_find_each_passage_by_itself() -> None:
    search = action().when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    walked = search.when(f.GuardsMoved(guards=("g2",), path=("B3",)), G)
    refused(walked, f.PassageDiscovered(zone="B3"), "NIN-MODE-DL-02")
    refused(walked, f.PassageDiscovered(zone="B3", passage="ninja"), "NIN-PASS-06")
    refused(walked, f.PassageDiscovered(zone="B3", passage="traitor"), "NIN-TURN-03", by=TRAITOR)
    found = answered(walked)
    assert own(found.state, "traitor").discovered == ("B3",) and not own(found.state, "ninja").discovered
    state = with_pile(found.state, "guard", replace(pile(found.state, "guard"), table=1))
    figures = {
        **full_of(state).figures,
        "g2": replace(full_of(state).figures["g2"], moved=False, carded=False),
    }
    at_door = case_of(with_full(state, figures=figures)).when(
        f.GuardCardPlayed(card="sentry_search", guard="g2")
    )
    refused(at_door, f.GuardsMoved(guards=("g2",), path=(inside_of("ninja"),)), "NIN-PASS-08")
    inside = led(at_door, f.GuardsMoved(guards=("g2",), path=(inside_of("traitor"),)))
    assert inside.then_accepted().full.figures["g2"].zone == "@P-traitor"
    figures = {
        **full_of(inside.state).figures,
        "g2": replace(full_of(inside.state).figures["g2"], moved=False, carded=False),
    }
    again = case_of(with_full(inside.state, figures=figures, played_action=0))
    leaving = again.when(f.GuardCardPlayed(card="sentry_search", guard="g2"))
    refused(leaving, f.GuardsMoved(guards=("g2",), path=("B5",)), "NIN-PASS-11")
    out = led(leaving, f.GuardsMoved(guards=("g2",), path=("@X",)))
    assert own(out.then_accepted(), "traitor").discovered == ("B3", "J5")


def listening(ninja: int, traitor: int) -> Case:
    """g3 listens, after moves of so many zones beside it."""
    state = hidden_at(hidden_at(action().state, "ninja", "J5", ninja), "traitor", "J5", traitor)
    return case_of(state).when(f.GuardCardPlayed(card="sentry_listen", guard="g3"), G)


@accepts("NIN-MODE-DL-04", "NIN-MODE-DL-06", "NIN-LIS-10", "NIN-HID-17")
@refuses("NIN-MODE-DL-04", "NIN-MODE-DL-06", "NIN-HID-17")
@pytest.mark.parametrize(("steps", "heard"), [((2, 0), True), ((0, 2), False)])
def test_the_cat_covers_the_traitor_alone(steps: tuple[int, int], heard: bool) -> None:
    asked = listening(*steps)
    cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=BLUFF)
    refused(asked, f.ListenAnswered(heard=True), "NIN-HID-17", "NIN-MODE-DL-06")
    refused(asked, f.ListenAnswered(heard=True), "NIN-TURN-03", by=NINJA)
    refused(asked, cat, "NIN-TURN-03", by=NINJA)
    assert offered(asked, "traitor") == {"intruder_card_played", "intruder_passed"}
    assert not offered(asked, "ninja") and not offered(asked, "guards")
    assert following(RULES, asked.state) is None
    covered = asked.when(cat, TRAITOR)
    refused(covered, f.ListenAnswered(heard=not heard, cat=True), "NIN-MODE-DL-04")
    assert following(RULES, covered.state) == f.ListenAnswered(heard=heard, cat=True)
    passed = asked.when(f.IntruderPassed(intruder="traitor"), TRAITOR)
    refused(passed, cat, "NIN-LIS-10")
    assert following(RULES, passed.state) == f.ListenAnswered(heard=True)
    refused(passed, f.IntruderPassed(intruder="traitor"), "NIN-MODE-DL-06")


def asked_about(*zones: str, at: str = "D4") -> Case:
    """The ninja searches after a move past these zones."""
    state = hidden_at(night().state, "ninja", at, 1, visited=zones)
    case = case_of(with_shown(state, "ninja", moved=True))
    case = case_of(with_full(case.state, window=Window("ninja")))
    return case.when(f.ZonesSearched(intruder="ninja", secret_zones=zones), NINJA)


def paid_hazard(case: Case) -> Case:
    """The trap is settled; only the ninja knows that a mission card is still to be shown."""
    return case_of(with_full(case.state, due=()))


@accepts("NIN-MODE-DL-03", "NIN-SRCH-05", "NIN-HAZ-01")
@refuses("NIN-MODE-DL-03", "NIN-SRCH-05", "NIN-SRCH-03", "NIN-HAZ-01")
def test_searches_are_for_the_guards_and_the_searcher() -> None:
    done = night().when(moved("ninja", "A3", to("A2")), NINJA)
    refused(done, f.ZonesSearched(intruder="ninja", zones=("A2",)), "NIN-MODE-DL-03")
    refused(done, f.ZonesSearched(intruder="ninja", secret_zones=("C4",)), "NIN-SRCH-03")
    refused(done, f.ZonesSearched(intruder="ninja", secret_zones=("A2",)), "NIN-TURN-03", by=TRAITOR)
    asked = asked_about("D4", "C4")
    results = (f.Found(zone="D4", found="trap"), f.Found(zone="C4", found="target", letter="B"))
    answer = f.SearchAnswered(intruder="ninja", hazards=("trap",), secret_results=results)
    refused(asked, f.SearchAnswered(results=results), "NIN-MODE-DL-03")
    refused(asked, replace(answer, hazards=()), "NIN-MODE-DL-03")
    refused(asked, replace(answer, secret_results=(results[1], results[0])), "NIN-SRCH-05")
    assert following(RULES, asked.state) == answer
    found = asked.when(answer, G)
    told = [
        sealed(f.ZonesSearched(intruder="ninja", secret_zones=("D4",)), "ab" * 16),
        sealed(answer, "cd" * 16),
    ]
    for who in SEES:
        knows = who in ("ninja", "guards")
        view = seen_by(found, who)
        assert (view.own["ninja"].found == {"D4": "trap", "C4": "B"}) is knows
        assert first_due(RULES.visible_to(found.state, SEES[who])).zones == (("D4",) if knows else ())
        assert (view.window.letters == ("B",)) is knows and not view.found
        for event in told:
            assert RULES.redact(found.state, event, SEES[who]) == (event if knows else concealed(event))
    shown = answered(found)
    trap = f.HazardResolved(hazard="trap", outcome="alert")
    refused(shown, replace(trap, zone="D4"), "NIN-MODE-DL-03")
    refused(shown, trap, "NIN-TURN-03", by=TRAITOR)
    assert shown.state.intruders["ninja"].mission
    unsaid = f.IntruderDetected(intruder="traitor", zone="J4", cause="intruder_entered")
    assert "NIN-TURN-04" not in [one.rule for one in paid_hazard(found).when(unsaid, TRAITOR).violations]
    refused(paid_hazard(found), f.TurnEnded(turn=1), "NIN-TURN-04")
    assert following(RULES, shown.state) == trap
    settled = shown.when(trap)
    assert settled.then_accepted().alert == 1
    allies = to_intruders().when(moved("ninja", "A3", to("A2")))
    refused(allies, f.ZonesSearched(intruder="ninja", secret_zones=("A2",)), "NIN-MODE-DL-03")


def ambushes(case: Case) -> list[NextEvent]:
    """What is offered to tell of whom an ambush shows."""
    return [
        one
        for one in RULES.next_events(case.state, REFEREE)
        if one.type == "intruder_detected" and one.choices.get("cause") == ("ambush",)
    ]


@accepts("NIN-HAZ-05", "NIN-MODE-DL-03")
@refuses("NIN-MODE-DL-03")
def test_an_ambush_opens_the_zone_when_a_guard_steps_out() -> None:
    """A guard that is killed at once leaves no trace on the board; one that steps out meets the rival as well."""
    asked = answered(asked_about("C5", at="C5"))
    state = hidden_at(asked.state, "traitor", "C5")
    killed = f.HazardResolved(hazard="ambush", outcome="killed_kenjutsu")
    refused(case_of(state), replace(killed, zone="C5"), "NIN-MODE-DL-03")
    assert case_of(state).when(killed, NINJA).then_accepted().full.own["ninja"].found == {"C5": "nothing"}
    placed = f.HazardResolved(zone="C5", hazard="ambush", outcome="guard_placed", guard="g15")
    refused(case_of(state), replace(placed, zone=""), "NIN-HAZ-01")
    sprung = case_of(state).when(placed)
    told = {"zone": ("C5",), "cause": ("ambush",)}
    (offer,) = ambushes(sprung)
    assert (offer.players, offer.choices) == ((), told), "staff may say what the server has not, no rival"
    assert moves(sprung.state, offer, STAFF) == [
        f.IntruderDetected(intruder="ninja", zone="C5", cause="ambush")
    ]
    met = led(case_of(state), placed)
    assert not ambushes(met)
    assert [met.state.full.shown[name].visible for name in ("ninja", "traitor")] == ["C5", "C5"]


@accepts("NIN-INT-09", "NIN-MODE-DL-06")
@refuses("NIN-INT-09", "NIN-MODE-DL-06")
def test_no_rival_cuts_off_the_search_of_the_other() -> None:
    done = night().when(stood("ninja", "A3"), NINJA)
    refused(done, stood("traitor", "J4"), "NIN-INT-09", by=TRAITOR)
    refused(done, f.IntruderPassed(intruder="ninja"), "NIN-TURN-03", by=TRAITOR)
    refused(done, f.IntruderPassed(intruder="traitor"), "NIN-MODE-DL-06", by=TRAITOR)
    assert offered(done, "ninja") == {"zones_searched", "intruder_passed"} and not offered(done, "traitor")
    over = done.when(f.IntruderPassed(intruder="ninja"), NINJA).when(stood("traitor", "J4"), TRAITOR)
    refused(over, f.TurnEnded(turn=1), "NIN-INT-09")
    over.when(f.IntruderPassed(intruder="traitor"), TRAITOR).when(f.TurnEnded(turn=1)).then_accepted()
    allies = to_intruders().when(stood("ninja", "A3"))
    refused(allies, f.IntruderPassed(intruder="ninja"), "NIN-MODE-DL-06")


def test_what_rivals_answer_is_the_last_of_their_command() -> None:
    """NIN-HID-09: a pass, a card against a listen, a settled ambush may show what the other rival keeps to itself."""
    asked = RULES.consequences(listening(0, 0).state).asks
    later = RULES.consequences(night().state).asks
    cat = f.IntruderCardPlayed(intruder="traitor", card="it_was_a_cat", use=BLUFF)
    assert asked(cat) == asked(f.IntruderPassed(intruder="traitor")) == "NIN-HID-09" != later(cat)
    assert later(f.HazardResolved(hazard="ambush", outcome="killed_kenjutsu")) == "NIN-HID-09"
    allied: NinjaState = to_intruders().state
    assert not RULES.consequences(allied).asks(cat)
