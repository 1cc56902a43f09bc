"""The ladder of horde runs as pure functions: rank, score and board.

SEN-HORDE-12, SEN-SCORE-06, SEN-SCORE-07. Called by `results.py`, by the pages, and by the job that keeps the ladder.
"""

from __future__ import annotations

from games.senjutsu.facts import HORDE
from games.senjutsu.state import Options, Run

Score = tuple[int, int, int]
"""(waves cleared, opponents defeated in the unfinished wave, minus the turn of the last clear): larger is better."""


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
