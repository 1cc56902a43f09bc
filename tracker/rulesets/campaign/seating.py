"""Who could sit where of an event day: a proposal for its organiser, who changes and confirms it. Nothing of it counts.

Nothing is drawn by lot: it follows from the order of registration and the clubs alone, so that whoever looks again
sees the same. Called by the console.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tracker.rulesets.campaign.state import CampaignState

Seat = tuple[str, str]
"""Battlefield and side."""


def free_tables(state: CampaignState) -> list[str]:
    """The battlefields on which no table is set up, in the order of pages."""
    return [key for key in state.options.roles if key not in state.tables]


def proposed(state: CampaignState) -> dict[str, Seat]:
    """Player -> seat, table by table, of those who are there and sit nowhere, in pairs over the tables that are free.

    Where no club has more than half of them, nobody plays against their own. Of an odd number the last one stays
    without a seat, as does everybody where no table is free.
    """
    absent, left = set(state.absent()), free_tables(state)
    here = [player for player in state.unseated() if player not in absent]
    pairs = _pairs(here, state.players)
    used = left[: len(pairs)]
    at: dict[str, list[Sequence[str]]] = {key: [] for key in used}
    for number, pair in enumerate(pairs):
        if used:
            at[used[number % len(used)]].append(pair)
    return {
        player: (key, side)
        for key, seated in at.items()
        for place, side in enumerate(state.options.sides)
        for player in (pair[place] for pair in seated)
    }


def _pairs(players: Sequence[str], clubs: Mapping[str, str | None]) -> list[tuple[str, str]]:
    """The first half of the players against the second, clubs one after the other and the largest first: a club that
    has no more than half of them nowhere meets itself.
    """
    even = players[: len(players) // 2 * 2]
    sizes = Counter(clubs[player] for player in even if clubs[player])
    order = {player: number for number, player in enumerate(even)}
    first = {club: min(order[one] for one in even if clubs[one] == club) for club in sizes}

    def rank(player: str) -> tuple[int, int, int]:
        club = clubs[player]
        return (-sizes[club], first[club], order[player]) if club else (0, 0, order[player])

    ranked = sorted(even, key=rank)
    half = len(ranked) // 2
    return list(zip(ranked[:half], ranked[half:], strict=True))
