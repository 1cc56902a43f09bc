"""What a card does, as lines that a player can type from the card in hand, in and out (SEN-LOG-06).

A line of a number begins a part with that initiative (`5`, `2-6`, `5, 8 for 1`), a line of `-` one without; any other
line is an effect: `step 2 ahead, ahead-right; turn 1`, `attack ahead 2, ahead-left 1 bleeding; stun 1`, `block here,
ahead`, `focus 1; if success`. Each word may be English or Russian. Called by the pad's forms and sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec import ValidationError, convert
from msgspec.structs import replace

from games.hexes import DIRECTIONS as AROUND
from games.hexes import Hex
from games.senjutsu.full.definitions import (
    AdvantageGain,
    AnyEffect,
    Attack,
    Block,
    Cell,
    Draw,
    FocusGain,
    KamaeChange,
    Move,
    OptionalInitiative,
    Other,
    PartDefinition,
    RingMove,
    Search,
)
from games.senjutsu.pages.card_words import CELLS, DIRECTIONS, HERE, KAMAE, KEYS, PLACES, WORDS, plain

PART = re.compile(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?(?:,\s*(\d{1,2})\s*(?:for|за)\s*(\d))?")
PLACE = re.compile(r"(-?\d)/(-?\d)")
HARM = ("stuns", "injuries", "poison", "push", "pull", "turns")
COUNTED: dict[str, Callable[[int], AnyEffect]] = {
    "focus": lambda count: FocusGain(amount=count),
    "ring": lambda count: RingMove(limit=count),
    "search": lambda count: Search(count=count),
    "draw": lambda count: Draw(count=count),
}


class Problem(NamedTuple):
    """A line that says nothing: its number and its text."""

    line: int
    text: str


class _Unread(Exception):
    """A clause that cannot be read."""


def parts_from(text: str) -> tuple[tuple[PartDefinition, ...], list[Problem]]:
    """(parts, problems). Nothing is guessed: a line that cannot be read is told and left out."""
    parts: list[PartDefinition] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        told = line.strip()
        try:
            if told and (_is_part(told) or not parts):
                parts.append(_part(told))
            elif told:
                effects = parts[-1].effects or ()
                parts[-1] = replace(parts[-1], effects=(*effects, _effect(told)))
        except (_Unread, ValidationError, ValueError, KeyError):
            problems.append(Problem(number, told))
    return tuple(parts), problems


def _is_part(line: str) -> bool:
    return line in ("-", "–", "—") or PART.fullmatch(plain(line)) is not None


def _part(line: str) -> PartDefinition:
    if line in ("-", "–", "—"):
        return PartDefinition(initiative=None)
    found = PART.fullmatch(plain(line))
    if found is None:
        raise _Unread
    low, high, value, cost = (int(group) if group else None for group in found.groups())
    bought = OptionalInitiative(cost or 0, value) if value is not None else None
    return PartDefinition(initiative=low, up_to=high, optional_initiative=bought)


def _effect(line: str) -> AnyEffect:
    """One effect: what it is, then its conditions."""
    first, *others = [part.strip() for part in line.split(";")]
    key, rest = _keyed(first)
    own: list[tuple[str, str]] = []
    common: dict[str, Any] = {}
    for clause in others:
        name, value = _keyed(clause)
        if name in COMMON:
            common |= COMMON[name](value)
        else:
            own.append((name, value))
    return replace(_made(key, rest, own), **common)


def _keyed(clause: str) -> tuple[str, str]:
    """The word that a clause begins with, by its key, and the rest."""
    text = plain(clause)
    for word in sorted(KEYS, key=len, reverse=True):
        if text == word or text.startswith(word + " "):
            return KEYS[word], clause.strip()[len(word) :].strip() if KEYS[word] == "text" else text[
                len(word) :
            ].strip()
    raise _Unread


COMMON: dict[str, Callable[[str], dict[str, Any]]] = {
    "in": lambda value: {"kamae": CELLS[value]},
    "for": lambda value: {"optional_focus": _count(value)},
    "if_success": lambda value: {"if_success": True},
    "or": lambda value: {"or_group": _count(value)},
    "optional": lambda value: {"optional": True},
}


def _count(text: str) -> int:
    """A number; none is one."""
    return int(text) if text else 1


def _made(key: str, rest: str, own: list[tuple[str, str]]) -> AnyEffect:
    if key in ("move", "turn"):
        return _move(key, rest, own)
    if key == "attack":
        return _attack(rest, own)
    if own or (key not in COUNTED and key not in PLAIN):
        raise _Unread
    return PLAIN[key](rest) if key in PLAIN else COUNTED[key](_count(rest))


def _kamae(rest: str) -> KamaeChange:
    to = "any" if KEYS.get(rest) == "any" else CELLS[rest]
    return convert({"kind": "kamae_change", "to": to}, KamaeChange)


def _advantage(rest: str) -> AdvantageGain:
    if rest:
        raise _Unread
    return AdvantageGain()


def _move(key: str, rest: str, own: list[tuple[str, str]]) -> Move:
    told: dict[str, Any] = {"turns": _count(rest)} if key == "turn" else _steps(rest)
    for name, value in own:
        if name == "turn":
            told["turns"] = _count(value)
        elif name == "must":
            told["mandatory"] = True
        elif name in ("steps_first", "turns_first"):
            told["order"] = name
        else:
            raise _Unread
    return Move(**told)


def _steps(rest: str) -> dict[str, Any]:
    number, _space, names = rest.partition(" ")
    count, names = (int(number), names) if number.isdecimal() else (1, rest)
    directions = tuple(AROUND.index(_place(name)) for name in (names or "ahead").split(","))
    return {"steps": count, "directions": directions}


def _place(text: str) -> Hex:
    """A direction word, `here`, or the offset of a hex for facing north, as `0/-2`."""
    name = plain(text)
    found = PLACE.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else PLACES[name]


PLAIN: dict[str, Callable[[str], AnyEffect]] = {
    "block": lambda rest: Block(grid=tuple(map(_place, rest.split(",")))),
    "kamae": _kamae,
    "advantage": _advantage,
    "text": lambda rest: Other(text=rest),
}
"""Effects that have no conditions of their own: the word that they begin with -> what its rest tells."""


def _attack(rest: str, own: list[tuple[str, str]]) -> Attack:
    harm: dict[str, Any] = {}
    for name, value in own:
        if name == "execute":
            harm["execute"] = True
        elif name in HARM:
            harm[name] = _count(value)
        else:
            raise _Unread
    aim = KEYS.get(rest.split(" ", 1)[0], "")
    if aim in ("named", "compare"):
        wounds, bleeding = _wounds(rest.partition(" ")[2])
        return Attack(aim=aim, wounds=wounds, bleeding=bleeding, **harm)  # type: ignore[arg-type]
    return Attack(grid=tuple(map(_cell, rest.split(","))), **harm)


def _cell(text: str) -> Cell:
    place, _space, wounds = text.strip().partition(" ")
    count, bleeding = _wounds(wounds)
    return Cell(_place(place), count, bleeding=bleeding)


def _wounds(text: str) -> tuple[int, bool]:
    """`2`, `1 bleeding`, or nothing for one wound."""
    number, _space, kind = text.strip().partition(" ")
    if KEYS.get(number) == "bleeding":
        return 1, True
    if kind and KEYS.get(kind) != "bleeding":
        raise _Unread
    return _count(number), bool(kind)


def text_of(parts: tuple[PartDefinition, ...], language: str) -> str:
    """The parts as lines; `parts_from` reads them back, but for stars and effects outside the card's part."""
    return "\n".join(line for part in parts for line in _lines(part, language))


