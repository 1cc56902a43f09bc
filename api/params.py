"""The parameters of a query: what each means, what is legal, and the check that every request passes.

`api.operations` names them by address, `api.gate` checks them, `api.openapi` describes them. Whatever stands in a
query and is not named there is refused with what would be legal, so that no filter is swallowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from api.errors import Problem, wrong
from games.registry import MATCHES
from tracker import moments
from tracker.inputs import none_of
from tracker.moments import BadMoment
from tracker.systems import event_types

HIGHEST = 2_147_483_647
HIGHEST_NUMBER = 999_999_999_999_999
MOST_ROWS = 500
MOST_VALUES = 100
WHOLE = re.compile(r"[0-9]{1,15}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Param(NamedTuple):
    """What a parameter means, and the JSON Schema of its value, of which the check reads type, format and bounds.

    `words`: the only legal values, asked for each time, since a game may be registered later. `also`: words that are
    legal besides what the schema says.
    """

    about: str
    schema: dict[str, Any] = {"type": "string", "maxLength": 200}
    words: Callable[[], Iterable[str]] | None = None
    also: tuple[str, ...] = ()
    several: bool = False
    """Several values may stand, with commas between them or each with the name before it."""

    def described(self) -> dict[str, Any]:
        """The JSON Schema with the legal values of now."""
        if self.several:
            return {
                "type": "array",
                "items": self._replace(several=False).described(),
                "maxItems": MOST_VALUES,
            }
        schema = {**self.schema, "enum": list(self.words())} if self.words else self.schema
        return {"anyOf": [schema, {"type": "string", "enum": list(self.also)}]} if self.also else schema

    def problem(self, value: str) -> str | None:
        """What is wrong with a value and what would be legal; None for a legal one."""
        if value in self.also:
            return None
        if self.words:
            return none_of(value, self.words())
        if self.schema["type"] == "integer":
            return _no_number(value, self.schema.get("minimum", 0), self.schema.get("maximum", HIGHEST))
        form = self.schema.get("format")
        if form == "uuid":
            return _no_id(value)
        if form == "date-time":
            return _no_moment(value)
        if form == "date":
            return _no_day(value)
        most = self.schema["maxLength"]
        too_odd = "\x00" in value or len(value) > most
        return _("a text of at most %(most)s characters, without NUL") % {"most": most} if too_odd else None


def _no_number(value: str, low: int, high: int) -> str | None:
    if WHOLE.fullmatch(value) and low <= int(value) <= high:
        return None
    return _("%(told)s is no whole number from %(low)s to %(high)s") % {
        "told": repr(value[:20]),
        "low": low,
        "high": high,
    }


def _no_id(value: str) -> str | None:
    try:
        UUID(value)
    except ValueError:
        return _("an id is legal, as in 0190163d-8694-739b-aea5-966c26f8ad91")
    return None


def _no_moment(value: str) -> str | None:
    try:
        moments.exact(value.replace(" ", "+"))
    except BadMoment as error:
        return str(error)
    return None


def _no_day(value: str) -> str | None:
    try:
        legal = DAY.fullmatch(value) and date.fromisoformat(value)
    except ValueError:
        legal = None
    return None if legal else _("a day is legal, as in 2026-11-28")


def whole(about: str, low: int = 0, high: int = HIGHEST) -> Param:
    """A whole number."""
    return Param(about, {"type": "integer", "minimum": low, "maximum": high})


def one_of(about: str, *values: str) -> Param:
    """One of a few words."""
    return Param(about, {"type": "string"}, lambda: values)


def an_id(about: str) -> Param:
    """The id of something."""
    return Param(about, {"type": "string", "format": "uuid"})


def moment(about: str) -> Param:
    """A moment with its offset from UTC."""
    return Param(about, {"type": "string", "format": "date-time"})


def day(about: str) -> Param:
    """A day of the calendar."""
    return Param(about, {"type": "string", "format": "date"})


CURSOR = {"cursor": Param("where the page begins (take it from `next`)")}
LIMIT = {"limit": whole("rows of a page", 1, MOST_ROWS)}
PAGED = {**CURSOR, **LIMIT}
SINCE = {
    "since": moment("only what came to this server at that moment or later"),
    "until": moment("only what came to this server before that moment"),
}
SYSTEM = {"system": Param("key of a game system", {"type": "string"}, lambda: sorted(MATCHES))}
ROUND = {"round": whole("a round, the last one by default")}
EVENTS = {
    "after": whole("only events with a higher seq"),
    "limit": whole("events of a page", 1, MOST_ROWS),
}
MOVES = {
    "moves": one_of("1: with the concrete events that the caller may log as they are", "0", "1"),
    "examples": one_of("1: with whole examples of what has no moves", "0", "1"),
}
FEED = {
    "within": an_id("id of a tournament or event day: its own events and those of its matches"),
    "stream": an_id("id of one match, tournament, event day, season or campaign"),
    **SYSTEM,
    "kind": one_of("of the stream", "match", "tournament", "campaign", "season", "chronicle"),
    "type": Param(
        "types of events",
        {"type": "string"},
        lambda: sorted(event_types()),
        several=True,
    ),
}
AT = {"at": whole("as it was after the event with this seq")}
FORMAT = {"format": one_of("json or csv; Accept works too", "json", "csv")}
PLAYER = {"player": an_id("id of a player; of players who are one person, any of theirs finds all")}
NAME = {"name": Param("a part of the name, in either case of any alphabet")}
SAID = {
    "place": Param("a part of the place, in either case of any alphabet"),
    "starts_from": day("only events that are said to start on that day or later"),
    "starts_to": day("only events that are said to start on that day or earlier"),
}


FIELDS = {
    "fields": Param(
        "only these fields of the answer, as paths: results.name,results.url",
        {"type": "string", "minLength": 1, "maxLength": 200},
        several=True,
    )
}


def ids(of: str) -> dict[str, Param]:
    """Only those rows."""
    return {"id": an_id(f"ids of {of}")._replace(several=True)}


def expand(*parts: str) -> dict[str, Param]:
    """What comes with the answer, or with every row of it, under `expanded`."""
    about = "what comes with it, under `expanded`; a list then has at most 50 rows"
    return {"expand": one_of(about, *parts)._replace(several=True)}


def check(request: HttpRequest, legal: dict[str, Param]) -> None:
    """Raises `Problem` `invalid` for a parameter that this address does not know, a repeated one or a bad value."""
    for name, values in request.GET.lists():
        if name not in legal:
            raise _unknown(name, legal)
        if legal[name].several:
            values = [one for value in values for one in value.split(",")]
        elif len(values) > 1:
            raise wrong(f"?{name}", _("it may stand once"))
        if len(values) > MOST_VALUES:
            raise wrong(f"?{name}", _("at most %(most)s values are legal") % {"most": MOST_VALUES})
        for value in values:
            problem = legal[name].problem(value)
            if problem is not None:
                raise wrong(f"?{name}", problem)


def _unknown(name: str, legal: dict[str, Param]) -> Problem:
    if not legal:
        return wrong(f"?{name[:40]}", _("no such parameter; none is known here"))
    known = ", ".join(sorted(legal))
    return wrong(f"?{name[:40]}", _("no such parameter; these are known here: %(known)s") % {"known": known})
