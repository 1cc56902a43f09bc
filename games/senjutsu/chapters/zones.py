"""The cards of one character through a turn: how many lie in the deck, and what an empty deck costs.

SEN-ZONE-01, -03, -04, SEN-DRAW-02 to -05, SEN-DISC-04. Called by `turns.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from games.ruleset import RuleViolation
from games.senjutsu.events import Turn
from games.senjutsu.permissions import Violations
from games.senjutsu.state import Fighter


class Flow(NamedTuple):
    """A deck after a turn: its cards, the fewest and the most draws that it can have missed, and whether it lost a card
    to bleeding."""

    deck: int
    fewest: int
    missed: int
    bled: bool


def flow(fighter: Fighter, told: Turn) -> Flow | None:
    """SEN-ZONE-04: bleeding, phase draw, draws by effects, cards that come back. None for a deck of unknown size.

    A card that came back can have been drawn in the same turn; how many draws an empty deck missed tells (SEN-DRAW-02).
    """
    if fighter.deck is None:
        return None
    bled = fighter.bleeding > 0 and fighter.deck > 0
    left = fighter.deck - bled
    wanted = 1 + told.extra_drawn
    most, fewest = max(0, wanted - left), max(0, wanted - left - told.returned)
    missed = min(max(told.deckout_wounds, fewest), most)
    return Flow(left - wanted + missed + told.returned, fewest, most, bled)


def check_zones(fighter: Fighter, told: Turn, turn: int, broken_off: bool) -> Violations:
    """Every number of cards that the turn tells. A turn that is broken off leaves cards in play, which no number
    tells, and no hand is trimmed in it."""
    due = flow(fighter, told)
    if due is not None and not (broken_off and _ended_before_the_draw(fighter, told)):
        yield from _check_missed(fighter, told, due)
        if told.deck is not None and told.deck != due.deck:
            yield from _check_deck(fighter, told.deck, due, turn)
    yield from _check_hand(fighter, told, broken_off)
    yield from _check_sum(fighter, told, broken_off)


def _ended_before_the_draw(fighter: Fighter, told: Turn) -> bool:
    """SEN-END-04: effects of the start of a turn may decide it before anybody bleeds or draws."""
    before = fighter.deck or 0
    if told.deckout_wounds or told.extra_drawn > before + told.returned:
        return False
    left = before + told.returned - told.extra_drawn
    return told.deck in (None, left, left - (fighter.bleeding > 0 and left > 0))


def _check_sum(fighter: Fighter, told: Turn, broken_off: bool) -> Violations:
    """SEN-ZONE-01: the places that are told hold no more than the deck's cards, all of them together just these."""
    hand = None if told.hand is None else max(0, told.hand - told.stuns)
    places = (told.deck, hand, told.discard)
    total = sum(number or 0 for number in places) + told.removed
    size = fighter.deck_size
    short = size is not None and total < size and None not in places and not broken_off
    if size and (total > size or short):
        yield RuleViolation("SEN-ZONE-01", {"actor": fighter.player, "told": total, "expected": size})


def _check_missed(fighter: Fighter, told: Turn, due: Flow) -> Violations:
    if not due.fewest <= told.deckout_wounds <= due.missed:
        expected = f"{due.fewest}–{due.missed}" if due.fewest < due.missed else due.missed
        params = {"actor": fighter.player, "told": told.deckout_wounds, "expected": expected}
        yield RuleViolation("SEN-DRAW-02", params)
        missed = {"missed": expected, "claimed": told.deckout_wounds}
        yield RuleViolation("SEN-ZONE-04", {"actor": fighter.player, **missed})


def _check_deck(fighter: Fighter, deck: int, due: Flow, turn: int) -> Violations:
    """The most exact rule first: forgotten bleeding, a deck that grew, a wrong start, else a wrong number."""
    params = {"actor": fighter.player, "told": deck, "expected": due.deck}
    if due.bled and deck == due.deck + 1:
        yield RuleViolation("SEN-DRAW-04", {"actor": fighter.player, "told": 0, "expected": 1})
    elif fighter.deck is not None and deck > fighter.deck:
        yield RuleViolation("SEN-DRAW-03", params)
    elif turn == 1:
        yield RuleViolation("SEN-ZONE-03", {**params, "start": fighter.deck})
    yield RuleViolation("SEN-ZONE-04", params)


def _check_hand(fighter: Fighter, told: Turn, broken_off: bool) -> Violations:
    """SEN-DISC-04: the hand at the end of a turn."""
    if told.hand is None:
        return
    limit = fighter.hand_limit
    if limit is not None and told.hand > limit and not broken_off:
        yield RuleViolation("SEN-DISC-04", {"actor": fighter.player, "told": told.hand, "limit": limit})
    if told.hand < told.stuns:
        params = {"holder": fighter.player, "hand": told.hand, "stuns": told.stuns}
        yield RuleViolation("SEN-LOG-08", params)
