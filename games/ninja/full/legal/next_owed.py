"""What has to come next before anything else: what a card, a search or a hazard owes. Called by `next_events`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.codec import tag
from games.ninja.chapters.hands import size_of
from games.ninja.facts import DECKS, LIMITS
from games.ninja.full import events as f
from games.ninja.full.character import cards_of, carried, kind_of_hand, mixed, owner_of_card
from games.ninja.full.consequences import SETTLES
from games.ninja.full.guards import beds, drunk_of
from games.ninja.full.legal.offer import (
    LETTERS,
    Choices,
    by,
    by_each,
    by_hand,
    everybody,
    guards_moved,
    offer,
    players_of,
    zones_of,
)
from games.ninja.full.listening import cat_asked
from games.ninja.full.ownership import hazard_zone
from games.ninja.full.phases import most_bonus
from games.ninja.full.piles import WEAPONS, free_weapons, owner_of_hand, pile
from games.ninja.full.search import guard_chooses, may_show
from games.ninja.full.server_draws import new_letter
from games.ninja.full.setup import starts_of
from games.ninja.full.state import Due
from games.ninja.full.table import first_due, full_of, map_of, present, room_for_sleepers, unmet
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, rivals
from games.ruleset import NextEvent


def owed(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    if due.kind in OWED:
        yield from OWED[due.kind](state, due)
        return
    side = GUARDS if due.kind in ("move", "facing", "search") else INTRUDER_SIDE
    # For rivals the server answers: neither knows where both are (NIN-MODE-DL-06).
    players = () if due.kind == "answer" and rivals(state) else state.sides[side]
    told: Choices = {}
    if due.kind == "facing" and state.map is None:
        told = {"guards": (due.guards,)}
    for kind in SETTLES[due.kind]:
        yield guards_moved(state) if kind is f.GuardsMoved else by(state, kind, players, **told)
    if due.kind == "facing" and full_of(state).may_step:
        yield guards_moved(state)


def _draws(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    for one in full_of(state).due:
        if one.kind == "draw":
            count = min(state.alert, pile(state, one.hand).deck)
            told = by_hand(state, f.GuardCardsDrawn, one.hand, count=(count,))
            yield NextEvent(
                type=told.type,
                players=() if full_of(state).decks else told.players,
                choices={**told.choices, "cards.*": tuple(DECKS["guard"].cards)},
                limits={f"cards.{card}": (0, count) for card in DECKS["guard"].cards},
                counts={"cards": (count, count)},
            )


def _listen(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    """NIN-HID-17: the cat is asked whenever everybody knows that it could be played."""
    asked = cat_asked(state)
    if not (asked and rivals(state)):
        players = () if rivals(state) else state.sides[INTRUDER_SIDE]
        yield by(state, f.ListenAnswered, players, cat=(due.cat,))
    if asked:
        name = owner_of_card(state, "it_was_a_cat")
        card: Choices = {"card": (carried(state, "it_was_a_cat"),)}
        use: Choices = {"use.bluff": (f.AGAINST_A_LISTEN.bluff,), "use.edge": (), "use.zone": ()}
        yield from by_each(state, f.IntruderCardPlayed, (name,), **card, **use)
    if asked and rivals(state):
        yield from by_each(state, f.IntruderPassed, ("traitor",))


def _awaken(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    full = full_of(state)
    hand = due.hand if due.hand in WEAPONS else "guard"
    players = (str(owner_of_hand(state, hand)),)
    if full.sleepers:
        zones = beds(state) if full.marks is not None else zones_of(state, beds(state))
        yield by(state, f.GuardAwakened, players, zone=zones, guard=(f"g{full.next_guard}",))
        return
    yield by(state, f.GuardSobered, players, guard=drunk_of(state, hand))


def _died(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    yield by(state, f.IntruderDied, everybody(state), intruder=(due.intruder,))


def _wounds(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    hands = tuple(full_of(state).piles)
    limits = {f"counts.{hand}": (0, due.number) for hand in hands}
    yield NextEvent(
        type=tag(f.WoundCardsReturned),
        players=state.sides[GUARDS],
        choices={"counts.*": hands},
        limits=limits,
        counts={"counts": (due.number, due.number)},
    )


def _letter(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    """NIN-RESP-05: the server draws it (NIN-HID-13), as far as this reader may know."""
    name: Any = due.intruder
    drawn = new_letter(state, name)
    choices: Choices = {
        "intruder": (name,),
        "letters.*": (name,),
        f"letters.{name}": LETTERS if drawn is None else (drawn,),
    }
    yield offer(f.MissionsDrawn, (), choices, counts={"letters": (1, 1)})


def _respawn(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    name: Any = due.intruder
    cards = cards_of(state, name)
    hidden = {} if rivals(state) else full_of(state).hidden
    others = {one.mission for key, one in hidden.items() if key != name}
    size = size_of(kind_of_hand(state, name), respawn=True)
    missions = () if full_of(state).seeded else tuple(one for one in LETTERS if one not in others)
    choices: Choices = {
        "intruder": (name,),
        "size": (size,),
        "zone": starts_of(state, name),
        "cards.*": cards,
        "mission": missions,
    }
    limits = {f"cards.{card}": (0, size) for card in cards}
    yield offer(f.IntruderRespawned, players_of(state, name), choices, limits, {"cards": (size, size)})


def _bonus(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    full, board = full_of(state), map_of(state)
    number = min(LIMITS.bonus_sleepers, room_for_sleepers(state))
    hands, cards = tuple(full.piles), tuple(DECKS["guard"].cards)
    beds = full.marks.sleepers if full.marks is not None else {}
    room = {zone: LIMITS.sleepers_in_zone - beds.get(zone, 0) for zone in board.barracks}
    zones = zones_of(state, (zone for zone in room if room[zone] > 0))
    apart: Choices = {"counts.*": hands, "shares.*": hands, "cards": ()}
    alone: Choices = {"cards.*": cards, "counts": (), "shares": ()}
    four = {f"shares.{hand}.*": cards for hand in hands}
    choices: Choices = {
        "sleepers": (number,) if state.map is not None else tuple(range(number + 1)),
        **({"zones.*": zones} if number else {"zones": ()}),
        **({**apart, **four} if state.mode == "four" else alone),
    }
    most = most_bonus(state)
    limits = {
        "count": (0, most),
        **({} if state.mode == "four" else {f"cards.{card}": (0, most) for card in cards}),
        **{
            f"zones.{zone}": (0, min(number, room[zone]))
            for zone in (zones if number else ())
            if zone in room
        },
    }
    yield offer(f.RespawnBonusTaken, state.sides[GUARDS], choices, limits)


def _hazard(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    own = players_of(state, due.intruder)
    if due.waived or may_act(state, due) or not guard_chooses(state) or due.cause == "trap":
        outcome = {} if due.waived or may_act(state, due) else _settled(state, due)
        zones = tuple(dict.fromkeys((*due.zones, *([""] if rivals(state) else []))))
        players = state.sides[GUARDS] if due.waived else own
        told: Choices = {} if mixed(state) else {"intruder": (), "deck": ()}
        yield by(state, f.HazardResolved, players, zone=zones, hazard=(due.cause,), **told, **outcome)
    if not due.waived and due.cause == "ambush" and guard_chooses(state):
        yield by(state, f.HazardWaived, own, zone=due.zones)
    yield from shown_cards(state)


def shown_cards(state: NinjaState) -> Iterator[NextEvent]:
    """A mission card that may be shown now, and who was met by an ambush."""
    window = full_of(state).window
    if window is not None and (letters := may_show(state)):
        yield from by_each(state, f.MissionCompleted, (window.intruder,), letter=letters)
    if window is not None and unmet(state):
        # NIN-MODE-DL-06: of rivals neither knows who is there, so that staff alone say what the server has not.
        players = () if rivals(state) else state.sides[INTRUDER_SIDE]
        yield by(state, f.IntruderDetected, players, zone=(window.ambushed,), cause=("ambush",))


def settled_by_itself(state: NinjaState) -> f.HazardResolved | f.HazardWaived | None:
    """What a hazard comes to where the searcher has no choice, or that the guard chooses now; None where the searcher
    has one, or the zone is not known."""
    due = first_due(state)
    if due.kind != "hazard" or due.waived or not due.zones or may_act(state, due):
        return None
    if due.cause == "ambush" and guard_chooses(state):
        return f.HazardWaived(zone=due.zones[0])
    told = _settled(state, due)
    outcome: Any = told["outcome"][0]
    values = {name: told[name][0] for name in ("guard", "weapon") if told[name]}
    hazard: Any = due.cause
    return f.HazardResolved(zone=hazard_zone(state, due, outcome), hazard=hazard, outcome=outcome, **values)


def may_act(state: NinjaState, due: Due) -> bool:
    """NIN-HID-17: whether the searcher has a choice as far as everybody knows: a card against what it has found."""
    cards = present(state, due.intruder) and full_of(state).shown[due.intruder].hand > 0
    return cards and (due.cause == "ambush" or due.intruder == owner_of_card(state, "it_was_a_cat"))


def _settled(state: NinjaState, due: Due) -> Choices:
    """What a hazard comes to where nobody has a choice."""
    if due.cause == "trap":
        return {"outcome": ("alert",), "guard": (), "weapon": ()}
    guard = f"g{full_of(state).next_guard}"
    return {"outcome": ("guard_placed",), "guard": (guard,), "weapon": free_weapons(state)}


OWED = {
    "draw": _draws,
    "listen": _listen,
    "awaken": _awaken,
    "died": _died,
    "wounds": _wounds,
    "letter": _letter,
    "respawn": _respawn,
    "bonus": _bonus,
    "hazard": _hazard,
}
