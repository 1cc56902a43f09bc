"""Answers with only what the client wants: `?fields=results.name,results.url` keeps these fields and what is in them.

A path leads through lists without a step of its own. What it may name is read from the structs of the answer, so a
field that does not exist is refused with those that do. Called by `api.gate`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from api import inputs
from api.answers import JSON
from api.components import answer_schema, structs
from api.errors import wrong

NAME = "fields"
PART = "application/vnd.warledger.part+json"
"""The media type of such an answer, which holds less than the shape of the whole one promises."""

Tree = dict[str, Any]


def check(request: HttpRequest, type_: Any) -> None:
    """Raises `Problem` `invalid` for a field that the answer of this type cannot have."""
    for path in inputs.several(request, NAME):
        at = answer_schema(type_)
        for step in path.split("."):
            legal = _below(at)
            if legal is None:
                break
            if step not in legal:
                known = ", ".join(sorted(legal)) or _("nothing")
                raise wrong(
                    "?fields",
                    _("%(step)s of %(path)s is not there; these are: %(known)s")
                    % {"step": repr(step[:40]), "path": repr(path[:80]), "known": known},
                )
            at = legal[step]


def only(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer without what was not asked for."""
    if response.headers.get("Content-Type") != JSON:
        return response
    tree = _tree(tuple(inputs.several(request, NAME)))
    response.content = msgspec.json.encode(_kept(json.loads(response.content), tree))
    response.headers["Content-Type"] = PART
    return response


@lru_cache(maxsize=512)
def _tree(paths: tuple[str, ...]) -> Tree:
    tree: Tree = {}
    for path in sorted(paths, key=len, reverse=True):
        *steps, last = path.split(".")
        at = tree
        for step in steps:
            at = at.setdefault(step, {})
        at[last] = {}  # the whole of it, whatever was asked for below
    return tree


def _kept(value: Any, tree: Tree) -> Any:
    if not tree:
        return value
    if isinstance(value, list):
        return [_kept(one, tree) for one in value]
    if isinstance(value, dict):
        return {name: _kept(below, tree[name]) for name, below in value.items() if name in tree}
    return value


def _below(schema: Any) -> dict[str, Any] | None:
    """Field -> schema of what stands below; None where anything may."""
    found: dict[str, Any] = {}
    for one in _resolved(schema):
        if one.get("type") == "object" or "properties" in one:
            if one.get("additionalProperties"):
                return None
            found |= one.get("properties", {})
    return found


def _resolved(schema: Any) -> Iterable[dict[str, Any]]:
    """The schemas that a value may have, through references, alternatives and lists."""
    if "$ref" in schema:
        yield from _resolved(structs()[schema["$ref"].rpartition("/")[2]])
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _resolved(one)
    if schema.get("items"):
        yield from _resolved(schema["items"])
    yield schema
