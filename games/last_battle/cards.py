"""Imported figure cards: CSV or JSON in, cards by id out, with every problem named by row and column.

Only the fields of a figure card are let in; each of them except `figure_id` and `name` may be unknown (empty, null).
Pure: called by the command that imports an edition; checks of rosters read the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from games import tables
from games.editions import Sheet
from games.faults import fault
from games.tables import Problem

KEY, NEEDED = "figure_id", ("figure_id", "name")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Number = Annotated[int, msgspec.Meta(ge=0, le=999)]
Centimetres = Annotated[float, msgspec.Meta(ge=0, le=999)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]


class Trigger(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A suit and what it does; P pentacles, C cups, S swords, W wands."""

    suit: Literal["P", "C", "S", "W"]
    text: Text | None = None


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A printed action of a figure."""

    name: Name
    kind: Literal["melee", "shooting", "magic", "other"] | None = None
    cost_ap: Number | None = None
    parameter: Number | None = None
    type: Literal["simple", "complex"] | None = None
    target_value: Number | None = None
    resist: Literal["defence", "willpower"] | None = None
    damage: tuple[Number, Number, Number] | None = None
    reach_cm: Centimetres | None = None
    triggers: tuple[Trigger, ...] | None = None


class FigureCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A figure card as it is printed. None is unknown."""

    figure_id: Name
    name: Name
    unique: bool | None = None
    is_leader_trait: bool | None = None
    cost: Number | None = None
    move: Centimetres | None = None
    defence: Number | None = None
    willpower: Number | None = None
    lives: Number | None = None
    size: Number | None = None
    swimmer: bool | None = None
    water_safe: bool | None = None
    vessel: bool | None = None
    hand_bonus: Number | None = None
    actions: tuple[Action, ...] | None = None


FIELDS = {field.name: field.type for field in msgspec.structs.fields(FigureCard)}
FLAGS = {"unique", "is_leader_trait", "swimmer", "water_safe", "vessel"}


def _stored(raw: dict[str, Any]) -> dict[str, Any]:
    return msgspec.to_builtins(msgspec.convert(raw, FigureCard))  # type: ignore[no-any-return]


def _problems_of(row: int, raw: Any) -> Iterator[Problem]:
    yield from tables.problems_of(row, raw, FIELDS)
    for name in NEEDED if isinstance(raw, dict) else ():
        if name not in raw:
            yield Problem(row, name, fault("must_be_given"))


def _value(name: str, cell: str) -> Any:
    if name in NEEDED:
        return cell
    if name in FLAGS:
        return tables.flag(cell)
    if name == "actions":
        return tables.json_cell(cell)
    plain = cell.replace(",", ".", 1)
    return tables.json_cell(plain) if plain.replace(".", "", 1).isdigit() else cell


parse_figures = Sheet(
    wrong=_problems_of, cell=_value, stored=_stored, key=KEY, needed=NEEDED, known=FIELDS
).parse
"""(cards by figure id, problems)."""
