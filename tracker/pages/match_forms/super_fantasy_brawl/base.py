"""What every form of the score pad starts from: the desk of a match of Super Fantasy Brawl."""

from __future__ import annotations

from dataclasses import dataclass

from games.super_fantasy_brawl.state import Figure, SfbState, side_of
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.desk import DeskBase
from tracker.pages.match_forms.pad import Payload, choice, payload, points
from tracker.pages.match_forms.super_fantasy_brawl import words as w

__all__ = ["Desk", "PadForm", "Payload", "choice", "payload", "points"]


@dataclass(frozen=True)
class Desk(DeskBase):
    """A match of Super Fantasy Brawl as one person sees it."""

    play: SfbState

    def side(self, key: str) -> str:
        return w.side_name(key, self.names.language)

    @property
    def verdict(self) -> str:
        """The result in words, once there is one."""
        return w.result_words(self.outcome.winner, self.names.language)

    def sides(self) -> dict[str, str]:
        """Side -> its name, in the order in which the pages show them."""
        return {side: self.side(side) for side in self.play.sides}

    def letter(self, side: str) -> str:
        """The mark of a side."""
        return self.letters().get(side, "f")

    def side_of(self, player: str) -> str:
        """The side of a player."""
        return side_of(self.play, player)

    def champion(self, key: str | None) -> str:
        """A champion by its slug or figure."""
        return w.champion_name(key, self.names)

    def card(self, key: str | None) -> str:
        """A card by its id."""
        return w.card_name(key, self.names)

    def figures(self, side: str = "") -> list[tuple[str, Figure]]:
        """The champions in the match, side by side; those of one side."""
        found = [(key, one) for key, one in self.play.figures.items() if not side or one.side == side]
        order = list(self.play.sides)
        return sorted(found, key=lambda item: order.index(item[1].side))


class PadForm(pad.PadForm):
    """A step of Super Fantasy Brawl's pad; `player` is the player or side that it is for."""

    desk: Desk

    @property
    def language(self) -> str:
        return self.desk.names.language
