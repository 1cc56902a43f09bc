"""What a player may look up: the squads of the table and their own secrets."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.events import Note
from games.last_battle.facts import SCHEMES
from games.last_battle.state import in_play
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.full.view import own_hands
from tracker.pages.match_forms.last_battle.words import scheme_name


def secrets(desk: Desk) -> list[dict[str, Any]]:
    """What this person knows and others do not, schemes with notes and hands: [{"whose", "text", "label"}]."""
    hands = [
        {"whose": side, "text": cards, "label": _("Hold to view your hand")}
        for side, cards in own_hands(desk)
    ]
    return hands + [
        {"whose": desk.names.player(squad.player), "text": _secret(desk, held.scheme, held.note), "label": ""}
        for squad in desk.play.squads.values()
        for held in squad.schemes
        if not desk.final
        and not (held.public and (held.note is None or held.note_public or not SCHEMES[held.scheme].note))
    ]


def _secret(desk: Desk, scheme: str, note: Note | None) -> str:
    name = scheme_name(scheme, desk.names.language)
    figures = [*note.own_figures, *note.enemy_figures] if note else []
    return f"{name}: {desk.names.some(figures)}" if figures else name


def squads(desk: Desk) -> list[dict[str, Any]]:
    """Every hired squad with its figures in play and fallen, for the match page."""
    return [
        {
            "player": desk.names.player(squad.player),
            "side": desk.side(squad.side),
            "leader": desk.names.figure(squad.leader.figure_id) if squad.leader else "",
            "figures": [
                {
                    "name": desk.names.figure(figure.figure_id),
                    "cost": figure.cost,
                    "fallen": not in_play(desk.play, squad, figure.figure_id),
                }
                for figure in squad.figures or ()
            ],
        }
        for squad in desk.squads()
        if squad.hired
    ]
