"""What the forms and the board of this game ask of a desk: champions and cards by name, phases in words."""

from __future__ import annotations

from games.rulebook import books
from games.super_fantasy_brawl.state import UNNAMED, Figure, SfbState
from tracker.pages.match_forms import pad
from tracker.pages.match_forms.generic.desk import Desk
from tracker.pages.match_forms.pad import Payload, choice, payload, points

__all__ = ["Desk", "PadForm", "Payload", "choice", "payload", "points"]


def champion(desk: Desk, key: str | None) -> str:
    """A champion by its slug or by its figure, which tells its side."""
    return desk.reader.value("champion", key)


def card(desk: Desk, key: str | None) -> str:
    """An action or challenge card; one that nobody named says so."""
    return desk.reader.value("card", key or UNNAMED)


def letter(desk: Desk, side: str) -> str:
    """The mark of a side."""
    return desk.letters().get(side, "f")


def figures(desk: Desk, side: str = "") -> list[tuple[str, Figure]]:
    """The champions in the match, side by side; those of one side."""
    play: SfbState = desk.play
    found = [(key, one) for key, one in play.figures.items() if not side or one.side == side]
    order = list(play.sides)
    return sorted(found, key=lambda item: order.index(item[1].side))


def word(desk: Desk, key: str) -> str:
    """A word as the refusals of the rules use it: where a match or an action is."""
    words = books()[desk.system.key].words
    return desk.reader.text(words[key]) if key in words else key


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


class PadForm(pad.PadForm):
    """A step of the pad whose fields no schema makes; `player` is the player that it is for."""

    desk: Desk
