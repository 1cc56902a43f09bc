"""Swiss: as many rounds as planned, each drawn by cost among those present (`tracker.pairing.swiss`)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.formats.structs import Coming, Past, Stage


def suggested_rounds(size: int, cut: int = 0) -> int:
    """The fewest rounds after which at most one player is unbeaten, each game being won by one of two.

    With a cut: after which all who lost at most once find a place in it, as far as the odds go.
    """
    rounds = 1
    while size * (rounds + 1 if cut else 1) > max(1, cut) * 2**rounds:
        rounds += 1
    return rounds


def most_rounds(size: int) -> int:
    """How many rounds a field can play in which nobody meets anybody twice or rests twice."""
    return size - 1 + size % 2


class Swiss:
    """Nothing follows from a schedule."""

    scheduled = False

    def rounds(self, stage: Stage, size: int) -> int:
        return stage.rounds

    def coming(self, stage: Stage, seeds: Sequence[str], past: Past, gone: frozenset[str]) -> Coming:
        return Coming()

    def places(self, stage: Stage, seeds: Sequence[str], past: Past) -> None:
        return None

    def needs(self, stage: Stage) -> int:
        return 2


FORMAT = Swiss()
