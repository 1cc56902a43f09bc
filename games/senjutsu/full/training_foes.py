"""Invented solo cards and poisons for the training edition: every selection deck, made-up parts. For tests and play.

Nothing here is printed anywhere (see `training.py`). An attack card of an opponent has two parts of which it plays one;
its defence cards have a block and a second part, some with a variable initiative or a counterattack.
"""

from __future__ import annotations

from typing import Any

from games.senjutsu.events import MatchCreated, VoDeckRegistered, VoJoined
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.full import training
from games.senjutsu.full.definitions import (
    AdvantageGain,
    AnyEffect,
    Attack,
    Block,
    CardType,
    Cell,
    Definition,
    FocusGain,
    Move,
    Other,
    PartDefinition,
)

FRONT, LEFT, RIGHT, FAR = (0, -1), (-1, 0), (1, -1), (0, -2)
FORWARD = Move(steps=1, directions=(0,), turns=1)
SIDEWAYS = Move(steps=1, directions=(1, 5), turns=1)
BACK = Move(steps=1, directions=(2, 3, 4), turns=1)


def _part(initiative: int | None, *effects: AnyEffect, up_to: int | None = None) -> PartDefinition:
    return PartDefinition(initiative=initiative, up_to=up_to, effects=effects)


def _solo(name: str, types: tuple[CardType, ...], *parts: PartDefinition, **told: Any) -> Definition:
    base: dict[str, Any] = {
        "owner": "solo",
        "core_kind": "none",
        "required_kamae": "none",
        "mandatory_focus": 0,
        "instant": (),
        "range": 0,
        "counterattack": (),
    }
    return Definition(**{**base, "name": name, "types": types, "parts": parts, **told})


def _attack(name: str, initiative: int, *effects: AnyEffect, **told: Any) -> Definition:
    """Move and attack, or else step back."""
    return _solo(name, ("attack",), _part(initiative, *effects), _part(None, BACK), **told)


def _cut(*places: tuple[int, int], wounds: int = 1, **told: Any) -> Attack:
    return Attack(grid=tuple(Cell(at=place, wounds=wounds) for place in places), **told)


def _calm(name: str, initiative: int) -> Definition:
    """Gathers itself: whatever it says of focus and advantage passes an opponent by."""
    effects = (FORWARD, FocusGain(amount=1), AdvantageGain(), Other(text="another behaviour", optional=True))
    return _solo(name, ("meditation",), _part(initiative, *effects))


def _guard(name: str, low: int, high: int | None, counter: tuple[int, ...] = ()) -> Definition:
    block = Block(grid=(FRONT, LEFT, RIGHT))
    return _solo(name, ("defence",), _part(low, block, up_to=high), _part(2, SIDEWAYS), counterattack=counter)


def _numbered(deck: str, make: Any) -> dict[str, Definition]:
    return {card: make(number) for number, card in enumerate(OPPONENTS.selection[deck])}


def _close(number: int) -> Definition:
    kinds = (
        (FORWARD, _cut(FRONT)),
        (FORWARD, _cut(FRONT, LEFT, RIGHT)),
        (_cut(FRONT, wounds=2),),
        (FORWARD, _cut(FRONT, stuns=1)),
        (SIDEWAYS, _cut(FRONT, LEFT, injuries=1)),
        (_cut(FRONT, push=1),),
    )
    return _attack(f"Close {number}", 2 + number % 5, *kinds[number % len(kinds)])


SOLO: dict[str, Definition] = {
    **_numbered("D1", lambda number: _calm(f"Calm {number}", 4)),
    **_numbered("D2", lambda number: _calm(f"Drill {number}", 3)),
    **_numbered("D3", lambda number: _attack(f"Reach {number}", 4, FORWARD, _cut(FRONT, FAR))),
    **_numbered("D4", _close),
    **_numbered(
        "D5",
        lambda number: (
            _guard(f"Guard {number}", 3, 6, (5,)) if number % 2 else _guard(f"Ward {number}", 5, None)
        ),
    ),
    **_numbered("D6", lambda number: _attack(f"Arrow {number}", 5, Attack(aim="named", wounds=1), range=9)),
    **_numbered("D7", lambda number: _attack(f"Shot {number}", 3, Attack(aim="named", wounds=2), range=9)),
    **_numbered("D8", lambda number: _attack(f"Nightmare {number}", 6, FORWARD, _cut(FRONT, wounds=2))),
}
POISONS: dict[str, Definition] = {
    "C-002": Definition(name="Spreading Venom", owner="poison"),
    "C-010": Definition(name="Paralysing Toxin", owner="poison", lasting=True),
    "C-011": Definition(name="Veil of Confusion", owner="poison"),
}
EDITION: dict[str, Definition] = {**training.EDITION, **SOLO, **POISONS}
"""Every card of the training edition, with those of virtual opponents."""
LETTERS: dict[str, tuple[int, int]] = {"A": (-2, -2), "B": (-1, -3), "C": (1, -4), "D": (2, -4), "X": (0, 3)}
"""Start hexes of a horde on the training board."""
DECKS: dict[str, tuple[str, ...]] = {
    "leader": ("S-001", "S-003", "S-014", "S-015", "S-026", "S-016"),
    "k1": ("S-002", "S-017", "S-018", "S-027", "S-028"),
    "k2": ("S-004", "S-019", "S-020", "S-029", "S-030"),
    "k3": ("S-005", "S-021", "S-022", "S-031", "S-032"),
    "yari": ("S-006", "S-010", "S-011", "S-033", "S-012"),
    "yumi": ("S-007", "S-034", "S-036", "S-037", "S-038"),
}
"""Legal decks for a horde, and two opponents of other types."""


def opening(mode: str, sides: dict[str, tuple[str, ...]], **told: Any) -> MatchCreated:
    """A solo game or a horde at full detail, with its cards and start hexes."""
    base: dict[str, Any] = {"cards": EDITION}
    if mode == "horde":
        base["start_letters"] = LETTERS
    return training.opening(mode, sides, **{**base, **told})


def deck(name: str, vo_type: str, **told: Any) -> VoDeckRegistered:
    """The deck of an opponent."""
    base: dict[str, Any] = {"cards": DECKS[name], "substitutions": ()}
    return VoDeckRegistered(vo_deck=name, vo_type=vo_type, **{**base, **told})


def joined(vo: str, vo_type: str, count: int, **told: Any) -> VoJoined:
    """An opponent of `count` that joins."""
    kind = OPPONENTS.types[vo_type]
    base: dict[str, Any] = {
        "wound_limit": opponent_limit(count),
        "facing": 3,
        "behaviour": "middle",
        "stance": "offensive",
        "in_cover": kind.cover,
    }
    return VoJoined(vo=vo, vo_type=vo_type, **{**base, **told})
