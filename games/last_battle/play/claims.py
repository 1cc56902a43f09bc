"""Simulated claims: facts that a table could show, the VP that follow from them, and the reveal before.

Called by `duels.py`, `acts.py`, `turns.py` and `finish.py`.
"""

from __future__ import annotations

from typing import Any

from games.last_battle import events as e
from games.last_battle.awards import room_left
from games.last_battle.full import events as f
from games.last_battle.full.compromat import GRAVE
from games.last_battle.full.found import SCORED, Scene
from games.last_battle.full.frame import table as full_table
from games.last_battle.full.scores import HIDDEN, MOMENTS, check_window, found_by
from games.last_battle.full.told import read_facts
from games.last_battle.play.facts import facts_for
from games.last_battle.play.table import PlayTable
from games.last_battle.reveal import reveal_of
from games.last_battle.simulate_table import RULES
from games.last_battle.state import Held, LastBattleState, Squad

EAGER = 0.75


def claim_at_once(table: PlayTable) -> None:
    """LB-SCH-04: what just happened may be worth VP to somebody."""
    if not table.full.window:
        return
    for squad in table.squads():
        for held in squad.schemes:
            if held.scheme in MOMENTS["at_once"] and table.chance(EAGER):
                claim(table, squad.player, held.scheme, "at_once")
    _answer_grave(table)


def _answer_grave(table: PlayTable) -> None:
    """LB-COMM-02: an opponent may remove a marker of the gravediggers."""
    for done in table.full.window:
        own = [
            name for name, m in table.full.markers.items() if m.kind == "scheme" and m.player == done.player
        ]
        if (done.kind, done.figure_id, done.how) == (SCORED, GRAVE, "") and own and table.chance(0.5):
            marker = table.rng.choice(own)
            table.tries(f.SchemeMarkerRemoved(marker_id=marker, reason="scheme", distance_cm=table.cm(0, 10)))
            return


def claim_turn_ends(table: PlayTable) -> None:
    """LB-SCORE-05: the first side's squads, then the other's."""
    first_side = table.full.first_side
    squads = sorted(table.squads(), key=lambda squad: squad.side != first_side)
    for squad in squads:
        for held in squad.schemes:
            if held.scheme in MOMENTS["turn_end"] and table.chance(EAGER):
                claim(table, squad.player, held.scheme, "turn_end")


def claim_game_ends(table: PlayTable) -> None:
    """End-of-game schemes of every squad."""
    for squad in table.squads():
        for held in squad.schemes:
            if held.scheme in MOMENTS["game_end"] and table.chance(EAGER):
                claim(table, squad.player, held.scheme, "game_end")


def claim(table: PlayTable, player: str, scheme: str, moment: str) -> None:
    """The reveal if one is needed, then the VP that the facts give, if they give any."""
    squad = table.state.squads[player]
    held = squad.held(scheme)
    if held is None or [*check_window(Scene(table.state, table.full, squad, held, moment))]:
        return
    opening, state = _opened(table, squad, held)
    if state is None:
        return
    scored = _scored(table, state, player, scheme, moment)
    if scored is None or not table.may(scored, state=state):
        return
    by = table.player(player)
    if opening is not None:
        table.log(opening, by)
    table.log(scored, by)


def _opened(
    table: PlayTable, squad: Squad, held: Held
) -> tuple[e.SchemeRevealed | e.SchemeNotePublished | None, LastBattleState | None]:
    """(the reveal, the state after it); no state where it cannot be revealed now."""
    opening = reveal_of(squad, held)
    if opening is None:
        return None, table.state
    if held.scheme == HIDDEN or not table.may(opening):
        return None, None
    return opening, RULES.evolve(table.state, opening)


def _scored(
    table: PlayTable, state: LastBattleState, player: str, scheme: str, moment: str
) -> e.SchemeScored | None:
    squad = state.squads[player]
    held = squad.held(scheme)
    if held is None:
        return None
    scene = Scene(state, full_table(state), squad, held, moment)
    facts: dict[str, Any] = {} if table.chance(0.05) else facts_for(table, scene)
    found = found_by(scene, read_facts(scheme, facts))
    room = room_left(state, squad, held)
    if not found.high or room < 1:
        return None
    vp = table.rng.randint(max(1, found.low), found.high)
    computed = vp if table.chance(0.3) else None
    return e.SchemeScored(
        player=player,
        scheme=scheme,
        amount=min(vp, room),
        moment=moment,  # type: ignore[arg-type]
        computed=computed,
        facts=facts,
    )
