"""Steps with cards that nobody imported: the players name the card that they play and read its numbers off it.

What the rules know is offered as ever; fields stand only for what they do not know (SFB-LOG-05). Called by `steps`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.codec import codec_for
from games.ruleset import SYSTEM, Actor
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.full.bonuses import defence_sums, strength_sums
from games.super_fantasy_brawl.full.cards import card_of, defence_of, has_attack
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.frame import action_of, owner_of
from games.super_fantasy_brawl.full.hands import unlisted
from games.super_fantasy_brawl.full.hits import hit
from games.super_fantasy_brawl.full.moves_action import in_hand
from games.super_fantasy_brawl.full.moves_effects import stuns
from games.super_fantasy_brawl.state import figures_of
from tracker.pages.match_forms.pad import Payload, choice, payload
from tracker.pages.match_forms.super_fantasy_brawl.base import champion as named_champion
from tracker.pages.match_forms.super_fantasy_brawl.full.forms import PickForm

SOME_CARD = "?"
"""Stands for a card while nobody has named it."""
MOST = 30
"""No strength and no defence is higher."""


class NamedForm(PickForm):
    """What is offered; where nobody told which cards it is about, the name of one (`names_card`), and `typed` fields
    of what else has to be told of it. A named card goes before a choice, which may be chosen already."""

    label = gettext_lazy("Name of the card")
    names_card = False

    def build(self) -> None:
        super().build()
        self.names_card = self.is_unlisted()
        if self.names_card:
            self.fields["choice"].required = False
            self.fields["named"] = forms.CharField(label=self.label, required=False, max_length=120)
            self.more()

    def is_unlisted(self) -> bool:
        """Whether nobody told the cards of the hand."""
        return unlisted(self.desk.play, self.player)

    def more(self) -> None:
        """What else has to be told of the card."""

    def told_of_card(self) -> dict[str, Any]:
        """The fields of the event with the named card."""
        raise NotImplementedError

    @property
    def typed(self) -> list[Any]:
        return [self[name] for name in self.fields if name != "choice"] if self.names_card else []

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors or not self.names_card or (told.get("choice") and not told.get("named")):
            return told
        if not told.get("named"):
            self.add_error("named", _("Name the card."))
        for name in self.fields:
            if name not in ("choice", "named") and not told.get(name):
                self.add_error(name, _("Choose one."))
        return told

    def clean_choice(self) -> Payload:
        return super().clean_choice() if self.cleaned_data["choice"] else {}

    def payloads(self) -> list[Payload]:
        if self.names_card and self.cleaned_data["named"]:
            return [payload(self.step, **self.told_of_card())]
        return super().payloads()


class PlayForm(NamedForm):
    """A card from a hand: with it the champion that it is for, in `field`, and the core that pays for it."""

    step = "action_card_played"
    field, whose_card = "champion", gettext_lazy("Whose card")

    def more(self) -> None:
        cores = ready_cores(self.desk.play, self.player)
        legal = [key for key in self.champions() if cores and self._may(key, cores[0])]
        named = [(key, named_champion(self.desk, key)) for key in legal]
        self.fields[self.field] = _one_of(self.whose_card, named)
        paying = [(core, self.desk.reader.value("core", core)) for core in cores]
        self.fields["core"] = _one_of(_("Core of magic"), paying)

    def champions(self) -> Iterable[str]:
        """Whom a card may be for."""
        return figures_of(self.desk.play, self.player)

    def _may(self, champion: str, core: str) -> bool:
        told = {"player": self.player, self.field: champion, "card": SOME_CARD, "core": core}
        by = SYSTEM if self.desk.is_staff else Actor("player", self.player)
        return not RULES.check(self.desk.play, codec_for(self.desk.rules).from_payload(self.step, told), by)

    def told_of_card(self) -> dict[str, Any]:
        told = self.cleaned_data
        whom = {self.field: told[self.field]}
        return {"player": self.player, **whom, "card": told["named"], "core": told["core"]}


class ReactForm(PlayForm):
    step = event = "reaction_played"
    field, whose_card = "on_champion", gettext_lazy("For which champion")

    def champions(self) -> Iterable[str]:
        return action_of(self.desk.play).targets


def _one_of(label: Any, options: list[tuple[str, str]]) -> forms.ChoiceField:
    """One of several, the only one chosen already."""
    field = choice(label, options, required=False, radio=True)
    field.initial = options[0][0] if len(options) == 1 else None
    return field


class ResolveForm(PickForm):
    """`attack_resolved`: strength and defence as they are read off the cards, where the rules do not know them."""

    step = "attack_resolved"

    def build(self) -> None:
        super().build()
        strength = self._strength()
        unknown = [key for key in self._struck() if defence_of(self.desk.play, key) is None]
        self.asked = not self.offered and not self.data.get("choice") and (not strength or bool(unknown))
        if not self.asked:
            return
        del self.fields["choice"]
        if strength is None:
            self.fields["strength"] = _number(_("Strength of the attack, with all that adds to it"))
        for champion in unknown:
            label = _("%(champion)s: defence, with all that adds to it")
            self.fields[f"defence:{champion}"] = _number(
                label % {"champion": named_champion(self.desk, champion)}
            )

    def _strength(self) -> int | None:
        """The printed strength of the card of the attack; None: unknown."""
        card = card_of(self.desk.play, action_of(self.desk.play).card)
        if card is None:
            return None
        return 0 if has_attack(card) is False else card.attack

    def _struck(self) -> list[str]:
        """The targets that still stand."""
        play = self.desk.play
        return [key for key in action_of(play).targets if play.figures[key].cell is not None]

    def is_open(self) -> bool:
        return self.asked or super().is_open()

    @property
    def template(self) -> str:  # type: ignore[override]
        return "parts/_pad_plain.html" if self.asked else super().template

    def payloads(self) -> list[Payload]:
        if not self.asked:
            return super().payloads()
        hits = [self._hit(champion) for champion in self._struck()]
        return [payload(self.step, card=action_of(self.desk.play).card, targets=hits)]

    def _hit(self, champion: str) -> dict[str, Any]:
        """With the one modifier that the rules know, or none."""
        play, told = self.desk.play, self.cleaned_data
        strength = told.get("strength", self._strength() or 0)
        defence = told.get(f"defence:{champion}", defence_of(play, champion) or 0)
        more, guard = (
            min(sums or {0}, key=abs) for sums in (strength_sums(play), defence_sums(play, champion))
        )
        made: dict[str, Any] = msgspec.to_builtins(hit(champion, strength, more, defence, guard))
        return made


def _number(label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=MOST)


class StunForm(NamedForm):
    """`champion_stunned`: a card of the champion goes, or the hand is shown. Whose cards nobody told names the card."""

    step = "champion_stunned"
    label = gettext_lazy("Name of the discarded card")

    def is_unlisted(self) -> bool:
        return self._stunned() is not None

    def _stunned(self) -> tuple[str, str, str | None] | None:
        """(champion, cause, card) of the stun of a champion whose player's cards are unknown; None: they are known."""
        play, desk = self.desk.play, self.desk
        for champion, cause, source in stuns(play) if play.full is not None else ():
            owner = owner_of(play, champion)
            if owner in desk.players and not in_hand(play, owner):
                return champion, cause, source
        return None

    def is_open(self) -> bool:
        return super().is_open() or self.names_card

    def told_of_card(self) -> dict[str, Any]:
        champion, cause, source = self._stunned() or ("", "", None)
        return {
            "champion": champion,
            "cause": cause,
            "discarded": self.cleaned_data["named"],
            "source": source,
        }


UNKNOWN_FORMS: dict[str, type[PickForm]] = {
    form.step: form for form in (PlayForm, ReactForm, ResolveForm, StunForm)
}
