"""The setup at full detail: LB-SETUP-01, -09 to -11, LB-HEAV-08, -09, LB-DECK-01, LB-HAND-01, -07."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.last_battle import RULES
from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.next_events import next_events
from games.last_battle.tests.full.board import A, S, draw, figure, hired, noted, placed, ready, table
from games.last_battle.tests.tables import turn
from games.ruleset import EVERYONE, REFEREE
from games.testing import accepts, given, refuses


@accepts("LB-SETUP-01", "LB-SETUP-09", "LB-SETUP-10", "LB-SETUP-11", "LB-DECK-01", "LB-HAND-01")
@pytest.mark.parametrize("battlefield", ["heaven", "sea", "camp", "dungeon", "serpent"])
def test_the_whole_setup(battlefield: str) -> None:
    case = ready(battlefield)
    assert case.then_accepted().phase == "turns"
    assert len(table(case).pieces) == 8 and table(case).piles["serpent"].deck_count == 52


@refuses("LB-SETUP-01")
def test_steps_out_of_order() -> None:
    hired("camp").when(f.DeckPrepared(side="alliance", size=58), A).then_refused("LB-SETUP-01", "LB-LOG-05")
    hired("camp").when(f.TurnStarted(turn=1)).then_refused("LB-SETUP-01", "LB-LOG-05")
    hired("heaven").when(f.SquadDeployed(player="a"), A).then_refused("LB-SETUP-01")
    noted("camp").when(draw("alliance"), A).then_refused("LB-SETUP-01")
    early = e.SchemeNoted(player="a", scheme="loophole", own_figures=(), enemy_figures=())
    hired("camp").when(early, A).then_refused("LB-SETUP-01")
    ready("camp").when(f.SquadDeployed(player="a"), A).then_refused("LB-SETUP-01")


@refuses("LB-SETUP-09", "LB-SETUP-10", "LB-SETUP-11")
def test_a_deployment_outside_the_zone() -> None:
    out = f.SquadDeployed(player="a", all_inside=False)
    hired().when(out, A).then_refused("LB-SETUP-09", "LB-SETUP-10")
    back = f.SquadDeployed(player="a", all_inside=True, held_back=("a1",))
    hired().when(back, A).then_refused("LB-SETUP-11")
    hired().when(f.SquadDeployed(player="a"), S).then_refused("LB-LOG-07")
    text = {"card_override": "LB-SETUP-11", "card_text": "Arrives in turn 2."}
    hired().when(f.SquadDeployed(player="a", all_inside=True, held_back=("a1",), **text)).then_accepted()


def test_an_untold_deployment_is_flagged_and_the_serpent_need_not_deploy() -> None:
    case = hired().when(f.SquadDeployed(player="s"), S).when(f.SquadDeployed(player="a"), A)
    assert case.then_accepted().phase == "notes"
    assert "LB-SETUP-09" in table(case).unverified
    hired("heaven").when(f.SquadDeployed(player="s"), S).then_accepted()


def portal(side: str, number: int = 1, cm: float | None = 40.0, outside: bool | None = True) -> Any:
    return f.StrategyMarkerPlaced(
        marker_id=f"portal-{number}",
        side=side,  # type: ignore[arg-type]
        nearest_portal_cm=cm,
        outside_zones=outside,
    )


@accepts("LB-SEA-05", "LB-LOG-01")
@refuses("LB-SEA-05")
def test_pillars_stand_46_cm_from_the_short_edges() -> None:
    sea = hired("sea")
    pillar = f.StrategyMarkerPlaced(marker_id="pillar-1", edge_cm=46.0)
    assert "LB-SEA-05" not in table(sea.when(pillar, A)).unverified
    sea.when(msgspec.structs.replace(pillar, edge_cm=45.9), A).then_refused("LB-SEA-05")
    assert "LB-SEA-05" in table(sea.when(msgspec.structs.replace(pillar, edge_cm=None), A)).unverified


@accepts("LB-HEAV-08", "LB-HEAV-09")
def test_portals_by_turns() -> None:
    case = placed(hired("heaven"))
    assert case.then_accepted().phase == "deploy"
    assert [marker.side for marker in table(case).markers.values()] == ["alliance", "serpent"] * 3


@refuses("LB-HEAV-08", "LB-HEAV-09")
def test_portals_out_of_turn_or_too_near() -> None:
    hired("heaven").when(portal("serpent"), S).then_refused("LB-HEAV-08")
    second = hired("heaven").when(portal("alliance"), A)
    second.when(portal("serpent", 2, 39.9), S).then_refused("LB-HEAV-09")
    second.when(portal("serpent", 2, 60.0, False), S).then_refused("LB-HEAV-09")
    second.when(portal("serpent", 1), S).then_refused("LB-SETUP-01")
    second.when(portal("serpent", 2), A).then_refused("LB-LOG-07")
    assert "LB-HEAV-09" in table(second.when(portal("serpent", 2, None), S)).unverified


def test_the_sea_has_two_neutral_pillars() -> None:
    hired("sea").when(portal("alliance")).then_refused("LB-SETUP-01")
    assert placed(hired("sea")).then_accepted().phase == "deploy"


@refuses("LB-DECK-01")
@pytest.mark.parametrize(("profile", "size"), [("full58", 54), ("kingless54", 58), ("listed", 6)])
def test_decks_of_another_size(profile: str, size: int) -> None:
    case = noted(deck_profile=profile)
    case.when(f.DeckPrepared(side="alliance", size=size), A).then_refused("LB-DECK-01")


@accepts("LB-DECK-01")
@refuses("LB-DECK-01")
def test_the_organisers_list_is_the_same_for_both_sides() -> None:
    """The deck of the other side is offered with its cards; in which order they are told does not matter."""
    first, other = (tuple(f"{suit}-{n}" for n in range(1, 7)) for suit in "PC")
    case = noted(deck_profile="listed").when(f.DeckPrepared(side="alliance", size=8, cards=first), A)
    case.when(f.DeckPrepared(side="serpent", size=8, cards=other), S).then_refused("LB-DECK-01")
    case.when(f.DeckPrepared(side="serpent", size=7, cards=first[:5]), S).then_refused("LB-DECK-01")
    case.when(f.DeckPrepared(side="serpent", size=8, cards=first[::-1]), S).then_accepted()
    (offer,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "deck_prepared"]
    assert (offer.choices["cards"], offer.counts) == (first, {"cards": (6, 6)})


@accepts("LB-DECK-01", "LB-HAND-01")
@refuses("LB-DECK-01", "LB-HAND-01")
def test_a_card_is_left_for_the_initiative() -> None:
    """LB-INIT-01: a deck that the first hands took whole would stop the match."""
    minor = tuple(f"P-{n}" for n in range(1, 9))
    case = noted(deck_profile="listed", hand_limits={"serpent": 8})
    case.when(f.DeckPrepared(side="alliance", size=8, cards=minor[:6]), A).then_refused("LB-DECK-01")
    case.when(f.DeckPrepared(side="alliance", size=8), A).then_refused("LB-DECK-01")
    case.when(f.DeckPrepared(side="alliance", size=9, cards=minor[:7]), A).then_accepted()
    sides = {"serpent": ("s",), "alliance": ("a",)}
    for profile, most in (("full58", 57), ("kingless54", 53), ("listed", 57)):
        told = {"battlefield": "sea", "sides": sides, "detail": "full", "deck_profile": profile}
        fits, over = (e.TableOpened(**told, hand_limits={"serpent": n}) for n in (most, most + 1))  # type: ignore[arg-type]
        given(RULES, None, []).when(fits).then_accepted()
        given(RULES, None, []).when(over).then_refused("LB-HAND-01")


@accepts("LB-DECK-01")
def test_deck_profiles() -> None:
    noted(deck_profile="kingless54").when(f.DeckPrepared(side="alliance", size=54), A).then_accepted()
    listed = f.DeckPrepared(side="alliance", size=8, cards=tuple(f"P-{n}" for n in range(1, 7)))
    case = noted(deck_profile="listed").when(listed, A)
    case.then_accepted()
    case.when(draw("alliance", ("P-3", "C-4", "M-death", "M-wheel", "P-1", "P-2"))).then_refused("LB-DECK-02")
    case.when(listed, A).then_refused("LB-DECK-01")
    wrong = f.DeckPrepared(side="alliance", size=4, cards=("P-3", "P-3"))
    noted(deck_profile="listed").when(wrong).then_refused("LB-DECK-01")


@refuses("LB-HAND-01", "LB-HAND-02", "LB-HAND-07", "LB-MULTI-03")
def test_first_hands_of_another_size() -> None:
    case = noted().when(f.DeckPrepared(side="alliance", size=58))
    case.when(draw("alliance", ("P-1",)), A).then_refused("LB-HAND-01", "LB-HAND-02", "LB-MULTI-03")
    case.when(draw("alliance", tuple(f"P-{n}" for n in range(1, 8))), A).then_refused("LB-HAND-01")
    case.when(f.HandDrawn(side="alliance", count=6, cards=("P-1",)), A).then_refused("LB-HAND-01")
    case.when(draw("alliance"), A).when(draw("alliance"), A).then_refused("LB-HAND-07")
    case.when(draw("alliance"), S).then_refused("LB-LOG-07")


@accepts("LB-HAND-02", "LB-HAND-07", "LB-MULTI-03")
def test_hand_bonuses_count_for_the_side() -> None:
    case = noted(more={"a": (figure("sage", hand_bonus=1),)}, players=("a", "a2"))
    case = case.when(f.DeckPrepared(side="alliance", size=58))
    case.when(draw("alliance", tuple(f"P-{n}" for n in range(1, 8))), A).then_accepted()
    nine = noted(hand_limits={"alliance": 2}).when(f.DeckPrepared(side="alliance", size=58))
    nine.when(draw("alliance", ("P-1", "P-2")), A).then_accepted()


@accepts("LB-HAND-01", "LB-HAND-02", "LB-HAND-03")
@refuses("LB-HAND-01", "LB-HAND-02")
def test_a_bonus_that_nobody_knows_may_raise_the_limit() -> None:
    """Six cards at least, flagged; with every bonus known a seventh is refused."""
    seven = draw("alliance", tuple(f"P-{n}" for n in range(1, 8)))
    known = noted().when(f.DeckPrepared(side="alliance", size=58))
    known.when(seven, A).then_refused("LB-HAND-01", "LB-HAND-02")
    case = noted(more={"a": (figure("sage", hand_bonus=None),)}, players=("a", "a2"))
    case = case.when(f.DeckPrepared(side="alliance", size=58))
    (offer,) = [one for one in next_events(case.state, REFEREE) if one.type == "hand_drawn"]
    assert offer.limits == {"count": (6, 58)} and "count" not in offer.choices
    assert table(case.when(seven, A)).unverified == ("LB-HAND-02",)
    case.when(draw("alliance"), A).then_accepted()
    case.when(draw("alliance", ("P-1",)), A).then_refused("LB-HAND-01", "LB-HAND-02")
    begun = case.when(f.DeckPrepared(side="serpent", size=58)).when(seven, A).when(draw("serpent"))
    begun.when(f.TurnStarted(turn=1)).then_accepted()


def test_a_kept_hand_is_a_number() -> None:
    case = noted().when(f.DeckPrepared(side="alliance", size=58))
    case = case.when(f.HandDrawn(side="alliance", count=6, commitment="0" * 64), A)
    assert table(case).piles["alliance"].unknown == 6


def test_figures_of_one_id_get_names_of_their_own() -> None:
    twins = (figure("rat", unique=False), figure("rat", unique=False))
    pieces = table(hired(more={"a": twins, "s": (figure("rat", unique=False),)})).pieces
    assert [name for name in pieces if name.startswith("rat")] == ["rat", "rat#2", "rat#3"]
    assert pieces["rat#2"].figure_id == "rat"


def test_events_of_full_detail_need_a_table_at_full_detail() -> None:
    opened = e.TableOpened(battlefield="camp", sides={"serpent": ("s",), "alliance": ("a",)})
    given(RULES, None, [opened]).when(f.TurnStarted(turn=1)).then_refused("LB-LOG-05")


def test_thinning_out() -> None:
    report = e.MatchReported(turns=5, strategy={}, result="draw")
    assert ready().when(report).then_accepted().phase == "closed"
    thin = ready().when(turn(1)).then_accepted()
    assert thin.full is None and thin.detail == "turns"
    ready().when(f.TurnStarted(turn=1)).when(turn(1)).then_refused("LB-LOG-05")
    assert RULES.next_events(ready().state, EVERYONE)
