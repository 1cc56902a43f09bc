"""The simulated table of full detail: the cards that really lie in decks and hands, and who logs what.

Players mostly tell which cards they draw; what is kept back is known here alone. Called by the other modules of the
package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.ruleset import Actor, Event
from games.senjutsu.full.cards import is_core
from games.senjutsu.full.effect_events import VoDeckSeen
from games.senjutsu.full.events import STUN, TurnEnded
from games.senjutsu.full.frame import table as full_table
from games.senjutsu.full.state import FullState
from games.senjutsu.results import is_decided
from games.senjutsu.simulate_table import ORGANISER, SimulatedTable
from games.senjutsu.state import SenjutsuState

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random


class Over(Exception):
    """The match is decided, or as many events are logged as were asked for."""


class PlayTable(SimulatedTable):
    """A match at full detail being played. `limit`: how many events are wanted; None: all.

    `decks` and `hands` hold the deck cards of each player, `tells` who names the own cards in the log. `vo_decks`,
    `vo_down` and `vo_discards` hold the cards of the virtual opponents.
    """

    def __init__(self, state: SenjutsuState, rng: Random, seed: str, limit: int | None = None) -> None:
        super().__init__(state, rng, seed)
        self.limit = limit
        self.decks: dict[str, list[str]] = {}
        self.hands: dict[str, list[str]] = {}
        self.tells: dict[str, bool] = {}
        self.vo_decks: dict[str, list[str]] = {}
        self.vo_down: dict[str, str | None] = {}
        self.vo_discards: dict[str, list[str]] = {}

    @property
    def full(self) -> FullState:
        return full_table(self.state)

    def log(self, event: Event, by: Actor = ORGANISER) -> None:
        """Logs an event that must be legal. Raises `Rejected`; `Over` when nothing but the end may follow."""
        super().log(event, by)
        if self.state.full is not None:
            self._shuffle_stuns()
        if isinstance(event, TurnEnded | VoDeckSeen):
            self._refresh()
        if self.limit is not None and len(self.logged) >= self.limit:
            raise Over
        if self.state.phase == "turns" and is_decided(self.state):
            raise Over

    def _shuffle_stuns(self) -> None:
        """SEN-SOLO-07: the stuns of an opponent lie anywhere in its deck, or were bled away unseen."""
        for vo, deck in self.vo_decks.items():
            own = self.full.piles.get(vo)
            down = self.vo_down.get(vo) == STUN and own is not None and own.drawn
            there = deck.count(STUN) + self.vo_discards.get(vo, []).count(STUN) + down
            for _ in range((own.stuns if own else 0) - there):
                deck.insert(self.rng.randint(0, len(deck)), STUN)

    def _refresh(self) -> None:
        """SEN-SOLO-12, -14: a deck that was shuffled anew holds its whole discard pile again."""
        for vo, thrown in self.vo_discards.items():
            own = self.full.piles.get(vo)
            if own is not None and own.discard == 0 and thrown:
                self.vo_decks[vo] += thrown
                thrown.clear()
                self.rng.shuffle(self.vo_decks[vo])

    def of(self, actor: str) -> Actor:
        """Who logs for an actor: its player or the organiser; any player for a virtual opponent."""
        return self.player(actor) if actor in self.state.fighters else self.anybody()

    def standing(self) -> list[str]:
        """The undefeated players."""
        return [name for name, fighter in self.state.fighters.items() if fighter.defeated is None]

    def named(self, player: str, cards: Iterable[str]) -> tuple[str, ...] | None:
        """The cards, where the player tells them."""
        return tuple(cards) if self.tells[player] else None

    def drawn(self, player: str, count: int) -> list[str]:
        """Cards from the top of the deck into the hand; fewer where the deck ends."""
        cards = [self.decks[player].pop() for _ in range(min(count, len(self.decks[player])))]
        self.hands[player] += cards
        return cards

    def played(self, player: str, card: str) -> None:
        """The hand without a card that is shown; core cards and stuns are in no list."""
        if card != STUN and not is_core(self.state, card):
            self.hands[player].remove(card)
