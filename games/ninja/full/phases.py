"""Turn and phases, draws, bonuses (NIN-TURN, NIN-ALERT, NIN-RESP-07, -08). Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.codec import tag
from games.gaps import some
from games.judging import first_broken
from games.ninja.chapters.hands import check_names, counted, size_of
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import kind_of_hand
from games.ninja.full.ownership import intruder_acts
from games.ninja.full.piles import check_conserved, draws, joined, pile, recycled, with_pile, without
from games.ninja.full.setup import check_pool, check_sleepers, check_start
from games.ninja.full.state import Due, Figure
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
from games.ninja.full.window import finished
from games.ninja.permissions import Violations, seated, side_acts
from games.ninja.state import NinjaState, all_out, rivals, with_fate
from games.ruleset import Actor, RuleViolation

ORDER = ("alert", "guard_action", "patrol", "intruder_action")


def check_turn_started(state: NinjaState, event: f.TurnStarted, by: Actor) -> Violations:
    """NIN-TURN-01, NIN-TURN-02."""
    yield from seated(state, by)
    if full_of(state).step != "between":
        told = {"told": tag(type(event)), "expected": f"step_{full_of(state).step}"}
        yield RuleViolation("NIN-TURN-01", told)
    elif event.turn != state.turn + 1:
        yield RuleViolation("NIN-TURN-02", {"told": event.turn, "limit": state.turn + 1})


def on_turn_started(state: NinjaState, event: f.TurnStarted) -> NinjaState:
    """NIN-ALERT-02: the discard goes back into the deck; the marks of the last turn are gone."""
    full = full_of(state)
    rested = {name: replace(one, moved=False, searched=False) for name, one in full.shown.items()}
    here = {name: replace(one, visited=()) for name, one in full.hidden.items()}
    table = replace(
        full,
        step="alert",
        figures={name: _unmarked(one) for name, one in full.figures.items()},
        due=draws(state),
        piles=recycled(full.piles),
        played_alert=0,
        played_action=0,
        played_by={},
        split=False,
        listened=False,
        patrolled=(),
        window=None,
        shown=rested,
        hidden=here,
    )
    return replace(state, turn=event.turn, full=table)


def _unmarked(one: Figure) -> Figure:
    """A guard without the marks of a turn."""
    if not (one.carded or one.moved or one.attacked or one.woken or one.called_from is not None):
        return one
    return replace(one, carded=False, moved=False, attacked=False, woken=False, called_from=None)


def check_phase_started(state: NinjaState, event: f.PhaseStarted, by: Actor) -> Violations:
    """NIN-TURN-06, NIN-PAT-02."""
    return first_broken(side_acts(state, by, "guards"), _check_phase(state, event))


def _check_phase(state: NinjaState, event: f.PhaseStarted) -> Violations:
    step = full_of(state).step
    following = ORDER[ORDER.index(step) + 1] if step in ORDER[:-1] else "nothing"
    if event.phase != following:
        yield RuleViolation("NIN-TURN-06", {"told": event.phase, "expected": following})
    elif event.split and (state.mode != "four" or event.phase != "guard_action"):
        yield RuleViolation("NIN-MODE-4P-05", {"told": f"step_{event.phase}"})
    elif step == "patrol" and (waiting := patrols_to_move(state)):
        yield RuleViolation("NIN-PAT-02", {"told": list(waiting)})


def patrols_to_move(state: NinjaState) -> tuple[str, ...]:
    """NIN-PAT-01: the patrols on the Guard Path of which no member has moved."""
    full = full_of(state)
    moved = {one.patrol for one in full.figures.values() if one.moved}
    return tuple(
        [patrol for patrol, facing in full.facings.items() if facing is not None and patrol not in moved]
    )


def on_phase_started(state: NinjaState, event: f.PhaseStarted) -> NinjaState:
    """NIN-CARD-02: drawn cards join the hand; NIN-RESP-09: who comes back does so first."""
    full = full_of(state)
    table: dict[str, Any] = {}
    if event.phase == "guard_action":
        table = {"piles": joined(full.piles)}
    elif event.phase == "intruder_action":
        awaited = [name for name, fate in state.intruders.items() if fate.awaited]
        dues = [due for name in awaited for due in (Due("respawn", intruder=name), Due("bonus"))]
        table = {"due": (*dues, *full.due)}
    return with_full(state, step=event.phase, split=event.split, **table)


def check_intruder_respawned(state: NinjaState, event: f.IntruderRespawned, by: Actor) -> Violations:
    """NIN-RESP-03 to -05."""
    full = full_of(state)
    due = full.due[0].intruder if full.due and full.due[0].kind == "respawn" else "nobody"
    yield from intruder_acts(state, by, event.intruder)
    if event.intruder != due:
        yield RuleViolation("NIN-RESP-09", {"told": event.intruder, "expected": due})
        return
    yield from _check_new_hand(state, event)
    misplaced = () if event.zone is None else tuple(check_start(state, event.intruder, event.zone))
    if misplaced:
        yield RuleViolation("NIN-RESP-03", {"intruder": event.intruder, "told": some(event.zone)})
        yield from misplaced
    hidden = {} if rivals(state) else full.hidden
    others = {other.mission for name, other in hidden.items() if name != event.intruder}
    if full.seeded and event.mission is not None:
        yield RuleViolation("NIN-HID-13", {"told": "told_mission"})
    if event.mission is not None and (event.mission not in LIMITS.letters or event.mission in others):
        yield RuleViolation("NIN-RESP-05", {"told": some(event.mission)})


def _check_new_hand(state: NinjaState, event: f.IntruderRespawned) -> Violations:
    hand = kind_of_hand(state, event.intruder)
    due = size_of(hand, respawn=True)
    told = event.size if event.cards is None else sum(event.cards.values())
    pool = check_pool(state, hand, event.cards or {}, full_of(state).shown[event.intruder].lying)
    names = list(check_names(hand, event.cards or {}))
    yield from names
    unfit = any(pool)
    wrong = next((number for number in (told, event.size) if number != due), None)
    if wrong is not None:
        yield RuleViolation("NIN-RESP-04", {"intruder": event.intruder, "told": wrong, "expected": due})
    elif unfit:
        yield RuleViolation("NIN-RESP-04", {"cards": counted(event.cards or {})})
    if unfit and not any(check_pool(state, hand, event.cards or {})):
        yield RuleViolation("NIN-RESP-06", {"intruder": event.intruder})


def on_intruder_respawned(state: NinjaState, event: f.IntruderRespawned) -> NinjaState:
    state = with_fate(paid(state), event.intruder, awaited=False, mission=False, wounds=0)
    state = owing(state, Due("letter", intruder=event.intruder)) if full_of(state).seeded else state
    # The cards of the dead copy are none of this hand, but for those that lie on the table (NIN-RESP-04).
    fresh = {"hand": event.size, "played": full_of(state).shown[event.intruder].lying, "letter": None}
    state = with_shown(state, event.intruder, visible=None, inside=False, **fresh)
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
    yield from _check_bonus_cards(state, event)
    due = min(LIMITS.bonus_sleepers, room_for_sleepers(state))
    fewer = state.map is None and 0 <= event.sleepers <= due
    if event.sleepers != due and not fewer:
        yield RuleViolation("NIN-RESP-08", {"told": event.sleepers, "expected": due})
    elif event.zones is not None and full.marks is not None:
        for _ in check_sleepers(state, event.zones, event.sleepers, full.marks.sleepers):
            yield RuleViolation("NIN-RESP-08", {"told": event.zones or "nothing", "expected": due})


def _check_bonus_cards(state: NinjaState, event: f.RespawnBonusTaken) -> Violations:
    """NIN-RESP-07, NIN-MODE-4P-06: five cards in all, each from a player's own deck and discard."""
    counts, shares = _counts(state, event), _shares(state, event)
    total, four = sum(counts.values()), state.mode == "four"
    apart = bool(event.counts) and not four
    wrong = not 0 <= event.count <= LIMITS.bonus_cards or total != event.count or apart
    for hand, cards in full_of(state).piles.items():
        number = counts.get(hand, 0)
        told = number if shares is None else sum(shares.get(hand, {}).values())
        wrong = wrong or not 0 <= number <= cards.deck + cards.discard or told != number
    if wrong or {*counts, *(shares or {})} - set(full_of(state).piles):
        yield RuleViolation("NIN-RESP-07", _too_many(state, event, shares))
    for hand, cards_told in (shares or {}).items():
        yield from check_names("guard", cards_told)
        yield from check_conserved(state, hand, cards_told)


