"""The short night of `ninja_night`, with the secrets of the intruders on their own phone: what that phone is told."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from games.ninja.full.ownership import BOTH, own
from games.ninja.full.phases import still_to_move
from games.ninja.full.table import first_due, window_of
from games.ninja.state import NinjaState
from games.registry import SYSTEMS
from games.secrets import commitment
from tracker.tests.pages import ninja_night as night
from tracker.tests.pages.pad_play import SKIP, Form, PadPlay

LETTERS = {"ninja": "B", "traitor": "D"}
HEARD = {2: False, 3: True}
"""Turn -> whether the sentry that listens hears somebody."""
UNUSED = (
    "guard_neutralised",
    "passage_entered",
    "passage_left",
    "intruder_detected",
    "intruder_hidden",
)
ABOVE_THE_WALL = 1
"""Incidents before the ninja's step over the wall: the rope."""


class Sealing(PadPlay):
    """What `own_secrets.js` does, for pads without a browser: the secret fields are sealed and kept, not sent."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.kept: dict[str, dict[str, Any]] = {}

    def filled(self, form: Form) -> dict[str, Any] | None:
        fields = super().filled(form)
        if fields is None or not form.sealing:
            return fields
        own = {name: one for name, one in form.controls.items() if one.at}
        value, told = secret_of(json.loads(form.sealing), own, fields)
        fields = {name: one for name, one in fields.items() if name not in own}
        if told or not json.loads(form.sealing)["optional"]:
            salt = f"{self.rng.getrandbits(256):064x}"
            fields["told-commitment"] = commitment(salt, value)
            self.kept[fields["told-commitment"]] = {
                "commitment": fields["told-commitment"],
                "value": value,
                "salt": salt,
            }
        return fields


def secret_of(
    sealing: dict[str, Any], own: dict[str, Any], fields: dict[str, Any]
) -> tuple[dict[str, Any], bool]:
    """The value of the secret fields of a form, and whether anything was filled in."""
    value = {name: deepcopy(one["base"]) for name, one in sealing["fields"].items()}
    told = False
    for name, control in own.items():
        texts = fields.get(name)
        texts = [one for one in (texts if isinstance(texts, list) else [texts]) if one not in (None, "")]
        texts = [one for one in texts if one in control.options] if control.options else texts
        if not texts:
            continue
        told = True
        *way, last = json.loads(control.at)
        inner: Any = value
        for depth, key in enumerate(way):
            if isinstance(inner, list) and len(inner) <= key:
                inner.append(dict(sealing["fields"][way[0]].get("each") or {}))
            elif inner[key] is None or key not in (inner if isinstance(inner, dict) else range(len(inner))):
                inner[key] = {}
            inner, _depth = inner[key], depth
        read: Any = {"number": int, "text": str, "yes": lambda text: True}.get(control.reads, json.loads)
        inner[last] = [read(one) for one in texts] if control.reads == "list" else read(texts[0])
    return value, told


def sealed_night(made: type[PadPlay] = PadPlay) -> PadPlay:
    play = night.short_night(made)
    play.habits.fill = fill
    return play


def as_json(value: Any) -> list[str]:
    """The value of a field that stays on the phone."""
    return [json.dumps(value, separators=(",", ":"))]


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What both players tap; the guards as ever."""
    state: NinjaState = play.state.play
    if form.step in UNUSED:
        return SKIP
    if form.step in OWN:
        return OWN[form.step](form, state)
    return night.fill(form, play)


def _missions(form: Form, state: NinjaState) -> dict[str, Any]:
    """By the value, whether or not the page knows already that this phone keeps it."""
    places = {"ninja": "1", "traitor": "3"}
    return {f"told-letters.{name}": [places[name], *as_json(letter)] for name, letter in LETTERS.items()}


def _start(form: Form, state: NinjaState) -> dict[str, Any]:
    due = next(name for name in night.STARTS if name not in state.full.starts)  # type: ignore[union-attr]
    return {"told-zone": as_json(night.STARTS[due])}


def _passage(form: Form, state: NinjaState) -> dict[str, Any]:
    fields = zip(("told-entrance", "told-other"), night.ENTRANCES, strict=True)
    return {field: as_json(zone) for field, zone in fields}


def _card(form: Form, state: NinjaState) -> dict[str, Any]:
    """The rope of the ninja, before its way over the wall."""
    full = state.full
    assert full is not None
    in_turn = state.turn == night.SEARCH_TURN and full.step == "intruder_action" and not full.due
    hung = any(one.kind == "card_rope" for one in window_of(state, "ninja").incidents)
    if not in_turn or hung or full.shown["ninja"].moved:
        return SKIP
    cards = SYSTEMS["ninja"].faces.domains(state)["card"]
    edge = {"told-use.edge": as_json(night.ROPE), "told-use.bluff": None, "told-use.zone": [""]}
    return {**_whose(form, state, "ninja"), "told-card": str(cards.index("rope")), **edge}


