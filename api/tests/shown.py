"""Answers as the document shows them: what this program gave to the requests of `api.examples`, cut short.

Called by `test_shown_answers`, which also writes them to `api/answers.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User

from api.examples import ANOTHER, BODIES, ID
from api.openapi import address_of
from api.operations import OPERATIONS
from api.tests.hall import Hall, Rest
from games.last_battle.requests import REPORT
from tracker import commands, rule_fixes
from tracker.identity import ALL_SCOPES, Identity, new_token
from tracker.models import Player, RuleFix, RuleFixMatch, SeasonKeeper
from tracker.proof import seals
from tracker.tests.hall import caught_up

ROWS = 2
"""Of every list so many are shown."""
LONG = 4_000
"""An answer that is longer yet is left to its schema."""
OF_PLAYERS = ("decks", "deck", "warbands", "warband", "teams", "team", "runs")
ORDER = ("post", "get")
LAST = (
    *("campaign-events", "campaign", "campaign-arcana", "campaign-fallen"),
    *("tournament-round", "tournament-events", "season-events", "season", "webhook", "claim"),
)
"""What changes something that others need comes after them, in this order."""
HORDE = {"system": "senjutsu", "board": "horde"}


class Told(NamedTuple):
    """How an operation answered."""

    status: int
    body: Any


def answers(hall: Hall, cup: dict[str, Any], battle: str) -> dict[str, Told]:
    """`get-matches` -> how it answered, of every operation that answers JSON."""
    return dict(sorted(_World(hall, cup, battle).answers()))


def shown(told: Told) -> Any:
    """As the document shows it; None of what is too long for that."""
    cut = _cut(told.body)
    return cut if len(json.dumps(cut)) < LONG else None


def _turn(name: str) -> int:
    return LAST.index(name) + 1 if name in LAST else 0


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: SECRET if name in SECRET_FIELDS and isinstance(one, str) else _cut(one)
            for name, one in value.items()
        }
    return [_cut(one) for one in value[:ROWS]] if isinstance(value, list) else value


SECRET, SECRET_FIELDS = "…", ("secret", "token", "claim_code")


class _World:
    """Everything that the examples speak of is there once; what an example needs happens before it (`_before_...`)."""

    def __init__(self, hall: Hall, cup: dict[str, Any], battle: str) -> None:
        self.hall, self.olga = hall, hall.olga
        self.user = User.objects.get(username="olga")
        SeasonKeeper.objects.create(user=self.user)
        root = User.objects.create_superuser("root")
        self.root = Rest(new_token("x", sorted(ALL_SCOPES), user=root)[1])
        self.people = [hall.a, hall.b]
        Player.objects.filter(id__in=self.people).update(made_by=self.user)
        self.entrants = [one["player"] for one in cup["players"]]
        self.fighters: list[str] = []
        self.code = ""
        self.parts: dict[str, Any] = {
            "match": hall.match,
            "stream": hall.match,
            "tournament": cup["id"],
            "campaign": battle,
            "player": hall.a,
            "system": "last_battle",
            "edition": "hall-1",
            "round": 1,
            "number": seals.seal_heads(),
        }

    def answers(self) -> Iterator[tuple[str, Told]]:
        keys = [key for key in OPERATIONS if OPERATIONS[key].answer is not None]
        for name, method in sorted(keys, key=lambda key: (ORDER.index(key[1]), _turn(key[0]))):
            yield f"{method}-{name}", self._asked(name, method)

    def _asked(self, name: str, method: str) -> Told:
        getattr(self, f"_before_{method}_{name.replace('-', '_')}", lambda: None)()
        who = self.hall.alice if name.split("-")[0] in OF_PLAYERS else self.olga
        who = self.root if name.startswith("rule-fix") else who
        at = self._address(name)
        answer = who.get(at) if method == "get" else who.post(at, self._body(name))
        if answer.status_code == 201:
            self._keep(name, answer.json())
        return Told(answer.status_code, answer.json())

    def _address(self, name: str) -> str:
        kind = name.split("-")[0]
        parts = {**self.parts, **(HORDE if name == "ladder" else {}), "roster": self.parts.get(kind)}
        if kind == "tournament":
            parts["player"] = self.entrants[0]
        if kind == "campaign" and self.fighters:
            parts["player"] = self.fighters[0]
        return "/api/v1/" + address_of(name).format(**parts)

    def _body(self, name: str) -> Any:
        of_kind = {"tournament": self.entrants, "campaign": self.fighters}
        one, other = (of_kind.get(name.split("-")[0]) or self.people)[:2]
        one = self.hall.match if name == "rule-fix" else one
        text = json.dumps(BODIES[name]).replace(ANOTHER, other).replace(ID, one)
        return json.loads(text.replace("ABCD-EFGH", self.code or "ABCD-EFGH"))

    def _keep(self, name: str, body: Any) -> None:
        """What later requests speak of."""
        if name in ("warbands", "decks", "teams", "seasons", "runs", "chronicles"):
            self.parts[name.removesuffix("s")] = body["id"]
        elif name == "rule-fixes":
            self.parts["fix"] = body["id"]
        elif name in ("campaigns", "webhooks"):
            self.parts[name.removesuffix("s")] = body[name.removesuffix("s")]["id"]
        elif name == "players":
            self.code = body["claim_code"]
        elif name in ("tournament-stages", "tournament-teams"):
            self.parts["tournament"] = self.cup
        elif name == "chronicle-what-ifs":
            self.parts["what_if"] = body["id"]
        elif name == "chronicle-matches":
            self.battle = body["match"]
        elif name == "campaign-players":
            self.fighters = [one["player"] for one in body["results"]]

    def _post(self, name: str, body: Any) -> Any:
        done = self.olga.post(self._address(name), body)
        assert done.status_code == 201, done.content
        return done.json()

    def _before_post_match_events(self) -> None:
        self.hall.alice.post(self.hall.at + "events/", self.hall.choice("trap"))

    def _before_post_tournament_player(self) -> None:
        self._post("tournament-player", {"action": "undo_check_in"})

    def _before_post_tournament_stages(self) -> None:
        """Of another tournament, which has stages."""
        self.cup = self.parts["tournament"]
        told: dict[str, Any] = {
            "name": "Groups",
            "options": {"stages": [{"format": "round_robin"}], "list_required": False},
        }
        told |= {"players": [{"name": name} for name in "ABCD"], "check_in": True}
        self.parts["tournament"] = self._post("tournaments", told)["tournament"]["id"]

    def _before_post_tournament_teams(self) -> None:
        """Of another tournament, which is one of teams."""
        self.cup = self.parts["tournament"]
        told = {"name": "Teams", "options": {"teams": {"size": 2}, "list_required": False}}
        self.parts["tournament"] = self._post("tournaments", told)["tournament"]["id"]

    def _before_post_tournament_round(self) -> None:
        self._post("tournament-results", {"results": [{"table": 2, "events": [REPORT]}]})

    def _before_post_campaign_events(self) -> None:
        told = {"players": [{"name": "Egon"}, {"name": "Fay"}]}
        egon, fay = (one["player"] for one in self._post("campaign-players", told)["results"])
        self.others = {"serpent": [egon], "alliance": [fay]}
        self._post("campaign-tables", {"battlefield": "heaven", "sides": self.others})

    def _before_post_campaign(self) -> None:
        self._post("campaign-tables", {"battlefield": "camp", "sides": self.others})

    def _before_post_campaign_arcana(self) -> None:
        told = {"action": "earn", "arcana": "M-fool", "table": "sea", "side": "alliance"}
        self._post("campaign-arcana", told)

    def _before_post_campaign_fallen(self) -> None:
        (table,) = (
            one
            for one in self.olga.get(self._address("campaign-tables")).json()["results"]
            if one["battlefield"] == "sea"
        )
        data: Any = REPORT["data"]
        fallen = [{"figure_id": "king", "owner": self.fighters[0]}]
        report = {**REPORT, "data": {**data, "casualties": fallen}}
        confirm = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
        events = {"events": [report, {"type": "result_confirmed", "data": confirm}]}
        assert self.olga.post(f"matches/{table['match']}/events/", events).status_code == 201

    def _before_post_chronicle_matches(self) -> None:
        self._post("chronicle-rosters", {"player": self.people[1], "name": "The quiet ones"})

    def _before_post_chronicle_challenge(self) -> None:
        told = self.olga.get(self._address("chronicle-world")).json()["world"]["challenges"]
        open_ = [one["id"] for one in told if one["status"] == "open"]
        if not open_:
            self._post("chronicle-rosters", {"player": self.people[1], "name": "The quiet ones"})
            self._post("chronicle-challenges", {"roster": "r1", "against": "r2", "stake": "mill"})
            told = self.olga.get(self._address("chronicle-world")).json()["world"]["challenges"]
        self.parts["challenge"] = told[0]["id"]

    def _before_post_chronicle_rolls(self) -> None:
        """The campaign has heard of a match that is over."""
        told = [{"type": "scenario_selected", "data": {"scenario": "idols", "method": "organiser"}}]
        result = {"last_turn": 0, "reason": "conceded", "vp": {"a": 0, "b": 0}, "by_side": "b"}
        who = Identity(self.user)
        commands.append(who, UUID(self.battle), told)
        commands.report_match(who, UUID(self.battle), result, type_="match_result_recorded")
        caught_up()

    def _before_post_rule_fix(self) -> None:
        """A match that older rules scored otherwise."""
        before = {"status": "open", "vp": {"alliance": 1, "serpent": 0}}
        after = {"status": "open", "vp": {"alliance": 0, "serpent": 0}}
        told = {"before": before, "after": after, "changed": ["vp"], "seq": 2}
        rule_fixes.look_on(UUID(self.parts["fix"]))  # as a worker would
        fix = RuleFix.objects.get(pk=self.parts["fix"])
        RuleFixMatch.objects.create(fix=fix, stream_id=self.hall.match, **told)

    def _before_post_season(self) -> None:
        self._post("season", {"action": "reopen", "reason": "a run was forgotten"})

    def _before_get_match_audit(self) -> None:
        table = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
        self._post("match-events", {"type": "result_confirmed", "data": table})

    def _before_get_edition(self) -> None:
        told: Any = {"system": "last_battle", "key": "hall-1", "name": "Hall", "format": "csv"}
        commands.import_edition(Identity(self.user), text="figure_id,name,cost\nguard,Guard,4\n", **told)
