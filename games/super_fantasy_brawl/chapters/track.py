"""The challenge track: cards, values, moves, and what may be scored (SFB-CHAL-01 to -06, SFB-SCORE-02 to -09).

Pure functions over `Track`, used by turn reports and by full detail. With values unknown the length is unknown too:
the track grows as far as cards move, and only what is told to leave it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from games.ruleset import RuleViolation
from games.super_fantasy_brawl.events import Claimed
from games.super_fantasy_brawl.facts import ModeFacts
from games.super_fantasy_brawl.state import UNNAMED, SfbState, Track, mode_of

Cells = tuple[str | None, ...]


def at(track: Track, cell: int) -> str | None:
    """The card on a cell."""
    return track.cells[cell] if cell < len(track.cells) else None


def value_of(track: Track, mode: ModeFacts, cell: int) -> int | None:
    """The points of a cell; None: unknown, and not told by what was scored there. The first cells give none in any
    case."""
    if cell < mode.zero_cells:
        return 0
    if track.values is None:
        return dict(track.told).get(cell)
    return track.values[cell] if cell < len(track.values) else 0


def laid(track: Track, cell: int, card: str | None) -> Track:
    """A card is laid from the deck."""
    cells = track.cells + (None,) * (cell + 1 - len(track.cells))
    cells = (*cells[:cell], card or UNNAMED, *cells[cell + 1 :])
    return replace(track, cells=cells, deck=max(0, track.deck - 1))


def reshuffled(track: Track) -> Track:
    """SFB-CHAL-04: the discard pile becomes the deck."""
    return replace(track, deck=track.deck + len(track.discard), discard=())


def pushed_off(track: Track, steps: int) -> tuple[str, ...] | None:
    """SFB-CHAL-01: the cards that leave the track by a move, from the left; None: its length is unknown."""
    if track.values is None:
        return None
    return tuple(card for card in track.cells[max(0, len(track.cells) - steps) :] if card is not None)


def may_leave(track: Track, mode: ModeFacts) -> tuple[tuple[str, ...], ...]:
    """SFB-CHAL-01, -04: the cards that may leave the track by the move of the round's end.

    Of an unknown length nothing, or those farthest to the right, but for the cells that give no points and one more,
    which every track has; as many at least as the new cards need.
    """
    due = pushed_off(track, mode.shift)
    if due is not None:
        return (due,)
    last, sure = len(track.cells), mode.zero_cells + 1 - mode.shift
    starts = [*range(max(0, sure, last - mode.shift), last), last]
    ways = dict.fromkeys(tuple(card for card in track.cells[start:] if card) for start in reversed(starts))
    return tuple(way for way in ways if lasts(track, mode, way))


def lasts(track: Track, mode: ModeFacts, off: Sequence[str]) -> bool:
    """SFB-CHAL-04: whether deck and discard pile hold the new cards of the round once `off` has left the track."""
    return track.deck + len(track.discard) + len(off) >= mode.new_cards


def moved(track: Track, steps: int, off: Sequence[str]) -> Track:
    """SFB-CHAL-01, -06, SFB-SCORE-08: every card moves to the right, gaps move along; `off` leave the track."""
    cells: Cells = (None,) * steps + track.cells
    if track.values is not None:
        cells = cells[: len(track.cells)]
    else:
        left = list(off)
        cells = tuple([_gone(card, left) for card in reversed(cells)])[::-1]
    return replace(track, cells=_trimmed(track, cells), discard=(*track.discard, *off))


def _gone(card: str | None, left: list[str]) -> str | None:
    """None for a card that leaves the track."""
    if card is not None and card in left:
        left.remove(card)
        return None
    return card


def _trimmed(track: Track, cells: Cells) -> Cells:
    """Without empty cells at the end of a track of unknown length."""
    if track.values is None:
        while cells and cells[-1] is None:
            cells = cells[:-1]
    return cells


def taken(track: Track, items: Sequence[Claimed]) -> Track:
    """SFB-SCORE-03, -08: scored cards go to the discard pile and leave gaps."""
    cells, discard = list(track.cells), list(track.discard)
    told = {} if track.values is not None else {item.cell: item.vp for item in items} | dict(track.told)
    for item in items:
        if item.cell < len(cells) and cells[item.cell] is not None:
            discard.append(_named(cells[item.cell], item.card))
            cells[item.cell] = None
    cells_left = _trimmed(track, tuple(cells))
    return replace(track, cells=cells_left, discard=tuple(discard), told=tuple(sorted(told.items())))


def _named(lying: str | None, told: str | None) -> str:
    return told or UNNAMED if lying in (None, UNNAMED) else lying or UNNAMED


def set_up(track: Track, mode: ModeFacts) -> Track:
    """SFB-SETUP-07, SFB-MODE-10: the first cards, as far as they were not laid; nobody named them."""
    for cell in mode.start_cells:
        track = track if at(track, cell) is not None else laid(track, cell, None)
    return track


def round_ended(track: Track, mode: ModeFacts) -> Track:
    """SFB-CHAL-01, SFB-MODE-11: the move and the new cards, where nobody named any."""
    track = moved(track, mode.shift, pushed_off(track, mode.shift) or ())
    for cell in mode.new_cells:
        track = laid(track if track.deck else reshuffled(track), cell, None)
    return track


def check_card(state: SfbState, card: str | None) -> Iterator[RuleViolation]:
    """SFB-CHAL-05: a card that can be in the deck: of this match, and known neither on the track nor discarded."""
    if card is None or card == UNNAMED:
        return
    challenges = state.full.challenges if state.full is not None else None
    elsewhere = (*state.track.cells, *state.track.discard)
    if card in elsewhere or (challenges is not None and card not in challenges):
        yield RuleViolation("SFB-CHAL-05", why_not(state, card))


def why_not(state: SfbState, card: str) -> dict[str, Any]:
    """SFB-CHAL-05: where a challenge lies that cannot be laid: on the track, in the discard pile, nowhere."""
    if card in state.track.cells:
        return {"card": card, "cell": state.track.cells.index(card)}
    return {"discarded" if card in state.track.discard else "strange": card}


def check_items(state: SfbState, items: Sequence[Claimed], round_: int) -> Iterator[RuleViolation]:
    """SFB-SCORE-02, -04, -06, -08, -09, SFB-RES-07: what is scored lies on an active cell and gives its value."""
    if items and round_ == 1 and not state.round1_challenges:
        yield RuleViolation("SFB-SCORE-06")
    for place, item in enumerate(items):
        yield from _check_item(state, item, item.cell in [other.cell for other in items[:place]])
    most = round_ - 1
    if items and state.mode == "duel" and not state.round1_challenges and state.scored + len(items) > most:
        params = {"round": round_, "limit": most, "told": state.scored + len(items)}
        yield RuleViolation("SFB-RES-07", params)


def _check_item(state: SfbState, item: Claimed, twice: bool) -> Iterator[RuleViolation]:
    value = value_of(state.track, mode_of(state), item.cell)
    lying = at(state.track, item.cell)
    if value == 0 or item.vp == 0:
        yield RuleViolation("SFB-SCORE-02", {"cell": item.cell})
    elif value is not None and item.vp != value:
        yield RuleViolation("SFB-SCORE-04", {"cell": item.cell, "expected": value, "told": item.vp})
    if lying is None:
        yield RuleViolation("SFB-SCORE-08", {"cell": item.cell})
    elif twice or (item.card is not None and lying not in (item.card, UNNAMED)) or _elsewhere(state, item):
        if twice:
            yield RuleViolation("SFB-SCORE-09", {"twice": item.cell})
            return
        params = {"card": item.card or UNNAMED, "cell": item.cell, "expected": lying}
        yield RuleViolation("SFB-SCORE-09", params)


def _elsewhere(state: SfbState, item: Claimed) -> bool:
    """Whether the named card is known to lie on another cell, or in the discard pile."""
    others = (*state.track.cells[: item.cell], *state.track.cells[item.cell + 1 :], *state.track.discard)
    return item.card is not None and item.card in others
