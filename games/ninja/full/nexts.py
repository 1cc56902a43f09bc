"""What may come next at full detail: kinds of event, who may log them, and their few legal values.

Nothing is narrowed by the other side's secrets (NIN-HID-16), since the state is what its reader sees; the own secrets
narrow the own list alone. Whole events are made by `moves.py`. Called by `nexts.py` of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.codec import tag
from games.ninja.events import GameEnded
from games.ninja.facts import DECKS, LIMITS
from games.ninja.finish import due_reason, ends_now
from games.ninja.full import events as f
from games.ninja.full.apart import hazard_zone
from games.ninja.full.character import (
    SOLO,
    TELLING,
    cards_of,
    carried,
    character_of,
    kind_of_hand,
    mixed,
    owner_of_card,
)
from games.ninja.full.guards import cat_asked
from games.ninja.full.owed import SETTLES
from games.ninja.full.phases import ORDER, patrols_to_move, still_to_move
from games.ninja.full.piles import WEAPONS, free_weapons, owner_of_hand, pile
from games.ninja.full.search import guard_chooses
from games.ninja.full.setup import PATROL, hands_due, starts_of, undrawn, unmarked
from games.ninja.full.state import Due
from games.ninja.full.table import first_due, full_of, map_of, present, room_for_sleepers
from games.ninja.full.window import finished
from games.ninja.hands import keys_of, size_of
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, numbers, player_of, result_of, rivals
from games.ninja.unmapped import ANYWHERE, Anywhere
from games.ruleset import NextEvent

Choices = dict[str, tuple[Any, ...]]
Bounds = dict[str, tuple[int, int]]
WINDOW = (
    f.IntruderMoved,
    f.IntruderDetected,
    f.IntruderHidden,
    f.GuardNeutralised,
    f.IntruderCardPlayed,
    f.PassageEntered,
    f.PassageLeft,
    f.IntruderLeftMap,
)
LETTERS = LIMITS.letters


def in_full(state: NinjaState) -> Iterator[NextEvent]:
    """The kinds of event that are open, each with the players who may log it."""
    full = full_of(state)
    if full.due:
        yield from _owed(state, first_due(state))
    elif full.step in SETUP:
        yield from SETUP[full.step](state)
    elif full.step == "intruder_action":
        yield from _of_intruders(state)
    else:
        yield from _of_guards(state)
    if state.turn and not full.due:
        yield _by(state, f.AlertRecorded, _everybody(state), level=(state.alert,))


def _everybody(state: NinjaState) -> tuple[str, ...]:
    return tuple(player for players in state.sides.values() for player in players)


def _by(
    state: NinjaState, kind: type[Any], players: tuple[str, ...], **choices: tuple[Any, ...]
) -> NextEvent:
    return NextEvent(type=tag(kind), players=players, choices=_listed(choices))


def _listed(choices: Choices) -> Choices:
    """Without the zones that nobody can list (NIN-MAP-12)."""
    return {name: values for name, values in choices.items() if not isinstance(values, Anywhere)}


def _zones_of(state: NinjaState, zones: Iterable[str]) -> tuple[str, ...]:
    """Zones of the board; any at all without a map."""
    return ANYWHERE if state.map is None else tuple(zones)


def _guards(state: NinjaState, kind: type[Any], **choices: tuple[Any, ...]) -> NextEvent:
    return _by(state, kind, state.sides[GUARDS], **choices)


def _intruders(state: NinjaState, kind: type[Any], **choices: tuple[Any, ...]) -> NextEvent:
    return _by(state, kind, state.sides[INTRUDER_SIDE], **choices)


def _players(state: NinjaState, name: str) -> tuple[str, ...]:
    """Who acts for an intruder: the side, of rivals its own player."""
    owner = player_of(state, name)
    return state.sides[INTRUDER_SIDE] if owner is None else (owner,)


def _each(
    state: NinjaState, kind: type[Any], names: tuple[str, ...], **choices: tuple[Any, ...]
) -> Iterator[NextEvent]:
    """By allies one offer for all these intruders, by rivals one each. What makes a character known names it."""
    if kind in TELLING:
        names = tuple(character_of(state) or name if name == SOLO else name for name in names)
    for group in [(name,) for name in names] if rivals(state) else [names]:
        yield _by(state, kind, _players(state, group[0]), intruder=group, **choices)


def _of_hand(state: NinjaState, kind: type[Any], hand: str, **choices: tuple[Any, ...]) -> NextEvent:
    """By the guard player whose hand it is."""
    return _by(state, kind, (str(owner_of_hand(state, hand)),), hand=(hand,), **choices)


# --- Setup ---------------------------------------------------------------------------------------------------


def _missions(state: NinjaState) -> Iterator[NextEvent]:
    groups: list[tuple[tuple[str, ...], Choices]] = [(tuple(state.intruders), {"intruder": ()})]
    if rivals(state):
        groups = [((name,), {"intruder": (name,)}) for name in undrawn(state)]
    dealt = full_of(state).seeded
    for names, whose in groups:
        letters: Choices = {f"letters.{name}": LETTERS for name in names}
        choices = {**whose, "letters.*": names, **letters}
        players = () if dealt else _players(state, names[0])
        yield NextEvent(type=tag(f.MissionsDrawn), players=players, choices=choices)


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
            players=_players(state, hand) if intruder else (str(owner),),
            choices={"hand": (hand,), "size": (size,), "cards.*": cards},
            limits={f"cards.{card}": (0, size) for card in cards},
        )


def _deploy(state: NinjaState) -> Iterator[NextEvent]:
    board, (sentries, patrols, _) = map_of(state), numbers(state)
    zones = _zones_of(state, (zone for zone in board.guard_path if zone not in board.guard_posts))
    figures = tuple(f"g{number}" for number in range(1, sentries + PATROL * patrols + 1))
    choices: Choices = {
        "sentries": board.guard_posts,
        "patrols.zone": zones,
        "patrols.facing": _zones_of(state, board.guard_path),
        "swords": figures if state.mode == "four" else (),
    }
    if not patrols:
        choices |= {"patrols": ()}
    yield NextEvent(type=tag(f.GuardsDeployed), players=state.sides[GUARDS], choices=_listed(choices))


def _guard_map(state: NinjaState) -> Iterator[NextEvent]:
    board = map_of(state)
    choices: Choices = {
        "marks.sleepers.*": board.barracks,
        "marks.targets.*": LETTERS,
        **{f"marks.targets.{letter}": board.object_legal for letter in LETTERS},
        "marks.traps": board.object_legal,
        "marks.ambushes": board.object_legal,
    }
    limits = {f"marks.sleepers.{zone}": (0, LIMITS.sleepers_in_zone) for zone in board.barracks}
    choices = _listed(choices)
    yield NextEvent(type=tag(f.GuardMapMarked), players=state.sides[GUARDS], choices=choices, limits=limits)


def _starts(state: NinjaState) -> Iterator[NextEvent]:
    name = next(name for name in state.intruders if name not in full_of(state).starts)
    yield from _each(state, f.IntruderStartMarked, (name,), zone=starts_of(state, name))


def _passage(state: NinjaState) -> Iterator[NextEvent]:
    zones = _zones_of(state, (zone for zone in map_of(state).zones if zone not in map_of(state).canals))
    for owner in unmarked(state):
        whose = (owner,) if rivals(state) else ()
        players = _players(state, owner)
        yield _by(state, f.PassageMarked, players, intruder=whose, entrance=zones, other=zones)


def _ready(state: NinjaState) -> Iterator[NextEvent]:
    yield _by(state, f.SetupCompleted, _everybody(state))


def _between(state: NinjaState) -> Iterator[NextEvent]:
    yield _by(state, f.TurnStarted, _everybody(state), turn=(state.turn + 1,))


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


# --- What is owed --------------------------------------------------------------------------------------------


def _owed(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    if due.kind in OWED:
        yield from OWED[due.kind](state, due)
        return
    side = GUARDS if due.kind in ("move", "facing", "search") else INTRUDER_SIDE
    # For rivals the server answers: neither knows where both are (NIN-MODE-DL-06).
    server = due.kind == "letter" or (due.kind == "answer" and rivals(state))
    players = () if server else state.sides[side]
    for kind in SETTLES[due.kind]:
        yield _by(state, kind, players)
    if due.kind == "facing" and full_of(state).may_step:
        yield _guards(state, f.GuardsMoved)


def _draws(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    for one in full_of(state).due:
        if one.kind == "draw":
            count = min(state.alert, pile(state, one.hand).deck)
            told = _of_hand(state, f.GuardCardsDrawn, one.hand, count=(count,))
            yield NextEvent(
                type=told.type,
                players=() if full_of(state).decks else told.players,
                choices={**told.choices, "cards.*": tuple(DECKS["guard"].cards)},
                limits={f"cards.{card}": (0, count) for card in DECKS["guard"].cards},
            )


def _listen(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    """NIN-HID-17: the cat is asked whenever everybody knows that it could be played."""
    asked = cat_asked(state)
    if not (asked and rivals(state)):
        players = () if rivals(state) else state.sides[INTRUDER_SIDE]
        yield _by(state, f.ListenAnswered, players, cat=(due.cat,))
    if asked:
        name = owner_of_card(state, "it_was_a_cat")
        card: Choices = {"card": (carried(state, "it_was_a_cat"),)}
        use: Choices = {"use.bluff": (True,), "use.edge": (), "use.zone": ()}
        yield from _each(state, f.IntruderCardPlayed, (name,), **card, **use)
    if asked and rivals(state):
        yield from _each(state, f.IntruderPassed, ("traitor",))


def _awaken(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    full, board = full_of(state), map_of(state)
    hand = due.hand if due.hand in WEAPONS else "guard"
    players = (str(owner_of_hand(state, hand)),)
    if full.sleepers:
        zones = tuple(full.marks.sleepers) if full.marks is not None else board.barracks
        yield _by(state, f.GuardAwakened, players, zone=zones, guard=(f"g{full.next_guard}",))
        return
    weapon = WEAPONS.get(hand)
    drunk = tuple(name for name, one in full.figures.items() if one.drunk and weapon in (None, one.weapon))
    yield _by(state, f.GuardSobered, players, guard=drunk)


def _died(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    yield _by(state, f.IntruderDied, _everybody(state), intruder=(due.intruder,))


def _wounds(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    hands = tuple(full_of(state).piles)
    limits = {f"counts.{hand}": (0, due.number) for hand in hands}
    told = {"counts.*": hands}
    yield NextEvent(type=tag(f.WoundCardsReturned), players=state.sides[GUARDS], choices=told, limits=limits)


def _respawn(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    name: Any = due.intruder
    cards = cards_of(state, name)
    hidden = {} if rivals(state) else full_of(state).hidden
    others = {one.mission for key, one in hidden.items() if key != name}
    size = size_of(kind_of_hand(state, name), respawn=True)
    yield NextEvent(
        type=tag(f.IntruderRespawned),
        players=_players(state, name),
        choices=_listed(
            {
                "intruder": (name,),
                "size": (size,),
                "zone": starts_of(state, name),
                "cards.*": cards,
                "mission": ()
                if full_of(state).seeded
                else tuple(one for one in LETTERS if one not in others),
            }
        ),
        limits={f"cards.{card}": (0, size) for card in cards},
    )


def _bonus(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    full, board = full_of(state), map_of(state)
    number = min(LIMITS.bonus_sleepers, room_for_sleepers(state))
    hands, cards = tuple(full.piles), tuple(DECKS["guard"].cards)
    beds = full.marks.sleepers if full.marks is not None else {}
    free = (zone for zone in board.barracks if beds.get(zone, 0) < LIMITS.sleepers_in_zone)
    zones = _zones_of(state, free)
    apart: Choices = {"counts.*": hands, "shares.*": hands, "cards": ()}
    alone: Choices = {"cards.*": cards, "counts": (), "shares": ()}
    four = {f"shares.{hand}.*": cards for hand in hands}
    yield NextEvent(
        type=tag(f.RespawnBonusTaken),
        players=state.sides[GUARDS],
        choices=_listed(
            {
                "sleepers": (number,) if state.map is not None else tuple(range(number + 1)),
                **({"zones.*": zones} if number else {"zones": ()}),
                **({**apart, **four} if state.mode == "four" else alone),
            }
        ),
        limits={"count": (0, LIMITS.bonus_cards)},
    )


def _hazard(state: NinjaState, due: Due) -> Iterator[NextEvent]:
    own = _players(state, due.intruder)
    if due.waived or may_act(state, due) or not guard_chooses(state) or due.cause == "trap":
        outcome = {} if due.waived or may_act(state, due) else _settled(state, due)
        zones = tuple(dict.fromkeys((*due.zones, *([""] if rivals(state) else []))))
        players = state.sides[GUARDS] if due.waived else own
        told: Choices = {} if mixed(state) else {"intruder": (), "deck": ()}
        yield _by(state, f.HazardResolved, players, zone=zones, hazard=(due.cause,), **told, **outcome)
    if not due.waived and due.cause == "ambush" and guard_chooses(state):
        yield _by(state, f.HazardWaived, own, zone=due.zones)
    yield from _shown_cards(state)


def _shown_cards(state: NinjaState) -> Iterator[NextEvent]:
    """A mission card that may be shown now, and who was met by an ambush."""
    window = full_of(state).window
    if window is not None and window.letters and not state.intruders[window.intruder].mission:
        yield from _each(state, f.MissionCompleted, (window.intruder,), letter=window.letters)
    if window is not None and window.ambushed is not None and not rivals(state):
        yield _intruders(state, f.IntruderDetected, zone=(window.ambushed,), cause=("ambush",))


def settled_by_itself(state: NinjaState) -> f.HazardResolved | None:
    """What a hazard comes to where nobody has a choice; None where somebody has one, or the zone is not known."""
    due = first_due(state)
    chosen = due.waived or (due.cause == "ambush" and guard_chooses(state))
    if due.kind != "hazard" or chosen or not due.zones or may_act(state, due):
        return None
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
    "respawn": _respawn,
    "bonus": _bonus,
    "hazard": _hazard,
}


# --- Turns ---------------------------------------------------------------------------------------------------


def _of_guards(state: NinjaState) -> Iterator[NextEvent]:
    full = full_of(state)
    if full.may_move or full.may_step or (full.step == "patrol" and patrols_to_move(state)):
        yield _guards(state, f.GuardsMoved)
    for hand in full.piles:
        if any(one.visible for one in full.shown.values()):
            yield _of_hand(state, f.GuardAttacked, hand)
        if full.step in ("alert", "guard_action"):
            yield from _cards(state, hand)
        if full.step == "guard_action" and not (full.listened or full.played_alert or full.played_action):
            yield _of_hand(state, f.FreeListenOrdered, hand)
    if full.may_share:
        hands = tuple(full.piles)
        yield _guards(state, f.DrawnCardsShared, **{"counts.*": hands, "shares.*": hands})
    yield _guards(state, f.PatrolReformed)
    if full.step != "patrol" or not patrols_to_move(state):
        following = ORDER[ORDER.index(full.step) + 1]
        split = (False, True) if state.mode == "four" and following == "guard_action" else (False,)
        yield _guards(state, f.PhaseStarted, phase=(following,), split=split)


def _cards(state: NinjaState, hand: str) -> Iterator[NextEvent]:
    """The cards that may be played from a hand, as far as its reader knows it."""
    cards, alert = pile(state, hand), full_of(state).step == "alert"
    number, known = (cards.drawn, cards.drawn_cards) if alert else (cards.hand, cards.hand_cards)
    kinds = tuple(
        card for card in DECKS["guard"].cards if card != "kenjutsu" and (known is None or known.get(card))
    )
    spent = not alert and full_of(state).played_action >= LIMITS.cards_in_action
    if number and kinds and not spent and not full_of(state).listened:
        yield _of_hand(state, f.GuardCardPlayed, hand, card=kinds)


def _of_intruders(state: NinjaState) -> Iterator[NextEvent]:
    full, waiting = full_of(state), still_to_move(state)
    window = full.window
    busy = window is not None and not full.shown[window.intruder].moved
    for kind in WINDOW if waiting and (busy or finished(state)) else ():
        names = (window.intruder,) if busy and window is not None else waiting
        yield from _each(state, kind, names)
    if window is not None and full.shown[window.intruder].moved:
        if not full.shown[window.intruder].searched:
            openly = {"zones": ()} if rivals(state) else {"secret_zones": ()}
            yield from _each(state, f.ZonesSearched, (window.intruder,), **openly)
        if not finished(state):
            yield from _each(state, f.IntruderPassed, (window.intruder,))
        yield from _shown_cards(state)
    if ends_now(state):
        told: Choices = {"reason": (due_reason(state),), "result": (result_of(state),)}
        yield NextEvent(type=tag(GameEnded), players=_everybody(state), choices=told)
    elif not waiting and finished(state):
        yield _intruders(state, f.TurnEnded, turn=(state.turn,))
