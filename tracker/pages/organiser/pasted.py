"""A pasted list of players before it is registered: who is in it, and which lines have a problem, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tracker import commands, identity, selectors
from tracker.commands import NewPlayer, NewTeam
from tracker.commands.teams import in_no_team
from tracker.inputs import BadInput
from tracker.misread import is_garbled, meant
from tracker.models import Player
from tracker.pages.forms.organiser import SAME
from tracker.pages.organiser.console import staff_page
from tracker.rulesets.campaign.state import CampaignState
from tracker.systems import uuids


def preview(event: UUID, text: str) -> tuple[list[NewPlayer], list[dict[str, Any]]]:
    """The people, and problems {"where", "message", "stops"}: those that stop, names that stand here already, and names
    and clubs that look garbled.
    """
    people, found = commands.parse_pasted_players(text)
    problems = [
        {
            "where": _where(text, problem.line),
            "message": words()[problem.what],
            "stops": True,
        }
        for problem in found
    ]
    here = {name.casefold() for name in selectors.player_names(_registered(event)).values()}
    problems += [
        {"where": person.name, "message": _("a player of this name is already registered"), "stops": False}
        for person in people
        if person.name.casefold() in here
    ]
    return people, [*problems, *_namesakes(people), *_garbled(people)]


def _registered(event: UUID) -> Iterable[str]:
    state = selectors.current_state(event).state
    return state.players if isinstance(state, CampaignState) else state.entrants


def _namesakes(people: list[NewPlayer]) -> list[dict[str, Any]]:
    """Who has a name twice in the list with two clubs: two people, unless somebody looks and says otherwise."""
    times = Counter(one.name.casefold() for one in people)
    told = {one.name.casefold(): one.name for one in people if times[one.name.casefold()] > 1}
    message = _("stands here with different clubs, so as different people")
    return [{"where": name, "message": message, "stops": False} for name in told.values()]


SHOWN = 40
"""Letters of a line that say which one is meant; in a box of forty lines nobody counts to the number."""


def _where(text: str, line: int) -> str:
    number = _("Line %(line)d") % {"line": line}
    found = text.splitlines()[line - 1 : line]
    begins = found[0].strip()[:SHOWN] if found else ""
    return f"{number} ({begins})" if begins else number


def _garbled(people: list[NewPlayer]) -> list[dict[str, Any]]:
    """What stands in another encoding than it was read in; it is taken as it is written all the same."""
    found = dict.fromkeys(text for one in people for text in (one.name, one.club) if is_garbled(text))
    return [{"where": text, "message": _unreadable(text), "stops": False, "garbled": True} for text in found]


def _unreadable(text: str) -> str:
    if guess := meant(text):
        told = _("looks garbled; perhaps it was “%(meant)s”. Save the file as UTF-8 and copy it again")
        return told % {"meant": guess}
    return _("looks garbled: save the file as UTF-8 and copy it again, or the name stays as it stands here")


def words() -> dict[str, str]:
    """What is wrong with a line."""
    return {
        "empty": _("there is a club but no name"),
        "too_long": _("a name or club of more than 80 characters"),
        "unseen": _("a name or club with characters that nobody sees"),
        "twice": _("this name is in the list twice"),
        "garbled": _(
            "the letters are lost: open the file with its own encoding (UTF-8, or Windows-1251), and copy again"
        ),
        "unclosed": _("a quotation mark is not closed, so that lines run into each other"),
        "file": _("this is a file that cannot be read: copy it whole, or paste the names alone"),
        "too_many": _("more than 2,000 players at once"),
    }


class Before(NamedTuple):
    """Who may be meant by one of the list: its field, (id, club and last event) of each, and the one that is chosen."""

    field: str
    choices: list[tuple[str, str]]
    chosen: str


def field_of(person: NewPlayer, team: str = "") -> str:
    """Namesakes are told apart by their clubs, or by the team that they stand in."""
    return f"{SAME}{person.name.casefold()};{(team or person.club).casefold()}"


def _before(
    request: HttpRequest, event: UUID, people: Sequence[tuple[NewPlayer, str]]
) -> list[Before | None]:
    """For each of the list (with the team, if any), whom the reader has met under that name and who is not in the event
    yet. Somebody is chosen beforehand only where nobody else has the name and the clubs, or a full name, say the same.
    """
    met = selectors.met_as(identity.of_request(request), (one.name for one, _team in people))
    here = set(_registered(event))
    named = Counter(one.name.casefold() for one, _team in people)
    found: list[Before | None] = []
    for person, team in people:
        known = [one for one in met.get(person.name.casefold(), ()) if str(one[0].pk) not in here]
        choices = [(str(player.pk), by or _("known here")) for player, by in known]
        sure = len(known) == 1 and (_is_sure(person, known[0][0]) if not team else _is_full(person))
        chosen = choices[0][0] if sure and (not team or named[person.name.casefold()] == 1) else ""
        field = field_of(person, team)
        found.append(Before(field, choices, request.POST.get(field, chosen)) if choices else None)
    return found


def _is_sure(person: NewPlayer, player: Player) -> bool:
    same_club = person.club.casefold() == player.club.casefold()
    return same_club and (bool(person.club) or _is_full(person))


def _is_full(person: NewPlayer) -> bool:
    """A full name; the lines of teams tell no club."""
    return " " in person.name


def with_known(people: Sequence[NewPlayer], sent: QueryDict, team: str = "") -> list[NewPlayer]:
    """The list with those whom its preview was told to be somebody who has been here before."""
    known = {person: uuids([sent.get(field_of(person, team), "")]) for person in people}
    return [person._replace(known=next(iter(known[person]), None)) for person in people]


def teams_with_known(teams: Sequence[NewTeam], sent: QueryDict) -> list[NewTeam]:
    """The same for the players of pasted teams."""
    return [team._replace(players=tuple(with_known(team.players, sent, team.name))) for team in teams]


@require_POST
@staff_page
def preview_players(request: HttpRequest, event: UUID) -> HttpResponse:
    """A fragment under the text while it is typed. Stores nothing."""
    return shown(request, event)


def shown(request: HttpRequest, event: UUID) -> HttpResponse:
    """The fragment, of a tournament or an event day."""
    people, problems = preview(event, request.POST.get("text", ""))
    before = _before(request, event, [(person, "") for person in people])
    told = {
        "people": [(person, one, False) for person, one in zip(people, before, strict=True)],
        "ready": len(people),
        "known": any(before),
        "problems": problems,
        "stopped": any(problem["stops"] for problem in problems),
        "rated": any(person.rating for person in people),
    }
    return render(request, "console/_preview.html", told)


@require_POST
@staff_page
def preview_teams(request: HttpRequest, event: UUID) -> HttpResponse:
    """The fragment for teams that are typed: their players, and who of them has been here before. Stores nothing."""
    text = request.POST.get("teams", "")
    if not text.strip():
        return HttpResponse()
    try:
        teams = commands.parse_pasted_teams(text)
    except BadInput as wrong:
        return render(request, "console/_preview.html", {"wrong": wrong.message})
    here = in_no_team(selectors.current_state(event).state)
    people = [(player, team.name) for team in teams for player in team.players]
    new = [(player, team) for player, team in people if player.name.casefold() not in here]
    before = dict(zip(new, _before(request, event, new), strict=True))
    rows = [(one[0]._replace(club=one[1]), before.get(one), one not in before) for one in people]
    told = {
        "people": rows,
        "ready": len(new),
        "known": any(before.values()) or len(new) < len(people),
        "of_teams": True,
    }
    return render(request, "console/_preview.html", told)
