"""Attacks, declared and resolved: SEN-ATK-01 to -12, SEN-HEX-03 to -08, SEN-BLK-03 to -05, SEN-TER-03, -06, -07.

`attack_declared` says what is aimed at, `attack_resolved` what came of it, hex by hex: both are held against the cards
and the board. What follows is folded by `after_attack.py`. Called through `rules.py`.
"""

from __future__ import annotations

from games.hexes import Hex
from games.ruleset import Actor, RuleViolation
from games.senjutsu.full.attacks import aim
from games.senjutsu.full.attacks.outcomes import check_results
from games.senjutsu.full.cards import definition
from games.senjutsu.full.cursor import Located, check_effect, done_at, effect_at, located, running_of
from games.senjutsu.full.definitions import Attack
from games.senjutsu.full.effect_events import AttackDeclared, AttackResolved
from games.senjutsu.full.movement.ground import place_of
from games.senjutsu.full.movement.move import check_named
from games.senjutsu.full.preconditions import in_effects, opening, passing, put, standing_actors, table
from games.senjutsu.full.refusals import broken, spots
from games.senjutsu.full.state import Due, FullState, Running, Strike, changed, flagged
from games.senjutsu.permissions import Violations, same
from games.senjutsu.state import SenjutsuState


@opening(in_effects)
def check_attack_declared(state: SenjutsuState, event: AttackDeclared, by: Actor) -> Violations:
    """SEN-ATK-02, -03, -05, -08, -10, -12, -13, SEN-REV-09."""
    return passing(
        event,
        check_effect(state, event.attacker, Attack, event.effect),
        check_named(state, event.attacker, event.card, event.part),
        check_initiative(state, event.attacker, event.initiative),
        _check_target(state, event),
        _check_aim(state, event),
    )


def check_initiative(state: SenjutsuState, actor: str, told: int | None) -> Violations:
    """SEN-LOG-08, SEN-EFF-05: the effective initiative of the part that is being resolved."""
    running = running_of(state, actor)
    if running is not None:
        yield from same("what_initiative", running.initiative, told)


def _check_target(state: SenjutsuState, event: AttackDeclared) -> Violations:
    """SEN-ATK-04: the target is somebody else who is still there."""
    if event.target is not None and (
        event.target not in standing_actors(state) or event.target == event.attacker
    ):
        params = {"actor": event.attacker, "expected": "nothing", "told": event.target, "absent": True}
        yield RuleViolation("SEN-ATK-04", params)


def _check_aim(state: SenjutsuState, event: AttackDeclared) -> Violations:
    effect = effect_at(state, event.attacker, Attack, event.effect)
    running = running_of(state, event.attacker)
    if running is None or not isinstance(effect, Attack):
        return
    if effect.aim == "grid":
        yield from _check_grid(state, event, running, effect)
    elif effect.aim == "compare":
        yield from _check_compared(state, event, running)
    else:
        yield from _check_named_targets(state, event, running)


def _check_grid(state: SenjutsuState, event: AttackDeclared, running: Running, effect: Attack) -> Violations:
    """SEN-ATK-03, -05: all hexes of the grid on the board, of a ranged card those that it reaches; whoever is named
    beside them stands on one."""
    cells = aim.cells_of(state, event.attacker, effect)
    expected = aim.grid_hexes(state, running, effect)
    if cells is None or expected is None:
        return
    if event.target is not None and place_of(state, event.target) not in expected:
        params = {"actor": event.attacker, "expected": spots(expected), "told": event.target}
        yield from broken(event, params, "SEN-ATK-03")
    told, board = set(event.hexes or expected), table(state).board
    rule = _too_far(state, event, [hex_ for hex_ in told if hex_ in cells])
    if rule is not None or not (expected or not effect.grid):
        rules: tuple[str, ...] = ("SEN-ATK-05", *((rule,) if rule else ()))
    elif {hex_ for hex_ in told if board is None or hex_ in board} != set(expected):
        rules = ("SEN-ATK-03",)
    else:
        return
    params = {"actor": event.attacker, "expected": spots(expected), "told": spots(told)}
    yield from broken(event, params, *rules)


def _too_far(state: SenjutsuState, event: AttackDeclared, told: list[Hex]) -> str | None:
    """SEN-ATK-05: the rule that keeps a ranged card from the first of these hexes that it does not reach."""
    if not definition(state, event.card).range:
        return None
    rules = (aim.out_of_reach(state, event.attacker, event.card, hex_) for hex_ in sorted(told))
    return next((rule for rule in rules if rule is not None), None)


