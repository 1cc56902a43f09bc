"""Bad Wi-Fi: turns logged without a network are kept on the phone, sent in order, and a refused one is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tracker import selectors
from tracker.models import Claim, Player
from tracker.tests.journey.people import PhonePlayer
from tracker.tests.journey.test_door import dealt
from tracker.tests.pages.at_the_table import Table, code_of
from tracker.tests.pages.brawl import Brawl, done
from tracker.tests.pages.test_super_fantasy_brawl import result
from tracker.tests.visitors import soon

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
Person = Callable[..., Page]


def at_the_pad(person: Person, table: Table) -> PhonePlayer:
    assert table.alliance.player is not None
    phone = PhonePlayer(person("phone", phone=True))
    phone.claim(code_of(table.alliance.player))
    phone.to_my_match()
    return phone


def wait_for_version(table: Table, phone: PhonePlayer, turn: int) -> None:
    """The phone sends by itself; its pad then shows the turn after the last one that arrived."""
    expect(phone.page.locator('form[data-step="turn"] input[name=turn]')).to_have_value(str(turn + 1))
    expect(phone.page.locator("#queue")).to_be_hidden()
    assert table.state.play.turn == turn


def test_two_turns_without_a_network_arrive_in_order(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    for turn in (1, 2):
        form = phone.form("turn")
        expect(form.locator("input[name=turn]")).to_have_value(str(turn))
        if turn == 2:
            expect(phone.page.locator(".step h2")).to_have_text("Turn 2")
            phone.tap(form, "strategy_alliance", "1")
        form.locator(".actions button").click()
        expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", str(turn))
    assert table.state.play.turn == 0
    phone.page.context.set_offline(False)
    wait_for_version(table, phone, 2)
    assert [(line.turn, line.vp) for line in selectors.outcome(table.match).lines] == [(2, 1)]


def test_a_report_that_waits_is_not_queued_a_second_time(person: Person) -> None:
    """The second one was refused once the first had arrived."""
    table = Table("sea", detail="summary")
    phone = at_the_pad(person, table)
    queue, form = phone.page.locator("#queue"), phone.form("report")
    phone.page.context.set_offline(True)
    for side in ("alliance", "serpent"):
        phone.tap(form, f"strategy_{side}", "0")
    for _tap in range(2):
        form.locator(".actions button").click()
        expect(queue.locator(".chip")).to_have_attribute("data-waiting", "1")
    expect(queue).to_contain_text("Waiting already, it is sent once")
    expect(queue.get_by_role("button")).to_have_count(0)
    phone.tap(form, "strategy_alliance", "1")
    form.locator(".actions button").click()
    queue.get_by_role("button", name="Send this one instead").click()
    expect(queue.locator(".chip")).to_have_attribute("data-waiting", "1")
    expect(queue).not_to_contain_text("waiting already")
    phone.page.context.set_offline(False)
    expect(queue).to_be_hidden()
    soon(lambda: selectors.outcome(table.match).vp.get("alliance") == 1, "the report that was sent instead")


def test_of_a_turn_from_which_the_next_one_follows_one_is_kept(person: Callable[..., Page]) -> None:
    """The turn of the other player was queued under the form of this one's turn, to be refused an hour later."""
    table = Brawl(method="tournament_draft")
    table.drafted()
    assert table.anna.player is not None
    phone = PhonePlayer(person("phone", phone=True))
    phone.claim(code_of(table.anna.player))
    phone.page.goto(phone.page.url.partition("/my")[0] + table.pad)
    queue, form = phone.page.locator("#queue"), phone.form("turn_recorded")
    assert table.play.active == table.anna.id
    phone.page.context.set_offline(True)
    for tap in range(3):
        if tap == 2:
            form.locator("select").first.select_option(index=1)
        form.locator("button.main-action").click()
        expect(queue.locator(".chip")).to_have_attribute("data-waiting", "1")
        expect(queue.locator(".again")).to_have_count(min(tap, 1))
    expect(queue).to_contain_text("What comes next can be filled in once this has been sent.")
    expect(queue.get_by_role("button")).to_have_text(["Send this one instead"])
    phone.page.context.set_offline(False)
    expect(queue).to_be_hidden()
    assert table.play.active == table.boris.id


