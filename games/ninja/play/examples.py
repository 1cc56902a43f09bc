"""Whole events of kinds whose fields hang together: hands, draws, the guards' private map, reports of a turn and of a
match.

None of them is judged here, and each is the same for the same state. Called through the game's descriptor.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product
from typing import Any

from games.ninja.chapters.hands import keys_of
from games.ninja.events import Fared, ResultReported, TurnSummarised
from games.ninja.facts import DECKS, LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import kind_of_hand
from games.ninja.full.table import full_of, map_of, room_for_sleepers
from games.ninja.play import examples_setup, examples_unmapped
from games.ninja.play.examples_setup import PRINTED
from games.ninja.state import NinjaState, limit_of, numbers
from games.ruleset import Event, NextEvent
from games.system import Dice

WAYS = 6
"""So many placements of the same marks."""


def examples(state: NinjaState, told: NextEvent, dice: Dice) -> Iterable[Event] | None:
    """A few events of what may come next; None of a kind whose fields may be filled in one by one."""
    printed = state.full is not None and state.map is None
    make = (examples_unmapped.MADE if printed else MADE).get(told.type) or MADE.get(told.type)
    return make(state, told) if make is not None else None


def _hand(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """As many of each card as of any other."""
    hand, size = told.choices["hand"][0], told.choices["size"][0]
    kind: Any = kind_of_hand(state, hand) if hand in state.intruders else hand
    for cards in _spread(tuple(keys_of(kind)), size):
        yield f.HandChosen(hand=hand, size=size, cards=cards)


def _spread(keys: tuple[str, ...], size: int) -> Iterator[dict[str, int]]:
    """So many cards, as many of each kind as of any other; what is over begins with one kind after the other."""
    for way in range(len(keys)):
        order = _from(keys, way)
        yield dict(Counter(order[place % len(order)] for place in range(size)))


def _missions(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SETUP-03: another letter each; a rival draws by itself. NIN-HID-13: of a new copy's letters that which the
    seed draws is on offer, where it is known."""
    names: tuple[Any, ...] = told.choices["letters.*"]
    whose = told.choices["intruder"]
    known = told.choices[f"letters.{names[0]}"] if len(names) == 1 else LIMITS.letters
    for letters in permutations(known, len(names)):
        drawn = dict(zip(names, letters, strict=True))
        yield f.MissionsDrawn(intruder=whose[0] if whose else None, letters=drawn)


