"""What the confirmed matches of a game, of a season or of an event come to. One query over rows."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from games import statistics
from games.registry import SYSTEMS
from games.rulebook import Text
from games.statistics import FIRST, Statistic
from tracker import appended
from tracker.counts import Line, Row, tally
from tracker.models import ConfirmedMatch, SeasonRow, TournamentRow

HOW = {FIRST: {FIRST: Text("first player", "первый игрок"), "second": Text("second player", "второй игрок")}}


class Span(NamedTuple):
    """Which matches: all of a game, those of an event, or those confirmed while a season ran."""

    system: str
    event: UUID | None = None
    season: UUID | None = None


class Counted(NamedTuple):
    """One statistic: what it is, and its values with their names."""

    key: str
    kind: Statistic
    lines: list[tuple[Text, Line]]


class Found(NamedTuple):
    """All statistics of a span, over so many matches. `name`: of the event or season, empty for a whole game."""

    matches: int
    tables: list[Counted]
    name: str = ""


class UnknownSpan(LookupError):
    """There is no such game, event or season of the game."""


def statistics_of(span: Span) -> Found:
    """Raises `UnknownSpan`."""
    if span.system not in SYSTEMS:
        raise UnknownSpan(span.system)
    appended.bring_up_own()
    rows = ConfirmedMatch.objects.filter(system=span.system)
    name = ""
    if span.event is not None:
        event = TournamentRow.objects.filter(pk=span.event, system=span.system).first()
        if event is None:
            raise UnknownSpan(str(span.event))
        rows, name = rows.filter(tournament_id=span.event), event.name
    if span.season is not None:
        season = SeasonRow.objects.filter(pk=span.season, system=span.system).first()
        if season is None:
            raise UnknownSpan(str(span.season))
        rows, name = rows.filter(confirmed__gte=season.starts), season.name
        rows = rows.filter(confirmed__lt=season.ends) if season.ends else rows
    kinds = statistics.kinds_of(SYSTEMS[span.system].statistics)
    found = [Row(places, facts) for places, facts in rows.values_list("places", "facts")]
    told = tally(kinds, found)
    tables = [
        Counted(
            key, kinds[key], [(value_name(span.system, key, kinds[key], one.value), one) for one in lines]
        )
        for key, lines in told.items()
    ]
    return Found(len(found), tables, name)


def value_name(system: str, key: str, kind: Statistic, value: str) -> Text:
    """The name of a value: what the statistic says, what the rulebook names, the id in plain letters at last."""
    game = SYSTEMS[system]
    known = kind.values.get(value) or HOW.get(key, {}).get(value)
    if known is not None:
        return known
    field = kind.field or key
    named = game.words.named(field, value)
    if named is not None:
        return named
    if value in game.scenarios and field == "scenario":
        return Text(game.scenarios[value].name.en, game.scenarios[value].name.ru)
    called = game.faces.called(field, value, lambda id_: plain(id_))
    return called or Text(plain(value), plain(value))


def plain(id_: str) -> str:
    """What nobody names."""
    return id_.replace("_", " ").replace("-", " ").capitalize() or id_
