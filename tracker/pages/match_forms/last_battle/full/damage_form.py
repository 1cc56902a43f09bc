"""Damage of a hit; where no card tells the lives of its target, with the lives that are left."""

from __future__ import annotations

from django import forms

from games.last_battle.full.duel import at_hand
from games.last_battle.full.state import Duel
from tracker.pages.match_forms.generic.forms import FieldsStep
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.pad import Payload, payload

LEFT = "left"


class DamageForm(FieldsStep):
    """`damage_resolved`, and the loss of lives that only the players can count."""

    step = event = "damage_resolved"
    template = "games/last_battle/full/_damage.html"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return bool(desk.told(cls.step, key))

    def build(self) -> None:
        super().build()
        if self._uncounted:
            label = self.desk.reader.field("lives")
            self.fields[LEFT] = forms.IntegerField(label=label, required=False, min_value=0, max_value=99)

    @property
    def _duel(self) -> Duel:
        duel = at_hand(self.desk.play.full).duel
        assert duel is not None
        return duel

    @property
    def _uncounted(self) -> bool:
        target = self.desk.play.full.pieces.get(self._duel.target or "")
        return target is not None and target.lives is None and self.fixed.get("amount") != 0

    @property
    def left(self) -> object:
        return self[LEFT] if LEFT in self.fields else None

    def payloads(self) -> list[Payload]:
        (told,) = super().payloads()
        amount = told["data"].get("amount")
        if not (self._uncounted and amount):
            return [told]
        lost = payload(
            "lives_changed",
            figure=self._duel.target,
            delta=-amount,
            lives=self.cleaned_data[LEFT],
            cause="damage",
            by_figure=self._duel.actor,
        )
        return [told, lost]
