"""A squad by taps: the list that was handed in, hired by one tap, or a squad that is typed, a figure in a line.

Called through the game's faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from games.builder import said_lines
from games.faces import Unread
from games.last_battle.chapters.hiring import leader_apart
from games.last_battle.events import SquadHired
from games.last_battle.facts import BATTLEFIELDS, LIMITS
from games.last_battle.figures import Figure
from games.last_battle.pages.sentences import some
from games.last_battle.roster.list_text import LONGEST, figures_of
from games.last_battle.state import LastBattleState
from games.lines import Line
from games.rulebook import Text
from games.ruleset import NextEvent
from games.taps import Amount, Called, Group, Row, Taps, Written

LONGEST_LIST = 6000
Data = Mapping[str, Any]


def taps(state: LastBattleState, told: NextEvent) -> Taps | None:
    """`squad_hired`. A list that was handed in is told in short; what it says is changed behind a fold."""
    if told.type != "squad_hired":
        return None
    brought = {name: values[0] for name, values in told.choices.items()}
    listed = msgspec.convert({"leader": None, "figures": (), **brought}, SquadHired)
    leader, others = leader_apart(listed.leader, listed.figures)
    rows = _rows(state, state.squads[told.choices["player"][0]].side, leader, others)
    group = _listed(leader, others, rows) if leader is not None or others else Group(rows=rows)
    return Taps(groups=(group,), read=partial(_read, listed.figures))


def _listed(leader: Figure | None, others: tuple[Figure, ...], rows: tuple[Row, ...]) -> Group:
    cost = sum(figure.cost or 0 for figure in others)
    squad = some(figure.figure_id for figure in others)
    return Group(
        legend=Called("figure_id", leader.figure_id) if leader is not None else Line("no_leader"),
        beside=Line("leader") if leader is not None else None,
        after=Line("your_list", {"squad": squad, "cost": cost}),
        more=rows,
        fold=Line("change_list"),
    )


def _rows(
    state: LastBattleState, side: str, leader: Figure | None, others: tuple[Figure, ...]
) -> tuple[Row, ...]:
    """At full detail with lives, which matter there. LB-ROSTER-08: the Serpent's army has no limit of points."""
    at_full = state.full is not None
    size = BATTLEFIELDS[state.battlefield].max_size if state.battlefield else None
    limits = {"limit": LIMITS.hire_points, "size": () if size is None else size}
    hint = "figures_hint_preset" if side == "serpent" else "figures_hint"
    captain = leader or Figure("")
    named = Written(
        key="leader", name=Line("leader"), longest=LONGEST, needed=True, start=captain.figure_id or None
    )
    lives = Amount(key="leader_lives", name=Line("leader_lives"), start=captain.lives)
    figures = Written(
        key="figures",
        name=Line("figures_with_lives" if at_full else "figures_typed"),
        hint=Line(hint, limits),
        lines=6,
        longest=LONGEST_LIST,
        start="\n".join(map(_line, others)),
    )
    return (named, lives, figures) if at_full else (named, figures)


def _line(figure: Figure) -> str:
    """A figure as `list_text.figures_of` reads it."""
    facts = (figure.cost, figure.size, figure.lives)
    return "; ".join((figure.figure_id, *("" if one is None else str(one) for one in facts))).rstrip("; ")


def _read(listed: tuple[Figure, ...], tapped: Data, data: Data) -> Data:
    """What the list knows of a figure holds as far as nobody typed anything else."""
    known = {figure.figure_id: msgspec.to_builtins(figure) for figure in reversed(listed)}
    leader = Figure(tapped["leader"].strip(), lives=tapped.get("leader_lives"))
    told = [msgspec.to_builtins(figure) for figure in (leader, *_typed(tapped["figures"]))]
    figures = [{**known.get(one["figure_id"], {}), **one} for one in told]
    return {"player": data["player"], "leader": leader.figure_id, "figures": figures}


def _typed(text: str) -> Iterator[Figure]:
    for number, line in said_lines(text):
        found = [*figures_of(line, {})]
        if not found:
            told = Text(
                f"Line {number}: write name; cost; size; lives.",
                f"Строка {number}: пишите так: название; стоимость; размер; жизни.",
            )
            raise Unread(told, "figures")
        yield from found
