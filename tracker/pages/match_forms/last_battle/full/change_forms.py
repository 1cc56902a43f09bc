"""What the cards of figures do by themselves and no schema asks for: a figure summoned, a free action."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.act_forms import AttackForm
from tracker.pages.match_forms.last_battle.full.fields import FIELD, SEGMENT, answer, number
from tracker.pages.match_forms.last_battle.full.form import FullForm


class SummonForm(FullForm):
    """`figure_summoned`: a new figure joins the squad of the one that summons it."""

    step, event, rare, may_wait = "summon", "figure_summoned", True, True

    def fill(self) -> None:
        self.put("figure", forms.CharField(label=_("Name of the new figure"), max_length=100), FIELD)
        self.put("by", choice(_("By which figure?"), self.options(self.own_pieces())), FIELD)
        self.fields["by"].initial = self.full.active
        for name, label in (("size", _("Size")), ("lives", _("Lives")), ("defence", _("Defence"))):
            self.put(name, number(label), FIELD)
        self.put("acts", answer(_("May it act in this turn?"), "no"), SEGMENT)

    def payloads(self) -> list[Payload]:
        name = self.cleaned_data["figure"]
        stats = {key: self.value(key) for key in ("size", "lives", "defence")}
        facts = {"figure_id": name, "cost": 0, **{k: v for k, v in stats.items() if v is not None}}
        told = {"figure": self._free(name), "by_figure": self.cleaned_data["by"], "facts": facts}
        return [payload(self.event, **told, acts_now=self.said("acts") or None)]

    def _free(self, name: str) -> str:
        """LB-MULTI-02: a second figure of one name gets a number."""
        taken, number_, free = {*self.full.pieces, *self.full.gone}, 1, name
        while free in taken:
            number_ += 1
            free = f"{name}#{number_}"
        return free


class FreeForm(AttackForm):
    """`action_declared` free: an attack or a move that a trigger or an ability grants to a figure."""

    step, event, rare, may_wait = "free", "action_declared", True, True

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        pieces = desk.play.full.pieces.values() if desk.play.full else ()
        return any(piece.player in desk.players for piece in pieces)

    @property
    def whose(self) -> str:
        return ""

    def fill(self) -> None:
        own = self.own_pieces()
        self.put("figure", choice(_("Figure"), self.options(own)), FIELD)
        options = [("move", _("Move"))]
        for piece in own:
            for one in piece.card.actions or ():
                options.append(
                    (f"{piece.id}|{one.name}", f"{self.piece(piece.id)}: {self._described(one, True)}")
                )
        self.put("deed", choice(_("Action"), options), FIELD)
        self.put("source", forms.CharField(label=_("Trigger or ability"), max_length=120), FIELD)
        targets = [("", _("no target")), *self.options(self.full.pieces.values())]
        field = choice(_("Target"), targets, required=False)
        field.choices = targets
        self.put("target", field, FIELD)
        self.put("cover", answer(_("Is the target in cover?"), "no"), SEGMENT, aside=True)
        self.put("los", answer(_("Does it see the target?"), "yes"), SEGMENT, aside=True)
        self.put("engaged", answer(_("Is it engaged?")), SEGMENT, aside=True)

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        owner, bar, _name = (told.get("deed") or "").partition("|")
        if bar and owner != told.get("figure"):
            self.add_error("deed", _("This action is not on the card of that figure."))
        return told

    def payloads(self) -> list[Payload]:
        name = self.cleaned_data["deed"].rpartition("|")[2]
        actor = self.full.pieces[self.cleaned_data["figure"]]
        self.cleaned_data["deed"] = name
        told = {"kind": "base"} if name == "move" else self.action_told(actor)
        free = {"source": self.cleaned_data["source"], "free": True}
        return [payload(self.event, figure=actor.id, action=name, **free, **told)]
