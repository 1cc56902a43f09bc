"""`tournaments/`: from the preset through rounds to the ranking, and who may do what."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from api.tests.hall import REPORT, Rest, assert_problem
from games import registry
from games.ruleset import Setup
from tracker import log
from tracker.commands import PRESETS
from tracker.identity import new_token
from tracker.models import Player, Stream


def start_round(organiser: Rest, at: str, number: int) -> None:
    assert organiser.post(at + "rounds/", {}).status_code == 201
    for action in ("publish", "start"):
        done = organiser.post(f"{at}rounds/{number}/", {"action": action})
        assert done.status_code == 201, done.content


def report_all(organiser: Rest, at: str, number: int) -> None:
    """Every table of the round is reported and confirmed by staff."""
    confirm = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    events = [{"type": "match_reported", "data": REPORT}, {"type": "result_confirmed", "data": confirm}]
    for table in organiser.get(f"{at}pairings/?round={number}").json()["results"]:
        if table["match"]:
            done = organiser.post(f"matches/{table['match']}/events/", {"events": events})
            assert done.status_code == 201, done.content


def test_a_tournament_is_created_from_a_preset(organiser: Rest) -> None:
    made = organiser.post("tournaments/", {"name": "Кубок", "options": {"rounds": 5}})
    assert made.status_code == 201
    body = made.json()
    assert body["tournament"]["name"] == "Кубок" and body["tournament"]["rounds"] == 5
    assert body["tournament"]["status"] == "registration" and body["you"]["office"] == "organiser"
    assert organiser.get(made["Location"]).json() == body
    assert [one["name"] for one in organiser.get("tournaments/").json()["results"]] == ["Кубок"]


@pytest.mark.parametrize("preset", ["last_battle_swiss", "senjutsu_duels"])
def test_options_of_the_matches_are_tried_when_the_tournament_is_created(
    organiser: Rest, preset: str
) -> None:
    """In every system, also one that deals battlefields and schemes at random when a match opens."""
    each: dict[str, dict[str, Any]] = {
        "last_battle_swiss": {"scheme_cap_scope": "side"},
        "senjutsu_duels": {"deck_size": 30},
    }
    good = each[preset]
    told: dict[str, Any] = {"name": "Cup", "preset": preset, "options": {"match_options": good}}
    assert organiser.post("tournaments/", told).status_code == 201
    bad = dict.fromkeys(good, "chess")
    told["options"] = {"match_options": bad}
    problem = assert_problem(organiser.post("tournaments/", told), 400, "invalid")
    assert "options" in str(problem)


@pytest.mark.parametrize(
    ("preset", "option", "legal"),
    [
        ("last_battle_swiss", "scheme_cap", "scheme_cap_scope"),
        ("last_battle_swiss", "scheme_draw_count", "deck_profile"),
        ("senjutsu_duels", "rounds", "deck_size"),
        ("super_fantasy_brawl_draft", "detail", "method"),
    ],
)
def test_an_option_that_no_match_knows_is_refused_with_those_that_are(
    organiser: Rest, preset: str, option: str, legal: str
) -> None:
    told = {"name": "Cup", "preset": preset, "options": {"match_options": {option: "full"}}}
    problem = assert_problem(organiser.post("tournaments/", told), 400, "invalid")
    assert f"match_options.{option}: unknown; known are " in str(problem) and legal in str(problem)
    assert not Stream.objects.exists()


@pytest.mark.parametrize("system", registry.TABLES)
def test_every_option_that_a_page_offers_is_one_of_the_system(system: str) -> None:
    tables = registry.TABLES[system]
    assert {choice.key for choice in tables.choices} <= set(tables.options) and "detail" in tables.options
    presets = [one for one in PRESETS.values() if one["system"] == system]
    assert all(set(one["options"].get("match_options", {})) <= set(tables.options) for one in presets)


def test_the_list_is_narrowed_to_what_is_running(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    for query, count in (("", 1), ("status=running", 1), ("status=finished", 0), ("system=senjutsu", 0)):
        assert len(visitor.get(f"tournaments/?{query}").json()["results"]) == count, query
    assert_problem(visitor.get("tournaments/?status=draft"), 400, "invalid")


def test_a_tournament_is_created_once_for_a_key(organiser: Rest) -> None:
    first = organiser.post("tournaments/", {"name": "Cup"}, Idempotency_Key="new").json()
    again = organiser.post("tournaments/", {"name": "Cup"}, Idempotency_Key="new").json()
    assert first["tournament"]["id"] == again["tournament"]["id"]
    assert Stream.objects.count() == 1


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"name": ""},
        {"name": "x", "preset": "chess"},
        {"name": "x", "options": {"rounds": "many"}},
        {"name": 7},
    ],
)
def test_a_tournament_that_cannot_be_leaves_nothing_behind(organiser: Rest, asked: dict[str, Any]) -> None:
    assert_problem(organiser.post("tournaments/", asked), 400, "invalid")
    assert not Stream.objects.exists()


def test_only_the_signed_in_create_and_only_with_the_scope(visitor: Rest, organiser: Rest) -> None:
    from django.contrib.auth.models import User

    from tracker.identity import new_token

    assert_problem(visitor.post("tournaments/", {"name": "x"}), 401, "unauthenticated")
    player = Rest(new_token("x", ["read", "play"], user=User.objects.create_user("eve"))[1])
    assert_problem(player.post("tournaments/", {"name": "x"}), 403, "forbidden")


def test_players_are_registered_and_only_staff_see_their_codes(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    shown = organiser.get(cup["at"] + "players/").json()["results"]
    assert [one["name"] for one in shown] == ["Аня", "Bert", "=Carl", "Dora"]
    assert all(one["claim_code"] and one["checked_in"] for one in shown)
    public = visitor.get(cup["at"] + "players/").json()["results"]
    assert len(public) == 4 and not any("claim_code" in one for one in public)


def test_registering_is_for_staff(cup: dict[str, Any], visitor: Rest) -> None:
    body = {"players": [{"name": "Eve"}]}
    assert_problem(visitor.post(cup["at"] + "players/", body), 401, "unauthenticated")
    assert len(visitor.get(cup["at"] + "players/").json()["results"]) == 4


def test_a_list_of_players_comes_whole_or_not_at_all(cup: dict[str, Any], organiser: Rest) -> None:
    for people in ([], [{"name": "Eve"}, {"name": ""}], [{"name": "x" * 81}], [{"club": "x"}]):
        assert_problem(organiser.post(cup["at"] + "players/", {"players": people}), 400, "invalid")
    assert len(organiser.get(cup["at"] + "players/").json()["results"]) == 4


def test_a_draft_is_for_staff_until_it_is_published(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    assert organiser.post(cup["at"] + "rounds/", {"seed": "seven"}).status_code == 422
    assert organiser.post(cup["at"] + "rounds/", {"seed": "seven", "reason": "a test"}).status_code == 201
    assert len(organiser.get(cup["at"] + "rounds/").json()["results"]) == 1
    assert visitor.get(cup["at"] + "rounds/").json()["results"] == []
    assert visitor.get(cup["at"] + "pairings/").json()["results"] == []
    rows = (visitor.get(cup["at"]).json()["tournament"], visitor.get("tournaments/").json()["results"][0])
    assert [(row["status"], row["round"]) for row in rows] == [("registration", 0)] * 2
    assert_problem(visitor.get(cup["at"] + "rounds/1/"), 404, "not_found")
    log = visitor.get(cup["at"] + "events/").json()
    assert "pairings" not in str(log["events"][-1]) and log["events"][-1]["seq"] == log["version"]
    organiser.post(cup["at"] + "rounds/1/", {"action": "publish"})
    assert len(visitor.get(cup["at"] + "pairings/?round=1").json()["results"]) == 2


def test_a_draft_is_discarded_for_a_reason(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    missing = organiser.post(cup["at"] + "rounds/1/", {"action": "discard"})
    assert assert_problem(missing, 400, "invalid")["errors"][0]["where"] == "$.reason"
    assert (
        organiser.post(cup["at"] + "rounds/1/", {"action": "discard", "reason": "late entry"}).status_code
        == 201
    )
    assert_problem(organiser.get(cup["at"] + "rounds/1/"), 404, "not_found")


def test_strangers_and_players_run_no_rounds(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    code = organiser.get(cup["at"] + "players/").json()["results"][0]["claim_code"]
    player = Rest(visitor.post("claim/", {"code": code}).json()["token"])
    for path, body in (("rounds/", {}), ("rounds/1/", {"action": "publish"}), ("", {"action": "finish"})):
        assert_problem(visitor.post(cup["at"] + path, body), 401, "unauthenticated")
        assert_problem(player.post(cup["at"] + path, body), 403, "forbidden")
    assert (
        player.post(f"{cup['at']}players/{cup['players'][0]['player']}/", {"action": "drop"}).status_code
        == 201
    )


def test_a_refusal_names_the_rule_in_both_languages(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    english = organiser.post(cup["at"] + "rounds/1/", {"action": "start"}, Accept_Language="en")
    russian = organiser.post(cup["at"] + "rounds/1/", {"action": "start"}, Accept_Language="ru")
    assert assert_problem(english, 422, "rejected")["violations"][0]["rule"] == "TRN-RND-02"
    assert not assert_problem(russian, 422, "rejected")["violations"][0]["message"].isascii()


def test_a_stale_organiser_is_told_what_was_missed(cup: dict[str, Any], organiser: Rest) -> None:
    organiser.post(cup["at"] + "rounds/", {})
    stale = organiser.post(cup["at"] + "rounds/1/", {"action": "publish", "expected_version": 3})
    body = assert_problem(stale, 409, "stale")
    assert body["missed"][0]["seq"] == 4 and body["version"] == body["missed"][-1]["seq"]


def test_a_round_closes_when_every_result_is_in(cup: dict[str, Any], organiser: Rest) -> None:
    start_round(organiser, cup["at"], 1)
    assert organiser.get(cup["at"] + "rounds/1/").json()["missing"] == [1, 2]
    assert_problem(organiser.post(cup["at"] + "rounds/1/", {"action": "close"}), 422, "rejected")
    report_all(organiser, cup["at"], 1)
    assert organiser.post(cup["at"] + "rounds/1/", {"action": "close"}).status_code == 201
    assert organiser.get(cup["at"] + "rounds/1/").json()["status"] == "closed"


def test_to_the_final_ranking(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    for number in (1, 2):
        start_round(organiser, cup["at"], number)
        report_all(organiser, cup["at"], number)
        organiser.post(f"{cup['at']}rounds/{number}/", {"action": "close"})
    assert organiser.post(cup["at"], {"action": "finish"}).status_code == 201
    assert visitor.get(cup["at"]).json()["tournament"]["status"] == "finished"
    proof = visitor.get(cup["at"] + "verify/").json()
    assert proof["ok"], proof


def test_a_draw_repeated_with_its_key_is_drawn_once(cup: dict[str, Any], organiser: Rest) -> None:
    first = organiser.post(cup["at"] + "rounds/", {}, Idempotency_Key="draw")
    again = organiser.post(cup["at"] + "rounds/", {}, Idempotency_Key="draw")
    assert (first.status_code, again.status_code) == (201, 201), again.content
    assert again.json() == {**first.json(), "repeated": True}


def test_unknown_tournaments_are_not_found(organiser: Rest, cup: dict[str, Any]) -> None:
    for path in (
        "",
        "players/",
        "rounds/",
        "pairings/",
        "standings/",
        "events/",
        "state/",
        "next/",
        "verify/",
    ):
        assert_problem(
            organiser.get(f"tournaments/0190163d-8694-739b-aea5-966c26f8ad91/{path}"), 404, "not_found"
        )


def test_lists_are_handed_in_locked_and_unlocked(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    from tracker.tests.factories import roster_of

    entrant = cup["players"][0]
    player = Rest(visitor.post("claim/", {"code": entrant["claim_code"]}).json()["token"])
    roster = roster_of("Аня")
    made = player.post("warbands/", {"system": "last_battle", "name": roster.name, "body": roster.body})
    at = f"{cup['at']}players/{entrant['player']}/"
    assert_problem(player.post(at, {"action": "submit_list"}), 400, "invalid")
    submitted = player.post(at, {"action": "submit_list", "warband": made.json()["id"]})
    assert submitted.status_code == 201, submitted.content
    assert visitor.get(cup["at"] + "players/").json()["results"][0]["list_ok"] is True
    assert organiser.post(cup["at"], {"action": "lock_lists"}).status_code == 201
    assert_problem(player.post(at, {"action": "withdraw_list"}), 422, "rejected")
    assert_problem(organiser.post(cup["at"], {"action": "unlock_lists"}), 400, "invalid")
    assert organiser.post(cup["at"], {"action": "unlock_lists", "reason": "a typo"}).status_code == 201
    assert player.post(at, {"action": "withdraw_list"}).status_code == 201


def test_a_list_that_comes_after_its_moment_is_late_before_the_clock_of_the_server_strikes(
    cup: dict[str, Any], organiser: Rest, visitor: Rest
) -> None:
    """The job that locks lists comes once a minute: nobody has that minute more than the others."""
    from tracker.tests.factories import roster_of

    entrant = cup["players"][0]
    player = Rest(visitor.post("claim/", {"code": entrant["claim_code"]}).json()["token"])
    roster = roster_of("Аня")
    made = player.post(
        "warbands/", {"system": "last_battle", "name": roster.name, "body": roster.body}
    ).json()
    at = f"{cup['at']}players/{entrant['player']}/"
    handed_in = {"action": "submit_list", "warband": made["id"]}
    assert player.post(at, handed_in).status_code == 201
    moment = {"lock_at": "2026-01-01T10:00:00Z", "reveal_at": "2099-01-01T10:00:00Z"}
    assert organiser.post(cup["at"] + "events/", {"type": "lists_due", "data": moment}).status_code == 201
    assert_problem(player.post(at, handed_in), 422, "rejected")
    assert_problem(player.post(at, {"action": "withdraw_list"}), 422, "rejected")
    logged = [one["type"] for one in visitor.get(cup["at"] + "events/").json()["events"]]
    assert logged.count("lists_locked") == 1 and "lists_revealed" not in logged
    assert organiser.post(cup["at"], {"action": "unlock_lists", "reason": "a typo"}).status_code == 201
    assert player.post(at, handed_in).status_code == 201


def test_a_captain_is_offered_all_that_a_step_of_the_pairing_needs(organiser: Rest) -> None:
    """Not `player` alone: what the captain may tell stands in the offer, of their team and nobody else's."""
    teams = [
        {"name": name, "players": [{"name": f"{name} {seat}"} for seat in "12"]} for name in ("Red", "Blue")
    ]
    options = {"rounds": 1, "list_required": False, "teams": {"size": 2, "pairing": "captains"}}
    at = organiser.post("tournaments/", {"name": "Cup", "options": options}).json()["tournament"]["url"]
    red = organiser.post(at + "teams/", {"teams": teams}).json()["teams"]
    (own,) = (team for team in red if team["name"] == "Red")
    captain = Rest(new_token("phone", ["read", "play"], player=Player.objects.get(id=own["captain"]))[1])
    for entrant in organiser.get(at + "players/").json()["results"]:
        organiser.post(f"{at}players/{entrant['player']}/", {"action": "check_in"})
    (lineup,) = _offers(captain, at, "lineup_told")
    assert lineup["choices"]["team"] == [own["team"]] and lineup["choices"]["players"] == own["members"]
    assert organiser.post(at + "rounds/", {"until": "published"}).status_code == 201
    (offer,) = _offers(captain, at, "put_forward")
    told = {name: values[0] for name, values in offer["choices"].items()}
    assert set(offer["choices"]["players"]) <= set(own["members"])
    done = captain.post(
        at + "events/", {"type": "put_forward", "data": {**told, "players": [told["players"]]}}
    )
    assert done.status_code == 201, done.content


