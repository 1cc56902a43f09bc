"""Elimination trees: bouts with the sources of both places, resolved from seeds and results.

A place comes from a seed, or from the winner or loser of an earlier bout. A seed beyond the field is nobody: whoever
would meet nobody goes on (a bye). A drawn game lets the better seed go on. `single` and `double` plant the trees.

Whom a later bout was drawn with has gone on, whatever a correction says of the bout before: drawn pairs stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from tracker.formats.structs import Coming, Pair, Past, Stage, Walkover

Part = Literal["upper", "lower", "final", "third"]


class Source(NamedTuple):
    """Where a place of a bout is filled from: `seed` (numbered from 1), `winner` or `loser` of a bout."""

    kind: Literal["seed", "winner", "loser"]
    seed: int = 0
    bout: str = ""


class Bout(NamedTuple):
    """A game of the tree. `wave` is the round in which it is played; the loser's place is at best `loses`.

    `wins`: the place of the winner, where it is decided here. `again_of`: played only if the second place of that bout
    won it; else its winner has won here as well.
    """

    key: str
    part: Part
    wave: int
    sources: tuple[Source, Source]
    loses: int = 0
    wins: int = 0
    again_of: str = ""


class Seat(NamedTuple):
    """A place of a bout: a player; nobody ever (`empty`); or not known yet (neither)."""

    player: str | None = None
    empty: bool = False


class Stand(NamedTuple):
    """A bout now: both places and who won it, or went on where that was drawn before a correction. `played`: by a game;
    else by a bye or a walkover."""

    bout: Bout
    seats: tuple[Seat, Seat]
    winner: Seat
    loser: Seat
    played: bool = False

    @property
    def ready(self) -> bool:
        """Two are there and nobody has won."""
        return all(seat.player is not None for seat in self.seats) and self.winner == OPEN


OPEN, NOBODY = Seat(), Seat(empty=True)


def seed_order(size: int) -> list[int]:
    """The seeds of the first round from top to bottom: 1 meets 2 only in the final. `size` is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def full_size(size: int) -> int:
    """The smallest power of two that holds them all, at least 2."""
    return max(2, 1 << (size - 1).bit_length())


def resolve(bouts: Sequence[Bout], seeds: Sequence[str], past: Past) -> dict[str, Stand]:
    """Every bout as it stands, in the order of the tree."""
    won, drawn = past.winners(), past.drawn()
    played = {game.slot for round_ in past.games for game in round_ if game.known}
    rank = {player: at for at, player in enumerate(seeds)}
    onward = Onward(bouts, past)
    found: dict[str, Stand] = {}
    for bout in bouts:
        one, other = (_seat(source, seeds, found) for source in bout.sources)
        winner = _winner(bout, (one, other), won, found)
        if bout.key in drawn and one.player is not None and other.player is not None:
            winner = Seat(min(one.player, other.player, key=lambda player: rank[player]))
        if not one.empty and not other.empty:
            winner = onward.winner(bout.key, (one, other)) or winner
        loser = _loser((one, other), winner, bout.key in won and won[bout.key] is None)
        found[bout.key] = Stand(bout, (one, other), winner, loser, bout.key in played)
    return found


class Onward:
    """Where everybody was drawn after each bout, for a game or a walkover, and so who had won it.

    Of a bout after which nobody was drawn, or from which both ways lead to the same one, it says nothing.
    """

    def __init__(self, bouts: Sequence[Bout], past: Past) -> None:
        self._drawn = past.slots()
        self._to: dict[tuple[str, str], str] = {
            (source.bout, source.kind): bout.key
            for bout in bouts
            for source in bout.sources
            if source.kind != "seed"
        }
        slots = self._ways(past)
        self._next = {(name, slot): then for name, ways in slots.items() for slot, then in pairwise(ways)}

    def _ways(self, past: Past) -> dict[str, list[str]]:
        """Player -> the bouts for which they were drawn, in their order."""
        found: dict[str, list[str]] = {}
        for games, walkovers in zip(past.games, past.walkovers, strict=True):
            seated = [(player, game.slot) for game in games for player in game.players]
            for one in walkovers:
                seated += [(player, one.slot) for player in (one.player, *one.left) if player is not None]
            for player, slot in seated:
                found.setdefault(player, []).append(slot)
        return found

    def _leads(self, key: str, kind: str) -> str | None:
        """The bout that was drawn for whoever won or lost here, behind byes; None while there is none."""
        to = self._to.get((key, kind))
        while to is not None and to not in self._drawn:
            to = self._to.get((to, "winner"))
        return to

    def winner(self, key: str, seats: tuple[Seat, Seat]) -> Seat | None:
        """Who won the bout by what was drawn afterwards; None where that says nothing, or says it of both: whoever left
        and came back is drawn for neither of the bouts behind it."""
        lost, won = self._leads(key, "loser"), self._leads(key, "winner")
        found = set[Seat]()
        for seat, other in (seats, seats[::-1]):
            then = self._next.get((seat.player or "", key))
            if lost != won and then is not None and then in (lost, won):
                found.add(seat if then == won else other)
        return found.pop() if len(found) == 1 else None


