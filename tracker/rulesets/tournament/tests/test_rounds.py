"""The life of a round, its results, and the end of the event."""

from __future__ import annotations

import msgspec
import pytest

from games.ruleset import EVERYONE, REFEREE, Viewer
from games.testing import accepts, refuses
from tracker.formats.structs import Stage
from tracker.rulesets.tournament import RULES, match_options, round_of, standings
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.desk_events import ByeGranted
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
    to_published,
    to_started,
)

START = joined(*FOUR)


@accepts("TRN-RND-01", "TRN-RND-02", "TRN-RND-03", "TRN-RND-04", "TRN-RND-05", "TRN-RND-06")
def test_a_round_from_draft_to_close():
    assert history(*to_closed(*START)).then_accepted().current.status == "closed"


@refuses("TRN-RND-01")
def test_only_a_draft_is_published():
    for events in (START, to_published(*START), to_started(*START)):
        history(*events).when(ev.RoundPublished(round=1)).then_refused("TRN-RND-01")
    history(*to_draft(*START)).when(ev.RoundPublished(round=2)).then_refused("TRN-RND-01")


@refuses("TRN-RND-02")
def test_only_a_published_round_starts():
    for events in (START, to_draft(*START), to_started(*START)):
        history(*events).when(ev.RoundStarted(round=1)).then_refused("TRN-RND-02")


@refuses("TRN-RND-03")
def test_nobody_waits_for_one_who_left_after_the_draw():
    leave = ev.PlayerDropped(player="bob")
    (violation,) = (
        history(*to_draft(*START), leave).when(ev.RoundPublished(round=1)).then_refused("TRN-RND-03")
    )
    assert violation.params["players"] == ["bob"]
    history(*to_published(*START), leave).when(ev.RoundStarted(round=1)).then_refused("TRN-RND-03")
    away = ev.PlayerCheckInWithdrawn(player="bob")
    history(*to_published(*START), away).when(ev.RoundStarted(round=1)).then_refused("TRN-RND-03")


def test_a_player_who_drops_during_the_round_leaves_a_result_behind():
    events = [
        *to_started(*START),
        ev.PlayerDropped(player="bob"),
        result(1, 1),
        result(1, 2),
        ev.RoundClosed(round=1),
    ]
    state = history(*events).then_accepted()
    assert "bob" not in {entrant.player for entrant in state.present()}
    assert state.current.missing() == ()


@refuses("TRN-RND-04")
def test_one_match_per_table_of_a_started_round():
    opened = ev.MatchOpened(round=1, table=1, match="again")
    history(*to_published(*START)).when(opened).then_refused("TRN-RND-04")
    case = history(*to_started(*START))
    case.when(opened).then_refused("TRN-RND-04")
    case.when(ev.MatchOpened(round=1, table=9, match="x")).then_refused("TRN-RND-04")
    half = history(
        *to_published(*START), ev.RoundStarted(round=1), ev.MatchOpened(round=1, table=1, match="m")
    )
    half.when(ev.MatchOpened(round=1, table=2, match="m")).then_refused("TRN-RND-04")


@refuses("TRN-RND-05")
def test_a_round_with_missing_results_does_not_close_and_names_the_tables():
    case = history(*to_started(*START), result(1, 1))
    (violation,) = case.when(ev.RoundClosed(round=1)).then_refused("TRN-RND-05")
    assert violation.params["tables"] == [2]


@refuses("TRN-RND-06")
def test_only_a_started_round_closes():
    for events in (START, to_published(*START), to_closed(*START)):
        history(*events).when(ev.RoundClosed(round=1)).then_refused("TRN-RND-06")


@accepts("TRN-RES-01", "TRN-RES-02", "TRN-RES-03", "TRN-RES-04")
def test_a_later_result_replaces_the_earlier_also_in_a_closed_round():
    case = history(*to_closed(*START)).when(result(1, 1, 0, 4, seq=12))
    recorded = case.then_accepted().rounds[0].find(1).result
    assert (recorded.winner, recorded.vp, recorded.match_seq) == (
        "serpent",
        {"alliance": 0, "serpent": 4},
        12,
    )


@refuses("TRN-RES-01")
def test_a_result_needs_a_table_in_play():
    case = history(*to_published(*START))
    case.when(result(1, 1)).then_refused("TRN-RES-01")
    case.when(ev.ResultWithdrawn(round=1, table=1, reason="x")).then_refused("TRN-RES-01")
    history(*to_started(*START)).when(result(1, 3)).then_refused("TRN-RES-01")
    history(*to_started(*START)).when(result(2, 1)).then_refused("TRN-RES-01")


@refuses("TRN-RES-02")
def test_a_table_takes_its_own_matchs_result():
    wrong = ev.ResultRecorded(
        round=1, table=1, match="m1.2", match_seq=3, vp={"alliance": 1, "serpent": 0}, winner="alliance"
    )
    history(*to_started(*START)).when(wrong).then_refused("TRN-RES-02")


