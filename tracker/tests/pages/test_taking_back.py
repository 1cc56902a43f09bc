"""A player's own last entry, taken back on the pad by its author until somebody builds on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tracker import commands, selectors
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.dojo import Duel, done
from tracker.tests.pages.full_duel import FullAlone

pytestmark = pytest.mark.django_db(transaction=True)


def offer(table: Table, phone: Phone) -> dict[str, str] | None:
    """The fields of the way back as this phone's pad shows them."""
    page = phone.get(f"/matches/{table.match}/pad/")
    form = re.search(r'<div data-follows="take-back">(.*?)</div>', page, re.S)
    assert form is not None
    return dict(re.findall(r'name="(step|version|key)" value="([^"]*)"', form[1])) or None


def send(table: Table, phone: Phone, fields: dict[str, str]) -> Any:
    return phone.client.post(f"/matches/{table.match}/pad/", fields)


@pytest.fixture
def table() -> Table:
    table = Table("sea")
    table.ready()
    table.play(1)
    return table


def test_the_author_takes_it_back_by_one_tap_and_nobody_else(table: Table) -> None:
    wrong = table.alliance.tap(table.match, "turn", strategy_alliance="1")
    assert wrong.status_code == 302
    vp = selectors.outcome(table.match).vp
    assert offer(table, table.serpent) is None
    fields = offer(table, table.alliance)
    assert fields is not None
    assert send(table, table.serpent, fields).status_code == 400
    assert send(table, table.alliance, fields).status_code == 302
    assert send(table, table.alliance, fields).status_code == 302, (
        "the same tap again is the same taking back"
    )
    assert selectors.outcome(table.match).vp["alliance"] == vp["alliance"] - 1
    assert offer(table, table.alliance) is None, "one step back, and no further"
    assert "logged by mistake" in table.serpent.get(f"/matches/{table.match}/")
    russian = Client(headers={"accept-language": "ru"}).get(f"/matches/{table.match}/").content.decode()
    assert "записано по ошибке" in russian and "logged by mistake" not in russian
    assert table.serpent.tap(table.match, "turn").status_code == 302


def test_who_was_slower_is_told_what_stands(table: Table) -> None:
    assert table.alliance.tap(table.match, "turn").status_code == 302
    fields = offer(table, table.alliance)
    assert fields is not None and table.serpent.tap(table.match, "turn").status_code == 302
    before = selectors.head(table.match).version
    assert offer(table, table.alliance) is None
    assert send(table, table.alliance, fields).status_code == 409
    assert selectors.head(table.match).version == before


def latest(table: Table) -> list[str]:
    """What the pad of the other side says of the last entries, the newest first."""
    page = table.serpent.get(f"/matches/{table.match}/pad/")
    (told,) = re.findall(r'<ul class="latest".*?</ul>', page, re.S)
    return re.findall(r"<li[^>]*>(.*?)</li>", told, re.S)


def test_what_was_taken_back_reads_so_on_both_pads(table: Table) -> None:
    """It stood there as if it were true, below "Entry 12 is taken back"."""
    table.alliance.tap(table.match, "turn", strategy_alliance="1")
    fields = offer(table, table.alliance)
    assert fields is not None and send(table, table.alliance, fields).status_code == 302
    newest, before = latest(table)
    assert newest.startswith("<s>Turn 2.") and newest.endswith("taken back")
    assert before.startswith("Turn 1.")
    table.play(2)
    assert [line[:7] for line in latest(table)] == ["Turn 3.", "Turn 2."]


def test_what_was_taken_back_further_up_is_told_by_a_line(table: Table) -> None:
    table.play(3)
    head = selectors.head(table.match).version
    commands.void(table.organiser, table.match, seqs=[head - 2, head - 1, head], reason="a slip")
    newest, *struck = latest(table)
    assert newest.startswith("Entries") and all(line.startswith("<s>") for line in struck)


def test_whoever_logged_what_is_disputed_takes_it_back(table: Table) -> None:
    """Outside an event nobody could: the dispute stood last, and the only step left was to confirm the wrong result."""
    table.play(4)
    assert table.alliance.tap(table.match, "end").status_code == 302
    assert table.serpent.tap(table.match, "contest", reason="turn 5").status_code == 302
    assert offer(table, table.serpent) is None, "a dispute itself stays"
    fields = offer(table, table.alliance)
    assert fields is not None and send(table, table.alliance, fields).status_code == 302
    state = selectors.current_state(table.match).state
    assert state.contested is None and selectors.outcome(table.match).status == "open"
    assert selectors.pairings(table.event, 1)[0].result is None
    assert table.serpent.tap(table.match, "end").status_code == 302
    for phone in (table.alliance, table.serpent):
        assert phone.tap(table.match, "confirm").status_code == 302
    assert selectors.outcome(table.match).status == "confirmed"


def test_a_confirmation_is_not_offered_back(table: Table) -> None:
    for _turn in range(4):
        table.alliance.tap(table.match, "turn")
    assert table.serpent.tap(table.match, "end").status_code == 302
    assert table.serpent.tap(table.match, "confirm").status_code == 302
    assert offer(table, table.serpent) is None


def test_the_turns_of_a_duel_go_one_after_another_and_the_first_one_too() -> None:
    """The first turn opens the weapons, which lay on the table: it stood for ever with its slip, and so did each turn
    before the last. Nothing that was chosen before it goes."""
    duel: Any = Duel()
    duel.ready()
    for _turn in range(2):
        done(duel.turn())
    for turn in (1, 0):
        fields = offer(duel, duel.red)
        assert fields is not None and send(duel, duel.red, fields).status_code == 302
        assert selectors.current_state(duel.match).state.play.turn == turn
    assert offer(duel, duel.red) is None
    done(duel.turn())
    assert offer(duel, duel.red) is not None and offer(duel, duel.blue) is None


def test_who_plays_alone_steps_back_as_far_as_they_logged() -> None:
    """Two taps too many, and nobody there who could mend the first of them."""
    run: Any = FullAlone("horde")
    run.ready()
    before = selectors.current_state(run.match).state.play.full
    for _step in range(3):
        fields = offer(run, run.phone)
        assert fields is not None and send(run, run.phone, fields).status_code == 302
    assert selectors.current_state(run.match).state.play.fighters[run.phone.id].hex is None
    page = run.phone.get(f"/matches/{run.match}/pad/")
    (told,) = re.findall(r'<ul class="latest".*?</ul>', page, re.S)
    assert told.count("<s>") == 3 and "is taken back:" not in told, (
        "each reads struck through, none as a number"
    )
    run.pick("character_placed", facing=0)
    run.tap("prepared_taken", count=0)
    run.tap("starting_hand_drawn", cards="A-901\nA-902\nA-903\nA-904\nA-907")
    assert selectors.current_state(run.match).state.play.full == before
