"""What the casualties of a report of the whole match say against its VP (LB-UNIQ, LB-COMM, LB-SERP-04).

Only a list that names somebody is held against a scheme: many tables list nobody at all. A report tells no turns, so
that every number stands which some course of the match gives. Called by `summary.py`, for schemes and notes that the
reporter may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.last_battle.chapters.awards import NO_VP
from games.last_battle.chapters.evidence import Claim, all_stand, by_squad, enemy_kills, scapegoat_vp, stands
from games.last_battle.chapters.notes import enemy_owner
from games.last_battle.chapters.strategies import has_spilled
from games.last_battle.facts import LIMITS, SIDES
from games.last_battle.permissions import Violations
from games.last_battle.state import Fallen, LastBattleState
from games.ruleset import RuleViolation

KILLS = ("killed", "sacrificed")
FALLS = (*KILLS, "dead_no_killer")
LATE = 4
"""LB-COMM-09: the first turn that gives 1 VP more."""


class Against(NamedTuple):
    """What the casualties leave of a scheme: its rule, the VP that it can have, what a sentence says of the reason."""

    rule: str
    possible: Collection[int]
    why: Mapping[str, Any] = {}


def check_casualties_against(claim: Claim, turns: int) -> Violations:
    """The VP of a scheme over a whole match of `turns` turns; `claim.fell` are all who fell in it."""
    judge = AGAINST.get(claim.held.scheme)
    for found in judge(claim, turns) if judge else ():
        if claim.vp not in found.possible:
            possible = sorted(set(found.possible) - {0}) or NO_VP
            yield claim.against(found.rule, told=claim.vp, possible=possible, **found.why)


def check_blood(state: LastBattleState, strategy: Mapping[str, int], fell: Sequence[Fallen]) -> Violations:
    """LB-SERP-04: a side that scored on Serpent killed or sacrificed an enemy in each turn in which it did."""
    for side in SIDES if state.battlefield == "serpent" else ():
        spilled = sum(has_spilled(replace(state, fallen=()), (one,), side) for one in fell)
        if strategy.get(side, 0) > spilled:
            yield RuleViolation("LB-SERP-04", {"scorer": side, "spilled": spilled, "told": strategy[side]})


def check_shared_kills(claims: Sequence[Claim]) -> Violations:
    """LB-COMM-01: squads of one side that all score Gravediggers have a kill for each point: one whose killer nobody
    named is that of one squad alone."""
    for side in SIDES:
        diggers = [one for one in claims if (one.held.scheme, one.squad.side) == ("gravediggers", side)]
        if len(diggers) < 2:
            continue
        killers = Counter(one.by_owner for one in enemy_kills(diggers[0], *KILLS))
        if sum(max(0, one.vp - killers[one.squad.player]) for one in diggers) > killers[None]:
            yield diggers[0].against("LB-COMM-01", sharing=[one.squad.player for one in diggers])


def _up_to(most: int) -> range:
    return range(min(most, LIMITS.scheme_vp) + 1)


def _time_of_the_great(claim: Claim, turns: int) -> Iterator[Against]:
    leader = claim.squad.leader
    if leader is not None:
        kills = [one for one in enemy_kills(claim, "killed") if by_squad(claim, one, leader.figure_id)]
        yield Against("LB-UNIQ-01", _up_to(len(kills)))


def _gravediggers(claim: Claim, turns: int) -> Iterator[Against]:
    yield Against("LB-COMM-01", _up_to(sum(by_squad(claim, one) for one in enemy_kills(claim, *KILLS))))


def _loophole(claim: Claim, turns: int) -> Iterator[Against]:
    leader = claim.squad.leader
    if leader is not None and not stands(claim, claim.squad, leader.figure_id):
        yield Against("LB-COMM-05", NO_VP, {"gone": leader.figure_id})


def _take_prisoner(claim: Claim, turns: int) -> Iterator[Against]:
    for figure_id in claim.note.enemy_figures:
        if not stands(claim, enemy_owner(claim.state, claim.squad, figure_id), figure_id):
            yield Against("LB-COMM-08", NO_VP, {"gone": figure_id})


def _elimination(claim: Claim, turns: int) -> Iterator[Against]:
    """LB-UNIQ-07 to -09: 1 VP for the wounded Leader, 1 for its fall, 1 for its absence at the end."""
    for figure_id in claim.note.enemy_figures:
        owner = enemy_owner(claim.state, claim.squad, figure_id)
        if owner is None:
            continue
        if all_stand(claim, owner, figure_id):
            yield Against("LB-UNIQ-09", _up_to(1), {"stands": figure_id})
        elif not any(one.figure_id == figure_id for one in enemy_kills(claim, *FALLS)):
            yield Against("LB-UNIQ-08", _up_to(2))


def _scapegoat(claim: Claim, turns: int) -> Iterator[Against]:
    """LB-COMM-09, -10: the number follows from the killer, and 1 more where the match came to turn 4."""
    when = (1, LATE) if turns >= LATE else (1,)
    for figure_id in claim.note.own_figures:
        falls = [f for f in claim.fell or () if (f.owner, f.figure_id) == (claim.squad.player, figure_id)]
        numbers = {
            vp for fall in falls for turn in when for vp in scapegoat_vp(replace(claim, turn=turn), fall)
        }
        if claim.state.cap_scope == "side":
            numbers = {*_up_to(max(numbers, default=0))}
        why = {} if numbers else {"unkilled": figure_id} if falls else {"stands": figure_id}
        unslain = falls and not any(fall.how in KILLS for fall in falls)
        yield Against("LB-COMM-10" if unslain else "LB-COMM-09", {0, *numbers}, why)


def _vendetta(claim: Claim, turns: int) -> Iterator[Against]:
    """LB-COMM-13 to -15: 1 VP for the first attack, 1 for the enemy's absence at the end, 3 for the kill."""
    for own, enemy in zip(claim.note.own_figures, claim.note.enemy_figures, strict=False):
        owner = enemy_owner(claim.state, claim.squad, enemy)
        if owner is None:
            continue
        killed = [one for one in enemy_kills(claim, "killed") if one.figure_id == enemy]
        if all_stand(claim, owner, enemy):
            yield Against("LB-COMM-14", _up_to(1), {"stands": enemy})
        elif not any(by_squad(claim, one, own) for one in killed):
            yield Against("LB-COMM-15", _up_to(2))


AGAINST: dict[str, Callable[[Claim, int], Iterator[Against]]] = {
    "time_of_the_great": _time_of_the_great,
    "gravediggers": _gravediggers,
    "loophole": _loophole,
    "take_prisoner": _take_prisoner,
    "elimination_of_leaders": _elimination,
    "scapegoat": _scapegoat,
    "vendetta": _vendetta,
}
