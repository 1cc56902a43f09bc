"""Imported ability cards: CSV or JSON in, cards by id out, with every problem named by row and column.

Only the fields of a card are let in; each of them may be unknown (empty, null). Lists of a CSV cell are parted by
semicolons or vertical bars. Pure: called by the command that imports an edition; checks of decks read the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from games import tables
from games.editions import Sheet
from games.faults import fault
from games.senjutsu.facts import Rank
from games.senjutsu.full.definitions import Definition, Moment, PartDefinition
from games.tables import Problem

NUMBER = re.compile(r"[ASKC]-\d{3}")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Initiative = Annotated[int, msgspec.Meta(ge=0, le=99)]
Type = Literal["attack", "defence", "meditation", "core"]
Kamae = Literal["none", "neutral", "aggression", "balance", "determination"]


class AbilityCard(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card as it is printed. None is unknown; an empty list says that there is none.

    `parts` hold its effects, as matches at full detail need them; a cell of a table holds them as JSON.
    """

    id: Name
    name: Name | None = None
    name_ru: Name | None = None
    owner: Name | None = None
    rank: Rank | None = None
    types: tuple[Type, ...] | None = None
    core_kind: Literal["none", "ability", "weapon"] | None = None
    weapon_keywords: tuple[Name, ...] | None = None
    initiative: Initiative | None = None
    required_kamae: Kamae | None = None
    mandatory_focus: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    prepared: bool | None = None
    instant: tuple[Literal["normal", "replacement", "addition"], ...] | None = None
    range: Initiative | None = None
    playable_normally: bool | None = None
    addition_after: Literal["none", "attack", "block"] | None = None
    normal_when: tuple[Moment, ...] | None = None
    lasting: bool | None = None
    needs_cover: bool | None = None
    counterattack: tuple[Initiative, ...] | None = None
    parts: tuple[PartDefinition, ...] | None = None


FIELDS = {field.name: field.type for field in msgspec.structs.fields(AbilityCard)}
"""Field -> its type."""
LISTS = {"types", "weapon_keywords", "instant", "normal_when", "counterattack"}
FLAGS = {"prepared", "playable_normally", "lasting", "needs_cover"}
NUMBERS = {"initiative", "mandatory_focus", "range", "counterattack"}


def _stored(raw: dict[str, Any]) -> dict[str, Any]:
    return msgspec.to_builtins(msgspec.convert(raw, AbilityCard))  # type: ignore[no-any-return]


def _problems_of(row: int, raw: Any) -> Iterator[Problem]:
    return tables.problems_of(row, raw, FIELDS, _bad_id)


def _bad_id(id_: Any) -> str:
    return "" if NUMBER.fullmatch(str(id_)) else fault("card_number")


def _value(name: str, cell: str) -> Any:
    if name in LISTS:
        parts = [part for part in tables.parts(cell) if part != "none"]
        return [tables.number(part) for part in parts] if name in NUMBERS else parts
    if name == "parts":
        return tables.json_cell(cell)
    if name in FLAGS:
        return tables.flag(cell)
    return tables.number(cell) if name in NUMBERS else cell


parse_cards = Sheet(wrong=_problems_of, cell=_value, stored=_stored).parse
"""(cards by id, problems)."""


def definitions(cards: Mapping[str, Mapping[str, Any]]) -> dict[str, Definition]:
    """Imported cards as a match at full detail pins them in its opening."""
    names = set(Definition.__struct_fields__)
    return {
        card: msgspec.convert({name: told for name, told in fields.items() if name in names}, Definition)
        for card, fields in cards.items()
    }
