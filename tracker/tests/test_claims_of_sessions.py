"""An installation from before claims is migrated with its phones, accounts and programs at work."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from tracker import identity
from tracker.models import ApiToken, Claim, Player, SeasonRow
from tracker.tests.pages.desk import text_of

BEFORE = [("tracker", "0003_bound_snapshots")]
CLAIMED = datetime(2026, 3, 1, 10, tzinfo=UTC)


def migrated(targets: list[tuple[str, str]] | None = None) -> Any:
    """The models as they are after migrating to `targets`, else to the newest state."""
    executor = MigrationExecutor(connections["default"])
    wanted = targets or executor.loader.graph.leaf_nodes()
    executor.migrate(wanted)
    return executor.loader.project_state(wanted).apps


@pytest.fixture
def old(database: str) -> Iterator[Any]:
    """The models of the state before, on its tables."""
    try:
        yield migrated(BEFORE)
    finally:
        migrated()


class Filled(NamedTuple):
    """Ids of what stood in the database, and the keys of sessions, by who has them."""

    players: dict[str, Any]
    sessions: dict[str, str]
    streams: dict[str, Any]
    season: Any


def filled(old: Any) -> Filled:
    """Anna's phone, Boris on an account's laptop, Carl's program; Dora's session is over; Eve has not come yet."""
    user = old.get_model("auth", "User").objects.create(username="olga")
    players = {
        name: old.get_model("tracker", "Player").objects.create(
            name=name, claimed_at=None if name == "Eve" else CLAIMED, claim_code=f"CODE{name.upper()}"
        )
        for name in ("Anna", "Boris", "Carl", "Dora", "Eve")
    }
    ids = {name: player.pk for name, player in players.items()}
    sessions = {
        "phone": _session(players=[str(ids["Anna"])]),
        "laptop": _session(players=[str(ids["Boris"])], _auth_user_id=str(user.pk)),
        "over": _session(players=[str(ids["Dora"])]),
        "empty": _session(players=[]),
        "lost": _session(players=["00000000-0000-0000-0000-000000000001"]),
    }
    Session.objects.filter(pk=sessions["over"]).update(expire_date=timezone.now() - timedelta(days=1))
    tokens = old.get_model("tracker", "ApiToken").objects
    tokens.create(
        name="bot", digest=identity._digest("wl_bot"), scopes=["read", "play"], player_id=ids["Carl"]
    )
    tokens.create(name="desk", digest=identity._digest("wl_desk"), scopes=["read"], user=user)
    return Filled(ids, sessions, *_played(old, players))


def _session(**data: Any) -> str:
    store = SessionStore()
    store.update(data)
    store.create()
    return str(store.session_key)


def _played(old: Any, players: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Anna is in a tournament, Boris in a day, Carl in a match of his own; each an hour after the one before."""
    made = {}
    for hour, kind in enumerate(("match", "tournament", "campaign", "season")):
        stream = old.get_model("tracker", "Stream").objects.create(kind=kind, system="last_battle", head="")
        type(stream).objects.filter(pk=stream.pk).update(opened_at=CLAIMED + timedelta(hours=hour))
        made[kind] = stream
    rows = {name: old.get_model("tracker", name).objects for name in ("MatchRow", "CampaignRow")}
    match = rows["MatchRow"].create(stream=made["match"], system="last_battle", status="closed", version=1)
    match.players.add(players["Carl"])
    day = rows["CampaignRow"].create(stream=made["campaign"], name="Day", system="last_battle", version=1)
    day.players.add(players["Boris"])
    old.get_model("tracker", "TournamentRow").objects.create(
        stream=made["tournament"], name="Cup", system="last_battle", status="registration", version=1
    )
    entrant = {"tournament": made["tournament"], "player": players["Anna"], "number": 1, "version": 1}
    old.get_model("tracker", "EntrantRow").objects.create(**entrant)
    old.get_model("tracker", "SeasonRow").objects.create(
        stream=made["season"], name="Spring", system="senjutsu", starts=CLAIMED, version=1
    )
    return {kind: stream.pk for kind, stream in made.items()}, made["season"].pk


def browser(key: str) -> Client:
    client = Client()
    client.cookies["sessionid"] = key
    return client


def acts_for(key: str, player: Any) -> bool:
    return f"/players/{player}/devices/" in text_of(browser(key).get("/my/"))


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_an_installation_from_before_claims_is_migrated_at_work(old: Any) -> None:
    was = filled(old)
    migrated()
    _no_phone_and_no_program_lost_its_player(was)
    _codes_are_used_up_and_players_have_homes(was)
    _what_was_kept_can_be_taken_away(was)


def _no_phone_and_no_program_lost_its_player(was: Filled) -> None:
    assert acts_for(was.sessions["phone"], was.players["Anna"])
    assert acts_for(was.sessions["laptop"], was.players["Boris"])
    assert not acts_for(was.sessions["phone"], was.players["Boris"])
    assert identity.of_token("wl_bot").players == {str(was.players["Carl"])}
    assert identity.of_token("wl_desk").claims == frozenset(), "an account's program needs no code"
    claims = {row.player.name: row for row in Claim.objects.select_related("player", "user")}
    assert sorted(claims) == ["Anna", "Boris", "Carl"], "nobody acts by a session that is over"
    assert claims["Boris"].user == User.objects.get(username="olga") and claims["Anna"].user is None
    assert claims["Anna"].claimed_at == CLAIMED and claims["Carl"].device == "bot"


def _codes_are_used_up_and_players_have_homes(was: Filled) -> None:
    codes = dict(Player.objects.values_list("name", "claim_code"))
    assert codes.pop("Eve") == "CODEEVE" and set(codes.values()) == {None}
    homes = dict(Player.objects.values_list("name", "made_at"))
    where = {"Anna": "tournament", "Boris": "campaign", "Carl": "match"}
    assert homes == {"Dora": None, "Eve": None} | {name: was.streams[kind] for name, kind in where.items()}
    assert SeasonRow.objects.get(pk=was.season).opened == CLAIMED + timedelta(hours=3)


def _what_was_kept_can_be_taken_away(was: Filled) -> None:
    phone = browser(was.sessions["phone"])
    phone.post(f"/players/{was.players['Anna']}/devices/", {"do": "leave"})
    assert not acts_for(str(phone.cookies["sessionid"].value), was.players["Anna"])
    Claim.objects.get(player_id=was.players["Carl"]).delete()
    with pytest.raises(identity.BadCode):
        identity.of_token("wl_bot")
    assert [row.name for row in ApiToken.objects.all()] == ["desk"]
