"""What the report of a whole match asks, and what of the event follows (SFB-RES-03 to -05, SFB-END-03, -04).

Called through the game's faces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from games.lines import Line
from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.results import leader_of, least_rounds, most_mutual
from games.super_fantasy_brawl.events import MatchResultRecorded
from games.super_fantasy_brawl.state import DRAWN, SfbState, other_side
from games.taps import Amount, Anew, Called, Choice, Group, Kept, Numbers, OneOf, Row, Taps, of

RESULT = "match_result_recorded"
SOURCES = ("challenge", "knockout")
MOST_ROUNDS = 99
CONCEDED, EQUAL = "concession", "mutual_knockout"
"""Reasons that a side goes with: who gave up, or who wins with equal points."""


def taps(state: SfbState, told: NextEvent) -> Taps | None:
    """`match_result_recorded`. It starts with what the match says now: nothing yet, or the result that is entered
    anew."""
    if told.type != RESULT:
        return None
    sides = [Group(side=side, rows=_points(state, told, side)) for side in state.sides]
    rounds = Amount(
        key="rounds",
        name=Called("rounds"),
        start=least_rounds(state, "vp_target") or None,
        low=max(1, state.round),
        high=MOST_ROUNDS,
        needed=True,
    )
    whole = Group(rows=(rounds, _reasons(state, told)))
    return Taps(groups=(*sides, whole), read=partial(_read, state), kept=_kept)


def _points(state: SfbState, told: NextEvent, side: str) -> tuple[Row, ...]:
    """A row of numbers for each source, from what turns have told; of challenges too where nobody knows their most."""
    stand = state.sides[side]
    usual = (stand.challenge, most_mutual(state))
    legal = {source: told.limits.get(f"{source}_vp.{side}", usual) for source in SOURCES}
    return tuple(
        Numbers(
            key=f"{source}:{side}",
            name=Called(f"{source}_vp"),
            numbers=tuple(range(low, most + 1)),
            start=getattr(stand, source),
        )
        for source, (low, most) in legal.items()
    )


def _reasons(state: SfbState, told: NextEvent) -> OneOf:
    """One tap tells the reason and its side; that the organisers stopped it, they alone say (SFB-LOG-02)."""
    stopped = of("reason", ("organiser",)) if told.staff else ()
    equal = (Choice(f"{EQUAL}:{side}", Line("equal_points", {"side": side})) for side in state.sides)
    gave_up = (Choice(f"{CONCEDED}:{side}", Line("gave_up", {"side": side})) for side in state.sides)
    choices = (*of("reason", ("vp_target", EQUAL)), *equal, *stopped, *gave_up)
    return OneOf(key="reason", name=Called("reason"), choices=choices, start=_reason(state))


def _reason(state: SfbState) -> str:
    level = len({one.vp for one in state.sides.values()}) == 1
    if state.winner in state.sides and state.reason == CONCEDED:
        return f"{CONCEDED}:{other_side(state, state.winner)}"
    if state.winner in state.sides and state.reason == EQUAL and level:
        return f"{EQUAL}:{state.winner}"
    return state.reason or "vp_target"


def _read(state: SfbState, tapped: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """The points by source, their sums, and who has won by them."""
    by_source = {f"{one}_vp": {side: tapped[f"{one}:{side}"] for side in state.sides} for one in SOURCES}
    vp = {side: sum(points[side] for points in by_source.values()) for side in state.sides}
    reason, _colon, side = (tapped["reason"] or "vp_target").partition(":")
    ahead = leader_of(vp)
    winner = other_side(state, side) if reason == CONCEDED else side if ahead == DRAWN and side else ahead
    return {**by_source, "vp": vp, "rounds": tapped["rounds"], "winner": winner, "reason": reason}


def _kept(anew: Anew) -> Kept | None:
    """How often each champion was out of action and who is levelled up: no row asks for it. It stays as it was told
    where the new points allow it (SFB-RES-04, -12)."""
    fallen, levelled = _fallen(anew), _levelled(anew)
    if not fallen and not levelled:
        return None
    points = anew.told.get("knockout_vp")
    if points is not None:
        fallen = fallen if _adds_up(fallen, points) else {}
        levelled = levelled if _earned(levelled, points) else ()
    if not fallen and not levelled:
        return Kept({}, Line("stay_lost"))
    told = {"knockouts": fallen or None, "levelled": levelled or None}
    out = [
        {"champion": name, "often": times if times > 1 else None} for name, times in fallen.items() if times
    ]
    says = Line("stay_told", {"fallen": out or None, "levelled_up": levelled or None})
    return Kept({field: value for field, value in told.items() if value}, says)


def _fallen(anew: Anew) -> dict[str, int]:
    """By champion; of a report that did not tell it what its turns did, where they are taken back with it."""
    report = anew.report
    if isinstance(report, MatchResultRecorded) and report.knockouts is not None:
        return report.knockouts
    before, now = ({name: one.knocked_out for name, one in state.figures.items()} for state in _both(anew))
    return {name: times for name, times in now.items() if times} if now != before else {}


def _levelled(anew: Anew) -> tuple[str, ...]:
    report = anew.report
    if isinstance(report, MatchResultRecorded) and report.levelled is not None:
        return report.levelled
    before, now = ([name for name, one in state.figures.items() if one.levelled] for state in _both(anew))
    return tuple(now) if now != before else ()


def _both(anew: Anew) -> tuple[SfbState, SfbState]:
    return anew.left, anew.ended


def _adds_up(fallen: Mapping[str, int], points: Mapping[str, int]) -> bool:
    """SFB-RES-04: each side has a point for every time that a champion of the other one was out of action."""
    one, other = points
    theirs = {one: other, other: one}
    got = dict.fromkeys(points, 0)
    for name, times in fallen.items():
        got[theirs[name.partition(":")[0]]] += times
    return got == dict(points)


def _earned(levelled: Iterable[str], points: Mapping[str, int]) -> bool:
    """SFB-RES-12: a side has no more champions levelled up than it took out of action."""
    most = Counter(name.partition(":")[0] for name in levelled)
    return all(number <= points[side] for side, number in most.items())
