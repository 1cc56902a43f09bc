"""A request that is sent again makes nothing twice, a key stands for one request, and names can be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from api.tests.hall import REPORT, Hall, Rest, assert_problem
from tracker import selectors, warm
from tracker.commands import webhooks, what_ifs
from tracker.identity import new_token
from tracker.models import Event, Player, SeasonKeeper, Stream
from tracker.rulesets.chronicle.templates import templates
from tracker.tests import db_states

UNSEEN = ["\u200b\u200b", "\u202eabc", "a\u0007b", "\u2066x\u2069", "\u3164", "\ufeffAnna", "a\u2028\u00adb"]
SEEN = ["Анна", "Jürgen 2", "می\u200cخواهم", "👩\u200d🚀", "O'Neil", "X"]


@pytest.fixture
def desk(database: str, organiser: Rest) -> Rest:
    """The organiser, who may keep seasons too."""
    _made_keeper()
    return organiser


@db_states.kept
def _made_keeper() -> None:
    SeasonKeeper.objects.create(user=User.objects.get(username="olga"))


def season(name: str) -> dict[str, Any]:
    return {"name": name, "system": "senjutsu", "starts": "2026-01-01T00:00:00Z"}


def test_one_key_makes_one_player(desk: Rest) -> None:
    answers = [desk.post("players/", {"name": "Anna"}, Idempotency_Key="p") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1 and Player.objects.count() == 1
    assert_problem(desk.post("players/", {"name": "Bert"}, Idempotency_Key="p"), 409, "key_reused")
    assert desk.post("players/", {"name": "Anna"}).json() != answers[0].json()


def test_one_key_makes_one_deck_one_revision_and_one_webhook(hall: Hall) -> None:
    """Also for a player without an account, whose keys are not those of another player."""
    deck = {"system": "senjutsu", "name": "Ronin", "body": {"character": "ronin"}}
    made = [hall.alice.post("decks/", deck, Idempotency_Key="k") for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201] and made[0].json() == made[1].json()
    assert hall.boris.post("decks/", deck, Idempotency_Key="k").json()["id"] != made[0].json()["id"]
    assert_problem(hall.alice.post("decks/", {**deck, "name": "x"}, Idempotency_Key="k"), 409, "key_reused")
    at, body = made[0].json()["url"] + "revisions/", {"body": {"character": "ronin", "signature": True}}
    again = [hall.alice.post(at, body, Idempotency_Key="r") for _ in range(2)]
    assert [one.json()["number"] for one in again] == [2, 2], again[1].content
    assert_problem(hall.alice.post(at, {"body": {}}, Idempotency_Key="r"), 409, "key_reused")
    assert hall.alice.post("decks/", deck, Idempotency_Key="k").json()["revisions"] == 2
    hook = {"name": "bot", "target": "https://bot.example.org/"}
    first, second = (hall.olga.post("webhooks/", hook, Idempotency_Key="k") for _ in range(2))
    assert first.status_code == second.status_code == 201 and first.json() == second.json()
    assert len(hall.olga.get("webhooks/").json()["results"]) == 1
    other = hall.olga.post("webhooks/", {**hook, "name": "another"}, Idempotency_Key="k")
    assert_problem(other, 409, "key_reused")


@pytest.mark.parametrize(
    ("path", "first", "other"),
    [
        ("tournaments/", {"name": "One"}, {"name": "Two"}),
        ("campaigns/", {"name": "One"}, {"name": "Two"}),
        ("seasons/", season("One"), season("Two")),
        ("matches/", {"system": "last_battle"}, {"system": "senjutsu"}),
        ("matches/", {"system": "last_battle"}, {"system": "last_battle", "setup": {"options": {"x": 1}}}),
    ],
)
def test_a_used_key_with_another_body_is_refused(desk: Rest, path: str, first: Any, other: Any) -> None:
    made = [desk.post(path, first, Idempotency_Key="k") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201], made[1].content
    assert made[0]["Location"] == made[1]["Location"]
    assert_problem(desk.post(path, other, Idempotency_Key="k"), 409, "key_reused")
    assert Stream.objects.count() == 1


def test_so_is_another_opening_of_a_match(database: str, hall: Hall) -> None:
    told = {"system": "last_battle", "events": [hall.opening()]}
    made = [hall.olga.post("matches/", told, Idempotency_Key="k") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201], made[1].content
    assert made[0].json() == made[1].json()
    for events in ([hall.opening(scheme_draw_count=1)], []):
        again = hall.olga.post("matches/", {**told, "events": events}, Idempotency_Key="k")
        assert_problem(again, 409, "key_reused")
    bare = {"system": "last_battle"}
    assert hall.olga.post("matches/", bare, Idempotency_Key="bare").status_code == 201
    assert_problem(hall.olga.post("matches/", told, Idempotency_Key="bare"), 409, "key_reused")


def test_the_version_of_a_409_is_that_of_what_was_missed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody appends between the two reads: what they logged is either told with its version, or not at all."""
    stale = warm.current(
        hall.match if not isinstance(hall.match, str) else __import__("uuid").UUID(hall.match)
    )
    hall.alice.post(hall.at + "events/", hall.choice("trap"))
    with monkeypatch.context() as patched:
        patched.setattr(warm, "current", lambda stream: stale)
        page = selectors.events_page(stale.stream, viewer_of_all())
    assert page.version == stale.head.version == page.events[-1].seq
    refused = hall.alice.post(hall.at + "events/", {**hall.choice("trap"), "expected_version": 0})
    body = assert_problem(refused, 409, "stale")
    assert body["version"] == body["missed"][-1]["seq"]


