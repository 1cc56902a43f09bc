"""docs/schema is current, and its schemas accept and refuse what the decoder does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from games.last_battle.system import SYSTEM
from games.ruleset import Setup
from games.vocabulary import examples_of
from tracker.management.commands.schemas import path_of, text_of
from tracker.schemas import SYSTEMS, document
from tracker.tests.offline.helpers import GOOD


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_kept_schema_is_current(system: str) -> None:
    assert path_of(system).read_text(encoding="utf-8") == text_of(system), "run: manage.py schemas --write"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_schema_is_a_schema(system: str) -> None:
    jsonschema_rs.meta.validate(document(system))


def problems_of(part: str, value: Any) -> list[str]:
    schema = {**document("last_battle"), "$ref": f"#/$defs/{part}"}
    return [error.message for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(value)]


def test_examples_logs_and_rosters_fit_the_schema(files: list[Path]) -> None:
    for example in examples_of(SYSTEM):
        data = msgspec.json.decode(msgspec.json.encode(example))
        assert problems_of("event", {"type": data.pop("type"), "data": data}) == []
    for path in files:
        header, *lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert problems_of("Header", header) == []
        for line in lines:
            assert problems_of("line", line) == []
    assert problems_of("Roster", GOOD) == []
    assert problems_of("Setup", msgspec.to_builtins(Setup())) == []


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("event", {"type": "castled", "data": {}}),
        ("event", {"type": "table_opened"}),
        ("event", {"type": "table_opened", "data": {"battlefield": "moon", "sides": {}}}),
        ("event", {"type": "table_opened", "data": {"battlefield": "sea", "sides": {}, "weather": "rain"}}),
        ("line", {"type": "schemes_dealt", "data": {"player": "p"}}),
        ("Roster", {"system": "last_battle", "kind": "warband", "name": "x", "body": {"leader": 7}}),
    ],
)
def test_the_schema_refuses_what_the_decoder_refuses(part: str, value: Any) -> None:
    assert problems_of(part, value) != []
