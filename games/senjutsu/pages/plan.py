"""The board as everybody sees it: hexes, terrain, what is attacked and blocked now, and whoever stands on it.

Public facts alone: hands and face-down cards are never looked at. Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.hex_plans import HexPlan, around, hex_spots, id_of
from games.hexes import Hex, pattern, spot
from games.plans import Piece
from games.rulebook import Text
from games.senjutsu.boards import OWN_BOARDS
from games.senjutsu.facts import OPPONENTS
from games.senjutsu.full.cards import parts_of
from games.senjutsu.full.definitions import Attack, Block
from games.senjutsu.full.movement.ground import place_of
from games.senjutsu.full.preconditions import body
from games.senjutsu.full.state import FullState, Running
from games.senjutsu.pages.faces import called
from games.senjutsu.state import OPPONENTS as FOES
from games.senjutsu.state import Fighter, Foe, SenjutsuState
from games.senjutsu.worded import WORDS

SIGNS = {"attacked": "✕", "blocked": "◈", "aimed": "·"}
TITLE = Text("Board", "Поле")
NOTE = Text(
    "✕ attacked, ◈ blocked, · in reach of the card being resolved; arrows show where somebody looks.",
    "✕ под атакой, ◈ под блоком, · куда достаёт разыгрываемая карта; стрелки показывают, кто куда смотрит.",
)
SKETCH = Text(
    "The battlefield as this program draws it: an invention, the printed one looks different. Filled hexes: where both "
    "sides may start.",
    "Поле боя, как его рисует эта программа: выдумка, напечатанное выглядит иначе. Закрашены клетки, где можно "
    "начинать.",
)

AT_TARGET = ("target_named", "attack_declared")
"""Events that are chosen where the one stands at whom they are aimed."""


def hex_of(play: SenjutsuState, told: Mapping[str, Any]) -> Hex | None:
    """Where somebody goes or is placed; of an attack without a grid where its target stands (SEN-REV-09)."""
    if told["type"] in AT_TARGET:
        targets = [one for one in (told.get("target"), *(told.get("targets") or ())) if one]
        return place_of(play, targets[0]) if targets else None
    placed = {"character_placed": told, "actor_moved": told.get("to")}.get(told["type"])
    return (placed["hex"][0], placed["hex"][1]) if placed else None


def plans(play: SenjutsuState) -> tuple[HexPlan, ...]:
    """The board; where nobody logs who stands where, the one that this program draws for a named battlefield."""
    if play.full is not None:
        return (_board(play, play.full),)
    own = OWN_BOARDS.get(play.battlefield or "")
    if own is None:
        return ()
    return (HexPlan(title=TITLE, spots=hex_spots(own.hexes, {"start": own.starts}), note=SKETCH, bare=True),)


def _board(play: SenjutsuState, full: FullState) -> HexPlan:
    standing = dict(_standing(play))
    attacked = set(full.strike.hexes) if full.strike is not None else set[Hex]()
    marked = {
        "attacked": attacked,
        "aimed": {place for running in full.running for place in _reach(play, running)} - attacked,
        "blocked": {place for block in full.blocks for place in block.hexes},
    }
    things = [_thing(thing.hex, thing.object) for thing in full.terrain]
    told = around((*standing.values(), *(thing.hex for thing in full.terrain)))
    return HexPlan(
        title=TITLE,
        spots=hex_spots(full.board if full.board is not None else told, marked),
        signs=SIGNS,
        pieces=(*things, *(_piece(play, actor, place) for actor, place in standing.items())),
        note=_note(full),
    )


def _note(full: FullState) -> Text:
    """What the marks mean, and the terrain by its letters."""
    en, ru = NOTE.en, NOTE.ru
    for one in full.terrain:
        piece, at = _thing(one.hex, one.object), spot(one.hex)
        en += f" {piece.text.en}: {piece.name.en} ({at})."
        ru += f" {piece.text.ru}: {piece.name.ru} ({at})."
    return Text(en, ru)


def _standing(play: SenjutsuState) -> Iterator[tuple[str, Hex]]:
    """Who stands on a hex, and on which; defeated ones left out."""
    everybody: dict[str, Fighter | Foe] = {**play.fighters, **play.foes}
    for actor, one in everybody.items():
        if one.defeated is None and isinstance(one.hex, tuple):
            yield actor, one.hex


def _reach(play: SenjutsuState, running: Running) -> Iterator[Hex]:
    """What the attacks and blocks of the part being resolved would reach from where its actor stands now."""
    one, parts = body(play, running.actor), parts_of(play, running.card)
    if one is None or not isinstance(one.hex, tuple) or one.facing is None or not parts:
        return
    if running.part >= len(parts):
        return
    for effect in parts[running.part].effects or ():
        offsets: Iterable[Hex] = ()
        if isinstance(effect, Attack):
            offsets = [cell.at for cell in effect.grid]
        elif isinstance(effect, Block):
            offsets = effect.grid
        yield from pattern(one.hex, one.facing, offsets)


def _thing(place: Hex, key: str) -> Piece:
    """A terrain object by two letters of its name."""
    name = WORDS.values["object"][key]
    short = Text(name.en[:2].capitalize(), name.ru[:2].capitalize())
    return Piece(spot=id_of(place), text=short, name=name)


def _piece(play: SenjutsuState, actor: str, place: Hex) -> Piece:
    """A character by the first letter of its name, an opponent by that of its type with its number."""
    fighter, one = play.fighters.get(actor), body(play, actor)
    assert one is not None
    name = _named(actor, fighter)
    number = "" if fighter is not None else actor.rpartition("-")[2]
    short = Text(name.en[:1].upper() + number, name.ru[:1].upper() + number)
    side = fighter.side if fighter is not None else FOES
    return Piece(spot=id_of(place), text=short, name=name, side=side, facing=one.facing)


def _named(actor: str, fighter: Fighter | None) -> Text:
    if fighter is None:
        kind = OPPONENTS.types.get(actor.rpartition("-")[0])
        return kind.name if kind is not None else Text(actor, actor)
    key = fighter.character or ""
    known = WORDS.values["character"].get(key) or called("character", key, str)
    return known if known is not None else Text("?", "?")
