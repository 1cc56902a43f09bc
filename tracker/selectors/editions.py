"""Which imported editions, and which of their rows, can be chosen for a match: the lists of a system's options.

Called by the pages that open matches and events; the commands put the chosen rows into the opening.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.choices import Choice, Tables
from games.rulebook import Text
from tracker.models import Card, Edition
from tracker.selectors.people import editions


def with_editions(tables: Tables, system: str) -> Tables:
    """The options with the editions that are here to choose from; without anything to choose, those are left out.

    A row of the game's own is what a match opens with as long as nobody imported another.
    """
    if not tables.of_kind("edition"):
        return tables
    here = list(editions(system))
    return msgspec.structs.replace(tables, choices=tuple(_offered(tables, here)))


def _offered(tables: Tables, here: list[Edition]) -> Iterator[Choice]:
    for choice in tables.choices:
        if choice.kind not in ("edition", "row"):
            yield choice
            continue
        found = _rows(choice.rows, here) if choice.kind == "row" else {one.key: one.name for one in here}
        values = {**choice.values, **{key: Text(name, name) for key, name in found.items()}}
        if values:
            newest = choice.kind == "edition" or not found
            yield msgspec.structs.replace(
                choice, values=values, default=next(iter(values)) if newest else None
            )


def _rows(kind: str, here: list[Edition]) -> dict[str, str]:
    """Row id -> its name, and the editions that have it where there are several."""
    found: dict[str, list[str]] = {}
    names = {edition.pk: edition.name for edition in here}
    rows = Card.objects.filter(edition__in=names, data__kind=kind).order_by("-edition__imported_at", "name")
    for row in rows:
        found.setdefault(row.card_id, [row.name]).append(names[row.edition_id])
    if len(names) == 1:
        return {id_: name for id_, (name, *_editions) in found.items()}
    return {id_: f"{name} ({', '.join(editions)})" for id_, (name, *editions) in found.items()}
