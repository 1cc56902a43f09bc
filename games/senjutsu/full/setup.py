"""Terrain, the advantage track and the start hexes: SEN-SETUP-01 to -06, -11. Called through `rules.py`."""

from __future__ import annotations

from itertools import permutations

from games.gaps import known, some
from games.hexes import Hex
from games.judging import passing as first
from games.ruleset import Actor, RuleViolation
from games.senjutsu.chapters import registration
from games.senjutsu.events import DeckRegistered, SideRegistered, TerrainPlaced
from games.senjutsu.facts import FACTS
from games.senjutsu.full.events import AdvantageSet, CharacterPlaced
from games.senjutsu.full.movement.ground import actors_at
from games.senjutsu.full.preconditions import (
    at,
    in_step,
    opening,
    passing,
    player_acts,
    put,
    table,
    together,
    with_body,
)
from games.senjutsu.full.refusals import spot
from games.senjutsu.full.state import FullState, Thing, changed, flagged, terrain_at, with_pile
from games.senjutsu.permissions import Violations, a_side, in_phase
from games.senjutsu.state import SenjutsuState, missing_sides, standing

NO_TRACK = ("solo", "horde")


def check_side_registered(state: SenjutsuState, event: SideRegistered, by: Actor) -> Violations:
    """SEN-SETUP-01: characters before anything is placed; then the registration's own rules."""
    return passing(event, in_step(state, "roster"), registration.check_side_registered(state, event, by))


def check_deck_registered(state: SenjutsuState, event: DeckRegistered, by: Actor) -> Violations:
    """SEN-SETUP-01: decks before the advantage order."""
    return passing(
        event, in_step(state, "roster", "terrain"), registration.check_deck_registered(state, event, by)
    )


def on_deck_registered(state: SenjutsuState, event: DeckRegistered) -> SenjutsuState:
    """The whole deck lies shuffled, as a `Pile`; core cards are in the hand for the whole game."""
    state = registration.on_deck_registered(state, event)
    size = state.fighters[event.player].deck_size
    state = with_body(state, event.player, deck=None)
    return put(state, with_pile(table(state), event.player, deck=size))


def check_registered(state: SenjutsuState, decks: bool) -> Violations:
    """SEN-SETUP-01: what must be registered before the set-up goes on."""
    missing = missing_sides(state)
    if decks and not missing:
        missing = without_deck(state)
    if missing:
        yield RuleViolation("SEN-SETUP-01", {"missing": missing})


def without_deck(state: SenjutsuState) -> list[str]:
    """The players whose deck is not registered; who gave up needs none."""
    return [player for player in standing(state) if not state.fighters[player].told_deck]


def check_terrain_placed(state: SenjutsuState, event: TerrainPlaced, by: Actor) -> Violations:
    """SEN-SETUP-01 to -03: an object of the agreed list, by the player whose turn it is, on a free hex."""
    return passing(
        event,
        together(
            first(in_phase(state, "roster"), in_step(state, "roster", "terrain")),
            player_acts(state, by, str(known(event.player))),
        ),
        check_registered(state, decks=False),
        _check_placer(state, event),
        check_object(state, event.object, event.hex),
    )


def placers(state: SenjutsuState) -> tuple[str, ...]:
    """SEN-SETUP-02: who may place the next object, of those who stand; several where advantage values are equal or
    unknown."""
    full, seats, left = table(state), tuple(state.fighters), standing(state)
    if full.placed:
        after = seats.index(full.placed[-1]) + 1
        return tuple(player for player in (*seats[after:], *seats[:after]) if player in left)[:1]
    values = {player: state.fighters[player].advantage for player in left}
    told = [value for value in values.values() if value is not None]
    if len(told) < len(values):
        return left
    return tuple(player for player, value in values.items() if value == max(told))


def _check_placer(state: SenjutsuState, event: TerrainPlaced) -> Violations:
    full = table(state)
    if event.player not in placers(state):
        yield RuleViolation("SEN-SETUP-02", {"expected": list(placers(state)), "told": event.player})
    elif full.agreed is not None and event.object not in full.agreed:
        yield RuleViolation("SEN-SETUP-02", {"expected": some(list(full.agreed)), "told": event.object})


def check_object(state: SenjutsuState, object_: str, place: Hex) -> Violations:
    """SEN-SETUP-03: an object of its own on a hex of the board; SEN-TER-01: none that blocks where somebody stands, as
    opponents of a solo game may before the terrain is laid."""
    full = table(state)
    outside = full.board is not None and place not in full.board and object_ != "boat"
    if outside or terrain_at(full, place) is not None:
        yield RuleViolation("SEN-SETUP-03", {"object": object_, "hex": spot(place)})
    for actor in actors_at(state, place) if FACTS.terrain[object_].blocks else ():
        yield RuleViolation("SEN-TER-01", {"actor": actor, "told": spot(place)})


def on_terrain_placed(state: SenjutsuState, event: TerrainPlaced) -> SenjutsuState:
    """A boat out of bounds makes its place a hex."""
    full = table(state)
    agreed = full.agreed
    if agreed is not None and event.object in agreed:
        at = agreed.index(event.object)
        agreed = (*agreed[:at], *agreed[at + 1 :])
    board = full.board if full.board is None else full.board | {event.hex}
    full = changed(
        full,
        step="terrain",
        board=board,
        agreed=agreed,
        placed=(*full.placed, event.player or ""),
        terrain=(*full.terrain, Thing(event.hex, event.object)),
    )
    return put(state, full if full.board is not None else flagged(full, "SEN-SETUP-03"))


@at("roster", "terrain")
def check_advantage_set(state: SenjutsuState, event: AdvantageSet, by: Actor) -> Violations:
    """SEN-SETUP-01, -04, SEN-SOLO-11: everybody once, descending values."""
    return passing(
        event,
        check_registered(state, decks=True),
        check_terrain_done(state),
        _check_track(state, event),
    )


