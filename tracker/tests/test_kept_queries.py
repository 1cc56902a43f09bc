"""A question whose SQL is kept: the answers of the queryset that it stands for, on both databases, written once."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from django.db.models import CharField, IntegerField, QuerySet, UUIDField
from django.db.models.sql.compiler import SQLCompiler

from tracker.bench.store import new_tournament
from tracker.ids import uuid7
from tracker.kept_queries import Kept, KeptOfMany, Slot
from tracker.models import Event, Player

pytestmark = pytest.mark.django_db


def players() -> list[Player]:
    return [Player.objects.create(name=name, club=club) for name, club in (("Anna", "North"), ("Boris", ""))]


def test_the_answers_are_those_of_the_queryset(database: str) -> None:
    event = new_tournament()
    rows = Event.objects.filter(stream_id=event, seq__gt=0).select_related("stream").order_by("seq")
    kept = Kept(
        lambda stream, after: (
            Event.objects.filter(stream_id=stream, seq__gt=after).select_related("stream").order_by("seq")
        ),
        UUIDField(),
        IntegerField(),
    )
    found = list(kept(event, 0))
    assert found and found == list(rows)
    assert [(one.type, one.at, one.stream.id) for one in found] == [
        (one.type, one.at, one.stream.id) for one in rows
    ]
    assert list(kept(event, found[-1].seq)) == [] == list(kept(uuid7(), 0))


def test_values_and_several_of_a_kind(database: str) -> None:
    anna, boris = players()
    kept = KeptOfMany(
        lambda ids, club: Player.objects.filter(id__in=ids, club=club).values_list("id", "name"),
        UUIDField(),
        CharField(),
    )
    assert list(kept([anna.id, boris.id], "North")) == [(anna.id, "Anna")]
    assert list(kept([str(boris.id)], "")) == [(boris.id, "Boris")]
    assert list(kept([], "")) == []
    many = [uuid7() for _ in range(KeptOfMany.MOST)]
    assert list(kept([*many, anna.id], "North")) == [(anna.id, "Anna")]


def test_several_rows_that_others_belong_to(database: str) -> None:
    events = [new_tournament(), new_tournament()]
    kept = KeptOfMany(
        lambda streams: Event.objects.filter(stream_id__in=streams).values_list("stream_id", "seq"),
        UUIDField(),
    )
    assert set(kept(events)) == {(event, 1) for event in events} and set(kept(events[:1])) == {(events[0], 1)}


def test_what_can_have_no_answer_has_none() -> None:
    def first_none(id_: Slot) -> QuerySet[Player]:
        return Player.objects.filter(id=id_)[:0]

    assert list(Kept(first_none, UUIDField())(players()[0].id)) == []


def test_the_question_is_written_once() -> None:
    anna, boris = players()
    kept = Kept(lambda id_: Player.objects.filter(id=id_), UUIDField())
    written: Any = SQLCompiler.as_sql
    with mock.patch.object(SQLCompiler, "as_sql", autospec=True, side_effect=written) as wrote:
        assert [list(kept(one.id)) for one in (anna, boris, anna)] == [[anna], [boris], [anna]]
    assert wrote.call_count == 1
