"""The end of a match at turns detail: LB-END, LB-SCORE-03, -04, -10, LB-HEAV-12, -13, LB-LINK-08, -09."""

from __future__ import annotations

import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.tests.tables import STRANGER, A, S, fell, opened, over, played, ready, reveal, turn
from games.rulebook import sentence
from games.ruleset import Actor
from games.testing import Case, accepts, given, refuses

ORGANISER = Actor("organiser", "o")


def end(serpent: int = 0, alliance: int = 0, result: str = "draw", reason: str = "regular") -> e.GameEnded:
    return e.GameEnded(serpent_vp=serpent, alliance_vp=alliance, result=result, reason=reason)  # type: ignore[arg-type]


def portals(serpent: int, alliance: int) -> e.StrategyScored:
    return e.StrategyScored(serpent=serpent, alliance=alliance)


def heaven(closed_by_serpent: int, told: bool = True) -> Case:
    """Heaven after turn 5; the Serpent closed so many portals in the first turns."""
    case = ready("heaven")
    for number in range(1, 6):
        vp = int(number <= closed_by_serpent)
        report = turn(number, strategy={"serpent": vp}, portals_closed={"serpent": vp} if told else None)
        case = case.when(report)
    return case


@accepts("LB-HEAV-12", "LB-SCORE-04")
def test_an_open_portal_scores_at_the_end() -> None:
    heaven(2).when(portals(1, 1), A).when(end(3, 1, "serpent")).then_accepted()
    heaven(3).when(portals(1, 0), S).when(end(4, 0, "serpent")).then_accepted()
    heaven(2, told=False).when(portals(1, 0)).then_accepted()
    heaven(2, told=False).when(portals(0, 1)).then_accepted()


@refuses("LB-HEAV-12", "LB-HEAV-13")
def test_portal_numbers_against_the_log() -> None:
    heaven(3).when(portals(1, 1)).then_refused("LB-HEAV-12", "LB-HEAV-13")
    heaven(3, told=False).when(portals(1, 1)).then_refused("LB-HEAV-12", "LB-HEAV-13")
    heaven(2).when(portals(1, 0)).then_refused("LB-HEAV-12")
    heaven(2).when(portals(2, 1)).then_refused("LB-HEAV-12")
    heaven(2).when(portals(-1, 1)).then_refused("LB-SCORE-07")


@refuses("LB-SCORE-04", "LB-LOG-05")
def test_the_strategy_of_the_end_is_scored_once_in_heaven() -> None:
    heaven(0).when(end()).then_refused("LB-SCORE-04")
    heaven(0).when(portals(1, 1)).when(portals(1, 1)).then_refused("LB-SCORE-04")
    over(ready("sea")).when(portals(0, 0)).then_refused("LB-LOG-05")
    ready("heaven").when(portals(1, 1)).then_refused("LB-LOG-05")


@pytest.mark.parametrize(("language", "turn"), [("en", "turn 5"), ("ru", "хода 5")])
def test_what_is_owed_at_the_end_is_said_with_its_turn(language: str, turn: str) -> None:
    (owed, *_) = heaven(0).when(end()).violations
    assert turn in sentence(owed, language)
    told = e.FatesPublished(figures=(e.FigureFate("s1", "saved"),))
    (unknown, *_) = over(ready("sea")).when(end()).when(told, ORGANISER).violations
    (early, *_) = ready("sea").when(told, ORGANISER).violations
    assert sentence(unknown, language).startswith("s1") and unknown.params == {"figure": "s1"}
    assert early.params == {"phase": "step_turns"} and sentence(early, language)[-6:] in ("turns.", " ходы.")


@accepts("LB-END-01", "LB-END-03", "LB-END-04", "LB-SCORE-03", "LB-SCORE-10")
def test_the_winner_has_more_vp() -> None:
    case = played(ready("sea"), 1).when(turn(2, strategy={"alliance": 1}))
    case = (
        over(case).when(reveal("a", "loophole")).when(e.SchemeScored(player="a", scheme="loophole", amount=2))
    )
    state = case.when(end(0, 3, "alliance"), A).then_accepted()
    outcome = RULES.outcome(state)
    assert (outcome.status, outcome.winner, outcome.vp) == (
        "finished",
        "alliance",
        {"serpent": 0, "alliance": 3},
    )
    assert outcome.figures["strategy"] == {"serpent": 0, "alliance": 1}
    assert outcome.figures["schemes"] == {"serpent": 0, "alliance": 2}


