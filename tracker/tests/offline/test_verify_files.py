"""verify-log on files: no byte changes unnoticed, and the place is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from games.portable import log_of, write_log
from tracker.management.tool import REFUSED
from tracker.proof.verify import verify_file
from tracker.tests.offline.helpers import RULES, answer, replaced


def test_every_changed_byte_of_a_log_is_found() -> None:
    """All bytes of a small log, and random bytes of larger ones."""
    from games.last_battle.play.simulate import simulate

    dice = random.Random(11)
    for seed, level, tries in ((1, "summary", None), (2, "turns", 300), (3, "turns", 300)):
        log = write_log(*log_of(RULES, "match", *simulate(seed, level)))
        assert verify_file(log) == []
        places = range(len(log)) if tries is None else dice.sample(range(len(log)), tries)
        for place in places:
            changed = log[:place] + bytes([log[place] ^ dice.choice((1, 2, 4, 32))]) + log[place + 1 :]
            problems = verify_file(changed)
            assert problems, f"byte {place}"
            assert all("line " in problem.what for problem in problems)


def test_verify_names_the_place_and_fails(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    wrong = replaced(files[1], '"turn":2', '"turn":3')
    line = next(n for n, text in enumerate(wrong.read_text().splitlines(), 1) if '"turn":3' in text)
    code, told = answer(capsys, "verify-log", str(wrong))
    assert (code, told["ok"]) == (REFUSED, False)
    assert told["problems"][0] == {
        "stream": None,
        "seq": line - 1,
        "what": f"line {line}: the hash does not match the entry and all before it",
    }
    assert any("LB-TLOG-01" in problem["what"] for problem in told["problems"])


def test_verify_of_a_file_that_is_broken_in_form_fails_too(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = answer(capsys, "verify-log", str(replaced(files[0], ',"seq":1', '"seq":1')))
    assert (code, told["ok"]) == (REFUSED, False)
    assert told["problems"][0]["what"].startswith("line 2: JSON is malformed")
