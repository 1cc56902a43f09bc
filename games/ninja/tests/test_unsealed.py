"""What a side's device kept and the side opened after the end: shown as if the log had held it all along."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.match import Match
from games.ninja import RULES
from games.ninja.full.events import OwnedSecret, SecretRevealed
from games.ninja.pages import plan
from games.ninja.pages.faces import facts, named
from games.ninja.play.simulate import on_devices, simulate
from games.ninja.secrets.unsealed import any_opened, unsealed
from games.ninja.secrets.verdict import audit
from games.ninja.state import SIDES, NinjaState
from games.replay import refold
from games.ruleset import Entry, Setup
from games.secrets import commitment, secret_of
from games.simulated import Logged
from games.tests import contract

MATCH = Match(RULES, NinjaState)
GARBAGE: tuple[Any, ...] = ("Q9", "@P", "@nowhere", "", {}, [], [["Q9", "A1"]], -3, None, True, {"Q9": 7})


def entries_of(logged: list[Logged]) -> list[Entry]:
    return [Entry(seq, event, by) for seq, (event, by) in enumerate(logged, start=1)]


def served(seed: int, players: int) -> tuple[Setup, list[Logged]]:
    """A simulated match of which the server keeps all secrets; not of rivals, whom the server answers for."""
    for number in count(seed):
        setup, logged = simulate(number * 7, "full", players)
        reveals = any(isinstance(event, SecretRevealed) for event, _by in logged)
        if not reveals and logged[0][0].variant != "disputed":  # type: ignore[attr-defined]
            return setup, logged
    raise AssertionError


@pytest.mark.soak
def test_what_was_opened_is_shown_as_if_the_server_had_kept_it() -> None:
    """Two and more players, the secrets of one side or both: the same state after every event."""
    for players, sides in ((1, ("intruders",)), (3, SIDES)):
        setup, logged = served(players, players)
        kept = entries_of(on_devices(logged, sides))
        told = unsealed(setup, kept)
        assert len(told) == sum(isinstance(one.event, SecretRevealed) for one in kept) > 10
        first, second = RULES.initial(setup), RULES.initial(setup)
        for one, other in zip(logged, kept, strict=False):
            first = RULES.evolve(first, one[0])
            second = RULES.evolve(second, told.get(other.seq, other.event))
            assert first == second, other
        assert any_opened(refold(RULES, setup, kept)) and not any_opened(
            refold(RULES, setup, kept[: len(logged)])
        )
        assert unsealed(setup, kept[: len(logged)]) == {}


def test_only_what_was_opened_is_shown() -> None:
    setup, logged = served(1, 1)
    kept = entries_of(on_devices(logged, ("intruders",)))
    few = unsealed(setup, kept[: len(logged) + 4])
    assert sorted(few) == sorted(unsealed(setup, kept))[:4]


@pytest.mark.soak
def test_what_cannot_stand_on_the_board_stays_sealed() -> None:
    """A player may have sealed anything: whatever comes of it can be shown, and every other secret is."""
    setup, logged = served(1, 1)
    dice, left, shown = Random(1), Counter[str](), Counter[str]()
    for _try in range(40):
        kept, at = spoiled(entries_of(on_devices(logged, ("intruders",))), dice)
        told = unsealed(setup, kept)
        assert audit(setup, kept).verdict in ("clean", "breach", "incomplete")  # whatever it is, it is judged
        (shown if at.seq in told else left)[type(at.event).__name__] += 1
        state = MATCH.initial(setup)
        for entry in kept[: len(logged)]:
            state = MATCH.evolve(state, told.get(entry.seq, entry.event))
            if entry.seq >= at.seq and state.play.turn and dice.random() < 0.02:
                assert_shown(state)
        assert_shown(state)
    assert left.total() > 10


def assert_shown(state: Any) -> None:
    contract.assert_all_can_be_shown(MATCH, state)
    assert plan.public(state.play) and named(state.play) and facts(state.play)


def test_an_opened_nothing_is_not_opened() -> None:
    """Whoever seals that nothing happened, and opens that, proves nothing."""
    setup, logged = served(1, 1)
    kept = entries_of(on_devices(logged, ("intruders",)))
    assert audit(setup, kept).verdict == "clean"
    opening: Any = next(one for one in reversed(kept) if "steps" in getattr(one.event, "value", {}))
    sealed = [one for one in kept if isinstance(one.event, OwnedSecret) and _closed(one.event)]
    at = sealed[opening.event.number - 1]
    for field in ("start", "steps"):
        value = {**opening.event.value, field: None}
        changed = {
            at.seq: replace(at.event, commitment=commitment(opening.event.salt, value)),
            opening.seq: replace(opening.event, value=value),
        }
        told = audit(setup, [Entry(one.seq, changed.get(one.seq, one.event), one.actor) for one in kept])
        first = told.findings[0]
        assert (told.verdict, first.check, first.seq) == ("incomplete", "NIN-AUD-03", at.seq)


def spoiled(kept: list[Entry], dice: Random) -> tuple[list[Entry], Entry]:
    """The log with one secret that is no such thing: committed to and opened all the same; and its event."""
    sealed = [entry for entry in kept if isinstance(entry.event, OwnedSecret) and _closed(entry.event)]
    at = dice.choice(sealed)
    reveals = [entry for entry in kept if isinstance(entry.event, SecretRevealed)]
    opening: Any = reveals[sealed.index(at)].event
    field = dice.choice(sorted(opening.value))
    value = {**opening.value, field: _bent(opening.value[field], dice)}
    seal = commitment(opening.salt, value)
    changed = {
        at.seq: replace(at.event, commitment=seal),
        reveals[sealed.index(at)].seq: replace(opening, value=value),
    }
    return [Entry(one.seq, changed.get(one.seq, one.event), one.actor) for one in kept], at


def _closed(event: OwnedSecret) -> bool:
    return bool(event.commitment) and secret_of(event) is None and type(event).owner == "intruders"


def _bent(value: Any, dice: Random) -> Any:
    """The value with garbage somewhere in it."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(sorted(value))
        return {**value, key: _bent(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        place = dice.randrange(len(value))
        return [*value[:place], _bent(value[place], dice), *value[place + 1 :]]
    return dice.choice(GARBAGE)
