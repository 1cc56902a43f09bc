"""Tags of reads: HEAD has those of GET, and what people are called is in them, though in no version of a log."""

from __future__ import annotations

from typing import Any

import pytest

from api.tests.hall import Hall, Rest
from api.tests.test_facts import WON
from api.views import standings
from tracker.models import Player
from tracker.proof import seals

BOTH = ("ETag", "Content-Type", "Content-Length", "Cache-Control", "Vary", "Warledger-Seal")


@pytest.mark.parametrize(
    "path",
    ["", "matches/", "tokens/", "{cup}", "{cup}standings/", "{cup}events/?limit=1", "{cup}?fields=options"],
)
def test_head_answers_as_get_does_without_the_body(cup: dict[str, Any], organiser: Rest, path: str) -> None:
    seals.seal_heads()
    path = path.format(cup=cup["at"])
    got, head = organiser.get(path), organiser.head(path)
    assert got["ETag"] and not head.content
    assert {name: head.get(name) for name in BOTH} == {name: got.get(name) for name in BOTH}
    held = {**organiser.headers, "If-None-Match": got["ETag"]}
    assert organiser.client.head(f"/api/v1/{path}", headers=held).status_code == 304


def test_a_stream_that_nobody_keeps_has_no_tag(hall: Hall) -> None:
    assert "ETag" not in hall.olga.head(f"live/{hall.match}/").headers


@pytest.fixture
def renamed(
    cup: dict[str, Any], organiser: Rest, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, dict[str, str]]:
    """The old name of somebody who has played and is called otherwise since, and the tags of before by address."""
    monkeypatch.setattr(standings, "FRESH_FOR", 0)
    at = cup["at"]
    organiser.post(at + "rounds/", {"until": "started"})
    organiser.post(at + "rounds/1/results/", {"results": [{"table": 1, "events": [WON]}], "then": "close"})
    table = organiser.get(at + "rounds/1/").json()["pairings"][1]
    seat = table["sides"]["serpent"][0]
    parts = ("standings/", "standings.csv", "events/", "?expand=players", "?expand=standings", "rounds/1/")
    paths = [
        *(at + part for part in parts),
        f"matches/{table['match']}/",
        f"matches/{table['match']}/events/",
    ]
    paths += [f"{at}standings/{seat['player']}/", f"players/{seat['player']}/", "feed/"]
    tags = {path: organiser.get(path)["ETag"] for path in paths}
    Player.objects.filter(pk=seat["player"]).update(name="Somebody Else", club="")
    return seat["name"], tags


def test_a_name_that_was_changed_or_hidden_is_told_nowhere_any_more(
    renamed: tuple[str, dict[str, str]], organiser: Rest
) -> None:
    old, tags = renamed
    for path, tag in tags.items():
        answer = organiser.get(path, If_None_Match=tag)
        assert answer.status_code == 200, path
        assert old.encode() not in answer.content and b"Somebody Else" in answer.content, path


def test_an_event_day_tells_new_names_and_whose_code_is_taken(battle: str, organiser: Rest) -> None:
    at = f"campaigns/{battle}/"
    first = organiser.get(at + "players/")
    someone = first.json()["results"][0]
    assert Rest().post("claim/", {"code": someone["claim_code"]}).status_code == 201
    again = organiser.get(at + "players/", If_None_Match=first["ETag"])
    assert again.status_code == 200 and again.json()["results"][0]["claim_code"] is None
    tables = organiser.get(at + "tables/")
    Player.objects.filter(pk=someone["player"]).update(name="Somebody Else")
    assert "Somebody Else" in organiser.get(at + "tables/", If_None_Match=tables["ETag"]).content.decode()
