"""Double elimination: who loses twice is out. Losers of the upper bracket drop into the lower one.

Losers enter the lower bracket in turn from the top and from the bottom, so that a pair of the upper bracket meets again
as late as possible. Whoever comes from the lower bracket has to win the final twice, unless the event has one final.
"""

from __future__ import annotations

from tracker.formats import bracket
from tracker.formats.bracket import Bout, Source


def tree(size: int, second_final: bool) -> list[Bout]:
    """The bouts `W1-1` ... of the upper, `L1-1` ... of the lower bracket, the final `F` and its repetition `F2`."""
    full = bracket.full_size(size)
    upper = _upper(full)
    lower = _lower(upper)
    wave = {bout.key: bout.wave for bout in (*upper[-1], *(lower[-1] if lower else ()))}
    second = Source("winner", bout=lower[-1][0].key) if lower else Source("loser", bout=upper[-1][0].key)
    first = Source("winner", bout=upper[-1][0].key)
    last = max(wave.values()) + 1
    bouts = sorted((bout for level in (*upper, *lower) for bout in level), key=lambda bout: bout.wave)
    bouts.append(
        Bout("F", "final", last, (first, second), 0 if second_final else 2, 0 if second_final else 1)
    )
    if second_final:
        again = (Source("winner", bout="F"), Source("loser", bout="F"))
        bouts.append(Bout("F2", "final", last + 1, again, loses=2, wins=1, again_of="F"))
    return bouts


def _upper(full: int) -> list[list[Bout]]:
    sources = [Source("seed", seed) for seed in bracket.seed_order(full)]
    levels: list[list[Bout]] = []
    while len(sources) > 1:
        number = len(levels) + 1
        level = [
            Bout(f"W{number}-{at // 2 + 1}", "upper", 2 * number - 2 or 1, (sources[at], sources[at + 1]))
            for at in range(0, len(sources), 2)
        ]
        levels.append(level)
        sources = [Source("winner", bout=bout.key) for bout in level]
    return levels


def _lower(upper: list[list[Bout]]) -> list[list[Bout]]:
    """Each level of losers meets the survivors, then the survivors meet each other."""
    if len(upper) < 2:
        return []
    losers = [Source("loser", bout=bout.key) for bout in upper[0]]
    pairs = [[(losers[at], losers[at + 1]) for at in range(0, len(losers), 2)]]
    for number, level in enumerate(upper[1:], 1):
        entering = [Source("loser", bout=bout.key) for bout in level]
        entering = entering[::-1] if number % 2 else entering
        survivors = _winners(len(pairs), len(pairs[-1]))
        pairs.append(list(zip(survivors, entering, strict=True)))
        if len(level) > 1:
            survivors = _winners(len(pairs), len(pairs[-1]))
            pairs.append([(survivors[at], survivors[at + 1]) for at in range(0, len(survivors), 2)])
    return [
        [
            Bout(f"L{number}-{at}", "lower", number + 1, pair, loses=3 + sum(map(len, pairs[number:])))
            for at, pair in enumerate(level, 1)
        ]
        for number, level in enumerate(pairs, 1)
    ]


def _winners(number: int, count: int) -> list[Source]:
    return [Source("winner", bout=f"L{number}-{at}") for at in range(1, count + 1)]


FORMAT = bracket.Brackets(lambda stage, size: tree(size, stage.second_final))