def _offers(who: Rest, at: str, type_: str) -> list[dict[str, Any]]:
    return [one for one in who.get(at + "next/").json()["events"] if one["type"] == type_]


def _refuses_matches_of_others(organiser: Rest, at: str) -> None:
    """A match of another event, and one outside of events: its result would have counted at both."""
    body = {
        "name": "Other cup",
        "options": {"rounds": 1, "list_required": False, "check_in": False},
        "players": [{"name": "Eva"}, {"name": "Finn"}],
    }
    other = organiser.post("tournaments/", body).json()["tournament"]["url"].removeprefix("/api/v1/")
    start_round(organiser, other, 1)
    theirs = organiser.get(f"{other}pairings/?round=1").json()["results"][0]["match"]
    alone = organiser.post("matches/", {"system": "last_battle"}).json()["match"]["id"]
    for match in (theirs, alone):
        told = {"type": "match_opened", "data": {"round": 1, "table": 1, "match": match}}
        refused = assert_problem(organiser.post(at + "events/", told), 400, "invalid")
        assert "not opened for this table" in str(refused["errors"][0])


@pytest.mark.parametrize(
    ("told", "legal"),
    [
        ({}, True),
        ({"round": 1, "table": 1, "later": True}, True),
        ({"round": 1}, True),
        ({"table": 2}, False),
        ({"tournament": "01a2269d-57f2-74e5-9162-1ab1680236b5", "round": 1, "table": 1}, False),
    ],
)
def test_a_match_that_another_program_opened_for_the_table_counts(
    organiser: Rest, cup: dict[str, Any], told: dict[str, Any], legal: bool
) -> None:
    """It may have told fewer options of the place than today's program, or more."""
    at, match = cup["at"], uuid4()
    organiser.post(at + "rounds/", {"until": "published"})
    assert organiser.post(at + "events/", {"type": "round_started", "data": {"round": 1}}).status_code == 201
    setup = Setup(options={"tournament": cup["id"], **told})
    log.create_stream("match", "last_battle", "1", setup, stream_id=match)
    opened = {"type": "match_opened", "data": {"round": 1, "table": 1, "match": str(match)}}
    answer = organiser.post(at + "events/", opened)
    assert answer.status_code == (201 if legal else 400), answer.content


