"""A random match: one event of those that the rules offer, by a few preferences and the dice.

Called by `simulate.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.examples import UNKNOWN
from games.hexes import Hex
from games.ruleset import REFEREE, Actor, Event, NextEvent
from games.simulated import ORGANISER, play_one
from games.super_fantasy_brawl.chapters.draft import TOURNAMENT
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.arena import apart
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import action_of, enemies_of, standing
from games.super_fantasy_brawl.full.common import table as table_of
from games.super_fantasy_brawl.full.fighting.aim import limits, targeting_of
from games.super_fantasy_brawl.full.legal.moves import moves
from games.super_fantasy_brawl.full.state import trap_at
from games.super_fantasy_brawl.play.examples import MADE, RULES, Match, event_of
from games.super_fantasy_brawl.state import SfbState

MOST = 5000
"""More events than any match has: one that stands still is a fault to be told, not waited for."""
USUAL = 10.0
WEIGHTS = {
    "pool_registered": 5.0,
    "match_result_recorded": 1.5,
    "basic_action_started": 2.0,
    "turn_recorded": 2.0,
    "roster_confirmed": 1.0,
    "reaction_played": 1.0,
    "card_effect_applied": 0.1,
    "trap_supply_shuffled": 1.0,
    "card_declined": 0.3,
    "action_ended": 0.3,
    "reaction_passed": 0.3,
    "refresh_completed": 0.3,
    "personal_deck_reshuffled": 0.3,
    "turn_ended": 0.3,
    "ruling_recorded": 0.05,
}
"""How often a type is taken against the `USUAL`."""
SELDOM = 0.02
ENDS = {"match_conceded": 1000.0, "game_ended": 1000.0}
"""What ends a match early, after its last round alone."""


def play(table: Match, last: int) -> None:
    """From what was opened to the end, in `last` rounds at most."""
    for _ in range(MOST):
        if table.state.phase == "closed":
            return
        step(table, last)
    raise RuntimeError("a simulated match of Super Fantasy Brawl comes to no end")


def step(table: Match, last: int) -> None:
    """The next event of somebody."""
    offers = RULES.next_events(table.state, REFEREE)
    play_one(table, offers, lambda one: _weight(table.state, one, last), lambda one: _taken(table, one))


def _weight(state: SfbState, one: NextEvent, last: int) -> float:
    """Pools are registered for a draft of pools alone, nobody rules in the midst of play, few stop logging turns."""
    if one.type in ENDS and state.phase != "over":
        return ENDS[one.type] if state.round > last else 0
    if one.type == "pool_registered" and state.draft.method != TOURNAMENT:
        return 0
    if one.type == "ruling_recorded" and state.full is not None:
        return 0
    if one.type == "match_result_recorded" and state.detail == "turns":
        return SELDOM
    return WEIGHTS.get(one.type, USUAL)


def _taken(table: Match, offer: NextEvent) -> bool:
    found = _events(table, offer)
    if found:
        event = _chosen(table, found)
        table.log(event, _actor(table, event, offer))
    return bool(found)


def _events(table: Match, offer: NextEvent) -> list[Event]:
    """What somebody tells of the offer; otherwise whatever the rules make of it."""
    try:
        told = table.legal([event_of(table, offer)]) if offer.type in MADE else []
    except UNKNOWN:
        told = []
    return told or moves(table.state, offer, ORGANISER)


def _actor(table: Match, event: Event, offer: NextEvent) -> Actor:
    """One of those who may log it; sometimes the organiser."""
    names = table.rng.sample(offer.players, len(offer.players))
    able = (by for by in (Actor("player", name) for name in names) if table.may(event, by))
    return ORGANISER if table.chance(0.1) else next(able, ORGANISER)


def _chosen(table: Match, found: list[Event]) -> Event:
    """One of the events: cards that reach somebody, ways that lead near an enemy, attacks that hit enemies alone."""
    wish = next((wish for kind, wish in WISHES.items() if isinstance(found[0], kind)), None)
    if wish is None or table.chance(0.2):
        return table.rng.choice(found)
    return max(found, key=lambda event: (wish(table, event), table.rng.random()))


def _end(table: Match, event: Any) -> float:
    """How near a way ends to where its card reaches the nearest enemy; a trap is worse."""
    action, end = action_of(table.state), event.path[-1] if event.path else None
    targeting = targeting_of(table.state, action.card) if action.card else None
    wish = limits(targeting)[1] if targeting is not None and targeting.kind != "none" else 1
    far = _nearest(table, event.champion, end) if end is not None else None
    trapped = end is not None and trap_at(table_of(table.state), end) is not None
    return -abs((far if far is not None else wish) - wish) - trapped


def _worth(table: Match, event: Any) -> int:
    """Enemies among the targets, the side's own champions subtracted."""
    doer = event.attacker if isinstance(event, a.AttackDeclared) else event.champion
    sides = [table.state.figures[one].side for one in event.targets]
    return sum(1 if side != table.state.figures[doer].side else -1 for side in sides)


def _promise(table: Match, event: Any) -> int:
    """How good a card looks: an attack that reaches somebody, then skills, then other attacks."""
    printed = card_of(table.state, event.card)
    if printed is None or printed.type != "attack":
        return 2
    targeting = targeting_of(table.state, event.card)
    here = standing(table.state).get(event.champion)
    far = _nearest(table, event.champion, here) if here is not None else None
    reach = (limits(targeting)[1] if targeting is not None else 1) + (printed.move or 0)
    return 3 if far is not None and far <= reach else 1


WISHES: dict[type[Event], Callable[[Match, Any], float]] = {
    a.ActionCardPlayed: _promise,
    a.ChampionMoved: _end,
    a.AttackDeclared: _worth,
    a.SkillUsed: _worth,
}


def _nearest(table: Match, figure: str, here: Hex) -> int | None:
    """The distance from a hex to the nearest enemy."""
    places = standing(table.state)
    foes = [places[foe] for foe in enemies_of(table.state, figure) if foe in places]
    return min((apart(table.state, here, foe) or 99 for foe in foes), default=None)
