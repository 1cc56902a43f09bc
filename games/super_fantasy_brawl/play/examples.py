"""Whole events with facts of a table that are made up: champions, cards of a hand, whatever an offer leaves open.

Called through the game's descriptor, and by the simulation. Reports stand in `examples_reports.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.codec import types_of
from games.examples import imagined
from games.ruleset import Event, NextEvent
from games.simulated import Table, filled
from games.super_fantasy_brawl.chapters.draft import COMMON
from games.super_fantasy_brawl.chapters.selection import mirrors_allowed
from games.super_fantasy_brawl.facts import CHAMPIONS, TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.common import action_of, owner_of, standing
from games.super_fantasy_brawl.full.common import table as table_of
from games.super_fantasy_brawl.full.events import RefreshCompleted
from games.super_fantasy_brawl.full.fighting.hits import hit
from games.super_fantasy_brawl.full.fighting.stun import is_of
from games.super_fantasy_brawl.full.hands import unlisted
from games.super_fantasy_brawl.full.legal.moves_action import MAKERS, OF_HAND, in_hand
from games.super_fantasy_brawl.full.legal.moves_effects import stuns, unknown_sources
from games.super_fantasy_brawl.full.legal.ways import straights
from games.super_fantasy_brawl.full.turn import discarded
from games.super_fantasy_brawl.full.zones import seat
from games.super_fantasy_brawl.pages.forms import LISTS, champions, fills, options, wanted
from games.super_fantasy_brawl.play import examples_reports
from games.super_fantasy_brawl.play.training import CHALLENGES
from games.super_fantasy_brawl.play.training import CHAMPIONS as INVENTED
from games.super_fantasy_brawl.rules import SuperFantasyBrawl
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.system import Dice

RULES = SuperFantasyBrawl()
Match = Table[SfbState]
Told = dict[str, Any]
NOTED = 0.8
"""How often somebody notes what may be left out."""


def examples(state: SfbState, told: NextEvent, dice: Dice) -> Iterable[Event]:
    """What tables that are made up would tell of the offer, and what else may be meant where nobody knows the cards."""
    made = imagined(state, told, dice, lambda rng, seed: Table(RULES, state, rng, seed), event_of)
    return itertools.chain(made, MORE[told.type](state, told)) if told.type in MORE else made


def _plays(state: SfbState, told: NextEvent) -> Iterator[Event]:
    """SFB-ACT-02, SFB-REACT-05: by the cards as far as they are known, else one by a name that is made up."""
    yield from MAKERS[told.type](state, told)
    player = told.players[0]
    if not unlisted(state, player):
        return
    first = {name: values[0] for name, values in told.choices.items() if name != "card"}
    for card in _unheard_of(state, player):
        yield msgspec.convert({"type": told.type, **first, "card": card}, types_of(RULES)[told.type])


def _dashes(state: SfbState, told: NextEvent) -> Iterator[Event]:
    """SFB-EFF-13: a hex ahead by a card that nobody imported."""
    for source, champion in itertools.product(unknown_sources(state), standing(state)):
        for path in straights(state, champion, 1):
            yield a.ChampionMoved(champion=champion, kind="dash", path=path, source=source, x=1)


def _stuns(state: SfbState, told: NextEvent) -> Iterator[Event]:
    """SFB-EFF-07: of whichever champion a card that nobody imported stuns."""
    for source, champion in itertools.product(unknown_sources(state), standing(state)):
        yield a.ChampionStunned(champion=champion, source=source, **_answer(state, champion))


def event_of(table: Match, told: NextEvent) -> Event:
    """One event of an offer; it may break a rule. Raises one of `games.examples.UNKNOWN` where facts are missing."""
    facts = MADE[told.type](table, told) if told.type in MADE else {}
    return filled(table, told, facts, fills(table.state, told))


def _champions(table: Match, told: NextEvent) -> Told:
    """SFB-ROSTER-02, -04, -05, -09, SFB-MODE-04, -06: as many as are needed of those that may be chosen."""
    state, player = table.state, told.choices["player"][0]
    known = state.full.champions if state.full is not None else {}
    every = known or (*CHAMPIONS, *INVENTED)
    free = [*told.choices.get("champions", champions(state, told, every))]
    if player is None:
        return {"champions": _common(table, free)}
    barred = _barred(state, player)
    return {"champions": table.rng.sample([one for one in free if one not in barred], wanted(state, told))}


def _barred(state: SfbState, player: str) -> set[str]:
    """SFB-ROSTER-04: without mirrors whoever is in the pool of another player."""
    if state.mirrors is not False:
        return set()
    pools = (*state.draft.pools.items(), *state.draft.registered.items())
    return {slug for other, pool in pools if other != player for slug in pool}


def _common(table: Match, free: Sequence[str]) -> Sequence[str]:
    """SFB-ROSTER-05, SFB-MODE-04: among four players also each twice. G26: one more than lie there."""
    size, lying = mode_of(table.state).normal_pool, table.state.draft.pools.get(COMMON)
    if lying:
        return (*lying, table.rng.choice(free))
    twice = table.state.mode == "superteams" and mirrors_allowed(table.state)
    if twice and (len(free) < size or table.chance(0.3)):
        return table.rng.sample(free, size // 2) * 2
    return table.rng.sample(free, min(len(free), size + table.rng.randint(0, 2)))


def _ruling(table: Match, told: NextEvent) -> Told:
    return {"note": "The clock was stopped for a while."}


def _supply(table: Match, told: NextEvent) -> Told:
    """SFB-HID-02: the server keeps the tokens, in some order."""
    tokens = [kind for kind, trap in TRAPS.items() for _ in range(trap.copies)]
    return {"tokens": table.rng.sample(tokens, len(tokens))}


def _challenge(table: Match, told: NextEvent) -> Told:
    """SFB-CHAL-05: a card of the match, or one that is made up where nobody named them."""
    cards = told.choices.get("card") or examples_reports.unseen(table.state, CHALLENGES)
    return {"card": table.rng.choice(cards)} if table.chance(NOTED) else {}


def _counted(table: Match, told: NextEvent) -> Told:
    """What the form of an event of cards offers besides the cards."""
    found = options(table.state, told).items()
    return {name: table.rng.choice(values) for name, values in found if name not in LISTS[told.type]}


def _drawn(table: Match, told: NextEvent) -> Told:
    """SFB-SETUP-10, SFB-DECK-02, SFB-EFF-02: which cards come, unless it is kept back."""
    player, numbers = told.players[0], _counted(table, told)
    count = numbers.get("declared") or told.limits.get("count", (0, 0))[1]
    cards = deck_order(table, player, told.type == "refresh_completed")[:count]
    field = LISTS[told.type][-1]
    return {**numbers, field: cards} if cards and table.chance(NOTED) else numbers


def deck_order(table: Match, player: str, refreshing: bool = False) -> list[str]:
    """SFB-DECK-04: a player's cards as they may come: planned ones, the rest of the deck, what was shuffled into it."""
    state = table.state
    if refreshing:
        state = discarded(state, RefreshCompleted(player=player, count=0, discarded=seat(state, player).held))
    own = seat(state, player)
    whole = own.cards or deck_of(state, player) or ()
    known = (*own.held, *own.play, *own.open, *own.top)
    left = [card for card in whole if card not in known]
    unseen = table.rng.sample(left, len(left))
    deck = [card or (unseen.pop() if unseen else "") for card in own.top]
    while unseen and len(deck) < own.deck:
        deck.append(unseen.pop())
    again = [*own.open, *unseen] if table_of(state).needs == player else []
    return [*deck, *table.rng.sample(again, len(again))]


