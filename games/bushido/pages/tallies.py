"""What lies openly on the table of Bushido, as small tables: objectives, zones, models. Called by `faces`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from games.bushido.full.fighting.harm import boxes, ki_limit
from games.bushido.state import BusState, Fighter, objectives_left
from games.catalogue import load
from games.faces import Cell, Fact, OfSide, Tally
from games.rulebook import Text
from games.words import Words

Names = Mapping[str, Text]
OBJECTIVE = Text("Objective", "Цель")
ZONE = Text("Zone", "Зона")
WHOSE = Text("Whose", "Чья")
WORSHIP = Text("Worship", "Поклонение")
MODEL = Text("Model", "Модель")
WOUNDS = Text("Wounds", "Раны")
KI = Text("Ki", "Ки")
LEFT = Text("To act", "Счётчики")
STATE = Text("State", "Состояние")
OUT = Text("left play in turn {turn}", "покинула игру, ход {turn}")
ELSEWHERE = Text("Elsewhere", "В другом месте")
NOTHING = Text("\N{EN DASH}", "\N{EN DASH}")


@cache
def _words() -> Words:
    return load(Path(__file__).parent.parent / "words.toml", Words)


def on_table(state: BusState, names: Names, places: Names) -> Iterator[Tally]:
    """Objectives and zones with whose they are; then the models of each side."""
    left = {key: one.alignment for key, one in objectives_left(state).items()}
    held = {key: one.controller or "neutral" for key, one in state.zones.items()}
    marked = {key: _text(str(one.worship)) for key, one in state.objectives.items() if one.worship}
    for title, own, markers in ((OBJECTIVE, left, marked), (ZONE, held, {})):
        if own:
            head = (title, WHOSE, WORSHIP) if markers else (title, WHOSE)
            rows = tuple(
                (
                    places.get(key, names.get(key, _text(key))),
                    OfSide(value) if value in state.sides else _owner(value),
                    *((markers.get(key, NOTHING),) if markers else ()),
                )
                for key, value in own.items()
            )
            yield Tally(head=head, rows=rows)
    for side in state.sides:
        models = {key: one for key, one in state.models.items() if one.side == side}
        if models:
            yield _models(state, side, models)


def _owner(value: str) -> Text:
    return _words().named("alignment", value) or _text(value)


def _models(state: BusState, side: str, models: Mapping[str, Fighter]) -> Tally:
    ordered = sorted(models.items(), key=lambda item: item[1].place == "out")
    full = state.full is not None and state.turn > 0
    head = (MODEL, WOUNDS, KI, LEFT, STATE) if full else (MODEL, STATE)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (_name(one), *(_figures(state, key, one) if full else ()), _state(state, key, one))
        for key, one in ordered
    )
    gone = frozenset(at for at, (_key, one) in enumerate(ordered) if one.place == "out")
    return Tally(head=head, rows=rows, gone=gone, side=side)


def _name(one: Fighter) -> Fact:
    """Without the letter of the side, which stands above; a page may know its name from a campaign."""
    return Fact(field="model", values=(one.facts.id,))


def _figures(state: BusState, key: str, one: Fighter) -> tuple[Text, ...]:
    """Wounds of boxes, Ki of its limit, activation counters; nothing of a model that left play."""
    body = state.full.bodies.get(key) if state.full is not None else None
    if body is None or one.place == "out":
        return (NOTHING, NOTHING, NOTHING)
    return (
        _text(_of(body.marked, boxes(state, key))),
        _text(_of(body.ki, ki_limit(state, key))),
        _text("\N{BLACK CIRCLE}" * body.counters or "\N{WHITE CIRCLE}"),
    )


def _of(number: int, most: int | None) -> str:
    return f"{number}/{most}" if most is not None else str(number)


def _state(state: BusState, key: str, one: Fighter) -> Text:
    """Where it is, its markers, and whether it has run."""
    if one.place == "out":
        turn = str(one.out or "")
        return Text(OUT.en.replace("{turn}", turn), OUT.ru.replace("{turn}", turn))
    body = state.full.bodies.get(key) if state.full is not None else None
    told = [ELSEWHERE] if one.place == "elsewhere" else []
    kinds = dict.fromkeys(marker.kind for marker in body.markers) if body is not None else ()
    for kind in kinds:
        number = sum(marker.kind == kind for marker in body.markers) if body is not None else 0
        name = _words().named("marker", kind) or _text(kind)
        times = f" ×{number}" if number > 1 else ""
        told.append(Text(name.en + times, name.ru + times))
    if not told:
        return NOTHING
    return Text(", ".join(text.en for text in told), ", ".join(text.ru for text in told))


def _text(told: str) -> Text:
    return Text(told, told)
