"""What the players of an event are called: a log from elsewhere may name people who are not known here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from tracker.ids import is_id
from tracker.rulesets.tournament.state import TournamentState
from tracker.selectors.people import told_apart
from tracker.selectors.streams import current_state


def called_at(event: UUID, players: Iterable[str]) -> dict[str, str]:
    """Player id -> name for everybody of these, namesakes told apart. Where all are known here: one query."""
    wanted = set(players)
    names = told_apart(wanted)
    if wanted <= names.keys():
        return names
    state = current_state(event).state
    entered = state.entrants if isinstance(state, TournamentState) else state.players
    return {**called_in(entered, wanted - names.keys()), **names}


def called_among(entered: Iterable[str], players: Iterable[str]) -> dict[str, str]:
    """The same, with everybody at hand who was entered, in that order."""
    wanted = set(players)
    names = told_apart(wanted)
    return {**called_in(entered, wanted - names.keys()), **names}


def called_in(entered: Iterable[str], strangers: Iterable[str]) -> dict[str, str]:
    """What those are called whom this server does not know: as their log calls them where that is a name, else by
    the number under which they were entered."""
    numbers = {player: number for number, player in enumerate(entered, 1)}
    return {one: _stranger(one, numbers) for one in strangers}


def _stranger(player: str, numbers: Mapping[str, int]) -> str:
    if not is_id(player):
        return player
    number = numbers.get(player)
    return _("Player %(number)d") % {"number": number} if number else _("a player")
