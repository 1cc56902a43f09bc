"""The simulated table of full detail: the cards that really lie in decks and hands, the real trap tokens.

Players mostly tell which cards they draw; what is kept back is known here alone. Called by the other modules of the
package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.ruleset import Actor, Event
from games.simulated import ORGANISER
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.facts import LIMITS, TRAPS
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.frame import owner_of
from games.super_fantasy_brawl.full.frame import table as full_table
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.simulate_table import SimulatedTable
from games.super_fantasy_brawl.training import CHALLENGES, CHAMPIONS

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random


class Over(Exception):
    """The match is decided, or as many events are logged as were asked for."""


class PlayTable(SimulatedTable):
    """A match at full detail being played. `limit`: how many events are wanted; None: all.

    `decks` (the top is the last one), `hands`, `thrown` and `shown` (in play) hold each player's cards; `tells`: who
    names their cards in the log. `challenges` and `past` are the challenge deck and its discard pile. `tokens` holds
    the supply of traps and `under` the kind of each placed one, where the log does not keep them; `turned` is the slot
    that was turned over.
    """

    names = tuple(CHAMPIONS)

    def __init__(self, rng: Random, seed: str, limit: int | None = None) -> None:
        super().__init__(rng, seed)
        self.limit = limit
        self.decks: dict[str, list[str]] = {}
        self.hands: dict[str, list[str]] = {}
        self.thrown: dict[str, list[str]] = {}
        self.shown: dict[str, list[str]] = {}
        self.tells: dict[str, bool] = {}
        self.challenges = rng.sample(list(CHALLENGES), LIMITS.challenges)
        self.past: list[str] = []
        kinds = [kind for kind, trap in TRAPS.items() for _ in range(trap.copies)]
        self.tokens: list[str] = rng.sample(kinds, len(kinds))
        self.under: dict[str, str] = {}
        self.turned = ""

    @property
    def full(self) -> FullState:
        return full_table(self.state)

    def log(self, event: Event, by: Actor = ORGANISER) -> None:
        """Logs an event that must be legal. Raises `Rejected`; `Over` when nothing but the end may follow."""
        super().log(event, by)
        self._follow(event)
        if self.limit is not None and len(self.logged) >= self.limit:
            raise Over
        if self.state.phase == "over":
            raise Over

    def _follow(self, event: Event) -> None:
        """Cards and tokens go where the event says."""
        if isinstance(event, a.ActionCardPlayed | a.ReactionPlayed):
            self.hands[event.player].remove(event.card)
            self.shown[event.player].append(event.card)
        elif isinstance(event, a.ChampionStunned) and event.discarded is not None:
            owner = owner_of(self.state, event.champion)
            self.hands[owner].remove(event.discarded)
            self.thrown[owner].append(event.discarded)
        elif isinstance(event, a.ActionEnded):
            for player, cards in self.shown.items():
                self.thrown[player] += cards
                cards.clear()
        else:
            self._laid_out(event)

    def _laid_out(self, event: Event) -> None:
        """The same of decks, challenges and tokens."""
        if isinstance(event, f.PersonalDeckBuilt):
            cards = deck_of(self.state, event.player) or ()
            self.decks[event.player] = self.rng.sample(cards, len(cards))
            self.hands[event.player], self.thrown[event.player], self.shown[event.player] = [], [], []
            self.tells[event.player] = self.chance(0.8)
        elif isinstance(event, f.ChallengesScored):
            self.past += [item.card for item in event.items if item.card is not None]
        elif isinstance(event, f.ChallengeTrackShifted):
            self.past += event.discarded
        elif isinstance(event, f.ChallengeDeckReshuffled):
            self.challenges, self.past = self.rng.sample(self.past, len(self.past)), []
        elif isinstance(event, e.ChallengeCardLaid):
            self.challenges.pop()
        else:
            self._turned(event)

    def _turned(self, event: Event) -> None:
        """Tokens that the log does not keep: the top one of the supply, and a triggered one back into it."""
        if isinstance(event, f.TrapTokenPlaced) and self.full.supply is None:
            self.under[event.slot] = self.tokens.pop(0)
            if self.turned in self.under:
                self.tokens.append(self.under.pop(self.turned))
                self.rng.shuffle(self.tokens)
            self.turned = ""
        elif isinstance(event, a.TrapTriggered):
            self.turned = event.slot

    def named(self, player: str, cards: Iterable[str]) -> tuple[str, ...] | None:
        """The cards, where the player tells them."""
        return tuple(cards) if self.tells[player] else None

    def drawn(self, player: str, count: int) -> list[str]:
        """SFB-DECK-04: cards from the top of the deck into the hand, through a reshuffle where they do not suffice."""
        deck, thrown, cards = self.decks[player], self.thrown[player], list[str]()
        while len(cards) < count and (deck or thrown):
            if not deck:
                deck += self.rng.sample(thrown, len(thrown))
                thrown.clear()
            cards.append(deck.pop())
        self.hands[player] += cards
        return cards
