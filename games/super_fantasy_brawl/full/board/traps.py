"""Traps: SFB-TRAP-01 to -11, SFB-LOG-06. Turned over by the champion's owner, resolved, replaced, shuffled back.

`trap_triggered` makes its effect and the replacement due. Replacements are judged here, placements at set-up in
`setup.py`. Called through `rules.py`.
"""

from __future__ import annotations

from typing import Any

from games.gaps import some
from games.hexes import neighbours, spot
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.facts import TRAPS
from games.super_fantasy_brawl.full.action_events import TrapTriggered
from games.super_fantasy_brawl.full.board.arena import cell_of, spots
from games.super_fantasy_brawl.full.board.geometry import Cells
from games.super_fantasy_brawl.full.board.trapped import resumed
from games.super_fantasy_brawl.full.common import (
    at_full,
    known_figure,
    owner_acts,
    owner_of,
    put,
    standing,
    table,
)
from games.super_fantasy_brawl.full.due import due_of, pushed, taken
from games.super_fantasy_brawl.full.events import TrapTokenPlaced
from games.super_fantasy_brawl.full.setup import check_token, placed, returned
from games.super_fantasy_brawl.full.state import Due, FullState, KnownTrap, changed, flagged, slot_of
from games.super_fantasy_brawl.permissions import Violations, acts, passing
from games.super_fantasy_brawl.state import SfbState


def check_trap_triggered(state: SfbState, event: TrapTriggered, by: Actor) -> Violations:
    """SFB-TRAP-02, -03, -07, -10, -11."""
    return passing(
        state,
        known_figure(state, event.champion, event.caused_by),
        _check_turner(state, event.champion, by),
        at_full(state, "activation"),
        _check_there(state, event),
        _check_cause(state, event),
        _check_kind(state, event),
    )


def _check_turner(state: SfbState, champion: str, by: Actor) -> Violations:
    """SFB-TRAP-03, SFB-MODE-19: the player who controls the champion."""
    owner = owner_of(state, champion)
    found = tuple(owner_acts(state, by, champion))
    if found:
        params = {"champion": champion, "expected": owner, "told": some(by.player)}
        yield RuleViolation("SFB-TRAP-03", params)
    yield from found


def _check_there(state: SfbState, event: TrapTriggered) -> Violations:
    """SFB-TRAP-02, -07: the token under the champion, which has just come there."""
    due = due_of(table(state), event)
    here = cell_of(state, event.champion)
    if due is None:
        params = {"champion": event.champion, "place": spot(event.cell), "absent": True}
        yield RuleViolation("SFB-TRAP-02", params)
    elif here != event.cell or due.told["slot"] != event.slot:
        params = {"place": spot(here), "champion": event.champion, "expected": due.told["slot"]}
        yield RuleViolation("SFB-TRAP-07", {**params, "told": event.slot})


def _check_cause(state: SfbState, event: TrapTriggered) -> Violations:
    """SFB-TRAP-11, SFB-KO-03: whose effect moved the champion there, nobody's on its own way."""
    due = due_of(table(state), event)
    expected = due.told["by"] if due is not None else None
    if expected != event.caused_by:
        params = {"expected": expected or "nobody", "told": event.caused_by or "nobody"}
        yield RuleViolation("SFB-TRAP-11", {**params, "champion": event.champion})


def _check_kind(state: SfbState, event: TrapTriggered) -> Violations:
    """SFB-TRAP-10: the token's own kind where it is known; never more of a kind at once than there are copies."""
    full = table(state)
    slot = slot_of(full, event.slot)
    if slot is None:
        return
    limit = TRAPS[event.kind].copies
    if slot.token is not None and slot.token != event.kind:
        yield RuleViolation("SFB-TRAP-10", {"other": event.kind})
    elif together(full, event.kind, slot.placed) >= limit:
        yield RuleViolation("SFB-TRAP-10", {"told": event.kind, "limit": limit})


def together(full: FullState, kind: str, since: int) -> int:
    """SFB-TRAP-10: how many tokens known to be of this kind lay on the board at one moment from `since` on."""
    spans = [
        (max(one.placed, since), one.returned)
        for one in full.known
        if one.kind == kind and (one.returned is None or one.returned > since)
    ]
    return max(
        (sum(begin <= moment < (end or moment + 1) for begin, end in spans) for moment, _ in spans), default=0
    )


