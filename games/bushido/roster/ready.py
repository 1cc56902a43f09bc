"""Warbands that are ready to be fielded by one tap, for whoever has no list yet: a first game on what lies at hand.

All are of the invented sample faction, so that no printed card is told here. Called by `faces.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from games.bushido.opening import bring_list
from games.bushido.sample import CARDS, FACTION, WARBAND
from games.bushido.state import BusState, facts_of
from games.faces import Ready
from games.rulebook import Text
from games.ruleset import NextEvent, Roster

FACTION_NAME = Text("Lantern Court", "Двор фонарей")
BODIES: dict[str, tuple[Text, dict[str, Any]]] = {
    "captain": (
        Text("The Captain's Watch", "Дозор капитана"),
        {
            "faction": FACTION,
            "models": ["hidemori", {"profile": "guards", "count": 2}, "bearer", "archers"],
            "total": 35,
        },
    ),
    "monk": (
        Text("The Boar Path", "Кабанья тропа"),
        {
            "faction": FACTION,
            "models": ["tessho", "ironsnout", {"profile": "guards", "count": 2}, "wisps"],
            "total": 35,
        },
    ),
    "night_watch": (Text("The Night Watch", "Ночная стража"), WARBAND),
}
"""Key -> name and body of a list: two small ones that are worth the same, and one of the usual 100 rice."""


def told_name(card: str | None, number: str = "") -> Text | None:
    """A card of the invented faction by its name, with the model's number where there are several."""
    row = CARDS.get(card or "")
    if row is None:
        return None
    after = f" {number}" if number else ""
    return Text(f"{row['name']}{after}", f"{row.get('name_ru') or row['name']}{after}")


@cache
def _fields(key: str) -> dict[str, Any]:
    """The fields of the event that fields it, without the player."""
    roster = Roster(system="bushido", kind="warband", name="", body=BODIES[key][1])
    (event,) = bring_list("", roster, CARDS)
    told: dict[str, Any] = msgspec.to_builtins(event)
    return {name: value for name, value in told.items() if name not in ("type", "player")}


def _about(key: str) -> Text:
    """Its rice and its models: "35 rice · Hidemori, Captain of Lamps · Lantern Guards × 2"."""
    body = BODIES[key][1]
    said: dict[str, list[str]] = {"en": [], "ru": []}
    for one in body["models"]:
        card, count = (one, 1) if isinstance(one, str) else (one["profile"], one.get("count", 1))
        name = told_name(card)
        for language, names in said.items():
            text = name.to(language) if name is not None else card
            names.append(text if count == 1 else f"{text} × {count}")
    rice = body["total"]
    return Text(f"{rice} rice · {' · '.join(said['en'])}", f"стоимость {rice} · {' · '.join(said['ru'])}")


def ready(state: BusState, told: NextEvent) -> tuple[Ready, ...]:
    """The ready-made warbands that fit the rice limit and the size of the scenario; only where one is asked for.
    A result told by itself needs nobody's models."""
    if told.type != "warband_registered" or state.detail == "summary":
        return ()
    found = []
    for key, (name, body) in BODIES.items():
        if body["total"] <= state.rice_limit and _fits(state, _fields(key)):
            found.append(Ready(key=key, name=name, about=_about(key), data=_fields(key)))
    return tuple(found)


def _fits(state: BusState, fields: Mapping[str, Any]) -> bool:
    """BUS-SCN-18: no more models than the scenario allows."""
    most = facts_of(state).most_models if state.scenario is not None else None
    return most is None or len(fields["models"]) <= most
