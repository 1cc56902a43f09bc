"""Actions for friends: Order, Heal and Command (BUS-TRT-24, -48, -71, BUS-ACT-30).

Called by `declare.py` and `allowed.py`.
"""

from __future__ import annotations

from itertools import chain, combinations, islice

from games.bushido.full import band
from games.bushido.full.common import (
    acting,
    body,
    broken,
    enemies,
    in_contact,
    own,
    side_of_model,
    table,
    touching,
    with_acting,
    with_body,
)
from games.bushido.full.events import ActionDeclared
from games.bushido.full.fear import contact_tests
from games.bushido.full.fighting.harm import clear_boosts, healed
from games.bushido.full.printed import rule_of
from games.bushido.full.state import Acting, Figure
from games.bushido.full.traits import base, capped, for_whom, is_for, keyworded, trait, worth
from games.bushido.permissions import Violations
from games.bushido.state import BusState

NEEDED = {"order": "Order", "heal": "Heal", "command": "Command"}
"""Action -> the trait that gives it."""
MOST_CHOICES = 40
"""More choices of friends than that are not listed; they are legal all the same."""


def refusals(state: BusState, model: str, action: str) -> Violations:
    """Who has not the trait that an action of `NEEDED` takes, or nobody to use it on."""
    name = NEEDED[action]
    if trait(state, model, name) is None or not helped(state, model, action):
        yield from (broken(rule, told=action, model=model) for rule in rule_of(name))


def helped(state: BusState, model: str, action: str) -> tuple[str, ...]:
    """Whom such an action can be for."""
    whom = {"order": orderable, "heal": healable, "command": band.commandable}
    return whom[action](state, model)


def _friends(state: BusState, model: str) -> tuple[str, ...]:
    """The other models of its side on the battlefield."""
    return tuple(name for name in own(state, side_of_model(state, model)) if name != model)


def orderable(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-71, BUS-ACT-30: other friends with the keyword, Exhausted ones too."""
    return tuple(name for name in _friends(state, model) if is_for(state, model, "Order", name))


def healable(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-TRT-48: itself, then friends, then enemies, but nobody Soulless and no Kami."""
    barred = ("Soulless", "Kami")
    others = (*_friends(state, model), *enemies(state, model))
    return (model, *(name for name in others if not any(trait(state, name, one) for one in barred)))


def nominations(state: BusState, model: str, action: str) -> tuple[tuple[str, ...], ...]:
    """Every choice of friends that an Order or a Command may name, the fewest first; at most `MOST_CHOICES`."""
    command, trait_name = action == "command", NEEDED[action]
    legal = helped(state, model, action)
    most = max((one.x for one in keyworded(state, model, trait_name)), default=0)
    sets = chain.from_iterable(combinations(legal, number) for number in range(1, most + 1))
    fit = (names for names in sets if len(names) <= band.room(state, model, trait_name, names))
    whole = (names for names in fit if not command or not band.left_out(state, names, model))
    return tuple(islice(whole, MOST_CHOICES))


def check(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """The friends of an Order, the model of a Heal, and how far they are."""
    if event.nominees and event.action not in ("order", "command"):
        yield broken("BUS-TRT-71", told=event.nominees, model=one.model)
    if event.action == "command":
        yield from band.check_nominees(state, event, one.model)
    elif event.action == "order":
        legal = orderable(state, one.model)
        named = event.nominees
        told, room = for_whom(state, one.model, "Order", named), band.room(state, one.model, "Order", named)
        yield from band.check_named(named, legal, room, "BUS-TRT-71", one.model)
        yield from _far(event, told.y, one.model, "BUS-TRT-71")
    elif event.action == "heal":
        legal = healable(state, one.model)
        if (event.target or one.model) not in legal:
            yield broken("BUS-TRT-48", told=event.target, expected=legal, model=one.model)
        boosts = table(state).boosts.get(f"{one.model}.move", 0)
        most = capped(state, one.model, "move", Figure((base(state, one.model, "move") or 0) + boosts))
        yield from _far(event, most.value, one.model, "BUS-TRT-48")
        if event.target in (None, one.model) and event.inches:
            yield broken("BUS-TRT-48", told=event.inches, expected=0, model=one.model)
    if event.leaves:
        yield from _check_left(state, event, one)


def _check_left(state: BusState, event: ActionDeclared, one: Acting) -> Violations:
    """BUS-TRT-48: the move of a Heal to somebody else may leave other enemies; nothing else told here does."""
    moves = event.action == "heal" and event.target not in (None, one.model)
    legal = tuple(name for name in touching(state, one.model) if name != event.target) if moves else ()
    if set(event.leaves) - set(legal):
        yield broken("BUS-TRT-48", told=event.leaves, expected=legal or "nothing", model=one.model)


def _far(event: ActionDeclared, most: int | None, model: str, rule: str) -> Violations:
    if most is not None and event.inches is not None and event.inches > most:
        yield broken(rule, told=event.inches, expected=most, model=model)


def ordered(state: BusState) -> BusState:
    """BUS-TRT-71, BUS-ACT-30: a counter more for each, without a limit."""
    one = acting(state)
    for name in one.helps:
        more = body(state, name).counters + 1
        state = with_body(state, name, "BUS-TRT-71", "BUS-ACT-30", counters=more)
    return with_acting(state, queue=one.queue[1:])


def mended(state: BusState) -> BusState:
    """BUS-TRT-48, BUS-DMG-07: away from whom it leaves, to an enemy with the tests of Fear that contact brings; then
    boxes, as many as are marked and as the trait heals."""
    one = acting(state)
    touched = touching(state, one.model)
    met = [name for name in one.helps if name in enemies(state, one.model) and name not in touched]
    if one.leaves or met:
        state = in_contact(state, one.model, [*(name for name in touched if name not in one.leaves), *met])
    if met and state.edition != "reference":
        state = contact_tests(state, one.model, met[0])
        if table(state).tests:
            return state
    told = worth(state, one.model, "Heal")
    for name in one.helps:
        if name in table(state).bodies:
            state = healed(state, name, max(0, told.value), *told.why)
    return with_acting(clear_boosts(state), queue=one.queue[1:])
