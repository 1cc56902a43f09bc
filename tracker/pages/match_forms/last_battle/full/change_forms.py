"""Changes of the table: those that the rules demand, and those that the abilities of figures bring."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.last_battle.full.moves import places_aboard
from games.last_battle.full.state import Piece
from tracker.pages.match_forms.last_battle.base import Desk, Payload, choice, payload
from tracker.pages.match_forms.last_battle.full.act_forms import AttackForm
from tracker.pages.match_forms.last_battle.full.dues import due_payload, settled, untold
from tracker.pages.match_forms.last_battle.full.fields import CHOICES, FIELD, SEGMENT, answer, number
from tracker.pages.match_forms.last_battle.full.form import LEFT, FullForm
from tracker.pages.match_forms.last_battle.words import word, words_of

BY_RULES = {"information_gatherer", "blood_spiller"}
"""LB-CAMP-03, LB-SERP-02: conditions that no ability brings or takes."""
WATER, NEW = "water", "new"


class DueForm(FullForm):
    """What the rules demand now: shown as it will be logged."""

    step, group = "due", "now"

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None and bool(desk.play.full.due)

    def fill(self) -> None:
        due = self.full.due[0]
        told = settled(self.play, [due_payload(self.full, due)])
        self.told = [self.desk.reader.sentence(one["type"], one["data"]) for one in told]
        if untold(self.full, due):
            self.add_lives_left()

    def payloads(self) -> list[Payload]:
        first = due_payload(self.full, self.full.due[0], self.value(LEFT))
        first["data"] |= self.lifted
        return settled(self.play, [first])


class AbilityForm(FullForm):
    """An effect of a figure's ability: the figure that has it, and the one that it changes."""

    group, rare, may_wait = "ability", True, True
    unnamed = gettext_lazy("By which figure?")

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return desk.play.full is not None and any(
            p.player in desk.players for p in desk.play.full.pieces.values()
        )

    def add_figures(self) -> None:
        """Whom it changes, and whose ability it is."""
        self.put("figure", choice(_("Figure"), self.options(self.full.pieces.values())), FIELD)
        self.put("by", choice(str(self.unnamed), self.options(self.own_pieces())), FIELD)
        self.fields["by"].initial = self.full.active

    def add_cause(self) -> None:
        self.put("cause", forms.CharField(label=_("Ability, as the card calls it"), max_length=120), FIELD)

    def changed(self, **more: Any) -> list[Payload]:
        """The event with both figures."""
        told = {"figure": self.cleaned_data["figure"], "by_figure": self.value("by")}
        return settled(self.play, [payload(self.event, **told, **more, **self.lifted)])


class LivesForm(AbilityForm):
    """`lives_changed` by an ability."""

    step, event = "lives", "lives_changed"

    def fill(self) -> None:
        self.add_figures()
        self.put("delta", number(_("Lives, with a minus for a loss"), required=True, least=-99), FIELD)
        if any(piece.lives is None for piece in self.full.pieces.values()):
            self.add_lives_left()
        self.add_cause()

    def payloads(self) -> list[Payload]:
        delta = self.cleaned_data["delta"]
        piece = self.full.pieces[self.cleaned_data["figure"]]
        left = self.value(LEFT) if piece.lives is None else max(0, piece.lives + delta)
        return self.changed(delta=delta, lives=left, cause=self.cleaned_data["cause"])


class ConditionForm(AbilityForm):
    """`condition_changed` by an ability."""

    step, event = "condition", "condition_changed"

    def fill(self) -> None:
        self.add_figures()
        known = {c for piece in self.full.pieces.values() for c in piece.conditions}
        options = [(name, word("condition", name)) for name in sorted(known - BY_RULES)]
        if options:
            listed = [*options, (NEW, _("another one"))]
            self.put("condition", choice(_("Condition"), listed, radio=True), CHOICES)
        self.put("named", forms.CharField(label=_("Its name"), required=not options, max_length=120), FIELD)
        changes = [("gained", _("gained")), ("lost", _("lost"))]
        self.put("change", choice(_("Change"), changes, radio=True), CHOICES)
        self.add_cause()

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        if told.get("condition") == NEW and not told.get("named"):
            self.add_error("named", _("Which condition?"))
        return told

    def payloads(self) -> list[Payload]:
        condition = self.cleaned_data.get("condition", NEW)
        name = self.cleaned_data["named"] if condition == NEW else condition
        return self.changed(
            condition=name, change=self.cleaned_data["change"], cause=self.cleaned_data["cause"]
        )


