"""What focus is paid for must be playable: a replacement, an instant, or a counterattack that comes next.

Without this the table would wait for a card that is refused. Called by `pay.py`, with the match as it is after the
payment.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.chapters import Check
from games.ruleset import SYSTEM, Event
from games.senjutsu.full import instants, replace
from games.senjutsu.full.attacks import counter
from games.senjutsu.full.cards import card_of, definition
from games.senjutsu.full.effect_events import CounterattackPlayed
from games.senjutsu.full.events import FocusPaid, InstantPlayed
from games.senjutsu.full.preconditions import enemies_of, table
from games.senjutsu.permissions import Violations
from games.senjutsu.state import SenjutsuState

Way = tuple[Check[SenjutsuState], Event]
BESIDES = ("addition", "normal")
"""Kinds of instants that come besides the revealed card."""


def check_follows(after: SenjutsuState, event: FocusPaid) -> Violations:
    """The rules of the card that is paid for, the way that breaks fewest; nothing where one way is legal."""
    ways = [*_ways(after, event)]
    found = [[*check(after, told, SYSTEM)] for check, told in ways]
    if all(found):
        yield from min(found, key=len, default=[])


def _ways(state: SenjutsuState, event: FocusPaid) -> Iterator[Way]:
    on = card_of(state, event.player)
    if event.reason == "replacement":
        told = InstantPlayed(player=event.player, card=event.card, kind="replacement", on=on)
        yield replace.check_replacement_played, told
        return
    known = definition(state, event.card).instant
    kinds = [kind for kind in BESIDES if known is None or kind in known]
    for kind in kinds:
        told = InstantPlayed(
            player=event.player,
            card=event.card,
            kind=kind,  # type: ignore[arg-type]
            on=on if kind == "addition" else None,
        )
        yield instants.check_instant_played, told
    blocked = [one.other for one in table(state).window if one.actor == event.player and one.other]
    somebody = enemies_of(state, event.player)[:1] or (counter.NOBODY,)
    for enemy in dict.fromkeys(blocked or (() if kinds else somebody)):
        answer = CounterattackPlayed(player=event.player, card=event.card, against=enemy)
        yield counter.check_counterattack_played, answer
