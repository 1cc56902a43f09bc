"""Concrete legal events out of what may come next: what a pad offers by one tap, a bot plays and a test tries.

A game whose events need more than their few legal values (ways over a board, cards of a hand) makes them itself, in the
`moves` of its descriptor; `moves_of` reads either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count, islice, product
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.choices import Mode
from games.codec import tag, types_of
from games.consequences import determined
from games.fields import HIDING, fields_of
from games.match import ResultConfirmed, ResultContested
from games.ruleset import SYSTEM, Actor, Event, NextEvent, Ruleset
from games.secrets import tells_enough
from games.system import Dice, System

MOST = 80
"""More choices than that are no choice on a phone."""
MANY = 2000
"""An offer that stands for more is not tried one by one."""
SPAN = 20
"""More numbers than that are not offered one by one."""
DISPUTE = "The points were counted otherwise."


def moves_of(system: System, state: Any, told: NextEvent, by: Actor) -> list[Event]:
    """The concrete events of one offer that `by` may log in this state; none where they need what nobody can guess."""
    if system.moves is not None:
        return system.moves()(state, told, by)
    told = possible(types_of(system.rules)[told.type], told)
    if combinations(told) > MANY:
        return []
    return legal(system.rules, state, plain(system.rules, told), by=by)


def offered(
    system: System, play: Any, offers: Iterable[NextEvent], by: Actor, dice: Dice
) -> Iterator[tuple[NextEvent, list[Event]]]:
    """Each offer with the concrete events that `by` may log of it, as far as the game makes them whole.

    `play` is the state as `by` sees it. What a game makes itself and nobody can make now is no offer to `by`; what
    others may log stays as it is, since their secrets decide it.
    """
    typed = system.typed(play)
    for told in offers:
        if told.type not in types_of(system.rules) or not _may(told, by):
            yield told, _confirmation(told) if _may(told, by) else []
            continue
        found = moves_of(system, play, told, by)
        possible = found or (told.type in typed and examples_of(system, play, told, by, dice) != [])
        if possible or told.type not in system.made:
            yield told, [event for event in found if tells_enough(event)]


def _confirmation(told: NextEvent) -> list[Event]:
    """That a result stands, which its offer tells whole."""
    event = determined(ResultConfirmed, told) if told.type == tag(ResultConfirmed) else None
    return [] if event is None else [event]


def _may(told: NextEvent, by: Actor) -> bool:
    return told.staff if by.is_staff else by.player in told.players


class Offers(NamedTuple):
    """What may come next, and `{"type", "data"}` of concrete events that the reader may log as they are: `moves`, and
    `examples` of what has no moves and whose fields hang together."""

    events: tuple[NextEvent, ...]
    moves: list[dict[str, Any]] = []
    examples: list[dict[str, Any]] = []


def offers_of(
    system: System, play: Any, told: Iterable[NextEvent], by: Actor, dice: Dice, examples: int
) -> Offers:
    """What programs read of these offers; `play` is the state as `by` sees it. `examples`: so many of each at most."""
    found = list(offered(system, play, told, by, dice))
    moves = (event for _, events in found for event in events)
    made = (
        event
        for one, events in found
        if examples and not events and _may(one, by)
        for event in _examples(system, play, one, by, dice, examples)
    )
    return Offers(tuple(_with_dice(system, play, one) for one, _ in found), as_sent(moves), as_sent(made))


def _examples(
    system: System, play: Any, told: NextEvent, by: Actor, dice: Dice, most: int
) -> Iterable[Event]:
    """Those of the game; of the words of a dispute, which every match may come to, one; of the opening one for each way
    to sit down."""
    if told.type == tag(ResultContested):
        return [ResultContested(side=told.choices["side"][0], reason=DISPUTE)]
    known = told.type in types_of(system.rules)
    made = examples_of(system, play, told, by, dice, most) if known else None
    if made or told.players or told.choices:
        return made or ()
    return [event for one in system.tables.modes if tag(type(event := opening_of(system, one))) == told.type]


def opening_of(system: System, way: Mode) -> Event:
    """The first event of a match, as the game's own form makes it where nothing but this way to sit down is chosen:
    players p-1, p-2 and so on, one on each side, or all of them where every seat is taken."""
    players = (f"p-{number}" for number in count(1))
    seats = way.seats if way.every else 1
    sides = {side: tuple(islice(players, seats)) for side in way.sides}
    mode = {system.tables.mode_key: way.key} if system.tables.mode_key else {}
    first, *_more = system.open_table(sides, None, mode, lambda cards, wanted: list(cards)[:wanted])
    return first


def as_sent(events: Iterable[Event]) -> list[dict[str, Any]]:
    """As a client sends them, each once; what would tell too little for the server to keep is left out."""
    bodies = (_body(event) for event in events if tells_enough(event))
    return list({msgspec.json.encode(body): body for body in bodies}.values())


def _body(event: Event) -> dict[str, Any]:
    told = msgspec.to_builtins(event)
    data = {name: value for name, value in told.items() if name != "type" and name not in HIDING}
    return {"type": told["type"], "data": data}


def _with_dice(system: System, play: Any, offer: NextEvent) -> NextEvent:
    """The offer with the number of dice that its fields tell, where nothing else has to be said for it."""
    fixed = {name: values[0] for name, values in offer.choices.items() if len(values) == 1}
    rolls = system.faces.rolls(play, offer.type, fixed)
    return replace(offer, dice=rolls.dice) if rolls is not None else offer


def examples_of(
    system: System, play: Any, told: NextEvent, by: Actor, dice: Dice, most: int = MOST
) -> list[Event] | None:
    """Whole events of an offer that `by` may log: ready-made ones, what its form offers first, starts with and
    computes, and those that the game makes up. None: the game makes none of it, each field may be filled in by itself.
    """
    faces, kind = system.faces, types_of(system.rules)[told.type]
    fixed = {name: values[0] for name, values in told.choices.items() if len(values) == 1}
    first = {name: values[0] for name, values in faces.options(play, told).items() if values}
    starts, fills = {**first, **faces.starts(play, told)}, faces.fills(play, told)
    made = [_converted(kind, {**fixed, **one.data}, {}) for one in faces.ready(play, told)]
    made += [_converted(kind, {**fixed, **starts}, fills)] if starts else []
    more = system.examples()(play, told, dice) if system.examples is not None else None
    if not made and more is None:
        return None
    events = (one for one in chain(made, more or ()) if one is not None)
    return legal(system.rules, play, events, most, by)


def computed(
    told: Mapping[str, Any], fills: Mapping[str, Any], around: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What is told of an event, and what the rules compute (`games.faces.Faces.fills`), which has the last word.

    `around`: what is told beside it in the same step.
    """
    whole = dict(told)
    for name, fill in fills.items():
        value = fill({**(around or {}), **whole}) if callable(fill) else fill
        if value is not None:
            whole[name] = value
    return whole


