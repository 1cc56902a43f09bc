"""Secrets that the intruders keep on their own phone: who may decide so, what a phone is told, what a pad offers."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.events import MatchConceded
from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves, typed
from games.ninja.full.own_device import keeps, kept, question
from games.ninja.full.state import Window
from games.ninja.full.table import full_of, with_full
from games.ninja.pages.faces import facts
from games.ninja.state import NinjaState, with_fate
from games.ninja.tests.demo import SETUP, setup_to
from games.ninja.tests.laid import owed
from games.ninja.tests.tables import created
from games.ruleset import SYSTEM, Event, Viewer
from games.secrets import concealed, sealed

GUARDS, INTRUDERS = Viewer("player", player="g"), Viewer("player", player="i")


@pytest.mark.parametrize(
    ("kind", "timed"),
    [
        *((kind, False) for kind in (f.HandChosen, f.IntruderStartMarked, f.IntruderRespawned)),
        *((kind, False) for kind in (f.IntruderCardPlayed, f.GuardNeutralised, f.IntruderHidden)),
        *((kind, False) for kind in (f.PassageEntered, f.PassageLeft, f.IntruderLeftMap)),
        *((kind, False) for kind in (f.IntruderMoved, f.IntruderPassed, f.ZonesSearched)),
        *((kind, False) for kind in (f.IntruderDetected, f.PassageDiscovered)),
        *((kind, False) for kind in (f.ListenAnswered, f.MovementCleared)),
        *((kind, True) for kind in (f.GuardsMoved, f.GuardCardPlayed, f.PhaseStarted, f.TurnEnded)),
    ],
)
def test_nobody_reads_how_long_an_intruder_thought(kind: type[Event], timed: bool) -> None:
    """NIN-HID-18."""
    assert kind.timed is timed


def on_phones(number: int) -> Any:
    """The demo's setup up to there, with the secrets of the intruders on their phone."""
    case = setup_to(0)
    for place, event in enumerate(SETUP[:number]):
        told: Any = sealed(event, f"{place:064x}")
        mine = isinstance(told, f.OwnedSecret) and not str(getattr(told, "hand", "")).startswith("guard")
        case = case.when(concealed(told) if mine and told.owner == "intruders" else told)
        case.then_accepted()
    return case


def offers(state: NinjaState, viewer: Viewer, kind: str) -> list[Any]:
    seen = RULES.visible_to(state, viewer)
    told = [
        one for one in RULES.next_events(seen, viewer) if one.type == kind and viewer.player in one.players
    ]
    return [event for one in told for event in moves(seen, one, SYSTEM)]


def test_the_intruders_alone_may_decide_it_before_a_hand_is_chosen() -> None:
    first = setup_to(1).state
    told = kept(first, "i")
    assert told is not None and not told.begun and told.question == {}
    assert kept(first, "g") is None
    assert kept(setup_to(2).state, "i") is None
    assert kept(created(detail="turns").state, "i") is None


def test_what_is_sealed_once_is_kept_on() -> None:
    state = on_phones(len(SETUP)).state
    told = kept(RULES.visible_to(state, INTRUDERS), "i")
    assert keeps(state) and told is not None and told.begun
    assert len(told.commitments) == len(told.closed) == 6 and not told.over
    assert not keeps(RULES.visible_to(state, GUARDS))
    assert "intruder_moved" in typed(state) and "intruder_moved" not in typed(setup_to(len(SETUP)).state)


def test_the_mission_and_an_ambush_are_told_by_who_knows_them() -> None:
    state = with_full(on_phones(len(SETUP)).state, step="intruder_action")
    window = Window("ninja", letters=("B", "E"), ambushed="C5")
    shown = {name: replace(one, moved=True) for name, one in full_of(state).shown.items()}
    state = with_full(state, window=window, shown=shown)
    assert [one.letter for one in offers(state, INTRUDERS, "mission_completed")] == ["B", "E"]
    seen = {(one.intruder, one.zone) for one in offers(state, INTRUDERS, "intruder_detected")}
    assert {("ninja", "C5"), ("traitor", "C5")} <= seen
    assert offers(state, GUARDS, "mission_completed") == []
    assert question(state)["letters"] == ["B", "E"]


def test_a_phone_that_has_shown_its_card_is_not_asked_for_it_again() -> None:
    """NIN-SRCH-06: neither while the rest of the search is settled nor when it comes to its target anew."""
    state = with_full(on_phones(len(SETUP)).state, window=Window("ninja", letters=("B",)))
    assert question(state)["letters"] == ["B"]
    assert question(with_fate(state, "ninja", mission=True))["letters"] == []


def test_a_rope_at_the_end_of_a_way_may_be_told_where_ropes_are_found() -> None:
    state = on_phones(len(SETUP)).state
    state = replace(
        owed(state, "answer", guards=("g2",), path=("B4",)),
        options=replace(state.options, rope_discovery=True),
    )
    edges = [one.edge for one in offers(state, INTRUDERS, "passage_discovered") if one.passage == "rope"]
    assert ("B4", "C4") in edges and all("B4" in edge for edge in edges)
    told = kept(state, "i")
    assert told is not None and told.question["end"] == "B4" and told.question["ropes"] == []


def test_after_the_end_a_side_may_open_what_it_kept() -> None:
    case = on_phones(len(SETUP))
    assert [
        one.type for one in RULES.next_events(case.state, INTRUDERS) if one.type == "secret_revealed"
    ] == []
    ended = case.when(MatchConceded(side="guards"))
    ended.then_accepted()
    state = ended.state
    (told,) = RULES.next_events(RULES.visible_to(state, INTRUDERS), INTRUDERS)
    assert (told.type, told.players) == ("secret_revealed", ("i",))
    assert told.choices["number"] == (1, 2, 3, 4, 5, 6)
    assert RULES.next_events(RULES.visible_to(state, GUARDS), GUARDS) == ()


def test_what_was_found_is_one_line_for_each_kind() -> None:
    state = with_full(setup_to(len(SETUP)).state, found={"B5": "nothing", "C4": "B", "B6": "nothing"})
    state = replace(state, turn=1)
    (told,) = [one for one in facts(state) if one.field == "found"]
    assert told.values == ({"B": ["C4"], "nothing": ["B5", "B6"]},)
