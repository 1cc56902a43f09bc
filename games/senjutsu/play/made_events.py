"""What a simulated table tells of an event that the rules offer: its cards, and one of the concrete moves.

Called by `steps.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from games.hexes import distance, stepped
from games.ruleset import Event, NextEvent
from games.senjutsu.facts import CARDS
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.cards import core_cards, definition, in_play, parts_of, pile
from games.senjutsu.full.choose import check_choice
from games.senjutsu.full.cursor import running_of
from games.senjutsu.full.foes.foe_choice import nearest, targets
from games.senjutsu.full.foes.foe_counter import shows_attack
from games.senjutsu.full.foes.virtual import is_paralysed, may_lie, open_contracts, turned
from games.senjutsu.full.legal.moves import MADE, moves
from games.senjutsu.full.movement.ground import place_of
from games.senjutsu.full.preconditions import body, enemies_of, standing_actors
from games.senjutsu.full.reveal import names
from games.senjutsu.pages.fills import fills
from games.senjutsu.pages.forms import options
from games.senjutsu.permissions import owner_of
from games.senjutsu.play import ends, lists, turns
from games.senjutsu.play.table import RULES, PlayTable
from games.senjutsu.state import SenjutsuState, standing, standing_foes
from games.simulated import ORGANISER, filled

Told = dict[str, Any]
WAYS = (("hand", "discard"), ("deck", "hand"), ("discard", "removed"))
"""From which zone the text of a card moves one, and where."""
SHARED = tuple(f"S-{number:03}" for number in range(1, 41))
"""Numbers of opponents' cards, where nobody lists a deck."""
UNKNOWN_HAND = 4


def event_of(table: PlayTable, one: NextEvent) -> Event | None:
    """A concrete move; or the offered values, facts of the table, and what the rules compute. None: not now."""
    if one.type in MADE and one.type not in TOLD:
        return _chosen(table, moves(table.known, one))
    told = TOLD[one.type](table, one) if one.type in TOLD else {}
    if told is None or isinstance(told, Event):
        return told
    if "" in told.values():
        return None
    return filled(table, one, told, fills(table.known, one))


def _chosen(table: PlayTable, found: list[Any]) -> Event | None:
    """One of the moves: players mostly look for a fight, and whoever discards a card knows which one."""
    if not found:
        return None
    if isinstance(found[0], g.CollisionHappened):
        found = [one for one in found if one.discarded or not (one.discards and table.hand(one.actor))]
    if isinstance(found[0], g.ActorMoved) and table.chance(0.8):
        some = table.rng.sample(found, min(6, len(found)))
        return _varied(table, min(some, key=lambda one: _far(table, one)))
    return _varied(table, table.rng.choice(found))


def _far(table: PlayTable, event: g.ActorMoved) -> tuple[int, int]:
    """How far a movement ends from the nearest enemy, and from the enemy's nearest side."""
    found = (place_of(table.known, enemy) for enemy in enemies_of(table.known, event.actor))
    enemies = [place for place in found if place is not None]
    ahead = stepped(event.to.hex, event.to.facing, 0)
    near = min((distance(event.to.hex, place) for place in enemies), default=0)
    return near, min((distance(ahead, place) for place in enemies), default=0)


def _varied(table: PlayTable, event: Event) -> Event:
    """With what may be told besides, or without what follows by itself, now and then."""
    if isinstance(event, f.PartStarted):
        return table.perhaps(event, 0.2, initiative=None)
    if isinstance(event, g.AttackResolved):
        told = [one for one in event.results if one.outcome != "empty" or table.chance(0.6)]
        return replace(event, results=tuple(told))
    if isinstance(event, g.EffectResolved) and event.applied:
        return replace(event, choice="as printed")
    if not isinstance(event, g.ActorMoved | g.AttackDeclared | g.BlockApplied):
        return event
    running = running_of(table.known, event.attacker if isinstance(event, g.AttackDeclared) else event.actor)
    if running is None:
        return event
    if isinstance(event, g.ActorMoved):
        return table.perhaps(event, 0.5, card=running.card)
    event = replace(event, initiative=running.initiative) if table.chance(0.7) else event
    return table.perhaps(event, 0.3, hexes=()) if isinstance(event, g.AttackDeclared) else event


def _prepared(table: PlayTable, one: NextEvent) -> Told | None:
    """SEN-SETUP-08."""
    player, most = one.choices["player"][0], one.limits["count"][1]
    able = [card for card in table.unseen(player) if definition(table.known, card).prepared]
    cards = table.rng.sample(able, table.rng.randint(0, min(2, most, len(able))))
    return {"count": len(cards), "cards": tuple(cards)} if cards else None