def _exchanged(table: Match, told: NextEvent) -> Told:
    """SFB-SETUP-11."""
    player, hand = told.players[0], in_hand(table.state, told.players[0])
    count = table.rng.choice((0, 1, 2, told.limits["count"][1]))
    drawn = deck_order(table, player)[:count]
    if len(drawn) < count or not table.chance(NOTED):
        return {"count": count}
    back = [card for card in hand if card not in drawn]
    return {"count": count, "returned": table.rng.sample(back, count), "drawn": drawn}


def _planned(table: Match, told: NextEvent) -> Told:
    """SFB-EFF-10: cards of the hand."""
    numbers, hand = _counted(table, told), in_hand(table.state, told.players[0])
    noted = numbers["count"] <= len(hand) and table.chance(NOTED)
    return {**numbers, "cards": table.rng.sample(hand, numbers["count"])} if noted else numbers


def _text(table: Match, told: NextEvent) -> Told:
    return {"description": "As the card says."}


def _resolved(table: Match, told: NextEvent) -> Told:
    """Damage of an attack whose numbers nobody imported."""
    if "targets" in told.choices:
        return {}
    action = action_of(table.state)
    standing = [one for one in action.targets if cell_of(table.state, one) is not None]
    return {"targets": [hit(one, table.rng.randint(1, 4), 0, 1, 0) for one in standing]}


def _stunned(table: Match, told: NextEvent) -> Told:
    """SFB-EFF-07: a card of the champion goes; without one the hand is shown, with what nobody noted made up."""
    champion, cause, source = table.rng.choice([*stuns(table.state)])
    return {"champion": champion, "cause": cause, "source": source, **_answer(table.state, champion, table)}


def _answer(state: SfbState, champion: str, table: Match | None = None) -> Told:
    """The first card that may go, or the first ones that the hand may hold; at a table by chance."""
    player = owner_of(state, champion)
    own, hand = seat(state, player), in_hand(state, player) or _unheard_of(state, player)
    may_go = [card for card in hand if is_of(state, card, champion) is not False]
    if may_go:
        return {"discarded": table.rng.choice(may_go) if table is not None else may_go[0]}
    others, number = [card for card in hand if card not in own.held], own.hand - len(own.held)
    unnoted = table.rng.sample(others, number) if table is not None else others[:number]
    return {"shown": sorted((*own.held, *unnoted))}


def _unheard_of(state: SfbState, player: str) -> list[str]:
    """As many names as there are cards in the hand, those that nobody noted made up."""
    own = seat(state, player)
    known = {*own.held, *own.open, *own.play, *own.top}
    free = (name for number in itertools.count(1) if (name := f"card {number}") not in known)
    return [*own.held, *itertools.islice(free, own.hand - len(own.held))]


MADE: dict[str, Callable[[Match, NextEvent], Told]] = {
    "attack_resolved": _resolved,
    "card_effect_applied": _text,
    "cards_drawn": _drawn,
    "cards_planned": _planned,
    "challenge_card_laid": _challenge,
    "champion_stunned": _stunned,
    "draft_pool_set": _champions,
    "information_shown": _counted,
    "mulligan_resolved": _exchanged,
    "opening_hand_drawn": _drawn,
    "pool_registered": _champions,
    "refresh_completed": _drawn,
    "roster_confirmed": _champions,
    "ruling_recorded": _ruling,
    "trap_supply_shuffled": _supply,
    **examples_reports.MADE,
}
"""Type -> facts that are made up for it."""
MORE: dict[str, Callable[[SfbState, NextEvent], Iterator[Event]]] = {
    **dict.fromkeys(OF_HAND, _plays),
    "champion_moved": _dashes,
    "champion_stunned": _stuns,
}
"""Type -> events that no made-up table tells."""
