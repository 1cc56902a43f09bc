"""Simulated news of the other tables: arcana earned or received, figures that died or are hired there.

Called by `simulate`.
"""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, SIDES
from games.last_battle.links import ARCANA, SOURCES
from games.last_battle.simulate_table import SimulatedTable

SHARE = 0.08
"""Of turns in which a card comes, and of tables that hear of a dead figure; at an event day they hear from the day."""


def hear_of_the_fallen(table: SimulatedTable) -> None:
    """While squads are hired: somebody died or was hired at another table."""
    if table.state.campaign is None and table.chance(SHARE):
        other = table.rng.choice([key for key in BATTLEFIELDS if key != table.state.battlefield])
        table.log(e.FigureFellElsewhere(figure_id=f"{other}-hero", table=other))  # type: ignore[arg-type]
        hired = (f"{other}-captain", f"{other}-rogue")
        table.log(e.FiguresHiredElsewhere(figures=hired, table=other))  # type: ignore[arg-type]


def pass_arcana(table: SimulatedTable) -> None:
    """Before a turn's report: a card is earned or comes here. At an event day its organiser sees to that."""
    left = [card for card in ARCANA if card not in table.state.arcana]
    source = table.state.battlefield in SOURCES
    if table.state.campaign or not left or not table.chance(SHARE):
        return
    card, side = table.rng.choice(left), table.rng.choice(SIDES)
    if source:
        table.log(e.ArcanaCreated(arcana=card, side=side))  # type: ignore[arg-type]
    else:
        table.log(e.ArcanaGranted(arcana=card, side=side, zone=ARCANA[card].zone))  # type: ignore[arg-type]
