"""Which steps a person may take at a table now, in the order in which the rules offer them, and whom it waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.codec import types_of
from games.match import STAFF_SIDE
from games.ruleset import EVERYONE, Event, NextEvent, SecretEvent
from games.words import StepWords
from tracker.pages.match_forms.generic.desk import READY, Desk
from tracker.pages.match_forms.generic.fields_step import FieldsStep
from tracker.pages.match_forms.generic.kept import SealedStep, seals
from tracker.pages.match_forms.generic.pick_step import PickStep, few
from tracker.pages.match_forms.generic.reader import OF_ONE
from tracker.pages.match_forms.generic.ready import ReadyStep
from tracker.pages.match_forms.generic.step import Step, rests_on_secret
from tracker.pages.match_forms.generic.taps_step import TapsStep
from tracker.pages.match_forms.pad import GoneForm, PadForm, UnknownForm
from tracker.pages.match_forms.result_forms import ConfirmForm, ContestForm


class AgreeForm(ConfirmForm):
    """`result_confirmed`; where a game counts no points, or whoever plays it is alone, by the verdict."""

    @property
    def button(self) -> str:
        compared = self.desk.reader.words.points and not self._is_alone
        return super().button if compared else _("Confirm the result")

    @property
    def _is_alone(self) -> bool:
        return len(self.desk.sides()) == 1

    @property
    def totals(self) -> list[dict[str, Any]]:
        return [{"side": name, "vp": number} for name, number in self.desk.scoreboard()[1]]

    @property
    def then(self) -> str:
        """What comes of it, and what of the secrets it opens."""
        by_staff = self.player not in self.desk.sides()
        opens = self.desk.system.faces.opens(self.desk.play, by_staff)
        comes = _("The result then counts.") if self._is_alone else super().then
        if not self.desk.counts:
            comes = _("An annulled game counts nowhere.")
        return " ".join([comes, *([self.desk.reader.text(opens)] if opens is not None else [])])


RESULT: dict[str, type[PadForm]] = {"confirm": AgreeForm, "contest": ContestForm}
SIDES = {"result_confirmed": "confirm", "result_contested": "contest"}


def open_steps(desk: Desk) -> Iterator[str]:
    """`step:player` (`step:side` of a result, `step:` for the whole table) of every step that is open."""
    for one in desk.following:
        if not (desk.is_staff and one.staff) and not set(one.players) & set(desk.players):
            continue
        if one.type not in SIDES:
            yield from (f"{step}:{key}" for step, key in desk.opened(one) if not _is_others(desk, key))
        elif not (desk.is_staff and one.choices["side"] != (STAFF_SIDE,)):
            yield f"{SIDES[one.type]}:{one.choices['side'][0]}"


def _is_others(desk: Desk, key: str) -> bool:
    """Whether a step is of a player for whom this person does not act."""
    return key not in desk.players and any(key in players for players in desk.seats.values())


def steps(desk: Desk) -> list[PadForm]:
    """The forms of all open steps, the next one first."""
    offered = [step for one in desk.following for step in _names(desk, one)]
    first = (step for name in desk.reader.words.order for step in (name, desk.plainly(NextEvent(type=name))))
    order = list(dict.fromkeys(("confirm", *first, *offered)))
    found = [step.partition(":")[::2] for step in desk.types]
    found.sort(key=lambda item: (order.index(item[0].removeprefix(READY)), item[1], READY not in item[0]))
    made = [_form(desk, step, player, None) for step, player in found]
    forms = [form for form in made if form.is_open()]
    forms = [*_emptied(desk, forms), *forms]
    _let_staff_wait(forms)
    return sorted(forms, key=lambda form: (not form.presses, form.may_wait or form.step == "contest"))


def _emptied(desk: Desk, forms: list[PadForm]) -> Iterator[PadForm]:
    """The step that stands first as far as everybody knows and rests on a secret, where the secret leaves nothing of
    it: so a phone that lies open looks the same either way."""
    public = () if desk.is_staff or desk.final else desk.rules.next_events(desk.play, EVERYONE)
    mine = (one for one in public if set(one.players) & set(desk.players) and not desk.may_wait(one))
    first = next(mine, None)
    if first is None or not _is_closed(desk, first):
        return
    there = {(form.step, form.player) for form in forms}
    for step, key in desk.opened(first):
        if (step, key) not in there and not step.startswith(READY) and not _is_others(desk, key):
            facts = {"step": step, "event": first.type, "empty": True}
            made: type[PadForm] = type("EmptyStep", (PickStep,), facts)
            yield made(desk, key)


def _names(desk: Desk, told: NextEvent) -> list[str]:
    own = SIDES.get(told.type)
    return [own] if own else [step for step, _key in desk.opened(told)]


def _let_staff_wait(forms: list[PadForm]) -> None:
    """What staff alone may do is not the main step where the players have one."""
    mine = [
        form
        for form in forms
        if isinstance(form, Step) and (form.empty or any(one.players for one in form.told))
    ]
    for form in forms:
        if isinstance(form, Step) and form not in mine and not all(one.may_wait for one in mine):
            form.may_wait = True


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent, whether or not the step is still open; None for one of somebody else."""
    if _is_others(desk, player):
        return None
    known = {*RESULT, *desk.own, *desk.reader.words.steps, *types_of(desk.rules)}
    step = desk.reader.by_now(step)
    if step.removeprefix(READY).partition(OF_ONE)[0] not in known:
        return UnknownForm(desk, player, data)
    return _form(desk, step, player, data)


