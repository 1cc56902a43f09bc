"""The overall result of a day: sides by tables won, VP difference, VP; players by what they brought.

Called by the check of `day_finished`, by the outcome, and by pages while the day runs (tables without a result do
not count yet).
"""

from __future__ import annotations

from games.ruleset import DRAW
from tracker.rulesets.campaign.events import DayFinished, PlayerTotal, SideTotal
from tracker.rulesets.campaign.state import CampaignState, Result, Table
from tracker.rulesets.chronicle.live import day_of


def overall(state: CampaignState) -> DayFinished:
    """The day as it stands: the event that would finish it now."""
    sides = {side: _side(state, side) for side in state.options.sides}
    players = {
        player: _player(table, table.result, side, player)
        for table in state.tables.values()
        if table.result is not None
        for side, seated in table.sides.items()
        for player in seated
    }
    return DayFinished(winner=_winner(sides, state), sides=sides, players=players)


def _winner(sides: dict[str, SideTotal], state: CampaignState) -> str:
    """The better side by what the definition of the day ranks; equal in all of it is a draw."""
    by = day_of(state.created.system).rank if state.created else ()
    rank = {side: tuple(_figure(total, key) for key in by) for side, total in sides.items()}
    best = [side for side in sides if rank[side] == max(rank.values())]
    return best[0] if len(best) == 1 else DRAW


def _figure(total: SideTotal, key: str) -> int:
    return {"tables_won": total.won, "vp_difference": total.vp_difference, "vp": total.vp}[key]


def _side(state: CampaignState, side: str) -> SideTotal:
    results = [table.result for table in state.tables.values() if table.result is not None]
    scored = sum(result.vp[side] for result in results)
    against = sum(vp for result in results for other, vp in result.vp.items() if other != side)
    won = sum(result.winner == side for result in results)
    drawn = sum(result.winner == DRAW for result in results)
    return SideTotal(won, scored - against, scored, drawn, len(results) - won - drawn)


def _player(table: Table, result: Result, side: str, player: str) -> PlayerTotal:
    lost = sum(fallen.told.owner == player and fallen.died for fallen in table.fallen)
    how = "drawn" if result.winner == DRAW else "won" if result.winner == side else "lost"
    return PlayerTotal(table.battlefield, side, result.schemes.get(player, 0), how, lost)  # type: ignore[arg-type]
