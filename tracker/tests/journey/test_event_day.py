"""An event day in the hall: five tables, phones, and the projector that shows cards, points and the fallen live."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tracker import commands
from tracker.identity import Identity
from tracker.models import ArcanumRow, CampaignRow, Player
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, match_at, state_of
from tracker.tests.journey.people import Desk, PhonePlayer
from tracker.tests.pages.at_the_table import code_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
Person = Callable[..., Page]
Picture = Callable[[Page, str], None]

FIELDS = ("Heaven", "Sea", "Camp", "Dungeon", "Serpent")
NAMES = [f"{name} {number}" for number in range(1, 6) for name in ("Anna", "Борис", "Clara", "Дина")]
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class DayDesk(Desk):
    """The organiser of an event day, at a laptop or on a phone."""

    def create_day(self, name: str) -> UUID:
        self.page.goto("/organise/")
        form = self.page.locator("form").filter(has=self.page.locator('[name="kind"][value="day"]'))
        form.get_by_label("Name of the day").fill(name)
        form.get_by_label("turn by turn").check()
        form.get_by_role("button", name="Create the event day").click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()
        self.console = self.page.url.removesuffix("players/")
        return UUID(self.console.split("/")[-3])

    def lay(self, battlefield: str, serpent: list[str], alliance: list[str]) -> None:
        self.open("players/")
        form = self.page.locator("#seats")
        for one in form.get_by_role("combobox").all():
            one.select_option(label="no seat")
        for side, names in (("Serpent", serpent), ("Alliance", alliance)):
            for name in names:
                form.get_by_label(name).select_option(label=f"{battlefield}: {side}")
        form.get_by_role("button", name="Seat them as shown").click()
        expect(self.page.get_by_role("status").first).to_contain_text("seated")

    def enter(self, card: str, table: str, side: str) -> None:
        for label, value in (("Card", card), ("Table", table), ("Side", side)):
            self.page.get_by_label(label, exact=True).select_option(label=value)
        self.page.get_by_role("button", name="Enter the card").click()

    def send(self, card: str, table: str) -> None:
        form = self.page.locator("form").filter(has_text=f"{card} goes to")
        form.get_by_role("button", name=table, exact=True).click()
        expect(self.page.get_by_role("status").first).to_contain_text("Sent")


def card_on(hall: Page, name: str) -> Locator:
    return hall.locator(".day-card").filter(has_text=name)


def table_on(hall: Page, key: str) -> Locator:
    return hall.locator(f"#table-{key}")


def test_an_event_day_from_an_empty_page_to_the_overall_result(person: Person, picture: Picture) -> None:
    User.objects.create_user("olga", password="a-long-password")
    desk, day = _prepare(person)
    hall = person("projector")
    hall.goto(f"/days/{day}/hall/")
    expect(hall.locator(".day-table")).to_have_count(5)
    desk.step("Start the day")
    expect(table_on(hall, "sea").locator(".chip.live")).to_be_visible()
    _two_phones_enter_one_card(person, desk, hall, day, picture)
    _the_card_flies(person, desk, hall, day, picture)
    _the_fallen(hall, day)
    _the_end(desk, hall, day, picture)
    for width, page in ((360, hall), (1280, hall)):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(TOO_WIDE) == 0


def _prepare(person: Person) -> tuple[DayDesk, UUID]:
    """Twenty players, two a side at each of five tables."""
    desk = DayDesk(person("organiser"))
    desk.sign_in("olga", "a-long-password")
    day = desk.create_day("The last battle")
    desk.add(*NAMES)
    for number, field in enumerate(FIELDS):
        four = NAMES[number * 4 : number * 4 + 4]
        desk.lay(field, four[:2], four[2:])
    return desk, day


def _two_phones_enter_one_card(
    person: Person, desk: DayDesk, hall: Page, day: UUID, picture: Picture
) -> None:
    """The organiser's two phones enter the same card; the day has it once, and the second phone is told why."""
    phones = []
    for name in ("judge-one", "judge-two"):
        phone = DayDesk(person(name, phone=True))
        phone.sign_in("olga", "a-long-password")
        phone.console = desk.console
        phone.open()
        phones.append(phone)
    phones[0].enter("Fool", "Sea", "Alliance")
    expect(phones[0].page.get_by_role("status").first).to_contain_text("Recorded")
    expect(card_on(hall, "Fool").locator(".chip")).to_have_text("earned")
    _enter_again(phones[1], day)
    assert ArcanumRow.objects.filter(campaign_id=day).count() == 1
    picture(phones[1].page, "day-refused")
    assert phones[1].page.evaluate(TOO_WIDE) == 0
    phones[0].send("Fool", "Heaven")


def _enter_again(phone: DayDesk, day: UUID) -> None:
    """What a phone sends whose page is older than the card: live parts do not reach it in time.

    In one step of the browser, so that no live part takes the old card away between two of ours.
    """
    with phone.page.expect_navigation():
        phone.page.evaluate(
            """() => { const card = document.querySelector('#earn-card'), form = card.form;
            card.add(new Option('Fool', 'M-fool')); card.value = 'M-fool';
            for (const [name, label] of [['table', 'Sea'], ['side', 'Alliance']]) {
                const field = form.elements[name];
                field.value = [...field.options].find((one) => one.label === label).value;
            }
            form.requestSubmit(form.querySelector("button")); }"""
        )
    expect(phone.page.locator("[data-problems]")).to_contain_text("LB-LINK-03")


