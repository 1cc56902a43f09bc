"""What an event is created with can be opened: what its game does not have is refused with words, at once where that is
known, else when its matches are to be opened; nothing of it is a fault of ours."""

from __future__ import annotations

from typing import Any

import pytest

from api.tests.hall import Rest, assert_problem

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


@pytest.mark.parametrize("preset", ["last_battle_casual", "bushido_casual"])
def test_a_round_on_another_battlefield_is_drawn_and_not_started(organiser: Rest, preset: str) -> None:
    """It is named only when the round is drawn: who starts it hears what would be legal."""
    at = cup(organiser, preset).json()["tournament"]["url"].removeprefix("/api/v1/")
    drawn = organiser.post(f"{at}rounds/", {"until": "started", "scenario": "moon"})
    assert "'moon'" in assert_problem(drawn, 400, "invalid")["detail"]
    assert organiser.get(f"{at}rounds/").json()["results"] == [], "all of it or nothing"


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
