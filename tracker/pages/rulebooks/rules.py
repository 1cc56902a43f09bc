"""The rules of a game, one after the other: the sentence that a refusal says, and what the tracker checks of it.

Everything comes from the rule books (`games.rulebook`). Every refusal leads here; phones keep the page for when the
network is away, where the script of the page searches it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.registry import SYSTEMS, TABLES
from games.rulebook import OPTIONAL, PLACEHOLDER, Rule, Text, books, filled
from tracker.messages import language


def _read(name: str) -> dict[str, dict[str, Text]]:
    tables = tomllib.loads(Path(__file__).with_name(name).read_text("utf-8"))
    return {part: {key: Text(**said) for key, said in told.items()} for part, told in tables.items()}


CHAPTERS = _read("rule_chapters.toml")["every"]
"""Chapter of a rule's ID -> what it is called where its book has no name for it."""
SLOTS = _read("rule_slots.toml")
"""What stands in a sentence for what only a table knows, where neither the words of the game nor its book say it."""
LABEL = re.compile(r"^(?:\{\w+\}[:.] )+(?=\S)")
"""Whom or what a refusal is about, before its sentence."""
ENTERED = re.compile(r"[;,.]+ [^.,;:!?{}]{1,45}: \{\w+\}(?:, \{\w+\})*\.")
"""The end of a sentence that only repeats what was entered, such as `; entered: {told}.`"""
APART = re.compile(r"(?<=[.!?])\]\[(?=\S)")
"""Between two sentences of which a refusal has one alone."""
SENTENCE = 25
"""Letters from which on what is left is a sentence."""


def rules(request: HttpRequest, system: str) -> HttpResponse:
    """All rules of one book, or those in which every word of `?q=` stands."""
    book = books().get(system)
    if book is None:
        raise Http404
    lang = language()
    shown = [_shown(rule, lang, system) for rule in book.rules.values()]
    asked = request.GET.get("q", "").strip()[:80]
    found = [one for one in shown if _holds(one, asked)]
    context = {
        "system": system,
        "game": title_of(system),
        "rules": found,
        "chapters": _chapters(found, lang, system),
        "asked": asked,
        "checked": sum(rule.status == "enforced" for rule in book.rules.values()),
        "all": len(shown),
        "others": [(key, title_of(key)) for key in books() if key != system],
    }
    return render(request, "rulebooks/rules.html", context)


def _chapters(rules: list[dict[str, Any]], lang: str, system: str) -> list[dict[str, Any]]:
    """[{"key", "title", "rules"}] in the order of the book; a chapter that nobody has named stands at the end."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for rule in rules:
        key = chapter_of(rule["id"])
        grouped.setdefault(key if named_chapter(key, system) else "", []).append(rule)
    rest = grouped.pop("", [])
    found = [(key, named_chapter(key, system), told) for key, told in grouped.items()]
    shown = [{"key": key, "title": name.to(lang), "rules": told} for key, name, told in found if name]
    return [*shown, {"key": "OTHER", "title": _("Other rules"), "rules": rest}] if rest else shown


def chapter_of(rule: str) -> str:
    """`MEL` of `BUS-MEL-03`."""
    return rule.split("-")[1]


def named_chapter(key: str, system: str) -> Text | None:
    """What the chapter of a book is called, if it has a name."""
    return books()[system].chapters.get(key) or CHAPTERS.get(key)


def title_of(system: str) -> str:
    """What a book is about, in words."""
    if system in TABLES:
        return TABLES[system].name.to(language())
    named = {
        "tournament": _("Tournaments"),
        "campaign": _("Event days"),
        "chronicle": _("Campaigns"),
        "season": _("Seasons"),
        "warledger": _("Every log"),
    }
    return named[system]


def _shown(rule: Rule, lang: str, system: str) -> dict[str, Any]:
    message = rule.message.to(lang) if rule.message else ""
    return {
        "id": rule.id,
        "title": rule.title.to(lang),
        "sentence": in_general(message, lang, system),
        "status": rule.status,
        "reason": rule.reason.to(lang) if rule.reason else "",
        "levels": ", ".join(_level(letter) for letter in rule.levels)
        if rule.levels not in ("", "STF")
        else "",
    }


def in_general(message: str, lang: str, system: str) -> str:
    """The sentence of a rule without a table to speak of: what it requires, the rest in brackets by its name."""
    each = APART.sub("] [", message)
    said = filled(OPTIONAL.sub("", message) or each, lambda name: f"{{{name}}}")
    for beside, left in ((LABEL, ""), (ENTERED, ".")):
        shorter = beside.sub(left, said)
        said = shorter if len(shorter) > SENTENCE else said
    said = said[:1].upper() + said[1:]
    return PLACEHOLDER.sub(lambda hit: slot(hit[1], lang, system), said)


def slot(name: str, lang: str, system: str) -> str:
    """What stands for a parameter, in brackets: the game's word for a field of this name, else that of the book, else
    that of all books."""
    of_game = SYSTEMS[system].words.field(name) if system in SYSTEMS else None
    of_book = books()[system].gaps.get(name)
    told = SLOTS["labels"].get(name) or of_game or of_book or SLOTS["names"].get(name)
    if told is None:
        return "[…]"
    said = told.to(lang)
    return f"[{said[:1].lower()}{said[1:]}]"


def _level(letter: str) -> str:
    words = {
        "S": pgettext("level", "result only"),
        "T": pgettext("level", "turn by turn"),
        "F": pgettext("level", "card by card"),
    }
    return words[letter]


def _holds(rule: dict[str, Any], asked: str) -> bool:
    text = " ".join((rule["id"], rule["title"], rule["sentence"], rule["reason"])).casefold()
    return all(word in text for word in asked.casefold().split())
