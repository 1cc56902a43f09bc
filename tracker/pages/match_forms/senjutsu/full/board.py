"""The board as an SVG: hexes, terrain, what is attacked and blocked now, and everybody who stands on it.

Public facts alone: hands and face-down cards are never looked at. Called by the match page and its scrubber, and by
the steps of the pad that ask for a hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.hexes import Hex, moved, pattern
from games.senjutsu.boards import OWN_BOARDS
from games.senjutsu.full.cards import parts_of
from games.senjutsu.full.definitions import Attack, Block
from games.senjutsu.full.frame import body
from games.senjutsu.full.state import FullState, Running
from games.senjutsu.state import Fighter, Foe, SenjutsuState
from tracker.pages.match_forms.hex_picture import around, box, centre, hex_of, hex_words
from tracker.pages.match_forms.senjutsu.base import Desk

SIGNS = {"attacked": "✕", "blocked": "◈", "aimed": "·"}


def board(desk: Desk, events: Iterable[Any] = ()) -> dict[str, Any] | None:
    """Everything that `games/senjutsu/_board.html` draws; None where a match has no board."""
    play = desk.play
    if play.full is None:
        return _sketch(play.battlefield)
    if not _standing(play):
        return None
    return {
        **drawn(desk),
        "actors": [_told(desk, actor) for actor in (*(f.player for f in desk.fighters()), *play.foes)],
        "turn": play.full.turn,
        "step": desk.reader.value("step", play.full.step),
        "initiative": play.full.initiative if play.full.step == "resolve" else None,
        "queue": [_pending(desk, one) for one in play.full.queue],
    }


def _sketch(battlefield: str | None) -> dict[str, Any] | None:
    """The board that this program draws for a named battlefield, where nobody logs who stands where."""
    own = OWN_BOARDS.get(battlefield or "")
    if own is None:
        return None
    hexes = [hex_of(place, "", {"start": own.starts}, {}) for place in own.hexes]
    return {"sketch": True, "box": box(own.hexes), "hexes": hexes, "objects": [], "pieces": []}


def drawn(desk: Desk, choices: Iterable[Hex] = ()) -> dict[str, Any]:
    """The picture: its size, hexes, objects and actors. `choices`: the hexes that can be tapped."""
    play = desk.play
    full = play.full
    assert full is not None
    choices = set(choices)
    hexes = sorted(_hexes(play, full) | choices or {(0, 0)})
    attacked = set(full.strike.hexes) if full.strike is not None else set()
    marked = {
        "attacked": attacked,
        "aimed": _aimed(play, full) - attacked,
        "blocked": {place for block in full.blocks for place in block.hexes},
        "open": choices,
    }
    return {
        "box": box(hexes),
        "hexes": [hex_of(place, hex_words(place), marked, SIGNS) for place in hexes],
        "objects": [_object(desk, thing.hex, thing.object) for thing in full.terrain],
        "pieces": [piece for actor in _standing(play) if (piece := _piece(desk, actor))],
    }


def _hexes(play: SenjutsuState, full: FullState) -> set[Hex]:
    """The board; around everything that stands somewhere where nobody told it."""
    if full.board is not None:
        return set(full.board)
    return around((*_standing(play).values(), *(thing.hex for thing in full.terrain)))


def _standing(play: SenjutsuState) -> dict[str, Hex]:
    """Who stands on a hex, and on which; defeated ones left out."""
    everybody: dict[str, Fighter | Foe] = {**play.fighters, **play.foes}
    standing = {actor: one for actor, one in everybody.items() if one.defeated is None}
    return {actor: one.hex for actor, one in standing.items() if isinstance(one.hex, tuple)}


def _aimed(play: SenjutsuState, full: FullState) -> set[Hex]:
    """What the attacks and blocks of the parts being resolved would reach from where their actors stand now."""
    return {place for running in full.running for place in _pattern(play, running)}


def _pattern(play: SenjutsuState, running: Running) -> Iterator[Hex]:
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


def _object(desk: Desk, place: Hex, key: str) -> dict[str, Any]:
    x, y = centre(place)
    name = desk.reader.value("object", key)
    return {"x": x, "y": y, "name": name, "letter": name[:2].capitalize(), "label": hex_words(place)}


def _piece(desk: Desk, actor: str) -> dict[str, Any] | None:
    """A body on its hex: a mark, and an arrow over the side that it looks through."""
    one = body(desk.play, actor)
    if one is None or not isinstance(one.hex, tuple):
        return None
    x, y = centre(one.hex)
    piece = {
        "x": x,
        "y": y,
        "letter": mark_of(desk, actor),
        "side": letter_of(desk, actor),
        "name": desk.called(actor),
    }
    if one.facing is None:
        return piece
    ahead = centre(moved(one.hex, one.facing))
    dx, dy = (ahead[0] - x) / 2, (ahead[1] - y) / 2
    tip, foot = (x + dx * 0.96, y + dy * 0.96), (x + dx * 0.62, y + dy * 0.62)
    side = (-dy * 0.34, dx * 0.34)
    arrow = (tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1]))
    return {**piece, "arrow": " ".join(f"{px:.1f},{py:.1f}" for px, py in arrow)}


def letter_of(desk: Desk, actor: str) -> str:
    """The mark of a side; `foe` for a virtual opponent."""
    fighter = desk.play.fighters.get(actor)
    if fighter is None:
        return "foe"
    return desk.letters().get(fighter.side, "f")


def mark_of(desk: Desk, actor: str) -> str:
    """One or two letters: a player's initial, an opponent's number."""
    if actor in desk.play.fighters:
        return desk.names.player(actor)[:1].upper()
    digits = "".join(c for c in actor if c.isdigit())
    return (actor[:1].upper() + digits)[:3]


def _told(desk: Desk, actor: str) -> dict[str, Any]:
    """A body in words, with its cards in play: also the table twin of the picture."""
    play, one = desk.play, body(desk.play, actor)
    assert one is not None and play.full is not None
    seat, pile = play.full.seats.get(actor), play.full.piles.get(actor)
    deck, discard = (pile.deck, pile.discard or None) if pile else (None, None)
    facts = {
        "wounds": f"{one.wounds} / {one.wound_limit or '?'}",
        "bleeding": one.bleeding or None,
        "stuns": one.stuns or None,
        "injuries": _injuries(one),
        **_of_character(one),
        "hand": pile.hand if pile and isinstance(one, Fighter) else None,
        "deck": deck,
        "discard": discard,
    }
    return {
        "name": desk.called(actor),
        "side": letter_of(desk, actor),
        "mark": mark_of(desk, actor),
        "hex": hex_words(one.hex) if isinstance(one.hex, tuple) else "",
        "facing": desk.reader.value("facing", one.facing % 6) if one.facing is not None else "",
        "facts": facts_of(desk, facts),
        "cards": [desk.card(card) for card in (seat.play if seat else ())],
        "chosen": bool(seat and seat.chosen and not seat.play),
        "defeated": desk.reader.value("fell", one.defeated),
    }


def facts_of(desk: Desk, facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Fields that are told, in words: (label, value)."""
    said = {name: value for name, value in facts.items() if value is not None}
    return [(desk.reader.field(name), plainly(desk, name, value)) for name, value in said.items()]


def plainly(desk: Desk, name: str, value: Any) -> str:
    """A number as it is, a key in words."""
    return str(value) if isinstance(value, int) else desk.reader.value(name, value)


def _of_character(one: Fighter | Foe) -> dict[str, Any]:
    names = ("focus", "kamae") if isinstance(one, Fighter) else ("behaviour", "stance")
    return {name: getattr(one, name) for name in names}


def _injuries(one: Fighter | Foe) -> str | None:
    """How often each injury timer was turned: `2 (1, 3)`."""
    timers = getattr(one, "timers", ())
    return f"{len(timers)} ({', '.join(map(str, timers))})" if timers else None


def _pending(desk: Desk, one: Any) -> str:
    value = f"{one.value}: " if one.value is not None else ""
    return f"{value}{desk.names.player(one.actor)}, {desk.card(one.card)}"
