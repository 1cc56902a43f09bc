"""One whole turn in one report: `turn_recorded` (BUS-TURN, BUS-SCORE-01 to -06, BUS-END-02 to -06). Called by
`rules.py`.

`played` is the turn as the rules see it; the check compares what is told with it, the fold keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from games.bushido.chapters.awards import GROUPS, awards_due
from games.bushido.chapters.finish import due_reason, ended
from games.bushido.chapters.flanks import check_overdue
from games.bushido.chapters.losses import (
    check_models,
    check_slayer,
    check_tokens,
    moved,
    pass_tokens,
    vim_slayer,
)
from games.bushido.chapters.objectives import (
    acted,
    bound,
    check_actions,
    check_removals,
    forgotten,
    friendly,
    gone,
    reset,
)
from games.bushido.chapters.setup import needs
from games.bushido.chapters.vim import OF_HIDDEN, closest, slain, stands, vim_of
from games.bushido.chapters.zones import check_zones, held_zones
from games.bushido.events import TurnRecorded
from games.bushido.permissions import Violations, at_detail, both_sides, in_phase, known_sides, seated
from games.bushido.scenarios import ENDING_DIE, LAST_POSSIBLE_TURN, VIM_CONDITIONS, Award, unlike
from games.bushido.state import BusState, Given, Played, facts_of, points, with_side
from games.judging import echoes, first_broken
from games.ruleset import Actor, RuleViolation


class Turn(NamedTuple):
    """A turn as the rules see it: the state after it, and what is wrong with the removals that were told."""

    state: BusState
    given: tuple[Given, ...]
    wrong: tuple[RuleViolation, ...]


def check_turn_recorded(state: BusState, event: TurnRecorded, by: Actor) -> Violations:
    """Who and when, then what happened, then the totals that follow from it."""
    return first_broken(
        in_phase(state, "setup", "turns"),
        at_detail(state, "turns"),
        seated(state, by),
        needs(state, "turn", "warband", "scenario", "objectives", "vim"),
        _check_names(state, event),
        _check_happened(state, event),
        _check_totals(state, event),
    )


def _check_names(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-LOG-03: sides of this match alone."""
    named = [event.first_side, *(prayer.side for prayer in event.prayers)]
    named += [arrival.side for arrival in event.arrivals]
    named += [held.controller for held in event.zones if held.controller is not None]
    named += [*(event.vim_distance or {}), *(event.awards or {}).values()]
    yield from known_sides(state, named)
    yield from both_sides(state, event.sp_after, event.vp_after)