@refuses("TRN-RES-03")
@pytest.mark.parametrize(
    ("vp", "winner"),
    [
        ({"alliance": 1}, "alliance"),
        ({"alliance": 1, "serpent": 0, "horde": 2}, "alliance"),
        ({"alliance": 1, "serpent": 0}, "ann"),
    ],
)
def test_a_result_names_both_sides_and_a_winner(vp, winner):
    wrong = ev.ResultRecorded(round=1, table=1, match="m1.1", match_seq=3, vp=vp, winner=winner)
    history(*to_started(*START)).when(wrong).then_refused("TRN-RES-03")


@refuses("TRN-RES-04")
def test_old_news_does_not_replace_a_result():
    case = history(*to_started(*START), result(1, 1, seq=9))
    case.when(result(1, 1, 0, 9, seq=9)).then_refused("TRN-RES-04")
    case.when(result(1, 1, 0, 9, seq=8)).then_refused("TRN-RES-04")


@accepts("TRN-RES-05")
def test_a_result_is_withdrawn_while_its_match_is_corrected():
    case = history(*to_started(*START), result(1, 1)).when(
        ev.ResultWithdrawn(round=1, table=1, reason="corrected")
    )
    assert case.then_accepted().current.missing() == (1, 2)


WITHDRAWN = ev.ResultWithdrawn(round=1, table=1, reason="corrected")


@refuses("TRN-RES-05")
def test_only_a_result_that_stands_is_withdrawn():
    history(*to_started(*START)).when(WITHDRAWN).then_refused("TRN-RES-05")
    history(*to_closed(*START), WITHDRAWN).when(WITHDRAWN).then_refused("TRN-RES-05")


@accepts("TRN-RES-05", "TRN-END-01")
@pytest.mark.parametrize("later", [[], [ev.TournamentFinished()]])
def test_a_closed_round_is_corrected_too_and_after_the_end(later):
    state = history(*to_closed(*START), *later, WITHDRAWN).then_accepted()
    assert state.rounds[0].missing() == (1,) and state.rounds[0].find(1).withdrawn == "corrected"
    new = msgspec.structs.replace(result(1, 1, 0, 4, seq=12), reason="typed the wrong way round")
    corrected = history(*to_closed(*START), *later, WITHDRAWN, new).then_accepted()
    table = corrected.rounds[0].find(1)
    assert (table.withdrawn, table.result.reason) == (None, "typed the wrong way round")
    assert corrected.finished is bool(later)


def test_the_final_ranking_is_that_of_the_corrected_match():
    finished = [*to_closed(*joined("ann", "bob")), ev.TournamentFinished()]
    before, after_it = after(*finished), after(*finished, result(1, 1, 0, 4, seq=12))
    assert {RULES.outcome(before).winner, RULES.outcome(after_it).winner} == {"ann", "bob"}


def test_a_bye_is_worth_what_the_corrected_tables_say():
    closed = to_closed(*joined("ann", "bob", "cid"))
    bye = round_of(after(*closed), 1).bye
    vp = {row.player: {f.id: f.top for f in row.figures}["vp"] for row in standings(after(*closed))}
    corrected = after(*closed, result(1, 1, 9, 2, seq=12))
    now = {row.player: {f.id: f.top for f in row.figures}["vp"] for row in standings(corrected)}
    assert bye is not None and (vp[bye], now[bye]) == (5, 9)


@refuses("TRN-RND-05")
def test_nothing_is_drawn_or_finished_while_a_result_of_a_closed_round_is_missing():
    closed = to_closed(*START)
    case = history(*closed, WITHDRAWN)
    (violation,) = case.when(ev.TournamentFinished()).then_refused("TRN-RND-05")
    assert violation.params == {"round": 1, "tables": [1]}
    case.when(drawn(*closed, seed="s2")).then_refused("TRN-RND-05")
    steps_ = {event.type for event in RULES.next_events(after(*closed, WITHDRAWN), REFEREE)}
    assert not steps_ & {"round_drawn", "tournament_finished"}


@accepts("TRN-END-01", "TRN-END-02")
def test_an_event_may_end_early_between_rounds():
    state = history(*to_closed(*START)).when(ev.TournamentFinished()).then_accepted()
    outcome = RULES.outcome(state)
    assert (outcome.status, outcome.turn) == ("finished", 1)
    assert sum(outcome.vp.values()) == 6
    assert set(outcome.figures) == {"rank", "points", "vp_diff", "vp", "sos"}


@refuses("TRN-END-01")
def test_after_the_end_nothing_but_results_changes():
    case = history(*to_closed(*START), ev.TournamentFinished())
    for event in (ev.PlayerDropped(player="ann"), ev.ListsLocked(), ev.TournamentFinished()):
        case.when(event).then_refused("TRN-END-01")


