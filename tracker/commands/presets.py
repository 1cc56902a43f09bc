"""The kinds of tournament that an organiser starts from: every game's own, or one that fits any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.registry import SYSTEMS
from games.rulebook import Text
from games.system import Preset, System

TEAM_NAME = Text("teams of three, captains pair", "команды по трое, пары ставят капитаны")
ANY_NAME = Text("Swiss, no lists", "швейцарка, без списков")


class Presets(Mapping[str, dict[str, Any]]):
    """Preset key -> {"system", "name": {en, ru}, "options"}, in the order of the games."""

    def __getitem__(self, key: str) -> dict[str, Any]:
        return dict(_all())[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _preset in _all())

    def __len__(self) -> int:
        return sum(1 for _one in _all())


def _all() -> Iterator[tuple[str, dict[str, Any]]]:
    for system in SYSTEMS.values():
        presets = system.presets or _of_any(system)
        for key, preset in presets.items():
            name = {"en": preset.name.en, "ru": preset.name.ru}
            yield key, {"system": system.key, "name": name, "options": preset.options}
        for first in list(presets.values())[:1]:
            yield _of_teams(system, first)


def _of_teams(system: System, first: Preset) -> tuple[str, dict[str, Any]]:
    """Teams of three whose captains pair the boards, by the game's first preset; lists are for the teams to show."""
    name = {
        "en": f"{system.tables.name.en}: {TEAM_NAME.en}",
        "ru": f"{system.tables.name.ru}: {TEAM_NAME.ru}",
    }
    teams = {"size": 3, "pairing": "captains"}
    options = {**first.options, "teams": teams, "list_required": False}
    return f"{system.key}_teams", {"system": system.key, "name": name, "options": options}


def _of_any(system: System) -> dict[str, Preset]:
    """Three rounds of the first way in which two sit down, ranked by points; none of a game that two cannot play."""
    tables = system.tables
    if tables.for_two is None:
        return {}
    name = Text(f"{tables.name.en}: {ANY_NAME.en}", f"{tables.name.ru}: {ANY_NAME.ru}")
    options = {
        "rounds": 3,
        "sides": list(tables.for_two.sides),
        "weights": {"thirds": 20},
        "tiebreaks": ["points", "vp_diff", "vp", "sos"],
        "scenarios": [],
        "detail": tables.levels[0],
        "check_in": False,
        "list_required": False,
    }
    return {f"{system.key}_open": Preset(name=name, options=options)}


PRESETS = Presets()
