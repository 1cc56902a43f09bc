"""The end of a simulated match at full detail, also an early one. Called by `games.last_battle.simulate`."""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.facts import SIDES
from games.last_battle.full.strategy import computed
from games.last_battle.play.claims import claim_game_ends
from games.last_battle.play.table import PlayTable
from games.last_battle.play.turns import play_step
from games.last_battle.simulate_end import end_match, given_up, publish_fates


def play(table: PlayTable, last: int) -> None:
    """Turns until the game is over, or until turn `last` is over."""
    while table.state.phase == "turns" and not table.over and table.state.turn < last:
        table.rest()
        play_step(table)


def finish(table: PlayTable) -> None:
    """What the game's end scores, then the result."""
    if table.state.phase == "turns" and not table.over:
        if given_up(table):
            return
        table.log(e.PlayStopped(reason="time"))
    if table.state.battlefield == "heaven":
        _portals(table)
    claim_game_ends(table)
    end_match(table)
    if table.chance(0.2):
        publish_fates(table)


def _portals(table: PlayTable) -> None:
    numbers = computed(table.state, table.full, "game_end", None)
    points = {side: numbers[side].low for side in SIDES}
    scored = e.StrategyScored(serpent=points["serpent"], alliance=points["alliance"], moment="game_end")
    table.log(scored, table.anybody())
