"""What is printed, as a PDF by Chromium: no row of pairings, no slip and no place card is cut by the end of a page, and
the codes of the cards are whole in it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
import segno
from django.urls import reverse
from playwright.sync_api import Page

from games.tests.rounds import quick_first
from tracker import commands
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

MM = 96 / 25.4
"""Pixels of a millimetre."""
WIDTH, HEIGHT = (210 - 28) * MM, (297 - 28) * MM
"""A4 without the margins that `print.css` sets."""
CROWD = """([selector, count]) => {
  const one = document.querySelector(selector);
  one.parentNode.replaceChildren(...[...Array(count).keys()].map(() => one.cloneNode(true)));
}"""
BLOCKS = """selector => [...document.querySelectorAll(selector)].map(one => {
  const box = one.getBoundingClientRect();
  return [box.top + window.scrollY, box.bottom + window.scrollY];
})"""
HEADER = "selector => document.querySelector(selector).closest('table')?.tHead.offsetHeight ?? 0"
"""What a table repeats at the head of each page."""
PAGE = re.compile(rb"/Type\s*/Page\b")


def sheets(blocks: list[tuple[float, float]], header: float) -> int:
    """How many sheets the blocks need if none is cut; those beside each other count once, the header on each sheet."""
    rows = [max(row, key=lambda box: box[1]) for _top, row in groupby(blocks, key=lambda box: round(box[0]))]
    starts, count = 0.0, 1
    for top, bottom in rows:
        if bottom - starts > HEIGHT:
            starts, count = top - header, count + 1
    return count


def printed(person: Callable[..., Page], live_server: Any, desk: Desk, address: str) -> Page:
    """A page of the event as the organiser's printer gets it."""
    page = person("printer")
    cookie: Any = {
        "name": "sessionid",
        "value": desk.client.cookies["sessionid"].value,
        "url": live_server.url,
    }
    page.context.add_cookies([cookie])
    page.set_viewport_size({"width": round(WIDTH), "height": 800})
    page.goto(desk.url(address))
    page.emulate_media(media="print")
    page.evaluate("() => document.fonts.ready.then(() => true)")  # other letters take another place
    return page


@pytest.mark.soak
@pytest.mark.parametrize(
    ("address", "selector", "counts"),
    [
        ("pairings/", "main tbody tr", (186, 170, 150)),
        ("console/cards/", ".place-cards > .slip", (15, 22, 32)),
    ],
)
def test_no_row_or_card_is_cut_by_the_end_of_a_page(
    person: Callable[..., Page], live_server: Any, address: str, selector: str, counts: tuple[int, ...]
) -> None:
    page = printed(person, live_server, Desk(count=8).started(), address)
    told = []
    for count in counts:
        page.evaluate(CROWD, [selector, count])
        blocks = page.evaluate(BLOCKS, selector)
        whole = sheets(blocks, page.evaluate(HEADER, selector))
        found = len(PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True)))
        told.append((count, found, whole))
    assert all(found == whole for _count, found, whole in told), told
    if "cards" in address:
        return  # a card is one picture beside one name: Chromium has nowhere to cut it
    page.evaluate("() => document.querySelectorAll('*').forEach(one => { one.style.breakInside = 'auto'; })")
    loose = len(PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True)))
    assert loose < told[-1][1], "rows that may be cut take no less paper: the count would show nothing"


STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
FRAME = re.compile(r"([\d.]+) 0 0 -[\d.]+ 0 ([\d.]+) cm\nq\n([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n")
"""The scale of a page in points, and the box that is printed of it."""
CODE = re.compile(
    r"([\d.]+) 0 0 [\d.]+ ([\d.]+) ([\d.]+) cm\n(?:(?!BT|\bcm\b).)*?((?:[\d.]+ [\d.]+ [ml]\n)+)", re.DOTALL
)
"""The size of a module, where the code lies, and its rows as lines."""
LINE = re.compile(r"([\d.]+) ([\d.]+) m\n([\d.]+) [\d.]+ l\n")


MARKED = """selector => {
  const mark = row => `<svg width="9" height="9" viewBox="0 0 7 7"><path stroke="#000" d="M1 ${row}h2"/></svg>`;
  document.querySelectorAll(selector).forEach(one => {
    one.insertAdjacentHTML('afterbegin', mark(1.5));
    one.insertAdjacentHTML('beforeend', mark(3.5));
  });
}"""


def pages_of(pdf: bytes) -> list[str]:
    """What is drawn on each page."""
    found = []
    for stream in STREAM.findall(pdf):
        try:
            text = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        if FRAME.search(text):
            found.append(text)
    return found


def marks(page: Page) -> list[tuple[int, int]]:
    """How many slips begin and how many end on each page of the file."""
    drawn = pages_of(page.pdf(format="A4", prefer_css_page_size=True))
    return [(text.count("1 1.5 m\n3 1.5 l"), text.count("1 3.5 m\n3 3.5 l")) for text in drawn]


@pytest.mark.soak
def test_every_result_slip_ends_on_the_page_on_which_it_begins(
    person: Callable[..., Page], live_server: Any
) -> None:
    page = printed(person, live_server, Desk(count=8).started(), "console/slips/")
    page.evaluate(CROWD, [".result-slips > .slip", 23])
    page.evaluate(MARKED, ".result-slips > .slip")
    told = marks(page)
    assert sum(begin for begin, _end in told) == 23 and len(told) > 3
    assert all(begin == end for begin, end in told), told
    page.evaluate("() => document.querySelectorAll('*').forEach(one => { one.style.breakInside = 'auto'; })")
    loose = marks(page)
    assert any(begin != end for begin, end in loose), (
        "slips that may be cut are not: the marks would show nothing"
    )


