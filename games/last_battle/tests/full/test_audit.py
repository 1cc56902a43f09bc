"""After the end hands, schemes and notes are revealed: the audit confirms every public answer, or finds the false one.

A side may keep its hand to itself and log the commitments alone. Its match is then judged by what is known; with the
revealed values in the same lines, the same log is judged whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.audit import judge_log
from games.last_battle.full.events import FateCheated, HandDrawn
from games.last_battle.play.simulate import simulate
from games.last_battle.tests.full.mutants import MATCH
from games.portable import PortableLog, log_of, read_log, verify, write_log
from games.ruleset import Actor, Event, Ruleset
from games.secrets import canonical, concealed, sealed
from games.tests.rounds import quick_first

SEEDS = quick_first(3, range(12))
Told = list[tuple[Event, Actor]]


def find(kind: str, system: str) -> Ruleset[Any, Any]:
    return MATCH


def logged(seed: int, change: Callable[[Event], Event] = lambda event: event) -> PortableLog:
    """The portable log of a simulated match, its hands told or not."""
    setup, told = simulate(seed, "full")
    changed = [(change(event), by) for event, by in told]
    return read_log(write_log(*log_of(MATCH, "match", setup, changed)), find)


def kept(event: Event) -> Event:
    """A hand that its side keeps to itself: the commitment alone."""
    return concealed(event) if isinstance(event, HandDrawn) else event


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_accepted_with_hidden_hands_stands_when_they_are_revealed(seed: int) -> None:
    """The same chain, the same result; what could not be checked before is checked now."""
    hidden, whole = logged(seed, kept), logged(seed)
    assert verify(hidden) == verify(whole) == []
    assert hidden.header.head == whole.header.head, "the commitments are the same, and so is the chain"
    before, after = judge_log(hidden), judge_log(whole)
    assert before.refused == after.refused == []
    outcomes = [MATCH.outcome(judgement.state) for judgement in (before, after)]
    assert outcomes[0].vp == outcomes[1].vp and outcomes[0].winner == outcomes[1].winner


def cheats(told: Told) -> list[int]:
    """The places at which a hand card was played."""
    return [place for place, (event, _) in enumerate(told) if isinstance(event, FateCheated)]


def named(told: Told) -> str:
    """Every card that a log names, as text."""
    return canonical([msgspec.to_builtins(event) for event, _ in told]).decode()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_was_never_in_the_hand_is_found_when_it_is_revealed(seed: int) -> None:
    """LB-FATE-03: with the hand kept secret the card is possible; with the hand revealed it is not."""
    _, told = simulate(seed, "full")
    places = [place for place, (event, _) in enumerate(told) if isinstance(event, FateCheated)]
    spares = [f"{suit}-{n}" for suit in "SCP" for n in range(1, 14)]
    spare = (
        next((card for card in spares if f'"{card}"' not in named(told[: places[0] + 1])), None)
        if places
        else None
    )
    opened: Any = told[0][0]
    if spare is None or opened.deck_profile == "listed":
        return  # nobody played from the hand, or a card that is not on the deck's list is refused when it is drawn
    cheated: Any = told[places[0]][0]

    def drawn(event: Event) -> Event:
        """The hand that was really drawn: another card in the place of the one that was played."""
        if not isinstance(event, HandDrawn) or event.side != cheated.side or not event.cards:
            return event
        cards = tuple(spare if name == cheated.card else name for name in event.cards)
        return sealed(msgspec.structs.replace(event, cards=cards, commitment=None, salt=None), "salt")

    assert [one.seq for one in judge_log(logged(seed, lambda event: kept(drawn(event)))).refused] == []
    first = judge_log(logged(seed, drawn)).refused[0]
    assert first.seq == places[0] + 1
    assert "LB-FATE-03" in [violation.rule for violation in first.violations]


def test_another_hand_than_the_one_committed_to_does_not_verify() -> None:
    """The revealed value has to fit the commitment that stands in the chain."""

    def other(event: Event) -> Event:
        if not isinstance(event, HandDrawn) or not event.cards:
            return event
        return msgspec.structs.replace(event, cards=tuple(reversed(event.cards)))

    log = logged(1, other)
    assert any("commit" in problem.what for problem in verify(log)) or judge_log(log).refused
