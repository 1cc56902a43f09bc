"""Very important models (BUS-VIM, BUS-HID). Called by `rules.py` and by the awards."""

from __future__ import annotations

from msgspec.structs import replace

from games.bushido.chapters.finish import ended
from games.bushido.chapters.setup import again, needs
from games.bushido.events import VimAssigned, VimRevealed
from games.bushido.permissions import Violations, at_detail, in_phase, side_acts, staff_only
from games.bushido.scenarios import Award, Scenario, unlike
from games.bushido.state import BusState, Fighter, Vim, facts_of, other_side, with_award
from games.judging import first_broken
from games.ruleset import Actor, RuleViolation
from games.secrets import commitment


def check_vim_assigned(state: BusState, event: VimAssigned, by: Actor) -> Violations:
    """BUS-VIM-01 to -05: each side once, before deployment; a legal model if there is one."""
    return first_broken(
        in_phase(state, "setup"),
        at_detail(state, "turns", "full"),
        side_acts(state, by, event.side),
        needs(state, "vim", "warband", "scenario", *(("objectives",) if state.full is not None else ())),
        _check_asked(state, event),
        _check_none(state, event) if event.none_legal else _check_named(state, event),
    )


def _check_asked(state: BusState, event: VimAssigned) -> Violations:
    """BUS-VIM-01: the scenario has them, and this side has not named its own."""
    if state.vim_kind is None or event.side in state.vims:
        yield RuleViolation("BUS-VIM-01", {"side": event.side, "told": event.model or "nothing"})
    full = state.full
    if full is not None and (full.deployed or full.tactician is None or state.near is None):
        yield RuleViolation("BUS-SETUP-13")
    if any(plan.side == event.side for plan in state.plans.values()):
        yield again("vim")


def _check_named(state: BusState, event: VimAssigned) -> Violations:
    if event.model is None:
        if state.vim_kind != "hidden" or not event.commitment:
            yield RuleViolation("BUS-VIM-01", {"side": event.side, "told": "nothing"})
        return
    one, owner = state.models.get(event.model), owner_of(state, event.side)
    if one is None or one.side != owner:
        yield RuleViolation("BUS-VIM-01", {"side": event.side, "told": event.model})
        return
    listed = state.sides[owner].list_vim if state.vim_kind == "list" else None
    if listed not in (None, event.model):
        yield RuleViolation("BUS-VIM-01", {"side": event.side, "told": event.model})
        yield unlike(facts_of(state), "vim", listed, event.model)
    if cannot(one):
        yield RuleViolation("BUS-VIM-02", {"model": event.model})
    if state.vim_kind == "nominated" and (one.facts.flank or one.facts.disguise):
        yield RuleViolation("BUS-VIM-04", {"model": event.model})


def _check_none(state: BusState, event: VimAssigned) -> Violations:
    """BUS-VIM-05: no model is legal for sure."""
    legal = surely_legal(state, event.side)
    if legal or event.model is not None:
        params = {"side": event.side, "expected": legal or "nothing"}
        yield RuleViolation("BUS-VIM-05", params)


def cannot(one: Fighter) -> bool:
    """BUS-VIM-02: known not to be unique, or to be an Animal or Insignificant."""
    return one.facts.unique is False or bool(one.facts.animal) or bool(one.facts.insignificant)


def surely_legal(state: BusState, chooser: str) -> list[str]:
    """BUS-VIM-05: the models that the side may name for sure."""
    owner = owner_of(state, chooser)
    return [name for name, one in state.models.items() if one.side == owner and _surely(state, one)]


def _surely(state: BusState, one: Fighter) -> bool:
    """Known to be legal; what is unknown proves nothing."""
    facts = one.facts
    legal = facts.unique is True and facts.animal is False and facts.insignificant is False
    free = facts.flank is False and facts.disguise is False
    return legal and (free or state.vim_kind != "nominated")


def owner_of(state: BusState, chooser: str) -> str:
    """Whose model the side names."""
    return other_side(state, chooser) if state.vim_kind == "nominated" else chooser


def chooser_of(state: BusState, owner: str) -> str:
    """Which side names the VIM of `owner`."""
    return owner_of(state, owner)


def vim_of(state: BusState, owner: str) -> str | None:
    """The model that is a side's VIM, as far as the state knows it."""
    one = state.vims.get(chooser_of(state, owner))
    return one.model if one is not None else None


def all_named(state: BusState) -> bool:
    """BUS-VIM-01: both sides have named theirs, which opens them unless they are hidden."""
    return len(state.vims) == len(state.sides)


def on_vim_assigned(state: BusState, event: VimAssigned) -> BusState:
    one = Vim(event.model, event.none_legal, event.commitment, revealed=event.none_legal)
    return replace(state, vims={**state.vims, event.side: one})


