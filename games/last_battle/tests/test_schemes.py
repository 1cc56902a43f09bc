"""Which VP a scheme may give, when: LB-TLOG-04, LB-SCH-06, LB-SCH-07 and the schemes' own rules."""

from __future__ import annotations

import pytest

from games.last_battle import events as e
from games.last_battle.facts import SCHEMES
from games.last_battle.tests.tables import A, over, played, ready, reveal, shown, turn
from games.testing import Case, accepts, refuses

FIELD = {key: scheme.battlefield or "camp" for key, scheme in SCHEMES.items()}


def scored(scheme: str, *awards: tuple[int, int]) -> Case:
    """The Alliance's scheme after these (turn, VP), the last of them judged but not yet accepted."""
    case = ready(FIELD[scheme], a=scheme)
    for number, vp in awards:
        case = shown(played(case, number - 1), "a", scheme)
        case = case.when(turn(number, schemes={"a": vp}), A)
    return case


LEGAL: list[tuple[str, list[tuple[int, int]]]] = [
    ("time_of_the_great", [(2, 1), (3, 1), (5, 1)]),
    ("sea_treasures", [(2, 1), (3, 1)]),
    ("elimination_of_leaders", [(1, 2)]),
    ("elimination_of_leaders", [(1, 1), (2, 1)]),
    ("gravediggers", [(1, 1), (2, 1), (3, 1)]),
    ("trap", [(1, 3)]),
    ("show_of_force", [(2, 1), (4, 1), (5, 1)]),
    ("scapegoat", [(1, 2)]),
    ("scapegoat", [(4, 3)]),
    ("scapegoat", [(4, 2)]),
    ("hidden_secrets", [(2, 3)]),
    ("hidden_secrets", [(2, 1), (3, 2)]),
    ("vendetta", [(1, 3)]),
    ("vendetta", [(1, 1), (4, 2)]),
    ("public_demonstration", [(1, 3)]),
]
ILLEGAL: list[tuple[str, list[tuple[int, int]], str]] = [
    ("time_of_the_great", [(1, 1)], "LB-UNIQ-01"),
    ("time_of_the_great", [(2, 2)], "LB-UNIQ-01"),
    ("time_of_the_great", [(2, 1), (3, 1), (4, 1), (5, 1)], "LB-SCH-06"),
    ("sea_treasures", [(1, 1)], "LB-UNIQ-02"),
    ("surround_them", [(5, 1)], "LB-UNIQ-04"),
    ("underground_passages", [(5, 1)], "LB-UNIQ-05"),
    ("elimination_of_leaders", [(1, 2), (2, 1)], "LB-UNIQ-08"),
    ("elimination_of_leaders", [(1, 1), (2, 2)], "LB-UNIQ-08"),
    ("elimination_of_leaders", [(1, 3)], "LB-UNIQ-08"),
    ("gravediggers", [(1, 2)], "LB-COMM-01"),
    ("trap", [(1, 1), (2, 1)], "LB-COMM-03"),
    ("trap", [(1, 4)], "LB-SCH-06"),
    ("show_of_force", [(2, 2)], "LB-COMM-06"),
    ("scapegoat", [(3, 3)], "LB-COMM-09"),
    ("scapegoat", [(4, 1)], "LB-COMM-09"),
    ("scapegoat", [(1, 1), (2, 1)], "LB-COMM-09"),
    ("hidden_secrets", [(2, 2), (3, 2)], "LB-SCH-06"),
    ("vendetta", [(1, 2)], "LB-COMM-15"),
    ("vendetta", [(1, 1), (2, 1)], "LB-COMM-15"),
    ("vendetta", [(1, 3), (2, 1)], "LB-SCH-06"),
    ("public_demonstration", [(1, 1), (2, 1)], "LB-COMM-17"),
]


@accepts(
    "LB-TLOG-04",
    "LB-SCH-06",
    "LB-SCORE-02",
    "LB-SCORE-07",
    "LB-UNIQ-02",
    "LB-UNIQ-08",
    "LB-COMM-06",
    "LB-COMM-09",
    "LB-COMM-15",
    "LB-COMM-17",
)
@pytest.mark.parametrize(("scheme", "awards"), LEGAL)
def test_legal_numbers(scheme: str, awards: list[tuple[int, int]]) -> None:
    state = scored(scheme, *awards).then_accepted()
    assert state.squads["a"].schemes[0].vp == sum(vp for _, vp in awards)


@refuses(
    "LB-TLOG-04",
    "LB-SCH-06",
    "LB-UNIQ-01",
    "LB-UNIQ-02",
    "LB-UNIQ-04",
    "LB-UNIQ-05",
    "LB-COMM-01",
    "LB-COMM-03",
    "LB-COMM-06",
    "LB-COMM-09",
    "LB-COMM-15",
    "LB-COMM-17",
)
@pytest.mark.parametrize(("scheme", "awards", "rule"), ILLEGAL)
def test_illegal_numbers(scheme: str, awards: list[tuple[int, int]], rule: str) -> None:
    scored(scheme, *awards).then_refused(rule, "LB-TLOG-04")


