"""Events whose creation was taken back while that was legal, before WL-VOID-06: their pages say how to go on."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from games import replay
from tracker import commands, selectors
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.proof.verify import verify_database
from tracker.tests import hall

pytestmark = pytest.mark.django_db(transaction=True)
CONSOLE = "/{}/{}/console/"
PAGES = {
    "events": ("console/", "console/players/", "console/settings/", "console/archive/", "check-in/"),
    "days": ("console/", "console/players/", "console/settings/", "calendar.ics"),
}


@pytest.fixture(params=["events", "days"])
def emptied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, UUID, Identity]:
    """Where its pages are, the event, and who keeps it."""
    who, where = hall.organiser(), str(request.param)
    if where == "events":
        event, _players = hall.opened(who, 4)
    else:
        event = commands.create_campaign(who, name="Day")
        commands.register_players(who, event, [commands.NewPlayer("Alice"), commands.NewPlayer("Boris")])
    with monkeypatch.context() as before:
        before.setattr(replay, "_check_founding", lambda *_asked: ())
        commands.void(who, event, seqs=[1], tail=True, reason="made by mistake")
    follow_up.catch_up()
    return where, event, who


def signed_in(who: Identity, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(who.user)
    return client


def test_pages_say_what_happened_and_how_to_go_on(emptied: tuple[str, UUID, Identity]) -> None:
    """They answered 500 for ever."""
    where, event, who = emptied
    for page in PAGES[where]:
        answer = signed_in(who).get(f"/{where}/{event}/{page}")
        assert answer.status_code == 409, page
        assert "sends the first entry of the log once more" in answer.content.decode()
    russian = signed_in(who, "ru").get(CONSOLE.format(where, event)).content.decode()
    assert "Запись, с которой началось мероприятие, отменена" in russian
    stranger = signed_in(hall.organiser("otto")).get(CONSOLE.format(where, event))
    assert stranger.status_code == 403


def test_the_first_entry_sent_once_more_opens_them(emptied: tuple[str, UUID, Identity]) -> None:
    where, event, who = emptied
    rest = {"events": "tournaments", "days": "campaigns"}[where]
    told = signed_in(who).get(f"/api/v1/{rest}/{event}/events/").json()["events"][0]
    commands.append(who, event, [{"type": told["type"], "data": told["data"]}])
    follow_up.catch_up()
    for page in ("console/", "console/players/", "console/settings/"):
        assert signed_in(who).get(f"/{where}/{event}/{page}").status_code == 200, page
    commands.register_players(who, event, [commands.NewPlayer("Zoe"), commands.NewPlayer("Yuri")])
    assert selectors.head(event).version > 2 and not list(verify_database())


def test_teams_of_what_is_no_tournament_are_not_there() -> None:
    who = hall.organiser()
    day = commands.create_campaign(who, name="Day")
    assert Client().get(f"/events/{day}/teams.csv").status_code == 404
