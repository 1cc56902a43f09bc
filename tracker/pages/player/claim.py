"""Claiming a player by code or QR: from then on this device acts for that player. No account is needed.

And what came of it: which devices act for a player, and how each of them is taken away.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tracker import commands, identity, roles, selectors
from tracker.commands.claims import player_of_code
from tracker.identity import BadCode
from tracker.models import Player
from tracker.pages.core.answers import attempt, plain
from tracker.pages.event.slips import slips
from tracker.selectors import devices as found
from tracker.systems import MATCH
from tracker.throttle import Slow, guessing, key_of


@never_cache
def claim(request: HttpRequest) -> HttpResponse:
    """Type the code; a right one leads to the name that has to be confirmed."""
    code = request.POST.get("code", "")
    if request.method != "POST":
        return render(request, "player/claim.html", {"code": ""})
    try:
        with guessing(_guesser(request)):
            player = player_of_code(code)
    except BadCode:
        return _unknown(request, code, 400)
    except Slow as slow:
        return _slow(request, code, slow)
    return redirect("pages:claim-code", code=player.claim_code)


@never_cache
def claim_code(request: HttpRequest, code: str) -> HttpResponse:
    """GET: is this you? POST: this device is yours."""
    try:
        with guessing(_guesser(request)):
            if request.method == "POST":
                return _claimed(request, code)
            player = player_of_code(code)
    except BadCode:
        return _unknown(request, code, 404)
    except Slow as slow:
        return _slow(request, code, slow)
    return render(
        request, "player/claim.html", {"player": player, "code": player.claim_code, "key": uuid4().hex}
    )


def _claimed(request: HttpRequest, code: str) -> HttpResponse:
    player = commands.claim(request, code, key=request.POST.get("key", "")[:64])
    messages.success(request, _("This device acts for %(player)s now.") % {"player": player.name})
    return _table_of(player)


def _table_of(player: Player) -> HttpResponse:
    """Whoever was entered by one match, outside any event, comes to its score pad."""
    entered = selectors.stream_of(player.made_at_id) if player.made_at_id else None
    if entered is not None and entered.kind == MATCH:
        return redirect("pages:score-pad", match=entered.pk)
    return redirect("pages:my-day")


def _guesser(request: HttpRequest) -> str:
    return key_of(identity.of_request(request), request)


def _unknown(request: HttpRequest, code: str, status: int) -> HttpResponse:
    text = _(
        "No player has this code, or it has been used: a code works once. It has eight letters and digits; "
        "O, I, 0 and 1 are not among them. The organiser can give out a new one."
    )
    context = {"code": code[:40], "problem_title": _("This code leads to nobody."), "problems": [plain(text)]}
    return render(request, "player/claim.html", context, status=status)


def _slow(request: HttpRequest, code: str, slow: Slow) -> HttpResponse:
    text = _("Try again in %(seconds)d seconds.") % {"seconds": slow.seconds}
    context = {"code": code[:40], "problem_title": _("Too many wrong codes."), "problems": [plain(text)]}
    answer = render(request, "player/claim.html", context, status=429)
    answer["Retry-After"] = str(slow.seconds)
    return answer


@never_cache
def devices(request: HttpRequest, player: UUID) -> HttpResponse:
    """What acts for a player, for the player and for staff of where the player was entered. POST: takes one away,
    stops acting on this device, or makes a code."""
    who, row = identity.of_request(request), selectors.players_named([player]).first()
    if row is None:
        raise Http404
    if not found.may_see(who, row):
        raise identity.NotAllowed("the player, or staff of where the player was entered")
    if request.method == "POST":
        return _change(request, who, row)
    return render(request, "player/devices.html", _devices(request, who, row))


def _change(request: HttpRequest, who: identity.Identity, player: Player) -> HttpResponse:
    told = {"player": player.name}
    match request.POST.get("do"):
        case "end":
            commands.end_claim(who, _claim_named(request))
            messages.success(request, _("That device no longer acts for %(player)s.") % told)
        case "leave":
            commands.leave(request, who, player)
            messages.success(request, _("This device no longer acts for %(player)s.") % told)
            return redirect("pages:my-day")
        case "renew":
            commands.reset_claim_code(who, player)
            text = _("A new code for %(player)s. Nobody acts for this player until it is used.")
            messages.success(request, text % told)
        case "another":
            commands.code_for_another_device(who, player)
            messages.success(request, _("Enter this code on the other device. It works once."))
        case "hide" | "show" | "forget" as wish:
            return _name(request, who, player, wish)
        case _:
            raise Http404
    if not found.may_see(identity.of_request(request), player):
        return redirect("pages:my-day")
    return redirect("pages:devices", player=player.pk)


def _name(request: HttpRequest, who: identity.Identity, player: Player, wish: str) -> HttpResponse:
    """The player's name, as the player wants it known."""
    do = {"hide": commands.hide_name, "show": commands.show_name, "forget": commands.forget_player}[wish]
    refusal = attempt(lambda: do(who, player)).refusal
    if refusal is not None:
        return render(
            request,
            "player/devices.html",
            _devices(request, who, player) | refusal.context,
            status=refusal.status,
        )
    said = {
        "hide": _("Your name is hidden. Every page shows %(player)s instead."),
        "show": _("Your name is shown again: %(player)s."),
        "forget": _("Your name is forgotten. %(player)s stands where it stood; nobody can undo it."),
    }
    messages.success(request, said[wish] % {"player": player.name})
    return redirect("pages:player", player=player.pk)


def _claim_named(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("claim", ""))
    except ValueError:
        raise Http404 from None


def _devices(request: HttpRequest, who: identity.Identity, player: Player) -> dict[str, Any]:
    shown = slips(request, [player]) if player.claim_code else {}
    return {
        "player": player,
        "devices": [(one, str(one.pk) in who.claims) for one in found.devices_of([player.pk])],
        "account": player.user,
        "acts": str(player.pk) in who.players,
        "needing": selectors.events_needing(player) if str(player.pk) in who.players else [],
        "staff": roles.looks_after(who, player),
        **shown,
    }
