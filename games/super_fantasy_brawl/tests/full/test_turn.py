"""Turns, scoring, rounds at full detail: SFB-TURN, SFB-SCORE, SFB-CHAL, SFB-END, SFB-EFF-03, -11, SFB-CORE-06, -07."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.consequences import following
from games.ruleset import REFEREE, SYSTEM
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.conditions import holds, is_met
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.legal.moves import moves
from games.super_fantasy_brawl.play.training import CHALLENGES
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.tests.tables import (
    ORGANISER,
    B,
    R,
    S,
    claimed,
    deployed,
    full_round,
    over,
    ready,
    round_over,
    turn_begun,
    turn_over,
)
from games.testing import Case, accepts, refuses


def started(case: Case, player: str, round_: int = 1) -> f.TurnStarted:
    return f.TurnStarted(round=round_, player=player)


def scored(player: str, *items: e.Claimed) -> f.ChallengesScored:
    return f.ChallengesScored(player=player, items=items)


def moved(case: Case, **changes: Any) -> Case:
    """The case with figures elsewhere or changed: `red_anvil={...}`."""
    state: SfbState = case.state
    figures = {
        key: replace(one, **changes.get(key.replace(":", "_"), {})) for key, one in state.figures.items()
    }
    return Case(case.rules, case.setup, replace(state, figures=figures), case.entries)


@accepts("SFB-TURN-01", "SFB-TURN-02", "SFB-TURN-06", "SFB-SCORE-01", "SFB-SCORE-06", "SFB-CHAL-01")
def test_a_round_in_which_nothing_happens() -> None:
    """X7: the only card lies on the cell without points, so nobody scores in round 1."""
    case = full_round(deployed(), "t_pack")
    assert (case.state.round, case.state.phase) == (2, "between")
    assert case.state.track.cells == ("t_pack", "t_raid", None, None)
    turn_begun(case).then_accepted()


@refuses("SFB-TURN-01", "SFB-TURN-06", "SFB-LOG-02")
def test_turns_have_their_order() -> None:
    case = deployed()
    case.when(started(case, "b")).then_refused("SFB-TURN-01")
    case.when(started(case, "r", 2)).then_refused("SFB-TURN-06")
    case.when(started(case, "r"), B).then_refused("SFB-LOG-02")


@refuses("SFB-TURN-02", "SFB-TURN-03", "SFB-ACT-01")
def test_phases_have_their_order() -> None:
    case = deployed().when(started(deployed(), "r"))
    case.when(f.RefreshCompleted(player="r", count=5)).then_refused("SFB-TURN-02")
    case.when(f.TurnEnded(player="r")).then_refused("SFB-TURN-02")
    case = case.when(scored("r"))
    case.when(f.TurnEnded(player="r")).then_refused("SFB-TURN-02")
    basic = a.BasicActionStarted(player="r", champion="red:anvil", basic=4, core="creation")
    upkeep = f.RefreshCompleted(player="r", count=5)
    case.when(basic).when(upkeep).then_refused("SFB-TURN-02", "SFB-ACT-01")
    case = case.when(upkeep)
    case.when(basic).then_refused("SFB-TURN-02")
    case.when(f.TurnEnded(player="b")).then_refused("SFB-TURN-03")
    case.when(f.RoundEnded(round=1)).then_refused("SFB-TURN-02")


@accepts("SFB-SCORE-01", "SFB-SCORE-07")
@refuses("SFB-SCORE-01", "SFB-SCORE-05", "SFB-SCORE-07", "SFB-MODE-14")
def test_the_active_side_scores_once_at_the_start() -> None:
    case = deployed().when(started(deployed(), "r"))
    case.when(scored("b")).then_refused("SFB-SCORE-01", "SFB-SCORE-05")
    case = case.when(scored("r"), R)
    case.when(scored("r")).then_refused("SFB-SCORE-07", "SFB-TURN-02")
    four = deployed(mode="superteams")
    four = four.when(started(four, "r"))
    four.when(scored("s"), S).then_refused("SFB-SCORE-01", "SFB-MODE-14")


def at_raid() -> Case:
    """Round 2: red stands in blue's area, `t_raid` lies on the cell of 1 point; r's turn has begun."""
    case = full_round(deployed(), "t_pack")
    case = moved(case, red_anvil={"cell": (0, -3)}, blue_drift={"cell": (0, 0)})
    return case.when(started(case, "r", 2))


@accepts("SFB-SCORE-02", "SFB-SCORE-03", "SFB-SCORE-04", "SFB-SCORE-08", "SFB-SCORE-09")
def test_a_challenge_that_is_met() -> None:
    case = at_raid().when(scored("r", claimed(1, 1, "t_raid")), R)
    state = case.then_accepted()
    assert state.sides["red"].challenge == 1 and state.track.cells == ("t_pack", None, None, None)
    assert state.track.discard == ("t_raid",) and state.phase == "activation"


@refuses("SFB-SCORE-02", "SFB-SCORE-03", "SFB-SCORE-04", "SFB-SCORE-06", "SFB-SCORE-08", "SFB-SCORE-09")
def test_a_wrong_score() -> None:
    case = at_raid()
    case.when(scored("r")).then_refused("SFB-SCORE-03")
    case.when(scored("r", claimed(1, 2, "t_raid"))).then_refused("SFB-SCORE-04")
    case.when(scored("r", claimed(0, 0, "t_pack"))).then_refused("SFB-SCORE-02")
    case.when(scored("r", claimed(2, 1))).then_refused("SFB-SCORE-08")
    case.when(scored("r", claimed(1, 1, "t_pack"))).then_refused("SFB-SCORE-09")
    home = moved(case, red_anvil={"cell": (-3, 3)})
    home.when(scored("r", claimed(1, 1, "t_raid"))).then_refused("SFB-SCORE-03")
    home.when(scored("r")).then_accepted()
    early = deployed().when(started(deployed(), "r"))
    early.when(scored("r", claimed(1, 1))).then_refused("SFB-SCORE-06")


@accepts("SFB-SCORE-07", "SFB-END-02", "SFB-END-03")
@refuses("SFB-TURN-08", "SFB-CHAL-07")
def test_the_end_after_scoring() -> None:
    case = at_raid()
    sides = {**case.state.sides, "red": replace(case.state.sides["red"], knockout=4)}
    case = Case(case.rules, case.setup, replace(case.state, sides=sides), case.entries)
    case = case.when(scored("r", claimed(1, 1, "t_raid")))
    assert case.state.phase == "over"
    case.when(f.RefreshCompleted(player="r", count=5)).then_refused("SFB-TURN-08", "SFB-END-02")
    case.when(f.TurnEnded(player="r")).then_refused("SFB-TURN-08")
    case.when(f.ChallengeTrackShifted(shift=1)).then_refused("SFB-CHAL-07")
    case.when(over("red", (5, 0))).then_accepted()


@accepts("SFB-EFF-03", "SFB-EFF-11", "SFB-MODE-17")
@refuses("SFB-EFF-03", "SFB-EFF-11")
def test_conditions_of_challenges() -> None:
    case = full_round(deployed(challenges=("t_centre",)), "t_blood")
    centre = sorted(case.state.full.ground.areas["centre"])
    case = case.when(started(case, "r", 2))
    told = scored("r", claimed(1, 1, "t_centre"))
    case.when(told).then_refused("SFB-SCORE-03", "SFB-EFF-03")
    mine = moved(case, red_anvil={"cell": centre[0]})
    mine.when(told).then_accepted()
    tied = moved(case, red_anvil={"cell": centre[0]}, blue_drift={"cell": centre[1]})
    tied.when(told).then_refused("SFB-SCORE-03", "SFB-EFF-03")
    blood = full_round(deployed(challenges=("t_blood",)), "t_raid")
    blood = blood.when(started(blood, "r", 2))
    hurt = scored("r", claimed(1, 1, "t_blood"))
    moved(blood, blue_drift={"damage": 2}).when(hurt).then_refused("SFB-SCORE-03", "SFB-EFF-11")
    moved(blood, blue_drift={"damage": 3}).when(hurt).then_accepted()


def test_every_condition_can_hold_and_fail() -> None:
    case = deployed()
    assert not any(
        is_met(case.state, "red", card) for card in CHALLENGES if card not in ("t_guard", "t_pack")
    )
    assert is_met(case.state, "red", "t_guard") and is_met(case.state, "red", "t_pack")
    near = moved(
        case,
        red_anvil={"cell": (0, 0), "levelled": True},
        red_bramble={"cell": (0, -3)},
        blue_drift={"cell": (0, -1), "damage": 3},
        blue_echo={"cell": (1, -3)},
        blue_frost={"cell": None},
    )
    for card in ("t_raid", "t_blood", "t_rout", "t_rise", "t_clinch"):
        assert is_met(near.state, "red", card), card
    assert is_met(case.state, "red", "moon") is None
    blind = replace(case.state, full=replace(case.state.full, ground=None))
    conditions = [one for card in CHALLENGES.values() for one in card.conditions or ()]
    assert any(holds(blind, "red", one) is None for one in conditions)


@accepts("SFB-CORE-06", "SFB-CORE-07", "SFB-MODE-20", "SFB-TURN-05")
@refuses("SFB-CORE-04")
def test_cores_come_back_in_the_own_upkeep() -> None:
    """X8: all three cores are ready after the player's upkeep; those used in the turn of an opponent are not before."""
    case = deployed()
    spent = replace(case.state.full.seats["b"], exhausted=("creation",))
    rooted = moved(case, blue_drift={"immobilised": True})
    full = replace(rooted.state.full, seats={**case.state.full.seats, "b": spent})
    case = Case(case.rules, case.setup, replace(rooted.state, full=full), case.entries)
    case = turn_over(turn_begun(case))
    assert not case.state.figures["blue:drift"].immobilised
    assert ready_cores(case.state, "b") == ("destruction", "manipulation")
    case = turn_begun(case)
    basic = a.BasicActionStarted(player="b", champion="blue:drift", basic=2, core="creation")
    case.when(basic).then_refused("SFB-CORE-04")
    assert len(ready_cores(turn_over(case).state, "b")) == 3


