"""The table of a match as the match page shows it: draft, arena, champions, cores, hands as counts, challenge track.

Public facts alone, whoever looks: phones lie open on tables. Called by the match page and its scrubber.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.cards import face_of
from games.super_fantasy_brawl.full.state import Action, FullState, Seat
from games.super_fantasy_brawl.opening import OWN_ARENAS
from games.super_fantasy_brawl.state import UNNAMED, Figure, SfbState
from tracker.pages.match_forms.hex_picture import hex_words
from tracker.pages.match_forms.super_fantasy_brawl.base import (
    Desk,
    capital,
    card,
    champion,
    figures,
    letter,
    word,
)
from tracker.pages.match_forms.super_fantasy_brawl.draft_view import draft
from tracker.pages.match_forms.super_fantasy_brawl.full.arena import area_letters, drawn, mark_of, sketch

BEFORE = ("open", "order", "zone", "select")
"""Phases before there is anything to draw."""


def board(desk: Desk, events: Iterable[Any] = ()) -> dict[str, Any] | None:
    """Everything that `games/super_fantasy_brawl/_board.html` draws; None where there is nothing to show yet."""
    play = desk.play
    told = {
        "template": "games/super_fantasy_brawl/_board.html",
        "draft": draft(desk),
        "track": track(desk) if play.phase != "select" else [],
        "round": play.round,
        "phase": capital(word(desk, f"phase_{play.phase}")) if play.full is not None else "",
        "whose": desk.names.player(play.active) if play.active and play.phase != "closed" else "",
    }
    if play.full is not None and play.phase not in BEFORE:
        told |= _table(desk, play.full)
    elif play.full is None:
        told["sketch"] = None if told["draft"] else sketch(OWN_ARENAS["sample"])
    shown = told["draft"] or told["track"] or told.get("sides") or told.get("sketch")
    return told if shown else None


def _table(desk: Desk, full: FullState) -> dict[str, Any]:
    return {
        "picture": drawn(desk),
        "areas": list(area_letters(full).items()),
        "action": action_view(desk, full.action) if full.action is not None else None,
        "sides": [
            {
                "name": desk.side(side),
                "letter": letter(desk, side),
                "zone": desk.reader.value("zone", one.zone),
                "champions": [_champion(desk, key, figure) for key, figure in figures(desk, side)],
                "players": [
                    _seat(desk, player, full.seats[player]) for player in one.players if player in full.seats
                ],
            }
            for side, one in desk.play.sides.items()
        ],
    }


def _champion(desk: Desk, key: str, one: Figure) -> dict[str, Any]:
    """A champion in words: also the table twin of the picture."""
    face = face_of(desk.play, key)
    return {
        "mark": mark_of(desk, key),
        "name": champion(desk, one.slug),
        "player": desk.names.player(one.player),
        "where": hex_words(one.cell) if one.cell is not None else "",
        "gate": one.cell is None and one.deployed,
        "damage": one.damage,
        "health": face.health,
        "defence": face.defence,
        "states": [*_states(one)],
    }


def _states(one: Figure) -> list[str]:
    told = [
        _("levelled up") if one.levelled else "",
        _("rooted") if one.immobilised else "",
        _("bloodied") if one.damage >= LIMITS.battered else "",
    ]
    return [state for state in told if state]


def _seat(desk: Desk, player: str, seat: Seat) -> dict[str, Any]:
    """Cores, and cards as counts; the discard pile is open."""
    return {
        "name": desk.names.player(player),
        "active": player == desk.play.active,
        "cores": [
            {"name": desk.reader.value("core", core), "key": core, "ready": core not in seat.exhausted}
            for core in LIMITS.cores
        ],
        "facts": [(_("Hand"), seat.hand), (_("Deck"), seat.deck), (_("Discard pile"), seat.discard)],
        "discard": [card(desk, one) for one in seat.open],
        "play": [card(desk, one) for one in seat.play],
    }


def track(desk: Desk) -> list[dict[str, Any]]:
    """The challenge track, left to right: what each space gives, the card on it, and what it asks."""
    play = desk.play
    cells, values = play.track.cells, play.track.values
    if values is None and not any(card not in (None, "", UNNAMED) for card in cells):
        return []
    return [
        {
            "number": number + 1,
            "value": values[number] if values is not None and number < len(values) else "?",
            "active": bool(lying) and (values is None or values[number] > 0),
            "card": card(desk, lying) if lying else "",
            "text": _asks(play, lying),
        }
        for number, lying in enumerate(cells)
    ]


def _asks(play: SfbState, card: str | None) -> str:
    """What a challenge asks, as its card says it."""
    known = (play.full.challenges or {}) if play.full is not None else {}
    return (known[card].text or "") if card in known else ""


def action_view(desk: Desk, action: Action) -> dict[str, Any]:
    """The open action: what is played, where it is, whom it is aimed at."""
    played = card(desk, action.card) if action.card else desk.reader.value("basic", str(action.basic or 4))
    return {
        "champion": champion(desk, action.champion),
        "card": played,
        "step": word(desk, f"step_{action.step}"),
        "targets": desk.reader.value("targets", action.targets) if action.targets else "",
        "reaction": card(desk, action.reaction.card) if action.reaction is not None else "",
        "mp": action.mp,
    }
