"""Stages: a cut after the Swiss, groups then a bracket, events that begin with a schedule."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from games.ruleset import Event
from games.secrets import sealed
from games.testing import TEST_SALT, accepts, refuses
from tracker.formats.round_robin import groups_of
from tracker.formats.structs import Stage
from tracker.rulesets.tournament import desk_events as desk
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament import explain, standings
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.plans import rounds_planned, stage_of
from tracker.rulesets.tournament.scoring import group_table, ranking
from tracker.rulesets.tournament.stages import going, is_complete, may_draw, to_begin, uneven
from tracker.rulesets.tournament.tests.story import (
    FOUR,
    after,
    created,
    drawn,
    history,
    joined,
    result,
    to_closed,
    to_draft,
    to_started,
)

SIX = ("ann", "bob", "cid", "dot", "eve", "fay")
EIGHT = (*SIX, "gil", "hal")
TOP_4 = Stage("single_elimination", cut=4, third_place=True)
CUT = (Stage("swiss", rounds=2), TOP_4)
NO_TIES = ("points", "vp_diff", "vp", "lot")


def swiss(*players: str, stages: tuple[Stage, ...] = CUT) -> list[Event]:
    """The Swiss played to its end, the first sides winning by different scores."""
    events = joined(*players, stages=stages, tiebreaks=NO_TIES)
    for number in range(1, stages[0].rounds + 1):
        scores = tuple((9 - at, at % 3) for at in range(len(players) // 2))
        events = to_closed(*events, seed=f"s{number}", scores=scores)
    return events


def begun(*events: Event, number: int = 2, reason: str | None = None) -> ev.StageBegun:
    """The stage as the plan and the standings have it."""
    state = after(*events)
    plan = to_begin(state)
    assert plan is not None
    return ev.StageBegun(number=number, stage=plan, field=going(state, plan).field, reason=reason)


def played_out(events: list[Event]) -> list[Event]:
    """Every round of the stage, the first sides winning."""
    while may_draw(after(*events)):
        events = to_closed(*events, seed=f"k{len(events)}")
    return events


@accepts("TRN-STG-01", "TRN-STG-02", "TRN-STG-03", "TRN-STG-04", "TRN-STG-06", "TRN-STG-07")
def test_a_swiss_a_cut_to_four_and_a_podium():
    events = swiss(*EIGHT)
    before = [row.player for row in standings(after(*events))]
    events = played_out([*events, begun(*events)])
    state = after(*events)
    assert [len(round_.pairings) for round_ in state.rounds] == [4, 4, 2, 2]
    rows = standings(state)
    final, third = (next(t for t in state.rounds[-1].pairings if t.slot == slot) for slot in ("F", "T"))
    podium = [t.sides[side][0] for t in (final, third) for side in ("alliance", "serpent")]
    assert [row.player for row in rows[:4]] == podium and [row.rank for row in rows[:4]] == [1, 2, 3, 4]
    assert set(podium) == set(before[:4]) and [row.player for row in rows[4:]] == before[4:]
    assert history(*events, ev.TournamentFinished()).then_accepted().finished


def test_a_semi_final_that_is_corrected_afterwards_moves_nobody_who_played_on():
    events = swiss(*EIGHT)
    events = played_out([*events, begun(*events)])
    before = standings(after(*events))
    semis = after(*events).rounds[2]
    wrong = [result(semis.round, table.table, 1, 8, seq=20) for table in semis.pairings]
    state = after(*events, *wrong)
    assert [(row.player, row.rank) for row in standings(state)] == [(row.player, row.rank) for row in before]
    assert is_complete(state, state.stages[-1])
    for row in standings(state):
        assert (
            sum((one.value for one in explain(state, row.player, "stage")), Fraction(0))
            == row.figures[0].value
        )


def test_who_left_for_a_walkover_had_come_to_it_whatever_a_correction_says():
    """The event of a draw names whom a walkover is given to. Who lost the first round sat down for the third place."""
    knockout = Stage("single_elimination", third_place=True)
    events = joined(*SIX[:5], stages=(knockout,), tiebreaks=NO_TIES)
    events = to_closed(*[*events, begun(*events, number=1)], seed="a")
    went_on, out = (after(*events).rounds[0].pairings[0].sides[side][0] for side in ("alliance", "serpent"))
    events = to_closed(*events, ev.PlayerDropped(player=went_on), seed="b")
    [given] = after(*events).rounds[1].walkovers
    assert (given.player, given.left) == (after(*events).stages[0].field[0], (went_on,))
    last = after(*to_closed(*events, result(1, 1, 1, 8, seq=20), seed="c"))
    assert out not in last.rounds[2].players() and last.rounds[2].walkovers[0].left == (went_on,)
    assert next(row.rank for row in standings(last) if row.player == out) == 5


@pytest.mark.parametrize(("size", "cut", "compared"), [(7, 3, 2), (7, 4, 0), (8, 3, 0)])
def test_who_is_compared_between_groups_of_different_sizes(size: int, cut: int, compared: int):
    """Two groups: of three of seven the better runner-up goes on, one of whom played a game more."""
    events = after_groups(2, cut, *(f"p{at}" for at in range(size)))
    state = after(*events)
    found, group = uneven(state, state.options.stages[1]), group_of(events)
    sizes = Counter(group.values())
    assert found == {player: sizes[group[player]] - 1 for player in found} and len(found) == compared
    assert len(set(going(state, state.options.stages[1]).field) & found.keys()) == compared // 2


def test_nobody_goes_on_from_a_table_that_is_given_to_nobody():
    """The better seed went on, as after a drawn game, though both had lost."""
    events = swiss(*EIGHT)
    events = to_started(*events, begun(*events), seed="k")
    one, other = after(*events).rounds[2].pairings
    absent = desk.TableAwarded(round=3, table=one.table, kind="double_loss", reason="neither came")
    events = [*events, sealed(absent, TEST_SALT), result(3, other.table, 5, 2), ev.RoundClosed(round=3)]
    state = after(*events)
    assert not may_draw(state) and standings(state)[0].player == other.sides["alliance"][0]
    assert [row.figures[0].top for row in standings(state)[:4]] == [7, 4, 4, 4]


def test_the_figure_of_a_stage_adds_up_and_names_its_games():
    events = swiss(*EIGHT)
    state = after(*played_out([*events, begun(*events)]))
    for row in standings(state):
        reasons = explain(state, row.player, "stage")
        assert sum((reason.value for reason in reasons), Fraction(0)) == row.figures[0].value
    best = explain(state, standings(state)[0].player, "stage")
    assert [reason.kind for reason in best] == ["ahead", "game", "game"] or len(best) == 3
    assert standings(state)[0].figures[0].top == 7


def test_the_standings_after_the_swiss_stay_those_of_the_swiss():
    events = swiss(*EIGHT)
    before = standings(after(*events))
    state = after(*played_out([*events, begun(*events)]))
    assert standings(state, 2) == before


def test_the_best_seed_meets_the_lowest_and_one_and_two_are_kept_apart():
    events = swiss(*EIGHT)
    event = begun(*events)
    one, two, three, four = event.field
    draw = drawn(*events, event, seed="k")
    met = [{name for side in t.sides.values() for name in side} for t in draw.pairings]
    assert met == [{one, four}, {two, three}] and draw.method == "schedule"


@refuses("TRN-STG-01")
def test_a_plan_that_cannot_be_played_is_refused():
    for wrong in (
        (Stage("swiss", rounds=3, cut=4),),
        (Stage("swiss", rounds=3), Stage("swiss", cut=4)),
        (Stage("swiss", rounds=3), Stage("single_elimination", cut=1)),
        (Stage("swiss", rounds=3), Stage("single_elimination", cut=4, carry=True)),
        (Stage("round_robin"), Stage("round_robin", groups=2, cut=3)),
    ):
        history().when(created(stages=wrong)).then_refused("TRN-STG-01")


@refuses("TRN-STG-02", "TRN-STG-03")
def test_a_stage_begins_in_turn_after_the_one_before():
    events = swiss(*EIGHT)
    event = begun(*events)
    history(*events).when(replace(event, number=3)).then_refused("TRN-STG-02")
    history(*events, event).when(event).then_refused("TRN-STG-02")
    early = events[: next(at for at, e in enumerate(events) if isinstance(e, ev.RoundClosed)) + 1]
    history(*early).when(event).then_refused("TRN-STG-03")
    history(*early).when(replace(event, reason="the hall closes at six")).then_accepted()


@refuses("TRN-STG-04", "TRN-STG-06")
def test_only_who_is_here_goes_on():
    events = swiss(*EIGHT)
    event = replace(begun(*events), reason="so be it")
    first, *rest = event.field
    history(*events).when(replace(event, field=("eve?", *rest))).then_refused("TRN-STG-04")
    history(*events).when(replace(event, field=(first, first))).then_refused("TRN-STG-04")
    gone = ev.PlayerDropped(player=first)
    history(*events, gone).when(event).then_refused("TRN-STG-04")
    history(*events).when(replace(event, field=(first,))).then_refused("TRN-STG-06")


@refuses("TRN-STG-05", "TRN-STG-07")
def test_a_tie_at_the_line_or_another_field_needs_a_reason():
    plan = (Stage("swiss", rounds=1), Stage("single_elimination", cut=2))
    events = to_closed(*joined(*EIGHT, stages=plan, tiebreaks=("points",)))
    event = begun(*events)
    assert len(going(after(*events), event.stage).tied) == 4
    history(*events).when(event).then_refused("TRN-STG-05")
    history(*events).when(replace(event, reason="they threw a die")).then_accepted()
    clear = swiss(*EIGHT)
    other = begun(*clear)
    history(*clear).when(replace(other, field=other.field[::-1])).then_refused("TRN-STG-07")


@accepts("TRN-STG-05")
def test_who_declines_is_replaced_by_the_next():
    events = swiss(*EIGHT)
    best = begun(*events).field[0]
    events = [*events, ev.PlayerDropped(player=best)]
    assert best not in begun(*events).field and len(begun(*events).field) == 4
    history(*events).when(begun(*events)).then_accepted()


@accepts("TRN-STG-08")
@refuses("TRN-STG-08")
def test_a_stage_is_taken_back_before_its_first_draw():
    events = swiss(*EIGHT)
    back = ev.StageWithdrawn(number=2, reason="one more Swiss round")
    events = [*events, begun(*events)]
    state = history(*events).when(back).then_accepted()
    stage = stage_of(state, 3)
    assert stage is not None and stage.number == 1 and to_begin(state) == TOP_4
    history(*swiss(*EIGHT)).when(back).then_refused("TRN-STG-08")
    history(*to_draft(*events, seed="k")).when(back).then_refused("TRN-STG-08")


@accepts("TRN-STG-09", "TRN-STG-10", "TRN-STG-11")
@refuses("TRN-STG-09", "TRN-STG-10", "TRN-STG-11")
def test_a_scheduled_round_is_as_the_schedule_has_it():
    events = joined(*FOUR, stages=(Stage("round_robin"),))
    hand = ev.RoundDrawn(round=1, seed="x", pairings=(), method="schedule")
    history(*events).when(hand).then_refused("TRN-STG-09")
    events = [*events, begun(*events, number=1)]
    due = drawn(*events, seed="x")
    history(*events).when(due).then_accepted()
    first, second = due.pairings
    swapped = (replace(first, sides=second.sides), replace(second, sides=first.sides))
    history(*events).when(replace(due, pairings=swapped)).then_refused("TRN-STG-11")
    by_hand = replace(due, method="manual", reason="friends")
    history(*events).when(by_hand).then_refused("TRN-STG-10")


def test_a_round_robin_from_the_start():
    events = joined(*SIX, stages=(Stage("round_robin"),), tiebreaks=NO_TIES)
    events = played_out([*events, begun(*events, number=1)])
    state = after(*events)
    assert len(state.rounds) == 5 == rounds_planned(state) and is_complete(state, state.stages[0])
    assert {row.figures[0].id for row in standings(state)} == {"points"}


def test_a_bracket_from_the_start_ranks_by_the_bracket_alone():
    events = joined(*SIX, stages=(Stage("double_elimination", seeding="lot"),))
    state = after(*played_out([*events, begun(*events, number=1)]))
    rows = standings(state)
    assert [figure.id for figure in rows[0].figures] == ["stage"] and [r.rank for r in rows[:4]] == [
        1,
        2,
        3,
        4,
    ]


def test_groups_then_a_bracket_of_the_winners_and_seconds():
    plan = (Stage("round_robin", groups=2), Stage("single_elimination", cut=4))
    events = joined(*EIGHT, stages=plan, tiebreaks=NO_TIES)
    events = played_out([*events, begun(*events, number=1)])
    state = after(*events)
    assert len(state.rounds) == 3 and {t.slot for t in state.rounds[0].pairings} == {"A", "B"}
    figures = [row.figures[0].top for row in standings(state)]
    assert figures == [6, 6, 4, 4, 2, 2, 0, 0]
    event = begun(*events)
    groups = {
        name: t.slot for r in state.rounds for t in r.pairings for side in t.sides.values() for name in side
    }
    assert [groups[name] for name in event.field[:2]] in (["A", "B"], ["B", "A"])
    assert after(*played_out([*events, event])).rounds[-1].pairings[0].slot == "F"


def after_groups(
    groups: int, cut: int, *players: str, format_: str = "single_elimination", seeding: str = "ranking"
) -> list[Event]:
    """The groups played to their end."""
    stage = Stage(format_, cut=cut, seeding=seeding)  # type: ignore[arg-type]
    events = joined(*players, stages=(Stage("round_robin", groups=groups), stage), tiebreaks=NO_TIES)
    return played_out([*events, begun(*events, number=1)])


def group_of(events: list[Event]) -> dict[str, str]:
    state = after(*events)
    found = groups_of(state.stages[0].plan, state.stages[0].field)
    return {player: name for name, members in found.items() for player in members}


@accepts("TRN-STG-07")
@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
@pytest.mark.parametrize(
    ("groups", "cut", "size"), [(2, 4, 8), (3, 6, 9), (4, 8, 12), (4, 8, 16), (4, 6, 12)]
)
def test_nobody_meets_their_own_group_again_in_the_first_round_of_a_bracket(
    groups: int, cut: int, size: int, format_: str
) -> None:
    """Winners met the runners-up of their own groups, with whom they had just played."""
    events = after_groups(groups, cut, *(f"p{at:02}" for at in range(size)), format_=format_)
    group, state = group_of(events), after(*events)
    seen = going(state, state.options.stages[1])
    assert sorted(seen.field) == sorted(seen.as_ranked) and seen.field[:groups] == seen.as_ranked[:groups]
    events = to_draft(*events, begun(*events), seed="bracket")
    pairs = [[one for (one,) in table.sides.values()] for table in after(*events).rounds[-1].pairings]
    assert pairs and all(group[one] != group[other] for one, other in pairs)


@accepts("TRN-STG-07")
@pytest.mark.parametrize("size", [9, 10])
def test_a_single_runner_up_does_not_meet_the_winner_of_the_same_group(size: int) -> None:
    """Nobody else came in second, so that the last seed changed with nobody: here two of the winners do."""
    names, met = [f"p{at:02}" for at in range(size)], 0
    for shift in range(size):
        events = after_groups(3, 4, *names[shift:], *names[:shift])
        group, state = group_of(events), after(*events)
        seen = going(state, state.options.stages[1])
        last = seen.as_ranked[-1]
        assert seen.field[-1] == last and set(seen.field[:3]) == set(seen.as_ranked[:3])
        assert group[seen.field[0]] != group[last]
        met += group[seen.as_ranked[0]] == group[last]
    assert met


def test_a_bracket_that_was_seeded_by_the_standings_alone_stays_legal():
    """TRN-STG-07: logs of before hold such a field, and no reason for it."""
    events = after_groups(4, 8, *(f"p{at:02}" for at in range(16)))
    plan = to_begin(after(*events))
    assert plan is not None
    found = going(after(*events), plan)
    assert found.field != found.as_ranked
    old = ev.StageBegun(number=2, stage=plan, field=found.as_ranked)
    history(*events).when(old).then_accepted()
    assert after(*events, old).stages[-1].field == found.as_ranked


@refuses("TRN-STG-07")
def test_other_seeds_than_those_two_need_a_reason_and_another_seeding_moves_nobody():
    events = after_groups(4, 8, *(f"p{at:02}" for at in range(16)))
    event = begun(*events)
    history(*events).when(replace(event, field=event.field[::-1])).then_refused("TRN-STG-07")
    lots = after_groups(2, 4, *EIGHT, seeding="registered")
    plan = to_begin(after(*lots))
    assert plan is not None and going(after(*lots), plan).field == going(after(*lots), plan).as_ranked


def test_a_game_given_away_is_worth_the_same_in_the_group_as_in_the_standings():
    """The middle of what the winners of the whole round scored, be it in another group."""
    plan = (Stage("round_robin", groups=2),)
    events = joined(*EIGHT, stages=plan, tiebreaks=("points", "vp"))
    events = [*events, begun(*events, number=1), ev.PlayerDropped(player="ann")]
    state = after(*to_closed(*events, scores=((3, 0), (9, 0), (7, 0))))
    stage = state.stages[0]
    for players in groups_of(stage.plan, stage.field).values():
        rows = {row.player: row.figures for row in group_table(state, players, state.rounds).standings()}
        whole = {row.player: row.figures[1:] for row in standings(state)}
        assert rows == {player: whole[player] for player in players}


def test_a_round_off_counts_for_nobody_whom_the_round_would_not_have_drawn():
    """Of an odd round robin one is free anyway, a cut has left others out, and who waits for a place is not there."""
    five = (*FOUR, "eve")
    asked = [desk.ByeGranted(player=player, round=1, worth="full") for player in five]
    events = joined(*five, stages=(Stage("round_robin"),), tiebreaks=NO_TIES)
    events = [*events, *asked, begun(*events, number=1)]
    state = after(*to_closed(*events))
    (free,) = state.rounds[0].resting
    assert next(row.figures[0].top for row in standings(state) if row.player == free) == 0
    events = swiss(*EIGHT, stages=(Stage("swiss", rounds=2), Stage("swiss", rounds=1, cut=4, carry=True)))
    last = standings(after(*events))[-1].player
    events = [*events, desk.ByeGranted(player=last, round=3, worth="full"), begun(*events)]
    assert standings(after(*to_closed(*events, seed="k")))[-1].figures[0].top == 0
    waits = [
        ev.PlayerRegistered(player="zoe", waiting=True),
        desk.ByeGranted(player="zoe", round=1, worth="full"),
    ]
    assert standings(after(*to_closed(*joined(*FOUR), *waits)))[-1].figures[0].top == 0


def test_a_penalty_of_the_stage_before_is_none_of_the_next():
    """Until its first round was played a stage that begins anew counted what had been given in round 1 of the event."""
    events = swiss(*EIGHT, stages=(Stage("swiss", rounds=2), Stage("swiss", rounds=2, cut=5)))
    best = standings(after(*events))[0].player
    late = desk.NoteGiven(player=best, kind="penalty", tp=2, round=1, reason="late")
    events = [*events, sealed(late, TEST_SALT)]
    events = [*events, begun(*events)]
    assert {player.level for player in next_field(after(*events), "k").players} == {0}
    assert next(row.figures[0].top for row in standings(after(*events)) if row.player == best) == 6 - 2


def test_points_that_are_carried_on_rank_together():
    plan = (Stage("swiss", rounds=2), Stage("swiss", rounds=1, cut=4, carry=True))
    events = swiss(*EIGHT, stages=plan)
    state = after(*played_out([*events, begun(*events)]))
    assert [len(round_.pairings) for round_ in state.rounds] == [4, 4, 2]
    rows = standings(state)
    assert {figure.id for figure in rows[0].figures} == set(NO_TIES)
    assert sum(row.figures[0].top for row in rows) == 10 * 3


def test_who_leaves_a_round_robin_gives_the_rest_away_and_who_leaves_a_bracket_is_passed():
    events = joined(*FOUR, stages=(Stage("round_robin"),), tiebreaks=NO_TIES)
    events = to_closed(*[*events, begun(*events, number=1)], seed="a")
    events = played_out([*events, ev.PlayerDropped(player="dot")])
    state = after(*events)
    assert [len(r.walkovers) for r in state.rounds] == [0, 1, 1]
    assert sum(row.figures[0].top for row in standings(state)) == 6 * 3
    cut = swiss(*EIGHT)
    cut = to_closed(*[*cut, begun(*cut)], seed="k")
    winner = after(*cut).rounds[-1].pairings[0].sides["alliance"][0]
    state = after(*played_out([*cut, ev.PlayerDropped(player=winner)]))
    assert standings(state)[1].player == winner and len(state.rounds[-1].walkovers) == 1


def test_a_round_robin_knows_whom_who_left_would_have_met():
    """Dot played one and left two: with FIDE's /P both are games won against dot, and dot has left."""
    events = joined(*FOUR, stages=(Stage("round_robin"),), tiebreaks=NO_TIES)
    events = to_closed(*[*events, begun(*events, number=1)], seed="a")
    state = after(*played_out([*events, ev.PlayerDropped(player="dot")]))
    given = [one.player for round_ in state.rounds for one in round_.walkovers]
    for player in given:
        rows = explain(state, player, "sonneborn_berger_played")
        assert [(row.kind, row.opponents) for row in rows if row.kind == "forfeit"] == [("forfeit", ("dot",))]
        assert [row.opponents for row in explain(state, player, "sonneborn_berger")].count(("dot",)) == 0
    assert ranking(state).book.beside.left == {"dot"}
    assert ranking(after(*events)).book.beside.left == frozenset()


