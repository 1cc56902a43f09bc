"""How the fields of a form are drawn: what stands together, side by side or behind a fold.

Called by the steps and the builders of lists; what the parts read is in `parts`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms

from games.hex_plans import id_of
from tracker.pages.match_forms.generic.parts import One, Part, Rows, Several, Spot, Subjects
from tracker.pages.match_forms.generic.reader import Reader

ABREAST = ("", "pair", "triple")
"""How so many numbers stand side by side."""
SHORT_NAME = 12
"""A number whose name has no more letters has room for a neighbour on a phone."""
SHORTER_NAME = 11
"""The same for two neighbours."""


def groups(form: forms.Form, reader: Reader, parts: Mapping[str, Part]) -> list[dict[str, Any]]:
    """The fields of a form as it is drawn: {"legend", "first": fields, "also": rows that stand under them, "more": rows
    behind a fold, "rows": all}.

    `subjects`: a row for each thing. `abreast`: typed numbers that stand side by side. `fold`: all of it is optional
    and stands behind a fold; `open`: something is filled in there, or wrong; `more_open`: in the rows after the first.
    `hexes`: of one of several hexes {"field": its name, "keys": hex -> its choice}, for a tap on the board.
    """
    found = []
    for name, part in parts.items():
        rows, shown = (part.rows, part.shown) if isinstance(part, Rows) else ([part], 1)
        drawn = [[form[field] for field, _made in row.fields()] for row in rows]
        legend = reader.field(name) if isinstance(part, Rows | Several | Spot) else ""
        fields = [field for row in drawn for field in row]
        group: dict[str, Any] = {
            "legend": legend,
            "first": drawn[0] if drawn else [],
            "also": drawn[1:shown],
            "more": drawn[shown:],
            "rows": drawn,
            "pair": isinstance(part, Spot),
            "hexes": _hexes(form, reader, part),
        }
        if isinstance(part, Subjects):
            labels = [reader.value(part.key, value) for value in part.values]
            group["subjects"] = [
                {"label": label, "fields": row} for label, row in zip(labels, drawn, strict=True)
            ]
        group["fold"] = isinstance(part, Rows) and not part.needed
        group["open"] = any(field.errors or field.value() for field in fields)
        group["more_open"] = any(field.errors or field.value() for row in drawn[shown:] for field in row)
        found.append(group)
    return list(_abreast(found))


def _hexes(form: forms.Form, reader: Reader, part: Part) -> dict[str, Any] | None:
    if not isinstance(part, One) or part.name not in reader.words.hexes:
        return None
    known = part.known or {}
    if len(known) < 2 or any(not isinstance(one, tuple) or len(one) != 2 for one in known.values()):
        return None
    keys = {id_of((q, r)): key for key, (q, r) in known.items()}
    return {"field": form[part.name].html_name, "keys": json.dumps(keys)}


def _abreast(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Neighbours that are typed numbers with short names stand two or three in a row."""
    row: dict[str, Any] | None = None
    for group in found:
        if row is not None and _is_number(group) and _has_room([*row["first"], *group["first"]]):
            row["first"].extend(group["first"])
            row["open"] = row["open"] or group["open"]
            row["abreast"] = ABREAST[len(row["first"]) - 1]
            continue
        row = group if _is_number(group) else None
        yield group


def _has_room(fields: list[Any]) -> bool:
    """Whether these numbers fit side by side on a phone."""
    most = len(ABREAST) if all(len(one.label) <= SHORTER_NAME for one in fields) else len(ABREAST) - 1
    return len(fields) <= most


def _is_number(group: Mapping[str, Any]) -> bool:
    fields = group["first"]
    alone = len(fields) == 1 and not group["legend"] and not group["also"] and not group["more"]
    return alone and isinstance(fields[0].field, forms.IntegerField) and len(fields[0].label) <= SHORT_NAME
