"""Turn reports: order, strategy numbers, portals, casualties, prolonged battles."""

from __future__ import annotations

import pytest

from games.judging import for_people
from games.last_battle import events as e
from games.last_battle.chapters.prolong import card_value
from games.last_battle.tests.tables import A, S, fell, over, played, ready, turn
from games.ruleset import ScoreLine
from games.testing import Case, accepts, refuses


def both(serpent: int, alliance: int) -> dict[str, int]:
    return {"serpent": serpent, "alliance": alliance}


@accepts("LB-TLOG-01", "LB-TURN-06")
def test_turns_follow_one_another() -> None:
    assert over(ready()).then_accepted().phase == "end"


@refuses("LB-TLOG-01", "LB-TURN-06")
@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_gaps_and_repeats(number: int) -> None:
    refused = played(ready(), 1).when(turn(number), A).then_refused("LB-TLOG-01", "LB-TURN-06")
    assert [one.rule for one in for_people(refused)] == ["LB-TLOG-01"]


@accepts("LB-TLOG-02", "LB-SCORE-06", "LB-SCORE-08")
def test_strategy_numbers() -> None:
    case = played(ready("sea"), 1)
    state = case.when(turn(2, strategy=both(1, 1)), S).then_accepted()
    assert state.lines == (
        ScoreLine("serpent", "strategy", 1, 2),
        ScoreLine("alliance", "strategy", 1, 2),
    )


@refuses("LB-SCORE-06", "LB-TLOG-02")
def test_two_strategy_vp_in_a_turn() -> None:
    played(ready("sea"), 1).when(turn(2, strategy=both(2, 0))).then_refused("LB-SCORE-06", "LB-TLOG-02")


@refuses("LB-SCORE-07")
def test_negative_vp() -> None:
    ready("sea").when(turn(1, strategy=both(-1, 0))).then_refused("LB-SCORE-07")
    ready("sea").when(turn(1, schemes={"a": -1})).then_refused("LB-SCORE-07")


@refuses("LB-SCORE-08", "LB-TLOG-02")
@pytest.mark.parametrize("battlefield", ["sea", "camp", "dungeon", "serpent"])
def test_no_strategy_vp_in_turn_1(battlefield: str) -> None:
    ready(battlefield).when(turn(1, strategy=both(1, 0))).then_refused("LB-SCORE-08", "LB-TLOG-02")


@refuses("LB-MULTI-01")
def test_unknown_sides_in_a_report() -> None:
    ready().when(turn(1, strategy={"angels": 0})).then_refused("LB-MULTI-01")
    ready().when(turn(1, first_side="angels")).then_refused("LB-MULTI-01")


def four(battlefield: str = "sea") -> Case:
    """The Serpent has its four strategy VP after turn 5, and the battle goes on where it can."""
    case = played(ready(battlefield), 1)
    for number in (2, 3, 4, 5):
        flip = e.Prolong("serpent", 10, True) if number == 5 and battlefield != "sea" else None
        case = case.when(turn(number, strategy=both(1, 0), prolong=flip))
    return case


@accepts("LB-SCORE-01")
def test_four_strategy_vp() -> None:
    assert four().then_accepted().strategy == both(4, 0)


@refuses("LB-SCORE-01")
def test_a_fifth_strategy_vp() -> None:
    four("camp").when(turn(6, strategy=both(1, 0))).then_refused("LB-SCORE-01", "LB-TLOG-02")


@accepts("LB-CAMP-07")
def test_one_side_scores_at_camp() -> None:
    played(ready("camp"), 1).when(turn(2, strategy=both(0, 1))).then_accepted()


@refuses("LB-CAMP-07")
def test_both_sides_at_camp() -> None:
    played(ready("camp"), 1).when(turn(2, strategy=both(1, 1))).then_refused("LB-CAMP-07", "LB-TLOG-02")


