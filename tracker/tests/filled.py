"""A filled database of this version, for `states/`: what later versions have to upgrade and prove.

    SECRET_KEY="the key of an installation of before, long enough for all" WARLEDGER_DATA=AN/EMPTY/FOLDER \\
    .venv/bin/python -m tracker.tests.filled 0020_what_it_is_for

writes the dump and its file of seals. It holds two events with ratings, a person who played in both under two names, a
hidden name and a forgotten player, a campaign with a battle under way, an event that is handed over and a token. A
state is never changed.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
from pathlib import Path

STATES = Path(__file__).parent / "states"


def fill() -> None:
    """Fills the empty database of this process, by commands alone."""
    from django.contrib.auth.models import AnonymousUser, User

    from tracker import appended, commands, hand_over, seals
    from tracker.commands.persons import merge_players
    from tracker.demo.bushido.war import play_war
    from tracker.identity import Identity, make_token
    from tracker.tests import hall

    admin = Identity(User.objects.create_superuser("admin", password=None))
    olga = hall.organiser()
    with appended.held():
        first, players = hall.opened(olga, 7, rounds=2)
        for number in (1, 2):
            hall.play_round(olga, first, number)
        commands.finish(olga, first)
        second, again = hall.opened(olga, 4, rounds=1)
        hall.play_round(olga, second, 1)
        play_war(admin)
        hall.caught_up()
    merge_players(admin, person=players[0].pk, player=again[0].pk)
    for player, change in ((players[5], commands.hide_name), (players[6], commands.forget_player)):
        change(Identity(AnonymousUser(), frozenset({str(player.pk)})), player)
    hand_over.give(second)
    make_token(admin, "a program", ["read"])
    hall.caught_up()
    seals.seal_heads()


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
