"""The parts of a simulated match at full detail: setup, turns, and the end. Called by `games.last_battle.simulate`."""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle import simulate_setup
from games.last_battle.facts import SIDES
from games.last_battle.full.strategy import computed
from games.last_battle.play.claims import claim_all
from games.last_battle.play.squads import hire
from games.last_battle.play.steps import play_one
from games.last_battle.play.table import PlayTable
from games.last_battle.simulate_end import end_match, given_up, publish_fates


def prepare(table: PlayTable) -> None:
    """From the opened table to the first turn, whatever was done already (LB-SETUP-01)."""
    simulate_setup.prepare(
        table, lambda squad: hire(table, squad), lambda: _through(table, "markers", "deploy")
    )
    _through(table, "hands")


def _through(table: PlayTable, *phases: str) -> None:
    while table.state.phase in phases:
        play_one(table)


def play(table: PlayTable, last: int) -> None:
    """Turns until the game is over, or until turn `last` is over."""
    while table.state.phase == "turns" and not table.over and table.state.turn < last:
        table.rest()
        play_one(table)


def finish(table: PlayTable) -> None:
    """What the last turn and the game's end score, then the result; also an early one."""
    if table.over:
        claim_all(table)
    elif table.state.phase == "turns":
        if given_up(table):
            return
        table.log(e.PlayStopped(reason="time"))
    if table.state.battlefield == "heaven":
        _portals(table)
    claim_all(table)
    end_match(table)
    if table.chance(0.2):
        publish_fates(table)


def _portals(table: PlayTable) -> None:
    numbers = computed(table.state, table.full, "game_end", None)
    points = {side: numbers[side].low for side in SIDES}
    scored = e.StrategyScored(serpent=points["serpent"], alliance=points["alliance"], moment="game_end")
    table.log(scored, table.anybody())
