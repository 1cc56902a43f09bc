"""Ninja without a map (NIN-MAP-12) on two phones, in both languages: zones are typed, the rest is tapped."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from games.codec import tag
from games.ninja.full.events import (
    GuardCardPlayed,
    GuardsMoved,
    OwnedSecret,
    PhaseStarted,
    TurnEnded,
)
from games.ninja.full.sight import owner_of
from games.ninja.maps.unmapped import SPECIAL, is_zone_name
from games.ninja.pages.faces import ZONE
from games.ninja.tests.test_printed import SETUP
from games.secrets import concealed, sealed, secret_of
from tracker import selectors
from tracker.tests.journey.on_phones import Picture, looked_at, phones
from tracker.tests.pages.printed_night import give_up, printed_night
from tracker.tests.pages.test_ninja_printed import patrolled, told_before
from tracker.tests.pages.test_pad_play_ninja import seated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.soak]


def test_a_match_without_a_map_is_played_on_two_phones(person: Callable[..., Page], picture: Picture) -> None:
    """From the guards' map over a turn to the guards giving up; whoever stood still is where it was."""
    play = printed_night()
    tapped, guard, intruder = phones(play, person)
    play.until(lambda state: state.full.step == "patrol")
    looked_at(guard, play.path, picture, "ninja-printed-patrol")
    play.until(lambda state: state.full.step == "intruder_action")
    looked_at(intruder, play.path, picture, "ninja-printed-window")
    play.until(lambda state: state.turn >= 2)
    hidden = play.state.play.full.hidden
    assert (hidden["ninja"].zone, hidden["ninja"].distance) == ("garden", 1)
    assert (hidden["traitor"].zone, hidden["traitor"].distance) == ("pond", 0)
    give_up(play)
    play.to_the_end()
    assert tapped.sent == len(play.taken) > 15 and play.state.play.winner == "intruders"
    for phone, name in ((guard, "guard"), (intruder, "intruder")):
        looked_at(phone, f"/matches/{play.match}/", picture, f"ninja-printed-end-{name}")
    expect(guard.get_by_text("as the players told them: no map")).to_be_visible()
    expect(intruder.locator("main")).to_contain_text("north-gate")


NAMES = (
    "north gate",
    "Сад № 1",
    "attic!",
    "двор-2",
    "x_y",
    "²",
    "a  b",
    " a",
    "@OUT",
    "@P",
    "@R",
    "١٢",
    "中庭",
    "a.b",
    "",
)
UNFOLDED = (
    "(form) => { for (let up = form; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true; \
form.querySelectorAll('details').forEach((one) => { one.open = true; }); }"
)


def set_up_on_a_phone(play: Any) -> dict[str, Any]:
    """Up to the Intruder Action Phase, with the secrets of the intruders sealed; what their phone keeps of it."""
    store: dict[str, Any] = {}
    for number, event in enumerate(SETUP[:-1]):
        one = sealed(event, f"{number:064x}") if isinstance(event, OwnedSecret) else event
        kept = isinstance(one, OwnedSecret) and owner_of(one) == "intruders"
        if kept:
            value = msgspec.json.decode(msgspec.json.encode(secret_of(one)))
            entry = {
                "type": tag(type(one)),
                "about": {"intruder": getattr(one, "intruder", None)},
                "value": value,
            }
            store[one.commitment] = {**entry, "commitment": one.commitment, "salt": one.salt}
        told_before(play, concealed(one) if kept else event)
    patrolled(play)
    return store


def step_of(page: Page, path: str, step: str) -> Locator:
    page.goto(path)
    form = page.locator(f"form[data-step={step}]")
    form.evaluate(UNFOLDED)
    return form


def kept_last(page: Page) -> Any:
    return page.evaluate("Object.values(ownSecrets.read()).at(-1).value")


