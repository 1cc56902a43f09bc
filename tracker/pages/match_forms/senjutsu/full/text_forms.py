"""What only the text of a card says, also of somebody else, told by its reader. Named by the pages of the game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.ruleset import NextEvent
from games.senjutsu.asked import cards_in_play
from games.senjutsu.facts import FACTS
from games.senjutsu.state import standing, standing_foes
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload, choice, payload
from tracker.pages.match_forms.senjutsu.full.forms import card_field

BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained", "focus_lost")


class TextForm(PadForm):
    """What only the text of a card says, also of somebody else: wounds, conditions, focus, advantage, kamae."""

    step = "by_text"
    template = "parts/_pad_plain.html"
    rare = True

    @classmethod
    def takes(cls, desk: Any, told: NextEvent) -> bool:
        return told.type in BY_TEXT

    def build(self) -> None:
        super().build()
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
        terrain = [(key, thing.name.to(self.language)) for key, thing in FACTS.terrain.items()]
        shown = [(card, self.desk.card(card)) for card in cards_in_play(self.desk.play)]
        self.fields["cause"] = choice(_("By which card or terrain"), [*shown, *terrain])
        self.fields["poison"] = card_field(self.desk, _("Which poison card"))
        self.fields["poison"].help_text = _("Only for a poison card: C-002.")

    def _cells(self) -> list[tuple[str, str]]:
        return [(key, name.to(self.language)) for key, name in FACTS.kamae.items() if key != "neutral"]

    def _actors(self) -> list[tuple[str, str]]:
        """Whom the reader may log for: other players tell it themselves (SEN-LOG-04)."""
        play = self.desk.play
        own = [player for player in standing(play) if player in self.desk.players]
        return [(actor, self.desk.called(actor)) for actor in (*own, *standing_foes(play))]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("kind") == "poison" and not told.get("poison"):
            self.add_error("poison", _("Which poison card is it? Give its number, such as C-002."))
        return told

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        kind, actor, count = told["kind"], told["actor"], told["count"]
        if kind in ("stun", "injury", "poison"):
            which = told["poison"] if kind == "poison" else None
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
