"""What today's rules make of a match that older ones scored: the count, the entry, the rule, and nothing otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.match import STAFF_SIDE, Match, ResultConfirmed
from games.replay import refold
from games.rulefix import compare, differing
from games.ruleset import SYSTEM, Actor, Entry, Event, Outcome, RuleViolation, Setup
from games.tests.toy import PLAYED, TOY, PointsScored, Toy, ToyState

CONFIRMED = ResultConfirmed(side=STAFF_SIDE, vp={"red": 2, "blue": 1}, winner="red")


class Doubled(Toy):
    """Points of blue count three times."""

    def evolve(self, state: ToyState, event: Event) -> ToyState:
        if isinstance(event, PointsScored) and event.side == "blue":
            event = PointsScored(side="blue", points=3 * event.points)
        return super().evolve(state, event)


class Stricter(Toy):
    """Red may not score two at once."""

    def check(self, state: ToyState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        if isinstance(event, PointsScored) and event.side == "red":
            return (RuleViolation("TOY-VP-01", {"points": event.points}),)
        return super().check(state, event, by)


def entries(*more: tuple[Event, Actor]) -> list[Entry]:
    return [Entry(seq, event, by) for seq, (event, by) in enumerate([*PLAYED, *more], start=1)]


def stored(log: Sequence[Entry]) -> dict[str, Any]:
    """The outcome as the rules of then stored it."""
    told: dict[str, Any] = msgspec.to_builtins(TOY.outcome(refold(TOY, Setup(), log)))
    return told


def test_the_same_rules_find_nothing() -> None:
    for log in (entries(), entries((CONFIRMED, SYSTEM))):
        assert compare(TOY, Setup(), log, stored(log)) is None


def test_another_count_names_its_entry_though_the_result_was_confirmed() -> None:
    for log in (entries(), entries((CONFIRMED, SYSTEM))):
        before = stored(log)
        found = compare(Match(Doubled(), ToyState), Setup(), log, before)
        assert found is not None and found.seq == 4 and not found.violations
        assert found.changed == ("winner", "vp", "lines")
        assert (found.after.winner, found.after.vp) == ("blue", {"red": 2, "blue": 3})
        assert found.after.status == before["status"]


def test_a_refused_entry_is_named_by_its_rule_before_the_count() -> None:
    log = entries((CONFIRMED, SYSTEM))
    found = compare(Match(Stricter(), ToyState), Setup(), log, stored(log))
    assert found is not None and found.changed == () and found.seq == 3
    assert [one.rule for one in found.violations] == ["TOY-VP-01"]


def test_what_an_older_program_did_not_store_differs_in_nothing() -> None:
    log = entries()
    after = TOY.outcome(refold(TOY, Setup(), log))
    assert differing({"status": "finished", "vp": {"red": 2}}, after) == ()
    assert differing({"status": "finished", "vp": {"green": 2}}, after) == ("vp",)
    assert differing({"lines": []}, Outcome(status="open", vp={})) == ()