def _too_many(
    state: NinjaState, event: f.RespawnBonusTaken, shares: Mapping[str, Mapping[str, int]] | None
) -> dict[str, int]:
    """What is told of the bonus, what there is, and how many cards are named where that is another number."""
    named = event.count if shares is None else sum(sum(one.values()) for one in shares.values())
    told = {"told": event.count, "limit": most_bonus(state)}
    return told if named == event.count else {**told, "named": named}


def most_bonus(state: NinjaState) -> int:
    """NIN-RESP-07: how many cards the bonus can be: no more than lie in the decks and discards."""
    there = sum(one.deck + one.discard for one in full_of(state).piles.values())
    return min(LIMITS.bonus_cards, there)


def _counts(state: NinjaState, event: f.RespawnBonusTaken) -> dict[str, int]:
    """Hand -> cards that it took; nothing told of two hands is none."""
    if state.mode == "four":
        return {str(hand): number for hand, number in event.counts.items()}
    return {"guard": event.count}


def _shares(state: NinjaState, event: f.RespawnBonusTaken) -> dict[str, dict[str, int]] | None:
    """Hand -> which cards; None where the log does not tell."""
    if state.mode == "four":
        return None if event.shares is None else {str(hand): cards for hand, cards in event.shares.items()}
    return None if event.cards is None else {"guard": event.cards}


