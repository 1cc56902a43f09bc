"""Ladders for everyone: all of them, one with its places, the same for the screen of the hall, a player, a run."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.registry import LADDERS, usual
from tracker import identity, roles, selectors
from tracker.models import RunRow, SeasonRow
from tracker.models.ladders import CONFIRMED
from tracker.pages.ladder import ladder_view as view
from tracker.pages.player.my_day import match_action
from tracker.selectors import ladders as found
from tracker.selectors.ladders import LadderKey

PAGE = 50
HALL = 24
RUNS = 50


def ladders(request: HttpRequest) -> HttpResponse:
    """Every ladder of a season: how many play, who leads. Without `?season=`, the season that runs now."""
    system = usual(LADDERS)
    seasons = list(found.seasons(system))
    season = _asked_season(request, seasons, view.running(seasons))
    standings = found.ladders(system, season.pk if season else None)
    context = {
        **_seasons_context(seasons, season),
        "boards": [_board(system, board, season, standings) for board in view.book(system).boards],
        "is_organiser": request.user.is_authenticated,
        "system": system,
        "ranks": [view.badge(system, rank) for rank in reversed(view.book(system).ranks)],
    }
    return render(request, "ladder/ladders.html", context)


def _asked_season(
    request: HttpRequest, seasons: list[SeasonRow], default: SeasonRow | None = None
) -> SeasonRow | None:
    """`?season=`: an id, or `all`. Raises `Http404` for an unknown one."""
    asked = request.GET.get("season")
    if not asked:
        return default
    if asked == view.ALL_TIME:
        return None
    chosen = next((one for one in seasons if str(one.pk) == asked), None)
    if chosen is None:
        raise Http404
    return chosen


def _seasons_context(seasons: list[SeasonRow], season: SeasonRow | None) -> dict[str, Any]:
    return {"seasons": seasons, "season": season, "season_key": str(season.pk) if season else view.ALL_TIME}


def _board(
    system: str, board: str, season: SeasonRow | None, standings: list[found.Standing]
) -> dict[str, Any]:
    key = LadderKey(system, board, season.pk if season else None)
    own = [one for one in standings if one.board == board]
    whole = next((one for one in own if not one.character), None)
    first = whole.first if whole else None
    return {
        "title": view.board_name(system, board),
        "about": view.book(system).boards[board].about.to(view.language()),
        "url": view.ladder_url(key),
        "players": whole.players if whole else 0,
        "first": view.run_view(first, first.run_id) if first else None,
        "characters": [
            {
                "name": view.character_name(system, one.character),
                "url": view.ladder_url(key._replace(character=one.character)),
                "players": one.players,
            }
            for one in own
            if one.character
        ],
    }


def ladder(request: HttpRequest, system: str, board: str) -> HttpResponse:
    """A ladder from the top, `PAGE` places at a time; the reader's own places are marked and linked."""
    key, context = _ladder_context(request, system, board)
    try:
        rows, after = found.stretch(key, request.GET.get("after") or None, PAGE)
    except (ValueError, OverflowError):
        raise Http404 from None
    players = identity.of_request(request).players
    shown = {row.entry.player_id for row in rows}
    places = found.my_places(key, players) if players else []
    elsewhere = [one for one in places if one.entry.player_id not in shown]
    context |= {
        "rows": [view.placed_view(one) for one in rows],
        "next": after,
        "later": bool(request.GET.get("after")),
        "mine": {str(one.entry.player_id) for one in places},
        "elsewhere": [view.placed_view(one) for one in elsewhere],
        "players": found.size(key),
    }
    return render(request, "ladder/ladder.html", context)


def hall(request: HttpRequest, system: str, board: str) -> HttpResponse:
    """The top of a ladder for the screen of the hall, which asks again by itself."""
    key, context = _ladder_context(request, system, board)
    rows, _ = found.stretch(key, None, HALL)
    context |= {"rows": [view.placed_view(one) for one in rows], "here": request.get_full_path()}
    return render(request, "ladder/ladder_hall.html", context)


