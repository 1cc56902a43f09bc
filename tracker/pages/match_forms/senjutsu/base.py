"""What every form of the score pad starts from: the desk of a match of Senjutsu."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.senjutsu.state import Fighter, SenjutsuState, sides_of
from games.senjutsu.system import SYSTEM
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.pad import Payload, choice, payload, points
from tracker.pages.match_forms.senjutsu.words import SIDES, character_name, result_words, side_name

__all__ = ["Desk", "PadForm", "Payload", "choice", "payload", "points"]


@dataclass(frozen=True)
class Desk(DeskBase):
    """A match of Senjutsu as one person sees it."""

    play: SenjutsuState

    @property
    def reader(self) -> Reader:
        return Reader(SYSTEM, self.names)

    def side(self, key: str) -> str:
        return side_name(key, self.names.language)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one: the winners by their names."""
        winner = self.outcome.winner
        names = ", ".join(self.players_of(winner or ""))
        if winner is not None and names:
            return _("%(side)s wins") % {"side": names}
        return result_words(winner, self.names.language)

    def players_of(self, side: str) -> list[str]:
        """The names of a side's players."""
        return [self.names.player(player) for player in sides_of(self.play).get(side, ())]

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the pages show them."""
        seated = sides_of(self.play)
        order = [*(side for side in SIDES if side in seated), *(side for side in seated if side not in SIDES)]
        return {side: self.side(side) for side in order}

    def fighters(self) -> list[Fighter]:
        """Every character, side by side."""
        order = list(self.sides())
        return sorted(self.play.fighters.values(), key=lambda fighter: order.index(fighter.side))

    def standing(self) -> list[Fighter]:
        """The characters that are not defeated."""
        return [fighter for fighter in self.fighters() if fighter.defeated is None]

    def standing_players(self) -> tuple[str, ...]:
        """The players of undefeated characters."""
        return tuple(fighter.player for fighter in self.standing())

    def named(self, fighter: Fighter) -> str:
        """`Anna, master`."""
        player = self.names.player(fighter.player)
        character = character_name(fighter.character, self.names.language)
        return f"{player}, {character}" if character else player


class PadForm(pad.PadForm):
    """A step of Senjutsu's pad; `player` is the character's player that it is for."""

    desk: Desk

    @property
    def fighter(self) -> Fighter:
        return self.desk.play.fighters[self.player]

    @property
    def language(self) -> str:
        return self.desk.names.language