def test_pairing_by_exact_rank_lets_neighbours_of_the_standings_meet():
    """Bushido Masters: 1 v 2, 3 v 4, as far as they have not met."""
    events = joined(*EIGHT, stages=(Stage("swiss", rounds=2, level="rank"),), tiebreaks=NO_TIES)
    events = to_closed(*events, scores=((9, 0), (7, 1), (5, 1), (4, 2)))
    ranks = [row.player for row in standings(after(*events))]
    pairs = {
        frozenset(n for side in t.sides.values() for n in side) for t in drawn(*events, seed="x").pairings
    }
    assert pairs == {frozenset(ranks[at : at + 2]) for at in range(0, 8, 2)}


def test_the_free_round_of_an_odd_round_robin_is_no_round_to_win_points_in():
    """Five play four games each in five rounds (C.07, 9.2): 6 of 12 points are half, whoever sat out a sixth."""
    robin = (Stage("round_robin", seeding="registered"),)
    events = joined(*SIX[:5], stages=robin, tiebreaks=("points", "koya"))
    events.append(begun(*events, number=1))
    while may_draw(after(*events)):
        events = to_closed(*events, seed=f"k{len(events)}")
    state = after(*events)
    table = ranking(state)
    points = dict(zip(table.book.columns.players, table.book.scores.tolist(), strict=True))
    assert sorted(points.values()) == [6] * 5, "the first sides won, twice each"
    for player in SIX[:5]:
        rows = table.explain(player, "koya")
        assert sum(row.top for row in rows) == 6 and {row.kind for row in rows} == {"opponent"}, player


