"""Importing an edition of cards: a preview by row first, then it is stored; unknown fields stay unknown."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from games.registry import CARD_PARSERS, SYSTEMS
from tracker import commands, identity, selectors
from tracker.commands import ImportReport
from tracker.messages import language, spoken
from tracker.pages.core.answers import Answered, attempt
from tracker.pages.forms.organiser import ImportForm
from tracker.pages.organiser.printed_facts import PrintedFacts

SHOWN = 300
KEYS = ("id", "figure_id")
"""What a card is called by programs: it stands under its name."""
KIND = "kind"
"""Of editions that hold more than one kind of card."""


@login_required
def import_cards(request: HttpRequest, system: str) -> HttpResponse:
    """GET: the form; `from` fills it with an edition and what matches told of its cards.

    POST `preview`: rows, unknowns, problems. POST `import`: stored, when there is no problem.
    """
    if system not in CARD_PARSERS:
        raise Http404
    told, number = selectors.told_cards(system, request.GET.get("from"))
    begun = {"text": json.dumps([*told.values()], ensure_ascii=False, indent=1)} if told else {}
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm(initial=begun)
    context: dict[str, Any] = {
        "form": form,
        "system": system,
        "editions": list(selectors.editions(system)),
        "columns": SYSTEMS[system].columns,
        "stated": SYSTEMS[system].stated is not None,
        "begun": number if told else None,
    }
    if request.method != "POST":
        return render(request, "console/import.html", context)
    if not form.is_valid():
        return render(request, "console/import.html", context, status=400)
    preview = request.POST.get("how", "preview") != "import"
    answered = _import(request, system, form.cleaned_data, preview)
    if answered.value is None:
        refusal = answered.refusal
        assert refusal is not None
        return render(request, "console/import.html", context | refusal.context, status=refusal.status)
    if answered.value.edition is not None:
        text = ngettext("%(count)d card imported.", "%(count)d cards imported.", len(answered.value.cards))
        messages.success(request, text % {"count": len(answered.value.cards)})
        return redirect("pages:import", system=system)
    context |= {"report": report_view(answered.value, system), "text": form.cleaned_data["text"]}
    return render(request, "console/import.html", context, status=400 if answered.value.problems else 200)


def _import(request: HttpRequest, system: str, data: dict[str, Any], preview: bool) -> Answered[ImportReport]:
    who = identity.of_request(request)
    return attempt(
        lambda: commands.import_edition(
            who,
            system=system,
            key=data["key"],
            name=data["name"],
            text=data["text"],
            format=data["format"],
            dry_run=preview,
        )
    )


def report_view(report: ImportReport, system: str) -> dict[str, Any]:
    """{"groups", "count", "unknown", "problems"}: the cards kind by kind, how many of their fields are unknown, and
    problems by row and column. The first `SHOWN` cards are shown."""
    printed = PrintedFacts(SYSTEMS[system], language(), _names(report))
    kinds: dict[str, dict[str, dict[str, Any]]] = {}
    for id_, card in report.cards.items():
        kinds.setdefault(str(card.get(KIND) or ""), {})[id_] = card
    groups = [_group(printed, kind, cards) for kind, cards in kinds.items()]
    shown = set(list(report.cards)[:SHOWN])
    return {
        "groups": [
            {**one, "cards": [card for card in one["cards"] if card["id"] in shown]} for one in groups
        ],
        "count": len(report.cards),
        "unknown": sum(len(card["unknown"]) for one in groups for card in one["cards"]),
        "problems": [
            {"row": one.row, "column": one.column, "what": spoken(one.what)} for one in report.problems
        ],
    }


def _group(printed: PrintedFacts, kind: str, cards: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """{"kind", "cards": [{"id", "name", "facts": [{"label", "text"}], "unknown": [what is missing]}]}.

    A field that no card of the kind has is none of theirs: a champion has no hexes.
    """
    above = {"name", KIND, *KEYS}
    fields = dict.fromkeys(key for card in cards.values() for key in card if key not in above)
    return {
        "kind": (printed.told(KIND, kind) or kind) if kind else "",
        "cards": [
            {
                "id": id_,
                "name": card.get("name") or "",
                "facts": [
                    {"label": printed.called(key), "text": printed.told(key, card[key])}
                    for key in fields
                    if card.get(key) is not None
                ],
                "unknown": [printed.called(key) for key in fields if card.get(key) is None],
            }
            for id_, card in cards.items()
        ],
    }


def _names(report: ImportReport) -> dict[str, str]:
    """Id -> name of the cards, in the reader's language where they tell it."""
    russian = language().startswith("ru")
    told = {
        id_: (card.get("name_ru") if russian else None) or card.get("name")
        for id_, card in report.cards.items()
    }
    return {id_: str(name) for id_, name in told.items() if name}
