"""Simulated set-up at full detail: opening, characters, decks, terrain, advantage, start hexes, starting hands."""

from __future__ import annotations

from games.hexes import Hex
from games.senjutsu import events as e
from games.senjutsu.facts import CHARACTERS, FACTS
from games.senjutsu.full import events as f
from games.senjutsu.full import training, training_foes
from games.senjutsu.full.cards import definition
from games.senjutsu.full.setup import NO_TRACK, is_wall, placers
from games.senjutsu.full.state import terrain_at
from games.senjutsu.play.table import PlayTable

STRONG = {"wound_limit": 60, "hand_limit": 9}
"""A character that outlives several waves."""
FREE = tuple(place for place in training.BOARD if place not in training.STARTS)


def open_match(table: PlayTable, mode: str, sides: dict[str, tuple[str, ...]], **told: object) -> None:
    """The opening, and every player's character and deck."""
    terrain = tuple(table.rng.choices(tuple(FACTS.terrain), k=table.rng.randint(0, 5)))
    known: tuple[str, ...] | None = terrain if table.chance(0.8) else None
    options = {
        "terrain": known,
        "terrain_profile": "unknown" if table.chance(0.1) else "assumed-1",
        "difficulty": "custom" if mode == "solo" and table.chance(0.3) else "standard",
        **told,
    }
    if mode == "horde":
        options |= {"nightmare": _nightmare(table), "fallen_lord": table.chance(0.4)}
    opening = training_foes.opening if mode in NO_TRACK else training.opening
    table.log(opening(mode, sides, **options))
    _register(table)


def _nightmare(table: PlayTable) -> dict[str, str]:
    """SEN-HORDE-13: rarely one slot holds an opponent of another type."""
    return {"k1": table.rng.choice(("yari", "yumi"))} if table.chance(0.2) else {}


def _register(table: PlayTable) -> None:
    characters = table.rng.sample(tuple(CHARACTERS), len(table.state.fighters))
    for player, character in zip(table.state.fighters, characters, strict=True):
        told = STRONG if table.state.mode in NO_TRACK and table.chance(0.5) else {}
        table.log(training.side(player, character, **told), table.player(player))
        table.log(training.deck(player), table.player(player))
        cards = [card for card, copies in training.DECK.items() for _ in range(copies)]
        table.rng.shuffle(cards)
        table.decks[player], table.hands[player] = cards, []
        table.tells[player] = table.chance(0.8)


def set_up(table: PlayTable) -> None:
    """Terrain, the track, the characters on the board, prepared cards and hands."""
    _terrain(table)
    if table.state.mode not in NO_TRACK:
        _track(table)
    _place(table)
    for player in table.state.fighters:
        _hand(table, player)


def _terrain(table: PlayTable) -> None:
    agreed = table.full.agreed
    wanted = list(agreed) if agreed is not None else list(table.rng.choices(tuple(FACTS.terrain), k=3))
    table.rng.shuffle(wanted)
    for kind in wanted:
        player = table.rng.choice(placers(table.state))
        table.log(e.TerrainPlaced(player=player, object=kind, hex=_free_hex(table)), table.of(player))  # type: ignore[arg-type]


def _free_hex(table: PlayTable) -> Hex:
    letters = set(table.full.letters.values())
    free = [place for place in FREE if terrain_at(table.full, place) is None and place not in letters]
    return table.rng.choice(free)


def _track(table: PlayTable) -> None:
    players = list(table.state.fighters)
    players.sort(key=lambda player: -(table.state.fighters[player].advantage or 0))
    table.log(f.AdvantageSet(order=tuple(players)), table.anybody())


def _place(table: PlayTable) -> None:
    order = table.full.track or tuple(table.state.fighters)
    for player in reversed(order):
        by = table.of(player)
        facing = table.rng.randint(0, 5)
        spots = (table.full.letters["X"],) if "X" in table.full.letters else training.STARTS
        stands = table.legal(
            (f.CharacterPlaced(player=player, hex=place, facing=facing) for place in spots), by
        )
        table.log(table.rng.choice(stands), by)


def _hand(table: PlayTable, player: str) -> None:
    limit = table.state.fighters[player].hand_limit or 0
    prepared = [card for card in training.DECK if definition(table.state, card).prepared]
    taken = table.rng.sample(prepared, table.rng.randint(0, min(2, limit, len(prepared))))
    if taken:
        for card in taken:
            table.decks[player].remove(card)
            table.hands[player].append(card)
        told = table.named(player, taken)
        table.log(f.PreparedTaken(player=player, count=len(taken), cards=told), table.of(player))
    drawn = table.drawn(player, limit - len(taken))
    told = table.named(player, drawn)
    table.log(f.StartingHandDrawn(player=player, count=len(drawn), cards=told), table.of(player))


def is_free(table: PlayTable, place: Hex) -> bool:
    """Whether somebody may be put on a hex."""
    stand = {fighter.hex for fighter in table.state.fighters.values()}
    stand |= {foe.hex for foe in table.state.foes.values() if isinstance(foe.hex, tuple)}
    return not is_wall(table.full, place) and place not in stand
