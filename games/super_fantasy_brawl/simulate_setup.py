"""Simulated opening at every level: who goes first, and the teams by agreement, normal or tournament draft.

Called by `simulate.py` and by `play/match.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import CHAMPIONS, MODES
from games.super_fantasy_brawl.simulate_table import SimulatedTable
from games.super_fantasy_brawl.state import Side, mode_of, players_of, side_of
from games.super_fantasy_brawl.training import CHAMPIONS as TRAINING

NAMES = (*CHAMPIONS, *TRAINING)
"""Whom one may meet where no edition is pinned."""
METHODS = ("agreement", "normal_draft", "tournament_draft")
TRACKS = {"duel": (0, 1, 1, 2), "superteams": (0, 0, 1, 1, 2)}
"""Invented values."""


def seats(mode: str) -> dict[str, tuple[str, ...]]:
    """Two sides with their players."""
    count = len(MODES[mode].seats) // 2  # type: ignore[index]
    return {side: tuple(f"{side}-{number + 1}" for number in range(count)) for side in ("red", "blue")}


def choose_first(table: SimulatedTable) -> None:
    """SFB-SETUP-02, SFB-MODE-02: a player, or a team that then orders its members, like the other one."""
    method = "tournament" if table.chance(0.2) else "random"
    first = table.rng.choice(tuple(table.state.sides))
    if table.state.mode == "duel":
        player = table.state.sides[first].players[0]
        table.log(e.FirstPlayerDetermined(player=player, method=method), table.anybody())  # type: ignore[arg-type]
        return
    table.log(e.FirstPlayerDetermined(team=first, method=method), table.anybody())  # type: ignore[arg-type]
    own, other = (_shuffled(table, side.players) for side in _from(table, first))
    order = tuple(player for pair in zip(own, other, strict=True) for player in pair)
    table.log(e.TurnOrderSet(order=order), table.anybody())


def _from(table: SimulatedTable, first: str) -> list[Side]:
    sides = table.state.sides
    return [sides[first], *(side for name, side in sides.items() if name != first)]


def _shuffled(table: SimulatedTable, names: Sequence[str]) -> list[str]:
    return table.rng.sample(list(names), len(names))


def select(table: SimulatedTable, names: Sequence[str] = NAMES, method: str | None = None) -> None:
    """SFB-ROSTER-01: the teams, by one of the methods."""
    how = method or table.rng.choice(METHODS)
    pools = _pools(table, names) if how == "tournament_draft" else {}
    registered = bool(pools) and table.chance(0.5)
    for player, pool in pools.items() if registered else ():
        table.log(e.PoolRegistered(player=player, champions=tuple(pool)))
    table.log(e.SelectionMethodChosen(method=how), table.anybody())  # type: ignore[arg-type]
    if how == "agreement":
        agree(table, names)
    elif how == "normal_draft":
        _normal(table, names)
    else:
        _tournament(table, pools)


def agree(table: SimulatedTable, names: Sequence[str]) -> None:
    """G25: every player's champions, without a mirror unless the match allows it."""
    free = {side: _shuffled(table, names) for side in table.state.sides}
    if table.state.mirrors is False or (table.state.mode == "duel" and not table.state.mirrors):
        whole = _shuffled(table, names)
        free = {side: whole[at::2] for at, side in enumerate(table.state.sides)}
    for player in players_of(table.state):
        pool = free[side_of(table.state, player)]
        team = tuple(pool.pop() for _ in range(mode_of(table.state).team))
        table.log(e.RosterConfirmed(player=player, champions=team), table.player(player))


def _normal(table: SimulatedTable, names: Sequence[str]) -> None:
    """SFB-ROSTER-05 to -08, SFB-MODE-04, -05."""
    mode = mode_of(table.state)
    pool = _shuffled(table, names)[
        : table.rng.randint(mode.normal_pool, min(len(names), mode.normal_pool + 2))
    ]
    if table.state.mode == "superteams" and table.chance(0.3):
        pool = pool[: mode.normal_pool // 2] * 2
    table.log(e.DraftPoolSet(champions=tuple(pool)), table.anybody())
    for seat in mode.picks_normal:
        _pick(table, table.state.order[seat - 1], pool)


def _pick(table: SimulatedTable, player: str, pool: Sequence[str]) -> None:
    by = table.player(player)
    picks = table.legal((e.ChampionPicked(player=player, champion=name) for name in dict.fromkeys(pool)), by)
    table.log(table.rng.choice(picks), by)


def _pools(table: SimulatedTable, names: Sequence[str]) -> dict[str, list[str]]:
    """SFB-ROSTER-09, SFB-MODE-06: different champions within a side; where mirrors are barred, in the whole match."""
    size = mode_of(table.state).tournament_pool
    whole = _shuffled(table, names)
    found: dict[str, list[str]] = {}
    for side in table.state.sides.values():
        free = whole if table.state.mirrors is False else _shuffled(table, names)
        for player in side.players:
            found[player] = [free.pop() for _ in range(size)]
    return found


def _tournament(table: SimulatedTable, pools: dict[str, list[str]]) -> None:
    """SFB-ROSTER-09 to -14, SFB-MODE-06, -07."""
    mode, order = mode_of(table.state), table.state.order
    for player in order:
        table.log(e.DraftPoolSet(player=player, champions=tuple(pools[player])), table.player(player))
    for by, owner in mode.bans:
        name = table.rng.choice(pools[order[owner - 1]])
        banned = e.ChampionBanned(by=order[by - 1], owner=order[owner - 1], champion=name)
        table.log(banned, table.player(order[by - 1]))
    for seat in mode.picks_tournament:
        _pick(table, order[seat - 1], pools[order[seat - 1]])
