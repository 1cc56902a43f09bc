"""A number of few values that must be told starts unchosen: nothing that nobody tapped counts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import inspect

from games.registry import SYSTEMS
from tracker.pages.match_forms.generic.lists import reader_of
from tracker.pages.match_forms.generic.typed_parts import Offered, part_of


def number(low: int, high: int) -> Any:
    offered = Offered(reader_of(SYSTEMS["bushido"], {}), limits={"x": (low, high)})
    ((_name, made),) = part_of("x", inspect.type_info(int), True, offered).fields()
    return made


def test_of_several_none_is_chosen_and_one_has_to_be() -> None:
    made = number(1, 4)
    assert made.initial is None and made.required
    with pytest.raises(Exception, match="required"):
        made.clean("")
    assert made.clean("2") == 2


def test_the_only_one_is_chosen() -> None:
    assert number(3, 3).initial == 3
