"""What happens before the Main phase: terrain, deployment, the tactical test (see `events.py`). Pure data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.bushido.events import Die, Inches, Name
from games.bushido.full.terms import Dice, Models, Passage
from games.ruleset import Event


class TacticalTestRolled(Event, frozen=True, kw_only=True):
    """A tactical test: of the deployment (BUS-SETUP-04), or of a turn (BUS-TURN-05, -06).

    `models`: whom each side names; left out, its best Tactician. `first_side`: the side that places terrain first, or
    player 1 of an event's set-up, as the winner of the deployment test says; left out, the winner.
    """

    dice: dict[str, Dice]
    models: dict[str, Name] = {}
    first_side: Name | None = None
    winner: Name | None = None

    @property
    def chance(self) -> bool:
        return True


class TerrainPlaced(Event, frozen=True, kw_only=True):
    """A piece of terrain (BUS-SETUP-05 to -12). `card`: of a terrain card of the side.

    Distances that nobody measured are left out. `in_zone`: in a zone of the scenario, `in_deployment`: of a side.
    """

    side: Name
    passage: Passage = "normal"
    card: Name | None = None
    length: Inches | None = None
    width: Inches | None = None
    to_objective: Inches | None = None
    to_impassable: Inches | None = None
    to_terrain: Inches | None = None
    in_zone: bool = False
    in_deployment: bool = False
    touches: bool = False


class TerrainStopped(Event, frozen=True, kw_only=True):
    """A side places no more terrain (BUS-SETUP-06)."""

    side: Name


class DeploymentZoneChosen(Event, frozen=True, kw_only=True):
    """A side takes the near or the far edge or corner of the drawn layout (BUS-SETUP-08); the opponent has the other.

    `base_mm`: the size of all objectives, where the scenario leaves it open (BUS-SETUP-03).
    """

    side: Name
    zone: Literal["near", "far"]
    base_mm: Literal[30, 50] | None = None


class DeploymentOrderChosen(Event, frozen=True, kw_only=True):
    """Which side deploys first (BUS-SETUP-14, -26)."""

    side: Name
    first_side: Name


class ModelsDeployed(Event, frozen=True, kw_only=True):
    """Models of a side come onto the table (BUS-SETUP-14 to -19). `scout`: as Scouts, `to_zone` inches from their zone.

    `in_zone`: as the deployment asks. `contact`, `in_zoc`: with or of an enemy. `no_room`: there was none for them.
    `undisguised`: those whose Disguise is lost, since they are the VIM (BUS-VIM-03); told of a hidden one alone.
    """

    side: Name
    models: Annotated[Models, msgspec.Meta(min_length=1)]
    scout: bool = False
    to_zone: Inches | None = None
    in_zone: bool = True
    contact: bool = False
    in_zoc: bool = False
    no_room: bool = False
    undisguised: Models = ()


class GameLengthRolled(Event, frozen=True, kw_only=True):
    """The die of a variable length (BUS-END-04)."""

    die: Die

    @property
    def chance(self) -> bool:
        return True


class FortuneCalled(Event, frozen=True, kw_only=True):
    """A model with Fortune calls a coin over the Ki that it generated (BUS-TRT-45)."""

    model: Name
    won: bool


class FirstPlayerChosen(Event, frozen=True, kw_only=True):
    """The winner of the tactical test names the first active player of the turn (BUS-TURN-07)."""

    first_side: Name


class StepClosed(Event, frozen=True, kw_only=True):
    """Nobody has more to do in this step: of the Starting phase, a Rapid Fire, or the Main phase is over."""
