"""The order of resolution: high first, then types, then weapon cards, then the players' choice."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.senjutsu.initiative import Part, check_positions, choosers, groups, settled

ATTACK, DEFENCE, MEDITATION = ("attack",), ("defence",), ("meditation",)


def part(actor: str, value: int, types: tuple[str, ...] = ATTACK, **told: int | bool) -> Part:
    return Part(actor, f"card-{actor}", value, types, **told)  # type: ignore[arg-type]


PARTS = (
    part("a", 7),
    part("b", 5, DEFENCE),
    part("c", 5),
    part("d", 5, ("core", "attack"), weapon_core=True),
    part("e", 5, MEDITATION),
    part("f", 5, ("core",)),
    part("g", 9, injuries=6),
    part("h", 2, injuries=5),
)


@pytest.mark.parametrize("shift", range(len(PARTS)))
def test_the_order_does_not_depend_on_who_is_asked_first(shift: int) -> None:
    found = groups((*PARTS[shift:], *PARTS[:shift]))
    assert ["".join(part.actor for part in group) for group in found] == list("abcdefgh")
    assert [group[0].initiative for group in found[-2:]] == [3, 1]


def test_ties_stand_together() -> None:
    found = groups((part("a", 4), part("b", 4), part("c", 4, DEFENCE)))
    assert [sorted(part.actor for part in group) for group in found] == [["c"], ["a", "b"]]


def test_the_three_way_tie_of_the_rulebook() -> None:
    track = ("svetlana", "sergey", "georgiy")
    group = tuple(part(actor, 6, MEDITATION) for actor in track)
    chosen = {"svetlana": 3, "sergey": 1}
    assert choosers(group, track) == ("svetlana", "sergey")
    assert list(check_positions(group, track, chosen)) == []
    order = [part.actor for part in settled(group, track, chosen)]
    assert order == ["sergey", "georgiy", "svetlana"]


def test_every_order_can_be_chosen() -> None:
    track = ("a", "b", "c")
    group = tuple(part(actor, 6) for actor in track)
    chosen = [{"a": first, "b": second} for first, second in permutations((1, 2, 3), 2)]
    orders = {tuple(part.actor for part in settled(group, track, one)) for one in chosen}
    assert orders == set(permutations(track))


@pytest.mark.parametrize(
    ("rule", "actors", "chosen"),
    [
        ("SEN-INIT-06", "ab", {"b": 1}),
        ("SEN-INIT-06", "ab", {}),
        ("SEN-INIT-06", "ab", {"a": 3}),
        ("SEN-INIT-07", "abc", {"a": 1, "b": 1}),
        ("SEN-INIT-07", "abc", {"a": 1}),
        ("SEN-INIT-07", "abc", {"a": 1, "b": 2, "c": 3}),
    ],
)
def test_the_lowest_does_not_choose_and_no_place_is_taken_twice(
    rule: str, actors: str, chosen: dict[str, int]
) -> None:
    group = tuple(part(actor, 6) for actor in actors)
    assert [violation.rule for violation in check_positions(group, tuple(actors), chosen)] == [rule]


def test_two_parts_of_one_card_keep_their_printed_order() -> None:
    group = (part("a", 6, part=1), part("a", 6), part("b", 6))
    assert [(one.actor, one.part) for one in settled(group, ("b", "a"), {"b": 2})] == [
        ("a", 0),
        ("a", 1),
        ("b", 0),
    ]
