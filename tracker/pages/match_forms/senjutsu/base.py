"""What every form of the score pad starts from: the desk of a match of Senjutsu."""

from __future__ import annotations

from dataclasses import dataclass

from games.senjutsu.state import Fighter, SenjutsuState, sides_of
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.pad import Payload, choice, payload, points
from tracker.pages.match_forms.senjutsu.words import SIDES, character_name, result_words, side_name

__all__ = ["Desk", "PadForm", "Payload", "choice", "payload", "points"]


@dataclass(frozen=True)
class Desk(DeskBase):
    """A match of Senjutsu as one person sees it."""

    play: SenjutsuState

    def side(self, key: str) -> str:
        return side_name(key, self.names.language)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one."""
        return result_words(self.outcome.winner, self.names.language)

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
