"""The step for a card that lifts a rule (SEN-LOG-07): what becomes legal by it, rule by rule.

Computed only when somebody opens the step, since nothing of it is needed in most turns. Called by `senjutsu.steps`.
"""

from __future__ import annotations

import json
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.rulebook import title as rule_title
from games.senjutsu.full.events import Override
from games.senjutsu.full.legal.lifted import lifted_offers
from games.senjutsu.full.preconditions import waivers
from games.senjutsu.full.state import PHASES
from games.senjutsu.state import SenjutsuState
from tracker.pages.match_forms.generic.step import Step
from tracker.pages.match_forms.pad import Payload, choice
from tracker.pages.match_forms.picks import AnyChoice, event_of
from tracker.pages.match_forms.senjutsu.base import Desk


def may_lift(play: SenjutsuState) -> bool:
    """Whether a card is in play that may lift a rule."""
    full = play.full
    return full is not None and play.phase != "closed" and full.step in PHASES and bool(waivers(play))


class WaiverForm(Step):
    """An event of any kind that one rule forbids, with the card whose text lifts the rule."""

    desk: Desk
    step = "override"
    template = "games/senjutsu/_waiver.html"
    rare = True

    def build(self) -> None:
        self.wait()
        cards = waivers(self.desk.play)
        shown = [(card, self.desk.card(card)) for card in cards]
        self.fields["card"] = choice(_("Whose text allows it"), shown, radio=True)
        self.fields["card"].initial = cards[0] if len(cards) == 1 else None
        self.fields["choice"] = AnyChoice(widget=forms.RadioSelect, label=_("What happens"))

    @cached_property
    def groups(self) -> list[dict[str, Any]]:
        """Rule by rule, what would be legal without it."""
        found = lifted_offers(self.desk.play, self.desk.players)
        found.sort(key=_rule_of)
        return [
            {
                "rule": rule,
                "title": rule_title(rule, self.desk.names.language),
                "options": [self._option(event) for event in events],
            }
            for rule, events in groupby(found, key=_rule_of)
        ]

    def _option(self, event: Any) -> dict[str, Any]:
        told = msgspec.to_builtins(event)
        plain = {key: value for key, value in told.items() if key != "override"}
        value = json.dumps(told, ensure_ascii=False, sort_keys=True)
        sent = self.data.get("choice") if self.is_bound else None
        text = self.desk.reader.sentence(told["type"], plain)
        return {"value": value, "text": text, "checked": value == sent}

    def clean_choice(self) -> Payload:
        """The event of the choice. A text that is none, or that lifts nothing, is refused."""
        told = event_of(self.cleaned_data["choice"])
        try:
            msgspec.convert((told or {}).get("override"), Override)
        except msgspec.ValidationError:
            raise forms.ValidationError(_("Choose one.")) from None
        return told or {}

    def payloads(self) -> list[Payload]:
        told = dict(self.cleaned_data["choice"])
        told["override"] = {**told["override"], "card": self.cleaned_data["card"]}
        return [{"type": told.pop("type"), "data": told}]


def _rule_of(event: Any) -> str:
    return str(event.override.rule)
