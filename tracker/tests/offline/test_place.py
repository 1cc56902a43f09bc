"""A match says in its setup which table it was drawn for; only a draw may say so, and it need not be true here."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from games.portable import log_of, write_log
from games.ruleset import Setup
from tracker import commands
from tracker.identity import Identity
from tracker.models import MatchRow, Stream
from tracker.tests.offline.helpers import RULES, imported, simulate

pytestmark = pytest.mark.usefixtures("database")


@pytest.mark.parametrize(
    "options",
    [
        {"tournament": str(uuid4()), "round": 1, "table": 1},
        {"tournament": "the cup", "round": 1, "table": 1},
        {"tournament": 7},
        {"tournament": None, "round": "one", "table": []},
    ],
)
def test_a_match_of_a_tournament_that_is_not_here_stands_on_its_own(options: dict[str, object]) -> None:
    _, told = simulate(5, "summary")
    stream = imported(write_log(*log_of(RULES, "match", Setup(options=options), told)))
    row = MatchRow.objects.get(stream_id=stream)
    assert (row.tournament_id, row.round, row.table, row.status) == (None, None, None, "finished")


@pytest.mark.parametrize("name", ["tournament", "round", "table"])
def test_nobody_puts_a_match_of_their_own_into_a_tournament(name: str) -> None:
    somebody = Identity(User.objects.create_user("mallory"))
    with pytest.raises(commands.BadInput, match="only matches of an event have these"):
        commands.create_match(somebody, system="last_battle", setup={"options": {name: str(uuid4())}})
    assert not Stream.objects.exists()
