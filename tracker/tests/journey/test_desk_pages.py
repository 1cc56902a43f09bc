"""The desk's pages for rounds from elsewhere, teams and stages, in the longer language: axe in light and dark, width,
targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tracker import commands
from tracker.commands.moving import Played
from tracker.commands.round_results import Told
from tracker.tests.journey.layout import SMALL_TARGETS, TOO_WIDE
from tracker.tests.pages.desk import Desk
from tracker.tests.pages.test_team_event import entered, published
from tracker.tests.sweep import violations

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
PLAYED = "1. Anna - Carl 7:4\n2. Дина - Борис 3:3\nEve"
WRONG = "1. Anna - Carl 7:4\n2. Дина - Nobody 3:3\nEve - Борис + +"
LANGUAGE = "ru"


def signed_in(page: Page, desk: Desk, address: str) -> Page:
    cookie: Any = {"name": "sessionid", "value": desk.client.cookies["sessionid"].value, "url": address}
    page.context.add_cookies([cookie])
    return page


def looked_over(page: Page, picture: Callable[[Any, str], None], name: str) -> list[str]:
    """What is wrong with the page as it stands, on a phone and on a laptop."""
    found = violations(page)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(TOO_WIDE):
            found.append(f"wider than {width}")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            picture(page, f"{name}-{width}-{scheme}")
    page.set_viewport_size({"width": 390, "height": 844})
    found += [f"small: {one}" for one in page.evaluate(SMALL_TARGETS)]
    return [f"{name}: {one}" for one in found]


def test_the_slash_between_crumbs_is_no_part_of_a_link_to_the_eye(
    person: Callable[..., Page], live_server: Any
) -> None:
    """As an item of a flex box it was underlined with the link before it."""
    desk = Desk(count=2)
    page = signed_in(person("organiser"), desk, live_server.url)
    page.goto(desk.console("players/lists/"))
    style = "one => [getComputedStyle(one).display, getComputedStyle(one, '::after').display]"
    assert page.locator(".crumbs a").first.evaluate(style) == ["block", "inline-block"]


def test_a_played_round_is_brought_and_corrected(
    person: Callable[..., Page], live_server: Any, picture: Callable[[Any, str], None]
) -> None:
    desk = Desk(count=5, check_in=False, list_required=False)
    page = signed_in(person("organiser", language=LANGUAGE), desk, live_server.url)
    page.goto(desk.console("round/brought/"))
    page.locator("#brought-text").fill(WRONG)
    page.locator("button[value=look]").click()
    faults = looked_over(page, picture, f"brought-wrong-{LANGUAGE}")
    page.locator("#brought-text").fill(PLAYED)
    page.locator("button[value=look]").click()
    page.locator("#brought-reason").fill("Longshanks")
    page.locator("button[value=played]").click()
    page.wait_for_url("**/console/round/")
    page.goto(desk.console("rounds/1/tables/1/elsewhere/"))
    page.locator("input[type=radio]").nth(1).check()
    for at, points in enumerate(("4", "7")):
        page.locator("input[inputmode=numeric]").nth(at).fill(points)
    page.locator("#brought-why").fill("swapped")
    page.locator("button[value=preview]").click()
    faults += looked_over(page, picture, f"elsewhere-{LANGUAGE}")
    page.locator("button[value=save]").click()
    page.wait_for_url("**/console/")
    assert faults == [], "\n".join(faults)
    assert desk.state.rounds[0].pairings[0].result.reason == "swapped"


def test_pages_of_teams_and_stages(
    person: Callable[..., Page], live_server: Any, picture: Callable[[Any, str], None]
) -> None:
    teams = published(
        entered(LANGUAGE, "".join(f"{one}: {one}a, {one}b, {one}c\n" for one in ("North", "South")))
    )
    page = signed_in(person("organiser", language=LANGUAGE), teams, live_server.url)
    faults = []
    for name, path in (("teams", teams.url("teams/")), ("console-teams", teams.console("teams/"))):
        page.goto(path)
        faults += looked_over(page, picture, f"{name}-{LANGUAGE}")
    faults += looked_over_stages(page, teams, picture)
    assert faults == [], "\n".join(faults)


def looked_over_stages(page: Page, teams: Desk, picture: Callable[[Any, str], None]) -> list[str]:
    stages = [{"format": "swiss"}, {"format": "single_elimination", "cut": 4}]
    event = commands.create_tournament(
        teams.who,
        name="Cut",
        options={
            "rounds": 1,
            "scenarios": ["sea"],
            "check_in": False,
            "list_required": False,
            "stages": stages,
        },
    )
    players = [
        str(one.pk)
        for one in commands.register_players(teams.who, event, [commands.NewPlayer(name) for name in "ABCD"])
    ]
    seats = [
        {"alliance": players[:1], "serpent": players[1:2]},
        {"alliance": players[2:3], "serpent": players[3:]},
    ]
    commands.bring_round(teams.who, event, Played(seats, {1: Told(0, (3, 1)), 2: Told(1, (0, 2))}, "paper"))
    page.goto(f"/events/{event}/console/stage/")
    return looked_over(page, picture, f"stage-{LANGUAGE}")


def test_lines_of_a_paper_list_are_as_high_as_a_line(
    person: Callable[..., Page], live_server: Any, picture: Callable[[Any, str], None]
) -> None:
    desk = Desk()
    page = signed_in(person("organiser", language=LANGUAGE), desk, live_server.url)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(desk.console("players/lists/"))
    heights = page.locator(".pair input:visible").evaluate_all("found => found.map(one => one.offsetHeight)")
    assert heights and max(heights) < 60, "a leader's name is one line"