def on_trap_triggered(state: SfbState, event: TrapTriggered) -> SfbState:
    """SFB-TRAP-04, -05, SFB-LOG-06: its effect is due, then a knock-out if there is one, then the replacement."""
    state, due = taken(state, event)
    full = table(state)
    slot = slot_of(full, event.slot)
    if slot is None:
        return state
    told = {**(due.told if due is not None else {"by": event.caused_by, "cause": "card"}), "trap": event.kind}
    full = changed(
        full,
        traps=tuple([one for one in full.traps if one is not slot]),
        turned=slot,
        known=(*full.known, KnownTrap(event.slot, event.kind, slot.placed)),
    )
    owner = owner_of(state, event.champion)
    words = {**told, "words": {"expected": owner}}
    next_one = Due("trap_token_placed", "SFB-TRAP-05", player=owner, told=words)
    return put(state, pushed(full, _effect_of(event, told), next_one))


def _effect_of(event: TrapTriggered, told: dict[str, Any]) -> Due:
    """SFB-TRAP-04: what the trap does to the champion."""
    damage = TRAPS[event.kind].damage
    if damage:
        told = {**told, "amount": damage, "why": "trap"}
        return Due("damage_dealt", "SFB-LOG-06", champion=event.champion, told=told)
    kind = "champion_stunned" if event.kind == "stun" else "champion_immobilised"
    return Due(kind, "SFB-LOG-06", champion=event.champion, told=told)


def check_trap_replaced(state: SfbState, event: TrapTokenPlaced, by: Actor) -> Violations:
    """SFB-TRAP-01, -05, -06, -08: by the champion's owner, unseen, on another empty trap hex."""
    return passing(
        state,
        acts(state, by, event.player),
        at_full(state, "activation"),
        _check_due_now(state, event),
        _check_new(state, event, by),
        _check_hex(state, event),
    )


def _check_due_now(state: SfbState, event: TrapTokenPlaced) -> Violations:
    if due_of(table(state), event) is None:
        params = {"expected": "nobody", "told": event.player, "absent": True}
        yield RuleViolation("SFB-TRAP-05", params)


def _check_new(state: SfbState, event: TrapTokenPlaced, by: Actor) -> Violations:
    """SFB-TRAP-01, -08, SFB-HID-09: unseen, and under a new name: never the token that was just turned over."""
    if event.slot in table(state).slots:
        yield RuleViolation("SFB-TRAP-08", {"told": event.slot})
    yield from check_token(state, event, by)


def _check_hex(state: SfbState, event: TrapTokenPlaced) -> Violations:
    """SFB-TRAP-05, -06, SFB-HEX-06."""
    ground = table(state).ground
    if ground is None:
        if event.cell in taken_hexes(state):
            yield RuleViolation("SFB-HEX-06", {"who": event.player, "place": spot(event.cell)})
        return
    legal, full_up = replacement_hexes(state)
    if event.cell in legal or not legal:
        return
    params = {"expected": event.player, "told": spot(event.cell), "legal": spots(tuple(sorted(legal)))}
    on_trap_hex = event.cell in ground.trap_cells
    yield RuleViolation("SFB-TRAP-06" if full_up or not on_trap_hex else "SFB-TRAP-05", params)


def replacement_hexes(state: SfbState) -> tuple[Cells, bool]:
    """SFB-TRAP-05, -06: where the new token may lie, and whether every other trap hex is taken.

    Where nobody imported which hexes are trap hexes, it is any free one.
    """
    full, ground = table(state), table(state).ground
    if ground is None:
        return frozenset(), False
    gone = taken_hexes(state) | ground.statues
    if empty := (ground.trap_cells or ground.cells) - gone:
        return empty, False
    beside = frozenset(place for one in full.traps for place in neighbours(one.cell))
    return (beside & ground.cells) - gone, True


def taken_hexes(state: SfbState) -> Cells:
    """SFB-TRAP-05, SFB-HEX-06: hexes with a token or a champion, and the one of the token that was just triggered."""
    full = table(state)
    tokens = [slot.cell for slot in full.traps]
    turned = [full.turned.cell] if full.turned is not None else []
    return frozenset((*tokens, *turned, *standing(state).values()))


def on_trap_replaced(state: SfbState, event: TrapTokenPlaced) -> SfbState:
    """SFB-TRAP-08, -09: the triggered token goes back to the supply only now; then the champion goes on."""
    state, due = taken(state, event)
    turned = table(state).turned
    state = placed(state, event)
    if turned is not None and due is not None:
        state = returned(state, turned, due.told["trap"])
    ground = table(state).ground
    if ground is None or not ground.trap_cells:
        state = put(state, flagged(table(state), "SFB-TRAP-05"))
    return resumed(state)
