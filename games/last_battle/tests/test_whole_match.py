"""What the casualties of a report of the whole match say against its VP (LB-UNIQ, LB-COMM, LB-SERP-04)."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import events as e
from games.last_battle.tests.tables import A, S, fell, ready
from games.testing import Case, accepts, refuses, why

FIELD = {"time_of_the_great": "heaven", "elimination_of_leaders": "serpent"}
KILL, LEADERS = fell("s1", by="a1"), fell("s1", by="a-lead")


def table(scheme: str, **told: Any) -> Case:
    """A match logged in one report, whose Alliance player holds the scheme."""
    return ready(FIELD.get(scheme, "sea"), a=scheme, detail="summary", **told)


def report(scheme: str, vp: int, *fallen: e.Casualty, turns: int = 5) -> e.MatchReported:
    return e.MatchReported(
        turns=turns,
        strategy={"serpent": 0, "alliance": 0},
        schemes=(e.SchemeResult("a", vp, scheme),),
        casualties=fallen,
        result="alliance" if vp else "draw",
        reason="regular" if turns == 5 else "closed",
    )


CASES = [
    ("LB-UNIQ-01", "time_of_the_great", (0, 1), (LEADERS,)),
    ("LB-UNIQ-01", "time_of_the_great", (0,), (KILL,)),
    ("LB-UNIQ-01", "time_of_the_great", (0, 1), (fell("s1"),)),
    ("LB-COMM-01", "gravediggers", (0, 1), (KILL,)),
    ("LB-COMM-01", "gravediggers", (0, 1, 2), (KILL, fell("s2", by="a3", how="sacrificed"))),
    ("LB-COMM-01", "gravediggers", (0,), (fell("a1", by="s1"), fell("s2", how="withdrawn"))),
    ("LB-COMM-05", "loophole", (0,), (fell("a-lead", by="s1"),)),
    ("LB-COMM-05", "loophole", (0, 1, 2, 3), (fell("a1", by="s1"),)),
    ("LB-COMM-08", "take_prisoner", (0,), (fell("s3", by="a1"),)),
    ("LB-COMM-08", "take_prisoner", (0, 2, 3), (KILL,)),
    ("LB-COMM-09", "scapegoat", (0,), (fell("a1", by="s1"),)),
    ("LB-COMM-10", "scapegoat", (0,), (fell("a2", how="dead_no_killer"),)),
    ("LB-COMM-09", "scapegoat", (0,), (fell("a2", by="a1"),)),
    ("LB-COMM-09", "scapegoat", (0, 1, 2), (fell("a2", by="s2"),)),
    ("LB-COMM-09", "scapegoat", (0, 2, 3), (fell("a2", by="s-lead"),)),
    ("LB-COMM-09", "scapegoat", (0, 1, 2, 3), (fell("a2"),)),
    ("LB-COMM-14", "vendetta", (0, 1), (KILL,)),
    ("LB-COMM-15", "vendetta", (0, 1, 2), (fell("s2", by="a3"),)),
    ("LB-COMM-15", "vendetta", (0, 1, 2, 3), (fell("s2", by="a1"),)),
    ("LB-UNIQ-09", "elimination_of_leaders", (0, 1), (KILL,)),
    ("LB-UNIQ-08", "elimination_of_leaders", (0, 1, 2), (fell("s-lead", how="withdrawn"),)),
    ("LB-UNIQ-08", "elimination_of_leaders", (0, 1, 2, 3), (fell("s-lead", how="dead_no_killer"),)),
    ("LB-COMM-03", "trap", (0, 1, 2, 3), (fell("s-lead", by="a1"),)),
]


@accepts(
    "LB-UNIQ-01",
    "LB-UNIQ-08",
    "LB-UNIQ-09",
    "LB-COMM-01",
    "LB-COMM-05",
    "LB-COMM-08",
    "LB-COMM-09",
    "LB-COMM-14",
)
@refuses(
    "LB-UNIQ-01",
    "LB-UNIQ-08",
    "LB-UNIQ-09",
    "LB-COMM-01",
    "LB-COMM-05",
    "LB-COMM-08",
    "LB-COMM-09",
    "LB-COMM-14",
)
@pytest.mark.parametrize(("rule", "scheme", "legal", "fallen"), CASES)
def test_what_the_fallen_leave_of_a_scheme(
    rule: str, scheme: str, legal: tuple[int, ...], fallen: tuple[e.Casualty, ...]
) -> None:
    case = table(scheme)
    for vp in range(4):
        told = case.when(report(scheme, vp, *fallen), A)
        if vp in legal:
            told.then_accepted()
        else:
            told.then_refused(rule)


@accepts("LB-COMM-01", "LB-COMM-09")
@refuses("LB-COMM-09")
def test_a_list_that_names_nobody_says_nothing() -> None:
    """Many tables list nobody, and programs send an empty list for that."""
    table("gravediggers").when(report("gravediggers", 3)).then_accepted()
    table("scapegoat").when(report("scapegoat", 3)).then_accepted()
    early = report("scapegoat", 2, fell("a2", by="s2"), turns=3)
    table("scapegoat").when(early).then_refused("LB-COMM-09")


@refuses("LB-COMM-01", "LB-COMM-09")
def test_the_refusal_says_what_is_left() -> None:
    found = why(table("gravediggers"), report("gravediggers", 2, KILL), "LB-COMM-01")
    assert (found["told"], found["possible"]) == (2, [1])
    found = why(table("scapegoat"), report("scapegoat", 1, KILL), "LB-COMM-09")
    assert found["stands"] == "a2"


@refuses("LB-SCH-01")
def test_the_fallen_tell_nobody_another_ones_note() -> None:
    """LB-HID-01: who may not know the scheme gets one answer, whoever fell."""
    case = table("take_prisoner")
    one, other = (
        case.when(report("take_prisoner", 2, fell(figure, by="a1")), S).then_refused("LB-SCH-01")
        for figure in ("s1", "s3")
    )
    assert one == other


@accepts("LB-SERP-04")
@refuses("LB-SERP-04")
def test_slaughter_wants_a_kill_for_each_point() -> None:
    def told(vp: int, *fallen: e.Casualty) -> e.MatchReported:
        strategy, result = {"serpent": vp, "alliance": 0}, "serpent" if vp else "draw"
        return e.MatchReported(turns=5, strategy=strategy, casualties=fallen, result=result)  # type: ignore[arg-type]

    case = ready("serpent", detail="summary")
    two = (fell("a1", by="s1"), fell("a2"))
    case.when(told(2, *two)).then_accepted()
    case.when(told(2)).then_accepted()
    case.when(told(3, *two)).then_refused("LB-SERP-04")
    case.when(told(1, fell("s1", by="a1"))).then_refused("LB-SERP-04")
    ready("sea", detail="summary").when(told(2, fell("s1", by="a1"))).then_accepted()


@accepts("LB-COMM-01")
@refuses("LB-COMM-01")
def test_two_squads_of_a_side_share_no_kill() -> None:
    """As turn by turn: a kill of nobody who is named gave a point to both."""
    case = ready(a="gravediggers", a2="gravediggers", players=2, detail="summary")

    def told(first: int, second: int, *fallen: e.Casualty) -> Case:
        schemes = (e.SchemeResult("a", first, "gravediggers"), e.SchemeResult("a2", second, "gravediggers"))
        strategy = {"serpent": 0, "alliance": 0}
        report = e.MatchReported(
            turns=5, strategy=strategy, schemes=schemes, casualties=fallen, result="alliance"
        )
        return case.when(report)

    told(1, 1, fell("s1"), fell("s2")).then_accepted()
    told(2, 1, fell("s1"), fell("s2", "a1"), fell("s3", "a21")).then_accepted()
    told(1, 0, fell("s1")).then_accepted()
    fault = told(1, 1, fell("s1")).then_refused("LB-COMM-01")[0]
    assert fault.params["sharing"] == ["a", "a2"]
    told(2, 2, fell("s1"), fell("s2", "a1"), fell("s3", "a21")).then_refused("LB-COMM-01")