def _seat(source: Source, seeds: Sequence[str], found: Mapping[str, Stand]) -> Seat:
    if source.kind == "seed":
        return Seat(seeds[source.seed - 1]) if source.seed <= len(seeds) else NOBODY
    stand = found[source.bout]
    return stand.winner if source.kind == "winner" else stand.loser


def _winner(
    bout: Bout, seats: tuple[Seat, Seat], won: Mapping[str, str | None], found: Mapping[str, Stand]
) -> Seat:
    one, other = seats
    if bout.again_of and (before := found[bout.again_of]).winner == before.seats[0] != OPEN:
        return before.winner
    if bout.key in won:
        player = won[bout.key]
        return NOBODY if player is None else Seat(player)
    if one.empty:
        return other
    return one if other.empty else OPEN


def _loser(seats: tuple[Seat, Seat], winner: Seat, none_won: bool) -> Seat:
    one, other = seats
    if one.empty or other.empty or none_won:
        return NOBODY
    if winner == OPEN:
        return OPEN
    return other if winner == one else one


def coming(stands: Mapping[str, Stand], gone: frozenset[str]) -> Coming:
    """The bouts of the earliest wave that can be played; those of who left are walkovers."""
    ready = sorted((s for s in stands.values() if s.ready), key=lambda stand: stand.bout.part == "third")
    wave = min((stand.bout.wave for stand in ready), default=0)
    pairs: list[Pair] = []
    walkovers: list[Walkover] = []
    for stand in ready:
        if stand.bout.wave != wave:
            continue
        one, other = (str(seat.player) for seat in stand.seats)
        here = [player for player in (one, other) if player not in gone]
        if len(here) == 2:
            pairs.append(Pair(stand.bout.key, (one, other)))
        else:
            left = tuple(player for player in (one, other) if player not in here)
            walkovers.append(Walkover(stand.bout.key, here[0] if here else None, left))
    return Coming(tuple(pairs), tuple(walkovers), _resting(stands, wave, {*gone, *_names(ready, wave)}))


def _names(ready: Iterable[Stand], wave: int) -> set[str]:
    return {str(seat.player) for stand in ready if stand.bout.wave == wave for seat in stand.seats}


def _resting(stands: Mapping[str, Stand], wave: int, busy: set[str]) -> tuple[str, ...]:
    """Who waits for a later bout: a seed with a bye, or one who waits for the other bracket."""
    waiting = [
        seat.player
        for stand in stands.values()
        if stand.winner == OPEN and (wave and stand.bout.wave > wave)
        for seat in stand.seats
        if seat.player is not None and seat.player not in busy
    ]
    return tuple(dict.fromkeys(waiting))


def places(stands: Mapping[str, Stand], seeds: Sequence[str]) -> dict[str, int]:
    """The best place that every player can still reach, or the one that the tree gave."""
    place = dict.fromkeys(seeds, 1)
    drops = {
        source.bout: stand.bout
        for stand in stands.values()
        for source in stand.bout.sources
        if source.kind == "loser"
    }
    for stand in stands.values():
        if stand.winner == NOBODY:  # both have left: each is as far as who loses here, and the next one too
            loses = stand.bout.loses or drops[stand.bout.key].loses or 2  # of two alone, who would meet again
            place |= {seat.player: loses for seat in stand.seats if seat.player is not None}
        if stand.loser.player is not None and stand.bout.loses:
            place[stand.loser.player] = stand.bout.loses
        if stand.winner.player is not None and stand.bout.wins:
            place[stand.winner.player] = stand.bout.wins
        if stand.bout.part == "third" and stand.winner == OPEN:
            place |= {seat.player: stand.bout.wins for seat in stand.seats if seat.player is not None}
    return place


def waves(bouts: Sequence[Bout]) -> int:
    """How many rounds the whole tree takes."""
    return max((bout.wave for bout in bouts), default=0)


class Brackets:
    """The format of a stage whose bouts `tree` plants: (stage, size) -> bouts."""

    scheduled = True

    def __init__(self, tree: Callable[[Stage, int], Sequence[Bout]]) -> None:
        self.tree = tree

    def rounds(self, stage: Stage, size: int) -> int:
        return waves(self.tree(stage, size)) if size > 1 else 0

    def stands(self, stage: Stage, seeds: Sequence[str], past: Past) -> dict[str, Stand]:
        """The brackets as they stand."""
        return resolve(self.tree(stage, len(seeds)), seeds, past)

    def coming(self, stage: Stage, seeds: Sequence[str], past: Past, gone: frozenset[str]) -> Coming:
        return coming(self.stands(stage, seeds, past), gone)

    def places(self, stage: Stage, seeds: Sequence[str], past: Past) -> Mapping[str, int]:
        return places(self.stands(stage, seeds, past), seeds)

    def needs(self, stage: Stage) -> int:
        return 2
