"""Ninja with the secrets of the intruders on their own phone, in the browser: sealed, answered, opened, audited."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from games.codec import tag
from games.ninja import RULES
from games.ninja.full.consequences import follows
from games.ninja.full.events import OwnedSecret
from games.ninja.full.own_device import question
from games.ninja.full.search import mission_due
from games.ninja.full.sight import owner_of
from games.ninja.full.table import ambushed, first_due
from games.ninja.play.simulate import simulate
from games.ruleset import Setup
from games.secrets import canonical, commitment, secret_of
from tracker.tests.journey.on_phones import OnPhones, Picture, looked_at, phones
from tracker.tests.pages.pad_play import Form
from tracker.tests.pages.sealed_night import HEARD, sealed_night
from tracker.tests.sweep import violations

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ANSWERS = {
    "listen_answered",
    "movement_cleared",
    "intruder_detected",
    "passage_discovered",
    "mission_completed",
}
KEYS = (
    "zone",
    "Zone",
    "z",
    "zo",
    "ключ",
    "\u00e9",
    "\ufb01",
    "\U0001f977",
    "a.b",
    "10",
    "9",
    "",
    'a"b',
    "\t",
)


def value(dice: Random, depth: int = 3) -> Any:
    kind = dice.randrange(8 if depth else 5)
    if kind > 5:
        return {dice.choice(KEYS): value(dice, depth - 1) for _ in range(dice.randrange(6))}
    if kind == 5:
        return [value(dice, depth - 1) for _ in range(dice.randrange(5))]
    text = "".join(
        dice.choice(("a", '"', "\\", "/", "\n", "\u0001", "\u2028", "я", "\U0001f977", "<", "\x7f"))
        for _ in range(4)
    )
    return (None, True, dice.randrange(-(10**6), 10**6), text, False)[kind]


def test_the_phone_seals_as_the_server_does(person: Callable[..., Page], live_server: Any) -> None:
    """200 generated values and salts: the same bytes, the same hash."""
    page = person("anybody")
    page.goto("/")
    page.add_script_tag(url="/static/js/own_secrets.js")
    dice = Random(1)
    told: list[dict[str, Any]] = [
        {"salt": f"{dice.getrandbits(256):064x}", "value": {"v": value(dice)}} for _ in range(200)
    ]
    both = "[ownSecrets.canonical(value), await ownSecrets.commitment(salt, value)]"
    js = f"async (told) => Promise.all(told.map(async ({{salt, value}}) => {both}))"
    found = page.evaluate(js, told)
    for one, (text, seal) in zip(told, found, strict=True):
        assert text.encode() == canonical(one["value"])
        assert seal == commitment(one["salt"], one["value"])


def asked(seeds: range) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(what a phone is told, with the secrets that it keeps; what the rules answer) of simulated matches, wherever
    their intruders are asked."""
    told, truth = [], []
    for seed, ropes in product(seeds, (False, True)):
        _setup, log = simulate(seed, "full", seed % 3 + 1)
        created: Any = log[0][0]
        log[0] = (replace(created, options=replace(created.options, rope_discovery=ropes)), log[0][1])
        kept = any(isinstance(one, OwnedSecret) and one.commitment and not secret_of(one) for one, _by in log)
        if created.variant == "disputed" or created.map is None or kept:
            continue
        state, store, seals = RULES.initial(Setup()), {}, []
        for event, _by in log:
            if isinstance(event, OwnedSecret) and event.commitment and owner_of(event) == "intruders":
                value = msgspec.json.decode(msgspec.json.encode(secret_of(event)))
                about = {"intruder": getattr(event, "intruder", None)}
                store[event.commitment] = {"type": tag(type(event)), "about": about, "value": value}
                seals.append(event.commitment)
            state = RULES.evolve(state, event)
            kind = first_due(state).kind if state.full is not None and state.full.due else ""
            owed = kind in ("listen", "answer") or mission_due(state) is not None or bool(ambushed(state))
            if state.phase != "running" or not owed:
                continue
            facts = {"question": question(state), "sealed": list(seals), "names": {}}
            told.append({"facts": facts, "store": {one: store[one] for one in seals}})
            truth.append(msgspec.json.decode(msgspec.json.encode(follows(state))))
    return told, truth


@pytest.mark.soak
def test_the_phone_proposes_what_the_rules_answer(person: Callable[..., Page], live_server: Any) -> None:
    """Wherever the intruders of simulated matches are asked: heard, met where or in an ambush, which entrance, rope or
    mission."""
    told, truth = asked(range(400, 412))
    page = person("anybody")
    page.goto("/")
    page.add_script_tag(url="/static/js/own_secrets.js")
    found = page.evaluate("(told) => told.map(({facts, store}) => ownSecrets.proposal(facts, store))", told)
    assert {one["type"] for one in truth} == ANSWERS and len(truth) > 600
    assert any(one.get("edge") for one in truth), "a rope was found"
    for proposed, answer in zip(found, truth, strict=True):
        assert proposed["step"] == answer["type"], (proposed, answer)
        assert proposed["told"] == {name: answer.get(name) for name in proposed["told"]}, (proposed, answer)


