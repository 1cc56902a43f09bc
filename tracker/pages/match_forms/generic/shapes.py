"""What a type of an event or of a list is made of. Called by `typed_parts` and `forms`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import inspect

from games.fields import HIDING, shape_of


def lists_of(type_: Any) -> list[str]:
    """The fields of an event that hold several values."""
    info: Any = shape_of(type_)
    return [one.name for one in told_fields(info) if is_list(without_none(one.type)[0])]


def is_list(info: Any) -> bool:
    return isinstance(info, inspect.VarTupleType | inspect.ListType | inspect.SetType)


def told_fields(info: Any) -> list[Any]:
    return [one for one in info.fields if one.name not in HIDING]


def usual_of(info: Any) -> dict[str, Any]:
    """What a struct must hold though nobody fills it in: an unticked tick, none of what may be none."""
    asked = [one for one in info.fields if one.required]
    ticks = {one.encode_name: False for one in asked if isinstance(one.type, inspect.BoolType)}
    return ticks | {one.encode_name: None for one in asked if without_none(one.type)[1]}


def defaults_of(info: Any) -> dict[str, Any]:
    """Field -> its default, of those that have one."""
    plainly = (one for one in info.fields if one.default is not msgspec.NODEFAULT)
    return {one.encode_name: msgspec.to_builtins(one.default) for one in plainly}


def without_none(info: Any, simple: bool = False) -> tuple[Any, bool]:
    """(the type, whether it may be left open). Of a value and its longer form the longer one, unless `simple`."""
    if not isinstance(info, inspect.UnionType):
        return info, False
    left = [one for one in info.types if not isinstance(one, inspect.NoneType)]
    longer = [one for one in left if isinstance(one, inspect.StructType) is not simple]
    texts = [one for one in left if isinstance(one, inspect.StrType)]
    if texts and all(isinstance(one, inspect.StrType | inspect.LiteralType) for one in left):
        return texts[0], len(left) < len(info.types)
    return (longer or left)[0], len(left) < len(info.types)
