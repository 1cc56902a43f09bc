"""Events whose creation was taken back while that was legal, before WL-VOID-06: their pages say how to go on."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from games import replay
from tracker import commands, log, selectors
from tracker.after import follow_up
from tracker.identity import Identity
from tracker.proof.verify import verify_database
from tracker.tests import hall
from tracker.tests.chronicle.club import river_war

BEGIN = "/events/{}/console/begin-again/"
pytestmark = pytest.mark.django_db(transaction=True)
PAGES = {
    "events": ("console/", "console/players/", "console/settings/", "console/archive/", "check-in/"),
    "days": ("console/", "console/players/", "console/settings/", "calendar.ics"),
    "campaigns": ("", "desk/", "rules/", "rosters/r1/", "stories/r1/"),
}
GONE = ("rosters/r1/", "stories/r1/", "calendar.ics")
"""What went with the beginning: a roster; the day had no date."""
HOMES = {"events": "console/", "days": "console/", "campaigns": "desk/"}


@pytest.fixture(params=[*PAGES])
def emptied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, UUID, Identity]:
    """Where its pages are, the event, and who keeps it."""
    who, where = hall.organiser(), str(request.param)
    if where == "events":
        event, _players = hall.opened(who, 4)
    elif where == "campaigns":
        event = commands.create_chronicle(who, name="War", definition=river_war())
        commands.enter_roster(who, event, name="Cranes", fighters=[], new_player="Alice")
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


def test_pages_say_what_happened_and_open_it_again(emptied: tuple[str, UUID, Identity]) -> None:
    """They answered 500, those of a campaign 404, for ever."""
    where, event, who = emptied
    client, home = signed_in(who), f"/{where}/{event}/{HOMES[where]}"
    for page in PAGES[where]:
        answer = client.get(f"/{where}/{event}/{page}")
        assert answer.status_code == 409, page
        assert "opens it again here" in answer.content.decode()
        assert f'action="{BEGIN.format(event)}"' in answer.content.decode()
    russian = signed_in(who, "ru").get(home).content.decode()
    assert "Запись, с которой началось мероприятие, отменена" in russian and "Открыть снова" in russian
    for _press in range(2):
        assert client.post(BEGIN.format(event)).headers["Location"] == home
    follow_up.catch_up()
    for page in (one for one in PAGES[where] if one not in GONE):
        assert client.get(f"/{where}/{event}/{page}").status_code == 200, page
    assert [row.type for row in log.read(event)].count(log.read(event)[0].type) == 2, (
        "pressed twice, begun once"
    )


def test_nobody_else_opens_it(emptied: tuple[str, UUID, Identity]) -> None:
    where, event, _who = emptied
    stranger = signed_in(hall.organiser("otto"))
    assert stranger.get(f"/{where}/{event}/{HOMES[where]}").status_code == 403
    assert stranger.post(BEGIN.format(event)).status_code == 403
    if where == "campaigns":
        told = stranger.get(f"/{where}/{event}/")
        assert told.status_code == 409 and BEGIN.format(event) not in told.content.decode()


def test_what_was_opened_again_goes_on(emptied: tuple[str, UUID, Identity]) -> None:
    where, event, who = emptied
    commands.begin_again(who, event)
    if where == "campaigns":
        commands.enter_roster(who, event, name="Foxes", fighters=[], new_player="Zoe")
    else:
        commands.register_players(who, event, [commands.NewPlayer("Zoe"), commands.NewPlayer("Yuri")])
    follow_up.catch_up()
    assert selectors.head(event).version > 3 and not list(verify_database())


@pytest.mark.parametrize("emptied", ["events", "days"], indirect=True)
def test_the_first_entry_sent_once_more_opens_it_too(emptied: tuple[str, UUID, Identity]) -> None:
    where, event, who = emptied
    rest = {"events": "tournaments", "days": "campaigns"}[where]
    told = signed_in(who).get(f"/api/v1/{rest}/{event}/events/").json()["events"][0]
    commands.append(who, event, [{"type": told["type"], "data": told["data"]}])
    follow_up.catch_up()
    assert signed_in(who).get(f"/{where}/{event}/{HOMES[where]}").status_code == 200


def test_teams_of_what_is_no_tournament_are_not_there() -> None:
    who = hall.organiser()
    day = commands.create_campaign(who, name="Day")
    assert Client().get(f"/events/{day}/teams.csv").status_code == 404
