"""Facts of a table that are made up: what could be told of a field that is made of parts (`games.faces.Detail`).

Called by the simulations of the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import inspect

from games.faces import Detail
from games.fields import fields_of, shape_of
from games.simulated import Table

OFTEN = 0.8
"""How often a part of a list is told, and what nobody need tell."""
Spans = Mapping[str, tuple[float, float]]


def made_up(table: Table[Any], detail: Detail, spans: Spans) -> dict[str, Any]:
    """The value of the field. `spans`: name of a number -> (low, high), "" for all others; one decimal is told."""
    return detail.read(_parts(table, detail, spans, detail.type, ""))


def _parts(table: Table[Any], detail: Detail, spans: Spans, type_: Any, path: str) -> dict[str, Any]:
    told = {}
    for field in fields_of(type_):
        where = f"{path}.{field.encode_name}" if path else field.encode_name
        value = _value(table, detail, spans, field, where)
        if value is not None:
            told[field.encode_name] = value
    return told


def _value(table: Table[Any], detail: Detail, spans: Spans, field: Any, where: str) -> Any:
    known, info = detail.choices.get(where, detail.choices.get(field.encode_name)), _bare(field.type)
    if known == ():
        return None
    if where in detail.rows:
        subject, values = detail.rows[where]
        return [
            {**_parts(table, detail, spans, info.item_type.cls, where), subject: value}
            for value in values
            if table.chance(OFTEN)
        ]
    if known is not None and isinstance(info, inspect.VarTupleType):
        return [value for value in known if table.chance(OFTEN)]
    if known is not None:
        return table.rng.choice(known)
    if isinstance(info, inspect.BoolType):
        return table.chance(OFTEN)
    if not isinstance(info, inspect.FloatType) or not table.chance(OFTEN):
        return None
    return round(table.rng.uniform(*spans.get(field.encode_name, spans[""])), 1)


def _bare(type_: Any) -> Any:
    """What a type is made of, besides that it may be left open."""
    info = shape_of(type_)
    if not isinstance(info, inspect.UnionType):
        return info
    return next(one for one in info.types if not isinstance(one, inspect.NoneType))
