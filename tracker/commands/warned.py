"""What a decision of the desk deserves a second look for, in words: the rules allow it, and many regulations do not.

Pages say it beside the form, REST in the answer to the request and to its dry run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.codec import MalformedEvent
from games.ruleset import Event, Rejected
from tracker import warm
from tracker.commands.at_once import Draw
from tracker.commands.rounds import made_by_hand, seated
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.pairing.cost import Costs
from tracker.pairing.structs import BYE, ORDER, REMATCHES, SCORE, SOFT
from tracker.roles import staff_at
from tracker.rulesets.tournament import draw_next_round
from tracker.rulesets.tournament.desk_events import ByeGranted, SettingsChanged
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.rulesets.tournament.plans import beyond
from tracker.rulesets.tournament.setting import on_changed
from tracker.rulesets.tournament.state import TournamentState
from tracker.systems import TOURNAMENT

PAIR = 2
"""Players at a table, where no teams play."""


class Warned(NamedTuple):
    """`code` for programs, `message` for people."""

    code: str
    message: str


def warned(identity: Identity, stream: UUID, payloads: Sequence[dict[str, Any]]) -> list[Warned]:
    """What these events deserve a second look for, told before they are appended, to staff of a tournament alone."""
    now = _shown(identity, stream)
    if now is None:
        return []
    try:
        events = [now.codec.from_payload(str(one["type"]), dict(one.get("data") or {})) for one in payloads]
    except MalformedEvent:
        return []  # refused by whoever appends them
    return list(_of_events(now.state, events))


def warned_of_draw(identity: Identity, stream: UUID, draw: Draw) -> list[Warned]:
    """The same of the next round, which this draws."""
    now = _shown(identity, stream)
    if now is None:
        return []
    found = list(_many_rounds(now.state)) if not now.state.rounds else []
    if draw.pairings is None:
        return found
    try:
        by_hand = made_by_hand(now.state, seated(draw.pairings), draw.bye, draw.scenario, draw.reason or "")
    except (BadInput, Rejected, LookupError):
        return found  # refused by whoever draws
    return found + list(_dearer(now.state, by_hand))


def _shown(identity: Identity, stream: UUID) -> warm.Warm | None:
    """A tournament as its staff see it; None for another stream, and for others."""
    now = warm.current(stream)
    is_tournament = now.kind == TOURNAMENT and now.state.created is not None
    return now if is_tournament and staff_at(identity, stream) is not None else None


def _of_events(state: TournamentState, events: Sequence[Event]) -> Iterator[Warned]:
    halves: dict[str, list[int]] = defaultdict(list)
    for event in events:
        if isinstance(event, ByeGranted) and event.worth == "half":
            yield from _second_half(halves_of(state, event.player) + halves[event.player])
            halves[event.player].append(event.round)
        elif isinstance(event, SettingsChanged) and event.rounds is not None:
            yield from _many_rounds(on_changed(state, event))
        elif isinstance(event, RoundDrawn):
            yield from _many_rounds(state) if not state.rounds else ()
            yield from _dearer(state, event) if event.method == "manual" else ()


def halves_of(state: TournamentState, player: str) -> list[int]:
    """The rounds in which a player has a bye that counts as a draw."""
    entrant = state.entrants.get(player)
    return [bye.round for bye in entrant.byes if bye.worth == "half"] if entrant is not None else []


def second_half_bye(rounds: Sequence[int]) -> str:
    """That another half bye comes on top of those of `rounds`; empty where there are none."""
    if not rounds:
        return ""
    return _(
        "This player already has a bye that counts as a draw (round %(rounds)s). Many rules allow one in an event; "
        "another is noted all the same."
    ) % {"rounds": ", ".join(map(str, rounds))}


def _second_half(rounds: Sequence[int]) -> Iterator[Warned]:
    if rounds:
        yield Warned("second_half_bye", second_half_bye(rounds))


def too_many_rounds(state: TournamentState) -> str:
    """That the planned rounds cannot all be played without meeting again; empty where they can."""
    found = beyond(state)
    if found is None:
        return ""
    told = dict(zip(("size", "most", "planned"), found, strict=True))
    text = ngettext(
        "%(size)d in the field can play %(most)d round without meeting again; planned are %(planned)d.",
        "%(size)d in the field can play %(most)d rounds without meeting again; planned are %(planned)d.",
        told["most"],
    )
    return text % told


def _many_rounds(state: TournamentState) -> Iterator[Warned]:
    if message := too_many_rounds(state):
        yield Warned("too_many_rounds", message)


def criteria() -> dict[str, str]:
    """The criteria of a draw in their order, in words."""
    return {
        REMATCHES: _("pairs that have met before"),
        BYE: _("the bye: place and earlier byes"),
        SCORE: _("differences in points"),
        SOFT: _("wishes: clubs, byes, sides"),
        ORDER: _("distance from the order of seeds"),
    }


def worse(name: str, now: int, before: int) -> str:
    """A criterion of which a draw has more than it needs, or had."""
    return _("Worse: %(name)s, %(now)s instead of %(before)s.") % {"name": name, "now": now, "before": before}


def _dearer(state: TournamentState, drawn: RoundDrawn) -> Iterator[Warned]:
    """By criterion, what tables set by hand cost above a computed draw; nothing where none can be computed, nor of
    tables with more or fewer than two players, which the rules refuse."""
    pairs = _pairs(drawn)
    if state.plays_in_teams or any(len(pair) != PAIR for pair in pairs):
        return
    try:
        costs, best = Costs(next_field(state, drawn.seed)), draw_next_round(state, drawn.seed)
        if best.method != "swiss":
            return
        now, least = costs.total(costs.places_of(pairs)), costs.total(costs.places_of(_pairs(best)))
    except (Rejected, LookupError):
        return
    for name, words in criteria().items():
        if now.get(name, 0) > least.get(name, 0):
            yield Warned("dearer_draw", worse(words, now[name], least.get(name, 0)))


def _pairs(drawn: RoundDrawn) -> list[tuple[str, ...]]:
    return [tuple(p for side in table.sides.values() for p in side) for table in drawn.pairings]
