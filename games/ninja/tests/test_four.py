"""Two players have the guard: halves of the deck, swords and spears, who orders whom (NIN-MODE-4P, NIN-LIM-02)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.ninja import RULES
from games.ninja.facts import PRACTICE, suggested
from games.ninja.full import events as f
from games.ninja.full.legal.moves import moves
from games.ninja.full.piles import pile, with_pile
from games.ninja.full.state import Due, Figure
from games.ninja.full.table import full_of, with_full
from games.ninja.next_events import next_events
from games.ninja.state import NinjaState
from games.ninja.tests.demo import DEPLOYED, SETUP, hand, led
from games.ninja.tests.laid import case_of, owed, refused, seen_at, standing
from games.ninja.tests.tables import G, created
from games.ruleset import Actor, Viewer
from games.testing import Case, accepts, refuses

HALF = {card: number // 2 for card, number in suggested("guard").items()}
SWORDS = ("g1", "g2", "g3", "g4", "g9", "g11", "g13")
OTHER = Actor("player", "h")


def half(name: Any, **changes: Any) -> f.HandChosen:
    return replace(f.HandChosen(hand=name, size=12, cards=HALF), **changes)


def deployment() -> Case:
    """Hands are chosen; the guards are to be set up."""
    case = created(detail="full", map=PRACTICE, mode="four")
    for event in (SETUP[0], hand("ninja"), hand("traitor"), half("guard_a"), half("guard_b")):
        case = case.when(event)
    return case


def four() -> Case:
    """Turn 1, in the Guard Action Phase."""
    case = deployment().when(replace(DEPLOYED, swords=SWORDS))
    for event in (*SETUP[5:], f.TurnStarted(turn=1), f.PhaseStarted(phase="guard_action")):
        case = case.when(event)
    return case


@accepts("NIN-MODE-4P-01", "NIN-MODE-4P-02")
@refuses("NIN-MODE-4P-01", "NIN-MODE-4P-02")
def test_halves_and_weapons() -> None:
    case = created(detail="full", map=PRACTICE, mode="four").when(SETUP[0])
    refused(case, half("guard_a", size=24), "NIN-MODE-4P-01")
    refused(case, half("guard_a"), "NIN-TURN-03", by=OTHER)
    refused(case, half("guard"), "NIN-LOG-06")
    assert deployment().state.full.piles["guard_b"].deck == 6
    refused(deployment(), DEPLOYED, "NIN-MODE-4P-02")
    refused(deployment(), replace(DEPLOYED, swords=(*SWORDS, "g5")), "NIN-MODE-4P-02")
    assert four().state.full.figures["g5"].weapon == "spear"


@accepts("NIN-MODE-4P-03", "NIN-MODE-4P-05")
@refuses("NIN-MODE-4P-03", "NIN-MODE-4P-05")
def test_each_orders_the_own_guards() -> None:
    case = four()
    listen = f.GuardCardPlayed(card="sentry_listen", hand="guard_b", guard="g1")
    refused(case, listen, "NIN-MODE-4P-03")
    led(case, replace(listen, hand="guard_a")).then_accepted()
    for name in ("guard_a", "guard_b"):
        mixed: Any = f.GuardCardPlayed(card="patrol_listen", hand=name, patrol="P1")
        led(case, mixed).then_accepted()
    refused(case, f.FreeListenOrdered(hand="guard_b", guard="g1"), "NIN-MODE-4P-03")
    refused(case, replace(listen, hand="guard_a"), "NIN-TURN-03", by=OTHER)
    alert = case_of(with_full(case.state, step="alert"))
    apart = alert.when(f.PhaseStarted(phase="guard_action", split=True), G)
    refused(
        alert.when(f.PhaseStarted(phase="guard_action")),
        f.PhaseStarted(phase="patrol", split=True),
        "NIN-MODE-4P-05",
    )
    once = led(apart, replace(listen, hand="guard_a"))
    refused(once, f.GuardCardPlayed(card="patrol_listen", hand="guard_a", patrol="P1"), "NIN-MODE-4P-05")
    led(once, f.GuardCardPlayed(card="patrol_listen", hand="guard_b", patrol="P1")).then_accepted()


def drawing() -> Case:
    state = with_full(
        four().state, step="alert", due=(Due("draw", hand="guard_a"), Due("draw", hand="guard_b"))
    )
    return case_of(replace(state, alert=2))


@accepts("NIN-MODE-4P-04")
@refuses("NIN-MODE-4P-04")
def test_both_draw_and_may_share() -> None:
    """The alert falls once; what was drawn may change hands, and the deck of the hand that it leaves is not known so
    well any more. A card that whoever divides them drew does not vanish."""
    first = f.GuardCardsDrawn(hand="guard_b", count=2, cards={"awaken": 1, "kenjutsu": 1})
    second = f.GuardCardsDrawn(hand="guard_a", count=2, cards={"patrol_listen": 2})
    half_way = drawing().when(first, OTHER)
    assert half_way.state.alert == 2
    drawn = half_way.when(second, G)
    assert drawn.state.alert == 1
    shared = f.DrawnCardsShared(
        counts={"guard_a": 3, "guard_b": 1},
        shares={"guard_a": {"patrol_listen": 2, "awaken": 1}, "guard_b": {"kenjutsu": 1}},
    )
    refused(drawn, replace(shared, counts={"guard_a": 3, "guard_b": 2}), "NIN-MODE-4P-04")
    refused(
        drawn,
        replace(shared, shares={"guard_a": {"patrol_listen": 3}, "guard_b": {"kenjutsu": 1}}),
        "NIN-MODE-4P-04",
    )
    guess = replace(shared, shares={"guard_a": {"patrol_listen": 3}, "guard_b": {"kenjutsu": 1}})
    assert RULES.check(drawn.state, guess, G) == (), "a refusal would tell a player what the other one drew"
    mine = replace(shared, shares={"guard_a": {"patrol_listen": 1, "awaken": 2}, "guard_b": {"kenjutsu": 1}})
    drawn.when(mine, G).then_refused("NIN-MODE-4P-04")
    assert RULES.check(drawn.state, mine, OTHER) == (), "who drew no such card cannot know"
    after = drawn.when(shared, G)
    assert after.state.full.piles["guard_a"].drawn == 3
    late = drawn.when(f.PhaseStarted(phase="guard_action"))
    refused(late, shared, "NIN-MODE-4P-04")
    partner = RULES.visible_to(drawn.state, Viewer("player", "g", "guards"))
    assert full_of(partner).piles["guard_b"].drawn_cards is None
    assert full_of(partner).piles["guard_a"].drawn_cards == {"patrol_listen": 2}


@accepts("NIN-MODE-4P-06")
@refuses("NIN-MODE-4P-06", "NIN-RESP-07")
def test_wound_cards_and_the_bonus_are_divided() -> None:
    state = seen_at(standing(four().state, "g1", "g2", "g5", at="B2"), "traitor", "B2")
    case = case_of(with_cards(state))
    for name, guard in (("guard_a", "g1"), ("guard_b", "g5")):
        owner: Any = name
        case = case.when(f.GuardAttacked(hand=owner, guard=guard, intruder="traitor"))
    died = case.when(f.IntruderDied(intruder="traitor"))
    refused(died, f.PhaseStarted(phase="patrol"), "NIN-TURN-04")
    refused(died, f.WoundCardsReturned(counts={"guard_a": 3}), "NIN-MODE-4P-06")
    (offer,) = [one for one in next_events(died.state) if one.type == "wound_cards_returned"]
    ways: Any = [{"guard_a": number, "guard_b": 2 - number} for number in (2, 1, 0)]
    assert moves(died.state, offer) == [f.WoundCardsReturned(counts=way) for way in ways]
    back = died.when(f.WoundCardsReturned(counts={"guard_b": 2}))
    assert back.then_accepted().full.piles["guard_b"].discard == 2
    due = case_of(owed(with_full(four().state, step="intruder_action"), "bonus"))
    shares: dict[Any, dict[str, int]] = {"guard_a": {"awaken": 1}, "guard_b": {"kenjutsu": 2}}
    bonus = f.RespawnBonusTaken(
        count=3, sleepers=2, counts={"guard_a": 1, "guard_b": 2}, shares=shares, zones={"H6": 1, "F4": 1}
    )
    assert due.when(bonus).then_accepted().full.piles["guard_b"].hand == 14
    refused(due, replace(bonus, counts={"guard_a": 3, "guard_b": 2}, count=5), "NIN-RESP-07")
    refused(due, replace(bonus, counts={}), "NIN-RESP-07")
    nothing: dict[str, Any] = {"count": 0, "shares": {}}
    due.when(replace(bonus, counts={}, **nothing)).then_accepted()
    due.when(replace(bonus, counts={"guard_a": 0, "guard_b": 0}, **nothing)).then_accepted()


def with_cards(state: NinjaState) -> NinjaState:
    """Both players hold Kenjutsu."""
    for name in ("guard_a", "guard_b"):
        state = with_pile(state, name, replace(pile(state, name), hand_cards={"kenjutsu": 2, "awaken": 10}))
    return state


@accepts("NIN-MODE-4P-07", "NIN-LIM-02")
@refuses("NIN-MODE-4P-07", "NIN-LIM-02")
def test_new_guards_have_the_weapon_of_their_player() -> None:
    case = four().when(f.GuardCardPlayed(card="awaken", hand="guard_b"))
    refused(case, f.GuardAwakened(zone="D2", guard="g15"), "NIN-TURN-03", by=G)
    woken = led(case, f.GuardAwakened(zone="D2", guard="g15"))
    assert woken.state.full.figures["g15"].weapon == "spear"
    swords = {f"g{n}": Figure("K7", weapon="sword") for n in range(15, 18)}
    many = case_of(
        with_full(four().state, figures={**full_of(four().state).figures, **swords}, next_guard=18)
    )
    refused(many, f.GuardCardPlayed(card="awaken", hand="guard_a"), "NIN-LIM-02")
    many.when(f.GuardCardPlayed(card="awaken", hand="guard_b")).then_accepted()
    night = owed(
        with_full(four().state, step="intruder_action"),
        "hazard",
        intruder="ninja",
        zones=("C5",),
        cause="ambush",
    )
    placed = f.HazardResolved(zone="C5", hazard="ambush", outcome="guard_placed", guard="g15", weapon="spear")
    refused(case_of(night), placed, "NIN-HAZ-09")
    waived = case_of(night).when(f.HazardWaived(zone="C5"))
    refused(waived, replace(placed, weapon=None), "NIN-MODE-4P-07")
    killed = replace(placed, outcome="killed_kenjutsu", guard=None)
    refused(case_of(night), killed, "NIN-MODE-4P-07")
    case_of(night).when(replace(killed, weapon=None)).then_accepted()
    assert waived.when(placed).then_accepted().full.figures["g15"].weapon == "spear"
