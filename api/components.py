"""The schemas of the OpenAPI document: of every struct that travels, and of every event of every system.

What generators of clients stumble over is said in a way that they all read: free objects say so, tuples are arrays of
one kind of item, and a default stands in the description (as a keyword it makes some generators demand the field).
Called by `api.openapi`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from api.operations import OPERATIONS, Listed
from api.shapes.pages import ProblemBody
from tracker.schemas import SYSTEMS
from tracker.schemas import document as system_schema
from tracker.selectors.feed import FeedEvent

TEMPLATE = "#/components/schemas/{name}"
LOCAL = "#/$defs/"
ANY_EVENT = "EventIn"
"""Of which component the events of all systems take the place."""
CONTAINERS = ("properties", "additionalProperties", "items", "prefixItems")

Schema = dict[str, Any]


@cache
def refs() -> dict[Any, Schema]:
    """A type that travels -> its schema, or the reference to its component."""
    return {type_: _plain(ref) for type_, ref in _made()[0].items()}


@cache
def structs() -> dict[str, Schema]:
    """The components that are structs of ours, without the events."""
    return {_component(name): _plain(schema) for name, schema in _made()[1].items()}


def answer_schema(type_: Any) -> Schema:
    """The schema of an answer: of a struct, or of a list of them that comes whole."""
    if isinstance(type_, Listed):
        rows = {"type": "array", "items": answer_schema(type_.of)}
        return {"type": "object", "required": ["results"], "properties": {"results": rows}}
    return refs()[type_]


@cache
def components() -> dict[str, Schema]:
    """Every component by its name."""
    found = dict(structs())
    for system in SYSTEMS:
        found |= _events(system)
    found[ANY_EVENT] = {
        "title": "Event",
        "description": "One event: its type and its payload, as the system of the stream has it.",
        "anyOf": [_ref(f"{system}.event") for system in SYSTEMS],
    }
    return found


@cache
def _made() -> tuple[dict[Any, Schema], dict[str, Schema]]:
    types = list(dict.fromkeys(_types()))
    made, parts = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    return dict(zip(types, made, strict=True)), parts


def _types() -> Iterator[Any]:
    yield ProblemBody
    yield FeedEvent
    for operation in OPERATIONS.values():
        for type_ in (operation.answer, operation.body, *operation.besides.values()):
            if type_ is not None:
                yield type_.of if isinstance(type_, Listed) else type_


def _component(name: str) -> str:
    """`Page[Match]` comes as `Page_Match_`."""
    return name.rstrip("_")


def _ref(name: str) -> Schema:
    return {"$ref": TEMPLATE.format(name=name)}


def _events(system: str) -> dict[str, Schema]:
    """The events of one system: each with its payload, and all of them as a union told apart by `type`."""
    parts = system_schema(system)["$defs"]
    told = parts["event"]["oneOf"]
    payloads = {_named(event["properties"]["data"]) for event in told}
    wanted = _reached(parts, payloads)
    found = {
        f"{system}.{name}": {**_moved(_plain(parts[name]), system), "title": _title(system, name)}
        for name in sorted(wanted)
    }
    names = {}
    for event in told:
        tag = event["properties"]["type"]["const"]
        described = parts[_named(event["properties"]["data"])].get("description", "")
        names[tag] = f"{system}.{tag}"
        found[names[tag]] = {
            "title": _title(system, tag, "event"),
            "description": described,
            **_moved(_plain(event), system),
        }
    found[f"{system}.event"] = {
        "title": _title(system, "event"),
        "oneOf": [_ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: TEMPLATE.format(name=name) for tag, name in names.items()},
        },
    }
    return found


def _title(system: str, name: str, end: str = "") -> str:
    """A name that no other system has: generators name classes by it."""
    return "".join(part[:1].upper() + part[1:] for part in f"{system}_{name}_{end}".split("_"))


def _named(ref: Schema) -> str:
    return str(ref["$ref"]).removeprefix(LOCAL)


def _reached(parts: dict[str, Schema], names: Iterable[str]) -> set[str]:
    """These parts and those that they are made of."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r'"#/\$defs/([^"]+)"', json.dumps(parts[name]))
    return found


def _moved(schema: Any, system: str) -> Any:
    """The same with references into the document's components."""
    if isinstance(schema, list):
        return [_moved(one, system) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: TEMPLATE.format(name=f"{system}.{value.removeprefix(LOCAL)}")
        if isinstance(value, str) and value.startswith(LOCAL)
        else _moved(value, system)
        for name, value in schema.items()
    }


def _plain(schema: Any) -> Any:
    """The schema in words that every generator reads."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _plain(value) if name != "default" else value for name, value in schema.items()}
    if "properties" in made:
        made["properties"] = {name: _plain(one) for name, one in schema["properties"].items()}
    if "$ref" in made and isinstance(made["$ref"], str):
        made["$ref"] = made["$ref"].rstrip("_")
    if made.get("type") == "object" and not {"properties", "additionalProperties"} & set(made):
        made["additionalProperties"] = True
    if "prefixItems" in made:
        items = list({json.dumps(one, sort_keys=True): one for one in made.pop("prefixItems")}.values())
        made["items"] = items[0] if len(items) == 1 else {"anyOf": items}
    if made.get("type") == "array" and "items" not in made:
        made["items"] = {}
    return _without_default(made)


def _without_default(made: Schema) -> Schema:
    if "default" not in made or (isinstance(made["default"], dict) and "type" in made["default"]):
        return made
    default = made.pop("default")
    if default not in (None, "", [], {}):
        said = made.get("description", "")
        made["description"] = f"{said} Without it: {json.dumps(default, ensure_ascii=False)}.".strip()
    return made
