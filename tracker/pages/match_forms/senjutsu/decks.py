"""Decks: a sheet with a live check and charts, revisions and what changed between any two, text in and out.

A deck is its owner's alone: nobody else opens these pages (SEN-HID-01). Handing in stands in `own_lists`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.senjutsu.deck import Deck
from games.senjutsu.deck_text import from_text
from games.senjutsu.deck_view import UNKNOWN, chart
from games.senjutsu.facts import LIMITS, SIGNATURES
from games.senjutsu.roster import name_of
from tracker import commands, messages, selectors
from tracker.identity import Identity
from tracker.models.rosters import RosterBase
from tracker.pages import own_lists
from tracker.pages.answers import attempt, plain
from tracker.pages.bars import bars
from tracker.pages.match_forms.senjutsu import deck_sheet
from tracker.pages.match_forms.senjutsu import words as w
from tracker.selectors import player_day

SYSTEM, KIND = "senjutsu", "deck"
Sent = tuple[str, str, dict[str, Any]]


def decks(request: HttpRequest) -> HttpResponse:
    """The person's own decks, and the printed ones to start from."""
    who = own_lists.person(request)
    rows = selectors.rosters_of(who, KIND, SYSTEM)
    return render(request, "games/senjutsu/decks.html", {"decks": rows, "printed": _printed()})


def _printed() -> list[tuple[str, str]]:
    return [(key, w.said("character", key, messages.language())) for key in SIGNATURES]


def new_deck(request: HttpRequest) -> HttpResponse:
    """An empty sheet, or a printed deck with `?start=character`; saving it makes revision 1."""
    who, start = own_lists.person(request), request.GET.get("start", "")
    if request.method != "POST" and start in SIGNATURES:
        name = _("%(character)s, printed deck") % {
            "character": w.said("character", start, messages.language())
        }
        return _show(request, who, None, (name, "", deck_sheet.printed_body(start)))
    return _sheet_page(request, who, None)


def edit_deck(request: HttpRequest, deck: UUID) -> HttpResponse:
    """The newest revision as a sheet, the older ones with what changed. Raises `NotAllowed` for other people's."""
    who = own_lists.person(request)
    return _sheet_page(request, who, own_lists.own(who, KIND, deck))


