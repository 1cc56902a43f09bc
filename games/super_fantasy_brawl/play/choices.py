"""What a simulated player does next: one of the moves that the rules offer, by a few preferences and the dice.

What may be logged comes from `nexts` and `full/moves.py` alone, as on pads and in REST; only what nobody but the owner
knows (cards of hands and decks, tokens) is filled in by `hidden.py`. Called by `match.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.hexes import Hex
from games.ruleset import REFEREE, Actor, Event, NextEvent
from games.simulated import ORGANISER, play_one
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.aim import limits, targeting_of
from games.super_fantasy_brawl.full.arena import apart
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.frame import action_of, enemies_of, standing
from games.super_fantasy_brawl.full.moves import moves
from games.super_fantasy_brawl.full.state import trap_at
from games.super_fantasy_brawl.play.hidden import HIDDEN, is_true
from games.super_fantasy_brawl.play.table import PlayTable
from games.super_fantasy_brawl.simulate_table import RULES

USUAL = 10.0
WEIGHTS = {
    "basic_action_started": 2.0,
    "pool_registered": 5.0,
    "roster_confirmed": 1.0,
    "reaction_played": 1.0,
    "card_effect_applied": 1.0,
    "trap_supply_shuffled": 1.0,
    "card_declined": 0.3,
    "action_ended": 0.3,
    "reaction_passed": 0.3,
    "refresh_completed": 0.3,
    "personal_deck_reshuffled": 0.3,
    "turn_ended": 0.3,
    "match_conceded": 0,
    "ruling_recorded": 0,
    "game_ended": 0,
}
"""How often a type is taken against the `USUAL`; what ends a match is not played."""


def step(table: PlayTable) -> None:
    """The next event of somebody. Raises `Over` when the match is decided."""
    drawing = action_of(table.state) is not None  # whoever draws by a card shuffles first: see `hidden.draw`
    weights = {**WEIGHTS, "personal_deck_reshuffled": 0} if drawing else WEIGHTS
    offers = RULES.next_events(table.state, REFEREE)
    play_one(table, offers, lambda one: weights.get(one.type, USUAL), lambda one: _taken(table, one))


def _taken(table: PlayTable, offer: NextEvent) -> bool:
    found = _events(table, offer)
    if found:
        event = _chosen(table, found)
        table.log(event, _actor(table, event, offer))
    return bool(found)


def _events(table: PlayTable, offer: NextEvent) -> list[Event]:
    """The events of an offer that are legal, and true to what the players really hold."""
    if offer.type in HIDDEN:
        return [event for event in HIDDEN[offer.type](table, offer) if table.may(event)]
    return [event for event in moves(table.state, offer, ORGANISER) if is_true(table, event)]


def _actor(table: PlayTable, event: Event, offer: NextEvent) -> Actor:
    """One of those who may log it; sometimes the organiser."""
    names = table.rng.sample(offer.players, len(offer.players))
    able = (by for by in (Actor("player", name) for name in names) if table.may(event, by))
    return ORGANISER if table.chance(0.1) else next(able, ORGANISER)


def _chosen(table: PlayTable, found: list[Event]) -> Event:
    """One of the events: cards that reach somebody, ways that lead near an enemy, attacks that hit enemies alone."""
    wish = next((wish for kind, wish in WISHES.items() if isinstance(found[0], kind)), None)
    if wish is None or table.chance(0.2):
        return table.rng.choice(found)
    return max(found, key=lambda event: (wish(table, event), table.rng.random()))


def _end(table: PlayTable, event: Any) -> float:
    """How near a way ends to where its card reaches the nearest enemy; a trap is worse."""
    action, end = action_of(table.state), event.path[-1] if event.path else None
    targeting = targeting_of(table.state, action.card) if action is not None and action.card else None
    wish = limits(targeting)[1] if targeting is not None and targeting.kind != "none" else 1
    far = _nearest(table, event.champion, end) if end is not None else None
    trapped = end is not None and trap_at(table.full, end) is not None
    return -abs((far if far is not None else wish) - wish) - trapped


def _worth(table: PlayTable, event: Any) -> int:
    """Enemies among the targets, the side's own champions subtracted."""
    doer = event.attacker if isinstance(event, a.AttackDeclared) else event.champion
    sides = [table.state.figures[one].side for one in event.targets]
    return sum(1 if side != table.state.figures[doer].side else -1 for side in sides)


def _promise(table: PlayTable, event: Any) -> int:
    """How good a card looks: an attack that reaches somebody, then skills, then other attacks."""
    printed = card_of(table.state, event.card)
    if printed is None or printed.type != "attack":
        return 2
    targeting = targeting_of(table.state, event.card)
    here = standing(table.state).get(event.champion)
    far = _nearest(table, event.champion, here) if here is not None else None
    reach = (limits(targeting)[1] if targeting is not None else 1) + (printed.move or 0)
    return 3 if far is not None and far <= reach else 1


WISHES: dict[type[Event], Callable[[PlayTable, Any], float]] = {
    a.ActionCardPlayed: _promise,
    a.ChampionMoved: _end,
    a.AttackDeclared: _worth,
    a.SkillUsed: _worth,
}


def _nearest(table: PlayTable, figure: str, here: Hex) -> int | None:
    """The distance from a hex to the nearest enemy."""
    places = standing(table.state)
    foes = [places[foe] for foe in enemies_of(table.state, figure) if foe in places]
    return min((apart(table.state, here, foe) or 99 for foe in foes), default=None)
