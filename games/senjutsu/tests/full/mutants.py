"""Logs with one field changed: how a field is changed, and what must hold where the rules still accept the log.

A changed log is either refused (one event of it at least), or "still legal": every event is accepted, and the state
is sound (`assert_sound`). A number that the rules compute (`COMPUTED`) may never change unrefused to another value:
the training edition and its board are known whole.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from games.codec import MalformedEvent, codec_for
from games.frame import Match
from games.replay import judge
from games.ruleset import Actor, Event
from games.secrets import sealed
from games.senjutsu import RULES
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full.state import FullState
from games.senjutsu.state import SenjutsuState

MATCH = Match(RULES, RULES.state_type)
CARRIED = ("salt", "commitment", "override", "declared", "salts")
"""Fields that say nothing of the table by themselves."""
COMPUTED = {
    ("turn_started", "turn"),
    ("turn_ended", "turn"),
    ("starting_hand_drawn", "count"),
    ("card_drawn", "drawn"),
    ("focus_paid", "amount"),
    ("part_started", "initiative"),
    ("actor_moved", "to"),
    ("collision_happened", "against"),
    ("collision_happened", "hex"),
    ("collision_happened", "discards"),
    ("kamae_moved", "limit"),
    ("focus_gained", "amount"),
    ("block_applied", "hexes"),
    ("block_applied", "initiative"),
    ("attack_declared", "initiative"),
    ("hand_trimmed", "count"),
    ("wave_started", "level"),
    ("wave_started", "wave"),
    ("wave_cleared", "level"),
    ("wave_cleared", "wave"),
    ("wave_cleared", "turn"),
    ("level_completed", "level"),
    ("recovery_applied", "steps"),
    ("lord_attacked", "ignored"),
    ("match_finished", "winner"),
}
"""(event type, field) that follow from the table: no other value than the logged one is true, if one is told."""


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
    fields = sorted(set(event.__struct_fields__) - set(CARRIED))
    field = rng.choice(fields)
    value = _another(rng, msgspec.to_builtins(getattr(event, field)), log, field)
    changed = {**payload, field: value}
    changed.pop("salt", None)
    changed.pop("commitment", None)
    try:
        made = sealed(codec_for(MATCH).from_payload(type_, changed), "salt")
    except MalformedEvent:
        return Mutant(place, type_, field, value, None)
    return Mutant(place, type_, field, value, made)


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
    for event, by in [(changed.event, log[changed.place][1]), *log[changed.place + 1 :]]:
        if judge(MATCH, state, event, by):
            return None
        state = MATCH.evolve(state, event)
    return state


def assert_sound(play: SenjutsuState) -> None:
    """What holds in every legal match: focus, kamae, cards in one zone each, nobody on a wall or on somebody."""
    for fighter in play.fighters.values():
        assert 0 <= (fighter.focus or 0) <= LIMITS.focus
        assert fighter.kamae is None or fighter.kamae in FACTS.kamae
        assert 0 <= fighter.bleeding <= fighter.wounds and fighter.stuns >= 0
    if play.full is not None:
        _assert_table_sound(play, play.full)


def _assert_table_sound(play: SenjutsuState, full: FullState) -> None:
    """SEN-ZONE-01, SEN-MOVE-07, SEN-FOC-01, SEN-ADV-01, -03."""
    for player, fighter in play.fighters.items():
        pile = full.piles.get(player)
        if pile is None or pile.deck is None or fighter.deck_size is None:
            continue
        seat = full.seats.get(player)
        shown = [card for card in (seat.play if seat else ()) if card in (fighter.cards or {})]
        total = pile.deck + pile.hand + pile.discard + pile.removed + len(shown)
        assert total == fighter.deck_size, f"{player} has {total} cards"
        assert pile.hand >= 0 and len(pile.open) + len(pile.down) <= pile.discard
    places = [fighter.hex for fighter in play.fighters.values() if fighter.defeated is None and fighter.hex]
    places += [foe.hex for foe in play.foes.values() if foe.defeated is None and isinstance(foe.hex, tuple)]
    walls = {thing.hex for thing in full.terrain if FACTS.terrain[thing.object].blocks}
    assert not walls & set(places)
    if len(play.fighters) <= 2:
        assert len(set(places)) == len(places)
    if full.track:
        standing = {name for name, fighter in play.fighters.items() if fighter.defeated is None}
        assert set(full.track) == standing and len(full.track) == len(standing)
