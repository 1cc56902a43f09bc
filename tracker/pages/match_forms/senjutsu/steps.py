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
from games.senjutsu.faces import WORDS
from games.senjutsu.full.state import SETUP, FullState
from games.senjutsu.results import is_decided, is_untold
from games.senjutsu.state import SenjutsuState
from tracker.pages.match_forms.names import Names
from tracker.pages.match_forms.pad import PadForm
from tracker.pages.match_forms.result_forms import ContestForm
from tracker.pages.match_forms.senjutsu.base import Desk
from tracker.pages.match_forms.senjutsu.confirm_form import ConfirmForm
from tracker.pages.match_forms.senjutsu.end_forms import (
    AnnulForm,
    ConcedeForm,
    FinishForm,
    ReportForm,
    TimeForm,
)
from tracker.pages.match_forms.senjutsu.full.board import step_words
from tracker.pages.match_forms.senjutsu.full.card_forms import CARD_FORMS
from tracker.pages.match_forms.senjutsu.full.facts_form import InstantForm, RevealForm
from tracker.pages.match_forms.senjutsu.full.foe_forms import FOE_FORMS
from tracker.pages.match_forms.senjutsu.full.forms import (
    BY_TEXT,
    MAY_WAIT,
    ChooseForm,
    FullForm,
    PickForm,
    owner_of,
)
from tracker.pages.match_forms.senjutsu.full.place_form import PlaceForm
from tracker.pages.match_forms.senjutsu.full.text_forms import TerrainForm, TextForm
from tracker.pages.match_forms.senjutsu.full.waiver_form import WaiverForm
from tracker.pages.match_forms.senjutsu.full.waiver_form import is_open as may_be_waived
from tracker.pages.match_forms.senjutsu.horde_forms import (
    ClearForm,
    LevelForm,
    LordForm,
    RecoveryForm,
    WaveForm,
)
from tracker.pages.match_forms.senjutsu.opponent_forms import OpponentsForm, WithdrawForm, lacking
from tracker.pages.match_forms.senjutsu.setup_forms import (
    CharacterForm,
    CorpseForm,
    DeckForm,
    FoeDeckForm,
)
from tracker.pages.match_forms.senjutsu.turn_form import TurnForm

FORMS: dict[str, type[PadForm]] = {
    form.step: form
    for form in (
        CharacterForm,
        DeckForm,
        OpponentsForm,
        CorpseForm,
        WaveForm,
        TurnForm,
        ClearForm,
        LevelForm,
        RecoveryForm,
        FinishForm,
        ReportForm,
        ConfirmForm,
        LordForm,
        TimeForm,
        ContestForm,
        ConcedeForm,
        FoeDeckForm,
        WithdrawForm,
        AnnulForm,
    )
}
"""In this order: what moves the match on stands before what may wait."""
FULL = frozenset((*WORDS.order, *BY_TEXT))
"""What the forms of full detail log."""
TYPED = (ChooseForm, PlaceForm, RevealForm, InstantForm, TerrainForm, TextForm, WaiverForm)
SPECIAL: dict[str, type[PadForm]] = {**{form.step: form for form in TYPED}, **CARD_FORMS, **FOE_FORMS}
"""Events with a form of their own at full detail."""
ORDER = [*list(FORMS)[:2], *WORDS.order, *list(FORMS)[2:]]
OWNERS = {"side_registered": "character", "deck_registered": "deck", "side_conceded": "concede"}
TABLE = {
    "vo_joined": "opponents",
    "vo_withdrawn": "withdraw",
    "vo_deck_registered": "foe_deck",
    "terrain_placed": "corpse",
    "wave_started": "wave",
    "turn_recorded": "turn",
    "wave_cleared": "clear",
    "level_completed": "level",
    "recovery_applied": "recovery",
    "lord_attacked": "lord",
    "match_annulled": "annul",
}
SIDES = {"result_confirmed": "confirm", "result_contested": "contest"}


def sit(
    state: MatchState[SenjutsuState],
    outcome: Outcome,
    version: int,
    following: Iterable[NextEvent],
    viewer: Viewer,
    names: Names,
) -> Desk:
    """The desk of a viewer; `state` and `following` are already redacted for that viewer."""
    staff = viewer.role == "staff"
    following = tuple(following)
    players = tuple(state.play.fighters) if staff else (viewer.player or "",)
    return Desk(
        play=state.play,
        outcome=outcome,
        version=version,
        types=frozenset(open_steps(following, state.play, players, staff)),
        players=players,
        is_staff=staff,
        names=_with_cards(state.play, names),
        confirmed=state.confirmed,
        final=state.result is not None,
        following=following,
    )


def _with_cards(play: SenjutsuState, names: Names) -> Names:
    """The names with those of the cards that the match pins."""
    if play.full is None:
        return names
    russian = names.language.startswith("ru")
    pinned = {
        card: (one.name_ru if russian else None) or one.name
        for card, one in play.full.cards.items()
        if one.name
    }
    return names._replace(figures={**names.figures, **{card: name for card, name in pinned.items() if name}})


