"""What the people of a journey do, in their own words: an organiser at the desk, a player with a phone."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

LISTS = "{name} guard; 15; 2\n{name} scout; 10; 1"


class Thumb:
    """Taps and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def choose(self, label: str, value: str) -> None:
        """A list that drops down costs two taps."""
        self.page.get_by_label(label, exact=True).select_option(value)
        self.taps += 2


class Desk:
    """The organiser at a laptop. `console` is the address of the event's console."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console = ""

    def sign_in(self, name: str, password: str) -> None:
        self.page.goto("/organise/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()

    def create(self, name: str) -> None:
        self.page.get_by_label("Name of the event").fill(name)
        self.page.get_by_role("button", name="Create the event", exact=True).click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()
        self.console = self.page.url.removesuffix("players/")

    def add(self, *lines: str) -> None:
        self.open("players/")
        self.page.get_by_label("Players, one per line").fill("\n".join(lines))
        self.page.get_by_role("button", name="Add these players").click()
        expect(self.page.get_by_role("status").first).to_contain_text("added")

    def open(self, part: str = "") -> None:
        """A page of the console; where the desk is there already, it stays, as a person would."""
        if self.page.url != self.console + part:
            self.page.goto(self.console + part)

    def take_list(self, player: str) -> None:
        """A paper list, typed in at the desk."""
        self.open("players/")
        row = self.page.locator("#people tr").filter(has_text=player)
        row.get_by_role("link", name="enter a list").click()
        text = f"{player} captain\n{LISTS.format(name=player)}"
        self.page.get_by_label("Paste a list, or copy this one").fill(text)
        self.page.get_by_role("button", name="Read it and hand in").click()
        self.page.wait_for_url("**/console/players/")

    def check_in(self, player: str) -> None:
        self.open("players/")
        self.page.get_by_role("button", name=f"Check in {player}").click()
        expect(self.page.get_by_role("button", name=f"{player} is in the hall; undo")).to_be_visible()

    def step(self, text: str) -> None:
        """The console's next step, whose name must be this one."""
        self.page.goto(self.console)
        self.press(text)

    def press(self, text: str) -> None:
        action = self.page.locator(".main-action").first
        expect(action).to_have_text(text)
        action.click()

    def code_of(self, player: str) -> str:
        self.page.goto(f"{self.console}codes/")
        slip = self.page.locator(".slip").filter(has_text=player)
        if not slip.count():
            # The code was used: a new one frees the player from the device that has it.
            self.page.get_by_role("link", name=player, exact=True).click()
            self.page.get_by_role("button", name="New player's code").click()
        return slip.first.locator(".slip-code").inner_text().strip()

    def pairing(self, number: int) -> tuple[str, str]:
        """The two players of a table, side A first."""
        self.open()
        row = self.page.locator("#tables tbody tr").filter(has=self.page.get_by_text(str(number), exact=True))
        names = row.first.locator(".versus .side").all_inner_texts()
        return _name(names[0]), _name(names[1])

    def type_result(self, alliance: int, serpent: int) -> None:
        """The first missing result of the round, as strategy VP of both sides."""
        self.open()
        self.page.get_by_role("link", name="Enter the result").first.click()
        for side, vp in (("alliance", alliance), ("serpent", serpent)):
            self._points(side, vp)
        self.page.get_by_role("button", name="Enter this result").click()
        self.page.wait_for_url("**/console/")

    def _points(self, side: str, vp: int) -> None:
        """Taps what a person sees, the label, once it stands still: the button in it is not drawn."""
        button = self.page.locator(f'input[name="strategy_{side}"][value="{vp}"]')
        self.page.locator("label", has=button).click()
        expect(button).to_be_checked()

    def correct(self, first: int, second: int, reason: str) -> None:
        """On the page of a match: the new result is entered once, looked at, confirmed."""
        self.page.get_by_role("link", name="Edit this result").click()
        for side, vp in (("alliance", first), ("serpent", second)):
            self._points(side, vp)
        self.page.get_by_label("Reason (everyone will see it)").fill(reason)
        self.page.get_by_role("button", name="See what changes").click()
        expect(self.page.locator("[data-problems]")).to_contain_text("tournament points")
        self.page.get_by_role("button", name="Confirm this correction").click()
        self.page.wait_for_url(re.compile(r"/matches/[0-9a-f-]+/$"))

    def missing(self) -> int:
        self.open()
        return self.page.get_by_role("link", name="Enter the result").count()


def _name(text: str) -> str:
    """The first line of a side: its player, without the mark of the side."""
    return re.split(r"\s*\n\s*|\s+(?:Alliance|Serpent)$", text.strip())[0]


class PhonePlayer:
    """A player with a phone. Steps are found by what they do, so that the page may be in either language."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.match = ""

    def claim(self, code: str) -> None:
        self.page.goto("/claim/")
        self.page.locator("#code").fill(code.lower())
        self.page.locator(".main-action").click()
        self.page.locator("form .main-action").click()
        self.page.wait_for_url("**/my/")

    def to_my_match(self) -> None:
        """My day's one main action."""
        self.page.goto("/my/")
        self.page.locator(".main-action").click()
        self.page.wait_for_url("**/pad/")
        self.match = self.page.url.removesuffix("pad/")

    def open_pad(self) -> None:
        self.page.goto(f"{self.match}pad/")

    def form(self, step: str) -> Any:
        """A step's form; folded steps are opened first."""
        form = self.page.locator(f'form[data-step="{step}"]')
        expect(form).to_have_count(1)
        if not form.is_visible():
            self.page.locator("details.step").filter(has=form).locator("summary").first.click()
        expect(form).to_be_visible()
        return form

    def tap(self, form: Any, field: str, value: str) -> None:
        form.locator(f'input[name="{field}"][value="{value}"]').check(force=True)

    def send(self, form: Any) -> None:
        """Sends a step, and waits for the page that follows."""
        key = form.locator("input[name=key]").input_value()
        form.locator(".actions button").click()
        expect(self.page.locator(f'input[name=key][value="{key}"]')).to_have_count(0)

    def choose_common_scheme(self) -> str:
        """Keeps a dealt scheme, which stays secret, that does not hang on one figure's fate."""
        form = self.form("scheme_chosen")
        options = [
            (json.loads(option.input_value()), option)
            for option in form.locator('input[name="choice"]').all()
        ]
        told = ((str(event["scheme"]), option) for event, option in options)
        chosen, option = next((key, one) for key, one in told if key not in ("vendetta", "scapegoat"))
        option.check(force=True)
        self.send(form)
        return chosen

    def hire(self) -> None:
        self.send(self.form("squad_hired"))

    def note(self) -> None:
        """Writes down figures that fit: own ones from the end of the list, the first enemy."""
        form = self.form("scheme_noted")
        for fold in form.locator("details:not([open]) > summary").all():
            fold.click()
        own, enemy = form.locator('select[name^="own:"]'), form.locator('select[name^="enemy:"]')
        for place in range(own.count()):
            own.nth(place).select_option(index=own.nth(place).locator("option").count() - 1 - place)
        for place in range(enemy.count()):
            enemy.nth(place).select_option(index=1)
        self.send(form)

    def held(self) -> str:
        """What the player sees while holding the button of the secret."""
        button = self.page.locator("[data-secret]").first
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        value = self.page.locator(".secret .value").first
        expect(value).to_be_visible()
        text = value.inner_text()
        self.page.mouse.up()
        expect(value).to_be_hidden()
        return text
