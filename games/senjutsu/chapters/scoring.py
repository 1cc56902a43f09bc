"""The outcome of a match: winner, tie-break figures, places, the score of a run, and what stayed unchecked.

SEN-SCORE-01 to -04, -06 to -08. The game has no victory points: in their place stand the wounds that a side dealt, so
that the difference of two sides is their wound difference. Called by `rules.py`; public facts alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.ruleset import Outcome, ScoreLine
from games.senjutsu.chapters.results import level_by_time, places_of, winner_by_time
from games.senjutsu.ladder.rank import board_of, rank_of, score_of
from games.senjutsu.state import DRAWN, Fighter, SenjutsuState, sides_of

Sides = dict[str, tuple[str, ...]]
"""Side -> its players, as `sides_of` tells them."""
WIN, DRAWN_POINTS = 3, 1


def outcome(state: SenjutsuState) -> Outcome:
    """The result as the log has it."""
    closed, sides = state.phase == "closed", sides_of(state)
    counted = _counted(state, sides)
    dealt = _dealt(counted)
    return Outcome(
        status="finished" if closed else "open",
        vp=dealt,
        lines=tuple(ScoreLine(side, "wounds", wounds) for side, wounds in dealt.items() if wounds),
        winner=state.winner if closed else None,
        turn=state.turn,
        incomplete=state.annulled is not None or state.reason == "time",
        figures=_figures(state, sides, counted),
        carry=_carry(state),
        unverified=tuple(sorted(set(_unverified(state)))),
    )


def counted_wounds(fighter: Fighter) -> int:
    """SEN-SCORE-03: the whole limit of the defeated, the wounds of the others; overkill never counts."""
    if fighter.defeated is not None and fighter.wound_limit is not None:
        return fighter.wound_limit
    return fighter.wounds


def _counted(state: SenjutsuState, sides: Sides) -> dict[str, int]:
    """Counted wounds by side."""
    return {
        side: sum(counted_wounds(state.fighters[player]) for player in players)
        for side, players in sides.items()
    }


def _dealt(counted: dict[str, int]) -> dict[str, int]:
    """The counted wounds of all other sides."""
    total = sum(counted.values())
    return {side: total - own for side, own in counted.items()}


def _figures(
    state: SenjutsuState, sides: dict[str, tuple[str, ...]], counted: dict[str, int]
) -> dict[str, dict[str, int]]:
    """Tie-break figures by side."""
    figures = {
        "match_points": {side: _points(state, side) for side in sides},
        "counted_wounds": counted,
        "wound_difference": _difference(counted),
        "turns": dict.fromkeys(sides, state.turn),
    }
    if state.mode == "horde":
        run = state.run
        numbers = {
            "waves_cleared": run.cleared,
            "vos_in_wave": run.vos_in_wave,
            "last_clear_turn": run.last_clear_turn,
        }
        figures |= {name: dict.fromkeys(sides, number) for name, number in numbers.items()}
    return figures


def _difference(counted: dict[str, int]) -> dict[str, int]:
    """SEN-SCORE-04: against the only other side; with more, or none, the side's wounds count against it."""
    total = sum(counted.values())
    return {side: total - 2 * own if len(counted) == 2 else -own for side, own in counted.items()}


def _points(state: SenjutsuState, side: str) -> int:
    """SEN-SCORE-02: with three or more sides a draw gives points to those who fell last, by time (SEN-END-09) to those
    with most wounds left."""
    if state.phase != "closed" or state.annulled is not None:
        return 0
    if state.winner == side:
        return WIN
    level = level_by_time(state) if state.reason == "time" else _last(state)
    return DRAWN_POINTS if state.winner == DRAWN and side in level else 0


def _last(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-MULTI-04: the sides that nobody outlasted."""
    return tuple(side for side, place in places_of(state).items() if place == 1)


def _carry(state: SenjutsuState) -> dict[str, Any]:
    """Causes of the defeats, places, and what the ladder needs of a run."""
    found: dict[str, Any] = {
        "defeats": {p: f.defeated for p, f in state.fighters.items() if f.defeated is not None},
        "characters": {p: f.character for p, f in state.fighters.items()},
    }
    if state.full is not None and state.full.overridden:
        found["overridden"] = list(state.full.overridden)
    if state.mode == "multi" and state.phase == "closed":
        found["places"] = places_of(state)
    if state.mode == "solo":
        found["difficulty"] = "custom" if has_own_limits(state) else "standard"
    if state.mode == "horde":
        found["board"] = board_of(state.options)
        found["score"] = list(score_of(state.run))
        found["rank"] = rank_of(state.run.cleared)
    return found


def has_own_limits(state: SenjutsuState) -> bool:
    """SEN-SCORE-08: limits by the organisers or by a scenario (SEN-CAMP-02) are no standard game."""
    fixed = () if state.scenario is None else state.scenario.opponents
    return state.options.custom or any(one.wound_limit is not None for one in fixed)


def _unverified(state: SenjutsuState) -> Iterator[str]:
    """The rules for which the log did not tell enough, from public facts alone."""
    if state.phase in ("open", "roster"):
        return
    for fighter in state.fighters.values():
        unknown = {
            "SEN-ROSTER-01": fighter.character is None,
            "SEN-ROSTER-04": not fighter.told_deck,
            "SEN-END-01": fighter.wound_limit is None,
            "SEN-END-02": fighter.hand_limit is None,
            "SEN-ZONE-04": state.detail == "turns" and fighter.deck is None,
        }
        yield from (rule for rule, missing in unknown.items() if missing)
    if state.full is not None:
        yield from state.full.unverified
    if state.reason == "time" and state.annulled is None and winner_by_time(state) != state.winner:
        yield "SEN-END-09"
    if state.mode == "horde" and not state.decks_told:
        yield "SEN-VOD-02"
    if state.mode == "solo" and not state.foes:
        yield "SEN-SOLO-05"
