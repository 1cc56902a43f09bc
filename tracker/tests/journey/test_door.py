"""Two strangers, two phones: from the front page to the first logged turn, counted in taps, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.registry import MATCHES
from games.tests.rounds import quick_first
from tracker.commands import tables_of
from tracker.models import Event, Stream
from tracker.tests.journey.layout import looked_at
from tracker.tests.journey.test_new_match import kept
from tracker.tests.pages.desk import Desk

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
MOST = 12
GAMES = [
    ("ninja", "turn_summarised", "en"),
    ("bushido", "turn_recorded", "ru"),
    ("last_battle", "turn_reported", "ru"),
    ("senjutsu", "turn_recorded", "ru"),
    ("super_fantasy_brawl", "turn_recorded", "en"),
]
"""Key of a game, the event that logs a turn of it, and the language of both phones."""
WAYS = [f"{system}:{mode.key}" for system in MATCHES for mode in tables_of(system).modes]


class Taps:
    """What both phones tap, fields that are typed into among them."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, target: Any) -> None:
        self.count += 1
        target.click()

    def typed(self, target: Any, text: str) -> None:
        self.on(target)
        target.fill(text)


def at_the_pads(taps: Taps, phones: list[Page], match: Any, turn: str) -> None:
    """Both phones log what their pad asks first until a turn is logged. Of what must be chosen the last is taken: among
    schemes of Last Battle that of the battlefield, which is open."""
    for _step in range(MOST):
        for page in phones:
            page.goto(f"/matches/{match}/pad/")
            form = page.locator("section.step form")
            if not form.count():
                continue
            for row in form.locator("fieldset:has(input[type=radio])").all():
                if row.is_visible() and not row.locator("input:checked").count():
                    taps.on(row.locator("label:not(:has([value=other]))").last)
            before = Event.objects.filter(stream=match).count()
            form.evaluate("one => one.setAttribute('data-tapped', '')")
            taps.on(form.locator("button.main-action"))
            expect(page.locator("form[data-tapped]")).to_have_count(0)
            assert Event.objects.filter(stream=match).count() > before, page.locator("main").inner_text()[
                :400
            ]
            if Event.objects.filter(stream=match, type=turn).exists():
                return
    raise AssertionError("no turn was logged")


def dealt(cards: Sequence[str], count: int) -> list[str]:
    """The sea, and schemes that want nothing written down: each figure that a note names is a tap more."""
    return sorted(cards, key=lambda one: one not in ("sea", "show_of_force", "loophole", "gravediggers"))[
        :count
    ]


@pytest.mark.parametrize(("game", "turn", "language"), quick_first(1, GAMES))
def test_two_strangers_log_their_first_turn(
    person: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, game: str, turn: str, language: str
) -> None:
    """Nothing is typed but two names, and the first phone goes on by itself when the second has come."""
    monkeypatch.setattr("tracker.commands.opening.sample", dealt)
    taps = Taps()
    anna, boris = (person(name, phone=True, language=language) for name in ("anna", "boris"))
    anna.goto("/")
    kept(anna, f"door-{game}-{language}")
    taps.on(anna.locator("label.choice").filter(has=anna.locator(f"[value={game}]")))
    taps.typed(anna.locator("[name=first]"), "Anna")
    taps.typed(anna.locator("[name=second]"), "Boris")
    taps.on(anna.locator(".play button.main-action"))
    anna.wait_for_url("**/codes/")
    kept(anna, f"door-codes-{game}-{language}")
    code = anna.locator(".slip-code").inner_text()
    boris.goto(f"/claim/{code}/")  # what the camera opens
    taps.on(boris.locator("button.main-action"))
    boris.wait_for_url("**/pad/")
    anna.wait_for_url("**/pad/")
    match = Stream.objects.get(kind="match")
    at_the_pads(taps, [anna, boris], match.pk, turn)
    boris.goto(f"/matches/{match.pk}/pad/")
    kept(boris, f"door-second-phone-{game}-{language}")
    assert taps.count <= MOST, taps.count


@pytest.mark.parametrize("on", [True, False])
def test_a_wide_front_page_has_no_empty_column_beside_play_now(person: Callable[..., Page], on: bool) -> None:
    """What follows stood below the long form, and half a screen beside it was empty."""
    if on:
        Desk(count=2).started()
    page = person("stranger")
    page.goto("/")
    now, running, whom, games = (
        page.locator(f"section[aria-labelledby={name}]").bounding_box()
        for name in ("now", "here", "whom", "games")
    )
    assert now and running and whom and games
    assert running["x"] == whom["x"] == games["x"] != now["x"]
    assert running["y"] + running["height"] < whom["y"] < games["y"] < now["y"] + now["height"]
    assert now["y"] == running["y"] and (now["x"] > running["x"]) is on


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_stranger_plays_alone_or_opens_the_whole_form(person: Callable[..., Page], language: str) -> None:
    """On the smallest phone: nothing to scroll sideways, nothing typed twice, and Enter opens the match as shown."""
    page = person("stranger", phone=True, language=language)
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/", "/matches/new/", *(f"/play/?way={one}" for one in WAYS)):
        looked_at(page, path)
    page.goto("/")
    opponent = page.locator("[name=second]")
    page.locator("label.choice:has([value='senjutsu:solo'])").click()
    expect(opponent).to_be_hidden()
    page.locator("label.choice:has([value='senjutsu'])").click()
    expect(opponent).to_be_visible()
    page.locator("[name=first]").fill("Anna")
    opponent.fill("Boris")
    page.locator("[name=more]").click()
    page.locator("[name=look][formaction$='senjutsu:multi']").click()
    page.wait_for_url("**/play/?way=senjutsu:multi")
    expect(page.locator("[name=seats_red_1]")).to_have_value("Anna")
    expect(page.locator("[name=seats_blue_1]")).to_have_value("Boris")
    page.locator("[name=seats_green_1]").fill("Clara")
    page.locator("[name=seats_green_1]").press("Enter")
    page.wait_for_url("**/codes/")
    expect(page.locator(".slip-name")).to_have_count(2)
    page.goto("/")
    page.locator("label.choice:has([value='senjutsu:horde'])").click()
    page.locator(".play button.main-action").click()
    page.wait_for_url("**/pad/")
