"""The worked examples of the rulebook that are no single attack: set-up of traps, round 1, cores, the longer track."""

from __future__ import annotations

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.tests import tables
from games.super_fantasy_brawl.tests.full.position import (
    END,
    B,
    R,
    attack,
    basic,
    declared,
    effect,
    opened,
    played,
    reacted,
    reaction,
    scene,
    skill,
    walk,
)
from games.super_fantasy_brawl.tests.full.position import A as CHAMPION
from games.testing import accepts, refuses


@accepts("SFB-SETUP-08", "SFB-SETUP-09")
@refuses("SFB-SETUP-09")
def test_x6_two_trap_hexes_stay_empty() -> None:
    case = tables.trapped()
    full = case.state.full
    assert len(full.traps) == 4 and len(full.ground.trap_cells - {slot.cell for slot in full.traps}) == 2
    more = f.TrapTokenPlaced(
        player="b", cell=min(full.ground.trap_cells - {s.cell for s in full.traps}), slot="x"
    )
    case.when(more).then_refused()


@accepts("SFB-SCORE-06")
@refuses("SFB-SCORE-06")
def test_x7_nobody_scores_a_challenge_in_round_one() -> None:
    case = tables.deployed().when(f.TurnStarted(round=1, player="r"))
    item = e.Claimed(cell=0, vp=1, card="t_raid")
    case.when(f.ChallengesScored(player="r", items=(item,))).then_refused("SFB-SCORE-06")
    played(case, f.ChallengesScored(player="r"))


@accepts("SFB-CORE-06", "SFB-CORE-07")
@refuses("SFB-CORE-03")
def test_x8_cores_of_reactions_come_back_in_the_own_upkeep() -> None:
    cards = {
        "card": attack(attack=1),
        "more": attack(attack=1, core="creation"),
        "answer": reaction(),
        "again": reaction(),
    }
    case = scene(cards=cards)
    assert set(ready_cores(case.state, "b")) == {"destruction", "creation", "manipulation"}
    case = reacted(declared(opened(case)))
    case = played(case, a.AttackResolved(card="card", targets=(hit_of_one(),)), END)
    case = declared(opened(case, "more"), card="more")
    told = a.ReactionPlayed(player="b", card="again", core="manipulation", on_champion="blue:x")
    case.when(told, B).then_refused("SFB-CORE-03")
    case = played(case, a.ReactionPassed(side="blue"))
    case = played(case, a.AttackResolved(card="more", targets=(hit_of_one(),)), END)
    case = played(case, (f.RefreshCompleted(player="r", count=5), R), (f.TurnEnded(player="r"), R))
    assert ready_cores(case.state, "r") == ("destruction", "creation", "manipulation")
    assert "manipulation" not in ready_cores(case.state, "b")


def hit_of_one() -> a.Hit:
    """Strength 1 against defence 1."""
    return a.Hit(champion="blue:x", strength=1, defence=1, damage=0)


@accepts("SFB-MODE-10", "SFB-MODE-11")
@refuses("SFB-MODE-10")
def test_x17_three_challenges_on_the_longer_track() -> None:
    case = tables.ready("superteams")
    case.when(e.ChallengeCardLaid(cell=0, card="t_raid")).then_refused("SFB-MODE-10")
    for cell, card in ((2, "t_raid"), (1, "t_pack"), (0, "t_rise")):
        case = case.when(e.ChallengeCardLaid(cell=cell, card=card))
    assert case.state.track.cells == ("t_rise", "t_pack", "t_raid", None, None)


@accepts("SFB-TURN-05", "SFB-EFF-06")
@refuses("SFB-TURN-05")
def test_root_ends_with_the_turn() -> None:
    case = scene(cards={"card": skill(effect("immobilise", on="self"))})
    case = played(opened(case), a.SkillUsed(champion=CHAMPION, card="card"))
    case = played(case, a.ChampionImmobilised(champion=CHAMPION), END)
    stuck = case.when(basic(4, "destruction"), R)
    stuck.when(walk(CHAMPION, (0, 1)), R).then_refused("SFB-MOVE-06", "SFB-TURN-05")
    case = played(case, f.RefreshCompleted(player="r", count=5), f.TurnEnded(player="r"))
    assert not case.state.figures[CHAMPION].immobilised
