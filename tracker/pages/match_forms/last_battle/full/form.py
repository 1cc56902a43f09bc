"""What every form of full detail starts from: the table, names of figures, fields with the part that draws them.

Any of them can say that the text of a figure's card lifts a rule (LB-LOG-08). Extended by the `*_forms.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from games.last_battle.full.duel import at_hand
from games.last_battle.full.state import Duel, FullState, Piece
from games.last_battle.rulenames import liftable
from games.last_battle.state import LastBattleState
from tracker.pages.match_forms.last_battle.base import Desk, PadForm
from tracker.pages.match_forms.last_battle.full.fields import ANSWERS, FIELD
from tracker.pages.match_forms.last_battle.words import piece_words, pieces_words

Options = list[tuple[str, str]]
LEFT = "left"


class FullForm(PadForm):
    """One step at full detail. `player` names what it is for: a side, a flip, a card, or nothing.

    `told` are lines above the fields: what the rules have computed. `group` decides the heading that it stands under.
    `any_version`: both sides may send it at the same moment. `overridable`: a card can lift a rule of it.
    """

    template = "games/last_battle/full/_step.html"
    of_the_moment = True
    group: ClassVar[str] = "act"
    any_version: ClassVar[bool] = False
    overridable: ClassVar[bool] = True

    def build(self) -> None:
        self.auto_id = f"{self.step}-{self.player}-%s"
        self.parts: dict[str, str] = {}
        self.aside: list[str] = []
        self.told: list[str] = []
        self.heading = self.desk.reader.heading(self.group)
        self.fill()
        if self.overridable:
            self.fields["card_override"] = forms.CharField(
                label=_("Rule that the card lifts"), required=False
            )
            self.fields["card_text"] = forms.CharField(
                label=_("Text of the card"), required=False, max_length=2000
            )

    def fill(self) -> None:
        """Adds the fields of the step, and what is told above them."""

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        """Whether the form can be made for `key` at this table."""
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

    def pieces(self, names: Iterable[str]) -> str:
        """Figures by their names."""
        return pieces_words(self.desk.names, names)

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

    def add_lives_left(self) -> None:
        """For a figure whose lives no card tells: what only the players know."""
        label = _("Lives left, where no card tells them; 0: it falls")
        self.put(LEFT, forms.IntegerField(label=label, required=False, min_value=0, max_value=99))

    def said(self, name: str) -> bool | None:
        """The answer to a yes-or-no question; None: nobody looked."""
        return ANSWERS.get(self.cleaned_data.get(name) or "")

    def value(self, name: str) -> Any:
        """What was filled in; None for an empty field."""
        told = self.cleaned_data.get(name)
        if isinstance(told, float):
            return round(told, 1)
        return None if told == "" else told

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        rule, text = told.get("card_override"), told.get("card_text")
        if rule and not liftable(rule.strip().upper()):
            self.add_error("card_override", _("A card cannot lift this rule."))
        if bool(rule) != bool(text):
            self.add_error(
                "card_text" if rule else "card_override", _("Name the rule and quote the card's text.")
            )
        return told

    @property
    def lifted(self) -> dict[str, Any]:
        """The exception of a card, as fields of the event that it stands in."""
        rule = (self.cleaned_data.get("card_override") or "").strip().upper()
        return {"card_override": rule, "card_text": self.cleaned_data["card_text"]} if rule else {}


def active_piece(desk: Desk) -> Piece | None:
    """The figure that is being activated."""
    full = desk.play.full
    return full.pieces.get(full.active or "") if full else None


def open_duel(desk: Desk) -> Duel | None:
    """The check that is being made."""
    return at_hand(desk.play.full).duel if desk.play.full else None
