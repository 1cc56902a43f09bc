"""The table at full detail for the match page: figures by side, cards, markers, and the check that is open.

Built from the state as the viewer may know it; a hand is shown to its own side alone, held to be seen.
Called by `tracker.pages.match_forms.last_battle`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.last_battle.facts import SIDES
from games.last_battle.full.cards import hand_limit
from games.last_battle.full.state import FullState, Marker, Piece, pieces_of
from tracker.pages.match_forms.last_battle.base import Desk
from tracker.pages.match_forms.last_battle.full.duels import duels
from tracker.pages.match_forms.last_battle.ground import LETTERS, ground


def board(desk: Desk, events: Iterable[Any]) -> dict[str, Any] | None:
    """{"ground", "sides", "markers", "duels" by turn ...}: below full detail and before there are figures the
    battlefield alone. `events` is the log as the viewer may see it.
    """
    full, drawn = desk.play.full, ground(desk)
    if full is None or not (full.pieces or full.gone or full.markers):
        return {"ground": drawn} if drawn else None
    return {
        "ground": drawn,
        "sides": [_side(desk, full, side, name) for side, name in desk.sides().items()],
        "markers": list(_markers(desk, full)),
        "duels": duels(events, desk),
        "overridden": ", ".join(full.overridden),
        "altitude": desk.play.battlefield == "heaven",
    }


def _side(desk: Desk, full: FullState, side: str, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "letter": LETTERS[side],
        "figures": [_figure(desk, full, piece) for piece in pieces_of(full, side)],
        "cards": _cards(desk, full, side) if full.piles[side].size else None,
    }


def _figure(desk: Desk, full: FullState, piece: Piece) -> dict[str, Any]:
    """A row of the table: the name, lives, and everything that is true of the figure just now."""
    return {
        "name": desk.reader.value("figure", piece.id),
        "player": desk.names.player(piece.player),
        "leader": piece.leader,
        "lives": piece.lives,
        "initial": piece.initial,
        "size": piece.size,
        "active": full.active == piece.id,
        "ap": full.ap if full.active == piece.id else None,
        "done": piece.activated and full.active != piece.id,
        "marks": list(_marks(desk, piece)),
    }


def _marks(desk: Desk, piece: Piece) -> Iterable[str]:
    """Conditions and stored bonuses as words."""
    yield from (desk.reader.value("condition", condition) for condition in piece.conditions)
    if piece.concentrated:
        yield _("concentrated: +")
    if piece.defending:
        yield _("defends: %(plus)s") % {"plus": "+" * piece.defending}
    if piece.bonus:
        yield _("parameters + %(bonus)s") % {"bonus": piece.bonus}
    if piece.aboard:
        yield _("aboard %(vessel)s") % {"vessel": desk.reader.value("figure", piece.aboard)}
    elif desk.play.battlefield == "sea" and not piece.card.vessel:
        yield _("in the water")
    if piece.engaged:
        yield _("engaged")
    if piece.summoned:
        yield _("summoned")


def _cards(desk: Desk, full: FullState, side: str) -> dict[str, Any]:
    """Counts for everybody, the discard face up, the hand for its own side."""
    pile = full.piles[side]
    return {
        "deck": pile.deck_count,
        "hand": pile.hand_count,
        "limit": hand_limit(desk.play, full, side),
        "discard": [desk.reader.value("card", card) for card in reversed(pile.discard)],
        "own": cards_words(desk, pile.hand),
        "removed": cards_words(desk, pile.removed),
    }


def cards_words(desk: Desk, cards: tuple[str, ...]) -> str:
    """Several cards in one line; empty where there are none, as in a hand that is not known."""
    return desk.reader.value("cards", cards) if cards else ""


def own_hands(desk: Desk) -> list[tuple[str, str]]:
    """(side, its cards) of the sides whose hand the person may see and others may not."""
    full = desk.play.full
    if full is None or desk.final:
        return []
    return [
        (desk.side(side), cards_words(desk, full.piles[side].hand)) for side in SIDES if full.piles[side].hand
    ]


def _markers(desk: Desk, full: FullState) -> Iterable[dict[str, str]]:
    for name, marker in full.markers.items():
        yield {
            "name": name,
            "what": _marker_words(desk, marker),
            "letter": LETTERS.get(marker.side or "", ""),
        }


def _marker_words(desk: Desk, marker: Marker) -> str:
    words = {
        "side": desk.side(marker.side or ""),
        "player": desk.names.player(marker.player),
        "figure": desk.reader.value("figure", marker.figure),
    }
    if marker.kind == "pillar":
        return _("pillar")
    if marker.kind == "portal":
        return (_("portal of %(side)s, open") if marker.open else _("portal of %(side)s, closed")) % words
    if marker.kind == "compromat":
        return _("compromat of %(player)s at %(figure)s") % words
    return _("scheme marker of %(player)s") % words
