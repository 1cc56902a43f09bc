"""An invented training edition: a board, study cards and a whole deck, made up for tests and simulated matches.

Nothing here is printed anywhere: the real cards are pictures and have to be imported. Every kind of effect, of cost
and of instant occurs. Used by the tests of this package and by `games.senjutsu.simulate`.
"""

from __future__ import annotations

from typing import Any

from games.hexes import Hex, within
from games.senjutsu.events import DeckRegistered, MatchCreated, SideRegistered
from games.senjutsu.facts import CHARACTERS, FACTS, Card
from games.senjutsu.full.definitions import (
    AdvantageGain,
    Attack,
    Block,
    Cell,
    Definition,
    Draw,
    FocusGain,
    KamaeChange,
    Move,
    OptionalInitiative,
    Other,
    PartDefinition,
    RingMove,
    Search,
)

RADIUS = 4
BOARD: tuple[Hex, ...] = tuple(sorted(within((0, 0), RADIUS)))
STARTS: tuple[Hex, ...] = ((0, 4), (0, -4), (-1, 4), (1, -4), (1, 3), (-1, -3))
"""Hexes on opposite edges of the board."""

STUDY: dict[str, tuple[str, ...]] = {
    "neutral": ("aggression", "f1"),
    "f1": ("balance", "neutral"),
    "aggression": ("neutral", "f2"),
    "f2": ("determination",),
    "balance": ("f1", "determination"),
    "determination": ("neutral", "balance"),
}
"""Lines of the invented study card; f1 and f2 are focus cells."""
VALUES = {"student": (8, 5, 7), "ronin": (6, 5, 8), "master": (4, 6, 6), "warrior": (2, 5, 7)}
"""Invented advantage value, hand limit and wound limit of each character."""

AHEAD, AHEAD_RIGHT, AHEAD_LEFT = (0, -1), (1, -1), (-1, 0)
NONE: dict[str, Any] = {
    "owner": "common",
    "core_kind": "none",
    "required_kamae": "none",
    "mandatory_focus": 0,
    "prepared": False,
    "instant": (),
    "playable_normally": True,
    "range": 0,
    "counterattack": (),
}
"""What a card of the edition has not, unless it says so."""


def _card(name: str, rank: str, *types: str, parts: tuple[PartDefinition, ...], **told: Any) -> Definition:
    return Definition(
        **{**NONE, "name": f"Training {name}", "rank": rank, "types": types, "parts": parts, **told}
    )


def _part(initiative: int | None, *effects: Any, **told: Any) -> PartDefinition:
    return PartDefinition(initiative=initiative, effects=effects, **told)


def _cut(wounds: int = 1, at: Hex = AHEAD, **told: Any) -> Attack:
    return Attack(grid=(Cell(at, wounds),), **told)


