"""`simulate SYSTEM`: writes portable logs of legal random matches, the same bytes for the same seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.portable import log_of, write_log
from games.registry import MATCHES, SYSTEMS
from tracker.management.tool import Writer, bad_input
from tracker.systems import MATCH

LEVELS = ("summary", "turns", "full")


class Command(Writer):
    help = "Writes portable logs of legal random matches and prints their paths."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("system", choices=MATCHES, help="which game")
        parser.add_argument("--matches", type=int, default=1, metavar="N", help="how many (default: 1)")
        parser.add_argument(
            "--seed", type=int, default=0, metavar="S", help="same seed, same bytes (default: 0)"
        )
        parser.add_argument("--level", choices=LEVELS, help="how much detail (default: all levels in turn)")
        parser.add_argument(
            "--scenario", metavar="KEY", help="one scenario, where the game has them (default: any)"
        )
        parser.add_argument("--out", default=".", metavar="DIR", help="where to write (default: here)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["matches"] < 0:
            raise bad_input(f"--matches {options['matches']}: the number of matches cannot be negative")
        levels = levels_of(options["system"], options["level"])
        check_scenario(options["system"], options["scenario"])
        self.tell(self._written(options, levels), options["json"])

    def _written(self, options: dict[str, Any], levels: tuple[str, ...]) -> Iterator[Path]:
        system, seed, folder = options["system"], options["seed"], Path(options["out"])
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(options["matches"]):
            path = folder / f"{system}-{seed}-{number + 1:04}.jsonl"
            level = levels[number % len(levels)]
            path.write_bytes(simulated(system, seed, number, level, options["scenario"]))
            yield path


def levels_of(system: str, wanted: str | None) -> tuple[str, ...]:
    """The levels to play: the one that is wanted, or all that the system's simulation knows."""
    known = SYSTEMS[system].simulation().LEVELS
    if wanted is None:
        return known
    if wanted not in known:
        raise bad_input(f"--level {wanted}: {system} knows {', '.join(known)}")
    return (wanted,)


def check_scenario(system: str, wanted: str | None) -> None:
    """One that the game has, and that its simulation can be asked for."""
    if wanted is None:
        return
    if "scenario" not in signature(SYSTEMS[system].simulation().simulate).parameters:
        raise bad_input(f"--scenario {wanted}: the simulation of {system} chooses for itself")
    if wanted not in SYSTEMS[system].scenarios:
        raise bad_input(f"--scenario {wanted}: {system} knows {', '.join(SYSTEMS[system].scenarios)}")


def simulated(system: str, seed: int, number: int, level: str, scenario: str | None = None) -> bytes:
    """One chained portable log. Every match has a seed of its own, drawn from the run's seed and its number."""
    own = int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:6], "big")
    simulate: Any = SYSTEMS[system].simulation().simulate
    setup, events = simulate(own, level, **({"scenario": scenario} if scenario else {}))
    return write_log(*log_of(MATCHES[system], MATCH, setup, events))