def _converted(kind: type[Event], data: Mapping[str, Any], fills: Mapping[str, Any]) -> Event | None:
    """The event with these fields and what the rules compute; None where one more would be needed."""
    try:
        told = computed(data, fills)
    except LookupError:
        return None
    known = {name: value for name, value in told.items() if name in kind.__struct_fields__}
    try:
        return msgspec.convert({"type": tag(kind), **msgspec.to_builtins(known)}, kind)
    except msgspec.ValidationError:
        return None


def possible(kind: type[Event], told: NextEvent) -> NextEvent:
    """The offer without what need not be stated: fields that have no value now, parts of parts, and lists of which
    somebody may name some. A list that is needed holds one of its parts, or all of them."""
    fields = {field.encode_name: field for field in fields_of(kind)}
    choices: dict[str, tuple[Any, ...]] = {}
    for name, values in told.choices.items():
        field = fields.get(name)
        if not values or field is None:
            continue
        if fits(field, values[0]):
            choices[name] = values
        elif field.required:
            choices[name] = (*((value,) for value in values), *((values,) if len(values) > 1 else ()))
    limits = {name: told.limits[name] for name in told.limits if name in fields}
    return replace(told, choices=choices, limits=limits)


def fits(field: Any, value: Any) -> bool:
    """Whether a value is one of the whole field (`games.fields.fields_of`), and not one of its parts."""
    try:
        msgspec.convert(msgspec.to_builtins(value), field.type)
    except msgspec.ValidationError:
        return False
    return True


def combinations(told: NextEvent) -> int:
    """How many concrete events an offer could stand for."""
    total = 1
    for values in told.choices.values():
        total *= len(values)
    for low, high in told.limits.values():
        total *= max(1, high - low + 1)
    return total


def plain(rules: Ruleset[Any, Any], told: NextEvent) -> Iterator[Event]:
    """Every combination of the few legal values; nothing where a field is left that they do not name."""
    return each(types_of(rules)[told.type], told)


def each(kind: type[Event], told: NextEvent) -> Iterator[Event]:
    """The same of a known type."""
    values: dict[str, Any] = {**told.choices}
    for name, (low, high) in told.limits.items():
        values[name] = range(low, min(high, low + SPAN) + 1)
    for combination in product(*values.values()):
        data = dict(zip(values, combination, strict=True))
        try:
            yield msgspec.convert({**data, "type": told.type}, kind)
        except msgspec.ValidationError:
            return


def legal(
    rules: Ruleset[Any, Any], play: Any, events: Iterable[Event], most: int = MOST, by: Actor = SYSTEM
) -> list[Event]:
    """Those of the events that the rules accept from `by`, at most `most`."""
    found: list[Event] = []
    for event in events:
        if not rules.check(play, event, by):
            found.append(event)
        if len(found) == most:
            break
    return found
