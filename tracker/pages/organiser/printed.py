"""What the desk prints beside pairings and standings: result slips, place cards with a code to check in by, the poster
at the door."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tracker import selectors
from tracker.messages import language
from tracker.pages.desks import desk_context
from tracker.pages.event import tables
from tracker.pages.event.slips import address, is_alone
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import console_context, staff_of, staff_page
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament.state import TournamentState
from tracker.systems import CAMPAIGN, TOURNAMENT


@staff_page
def slips(request: HttpRequest, event: UUID) -> HttpResponse:
    """One slip for each table of the current round: names and sides, room for what the report asks, for signatures."""
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    drawn = tables.of_round(state.current, state.options.sides[0]) if state.current else []
    found = tables.of_teams(tables.views(event, context["system"], state.options.sides, drawn), state)
    context["blanks"], context["of_table"] = pages_of(context["system"]).slip(language())
    context["tables"] = [
        {
            "number": table.number,
            "places": [{"names": side.names, "team": side.team, "side": side.name} for side in table.sides],
        }
        for table in found
        if not table.bye
    ]
    return render(request, "console/slips.html", context)


@staff_of(TOURNAMENT, CAMPAIGN)
def cards(request: HttpRequest, event: UUID) -> HttpResponse:
    """A card for everybody who plays: the name, large, team and club, and the code by which staff check them in."""
    context = desk_context(event, "players")
    people = sorted(selectors.players_named(_playing(context["state"])), key=lambda one: one.name.casefold())
    base, state = address(request), context["state"]
    teams = selectors.teams_by_player(state) if isinstance(state, TournamentState) else {}
    context["cards"] = [
        {
            "player": one,
            "team": teams.get(str(one.pk), ""),
            "url": f"{base}{reverse('pages:arrive', args=[event, one.pk])}",
        }
        for one in people
    ]
    return render(request, "console/cards.html", context)


def _playing(state: TournamentState | CampaignState) -> list[str]:
    """Who plays, by id."""
    if isinstance(state, CampaignState):
        return list(state.players)
    return [entrant.player for entrant in state.entrants.values() if not entrant.dropped]


@staff_of(TOURNAMENT, CAMPAIGN)
def poster(request: HttpRequest, event: UUID) -> HttpResponse:
    """A sheet for the door, in both languages: the code that leads players to the page on which they check in."""
    context = desk_context(event, "players")
    at_day = isinstance(context["state"], CampaignState)
    url = address(request) + reverse("pages:day-check-in" if at_day else "pages:check-in", args=[event])
    context |= {
        "url": url,
        "shown": url.partition("://")[2],
        "alone": is_alone(request),
        "without": not at_day and not context["options"].check_in,
        "languages": {code: _invitation(code) for code, _name in settings.LANGUAGES},
    }
    return render(request, "console/poster.html", context)


def _invitation(language: str) -> dict[str, str]:
    """{"title", "text"} of the poster in a language, whatever its reader's."""
    with override(language):
        return {
            "title": _("Are you here? Check in yourself."),
            "text": _("Scan the code with your phone and press “I am here”. No luck? Come to the desk."),
        }
