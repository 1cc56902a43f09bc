"""A player's own decks: what their sheet holds, the charts beside it, and the deck as text.

A deck is its owner's alone: nobody else opens these pages (SEN-HID-01). The pages stand in `tracker.pages.sheets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from games.ruleset import Cards
from games.senjutsu.deck import Deck
from games.senjutsu.deck_text import from_text
from games.senjutsu.deck_view import UNKNOWN, chart
from games.senjutsu.facts import LIMITS, SIGNATURES
from games.senjutsu.roster import name_of
from tracker import messages, selectors
from tracker.pages import own_lists, sheets
from tracker.pages.answers import plain
from tracker.pages.bars import bars
from tracker.pages.match_forms.senjutsu import deck_sheet
from tracker.pages.match_forms.senjutsu import words as w


class DeckSheet(sheets.Sheet):
    """A number for each card of a character; a new one may start from a printed deck (`?start=character`)."""

    system, one, fields = "senjutsu", "deck", "games/senjutsu/_deck_sheet.html"
    above = "games/senjutsu/_starts.html"

    def words(self) -> dict[str, str]:
        return {
            "mine": _("My decks"),
            "new": _("New deck"),
            "build": _("Build a deck"),
            "none": _("No deck yet"),
            "first": _("Build one here, start from a printed deck, or paste one that you have as text."),
            "lead": _("Only you see it until the rules of an event or a match open it."),
            "may": _("You can save a deck that breaks rules, and hand it in once it is legal."),
            "empty": _("Choose a character and cards; the check runs as you type."),
            "no_edition": _("the rulebook alone"),
            "paste": _("Paste or copy as text"),
            "pasted": _("Paste a deck, or copy this one"),
            "above": _("Start from a printed deck"),
        }

    def besides(self) -> dict[str, Any]:
        return {"printed": [(key, w.said("character", key, messages.language())) for key in SIGNATURES]}

    def start(self, request: HttpRequest) -> sheets.Sent:
        character = request.GET.get("start", "")
        if character not in SIGNATURES:
            return super().start(request)
        told = {"character": w.said("character", character, messages.language())}
        return sheets.Sent(_("%(character)s, printed deck") % told, "", deck_sheet.printed_body(character))

    def read(self, sent: Any) -> tuple[dict[str, Any], sheets.Problems]:
        body, lines = deck_sheet.read_sheet(sent)
        return body, _faults(lines)

    def sheet(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        return deck_sheet.sheet_of(body, cards, messages.language())

    def is_empty(self, body: Mapping[str, Any], cards: Cards) -> bool:
        deck = deck_sheet.read_body(body, cards) if body else None
        return not body or (deck is not None and not deck.cards)

    def figures(self, body: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
        deck = deck_sheet.read_body(body, cards) if body else None
        return _figures(deck, cards) if deck is not None and deck.cards else {}

    def changes(self, old: dict[str, Any], new: dict[str, Any], cards: Cards) -> dict[str, Any]:
        """Cards by name with their numbers, and the fields that changed besides."""
        changed, language = deck_sheet.difference(old, new), messages.language()
        told = [(f"{name_of(key, language, cards)} {a} → {b}", a < b) for key, a, b in changed["cards"]]
        return {
            "came": [text for text, more in told if more],
            "went": [text for text, more in told if not more],
            "rest": [w.field_words().get(field, field) for field in changed["rest"]],
        }

    def pasted(self, text: str, body: dict[str, Any], cards: Cards) -> tuple[dict[str, Any], sheets.Problems]:
        told, problems = from_text(text, cards)
        faults = _faults([(problem.line, problem.text) for problem in problems])
        if not told.get("cards") and not faults:
            faults = [plain(_("Paste a deck first."))]
        return deck_sheet.plain_body({"character": body["character"], **told}), faults

    def text(self, body: Mapping[str, Any], cards: Cards) -> str:
        return deck_sheet.text_of(body, cards, messages.language())

    @property
    def urls(self) -> list[URLPattern]:
        return [*super().urls, path("decks/<uuid:roster>/text/", self.export, name="deck-text")]

    def export(self, request: HttpRequest, roster: UUID) -> HttpResponse:
        """The newest revision as text."""
        row = own_lists.own(own_lists.person(request), self.kind, roster)
        _name, edition, body = own_lists.stored(row)
        headers = {
            "Content-Disposition": f'attachment; filename="{row.pk}.txt"',
            "Cache-Control": "private, no-store",
        }
        text = self.text(body, selectors.edition_cards(self.system, edition))
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _faults(lines: list[tuple[int, str]]) -> sheets.Problems:
    where = _("Line %(line)d:")
    return [
        plain(_("%(text)s: there is no card of this name.") % {"text": text}, where=where % {"line": line})
        for line, text in lines
    ]


def _figures(deck: Deck, cards: Mapping[str, Any]) -> dict[str, Any]:
    """Counts against their limits, and the charts."""
    told = chart(deck, cards)
    words, types = w.words_of("card_rank"), w.words_of("types")
    size = LIMITS.signature_size if deck.signature else LIMITS.deck_size
    return {
        "counts": [
            {"label": _("Cards"), "count": told.size, "limit": size},
            {"label": words["gold"].capitalize(), "count": told.ranks["gold"], "limit": LIMITS.gold_cards},
            {"label": words["jade"].capitalize(), "count": told.ranks["jade"], "limit": LIMITS.jade_cards},
        ],
        "charts": [
            bars(_("Ranks"), {short(words, rank): count for rank, count in told.ranks.items()}),
            _curve(_("Initiative"), told.initiative, told.unknown_initiative),
            _curve(_("Focus cost"), told.focus, told.unknown_focus),
            bars(
                _("Types"),
                {short(types, type_): count for type_, count in sorted(told.types.items())},
                _("a card with two types counts for both") if told.types.keys() - {UNKNOWN} else "",
            ),
        ],
    }


def short(words: Mapping[str, str], key: str) -> str:
    """What stands under a bar: a question mark for what is unknown."""
    return "?" if key == UNKNOWN else words[key]


def _curve(title: str, counts: Mapping[int, int], unknown: int) -> dict[str, Any]:
    """A curve without holes; what is unknown is said beside it."""
    span = range(min(counts), max(counts) + 1) if counts else range(0)
    note = _("unknown for %(count)d of the cards") % {"count": unknown} if unknown else ""
    return bars(title, {str(value): counts.get(value, 0) for value in span}, note)
