"""Champions put on a hex: SFB-KO-08, SFB-ACT-09, SFB-MOVE-07, SFB-EFF-16, SFB-KO-03.

`champion_returned` is the first step of a champion from its gates, `champion_placed` the effect of a card. Called
through `rules.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.hexes import spot
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionPlaced, ChampionReturned
from games.super_fantasy_brawl.full.board.arena import (
    cell_of,
    check_on_arena,
    field_of,
    free_start_cells,
    refused,
)
from games.super_fantasy_brawl.full.board.paths import Field, place_faults
from games.super_fantasy_brawl.full.board.trapped import sprung
from games.super_fantasy_brawl.full.closing import OUT_OF_ORDER, check_not_fallen
from games.super_fantasy_brawl.full.common import (
    acted,
    action_of,
    at_full,
    in_step,
    in_turn,
    known_figure,
    put,
    table,
)
from games.super_fantasy_brawl.full.effects import check_effect, effect_done
from games.super_fantasy_brawl.full.printed import champion_of_effect, effect_acts
from games.super_fantasy_brawl.full.state import NO_ACTION, Moving, flagged
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState, with_figure


def check_champion_returned(state: SfbState, event: ChampionReturned, by: Actor) -> Violations:
    """SFB-KO-08, SFB-ACT-09: the activated champion, with its first movement point, onto a free start hex."""
    action = action_of(state)
    return passing(
        state,
        known_figure(state, event.champion),
        in_turn(state, by),
        check_not_fallen(state),
        in_step(state, OUT_OF_ORDER.get(action.kind, "SFB-CMB-01"), "move"),
        _check_at_gates(state, event),
        _check_start_cell(state, event),
    )


def _check_at_gates(state: SfbState, event: ChampionReturned) -> Violations:
    here, acting = cell_of(state, event.champion), action_of(state).champion
    if here is not None:
        yield RuleViolation("SFB-KO-08", {"standing": event.champion, "cell": spot(here), "absent": True})
    elif acting != event.champion:
        yield RuleViolation("SFB-KO-08", {"other": event.champion, "acting": acting, "absent": True})


def _check_start_cell(state: SfbState, event: ChampionReturned) -> Violations:
    free = free_start_cells(state, event.champion)
    if free is not None and event.cell not in free:
        legal = some([spot(place) for place in sorted(free)])
        params = {"champion": event.champion, "place": spot(event.cell), "legal": legal}
        yield RuleViolation("SFB-KO-08", params)


def on_champion_returned(state: SfbState, event: ChampionReturned) -> SfbState:
    """SFB-KO-08: back on the arena for one movement point."""
    action = action_of(state)
    if action is NO_ACTION:
        return state
    unknown = free_start_cells(state, event.champion) is None
    state = with_figure(state, event.champion, cell=event.cell)
    left = None if action.mp is None else max(0, action.mp - 1)
    state = acted(state, mp=left, walked=action.walked + 1)
    if unknown:
        state = put(state, flagged(table(state), "SFB-KO-08"))
    moving = Moving(champion=event.champion, kind="walk", x=action.mp, made=1)
    return sprung(state, event.champion, None, None, moving)


def check_champion_placed(state: SfbState, event: ChampionPlaced, by: Actor) -> Violations:
    """SFB-MOVE-07, SFB-EFF-16: a free hex, wherever it is; root does not stop it."""
    field = field_of(state, event.champion) if event.champion in state.figures else None
    return passing(
        state,
        known_figure(state, event.champion),
        at_full(state, "activation"),
        effect_acts(state, by, event.source),
        check_effect(state, "place", event.source, event.champion),
        check_on_arena(state, event.champion),
        _check_place(field, event),
    )


def _check_place(field: Field | None, event: ChampionPlaced) -> Violations:
    if field is None:
        return
    found = tuple(refused(place_faults(field, event.cell), field, event.champion, (event.cell,), None))
    yield from found
    if found:
        yield RuleViolation("SFB-EFF-16", found[0].params)


def on_champion_placed(state: SfbState, event: ChampionPlaced) -> SfbState:
    """SFB-EFF-16, SFB-KO-03: a trap on the hex is triggered, by the champion that put it there."""
    if cell_of(state, event.champion) is None:
        return state
    actor = champion_of_effect(state, event.source)
    arena = ("SFB-HEX-01",) if table(state).ground is None else ()
    state = effect_done(state, "place", event.source, event.champion)
    state = put(state, flagged(table(state), *arena))
    state = acted(with_figure(state, event.champion, cell=event.cell), moving=None)
    by = actor if actor != event.champion else None
    return sprung(state, event.champion, by, event.source, None)
