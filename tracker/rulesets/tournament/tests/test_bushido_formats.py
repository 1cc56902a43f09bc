"""What the published formats of Bushido ask of a draw: the tournament's rules keep it, under their own names."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.registry import SYSTEMS
from games.testing import accepts, refuses
from tracker.pairing.structs import Weights
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import standings
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.tests.story import FOUR, SIDES, after, drawn, history, joined, to_closed

PRESETS = SYSTEMS["bushido"].presets


def format_(preset: str, **more: Any) -> dict[str, Any]:
    """The options of a published format; lists are not asked for."""
    told = {**PRESETS[preset].options, "sides": SIDES, "list_required": False, **more}
    return msgspec.structs.asdict(msgspec.convert(told, ev.Options))


def event(preset: str, *players: str, **more: Any) -> list[Any]:
    return joined(*players, **format_(preset, **more))


def pairs_of(draw: ev.RoundDrawn) -> set[frozenset[str]]:
    return {frozenset(name for seat in one.sides.values() for name in seat) for one in draw.pairings}


def seated(draw: ev.RoundDrawn, *pairs: tuple[str, str], bye: str | None = None) -> ev.RoundDrawn:
    """The same draw with other pairs, under the certificate that it had."""
    tables = tuple(
        ev.TablePairing(at, {side: (name,) for side, name in zip(SIDES, pair, strict=True)})
        for at, pair in enumerate(pairs, 1)
    )
    return replace(draw, pairings=tables, bye=bye)


@accepts("BUS-TOUR-04")
@refuses("BUS-TOUR-04")
def test_two_of_one_club_do_not_meet_in_the_first_round() -> None:
    told = [
        replace(one, club="Kyoto")
        if isinstance(one, ev.PlayerRegistered) and one.player in "ann bob"
        else one
        for one in event("bushido_masters", *FOUR)
    ]
    draw = drawn(*told)
    assert frozenset(("ann", "bob")) not in pairs_of(draw)
    history(*told).when(draw).then_accepted()
    together = seated(draw, ("ann", "bob"), ("cid", "dot"))
    history(*told).when(together).then_refused("TRN-DRAW-09")


@accepts("BUS-TOUR-05")
@refuses("BUS-TOUR-05")
def test_first_meets_second_and_third_meets_fourth() -> None:
    told = to_closed(*event("bushido_masters", *FOUR), scores=((3, 0), (1, 0)))
    order = [row.player for row in standings(after(*told))]
    draw = drawn(*told, seed="s2")
    assert pairs_of(draw) == {frozenset(order[:2]), frozenset(order[2:])}
    history(*told).when(draw).then_accepted()
    met = pairs_of(next(one for one in told if isinstance(one, ev.RoundDrawn)))
    other = ((order[0], order[2]), (order[1], order[3]))
    if frozenset(other[0]) in met:
        other = ((order[0], order[3]), (order[1], order[2]))
    history(*told).when(seated(draw, *other)).then_refused("TRN-DRAW-09")


@accepts("BUS-TOUR-06")
@refuses("BUS-TOUR-06")
def test_the_last_who_had_none_gets_the_bye_worth_seven() -> None:
    told = to_closed(*event("bushido_masters", "ann", "bob", "cid"), scores=((3, 0),))
    assert PRESETS["bushido_masters"].options["bye"]["tp"] == 7
    order = [row.player for row in standings(after(*told))]
    first = next(one for one in told if isinstance(one, ev.RoundDrawn)).bye
    last = next(name for name in reversed(order) if name != first)
    draw = drawn(*told, seed="s2")
    assert draw.bye == last
    history(*told).when(draw).then_accepted()
    best = next(name for name in order if name not in (first, last))
    moved = seated(draw, (last, str(first)), bye=best)
    history(*told).when(moved).then_refused("TRN-DRAW-09")
    again = seated(draw, (best, last), bye=first)
    history(*told).when(again).then_refused("TRN-DRAW-06")


@accepts("BUS-TOUR-11")
@refuses("BUS-TOUR-11")
def test_the_scenario_of_a_round_is_the_one_that_was_fixed() -> None:
    told = event("bushido_masters", *FOUR)
    draw = drawn(*told)
    assert draw.scenario == PRESETS["bushido_masters"].options["scenarios"][0]
    history(*told).when(draw).then_accepted()
    history(*told).when(replace(draw, scenario="ryodo")).then_refused("TRN-DRAW-13")


@accepts("BUS-TOUR-12")
@refuses("BUS-TOUR-12")
def test_nobody_plays_without_a_list() -> None:
    assert PRESETS["bushido_masters"].options["list_required"]
    told = event("bushido_masters", "ann", "bob", list_required=True)
    draw = drawn(*told)
    history(*told).when(draw).then_refused("TRN-LIST-06")
    named: dict[str, Any] = {"ok": True, "warband": "w", "revision": "1", "digest": "abc"}
    handed = [ev.ListSubmitted(player=name, **named) for name in ("ann", "bob")]
    history(*told, *handed).when(draw).then_accepted()


@accepts("BUS-TOUR-20")
@refuses("BUS-TOUR-20")
@pytest.mark.parametrize("preset", ["bushido_strict", "bushido_wins"])
def test_who_has_won_meets_who_has_won(preset: str) -> None:
    told = to_closed(*event(preset, *FOUR), scores=((1, 0), (0, 1)))
    points = {row.player: row.figures[0].top for row in standings(after(*told))}
    draw = drawn(*told, seed="s2")
    assert all(len({points[name] for name in pair}) == 1 for pair in pairs_of(draw))
    history(*told).when(draw).then_accepted()
    met = pairs_of(next(one for one in told if isinstance(one, ev.RoundDrawn)))
    won = [name for name in FOUR if points[name]]
    lost = [name for name in FOUR if not points[name]]
    mixed = [(won[0], lost[0]), (won[1], lost[1])]
    if frozenset(mixed[0]) in met:
        mixed = [(won[0], lost[1]), (won[1], lost[0])]
    history(*told).when(seated(draw, *mixed)).then_refused("TRN-DRAW-09")


def two_rounds(number: int) -> tuple[list[Any], str]:
    """Ten players; who was paired down from the five winners of round 1, and won again."""
    dice, seed = Random(number), f"s2 {number}"
    wins = [dice.choice(((1, 0), (0, 1))) for _ in range(10)]
    told = to_closed(*event("bushido_strict", *(f"p{at}" for at in range(10))), scores=tuple(wins[:5]))
    points = {row.player: row.figures[0].top for row in standings(after(*told))}
    tables = [[one.sides[side][0] for side in SIDES] for one in drawn(*told, seed=seed).pairings]
    (down,) = [
        max(pair, key=lambda name: points[name]) for pair in tables if len({points[n] for n in pair}) > 1
    ]
    scores = tuple(
        won if points[one] == points[other] else (1, 0) if points[one] > points[other] else (0, 1)
        for won, (one, other) in zip(wins[5:], tables, strict=True)
    )
    return to_closed(*told, seed=seed, scores=scores), down


def without_wish(told: list[Any]) -> list[Any]:
    first = replace(told[0], options=replace(told[0].options, weights=Weights(thirds=20)))
    return [first, *told[1:]]


def goes_down(told: list[Any], draw: ev.RoundDrawn, player: str) -> bool:
    points = {row.player: row.figures[0].top for row in standings(after(*told))}
    (foe,) = next(pair - {player} for pair in pairs_of(draw) if player in pair)
    return points[foe] < points[player]


@accepts("BUS-TOUR-20")
@refuses("BUS-TOUR-20")
def test_whoever_was_paired_down_is_not_again_while_another_can_be() -> None:
    """Three have won both rounds, one of them against the other pile: another one goes down now."""
    for number in range(99):
        told, once = two_rounds(number)
        loose = drawn(*without_wish(told), seed="s3")
        if goes_down(told, loose, once):
            break
    assert {player.id for player in next_field(after(*told), "s3").players if player.downs} == {once}
    draw = drawn(*told, seed="s3")
    assert goes_down(told, loose, once) and not goes_down(told, draw, once)
    history(*told).when(draw).then_accepted()
    history(*told).when(loose).then_refused("TRN-DRAW-09")


@accepts("BUS-TOUR-21")
@refuses("BUS-TOUR-21")
def test_nobody_meets_the_same_opponent_again() -> None:
    told = to_closed(*event("bushido_wins", *FOUR), scores=((1, 0), (0, 1)))
    draw = drawn(*told, seed="s2")
    history(*told).when(draw).then_accepted()
    first = next(one for one in told if isinstance(one, ev.RoundDrawn))
    assert not pairs_of(draw) & pairs_of(first)
    met = [(one.sides[SIDES[0]][0], one.sides[SIDES[1]][0]) for one in first.pairings]
    history(*told).when(seated(draw, *met)).then_refused("TRN-DRAW-08")
