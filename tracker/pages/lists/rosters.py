"""Lists of any game: put together card by card, or a form with a live check; revisions, text, handing one in.

A list is its owner's alone until an event or a match shows it. Handing in stands in `own_lists`.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages as flash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import ROSTER_KINDS, SYSTEMS
from games.system import System
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.messages import language
from tracker.models.rosters import RevisionBase, RosterBase
from tracker.pages.core.answers import Answered, attempt
from tracker.pages.lists import built_lists, own_lists
from tracker.pages.match_forms import addresses, has_own_addresses, list_url, pages_of
from tracker.pages.match_forms.generic.lists import ListForm, reader_of


def rosters(request: HttpRequest, system: str) -> HttpResponse:
    """The person's own lists of a game."""
    game = _game(system)
    who = own_lists.person(request)
    context = {
        **_head(game),
        "rosters": [
            {"row": row, "url": list_url(system, row.pk)}
            for row in selectors.rosters_of(who, game.roster_kind, system)
        ],
        "tools": bool(game.tools),
        "starts": built_lists.starts(game),
    }
    return render(request, "lists/rosters.html", context)


def new_roster(request: HttpRequest, system: str) -> HttpResponse:
    """An empty list, or one that begins as `?start=` says; saving it makes revision 1."""
    return _page(request, own_lists.person(request), _game(system), None)


def edit_roster(request: HttpRequest, roster: UUID, system: str = "") -> HttpResponse:
    """The newest revision as a form, the older ones with what changed. Raises `NotAllowed` for other people's."""
    who = own_lists.person(request)
    row = _own(who, roster, system)
    return _page(request, who, _game(row.system), row)


def _own(who: Identity, roster: UUID, system: str) -> RosterBase:
    """A list of the person's, of whatever kind unless the game is known. Raises `Http404` and `NotAllowed`."""
    kinds = [ROSTER_KINDS[system]] if system else [*dict.fromkeys(ROSTER_KINDS.values())]
    for kind in kinds:
        if selectors.roster(kind, roster) is not None:
            return own_lists.own(who, kind, roster)
    raise Http404


def _game(system: str) -> System:
    """The game, if its players bring lists. Raises `Http404`."""
    if system not in SYSTEMS or not SYSTEMS[system].has_lists:
        raise Http404
    return SYSTEMS[system]


def _head(game: System, row: RosterBase | None = None) -> dict[str, Any]:
    """What every page says of the game, with the addresses `at` which its lists stand."""
    pages = pages_of(game.key)
    return {
        "system": game.key,
        "title": pages.lists_title(),
        "game": game.tables.name.to(language()),
        "at": addresses(game.key, row.pk if row else None),
        "roster": row,
    }


def _page(request: HttpRequest, who: Identity, game: System, row: RosterBase | None) -> HttpResponse:
    if game.builder is not None:
        return _built_page(request, who, game, row)
    if request.method != "POST":
        return _show(request, who, game, row)
    form = _sent(request, game, own_lists.stored(row)[2])
    if request.POST.get("action", "save") == "check" or not form.is_valid():
        return _show(request, who, game, row, form, status=200 if form.is_valid() else 400)
    return _save(request, who, game, row, form)


def _built_page(request: HttpRequest, who: Identity, game: System, row: RosterBase | None) -> HttpResponse:
    """A list that is put together card by card: shown, changed by one tap, or saved."""
    if request.method != "POST":
        return _show_built(request, who, game, row, _opened(request, game, row))
    told = built_lists.sent(request, game)
    if told.problems or request.POST.get("action") != built_lists.SAVED:
        return _show_built(request, who, game, row, told, status=400 if told.problems else 200)
    name = told.name or built_lists.usual_name(game, told)
    answered = _saved(who, game, row, name, told.body, told.edition)
    if answered.value is None:
        refused = answered.refusal.context if answered.refusal else {}
        return _show_built(request, who, game, row, told, refused, answered.status)
    return _done(request, answered.value)


def _opened(request: HttpRequest, game: System, row: RosterBase | None) -> built_lists.Sent:
    """A saved list as it stands, a new one as it begins."""
    return built_lists.stored(row) if row else built_lists.begun(game, {}, request.GET.get("start", ""))


def _show_built(
    request: HttpRequest,
    who: Identity,
    game: System,
    row: RosterBase | None,
    told: built_lists.Sent,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    cards = selectors.edition_cards(game.key, told.edition)

    def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[str]]:
        return built_lists.difference(game, cards, old, new)

    context = {
        "editions": selectors.editions(game.key),
        **built_lists.page(game, told),
        **_head(game, row),
        "starts": [] if row else built_lists.starts(game),
        "revisions": own_lists.revisions(row, changes),
        "compared": own_lists.compared(request, row, changes),
        "events": own_lists.events(who, row),
        **(more or {}),
    }
    return render(request, "lists/builder.html", context, status=status)


def _sent(request: HttpRequest, game: System, body: dict[str, Any] | None = None) -> ListForm:
    cards = selectors.edition_cards(game.key, _edition(request))
    return ListForm(game, request.POST, cards, body)


def _edition(request: HttpRequest) -> str:
    return request.POST.get("edition", "")[:40]