@accepts("LB-SERP-06", "LB-SERP-04")
def test_one_side_scores_on_serpent() -> None:
    case = played(ready("serpent"), 1)
    case.when(turn(2, strategy=both(0, 1), casualties=(fell("s1", "a1"),))).then_accepted()
    case.when(turn(2, strategy=both(0, 1))).then_accepted()


@refuses("LB-SERP-06")
def test_both_sides_on_serpent() -> None:
    case = played(ready("serpent"), 1)
    case.when(turn(2, strategy=both(1, 1))).then_refused("LB-SERP-06", "LB-TLOG-02")


@accepts("LB-SERP-04", "LB-SERP-01")
@refuses("LB-SERP-04")
def test_blood_counts_while_who_spilled_it_is_in_play() -> None:
    case = played(ready("serpent"), 1)
    fallen = (fell("a1", "s1"), fell("s1", "a2"))
    case.when(turn(2, strategy=both(1, 0), casualties=fallen)).then_refused("LB-SERP-04")
    case.when(turn(2, strategy=both(0, 1), casualties=fallen)).then_accepted()
    untold = (fell("a1"), fell("s1", "a2"))
    case.when(turn(2, strategy=both(1, 0), casualties=untold)).then_accepted()
    two = (fell("a1", "s1"), fell("a3", "s2"), fell("s1", "a2"))
    case.when(turn(2, strategy=both(1, 0), casualties=two)).then_accepted()


@accepts("LB-SERP-04", "LB-ARC-06")
@refuses("LB-SERP-04")
def test_whom_the_lovers_turned_brings_the_blood_along() -> None:
    """The Alliance holds the Lovers, so that a figure of the Serpent may stand with it."""
    case = played(ready("serpent"), 1)
    lovers = case.when(e.ArcanaGranted(arcana="M-lovers", side="alliance", zone="discard"))
    spilled, fallen = (fell("a1", "s1"),), (fell("a1", "s1"), fell("s1", "a2"))
    case.when(turn(2, strategy=both(0, 1), casualties=spilled)).then_refused("LB-SERP-04")
    lovers.when(turn(2, strategy=both(0, 1), casualties=spilled)).then_accepted()
    lovers.when(turn(2, strategy=both(1, 0), casualties=spilled)).then_accepted()
    turned = (fell("s1", "s2"),)
    case.when(turn(2, strategy=both(1, 0), casualties=turned)).then_refused("LB-SERP-04")
    lovers.when(turn(2, strategy=both(1, 0), casualties=turned)).then_accepted()
    lovers.when(turn(2, strategy=both(1, 0), casualties=(fell("a1", "a2"),))).then_refused("LB-SERP-04")
    lovers.when(turn(2, strategy=both(0, 1), casualties=(fell("a1", "a2"),))).then_refused("LB-SERP-04")
    lovers.when(turn(2, strategy=both(1, 0), casualties=(fell("a1", "s1"), fell("s1", "a2")))).then_refused(
        "LB-SERP-04"
    )
    lovers.when(turn(2, strategy=both(0, 1), casualties=fallen)).then_accepted()


@refuses("LB-SERP-04")
@pytest.mark.parametrize(
    "casualty",
    [(), (fell("a1", "s1"),), (fell("s1", how="dead_no_killer"),), (fell("s1", "s2", "sacrificed"),)],
)
def test_no_blood_spilled(casualty: tuple[e.Casualty, ...]) -> None:
    case = played(ready("serpent"), 1)
    case.when(turn(2, strategy=both(0, 1), casualties=casualty)).then_refused("LB-SERP-04")


@accepts("LB-HEAV-11", "LB-TLOG-03")
def test_a_closed_portal_scores_from_turn_1() -> None:
    case = ready("heaven").when(turn(1, strategy=both(0, 1), portals_closed=both(0, 2)))
    case = case.when(turn(2, strategy=both(1, 1), portals_closed=both(1, 1)))
    assert case.then_accepted().portals == both(1, 3)
    case.when(turn(3, portals_closed={})).then_accepted()


