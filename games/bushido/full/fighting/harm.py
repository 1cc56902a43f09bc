"""Wounds and what they lead to (BUS-DMG-06, -07, -11, BUS-TRG-12, BUS-COND-23)."""

from __future__ import annotations

from games.bushido.chapters.vim import vim_of
from games.bushido.full.common import (
    body,
    flagged,
    has,
    noted,
    put,
    sheet,
    stands_here,
    table,
    with_body,
    without,
)
from games.bushido.full.fighting.leave import removed, scored_in_zone
from games.bushido.full.state import Figure, Test
from games.bushido.full.traits import base, capped, trait
from games.bushido.state import BusState, facts_of, with_model

LAST_STAND = "last_stand"
"""The flag of a model that stays to the End phase at 0 boxes (BUS-DMG-11)."""
IN_ZONE = "killed_in_zone"
"""With the side that scores for it: the flag of one that a zone counts once its Last Stand is over (BUS-SCORE-07)."""
COMMUNAL = "communal"
"""A Ki limit that is the communal card's, and the kind of that card (BUS-KI-17)."""
KI = ".ki"
"""How a boost of Ki is named, behind its model."""
LATE = ("end_rest", "end_damage", "expiry", "score", "close")
"""The steps in which nobody stands any more: those who did have been removed (BUS-TRT-62, decision 8-53)."""


def boxes(state: BusState, model: str) -> int | None:
    """The boxes of a model; None if nobody knows them. Those of a Kami are its Ki (BUS-TRG-12)."""
    if trait(state, model, "Kami"):
        return ki_limit(state, model)
    tracks = sheet(state, model).wound_tracks
    if not tracks:
        return None
    number = model.rpartition("-")[2]
    place = int(number) - 1 if number.isdecimal() else 0
    return tracks[min(max(place, 0), len(tracks) - 1)]


def marks_left(state: BusState, model: str) -> int:
    """BUS-GEN-27: the boxes that are marked of who comes back: as when it left, none of who was killed (8-61)."""
    before = body(state, model).marked
    return 0 if before >= (boxes(state, model) or 0) else before


def ki_limit(state: BusState, model: str) -> int | None:
    """The most Ki tokens that a model holds; None if nobody knows."""
    told = sheet(state, model).ki_limit
    if told is None:
        return None
    return told if isinstance(told, int) else 0


def has_well(state: BusState, model: str) -> bool:
    """BUS-KI-17: a model that never holds Ki itself."""
    return sheet(state, model).ki_limit == COMMUNAL


def well_rules(state: BusState, model: str) -> tuple[str, ...]:
    """BUS-KI-17, where it counts."""
    return ("BUS-KI-17",) if has_well(state, model) else ()


def purse(state: BusState, model: str) -> int:
    """The Ki that a model can pay with: its own, or that of the communal card (BUS-KI-17)."""
    if has_well(state, model):
        return table(state).wells.get(state.models[model].side, 0)
    return body(state, model).ki


def spendable(state: BusState, model: str) -> Figure:
    """BUS-KI-10, -15: the Ki that a model may part with: nothing while it is Controlled or Elsewhere, and a Kami keeps
    one."""
    if has(state, model, "controlled") or not stands_here(state, model):
        return Figure(0, ("BUS-KI-10",))
    if trait(state, model, "Kami"):
        return Figure(max(0, purse(state, model) - 1), ("BUS-KI-15",))
    return Figure(purse(state, model))


def _poured(state: BusState, model: str, amount: int, *why: str) -> BusState:
    """BUS-KI-17: into the communal card of its warband, or out of it; without such a card it is lost."""
    side, full = state.models[model].side, table(state)
    there = any(one.kind == COMMUNAL for one in full.specials.get(side, {}).values())
    left = max(0, full.wells.get(side, 0) + amount) if there else 0
    state = put(state, wells={**full.wells, side: left})
    return noted(noted(state, "wells", "BUS-KI-17", *why), f"{model}.ki", "BUS-KI-17")


def with_ki(state: BusState, model: str, amount: int, *why: str) -> BusState:
    """BUS-KI-01: with so many tokens more (or fewer), never above the limit or below 0."""
    if has_well(state, model):
        return _poured(state, model, amount, *why)
    return with_body(state, model, "BUS-KI-01", *why, ki=ki_with(state, model, amount))


def ki_with(state: BusState, model: str, amount: int) -> int:
    """BUS-KI-01: the tokens that a model holds itself once it gets (or loses) so many."""
    return max(0, min(ki_limit(state, model) or 0, body(state, model).ki + amount))