def open_steps(
    following: Iterable[NextEvent], play: SenjutsuState, players: tuple[str, ...], staff: bool
) -> Iterator[str]:
    """`step:player` (or `step:side`, or `step:` for the whole table) of every step that is open to these players."""
    for event in following:
        if not (staff and event.staff) and not set(event.players) & set(players):
            continue
        if play.full is not None and event.type in FULL:
            yield f"{'by_text' if event.type in BY_TEXT else event.type}:{_subject(event)}"
        elif event.type in OWNERS:
            yield f"{OWNERS[event.type]}:{event.choices['player'][0]}"
        elif event.type in SIDES and not (staff and event.choices["side"] != (STAFF_SIDE,)):
            yield f"{SIDES[event.type]}:{event.choices['side'][0]}"
        elif event.type == "match_finished":
            yield f"{_ending(event, play)}:"
        elif event.type in TABLE:
            yield f"{TABLE[event.type]}:"
    if may_be_waived(play) and (staff or set(play.fighters) & set(players)):
        yield f"{WaiverForm.step}:"


def _subject(event: NextEvent) -> str:
    """Whom a step of full detail is about; what texts of cards do is one step for all."""
    return "" if event.type in BY_TEXT else owner_of(event)


def _ending(event: NextEvent, play: SenjutsuState) -> str:
    if event.choices.get("reason") == ("time",):
        return "time"
    if play.detail == "summary" or (is_untold(play) and not is_decided(play)):
        return "report"
    return "finish"


def steps(desk: Desk) -> list[PadForm]:
    """The forms of all open steps, the next one first."""
    found = [step.partition(":")[::2] for step in desk.types]
    found.sort(key=lambda item: (ORDER.index(item[0]), item[1]))
    made = [form_of(step)(desk, player) for step, player in found]
    for form in made:
        form.may_wait = form.may_wait or (desk.play.full is not None and form.step == ReportForm.step)
    shown = [form for form in made if not isinstance(form, FullForm) or form.is_open()]
    return sorted(shown, key=lambda form: form.may_wait)


@cache
def form_of(step: str) -> type[PadForm]:
    """The form of a step; at full detail one that offers concrete events, unless the event has its own.

    Raises KeyError.
    """
    if step in FORMS:
        return FORMS[step]
    if step in SPECIAL:
        return SPECIAL[step]
    if step in FULL:
        return type("PickForm", (PickForm,), {"step": step})
    raise KeyError(step)


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent, whether or not the step is still open; None for one that does not exist."""
    try:
        form = form_of(step)
    except KeyError:
        return None
    owned = step in OWNERS.values() or (step in FULL and player in desk.play.fighters)
    if owned and not {player} <= set(desk.players) & set(desk.play.fighters):
        return None
    return form(desk, player, data)


def waiting(desk: Desk) -> str:
    """What the table waits for, when it is not this person's turn to do something."""
    play = desk.play
    if play.phase == "closed":
        return desk.awaited({fighter.side for fighter in desk.fighters() if fighter.player in desk.players})
    if is_decided(play):
        return ""
    if play.full is not None and (play.phase != "roster" or play.full.step != "roster"):
        return _at_full(desk, play.full)
    missing = [fighter.player for fighter in play.fighters.values() if fighter.character is None]
    others = [player for player in missing if desk.is_staff or player not in desk.players]
    if play.phase == "roster" and missing:
        names = ", ".join(desk.names.player(player) for player in others)
        return _("Waiting for a character: %(players)s.") % {"players": names} if others else ""
    if play.phase == "roster" and lacking(desk):
        return lacking(desk)
    if play.phase == "roster" and TABLE["turn_recorded"] + ":" in desk.types:
        return ""
    told = {
        "open": _("The organisers have not opened the table yet."),
        "roster": _("The match has not begun yet."),
        "turns": _("Turn %(turn)s is being played.") % {"turn": play.turn + 1},
        "waves": _("The next wave has not begun."),
        "level": _("The level is completed."),
        "break": _("A rest between two levels."),
    }
    return told[play.phase]


def _at_full(desk: Desk, full: FullState) -> str:
    """Where the turn is, and whose move it is."""
    waits = [one for one in desk.following if one.type in FULL and one.type not in MAY_WAIT + BY_TEXT]
    others = [one for one in waits if not set(one.players) & set(desk.players)]
    who = dict.fromkeys(player for one in others for player in one.players)
    where = _("Turn %(turn)s") % {"turn": full.turn} + ": " if full.turn else ""
    told = where + step_words()[full.step]
    if not who:
        return f"{told}. {lacking(desk)}".strip() if full.step in SETUP else f"{told}."
    return _("%(where)s. Waiting for %(players)s.") % {
        "where": told,
        "players": ", ".join(map(desk.names.player, who)),
    }
