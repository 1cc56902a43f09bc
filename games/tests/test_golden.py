"""Logs of released rule sets replay for ever: every file in a game's `tests/golden/` is a match that must stay legal.

Beside each log stands what it came to. A new release adds files (`manage.py simulate`, then `write` below); no release
may change one. From a shell: `python -c "from games.tests.test_golden import write; write('games/NAME/tests/golden')"`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.audit import judge_log
from games.portable import read_log, verify
from games.registry import MATCHES
from games.ruleset import Outcome

GAMES = Path(__file__).parents[1]
LOGS = sorted(GAMES.glob("*/tests/golden/*.jsonl"))


def expected(outcome: Outcome) -> dict[str, Any]:
    """What may never change: the result and where every point came from."""
    told: dict[str, Any] = msgspec.to_builtins(outcome)
    return {name: told[name] for name in ("status", "vp", "winner", "turn", "lines")}


def write(folder: str | Path) -> None:
    """Puts beside each log of the folder that has none yet what it comes to."""
    for path in sorted(Path(folder).glob("*.jsonl")):
        told = path.with_suffix(".outcome.json")
        if not told.exists():
            read = read_log(path.read_bytes(), lambda kind, system: MATCHES[system])
            outcome = read.rules.outcome(judge_log(read).state)
            told.write_bytes(msgspec.json.format(msgspec.json.encode(expected(outcome)), indent=1) + b"\n")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_verifies_and_comes_to_the_same_result(path: Path) -> None:
    read = read_log(path.read_bytes(), lambda kind, system: MATCHES[system])
    assert verify(read) == []
    judgement = judge_log(read)
    assert judgement.refused == []
    result = msgspec.json.decode(path.with_suffix(".outcome.json").read_bytes())
    assert msgspec.json.decode(msgspec.json.encode(expected(read.rules.outcome(judgement.state)))) == result


@pytest.mark.parametrize("system", MATCHES)
def test_every_system_has_golden_logs(system: str) -> None:
    assert [path for path in LOGS if path.parents[2].name == system]
