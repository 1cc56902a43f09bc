"""Files that are looked for by their place: what a game has not brought is told at once, and how to make it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from games.registry import SYSTEMS
from games.tests.registered import hides
from games.tests.test_one_side import LEAST

CHECKOUT = Path(__file__).parents[2]
WRITTEN = "`manage.py schemas --write` makes it"
FILES = {
    "games/{key}/rules.toml": "every rule with its sentence",
    "games/{key}/examples.jsonl": "one of every event, a line each: its type and its fields",
    "games/{key}/examples.md": "what stands above the events in docs/events/{key}.md",
    "games/{key}/tests/worked/index.toml": "two slices of logs: `[[examples]]` with title, text, log, first, last",
    "games/{key}/tests/golden/*.jsonl": "`manage.py simulate {key} --matches 6 --out games/{key}/tests/golden`",
    "games/{key}/tests/golden/*.outcome.json": "`write` of games/tests/test_golden.py, from a shell",
    "docs/events/{key}.md": WRITTEN,
    "docs/schema/{key}.json": WRITTEN,
    "docs/en/{key}.md": "the guide for people, in English",
    "docs/ru/{key}.md": "the guide for people, in Russian",
}
OF_SECRETS = {
    "disguise": {"disguised": "(event, dice) -> a secret event with another secret"},
    "alone": {
        "endings": "(state, player) -> the ends that one side may log alone",
        "turned_up": "(before, after) -> whether an event opened a secret by the rules",
    },
}
"""What a game with secrets has besides, in modules of its tests."""


def lacking(key: str) -> Iterator[str]:
    """Each thing that is not there, with what belongs into it."""
    for place, what in FILES.items():
        path = place.format(key=key)
        if not any(CHECKOUT.glob(path)):
            yield f"{path}: {what.format(key=key)}"


def unproven(key: str) -> Iterator[str]:
    """What shows that no secret of the game gets out, as far as it is not there."""
    for module, functions in OF_SECRETS.items():
        path = f"games/{key}/tests/{module}.py"
        made = import_module(f"games.{key}.tests.{module}") if (CHECKOUT / path).is_file() else None
        yield from (f"{path}: {name}{what}" for name, what in functions.items() if not hasattr(made, name))
    if key not in LEAST:
        yield "games/tests/test_one_side.py: a row of LEAST, with what its test counts of this game"


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_game_brings_what_is_looked_for(key: str) -> None:
    found = [*lacking(key), *(unproven(key) if hides(key) else ())]
    missing = "".join(f"\n  - {one}" for one in found)
    assert not missing, f"{key} has not brought (games/README.md, steps 6 to 10):{missing}"


def test_what_is_missing_is_named() -> None:
    missing = [*lacking("no_such_game"), *unproven("no_such_game")]
    assert len(missing) == len(FILES) + 4
    assert "docs/events/no_such_game.md: `manage.py schemas --write` makes it" in missing
