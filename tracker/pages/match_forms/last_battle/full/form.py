"""What every form of full detail starts from: the table, names of figures, fields with the part that draws them.

Extended by the `*_forms.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from games.last_battle.full.duel import at_hand
from games.last_battle.full.state import FullState, Piece
from games.last_battle.state import LastBattleState
from tracker.pages.match_forms.generic.lifts import LiftingForm
from tracker.pages.match_forms.last_battle.base import Desk, PadForm
from tracker.pages.match_forms.last_battle.full.fields import ANSWERS, FIELD
from tracker.pages.match_forms.last_battle.words import piece_words

Options = list[tuple[str, str]]


class FullForm(LiftingForm, PadForm):
    """One step at full detail. `player` names what it is for: a side, a flip, a card, or nothing.

    `told` are lines above the fields: what the rules have computed.
    """

    template = "games/last_battle/full/_step.html"
    of_the_moment = True

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.parts: dict[str, str] = {}
        self.aside: list[str] = []
        self.told: list[str] = []
        self.fill()

    def fill(self) -> None:
        """Adds the fields of the step, and what is told above them."""

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None

    def put(self, name: str, field: forms.Field, part: str = FIELD, aside: bool = False) -> None:
        """A field, the part that draws it, and whether it is folded away."""
        self.fields[name] = field
        self.parts[name] = part
        if aside:
            self.aside.append(name)

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The fields in order with their parts."""
        return [
            {"field": self[name], "part": part} for name, part in self.parts.items() if name not in self.aside
        ]

    @property
    def folded(self) -> list[dict[str, Any]]:
        """The fields that few need."""
        return [{"field": self[name], "part": self.parts[name]} for name in self.aside]

    @property
    def whose(self) -> str:
        return ""

    @property
    def play(self) -> LastBattleState:
        return self.desk.play

    @property
    def full(self) -> FullState:
        assert self.desk.play.full is not None
        return at_hand(self.desk.play.full)

    @property
    def language(self) -> str:
        return self.desk.names.language

    def piece(self, name: str | None) -> str:
        """A figure by its name."""
        return piece_words(self.desk.names, name)

    def options(self, pieces: Iterable[Piece]) -> Options:
        """Figures to choose from, with the lives they have left."""
        return [(piece.id, self._with_lives(piece)) for piece in pieces]

    def _with_lives(self, piece: Piece) -> str:
        known = piece.lives is not None and piece.initial is not None
        return f"{self.piece(piece.id)} · {piece.lives}/{piece.initial}" if known else self.piece(piece.id)

    def enemies_of(self, piece: Piece) -> list[Piece]:
        """Figures the other side's."""
        return [other for other in self.full.pieces.values() if other.side != piece.side]

    def friends_of(self, piece: Piece) -> list[Piece]:
        """Other figures of the same side."""
        return [p for p in self.full.pieces.values() if p.side == piece.side and p.id != piece.id]

    def own_pieces(self) -> list[Piece]:
        """The figures that the person commands."""
        return [piece for piece in self.full.pieces.values() if piece.player in self.desk.players]

    def said(self, name: str) -> bool | None:
        """The answer to a yes-or-no question; None: nobody looked."""
        return ANSWERS.get(self.cleaned_data.get(name) or "")

    def value(self, name: str) -> Any:
        """What was filled in; None for an empty field."""
        told = self.cleaned_data.get(name)
        if isinstance(told, float):
            return round(told, 1)
        return None if told == "" else told


def active_piece(desk: Desk) -> Piece | None:
    """The figure that is being activated."""
    full = desk.play.full
    return full.pieces.get(full.active or "") if full else None
