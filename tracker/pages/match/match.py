"""The match page, one for everyone: score by source and turn, the log, the chart, seals, and what to do next.

Players can hold to see their own secrets on it, staff those of all; what lies open is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.codec import codec_for
from games.registry import MATCHES, SYSTEMS
from games.rulebook import sentence
from games.ruleset import EVERYONE, RuleViolation
from games.secrets import canonical, commitment
from games.system import Finding
from tracker import selectors
from tracker.identity import VISITOR
from tracker.pages import lines
from tracker.pages.core.offline import keepable
from tracker.pages.event import brackets
from tracker.pages.event.events import live_url
from tracker.pages.match.at_table import AtTable, as_person, sit_down, with_lists
from tracker.pages.match.board import board_context
from tracker.pages.match.charts import vp_chart
from tracker.pages.match.score_pad import dispute_of, names_by_side, seeing
from tracker.selectors import EventView
from tracker.selectors.opened import opened_seqs

LOG_LIMIT = 2000
"""More than any match logs; a longer log goes on at the API."""
TURN_BEGINS = "turn_started"
"""The event by which a log of every action falls into turns."""


def match_page(request: HttpRequest, match: UUID) -> HttpResponse:
    """GET alone; whatever is done happens on the score pad.

    The log is the public one even for players and staff, since others look at screens too: secrets are held to be seen.
    """
    table = sit_down(request, match, opened=True)
    public = as_person(VISITOR, match, opened=True) if table.is_staff else table
    log = selectors.events_page(match, EVERYONE, limit=LOG_LIMIT)
    context = {
        **_head(table),
        "score": table.pages.score(table.desk, _seqs(table)),
        "chart": _chart(table),
        "squads": table.pages.squads(public.desk),
        **board_context(request, public, list(log.events)),
        "seals": seals(table, log.events),
        "audit": _audit(table),
        "log": _by_turn(list(reversed(_lines(table, log.events)))),
    }
    return keepable(render(request, "match/match.html", context), is_staff=table.is_staff)


def overlay(request: HttpRequest, match: UUID) -> HttpResponse:
    """The score over the picture of a video stream: what everybody may know, on nothing, following the match."""
    table = as_person(VISITOR, match)
    outcome = table.desk.outcome
    context = {
        "heading": names_by_side(table),
        "sides": [
            {
                "letter": table.desk.letters()[side],
                "name": name,
                "players": ", ".join(map(table.names.player, table.sides[side])),
                "vp": outcome.vp.get(side, 0),
            }
            for side, name in table.desk.sides().items()
        ],
        "points": table.pages.POINTS,
        "turn": outcome.turn,
        "result": table.desk.verdict_alone if outcome.status != "open" else "",
        "final": table.desk.final,
        "contested": table.state.contested is not None,
        "number": table.row.table if table.row else None,
        "round": table.setup.get("round"),
        "live_url": live_url(match),
    }
    if table.row and table.row.tournament_id and context["round"]:
        context |= brackets.called(table.row.tournament_id, context["round"])
    return render(request, "match/overlay.html", context)


def _head(table: AtTable) -> dict[str, Any]:
    table = with_lists(table) if table.may_act else table
    steps = table.steps() if table.may_act else []
    left = table.broken_off
    return {
        "table": table,
        "match": table.match,
        "event": table.row.tournament_id if table.row else None,
        "day": table.row.campaign_id if table.row else None,
        "chronicle": table.campaign,
        "round": table.setup.get("round"),
        "number": table.row.table if table.row else None,
        "heading": names_by_side(table),
        "place": table.pages.headline(table.state.play, table.names.language),
        "result": str(table.desk.verdict) if table.desk.outcome.status != "open" else "",
        "secrets": table.pages.secrets(table.desk),
        "next_step": None if left else next((form for form in steps if not form.may_wait), None),
        "may_open_pad": bool(steps),
        "to_sign": table.to_sign if table.may_act else None,
        "waiting": "" if left else table.waiting,
        "broken_off": left,
        "live_url": live_url(table.match, table.desk.version),
        "edit_event": table.editable_at,
        "dispute": dispute_of(table),
        "seeing": seeing(table),
    }


def _seqs(table: AtTable) -> dict[tuple[Any, ...], int]:
    """Score line -> the event that made it, from the read model; a line newer than that has no link yet."""
    found = table.row.lines if table.row else []
    return {
        table.pages.line_key(line["side"], line.get("player"), line["source"], line.get("turn")): line["seq"]
        for line in found
        if line.get("seq")
    }


def _chart(table: AtTable) -> dict[str, Any] | None:
    if not table.pages.POINTS or len(table.sides) < 2:
        return None  # one side alone makes no points against anybody
    points = table.row.chart if table.row else []
    return vp_chart(points, table.desk.sides(), table.pages.points_by_turn(), table.pages.turn_title())


def _lines(table: AtTable, events: Iterable[EventView]) -> list[dict[str, Any]]:
    events = list(events)
    begun = table.pages.turn_words
    stream = table.row.stream if table.row else selectors.stream_of(table.match)
    now = lines.Stands(table.system, table.desk.play, table.desk.version)
    told = lines.of_events(stream, events, table=table.names, stands=now)
    turn, between = 0, table.pages.BETWEEN_REPORTS
    last = max((event.data.get("turn") or 0 for event in events if not event.voided_by), default=0)
    for line, event in zip(told, events, strict=True):
        turn = event.data.get("turn") or turn
        line["turn"] = (
            turn + 1 if event.type in between and turn < last else None
        )  # after the last: of no turn
        line["began"] = begun(event.data, table.names) if event.type == TURN_BEGINS else None
        line["hidden"] = line["hidden"] or (bool(event.data.get("commitment")) and not event.data.get("salt"))
    return told


def _by_turn(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The log, newest first, in one part; where turns begin as events, in one part for each turn and the setup.

    Each part with its consequences folded.
    """
    parts: list[dict[str, Any]] = [{"turn": None, "lines": []}]
    for line in told:
        parts[-1]["lines"].append(line)
        if line["type"] == TURN_BEGINS and not line["voided_by"]:
            parts[-1]["turn"] = line["began"]
            parts.append({"turn": None, "lines": []})
    return [part | {"lines": _under_causes(part["lines"])} for part in parts if part["lines"]]


