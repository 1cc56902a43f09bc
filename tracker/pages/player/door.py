"""The door: strangers start a match from the front page; whoever wants to stay opens an account.

Both as far as the server lets strangers in, and neither faster than a hall needs it (`tracker.throttle`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.forms import HiddenInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tracker import commands, identity, selectors, throttle
from tracker.commands.door import ACCOUNTS, GUESTS, lets_in
from tracker.identity import Identity, NotAllowed
from tracker.messages import language
from tracker.models import Player
from tracker.pages.core.answers import wait
from tracker.pages.forms.door import PlayForm, SignUpForm, sides_of, way_of
from tracker.pages.forms.tables import NewMatchForm
from tracker.pages.match import new_match
from tracker.pages.match_forms import pages_of


def play_form(who: Identity) -> PlayForm | None:
    """The form of the front page; None where this person may not start a match from there."""
    if not who.is_known:
        return PlayForm(initial={"key": uuid4().hex}) if lets_in(GUESTS) else None
    own = list(selectors.players_named(who.players)[:2])
    name = own[0].name if own else who.user.get_username()
    return _seated(PlayForm(initial={"key": uuid4().hex, "first": name}), own)


def _seated(form: PlayForm, own: Sequence[Player]) -> PlayForm:
    """Whoever's device plays for one player alone is not asked for that name."""
    if len(own) == 1:
        form.fields["first"].widget = HiddenInput()
        form.plays_as = own[0].name
    return form


@never_cache
def play(request: HttpRequest) -> HttpResponse:
    """GET: the form alone. POST: opens the match, then the code for the other phone; with `more`: its whole form,
    which lies at `?way=system:mode` for strangers."""
    who = identity.of_request(request)
    form = play_form(who)
    if form is None:
        raise NotAllowed("a player or a signed-in user")
    if "way" in request.GET:
        return new_match.at_the_door(request, request.GET["way"])
    if request.method != "POST":
        return render(request, "player/play.html", {"play": form})
    form = _seated(PlayForm(request.POST), list(selectors.players_named(who.players)[:2]))
    valid = form.is_valid()
    if "more" in request.POST:
        if "game" not in form.cleaned_data:
            form.ask_for_the_game_alone()
            return render(request, "player/play.html", {"play": form}, status=400)
        system, mode = way_of(form.cleaned_data["game"])
        return new_match.carried(request, system, mode, form.answers(request.POST.dict()))
    if not valid:
        return render(request, "player/play.html", {"play": form}, status=400)
    try:
        return _started(request, who, form)
    except throttle.Slow as slow:
        return _slow(request, slow, "player/play.html", play=form)


def _started(request: HttpRequest, who: Identity, form: PlayForm) -> HttpResponse:
    asked = _asked(form)
    if asked is None:
        return render(request, "player/play.html", {"play": form}, status=400)
    answered = new_match.begun(request, who, asked, form.cleaned_data["key"] or None)
    if answered.value is None:
        assert answered.refusal is not None
        refusal = answered.refusal
        told = {} if form.blame(refusal.field, refusal.problems[0]["message"]) else refusal.context
        return render(request, "player/play.html", {"play": form, **told}, status=refusal.status)
    return new_match.to_table(request, answered.value)


def _asked(form: PlayForm) -> commands.Asked | None:
    """The match as its whole form would ask for it; None when that form finds a fault."""
    system, mode = way_of(form.cleaned_data["game"])
    tables, fields = commands.tables_of(system), pages_of(system).battlefields(language())
    answers = form.answers(form.cleaned_data)
    whole = NewMatchForm(tables, mode, sides_of(system, mode), fields.items(), (), answers, stranger=True)
    if not whole.is_valid():
        form.add_error("game", " ".join(str(error) for errors in whole.errors.values() for error in errors))
        return None
    scenario = whole.cleaned_data["scenario"] or None
    return commands.Asked(system, mode.key, whole.names(), scenario, whole.options(), mine=whole.own_side())


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, signed in at once; the players of this device come along."""
    if request.user.is_authenticated:
        return redirect("pages:account")
    if not lets_in(ACCOUNTS):
        return render(request, "player/sign_up.html", {"closed": True})
    form = SignUpForm(request.POST or None)
    guests = selectors.players_named(identity.of_request(request).players)
    if request.method != "POST" or not form.is_valid():
        status = 400 if form.errors else 200
        return render(request, "player/sign_up.html", {"form": form, "guests": guests}, status=status)
    counted = [(throttle.SIGN_UPS, throttle.address(request))]
    try:
        throttle.check_all(counted)
    except throttle.Slow as slow:
        return _slow(request, slow, "player/sign_up.html", form=form, guests=guests)
    told = form.cleaned_data
    try:
        account = commands.sign_up(
            request, name=told["username"], password=told["password1"], email=told["email"]
        )
    except commands.BadInput as wrong:
        form.add_error("username", wrong.message)
        return render(request, "player/sign_up.html", {"form": form, "guests": guests}, status=400)
    throttle.count_all(counted)
    login(request, account, backend=settings.AUTHENTICATION_BACKENDS[0])
    messages.success(request, _("This is your account. Organise an event, or open a match."))
    return redirect("pages:my-day" if guests else "pages:organise")


def _slow(request: HttpRequest, slow: throttle.Slow, template: str, **context: Any) -> HttpResponse:
    answer = render(request, template, {"problems": [wait(slow)], **context}, status=429)
    answer["Retry-After"] = str(slow.seconds)
    return answer


@login_required
@require_POST
def keep_players(request: HttpRequest) -> HttpResponse:
    """What this device plays as a guest becomes the account's."""
    kept = commands.keep_players(request)
    if kept:
        text = ngettext(
            "%(names)s belongs to your account now, on every device.",
            "%(names)s belong to your account now, on every device.",
            len(kept),
        )
        messages.success(request, text % {"names": ", ".join(player.name for player in kept)})
    return redirect("pages:account")
