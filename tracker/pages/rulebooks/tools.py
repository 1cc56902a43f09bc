"""Calculators, dice and reference sheets of a game, for anybody: from `games.tools`.

Dice are the server's (`tracker.dice`): the page shows the fingerprint of a secret before the roll, and the secret
afterwards.
"""

from __future__ import annotations

import re
import secrets
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.codec import types_of
from games.registry import SYSTEMS
from games.system import System
from games.tools import Grid, Number, Reference, Tool, Worked
from tracker import audience, identity, selectors
from tracker.dice import Source, dice_of, of_match, of_nonce
from tracker.messages import language

NONCE = re.compile(r"[0-9a-f]{16}")


def tools(request: HttpRequest, system: str) -> HttpResponse:
    """All tools of a game; the one that was used shows what came out. `?match=` takes the dice of a match."""
    game = _game(system)
    used = request.GET.get("tool", "")
    match = _match(request, game)
    source = _source(request, match)
    nonce = secrets.token_hex(8)
    coming = source if match is not None and source is not None else of_nonce(nonce, False)
    context = {
        "system": system,
        "game": game.tables.name.to(language()),
        "match": match,
        "next_nonce": nonce,
        "next_seal": coming.seal,
        "tools": [_tool(request, tool, source if tool.key == used else None) for tool in game.tools],
        "references": bool(game.references),
        "proof": _of_pad(request, game, source) if match is not None else None,
    }
    return render(request, "rulebooks/tools.html", context)


def references(request: HttpRequest, system: str) -> HttpResponse:
    """The reference sheets of a game, one below the other."""
    game = _game(system)
    context = {
        "system": system,
        "game": game.tables.name.to(language()),
        "sheets": [_sheet(one) for one in game.references],
    }
    return render(request, "rulebooks/references.html", context)


def _game(system: str) -> System:
    game = SYSTEMS.get(system)
    if game is None or not (game.tools or game.references):
        raise Http404
    return game


def _match(request: HttpRequest, game: System) -> UUID | None:
    text = request.GET.get("match", "")
    if not text:
        return None
    try:
        match = UUID(text)
    except ValueError:
        raise Http404 from None
    if not audience.sees(lambda: identity.of_request(request), match):
        raise Http404
    if selectors.stream_of(match).system != game.key:
        raise Http404
    return match


def _of_pad(request: HttpRequest, game: System, source: Source | None) -> dict[str, str] | None:
    """What proves the dice of a step of the score pad: {"seal", "secret", "question"}."""
    step = request.GET.get("step", "")
    if source is None or step not in types_of(game.rules):
        return None
    return {"seal": source.seal, "secret": source.secret if source.shown else "", "question": step}


def _source(request: HttpRequest, match: UUID | None) -> Source | None:
    """The secret that this roll follows from; None when nothing is asked."""
    if match is not None:
        version = selectors.head(match).version
        told = request.GET.get("at", "")
        at = int(told) if told.isdecimal() and len(told) < 9 and int(told) <= version else version
        return of_match(match, at, version)
    nonce = request.GET.get("nonce", "")
    return of_nonce(nonce, True) if NONCE.fullmatch(nonce) else None


def _tool(request: HttpRequest, tool: Tool, source: Source | None) -> dict[str, Any]:
    """A tool with its fields; with what came out where it was asked. A calculator without dice always answers."""
    told = {one.key: _number(request, one, tool) for one in tool.inputs}
    shown: dict[str, Any] = {
        "key": tool.key,
        "title": tool.title.to(language()),
        "about": tool.about.to(language()),
        "rolls": tool.pools is not None,
        "inputs": [_field(one, told[one.key]) for one in tool.inputs],
    }
    if tool.worked is not None:
        shown["worked"] = _worked(tool.worked(told))
    if tool.pools is not None and tool.rolled is not None and source is not None:
        question = " ".join([tool.key, *(f"{key}={value}" for key, value in told.items())])
        dice = {
            pool: dice_of(source.secret, question, pool, count) for pool, count in tool.pools(told).items()
        }
        shown["worked"] = _worked(tool.rolled(told, dice))
        shown["dice"] = [list(fell) for fell in dice.values()]
        shown["source"] = {"seal": source.seal, "secret": source.secret if source.shown else ""}
        shown["question"] = question
        shown["again"] = _again(request, source)
    return shown


def _again(request: HttpRequest, source: Source) -> str:
    """The address at which this very roll stands for everybody, also after the match has gone on."""
    told = request.GET.copy()
    if "match" in told:
        told["at"] = source.name.rpartition(":")[2]
    return f"?{told.urlencode()}"


def _number(request: HttpRequest, one: Number, tool: Tool) -> int:
    """What was chosen, within its limits; a tick that was not sent is 0."""
    if request.GET.get("tool") != tool.key:
        return one.start
    text = request.GET.get(one.key, "")
    if not re.fullmatch(r"[+-]?\d{1,3}", text):
        return 0 if (one.low, one.high) == (0, 1) else one.start
    return max(one.low, min(one.high, int(text)))


def _field(one: Number, value: int) -> dict[str, Any]:
    return {
        "key": one.key,
        "title": one.title.to(language()),
        "low": one.low,
        "high": one.high,
        "value": value,
        "tick": (one.low, one.high) == (0, 1),
    }


def _worked(worked: Worked) -> dict[str, Any]:
    return {
        "result": worked.result.to(language()),
        "steps": [step.to(language()) for step in worked.steps],
        "grid": _grid(worked.grid) if worked.grid else None,
    }


def _grid(grid: Grid) -> dict[str, Any]:
    rows = [
        {
            "head": head,
            "here": at == grid.row,
            "cells": [
                {"value": value, "row": at == grid.row, "column": place == grid.column}
                for place, value in enumerate(cells)
            ],
        }
        for at, (head, cells) in enumerate(zip(grid.rows, grid.cells, strict=True))
    ]
    heads = [{"head": head, "here": at == grid.column} for at, head in enumerate(grid.columns)]
    return {
        "row_title": grid.row_title.to(language()),
        "column_title": grid.column_title.to(language()),
        "columns": heads,
        "rows": rows,
    }


def _sheet(one: Reference) -> dict[str, Any]:
    """A sheet in words; the board is drawn with the near edge below, as the players see it."""
    return {
        "key": one.key,
        "title": one.title.to(language()),
        "lines": [(label.to(language()), value.to(language())) for label, value in one.lines],
        "board": one.board,
        "marks": [
            {
                "x": mark.x,
                "y": one.board - mark.y,
                "r": round(mark.diameter / 2, 2),
                "home": mark.home,
                "zone": mark.zone,
            }
            for mark in one.marks
        ],
    }