def logged(page: Page, form: Locator, play: Any) -> None:
    version = selectors.head(play.match).version
    form.get_by_role("button").last.click()
    expect(page.locator("form[data-tapped]")).to_have_count(0)
    page.wait_for_function("() => !document.querySelector('[data-sealing-fault]:not([hidden])')")
    page.wait_for_load_state("networkidle")
    assert selectors.head(play.match).version > version


def test_a_phone_seals_zones_as_they_are_typed_and_knows_where_it_stands(person: Callable[..., Page]) -> None:
    """NIN-MAP-12, NIN-INT-16, NIN-ROPE-01: the way begins where the last one ended, by its bare name; whatever reads
    alike is sealed alike; a rope has two sides; a step off the map needs no name; whom guards meet by a name that the
    phone keeps it proposes, and denies nobody."""
    play: Any = seated(1, detail="full")
    store = set_up_on_a_phone(play)
    _tapped, _guard, intruder = phones(play, person)
    path = f"/matches/{play.match}/pad/"
    intruder.goto(path)
    told = [f"warledger.secrets.{play.match}", json.dumps(store)]
    intruder.evaluate("([key, text]) => window.localStorage.setItem(key, text)", told)

    matches = "([pattern, names]) => names.map((one) => new RegExp(`^(?:${pattern})$`, 'u').test(one))"
    found = intruder.evaluate(matches, [ZONE.pattern, NAMES])
    assert found == [is_zone_name(name) or name in SPECIAL for name in NAMES]

    card = step_of(intruder, path, "intruder_card_played")
    card.locator("input[name=told-intruder]").first.check()
    card.locator("label", has_text="Верёвка").locator("input").check()
    card.locator("[name='told-use.edge.0']").fill("north_wall")
    card.get_by_role("button").last.click()
    expect(card.locator("[data-sealing-fault]")).to_have_text("Заполните здесь всё.")
    card.locator("[name='told-use.edge.1']").fill("Сад № 1")
    card.get_by_role("button").last.click()
    expect(card.locator("[data-sealing-fault]")).to_contain_text("Зона называется так")
    card.locator("[name='told-use.edge.1']").fill("Сад  и\u0306")
    logged(intruder, card, play)
    assert kept_last(intruder)["use"]["edge"] == ["north_wall", "Сад \u0439"]

    way = step_of(intruder, path, "intruder_moved")
    assert way.locator("[name=told-start]").input_value() == "north_wall"
    way.locator("[name='told-steps.0.to']").fill("Сад \u0439")
    way.locator("[name='told-steps.0.via']").select_option(label="по верёвке")
    logged(intruder, way, play)
    assert kept_last(intruder)["start"] == "north_wall"
    expect(intruder.locator("[data-kept-values]")).to_contain_text("верёвки north_wall – Сад \u0439")

    way = step_of(intruder, path, "intruder_moved")
    assert way.locator("[name=told-start]").input_value() == "well"
    logged(intruder, way, play)
    told_before(play, TurnEnded(turn=1))
    told_before(play, PhaseStarted(phase="guard_action"))
    note = intruder.locator("[data-kept-proposal]")
    walks(play, "g1", "Сад \u0439")
    met = step_of(intruder, path, "intruder_detected")
    assert note.get_attribute("data-kept-proposal") == "intruder_detected"
    expect(note).to_contain_text("Сад \u0439")
    logged(intruder, met, play)
    logged(intruder, step_of(intruder, path, "nobody_else"), play)
    assert play.state.play.full.shown["ninja"].visible == "Сад \u0439"
    walks(play, "g2", "somewhere")
    cleared = step_of(intruder, path, "movement_cleared")
    expect(note).to_be_hidden()
    logged(intruder, cleared, play)


def walks(play: Any, guard: str, zone: str) -> None:
    told_before(play, GuardCardPlayed(card="sentry_search", guard=guard))
    told_before(play, GuardsMoved(guards=(guard,), path=(zone,), cause="card"))
