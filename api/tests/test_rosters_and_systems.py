"""Warbands, decks, systems, rules, catalogues, schemas, scenarios."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from api.tests.hall import REPORT, Hall, Rest, assert_problem
from games.bushido.sample import CARDS, FACTION
from games.registry import MATCHES, SYSTEMS
from tracker.models import Card, Deck, Edition, Warband
from tracker.tests.factories import roster_of


def asked(cost: int = 25, **more: Any) -> dict[str, Any]:
    roster = roster_of("Alice", cost)
    return {"system": roster.system, "name": roster.name, "body": roster.body, **more}


def test_a_check_names_every_violation_and_stores_nothing(visitor: Rest, organiser: Rest) -> None:
    assert visitor.post("warbands/validate/", asked()).json()["ok"]
    report = visitor.post("warbands/validate/", asked(26), Accept_Language="ru").json()
    assert not report["ok"] and report["violations"][0]["rule"] == "LB-ROSTER-03"
    assert not report["violations"][0]["message"].isascii()
    assert not Warband.objects.exists()


def test_a_check_names_cards_in_the_language_of_the_reader(visitor: Rest, organiser: Rest) -> None:
    edition = Edition.objects.create(system="bushido", key="lantern", name="Lanterns")
    Card.objects.bulk_create(
        Card(edition=edition, card_id=id_, name=row["name"], data=row) for id_, row in CARDS.items()
    )
    body = {"faction": FACTION, "models": ["ironsnout"]}
    told = {"system": "bushido", "name": "x", "edition": "lantern", "body": body}
    for language, name in (("ru", "name_ru"), ("en", "name")):
        (found,) = visitor.post("warbands/validate/", told, Accept_Language=language).json()["violations"]
        assert CARDS["ironsnout"][name] in found["message"] and CARDS["tessho"][name] in found["message"]


@pytest.mark.parametrize("more", [{"system": "chess"}, {"body": []}, {"name": ""}, {"colour": "red"}])
def test_a_roster_that_is_none_is_refused(visitor: Rest, organiser: Rest, more: dict[str, Any]) -> None:
    assert_problem(visitor.post("warbands/validate/", asked(**more)), 400, "invalid")


def test_a_warband_has_revisions(hall: Hall) -> None:
    made = hall.alice.post("warbands/", asked())
    assert made.status_code == 201 and made.json()["newest"]["report"]["ok"]
    at = made["Location"]
    second = hall.alice.post(at + "revisions/", {"body": roster_of("Alice", 26).body})
    assert second.status_code == 201 and second.json()["number"] == 2 and not second.json()["report"]["ok"]
    shown = hall.alice.get(at).json()
    assert shown["revisions"] == 2 and shown["player"] == hall.a
    assert [one["number"] for one in hall.alice.get(at + "revisions/").json()["results"]] == [2, 1]
    assert [one["id"] for one in hall.alice.get("warbands/").json()["results"]] == [shown["id"]]


def test_a_warband_is_its_owners_alone(hall: Hall, visitor: Rest) -> None:
    at = hall.alice.post("warbands/", asked())["Location"]
    for stranger in (hall.boris, visitor):
        assert_problem(stranger.get(at), 404, "not_found")
        assert_problem(stranger.get(at + "revisions/"), 404, "not_found")
        assert_problem(stranger.post(at + "revisions/", {"body": {}}), 404, "not_found")
        assert stranger.get("warbands/").json()["results"] == []
    assert_problem(visitor.post("warbands/", asked()), 401, "unauthenticated")
    assert_problem(hall.boris.post("warbands/", asked(player=hall.a)), 403, "forbidden")


def deck(character: str = "ronin", **more: Any) -> dict[str, Any]:
    return {"system": "senjutsu", "name": "Mine", "body": {"character": character, "signature": True, **more}}


def test_a_deck_has_revisions_and_is_its_owners_alone(hall: Hall, visitor: Rest) -> None:
    assert hall.alice.get("decks/").json() == {"results": [], "next": None}
    made = hall.alice.post("decks/", deck())
    assert made.status_code == 201 and made.json()["newest"]["report"]["ok"]
    at = made["Location"]
    second = hall.alice.post(at + "revisions/", {"body": deck("ronin", cards={"A-010": 1})["body"]})
    assert second.status_code == 201 and not second.json()["report"]["ok"]
    assert hall.alice.get(at).json()["revisions"] == 2
    assert hall.alice.get("warbands/").json()["results"] == []
    for stranger in (hall.boris, visitor):
        assert_problem(stranger.get(at), 404, "not_found")
        assert_problem(stranger.get(at + "revisions/"), 404, "not_found")


def test_a_check_of_a_deck_names_every_violation_and_stores_nothing(visitor: Rest, organiser: Rest) -> None:
    cards = {"A-010": 2, "A-025": 2, "A-130": 4}
    asked_for = deck(cards=cards, signature=False)
    report = visitor.post("decks/validate/", asked_for).json()
    assert {"SEN-ROSTER-04", "SEN-ROSTER-09", "SEN-ROSTER-10", "SEN-ROSTER-17"} <= {
        one["rule"] for one in report["violations"]
    }
    assert report["warnings"] and not Deck.objects.exists()


def test_a_list_goes_where_its_game_has_it(hall: Hall) -> None:
    assert_problem(hall.alice.post("warbands/", deck()), 400, "invalid")
    assert_problem(hall.alice.post("decks/validate/", asked()), 400, "invalid")


def test_systems_lead_to_their_rules_facts_and_schemas(visitor: Rest, organiser: Rest) -> None:
    shown = {one["key"]: one for one in visitor.get("systems/").json()["results"]}
    assert set(shown) == {*MATCHES, "tournament"}
    for key, system in shown.items():
        detail = visitor.get(f"systems/{key}/").json()
        assert {name: detail[name] for name in system} == system
        assert all(visitor.get(link).status_code == 200 for link in system["links"].values())
    assert_problem(visitor.get("systems/chess/rules/"), 404, "not_found")


@pytest.mark.parametrize("key", MATCHES)
def test_a_game_says_how_its_matches_and_tournaments_begin(organiser: Rest, key: str) -> None:
    """A program that knows nothing else opens a match in every way, and a tournament of every kind."""
    told = organiser.get(f"systems/{key}/").json()
    for way in told["opening"]["ways"]:
        seats = way["seats"] if way["every"] else 1
        example = way["example"]
        assert example["type"] == told["opening"]["type"]
        people = [organiser.post("players/", {"name": f"P{n}"}) for n in range(seats * len(way["sides"]))]
        ids = iter([one.json()["player"]["id"] for one in people])
        sides = {side: [next(ids) for _seat in range(seats)] for side in way["sides"]}
        for level in told["opening"]["levels"]:
            event = {"type": example["type"], "data": {**example["data"], "sides": sides, "detail": level}}
            made = organiser.post("matches/", {"system": key, "events": [event], "dry_run": True})
            assert made.status_code == 204, (way, level, made.content)
    assert told["reports"] == (SYSTEMS[key].reports or None)
    for preset in told["presets"]:
        body = {"name": "Cup", "preset": preset["key"], "options": preset["options"]}
        made = organiser.post("tournaments/", body)
        assert made.status_code == 201, (preset, made.content)
        assert made.json()["tournament"]["system"] == key


def test_tournaments_have_no_opening_of_their_own(visitor: Rest) -> None:
    told = visitor.get("systems/tournament/").json()
    assert (told["presets"], told["opening"], told["reports"]) == ([], None, None)


def test_every_rule_speaks_both_languages(visitor: Rest, organiser: Rest) -> None:
    rules = visitor.get("systems/last_battle/rules/").json()["rules"]
    assert len(rules) == 264 and rules[0]["id"].startswith("LB-")
    assert all(rule["title"]["en"] and rule["title"]["ru"] for rule in rules)


def test_facts_and_editions(organiser: Rest, visitor: Rest, django_user_model: Any) -> None:
    from tracker import commands
    from tracker.identity import Identity

    olga = Identity(django_user_model.objects.get(username="olga"))
    text = "figure_id,name,cost\nguard,Guard,4\n"
    report = commands.import_edition(
        olga, system="last_battle", key="hall-1", name="Hall", text=text, format="csv"
    )
    assert report.edition, report.problems
    body = visitor.get("systems/last_battle/catalogue/").json()
    assert body["facts"]["base"] and [edition["key"] for edition in body["editions"]] == ["hall-1"]
    assert "guard" in visitor.get(body["editions"][0]["url"]).json()["cards"]
    assert_problem(visitor.get("systems/last_battle/catalogue/none/"), 404, "not_found")


def test_a_schema_describes_the_payload_of_its_event(visitor: Rest, organiser: Rest) -> None:
    schema = visitor.get("systems/last_battle/schemas/").json()
    jsonschema_rs.validate(schema, {"type": "match_reported", "data": REPORT})
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(schema, {"type": "match_reported", "data": {**REPORT, "turns": "five"}})


def test_scenarios_have_names_in_both_languages(visitor: Rest, organiser: Rest) -> None:
    shown = visitor.get("scenarios/?system=last_battle").json()["results"]
    assert all(one["name"]["en"] and one["name"]["ru"] for one in shown)
    assert_problem(visitor.get("scenarios/?system=chess"), 400, "invalid")