def _drawn(table: PlayTable, one: NextEvent) -> Told:
    """As many as are drawn or dealt; of a hand whose limit nobody knows, a usual number of cards that are not named."""
    span = one.limits.get("drawn") or one.limits.get("count")
    if span is None and one.type == "card_drawn":  # by a text, which says no number
        span = (1, 1)
    return {"count": UNKNOWN_HAND} if span is None else {"cards": table.top(owner_of(one), span[0])}


def _bled(table: PlayTable, one: NextEvent) -> Told:
    return {"card": table.top(owner_of(one))[0]}


def _selected(table: PlayTable, one: NextEvent) -> Told:
    """A stun, to get rid of it, or any of the cards; of a hand that nobody named, what can be in it."""
    if "card" not in one.choices:
        player = one.choices["player"][0]
        cards = (*core_cards(table.known, player), *(table.known.fighters[player].cards or CARDS))
        return {"card": table.rng.choice([card for card in cards if _choosable(table, player, card)])}
    stun = f.STUN in one.choices["card"] and table.chance(0.5)
    return {"card": f.STUN} if stun else {}


def _choosable(table: PlayTable, player: str, card: str) -> bool:
    return not any(check_choice(table.known, player, card))


def _revealed(table: PlayTable, one: NextEvent) -> Told:
    """Every card at once; players who name targets together do so right after it."""
    seats, known = table.full.seats, table.known
    up = {player: seats[player].card or "" for player in standing(known)}
    up |= {vo: _turned_up(table, vo) for vo in standing_foes(known) if pile(known, vo).drawn}
    aiming = [actor for actor, card in up.items() if names(parts_of(known, card))]
    players = [actor for actor in aiming if actor in known.fighters]
    later = tuple(players) if len(players) > 1 or table.chance(0.3) else ()
    aims = {actor: (_target(table, actor),) for actor in aiming if actor not in later}
    return {"cards": up, "targets": aims, "naming": later}


def _turned_up(table: PlayTable, vo: str) -> str:
    """The card that lies face down before an opponent; where nobody named it, one that can be it: where no other can,
    a stun that was shuffled in."""
    return table.rng.choice(pile(table.known, vo).held or _possible(table, vo) or [f.STUN])


def _possible(table: PlayTable, vo: str) -> list[str]:
    """The cards that can lie in an opponent's deck: those of its list, of any selection deck where there is none."""
    known = table.known
    listed = known.foe_decks.get(known.foes[vo].vo_deck or "")
    every = (listed.cards if listed is not None else None) or SHARED
    return [card for card in every if may_lie(known, vo, card, ORGANISER)]


def _target(table: PlayTable, actor: str) -> str:
    """SEN-SOLO-16: an opponent names the nearest character."""
    if actor in table.known.fighters:
        return table.rng.choice(enemies_of(table.known, actor))
    found = {name: place for name, place in (targets(table.known) or {}).items() if name != "lord"}
    return min(nearest(place_of(table.known, actor) or (0, 0), found))


def by_text(state: SenjutsuState, type_: str) -> Iterator[Told]:
    """What the text of a card may do, or terrain, to each character, and to opponents what befalls them too."""
    for player in standing(state):
        if type_ == "focus_lost":
            yield {"player": player, "amount": 1}
        elif type_ in ("kamae_changed", "advantage_gained"):
            cell = {"instruction": "any", "to": "balance"} if type_ == "kamae_changed" else {}
            yield {"player": player, **cell}
        elif type_ == "cards_moved":
            yield from ({"player": player, "count": 1, "source": zone, "to": to} for zone, to in WAYS)
    for actor in standing_actors(state):
        if type_ in ("wound_taken", "wounds_healed"):
            yield from ({"actor": actor, kind: 1} for kind in ("normal", "bleeding"))
        if type_ == "wounds_healed":
            one = body(state, actor)
            yield from ({"actor": actor, "poison": card} for card in (one.poisons if one else ()))
            yield {"actor": actor, "injuries": 1}
        elif type_ == "condition_gained":
            yield {"actor": actor, "kind": "injury"}


