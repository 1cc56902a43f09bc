"""What the tests of all registered games ask of each: a random match, whether it hides anything, other secrets.

Apart from `contract.py`, which tests of a single game import: no game knows the registry.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any

from games.codec import codec_for
from games.registry import MATCHES, SYSTEMS
from games.ruleset import Setup
from games.tests.contract import Disguise, Told


def simulated(system: str, seed: int, level: str, players: int) -> tuple[Setup, list[Told]]:
    """A random match of a registered game, with so many players on a side where its simulation knows of them."""
    simulation: Any = SYSTEMS[system].simulation()
    seats = (players,) if len(signature(simulation.simulate).parameters) > 2 else ()
    played: tuple[Setup, list[Told]] = simulation.simulate(seed, level, *seats)
    return played


def hides(system: str) -> bool:
    """Whether a game has secrets at all."""
    return bool(codec_for(MATCHES[system]).hiding)


def disguise_of(system: str) -> Disguise:
    """What makes other secrets of the secrets of a game."""
    if not hides(system):
        return lambda event, dice: event
    found: Disguise = import_module(f"games.{system}.tests.disguise").disguised
    return found
