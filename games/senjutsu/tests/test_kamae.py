"""The ring on a study card, against every walk that there is on random cards."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from games.senjutsu.facts import FACTS
from games.senjutsu.full.movement.kamae import (
    Path,
    StudyCard,
    check_change,
    check_ring_move,
    cost,
    is_focus,
    paths,
    ring_moved,
)

CARD = StudyCard(
    {
        "neutral": ("aggression", "f1"),
        "f1": ("aggression", "neutral", "balance"),
        "aggression": ("neutral", "balance"),
        "balance": ("f2",),
        "f2": ("determination", "balance"),
        "determination": ("f3",),
        "f3": (),
    }
)


def broken(path: Path, limit: int, start: str = "neutral") -> list[str]:
    return [violation.rule for violation in check_ring_move(CARD, start, limit, path)]


@pytest.mark.parametrize(
    ("path", "limit", "rules"),
    [
        ((), 0, []),
        (("f1", "aggression"), 1, []),
        (("f1", "balance", "f2", "determination"), 2, []),
        (("balance",), 3, ["SEN-KAM-02"]),
        (("f1", "balance", "f2", "determination"), 1, ["SEN-KAM-03"]),
        (("aggression",), 1, ["SEN-KAM-05"]),
        (("aggression", "neutral"), 2, ["SEN-KAM-05"]),
        (("f1",), 1, ["SEN-KAM-06"]),
    ],
)
def test_paths_of_the_ring(path: Path, limit: int, rules: list[str]) -> None:
    assert broken(path, limit) == rules


def test_the_end_on_a_focus_cell_without_a_way_out() -> None:
    assert broken(("f3",), 1, "determination") == []
    assert ring_moved("determination", ("f3",)) == ("determination", 1)
    assert ring_moved("neutral", ("f1", "balance", "f2", "determination")) == ("determination", 2)
    assert ring_moved("neutral", ()) == ("neutral", 0)


@pytest.mark.parametrize("seed", range(25))
def test_paths_are_all_walks_within_the_limit(seed: int) -> None:
    dice = Random(seed)
    cells = (*FACTS.kamae, "f1", "f2", "f3")
    card = StudyCard({cell: tuple(dice.sample(cells, dice.randint(0, 3))) for cell in cells})
    limit = dice.randint(0, 4)
    walks = {
        walk
        for length in range(len(cells))
        for walk in permutations(cells[1:], length)
        if all(after in card.leads(before) for before, after in zip((cells[0], *walk), walk, strict=False))
        and sum(1 for before in (cells[0], *walk[:-1]) if not is_focus(before)) * bool(walk) <= limit
    }
    assert set(paths(card, cells[0], limit)) == walks
    assert all(cost(cells[0], walk) <= limit for walk in walks)


@pytest.mark.parametrize(
    ("instruction", "to", "rules"),
    [
        ("any", "balance", []),
        ("aggression", "aggression", []),
        ("neutral", "neutral", []),
        ("any", "neutral", ["SEN-KAM-08"]),
        ("any", "f1", ["SEN-KAM-07"]),
        ("aggression", "balance", ["SEN-KAM-07"]),
    ],
)
def test_changing_kamae(instruction: str, to: str, rules: list[str]) -> None:
    assert [violation.rule for violation in check_change(instruction, to)] == rules
