"""SFB-LOG-05: what is legal with everything known is legal with anything unknown, and the outcome says so."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.replay import judge
from games.ruleset import REFEREE, Actor, Event, NextEvent
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import ActionCard, Arena, ChampionSide, Tracks
from games.super_fantasy_brawl.events import MatchCreated
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.legal.moves import moves
from games.super_fantasy_brawl.full.state import Seat
from games.super_fantasy_brawl.play.simulate import simulate
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    STAFF,
    A,
    R,
    X,
    aim,
    attack,
    damage,
    declared,
    effect,
    hit,
    out,
    passed,
    reacted,
    reaction,
    replaced,
    resolved,
    scene,
    trap,
    walk,
)
from games.super_fantasy_brawl.tests.full.position import opened as opened_card
from games.testing import Case, accepts, refuses
from games.tests.mutants import mutant

SEEDS = range(5)
OF_CARD: dict[str, dict[str, Any]] = {
    "effects": {"effects": None},
    "targeting": {"targeting": None},
    "type": {"type": None},
    "core": {"core": None},
    "move": {"move": None, "moves": None},
    "attack": {"attack": None, "strikes": None},
    "defence_mod": {"defence_mod": None},
}
OF_SIDE: dict[str, dict[str, Any]] = {
    "defence": {"defence": None},
    "health": {"health": None},
    "move_bonus": {"move_bonus": None, "effects": None},
    "strength_bonus": {"strength_bonus": None, "effects": None},
    "effects": {"effects": None},
}
"""Fields that are unknown together."""


def _arena(event: MatchCreated) -> Arena:
    assert event.arena is not None
    return event.arena


def _cards(event: MatchCreated, **unknown: Any) -> MatchCreated:
    return replace(event, cards={id_: replace(card, **unknown) for id_, card in event.cards.items()})


def _sides(event: MatchCreated, **unknown: Any) -> MatchCreated:
    known = {
        slug: replace(one, base=replace(one.base, **unknown), levelled=replace(one.levelled, **unknown))
        for slug, one in event.champions.items()
    }
    return replace(event, champions=known)


def _conditions(event: MatchCreated) -> MatchCreated:
    return replace(
        event,
        challenges={id_: replace(one, conditions=None) for id_, one in (event.challenges or {}).items()},
    )


def _some(event: MatchCreated, rng: Random) -> MatchCreated:
    """A good many fields of a good many cards and champions, and whole rows."""

    def less(one: ActionCard | ChampionSide, fields: dict[str, dict[str, Any]]) -> Any:
        gone = [unknown for unknown in fields.values() if rng.random() < 0.25]
        return replace(one, **{name: None for unknown in gone for name in unknown})

    return replace(
        event,
        cards={id_: less(card, OF_CARD) for id_, card in event.cards.items() if rng.random() < 0.9},
        champions={
            slug: replace(one, base=less(one.base, OF_SIDE), levelled=less(one.levelled, OF_SIDE))
            for slug, one in event.champions.items()
            if rng.random() < 0.9
        },
    )


UNKNOWN: dict[str, Any] = {
    "arena": lambda event, rng: replace(event, arena=None),
    "areas": lambda event, rng: replace(
        event, arena=replace(_arena(event), zones={}, areas={}, trap_cells=())
    ),
    "track": lambda event, rng: replace(event, track=None, arena=replace(_arena(event), tracks=Tracks())),
    "challenges": lambda event, rng: replace(event, challenges=None),
    "conditions": lambda event, rng: _conditions(event),
    "cards": lambda event, rng: replace(event, cards={}),
    "champions": lambda event, rng: replace(event, champions={}),
    "all": lambda event, rng: replace(event, arena=None, track=None, challenges=None, cards={}, champions={}),
    "some": _some,
    **{f"card_{name}": lambda event, rng, gone=gone: _cards(event, **gone) for name, gone in OF_CARD.items()},
    **{f"side_{name}": lambda event, rng, gone=gone: _sides(event, **gone) for name, gone in OF_SIDE.items()},
}


@cache
def match(seed: int) -> list[tuple[Event, Actor]]:
    return simulate(seed, "full")[1]


def opened(seed: int, what: str) -> SfbState:
    """The match after its opening, with something unknown."""
    event, by = match(seed)[0]
    assert isinstance(event, MatchCreated)
    event = UNKNOWN[what](event, Random(seed))
    state = RULES.initial(None)  # type: ignore[arg-type]
    assert judge(RULES, state, event, by) == ()
    return RULES.evolve(state, event)


@pytest.mark.parametrize("what", UNKNOWN)
def test_unknown_data_refuse_nothing(what: str) -> None:
    unverified: set[str] = set()
    for seed in SEEDS:
        state = opened(seed, what)
        for event, by in match(seed)[1:]:
            assert judge(RULES, state, event, by) == (), (seed, event)
            state = RULES.evolve(state, event)
        unverified |= set(RULES.outcome(state).unverified)
    known = {"SFB-LOG-05", "SFB-TRAP-10"}
    assert what == "side_strength_bonus" or unverified - known, "the outcome must tell what was not checked"


def test_without_an_arena_nobody_stands_on_somebody() -> None:
    """SFB-HEX-06, SFB-MOVE-03: what needs no arena is still checked."""
    rng, refused = Random(3), 0
    for seed in SEEDS:
        state = opened(seed, "arena")
        log = match(seed)
        for place, (event, by) in enumerate(log[1:], start=1):
            for _ in range(2):
                other = mutant(rng, RULES, log[place : place + 4]).event
                if other is None or judge(RULES, state, other, by):
                    refused += 1
                    continue
                _assert_apart(RULES.evolve(state, other))
            state = RULES.evolve(state, event)
    assert refused > 1000


def _assert_apart(state: SfbState) -> None:
    places = [one.cell for one in state.figures.values() if one.cell is not None]
    tokens = [slot.cell for slot in state.full.traps] if state.full is not None else []
    assert len(set(places)) == len(places) and len(set(tokens)) == len(tokens)


def offered(case: Case, type_: str) -> list[NextEvent]:
    return [one for one in RULES.next_events(case.state, REFEREE) if one.type == type_]


@accepts("SFB-KO-01")
def test_of_unknown_health_the_players_say_who_is_out_of_action() -> None:
    """Offered as soon as there is damage; where the health is known the rules say it themselves."""
    case = resolved(passed(declared(opened_card(scene(cards={"card": attack()}, champions={})))))
    (told,) = offered(case, "champion_knocked_out")
    assert told.choices == {"champion": (X,)}
    case.when(a.ChampionKnockedOut(champion=X, by=A), STAFF).then_accepted()
    known = resolved(passed(declared(opened_card(scene(cards={"card": attack()})))))
    assert not offered(known, "champion_knocked_out")


def falls(case: Case) -> list[tuple[str, str | None, str]]:
    """Who may be out of action, by whom and by what, as pads and REST offer it."""
    (told,) = offered(case, "champion_knocked_out")
    events: list[Any] = moves(case.state, told, STAFF)
    return [(one.champion, one.by, one.cause) for one in events]


@accepts("SFB-KO-03", "SFB-KO-04", "SFB-LVL-07", "SFB-REACT-09", "SFB-TRAP-11")
def test_of_unknown_health_who_dealt_the_damage_has_the_credit() -> None:
    """The champion of the action was offered for whatever anybody did, and its points made it level up."""
    answer = reaction(effect("damage", 1, on="attacker", timing="pre"), champion="x")
    armed = scene(
        {"b": (2, 0)},
        {"card": attack(targeting=aim("area", 1, 1, (1, 0), (2, 0))), "answer": answer},
        champions={},
    )
    aimed = declared(opened_card(armed), X, BB, direction=0)
    answered = reacted(aimed).when(damage(A, 1, by=X, source="answer"), STAFF)
    assert falls(answered) == [(A, X, "reaction")]
    swept = resolved(answered, hit(X), hit(BB))
    assert falls(swept) == [(A, X, "reaction"), (BB, None, "card"), (X, A, "card")]
    fallen = swept.when(out(X), STAFF).when(a.ChampionLevelledUp(champion=A), STAFF)
    assert falls(fallen) == [(A, None, "card"), (BB, None, "card")], "the new side of its card (SFB-LVL-07)"
    walking = opened_card(scene(cards={"card": attack()}, traps={(0, 1): None}, champions={}))
    hurt = walking.when(walk(A, (0, 1)), R).when(trap(A, (0, 1), "damage_1"), R)
    hurt = hurt.when(damage(A, 1, "trap", None), R).when(replaced("r", (3, 0)), R)
    assert falls(hurt) == [(A, None, "card")]


def test_a_reshuffle_by_an_unknown_card_waits_for_its_draw_alone() -> None:
    """SFB-DECK-04: while an action is open nobody is offered the upkeep, and only its player shuffles."""
    pile = Seat(deck=1, hand=2, discard=4, built=True, dealt=True, mulliganed=True)
    case = opened_card(scene(cards={}, seats={"r": pile, "b": pile}), core="creation")
    assert [one.players for one in offered(case, "personal_deck_reshuffled")] == [("r",)]
    case = case.when(f.PersonalDeckReshuffled(player="r", size=4), STAFF)
    assert {one.type for one in RULES.next_events(case.state, REFEREE)} & {
        "cards_drawn",
        "refresh_completed",
    } == {"cards_drawn"}


def unread(**told: Any) -> Case:
    """a plays an attack of which nobody told what it does."""
    return opened_card(scene(cards={"card": replace(attack(**told), effects=None)}))


@accepts("SFB-CMB-01", "SFB-LOG-05")
@refuses("SFB-CMB-04", "SFB-ACT-11")
def test_an_effect_that_nobody_told_still_has_its_step() -> None:
    """Before the attack and after it, as the player reads it; not while a reaction is waited for or the damage is to
    come, and not once the attack was declined (SFB-CMB-04)."""
    hurt, case = damage(X, 1), unread()
    assert kinds(case) >= {"damage_dealt", "cards_drawn"}
    case.when(hurt, R).then_accepted()
    aimed = declared(case)
    for waiting in (aimed, passed(aimed)):
        waiting.when(hurt, R).then_refused("SFB-ACT-11")
        assert not kinds(waiting) & {"damage_dealt", "cards_drawn", "champion_displaced"}
    after = resolved(passed(aimed))
    assert kinds(after) >= {"damage_dealt", "cards_drawn"}
    after.when(hurt, R).then_accepted()
    declined = case.when(a.CardDeclined(card="card"), R)
    declined.when(hurt, R).then_refused("SFB-ACT-11", "SFB-CMB-04")
    assert not kinds(declined) & {"damage_dealt", "cards_drawn"} and "action_ended" in kinds(declined)


@refuses("SFB-DECK-04")
def test_nobody_shuffles_for_a_draw_whose_step_has_not_come() -> None:
    """It would be waited for, and could not come."""
    pile = Seat(deck=1, hand=2, discard=4, built=True, dealt=True, mulliganed=True)
    card = replace(attack(), effects=None)
    case = opened_card(scene(cards={"card": card}, seats={"r": pile, "b": pile}))
    shuffled = f.PersonalDeckReshuffled(player="r", size=4)
    case.when(shuffled, R).then_accepted()
    aimed = declared(case)
    for waiting in (aimed, passed(aimed)):
        waiting.when(shuffled, R).then_refused("SFB-DECK-04")
        assert not offered(waiting, "personal_deck_reshuffled")


def kinds(case: Case) -> set[str]:
    """The types of event that are offered."""
    return {one.type for one in RULES.next_events(case.then_accepted(), REFEREE)}
