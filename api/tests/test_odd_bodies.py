"""Bodies that nobody sends in good faith: answered at once, and never by a fault of the server."""

from __future__ import annotations

import time

import pytest

from api.inputs import is_nested
from api.tests.hall import Rest, assert_problem

SIZE = 250_000


@pytest.mark.parametrize("text", [b'"' + b'\\"' * SIZE, b'"' + b"\\\n" * SIZE, b'"a' * SIZE])
def test_a_text_that_never_ends_takes_no_longer_than_its_length(text: bytes) -> None:
    began = time.process_time()
    assert is_nested(b"[" * 101 + text)
    assert not is_nested(b"[]" * 101 + text)
    assert time.process_time() - began < 1


def test_such_a_body_is_malformed(visitor: Rest) -> None:
    for body in (b"[" * 101 + b'"' + b'\\"' * SIZE, b"[]" * 101 + b'"' + b'\\"' * SIZE):
        assert_problem(visitor.send("POST", "claim/", body), 400, "malformed")
