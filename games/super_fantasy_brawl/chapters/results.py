"""What the victory points mean: whether the match is decided, who wins, and why (SFB-END-01 to -07).

`settled` is called after the scoring phase, after every action, and after every turn report.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.super_fantasy_brawl.state import DRAWN, SfbState, mode_of, other_side, side_of


def reached(state: SfbState) -> tuple[str, ...]:
    """SFB-END-01: the sides with enough points."""
    target = mode_of(state).target
    return tuple([name for name, side in state.sides.items() if side.vp >= target])


def settled(state: SfbState, played_by: str | None) -> SfbState:
    """SFB-END-02: the match with its end due if a side has reached the target.

    `played_by`: the player who played the card of this action (SFB-END-04), None where the log does not tell.
    """
    if not reached(state):
        return state
    return replace(state, phase="over", ender=played_by)


def due_winner(state: SfbState) -> tuple[str, str] | None:
    """SFB-END-03, -04: (winner, reason) as the points have it; "" for a winner that the log does not tell."""
    sides = reached(state)
    if not sides:
        return None
    if len(sides) == 1:
        return sides[0], "vp_target"
    one, other = sides
    points = {name: state.sides[name].vp for name in sides}
    if points[one] != points[other]:
        return (one if points[one] > points[other] else other), "mutual_knockout"
    if state.ender is None:
        return "", "mutual_knockout"
    return other_side(state, side_of(state, state.ender)), "mutual_knockout"


def leader(state: SfbState) -> str:
    """Section 7: the side with more points when the organisers end a match, a draw if equal."""
    return leader_of({name: side.vp for name, side in state.sides.items()})


def leader_of(vp: Mapping[str, int]) -> str:
    """The side with more of these points, a draw if equal."""
    best = max(vp.values())
    ahead = [name for name, points in vp.items() if points == best]
    return ahead[0] if len(ahead) == 1 else DRAWN


def most_points(state: SfbState) -> int | None:
    """SFB-RES-05: the most points with which a match can end; None while the values of the track are unknown."""
    mode, values = mode_of(state), state.track.values
    champions = mode.team * len(mode.seats) // 2
    return None if values is None else mode.target - 1 + max(champions, sum(values))


def most_by_challenges(state: SfbState, rounds: int) -> int | None:
    """SFB-CHAL-06, SFB-SCORE-04, -06: the most points that all challenges together give in so many rounds, each scored
    on the best cell that it comes to; None while the values of the track are unknown."""
    mode, values = mode_of(state), state.track.values
    if values is None:
        return None
    laid = [(1, cell) for cell in mode.start_cells]
    laid += [(first, cell) for first in range(2, rounds + 1) for cell in mode.new_cells]
    most = 0
    for first, cell in laid:
        # In round 1 nobody scores.
        way = slice(cell + mode.shift * (first == 1), cell + mode.shift * (rounds - first) + 1, mode.shift)
        most += max(values[way], default=0)
    return most


def most_mutual(state: SfbState) -> int:
    """SFB-RES-05: the most points of a side after a mutual knock-out."""
    mode = mode_of(state)
    return mode.target - 1 + mode.team * len(mode.seats) // 2


def least_rounds(state: SfbState, reason: str) -> int:
    """SFB-TURN-06: the fewest rounds of a match with these turns. A round that is over had no end by points in it."""
    return state.round + (state.phase == "round" and reason not in ("concession", "organiser"))
