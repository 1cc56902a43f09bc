"""Large fields, which are matched in runs: what is left out of the weighing loses nothing, and clubs come apart."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tracker.pairing import check, clubs, match, runs
from tracker.pairing.columns import pairs_of
from tracker.pairing.cost import Costs
from tracker.pairing.structs import CRITERIA, Field, Order, Player
from tracker.pairing.swiss import draw
from tracker.pairing.tests.fields import Event, field


def mixed(seed: int, share: float) -> Field:
    """More than 600 players of six levels, `share` of them of one club, the others of forty; uneven sides."""
    dice = Random(f"{seed}{share}")
    players = (
        Player(
            f"p{at}",
            dice.choice((0, 1, 3, 4, 6, 9)),
            balance=dice.choice((-1, 0, 1)),
            byes=int(dice.random() < 0.05),
            club="big" if dice.random() < share else f"c{dice.randrange(40)}",
        )
        for at in range(610 + 2 * dice.randrange(300) + seed % 2)
    )
    return field(*players, seed=f"x{seed}")


@pytest.mark.parametrize("share", [0.3, 0.5, 0.65])
@pytest.mark.parametrize("seed", range(6))
def test_a_large_club_costs_no_more_than_the_bound(seed: int, share: float):
    some = mixed(seed, share)
    drawn = draw(some)
    assert (drawn.certificate.proof, check.problems(some, drawn)) == ("bound", ())


def test_a_level_without_other_clubs_gets_some_along_those_who_play_across_levels(
    monkeypatch: pytest.MonkeyPatch,
):
    """Some of these fields miss their bound where every level has to do with its own couples."""
    fields = [mixed(seed, 0.5) for seed in range(6)]
    monkeypatch.setattr(clubs, "_chained", lambda costs, pairs: pairs)
    assert any(draw(some).certificate.proof == "window" for some in fields)


@pytest.mark.parametrize(
    ("size", "seed", "clubs", "rounds"), [(1200, 0, 0, 6), (1200, 1, 0, 4), (1200, 1, 40, 2)]
)
def test_the_sides_of_a_large_club_meet_their_bound_after_some_rounds(
    size: int, seed: int, clubs: int, rounds: int
):
    """Each of these was two games of side above what an exact matching of all 1,200 finds."""
    event = Event(size, seed)
    others = [f"c{at % clubs}" if clubs else None for at in range(size)]
    event.clubs = {name: "big" if at % 2 else others[at] for at, name in enumerate(event.names)}
    for _ in range(rounds):
        some, drawn = event.next()
    assert (drawn.certificate.proof, check.problems(some, drawn)) == ("bound", ())


@pytest.mark.parametrize("order", ["fold", "slide", "adjacent"])
def test_seeds_in_order_do_not_cost_a_side(order: Order):
    """After a round everybody owes a side, and runs in the order of seeds alone are uneven."""
    event = Event(700, 1)
    event.next()
    seeds = {name: at for at, name in enumerate(event.names, 1)}
    some = event.field()
    some = replace(
        some, order=order, players=tuple(replace(one, start=seeds[one.id]) for one in some.players)
    )
    drawn = draw(some)
    told, least = drawn.certificate.cost, drawn.certificate.bound
    assert (told["score"], told["soft"]) == (least["score"], least["soft"])
    assert check.problems(some, drawn) == ()


def test_the_costs_of_many_pairs_are_those_of_each(order: Order = "fold"):
    some = replace(ranked(64, 3, order), friends=(("p1", "p2"), ("p7", "p3")))
    some = replace(
        some, players=tuple(replace(one, town="here", byes=at % 2) for at, one in enumerate(some.players))
    )
    for levels in (1, 1 << 40):
        costs = Costs(
            replace(some, players=tuple(replace(one, level=one.level * levels) for one in some.players))
        )
        pairs = [(one, other) for one in range(64) for other in range(one)]
        ones, others = pairs_of(pairs)
        columns = costs.columns
        assert columns.softs(ones, others).tolist() == [costs.soft(*pair) for pair in pairs]
        assert columns.scores(ones, others).tolist() == [costs.score(*pair) for pair in pairs]
        assert columns.met(ones, others).tolist() == [costs.met[one].get(two, 0) for one, two in pairs]
        may = [two not in costs.met[one] and two not in costs.forbidden[one] for one, two in pairs]
        assert columns.may_meet(ones, others, rematches=False).tolist() == may


def ranked(size: int, rounds: int, order: Order) -> Field:
    """Everybody on a level of their own, or three levels in an order of seeds, after rounds in which neighbours met."""
    event = Event(size, size, clubs=size // 8)
    for _ in range(rounds):
        event.next()
    some = event.field()
    best = sorted(some.players, key=lambda one: (-one.level, one.id))
    levels = {one.id: -at if order == "lot" else -(3 * at // size) for at, one in enumerate(best)}
    return replace(
        some,
        order=order,
        players=tuple(replace(one, level=levels[one.id], start=at) for at, one in enumerate(best, 1)),
    )


@pytest.mark.parametrize("order", ["lot", "fold", "slide", "adjacent"])
def test_pairs_that_no_match_as_cheap_can_have_are_left_out_and_nothing_is_lost(
    order: Order, monkeypatch: pytest.MonkeyPatch
):
    """Every run that is joined with another costs what it costs when all of its pairs are weighed, on fewer pairs."""
    costs, edges, weighed = Costs(ranked(512, 4, order)), match._edges, list[int]()
    matched = runs._matched

    def counted(*told: object) -> match._Edges:
        found = edges(*told)  # type: ignore[arg-type]
        weighed.append(len(found.ones))
        return found

    def judged(
        costs: Costs, places: list[int], near: int | None, known: match.Known | None = None
    ) -> runs.Run:
        fewer = matched(costs, places, near, known)
        if known is not None and near is None:
            every = matched(costs, places, near)
            assert costs.total(fewer.match.pairs) == costs.total(every.match.pairs)
            assert sorted(fewer.match.pairs) == sorted(every.match.pairs)
            left_out.append(weighed[-2] < weighed[-1] // 2)
        return fewer

    left_out = list[bool]()
    monkeypatch.setattr(match, "_edges", counted)
    monkeypatch.setattr(runs, "_matched", judged)
    assert runs.by_runs(costs) is not None
    assert left_out and any(left_out)


def test_exact_ranks_of_two_thousand_are_drawn_and_judged():
    some = ranked(2_000, 2, "lot")
    drawn = draw(some)
    assert check.problems(some, drawn) == ()
    told = [drawn.certificate.cost.get(name, 0) for name in CRITERIA]
    assert told[0] == 0 and told[2] <= 2 * drawn.certificate.bound["score"]


def test_a_couple_comes_from_so_many_levels_away_at_most():
    """Members of one club on thousands of levels: two of them meet there, a third meets somebody of the level above.

    Only the last level has a couple of others, and it is of use to levels that are near enough.
    """
    levels, far = 3_000, 20
    clubs_of = {"a": "big", "b": "big", "c": None, "d": "big"}
    club = [Player(f"{side}{at}", -at, club=of) for at in range(levels) for side, of in clubs_of.items()]
    others = [Player(name, -levels, club=name) for name in "xy"]
    costs = Costs(field(*club, *others, Player("v", -levels, club="big"), Player("t", 1, club="big")))
    at = costs.index
    inside = [(at[f"a{level}"], at[f"b{level}"]) for level in range(levels)]
    across = [(at[f"c{level}"], at[f"d{level + 1}"]) for level in range(levels - 1)]
    ends = [(at["t"], at["d0"]), (at[f"c{levels - 1}"], at["v"]), (at["x"], at["y"])]
    chain = clubs._Chain(costs, [*inside, *across, *ends])
    assert not chain.part(0) and chain.pairs == [*inside, *across, *ends]
    assert chain.part(levels - far)
    assert sorted(one for pair in chain.pairs for one in pair) == list(range(len(costs.players)))
