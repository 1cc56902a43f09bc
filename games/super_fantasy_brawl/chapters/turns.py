"""A turn in one report: `turn_recorded` (SFB-RES-03 to -12, SFB-KO, SFB-SCORE). Called by `rules.py`."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.chapters import track
from games.super_fantasy_brawl.chapters.draft import by_mode
from games.super_fantasy_brawl.chapters.results import most_points, settled
from games.super_fantasy_brawl.chapters.round_report import rolled
from games.super_fantasy_brawl.events import Cause, Knockout, TurnRecorded
from games.super_fantasy_brawl.permissions import Violations, at_detail, in_phase, passing, seated, this_round
from games.super_fantasy_brawl.state import (
    UNNAMED,
    Figure,
    SfbState,
    credited,
    mode_of,
    other_side,
    side_of,
    with_figure,
)


def check_turn_recorded(state: SfbState, event: TurnRecorded, by: Actor) -> Violations:
    """Who and when, then the challenges, the knock-outs, and the points that follow from them."""
    ready = rolled(state) if state.detail == "turns" else state
    return passing(
        state,
        at_detail(state, "turns"),
        in_phase(state, "turns", "round"),
        seated(state, by),
        _check_turn(ready, event),
        _check_names(ready, event),
        _check_challenges(ready, event),
        _check_knockouts(ready, event),
        _check_levels(ready, event),
        _check_points(ready, event),
        _check_over(ready, event),
    )


def _check_turn(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-TURN-01, -06."""
    if event.player != state.active:
        absent = {} if event.player in state.order else {"absent": True}
        yield RuleViolation("SFB-TURN-01", {"expected": state.active, "told": event.player, **absent})
    yield from this_round(state, event.round)


