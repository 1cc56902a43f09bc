"""JSON Schemas of a system's events, log lines and rosters, made from the types that decode them.

Called by the command `schemas`, which keeps `docs/schema/` current, and by the API, which serves them.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from games.codec import codec_for
from games.portable import Header, Line
from games.ruleset import Roster, Ruleset, Setup

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REFERENCE = "#/$defs/{name}"


def schema_of(system: str, rules: Ruleset[Any, Any], roster_body: Any = None) -> dict[str, Any]:
    """One document: `event` (type and data), `line` and `header` of a portable log, `roster`, and every payload.

    A document validates an event; the others are found under `$defs`. `roster_body` is the type of a roster's body.
    """
    types = codec_for(rules).types
    wanted = [*types.values(), Line, Header, Roster, Setup, *([roster_body] if roster_body else [])]
    refs, parts = msgspec.json.schema_components(wanted, ref_template=REFERENCE)
    by_type = dict(zip(types, refs, strict=False))
    for ref in by_type.values():
        _untag(parts[_name(ref)])
    parts["Header"]["properties"]["setup"] = {"$ref": REFERENCE.format(name="Setup")}
    if roster_body:
        parts["Roster"]["properties"]["body"] = refs[-1]
    told = {"oneOf": [_told(tag, parts[_name(ref)]) for tag, ref in by_type.items()]}
    parts["event"] = {"title": "Event", **told}
    parts["line"] = {"title": "Line of a log", "allOf": [{"$ref": REFERENCE.format(name="Line")}, told]}
    for part in parts.values():
        if "description" in part:
            part["description"] = in_json(part["description"])
    start = REFERENCE.format(name="event")
    return {"$schema": DIALECT, "title": f"Warledger: {system}", "$ref": start, "$defs": parts}


def in_json(doc: str) -> str:
    """A docstring with the values as JSON writes them: authors of programs read `null` in a log, never None."""
    return re.sub(r"\bNone\b", "null", doc)


def _name(ref: dict[str, Any]) -> str:
    return str(ref["$ref"]).rpartition("/")[2]


def _untag(part: dict[str, Any]) -> None:
    """A payload does not repeat the type, which stands beside it."""
    part["properties"].pop("type", None)
    part["required"] = [name for name in part.get("required", ()) if name != "type"]


def _told(tag: str, payload: dict[str, Any]) -> dict[str, Any]:
    """A type with its payload; the payload may be left out where it need not say anything."""
    properties = {"type": {"const": tag}, "data": {"$ref": REFERENCE.format(name=payload["title"])}}
    required = ["type", "data"] if payload["required"] else ["type"]
    return {"type": "object", "properties": properties, "required": required}


def literals(type_: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """Every field of a struct, of its nested parts too, with the texts that are all it may hold; () for any other."""
    found: list[tuple[str, tuple[Any, ...]]] = []
    _collect(msgspec.inspect.type_info(type_), found)
    return found


def _collect(info: Any, found: list[tuple[str, tuple[Any, ...]]]) -> None:
    for field in getattr(info, "fields", ()):
        found.append((field.name, texts_of(field.type)))
        for part in parts_of(field.type):
            _collect(part, found)


def parts_of(info: Any) -> list[Any]:
    """The structs that a value of this type is made of."""
    if isinstance(info, msgspec.inspect.StructType):
        return [info]
    inside = (getattr(info, name, None) for name in ("item_type", "value_type"))
    several = (*getattr(info, "types", ()), *getattr(info, "item_types", ()), *(one for one in inside if one))
    return [part for one in several for part in parts_of(one)]


def texts_of(info: Any) -> tuple[str, ...]:
    """The words of a literal, of an optional one, or of a list of them."""
    return tuple(value for value in values_of(info) if isinstance(value, str))


def values_of(info: Any) -> tuple[Any, ...]:
    """The values of a literal, of an optional one, or of a list of them; () for any other type."""
    if isinstance(info, msgspec.inspect.LiteralType):
        return tuple(info.values)
    inside = [*getattr(info, "types", ()), *filter(None, [getattr(info, "item_type", None)])]
    return tuple(value for one in inside for value in values_of(one))
