"""Zone control within a turn (BUS-ZONE). Called by `turns.py`."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.bushido.chapters.objectives import worth
from games.bushido.events import TurnRecorded, ZoneHeld
from games.bushido.permissions import Violations, both_sides
from games.bushido.state import BusState, models_left, other_side
from games.ruleset import RuleViolation


def check_zones(state: BusState, event: TurnRecorded, after: BusState) -> Violations:
    """BUS-ZONE-01, -03: each zone of the scenario once, and who has more of both in it. `after`: with the models that
    are still in play; nobody else is in a zone."""
    named = Counter(held.zone for held in event.zones)
    wrong = [zone for zone, times in named.items() if zone not in state.zones or times > 1]
    for zone in wrong:
        yield RuleViolation("BUS-ZONE-02", {"zone": zone, "expected": list(state.zones) or "nothing"})
    for held in event.zones:
        if held.zone not in wrong:
            yield from both_sides(state, held.rice, held.models)
            yield from _check_held(state, held)
            yield from _check_there(after, held)
    inside, there = sum(least_inside(held) for held in event.zones), _on_table(after)
    if inside > there:
        yield RuleViolation("BUS-ZONE-03", {"inside": inside, "there": there})


def _on_table(after: BusState) -> int:
    """BUS-ZONE-03: the models of both sides that can be in a zone; not who waits for the turn of its plan."""
    waiting = sum(
        not plan.revealed and after.models[name].place == "elsewhere" for name, plan in after.plans.items()
    )
    return sum(models_left(after).values()) - waiting


def least_inside(held: ZoneHeld) -> int:
    """The models in a zone as far as that is told: whoever controls it has one there at least."""
    return sum(held.models.values()) if held.models is not None else int(held.controller is not None)


def _check_there(after: BusState, held: ZoneHeld) -> Violations:
    """BUS-ZONE-01: who has no model left controls nothing."""
    if held.controller in after.sides and not models_left(after)[held.controller]:
        params = {"zone": held.zone, "told": held.controller, "expected": "somebody_else"}
        yield RuleViolation("BUS-ZONE-01", params)


def _check_held(state: BusState, held: ZoneHeld) -> Violations:
    """BUS-ZONE-01: strictly more rice and strictly more models; what is not told contradicts nothing."""
    told = [one for one in (held.rice, held.models) if one is not None and set(one) == set(state.sides)]
    complete = len(told) == 2
    for side in state.sides:
        enemy = other_side(state, side)
        more = all(one[side] > one[enemy] for one in told)
        if held.controller == side and not more:
            params = {"zone": held.zone, "told": side, "expected": "somebody_else"}
            yield RuleViolation("BUS-ZONE-01", params)
        if held.controller != side and more and complete:
            params = {"zone": held.zone, "told": held.controller or "nobody", "expected": side}
            yield RuleViolation("BUS-ZONE-01", params)


def held_zones(state: BusState, event: TurnRecorded) -> tuple[BusState, dict[str, int]]:
    """BUS-ZONE-02, -05: the controllers, and the scenario points of the zones by side."""
    told = {held.zone: held.controller for held in event.zones}
    gained, zones = dict.fromkeys(state.sides, 0), {}
    for name, zone in state.zones.items():
        controller = told.get(name)
        zones[name] = replace(zone, controller=controller)
        if controller in gained:
            gained[controller] += worth(zone.alignment, controller)
    return replace(state, zones=zones), gained