def _whose(form: Form, state: NinjaState, name: str) -> dict[str, Any]:
    """The intruder, where the form leaves a choice among those that have not moved."""
    place = str(still_to_move(state).index(name))
    return {"told-intruder": place} if "told-intruder" in form.controls else {}


def _moved(form: Form, state: NinjaState) -> dict[str, Any]:
    full = state.full
    assert full is not None
    waiting = [name for name in ("ninja", "traitor") if name in full.shown and not full.shown[name].moved]
    name = next(name for name in waiting if not state.intruders[name].out)
    way = night.WAYS[name].get(state.turn, [])
    incidents = window_of(state, name).incidents
    kinds = [one.kind for one in incidents]
    if name == "traitor" and not night._ends({}, state):
        return SKIP
    roped = name == "ninja" and state.turn == night.SEARCH_TURN
    if (roped and "card_rope" not in kinds) or (way == ["@OUT"] and "left" not in kinds):
        return SKIP
    told: dict[str, Any] = dict.fromkeys((one for one in form.own() if one.startswith("told-steps")), "")
    told |= _whose(form, state, name)
    if name == "ninja" and state.turn in (3, 4):
        del told["told-steps.0.via"]  # the phone knows the way from zone to zone by itself
    for row, zone in enumerate(way):
        told[f"told-steps.{row}.to"] = as_json(zone)
        via = "exit" if zone == "@OUT" else "rope" if _over_the_wall(name, state.turn, row) else "open"
        told[f"told-steps.{row}.via"] = as_json(via)
        told[f"told-steps.{row}.after"] = str(ABOVE_THE_WALL) if roped and via == "rope" else "0"
    told = {name: one for name, one in told.items() if name in form.controls}
    return {**told, "told-start": as_json(_stands(name, state.turn))}


def _over_the_wall(name: str, turn: int, row: int) -> bool:
    way = [_stands(name, turn), *night.WAYS[name].get(turn, [])]
    return name == "ninja" and set(way[row : row + 2]) == set(night.ROPE)


def _stands(name: str, turn: int) -> str:
    """Where an intruder is before its way of a turn."""
    earlier = [zone for then, way in night.WAYS[name].items() if then < turn for zone in way]
    return earlier[-1] if earlier else night.STARTS[name]


def _searched(form: Form, state: NinjaState) -> dict[str, Any]:
    full = state.full
    assert full is not None and full.window is not None
    if state.turn != night.SEARCH_TURN or full.window.intruder != "ninja":
        return SKIP
    return {"told-zones": night.TARGET}


def _picked(**wanted: Any) -> Any:
    def chosen(form: Form, state: NinjaState) -> dict[str, Any]:
        control = form.controls["choice"]
        options = [json.loads(one) for one in control.options or control.values]
        told = next((one for one in options if all(one.get(k) == v for k, v in wanted.items())), None)
        return SKIP if told is None else {"choice": json.dumps(told, ensure_ascii=False, sort_keys=True)}

    return chosen


def _listened(form: Form, state: NinjaState) -> dict[str, Any]:
    """What is true."""
    told: dict[str, Any] = _picked(heard=HEARD[state.turn])(form, state)
    return told


def _found(state: NinjaState) -> bool:
    """Whether a movement ends in an entrance that the guards do not know."""
    end = first_due(state).path[-1]
    return end in night.ENTRANCES and end not in own(state, BOTH).discovered


def _left(form: Form, state: NinjaState) -> dict[str, Any]:
    options = form.controls["choice"].options or form.controls["choice"].values
    for one in options:
        name = json.loads(one)["intruder"]
        if night.WAYS[name].get(state.turn) == ["@OUT"] and night._may_go({"intruder": name}, state):
            return {"choice": one}
    return SKIP


def _opened(form: Form, state: NinjaState) -> dict[str, Any]:
    """As the phone has filled it in."""
    return {"opened": None}


def _confirmed(form: Form, state: NinjaState) -> dict[str, Any]:
    """Nobody confirms before the secrets are open."""
    closed = [one for one in state.full.sealed if not one.opened]  # type: ignore[union-attr]
    return SKIP if closed else {}


OWN: dict[str, Any] = {
    "missions_drawn": _missions,
    "intruder_start_marked": _start,
    "passage_marked": _passage,
    "intruder_card_played": _card,
    "intruder_moved": _moved,
    "zones_searched": _searched,
    "mission_completed": _picked(letter=LETTERS["ninja"]),
    "intruder_left_map": _left,
    "listen_answered": _listened,
    "movement_cleared": lambda form, state: SKIP if _found(state) else {},
    "passage_discovered": lambda form, state: {} if _found(state) else SKIP,
    "secrets_opened": _opened,
    "confirm": _confirmed,
}
