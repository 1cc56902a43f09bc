"""Seeds of a bracket after groups: nobody meets in its first round whom they have met in their group already.

Whoever would changes seeds with the nearest who came in at the same place of another group. Called by `stages`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tracker.formats.bracket import full_size
from tracker.formats.round_robin import groups_of
from tracker.formats.structs import Stage as Plan
from tracker.rulesets.tournament.pasts import seeds_of
from tracker.rulesets.tournament.state import Stage, TournamentState

BRACKETS = ("single_elimination", "double_elimination")


def kept_apart(
    state: TournamentState, stage: Stage, plan: Plan, ordered: Sequence[str], ranks: Mapping[str, int]
) -> tuple[str, ...]:
    """Who goes on from `stage` to a bracket, best seed first, where groups meet no more than they must; `ordered` as it
    is after anything but groups, and where seeds are not those of the standings. `ranks`: the places of everybody.
    """
    if stage.plan.groups < 2 or plan.format not in BRACKETS or plan.seeding != "ranking":
        return tuple(ordered)
    groups = groups_of(stage.plan, seeds_of(state, stage)).values()
    fellows = {player: frozenset(members) for members in groups for player in members}
    came_in = {
        player: sum(ranks[other] < ranks[player] for other in fellows.get(player, ()) if other in ranks)
        for player in ordered
    }
    return _changed(list(ordered), fellows, came_in)


def _changed(
    seeds: list[str], fellows: Mapping[str, frozenset[str]], came_in: Mapping[str, int]
) -> tuple[str, ...]:
    """The better one of two who meet keeps the seed, unless the other finds nobody to change with: a single runner-up
    among winners."""
    size = full_size(len(seeds))
    for worse in range(size // 2, len(seeds)):
        for at in (worse, size - 1 - worse):
            if _meets(seeds, worse, fellows):
                _change(seeds, at, fellows, came_in)
    return tuple(seeds)


def _change(
    seeds: list[str], at: int, fellows: Mapping[str, frozenset[str]], came_in: Mapping[str, int]
) -> None:
    """This seed changes with the nearest with whom neither meets the group then; nothing where there is none."""
    for other in _nearest(seeds, at, came_in):
        seeds[at], seeds[other] = seeds[other], seeds[at]
        if not _meets(seeds, at, fellows) and not _meets(seeds, other, fellows):
            return
        seeds[at], seeds[other] = seeds[other], seeds[at]


def _meets(seeds: Sequence[str], at: int, fellows: Mapping[str, frozenset[str]]) -> bool:
    """Whether the first round of the bracket has this seed (from 0) meet somebody of the group."""
    foe = full_size(len(seeds)) - 1 - at
    return foe < len(seeds) and seeds[foe] in fellows.get(seeds[at], ())


def _nearest(seeds: Sequence[str], at: int, came_in: Mapping[str, int]) -> Iterator[int]:
    """The other seeds of whoever came in at the same place of a group, the nearest first, the lower one of two."""
    same = [other for other, one in enumerate(seeds) if other != at and came_in[one] == came_in[seeds[at]]]
    yield from sorted(same, key=lambda other: (abs(other - at), -other))
