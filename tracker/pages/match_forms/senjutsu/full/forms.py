"""The steps of the pad at full detail: one tap for what the rules can compute, fields for what only the table knows.

A choice carries the whole event; the rules judge it again when it is sent. Called by `senjutsu.steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex
from games.rulebook import title as rule_title
from games.ruleset import Event, NextEvent
from games.senjutsu.deck_text import card_of
from games.senjutsu.full.lifted import may_waive, waivers
from games.senjutsu.full.moves import moves
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.picks import Pick
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm
from tracker.pages.match_forms.senjutsu.full.board import drawn, name_of
from tracker.pages.match_forms.senjutsu.sentences import sentence
from tracker.pages.match_forms.senjutsu.setup_forms import no_card

WAIVER = "waiver"
NO_WAIVER = ("terrain_placed", "vo_joined")
"""Steps whose events no card can change."""
BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained")
ON_BOARD = ("actor_moved", "character_placed")
MAY_WAIT = ("instant_played", "effect_resolved", "instant_passed", "counterattack_played")


BESIDES = (*MAY_WAIT, "by_text", "vo_state_changed", "vo_deck_seen", "override")
"""Steps that stand in a group of their own: nobody has to take them."""


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
        return self.desk.reader.heading("besides") if self.step in BESIDES else ""

    @property
    def title(self) -> str:
        told = self.desk.reader.step(self.step, self.event)
        return self.desk.reader.text(told.title) if told is not None else ""

    @property
    def button(self) -> str:
        told = self.desk.reader.step(self.step, self.event)
        return self.desk.reader.text(told.button) if told is not None and told.button else _("Log it")

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


class PickForm(FullForm, Pick):
    """One of the concrete events that are legal now, each in its own sentence."""

    def build(self) -> None:
        self.may_wait = self.step in MAY_WAIT
        super().build()

    def found(self) -> list[Event]:
        return [event for told in self.told for event in moves(self.desk.play, told)]

    def said(self, told: Mapping[str, Any]) -> str:
        return sentence(told["type"], told, self.desk.names)

    def hex_of(self, told: Mapping[str, Any]) -> Hex | None:
        if self.step not in ON_BOARD:
            return None
        place = told.get("hex") or told.get("to", {}).get("hex")
        return (place[0], place[1]) if place else None

    def picture(self) -> dict[str, Any] | None:
        if self.step not in ON_BOARD:
            return None
        places: Iterable[Hex] = (getattr(event, "hex", None) or event.to.hex for event in self.offered)  # type: ignore[attr-defined]
        return drawn(self.desk, places)

    def is_open(self) -> bool:
        return Pick.is_open(self)


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