def _the_card_flies(person: Person, desk: DayDesk, hall: Page, day: UUID, picture: Picture) -> None:
    """On its way while Heaven still hires; in play as soon as its players are ready; without a reload of any page."""
    player = Player.objects.get(id=state_of(day).tables["heaven"].sides["alliance"][0])
    phone = PhonePlayer(person("heaven", phone=True, language="ru"))
    phone.claim(code_of(player))
    expect(phone.page.locator(".my-cards")).to_contain_text("в пути")
    flying = card_on(hall, "Fool")
    expect(flying.locator(".chip")).to_have_text("on its way")
    expect(flying.locator(".way")).to_contain_text("Heaven")
    picture(hall, "hall-flying")
    days.set_up(match_at(day, "heaven"))
    expect(flying.locator(".chip")).to_have_text("arrived")
    expect(flying).to_have_class("day-card arrived fresh")
    flying.evaluate("(card) => { card.dataset.exchanged = 'not yet' }")
    hall.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
    expect(hall.locator("[data-exchanged]")).to_have_count(0)
    expect(flying).to_have_class("day-card arrived fresh")
    expect(phone.page.locator(".my-cards")).to_contain_text("пришла")
    assert phone.page.evaluate(TOO_WIDE) == 0
    with hall.expect_navigation():
        flying.get_by_role("link", name="Fool").click()
    expect(hall.locator(":target .what")).to_contain_text("Fool")
    hall.go_back()


def _the_fallen(hall: Page, day: UUID) -> None:
    """A figure falls at Sea while the hall watches."""
    sea = match_at(day, "sea")
    days.set_up(sea)
    player = state_of(day).tables["sea"].sides["alliance"][0]
    fell = {"figure_id": f"{player}-leader", "how": "killed", "owner": player}
    quiet = {"turn": 1, "strategy": {"serpent": 0, "alliance": 0}}
    append(sea, ("turn_reported", {**quiet, "casualties": [fell]}))
    expect(table_on(hall, "sea")).to_contain_text("1 figure fell")
    expect(table_on(hall, "sea").locator(".chip")).to_have_text("after turn 1")
    expect(hall.locator(".hall-fallen")).to_contain_text("leader")
    expect(hall.locator(".hall-fallen")).to_be_visible(timeout=60_000)  # the parts take turns


def _the_end(desk: DayDesk, hall: Page, day: UUID, picture: Picture) -> None:
    """Results come in, fates are told, the day is over: the hall shows the saved and the winner."""
    who = Identity(User.objects.get(username="olga"))
    for number, table in enumerate(state_of(day).tables):
        days.report(who, day, table, serpent=number % 2, alliance=2)
    expect(table_on(hall, "sea").locator(".chip.done")).to_be_visible(timeout=60_000)
    desk.open()
    desk.page.reload()
    saved = desk.page.locator("form.day-fates").filter(has_text="leader")
    saved.get_by_label("saved").check()
    saved.get_by_role("button", name="Publish the fates of Sea").click()
    expect(hall.locator(".hall-fallen .chip.good")).to_have_text("saved")
    expect(desk.page.locator("#action .main-action")).to_have_text("Finish the day")
    desk.press("Finish the day")
    expect(hall.locator(".verdict")).to_be_visible(timeout=60_000)
    expect(hall.locator(".hall-head .chip")).to_have_text("finished")
    row = CampaignRow.objects.get(stream_id=day)
    assert (row.status, row.winner) == ("finished", "alliance")
    expect(hall.locator(".day-total").first.locator(".won .number")).to_have_text("5")
    picture(hall, "hall-end")


def test_the_day_can_be_run_and_read_by_keyboard_and_opens_its_numbers(person: Person) -> None:
    """The console's keys, the order of the tab key on the day's page, a number that opens down to the event."""
    user = User.objects.create_user("olga", password="a-long-password")
    day = days.started(Identity(user), seats=2)
    commands.create_arcanum(Identity(user), day, arcana="M-fool", table="sea", side="alliance")
    days.report(Identity(user), day, "sea", 2, 1)
    page = person("keyboard")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/days/{day}/")
    assert page.evaluate(TOO_WIDE) == 0
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.day-total .won summary')"):
            break
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    opened = page.locator(".day-total .explain[open]").first
    expect(opened).to_contain_text("Sea")
    assert page.evaluate(TOO_WIDE) == 0
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(":target .what")).to_contain_text("confirmed")
    desk = Desk(person("desk"))
    desk.sign_in("olga", "a-long-password")
    desk.page.goto(f"/days/{day}/console/")
    desk.page.keyboard.press("p")
    desk.page.wait_for_url("**/console/players/")
    desk.page.keyboard.press("c")
    desk.page.wait_for_url("**/console/codes/")
    expect(desk.page.locator(".slip")).to_have_count(20)


def test_every_page_of_a_day_fits_a_small_phone_in_the_longer_language(person: Person) -> None:
    user = User.objects.create_user("olga", password="a-long-password")
    day = days.started(Identity(user), seats=3)
    for card, table in (("M-fool", "sea"), ("M-hanged", "dungeon")):
        commands.create_arcanum(Identity(user), day, arcana=card, table=table, side="alliance")
    commands.grant_arcanum(Identity(user), day, arcana="M-hanged", table="camp")
    killed = {"figure_id": "Hero of a very long name indeed", "how": "killed"}
    owner = state_of(day).tables["dungeon"].sides["alliance"][0]
    days.report(Identity(user), day, "dungeon", casualties=[{**killed, "owner": owner}])
    page = person("small", phone=True, language="ru")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/organise/")
    page.locator("#id_username").fill("olga")
    page.locator("#id_password").fill("a-long-password")
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url("**/organise/")
    for path in ("", "hall/", "log/", "console/", "console/players/", "console/codes/"):
        page.goto(f"/days/{day}/{path}")
        for fold in page.locator("main details").all():
            fold.evaluate("fold => { fold.open = true; }")
        assert page.evaluate(TOO_WIDE) == 0, path
