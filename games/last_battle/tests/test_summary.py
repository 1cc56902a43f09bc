"""A match in one event: LB-TLOG-06, LB-SCORE-09, and what is already logged."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.chapters.summary import legal_points, legal_schemes, legal_strategy
from games.last_battle.facts import LIMITS, SCHEMES
from games.last_battle.tests.tables import (
    STRANGER,
    A,
    S,
    fell,
    hired,
    opened,
    over,
    played,
    ready,
    reveal,
    turn,
)
from games.ruleset import Actor, ScoreLine
from games.testing import Case, accepts, given, refuses

ORGANISER = Actor("organiser", "o")


def report(
    serpent: int = 0, alliance: int = 0, *schemes: tuple[str, int, str | None], **told: Any
) -> e.MatchReported:
    """A match of five turns; the result follows from the numbers unless told."""
    points = {"serpent": serpent, "alliance": alliance}
    for player, vp, _ in schemes:
        points["serpent" if player[0] == "s" else "alliance"] += vp
    more = points["serpent"] - points["alliance"]
    lines = tuple(e.SchemeResult(player, vp, scheme) for player, vp, scheme in schemes)
    base = {
        "turns": 5,
        "strategy": {"serpent": serpent, "alliance": alliance},
        "schemes": lines,
        "result": "draw" if not more else "serpent" if more > 0 else "alliance",
    }
    return e.MatchReported(**{**base, **told})


def table(battlefield: str = "sea", **told: Any) -> Case:
    return opened(battlefield, detail="summary", **told)


@accepts("LB-TLOG-06", "LB-SCORE-02", "LB-SCORE-03", "LB-SCORE-09", "LB-END-03", "LB-END-04")
def test_a_whole_match() -> None:
    event = report(2, 4, ("s", 1, "trap"), ("a", 3, "loophole"), casualties=(fell("x", owner="a"),))
    outcome = RULES.outcome(table().when(event, A).then_accepted())
    assert (outcome.vp, outcome.winner, outcome.turn) == ({"serpent": 3, "alliance": 7}, "alliance", 5)
    assert ScoreLine("alliance", "loophole", 3, None, "a") in outcome.lines
    assert outcome.figures["casualties"] == {"serpent": 0, "alliance": 1}


@accepts("LB-TLOG-06")
@pytest.mark.parametrize(("battlefield", "turns"), [("sea", 5), ("camp", 5), ("camp", 10), ("heaven", 7)])
def test_legal_lengths(battlefield: str, turns: int) -> None:
    table(battlefield).when(report(turns=turns)).then_accepted()


@refuses("LB-TLOG-06", "LB-TURN-06", "LB-PROL-01", "LB-PROL-04", "LB-SEA-06", "LB-DUNG-06")
@pytest.mark.parametrize(
    ("battlefield", "turns", "rule"),
    [
        ("sea", 6, "LB-SEA-06"),
        ("dungeon", 6, "LB-DUNG-06"),
        ("camp", 11, "LB-PROL-04"),
        ("camp", 4, "LB-TURN-06"),
        ("sea", 0, "LB-TURN-06"),
    ],
)
def test_illegal_lengths(battlefield: str, turns: int, rule: str) -> None:
    table(battlefield).when(report(turns=turns)).then_refused(rule, "LB-TLOG-06")


@refuses("LB-SCORE-01", "LB-SCORE-09", "LB-SCORE-07")
def test_strategy_numbers_of_a_match() -> None:
    table().when(report(5, 0)).then_refused("LB-SCORE-01")
    table("camp").when(report(3, 2)).then_refused("LB-SCORE-09")
    table("camp").when(report(-1, 0)).then_refused("LB-SCORE-07")
    table("heaven").when(report(5, 0)).then_refused("LB-SCORE-01")
    table().when(report(0, 0, strategy={"angels": 1})).then_refused("LB-MULTI-01")


@accepts("LB-SCORE-01", "LB-SCORE-09")
def test_strategy_numbers_at_their_limit() -> None:
    table().when(report(4, 4)).then_accepted()
    table("camp").when(report(2, 2)).then_accepted()
    table("camp").when(report(4, 4, turns=9)).then_accepted()
    table("heaven").when(report(4, 2)).then_accepted()
    table("heaven").when(report(3, 3)).then_accepted()
    table("heaven").when(report(0, 0)).then_accepted()


@refuses("LB-HEAV-12")
def test_both_sides_cannot_close_all_and_keep_one() -> None:
    """Whoever scored three times by closing took the enemy's last portal."""
    for points in ((4, 4), (4, 3), (3, 4)):
        (found, *_) = table("heaven").when(report(*points)).then_refused("LB-HEAV-12")
        assert found.params == {"together": sum(points), "most": 6}
    closing = played(ready("heaven"), 0)
    for number in (1, 2, 3):
        told = turn(number, strategy={"serpent": 1}, portals_closed={"serpent": 1})
        closing = closing.when(told)
    closing.when(report(3, 4)).then_refused("LB-SCORE-10", "LB-HEAV-12")


