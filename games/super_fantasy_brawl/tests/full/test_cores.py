"""Cores of magic: SFB-CORE-02 to -08, SFB-MODE-20. What pays, what is exhausted, and what makes it ready."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.cores import check_core, exhausted, readied, ready_cores
from games.super_fantasy_brawl.full.zones import seat, with_own
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.tests.full.position import END, A, attack, opened, played, scene, skill
from games.super_fantasy_brawl.tests.tables import deployed, turn_begun, turn_over
from games.testing import Case, accepts, refuses

CARDS = {"card": attack(), "more": skill(), "third": attack(core="manipulation"), "fourth": skill()}


def basic(number: int, core: Any, champion: str = A, player: str = "r") -> a.BasicActionStarted:
    return a.BasicActionStarted(player=player, champion=champion, basic=number, core=core)


def spent(*cards: str) -> Case:
    """Cards were played and declined."""
    case = scene(cards=CARDS)
    for card in cards:
        case = played(opened(case, card), a.CardDeclined(card=card), END)
    return case


def paid(state: SfbState, player: str, core: str) -> SfbState:
    """The match with a core of the player exhausted, in whoever's turn it is."""
    return with_own(state, player, exhausted(seat(state, player), core, player != state.active))


@accepts("SFB-CORE-02", "SFB-CORE-04", "SFB-CORE-05", "SFB-CORE-08")
def test_three_payments() -> None:
    case = played(spent("card", "more"), basic(4, "manipulation"), END)
    assert ready_cores(case.state, "r") == ()


@refuses("SFB-CORE-02", "SFB-CORE-04", "SFB-CORE-05", "SFB-CORE-08")
def test_what_cannot_pay() -> None:
    case = spent("card")
    wrong = a.ActionCardPlayed(player="r", champion=A, card="more", core="manipulation")
    assert [one.rule for one in case.when(wrong).then_refused("SFB-CORE-02")] == ["SFB-CORE-02"]
    case.when(basic(4, "destruction")).then_refused("SFB-CORE-04", "SFB-CORE-05")
    case.when(basic(1, "creation")).then_refused("SFB-CORE-04")
    none = spent("card", "more", "third")
    fourth = a.ActionCardPlayed(player="r", champion=A, card="fourth", core="creation")
    none.when(fourth).then_refused("SFB-CORE-02", "SFB-CORE-08")


@accepts("SFB-CORE-06", "SFB-CORE-07")
@refuses("SFB-CORE-07")
def test_cores_of_reactions_stay_exhausted_through_the_own_turn() -> None:
    """X8: those used for reactions come back only in their player's next upkeep."""
    case = turn_begun(deployed())
    state = paid(case.state, "b", "creation")
    case = Case(case.rules, case.setup, state, case.entries)
    case = turn_begun(turn_over(case))
    told = basic(2, "creation", "blue:drift", "b")
    case.when(told).then_refused("SFB-CORE-04", "SFB-CORE-07")
    assert len(ready_cores(turn_over(case).state, "b")) == 3
    assert ready_cores(readied(case.state, "b", "creation"), "b") == ready_cores(turn_over(case).state, "b")


@refuses("SFB-CORE-06", "SFB-MODE-20")
def test_the_upkeep_of_another_player_readies_nothing() -> None:
    for mode, rule in (("duel", "SFB-CORE-06"), ("superteams", "SFB-MODE-20")):
        case = turn_begun(deployed(mode=mode))
        state = paid(case.state, "r", "creation")
        other = replace(state, active="b")
        found = [one.rule for one in check_core(other, "r", "creation", "creation", "SFB-CORE-03")]
        assert found == ["SFB-CORE-03", rule]


@accepts("SFB-MODE-20")
def test_every_player_has_the_own_upkeep() -> None:
    case = turn_begun(deployed(mode="superteams"))
    for player in ("r", "s"):
        case = Case(case.rules, case.setup, paid(case.state, player, "creation"), case.entries)
    case = turn_over(case)
    assert len(ready_cores(case.state, "r")) == 3 and len(ready_cores(case.state, "s")) == 2