def wounded(state: BusState, model: str, number: int, by: str | None, *why: str) -> BusState:
    """BUS-DMG-06: marks boxes; at none left the model falls. A Kami loses Ki (BUS-TRG-12)."""
    if number <= 0:
        return state
    if trait(state, model, "Kami"):
        state = with_ki(state, model, -number, "BUS-TRG-12", "BUS-TRT-59", *why)
        return state if body(state, model).ki else removed(state, model, by, "BUS-TRG-12")
    most = boxes(state, model) or 0
    marked = min(most, body(state, model).marked + number)
    state = with_body(state, model, "BUS-DMG-06", *why, marked=marked)
    burnt = "BUS-COND-12" in why and table(state).step == "end_damage"
    return fallen(state, model, by, risen=burnt) if marked >= most else state


def fallen(state: BusState, model: str, by: str | None, risen: bool = False) -> BusState:
    """BUS-DMG-06, -10, -11: killed, unless Rise brings it back or Last Stand keeps it to the End phase.

    `risen`: Rise is used up, or does not help against fire in the End phase.
    """
    rise = trait(state, model, "Rise")
    if rise is not None and not risen and LAST_STAND not in body(state, model).flags:
        test = Test("rise", model, "rise", rise.value, by)
        return put(state, tests=(test, *table(state).tests))
    if may_stand(state, model):
        return _standing(state, model, by)
    return removed(state, model, by, "BUS-DMG-06")


def not_risen(state: BusState, test: Test) -> BusState:
    """BUS-DMG-10, BUS-SCORE-07: whoever was not brought back, or did not try, has fallen in the zone where it was
    struck."""
    state = fallen(state, test.model, test.against, risen=True)
    return state if test.scores is None else killed_in_zone(state, test.model, test.scores)


def _standing(state: BusState, model: str, by: str | None) -> BusState:
    """BUS-DMG-11, BUS-VIM-11: whoever dealt the last wound has killed it, also once it is removed in END 1."""
    if LAST_STAND in body(state, model).flags:
        return state
    if state.models[model].out is None:
        state = with_model(state, model, by=by)
    return flagged(state, model, LAST_STAND)


def may_stand(state: BusState, model: str) -> bool:
    """BUS-DMG-11: whether a Last Stand keeps a model that has fallen now: in time, and not the VIM of The Duel."""
    late = table(state).step in LATE
    return trait(state, model, "Last Stand") is not None and not late and not in_ring(state, model)


def in_ring(state: BusState, model: str) -> bool:
    """BUS-SCN-17: a VIM of The Duel, which has lost Last Stand; who came back is none any more (BUS-VIM-07)."""
    one = state.models[model]
    if state.scenario is None or not facts_of(state).vim_ring or one.returned:
        return False
    return vim_of(state, one.side) == model


def healed(state: BusState, model: str, number: int, *why: str) -> BusState:
    """BUS-DMG-07, BUS-COND-23: unmarks boxes, and Bleed markers go with the first of them; nobody heals in a Last Stand
    (BUS-TRT-62)."""
    told = min(number, body(state, model).marked)
    if told <= 0 or LAST_STAND in body(state, model).flags:
        return state
    state = with_body(state, model, "BUS-DMG-07", *why, marked=body(state, model).marked - told)
    return without(state, model, "bleed", "BUS-COND-23") if has(state, model, "bleed") else state


def last_stands(state: BusState) -> BusState:
    """BUS-DMG-11: in END 1 those that only stood are removed."""
    for name, one in table(state).bodies.items():
        if LAST_STAND in one.flags:
            state = removed(state, name, state.models[name].by, "BUS-DMG-11", "BUS-TRT-62")
            for side in (side for side in state.sides if f"{IN_ZONE}:{side}" in one.flags):
                state = scored_in_zone(state, side)
    return state


def killed_in_zone(state: BusState, model: str, side: str) -> BusState:
    """BUS-SCORE-07, BUS-DMG-11: whoever an exchange in a zone brought to its last wound scores when it is removed."""
    if not stands_here(state, model):
        return scored_in_zone(state, side)
    return flagged(state, model, f"{IN_ZONE}:{side}") if LAST_STAND in body(state, model).flags else state


def ki_of(state: BusState, model: str) -> int:
    """BUS-KI-14: the Ki that a model generates: its Ki statistic, never boosted; nothing below 0, which takes none."""
    return max(0, capped(state, model, "ki", Figure(base(state, model, "ki") or 0)).value)


def clear_boosts(state: BusState) -> BusState:
    """BUS-KI-12: boosts last for one test, move, exchange or ranged attack."""
    return put(state, boosts={}) if table(state).boosts else state


def tested(state: BusState) -> BusState:
    """BUS-KI-12: a test of Ki is over, and with it boosts of Ki; those of the exchange, the shot or the move in which
    it was made last."""
    told = table(state).boosts
    left = {name: steps for name, steps in told.items() if not name.endswith(KI)}
    return put(state, boosts=left) if len(left) < len(told) else state
