"""The order of a whole log: every event once, with the next number. WL-LOG-01 of every stream judges it for the rule
that each of these games has of its own.
"""

from __future__ import annotations

import pytest

from games.audit import judge_log
from games.portable import PortableLog, log_of, read_log, write_log
from games.registry import MATCHES
from games.testing import accepts, refuses
from games.tests.registered import simulated

RULES = {
    "bushido": "BUS-LOG-01",
    "last_battle": "LB-LOG-04",
    "ninja": "NIN-LOG-01",
    "senjutsu": "SEN-LOG-01",
    "super_fantasy_brawl": "SFB-LOG-01",
}
GAMES = pytest.mark.parametrize(("system", "rule"), RULES.items())


def log(system: str, *places: int) -> PortableLog:
    """These lines of a match by turns, or all of them."""
    header, lines = log_of(MATCHES[system], "match", *simulated(system, 4, "turns", 1))
    told = [lines[place] for place in places or range(len(lines))]
    return read_log(write_log(header, told), lambda kind, key: MATCHES[key])


@GAMES
@accepts("BUS-LOG-01", "LB-LOG-04", "NIN-LOG-01", "SEN-LOG-01", "SFB-LOG-01")
def test_a_log_in_order_is_accepted(system: str, rule: str) -> None:
    assert judge_log(log(system)).refused == []


@GAMES
@refuses("BUS-LOG-01", "LB-LOG-04", "NIN-LOG-01", "SEN-LOG-01", "SFB-LOG-01")
@pytest.mark.parametrize("places", [(0, 1, 1), (0, 2), (1, 0)])
def test_an_event_twice_or_out_of_order_is_refused(system: str, rule: str, places: tuple[int, ...]) -> None:
    refused = judge_log(log(system, *places)).refused[-1]
    assert [violation.rule for violation in refused.violations] == [rule, "WL-LOG-01"]
