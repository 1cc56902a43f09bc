"""What the tables of a day owe each other by the links of its definition: events for matches that are being played.

Found by comparing what is known with what a match carries, so it does not matter how often or when somebody looks.
Knows no game: the game's live levers make the events. Called by `rulesets.campaign.links`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from games.campaigns import Campaigns, Decided, Live, Payload, Sent, Told
from games.registry import SYSTEMS
from tracker.rulesets.chronicle.definition import Definition, Link
from tracker.rulesets.chronicle.reading import read
from tracker.rulesets.chronicle.reading_links import OTHERS, SAME

FILE = "day.toml"
"""In the folder of a game: what links the tables of its event day."""


class Day(msgspec.Struct, frozen=True):
    """A day now: table -> its role, table -> its facts, (link, table of the facts) -> what was decided about them."""

    roles: Mapping[str, str]
    facts: Mapping[str, tuple[Told, ...]]
    decided: Mapping[tuple[str, str], tuple[Decided, ...]]


@cache
def day_of(system: str) -> Definition:
    """The definition of this game's day. Raises `KeyError` for a game without one, `ValueError` for a bad file."""
    path = SYSTEMS[system].folder / FILE
    if not path.is_file():
        raise KeyError(system)
    found, faults = read(path.read_text(encoding="utf-8"), is_day=True)
    if found is None:
        raise ValueError(f"{path}: {faults[0].rule} at line {faults[0].params['line']}")
    return found


def due(rules: Definition, day: Day, to: str, carry: Mapping[str, Any], *, plays: bool) -> Iterator[Payload]:
    """Every event that the log of table `to` should hold and does not, in the order of the links."""
    published = SYSTEMS[rules.system].campaigns or Campaigns()
    for link in rules.links:
        live = published.levers[link.lever].live
        if live is None or (live.while_open and not plays):
            continue
        seen: set[Any] = set()
        for sent in _sent(link, live, day, to):
            once = sent.facts[0].values.get(link.once_per) if link.once_per else None
            if once is not None and once in seen:
                continue
            seen.add(once)
            if not live.holds(carry, sent):
                yield live.sends(sent)


def _sent(link: Link, live: Live, day: Day, to: str) -> Iterator[Sent]:
    for_whom = _sources(link, day, to)
    facts = {table: tuple(one for one in day.facts[table] if _fits(one, link)) for table in for_whom}
    if not link.by:
        for table, told in facts.items():
            for part in (told,) if live.together else ((one,) for one in told):
                yield Sent(table=table, facts=part)
    elif live.together:
        for table, told in facts.items():
            if (link.key, table) in day.decided:
                yield Sent(table=table, facts=told, decided=day.decided[link.key, table])
    else:
        decided = [
            (one.order, Sent(table=table, facts=(fact,), decided=(one,)))
            for table, told in facts.items()
            for one in day.decided.get((link.key, table), ())
            for fact in told
            if one.to == to and one.key == fact.key
        ]
        yield from (sent for _order, sent in sorted(decided, key=lambda pair: pair[0]))


def _sources(link: Link, day: Day, to: str) -> list[str]:
    """The tables whose facts may come to this one."""
    if link.to not in (OTHERS, SAME, day.roles.get(to)):
        return []
    return [
        table
        for table in day.facts
        if (table == to) == (link.to == SAME) and link.source in ("", day.roles.get(table))
    ]


def _fits(fact: Told, link: Link) -> bool:
    wanted = link.test.wanted
    return fact.fact == link.test.name and all(fact.values.get(name) == value for name, value in wanted)
