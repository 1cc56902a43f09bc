"""The steps before the first turn that no schema makes: deck, opponents placed together, a wave."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ruleset import NextEvent
from games.senjutsu.asked import free_hexes
from games.senjutsu.deck_text import from_text
from games.senjutsu.entailed import new_name, slot_types
from games.senjutsu.facts import HORDE, OPPONENTS, SIGNATURES, opponent_limit
from games.senjutsu.solo import count_at_start, may_join, open_limits
from tracker.pages.match_forms.senjutsu.base import Desk, PadForm, Payload, choice, payload
from tracker.pages.match_forms.senjutsu.full.board import drawn

HANDED_IN, PRINTED, TYPED, SECRET = "list", "printed", "text", "secret"
EXPECTED = {"A": (-2, -1), "B": (-1, -2), "C": (1, -3), "D": (2, -3)}
"""Where the start hexes are expected to lie where nobody told the board: opposite the character."""
MOST = 4
"""How many opponents are placed with one form."""


def number(label: Any, *, initial: int | None = None, low: int = 0, high: int = 99) -> forms.IntegerField:
    """A number that may stay empty: unknown."""
    return forms.IntegerField(label=label, required=False, initial=initial, min_value=low, max_value=high)


class DeckForm(PadForm):
    """`deck_registered`: the deck that was handed in, the printed one, or one written down as text."""

    step = "deck"
    event = "deck_registered"
    template = "games/senjutsu/_deck.html"
    any_version = True

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
        self.wait()
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


class OpponentsForm(PadForm):
    """`vo_joined`, several at once: who stands against the players of a solo game. Pairs are placed together."""

    step = "opponents"
    event = "vo_joined"
    template = "parts/_pad_plain.html"

    @classmethod
    def takes(cls, desk: Desk, told: NextEvent) -> bool:
        return told.type == cls.event and desk.play.full is None

    def build(self) -> None:
        super().build()
        types = self._types()
        for place in range(1, MOST + 1):
            label = _("Opponent %(number)s") % {"number": place}
            self.fields[f"type_{place}"] = choice(label, types, required=place == 1)
        if open_limits(self.desk.play) is None:
            self.fields["limit"] = number(_("Wound limit of each"), low=1)
            self.fields["limit"].help_text = _("Empty: by the number of opponents.")
        stances = [(key, self.desk.reader.value("stance", key)) for key in ("offensive", "defensive")]
        self.fields["stance"] = choice(
            _("Stance"), [("", _("as printed")), *stances], required=False, radio=True
        )

    def _types(self) -> list[tuple[str, str]]:
        """Each type with its partner, under the one of both that is printed first."""
        said = self.desk.reader.value
        pairs = {key: _paired(key) for key in may_join(self.desk.play)}
        return [
            (key, " + ".join(said("vo_type", one) for one in pair))
            for key, pair in pairs.items()
            if pair[0] == key
        ]

    def clean(self) -> dict[str, Any]:
        """SEN-SOLO-05: the rules judge opponents one by one, a form places several."""
        told = super().clean() or self.cleaned_data
        legal, count = open_limits(self.desk.play), count_at_start(self.desk.play, len(self._told(told)))
        if self.desk.play.foes and legal and opponent_limit(count) not in legal:
            text = _("Opponents with a wound limit of %(limit)s are there: %(many)s.")
            self.add_error(None, text % {"limit": legal[0], "many": _how_many(legal[0])})
        return told

    def _told(self, told: dict[str, Any]) -> list[str]:
        types = [told.get(f"type_{place}") for place in range(1, MOST + 1)]
        return [one for type_ in types if type_ for one in _paired(type_)]

    def payloads(self) -> list[Payload]:
        told, names = self._told(self.cleaned_data), [*self.desk.play.foes]
        limit = self.cleaned_data.get("limit") or opponent_limit(count_at_start(self.desk.play, len(told)))
        stance = self.cleaned_data.get("stance") or None
        found = []
        for type_ in told:
            names.append(new_name(names, type_))
            found.append(self.logged(vo=names[-1], vo_type=type_, wound_limit=limit, stance=stance))
        return found


def _paired(type_: str) -> tuple[str, ...]:
    """A type with the one that fights beside it, in the printed order."""
    partner = OPPONENTS.types[type_].partner
    return tuple(key for key in OPPONENTS.types if key in (type_, partner))


def _how_many(limit: int) -> str:
    """For how many opponents a wound limit is."""
    table = OPPONENTS.limits.by_count
    count = table.index(limit) + 1
    if count == len(table):
        return _("%(count)s opponents or more") % {"count": count}
    return ngettext("%(count)d opponent", "%(count)d opponents", count) % {"count": count}


class WaveForm(PadForm):
    """`wave_started`: everything about the wave is known but the start hexes."""

    step = "wave"
    event = "wave_started"
    template = "games/senjutsu/_wave.html"

    def build(self) -> None:
        starts = [(hex_, hex_) for hex_ in HORDE.starts]
        for (slot, name), (first, _shown) in zip(self._slots().items(), starts, strict=False):
            self.fields[slot] = choice(name, starts, radio=True)
            self.fields[slot].initial = first
        for letter in self.unknown:
            for axis, value in zip("qr", EXPECTED[letter], strict=True):
                self.fields[f"{axis}:{letter}"] = forms.IntegerField(
                    label=f"{letter}, {axis}", min_value=-30, max_value=30, initial=value
                )

    @property
    def unknown(self) -> list[str]:
        """The start hexes of which nobody told where they lie: asked once, at full detail alone."""
        full = self.desk.play.full
        return [] if full is None else [letter for letter in HORDE.starts if letter not in full.letters]

    @property
    def choices(self) -> list[Any]:
        """Which opponent stands on which start hex."""
        return [field for field in self if ":" not in field.name]

    @property
    def pairs(self) -> list[list[Any]]:
        """The two numbers of each hex that is asked for."""
        return [[self[f"{axis}:{letter}"] for axis in "qr"] for letter in self.unknown]

    @property
    def board(self) -> dict[str, Any] | None:
        """The hexes to count on."""
        return drawn(self.desk, free_hexes(self.desk.play)) if self.unknown else None

    def clean(self) -> dict[str, Any]:
        """SEN-HORDE-04, said beside the form: each opponent on its own start hex."""
        told = super().clean() or self.cleaned_data
        chosen = [told.get(slot) for slot in self._slots()]
        if len(set(chosen)) < len(chosen):
            self.add_error(None, _("Each opponent stands on a start hex of its own."))
        return told

    def _slots(self) -> dict[str, str]:
        """Slot -> the type that stands for it, numbered where there are several of one."""
        names: dict[str, str] = {}
        types = slot_types(self.desk.play)
        for slot, type_ in types.items():
            several = list(types.values()).count(type_) > 1
            named = new_name(names.values(), type_) if several else type_
            names[slot] = named
        return {slot: self.desk.reader.value("vo_type", named) for slot, named in names.items()}

    @property
    def ways(self) -> str:
        """Which way each start hex makes an opponent go: `A left, B middle`."""
        said = self.desk.reader.value
        return ", ".join(f"{hex_} {said('behaviour', way)}" for hex_, way in HORDE.starts.items())

    def payloads(self) -> list[Payload]:
        told = self.cleaned_data
        vos = [{"slot": slot, "hex": told[slot]} for slot in self._slots()]
        letters = {letter: [told[f"{axis}:{letter}"] for axis in "qr"] for letter in self.unknown}
        return [self.logged(vos=vos, start_letters=letters or None)]
