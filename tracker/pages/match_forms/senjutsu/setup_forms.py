"""The steps before the first turn: character, deck, decks of opponents, the fallen lord."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.senjutsu.deck_text import from_text
from games.senjutsu.facts import CHARACTERS, FACTS, OPPONENTS, SIGNATURES
from games.senjutsu.weapons import COVERED
from tracker.pages.match_forms.pad import choice, payload
from tracker.pages.match_forms.senjutsu import words as w
from tracker.pages.match_forms.senjutsu.base import PadForm, Payload

OTHER = "other"
HANDED_IN, PRINTED, TYPED, SECRET = "list", "printed", "text", "secret"


def number(label: str, *, initial: int | None = None, low: int = 0, high: int = 99) -> forms.IntegerField:
    """A number that may stay empty: unknown."""
    return forms.IntegerField(label=label, required=False, initial=initial, min_value=low, max_value=high)


def no_card() -> str:
    """What is said of a card that is neither a number nor a known name."""
    return _("There is no card of this name; give its number, such as A-044.")


def split(text: str) -> list[str]:
    """Words set apart by commas, semicolons or lines."""
    parts = text.replace(";", ",").replace("\n", ",").split(",")
    return [part.strip() for part in parts if part.strip()]


class CharacterForm(PadForm):
    """`side_registered`: the character, its weapon, and the numbers printed on its mat."""

    step = "character"
    event = "side_registered"
    template = "games/senjutsu/_character.html"

    def build(self) -> None:
        options = [(key, w.character_name(key, self.language)) for key in self._free()]
        self.fields["character"] = choice(_("Character"), [*options, (OTHER, _("another one"))], radio=True)
        self.fields["other"] = forms.CharField(
            label=_("Name of the other character"), max_length=40, required=False
        )
        weapons = [(key, w.weapon_name(key, self.language)) for key in FACTS.weapons]
        self.fields["weapon"] = choice(
            _("Weapon"), [("", _("the printed one")), *weapons], required=False, radio=True
        )
        self.fields["wound_limit"] = number(_("Wound limit"), low=1)
        self.fields["hand_limit"] = number(_("Hand limit"), low=1)
        self.fields["advantage"] = number(_("Advantage"))
        self.fields["cover"] = forms.BooleanField(label=_("Begins in cover"), required=False)

    def _free(self) -> list[str]:
        """SEN-ROSTER-18: a character that nobody else plays."""
        taken = {fighter.character for fighter in self.desk.play.fighters.values()}
        return [key for key in CHARACTERS if not self.desk.play.options.unique_characters or key not in taken]

    @property
    def title(self) -> str:
        return _("Choose the character")

    @property
    def button(self) -> str:
        return _("Register the character")

    @property
    def then(self) -> str:
        return _("The weapon stays secret until the first turn.")

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("character") == OTHER and not told.get("other"):
            self.add_error("other", _("Which character is it?"))
        return told

    @property
    def rare_told(self) -> bool:
        """Whether something was filled in that most characters do not need."""
        return self.is_bound and any(self.data.get(name) for name in ("other", "weapon", "cover"))

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        base = told["character"] != OTHER
        key = told["character"] if base else told["other"].strip().casefold().replace(" ", "_")
        return [
            payload(
                self.event,
                player=self.player,
                character=key,
                core_card=CHARACTERS[key].core if key in CHARACTERS else None,
                wound_limit=told.get("wound_limit"),
                hand_limit=told.get("hand_limit"),
                advantage=told.get("advantage"),
                cover=True if told.get("cover") or key in COVERED else None,
                **self._weapon(key, told.get("weapon") or ""),
            )
        ]

    def _weapon(self, character: str, chosen: str) -> dict[str, Any]:
        printed = CHARACTERS[character].weapons if character in CHARACTERS else ()
        weapons = [chosen] if chosen else list(printed)
        if not weapons:
            return {"weapons": None, "weapon_cards": None}
        return {"weapons": weapons, "weapon_cards": [FACTS.weapons[key].card for key in weapons]}


class DeckForm(PadForm):
    """`deck_registered`: the deck that was handed in, the printed one, or one written down as text."""

    step = "deck"
    event = "deck_registered"
    template = "games/senjutsu/_deck.html"

    def build(self) -> None:
        listed = self.desk.rosters.get(self.player)
        options = [
            *([(HANDED_IN, _("the deck that I handed in"))] if listed else []),
            *([(PRINTED, _("the printed deck of the character"))] if self._printed else []),
            (TYPED, _("a list, one card a line")),
            (SECRET, _("do not show the list")),
        ]
        self.fields["which"] = choice(_("Deck"), options, radio=True)
        self.fields["which"].initial = options[0][0]
        self.fields["text"] = forms.CharField(
            label=_("Cards"),
            required=False,
            max_length=8000,
            widget=forms.Textarea(attrs={"rows": 8, "placeholder": "2 A-044"}),
        )
        self.fields["poison_size"] = number(_("Cards in the poison deck"))
        self.fields["poison_size"].help_text = _(
            "For a list that you keep to yourself: this number is public."
        )

    @property
    def _printed(self) -> bool:
        return self.fighter.character in SIGNATURES

    @property
    def title(self) -> str:
        return _("Register the deck")

    @property
    def button(self) -> str:
        return _("Register this deck")

    @property
    def then(self) -> str:
        return _("The cards are sealed: others see them when the organisers' rules allow it.")

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        if told.get("which") == TYPED:
            self.typed, problems = from_text(told.get("text") or "")
            for problem in problems:
                self.add_error("text", f"{problem.line}: {problem.text}")
            if not self.typed.get("cards") and not problems:
                self.add_error("text", _("Name the cards."))
        return told

    def payloads(self) -> list[Payload]:
        made = {HANDED_IN: self._handed_in, PRINTED: self._from_print, TYPED: self._from_text}
        told = made.get(self.cleaned_data["which"], self._kept)()
        poison = told.get("poison_cards")
        size = told.get("poison_size") if poison is None else len(poison)
        return [payload(self.event, **{**told, "player": self.player, "poison_size": size})]

    def _kept(self) -> dict[str, Any]:
        """SEN-ROSTER-20: of a list that stays with its owner, the size of the poison deck."""
        return {"poison_size": self.cleaned_data.get("poison_size")}

    def _handed_in(self) -> dict[str, Any]:
        return dict(self.desk.rosters[self.player])

    def _from_print(self) -> dict[str, Any]:
        printed = SIGNATURES[self.fighter.character or ""]
        school = [printed.school] if printed.school else []
        return {"signature": True, "cards": dict(printed.cards), "schools": school, "poison_cards": []}

    def _from_text(self) -> dict[str, Any]:
        body = self.typed
        return {
            "signature": body.get("signature", False),
            "cards": body["cards"],
            "schools": list(body.get("schools", ())),
            "poison_cards": list(body.get("poison", ())),
        }


class FoeDeckForm(PadForm):
    """`vo_deck_registered`: staff build the deck of an opponent from the selection decks."""

    step = "foe_deck"
    event = "vo_deck_registered"
    may_wait = True
    template = "parts/_pad_plain.html"

    def build(self) -> None:
        types = [(key, w.opponent_name(key, self.language)) for key in OPPONENTS.types]
        self.fields["vo_type"] = choice(_("Opponent"), types)
        self.fields["cards"] = forms.CharField(
            label=_("Cards"),
            max_length=400,
            widget=forms.Textarea(attrs={"rows": 2, "placeholder": "S-002, S-014"}),
        )

    @property
    def title(self) -> str:
        return _("Build an opponent's deck")

    @property
    def button(self) -> str:
        return _("Log the deck")

    @property
    def then(self) -> str:
        return _("Only staff see its cards before the end.")

    def payloads(self) -> list[Payload]:
        type_ = self.cleaned_data["vo_type"]
        taken = self.desk.play.foe_decks
        name = next(f"{type_}-{n}" for n in range(1, 99) if f"{type_}-{n}" not in taken)
        cards = [card.upper() for card in split(self.cleaned_data["cards"])]
        return [payload(self.event, vo_deck=name, vo_type=type_, cards=cards, substitutions=[])]


class CorpseForm(PadForm):
    """`terrain_placed`: the token of the fallen lord beside the start hex."""

    step = "corpse"
    event = "terrain_placed"
    template = "games/senjutsu/_pairs.html"
    PLACES = ("start", "hex")

    def build(self) -> None:
        for place, label in zip(self.PLACES, (_("Start hex X"), _("The fallen lord")), strict=True):
            for axis in ("q", "r"):
                self.fields[f"{place}_{axis}"] = forms.IntegerField(
                    label=f"{label}, {axis}", min_value=-30, max_value=30, initial=0
                )

    @property
    def pairs(self) -> list[list[Any]]:
        return [[self[f"{place}_{axis}"] for axis in ("q", "r")] for place in self.PLACES]

    @property
    def title(self) -> str:
        return _("Lay down the fallen lord")

    @property
    def button(self) -> str:
        return _("Log the place")

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        places = {place: [told[f"{place}_q"], told[f"{place}_r"]] for place in self.PLACES}
        return [payload(self.event, object="corpse", **places)]
