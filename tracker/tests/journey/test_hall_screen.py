"""The screen of the hall in parts: two hundred names pass within a minute, each of them once, part by part."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tracker import commands
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

CROWD = """count => {
  const list = document.querySelector('[data-hall] ol');
  const line = list.children[0];
  list.replaceChildren(...[...Array(count).keys()].map(n => {
    const one = line.cloneNode(true);
    one.querySelector('.hall-name').textContent = `Player ${n}`;
    return one;
  }));
  window.dispatchEvent(new Event('resize'));
}"""
SEEN = "() => [...document.querySelectorAll('.hall-name')].filter(one => one.offsetParent).map(one => one.textContent)"
BOTTOM = (
    "() => Math.max(...[...document.querySelectorAll('.bout')].map(b => b.getBoundingClientRect().bottom))"
)
FITS = "() => document.documentElement.scrollHeight <= window.innerHeight"


@pytest.mark.soak
@pytest.mark.parametrize(("count", "size"), [(40, (1280, 720)), (200, (1920, 1080))])
def test_a_crowd_passes_in_parts_within_a_minute(
    person: Callable[..., Page], count: int, size: tuple[int, int]
) -> None:
    desk = Desk().drawn()
    desk.press("publish", round=1)
    page = person("hall")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.clock.install()
    page.goto(desk.url("pairings/hall/"))
    expect(page.locator(".hall-name").first).to_be_visible()
    # Time that flies looks like a connection that fell silent: the page would be read again, without the crowd.
    page.route("**/pairings/hall/", lambda route: route.abort())
    page.evaluate(CROWD, count)
    page.clock.run_for(100)
    seconds = int(page.evaluate("() => document.body.dataset.pass"))
    assert 0 < seconds <= 60
    seen: list[str] = []
    number = 0
    for _second in range(seconds + 20):
        names = page.evaluate(SEEN)
        if not seen or names[0] != seen[-len(names)]:
            if names[0] in seen:
                break
            seen += names
            number += 1
            assert page.evaluate(FITS), f"part {number} runs out of the screen"
            expect(page.locator("[data-hall-part]").first).to_contain_text(f"part {number} of ")
        page.clock.run_for(1000)
    assert seen == [f"Player {n}" for n in range(count)]
    expect(page.locator("[data-hall-part]").first).to_contain_text("part 1 of ")


@pytest.mark.soak
def test_what_the_hall_sees_goes_with_the_round(person: Callable[..., Page]) -> None:
    desk = Desk().started()
    page = person("hall")
    page.goto(desk.url("pairings/hall/"))
    headings = page.locator("[data-hall] h2")
    expect(headings).to_have_count(2)
    for row in desk.matches():
        desk.report(row)
    desk.press("close", round=1)
    page.goto(desk.url("pairings/hall/"))
    expect(headings).to_have_text(["Standings "])
    expect(page.locator(".hall-name").first).to_be_visible()


@pytest.mark.soak
def test_one_long_name_does_not_cut_a_list_that_fits(person: Callable[..., Page]) -> None:
    """Eight seats fit a projector with room to spare, whoever of them has a name of two lines."""
    desk = Desk(count=8).drawn()
    desk.press("publish", round=1)
    page = person("hall")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(desk.url("pairings/hall/"))
    name = page.locator(".hall-name").first
    expect(name).to_be_visible()
    name.evaluate("one => { one.textContent = 'Константин Константинопольский-Новгородский'; }")
    page.evaluate("() => window.dispatchEvent(new Event('resize'))")
    page.wait_for_timeout(200)
    assert len(page.evaluate(SEEN)) == 8 and page.evaluate(FITS)
    expect(page.locator("[data-hall-part]").first).to_have_text("")


@pytest.mark.soak
def test_twelve_stand_whole_on_a_projector(person: Callable[..., Page]) -> None:
    """They came in two parts, each of them on the upper half of the screen: whoever looked for a table waited."""
    desk = Desk().drawn()
    desk.press("publish", round=1)
    page = person("hall")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(desk.url("pairings/hall/"))
    expect(page.locator(".hall-name").first).to_be_visible()
    page.evaluate(CROWD, 12)
    page.wait_for_timeout(200)
    assert len(page.evaluate(SEEN)) == 12 and page.evaluate(FITS)
    expect(page.locator("[data-hall-part]").first).to_have_text("")
    page.evaluate(CROWD, 4)
    page.wait_for_timeout(200)
    assert "hall-fit-1" not in (page.locator("body").get_attribute("class") or ""), (
        "a few stand in large letters"
    )


@pytest.mark.soak
def test_a_bracket_fills_the_screen_and_no_line_leads_to_the_game_for_the_third_place(
    person: Callable[..., Page],
) -> None:
    stages = [{"format": "single_elimination", "third_place": True}]
    desk = Desk(8, stages=stages, tiebreaks=["points", "lot"], scenarios=[]).ready()
    commands.begin_stage(desk.who, desk.event)
    commands.draw_round(desk.who, desk.event)
    commands.publish_round(desk.who, desk.event, round=1)
    page = person("hall")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(desk.url("bracket/hall/"))
    expect(page.locator(".bout.third")).to_have_count(1)
    page.wait_for_timeout(300)
    line = "one => getComputedStyle(one, '::before').content"
    assert page.locator(".bout.third").evaluate(line) == "none"
    assert page.locator(".bracket-round:last-child .bout:not(.third)").evaluate(line) != "none"
    bottom = page.evaluate(BOTTOM)
    assert 0.75 * 1080 < bottom <= 1080 and page.evaluate(FITS)


def test_eight_who_share_the_first_place_are_a_podium(person: Callable[..., Page]) -> None:
    """Each had the letters of a winner: a screen and a half of the page, four parts in the hall, where the sign
    of a shared place slid under the figure."""
    desk = Desk(count=8, rounds=1, scenarios=["sea"], tiebreaks=["points"]).started()
    for row in desk.matches():
        desk.report(row, serpent=2, alliance=2)
    desk.press("close", round=1)
    desk.press("finish")
    page = person("hall")
    page.goto(desk.url())
    rows = page.locator(".podium-places li")
    expect(rows).to_have_count(8)
    box = page.locator(".podium-places").bounding_box()
    assert box and box["height"] < 400
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(desk.url("pairings/hall/"))
    expect(page.locator(".podium [data-hall-part]")).to_have_text("part 1 of 2")
    rank = page.locator(".podium-rank").first
    assert rank.evaluate("one => one.getClientRects().length === 1 && one.scrollHeight < one.scrollWidth * 2")
