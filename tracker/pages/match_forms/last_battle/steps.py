"""Which steps a person may take at a table now, the next one first, and whom the table waits for otherwise.

Built from what the rule set says may come next, so that the pad never offers what the rules refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.frame import STAFF_SIDE, MatchState
from games.last_battle.state import LastBattleState
from games.last_battle.system import SYSTEM
from games.ruleset import NextEvent, Outcome, Viewer
from tracker.pages.match_forms.last_battle.base import SHOWN_SIDES, Desk
from tracker.pages.match_forms.last_battle.end_forms import (
    AwardForm,
    ConcedeForm,
    EndForm,
    end_claims,
    still_scoring,
)
from tracker.pages.match_forms.last_battle.full.steps import FORMS as FULL_FORMS
from tracker.pages.match_forms.last_battle.full.steps import bound_full, full_form, full_steps
from tracker.pages.match_forms.last_battle.full.waits import FULL_PHASES, waiting_at_full
from tracker.pages.match_forms.last_battle.report_form import ReportForm
from tracker.pages.match_forms.last_battle.reveal_form import RevealForm
from tracker.pages.match_forms.last_battle.setup_forms import ChooseForm, HireForm, NoteForm, ShareForm
from tracker.pages.match_forms.last_battle.turn_form import TurnForm
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import GoneForm, PadForm
from tracker.pages.match_forms.result_forms import ConfirmForm, ContestForm

FORMS: dict[str, type[PadForm]] = {
    form.step: form
    for form in (
        ChooseForm,
        HireForm,
        NoteForm,
        TurnForm,
        AwardForm,
        EndForm,
        ConfirmForm,
        RevealForm,
        ContestForm,
        ShareForm,
        ReportForm,
        ConcedeForm,
    )
}
"""In this order: what moves the match on stands before what may wait."""
ORDER = list(FORMS)
OWNERS = {"scheme_chosen": "choose", "squad_hired": "hire", "scheme_noted": "note", "scheme_shared": "share"}
TABLE = {"turn_reported": "turn", "strategy_scored": "end", "game_ended": "end", "match_reported": "report"}
OTHERWISE_AT_FULL = {"scheme_revealed", "scheme_scored", "strategy_scored", "turn_reported"}
MAY_WAIT = {"share", "report", "contest", "concede"}
SIDES = {"result_confirmed": "confirm", "result_contested": "contest"}


def sit(
    state: MatchState[LastBattleState],
    outcome: Outcome,
    version: int,
    following: Iterable[NextEvent],
    viewer: Viewer,
    names: Names,
) -> Desk:
    """The desk of a viewer; `state` and `following` are already redacted for that viewer."""
    seats, play = SYSTEM.rules.sides(state.play), state.play
    seats = {side: seats[side] for side in SHOWN_SIDES if seats[side]}
    staff = viewer.role == "staff"
    players = tuple(play.squads) if staff else (viewer.player or "",)
    own = tuple(event for event in following if (staff and event.staff) or set(event.players) & set(players))
    return Desk(
        play=play,
        outcome=outcome,
        version=version,
        types=frozenset(following_steps(own, play, staff)),
        players=players,
        is_staff=staff,
        names=names,
        confirmed=state.confirmed,
        final=state.result is not None,
        following=own,
        system=SYSTEM,
        seats=seats,
    )


def following_steps(following: Iterable[NextEvent], play: LastBattleState, staff: bool) -> Iterator[str]:
    """`step:player` (or `step:side`, or `step:` for the whole table) of every step that is open.

    What full detail logs in its own way has steps of its own (`full/steps.py`).
    """
    for event in following:
        if play.full is not None and event.type in OTHERWISE_AT_FULL:
            continue
        if event.type in OWNERS:
            yield from _owned(OWNERS[event.type], event)
        elif event.type in SIDES and not (staff and event.choices["side"] != (STAFF_SIDE,)):
            yield f"{SIDES[event.type]}:{event.choices['side'][0]}"
        elif event.type == "match_conceded":
            yield f"concede:{event.choices['side'][0]}"
        elif event.type == "scheme_revealed":
            yield f"{'award' if play.phase == 'end' else 'reveal'}:{event.choices['player'][0]}"
        elif event.type == "scheme_scored":
            yield f"award:{event.choices['player'][0]}"
        elif event.type in TABLE and event.choices.get("reason") != ("closed",):
            yield f"{TABLE[event.type]}:"


def _owned(step: str, event: NextEvent) -> Iterator[str]:
    """A player may be told by `player` or, when a scheme is shown, by `from_player`."""
    yield f"{step}:{(event.choices.get('player') or event.choices['from_player'])[0]}"


def steps(desk: Desk) -> list[PadForm]:
    """The forms of all open steps, the next one first."""
    open_steps = sorted((step.partition(":")[::2] for step in desk.types), key=lambda item: _rank(desk, item))
    first = [full_form(step, desk, key) for step, key in full_steps(desk)]
    rest = [FORMS[step](desk, player) for step, player in open_steps if _makes_sense(desk, step, player)]
    for form in rest if first else ():
        form.heading, form.may_wait = _("Match"), form.may_wait or form.step in MAY_WAIT
    awaited = [form for form in rest if not form.may_wait]
    if all(form.may_wait for form in first):
        return [*awaited, *first, *(form for form in rest if form.may_wait)]
    return [*first, *rest]


def _rank(desk: Desk, item: tuple[str, str]) -> tuple[int, str]:
    """At summary detail the whole match in one report comes first."""
    step, player = item
    first = step == "report" and desk.play.detail == "summary"
    return (-1 if first else ORDER.index(step), player)


def _makes_sense(desk: Desk, step: str, player: str) -> bool:
    if step == "award":
        return any(True for _claim in end_claims(desk.play, desk.play.squads[player]))
    if step == "note":
        return bool(desk.play.squads[player].schemes)
    if step == "report":
        return desk.play.detail == "summary" or desk.play.phase in ("turns", "end")
    return True


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent, whether or not the step is still open; None for one that does not exist."""
    form = FORMS.get(step)
    if form is None:
        return bound_full(desk, step, player, data) or (
            GoneForm(desk, player) if step in FULL_FORMS else None
        )
    owned = step in OWNERS.values() or step in ("award", "reveal")
    if step == "concede" and player not in desk.sides():
        return None
    if owned and not {player} <= set(desk.players) & set(desk.play.squads):
        return None
    return form(desk, player, data)