class Keeping(OnPhones):
    """The intruders' player decides at the first secret that the phone keeps them."""

    def asked(self, form: Form) -> str:
        return "?keep=1" if form.step == "missions_drawn" else super().asked(form)

    def look(self, page: Page, form: Form) -> None:
        """What the rules have this side answer, the phone proposes by itself."""
        if form.step in ("listen_answered", "movement_cleared", "passage_discovered", "mission_completed"):
            assert page.locator("[data-kept-proposal]").get_attribute("data-kept-proposal") == form.step
            self.proposed += 1
        if form.step == "listen_answered":
            chosen = page.locator("form[data-step=listen_answered] input:checked").get_attribute("value")
            assert json.loads(str(chosen))["heard"] is HEARD[self.play.state.play.turn]

    proposed = 0


@pytest.mark.soak
def test_a_first_secret_is_sealed_on_the_phone(person: Callable[..., Page], tmp_path: Path) -> None:
    play = sealed_night()
    tapped, _guard, intruder = phones(play, person, Keeping)
    play.until(lambda state: state.full is not None and bool(state.full.sealed))
    sealed = play.state.play.full.sealed
    assert [one.type for one in sealed] == ["missions_drawn"] and play.state.play.full.hidden[
        "ninja"
    ].mission is None
    intruder.goto(play.path)
    expect(intruder.locator("[data-kept-count]")).to_contain_text("1")
    told = intruder.evaluate("Object.values(ownSecrets.read())")
    assert told[0]["value"] == {"letters": {"ninja": "B", "traitor": "D"}}
    assert commitment(told[0]["salt"], told[0]["value"]) == sealed[0].commitment
    assert tapped.sent
    moved_to_another_phone(intruder, tmp_path, by_text=True)


def moved_to_another_phone(page: Page, folder: Path, by_text: bool = False) -> None:
    """The secrets are saved as a file, or copied as text; the phone loses all that it kept of this site, says so,
    takes no other file, and has them all again from its own."""
    before = page.evaluate("ownSecrets.read()")
    assert before
    page.locator("[data-kept-files]").evaluate("(one) => { one.open = true; }")
    with page.expect_download() as saving:
        page.locator("[data-kept-save]").click()
    assert saving.value.suggested_filename.startswith("secrets-")
    saving.value.save_as(folder / "mine.json")
    page.locator("[data-kept-copy]").click()
    text = page.locator("#kept-text").input_value()
    assert json.loads(text) == json.loads((folder / "mine.json").read_text(encoding="utf-8"))
    (folder / "other.json").write_text(text.replace(json.loads(text)["match"], "another"), encoding="utf-8")

    page.evaluate("window.localStorage.clear()")
    page.reload()
    fault = page.locator("[data-kept-fault]")
    expect(fault).to_contain_text(f"Нет на этом телефоне: {len(before)} из {len(before)}")
    page.locator("[data-kept-files]").evaluate("(one) => { one.open = true; }")
    page.set_input_files("#kept-file", folder / "other.json")
    page.locator("[data-kept-fetch]").click()
    expect(fault).to_contain_text("Это не файл с тайнами этой партии")
    assert page.evaluate("ownSecrets.read()") == {}
    page.set_input_files("#kept-file", [] if by_text else folder / "mine.json")
    page.locator("#kept-text").fill(text if by_text else "")
    page.locator("[data-kept-fetch]").click()
    expect(fault).to_contain_text(f"Взято из файла: {len(before)}")
    assert page.evaluate("ownSecrets.read()") == before


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_whole_night_is_kept_on_the_phone_and_opened(
    person: Callable[..., Page], picture: Picture, tmp_path: Path
) -> None:
    """Every answer as the phone proposes it, half of them after it lost all and had it from its file again; after the
    end one tap opens everything, the audit finds nothing, and the replay shows the secret map beside the guards'."""
    play = sealed_night()
    tapped, _guard, intruder = phones(play, person, Keeping)
    play.until(lambda state: state.turn == 2 and state.full.step == "intruder_action")
    looked_at(intruder, play.path, picture, "ninja-kept-window")
    moved_to_another_phone(intruder, tmp_path)
    intruder.goto(play.path)
    picture(intruder, "ninja-kept-restored")
    assert violations(intruder) == []
    play.to_the_end()
    assert tapped.sent > 50 and tapped.proposed > 10  # type: ignore[attr-defined]
    full = play.state.play.full
    assert len(full.sealed) > 12 and all(one.opened for one in full.sealed)
    looked_at(intruder, f"/matches/{play.match}/", picture, "ninja-kept-audit")
    expect(intruder.get_by_text("все ответы правдивы")).to_be_visible()
    hall = person("hall")
    for phone, name in ((intruder, "phone"), (hall, "hall")):
        looked_at(phone, f"/matches/{play.match}/?at=60", picture, f"ninja-kept-replay-{name}")
        assert violations(phone) == []
        expect(phone.locator(".board-now .plan")).to_have_count(2)
        expect(phone.locator(".board-now .plan").last.locator(".unseen")).not_to_have_count(0)
        expect(
            phone.locator(".seals .chip", has_text="открыто" if phone is intruder else "opened")
        ).not_to_have_count(0)
