"""Notes to schemes by taps: whom of both sides each scheme wants written down, behind a fold of each scheme.

Everybody who holds a scheme logs them, so that the event itself tells nothing (LB-SETUP-12). Called through the
game's faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.faces import Unread
from games.last_battle.chapters.notes import (
    costs_less,
    effective_cost,
    hired_cost,
    most_noted,
    own_to_note,
    own_wanted,
)
from games.last_battle.facts import SCHEMES, NoteNeed
from games.last_battle.state import LastBattleState, Squad, enemy_squads
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import Called, Choice, Group, OneOf, Taps

OWN, ENEMY = "own", "enemy"
VENDETTA = "vendetta"
Data = Mapping[str, Any]


def taps(state: LastBattleState, told: NextEvent) -> Taps | None:
    """`scheme_noted`; players whose own program keeps their schemes are asked for nothing."""
    if told.type != "scheme_noted":
        return None
    squad = state.squads[told.choices["player"][0]]
    rows = {held.scheme: tuple(_rows(state, squad, held.scheme)) for held in squad.schemes}
    groups = tuple(
        Group(
            legend=Line("notes_to_scheme"),
            secret=Called("scheme", scheme),
            more=wanted,
            fold=Line("write_unseen"),
            nothing=Line("no_notes"),
        )
        for scheme, wanted in rows.items()
    )
    return Taps(groups=groups, read=partial(_read, state, squad, rows), offered=bool(rows))


def _rows(state: LastBattleState, squad: Squad, scheme: str) -> Iterator[OneOf]:
    """LB-SETUP-13: three figures, or all of a smaller squad."""
    need = SCHEMES[scheme].note or NoteNeed()
    own = tuple(_choice(one, hired_cost(squad, one), scheme) for one in own_to_note(squad, scheme))
    yield from _asked(f"{OWN}:{scheme}", Line("noted_own"), own, own_wanted(squad, need))
    enemy = "noted_avenged" if scheme == VENDETTA else "noted_leader" if need.enemy_leader else "noted_enemy"
    yield from _asked(f"{ENEMY}:{scheme}", Line(enemy), _enemies(state, squad, scheme), need.enemy)


def _asked(key: str, name: Line, choices: tuple[Choice, ...], count: int) -> Iterator[OneOf]:
    """Nobody is asked for what leaves no choice."""
    for place in range(count):
        start = choices[min(place, len(choices) - 1)].key if len(choices) in (1, count) else None
        yield OneOf(key=f"{key}:{place}", name=name, choices=choices, start=start, listed=True, needed=True)


def _choice(figure: str, cost: int | None, scheme: str) -> Choice:
    """For Vendetta with the cost, which counts there."""
    if cost is None or scheme != VENDETTA:
        return Choice(figure, Called("figure_id", figure))
    return Choice(figure, Line("at_cost", {"figure_id": figure, "number": cost}))


def _enemies(state: LastBattleState, squad: Squad, scheme: str) -> tuple[Choice, ...]:
    """Leaders alone where one is wanted and known; for Vendetta whoever costs as much as some figure of the squad."""
    need, found = SCHEMES[scheme].note or NoteNeed(), dict[str, Choice]()
    costs = [hired_cost(squad, figure.figure_id) for figure in squad.figures or ()]
    least = min((cost for cost in costs if cost), default=0) if scheme == VENDETTA else 0
    for enemy in enemy_squads(state, squad):
        for figure in enemy.all_figures():
            cost = effective_cost(enemy, figure.figure_id)
            led = not need.enemy_leader or enemy.leader is None or figure is enemy.leader
            if led and (cost is None or cost >= least):
                found.setdefault(figure.figure_id, _choice(figure.figure_id, cost, scheme))
    return tuple(found.values())


def _read(
    state: LastBattleState, squad: Squad, rows: Mapping[str, tuple[OneOf, ...]], tapped: Data, data: Data
) -> Data:
    if f"{ENEMY}:{VENDETTA}:0" in tapped:
        _check_worth(state, squad, tapped)
    notes = [_note(squad, scheme, wanted, tapped) for scheme, wanted in rows.items()]
    first, more = (notes[0], notes[1:]) if notes else ({}, [])
    return {"player": data["player"], **first, "more": more or None}


def _check_worth(state: LastBattleState, squad: Squad, tapped: Data) -> None:
    """LB-COMM-13: said at the field, behind the fold, since a refusal by the rule would name the secret scheme."""
    key = f"{ENEMY}:{VENDETTA}:0"
    if costs_less(state, squad, str(tapped[f"{OWN}:{VENDETTA}:0"]), str(tapped[key])):
        cheaper = Text(
            "This enemy costs less than your figure: choose one that costs as much or more.",
            "Этот враг дешевле вашей фигуры: выберите такого, который стоит столько же или больше.",
        )
        raise Unread(cheaper, key)


def _note(squad: Squad, scheme: str, rows: tuple[OneOf, ...], tapped: Data) -> dict[str, Any]:
    """LB-SETUP-13: each figure of the squad once, or as often as it has it."""
    told: dict[str, list[str]] = {OWN: [], ENEMY: []}
    for row in rows:
        kind, figure = told[row.key.partition(":")[0]], tapped[row.key]
        kind.append(figure)
        if kind is told[OWN] and Counter(kind)[figure] > most_noted(squad, figure):
            again = Text(
                "This figure is noted already: choose another.", "Эта фигура уже записана: выберите другую."
            )
            raise Unread(again, row.key)
    return {"scheme": scheme, "own_figures": told[OWN], "enemy_figures": told[ENEMY]}
