"""What a scoring event tells: the facts of every strategy and scheme, as section 4.27 lists them (LB-FACT).

Figures and markers are named by their piece and marker ids. `event` names the figure (or compromat marker) of the
event that earned the VP. None: not stated (LB-LOG-01). Read by `strategy.py` and the chapters of schemes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from games.last_battle.full.events import Cm, Name
from games.leaves import leaves

Quarter = Annotated[int, msgspec.Meta(ge=1, le=4)]


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of the facts. Unknown fields are refused, so that a slip of the pen is not taken for a missing fact."""


class NoFacts(Fact, frozen=True):
    """The log holds all that matters."""


class FigureAt(Fact, frozen=True):
    """A figure and its distance."""

    figure: Name
    cm: Cm | None = None


class MarkerAt(Fact, frozen=True):
    """A scheme marker and its distance."""

    marker: Name
    cm: Cm | None = None


class PillarHeld(Fact, frozen=True):
    """A pillar and the figures of both sides near it."""

    pillar: Name
    figures: tuple[FigureAt, ...] | None = None


class Pillars(Fact, frozen=True):
    """Pillars of Power."""

    pillars: tuple[PillarHeld, ...] | None = None


class FigureIn(Fact, frozen=True):
    """A figure, its quarter (null: it straddles), and its distance to the centre."""

    figure: Name
    quarter: Quarter | None
    centre_cm: Cm | None = None


class Capture(Fact, frozen=True):
    """Methodical Capture."""

    figures: tuple[FigureIn, ...] | None = None


class Treasure(Fact, frozen=True):
    """A scheme marker, its distance to the centre line, and the figure that guards it."""

    marker: Name
    line_cm: Cm | None = None
    figure: Name | None = None
    figure_cm: Cm | None = None


class Treasures(Fact, frozen=True):
    """Sea Treasures. `spacing_cm`: the least distance between the guarded markers."""

    markers: tuple[Treasure, ...] | None = None
    spacing_cm: Cm | None = None


class Corner(Fact, frozen=True):
    """A corner of the table with a marker near it."""

    corner: Name
    marker: Name
    cm: Cm | None = None


class Corners(Fact, frozen=True):
    """Surround Them."""

    corners: tuple[Corner, ...] | None = None


class Passage(Fact, frozen=True):
    """A marker and its distance to the opponent's zone; 0 inside."""

    marker: Name
    zone_cm: Cm | None = None


class Passages(Fact, frozen=True):
    """Underground Passages."""

    markers: tuple[Passage, ...] | None = None


class Deed(Fact, frozen=True):
    """Elimination, Scapegoat, Hidden Secrets, Vendetta: the figure (or marker) of the event that counts."""

    event: Name | None = None


class Grave(Fact, frozen=True):
    """Gravediggers: the removed figure, and a marker with its distance to it."""

    event: Name | None = None
    marker: Name | None = None
    cm: Cm | None = None


class Traps(Fact, frozen=True):
    """Trap: markers and their distances to the noted Leader."""

    markers: tuple[MarkerAt, ...] | None = None


class Breach(Fact, frozen=True):
    """Loophole: where the leader stands (LB-SCH-08)."""

    on_enemy_half: bool | None = None
    in_enemy_zone: bool | None = None


class FigureNear(Fact, frozen=True):
    """A figure and its distance to the centre of the table."""

    figure: Name
    centre_cm: Cm | None = None


class Crowd(Fact, frozen=True):
    """Show of Force: the figures of both sides."""

    figures: tuple[FigureNear, ...] | None = None


class Ruin(Fact, frozen=True):
    """A marker, its distances to the centre and to the nearest other friendly marker, and its half."""

    marker: Name
    centre_cm: Cm | None = None
    nearest_friendly_cm: Cm | None = None
    on_enemy_half: bool | None = None


class Ruins(Fact, frozen=True):
    """Search the Ruins."""

    markers: tuple[Ruin, ...] | None = None


class Capturing(Fact, frozen=True):
    """Take Prisoner: own figures engaged with the prisoner, and other enemies with their distances to it."""

    engaged_with: tuple[Name, ...] | None = None
    others: tuple[FigureAt, ...] | None = None


class Shown(Fact, frozen=True):
    """A noted figure, an enemy Leader, and the distance between them."""

    figure: Name
    leader: Name
    cm: Cm | None = None


class Demonstration(Fact, frozen=True):
    """Public Demonstration."""

    figures: tuple[Shown, ...] | None = None


FACTS_OF: dict[str, type[Fact]] = {
    "heavenly_portals": NoFacts,
    "pillars_of_power": Pillars,
    "secret_plans": NoFacts,
    "methodical_capture": Capture,
    "slaughter": NoFacts,
    "time_of_the_great": NoFacts,
    "sea_treasures": Treasures,
    "surround_them": Corners,
    "underground_passages": Passages,
    "elimination_of_leaders": Deed,
    "gravediggers": Grave,
    "trap": Traps,
    "loophole": Breach,
    "show_of_force": Crowd,
    "search_the_ruins": Ruins,
    "take_prisoner": Capturing,
    "scapegoat": Deed,
    "hidden_secrets": Deed,
    "vendetta": Deed,
    "public_demonstration": Demonstration,
}


def read_facts(mission: str, told: dict[str, Any]) -> Any:
    """The facts as the struct of the mission. Raises `msgspec.ValidationError` for what it does not know."""
    return msgspec.convert(told, FACTS_OF[mission])


def trusted_facts(mission: str, told: dict[str, Any]) -> Any:
    """The facts of an event that was accepted; none where the vocabulary of its day was another."""
    try:
        return read_facts(mission, told)
    except msgspec.ValidationError:
        return FACTS_OF[mission]()


def coarse(told: Any) -> Iterator[tuple[str, float]]:
    """LB-LOG-01: the distances that have more than one decimal, by their field."""
    for key, value in leaves(told):
        if key.endswith("cm") and isinstance(value, float) and round(value, 1) != value:
            yield key, value
