"""A tournament in the state that a test wants, made by commands as an organiser would."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tracker import appended, commands, projections, selectors
from tracker.after import follow_up
from tracker.commands.rosters import staff_roster
from tracker.identity import SESSION_KEY, Identity
from tracker.models import Claim, MatchRow, Player, SeasonKeeper
from tracker.tests import db_states
from tracker.tests.factories import roster_of


@db_states.kept
def organiser(name: str = "olga") -> Identity:
    return Identity(User.objects.create_user(name))


def acting(client: Client, *players: Player) -> Client:
    """The browser, claimed for these players."""
    session = client.session
    session[SESSION_KEY] = [str(Claim.objects.create(player=player).pk) for player in players]
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def keeper(name: str = "olga", club: str = "") -> Identity:
    """Somebody whom an administrator lets open seasons."""
    who = organiser(name)
    SeasonKeeper.objects.create(user=who.user, club=club)
    return who


@db_states.kept
def opened(who: Identity, count: int = 8, **options: Any) -> tuple[UUID, list[Player]]:
    """A tournament with `count` players, checked in, lists handed in and locked."""
    event = commands.create_tournament(who, name="Hall cup", options={"rounds": 3, **options})
    names = [
        commands.NewPlayer(f"Player {number}", "Club A" if number < 3 else "") for number in range(count)
    ]
    players = commands.register_players(who, event, names)
    with appended.held():  # the rows are made once, when the lists are locked
        for player in players:
            commands.check_in(who, event, player=player.id)
            revision = staff_roster(player, roster_of(player.name))
            commands.submit_list(who, event, player=player.id, revision=revision)
    commands.lock_lists(who, event)
    return event, players


@db_states.kept
def caught_up(rounds: int = 30) -> None:
    """Does the work of the jobs until nothing is behind. Fails when the streams never come to rest."""
    for _ in range(rounds):
        if not follow_up.catch_up():
            return
    raise AssertionError(f"still behind after {rounds} rounds: {list(projections.behind())}")


@db_states.kept
def start_round(who: Identity, event: UUID, number: int) -> list[MatchRow]:
    """Draws, publishes and starts a round; its matches, projected."""
    commands.draw_round(who, event)
    commands.publish_round(who, event, round=number)
    commands.start_round(who, event, round=number)
    follow_up.catch_up()
    return list(selectors.matches_of(event, number))


def summary(serpent: int, alliance: int) -> dict[str, Any]:
    """A result at summary detail within the caps of every battlefield."""
    winner = "draw" if serpent == alliance else "serpent" if serpent > alliance else "alliance"
    return {"turns": 5, "strategy": {"serpent": serpent, "alliance": alliance}, "result": winner}


@db_states.kept
def play_round(who: Identity, event: UUID, number: int) -> None:
    """A whole round with results typed in, closed."""
    for row in start_round(who, event, number):
        commands.report_match(who, row.stream_id, summary(number % 2, (row.table or 0) % 3))
    follow_up.catch_up()
    commands.close_round(who, event, round=number)
