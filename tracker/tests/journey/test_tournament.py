"""From an empty event to the final ranking: an organiser, a phone in English and a phone in Russian."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tracker import selectors
from tracker.models import MatchRow
from tracker.tests.journey.people import Desk, PhonePlayer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.soak]
"""`test_tournament_flow` guards the same way through an event in a second, without a browser."""

TYPED = ("Anna Weber", "Борис Орлов", "Carl Lind")
PASTED = ("Дина Ким; Север", "Eva Roth; Tin Soldiers", "Фёдор Цой; Север", "Gita Rao", "Hugo Diaz")
NAMES = [*TYPED, *(line.partition(";")[0] for line in PASTED)]
Picture = Callable[[Page, str], None]


def test_a_whole_tournament(person: Callable[..., Page], picture: Picture) -> None:
    User.objects.create_user("olga", password="a-long-password")
    desk = Desk(person("organiser"))
    _fill_the_hall(desk, picture)
    _first_round(desk, person, picture)
    _other_rounds(desk)
    _correct_an_earlier_round(desk, picture)
    _final_ranking(desk, picture)
    _correct_after_the_end(desk, picture)


def _fill_the_hall(desk: Desk, picture: Picture) -> None:
    desk.sign_in("olga", "a-long-password")
    desk.create("Hall cup")
    for name in TYPED:
        desk.add(name)
    desk.add(*PASTED)
    picture(desk.page, "console-players")
    for name in NAMES:
        desk.check_in(name)
    for name in NAMES[1:]:
        desk.take_list(name)


def _first_round(desk: Desk, person: Callable[..., Page], picture: Picture) -> None:
    _build_on_a_phone(desk, person("anna", phone=True), picture)
    desk.step("Lock the lists")
    desk.step("Draw round 1")
    desk.press("Publish round 1")
    desk.step("Start round 1")
    first, second = desk.pairing(1)
    english, russian = (
        PhonePlayer(person("english", phone=True)),
        PhonePlayer(person("russian", phone=True, language="ru")),
    )
    english.claim(desk.code_of(first))
    russian.claim(desk.code_of(second))
    _play_on_phones(english, russian, picture)
    _type_the_rest(desk)
    desk.step("Close round 1")


def _build_on_a_phone(desk: Desk, page: Page, picture: Picture) -> None:
    """Anna builds her warband, sees it refused at 26 points, mends it and hands it in."""
    anna = PhonePlayer(page)
    anna.claim(desk.code_of("Anna Weber"))
    page.goto("/warbands/new/")
    built = page.locator("#built")
    page.locator("#typed").fill("captain")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(built.locator("[data-section=leader]")).to_contain_text("captain")
    page.get_by_role("radio", name="Figures").check()
    expect(page.locator("#built [data-section=list]")).to_be_visible()
    page.locator("#typed").fill("giant; 26")
    page.locator("#typed").press("Enter")
    expect(built).to_contain_text("LB-ROSTER-03")
    expect(page.locator("#typed")).to_have_value("")
    picture(page, "warband-refused")
    giant = built.locator("[data-card=giant]")
    giant.get_by_text("What does the card say?").click()
    giant.get_by_label("Cost").fill("10")
    giant.get_by_role("button", name="Keep").click()
    expect(built).to_contain_text("10 / 25")
    expect(built).to_contain_text("Legal")
    page.get_by_label("Name of the list").fill("Anna's own")
    page.get_by_role("button", name="Save version").click()
    page.get_by_role("button", name="Hand in the newest version").click()
    expect(page.locator(".chip.good").first).to_be_visible()


def _play_on_phones(english: PhonePlayer, russian: PhonePlayer, picture: Picture) -> None:
    _set_up(english, russian, picture)
    for turn in range(1, 6):
        english.open_pad()
        form = english.form("turn")
        if turn == 3:
            _third_turn(english, form, picture)
        english.send(form)
    _score_at_the_end(english)
    _agree(english, russian, picture)


def _set_up(english: PhonePlayer, russian: PhonePlayer, picture: Picture) -> None:
    """Side A (Alliance) chooses in secret; both hire the locked list with one tap and seal their notes."""
    english.to_my_match()
    picture(english.page, "pad-choose")
    english.choose_common_scheme()
    secret = english.held()
    russian.to_my_match()
    russian.page.goto(english.match)
    expect(russian.page.locator("#match")).not_to_contain_text(secret)
    expect(russian.page.locator("#event-4 .what")).to_have_class(re.compile("what"))
    english.hire()
    russian.open_pad()
    russian.hire()
    for phone in (russian, english):
        phone.open_pad()
        phone.note()
    expect(russian.page.locator("html")).to_have_attribute("lang", "ru")


def _third_turn(english: PhonePlayer, form: Any, picture: Picture) -> None:
    """A point for the strategy, a fallen enemy, and the secret scheme revealed and scored where a turn allows it."""
    english.tap(form, "strategy_alliance", "1")
    form.locator("details.fallen-pick").last.locator("summary").click()
    form.locator('select[name^="fell:"]').last.select_option("killed")
    claim = form.locator('.of-secret input[value="1"]')
    if claim.count():
        claim.check(force=True)
    picture(english.page, "pad-turn-3")


def _score_at_the_end(english: PhonePlayer) -> None:
    """A scheme that scores at the end of the game is revealed and scored now."""
    english.open_pad()
    award = english.page.locator('form[data-step="award"]')
    if award.count():
        form = english.form("award")
        form.locator('input[type=radio][value="2"]').check(force=True)  # whichever it is may give two
        english.send(form)
    english.page.goto(english.match)
    expect(english.page.locator("#match")).to_contain_text("reveals")


def _agree(english: PhonePlayer, russian: PhonePlayer, picture: Picture) -> None:
    """One ends the game, both confirm; what was secret is open and fits its seal, but the deal."""
    russian.open_pad()
    russian.send(russian.form("end"))
    picture(russian.page, "pad-confirm-ru")
    russian.send(russian.form("confirm"))
    english.open_pad()
    english.send(english.form("confirm"))
    english.page.goto(english.match)
    expect(english.page.locator(".verdict .chip.good")).to_be_visible()
    expect(english.page.locator(".seals .chip.good")).to_have_count(4)
    # One for the strategy of turn 3, and at least one for the scheme that was secret.
    assert int(english.page.locator(".score-side .points").first.inner_text()) >= 2
    picture(english.page, "match")


def _type_the_rest(desk: Desk) -> None:
    """Tables that were not logged on phones, typed in at summary detail."""
    results = ((2, 0), (0, 1), (1, 1), (3, 1))
    place = 0
    while desk.missing():
        desk.type_result(*results[place % len(results)])
        place += 1
        assert place <= 4


def _other_rounds(desk: Desk) -> None:
    for number in (2, 3):
        desk.step(f"Draw round {number}")
        desk.press(f"Publish round {number}")
        desk.step(f"Start round {number}")
        _type_the_rest(desk)
        desk.step(f"Close round {number}")


def _turned_round(desk: Desk, match: MatchRow, reason: str, picture: Picture) -> None:
    """The winner of a match that was entered at the desk becomes its loser; the places follow at once."""
    desk.page.goto(f"/matches/{match.stream_id}/")
    desk.correct(*((0, 3) if match.winner == "alliance" else (3, 0)), reason)
    picture(desk.page, "corrected-match")
    assert str(selectors.outcome(match.stream_id).winner) not in (match.winner, "draw")


def _points(match: MatchRow, side: str) -> int:
    """The tournament points, in the standings, of a player of this match."""
    assert match.tournament_id is not None
    row = next(
        row for row in selectors.standings(match.tournament_id) if str(row.player_id) in match.sides[side]
    )
    return int(row.figures[0]["top"])


def _decided(round_: int) -> MatchRow:
    """A match of the round that was entered at the desk and that somebody won."""
    return (
        MatchRow.objects.filter(round=round_, turn=5, vp__alliance__gt=1)
        .exclude(winner="draw")
        .latest("table")
    )


def _correct_an_earlier_round(desk: Desk, picture: Picture) -> None:
    match = _decided(2)
    before = _points(match, "alliance")
    _turned_round(desk, match, "the sheet was read upside down", picture)
    assert _points(match, "alliance") == before - 3


def _correct_after_the_end(desk: Desk, picture: Picture) -> None:
    match = _decided(3)
    before = _points(match, "alliance")
    _turned_round(desk, match, "the players came back to the desk", picture)
    assert _points(match, "alliance") == before - 3
    assert match.tournament_id is not None
    desk.page.goto(f"/events/{match.tournament_id}/log/")
    expect(desk.page.locator(".log")).to_contain_text("the players came back to the desk")
    assert selectors.tournament(match.tournament_id).status == "finished"  # type: ignore[union-attr]


def _final_ranking(desk: Desk, picture: Picture) -> None:
    desk.step("Finish the event")
    desk.step("Open the final ranking")
    page = desk.page
    expect(page.locator("tr.standing")).to_have_count(8)
    picture(page, "standings")
    page.locator("tr.standing").first.locator("a.figure").first.click()
    page.locator(".explained").first.locator('a[href*="/matches/"]').first.click()
    expect(page).to_have_url(re.compile(r"/matches/[0-9a-f-]+/#event-\d+$"))
    expect(page.locator(":target .what")).to_contain_text("result confirmed")
    assert MatchRow.objects.filter(status="confirmed").count() == 12
    event = MatchRow.objects.values_list("tournament_id", flat=True).first()
    assert event is not None and selectors.tournament(event).status == "finished"  # type: ignore[union-attr]
