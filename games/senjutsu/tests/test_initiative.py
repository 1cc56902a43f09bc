"""The order of resolution: high first, then types, then weapon cards, then the players' choice."""

from __future__ import annotations

from games.senjutsu.full.initiative import choosers, rank, slowed

ATTACK, DEFENCE, MEDITATION = ("attack",), ("defence",), ("meditation",)


def test_high_goes_first_then_types_then_weapon_core_cards_step_back() -> None:
    in_order = (
        rank(7, ATTACK),
        rank(5, DEFENCE),
        rank(5, ATTACK),
        rank(5, ("core", "attack"), weapon_core=True),
        rank(5, MEDITATION),
        rank(5, ("core",)),
        rank(slowed(9, 6), ATTACK),
        rank(slowed(2, 5), ATTACK),
    )
    assert list(in_order) == sorted(in_order) and len({*in_order}) == len(in_order)


def test_injuries_slow_down_to_one() -> None:
    assert (slowed(9, 6), slowed(2, 5), slowed(4, 0)) == (3, 1, 4)


def test_the_lowest_of_the_tied_does_not_choose() -> None:
    track = ("svetlana", "sergey", "georgiy", "boris")
    assert choosers(("georgiy", "svetlana", "sergey"), track) == ("svetlana", "sergey")
    assert choosers(("boris",), track) == ()