class RemoveForm(AbilityForm):
    """`figure_removed` by a trigger or an ability."""

    step, event = "remove", "figure_removed"

    def fill(self) -> None:
        self.add_figures()
        words = words_of("how")
        ways = [(how, words[how]) for how in ("sacrificed", *(("killed",) if self._by_trigger() else ()))]
        self.put("how", choice(_("How"), ways, radio=True), CHOICES)
        self.fields["how"].initial = ways[0][0]

    def _by_trigger(self) -> bool:
        """LB-TRIG-05: a trigger that fired may kill the target of its check; other kills follow from lost lives."""
        duel = self.full.duel
        return duel is not None and duel.triggered and duel.stage == "resolved"

    def clean(self) -> dict[str, Any]:
        told, duel = super().clean(), self.full.duel
        pair = (told.get("by"), told.get("figure"))
        if told.get("how") == "killed" and duel is not None and pair != (duel.actor, duel.target):
            self.add_error("figure", _("The trigger can kill the target of its own check only."))
        return told

    def payloads(self) -> list[Payload]:
        return self.changed(how=self.cleaned_data["how"])


class SummonForm(AbilityForm):
    """`figure_summoned`: a new figure joins the squad of the one that summons it."""

    step, event = "summon", "figure_summoned"

    def fill(self) -> None:
        self.put("figure", forms.CharField(label=_("Name of the new figure"), max_length=100), FIELD)
        self.put("by", choice(str(self.unnamed), self.options(self.own_pieces())), FIELD)
        self.fields["by"].initial = self.full.active
        for name, label in (("size", _("Size")), ("lives", _("Lives")), ("defence", _("Defence"))):
            self.put(name, number(label), FIELD)
        self.put("acts", answer(_("May it act in this turn?"), "no"), SEGMENT)

    def payloads(self) -> list[Payload]:
        name = self.cleaned_data["figure"]
        stats = {key: self.value(key) for key in ("size", "lives", "defence")}
        facts = {"figure_id": name, "cost": 0, **{k: v for k, v in stats.items() if v is not None}}
        told = {"figure": self._free(name), "by_figure": self.cleaned_data["by"], "facts": facts}
        return [payload(self.event, **told, acts_now=self.said("acts") or None, **self.lifted)]

    def _free(self, name: str) -> str:
        """LB-MULTI-02: a second figure of one name gets a number."""
        taken, number_, free = {*self.full.pieces, *self.full.gone}, 1, name
        while free in taken:
            number_ += 1
            free = f"{name}#{number_}"
        return free


class SizeForm(AbilityForm):
    """`size_changed` by an ability (Heaven)."""

    step, event = "size", "size_changed"

    def fill(self) -> None:
        self.add_figures()
        self.put(
            "delta", number(_("Size, with a minus for a drop"), required=True, least=-20, most=20), FIELD
        )
        self.add_cause()

    def payloads(self) -> list[Payload]:
        delta, piece = self.cleaned_data["delta"], self.full.pieces[self.cleaned_data["figure"]]
        size = None if piece.size is None else piece.size + delta
        return self.changed(delta=delta, size=size, cause=self.cleaned_data["cause"])


class AboardForm(FullForm):
    """`aboard_changed` (Sea)."""

    step, event, group, may_wait = "aboard", "aboard_changed", "markers", True

    def fill(self) -> None:
        groups = [(self.piece(piece.id), self._places(piece)) for piece in self.own_pieces()]
        self.put("place", choice(_("Who goes where?"), groups), FIELD)

    def _places(self, piece: Piece) -> list[tuple[str, str]]:
        """Where a figure may go, named with the figure: the list shows the group's title only while it is open."""
        who = self.piece(piece.id)
        return [
            (f"{piece.id}>{vessel or WATER}", f"{who}: {self._aboard(vessel)}")
            for vessel in places_aboard(self.full, piece.id)
        ]

    def _aboard(self, vessel: str | None) -> str:
        if vessel is None:
            return _("in the water")
        return _("aboard %(vessel)s") % {"vessel": self.piece(vessel)}

    def payloads(self) -> list[Payload]:
        figure, _to, vessel = self.cleaned_data["place"].rpartition(">")
        told = payload(self.event, figure=figure, **self.lifted)
        told["data"]["vessel"] = None if vessel == WATER else vessel
        return [told]


class FreeForm(AttackForm):
    """`action_declared` free: an attack or a move that a trigger or an ability grants to a figure."""

    step, event, group, rare, may_wait = "free", "action_declared", "ability", True, True

    @classmethod
    def open_at(cls, desk: Desk, key: str) -> bool:
        return AbilityForm.open_at(desk, key)

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
        return [payload(self.event, figure=actor.id, action=name, **free, **told, **self.lifted)]
