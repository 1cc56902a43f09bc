"""The End phase, and what the table comes to (see `events.py`). Pure data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.events import Count, Inches, Name, Part
from games.bushido.full.terms import MarkerKind, Models
from games.ruleset import Event


class ZoneCounted(Event, frozen=True, kw_only=True):
    """The models wholly inside a zone in the End phase (BUS-ZONE-01, -04)."""

    zone: Name
    inside: Models = ()
    controller: Name | None = None


class ZoneCleared(Event, frozen=True, kw_only=True):
    """Models at least partly inside the zone of The Duel in the End phase are removed; never a VIM (BUS-SCN-17)."""

    inside: Annotated[Models, msgspec.Meta(min_length=1)]


class VimMeasured(Event, frozen=True, kw_only=True):
    """How far the open VIM of a side is from what its award names (BUS-VIM-10)."""

    side: Name
    inches: Inches


class ObjectiveRemoved(Event, frozen=True, kw_only=True):
    """A side takes an objective away after an award (BUS-OBJ-10, -16); null: none."""

    side: Name
    objective: Name | None = None


class TurnEnded(Event, frozen=True, kw_only=True):
    """The End phase is over (BUS-TURN-23). Points as they stand then."""

    sp: dict[str, Count] | None = None
    vp: dict[str, Count] | None = None


class TableChecked(Event, frozen=True, kw_only=True):
    """What somebody reads off the table now. The log must agree, and names the rules where it does not (BUS-LOG-10).

    `wounds`: boxes that are marked; `markers`: how many of each kind; `wells`: Ki on the communal cards by side.
    """

    model: Name | None = None
    counters: Count | None = None
    ki: Count | None = None
    wounds: Count | None = None
    markers: dict[str, Count] | None = None
    place: Literal["battlefield", "elsewhere", "out"] | None = None
    active: Name | None = None
    tokens: dict[str, Count] | None = None
    points: dict[str, Count] | None = None
    wells: dict[str, Count] | None = None


class Blow(Part, frozen=True, kw_only=True):
    """An attack that the dice decided: whose, at whom, whether it succeeded, and the success level."""

    attacker: Name
    target: Name
    hit: bool
    sl: Count


class MarkerMoved(Part, frozen=True, kw_only=True):
    """Markers of state that a model gained, or lost where the number is below 0."""

    model: Name
    marker: MarkerKind
    number: int


class RulesApplied(Event, frozen=True, kw_only=True):
    """What followed by the rules from the event before it (section 10, BUS-LOG-10). The server logs it; nobody has to.

    `blows`: attacks that the dice decided; `wounds`: model -> boxes marked, or healed below 0; `ki`: model -> tokens
    gained or paid; `states`: markers of state; `gone`: models out of play; `sp`, `vp`: side -> points; `tokens`: side
    -> pass tokens.
    """

    blows: tuple[Blow, ...] = ()
    wounds: dict[str, int] = {}
    ki: dict[str, int] = {}
    states: tuple[MarkerMoved, ...] = ()
    gone: Models = ()
    sp: dict[str, int] = {}
    vp: dict[str, int] = {}
    tokens: dict[str, int] = {}
