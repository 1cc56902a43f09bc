"""Players who are level: the organiser puts them in order, with a reason (FIDE C.02: a manual order is possible)."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import SYSTEM, Viewer
from games.testing import accepts, refuses
from tracker.formats.structs import Stage
from tracker.rulesets.tournament import RULES, explain, standings
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.scoring import level
from tracker.rulesets.tournament.stages import going
from tracker.rulesets.tournament.tests.story import FOUR, after, history, joined, to_closed, to_started

EQUAL = to_closed(*joined(*FOUR, tiebreaks=("points",)), scores=((1, 1), (1, 1)))


def order(*players: str, round_: int = 1) -> desk.TieOrdered:
    return desk.TieOrdered(round=round_, players=players, reason="the better army was painted")


def ranks(state: Any) -> dict[str, int]:
    return {row.player: row.rank for row in standings(state)}


@accepts("TRN-TIE-01", "TRN-TIE-02")
def test_the_organiser_puts_those_who_are_level_in_order():
    state = history(*EQUAL).when(order("dot", "ann", "cid", "bob")).then_accepted()
    assert ranks(state) == {"dot": 1, "ann": 2, "cid": 3, "bob": 4}
    assert not any(row.shared for row in standings(state))
    figure = standings(state)[1].figures[-1]
    assert (figure.id, figure.top) == ("by_hand", 2)
    assert [(row.kind, row.top) for row in explain(state, "ann", "by_hand")] == [("by_hand", 2)]


def test_a_later_order_of_the_same_replaces_the_first():
    state = after(*EQUAL, order("dot", "ann", "cid", "bob"), order(*FOUR))
    assert ranks(state) == {"ann": 1, "bob": 2, "cid": 3, "dot": 4} and len(state.ties) == 1


def test_an_order_holds_for_its_round_alone():
    state = after(*to_closed(*EQUAL, order("dot", "ann", "cid", "bob"), scores=((1, 1), (1, 1)), seed="s2"))
    assert set(ranks(state).values()) == {1}
    assert {row.player: row.rank for row in standings(state, 1)}["dot"] == 1


def test_an_order_falls_when_a_correction_parts_them():
    events = [*EQUAL, order("dot", "ann", "cid", "bob")]
    table = after(*events).rounds[0].pairings[0]
    won = table.sides["alliance"][0]
    corrected = ev.ResultRecorded(
        round=1,
        table=1,
        match=str(table.match),
        match_seq=30,
        vp={"alliance": 3, "serpent": 0},
        winner="alliance",
        reason="read wrong",
    )
    state = after(*events, ev.ResultWithdrawn(round=1, table=1, reason="read wrong"), corrected)
    assert ranks(state)[won] == 1 and {row.figures[-1].top for row in standings(state)} == {0}


def test_the_order_decides_who_goes_on_to_the_cut():
    plan = (Stage("swiss", rounds=1), Stage("single_elimination", cut=2))
    events = to_closed(*joined(*FOUR, stages=plan, tiebreaks=("points",)), scores=((1, 1), (1, 1)))
    assert len(going(after(*events), plan[1]).tied) == 4
    found = going(after(*events, order("dot", "ann", "cid", "bob")), plan[1])
    assert (tuple(found.field), tuple(found.tied)) == (("dot", "ann"), ())


@refuses("TRN-TIE-01", "TRN-TIE-02")
@pytest.mark.parametrize(
    ("events", "event", "rule"),
    [
        (joined(*FOUR), order(*FOUR), "TRN-TIE-01"),
        (to_started(*joined(*FOUR)), order(*FOUR), "TRN-TIE-01"),
        (EQUAL, order(*FOUR, round_=2), "TRN-TIE-01"),
        (EQUAL, order("ann", "bob"), "TRN-TIE-02"),
        (EQUAL, order("ann", "ann", "bob", "cid", "dot"), "TRN-TIE-02"),
        (to_closed(*joined(*FOUR), scores=((3, 0), (2, 1))), order("ann", "bob"), "TRN-TIE-02"),
    ],
)
def test_only_those_who_are_level_after_the_last_round_are_put_in_order(events, event, rule):
    history(*events).when(event).then_refused(rule)


def test_staff_are_told_who_is_level_and_nobody_else_orders():
    state = after(*EQUAL)
    assert level(state) == (FOUR,)
    offered = {one.type: one for one in RULES.next_events(state, Viewer("staff"))}
    assert offered["tie_ordered"].choices == {"round": (1,), "players": FOUR}
    assert "tie_ordered" not in {one.type for one in RULES.next_events(state, Viewer("player", "ann"))}
    assert RULES.check(state, order(*FOUR), SYSTEM) == ()
