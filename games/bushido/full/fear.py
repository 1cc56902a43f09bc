"""Fear (BUS-TEST-12 to -19, BUS-TRT-16, -28, -40, -41, -91, -94, -100, BUS-COND-08): tests that are due, and
automatic ones."""

from __future__ import annotations

from games.bushido.full.common import acting, has, noted, put, table
from games.bushido.full.state import Test
from games.bushido.full.text import marked
from games.bushido.full.traits import trait
from games.bushido.state import BusState

OWN, ENEMY, RETEST = "own_contact", "enemy_contact", "frightened"


def contact_tests(state: BusState, model: str, enemy: str) -> BusState:
    """BUS-TEST-14 to -17: of the active model first, then of the enemy that it reached; a Bodyguard has had its own
    (BUS-TRG-11)."""
    state, one = _due(state, model, enemy, OWN), acting(state)
    return state if enemy in one.guards else _due(state, enemy, model, ENEMY)


def _due(state: BusState, model: str, frightener: str, then: str) -> BusState:
    fear = trait(state, frightener, "Fear")
    if fear is None:
        return state
    passed = automatic(state, model, frightener, fear.value)
    if passed:
        return noted(state, f"{model}.test", "BUS-TEST-13", *passed)
    test = Test("fear", model, then, fear.value, frightener)
    return put(state, tests=(*table(state).tests, test))


def automatic(state: BusState, model: str, frightener: str | None, value: int) -> tuple[str, ...]:
    """BUS-TEST-13: the rules by which a model passes without dice; () if it has to roll."""
    for name in ("Fearless", "Soulless"):
        told = trait(state, model, name)
        if told is not None:
            return told.why
    own = trait(state, model, "Fear")
    if own is None or own.value < value:
        return ()
    dread = trait(state, frightener, "Dread") if frightener is not None else None
    return () if dread is not None else own.why


def fails_by_itself(state: BusState, test: Test) -> bool:
    """BUS-TEST-18: a Frightened model fails in the Main phase."""
    return test.kind == "fear" and test.then != RETEST and has(state, test.model, "frightened")


def frightened(state: BusState, model: str, value: int) -> BusState:
    """BUS-TEST-15, -18: Frightened; the highest value since is kept for the End phase."""
    return marked(state, model, "frightened", 1, value, None, "BUS-COND-08", "BUS-TEST-15")
