"""Lists of an event: one that was handed in, for those who may see it, and one that staff enter at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.registry import ROSTER_KINDS, SYSTEMS
from games.ruleset import REFEREE, RuleViolation, Viewer
from games.system import System
from tracker import commands, identity, roles, selectors
from tracker import messages as sentences
from tracker.identity import Identity
from tracker.models import Player
from tracker.models.rosters import RevisionBase
from tracker.pages.core.answers import Answered, Refusal, attempt, plain, with_refusal
from tracker.pages.event.events import event_context
from tracker.pages.lists import built_lists
from tracker.pages.lists.own_lists import drawn, said
from tracker.pages.match_forms import pages_of
from tracker.pages.organiser.console import console_context, staff_page


def shown_list(request: HttpRequest, event: UUID, player: UUID) -> HttpResponse:
    """A list that was handed in. 404 for those who may not know it yet, as for one that does not exist."""
    context = event_context(request, event, "players")
    who = identity.of_request(request)
    state = selectors.state_view(event, _viewer(who, event, player))["state"]
    roster = state.get("entrants", {}).get(str(player), {}).get("roster") or {}
    revision = _revision(event, roster)
    if revision is None:
        raise Http404
    context |= list_view(revision) | {"player": selectors.players_named([player]).first()}
    return render(request, "lists/list.html", context)


def _viewer(who: Identity, event: UUID, player: UUID) -> Viewer:
    if roles.is_staff_at(who, event):
        return REFEREE
    if str(player) in who.players:
        return Viewer("player", str(player))
    return Viewer("public")


def _revision(event: UUID, roster: dict[str, Any]) -> RevisionBase | None:
    """The revision that a submitted list names; None when the viewer may not know which, or it is not here."""
    if not roster.get("warband"):
        return None
    kind = ROSTER_KINDS[selectors.stream_of(event).system]
    return selectors.roster_revision(kind, UUID(roster["warband"]), int(roster["revision"]))


def list_view(revision: RevisionBase) -> dict[str, Any]:
    """A revision as a page shows it: its contents, and what the rules said of it on the day it was saved."""
    system = revision.roster.system
    cards = selectors.edition_cards(system, revision.edition)
    names = built_lists.names(SYSTEMS[system], revision.body, cards)

    def content(body: dict[str, Any]) -> Any:
        return pages_of(system).list_content(body, cards, sentences.language())

    edition = selectors.editions(system).filter(key=revision.edition).first() if revision.edition else None
    return {
        "revision": revision,
        "edition": edition.name if edition else revision.edition,
        "content": drawn(system, content, revision.body),
        "card": built_lists.shown(SYSTEMS[system], revision.body, cards),
        "problems": [_sentence(system, item, names) for item in revision.report.get("violations", ())],
        "warnings": [_sentence(system, item, names) for item in revision.report.get("warnings", ())],
    }


def _sentence(system: str, item: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """What a report says: cards by their `names`, and by theirs whatever else only the game has a name for."""
    params = item.get("params", {})
    known = pages_of(system).own_names(params, sentences.language())
    return said(RuleViolation(item["rule"], params), {**known, **names})


@staff_page
def enter_list(request: HttpRequest, event: UUID, player: UUID) -> HttpResponse:
    """A paper list typed in at the desk: checked, saved for the player, handed in."""
    who = selectors.players_named([player]).first()
    if who is None or str(player) not in selectors.current_state(event).state.entrants:
        raise Http404
    game = SYSTEMS[selectors.stream_of(event).system]
    if game.builder is not None:
        return _enter_built(request, event, who, game)
    form = pages_of(game.key).ListForm(request.POST or None)
    if request.method != "POST":
        return _show(request, event, who, form)
    if not form.is_valid():
        return _show(request, event, who, form, Refusal(400, [plain(_("Check the marked fields."))]))
    answered = _entered(request, event, who, name=form.cleaned_data["name"], body=form.body())
    if answered.refusal is not None:
        return _show(request, event, who, form, answered.refusal)
    return _done(request, event, who)


def _enter_built(request: HttpRequest, event: UUID, player: Player, game: System) -> HttpResponse:
    """The same for a game whose lists are put together card by card; it begins under the terms of the event."""
    if request.method != "POST":
        told = built_lists.begun(game, selectors.current_state(event).state.options.match_options)
        return _show_built(request, event, player, game, told)
    told = built_lists.sent(request, game)
    if told.problems or request.POST.get("action") not in (built_lists.SAVED, built_lists.TAKEN):
        unread = Refusal(400, [*told.problems]) if told.problems else None
        return _show_built(request, event, player, game, told, unread)
    answered = _entered(request, event, player, name=told.name, body=told.body, edition=told.edition or None)
    if answered.refusal is not None:
        return _show_built(request, event, player, game, told, answered.refusal)
    return _done(request, event, player)


def _show_built(
    request: HttpRequest,
    event: UUID,
    player: Player,
    game: System,
    told: built_lists.Sent,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """`name` is the event's on every page of the console, so the list's stands apart."""
    built = built_lists.page(game, told)
    context = built | console_context(event, "players") | {"player": player, "list_name": built["name"]}
    context |= {"editions": selectors.editions(game.key), "at_desk": True}
    if request.method == "POST" and request.POST.get("key"):
        context["key"] = request.POST["key"][:100]
    return with_refusal(request, "console/built_list.html", context, refusal)


def _entered(
    request: HttpRequest,
    event: UUID,
    player: Player,
    *,
    name: str,
    body: dict[str, Any],
    edition: str | None = None,
) -> Answered[Any]:
    who, key = identity.of_request(request), request.POST.get("key") or None
    game = SYSTEMS[selectors.stream_of(event).system]
    names = built_lists.names(game, body, selectors.edition_cards(game.key, edition))
    return attempt(
        lambda: commands.enter_list(
            who, event, player=player, name=name or player.name, body=body, edition=edition, key=key
        ),
        REFEREE,
        names=names,
    )


def _done(request: HttpRequest, event: UUID, player: Player) -> HttpResponse:
    messages.success(request, _("The list of %(name)s is handed in.") % {"name": player.name})
    return redirect("pages:console-players", event=event)


def _show(
    request: HttpRequest, event: UUID, player: Player, form: Any, refusal: Refusal | None = None
) -> HttpResponse:
    context = console_context(event, "players") | {"player": player, "form": form, "key": uuid4().hex}
    return with_refusal(request, "console/list.html", context, refusal)
