"""A whole match in one report: `match_result_recorded` (BUS-SCORE-01 to -03, -08, BUS-END-03 to -11). Called by
`rules.py`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.bushido.chapters.finish import CLOCK, check_by_side, leader
from games.bushido.chapters.objectives import ENEMY_SP, NEUTRAL_SP, worth
from games.bushido.chapters.setup import needs
from games.bushido.chapters.vim import OF_HIDDEN, ends_at_once, outlived
from games.bushido.events import EndReason, MatchResultRecorded
from games.bushido.permissions import Violations, at_detail, both_sides, in_phase, known_sides, seated
from games.bushido.scenarios import (
    LAST_POSSIBLE_TURN,
    Award,
    Home,
    Scenario,
    ZoneFacts,
    last_turns,
    unlike,
)
from games.bushido.state import BusState, Given, facts_of, other_side, with_side
from games.judging import echoes, first_broken
from games.ruleset import DRAW, Actor, RuleViolation

EARLY = ("conceded", "time", CLOCK)


def check_match_result_recorded(state: BusState, event: MatchResultRecorded, by: Actor) -> Violations:
    """Who and when, the names, then a result that the scenario allows (BUS-END-10)."""
    return first_broken(
        in_phase(state, "setup"),
        at_detail(state, "summary"),
        seated(state, by),
        needs(state, "result", "scenario"),
        _check_names(state, event),
        _check_result(state, event),
    )


def _check_names(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-LOG-03."""
    yield from both_sides(state, event.vp, event.sp, event.casualties)
    yield from known_sides(state, event.vim_killed or {})


def _check_result(state: BusState, event: MatchResultRecorded) -> Violations:
    yield from _check_vp(state, event)
    yield from _check_before_turn_one(state, event)
    yield from _check_length(facts_of(state), event)
    yield from _check_reason(state, event)
    yield from _check_sp(facts_of(state), event)
    yield from _check_most_sp(facts_of(state), event)
    yield from _check_vims(state, event)
    yield from _check_closest(facts_of(state), event)
    yield from _check_whole(state, event)
    yield from _check_winner(state, event)


