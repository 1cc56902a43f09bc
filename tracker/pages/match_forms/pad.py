"""The forms of every score pad: one step each, with fields that offer legal values only.

A form turns what was tapped into payloads; whether they are legal is for the rules alone to say. Extended by the
packages of the systems, drawn by `parts/_pad_form.html`, sent through `score_pad`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.ruleset import NextEvent

Payload = dict[str, Any]
OF_EVERY_FORM = frozenset(
    ("csrfmiddlewaretoken", "step", "player", "version", "key", "at", "again", "kept", "roll")
)
"""What every form of a pad sends besides its fields."""


class PadForm(forms.Form):
    """One step of the pad. `step` names it in the request, `player` is whom it is for (empty: the whole table).

    `template` draws the fields; `button` says what happens, `then` what comes after. `heading`: what the step stands
    under, where a pad has many. `of_the_moment`: what it says is computed from the table, so that it is made again for
    the version that it was filled in on; `any_version`: it holds whatever was logged meanwhile. `gone`: nothing is
    left of the step; `unknown`: no page of this program has it. `may_wait`: nobody waits for it, so that it never
    is the main step; `presses`: besides, its moment passes with the next step, so that it stands above the main one.
    `rare`: besides, a link opens it, so that the pad stays short. `closed`: that it is there rests on a secret;
    `covered`: a fold is around it; `empty`: it stands there so that nobody sees that it is not; `button_within`: the
    button stands with the choice behind its fold. `once`: a match takes it once. `one_by_one`: the next one can be
    filled in when this one has been logged. `rolls`: the dice that the server may roll for it (`games.faces.Rolls`);
    `fallen`: field -> those that it has rolled.
    """

    heading: str = ""
    of_the_moment: ClassVar[bool] = False
    any_version: ClassVar[bool] = False
    gone: ClassVar[bool] = False
    unknown: ClassVar[bool] = False
    rare: bool = False
    may_wait: bool = False
    presses: bool = False
    closed: bool = False
    covered: bool = False
    empty: ClassVar[bool] = False
    button_within: bool = False
    once: bool = False
    one_by_one: bool = False
    rolls: Any = None
    fallen: Mapping[str, str] = {}
    step: ClassVar[str] = ""
    template: ClassVar[str] = ""
    event: ClassVar[str] = ""

    def __init__(self, desk: Any, player: str = "", data: Mapping[str, Any] | None = None) -> None:
        self.desk, self.player = desk, player
        super().__init__(data, auto_id=f"{self.step}-%s", label_suffix="")
        self.build()

    @classmethod
    def takes(cls, desk: Any, told: NextEvent) -> bool:
        """Whether what may come next is logged by this step."""
        return told.type == cls.event

    def build(self) -> None:
        """Adds the fields."""

    def is_open(self) -> bool:
        """Whether there is anything to choose or to fill in."""
        return True

    def payloads(self) -> list[Payload]:
        """The events, from valid fields."""
        raise NotImplementedError

    def keep(self, ended: Any, report: Any = None) -> None:
        """What the match has told with the old entry `report`, of one that is entered anew, and no field asks for."""

    def payloads_on(self, state: Any) -> list[Payload]:
        """The events of a result that is entered anew, on the match as it is without the old one."""
        return self.payloads()

    def unread(self, sent: QueryDict, then: PadForm | None = None) -> list[str]:
        """The fields that somebody filled in and that this form knows nothing of: of a page of an older program, or of
        what the table has left behind. `then`: the form as it was filled in, which tells what was left untouched.
        """
        known = {self.add_prefix(name) for name in self.fields} | OF_EVERY_FORM
        shown = then.as_shown() if then is not None else {}
        return [
            name
            for name in sent
            if name not in known and any(sent.getlist(name)) and list(sent.getlist(name)) != shown.get(name)
        ]

    def as_shown(self) -> dict[str, list[str]]:
        """What a browser sends of this form if nobody changes anything, as far as it starts with something."""
        starts = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        return {
            self.add_prefix(name): [str(one) for one in (start if isinstance(start, list) else [start])]
            for name, start in starts.items()
            if start is not None
        }

    def fall(self, source: Any) -> None:
        """Takes the dice of the server (`tracker.dice.Source`)."""

    def events(self) -> list[Payload]:
        """What is sent: the events, with whatever every step of a pad may carry besides."""
        return self.payloads()

    @property
    def private(self) -> bool:
        """Whether it rests on a secret that its refusal could name: why it is refused is then held to be seen."""
        return False

    def refused_by(self, rules: Iterable[str]) -> None:
        """Told by which rules the rule set refused the events, before the form is shown again."""

    @property
    def title(self) -> str:
        return ""

    @property
    def button(self) -> str:
        return ""

    @property
    def way(self) -> str:
        """What a button says that leads here from elsewhere: a verb, where the title is a heading alone."""
        return self.title

    @property
    def then(self) -> str:
        return ""

    @property
    def whose(self) -> str:
        """The player's name where a judge acts for somebody."""
        return self.desk.names.player(self.player) if self.desk.is_staff and self.player else ""


class GoneForm(PadForm):
    """What stands for a step that the table has left behind."""

    gone = True


class UnknownForm(PadForm):
    """What stands for a step that this program does not have: a page of an older one does."""

    unknown = True


def payload(type_: str, **data: Any) -> Payload:
    """A payload without the fields that nobody filled."""
    return {"type": type_, "data": {key: value for key, value in data.items() if value is not None}}


def points(label: str, numbers: Iterable[int], initial: int | None = 0) -> forms.TypedChoiceField:
    """A few legal numbers side by side, one tap each; a form of before that lacks the field means `initial`. Without
    one a number has to be tapped."""
    legal = sorted({*numbers} if initial is None else {initial, *numbers})
    return forms.TypedChoiceField(
        label=label,
        choices=[(number, str(number)) for number in legal],
        coerce=int,
        initial=initial,
        required=initial is None,
        empty_value=initial,  # type: ignore[arg-type]
        widget=forms.RadioSelect,
    )


def stated(field: Any, value: Any) -> None:
    """A field that starts with what was entered before, which stays among its choices whatever they are now."""
    known = [str(key) for key, _name in getattr(field, "choices", ())]
    if known and str(value) not in known:
        field.choices = [*field.choices, (value, str(value))]
    field.initial = value


Option = tuple[str, str] | tuple[str, Sequence[tuple[str, str]]]
"""(value, its name), or (title of a group, its values and their names)."""


def choice(
    label: str, options: Sequence[Option], *, required: bool = True, radio: bool = False
) -> forms.ChoiceField:
    """One of several named things; a list to pick from, in groups where they have titles, or one line each."""
    shown = [*([] if radio else [("", _("choose"))]), *options]
    widget = forms.RadioSelect() if radio else forms.Select()
    return forms.ChoiceField(label=label, choices=shown, required=required, widget=widget)