def _drawn(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """Whatever so many cards of the deck can be."""
    hand, count = told.choices["hand"][0], told.choices["count"][0]
    for cards in combinations_with_replacement(DECKS["guard"].cards, count):
        yield f.GuardCardsDrawn(hand=hand, count=count, cards=dict(Counter(cards)))


def _shared(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-MODE-4P-04: the drawn cards as they are, or all with one of the two."""
    piles: dict[Any, Any] = dict(full_of(state).piles)
    guessed = {hand: next(_spread(tuple(DECKS["guard"].cards), one.drawn)) for hand, one in piles.items()}
    own = {
        hand: dict(one.drawn_cards) if one.drawn_cards is not None else guessed[hand]
        for hand, one in piles.items()
    }
    whole = dict(sum((Counter(cards) for cards in own.values()), Counter()))
    for shares in (own, *({hand: whole if hand == one else {} for hand in piles} for one in piles)):
        counts = {hand: sum(cards.values()) for hand, cards in shares.items()}
        yield f.DrawnCardsShared(counts=counts, shares=shares)


def _respawned(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-RESP-03 to -05: each start with some hand and mission."""
    name, size = told.choices["intruder"][0], told.choices["size"][0]
    hands = tuple(_spread(tuple(told.choices["cards.*"]), size))
    zones = told.choices.get("zone", PRINTED)
    for zone, cards, mission in product(zones, hands, told.choices["mission"] or (None,)):
        yield f.IntruderRespawned(intruder=name, size=size, zone=zone, cards=cards, mission=mission)


def _bonus(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-RESP-07, -08: from none to all of the cards, all from one deck."""
    full, number = full_of(state), min(LIMITS.bonus_sleepers, room_for_sleepers(state))
    beds = full.marks.sleepers if full.marks is not None else {}
    free = [
        zone for zone in map_of(state).barracks for _ in range(LIMITS.sleepers_in_zone - beds.get(zone, 0))
    ]
    zones = dict(Counter(free[:number]))
    for hand, count in product(full.piles, range(LIMITS.bonus_cards + 1)):
        for cards in _spread(tuple(DECKS["guard"].cards), count):
            yield _taken(state, hand, count, cards, zones)


def _taken(
    state: NinjaState, hand: str, count: int, cards: dict[str, int], zones: dict[str, int]
) -> f.RespawnBonusTaken:
    """The bonus with cards for one hand; of two guard players the other takes none."""
    base: dict[str, Any] = {"count": count, "sleepers": sum(zones.values()), "zones": zones}
    if state.mode != "four":
        return f.RespawnBonusTaken(cards=cards, **base)
    piles: Iterable[Any] = full_of(state).piles
    shares = {one: cards if one == hand else {} for one in piles}
    return f.RespawnBonusTaken(
        counts={one: sum(part.values()) for one, part in shares.items()}, shares=shares, **base
    )


def _marks(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """NIN-SETUP-11 to -14: so many targets in each castle, traps and ambushes in what is left."""
    sleepers, (halves, places, beds) = numbers(state)[2], _parts(state)
    for way in range(WAYS):
        targets = [zone for half in halves for zone in _from(half, way)[: LIMITS.targets_in_castle]]
        left = [zone for zone in _from(places, way) if zone not in targets]
        asleep = _from(beds, way)[:sleepers]
        marks = f.Marks(
            sleepers={zone: asleep.count(zone) for zone in dict.fromkeys(asleep)},
            targets=dict(zip(_from(LIMITS.letters, way), targets, strict=True)),
            traps=tuple(left[: LIMITS.traps]),
            ambushes=tuple(left[LIMITS.traps : LIMITS.traps + LIMITS.ambushes]),
        )
        yield f.GuardMapMarked(marks=marks)


def _parts(state: NinjaState) -> tuple[list[tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """The places for objects by castle, all of them, and the beds of sleepers."""
    board = map_of(state)
    if state.map is None:
        middle = len(PRINTED) // 2
        return [PRINTED[:middle], PRINTED[middle:]], PRINTED, PRINTED * LIMITS.sleepers_in_zone
    halves = [tuple(zone for zone in zones if zone in board.object_legal) for zones in board.castles.values()]
    return halves, tuple(board.object_legal), tuple(board.barracks * LIMITS.sleepers_in_zone)


def _from(values: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    """The values from one of them on, all the way round."""
    place %= len(values)
    return (*values[place:], *values[:place])


def _turn(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """Turns in which nothing or one thing happens to the intruders."""
    there = [name for name, fate in state.intruders.items() if not fate.out]
    fates: list[dict[str, Any]] = [{}]
    for name in there:
        fates += [{"left": (name,)}, {"missions_completed": (name,)}]
        fates += [{"wounds": {name: number}} for number in range(1, limit_of(name))]
        fates += [{"deaths": (name,)}]
    for fate, alert in product(fates, told.choices["alert_end"]):
        yield TurnSummarised(turn=state.turn + 1, alert_end=alert, **fate)


def _result(state: NinjaState, told: NextEvent) -> Iterator[Event]:
    """The same end for all intruders, in some turn."""
    ends = [Fared(deaths=deaths) for deaths in ((), (4, 9), (LIMITS.turns - 1,))]
    ends += [Fared(left=True, mission_done=done) for done in (False, True)]
    for fared, last in product(ends, (9, LIMITS.turns - 1, LIMITS.turns)):
        yield ResultReported(last_turn=last, intruders=dict.fromkeys(state.intruders, fared))


MADE: dict[str, Callable[[NinjaState, NextEvent], Iterator[Event]]] = {
    "missions_drawn": _missions,
    "hand_chosen": _hand,
    "guards_deployed": examples_setup.deployed,
    "guard_map_marked": _marks,
    "intruder_start_marked": examples_setup.started,
    "passage_marked": examples_setup.marked,
    "guard_cards_drawn": _drawn,
    "drawn_cards_shared": _shared,
    "intruder_respawned": _respawned,
    "respawn_bonus_taken": _bonus,
    "turn_summarised": _turn,
    "result_reported": _result,
}
