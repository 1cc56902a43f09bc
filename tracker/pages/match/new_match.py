"""A match outside events: which game, then who, where and how. Opened by a player, by whoever runs it, or by a
stranger who takes a seat under a name.

What can be chosen is the system's own (`games.choices`). Afterwards the codes of those who are new at the table, then
the score pad.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.choices import Mode, Tables
from games.registry import MATCHES, ROSTER_KINDS
from tracker import commands, identity, roles, selectors, throttle
from tracker.commands.door import GUESTS, lets_in
from tracker.identity import Identity
from tracker.messages import language
from tracker.pages.core.answers import Answered, Refusal, attempt, wait
from tracker.pages.event.slips import slips
from tracker.pages.forms.tables import MINE, NewMatchForm, first_answers
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
    games = [
        (
            tables.name.to(lang),
            [(form_address(who, system, mode), mode.name.to(lang)) for mode in tables.modes],
        )
        for system, tables in shown
    ]
    context = {"games": games, "known": who.is_known, "may_open": may_open(who)}
    return render(request, "match/new_match_games.html", context)


def may_open(who: Identity) -> bool:
    """Whether this person opens matches; a stranger as far as the server lets strangers in, by a name at a seat."""
    return who.is_known or lets_in(GUESTS)


def form_address(who: Identity, system: str, mode: Mode) -> str:
    """Where the whole form of a mode is: of a stranger at the door, which asks the server whether it lets them in."""
    if who.is_known:
        return reverse("pages:new-match-of", args=[system, mode.key])
    return f"{reverse('pages:play')}?way={system}:{mode.key}"


class Counter(NamedTuple):
    """Who asks for a match of which system, and what can be chosen for it here, imported editions too."""

    request: HttpRequest
    who: Identity
    system: str
    tables: Tables

    def address(self, mode: Mode) -> str:
        return form_address(self.who, self.system, mode)


def _counter(request: HttpRequest, system: str) -> Counter:
    tables = selectors.with_editions(commands.tables_of(system), system)
    return Counter(request, identity.of_request(request), system, tables)


def new_match(request: HttpRequest, system: str, mode: str) -> HttpResponse:
    """The whole form for whoever is known; strangers have it at the door."""
    at, chosen = _asked_for(request, system, mode)
    return whole_form(at, chosen) if at.who.is_known else redirect("pages:new-match")


def at_the_door(request: HttpRequest, way: str) -> HttpResponse:
    """The whole form of a `way` (`system:mode`) for those whom the door lets in, which its caller asks."""
    system, _colon, mode = way.partition(":")
    return whole_form(*_asked_for(request, system, mode))


def _asked_for(request: HttpRequest, system: str, mode: str) -> tuple[Counter, Mode]:
    if system not in MATCHES:
        raise Http404
    at = _counter(request, system)
    chosen = at.tables.mode(mode)
    if chosen is None:
        raise Http404
    return at, chosen


def whole_form(at: Counter, chosen: Mode) -> HttpResponse:
    """GET: the form. POST: opens the match, or shows what is wrong at its field; with `look`: the form of this mode
    with what was filled in for another."""
    request = at.request
    if "look" in request.POST:
        return _page(at, _unsent(at, chosen, request.POST.dict()))
    if request.method != "POST":
        return _page(at, _unsent(at, chosen, {}))
    form = NewMatchForm(*_offered(at, chosen), request.POST, stranger=not at.who.is_known)
    if not form.is_valid():
        return _page(at, form, status=400)
    try:
        return _open(at, form)
    except throttle.Slow as slow:
        answer = _page(at, form, 429, problems=[wait(slow)])
        answer["Retry-After"] = str(slow.seconds)
        return answer


def carried(request: HttpRequest, system: str, mode: Mode, told: Mapping[str, Any]) -> HttpResponse:
    """The form of a mode with what was filled in on the front page; nothing is judged or opened."""
    at = _counter(request, system)
    return _page(at, _unsent(at, mode, told))


def _unsent(at: Counter, mode: Mode, told: Mapping[str, Any]) -> NewMatchForm:
    """The form with what was filled in elsewhere, and the first answers where nothing was."""
    player = selectors.players_named(at.who.players).first()
    name = player.name if player else at.who.user.get_username()
    own = told.get(MINE, "")
    first = first_answers(at.tables, mode, name, uuid4().hex, own if own in mode.sides else "")
    return NewMatchForm(*_offered(at, mode), initial={**first, **told}, stranger=not at.who.is_known)


def _offered(at: Counter, mode: Mode) -> tuple[Any, ...]:
    """What a form of this mode lets this person choose from."""
    words, lang = pages_of(at.system), language()
    alone = len(mode.sides) == 1
    sides = [(side, _("Player") if alone else words.side_name(side, lang)) for side in mode.sides]
    rows = selectors.rosters_of(at.who, ROSTER_KINDS[at.system], at.system)
    lists = [(str(row.pk), row.name) for row in rows]
    return at.tables, mode, sides, words.battlefields(lang).items(), lists


def _open(at: Counter, form: NewMatchForm) -> HttpResponse:
    data = form.cleaned_data
    asked = commands.Asked(
        system=at.system,
        mode=form.mode.key,
        seats=form.names(),
        scenario=data["scenario"] or None,
        options=form.options(),
        bring=UUID(data["bring"]) if data["bring"] else None,
        mine=form.own_side(),
    )
    answered = begun(at.request, at.who, asked, data["key"] or None)
    if answered.value is None:
        assert answered.refusal is not None
        return _refused(at, form, answered.refusal)
    return to_table(at.request, answered.value)


def begun(request: HttpRequest, who: Identity, asked: commands.Asked, key: str | None) -> Answered[UUID]:
    """Opens the match; strangers no faster than a hall needs it, and the opened match makes them guests.

    Raises `throttle.Slow`.
    """
    counted = [] if who.is_known else [(throttle.GUESTS, throttle.address(request))]
    throttle.check_all(counted)
    answered = attempt(lambda: commands.start_match(request, asked, key=key))
    if answered.value is not None:
        throttle.count_all(counted)
    return answered


def to_table(request: HttpRequest, match: UUID) -> HttpResponse:
    """After opening: the codes of those who are new, else the score pad."""
    opened = [one for one in request.session.get(OPENED, ()) if one != str(match)]
    request.session[OPENED] = [*opened, str(match)][-KEPT:]
    if commands.invited(match, selectors.sides_of(match)):
        return redirect("pages:match-codes", match=match)
    return redirect("pages:score-pad", match=match)


def _refused(at: Counter, form: NewMatchForm, refusal: Refusal) -> HttpResponse:
    """At its field where it has one; else above the form, with the rule."""
    if refusal.field and form.blame(refusal.field, refusal.problems[0]["message"]):
        return _page(at, form, refusal.status)
    return _page(at, form, refusal.status, **refusal.context)


def _page(at: Counter, form: NewMatchForm, status: int = 200, **more: Any) -> HttpResponse:
    tables, lang = at.tables, language()
    several = len(tables.modes) > 1
    context = {
        "form": form,
        "action": at.address(form.mode),
        "game": tables.name.to(lang),
        "mode": form.mode.name.to(lang) if several else "",
        "others": [(at.address(one), one.name.to(lang)) for one in tables.modes if one != form.mode],
        "known": at.who.is_known,
        "names": dict.fromkeys(player.name for player in selectors.fellows(at.who)[:OFFERED]),
        # also before there is an edition
        "imports": at.system if commands.tables_of(at.system).of_kind("edition") else "",
        "draws_maps": any(choice.rows == "map" for choice in tables.of_kind("row")),
        **more,
    }
    return render(at.request, "match/new_match.html", context, status=status)


def codes(request: HttpRequest, match: UUID) -> HttpResponse:
    """The codes of those who are new at this table, for whoever opened it, until they have claimed them."""
    who = identity.of_request(request)
    own = str(match) in request.session.get(OPENED, ())
    if not own and not (who.user.is_authenticated and roles.is_staff_at(who, match)):
        raise identity.NotAllowed("whoever opened this match")
    shown = slips(request, commands.invited(match, selectors.sides_of(match)))
    if request.headers.get("HX-Request"):  # the page asks by itself whether everybody has come
        answer = HttpResponse(status=204)
        if not shown["slips"]:
            answer.status_code = 200
            answer["HX-Redirect"] = reverse("pages:score-pad", args=[match])
        return answer
    return render(request, "match/match_codes.html", {**shown, "match": match})
