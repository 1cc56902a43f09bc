"""Warbands: a sheet with a live check, revisions with what changed, and handing one in until lists are locked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.last_battle.facts import BATTLEFIELDS
from tracker import commands, messages, selectors
from tracker.commands import BadInput
from tracker.identity import Identity
from tracker.models.rosters import RosterBase
from tracker.pages import own_lists
from tracker.pages.answers import attempt, plain
from tracker.pages.match_forms.last_battle.warband_sheet import difference, from_text, read_sheet, sheet_of
from tracker.pages.match_forms.last_battle.words import word

SYSTEM, KIND = "last_battle", "warband"


def warbands(request: HttpRequest) -> HttpResponse:
    """The person's own warbands."""
    who = own_lists.person(request)
    return render(
        request, "games/last_battle/warbands.html", {"warbands": selectors.rosters_of(who, KIND, SYSTEM)}
    )


def new_warband(request: HttpRequest) -> HttpResponse:
    """An empty sheet; saving it makes revision 1."""
    return _sheet_page(request, own_lists.person(request), None)


def edit_warband(request: HttpRequest, warband: UUID) -> HttpResponse:
    """The newest revision as a sheet, the older ones with what changed. Raises `NotAllowed` for other people's."""
    who = own_lists.person(request)
    return _sheet_page(request, who, own_lists.own(who, KIND, warband))


def _sheet_page(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/last_battle/warband.html", _page(who, row, *own_lists.stored(row)))
    action = request.POST.get("action", "save")
    if action == "import":
        return _import(request, who, row)
    name, edition, body = _sent(request)
    if action == "check":
        return render(request, "games/last_battle/warband.html", _page(who, row, name, edition, body))
    return _save(request, who, row)


def _sent(request: HttpRequest) -> tuple[str, str, dict[str, Any]]:
    return request.POST.get("name", "")[:80], request.POST.get("edition", "")[:40], read_sheet(request.POST)


def _page(
    who: Identity, row: RosterBase | None, name: str, edition: str, body: Mapping[str, Any]
) -> dict[str, Any]:
    cards = selectors.edition_cards(SYSTEM, edition)
    return {
        "warband": row,
        "name": name,
        "edition": edition,
        "editions": selectors.editions(SYSTEM),
        "cards": [{"id": key, **card} for key, card in cards.items()],
        "sheet": sheet_of(body, cards),
        "battlefields": [(key, word("battlefield", key, messages.language())) for key in BATTLEFIELDS],
        "check": own_lists.checked(SYSTEM, name, edition, body) if body else None,
        "revisions": own_lists.revisions(row, difference),
        "events": own_lists.events(who, row),
    }


def _import(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    """Fills the sheet from pasted text; nothing is saved yet."""
    name, edition, body = _sent(request)
    pasted = request.POST.get("pasted", "")
    try:
        body = from_text(pasted)
    except BadInput as error:
        context = {
            **_page(who, row, name, edition, body),
            "problems": [plain(error.message)],
            "pasted": pasted,
        }
        return render(request, "games/last_battle/warband.html", context, status=400)
    return render(request, "games/last_battle/warband.html", _page(who, row, name, edition, body))


def _save(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    name, edition, body = _sent(request)
    answered = attempt(
        lambda: commands.save_roster(
            who, system=SYSTEM, name=name, body=body, edition=edition or None, roster=row.pk if row else None
        )
    )
    if answered.value is None:
        refused = answered.refusal.context if answered.refusal else {}
        context = {**_page(who, row, name, edition, body), **refused}
        return render(request, "games/last_battle/warband.html", context, status=answered.status)
    revision = answered.value
    flash.success(request, _("Version %(number)d is saved.") % {"number": revision.number})
    return redirect("pages:warband", warband=revision.roster_id)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The live check: the part of the sheet that shows points, violations and unknown facts. Stores nothing."""
    own_lists.person(request)
    name, edition, body = _sent(request)
    cards = selectors.edition_cards(SYSTEM, edition)
    context = {"sheet": sheet_of(body, cards), "check": own_lists.checked(SYSTEM, name, edition, body)}
    return render(request, "games/last_battle/_warband_check.html", context)


@require_POST
def submit(request: HttpRequest, warband: UUID) -> HttpResponse:
    """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
    who = own_lists.person(request)
    row = own_lists.own(who, KIND, warband)
    answered, done = own_lists.hand_in(request, who, row)
    if answered.refusal is not None:
        context = {**_page(who, row, *own_lists.stored(row)), **answered.refusal.context}
        return render(request, "games/last_battle/warband.html", context, status=answered.status)
    flash.success(request, done)
    return redirect("pages:warband", warband=row.pk)
