"""Seeds, orders among equals, and accelerated rounds: FIDE's published numbers, and a field that they divide."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.ruleset import Event
from games.testing import accepts, refuses
from tracker.formats.acceleration import lent, upper
from tracker.formats.structs import Stage
from tracker.pairing.structs import ORDER
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.desk_events import ByeGranted, PlayersRated, SettingsChanged
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.reasons import levels
from tracker.rulesets.tournament.scoring import ranking, standings
from tracker.rulesets.tournament.stages import going
from tracker.rulesets.tournament.tests.story import after, created, history, joined, to_closed, to_draft

EIGHT = tuple("abcdefgh")
STRENGTH: dict[str, int | None] = {player: 1000 + 10 * at for at, player in enumerate(EIGHT)}
"""The last of the alphabet is the strongest."""
FOLD = (Stage("swiss", rounds=3, seeding="rating", order="fold"),)
BAKU = (Stage("swiss", rounds=9, seeding="rating", order="slide", acceleration="baku"),)


def rated(*players: str, stages: tuple[Stage, ...], **options: object) -> list[Event]:
    ratings = {player: STRENGTH[player] for player in players if player in STRENGTH}
    return [*joined(*players, stages=stages, **options), PlayersRated(ratings=ratings)]


def pairs_of(events: list[Event]) -> set[frozenset[str]]:
    drawn = next(event for event in reversed(events) if isinstance(event, ev.RoundDrawn))
    return {frozenset(player for side in t.sides.values() for player in side) for t in drawn.pairings}


def test_the_published_numbers_of_the_baku_acceleration():
    """FIDE Handbook C.04.5.1: of 161 players 82 are in the upper group; in nine rounds five are accelerated."""
    assert upper(161) == 82
    assert [lent(9, number) for number in range(1, 10)] == [
        1,
        1,
        1,
        Fraction(1, 2),
        Fraction(1, 2),
        0,
        0,
        0,
        0,
    ]
    assert [upper(size) for size in (2, 3, 4, 5, 8)] == [2, 2, 2, 4, 4]


@accepts("TRN-STG-12", "TRN-RATE-01", "TRN-RATE-02")
def test_the_first_round_by_rating_and_fold():
    events = to_draft(*rated(*EIGHT, stages=FOLD))
    assert pairs_of(events) == set(map(frozenset, ("ha", "gb", "fc", "ed")))
    history(*events).then_accepted()
    late = PlayersRated(ratings={"h": STRENGTH["h"]}, shown=True)
    assert history(*events).when(late).then_accepted().entrants["h"].rating_shown


@pytest.mark.parametrize(
    ("stage", "order"),
    [
        (Stage("swiss", rounds=3, seeding="rating", order="fold"), "hgfedcba"),
        (Stage("swiss", rounds=3, seeding="registered", order="fold"), "abcdefgh"),
        (Stage("swiss", rounds=3), "abcdefgh"),
        (Stage("round_robin", seeding="rating"), "hgfedcba"),
    ],
)
def test_seeds_as_a_tie_breaker(stage, order):
    """Before a round is played all are level but for the seed, which follows from ratings or from registration."""
    events = rated(*EIGHT, stages=(stage,), tiebreaks=("points", "seed"))
    assert [row.player for row in standings(after(*events))] == list(order)
    table = ranking(after(*events))
    assert [[row.value for row in table.explain(player, "seed")] for player in order[:2]] == [[-1], [-2]]


def test_seeds_by_lot_are_registration_before_the_draw_and_the_lot_of_the_first_round_after_it():
    lot = (Stage("swiss", rounds=3, seeding="lot", order="slide"),)
    events = rated(*EIGHT, stages=lot, tiebreaks=("points", "seed"))
    assert [row.player for row in standings(after(*events))] == list(EIGHT)
    state = after(*to_closed(*events))
    met = state.rounds[0].pairings
    places = {row.player: -row.figures[1].top for row in standings(state)}
    assert sorted(places.values()) == list(range(1, 9)) and places != dict(
        zip(EIGHT, range(1, 9), strict=True)
    )
    for table in met:
        one, other = (side[0] for side in table.sides.values())
        assert abs(places[one] - places[other]) == 4, "the upper half met the lower one in the order of seeds"


def test_accelerated_rounds_pair_the_upper_half_with_each_other_and_lend_what_is_told():
    events = to_closed(*rated(*EIGHT, stages=BAKU, rounds=9))
    assert pairs_of(events) == set(map(frozenset, ("hf", "ge", "db", "ca")))
    state = after(*events)
    for number, part in ((2, 1), (4, Fraction(1, 2))):
        while len(state.rounds) + 1 < number:
            events = to_closed(*events, seed=f"s{number}{len(events)}")
            state = after(*events)
        field = next_field(state, "x")
        assert {player.id: player.lent for player in field.players} == {
            player: (3 * part if player in "hgfe" else 0) for player in EIGHT
        }
        assert all(player.points.denominator == 1 for player in field.players)
    events = to_draft(*events, seed="fresh")
    history(*events).then_accepted()
    drawn_from = levels(after(*events), after(*events).rounds[-1])
    assert drawn_from["h"].lent == Fraction(3, 2) and drawn_from["h"].unit == 2


def test_who_comes_late_stands_in_the_half_of_the_own_seed():
    """C.04.5.1: the last player of the upper group is the same as in the round before."""
    newcomers = [ev.PlayerRegistered(player="y"), ev.PlayerCheckedIn(player="y")]
    newcomers += [ev.PlayerRegistered(player="z"), ev.PlayerCheckedIn(player="z")]
    ratings = PlayersRated(ratings={"y": 1999, "z": 1})
    events = [*to_closed(*rated(*EIGHT, stages=BAKU, rounds=9)), *newcomers, ratings]
    lent_to = {player.id for player in next_field(after(*events), "x").players if player.lent}
    assert lent_to == set("hgfey")


def test_a_round_off_in_the_first_round_counts_for_the_halves():
    events = [*rated(*EIGHT, stages=BAKU, rounds=9), ByeGranted(player="h", round=1, worth="half")]
    first = next_field(after(*events), "x")
    assert {player.id for player in first.players if player.lent} == set("gfe")
    events = to_closed(*events)
    assert {p.id for p in next_field(after(*events), "y").players if p.lent} == set("hgfe")
    drawn = after(*events)
    assert {p.id for p in levels(drawn, drawn.rounds[0]).values() if p.lent} == set("gfe")


def test_later_rounds_keep_the_order_inside_a_group_of_points():
    events = to_closed(*rated(*EIGHT, stages=FOLD), scores=((5, 2), (5, 2), (5, 2), (5, 2)))
    state = after(*events)
    won = [row for row in next_field(state, "x").players if row.points == 3]
    by_seed = [player.id for player in sorted(won, key=lambda player: player.start)]
    events = to_draft(*events, seed="s2")
    drawn = events[-1]
    assert isinstance(drawn, ev.RoundDrawn) and drawn.certificate is not None
    assert drawn.certificate.cost[ORDER] == 0 or drawn.certificate.cost["soft"] == 0
    assert by_seed == sorted(by_seed, reverse=True), "ratings rise with the alphabet"


@refuses("TRN-STG-12")
def test_an_order_where_the_whole_ranking_pairs_or_nothing_is_drawn():
    for wrong in (
        Stage("swiss", rounds=3, order="fold", level="rank"),
        Stage("round_robin", order="slide"),
        Stage("swiss", rounds=3, acceleration="baku"),
    ):
        history().when(created(stages=(wrong,))).then_refused("TRN-STG-12")
    by_rank = created(stages=(Stage("swiss", order="adjacent"),), pair_by="rank")
    history().when(by_rank).then_refused("TRN-STG-12")
    plan = Stage("swiss", rounds=2, acceleration="baku")
    events = to_closed(*joined(*EIGHT, rounds=1))
    begun = ev.StageBegun(number=2, stage=plan, field=EIGHT, reason="faster")
    history(*events).when(begun).then_refused("TRN-STG-12")


@refuses("TRN-RATE-01", "TRN-RATE-02")
def test_ratings_of_strangers_and_of_those_who_were_drawn_by_them():
    events = rated(*EIGHT, stages=FOLD)
    history(*events).when(PlayersRated(ratings={"zoe": 1500})).then_refused("TRN-RATE-01")
    history(*events).when(PlayersRated(ratings={})).then_refused("TRN-RATE-01")
    drawn = to_draft(*events)
    history(*drawn).when(PlayersRated(ratings={"h": 1})).then_refused("TRN-RATE-02")
    history(*drawn).when(PlayersRated(ratings={"h": None})).then_refused("TRN-RATE-02")


@refuses("TRN-SET-02")
def test_the_number_of_rounds_stays_once_points_were_lent_by_it():
    events = to_closed(*rated(*EIGHT, stages=BAKU, rounds=9))
    history(*events).when(SettingsChanged(rounds=7, reason="late")).then_refused("TRN-SET-02")


def test_a_bracket_by_rating():
    plan = Stage("single_elimination", seeding="rating")
    events = rated("a", "b", "c", "d", stages=(plan,))
    assert going(after(*events), plan).field == ("d", "c", "b", "a")
