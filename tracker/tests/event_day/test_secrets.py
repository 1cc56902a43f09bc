"""What the tables keep secret does not leave them through the day: two days that differ in secrets alone look the same.

Ids, times, hashes and commitments are random in both; everything else of the day must be equal byte for byte.
"""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from games.ruleset import EVERYONE
from tracker import commands, selectors
from tracker.exchange import transfer
from tracker.identity import Identity
from tracker.models import Player
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, match_at, play_of, state_of
from tracker.tests.pages.at_the_table import code_of

pytestmark = pytest.mark.django_db(transaction=True)

RANDOM = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?|\b\d\d:\d\d\b"  # times
    r"|[0-9a-f]{64}"  # hashes and commitments
    r'|(?<=name="csrfmiddlewaretoken" value=")\w+'
)
PAGES = ("", "hall/", "log/")
PARTS = ("", "players/", "tables/", "arcana/", "fallen/", "result/", "events/", "state/", "next/", "verify/")
SECRETS = (
    {"scheme": "loophole", "enemy": [], "hand": ["S-1", "S-2", "S-3", "S-4", "S-5", "S-6"]},
    {"scheme": "trap", "enemy": ["{foe}-leader"], "hand": ["C-9", "C-2", "P-7", "P-4", "P-1", "C-6"]},
)


def secretive(who: Identity, number: int) -> UUID:
    """A day at full detail whose Camp is ready for turn 1 with the secrets of this number, a card on its way to it."""
    told = SECRETS[number]
    day = days.started(who, detail="full")
    camp, seats = match_at(day, "camp"), state_of(day).tables["camp"].sides
    mine, foe = seats["alliance"][0], seats["serpent"][0]
    append(camp, ("scheme_chosen", {"player": mine, "scheme": told["scheme"]}))
    for player in (mine, foe):
        append(camp, ("squad_hired", {"player": player, "leader": f"{player}-leader", "figures": []}))
    for player in (foe, mine):
        append(camp, ("squad_deployed", {"player": player}))
    enemies = [name.format(foe=foe) for name in told["enemy"]]
    note = {"own_figures": [], "enemy_figures": enemies}
    append(camp, ("scheme_noted", {"player": mine, "scheme": told["scheme"], **note}))
    preset = play_of(camp).squads[foe].schemes[0].scheme
    append(camp, ("scheme_noted", {"player": foe, "scheme": preset, "own_figures": [], "enemy_figures": []}))
    for side in ("serpent", "alliance"):
        append(camp, ("deck_prepared", {"side": side, "size": 58}))
        append(camp, ("hand_drawn", {"side": side, "count": 6, "cards": told["hand"]}))
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    return day


def seen(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return RANDOM.sub("#", answer.content.decode())


def test_the_day_tells_nobody_what_its_tables_keep_secret() -> None:
    who = days.organiser()
    first, second = secretive(who, 0), secretive(who, 1)
    client = Client()
    for path in (
        *(f"/days/{{}}/{page}" for page in PAGES),
        *(f"/api/v1/campaigns/{{}}/{part}" for part in PARTS),
    ):
        assert seen(client, path.format(first)) == seen(client, path.format(second)), path
    for day in (first, second):
        text = transfer.export_stream(day, EVERYONE).decode()
        assert not any(word in text for word in ("loophole", '"trap"', "S-1"))


def _stranger(day: UUID) -> Client:
    """A player of the same side at another table of the day: no friend of that table."""
    client = Client()
    player = Player.objects.get(id=state_of(day).tables["heaven"].sides["alliance"][0])
    client.post(f"/claim/{code_of(player)}/")
    client.get("/my/")
    return client


def test_a_player_of_another_table_sees_no_secret_of_this_one() -> None:
    """LB-HID-01, LB-HID-02: schemes may be shared within a table's side only, not with the whole day's side."""
    day = secretive(days.organiser(), 1)
    camp = match_at(day, "camp")
    client = _stranger(day)
    page = client.get(f"/matches/{camp}/").content.decode()
    events = client.get(f"/api/v1/matches/{camp}/events/").content.decode()
    state = client.get(f"/api/v1/matches/{camp}/state/").content.decode()
    for told in (page, events, state):
        assert '"trap"' not in told and "data-secret" not in told
    view = next(
        one for one in selectors.events_page(camp, EVERYONE, 0, 100).events if one.type == "scheme_chosen"
    )
    assert "scheme" not in view.data or view.data["scheme"] is None
