"""A hired figure and its printed actions, as squads, summons and checks of full detail name them.

Pure data, read by `events.py` and `full/events.py`. Every field but the id may be None: unknown (LB-LOG-01).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from games.last_battle.cards import Action, Centimetres, Number

Points = Annotated[int, msgspec.Meta(ge=0)]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A hired figure as its owner states it; None is unknown. `cost` in points, `size` as printed.

    The stats from `move` on matter at full detail only: move in cm, lives, resistances, and the printed actions.
    """

    figure_id: str
    cost: Points | None = None
    size: Points | None = None
    unique: bool | None = None
    traits: tuple[str, ...] | None = None
    move: Centimetres | None = None
    defence: Number | None = None
    willpower: Number | None = None
    lives: Number | None = None
    swimmer: bool | None = None
    water_safe: bool | None = None
    vessel: bool | None = None
    hand_bonus: Number | None = None
    actions: tuple[Action, ...] | None = None

    def action(self, name: str) -> Action | None:
        """The printed action of this name; None when it is not printed or the card is unknown."""
        for action in self.actions or ():
            if action.name == name:
                return action
        return None
