"""Brackets and groups of an event: on phones round by round, on wide screens whole, in the hall large."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tracker import selectors
from tracker.formats.structs import Stage
from tracker.pages.core.kept import kept
from tracker.pages.event.events import event_context
from tracker.pages.event.formats import stage_name
from tracker.selectors.stages import Bout, Group, StageView, stages


class Half(NamedTuple):
    """One half of a bout in words: the name, or what it waits for."""

    name: str
    player: str | None
    seed: int | None
    vp: int | None
    won: bool


class Game(NamedTuple):
    """A bout to be shown."""

    bout: Bout
    halves: tuple[Half, Half]
    note: str


class Column(NamedTuple):
    """A round of a bracket."""

    title: str
    games: list[Game]


class Shown(NamedTuple):
    """A stage to be shown: `parts` of brackets as (title, columns), or groups with names."""

    stage: StageView
    title: str
    parts: list[tuple[str, list[Column]]]
    groups: list[Any]


@kept()
def bracket(request: HttpRequest, event: UUID) -> HttpResponse:
    """Every stage that has begun, the last one first."""
    return render(request, "event/bracket.html", _context(request, event))


@kept()
def hall(request: HttpRequest, event: UUID) -> HttpResponse:
    """The bracket that is being played, for the screen of the hall."""
    context = _context(request, event)
    context["stages"] = context["stages"][:1]
    return render(request, "event/bracket_hall.html", context)


def _context(request: HttpRequest, event: UUID) -> dict[str, Any]:
    context = event_context(request, event, "bracket")
    found = stages(event)
    names = names_of(event, {player for stage in found.begun for player in stage.field})
    shown = [_shown(stage, names) for stage in found.begun if stage.plan.format != "swiss"]
    waiting = [title_of(plan) for plan in found.planned]
    return context | {"stages": shown[::-1], "waiting": waiting}


def called(event: UUID, number: int) -> dict[str, Any]:
    """What a bracket calls a round, and of which tables it says more; both empty of a round of no bracket.

    {"round_name": "Final", "round_notes": {2: "Third place"}}
    """
    names: list[str] = []
    notes: dict[int | None, str] = {}
    for stage in stages(event).begun:
        if number not in stage.rounds or not stage.bouts:
            continue
        for part, kinds in _parts(stage.plan):
            waves = _waves([bout for bout in stage.bouts if bout.part in kinds])
            for at, wave in enumerate(waves, 1):
                if any(bout.round == number for bout in wave):
                    title = _title(part, wave, at, len(waves))
                    among = part in ("upper", "lower")
                    names.append(f"{_part(part, stage.plan)}: {title.lower()}" if among else title)
        notes = {
            bout.table: _("Third place")
            for bout in stage.bouts
            if bout.part == "third" and bout.round == number
        }
    return {"round_name": " · ".join(names), "round_notes": notes}


def names_of(event: UUID, players: Collection[str]) -> dict[str, str]:
    """Who plays in a stage by name: teams at an event of teams."""
    return selectors.team_names(selectors.current_state(event).state) or selectors.called_at(event, players)


def title_of(plan: Stage) -> str:
    """The stage as a heading."""
    title = stage_name(plan)
    return title[:1].upper() + title[1:]


def _shown(stage: StageView, names: dict[str, str]) -> Shown:
    parts = [
        (
            _part(part, stage.plan),
            _columns(stage, part, [bout for bout in stage.bouts if bout.part in kinds], names),
        )
        for part, kinds in _parts(stage.plan)
    ]
    groups = [_group(group, names) for group in stage.groups]
    return Shown(stage, title_of(stage.plan), [part for part in parts if part[1]], groups)


def _parts(plan: Stage) -> list[tuple[str, tuple[str, ...]]]:
    if plan.format == "double_elimination":
        return [("upper", ("upper",)), ("lower", ("lower",)), ("final", ("final",))]
    return [("tree", ("upper", "final", "third"))]


def _part(part: str, plan: Stage) -> str:
    words = {"upper": _("Upper bracket"), "lower": _("Lower bracket"), "final": _("Final")}
    return words.get(part, "")


def _columns(stage: StageView, part: str, bouts: Sequence[Bout], names: dict[str, str]) -> list[Column]:
    found = _waves(bouts)
    last = len(found)
    return [
        Column(_title(part, group, number, last), [_game(bout, names) for bout in group])
        for number, group in enumerate(found, 1)
    ]


def _waves(bouts: Sequence[Bout]) -> list[list[Bout]]:
    return [list(group) for _wave, group in groupby(_in_order(bouts), key=lambda bout: bout.wave)]


def _in_order(bouts: Iterable[Bout]) -> list[Bout]:
    """By round; the game for the third place stands under the final."""
    return sorted(bouts, key=lambda bout: (bout.wave, bout.part == "third"))


def _title(part: str, bouts: Sequence[Bout], number: int, last: int) -> str:
    if part == "final":
        return _("Final") if number == 1 else _("Second final")
    left = last - number
    if part == "tree" and left < 3:
        return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    return _("Round %(round)d") % {"round": number}


def _game(bout: Bout, names: dict[str, str]) -> Game:
    halves = [
        Half(_name(place.player, place.empty, names), place.player, place.seed, place.vp, place.won)
        for place in bout.places
    ]
    note = {"third": _("Third place")}.get(bout.part, "")
    if bout.status == "walkover":
        note = _("without a game: the opponent has left")
    elif bout.status == "table":
        note = " · ".join(filter(None, (note, _("Table %(table)d") % {"table": bout.table})))
    return Game(bout, (halves[0], halves[1]), note)


def _name(player: str | None, empty: bool, names: dict[str, str]) -> str:
    if player is not None:
        return names.get(player, "?")
    return _("bye") if empty else "–"


def _group(group: Group, names: dict[str, str]) -> dict[str, Any]:
    """Rows with names; every cell names its column, so that phones show rows as lists."""
    numbers = {player: at for at, player in enumerate(group.players, 1)}
    rows = [
        {
            "line": line,
            "name": names.get(line.player, "?"),
            "number": numbers[line.player],
            "cells": [
                {"number": at, "foe": names.get(foe, "?"), "score": score, "own": foe == line.player}
                for at, (foe, score) in enumerate(zip(group.players, line.games, strict=True), 1)
            ],
        }
        for line in group.lines
    ]
    return {"name": group.name, "rows": rows, "numbers": list(numbers.values())}
