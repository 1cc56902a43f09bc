"""Schemes that score at once, from what just happened (LB-SCH-04, LB-UNIQ-07, -08, LB-COMM-01, -02, -09 to -16)."""

from __future__ import annotations

import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import A, S, all_of, blow, exhausted, figure, next_turn, table
from games.last_battle.tests.full.plots import (
    Note,
    claim,
    harmed,
    killed,
    later,
    marker,
    over,
    plotted,
    sacrificed,
    scoring,
    shown,
)
from games.testing import Case, accepts, refuses


def grave(case: Case | None = None) -> Case:
    """With a marker m1 on the table a2 sacrifices s1, and the scheme is revealed."""
    case = marker(case or plotted(a="gravediggers"), "m1")
    return case.when(sacrificed("s1", "a2")).when(shown("gravediggers"), A)


@accepts("LB-COMM-01", "LB-SCH-01", "LB-SCH-04", "LB-FACT-01")
def test_gravediggers() -> None:
    state = grave().when(claim("gravediggers", 1, event="s1", marker="m1", cm=10.0), A).then_accepted()
    assert state.lines[-1].vp == 1 and not state.full.unverified
    loose = grave().when(claim("gravediggers", 1), A).then_accepted()
    assert loose.full.unverified == ("LB-COMM-01",)


@refuses("LB-SCH-04")
def test_a_deed_is_claimed_before_the_next_action() -> None:
    case = all_of(marker(plotted(a="gravediggers"), "m1"), sacrificed("s1", "a2"))
    case = all_of(case, f.FigureActivated(figure="s2"))
    case.when(shown("gravediggers"), A).then_refused("LB-COMM-01", "LB-SCH-04", "LB-SCH-01")


@refuses("LB-COMM-01", "LB-FACT-01", "LB-FACT-02", "LB-SCH-06", "LB-SCH-01")
def test_gravediggers_too_far() -> None:
    far = claim("gravediggers", 1, event="s1", marker="m1", cm=10.1)
    grave().when(far, A).then_refused("LB-COMM-01", "LB-FACT-01", "LB-SCH-06")
    grave().when(claim("gravediggers", 1, marker="m9", cm=1.0)).then_refused("LB-COMM-01", "LB-FACT-02")
    grave().when(claim("gravediggers", 1, event="s2", marker="m1", cm=1.0)).then_refused("LB-COMM-01")
    nobody = plotted(a="gravediggers")
    nobody.when(sacrificed("s1", "a2")).when(shown("gravediggers"), A).then_refused("LB-COMM-01", "LB-SCH-01")
    own = marker(plotted(a="gravediggers"), "m1").when(sacrificed("a3", "a2"))
    own.when(shown("gravediggers"), A).then_refused("LB-COMM-01", "LB-SCH-01")


@refuses("LB-COMM-01")
def test_gravediggers_once_a_turn() -> None:
    case = grave().when(claim("gravediggers", 1), A).when(sacrificed("s2", "a2"))
    case.when(claim("gravediggers", 1), A).then_refused("LB-COMM-01", "LB-SCH-06")
    again = next_turn(case).when(sacrificed("s3", "a2")).when(claim("gravediggers", 1), A)
    assert again.then_accepted().squads["a"].held("gravediggers").vp == 2


@refuses("LB-SCH-04")
def test_the_moment_is_over() -> None:
    case = marker(plotted(a="gravediggers"), "m1").when(sacrificed("s1", "a2"))
    case.when(f.FigureActivated(figure="s2")).when(shown("gravediggers"), A).then_refused("LB-COMM-01")
    late = scoring(case)
    late.when(shown("gravediggers"), A).then_refused("LB-SCH-04")


@refuses("LB-SCH-01")
def test_after_a_reveal_comes_the_award() -> None:
    case = grave()
    case.when(f.FigureActivated(figure="s2"), S).then_refused("LB-SCH-01")
    case.when(shown("show_of_force", player="s"), S).then_refused("LB-SCH-01")


def answer(cm: float = 10.0) -> f.SchemeMarkerRemoved:
    return f.SchemeMarkerRemoved(marker_id="m1", reason="scheme", distance_cm=cm)


@accepts("LB-COMM-02", "LB-MARK-05")
def test_the_opponent_answers() -> None:
    case = grave().when(claim("gravediggers", 1), A).when(answer(), S)
    assert "m1" not in table(case).markers


@refuses("LB-COMM-02", "LB-MARK-05")
def test_an_answer_too_far_or_too_late() -> None:
    scored = grave().when(claim("gravediggers", 1), A)
    scored.when(answer(10.1), S).then_refused("LB-COMM-02")
    scored.when(answer(), A).then_refused("LB-LOG-07")
    scored.when(f.FigureActivated(figure="s2")).when(answer(), S).then_refused("LB-MARK-05")
    marker(plotted(), "m1").when(answer(), S).then_refused("LB-MARK-05")


