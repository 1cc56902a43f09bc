"""What may come next at full detail, for forms and the simulation: built from what the viewer may know.

Called by `games.senjutsu.nexts`. The turn's own events come with their legal values; what cards do is offered by the
effects of the part that is being resolved.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import NextEvent
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import card_of, core_cards, definition, parts_of, pile, seat
from games.senjutsu.full.cursor import applies, effects_of, running_of, unfinished
from games.senjutsu.full.definitions import (
    AdvantageGain,
    AnyEffect,
    Attack,
    Block,
    Draw,
    FocusGain,
    KamaeChange,
    Move,
    Other,
    RingMove,
    Search,
)
from games.senjutsu.full.discard import excess
from games.senjutsu.full.draw import draws_missing, owes_bleeding
from games.senjutsu.full.events import STUN
from games.senjutsu.full.frame import order_of, stage_order, standing_actors, table
from games.senjutsu.full.order import candidates, effective, is_open, tie_choosers, tied_group
from games.senjutsu.full.pay import optional_initiative
from games.senjutsu.full.reveal import check_reveal_done, lacks_initiative, ranged_part
from games.senjutsu.full.setup import NO_TRACK, missing_sides, placers
from games.senjutsu.full.virtual import drawable
from games.senjutsu.state import SenjutsuState, standing, standing_foes

EVENT_OF: dict[type[AnyEffect], str] = {
    Move: "actor_moved",
    RingMove: "kamae_moved",
    KamaeChange: "kamae_changed",
    FocusGain: "focus_gained",
    AdvantageGain: "advantage_gained",
    Attack: "attack_declared",
    Block: "block_applied",
    Search: "cards_moved",
    Draw: "card_drawn",
    Other: "effect_resolved",
}
BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained", "cards_moved", "focus_gained", "actor_moved")
"""What only a card's text says."""


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
        "resolve": _in_resolve,
        "discard": _in_discard,
        "between": _between,
    }
    yield from steps[full.step](state)


def _everybody(state: SenjutsuState) -> tuple[str, ...]:
    return tuple(state.fighters)


def _owner(state: SenjutsuState, actor: str) -> tuple[str, ...]:
    return (actor,) if actor in state.fighters else _everybody(state)


def _due(state: SenjutsuState) -> Iterator[NextEvent]:
    first = table(state).due[0]
    for due in table(state).due:
        if due.kind == first.kind:
            for kind in due.kind.split("|"):
                choices = {_names(kind): (due.actor,)}
                yield NextEvent(type=kind, players=_owner(state, due.actor), choices=choices)


