"""Paper lists of a whole field on one page: legal rows are handed in, a faulty one stays with its reasons."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bushido.sample import WARBAND
from tracker import commands, selectors
from tracker.tests.pages.desk import Desk
from tracker.tests.pages.test_built_lists import body_of, lantern, sent

pytestmark = pytest.mark.django_db(transaction=True)
SQUAD = "Captain\nArcher; 12; 2\nGuard; 13; 2"


def filled(desk: Desk, *rows: tuple[int, str]) -> dict[str, str]:
    sent = {"key": "k"}
    for at, text in rows:
        player = desk.players[at].pk
        sent |= {f"{player}-text": text, f"{player}-name": ""}
    return sent


def without(desk: Desk) -> list[int]:
    return [
        at for at, player in enumerate(desk.players) if desk.state.entrants[str(player.pk)].roster is None
    ]


def test_filled_rows_are_handed_in_together_and_empty_ones_left_alone() -> None:
    desk = Desk(4)
    page = desk.client.get(desk.console("players/lists/"))
    assert page.status_code == 200 and "4 players without a list" in page.content.decode()
    sent = filled(desk, (0, SQUAD), (2, SQUAD), (3, ""))
    answer = desk.client.post(desk.console("players/lists/"), sent)
    assert answer.status_code == 302, answer.content.decode()
    assert without(desk) == [1, 3]
    assert "2 lists are handed in" in desk.client.get(desk.console("players/lists/")).content.decode()
    assert desk.client.post(desk.console("players/lists/"), sent).status_code == 302
    assert without(desk) == [1, 3]


def test_a_faulty_row_stays_with_its_reasons_and_holds_nobody_up() -> None:
    desk = Desk(3)
    answer = desk.client.post(
        desk.console("players/lists/"), filled(desk, (0, SQUAD), (1, "Captain\nGuard; ten"))
    )
    text = answer.content.decode()
    assert answer.status_code == 422 and "write name; cost; size" in text and "Guard; ten" in text
    assert "1 list is handed in." in text and "This list was not handed in." in text
    assert "Nothing was changed." not in text
    assert without(desk) == [1, 2]


def test_the_page_asks_the_database_as_often_whatever_the_field() -> None:
    counts, desk = [], Desk(2)
    for more in (0, 8):
        desk = _more(desk, more)
        desk.client.get(desk.console("players/lists/"))
        with CaptureQueriesContext(connection) as found:
            desk.client.get(desk.console("players/lists/"))
        counts.append(len(found))
    assert counts[1] <= counts[0]


def _more(desk: Desk, count: int) -> Desk:
    if count:
        desk.client.post(
            desk.console("players/add/"), {"text": "\n".join(f"New {at}" for at in range(count))}
        )
    return desk


def test_lists_that_are_built_card_by_card_are_pasted_as_text_for_the_whole_field() -> None:
    """In the newest edition, under the terms of the event; a line that names no card holds its row alone up."""
    lantern()
    desk = Desk(1)
    event = commands.create_tournament(desk.who, name="Cup", preset="bushido_truncated")
    people = [commands.NewPlayer(name) for name in ("Anna", "Boris", "Clara")]
    players = commands.register_players(desk.who, event, people)
    path = f"/events/{event}/console/players/lists/"
    assert path in desk.client.get(f"/events/{event}/console/players/").content.decode()
    texts = ("Gate Sergeant Rokuro\n2x Lantern Guards", "Gate Sergeant Rokuro\nNobody at All", "")
    rows = {f"{player.pk}-text": text for player, text in zip(players, texts, strict=True)}
    answer = desk.client.post(path, {"key": "k", **rows})
    page = answer.content.decode()
    assert (
        answer.status_code == 422 and "Line 2: Nobody at All" in page and "2 players without a list" in page
    )
    entrants = selectors.current_state(event).state.entrants
    assert [entrants[str(player.pk)].roster is not None for player in players] == [True, False, False]


@pytest.mark.parametrize(("language", "card"), [("en", "Field Bandages"), ("ru", "Молниеносный выпад")])
def test_a_refusal_calls_cards_as_the_list_does(language: str, card: str) -> None:
    """It called them by their numbers."""
    desk = Desk(1)
    desk.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    event = commands.create_tournament(desk.who, name="Cup", preset="senjutsu_casual")
    (player,) = commands.register_players(desk.who, event, [commands.NewPlayer("Anna")])
    text = "character: ronin\n9 A-124\n9 A-086"
    path = f"/events/{event}/console/players/lists/"
    answer = desk.client.post(path, {"key": "k", f"{player.pk}-text": text})
    refused = answer.content.decode().partition("<textarea")[0]
    assert answer.status_code == 422 and card in refused


@pytest.mark.parametrize(("preset", "rice"), [("bushido_masters", 100), ("bushido_truncated", 70)])
def test_a_list_that_is_built_card_by_card_is_built_so_at_the_desk_too(preset: str, rice: int) -> None:
    """Within the terms of the event, of which nobody is asked; drawn anew by each tap; refused while not legal."""
    lantern()
    desk = Desk(1)
    who = desk.who
    event = commands.create_tournament(who, name="Cup", preset=preset)
    (anna,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    console = f"/events/{event}/console/players/"
    path = f"{console}{anna.pk}/list/"
    page = desk.client.get(path).content.decode()
    assert 'value="add:list:rokuro"' in page and f"0 / {rice}" in page and "Check and hand in" in page
    tapped = sent(body_of(page), do="add:list:rokuro", at_desk="1")
    part = desk.client.post("/lists/bushido/check/", tapped, headers={"HX-Target": "built"}).content.decode()
    assert "Check and hand in" in part and "Save version" not in part
    without_script = desk.client.post(path, tapped).content.decode()
    assert "Save version" not in without_script and body_of(without_script) == body_of(part)

    def entrant() -> object:
        return selectors.current_state(event).state.entrants[str(anna.pk)].roster

    over = {**body_of(page), **WARBAND, "models": [*WARBAND["models"], {"profile": "hidemori"}]}
    refused = desk.client.post(path, sent(over, action="save", at_desk="1"))
    assert refused.status_code == 422 and "too much" in refused.content.decode() and entrant() is None
    assert "Mine" in refused.content.decode()
    if rice == 100:
        done = desk.client.post(path, sent({**body_of(page), **WARBAND}, action="save", at_desk="1"))
        assert done["Location"] == console and entrant().ok  # type: ignore[attr-defined]
