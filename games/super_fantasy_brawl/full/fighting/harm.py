"""Damage, healing, knock-outs: ONE door for whatever hurts a champion (SFB-KO-01 to -12, SFB-LVL-01, -05, -06).

Chapters that hurt call `hurt`; it makes `champion_knocked_out` due. The chapter of that event calls `fallen`.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.super_fantasy_brawl.full.cards import health_of
from games.super_fantasy_brawl.full.common import acted, action_of, put, table
from games.super_fantasy_brawl.full.due import pushed
from games.super_fantasy_brawl.full.state import Due, Fallen, flagged
from games.super_fantasy_brawl.state import SfbState, credited, other_side, with_figure


def hurt(
    state: SfbState, damage: dict[str, int], *, by: str | None, cause: str, own_way: bool = False
) -> SfbState:
    """Damage to several champions at the same time; every one whose health is reached is due to be knocked out.

    `by`: the champion that dealt it, `cause`: card, basic or reaction, as `champion_knocked_out` will tell them.
    `own_way`: the champion walked into it, so nobody has the credit. At the gates nothing hurts (SFB-KO-06).
    """
    dues: list[Due] = []
    for figure, amount in damage.items():
        if state.figures[figure].cell is None or amount <= 0:
            continue
        state = with_figure(state, figure, damage=state.figures[figure].damage + amount)
        health, dealt_by = health_of(state, figure), None if own_way else credit(state, figure, by)
        if health is None:
            wounds = {**action_of(state).wounds, figure: (dealt_by, cause)}
            state = acted(put(state, flagged(table(state), "SFB-KO-01")), wounds=wounds)
        elif state.figures[figure].damage >= health:
            told = {"by": dealt_by, "cause": cause}
            dues.append(Due("champion_knocked_out", "SFB-LOG-06", champion=figure, told=told))
    return put(state, pushed(table(state), *dues)) if dues else state


def heal(state: SfbState, figure: str, amount: int) -> SfbState:
    """SFB-EFF-04: damage removed, never more than there is."""
    return with_figure(state, figure, damage=max(0, state.figures[figure].damage - amount))


def credit(state: SfbState, figure: str, by: str | None) -> str | None:
    """SFB-KO-03, -04: who has the credit for knocking out `figure`: an enemy, never an ally or itself."""
    if by is None or by not in state.figures or state.figures[by].side == state.figures[figure].side:
        return None
    return by


def fallen(state: SfbState, figure: str, by: str | None, cause: str) -> SfbState:
    """SFB-KO-02, -05: the point for the other side, the champion at its gates, base side up, without damage.

    A base-side champion with the credit levels up when the action closes (SFB-LVL-01, -05, -06).
    """
    one = state.figures[figure]
    by = credit(state, figure, by)
    earns = by is not None and not state.figures[by].levelled
    state = credited(state, other_side(state, one.side), "knockout", 1, state.round)
    state = with_figure(
        state,
        figure,
        cell=None,
        damage=0,
        immobilised=False,
        levelled=False,
        knocked_out=one.knocked_out + 1,
    )
    if by is not None:
        state = with_figure(state, by, knockouts=state.figures[by].knockouts + 1)
    action = table(state).action
    if action is None:
        return state
    credits_ = action.credits
    if earns and by is not None and by not in credits_:
        credits_ = (*credits_, by)
    told = Fallen(figure, other_side(state, one.side), by, cause)
    action = replace(action, credits=credits_, fallen=(*action.fallen, told))
    return put(state, replace(table(state), action=action))
