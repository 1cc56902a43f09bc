"""A whole match in one report: `match_result_recorded` (SFB-RES-01 to -08, -12, -13, SFB-END-01 to -08). Of a match by
turns it is the rest: what nobody logged any more.

Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from games.judging import echoes
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.finish import shown, without_points
from games.super_fantasy_brawl.chapters.results import (
    least_rounds,
    most_by_challenges,
    most_mutual,
    most_points,
)
from games.super_fantasy_brawl.events import MatchResultRecorded
from games.super_fantasy_brawl.permissions import Violations, at_detail, in_phase, passing, seated, staff_only
from games.super_fantasy_brawl.state import DRAWN, SfbState, credited, mode_of, other_side, with_figure


def check_match_result_recorded(state: SfbState, event: MatchResultRecorded, by: Actor) -> Violations:
    """Who and when, the names, what turns have told already, the sums, then the end that follows from the points."""
    return passing(
        state,
        at_detail(state, "summary", "turns"),
        in_phase(state, "order", "select", "turns", "round"),
        seated(state, by),
        staff_only(by) if event.reason == "organiser" else (),
        _check_names(state, event),
        _check_teams(state, event),
        _check_logged(state, event),
        _check_sums(state, event),
        _check_levels(state, event),
        _check_end(state, event),
        _check_rounds(state, event),
    )


def _check_names(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-LOG-02: sides and champions of this match; where teams were not told, the side of a champion counts."""
    sides, tables = set(state.sides), (event.vp, event.challenge_vp, event.knockout_vp)
    strange = {name for told in tables for name in set(told) - sides} | ({event.winner} - sides - {DRAWN})
    missing = sorted({name for told in tables for name in sides - set(told)})
    for name in (*(event.knockouts or {}), *(event.levelled or ())):
        side = name.partition(":")[0]
        full = side in sides and all(player in state.rosters for player in state.sides[side].players)
        if side not in sides or ":" not in name or (full and name not in state.figures):
            strange.add(name)
    legal = ", ".join(sorted(sides))  # as an event names them: one text, which no word of the game stands for
    for name in sorted(strange):
        params = {"stranger": name or "nobody", "absent": True}
        yield RuleViolation("SFB-LOG-02", params if ":" in name else {**params, "legal": legal})
    if missing:
        yield RuleViolation("SFB-LOG-02", {"missing": missing, "absent": True})


