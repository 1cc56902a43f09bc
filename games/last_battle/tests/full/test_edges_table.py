"""Edges of cards, hands and the end: the Hanged Man among unknown cards, decks that are too small, a stopped table."""

from __future__ import annotations

import pytest

from games.consequences import following
from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.figures import Figure
from games.last_battle.full import events as f
from games.last_battle.pages.faces import FACES
from games.last_battle.tests.full.board import (
    A,
    active,
    all_of,
    blow,
    draw,
    duel,
    exhausted,
    flip,
    noted,
    ready,
    resolved,
    scored,
    started,
    table,
    tidy,
)
from games.last_battle.tests.full.plots import claim, harmed, later, plotted, shown, strategy
from games.last_battle.tests.full.test_edges_actions import offered
from games.lines import Line
from games.ruleset import EVERYONE
from games.testing import Case, accepts, given, refuses

HANGED = f.ArcanaGranted(arcana="M-hanged", side="alliance", zone="hand")


def shuffled(case: Case) -> Case:
    """The cleanup has begun for both sides."""
    shuffles = [f.DiscardReshuffled(side=side, reason="turn_end") for side in ("alliance", "serpent")]
    return all_of(scored(case), *shuffles)


def renewed(case: Case, side: str, away: int = 1) -> Case:
    """A side discards cards and draws one."""
    return all_of(
        case,
        f.HandDiscarded(side=side, cards=("C-9", "S-9")[:away]),  # type: ignore[arg-type]
        f.HandDrawn(side=side, count=1, cards=("P-3",)),  # type: ignore[arg-type]
    )


@accepts("LB-ARC-10")
def test_no_turn_starts_by_itself_while_the_hanged_man_may_be_used() -> None:
    case = shuffled(started(ready()).when(HANGED))
    case = renewed(renewed(case, "alliance", 2), "serpent")
    assert following(RULES, case.state) is None
    assert "hanged_man_used" in {one.type for one in RULES.next_events(case.state, EVERYONE)}
    used = case.when(f.HangedManUsed(side="alliance", drawn=("P-4", "P-5", "P-6")), A)
    assert isinstance(following(RULES, used.then_accepted()), f.TurnStarted)


@accepts("LB-TURN-01")
def test_without_it_the_turn_starts_by_itself() -> None:
    case = renewed(renewed(shuffled(started(ready())), "alliance"), "serpent")
    assert isinstance(following(RULES, case.state), f.TurnStarted)


def kept_hands() -> Case:
    """The Hanged Man was played, shuffled in, and may be one of the cards that the Alliance drew and kept to itself."""
    case = noted()
    for side in ("alliance", "serpent"):
        hand = f.HandDrawn(side=side, count=6, commitment="a" * 64)
        case = all_of(case, f.DeckPrepared(side=side, size=58), hand)
    case = all_of(
        started(case),
        HANGED,
        f.FigureActivated(figure="a1"),
        blow(),
        flip("attack", "alliance", "C-5"),
        flip("defence", "serpent", "P-14"),
        f.FateCheated(check_id="c", role="attack", side="alliance", card="M-hanged"),
        resolved(False),
        f.ActivationEnded(figure="a1"),
    )
    return shuffled(case)


def drawn_again(case: Case) -> Case:
    return all_of(
        case,
        f.HandDiscarded(side="alliance", cards=("W-2",)),
        f.HandDrawn(side="alliance", count=1, commitment="b" * 64),
    )


@accepts("LB-ARC-10")
def test_the_hanged_man_may_be_among_cards_that_nobody_told() -> None:
    case = drawn_again(kept_hands())
    assert offered(case, "hanged_man_used", side="alliance")
    case.when(f.HangedManUsed(side="alliance", commitment="c" * 64), A).then_accepted()


@refuses("LB-ARC-10")
def test_and_not_while_it_lies_in_the_discard() -> None:
    case = drawn_again(kept_hands()).when(f.HangedManUsed(side="alliance", commitment="c" * 64), A)
    assert not offered(case, "hanged_man_used", side="alliance")
    case.when(f.HangedManUsed(side="alliance", commitment="d" * 64), A).then_refused("LB-ARC-10")