def _check_compared(state: SenjutsuState, event: AttackDeclared, running: Running) -> Violations:
    """SEN-ATK-08, -05: one enemy with a lower initiative, within range; where there is none, the attack fails."""
    found = aim.slower(state, running)
    if event.target in found and event.target is not None:
        return
    if not found and event.target is None and not event.hexes:
        return
    rule = aim.reached(state, running, event.target) if event.target is not None else None
    params = {"actor": event.attacker, "expected": found or "nobody", "told": event.target or "nobody"}
    if rule is not None:
        yield from broken(event, params, "SEN-ATK-05", rule)
    else:
        yield from broken(event, params, "SEN-ATK-08")


def _check_named_targets(state: SenjutsuState, event: AttackDeclared, running: Running) -> Violations:
    """SEN-REV-09, SEN-ATK-05: a target that was named at the reveal, in range and in sight."""
    told = aim.told_targets(state, running)
    if told and event.target is not None and event.target not in told:
        params = {"actor": event.attacker, "named": list(told), "told": event.target}
        yield from broken(event, params, "SEN-REV-09")
        return
    aimed = targets_of(state, event, running)
    wanted = (event.target,) if event.target is not None else aim.named(state, running)
    rules = [rule for target in wanted if (rule := aim.reached(state, running, target)) is not None]
    params = {"actor": event.attacker, "expected": aimed or "nobody", "told": wanted or "nobody"}
    if not aimed:
        yield from broken(event, params, "SEN-ATK-05", *rules[:1])
    else:
        hexes = {place for target in aimed if (place := place_of(state, target)) is not None}
        if event.hexes and hexes and set(event.hexes) != hexes:
            params = {"actor": event.attacker, "expected": spots(hexes), "told": spots(event.hexes)}
            yield from broken(event, params, "SEN-ATK-03")


def targets_of(state: SenjutsuState, event: AttackDeclared, running: Running) -> tuple[str, ...]:
    """Whom an attack without a grid is aimed at: the told one, else the named ones that it reaches."""
    wanted = (event.target,) if event.target is not None else aim.named(state, running)
    return tuple(target for target in wanted if aim.reached(state, running, target) is None)


def on_attack_declared(state: SenjutsuState, event: AttackDeclared) -> SenjutsuState:
    """SEN-ATK-07: the attack waits for its one result."""
    found = located(state, event.attacker, Attack, event.effect)
    due = Due("attack_resolved", event.attacker, "SEN-ATK-07")
    full = done_at(table(state), found.running, found.place)
    full = changed(full, strike=strike_of(state, event, found), due=(*full.due, due))
    return put(state, _flag(state, full, event, found))


def strike_of(state: SenjutsuState, event: AttackDeclared, found: Located | None = None) -> Strike:
    """The declared attack with the hexes and targets that the board gives, where they are known."""
    running, place, effect = found or located(state, event.attacker, Attack, event.effect)
    targets: tuple[str, ...] = (event.target,) if event.target is not None else ()
    hexes = event.hexes
    if running is not None and isinstance(effect, Attack) and effect.aim != "grid":
        targets = targets_of(state, event, running)
    elif running is not None and isinstance(effect, Attack):
        grid = aim.grid_hexes(state, running, effect)
        hexes, targets = event.hexes or grid or (), () if grid is not None else targets
    if targets:
        spots_ = (place_of(state, target) for target in targets)
        hexes = tuple(dict.fromkeys(hex_ for hex_ in spots_ if hex_ is not None)) or hexes
    initiative = running.initiative if running is not None else event.initiative
    return Strike(event.attacker, event.card, event.part, place, hexes, targets, initiative)


def _flag(state: SenjutsuState, full: FullState, event: AttackDeclared, found: Located) -> FullState:
    """SEN-LOG-05."""
    if found.effect is None or place_of(state, event.attacker) is None:
        full = flagged(full, "SEN-ATK-03")
    return full if definition(state, event.card).range is not None else flagged(full, "SEN-ATK-05")


@opening(in_effects)
def check_attack_resolved(state: SenjutsuState, event: AttackResolved, by: Actor) -> Violations:
    """SEN-ATK-07: only what was declared is resolved; SEN-ATK-04, -06, -11 and everything that the hexes give."""
    strike = table(state).strike
    if strike is None or strike.attacker != event.attacker:
        params = {"actor": event.attacker, "expected": "attack_declared", "told": "attack_resolved"}
        yield RuleViolation("SEN-ATK-07", {**params, "absent": True})
    else:
        yield from check_results(state, event, strike)