@refuses("SFB-CHAL-01", "SFB-CHAL-02", "SFB-CHAL-04", "SFB-CHAL-05", "SFB-TURN-06", "SFB-LOG-02")
def test_a_wrong_end_of_the_round() -> None:
    case = turn_over(turn_begun(turn_over(turn_begun(deployed()))))
    case.when(f.ChallengeTrackShifted(shift=2)).then_refused("SFB-CHAL-01")
    case.when(f.ChallengeTrackShifted(shift=1, discarded=("t_raid",))).then_refused("SFB-CHAL-01")
    case.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_refused("SFB-CHAL-01")
    case.when(f.RoundEnded(round=1)).then_refused("SFB-CHAL-01")
    case = case.when(f.ChallengeTrackShifted(shift=1))
    case.when(f.ChallengeTrackShifted(shift=1)).then_refused("SFB-CHAL-01")
    case.when(f.ChallengeDeckReshuffled(size=0)).then_refused("SFB-CHAL-04")
    case.when(e.ChallengeCardLaid(cell=1, cause="round_end")).then_refused("SFB-CHAL-02")
    case.when(e.ChallengeCardLaid(cell=0, card="t_raid", cause="round_end")).then_refused("SFB-CHAL-05")
    case.when(f.RoundEnded(round=1)).then_refused("SFB-CHAL-01")
    case = case.when(e.ChallengeCardLaid(cell=0, card="t_pack", cause="round_end"))
    case.when(e.ChallengeCardLaid(cell=0, card="t_rise", cause="round_end")).then_refused("SFB-CHAL-02")
    case.when(f.RoundEnded(round=2)).then_refused("SFB-TURN-06")
    case.when(f.RoundEnded(round=1), ORGANISER).then_accepted()


