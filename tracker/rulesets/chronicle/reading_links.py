"""Reads what a definition says of a day of linked tables: the tables with their roles, and the links between them."""

from __future__ import annotations

from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.reading_rules import Rules

OTHERS, SAME = "others", "same"
ARBITRATOR = "arbitrator"


def tables_of_day(reader: Rules) -> dict[str, str]:
    """`tables = {sea = "source"}`: table -> role; the tables are scenarios of the game."""
    reader.at = ("campaign", "tables")
    head = reader.told["campaign"]
    told, found = reader.table_of(head, "tables"), {}
    for key in told:
        if key not in reader.scenarios:
            reader.wrong_value(key, reader.scenarios)
        found[key] = reader.one_of(told, key, ["source", "target"], "target")
    return found


def links(reader: Rules, day: dict[str, str]) -> tuple[made.Link, ...]:
    """The section `[link]`, in the order of the file, in which a table hears of things."""
    found = []
    roles = sorted(set(day.values()))
    live = [key for key, one in reader.published.levers.items() if one.live is not None]
    for key, told in reader.section("link").items():
        reader.at = ("link", key)
        reader.fields(told, "name", "fact", "if", "from", "to", "once_per", "by", "choose", "lever")
        wanted = reader.table_of(told, "if")
        test = reader.fact({**wanted, "fact": told.get("fact")}, "confirmed")
        source = reader.one_of(told, "from", ["", *roles], "")
        to = reader.one_of(told, "to", [OTHERS, SAME, *roles], OTHERS)
        by = reader.one_of(told, "by", ["", ARBITRATOR], "")
        choose = reader.one_of(told, "choose", ["", *reader.told.get("table", {})], "")
        kind = reader.published.facts.get(str(told.get("fact")))
        once = reader.one_of(told, "once_per", ["", *(kind.fields if kind else ())], "")
        lever = told.get("lever")
        if lever not in live:
            reader.wrong("CHR-DEF-06", told=str(lever), legal=live)
        if test is not None:
            name = reader.words(told, "name", key)
            found.append(made.Link(key, name, test, source, to, once, by, choose, str(lever)))
    return tuple(found)
