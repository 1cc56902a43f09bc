"""Single elimination: who loses is out. Seed 1 meets the lowest, byes go to the best seeds."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.formats import bracket
from tracker.formats.bracket import Bout, Source


def tree(size: int, third_place: bool) -> list[Bout]:
    """The bouts `R1-1` ... of each round, the final `F`, and `T`, the game for the third place."""
    full = bracket.full_size(size)
    sources = [Source("seed", seed) for seed in bracket.seed_order(full)]
    bouts: list[Bout] = []
    wave = 0
    while len(sources) > 1:
        wave += 1
        final = len(sources) == 2
        level = [
            Bout(
                "F" if final else f"R{wave}-{at // 2 + 1}",
                "final" if final else "upper",
                wave,
                (sources[at], sources[at + 1]),
                loses=len(sources) // 2 + 1,
                wins=1 if final else 0,
            )
            for at in range(0, len(sources), 2)
        ]
        if final and third_place and size > 3:
            bouts.append(_third(bouts, wave))
        bouts += level
        sources = [Source("winner", bout=bout.key) for bout in level]
    return bouts


def _third(bouts: Sequence[Bout], wave: int) -> Bout:
    one, other = (Source("loser", bout=bout.key) for bout in bouts[-2:])
    return Bout("T", "third", wave, (one, other), loses=4, wins=3)


FORMAT = bracket.Brackets(lambda stage, size: tree(size, stage.third_place))
