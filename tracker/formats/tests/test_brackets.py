"""Brackets of every size played to the end; Berger tables as FIDE prints them."""

from __future__ import annotations

from random import Random

import pytest

from tracker.formats import bracket, double, round_robin, single
from tracker.formats.bracket import seed_order
from tracker.formats.structs import Coming, Format, Past, Played, Stage, Walkover


def play(
    form: Format, stage: Stage, size: int, seed: int = 0, drops: float = 0.0, better_wins: bool = False
) -> tuple[Past, list[Coming], set[str]]:
    """A whole stage: the past, every round, who left."""
    seeds, dice = [f"p{n}" for n in range(1, size + 1)], Random(seed)
    past, rounds, gone = Past([], []), list[Coming](), set[str]()
    while not (coming := form.coming(stage, seeds, past, frozenset(gone))).nothing:
        rounds.append(coming)
        assert len(rounds) <= form.rounds(stage, size)
        games = []
        for pair in coming.pairs:
            winner = min(pair.players, key=lambda p: int(p[1:])) if better_wins else dice.choice(pair.players)
            games.append(Played(pair.slot, pair.players, winner))
            if dice.random() < drops:
                gone.add(dice.choice(pair.players))
        past = Past([*past.games, games], [*past.walkovers, list(coming.walkovers)])
    return past, rounds, gone


def test_the_first_seed_meets_the_second_only_in_the_final():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("size", range(2, 34))
def test_every_single_elimination_ends_with_one_who_never_lost(size: int):
    stage = Stage("single_elimination", third_place=True)
    past, rounds, _gone = play(single.FORMAT, stage, size, seed=size)
    places = single.FORMAT.places(stage, [f"p{n}" for n in range(1, size + 1)], past)
    lost = {p for r in past.games for g in r for p in g.players if p != g.winner}
    champions = [player for player, place in places.items() if place == 1]
    assert len(champions) == 1 and champions[0] not in lost
    assert sum(len(r.pairs) for r in rounds) == size - 1 + (size > 3)
    assert sorted(places.values())[:4] == [1, 2, 3, 4][: min(size, 4)]


@pytest.mark.parametrize("size", range(2, 20))
@pytest.mark.parametrize("second_final", [True, False])
def test_in_double_elimination_only_who_lost_twice_is_out(size: int, second_final: bool):
    stage = Stage("double_elimination", second_final=second_final)
    seeds = [f"p{n}" for n in range(1, size + 1)]
    for seed in range(6):
        past, _rounds, _gone = play(double.FORMAT, stage, size, seed)
        losses = dict.fromkeys(seeds, 0)
        for game in (g for r in past.games for g in r):
            losses[next(p for p in game.players if p != game.winner)] += 1
        places = double.FORMAT.places(stage, seeds, past)
        champion = min(seeds, key=lambda player: places[player])
        assert losses[champion] < 2 and sorted(places.values())[:2] == [1, 2]
        outs = [losses[player] for player in seeds if player != champion]
        assert all(loss == 2 for loss in outs) if second_final else sorted(outs)[1:] == [2] * (size - 2)


def test_the_better_seed_always_winning_gives_the_order_of_seeds():
    stage = Stage("single_elimination", third_place=True)
    past, _rounds, _gone = play(single.FORMAT, stage, 8, better_wins=True)
    places = single.FORMAT.places(stage, [f"p{n}" for n in range(1, 9)], past)
    assert [places[f"p{n}"] for n in range(1, 9)] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_byes_go_to_the_best_seeds_and_count_for_nothing():
    stage = Stage("single_elimination")
    first = single.FORMAT.coming(stage, ["a", "b", "c", "d", "e"], Past(), frozenset())
    assert [pair.players for pair in first.pairs] == [("d", "e")] and set(first.resting) == {"a", "b", "c"}


@pytest.mark.parametrize("form", [single.FORMAT, double.FORMAT])
@pytest.mark.parametrize("size", [3, 5, 8, 13])
def test_who_leaves_gives_walkovers_and_the_stage_still_ends(form: Format, size: int):
    single_one, double_one = Stage("single_elimination", third_place=True), Stage("double_elimination")
    for seed in range(10):
        stage = single_one if form is single.FORMAT else double_one
        _past, rounds, _gone = play(form, stage, size, seed, drops=0.3)
        assert rounds
        for coming in rounds:
            names = [player for pair in coming.pairs for player in pair.players]
            assert len(names) == len(set(names))


