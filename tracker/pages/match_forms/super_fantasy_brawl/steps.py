"""Which steps a person may take at a table now, the next one first, and whom the table waits for otherwise.

Built from what the rule set says may come next, so that the pad never offers what the rules refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from games.frame import STAFF_SIDE, MatchState
from games.ruleset import NextEvent, Outcome, Viewer
from games.super_fantasy_brawl.state import SfbState
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import PadForm
from tracker.pages.match_forms.result_forms import ConfirmForm, ContestForm
from tracker.pages.match_forms.super_fantasy_brawl import words as w
from tracker.pages.match_forms.super_fantasy_brawl.base import Desk
from tracker.pages.match_forms.super_fantasy_brawl.draft_forms import (
    FirstForm,
    OrderForm,
    PoolForm,
    RegisterForm,
    RosterForm,
)
from tracker.pages.match_forms.super_fantasy_brawl.end_forms import (
    ConcedeForm,
    EndForm,
    ReportForm,
    RulingForm,
    StopForm,
)
from tracker.pages.match_forms.super_fantasy_brawl.full import titles
from tracker.pages.match_forms.super_fantasy_brawl.full.card_forms import CARD_FORMS
from tracker.pages.match_forms.super_fantasy_brawl.full.forms import TYPED, FullForm, PickForm, owners_of
from tracker.pages.match_forms.super_fantasy_brawl.turn_form import LaidForm, RoundForm, TurnForm

FORMS: dict[str, type[PadForm]] = {
    form.step: form
    for form in (
        FirstForm,
        OrderForm,
        PoolForm,
        RosterForm,
        RoundForm,
        TurnForm,
        LaidForm,
        RegisterForm,
        EndForm,
        ReportForm,
        ConfirmForm,
        StopForm,
        ContestForm,
        ConcedeForm,
        RulingForm,
    )
}
ORDER = (
    "end",
    "confirm",
    *list(FORMS)[:2],
    *titles.DRAFT,
    *list(FORMS)[2:6],
    *titles.ORDER,
    "challenge_card_laid",
    *titles.MAY_WAIT,
    "pool_registered",
    "report",
    "contest",
    "stop",
    "concede",
    "ruling",
)
"""What moves the match on stands before what may wait."""
SPECIAL = {**TYPED, **CARD_FORMS}
"""Events of full detail with a form of their own."""
SIDES = {"result_confirmed": "confirm", "result_contested": "contest"}
ONE = {"match_result_recorded": "report", "ruling_recorded": "ruling"}


def sit(
    state: MatchState[SfbState],
    outcome: Outcome,
    version: int,
    following: Iterable[NextEvent],
    viewer: Viewer,
    names: Names,
) -> Desk:
    """The desk of a viewer; `state` and `following` are already redacted for that viewer."""
    staff = viewer.role == "staff"
    following = tuple(following)
    seated = tuple(player for side in state.play.sides.values() for player in side.players)
    players = seated if staff else (viewer.player or "",)
    return Desk(
        play=state.play,
        outcome=outcome,
        version=version,
        types=frozenset(open_steps(following, state.play, players, staff)),
        players=players,
        is_staff=staff,
        names=names._replace(figures={**names.figures, **w.pinned_names(state.play, names.language)}),
        confirmed=state.confirmed,
        final=state.result is not None,
        following=following,
    )


def open_steps(
    following: Iterable[NextEvent], play: SfbState, players: tuple[str, ...], staff: bool
) -> Iterator[str]:
    """`step:player` (or `step:side`, or `step:` for the whole table) of every step that is open to these players."""
    for event in following:
        if not (staff and event.staff) and not set(event.players) & set(players):
            continue
        if event.type in SIDES:
            side = event.choices["side"]
            if not (staff and side != (STAFF_SIDE,)):
                yield f"{SIDES[event.type]}:{side[0]}"
        elif event.type == "match_conceded":
            yield from (f"concede:{side}" for side in event.choices.get("side", tuple(play.sides)))
        elif event.type == "game_ended":
            yield "end:" if play.phase == "over" else "stop:"
        elif event.type in ONE:
            yield f"{ONE[event.type]}:"
        elif event.type in titles.KNOWN or event.type in FORMS:
            for owner in owners_of(play, event):
                if owner in ("", *players):
                    yield f"{event.type}:{owner}"


def steps(desk: Desk) -> list[PadForm]:
    """The forms of all open steps, the next one first."""
    found = [step.partition(":")[::2] for step in desk.types]
    found.sort(key=lambda item: (ORDER.index(item[0]), item[1]))
    made = [form_of(step)(desk, player) for step, player in found]
    made = [form for form in made if not isinstance(form, FullForm) or form.is_open()]
    return _report_first(made) if desk.play.detail == "summary" else made


def _report_first(forms: list[PadForm]) -> list[PadForm]:
    """Where one report tells the whole match, whatever else may be noted can wait."""
    for form in forms:
        form.may_wait = form.may_wait or form.step not in (*SIDES.values(), "report")
    return sorted(forms, key=lambda form: form.may_wait)


@cache
def form_of(step: str) -> type[PadForm]:
    """The form of a step; one that offers concrete events, unless the event has its own. Raises KeyError."""
    if step in FORMS:
        return FORMS[step]
    if step in SPECIAL:
        return SPECIAL[step]
    if step in titles.KNOWN:
        return type("PickForm", (PickForm,), {"step": step})
    raise KeyError(step)


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent, whether or not the step is still open; None for one that does not exist."""
    try:
        form = form_of(step)
    except KeyError:
        return None
    seated = {one for side in desk.play.sides.values() for one in side.players}
    if player in seated and player not in desk.players:
        return None
    if step == "concede" and player not in desk.play.sides:
        return None
    return form(desk, player, data)


def waiting(desk: Desk) -> str:
    """What the table waits for, when it is not this person's turn to do something."""
    play = desk.play
    if play.phase == "closed":
        return desk.awaited({desk.side_of(player) for player in desk.players})
    told = _where(desk)
    waits = [one for one in desk.following if one.type in titles.KNOWN and one.type not in titles.MAY_WAIT]
    who = dict.fromkeys(player for one in waits for player in one.players if player not in desk.players)
    seated = sum(len(side.players) for side in play.sides.values())
    if not who or len(who) == seated:
        return f"{told}."
    return _("%(where)s. Waiting for %(players)s.") % {
        "where": told,
        "players": ", ".join(map(desk.names.player, who)),
    }


def _where(desk: Desk) -> str:
    """Round, phase, and the step of the open action."""
    play = desk.play
    told = w.phase_name(play.phase, desk.names.language)
    if play.full is not None and play.full.action is not None:
        told = f"{told}, {w.step_name(play.full.action.step, desk.names.language)}"
    if not play.round:
        return w.capital(told)
    return _("Round %(round)s: %(what)s") % {"round": play.round, "what": told}
