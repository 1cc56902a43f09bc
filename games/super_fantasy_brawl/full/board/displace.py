"""Displacement: SFB-EFF-08, -09, -12, -17, -20 to -22, SFB-REACT-06. Pushes and pulls are computed, not believed.

One event tells the way up to the first trap; `missing` of a push or a pull stands in the last one and becomes damage.
Called through `rules.py`.
"""

from __future__ import annotations

from games.gaps import known, some
from games.hexes import Hex, axis, spot
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionDisplaced
from games.super_fantasy_brawl.full.board.arena import (
    cell_of,
    check_on_arena,
    check_stops,
    cut,
    field_of,
    refused,
    spots,
)
from games.super_fantasy_brawl.full.board.move import going_on, source_told
from games.super_fantasy_brawl.full.board.paths import (
    Field,
    Path,
    fear_paths,
    pull_direction,
    push_direction,
    slide,
    walk_faults,
)
from games.super_fantasy_brawl.full.board.trapped import flight_on, sprung
from games.super_fantasy_brawl.full.bonuses import is_protected
from games.super_fantasy_brawl.full.common import (
    acted,
    action_of,
    at_full,
    known_figure,
    owner_acts,
    put,
    table,
)
from games.super_fantasy_brawl.full.due import pushed, taken
from games.super_fantasy_brawl.full.effects import check_effect, effect_done
from games.super_fantasy_brawl.full.printed import cause_of, champion_of_effect, effect_acts
from games.super_fantasy_brawl.full.state import NO_ACTION, Due, Moving, flagged
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState, with_figure

RULES = {"push": "SFB-EFF-08", "pull": "SFB-EFF-09", "compel": "SFB-EFF-12", "fear": "SFB-EFF-17"}
FORCED = ("push", "pull")


def check_champion_displaced(state: SfbState, event: ChampionDisplaced, by: Actor) -> Violations:
    """SFB-EFF-08, -09, -12, -17, -20 to -22, SFB-TRAP-02, -09."""
    return passing(
        state,
        known_figure(state, event.champion, event.by),
        at_full(state, "activation"),
        _check_teller(state, event, by),
        check_on_arena(state, event.champion),
        _check_effect(state, event),
        _check_protected(state, event),
        _check_way(state, event),
        check_stops(state, event.champion, event.path),
    )


def _check_teller(state: SfbState, event: ChampionDisplaced, by: Actor) -> Violations:
    """SFB-TURN-04, SFB-MODE-19: the player of the effect; of fear, the player of the frightened champion."""
    if event.kind == "fear":
        yield from owner_acts(state, by, event.champion)
    else:
        yield from effect_acts(state, by, source_told(state, event))


def _check_effect(state: SfbState, event: ChampionDisplaced) -> Violations:
    """SFB-ACT-11, SFB-REACT-06: the effect comes next, by the champion whose effect it is."""
    if event.continues:
        moving = going_on(state, event)
        if moving is None or (moving.by, moving.x) != (event.by, event.x):
            params = {"champion": event.champion, "told": known(moving.x if moving else 0)}
            yield RuleViolation("SFB-TRAP-09", params)
        return
    actor = champion_of_effect(state, event.source)
    if actor != event.by:
        rule = "SFB-REACT-06" if cause_of(state, event.source) == "reaction" else "SFB-LOG-08"
        yield RuleViolation(rule, {"what": "what_champion", "expected": some(actor), "told": event.by})
    yield from check_effect(state, event.kind, event.source, event.champion, event.x)


def _check_protected(state: SfbState, event: ChampionDisplaced) -> Violations:
    """SFB-EFF-20."""
    if (event.path or event.missing) and is_protected(state, event.champion):
        yield RuleViolation("SFB-EFF-20", {"champion": event.champion})


def _check_way(state: SfbState, event: ChampionDisplaced) -> Violations:
    """The path and the missing steps that the arena gives."""
    field, here = field_of(state, event.champion), cell_of(state, event.champion)
    source = cell_of(state, event.by)
    if is_protected(state, event.champion):
        return
    if here is None or source is None or field is None:
        yield from _check_numbers(state, event)
    elif event.kind in FORCED:
        yield from _check_forced(state, event, field, source, here)
    elif event.kind == "fear":
        yield from _check_fear(state, event, field, source, here)
    else:
        yield from _check_compelled(state, event, field, here)


def _left(state: SfbState, event: ChampionDisplaced) -> int:
    """How many steps are left of the effect."""
    moving = going_on(state, event)
    return event.x - (moving.made if moving is not None else 0)


def _check_numbers(state: SfbState, event: ChampionDisplaced) -> Violations:
    """SFB-LOG-05: without an arena, steps and missing steps together are the number of the effect at most."""
    left, rooted = _left(state, event), state.figures[event.champion].immobilised
    steps = 0 if rooted else left
    wrong = event.missing and (event.kind not in FORCED or len(event.path) + event.missing != left)
    if rooted and event.kind not in FORCED and (event.path or wrong):
        yield RuleViolation("SFB-EFF-21", {"frozen": event.champion})
    elif len(event.path) > steps or wrong:
        params = _words(event, (), left - len(event.path) if event.kind in FORCED else 0)
        yield RuleViolation("SFB-EFF-21" if rooted else RULES[event.kind], params)