def _show(
    request: HttpRequest,
    who: Identity,
    game: System,
    row: RosterBase | None,
    form: ListForm | None = None,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    name, edition, body = own_lists.stored(row)
    edition = _edition(request) if form is not None else edition
    cards = selectors.edition_cards(game.key, edition)
    shown = form or ListForm(game, None, cards, body, name)
    context = {
        **_head(game, row),
        "edition": edition,
        "editions": selectors.editions(game.key),
        "form": shown,
        "check": _checked(game, edition, form.body() if form is not None and form.is_valid() else body, name),
        "revisions": own_lists.revisions(row, lambda old, new: _difference(game, cards, old, new)),
        "events": own_lists.events(who, row),
        **(more or {}),
    }
    return render(request, "lists/roster.html", context, status=status)


def _checked(game: System, edition: str, body: dict[str, Any], name: str) -> dict[str, Any] | None:
    return own_lists.checked(game.key, name, edition, body) if body else None


def _difference(game: System, cards: Any, old: dict[str, Any], new: dict[str, Any]) -> dict[str, list[str]]:
    """What a revision changed, field by field in words."""
    reader = reader_of(game, cards)

    def told(body: dict[str, Any]) -> list[str]:
        return [
            f"{reader.field(key)}: {reader.value(key, one)}"
            for key, value in body.items()
            for one in (value if isinstance(value, list) else [value])
        ]

    before, after = told(old), told(new)
    return {
        "came": [one for one in after if one not in before],
        "went": [one for one in before if one not in after],
    }


def _save(
    request: HttpRequest, who: Identity, game: System, row: RosterBase | None, form: ListForm
) -> HttpResponse:
    name, edition = form.cleaned_data["name"], _edition(request)
    answered = _saved(who, game, row, name, form.body(), edition)
    if answered.value is None:
        refused = answered.refusal.context if answered.refusal else {}
        return _show(request, who, game, row, form, refused, answered.status)
    return _done(request, answered.value)


def _saved(
    who: Identity, game: System, row: RosterBase | None, name: str, body: dict[str, Any], edition: str
) -> Answered[RevisionBase]:
    return attempt(
        lambda: commands.save_roster(
            who,
            system=game.key,
            name=name,
            body=body,
            edition=edition or None,
            roster=row.pk if row else None,
        )
    )


def _done(request: HttpRequest, revision: RevisionBase) -> HttpResponse:
    flash.success(request, _("Version %(number)d is saved.") % {"number": revision.number})
    return redirect(list_url(revision.roster.system, revision.roster.pk))


@require_POST
def check(request: HttpRequest, system: str) -> HttpResponse:
    """The live check: violations, what is unknown. Stores nothing."""
    own_lists.person(request)
    game = _game(system)
    if game.builder is not None:
        context = {
            "system": system,
            "editions": selectors.editions(system),
            **built_lists.page(game, built_lists.sent(request, game)),
            "at_desk": "at_desk" in request.POST,
        }
        whole = request.headers.get("HX-Target") == "builder"
        moved = context["typed_why"] or request.POST.get("section", "") not in ("", context["section"])
        answer = render(request, f"games/generic/{'_builder' if whole or moved else '_built'}.html", context)
        if moved and not whole:  # what may be added is for another part of the list now, or was refused
            answer["HX-Retarget"] = "#builder"
        return answer
    form = _sent(request, game)
    told = _checked(game, _edition(request), form.body(), "") if form.is_valid() else None
    return render(request, "games/generic/_roster_check.html", {"check": told})


def _names(revision: RevisionBase) -> dict[str, str]:
    """What a refusal calls the cards of a list."""
    system = revision.roster.system
    cards = selectors.edition_cards(system, revision.edition)
    return built_lists.names(SYSTEMS[system], revision.body, cards)


@require_POST
def submit(request: HttpRequest, roster: UUID, system: str = "") -> HttpResponse:
    """Hands the newest revision in to an event, or takes it back; refused once lists are locked."""
    who = own_lists.person(request)
    row = _own(who, roster, system)
    answered, done = own_lists.hand_in(request, who, row, _names)
    if answered.refusal is not None:
        game, refused = _game(row.system), answered.refusal.context
        if game.builder is not None:
            told = built_lists.stored(row)
            return _show_built(request, who, game, row, told, refused, answered.status)
        return _show(request, who, game, row, None, refused, answered.status)
    flash.success(request, done)
    return redirect(list_url(row.system, row.pk))


def as_text(request: HttpRequest, roster: UUID, system: str = "") -> HttpResponse:
    """The newest revision as text, to be kept as a file. Raises `Http404` for a game whose lists are no text."""
    row = _own(own_lists.person(request), roster, system)
    game = _game(row.system)
    if game.builder is None:
        raise Http404
    _name, edition, body = own_lists.stored(row)
    text = built_lists.text(game, body, selectors.edition_cards(game.key, edition))
    headers = {
        "Content-Disposition": f'attachment; filename="{row.pk}.txt"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _urls(stem: str, many: str, one: str, **known: str) -> list[URLPattern]:
    return [
        path(many, rosters, known, name=f"{stem}s"),
        path(f"{many}new/", new_roster, known, name=f"{stem}-new"),
        path(f"{many}check/", check, known, name=f"{stem}-check"),
        path(one, edit_roster, known, name=stem),
        path(f"{one}submit/", submit, known, name=f"{stem}-submit"),
        path(f"{one}text/", as_text, known, name=f"{stem}-text"),
    ]


def urls() -> list[URLPattern]:
    """The addresses of all lists; those of some games are called after what their players bring."""
    found = _urls("roster", "lists/<slug:system>/", "lists/of/<uuid:roster>/")
    for system in SYSTEMS:
        if has_own_addresses(system):
            stem = pages_of(system).LISTS
            found += _urls(stem, f"{stem}s/", f"{stem}s/<uuid:roster>/", system=system)
    return found