def _check_teams(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-ROSTER-02, SFB-MODE-03: no more champions of a side than its players have."""
    mode = mode_of(state)
    named = {*(event.knockouts or {}), *(event.levelled or ())}
    for name, side in state.sides.items():
        own = sorted(one.partition(":")[2] for one in named if one.startswith(f"{name}:"))
        if len(own) > mode.team * len(side.players):
            rule = by_mode(state, "SFB-ROSTER-02", "SFB-MODE-03")
            yield RuleViolation(rule, {"expected": mode.team, "told": own})


def _check_logged(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-END-08, SFB-TURN-06, SFB-RES-04: what the turns up to now have told stays true."""
    told = {"challenge": event.challenge_vp, "knockout": event.knockout_vp}
    for source, points in told.items():
        for name, side in state.sides.items():
            had = getattr(side, source)
            if points[name] < had:
                yield RuleViolation("SFB-END-08", {"side": name, "expected": had, "told": points[name]})
    least = least_rounds(state, event.reason)
    if event.rounds < least:
        yield RuleViolation("SFB-TURN-06", {"expected": least, "told": event.rounds})
    for name, times in (event.knockouts or {}).items():
        fallen = state.figures[name].knocked_out if name in state.figures else 0
        if times < fallen:
            enemy = other_side(state, name.partition(":")[0])
            yield RuleViolation("SFB-RES-04", {"side": enemy, "expected": fallen, "told": times})


def _check_levels(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-12: every champion on its second side has taken another enemy out of action."""
    levelled = event.levelled or ()
    for side in state.sides:
        own = [name for name in levelled if name.startswith(f"{side}:")]
        if len(own) > event.knockout_vp[side] or len(set(own)) < len(own):
            most = min(event.knockout_vp[side], len(set(own)))
            yield RuleViolation("SFB-RES-12", {"side": side, "limit": most, "levelled": len(own)})


def _check_sums(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-03, -04."""
    for side in state.sides:
        due = event.challenge_vp[side] + event.knockout_vp[side]
        if event.vp[side] != due:
            params = {"side": side, "expected": due, "told": event.vp[side]}
            yield RuleViolation("SFB-RES-03", params)
    if event.knockouts is None:
        return
    for side in state.sides:
        enemy = f"{other_side(state, side)}:"
        falls = sum(times for name, times in event.knockouts.items() if name.startswith(enemy))
        if falls != event.knockout_vp[side]:
            params = {"side": side, "expected": falls, "told": event.knockout_vp[side]}
            yield RuleViolation("SFB-RES-04", params)


def _check_end(state: SfbState, event: MatchResultRecorded) -> Violations:
    if event.reason in ("concession", "organiser"):
        yield from _check_early(state, event)
    else:
        yield from _check_by_points(state, event)


def _check_by_points(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-01, -02, -05, -08, SFB-END-01, -03 to -05, -07, SFB-MODE-18."""
    target = mode_of(state).target
    if event.winner == DRAWN:
        yield RuleViolation("SFB-END-07")
        return
    won, lost = event.vp[event.winner], event.vp[other_side(state, event.winner)]
    if max(won, lost) < target:
        yield RuleViolation("SFB-RES-01", {"limit": target, "told": won})
        yield from echoes(*without_points(state, event.vp, event.reason))
    elif won < target:
        params = {"expected": other_side(state, event.winner), "told": event.winner}
        yield RuleViolation("SFB-END-03", params)
    elif event.reason == "vp_target":
        yield from _check_target(state, event, won, lost)
    else:
        yield from _check_mutual(state, event, won, lost)


def _check_target(state: SfbState, event: MatchResultRecorded, won: int, lost: int) -> Violations:
    target, over = mode_of(state).target, most_points(state)
    if won == lost:
        yield RuleViolation("SFB-RES-08")
    if lost >= target:
        yield RuleViolation("SFB-RES-02", {"limit": target - 1, "told": lost})
    if over is not None and won > over:
        yield RuleViolation("SFB-RES-05", {"limit": over, "told": won})
    else:
        yield from _check_last_points(state, event)


def _check_last_points(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-05, SFB-END-02: what the winner has beyond the last point but one came at once, by the challenges of one
    scoring phase or by the knock-outs of one action."""
    before, values = mode_of(state).target - 1, state.track.values
    fallen = min(event.knockout_vp[event.winner], most_mutual(state) - before)
    scored = event.challenge_vp[event.winner]
    limit = before + max(fallen, scored if values is None else min(scored, sum(values)))
    if event.vp[event.winner] > limit:
        yield RuleViolation("SFB-RES-05", {"limit": limit, "told": event.vp[event.winner]})


def _check_mutual(state: SfbState, event: MatchResultRecorded, won: int, lost: int) -> Violations:
    """SFB-END-04: both have the points, and the winner not fewer of them; SFB-RES-04, SFB-KO-11: the last of them by
    knock-outs, since the match was open before that action."""
    target, most = mode_of(state).target, most_mutual(state)
    if lost < target or lost > won:
        expected = other_side(state, event.winner) if lost > won else "vp_target"
        told = event.winner if lost > won else event.reason
        yield RuleViolation("SFB-END-04", {"expected": expected, "told": told})
        if lost > won:
            yield RuleViolation("SFB-RES-02", {"limit": won, "told": lost})
    if max(won, lost) > most:
        yield RuleViolation("SFB-RES-05", {"limit": most, "told": max(won, lost)})
    for side in state.sides:
        least = event.vp[side] - (target - 1)
        if event.knockout_vp[side] < least:
            params = {"side": side, "least": least, "few": event.knockout_vp[side]}
            yield RuleViolation("SFB-RES-04", params)


def _check_early(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-13, SFB-END-07."""
    target, best = mode_of(state).target, max(event.vp.values())
    ahead = [side for side, vp in event.vp.items() if vp == best]
    due = ahead[0] if len(ahead) == 1 else DRAWN
    expected: Any = shown(due) if event.reason == "organiser" else list(state.sides)
    wrong = event.winner != due if event.reason == "organiser" else event.winner == DRAWN
    if best >= target:
        yield RuleViolation("SFB-RES-13", {"limit": target, "points": event.vp})
    elif wrong:
        params = {"target": target, "expected": expected, "told": shown(event.winner)}
        yield RuleViolation("SFB-RES-13", params)
    if event.winner == DRAWN and (event.reason == "concession" or due != DRAWN):
        yield RuleViolation("SFB-END-07")


def _check_rounds(state: SfbState, event: MatchResultRecorded) -> Violations:
    """SFB-RES-06, -07: challenges need rounds; each gives at most the best cell that it can have come to."""
    total = sum(event.challenge_vp.values())
    if state.round1_challenges:
        return
    if event.rounds == 1 and total:
        yield RuleViolation("SFB-RES-06", {"told": total})
    elif state.mode == "duel" and state.track.values is not None:
        best = max(state.track.values)
        least = sum(-(-vp // best) for vp in event.challenge_vp.values())
        if least > event.rounds - 1:
            params = {"round": event.rounds, "limit": event.rounds - 1, "told": least}
            yield RuleViolation("SFB-RES-07", params)
            return
    most = most_by_challenges(state, event.rounds)
    if event.rounds > 1 and most is not None and total > most:
        yield RuleViolation("SFB-RES-07", {"rounds": event.rounds, "most": most, "points": total})


def on_match_result_recorded(state: SfbState, event: MatchResultRecorded) -> SfbState:
    """What the turns have told stands by its rounds; the rest is that of the whole match."""
    for side, before in state.sides.items():
        challenge, knockout = event.challenge_vp.get(side, 0), event.knockout_vp.get(side, 0)
        state = credited(state, side, "challenge", challenge - before.challenge, None)
        state = credited(state, side, "knockout", knockout - before.knockout, None)
    for name, times in (event.knockouts or {}).items():
        state = with_figure(state, name, knocked_out=times) if name in state.figures else state
    if event.levelled is not None:
        state = _with_levels(state, event.levelled)
    return replace(state, phase="closed", round=event.rounds, winner=event.winner, reason=event.reason)


def _with_levels(state: SfbState, levelled: Collection[str]) -> SfbState:
    """The champions that lie on their second side at the end; who levelled up before and is none of them fell since."""
    for name, one in state.figures.items():
        times = max(1, one.levelled_up) if name in levelled else one.levelled_up
        state = with_figure(state, name, levelled=name in levelled, levelled_up=times)
    return state
