"""Whatever is told of opponents and waves, judging raises nothing, and whatever a card waives, folding survives it.

Random events, most of them wrong, at random moments of simulated solo games and hordes (SEN-LOG-07, SEN-LOG-08).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from games.ruleset import EVERYONE, REFEREE, SYSTEM, Actor, Event, Viewer
from games.secrets import canonical, sealed
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.play.simulate import simulate
from games.senjutsu.state import SenjutsuState

PLACES = [(0, 0), (0, -1), (1, 0), (0, 3), (0, 2), (9, 9)]
CARDS = ["S-001", "S-002", "S-014", "S-017", "S-027", "S-036", "K-995", "stun", "A-904", "C-010", "C-011"]
VIEWERS = (EVERYONE, REFEREE, Viewer("player", "red-1", "red"))


def randoms(dice: Random, state: SenjutsuState) -> Iterator[Event]:
    """One event of every kind that opponents and waves know, with random fields."""
    names = [*state.foes, *state.foes, *state.fighters, "nobody"]
    full = state.full
    played = [card for seat in (full.seats if full else {}).values() for card in seat.play]
    who, card, place = dice.choice(names), dice.choice([*CARDS, *played * 3]), dice.choice(PLACES)
    number, maybe = dice.randint(0, 2), dice.choice((None, 0, 3, 6))
    behaviour: Any = dice.choice((None, "left", "middle", "right"))
    stance: Any = dice.choice((None, "offensive", "defensive"))
    cards = dice.choice(((), (card,), (card, "S-015")))
    steps = tuple(x.Step(op="step", dir=dice.choice((0, 3, 8))) for _ in range(number))
    yield f.CardDrawn(actor=who, asked=number, drawn=dice.randint(0, 1), cards=cards)
    yield f.BleedDiscarded(actor=who, card=card)
    yield f.CardsRevealed(cards={name: dice.choice(CARDS) for name in names[:-1]}, targets={who: ("nobody",)})
    yield f.InitiativeChosen(actor=who, value=dice.randint(0, 9))
    yield f.PartStarted(actor=who, card=card, part=number, initiative=maybe)
    yield f.FocusPaid(player=who, amount=1, reason="effect", card=card)
    yield x.ActorMoved(actor=who, sequence=steps, to=x.Stand(hex=place, facing=dice.randint(0, 6)))
    yield x.AttackDeclared(attacker=who, card=card, part=number, hexes=(place,) * number)
    yield x.AttackResolved(attacker=who, results=(x.Result(hex=place, outcome="hit", target=who, wounds=1),))
    contract: Any = dice.choice((None, None, "first_blood"))
    yield x.VoStateChanged(vo=who, behaviour=behaviour, stance=stance, contract=contract, cause=card)
    yield x.VoDeckRefreshed(vo=who, cause=card)
    wound: Any = number % 2
    yield x.VoCounterResolved(vo=who, card=dice.choice((None, card)), attack_effect=number == 1, wound=wound)
    yield x.VoDeckSeen(player=dice.choice(names), vo=who, card=card, cards=cards)
    yield e.VoJoined(vo=who, vo_type=dice.choice(("yari", "dragon")), wound_limit=7, hex=place, facing=maybe)
    yield e.TerrainPlaced(object="corpse", hex=place, start=dice.choice((None, place)))
    yield e.WaveStarted(level=1, wave=number, vos=_wave(dice, who))
    yield e.WaveCleared(level=1, wave=number, turn=state.turn + 1)
    yield e.LevelCompleted(level=number)
    yield e.RecoveryApplied(steps=HORDE.recovery, stuns_removed=number, facing=maybe, staying=cards)  # type: ignore[arg-type]
    yield e.LordAttacked(vo=who, ignored=number == 0)


def _wave(dice: Random, vo: str) -> tuple[e.WaveOpponent, ...]:
    hexes: Any = dice.choices("ABCD", k=2)
    return tuple(
        e.WaveOpponent(
            vo=f"{vo}-{place}",
            slot=dice.choice(("k1", "x")),
            hex=place,
            wound_limit=1,
            facing=dice.choice((3, 8)),
        )
        for place in hexes
    )


def judged(state: SenjutsuState, event: Event, by: Actor) -> list[str]:
    """The rules that refuse an event; judging changes nothing."""
    before = canonical(state)
    rules = [violation.rule for violation in RULES.check(state, event, by)]
    assert canonical(state) == before
    return rules


def moments(seed: int, mode: str) -> list[SenjutsuState]:
    """Some states of a simulated match."""
    setup, logged = simulate(seed, "full", 1, mode)
    states = [RULES.initial(setup)]
    for event, _ in logged:
        states.append(RULES.evolve(states[-1], event))
    return Random(seed).sample(states, min(15, len(states)))


@pytest.mark.parametrize("mode", ["solo", "horde"])
@pytest.mark.parametrize("seed", range(2))
def test_anything_can_be_told_of_opponents(seed: int, mode: str) -> None:
    dice, passed, waived = Random(seed), 0, 0
    for state in moments(seed, mode):
        played = [card for one in (state.full.seats if state.full else {}).values() for card in one.play]
        for event in [event for _ in range(4) for event in randoms(dice, state)]:
            rules = judged(state, event, dice.choice((SYSTEM, Actor("player", "red-1"))))
            for rule in rules or [""]:
                if rule and (not hasattr(event, "override") or not played):
                    continue
                override = f.Override(card=played[0], rule=rule) if rule else None
                again = msgspec.structs.replace(event, override=override) if rule else event
                if not judged(state, again, SYSTEM):
                    after = RULES.evolve(state, sealed(again, "salt"))
                    seen = [RULES.visible_to(after, viewer) for viewer in VIEWERS]
                    canonical([seen, RULES.outcome(after), RULES.next_events(after, REFEREE)])
                    passed, waived = passed + (not rule), waived + bool(rule)
    assert passed + waived > 5