def test_a_round_that_was_started_in_the_log_alone_gets_its_matches(
    organiser: Rest, cup: dict[str, Any]
) -> None:
    """Nothing opened them any more, and what an entry named instead broke the pages of the desk."""
    at = cup["at"]
    organiser.post(at + "rounds/", {"until": "published"})
    started = {"type": "round_started", "data": {"round": 1}}
    assert organiser.post(at + "events/", started).status_code == 201
    for match in ("bob", "01A2276F-4586-7853-885F-FE0FE07648CC", cup["id"], str(uuid4())):
        told = {"type": "match_opened", "data": {"round": 1, "table": 1, "match": match}}
        refused = assert_problem(organiser.post(at + "events/", told), 400, "invalid")
        assert refused["errors"][0]["where"] == "$.data.match"
    _refuses_matches_of_others(organiser, at)
    stale = {"action": "start", "expected_version": 1}
    assert_problem(organiser.post(at + "rounds/1/", stale), 409, "stale")
    opened = organiser.post(at + "rounds/1/", {"action": "start"})
    assert opened.status_code == 201, opened.content
    assert all(table["match"] for table in opened.json()["round"]["pairings"])
    assert_problem(organiser.post(at + "rounds/1/", {"action": "start"}), 422, "rejected")
    report_all(organiser, at, 1)
    assert organiser.post(at + "rounds/1/", {"action": "close"}).status_code == 201


def test_teams_take_those_who_played_before_by_their_id(organiser: Rest) -> None:
    """Teams could be entered of new people alone."""
    first = organiser.post("tournaments/", {"name": "Spring", "players": [{"name": "Ann"}]}).json()
    ann = organiser.get(first["tournament"]["url"] + "players/").json()["results"][0]["player"]
    options = {"list_required": False, "teams": {"size": 2}}
    at = organiser.post("tournaments/", {"name": "Cup", "options": options}).json()["tournament"]["url"]
    teams = [{"name": "Red", "players": [{"player": ann}, {"name": "Bo"}]}]
    (red,) = organiser.post(at + "teams/", {"teams": teams}).json()["teams"]
    assert red["members"][0] == ann and red["captain"] == ann
    both = [{"name": "Blue", "players": [{"name": "Cy"}, {"name": "Di", "player": ann}]}]
    refused = organiser.post(at + "teams/", {"teams": both})
    assert refused.status_code == 400 and "$.teams[0].players[1]" in refused.content.decode()