@pytest.mark.soak
def test_an_entry_of_which_there_may_be_two_is_kept_twice_when_asked_for(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    step = phone.page.evaluate(
        """() => ["a", "b"].map((key) => window.warledgerQueue.add("/x/", `step=move&player=&key=${key}`, "Move"))"""
    )
    assert step == [True, False]
    queue = phone.page.locator("#queue")
    queue.get_by_role("button", name="Log it a second time").click()
    expect(queue.locator(".chip")).to_have_attribute("data-waiting", "2")


def test_whoever_falls_in_a_second_turn_without_a_network_is_logged(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two equal figures either may be tapped; the next turn asks for the other."""
    monkeypatch.setattr("tracker.commands.opening.sample", dealt)
    table = Table("camp")
    table.choose()
    table.alliance.tap(
        table.match,
        "squad_hired",
        leader="Anna",
        figures="guard; 5; 1\nguard; 5; 1\nscout; 5; 1\narcher; 5; 1\nbear; 5; 1",
    )
    table.serpent.tap(table.match, "squad_hired")
    for one in (table.alliance, table.serpent):
        one.tap(table.match, "scheme_noted")
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    for turn, row in enumerate((1, 0, 0), start=1):
        form = phone.form("turn")
        if turn == 1:
            form.locator("summary").first.click()
        figures = form.locator(".figure-row", has_text="scout" if turn == 3 else "guard")
        figures.nth(row).locator("select").select_option("killed")
        form.locator(".actions button").click()
        expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", str(turn))
    phone.page.context.set_offline(False)
    wait_for_version(table, phone, 3)
    assert [one.figure_id for one in table.state.play.fallen] == ["guard", "guard", "scout"]


def test_a_refused_entry_says_what_had_been_entered(person: Person) -> None:
    """Of an older page, of which the program cannot read everything."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    form = phone.form("turn")
    phone.page.evaluate(
        """() => document.querySelector("form[data-step=turn]").insertAdjacentHTML("beforeend",
        '<label for="old">Challenge met<input id="old" name="old" value=""></label>')"""
    )
    phone.page.context.set_offline(True)
    form.locator("summary").first.click()
    form.locator(".figure-row select").first.select_option(label="killed")
    form.locator("#old").fill("Hold the middle")
    form.locator(".actions button").click()
    phone.page.context.set_offline(False)
    refused = phone.page.locator("#queue .refused")
    expect(refused).to_contain_text("filled in on a page of before")
    refused.get_by_text("What you had entered").click()
    expect(refused.locator("li")).to_have_text(
        [re.compile("-leader: killed$"), "Challenge met: Hold the middle"]
    )
    assert table.state.play.turn == 0


def refused_offline(person: Person, table: Brawl) -> PhonePlayer:
    """Anna's phone has filled in a result without a network that is refused when it is sent."""
    phone = PhonePlayer(person("phone", phone=True))
    assert table.anna.player is not None
    phone.claim(code_of(table.anna.player))
    phone.page.goto(phone.page.url.partition("/my")[0] + table.pad)
    form = phone.form("match_result_recorded")
    phone.page.context.set_offline(True)
    for side, points in (("a", "2"), ("b", "1")):
        phone.tap(form, f"challenge:{side}", points)
    form.get_by_label("Rounds").fill("6")
    form.locator(".actions button").click()
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue .refused")).to_contain_text("SFB-RES-01")
    return phone


def test_what_had_been_entered_is_told_with_its_sides(person: Person) -> None:
    """It said "Challenges: 2, 1": of two sides that are asked the same nobody knew which was which."""
    table = Brawl("summary")
    refused = refused_offline(person, table).page.locator("#queue .refused")
    assert re.findall(r"SFB-[A-Z]+-\d+", refused.inner_text()) == ["SFB-RES-01"], "one reason, one sentence"
    refused.get_by_text("What you had entered").click()
    expect(refused.locator("li")).to_have_text(
        ["Side A · Anna · Challenges: 2", "Side B · Борис · Challenges: 1", "Rounds played: 6"]
    )


def test_what_was_refused_says_that_its_match_is_over_and_goes_by_one_tap(person: Person) -> None:
    """It offered to be sent again after a later report had been confirmed by both."""
    table = Brawl("summary")
    phone = refused_offline(person, table)
    queue = phone.page.locator("#queue")
    refused = queue.locator(".refused")
    expect(refused).not_to_contain_text("confirmed")
    done(table.anna.tap(table.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    for one in (table.anna, table.boris):
        done(one.tap(table.match, "confirm"))
    phone.page.goto(phone.page.url.partition("/matches")[0] + "/my/")
    expect(refused).to_contain_text("The result of this match is confirmed")
    expect(refused).not_to_contain_text("SFB-RES-01")
    expect(queue.get_by_role("button", name="Send again")).to_have_count(0)
    queue.get_by_role("button", name="Delete").click()
    expect(queue).to_be_hidden()
    phone.page.reload()
    expect(queue).to_be_hidden()


def test_whoever_reported_without_a_network_is_led_to_the_report_of_the_other_side(
    person: Callable[..., Page],
) -> None:
    """It said that only the organisers can take entries back, and nothing of the result that waited to be confirmed."""
    table = Brawl("summary")
    phone = PhonePlayer(person("phone", phone=True))
    assert table.anna.player is not None
    phone.claim(code_of(table.anna.player))
    phone.page.goto(phone.page.url.partition("/my")[0] + table.pad)
    form, queue = phone.form("match_result_recorded"), phone.page.locator("#queue")
    phone.page.context.set_offline(True)
    for side, points in (("a", "2"), ("b", "5")):
        phone.tap(form, f"challenge:{side}", points)
    form.get_by_label("Rounds").fill("6")
    form.locator(".actions button").click()
    done(table.boris.tap(table.match, "match_result_recorded", **result((3, 2), (1, 2), 6)))
    phone.page.context.set_offline(False)
    expect(queue.locator(".refused")).to_contain_text(
        "The result has been entered meanwhile: compare it with yours"
    )
    queue.get_by_text("What you had entered").click()
    expect(queue).to_contain_text("Challenges: 5")
    queue.get_by_role("link", name="To the match").click()
    expect(phone.form("confirm")).to_be_visible()


@pytest.mark.soak
def test_a_reload_does_not_lose_what_waits(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.route(
        "**/pad/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "1")
    phone.page.reload()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "1")
    assert table.state.play.turn == 0
    phone.page.unroute("**/pad/")
    phone.page.reload()
    wait_for_version(table, phone, 1)


@pytest.mark.soak
def test_what_waits_is_there_for_whoever_filled_it_in_alone(person: Person) -> None:
    """The next player of a phone read it, with what had been filled in, and sent it in their own name."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.route(
        "**/pad/", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "1")
    phone.page.unroute("**/pad/")
    for one, arrives in ((table.serpent, False), (table.alliance, True)):
        phone.page.goto("about:blank")
        phone.page.context.clear_cookies()
        assert one.player is not None
        phone.claim(code_of(one.player))
        phone.to_my_match()
        if arrives:
            wait_for_version(table, phone, 1)
        else:
            expect(phone.page.locator("#queue")).to_be_hidden()
            phone.page.reload()
            expect(phone.page.locator("#queue")).to_be_hidden()
            assert table.state.play.turn == 0


@pytest.mark.soak
def test_what_the_other_side_logged_first_is_shown_and_mine_is_kept(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "1")
    table.serpent.tap(table.match, "turn")
    phone.page.context.set_offline(False)
    refused = phone.page.locator("#queue .refused")
    expect(refused).to_contain_text("Log turn 1")
    refused.get_by_role("button", name="Send again").click()
    expect(refused).to_contain_text("LB-TLOG-01")
    refused.get_by_role("button", name="Delete").click()
    expect(phone.page.locator("#queue")).to_be_hidden()
    assert table.state.play.turn == 1


@pytest.mark.soak
def test_the_pad_opens_without_a_network_once_it_was_open(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.open_pad()
    phone.page.context.set_offline(True)
    phone.open_pad()
    phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "1")
    phone.page.context.set_offline(False)
    wait_for_version(table, phone, 1)


@pytest.mark.soak
def test_a_double_tap_logs_one_turn(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.form("turn").locator(".actions button").dblclick()
    expect(phone.page.locator(".step h2")).to_have_text("Turn 2")
    assert table.state.play.turn == 1


@pytest.mark.soak
def test_the_pad_follows_what_the_other_side_does(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    expect(phone.page.locator(".step h2")).to_have_text("Turn 1")
    table.serpent.tap(table.match, "turn")
    expect(phone.page.locator(".step h2")).to_have_text("Turn 2", timeout=20_000)


@pytest.mark.soak
def test_what_was_interrupted_after_the_first_goes_on_by_itself(person: Person) -> None:
    """The connection dies between two entries: the rest is sent later, on whatever version stands then."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    for _ in range(3):
        phone.form("turn").locator(".actions button").click()
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "3")
    sent: list[str] = []

    def one_only(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.url)
        return route.continue_() if len(sent) == 1 else route.abort()

    phone.page.route("**/pad/", one_only)
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#queue .chip")).to_have_attribute("data-waiting", "2")
    assert table.state.play.turn == 1
    phone.page.unroute("**/pad/")
    phone.page.reload()
    wait_for_version(table, phone, 3)


@pytest.mark.soak
def test_a_refused_entry_holds_up_none_that_is_still_legal(person: Person) -> None:
    """The other side logged turn 1 meanwhile: mine of turn 1 is refused with its sentence, turn 2 is logged."""
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    for turn in (1, 2):
        form = phone.form("turn")
        phone.tap(form, "strategy_alliance", "1" if turn == 2 else "0")
        form.locator(".actions button").click()
    table.serpent.tap(table.match, "turn")
    phone.page.context.set_offline(False)
    refused = phone.page.locator("#queue .refused")
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("LB-TLOG-01")
    expect(phone.page.locator("#queue .chip")).to_have_count(0)
    assert table.state.play.turn == 2 and table.state.play.strategy["alliance"] == 1


@pytest.mark.soak
def test_a_phone_that_lost_its_player_is_told_so_in_words(person: Person) -> None:
    table = Table("camp")
    table.ready()
    phone = at_the_pad(person, table)
    phone.page.context.set_offline(True)
    phone.form("turn").locator(".actions button").click()
    phone.page.context.clear_cookies()
    phone.page.context.set_offline(False)
    refused = phone.page.locator("#queue .refused")
    expect(refused).to_contain_text("The form has expired")
    expect(refused).not_to_contain_text("403")


KEPT = """async () => {
  const names = await caches.keys();
  const kept = async (name) => (await (await caches.open(name)).keys()).map((one) => one.url);
  const found = await Promise.all(names.map(kept));
  return found.flat().filter((url) => /\\/(my|matches)\\//.test(url));
}"""


def kept_pages(phone: PhonePlayer) -> list[str]:
    """The pages of a player that the phone holds. Nothing waits for a promise in the browser, so the test asks."""
    found: list[str] = phone.page.evaluate(KEPT)
    return found


def with_kept_pages(person: Person) -> tuple[PhonePlayer, Player]:
    """A phone that holds pages, and its player."""
    table = Table("camp")
    phone = at_the_pad(person, table)
    phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.page.goto("/my/")
    expect(phone.page.locator("h1")).to_have_text("My day")
    soon(lambda: kept_pages(phone), "a kept page")
    assert table.alliance.player is not None
    return phone, table.alliance.player


@pytest.mark.soak
def test_a_phone_that_is_not_mine_any_more_keeps_none_of_my_pages(person: Person) -> None:
    phone, _player = with_kept_pages(person)
    Claim.objects.all().delete()  # taken away by staff, while the phone lies in a pocket
    phone.page.goto("/ladders/")
    soon(lambda: not kept_pages(phone), "a phone without the pages of its former player")


@pytest.mark.soak
def test_whoever_says_not_me_leaves_no_page_for_the_next_without_a_network(person: Person) -> None:
    phone, player = with_kept_pages(person)
    phone.page.goto(f"/players/{player.id}/devices/")
    phone.page.get_by_role("button", name="Not me: stop here").click()
    phone.page.wait_for_url("**/my/")
    soon(lambda: all(url.endswith("/my/") for url in kept_pages(phone)), "a phone without its former match")
    phone.page.context.set_offline(True)
    with pytest.raises(Error, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        phone.open_pad()