def _ladder_context(request: HttpRequest, system: str, board: str) -> tuple[LadderKey, dict[str, Any]]:
    if system not in LADDERS or board not in LADDERS[system].boards:
        raise Http404
    seasons = list(found.seasons(system))
    season = _asked_season(request, seasons)
    character = request.GET.get("character", "")
    if len(character) > 64 or "\x00" in character:
        raise Http404
    key = LadderKey(system, board, season.pk if season else None, character)
    context = {
        **_seasons_context(seasons, season),
        "key": key,
        "title": view.board_name(system, board),
        "about": LADDERS[system].boards[board].about.to(view.language()),
        "character": character,
        "character_name": view.character_name(system, character),
        "characters": _named(system, "characters"),
        "boards": _named(system, "boards"),
        "columns": view.columns(system),
        "ranks": [view.badge(system, rank) for rank in reversed(LADDERS[system].ranks)],
        "hall_url": view.ladder_url(key, "ladder-hall"),
        "url": view.ladder_url(key),
    }
    return key, context


def _named(system: str, part: str) -> list[tuple[str, str]]:
    """(key, name) of every board or character."""
    name = view.board_name if part == "boards" else view.character_name
    return [(key, name(system, key)) for key in getattr(view.book(system), part)]


def player(request: HttpRequest, player: UUID) -> HttpResponse:
    """Where a person stands on every ladder, and every run behind it, those too that do not count."""
    who = selectors.players_named([player]).first()
    if who is None:
        raise Http404
    seasons = view.season_names(found.seasons())
    page = request.GET.get("page", "1")
    start = RUNS * (max(1, int(page)) - 1) if page.isdecimal() and len(page) < 6 else 0
    person = selectors.players_of_person(player)
    runs: list[RunRow] = list(found.runs_of(person)[start : start + RUNS + 1])
    context = {
        "player": who,
        "places": [view.placed_view(one, seasons) for one in found.places_of(person)],
        "runs": [view.run_view(row, row.pk) for row in runs[:RUNS]],
        "next": start // RUNS + 2 if len(runs) > RUNS else None,
        "mine": str(player) in identity.of_request(request).players,
    }
    return render(request, "ladder/ladder_player.html", context)


def run(request: HttpRequest, run: UUID) -> HttpResponse:
    """One run: why it ranks as it does, figure by figure and event by event, and where it stands."""
    row = found.run(run)
    if row is None:
        raise Http404
    seasons = view.season_names(found.seasons(row.system))
    places = found.places_of_run(row)
    who = identity.of_request(request)
    context = {
        "run": view.run_view(row, run),
        "steps": _steps(row),
        "places": [view.placed_view(one, seasons) for one in places],
        "best_here": any(one.entry.run_id == run for one in places),
        "action": _action(who, row),
        "event": _event_of(row),
        "desk": _desk_of(who, run),
    }
    return render(request, "ladder/ladder_run.html", context)


def _action(who: identity.Identity, row: RunRow) -> dict[str, Any]:
    """The next step of the person's run that nobody has confirmed yet; for everybody else the way to its match."""
    if str(row.player_id) in who.players and row.status != CONFIRMED:
        return match_action(who, row.pk)
    return {"url": reverse("pages:match", args=[row.pk]), "text": _("To the match"), "next": ""}


def _steps(row: RunRow) -> list[dict[str, Any]]:
    """Each event that changed the score, what changed by it, and what it came to."""
    before: dict[str, Any] = {}
    told = []
    for step in row.steps:
        shown = view.figures(row.system, step["figures"])
        changed = [
            one for one, name in zip(shown, step["figures"], strict=True) if before.get(name, 0) != one.value
        ]
        told.append({"seq": step["seq"], "turn": step["turn"], "figures": shown, "changed": changed})
        before = step["figures"]
    return told


def _event_of(row: RunRow) -> UUID | None:
    match = getattr(row.stream, "match", None)
    return (match.tournament_id or match.campaign_id) if match else None


def _desk_of(who: identity.Identity, run: UUID) -> UUID | None:
    """The season at whose desk this person may correct the run."""
    if not who.user.is_authenticated:
        return None
    own = found.seasons_of(who.user).filter(pk__in=roles.seasons_of_run(run))
    return own.values_list("pk", flat=True).first()
