"""What is wrong with a file, a row of cards or a value, in the reader's language.

The rules have their sentences in `rules.toml`, and a field that cannot be used is told in the reader's language where
it is refused (`tracker.inputs`). Only what `games` and decoders find comes in English, from places that know no
language. Called by `answers`, `verify` and `catalogues`; a text without a pattern here is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _

Say = Callable[[], str]

PATTERNS: tuple[tuple[str, Say], ...] = (
    # Exported logs.
    (r"the file is empty", lambda: _("the file is empty")),
    (
        r"the header names no head: this log carries no hash chain",
        lambda: _("the header names no head: this log carries no hash chain"),
    ),
    (r"the header is not in canonical form", lambda: _("the header is not in canonical form")),
    (
        r"the header counts (?P<told>\S+) events, the file has (?P<found>\d+)",
        lambda: _("the header counts %(told)s entries, the file has %(found)s"),
    ),
    (
        r"the header's head is not the hash of the last entry",
        lambda: _("the header's head is not the hash of the last entry"),
    ),
    (
        r"the file does not begin with the header or does not end with a newline",
        lambda: _("the file does not begin with the header or does not end with a newline"),
    ),
    (
        r"seq (?P<seq>\d+) stands where (?P<wanted>\d+) belongs",
        lambda: _("entry %(seq)s stands where %(wanted)s belongs"),
    ),
    (r"the line is not in canonical form", lambda: _("the line is not in canonical form")),
    (r"the secret does not match its seal", lambda: _("the secret does not match its seal")),
    (
        r"a hidden entry holds its hash and nothing else",
        lambda: _("a hidden entry holds its hash and nothing else"),
    ),
    (
        r"the hash does not match the entry and all before it",
        lambda: _("the hash does not match the entry and all before it"),
    ),
    (
        r"this is version (?P<told>\S+) of the format; version 1 is known",
        lambda: _("this is version %(told)s of the format; version 1 is known"),
    ),
    (
        r"unknown system (?P<told>.+) of kind (?P<kind>.+)",
        lambda: _("unknown system %(told)s of kind %(kind)s"),
    ),
    (
        r"the log was judged by rules of version (?P<told>\S+); version (?P<known>\S+) of \S+ is known",
        lambda: _("the log was judged by rules of version %(told)s; version %(known)s is known"),
    ),
    (r"(?:.*: )?the archive cannot be read: (?P<why>.*)", lambda: _("the archive cannot be read: %(why)s")),
    (
        r"the archive holds more than (?P<files>\d+) files or (?P<size>\d+) MB",
        lambda: _("the archive holds more than %(files)s files or %(size)s MB"),
    ),
    (r"too many brackets within each other", lambda: _("too many brackets within each other")),
    # Other logs of the event, and seals.
    (
        r"round (?P<round>\d+), table (?P<table>\d+): the tournament's log records another result "
        r"than the match had at this event",
        lambda: _("round %(round)s, table %(table)s: the tournament recorded another result of this match"),
    ),
    (
        r"round (?P<round>\d+), table (?P<table>\d+): the tournament's log records another result "
        r"than the match has at its end",
        lambda: _(
            "round %(round)s, table %(table)s: the tournament counts another result than this match has"
        ),
    ),
    (
        r"table \S+: the event day's log records another result than the match had at this event",
        lambda: _("the event day recorded another result of this match"),
    ),
    (
        r"table \S+: the event day's log records another result than the match has at its end",
        lambda: _("the event day counts another result than this match has"),
    ),
    (
        r"table \S+: the event day's log records a figure that did not fall so at this event",
        lambda: _("the event day recorded that a figure fell here, and this match does not say so"),
    ),
    (
        r"table \S+: the event day's log records a card that the match does not hold at this event",
        lambda: _("the event day recorded a card of this table, and this match does not have it"),
    ),
    (
        r"table \S+: the event day's log records other unique figures than the match had at this event",
        lambda: _("the event day recorded other unique figures at this table"),
    ),
    (
        r"table \S+: the event day's log records other fates than the match ever had",
        lambda: _("the event day recorded other fates of those who fell at this table"),
    ),
    (
        r"seal (?P<number>\d+) of this installation knows another hash of this event",
        lambda: _("seal %(number)s of this site knows another fingerprint of this entry"),
    ),
    (
        r"(?:seal \d+: )?somebody kept this seal, the database does not have it: seals were removed",
        lambda: _("this site does not have the seal any more: its history was cut"),
    ),
    (
        r"(?:seal \d+: )?somebody kept another seal of this number: the history was made anew",
        lambda: _("this site has another seal of this number: its history was made anew"),
    ),
    # Cards.
    (r"more than (?P<most>\d+) figures", lambda: _("more than %(most)s figures")),
    (r"(?P<id>.+) stands here a second time", lambda: _("%(id)s is here a second time")),
    (
        r"a figure is an object with the fields of a card",
        lambda: _("a figure is an object with the fields of a card"),
    ),
    (r"unknown field; known are (?P<known>.*)", lambda: _("unknown field; the known ones are %(known)s")),
    (r"unknown column; known are (?P<known>.*)", lambda: _("unknown column; the known ones are %(known)s")),
    (r"must be given", lambda: _("must be given")),
    (r"not JSON: (?P<why>.*)", lambda: _("not JSON: %(why)s")),
    (r"not TOML: (?P<why>.*)", lambda: _("not TOML: %(why)s")),
    (r"a card has an id such as A-048", lambda: _("a card has an id such as A-048")),
    (
        r"a card is an object with the fields of a card",
        lambda: _("a card is an object with the fields of a card"),
    ),
    (r"a list of cards is wanted", lambda: _("a list of cards is wanted")),
    (r"more than (?P<most>\d+) cards", lambda: _("more than %(most)s cards")),
    (r"not CSV: (?P<why>.*)", lambda: _("not CSV: %(why)s")),
    (r"a list of figures is wanted", lambda: _("a list of figures is wanted")),
    (r"this column stands twice", lambda: _("this column is there twice")),
    (r"this column is missing", lambda: _("this column is missing")),
    (r"more cells than columns", lambda: _("more cells than columns")),
    # Decoders.
    (
        r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`(?: - at `(?P<where>[^`]+)`)?",
        lambda: _("expected: %(wanted)s, found: %(got)s %(where)s"),
    ),
    (
        r"Expected (?P<wanted>.+?)(?: - at `(?P<where>[^`]+)`)?",
        lambda: _("expected: %(wanted)s %(where)s"),
    ),
    (
        r"Object missing required field `(?P<field>[^`]+)`(?: - at `(?P<where>[^`]+)`)?",
        lambda: _("the field %(field)s is missing %(where)s"),
    ),
    (
        r"Object contains unknown field `(?P<field>[^`]+)`(?: - at `(?P<where>[^`]+)`)?",
        lambda: _("the field %(field)s is unknown %(where)s"),
    ),
    (
        r"Invalid (?P<what>.+?) (?P<value>.+?)(?: - at `(?P<where>[^`]+)`)?",
        lambda: _("not legal here: %(value)s %(where)s"),
    ),
    (r"JSON is malformed: (?P<why>.*)", lambda: _("this is not JSON: %(why)s")),
    (r"Input data was truncated", lambda: _("the text ends too early")),
)
COMPILED = tuple((re.compile(pattern, re.S), say) for pattern, say in PATTERNS)


def spoken(text: str) -> str:
    """`text` in the reader's language; a leading `name: ` that says where stays in front."""
    for pattern, say in COMPILED:
        found = pattern.fullmatch(text)
        if found:
            words = {key: (value or "").replace("`", "") for key, value in found.groupdict().items()}
            return (say() % words).strip()
    head, colon, rest = text.partition(": ")
    if colon and " " not in head and (told := spoken(rest)) != rest:
        return f"{head}: {told}"
    return text


def field_name(field: str) -> str:
    """A field of a form or a request as people know it; an unknown one as it is."""
    names = {
        "name": _("Name"),
        "players": _("Players"),
        "player": _("Player"),
        "reason": _("Reason"),
        "key": _("Key"),
        "preset": _("Preset"),
        "options": _("Options"),
        "text": _("Text"),
        "system": _("System"),
        "tournament": _("Event"),
        "season": _("Season"),
        "run": _("Run"),
        "account": _("Account"),
        "role": _("Role"),
        "target": _("Address"),
        "teams": _("Teams"),
    }
    return names.get(field, field)
