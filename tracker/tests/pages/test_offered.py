"""What a pad leaves out because the rules would refuse it, and what it does not put first; in memory, without pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.frame import MatchState
from games.last_battle.tests import tables
from games.last_battle.tests.full import board, plots
from games.registry import MATCHES
from games.ruleset import Actor, Setup, Viewer
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.state import mode_of
from games.testing import Case
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

TEAMS = {"a": ("a-1", "a-2"), "b": ("b-1", "b-2")}
BRAWL = MATCHES["super_fantasy_brawl"]


def offered(system: str, state: Any, player: str) -> dict[str, Any]:
    """Step -> its form, as the pad of a player shows it."""
    rules = MATCHES[system]
    side = next(side for side, players in rules.sides(state).items() if player in players)
    viewer = Viewer("player", player, side)
    pages: Any = pages_of(system)
    seen, following = rules.visible_to(state, viewer), rules.next_events(state, viewer)
    desk = pages.sit(seen, rules.outcome(state), 1, following, viewer, Names({}, {}, "en"))
    return {form.step: form for form in pages.steps(desk)}


def battle(case: Case, player: str) -> dict[str, Any]:
    return offered("last_battle", MatchState(case.then_accepted()), player)


# --- Super Fantasy Brawl: the pools of a competitive draft ---------------------------------------------------


def drafting(mode: str, sides: Mapping[str, tuple[str, ...]], *events: Any) -> Any:
    """A competitive draft in which side A goes first."""
    state = BRAWL.initial(Setup())
    opening = e.MatchCreated(mode=mode, sides=sides, detail="turns")  # type: ignore[arg-type]
    first = {"player": sides["a"][0]} if mode == "duel" else {"team": "a"}
    told = (
        opening,
        e.SelectionMethodChosen(method="tournament_draft"),
        e.FirstPlayerDetermined(**first),  # type: ignore[arg-type]
        *events,
    )
    for event in told:
        assert not BRAWL.check(state, event, Actor("organiser", "o")), event
        state = BRAWL.evolve(state, event)
    return state


def champions(form: Any) -> set[str]:
    return {slug for slug, _name in form.fields["champions"].choices}


def test_a_champion_that_a_team_mate_laid_out_is_not_offered() -> None:
    """SFB-MODE-06: a team has every champion once; the other team may have it, too."""
    order = e.TurnOrderSet(order=("a-1", "b-1", "a-2", "b-2"))
    before = drafting("superteams", TEAMS, order)
    pool = tuple(CHAMPIONS)[: mode_of(before.play).tournament_pool]
    laid = drafting("superteams", TEAMS, order, e.DraftPoolSet(player="a-1", champions=pool))
    assert set(pool) <= champions(offered("super_fantasy_brawl", before, "a-2")["draft_pool_set"])
    mate = champions(offered("super_fantasy_brawl", laid, "a-2")["draft_pool_set"])
    assert mate == set(CHAMPIONS) - set(pool)
    assert set(pool) <= champions(offered("super_fantasy_brawl", laid, "b-1")["draft_pool_set"])


def test_a_registered_pool_offers_itself_alone() -> None:
    """SFB-ROSTER-10: what was handed in is laid out, and nothing else."""
    pool = tuple(CHAMPIONS)[1:6]
    sides = {"a": ("a-1",), "b": ("b-1",)}
    state = drafting("duel", sides, e.PoolRegistered(player="a-1", champions=pool))
    form = offered("super_fantasy_brawl", state, "a-1")["draft_pool_set"]
    assert champions(form) == set(pool) == set(form.fields["champions"].initial)
    assert champions(offered("super_fantasy_brawl", state, "b-1")["draft_pool_set"]) == set(CHAMPIONS)


# --- Last Battle: the end of the game, claims, the deployment ------------------------------------------------


@pytest.mark.parametrize(("count", "worth"), [(0, False), (1, True)])
def test_a_claim_is_offered_as_long_as_facts_could_give_it_something(count: int, worth: bool) -> None:
    """LB-UNIQ-04: without a scheme marker on the table nothing surrounds anybody."""
    case = plots.plotted(a="surround_them")
    case = plots.over(plots.markers(case, *("m1", "m2")[:count]))
    assert ("claim" in battle(case, "a")) == worth
    if not worth:
        corner = [{"corner": "a", "marker": "m1", "cm": 1.0}]
        case.when(plots.claim("surround_them", 1, "game_end", corners=corner), board.A).then_refused(
            "LB-UNIQ-04"
        )


def test_the_end_is_not_the_main_button_while_the_other_side_may_still_score() -> None:
    case = tables.over(tables.ready("camp", s=("trap",)))
    for player in ("a", "s"):
        assert battle(case, player)["end"].may_wait, "the scheme the other side's is still secret"


def test_the_end_is_the_main_button_once_nobody_else_can_score() -> None:
    case = tables.over(tables.ready("camp", s=()))
    assert not battle(case, "a")["end"].may_wait
    assert battle(case, "s")["end"].may_wait


def test_only_the_alliance_is_asked_to_deploy() -> None:
    """LB-SETUP-09: the Serpent stands from the start."""
    case = board.placed(board.hired())
    assert "squad_deployed" in battle(case, "a")
    assert "squad_deployed" not in battle(case, "s")