@accepts("SFB-CHAL-03", "SFB-CHAL-04", "SFB-CHAL-05", "SFB-CHAL-06")
@refuses("SFB-CHAL-04")
def test_the_challenge_deck_is_reshuffled_when_a_card_must_be_laid() -> None:
    case = deployed()
    for _ in range(10):
        case = full_round(case)
    assert case.state.track.deck == 0 and case.state.round == 11
    case = turn_over(turn_begun(turn_over(turn_begun(case))))
    case = case.when(f.ChallengeTrackShifted(shift=1, discarded=("?",)))
    case.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_refused("SFB-CHAL-04")
    case.when(f.ChallengeDeckReshuffled(size=7)).then_refused("SFB-CHAL-04")
    case = case.when(f.ChallengeDeckReshuffled(size=8))
    case.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_accepted()


def on_track(*cells: str | None, deck: int) -> Case:
    """The end of a round on a track of unknown length, on which these cards lie."""
    case = turn_over(turn_begun(turn_over(turn_begun(deployed(track=None)))))
    track = replace(case.state.track, cells=cells, deck=deck, values=None)
    return Case(case.rules, case.setup, replace(case.state, track=track), case.entries)


@accepts("SFB-CHAL-01")
@refuses("SFB-CHAL-01")
def test_what_leaves_a_track_of_unknown_length_is_told() -> None:
    """Of eleven challenges not all can lie there: the deck of a longer match is made of those that left."""
    full = on_track(*["?"] * 11, deck=0)
    full.when(f.ChallengeTrackShifted(shift=1)).then_refused("SFB-CHAL-01")
    case = full.when(f.ChallengeTrackShifted(shift=1, discarded=("?",)))
    case = case.when(f.ChallengeDeckReshuffled(size=1))
    case.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_accepted()


