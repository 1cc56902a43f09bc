"""Claiming a player by code or QR: from then on this device acts for that player. No account is needed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import identity
from tracker.identity import BadCode
from tracker.pages.answers import plain


def claim(request: HttpRequest) -> HttpResponse:
    """Type the code; a right one leads to the name that has to be confirmed."""
    code = request.POST.get("code", "")
    if request.method != "POST":
        return render(request, "claim.html", {"code": ""})
    try:
        player = identity.player_of_code(code)
    except BadCode:
        return _unknown(request, code, 400)
    return redirect("pages:claim-code", code=player.claim_code)


def claim_code(request: HttpRequest, code: str) -> HttpResponse:
    """GET: is this you? POST: this device is yours."""
    try:
        player = identity.player_of_code(code)
        if request.method == "POST":
            identity.claim(request, code)
            messages.success(request, _("This device acts for %(player)s now.") % {"player": player.name})
            return redirect("pages:my-day")
    except BadCode:
        return _unknown(request, code, 404)
    return render(request, "claim.html", {"player": player, "code": player.claim_code})


def _unknown(request: HttpRequest, code: str, status: int) -> HttpResponse:
    text = _("No player has this code. It has eight letters and digits; O, I, 0 and 1 are not among them.")
    return render(request, "claim.html", {"code": code[:40], "problems": [plain(text)]}, status=status)
