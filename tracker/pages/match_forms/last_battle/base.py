"""What every form of the score pad starts from: the desk, and the squad that a step is for."""

from __future__ import annotations

from dataclasses import dataclass

from games.last_battle.state import LastBattleState, Squad, fallen_copies
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.last_battle.words import result_words, side_name
from tracker.pages.match_forms.pad import Payload, choice, payload, points

SHOWN_SIDES = ("alliance", "serpent")
"""The order of the sides on every page: side A, side B."""


@dataclass(frozen=True)
class Desk(DeskBase):
    """A match of Last Battle as one person sees it."""

    play: LastBattleState

    def side(self, key: str) -> str:
        return side_name(key, self.names.language)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one."""
        return result_words(self.outcome.winner, self.names.language)

    def mine(self) -> list[Squad]:
        """The squads that the person may act for, in seat order."""
        return [squad for squad in self.play.squads.values() if squad.player in self.players]

    def squads(self) -> list[Squad]:
        """Every squad, side A first."""
        return sorted(self.play.squads.values(), key=lambda squad: SHOWN_SIDES.index(squad.side))

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the match page shows them."""
        seated = {squad.side for squad in self.play.squads.values()}
        return {key: self.side(key) for key in SHOWN_SIDES if key in seated}


class PadForm(pad.PadForm):
    """A step of Last Battle's pad; `player` is the squad that it is for."""

    desk: Desk

    @property
    def squad(self) -> Squad:
        return self.desk.play.squads[self.player]


def standing_figures(state: LastBattleState, squad: Squad) -> list[str]:
    """The ids of the squad's figures in play, one entry for each copy, the leader first."""
    left: list[str] = []
    gone = {f.figure_id: fallen_copies(state, squad, f.figure_id) for f in squad.all_figures()}
    for figure in squad.all_figures():
        if gone[figure.figure_id] > 0:
            gone[figure.figure_id] -= 1
        else:
            left.append(figure.figure_id)
    return left


__all__ = ["SHOWN_SIDES", "Desk", "PadForm", "Payload", "choice", "payload", "points", "standing_figures"]