def test_offers_say_what_may_leave_a_track_of_unknown_length() -> None:
    first, long, full = (
        on_track("t_raid", deck=10),
        on_track("?", None, "t_raid", deck=9),
        on_track(*["?"] * 11, deck=0),
    )
    for case, may_leave in ((first, ((),)), (long, ((), ("t_raid",))), (full, (("?",),))):
        (offer,) = (
            one for one in RULES.next_events(case.state, REFEREE) if one.type == "challenge_track_shifted"
        )
        assert offer.choices["discarded"] == may_leave
        made = [f.ChallengeTrackShifted(shift=1, discarded=cards) for cards in may_leave]
        assert moves(case.state, offer, SYSTEM) == made
    assert following(RULES, first.state) == f.ChallengeTrackShifted(shift=1)
    assert following(RULES, long.state) is None


@accepts("SFB-MODE-11", "SFB-MODE-14")
@refuses("SFB-MODE-11")
def test_four_players_end_their_round() -> None:
    case = deployed(mode="superteams")
    for _ in case.state.order:
        case = turn_over(turn_begun(case))
    case.when(f.ChallengeTrackShifted(shift=1)).then_refused("SFB-MODE-11")
    shifted = case.when(f.ChallengeTrackShifted(shift=2))
    shifted.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_refused("SFB-MODE-11")
    one = shifted.when(e.ChallengeCardLaid(cell=1, cause="round_end"))
    one.when(f.RoundEnded(round=1)).then_refused("SFB-MODE-11")
    done = round_over(case)
    assert done.state.track.cells == ("?", "?", "t_rise", "t_pack", "t_raid")


@refuses("SFB-CHAL-03")
def test_a_lifted_rule_leaves_one_card_on_a_cell() -> None:
    """Only a ruling can let a round go on without its move; then a new card still needs an empty cell."""
    case = turn_over(turn_begun(turn_over(turn_begun(deployed()))))
    case = case.when(e.RulingRecorded(organiser="o", note="no move", rule="SFB-CHAL-01"), ORGANISER)
    case.when(e.ChallengeCardLaid(cell=0, cause="round_end")).then_refused("SFB-CHAL-03")


def test_a_match_by_turns_knows_no_single_plays() -> None:
    ready().when(f.TurnStarted(round=1, player="r")).then_refused("SFB-TURN-02")
    ready(detail="summary").when(scored("r")).then_refused("SFB-TURN-02")
