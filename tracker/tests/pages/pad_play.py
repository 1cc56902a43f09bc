"""Random play through the score pads themselves: what a page shows is filled in and sent as a browser would send it.

No test of a system's rules is needed here, and none of them is asked: the pages are read as HTML, their forms are
sent, and the answers are looked at. The contract that it holds of every pad:

1. from every state, some phone at the table has a step that moves the match on, and whoever has none reads in words
   what is waited for;
2. nothing offered is refused;
3. play comes to the end, and every side confirms the result.

How a system plugs in: give `PadPlay` the match, the phones at the table, a seeded `Random`, and `Habits`:

    habits = Habits(
        weights={"concede": 0, "contest": 0},      # step -> how often, against 1; 0: never tapped
        idle=frozenset({"concede", "contest"}),    # steps that do not move the match on
        fill=fill,                                 # what the players read off their cards and the table
    )
    PadPlay(match, [anna, boris], Random(7), habits).to_the_end()

`fill(form, play)` gets the `Form` that was picked and the `PadPlay` (whose `rng`, `match` and `phones` it may use) and
answers {name: value} laid over what the driver chose; a list is sent as several values, None leaves the field out.
Answer `SKIP` to leave the form alone this time. All other fields are filled by chance with what the form itself offers:
one of the radio buttons or options, a number within `min` and `max`, a tick or none; text stays as prefilled.
A field with a value of its own keeps it in three cases of four, as people do.

`Habits.slips(form)`: True for a form of which a refusal is fair, since a text that the players typed may be wrong;
such refusals are counted in `refused`, and play goes on. A step that was answered "gone" (409) is drawn anew.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from uuid import UUID

from django.utils.datastructures import MultiValueDict
from django.utils.http import urlencode

from tracker import selectors
from tracker.pages.match_forms.pad import OF_EVERY_FORM
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.keys import Spoken

SKIP: Final[dict[str, Any]] = {"": None}
"""The answer of `fill` that leaves a form alone."""
MOST_STEPS = 1500
"""A match that needs more taps than this does not end."""
LOOKS_AT_ALL = 40
NOW_AND_THEN = 4
"""So many taps long the pads of everybody are read before each of them; afterwards before one in so many."""
KEEPS = 0.75
"""How often a prefilled field stays as it is."""
PLAIN = ("step", "player", "version", "key", "at", "csrfmiddlewaretoken")
"""Fields of every form of a pad."""


@dataclass
class Control:
    """One named field of a form: what it holds, and what may be picked."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    required: bool = False
    low: int | None = None
    high: int | None = None
    at: str = ""
    reads: str = ""
    """Of a field that stays on its phone: its place in the secret value as JSON, and how it is read."""


@dataclass
class Form:
    """A form of a pad as the page shows it. `main`: the button that stands out; `rare`: it was behind a link."""

    step: str
    controls: dict[str, Control] = field(default_factory=dict)
    main: bool = False
    rare: bool = False
    sealing: str = ""

    @property
    def player(self) -> str:
        return self.value("player")

    def value(self, name: str) -> str:
        """What a field holds now; empty without one."""
        values = self.controls[name].values if name in self.controls else []
        return values[0] if values else ""

    def options(self, name: str) -> list[str]:
        """What may be picked in a field."""
        return self.controls[name].options if name in self.controls else []

    def own(self) -> list[str]:
        """The fields of this step, without those of every form."""
        return [name for name in self.controls if name not in PLAIN]

    def shown(self) -> tuple[str, str, tuple[str, ...]]:
        """What tells this form from others at the table."""
        return (self.step, self.player, tuple(self.value(name) for name in self.own()))


Fill = Callable[[Form, "PadPlay"], Mapping[str, Any]]


@dataclass
class Habits:
    """What a system's players do beyond chance; see the module."""

    weights: Mapping[str, float] = field(default_factory=dict)
    idle: frozenset[str] = frozenset()
    fill: Fill = lambda form, play: {}
    slips: Callable[[Form], bool] = lambda form: False
    rare: float = 0.05
    """How often a step behind a link is opened, against the others."""


