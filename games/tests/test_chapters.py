"""Chapters are found by the names of their functions; what is missing or stands twice is named at once."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from games.chapters import checks, events_of, folds, pairs
from games.ruleset import Event


class Plucked(Event, frozen=True, kw_only=True):
    """Something is plucked."""


class AppleEvent(Event, frozen=True, kw_only=True):
    """What others extend is no event of its own."""


class ApplePlucked(AppleEvent, frozen=True, kw_only=True):
    """An apple is plucked."""


def chapter(**functions: Any) -> ModuleType:
    return cast(ModuleType, SimpleNamespace(**{"__name__": "trees", **functions}))


def check(*_told: Any) -> Any: ...


def fold(*_told: Any) -> Any: ...


def test_a_chapter_judges_and_folds_by_the_names_of_its_functions() -> None:
    orchard = chapter(check_plucked=check, on_plucked=fold)
    assert pairs([Plucked], orchard, chapter()) == {Plucked: (check, fold)}
    assert checks([Plucked, ApplePlucked], orchard) == {Plucked: check}
    assert folds([ApplePlucked], orchard) == {}


def test_an_event_without_a_fold_is_named() -> None:
    with pytest.raises(LookupError, match=r"^on_plucked: a function of none of the chapters trees$"):
        pairs([Plucked], chapter(check_plucked=check))


def test_two_chapters_of_one_event_are_named_and_one_function_twice_is_none() -> None:
    with pytest.raises(LookupError, match="check_plucked is another function in each of trees, trees"):
        checks([Plucked], chapter(check_plucked=check), chapter(check_plucked=fold))
    assert checks([Plucked], chapter(check_plucked=check), chapter(check_plucked=check)) == {Plucked: check}


def test_the_events_of_a_module_stand_in_its_order_without_what_others_extend() -> None:
    assert events_of(globals()) == (Plucked, ApplePlucked)
