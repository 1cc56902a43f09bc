"""Forms of the door: a match by the names of its players, and an account of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.choices import LEVELS, Mode
from games.registry import MATCHES
from tracker import names
from tracker.commands import tables_of
from tracker.messages import language
from tracker.pages.forms.choices import LEVELS as WORDS
from tracker.pages.forms.choices import levels_told
from tracker.pages.forms.tables import first_answers, seat, side_field
from tracker.pages.match_forms import pages_of

SIDE = "side_"
"""Before the key of a game: its field of the side that is the person's own."""


def _games() -> list[tuple[str, str]]:
    """The games that two can play, then each way in which somebody plays alone (`system:mode`)."""
    lang = language()
    every = {system: tables_of(system) for system in MATCHES}
    two = [(system, tables.name.to(lang)) for system, tables in every.items() if tables.for_two]
    one = [
        (f"{system}:{mode.key}", f"{tables.name.to(lang)}: {mode.name.to(lang)}")
        for system, tables in every.items()
        for mode in tables.for_one
    ]
    return two + one


def way_of(game: str) -> tuple[str, Mode]:
    """The system of a game that is offered, and how people sit down at it."""
    system, _colon, key = game.partition(":")
    tables = tables_of(system)
    mode = tables.mode(key) if key else tables.for_two
    assert mode is not None
    return system, mode


def sides_of(system: str, mode: Mode) -> list[tuple[str, str]]:
    """(side, name) of a way to sit down."""
    words, lang = pages_of(system), language()
    return [(side, words.side_name(side, lang)) for side in mode.sides]


def in_their_order(mode: Mode, own: str | None) -> list[str]:
    """The sides, the person's own one first; that of the first seat where none is chosen."""
    return sorted(mode.sides, key=lambda side: side != own)


class PlayForm(forms.Form):
    """A game, the names at its seats and how closely it is logged; everything else is as a new match of it begins."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect, choices=_games)
    first = forms.CharField(
        label=_("Your name"),
        max_length=names.LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "given-name", "spellcheck": "false"}),
    )
    second = forms.CharField(
        label=_("Your opponent's name"),
        max_length=names.LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    detail = forms.ChoiceField(
        label=_("How closely the match is logged"),
        widget=forms.RadioSelect,
        choices=lambda: levels_told(LEVELS),
        initial=LEVELS[0],
        required=False,
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    plays_as = ""
    """Of a device that plays for one player: that player's name, which is not asked for."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for system, _name in _games():
            mode = way_of(system)[1]
            if mode.unlike and len(mode.sides) > 1:
                self.fields[SIDE + system] = side_field(_("Your side"), sides_of(system, mode))

    def games_for_two(self) -> list[tuple[BoundWidget, BoundField | None]]:
        """Each with the choice of a side where its sides differ."""
        two = [option for option in self["game"] if ":" not in option.data["value"]]
        sides = [SIDE + option.data["value"] for option in two]
        return [
            (one, self[side] if side in self.fields else None) for one, side in zip(two, sides, strict=True)
        ]

    def ways_alone(self) -> list[BoundWidget]:
        return [option for option in self["game"] if ":" in option.data["value"]]

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if "game" not in told:
            return told
        system, mode = way_of(told["game"])
        if mode.is_for_two and not told.get("second") and "second" not in self.errors:
            self.add_error("second", self.fields["second"].error_messages["required"])
        levels = tables_of(system).levels
        if told.get("detail") in (None, "", LEVELS[0]):
            told["detail"] = levels[0]
        elif told["detail"] not in levels:
            known = ", ".join(str(WORDS[level]) for level in levels)
            self.add_error("detail", gettext("This game is logged: %(levels)s.") % {"levels": known})
        return told

    def ask_for_the_game_alone(self) -> None:
        """Forgets the faults of all else, for which the whole form asks again."""
        for name in [name for name in self.errors if name != "game"]:
            del self.errors[name]

    def answers(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """What the form of a new match of the game in `told` holds, filled in by what `told` says of the others."""
        system, mode = way_of(told["game"])
        tables = tables_of(system)
        own, *others = in_their_order(mode, told.get(SIDE + told["game"]))
        shown = first_answers(tables, mode, told.get("first", ""), told.get("key", ""), own)
        against = {seat(side, 1): told.get("second", "") for side in others[:1]}
        level = told.get("detail")
        detail = level if level in tables.levels else tables.levels[0]
        return {**shown, "detail": detail, "scenario": tables.first_scenario, **against}

    def blame(self, field: str, message: str) -> bool:
        """Puts a refusal of a seat at its name; False where the form has no such field."""
        if not field.startswith("seats."):
            return False
        game = self.cleaned_data["game"]
        own = in_their_order(way_of(game)[1], self.cleaned_data.get(SIDE + game))[0]
        mine = field == f"seats.{own}.1"
        self.add_error("first" if mine else "second", message)
        return True


class SignUpForm(UserCreationForm):
    """A name, a password twice, and an e-mail for whoever wants a way back in."""

    email = forms.EmailField(
        label=_("E-mail (optional)"),
        required=False,
        help_text=_("Only for a new password, should you forget yours."),
    )

    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")