def _form(desk: Desk, step: str, player: str, data: Mapping[str, Any] | None) -> PadForm:
    if step in desk.own:
        own = desk.own[step]
        gone = issubclass(own, FieldsStep) and not desk.told(step, player)
        return (GoneForm if gone else own)(desk, player, data)
    if step in RESULT:
        result = RESULT[step](desk, player, data)
        result.may_wait = step == "contest"
        return result
    told = desk.told(step, player)
    kind = told[0].type if told else step
    type_ = types_of(desk.rules).get(kind)
    if type_ is None or (data is not None and "choice" not in data and not told):
        return GoneForm(desk, player, data)
    if issubclass(type_, SecretEvent) and seals(desk, data):
        sealed: type[SealedStep] = type("SealedForm", (SealedStep,), {"step": step, "event": kind})
        form = sealed(desk, player, data)
        if form.kept or form.sure:
            return form
    if step.startswith(READY):
        ready: type[PadForm] = type("ReadyForm", (ReadyStep,), {"step": step, "event": kind})
        return ready(desk, player, data)
    words = desk.reader.step(step, kind)
    facts = {
        "step": step,
        "event": kind,
        "rare": words is not None and words.rare,
        "once": step == desk.report,
        "one_by_one": words is not None and words.one_by_one,
        "any_version": words is not None and words.alone,
    }
    made: type[PadForm] = type("StepForm", (_kind(desk, told, type_, words, data),), facts)
    return made(desk, player, data)


def _kind(
    desk: Desk,
    told: list[NextEvent],
    type_: type[Event],
    words: StepWords | None,
    data: Mapping[str, Any] | None,
) -> type[PadForm]:
    """How a step asks: one report by taps, one of few events, or fields."""
    picks, fields, taps = desk.kinds or (PickStep, FieldsStep, TapsStep)
    if told and desk.system.faces.taps(desk.play, told[0]) is not None:
        return taps
    if data is not None and any(name.startswith(f"{FieldsStep.prefix}-") for name in data):
        return fields
    tap = (data is not None and "choice" in data) or few(desk, told, type_, words) is not None
    return picks if tap else fields


def waiting(desk: Desk) -> str:
    """What the table waits for, when it is not this person's turn to do something."""
    if desk.outcome.status != "open":
        return desk.awaited({desk.side_of(player) for player in desk.players})
    who = dict.fromkeys(player for one in _due(desk) if not _is_mine(desk, one) for player in one.players)
    where = _where(desk)
    seated = sum(map(len, desk.seats.values()))
    if not who or (where and len(who) == seated):
        return f"{where}." if where else ""
    if where:
        players = ", ".join(map(desk.names.player, who))
        return _("%(where)s. Waiting for %(players)s.") % {"where": where, "players": players}
    return _("Waiting for %(players)s.") % {"players": ", ".join(map(desk.names.player, who))}


def turn(desk: Desk) -> dict[str, Any] | None:
    """Whose turn it is and where the match stands: {"text", "mine", "where"}; None once it is played."""
    due = list(_due(desk))
    if desk.outcome.status != "open" or not due:
        return None
    mine = any(_is_mine(desk, one) for one in due)
    others = dict.fromkeys(
        player
        for one in due
        if not _is_mine(desk, one)
        for player in one.players
        if player not in desk.players
    )
    names = {"players": ", ".join(map(desk.names.player, others))}
    if not mine and not others:
        text = _("It is for the organisers")
    elif not mine:
        text = _("It is the turn of %(players)s") % names
    elif others:
        text = _("Now: you and %(players)s") % names
    elif any(one.players for one in due) and all(
        set(one.players) - set(desk.players) for one in due if one.players
    ):
        text = _("Either of you logs it")
    else:
        text = _("Your turn")
    return {"text": text, "mine": mine, "where": _where(desk)}


def _where(desk: Desk) -> str:
    """Where the match stands, in words; nothing where its result alone is told."""
    told = desk.system.faces.now(desk.play)
    whole = any(_tells_it_whole(desk, one) for one in _due(desk))
    return "" if told is None or whole else desk.reader.cell(told)


def covers(desk: Desk, main: str) -> bool:
    """Whether a fold stands on the pad for steps that are there by a secret, beside the `main` one: wherever everybody
    sees that there may be some, so that it tells nothing."""
    if desk.final:
        return False
    public = desk.rules.next_events(desk.play, EVERYONE)
    mine = (one for one in public if one.type != main and set(one.players) & set(desk.players))
    return any(_is_closed(desk, one) for one in mine)


def _is_closed(desk: Desk, told: NextEvent) -> bool:
    step = desk.step_of(told)
    words = desk.reader.step(step, told.type) if step is not None else None
    own = [one for one in desk.following if one.type == told.type and set(one.players) & set(desk.players)]
    return rests_on_secret(words, own)


def _due(desk: Desk) -> Iterator[NextEvent]:
    """What the match waits for. Who may tell its result now waits for nobody's next move."""
    found = [one for one in desk.following if one.type not in SIDES and not desk.may_wait(one)]
    return iter([one for one in found if _tells_it_whole(desk, one)] or found)


def _tells_it_whole(desk: Desk, told: NextEvent) -> bool:
    """Whether this is the report of a match of which the result alone is told."""
    whole = getattr(desk.play, "detail", "") == "summary"
    return whole and desk.step_of(told) == desk.report


def _is_mine(desk: Desk, told: NextEvent) -> bool:
    return bool(set(told.players) & set(desk.players)) or (desk.is_staff and told.staff)