@refuses("LB-SCORE-02", "LB-SCH-06", "LB-COMM-08", "LB-SETUP-03", "LB-LOG-07")
def test_scheme_numbers_of_a_match() -> None:
    table().when(report(0, 0, ("a", 4, "trap"))).then_refused("LB-SCH-06", "LB-SCORE-02")
    table().when(report(0, 0, ("a", 1, "take_prisoner"))).then_refused("LB-COMM-08", "LB-SCH-06")
    table().when(report(0, 0, ("a", 1, "peace"))).then_refused("LB-SETUP-03")
    table().when(report(0, 0, ("a", 1, "surround_them"))).then_refused("LB-SETUP-03")
    table().when(report(0, 0, ("x", 1, "trap"))).then_refused("LB-LOG-07")
    table().when(report(0, 0, ("a", -1, "trap"))).then_refused("LB-SCORE-07")


@accepts("LB-SCH-06", "LB-SCH-07")
@refuses("LB-SCH-06", "LB-SCH-07")
@pytest.mark.parametrize(
    ("scheme", "turns", "most", "rule"),
    [
        ("show_of_force", 1, 0, "LB-SCH-07"),
        ("show_of_force", 2, 1, "LB-SCH-06"),
        ("gravediggers", 2, 2, "LB-SCH-06"),
        ("scapegoat", 3, 2, "LB-SCH-06"),
        ("scapegoat", 4, 3, "LB-SCH-06"),
        ("trap", 1, 3, "LB-SCH-06"),
        ("loophole", 1, 3, "LB-SCH-06"),
        ("vendetta", 1, 3, "LB-SCH-06"),
    ],
)
def test_a_table_closed_early_gives_what_its_turns_allow(
    scheme: str, turns: int, most: int, rule: str
) -> None:
    for vp in range(LIMITS.scheme_vp + 1):
        told = report(0, 0, ("a", vp, scheme), turns=turns, reason="closed")
        case = table().when(told, ORGANISER)
        case.then_accepted() if vp <= most else case.then_refused(rule)


@accepts("LB-SETUP-08", "LB-SETUP-04")
def test_one_scheme_for_each_player_and_several_for_the_serpent() -> None:
    lines = (("a", 2, "sea_treasures"), ("s", 1, "trap"), ("s", 2, "loophole"))
    table().when(report(0, 0, *lines)).then_accepted()
    table().when(report(0, 0, ("a", 2, None))).then_accepted()


@refuses("LB-SETUP-08", "LB-SETUP-04")
def test_too_many_schemes() -> None:
    table().when(report(0, 0, ("a", 1, "trap"), ("a", 1, "loophole"))).then_refused("LB-SETUP-08")
    table().when(report(0, 0, ("s", 1, "trap"), ("s", 1, "trap"))).then_refused("LB-SETUP-08")
    table().when(report(0, 0, ("s", 1, "sea_treasures"))).then_refused("LB-SETUP-04")
    two = report(0, 0, ("a", 1, "sea_treasures"), ("a2", 1, "sea_treasures"))
    table(players=2).when(two).then_refused("LB-SETUP-04")
    capped = report(0, 0, ("a", 2, "trap"), ("a2", 2, "loophole"))
    table(players=2, scheme_cap_scope="side").when(capped).then_refused("LB-SCORE-02")