def _under_causes(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Newest first, as they come; what followed by itself from the rules lies under the entry that it follows from."""
    causes: list[dict[str, Any]] = []
    for line in reversed(told):
        if causes and line["follows"] and line["type"] != TURN_BEGINS:
            causes[-1].setdefault("then", []).append(line)
        else:
            causes.append(line)
    return causes[::-1]


def _audit(table: AtTable) -> dict[str, Any] | None:
    """What the answers of the players were worth, once the secrets are open: {"verdict", "first", "findings",
    "unproven"}; `first`: the first lie."""
    found = selectors.answers(table.match) if table.desk.final else None
    if found is None:
        return None
    lang = table.names.language
    findings = [
        {"seq": one.seq, "side": table.pages.side_name(one.side, lang), "text": finding_words(one, lang)}
        for one in found.findings
    ]
    first = findings[0] if found.verdict == "breach" else None
    return {"verdict": found.verdict, "first": first, "findings": findings, "unproven": len(found.unproven)}


def finding_words(found: Finding, language: str) -> str:
    """What an audit found, in sentences: what it looked at, and the rule that does not fit."""
    told = dict.fromkeys(
        sentence(RuleViolation(rule, found.params), language) for rule in (found.check, found.rule)
    )
    return " ".join(told)


def seals(table: AtTable, events: Iterable[EventView]) -> list[dict[str, Any]]:
    """Every sealed secret: its commitment, whether its owner, who kept it, has opened it, and once it may be known the
    salt, the value, and whether they fit."""
    types = codec_for(MATCHES[table.system]).types
    opened = opened_seqs(table.match) if SYSTEMS[table.system].openings else ()
    return [
        {**_seal(event, types[event.type].secret_fields), "opened": event.seq in opened}
        for event in events
        if event.data.get("commitment") and event.type in types
    ]


def _seal(event: EventView, fields: Iterable[str]) -> dict[str, Any]:
    data: Mapping[str, Any] = event.data
    seal = {"seq": event.seq, "commitment": data["commitment"], "salt": data.get("salt")}
    if not seal["salt"]:
        return seal
    value = {name: data.get(name) for name in fields}
    fits = commitment(str(seal["salt"]), value) == seal["commitment"]
    return {**seal, "value": canonical(msgspec.to_builtins(value)).decode(), "fits": fits}
