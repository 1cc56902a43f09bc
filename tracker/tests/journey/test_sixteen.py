"""An event of sixteen with every accident of a day, by an organiser who counts their clicks: at most 116.

Counted is whatever a hand does: taps, fields, both taps of a choice from a list, an address typed, a page looked at
anew (which the live page spares whoever waits) and the print dialogue. The players report and confirm their tables on
their own phones, but for one in each Swiss round, which the organiser types from its slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser, User
from playwright.sync_api import Locator, Page, expect

from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import MatchRow, Player
from tracker.tests.hall import caught_up

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]

CLICKS = 116
NAMES = (
    "Ada Berg", "Борис Орлов", "Carl Lind", "Дина Ким", "Eva Roth", "Фёдор Цой", "Gita Rao", "Hugo Diaz",
    "Ilse Kraus", "Jan Novak", "Kira Sol", "Leo Marsh", "Mia Falk", "Nils Holm", "Olga Petrova", "Paul Reed",
)  # fmt: skip
Picture = Callable[[Page, str], None]


class Hand:
    """The organiser's hand: a tap, a field that is filled and a page that is opened are a click, a choice from a list
    two. Everything goes through it."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.console = page, 0, ""

    @property
    def event(self) -> UUID:
        return UUID(self.console.split("/events/")[1].split("/")[0])

    @property
    def state(self) -> Any:
        return selectors.current_state(self.event).state

    def tap(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def open(self, address: str) -> None:
        self.clicks += 1
        self.page.goto(address)

    def look(self) -> None:
        """The console as it is now."""
        self.open(self.console)

    def fill(self, label: str, text: str, within: Locator | None = None) -> None:
        self.clicks += 1
        (within or self.page).get_by_label(label, exact=True).first.fill(text)

    def choose(self, label: str, text: str, within: Locator) -> None:
        self.clicks += 2
        within.get_by_label(label, exact=True).first.select_option(label=text)

    def press(self, text: str, within: Locator | None = None) -> None:
        self.tap((within or self.page).get_by_role("button", name=text, exact=True).first)

    def follow(self, text: str, within: Locator | None = None) -> None:
        self.tap((within or self.page).get_by_role("link", name=text, exact=True).first)

    def said(self, text: str) -> None:
        expect(self.page.locator("#messages")).to_contain_text(text)

    def tab(self, text: str) -> None:
        self.follow(text, self.page.locator("nav.tabs"))

    def step(self, text: str) -> None:
        """The one main action of the console, from whichever of its pages."""
        action = self.page.locator(".main-action").first
        expect(action).to_have_text(text)
        self.tap(action)


def test_an_event_of_sixteen_in_few_clicks(person: Callable[..., Page], picture: Picture) -> None:
    User.objects.create_user("olga", password="a-long-password")
    hand = Hand(person("organiser"))
    _create(hand, picture)
    _come(hand, picture)
    _first_round(hand, person, picture)
    _second_round(hand, picture)
    _third_round(hand)
    _cut(hand, picture)
    assert hand.clicks <= CLICKS, hand.clicks


def _create(hand: Hand, picture: Picture) -> None:
    page = hand.page
    hand.open("/organise/")
    hand.fill("Username", "olga")
    hand.fill("Password", "a-long-password")
    hand.press("Sign in", page.get_by_role("main"))
    hand.fill("Name of the event", "Autumn cup")
    hand.press("Create the event")
    expect(page.get_by_role("heading", name="Autumn cup")).to_be_visible()
    hand.console = page.url.removesuffix("players/")
    hand.tab("Settings")
    hand.fill("Starts", "2026-11-28T10:00")
    hand.fill("Place", "Town hall")
    hand.press("Save")
    hand.said("Saved")
    hand.choose("Everybody hands in a list", "no", page.get_by_role("main"))
    hand.press("Change these settings")
    hand.said("changed")
    picture(page, "sixteen-settings")


def _come(hand: Hand, picture: Picture) -> None:
    """Fifteen are pasted, all but two are in the hall; one more comes late, to the door."""
    page = hand.page
    hand.tab("Players and lists")
    hand.fill("Players, one per line", "\n".join(NAMES[:15]))
    hand.press("Add these players")
    hand.said("15 players added")
    hand.press("Check in all 15")
    hand.said("All are checked in")
    hand.press(f"{NAMES[14]} is in the hall; undo")
    expect(page.get_by_role("button", name=f"Check in {NAMES[14]}")).to_be_visible()
    picture(page, "sixteen-players")


def _first_round(hand: Hand, person: Callable[..., Page], picture: Picture) -> None:
    """A swap in the draft, the clock, a call for a judge, a no-show, a dispute."""
    page = hand.page
    hand.tab("Now")
    hand.step("Draw round 1")
    hand.tab("Draw")
    drawn = hand.state.current
    names = selectors.player_names(drawn.players())
    one, other = (names[drawn.pairings[at].sides["serpent"][0]] for at in (0, 1))
    swap = page.locator("#swap")
    hand.choose("Player", one, swap)
    hand.choose("And the other player", other, swap)
    hand.press("See what gets worse", swap)
    expect(swap.get_by_role("status")).to_be_visible()
    picture(page, "sixteen-swap")
    hand.fill("Reason", "they came in one car", swap)
    hand.press("Swap them", swap)
    hand.said("made by hand")
    hand.step("Publish round 1")
    hand.step("Start round 1")
    hand.press("Start the clock")
    hand.said("The clock runs")
    _call(hand, person, picture)
    _printed(hand)
    _no_show(hand, 7)
    _disputed(hand, picture)
    _typed(hand)
    _play(hand)
    _close(hand, 1)


def _call(hand: Hand, person: Callable[..., Page], picture: Picture) -> None:
    """A player calls on the phone; the console says where."""
    player = Player.objects.get(pk=hand.state.current.pairings[2].sides["serpent"][0])
    phone = person("phone", phone=True)
    phone.goto(f"/claim/{player.claim_code}/")
    phone.get_by_role("button", name=f"I am {player.name}").click()
    phone.goto("/my/")
    phone.get_by_text("Call a judge", exact=True).click()
    phone.get_by_label("What about? (may stay empty)").fill("line of sight")
    picture(phone, "sixteen-phone")
    phone.get_by_role("button", name="Call a judge to table 3").click()
    expect(phone.get_by_text("You called a judge")).to_be_visible()
    hand.look()
    expect(hand.page.get_by_text("line of sight")).to_be_visible()
    picture(hand.page, "sixteen-now")
    hand.press("I am at table 3")
    hand.said("answered")


def _printed(hand: Hand) -> None:
    """Slips and place cards are found and printed: no more pages than they need. What the edge of a page must not cut
    says `test_print`."""
    for tab, link, most in (("Players and lists", "Place cards", 3), ("Now", "Result slips", 2)):
        hand.tab(tab)
        hand.follow(link)
        expect(hand.page.get_by_role("heading", name=link)).to_be_visible()
        hand.clicks += 1
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", hand.page.pdf(format="A4"))) <= most, link
    hand.tab("Now")


def _no_show(hand: Hand, table: int) -> None:
    hand.follow(f"More for table {table}")
    hand.tap(hand.page.get_by_text("did not come").first)
    hand.fill(
        "Reason", "not there after 15 minutes", hand.page.locator("form").filter(has_text="What happened")
    )
    hand.press("Settle this table")
    hand.said("settled")


def _rows(hand: Hand) -> Iterator[MatchRow]:
    caught_up()
    for table in hand.state.current.pairings:
        if not table.settled:
            yield MatchRow.objects.get(pk=table.match)


def _told(row: MatchRow, serpent: int, alliance: int) -> dict[str, Any]:
    strategy = {"serpent": serpent, "alliance": alliance}
    result = "draw" if serpent == alliance else max(strategy, key=strategy.__getitem__)
    return {"type": "match_reported", "data": {"turns": 5, "strategy": strategy, "result": result}}


def _players(row: MatchRow) -> dict[str, Identity]:
    return {
        side: Identity(AnonymousUser(), frozenset(str(player) for player in players))
        for side, players in row.sides.items()
    }


def _reported(row: MatchRow, serpent: int, alliance: int) -> dict[str, Any]:
    """One of the players reports the match; the outcome that both confirm."""
    commands.append(_players(row)["serpent"], row.stream_id, [_told(row, serpent, alliance)])
    outcome = selectors.outcome(row.stream_id)
    return {"vp": outcome.vp, "winner": outcome.winner}


def _typed(hand: Hand) -> None:
    """One table's slip comes to the desk, and is typed there."""
    hand.look()
    hand.follow("Enter the result")
    for side, vp in (("serpent", 3), ("alliance", 1)):
        hand.tap(
            hand.page.locator("label", has=hand.page.locator(f'input[name="strategy_{side}"][value="{vp}"]'))
        )
    hand.press("Enter this result")
    hand.page.wait_for_url("**/console/")


def _play(hand: Hand) -> None:
    """Every table that is not settled: reported by one player, confirmed by both."""
    for at, row in enumerate(_rows(hand)):
        agreed = _reported(row, *((3, 1), (1, 3), (2, 0))[at % 3])
        for side, who in _players(row).items():
            data = {"side": side, **agreed}
            commands.append(who, row.stream_id, [{"type": "result_confirmed", "data": data}])
    caught_up()


def _disputed(hand: Hand, picture: Picture) -> None:
    """One player contests; the judge goes there and confirms what was reported."""
    row = next(_rows(hand))
    _reported(row, 3, 1)
    data = {"side": "alliance", "reason": "the last turn was not played"}
    commands.append(_players(row)["alliance"], row.stream_id, [{"type": "result_contested", "data": data}])
    caught_up()
    hand.look()
    expect(hand.page.get_by_text("the last turn was not played")).to_be_visible()
    picture(hand.page, "sixteen-dispute")
    hand.follow("Decide")
    hand.tap(hand.page.locator("#action a").first)
    hand.tap(hand.page.locator('form[data-step="confirm"] button').last)
    expect(hand.page.locator("main")).to_contain_text("The result is confirmed.")
    caught_up()
    assert hand.state.current.find(row.table).result is not None


def _close(hand: Hand, number: int) -> None:
    hand.look()
    hand.step(f"Close round {number}")
    hand.said("closed")


def _start(hand: Hand, number: int) -> None:
    hand.step(f"Draw round {number}")
    expect(hand.page.locator(".main-action").first).to_have_text(f"Publish round {number}")
    hand.press("Publish and start it at once")
    hand.said("a match is open at every table")


def _second_round(hand: Hand, picture: Picture) -> None:
    """Somebody comes late, somebody leaves, somebody is penalised."""
    page = hand.page
    hand.tab("Players and lists")
    hand.fill("Players, one per line", NAMES[15])
    hand.press("Add these players")
    hand.press(f"Check in {NAMES[15]}")
    expect(page.get_by_role("button", name=f"{NAMES[15]} is in the hall; undo")).to_be_visible()
    hand.press(f"Check in {NAMES[14]}")
    expect(page.get_by_role("button", name=f"{NAMES[14]} is in the hall; undo")).to_be_visible()
    hand.follow(NAMES[3])
    notes = page.locator("form").filter(has_text="A warning has no points")
    hand.choose("What", "Penalty", notes)
    hand.fill("Reason", "slow play", notes)
    hand.press("Note this decision", notes)
    hand.said("Noted")
    picture(page, "sixteen-player")
    hand.tab("Players and lists")
    hand.follow(NAMES[5])
    hand.press(f"Drop {NAMES[5]}")
    hand.said("Dropped")
    hand.tab("Now")
    _start(hand, 2)
    _typed(hand)
    _play(hand)
    _close(hand, 2)
    assert NAMES[5] not in selectors.player_names(hand.state.current.players()).values()


def _third_round(hand: Hand) -> None:
    """A result of round 1 was read upside down: it is edited, with a preview, and the places follow."""
    _start(hand, 3)
    _typed(hand)
    _play(hand)
    _correct_the_first_round(hand)
    _close(hand, 3)


def _correct_the_first_round(hand: Hand) -> None:
    page = hand.page
    row = MatchRow.objects.filter(tournament_id=hand.event, round=1, winner="serpent").order_by("table")[0]
    hand.look()
    hand.tab("Public page")
    hand.follow("Pairings", page.locator("nav.tabs"))
    hand.follow("by table")
    hand.tap(page.get_by_role("link", name="1", exact=True).first)
    line = page.locator("tr").filter(has=page.locator(f'a[href*="{row.stream_id}"]'))
    hand.follow("Edit this result", line)
    for side, vp in (("serpent", 0), ("alliance", 3)):
        button = page.locator(f'input[name="strategy_{side}"][value="{vp}"]')
        hand.tap(page.locator("label", has=button))
    hand.press("See what changes")
    expect(page.locator("[data-problems]")).to_contain_text("tournament points")
    hand.press("Confirm this correction")
    expect(page).to_have_url(f"{page.url.partition('/matches/')[0]}/matches/{row.stream_id}/")
    caught_up()
    assert hand.state.rounds[0].find(row.table).result.winner == "alliance"


def _cut(hand: Hand, picture: Picture) -> None:
    """The best four play on, until a podium stands on the event's page."""
    page = hand.page
    hand.tab("Draw")
    hand.follow("Stages: play-off, groups")
    stage = page.locator("form").filter(has=page.get_by_role("button", name="Show who goes on"))
    if not stage.is_visible():
        hand.tap(page.get_by_text("Play the stage in another way"))
    hand.choose("Format", "single elimination", stage)
    hand.fill("How many go on", "4", stage)
    hand.press("Show who goes on", stage)
    hand.fill("Reason", "the best four by the standings")
    hand.tap(page.locator(".main-action").first)
    hand.look()
    for number in (4, 5):
        _draw_bracket(hand, number)
        _play(hand)
        _close(hand, number)
    hand.step("Finish the event")
    hand.said("over")
    hand.tab("Public page")
    picture(page, "sixteen-podium")
    last = hand.state.current.pairings[0]
    names = selectors.player_names(hand.state.current.players())
    podium = page.locator(".podium-places li")
    expect(podium.first).to_contain_text(names[last.sides[last.result.winner][0]])
    assert podium.count() in (3, 4), "those who lost the semifinals may share the third place"
    assert selectors.tournament(hand.event).status == "finished"  # type: ignore[union-attr]


def _draw_bracket(hand: Hand, number: int) -> None:
    action = hand.page.locator(".main-action").first
    hand.tap(action)
    if not hand.page.url.endswith("/round/"):
        hand.tab("Draw")
    if hand.state.current.round < number:
        hand.tap(hand.page.locator(".main-action").first)
    hand.press("Publish and start it at once")
    hand.said("a match is open at every table")
