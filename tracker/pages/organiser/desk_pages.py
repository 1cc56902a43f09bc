"""The desk's own pages: settings, one player, one table. Staff alone; what they send goes to the console's buttons."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tracker import identity, moments, roles
from tracker.commands.warned import halves_of, second_half_bye, too_many_rounds
from tracker.messages import language
from tracker.models import Player
from tracker.pages.core.answers import Refusal, with_refusal
from tracker.pages.core.pressed import Sent
from tracker.pages.desks import desk_context
from tracker.pages.event import tables
from tracker.pages.event.clock import clock_view
from tracker.pages.forms.choices import LEVELS
from tracker.pages.forms.desk import settings_as_sent, tiebreak_choices, tiebreak_places, wish_words
from tracker.pages.lines.tournament import worths
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import console_context, staff_of, staff_page
from tracker.pages.player.check_in import step_of
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.tournament.plans import rounds_to_ask_off
from tracker.rulesets.tournament.setting import settled
from tracker.rulesets.tournament.state import TournamentState
from tracker.standings.tiebreaks import TIEBREAKS
from tracker.systems import CAMPAIGN, TOURNAMENT

LAID = 8
"""As many tables whose battlefield can be laid out as the form shows at least."""


@staff_page
def settings(request: HttpRequest, event: UUID) -> HttpResponse:
    return show_settings(request, event)


def show_settings(request: HttpRequest, event: UUID, refusal: Refusal | None = None) -> HttpResponse:
    """Everything that can be set, and what nothing can change any more and why."""
    context = console_context(event, "settings")
    state: TournamentState = context["state"]
    everything = request.GET.get("tiebreaks") == "all"
    if refusal is not None and "rounds" in request.POST:
        sent = Sent(identity.of_request(request), event, "settings", request.POST)
        context |= {"options": settings_as_sent(state, sent), "typed": request.POST}
    options = context["options"]
    context |= {
        "settled": settled(state),
        "too_many_rounds": too_many_rounds(state),
        "tiebreaks": list(enumerate(tiebreak_places(options.tiebreaks, everything), 1)),
        "tiebreak_choices": tiebreak_choices(context["system"], options.tiebreaks, everything),
        "more_tiebreaks": 0 if everything else len(TIEBREAKS),
        "round_weights": " ".join(map(str, options.round_weights)),
        "levels": list(LEVELS.items()),
        "wishes": [(name, text, getattr(options.weights, name)) for name, text in wish_words().items()],
        "battlefields": list(pages_of(context["system"]).battlefields(language()).items()),
        "laid": [*options.table_scenarios, *[""] * max(1, LAID - len(options.table_scenarios))],
        "showings": showings(),
        "lock_at": _local(state.lock_at),
        "reveal_at": _local(state.reveal_at),
        "join_url": request.build_absolute_uri(reverse("pages:join", args=[event])),
    }
    return with_refusal(request, "console/settings.html", context, refusal)


def showings() -> list[tuple[str, str]]:
    """When lists can become public."""
    return [
        ("locked", _("as soon as they are locked")),
        ("started", _("when round 1 starts")),
        ("never", _("never")),
    ]


def _local(moment: str | None) -> str:
    """A moment of the log as a form field of the hall's clock takes it."""
    if not moment:
        return ""
    return timezone.localtime(moments.clamped(moment)).strftime("%Y-%m-%dT%H:%M")


@staff_page
def player(request: HttpRequest, event: UUID, player: UUID) -> HttpResponse:
    return show_player(request, event, player)


def show_player(
    request: HttpRequest, event: UUID, player: UUID, refusal: Refusal | None = None
) -> HttpResponse:
    """One player of the event: name, fee, byes, notes, leaving. Raises `Http404` for somebody else."""
    context = console_context(event, "players")
    state: TournamentState = context["state"]
    entrant = state.entrants.get(str(player))
    if entrant is None:
        raise Http404
    person = Player.objects.filter(pk=player).first() or Player(pk=player, name=str(player)[:8])
    drawn = len(state.rounds)
    words = worths()
    context |= {
        "player": person,
        "entrant": entrant,
        "team": state.team_of(str(player)),
        "may_rename": roles.looks_after(identity.of_request(request), person),
        "rounds_to_come": rounds_to_ask_off(state),
        "worths": list(words.items()),
        "byes": [(bye.round, words[bye.worth], bye.round > drawn) for bye in entrant.byes],
        "half_byes": second_half_bye(halves_of(state, str(player))),
        "notes": [note for note in state.notes if note.player == str(player)],
    }
    return with_refusal(request, "console/player.html", context, refusal)


@staff_page
def table(request: HttpRequest, event: UUID, table: int) -> HttpResponse:
    return show_table(request, event, table)


def show_table(request: HttpRequest, event: UUID, table: int, refusal: Refusal | None = None) -> HttpResponse:
    """One table of a round (`?round=`, or the current one): no-show, forfeit, both lose; time; a remark."""
    context = console_context(event, "now")
    state: TournamentState = context["state"]
    asked = request.POST.get("round") or request.GET.get("round", "")
    current = state.round(int(asked)) if asked.isdecimal() and len(asked) < 4 else state.current
    found = current.find(table) if current is not None and current.status != "draft" else None
    if current is None or found is None:
        raise Http404
    drawn = [one for one in tables.of_round(current, state.options.sides[0]) if one.number == table]
    (shown,) = tables.of_teams(tables.views(event, context["system"], state.options.sides, drawn), state)
    context |= {
        "round": current,
        "table": shown,
        "award": found.award,
        "award_word": tables.awards()[found.award.kind] if found.award else "",
        "awards": [] if found.award else _awards(shown.sides),
        "pressed": request.resolver_match.kwargs.get("action", "") if request.resolver_match else "",
        "playing": current is state.current and current.status == "started",
        "clock": clock_view(state, table),
    }
    return with_refusal(request, "console/table.html", context, refusal)


def _awards(sides: Sequence[tables.Side]) -> list[tuple[str, str]]:
    """How staff may settle a table, kind and winner, in words."""
    one, other = sides[:2]
    lost = [(one.names, other.key), (other.names, one.key)]
    return [
        *((f"no_show:{winner}", _("%(name)s did not come") % {"name": name}) for name, winner in lost),
        ("no_show:", _("Neither came")),
        *((f"conceded:{winner}", _("%(name)s concedes") % {"name": name}) for name, winner in lost),
        *(
            (f"forfeit:{winner}", _("%(name)s forfeits by decision of the judge") % {"name": name})
            for name, winner in lost
        ),
        ("double_loss:", _("Both lose")),
    ]


@staff_of(TOURNAMENT, CAMPAIGN)
def arrive(request: HttpRequest, event: UUID, player: UUID) -> HttpResponse:
    """What the code on a player's phone or place card leads staff to: the name, large, and one button."""
    context = desk_context(event, "players")
    state: TournamentState | CampaignState = context["state"]
    person = Player.objects.filter(pk=player).first()
    step = step_of(state, str(player)) if person is not None else ""
    if not step:
        raise Http404
    if isinstance(state, TournamentState) and not state.options.check_in:
        return redirect("pages:console-player", event=event, player=player)
    return render(request, "console/arrive.html", context | {"player": person, "at": step})
