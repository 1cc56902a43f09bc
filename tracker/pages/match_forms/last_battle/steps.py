"""The forms of the pad that no schema makes; the generic pad makes all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.pages.match_forms.generic import steps as generic
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.end_forms import AwardForm
from tracker.pages.match_forms.last_battle.full.claim_forms import ClaimForm
from tracker.pages.match_forms.last_battle.full.mark_forms import InteractForm
from tracker.pages.match_forms.last_battle.report_form import ReportForm
from tracker.pages.match_forms.last_battle.setup_forms import HireForm, NoteForm
from tracker.pages.match_forms.last_battle.turn_form import TurnForm
from tracker.pages.match_forms.pad import GoneForm, PadForm

OF_SQUADS = (HireForm, NoteForm, AwardForm)
AT_TABLE = (*OF_SQUADS, TurnForm, ReportForm, InteractForm, ClaimForm)
FORMS: dict[str, type[PadForm]] = {form.step: form for form in AT_TABLE}


def bound(desk: Desk, step: str, player: str, data: Mapping[str, Any]) -> PadForm | None:
    """The form of a step as it was sent; one of nobody's squad is over."""
    if step in [form.step for form in OF_SQUADS] and player not in desk.play.squads:
        return GoneForm(desk, player)
    return generic.bound(desk, step, player, data)
