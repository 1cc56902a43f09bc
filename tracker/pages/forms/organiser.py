"""Forms of organisers: a new event, players typed or pasted, a draw, reasons, an import."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import gettext_lazy as _
from msgspec import to_builtins
from msgspec.structs import fields, replace

from games.choices import Choice
from tracker.card_files import format_of
from tracker.commands import PRESETS, tables_of
from tracker.formats.named import named
from tracker.formats.structs import Stage
from tracker.formats.swiss import suggested_rounds
from tracker.messages import language
from tracker.pages.event.formats import ORDERS, SEEDINGS
from tracker.pages.forms.choices import LEVELS, field_of, told_by
from tracker.rulesets.tournament.events import Options
from tracker.selectors import with_editions

USUAL = next(str(one.default) for one in fields(Options) if one.name == "detail")
"""How closely an event is logged whose preset does not say it."""
OWN = frozenset(Options.__struct_fields__)
"""Options that a tournament has itself; the others are passed on to its matches as they are."""


def format_choices() -> list[tuple[str, str]]:
    """(key, name in the reader's language) of every format."""
    return [(key, one.title.to(language())) for key, one in named().items()]


def preset_choices() -> list[tuple[str, str]]:
    """(key, name in the reader's language) of every preset; its game, under which it stands, is left out."""
    told = {key: preset["name"][language()].rpartition(": ")[2] for key, preset in PRESETS.items()}
    return [(key, name[:1].upper() + name[1:]) for key, name in told.items()]


@dataclass(frozen=True)
class Game:
    """A game as the page offers it: its presets, and the options of its matches. `chosen`: one of these presets is the
    form's; `open`: an option is changed or wrong.
    """

    name: str
    presets: list[BoundWidget]
    fields: list[BoundField]
    chosen: bool

    @property
    def open(self) -> bool:
        return any(field.errors or (field.value() or None) != field.initial for field in self.fields)


class NewEventForm(forms.Form):
    """A tournament from a preset. Whatever is left empty is as in the preset.

    Each system has its options for the matches; those of the chosen preset's system count.
    """

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    preset = forms.ChoiceField(label=_("Preset"), choices=preset_choices, widget=forms.RadioSelect)
    format = forms.ChoiceField(
        label=_("Format"), choices=lambda: [("", _("as in the preset")), *format_choices()], required=False
    )
    expected = forms.IntegerField(
        label=_("Players expected"),
        required=False,
        min_value=2,
        max_value=10_000,
        help_text=_("Without a number of rounds as many are planned as separate that many players."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=20,
        help_text=_("Leave empty to use the preset's number."),
    )
    cut = forms.IntegerField(
        label=_("How many go on to the play-off"), required=False, min_value=2, max_value=512
    )
    pools = forms.IntegerField(label=_("Groups"), required=False, min_value=2, max_value=64)
    order = forms.ChoiceField(
        label=_("Who meets whom among those of equal points"),
        required=False,
        choices=lambda: list(ORDERS.items()),
    )
    seeding = forms.ChoiceField(
        label=_("Order of seeds"),
        required=False,
        choices=lambda: [("", _("as the format says")), *SEEDINGS.items()],
        help_text=_(
            "Ratings are those of the game's list when a round is drawn, or those that you type for a player."
        ),
    )
    accelerated = forms.BooleanField(
        label=_(
            "Accelerated (Baku): the upper half of the seeds is lent points in the first half of the rounds"
        ),
        required=False,
    )
    team_size = forms.IntegerField(
        label=_("Boards, or players a side in doubles"),
        required=False,
        min_value=1,
        max_value=12,
        help_text=_("Leave empty where players play for themselves."),
    )
    team_kind = forms.ChoiceField(
        label=_("How teams meet"),
        required=False,
        choices=[
            ("order", _("board 1 against board 1 and so on")),
            ("captains", _("captains pair the boards: attackers and defenders in secret")),
            ("doubles", _("doubles: all of a side at one table")),
        ],
    )
    detail = forms.ChoiceField(
        label=_("How closely matches are logged"),
        choices=[("", _("as in the preset")), *LEVELS.items()],
        widget=forms.RadioSelect,
        required=False,
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        played = dict.fromkeys(preset["system"] for preset in PRESETS.values())
        self.systems = {system: _choices(system) for system in played}
        for system, choices in self.systems.items():
            for choice in choices:
                field = field_of(choice, unset=_("as in the preset"))
                field.initial = choice.default if choice.kind == "row" else None
                self.fields[f"{system}-{choice.key}"] = field

    def games(self) -> Iterator[Game]:
        """Every game that has presets, in their order."""
        field = self["preset"]
        for system, choices in self.systems.items():
            presets = [one for one in field.subwidgets if PRESETS[one.data["value"]]["system"] == system]
            fields = [self[f"{system}-{choice.key}"] for choice in choices]
            chosen = any(one.data["value"] == field.value() for one in presets)
            yield Game(tables_of(system).name.to(language()), presets, fields, chosen)

    def told(self) -> dict[str, Any]:
        """What differs from the preset, as options of the tournament."""
        told = {name: self.cleaned_data.get(name) for name in ("rounds", "detail")}
        told |= self._stages(told["rounds"]) | self._teams()
        preset = PRESETS[self.cleaned_data["preset"]]
        system = preset["system"]
        level = told["detail"] or preset["options"].get("detail") or USUAL
        wanted = told_by(self.systems[system], self.cleaned_data, f"{system}-", level)
        own = {name: value for name, value in wanted.items() if name in OWN}
        for_matches = {name: value for name, value in wanted.items() if name not in OWN}
        if for_matches:
            told["match_options"] = {**preset["options"].get("match_options", {}), **for_matches}
        return {**{name: value for name, value in told.items() if value}, **own}

    def _teams(self) -> dict[str, Any]:
        """How teams play, where teams do."""
        data = self.cleaned_data
        if not data.get("team_size"):
            return {}
        kind = data.get("team_kind") or "order"
        if kind == "doubles":
            return {"teams": {"size": data["team_size"], "kind": "doubles"}}
        return {"teams": {"size": data["team_size"], "pairing": kind}}

    @property
    def _seeded(self) -> bool:
        """Whether a Swiss is to ask for seeds."""
        data = self.cleaned_data
        return (data.get("order") or "lot") != "lot" or bool(data.get("accelerated"))

    def _seeds(self, stage: Stage) -> dict[str, Any]:
        """What was chosen of seeds, as far as it is for this stage: a Swiss, or a bracket that everybody plays in."""
        data = self.cleaned_data
        seeding = data.get("seeding")
        if stage.format != "swiss":
            return {"seeding": seeding} if seeding and not stage.cut else {}
        if not self._seeded:
            return {}
        acceleration = "baku" if data.get("accelerated") else "none"
        return {
            "order": data.get("order") or "lot",
            "seeding": seeding or "rating",
            "acceleration": acceleration,
        }

    def _stages(self, rounds: int | None) -> dict[str, Any]:
        """The stages of the chosen format, and the rounds that separate the players who are expected."""
        data, found = self.cleaned_data, dict[str, Any]()
        stages: tuple[Stage, ...] = ()
        if data.get("format") or self._seeded:
            stages = named()[data.get("format") or "swiss"].planned(data.get("cut"), data.get("pools"))
            found["stages"] = to_builtins(tuple(replace(one, **self._seeds(one)) for one in stages))
        if data.get("expected") and not rounds:
            found["rounds"] = min(20, suggested_rounds(data["expected"], stages[1].cut if stages[1:] else 0))
        return found


def _choices(system: str) -> tuple[Choice, ...]:
    """What can be chosen for the matches of a tournament: those of the first mode, in which two sides meet."""
    tables = with_editions(tables_of(system), system)
    return tables.choices_for(tables.modes[0].key, events=True)


class NewDayForm(forms.Form):
    """An event day of Last Battle: its name, and how its tables are logged."""

    name = forms.CharField(label=_("Name of the day"), max_length=200)
    detail = forms.ChoiceField(
        label=_("How closely matches are logged"),
        choices=tuple(LEVELS.items()),
        widget=forms.RadioSelect,
    )
    check_in = forms.BooleanField(
        label=_("A table opens only once everybody who sits at it has checked in"), required=False
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


SAME = "as:"
"""What a field begins with that says who somebody of a pasted list is, before name and club."""


def told_of(sent: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Who the preview was told that somebody is: (field, id), of a list that was refused."""
    return [(name, str(value)) for name, value in sent.items() if name.startswith(SAME)]


class PasteForm(forms.Form):
    """Players, one per line."""

    text = forms.CharField(
        label=_("Players, one per line"),
        help_text=_("A name, or a name and a club: Anna Weber; Tin Soldiers. Commas and tabs work too."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        strip=False,
    )

    def told(self) -> list[tuple[str, str]]:
        return told_of(self.data)


class DrawForm(forms.Form):
    """Which battlefield the round is played on; nothing to choose where the options fix it, or the game has none."""

    def __init__(self, battlefields: Mapping[str, str], planned: str | None, data: Any = None) -> None:
        super().__init__(data)
        if planned is None and battlefields:
            choices = list(battlefields.items())
            self.fields["scenario"] = forms.ChoiceField(
                label=_("Battlefield"), choices=choices, widget=forms.RadioSelect, initial=choices[0][0]
            )
        self.planned = battlefields.get(planned, planned) if planned else None


class ImportForm(forms.Form):
    """Cards: a file or pasted text."""

    name = forms.CharField(label=_("Name of the edition"), max_length=80)
    key = forms.SlugField(
        label=_("Key"),
        max_length=40,
        help_text=_("Short and permanent; lists refer to it, such as base-2024."),
    )
    file = forms.FileField(label=_("File"), required=False, help_text=_("CSV, JSON or TOML."))
    text = forms.CharField(
        label=_("Or pasted text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """The text of the file, or what was pasted; `format` is told by how it begins."""
        data = super().clean() or {}
        file = data.get("file")
        if file is not None:
            data["text"] = _decoded(file.read())
        if not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste text."))
        data["format"] = format_of(data["text"])
        return data


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _("The file is not UTF-8: byte %(place)d cannot be read.")
        raise forms.ValidationError(text, params={"place": error.start}) from None