class _Reader(Spoken):
    """The forms of a pad, the steps behind links, and the words in which it waits."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.waiting: list[str] = []
        self._form: Form | None = None
        self._select: Control | None = None
        self._area: Control | None = None
        self._in_waiting = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and "data-step" in told:
            self._form = Form(told["data-step"])
            self.forms.append(self._form)
        elif tag == "a" and told.get("href", "").startswith("?open="):
            self.links.append(told["href"].removeprefix("?open=").partition("#")[0])
        elif tag == "p" and "waiting" in told.get("class", "").split():
            self._in_waiting = True
        elif self._form is not None:
            self._form.sealing = told.get("data-sealing", self._form.sealing)
            self._read(tag, told)

    def _read(self, tag: str, told: dict[str, str]) -> None:
        assert self._form is not None
        if tag == "button":
            self._form.main = "main-action" in told.get("class", "").split()
        elif tag == "option" and self._select is not None:
            self._select.options.append(told.get("value", ""))
            if "selected" in told:
                self._select.values = [told.get("value", "")]
        elif tag == "input" and told.get("name"):
            self._input(told)
        elif tag in ("select", "textarea") and told.get("name"):
            control = self._control(told, tag)
            self._select, self._area = (control, None) if tag == "select" else (None, control)

    def _control(self, told: dict[str, str], kind: str) -> Control:
        assert self._form is not None
        control = self._form.controls.setdefault(told["name"], Control(told["name"], kind))
        control.required = control.required or "required" in told
        control.at, control.reads = told.get("data-at", control.at), told.get("data-as", control.reads)
        return control

    def _input(self, told: dict[str, str]) -> None:
        control = self._control(told, told.get("type", "text"))
        value = told.get("value", "on" if control.kind == "checkbox" else "")
        if control.kind in ("radio", "checkbox"):
            if "disabled" in told:
                return
            control.options.append(value)
            if "checked" in told:
                control.values.append(value)
            return
        control.values = [value]
        control.low, control.high = _whole(told.get("min")), _whole(told.get("max"))

    def handle_data(self, data: str) -> None:
        if self._in_waiting:
            self.waiting.append(data)
        elif self._area is not None:
            self._area.values = ["".join(self._area.values) + data]
        super().handle_data(data)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "p":
            self._in_waiting = False
        elif tag == "select" and self._select is not None:
            if not self._select.values and self._select.options:
                self._select.values = self._select.options[:1]
            self._select = None
        elif tag == "textarea" and self._area is not None:
            self._area.values = ["".join(self._area.values).removeprefix("\n")]
            self._area = None
        elif tag == "form":
            self._form = None


def _whole(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"-?\d+", text) else None


@dataclass
class Pad:
    """A pad as one phone sees it: its forms, the steps behind links, and what it says that it waits for."""

    forms: list[Form]
    links: list[str]
    waiting: str


def read_pad(page: str) -> Pad:
    """The pad that a page shows, where words stand in each place of a word."""
    reader = _Reader()
    reader.feed(page)
    assert not reader.keys, f"keys and values of the program: {reader.keys}"
    headings = re.findall(r'<h2 class="pad-group">(.*?)</h2>', page)
    assert len(set(headings)) == len(headings), f"a heading stands twice: {headings}"
    return Pad(reader.forms, reader.links, " ".join("".join(reader.waiting).split()))


class PadPlay:
    """A table whose phones tap by chance. `taken`: the steps so far, for the words of a failure."""

    def __init__(self, match: UUID, phones: Sequence[Phone], rng: Random, habits: Habits) -> None:
        self.match, self.phones, self.rng, self.habits = match, phones, rng, habits
        self.taken: list[str] = []
        self.refused: list[str] = []

    @property
    def path(self) -> str:
        return f"/matches/{self.match}/pad/"

    @property
    def state(self) -> Any:
        """The state of the match: `state.play` is the system's own."""
        return selectors.current_state(self.match).state

    def to_the_end(self, most: int = MOST_STEPS) -> None:
        """Plays until the result stands, confirmed by everybody who has to."""
        for _tap in range(most):
            if self.state.result is not None:
                return
            self.step()
        raise AssertionError(f"{most} taps and no end:\n{self.story()}")

    def to_an_agreed_end(self, after: int, by: str) -> None:
        """Plays so many taps; then the table agrees on what stands, by the step of this name as it is prefilled."""
        for _tap in range(after):
            if self.state.result is not None:
                return
            self.step()
        opened = ((phone, self._opened(phone, by)) for phone in self.phones)
        phone, form = next(((phone, form) for phone, form in opened if form), (None, None))
        assert phone is not None and form is not None, f"nobody can agree by {by!r}:\n{self.story()}"
        self._send(phone, form, {name: one.values for name, one in form.controls.items() if one.values})
        self.to_the_end()

    def until(self, reached: Callable[[Any], bool], most: int = MOST_STEPS) -> None:
        """Plays until the system's own state is as wanted."""
        for _tap in range(most):
            if reached(self.state.play):
                return
            self.step()
        raise AssertionError(f"not reached in {most} taps:\n{self.story()}")

    def story(self, last: int = 25) -> str:
        return "\n".join(self.taken[-last:])

    def step(self) -> None:
        """One tap of somebody; what the pads owe their readers is held against all of them, of a long match now and
        then."""
        read: dict[int, Pad] = {}
        if len(self.taken) < LOOKS_AT_ALL or len(self.taken) % NOW_AND_THEN == 0:
            read = {at: read_pad(phone.get(self.path)) for at, phone in enumerate(self.phones)}
            self.look([(phone, read[at]) for at, phone in enumerate(self.phones)])
        waits = list(range(len(self.phones)))
        while waits:
            at = waits.pop(self.rng.randrange(len(waits)))
            phone = self.phones[at]
            if self._tap(phone, read[at] if at in read else read_pad(phone.get(self.path))):
                return
        raise AssertionError(f"nobody has anything left to tap:\n{self.story()}")

    def look(self, pads: Sequence[tuple[Phone, Pad]]) -> None:
        """Somebody can move the match on, and whoever cannot reads what is waited for."""
        moving = [
            [form.step for form in pad.forms if form.step not in self.habits.idle] for _phone, pad in pads
        ]
        assert any(moving), f"nobody can move the match on: {_offers(pads)}\n{self.story()}"
        for (_phone, pad), own in zip(pads, moving, strict=True):
            assert own or pad.waiting, f"nothing to do and no word why: {_offers(pads)}\n{self.story()}"

    def _tap(self, phone: Phone, pad: Pad) -> bool:
        """Sends one of the forms; False where this phone has none to send."""
        waits = [form for form in pad.forms if self._weight(form)]
        links = [link for link in pad.links if self.habits.weights.get(link, 1)]
        while waits or links:
            if links and (not waits or self.rng.random() < self.habits.rare):
                link = links.pop(self.rng.randrange(len(links)))
                form = self._opened(phone, link)
                if form is None:
                    continue
            else:
                form = self.rng.choices(waits, [self._weight(form) for form in waits])[0]
                waits.remove(form)
            fields = self.filled(form)
            if fields is not None:
                self._send(phone, form, fields)
                return True
        return False

    def _weight(self, form: Form) -> float:
        return self.habits.weights.get(form.step, 1) * (3 if form.main else 1)

    def _opened(self, phone: Phone, step: str) -> Form | None:
        """A step behind a link, once somebody opened it."""
        found = [form for form in read_pad(phone.get(f"{self.path}?open={step}")).forms if form.step == step]
        if found:
            found[0].rare = True
        return found[0] if found else None

    def filled(self, form: Form) -> dict[str, Any] | None:
        """The fields as they are sent; None: the players leave this form alone."""
        fields: dict[str, Any] = {name: self.chance(control) for name, control in form.controls.items()}
        told = self.habits.fill(form, self)
        if told is SKIP:
            return None
        fields |= {
            name: value for name, value in told.items() if name in form.controls or name in OF_EVERY_FORM
        }
        return {name: value for name, value in fields.items() if value is not None}

    def chance(self, control: Control) -> Any:
        """What a field is sent with by chance: None leaves it out, as a browser does with what is not ticked."""
        own = control.values[0] if control.values else None
        if control.kind == "hidden" or control.name in PLAIN:
            return own
        if own and self.rng.random() < KEEPS:
            return control.values if control.kind == "checkbox" else own
        if control.kind == "checkbox":
            return [value for value in control.options if self.rng.random() < 0.3] or None
        if control.options:
            options = [one for one in control.options if one or not control.required]
            return self.rng.choice(options or control.options)
        if control.kind == "number" and control.low is not None and (control.required or own):
            return str(self.rng.randint(control.low, min(control.low + 3, _top(control))))
        return own

    def _send(self, phone: Phone, form: Form, fields: Mapping[str, Any]) -> None:
        told = {name: str(value)[:300] for name, value in fields.items() if name not in PLAIN and value != ""}
        name = phone.player.name if phone.player else "staff"
        self.taken.append(f"{name}: {form.step} {told}")
        answer = phone.client.post(
            self.path,
            urlencode(_pairs(fields), doseq=True),
            content_type="application/x-www-form-urlencoded",
        )
        if answer.status_code == 302:
            return
        said = f"{answer.status_code} {_faults(answer.content.decode())}"
        assert self.habits.slips(form), f"offered and refused: {said}\n{self.story()}"
        self.refused.append(f"{self.taken[-1]}: {said}")


def _top(control: Control) -> int:
    return control.high if control.high is not None else (control.low or 0) + 3


def _pairs(fields: Mapping[str, Any]) -> MultiValueDict[str, str]:
    return MultiValueDict(
        {name: value if isinstance(value, list) else [str(value)] for name, value in fields.items()}
    )


def _offers(pads: Sequence[tuple[Phone, Pad]]) -> str:
    return "; ".join(
        f"{phone.player.name if phone.player else 'staff'}: {[form.step for form in pad.forms]}"
        f" {pad.links} {pad.waiting!r}"
        for phone, pad in pads
    )


def _faults(page: str) -> list[str]:
    """What a page says against an entry: rules with their sentences, and faults of fields."""
    rules = re.findall(r'class="rule"[^>]*>([^<]+)</(?:a|span)>(.*?)</li>', page, re.S)
    faults = re.findall(r'class="fault"[^>]*>(.*?)</span>', page, re.S)
    said = [" ".join(re.sub(r"<[^>]+>", " ", " ".join(one)).split()) for one in rules]
    return [html.unescape(one) for one in (*said, *(" ".join(fault.split()) for fault in faults))]