@accepts("LB-END-03")
def test_equal_vp_are_a_draw() -> None:
    assert RULES.outcome(over(ready("sea")).when(end()).then_accepted()).winner == "draw"


@refuses("LB-END-01")
def test_no_end_before_turn_5() -> None:
    played(ready(), 4).when(end(), A).then_refused("LB-END-01")
    flip = turn(5, prolong=e.Prolong("serpent", 10, True))
    played(ready(), 4).when(flip).when(end(), A).then_refused("LB-END-01")


@refuses("LB-END-04", "LB-SCORE-03", "LB-SCORE-10", "LB-END-03")
def test_totals_and_result_are_the_computed_ones() -> None:
    case = over(played(ready("sea"), 1).when(turn(2, strategy={"alliance": 1})))
    violations = case.when(end(0, 2, "alliance")).then_refused("LB-SCORE-10")
    assert violations[0].params == {"serpent": 0, "alliance": 1, "result": "alliance"}
    case.when(end(0, 1, "draw")).then_refused("LB-END-04")
    case.when(end(0, 1, "alliance"), STRANGER).then_refused("LB-LOG-07")


@accepts("LB-END-05")
def test_staff_close_a_table_early() -> None:
    case = played(ready("sea"), 1).when(turn(2, strategy={"alliance": 1}))
    outcome = RULES.outcome(case.when(end(0, 1, "alliance", "closed"), ORGANISER).then_accepted())
    assert outcome.incomplete and outcome.winner == "alliance"
    opened().when(end(reason="closed"), ORGANISER).then_accepted()


@accepts("LB-END-05")
def test_a_stopped_match_still_awards_its_end() -> None:
    case = played(ready("sea"), 3).when(e.PlayStopped(reason="time"), ORGANISER).when(reveal("a", "loophole"))
    case = case.when(e.SchemeScored(player="a", scheme="loophole", amount=3))
    case.when(end(0, 3, "alliance", "closed")).then_accepted()
    case.when(end(0, 3, "alliance"), A).then_refused("LB-END-05")
    case.when(turn(4)).then_refused("LB-LOG-05")


@refuses("LB-END-05")
def test_players_do_not_close_a_table() -> None:
    played(ready(), 3).when(end(reason="closed"), A).then_refused("LB-END-05")
    played(ready(), 3).when(e.PlayStopped(reason="time"), A).then_refused("LB-END-05")


@accepts("LB-END-06")
def test_who_gives_up_loses_with_the_points_as_they_stand() -> None:
    case = played(ready("sea"), 1).when(turn(2, strategy={"alliance": 1}))
    outcome = RULES.outcome(case.when(e.MatchConceded(side="alliance"), A).then_accepted())
    assert (outcome.status, outcome.winner, outcome.vp) == (
        "finished",
        "serpent",
        {"serpent": 0, "alliance": 1},
    )
    assert outcome.incomplete and outcome.carry["conceded"] == "alliance"
    for setup in (opened(), ready(), over(ready("sea"))):
        setup.when(e.MatchConceded(side="serpent"), S).then_accepted()


@accepts("LB-END-06")
def test_staff_award_a_match_whose_players_left() -> None:
    """Also after they stopped the play, and between a reveal and its award."""
    stopped = played(ready("sea"), 3).when(e.PlayStopped(reason="time"), ORGANISER)
    for case in (stopped, stopped.when(reveal("a", "loophole"))):
        state = case.when(e.MatchConceded(side="serpent"), ORGANISER).then_accepted()
        assert RULES.outcome(state).winner == "alliance" and not state.pending


