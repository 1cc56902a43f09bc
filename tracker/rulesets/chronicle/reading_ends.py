"""No circles, and an end for everything: where tables, marks and chapters of a definition lead. Called by `reading`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Effects
from tracker.rulesets.chronicle.reading_values import Values

Node = tuple[str, str]


def check_ends(reader: Values, parts: Mapping[str, Any]) -> None:
    """CHR-DEF-12, -13: tables and marks lead on to an end; every chapter is reached and reaches one."""
    tables: dict[str, made.Table] = parts["tables"]
    marks: dict[str, made.Mark] = parts["marks"]
    chapters: dict[str, made.Chapter] = parts["chapters"]
    steps = {("table", key): [row.do for row in table.rows] for key, table in tables.items()}
    steps |= {("mark", key): [mark.then] for key, mark in marks.items()}
    graph = {node: _next(effects) for node, effects in steps.items()}
    for node in graph:
        if node in _reached(graph, graph[node]):
            reader.at = node
            reader.wrong("CHR-DEF-13", told=node[1])
    for key, chapter in chapters.items():
        graph["chapter", key] = _next([chapter.won, chapter.lost, chapter.do])
        if chapter.out:
            graph["chapter", key].add(("chapter", chapter.out))
    starts = {("chapter", key) for key, chapter in chapters.items() if chapter.start}
    seen = _reached(graph, starts) | starts
    for key in chapters:
        node = ("chapter", key)
        reader.at = node
        on = _reached(graph, graph[node]) | graph[node]
        if node in on:
            reader.wrong("CHR-DEF-13", told=key)
        elif ("finish", "") not in on:
            reader.wrong("CHR-DEF-12", told=key)
        if node not in seen:
            reader.wrong("CHR-DEF-14", told=key)


def _next(effects: Iterable[Effects]) -> set[Node]:
    """What these effects lead to at once."""
    found: set[Node] = set()
    for each in effects:
        for one in each:
            if one.verb == "finish":
                found.add(("finish", ""))
            elif one.verb in ("roll", "choose", "open", "mark"):
                found.add(({"open": "chapter", "mark": "mark"}.get(one.verb, "table"), str(one.arg)))
    return found


def _reached(graph: Mapping[Node, set[Node]], start: Iterable[Node]) -> set[Node]:
    """Every node behind `start`, itself only where a way leads back to it."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(graph.get(node, ()))
    return seen
