"""The figures of the standings: the heads of their columns, and one figure opened down to the events behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from tracker import selectors
from tracker.messages import language
from tracker.models import StandingRow
from tracker.standings.given import STAGE
from tracker.standings.structs import Reason, shown
from tracker.standings.words import reason_words, tiebreak_words


def columns(rows: Sequence[StandingRow]) -> list[dict[str, str]]:
    """{"id", "title", "short", "meaning"} of every figure, in the order in which they decide."""
    return [column(figure["id"]) for figure in rows[0].figures] if rows else []


def column(id_: str) -> dict[str, str]:
    """The words of one tie-breaker."""
    words = tiebreak_words()[id_]
    reader = language()
    return {
        "id": id_,
        "title": words.title.to(reader),
        "short": words.short.to(reader),
        "meaning": words.about.to(reader),
    }


def telling(row: StandingRow) -> list[dict[str, Any]]:
    """The figures that tell a stranger something, in their order: what is given out by a bracket (4 for the winner of
    a semi-final) only sorts, and the place says it already."""
    return [figure for figure in row.figures if figure["id"] != STAGE]


def brief(row: StandingRow) -> str:
    """The two figures that decide first, to be read from across the room: "TP 9 · VP +5"."""
    told = []
    for figure in telling(row)[:2]:
        short, value = column(figure["id"])["short"], str(figure["shown"])
        if short.endswith("±"):  # "VP ± 5" would be a span
            short, value = short.rstrip(" ±"), value if value.startswith("-") or value == "0" else f"+{value}"
        told.append(f"{short} {value}")
    return " · ".join(told)


def opened(event: UUID, player: str, figure: str, round_: int) -> dict[str, Any]:
    """A figure with the rows that add up to it, each with the match event or the further figure that it comes from.

    Raises `Http404` for an unknown player or tie-breaker.
    """
    try:
        found = selectors.explained(event, player, figure, round_)
        words = column(figure)
    except KeyError:
        raise Http404 from None
    names = selectors.called_at(event, {player, *(foe for reason in found.rows for foe in reason.opponents)})
    return {
        **words,
        "player": player,
        "name": names[player],
        "value": found.shown,
        "rows": [
            {**_row(event, reason, names, round_), "times": found.times.get(reason.round)}
            for reason in found.rows
        ],
    }


def _row(event: UUID, reason: Reason, names: Mapping[str, str], round_: int) -> dict[str, Any]:
    opponents = ", ".join(names[foe] for foe in reason.opponents)
    return {
        "round": reason.round,
        "label": _label(reason, opponents),
        "value": shown(reason.top, reason.bottom),
        "seq": reason.seq,
        "match": reason.match,
        "url": _match_url(reason),
        "opens": _opens(event, reason, round_),
    }


def _label(reason: Reason, opponents: str) -> str:
    kind = reason_words()[reason.kind].to(language())
    if not opponents:
        return kind
    if reason.kind == "game":
        return _("table %(table)s against %(opponents)s") % {"table": reason.table, "opponents": opponents}
    if reason.kind == "bye":
        return _("not played, against %(opponents)s") % {"opponents": opponents}
    return f"{kind}: {opponents}"


def _match_url(reason: Reason) -> str:
    if not reason.match:
        return ""
    return f"{reverse('pages:match', args=[reason.match])}#event-{reason.seq}"


def _opens(event: UUID, reason: Reason, round_: int) -> str:
    if reason.opens is None or not reason.opponents:
        return ""
    return f"{reverse('pages:explain', args=[event, reason.opponents[0], reason.opens])}?round={round_}"
