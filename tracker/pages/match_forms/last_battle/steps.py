"""The forms of the pad that no schema makes, and whom the table waits for; the generic pad makes all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.full.lines import now
from tracker.pages.match_forms.generic import steps as generic
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.end_forms import AwardForm
from tracker.pages.match_forms.last_battle.full.claim_forms import ClaimForm
from tracker.pages.match_forms.last_battle.full.mark_forms import InteractForm
from tracker.pages.match_forms.last_battle.setup_forms import HireForm, NoteForm
from tracker.pages.match_forms.pad import GoneForm, PadForm

FULL_PHASES = ("markers", "deploy", "hands", "turns")
OF_SQUADS = (HireForm, NoteForm, AwardForm)
AT_TABLE = (*OF_SQUADS, InteractForm, ClaimForm)
FORMS: dict[str, type[PadForm]] = {form.step: form for form in AT_TABLE}


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent; one of nobody's squad is over."""
    if step in [form.step for form in OF_SQUADS] and player not in desk.play.squads:
        return GoneForm(desk, player)
    return generic.bound(desk, step, player, data)


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
        return desk.reader.line(now(play, play.full))
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
    left = [] if desk.is_staff else desk.still_scoring()
    if not left:
        return told
    names = {"players": ", ".join(map(desk.names.player, left))}
    return f"{told} " + _("Ask first whether they want to score: %(players)s.") % names
