"""A printed trait in its parts, however it is written."""

from __future__ import annotations

import time

import pytest

from games.bushido.full.printed import Trait, parsed


@pytest.mark.parametrize(
    ("printed", "found"),
    [
        ("  Tough  (2)  ", Trait("tough", x=2, bare=False)),
        ("Hatred  [ Oni ]", Trait("hatred", "Oni")),
        ("Sixth   Sense", Trait("sixth sense")),
        ("Odd (", Trait("odd (")),
    ],
)
def test_blanks_count_for_nothing(printed: str, found: Trait) -> None:
    assert parsed(printed) == found


def test_a_trait_of_blanks_is_read_at_once() -> None:
    """A name of a profile has up to 120 characters, and a profile as many traits as somebody wants."""
    began = time.process_time()
    for at in range(100):
        parsed(f"a{at}" + " " * 110 + "x(")
    assert time.process_time() - began < 1
