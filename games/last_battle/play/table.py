"""The table of a simulated match: who is on it, and cards that are really in the deck.

Called by the other modules of the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.last_battle.chapters.prolong import SUITS
from games.last_battle.facts import FACTS, FOES
from games.last_battle.full.cards import in_deck
from games.last_battle.full.checks.duel import unfinished
from games.last_battle.full.preconditions import table as full_table
from games.last_battle.full.state import FullState, Piece, pieces_of
from games.last_battle.rules import LastBattle
from games.last_battle.state import LastBattleState, Squad, in_play, side_squads
from games.simulated import Table

if TYPE_CHECKING:  # the dice are the caller's
    from random import Random

RULES = LastBattle()
SURE = 0.9
CM = {
    "": (0.0, 12.0),
    "spacing_cm": (36.0, 80.0),
    "centre_cm": (0.0, 40.0),
    "nearest_friendly_cm": (8.0, 20.0),
}
"""Distances of facts that are made up (`games.made_up`)."""


class PlayTable(Table[LastBattleState]):
    """A match being played."""

    def __init__(self, state: LastBattleState, rng: Random, seed: str) -> None:
        super().__init__(RULES, state, rng, seed)

    def standing(self, side: str) -> list[tuple[Squad, str]]:
        """(squad, figure id) of every hired figure of a side that is in play, copies once."""
        return [
            (squad, figure_id)
            for squad in side_squads(self.state, side)
            for figure_id in dict.fromkeys(figure.figure_id for figure in squad.all_figures())
            if in_play(self.state, squad, figure_id)
        ]

    @property
    def full(self) -> FullState:
        return full_table(self.state)

    def at_rest(self) -> bool:
        """Whether nothing is owed: where a check is open, no card of another table may come (LB-LINK-06)."""
        return self.state.full is None or not unfinished(self.full)

    def told(self, value: float) -> float | None:
        """A distance that somebody measured, most of the time."""
        return value if self.chance(SURE) else None

    def cm(self, low: float, high: float) -> float:
        """A distance with one decimal."""
        return round(self.rng.uniform(low, high), 1)

    def draw(self, side: str, count: int) -> tuple[str, ...]:
        """Cards from the top of the deck; LB-DECK-06: what is left of the old one comes first."""
        pile, cards = self.full.piles[side], self.deck(side)
        old = [card for card in cards if card not in pile.renewed] if pile.rest else []
        top = self.rng.sample(old, min(len(old), count))
        return (*top, *self.rng.sample([card for card in cards if card not in old], count - len(top)))

    def deck(self, side: str) -> list[str]:
        """The cards that can lie in the deck of a side, in a fixed order."""
        pile = self.full.piles[side]
        minor = pile.listed or tuple(f"{suit}-{value}" for suit in SUITS for value in range(1, 15))
        return [
            card
            for card in (*minor, "M-death", "M-wheel", *FACTS.deck.arcana)
            if in_deck(self.state, pile, card)
        ]

    def pieces(self, side: str) -> list[Piece]:
        """The figures of a side in play."""
        return list(pieces_of(self.full, side))

    def foes_of(self, piece: Piece) -> list[str]:
        """The enemies of a figure."""
        return [enemy.id for enemy in self.pieces(FOES[piece.side])]
