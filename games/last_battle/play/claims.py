"""Simulated claims: facts that a table could show, the VP that follow from them, and the reveal before.

Called by `steps.py`.
"""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.chapters.awards import room_left
from games.last_battle.chapters.reveal import reveal_of
from games.last_battle.full.preconditions import table as full_table
from games.last_battle.full.schemes.claim_facts import read_facts
from games.last_battle.full.schemes.claims import HIDDEN, MOMENTS, check_window, found_by
from games.last_battle.full.schemes.measures import Scene
from games.last_battle.full.schemes.questions import asked_of
from games.last_battle.play.table import CM, RULES, PlayTable
from games.last_battle.state import LastBattleState
from games.made_up import made_up
from games.ruleset import NextEvent
from games.simulated import ORGANISER

EAGER = 0.75


def claim(table: PlayTable, one: NextEvent) -> bool:
    """The reveal if one is needed, then the VP that the facts give, if they give any; whether anything was logged."""
    player, scheme = one.choices["player"][0], one.choices["scheme"][0]
    squad, state = table.state.squads[player], table.state
    held = squad.held(scheme)
    opening = reveal_of(squad, held) if held is not None else None
    if opening is not None and (not table.chance(EAGER) or not table.may(opening)):
        return False
    if opening is not None and scheme == HIDDEN:
        return table.tries(opening, table.player(player))
    state = table.state if opening is None else RULES.evolve(table.state, opening)
    for moment in one.choices.get("moment", MOMENTS):
        scored = _scored(table, state, player, scheme, moment)
        if scored is not None and not RULES.check(state, scored, ORGANISER):
            by = table.player(player)
            if opening is not None:
                table.log(opening, by)
            table.log(scored, by)
            return True
    return False


def _scored(
    table: PlayTable, state: LastBattleState, player: str, scheme: str, moment: str
) -> e.SchemeScored | None:
    squad = state.squads[player]
    held = squad.held(scheme)
    if held is None or not table.chance(EAGER):
        return None
    scene = Scene(state, full_table(state), squad, held, moment)
    if any(check_window(scene)):
        return None
    facts = {} if table.chance(0.05) else made_up(table, asked_of(state, scene.full, scheme, scene), CM)
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
