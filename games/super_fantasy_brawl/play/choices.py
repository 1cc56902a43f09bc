"""What a simulated player does next: one of the moves that the rules offer, by a few preferences and the dice.

What may be logged comes from `nexts` and `full/moves.py` alone, as on pads and in REST; only what nobody but the owner
knows (cards of hands and decks, tokens) is filled in by `hidden.py`. Called by `match.py`.
"""

from __future__ import annotations

from games.hexes import Hex
from games.ruleset import REFEREE, Actor, Event, NextEvent
from games.simulated import ORGANISER
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

WISHES: dict[str, float] = {
    "trap_supply_shuffled": 0.2,
    "champion_moved": 0.8,
    "champion_displaced": 0.9,
    "damage_dealt": 0.95,
    "champion_healed": 0.9,
    "champion_stunned": 0.95,
    "champion_immobilised": 0.95,
    "champion_placed": 0.9,
    "cards_drawn": 0.9,
    "cards_planned": 0.9,
    "information_shown": 0.8,
    "card_effect_applied": 0.2,
    "attack_declared": 0.97,
    "skill_used": 0.95,
    "reaction_played": 0.75,
    "attack_resolved": 1,
    "champion_levelled_up": 1,
}
"""Types in the order in which they are thought of, and how often; every other type comes after them."""
LAST = ("card_declined", "action_ended", "reaction_passed")
"""What is done once nothing else is wanted."""
NEVER = ("match_conceded", "ruling_recorded", "game_ended")
STARTS = ("action_card_played", "basic_action_started")


def step(table: PlayTable) -> None:
    """The next event of somebody. Raises `Over` when the match is decided."""
    settled = RULES.consequences(table.state).settled
    if settled is not None:
        table.log(settled)
        return
    offers = [one for one in RULES.next_events(table.state, REFEREE) if one.type not in NEVER]
    starts = [one for one in offers if one.type in STARTS]
    if starts and not table.chance(0.03):
        found = [(event, one) for one in starts for event in _events(table, one)]
        if found:
            event, offer = _promising(table, found)
            table.log(event, _actor(table, event, offer))
            return
    drawing = action_of(table.state) is not None  # whoever draws by a card shuffles first: see `hidden.draw`
    left = (*STARTS, "personal_deck_reshuffled") if drawing else STARTS
    offers = [one for one in offers if one.type not in left]
    assert _one_of(table, offers, wishing=True) or _one_of(table, offers, wishing=False), offers


def _one_of(table: PlayTable, offers: list[NextEvent], wishing: bool) -> bool:
    """Logs an event of the first offer that is wanted and comes to something; whether there was one."""
    order = (*WISHES, *(one.type for one in offers if one.type not in (*WISHES, *LAST)), *LAST)
    for offer in sorted(offers, key=lambda one: order.index(one.type)):
        if wishing and not table.chance(WISHES.get(offer.type, 1)):
            continue
        found = _events(table, offer)
        if found:
            event = _chosen(table, found)
            table.log(event, _actor(table, event, offer))
            return True
    return False


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
    """One of the events: ways that lead near an enemy and attacks that hit enemies alone rather than others."""
    if isinstance(found[0], a.ChampionMoved) and not table.chance(0.2):
        return min(found, key=lambda event: (_miss(table, event), table.rng.random()))
    if isinstance(found[0], a.AttackDeclared | a.SkillUsed) and table.chance(0.8):
        return max(found, key=lambda event: (_worth(table, event), table.rng.random()))
    return table.rng.choice(found)


def _miss(table: PlayTable, event: Event) -> float:
    """How far a way ends from where its card reaches the nearest enemy; a trap is worse."""
    assert isinstance(event, a.ChampionMoved)
    action, end = action_of(table.state), event.path[-1] if event.path else None
    targeting = targeting_of(table.state, action.card) if action is not None and action.card else None
    wish = limits(targeting)[1] if targeting is not None and targeting.kind != "none" else 1
    far = _nearest(table, event.champion, end) if end is not None else None
    return abs((far if far is not None else wish) - wish) + (
        end is not None and trap_at(table.full, end) is not None
    )


def _worth(table: PlayTable, event: Event) -> int:
    """Enemies among the targets, the side's own champions subtracted."""
    assert isinstance(event, a.AttackDeclared | a.SkillUsed)
    doer = event.attacker if isinstance(event, a.AttackDeclared) else event.champion
    sides = [table.state.figures[one].side for one in event.targets]
    return sum(1 if side != table.state.figures[doer].side else -1 for side in sides)


def _promising(table: PlayTable, found: list[tuple[Event, NextEvent]]) -> tuple[Event, NextEvent]:
    if table.chance(0.2):
        return table.rng.choice(found)
    return max(found, key=lambda one: (_promise(table, one[0]), table.rng.random()))


def _promise(table: PlayTable, event: Event) -> int:
    """How good it looks: an attack that reaches somebody, then skills, then standard actions."""
    if isinstance(event, a.BasicActionStarted):
        return 1 if event.basic == 3 else 0
    assert isinstance(event, a.ActionCardPlayed)
    printed = card_of(table.state, event.card)
    if printed is None or printed.type != "attack":
        return 2
    targeting = targeting_of(table.state, event.card)
    here = standing(table.state).get(event.champion)
    far = _nearest(table, event.champion, here) if here is not None else None
    reach = (limits(targeting)[1] if targeting is not None else 1) + (printed.move or 0)
    return 3 if far is not None and far <= reach else 1


def _nearest(table: PlayTable, figure: str, here: Hex) -> int | None:
    """The distance from a hex to the nearest enemy."""
    places = standing(table.state)
    foes = [places[foe] for foe in enemies_of(table.state, figure) if foe in places]
    return min((apart(table.state, here, foe) or 99 for foe in foes), default=None)