def scarce() -> Case:
    """The cleanup of turn 1, eight cards a side, six in each hand: a summoned figure lets the Alliance hold nine."""
    minor = ("C-2", "P-10", "C-9", "S-9", "W-2", "P-14")
    case = noted(deck_profile="listed")
    for side in ("alliance", "serpent"):
        case = all_of(case, f.DeckPrepared(side=side, size=8, cards=minor), draw(side))
    imp = f.FigureSummoned(figure="imp", by_figure="a1", facts=Figure("imp", hand_bonus=3))
    return shuffled(started(case).when(imp))


@accepts("LB-HAND-04", "LB-DECK-06")
def test_a_side_draws_all_there_is_when_that_is_less_than_its_limit() -> None:
    case = scarce()
    assert offered(case, "hand_drawn", side="alliance", count=2)
    case.when(draw("alliance", ("C-2", "P-10"))).then_accepted()


@refuses("LB-DECK-06")
def test_without_a_discard_there_is_nothing_to_shuffle_in() -> None:
    """Neither before the deck is there, nor when the whole of it is in the hand."""
    again = f.DiscardReshuffled(side="alliance", reason="deck_empty")
    noted(deck_profile="listed").when(again).then_refused("LB-DECK-06")
    case = scarce().when(draw("alliance", ("C-2", "P-10")))
    assert not offered(case, "discard_reshuffled")
    case.when(again).then_refused("LB-DECK-06")


@refuses("LB-HAND-04")
def test_and_not_less() -> None:
    scarce().when(draw("alliance", ("C-2",))).then_refused("LB-HAND-04")


@accepts("LB-HAND-01")
def test_a_side_without_a_hand_is_asked_for_its_draw_of_no_card() -> None:
    case = noted(hand_limits={"alliance": 0})
    case = case.when(f.DeckPrepared(side="alliance", size=58))
    assert offered(case, "hand_drawn", side="alliance", count=0)
    case.when(draw("alliance", ())).then_accepted()


@refuses("LB-HAND-01", "LB-MULTI-01")
def test_hand_limits_that_no_hand_can_have() -> None:
    opened = e.TableOpened(
        battlefield="camp", sides={"serpent": ("s",), "alliance": ("a",)}, hand_limits={"alliance": -1}
    )
    given(RULES).when(opened).then_refused("LB-HAND-01")
    strange = e.TableOpened(
        battlefield="camp", sides={"serpent": ("s",), "alliance": ("a",)}, hand_limits={"red": 6}
    )
    given(RULES).when(strange).then_refused("LB-MULTI-01")


STOPPED = e.PlayStopped(reason="It is late.")


@accepts("LB-END-05")
def test_a_table_is_stopped_while_something_is_due() -> None:
    climb = f.ActionDeclared(figure="a1", action="take_off", ap=1)
    case = all_of(plotted("heaven"), f.FigureActivated(figure="a1"), climb, STOPPED)
    assert table(case).pieces["a1"].size == 4
    case = case.when(e.StrategyScored(moment="game_end", serpent=1, alliance=1))
    end = e.GameEnded(reason="closed", serpent_vp=1, alliance_vp=1, result="draw")
    assert case.when(end).then_accepted().incomplete


@refuses("LB-COMM-08")
def test_a_figure_without_lives_is_gone_when_the_table_is_stopped() -> None:
    note = ((), ("s1",))
    case = plotted("camp", "take_prisoner", note).when(harmed("s1", "a1")).when(STOPPED)
    assert "s1" not in table(case).pieces and case.state.fallen[0].how == "killed"
    case.when(shown("take_prisoner", note), A).then_refused("LB-COMM-08")


@accepts("LB-END-05")
def test_damage_that_was_dealt_is_suffered_when_the_table_is_stopped() -> None:
    case = duel(plotted("camp").when(f.FigureActivated(figure="a1")))
    case = all_of(
        case,
        resolved(True),
        flip("damage", "alliance", "C-8"),
        f.DamageResolved(check_id="c", tier="moderate", amount=3),
        STOPPED,
    )
    assert table(case).pieces["s1"].lives == 3
    there = claim("loophole", 2, "game_end", on_enemy_half=True, in_enemy_zone=False)
    case.when(shown("loophole"), A).when(there, A).then_accepted()


@refuses("LB-ACT-14")
def test_an_open_check_ends_with_the_play() -> None:
    case = duel(plotted("camp").when(f.FigureActivated(figure="a1"))).when(STOPPED)
    case.when(resolved(True)).then_refused("LB-ACT-14")