def viewer_of_all() -> Any:
    from games.ruleset import REFEREE

    return REFEREE


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_names_that_cannot_be_seen_are_refused(desk: Rest, cup: dict[str, Any], name: str) -> None:
    code = Player.objects.create(name="Zoe of the slip").claim_code
    sent = [
        ("players/", {"name": name}),
        ("players/", {"name": "Anna", "club": name}),
        ("tournaments/", {"name": name}),
        ("campaigns/", {"name": name}),
        ("seasons/", season(name)),
        ("warbands/", {"system": "last_battle", "name": name, "body": {}}),
        (f"{cup['at']}players/", {"players": [{"name": name}]}),
        ("tokens/", {"name": name, "scopes": ["read"]}),
        ("claim/", {"code": code, "name": name}),
    ]
    for path, body in sent:
        refused = assert_problem(desk.post(path, body), 400, "invalid")
        assert "see" in refused["detail"], (path, refused)
    assert Player.objects.get(name="Zoe of the slip").claim_code == code, (
        "a code is not used up by a device without a name"
    )


def test_names_come_tidy_and_are_not_too_long(desk: Rest, cup: dict[str, Any]) -> None:
    made = desk.post("tokens/", {"name": "  the  desk ", "scopes": ["read"]})
    assert made.status_code == 201 and desk.get("tokens/").json()["results"][0]["name"] == "the desk"
    at, long = f"{cup['at']}events/", "x" * 81
    register = {"type": "player_registered", "data": {"player": str(uuid4()), "club": long}}
    assert "80 characters" in assert_problem(desk.post(at, register), 400, "invalid")["detail"]
    register["data"] = {"player": str(uuid4()), "club": "\u202eabc"}
    assert_problem(desk.post(at, register), 400, "invalid")


@pytest.mark.parametrize("name", SEEN)
def test_names_of_every_script_are_taken(organiser: Rest, name: str) -> None:
    assert organiser.post("players/", {"name": name}).json()["player"]["name"] == name
    assert organiser.post("tournaments/", {"name": name}).status_code == 201


def test_no_event_carries_such_a_name_past_the_forms(desk: Rest) -> None:
    made = desk.post("seasons/", season("One"))
    at = made.json()["url"].removeprefix("/api/v1/")
    changed = {"type": "season_changed", "data": {"name": "\u202eowT", "starts": "2026-01-01T00:00:00Z"}}
    assert_problem(desk.post(at + "events/", changed), 400, "invalid")


def test_a_token_that_may_only_play_gets_its_answer(hall: Hall) -> None:
    user = User.objects.get(username="olga")
    for scope, path, body in (
        ("play", "matches/", {"system": "last_battle", "events": [hall.opening()]}),
        ("organise", "tournaments/", {"name": "Cup"}),
        ("organise", "campaigns/", {"name": "Day"}),
        ("organise", "players/", {"name": "Anna"}),
    ):
        only = Rest(new_token("x", [scope], user=user)[1])
        assert only.post(path, body).status_code == 201, path
        others = [one for one in ("read", "play", "organise") if one != scope]
        before = Stream.objects.count(), Player.objects.count()
        refused = Rest(new_token("y", others, user=user)[1]).post(path, body)
        assert_problem(refused, 403, "forbidden")
        assert (Stream.objects.count(), Player.objects.count()) == before


