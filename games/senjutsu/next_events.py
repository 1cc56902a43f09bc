"""What may legally come next, for forms and for the simulation. Built from public facts. Called by `rules.py`."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import NextEvent
from games.senjutsu.chapters.foe_decks import deck_due
from games.senjutsu.chapters.horde import (
    check_pending_clear,
    clear_due,
    is_clear,
    level_due,
    token_due,
    wave_due,
)
from games.senjutsu.chapters.recovery import due
from games.senjutsu.chapters.results import (
    is_decided,
    is_untold,
    may_end_by_contracts,
    turns_possible,
    winner_by_time,
    winner_of,
)
from games.senjutsu.chapters.revealed import revealable
from games.senjutsu.chapters.solo import can_begin
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.full.legal.next_events import in_full, opponents
from games.senjutsu.full.legal.next_foes import of_foes
from games.senjutsu.state import (
    DRAWN,
    OPPONENTS,
    SenjutsuState,
    missing_sides,
    standing,
    standing_foes,
    standing_sides,
)


def next_events(state: SenjutsuState) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(state))


def _next(state: SenjutsuState) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="match_created")
        return
    if state.phase != "closed":
        if state.phase == "roster" and not is_decided(state):
            yield from _in_roster(state)
        if state.detail == "turns":
            yield from _in_turns(state)
        if state.full is not None and not is_decided(state):
            yield from in_full(state)
        if state.full is not None:
            yield from of_foes(state)
        yield from _ends(state)
    if state.annulled is None:
        yield NextEvent(type="match_annulled", optional=True)


NAME = "^.{1,40}$"
"""A character of another box, whom nobody listed, by whatever name it has."""
CARD = "^A-[0-9]{3}$"
"""A card of a deck, by its ID."""


def _everybody(state: SenjutsuState) -> tuple[str, ...]:
    return tuple(state.fighters)


def _in_roster(state: SenjutsuState) -> Iterator[NextEvent]:
    taken = (
        {fighter.character for fighter in state.fighters.values()}
        if state.options.unique_characters
        else set()
    )
    free = tuple(key for key in CHARACTERS if key not in taken)
    for player in standing(state):
        fighter = state.fighters[player]
        if fighter.character is None:
            choices = {"player": (player,), **({"character": free} if free else {})}
            yield NextEvent(
                type="side_registered", players=(player,), choices=choices, texts={"character": NAME}
            )
        elif not fighter.told_deck:
            yield NextEvent(type="deck_registered", players=(player,), choices={"player": (player,)})
    if state.mode in ("solo", "horde"):
        yield from deck_due(state)
    if state.detail == "turns":
        yield from opponents(state)
    if state.options.fallen_lord and state.lord is None and state.detail == "turns":
        yield token_due(state)


def _in_turns(state: SenjutsuState) -> Iterator[NextEvent]:
    ready = not missing_sides(state)
    if state.mode == "horde":
        yield from _in_horde(state, ready)
    elif ready and not is_decided(state) and can_begin(state):
        yield _turn_due(state)


def _turn_due(state: SenjutsuState) -> NextEvent:
    """Where the viewer may see a deck, with the cards that can have been revealed; others are those that came back."""
    turn = state.turn + 1
    cards = {
        f"characters.{player}.played": told
        for player in standing(state)
        if (told := revealable(state, state.fighters[player]))
    }
    return NextEvent(
        type="turn_recorded",
        players=_everybody(state),
        choices=cards,
        texts=dict.fromkeys(cards, CARD),
        limits={"turn": (turn, turn)},
    )


def _in_horde(state: SenjutsuState, ready: bool) -> Iterator[NextEvent]:
    if is_decided(state) and state.phase in ("roster", "waves", "break"):
        return
    if state.phase == "waves" or (state.phase == "roster" and ready):
        yield from wave_due(state)
    elif state.phase == "turns" and is_clear(state):
        yield clear_due(state)
    elif state.phase == "turns" and standing(state):
        yield from _in_wave(state)
    elif state.phase == "level":
        yield level_due(state)
    elif state.phase == "break":
        yield from deck_due(state)
        yield from due(state)


def _in_wave(state: SenjutsuState) -> Iterator[NextEvent]:
    left, everybody = standing_foes(state), _everybody(state)
    yield _turn_due(state)
    if state.options.fallen_lord:
        yield NextEvent(
            type="lord_attacked", players=everybody, choices={"vo": left, "ignored": (False, True)}
        )


def _ends(state: SenjutsuState) -> Iterator[NextEvent]:
    """Giving up, and the end: computed from what was logged; where nothing was, the report decides."""
    if not is_decided(state):
        for player in standing(state):
            own = {"player": (player,)}
            yield NextEvent(type="side_conceded", players=(player,), choices=own, optional=True)
    if any(True for _ in check_pending_clear(state)):
        return
    possible = turns_possible(state)
    winner, turns = winner_of(state), {"turns": (possible[0], possible[-1])}
    untold, run = is_untold(state), state.mode in ("solo", "horde")
    if winner is not None:
        # A report that is the whole match tells its turns itself.
        yield _finished(state, (winner,), {} if untold else turns)
        return
    if untold:
        last = OPPONENTS if run else DRAWN
        yield _finished(state, (last,) if state.mode == "horde" else (*standing_sides(state), last), {})
    if state.detail != "summary" and state.options.time_limit and not run:
        by_time = winner_by_time(state)
        winners = (by_time,) if by_time is not None else (*standing_sides(state), DRAWN)
        yield _finished(state, winners, turns, "time")
    if state.detail == "turns" and not untold and may_end_by_contracts(state):
        yield _finished(state, (OPPONENTS,), turns, "contracts")


def _finished(
    state: SenjutsuState, winners: tuple[str, ...], limits: dict[str, tuple[int, int]], *reason: str
) -> NextEvent:
    """The end, with the winners that it may name, and its reason where it has to tell one."""
    choices = {"winner": winners, **({"reason": reason} if reason else {})}
    return NextEvent(type="match_finished", players=_everybody(state), choices=choices, limits=limits)