def forced(
    state: SfbState, event: ChampionDisplaced, field: Field, source: Hex, here: Hex
) -> tuple[Path, int]:
    """SFB-EFF-08, -09, -21, -22: the path up to the first trap, and the missing steps if it is the last part."""
    left = _left(state, event)
    moving = going_on(state, event)
    turn = push_direction if event.kind == "push" else pull_direction
    direction = turn(field, source, here) if moving is None else _heading(moving, here)
    if direction is None:
        return (), 0
    if state.figures[event.champion].immobilised:
        return (), left
    whole = slide(field, here, direction, left)
    path = cut(state, whole)
    stops = bool(path) and len(path) < left and (len(path) < len(whole) or _on_trap(state, path))
    return path, 0 if stops else left - len(path)


def _on_trap(state: SfbState, path: Path) -> bool:
    return any(slot.cell == path[-1] for slot in table(state).traps)


def _heading(moving: Moving, here: Hex) -> int | None:
    return axis(moving.began, here) if moving.began is not None else None


def _check_forced(
    state: SfbState, event: ChampionDisplaced, field: Field, source: Hex, here: Hex
) -> Violations:
    path, missing = forced(state, event, field, source, here)
    if (path, missing) == (event.path, event.missing):
        return
    params = _words(event, path, missing)
    if state.figures[event.champion].immobilised:
        yield RuleViolation("SFB-EFF-21", {**params, "expected": missing, "told": event.missing})
    elif event.continues and path == event.path:
        yield RuleViolation("SFB-EFF-22", {**params, "expected": missing, "told": event.missing})
    else:
        yield RuleViolation(RULES[event.kind], params)
        yield from _check_direction(event, path)


def _check_direction(event: ChampionDisplaced, path: Path) -> Violations:
    """SFB-HEX-04: straight away from the pusher, or straight towards the puller."""
    if path and event.path and event.path[0] != path[0]:
        yield RuleViolation("SFB-HEX-04", {"expected": spots(path[:1]), "told": spots(event.path[:1])})


def _words(event: ChampionDisplaced, path: Path, missing: int) -> dict[str, object]:
    """Way and missing steps, as the rules give them and as they were told."""
    return {
        "champion": event.champion,
        "expected": _steps(path, missing),
        "told": _steps(event.path, event.missing),
    }


def _steps(path: Path, missing: int) -> list[str] | str:
    """Hexes in their order, then the steps that are missing; the word `nothing` for neither."""
    return some([*map(spot, path), *([f"−{missing}"] if missing else [])])


def _check_fear(
    state: SfbState, event: ChampionDisplaced, field: Field, source: Hex, here: Hex
) -> Violations:
    """SFB-EFF-17, -21: one of the longest ways, cut at the first trap; none where there is none."""
    moving = going_on(state, event)
    if state.figures[event.champion].immobilised:
        if event.path or event.missing:
            yield RuleViolation("SFB-EFF-21", {"frozen": event.champion})
        return
    if moving is not None:
        ways = [flight_on(state, moving)]
    else:
        ways = list(fear_paths(field, source, here, event.x).values()) or [()]
    legal = [cut(state, way) for way in ways]
    if event.path in legal and not event.missing:
        return
    expected = [" → ".join(spots(way)) if way else "nothing" for way in legal]
    told: object = spots(event.path) if event.path else len(event.path)
    yield RuleViolation("SFB-EFF-17", {"champion": event.champion, "expected": expected, "told": told})


def _check_compelled(state: SfbState, event: ChampionDisplaced, field: Field, here: Hex) -> Violations:
    """SFB-EFF-12, -21: a legal way of the moved champion, of up to X steps."""
    left = _left(state, event)
    if state.figures[event.champion].immobilised and event.path:
        yield RuleViolation("SFB-EFF-21", {"frozen": event.champion})
        return
    if event.missing:
        params = {"champion": event.champion, "limit": left, "lacking": event.missing}
        yield RuleViolation("SFB-EFF-12", params)
    faults = walk_faults(field, here, event.path, left, "SFB-EFF-12")
    yield from refused(faults, field, event.champion, event.path, left)


def on_champion_displaced(state: SfbState, event: ChampionDisplaced) -> SfbState:
    """The champion stands at the end of the path; a trap there is triggered, or missing steps become damage."""
    state, _ = taken(state, event)
    here = cell_of(state, event.champion)
    if here is None or action_of(state) is NO_ACTION:
        return state
    source = source_told(state, event)
    moving = going_on(state, event) or Moving(
        event.champion, event.kind, event.by, event.x, source=source, began=here
    )
    if not event.continues:
        state = effect_done(state, event.kind, event.source, event.champion)
    if table(state).ground is None:
        state = put(state, flagged(table(state), RULES[event.kind]))
    if not event.path:
        return _missed(acted(state, moving=None), event, source)
    state = with_figure(state, event.champion, cell=event.path[-1])
    state = sprung(state, event.champion, event.by, source, moving.further(event.path))
    return _missed(state, event, source)


def _missed(state: SfbState, event: ChampionDisplaced, source: str | None) -> SfbState:
    """SFB-EFF-08, -09, SFB-LOG-06: 1 damage for every step that could not be made."""
    if event.kind not in FORCED or not event.missing:
        return state
    cause = cause_of(state, source)
    told = {"amount": event.missing, "why": event.kind, "by": event.by, "cause": cause}
    due = Due("damage_dealt", "SFB-LOG-06", champion=event.champion, told=told)
    return put(state, pushed(table(state), due))
