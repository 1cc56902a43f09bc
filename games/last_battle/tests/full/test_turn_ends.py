"""Schemes of the scoring step (LB-UNIQ-01 to -03, LB-COMM-03, -04, -06, -17), and the order of claims (LB-SCORE-05)."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.full.schemes.claim_worth import scene_of
from games.last_battle.full.schemes.questions import asked_of
from games.last_battle.pages.faces import FACES
from games.last_battle.tests.full.board import A, S, figure, table
from games.last_battle.tests.full.plots import (
    Note,
    claim,
    harmed,
    killed,
    later,
    marker,
    markers,
    over,
    plotted,
    scoring,
    shown,
)
from games.ruleset import REFEREE, Viewer
from games.testing import Case, accepts, refuses

CLAIMS = ("scheme_revealed", "scheme_scored")
LEADER: Note = ((), ("s-lead",))


def great(by: str, turn: int = 2) -> Case:
    case = killed(later(plotted("heaven", a="time_of_the_great"), turn), "s1", by)
    return scoring(case)


@accepts("LB-UNIQ-01", "LB-SCH-07")
def test_time_of_the_great() -> None:
    great("a-lead").when(claim("time_of_the_great", 1, "turn_end"), A).then_accepted()


@refuses("LB-UNIQ-01", "LB-FACT-01", "LB-SCH-07")
def test_the_leader_did_not_kill() -> None:
    award = claim("time_of_the_great", 1, "turn_end")
    great("a1").when(award, A).then_refused("LB-UNIQ-01", "LB-FACT-01")
    great("a-lead", 1).when(award, A).then_refused("LB-UNIQ-01", "LB-SCH-07")
    great("a-lead").when(award, A).when(award, A).then_refused("LB-UNIQ-01", "LB-SCH-06")
    great("a-lead").when(claim("time_of_the_great", 1, "game_end"), A).then_refused("LB-UNIQ-01", "LB-SCH-07")


def at_sea() -> Case:
    case = later(plotted("sea", a="sea_treasures", told={"swimmer": True}), 2)
    return scoring(markers(case, "m1", "m2"))


def treasures(*told: tuple[str, float, str, float]) -> list[dict[str, Any]]:
    return [
        {"marker": marker, "line_cm": line, "figure": guard, "figure_cm": cm}
        for marker, line, guard, cm in told
    ]


TWO = treasures(("m1", 6.0, "a1", 6.0), ("m2", 0.0, "a2", 1.0))


@accepts("LB-UNIQ-02", "LB-UNIQ-03")
def test_sea_treasures() -> None:
    award = claim("sea_treasures", 1, "turn_end", markers=TWO, spacing_cm=40.0)
    assert table(at_sea().when(award, A)).markers.keys() == {"pillar-1", "pillar-2"}
    untold = at_sea().when(claim("sea_treasures", 1, "turn_end"), A)
    more = f.SchemeMarkerRemoved(marker_id="m1", reason="scheme", distance_cm=6.0)
    assert "m1" not in table(untold.when(more, S)).markers


@accepts("LB-UNIQ-03")
def test_treasures_ask_for_the_markers_of_the_other_side_which_go_as_well() -> None:
    case = later(plotted("sea", a="sea_treasures", told={"swimmer": True}), 2)
    case = scoring(marker(marker(markers(case, "m1", "m2"), "far", "a3"), "theirs", "s3"))
    scene = scene_of(case.state, "a", "sea_treasures", "turn_end")
    assert asked_of(case.state, table(case), "sea_treasures", scene).rows == {
        "markers": ("marker", ("m1", "m2", "far", "theirs"))
    }
    near = [*TWO, {"marker": "theirs", "line_cm": 5.0}]
    award = claim("sea_treasures", 1, "turn_end", markers=near, spacing_cm=40.0)
    assert table(case.when(award, A)).markers.keys() == {"pillar-1", "pillar-2", "far"}


@refuses("LB-UNIQ-02", "LB-UNIQ-03", "LB-FACT-01", "LB-FACT-02")
@pytest.mark.parametrize(
    ("told", "spacing"),
    [
        (TWO, 39.9),
        (TWO[:1], 50.0),
        (treasures(("m1", 6.1, "a1", 6.0), ("m2", 0.0, "a2", 1.0)), 50.0),
        (treasures(("m1", 6.0, "a1", 6.1), ("m2", 0.0, "a2", 1.0)), 50.0),
        (treasures(("m1", 6.0, "a1", 6.0), ("m2", 0.0, "a1", 1.0)), 50.0),
        (treasures(("m1", 6.0, "a1", 6.0), ("m2", 0.0, "s1", 1.0)), 50.0),
        (treasures(("m1", 6.0, "a1", 6.0), ("m9", 0.0, "a2", 1.0)), 50.0),
    ],
)
def test_treasures_too_far_or_unguarded(told: list[dict[str, Any]], spacing: float) -> None:
    award = claim("sea_treasures", 1, "turn_end", markers=told, spacing_cm=spacing)
    at_sea().when(award, A).then_refused("LB-UNIQ-02")
    far = f.SchemeMarkerRemoved(marker_id="m1", reason="scheme", distance_cm=6.1)
    untold = at_sea().when(claim("sea_treasures", 1, "turn_end"), A)
    untold.when(far, S).then_refused("LB-UNIQ-03")


def trapped(turn: int = 1) -> Case:
    return scoring(markers(later(plotted(a="trap", note=LEADER), turn), "m1", "m2", "m3"))


def near(**told: float | None) -> list[dict[str, Any]]:
    return [{"marker": name, "cm": cm} for name, cm in told.items()]


@accepts("LB-COMM-03", "LB-COMM-04", "LB-FACT-02", "LB-MULTI-06")
def test_trap() -> None:
    case = trapped().when(shown("trap", LEADER), A)
    state = case.when(claim("trap", 2, "turn_end", markers=near(m1=10.0, m2=0.0, m3=10.1)), A).then_accepted()
    assert set(state.full.markers) == {"m3"} and state.lines[-1].vp == 2
    unsure = case.when(claim("trap", 2, "turn_end", markers=near(m1=10.0, m2=None)), A).then_accepted()
    assert unsure.full.unverified == ("LB-COMM-03",)
    forgotten = case.when(claim("trap", 1, "turn_end", markers=near(m1=10.0)), A)
    forgotten.when(f.SchemeMarkerRemoved(marker_id="m2", reason="scheme", distance_cm=9.0), A).then_accepted()


@accepts("LB-COMM-03")
@refuses("LB-COMM-03")
def test_a_scheme_that_scores_once_is_not_offered_again() -> None:
    case, award = trapped().when(shown("trap", LEADER), A), claim("trap", 1, "turn_end", markers=near(m1=1.0))
    assert "trap" in scored_now(case)
    again = case.when(award, A)
    assert "trap" not in scored_now(again)
    again.when(claim("trap", 1, "turn_end", markers=near(m2=1.0)), A).then_refused("LB-COMM-03")


def scored_now(case: Case) -> list[str]:
    """The open schemes that are offered for VP."""
    offers = RULES.next_events(case.then_accepted(), REFEREE)
    return [one.choices["scheme"][0] for one in offers if one.type == "scheme_scored"]


def four() -> list[dict[str, Any]]:
    """Four markers at the noted Leader: more than the cap of 3."""
    return near(m1=1.0, m2=2.0, m3=3.0, m4=4.0)


def overfull(computed: int | None) -> e.SchemeScored:
    facts = {"markers": four()}
    told = {"player": "a", "scheme": "trap", "moment": "turn_end", "facts": facts}
    return e.SchemeScored(amount=3, computed=computed, **told)  # type: ignore[arg-type]


@accepts("LB-COMM-03", "LB-SCH-06")
@pytest.mark.parametrize("computed", [4, 3, None])
def test_the_number_before_the_cap_may_be_above_it(computed: int | None) -> None:
    case = scoring(markers(plotted(a="trap", note=LEADER), "m1", "m2", "m3", "m4"))
    state = case.when(shown("trap", LEADER), A).when(overfull(computed), A).then_accepted()
    assert state.lines[-1].vp == 3 and not state.full.markers


@refuses("LB-COMM-03", "LB-SCH-06")
@pytest.mark.parametrize("computed", [5, 2])
def test_a_number_before_the_cap_that_the_facts_do_not_give(computed: int) -> None:
    case = scoring(markers(plotted(a="trap", note=LEADER), "m1", "m2", "m3", "m4"))
    case.when(shown("trap", LEADER), A).when(overfull(computed), A).then_refused("LB-COMM-03", "LB-SCH-06")


def removal(marker: str, cm: float = 1.0) -> f.SchemeMarkerRemoved:
    return f.SchemeMarkerRemoved(marker_id=marker, reason="scheme", distance_cm=cm)


@accepts("LB-COMM-04", "LB-UNIQ-03")
def test_a_marker_that_went_with_the_award_may_be_logged_as_removed() -> None:
    trap = trapped().when(shown("trap", LEADER), A)
    scored = trap.when(claim("trap", 1, "turn_end", markers=near(m1=1.0)), A)
    logged = scored.when(removal("m1"), A)
    assert set(table(logged).markers) == {"m2", "m3"}
    sea = at_sea().when(claim("sea_treasures", 1, "turn_end", markers=TWO, spacing_cm=40.0), A)
    sea.when(removal("m1"), S).when(removal("m2"), S).then_accepted()


@refuses("LB-MARK-05")
def test_a_marker_goes_but_once() -> None:
    trap = trapped().when(shown("trap", LEADER), A)
    scored = trap.when(claim("trap", 1, "turn_end", markers=near(m1=1.0)), A).when(removal("m1"), A)
    scored.when(removal("m1"), A).then_refused("LB-MARK-05")


@refuses("LB-COMM-03", "LB-COMM-04", "LB-FACT-01", "LB-FACT-02")
def test_trap_against_the_facts() -> None:
    case = trapped().when(shown("trap", LEADER), A)
    case.when(claim("trap", 2, "turn_end", markers=near(m1=10.0, m2=10.1)), A).then_refused(
        "LB-COMM-03", "LB-FACT-01"
    )
    case.when(claim("trap", 1, "turn_end", markers=near(m9=1.0)), A).then_refused("LB-COMM-03", "LB-FACT-02")
    scored = case.when(claim("trap", 1, "turn_end", markers=near(m1=1.0)), A)
    gone = claim("trap", 1, "turn_end", markers=near(m1=1.0))
    scored.when(gone, A).then_refused("LB-COMM-03", "LB-FACT-02")
    far = f.SchemeMarkerRemoved(marker_id="m2", reason="scheme", distance_cm=10.1)
    scored.when(far, A).then_refused("LB-COMM-04")
    dead = scoring(killed(markers(plotted(a="trap", note=LEADER), "m1"), "s-lead", "a1"))
    dead.when(shown("trap", LEADER), A).then_refused("LB-COMM-03", "LB-SCH-01")
    early = markers(plotted(a="trap", note=LEADER), "m1")
    early.when(shown("trap", LEADER), A).then_refused("LB-SCH-04")


def crowd(**figures: float | None) -> list[dict[str, Any]]:
    return [{"figure": name.replace("_", "-"), "centre_cm": cm} for name, cm in figures.items()]


def forced(turn: int = 2) -> Case:
    return scoring(later(plotted(a="show_of_force", s="loophole"), turn))


@accepts("LB-COMM-06", "LB-FACT-03", "LB-MULTI-04")
def test_show_of_force() -> None:
    case = forced().when(shown("show_of_force"), A)
    told = crowd(a1=10.0, a2=0.0, s1=9.0, s2=10.1, s_lead=1.0)
    assert (
        not case.when(claim("show_of_force", 1, "turn_end", figures=told), A).then_accepted().full.unverified
    )
    one_side = case.when(claim("show_of_force", 1, "turn_end", figures=crowd(a1=10.0)), A).then_accepted()
    assert one_side.full.unverified == ("LB-COMM-06",)


@refuses("LB-COMM-06", "LB-FACT-01", "LB-SCH-07")
def test_no_show_of_force() -> None:
    case = forced().when(shown("show_of_force"), A)
    for told in (crowd(a1=10.0, s1=10.0), crowd(a_lead=1.0, s1=10.1), crowd(a1=10.1, s1=50.0)):
        award = claim("show_of_force", 1, "turn_end", figures=told)
        case.when(award, A).then_refused("LB-COMM-06", "LB-FACT-01")
    award = claim("show_of_force", 1, "turn_end", figures=crowd(a9=1.0, s1=20.0))
    case.when(award, A).then_refused("LB-COMM-06", "LB-FACT-02")
    forced(1).when(shown("show_of_force"), A).then_refused("LB-COMM-06", "LB-SCH-07")


@accepts("LB-COMM-06")
@refuses("LB-COMM-06", "LB-SCH-01")
def test_only_one_side_shows_force_in_a_turn() -> None:
    """Unless a figure has left the table since the other side scored."""
    case = scoring(later(plotted(a="show_of_force", s="show_of_force"), 2)).when(shown("show_of_force"), A)
    case = case.when(claim("show_of_force", 1, "turn_end", figures=crowd(a1=10.0, s1=10.1)), A)
    theirs = claim("show_of_force", 1, "turn_end", player="s", figures=crowd(a1=10.1, s1=10.0))
    case.when(shown("show_of_force", player="s"), S).then_refused("LB-COMM-06", "LB-SCH-01")
    fell = killed(case, "a1", "s2").when(shown("show_of_force", player="s"), S)
    theirs = claim("show_of_force", 1, "turn_end", player="s", figures=crowd(a2=10.1, s1=10.0))
    fell.when(theirs, S).then_accepted()


SHOW: Note = (("a1", "a2", "a3"), ())


@accepts("LB-COMM-17")
def test_public_demonstration() -> None:
    case = scoring(plotted(a="public_demonstration", note=SHOW)).when(shown("public_demonstration", SHOW), A)
    told = [
        {"figure": name, "leader": "s-lead", "cm": cm}
        for name, cm in (("a1", 10.0), ("a2", 0.0), ("a3", 10.1))
    ]
    case.when(claim("public_demonstration", 2, "turn_end", figures=told), A).then_accepted()


@refuses("LB-COMM-17", "LB-FACT-01", "LB-FACT-02")
def test_demonstration_against_the_facts() -> None:
    case = scoring(plotted(a="public_demonstration", note=SHOW)).when(shown("public_demonstration", SHOW), A)
    told = [{"figure": "a1", "leader": "s-lead", "cm": 1.0}, {"figure": "a1", "leader": "s-lead", "cm": 2.0}]
    twice = claim("public_demonstration", 2, "turn_end", figures=told)
    case.when(twice, A).then_refused("LB-COMM-17", "LB-FACT-01")
    for figure_, leader in (("a-lead", "s-lead"), ("a1", "s1")):
        wrong = [{"figure": figure_, "leader": leader, "cm": 1.0}]
        award = claim("public_demonstration", 1, "turn_end", figures=wrong)
        case.when(award, A).then_refused("LB-COMM-17", "LB-FACT-02")
    dead = scoring(killed(plotted(a="public_demonstration", note=SHOW), "s-lead", "a1"))
    dead.when(shown("public_demonstration", SHOW), A).then_refused("LB-COMM-17", "LB-SCH-01")


def race(first: str) -> Case:
    """Both sides hold Show of Force; the second side has scored."""
    case = scoring(later(plotted(a="show_of_force", s="show_of_force"), 2))
    figures = crowd(s1=1.0, a1=50.0)
    case = case.when(shown("show_of_force", player="s"), S)
    return case.when(claim("show_of_force", 1, "turn_end", "s", figures=figures), S)


@accepts("LB-SCORE-05")
def test_the_first_side_claims_first() -> None:
    theirs: Note = ((), ("a-lead",))
    case = later(plotted(a="show_of_force", s="trap", s_note=theirs), 2)
    case = case.when(f.FigureActivated(figure="a1")).when(f.ActivationEnded(figure="a1"))
    case = scoring(marker(case, "m1", "s1")).when(shown("show_of_force"), A)
    case = case.when(claim("show_of_force", 1, "turn_end", figures=crowd(a1=1.0, s1=50.0)), A)
    case = case.when(shown("trap", theirs, player="s"), S)
    near = [{"marker": "m1", "cm": 1.0}]
    case.when(claim("trap", 1, "turn_end", player="s", markers=near), S).then_accepted()


@accepts("LB-SCORE-05", "LB-SCH-04")
def test_what_scores_at_once_in_the_scoring_step_ends_nobodys_turn_to_claim() -> None:
    """An ability kills the Serpent's scapegoat after the strategy was scored, before the Alliance has claimed."""
    noted: Note = (("s1",), ())
    case = scoring(later(plotted(a="show_of_force", s="scapegoat", s_note=noted), 2))
    case = killed(case, "s1", "a1").when(shown("scapegoat", noted, player="s"), S)
    case = case.when(claim("scapegoat", 1, player="s"), S)
    case.when(shown("show_of_force"), A).then_accepted()


