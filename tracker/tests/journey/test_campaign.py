"""A campaign for two, three battles, on two phones, in both languages; each aftermath in ten taps (check 22)."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tracker import commands
from tracker.identity import Identity
from tracker.tests.chronicle import club
from tracker.tests.hall import caught_up, organiser
from tracker.tests.journey.layout import TOO_WIDE
from tracker.tests.journey.on_phones import Picture
from tracker.tests.journey.people import PhonePlayer, Thumb
from tracker.tests.pages.at_the_table import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
TAPS = 10
SIGN = {"en": "Sign", "ru": "Подписать"}
UNSENT = {
    "en": "No network: nothing was sent, and what you typed is still here. Send it again when the network is back.",
    "ru": "Нет сети: ничего не отправлено, а введённое осталось на странице. Отправьте ещё раз, когда сеть появится.",
}


class Warlord:
    """A player with a phone: opens matches, and does what follows them by thumb."""

    def __init__(self, page: Page, roster: str, language: str) -> None:
        self.page, self.roster, self.language = page, roster, language

    def open_match(self, stream: str, stake: str) -> None:
        self.page.goto(f"/campaigns/{stream}/")
        self.page.locator("form[action$='/play/'] select[name=stake]").select_option(stake)
        with self.page.expect_navigation():
            self.page.locator("form[action$='/play/'] button").tap()
        assert "/matches/" in self.page.url

    def aftermath(self, fallen: str = "", by: str = "", offline: bool = False) -> int:
        """From my day to the signature; returns the taps. `offline`: the network goes while the losses are tapped."""
        thumb = Thumb(self.page)
        self.page.goto("/my/")
        with self.page.expect_navigation():
            thumb.tap(self.page.locator("#campaigns a.main-action").first)
        if fallen:
            felled_by = self.page.locator(f"select[name='model_removed:{fallen}:by']")
            expect(felled_by).to_be_hidden()
            thumb.tap(self.page.locator(f"input[name='model_removed:{fallen}']"))
            felled_by.select_option(by)
            thumb.taps += 2
        if offline:
            self._unsent(thumb, fallen, by)
        with self.page.expect_navigation():
            thumb.tap(self.page.locator("#tell button.main-action"))
        if fallen:
            with self.page.expect_navigation():
                thumb.tap(self.page.locator("#roll button.main-action"))
        sign = self.page.locator("#sign button.main-action")
        expect(sign).to_have_text(SIGN[self.language])
        with self.page.expect_navigation():
            thumb.tap(sign)
        expect(sign).to_have_count(0)
        return thumb.taps

    def _unsent(self, thumb: Thumb, fallen: str, by: str) -> None:
        """Without a network nothing is sent, and everything that was tapped stays where it is."""
        note = self.page.locator("[data-offline]")
        self.page.context.set_offline(True)
        thumb.tap(self.page.locator("#tell button.main-action"))
        expect(note).to_have_text(UNSENT[self.language])
        self.page.context.set_offline(False)
        expect(note).to_be_hidden()
        expect(self.page.locator(f"input[name='model_removed:{fallen}']")).to_be_checked()
        expect(self.page.locator(f"select[name='model_removed:{fallen}:by']")).to_have_value(by)


def judged(who: Identity, stream: object, winner: str) -> None:
    """The match that was opened last is reported and confirmed at the table."""
    match = next(reversed(club.state(stream).links.values())).match  # type: ignore[arg-type]
    scenario, result = club.report(winner)
    commands.append(who, UUID(match), [scenario])
    commands.report_match(who, UUID(match), result["data"], type_=result["type"])
    caught_up()


def test_three_battles_on_two_phones(person: Callable[..., Page], picture: Picture) -> None:
    who = organiser()
    stream, (anna, boris) = club.opened(who, "Anna", "Борис")
    one = Warlord(person("Anna", phone=True), "r1", "en")
    two = Warlord(person("Борис", phone=True, language="ru"), "r2", "ru")
    for warlord, player in ((one, anna), (two, boris)):
        PhonePlayer(warlord.page).claim(code_of(player))
    battles = [
        (one, "mill", "a", ("r1/hiro-1", "r2/mika-2"), ("", "")),
        (two, "ford", "a", ("", ""), ("", "")),
        (one, "mill", "b", ("r1/mika-1", "r2/mika-2"), ("r2/hiro-2", "r1/mika-1")),
    ]
    for number, (opener, stake, winner, first, second) in enumerate(battles):
        if number == 2:
            commands.close_cycle(who, stream, 1)
            caught_up()
            if club.world(stream).rosters["r1"].fighters["hiro-1"].died:
                assert first[0] != "r1/hiro-1"
        opener.open_match(str(stream), stake)
        judged(who, stream, winner)
        picture(one.page, f"campaign-match-{number}")
        assert one.aftermath(*first) <= TAPS
        if number == 0:
            two.page.goto("/my/")
            with two.page.expect_navigation():
                two.page.locator("#campaigns a.main-action").first.tap()
            expect(two.page.locator("main")).to_contain_text("подпись есть")
            picture(two.page, "campaign-aftermath-ru")
        assert two.aftermath(*second, offline=number == 2) <= TAPS
    world = club.world(stream)
    assert sum(one.matches for one in world.rosters.values()) == 6 and not world.steps
    assert world.places["mill"].holder == "r2" and world.cycle == 1
    for warlord in (one, two):
        warlord.page.set_viewport_size({"width": 360, "height": 740})
        for path in ("", "rosters/r1/", "rosters/r2/"):
            warlord.page.goto(f"/campaigns/{stream}/{path}")
            picture(warlord.page, f"campaign-{path.replace('/', '-')}{warlord.language}")
            assert not warlord.page.evaluate(TOO_WIDE), path
