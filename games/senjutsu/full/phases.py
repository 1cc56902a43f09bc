"""The phases of a turn: when one may be left, and what begins with the next (SEN-TURN-01, -03, SEN-DISC-01 to -03,
SEN-EFF-05, -06, SEN-TER-04). Called through `rules.py`.

Discard begins with its first two stages computed: cards in play, then injuries and shrines.
"""

from __future__ import annotations

import msgspec

from games.hexes import distance
from games.ruleset import Actor, RuleViolation
from games.senjutsu.facts import LIMITS
from games.senjutsu.full.cards import is_core
from games.senjutsu.full.draw import draws_missing, owes_bleeding
from games.senjutsu.full.events import STUN, PhaseStarted
from games.senjutsu.full.order import candidates, check_part_over, queued
from games.senjutsu.full.preconditions import body, in_step, passing, put, standing_actors, table, with_body
from games.senjutsu.full.reveal import check_reveal_done
from games.senjutsu.full.state import NOTHING_RESOLVED, Pile, changed, flagged
from games.senjutsu.permissions import Violations, seated
from games.senjutsu.state import SenjutsuState, standing

BEFORE = {"select": "draw", "resolve": "reveal", "discard": "resolve"}


def check_phase_started(state: SenjutsuState, event: PhaseStarted, by: Actor) -> Violations:
    """SEN-TURN-01, -03: the next phase in order, when everybody has done what the last one asks."""
    judge = {"select": _check_draw_done, "resolve": check_reveal_done, "discard": _check_resolve_done}
    return passing(
        event,
        _check_phase_order(state, event),
        seated(state, by),
        judge[event.phase](state),
    )


def _check_phase_order(state: SenjutsuState, event: PhaseStarted) -> Violations:
    if table(state).step != BEFORE[event.phase]:
        yield from in_step(state, BEFORE[event.phase])
        yield RuleViolation(
            "SEN-TURN-01", {"told": f"step_{event.phase}", "phase": f"step_{table(state).step}"}
        )


def _check_draw_done(state: SenjutsuState) -> Violations:
    """SEN-DRAW-01, -04, SEN-SOLO-03."""
    missing = draws_missing(state)
    bleeding = [actor for actor in standing_actors(state) if owes_bleeding(state, actor)]
    if missing or bleeding:
        yield RuleViolation("SEN-TURN-03", {"missing": [*dict.fromkeys((*missing, *bleeding))]})
    for actor in bleeding:
        yield RuleViolation("SEN-DRAW-04", {"actor": actor, "told": 0, "expected": 1})
    for actor in missing:
        rule = "SEN-SOLO-03" if actor in state.foes else "SEN-DRAW-01"
        yield RuleViolation(rule, {"actor": actor, "told": 0, "expected": 1})


def _check_resolve_done(state: SenjutsuState) -> Violations:
    """SEN-TURN-03: every part started and every obligation met."""
    yield from check_part_over(state)
    waiting = candidates(state)
    if waiting:
        yield RuleViolation("SEN-TURN-03", {"missing": [one.actor for one in waiting]})


def on_phase_started(state: SenjutsuState, event: PhaseStarted) -> SenjutsuState:
    if event.phase == "discard":
        return _tidied(state)
    begun: dict[str, object] = {"step": event.phase, "stage": 0}
    if event.phase == "resolve":
        begun |= {"queue": queued(state), "settled": (), "positions": {}}
    return put(state, changed(table(state), **begun))


def _tidied(state: SenjutsuState) -> SenjutsuState:
    """SEN-DISC-02, -03: cards in play, then injuries, then shrines."""
    full = table(state)
    piles, seats = {**full.piles}, {**full.seats}
    for actor, one in full.seats.items():
        if one.play:
            piles[actor] = _put_away(state, piles.get(actor, Pile()), one.play)
            seats[actor] = msgspec.structs.replace(one, play=(), past=one.play)
    begun = {"step": "discard", "stage": 2, "settled": (), "piles": piles, "seats": seats}
    full = changed(full, **NOTHING_RESOLVED, **begun)
    state = put(state, full)
    for actor in standing_actors(state):
        state = _healed_over(state, actor)
    return _blessed(state) if full.terrain else state


def _put_away(state: SenjutsuState, own: Pile, play: tuple[str, ...]) -> Pile:
    """SEN-DISC-02: deck cards face up on the pile, core cards back to the hand, stuns to the supply."""
    cards = tuple(card for card in play if card != STUN and not is_core(state, card))
    open_ = (*own.open, *cards)
    return msgspec.structs.replace(own, discard=own.discard + len(cards), open=open_, drawn=False)


def _healed_over(state: SenjutsuState, actor: str) -> SenjutsuState:
    """SEN-EFF-06: every injury is turned; with the fourth turning it is gone."""
    one = body(state, actor)
    if one is None or not one.timers:
        return state
    timers = tuple(timer + 1 for timer in one.timers if timer + 1 < LIMITS.injury_turnings)
    return with_body(state, actor, timers=timers, injuries=len(timers))


def _blessed(state: SenjutsuState) -> SenjutsuState:
    """SEN-TER-04: 1 focus for each shrine beside; what unknown icons give stays unchecked."""
    full = table(state)
    shrines = [thing.hex for thing in full.terrain if thing.object == "shrine"]
    if not shrines:
        return state
    if full.profile == "unknown":
        return put(state, flagged(full, "SEN-TER-04"))
    for player in standing(state):
        fighter = state.fighters[player]
        gained = sum(fighter.hex is not None and distance(fighter.hex, hex_) == 1 for hex_ in shrines)
        if gained:
            state = with_body(state, player, focus=min(LIMITS.focus, (fighter.focus or 0) + gained))
    return state
