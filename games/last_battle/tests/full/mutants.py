"""Logs with one field changed: how a field is changed, and what must hold where the rules still accept the log.

A changed log is either refused (one event of it at least), or "still legal": every event is accepted, and the state
is sound (`assert_sound`). A number that the rules compute (`COMPUTED`) may only change unrefused where the facts that
would tell are flagged as unverified.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import MalformedEvent, codec_for
from games.frame import Match
from games.last_battle import RULES
from games.last_battle.facts import FACTS, LIMITS, SCHEMES, SIDES
from games.last_battle.full.cards import exists
from games.last_battle.full.state import FullState
from games.last_battle.state import LastBattleState
from games.replay import judge
from games.ruleset import Actor, Event
from games.secrets import sealed

MATCH = Match(RULES, RULES.state_type)
STRATEGY = tuple(strategy.rule for strategy in FACTS.strategies.values())
SCORING = tuple({rule for one in SCHEMES.values() for rule in (one.rule, one.end_rule) if rule})
COMPUTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("turn_started", "turn"): (),
    ("end_effects_applied", "turn"): (),
    ("deck_prepared", "size"): ("LB-DECK-01",),
    ("hand_drawn", "count"): ("LB-HAND-02",),
    ("first_side_chosen", "by_side"): (),
    ("check_flipped", "pluses"): ("LB-DMG-01", "LB-CHK-01"),
    ("check_flipped", "minuses"): ("LB-DMG-01", "LB-CHK-01"),
    ("check_flipped", "side"): (),
    ("check_resolved", "attack_total"): ("LB-CHK-01", "LB-CHK-05", "LB-ARC-03"),
    ("check_resolved", "defence_total"): ("LB-CHK-01",),
    ("check_resolved", "success"): ("LB-CHK-01", "LB-CHK-05"),
    ("check_resolved", "margin"): ("LB-CHK-01",),
    ("damage_resolved", "tier"): (),
    ("damage_resolved", "amount"): ("LB-DMG-03",),
    ("lives_changed", "lives"): ("LB-DMG-04",),
    ("strategy_scored", "serpent"): STRATEGY,
    ("strategy_scored", "alliance"): STRATEGY,
    ("scheme_scored", "amount"): SCORING,
    ("prolong_flipped", "success"): (),
    ("prolong_flipped", "side"): (),
    ("game_ended", "serpent_vp"): (),
    ("game_ended", "alliance_vp"): (),
    ("game_ended", "result"): (),
}
"""Computed fields, with the rules that are flagged where the facts behind them are unknown."""


class Mutant(NamedTuple):
    """One field of the event at `place` has another value; `event` None: that is no event any more."""

    place: int
    type: str
    field: str
    value: Any
    event: Event | None


def mutant(rng: Random, log: list[tuple[Event, Actor]]) -> Mutant:
    """A random field of a random event of the log, changed to a value that the log has somewhere, or a near one."""
    place = rng.randrange(len(log))
    event = log[place][0]
    payload = msgspec.to_builtins(event)
    type_ = payload.pop("type")
    field = rng.choice(
        sorted(set(event.__struct_fields__) - {"salt", "commitment", "card_override", "card_text"})
    )
    value = _another(rng, msgspec.to_builtins(getattr(event, field)), log, field)
    changed = {**payload, field: value}
    changed.pop("salt", None)
    changed.pop("commitment", None)
    try:
        return Mutant(
            place, type_, field, value, sealed(codec_for(MATCH).from_payload(type_, changed), "salt")
        )
    except MalformedEvent:
        return Mutant(place, type_, field, value, None)


def _another(rng: Random, old: Any, log: list[tuple[Event, Actor]], field: str) -> Any:
    """A different value of the same kind, mostly one that could stand there."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + rng.choice((-2, -1, 1, 2))
    if isinstance(old, list) and old and rng.random() < 0.7:
        place = rng.randrange(len(old))
        return [*old[:place], *old[place + 1 :]]
    if isinstance(old, dict) and old and rng.random() < 0.7:
        key = rng.choice(sorted(old))
        return {**old, key: _another(rng, old[key], log, key)}
    others = [getattr(event, field, None) for event, _ in rng.sample(log, min(40, len(log)))]
    values = [value for other in others if (value := msgspec.to_builtins(other)) not in (None, old)]
    return rng.choice(values) if values else rng.choice((None, "nobody", 1, True))


def fate(states: list[Any], log: list[tuple[Event, Actor]], changed: Mutant) -> Any:
    """The state after the changed log, or None when any event of it is refused."""
    state = states[changed.place]
    if changed.event is None:
        return None
    rest = [(changed.event, log[changed.place][1]), *log[changed.place + 1 :]]
    for event, by in rest:
        if judge(MATCH, state, event, by):
            return None
        state = MATCH.evolve(state, event)
    return state


def assert_sound(play: LastBattleState) -> None:
    """What holds in every legal match: sums and caps of the score, cards in one place each, figures once."""
    outcome = RULES.outcome(play)
    for side in SIDES:
        lines = [line for line in outcome.lines if line.side == side]
        assert outcome.vp[side] == sum(line.vp for line in lines)
        assert sum(line.vp for line in lines if line.source == "strategy") <= LIMITS.strategy_vp
    for squad in play.squads.values():
        assert all(0 <= held.vp <= LIMITS.scheme_vp for held in squad.schemes)
    if play.full is not None:
        _assert_table_sound(play, play.full)


def _assert_table_sound(play: LastBattleState, full: FullState) -> None:
    for pile in full.piles.values():
        cards = (*pile.hand, *pile.discard, *pile.open, *pile.removed)
        assert len(set(cards)) == len(cards) and pile.deck_count >= 0
        assert all(exists(play, pile, card) for card in cards)
    assert not set(full.pieces) & set(full.gone)
    for piece in full.pieces.values():
        assert piece.lives is None or piece.initial is None or 0 <= piece.lives <= piece.initial
    assert all(count <= LIMITS.portals for count in play.portals.values())
