"""What a claim looks at, and what its facts come to: the tools that every scoring procedure is made of.

A procedure takes a `Scene` and the facts and gives `Found`: the least and the most VP that they can mean. Both are
equal unless something was not told (LB-LOG-01, LB-FACT-03). Used by `strategy.py` and the chapters of schemes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from games.last_battle.events import Note
from games.last_battle.full.state import FullState, Happened, Marker, Piece, pieces_of
from games.last_battle.state import Held, LastBattleState, Squad

SCORED: Literal["scored"] = "scored"


def unknown_or_twice(names: Sequence[str], known: Container[str]) -> tuple[str, ...]:
    """LB-FACT-02: what facts name that they may not, and what they name twice."""
    return (*(name for name in names if name not in known), *repeated(names))


class Found(NamedTuple):
    """VP between `low` and `high`. `wrong`: ids that the facts name without right (LB-FACT-02).

    `gone`: scheme markers that leave the table when the VP are taken. `broken`: a rule that the facts contradict.
    """

    low: int = 0
    high: int = 0
    wrong: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    broken: str | None = None

    @property
    def certain(self) -> bool:
        return self.low == self.high


class Scene(msgspec.Struct, frozen=True):
    """A claim of `squad` for its scheme `held`; `moment` at_once, turn_end or game_end."""

    state: LastBattleState
    full: FullState
    squad: Squad
    held: Held
    moment: str

    @property
    def note(self) -> Note:
        return self.held.note or Note(self.held.scheme)

    def own(self, name: str | None) -> Piece | None:
        """A figure in play of the squad (LB-MULTI-04)."""
        piece = self.full.pieces.get(name or "")
        return piece if piece is not None and piece.player == self.squad.player else None

    def friend(self, name: str | None) -> Piece | None:
        """A figure in play of the side."""
        piece = self.full.pieces.get(name or "")
        return piece if piece is not None and piece.side == self.squad.side else None

    def enemy(self, name: str | None) -> Piece | None:
        """A figure in play the other side's."""
        piece = self.full.pieces.get(name or "")
        return piece if piece is not None and piece.side != self.squad.side else None

    def enemies(self) -> Iterator[Piece]:
        """All figures in play the other side's."""
        return (piece for piece in self.full.pieces.values() if piece.side != self.squad.side)

    def leader(self) -> Piece | None:
        """LB-MULTI-02: the leader that the squad hired, while it is in play and still in the squad."""
        own = pieces_of(self.full, self.squad.side)
        name = self.squad.player
        return next((p for p in own if p.leader and p.player == p.home == name), None)

    def markers(self, own: bool = True) -> dict[str, Marker]:
        """Scheme markers on the table: those of the squad, or all of the side."""
        return {
            name: marker
            for name, marker in self.full.markers.items()
            if marker.kind == "scheme"
            and (marker.player == self.squad.player if own else marker.side == self.squad.side)
        }

    def fresh(self, *kinds: str) -> tuple[Happened, ...]:
        """What happened in the window since this scheme was last scored in it (LB-SCH-04)."""
        key = (self.squad.player, self.held.scheme)
        last = [i for i, h in enumerate(self.full.window) if h.kind == SCORED and (h.player, h.figure) == key]
        recent = self.full.window[last[-1] + 1 :] if last else self.full.window
        return tuple(happened for happened in recent if happened.kind in kinds)


def noted_pairs(scene: Scene) -> list[tuple[str, str]]:
    """LB-COMM-13: once a Vendetta scored by a first attack, (own figure, enemy) as piece ids: which of several copies
    the note means. Empty where no first attack tells it any more."""
    own = [p for p in scene.full.pieces.values() if p.player == scene.squad.player]
    own = (
        [p for p in own if p.figure_id in scene.note.own_figures and p.attacked] if scene.held.awards else []
    )
    pairs = ((p.id, p.attacked or "") for p in own)
    return [(one, foe) for one, foe in pairs if foe.partition("#")[0] in scene.note.enemy_figures]


def why_wrong(full: FullState, name: str) -> dict[str, str]:
    """LB-FACT-02: what a sentence says of an id that facts name without right: it is nowhere, or whose it is."""
    found = full.pieces.get(name) or full.markers.get(name)
    if found is None:
        return {"absent": name}
    return {"figure": name, "owner": found.player or found.side or "nobody"}


def within(told: float | None, limit: float) -> bool | None:
    """LB-LOG-02: whether a distance is at most `limit`; None when it was not told."""
    return None if told is None else told <= limit


def beyond(told: float | None, limit: float) -> bool | None:
    """LB-LOG-02: whether a distance is more than `limit`; None when it was not told."""
    return None if told is None else told > limit


def both(*parts: bool | None) -> bool | None:
    """True when all are, False when one is not, None when it depends on what was not told."""
    if False in parts:
        return False
    return None if None in parts else True


def count(answers: Iterable[bool | None]) -> tuple[int, int]:
    """(certainly, possibly) how many answers are yes."""
    told = list(answers)
    sure = sum(answer is True for answer in told)
    return sure, sure + sum(answer is None for answer in told)


def span(low: bool | None) -> tuple[int, int]:
    """(least, most) of one VP that hangs on an answer."""
    return int(low is True), int(low is not False)


def repeated(names: Iterable[str]) -> tuple[str, ...]:
    """Names that stand more than once."""
    seen: set[str] = set()
    twice: dict[str, None] = {}
    for name in names:
        if name in seen:
            twice[name] = None
        seen.add(name)
    return tuple(twice)
