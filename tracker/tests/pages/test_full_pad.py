"""The score pad at full detail: a whole match can be tapped in, by both sides, form by form, on every battlefield."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import render_to_string

from games.codec import codec_for
from games.last_battle.rules import LastBattle
from games.last_battle.simulate import play_out
from games.registry import MATCHES
from games.ruleset import SYSTEM, Actor, Rejected, Setup, Viewer, apply
from tracker.pages.match_forms.last_battle.full.steps import FORMS, full_steps
from tracker.pages.match_forms.last_battle.steps import bound, sit, steps
from tracker.pages.match_forms.names import Names

RULES = MATCHES["last_battle"]
CODEC = codec_for(RULES)
SIDES = {"alliance": "anna", "serpent": "boris"}
RARELY = 0.05
"""How often somebody thinks of what the card of a figure does by itself."""
SKIPPED = ("report", "share", "contest", "concede")


class Memory:
    """A match in memory, and the desks of its two players."""

    def __init__(self, battlefield: str) -> None:
        self.state = RULES.initial(Setup())
        sides = {side: [player] for side, player in SIDES.items()}
        self.take(SYSTEM, "table_opened", {"battlefield": battlefield, "sides": sides, "detail": "full"})
        for event, _by in play_out(self.state.play, 3, "full"):
            if self.state.play.phase in ("markers", "deploy"):
                break
            self.state = RULES.evolve(self.state, event)
        assert LastBattle().sides(self.state.play)

    def take(self, by: Actor, type_: str, data: dict[str, Any]) -> None:
        self.state = apply(RULES, self.state, CODEC.from_payload(type_, data), by)

    def desk(self, side: str) -> Any:
        viewer = Viewer("player", SIDES[side], side)
        state = RULES.visible_to(self.state, viewer)
        following = RULES.next_events(self.state, viewer)
        names = Names({}, {}, "en")
        return sit(state, RULES.outcome(self.state), 1, following, viewer, names)

    def send(self, side: str, form: Any) -> None:
        """All events of a form or none. Raises `Rejected`."""
        before = self.state
        try:
            for told in form.payloads():
                self.take(Actor("player", SIDES[side]), told["type"], told["data"])
        except Rejected:
            self.state = before
            raise


def filled(form: Any, rng: Random) -> dict[str, Any]:
    """What a player taps: whatever is preset, cards that came, anything where something must be said."""
    told: dict[str, Any] = {}
    for name, field in form.fields.items():
        gone = getattr(field.widget, "gone", ())
        choices = [str(key) for key, _label in getattr(field, "choices", []) if key != "" and key not in gone]
        if name in ("card_override", "card_text"):
            continue
        if name == "cards" and form.fields["cards"].widget.input_type == "checkbox":
            told[name] = rng.sample(choices, min(len(choices), wanted(form)))
        elif field.initial not in (None, ""):
            told[name] = field.initial
        elif choices and (field.required or rng.random() < 0.3):
            told[name] = rng.choice(choices)
        elif field.required or (name.startswith("fact:") and rng.random() < 0.5):
            told[name] = "1"
    return told


def wanted(form: Any) -> int:
    """How many cards the form asks for."""
    if form.step == "draw":
        return int(form.count)
    if form.step == "flip":
        return 1 + abs(form.fields["pluses"].initial - form.fields["minuses"].initial)
    return {"hanged": 3, "discard": 1}.get(form.step, 40)


def tapped(table: Memory, side: str, rng: Random) -> str | None:
    """One step of one phone: mostly what stands first. The step that was logged, None for a refusal."""
    desk = table.desk(side)
    keys = [key for key in full_steps(desk) if not FORMS[key[0]].rare or rng.random() < RARELY]
    if all(FORMS[step].may_wait for step, _key in keys):
        others = [(form.step, form.player) for form in steps(desk) if form.step not in (*SKIPPED, *FORMS)]
        keys = [*others, *keys]
    if not keys:
        return None
    step, key = keys[0] if rng.random() < 0.6 else rng.choice(keys)
    made = FORMS.get(step)
    fresh = made(desk, key) if made else next(f for f in steps(desk) if (f.step, f.player) == (step, key))
    if rng.random() < 0.03:
        drawn(fresh)
    form = bound(desk, fresh.step, fresh.player, QuerySent(filled(fresh, rng)))
    assert form is not None and form.is_valid() in (True, False)
    if not form.is_valid():
        return None
    try:
        table.send(side, form)
    except Rejected:
        drawn(form)
        return None
    return str(form.step)


class QuerySent(dict[str, Any]):
    """What a browser sends, lists included."""

    def getlist(self, name: str) -> list[Any]:
        value = self.get(name, [])
        return value if isinstance(value, list) else [value]


def drawn(form: Any) -> str:
    """The form as a page draws it."""
    step = {"form": form, "key": "k", "id": "i"}
    return render_to_string("parts/_pad_form.html", {"step": step, "match": uuid4(), "version": 1})


@pytest.mark.soak
def test_a_whole_match_is_tapped_in() -> None:
    table, rng = Memory("camp"), Random("camp")
    logged: set[str] = set()
    for _tap in range(6000):
        if table.state.play.phase == "closed":
            break
        step = tapped(table, rng.choice(list(SIDES)), rng)
        logged |= {step} if step else set()
    full = table.state.play.full
    assert table.state.play.phase == "closed", (full.turn, full.step, full.duel, full.due)
    assert {
        "activate",
        "attack",
        "flip",
        "resolve",
        "damage",
        "cheat",
        "move",
        "interact",
        "strategy",
    } <= logged


@pytest.mark.soak
@pytest.mark.parametrize("battlefield", ["heaven", "sea", "dungeon", "serpent"])
def test_every_battlefield_can_be_begun_with_the_pad_alone(battlefield: str) -> None:
    table, rng = Memory(battlefield), Random(battlefield)
    for _tap in range(250):
        tapped(table, rng.choice(list(SIDES)), rng)
    assert table.state.play.phase == "turns" and table.state.play.full.turn > 0
