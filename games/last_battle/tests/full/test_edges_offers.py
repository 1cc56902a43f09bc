"""What is offered at the edges of full detail is accepted, and what would be refused is not offered."""

from __future__ import annotations

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import A, S, active, all_of, duel, scored, tidy
from games.last_battle.tests.full.plots import claim, harmed, later, over, plotted, shown
from games.last_battle.tests.full.test_edges_actions import both_link_cards, offered
from games.last_battle.tests.full.test_tables import link
from games.ruleset import REFEREE
from games.testing import Case, accepts, refuses


def kinds(case: Case) -> set[str]:
    return {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}


def secrets() -> Case:
    """Hidden Secrets was revealed at the start of turn 2."""
    case = tidy(scored(plotted("camp", "hidden_secrets")))
    return case.when(f.TurnStarted(turn=2)).when(shown("hidden_secrets"), A)


@refuses("LB-COMM-11")
def test_no_initiative_is_offered_while_compromat_markers_are_to_be_placed() -> None:
    case = secrets()
    assert "compromat_placed" in kinds(case) and "initiative_flipped" not in kinds(case)
    case.when(f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")).then_refused("LB-COMM-11")


@accepts("LB-COMM-11")
def test_it_is_when_they_lie() -> None:
    names = ("s-lead", "s1", "s2", "s3")
    placed = [f.CompromatPlaced(marker_id=f"k-{name}", figure=name) for name in names]
    case = all_of(secrets(), *placed)
    assert "initiative_flipped" in kinds(case)
    case.when(f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10")).then_accepted()


@refuses("LB-SCORE-04")
def test_heaven_is_not_closed_before_its_portals_are_counted() -> None:
    case = over(plotted("heaven"))
    assert "game_ended" not in kinds(case)
    closed = e.GameEnded(reason="closed", serpent_vp=0, alliance_vp=0, result="draw")
    case.when(closed).then_refused("LB-SCORE-04")


@accepts("LB-SCORE-04", "LB-END-05")
def test_it_is_closed_after_that() -> None:
    case = over(plotted("heaven")).when(e.StrategyScored(moment="game_end", serpent=1, alliance=1))
    assert offered(case, "game_ended", reason="closed")
    closed = e.GameEnded(reason="closed", serpent_vp=1, alliance_vp=1, result="draw")
    case.when(closed).then_accepted()


@refuses("LB-SCH-01")
def test_after_a_reveal_no_other_reveal_is_offered() -> None:
    case = scored(later(plotted("camp", "show_of_force"), 2)).when(shown("show_of_force"), A)
    assert offered(case, "scheme_scored", player="a") and "scheme_revealed" not in kinds(case)
    case.when(shown("show_of_force", player="s")).then_refused("LB-SCH-01")


@refuses("LB-LINK-06")
def test_no_link_card_is_offered_during_an_open_check() -> None:
    case = duel(active())
    assert "arcana_granted" not in kinds(case)
    grant = f.ArcanaGranted(arcana="M-devil", side="alliance", zone="hand")
    case.when(grant).then_refused("LB-LINK-06")


@accepts("LB-LINK-01")
def test_a_link_card_is_earned_once_what_is_due_was_logged() -> None:
    case = plotted("sea").when(harmed("s1", "a1"))
    assert "arcana_created" not in kinds(case)
    earned = f.ArcanaCreated(arcana="M-devil", side="alliance")
    case = case.when(f.FigureRemoved(figure="s1", how="killed", by_figure="a1"))
    assert "arcana_created" in kinds(case)
    case.when(earned).then_accepted()


@accepts("LB-COMM-05")
def test_a_wounded_leader_is_offered_two_points_for_the_loophole() -> None:
    case = over(plotted("camp").when(harmed("a-lead", "a1", left=2))).when(shown("loophole"), A)
    offer = offered(case, "scheme_scored", scheme="loophole")[0]
    assert offer.choices["amount"] == (1, 2)
    there = claim("loophole", 2, "game_end", on_enemy_half=True, in_enemy_zone=True)
    case.when(there, A).then_accepted()


@refuses("LB-ACT-04")
def test_no_free_action_is_offered_between_a_declared_move_and_the_move() -> None:
    move = f.ActionDeclared(figure="a1", action="move", ap=1)
    case = active().when(move, A)
    assert not offered(case, "action_declared", free=True)
    free = f.ActionDeclared(figure="a2", action="blow", kind="melee", target="s1", free=True, source="x")
    case.when(free, A).then_refused("LB-ACT-04")


@refuses("LB-ARC-02")
def test_the_defenders_fool_waits_for_the_attackers_tower() -> None:
    case = both_link_cards().when(f.ActivationEnded(figure="a1")).when(f.FigureActivated(figure="s1"))
    case = all_of(
        case,
        f.ActionDeclared(figure="s1", action="blow", kind="melee", ap=1, target="a1", los=True, cover=False),
        f.CheckFlipped(check_id="c", role="attack", side="serpent", cards=("M-tower",), chosen="M-tower"),
        f.CheckFlipped(check_id="c", role="defence", side="alliance", cards=("M-fool",), chosen="M-fool"),
        f.CheckResolved(check_id="c", success=False),
    )
    told = [(one.choices["card"], one.players) for one in offered(case, "arcana_resolved")]
    assert told == [(("M-tower",), (S.player,))], "whoever made the check takes both off the table"
    case.when(link("M-fool", "a1"), A).then_refused("LB-ARC-02")
