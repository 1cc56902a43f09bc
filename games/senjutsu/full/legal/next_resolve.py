"""What may come next while cards are resolved: effects of the open parts, instants, ties and parts.

Called by `next_events.py`; what cards do is offered by the effects that the part has left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.ruleset import Event, NextEvent
from games.senjutsu.events import LordAttacked, TerrainPlaced
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import doses, has_text, pile, seat
from games.senjutsu.full.cursor import (
    applies,
    effect_at,
    effects_of,
    is_due,
    is_exhausted,
    running_of,
    says_more,
    unfinished,
)
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
from games.senjutsu.full.draw import draws_by_text
from games.senjutsu.full.effect_events import EFFECT_EVENTS
from games.senjutsu.full.effects import can_come
from games.senjutsu.full.events import TABLE_EVENTS
from games.senjutsu.full.order import (
    candidates,
    effective,
    firsts,
    foremost,
    free_places,
    is_open,
    still_choosing,
    tied_group,
)
from games.senjutsu.full.preconditions import resolves, table
from games.senjutsu.full.state import Pending, Running
from games.senjutsu.state import Fighter, Foe, SenjutsuState, standing, standing_foes

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
OF_FOES: tuple[type[AnyEffect], ...] = (Move, Attack, Block, Other)
"""What a card of unknown effects may do for an opponent: it has no hand, kamae, focus, advantage (SEN-SOLO-10, -11)."""
CAUSE = {
    "wound_taken": "cause",
    "wounds_healed": "card",
    "condition_gained": "cause",
    "cards_moved": "by",
    "focus_gained": "card",
    "focus_lost": "card",
    "actor_moved": "card",
    "kamae_changed": "card",
    "advantage_gained": "card",
}
"""What only a card's text says -> the field that names the card."""
AT_ONCE = ("actor_moved", "kamae_changed", "advantage_gained")
"""What a text does to somebody while a part is resolved, and at no other time."""
SELDOM = ("kamae_changed", "advantage_gained")
"""What cards mostly print, so that no table waits for a text that says it."""
BY_TEXT = (*CAUSE,)
TOLD: dict[str, dict[str, tuple[Any, ...]]] = {
    "focus_gained": {"reason": ("other",)},
    "kamae_changed": {"instruction": ("any",), "to": tuple(one for one in FACTS.kamae if one != "neutral")},
}
"""What such an event tells besides its card (SEN-KAM-08)."""
EVENTS: tuple[type[Event], ...] = (*TABLE_EVENTS, *EFFECT_EVENTS, LordAttacked, TerrainPlaced)
Limits = dict[str, tuple[int, int]]
NAMED = {
    str(kind.__struct_config__.tag): next(
        (field for field in ("actor", "attacker", "player", "vo") if field in kind.__struct_fields__), "actor"
    )
    for kind in EVENTS
}
"""Event -> the field that names whose it is."""


def everybody(state: SenjutsuState) -> tuple[str, ...]:
    return tuple(state.fighters)


def owner_of(state: SenjutsuState, actor: str) -> tuple[str, ...]:
    return (actor,) if actor in state.fighters else everybody(state)


def naming(kind: str) -> str:
    """The field of an event that names whose it is."""
    return NAMED.get(kind, "actor")


def own(
    state: SenjutsuState, kind: str, actor: str, limits: Limits | None = None, /, **choices: tuple[Any, ...]
) -> NextEvent:
    """An event of this actor, whose player logs it; anybody those of an opponent."""
    named = {naming(kind): (actor,), **choices}
    return NextEvent(type=kind, players=owner_of(state, actor), choices=named, limits=limits or {})


def payment(state: SenjutsuState, player: str, card: str, reason: str, cost: int | None) -> NextEvent:
    focus = state.fighters[player].focus or 0
    limits = {"amount": (1, max(1, focus)) if cost is None else (cost, cost)}
    return own(state, "focus_paid", player, limits, card=(card,), reason=(reason,))