def test_whoever_sat_out_a_double_round_robin_still_needs_half_of_what_could_be_won():
    """Three in two legs: two free rounds each, so that 6 of 12 points are half; with less nobody is strong."""
    robin = (Stage("round_robin", legs=2, seeding="registered"),)
    events = joined(*SIX[:3], stages=robin, tiebreaks=("points", "koya", "koya_up"))
    events.append(begun(*events, number=1))
    while may_draw(after(*events)):
        events = to_closed(*events, seed=f"k{len(events)}")
    figures = [[figure.top for figure in one.figures] for one in standings(after(*events))]
    assert figures == [[6, 6, 0]] * 3


def test_the_free_round_of_an_odd_round_robin_is_no_round_given_up():
    """Five who draw every game differ in nothing: whoever sat out the last round had a draw more for their opponents,
    and whoever sat out the first one counted as a latecomer."""
    ids = ("points", "buchholz", "buchholz_cut", "sonneborn_berger_fide", "on_time")
    robin = (Stage("round_robin", seeding="registered"),)
    events = joined(*SIX[:5], stages=robin, tiebreaks=ids)
    events.append(begun(*events, number=1))
    while may_draw(after(*events)):
        events = to_closed(*events, seed=f"k{len(events)}", scores=((3, 3),) * 2)
    state = after(*events)
    told = [(row.rank, [int(figure.value) for figure in row.figures]) for row in standings(state)]
    assert told == [(1, [4, 4 * 4, 3 * 4, 4 * 4 // 2, 1])] * 5
    (free,) = state.rounds[0].resting
    assert [(row.kind, row.round, row.top) for row in explain(state, free, "on_time")] == [("bye", 1, 1)]
    assert {row.kind for row in explain(state, free, "buchholz")} == {"opponent"}


def test_who_still_plays_the_first_round_did_not_come_late():
    events = to_started(*joined(*FOUR, "eve", tiebreaks=("points", "on_time")))
    state = after(*events, result(1, 1), ev.PlayerRegistered(player="zoe"), ev.PlayerCheckedIn(player="zoe"))
    assert [row.player for row in standings(state) if not row.figures[1].top] == ["zoe"]
    plays = state.rounds[0].find(2).sides["serpent"][0]
    assert [(row.kind, row.round, row.top) for row in explain(state, plays, "on_time")] == [("game", 1, 1)]


def by_seniority(events: list[Event], seed: str) -> list[Event]:
    """A whole round that whoever is named earlier in the alphabet wins."""
    tables = after(*to_draft(*events, seed=seed)).rounds[-1].pairings
    first = [table.sides["alliance"] < table.sides["serpent"] for table in tables]
    return to_closed(*events, seed=seed, scores=tuple((5, 2) if one else (2, 5) for one in first))


def test_a_stage_of_its_own_begins_with_its_first_round():
    """Four in a round robin after two rounds of a Swiss: 5 of 9 points are half, not 8 of 15, and a cut takes away an
    opponent, not a round of the stage before."""
    ids = ("points", "koya", "buchholz", "buchholz_cut", "progressive_cut")
    stages = (Stage("swiss", rounds=2), Stage("round_robin", cut=4))
    events = joined(*EIGHT, stages=stages, tiebreaks=ids)
    for number in (1, 2):
        events = by_seniority(events, f"s{number}")
    events = [*events, begun(*events, reason="the draw decides")]
    field = sorted(after(*events).stages[-1].field)
    for number in (3, 4, 5):
        events = by_seniority(events, f"s{number}")
    state = after(*events)
    table = group_table(state, field, state.rounds[2:])
    rows = {row.player: [figure.value for figure in row.figures] for row in table.standings()}
    totals = (9, 6, 3, 0)
    for at, player in enumerate(field):
        met = [points for points in totals if points != totals[at]]
        assert rows[player][:4] == [totals[at], 3 if at == 0 else 0, sum(met), sum(met) - min(met)], player
    last_two = {player: sum(row.top for row in table.explain(player, "progressive_cut")) for player in field}
    assert last_two[field[0]] == 6 + 9 and last_two[field[3]] == 0
