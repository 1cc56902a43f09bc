"""Legal twins of a simulated match of Ninja: other secrets of one side under the same public log, event by event.

See `games.tests.twin_logs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.ninja.chapters.hands import keys_of
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import bare
from games.ninja.full.search import answered
from games.ninja.full.sight import intruder_of, owner_of
from games.ninja.full.state import Due
from games.ninja.full.table import full_of
from games.ninja.maps.graph import ZoneMap, graph
from games.registry import MATCHES
from games.ruleset import Event, Setup
from games.tests import twin_logs
from games.tests.twin_logs import Log

RULES = MATCHES["ninja"]
OF_CARDS = (f.HandChosen, f.GuardCardsDrawn, f.DrawnCardsShared, f.IntruderCardPlayed)


class Twins(twin_logs.Twins):
    """Of a match at full detail."""

    rules = RULES

    def __init__(self, setup: Setup, log: Log, dice: Random) -> None:
        super().__init__(setup, log, dice)
        self.board: ZoneMap = self.states[-1].play.map

    def part(self, side: str, most: int = 6, name: str | None = None) -> None:
        """Changes up to so many secrets of a side; with `name` of that rival alone."""
        self.change(side, most, lambda event: name in (None, intruder_of(event)))

    def owner(self, event: Event) -> str | None:
        return owner_of(event) if isinstance(event, f.OwnedSecret) else None

    def other(self, at: int) -> Iterator[tuple[int, Event]]:
        event: Any = self.log[at][0]
        if isinstance(event, f.MissionsDrawn):
            letters: Any = self.dice.sample(LIMITS.letters, len(event.letters or {}))
            yield at, replace(event, letters=dict(zip(event.letters or {}, letters, strict=True)))
        elif isinstance(event, f.CharacterChosen):
            yield at, replace(event, character="ninja" if event.character == "traitor" else "traitor")
        elif isinstance(event, OF_CARDS):
            yield from ((at, other) for other in self._of_cards(event))
        elif isinstance(event, f.PassageMarked):
            dry = [zone for zone in self.board.zones if zone not in self.board.canals]
            yield at, replace(event, **{self.dice.choice(("entrance", "other")): self.dice.choice(dry)})
        elif isinstance(event, f.IntruderStartMarked | f.IntruderMoved):
            yield from self._elsewhere(at, event.intruder)
        elif isinstance(event, f.ZonesSearched) and event.secret_zones and at + 1 < len(self.log):
            yield from self._searched(at, event)
        elif isinstance(event, f.GuardMapMarked):
            yield at, replace(event, marks=self._marks(event.marks))
        elif isinstance(event, f.RespawnBonusTaken) and (event.cards or event.zones):
            yield at, self._bonus(event)
        elif isinstance(event, f.IntruderRespawned) and event.cards:
            hand = self._cards(dict(event.cards), event.intruder)
            yield at, replace(event, cards=hand, zone=self.dice.choice(sorted(self.board.zones)))
        elif isinstance(event, f.GuardNeutralised) and event.from_zone:
            yield at, replace(event, from_zone=self.dice.choice(sorted(self.board.zones)))

    def _searched(self, at: int, event: f.ZonesSearched) -> Iterator[tuple[int, Event]]:
        """A rival searched other zones of its way; the guards know, the other rival learns what has to be settled."""
        state = self.states[at].play
        zones = full_of(state).hidden[event.intruder].visited or ()
        other = tuple(self.dice.sample(zones, self.dice.randint(1, min(2, len(zones)))))
        found = answered(state, Due("search", intruder=event.intruder, zones=other))
        answer: Any = self.log[at + 1][0]
        if found is not None and found.hazards == answer.hazards:
            yield at, replace(event, secret_zones=other)
            yield at + 1, found

    def _of_cards(self, event: Any) -> Iterator[Event]:
        """Other cards, or another purpose of one."""
        if isinstance(event, f.HandChosen | f.GuardCardsDrawn) and event.cards:
            yield replace(event, cards=self._cards(dict(event.cards), str(event.hand)))
        elif isinstance(event, f.IntruderCardPlayed) and bare(event.card) in ("rope", "shadow_walk"):
            yield replace(event, use=self._used(bare(event.card)))
        elif isinstance(event, f.DrawnCardsShared) and event.shares:
            yield replace(event, shares=self._shared(event.shares))

    def _used(self, card: str) -> f.CardSecret:
        """A rope hangs over another wall, another zone is passed in the shadow, or the card was a bluff."""
        edge: Any = self.dice.choice([None, *map(sorted, self.board.walls)]) if card == "rope" else None
        zone = self.dice.choice([None, *self.board.zones]) if card != "rope" else None
        return f.CardSecret(bluff=edge is zone is None, edge=tuple(edge) if edge else None, zone=zone)

    def _shared(self, shares: Any) -> Any:
        """Two guard players have shared what they drew otherwise: each has a card of the other's."""
        (one, mine), (other, theirs) = ((hand, Counter(cards)) for hand, cards in shares.items())
        given, taken = (self.dice.choice(sorted(cards.elements()) or [""]) for cards in (mine, theirs))
        if not (given and taken):
            return shares
        mine.update({taken: 1})
        theirs.update({given: 1})
        return {one: dict(mine - Counter([given])), other: dict(theirs - Counter([taken]))}

    def _cards(self, cards: dict[str, int], hand: str) -> dict[str, int]:
        kind: Any = hand
        less = self.dice.choice([card for card, number in cards.items() if number])
        more = self.dice.choice([card for card in keys_of(kind) if card != less])
        return {**cards, less: cards[less] - 1, more: cards.get(more, 0) + 1}

    def _marks(self, marks: Any) -> Any:
        """Two of the marks change places, or a sleeper lies elsewhere: more or fewer zones have one then."""
        targets, kind = dict(marks.targets), self.dice.randrange(3)
        if kind == 2 and marks.sleepers:
            return replace(marks, sleepers=self._asleep(marks.sleepers))
        if kind == 1:
            one, other = self.dice.sample(sorted(targets), 2)
            targets[one], targets[other] = targets[other], targets[one]
            return replace(marks, targets=targets)
        return replace(
            marks, traps=(marks.ambushes[0], marks.traps[1]), ambushes=(marks.traps[0], marks.ambushes[1])
        )

    def _asleep(self, zones: Any) -> dict[str, int]:
        """One sleeping guard lies in another zone."""
        left = dict(zones)
        one = self.dice.choice(sorted(left))
        left[one] -= 1
        other = self.dice.choice(sorted(self.board.zones))
        left[other] = left.get(other, 0) + 1
        return {zone: number for zone, number in left.items() if number}

    def _bonus(self, event: f.RespawnBonusTaken) -> Event:
        """Other cards, or a sleeper elsewhere."""
        if event.zones and (not event.cards or self.dice.random() < 0.5):
            return replace(event, zones=self._asleep(event.zones))
        return replace(event, cards=self._cards(dict(event.cards or {}), "guard"))

    def _elsewhere(self, at: int, name: str) -> Iterator[tuple[int, Event]]:
        """The intruder stood in another zone after this event, and came back onto its way with its next move."""
        event: Any = self.log[at][0]
        later = [n for n in range(at + 1, len(self.log)) if self._touches(n, name)]
        following: Any = self.log[later[0]][0] if later else None
        if following is not None and not isinstance(following, f.IntruderMoved):
            return
        end = None
        if following is not None:
            end = str(following.steps[-1].to if following.steps else following.start)
        zones = set(self.board.traitor_start if name == "traitor" else self.board.ninja_start)
        zones = zones if isinstance(event, f.IntruderStartMarked) else self._near(event.start)
        zones = zones if end is None else zones & self._near(end)
        if not zones:
            return
        zone = self.dice.choice(sorted(zones))
        if isinstance(event, f.IntruderStartMarked):
            yield at, replace(event, zone=zone)
        else:
            yield at, replace(event, steps=self._way(event.start, zone))
        if end is not None and following is not None:
            yield later[0], replace(following, start=zone, steps=self._way(zone, end))

    def _near(self, zone: str) -> set[str]:
        """The zones that can be reached in three steps; borders can be crossed both ways."""
        found = {zone} & set(self.board.zones)
        for _step in range(3):
            found |= {other for one in found for other in graph(self.board).open.get(one, ())}
        return found

    def _touches(self, number: int, name: str) -> bool:
        event: Any = self.log[number][0]
        told = isinstance(event, f.IntruderMoved | f.PassageEntered | f.PassageLeft | f.IntruderRespawned)
        return told and event.intruder == name

    def _way(self, start: str, end: str) -> tuple[f.Step, ...]:
        """A way of at most three steps over open borders between zones that are near each other."""
        ways: list[tuple[str, ...]] = [()]
        found: list[tuple[str, ...]] = []
        for _step in range(4):
            found += [way for way in ways if (way[-1] if way else start) == end]
            ways = [
                (*way, near)
                for way in ways
                for near in sorted(graph(self.board).open[way[-1] if way else start])
            ]
        return tuple(f.Step(to=zone) for zone in self.dice.choice(found))
