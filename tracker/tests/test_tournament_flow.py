"""A whole tournament through commands, jobs and projections: from registration to the final ranking."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.contrib.auth.models import User

from games.ruleset import EVERYONE
from tracker import commands, selectors
from tracker.handle import CommandRejected
from tracker.identity import Identity, NotAllowed
from tracker.models import Player, StandingRow, Stream, TournamentRow
from tracker.tests.hall import opened, organiser, play_round, summary

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(name="organiser")
def _organiser() -> Identity:
    return organiser()


def test_from_registration_to_the_final_ranking(organiser: Identity) -> None:
    event, _ = opened(organiser)
    for number in (1, 2, 3):
        play_round(organiser, event, number)
    commands.finish(organiser, event)
    assert TournamentRow.objects.get(stream_id=event).status == "finished"
    rows = list(selectors.standings(event))
    assert len(rows) == 8 and rows[0].rank == 1
    points = [row.figures[0]["top"] for row in rows]
    assert points == sorted(points, reverse=True)
    assert 12 * 2 <= sum(points) <= 12 * 3
    assert not Stream.objects.filter(version__gt=0, projected_version=0).exists()


def test_every_figure_opens_down_to_the_event_that_made_it(organiser: Identity) -> None:
    event, _ = opened(organiser)
    play_round(organiser, event, 1)
    for row in selectors.standings(event):
        for figure in row.figures:
            explained = selectors.explained(event, str(row.player_id), figure["id"])
            assert explained.shown == figure["shown"]
            assert explained.rows
            for reason in explained.rows:
                if reason.kind == "opponent":
                    assert reason.opponents and reason.opens == "points"
                    continue
                assert reason.match is not None and reason.seq is not None
                page = selectors.events_page(UUID(reason.match), EVERYONE, reason.seq - 1, 1)
                assert page.events[0].type == "result_confirmed"


def test_no_rematch_while_another_draw_exists(organiser: Identity) -> None:
    event, _ = opened(organiser, 6)
    for number in (1, 2, 3):
        play_round(organiser, event, number)
    met = [frozenset(p for side in row.sides.values() for p in side) for row in selectors.pairings(event)]
    assert len(met) == len(set(met)) == 9


def test_an_odd_field_gives_each_bye_to_somebody_new(organiser: Identity) -> None:
    event, _ = opened(organiser, 7)
    for number in (1, 2, 3):
        play_round(organiser, event, number)
    rows = [row for row in selectors.pairings(event) if row.table == 0]
    byes = [player for row in rows for side in row.sides.values() for player in side]
    assert len(byes) == len(set(byes)) == 3


def test_a_corrected_match_withdraws_its_result_and_gives_the_new_one(organiser: Identity) -> None:
    event, _ = opened(organiser)
    commands.draw_round(organiser, event)
    commands.publish_round(organiser, event, round=1)
    commands.start_round(organiser, event, round=1)
    row = selectors.matches_of(event, 1)[0]
    commands.report_match(organiser, row.stream_id, summary(1, 0))
    before = {s.player_id: s.figures[0]["top"] for s in selectors.standings(event)}
    version = selectors.head(row.stream_id).version
    commands.void(organiser, row.stream_id, [version - 1, version], "typed the wrong way round")
    assert selectors.pairings(event, 1)[0].result is None
    commands.report_match(organiser, row.stream_id, summary(0, 1))
    after = {s.player_id: s.figures[0]["top"] for s in selectors.standings(event)}
    assert before != after and sum(before.values()) == sum(after.values()) == 3


def test_a_repeated_start_opens_no_second_match(organiser: Identity) -> None:
    event, _ = opened(organiser)
    commands.draw_round(organiser, event)
    commands.publish_round(organiser, event, round=1)
    first = commands.start_round(organiser, event, round=1, key="tap")
    again = commands.start_round(organiser, event, round=1, key="tap")
    assert again.repeated and again.first_seq == first.first_seq
    assert Stream.objects.filter(kind="match").count() == 4


def test_only_staff_run_the_event_and_a_stranger_sees_no_draft(organiser: Identity) -> None:
    event, players = opened(organiser)
    stranger = Identity(User.objects.create_user("eve"))
    phone = Identity(stranger.user, frozenset({str(players[0].id)}))
    for person in (stranger, phone):
        with pytest.raises((NotAllowed, CommandRejected)):
            commands.draw_round(person, event)
    commands.draw_round(organiser, event)
    assert not selectors.pairings(event).exists() and selectors.pairings(event, staff=True).count() == 4
    assert not StandingRow.objects.filter(tournament_id=event, round=1).exists()


def test_registering_twice_with_one_key_registers_once(organiser: Identity) -> None:
    event = commands.create_tournament(organiser, name="Hall cup", options={"rounds": 3})
    people = [commands.NewPlayer("Аня"), commands.NewPlayer("Борис")]
    first = commands.register_players(organiser, event, people, key="paste")
    again = commands.register_players(organiser, event, people, key="paste")
    assert [player.id for player in first] == [player.id for player in again]
    assert Player.objects.count() == 2
