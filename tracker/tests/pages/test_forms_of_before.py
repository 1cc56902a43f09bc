"""Forms that a phone without a network kept: of an older program, or of a table that has gone on since. Nothing that a
person filled in is lost without a word.
"""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from tracker.tests.pages.at_the_table import Table, noted, prefilled, spoken
from tracker.tests.pages.brawl import Brawl
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.dojo import done
from tracker.tests.pages.test_results import typed, url

pytestmark = pytest.mark.django_db(transaction=True)
LOST = {"en": "filled in on a page of before", "ru": "заполнено на прежней странице"}


def posted(table: Any, phone: Any, fields: dict[str, Any]) -> Any:
    return phone.client.post(f"/matches/{table.match}/pad/", fields)


def test_challenges_that_were_boxes_of_their_own_are_those_of_the_turn() -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    for phone in (brawl.anna, brawl.boris):
        done(phone.tap(brawl.match, "turn_recorded"))
    done(brawl.anna.tap(brawl.match, "round_recorded"))
    kept = prefilled(brawl.anna.pad(brawl.match), "turn_recorded")
    kept.pop("scored", None)
    done(posted(brawl, brawl.anna, {**kept, "scored:1": "on"}))
    assert brawl.play.sides["a"].vp > 0


@pytest.mark.parametrize("language", LOST)
@pytest.mark.parametrize("field", ["scored:9", "told-what_was"])
def test_what_nobody_can_read_any_more_is_refused_in_words(field: str, language: str) -> None:
    brawl = Brawl(method="tournament_draft")
    brawl.drafted()
    spoken(brawl, language)
    kept = prefilled(brawl.anna.pad(brawl.match), "turn_recorded")
    before = brawl.play
    refused = posted(brawl, brawl.anna, {**kept, field: "on"})
    assert refused.status_code == 400 and LOST[language] in unescape(refused.content.decode())
    assert brawl.play == before
    done(posted(brawl, brawl.anna, {**kept, field: ""}))


@pytest.mark.parametrize(("step", "formerly"), [("squad_hired", "hire"), ("scheme_noted", "note")])
def test_squads_and_notes_are_taken_by_their_former_names(step: str, formerly: str) -> None:
    table = Table("sea")
    table.choose()
    if step == "scheme_noted":
        table.hire()
    page = table.alliance.pad(table.match)
    kept = {**prefilled(page, step), **noted(page)}
    answer = posted(table, table.alliance, {**kept, "step": formerly})
    assert answer.status_code == 302, unescape(answer.content.decode())


@pytest.mark.parametrize("language", LOST)
def test_a_step_that_is_there_no_more_is_refused_in_words(language: str) -> None:
    table = Table("sea")
    table.ready()
    spoken(table, language)
    kept = prefilled(table.alliance.pad(table.match), "turn")
    refused = posted(table, table.alliance, {**kept, "step": "claim_of_before"})
    assert refused.status_code == 400 and LOST[language] in unescape(refused.content.decode())


def fates(table: Table) -> list[str]:
    owner = table.alliance.id
    page = prefilled(table.alliance.pad(table.match), "turn")
    return [name for name in page if name.startswith(f"fell:{owner}:")]


def test_a_second_turn_without_a_network_keeps_who_fell_in_it() -> None:
    """Its rows are those of before the first turn, in which somebody of an earlier row fell."""
    table = Table("camp")
    table.ready()
    first, second, *_ = fates(table)
    kept = prefilled(table.alliance.pad(table.match), "turn")
    one = {**kept, first: "killed", "key": "one"}
    two = {**{name: value for name, value in kept.items() if name != first}, second: "killed", "turn": "2"}
    done(posted(table, table.alliance, one))
    done(posted(table, table.alliance, {**two, "key": "two", "again": "1"}))
    assert [fallen.figure_id for fallen in table.state.play.fallen] == [
        name.split(":", 3)[3] for name in (first, second)
    ]


def test_what_was_left_untouched_of_a_row_that_is_gone_is_no_loss() -> None:
    table = Table("camp")
    table.ready()
    first, *_ = fates(table)
    kept = prefilled(table.alliance.pad(table.match), "turn")
    done(posted(table, table.alliance, {**kept, first: "killed", "key": "one"}))
    done(posted(table, table.alliance, {**kept, "turn": "2", "key": "two", "again": "1"}))
    gone = {**kept, "turn": "3", "key": "three", "again": "1", first: "killed"}
    refused = posted(table, table.alliance, gone)
    assert refused.status_code == 400 and LOST["en"] in unescape(refused.content.decode())
    assert table.state.play.turn == 2


def test_a_result_of_the_desk_on_an_older_page_is_refused_in_words() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    fields = typed(text_of(desk.client.get(url(desk, row))), strategy_serpent="1", strategy_alliance="3")
    refused = desk.client.post(url(desk, row), {**fields, "scored:1": "on"})
    assert refused.status_code == 400 and LOST["en"] in unescape(text_of(refused))
    assert desk.client.post(url(desk, row), fields).status_code == 302