@refuses("LB-SETUP-03")
def test_the_deal_binds_the_owner() -> None:
    dealt = table().when(e.SchemesDealt(player="a", schemes=("trap",)))
    dealt.when(report(0, 0, ("a", 1, "loophole")), A).then_refused("LB-SETUP-03")
    dealt.when(report(0, 0, ("a", 1, "loophole")), ORGANISER).then_refused("LB-SETUP-03")
    dealt.when(report(0, 0, ("a", 1, "loophole")), S).then_accepted()


@refuses("LB-END-04")
def test_the_result_follows_from_the_numbers() -> None:
    table().when(report(1, 0, result="draw")).then_refused("LB-END-04")


@refuses("LB-LOG-07", "LB-LOG-05")
def test_who_reports_and_when() -> None:
    table().when(report(), STRANGER).then_refused("LB-LOG-07")
    given(RULES).when(report()).then_refused("LB-LOG-05")


@accepts("LB-END-05")
def test_a_closed_match_in_one_event() -> None:
    state = table().when(report(1, 0, turns=3, reason="closed"), ORGANISER).then_accepted()
    assert RULES.outcome(state).incomplete


@refuses("LB-END-05")
def test_players_do_not_report_a_closed_match() -> None:
    table().when(report(turns=3, reason="closed"), A).then_refused("LB-END-05")


# A match that thins out: what the log knows binds the report.


@accepts("LB-SCORE-10")
def test_the_report_adds_to_the_logged_turns() -> None:
    case = played(ready("sea", a="gravediggers"), 1).when(reveal("a", "gravediggers"))
    case = case.when(turn(2, strategy={"serpent": 1}, schemes={"a": 1}))
    state = case.when(report(3, 1, ("a", 2, "gravediggers")), A).then_accepted()
    assert [(line.source, line.vp, line.turn) for line in state.lines] == [
        ("strategy", 1, 2),
        ("gravediggers", 1, 2),
        ("strategy", 2, None),
        ("strategy", 1, None),
        ("gravediggers", 1, None),
    ]


@refuses("LB-SCORE-10", "LB-TLOG-06")
def test_the_report_takes_nothing_back() -> None:
    case = played(ready("sea", a="gravediggers"), 1).when(reveal("a", "gravediggers"))
    case = case.when(turn(2, strategy={"serpent": 1}, schemes={"a": 1}))
    case.when(report(0, 0, ("a", 1, "gravediggers"))).then_refused("LB-SCORE-10")
    case.when(report(1, 0)).then_refused("LB-SCORE-10")
    played(case, 4).when(report(4, 0, ("a", 1, "gravediggers"))).then_refused("LB-SCORE-10")
    over(ready("camp")).when(report(turns=6)).then_refused("LB-SCORE-10", "LB-TLOG-06")
    going_on = played(ready(), 4).when(turn(5, prolong=e.Prolong("serpent", 10, True)))
    going_on.when(report(turns=5)).then_refused("LB-TURN-06", "LB-TLOG-06")


@refuses("LB-SCORE-10")
def test_logged_portals_bind_the_report() -> None:
    closed = {"alliance": 3}
    case = ready("heaven").when(turn(1, strategy={"alliance": 1}, portals_closed=closed))
    case.when(report(0, 2)).then_accepted()
    case.when(report(0, 3)).then_refused("LB-SCORE-10")
    case.when(report(3, 1)).then_accepted()
    case.when(report(4, 1)).then_refused("LB-SCORE-10")