def _check_names(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-LOG-02: champions and sides of this match."""
    named = [*event.levelled_up, *(one.champion for one in event.knockouts)]
    named += [one.by for one in event.knockouts if one.by is not None]
    for name in sorted(set(named) - set(state.figures)):
        yield RuleViolation("SFB-LOG-02", {"stranger": name, "absent": True})
    if set(event.vp_after) != set(state.sides):
        told = sorted(set(event.vp_after) ^ set(state.sides))
        yield RuleViolation("SFB-LOG-02", {"stranger": told, "absent": True})


def _check_challenges(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-SCORE-02 to -09, SFB-RES-06, -07; SFB-RES-11 where the track contradicts."""
    found = list(track.check_items(state, event.challenges, event.round))
    yield from found
    if any(one.rule == "SFB-SCORE-06" for one in found):
        yield RuleViolation("SFB-RES-06", {"told": sum(item.vp for item in event.challenges)})
    for one in found:
        cell = one.params.get("cell", one.params.get("twice"))
        if cell is not None:
            lying = some(track.at(state.track, cell))
            told = [[item.card or UNNAMED, item.vp] for item in event.challenges if item.cell == cell]
            yield RuleViolation("SFB-RES-11", {"cell": cell, "expected": lying, "told": told})


def _check_knockouts(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-KO-04, -07, SFB-TRAP-11, SFB-REACT-09: who can have the credit, and how often one falls."""
    active = side_of(state, event.player)
    for one in event.knockouts:
        yield from _check_credit(state, one, active)
    for name, times in Counter(one.champion for one in event.knockouts).items():
        if times > 1 and state.figures[name].player != event.player:
            yield RuleViolation("SFB-KO-07", {"champion": name})


def _check_over(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-TURN-08, SFB-END-02: once a side has the points, nothing comes but the rest of the action that brought them,
    in which no champion falls twice (SFB-KO-07)."""
    target, active = mode_of(state).target, side_of(state, event.player)
    for name, side in state.sides.items():
        before = side.vp + (sum(item.vp for item in event.challenges) if name == active else 0)
        falls = Counter(one.champion for one in event.knockouts if state.figures[one.champion].side != name)
        late = len(event.knockouts) if before >= target else before + falls.total() - target + 1 - len(falls)
        if late > 0 and event.knockouts:
            yield RuleViolation("SFB-TURN-08", {"side": name, "limit": target, "told": late})


def _check_credit(state: SfbState, one: Knockout, active: str) -> Violations:
    side = state.figures[one.champion].side
    own = one.by is not None and state.figures[one.by].side == side
    if own or (one.kind == "own" and one.by is not None):
        yield RuleViolation("SFB-KO-04", {"champion": one.champion, "told": one.by})
    elif one.kind == "trap" and one.by is not None:
        params = {"expected": "nobody", "told": one.by, "driver": one.by}
        yield RuleViolation("SFB-TRAP-11", params)
    elif one.by is not None and one.cause != "reaction" and _acts_out_of_turn(state, one, active):
        params = {"expected": state.active, "player": state.figures[one.by].player}
        yield RuleViolation("SFB-TURN-03", params)
    elif one.cause == "reaction" and one.by is not None and state.figures[one.by].side == active:
        params = {"expected": other_side(state, active), "told": one.by}
        yield RuleViolation("SFB-REACT-09", params)


def _acts_out_of_turn(state: SfbState, one: Knockout, active: str) -> bool:
    """SFB-TURN-03: without a reaction only champions of the active player have a credit; untold causes may be one."""
    by = state.figures[one.by or ""]
    reacted = one.cause is None and by.side != active
    return by.player != state.active and not reacted


def _check_levels(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-RES-12: whoever has the credit for an enemy levels up, and nobody else; also at the gates. SFB-LVL-03: once,
    and once more for every time that its own fall turned it to the base side."""
    earned = Counter(one.by for one in event.knockouts if one.by is not None and one.kind == "enemy")
    fell = Counter(one.champion for one in event.knockouts)
    told = Counter(event.levelled_up)
    for name in sorted(earned.keys() | told.keys()):
        own = state.figures[name]
        most = min(earned[name], fell[name] + (not own.levelled))
        least = most if not fell[name] else 0
        if not least <= told[name] <= most:
            params = {"champion": name, "expected": most, "told": told[name]}
            yield RuleViolation("SFB-RES-12", params)


def _check_points(state: SfbState, event: TurnRecorded) -> Violations:
    """SFB-RES-03, -04, -09, SFB-END-08, SFB-KO-02, -10 to -12, SFB-MODE-17: the points after the turn."""
    after = played(state, event)
    for name, side in after.sides.items():
        told, before = event.vp_after[name], state.sides[name].vp
        if told < before:
            yield RuleViolation("SFB-END-08", {"side": name, "expected": before, "told": told})
        if told != side.vp:
            yield from _wrong_points(state, event, name, side.vp, told)
    over = most_points(state)
    best = max(side.vp for side in after.sides.values())
    if over is not None and best > over:
        yield RuleViolation("SFB-RES-05", {"limit": over, "told": best})


def _wrong_points(state: SfbState, event: TurnRecorded, side: str, due: int, told: int) -> Violations:
    """Every rule that the wrong number breaks, the report's own first."""
    falls = [one for one in event.knockouts if state.figures[one.champion].side != side]
    both = len({state.figures[one.champion].side for one in event.knockouts}) > 1
    levelled = any(
        state.figures[name].levelled for one in falls for name in (one.champion, one.by) if name is not None
    )
    params = {"side": side, "expected": due, "told": told}
    yield RuleViolation("SFB-RES-09", params)
    yield RuleViolation("SFB-RES-03", params)
    if event.challenges and told > due and side != side_of(state, event.player):
        rule = by_mode(state, "SFB-SCORE-05", "SFB-MODE-14")
        yield RuleViolation(rule, {"expected": event.player, "told": side})
    if falls:
        yield RuleViolation("SFB-KO-02", {**params, "champion": [one.champion for one in falls]})
        yield RuleViolation("SFB-RES-04", {"side": side, "falls": len(falls), "after": due, "points": told})
    for rule, broken in (
        ("SFB-SETUP-05", not state.tallies and event.round == 1 and told > due),
        ("SFB-KO-10", len(falls) > 1),
        ("SFB-KO-11", both),
        ("SFB-KO-12", levelled),
        ("SFB-MODE-17", bool(falls) and state.mode == "superteams"),
    ):
        if broken:
            yield RuleViolation(rule, params)


def on_turn_recorded(state: SfbState, event: TurnRecorded) -> SfbState:
    """The next player's turn, the end of the round, or the end of the match (SFB-END-02)."""
    state = played(rolled(state), event)
    last = state.active == state.order[-1] or state.active not in state.order
    if last:
        state = replace(state, phase="round")
    else:
        following = state.order[state.order.index(state.active) + 1]
        state = replace(state, phase="turns", active=following)
    return settled(state, _played_by(state, event))


def played(state: SfbState, event: TurnRecorded) -> SfbState:
    """Points, champions and the track after the turn."""
    side = side_of(state, event.player)
    state = credited(state, side, "challenge", sum(item.vp for item in event.challenges), event.round)
    scored = state.scored + len(event.challenges)
    state = replace(state, track=track.taken(state.track, event.challenges), scored=scored)
    for one in event.knockouts:
        state = _fell(state, one, event.round)
    for name in event.levelled_up:
        own = state.figures.get(name)
        if own is not None:
            state = with_figure(state, name, levelled=True, levelled_up=own.levelled_up + 1)
    return state


def _fell(state: SfbState, one: Knockout, round_: int) -> SfbState:
    """SFB-KO-02: a point for the other side; the champion lies on its base side again."""
    own: Figure | None = state.figures.get(one.champion)
    if own is None:
        return state
    state = credited(state, other_side(state, own.side), "knockout", 1, round_)
    state = with_figure(state, one.champion, levelled=False, knocked_out=own.knocked_out + 1)
    if one.by is not None and one.by in state.figures:
        state = with_figure(state, one.by, knockouts=state.figures[one.by].knockouts + 1)
    return state


def _played_by(state: SfbState, event: TurnRecorded) -> str | None:
    """SFB-END-04: who played the card of the last action, as far as the causes are told or follow. One knock-out by the
    active player is enough, since a reaction is part of that player's action."""
    last = _deciding(state, event.knockouts)
    causes = {_cause_of(state, one, side_of(state, event.player)) for one in last}
    if causes - {"reaction", None}:
        return event.player
    if None in causes:
        return None
    credited_ = [
        state.figures[one.by].player for one in last if one.by is not None and one.by in state.figures
    ]
    return (*credited_, *state.sides[other_side(state, side_of(state, event.player))].players)[0]


def _cause_of(state: SfbState, one: Knockout, active: str) -> Cause | None:
    """SFB-TURN-03, SFB-REACT-09: in a turn the other side acts by reactions alone, so whoever has the credit tells the
    cause, and whose champion fell to its own side or on its own way. None: it may have been either."""
    if one.cause is not None:
        return one.cause
    if one.by is not None and one.by in state.figures:
        return "card" if state.figures[one.by].side == active else "reaction"
    fell = state.figures.get(one.champion)
    if one.kind == "enemy" or fell is None:
        return None
    if fell.side == active:
        return "card"
    return "reaction" if one.kind == "own" else None


def _deciding(state: SfbState, knockouts: tuple[Knockout, ...]) -> tuple[Knockout, ...]:
    """The knock-outs that the last action must have brought: without them no side has the points."""
    target, points = mode_of(state).target, {name: side.vp for name, side in state.sides.items()}
    for at in range(len(knockouts), -1, -1):
        if all(vp < target for vp in points.values()):
            return knockouts[at:]
        fell = state.figures.get(knockouts[at - 1].champion) if at else None
        if fell is not None:
            points[other_side(state, fell.side)] -= 1
    return ()
