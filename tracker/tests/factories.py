"""Small things that many tests of the tracker need."""

from __future__ import annotations

from games.ruleset import Roster


def roster_of(name: str, cost: int = 25) -> Roster:
    """A legal warband of Last Battle whose figures cost `cost` points in all; ids are unique by `name`."""
    slug = "".join(name.lower().split())
    figures = [
        {"figure_id": f"{slug}-leader", "cost": 0, "size": 2, "traits": ["Leader"]},
        {"figure_id": f"{slug}-big", "cost": cost - 10, "size": 2, "traits": []},
        {"figure_id": f"{slug}-small", "cost": 10, "size": 1, "traits": []},
    ]
    body = {"leader": f"{slug}-leader", "figures": figures}
    return Roster(system="last_battle", kind="warband", name=f"{name}'s squad", body=body)
