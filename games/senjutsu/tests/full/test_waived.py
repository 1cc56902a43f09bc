"""Whatever is told, judging raises nothing; whatever a card waives, folding survives it (SEN-LOG-07, SEN-LOG-08).

Random events, most of them wrong, on positions with all kinds of cards: each is judged, then told again with an
override of the rule that refused it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from games.ruleset import SYSTEM, Event
from games.secrets import canonical, sealed
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell, FocusGain, Move, Other
from games.senjutsu.full.events import InstantPlayed, Override
from games.senjutsu.state import SenjutsuState
from games.senjutsu.tests.full.position import AHEAD, HERE, begun, card, strikes, turn

NORTH = (0, -1)
CARDS: tuple[Any, ...] = (
    card(
        Move(steps=2, directions=(0, 3), turns=1, mandatory=True), FocusGain(amount=1), types=("meditation",)
    ),
    card(Attack(grid=(Cell(NORTH, 1), Cell((1, -1), 1, bleeding=True)), stuns=1, push=1, poison=1)),
    card(Attack(aim="compare", wounds=1, pull=2, turns=1), range=3),
    card(Attack(grid=(Cell(NORTH, 1),), execute=True, optional_focus=1)),
    card(
        Block(grid=(NORTH, (0, 0))),
        FocusGain(amount=1, if_success=True),
        types=("defence",),
        counterattack=(5,),
    ),
    card(Other(text="Anything.", enters_cover=True), Attack(aim="named", wounds=1), types=("meditation",)),
    card(parts=None, types=None, range=None, counterattack=None),
)
TERRAIN = {(1, 0): "bamboo", (0, -1): "corpse", (-1, 1): "rock", (0, 2): "torii"}
PLACES = [HERE, AHEAD, (1, 0), (0, -1), (-1, 1), (0, 2), (0, 5), (1, -1), (9, 9)]
NAMES = ["r", "r", "r", "b", "b", "nobody"]
IDS = [*["A-901"] * 8, "A-902", "A-902", "A-903", "A-905", "A-070", "stun", "C-002", "rock", "A-999"]


def randoms(dice: Random) -> Iterator[Event]:
    """One event of every kind that happens on the board, with random fields; `r` acts with its card more often."""
    who, other, one = dice.choice(NAMES), dice.choice(NAMES[::-1]), dice.choice(IDS)
    place, number = dice.choice(PLACES), dice.randint(0, 2)
    some = tuple(dice.sample(PLACES, number))
    ops = tuple(
        x.Step(op="step", dir=dice.choice((0, 0, 3, 7))) if dice.random() < 0.7 else x.Step(op="turn", dir=1)
        for _ in range(number + 1)
    )
    stand = x.Stand(hex=place, facing=dice.choice((0, 0, 1, 6)))
    chance = dice.random()
    yield x.ActorMoved(actor=who, sequence=ops, to=stand, long=chance < 0.1)
    yield x.CollisionHappened(
        actor=who,
        cause=dice.choice(("own_move", "push", "pull")),
        against=dice.choice(("edge", "terrain", "character")),
        hex=place,
        other=dice.choice((None, other)),
        discards=chance < 0.3,
        discarded=one if chance < 0.1 else None,
    )
    target, hexes = (None if chance < 0.7 else other), (some if chance < 0.3 else ())
    yield x.AttackDeclared(attacker=who, card=one, hexes=hexes, target=target)
    yield x.AttackResolved(attacker=who, results=tuple(_result(dice, spot) for spot in some or (AHEAD,)))
    yield x.BlockApplied(actor=who, card=one, hexes=some, initiative=dice.choice((None, 5, 3)))
    yield x.CounterattackPlayed(player=who, card=one, against=other)
    place_ = dice.choice((None, 0, 3))
    yield x.EffectResolved(actor=who, card=one, effect=place_, applied=chance < 0.5, choice="enter_cover")
    yield x.WoundTaken(actor=who, normal=number, bleeding=dice.randint(0, 1), cause=one)
    yield x.WoundsHealed(actor=who, normal=number, bleeding=dice.randint(0, 1), card=one)
    kind: Any = dice.choice(("stun", "injury", "poison"))
    yield x.ConditionGained(actor=who, kind=kind, cause=one, poison=dice.choice((None, one)))
    yield InstantPlayed(player=who, card=one, kind=dice.choice(("normal", "addition")), on="A-901")


def _result(dice: Random, spot: Any) -> x.Result:
    """One result, near to what the cards do."""
    shift = x.Shift(cells=1, direction=dice.choice((0, 0, 1, 9)))
    hits = dice.random() < 0.7
    return x.Result(
        hex=dice.choice((AHEAD, spot)),
        outcome="hit" if hits else dice.choice(("ignored", "empty", "failed")),
        target=dice.choice(("b", "b", "r", "nobody", None)),
        wounds=dice.choice((1, 1, 1, 0, 9)) if hits else 0,
        bleeding=dice.randint(0, 1) if dice.random() < 0.2 else 0,
        stuns=dice.randint(0, 1),
        poison=("C-002",) if dice.random() < 0.5 else (),
        executed=dice.random() < 0.1,
        push=shift if dice.random() < 0.5 else None,
        pull=shift if dice.random() < 0.2 else None,
        turns=x.ForcedTurn(count=1, rotation=1) if dice.random() < 0.2 else None,
    )


def positions(dice: Random) -> Iterator[SenjutsuState]:
    """Two random cards; a part has begun, or an attack was declared."""
    bodies: Any = {"r": {"focus": 2, "poison": ("C-002", "C-003")}, "b": {"wounds": 1}}
    for own in CARDS:
        targets: Any = {"r": ("b",)} if own is CARDS[5] else None
        case = turn(own, dice.choice(CARDS[:5]), terrain=TERRAIN, bodies=bodies, targets=targets)
        for player in ("r", "b"):
            started = begun(case, player)
            if not started.violations:
                yield started.state
                declared = started.when(strikes(player, target="b" if player == "r" else None))
                if not declared.violations:
                    yield declared.state


def judged(state: SenjutsuState, event: Event) -> list[str]:
    """The rules that refuse an event; judging changes nothing."""
    before = canonical(state)
    rules = [violation.rule for violation in RULES.check(state, event, SYSTEM)]
    assert canonical(state) == before
    return rules


@pytest.mark.parametrize("seed", range(3))
def test_anything_can_be_judged_and_whatever_passes_can_be_folded(seed: int) -> None:
    dice, passed, waived = Random(seed), 0, 0
    for state in positions(dice):
        for event in [event for _ in range(8) for event in randoms(dice)]:
            rules = judged(state, event)
            for rule in rules or [""]:
                override = Override(card="A-901", rule=rule) if rule else None
                again = msgspec.structs.replace(event, override=override)
                if not judged(state, again):
                    after = RULES.evolve(state, sealed(again, "salt"))
                    canonical(after)
                    passed, waived = passed + (not rule), waived + bool(rule)

    assert passed > 5 and waived > 20