def in_resolve(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-INIT: what the open parts still can do, then ties, parts and the end of the phase."""
    full = table(state)
    if full.strike is not None:
        yield own(state, "attack_resolved", full.strike.attacker)
    for actor in dict.fromkeys(running.actor for running in reversed(full.running)):
        yield from _effects(state, actor)
    yield from _instants(state)
    yield from by_text(state)
    if not owes_effects(state):
        yield from _next_part(state)


def of_instants(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-INST-04: the effects of an instant that was played in Draw or Reveal, as long as there are any."""
    for actor in dict.fromkeys(running.actor for running in reversed(table(state).running)):
        running = running_of(state, actor)
        if running is not None and not is_exhausted(state, running):
            yield from _effects(state, actor)


def owes_effects(state: SenjutsuState) -> bool:
    """Whether an open part still has to do something."""
    return any(True for running in table(state).running for _ in unfinished(state, running))


def _effects(state: SenjutsuState, actor: str) -> Iterator[NextEvent]:
    running = running_of(state, actor)
    if running is None or seat(state, actor).ended:
        return
    effects = effects_of(state, running)
    if effects is None:
        able = EVENT_OF if actor in state.fighters else OF_FOES
        kinds: tuple[str, ...] = tuple(dict.fromkeys(EVENT_OF[kind] for kind in able))
    else:
        open_ = [one for one in _open_effects(state, running, effects) if can_come(state, running, one[1])]
        kinds = tuple(
            dict.fromkeys(
                EVENT_OF[type(effect)]
                for place, effect in open_
                if not effect.optional_focus or place in running.paid
            )
        )
        for place, effect in open_:
            if effect.optional_focus and place not in running.paid and actor in state.fighters:
                yield payment(state, actor, running.card, "effect", effect.optional_focus)
    for kind in dict.fromkeys((*kinds, "effect_resolved")):
        drawn = {"reason": ("effect",)} if kind == "card_drawn" else {}
        yield own(state, kind, actor, _numbers(state, actor, kind), **drawn)
    if actor in state.fighters and says_more(state, running) and draws_by_text(state, actor):
        told = own(state, "card_drawn", actor, _numbers(state, actor, "card_drawn"), reason=("effect",))
        yield replace(told, optional=True)


def _open_effects(
    state: SenjutsuState, running: Running, effects: tuple[AnyEffect, ...]
) -> Iterator[tuple[int, AnyEffect]]:
    """What the part still can do, with its place: nothing behind an effect that must be applied first."""
    for place in range(running.effect, len(effects)):
        if place not in running.done and applies(state, running, place):
            yield place, effects[place]
            if is_due(state, running, place):
                return


def _numbers(state: SenjutsuState, actor: str, kind: str) -> Limits:
    """How many cards a printed effect draws or finds; {} where only a text may say it."""
    deck = pile(state, actor).deck
    drawn, found = effect_at(state, actor, Draw), effect_at(state, actor, Search)
    if kind == "card_drawn" and isinstance(drawn, Draw):
        most = drawn.count if deck is None else min(drawn.count, deck)
        return {"asked": (drawn.count, drawn.count), "drawn": (0 if deck is None else most, most)}
    if kind == "card_drawn" and deck == 0:
        return {"drawn": (0, 0)}
    if kind == "cards_moved" and isinstance(found, Search):
        return {"count": (0, found.count if deck is None else min(found.count, deck))}
    return {}


def _instants(state: SenjutsuState) -> Iterator[NextEvent]:
    """Instants and counterattacks: whether one fits is judged when it is played."""
    if table(state).step not in ("resolve", "reveal"):
        return
    for player in standing(state):
        now = seat(state, player)
        if now.ended or (now.instants and not table(state).window):
            continue
        yield own(state, "instant_played", player, kind=("normal", "addition"))
        yield own(state, "focus_paid", player, reason=("instant",))
    for event in table(state).window:
        if event.kind == "blocked" and event.actor in state.fighters:
            yield own(state, "counterattack_played", event.actor)


def _next_part(state: SenjutsuState) -> Iterator[NextEvent]:
    if not candidates(state):
        yield NextEvent(type="phase_started", players=everybody(state), choices={"phase": ("discard",)})
        return
    group, who = _next_group(state)
    if who:
        yield own(state, "tie_order_chosen", who[0], position=free_places(state, group))
    for one in may_begin(state):
        value = effective(state, one)
        limits = {"part": (one.part, one.part)}
        if value is not None and not one.follows:
            limits["initiative"] = (value, value)
        yield own(state, "part_started", one.actor, limits, card=(one.card,))


def _next_group(state: SenjutsuState) -> tuple[tuple[Pending, ...], tuple[str, ...]]:
    """The parts that come next, and who still has to choose a position among them (SEN-INIT-06 to -08)."""
    full, ahead = table(state), foremost(state, candidates(state))
    if is_open(ahead):
        return ahead, ()
    group = tied_group(state, ahead)
    if len(group) < 2 or {one.actor for one in group} <= set(full.settled):
        return group, ()
    return group, still_choosing(state, group)


def may_begin(state: SenjutsuState) -> tuple[Pending, ...]:
    """The parts of which any may be started now; none while a tie waits for its order."""
    group, who = _next_group(state)
    if who or len(group) < 2 or is_open(group):
        return () if who else group
    first = firsts(state, tuple(one.actor for one in group))
    return tuple(one for one in group if one.actor in first)


def by_text(state: SenjutsuState) -> Iterator[NextEvent]:
    """What the text of a card in play may say, or of a poison that was just used."""
    cards = dict.fromkeys((*played(state), *doses(state)))
    return by_cards(state, tuple(card for card in cards if has_text(state, card)))


def played(state: SenjutsuState) -> tuple[str, ...]:
    """The cards in play that no collision ended (SEN-COL-05)."""
    seats = table(state).seats.values()
    return tuple(dict.fromkeys(card for one in seats if not one.ended for card in one.play))


def by_cards(state: SenjutsuState, cards: tuple[str, ...]) -> Iterator[NextEvent]:
    """What the texts of these cards may say, to those who have somebody whom it can mean."""
    for kind, field in CAUSE.items() if cards else ():
        players = () if kind in AT_ONCE and not resolves(state) else _with_something(state, kind)
        if players:
            told = {field: cards, **TOLD.get(kind, {})}
            yield NextEvent(type=kind, players=players, choices=told, optional=kind in SELDOM)


def _with_something(state: SenjutsuState, kind: str) -> tuple[str, ...]:
    """SEN-EFF-01, SEN-FOC-02, SEN-TURN-05: the players who may tell it: of what is lost who has it, of anything else
    who stands; of opponents that stand everybody. SEN-SOLO-11: without a track nobody gains advantage."""
    if kind == "focus_lost":
        return tuple(player for player in standing(state) if state.fighters[player].focus)
    if kind == "advantage_gained" and not table(state).track:
        return ()
    if kind in ("cards_moved", "focus_gained", "kamae_changed", "advantage_gained"):
        return standing(state)
    if kind != "wounds_healed":
        return everybody(state) if standing_foes(state) else standing(state)
    if any(_can_be_healed(state.foes[vo]) for vo in standing_foes(state)):
        return everybody(state)
    return tuple(player for player in standing(state) if _can_be_healed(state.fighters[player]))


def _can_be_healed(one: Fighter | Foe) -> bool:
    """SEN-EFF-01, -05, -07: wounds, injuries, or a poison that stayed."""
    return bool(one.wounds or one.injuries or one.poisons)
