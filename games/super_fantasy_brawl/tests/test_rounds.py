"""The challenge track by turns: SFB-CHAL-01 to -07, SFB-MODE-10, -11, SFB-SETUP-07, against a model of the track."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.tests.tables import STRANGER, R, claimed, fell, ready, turn
from games.super_fantasy_brawl.tests.test_turns import DRIFT, ECHO, at, passed
from games.testing import Case, accepts, refuses

DUEL_ROUND = ("t_pack", "t_raid", None, None)


def laid(cell: int, card: str | None, cause: str = "setup") -> e.ChallengeCardLaid:
    return e.ChallengeCardLaid(cell=cell, card=card, cause=cause)  # type: ignore[arg-type]


def reported(round_: int, *track: str | None, **told: object) -> e.RoundRecorded:
    return e.RoundRecorded(round=round_, track=track, **told)  # type: ignore[arg-type]


def first_round(case: Case | None = None) -> Case:
    """A round without points; the set-up challenge is `t_raid`."""
    case = case or ready().when(laid(0, "t_raid"))
    return passed(case)


@accepts("SFB-CHAL-01", "SFB-CHAL-02", "SFB-CHAL-03", "SFB-CHAL-05", "SFB-CHAL-06", "SFB-SETUP-07")
def test_a_round_moves_the_track() -> None:
    case = first_round().when(reported(1, *DUEL_ROUND, deck_left=9))
    assert case.then_accepted().track.cells == DUEL_ROUND
    assert (case.state.round, case.state.active, case.state.track.deck) == (2, "r", 9)


@refuses("SFB-SETUP-07", "SFB-MODE-10", "SFB-CHAL-05")
def test_where_the_first_challenges_lie() -> None:
    ready().when(laid(1, "t_raid")).then_refused("SFB-SETUP-07")
    ready().when(laid(0, "t_raid")).when(laid(0, "t_pack")).then_refused("SFB-SETUP-07")
    case = ready("superteams")
    case.when(laid(0, "t_raid")).then_refused("SFB-MODE-10")
    case = case.when(laid(2, "t_raid"))
    case.when(laid(1, "t_raid")).then_refused("SFB-CHAL-05")
    passed(ready()).when(laid(0, "t_raid")).then_refused("SFB-TURN-02")


@accepts("SFB-MODE-10", "SFB-MODE-11")
def test_four_players_move_two_steps() -> None:
    """X17: one card on the leftmost cell of 1, two on the cells without points; then two steps and two new cards."""
    case = ready("superteams")
    for cell, card in ((2, "one"), (1, "two"), (0, "three")):
        case = case.when(laid(cell, card))
    case = passed(case).when(reported(1, "five", "four", "three", "two", "one", deck_left=6))
    assert case.then_accepted().track.cells == ("five", "four", "three", "two", "one")
    case = passed(case)
    wrong = reported(2, "seven", "six", "five", "four", "three", discarded=("one",))
    case.when(wrong).then_refused("SFB-MODE-11")
    right = reported(2, "seven", "six", "five", "four", "three", discarded=("one", "two"))
    case.when(right).then_accepted()


@refuses("SFB-MODE-11", "SFB-CHAL-06")
def test_four_players_lay_two_new_cards() -> None:
    case = passed(ready("superteams"))
    case.when(reported(1, None, "four", "?", "?", "?")).then_refused("SFB-MODE-11", "SFB-CHAL-06")


@refuses(
    "SFB-CHAL-01", "SFB-CHAL-02", "SFB-CHAL-03", "SFB-CHAL-04", "SFB-CHAL-05", "SFB-CHAL-06", "SFB-TURN-06"
)
def test_a_track_that_cannot_be() -> None:
    case = first_round()
    case.when(reported(1, *DUEL_ROUND, discarded=("t_raid",))).then_refused("SFB-CHAL-01")
    case.when(reported(1, None, "t_raid", None, None)).then_refused("SFB-CHAL-02")
    case.when(reported(1, "t_pack", "t_rise", None, None)).then_refused("SFB-CHAL-03", "SFB-CHAL-06")
    case.when(reported(1, "t_pack", None, "t_raid", None)).then_refused("SFB-CHAL-03", "SFB-CHAL-06")
    case.when(reported(1, "t_raid", "t_raid", None, None)).then_refused("SFB-CHAL-05")
    case.when(reported(1, "t_raid", "?", None, None)).then_refused("SFB-CHAL-05")
    case.when(reported(1, *DUEL_ROUND, deck_left=8)).then_refused("SFB-CHAL-04")
    case.when(reported(2, *DUEL_ROUND)).then_refused("SFB-TURN-06")
    case.when(reported(1, *DUEL_ROUND), STRANGER).then_refused("SFB-LOG-02")
    ready().when(reported(1, *DUEL_ROUND)).then_refused("SFB-TURN-02")


@refuses("SFB-CHAL-05")
def test_a_discarded_card_does_not_come_back_before_the_reshuffle() -> None:
    case = first_round().when(reported(1, *DUEL_ROUND))
    case = case.when(turn("r", 2, (1, 0), challenges=(claimed(1, card="t_raid"),)))
    case = case.when(turn("b", 2, (1, 0)))
    case.when(reported(2, "t_raid", "t_pack", None, None)).then_refused("SFB-CHAL-05")
    case.when(reported(2, "t_rise", "t_pack", None, None)).then_accepted()


@accepts("SFB-CHAL-04", "SFB-CHAL-05")
@refuses("SFB-CHAL-05")
def test_the_last_card_of_the_old_deck_is_none_of_the_discard_pile() -> None:
    """Of two new cards the first one was laid before the reshuffle that the second one needs."""
    state = passed(ready("superteams")).state
    track = replace(state.track, deck=1, discard=("t_raid", "t_rise"), cells=(None,) * 5)

    def refused(first: str, second: str) -> list[str]:
        event = reported(state.round, second, first, None, None, None)
        return [one.rule for one in RULES.check(replace(state, track=track), event, R)]

    assert refused("t_pack", "t_raid") == []
    assert refused("t_raid", "t_pack") == ["SFB-CHAL-05"]


@refuses("SFB-CHAL-07", "SFB-TURN-08")
def test_the_track_stays_after_the_end() -> None:
    case = at(3, 0)
    case = case.when(turn("r", 2, (3, 0)))
    case = case.when(turn("b", 2, (5, 0), knockouts=(fell(DRIFT, None, "own"), fell(ECHO, None, "own"))))
    case.when(reported(2, "t_pack", "?", "?", None)).then_refused("SFB-CHAL-07", "SFB-END-02")


@accepts("SFB-CHAL-04", "SFB-CHAL-07", "SFB-TURN-07")
def test_the_challenge_deck_is_empty_after_ten_rounds() -> None:
    """SFB-CHAL-04: in a duel the first reshuffle comes at the end of round 11, among four at the end of round 5."""
    for mode, empty in (("duel", 10), ("superteams", 4)):
        case = ready(mode)
        case = case.when(turn("r", 1, (0, 0)))
        for player in case.state.order[1:]:
            case = case.when(turn(player, 1, (0, 0)))
        decks = []
        for number in range(1, empty + 2):
            case = passed(case)
            decks.append(case.state.track.deck)
            assert (
                sum(card is not None for card in case.state.track.cells)
                + case.state.track.deck
                + len(case.state.track.discard)
                == 11
            )
            assert case.state.round == number + 1
        assert decks[-2] == 0 and decks[-1] > 0, (mode, decks)


@pytest.mark.parametrize("seed", range(12))
def test_the_track_agrees_with_a_model(seed: int) -> None:
    """SFB-CHAL-06: a card laid at the end of round e lies on cell r-e-1 in round r, unless scored or pushed off."""
    dice = Random(seed)
    case, born, vp = ready(), {0: 0}, 0
    while vp < 3 and case.state.round < 14:
        number = case.state.round + (case.state.phase == "round")
        lying = {number - 1 - end: end for end in born}
        cells = [cell for cell in lying if 1 <= cell <= 3]
        take = [cell for cell in cells if dice.random() < 0.2 and vp < 3][:1]
        values = (0, 1, 1, 2)
        for cell in take:
            vp += values[cell]
            del born[lying[cell]]
        items = tuple(claimed(cell, values[cell]) for cell in take)
        case = case.when(turn("r", number, (vp, 0), challenges=items))
        if vp >= 5:
            return
        case = case.when(turn("b", number, (vp, 0)))
        born[number] = number
        expected = {number - end for end in born if number - end <= 3}
        track = tuple("?" if cell in expected else None for cell in range(4))
        off = tuple("?" for end in list(born) if number - end > 3)
        for end in [end for end in born if number - end > 3]:
            del born[end]
        case = case.when(reported(number, *track, discarded=off))
        case.then_accepted()
