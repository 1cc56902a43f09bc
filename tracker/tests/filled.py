"""A filled database of this version, for `states/`: what later versions have to upgrade and prove.

    SECRET_KEY="the key of an installation of before, long enough for all" WARLEDGER_DATA=AN/EMPTY/FOLDER \\
    .venv/bin/python -m tracker.tests.filled 0020_what_it_is_for

writes the dump and its file of seals. It holds the demo of that version, with a campaign, an event day and a ladder;
two events with ratings, a person who played in both under two names, a hidden name and a forgotten player, a league
that counts the first event, an event that is handed over, teams with a bracket, a challenge and a what-if in the
campaign, a private one, a token, a webhook, a report on mended rules and an account with a second factor. A state is
never changed.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from tracker.identity import Identity

STATES = Path(__file__).parent / "states"


def fill() -> None:
    """Fills the empty database of this process, by commands alone."""
    from django.contrib.auth.models import AnonymousUser, User

    from tracker import appended, commands
    from tracker.commands.persons import merge_players
    from tracker.demo import load_demo
    from tracker.demo.bushido import war
    from tracker.exchange import hand_over
    from tracker.identity import Identity, make_token
    from tracker.models import Stream
    from tracker.proof import seals
    from tracker.tests import hall, releases

    admin = Identity(User.objects.create_superuser("admin", password=None))
    assert load_demo()
    olga = hall.organiser()
    with appended.held():
        first, players = hall.opened(olga, 7, rounds=2)
        for number in (1, 2):
            hall.play_round(olga, first, number)
        commands.finish(olga, first)
        second, again = hall.opened(olga, 4, rounds=1)
        hall.play_round(olga, second, 1)
        releases.play_teams(olga)
        _league_of(admin, first)
        _campaigns_since(admin, Stream.objects.get(chronicle_row__name=war.NAME).pk)
        hall.caught_up()
    merge_players(admin, person=players[0].pk, player=again[0].pk)
    for player, change in ((players[5], commands.hide_name), (players[6], commands.forget_player)):
        change(Identity(AnonymousUser(), frozenset({str(player.pk)})), player)
    hand_over.give(second)
    make_token(admin, "a program", ["read"])
    commands.create_webhook(admin, name="League site", url="https://league.example/hook")
    commands.start_rule_fix(admin, "bushido")
    _second_factor(admin.user)
    hall.caught_up()
    seals.seal_heads()


def _league_of(admin: Identity, event: UUID) -> None:
    from tracker import commands

    starts = datetime(2026, 1, 1, tzinfo=UTC)
    league = commands.create_season(admin, name="League", starts=starts, system="last_battle")
    commands.shape_league(admin, league, {"points": [3, 2, 1], "best": 3})
    commands.count_tournament(admin, league, event)


def _campaigns_since(admin: Identity, war: UUID) -> None:
    """What campaigns learned after 0020."""
    from tracker import commands
    from tracker.rulesets.chronicle.templates import templates

    commands.challenge_roster(admin, war, "r1", "r3", stake="mill")
    commands.fork_chronicle(admin, war, name="If Anna had lost")
    commands.create_chronicle(admin, name="Ours alone", definition=templates()["river-war"], private=True)


def _second_factor(user: Any) -> None:
    from pyotp import TOTP

    from tracker import second_factor

    secret = second_factor.new_secret()
    assert second_factor.switch_on(user, secret, TOTP(secret).now())


def write(name: str, database: Path, noted: Path) -> None:
    """Raises FileExistsError for a state that stands."""
    with sqlite3.connect(database) as found:
        dump = "\n".join(found.iterdump()).encode()
    with open(STATES / f"{name}.sql.gz", "xb") as file:
        file.write(gzip.compress(dump, mtime=0))
    (STATES / f"{name}.seals.jsonl").write_bytes(noted.read_bytes())


if __name__ == "__main__":
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    fill()
    connection.close()
    write(sys.argv[1], Path(settings.DATABASES["default"]["NAME"]), Path(settings.SEALS_FILE))
