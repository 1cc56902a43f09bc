"""The steps of the pad at full detail: one tap for what the rules can compute, fields for what only the table knows.

A choice carries the whole event; the rules judge it again when it is sent. Called by `senjutsu.steps`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex
from games.rulebook import title as rule_title
from games.ruleset import Event, NextEvent
from games.senjutsu.deck_text import card_of
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm
from tracker.pages.match_forms.senjutsu.full.board import drawn, name_of
from tracker.pages.match_forms.senjutsu.full.lifted import may_waive, waivers
from tracker.pages.match_forms.senjutsu.full.offers import offers
from tracker.pages.match_forms.senjutsu.full.titles import button_of, heading_of, title_of
from tracker.pages.match_forms.senjutsu.setup_forms import no_card

WAIVER = "waiver"
NO_WAIVER = ("terrain_placed", "vo_joined")
"""Steps whose events no card can change."""
BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained")
ON_BOARD = ("actor_moved", "character_placed")
MAY_WAIT = ("instant_played", "effect_resolved", "instant_passed", "counterattack_played")


class AnyChoice(forms.ChoiceField):
    """A choice among events: what was offered when the page was drawn is judged by the rules, not by the field."""

    def valid_value(self, value: Any) -> bool:
        return True


class FullForm(PadForm):
    """A step at full detail: `step` is the type of its event, `player` whose it is, or empty for the whole table."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.event = cls.step

    def __init__(self, desk: Any, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        super().__init__(desk, player, data)
        if data is not None and data.get(WAIVER):
            self._ask_for_waiver([data[WAIVER].partition(":")[0]])

    def refused_by(self, rules: Iterable[str]) -> None:
        """SEN-LOG-07: a card in play may say otherwise."""
        self._ask_for_waiver([rule for rule in dict.fromkeys(rules) if may_waive(rule)])

    def _ask_for_waiver(self, rules: list[str]) -> None:
        cards = waivers(self.desk.play) if self.step not in NO_WAIVER and self.desk.play.full else ()
        told = [
            (f"{rule}:{card}", waiver_words(card, rule, self.desk.names)) for rule in rules for card in cards
        ]
        if told:
            label = _("Does the text of a card in play allow it?")
            self.fields[WAIVER] = choice(label, [("", _("No")), *told], required=False, radio=True)

    @property
    def waiver(self) -> Any:
        """The question which card allows what a rule forbids, where it is asked."""
        return self[WAIVER] if WAIVER in self.fields else None

    def visible_fields(self) -> list[Any]:
        """The fields of the step itself."""
        return [field for field in super().visible_fields() if field.name != WAIVER]

    def events(self) -> list[Payload]:
        """The events, with the card that lifts a rule for them."""
        rule, _colon, card = (self.cleaned_data.get(WAIVER) or "").partition(":")
        lifted = {"override": {"card": card, "rule": rule}} if card else {}
        return [{**one, "data": {**one["data"], **lifted}} for one in self.payloads()]

    @property
    def told(self) -> list[NextEvent]:
        """What may come next of this kind."""
        return [one for one in self.desk.following if one.type == self.step and owner_of(one) == self.player]

    @property
    def heading(self) -> str:  # type: ignore[override]
        return heading_of(self.step)

    @property
    def title(self) -> str:
        return title_of(self.step)

    @property
    def button(self) -> str:
        return button_of(self.step)

    @property
    def whose(self) -> str:
        """Whose step it is, where it is not plainly the reader's own."""
        own = self.player in self.desk.players and not self.desk.is_staff
        return name_of(self.desk, self.player) if self.player and not own else ""

    def is_open(self) -> bool:
        """Whether there is anything to choose or to fill in."""
        return True


def waiver_words(card: str, rule: str, names: Names) -> str:
    """`Wolf Pounce (A-032) lifts SEN-MOVE-07, Closed hexes`."""
    told = {"card": w.card_name(card, names), "rule": rule, "title": rule_title(rule, names.language)}
    return _("%(card)s lifts %(rule)s, %(title)s") % told


def owner_of(told: NextEvent) -> str:
    """The character or opponent that an event is about; empty for an event of the whole table."""
    for name in ("player", "actor", "attacker"):
        if name in told.choices:
            return str(told.choices[name][0])
    return ""


class PickForm(FullForm):
    """One of the concrete events that are legal now, each in its own sentence."""

    template = "games/senjutsu/_pick.html"

    def build(self) -> None:
        self.may_wait = self.step in MAY_WAIT
        found = (
            [] if self.is_bound else [event for told in self.told for event in offers(self.desk.play, told)]
        )
        self.offered = found
        sent = self.data.get("choice", "") if self.is_bound else ""
        options = [self._option(event) for event in found] or ([(sent, self._said(sent))] if sent else [])
        self.fields["choice"] = AnyChoice(choices=options, widget=forms.RadioSelect, label=self.title)
        if len(options) == 1:
            self.fields["choice"].initial = options[0][0]

    def _option(self, event: Event) -> tuple[str, str]:
        data = msgspec.to_builtins(event)
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        return text, self._said(text)

    def _said(self, text: str) -> str:
        from tracker.pages.match_forms.senjutsu.sentences import sentence

        told = event_in(text)
        return sentence(told["type"], told, self.desk.names) if told else ""

    @property
    def options(self) -> list[dict[str, Any]]:
        """The choices with the hex that each leads to."""
        chosen = self["choice"].value()
        return [
            {"value": value, "text": text, "hex": self._hex(value), "checked": value == chosen}
            for value, text in self.fields["choice"].choices  # type: ignore[attr-defined]
        ]

    def _hex(self, value: str) -> str:
        if self.step not in ON_BOARD:
            return ""
        told = event_in(value) or {}
        place = told.get("hex") or told.get("to", {}).get("hex")
        return f"{place[0]},{place[1]}" if place else ""

    @property
    def board(self) -> dict[str, Any] | None:
        """The picture to tap on, where the choice is one of hexes."""
        if self.step not in ON_BOARD or not self.offered:
            return None
        places: Iterable[Hex] = (getattr(event, "hex", None) or event.to.hex for event in self.offered)  # type: ignore[attr-defined]
        return drawn(self.desk, places)

    @property
    def single(self) -> str:
        """What will be logged, where there is nothing to choose."""
        options = self.options
        return options[0]["text"] if len(options) == 1 else ""

    def is_open(self) -> bool:
        return bool(self.offered) or self.is_bound

    def clean_choice(self) -> Payload:
        """The event of the choice. A text that is none is refused."""
        told = event_in(self.cleaned_data["choice"])
        if told is None or told.get("type") != self.step:
            raise forms.ValidationError(_("Choose one."))
        return told

    def payloads(self) -> list[Payload]:
        told = dict(self.cleaned_data["choice"])
        return [{"type": told.pop("type"), "data": told}]


def event_in(text: str) -> dict[str, Any] | None:
    try:
        told = json.loads(text)
    except ValueError:
        return None
    return told if isinstance(told, dict) and isinstance(told.get("type"), str) else None


class ChooseForm(PickForm):
    """`card_selected`: the card of this turn, face down. Both sides choose at the same moment."""

    step = "card_selected"
    any_version = True
    template = "games/senjutsu/_choose.html"

    def build(self) -> None:
        super().build()
        self.fields["choice"].required = False
        self.fields["card"] = forms.CharField(
            label=_("Another card, by number or name"), required=False, max_length=60
        )

    def is_open(self) -> bool:
        return True

    def clean_choice(self) -> Payload:
        return super().clean_choice() if self.cleaned_data["choice"] else {}

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("card") and card_of(told["card"]) is None:
            self.add_error("card", no_card())
        elif not told.get("card") and not told.get("choice") and "choice" not in self.errors:
            self.add_error("card", _("Choose a card."))
        return told

    @property
    def then(self) -> str:
        return _("Nobody else sees it before everybody has chosen.")

    def payloads(self) -> list[Payload]:
        named = self.cleaned_data.get("card")
        if named:
            return [payload(self.step, player=self.player, card=card_of(named))]
        return super().payloads()
