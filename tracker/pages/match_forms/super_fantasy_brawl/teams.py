"""Teams and pools of champions: a sheet with a live check, revisions, handing one in until lists are locked.

A list is its owner's alone until an event or a match shows it. Handing in stands in `own_lists`.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import ROSTER_KINDS
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models.rosters import RosterBase
from tracker.pages import own_lists
from tracker.pages.answers import attempt
from tracker.pages.match_forms.super_fantasy_brawl import team_sheet

SYSTEM = "super_fantasy_brawl"
KIND = ROSTER_KINDS[SYSTEM]
Sent = tuple[str, str, dict[str, Any]]


def teams(request: HttpRequest) -> HttpResponse:
    """The person's own teams and pools."""
    who = own_lists.person(request)
    return render(
        request, "games/super_fantasy_brawl/teams.html", {"teams": selectors.rosters_of(who, KIND, SYSTEM)}
    )


def new_team(request: HttpRequest) -> HttpResponse:
    """An empty sheet; saving it makes revision 1."""
    return _sheet_page(request, own_lists.person(request), None)


def edit_team(request: HttpRequest, team: UUID) -> HttpResponse:
    """The newest revision as a sheet, the older ones with what changed. Raises `NotAllowed` for other people's."""
    who = own_lists.person(request)
    return _sheet_page(request, who, own_lists.own(who, KIND, team))


def _sheet_page(request: HttpRequest, who: Identity, row: RosterBase | None) -> HttpResponse:
    if request.method != "POST":
        return _show(request, who, row, own_lists.stored(row))
    sent = _sent(request)
    if request.POST.get("action", "save") == "check":
        return _show(request, who, row, sent)
    return _save(request, who, row, sent)


def _sent(request: HttpRequest) -> Sent:
    """(name, edition, body) as they were sent."""
    name, edition = request.POST.get("name", "")[:80], request.POST.get("edition", "")[:40]
    return name, edition, team_sheet.read_sheet(request.POST)


def _show(
    request: HttpRequest,
    who: Identity,
    row: RosterBase | None,
    sent: Sent,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    name, edition, body = sent
    cards = selectors.edition_cards(SYSTEM, edition)
    names = team_sheet.names_of(cards)

    def told(old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[str]]:
        changed = team_sheet.difference(old, new)
        return {
            kind: [team_sheet.champion_name(key, names) for key in keys] for kind, keys in changed.items()
        }

    context = {
        "team": row,
        "name": name,
        "edition": edition,
        "editions": selectors.editions(SYSTEM),
        "sheet": team_sheet.sheet_of(body, cards),
        **_checked(sent),
        "revisions": own_lists.revisions(row, told),
        "events": own_lists.events(who, row),
        **(more or {}),
    }
    return render(request, "games/super_fantasy_brawl/team.html", context, status=status)


def _checked(sent: Sent) -> dict[str, Any]:
    """The rules' answer, and how many champions are chosen; nothing of an empty sheet."""
    name, edition, body = sent
    chosen = body.get("champions") or []
    if not chosen:
        return {"check": None}
    sizes = team_sheet.sheet_of(body, {})["sizes"]
    return {
        "check": own_lists.checked(SYSTEM, name, edition, body),
        "count": len(chosen),
        "limit": sizes[body.get("use", "pool")],
    }


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
    return redirect("pages:team", team=revision.roster_id)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The live check: the count, violations, what is unknown. Stores nothing."""
    own_lists.person(request)
    return render(request, "games/super_fantasy_brawl/_team_check.html", _checked(_sent(request)))


@require_POST
def submit(request: HttpRequest, team: UUID) -> HttpResponse:
    """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
    who = own_lists.person(request)
    row = own_lists.own(who, KIND, team)
    answered, done = own_lists.hand_in(request, who, row)
    if answered.refusal is not None:
        return _show(request, who, row, own_lists.stored(row), answered.refusal.context, answered.status)
    flash.success(request, done)
    return redirect("pages:team", team=row.pk)
