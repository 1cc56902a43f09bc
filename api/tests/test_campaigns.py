"""Event days over REST: made, seated, started, cards, the fallen, the overall result; and who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from api.tests.hall import REPORT, Rest, assert_problem
from tracker.identity import new_token


def rows(rest: Rest, battle: str, part: str) -> list[dict[str, Any]]:
    answer = rest.get(f"campaigns/{battle}/{part}/")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def report(organiser: Rest, match: str, **more: Any) -> None:
    told = {"type": "match_reported", "data": {**REPORT, **more}}
    result = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    events = {"events": [told, {"type": "result_confirmed", "data": result}]}
    done = organiser.post(f"matches/{match}/events/", events)
    assert done.status_code == 201, done.content


def test_everybody_reads_the_day(battle: str, visitor: Rest) -> None:
    assert [one["id"] for one in visitor.get("campaigns/").json()["results"]] == [battle]
    detail = visitor.get(f"campaigns/{battle}/").json()
    assert detail["campaign"]["status"] == "running" and detail["you"]["office"] is None
    assert [table["battlefield"] for table in rows(visitor, battle, "tables")] == ["sea", "camp"]
    card = rows(visitor, battle, "arcana")[0]
    assert (card["arcana"], card["status"], card["table"], card["zone"]) == (
        "M-fool",
        "arrived",
        "camp",
        "deck",
    )
    assert "claim_code" not in rows(visitor, battle, "players")[0]
    types = [one["type"] for one in visitor.get(f"campaigns/{battle}/events/").json()["events"]]
    assert types[0] == "campaign_created" and types[-1] == "arcanum_arrived"
    assert visitor.get(f"campaigns/{battle}/verify/").json()["ok"] is True


def test_who_is_there_is_told_by_staff_and_by_players_themselves(organiser: Rest, visitor: Rest) -> None:
    """And a table of a day with check-in opens with the last of its players."""
    told = {"name": "Battle", "options": {"detail": "summary", "check_in": True}}
    made = organiser.post("campaigns/", told).json()
    assert made["options"]["check_in"] is True and "here" not in made["options"]
    day = made["campaign"]["id"]
    here = organiser.post(f"campaigns/{day}/players/", {"players": [{"name": "Anna"}], "check_in": True})
    late = organiser.post(f"campaigns/{day}/players/", {"players": [{"name": "Boris"}]})
    anna, boris = here.json()["results"][0], late.json()["results"][0]
    assert (anna["checked_in"], boris["checked_in"]) == (True, False)
    phone = Rest(visitor.post("claim/", {"code": boris["claim_code"]}).json()["token"])
    assert phone.get(f"campaigns/{day}/next/").json()["events"][0]["type"] == "player_checked_in"
    sides = {"serpent": [anna["player"]], "alliance": [boris["player"]]}
    laid = organiser.post(f"campaigns/{day}/tables/", {"battlefield": "sea", "sides": sides})
    assert laid.status_code == 201
    assert organiser.post(f"campaigns/{day}/", {"action": "start"}).status_code == 201
    assert rows(visitor, day, "tables")[0]["match"] is None
    other = phone.post(f"campaigns/{day}/players/{anna['player']}/", {"action": "check_in"})
    assert_problem(other, 422, "rejected")
    undone = phone.post(f"campaigns/{day}/players/{boris['player']}/", {"action": "undo_check_in"})
    assert undone.status_code == 403
    done = phone.post(f"campaigns/{day}/players/{boris['player']}/", {"action": "check_in"})
    assert done.status_code == 201
    assert [one["checked_in"] for one in rows(visitor, day, "players")] == [True, True]
    assert rows(visitor, day, "tables")[0]["match"] is not None
    back = organiser.post(f"campaigns/{day}/players/{boris['player']}/", {"action": "undo_check_in"})
    assert back.status_code == 201
    assert [one["checked_in"] for one in rows(visitor, day, "players")] == [True, False]
    assert visitor.get(f"campaigns/{day}/verify/").json()["ok"] is True
    logged = {"type": "player_checked_in", "data": {"player": boris["player"]}}
    assert phone.post(f"campaigns/{day}/events/", logged).status_code == 201
    assert organiser.get(f"campaigns/{day}/").json()["options"].keys() == made["options"].keys()


def test_a_reader_who_knows_it_gets_304_until_a_table_moves(
    battle: str, visitor: Rest, organiser: Rest
) -> None:
    first = visitor.get(f"campaigns/{battle}/tables/")
    assert visitor.get(f"campaigns/{battle}/tables/", If_None_Match=first["ETag"]).status_code == 304
    report(organiser, first.json()["results"][0]["match"])
    again = visitor.get(f"campaigns/{battle}/tables/", If_None_Match=first["ETag"])
    assert again.status_code == 200 and again.json()["results"][0]["result"]["winner"] == "serpent"


def test_a_day_to_its_end(battle: str, organiser: Rest) -> None:
    tables = rows(organiser, battle, "tables")
    owner = tables[0]["sides"]["alliance"][0]["player"]
    assert_problem(organiser.post(f"campaigns/{battle}/", {"action": "finish"}), 422, "rejected")
    report(organiser, tables[0]["match"], casualties=[{"figure_id": "king", "owner": owner}])
    report(organiser, tables[1]["match"])
    fallen = rows(organiser, battle, "fallen")
    assert [(one["figure"], one["table"], one["owner"]["player"]) for one in fallen] == [
        ("king", "sea", owner)
    ]
    told = {"fates": {"sea": [{"figure": "king", "fate": "saved", "owner": owner}], "camp": []}}
    assert organiser.post(f"campaigns/{battle}/fallen/", told).status_code == 201
    assert rows(organiser, battle, "fallen")[0]["fate"] == "saved"
    assert organiser.post(f"campaigns/{battle}/", {"action": "finish"}).status_code == 201
    result = organiser.get(f"campaigns/{battle}/result/").json()
    assert (result["winner"], result["sides"]["serpent"]["won"]) == ("serpent", 2)
    assert {one["player"]: one["figures_lost"] for one in result["players"]}[owner] == 1


@pytest.mark.parametrize(
    ("path", "body", "rule"),
    [
        ("arcana/", {"action": "send", "arcana": "M-fool", "table": "camp"}, "CMP-ARC-06"),
        (
            "arcana/",
            {"action": "earn", "arcana": "M-devil", "table": "camp", "side": "serpent"},
            "CMP-ARC-01",
        ),
        ("tables/", {"battlefield": "sea", "sides": {}}, "CMP-TAB-01"),
        ("fallen/", {"fates": {"sea": []}}, "CMP-FATE-01"),
    ],
)
def test_the_rules_refuse_in_words(battle: str, organiser: Rest, path: str, body: Any, rule: str) -> None:
    before = organiser.get(f"campaigns/{battle}/events/").json()["version"]
    refused = assert_problem(organiser.post(f"campaigns/{battle}/{path}", body), 422, "rejected")
    assert refused["violations"][0]["rule"] == rule and len(refused["violations"][0]["message"]) > 20
    assert organiser.get(f"campaigns/{battle}/events/").json()["version"] == before


def test_who_may(battle: str, organiser: Rest, visitor: Rest) -> None:
    stranger = Rest(new_token("eve", ["read", "play", "organise"], user=User.objects.create_user("eve"))[1])
    sent = {"action": "send", "arcana": "M-fool", "table": "camp"}
    assert visitor.post(f"campaigns/{battle}/arcana/", sent).status_code == 401
    assert stranger.post(f"campaigns/{battle}/arcana/", sent).status_code == 403
    match = rows(visitor, battle, "tables")[0]["match"]
    earned = {"type": "arcana_created", "data": {"arcana": "M-devil", "side": "serpent"}}
    assert stranger.post(f"matches/{match}/events/", earned).status_code == 403
    forged = {
        "type": "arcanum_arrived",
        "data": {"arcana": "M-fool", "table": "camp", "match": match, "match_seq": 1},
    }
    assert (
        organiser.post(f"campaigns/{battle}/events/", forged).json()["violations"][0]["rule"] == "CMP-WHO-02"
    )


def test_bad_input_says_what_and_where(battle: str, organiser: Rest) -> None:
    for path, body in (
        ("campaigns/", {"name": ""}),
        ("campaigns/", {"name": "x", "system": "chess"}),
        (f"campaigns/{battle}/arcana/", {"action": "earn", "arcana": "M-devil", "table": "sea"}),
        (f"campaigns/{battle}/", {"action": "dance"}),
    ):
        answer = organiser.post(path, body)
        assert answer.status_code == 400 and answer.json()["detail"], (path, body)


def test_the_same_key_makes_one_day(organiser: Rest) -> None:
    first, again = (organiser.post("campaigns/", {"name": "x"}, Idempotency_Key="k").json() for _ in range(2))
    assert first["campaign"]["id"] == again["campaign"]["id"]


def test_a_match_is_no_campaign(battle: str, organiser: Rest) -> None:
    match = rows(organiser, battle, "tables")[0]["match"]
    assert_problem(organiser.get(f"campaigns/{match}/tables/"), 404, "not_found")
    assert_problem(organiser.get(f"tournaments/{battle}/"), 404, "not_found")