@accepts("LB-SCH-01")
def test_the_owner_or_staff_name_a_secret_scheme() -> None:
    case = ready("sea", a="loophole")
    case.when(report(0, 0, ("a", 3, "loophole")), A).then_accepted()
    case.when(report(0, 0, ("a", 3, None), ("s", 1, "show_of_force")), ORGANISER).then_accepted()
    case.when(report(0, 0, ("a", 0, None)), S).then_accepted()


@refuses("LB-SCH-01")
@pytest.mark.parametrize("scheme", ["loophole", "trap", None])
@pytest.mark.parametrize("secret", ["loophole", "trap"])
def test_nobody_else_names_it_whatever_it_is(scheme: str | None, secret: str) -> None:
    case = ready("sea", a=secret)
    case.when(report(0, 0, ("a", 3, scheme)), S).then_refused("LB-SCH-01")
    if scheme:
        case.when(report(0, 0, ("a", 0, scheme)), S).then_refused("LB-SCH-01")


@accepts("LB-SCH-01")
def test_at_the_end_of_the_match_owners_reveal_for_the_report() -> None:
    case = ready("sea", a="loophole").when(reveal("a", "loophole", at_end=True), A)
    case.when(turn(1)).then_refused("LB-SCH-01")
    case.when(report(0, 0), S).then_refused("LB-SCH-01")
    case.when(report(0, 0, ("a", 2, "loophole")), S).then_accepted()


@refuses("LB-SETUP-08", "LB-SETUP-12", "LB-UNIQ-06", "LB-SETUP-14")
def test_the_log_knows_better() -> None:
    ready("sea", a="loophole").when(report(0, 0, ("a", 1, "trap")), A).then_refused("LB-SETUP-08")
    blank = hired("sea", a="trap").when(
        e.SchemeNoted(player="a", scheme="trap", own_figures=(), enemy_figures=())
    )
    blank.when(report(0, 0, ("a", 1, "trap")), A).then_refused("LB-SETUP-12")
    unpublished = ready("serpent", a="elimination_of_leaders")
    unpublished.when(report(0, 0, ("a", 1, None)), S).then_refused("LB-UNIQ-06")
    unpublished.when(report(0, 0, ("a", 1, None)), A).then_accepted()
    hired("sea").when(reveal("a", "loophole", at_end=True), A).then_refused("LB-SETUP-14")


@accepts("LB-SETUP-03", "LB-SETUP-04", "LB-SCORE-02", "LB-SCORE-09")
@pytest.mark.parametrize("battlefield", ["sea", "camp", "heaven"])
def test_what_a_report_may_say_is_said_before_it_is_made(battlefield: str) -> None:
    """Each offered scheme and number makes a legal report, each other one does not."""
    now = table(battlefield).state
    for side, player in (("alliance", "a"), ("serpent", "s")):
        schemes = legal_schemes(now, now.squads[player], A)
        for scheme in SCHEMES:
            told = legal_points(now, now.squads[player], scheme, A)
            assert bool(told) == (scheme in schemes)
            for vp in range(LIMITS.scheme_vp + 2):
                event = report(0, 0, (player, vp, scheme))
                assert (not RULES.check(now, event, A)) == (vp in told), (scheme, vp)
        for vp in range(LIMITS.strategy_vp + 2):
            event = report(**{side: vp})
            assert (not RULES.check(now, event, A)) == (vp in legal_strategy(now, side, 5)), (side, vp)


@accepts("LB-COMM-06")
@refuses("LB-COMM-06")
def test_both_sides_show_force_in_different_turns() -> None:
    shows = report(0, 0, ("a", 2, "show_of_force"), ("s", 2, "show_of_force"))
    opened().when(shows, ORGANISER).then_accepted()
    shows = report(0, 0, ("a", 3, "show_of_force"), ("s", 2, "show_of_force"))
    opened().when(shows, ORGANISER).then_refused("LB-COMM-06")
    longer = report(0, 0, ("a", 3, "show_of_force"), ("s", 2, "show_of_force"), turns=6)
    opened().when(longer, ORGANISER).then_accepted()
