"""One of everything, and one of everybody: a world in which each role asks for each address. For the test of rights."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tracker import commands
from tracker.commands import accounts
from tracker.commands.rosters import staff_roster
from tracker.identity import ALL_SCOPES, Identity, new_token
from tracker.models import ApiToken, Player, SeasonKeeper
from tracker.permissions import Role
from tracker.tests.factories import roster_of
from tracker.tests.hall import acting, caught_up
from tracker.tests.pages.desk import Desk

RUN = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
SYSTEMS = {"warband": "last_battle", "deck": "senjutsu", "team": "super_fantasy_brawl"}


class Address(NamedTuple):
    """A named address of the URLconf: `space` is `pages` or `api`, `parts` are the names of its variables."""

    space: str
    name: str
    parts: tuple[str, ...]


def addresses() -> list[Address]:
    """Every named address of pages and API."""
    return list(_named(get_resolver(), "", ()))


def _named(resolver: URLResolver, space: str, parts: tuple[str, ...]) -> Iterator[Address]:
    for found in resolver.url_patterns:
        own = (*parts, *found.pattern.converters)
        if isinstance(found, URLResolver):
            yield from _named(found, found.app_name or space, own)
        elif isinstance(found, URLPattern) and found.name:
            yield Address(space, found.name, own)


class World:
    """An event whose first round is played, a day, a season, a run, lists: and who is what at each of them."""

    def __init__(self) -> None:
        self.desk = Desk(count=4).started()
        who = self.desk.who
        SeasonKeeper.objects.create(user=who.user)
        self.day = commands.create_campaign(who, name="Day", options={"detail": "summary"})
        commands.register_players(who, self.day, [commands.NewPlayer("Dora")])
        self.season = commands.create_season(who, name="Autumn", starts=datetime(2026, 1, 1, tzinfo=UTC))
        self.player = self.desk.players[0]
        acts = Identity(who.user, frozenset({str(self.player.id)}))
        self.run = commands.log_run(acts, player=self.player.id, run=RUN)
        self.lists = {kind: self._list(kind) for kind in SYSTEMS}
        self.people = {name: User.objects.create_user(name) for name in ("visits", "judge", "elsewhere")}
        self.admin = User.objects.create_superuser("admin")
        for event in (self.desk.event, self.day, self.season):
            accounts.appoint(who, event, name="judge", role="judge")
        elsewhere = Identity(self.people["elsewhere"])
        commands.create_tournament(elsewhere, name="Another", options={"rounds": 1})
        caught_up()

    def _list(self, kind: str) -> Any:
        if kind == "warband":
            return staff_roster(self.player, roster_of(self.player.name)).roster
        acts = Identity(AnonymousUser(), frozenset({str(self.player.id)}))
        return commands.save_roster(acts, system=SYSTEMS[kind], name=kind, body={}).roster

    def of(self, address: Address) -> str:
        """The address with one of everything in it."""
        return reverse(
            f"{address.space}:{address.name}", kwargs={one: self._part(address, one) for one in address.parts}
        )

    def _part(self, address: Address, part: str) -> Any:
        match = next(iter(self.desk.matches()), None)
        streams = {
            "season": self.season,
            "campaign": self.day,
            "tournament": self.desk.event,
            "run": self.run,
        }
        kinds = {one: self.lists[one].pk for one in SYSTEMS}
        about = address.name.partition("-")[0]
        if part in ("stream", "event"):
            return streams.get(
                about, match.stream_id if about in ("match", "live") and match else self.desk.event
            )
        fixed = {
            "match": match.stream_id if match else uuid4(), "day": self.day, "run": self.run, "player": self.player.pk,
            "system": "senjutsu", "mode": "duel", "board": "horde", "edition": "none", "figure": "tp",
            "round": 1, "seq": 1, "number": 1,
            "action": "finish", "code": "NOBODY22", "token": uuid4(), "roster": kinds.get(about, kinds["warband"]),
        }  # fmt: skip
        return {**fixed, **kinds}[part]

    def browser(self, role: Role) -> Client:
        """A browser of somebody in this role."""
        client = Client(raise_request_exception=False, headers={"accept-language": "en"})
        match role:
            case Role.DEVICE:
                return acting(client, Player.objects.create(name="Nobody here"))
            case Role.SEATED:
                return acting(client, self.player)
            case Role.VISITOR:
                return client
        client.force_login(self._user(role))
        return client

    def _user(self, role: Role) -> User:
        users = {Role.ACCOUNT: "visits", Role.JUDGE: "judge", Role.ELSEWHERE: "elsewhere"}
        if role is Role.ADMINISTRATOR:
            return self.admin
        return self.people[users[role]] if role in users else self.desk.user

    def token(self, role: Role) -> str | None:
        """The token of a program of somebody in this role, with every scope that they can have."""
        if role is Role.VISITOR:
            return None
        if role in (Role.DEVICE, Role.SEATED):
            player = self.player if role is Role.SEATED else Player.objects.create(name="Nobody here")
            return new_token("x", [ApiToken.READ, ApiToken.PLAY], player=player)[1]
        scopes = {
            Role.TOKEN_READ: [ApiToken.READ],
            Role.TOKEN_PLAY: [ApiToken.PLAY],
            Role.TOKEN_ORGANISE: [ApiToken.ORGANISE],
        }
        return new_token("x", scopes.get(role, sorted(ALL_SCOPES)), user=self._user(role))[1]
