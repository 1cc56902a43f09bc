"""The hash chain: every field counts, and the form of the hash never changes."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from games.chain import Row, genesis, link
from games.secrets import canonical

HEADER: dict[str, Any] = {
    "kind": "match",
    "system": "toy",
    "ruleset": "1",
    "setup": {"options": {"b": 1, "a": 2}},
    "stream": "s-1",
}
ROW = Row(seq=3, type="points_scored", side="red", actor="player:anna", at="2026-01-01T10:00:00Z", key="k")
DATA = canonical({"side": "red", "points": 2})


def test_genesis_is_the_documented_digest() -> None:
    line = b'{"kind":"match","ruleset":"1","setup":{"options":{"a":2,"b":1}},"stream":"s-1","system":"toy"}'
    assert genesis(**HEADER) == hashlib.sha256(b"warledger:1\n" + line).hexdigest()


def test_the_hash_of_an_event_is_the_documented_digest() -> None:
    row = (
        b'{"actor":"player:anna","at":"2026-01-01T10:00:00Z","key":"k","recorded":null,"schema":1,"seq":3,'
        b'"side":"red","type":"points_scored","visibility":"public"}'
    )
    text = b"ab" * 32 + b"\n" + row + b"\n" + b'{"points":2,"side":"red"}'
    assert link("ab" * 32, ROW, DATA) == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize("field", HEADER)
def test_every_field_of_the_header_moves_the_genesis(field: str) -> None:
    assert genesis(**{**HEADER, field: {} if field == "setup" else "other"}) != genesis(**HEADER)


@pytest.mark.parametrize("field", Row.__struct_fields__)
def test_every_field_of_a_row_moves_the_hash(field: str) -> None:
    value = 9 if field in ("seq", "schema") else "other"
    changed = msgspec.structs.replace(ROW, **{field: value})
    assert link("", changed, DATA) != link("", ROW, DATA)


def test_the_previous_hash_and_the_data_move_the_hash() -> None:
    assert len({link("a", ROW, DATA), link("b", ROW, DATA), link("a", ROW, DATA + b" ")}) == 3


def test_a_field_that_equals_its_default_hashes_the_same_wherever_it_came_from() -> None:
    read = msgspec.json.decode(canonical(Row(seq=3, type="points_scored")), type=Row)
    assert link("", read, DATA) == link("", Row(seq=3, type="points_scored"), DATA)