def test_both_leave_and_the_next_goes_on_alone():
    stage, seeds = Stage("single_elimination"), ["a", "b", "c", "d"]
    first = single.FORMAT.coming(stage, seeds, Past(), frozenset({"a", "d"}))
    assert first.walkovers == (Walkover("R1-1", None, ("a", "d")),)
    past = Past([[Played("R1-2", ("b", "c"), "b")]], [list(first.walkovers)])
    assert single.FORMAT.coming(stage, seeds, past, frozenset({"a", "d"})).nothing
    assert single.FORMAT.places(stage, seeds, past) == {"a": 3, "b": 1, "c": 3, "d": 3}


def test_two_who_left_before_they_met_are_out_in_a_double_elimination_too():
    stage, seeds = Stage("double_elimination"), ["a", "b", "c", "d"]
    past = Past(
        [[Played("W1-2", ("b", "c"), "b")], [], []],
        [[Walkover("W1-1", None)], [Walkover("W2-1", "b"), Walkover("L1-1", "c")], [Walkover("L2-1", "c")]],
    )
    places = double.FORMAT.places(stage, seeds, past)
    assert places["a"] == places["d"] == 4 and places["b"] == places["c"] == 1


FINALISTS = (
    [Played("W1-1", ("a", "d"), "a"), Played("W1-2", ("b", "c"), "b")],
    [Played("W2-1", ("a", "b"), "a"), Played("L1-1", ("c", "d"), "c")],
    [Played("L2-1", ("b", "c"), "b")],
)
"""Three rounds of a double elimination of four: a has not lost, b has once."""


@pytest.mark.parametrize("left_after", [3, 4])
@pytest.mark.parametrize("stays", ["a", "b"])
def test_whoever_is_left_for_a_double_final_has_won_it(left_after: int, stays: str):
    """The walkover of the second final was read as the loser of the first one going on: who had left was champion."""
    stage, seeds = Stage("double_elimination"), ["a", "b", "c", "d"]
    past, left = Past(list(FINALISTS), [[], [], []]), frozenset("ab") - {stays}
    if left_after == 4:
        past = Past([*past.games, [Played("F", ("a", "b"), "b")]], [*past.walkovers, []])
    while not (coming := double.FORMAT.coming(stage, seeds, past, left)).nothing:
        assert not coming.pairs and [one.player for one in coming.walkovers] == [stays]
        past = Past([*past.games, []], [*past.walkovers, list(coming.walkovers)])
    assert double.FORMAT.places(stage, seeds, past) == {stays: 1, **dict.fromkeys(left, 2), "c": 3, "d": 4}


def coming_and_going(form: Format, stage: Stage, seeds: list[str], dice: Random) -> Past:
    """A whole stage from which people leave and sometimes come back, with drawn games and such as both lose."""
    past, gone = Past([], []), set[str]()
    while not (coming := form.coming(stage, seeds, past, frozenset(gone))).nothing:
        games = []
        for pair in coming.pairs:
            winner = dice.choice((*pair.players, *pair.players, None))
            games.append(Played(pair.slot, pair.players, winner, lost=winner is None and dice.random() < 0.5))
        past = Past([*past.games, games], [*past.walkovers, list(coming.walkovers)])
        if dice.random() < 0.4:
            gone.add(dice.choice(seeds))
        if gone and dice.random() < 0.1:
            gone.remove(min(gone))
    return past


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 17])
@pytest.mark.parametrize("second_final", [True, False])
def test_every_bout_is_won_as_its_game_or_walkover_says(size: int, second_final: bool):
    """Who was given a later walkover was read as the loser of a bout that they had won, and two were champions: it
    names one player, who may have come from either side."""
    stage, seeds = (
        Stage("double_elimination", second_final=second_final),
        [f"p{n}" for n in range(1, size + 1)],
    )
    for seed in range(150):
        past = coming_and_going(double.FORMAT, stage, seeds, Random(seed))
        stands = double.FORMAT.stands(stage, seeds, past)
        won = {**past.winners(), **{g.slot: min(g.players, key=seeds.index) for g in _drawn(past)}}
        told = {slot: stands[slot].winner.player for slot in won}
        assert told == won, seed
        places = sorted(double.FORMAT.places(stage, seeds, past).values())
        assert all(sum(other < place for other in places) < place for place in places), seed


