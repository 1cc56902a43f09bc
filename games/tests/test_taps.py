"""Reports by taps of every game that has some: whatever is tapped makes an event, and whoever taps nothing says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from games.codec import tag, types_of
from games.lines import Line
from games.registry import MATCHES, SYSTEMS
from games.ruleset import REFEREE, SYSTEM, Event, NextEvent
from games.taps import Amount, Called, Choice, Name, Numbers, OneOf, Row, SomeOf, Taps
from games.tests.registered import simulated

REPORTED = {
    "bushido": {"turn_recorded"},
    "last_battle": {"turn_reported", "match_reported"},
    "senjutsu": {"turn_recorded", "match_finished"},
    "super_fantasy_brawl": {"turn_recorded", "round_recorded", "match_result_recorded"},
}
SEEDS = range(6)
TAKEN = {"bushido": {"first_side"}}
"""What a report must tell besides its rows: the first of the choices is told."""


def reports(system: str) -> Iterator[tuple[Any, NextEvent, Taps]]:
    """Every report that can be told in some matches, with the match as it stands."""
    return (found for found in told_by_taps(system) if found[1].type in REPORTED[system])


def told_by_taps(system: str) -> Iterator[tuple[Any, NextEvent, Taps]]:
    """Everything that is told by taps in some matches that are logged turn by turn, or of which the result alone is."""
    rules = MATCHES[system]
    for seed, detail in product(SEEDS, ("turns", "summary")):
        setup, told = simulated(system, seed, detail, seed % 2 + 1)
        state = rules.initial(setup)
        for event, _by in told:
            for one in rules.next_events(state, REFEREE):
                taps = SYSTEMS[system].faces.taps(state.play, one)
                if taps is not None:
                    yield state, one, taps
            state = rules.evolve(state, event)


def untouched(row: Row) -> Any:
    if isinstance(row, SomeOf):
        return []
    nothing = {Numbers: 0, Amount: None}.get(type(row), "")
    return row.start if row.start is not None else nothing


def tapped(row: Row, dice: Random) -> Any:
    """Something of a row, or nothing."""
    if isinstance(row, Numbers):
        return dice.choice(row.numbers)
    if isinstance(row, OneOf):
        return dice.choice(row.choices).key
    if isinstance(row, SomeOf):
        return [one.key for one in row.choices if dice.random() < 0.5]
    return dice.randint(row.low, row.high) if isinstance(row, Amount) else dice.choice(("", "A-010"))


def events_of(system: str, told: NextEvent, taps: Taps, rows: dict[str, Any]) -> list[Event]:
    """The report, with what goes before it, as the pad would send them."""
    fixed = {name: values[0] for name, values in told.choices.items() if len(values) == 1}
    fixed |= {name: low for name, (low, high) in told.limits.items() if low == high}
    fixed |= {name: told.choices[name][0] for name in TAKEN.get(system, ())}
    types = types_of(SYSTEMS[system].rules)
    data = {name: one for name, one in fixed.items() if name in types[told.type].__struct_fields__}
    sent = taps.events(rows, data) if taps.events is not None else [(told.type, taps.read(rows, data))]
    return [_made(types[type_], fields) for type_, fields in sent]


def _made(type_: type[Event], fields: Mapping[str, Any]) -> Event:
    plain = {name: one for name, one in fields.items() if one is not None}
    return msgspec.convert({"type": tag(type_), **msgspec.to_builtins(plain)}, type_)


@pytest.mark.parametrize("system", REPORTED)
def test_whatever_is_tapped_makes_an_event(system: str) -> None:
    dice, found = Random(system), set()
    for _state, told, taps in reports(system):
        rows = {row.key: tapped(row, dice) for row in taps.rows}
        needed = {key for row in taps.rows if isinstance(row, OneOf) and rows[row.key] for key in row.needs}
        rows |= {
            row.key: row.choices[-1].key for row in taps.rows if isinstance(row, OneOf) and row.key in needed
        }
        assert len(rows) == len(taps.rows), "two rows cannot be told apart"
        *_before, report = events_of(system, told, taps, rows)
        found.add(tag(type(report)))
    assert found == REPORTED[system]


@pytest.mark.parametrize("system", sorted(REPORTED.keys() - {"bushido"}))
def test_whoever_taps_nothing_says_that_nothing_happened(system: str) -> None:
    """A die and distances of Bushido have to be told besides, and so has what lets a scheme score that was revealed,
    and how a whole match ended."""
    rules, taken = MATCHES[system], 0
    for state, told, taps in reports(system):
        if getattr(state.play, "pending", ()) or told.type == SYSTEMS[system].reports:
            continue
        (event,) = events_of(system, told, taps, {row.key: untouched(row) for row in taps.rows})
        refused = list(rules.check(state, event, SYSTEM))
        assert not refused, (told, event, refused)
        taken += 1
    assert taken > len(SEEDS)


@pytest.mark.parametrize("system", REPORTED)
def test_all_that_stands_on_it_has_words(system: str) -> None:
    words = SYSTEMS[system].words
    for _state, told, taps in told_by_taps(system):
        steps = [words.events[told.type], *words.steps.values()]
        labels = {field for step in steps for field in step.labels}
        for name in names_of(taps):
            if isinstance(name, Line):
                assert name.key in words.lines
            elif isinstance(name, Called) and name.value is None:
                assert name.field in labels or words.field(name.field.rpartition(".")[2]), name


def names_of(taps: Taps) -> Iterator[Name]:
    for group in taps.groups:
        heads = (group.legend, group.beside, group.intro, group.after, group.secret, group.fold)
        yield from (name for name in heads if name is not None)
    for row in taps.rows:
        yield row.name
        choices: tuple[Choice, ...] = row.choices if isinstance(row, OneOf | SomeOf) else ()
        yield from (one.name for one in choices)
        if isinstance(row, Numbers) and row.refusal is not None:
            yield row.refusal
