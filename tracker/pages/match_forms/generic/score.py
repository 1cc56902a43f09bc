"""What the match page shows: points by source and turn, what lies on the table, the reader's own secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.faces import Fact, Sources, Tally
from games.rulebook import title
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.generic.plan import drawn
from tracker.pages.match_forms.generic.reader import plain_text

Seqs = Mapping[tuple[Any, ...], int]


def score(desk: Desk, seqs: Seqs) -> dict[str, Any]:
    """{"turn", "turns", "whole", "points", "counted", "sides": [{"name", "letter", "players", "total", "rows"}],
    "unverified"}; no rows where all points come from one source at once."""
    lines, sources = desk.outcome.lines, desk.system.faces.sources(desk.play)
    shown = range(1, max(sources.turns, desk.outcome.turn) + 1) if sources.turns else ()
    turns = sorted({*shown, *(line.turn for line in lines if line.turn is not None)})
    whole = bool(sources.turns) or any(line.turn is None for line in lines)
    told_apart = bool(turns) or bool(sources.first) or len({line.source for line in lines}) > 1
    columns = [*turns, *([None] if whole else [])] if told_apart else []
    return {
        "turn": desk.reader.text(desk.reader.words.turn),
        "turns": turns,
        "whole": [desk.reader.text(one) for one in sources.end] if whole else [],
        "target": desk.system.faces.target(desk.play),
        "points": desk.reader.words.points,
        "counted": desk.scoreboard()[0],
        "sides": [_side(desk, side, sources, columns, seqs) for side in desk.sides()],
        "unverified": [(rule, title(rule, desk.names.language)) for rule in desk.outcome.unverified],
    }


def _side(desk: Desk, side: str, sources: Sources, columns: list[int | None], seqs: Seqs) -> dict[str, Any]:
    own = [line for line in desk.outcome.lines if line.side == side]
    told = [(line.source, line.player if sources.by_player else None) for line in own]
    rows = dict.fromkeys([*((source, None) for source in sources.first), *told])
    return {
        "side": side,
        "name": desk.reader.side(side),
        "letter": desk.letters()[side],
        "players": [desk.names.player(player) for player in desk.seats[side]],
        "total": desk.outcome.vp.get(side, 0),
        "rows": [_row(desk, sources, row, own, columns, seqs) for row in rows] if columns else [],
    }


def _row(
    desk: Desk,
    sources: Sources,
    row: tuple[str, str | None],
    own: list[Any],
    columns: list[int | None],
    seqs: Seqs,
) -> dict[str, Any]:
    source, player = row
    lines = [one for one in own if one.source == source and player in (None, one.player)]
    cells = []
    for turn in columns:
        here = [line for line in lines if line.turn == turn]
        seq = next((seqs[key] for line in here if (key := line.key) in seqs), None)
        cells.append({"vp": sum(line.vp for line in here) if here else None, "seq": seq})
    told = sources.names.get(source) or desk.reader.words.sources.get(source)
    return {
        "label": desk.reader.text(told) if told else plain_text(source),
        "who": desk.names.player(player) if player else "",
        "cells": cells,
        "total": sum(line.vp for line in lines),
    }


def secrets(desk: Desk) -> list[dict[str, Any]]:
    """What this person knows and the other side does not: [{"whose", "text", "label"}], their board with a "plan"."""
    if desk.final and not desk.unopened:
        return []
    found = [
        {
            "whose": desk.side(one.player) if one.player in desk.seats else desk.names.player(one.player),
            "text": desk.reader.value(one.field, one.values),
            "label": _("Hold to look: %(what)s") % {"what": desk.reader.field(one.field)},
        }
        for one in desk.system.faces.held(desk.play)
        if {one.player, *one.shown, *desk.seats.get(one.player, ())} & set(desk.players)
    ]
    return [*found, *_own_plans(desk)]


def _own_plans(desk: Desk) -> list[dict[str, Any]]:
    """The board with the reader's own secrets, to be held to be seen."""
    player = "" if desk.is_staff else desk.players[0]
    plan = desk.system.faces.own_plan(desk.play, player) if player else None
    if plan is None:
        return []
    told = drawn(desk, plan)
    label = _("Hold to look: %(what)s") % {"what": told["title"]}
    return [{"whose": desk.names.player(player), "text": "", "label": label, "plan": told}]


def squads(desk: Desk) -> list[dict[str, Any]]:
    """What lies openly: first what belongs to nobody, then side by side: {"name", "letter", "facts", "tallies"}.

    A fact that folds has the `number` of its values.
    """
    found = []
    facts = list(desk.system.faces.facts(desk.play))
    tallies = list(desk.system.faces.tallies(desk.play))
    for side in ("", *desk.sides()):
        own = [_fact(desk, one) for one in facts if one.side == side and one.values]
        drawn_up = [_tally(desk, one) for one in tallies if one.side == side]
        if own or drawn_up:
            name = desk.whom(side) if side else ""
            letter = desk.letters().get(side, "")
            found.append({"name": name, "letter": letter, "facts": own, "tallies": drawn_up})
    return found


def _fact(desk: Desk, told: Fact) -> dict[str, Any]:
    said = {"label": desk.reader.field(told.field), "text": desk.reader.value(told.field, told.values)}
    return {**said, "number": len(told.values) if told.folds else None}


def _tally(desk: Desk, told: Tally) -> dict[str, Any]:
    """{"head": texts, "rows": [{"cells": texts, "gone"}]}."""
    say = desk.reader.cell
    rows = [
        {"cells": [say(cell) for cell in row], "gone": place in told.gone}
        for place, row in enumerate(told.rows)
    ]
    return {"head": [say(one) for one in told.head], "rows": rows}