def _drawn(past: Past) -> list[Played]:
    return [game for round_ in past.games for game in round_ if game.winner is None and not game.lost]


@pytest.mark.parametrize("size", [3, 4, 6, 9])
@pytest.mark.parametrize("second_final", [True, False])
def test_a_correction_moves_nobody_to_whom_a_later_walkover_was_given(size: int, second_final: bool):
    stage, seeds = (
        Stage("double_elimination", second_final=second_final),
        [f"p{n}" for n in range(1, size + 1)],
    )
    for seed in range(60):
        dice, past, gone = Random(seed), Past([], []), set[str]()
        while not (coming := double.FORMAT.coming(stage, seeds, past, frozenset(gone))).nothing:
            games = [Played(pair.slot, pair.players, dice.choice(pair.players)) for pair in coming.pairs]
            past = Past([*past.games, games], [*past.walkovers, list(coming.walkovers)])
            if dice.random() < 0.25:
                gone.add(dice.choice(seeds))
            past = corrected(past, dice)
        stands = double.FORMAT.stands(stage, seeds, past)
        given = [one for round_ in past.walkovers for one in round_ if one.player is not None]
        for one in given:
            assert one.player in {seat.player for seat in stands[one.slot].seats}, seed
        for game in (game for round_ in past.games for game in round_):
            assert {seat.player for seat in stands[game.slot].seats} == set(game.players), seed


def corrected(past: Past, dice: Random) -> Past:
    """One game won by the other, but for a final after which a second one was drawn."""
    games = [list(round_) for round_ in past.games]
    again = any(game.slot == "F2" for round_ in games for game in round_)
    found = [
        (at, game) for at, round_ in enumerate(games) for game in round_ if game.slot != "F" or not again
    ]
    at, game = dice.choice(found)
    other = next(player for player in game.players if player != game.winner)
    games[at][games[at].index(game)] = game._replace(winner=other)
    return Past(games, past.walkovers)


@pytest.mark.parametrize("form", [single.FORMAT, double.FORMAT])
@pytest.mark.parametrize("size", range(3, 14))
def test_a_correction_leaves_those_who_were_drawn_afterwards_where_they_are(
    form: bracket.Brackets, size: int
):
    single_one, double_one = Stage("single_elimination", third_place=True), Stage("double_elimination")
    stage = single_one if form is single.FORMAT else double_one
    seeds = [f"p{n}" for n in range(1, size + 1)]
    for seed in range(12):
        dice, past = Random(seed), Past([], [])
        while not (coming := form.coming(stage, seeds, past, frozenset())).nothing:
            named = [player for pair in coming.pairs for player in pair.players]
            assert len(named) == len(set(named)) and len(past.games) < form.rounds(stage, size)
            games = [Played(pair.slot, pair.players, dice.choice(pair.players)) for pair in coming.pairs]
            past = corrected(Past([*past.games, games], [*past.walkovers, []]), dice)
            stands = form.stands(stage, seeds, past)
            for game in (game for round_ in past.games for game in round_):
                assert {seat.player for seat in stands[game.slot].seats} == set(game.players)
        assert sorted(form.places(stage, seeds, past).values())[:2] == [1, 2]


def test_a_semi_final_that_is_corrected_after_the_final_makes_no_second_champion():
    stage, seeds = Stage("single_elimination", third_place=True), ["a", "b", "c", "d"]
    semis = [Played("R1-1", ("a", "d"), "d"), Played("R1-2", ("b", "c"), "b")]
    last = [Played("F", ("a", "b"), "a"), Played("T", ("d", "c"), "c")]
    drawn = Past([semis, last], [[], []])
    assert single.FORMAT.places(stage, seeds, drawn) == {"a": 1, "b": 2, "c": 3, "d": 4}
    before = Past([semis], [[]])
    assert single.FORMAT.coming(stage, seeds, before, frozenset()).pairs[-1].players == ("a", "c")


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_correction_seats_nobody_in_place_of_whoever_left_for_somebody_elses_walkover(comes_back: bool):
    """d beat e and left; a was given the semi-final, naming a alone: e, corrected to have won, sat in d's place."""
    stage, seeds = Stage("single_elimination", third_place=True), ["a", "b", "c", "d", "e"]
    first, left = [Played("R1-2", ("d", "e"), "d")], frozenset("d")
    semis = single.FORMAT.coming(stage, seeds, Past([first], [[]]), left)
    assert semis.walkovers == (Walkover("R2-1", "a", ("d",)),)
    told = Played("R1-2", ("d", "e"), "e")
    past = Past([[told], [Played("R2-2", ("b", "c"), "b")]], [[], list(semis.walkovers)])
    last = single.FORMAT.coming(stage, seeds, past, frozenset() if comes_back else left)
    third = next((pair.players for pair in last.pairs if pair.slot == "T"), last.walkovers)
    assert third == (("d", "c") if comes_back else (Walkover("T", "c", ("d",)),))


