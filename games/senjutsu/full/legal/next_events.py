"""What may come next at full detail, for forms and the simulation: built from what the viewer may know.

Called by `games.senjutsu.next_events`. The turn's own events come with their legal values; what cards do is offered
by the effects of the part that is being resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ruleset import SYSTEM, NextEvent
from games.senjutsu.chapters.solo import can_begin, limits_of, may_join
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import card_of, core_cards, definition, has_text, pile, seat
from games.senjutsu.full.choose import check_choice
from games.senjutsu.full.discard import excess
from games.senjutsu.full.draw import draws_missing, owes_bleeding
from games.senjutsu.full.events import STUN, FocusPaid
from games.senjutsu.full.foes.joining import has_room
from games.senjutsu.full.foes.virtual import drawable
from games.senjutsu.full.legal.next_resolve import (
    by_cards,
    by_text,
    everybody,
    in_resolve,
    of_instants,
    owes_effects,
    own,
    payment,
)
from games.senjutsu.full.legal.next_texts import outside
from games.senjutsu.full.pay import check_focus_paid, optional_initiative
from games.senjutsu.full.preconditions import cards_resolved, order_of, standing_actors, table
from games.senjutsu.full.replace import check_turn_of
from games.senjutsu.full.reveal import check_costs_paid, check_reveal_done, choosing, ranged_part
from games.senjutsu.full.setup import NO_TRACK, orders, placers, without_deck
from games.senjutsu.full.state import Due
from games.senjutsu.state import SenjutsuState, missing_sides, standing, standing_foes

MARKERS = ("stun", "injury")
"""Conditions that terrain can give."""


def in_full(state: SenjutsuState) -> Iterator[NextEvent]:
    """The events of the table that are legal now."""
    full = table(state)
    if full.due:
        yield from _due(state)
        return
    steps = {
        "roster": _in_setup,
        "terrain": _in_setup,
        "placing": _in_placing,
        "prepared": _in_hands,
        "hands": _in_hands,
        "draw": _in_draw,
        "select": _in_select,
        "reveal": _in_reveal,
        "resolve": in_resolve,
        "discard": _in_discard,
        "between": _between,
    }
    yield from steps[full.step](state)


def _due(state: SenjutsuState) -> Iterator[NextEvent]:
    first = table(state).due[0]
    for due in table(state).due:
        if due.kind == first.kind:
            for kind in due.kind.split("|"):
                yield own(state, kind, due.actor, **_due_choices(due, kind))


def _due_choices(due: Due, kind: str) -> dict[str, tuple[Any, ...]]:
    """What an event that is waited for must tell: the card that was paid for and how it may be played, the terrain of
    a marker of unknown icons and those that are left, whether the attack on the fallen lord was ignored."""
    told = due.told
    if "kinds" in told:
        left = tuple(one for one in MARKERS if one not in told["kinds"])
        return {"cause": (told["terrain"],), **({"kind": left} if kind == "condition_gained" else {})}
    if "ignored" in told:
        return {"ignored": (told["ignored"],)}
    if "card" not in told:
        return {}
    kinds = ("replacement",) if due.rule == "SEN-REV-06" else ("normal", "addition")
    return {"card": (told["card"],), **({"kind": kinds} if kind == "instant_played" else {})}


def _in_setup(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-01: terrain, then the order, once everybody is registered."""
    full = table(state)
    if missing_sides(state):
        return
    if full.agreed is None or full.agreed:
        objects = full.agreed or tuple(FACTS.terrain)
        for player in placers(state):
            yield own(state, "terrain_placed", player, object=tuple(dict.fromkeys(objects)))
    if not without_deck(state) and not full.agreed:
        if state.mode in NO_TRACK:
            yield from _in_placing(state)
        else:
            yield NextEvent(type="advantage_set", players=everybody(state), choices={"order": orders(state)})