@refuses("LB-SCORE-05")
def test_the_first_side_is_too_late() -> None:
    race("alliance").when(shown("show_of_force"), A).then_refused("LB-SCORE-05")


def warned(case: Case, player: str) -> bool:
    """Whether the pad of a player tells that a reveal or a claim now overtakes the side that went first."""
    state = RULES.visible_to(
        case.then_accepted(), Viewer("player", player, {"a": "alliance", "s": "serpent"}[player])
    )
    offers = [one for one in RULES.next_events(state, Viewer("player", player)) if one.type in CLAIMS]
    assert offers
    return any(line.key == "overtakes" for one in offers for line in FACES.tells(state, one))


@accepts("LB-SCORE-05")
def test_whoever_claims_second_reads_whom_that_overtakes() -> None:
    theirs: Note = ((), ("a-lead",))
    case = later(plotted(a="show_of_force", s="trap", s_note=theirs), 2)
    case = case.when(f.FigureActivated(figure="a1")).when(f.ActivationEnded(figure="a1"))
    case = scoring(marker(case, "m1", "s1"))
    assert warned(case, "s") and not warned(case, "a")
    case = case.when(shown("show_of_force"), A)
    case = case.when(claim("show_of_force", 1, "turn_end", figures=crowd(a1=1.0, s1=50.0)), A)
    assert not warned(case, "s")


