"""The steps of the pad at full detail: one tap for what the rules can compute, fields for what only the table knows.

A choice carries the whole event; the rules judge it again when it is sent. Called by `senjutsu.steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.hexes import Hex
from games.ruleset import Event, NextEvent
from games.senjutsu.deck_text import card_of
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import seat
from games.senjutsu.full.frame import table
from games.senjutsu.state import standing_foes
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.picks import Pick
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm
from tracker.pages.match_forms.senjutsu.full.board import drawn, name_of
from tracker.pages.match_forms.senjutsu.full.offers import offers
from tracker.pages.match_forms.senjutsu.full.titles import button_of, heading_of, title_of

CORPSE = "corpse"
ON_BOARD = ("actor_moved", "character_placed")
MAY_WAIT = ("instant_played", "effect_resolved", "instant_passed", "counterattack_played")


class FullForm(PadForm):
    """A step at full detail: `step` is the type of its event, `player` whose it is, or empty for the whole table."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.event = cls.step

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
        return [event for told in self.told for event in offers(self.desk.play, told)]

    def said(self, told: Mapping[str, Any]) -> str:
        from tracker.pages.match_forms.senjutsu.sentences import sentence

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
            self.add_error("card", _("No card of this name is known; give its number, as in A-044."))
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


class RevealForm(FullForm):
    """`cards_revealed`: everybody's card at once. Once all have chosen, the log opens the cards that it knows."""

    step = "cards_revealed"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        self.sealed = {
            player: one.card
            for player in self.desk.standing_players()
            if (one := seat(self.desk.play, player)).card is not None
        }
        for actor in self._unknown():
            self.fields[f"card:{actor}"] = forms.CharField(
                label=_("Card of %(name)s") % {"name": name_of(self.desk, actor)}, max_length=60
            )
        targets = [
            (actor, name_of(self.desk, actor)) for actor in (*self.desk.play.fighters, *self.desk.play.foes)
        ]
        for player in self.desk.players:
            if player in self.desk.standing_players():
                self.fields[f"target:{player}"] = choice(
                    _("%(name)s names a target, if the card asks for one")
                    % {"name": self.desk.names.player(player)},
                    [one for one in targets if one[0] != player],
                    required=False,
                )

    def _unknown(self) -> list[str]:
        """Cards that the log does not know: opponents' decks, and clients that keep their secrets."""
        return [
            p for p in (*self.desk.standing_players(), *standing_foes(self.desk.play)) if p not in self.sealed
        ]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        for name, value in list(told.items()):
            if name.startswith("card:") and card_of(str(value)) is None:
                self.add_error(name, _("No card of this name is known; give its number, as in A-044."))
        return told

    @property
    def then(self) -> str:
        return _("All cards are turned up together.")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        cards = dict(self.sealed)
        cards |= {actor: card_of(told[f"card:{actor}"]) or "" for actor in self._unknown()}
        named = {
            name.partition(":")[2]: [value]
            for name, value in told.items()
            if name.startswith("target:") and value
        }
        return [payload(self.step, cards=cards, targets=named or None)]


class TerrainForm(FullForm):
    """`terrain_placed` before a match at full detail."""

    step = "terrain_placed"
    template = "parts/_pad_plain.html"

    def build(self) -> None:
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
    """What only the text of a card says: wounds, conditions, healing, for anybody."""

    step = "by_text"
    template = "parts/_pad_plain.html"
    rare = True

    def build(self) -> None:
        self.may_wait = True
        kinds = [
            ("stun", _("a stun")),
            ("injury", _("an injury")),
            ("wound", _("a wound")),
            ("bleeding", _("a bleeding wound")),
            ("heal", _("a wound is healed")),
            ("stop", _("a bleeding wound is healed")),
        ]
        self.fields["kind"] = choice(_("What happens"), kinds, radio=True)
        actors = [(a, name_of(self.desk, a)) for a in (*self.desk.play.fighters, *self.desk.play.foes)]
        self.fields["actor"] = choice(_("To whom"), actors, radio=True)
        self.fields["count"] = forms.IntegerField(label=_("How often"), initial=1, min_value=1, max_value=20)
        cards = [card for one in table(self.desk.play).seats.values() for card in one.play]
        terrain = [(key, thing.name.to(self.language)) for key, thing in FACTS.terrain.items()]
        shown = [(card, w.card_name(card, self.desk.names)) for card in dict.fromkeys(cards)]
        self.fields["cause"] = choice(_("By which card or terrain"), [*shown, *terrain])

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        kind, actor, count = told["kind"], told["actor"], told["count"]
        if kind in ("stun", "injury"):
            return [payload("condition_gained", actor=actor, kind=kind, count=count, cause=told["cause"])]
        field = "bleeding" if kind in ("bleeding", "stop") else "normal"
        if kind in ("heal", "stop"):
            return [payload("wounds_healed", actor=actor, card=told["cause"], **{field: count})]
        return [payload("wound_taken", actor=actor, cause=told["cause"], **{field: count})]


TYPED: dict[str, type[FullForm]] = {
    form.step: form
    for form in (
        ChooseForm,
        RevealForm,
        TerrainForm,
        TextForm,
    )
}
BY_TEXT = ("wound_taken", "wounds_healed", "condition_gained")