FILLED = {"name": "Cup", "players": [{"name": "Ann"}, {"name": "Bob"}], "options": {"list_required": False}}


@pytest.mark.parametrize(
    ("path", "first", "other"),
    [
        ("tournaments/", FILLED, {"check_in": True}),
        ("tournaments/", {**FILLED, "check_in": True}, {"check_in": False}),
        ("tournaments/", FILLED, {"players": []}),
        ("tournaments/", {**FILLED, "players": []}, {"players": FILLED["players"]}),
        ("{cup}players/", {"players": [{"name": "Late"}]}, {"check_in": True}),
        ("{cup}players/", {"players": [{"name": "Late"}], "check_in": True}, {"check_in": False}),
        ("{cup}rounds/", {"until": "draft"}, {"until": "started"}),
        ("{cup}rounds/", {"until": "published"}, {"until": "started"}),
        ("{cup}rounds/", {"until": "started"}, {"until": "draft"}),
    ],
)
def test_a_key_stands_for_all_steps_of_a_request(
    organiser: Rest, cup: dict[str, Any], path: str, first: Any, other: Any
) -> None:
    """More or less with the same key is another request, and does nothing of itself."""
    path = path.format(cup=cup["at"])
    answers = [organiser.post(path, first, Idempotency_Key="k") for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201], answers[1].content
    before = _counted()
    assert_problem(organiser.post(path, {**first, **other}, Idempotency_Key="k"), 409, "key_reused")
    assert _counted() == before


def test_so_it_does_of_results_and_what_follows_them(organiser: Rest, cup: dict[str, Any]) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    at = cup["at"] + "rounds/1/results/"
    told = {"results": [{"table": 1, "events": [{"type": "match_reported", "data": REPORT}]}]}
    for _ in range(2):
        assert organiser.post(at, told, Idempotency_Key="k").status_code == 201
    before = _counted()
    for other in ({**told, "then": "close"}, {"results": [], "then": "close"}, {**told, "then": "draw"}):
        assert_problem(organiser.post(at, other, Idempotency_Key="k"), 409, "key_reused")
    assert _counted() == before
    told["results"][0]["table"] = 2
    assert organiser.post(at, told).status_code == 201
    for _ in range(2):
        assert organiser.post(at, {"results": [], "then": "draw"}, Idempotency_Key="next").status_code == 201
    finish = {"results": [], "then": "finish"}
    assert_problem(organiser.post(at, finish, Idempotency_Key="next"), 409, "key_reused")


def test_teams_of_somebody_who_was_there_before_can_be_entered_again(organiser: Rest) -> None:
    made = organiser.post("tournaments/", {"name": "Cup", "preset": "last_battle_teams"}).json()
    at = made["tournament"]["url"]
    organiser.post(at + "players/", {"players": [{"name": "Ann"}]})
    teams = {"teams": [{"name": "Polar", "players": [{"name": one} for one in ("Ann", "Bob", "Cleo")]}]}
    answers = [organiser.post(at + "teams/", teams, Idempotency_Key="k") for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201], answers[1].content
    assert answers[0].json() == answers[1].json()
    assert len(organiser.get(at + "players/").json()["results"]) == 3
    teams["teams"][0]["name"] = "Solar"
    assert_problem(organiser.post(at + "teams/", teams, Idempotency_Key="k"), 409, "key_reused")


def test_a_malformed_report_is_told_with_its_table(organiser: Rest, cup: dict[str, Any]) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    report = {"type": "match_reported", "data": {**REPORT, "turns": "five"}}
    asked = {"results": [{"table": 1, "events": [report]}]}
    refused = assert_problem(organiser.post(cup["at"] + "rounds/1/results/", asked), 400, "bad_event")
    assert refused["detail"].startswith("results[0]: match_reported: ")


