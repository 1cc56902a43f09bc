"""Turn and phases, draws, bonuses (NIN-TURN, NIN-ALERT, NIN-RESP-07, -08). Called by `rules.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.setup import check_sleepers, copies_of
from games.ninja.full.state import Due
from games.ninja.full.table import (
    added,
    full_of,
    owing,
    paid,
    present,
    room_for_sleepers,
    with_full,
    with_hidden,
    with_shown,
)
from games.ninja.hands import check_feasible, check_names
from games.ninja.state import NinjaState, all_out
from games.ninja.who import Violations, passing, side_acts, staff_only
from games.ruleset import Actor, RuleViolation

ORDER = ("alert", "guard_action", "patrol", "intruder_action")


def check_turn_started(state: NinjaState, event: f.TurnStarted, by: Actor) -> Violations:
    """NIN-TURN-01, NIN-TURN-02."""
    yield from staff_only(by)
    if full_of(state).step != "between":
        told = {"told": tag(type(event)), "expected": f"step_{full_of(state).step}"}
        yield RuleViolation("NIN-TURN-01", told)
    elif event.turn != state.turn + 1:
        yield RuleViolation("NIN-TURN-02", {"told": event.turn, "limit": state.turn + 1})


def on_turn_started(state: NinjaState, event: f.TurnStarted) -> NinjaState:
    """NIN-ALERT-02: the discard goes back into the deck; the marks of the last turn are gone."""
    full = full_of(state)
    cards = replace(full.cards, deck=full.cards.deck + full.cards.discard, discard=0)
    figures = {
        name: replace(one, carded=False, moved=False, attacked=False) for name, one in full.figures.items()
    }
    due = (Due("draw"),) if state.alert else ()
    state = with_full(
        state, step="alert", cards=cards, figures=figures, due=due, played_alert=0, played_action=0
    )
    state = with_full(state, listened=False, may_move=(), patrolled=(), window=None)
    for name in state.intruders:
        state = with_shown(state, name, moved=False, searched=False)
        state = with_hidden(state, name, visited=())
    return replace(state, turn=event.turn)


def check_guard_cards_drawn(state: NinjaState, event: f.GuardCardsDrawn, by: Actor) -> Violations:
    """NIN-ALERT-03."""
    yield from passing(side_acts(state, by, "guards"), _check_draw(state, event))


def _check_draw(state: NinjaState, event: f.GuardCardsDrawn) -> Violations:
    full = full_of(state)
    due = min(state.alert, full.cards.deck) if full.due and full.due[0].kind == "draw" else 0
    told = event.count if event.cards is None else sum(event.cards.values())
    if event.count != due or told != due or not (full.due and full.due[0].kind == "draw"):
        yield RuleViolation("NIN-ALERT-03", {"told": told, "expected": due})
    if event.cards:
        yield from check_names("guard", event.cards)


def on_guard_cards_drawn(state: NinjaState, event: f.GuardCardsDrawn) -> NinjaState:
    """NIN-ALERT-04: the level falls after the draw."""
    cards = full_of(state).cards
    cards = replace(cards, deck=cards.deck - event.count, drawn=event.count, drawn_cards=event.cards)
    return replace(paid(with_full(state, cards=cards)), alert=max(0, state.alert - 1))


def check_phase_started(state: NinjaState, event: f.PhaseStarted, by: Actor) -> Violations:
    """NIN-TURN-06, NIN-PAT-02."""
    yield from passing(side_acts(state, by, "guards"), _check_phase(state, event))


def _check_phase(state: NinjaState, event: f.PhaseStarted) -> Violations:
    step = full_of(state).step
    following = ORDER[ORDER.index(step) + 1] if step in ORDER[:-1] else "nothing"
    if event.phase != following:
        yield RuleViolation("NIN-TURN-06", {"told": event.phase, "expected": following})
    elif step == "patrol" and (waiting := patrols_to_move(state)):
        yield RuleViolation("NIN-PAT-02", {"told": list(waiting)})


def patrols_to_move(state: NinjaState) -> tuple[str, ...]:
    """NIN-PAT-01: the patrols on the Guard Path of which no member has moved."""
    full = full_of(state)
    moved = {one.patrol for one in full.figures.values() if one.moved}
    return tuple(
        patrol for patrol, facing in full.facings.items() if facing is not None and patrol not in moved
    )


def on_phase_started(state: NinjaState, event: f.PhaseStarted) -> NinjaState:
    """NIN-CARD-02: drawn cards join the hand; NIN-RESP-09: who comes back does so first."""
    state = with_full(state, step=event.phase, may_move=())
    cards = full_of(state).cards
    if event.phase == "guard_action":
        hand_cards = added(cards.hand_cards, cards.drawn_cards if cards.drawn else {})
        cards = replace(
            cards, hand=cards.hand + cards.drawn, drawn=0, hand_cards=hand_cards, drawn_cards=None
        )
        return with_full(state, cards=cards)
    if event.phase == "intruder_action":
        awaited = [name for name, fate in state.intruders.items() if fate.awaited]
        dues = [due for name in awaited for due in (Due("respawn", intruder=name), Due("bonus"))]
        return owing(state, *dues)
    return state


def check_intruder_respawned(state: NinjaState, event: f.IntruderRespawned, by: Actor) -> Violations:
    """NIN-RESP-03 to -05."""
    from games.ninja.full.setup import check_start

    full = full_of(state)
    due = full.due[0].intruder if full.due and full.due[0].kind == "respawn" else "nobody"
    yield from side_acts(state, by, "intruders")
    if event.intruder != due:
        yield RuleViolation("NIN-RESP-09", {"told": event.intruder, "expected": due})
        return
    yield from _check_new_hand(state, event)
    if event.zone is not None:
        yield from check_start(state, event.intruder, event.zone)
    others = {other.mission for name, other in full.hidden.items() if name != event.intruder}
    if event.mission is not None and (event.mission not in LIMITS.letters or event.mission in others):
        yield RuleViolation("NIN-RESP-05", {"told": some(event.mission)})


def _check_new_hand(state: NinjaState, event: f.IntruderRespawned) -> Violations:
    from games.ninja.hands import size_of

    due = size_of(event.intruder, respawn=True)
    told = event.size if event.cards is None else sum(event.cards.values())
    table = {"secret_passage": 1} if full_of(state).shown[event.intruder].table else {}
    pool = check_feasible(
        event.intruder, event.cards or {}, copies=copies_of(state, event.intruder), table=table
    )
    names = list(check_names(event.intruder, event.cards or {}))
    yield from names
    if event.size != due or told != due or any(pool):
        yield RuleViolation("NIN-RESP-04", {"intruder": event.intruder, "told": told, "expected": due})


def on_intruder_respawned(state: NinjaState, event: f.IntruderRespawned) -> NinjaState:
    from games.ninja.state import with_fate

    state = with_fate(paid(state), event.intruder, awaited=False, mission=False, wounds=0)
    state = with_shown(state, event.intruder, hand=event.size, visible=None, inside=False)
    return with_hidden(
        state,
        event.intruder,
        zone=event.zone,
        distance=0,
        cards=event.cards,
        mission=event.mission,
        visited=(),
    )


def check_respawn_bonus_taken(state: NinjaState, event: f.RespawnBonusTaken, by: Actor) -> Violations:
    """NIN-RESP-07, NIN-RESP-08, NIN-RESP-09."""
    full = full_of(state)
    yield from side_acts(state, by, "guards")
    if not (full.due and full.due[0].kind == "bonus"):
        yield RuleViolation("NIN-RESP-09", {"told": tag(type(event)), "expected": "nothing"})
        return
    most = min(LIMITS.bonus_cards, full.cards.deck + full.cards.discard)
    told = event.count if event.cards is None else sum(event.cards.values())
    if not 0 <= event.count <= most or told != event.count:
        yield RuleViolation("NIN-RESP-07", {"told": told, "limit": most})
    yield from check_names("guard", event.cards or {})
    due = min(LIMITS.bonus_sleepers, room_for_sleepers(state))
    if event.sleepers != due:
        yield RuleViolation("NIN-RESP-08", {"told": event.sleepers, "expected": due})
    elif event.zones is not None and full.marks is not None:
        for _ in check_sleepers(state, event.zones, due, full.marks.sleepers):
            yield RuleViolation("NIN-RESP-08", {"told": event.zones or "nothing", "expected": due})


def on_respawn_bonus_taken(state: NinjaState, event: f.RespawnBonusTaken) -> NinjaState:
    full = full_of(state)
    cards, marks = full.cards, full.marks
    from_discard = min(event.count, cards.discard)
    cards = replace(
        cards,
        hand=cards.hand + event.count,
        discard=cards.discard - from_discard,
        deck=cards.deck - (event.count - from_discard),
        hand_cards=added(cards.hand_cards, event.cards if event.count else {}),
    )
    if marks is not None:
        sleepers = added(marks.sleepers, event.zones if event.sleepers else {})
        marks = None if sleepers is None else replace(marks, sleepers=sleepers)
    return paid(with_full(state, cards=cards, marks=marks, sleepers=full.sleepers + event.sleepers))


def check_turn_ended(state: NinjaState, event: f.TurnEnded, by: Actor) -> Violations:
    """NIN-TURN-05."""
    yield from side_acts(state, by, "intruders")
    waiting = still_to_move(state)
    if full_of(state).step != "intruder_action" or waiting or event.turn != state.turn:
        told = list(waiting) or f"step_{full_of(state).step}"
        yield RuleViolation("NIN-TURN-05", {"turn": state.turn, "told": told})


def still_to_move(state: NinjaState) -> tuple[str, ...]:
    """NIN-INT-01: the intruders on the map that have not moved this turn."""
    shown = full_of(state).shown
    return tuple(name for name in state.intruders if present(state, name) and not shown[name].moved)


def on_turn_ended(state: NinjaState, event: f.TurnEnded) -> NinjaState:
    over = state.turn >= LIMITS.turns or all_out(state)
    return replace(with_full(state, step="between", window=None), phase="over" if over else "running")
