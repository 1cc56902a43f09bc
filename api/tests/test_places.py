"""Where a value stands that cannot be: the place in the body, whoever found it; and rounds that are not there."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from api.examples import ID
from api.tests.hall import REPORT, Hall, Rest, assert_problem
from api.tests.test_facts import WON
from tracker.models import SeasonKeeper
from tracker.rulesets.chronicle.templates import templates

NEXT_TO_NOTHING = "\u200b"


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("tournaments/", {"name": "A", "options": {"rounds": "3"}}, "$.options.rounds"),
        (
            "tournaments/",
            {"name": "A", "options": {"match_options": {"gone": 1}}},
            "$.options.match_options.gone",
        ),
        (
            "tournaments/",
            {"name": "A", "players": [{"name": "B"}, {"name": NEXT_TO_NOTHING}]},
            "$.players[1].name",
        ),
        ("tournaments/", {"name": "A", "players": [{"name": "B", "club": "a\u0007"}]}, "$.players[0].club"),
        ("campaigns/", {"name": "A", "options": {"detail": 1}}, "$.options.detail"),
        ("seasons/", {"name": "A", "starts": 1}, "$.starts"),
        ("seasons/", {"name": "A", "starts": "yesterday"}, "$.starts"),
        ("seasons/", {"name": "A", "starts": "2026-01-01T00:00:00Z", "ends": ""}, "$.ends"),
        ("matches/", {"system": "last_battle", "setup": {"options": 1}}, "$.setup.options"),
        ("players/", {"name": NEXT_TO_NOTHING}, "$.name"),
        (
            "webhooks/",
            {"name": "b", "target": "https://a.example/", "wanted": {"within": "b"}},
            "$.wanted.within",
        ),
        ("players/", {"name": "A", "club": "\u0007"}, "$.club"),
    ],
)
def test_the_place_is_that_of_the_value(organiser: Rest, path: str, body: Any, where: str) -> None:
    SeasonKeeper.objects.create(user_id=_olga())
    refused = assert_problem(organiser.post(path, body), 400, "invalid")
    assert [one["where"] for one in refused["errors"]] == [where]
    assert refused["detail"].startswith(f"{where}: ") and "- at" not in refused["detail"]


@pytest.mark.parametrize(
    ("path", "options", "where", "legal"),
    [
        ("tournaments/", {"roundz": 3}, "$.options", "known: rounds, "),
        ("tournaments/", {"tp": {"won": 3}}, "$.options.tp", "known: win, draw, loss"),
        ("tournaments/", {"detail": "all"}, "$.options.detail", "legal: full, summary, turns"),
        ("campaigns/", {"detaill": "full"}, "$.options", "known: sides, battlefields"),
    ],
)
def test_an_option_that_is_none_is_told_which_there_are(
    organiser: Rest, path: str, options: Any, where: str, legal: str
) -> None:
    """The place stood twice, and what would be legal nowhere."""
    refused = assert_problem(organiser.post(path, {"name": "A", "options": options}), 400, "invalid")
    (error,) = refused["errors"]
    assert error["where"] == where and legal in error["what"] and " - at " not in error["what"]
    told = organiser.post(path, {"name": "A", "options": options}, accept_language="ru").json()["errors"][0]
    assert told["where"] == where and "$" not in told["what"] and "Object" not in told["what"]


def test_so_it_is_of_a_run_a_league_and_a_team(hall: Hall, organiser: Rest) -> None:
    SeasonKeeper.objects.create(user_id=_olga())
    told = {"player": hall.a, "run": {"character": "ronin", "turns": "13"}}
    assert _where(hall.alice.post("runs/", told)) == "$.run.turns"
    season = organiser.post("seasons/", {"name": "A", "starts": "2026-01-01T00:00:00Z"}).json()["url"]
    assert _where(organiser.post(season + "league/", {"points": [1, -1]})) == "$.points[1]"
    event = organiser.post("tournaments/", {"name": "A", "preset": "last_battle_teams"}).json()
    teams = event["tournament"]["url"] + "teams/"
    people = [{"name": "B"}, {"name": "C"}]
    assert (
        _where(organiser.post(teams, {"teams": [{"name": NEXT_TO_NOTHING, "players": people}]}))
        == "$.teams[0].name"
    )
    people[1]["club"] = NEXT_TO_NOTHING
    unseen = organiser.post(teams, {"teams": [{"name": "D", "players": people}]})
    assert _where(unseen) == "$.teams[0].players[1].club"


def test_a_round_that_is_not_there_is_told_so_whatever_is_asked_of_it(
    cup: dict[str, Any], organiser: Rest
) -> None:
    at, player = cup["at"], cup["players"][0]["player"]
    organiser.post(at + "rounds/", {"until": "started"})
    for number in (0, 2, 10**9, 10**30):
        for path, body in (("", {"action": "close"}), ("results/", {"results": [], "then": "close"})):
            refused = assert_problem(organiser.post(f"{at}rounds/{number}/{path}", body), 404, "not_found")
            assert refused["detail"].endswith("the rounds so far: 1.")
    for number in (0, 2, 99):
        for path in ("standings/", "standings.csv", f"standings/{player}/"):
            refused = assert_problem(organiser.get(f"{at}{path}?round={number}"), 404, "not_found")
            assert refused["detail"].endswith("the rounds so far: 1.")


def test_a_refusal_that_has_nothing_to_name_leaves_no_gap(
    cup: dict[str, Any], battle: str, organiser: Rest
) -> None:
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    told = [{"table": table, "events": [WON]} for table in (1, 2)]
    assert organiser.post(cup["at"] + "rounds/1/results/", {"results": told}).status_code == 201
    refused = assert_problem(organiser.post(cup["at"] + "rounds/", {}), 422, "rejected")
    assert refused["detail"] == "Round 2 cannot be drawn yet: close round 1 first."
    for language in ("en", "ru"):
        asked: dict[str, Any] = {"fates": {"sea": []}}
        answer = organiser.post(f"campaigns/{battle}/fallen/", asked, Accept_Language=language)
        detail = assert_problem(answer, 422, "rejected")["detail"]
        assert ":" not in detail and detail.endswith("."), detail


def test_a_long_value_is_not_told_back_whole(cup: dict[str, Any], organiser: Rest) -> None:
    event = {"type": "match_reported", "data": {**REPORT, "result": "x" * 100_000}}
    for path, body in (
        (cup["at"], {"action": "x" * 100_000}),
        (cup["at"] + "events/", {"type": "y" * 100_000, "data": {}}),
        ("matches/", {"system": "last_battle", "events": [event]}),
    ):
        for language in ("en", "ru"):
            answer = organiser.post(path, body, Accept_Language=language)
            assert answer.status_code == 400 and len(answer.content) < 4_000, answer.content[:300]
    assert "lock_lists" in organiser.post(cup["at"], {"action": "x" * 100_000}).json()["detail"]


def _where(answer: Any) -> Any:
    (error,) = assert_problem(answer, 400, "invalid")["errors"]
    return error["where"]


def _olga() -> int:
    return User.objects.get(username="olga").pk


VP = {"serpent": 1, "alliance": 0}


@pytest.mark.parametrize(
    ("type_", "data", "below"),
    [
        ("nothing", {}, "type"),
        ("match_reported", {"turns": "5", "result": "serpent", "strategy": VP}, "data.turns"),
        (
            "match_reported",
            {"turns": 5, "result": "serpent", "strategy": {"serpent": "1"}},
            "data.strategy[...]",
        ),
        ("match_reported", {"turns": 5}, "data"),
    ],
)
def test_an_event_that_is_none_says_where_in_the_request_it_stands(
    cup: dict[str, Any], organiser: Rest, type_: str, data: Any, below: str
) -> None:
    """It stood in the sentence alone, in another form for each address."""
    table = organiser.post(cup["at"] + "rounds/", {"until": "started"}).json()["round"]["pairings"][0]
    told, at = {"type": type_, "data": data}, f"matches/{table['match']}/events/"

    def where(path: str, body: Any) -> str:
        (error,) = assert_problem(organiser.post(path, body), 400, "bad_event")["errors"]
        assert "$" not in error["what"], "the place stands in `where`, from the whole body on"
        return str(error["where"])

    assert where(at, told) == f"$.{below}"
    assert where(at, {"events": [told]}) == f"$.events[0].{below}"
    results = {"results": [{"table": table["table"], "events": [told]}]}
    assert where(cup["at"] + "rounds/1/results/", results) == f"$.results[0].events[0].{below}"


def test_what_is_no_id_is_told_in_both_languages_and_how_one_looks(organiser: Rest) -> None:
    body = {"name": "b", "target": "https://a.example/", "wanted": {"stream": "b"}}
    for language, start in (("en", "Invalid UUID; it is written as in "), ("ru", "это не id; пишется так: ")):
        refused = organiser.post("webhooks/", body, Accept_Language=language).json()
        assert refused["errors"][0]["what"] == f"{start}{ID}"


def test_the_place_in_a_body_that_becomes_an_event(organiser: Rest) -> None:
    war = organiser.post("chronicles/", {"name": "War", "definition": templates()["river-war"]}).json()
    dare = {"roster": "r1", "against": "-2"}
    refused = assert_problem(organiser.post(f"chronicles/{war['id']}/challenges/", dare), 400, "bad_event")
    assert [one["where"] for one in refused["errors"]] == ["$.against"]


def test_a_long_name_in_a_refusal_of_the_rules_is_told_to_its_first_letters(organiser: Rest) -> None:
    war = organiser.post("chronicles/", {"name": "War", "definition": templates()["river-war"]}).json()
    asked = {"rosters": ["r1", "r2"], "stake": "m" * 5_000}
    zoe = organiser.post("players/", {"name": "Zoe"}).json()["player"]["id"]
    at = f"chronicles/{war['id']}/"
    clan = {"name": "Clan", "fighters": [{"id": "hiro", "name": "Hiro"}]}
    ian = organiser.post("players/", {"name": "Ian"}).json()["player"]["id"]
    for player in (zoe, ian):
        assert organiser.post(at + "rosters/", {**clan, "player": player}).status_code == 201
    assert_problem(organiser.post(at + "rosters/", {**clan, "player": zoe.upper()}), 400, "invalid")
    for language in ("en", "ru"):
        answer = organiser.post(at + "matches/", asked, Accept_Language=language)
        told = assert_problem(answer, 422, "rejected")["violations"]
        assert all(len(one["message"]) < 400 for one in told), told
        assert any("mmmm…" in one["message"] for one in told), told
