"""The page `docs/events/<system>.md`: every event, what it says, each field with type, values, default and meaning.

Made from the events' docstrings and types, and from what `fields.toml` (here and in the game's folder) says of a field.
A game's `examples.jsonl` brings the examples, its `examples.md` the head.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from games import match
from games.catalogue import load
from games.codec import codec_for
from games.fields import HIDING, shape_of
from games.ruleset import Event, SecretEvent
from games.schemas import in_json, parts_of
from games.system import System

HERE = Path(__file__).parent
SHARED: tuple[Event, ...] = (
    match.ResultConfirmed(side="red", vp={"red": 3, "blue": 1}, winner="red"),
    match.ResultContested(side="blue", reason="The last challenge was ours."),
    match.EventVoided(seqs=(17, 18), reason="Logged at the wrong table."),
)
"""Events of every match."""

Meanings = dict[str, dict[str, str]]


def section(example: Event) -> Iterator[str]:
    """The lines about one event, with an example of it as a client sends it."""
    tag, data = name_of(type(example)), msgspec.to_builtins(example)
    data.pop("type")
    yield from about(type(example))
    line = msgspec.json.encode({"type": tag, "data": data}).decode()
    yield from ("```json", line, "```", "")


def about(kind: type[Event]) -> Iterator[str]:
    """What an event says, and its fields."""
    yield from (f"## `{name_of(kind)}`", "", doc_of(kind), "")
    if issubclass(kind, SecretEvent) and kind.secret_fields:
        yield from (f"Secret: {', '.join(f'`{name}`' for name in kind.secret_fields)}.", "")
    yield from table(kind)


def closing(examples: Sequence[Event]) -> Iterator[str]:
    """The end of a page: the events of every match, and the parts that events are made of."""
    yield from ("# Of every match", "")
    for example in SHARED:
        yield from section(example)
    yield from parts(type(example) for example in examples)


def parts(kinds: Iterable[type]) -> Iterator[str]:
    """What these events are made of; nothing of those that are made of no parts."""
    found = parts_used(kinds)
    if not found:
        return
    yield from ("# Parts", "", "What stands inside events; a field whose type names a part holds these.", "")
    for part in found:
        yield from (f"## {name_of(part)}", "", doc_of(part), "")
        yield from table(part)


def parts_used(kinds: Iterable[type]) -> list[Any]:
    """The structs inside these, each once, in the order in which they are met."""
    found: dict[Any, None] = {}

    def look(kind: type) -> None:
        for field in _fields(kind):
            for part in parts_of(field.type):
                if part.cls not in found:
                    found[part.cls] = None
                    look(part.cls)

    for kind in kinds:
        look(kind)
    return list(found)


def table(kind: type) -> Iterator[str]:
    """One row for each field."""
    rows = [
        f"| `{field.encode_name}` | {told(field.type)} | {_default(field)} | {meaning(kind, field.name)} |"
        for field in _fields(kind)
    ]
    if rows:
        yield from ("| Field | Type and values | Default | Meaning |", "|---|---|---|---|", *rows, "")


@cache
def _fields(kind: type) -> tuple[Any, ...]:
    info: Any = shape_of(kind)
    return tuple(info.fields)


def told(info: Any) -> str:
    """A type in words, with the values that it may have."""
    said = SAID.get(type(info))
    return said(info) if said is not None else type(info).__name__.removesuffix("Type").lower()


def _with_examples(info: Any) -> str:
    examples = (info.extra_json_schema or {}).get("examples", ())
    return ", ".join([told(info.type), *(f"as in `{one}`" for one in examples)])


def _text(info: Any) -> str:
    return f"text `{info.pattern}`".replace("|", "&#124;") if info.pattern else "text"


def _list(info: Any) -> str:
    return f"list of {told(info.item_type)}"


SAID: dict[type, Callable[[Any], str]] = {
    inspect.Metadata: _with_examples,
    inspect.UnionType: lambda info: " or ".join(told(one) for one in info.types),
    inspect.LiteralType: lambda info: ", ".join(f"`{value}`" for value in info.values),
    inspect.StructType: lambda info: f"[{name_of(info.cls)}](#{name_of(info.cls).lower()})",
    inspect.DictType: lambda info: f"object: {told(info.key_type)} to {told(info.value_type)}",
    inspect.TupleType: lambda info: f"[{', '.join(told(one) for one in info.item_types)}]",
    inspect.VarTupleType: _list,
    inspect.ListType: _list,
    inspect.SetType: _list,
    inspect.FrozenSetType: _list,
    inspect.IntType: lambda info: f"whole number{_range(info)}",
    inspect.FloatType: lambda info: f"number{_range(info)}",
    inspect.StrType: _text,
    inspect.BoolType: lambda info: "true or false",
    inspect.NoneType: lambda info: "null",
    inspect.AnyType: lambda info: "anything",
}
"""Kind of type -> what says it; any other is called as its kind."""


def _range(info: Any) -> str:
    low = info.ge if info.ge is not None else info.gt
    high = info.le if info.le is not None else info.lt
    if low is None and high is None:
        return ""
    return f" {low if low is not None else '...'} to {high if high is not None else '...'}"


def _default(field: Any) -> str:
    if field.name in HIDING:
        return "made by the server"
    if field.required:
        return "required"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def doc_of(kind: type) -> str:
    """A docstring in one line, as whoever reads JSON knows its values."""
    return in_json(" ".join((kind.__doc__ or "").split()))


def name_of(kind: Any) -> str:
    """The type of an event as logs write it; the name of a part."""
    return str(kind.__struct_config__.tag or kind.__name__)


def meaning(kind: type, field: str) -> str:
    """What a field means, empty if nobody says it.

    In this order: the game's word on this event, what the docstring says behind the field's name, the game's word on
    fields of this name, and the sentence of the docstring in which it stands.
    """
    own, shared, name = meanings(folder_of(kind)), meanings(HERE), name_of(kind)
    exact = own.get(name, {}).get(field) or shared.get(name, {}).get(field)
    general = own.get("*", {}).get(field) or shared.get("*", {}).get(field)
    return exact or _defined(doc_of(kind), field) or general or _mentioned(doc_of(kind), field)


def _defined(doc: str, field: str) -> str:
    """What stands behind the name of a field and a colon."""
    found = re.search(rf"`{field}`(?:(?:,| and) `\w+`)*: (.*?)(?=[.;](?: |$)|,? `\w+`(?:, `\w+`)*:|$)", doc)
    if found is None:
        return ""
    return found[1].rstrip(",") + ")" * (found[1].count("(") - found[1].count(")"))


def _mentioned(doc: str, field: str) -> str:
    sentences = re.split(r"(?<=[.;]) ", doc)
    return next((one.rstrip(".;") for one in sentences if f"`{field}`" in one), "")


def folder_of(kind: type) -> Path:
    """The folder of the game that a type belongs to."""
    parts = kind.__module__.split(".")
    package = ".".join(parts[:3] if parts[1] == "tests" else parts[:2])
    return Path(import_module(package).__file__ or "").parent


@cache
def meanings(folder: Path) -> Meanings:
    """Event or part (`*`: any) -> field -> its meaning, as the folder's `fields.toml` says."""
    path = folder / "fields.toml"
    return load(path, Meanings) if path.is_file() else {}


def examples_of(system: System) -> tuple[Event, ...]:
    """One of every event, as a client sends it: the lines of the game's `examples.jsonl`, in the order in which a match
    meets them."""
    codec = codec_for(system.rules)
    told = map(msgspec.json.decode, (system.folder / "examples.jsonl").read_bytes().splitlines())
    return tuple(codec.from_payload(one.pop("type"), one) for one in told)


def page(system: System) -> str:
    """The page `docs/events/<system>.md`, under what the game's `examples.md` says of its events."""
    examples = examples_of(system)
    head = (system.folder / "examples.md").read_text(encoding="utf-8")
    sections = (line for example in examples for line in section(example))
    return "\n".join([head, *sections, *system.described(), *closing(examples)])
