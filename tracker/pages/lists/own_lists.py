"""What the pages of all lists share: whose one is, what the rules say, its versions, where it can be handed in.

Called by `rosters` and `built_lists`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from games import rulebook
from games.ruleset import RuleViolation
from tracker import commands, identity, messages, selectors
from tracker.commands.showing import owns
from tracker.identity import Identity, NotAllowed
from tracker.models.rosters import RevisionBase, RosterBase
from tracker.pages.core.answers import NOTHING, Answered, attempt
from tracker.selectors import player_day

FINISHED = "finished"


def person(request: HttpRequest) -> Identity:
    """Who builds lists here. Raises `NotAllowed` for a visitor."""
    who = identity.of_request(request)
    if not who.is_known:
        raise NotAllowed("a player or a signed-in user")
    return who


def own(who: Identity, kind: str, id_: UUID) -> RosterBase:
    """A list of the person's. Raises `Http404` and, for other people's, `NotAllowed`."""
    row = selectors.roster(kind, id_)
    if row is None:
        raise Http404
    if not owns(who, row):
        raise NotAllowed(f"the owner of this {kind}")
    return row


def stored(row: RosterBase | None) -> tuple[str, str, dict[str, Any]]:
    """(name, edition, body) of the newest revision."""
    newest = player_day.revisions_of(row).first() if row else None
    if row is None or newest is None:
        return "", "", {}
    return row.name, newest.edition, newest.body


def is_unreadable(system: str, body: Mapping[str, Any]) -> bool:
    """Whether the body has another form than the lists of this game: only a program can have saved such a one."""
    report = commands.check_roster(system, "?", None, dict(body))
    return any(one.rule == messages.UNREADABLE for one in report.violations)


Drawn = TypeVar("Drawn")
MISSHAPEN = (AttributeError, KeyError, TypeError, ValueError)
"""What comes of drawing a body of another form."""


def drawn(system: str, draw: Callable[..., Drawn], *bodies: dict[str, Any]) -> Drawn:
    """What is drawn of these bodies; where that cannot be, an empty one stands for each that has another form."""
    try:
        return draw(*bodies)
    except MISSHAPEN:
        whole = [{} if is_unreadable(system, body) else body for body in bodies]
        if whole == list(bodies):
            raise
        return draw(*whole)


def checked(
    system: str, name: str, edition: str, body: Mapping[str, Any], names: Mapping[str, str] = NOTHING
) -> dict[str, Any]:
    """The rules' answer in words. `names`: of cards, as the reader's language has them."""
    report = commands.check_roster(system, name or "?", edition or None, dict(body))
    return {
        "ok": report.ok,
        "violations": [said(violation, names) for violation in report.violations],
        "warnings": [
            {**said(warning, names), "title": rulebook.title(warning.rule, messages.language())}
            for warning in report.warnings
        ],
    }


def said(violation: RuleViolation, names: Mapping[str, str]) -> dict[str, Any]:
    """A violation in words, whatever has a name by that."""
    return messages.problem(violation, names=names)


Difference = Callable[[dict[str, Any], dict[str, Any]], Any]
"""(body, later body) -> what changed, as `parts/_list_changes.html` draws it."""


def revisions(row: RosterBase | None, difference: Difference) -> list[dict[str, Any]]:
    """Newest first, each with what it changed against the one before."""
    if row is None:
        return []
    found = list(player_day.revisions_of(row))
    older: list[RevisionBase | None] = [*found[1:], None]
    return [
        {"revision": new, "changed": difference(old.body, new.body) if old else None}
        for new, old in zip(found, older, strict=True)
    ]


def compared(request: HttpRequest, row: RosterBase | None, difference: Difference) -> dict[str, Any]:
    """`?from=1&to=3`: what changed between any two revisions; {} where nobody asks."""
    numbers = [request.GET.get(name, "") for name in ("from", "to")]
    if row is None or not all(number.isdecimal() and len(number) < 6 for number in numbers):
        return {}
    bodies = {str(one.number): one.body for one in player_day.revisions_of(row)}
    if not set(numbers) <= set(bodies):
        raise Http404
    old, new = (bodies[number] for number in numbers)
    return {"from": numbers[0], "to": numbers[1], "changed": difference(old, new)}


def events(who: Identity, row: RosterBase | None) -> list[dict[str, Any]]:
    """Events of the game to which this list can be handed in, and whether it is: for each player whom this person plays
    as, since organisers may have registered one person twice, and whoever made the list may play as several."""
    if row is None:
        return []
    return [_event(entry, row) for entry in player_day.my_entries(who.players) if _open(entry, row.system)]


def _open(entry: Any, system: str) -> bool:
    event = entry.tournament.tournament_row
    return event.system == system and event.status != FINISHED and not entry.dropped


def _event(entry: Any, row: RosterBase) -> dict[str, Any]:
    mine = entry.list_revision.startswith(str(row.pk))
    return {
        "entry": entry,
        "event": entry.tournament.tournament_row,
        "number": entry.list_revision.partition(":")[2] if mine else "",
        "locked": selectors.current_state(entry.tournament_id).state.lists_locked,
        "other": bool(entry.list_revision) and not mine,
    }


def hand_in(
    request: HttpRequest, who: Identity, row: RosterBase, names: Callable[[RevisionBase], Mapping[str, str]]
) -> tuple[Answered[Any], str]:
    """Hands the newest revision in to an event, or takes it back: the answer, and what to tell when it was done.
    `names`: what a refusal calls its cards."""
    event, player = _uuid(request.POST.get("event", "")), request.POST.get("for", "")
    if player not in who.players:
        raise NotAllowed("the player who hands the list in")
    newest = player_day.revisions_of(row).first()
    if newest is None:
        raise Http404
    if request.POST.get("action") == "withdraw":
        back = attempt(lambda: commands.withdraw_list(who, event, player=player))
        return back, _("Your list is withdrawn.")
    done = attempt(
        lambda: commands.submit_list(who, event, player=player, revision=newest), names=names(newest)
    )
    return done, _("Your list is handed in.")


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Http404 from None
