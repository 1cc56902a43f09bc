"""What the table waits for at full detail, in one line: for the pad of those who have nothing to do, and the match."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.last_battle.full.phases import markers_wanted
from games.last_battle.full.state import FullState
from games.last_battle.full.turn import expected_side
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.words import piece_words

FULL_PHASES = ("markers", "deploy", "hands", "turns")


def waiting_at_full(desk: Desk, full: FullState) -> str:
    """The step of the setup or of the turn."""
    phase = desk.play.phase
    if phase == "markers":
        words = {"count": len(full.markers), "wanted": markers_wanted(desk.play.battlefield)}
        return _("Strategy markers: %(count)s of %(wanted)s stand.") % words
    if phase == "deploy":
        return _("The squads are being deployed.")
    if phase == "hands":
        return _("The sides draw their hands.")
    if not full.turn:
        return _("Turn %(turn)s can begin.") % {"turn": 1}
    return _("Turn %(turn)s: %(step)s") % {"turn": full.turn, "step": _step(desk, full)}


def _step(desk: Desk, full: FullState) -> str:
    if full.step == "activations":
        return _activations(desk, full)
    return {
        "start": _("initiative."),
        "initiative": _("initiative."),
        "end_effects": _("the strategy is to be scored."),
        "scoring": _("schemes are being scored."),
        "cleanup": _("the sides shuffle and draw."),
    }[full.step]


def _activations(desk: Desk, full: FullState) -> str:
    if full.active is not None and full.active in full.pieces:
        told = ngettext("%(figure)s acts, %(ap)s AP left.", "%(figure)s acts, %(ap)s AP left.", full.ap)
        return told % {"figure": piece_words(desk.names, full.active), "ap": full.ap}
    side = expected_side(full)
    if side is None:
        return _("every figure has acted.")
    return _("%(side)s activates a figure.") % {"side": desk.side(side)}
