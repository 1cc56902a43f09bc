"""A match outside events: which game, then who, where and how. Opened by a player or by whoever runs it.

What can be chosen is the system's own (`games.choices`). Afterwards the codes of those who are new at the table, then
the score pad.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.choices import Mode, Tables
from games.registry import MATCHES, ROSTER_KINDS
from tracker import commands, identity, selectors
from tracker.identity import Identity
from tracker.messages import language
from tracker.pages.core.answers import Refusal, attempt
from tracker.pages.event.slips import slips
from tracker.pages.forms.tables import NewMatchForm, first_answers, mode_words
from tracker.pages.match_forms import pages_of

OPENED = "opened"
"""Session: the matches that this device opened, so that it may show the codes of their new players."""
KEPT = 50
OFFERED = 200


def games(request: HttpRequest) -> HttpResponse:
    """Every system with its modes."""
    who = identity.of_request(request)
    shown = [(system, commands.tables_of(system)) for system in MATCHES]
    lang = language()
    games = [(system, tables.name.to(lang), mode_words(tables)) for system, tables in shown]
    return render(request, "match/new_match_games.html", {"games": games, "known": who.is_known})


def new_match(request: HttpRequest, system: str, mode: str) -> HttpResponse:
    """GET: the form. POST: opens the match, or shows what is wrong at its field."""
    if system not in MATCHES:
        raise Http404
    tables = selectors.with_editions(commands.tables_of(system), system)
    chosen = tables.mode(mode)
    if chosen is None:
        raise Http404
    who = identity.of_request(request)
    if not who.is_known:
        return redirect("pages:new-match")
    form = _form(request, who, system, tables, chosen)
    if request.method != "POST":
        return _page(request, who, tables, form)
    if not form.is_valid():
        return _page(request, who, tables, form, status=400)
    return _open(request, who, system, tables, form)


def _form(request: HttpRequest, who: Identity, system: str, tables: Tables, mode: Mode) -> NewMatchForm:
    words, lang = pages_of(system), language()
    alone = len(mode.sides) == 1
    sides = [(side, _("Player") if alone else words.side_name(side, lang)) for side in mode.sides]
    lists = [(str(row.pk), row.name) for row in selectors.rosters_of(who, ROSTER_KINDS[system], system)]
    told = (tables, mode, sides, words.battlefields(lang).items(), lists)
    if request.method == "POST":
        return NewMatchForm(*told, request.POST)
    own = selectors.players_named(who.players).first()
    name = own.name if own else request.user.get_username()
    return NewMatchForm(*told, initial=first_answers(tables, mode, name, uuid4().hex))


def _open(
    request: HttpRequest, who: Identity, system: str, tables: Tables, form: NewMatchForm
) -> HttpResponse:
    data = form.cleaned_data
    asked = commands.Asked(
        system=system,
        mode=form.mode.key,
        seats=form.names(),
        scenario=data["scenario"] or None,
        options=form.options(),
        bring=UUID(data["bring"]) if data["bring"] else None,
    )
    answered = attempt(lambda: commands.open_match(who, asked, key=data["key"] or None))
    if answered.value is None:
        assert answered.refusal is not None
        return _refused(request, who, tables, form, answered.refusal)
    return to_table(request, answered.value)


def to_table(request: HttpRequest, match: UUID) -> HttpResponse:
    """After opening: the codes of those who are new, else the score pad."""
    opened = [one for one in request.session.get(OPENED, ()) if one != str(match)]
    request.session[OPENED] = [*opened, str(match)][-KEPT:]
    if commands.invited(match, selectors.sides_of(match)):
        return redirect("pages:match-codes", match=match)
    return redirect("pages:score-pad", match=match)


def _refused(
    request: HttpRequest, who: Identity, tables: Tables, form: NewMatchForm, refusal: Refusal
) -> HttpResponse:
    """At its field where it has one; else above the form, with the rule."""
    if refusal.field and form.blame(refusal.field, refusal.problems[0]["message"]):
        return _page(request, who, tables, form, refusal.status)
    return _page(request, who, tables, form, refusal.status, **refusal.context)


def _page(
    request: HttpRequest, who: Identity, tables: Tables, form: NewMatchForm, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "form": form,
        "game": tables.name.to(language()),
        "mode": form.mode.name.to(language()) if len(tables.modes) > 1 else "",
        "names": dict.fromkeys(player.name for player in selectors.fellows(who)[:OFFERED]),
        "plays": bool(who.players),
        "imports": _imports(request),
        "draws_maps": any(choice.rows == "map" for choice in tables.of_kind("row")),
        **more,
    }
    return render(request, "match/new_match.html", context, status=status)


def _imports(request: HttpRequest) -> str:
    """The system, where a match of it can pin an edition: also before there is one."""
    assert request.resolver_match is not None
    system = str(request.resolver_match.kwargs["system"])
    return system if commands.tables_of(system).of_kind("edition") else ""


def codes(request: HttpRequest, match: UUID) -> HttpResponse:
    """The codes of those who are new at this table, for whoever opened it, until they have claimed them."""
    who = identity.of_request(request)
    own = str(match) in request.session.get(OPENED, ())
    if not own and not (who.user.is_authenticated and identity.is_staff_at(who, match)):
        raise identity.NotAllowed("whoever opened this match")
    shown = slips(request, commands.invited(match, selectors.sides_of(match)))
    if request.headers.get("HX-Request"):  # the page asks by itself whether everybody has come
        answer = HttpResponse(status=204)
        if not shown["slips"]:
            answer.status_code = 200
            answer["HX-Redirect"] = reverse("pages:score-pad", args=[match])
        return answer
    return render(request, "match/match_codes.html", {**shown, "match": match})
