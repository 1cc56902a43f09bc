"""The simulated table of full detail: cards that are really in the deck, random members of sides.

Called by the other modules of the package.
"""

from __future__ import annotations

from games.last_battle.facts import FACTS, FOES
from games.last_battle.full import events as f
from games.last_battle.full.cards import in_deck
from games.last_battle.full.duel import unfinished
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.frame import table as full_table
from games.last_battle.full.scored import may_end
from games.last_battle.full.state import FullState, Piece, pieces_of
from games.last_battle.prolong import SUITS
from games.last_battle.simulate_table import SimulatedTable

SURE = 0.9


class Enough(Exception):
    """As many events are logged as were asked for."""


class PlayTable(SimulatedTable):
    """A match at full detail being played. `limit`: after how many events it may stop between two actions; None: not
    before its end.
    """

    limit: int | None = None

    @property
    def full(self) -> FullState:
        return full_table(self.state)

    @property
    def over(self) -> bool:
        """LB-END-02: no turn can follow this one, and it is scored."""
        return self.state.phase == "turns" and is_last_turn(self.state) and may_end(self.state)

    def rest(self) -> None:
        """Raises `Enough` when the limit is reached and nothing is owed: where a check is open, no card of another
        table may come (LB-LINK-06).
        """
        if self.limit is not None and len(self.logged) >= self.limit and not unfinished(self.full):
            raise Enough

    def told(self, value: float) -> float | None:
        """A distance that somebody measured, most of the time."""
        return value if self.chance(SURE) else None

    def cm(self, low: float, high: float) -> float:
        """A distance with one decimal."""
        return round(self.rng.uniform(low, high), 1)

    def draw(self, side: str, count: int) -> tuple[str, ...]:
        """Cards from the top of the deck; the discard is shuffled in first when the deck is too small."""
        pile = self.full.piles[side]
        if pile.deck_count < count and pile.discard and self.state.phase == "turns":
            self.log(f.DiscardReshuffled(side=side, reason="deck_empty"), self.of_side(side))  # type: ignore[arg-type]
        return self._from_top(side, count)

    def _from_top(self, side: str, count: int) -> tuple[str, ...]:
        """LB-DECK-06: what is left of the old deck comes first."""
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