def codes_in(pdf: bytes) -> list[tuple[frozenset[tuple[int, int]], float]]:
    """(dark modules as (row, column), size of a module in mm) of every code that lies whole on a page of the PDF."""
    found = []
    for text in pages_of(pdf):
        frame = FRAME.search(text)
        assert frame is not None
        scale, left, top, width, height = (float(frame[at]) for at in (1, 3, 4, 5, 6))
        for code in CODE.finditer(text):
            size, x, y = (float(code[at]) for at in (1, 2, 3))
            lines = [tuple(map(float, line)) for line in LINE.findall(code[4])]
            dark = {
                (round(row - 1.5), at - 1)
                for first, row, last in lines
                for at in range(round(first), round(last))
            }
            side = max((column for _row, column in dark), default=0) + 3
            inside = (
                x >= left and y >= top and x + side * size <= left + width and y + side * size <= top + height
            )
            if inside and len({row for row, _at in dark}) > 20:  # not the dashes of a border
                found.append((frozenset(dark), size * scale / 72 * 25.4))
    return found


def dark_modules(address: str) -> frozenset[tuple[int, int]]:
    """The dark modules of the code of an address, as (row, column)."""
    matrix = segno.make(address, error="m", micro=False, mask=2).matrix
    return frozenset((row, at) for row, line in enumerate(matrix) for at, module in enumerate(line) if module)


@pytest.mark.parametrize(
    "name", quick_first(1, ["Cup", "Открытый зимний кубок Нижнего Новгорода памяти мастера " * 2])
)
def test_the_poster_at_the_door_is_one_sheet_with_its_whole_code(
    person: Callable[..., Page], live_server: Any, name: str
) -> None:
    desk = Desk(count=2)
    page = printed(person, live_server, desk, "console/poster/")
    page.evaluate("name => { document.querySelector('.poster h2').textContent = name; }", name)
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(PAGE.findall(pdf)) == 1
    ((dark, size),) = codes_in(pdf)
    assert dark == dark_modules(f"{live_server.url}{reverse('pages:check-in', args=[desk.event])}")
    assert size >= 2, "a phone reads modules of 2 mm from more than a metre away"


@pytest.mark.soak
def test_every_place_card_has_its_whole_code_in_the_printed_file(
    person: Callable[..., Page], live_server: Any
) -> None:
    desk = Desk(count=8).started()
    page = printed(person, live_server, desk, "console/cards/")
    found = codes_in(page.pdf(format="A4", prefer_css_page_size=True))
    wanted = {}
    for player in desk.players:
        address = f"{live_server.url}{reverse('pages:arrive', args=[desk.event, player.pk])}"
        wanted[dark_modules(address)] = player.name
    assert sorted(wanted[dark] for dark, _size in found) == sorted(wanted.values())
    assert all(size >= 0.4 for _dark, size in found), "a phone reads modules of 0.4 mm"


LONG = "Константинопольский Александр-Всеволод"
LINES_OF_A_WORD = """name => [...document.querySelectorAll('.card-name, .slip-name')].map(one => {
  one.classList.toggle('long-word', name.long);
  one.textContent = name.text;
  const word = document.createRange();
  word.setStart(one.firstChild, 0);
  word.setEnd(one.firstChild, name.text.indexOf(' '));
  return word.getClientRects().length;
})"""


@pytest.mark.soak
@pytest.mark.parametrize("address", ["console/cards/", "console/codes/"])
def test_a_long_name_breaks_between_words_on_what_is_cut(
    person: Callable[..., Page], live_server: Any, address: str
) -> None:
    desk = Desk(count=0)
    commands.register_players(desk.who, desk.event, [commands.NewPlayer(LONG), commands.NewPlayer("Eve")])
    page = printed(person, live_server, desk, address)
    marked = page.locator(".long-word").all_inner_texts()
    assert marked == [LONG], "smaller letters are for long words alone"
    assert set(page.evaluate(LINES_OF_A_WORD, {"text": LONG, "long": True})) == {1}
    assert set(page.evaluate(LINES_OF_A_WORD, {"text": LONG, "long": False})) == {2}, "any size would do"


@pytest.mark.soak
@pytest.mark.parametrize("address", ["pairings/", "pairings/?by=table", "standings/", "console/slips/"])
def test_what_eight_tables_need_stands_on_one_sheet(
    person: Callable[..., Page], live_server: Any, address: str
) -> None:
    desk = Desk(count=0, check_in=False, list_required=False)
    commands.register_players(desk.who, desk.event, [commands.NewPlayer(f"Player {at}") for at in range(16)])
    commands.draw_round(desk.who, desk.event)
    commands.publish_round(desk.who, desk.event, round=1)
    commands.start_round(desk.who, desk.event, round=1)
    if address == "standings/":
        for row in desk.matches():
            desk.report(row)
        commands.close_round(desk.who, desk.event, round=1)
    page = printed(person, live_server, desk, address)
    assert len(PAGE.findall(page.pdf(format="A4", prefer_css_page_size=True))) == 1