def _in_setup(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-01: terrain, then the order, once everybody is registered."""
    full = table(state)
    decks = all(fighter.told_deck for fighter in state.fighters.values())
    if missing_sides(state):
        return
    if full.agreed is None or full.agreed:
        objects = full.agreed or tuple(FACTS.terrain)
        for player in placers(state):
            choices = {"player": (player,), "object": tuple(dict.fromkeys(objects))}
            yield NextEvent(type="terrain_placed", players=(player,), choices=choices)
    if decks and not full.agreed:
        if state.mode in NO_TRACK:
            yield from _in_placing(state)
        else:
            yield NextEvent(type="advantage_set", players=_everybody(state))


def _in_placing(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-05."""
    full = table(state)
    left = [player for player in full.track or state.fighters if state.fighters[player].hex is None]
    for player in left[-1:] if full.track else left:
        choices = {"player": (player,), **({"hex": full.starts} if full.starts else {})}
        yield NextEvent(
            type="character_placed", players=(player,), choices=choices, limits={"facing": (0, 5)}
        )
    if state.mode == "solo":
        yield NextEvent(type="vo_joined", players=_everybody(state))


def _in_hands(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SETUP-08, -10, -12."""
    for player in standing(state):
        own, limit = pile(state, player), state.fighters[player].hand_limit
        if own.dealt:
            continue
        choices = {"player": (player,)}
        if own.taken is None:
            limits = {"count": (0, limit)} if limit is not None else {}
            yield NextEvent(type="prepared_taken", players=(player,), choices=choices, limits=limits)
        due = None if limit is None else max(0, limit - (own.taken or 0))
        limits = {} if due is None else {"count": (due, due)}
        yield NextEvent(type="starting_hand_drawn", players=(player,), choices=choices, limits=limits)
    if state.mode == "solo":
        yield NextEvent(type="vo_joined", players=_everybody(state))
    yield from _next_turn(state)


def _next_turn(state: SenjutsuState) -> Iterator[NextEvent]:
    ready = all(pile(state, player).dealt for player in standing(state))
    waits = state.mode == "horde" and (state.phase != "turns" or not standing_foes(state))
    if ready and not waits and (state.mode != "solo" or state.foes):
        turn = state.turn + 1
        yield NextEvent(type="turn_started", players=_everybody(state), limits={"turn": (turn, turn)})


def _in_draw(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-TURN-04, SEN-DRAW-01, -04."""
    bleeding = [actor for actor in standing_actors(state) if owes_bleeding(state, actor)]
    for actor in bleeding:
        yield NextEvent(type="bleed_discarded", players=_owner(state, actor), choices={"actor": (actor,)})
    missing = draws_missing(state)
    for actor in missing:
        if actor not in bleeding:
            has = pile(state, actor).deck if actor in state.fighters else drawable(pile(state, actor))
            drawn = (0, 1) if has is None else (min(1, has), min(1, has))
            choices = {"actor": (actor,), "reason": ("phase",)}
            limits = {"asked": (1, 1), "drawn": drawn}
            yield NextEvent(type="card_drawn", players=_owner(state, actor), choices=choices, limits=limits)
    if not missing and not bleeding:
        yield NextEvent(type="phase_started", players=_everybody(state), choices={"phase": ("select",)})
    yield from _by_text(state)


def _in_select(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SEL-01; the cards themselves are offered to their owner alone, by what the viewer may see."""
    waiting = [player for player in standing(state) if not seat(state, player).chosen]
    for player in waiting:
        choices: dict[str, tuple[str, ...]] = {"player": (player,)}
        hand = choosable(state, player)
        if hand:
            choices["card"] = hand
        yield NextEvent(type="card_selected", players=(player,), choices=choices)
    if not waiting:
        yield NextEvent(type="cards_revealed", players=_everybody(state))


def choosable(state: SenjutsuState, player: str) -> tuple[str, ...]:
    """The cards that a player could choose now, of those that are known; () for anybody else's hand."""
    own, fighter = pile(state, player), state.fighters[player]
    if not own.held:
        return ()
    known = dict.fromkeys((*own.held, *core_cards(state, player)))
    fits = [card for card in known if _fits(state, player, card)]
    return (*fits, *((STUN,) if fighter.stuns else ()))


def _fits(state: SenjutsuState, player: str, card: str) -> bool:
    """SEN-SEL-02, -03, -05."""
    one, fighter = definition(state, card), state.fighters[player]
    paid = (one.mandatory_focus or 0) <= (fighter.focus or 0)
    instant = (
        bool(one.instant) and "replacement" not in (one.instant or ()) and one.playable_normally is False
    )
    return paid and one.required_kamae in (None, "none", fighter.kamae) and not instant


def _in_reveal(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-REV-01: the stages, and the end of the phase when nothing is owed."""
    for player in standing(state):
        yield from _payments(state, player)
    yield from _replacements(state)
    waiting = [actor for actor in stage_order(state) if lacks_initiative(state, actor)]
    for actor in waiting[:1]:
        part = ranged_part(state, actor)
        limits = {"value": (part.initiative or 0, part.up_to or 0)} if part is not None else {}
        yield NextEvent(
            type="initiative_chosen", players=_owner(state, actor), choices={"actor": (actor,)}, limits=limits
        )
    if not any(True for _ in check_reveal_done(state)):
        yield NextEvent(type="phase_started", players=_everybody(state), choices={"phase": ("resolve",)})


def _payments(state: SenjutsuState, player: str) -> Iterator[NextEvent]:
    card, now, focus = card_of(state, player), seat(state, player), state.fighters[player].focus or 0
    if card is None or card == STUN:
        return
    cost = definition(state, card).mandatory_focus
    if table(state).stage <= 2 and not now.paid and cost != 0:
        yield _payment(player, card, "mandatory", cost, focus)
    bought = optional_initiative(state, card)
    late = 4 if now.instants else 3
    if table(state).stage <= late and bought is not None and not now.bought and focus >= bought.cost:
        yield _payment(player, card, "initiative", bought.cost, focus)


def _payment(player: str, card: str, reason: str, cost: int | None, focus: int) -> NextEvent:
    limits = {"amount": (1, max(1, focus)) if cost is None else (cost, cost)}
    choices = {"player": (player,), "card": (card,), "reason": (reason,)}
    return NextEvent(type="focus_paid", players=(player,), choices=choices, limits=limits)


def _replacements(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-REV-05."""
    if table(state).stage > 4:
        return
    order = order_of(state)
    for place, player in enumerate(order):
        late = any(seat(state, other).moment for other in order[:place])
        if player in state.fighters and not seat(state, player).moment and not late:
            choices = {"player": (player,)}
            yield NextEvent(type="instant_passed", players=(player,), choices=choices)
            kinds = {**choices, "kind": ("replacement",)}
            yield NextEvent(type="instant_played", players=(player,), choices=kinds)
            cost = {**choices, "reason": ("replacement",)}
            yield NextEvent(type="focus_paid", players=(player,), choices=cost)


def _in_resolve(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-INIT: what the open parts still can do, then ties, parts and the end of the phase."""
    full = table(state)
    if full.strike is not None:
        attacker = full.strike.attacker
        yield NextEvent(
            type="attack_resolved", players=_owner(state, attacker), choices={"attacker": (attacker,)}
        )
    for actor in dict.fromkeys(running.actor for running in reversed(full.running)):
        yield from _effects(state, actor)
    yield from _instants(state)
    yield from _by_text(state)
    if not any(True for running in full.running for _ in unfinished(state, running)):
        yield from _next_part(state)


def _effects(state: SenjutsuState, actor: str) -> Iterator[NextEvent]:
    running = running_of(state, actor)
    if running is None or seat(state, actor).ended:
        return
    effects = effects_of(state, running)
    if effects is None:
        kinds: tuple[str, ...] = tuple(dict.fromkeys(EVENT_OF.values()))
    else:
        open_ = [
            effect
            for place, effect in enumerate(effects)
            if place >= running.effect and place not in running.done and applies(state, running, place)
        ]
        kinds = tuple(dict.fromkeys(EVENT_OF[type(effect)] for effect in open_))
        for effect in open_:
            if effect.optional_focus and actor in state.fighters:
                focus = state.fighters[actor].focus or 0
                yield _payment(actor, running.card, "effect", effect.optional_focus, focus)
    for kind in dict.fromkeys((*kinds, "effect_resolved")):
        yield NextEvent(type=kind, players=_owner(state, actor), choices={_names(kind): (actor,)})


def _names(kind: str) -> str:
    """The field of an event that names whose it is."""
    if kind in ("attack_declared", "attack_resolved"):
        return "attacker"
    if kind in ("vo_counter_resolved", "lord_attacked"):
        return "vo"
    player = ("kamae_moved", "kamae_changed", "focus_gained", "advantage_gained", "cards_moved")
    return "player" if kind in player else "actor"


def _instants(state: SenjutsuState) -> Iterator[NextEvent]:
    """Instants and counterattacks: whether one fits is judged when it is played."""
    if table(state).step not in ("resolve", "reveal"):
        return
    for player in standing(state):
        now = seat(state, player)
        if now.ended or (now.instants and not table(state).window):
            continue
        choices = {"player": (player,), "kind": ("normal", "addition")}
        yield NextEvent(type="instant_played", players=(player,), choices=choices)
        yield NextEvent(
            type="focus_paid", players=(player,), choices={"player": (player,), "reason": ("instant",)}
        )
    for event in table(state).window:
        if event.kind == "blocked" and event.actor in state.fighters:
            yield NextEvent(
                type="counterattack_played", players=(event.actor,), choices={"player": (event.actor,)}
            )


def _next_part(state: SenjutsuState) -> Iterator[NextEvent]:
    waiting, full = candidates(state), table(state)
    if not waiting:
        yield NextEvent(type="phase_started", players=_everybody(state), choices={"phase": ("discard",)})
        return
    group = waiting if is_open(waiting) else tied_group(state, waiting)
    who = [actor for actor in tie_choosers(state, group) if actor not in full.positions]
    settled = {one.actor for one in group} <= set(full.settled)
    if len(group) > 1 and who and not settled and not is_open(waiting):
        free = tuple(place for place in range(1, len(group) + 1) if place not in full.positions.values())
        choices = {"player": (who[0],), "position": free}
        yield NextEvent(type="tie_order_chosen", players=(who[0],), choices=choices)
        return
    if settled and len(group) > 1:
        first = next(actor for actor in full.settled if actor in {one.actor for one in group})
        group = tuple(one for one in group if one.actor == first or {first, one.actor} <= set(state.foes))
    for one in group:
        value = effective(state, one)
        limits = {"part": (one.part, one.part)}
        if value is not None and not one.follows:
            limits["initiative"] = (value, value)
        choices = {"actor": (one.actor,), "card": (one.card,)}
        yield NextEvent(type="part_started", players=_owner(state, one.actor), choices=choices, limits=limits)


def _by_text(state: SenjutsuState) -> Iterator[NextEvent]:
    """What the text of a card in play may say."""
    full = table(state)
    cards = [card for one in full.seats.values() for card in one.play if _has_text(state, card)]
    if cards:
        for kind in BY_TEXT:
            yield NextEvent(type=kind, players=_everybody(state))


def _has_text(state: SenjutsuState, card: str) -> bool:
    parts = parts_of(state, card)
    return parts is None or any(isinstance(effect, Other) for part in parts for effect in part.effects)


def _in_discard(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-DISC-04."""
    over = {player: excess(state, player) for player in standing(state)}
    for player, count in over.items():
        if count:
            limits = {"count": (count, count)}
            choices = {"player": (player,)}
            yield NextEvent(type="hand_trimmed", players=(player,), choices=choices, limits=limits)
    if not any(over.values()):
        turn = table(state).turn
        yield NextEvent(type="turn_ended", players=_everybody(state), limits={"turn": (turn, turn)})


def _between(state: SenjutsuState) -> Iterator[NextEvent]:
    yield from _next_turn(state)