def waiting(desk: Desk) -> str:
    """What the table waits for, when it is not this person's turn to do something."""
    play = desk.play
    if play.phase == "closed":
        return desk.awaited({squad.side for squad in desk.mine()})
    missing = {
        "schemes": [s.player for s in play.squads.values() if s.side == "alliance" and not s.chosen],
        "hire": [s.player for s in play.squads.values() if not s.hired],
        "notes": [s.player for s in play.squads.values() if s.chosen and not s.noted],
    }.get(play.phase, [])
    others = [player for player in missing if desk.is_staff or player not in desk.players]
    if missing and not others:
        return ""
    words = {"players": ", ".join(desk.names.player(player) for player in others)}
    if play.full is not None and play.phase in FULL_PHASES:
        return waiting_at_full(desk, play.full)
    told = {
        "open": _("The organisers have not opened the table yet."),
        "schemes": _("Waiting for a scheme: %(players)s.") % words,
        "hire": _("Waiting for a squad: %(players)s.") % words,
        "notes": _("Waiting for notes: %(players)s.") % words,
        "turns": _("Turn %(turn)s is being played.") % {"turn": play.turn + 1},
        "end": _end_words(desk),
    }
    return told[play.phase]


def _end_words(desk: Desk) -> str:
    """Who may still score before somebody ends the game."""
    told = _("The last turn is over; the end of the game is being scored.")
    left = [] if desk.is_staff else still_scoring(desk)
    if not left:
        return told
    names = {"players": ", ".join(map(desk.names.player, left))}
    return f"{told} " + _("Ask first whether they want to score: %(players)s.") % names
