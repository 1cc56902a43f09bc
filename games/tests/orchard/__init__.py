"""Orchard Raid, a small complete game: foxes raid three orchards, hounds guess where. `SYSTEM` is its one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from games.catalogue import load
from games.choices import Mode, Tables
from games.faces import Faces, Fact, Held
from games.rulebook import Text
from games.ruleset import Actor, Cards, Event, Roster, Setup
from games.simulated import Table, by_chance
from games.system import Simulated, System
from games.tests.orchard import rules as r
from games.words import Words

ORCHARDS = Text("Orchard Raid", "Набег на сад")
SIDES = ("foxes", "hounds")
TABLES = Tables(
    name=ORCHARDS,
    modes=(Mode(key="duel", name=Text("two players", "два игрока"), sides=SIDES),),
    levels=("turns", "full"),
)


def open_table(
    sides: Mapping[str, Sequence[str]], scenario: str | None, options: Mapping[str, Any], sample: Any
) -> tuple[Event, ...]:
    """The opening: who sits where, and how closely it is logged."""
    seats = {side: players[0] for side, players in sides.items()}
    return (r.RaidOpened(sides=seats, detail=options.get("detail", "turns")),)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """A pack that was handed in."""
    return (r.PackBrought(player=player, animals=msgspec.convert(roster.body, r.Body).animals),)


def simulate(seed: int, level: Any) -> tuple[Setup, list[tuple[Event, Actor]]]:
    """A legal random match."""
    name, setup = f"{seed}:{level}", Setup()
    table = Table(r.RULES, r.RULES.initial(setup), Random(name), name)
    table.log(r.RaidOpened(sides=dict(zip(SIDES, ("ann", "bob"), strict=True)), detail=level))
    return setup, by_chance(table, {"animals": (("scout",), ("howler", "elder"))}, seldom=("raid_given_up",))


FACES = Faces(
    held=lambda state: [
        Held(player=player, field="orchard", values=(one,)) for player, one in state.chosen.items() if one
    ],
    facts=lambda state: [
        Fact(field="animals", values=pack, side=r.side_of(state, player))
        for player, pack in state.packs.items()
    ],
    domains=lambda state: {"animals": tuple(r.ANIMALS)},
    wanted=lambda cards: {"animals": {key: Text(key.title(), key) for key in r.ANIMALS}},
)

SYSTEM = System(
    key="orchard",
    rules=r.RULES,
    tables=TABLES,
    open_table=open_table,
    bring_list=bring_list,
    brings="pack_brought",
    roster_kind="warband",
    simulation=lambda: Simulated(("turns", "full"), simulate),
    words=load(Path(__file__).parent / "words.toml", Words),
    faces=FACES,
)