def check_vim_revealed(state: BusState, event: VimRevealed, by: Actor) -> Violations:
    """BUS-HID-06, -07: after the last turn, exactly what was named."""
    return first_broken(
        _check_time(state),
        side_acts(state, by, event.side),
        _check_once(state, event),
        staff_only(by) if event.model is None else _check_same(state, event),
        _check_inches(state, event),
    )


def _check_time(state: BusState) -> Violations:
    """BUS-VIM-06, BUS-HID-02: nobody opens a hidden VIM before the last turn is over, not even a dead one."""
    if state.phase in ("setup", "turns") and state.vim_kind == "hidden":
        params = {"turn": state.turn} if state.turn else {}
        yield from (RuleViolation(rule, params) for rule in ("BUS-VIM-06", "BUS-HID-02"))
    yield from in_phase(state, "reveal")


def _check_once(state: BusState, event: VimRevealed) -> Violations:
    if state.vims[event.side].revealed:
        yield RuleViolation("BUS-HID-07", {"side": event.side})


def _check_same(state: BusState, event: VimRevealed) -> Violations:
    one = state.vims[event.side]
    same = one.model == event.model
    if one.model is None:
        same = commitment(event.salt or "", {"model": event.model}) == one.commitment
    if not same:
        yield RuleViolation("BUS-HID-06", {"told": event.model})
    elif event.model not in state.models:
        yield RuleViolation("BUS-VIM-01", {"side": event.side, "told": event.model})
    elif cannot(state.models[event.model]) or state.models[event.model].side != event.side:
        yield RuleViolation("BUS-VIM-02", {"model": event.model})


def _check_inches(state: BusState, event: VimRevealed) -> Violations:
    """BUS-VIM-10: the distance of a VIM on the battlefield, where an award waits for it."""
    if (event.inches is not None) != is_measured(state, event.model):
        yield RuleViolation("BUS-VIM-10", {"side": event.side})


def is_measured(state: BusState, model: str | None) -> bool:
    """Whether an award waits for the distance of this hidden VIM."""
    closest = {one.id for one in facts_of(state).awards if one.condition == "own_vim_closest"}
    return bool(closest & {*state.waiting}) and stands(state, model)


def stands(state: BusState, model: str | None) -> bool:
    """BUS-VIM-07, -10: on the battlefield, and never away from play before."""
    one = state.models.get(model or "")
    return one is not None and one.place == "battlefield" and not one.returned


def on_vim_revealed(state: BusState, event: VimRevealed) -> BusState:
    """With the last one open the VIM award is given, and the match is over."""
    one = replace(state.vims[event.side], model=event.model, revealed=True)
    state = replace(state, vims={**state.vims, event.side: one})
    if event.inches is not None:
        state = replace(state, inches={**state.inches, event.side: event.inches})
    return ended(closest_given(state) if all(one.revealed for one in state.vims.values()) else state)


def closest_given(state: BusState) -> BusState:
    """The awards that waited for the hidden VIM."""
    for award in facts_of(state).awards:
        side = closest(state.inches) if award.condition == "own_vim_closest" else slain(state, award)
        if award.id in state.waiting and side is not None:
            state = with_award(state, side, award)
    return replace(state, waiting=())


OF_HIDDEN = ("own_vim_closest", "enemy_vim_killed")
"""Conditions that wait until hidden VIM are open, so that no award tells of them (BUS-VIM-06)."""


def slain(state: BusState, award: Award) -> str | None:
    """BUS-VIM-05, -09: the side that alone has the enemy VIM out of play by the turn of this award."""
    turn = award.due if isinstance(award.due, int) else state.turn
    sides = [side for side in state.sides if _fallen_by(state, other_side(state, side), turn)]
    return sides[0] if len(sides) == 1 else None


def _fallen_by(state: BusState, owner: str, turn: int) -> bool:
    named = state.vims.get(chooser_of(state, owner))
    if named is None or named.none_legal:
        return named is not None
    one = state.models.get(named.model or "")
    return one is not None and one.out is not None and one.out <= turn


def ends_at_once(scenario: Scenario) -> bool:
    """BUS-END-11: whether the match is over in the moment in which a VIM removes the other."""
    return scenario.length == "clock"


def outlived(side: str) -> RuleViolation:
    """BUS-VIM-11: the VIM of `side` won the award that ended the match, and yet it is told to have fallen."""
    return RuleViolation("BUS-VIM-11", {"expected": "nobody", "told": side, "side": side})


def closest(inches: dict[str, float]) -> str | None:
    """BUS-VIM-10: the side whose VIM is strictly closer; a VIM without a distance is never."""
    if not inches:
        return None
    best = min(inches.values())
    sides = [side for side, told in inches.items() if told == best]
    return sides[0] if len(sides) == 1 else None
