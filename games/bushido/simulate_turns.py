"""The turns of a simulated match: what a table could have done in each, told so that it is legal. See `simulate.py`."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.bushido import events as e
from games.bushido.chapters.awards import awards_due
from games.bushido.chapters.losses import check_models, moved, pass_tokens
from games.bushido.chapters.objectives import reset
from games.bushido.chapters.turns import played
from games.bushido.chapters.vim import is_measured, stands, vim_of
from games.bushido.chapters.zones import least_inside
from games.bushido.scenarios import LAST_POSSIBLE_TURN, NEUTRAL
from games.bushido.state import BusState, facts_of, models_left, other_side, points
from games.ruleset import Actor, Event
from games.secrets import sealed
from games.simulated import ORGANISER, Table


class SimulatedTable(Table[BusState]):
    """State, dice and the log so far of one simulated match."""

    def anybody(self) -> Actor:
        """A player of either side, or the organiser."""
        return self.of_side(self.rng.choice(list(self.state.sides)))

    def may_sealed(self, event: Event, by: Actor = ORGANISER) -> bool:
        """Whether the rules allow the event once it is sealed."""
        return self.may(sealed(event, "salt"), by)


def play(table: SimulatedTable) -> None:
    """Turn after turn to the end; some matches end early."""
    while table.state.phase in ("setup", "turns"):
        if table.chance(0.03) or table.state.turn >= table.rng.randint(6, 9):
            _end_early(table)
            continue
        _arrive(table)
        table.log(_turn(table), table.anybody())
        _plan_again(table)
    reveal_all(table)


def reveal_all(table: SimulatedTable) -> None:
    """BUS-HID-07: hidden VIM are opened at the end."""
    for side, one in table.state.vims.items():
        if table.state.phase == "reveal" and not one.revealed:
            _reveal(table, side)


def _end_early(table: SimulatedTable) -> None:
    side = table.rng.choice(list(table.state.sides))
    ends = [e.MatchEnded(reason="conceded", by_side=side), e.MatchEnded(reason="time")]
    ends += [e.MatchEnded(reason="clock", by_side=side)] if table.state.player_clock else []
    end = table.rng.choice(table.legal(ends))
    table.log(end, table.of_side(side) if end.reason == "conceded" else ORGANISER)


def _arrive(table: SimulatedTable) -> None:
    """The flank plans of the turn to come; one of a model that has fallen is opened too."""
    turn = table.state.turn + 1
    for name, plan in table.state.plans.items():
        if plan.turn == turn and not plan.revealed:
            room = table.state.models[name].place == "elsewhere" and table.chance(0.9)
            told = {"side": plan.side, "model": name, "turn": turn, "edge": plan.edge, "deployed": room}
            table.log(
                msgspec.convert({"type": "flank_revealed", **told}, e.FlankRevealed), table.of_side(plan.side)
            )


def _plan_again(table: SimulatedTable) -> None:
    """BUS-SETUP-23: now and then a fallen model will come back from a flank."""
    fallen = [name for name, one in table.state.models.items() if one.place == "out"]
    if table.state.phase != "turns" or not fallen or not table.chance(0.08):
        return
    name = table.rng.choice(fallen)
    turn = min(table.state.turn + table.rng.randint(1, 2), LAST_POSSIBLE_TURN)
    side = table.state.models[name].side
    plan = e.FlankPlanRecorded(side=side, model=name, turn=turn, edge=table.rng.choice(("east", "west")))
    by = table.of_side(side)
    if table.may_sealed(plan, by):
        table.log(plan, by)


def _reveal(table: SimulatedTable, side: str) -> None:
    """BUS-HID-07: the hidden VIM, with its distance where an award waits."""
    model = table.state.vims[side].model
    inches = table.rng.randint(0, 200) / 10 if is_measured(table.state, model) else None
    table.log(e.VimRevealed(side=side, model=model, inches=inches), table.of_side(side))


def _turn(table: SimulatedTable) -> e.TurnRecorded:
    """A turn: what happened, then mostly what follows from it."""
    state, turn = table.state, table.state.turn + 1
    begun = reset(state, turn)
    told = e.TurnRecorded(
        turn=turn,
        first_side=table.rng.choice(list(state.sides)),
        length_die=_die(table, turn),
        prayers=_prayers(table, begun),
        alignment=_alignment(table, begun),
        worship=_worship(table, begun),
        zones=_zones(table),
        casualties=_casualties(table),
    )
    told = _fitting(state, replace(told, arrivals=_arrivals(table, told)))
    told = _removing(table, _measured(table, told))
    return _totals(table, told) if table.chance(0.8) else told


def _fitting(state: BusState, told: e.TurnRecorded) -> e.TurnRecorded:
    """BUS-ZONE-01, -03, BUS-SCN-18: nobody stands in a zone who is out of play, nor comes where no room is."""
    if any(check_models(state, told)):
        told = replace(told, arrivals=())
    left = models_left(moved(state, told)[0])
    inside = sum(least_inside(one) for one in told.zones)
    zones = tuple(one for one in told.zones if one.controller is None or left[one.controller])
    if inside > sum(left.values()):
        zones = tuple(replace(one, rice=None, models=None) for one in zones)[: sum(left.values())]
    return replace(told, zones=zones)


def _die(table: SimulatedTable, turn: int) -> int | None:
    facts = facts_of(table.state)
    rolls = facts.length == "variable" and facts.turns <= turn < LAST_POSSIBLE_TURN
    return table.rng.randint(1, 6) if rolls else None


def _prayers(table: SimulatedTable, begun: BusState) -> tuple[e.Prayer, ...]:
    facts = facts_of(begun)
    there = [name for name, one in begun.objectives.items() if one.removed is None]
    found = []
    for side, one in begun.sides.items() if facts.prayer and there else ():
        for model in _free(begun, side)[: table.rng.randint(0, min(2, facts.prayer - one.prayers))]:
            objective = table.rng.choice(there)
            now = begun.objectives[objective].alignment
            alignment = table.rng.choice((now, NEUTRAL, side)) if facts.influence else now
            named = model if table.chance(0.7) else None
            found.append(e.Prayer(side=side, objective=objective, alignment=alignment, model=named))
    return tuple(found)


def _alignment(table: SimulatedTable, begun: BusState) -> dict[str, str]:
    if facts_of(begun).influence is None:
        return {}
    there = [name for name, one in begun.objectives.items() if one.removed is None]
    return {name: table.rng.choice((*begun.sides, NEUTRAL)) for name in there if table.chance(0.5)}


def _worship(table: SimulatedTable, begun: BusState) -> dict[str, int]:
    there = [name for name, one in begun.objectives.items() if one.removed is None]
    return {name: 1 for name in there if table.chance(0.3)} if facts_of(begun).worship else {}


def _zones(table: SimulatedTable) -> tuple[e.ZoneHeld, ...]:
    """Each zone by what is in it, told in full or in part."""
    found = []
    for zone in table.state.zones:
        rice = {side: table.rng.randint(0, 30) for side in table.state.sides}
        models = {side: table.rng.randint(0, 3) for side in table.state.sides}
        held = [
            side
            for side in rice
            if all(one[side] > one[other_side(table.state, side)] for one in (rice, models))
        ]
        counted = table.chance(0.5)
        if held or counted:
            counts = {"rice": rice, "models": models} if counted else {}
            found.append(e.ZoneHeld(zone=zone, controller=held[0] if held else None, **counts))
    return tuple(found)


def _casualties(table: SimulatedTable) -> tuple[e.Casualty, ...]:
    state, found = table.state, []
    for name, one in state.models.items():
        risk = 0.02 if one.place == "elsewhere" else 0.12
        if one.place == "out" or not table.chance(risk):
            continue
        enemies = _free(state, other_side(state, one.side))
        vim = vim_of(state, other_side(state, one.side)) if state.vim_kind != "hidden" else None
        by = vim if vim in enemies and table.chance(0.4) else table.rng.choice((None, *enemies))
        in_zone = bool(by and facts_of(state).kill_sp and table.chance(0.5))
        found.append(e.Casualty(model=name, by=by, in_zone=in_zone))
    return tuple(found)


def _free(state: BusState, side: str) -> list[str]:
    return [name for name, one in state.models.items() if one.side == side and one.place == "battlefield"]


def _arrivals(table: SimulatedTable, told: e.TurnRecorded) -> tuple[e.Arrival, ...]:
    """Now and then a model is summoned, or comes back."""
    if not table.chance(0.08):
        return ()
    side = table.rng.choice(list(table.state.sides))
    gone = [name for name, one in table.state.models.items() if one.side == side and one.place == "out"]
    new = f"{side}:summoned-{told.turn}"
    return (e.Arrival(model=table.rng.choice((new, *gone)), side=side),)


def _measured(table: SimulatedTable, told: e.TurnRecorded) -> e.TurnRecorded:
    """The distances of open VIM that an award of this turn asks for."""
    after = played(table.state, told).state
    if after.vim_kind == "hidden" or not any(one.to for one in awards_due(after)):
        return told
    inches = {
        side: table.rng.randint(0, 200) / 10 for side in after.sides if stands(after, vim_of(after, side))
    }
    return replace(told, vim_distance=inches or None)


def _removing(table: SimulatedTable, told: e.TurnRecorded) -> e.TurnRecorded:
    """Decreasing: an objective for an award, as the rules allow or ask."""
    turn = played(table.state, told)
    for one in turn.given:
        options = [
            replace(told, removals=(e.Removal(award=one.award, objective=name),))
            for name in turn.state.objectives
        ]
        legal = [option for option in options if not played(table.state, option).wrong]
        if legal and (turn.wrong or table.chance(0.7)):
            return table.rng.choice(legal)
    return told


def _totals(table: SimulatedTable, told: e.TurnRecorded) -> e.TurnRecorded:
    """What follows, told too."""
    turn = played(table.state, told)
    return replace(
        told,
        pass_tokens=pass_tokens(table.state, told),
        awards={one.award: one.side for one in turn.given},
        sp_after={name: side.sp for name, side in turn.state.sides.items()},
        vp_after=points(turn.state),
    )