def _in_placing(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-05."""
    full = table(state)
    left = [player for player in full.track or standing(state) if state.fighters[player].hex is None]
    start = full.letters.get("X")
    starts = (start,) if start else full.starts
    for player in left[-1:] if full.track else left:
        places = {"hex": starts} if starts else {}
        yield own(state, "character_placed", player, {"facing": (0, 5)}, **places)
    yield from opponents(state)


def opponents(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SOLO-02: who may still join a solo game before its first turn, and who may be taken back."""
    if state.mode != "solo":
        return
    types = may_join(state)
    limits = limits_of(state, types)
    if types and (state.full is None or has_room(state)):
        choices = {"vo_type": types, **({"wound_limit": limits} if limits else {})}
        yield NextEvent(type="vo_joined", players=everybody(state), choices=choices)
    if state.foes:
        choices = {"vo": tuple(state.foes)}
        yield NextEvent(type="vo_withdrawn", players=everybody(state), choices=choices)


def _in_hands(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-08, -10, -12."""
    for player in standing(state):
        cards, limit = pile(state, player), state.fighters[player].hand_limit
        if cards.dealt:
            continue
        if cards.taken is None:
            yield own(state, "prepared_taken", player, {} if limit is None else {"count": (0, limit)})
        due = None if limit is None else max(0, limit - (cards.taken or 0))
        yield own(state, "starting_hand_drawn", player, {} if due is None else {"count": (due, due)})
    yield from opponents(state)
    yield from _next_turn(state)


def _next_turn(state: SenjutsuState) -> Iterator[NextEvent]:
    ready = all(pile(state, player).dealt for player in standing(state))
    waits = state.mode == "horde" and (state.phase != "turns" or not standing_foes(state))
    if ready and not waits and can_begin(state):
        turn = state.turn + 1
        yield NextEvent(type="turn_started", players=everybody(state), limits={"turn": (turn, turn)})


def _in_draw(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-TURN-04, SEN-DRAW-01, -04."""
    bleeding = [actor for actor in standing_actors(state) if owes_bleeding(state, actor)]
    for actor in bleeding:
        yield own(state, "bleed_discarded", actor)
    missing = draws_missing(state)
    for actor in missing:
        if actor not in bleeding:
            has = pile(state, actor).deck if actor in state.fighters else drawable(pile(state, actor))
            drawn = (0, 1) if has is None else (min(1, has), min(1, has))
            yield own(state, "card_drawn", actor, {"asked": (1, 1), "drawn": drawn}, reason=("phase",))
    yield from of_instants(state)
    if not missing and not bleeding and not owes_effects(state):
        yield NextEvent(type="phase_started", players=everybody(state), choices={"phase": ("select",)})
    yield from by_text(state)
    yield from outside(state)
    for player in standing(state):
        if any("draw" in (definition(state, card).normal_when or ()) for card in pile(state, player).held):
            yield own(state, "instant_played", player, kind=("normal",))


CARD = "^.{1,120}$"
"""A card that nobody listed, by whatever name it has."""


def _in_select(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SEL-01; the cards themselves are offered to their owner alone, by what the viewer may see."""
    waiting = [player for player in standing(state) if not seat(state, player).chosen]
    for player in waiting:
        hand = choosable(state, player)
        choices = {"player": (player,), **({"card": hand} if hand else {})}
        texts = {} if hand else {"card": CARD}
        yield NextEvent(type="card_selected", players=(player,), choices=choices, texts=texts)
    if not waiting:
        yield NextEvent(type="cards_revealed", players=everybody(state))


def choosable(state: SenjutsuState, player: str) -> tuple[str, ...]:
    """The cards that a player could choose now, of those that are known; () for anybody else's hand."""
    hand = pile(state, player)
    if hand.hand and not hand.held:
        return ()
    known = dict.fromkeys((*hand.held, *core_cards(state, player), STUN))
    return tuple(card for card in known if not any(True for _ in check_choice(state, player, card)))


def _in_reveal(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-REV-01: the stages, and the end of the phase when nothing is owed. Nothing of a later stage comes before the
    mandatory costs, which could not be paid any more."""
    for player in standing(state):
        yield from _payments(state, player)
    if any(True for _ in check_costs_paid(state)):
        return
    yield from _replacements(state)
    for player in standing(state):
        if not seat(state, player).instants:
            yield own(state, "instant_played", player, kind=("normal",))
    for actor in choosing(state):
        part = ranged_part(state, actor)
        limits = {"value": (part.initiative or 0, part.up_to or 0)} if part is not None else {}
        yield own(state, "initiative_chosen", actor, limits)
    yield from of_instants(state)
    yield from by_cards(state, tuple(card for card in cards_resolved(state) if has_text(state, card)))
    if not any(True for _ in check_reveal_done(state)) and not owes_effects(state):
        yield NextEvent(type="phase_started", players=everybody(state), choices={"phase": ("resolve",)})


def _payments(state: SenjutsuState, player: str) -> Iterator[NextEvent]:
    """SEN-REV-03, -04: the focus that the revealed card costs, and its optional initiative."""
    card = card_of(state, player)
    if card is None or card == STUN:
        return
    bought = optional_initiative(state, card)
    prices = {
        "mandatory": definition(state, card).mandatory_focus,
        "initiative": bought.cost if bought else 0,
    }
    for reason, cost in prices.items():
        told = FocusPaid(player=player, card=card, reason=reason, amount=1 if cost is None else cost)  # type: ignore[arg-type]
        if cost != 0 and not any(check_focus_paid(state, told, SYSTEM)):
            yield payment(state, player, card, reason, cost)


def _replacements(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-REV-05."""
    if table(state).stage > 4:
        return
    for player in order_of(state):
        if player in state.fighters and not any(check_turn_of(state, player)):
            yield own(state, "instant_passed", player)
            yield own(state, "instant_played", player, kind=("replacement",))
            yield own(state, "focus_paid", player, reason=("replacement",))


def _in_discard(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-DISC-03, -04."""
    yield from outside(state)
    over = {player: excess(state, player) for player in standing(state)}
    for player, count in over.items():
        if count:
            yield own(state, "hand_trimmed", player, {"count": (count, count)})
    if not any(over.values()):
        turn = table(state).turn
        yield NextEvent(type="turn_ended", players=everybody(state), limits={"turn": (turn, turn)})


def _between(state: SenjutsuState) -> Iterator[NextEvent]:
    yield from _next_turn(state)
