"""The OpenAPI document is valid and says neither more nor less than the addresses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from django.urls import URLPattern

from api.openapi import document
from api.operations import OPERATIONS
from api.problems import KINDS
from api.tests.hall import Hall, Rest
from api.urls import urlpatterns
from tracker.models import rosters
from tracker.proof import seals
from tracker.rulesets.chronicle.templates import templates
from tracker.schemas import SYSTEMS

NAMES = {pattern.name: pattern for pattern in urlpatterns if isinstance(pattern, URLPattern) and pattern.name}

RANKED = ("ladder", "runs", "run", "seasons", "season")
OF_ADMINISTRATORS = ("rule-fixes", "rule-fix", "rule-fix-matches")
SHOWN_ELSEWHERE = (
    *("edition", *OF_ADMINISTRATORS),
    *(part for kind in rosters.KINDS for part in (kind, f"{kind}-revisions")),
)
"""Their answers are held against the document by `test_shown_answers`."""


OF_OPENAPI = resources.files("drf_spectacular.validation") / "openapi_3_1_schema.json"


def test_the_document_is_valid() -> None:
    told = json.loads(msgspec.json.encode(document(), enc_hook=str))
    assert told["openapi"].startswith("3.1")
    jsonschema_rs.validate(json.loads(OF_OPENAPI.read_text(encoding="utf-8")), told)
    for schema in told["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)


def test_every_address_is_described_with_every_method() -> None:
    assert {name for name, _ in OPERATIONS} == set(NAMES)
    for name, pattern in NAMES.items():
        view = getattr(pattern.callback, "view_class", None)
        if view is None:
            continue
        answered = {method for method in ("get", "post", "put", "patch", "delete") if hasattr(view, method)}
        assert answered == {method for operation, method in OPERATIONS if operation == name}, name


@pytest.mark.soak
def test_what_is_answered_fits_what_is_described(hall: Hall, cup: dict[str, Any], battle: str) -> None:
    hall.finish()
    hall.alice.post("warbands/", {"system": "last_battle", "name": "x", "body": {}})
    told = {"name": "bot", "target": "https://bot.example.org/"}
    war = hall.olga.post("chronicles/", {"name": "War", "definition": templates()["river-war"]}).json()["id"]
    fork = hall.olga.post(f"chronicles/{war}/what-ifs/", {"name": "If"}).json()["id"]
    parts = {
        "what_if": fork,
        "stream": hall.match,
        "webhook": hall.olga.post("webhooks/", told).json()["webhook"]["id"],
        "system": "last_battle",
        "player": hall.a,
        "number": str(seals.seal_heads()),
    }
    for (name, method), operation in OPERATIONS.items():
        if method != "get" or operation.answer is None or name in SHOWN_ELSEWHERE:
            continue
        if name in ("tournament-round", "tournament-explain") or name.partition("-")[0] in RANKED:
            continue
        streams = {"tournament": cup["id"], "campaign": battle, "chronicle": war}
        stream = streams.get(name.partition("-")[0], hall.match)
        address = "/" + "/".join(
            {**parts, "stream": stream}.get(part.strip("<>").partition(":")[2], part)
            for part in str(NAMES[name].pattern).split("/")
        )
        answer = hall.olga.get("/api/v1" + address)
        assert answer.status_code == 200, (address, answer.content)
        responses = document()["paths"]["/api/v1/" + _described(name)][method]["responses"]
        schema = responses["200"]["content"]["application/json"]["schema"]
        jsonschema_rs.validate({**schema, "components": document()["components"]}, answer.json())


def _described(name: str) -> str:
    from api.openapi import _address

    return _address(NAMES[name])


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_refusal_speaks_both_languages(code: str) -> None:
    kind = KINDS[code]
    assert 400 <= kind.status < 600 and kind.title.en.isascii() and kind.detail.en.isascii()
    assert not kind.title.ru.isascii() and (not kind.detail.ru.isascii() or kind.detail.ru.startswith("{"))


def test_the_pages_need_no_outside_host(visitor: Rest, organiser: Rest) -> None:
    page = visitor.get("docs/")
    assert page.status_code == 200 and b"http" not in page.content.replace(b"http-equiv", b"")
    assert b"<script>" not in page.content and b"style=" not in page.content
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert visitor.get("schema/").json() == json.loads(json.dumps(document()))
    assert visitor.get("schema/", If_None_Match=visitor.get("schema/")["ETag"]).status_code == 304


def test_other_addresses_are_problems_too(visitor: Rest, organiser: Rest) -> None:
    for path in ("nothing", "nothing/", "matches/seven/", "tournaments/x/standings/"):
        answer = visitor.get(path)
        assert answer.status_code == 404 and answer["Content-Type"] == "application/problem+json"
    assert visitor.post("nothing/", {}).status_code == 404


def test_our_own_faults_tell_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **options: Any) -> None:
        raise RuntimeError("the scheme is trap")

    monkeypatch.setattr("tracker.selectors.outcome", fail)
    monkeypatch.setattr("tracker.commands.append", fail)
    for answer in (
        hall.alice.get(hall.at + "score/"),
        hall.alice.post(hall.at + "events/", hall.choice("trap")),
    ):
        assert answer.status_code == 500 and answer.json()["code"] == "internal"
        assert b"trap" not in answer.content


def test_whatever_makes_something_takes_a_key_and_says_so() -> None:
    """But what answers with a secret that is kept nowhere."""
    secretive = {"tokens", "claim", "live-token"}
    for (name, method), operation in OPERATIONS.items():
        if operation.status != 201:
            continue
        told = document()["paths"]["/api/v1/" + _described(name)][method]
        takes = "Idempotency-Key" in {one["name"] for one in told["parameters"]}
        assert takes == (name not in secretive) == ("409" in told["responses"]), name


@pytest.mark.parametrize("name", sorted({name for name, method in OPERATIONS if method == "post"}))
def test_an_example_of_every_body_is_one_that_may_be_sent(name: str) -> None:
    """Its events fit the schemas of a system as well."""
    body = document()["paths"]["/api/v1/" + _described(name)]["post"]["requestBody"]["content"][
        "application/json"
    ]
    operation = OPERATIONS[name, "post"]
    msgspec.convert(body["example"], operation.body)
    jsonschema_rs.validate({**body["schema"], "components": document()["components"]}, body["example"])


def test_events_are_told_apart_by_their_type_and_refused_without_what_they_need() -> None:
    schemas = document()["components"]["schemas"]
    for system in SYSTEMS:
        events = schemas[f"{system}.event"]
        assert len(events["oneOf"]) == len(events["discriminator"]["mapping"]) > 3
    legal = {"$ref": "#/components/schemas/last_battle.event", "components": document()["components"]}
    chosen = {"type": "scheme_chosen", "data": {"player": "x", "scheme": "trap"}}
    jsonschema_rs.validate(legal, chosen)
    refused: list[Any] = [
        {"type": "scheme_chosen", "data": {}},
        {"type": "chess_played", "data": {}},
        {"data": {}},
    ]
    for wrong in refused:
        with pytest.raises(jsonschema_rs.ValidationError):
            jsonschema_rs.validate(legal, wrong)


def test_the_document_is_one_that_generators_read() -> None:
    """No `items: false`, no bare object, no default, no two schemas of one title, no reference that leads nowhere."""
    schemas = document()["components"]["schemas"]
    titles = [schema.get("title") for schema in schemas.values()]
    assert len(set(titles)) == len(titles)
    for place, part in _parts(document()):
        assert part.get("items") is not False and "prefixItems" not in part, place
        assert not str(part.get("$ref", "")).startswith("#/$defs/"), place
        if part.get("type") == "object" and place[0] == "components":
            assert {"properties", "additionalProperties"} & set(part), place
        if str(part.get("$ref", "")).startswith("#/components/schemas/"):
            assert part["$ref"].rpartition("/")[2] in schemas, place
    assert all(
        operation["description"] and operation["responses"] and operation["operationId"]
        for methods in document()["paths"].values()
        for operation in methods.values()
    )


def _parts(whole: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if isinstance(whole, list):
        for one in whole:
            yield from _parts(one, place)
    if isinstance(whole, dict):
        yield place, whole
        for name, one in whole.items():
            if name != "example":
                yield from _parts(one, (*place, name))


@pytest.mark.parametrize(
    "path", ["matches/", "players/", "systems/", "systems/senjutsu/rules/", "systems/senjutsu/schemas/"]
)
def test_every_read_has_a_tag_and_is_not_sent_twice(hall: Hall, path: str) -> None:
    first = hall.alice.get(path)
    again = hall.alice.get(path, If_None_Match=first["ETag"])
    assert first.status_code == 200 and again.status_code == 304 and not again.content


def test_rounds_and_players_of_an_event_have_tags_that_move(cup: dict[str, Any], organiser: Rest) -> None:
    for part in ("players/", "rounds/", "pairings/"):
        before = organiser.get(cup["at"] + part)["ETag"]
        assert organiser.get(cup["at"] + part, If_None_Match=before).status_code == 304
    tag = organiser.get(cup["at"] + "rounds/")["ETag"]
    organiser.post(cup["at"] + "rounds/", {})
    assert organiser.get(cup["at"] + "rounds/", If_None_Match=tag).status_code == 200
