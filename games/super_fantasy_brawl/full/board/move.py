"""Movement: SFB-MOVE-01 to -10, SFB-EFF-13 to -15, SFB-ACT-06, SFB-TRAP-02, -09.

`champion_moved` tells a walk or the movement of an effect, up to the first trap. Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.gaps import known
from games.hexes import Hex, spot
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionDisplaced, ChampionMoved
from games.super_fantasy_brawl.full.board.arena import (
    cell_of,
    check_on_arena,
    check_stops,
    field_of,
    refused,
    spots,
)
from games.super_fantasy_brawl.full.board.paths import (
    Fault,
    Field,
    bend,
    dash_faults,
    fly_faults,
    leap_faults,
    nearing_faults,
    walk_faults,
)
from games.super_fantasy_brawl.full.board.trapped import sprung
from games.super_fantasy_brawl.full.closing import check_not_fallen
from games.super_fantasy_brawl.full.common import (
    acted,
    action_of,
    at_full,
    in_step,
    in_turn,
    known_figure,
    owner_of,
    put,
    table,
)
from games.super_fantasy_brawl.full.effects import check_effect, effect_done, printed_x
from games.super_fantasy_brawl.full.printed import champion_of_effect, effect_acts, open_effects, receivers
from games.super_fantasy_brawl.full.state import NO_ACTION, Moving, flagged, trap_at
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState, with_figure

STRAIGHT = {"dash": dash_faults, "fly": fly_faults, "leap": leap_faults}
OVER_TRAPS = ("fly", "leap")
OBJECTS = ("enemy", "target", "attacker")
"""Receivers of an approach or a retreat that are what the way is measured from; the acting champion moves."""


def check_champion_moved(state: SfbState, event: ChampionMoved, by: Actor) -> Violations:
    """SFB-MOVE-01 to -10, SFB-EFF-13 to -15, SFB-TRAP-02."""
    return passing(
        state,
        known_figure(state, event.champion),
        _check_walker(state, event, by) if event.kind == "walk" else _check_mover(state, event, by),
        check_on_arena(state, event.champion),
        _check_rooted(state, event),
        _check_continues(state, event),
        _check_way(state, event),
        iter(()) if event.kind in OVER_TRAPS else check_stops(state, event.champion, event.path),
    )


def _check_walker(state: SfbState, event: ChampionMoved, by: Actor) -> Violations:
    """SFB-MOVE-05, SFB-ACT-06: the activated champion, before everything else of the action."""
    yield from in_turn(state, by)
    fallen = tuple(check_not_fallen(state))
    if fallen:
        yield from fallen
        return
    action = action_of(state)
    rule = "SFB-ACT-06" if action.kind == "basic" else "SFB-MOVE-05"
    late = tuple(in_step(state, rule, "move"))
    yield from late
    if late and action.kind == "attack":
        yield RuleViolation("SFB-CMB-02", late[0].params)
    if action is not NO_ACTION and action.champion != event.champion:
        params = {"what": "what_champion", "expected": action.champion, "told": event.champion}
        yield RuleViolation("SFB-LOG-08", params)


def _check_mover(state: SfbState, event: ChampionMoved, by: Actor) -> Violations:
    """The effect comes next and moves this champion; its player, or the player of the champion, tells the way."""
    yield from at_full(state, "activation")
    yield from effect_acts(state, by, source_told(state, event), owner_of(state, event.champion))
    if not event.continues:
        yield from check_effect(state, event.kind, event.source, _receiver(state, event))
        yield from _check_object(state, event)


def _receiver(state: SfbState, event: ChampionMoved) -> str | None:
    """Whom the effect names: the champion that moves, or nobody where it names what the way is measured from."""
    return None if _measured_effect(state, event) else event.champion


def _measured_effect(state: SfbState, event: ChampionMoved) -> bool:
    if event.kind not in ("approach", "retreat"):
        return False
    found = open_effects(state, event.source, event.kind)
    return bool(found) and found is not None and found[0][1].on in OBJECTS


def _check_object(state: SfbState, event: ChampionMoved) -> Violations:
    """SFB-MOVE-08, -09: measured from the hex of one of those whom the effect names."""
    if event.kind not in ("approach", "retreat"):
        return
    rule = _nearing_rule(event)
    found = open_effects(state, event.source, event.kind)
    if event.toward is None:
        yield RuleViolation(rule, {"undirected": event.champion})
    elif found and found[0][1].on in OBJECTS:
        named = [cell_of(state, one) for one in receivers(state, found[0][1], event.source)]
        actor = champion_of_effect(state, event.source)
        if event.champion != actor:
            yield RuleViolation(rule, {"mover": actor, "other": event.champion})
        if event.toward not in named:
            legal = spots(tuple([one for one in named if one is not None]))
            yield RuleViolation(rule, {"measured": spot(event.toward), "legal": legal})


def _nearing_rule(event: ChampionMoved) -> str:
    return "SFB-MOVE-09" if event.kind == "retreat" else "SFB-MOVE-08"


def _check_rooted(state: SfbState, event: ChampionMoved) -> Violations:
    """SFB-MOVE-06, SFB-EFF-06, SFB-TURN-05: a rooted champion does not move until the end of the turn."""
    if event.path and state.figures[event.champion].immobilised:
        yield RuleViolation("SFB-MOVE-06", {"champion": event.champion})
        yield RuleViolation("SFB-EFF-06", {"champion": event.champion})
        yield RuleViolation("SFB-TURN-05", {"champion": event.champion})


def _check_continues(state: SfbState, event: ChampionMoved) -> Violations:
    """SFB-TRAP-09: only the movement that a trap interrupted goes on. SFB-EFF-14, -15: a swoop and a jump meet a trap
    only where they end. SFB-MOVE-08, -09: measured from the same hex as before."""
    if not event.continues:
        return
    moving = going_on(state, event)
    if moving is None:
        yield RuleViolation("SFB-TRAP-09", {"champion": event.champion, "told": 0})
    elif event.kind in OVER_TRAPS:
        yield RuleViolation("SFB-TRAP-09", {"champion": event.champion, "told": 0})
        steps = len(event.path)
        params = {"champion": event.champion, "limit": 0, "told": steps, "steps": steps}
        yield RuleViolation("SFB-EFF-14" if event.kind == "fly" else "SFB-EFF-15", params)
    elif event.toward is not None and moving.toward is not None and moving.toward != event.toward:
        params = {"measured": spot(event.toward), "legal": spots((moving.toward,))}
        yield RuleViolation(_nearing_rule(event), params)


def going_on(state: SfbState, event: ChampionMoved | ChampionDisplaced) -> Moving | None:
    """The movement of this champion and kind that a trap interrupted, where the event goes on with it."""
    moving = action_of(state).moving if event.continues else None
    same = moving is not None and (moving.champion, moving.kind) == (event.champion, event.kind)
    return moving if same else None


def source_told(state: SfbState, event: ChampionMoved | ChampionDisplaced) -> str | None:
    """The card whose effect it is; what goes on after a trap is of the card that began it, whatever is told."""
    moving = going_on(state, event)
    return event.source if moving is None else moving.source


def limit_of(state: SfbState, event: ChampionMoved) -> int | None:
    """How many steps may be made in this event; None: unknown."""
    if event.kind == "walk":
        return action_of(state).mp
    moving = going_on(state, event)
    if moving is not None:
        return None if moving.x is None else moving.x - moving.made
    return printed_x(state, event.kind, event.source, _receiver(state, event))


def _check_way(state: SfbState, event: ChampionMoved) -> Violations:
    """SFB-MOVE-01 to -03, -08, -09, SFB-EFF-13 to -15; without an arena the number of steps alone."""
    limit, field, start = (
        limit_of(state, event),
        field_of(state, event.champion),
        cell_of(state, event.champion),
    )
    if event.x is not None and event.kind != "walk" and not event.continues and limit not in (None, event.x):
        params = {"what": "what_amount", "expected": known(limit), "told": event.x}
        yield RuleViolation("SFB-LOG-08", params)
    if field is None or start is None:
        yield from _check_count(event, limit)
        return
    faults = _faults(state, event, field, start, limit)
    found = tuple(refused(faults, field, event.champion, event.path, limit))
    yield from found
    if event.kind == "walk" and limit is not None and len(event.path) > limit:
        params = {"champion": event.champion, "expected": limit, "told": len(event.path)}
        yield RuleViolation("SFB-ACT-13", params)


def _check_count(event: ChampionMoved, limit: int | None) -> Violations:
    if limit is not None and event.kind != "leap" and len(event.path) > limit:
        rules = {"dash": "SFB-EFF-13", "fly": "SFB-EFF-14"}
        params = {"champion": event.champion, "told": len(event.path), "limit": limit}
        if event.kind in ("approach", "retreat"):
            yield RuleViolation(_nearing_rule(event), params)
        else:
            rule = rules.get(event.kind, "SFB-MOVE-01")
            yield RuleViolation(rule, {**params, "steps": len(event.path)})


def _faults(
    state: SfbState, event: ChampionMoved, field: Field, start: Hex, limit: int | None
) -> Iterator[Fault]:
    if event.kind in STRAIGHT:
        moving = going_on(state, event)
        whole = moving.further(event.path).steps if moving is not None else ()
        if moving is not None and moving.began is not None and bend(moving.began, whole):
            yield Fault("SFB-EFF-13", event.path[0])
        yield from STRAIGHT[event.kind](field, start, event.path, limit)
        return
    toward = _toward(state, event)
    if event.kind == "walk" or toward is None:
        yield from walk_faults(field, start, event.path, limit)
    else:
        away = event.kind == "retreat"
        yield from nearing_faults(field, start, event.path, limit, toward, away=away)


def _toward(state: SfbState, event: ChampionMoved) -> Hex | None:
    """SFB-MOVE-08, -09: what an approach or a retreat is measured from; after a trap it need not be stated again."""
    moving = going_on(state, event)
    return event.toward if moving is None or moving.toward is None else moving.toward


def on_champion_moved(state: SfbState, event: ChampionMoved) -> SfbState:
    """SFB-MOVE-04: the champion stands at the end of the path; a trap there is triggered."""
    action, start = action_of(state), cell_of(state, event.champion)
    if action is NO_ACTION or start is None:
        return state
    rules = _unchecked(state, event)
    on_trap = bool(event.path) and trap_at(table(state), event.path[-1]) is not None
    moving = _moving(state, event, start) if on_trap else None
    source = source_told(state, event)
    if event.kind == "walk":
        left = None if action.mp is None else max(0, action.mp - len(event.path))
        state = acted(state, mp=left, walked=action.walked + len(event.path), moving=None)
    elif event.continues:
        state = acted(state, moving=None)
    else:
        state = effect_done(state, event.kind, event.source, _receiver(state, event))
    if rules:
        state = put(state, flagged(table(state), *rules))
    if not event.path:
        return state
    state = with_figure(state, event.champion, cell=event.path[-1])
    return sprung(state, event.champion, None, source, moving) if on_trap else state


def _unchecked(state: SfbState, event: ChampionMoved) -> tuple[str, ...]:
    """SFB-LOG-05: what the log does not tell enough to check."""
    arena = ("SFB-HEX-01",) if table(state).ground is None else ()
    return (*arena, *(("SFB-MOVE-01",) if limit_of(state, event) is None else ()))


def _moving(state: SfbState, event: ChampionMoved, start: Hex) -> Moving:
    """What goes on after a trap."""
    before = going_on(state, event) or Moving(
        event.champion,
        event.kind,
        x=limit_of(state, event),
        source=event.source,
        began=start,
        toward=event.toward,
    )
    return before.further(event.path)