def _check_happened(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-LOG-07, then every chapter about its own."""
    if event.turn != state.turn + 1:
        yield RuleViolation("BUS-LOG-07", {"expected": state.turn + 1, "told": event.turn})
        return
    begun = reset(state, event.turn)
    yield from check_overdue(state, event.turn)
    yield from _check_die(state, event)
    yield from check_tokens(state, event)
    yield from check_actions(begun, event)
    yield from check_zones(begun, event, moved(state, event)[0])
    yield from check_models(state, event)
    yield from check_slayer(state, event)


def rolls_die(state: BusState, turn: int) -> bool:
    """BUS-TURN-02: whether a die for the length may be rolled in this turn."""
    scenario = facts_of(state)
    return scenario.length == "variable" and turn >= scenario.turns


def owes_die(state: BusState, turn: int) -> bool:
    """BUS-END-04, -05: whether it must be."""
    return rolls_die(state, turn) and turn < LAST_POSSIBLE_TURN


def _check_die(state: BusState, event: TurnRecorded) -> Violations:
    """BUS-END-04, -05, BUS-TURN-02: with variable length from its first turn on; on turn 7 it changes nothing."""
    turn = event.turn
    rolls, owed = rolls_die(state, turn), owes_die(state, turn)
    if (event.length_die is not None and not rolls) or (event.length_die is None and owed):
        told = "nothing" if event.length_die is None else event.length_die
        scenario = facts_of(state)
        when = {"turn": turn, "first": scenario.turns, "until": LAST_POSSIBLE_TURN - 1}
        yield RuleViolation(
            "BUS-END-04", {"told": told, **(when if scenario.length == "variable" else {"dieless": turn})}
        )
    if event.length_die is not None and not rolls:
        yield RuleViolation("BUS-TURN-02", {"turn": turn})


def _check_totals(state: BusState, event: TurnRecorded) -> Violations:
    """What is told of the end of the turn against what follows."""
    turn = played(state, event)
    yield from turn.wrong
    yield from _check_sp(turn.state, event)
    yield from _check_distances(turn.state, event)
    yield from _check_awards(turn, event)


def _check_sp(after: BusState, event: TurnRecorded) -> Violations:
    """BUS-SCORE-06, and what makes the sum: BUS-OBJ-14, BUS-ZONE-02."""
    due = {name: side.sp for name, side in after.sides.items()}
    if event.sp_after is None or event.sp_after == due:
        return
    params = {"expected": due, "told": event.sp_after}
    yield RuleViolation("BUS-SCORE-06", params)
    if event.turn in facts_of(after).reset_sp:
        yield RuleViolation("BUS-OBJ-14", params)
    if any(zone.follows for zone in facts_of(after).zones.values()):
        yield RuleViolation("BUS-ZONE-05", params)
    yield from echoes(unlike(facts_of(after), "sp", due, event.sp_after))


def _check_distances(after: BusState, event: TurnRecorded) -> Violations:
    """BUS-VIM-10: a distance for every open VIM on the battlefield in the turn of its award, and for nobody else."""
    due = any(one.condition == "own_vim_closest" for one in awards_due(after))
    told = event.vim_distance or {}
    for side in after.sides:
        wanted = due and after.vim_kind != "hidden" and stands(after, vim_of(after, side))
        if (side in told) != wanted:
            yield RuleViolation("BUS-VIM-10", {"side": side})
            yield from _check_returned(after, side)


def _check_returned(after: BusState, side: str) -> Violations:
    """BUS-VIM-07: an open VIM that left play and came back."""
    one = after.models.get(vim_of(after, side) or "") if after.vim_kind != "hidden" else None
    if one is not None and one.returned:
        yield RuleViolation("BUS-VIM-07", {"model": vim_of(after, side)})


def _check_awards(turn: Turn, event: TurnRecorded) -> Violations:
    """BUS-SCORE-02, -03: exactly the awards that are due and won."""
    due = {one.award: one.side for one in turn.given}
    scenario, total = facts_of(turn.state), points(turn.state)
    if event.awards is not None and event.awards != due:
        params = {"expected": due or "nothing", "told": event.awards or "nothing"}
        yield RuleViolation("BUS-SCORE-02", params)
        wrong = {name for name in {*due, *event.awards} if due.get(name) != event.awards.get(name)}
        conditions = {one.condition for one in scenario.awards if one.id in wrong}
        if "vim_kills_vim" in conditions:
            yield RuleViolation("BUS-VIM-11", params)
        if "more_friendly_objectives" in conditions and scenario.reset_alignment:
            yield RuleViolation("BUS-OBJ-15", {"turns": list(scenario.reset_alignment), **params})
        yield from echoes(unlike(scenario, "awards", params["expected"], params["told"]))
    if event.vp_after is not None and event.vp_after != total:
        if sum(event.vp_after.values()) > scenario.vp_total:
            yield RuleViolation("BUS-SCORE-03", {"limit": scenario.vp_total, "told": event.vp_after})
        yield RuleViolation("BUS-SCORE-02", {"expected": total, "told": event.vp_after})


def played(state: BusState, event: TurnRecorded) -> Turn:
    """The turn in its order: resets, what the models did, kills, zones, awards, removals."""
    slayer = vim_slayer(state, event)
    tokens, begun = pass_tokens(state, event), reset(state, event.turn)
    after, prayed = acted(begun, event)
    after, killed = moved(after, event)
    after, held = held_zones(after, event)
    for name, side in after.sides.items():
        after = with_side(after, name, sp=side.sp + prayed[name] + killed[name] + held[name])
    after = replace(after, turn=event.turn, last_turn=_last_turn(after, event))
    turn = _awarded(after, event, slayer)
    line = Played(
        turn=event.turn,
        first_side=event.first_side,
        pass_tokens=tokens,
        sp={name: side.sp for name, side in after.sides.items()},
        vp=points(turn.state),
        prayer_sp=prayed,
        zone_sp=held,
        kill_sp=killed,
        length_die=event.length_die,
    )
    return turn._replace(state=replace(turn.state, played=(*state.played, line)))


def _last_turn(state: BusState, event: TurnRecorded) -> int | None:
    """BUS-END-03 to -05."""
    if facts_of(state).length != "variable":
        return state.last_turn
    over = event.turn >= LAST_POSSIBLE_TURN or (event.length_die or 0) >= ENDING_DIE
    return event.turn if over else None


def _awarded(state: BusState, event: TurnRecorded, slayer: str | None) -> Turn:
    """The victory points group by group, with the objectives that go away after each."""
    given: list[Given] = []
    wrong: list[RuleViolation] = []
    decided: set[str] = set()
    waiting: list[str] = []
    due = [award for group in GROUPS for award in _in_group(state, group)]
    for award in due:
        if award.condition in OF_HIDDEN and state.vim_kind == "hidden":
            waiting.append(award.id)
            continue
        side = slayer if award.due == "at_once" else winner(state, award, event.vim_distance or {})
        if side is None:
            continue
        given.append(Given(side, award.id, award.vp, event.turn))
        decided.add(award.id)
        told = [one for one in event.removals if one.award == award.id]
        if award.condition not in VIM_CONDITIONS:
            wrong += check_removals(state, award, side, told, award is due[-1] and _is_over(state, given))
            names = [one.objective for one in told] or bound(state, side)
            state = gone(state, names)
    strange = [one.objective for one in event.removals if one.award not in decided]
    strange += [one.objective for one in event.removals if _of_vim(state, one.award)]
    if strange:
        params = {"expected": "nothing", "told": strange}
        wrong.append(RuleViolation("BUS-OBJ-16", params))
    state = replace(state, given=(*state.given, *given), waiting=(*state.waiting, *waiting))
    state = forgotten(state) if given else state
    return Turn(state, tuple(given), tuple(wrong))


def _is_over(state: BusState, given: list[Given]) -> bool:
    """BUS-END-02: whether the match is over with what this turn has given so far."""
    return due_reason(replace(state, given=(*state.given, *given))) is not None


def _in_group(state: BusState, group: tuple[str, ...]) -> list[Award]:
    """The awards of a group that can be given now."""
    at_once = [
        one
        for one in facts_of(state).awards
        if one.due == "at_once" and one.id not in {each.award for each in state.given}
    ]
    return [one for one in (*awards_due(state), *at_once) if one.condition in group]


def _of_vim(state: BusState, award: str) -> bool:
    """An award after which nothing goes away."""
    return any(one.id == award and one.condition in VIM_CONDITIONS for one in facts_of(state).awards)


def winner(state: BusState, award: Award, inches: Mapping[str, float]) -> str | None:
    """BUS-SCORE-02: strictly more, or nobody. `inches`: what was measured of each side's VIM."""
    if award.condition == "own_vim_closest":
        return closest({side: far for side, far in inches.items() if stands(state, vim_of(state, side))})
    if award.condition == "enemy_vim_killed":
        return slain(state, award)
    counts = friendly(state)
    if award.condition == "more_sp":
        counts = {name: side.sp for name, side in state.sides.items()}
    best = max(counts.values())
    sides = [name for name, count in counts.items() if count == best]
    return sides[0] if len(sides) == 1 else None


def on_turn_recorded(state: BusState, event: TurnRecorded) -> BusState:
    """The next turn, or the end (BUS-END-02)."""
    after = played(state, event).state
    reason = due_reason(after)
    if reason is None:
        return replace(after, phase="turns")
    return ended(replace(after, reason=reason))
