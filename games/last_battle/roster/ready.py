"""Squads that are ready to be hired by one tap, for whoever has no list yet. Called by `faces.py`.

Their figures are inventions, so that no printed card is told here: none is unique, and none is too large for any
battlefield.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.faces import Ready
from games.last_battle.figures import Figure
from games.last_battle.state import LastBattleState
from games.rulebook import Text
from games.ruleset import NextEvent

FIGURES: dict[str, tuple[Text, int]] = {
    "first_captain": (Text("Captain of the Gate", "Капитан ворот"), 8),
    "first_spearman": (Text("Spearman", "Копейщик"), 5),
    "first_archer": (Text("Archer", "Лучник"), 6),
    "first_herald": (Text("Herald", "Герольд"), 9),
    "first_witch": (Text("River Witch", "Речная ведьма"), 8),
    "first_raider": (Text("Raider", "Налётчик"), 5),
    "first_beast": (Text("Marsh Hound", "Болотный пёс"), 6),
    "first_shaman": (Text("Drummer", "Барабанщик"), 9),
}
"""Figure -> its name and cost."""
SQUADS: dict[str, tuple[Text, str, tuple[str, ...]]] = {
    "gate": (
        Text("The Watch of the Gate", "Стража ворот"),
        "first_captain",
        ("first_spearman", "first_spearman", "first_archer", "first_herald"),
    ),
    "river": (
        Text("The River Raiders", "Речные налётчики"),
        "first_witch",
        ("first_raider", "first_raider", "first_beast", "first_shaman"),
    ),
}
"""Key -> name, leader, and the others: 25 points."""


def named(state: LastBattleState) -> dict[str, Text]:
    """The names of figures that were hired so."""
    ids = {figure.figure_id for squad in state.squads.values() for figure in squad.all_figures()}
    return {key: name for key, (name, _cost) in FIGURES.items() if key in ids}


def ready(state: LastBattleState, told: NextEvent) -> tuple[Ready, ...]:
    """The ready-made squads whose leader nobody has hired, where a match is not logged card by card."""
    if told.type != "squad_hired" or state.full is not None:
        return ()
    hired = named(state)
    return tuple(_ready(key) for key, (_name, leader, _others) in SQUADS.items() if leader not in hired)


def _ready(key: str) -> Ready:
    name, leader, others = SQUADS[key]
    figures = [msgspec.to_builtins(Figure(one, FIGURES[one][1], 1, False)) for one in (leader, *others)]
    data: dict[str, Any] = {"leader": leader, "figures": figures}
    return Ready(key=key, name=name, about=_about(leader, others), data=data)


def _about(leader: str, others: tuple[str, ...]) -> Text:
    """The leader and the others, each once with how many of it there are."""
    copies = {one: others.count(one) for one in others}
    said = {
        language: " · ".join(
            (
                FIGURES[leader][0].to(language),
                *(
                    FIGURES[one][0].to(language) + (f" × {count}" if count > 1 else "")
                    for one, count in copies.items()
                ),
            )
        )
        for language in ("en", "ru")
    }
    return Text(said["en"], said["ru"])
