"""The outcome of a match: VP by side and source, the winner, tie-break figures, the fallen, and what stayed unchecked.

Called by `rules.py`. Only what everybody may know goes in: a scheme without VP is named nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.last_battle.chapters.links import carried
from games.last_battle.chapters.notes import effective_cost, enemy_owner
from games.last_battle.facts import SIDES, is_unique
from games.last_battle.state import LastBattleState, Squad, totals
from games.ruleset import Outcome

SHOWN_BY_CASUALTIES = {
    "time_of_the_great": ("LB-UNIQ-01",),
    "elimination_of_leaders": ("LB-UNIQ-08", "LB-UNIQ-09"),
    "gravediggers": ("LB-COMM-01",),
    "trap": ("LB-COMM-03",),
    "loophole": ("LB-COMM-05",),
    "take_prisoner": ("LB-COMM-08",),
    "scapegoat": ("LB-COMM-09", "LB-COMM-10"),
    "vendetta": ("LB-COMM-14", "LB-COMM-15"),
    "public_demonstration": ("LB-COMM-17",),
}
"""Rules that only told casualties can prove."""


def outcome(state: LastBattleState) -> Outcome:
    """LB-SCORE-03, LB-END-03: points and result as the log has them."""
    ended, points = state.phase == "closed", totals(state)
    return Outcome(
        status="finished" if ended else "open",
        vp=points,
        winner=state.result if ended else None,
        lines=state.lines,
        turn=state.full.turn if state.full else state.turn,
        incomplete=state.incomplete,
        figures=_figures(state, points),
        carry=_carry(state),
        unverified=tuple(sorted(set(_unverified(state)))),
    )


def _carry(state: LastBattleState) -> dict[str, Any]:
    """What goes on to the campaign, who gave up, and at full detail the rules that a card lifted."""
    carry = carried(state)
    if state.conceded is not None:
        carry["conceded"] = state.conceded
    if state.full is not None and state.full.overridden:
        carry["overridden"] = list(state.full.overridden)
    return carry


def _figures(state: LastBattleState, points: dict[str, int]) -> dict[str, dict[str, int]]:
    """Tie-break figures by side: figures lost, strategy VP, scheme VP."""
    lost = [fallen.side for fallen in state.fallen]
    strategy = {side: state.strategy.get(side, 0) for side in SIDES}
    return {
        "casualties": {side: lost.count(side) for side in SIDES},
        "strategy": strategy,
        "schemes": {side: points[side] - strategy[side] for side in SIDES},
    }


def _unverified(state: LastBattleState) -> Iterator[str]:
    """The rules for which the log did not tell enough, from public facts alone."""
    if state.full is not None:
        yield from state.full.unverified
    for squad in state.squads.values():
        yield from squad.unknown
        if squad.side == "alliance" and not squad.was_dealt and _common_chosen(squad):
            yield "LB-SETUP-03"
        yield from _unknown_note_costs(state, squad)
    if state.battlefield == "heaven" and state.portals_untold:
        yield from ("LB-HEAV-12", "LB-HEAV-13")
    if state.untold or state.summarised:
        for line in state.lines:
            yield from SHOWN_BY_CASUALTIES.get(line.source, ())


def _common_chosen(squad: Squad) -> bool:
    return squad.chosen and not any(is_unique(held.scheme) for held in squad.schemes)


def _unknown_note_costs(state: LastBattleState, squad: Squad) -> Iterator[str]:
    """LB-SETUP-13: a shown Vendetta note between figures of unknown cost."""
    for held in squad.schemes:
        if held.scheme != "vendetta" or not held.note_public or held.note is None:
            continue
        foes = [(enemy_owner(state, squad, f), f) for f in held.note.enemy_figures]
        costs = [effective_cost(squad, f) for f in held.note.own_figures]
        costs += [effective_cost(owner, f) if owner else None for owner, f in foes]
        if None in costs:
            yield "LB-SETUP-13"