def test_the_same_request_twice_at_once_makes_one_webhook(
    database: str, organiser: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one is there while the first is on its way."""
    hook = {"name": "bot", "target": "https://bot.example.org/"}
    others: list[Any] = []

    def meanwhile() -> int:
        if not others:
            others.append(None)
            others[0] = organiser.post("webhooks/", hook, Idempotency_Key="k")
        return 0

    monkeypatch.setattr(webhooks, "feed_head", meanwhile)
    answer = organiser.post("webhooks/", hook, Idempotency_Key="k")
    assert (answer.status_code, others[0].status_code) == (201, 201)
    assert answer.json() == others[0].json()


def test_so_it_makes_one_what_if(organiser: Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"name": "War", "definition": templates()["river-war"]}
    at = organiser.post("chronicles/", told).json()["url"] + "what-ifs/"
    others: list[Any] = []
    known = what_ifs.entry_hash

    def meanwhile(stream: Any, entry: int) -> str | None:
        if not others:
            others.append(None)
            others[0] = organiser.post(at, {"name": "If"}, Idempotency_Key="k")
        return known(stream, entry)

    monkeypatch.setattr(what_ifs, "entry_hash", meanwhile)
    answer = organiser.post(at, {"name": "If"}, Idempotency_Key="k")
    assert (answer.status_code, others[0].status_code) == (201, 201)
    assert answer.json()["id"] == others[0].json()["id"]
    assert_problem(organiser.post(at, {"name": "Else"}, Idempotency_Key="k"), 409, "key_reused")


def _counted() -> tuple[int, int, int]:
    return Stream.objects.count(), Event.objects.count(), Player.objects.count()


@pytest.mark.parametrize(
    "written", [str.upper, "{{{}}}".format, "urn:uuid:{}".format, "{} ".format, "bob".format]
)
@pytest.mark.parametrize("kind", ["tournament", "campaign"])
def test_nobody_is_entered_under_an_id_that_is_written_otherwise(
    organiser: Rest, cup: dict[str, Any], battle: str, kind: str, written: Callable[[str], str]
) -> None:
    """The pages of such an event stood still for ever: its rows had no place for the player."""
    player = organiser.post("players/", {"name": "Zoe"}).json()["player"]["id"]
    at = cup["at"] if kind == "tournament" else f"campaigns/{battle}/"
    for language, said in (("en", "an id is legal"), ("ru", "нужен id")):
        told = {"type": "player_registered", "data": {"player": written(player)}}
        refused = assert_problem(
            organiser.post(at + "events/", told, Accept_Language=language), 400, "invalid"
        )
        assert refused["errors"][0]["where"] == "$.data.player" and said in refused["detail"]
    told = {"type": "player_registered", "data": {"player": player}}
    assert organiser.post(at + "events/", told).status_code == 201


def seats(alliance: str, serpent: str) -> dict[str, Any]:
    sides = {"alliance": [alliance], "serpent": [serpent]}
    return {"type": "table_opened", "data": {"battlefield": "sea", "sides": sides}}


def test_nobody_is_seated_under_an_id_that_is_written_otherwise(organiser: Rest) -> None:
    """Whoever plays so has no seat by their own token; a name that is no id at all is a name."""
    zoe, ian = (organiser.post("players/", {"name": name}).json()["player"]["id"] for name in ("Zoe", "Ian"))
    for seated in (zoe.upper(), f"{{{zoe}}}", zoe.replace("-", "")):
        opening = seats(ian, seated)
        body = {"system": "last_battle", "events": [opening]}
        refused = assert_problem(organiser.post("matches/", body), 400, "invalid")
        assert (
            refused["errors"][0]["where"] == "$.events[0].data.sides.serpent" and not Stream.objects.exists()
        )
    empty = organiser.post("matches/", {"system": "last_battle"}).json()["match"]["id"]
    assert_problem(organiser.post(f"matches/{empty}/events/", opening), 400, "invalid")
    named = organiser.post(f"matches/{empty}/events/", seats(ian, "blue-1"))
    assert named.status_code == 201, named.content


def test_no_run_is_logged_for_an_id_that_is_written_otherwise(organiser: Rest) -> None:
    """The ladder had no place for its player."""
    User.objects.filter(username="olga").update(is_superuser=True)
    zoe = organiser.post("players/", {"name": "Zoe"}).json()["player"]["id"]
    told = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
    refused = assert_problem(organiser.post("runs/", {"player": zoe.upper(), "run": told}), 400, "invalid")
    assert refused["errors"][0]["where"] == "$.player"
    assert organiser.post("runs/", {"player": zoe, "run": told}).status_code == 201
