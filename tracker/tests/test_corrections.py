"""A result is corrected in any round, closed or after the end: places are always those of the matches."""

from __future__ import annotations

from uuid import UUID

import pytest

from games.ruleset import EVERYONE
from tracker import commands, selectors
from tracker.after import follow_up, reactions
from tracker.handle import CommandRejected
from tracker.identity import Identity
from tracker.models import MatchRow, PairingRow
from tracker.projections import source
from tracker.proof import verify
from tracker.tests.hall import caught_up, opened, organiser, play_round, start_round, summary

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(name="organiser")
def _organiser() -> Identity:
    return organiser()


@pytest.fixture(name="event")
def _event(organiser: Identity) -> UUID:
    """Seven players, two rounds played and closed: each has three tables and a bye."""
    event, _players = opened(organiser, 7, rounds=2)
    for number in (1, 2):
        play_round(organiser, event, number)
    return event


def points(event: UUID) -> dict[str, int]:
    caught_up()
    return {str(row.player_id): row.figures[0]["top"] for row in selectors.standings(event)}


def final(event: UUID) -> dict[str, int]:
    """The tournament points of the final ranking, by player, as the log's own score has them."""
    caught_up()
    return selectors.outcome(event).vp


def decided(event: UUID) -> MatchRow:
    """A match of round 1 that somebody won."""
    return next(row for row in selectors.matches_of(event, 1) if row.winner != "draw")


def taken_back(who: Identity, row: MatchRow) -> None:
    """The report and its confirmation are voided."""
    version = selectors.head(row.stream_id).version
    commands.void(who, row.stream_id, [version - 1, version], "typed the wrong way round")
    caught_up()


def turned_round(who: Identity, row: MatchRow) -> None:
    """The result is taken back and entered with the other side as the winner."""
    taken_back(who, row)
    commands.report_match(who, row.stream_id, summary(0, 3) if row.winner == "serpent" else summary(3, 0))
    caught_up()


def swing(before: dict[str, int], after: dict[str, int]) -> list[int]:
    return sorted(after[player] - before[player] for player in before if after[player] != before[player])


def test_a_closed_round_is_corrected_while_the_next_is_played(organiser: Identity) -> None:
    event, _players = opened(organiser, 7)
    play_round(organiser, event, 1)
    start_round(organiser, event, 2)
    pairings = [row.sides for row in selectors.pairings(event, 2)]
    before = points(event)
    turned_round(organiser, decided(event))
    assert swing(before, points(event)) == [-3, 3]
    assert [row.sides for row in selectors.pairings(event, 2)] == pairings


def test_the_final_ranking_follows_a_correction_after_the_end(organiser: Identity, event: UUID) -> None:
    commands.finish(organiser, event)
    before = final(event)
    turned_round(organiser, decided(event))
    assert swing(before, final(event)) == [-3, 3] and points(event) == final(event)
    assert not list(verify.verify_database())


def test_the_correction_stands_in_the_events_log_with_its_reason(organiser: Identity, event: UUID) -> None:
    commands.finish(organiser, event)
    turned_round(organiser, decided(event))
    told = [one for one in selectors.events_page(event, EVERYONE, 0, 500).events if one.type[:6] == "result"]
    assert [one.type for one in told[-2:]] == ["result_withdrawn", "result_recorded"]
    assert {one.data.get("reason") for one in told[-2:]} == {"typed the wrong way round"}
    assert not any(one.data.get("reason") for one in told[:-2])


def test_a_withdrawn_result_of_a_closed_round_counts_no_more(organiser: Identity, event: UUID) -> None:
    before, row = points(event), decided(event)
    taken_back(organiser, row)
    assert swing(before, points(event)) == [-3]
    with pytest.raises(CommandRejected, match="TRN-RND-05"):
        commands.finish(organiser, event)
    commands.report_match(organiser, row.stream_id, summary(2, 2))
    assert swing(before, points(event)) == [-2, 1]
    commands.finish(organiser, event)


def test_voiding_the_end_and_finishing_again_ranks_by_the_matches(organiser: Identity, event: UUID) -> None:
    commands.finish(organiser, event)
    before = final(event)
    commands.void(organiser, event, [selectors.head(event).version], "one match was typed wrongly")
    turned_round(organiser, decided(event))
    commands.finish(organiser, event)
    assert swing(before, final(event)) == [-3, 3]


def test_a_bye_follows_the_corrected_tables(organiser: Identity) -> None:
    event, _players = opened(organiser, 3)
    (row,) = start_round(organiser, event, 1)
    commands.report_match(organiser, row.stream_id, summary(2, 1))
    caught_up()
    bye = next(one.sides for one in selectors.pairings(event, 1) if one.table == 0)
    player = next(seat for side in bye.values() for seat in side)
    commands.close_round(organiser, event, round=1)

    def vp() -> str:
        return selectors.explained(event, player, "vp").shown

    assert vp() == "2"
    taken_back(organiser, row)
    commands.report_match(organiser, row.stream_id, summary(1, 3))
    caught_up()
    assert vp() == "3"


def test_what_staff_void_in_the_events_log_is_told_again(organiser: Identity) -> None:
    """A result is never lost by voiding its entry in the tournament: the match still says it."""
    event, _players = opened(organiser, 4)
    for row in start_round(organiser, event, 1):
        commands.report_match(organiser, row.stream_id, summary(3, 1))
    before = points(event)
    commands.void(organiser, event, [selectors.head(event).version], "a slip")
    assert points(event) == before
    assert not list(verify.verify_database())


def test_a_ranking_that_its_matches_contradict_is_found(
    organiser: Identity, event: UUID, monkeypatch
) -> None:
    """As an older version left it: the match was corrected and the tournament never heard."""
    commands.finish(organiser, event)
    with monkeypatch.context() as deaf:
        deaf.setattr(follow_up.reactions, "react", lambda source: None)
        turned_round(organiser, decided(event))
    (problem,) = verify.verify_database()
    assert problem.stream == str(event) and "round 1, table" in problem.what
    commands.void(organiser, event, [selectors.head(event).version], "count the matches again")
    commands.finish(organiser, event)
    caught_up()
    assert not list(verify.verify_database())
    assert PairingRow.objects.filter(tournament_id=event, table__gt=0, result=None).count() == 0


def test_a_late_job_that_read_the_match_before_its_end_takes_no_result_back(organiser: Identity) -> None:
    """Two threads bring up one match: the slower one read it before it was confirmed, and reacts after the other."""
    event, _players = opened(organiser, 4)
    play_round(organiser, event, 1)
    caught_up()
    for table in selectors.current_state(event).state.round(1).pairings:
        match = UUID(table.match)
        for version in range(1, source.load(match).version):
            reactions.react(source.load(match, at=version))
    results = [table.result for table in selectors.current_state(event).state.round(1).pairings]
    assert len(results) == 2 and None not in results