def _by_text(table: PlayTable, one: NextEvent) -> Event | None:
    """One that is legal, with what is offered."""
    known = table.known
    ways = [
        {name: value for name, value in way.items() if name not in one.choices}
        for way in by_text(known, one.type)
    ]
    events = (filled(table, one, way, fills(known, one)) for way in table.rng.sample(ways, len(ways)))
    return next((event for event in events if not any(RULES.check(known, event, ORGANISER))), None)


def _moved(table: PlayTable, one: NextEvent) -> Told | Event | None:
    """A search; else a card by a text. Cards that nobody named stay without a name."""
    if one.limits:
        cards = table.top(owner_of(one), one.limits["count"][1])
        return {"count": len(cards), "cards": cards}
    event = _by_text(table, one)
    if not isinstance(event, f.CardsMoved):
        return event
    own = pile(table.known, event.player)
    zones = {"hand": own.held, "deck": table.unseen(event.player), "discard": (*own.open, *own.down)}
    named = zones[event.source]
    return replace(event, cards=(table.rng.choice(named),)) if named else event


def _trimmed(table: PlayTable, one: NextEvent) -> Told:
    """SEN-DISC-04."""
    held, count = table.hand(one.choices["player"][0]), one.limits["count"][0]
    return {"cards": tuple(table.rng.sample(held, count))}


def _changed(table: PlayTable, one: NextEvent) -> Told:
    """SEN-SOLO-04, -15, -24: another behaviour, or stance; of who is paralysed a contract."""
    vo, cause = (table.rng.choice(one.choices[name]) for name in ("vo", "cause"))
    foe, told = table.known.foes[vo], {"vo": vo, "cause": cause}
    if is_paralysed(table.known, vo):
        return {**told, "contract": open_contracts(foe)[0]}
    if not in_play(table.known, cause) or table.chance(0.5):
        return {**told, "stance": table.rng.choice([way for way in lists.STANCES if way != foe.stance])}
    return {**told, "behaviour": table.rng.choice([way for way in lists.BEHAVIOURS if way != foe.behaviour])}


def _refreshed(table: PlayTable, one: NextEvent) -> Told:
    """SEN-SOLO-12: by its own card."""
    vo = table.rng.choice(one.choices["vo"])
    return {"vo": vo, "cause": table.rng.choice(turned(table.known, vo))}


def _seen(table: PlayTable, one: NextEvent) -> Told:
    """SEN-SOLO-14."""
    return {name: table.rng.choice(values) for name, values in options(table.known, one).items()}


def _countered(table: PlayTable, one: NextEvent) -> Told:
    """SEN-SOLO-21: the top card of the deck."""
    vo = one.choices["vo"][0]
    if table.known.foes[vo].vo_deck is None:
        cards = tuple(_possible(table, vo)[:1])
    else:
        cards = table.top(vo) if pile(table.known, vo).deck else ()
    return {
        "card": next(iter(cards), None),
        "attack_effect": any(shows_attack(table.known, card) for card in cards),
    }


def _recovered(table: PlayTable, one: NextEvent) -> Told:
    """SEN-HORDE-08 to -10."""
    player = standing(table.known)[0]
    if table.known.full is None:
        return {"discard_before": table.known.fighters[player].discard}
    own = pile(table.known, player)
    thrown = (*own.open, *own.down, *own.bled)
    return {
        "discard_before": own.discard,
        "position": table.full.letters["X"],
        "facing": table.rng.randint(0, 5),
        "staying": tuple(table.rng.sample(thrown, own.discard // 2)),
    }


TOLD: dict[str, Callable[[PlayTable, NextEvent], Told | Event | None]] = {
    "bleed_discarded": _bled,
    "card_drawn": _drawn,
    "card_selected": _selected,
    "cards_moved": _moved,
    "cards_revealed": _revealed,
    "condition_gained": _by_text,
    "deck_registered": lists.deck,
    "focus_lost": _by_text,
    "hand_trimmed": _trimmed,
    "match_annulled": lambda table, one: {"reason": "The hall closes."},
    "match_finished": ends.ended,
    "prepared_taken": _prepared,
    "recovery_applied": _recovered,
    "side_registered": lists.character,
    "starting_hand_drawn": _drawn,
    "terrain_placed": lists.terrain,
    "turn_recorded": turns.recorded,
    "vo_counter_resolved": _countered,
    "vo_deck_refreshed": _refreshed,
    "vo_deck_registered": lists.foe_deck,
    "vo_deck_seen": _seen,
    "vo_joined": lists.joined,
    "vo_state_changed": _changed,
    "wave_started": lists.wave,
    "wound_taken": _by_text,
    "wounds_healed": _by_text,
}
