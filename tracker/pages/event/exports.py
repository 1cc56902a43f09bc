"""What leaves an event as a file that other programs read: a calendar entry, standings and pairings as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tracker import moments, selectors
from tracker.names import harmless
from tracker.pages.day.day import day_row
from tracker.pages.event import figures, tables
from tracker.pages.event.events import event_row, public_rounds, round_asked
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament.state import TournamentState

LINE = 73
"""Octets of a calendar line after which it is folded (RFC 5545, 3.1)."""


def calendar(request: HttpRequest, event: UUID) -> HttpResponse:
    """A tournament for a calendar. Raises `Http404` while nobody said when it is."""
    event_row(event)
    return _calendar(request, event, reverse("pages:event", args=[event]))


def day_calendar(request: HttpRequest, day: UUID) -> HttpResponse:
    """An event day for a calendar. Raises `Http404` while nobody said when it is."""
    day_row(day)
    return _calendar(request, day, reverse("pages:day", args=[day]))


def _calendar(request: HttpRequest, event: UUID, page: str) -> HttpResponse:
    """By RFC 5545."""
    now = selectors.current_state(event)
    state: TournamentState | CampaignState = now.state
    assert state.created is not None
    told = state.described
    when = _span(told.starts, told.ends)
    if not when:
        raise Http404
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Warledger//Warledger//EN",
        "BEGIN:VEVENT",
        f"UID:{event}@warledger",
        f"DTSTAMP:{_utc(selectors.stream_of(event).opened_at)}",
        *when,
        f"SUMMARY:{_escaped(state.created.name)}",
        *([f"LOCATION:{_escaped(told.place)}"] if told.place else []),
        *([f"CONTACT:{_escaped(told.organiser)}"] if told.organiser else []),
        *([f"DESCRIPTION:{_escaped(told.about)}"] if told.about else []),
        f"URL:{request.build_absolute_uri(page)}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    body = "".join(f"{_folded(line)}\r\n" for line in lines)
    return _file(body, "text/calendar; charset=utf-8", f"{event}.ics")


def _span(starts: str, ends: str) -> list[str]:
    """Start and end: whole days where no time was said, else moments. Nothing while nobody said a day."""
    first, last = moments.of_hall(starts), moments.of_hall(ends)
    if first is None:
        return []
    if "T" not in starts:
        after = (last or first) + timedelta(days=1)
        return [f"DTSTART;VALUE=DATE:{first:%Y%m%d}", f"DTEND;VALUE=DATE:{after:%Y%m%d}"]
    found = [f"DTSTART:{_utc(timezone.make_aware(first))}"]
    if last is not None and "T" in ends:
        found.append(f"DTEND:{_utc(timezone.make_aware(last))}")
    return found


def _utc(moment: datetime) -> str:
    return timezone.localtime(moment, timezone.get_fixed_timezone(0)).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A long line in parts of at most 75 octets, none cut inside a letter."""
    parts, part = list[str](), ""
    for sign in line:
        if len((part + sign).encode()) > LINE:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part])


def standings(request: HttpRequest, event: UUID) -> HttpResponse:
    """The standings after `?round=`, or the last one: rank, player, club, every figure."""
    row = event_row(event)
    rounds = selectors.standing_rounds(event)
    rows = list(selectors.standings(event, round_asked(request, rounds)))
    columns = figures.columns(rows)
    heads = [_("Rank"), _("Player"), _("Club"), *(column["short"] for column in columns)]
    body = [
        [str(one.rank), one.player.name, one.player.club, *(figure["shown"] for figure in one.figures)]
        for one in rows
    ]
    return csv_file(heads, body, f"{row.pk}-standings.csv")


def pairings(request: HttpRequest, event: UUID) -> HttpResponse:
    """The tables of `?round=`, or the last published one: a row for each, with who won, and one for whoever has no
    game."""
    row = event_row(event)
    number = round_asked(request, public_rounds(row))
    drawn = tables.of_rows(selectors.pairings(event, number)) if number else []
    found = tables.views(event, row.system, row.options["sides"], drawn)
    given = tables.walkovers(selectors.current_state(event).state, number) if number else frozenset()
    heads = [_("Round"), _("Table"), _("Player"), _("Opponent"), _("Result"), _("Winner")]
    body = [cells for table in tables.with_given(found, given) for cells in _table_rows(number, table)]
    return csv_file(heads, body, f"{row.pk}-round-{number}.csv")


def _table_rows(number: int, table: tables.TableView) -> list[list[str]]:
    if table.bye:
        said = _("without a game: the opponent has left") if table.deserted else _("bye")
        return [[str(number), "", name, "", said, ""] for _id, name in table.sides[0].players]
    one, other = table.sides
    return [[str(number), str(table.number), one.names, other.names, table.score, _winner(table)]]


def _winner(table: tables.TableView) -> str:
    """The name of whoever won; nothing without a result, and where both lose."""
    if table.result is None:
        return ""
    won = next((side.names for side in table.sides if side.won), "")
    return won or ("" if table.given else _("draw"))


def csv_file(heads: Sequence[str], rows: Iterable[Sequence[str]], name: str) -> HttpResponse:
    """A table as a file that any spreadsheet opens; no cell of it is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([[_safe(cell) for cell in row] for row in rows])
    return _file("\ufeff" + out.getvalue(), "text/csv; charset=utf-8", name)


def _safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    number = cell.lstrip("-").replace(".", "", 1).isdecimal()
    return cell if number else harmless(cell)


def _file(body: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        body, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
