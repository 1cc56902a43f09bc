"""The simulated table of full detail: cards that are really in the deck, changes that are due, random members of sides.

`settle` logs whatever the rules wait for. Called by the other modules of the package.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.last_battle.facts import FACTS
from games.last_battle.full import events as f
from games.last_battle.full.cards import in_deck
from games.last_battle.full.frame import table as full_table
from games.last_battle.full.state import Due, FullState, Piece, pieces_of
from games.last_battle.prolong import SUITS
from games.last_battle.simulate_table import ORGANISER, SimulatedTable
from games.ruleset import Actor, Event

SURE = 0.9


class Enough(Exception):
    """As many events are logged as were asked for."""


class PlayTable(SimulatedTable):
    """A match at full detail being played. `limit`: how many events are wanted; None: all."""

    checks = 0
    over = False
    limit: int | None = None

    @property
    def full(self) -> FullState:
        return full_table(self.state)

    def rest(self) -> None:
        """Between two actions, from where a match can be played on. Raises `Enough` when the limit is reached."""
        if self.limit is not None and len(self.logged) >= self.limit:
            raise Enough

    def of_side(self, side: str) -> Actor:
        """A player of the side, or sometimes the organiser."""
        players = [squad.player for squad in self.squads() if squad.side == side]
        return self.player(self.rng.choice(players))

    def owner(self, name: str) -> Actor:
        """Who commands the figure."""
        return self.player(self.full.pieces[name].player)

    def tries(self, event: Event, by: Actor = ORGANISER) -> bool:
        """Logs the event if the rules allow it."""
        if not self.may(event, by):
            return False
        self.log(event, by)
        return True

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

    def new_check(self) -> str:
        """An id that no check of this match has."""
        while f"c{self.checks}" in self.full.checks:
            self.checks += 1
        return f"c{self.checks}"

    def new_marker(self, kind: str) -> str:
        """An id that no marker on the table has."""
        number = len(self.logged)
        while f"{kind}{number}" in self.full.markers:
            number += 1
        return f"{kind}{number}"


def settle(table: PlayTable) -> None:
    """Logs every change that is due."""
    while table.full.due:
        due = table.full.due[0]
        piece = table.full.pieces.get(due.figure)
        table.log(_event_of(table, due, piece), table.anybody())


def _event_of(table: PlayTable, due: Due, piece: Piece | None) -> Event:
    if due.kind == "figure_removed":
        return f.FigureRemoved(figure=due.figure, how=due.how, by_figure=due.by)  # type: ignore[arg-type]
    if due.kind == "condition_changed":
        return f.ConditionChanged(
            figure=due.figure,
            condition=due.condition,
            change=due.how,  # type: ignore[arg-type]
            cause=due.rule,
        )
    if due.kind == "size_changed":
        size = None if piece is None or piece.size is None else piece.size + due.delta
        return f.SizeChanged(figure=due.figure, delta=due.delta, size=size, cause="action")
    lives = _lives(table, due, piece)
    return f.LivesChanged(figure=due.figure, delta=due.delta, lives=lives, cause=due.cause, by_figure=due.by)


def _lives(table: PlayTable, due: Due, piece: Piece | None) -> int | None:
    """The lives left; where no card tells them the players may."""
    if piece is None or piece.lives is None:
        return table.rng.randint(0, 3) if table.chance(0.5) else None
    return max(0, piece.lives + due.delta)


def best(table: PlayTable, cards: Sequence[str], values: dict[str, int], net: int) -> str:
    """The card that a player takes: the lowest at a minus, else mostly the highest; Death beats the Wheel."""
    if "M-death" in cards and "M-wheel" in cards:
        return "M-death"
    if net < 0:
        return min(cards, key=lambda card: values[card])
    if table.chance(0.9):
        return max(cards, key=lambda card: values[card])
    return table.rng.choice(list(cards))