@refuses("LB-HEAV-11", "LB-TLOG-03")
@pytest.mark.parametrize(("vp", "closed"), [(1, 0), (0, 1), (0, 2)])
def test_a_number_without_its_portal(vp: int, closed: int) -> None:
    report = turn(1, strategy=both(0, vp), portals_closed=both(0, closed))
    ready("heaven").when(report).then_refused("LB-HEAV-11", "LB-TLOG-03")


@accepts("LB-HEAV-13")
def test_three_scoring_turns_close_three_portals() -> None:
    case = ready("heaven")
    for number in (1, 2, 3):
        case = case.when(turn(number, strategy=both(1, 0)))
    assert case.then_accepted().portals == both(3, 0)


@refuses("LB-HEAV-13")
def test_a_fourth_portal() -> None:
    case = ready("heaven").when(turn(1, strategy=both(1, 0), portals_closed=both(3, 0)))
    case.when(turn(2, strategy=both(1, 0))).then_refused("LB-HEAV-13", "LB-TLOG-03")
    ready("heaven").when(turn(1, strategy=both(1, 0), portals_closed=both(4, 0))).then_refused("LB-HEAV-13")


@refuses("LB-TLOG-03")
def test_portals_stand_in_heaven_only() -> None:
    ready("sea").when(turn(1, portals_closed=both(1, 0))).then_refused("LB-TLOG-03")


@accepts("LB-DMG-05", "LB-DMG-06")
def test_casualties() -> None:
    told = (
        fell("a1", "s1"),
        fell("a2", how="dead_no_killer"),
        fell("imp", "s2", summoned=True, side="alliance"),
        fell("a3", "beast", by_owner="s"),
    )
    state = ready().when(turn(1, casualties=told)).then_accepted()
    assert [(f.owner, f.by_owner) for f in state.fallen] == [("a", "s"), ("a", None), ("", "s"), ("a", "s")]


@refuses("LB-DMG-06")
def test_impossible_casualties() -> None:
    for told in (
        (fell("ghost"),),
        (fell("a1", owner="s"),),
        (fell("a1", owner="a", side="serpent"),),
        (fell("a1"), fell("a1")),
        (fell("imp", summoned=True),),
    ):
        ready().when(turn(1, casualties=told)).then_refused("LB-DMG-06")
    fallen = ready().when(turn(1, casualties=(fell("a1"),)))
    fallen.when(turn(2, casualties=(fell("a1"),))).then_refused("LB-DMG-06")


@refuses("LB-DMG-05")
def test_impossible_killers() -> None:
    for told in (
        fell("a1", "s1", how="dead_no_killer"),
        fell("a1", "s1", how="withdrawn"),
        fell("a1", "ghost"),
        fell("a1", "s1", by_owner="nobody"),
    ):
        ready().when(turn(1, casualties=(told,))).then_refused("LB-DMG-05")
    fallen = ready().when(turn(1, casualties=(fell("s1"),)))
    fallen.when(turn(2, casualties=(fell("a1", "s1"),))).then_refused("LB-DMG-05")


@refuses("LB-LOG-07", "LB-MULTI-01")
def test_strangers_among_casualties() -> None:
    ready().when(turn(1, casualties=(fell("a1", owner="x"),))).then_refused("LB-LOG-07")
    ready().when(turn(1, casualties=(fell("a1", by_owner="x"),))).then_refused("LB-LOG-07")
    ready().when(turn(1, casualties=(fell("a1", side="angels"),))).then_refused("LB-MULTI-01")


def flip(number: int, card: int | str, success: bool, battlefield: str = "camp", **told: object) -> Case:
    """Turn `number` with this flip, after lucky flips in the turns before."""
    case = played(ready(battlefield), 4)
    lucky = {5: 10, 6: 11, 7: 12, 8: 13, 9: 15}
    for before in range(5, number):
        case = case.when(turn(before, prolong=e.Prolong("alliance", lucky[before], True)))
    return case.when(turn(number, prolong=e.Prolong("alliance", card, success), **told))


