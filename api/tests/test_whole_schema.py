"""Schemathesis over the whole document, with ids of what is there: no fault of ours, nothing that is not described.

Requests are made from the schemas, good and bad ones, always the same. What comes back must have a status, a media
type, headers and a body that the document promises.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api import throttle
from api.examples import ANOTHER, BODIES, ID
from api.tests.hall import Hall, Rest
from api.views import live
from tracker.identity import new_token
from tracker.models import SeasonKeeper
from tracker.proof import seals
from tracker.rulesets.chronicle.templates import templates

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MADE_UP = ("fields", "cursor")
"""Parameters of which a made-up value is refused before anything else is looked at; `test_chosen` has good ones."""
EXAMPLES = 8
"""Requests of each kind (good, bad) for each operation."""
SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)

NEVER_GOOD = {"GET /api/v1/systems/{system}/catalogue/{edition}/"}
"""Reads that answer nothing here: no edition is imported."""

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1500)]


@pytest.fixture
def world(
    hall: Hall, cup: dict[str, Any], battle: str, organiser: Rest, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """What the parts of addresses and queries may name: everything is there once."""
    monkeypatch.setattr(live, "HELD_FOR", 0.05)
    hall.finish()
    olga = User.objects.get(username="olga")
    olga.is_superuser = True  # mended rules are an administrator's
    olga.save()
    SeasonKeeper.objects.create(user=olga)
    organiser.post(cup["at"] + "rounds/", {"until": "started"})
    told = {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13}
    run = hall.alice.post("runs/", {"player": hall.a, "run": told}).json()
    season = organiser.post("seasons/", {"name": "Now", "starts": "2026-01-01T00:00:00Z"}).json()
    war = organiser.post("chronicles/", {"name": "War", "definition": templates()["river-war"]}).json()
    at_war = f"chronicles/{war['id']}/"
    for player in (hall.a, hall.b):
        fighters = [{"id": "hiro", "name": "Hiro"}]
        organiser.post(at_war + "rosters/", {"player": player, "name": "Clan", "fighters": fighters})
    assert organiser.post(at_war + "matches/", {"rosters": ["r1", "r2"]}).status_code == 201
    what_if = organiser.post(at_war + "what-ifs/", {"name": "If"}).json()
    fix = organiser.post("rule-fixes/", {"system": "last_battle"}).json()
    rosters = {
        kind: organiser.post(f"{kind}s/", {"system": system, "name": "x", "body": body}).json()["id"]
        for kind, system, body in (
            ("warband", "last_battle", {}),
            ("deck", "senjutsu", {"character": "ronin", "signature": True}),
            ("team", "super_fantasy_brawl", {}),
        )
    }
    hook = organiser.post("webhooks/", BODIES["webhooks"]).json()
    return {
        "match": hall.match,
        "stream": hall.match,
        "tournament": cup["id"],
        "campaign": battle,
        "chronicle": war["id"],
        "what_if": what_if["id"],
        "fix": fix["id"],
        "season": season["id"],
        "run": run["id"],
        "player": hall.a,
        "other": hall.b,
        "entrant": cup["players"][0]["player"],
        "round": 1,
        "number": seals.seal_heads() or 1,
        "system": "last_battle",
        "board": "horde",
        "webhook": hook["webhook"]["id"],
        "token": str(new_token("spare", ["read"], user=olga)[0].pk),
        **rosters,
    }


def _named(world: dict[str, Any], path: str, name: str) -> Any:
    """What stands for a part of this address."""
    if name == "roster":
        return world[path.removeprefix("/api/v1/").split("s/")[0]]
    if name == "player" and "/tournaments/" in path:
        return world["entrant"]
    if name == "system" and "/ladders/" in path:
        return "senjutsu"
    return world.get(name)


def _operations(app: Any) -> Iterator[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", app)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


def _at_home(case: Any, world: dict[str, Any]) -> None:
    """The request asks for what is there."""
    for name in case.path_parameters:
        known = _named(world, case.operation.path, name)
        case.path_parameters[name] = case.path_parameters[name] if known is None else known
    for name in list(case.query or {}):
        if name in MADE_UP:
            del case.query[name]
        elif name in world:
            case.query[name] = world[name]


def test_no_answer_is_a_fault_of_ours_or_another_than_described(
    world: dict[str, Any], organiser: Rest
) -> None:
    app, wrong = WSGIHandler(), []
    statuses: defaultdict[str, set[int]] = defaultdict(set)

    def holds(case: Any) -> None:
        throttle.REQUESTS.forget()
        answer = case.call(
            headers={**organiser.headers, "Accept-Encoding": "identity", **dict(case.headers or {})}
        )
        statuses[case.operation.label].add(answer.status_code)
        streams = answer.headers.get("content-type", [""])[0] == "text/event-stream"
        case.validate_response(answer, checks=CHECKS[:-1] if streams else CHECKS)

    def at_home(case: Any) -> None:
        _at_home(case, world)
        holds(case)

    # what is there is taken away last
    for operation in sorted(_operations(app), key=lambda one: str(one.method).lower() == "delete"):
        asks: list[Callable[[], Any]] = [
            partial(at_home, _by_example(operation, world)),
            _many(at_home, operation.as_strategy(generation_mode=GenerationMode.POSITIVE)),
            _many(holds, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)),
        ]
        for ask in asks:
            try:
                ask()
            except Unsatisfiable:
                assert operation.label == "GET /api/v1/docs/", (
                    "only this one takes nothing that could be wrong"
                )
            except (
                Exception,
                BaseExceptionGroup,
            ) as error:  # every fault of every operation is told at the end
                wrong.append(f"{operation.label}\n{_text(error)}")
    assert not wrong, f"{len(wrong)} faults\n\n" + "\n\n".join(wrong)
    assert {200, 201, 204, 400, 404, 422} <= set().union(*statuses.values())
    silent = {label for label, found in statuses.items() if label.startswith("GET ") and min(found) >= 400}
    assert silent <= NEVER_GOOD, silent


def _many(ask: Callable[[Any], None], cases: Any) -> Callable[[], None]:
    @seeded(1)
    @SETTINGS
    @given(case=cases)
    def each(case: Any) -> None:
        ask(case)

    return each


def _by_example(operation: Any, world: dict[str, Any]) -> Any:
    """The request that the document shows, with the ids of who is there."""
    body = operation.body[0].definition.get("example") if operation.body else None
    told = json.dumps(body).replace(ANOTHER, world["other"]).replace(ID, world["player"])
    parts = {one.name: "x" for one in operation.path_parameters}
    return operation.Case(path_parameters=parts, **({"body": json.loads(told)} if operation.body else {}))


def _text(error: BaseException) -> str:
    parts = getattr(error, "exceptions", None) or [error]
    return "\n".join(str(part)[:1500] for part in parts)
