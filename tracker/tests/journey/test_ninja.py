"""Whole matches of Ninja on two phones, in both languages, every tap in the browser: at full detail a short night from
the missions to the end that both confirm, and a match told turn by turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tracker.tests.journey.layout import looked_at as words_within
from tracker.tests.journey.on_phones import Picture, looked_at, phones
from tracker.tests.pages.ninja_night import short_night
from tracker.tests.pages.test_pad_play_ninja import seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]


@pytest.mark.timeout(1800)
def test_a_whole_match_is_played_on_two_phones(person: Callable[..., Page], picture: Picture) -> None:
    """At full detail, from the missions to the end that both confirm; then both maps, with the slider."""
    play = short_night()
    tapped, guard, intruder = phones(play, person)
    pad, page = play.path, f"/matches/{play.match}/"
    play.until(lambda state: state.full is not None and state.full.step == "guard_map")
    looked_at(guard, pad, picture, "ninja-full-setup-guard")
    play.until(lambda state: state.turn >= 2)
    for phone, name in ((guard, "guard"), (intruder, "intruder")):
        looked_at(phone, pad, picture, f"ninja-full-pad-{name}")
        looked_at(phone, page, picture, f"ninja-full-match-{name}")
        assert not phone.locator(".secret.wide .plan").is_visible()
        phone.locator(".secret.wide button").hover()
        phone.mouse.down()
        expect(phone.locator(".secret.wide .plan")).to_be_visible()
        picture(phone, f"ninja-full-held-{name}")
        phone.mouse.up()
        assert not phone.locator(".secret.wide .plan").is_visible()
    expect(guard.locator(".secret.wide .unseen")).to_have_count(0)
    hall = person("hall")
    looked_at(hall, page, picture, "ninja-full-hall")
    expect(hall.locator(".board-now .plan")).to_have_count(1)
    hall.goto("about:blank")
    play.until(lambda state: state.turn == 2 and state.full.step == "intruder_action")
    looked_at(intruder, pad, picture, "ninja-full-window-intruder")
    play.to_the_end()
    assert play.state.result is not None and tapped.sent == len(play.taken) > 50
    assert play.state.play.winner == "draw"
    for phone, name in ((guard, "guard"), (intruder, "intruder"), (hall, "hall")):
        looked_at(phone, page, picture, f"ninja-full-end-{name}")
        expect(phone.locator(".board-now .plan")).to_have_count(2)
        slider = phone.get_by_role("slider")
        slider.focus()
        slider.press("Home")
        expect(phone.locator(".scrub-text b").first).to_have_text("1")
        slider.fill("40")
        expect(phone.locator(".scrub-text b").first).to_have_text("40")
        expect(phone.locator(".board-now .plan")).to_have_count(2)
    picture(hall, "ninja-full-replay")


LEFT = "one => [...one.options].filter(each => each.value && !each.disabled).map(each => each.text)"


def test_a_choice_leaves_of_others_what_is_legal(person: Callable[..., Page]) -> None:
    """A patrol faces what lies beside its zone; a zone that holds one object is not offered for another."""
    play = short_night()
    _tapped, guard, _intruder = phones(play, person)
    play.until(lambda state: state.full is not None and state.full.step == "deploy")
    guard.goto(play.path)
    facing = guard.locator('select[name="told-patrols.0.facing"]')
    facing.select_option(label="B3")
    guard.locator('select[name="told-patrols.0.zone"]').select_option(label="G2")
    assert facing.evaluate(LEFT) == ["F2", "H2"] and facing.input_value() == ""
    play.until(lambda state: state.full.step == "guard_map")
    guard.goto(play.path)
    guard.locator("form[data-step=guard_map_marked] details > summary").first.click()
    guard.locator('select[name="told-marks.targets.A"]').select_option(label="D3")
    assert "D3" not in guard.locator('select[name="told-marks.targets.B"]').evaluate(LEFT)
    traps = guard.get_by_role("group", name="Traps")
    expect(traps.get_by_label("D3", exact=True)).to_be_disabled()
    guard.locator('select[name="told-marks.targets.A"]').select_option(label="C4")
    expect(traps.get_by_label("D3", exact=True)).to_be_enabled()


def test_turns_are_told_on_two_phones_to_the_end(person: Callable[..., Page], picture: Picture) -> None:
    play = seated(1)
    tapped, guard, intruder = phones(play, person)
    for phone, name in ((guard, "guard"), (intruder, "intruder")):
        looked_at(phone, play.path, picture, f"ninja-first-{name}")
        phone.set_viewport_size({"width": 360, "height": 740})
        words_within(phone, play.path)
    play.to_the_end()
    assert tapped.sent > 5
    for phone in (guard, intruder):
        phone.set_viewport_size({"width": 360, "height": 740})
        looked_at(phone, f"/matches/{play.match}/", picture, "ninja-turns-end")
