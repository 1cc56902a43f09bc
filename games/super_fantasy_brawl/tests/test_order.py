"""SFB-LOG-01 in a whole log: every event once, with the next number (judged by WL-LOG-01 of every stream)."""

from __future__ import annotations

from typing import Any

import pytest

from games.audit import judge_log
from games.match import Match
from games.portable import PortableLog, log_of, read_log, write_log
from games.ruleset import Ruleset
from games.super_fantasy_brawl import RULES as PLAY
from games.super_fantasy_brawl.play.simulate import simulate
from games.testing import accepts, refuses

RULES: Ruleset[Any, Any] = Match(PLAY, PLAY.state_type)
HEADER, LINES = log_of(RULES, "match", *simulate(4, "turns"))


def log(*places: int) -> PortableLog:
    lines = [LINES[place] for place in places]
    return read_log(write_log(HEADER, lines), lambda kind, system: RULES)


@accepts("SFB-LOG-01")
def test_a_log_in_order_is_accepted() -> None:
    assert judge_log(log(*range(len(LINES)))).refused == []


@refuses("SFB-LOG-01")
@pytest.mark.parametrize("places", [(0, 1, 1), (0, 2), (1, 0)])
def test_an_event_twice_or_out_of_order_is_refused(places: tuple[int, ...]) -> None:
    refused = judge_log(log(*places)).refused[-1]
    assert [violation.rule for violation in refused.violations] == ["SFB-LOG-01", "WL-LOG-01"]