GOAT: Note = (("a1",), ())


def goat(by: str = "s1", turn: int = 1, how: str = "killed", **options: object) -> Case:
    """The scapegoat a1 (cost 4) falls to this figure."""
    case = later(plotted(a="scapegoat", note=GOAT, **options), turn)  # type: ignore[arg-type]
    return killed(case, "a1", by) if how == "killed" else case.when(sacrificed("a1", by))


DEAR = {"s": (figure("dear", cost=5), figure("free", cost=0))}


@accepts("LB-COMM-09", "LB-COMM-10", "LB-SCH-09")
@pytest.mark.parametrize(
    ("by", "turn", "vp"),
    [("s1", 1, 1), ("s-lead", 1, 2), ("dear", 1, 2), ("free", 3, 2), ("s1", 4, 2), ("dear", 5, 3)],
)
def test_scapegoat(by: str, turn: int, vp: int) -> None:
    case = goat(by, turn, more=DEAR).when(shown("scapegoat", GOAT), A)
    case.when(claim("scapegoat", vp, event="a1"), A).then_accepted()


@refuses("LB-COMM-09", "LB-COMM-10", "LB-FACT-01")
def test_scapegoat_against_the_log() -> None:
    case = goat().when(shown("scapegoat", GOAT), A)
    told = case.when(claim("scapegoat", 2), A).then_refused("LB-COMM-09", "LB-FACT-01", "LB-SCH-06")
    assert told[1].params["vp"] == 2 and told[1].params["computed"] == 1
    plotted(a="scapegoat", note=GOAT).when(shown("scapegoat", GOAT), A).then_refused("LB-COMM-09")
    goat("a2", how="sacrificed").when(shown("scapegoat", GOAT), A).then_refused("LB-COMM-09")
    other = killed(plotted(a="scapegoat", note=GOAT), "a2", "s1")
    other.when(shown("scapegoat", GOAT), A).then_refused("LB-COMM-09")


@refuses("LB-COMM-10")
def test_a_scapegoat_that_drowned() -> None:
    case = plotted("sea", a="scapegoat", note=GOAT, told={"swimmer": True})
    left = harmed("a1", "a2", left=1)
    case = exhausted(case.when(left)).when(f.EndEffectsApplied(turn=1))
    case.when(shown("scapegoat", GOAT), A).then_refused("LB-COMM-09")
    wet = plotted("sea", a="scapegoat", note=GOAT, told={"lives": 1})
    names = ("a-lead", "a1", "a2", "a3", "s-lead", "s1", "s2", "s3")
    wet = exhausted(wet).when(f.EndEffectsApplied(turn=1, figures=names))
    wet = all_of(wet, *drowned(names))
    wet.when(shown("scapegoat", GOAT), A).then_refused("LB-COMM-10", "LB-COMM-09")


def drowned(names: tuple[str, ...]) -> list[f.FullEvent]:
    changes = [f.LivesChanged(figure=name, delta=-1, lives=0, cause="water") for name in names]
    return [*changes, *(f.FigureRemoved(figure=name, how="dead_no_killer") for name in names)]


LEADER: Note = ((), ("s-lead",))


def hunted(turn: int = 1) -> Case:
    case = later(plotted("serpent", a="elimination_of_leaders", note=LEADER), turn)
    return case


NAMED = e.SchemeNotePublished(player="a", scheme="elimination_of_leaders", note="s-lead")


@accepts("LB-UNIQ-06", "LB-UNIQ-07", "LB-UNIQ-08", "LB-UNIQ-09")
def test_elimination_step_by_step() -> None:
    case = hunted().when(harmed("s-lead", "a1", left=2)).when(NAMED, A)
    case = case.when(claim("elimination_of_leaders", 1, event="s-lead"), A)
    case = all_of(
        case, harmed("s-lead", "a1", 2), f.FigureRemoved(figure="s-lead", how="killed", by_figure="a1")
    )
    case = case.when(claim("elimination_of_leaders", 1), A)
    assert [line.vp for line in case.then_accepted().lines] == [2]
    end = over(case).when(claim("elimination_of_leaders", 1, "game_end"), A)
    assert end.then_accepted().squads["a"].held("elimination_of_leaders").vp == 3


@accepts("LB-UNIQ-07", "LB-UNIQ-08", "LB-SCH-06")
def test_elimination_in_one_blow() -> None:
    case = killed(hunted(), "s-lead", "a1").when(NAMED, A)
    case.when(claim("elimination_of_leaders", 2), A).then_accepted()