def test_a_drawn_game_lets_the_better_seed_go_on():
    stage, seeds = Stage("single_elimination"), ["a", "b"]
    past = Past([[Played("F", ("b", "a"), None)]], [[]])
    assert single.FORMAT.places(stage, seeds, past) == {"a": 1, "b": 2}


@pytest.mark.parametrize("form", [single.FORMAT, double.FORMAT])
def test_where_both_lose_nobody_goes_on(form: Format):
    single_one, double_one = Stage("single_elimination", third_place=True), Stage("double_elimination")
    stage, seeds = single_one if form is single.FORMAT else double_one, ["a", "b", "c", "d"]
    slots = ("R1-1", "R1-2") if form is single.FORMAT else ("W1-1", "W1-2")
    first = [Played(slots[0], ("a", "d"), None, lost=True), Played(slots[1], ("b", "c"), "b")]
    past = Past([first], [[]])
    places = form.places(stage, seeds, past)
    assert places is not None and places["a"] == places["d"] > places["b"] == 1
    coming = form.coming(stage, seeds, past, frozenset())
    assert {player for pair in coming.pairs for player in pair.players} <= {"b", "c"}


def test_berger_tables_are_those_of_fide():
    """FIDE Handbook C.05, annex 1: the table of 9 or 10 players, rounds 1 to 3."""
    table = round_robin.berger(10)
    assert table[0] == [(1, 10), (2, 9), (3, 8), (4, 7), (5, 6)]
    assert table[1] == [(10, 6), (7, 5), (8, 4), (9, 3), (1, 2)]
    assert table[2] == [(2, 10), (3, 1), (4, 9), (5, 8), (6, 7)]
    assert table[8] == [(5, 10), (6, 4), (7, 3), (8, 2), (9, 1)]


@pytest.mark.parametrize("size", range(2, 23))
@pytest.mark.parametrize("count", [1, 2])
def test_everybody_meets_everybody_of_the_group_as_often_as_there_are_legs(size: int, count: int):
    stage = Stage("round_robin", legs=count)
    _past, rounds, _gone = play(round_robin.FORMAT, stage, size)
    met = [frozenset(pair.players) for coming in rounds for pair in coming.pairs]
    assert len(set(met)) == size * (size - 1) // 2 and len(met) == count * len(set(met))
    for coming in rounds:
        names = [player for pair in coming.pairs for player in pair.players]
        assert sorted([*names, *coming.resting]) == sorted(f"p{n}" for n in range(1, size + 1))


@pytest.mark.parametrize("size", [6, 8, 10])
def test_nobody_sits_on_one_side_three_times_running_in_a_double_round_robin(size: int):
    seats: dict[int, list[int]] = {}
    for round_ in round_robin.legs(size, 2):
        for pair in round_:
            for side, number in enumerate(pair):
                seats.setdefault(number, []).append(side)
    for sides in seats.values():
        assert all(len(set(sides[at : at + 3])) > 1 for at in range(len(sides) - 2))


def test_groups_are_dealt_in_a_snake_and_play_side_by_side():
    stage, seeds = Stage("round_robin", groups=3), [f"p{n}" for n in range(1, 12)]
    assert round_robin.groups_of(stage, seeds)["A"] == ["p1", "p6", "p7"]
    past, rounds, _gone = play(round_robin.FORMAT, stage, 11)
    assert len(rounds) == 3
    assert {game.slot for r in past.games for game in r} == {"A", "B", "C"}


def test_a_player_who_leaves_a_round_robin_gives_the_games_away():
    first = round_robin.FORMAT.coming(Stage("round_robin"), ["a", "b", "c", "d"], Past(), frozenset({"d"}))
    assert first.walkovers == (Walkover("A", "a"),)
    assert [pair.players for pair in first.pairs] == [("b", "c")]