def on_respawn_bonus_taken(state: NinjaState, event: f.RespawnBonusTaken) -> NinjaState:
    full, shares = full_of(state), _shares(state, event)
    for hand, number in _counts(state, event).items():
        cards = pile(state, hand)
        from_discard = min(number, cards.discard)
        known = {} if not number else None if shares is None else shares.get(hand, {})
        cards = replace(
            cards,
            hand=cards.hand + number,
            discard=cards.discard - from_discard,
            deck=cards.deck - (number - from_discard),
            hand_cards=added(cards.hand_cards, known),
            left=without(cards.left, known),
        )
        state = with_pile(state, hand, cards)
    marks = full.marks
    if marks is not None:
        sleepers = added(marks.sleepers, event.zones if event.sleepers else {})
        marks = None if sleepers is None else replace(marks, sleepers=sleepers)
    woken = {} if event.sleepers else full.woken
    return paid(with_full(state, marks=marks, sleepers=full.sleepers + event.sleepers, woken=woken))


def check_turn_ended(state: NinjaState, event: f.TurnEnded, by: Actor) -> Violations:
    """NIN-TURN-05; NIN-END-02 where nobody is left."""
    yield from side_acts(state, by, "intruders")
    if all_out(state):
        yield RuleViolation("NIN-END-02", {"turn": state.turn})
        return
    full, waiting = full_of(state), still_to_move(state)
    window = full.window
    if not waiting and window is not None and not finished(state):
        yield RuleViolation("NIN-INT-09", {"intruder": "nobody", "told": window.intruder})
    elif full.step != "intruder_action" or waiting or event.turn != state.turn:
        told = list(waiting) or f"step_{full.step}"
        yield RuleViolation("NIN-TURN-05", {"turn": state.turn, "told": told})
        if full.step == "intruder_action" and waiting:
            yield RuleViolation("NIN-HID-08", {"told": list(waiting)})


def still_to_move(state: NinjaState) -> tuple[str, ...]:
    """NIN-INT-01: the intruders on the map that have not moved this turn."""
    shown = full_of(state).shown
    return tuple([name for name in state.intruders if not shown[name].moved and present(state, name)])


def on_turn_ended(state: NinjaState, event: f.TurnEnded) -> NinjaState:
    over = state.turn >= LIMITS.turns
    table = replace(full_of(state), step="between", window=None)
    return replace(state, full=table, phase="over" if over else "running")
