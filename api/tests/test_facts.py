"""Names and facts in answers: persons keep their id, matches and events say what they are, standings the record."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.tests.hall import Hall, Rest, assert_problem
from api.views import live
from tracker.identity import new_token
from tracker.models import Player

WON = {
    "type": "match_reported",
    "data": {"turns": 5, "result": "serpent", "strategy": {"serpent": 1, "alliance": 0}},
}


def played(cup: dict[str, Any], organiser: Rest) -> dict[str, Any]:
    """The first round of the cup, closed; the standings."""
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    results = [{"table": table, "events": [WON]} for table in (1, 2)]
    assert organiser.post(cup["at"] + "rounds/1/results/", {"results": results}).status_code == 201
    organiser.post(cup["at"] + "rounds/1/", {"action": "close"})
    found: dict[str, Any] = organiser.get(cup["at"] + "standings/", Cache_Control="no-cache").json()
    return found


def test_a_person_keeps_the_id_at_the_next_event(cup: dict[str, Any], organiser: Rest) -> None:
    known = [one["player"] for one in cup["players"][:3]]
    body = {"name": "Next", "options": {"rounds": 1, "list_required": False}}
    made = organiser.post("tournaments/", {**body, "players": [{"player": known[0]}, {"name": "Zoe"}]}).json()
    at = made["tournament"]["url"]
    assert [one["name"] for one in made["players"]] == ["Аня", "Zoe"]
    assert made["players"][0]["player"] == known[0]
    answer = organiser.post(at + "players/", {"players": [{"player": known[1]}]}, Idempotency_Key="k")
    again = organiser.post(at + "players/", {"players": [{"player": known[1]}]}, Idempotency_Key="k")
    assert answer.status_code == again.status_code == 201 and answer.json() == again.json()
    assert [one["player"] for one in organiser.get(at + "players/").json()["results"]][::2] == known[:2]
    twice = organiser.post(at + "players/", {"players": [{"player": known[1]}]})
    assert (
        twice.status_code == 422
        and "Bert" in twice.json()["detail"]
        and known[1] not in twice.json()["detail"]
    )
    for wrong in ({"player": known[2], "name": "Carl"}, {}, {"player": "x"}):
        assert_problem(organiser.post(at + "players/", {"players": [wrong]}), 400, "invalid")


def test_nobody_is_entered_by_a_stranger(cup: dict[str, Any]) -> None:
    stranger = User.objects.create_user("stranger")
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=stranger)[1])
    body = {"name": "Mine", "players": [{"player": cup["players"][0]["player"]}]}
    problem = assert_problem(theirs.post("tournaments/", body), 400, "invalid")
    assert "met no player" in problem["detail"]
    assert theirs.get("tournaments/?limit=5").json()["results"][0]["name"] == "Hall cup", "nothing was made"


def entering(player: str) -> dict[str, Any]:
    return {"type": "player_registered", "data": {"player": player}}


@pytest.mark.parametrize("kind", ["tournaments", "campaigns"])
def test_nor_by_an_event_of_the_log(cup: dict[str, Any], organiser: Rest, kind: str) -> None:
    """By the log as by `players/`; an id of nobody is refused in the same words, so that nobody asks who is here."""
    stranger = User.objects.create_user("stranger")
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=stranger)[1])
    own = f"{kind}/{theirs.post(f'{kind}/', {'name': 'Mine'}).json()[kind[:-1]]['id']}/events/"
    known, nobody = cup["players"][0]["player"], str(uuid4())
    said = set()
    for player in (known, nobody):
        problem = assert_problem(theirs.post(own, entering(player)), 400, "invalid")
        assert problem["errors"][0]["where"] == "$.data.player"
        said.add(problem["detail"].replace(player, "ID"))
    assert len(said) == 1 and "met no player" in said.pop()
    mine = theirs.post("players/", {"name": "Zoe"}).json()["player"]["id"]
    assert theirs.post(own, entering(mine)).status_code == 201
    next_ = f"{kind}/{organiser.post(f'{kind}/', {'name': 'Next'}).json()[kind[:-1]]['id']}/events/"
    assert organiser.post(next_, entering(known)).status_code == 201, "who played at an event of theirs"


def seating(*players: str) -> dict[str, Any]:
    sides = dict(zip(("alliance", "serpent"), ([one] for one in players), strict=True))
    return {"type": "table_opened", "data": {"battlefield": "sea", "detail": "summary", "sides": sides}}


@pytest.mark.parametrize("at_once", [True, False], ids=["with its events", "by an event of its log"])
def test_nobody_is_seated_by_a_stranger(cup: dict[str, Any], organiser: Rest, at_once: bool) -> None:
    """A seat puts a name on a page for all, as an entry does, and whoever sat with somebody has met them."""
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=User.objects.create_user("stranger"))[1])
    mine = theirs.post("players/", {"name": "Zoe"}).json()

    def opened(by: Rest, *players: str) -> Any:
        events = [seating(*players)]
        body = {"system": "last_battle", "events": events if at_once else []}
        made = by.post("matches/", body)
        return made if at_once else by.post(f"matches/{made.json()['match']['id']}/events/", events[0])

    known, other, nobody = cup["players"][0]["player"], cup["players"][1]["player"], str(uuid4())
    said = set()
    for player in (known, nobody):
        problem = assert_problem(opened(theirs, mine["player"]["id"], player), 400, "invalid")
        said.add(problem["detail"].replace(player, "ID"))
        where = "$.events[0].data.sides.serpent" if at_once else "$.data.sides.serpent"
        assert problem["errors"][0]["where"] == where
    assert len(said) == 1 and "met no player" in said.pop()
    assert theirs.get(f"players/{known}/").json()["matches"] == []
    again = opened(theirs, mine["player"]["id"], known)
    assert again.status_code == 400, "a refused seat makes nobody known"
    assert opened(organiser, known, other).status_code == 201, "who played at an event of theirs"
    assert opened(theirs, mine["player"]["id"], "somebody").status_code == 201, "no id names nobody"


def test_two_strangers_sit_down_by_a_code(organiser: Rest) -> None:
    """One makes a player for the other, who claims it."""
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=User.objects.create_user("stranger"))[1])
    mine, guest = (theirs.post("players/", {"name": name}).json() for name in ("Zoe", "Anna"))
    made = theirs.post(
        "matches/",
        {"system": "last_battle", "events": [seating(mine["player"]["id"], guest["player"]["id"])]},
    )
    token = Rest().post("claim/", {"code": guest["claim_code"]}).json()["token"]
    you = Rest(token).get(f"matches/{made.json()['match']['id']}/").json()["you"]
    assert you["side"] == "serpent" and you["player"] == guest["player"]["id"]


def test_whoever_came_to_an_event_day_may_be_entered_again(battle: str, organiser: Rest) -> None:
    """Also who was made by nobody here: they came by themselves."""
    came = organiser.get(f"campaigns/{battle}/players/").json()["results"][0]["player"]
    Player.objects.filter(id=came).update(made_at=None)
    next_ = organiser.post("campaigns/", {"name": "Next"}).json()["campaign"]["id"]
    assert organiser.post(f"campaigns/{next_}/events/", entering(came)).status_code == 201


def test_a_code_stays_with_whoever_entered_the_player(cup: dict[str, Any], organiser: Rest) -> None:
    """Whoever was a judge may enter somebody at an event of their own, and gets no code of theirs by it."""
    judge = User.objects.create_user("judge")
    from tracker.models import Membership

    Membership.objects.create(stream_id=cup["id"], user=judge, role="judge")
    theirs = Rest(new_token("x", ["read", "play", "organise"], user=judge)[1])
    made = theirs.post(
        "tournaments/", {"name": "Mine", "players": [{"player": cup["players"][0]["player"]}]}
    ).json()
    assert made["players"][0]["name"] == "Аня" and "claim_code" not in made["players"][0]


def test_standings_tell_the_record_and_whom_one_met(cup: dict[str, Any], organiser: Rest) -> None:
    rows = played(cup, organiser)["rows"]
    assert sorted((row["wins"], row["draws"], row["losses"], row["byes"]) for row in rows) == [
        (0, 0, 1, 0), (0, 0, 1, 0), (1, 0, 0, 0), (1, 0, 0, 0),
    ]  # fmt: skip
    by_player = {row["player"]: row for row in rows}
    for row in rows:
        (other,) = row["opponents"]
        assert by_player[other["player"]]["name"] == other["name"]
        assert by_player[other["player"]]["opponents"][0]["player"] == row["player"]


def test_a_bye_is_told(organiser: Rest) -> None:
    body = {"name": "Three", "check_in": True, "options": {"rounds": 1, "list_required": False}}
    people = [{"name": name} for name in ("A", "B", "C")]
    at = organiser.post("tournaments/", {**body, "players": people}).json()["tournament"]["url"]
    organiser.post(at + "rounds/", {"until": "started"})
    organiser.post(at + "rounds/1/results/", {"results": [{"table": 1, "events": [WON]}]})
    organiser.post(at + "rounds/1/", {"action": "close"})
    rows = organiser.get(at + "standings/", Cache_Control="no-cache").json()["rows"]
    assert sorted((row["byes"], len(row["opponents"])) for row in rows) == [(0, 1), (0, 1), (1, 0)]


def test_an_event_says_when_and_where(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    before = visitor.get(cup["at"]).json()
    assert before["tournament"]["starts"] is None and before["tournament"]["game"]["en"] == "Last Battle"
    told = {"starts": "2026-11-28T10:00", "place": "Клуб «Юг»", "cost": "500 ₽", "organiser": "Дина"}
    event = {"type": "event_described", "data": {**told, "about": "Bring dice."}}
    assert organiser.post(cup["at"] + "events/", event).status_code == 201
    shown = visitor.get("tournaments/").json()["results"][0]
    assert {name: shown[name] for name in told} == told
    detail = visitor.get(cup["at"]).json()
    assert "described" not in detail["options"] and detail["about"] == "Bring dice."


def test_an_event_day_says_when_and_where(battle: str, organiser: Rest, visitor: Rest) -> None:
    at = f"campaigns/{battle}/"
    before = visitor.get(at)
    assert before.json()["campaign"]["place"] is None and before.json()["about"] == ""
    told = {"starts": "2026-11-28T10:00", "ends": "2026-11-28", "place": "Клуб «Юг»", "organiser": "Дина"}
    event = {"type": "event_described", "data": {**told, "about": "Bring dice."}}
    assert "event_described" in {one["type"] for one in organiser.get(at + "next/").json()["events"]}
    assert visitor.post(at + "events/", event).status_code == 401
    assert organiser.post(at + "events/", event).status_code == 201
    shown = visitor.get("campaigns/").json()["results"][0]
    assert {name: shown[name] for name in told} == told
    detail = visitor.get(at, If_None_Match=before["ETag"])
    assert detail.status_code == 200 and detail.json()["about"] == "Bring dice."
    assert "described" not in detail.json()["options"]
    assert visitor.get("feed/").json()["results"][-1]["type"] == "event_described"
    wrong = {"type": "event_described", "data": {"starts": "2026-11-31"}}
    assert organiser.post(at + "events/", wrong).json()["violations"][0]["rule"] == "CMP-DAY-03"


def test_a_match_says_what_it_belongs_to(
    cup: dict[str, Any], battle: str, hall: Hall, organiser: Rest, visitor: Rest
) -> None:
    played(cup, organiser)
    found = visitor.get("matches/").json()["results"]
    assert all(one["game"]["en"] == "Last Battle" for one in found)
    alone = next(one for one in found if one["id"] == hall.match)
    assert (alone["scenario"], alone["tournament_name"], alone["campaign_name"]) == ("sea", None, None)
    assert {one["tournament_name"] for one in found if one["tournament"]} == {"Hall cup"}
    day = {one["scenario"]: one["campaign_name"] for one in found if one["campaign"] == battle}
    assert day == {"sea": "Battle", "camp": "Battle"}
    assert visitor.get(hall.at).json()["match"] == alone


def test_lists_cost_the_same_whatever_is_in_them(cup: dict[str, Any], hall: Hall, organiser: Rest) -> None:
    played(cup, organiser)
    organiser.get("matches/")
    counts = []
    for limit in (1, 50):
        with CaptureQueriesContext(connection) as asked:
            organiser.get(f"matches/?limit={limit}")
        counts.append(len(asked))
    assert counts[1] <= counts[0] + 3 <= 12, counts


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("asked", ["фёдор", "ФЁДОР", "ёдо", "JOSÉ", "straße"])
def test_names_are_found_in_either_case_of_any_alphabet(organiser: Rest, asked: str) -> None:
    for name in ("Фёдор Петров", "José", "Straße 100%"):
        Player.objects.create(name=name)
    assert len(organiser.get(f"players/?name={asked}").json()["results"]) == 1
    assert organiser.get("players/?name=1_0").json()["results"] == []


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_refusal_names_people_not_ids(cup: dict[str, Any], organiser: Rest, language: str) -> None:
    options = {"rounds": 1}
    people = [{"name": "Вера"}, {"name": "Zoe"}]
    made = organiser.post(
        "tournaments/", {"name": "L", "options": options, "players": people, "check_in": True}
    )
    at = made.json()["tournament"]["url"]
    refused = organiser.post(at + "rounds/", {}, Accept_Language=language)
    (violation,) = refused.json()["violations"]
    assert refused.status_code == 422 and violation["rule"] == "TRN-LIST-06"
    ids = [one["player"] for one in made.json()["players"]]
    for text in (violation["message"], refused.json()["detail"]):
        assert "Вера" in text and "Zoe" in text and not any(id_ in text for id_ in ids)
    assert sorted(violation["params"]["players"]) == sorted(ids), "programs keep the ids"


def test_a_player_has_a_record_and_events_with_places(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    rows = played(cup, organiser)["rows"]
    told = visitor.get(f"players/{rows[0]['player']}/").json()
    assert told["record"] == {"wins": 1, "draws": 0, "losses": 0}
    (event,) = told["events"]
    assert (event["name"], event["place"], event["url"]) == ("Hall cup", 1, "/api/v1/" + cup["at"])
    assert event["game"]["ru"] and len(told["matches"]) == 1
    with CaptureQueriesContext(connection) as asked:
        visitor.get(f"players/{rows[-1]['player']}/")
    assert len(asked) <= 5, [one["sql"][:80] for one in asked]


def test_a_log_and_its_live_stream_name_the_players(
    hall: Hall, visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    first, second = visitor.get(hall.at + "events/").json()["events"]
    assert first["names"] == {hall.a: "Alice", hall.b: "Борис"} and second["names"] == {hall.a: "Alice"}
    text = b"".join(visitor.get(f"live/{hall.match}/?after=1").streaming_content).decode()
    assert f'"names":{{"{hall.a}":"Alice"}}' in text
