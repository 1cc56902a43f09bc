"""Which functions judge and fold which event: found by their names, in the modules of the chapters.

An event with the tag `turn_started` is judged by `check_turn_started(state, event, by)`, which gives violations, and
folded by `on_turn_started(state, event)`, which gives the next state. Read by the `rules.py` of every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar

from games.codec import tag
from games.ruleset import Actor, Event, RuleViolation

S = TypeVar("S")
Check = Callable[[S, Any, Actor], Iterable[RuleViolation]]
Fold = Callable[[S, Any], S]
Checks = dict[type[Event], Check[S]]
Folds = dict[type[Event], Fold[S]]
Pairs = dict[type[Event], tuple[Check[S], Fold[S]]]


def checks(types: Iterable[type[Event]], *chapters: ModuleType) -> Checks[Any]:
    """Event -> what judges it, of the types that one of the chapters judges. Raises `LookupError` where two do."""
    return dict(_found("check", types, chapters))


def folds(types: Iterable[type[Event]], *chapters: ModuleType) -> Folds[Any]:
    """Event -> what folds it, of the types that one of the chapters folds. Raises `LookupError` where two do."""
    return dict(_found("on", types, chapters))


def pairs(types: Iterable[type[Event]], *chapters: ModuleType) -> Pairs[Any]:
    """Event -> what judges and what folds it. Raises `LookupError` for a type that not exactly one chapter has."""
    types = tuple(types)
    judged, folded = checks(types, *chapters), folds(types, *chapters)
    missing = [f"check_{tag(kind)}" for kind in types if kind not in judged]
    missing += [f"on_{tag(kind)}" for kind in types if kind not in folded]
    if missing:
        raise LookupError(f"{', '.join(missing)}: a function of none of the chapters {_names(chapters)}")
    return {kind: (judged[kind], folded[kind]) for kind in types}


def _names(chapters: Iterable[ModuleType]) -> str:
    return ", ".join(chapter.__name__ for chapter in chapters)


def _found(
    word: str, types: Iterable[type[Event]], chapters: Iterable[ModuleType]
) -> Iterator[tuple[type[Event], Any]]:
    """The functions of these names, whether a chapter defines them or names them so."""
    for kind in types:
        name = f"{word}_{tag(kind)}"
        having = [chapter for chapter in chapters if hasattr(chapter, name)]
        made = dict.fromkeys(getattr(chapter, name) for chapter in having)
        if len(made) > 1:
            raise LookupError(f"{name} is another function in each of {_names(having)}")
        yield from ((kind, one) for one in made)


def events_of(module: Mapping[str, Any]) -> tuple[type[Event], ...]:
    """The events that a module defines (its `globals()`), in their order there, without those that others extend."""
    own = (one for one in module.values() if getattr(one, "__module__", "") == module["__name__"])
    kinds = [one for one in own if isinstance(one, type) and issubclass(one, Event)]
    return tuple(kind for kind in kinds if not any(kind in other.__bases__ for other in kinds))
