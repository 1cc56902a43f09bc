"""What lies openly on a table of Senjutsu: the characters beside each other, opponents, the run of a horde, decks that
may be seen; and what players keep secret.

Called through the game's faces; the words stand in `words.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.faces import Cell, Fact, Held, Tally
from games.lines import Line
from games.rulebook import Text
from games.senjutsu.chapters.scoring import counted_wounds
from games.senjutsu.full.foes.virtual import despairs
from games.senjutsu.full.order import effective
from games.senjutsu.full.state import Pile, Seat
from games.senjutsu.ladder.rank import rank_of
from games.senjutsu.state import ALONE, Fighter, Foe, SenjutsuState
from games.senjutsu.visibility import are_weapons_open
from games.senjutsu.worded import WORDS

NOTHING = Text("\N{EN DASH}", "\N{EN DASH}")
Marks = tuple[Fact | Line, ...]


def _list(one: Fighter) -> tuple[dict[str, Any], ...]:
    """The cards of a deck, each with its copies where it has several."""
    cards = (one.cards or {}).items()
    return tuple({"copies": count if count > 1 else None, "named": card} for card, count in cards)


def in_order(state: SenjutsuState) -> list[Fighter]:
    """The characters, side by side as every page shows them."""
    order = [*WORDS.sides, *(one.side for one in state.fighters.values())]
    return sorted(state.fighters.values(), key=lambda one: order.index(one.side))


def facts(state: SenjutsuState) -> Iterator[Fact]:
    """How far a run came; what is being resolved and what is still to be; the decks that everybody may see."""
    if state.mode == "horde":
        run, over = state.run, state.phase == "closed"
        yield _fact("waves_cleared", run.cleared)
        yield _fact("rank", rank_of(run.cleared))
        yield from () if over else (_fact("level", run.level), _fact("wave", run.wave))
        yield from (_fact("last_clear", run.last_clear_turn),) if run.last_clear_turn else ()
        yield from (_fact("vos_in_wave", run.vos_in_wave),) if run.vos_in_wave else ()
    if state.full is not None and state.full.step == "resolve":
        if state.full.initiative is not None:
            yield _fact("initiative", state.full.initiative)
        waiting = (
            {"initiative": effective(state, one), "actor": one.actor, "named": one.card}
            for one in state.full.queue
        )
        yield Fact(field="queue", values=tuple(waiting))
    for one in in_order(state):
        yield Fact(field="list", values=_list(one), side=one.side, folds=True)


def _fact(field: str, value: Any) -> Fact:
    return Fact(field=field, values=(value if isinstance(value, str) else str(value),))


def tallies(state: SenjutsuState) -> Iterator[Tally]:
    """A column for each character, with a row for whatever is told of one of them; a row for each opponent."""
    fighters = in_order(state)
    head = (Line("fighter", {"player": one.player, "character": one.character or ()}) for one in fighters)
    if fighters:
        yield Tally(head=(Text("", ""), *head), rows=tuple(_rows(state, fighters)))
    foes = list(state.foes.values())
    if foes:
        yield Tally(
            head=tuple(WORDS.fields[name] for name in ("vo", "wounds", "stuns", "state")),
            rows=tuple(_foe(state, foe) for foe in foes),
            gone=frozenset(place for place, foe in enumerate(foes) if foe.defeated is not None),
        )


def _rows(state: SenjutsuState, fighters: list[Fighter]) -> Iterator[tuple[Cell, ...]]:
    for name, told in ROWS.items():
        cells = [told(state, one) for one in fighters]
        label = WORDS.field(name)
        if label is not None and any(cell is not NOTHING for cell in cells):
            yield (label, *cells)


def _foe(state: SenjutsuState, foe: Foe) -> tuple[Cell, ...]:
    wounds, stuns = _plain(f"{foe.wounds}/{foe.wound_limit}"), _number(foe.stuns)
    told = (*_stands(foe), *_mood(foe), *_plays(state, foe.vo), *_fell(foe))
    return (Fact(field="vo", values=(foe.vo,)), wounds, stuns, told or NOTHING)


def _mood(foe: Foe) -> Marks:
    """Behaviour and stance, despair, and the contracts that are fulfilled."""
    named = {"behaviour": foe.behaviour, "stance": foe.stance, "contract": foe.contracts or None}
    told = [Fact(field=name, values=_several(value)) for name, value in named.items() if value is not None]
    return (*told, *((Line("despair"),) if despairs(foe) else ()))


def _several(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def _stands(one: Fighter | Foe) -> Marks:
    """The hex, and where it looks."""
    if one.hex is None:
        return ()
    looks = () if one.facing is None else (Fact(field="facing", values=(str(one.facing % 6),)),)
    return (Fact(field="hex", values=(one.hex,)), *looks)


def _plays(state: SenjutsuState, actor: str) -> Marks:
    """The cards in play; until they are, whether one is chosen."""
    seat = state.full.seats.get(actor, Seat()) if state.full is not None else Seat()
    if seat.play:
        return (Fact(field="named", values=seat.play),)
    return (Line("has_chosen"),) if seat.chosen else ()


def _fell(one: Foe) -> Marks:
    return () if one.defeated is None else (Line("defeated", {"fell": one.defeated}),)


def _ended(state: SenjutsuState, one: Fighter) -> Cell:
    """What somebody was defeated by; whoever ends a run is defeated by nothing (SEN-HORDE-11)."""
    left = state.mode == "horde" and one.defeated == "concession"
    return NOTHING if one.defeated is None or left else Fact(field="fell", values=(one.defeated,))


def _plain(told: str) -> Text:
    return Text(told, told)


def _number(count: int | None) -> Cell:
    """A number where there is one."""
    return _plain(str(count)) if count else NOTHING


def _wounds(state: SenjutsuState, one: Fighter) -> Cell:
    """As they count once the match is over (SEN-SCORE-03); where nobody is compared those that there are."""
    compared = state.phase == "closed" and state.mode not in ALONE
    wounds = counted_wounds(one) if compared else one.wounds
    return _plain(f"{wounds}/{one.wound_limit or '?'}")


def _stuns(state: SenjutsuState, one: Fighter) -> Cell:
    return _plain(f"{one.stuns}/{one.hand_limit or '?'}") if one.stuns else NOTHING


def _injuries(state: SenjutsuState, one: Fighter) -> Cell:
    """How many, and how often each timer was turned: `2 (1, 3)`."""
    if not one.timers:
        return _number(one.injuries)
    return _plain(f"{len(one.timers)} ({', '.join(map(str, one.timers))})")


def _piled(name: str) -> Callable[[SenjutsuState, Fighter], Cell]:
    """How many cards lie in a pile: card by card as the log has it, else as it was noted."""

    def told(state: SenjutsuState, one: Fighter) -> Cell:
        pile = state.full.piles.get(one.player, Pile()) if state.full is not None else one
        count = getattr(pile, name)
        return NOTHING if count is None else _plain(str(count))

    return told


ROWS: dict[str, Callable[[SenjutsuState, Fighter], Cell]] = {
    "side": lambda state, one: Fact(field="side", values=(one.side,)) if state.mode == "team" else NOTHING,
    "wounds": _wounds,
    "bleeding": lambda state, one: _number(one.bleeding),
    "stuns": _stuns,
    "injuries": _injuries,
    "poison_size": lambda state, one: _number(one.poison_size),
    "focus": lambda state, one: _plain(str(one.focus)),
    "kamae": lambda state, one: Fact(field="kamae", values=(one.kamae,)),
    "hand": _piled("hand"),
    "deck": _piled("deck"),
    "discard": _piled("discard"),
    "hex": lambda state, one: _stands(one) or NOTHING,
    "in_play": lambda state, one: _plays(state, one.player) or NOTHING,
    "defeated": _ended,
}
"""Field that is the name of a row -> what stands in it of a character."""


def held(state: SenjutsuState) -> Iterator[Held]:
    """Weapons before the first turn and the deck; card by card the hand as far as it is noted, and the chosen card."""
    for one in state.fighters.values():
        if not are_weapons_open(state):
            yield from _held(one, "weapons", one.weapons)
        if state.full is None:
            yield from _held(one, "list", _list(one))
            continue
        pile, seat = state.full.piles.get(one.player, Pile()), state.full.seats.get(one.player, Seat())
        yield from _held(one, "hand", pile.held)
        chosen = (seat.card,) if seat.card and state.full.step == "select" else ()
        yield from _held(one, "chosen", chosen)


def _held(one: Fighter, field: str, values: tuple[Any, ...] | None) -> Iterator[Held]:
    if values:
        yield Held(player=one.player, field=field, values=values)