def _lines(part: PartDefinition, language: str) -> Iterator[str]:
    yield head_of(part, language)
    for effect in part.effects or ():
        yield effect_text(effect, language)


def head_of(part: PartDefinition, language: str) -> str:
    """The initiative of a part: `5`, `2-6`, `5, 8 for 1`, or `-` for none."""
    if part.initiative is None:
        return "-"
    value = f"{part.initiative}-{part.up_to}" if part.up_to is not None else str(part.initiative)
    bought = part.optional_initiative
    return f"{value}, {bought.value} {WORDS['for'].to(language)} {bought.cost}" if bought else value


def effect_text(effect: AnyEffect, language: str) -> str:
    """One effect as a line."""

    def say(key: str, count: object = "") -> str:
        return f"{WORDS[key].to(language)} {count}".strip()

    clauses = [*_own(effect, language, say)]
    if effect.kamae is not None:
        clauses.append(say("in", KAMAE[effect.kamae].to(language)))
    if effect.optional_focus:
        clauses.append(say("for", effect.optional_focus))
    clauses += [say("if_success")] if effect.if_success else []
    clauses += [say("or", effect.or_group)] if effect.or_group is not None else []
    clauses += [say("optional")] if effect.optional else []
    return "; ".join(clauses)


def _own(effect: AnyEffect, language: str, say: Callable[..., str]) -> Iterator[str]:
    if isinstance(effect, Move):
        names = ", ".join(DIRECTIONS[one].to(language) for one in effect.directions)
        yield from (say("move", f"{effect.steps} {names}"),) if effect.steps else ()
        yield from (say("turn", effect.turns),) if effect.turns or not effect.steps else ()
        yield from (say("must"),) if effect.mandatory else ()
        yield from (say(effect.order),) if effect.order != "mixed" else ()
    elif isinstance(effect, Attack):
        yield say("attack", _aim(effect, language))
        yield from (say(key, getattr(effect, key)) for key in HARM if getattr(effect, key))
        yield from (say("execute"),) if effect.execute else ()
    elif isinstance(effect, Block):
        yield say("block", ", ".join(_spot(place, language) for place in effect.grid))
    else:
        yield _simple(effect, language, say)


def _simple(effect: AnyEffect, language: str, say: Callable[..., str]) -> str:
    if isinstance(effect, KamaeChange):
        return say("kamae", say("any") if effect.to == "any" else KAMAE[effect.to].to(language))
    if isinstance(effect, FocusGain):
        return say("focus", effect.amount)
    if isinstance(effect, RingMove):
        return say("ring", effect.limit)
    if isinstance(effect, Search | Draw):
        return say("search" if isinstance(effect, Search) else "draw", effect.count)
    return say("text", effect.text) if isinstance(effect, Other) else say("advantage")


def _aim(effect: Attack, language: str) -> str:
    if effect.aim != "grid":
        return f"{WORDS[effect.aim].to(language)} {_harm(effect.wounds, effect.bleeding, language)}"
    return ", ".join(
        f"{_spot(cell.at, language)} {_harm(cell.wounds, cell.bleeding, language)}" for cell in effect.grid
    )


def _harm(wounds: int, bleeding: bool, language: str) -> str:
    return f"{wounds} {WORDS['bleeding'].to(language)}" if bleeding else str(wounds)


def _spot(place: Hex, language: str) -> str:
    if place == (0, 0):
        return HERE.to(language)
    return DIRECTIONS[AROUND.index(place)].to(language) if place in AROUND else f"{place[0]}/{place[1]}"
