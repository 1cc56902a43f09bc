"""Technical refusals in the reader's language: what is wrong with a file, a row, a field.

The rules have their sentences in `rules.toml`; what is refused before any rule looks at it (a broken file, a missing
field, a decoder's complaint) comes in English from places that know no language. Called by `answers`, `verify` and
`catalogues`; a text without a pattern here is shown as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _

Say = Callable[[], str]

PATTERNS: tuple[tuple[str, Say], ...] = (
    # A player's name.
    (
        r"an event that you play in needs your name until it ends; drop first",
        lambda: _("an event that you play in needs your name until it ends; drop first"),
    ),
    (r"this player's name is hidden", lambda: _("this player's name is hidden")),
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
    (r"the secret does not match its commitment", lambda: _("the secret does not match its commitment")),
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
    # Persons.
    (r"these two are one person already", lambda: _("these two are one person already")),
    (r"this player was not joined to anybody", lambda: _("this player was not joined to anybody")),
    # Teams.
    (
        r"line (?P<line>\d+): a team's name, a colon, and its players with commas between",
        lambda: _("line %(line)s: a team's name, a colon, and its players with commas between"),
    ),
    (r"name at least one team", lambda: _("name at least one team")),
    (
        r"teams keep their tables: the boards are numbered by them",
        lambda: _("teams keep their tables: the boards are numbered by them"),
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
    # Fields of forms.
    (r"name at least one player", lambda: _("name at least one player")),
    (r"this player is not registered here", lambda: _("this player is not registered here")),
    (
        r"an edition needs a key of its own that no other edition has",
        lambda: _("an edition needs a key of its own that no other edition has"),
    ),
    (r"a warband needs a name", lambda: _("a warband needs a name")),
    (r"a team needs a name", lambda: _("a team needs a name")),
    (r"a deck needs a name", lambda: _("a deck needs a name")),
    (r"this list belongs to another game", lambda: _("this list belongs to another game")),
    (
        r"U\+(?P<code>[0-9A-F]+) cannot be seen: a name is written with what everybody sees",
        lambda: _("U+%(code)s cannot be seen: a name is written with what everybody sees"),
    ),
    (
        r"nobody would see this name: at least one letter, digit or sign",
        lambda: _("nobody would see this name: at least one letter, digit or sign"),
    ),
    (r"an event needs a name", lambda: _("an event needs a name")),
    (r"a season needs a name", lambda: _("a season needs a name")),
    (r"there is no such player", lambda: _("there is no such player")),
    (
        r"unknown, or without ladders; known are (?P<known>.*)",
        lambda: _("unknown, or without ladders; known are %(known)s"),
    ),
    (r"give each of them a different place", lambda: _("give each of them a different place")),
    (r"say why, in a few words", lambda: _("say why, in a few words")),
    (r"there is no such tournament", lambda: _("there is no such tournament")),
    (r"name a player", lambda: _("name a player")),
    (r"there is no such seat", lambda: _("there is no such seat")),
    (
        r"the name is too long: (?P<most>\d+) characters at most",
        lambda: _("the name is too long: %(most)s characters at most"),
    ),
    (r"this name is at the table already", lambda: _("this name is at the table already")),
    (
        r"several players whom you know have this name",
        lambda: _("you know several players of this name: add something to tell them apart"),
    ),
    (r"take a seat at the table, or sign in", lambda: _("take a seat at the table, or sign in")),
    (r"this is no list of yours for this game", lambda: _("this is no list of yours for this game")),
    (r"there is no such edition", lambda: _("there is no such edition")),
    (
        r"the chosen edition does not have it",
        lambda: _("the chosen edition does not have it: choose an edition that does"),
    ),
    (
        r"who brings a list plays",
        lambda: _("only a player at the table can bring a list: put your own name at a seat"),
    ),
    (
        r"letters, digits and @ \. \+ - _ make a name, 150 at most",
        lambda: _("letters, digits and @ . + - _ make a name, 150 at most"),
    ),
    (r"there is an account of this name", lambda: _("there is an account of this name")),
    (
        r"the address begins with https:// or http://",
        lambda: _("the address begins with https:// or http://"),
    ),
    (r"the address names no host", lambda: _("the address names no host")),
    (
        r"addresses of this server's own network are refused; the operator may allow them",
        lambda: _("addresses of this server's own network are refused; the operator may allow them"),
    ),
    (
        r"a name and a password have no place in the address: the message is signed",
        lambda: _("a name and a password have no place in the address: the message is signed"),
    ),
    (
        r"the address is too long: 500 characters at most",
        lambda: _("the address is too long: 500 characters at most"),
    ),
    (r"that is no address", lambda: _("that is no address")),
    (
        r"an account may have 20 webhooks: remove one first",
        lambda: _("an account may have 20 webhooks: remove one first"),
    ),
    (
        r"no worker can be asked now; try again in a moment",
        lambda: _("no worker can be asked now; try again in a moment"),
    ),
    (r"there is no such account", lambda: _("there is no such account")),
    (r"nobody signs in by this name", lambda: _("nobody signs in by this name")),
    (r"this account is not staff here", lambda: _("this account is not staff here")),
    (
        r"an event keeps at least one organiser: appoint another first",
        lambda: _("an event must keep at least one organiser: appoint another first"),
    ),
    (r"unknown; known are (?P<known>.*)", lambda: _("unknown; known are %(known)s")),
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
