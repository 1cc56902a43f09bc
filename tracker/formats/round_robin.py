"""Round robin by Berger tables, in one group or in several, once or more often.

The table is FIDE's (Handbook C.05, annex 1): the last seed stays, all others move on by half a table; with an odd
number whoever would meet the missing one rests. Every other leg swaps the sides, and the last two rounds of the first
of two legs are exchanged, so that nobody sits on one side three times running. Groups are dealt in a snake: seed 1 to
A, 2 to B, then back.
"""

from __future__ import annotations

from collections.abc import Sequence

from tracker.formats.structs import Coming, Pair, Past, Stage, Walkover

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def berger(size: int) -> list[list[tuple[int, int]]]:
    """The rounds of `size` players, each pair the first side first; of an odd size the number `size` + 1 is nobody."""
    even = size + size % 2
    turning, half = even - 1, even // 2
    rounds = []
    for number in range(turning):
        start = number * half % turning
        ring = [(start + at) % turning + 1 for at in range(turning)]
        first = (ring[0], even) if number % 2 == 0 else (even, ring[0])
        rounds.append([first, *((ring[at], ring[turning - at]) for at in range(1, half))])
    return rounds


def legs(size: int, count: int) -> list[list[tuple[int, int]]]:
    """The rounds of all legs."""
    once = berger(size)
    swapped = [[(other, one) for one, other in round_] for round_ in once]
    found = [list(once if leg % 2 == 0 else swapped) for leg in range(count)]
    if count > 1 and len(once) > 1:
        found[0][-2:] = reversed(found[0][-2:])
    return [round_ for leg in found for round_ in leg]


def group_name(number: int) -> str:
    """A to Z, then AA, AB ..."""
    return LETTERS[number] if number < 26 else group_name(number // 26 - 1) + LETTERS[number % 26]


def groups_of(stage: Stage, seeds: Sequence[str]) -> dict[str, list[str]]:
    """Group -> its players, best seed first."""
    found: dict[str, list[str]] = {group_name(number): [] for number in range(stage.groups)}
    names = list(found)
    for at, player in enumerate(seeds):
        row, column = divmod(at, stage.groups)
        found[names[column if row % 2 == 0 else stage.groups - 1 - column]].append(player)
    return found


def drawn_against(stage: Stage, seeds: Sequence[str], number: int) -> dict[str, str]:
    """Whom everybody meets in a round by the tables (`number` counts from 0), whoever has left."""
    found: dict[str, str] = {}
    for players in groups_of(stage, seeds).values():
        rounds = legs(len(players), stage.legs) if len(players) > 1 else []
        for one, other in rounds[number] if number < len(rounds) else ():
            if max(one, other) <= len(players):
                found[players[one - 1]], found[players[other - 1]] = players[other - 1], players[one - 1]
    return found


class RoundRobin:
    """All meet all of their group."""

    scheduled = True

    def rounds(self, stage: Stage, size: int) -> int:
        largest = -(-size // stage.groups)
        return len(legs(largest, stage.legs)) if largest > 1 else 0

    def coming(self, stage: Stage, seeds: Sequence[str], past: Past, gone: frozenset[str]) -> Coming:
        number = len(past.games)
        pairs: list[Pair] = []
        walkovers: list[Walkover] = []
        resting: list[str] = []
        if number >= self.rounds(stage, len(seeds)):
            return Coming()
        for name, players in groups_of(stage, seeds).items():
            rounds = legs(len(players), stage.legs) if len(players) > 1 else []
            if number >= len(rounds):
                resting += [player for player in players if player not in gone]
                continue
            for numbers in rounds[number]:
                pair = [players[n - 1] for n in numbers if n <= len(players)]
                here = [player for player in pair if player not in gone]
                if len(pair) < 2:
                    resting += here
                elif len(here) == 2:
                    pairs.append(Pair(name, (here[0], here[1])))
                else:
                    walkovers.append(Walkover(name, here[0] if here else None))
        return Coming(tuple(pairs), tuple(walkovers), tuple(resting))

    def places(self, stage: Stage, seeds: Sequence[str], past: Past) -> None:
        return None

    def needs(self, stage: Stage) -> int:
        return 2 * stage.groups


FORMAT = RoundRobin()
