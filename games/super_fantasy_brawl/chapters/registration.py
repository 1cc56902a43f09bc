"""Opening a match, turn order, deployment area: SFB-SETUP-02, -03, -05, SFB-MODE-01, -02, SFB-HEX-01, -06.

Called by `rules.py` for matches at every level of detail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.judging import repeated
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.definitions import Arena
from games.super_fantasy_brawl.events import FirstPlayerDetermined, MatchCreated, TurnOrderSet
from games.super_fantasy_brawl.facts import LIMITS, MODES
from games.super_fantasy_brawl.full.state import FullState, Ground
from games.super_fantasy_brawl.permissions import Violations, in_phase, passing, seated, staff_only
from games.super_fantasy_brawl.state import DRAWN, SfbState, Side, Track, side_of

SEATS = {"duel": 1, "superteams": 2}
"""Mode -> players of each of the two sides."""


def check_match_created(state: SfbState, event: MatchCreated, by: Actor) -> Violations:
    """By staff, once, with the seats of the mode; track and arena as they can be."""
    yield from passing(
        state, in_phase(state, "open"), staff_only(by), _check_seats(event), _check_track(event)
    )
    if event.arena is not None:
        yield from _check_arena(event, event.arena)


def _check_seats(event: MatchCreated) -> Violations:
    """SFB-MODE-01: two sides of one player, or of two."""
    each, sides = SEATS[event.mode], event.sides
    players = [player for side in sides.values() for player in side]
    counts = [len(side) for side in sides.values()]
    twice = sorted(repeated(players))
    wrong: dict[str, Any] = {}
    if len(sides) != 2:
        wrong = {"sides": len(sides)}
    elif counts != [each, each]:
        wrong = {"told": counts}
    elif not all(players):
        wrong = {"nameless": [some(name) for name, side in sides.items() if not all(side)]}
    elif twice:
        wrong = {"twice": twice}
    elif strange := [some(side) for side in sides if side in (DRAWN, "") or ":" in side]:
        wrong = {"strange": strange}
    if wrong:
        yield RuleViolation("SFB-MODE-01", {"expected": each, **wrong})


def _check_track(event: MatchCreated) -> Violations:
    """SFB-CHAL-02, SFB-MODE-10: the cells without points come first, then one of 1."""
    values = _values(event)
    if values is None:
        return
    zeros = MODES[event.mode].zero_cells
    if len(values) <= zeros or any(values[:zeros]) or values[zeros] != 1 or 0 in values[zeros:]:
        rule = "SFB-MODE-10" if event.mode == "superteams" else "SFB-CHAL-02"
        told = "told" if event.mode == "superteams" else "values"
        yield RuleViolation(rule, {told: some(list(values)), "expected": zeros})


def _values(event: MatchCreated) -> tuple[int, ...] | None:
    """The values of the track: told, or those of the arena."""
    if event.track is not None or event.arena is None:
        return event.track
    tracks = event.arena.tracks
    return tracks.duel if event.mode == "duel" else tracks.superteams


def _check_arena(event: MatchCreated, arena: Arena) -> Violations:
    """SFB-HEX-01, -06: an arena that can be played on."""
    wrong = [what for what, broken in _faults(event, arena) if broken]
    if wrong:
        yield RuleViolation("SFB-HEX-06", {"place": wrong, "who": arena.name})


def _faults(event: MatchCreated, arena: Arena) -> Iterator[tuple[str, bool]]:
    cells, statues, traps = set(arena.cells), set(arena.statues), set(arena.trap_cells)
    zones = [set(zone) for zone in arena.zones.values()]
    team = MODES[event.mode].team * SEATS[event.mode]
    yield "arena_statues", not statues <= cells
    yield (
        "arena_traps",
        not traps <= cells or bool(traps & statues) or len(traps) not in (0, LIMITS.trap_cells),
    )
    yield "arena_zones", any(len(zone) < team or zone & statues or not zone <= cells for zone in zones)
    yield "arena_zones_apart", len(zones) == len(LIMITS.zones) and bool(zones[0] & zones[1])
    yield "arena_areas", not all(set(area) <= cells for area in arena.areas.values())


def on_match_created(state: SfbState, event: MatchCreated) -> SfbState:
    return SfbState(
        phase="order",
        mode=event.mode,
        detail=event.detail,
        scenario=event.scenario,
        mirrors=event.mirrors_allowed,
        round1_challenges=event.allow_round1_challenges,
        sides={name: Side(players) for name, players in sorted(event.sides.items())},
        track=Track(cells=(None,) * len(_values(event) or ()), values=_values(event), deck=LIMITS.challenges),
        full=_opening(event) if event.detail == "full" else None,
    )


def _opening(event: MatchCreated) -> FullState:
    """The empty table of a match at full detail, with everything that was imported for it."""
    return FullState(
        ground=None if event.arena is None else _ground(event.arena),
        champions=event.champions,
        cards=event.cards,
        challenges=event.challenges,
    )


def _ground(arena: Arena) -> Ground:
    return Ground(
        name=arena.name,
        name_ru=arena.name_ru,
        cells=frozenset(arena.cells),
        statues=frozenset(arena.statues),
        trap_cells=frozenset(arena.trap_cells),
        zones={str(name): frozenset(zone) for name, zone in arena.zones.items()},
        areas={name: frozenset(area) for name, area in arena.areas.items()},
    )


def check_first_player_determined(state: SfbState, event: FirstPlayerDetermined, by: Actor) -> Violations:
    """SFB-SETUP-02: a player in a duel, a team in Superteams (SFB-MODE-02), once."""
    return passing(state, in_phase(state, "order"), seated(state, by), _check_first(state, event))


def _check_first(state: SfbState, event: FirstPlayerDetermined) -> Violations:
    told = event.player if state.mode == "duel" else event.team
    other = event.team if state.mode == "duel" else event.player
    legal = (
        [player for side in state.sides.values() for player in side.players]
        if state.mode == "duel"
        else list(state.sides)
    )
    rule = "SFB-SETUP-02" if state.mode == "duel" else "SFB-MODE-02"
    if state.first is not None:
        yield RuleViolation(rule, {"done": state.first, "absent": True})
    elif told not in legal or other is not None:
        yield RuleViolation(rule, {"told": told or some(other), "legal": legal, "absent": True})


def on_first_player_determined(state: SfbState, event: FirstPlayerDetermined) -> SfbState:
    """A duel has its order at once; in Superteams the teams still set theirs."""
    first = event.player if state.mode == "duel" else event.team
    state = replace(state, first=first)
    if state.mode != "duel" or first is None:
        return state
    players = [player for side in state.sides.values() for player in side.players]
    return ordered(state, (first, *(player for player in players if player != first)))


def check_turn_order_set(state: SfbState, event: TurnOrderSet, by: Actor) -> Violations:
    """SFB-MODE-02: the teams in turns, the first team first."""
    return passing(state, in_phase(state, "order"), seated(state, by), _check_order(state, event))


def _check_order(state: SfbState, event: TurnOrderSet) -> Violations:
    players = [player for side in state.sides.values() for player in side.players]
    sides = [side_of(state, player) for player in event.order]
    complete = sorted(event.order) == sorted(players)
    in_turns = sides[0::2] == [state.first] * 2 and state.first not in sides[1::2]
    if state.mode == "duel" or state.first is None or not complete or not in_turns:
        params = {"told": some(list(event.order)), "legal": players, "first": state.first, "absent": True}
        yield RuleViolation("SFB-MODE-02", params)


def on_turn_order_set(state: SfbState, event: TurnOrderSet) -> SfbState:
    return ordered(state, event.order)


def ordered(state: SfbState, order: tuple[str, ...]) -> SfbState:
    """The order is known: the area is chosen next at full detail, then the champions."""
    state = replace(state, order=order, phase="zone" if state.full is not None else "select")
    return begun(state)


def begun(state: SfbState) -> SfbState:
    """Turn reports begin when the order and every team are known."""
    ready = bool(state.order) and len(state.rosters) == len(state.order)
    if state.phase != "select" or not ready or state.detail == "summary":
        return state
    if state.full is not None:
        return replace(state, phase="build")
    return replace(state, phase="turns", round=1, active=state.order[0])
