"""What a hard day in a hall asks of the desk: what was typed stays, words say what is, and no tap is for nothing."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.tests.pages.desk import Desk, text_of
from tracker.tests.pages.test_desk import press, state
from tracker.tests.pages.test_organiser import main_action

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_list_with_a_fault_promises_nobody_and_shows_the_line(desk: Desk) -> None:
    """It said "2 players are ready to be added", and the button refused all; of the line it gave the number alone."""
    url, text = reverse("pages:console-preview", args=[desk.event]), "Zora; North\nBo\nzora; north"
    shown = text_of(desk.client.post(url, {"text": text}, headers={"accept-language": "ru"}))
    assert "Прочитано 2 игрока. Никто не будет добавлен" in shown and "(zora; north)" in shown
    fine = text_of(desk.client.post(url, {"text": "Zora; North\nBo"}))
    assert "2 players are ready to be added" in fine and "Nobody is added" not in fine


def test_a_figure_says_against_whom_a_game_that_was_given_away_was_drawn(desk: Desk) -> None:
    """It called the round of whoever conceded a bye, with a loss of points behind it."""
    desk.started()
    press(desk, "award", round="1", table="1", award="conceded:serpent", reason="went home")
    table = state(desk).current.find(1)
    (winner,), (loser,) = table.sides["serpent"], table.sides["alliance"]
    names = selectors.player_names([winner, loser])
    for player, foe in ((winner, loser), (loser, winner)):
        opened = Client(headers={"accept-language": "en"}).get(
            reverse("pages:explain", args=[desk.event, player, "points"])
        )
        assert f"not played, against {names[foe]}" in text_of(opened) and "Bye" not in text_of(opened)


def test_a_refused_decision_stays_on_the_page_of_its_table_with_what_was_chosen(desk: Desk) -> None:
    """It led to the list of all tables, named its own field "award", and the choice was gone."""
    desk.started()
    chosen = {"round": "1", "table": "1", "award": "no_show:serpent", "reason": " "}
    refused = press(desk, "award", status=422, **chosen)
    assert "Not played to its end" in refused and 'value="no_show:serpent" checked' in refused
    refused = press(desk, "award", status=400, round="1", table="1", reason="never came")
    assert "Choose what happened" in refused and "award:" not in refused
    assert re.search(r'id="award-reason"[^>]* value="never came"', refused)


SLIPS = {
    "super_fantasy_brawl_casual": ("Challenges", "Out of action", "Rounds played"),
    "last_battle_casual": ("Strategy", "Scheme VP", "Turns played"),
    "bushido_casual": ("Victory points", "Scenario points", "Last turn"),
    "senjutsu_casual": ("points",),
}


@pytest.mark.parametrize("preset", SLIPS)
def test_a_result_slip_has_room_for_what_the_report_asks(preset: str) -> None:
    """It had room for "points" alone, and the form at the desk asked for what nobody had written down."""
    desk = Desk(0)
    options = {"rounds": 1, "check_in": False}
    event = commands.create_tournament(desk.who, name="Cup", preset=preset, options=options)
    commands.register_players(desk.who, event, [commands.NewPlayer(name) for name in ("Anna", "Bo")])
    commands.draw_round(desk.who, event, scenario="sea" if preset.startswith("last") else None)
    page = text_of(desk.client.get(f"/events/{event}/console/slips/"))
    sides = re.findall(r'<small class="quiet">([^<]+)</small>', page)
    assert len(set(sides)) == len(sides) == 2, "paper says who plays which side"
    *of_sides, last = SLIPS[preset] if len(SLIPS[preset]) > 1 else (*SLIPS[preset], "")
    assert all(page.count(f'<span class="blank">{label}</span>') == 2 for label in of_sides)
    assert page.count(f"{last}: ______") == (1 if last else 0)


@pytest.mark.parametrize(
    ("preset", "at_once"), [("super_fantasy_brawl_casual", True), ("senjutsu_casual", False)]
)
def test_a_round_of_a_game_without_battlefields_is_drawn_by_one_tap(preset: str, at_once: bool) -> None:
    """The red button led to a page with the same red button and nothing to choose on it, every round."""
    desk = Desk(0)
    event = commands.create_tournament(desk.who, name="Cup", preset=preset, options={"rounds": 1})
    commands.register_players(desk.who, event, [commands.NewPlayer(name) for name in ("Anna", "Bo")])
    page = text_of(desk.client.get(f"/events/{event}/console/"))
    assert main_action(page) == "Draw round 1"
    assert (f'action="/events/{event}/console/do/draw/"' in page) is at_once
