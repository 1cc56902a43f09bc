"""What the interface has promised: every operation, parameter, header, status and field of an answer, a line each.

`docs/schema/rest-v1.txt` keeps the lines that programs were told of. A test holds the document to them, so nothing
vanishes or changes its type unseen; `python3 manage.py shell -c "from api.promises import write; write()"` adds what is
new, as a release does (CONTRIBUTING.md). What may go, and when, says `docs/rest-changes.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.openapi import document
from tracker.env import CHECKOUT

KEPT = CHECKOUT / "docs" / "schema" / "rest-v1.txt"


def kept() -> set[str]:
    """The promises that were made."""
    return set(KEPT.read_text(encoding="utf-8").splitlines())


def write() -> None:
    """Adds the promises that the document makes now; takes none back."""
    KEPT.write_text("\n".join(sorted({*kept(), *promises()})) + "\n", encoding="utf-8")


def promises() -> set[str]:
    """What the document promises now."""
    return {*_operations(document()["paths"]), *_shapes(document()["components"]["schemas"])}


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            for parameter in operation["parameters"]:
                yield f"{name} {parameter['in']} {parameter['name']}"
            for status, answer in operation["responses"].items():
                for kind in answer.get("content", {"": None}):
                    yield f"{name} {status} {kind}".rstrip()


def _shapes(schemas: dict[str, Any]) -> Iterator[str]:
    """Fields of structs; the events of games are promised by their own schemas and golden logs.

    Of a body that is sent only the name: what it takes may grow.
    """
    for name, schema in schemas.items():
        sent = schema.get("additionalProperties") is False
        for field, told in schema.get("properties", {}).items() if "." not in name else ():
            needed = " always" if field in schema.get("required", ()) else ""
            yield f"{name}.{field}" if sent else f"{name}.{field}: {_kind(told)}{needed}"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return "|".join(sorted(_kind(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))
