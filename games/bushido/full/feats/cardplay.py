"""Special cards that are used, and traps (BUS-GEN-22, -26)."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.full import windows
from games.bushido.full.common import acting, at_full, broken, in_play, put, table, with_acting
from games.bushido.full.events import SpecialCardUsed
from games.bushido.full.feats.moments import instant
from games.bushido.full.state import Special
from games.bushido.permissions import Violations, side_acts
from games.bushido.state import BusState
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation

TRAPS = ("deference", "snare")
"""BUS-GEN-22: the Ki feats that are traps (section 3.13)."""
PRINTED = ("setup", "turns")
"""BUS-GEN-26: the phases that a card may name as its moment."""


def card_of_side(state: BusState, side: str, card: str) -> Special | None:
    """A special card of a warband."""
    return table(state).specials.get(side, {}).get(card)


def usable(state: BusState, side: str) -> tuple[str, ...]:
    """BUS-GEN-26: the cards that a side may still use; those attached to a model only with it."""
    cards = table(state).specials.get(side, {})
    return tuple(
        name
        for name, one in cards.items()
        if one.left
        and one.kind in ("event", "enhancement")
        and (not one.on or any(_acts(state, models) for models in one.on))
    )


def at_work(state: BusState, side: str) -> tuple[str, ...]:
    """BUS-GEN-26, BUS-ROSTER-35: the cards of a side that do what they say now: those that it may use, and the one that
    it has just used, until somebody acts."""
    mine, played = usable(state, side), table(state).played
    return (*mine, played[1]) if played is not None and played[0] == side and played[1] not in mine else mine


def _acts(state: BusState, models: tuple[str, ...]) -> bool:
    """BUS-GEN-26: whether an enhancement still has one of its models."""
    return any(in_play(state, name) for name in models)


def check_special_card_used(state: BusState, event: SpecialCardUsed, by: Actor) -> Violations:
    """BUS-GEN-26: a card of the warband with a copy left, when an Instant feat could be used or when the card itself
    says, be it before the first turn; one trap in an activation."""
    return first_broken(
        at_full(state, *(PRINTED if event.printed_moment else ())),
        side_acts(state, by, event.side),
        _check_card(state, event),
        _check_moment(state, event),
        check_trap(state, event.card, _is_trap(state, event)),
    )


def _check_card(state: BusState, event: SpecialCardUsed) -> Violations:
    if event.card not in usable(state, event.side):
        legal = usable(state, event.side) or "nothing"
        yield broken("BUS-GEN-26", told=event.card, expected=legal)
        one = card_of_side(state, event.side, event.card)
        if one is not None and not one.left and one.lost is not None:
            yield broken("BUS-GEN-19", told=event.card, model=one.lost)
        return
    if event.model is not None and not in_play(state, event.model):
        yield RuleViolation("BUS-LOG-04", {"model": event.model})
    one = card_of_side(state, event.side, event.card)
    if one is not None and one.kind == "event" and not event.discarded:
        yield broken("BUS-GEN-26", told="kept", expected="discarded")


def _check_moment(state: BusState, event: SpecialCardUsed) -> Violations:
    """BUS-GEN-09, -26: as an Instant feat; another moment is printed on the card."""
    if event.printed_moment:
        return
    if not instant(state):
        yield broken("BUS-GEN-26", told=event.card)
    yield from windows.check(state, event.side)


def _is_trap(state: BusState, event: SpecialCardUsed) -> bool:
    one = card_of_side(state, event.side, event.card)
    return one is not None and one.trap


def check_trap(state: BusState, name: str, trap: bool) -> Violations:
    """BUS-GEN-22: one trap in the activation of a model."""
    one = acting(state)
    if trap and not one.resolved and one.trap is not None:
        yield broken("BUS-GEN-22", told=name, expected=one.trap, model=one.model)


def trapped(state: BusState, name: str, trap: bool) -> BusState:
    """BUS-GEN-22: the activation in progress has had its trap."""
    return with_acting(state, trap=name) if trap else state


def on_special_card_used(state: BusState, event: SpecialCardUsed) -> BusState:
    """BUS-GEN-26: one copy less, where it is discarded."""
    state = trapped(windows.spoke(state, event.side), event.card, _is_trap(state, event))
    if not event.discarded:
        return state
    full = table(state)
    mine = full.specials[event.side]
    one = mine[event.card]
    used = {**mine, event.card: replace(one, left=one.left - 1, on=_kept(state, one, event.model))}
    return put(state, specials={**full.specials, event.side: used}, played=(event.side, event.card))


def _kept(state: BusState, one: Special, model: str | None) -> tuple[tuple[str, ...], ...]:
    """BUS-GEN-26: who has the copies that are left of an enhancement: the one that is discarded is that of the model
    that is told, else the first that still has its model."""
    alive = [at for at, models in enumerate(one.on) if _acts(state, models)]
    told = [at for at in alive if model in one.on[at]]
    gone = next(iter((*told, *alive)), None)
    return tuple(models for at, models in enumerate(one.on) if at != gone)
