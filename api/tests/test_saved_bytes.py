"""Answers that are large go out compressed, and those that the client has already do not go out at all."""

from __future__ import annotations

import gzip
import json

import pytest

from api.tests.hall import Hall


@pytest.mark.parametrize(
    "path",
    [
        "schema/",
        "systems/last_battle/rules/",
        "systems/last_battle/schemas/",
        "matches/",
        "{match}events/",
    ],
)
def test_a_large_answer_is_compressed_and_sent_once(hall: Hall, path: str) -> None:
    at = path.format(match=hall.at)
    plain = hall.olga.get(at)
    packed = hall.olga.get(at, Accept_Encoding="gzip")
    assert packed["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed["Vary"]
    assert json.loads(gzip.decompress(packed.content)) == plain.json()
    assert len(packed.content) < len(plain.content) or len(plain.content) < 1_000
    again = hall.olga.get(at, Accept_Encoding="gzip", If_None_Match=packed["ETag"])
    assert again.status_code == 304 and not again.content