@refuses("LB-ROSTER-07")
def test_a_unique_figure_is_not_summoned_beside_itself() -> None:
    summon = f.FigureSummoned(figure="shadow", by_figure="a1", facts=Figure("s1"))
    active().when(summon, A).then_refused("LB-ROSTER-07")


@accepts("LB-TURN-05")
@pytest.mark.parametrize("unique", [False, None])
def test_a_common_figure_is(unique: bool | None) -> None:
    summon = f.FigureSummoned(figure="shadow", by_figure="a1", facts=Figure("wolf", unique=unique))
    active().when(summon, A).then_accepted()


def gathered() -> Case:
    """The Alliance scored Secret Plans in turn 5."""
    case = all_of(
        later(plotted("camp"), 5),
        f.FigureActivated(figure="a1"),
        f.ActionDeclared(figure="a1", action="interact", ap=1, target="s1", engaged=True),
        f.ConditionChanged(figure="a1", condition="information_gatherer", change="gained", cause="a study"),
    )
    return all_of(exhausted(case), f.EndEffectsApplied(turn=5), strategy(5, alliance=1))


def told(turns: int, alliance: int) -> e.MatchReported:
    strategy_vp = {"serpent": 0, "alliance": alliance}
    return e.MatchReported(turns=turns, strategy=strategy_vp, result="alliance")


@accepts("LB-SCORE-10")
def test_a_report_after_the_scoring_of_a_turn_adds_the_turns_that_follow() -> None:
    gathered().when(told(5, 1), A).then_accepted()
    gathered().when(told(6, 2), A).then_accepted()


@refuses("LB-SCORE-10")
def test_it_adds_nothing_to_the_turn_that_has_scored() -> None:
    gathered().when(told(5, 2), A).then_refused("LB-SCORE-10")


def third_portal() -> Case:
    """The Alliance scored two portals in two turns and closed the third in turn 3, which has not scored yet."""
    case = plotted("heaven")
    for turn, portal in enumerate(("portal-2", "portal-4", "portal-6"), start=1):
        case = all_of(
            case,
            f.FigureActivated(figure="a1"),
            f.ActionDeclared(figure="a1", action="interact", ap=1, engaged=False),
            f.PortalClosed(portal_id=portal, figure="a1", distance_cm=2.0),
        )
        if turn < 3:
            case = all_of(exhausted(case), f.EndEffectsApplied(turn=turn), strategy(turn, alliance=1))
            case = started(tidy(case))
    return case


@accepts("LB-HEAV-11", "LB-SCORE-10")
def test_a_report_counts_the_portal_that_was_closed_in_the_turn_in_progress() -> None:
    third_portal().when(told(5, 4), A).then_accepted()


@refuses("LB-SCORE-01")
def test_and_no_fourth_one() -> None:
    case = all_of(exhausted(third_portal()), f.EndEffectsApplied(turn=3), strategy(3, alliance=1))
    case.when(told(5, 5), A).then_refused("LB-SCORE-01")


def told_of(case: Case) -> str:
    """What the pad says of where the turn stands."""
    line = FACES.now(case.then_accepted())
    assert isinstance(line, Line)
    return line.key


@accepts("LB-INIT-01")
def test_a_side_with_all_cards_in_its_hand_reads_who_ends_the_match() -> None:
    case = scarce().when(draw("alliance", ("C-2", "P-10")))
    case = case.when(f.TurnStarted(turn=2))
    assert told_of(case) == "at_initiative_handed"
    case.when(e.PlayStopped(reason="no cards are left")).then_accepted()


@accepts("LB-INIT-02")
def test_cards_of_one_value_are_tied_for_ever() -> None:
    hand = ("C-9", "S-9", "W-2", "P-14", "M-wheel", "M-death")
    case = noted(deck_profile="listed")
    for side in ("alliance", "serpent"):
        prepared = f.DeckPrepared(side=side, size=7, cards=("C-9", "S-9", "W-2", "P-14", "C-3"))
        case = all_of(case, prepared, draw(side, hand))
    case = case.when(f.TurnStarted(turn=1))
    assert told_of(case) == "at_start"
    case = case.when(f.InitiativeFlipped(serpent_card="C-3", alliance_card="C-3"))
    assert told_of(case) == "at_initiative_tied"