def _check_vp(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-SCORE-02, -03: no more than the scenario has, and than could be due by the last turn."""
    scenario, total = facts_of(state), sum(event.vp.values())
    if total > scenario.vp_total:
        params = {"limit": scenario.vp_total, "told": event.vp}
        yield RuleViolation("BUS-SCORE-03", params)
        yield from echoes(unlike(scenario, "most_vp", scenario.vp_total, event.vp))
        return
    most = most_vp(scenario, event.last_turn)
    scored = total
    if event.reason == CLOCK:
        scored = event.vp.get(event.by_side or "", 0)
    if scored > most and event.last_turn:
        yield RuleViolation("BUS-SCORE-02", {"most": most, "told": event.vp})
        yield from echoes(unlike(scenario, "most_vp", most, event.vp))
    if event.reason == CLOCK and event.by_side in state.sides and event.last_turn:
        gains, least = other_side(state, event.by_side), still_due(scenario, event.last_turn)
        if event.vp[gains] < least:
            params = {"gains": gains, "least": least, "told": event.vp[gains]}
            yield RuleViolation("BUS-END-09", params)


def most_vp(scenario: Scenario, last_turn: int) -> int:
    """BUS-SCORE-02: the victory points that can have been given by the end of a turn."""
    last = last_turn in last_turns(scenario)
    return sum(
        award.vp
        for award in scenario.awards
        if (isinstance(award.due, int) and award.due <= last_turn)
        or (award.due == "last" and last)
        or (award.due == "at_once" and last_turn > 0)
    )


def still_due(scenario: Scenario, last_turn: int) -> int:
    """BUS-END-09: the victory points that nobody can have had or lost by the end of a turn, which the opponent of a
    player whose clock ran out gets."""
    early = last_turn < min(last_turns(scenario), default=0)
    later = (isinstance(award.due, int) and award.due > last_turn for award in scenario.awards)
    late = (award.due == "last" and early for award in scenario.awards)
    return sum(
        award.vp for award, one, other in zip(scenario.awards, later, late, strict=True) if one or other
    )


def _check_before_turn_one(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-SCORE-08: no points before the first turn; at an event whose ranking counts them, BUS-TOUR-08."""
    told = event.vp if any(event.vp.values()) else event.sp or {}
    if not event.last_turn and any(told.values()):
        first, second = (
            ("BUS-TOUR-08", "BUS-SCORE-08") if state.whole_result else ("BUS-SCORE-08", "BUS-TOUR-08")
        )
        yield RuleViolation(first, {"told": told})
        yield from echoes(RuleViolation(second, {"told": told}))


def _check_length(scenario: Scenario, event: MatchResultRecorded) -> Violations:
    """BUS-END-03 to -05, -08, -10: a last turn that the length allows, an earlier one only for a reason."""
    turns, told = last_turns(scenario), event.last_turn
    if turns and told > turns[-1]:
        rule = "BUS-END-03" if turns[-1] < LAST_POSSIBLE_TURN else "BUS-END-05"
        yield RuleViolation(rule, {"expected": turns[-1], "told": told})
        yield from _not_that_long(scenario, turns, told)
    elif turns and event.reason == "last_turn" and told not in turns:
        yield RuleViolation("BUS-END-08", {"expected": list(turns), "told": told})
        yield from _not_that_long(scenario, turns, told)
    elif not told and event.reason not in EARLY:
        yield RuleViolation("BUS-END-10", {"expected": "a_turn", "told": told})


def _not_that_long(scenario: Scenario, turns: Sequence[int], told: int) -> Violations:
    """BUS-END-10, and the scenario's own rule: what a last turn that the length does not allow breaks besides."""
    due = {"expected": list(turns), "told": told}
    yield from echoes(RuleViolation("BUS-END-10", due), unlike(scenario, "scenario_turns", list(turns), told))


def reasons(state: BusState) -> tuple[EndReason, ...]:
    """BUS-END-02, -09, -11: what can have ended a match of this scenario, by the organisers' options."""
    by_length: tuple[EndReason, ...] = ("last_turn", "all_vp")
    own = ("award",) if facts_of(state).length == "clock" else by_length
    return (*own, "wiped_out", "conceded", "time", *((CLOCK,) if state.player_clock else ()))


def _check_reason(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-END-02, -09, -11: a reason that holds."""
    full = sum(event.vp.values()) == facts_of(state).vp_total
    won = full and ends_at_once(facts_of(state)) and not _waits(state)
    if event.reason not in (*reasons(state), CLOCK):
        yield RuleViolation("BUS-END-11", {"reason": event.reason})
    else:
        untrue = {"all_vp": not full, "award": not full, "wiped_out": _all_alive(state, event)}
        untrue |= {"time": won, "conceded": won}
        if untrue.get(event.reason, False):
            yield RuleViolation("BUS-END-02", {"reason": event.reason})
    yield from check_by_side(state, event.reason, event.by_side)


def _waits(state: BusState) -> bool:
    """BUS-VIM-06: whether an award is known only once hidden VIM are open, which the match has ended for before."""
    return state.vim_kind == "hidden" and any(one.condition in OF_HIDDEN for one in facts_of(state).awards)


def _all_alive(state: BusState, event: MatchResultRecorded) -> bool:
    """Both sides lost fewer models than they brought, as far as that is told; a warband that nobody told has one at
    least (BUS-ROSTER-32)."""
    brought = {name: sum(one.side == name for one in state.models.values()) for name in state.sides}
    return event.casualties is not None and all(
        event.casualties[name] < max(1, number) for name, number in brought.items()
    )


def most_sp(scenario: Scenario, last_turn: int) -> int | None:
    """BUS-SCORE-01: the most scenario points that a side can have after this turn; None: any number.

    Nobody tells who has the near side: of both the one for which it is more.
    """
    if scenario.kill_sp:
        return None
    since = max((turn for turn in scenario.reset_sp if turn <= last_turn), default=1)
    turns = max(0, last_turn - since + 1)
    found = []
    for side in ("near", "far"):
        prayer = max(
            (_most_worth(scenario, one.home, side) for one in scenario.objectives.values()), default=0
        )
        zones = sum(_most_in_zone(scenario, one, side) for one in scenario.zones.values())
        found.append(scenario.prayer * prayer + zones * turns)
    return max(found)


def _most_worth(scenario: Scenario, home: Home, side: str) -> int:
    """BUS-OBJ-06, -04, -15: the most that an objective can be worth to a side, whoever influences it and once a reset
    has made it neutral."""
    if scenario.influence:
        return ENEMY_SP
    return max(worth(home, side), NEUTRAL_SP if scenario.reset_alignment else 0)


def _most_in_zone(scenario: Scenario, zone: ZoneFacts, side: str) -> int:
    """BUS-ZONE-02, -05: the same of a zone in a turn."""
    home = scenario.home_of(zone)
    return _most_worth(scenario, home, side) if zone.follows else worth(home, side)


def _check_sp(scenario: Scenario, event: MatchResultRecorded) -> Violations:
    """BUS-SCORE-01."""
    most = most_sp(scenario, event.last_turn)
    over = {name: sp for name, sp in (event.sp or {}).items() if most is not None and sp > most}
    if over and event.last_turn:
        yield RuleViolation("BUS-SCORE-01", {"limit": most, "told": over})
        yield from echoes(unlike(scenario, "most_sp", most, over))


def _check_most_sp(scenario: Scenario, event: MatchResultRecorded) -> Violations:
    """BUS-SCORE-02: the award of the last turn for scenario points is where these points say that it is.

    Those of earlier turns may have been others, and an end that is no end of a turn may have come before the award.
    """
    due = sum(
        one.vp for one in scenario.awards if one.condition == "more_sp" and _falls_last(scenario, one, event)
    )
    if event.sp is None or event.reason in EARLY or not due:
        return
    best, most = leader(event.sp), most_vp(scenario, event.last_turn) - due
    if best == DRAW and sum(event.vp.values()) > most:
        yield RuleViolation("BUS-SCORE-02", {"most": most, "sp": event.sp, "told": event.vp})
    elif best != DRAW and event.vp[best] < due:
        yield RuleViolation("BUS-SCORE-02", {"expected": {best: due}, "sp": event.sp, "told": event.vp})


def _falls_last(scenario: Scenario, award: Award, event: MatchResultRecorded) -> bool:
    """Whether this award was due in the turn that the match ended with."""
    if award.due != "last":
        return award.due == event.last_turn
    by_length = event.reason == "last_turn" or event.last_turn in last_turns(scenario)[-1:]
    return by_length or sum(event.vp.values()) == scenario.vp_total


def _check_vims(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-VIM-01, -09, -11: VIM fall in scenarios that have them, by the last turn; who scores for it saw one fall."""
    scenario = facts_of(state)
    for side, turn in sorted((event.vim_killed or {}).items()):
        if not scenario.vim:
            yield RuleViolation("BUS-VIM-09", {"without": side})
        elif turn > max(1, event.last_turn):
            yield RuleViolation("BUS-VIM-09", {"late": {side: turn}, "ended": event.last_turn})
    if event.reason != CLOCK and any(one.condition == "vim_kills_vim" for one in scenario.awards):
        yield from _check_slayers(state, event)


def _check_slayers(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-VIM-11: who has more than the other awards could give has removed the enemy VIM with its own, which had not
    left play in an earlier turn; where that is the only award, the match is over with it."""
    scenario, killed = facts_of(state), event.vim_killed
    duel = all(one.condition == "vim_kills_vim" for one in scenario.awards)
    others = most_vp(scenario, event.last_turn) - sum(
        one.vp for one in scenario.awards if one.condition == "vim_kills_vim"
    )
    for side, vp in event.vp.items():
        if killed is None or vp <= max(0, others):
            continue
        enemy = other_side(state, side)
        if enemy not in killed:
            yield RuleViolation("BUS-VIM-11", {"expected": enemy, "told": "nothing"})
        elif killed.get(side, killed[enemy]) < killed[enemy]:
            yield RuleViolation("BUS-VIM-11", {"fallen": side})
        elif duel:
            yield from _check_over_then(scenario, event, enemy)
            if side in killed and ends_at_once(scenario):
                yield outlived(side)


def _check_closest(scenario: Scenario, event: MatchResultRecorded) -> Violations:
    """BUS-VIM-10: the award for the closest VIM goes to nobody whose VIM had left play by then."""
    killed = event.vim_killed
    if killed is None or event.reason == CLOCK:
        return
    most = most_vp(scenario, event.last_turn)
    lost = {name: _lost_with(scenario, killed[name], event.last_turn) for name in event.vp if name in killed}
    for side, vp in lost.items():
        if vp and event.vp[side] > most - vp:
            yield RuleViolation("BUS-VIM-10", {"fallen": side, "told": event.vp})
    if len(lost) == len(event.vp) and sum(event.vp.values()) > most - min(lost.values()):
        yield RuleViolation("BUS-VIM-10", {"fallen": list(lost), "told": event.vp})


def _lost_with(scenario: Scenario, fell: int, last_turn: int) -> int:
    """The victory points that a side cannot have got any more once its VIM left play in this turn."""
    last = last_turn in last_turns(scenario)
    return sum(
        award.vp
        for award in scenario.awards
        if award.condition == "own_vim_closest"
        and (
            (award.due == "last" and last) or (isinstance(award.due, int) and fell <= award.due <= last_turn)
        )
    )


def _check_over_then(scenario: Scenario, event: MatchResultRecorded, fallen: str) -> Violations:
    """BUS-VIM-09, BUS-END-02, -11: with the last victory points of the scenario the match is over in that turn."""
    told = (event.vim_killed or {})[fallen]
    if sum(event.vp.values()) == scenario.vp_total and told < event.last_turn:
        yield RuleViolation("BUS-VIM-09", {"early": {fallen: told}, "stated": event.last_turn})
        yield from echoes(RuleViolation("BUS-END-02", {"reason": event.reason}))


def _check_whole(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-TOUR-14: what an event's ranking needs, of every match that was played; VIM where one must have fallen."""
    if not state.whole_result or not event.last_turn:
        return
    scenario, scored = facts_of(state), any(event.vp.values()) and event.reason != CLOCK
    kills = [award for award in scenario.awards if award.condition in ("vim_kills_vim", "enemy_vim_killed")]
    missing = ["scenario_points"] if event.sp is None else []
    if kills == [*scenario.awards] and scored and event.vim_killed is None:
        missing.append("turns_of_vim")
    if missing:
        yield RuleViolation("BUS-TOUR-14", {"missing": missing})


def _check_winner(state: BusState, event: MatchResultRecorded) -> Violations:
    """BUS-END-07."""
    due = _winner(state, event)
    if event.winner is not None and event.winner != due:
        yield RuleViolation("BUS-END-07", {"expected": shown(due), "told": shown(event.winner)})


def shown(winner: str) -> str:
    """A winner in a sentence."""
    return "a_draw" if winner == "draw" else winner or "nobody"


def _winner(state: BusState, event: MatchResultRecorded) -> str:
    if event.reason == "conceded":
        return other_side(state, event.by_side or "")
    return leader(event.vp)


def on_match_result_recorded(state: BusState, event: MatchResultRecorded) -> BusState:
    for side in state.sides:
        state = with_side(state, side, sp=(event.sp or {}).get(side, 0))
    return replace(
        state,
        phase="closed",
        turn=event.last_turn,
        given=tuple(Given(side, "result", vp) for side, vp in sorted(event.vp.items()) if vp),
        reason=event.reason,
        by_side=event.by_side,
        winner=_winner(state, event),
        lost_models=event.casualties,
        vim_killed=event.vim_killed,
        told_sp=event.sp is not None,
    )
