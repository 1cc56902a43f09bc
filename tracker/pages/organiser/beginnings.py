"""The button of the page that stands for an event without its first entry."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import commands, identity, selectors
from tracker.pages.core.answers import attempt
from tracker.pages.organiser.console import staff_of
from tracker.systems import CAMPAIGN, CHRONICLE, TOURNAMENT

CONSOLES = {TOURNAMENT: "console", CAMPAIGN: "day-console", CHRONICLE: "chronicle-desk"}


@staff_of(*CONSOLES)
@require_POST
def begin_again(request: HttpRequest, event: UUID) -> HttpResponse:
    """The event opens again. Whoever pressed second finds it open already."""
    answered = attempt(lambda: commands.begin_again(identity.of_request(request), event))
    if answered.refusal is None:
        messages.success(
            request, _("It is open again. Enter anew what was taken back along with its beginning.")
        )
    return redirect(f"pages:{CONSOLES[selectors.kind_of(event)]}", event)
