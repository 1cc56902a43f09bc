"""Models that leave play, and what follows at once (BUS-GEN-27, BUS-VIM-09, -11, BUS-SCORE-07). Called by `harm.py` and
the texts of cards."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.vim import vim_of
from games.bushido.full.common import body, put, side_of_model, table
from games.bushido.full.state import Body, Duel, Shot, Test
from games.bushido.scenarios import Award
from games.bushido.state import BusState, facts_of, other_side, with_award, with_model, with_side


def removed(state: BusState, model: str, by: str | None, *whys: str) -> BusState:
    """BUS-GEN-27: out of play, with its markers, tokens and contacts; what it held or controlled is free."""
    one = state.models[model]
    first = one.out or state.turn
    state = _scored(state, model, by)
    state = with_model(state, model, place="out", out=first, by=one.by if one.out else by)
    full = table(state)
    gone = replace(Body(), marked=body(state, model).marked)
    contacts = tuple(pair for pair in full.contacts if model not in pair)
    why = {**full.why, **{f"{model}.{name}": ("BUS-GEN-27",) for name in ("counters", "ki", "markers")}}
    why[f"{model}.place"] = whys
    due = {
        "tests": tuple(test for test in full.tests if not lapses(test, model)),
        "shifts": tuple(shift for shift in full.shifts if shift.model != model),
        "harm": None
        if full.harm is not None and model in (full.harm.source, full.harm.target)
        else full.harm,
        "shot": without_model(full.shot, model),
        "duel": duel_without(full.duel, model),
    }
    bodies = {name: without_aura(each, model) for name, each in full.bodies.items()}
    return put(state, bodies={**bodies, model: gone}, contacts=contacts, why=why, **due)


def lapses(test: Test, gone: str) -> bool:
    """BUS-TEST-12, BUS-COND-26: a test is made against somebody who is there; only who may rise needs nobody else."""
    return gone == test.model or (gone == test.against and test.kind != "rise")


def without_aura(one: Body, source: str) -> Body:
    """BUS-KI-09: an aura ends when its source leaves play."""
    kept = tuple(effect for effect in one.effects if effect.source != source)
    return one if len(kept) == len(one.effects) else replace(one, effects=kept)


def duel_without(one: Duel | None, model: str) -> Duel | None:
    """BUS-KI-08: the opposed tests that are left; one of a model that is gone is not made."""
    if one is None:
        return None
    outer = duel_without(one.outer, model)
    if model in (one.user, one.target):
        return outer
    return one if outer is one.outer else replace(one, outer=outer)


def without_model(shot: Shot | None, model: str) -> Shot | None:
    """A ranged attack whose target is gone is over (BUS-RNG-16); one whose attacker is gone too."""
    if shot is None or shot.attacker == model:
        return None
    return replace(shot, stage="over") if shot.target == model else shot


def _scored(state: BusState, model: str, by: str | None) -> BusState:
    """BUS-VIM-11: the award of a VIM that removed the enemy VIM, at once."""
    side = side_of_model(state, by)
    award = _at_once(state)
    if award is None or not side or any(one.award == award.id for one in state.given):
        return state
    slayer, victim = vim_of(state, side), vim_of(state, other_side(state, side))
    fresh = state.models[model].out is None and not state.models[by or ""].returned
    if by == slayer and model == victim and fresh:
        return with_award(state, side, award)
    return state


def _at_once(state: BusState) -> Award | None:
    return next((one for one in facts_of(state).awards if one.due == "at_once"), None)


def scored_in_zone(state: BusState, side: str) -> BusState:
    """BUS-SCORE-07: an enemy fell in an exchange while one of the two was wholly inside a zone."""
    points = facts_of(state).kill_sp
    return with_side(state, side, sp=state.sides[side].sp + points) if points else state