@refuses("LB-END-06", "LB-LOG-07", "LB-LOG-05", "LB-LOG-06")
def test_nobody_gives_up_for_the_other_side() -> None:
    case = played(ready("sea"), 2)
    case.when(e.MatchConceded(side="serpent"), A).then_refused("LB-END-06", "LB-LOG-07")
    case.when(e.MatchConceded(side="alliance"), STRANGER).then_refused("LB-END-06", "LB-LOG-07")
    given(RULES).when(e.MatchConceded(side="alliance"), ORGANISER).then_refused("LB-LOG-05")
    over(ready("sea")).when(end(), A).when(e.MatchConceded(side="alliance"), A).then_refused("LB-LOG-06")
    case.when(e.MatchConceded(side="alliance"), A).when(turn(3)).then_refused("LB-LOG-06")


def lost() -> Case:
    """A match that ended with a killed, a twice lost, a drowned and a withdrawn figure."""
    told = (fell("a1", "s1"), fell("a2", how="withdrawn"), fell("s2", how="dead_no_killer"))
    case = over(ready("sea").when(turn(1, casualties=told)))
    return case.when(end())


def fates(*told: tuple[str, str]) -> e.FatesPublished:
    return e.FatesPublished(figures=tuple(e.FigureFate(f, fate) for f, fate in told))  # type: ignore[arg-type]


@accepts("LB-LINK-08", "LB-LINK-09")
def test_fates_of_the_fallen() -> None:
    state = lost().when(fates(("a1", "saved"), ("s2", "lost")), ORGANISER).then_accepted()
    carried = {fallen["figure_id"]: fallen.get("fate") for fallen in RULES.outcome(state).carry["fallen"]}
    assert carried == {"a1": "saved", "a2": None, "s2": "lost"}
    lost().when(fates(("a1", "lost"))).then_accepted()


def copied(*told: e.FigureFate) -> Case:
    """Three copies of one summoned kind fell: drowned, killed, withdrawn; and these fates are published."""
    ways = ("dead_no_killer", "killed", "withdrawn")
    casualties = tuple(fell("shade", how=how, owner="s", summoned=True) for how in ways)
    case = over(ready("sea").when(turn(1, casualties=casualties))).when(end())
    return case.when(e.FatesPublished(figures=told), ORGANISER)


def fates_of(case: Case) -> list[str | None]:
    return [fallen.fate for fallen in case.then_accepted().fallen]


@accepts("LB-LINK-08")
def test_fates_of_copies() -> None:
    """One fate is for the copy that is owed one; a number names the copy."""
    assert fates_of(copied(e.FigureFate("shade", "saved"))) == [None, "saved", None]
    first, second = e.FigureFate("shade", "saved", number=1), e.FigureFate("shade", "lost", number=2)
    assert fates_of(copied(first, second)) == fates_of(copied(second, first)) == ["saved", "lost", None]


@refuses("LB-LINK-08", "LB-LINK-09")
def test_fates_of_other_copies() -> None:
    copied(e.FigureFate("shade", "saved", number=1)).then_refused("LB-LINK-08")
    copied(e.FigureFate("shade", "saved", number=3)).then_refused("LB-LINK-08")
    copied(e.FigureFate("shade", "saved"), e.FigureFate("shade", "saved", number=4)).then_refused(
        "LB-LINK-09"
    )
    twice = e.FigureFate("shade", "saved", number=2)
    copied(twice, twice).then_refused("LB-LINK-09")


@refuses("LB-LINK-08")
def test_fates_of_others() -> None:
    lost().when(fates(("s2", "lost"))).then_refused("LB-LINK-08")
    lost().when(fates(("a1", "lost"), ("a2", "lost"))).then_refused("LB-LINK-08")
    lost().when(fates(("a1", "lost")), A).then_refused("LB-LINK-08")


@refuses("LB-LINK-09")
def test_fates_out_of_place() -> None:
    lost().when(fates(("a1", "lost"), ("a3", "lost"))).then_refused("LB-LINK-09")
    lost().when(fates(("a1", "lost"), ("a1", "saved"))).then_refused("LB-LINK-09")
    lost().when(fates(("a1", "lost"))).when(fates(("a1", "lost"))).then_refused("LB-LINK-09")
    over(ready("sea")).when(fates()).then_refused("LB-LINK-09")


@pytest.mark.parametrize("reason", ["regular", "closed"])
def test_a_table_that_never_opened_does_not_end(reason: str) -> None:
    given(RULES).when(end(reason=reason)).then_refused("LB-LOG-05")
