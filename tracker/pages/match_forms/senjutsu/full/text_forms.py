"""Steps at full detail that the players tell from what they read: terrain before a match, what a card's text does.

Called by `senjutsu.steps` through the table of typed forms.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.senjutsu.deck_text import card_of
from games.senjutsu.facts import FACTS
from games.senjutsu.full.frame import table
from games.senjutsu.state import standing, standing_foes
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.full.board import name_of
from tracker.pages.match_forms.senjutsu.full.forms import FullForm

CORPSE = "corpse"


class TerrainForm(FullForm):
    """`terrain_placed` before a match at full detail."""

    step = "terrain_placed"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.may_wait = table(self.desk.play).agreed is None
        lord = self.desk.play.options.fallen_lord and self.desk.play.lord is None
        kinds = [(key, thing.name.to(self.language)) for key, thing in FACTS.terrain.items() if key != CORPSE]
        kinds = [(CORPSE, _("The fallen lord")), *kinds] if lord else kinds
        self.fields["object"] = choice(_("Terrain"), kinds)
        for axis in ("q", "r"):
            self.fields[axis] = forms.IntegerField(
                label=_("Hex, %(axis)s") % {"axis": axis}, min_value=-30, max_value=30
            )

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        own = next((p for p in self.desk.players if p in self.desk.play.fighters), None)
        player = None if told["object"] == CORPSE else own
        return [payload(self.step, player=player, object=told["object"], hex=[told["q"], told["r"]])]


class TextForm(FullForm):
    """What only the text of a card says, also of somebody else: wounds, conditions, focus, advantage, kamae."""

    step = "by_text"
    template = "parts/_pad_plain.html"
    rare = True

    def build(self) -> None:
        self.may_wait = True
        kinds = [
            ("stun", _("a stun")),
            ("injury", _("an injury")),
            ("poison", _("a poison card")),
            ("wound", _("a wound")),
            ("bleeding", _("a bleeding wound")),
            ("heal", _("a wound is healed")),
            ("stop", _("a bleeding wound is healed")),
            ("focus", _("focus is gained")),
            ("loss", _("focus is lost")),
            ("advantage", _("the advantage is gained")),
            *(
                (f"kamae:{key}", _("kamae becomes %(kamae)s") % {"kamae": name})
                for key, name in self._cells()
            ),
        ]
        self.fields["kind"] = choice(_("What happens"), kinds, radio=True)
        self.fields["actor"] = choice(_("To whom"), self._actors(), radio=True)
        self.fields["count"] = forms.IntegerField(label=_("How often"), initial=1, min_value=1, max_value=20)
        cards = [card for one in table(self.desk.play).seats.values() for card in one.play]
        terrain = [(key, thing.name.to(self.language)) for key, thing in FACTS.terrain.items()]
        shown = [(card, w.card_name(card, self.desk.names)) for card in dict.fromkeys(cards)]
        self.fields["cause"] = choice(_("By which card or terrain"), [*shown, *terrain])
        self.fields["poison"] = forms.CharField(
            label=_("Which poison card"),
            required=False,
            max_length=60,
            help_text=_("Only for a poison card: C-002."),
        )

    def _cells(self) -> list[tuple[str, str]]:
        return [(key, w.kamae_name(key, self.language)) for key in FACTS.kamae if key != "neutral"]

    def _actors(self) -> list[tuple[str, str]]:
        """Whom the reader may log for: other players tell it themselves (SEN-LOG-04)."""
        play = self.desk.play
        own = [player for player in standing(play) if player in self.desk.players]
        return [(actor, name_of(self.desk, actor)) for actor in (*own, *standing_foes(play))]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("kind") == "poison" and card_of(told.get("poison") or "") is None:
            self.add_error("poison", _("Which poison card is it? Give its number, such as C-002."))
        return told

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        kind, actor, count = told["kind"], told["actor"], told["count"]
        if kind in ("stun", "injury", "poison"):
            which = card_of(told["poison"]) if kind == "poison" else None
            cause = {"cause": told["cause"], "poison": which}
            return [payload("condition_gained", actor=actor, kind=kind, count=count, **cause)]
        if kind == "focus":
            gain = {"player": actor, "amount": count, "reason": "other", "card": told["cause"]}
            return [payload("focus_gained", **gain)]
        if kind == "loss":
            return [payload("focus_lost", player=actor, amount=count, card=told["cause"])]
        if kind == "advantage":
            return [payload("advantage_gained", player=actor, card=told["cause"])]
        if kind.startswith("kamae:"):
            to = kind.partition(":")[2]
            return [payload("kamae_changed", player=actor, instruction=to, to=to, card=told["cause"])]
        field = "bleeding" if kind in ("bleeding", "stop") else "normal"
        if kind in ("heal", "stop"):
            return [payload("wounds_healed", actor=actor, card=told["cause"], **{field: count})]
        return [payload("wound_taken", actor=actor, cause=told["cause"], **{field: count})]
