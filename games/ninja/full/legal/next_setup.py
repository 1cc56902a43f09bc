"""What may come next while a match is set up, and between two turns. Called by `next_events`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.codec import tag
from games.ninja.chapters.hands import keys_of, size_of
from games.ninja.facts import LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import kind_of_hand
from games.ninja.full.legal.offer import LETTERS, Choices, by, by_each, everybody, offer, players_of, zones_of
from games.ninja.full.piles import owner_of_hand
from games.ninja.full.setup import PATROL, check_pool, hands_due, starts_of, undrawn, unmarked
from games.ninja.full.table import full_of, map_of
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, numbers, rivals
from games.ruleset import NextEvent


def _missions(state: NinjaState) -> Iterator[NextEvent]:
    groups: list[tuple[tuple[str, ...], Choices]] = [(tuple(state.intruders), {"intruder": ()})]
    if rivals(state):
        groups = [((name,), {"intruder": (name,)}) for name in undrawn(state)]
    dealt = full_of(state).seeded
    for names, whose in groups:
        letters: Choices = {f"letters.{name}": LETTERS for name in names}
        choices = {**whose, "letters.*": names, **letters}
        players = () if dealt else players_of(state, names[0])
        counts = {"letters": (len(names), len(names))}
        yield NextEvent(type=tag(f.MissionsDrawn), players=players, choices=choices, counts=counts)


def _hands(state: NinjaState) -> Iterator[NextEvent]:
    if full_of(state).character_due:
        players = state.sides[INTRUDER_SIDE]
        yield NextEvent(
            type=tag(f.CharacterChosen), players=players, choices={"character": ("ninja", "traitor")}
        )
    due = hands_due(state)
    own = [hand for hand in due if hand in state.intruders]
    first = own if rivals(state) else own[:1]
    for hand in (*first, *(hand for hand in due if hand not in own)):
        intruder = hand in own
        kind: Any = kind_of_hand(state, hand) if intruder else hand
        size = size_of(kind, state.options.intruder_hand_delta if intruder else 0)
        owner = owner_of_hand(state, hand)
        cards = tuple(keys_of(kind))
        yield NextEvent(
            type=tag(f.HandChosen),
            players=players_of(state, hand) if intruder else (str(owner),),
            choices={"hand": (hand,), "size": (size,), "cards.*": cards},
            limits={f"cards.{card}": (0, _most(state, kind, card, size)) for card in cards},
            counts={"cards": (size, size)},
        )


def _most(state: NinjaState, kind: Any, card: str, size: int) -> int:
    """NIN-SETUP-06: so many copies of a card a deck could hold, the hand being no larger than `size`."""
    return max(number for number in range(size + 1) if not any(check_pool(state, kind, {card: number})))


def _deploy(state: NinjaState) -> Iterator[NextEvent]:
    board, (sentries, patrols, _) = map_of(state), numbers(state)
    zones = zones_of(state, (zone for zone in board.guard_path if zone not in board.guard_posts))
    figures = tuple(f"g{number}" for number in range(1, sentries + PATROL * patrols + 1))
    choices: Choices = {
        "sentries": board.guard_posts,
        "patrols.zone": zones,
        "patrols.facing": zones_of(state, board.guard_path),
        "swords": figures if state.mode == "four" else (),
    }
    if state.map is not None or not patrols:
        choices["patrols"] = _units(state) if patrols else ()
    counts = {"sentries": (sentries, sentries), "patrols": (patrols, patrols)}
    if state.mode == "four":
        counts["swords"] = (len(figures) // 2, (len(figures) + 1) // 2)
    yield offer(f.GuardsDeployed, state.sides[GUARDS], choices, counts=counts)


def _units(state: NinjaState) -> tuple[dict[str, str], ...]:
    """NIN-SETUP-08, -09: every place of a patrol with each way that it may face there."""
    board = map_of(state)
    free = {zone: ways for zone, ways in board.guard_path.items() if zone not in board.guard_posts}
    return tuple({"zone": zone, "facing": facing} for zone, ways in free.items() for facing in ways)


def _guard_map(state: NinjaState) -> Iterator[NextEvent]:
    board = map_of(state)
    choices: Choices = {
        "marks.sleepers.*": board.barracks,
        "marks.targets.*": LETTERS,
        **{f"marks.targets.{letter}": board.object_legal for letter in LETTERS},
        "marks.traps": board.object_legal,
        "marks.ambushes": board.object_legal,
    }
    beds = board.barracks if state.map is not None else ("*",)
    limits = {f"marks.sleepers.{zone}": (0, LIMITS.sleepers_in_zone) for zone in beds}
    sleepers = numbers(state)[2]
    counts = {
        "marks.sleepers": (sleepers, sleepers),
        "marks.targets": (len(LETTERS), len(LETTERS)),
        "marks.traps": (LIMITS.traps, LIMITS.traps),
        "marks.ambushes": (LIMITS.ambushes, LIMITS.ambushes),
    }
    yield offer(f.GuardMapMarked, state.sides[GUARDS], choices, limits, counts)


def _starts(state: NinjaState) -> Iterator[NextEvent]:
    name = next(name for name in state.intruders if name not in full_of(state).starts)
    yield from by_each(state, f.IntruderStartMarked, (name,), zone=starts_of(state, name))


def _passage(state: NinjaState) -> Iterator[NextEvent]:
    zones = zones_of(state, (zone for zone in map_of(state).zones if zone not in map_of(state).canals))
    for owner in unmarked(state):
        whose = (owner,) if rivals(state) else ()
        players = players_of(state, owner)
        yield by(state, f.PassageMarked, players, intruder=whose, entrance=zones, other=zones)


def _ready(state: NinjaState) -> Iterator[NextEvent]:
    yield by(state, f.SetupCompleted, everybody(state))


def _between(state: NinjaState) -> Iterator[NextEvent]:
    yield by(state, f.TurnStarted, everybody(state), turn=(state.turn + 1,))


SETUP: dict[str, Callable[[NinjaState], Iterator[NextEvent]]] = {
    "missions": _missions,
    "hands": _hands,
    "deploy": _deploy,
    "guard_map": _guard_map,
    "starts": _starts,
    "passage": _passage,
    "ready": _ready,
    "between": _between,
}
