"""A private campaign is there for its club alone (check 26): every address, list and count as if it were not there."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.ruleset import REFEREE
from games.tests.rounds import quick_first
from tracker import commands, warm
from tracker.exchange import archive
from tracker.identity import ALL_SCOPES, Identity, new_token
from tracker.models import ConfirmedMatch, FeedRow, MatchRow, Player, RatingChange, Stream
from tracker.proof import verify
from tracker.tests import db_states
from tracker.tests.chronicle import club
from tracker.tests.emptied import empty
from tracker.tests.everybody import Address, addresses
from tracker.tests.hall import acting, caught_up, organiser

pytestmark = pytest.mark.django_db
SECRETS = ("The Quiet War", "Secret Ann")
CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}'
)
FIXED: dict[str, Any] = {
    "system": "bushido", "board": "horde", "round": 1, "seq": 1, "table": 1, "number": 1, "figure": "points",
    "link": "m1", "fighter": "hiro", "roster": "r1",
    "action": "note", "edition": "base", "mode": "duel", "kind": "deck",
}  # fmt: skip
STREAMED = {"match", "stream", "event", "day", "run"}
SILENT = {"healthz", "metrics", "schema", "docs", "service-worker"}
"""Addresses that tell nothing of any stream, or are the operator's."""


class War:
    """A private campaign of two players with a match that is over, and a public one beside it."""

    def __init__(self, who: Identity, private: bool = True) -> None:
        self.who = who
        self.stream = commands.create_chronicle(
            who, name=SECRETS[0], definition=club.river_war(), private=private
        )
        self.players = club.players("Ann", "Bob")
        for player in self.players:
            fighters = [("hiro", "Hiro")]
            commands.join_chronicle(
                club.of(player),
                self.stream,
                player=player.id,
                name=f"Secret {player.name}",
                fighters=fighters,
            )
        self.match = club.play(who, self.stream, "a", stake="mill")
        self.link = next(iter(club.state(self.stream).links))


