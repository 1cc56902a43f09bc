"""Other secrets behind the same public face, for the contract's test that no secret gets out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from games.ninja.full import events as f
from games.ruleset import Event

Other = Callable[[Any, Random], dict[str, Any]]
"""(event, dice) -> other secret fields."""


def _cards(event: Any, dice: Random) -> dict[str, Any]:
    return {"cards": {"rope": 1, "awaken": dice.randint(1, 9)}}


def _bonus(event: Any, dice: Random) -> dict[str, Any]:
    shares = {"guard_a": {"awaken": dice.randint(1, 9)}}
    return {"zones": {"D2": 1}, **(_cards(event, dice) if event.shares is None else {"shares": shares})}


OTHERS: dict[type[Event], Other] = {
    f.HandChosen: _cards,
    f.CharacterChosen: lambda event, dice: {
        "character": "ninja" if event.character == "traitor" else "traitor"
    },
    f.GuardCardsDrawn: _cards,
    f.RespawnBonusTaken: _bonus,
    f.DrawnCardsShared: lambda event, dice: {"shares": {"guard_b": {"kenjutsu": dice.randint(1, 9)}}},
    f.GuardMapMarked: lambda event, dice: {
        "marks": f.Marks(sleepers={}, targets={"A": "D3"}, traps=(), ambushes=())
    },
    f.SeedCommitted: lambda event, dice: {"seed": f"{dice.getrandbits(256):064x}"},
    f.MissionsDrawn: lambda event, dice: {
        "letters": {name: dice.choice("AB" if name == "ninja" else "CD") for name in event.letters}
    },
    f.IntruderMoved: lambda event, dice: {
        "start": "K7",
        "steps": (f.Step(to="K6"),) * dice.randint(0, 3),
    },
    f.IntruderCardPlayed: lambda event, dice: {"use": f.CardSecret(bluff=True, edge=None, zone=None)},
    f.IntruderRespawned: lambda event, dice: {
        "zone": "K7",
        "cards": {"rope": 6},
        "mission": dice.choice("EF"),
    },
    f.PassageMarked: lambda event, dice: {"entrance": "C4", "other": "D5"},
    f.IntruderStartMarked: lambda event, dice: {"zone": dice.choice(("K7", "F4"))},
    f.PassageEntered: lambda event, dice: {"entrance": "C4"},
    f.PassageLeft: lambda event, dice: {"entrance": "C4"},
    f.ZonesSearched: lambda event, dice: {"secret_zones": ("K7",)} if event.secret_zones else {},
    f.SearchAnswered: lambda event, dice: (
        {"secret_results": (f.Found(zone="K7", found="nothing"),)} if event.secret_results else {}
    ),
    f.GuardNeutralised: lambda event, dice: {"from_zone": "K7"} if event.from_zone else {},
}


def disguised(event: Event, dice: Random) -> Event:
    """The event with other secrets; what everybody sees of it stays."""
    other = OTHERS.get(type(event))
    return event if other is None else replace(event, **other(event, dice))