def check_terrain_done(state: SenjutsuState) -> Violations:
    """SEN-SETUP-01: the agreed terrain is placed before the advantage order."""
    if table(state).agreed:
        yield RuleViolation("SEN-SETUP-01", {"missing": list(table(state).agreed or ())})


def _check_track(state: SenjutsuState, event: AdvantageSet) -> Violations:
    if state.mode in NO_TRACK:
        yield RuleViolation("SEN-SOLO-11", {"actor": list(event.order)})
        return
    values = [state.fighters[p].advantage for p in event.order if p in state.fighters]
    if sorted(event.order) != sorted(standing(state)) or not _descend(values):
        params = {"told": some(list(event.order)), "values": some([known(value) for value in values])}
        yield RuleViolation("SEN-SETUP-04", params)


def orders(state: SenjutsuState) -> tuple[tuple[str, ...], ...]:
    """SEN-SETUP-04: everybody who stands, in each order in which the known values descend."""
    fighters, every = state.fighters, permutations(standing(state))
    return tuple(order for order in every if _descend([fighters[name].advantage for name in order]))


def _descend(values: list[int | None]) -> bool:
    """Whether those that are known never grow."""
    told = [value for value in values if value is not None]
    return told == sorted(told, reverse=True)


def on_advantage_set(state: SenjutsuState, event: AdvantageSet) -> SenjutsuState:
    full = changed(table(state), step="placing", track=event.order)
    unknown = any(state.fighters[player].advantage is None for player in event.order)
    return put(state, flagged(full, "SEN-SETUP-04") if unknown else full)


def _in_placing(state: SenjutsuState, _event: CharacterPlaced) -> Violations:
    """SEN-LOG-02: without a track the order is not chosen first."""
    return in_step(state, *(("placing", "roster", "terrain") if state.mode in NO_TRACK else ("placing",)))


@opening(_in_placing)
def check_character_placed(state: SenjutsuState, event: CharacterPlaced, by: Actor) -> Violations:
    """SEN-SETUP-01, -05, -06, -11, SEN-HEX-01; in a horde on X (SEN-HORDE-04)."""
    return passing(
        event,
        check_registered(state, decks=True),
        check_terrain_done(state),
        together(
            _check_next_placed(state, event), _check_start_hex(state, event), _check_stand(state, event)
        ),
    )


def _check_next_placed(state: SenjutsuState, event: CharacterPlaced) -> Violations:
    """SEN-SETUP-05: from the bottom of the track upward."""
    left = [player for player in table(state).track if state.fighters[player].hex is None]
    if state.fighters[event.player].hex is not None or (left and left[-1] != event.player):
        yield RuleViolation("SEN-SETUP-05", {"expected": some(left[-1:]), "told": event.player})


def _check_start_hex(state: SenjutsuState, event: CharacterPlaced) -> Violations:
    full = table(state)
    letter = full.letters.get("X")
    if state.mode == "horde" and letter is not None and event.hex != letter:
        yield RuleViolation("SEN-HORDE-04", {"actor": event.player, "expected": {"X": spot(letter)}})
    outside = full.board is not None and event.hex not in full.board
    unlisted = full.starts is not None and state.mode != "horde" and event.hex not in full.starts
    if outside or unlisted:
        legal = [spot(place) for place in full.starts or ()]
        yield RuleViolation("SEN-SETUP-05", {"expected": some(legal), "told": spot(event.hex)})
    others = [actor for actor in actors_at(state, event.hex) if actor != event.player]
    if is_wall(full, event.hex) or not all(_shares(state, event, other) for other in others):
        yield RuleViolation("SEN-SETUP-06", {"actor": event.player, "hex": spot(event.hex)})


def may_start(state: SenjutsuState, player: str, place: Hex) -> bool:
    """SEN-SETUP-05, -06: whether a character may be placed on this hex, which an ally may hold."""
    return not any(_check_start_hex(state, CharacterPlaced(player=player, hex=place, facing=0)))


def is_wall(full: FullState, place: Hex) -> bool:
    """SEN-TER-01: blocking terrain."""
    object_ = terrain_at(full, place)
    return object_ is not None and FACTS.terrain[object_].blocks


def _shares(state: SenjutsuState, event: CharacterPlaced, other: str) -> bool:
    """SEN-SETUP-06: only with an ally, and in games of three or more characters."""
    mine, ally = state.fighters[event.player], state.fighters.get(other)
    return ally is not None and ally.side == mine.side and len(state.fighters) > 2


def _check_stand(state: SenjutsuState, event: CharacterPlaced) -> Violations:
    yield from a_side(event.player, event.facing)
    fighter = state.fighters[event.player]
    if event.in_cover and not fighter.cover:
        yield RuleViolation("SEN-SETUP-11", {"actor": event.player, "character": known(fighter.character)})


def on_character_placed(state: SenjutsuState, event: CharacterPlaced) -> SenjutsuState:
    """SEN-SETUP-07: the body is as new."""
    state = with_body(
        state, event.player, hex=event.hex, facing=event.facing % 6, in_cover=event.in_cover, focus=0
    )
    full = table(state)
    full = changed(full, step="prepared" if all_placed(state) else "placing")
    if full.starts is None and state.mode != "horde":
        full = flagged(full, "SEN-SETUP-05")
    if state.mode == "horde" and "X" not in full.letters:
        full = changed(full, letters={**full.letters, "X": event.hex})
    return put(state, full)


def all_placed(state: SenjutsuState) -> bool:
    """Whether everybody who stands has a hex, so that the hands come next."""
    return all(state.fighters[player].hex is not None for player in standing(state))
