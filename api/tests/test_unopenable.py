"""What an event is created with can be opened: what its game does not have is refused with words, at once where that is
known, else when its matches are to be opened; nothing of it is a fault of ours."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from api.tests.hall import Rest, assert_problem
from tracker.commands.streams import append_as_system
from tracker.rulesets.tournament.desk_events import SettingsChanged

PLAYERS = [{"name": name} for name in ("Anna", "Boris")]
OPTIONS = {"rounds": 1, "list_required": False}


def cup(organiser: Rest, preset: str, **options: Any) -> Any:
    told = {"name": "Cup", "preset": preset, "check_in": True, "players": PLAYERS}
    return organiser.post("tournaments/", {**told, "options": {**OPTIONS, **options}})


@pytest.mark.parametrize("field", ["scenarios", "table_scenarios"])
@pytest.mark.parametrize(
    ("preset", "own"), [("last_battle_swiss", "sea"), ("bushido_masters", "ryodo"), ("bushido_duel", "ryodo")]
)
def test_battlefields_of_a_tournament_are_those_of_its_game(
    organiser: Rest, preset: str, own: str, field: str
) -> None:
    refused = assert_problem(cup(organiser, preset, **{field: [own, "moon"]}), 400, "invalid")
    assert refused["errors"][0]["where"] == f"$.options.{field}[1]"
    assert "'moon'" in refused["detail"] and own in refused["detail"]
    made = cup(organiser, preset, **{field: [own]})
    assert made.status_code == 201, made.content


def test_games_that_leave_the_battlefield_free_take_any(organiser: Rest) -> None:
    assert cup(organiser, "senjutsu_duels", scenarios=["moon"]).status_code == 201


def tables(organiser: Rest, at: str) -> list[dict[str, list[str]]]:
    """Anna against Boris."""
    found = organiser.get(f"{at}players/").json()["results"]
    return [{"serpent": [found[0]["player"]], "alliance": [found[1]["player"]]}]


@pytest.mark.parametrize("until", ["draft", "started"])
@pytest.mark.parametrize("preset", ["last_battle_casual", "bushido_casual"])
def test_a_round_is_not_drawn_on_another_battlefield(organiser: Rest, preset: str, until: str) -> None:
    at = cup(organiser, preset).json()["tournament"]["url"].removeprefix("/api/v1/")
    drawn = organiser.post(f"{at}rounds/", {"until": until, "scenario": "moon"})
    refused = assert_problem(drawn, 400, "invalid")
    assert "'moon'" in refused["detail"] and refused["errors"][0]["where"] == "$.scenario"
    assert organiser.get(f"{at}rounds/").json()["results"] == [], "all of it or nothing"


def test_a_round_by_hand_and_one_that_is_logged_are_asked_the_same(organiser: Rest) -> None:
    at = cup(organiser, "last_battle_casual").json()["tournament"]["url"].removeprefix("/api/v1/")
    met = tables(organiser, at)
    told = {"pairings": met, "reason": "friends", "scenario": "moon"}
    assert_problem(organiser.post(f"{at}rounds/", told), 400, "invalid")
    data = {
        "round": 1,
        "seed": "s",
        "pairings": [{"table": 1, "sides": met[0]}],
        "method": "manual",
        "reason": "x",
    }
    for own, where in (
        (data | {"scenario": "moon"}, "scenario"),
        (laid(data, "moon"), "pairings[0].scenario"),
    ):
        refused = assert_problem(logged(organiser, at, "round_drawn", own), 400, "invalid")
        assert refused["errors"][0]["where"] == f"$.events[0].data.{where}"
    assert logged(organiser, at, "round_drawn", data | {"scenario": "sea"}).status_code == 201


def laid(drawn: dict[str, Any], scenario: str) -> dict[str, Any]:
    return drawn | {"pairings": [{**drawn["pairings"][0], "scenario": scenario}]}


def logged(organiser: Rest, at: str, type_: str, data: dict[str, Any]) -> Any:
    return organiser.post(f"{at}events/", {"events": [{"type": type_, "data": data}]})


@pytest.mark.parametrize("field", ["scenarios", "table_scenarios"])
def test_settings_name_battlefields_of_the_game(organiser: Rest, field: str) -> None:
    at = cup(organiser, "last_battle_casual").json()["tournament"]["url"].removeprefix("/api/v1/")
    refused = assert_problem(
        logged(organiser, at, "settings_changed", {field: ["sea", "moon"]}), 400, "invalid"
    )
    assert refused["errors"][0]["where"] == f"$.events[0].data.{field}[1]" and "camp" in refused["detail"]
    assert logged(organiser, at, "settings_changed", {field: ["sea", "camp"]}).status_code == 201


def test_what_an_event_has_from_an_older_program_may_stay(organiser: Rest) -> None:
    """Announced for a round that was drawn it has to; the round that nobody can open may be drawn on another one."""
    made = cup(organiser, "last_battle_casual").json()["tournament"]
    at = made["url"].removeprefix("/api/v1/")
    append_as_system(UUID(made["id"]), SettingsChanged(scenarios=("moon",)))
    assert logged(organiser, at, "settings_changed", {"scenarios": ["moon", "sea"]}).status_code == 201
    more = assert_problem(
        logged(organiser, at, "settings_changed", {"scenarios": ["moon", "sun"]}), 400, "invalid"
    )
    assert "'sun'" in more["detail"]
    assert_problem(organiser.post(f"{at}rounds/", {"until": "started"}), 400, "invalid")
    assert logged(organiser, at, "settings_changed", {"scenarios": ["sea"]}).status_code == 201
    assert organiser.post(f"{at}rounds/", {"until": "started"}).status_code == 201


def test_a_creation_that_is_logged_anew_is_asked_the_same(organiser: Rest) -> None:
    at = cup(organiser, "last_battle_casual").json()["tournament"]["url"].removeprefix("/api/v1/")
    first = organiser.get(f"{at}events/").json()["events"][0]["data"]
    anew = {**first, "options": {**first["options"], "scenarios": ["moon"]}}
    refused = assert_problem(logged(organiser, at, "tournament_created", anew), 400, "invalid")
    assert refused["errors"][0]["where"] == "$.events[0].data.options.scenarios[0]"
    other = logged(organiser, at, "tournament_created", {**first, "system": "chess"})
    assert_problem(other, 422, "rejected")


def test_sides_that_a_game_does_not_have_are_refused_by_its_rules(organiser: Rest) -> None:
    at = cup(organiser, "last_battle_swiss", sides=["red", "blue"]).json()["tournament"]["url"]
    started = organiser.post(at.removeprefix("/api/v1/") + "rounds/", {"until": "started"})
    assert_problem(started, 422, "rejected")


def test_a_board_is_named_or_told(organiser: Rest) -> None:
    boards: list[Any] = [[], {}, 7, "moon"]
    for board in boards:
        refused = assert_problem(cup(organiser, "ninja_night", match_options={"map": board}), 400, "invalid")
        assert refused["errors"][0]["where"].startswith("$.options.match_options")


SEA = {"key": "sea", "role": "source"}
NOT_OF_THE_GAME: list[tuple[dict[str, Any], str]] = [
    ({"sides": ["red", "blue"]}, "$.options.sides"),
    ({"battlefields": [SEA, {"key": "moon", "role": "target"}]}, "$.options.battlefields[1]"),
    ({"battlefields": [{"key": "sea", "role": "target"}]}, "$.options.battlefields[0]"),
    ({"arcana": {"M-fool": "pocket"}}, "$.options.arcana"),
    ({"arcana": {"M-moon": "deck"}}, "$.options.arcana"),
]


@pytest.mark.parametrize(("options", "where"), NOT_OF_THE_GAME)
def test_an_event_day_has_the_tables_and_cards_of_its_game(
    organiser: Rest, options: dict[str, Any], where: str
) -> None:
    refused = assert_problem(
        organiser.post("campaigns/", {"name": "Day", "options": options}), 400, "invalid"
    )
    assert refused["errors"][0]["where"] == where


def test_an_event_day_may_have_fewer_of_them(organiser: Rest) -> None:
    options = {"sides": ["serpent", "alliance"], "battlefields": [SEA], "arcana": {}}
    made = organiser.post("campaigns/", {"name": "Day", "options": options})
    assert made.status_code == 201, made.content