@refuses("LB-SCORE-02")
def test_a_fourth_vp_names_the_cap() -> None:
    scored("trap", (1, 4)).then_refused("LB-SCH-06", "LB-SCORE-02")


@refuses("LB-SCH-07")
def test_vp_before_their_time() -> None:
    scored("sea_treasures", (1, 1)).then_refused("LB-UNIQ-02", "LB-SCH-07")
    scored("surround_them", (2, 1)).then_refused("LB-UNIQ-04", "LB-SCH-07")


@refuses("LB-SETUP-03", "LB-LOG-07")
def test_vp_for_nothing_known() -> None:
    ready().when(turn(1, schemes={"a": {"peace": 1}})).then_refused("LB-SETUP-03")
    ready().when(turn(1, schemes={"x": 1})).then_refused("LB-LOG-07")


def test_a_serpent_squad_scores_several_schemes() -> None:
    case = ready(s=("trap", "gravediggers")).when(reveal("s", "trap")).when(reveal("s", "gravediggers"))
    case.when(turn(1, schemes={"s": 1})).then_refused("LB-SCH-01")
    state = case.when(turn(1, schemes={"s": {"trap": 2, "gravediggers": 1}})).then_accepted()
    assert [line.source for line in state.lines] == ["gravediggers", "trap"]


@accepts("LB-SCORE-02")
def test_a_cap_over_the_side() -> None:
    """GAP-03: `scheme_cap_scope = side` leaves 3 VP for all schemes of a side."""
    case = ready(a="trap", players=2, scheme_cap_scope="side", s=())
    state = case.when(reveal("a", "trap")).when(turn(1, schemes={"a": 2})).then_accepted()
    assert state.squads["a"].schemes[0].vp == 2
    late = over(case.when(reveal("a", "trap")).when(turn(1, schemes={"a": 2})))
    late = late.when(reveal("a2", "search_the_ruins"))
    late.when(e.SchemeScored(player="a2", scheme="search_the_ruins", amount=2)).then_refused("LB-SCH-06")
    late.when(e.SchemeScored(player="a2", scheme="search_the_ruins", amount=1)).then_accepted()


@accepts("LB-SCORE-02")
@refuses("LB-SCORE-02")
def test_no_scheme_is_revealed_for_which_the_cap_of_the_side_leaves_nothing() -> None:
    """All that is revealed has to score: a reveal too many would leave no report that is legal."""
    case = ready(s=("trap", "gravediggers", "public_demonstration"), scheme_cap_scope="side")
    case = case.when(reveal("s", "trap")).when(turn(1, schemes={"s": {"trap": 2}}))
    first = case.when(reveal("s", "gravediggers"))
    first.when(reveal("s", "public_demonstration")).then_refused("LB-SCORE-02")
    case.when(reveal("s", "public_demonstration")).then_accepted()
    first.when(turn(2, schemes={"s": {"trap": 0, "gravediggers": 1}})).then_accepted()


@refuses("LB-SCORE-02")
def test_two_schemes_above_the_cap_of_the_side() -> None:
    case = ready(a="gravediggers", s=("trap", "gravediggers"), scheme_cap_scope="side")
    case = case.when(reveal("s", "trap")).when(reveal("s", "gravediggers"))
    case.when(turn(1, schemes={"s": {"trap": 3, "gravediggers": 1}})).then_refused("LB-SCORE-02")


def both_show_force(turns: int = 1) -> Case:
    """Show of Force lies open on both sides; the report of turn `turns` + 1 comes next, and nobody has scored."""
    case = played(ready(a="show_of_force", s=("show_of_force",)), turns)
    return case.when(reveal("a", "show_of_force"), A).when(turn(turns + 1, schemes={"a": 1}))


@accepts("LB-COMM-06", "LB-SCH-01")
@refuses("LB-COMM-06", "LB-TLOG-04")
def test_a_show_of_force_is_of_one_side_in_a_turn() -> None:
    case = both_show_force().when(reveal("s", "show_of_force"))
    both = turn(3, schemes={"a": 1, "s": 1})
    case.when(both).then_refused("LB-COMM-06", "LB-TLOG-04")
    case = case.when(turn(3, schemes={"s": 1}))
    case.when(turn(4, schemes={"a": 1, "s": 1})).then_refused("LB-COMM-06", "LB-TLOG-04")
    case.when(turn(4, schemes={"a": 1})).then_accepted()


@refuses("LB-COMM-06", "LB-SCH-01")
def test_a_show_of_force_is_not_revealed_beside_one_of_the_other_side() -> None:
    case = played(ready(a="show_of_force", s=("show_of_force",)), 1).when(reveal("a", "show_of_force"), A)
    case.when(reveal("s", "show_of_force")).then_refused("LB-COMM-06", "LB-SCH-01")
