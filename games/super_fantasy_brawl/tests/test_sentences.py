"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian."""

from __future__ import annotations

import re

from games.rulebook import sentence
from games.super_fantasy_brawl import SYSTEM
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.play.training import CHAMPIONS as TRAINING
from games.super_fantasy_brawl.tests.tables import (
    POOLS,
    TRIOS,
    created,
    fell,
    method,
    ordered,
    played,
    ready,
    result,
    turn,
)
from games.super_fantasy_brawl.tests.test_draft import laid_out
from games.testing import Case, refuses
from games.tests.changed_logs import check_sentences

SLUGS = "|".join((*CHAMPIONS, *TRAINING))
NAMES = re.compile(rf"\b(?:(?:red|blue|T|t|slot|organiser|SFB|WL)[-_:\w]*|{SLUGS}|X)\b")
"""Ids that no language translates."""


def test_every_refusal_reads_as_a_sentence() -> None:
    check_sentences(SYSTEM, NAMES)


def told(case: Case, rule: str) -> tuple[str, str]:
    """What a person reads of this rule in the refusal of the last event, in both languages."""
    found = next(one for one in case.then_refused() if one.rule == rule)
    return sentence(found, "en"), sentence(found, "ru")


@refuses("SFB-MODE-07")
def test_after_the_bans_of_four_a_refusal_says_that_nobody_picks() -> None:
    case = laid_out("superteams", "turns")
    bans = (("r", "b", "anvil"), ("b", "r", "anvil"), ("s", "c", "ivy"), ("c", "s", "echo"))
    case = played(case, *(e.ChampionBanned(by=by, owner=owner, champion=one) for by, owner, one in bans))
    english, russian = told(case.when(e.ChampionPicked(player="r", champion="bramble")), "SFB-MODE-07")
    assert english == "All bans are made (4): whoever is left plays, and nobody picks."
    assert russian == "Все исключения сделаны (4): оставшиеся чемпионы играют, выбирать больше нечего."


@refuses("SFB-ROSTER-09", "SFB-MODE-06")
def test_a_ban_before_the_pools_names_who_has_laid_out_none() -> None:
    for mode, rule, pool in (
        ("duel", "SFB-ROSTER-09", POOLS["r"]),
        ("superteams", "SFB-MODE-06", TRIOS["r"]),
    ):
        case = method(ordered(mode), "tournament_draft").when(e.DraftPoolSet(player="r", champions=pool))
        early = case.when(e.ChampionBanned(by="r", owner="b", champion="anvil"))
        english, russian = told(early, rule)
        assert "still to lay them out: side B" in english and "nothing" not in english
        assert "ещё не выложили: сторона Б" in russian


@refuses("SFB-MODE-02")
def test_an_order_that_begins_with_the_other_team_is_told_which_goes_first() -> None:
    case = created("superteams").when(e.FirstPlayerDetermined(team="red"))
    english, russian = told(case.when(e.TurnOrderSet(order=("b", "r", "c", "s"))), "SFB-MODE-02")
    assert "here side A" in english and "здесь сторона А" in russian


@refuses("SFB-LOG-02")
def test_a_report_that_leaves_a_side_out_is_told_which() -> None:
    alone = {"red": 5}
    report = e.MatchResultRecorded(
        winner="red", vp=alone, challenge_vp=alone, knockout_vp={"red": 0}, rounds=6
    )
    english, russian = told(ready(detail="summary").when(report), "SFB-LOG-02")
    assert english == "No points are entered for side B." and russian == "Очки не указаны: сторона Б."


@refuses("SFB-RES-04", "SFB-KO-02")
def test_points_of_a_turn_are_not_called_knock_outs() -> None:
    case = ready().when(turn("r", 1, (3, 0), knockouts=(fell("blue:drift"), fell("blue:echo"))))
    english, russian = told(case, "SFB-RES-04")
    assert "in this turn: 2" in english and "points after it are 2; entered: 3" in english
    assert "ПО после него 2; указано 3" in russian
    assert "one point for each of" in told(case, "SFB-KO-02")[0]
    none = ready().when(turn("r", 1, (0, 0), knockouts=(fell("blue:drift"),)))
    assert "SFB-SETUP-05" not in {one.rule for one in none.violations}


@refuses("SFB-RES-13")
def test_who_has_the_points_already_is_told_them() -> None:
    """A result that is right otherwise is not told to be itself."""
    for case in (
        ready(detail="summary").when(result(vp=(5, 3), reason="concession")),
        ready(detail="summary").when(result(vp=(5, 3), reason="organiser")),
    ):
        assert told(case, "SFB-RES-13")[0].startswith("With 5 points a match is over")


@refuses("SFB-RES-04")
def test_too_few_knock_outs_for_an_end_of_both_sides_are_told_as_at_least() -> None:
    case = ready(detail="summary").when(result(vp=(5, 5), knockouts=(2, 0), reason="mutual_knockout"))
    english, russian = told(case, "SFB-RES-04")
    assert "at least 1, for both" in english and "не меньше 1" in russian


@refuses("SFB-TRAP-11")
def test_whoever_was_driven_onto_a_trap_fell_by_an_enemy() -> None:
    by_trap = fell("blue:drift", "red:anvil", "trap")
    english, russian = told(ready().when(turn("r", 1, (1, 0), knockouts=(by_trap,))), "SFB-TRAP-11")
    assert "If red:anvil drove the champion onto it, it fell by an enemy" in english
    assert "Если на ловушку загнал red:anvil, это нокаут врагом" in russian
    driven = fell("blue:drift", "red:anvil")
    ready().when(turn("r", 1, (1, 0), knockouts=(driven,), levelled_up=("red:anvil",))).then_accepted()


@refuses("SFB-CHAL-04")
def test_a_wrong_count_of_the_challenge_deck_is_told_with_the_right_one() -> None:
    case = ready().when(turn("r", 1, (0, 0))).when(turn("b", 1, (0, 0)))
    report = e.RoundRecorded(round=1, track=("?", "?", None, None), deck_left=10)
    english, russian = told(case.when(report), "SFB-CHAL-04")
    assert english == "Cards left in the challenge deck: 9; entered: 10."
    assert russian == "В колоде испытаний осталось карт: 9; указано: 10."
