"""The set-up of a simulated match: missions, hands, figures, marks, starts, passage."""

from __future__ import annotations

from typing import Any

from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.apart import BOTH, owners
from games.ninja.full.dealt import first_letters
from games.ninja.full.setup import hands_due, starts_of
from games.ninja.full.table import full_of, map_of
from games.ninja.hands import size_of, suggested_hand
from games.ninja.played.seats import (
    Match,
    guards,
    intruders,
    of_hand,
)
from games.ninja.state import numbers, rivals


def set_up(table: Match, seed: str | None = None) -> None:
    """`seed`: of the missions, where the server draws them (NIN-HID-13)."""
    state, rng = table.state, table.rng
    board = map_of(state)
    letters: Any = dict(zip(state.intruders, rng.sample(LIMITS.letters, len(state.intruders)), strict=True))
    if seed is not None:
        table.log(f.SeedCommitted(seed=seed, decks="guard" in (state.copies or {})))
        letters = first_letters(seed, list(letters), rivals(state))
        for group in [[name] for name in letters] if rivals(state) else [list(letters)]:
            whose: Any = group[0] if rivals(state) else None
            told: Any = {name: letters[name] for name in group}
            table.log(f.MissionsDrawn(intruder=whose, letters=told))
    elif rivals(state):
        for name in letters:
            intruders(table, f.MissionsDrawn(intruder=name, letters={name: rng.choice(LIMITS.letters)}))
    else:
        intruders(table, f.MissionsDrawn(letters=letters))
    if full_of(state).character_due:
        intruders(table, f.CharacterChosen(character=rng.choice(("ninja", "traitor"))))
    for hand in hands_due(table.state):
        deck: Any = hand
        event = f.HandChosen(hand=deck, size=size_of(deck), cards=suggested_hand(deck))
        if hand in state.intruders:
            intruders(table, event)
        else:
            of_hand(table, hand, event)
    count, patrols, sleepers = numbers(state)
    posts = rng.sample(board.guard_posts, count)
    free = [zone for zone in board.guard_path if zone not in board.guard_posts]
    zones = [rng.choice(free) for _ in range(patrols)]
    units = tuple(f.Patrol(zone, rng.choice(board.guard_path[zone])) for zone in zones)
    number = count + 2 * patrols if state.mode == "four" else 0
    swords = rng.sample([f"g{n}" for n in range(1, number + 1)], number // 2)
    guards(table, f.GuardsDeployed(sentries=tuple(posts), patrols=units, swords=tuple(swords)))
    guards(table, f.GuardMapMarked(marks=_marks(table, sleepers)))
    for name in state.intruders:
        who: Any = name
        intruders(table, f.IntruderStartMarked(intruder=who, zone=rng.choice(starts_of(table.state, name))))
    dry = [zone for zone in board.zones if zone not in board.canals]
    for owner in owners(state):
        mine: Any = None if owner == BOTH else owner
        marked = f.PassageMarked(intruder=mine, entrance=rng.choice(dry), other=rng.choice(dry))
        intruders(table, marked)
    table.log(f.SetupCompleted())


def _marks(table: Match, sleepers: int) -> f.Marks:
    board, rng = map_of(table.state), table.rng
    halves = [[zone for zone in zones if zone in board.object_legal] for zones in board.castles.values()]
    chosen = [zone for half in halves for zone in rng.sample(half, LIMITS.targets_in_castle)]
    letters = rng.sample(LIMITS.letters, len(chosen))
    others = rng.sample([zone for zone in board.object_legal if zone not in chosen], 4)
    beds = rng.sample([zone for zone in board.barracks for _ in range(2)], sleepers)
    return f.Marks(
        sleepers={zone: beds.count(zone) for zone in board.barracks if zone in beds},
        targets=dict(zip(letters, chosen, strict=True)),
        traps=tuple(others[:2]),
        ambushes=tuple(others[2:]),
    )
