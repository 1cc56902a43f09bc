"""The score pad at full detail: a whole match can be tapped in, by both sides, form by form, on every battlefield."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import render_to_string

from games.codec import codec_for
from games.consequences import following
from games.last_battle.play.simulate import play_out
from games.last_battle.rules import LastBattle
from games.registry import MATCHES
from games.ruleset import SYSTEM, Actor, Rejected, Setup, Viewer, apply
from games.tests.rounds import quick_first
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

PAGES = pages_of("last_battle")
RULES = MATCHES["last_battle"]
CODEC = codec_for(RULES)
SIDES = {"alliance": "anna", "serpent": "boris"}
RARELY = 0.05
"""How often somebody thinks of what the card of a figure does by itself."""
SKIPPED = ("report", "scheme_shared", "contest", "match_conceded")


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
        return PAGES.sit(state, RULES.outcome(self.state), 1, following, viewer, names)

    def send(self, side: str, form: Any) -> None:
        """All events of a form or none. Raises `Rejected`."""
        before = self.state
        try:
            for told in form.events():
                self.take(Actor("player", SIDES[side]), told["type"], told["data"])
            while (event := following(RULES, self.state)) is not None:
                self.state = apply(RULES, self.state, event, SYSTEM)
        except Rejected:
            self.state = before
            raise


def filled(form: Any, rng: Random) -> dict[str, Any]:
    """What a player taps: whatever is preset, cards that came, anything where something must be said."""
    told: dict[str, Any] = {}
    for name, field in form.fields.items():
        tiles = getattr(field.widget, "tiles", None)
        gone = tiles.gone if tiles is not None else ()
        choices = [str(key) for key, _label in getattr(field, "choices", []) if key != "" and key not in gone]
        preset = form.get_initial_for_field(field, name)
        if tiles is not None and field.widget.input_type == "checkbox":
            told[name] = rng.sample(choices, min(len(choices), wanted(form)))
        elif preset not in (None, "", []):
            told[name] = preset
        elif choices and (field.required or rng.random() < 0.3):
            told[name] = rng.choice(choices)
            if field.widget.input_type == "checkbox":
                told[name] = [told[name]]
        elif field.required or (name.startswith("fact:") and rng.random() < 0.5):
            told[name] = "1"
    return {form.add_prefix(name): value for name, value in told.items()}


def wanted(form: Any) -> int:
    """How many cards the form asks for."""
    if form.step == "hand_drawn":
        return int(form.fixed["count"] if "count" in form.fixed else form.told[0].limits["count"][0])
    if form.event == "check_flipped":
        initial = form.initial
        return 1 + abs(int(initial.get("pluses", 0)) - int(initial.get("minuses", 0)))
    return {"hanged_man_used": 3, "hand_discarded": 1}.get(form.step, 40)


def tapped(table: Memory, side: str, rng: Random) -> str | None:
    """One step of one phone: mostly what stands first. The step that was logged, None for a refusal."""
    desk = table.desk(side)
    offered = [form for form in PAGES.steps(desk) if form.step not in SKIPPED]
    offered = [form for form in offered if not form.rare or rng.random() < RARELY]
    if not offered:
        return None
    fresh = offered[0] if rng.random() < 0.6 else rng.choice(offered)
    if rng.random() < 0.03:
        drawn(fresh)
    form = PAGES.bound(desk, fresh.step, fresh.player, QuerySent(filled(fresh, rng)))
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
        "figure_activated",
        "attack",
        "check_flipped",
        "check_resolved",
        "damage_resolved",
        "fate_cheated",
        "move",
        "interact",
        "strategy",
    } <= logged


@pytest.mark.parametrize("battlefield", quick_first(2, ["heaven", "sea", "dungeon", "serpent"]))
def test_every_battlefield_can_be_begun_with_the_pad_alone(battlefield: str) -> None:
    table, rng = Memory(battlefield), Random(battlefield)
    for _tap in range(250):
        tapped(table, rng.choice(list(SIDES)), rng)
    assert table.state.play.phase == "turns" and table.state.play.full.turn > 0