@accepts("LB-PROL-01", "LB-PROL-02", "LB-PROL-03", "LB-PROL-05", "LB-TLOG-05")
@pytest.mark.parametrize(
    ("number", "card", "success"),
    [
        (5, 10, True),
        (5, "C-9", False),
        (6, "P-11", True),
        (6, 10, False),
        (7, 12, True),
        (8, "S-13", True),
        (8, 12, False),
        (5, "M-death", False),
        (5, "M-strength", True),
        (8, 14, True),
    ],
)
def test_flips(number: int, card: int | str, success: bool) -> None:
    state = flip(number, card, success, first_side="alliance").then_accepted()
    assert state.phase == ("turns" if success else "end")


@refuses("LB-PROL-03", "LB-TLOG-05")
@pytest.mark.parametrize(
    ("number", "card", "success"), [(5, 9, True), (5, 10, False), (6, 10, True), (8, 12, True)]
)
def test_flips_with_the_wrong_outcome(number: int, card: int, success: bool) -> None:
    flip(number, card, success).then_refused("LB-PROL-03", "LB-TLOG-05")


@accepts("LB-PROL-04")
def test_the_wheel_starts_turn_10() -> None:
    flip(9, "M-wheel", True).when(turn(10)).then_accepted()
    flip(9, 18, False).then_accepted()


@refuses("LB-PROL-04")
def test_nothing_else_does_and_turn_10_is_the_last() -> None:
    flip(9, 18, True).then_refused("LB-PROL-04")
    flip(9, 14, True).then_refused("LB-PROL-04")
    tenth = flip(9, "M-wheel", True)
    tenth.when(turn(10, prolong=e.Prolong("alliance", 15, True))).then_refused("LB-PROL-04")
    tenth.when(turn(10)).when(turn(11)).then_refused("LB-PROL-04")


@refuses("LB-PROL-01", "LB-SEA-06", "LB-DUNG-06")
@pytest.mark.parametrize(("battlefield", "rule"), [("sea", "LB-SEA-06"), ("dungeon", "LB-DUNG-06")])
def test_no_prolonged_battle_on_sea_and_dungeon(battlefield: str, rule: str) -> None:
    flip(5, 10, True, battlefield).then_refused(rule, "LB-PROL-01")
    over(ready(battlefield)).when(turn(6)).then_refused(rule, "LB-PROL-01", "LB-TLOG-05")


@accepts("LB-SEA-06", "LB-DUNG-06")
@pytest.mark.parametrize("battlefield", ["sea", "dungeon"])
def test_five_turns_on_sea_and_dungeon(battlefield: str) -> None:
    assert over(ready(battlefield)).then_accepted().phase == "end"


@refuses("LB-PROL-02")
def test_a_flip_by_the_wrong_side_or_too_early() -> None:
    flip(5, 10, True, first_side="serpent").then_refused("LB-PROL-02")
    early = turn(1, prolong=e.Prolong("serpent", 10, True))
    ready().when(early).then_refused("LB-PROL-02")


@refuses("LB-PROL-05")
@pytest.mark.parametrize(
    "card", [16, 17, 19, -1, "X-3", "P-0", "P-15", "P-03", "P-x", "M-sun", "", "P-" + "9" * 5000]
)
def test_cards_that_do_not_exist(card: int | str) -> None:
    flip(5, card, True).then_refused("LB-PROL-05")


def test_a_short_deck_has_no_kings() -> None:
    assert card_value("S-14", "full58") == 14
    assert card_value("S-14", "kingless54") is None
    assert card_value(13, "kingless54") == 13


@accepts("LB-PROL-07")
def test_no_flip_ends_the_game() -> None:
    assert over(ready("camp")).then_accepted().phase == "end"


@refuses("LB-PROL-07", "LB-TLOG-05")
def test_no_turn_6_without_a_flip() -> None:
    over(ready("camp")).when(turn(6)).then_refused("LB-PROL-07", "LB-TLOG-05")
