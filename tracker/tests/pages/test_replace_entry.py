""" "Replace this entry": a logged turn is entered anew in its place; what follows stays as far as it is legal."""

from __future__ import annotations

import pytest
from django.test import Client

from tracker import selectors
from tracker.proof import verify
from tracker.tests.hall import caught_up
from tracker.tests.pages.at_the_table import Table
from tracker.tests.pages.test_edit_result import edit, preview, words

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> tuple[Table, Client]:
    """Five turns, a point of the Alliance in turn 2, confirmed by both; and the organiser at a browser."""
    table = Table("camp")
    table.ready()
    for turn in range(1, 6):
        fields = {"strategy_alliance": "1"} if turn == 2 else {}
        assert table.alliance.tap(table.match, "turn", **fields).status_code == 302
    assert table.alliance.tap(table.match, "end").status_code == 302
    for phone in (table.alliance, table.serpent):
        assert phone.tap(table.match, "confirm").status_code == 302
    caught_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    return table, client


def address(table: Table, type_: str, nth: int = 0) -> str:
    found = [entry.seq for entry in selectors.stood(table.match).entries if _tag(entry) == type_]
    return f"/events/{table.event}/console/matches/{table.match}/entries/{found[nth]}/"


def _tag(entry: object) -> str:
    return str(entry.event.__struct_config__.tag)  # type: ignore[attr-defined]


def test_one_turn_is_replaced_and_the_rest_of_the_match_stays() -> None:
    table, client = played()
    place = address(table, "turn_reported", 1)
    assert place in client.get(f"/events/{table.event}/console/logs/{table.match}/").content.decode()
    other = {"strategy_alliance": "0", "strategy_serpent": "1"}
    said = words(preview(client, place, **other))
    assert "Result: 1 : 0 → 0 : 1" in said and "cannot stand" not in said and "WL-VOID" not in said
    assert selectors.outcome(table.match).vp == {"serpent": 0, "alliance": 1}, "nothing is changed yet"
    assert edit(client, place, **other).status_code == 302
    outcome = selectors.outcome(table.match)
    assert (outcome.status, outcome.vp, outcome.turn) == ("confirmed", {"serpent": 1, "alliance": 0}, 5)
    caught_up()
    assert not list(verify.verify_database())


def test_what_cannot_stand_after_it_is_told_in_sentences() -> None:
    """A figure that falls in turn 1 cannot fall again in turn 3."""
    table = Table("camp")
    table.ready()
    page = table.alliance.get(f"/matches/{table.match}/pad/")
    field = next(part for part in page.split('"') if part.startswith("fell:"))
    for turn in (1, 2, 3):
        fields = {field: "killed"} if turn == 3 else {}
        assert table.alliance.tap(table.match, "turn", **fields).status_code == 302
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    place = address(table, "turn_reported", 0)
    said = words(preview(client, place, **{field: "killed"}))
    assert "These later entries cannot stand after that" in said and "Turn 3" in said
    assert edit(client, place, **{field: "killed"}).status_code == 302
    assert table.state.play.turn == 2, "turn 3 is to be logged again"


@pytest.mark.parametrize(
    "choice",
    [
        '{"type": "match_reported"}',
        '{"type": "scheme_chosen"}',
        '{"type": "scheme_chosen", "player": "a", "scheme": ["trap"]}',
        '{"type": ["scheme_chosen"]}',
        "[" * 20_000,
        "",
    ],
)
def test_a_choice_that_is_no_event_of_the_step_is_none(choice: str) -> None:
    table, client = played()
    place = address(table, "scheme_chosen")
    offered = client.get(place).content.decode().count('name="choice"')
    refused = client.post(place, {"choice": choice, "because": "a test", "how": "preview"})
    said = refused.content.decode()
    assert refused.status_code == 400 and "Choose one." in said
    assert said.count('name="choice"') == offered > 1, "and there is something to choose"


def test_only_entries_of_the_play_are_replaced_and_by_staff_alone() -> None:
    table, client = played()
    place = address(table, "result_confirmed")
    assert client.get(place).status_code == 404
    assert Client().post(address(table, "turn_reported"), {"how": "save"}).status_code == 403