@refuses("TRN-END-02")
def test_an_event_does_not_end_in_the_middle_of_a_round():
    for events in ([created()], START, to_draft(*START), to_started(*START)):
        history(*events).when(ev.TournamentFinished()).then_refused("TRN-END-02")


def test_the_winner_is_the_only_first_or_nobody():
    alone = after(*to_closed(*joined("ann", "bob")), ev.TournamentFinished())
    shared = after(*to_closed(*joined("ann", "bob"), scores=((3, 3),)), ev.TournamentFinished())
    assert RULES.outcome(alone).winner in ("ann", "bob")
    assert RULES.outcome(shared).winner == "draw"
    assert RULES.outcome(after(*START)).winner is None


def steps(*events) -> list[str]:
    return [event.type for event in RULES.next_events(after(*events), REFEREE)]


@pytest.mark.parametrize(
    ("events", "step"),
    [
        ((), "tournament_created"),
        (START, "round_drawn"),
        (to_draft(*START), "round_published"),
        (to_published(*START), "round_started"),
        ([*to_published(*START), ev.RoundStarted(round=1)], "match_opened"),
        ([*to_started(*START), result(1, 1), result(1, 2)], "round_closed"),
        (to_closed(*START), "round_drawn"),
        (to_closed(*joined(*FOUR, rounds=1)), "tournament_finished"),
    ],
)
def test_the_next_step_is_named_first(events, step):
    assert steps(*events)[0] == step


def test_a_schedule_is_not_offered_to_be_drawn_while_a_list_is_missing():
    """TRN-LIST-06 refused what was offered, since only draws by cost were asked for lists."""
    robin = (Stage("round_robin", seeding="registered"),)
    events = joined(*FOUR, stages=robin, list_required=True)
    events.append(ev.StageBegun(number=1, stage=robin[0], field=FOUR))
    assert "round_drawn" not in steps(*events)
    for player in FOUR:
        events.append(ev.ListSubmitted(player=player, warband="w", revision="r", digest="d", ok=True))
    assert steps(*events)[0] == "round_drawn" and drawn(*events).method == "schedule"


def test_byes_are_offered_for_every_round_that_is_planned():
    """Those of the stages count (TRN-REG-11), not the number that an event without stages would have."""
    stages = (Stage("swiss", rounds=4), Stage("swiss", rounds=1, cut=2, carry=True))
    events = joined(*FOUR, stages=stages)
    for number in (1, 2, 3):
        events = to_closed(*events, seed=f"s{number}")
    (offer,) = (one for one in RULES.next_events(after(*events), REFEREE) if one.type == "bye_granted")
    assert offer.choices == {"player": FOUR, "round": (4, 5)}
    history(*events).when(ByeGranted(player="ann", round=5, worth="half")).then_accepted()
    history(*events).when(ByeGranted(player="ann", round=6, worth="half")).then_refused("TRN-REG-11")


def test_no_bye_is_offered_in_a_schedule_which_asks_nobody():
    events = joined(*FOUR, rounds=3, stages=(Stage("swiss", rounds=1), Stage("single_elimination", cut=4)))
    (offer,) = (one for one in RULES.next_events(after(*events), REFEREE) if one.type == "bye_granted")
    assert offer.choices["round"] == (1,)
    assert "bye_granted" not in steps(*to_closed(*events))


def test_a_stage_is_offered_to_whoever_is_there_a_round_off_or_not():
    events = joined("ann", "bob", stages=(Stage("single_elimination"),))
    off = [ByeGranted(player=player, round=1, worth="half") for player in ("ann", "bob")]
    assert steps(*events, *off)[0] == "stage_begun"


@pytest.mark.parametrize("round_", [to_draft(*START), to_published(*START)])
def test_a_round_that_somebody_has_left_is_offered_to_be_discarded_alone(round_):
    """TRN-RND-03: it could be neither published nor started, and was offered."""
    offered = steps(*round_, ev.PlayerDropped(player="ann"))
    assert offered[0] == "round_discarded"
    assert not {"round_published", "round_started"} & {*offered}


def test_a_player_may_log_only_what_is_the_own():
    mine = RULES.next_events(after(*START), Viewer("player", "ann"))
    assert {event.type for event in mine} == {"player_check_in_withdrawn", "player_dropped", "list_submitted"}
    assert all(event.choices == {"player": ("ann",)} for event in mine)
    assert RULES.next_events(after(*START), EVERYONE) == ()
    assert steps(*to_closed(*START), ev.TournamentFinished()) == [
        "event_described",
        "fee_marked",
        "correction_noted",
    ]


def test_matches_know_what_the_tournament_wants_of_them():
    state = after(*to_started(*joined(*FOUR, detail="summary", scheme_draw_count=3)))
    assert match_options(state) == {"detail": "summary", "scheme_draw_count": 3}
    assert [table.match for table in round_of(state, 1).pairings] == ["m1.1", "m1.2"]
    with pytest.raises(KeyError):
        round_of(state, 2)