CORE = _card(
    "Core",
    "core",
    "core",
    core_kind="ability",
    parts=(_part(3, Move(steps=1, directions=(0, 1, 5), turns=2), FocusGain(amount=1)),),
)
WEAPON = _card(
    "Weapon",
    "core",
    "attack",
    "core",
    core_kind="weapon",
    parts=(_part(4, _cut(1)),),
)
DECK_CARDS: dict[str, Definition] = {
    "A-901": _card("Cut", "wood", "attack", parts=(_part(5, _cut(1)),)),
    "A-902": _card(
        "Step Cut",
        "wood",
        "attack",
        parts=(_part(4, Move(steps=1, directions=(0,)), _cut(1), FocusGain(amount=1, if_success=True)),),
    ),
    "A-903": _card(
        "Guard",
        "wood",
        "defence",
        counterattack=(5,),
        parts=(_part(5, Block(grid=(AHEAD, AHEAD_RIGHT, AHEAD_LEFT)), FocusGain(amount=1, if_success=True)),),
    ),
    "A-904": _card("Breath", "wood", "meditation", prepared=True, parts=(_part(3, FocusGain(amount=2)),)),
    "A-905": _card(
        "Stance", "wood", "meditation", parts=(_part(4, RingMove(limit=2), Move(steps=1, directions=(0, 3))),)
    ),
    "A-906": _card("Shove", "wood", "attack", parts=(_part(3, _cut(0, stuns=1, push=1)),)),
    "A-907": _card(
        "Walk",
        "wood",
        "meditation",
        prepared=True,
        parts=(_part(2, Move(steps=2, directions=(0, 1, 5), turns=1), up_to=6),),
    ),
    "A-908": _card(
        "Sidestep",
        "wood",
        "defence",
        parts=(_part(7, Move(steps=1, directions=(2, 4), mandatory=True), Block(grid=((0, 0),))),),
    ),
    "A-911": _card(
        "Wide Sweep",
        "steel",
        "attack",
        mandatory_focus=1,
        parts=(
            _part(
                5,
                Attack(grid=(Cell(AHEAD, 1), Cell(AHEAD_RIGHT, 1, bleeding=True), Cell(AHEAD_LEFT, 1))),
                optional_initiative=OptionalInitiative(1, 8),
            ),
        ),
    ),
    "A-912": _card(
        "Rising",
        "steel",
        "attack",
        parts=(_part(6, KamaeChange(to="any")), _part(2, _cut(2)), _part(None, AdvantageGain())),
    ),
    "A-913": _card(
        "Hook", "steel", "attack", range=3, parts=(_part(4, Attack(aim="named", wounds=1, pull=1, turns=1)),)
    ),
    "A-914": _card(
        "Insight",
        "steel",
        "meditation",
        parts=(_part(2, Search(count=1, or_group=1), Draw(count=2, or_group=1)),),
    ),
    "A-915": _card("Bandage", "steel", "meditation", parts=(_part(1, Other(text="Heal 1 wound.")),)),
    "A-916": _card(
        "Reversal",
        "steel",
        "defence",
        instant=("replacement",),
        mandatory_focus=1,
        parts=(_part(6, Block(grid=((0, 0), AHEAD))),),
    ),
    "A-921": _card(
        "Rush",
        "gold",
        "attack",
        range=2,
        required_kamae="aggression",
        parts=(_part(7, Attack(aim="compare", wounds=2)),),
    ),
    "A-922": _card(
        "Second Cut",
        "gold",
        "attack",
        instant=("addition",),
        playable_normally=False,
        parts=(_part(4, _cut(1, injuries=1)),),
    ),
    "A-923": _card(
        "Bloom",
        "gold",
        "meditation",
        parts=(
            _part(
                5,
                FocusGain(amount=1, kamae="balance"),
                Move(steps=1, directions=(0,), mandatory=True, kamae="aggression"),
                AdvantageGain(kamae="determination"),
                Draw(count=1, optional_focus=1),
            ),
        ),
    ),
    "A-931": _card(
        "Venom",
        "jade",
        "attack",
        parts=(_part(3, _cut(1, poison=1, injuries=1), _cut(0, execute=True, optional_focus=3)),),
    ),
}
COPIES = {"wood": 3, "steel": 2, "gold": 1, "jade": 1}
DECK: dict[str, int] = {card: COPIES[str(one.rank)] for card, one in DECK_CARDS.items()}
"""A legal deck of 40 cards."""
WEAPON_OF = {key: (one.weapons[0], FACTS.weapons[one.weapons[0]].card) for key, one in CHARACTERS.items()}
EDITION: dict[str, Definition] = {
    **DECK_CARDS,
    **{one.core: CORE for one in CHARACTERS.values()},
    **{card: WEAPON for _, card in WEAPON_OF.values()},
}
"""Every card of the training edition by its id."""


def facts() -> dict[str, Card]:
    """What the deck list tells of its cards, as an import would."""
    return {
        card: Card(name=one.name, owner="common", rank=one.rank, types=one.types)
        for card, one in DECK_CARDS.items()
    }


def opening(mode: str, sides: dict[str, tuple[str, ...]], **told: Any) -> MatchCreated:
    """A match at full detail with the training edition."""
    base: dict[str, Any] = {
        "board": BOARD,
        "starts": STARTS,
        "cards": EDITION,
        "studies": dict.fromkeys(CHARACTERS, STUDY),
        "detail": "full",
    }
    return MatchCreated(mode=mode, sides=sides, **{**base, **told})  # type: ignore[arg-type]


def side(player: str, character: str, **told: Any) -> SideRegistered:
    """A player's character with its invented values."""
    advantage, hand, wounds = VALUES[character]
    weapon, card = WEAPON_OF[character]
    base: dict[str, Any] = {
        "weapons": (weapon,),
        "weapon_cards": (card,),
        "core_card": CHARACTERS[character].core,
    }
    values = {"advantage": advantage, "hand_limit": hand, "wound_limit": wounds}
    return SideRegistered(player=player, character=character, **{**base, **values, **told})


def deck(player: str, **told: Any) -> DeckRegistered:
    """A player's deck."""
    base: dict[str, Any] = {"cards": DECK, "schools": (), "poison_cards": ("C-002",), "facts": facts()}
    return DeckRegistered(player=player, **{**base, **told})
