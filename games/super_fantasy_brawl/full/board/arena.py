"""The arena as a champion sees it: SFB-HEX-01, -02, -06, -07. Who stands where, put together for `paths.py`.

Called by every chapter that moves or aims. None stands for an arena that nobody imported: nothing is checked then.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.gaps import known, some
from games.hexes import Hex, spot
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.full.board.geometry import Cells, distance
from games.super_fantasy_brawl.full.board.paths import Fault, Field, Path
from games.super_fantasy_brawl.full.common import owner_of, standing, table
from games.super_fantasy_brawl.full.state import trap_at
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState

ENDS = ("SFB-MOVE-03", "SFB-MOVE-07")
"""Where two champions would stand on one hex, or one on a statue."""


def field_of(state: SfbState, figure: str) -> Field | None:
    """The arena for the way of one champion; None: unknown."""
    ground = table(state).ground
    if ground is None:
        return None
    side = state.figures[figure].side
    foes: list[Hex] = []
    own: list[Hex] = []
    for key, one in state.figures.items():
        if one.cell is not None and key != figure:
            (own if one.side == side else foes).append(one.cell)
    return Field(ground.cells, ground.statues, frozenset(foes), frozenset(own))


def cell_of(state: SfbState, figure: str | None) -> Hex | None:
    """Where a champion stands; None: at its gates, or a stranger (SFB-HEX-07)."""
    one = state.figures.get(figure) if figure is not None else None
    return one.cell if one is not None else None


def apart(state: SfbState, one: Hex, other: Hex) -> int | None:
    """SFB-HEX-02: the distance on the arena; None: unknown."""
    ground = table(state).ground
    return None if ground is None else distance(ground.cells, one, other)


def far_from(state: SfbState, figure: str, other: str | None) -> int | None:
    """SFB-HEX-02: the distance between two figures; None: unknown, or one is not on the arena."""
    here, there = cell_of(state, figure), cell_of(state, other)
    return apart(state, here, there) if here is not None and there is not None else None


def free_start_cells(state: SfbState, figure: str) -> Cells | None:
    """SFB-KO-08: the free cells of its side's deployment area; None: unknown."""
    ground, side = table(state).ground, state.sides[state.figures[figure].side]
    if ground is None or side.zone is None or side.zone not in ground.zones:
        return None
    return ground.zones[side.zone] - ground.statues - frozenset(standing(state).values())


def cut(state: SfbState, path: Path) -> Path:
    """SFB-TRAP-02: the path up to the first face-down trap."""
    for at, place in enumerate(path):
        if trap_at(table(state), place) is not None:
            return path[: at + 1]
    return path


def check_stops(state: SfbState, figure: str, path: Path) -> Violations:
    """SFB-TRAP-02, SFB-MOVE-04: nobody goes past a trap in one event."""
    if cut(state, path) != path:
        params = {"champion": figure, "place": spot(cut(state, path)[-1])}
        yield RuleViolation("SFB-TRAP-02", params)
        yield RuleViolation("SFB-MOVE-04", params)


def check_on_arena(state: SfbState, figure: str, rule: str = "SFB-KO-06") -> Violations:
    """SFB-KO-06, SFB-CMB-11: at its gates nothing is done to a champion, nor by it."""
    if cell_of(state, figure) is None:
        params = {"champion": figure, "player": owner_of(state, figure), "absent": True}
        for one in (rule, "SFB-HEX-07", "SFB-KO-05"):
            yield RuleViolation(one, params)


def refused(faults: Iterable[Fault], field: Field, figure: str, path: Path, limit: int | None) -> Violations:
    """The violations of a way that the rules forbid: what a card lifts does not hide the others."""
    for fault in faults:
        params = {
            "champion": figure,
            "place": spot(fault.place),
            "told": len(path),
            "limit": known(limit),
            "stands": field.holds(fault.place),
        }
        yield RuleViolation(fault.rule, params)
        if fault.rule in ENDS:
            there = {"place": spot(fault.place), "stands": field.holds(fault.place)}
            yield RuleViolation("SFB-HEX-06", {"who": figure, **there})


def spots(places: Path) -> list[str] | str:
    """Hexes in their order, to be read; the word `nothing` for none."""
    return some([spot(place) for place in places])
