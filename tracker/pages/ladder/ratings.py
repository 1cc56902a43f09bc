"""Ratings for everyone: the lists of a game, and what each match did for one player, in words."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.registry import SYSTEMS
from tracker import identity, selectors
from tracker.messages import language
from tracker.ratings import history
from tracker.selectors import ratings as found
from tracker.selectors.persons import players_of_person

PAGE = 50
LISTS = (history.DUEL, history.MANY)


def list_name(scale: str) -> str:
    """What a list holds."""
    return _("one against one") if scale == history.DUEL else _("teams and several sides")


def ratings(request: HttpRequest, system: str) -> HttpResponse:
    """One list of a game from the top, `PAGE` players at a time; `?list=many` is the other one."""
    if system not in SYSTEMS:
        raise Http404
    scale = request.GET.get("list", history.DUEL)
    if scale not in LISTS:
        raise Http404
    start = PAGE * (page_of(request) - 1)
    rows = found.rated(system, scale)
    shown = rows[start : start + PAGE]
    people = selectors.who_is_who(selectors.players_named(one.row.person for one in shown))
    known = {player.pk: (player.name, hint) for player, hint in people}
    context = {
        "system": system,
        "title": SYSTEMS[system].tables.name.to(language()),
        "scale": scale,
        "lists": [(one, list_name(one)) for one in LISTS],
        "rows": [
            (one, *known.get(one.row.person, ("?", "")), round(2 * one.rating.deviation)) for one in shown
        ],
        "mine": identity.of_request(request).players,
        "limit": round(history.PROVISIONAL[scale]),
        "games": games(),
        "next": page_of(request) + 1 if len(rows) > start + PAGE else None,
    }
    return render(request, "ladder/ratings.html", context)


def player(request: HttpRequest, player: UUID, system: str) -> HttpResponse:
    """Every match that moved a player's ratings in a game, and why it moved them that far."""
    who = selectors.players_named([player]).first()
    if who is None or system not in SYSTEMS:
        raise Http404
    person, start = players_of_person(player), PAGE * (page_of(request) - 1)
    changes = list(found.shares(person, system)[start : start + PAGE + 1])
    shown = found.opened(changes[:PAGE])
    names = selectors.told_apart(str(row.person) for one in shown for row in one.others)
    context = {
        "player": who,
        "system": system,
        "title": SYSTEMS[system].tables.name.to(language()),
        "standings": [view(one) for one in found.ratings_of(person) if one.row.system == system],
        "shares": [_share(one, names) for one in shown],
        "next": page_of(request) + 1 if len(changes) > PAGE else None,
    }
    return render(request, "ladder/rating.html", context)


def games() -> list[tuple[str, str]]:
    """(key, name) of every game."""
    return [(key, one.tables.name.to(language())) for key, one in SYSTEMS.items()]


def view(one: found.Rated) -> dict[str, Any]:
    """A person's rating in words."""
    return {
        "system": one.row.system,
        "game": SYSTEMS[one.row.system].tables.name.to(language()),
        "list": list_name(one.row.scale),
        "rating": one.shown,
        "give": round(2 * one.rating.deviation),
        "provisional": one.provisional,
        "row": one.row,
        "lost": one.lost,
    }


def page_of(request: HttpRequest) -> int:
    """`?page=`, 1 for anything that is no page."""
    asked = request.GET.get("page", "1")
    return max(1, int(asked)) if asked.isdecimal() and len(asked) < 6 else 1


def _share(share: found.Share, names: dict[str, str]) -> dict[str, Any]:
    one = share.change
    scores = {1.0: _("won"), 0.5: _("draw"), 0.0: _("lost")}
    return {
        "match": one.match_id,
        "confirmed": share.confirmed,
        "others": [(names.get(str(row.person), "?"), round(row.rating)) for row in share.others],
        "list": list_name(one.scale),
        "before": round(one.rating),
        "expected": round(100 * one.expected),
        "outcome": scores[one.score],
        "gain": f"{one.gain:+.1f}".replace("-", "\N{MINUS SIGN}"),
        "after": round(one.after_rating),
        "why": _why(one),
    }


def _why(one: Any) -> str:
    """Why a match moved the rating as it did."""
    told = {"expected": round(100 * one.expected), "score": round(100 * one.score)}
    if abs(one.score - one.expected) < 0.1:
        surprise = _("About what the ratings foretold: %(expected)s%% expected, %(score)s%% scored.")
    elif one.score > one.expected:
        surprise = _("More than the ratings foretold: %(expected)s%% expected, %(score)s%% scored.")
    else:
        surprise = _("Less than the ratings foretold: %(expected)s%% expected, %(score)s%% scored.")
    if history.is_provisional(found.Rating(one.rating, one.deviation), one.scale):
        return surprise % told + " " + _("The rating was still unsure, so it moved far.")
    return surprise % told
