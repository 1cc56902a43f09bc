"""Edge cases of the guards, of deaths and of the end: each with what is allowed beside what is not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.events import GameEnded
from games.ninja.full import events as f
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.server_draws import new_letter
from games.ninja.full.state import Window
from games.ninja.full.table import with_full, with_hidden, with_shown
from games.ninja.state import with_fate
from games.ninja.tests.demo import SETUP, in_action, in_alert, led, moved, setup_to, to, to_intruders
from games.ninja.tests.laid import case_of, hidden_at, refused, seen_at, standing
from games.ninja.tests.tables import INTRUDER, G, created, turn
from games.ninja.tests.test_four import OTHER, drawing, four
from games.ninja.tests.test_mixed import action as mixed_action
from games.ruleset import Viewer
from games.testing import Case, accepts, refuses

WOLVES = Viewer("player", "i", "intruders")


def go(*path: str, guards: tuple[str, ...] = ("g2",), **told: Any) -> f.GuardsMoved:
    return f.GuardsMoved(guards=guards, path=path, **told)


# --- The guards ------------------------------------------------------------------------------------------------


@accepts("NIN-LOG-05", "NIN-LIS-08", "NIN-MODE-4P-04")
@refuses("NIN-LOG-05", "NIN-LIS-08")
def test_reading_the_alert_takes_nobodys_move() -> None:
    """Either side may do it at any time, so it must not cost the guards what they may do at once or not at all."""
    near = case_of(hidden_at(in_action().state, "ninja", "A2", 1))
    heard = near.when(f.GuardCardPlayed(card="sentry_listen", guard="g2")).when(f.ListenAnswered(heard=True))
    refused(heard, f.AlertRecorded(level=0), "NIN-LOG-05")
    read = heard.when(f.AlertRecorded(level=1), INTRUDER)
    read.when(go("B3", cause="heard"), G).then_accepted()
    refused(read.when(f.PhaseStarted(phase="patrol"), G), go("B3", cause="heard"), "NIN-LIS-08")
    shares: Any = {"guard_a": {"awaken": 2, "kenjutsu": 2}, "guard_b": {}}
    shared = f.DrawnCardsShared(counts={"guard_a": 4, "guard_b": 0}, shares=shares)
    drawn().when(f.AlertRecorded(level=1), INTRUDER).when(shared, G).then_accepted()


def drawn() -> Case:
    case = drawing().when(f.GuardCardsDrawn(hand="guard_a", count=2, cards={"awaken": 2}), G)
    return case.when(f.GuardCardsDrawn(hand="guard_b", count=2, cards={"kenjutsu": 2}), OTHER)


@accepts("NIN-LOG-06")
@refuses("NIN-LOG-06")
def test_what_two_players_share_are_cards_of_theirs() -> None:
    told = f.DrawnCardsShared(counts={"guard_a": 3, "guard_b": 1})
    for shares in (
        {"guard_a": {"dragon": 3}, "guard_b": {"kenjutsu": 1}},
        {"guard_a": {"awaken": 4, "kenjutsu": -1}, "guard_b": {"kenjutsu": 1}},
        {"guard": {"awaken": 1}, "guard_a": {"awaken": 3}, "guard_b": {"kenjutsu": 1}},
    ):
        wrong: Any = shares
        refused(drawn(), replace(told, shares=wrong), "NIN-LOG-06", by=G)
    right: Any = {"guard_a": {"awaken": 2, "kenjutsu": 1}, "guard_b": {"kenjutsu": 1}}
    drawn().when(replace(told, shares=right), G).then_accepted()


@accepts("NIN-CARD-04")
@refuses("NIN-CARD-04")
def test_a_mark_goes_with_its_guard_for_the_whole_turn() -> None:
    """From the Alert Phase into the next one, and into the patrol that the guard joins."""
    start = in_alert().state
    cards = replace(pile(start, "guard"), drawn=1, drawn_cards={"sentry_listen": 1})
    case = led(case_of(with_pile(start, "guard", cards)), f.GuardCardPlayed(card="sentry_listen", guard="g2"))
    case = case.when(f.PhaseStarted(phase="guard_action"))
    refused(case, f.GuardCardPlayed(card="sentry_search", guard="g2"), "NIN-CARD-04")
    joined = case_of(standing(case.state, "g2", at="G2")).when(
        f.PatrolReformed(patrol="P1", guards=("g2", "g9", "g10"), facing="H2")
    )
    refused(joined, f.GuardCardPlayed(card="patrol_search", patrol="P1"), "NIN-CARD-04")
    joined.when(f.GuardCardPlayed(card="sentry_search", guard="g9")).then_accepted()


@accepts("NIN-HID-09")
@refuses("NIN-HID-09")
def test_a_patrol_cut_short_looks_along_its_way_or_says_where() -> None:
    state = hidden_at(standing(in_action().state, "g9", "g10", at="F3", patrol="P1"), "ninja", "F4")
    search, both = f.GuardCardPlayed(card="patrol_search", patrol="P1"), ("g9", "g10")
    along = led(case_of(state).when(search), go("F4", "F5", guards=both, facing="F6"))
    assert along.state.full.facings["P1"] == "F5" and not along.state.full.due
    aside = led(case_of(state).when(search), go("F4", "E4", guards=both))
    turned = f.PatrolReformed(patrol="P1", guards=both, facing="F3")
    refused(aside, replace(turned, facing="E4"), "NIN-HID-09")
    aside.when(turned).then_accepted()


@accepts("NIN-DET-07")
@refuses("NIN-DET-07")
def test_a_device_shows_the_ninja_first_too() -> None:
    case = created(detail="full", map=board())
    for event in SETUP:
        case = case.when(_kept(event))
    for event in (
        f.TurnStarted(turn=1),
        f.PhaseStarted(phase="guard_action"),
        f.GuardCardPlayed(card="sentry_search", guard="g2"),
        go("B3"),
    ):
        case = case.when(event)
    ninja = f.IntruderDetected(intruder="ninja", zone="B3", cause="guard_entered")
    traitor = replace(ninja, intruder="traitor")
    refused(case.when(traitor), ninja, "NIN-DET-07")
    case.when(ninja).when(traitor).when(f.MovementCleared()).then_accepted()


def board() -> Any:
    return setup_to(0).state.map


def _kept(event: Any) -> Any:
    """As a device of the intruders tells it: with its seal alone."""
    intruders = isinstance(event, f.OwnedSecret) and event.owner != "guards"
    if not intruders or getattr(event, "hand", "") == "guard":
        return event
    return replace(event, **dict.fromkeys(event.secret_fields), commitment="a" * 64)


# --- Deaths, the end, reports ----------------------------------------------------------------------------------


@accepts("NIN-RESP-05")
@refuses("NIN-RESP-05")
def test_nobody_draws_the_letter_of_the_others_dead_copy() -> None:
    """Of two who died in one turn each keeps its letter until its own new copy draws; so does one dead for good."""
    day = with_pile(
        in_action().state, "guard", replace(pile(in_action().state, "guard"), hand_cards={"kenjutsu": 24})
    )
    for name, zone, guards in (("traitor", "J4", ("g1", "g2")), ("ninja", "A3", ("g3", "g4", "g5"))):
        intruder: Any = name
        case = case_of(seen_at(standing(day, *guards, at=zone), name, zone))
        for guard in guards:
            case = case.when(f.GuardAttacked(guard=guard, intruder=intruder))
        day = case.when(f.IntruderDied(intruder=intruder)).then_accepted()
    back = f.IntruderRespawned(
        intruder="ninja", size=6, zone="A5", cards={"rope": 2, "shuriken": 2, "kenjutsu": 2}, mission="D"
    )
    for state in (day, with_fate(day, "traitor", deaths=(1, 1), awaited=False)):
        night = to_intruders(case_of(state))
        refused(night, back, "NIN-RESP-05")
        for letter in "ABCEF":
            night.when(replace(back, mission=letter)).then_accepted()
        offered = next(
            one for one in RULES.next_events(night.state, WOLVES) if one.type == "intruder_respawned"
        )
        assert "D" not in offered.choices["mission"]
        drawn_letters = {
            new_letter(with_full(night.state, seeded=True, seed=f"{n:064x}"), "ninja") for n in range(40)
        }
        assert drawn_letters == set("ABCEF")


@accepts("NIN-END-02")
@refuses("NIN-END-02", "NIN-TURN-03")
def test_the_guards_do_not_end_a_night_whose_last_search_is_open() -> None:
    alone = hidden_at(with_fate(to_intruders().state, "ninja", deaths=(3, 9)), "traitor", "A3")
    alone = with_hidden(alone, "traitor", mission="A", visited=())
    left = f.IntruderLeftMap(intruder="traitor"), moved("traitor", "A3", to("@OUT", "exit"))
    end = GameEnded(reason="no_intruders", result="guards")
    gone = case_of(alone).when(left[0], INTRUDER).when(left[1], INTRUDER)
    refused(gone, end, "NIN-TURN-03", by=G)
    offered = {one.type: one.players for one in RULES.next_events(gone.state, WOLVES)}
    assert offered["game_ended"] == ("i",)
    gone.when(end, INTRUDER).then_accepted()
    searched = led(gone, f.ZonesSearched(intruder="traitor", zones=("A3",)))
    searched.when(end, G).then_accepted()
    # A letter was answered and the card may still be shown.
    told = with_full(searched.state, window=Window("traitor", letters=("C",)))
    refused(case_of(told), end, "NIN-TURN-03", by=G)
    # Who has its mission has nothing to win by a search.
    done = case_of(with_fate(alone, "traitor", mission=True)).when(left[0]).when(left[1])
    done.when(replace(end, result="draw"), G).then_accepted()


@accepts("NIN-TSUM-02")
@refuses("NIN-TSUM-02")
@pytest.mark.parametrize("drawn_cards", [4, 2])
def test_two_guard_players_draw_twice_as_much(drawn_cards: int) -> None:
    case = created(mode="four")
    case = case.when(turn(case, alert_end=2))
    case.when(turn(case, drawn=drawn_cards)).then_accepted()
    later = case.when(turn(case, alert_end=2))
    later = later.when(turn(later, alert_end=2))
    for short in (0, 1, 3):
        case.when(turn(case, drawn=short)).then_refused("NIN-TSUM-02")
        case.when(turn(case, drawn=short, deck_short=True)).then_refused("NIN-TSUM-02")
        later.when(turn(later, drawn=short, deck_short=True)).then_accepted()
    case.when(turn(case, drawn=5)).then_refused("NIN-TSUM-02")


@accepts("NIN-MODE-4P-06")
@refuses("NIN-MODE-4P-06")
def test_wound_cards_are_divided_before_the_last_search() -> None:
    state = hidden_at(with_full(four().state, step="intruder_action"), "ninja", "A3")
    state = with_fate(with_shown(state, "ninja", wounded_by={"guard_a": 1, "guard_b": 1}), "ninja", wounds=2)
    gone = (
        case_of(state)
        .when(f.IntruderLeftMap(intruder="ninja"))
        .when(moved("ninja", "A3", to("@OUT", "exit")))
    )
    search = f.ZonesSearched(intruder="ninja", zones=("A3",))
    refused(gone, search, "NIN-TURN-04")
    refused(gone, f.WoundCardsReturned(counts={"guard_a": 1}), "NIN-MODE-4P-06")
    gone.when(f.WoundCardsReturned(counts={"guard_a": 2, "guard_b": 0})).when(search).then_accepted()


@refuses("NIN-CMB-11")
def test_an_attack_on_a_guess_tells_nothing_of_a_mixed_hand() -> None:
    told = []
    for character, zone in (("ninja", "A3"), ("traitor", "J4")):
        case = mixed_action(character=character, zone=zone)
        names: Any = ("ninja", "traitor", "solo")
        told.append([case.when(f.GuardAttacked(guard="g1", intruder=n), G).violations for n in names])
    assert told[0] == told[1] and {one[0].rule for one in told[0]} == {"NIN-CMB-11"}
