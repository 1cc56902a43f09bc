"""A list as one picture: its totals, each card in a line with its figures, what every card costs as a part of a bar.

Made from the sheet of a game's `Builder`, for reading and for showing to others. Called by `built_lists`.
"""

from __future__ import annotations

from typing import Any

from games.builder import Fact, Line, Pick, Section, Sheet
from tracker.messages import language
from tracker.pages.match_forms.generic.reader import Reader

SPEAKING = ("types", "traits", "text", "card_rank")
"""Facts of a card that need no word beside them."""


def card(reader: Reader, sheet: Sheet) -> dict[str, Any]:
    """{"picks": texts, "unit", "priced", "sections": [{"name", "spent", "limit", "models", "heads", "rows", "bar",
    "box"}]}."""
    return {
        "picks": [_chosen(reader, one) for one in sheet.picks if one.value and one.told],
        "unit": sheet.unit.to(language()),
        "priced": sheet.priced,
        "sections": [_section(reader, one) for one in sheet.sections if one.lines],
    }


def _chosen(reader: Reader, pick: Pick) -> str:
    """A choice by its name, after what it is unless it speaks for itself."""
    named = pick.values.get(pick.value)
    name = named.to(language()) if named else reader.value(pick.field, pick.value)
    return name if pick.told == "alone" else f"{reader.field(pick.field)}: {name}"


def _section(reader: Reader, section: Section) -> dict[str, Any]:
    columns = {
        fact.field: fact.short.to(language())
        for line in section.lines
        for fact in line.facts
        if fact.short is not None
    }
    return {
        "name": section.name.to(language()),
        "spent": section.spent,
        "limit": section.limit,
        "models": section.models,
        "heads": [{"short": short, "name": reader.field(field)} for field, short in columns.items()],
        "rows": [_row(reader, line, list(columns)) for line in section.lines],
        "bar": _bar(section),
        "box": max(section.limit or 0, section.spent, 1),
    }


def _row(reader: Reader, line: Line, columns: list[str]) -> dict[str, Any]:
    told = {fact.field: fact for fact in line.facts}
    cells = ["/".join(_worded(reader, told[field])) if field in told else "" for field in columns]
    return {
        "name": line.name.to(language()),
        "count": line.count,
        "price": line.price,
        "cells": cells,
        "figures": any(cells),
        "notes": [note(reader, fact) for fact in line.facts if fact.short is None],
        "under": [(one.name.to(language()), one.price) for one in line.under],
    }


def note(reader: Reader, fact: Fact) -> str:
    """What is printed on a card; what does not say by itself what it is, with its name."""
    values = ", ".join(_worded(reader, fact))
    return values if fact.field.rpartition(".")[2] in SPEAKING else f"{reader.field(fact.field)}: {values}"


def _worded(reader: Reader, fact: Fact) -> list[str]:
    return [reader.value(fact.field, value) for value in fact.values]


def _bar(section: Section) -> list[dict[str, int]]:
    """Where each card's part of the cost begins, and how wide it is; dearest first."""
    whole = [(line.price or 0) + sum(one.price or 0 for one in line.under) for line in section.lines]
    found, at = [], 0
    for price in sorted((one for one in whole if one), reverse=True):
        found.append({"at": at, "wide": price})
        at += price
    return found
