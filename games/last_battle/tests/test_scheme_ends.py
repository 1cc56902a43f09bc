"""Scheme VP at the end of the game: numbers, who claims, and when (LB-SCH-05 to -07, LB-TLOG-04)."""

from __future__ import annotations

import pytest

from games.last_battle import events as e
from games.last_battle.tests.tables import A, S, over, ready, reveal, shown
from games.last_battle.tests.test_schemes import FIELD
from games.testing import Case, accepts, refuses


def at_the_end(scheme: str, amount: int, **told: object) -> Case:
    """The Alliance's claim at the end of a quiet match."""
    case = over(ready(FIELD[scheme], a=scheme))
    event = e.SchemeScored(player="a", scheme=scheme, amount=amount, **told)  # type: ignore[arg-type]
    return shown(case, "a", scheme).when(event, A)


@accepts("LB-SCH-05", "LB-SCH-06", "LB-UNIQ-04", "LB-UNIQ-05", "LB-COMM-05", "LB-COMM-07", "LB-COMM-08")
@pytest.mark.parametrize(
    ("scheme", "amount"),
    [
        ("surround_them", 3),
        ("underground_passages", 1),
        ("loophole", 2),
        ("search_the_ruins", 1),
        ("search_the_ruins", 3),
        ("take_prisoner", 2),
        ("take_prisoner", 3),
        ("elimination_of_leaders", 1),
    ],
)
def test_end_numbers(scheme: str, amount: int) -> None:
    assert at_the_end(scheme, amount).then_accepted().lines[-1].vp == amount
    at_the_end(scheme, amount, computed=amount).then_accepted()


@refuses("LB-COMM-08", "LB-SCH-06", "LB-TLOG-04", "LB-SCORE-07")
def test_wrong_end_numbers() -> None:
    at_the_end("take_prisoner", 1).then_refused("LB-COMM-08", "LB-SCH-06", "LB-TLOG-04")
    at_the_end("loophole", 4).then_refused("LB-SCH-06", "LB-SCORE-02")
    at_the_end("loophole", 0).then_refused("LB-SCH-06")
    at_the_end("loophole", -1).then_refused("LB-SCORE-07")
    at_the_end("loophole", 2, computed=3).then_refused("LB-SCH-06")
    again = e.SchemeScored(player="a", scheme="loophole", amount=1)
    at_the_end("loophole", 1).when(again, A).then_refused("LB-SCH-06")
    at_the_end("elimination_of_leaders", 2).then_refused("LB-UNIQ-09")


@refuses("LB-SCH-05", "LB-LOG-05", "LB-SCH-01")
def test_who_claims_and_when() -> None:
    claim = e.SchemeScored(player="a", scheme="loophole", amount=1)
    case = over(ready(a="loophole"))
    case.when(claim, A).then_refused("LB-SCH-01")
    case.when(reveal("a", "loophole"), A).when(claim, S).then_refused("LB-SCH-05", "LB-LOG-07")
    ready(a="surround_them").when(claim, A).then_refused("LB-LOG-05")
    at_the_end("surround_them", 1, moment="turn_end").then_refused("LB-LOG-05")
    other = e.SchemeScored(player="s", scheme="show_of_force", amount=1)
    case.when(reveal("a", "loophole"), A).when(other, S).then_refused("LB-SCH-01")


@refuses("LB-UNIQ-01")
def test_a_scheme_of_turns_gives_nothing_at_the_end() -> None:
    case = over(ready("heaven", a="time_of_the_great"))
    claim = e.SchemeScored(player="a", scheme="time_of_the_great", amount=1)
    case.when(claim, A).then_refused("LB-UNIQ-01", "LB-SCH-07")
