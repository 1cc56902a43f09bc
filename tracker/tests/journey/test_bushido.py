"""A Bushido match turn by turn on two phones, in both languages, on the pages that its words make."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.bushido.chapters.setup import missing
from tracker.tests.journey.on_phones import Picture, looked_at, phones, see_the_dice
from tracker.tests.journey.people import Thumb
from tracker.tests.journey.test_super_fantasy_brawl import TOO_WIDE, PhonePlayer, code_of
from tracker.tests.pages.pad_play import PadPlay
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]
SECONDS_A_TAP = 2
"""What a person needs to find a side, a place or a model on the pad and to tap it."""


def test_a_turn_is_told_on_one_phone_and_read_on_the_other(
    person: Callable[..., Page], picture: Picture
) -> None:
    play = seated("shin_keii", "turns", 1)
    pad, page = f"/matches/{play.match}/pad/", f"/matches/{play.match}/"
    anna, boris = person("Anna", phone=True), person("Борис", phone=True, language="ru")
    for phone, told in zip((anna, boris), play.phones, strict=True):
        assert told.player is not None
        PhonePlayer(phone).claim(code_of(told.player))
    anna.goto(pad)
    picture(anna, "bushido-warband")
    play.until(lambda state: not tuple(missing(state)))
    for phone, name in ((anna, "en"), (boris, "ru")):
        phone.goto(pad)
        picture(phone, f"bushido-turn-{name}")
    thumb = Thumb(anna)
    form = anna.locator("form[data-step=turn_recorded]")
    thumb.tap(form.locator("[name='told-first_side']").nth(1))
    for side in ("a", "b"):
        thumb.tap(form.locator(f"[name='told-pray:{side}']").first)
    thumb.tap(form.locator("[name='told-lost:b']").last)
    picture(anna, "bushido-turn-tapped")
    with anna.expect_navigation():
        thumb.tap(form.locator("button.main-action"))
    assert thumb.taps * SECONDS_A_TAP <= 10
    state = play.state.play
    assert state.turn == 1 and sum(one.place == "out" for one in state.models.values()) == 1
    assert all(side.prayers == 1 and side.sp for side in state.sides.values())
    play.until(lambda state: state.turn == 2)
    boris.goto(page)
    picture(boris, "bushido-match-ru")
    anna.goto(page)
    picture(anna, "bushido-match")
    hall = person("hall")
    hall.goto(page)
    picture(hall, "bushido-hall")
    for phone in (anna, boris):
        phone.set_viewport_size({"width": 360, "height": 740})
        for path in (pad, page):
            phone.goto(path)
            assert phone.evaluate(TOO_WIDE) == 0
    expect(hall.locator("h1")).to_contain_text("Anna")


def test_a_tap_without_the_secret_choice_opens_where_it_is_made(person: Callable[..., Page]) -> None:
    """No browser points at a choice behind a fold: the red button did nothing, and said nothing."""
    play = seated("sacred_idols", "full", 3)
    play.until(lambda state: state.full.exchange is not None)
    told = play.phones[0].player
    assert told is not None
    anna = person("Anna", phone=True)
    PhonePlayer(anna).claim(code_of(told))
    anna.goto(f"/matches/{play.match}/pad/")
    form = anna.locator("form[data-step=melee_dice_committed]")
    expect(form.locator("label.choice").first).to_be_hidden()
    form.locator("button.main-action").tap()
    expect(form.locator("label.choice").first).to_be_visible()
    form.locator("label.choice").first.tap()
    with anna.expect_navigation():
        form.locator("button.main-action").tap()
    expect(form).to_have_count(0)


@pytest.mark.timeout(1800)
def test_a_whole_match_by_turns_is_played_on_two_phones(
    person: Callable[..., Page], picture: Picture
) -> None:
    """From the warbands to the result that both confirm, every form filled and tapped in the browser."""
    play = seated("shin_keii", "turns", 4)
    tapped, anna, boris = phones(play, person)
    play.to_the_end()
    assert play.state.result is not None and tapped.sent == len(play.taken) > 10
    assert sum(taken.endswith("turn_recorded") for taken in play.taken) >= 3
    for phone, name in ((anna, "en"), (boris, "ru")):
        looked_at(phone, f"/matches/{play.match}/", picture, f"bushido-turns-end-{name}")


@pytest.mark.timeout(1800)
def test_three_turns_at_full_detail_with_a_melee_seen_on_both_phones(
    person: Callable[..., Page], picture: Picture
) -> None:
    play = seated("sacred_idols", "full", 3)
    pad = f"/matches/{play.match}/pad/"
    tapped, anna, boris = phones(play, person)

    def both(name: str) -> None:
        for phone, language in ((anna, "en"), (boris, "ru")):
            phone.goto(pad)
            assert phone.evaluate(TOO_WIDE) == 0
            picture(phone, f"bushido-full-{name}-{language}")

    play.until(lambda state: state.phase == "turns" and state.turn >= 1)
    both("turn")
    play.until(lambda state: state.full.exchange is not None)
    both("exchange")
    taps = fought({"a": anna, "b": boris}, play, pad, both)
    assert taps and max(taps.values()) <= 6, taps
    play.until(lambda state: state.turn == 3 or state.phase == "closed")
    both("third")
    assert tapped.sent == len(play.taken)
    anna.goto(f"/matches/{play.match}/")
    picture(anna, "bushido-full-match-en")
    boris.goto(f"/matches/{play.match}/")
    picture(boris, "bushido-full-match-ru")


def fought(pages: dict[str, Page], play: PadPlay, pad: str, seen: Callable[[str], None]) -> dict[str, int]:
    """An exchange to its end, each step by whoever it is for, both screens saying whose turn it is; taps by side."""
    thumbs = {side: Thumb(phone) for side, phone in pages.items()}
    begun = play.state.play.full.exchange
    told = begun
    while told is not None and (told.active, told.other) == (begun.active, begun.other):
        for thumb in thumbs.values():
            thumb.page.goto(pad)
            mine = thumb.page.locator("section.step").count() > 0
            expect(thumb.page.locator(".turn")).to_have_class("turn mine" if mine else "turn")
        side, thumb = next((s, t) for s, t in thumbs.items() if t.page.locator("section.step").count())
        form = thumb.page.locator("section.step form")
        step = form.get_attribute("data-step")
        if step == "melee_dice_committed":
            thumb.tap(form.locator("summary").first)
            thumb.tap(form.locator("label.choice").nth(1))
            logs = form.locator("button.main-action")
        else:
            assert step in ("melee_rolled", "damage_rolled"), step
            seen_first = see_the_dice(form, thumb.tap)
            logs = form.locator("button.main-action" if seen_first else "button[name=roll]")
        with thumb.page.expect_navigation():
            thumb.tap(logs)
        seen(f"after-{step}-{side}")
        full = play.state.play.full
        told = full.exchange if full is not None else None
    return {side: thumb.taps for side, thumb in thumbs.items()}
