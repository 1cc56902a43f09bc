"""The simulated table: the match as it really is, of which the log tells a part.

Called by the other modules of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from games.ruleset import Actor, Event
from games.senjutsu.events import RecoveryApplied
from games.senjutsu.full.cards import pile, seat, without
from games.senjutsu.full.events import STUN, BleedDiscarded, CardSelected, FullSecret
from games.senjutsu.full.preconditions import table as full_table
from games.senjutsu.full.state import FullState
from games.senjutsu.rules import Senjutsu
from games.senjutsu.state import SenjutsuState
from games.simulated import ORGANISER, Table

if TYPE_CHECKING:  # only `simulate` draws the dice
    from random import Random

RULES = Senjutsu()
TELLING = 0.8
"""Of players, those who name their cards in the log; of recoveries, those that name what stays."""
SEEN = 0.1
"""Of opponents, those whose cards staff look at."""
BLED = 0.5
"""Of cards discarded for bleeding, those that somebody looks at."""


class PlayTable(Table[SenjutsuState]):
    """A match being played.

    `known` is the match with every card named, whether the log names it or not; `tells`: who names their cards there,
    `solo`: the kinds of decks, or the types, that the opponents of a solo game have. At turns detail `listed`: whether
    staff log the opponents' decks, None: not settled yet; `luck`: how likely a turn hurts a character, an opponent.
    """

    def __init__(self, state: SenjutsuState, rng: Random, seed: str) -> None:
        super().__init__(RULES, state, rng, seed)
        self.known = state
        self.tells: dict[str, bool] = {}
        self.solo: Sequence[str] = ()
        self.listed: bool | None = None
        self.luck: tuple[float, ...] = ()

    @property
    def full(self) -> FullState:
        return full_table(self.known)

    def log(self, event: Event, by: Actor = ORGANISER) -> None:
        """Logs what is told of an event that must be legal. Raises `Rejected`."""
        told = self._told(event)
        same = told is event and self.known is self.state
        super().log(told, by)
        self.known = self.state if same else RULES.evolve(self.known, event)

    def _told(self, event: Event) -> Event:
        """The event without the cards that nobody names."""
        if isinstance(event, RecoveryApplied):
            return event if self.chance(TELLING) else replace(event, staying=None)
        names: Any = event
        if isinstance(event, CardSelected) or not isinstance(event, FullSecret):
            return event
        owner = getattr(names, "actor", None) or names.player
        if owner not in self.tells:
            self.tells[owner] = self.chance(TELLING if owner in self.state.fighters else SEEN)
        named = self.tells[owner] and not (isinstance(event, BleedDiscarded) and self.chance(BLED))
        return event if named else replace(event, **dict.fromkeys(event.secret_fields))

    def unseen(self, actor: str) -> list[str]:
        """The cards that lie in a deck, in the order of its list; an opponent's empty one is shuffled anew first."""
        own, fighter = pile(self.known, actor), self.known.fighters.get(actor)
        if fighter is not None:
            every = [card for card, copies in (fighter.cards or {}).items() for _ in range(copies)]
        else:
            listed = self.known.foe_decks[self.known.foes[actor].vo_deck or ""].cards or ()
            every = [*listed, *own.stuns * (STUN,)]
        thrown = () if fighter is None and not own.deck else (*own.open, *own.down, *own.bled)
        return list(without(every, (*own.held, *own.gone, *thrown, *seat(self.known, actor).play)))

    def top(self, actor: str, count: int = 1) -> tuple[str, ...]:
        """The next cards of a deck."""
        return tuple(self.rng.sample(self.unseen(actor), count))

    def hand(self, player: str) -> tuple[str, ...]:
        """The deck cards of a hand."""
        return pile(self.known, player).held

    def perhaps(self, event: Event, share: float, **told: Any) -> Event:
        """The event with what may be told besides, or left out, now and then."""
        other = replace(event, **told)
        return other if self.chance(share) and self.may(other) else event
