"""Teams and pools as their owner wrote them, and the opening of a tournament's match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games.rulebook import sentence
from games.ruleset import Roster
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full.events import TrapSupplyShuffled
from games.super_fantasy_brawl.opening import bring_list, open_table
from games.super_fantasy_brawl.play.training import ARENAS, CARDS, CHALLENGES, CHAMPIONS
from games.super_fantasy_brawl.tests.tables import DUEL, POOLS, TEAMS
from games.testing import accepts, given, refuses

TRIO = ["anvil", "bramble", "cinder"]
ROWS: dict[str, dict[str, Any]] = {
    key: {"id": key, "kind": kind, **msgspec.to_builtins(one)}
    for kind, table in (
        ("arena", ARENAS),
        ("champion", CHAMPIONS),
        ("card", CARDS),
        ("challenge", CHALLENGES),
    )
    for key, one in table.items()
}


def roster(champions: Sequence[str], **told: Any) -> Roster:
    body = {"champions": list(champions), **told}
    return Roster(system="super_fantasy_brawl", kind="pool", name="mine", body=body)


def broken(champions: Sequence[str], **told: Any) -> list[str]:
    report = RULES.check_roster(roster(champions, **told), ROWS)
    return [violation.rule for violation in report.violations]


@accepts("SFB-ROSTER-02", "SFB-ROSTER-03", "SFB-ROSTER-09", "SFB-MODE-03", "SFB-MODE-06")
def test_good_lists() -> None:
    assert broken(TRIO) == broken(POOLS["r"], use="pool") == []
    assert broken(TRIO[:2], mode="superteams") == broken(TRIO, mode="superteams", use="pool") == []


@refuses("SFB-ROSTER-02", "SFB-ROSTER-03", "SFB-ROSTER-09", "SFB-MODE-03", "SFB-MODE-06")
def test_bad_lists() -> None:
    assert broken(TRIO[:2]) == ["SFB-ROSTER-02"]
    assert broken([*TRIO[:2], "anvil"]) == ["SFB-ROSTER-03"]
    assert broken([*TRIO, *TRIO]) == ["SFB-ROSTER-02", *["SFB-ROSTER-03"] * 3]
    assert broken(TRIO, use="pool") == ["SFB-ROSTER-09"]
    assert broken(TRIO, mode="superteams") == ["SFB-MODE-03"]
    assert broken(["a", "b", "b"], mode="superteams", use="pool") == ["SFB-MODE-06"]


@refuses("SFB-LOG-02")
def test_a_name_with_a_colon_is_told_as_that() -> None:
    """It was told as a wrong number of champions."""
    (only,) = RULES.check_roster(roster(["red:anvil", *TRIO[1:]]), ROWS).violations
    told = [sentence(only, language) for language in ("en", "ru")]
    assert only.rule == "SFB-LOG-02" and "no colon" in told[0] and "нет двоеточия" in told[1]
    assert all("red:anvil" in one for one in told)


def test_a_body_of_another_form() -> None:
    for body in (
        {},
        {"champions": "anvil"},
        {"champions": TRIO, "deck": 1},
        {"champions": TRIO, "mode": "x"},
    ):
        report = RULES.check_roster(
            Roster(system="super_fantasy_brawl", kind="pool", name="n", body=body), {}
        )
        assert [violation.rule for violation in report.violations] == ["WL-ROS-01"]


def test_unknown_champions_are_warnings() -> None:
    report = RULES.check_roster(roster(["anvil", "gwaien", "nobody"]), ROWS)
    assert report.ok and [warning.params["champion"] for warning in report.warnings] == ["nobody"]


def sample(words: Sequence[str], count: int) -> list[str]:
    return list(words)[::-1][:count]


def test_a_table_opens() -> None:
    (event,) = open_table(DUEL, None, {}, sample)
    assert isinstance(event, e.MatchCreated) and (event.mode, event.detail) == ("duel", "turns")
    options = {
        "detail": "full",
        "cards": ROWS,
        "arena": "ring",
        "method": "tournament_draft",
        "kept_traps": True,
    }
    opened = open_table(TEAMS, "cup", options, sample)
    created, method, supply = opened
    assert isinstance(created, e.MatchCreated) and created.track == (0, 0, 1, 1, 2)
    assert isinstance(supply, TrapSupplyShuffled) and len(supply.tokens or ()) == 12
    assert isinstance(method, e.SelectionMethodChosen) and len(created.cards) == 60
    assert given(RULES, None, opened).then_accepted().full is not None


def test_options_that_cannot_be() -> None:
    for options in ({"detail": "all"}, {"method": "dice"}, {"cards": ROWS, "arena": "moon"}, {"track": "x"}):
        with pytest.raises(msgspec.ValidationError):
            open_table(DUEL, None, options, sample)


def test_a_list_is_brought_along() -> None:
    opened = open_table(DUEL, None, {}, sample)
    team = bring_list("r", roster(TRIO), {})
    assert given(RULES, None, (*opened, *team)).then_accepted().rosters == {"r": tuple(TRIO)}
    pool = bring_list("r", roster(POOLS["r"], use="pool"), {})
    assert given(RULES, None, (*opened, *pool)).then_accepted().draft.registered == {"r": POOLS["r"]}
    with pytest.raises(msgspec.ValidationError):
        bring_list("r", Roster(system="super_fantasy_brawl", kind="pool", name="n", body={}), {})
