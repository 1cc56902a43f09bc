"""One of everything, and one of everybody: a world in which each role asks for each address. For the test of rights."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.tests import orchard
from tracker import commands, identity
from tracker.commands import accounts
from tracker.commands.moving import Played
from tracker.commands.rosters import staff_roster
from tracker.commands.round_results import Told
from tracker.identity import ALL_SCOPES, Identity, new_token
from tracker.models import (
    ApiToken,
    Claim,
    Event,
    MatchRow,
    Player,
    RuleFixMatch,
    SeasonKeeper,
    Webhook,
    WhatIf,
)
from tracker.models.rosters import KINDS, RevisionBase
from tracker.permissions import SCOPED, Role
from tracker.proof import seals
from tracker.tests.chronicle.club import play, river_war, state
from tracker.tests.factories import roster_of
from tracker.tests.hall import acting, caught_up
from tracker.tests.pages.desk import Desk

RUN = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
CARDS = "figure_id,name,cost,size\nguard,Guard,5,2\n"
DEVICES = (Role.DEVICE, Role.SEATED)
LAST_BATTLE = ("edition", "import")
"""Addresses that are asked about the game whose cards were imported; others about one with ladders."""
PLAYED = ("edit-result", "replace-entry", "match-audit")
"""Addresses that are asked about the table that has its result."""
MOVED = ("console-elsewhere", "console-brought")
"""Addresses that are asked about the event that moved here after its first round."""
SYSTEMS = {"warband": "last_battle", "deck": "senjutsu", "team": "super_fantasy_brawl"}
TABLED = ("tools", "references")
"""Addresses of a game that has dice and tables."""
SHARED = ("rosters", "roster", "roster-new", "roster-check", "roster-submit")
"""Pages of lists of games that have none of their own."""


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
    """An event whose first round is being played, a day, a season, a run, lists, cards: and who is what at each."""

    def __init__(self) -> None:
        self.desk = Desk(count=4).started()
        self.event, who = self.desk.event, self.desk.who
        self.player, self.other, *_ = self.desk.players
        SeasonKeeper.objects.create(user=who.user)
        self.people = {name: User.objects.create_user(name) for name in ("visits", "judge", "elsewhere")}
        self.admin = User.objects.create_superuser("admin")
        self.stranger = Player.objects.create(name="Nobody here")
        self._others(who)
        described = {"type": "event_described", "data": {"starts": "2026-11-28"}}
        for event in (self.event, self.day):
            commands.append(who, event, [described])
        commands.create_tournament(Identity(self.people["elsewhere"]), name="Another", options={"rounds": 1})
        for event in (self.event, self.day, self.season, self.chronicle, self.moved):
            accounts.appoint(who, event, name="judge", role="judge")
        caught_up()
        self._play(who)
        caught_up()
        seals.seal_heads()
        self.fix = commands.start_rule_fix(Identity(self.admin), "last_battle").pk
        told = {"before": {"vp": {"serpent": 1}}, "after": {"vp": {"serpent": 0}}, "changed": ["vp"]}
        RuleFixMatch.objects.create(fix_id=self.fix, stream_id=self.match.stream_id, **told)
        self.claim = Claim.objects.create(player=self.player)
        self.webhooks = {
            user.pk: Webhook.objects.create(user=user, name="x", url="http://127.0.0.1/")
            for user in (*self.people.values(), self.admin, self.desk.user)
        }
        self.tokens: dict[Role, tuple[ApiToken, str]] = {
            role: self._new_token(role) for role in Role if role is not Role.VISITOR
        }

    def _others(self, who: Identity) -> None:
        self.day = commands.create_campaign(who, name="Day", options={"detail": "summary"})
        people = [commands.NewPlayer(one) for one in "ABC"]
        known = commands.NewPlayer(self.player.name, known=self.player.pk)
        self.daytime = commands.register_players(who, self.day, [*people, known])
        self._campaign(who)
        self.moved = self._moved(who)
        self.season = commands.create_season(who, name="Autumn", starts=datetime(2026, 1, 1, tzinfo=UTC))
        acts = Identity(AnonymousUser(), frozenset({str(self.player.id)}))
        self.run = commands.log_run(acts, player=self.player.id, run=RUN)
        self.lists = {kind: self._list(acts, kind) for kind in SYSTEMS}
        shared = {"animals": ["scout"]}
        self.shared = commands.save_roster(acts, system=orchard.SYSTEM.key, name="Pack", body=shared).roster
        told = {"key": "base", "name": "Base", "text": CARDS}
        commands.import_edition(who, system="last_battle", format="csv", dry_run=False, **told)

    def _moved(self, who: Identity) -> UUID:
        """An event that moved here after its first round."""
        free = {"rounds": 2, "check_in": False, "list_required": False, "scenarios": ["sea", "camp"]}
        event = commands.create_tournament(who, name="Moved", options=free)
        two = commands.register_players(who, event, [commands.NewPlayer(one) for one in ("Yan", "Zoe")])
        seats = {side: [str(one.pk)] for side, one in zip(("alliance", "serpent"), two, strict=True)}
        commands.bring_round(who, event, Played([seats], {1: Told(0, (2, 1))}, "a file"))
        return event

    def _campaign(self, who: Identity) -> None:
        """A campaign with a roster of the player and one of another, whose match has been heard."""
        self.chronicle = commands.create_chronicle(who, name="River", definition=river_war())
        for player in (self.player, self.other):
            fighters = [("hiro", "Hiro")]
            commands.join_chronicle(
                who, self.chronicle, player=player.id, name=player.name, fighters=fighters
            )
        play(who, self.chronicle, "a")
        self.link = next(iter(state(self.chronicle).links))
        commands.challenge_roster(who, self.chronicle, "r2", "r1")
        self.challenge = next(iter(state(self.chronicle).challenges))

    def _list(self, acts: Identity, kind: str) -> Any:
        if kind == "warband":
            return staff_roster(self.player, roster_of(self.player.name)).roster
        return commands.save_roster(acts, system=SYSTEMS[kind], name=kind, body={}).roster

    def _play(self, who: Identity) -> None:
        """One table has its result; at that of the player nothing has happened yet."""
        rows = list(self.desk.matches())
        mine = [row for row in rows if self.player in row.players.all()]
        self.match: MatchRow = mine[0]
        self.over: MatchRow = next(row for row in rows if row not in mine)
        self.desk.report(self.over)

    @property
    def revision(self) -> RevisionBase:
        """A list that the player could hand in."""
        found: RevisionBase = KINDS["warband"].revision.objects.get(warband=self.lists["warband"])  # type: ignore[attr-defined]
        return found

    def of(self, address: Address, role: Role = Role.ORGANISER) -> str:
        """The address with one of everything in it; a token of its own for somebody in this role."""
        parts = {one: self._part(address, one, role) for one in address.parts}
        return reverse(f"{address.space}:{address.name}", kwargs=parts)

    def _part(self, address: Address, part: str, role: Role) -> Any:
        about = address.name.partition("-")[0]
        if part == "stream" and address.name in PLAYED:
            return self.over.stream_id
        if part in ("stream", "event"):
            return self._stream(address.name if address.name in MOVED else about)
        if part == "token":
            return self.tokens.get(role, self.tokens[Role.ORGANISER])[0].pk
        if part == "webhook":
            return self.webhook_of(None if role in DEVICES or role is Role.VISITOR else self._user(role)).pk
        if part in ("link", "challenge", "fork", "what_if"):
            return getattr(self, part, None) or self._what_if_of(role)
        if part == "roster" and about == "chronicle":
            return "r1"
        if part == "action":
            return {"chronicle-act": "note"}.get(address.name) or {
                "chronicle": "close",
                "season": "close",
                "day": "start",
            }.get(about, "finish")
        kinds = {one: self.lists[one].pk for one in SYSTEMS}
        fixed = {
            "match": self.match.stream_id, "day": self.day, "run": self.run, "player": self.player.pk,
            "system": "senjutsu", "mode": "duel", "board": "horde", "edition": "base", "figure": "points",
            "fix": self.fix, "fighter": "hiro", "link": self.link,
            "round": 1, "seq": 1, "table": 1, "number": 1, "code": self.other.claim_code, "uidb64": "MQ",
            "roster": kinds.get(about, kinds["warband"]),
        }  # fmt: skip
        if address.name in LAST_BATTLE:
            fixed["system"] = "last_battle"
        if address.name in TABLED:
            fixed["system"] = "bushido"
        if address.name in SHARED:
            fixed |= {"system": orchard.SYSTEM.key, "roster": self.shared.pk}
        if address.name in PLAYED:
            fixed |= {"match": self.over.stream_id, "seq": self.reported}
        return {**fixed, **kinds}[part]

    def _what_if_of(self, role: Role) -> UUID:
        user = self.desk.user if role in DEVICES or role is Role.VISITOR else self._user(role)
        told = {"name": "x", "at": 1, "hash": "0" * 64}
        known = {"chronicle_id": self.chronicle, "user_id": user.pk}
        row, _made = WhatIf.objects.get_or_create(**known, defaults=told)
        return row.pk

    def webhook_of(self, user: Any) -> Webhook:
        """A webhook of this account; of the organiser for whoever has none."""
        known = user is not None and user.is_authenticated
        return self.webhooks[user.pk if known else self.desk.user.pk]

    def _stream(self, about: str) -> UUID:
        known = {
            **dict.fromkeys(MOVED, self.moved),
            "season": self.season,
            "league": self.season,
            "campaign": self.day,
            "chronicle": self.chronicle,
            "tournament": self.event,
            "run": self.run,
        }
        return self.match.stream_id if about in ("match", "live") else known.get(about, self.event)

    @property
    def reported(self) -> int:
        """The entry of the result at the table that has one."""
        events = Event.objects.filter(stream=self.over.stream_id, type="match_reported")
        return events.get().seq

    def browser(self, role: Role) -> Client:
        """A browser of somebody in this role, who has been here before: no use of theirs is noted any more."""
        client = self._new_browser(role)
        client.get(reverse("pages:my-day"))
        return client

    def _new_browser(self, role: Role) -> Client:
        client = Client(raise_request_exception=False, headers={"accept-language": "en"})
        if role is Role.VISITOR:
            return client
        if role in DEVICES:
            return acting(client, self._acts_for(role))
        client.force_login(self._user(role))
        return client

    def _acts_for(self, role: Role) -> Player:
        return self.player if role is Role.SEATED else self.stranger

    def _user(self, role: Role) -> User:
        users = {Role.ACCOUNT: "visits", Role.JUDGE: "judge", Role.ELSEWHERE: "elsewhere"}
        if role is Role.ADMINISTRATOR:
            return self.admin
        return self.people[users[role]] if role in users else self.desk.user

    def token(self, role: Role) -> str | None:
        """The token of a program of somebody in this role, with every scope that they can have."""
        return self.tokens[role][1] if role in self.tokens else None

    def _new_token(self, role: Role) -> tuple[ApiToken, str]:
        if role in DEVICES:
            made = new_token("x", [ApiToken.READ, ApiToken.PLAY], player=self._acts_for(role))
        else:
            scopes = [SCOPED[role]] if role in SCOPED else sorted(ALL_SCOPES)
            made = new_token("x", scopes, user=self._user(role))
        identity.of_token(made[1])
        return made

    def identity(self, role: Role) -> Identity:
        """Somebody in this role, as commands see them."""
        if role in SCOPED:
            return identity.of_token(self.tokens[role][1])
        if role in DEVICES:
            return Identity(AnonymousUser(), frozenset({str(self._acts_for(role).pk)}))
        return identity.VISITOR if role is Role.VISITOR else Identity(self._user(role))
