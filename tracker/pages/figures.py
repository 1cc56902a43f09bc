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


def opened(event: UUID, player: str, figure: str, round_: int) -> dict[str, Any]:
    """A figure with the rows that add up to it, each with the match event or the further figure that it comes from.

    Raises `Http404` for an unknown player or tie-breaker.
    """
    try:
        found = selectors.explained(event, player, figure, round_)
        words = column(figure)
    except KeyError:
        raise Http404 from None
    names = selectors.player_names({player, *(foe for reason in found.rows for foe in reason.opponents)})
    return {
        **words,
        "player": player,
        "name": names.get(player, "?"),
        "value": found.shown,
        "rows": [_row(event, reason, names, round_) for reason in found.rows],
    }


def _row(event: UUID, reason: Reason, names: Mapping[str, str], round_: int) -> dict[str, Any]:
    opponents = ", ".join(names.get(foe, "?") for foe in reason.opponents)
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
    return f"{kind}: {opponents}"


def _match_url(reason: Reason) -> str:
    if not reason.match:
        return ""
    return f"{reverse('pages:match', args=[reason.match])}#event-{reason.seq}"


def _opens(event: UUID, reason: Reason, round_: int) -> str:
    if reason.opens is None or not reason.opponents:
        return ""
    return f"{reverse('pages:explain', args=[event, reason.opponents[0], reason.opens])}?round={round_}"
