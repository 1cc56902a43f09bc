"""Warbands: a sheet with a live check, revisions with what changed, and handing one in until lists are locked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import rulebook
from games.last_battle.facts import BATTLEFIELDS
from tracker import commands, identity, messages, selectors
from tracker.commands import BadInput
from tracker.commands.rosters import owns
from tracker.identity import Identity, NotAllowed
from tracker.models import Warband, WarbandRevision
from tracker.pages.answers import attempt, plain
from tracker.pages.match_forms.last_battle.warband_sheet import difference, from_text, read_sheet, sheet_of
from tracker.pages.match_forms.last_battle.words import battlefield_name
from tracker.selectors import player_day
from tracker.selectors.people import warband as warband_row

SYSTEM = "last_battle"
FINISHED = "finished"


def warbands(request: HttpRequest) -> HttpResponse:
    """The person's own warbands."""
    who = _person(request)
    return render(request, "warbands.html", {"warbands": selectors.warbands_of(who, SYSTEM)})


def _person(request: HttpRequest) -> Identity:
    who = identity.of_request(request)
    if not who.is_known:
        raise NotAllowed("a player or a signed-in user")
    return who


def new_warband(request: HttpRequest) -> HttpResponse:
    """An empty sheet; saving it makes revision 1."""
    return _sheet_page(request, _person(request), None)


def edit_warband(request: HttpRequest, warband: UUID) -> HttpResponse:
    """The newest revision as a sheet, the older ones with what changed. Raises `NotAllowed` for other people's."""
    who = _person(request)
    return _sheet_page(request, who, _own(who, warband))


def _own(who: Identity, warband: UUID) -> Warband:
    row = warband_row(warband)
    if row is None:
        raise Http404
    if not owns(who, row):
        raise NotAllowed("the owner of this warband")
    return row


def _sheet_page(request: HttpRequest, who: Identity, row: Warband | None) -> HttpResponse:
    if request.method != "POST":
        return render(request, "warband.html", _page(who, row, *_stored(row)))
    action = request.POST.get("action", "save")
    if action == "import":
        return _import(request, who, row)
    name, edition, body = _sent(request)
    if action == "check":
        return render(request, "warband.html", _page(who, row, name, edition, body))
    return _save(request, who, row)


def _stored(row: Warband | None) -> tuple[str, str, dict[str, Any]]:
    """(name, edition, body) of the newest revision."""
    newest = player_day.revisions_of(row).first() if row else None
    if row is None or newest is None:
        return "", "", {}
    return row.name, newest.edition, newest.body


def _sent(request: HttpRequest) -> tuple[str, str, dict[str, Any]]:
    return request.POST.get("name", "")[:80], request.POST.get("edition", "")[:40], read_sheet(request.POST)


def _page(
    who: Identity, row: Warband | None, name: str, edition: str, body: Mapping[str, Any]
) -> dict[str, Any]:
    cards = selectors.edition_cards(SYSTEM, edition)
    return {
        "warband": row,
        "name": name,
        "edition": edition,
        "editions": selectors.editions(SYSTEM),
        "cards": [{"id": key, **card} for key, card in cards.items()],
        "sheet": sheet_of(body, cards),
        "battlefields": [(key, battlefield_name(key, messages.language())) for key in BATTLEFIELDS],
        "check": _checked(name, edition, body) if body else None,
        "revisions": _revisions(row),
        "events": _events(who, row),
    }


def _checked(name: str, edition: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The rules' answer in words."""
    report = commands.check_warband(SYSTEM, name or "?", edition or None, dict(body))
    return {
        "ok": report.ok,
        "violations": [messages.problem(violation) for violation in report.violations],
        "warnings": [
            {**messages.problem(warning), "title": rulebook.title(warning.rule, messages.language())}
            for warning in report.warnings
        ],
    }


def _revisions(row: Warband | None) -> list[dict[str, Any]]:
    """Newest first, each with what it changed against the one before."""
    if row is None:
        return []
    found = list(player_day.revisions_of(row))
    older: list[WarbandRevision | None] = [*found[1:], None]
    return [
        {"revision": new, "changed": difference(old.body, new.body) if old else None}
        for new, old in zip(found, older, strict=True)
    ]


def _events(who: Identity, row: Warband | None) -> list[dict[str, Any]]:
    """Events to which this warband can be handed in, and whether it is."""
    players = {str(row.player_id)} & who.players if row and row.player_id else who.players
    entries = player_day.my_entries(players) if row else []
    return [
        {
            "entry": entry,
            "event": entry.tournament.tournament_row,
            "number": entry.list_revision.partition(":")[2]
            if entry.list_revision.startswith(str(row.pk))
            else "",
            "locked": selectors.current_state(entry.tournament_id).state.lists_locked,
            "other": bool(entry.list_revision) and not entry.list_revision.startswith(str(row.pk)),
        }
        for entry in entries
        if row and entry.tournament.tournament_row.status != FINISHED and not entry.dropped
    ]


def _import(request: HttpRequest, who: Identity, row: Warband | None) -> HttpResponse:
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
        return render(request, "warband.html", context, status=400)
    return render(request, "warband.html", _page(who, row, name, edition, body))


def _save(request: HttpRequest, who: Identity, row: Warband | None) -> HttpResponse:
    name, edition, body = _sent(request)
    answered = attempt(
        lambda: commands.save_warband(
            who, system=SYSTEM, name=name, body=body, edition=edition or None, warband=row.pk if row else None
        )
    )
    if answered.value is None:
        refused = answered.refusal.context if answered.refusal else {}
        context = {**_page(who, row, name, edition, body), **refused}
        return render(request, "warband.html", context, status=answered.status)
    revision = answered.value
    flash.success(request, _("Revision %(number)d is saved.") % {"number": revision.number})
    return redirect("pages:warband", warband=revision.warband_id)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The live check: the part of the sheet that shows points, violations and unknown facts. Stores nothing."""
    _person(request)
    name, edition, body = _sent(request)
    cards = selectors.edition_cards(SYSTEM, edition)
    context = {"sheet": sheet_of(body, cards), "check": _checked(name, edition, body)}
    return render(request, "games/last_battle/_warband_check.html", context)


@require_POST
def submit(request: HttpRequest, warband: UUID) -> HttpResponse:
    """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
    who = _person(request)
    row = _own(who, warband)
    event, player = _uuid(request.POST.get("event", "")), request.POST.get("for", "")
    if player not in who.players:
        raise NotAllowed("the player who hands the list in")
    newest = player_day.revisions_of(row).first()
    if newest is None:
        raise Http404
    take_back = request.POST.get("action") == "withdraw"
    answered = attempt(
        lambda: (
            commands.withdraw_list(who, event, player=player)
            if take_back
            else commands.submit_list(who, event, player=player, revision=newest)
        )
    )
    if answered.refusal is not None:
        context = {**_page(who, row, *_stored(row)), **answered.refusal.context}
        return render(request, "warband.html", context, status=answered.status)
    done = _("The list is taken back.") if take_back else _("The list is handed in.")
    flash.success(request, done)
    return redirect("pages:warband", warband=row.pk)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None