@pytest.fixture(autouse=True)
def _whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that was given up counts as a whole one: nothing else keeps it from being counted."""
    monkeypatch.setattr("games.bushido.chapters.outcome.EARLY", ())


@pytest.fixture(name="war")
def _war() -> War:
    return _fought()


@db_states.kept
def _fought() -> War:
    return War(organiser())


def outsiders() -> dict[str, Client]:
    """Browsers and a program of people who do not belong to it."""
    stranger = Player.objects.create(name="Zed")
    account = User.objects.create_user("visits")
    signed = Client(raise_request_exception=False, headers={"accept-language": "en"})
    signed.force_login(account)
    token = new_token("x", sorted(ALL_SCOPES), user=account)[1]
    headers = {"authorization": f"Bearer {token}", "accept-language": "en"}
    return {
        "visitor": Client(raise_request_exception=False, headers={"accept-language": "en"}),
        "device": acting(Client(raise_request_exception=False, headers={"accept-language": "en"}), stranger),
        "account": signed,
        "program": Client(raise_request_exception=False, headers=headers),
    }


def url_of(address: Address, stream: UUID, player: UUID) -> str | None:
    """The address with this stream wherever it names one; None where it names something that is not made here."""
    known = {**FIXED, "player": player, **dict.fromkeys(STREAMED, stream)}
    if not set(address.parts) <= known.keys():
        return None
    if "event" not in address.parts:  # the roster is a list of a player
        known["roster"] = player
    return reverse(f"{address.space}:{address.name}", kwargs={one: known[one] for one in address.parts})


def told(client: Client, method: str, url: str) -> tuple[int, str]:
    """Status and body, without what is another at every request."""
    body = {"data": json.dumps({}), "content_type": "application/json"} if "/api/" in url else {}
    answer = getattr(client, method)(url, **(body if method == "post" else {}))
    text = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, CHANGING.sub("", text.decode())


@pytest.mark.parametrize(
    "who",
    quick_first(2, ["visitor", "program", "device", "account"]),
)
def test_check_26_no_address_tells_it_from_one_that_is_not_there(war: War, who: str) -> None:
    client, player, nothing = outsiders()[who], Player.objects.create(name="Yan").pk, uuid4()
    asked = 0
    for address in (one for one in addresses() if STREAMED & set(one.parts)):
        if (who == "program") != (address.space == "api"):
            continue
        stream = war.stream if address.name.startswith("chronicle") or "event" in address.parts else war.match
        if (url := url_of(address, stream, player)) is None or "/live/" in url:
            continue
        other = url.replace(str(stream), str(nothing))
        for method in ("get", "post"):
            asked += 1
            assert told(client, method, url) == told(client, method, other), (method, url)
    assert asked > 60


@pytest.mark.soak
def test_check_26_no_list_count_or_page_changes_when_it_is_made_and_played() -> None:
    who = organiser()
    known = club.players("Yan")[0]
    people = {name: client for name, client in outsiders().items() if name in ("visitor", "program")}

    def everything() -> dict[tuple[str, str], tuple[int, str]]:
        found = {}
        for name, client in people.items():
            for address in addresses():
                if STREAMED & set(address.parts) or address.name in SILENT or not address.space:
                    continue
                if (name == "program") != (address.space == "api") or "live" in address.name:
                    continue
                url = url_of(address, known.pk, known.pk)
                if url is not None:
                    found[name, url] = told(client, "get", url)
        return found

    ann, bob = club.players("Ann", "Bob")  # players themselves are no secret
    before = everything()
    assert len(before) > 50
    stream = commands.create_chronicle(who, name=SECRETS[0], definition=club.river_war(), private=True)
    for player in (ann, bob):
        commands.join_chronicle(
            club.of(player), stream, player=player.id, name=f"Secret {player.name}", fighters=[("x", "X")]
        )
    club.play(who, stream, "a")
    after = everything()
    changed = [key for key in before if before[key] != after[key]]
    assert not changed, changed
    for text in SECRETS:
        assert not [key for key, (_status, body) in after.items() if text in body]
    for player in (ann, bob):
        page = Client().get(reverse("pages:player", args=[player.pk])).content.decode()
        assert str(stream) not in page and SECRETS[0] not in page
        rest = Client().get(reverse("api:player", args=[player.pk])).json()
        assert rest["record"] == {**rest["record"], "wins": 0, "losses": 0, "draws": 0}


def test_check_26_nothing_of_it_is_told_or_counted(war: War) -> None:
    private = {war.stream, war.match}
    assert not FeedRow.objects.filter(stream__in=private).exists()
    assert not ConfirmedMatch.objects.exists() and not RatingChange.objects.exists()
    assert MatchRow.objects.get(pk=war.match).status == "confirmed"
    assert set(Stream.objects.filter(private=True).values_list("id", flat=True)) == private
    assert list(verify.verify_database()) == []
    Stream.objects.filter(id=war.match).update(private=False)
    assert any("who may see it" in one.what for one in verify.verify_database())


def test_a_public_one_is_told_and_counted() -> None:
    war = War(organiser(), private=False)
    assert FeedRow.objects.filter(stream__in=[war.stream, war.match]).count() > 5
    assert ConfirmedMatch.objects.count() == 1
    assert SECRETS[0] in Client().get(reverse("pages:chronicles")).content.decode()


def test_its_own_people_have_all_of_it(war: War) -> None:
    mine = acting(Client(), war.players[0])
    for name in ("chronicles", "my-day"):
        assert SECRETS[0] in mine.get(reverse(f"pages:{name}")).content.decode()
    staff = Client()
    staff.force_login(war.who.user)
    assert SECRETS[0] in staff.get(reverse("pages:chronicles")).content.decode()
    for client in (mine, staff):
        page = client.get(reverse("pages:chronicle", args=[war.stream]))
        assert page.status_code == 200 and "for the club alone" in page.content.decode()
        assert client.get(reverse("pages:match", args=[war.match])).status_code == 200
        assert client.get(reverse("pages:chronicle-roster", args=[war.stream, "r1"])).status_code == 200
    token = new_token("x", sorted(ALL_SCOPES), user=war.who.user)[1]
    program = Client(headers={"authorization": f"Bearer {token}"})
    assert program.get(reverse("api:chronicle", args=[war.stream])).json()["private"] is True
    assert program.get(reverse("api:match-events", args=[war.match])).status_code == 200
    commands.leave_chronicle(club.of(war.players[0]), war.stream, "r1")
    assert mine.get(reverse("pages:chronicle", args=[war.stream])).status_code == 200, (
        "who left may look back"
    )


def test_nobody_else_makes_a_match_private() -> None:
    with pytest.raises(commands.BadInput):
        commands.create_match(organiser(), system="last_battle", setup={"options": {"private": True}})


def test_it_stays_private_elsewhere(war: War) -> None:
    """What an export carries is read back with it: the first row of each log says so."""
    content = archive.export_event(war.stream, lambda _stream: REFEREE, with_people=True)
    empty(connection)
    warm.forget()
    archive.import_event(content)
    caught_up()
    assert Stream.objects.filter(private=True).count() == 2
    assert Client().get(reverse("pages:match", args=[war.match])).status_code == 404