@accepts("LB-SCH-10")
def test_the_last_turn_scores_its_schemes() -> None:
    case = scoring(later(plotted("dungeon", a="show_of_force"), 5)).when(shown("show_of_force"), A)
    award = claim("show_of_force", 1, "turn_end", figures=crowd(a1=1.0, s1=50.0))
    state = case.when(award, A).then_accepted()
    assert state.phase == "turns"


@refuses("LB-SCH-10", "LB-SCH-04")
def test_after_the_flip_the_turn_is_over() -> None:
    case = over(plotted(a="show_of_force"))
    case.when(shown("show_of_force"), A).then_refused("LB-SCH-04", "LB-SCH-10")


@refuses("LB-SCORE-02", "LB-SCH-06")
def test_the_cap_of_the_side() -> None:
    """GAP-03: with one cap for the side a scheme that would get nothing is not revealed."""
    case = plotted(
        a="scapegoat", note=(("a1",), ()), more={"s": (figure("dear", cost=5),)}, scheme_cap_scope="side"
    )
    case = killed(later(case, 4), "a1", "dear").when(shown("scapegoat", (("a1",), ())), A)
    state = case.when(claim("scapegoat", 3), A).then_accepted()
    assert state.squads["a"].held("scapegoat").vp == 3
    case.when(claim("scapegoat", 4), A).then_refused("LB-COMM-09")


@accepts("LB-LOG-03")
def test_half_is_not_less_than_half() -> None:
    case = plotted("serpent", a="elimination_of_leaders", note=LEADER).when(harmed("s-lead", "a1", left=3))
    assert not table(case).pieces["s-lead"].halved
    assert table(case.when(harmed("s-lead", "a1", 3, left=2))).pieces["s-lead"].halved


@refuses("LB-SCH-05", "LB-LOG-07")
def test_nobody_else_claims() -> None:
    case = great("a-lead")
    case.when(claim("time_of_the_great", 1, "turn_end"), S).then_refused("LB-SCH-05", "LB-LOG-07")
    zero = e.SchemeScored(player="a", scheme="time_of_the_great", amount=0, moment="turn_end")
    case.when(zero, A).then_refused("LB-SCH-06")
