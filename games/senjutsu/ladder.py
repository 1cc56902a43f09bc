"""The ladder of horde runs as pure functions: rank, score, board, and places of many runs.

SEN-HORDE-12, SEN-SCORE-06, SEN-SCORE-07. Called by `results.py`, by the pages, and by the job that keeps the ladder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from games.senjutsu.facts import HORDE
from games.senjutsu.state import Options, Run

Score = tuple[int, int, int]
"""(waves cleared, opponents defeated in the unfinished wave, minus the turn of the last clear): larger is better."""

Key = TypeVar("Key")


def rank_of(cleared: int) -> str:
    """The rank by waves cleared in all: none, wood, steel, gold, jade."""
    return next(rank for rank, waves in HORDE.ranks.items() if cleared >= waves)


def score_of(run: Run) -> Score:
    """What runs of one board are compared by."""
    return run.cleared, run.vos_in_wave, -run.last_clear_turn


def board_of(options: Options) -> str:
    """The ladder that a run belongs to: horde, nightmare_1 or nightmare_3, each with or without the fallen lord."""
    name = f"nightmare_{len(options.nightmare)}" if options.nightmare else "horde"
    return f"{name}_fallen_lord" if options.fallen_lord else name


def wave_size(cleared: int) -> int:
    """How many opponents stand in the wave that follows `cleared` waves."""
    return len(HORDE.waves[cleared % len(HORDE.waves)])


def places(scores: Iterable[tuple[Key, Score]]) -> list[tuple[int, Key, Score]]:
    """(place, key, score) from the best down; equal scores share a place, in the order in which they were given."""
    ordered = sorted(scores, key=lambda pair: pair[1], reverse=True)
    first: dict[Score, int] = {}
    return [(first.setdefault(score, number), key, score) for number, (key, score) in enumerate(ordered, 1)]
