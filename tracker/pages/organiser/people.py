"""Who may be one person across events: proposed by name and club, joined and parted by the staff who entered them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tracker import commands, identity
from tracker.pages.core.answers import attempt
from tracker.selectors import persons


@login_required
def people(request: HttpRequest) -> HttpResponse:
    """GET: what is proposed and what was joined. POST: one pair is joined, or parted again."""
    who = identity.of_request(request)
    refused = None
    if request.method == "POST":
        player, person = request.POST.get("player", ""), request.POST.get("person", "")
        parting = request.POST.get("do") == "part"
        answered = attempt(
            lambda: (
                commands.part_player(who, player=player)
                if parting
                else commands.merge_players(who, person=person, player=player)
            )
        )
        if answered.refusal is None:
            messages.success(request, _("Parted again.") if parting else _("Joined: one person from now on."))
            return redirect("pages:people")
        refused = answered.refusal
    context = {"proposals": persons.proposals(who), "merged": list(persons.merged(who)[: persons.PROPOSED])}
    context |= refused.context if refused is not None else {}
    return render(
        request, "console/people.html", context, status=refused.status if refused is not None else 200
    )
