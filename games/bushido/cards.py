"""Imported editions: profiles, special cards and themes from CSV or JSON, with every problem named by row and column.

A row has a name; every other field may be unknown (empty, null). Without an `id` it gets one from name and faction,
without a `kind` it is a profile; the column of the price may be called `cost` or `rice`. In JSON the rows may also
stand in tables by kind, as in `catalogue/sample.json`. Cells have short forms: `9`, `5 Ea`, `Su`, `12 for_all` for the
price of a profile, `3`, `1/2`, `1/2 +1`, `X` for that of a special card, lists parted by `;`, `-` for none; or JSON.
Pure: called by the command that imports an edition, and by `roster/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games import tables
from games.bushido.profiles import Profile, SpecialCard, Theme
from games.editions import Kinds, Sheet, without_kind
from games.faults import fault
from games.tables import Problem

TABLES = {
    "profiles": "profile",
    "enhancements": "enhancement",
    "events": "event",
    "terrain": "terrain",
    "communal": "communal",
    "themes": "theme",
}
"""Name of the table -> kind of its rows."""
TYPES: dict[str, Any] = {
    "profile": Profile,
    "enhancement": SpecialCard,
    "event": SpecialCard,
    "terrain": SpecialCard,
    "communal": SpecialCard,
    "theme": Theme,
}
ROWS = Kinds(TYPES, longest=tables.LONGEST_ID, needed=("name",))
ALIASES = {"rice": "cost"}
NUMBERS = {"ki_limit", "melee", "ranged", "move", "ki", "max", "max_copies"}
FLAGS = {"unique", "equipment", "trap", "reverse_only", "destructible", "released"}
LISTS = {
    *("available_to", "elements", "types", "traits", "same_model_as", "allows", "requires", "summons"),
    *("required", "excluded", "permitted", "permitted_ronin"),
}
NUMBER_LISTS = {"base_mm", "wound_tracks"}
LINKS = ("same_model_as", "allows", "requires", "summons")
NONE = "-"
"""A cell that says: the card has none of this."""
PRICE = re.compile(r"(\d{1,3})?\s*(Ea|Su|Sp|for_all)?", re.IGNORECASE)
KINDS = {kind.casefold(): kind for kind in ("Ea", "Su", "Sp", "for_all")}
SHARE = re.compile(r"(\d)/(\d)\s*([+-]\s*\d{1,2})?")

Card = Profile | SpecialCard | Theme


def card_of(row: Mapping[str, Any]) -> Card:
    """One imported row as its struct. Raises `msgspec.ValidationError` for a row of another form."""
    return msgspec.convert(without_kind(row), TYPES.get(str(row.get("kind", "profile")), Profile))  # type: ignore[no-any-return]


def kind_of(row: Mapping[str, Any]) -> str:
    """`profile` unless the row tells another kind."""
    return str(row.get("kind") or "profile")


def _completed(raw: Any) -> Any:
    """With the fields that a row may leave out, and prices in one form. Names of columns are the catalogue's."""
    if not isinstance(raw, dict):
        return raw
    told = {
        ALIASES.get(name, name): value for name, value in raw.items() if name != "rice" or "cost" not in raw
    }
    told.setdefault("kind", "profile")
    if told.get("id") in (None, ""):
        told["id"] = _id_from(told.get("name"), told.get("faction"))
    if isinstance(told.get("cost"), int | str):
        told["cost"] = _price(told["cost"], told["kind"] == "profile")
    return told


def _id_from(name: Any, faction: Any) -> str:
    words = " ".join(str(part) for part in (name, faction) if part)
    return re.sub(r"[\W_]+", "-", words.casefold()).strip("-")[:100] or "nameless"


def _price(told: int | str, of_profile: bool) -> Any:
    """A price as its struct; what cannot be read stays a string, so that it is named as the problem."""
    cell = str(told).strip()
    if isinstance(told, bool):
        return told
    if of_profile:
        hit = PRICE.fullmatch(cell)
        if not hit or not cell:
            return cell
        value = {} if hit[1] is None else {"value": int(hit[1])}
        return value if hit[2] is None else {**value, "kind": KINDS[hit[2].casefold()]}
    if cell.casefold() == "x":
        return {"free": True}
    if hit := SHARE.fullmatch(cell):
        return {"share": [int(hit[1]), int(hit[2])], "plus": int((hit[3] or "0").replace(" ", ""))}
    return {"value": int(cell)} if cell.isdecimal() and len(cell) < 9 else cell


def _stored(raw: dict[str, Any]) -> dict[str, Any]:
    """The row as it is kept: checked values in plain form."""
    return {"id": raw["id"], "kind": raw["kind"], **msgspec.to_builtins(card_of(raw))}


def _links(found: dict[str, tuple[int, dict[str, Any]]]) -> Iterator[Problem]:
    """Whatever a card names must be a profile of the edition."""
    profiles = {id_ for id_, (_, raw) in found.items() if raw["kind"] == "profile"}
    for row, raw in found.values():
        for column in LINKS:
            for other in raw.get(column) or ():
                if other not in profiles:
                    yield Problem(row, column, fault("no_profile", id=other))


def _value(name: str, cell: str) -> Any:
    """A cell as the value of its field."""
    if cell[:1] in ("[", "{"):
        return tables.json_cell(cell)
    if name in LISTS:
        return [] if cell == NONE else tables.parts(cell)
    if name in NUMBER_LISTS:
        return [] if cell == NONE else [tables.number(part) for part in tables.parts(cell)]
    if name in NUMBERS:
        return tables.number(cell)
    return tables.flag(cell) if name in FLAGS else cell


parse_cards = Sheet(
    wrong=ROWS.wrong,
    cell=_value,
    completed=_completed,
    links=_links,
    stored=_stored,
    needed=("name",),
    kinds=TABLES,
).parse
"""(rows by id, problems)."""
