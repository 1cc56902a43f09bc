"""Forms of runs and seasons. What they collect is judged by the rules when it is logged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.registry import LADDERS, MATCHES, TABLES
from games.senjutsu.facts import FACTS, HORDE, OPPONENTS
from tracker.messages import language

SYSTEM = "senjutsu"
KATANA = tuple(slot for slot, kind in HORDE.slots.items() if kind == "katana")
RESULT = ("waves_cleared", "vos_in_wave", "last_clear_turn", "turns")


class Moment(forms.DateTimeField):
    """A moment on the hall's clock, with the browser's own picker."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)


def characters() -> list[tuple[str, str]]:
    """Those of the base box first."""
    names = LADDERS[SYSTEM].characters
    base = tuple(FACTS.characters)
    return [(key, names[key].to(language())) for key in (*base, *(key for key in names if key not in base))]


def weapons() -> list[tuple[str, Any]]:
    own = [(key, weapon.name.to(language())) for key, weapon in FACTS.weapons.items()]
    return [("", _("as in the printed deck")), *own]


def replacements() -> list[tuple[str, Any]]:
    """What may stand in for a katana."""
    kinds = [
        (key, kind.name.to(language()))
        for key, kind in OPPONENTS.types.items()
        if key not in ("katana", "leader")
    ]
    return [("", _("katana, as printed")), *kinds]


class RunForm(forms.Form):
    """A run to log: by whom, with whom, on which board, and for a result alone what it came to."""

    player = forms.ChoiceField(label=_("Player"))
    character = forms.ChoiceField(label=_("Character"), choices=characters)
    weapon = forms.ChoiceField(label=_("Weapon"), choices=weapons, required=False)
    detail = forms.ChoiceField(label=_("How it is logged"), widget=forms.RadioSelect, initial="summary")
    waves_cleared = forms.IntegerField(label=_("Waves cleared"), min_value=0, max_value=9999, required=False)
    vos_in_wave = forms.IntegerField(
        label=_("Opponents defeated in the last wave"), min_value=0, max_value=3, required=False, initial=0
    )
    last_clear_turn = forms.IntegerField(
        label=_("Turn of the last clear"), min_value=0, max_value=9999, required=False
    )
    turns = forms.IntegerField(
        label=_("Turns in all"),
        min_value=0,
        max_value=9999,
        required=False,
        help_text=_("If you counted them."),
    )
    ended = forms.ChoiceField(
        label=_("How it ended"),
        choices=[
            ("wounds", _("defeated by wounds")),
            ("stun", _("defeated by stuns")),
            ("execution", _("executed")),
            ("lord", _("the fallen lord was struck")),
            ("retired", _("retired")),
        ],
        required=False,
    )
    fallen_lord = forms.BooleanField(label=_("With the fallen lord"), required=False)
    k1 = forms.ChoiceField(label=_("First katana"), choices=replacements, required=False)
    k2 = forms.ChoiceField(label=_("Second katana"), choices=replacements, required=False)
    k3 = forms.ChoiceField(label=_("Third katana"), choices=replacements, required=False)
    played = Moment(label=_("When it was played"), required=False, help_text=_("Empty: now."))
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self,
        players: Iterable[tuple[str, str]],
        details: Iterable[tuple[str, Any]],
        *args: Any,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        for name, choices in (("player", players), ("detail", details)):
            field: Any = self.fields[name]
            field.choices = list(choices)

    def told(self) -> dict[str, Any]:
        """The run in the fields of `games.senjutsu.run_log`."""
        data = self.cleaned_data
        run: dict[str, Any] = {name: data[name] for name in ("character", "detail", "fallen_lord")}
        run["weapon"] = data["weapon"] or None
        run["nightmare"] = {slot: data[slot] for slot in KATANA if data[slot]}
        if data["detail"] == "summary":
            run |= {name: data[name] for name in RESULT if data[name] is not None}
            run["ended"] = data["ended"] or "wounds"
        return run

    def clean(self) -> dict[str, Any]:
        """A result alone needs its waves, and its last clear if there was one."""
        data = super().clean() or {}
        if data.get("detail") == "summary":
            if data.get("waves_cleared") is None:
                self.add_error("waves_cleared", _("How many waves were cleared?"))
            elif data["waves_cleared"] and data.get("last_clear_turn") is None:
                self.add_error("last_clear_turn", _("In which turn was the last of them cleared?"))
        return data


class SeasonForm(forms.Form):
    """A season: its name, and from when to when runs are started in it."""

    name = forms.CharField(label=_("Name of the season"), max_length=120)
    starts = Moment(label=_("Starts"))
    ends = Moment(label=_("Ends"), required=False, help_text=_("Empty: until you close it."))
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


class NewSeasonForm(SeasonForm):
    """A season of a game: its ladders, or a league over its tournaments, or both."""

    def __init__(self, *args: Any, **told: Any) -> None:
        super().__init__(*args, **told)
        games = {key: TABLES[key].name.to(language()) for key in (SYSTEM, *MATCHES) if key in TABLES}
        self.fields["system"] = forms.ChoiceField(
            label=_("Game"), required=False, choices=list(games.items())
        )
