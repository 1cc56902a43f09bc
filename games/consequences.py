"""What the rules alone determine: the next event that nobody decides, which the server logs instead of asking for it.

An event follows by itself where everybody can see that nothing else may come and all that it tells is known. So it
tells nobody more than its cause did, and where its appearance would give a secret away it is left to the players. An
answer that somebody owes and that follows from secrets kept by the server tells what the rules tell: it is logged once
its question is, never while a command is only tried. Called by `tracker.handle`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from games.codec import tag, types_of
from games.fields import HIDING, fields_of
from games.ruleset import EVERYONE, SYSTEM, Consequences, Event, NextEvent, Ruleset


def following(rules: Ruleset[Any, Any], state: Any, answers: bool = True) -> Event | None:
    """The event that must come next and is known whole; None where somebody decides, or something is not known.

    `answers`: also those that only secrets of a side determine.
    """
    told = rules.consequences(state)
    if answers and told.answer is not None:
        return told.answer
    if told.settled is not None:
        return told.settled
    offered = waited_for(rules, state) if told.types else []
    if not any(one.type in told.types for one in offered):
        return None
    return _only_offer(rules, told, offered) or _only_move(rules, state, told, offered)


def _only_offer(rules: Ruleset[Any, Any], told: Consequences, offered: list[NextEvent]) -> Event | None:
    """The event that offers of a single type leave; the first one of several."""
    if len({one.type for one in offered}) != 1 or offered[0].type not in told.types:
        return None
    events = [determined(types_of(rules)[one.type], one) for one in offered]
    return events[0] if all(events) else None


def _only_move(
    rules: Ruleset[Any, Any], state: Any, told: Consequences, offered: list[NextEvent]
) -> Event | None:
    """The one concrete event that all offers together come to, as everybody sees the table."""
    seen = rules.visible_to(state, EVERYONE)
    makes = rules.consequences(seen).makes
    made = [makes(one) for one in offered]
    named = [events for events in made if events is not None]
    if len(named) < len(made):
        return None
    legal = (event for event in chain.from_iterable(named) if not rules.check(seen, event, SYSTEM))
    found = list(islice(legal, 2))
    return found[0] if len(found) == 1 and tag(type(found[0])) in told.types else None


def waited_for(rules: Ruleset[Any, Any], state: Any) -> list[NextEvent]:
    """What everybody can see may come next, without what keeps nothing waiting."""
    beside = rules.consequences(state).beside
    offers = rules.next_events(state, EVERYONE)
    return [one for one in offers if one.players and not (one.optional or beside(one))]


def with_optional(rules: Ruleset[Any, Any], seen: Any, offers: Iterable[NextEvent]) -> tuple[NextEvent, ...]:
    """The same offers, `optional` also those that keep nothing waiting as the table stands. `seen`: the state as their
    reader sees it."""
    beside = rules.consequences(seen).beside
    return tuple(replace(one, optional=True) if beside(one) else one for one in offers)


def determined(kind: type[Event], offer: NextEvent) -> Event | None:
    """The one event of this kind that the offer leaves; None where a field is open."""
    told: dict[str, Any] = {}
    for field in fields_of(kind):
        name = field.encode_name
        if name in HIDING:
            continue
        values = _values(offer, name)
        if (values is None and field.required) or (values is not None and len(values) > 1):
            return None
        if values:
            told[name] = values[0]
    return msgspec.convert({"type": offer.type, **msgspec.to_builtins(told)}, kind)


def _values(offer: NextEvent, name: str) -> tuple[Any, ...] | None:
    """What a field may hold, at most two of it; None where the offer leaves it open."""
    if name in offer.choices:
        return offer.choices[name]
    if name in offer.limits:
        return tuple(dict.fromkeys(offer.limits[name]))
    return None