def _sheet_page(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    if request.method != "POST":
        return _show(request, who, row, own_lists.stored(row))
    action = request.POST.get("action", "save")
    if action == "import":
        return _import(request, who, row)
    sent, faults = _sent(request)
    if action == "check" or faults:
        return _show(request, who, row, sent, {"problems": faults}, 400 if faults else 200)
    return _save(request, who, row, sent)


def _sent(request: HttpRequest) -> tuple[Sent, list[dict[str, Any]]]:
    """(name, edition, body) as they were sent, and the lines of the free list that nobody can read."""
    body, lines = deck_sheet.read_sheet(request.POST)
    name, edition = request.POST.get("name", "")[:80], request.POST.get("edition", "")[:40]
    return (name, edition, body), _faults(lines)


def _faults(lines: list[tuple[int, str]]) -> list[dict[str, Any]]:
    where = _("Line %(line)d:")
    return [
        plain(_("%(text)s: there is no card of this name.") % {"text": text}, where=where % {"line": line})
        for line, text in lines
    ]


def _show(
    request: HttpRequest,
    who: Identity,
    row: RosterBase | None,
    sent: Sent,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    name, edition, body = sent
    cards = selectors.edition_cards(SYSTEM, edition)
    context = {
        "deck": row,
        "name": name,
        "edition": edition,
        "editions": selectors.editions(SYSTEM),
        "sheet": deck_sheet.sheet_of(body, cards, messages.language()),
        "text": deck_sheet.text_of(body, cards, messages.language()) if body else "",
        "printed": _printed(),
        **_checked(sent, cards),
        "revisions": own_lists.revisions(row, _difference(cards)),
        "compared": _compared(request, row, cards),
        "events": own_lists.events(who, row),
        **(more or {}),
    }
    return render(request, "games/senjutsu/deck.html", context, status=status)


def _checked(sent: Sent, cards: Mapping[str, Any]) -> dict[str, Any]:
    """The rules' answer, the counts and the charts of a deck; nothing of an empty sheet."""
    name, edition, body = sent
    deck = deck_sheet.read_body(body, cards) if body else None
    if deck is None or not deck.cards:
        return {"check": own_lists.checked(SYSTEM, name, edition, body) if body and not deck else None}
    check = own_lists.checked(SYSTEM, name, edition, body)
    return {"check": {**check, "gaps": _gaps(check["warnings"])}, **_figures(deck, cards)}


def _gaps(warnings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What could not be checked, once for each rule, with the cards that it is about."""
    found: dict[str, dict[str, Any]] = {}
    for warning in warnings:
        gap = found.setdefault(warning["rule"], {**warning, "cards": []})
        gap["cards"] += [warning["params"]["card"]] if warning["params"].get("card") else []
    return list(found.values())


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


def _difference(cards: Mapping[str, Any]) -> Any:
    """What a revision changed, with the cards by name."""

    def told(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        changed, language = deck_sheet.difference(old, new), messages.language()
        named = [(name_of(key, language, cards), a, b) for key, a, b in changed["cards"]]
        return {"cards": named, "rest": [w.field_words().get(field, field) for field in changed["rest"]]}

    return told


def _compared(
    request: HttpRequest, row: RosterBase | None, cards: Mapping[str, Any]
) -> dict[str, Any] | None:
    """`?from=1&to=3`: what changed between any two revisions."""
    numbers = [request.GET.get(name, "") for name in ("from", "to")]
    if row is None or not all(number.isdecimal() and len(number) < 6 for number in numbers):
        return None
    bodies = {str(one.number): one.body for one in player_day.revisions_of(row)}
    if not set(numbers) <= set(bodies):
        raise Http404
    old, new = (bodies[number] for number in numbers)
    return {"from": numbers[0], "to": numbers[1], "changed": _difference(cards)(old, new)}


def _import(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    """Fills the sheet from pasted text; nothing is saved yet."""
    (name, edition, body), _lines = _sent(request)
    pasted = request.POST.get("pasted", "")
    told, problems = from_text(pasted, selectors.edition_cards(SYSTEM, edition))
    faults = _faults([(problem.line, problem.text) for problem in problems])
    if not told.get("cards") and not faults:
        faults = [plain(_("Paste a deck first."))]
    if faults:
        return _show(request, who, row, (name, edition, body), {"problems": faults, "pasted": pasted}, 400)
    merged = {"character": body["character"], **told}
    return _show(request, who, row, (name, edition, deck_sheet.plain_body(merged)))


def _save(request: HttpRequest, who: Identity, row: RosterBase | None, sent: Sent) -> HttpResponse:
    name, edition, body = sent
    answered = attempt(
        lambda: commands.save_roster(
            who, system=SYSTEM, name=name, body=body, edition=edition or None, roster=row.pk if row else None
        )
    )
    if answered.value is None:
        refused = answered.refusal.context if answered.refusal else {}
        return _show(request, who, row, sent, refused, answered.status)
    revision = answered.value
    flash.success(request, _("Version %(number)d is saved.") % {"number": revision.number})
    return redirect("pages:deck", deck=revision.roster_id)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The live check: counts, violations, what is unknown, charts. Stores nothing."""
    own_lists.person(request)
    sent, faults = _sent(request)
    context = {**_checked(sent, selectors.edition_cards(SYSTEM, sent[1])), "problems": faults}
    return render(request, "games/senjutsu/_deck_check.html", context)


def export(request: HttpRequest, deck: UUID) -> HttpResponse:
    """The newest revision as text."""
    who = own_lists.person(request)
    row = own_lists.own(who, KIND, deck)
    _name, edition, body = own_lists.stored(row)
    text = deck_sheet.text_of(body, selectors.edition_cards(SYSTEM, edition), messages.language())
    headers = {
        "Content-Disposition": f'attachment; filename="{row.pk}.txt"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_POST
def submit(request: HttpRequest, deck: UUID) -> HttpResponse:
    """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
    who = own_lists.person(request)
    row = own_lists.own(who, KIND, deck)
    answered, done = own_lists.hand_in(request, who, row)
    if answered.refusal is not None:
        return _show(request, who, row, own_lists.stored(row), answered.refusal.context, answered.status)
    flash.success(request, done)
    return redirect("pages:deck", deck=row.pk)
