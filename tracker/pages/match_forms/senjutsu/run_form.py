"""The form of a run to log. What it collects is judged by the rules when it is logged.

Called by `tracker.pages.ladder.runs`, which finds it among the pages of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.senjutsu.facts import FACTS, HORDE, OPPONENTS, REPLACING
from games.senjutsu.ladder.book import LADDER
from games.senjutsu.worded import WORDS
from tracker.messages import language
from tracker.pages.forms.ladders import Moment

KATANA = tuple(slot for slot, kind in HORDE.slots.items() if kind == "katana")
PRINTED = ("wound_limit", "hand_limit")
RESULT = ("waves_cleared", "vos_in_wave", "last_clear_turn", "turns")


def number(label: Any, *, initial: int | None = None, low: int = 0, high: int) -> forms.IntegerField:
    """A number that may stay empty: unknown."""
    return forms.IntegerField(label=label, required=False, initial=initial, min_value=low, max_value=high)


def characters() -> list[tuple[str, Any]]:
    """None chosen yet; those of the base box first."""
    names = LADDER.characters
    base = tuple(FACTS.characters)
    named = [(key, names[key].to(language())) for key in (*base, *(key for key in names if key not in base))]
    return [("", _("choose")), *named]


def weapons() -> list[tuple[str, Any]]:
    own = [(key, weapon.name.to(language())) for key, weapon in FACTS.weapons.items()]
    return [("", _("as in the printed deck")), *own]


def replacements() -> list[tuple[str, Any]]:
    """What may stand in for a katana."""
    kinds = [(key, OPPONENTS.types[key].name.to(language())) for key in REPLACING]
    return [("", _("katana, as printed")), *kinds]


class RunForm(forms.Form):
    """A run to log: by whom, with whom, on which board; for a result alone what it came to, for anything finer the
    limits by which its character is defeated (SEN-END-01, -02)."""

    player = forms.ChoiceField(label=_("Player"))
    character = forms.ChoiceField(label=_("Character"), choices=characters)
    weapon = forms.ChoiceField(label=_("Weapon"), choices=weapons, required=False)
    detail = forms.ChoiceField(label=_("How it is logged"), widget=forms.RadioSelect, initial="summary")
    wound_limit = number("", low=1, high=9999)
    hand_limit = number("", low=1, high=9999)
    waves_cleared = number(_("Waves cleared"), high=9999)
    vos_in_wave = number(_("Opponents defeated in the last wave"), initial=0, high=3)
    last_clear_turn = number(_("Turn of the last clear"), high=9999)
    turns = number(_("Turns in all"), high=9999)
    turns.help_text = _("If you counted them.")
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
        for name in PRINTED:
            self.fields[name].label = WORDS.fields[name].to(language())

    @property
    def printed(self) -> str:
        """Where the printed numbers stand."""
        return WORDS.lines["character_card"].to(language())

    def told(self) -> dict[str, Any]:
        """The run in the fields of `games.senjutsu.ladder.run_log`."""
        data = self.cleaned_data
        run: dict[str, Any] = {name: data[name] for name in ("character", "detail", "fallen_lord")}
        run["weapon"] = data["weapon"] or None
        run["nightmare"] = {slot: data[slot] for slot in KATANA if data[slot]}
        if data["detail"] == "summary":
            run |= {name: data[name] for name in RESULT if data[name] is not None}
            run["ended"] = data["ended"] or "wounds"
        else:
            run |= {name: data[name] for name in PRINTED if data[name] is not None}
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
