"""Virtual opponents enter a solo game at full detail: on the board, with behaviour and stance (SEN-SOLO-02, -05, -26).

Called through `rules.py`. What holds at every level (types, limits, cover, the campaign's scenario) is judged by
`games.senjutsu.chapters.solo`.
"""

from __future__ import annotations

from games.gaps import known, some
from games.hexes import Hex
from games.judging import passing as first
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters import solo
from games.senjutsu.events import VoJoined, VoWithdrawn
from games.senjutsu.full import draw
from games.senjutsu.full.events import TurnStarted
from games.senjutsu.full.foes.virtual import deck_of
from games.senjutsu.full.preconditions import in_step, passing, put, table, together
from games.senjutsu.full.setup import is_wall
from games.senjutsu.full.state import SETUP, changed
from games.senjutsu.permissions import Violations, in_mode, seated
from games.senjutsu.state import SenjutsuState


def _before_play(state: SenjutsuState, by: Actor) -> Violations:
    """SEN-LOG-02, -04: opponents come and go before the first turn of a solo game."""
    return together(first(in_mode(state, "solo"), in_step(state, *SETUP)), seated(state, by))


def check_vo_joined(state: SenjutsuState, event: VoJoined, by: Actor) -> Violations:
    """SEN-SOLO-02: before the first turn, on a free start hex, with behaviour and stance."""
    return passing(
        event,
        _before_play(state, by),
        together(solo.check_opponent(state, event), _check_stand(state, event), _check_deck(state, event)),
    )


def _check_stand(state: SenjutsuState, event: VoJoined) -> Violations:
    named = {"hex": event.hex, "facing": event.facing, "behaviour": event.behaviour, "stance": event.stance}
    missing = [name for name, value in named.items() if value is None]
    if missing or event.hex is None or not is_free(state, event.hex):
        params = {"actor": event.vo, "hex": known(event.hex), "missing": some(missing)}
        yield RuleViolation("SEN-SOLO-02", params)


def has_room(state: SenjutsuState) -> bool:
    """SEN-SOLO-02: whether a start hex is free; unknown ones may be, and a scenario has its own places."""
    starts = table(state).starts
    return starts is None or state.scenario is not None or any(is_free(state, place) for place in starts)


def is_free(state: SenjutsuState, place: Hex) -> bool:
    """SEN-SOLO-02, SEN-SETUP-06: a start hex, as far as they are told, without anybody and without a wall."""
    full = table(state)
    taken = {fighter.hex for fighter in state.fighters.values()} | {foe.hex for foe in state.foes.values()}
    listed = full.starts is None or state.scenario is not None or place in full.starts
    outside = full.board is not None and place not in full.board
    return listed and not outside and place not in taken and not is_wall(full, place)


def _check_deck(state: SenjutsuState, event: VoJoined) -> Violations:
    """SEN-VOD-02: the deck is one that was built for this type, and nobody else's."""
    if event.vo_deck is None:
        return
    deck = state.foe_decks.get(event.vo_deck)
    taken = [foe.vo for foe in state.foes.values() if foe.vo_deck == event.vo_deck]
    if deck is None or deck.vo_type != event.vo_type or taken:
        params = {"actor": event.vo, "hex": known(event.hex), "missing": [event.vo_deck]}
        yield RuleViolation("SEN-SOLO-02", params)


def on_vo_joined(state: SenjutsuState, event: VoJoined) -> SenjutsuState:
    state = solo.on_vo_joined(state, event)
    full = table(state)
    piles = {**full.piles, event.vo: deck_of(state, event.vo_type, event.vo_deck)}
    return put(state, changed(full, piles=piles))


def check_vo_withdrawn(state: SenjutsuState, event: VoWithdrawn, by: Actor) -> Violations:
    """SEN-LOG-02, -04: before the first turn, whoever joined."""
    return passing(event, _before_play(state, by), solo.check_joined(state, event))


def on_vo_withdrawn(state: SenjutsuState, event: VoWithdrawn) -> SenjutsuState:
    """Its cards leave with it."""
    state = solo.on_vo_withdrawn(state, event)
    full = table(state)
    piles = {actor: own for actor, own in full.piles.items() if actor != event.vo}
    return put(state, changed(full, piles=piles))


def check_turn_started(state: SenjutsuState, event: TurnStarted, by: Actor) -> Violations:
    """SEN-SOLO-05, SEN-VOD-04: limits by number and pairs, when the first turn begins."""
    found = [*draw.check_turn_started(state, event, by)]
    yield from found
    if not found and state.mode == "solo" and state.turn == 0:
        yield from solo.check_opponents_at_start(state)
