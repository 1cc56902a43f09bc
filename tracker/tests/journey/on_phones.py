"""A match that a `PadPlay` decides, in the browsers of its two players: every form is filled and tapped there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tracker import selectors
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.journey.test_phone_layout import TOO_WIDE
from tracker.tests.pages.at_the_table import Phone, code_of
from tracker.tests.pages.pad_play import PLAIN, Form, PadPlay

Picture = Callable[[Any, str], None]
FILL = """
([step, player, fields]) => {
  const forms = [...document.querySelectorAll(`form[data-step="${step}"]`)];
  const fits = (form) => (new FormData(form).get("player") || "") === player;
  const form = forms.find((one) => fits(one) && Object.keys(fields).every((name) => form_has(one, name)))
    || forms.find(fits) || forms[0];
  function form_has(one, name) { return one.elements.namedItem(name) !== null; }
  function open_all(from, to) {
    for (let up = from; up && up !== to; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  }
  open_all(form, null);
  for (const control of form.querySelectorAll("input, select, textarea")) {
    if (!control.name || !(control.name in fields || ["radio", "checkbox"].includes(control.type))) continue;
    const told = fields[control.name] || [];
    if (control.type === "hidden") continue;
    if (told.some(Boolean)) open_all(control, form);
    if (["radio", "checkbox"].includes(control.type)) control.checked = told.includes(control.value);
    else if (control.tagName === "SELECT") for (const one of control.options) one.selected = told.includes(one.value);
    else control.value = told[0] || "";
  }
  for (const button of form.querySelectorAll("button")) open_all(button, form);
  form.setAttribute("data-tapped", "");
}
"""


class OnPhones:
    """Sends what a `PadPlay` decides through the browsers of the two players."""

    def __init__(self, play: PadPlay, pages: Mapping[str, Page]) -> None:
        self.play, self.pages, self.sent = play, pages, 0

    def sends(self, phone: Phone, form: Form, fields: Mapping[str, Any]) -> None:
        page, before = self.pages[phone.id], selectors.head(self.play.match).version
        told = {
            name: [str(one) for one in value] if isinstance(value, list) else [str(value)]
            for name, value in fields.items()
            if name not in PLAIN and value is not None
        }
        page.goto(self.play.path + self.asked(form), timeout=60_000)
        self.look(page, form)
        page.evaluate(FILL, [form.step, form.player, told])
        form_there = page.locator("form[data-tapped]")
        if "roll" in told and see_the_dice(form_there, Locator.click):  # they stay as they fell
            page.locator(f"form[data-step={form.step}]").first.evaluate("form => form.dataset.tapped = ''")
        rolls = form_there.locator("button[name=roll]")
        (rolls if "roll" in told and rolls.count() else form_there.get_by_role("button")).first.click()
        expect(page.locator("form[data-tapped]")).to_have_count(0)
        assert selectors.head(self.play.match).version > before, (
            form.step,
            told,
            page.inner_text("main")[:800],
        )
        self.play.taken.append(f"{phone.player}: {form.step}")
        self.sent += 1

    def look(self, page: Page, form: Form) -> None:
        """Before a form is filled in."""

    def asked(self, form: Form) -> str:
        """What the address of the pad says besides."""
        return f"?open={form.step}" if form.rare else ""


def see_the_dice(form: Locator, tap: Callable[[Locator], None]) -> bool:
    """Where dice of the server may be rolled again, they are asked for by a link and then stand in the form."""
    link = form.locator(".rolled a.main-action")
    if not link.count():
        return False
    with form.page.expect_navigation():
        tap(link)
    return True


def phones(
    play: PadPlay, person: Callable[..., Page], made: type[OnPhones] = OnPhones
) -> tuple[OnPhones, Page, Page]:
    """Anna's phone in English, the other player's in Russian."""
    guard, intruder = person("Anna", phone=True), person("Борис", phone=True, language="ru")
    pages = {}
    for page, phone in zip((guard, intruder), play.phones, strict=True):
        assert phone.player is not None
        PhonePlayer(page).claim(code_of(phone.player))
        pages[phone.id] = page
    tapped = made(play, pages)
    play._send = tapped.sends  # type: ignore[method-assign]
    return tapped, guard, intruder


def looked_at(page: Page, path: str, picture: Picture, name: str) -> None:
    page.goto(path)
    assert page.evaluate(TOO_WIDE) == 0, path
    picture(page, name)