@accepts("LB-UNIQ-07", "LB-UNIQ-08", "LB-LOG-01")
@refuses("LB-UNIQ-07", "LB-UNIQ-08")
def test_a_leader_of_unknown_lives_may_be_below_half_of_them() -> None:
    """No card tells the lives: the first part was refused. It is taken once, and shows as unverified."""
    case = plotted("serpent", a="elimination_of_leaders", note=LEADER, told={"lives": None})
    healed = f.LivesChanged(figure="s-lead", delta=2, cause="a prayer", by_figure="s1")
    unhurt = case.when(healed).when(NAMED, A)
    unhurt.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-07")
    wound = f.LivesChanged(figure="s-lead", delta=-3, cause="a curse", by_figure="a1")
    case = case.when(wound).when(NAMED, A)
    case.when(claim("elimination_of_leaders", 2), A).then_refused("LB-UNIQ-08")
    case = case.when(claim("elimination_of_leaders", 1), A)
    assert "LB-UNIQ-08" in table(case).unverified
    case.when(wound).when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-08")
    fell = all_of(
        case, harmed("s-lead", "a1"), f.FigureRemoved(figure="s-lead", how="killed", by_figure="a1")
    )
    fell.when(claim("elimination_of_leaders", 2), A).then_refused("LB-UNIQ-08", "LB-SCH-06")
    fell.when(claim("elimination_of_leaders", 1), A).then_accepted()


@refuses("LB-UNIQ-06", "LB-UNIQ-07", "LB-UNIQ-08", "LB-UNIQ-09")
def test_elimination_against_the_log() -> None:
    hurt = hunted().when(harmed("s-lead", "a1", left=2))
    hurt.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-06")
    scored = hurt.when(NAMED, A).when(claim("elimination_of_leaders", 1), A)
    healed = all_of(
        scored,
        f.LivesChanged(figure="s-lead", delta=4, lives=6, cause="a hymn", by_figure="s1"),
        harmed("s-lead", "a1", left=1),
    )
    healed.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-07", "LB-UNIQ-08")
    half = hunted().when(harmed("s-lead", "a1", left=3)).when(NAMED, A)
    half.when(claim("elimination_of_leaders", 1), A).then_refused("LB-UNIQ-07")
    hurt.when(NAMED, A).when(claim("elimination_of_leaders", 2), A).then_refused("LB-UNIQ-08", "LB-FACT-01")
    end = over(hunted().when(NAMED, A))
    end.when(claim("elimination_of_leaders", 1, "game_end"), A).then_refused("LB-UNIQ-09")


DUEL: Note = (("a1",), ("s1",))


def avenger(target: str = "s1") -> Case:
    """The first attack of a1 goes at this figure."""
    case = plotted(a="vendetta", note=DUEL).when(f.FigureActivated(figure="a1"))
    return case.when(blow(target=target))


@accepts("LB-COMM-13", "LB-COMM-14", "LB-COMM-15", "LB-COMM-16")
def test_vendetta() -> None:
    first = avenger().when(shown("vendetta", DUEL), A).when(claim("vendetta", 1, event="a1"), A)
    assert first.then_accepted().full.duel.stage == "attack"
    case = killed(plotted(a="vendetta", note=DUEL), "s1", "a1").when(shown("vendetta", DUEL), A)
    case.when(claim("vendetta", 3, event="s1"), A).then_accepted()


@accepts("LB-COMM-15", "LB-COMM-16")
def test_the_kill_makes_three() -> None:
    case = killed(avenger("s2"), "s1", "a1").when(shown("vendetta", DUEL), A)
    case.when(claim("vendetta", 3), A).then_accepted()
    first = avenger().when(shown("vendetta", DUEL), A).when(claim("vendetta", 1), A)
    both = killed(first, "s1", "a1").when(claim("vendetta", 2), A).then_accepted()
    assert [line.vp for line in both.lines] == [3]


@refuses("LB-COMM-13", "LB-COMM-15", "LB-COMM-16")
def test_vendetta_against_the_log() -> None:
    avenger("s2").when(shown("vendetta", DUEL), A).then_refused("LB-COMM-16", "LB-COMM-15", "LB-SCH-01")
    nothing = plotted(a="vendetta", note=DUEL)
    nothing.when(shown("vendetta", DUEL), A).then_refused("LB-COMM-13")
    first = avenger().when(shown("vendetta", DUEL), A)
    first.when(claim("vendetta", 3), A).then_refused("LB-COMM-15", "LB-FACT-01")
    other = killed(plotted(a="vendetta", note=DUEL), "s1", "a2")
    other.when(shown("vendetta", DUEL), A).then_refused("LB-COMM-13", "LB-COMM-15")


@accepts("LB-SCH-01")
def test_what_is_revealed_can_score() -> None:
    """Where a reveal is accepted some award is accepted too, so that no match hangs."""
    for case, scheme, vp in (
        (grave(), "gravediggers", 1),
        (goat().when(shown("scapegoat", GOAT)), "scapegoat", 1),
    ):
        case.when(claim(scheme, vp)).then_accepted()
