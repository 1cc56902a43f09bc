"""The match now: what the fold keeps of Senjutsu. Values only; every change makes a new struct.

Made by `Senjutsu.initial`, changed by the `on_...` functions of the chapters, read by every check and page.
What is secret to whom is decided in `visibility.py` alone.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from games.senjutsu.facts import HORDE, LIMITS
from games.senjutsu.full.state import FullState

Phase = Literal["open", "roster", "turns", "waves", "level", "break", "closed"]
"""Nothing yet, registration, playing, before a wave, a level cleared, between levels, over."""

ALONE = ("solo", "horde")
"""Modes without another side: all players stand against virtual opponents."""
DRAWN = "draw"
OPPONENTS = "vo"
"""The winner where the virtual opponents win."""


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's character; None is unknown. `deck_size` stands once a deck is registered.

    `weapons`, `weapon_cards`, `cards`, `schools` and `poison` are the player's secrets; `told_deck` says that a
    deck was registered, even where its cards are known to the player alone; `poison_size` is public
    (SEN-ROSTER-20). `fall`: the number of the moment of its defeat. `revealed`: card -> how often turn reports told
    it, and `came_back` how many cards came back since, both where reports are held against decks. Only full detail
    knows `in_cover`, the turnings of each injury (`timers`) and the `poisons` that last.
    """

    player: str
    side: str
    character: str | None = None
    core_card: str | None = None
    weapons: tuple[str, ...] | None = None
    weapon_cards: tuple[str, ...] | None = None
    advantage: int | None = None
    hand_limit: int | None = None
    wound_limit: int | None = None
    cover: bool = False
    told_deck: bool = False
    signature: bool = False
    deck_size: int | None = None
    cards: dict[str, int] | None = None
    schools: tuple[str, ...] | None = None
    poison: tuple[str, ...] | None = None
    poison_size: int | None = None
    wounds: int = 0
    bleeding: int = 0
    stuns: int = 0
    injuries: int = 0
    focus: int | None = 0
    kamae: str | None = "neutral"
    hand: int | None = None
    deck: int | None = None
    discard: int | None = None
    hex: tuple[int, int] | None = None
    facing: int | None = None
    defeated: str | None = None
    defeated_turn: int | None = None
    in_cover: bool = False
    timers: tuple[int, ...] = ()
    poisons: tuple[str, ...] = ()
    fall: int = 0
    revealed: dict[str, int] = {}
    came_back: int = 0


class Foe(msgspec.Struct, frozen=True, omit_defaults=True):
    """A virtual opponent; its stun limit is its wound limit, and `stuns` those that are laid beside its deck.

    Only full detail knows `injuries`, `timers`, `poisons`, `vo_deck` and when it fell, as for a `Fighter`,
    and the `contracts` that a yojimbo fulfilled.
    """

    vo: str
    vo_type: str
    wound_limit: int
    slot: str | None = None
    hex: str | tuple[int, int] | None = None
    facing: int | None = None
    behaviour: str | None = None
    stance: str | None = None
    in_cover: bool = False
    wounds: int = 0
    bleeding: int = 0
    stuns: int = 0
    defeated: str | None = None
    vo_deck: str | None = None
    contracts: tuple[str, ...] = ()
    injuries: int = 0
    timers: tuple[int, ...] = ()
    poisons: tuple[str, ...] = ()
    defeated_turn: int | None = None
    fall: int = 0


class FoeDeck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck of a virtual opponent; its cards are for staff until the end."""

    vo_type: str
    nightmare: bool = False
    cards: tuple[str, ...] | None = None


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """A horde run: waves cleared, opponents defeated in the unfinished wave, turn of the last clear."""

    cleared: int = 0
    vos_in_wave: int = 0
    last_clear_turn: int = 0

    @property
    def level(self) -> int:
        return self.cleared // len(HORDE.waves) + 1

    @property
    def wave(self) -> int:
        return self.cleared % len(HORDE.waves) + 1


class FixedOpponent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An opponent as the scenario of a campaign fixes it; None is left open (SEN-CAMP-02)."""

    vo_type: str
    wound_limit: int | None = None
    hex: tuple[int, int] | None = None
    facing: int | None = None
    behaviour: str | None = None
    stance: str | None = None


class Campaign(msgspec.Struct, frozen=True, omit_defaults=True):
    """The scenario that a solo game is played by."""

    name: str
    opponents: tuple[FixedOpponent, ...] = ()


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """The organisers' options of this match, as `match_created` told them."""

    competitive: bool = False
    deck_size: int = LIMITS.deck_size
    unique_characters: bool = True
    signature_requires_40: bool = False
    schools: dict[str, tuple[str, ...]] | None = None
    deck_lists: str = "after"
    time_limit: bool = False
    played_from_decks: bool = False
    custom: bool = False
    nightmare: dict[str, str] = {}
    fallen_lord: bool = False


class SenjutsuState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match. `turn` is the last recorded one; `foes` are the opponents in play (of the wave, in a horde).

    `decks_told`: the opponents' decks are logged in this run, so that every level needs them anew.
    `scenario`: the one of a solo campaign. `unstarted`: it was closed before a turn was logged.
    `full`: the table of a match at full detail, None at other levels.
    """

    phase: Phase = "open"
    mode: str = ""
    detail: str = ""
    battlefield: str | None = None
    options: Options = Options()
    fighters: dict[str, Fighter] = {}
    foes: dict[str, Foe] = {}
    foe_decks: dict[str, FoeDeck] = {}
    decks_told: bool = False
    turn: int = 0
    run: Run = Run()
    lord: tuple[int, int] | None = None
    scenario: Campaign | None = None
    winner: str | None = None
    reason: str = ""
    annulled: str | None = None
    unstarted: bool = False
    full: FullState | None = None


def sides_of(state: SenjutsuState) -> dict[str, tuple[str, ...]]:
    """Side -> its players, in seat order."""
    sides: dict[str, tuple[str, ...]] = {}
    for player, fighter in state.fighters.items():
        sides[fighter.side] = (*sides.get(fighter.side, ()), player)
    return sides


def missing_sides(state: SenjutsuState) -> list[str]:
    """The players without a character; who gave up needs none."""
    return [player for player in standing(state) if state.fighters[player].character is None]


def standing(state: SenjutsuState) -> tuple[str, ...]:
    """The players of undefeated characters."""
    return tuple([player for player, fighter in state.fighters.items() if fighter.defeated is None])


def next_fall(state: SenjutsuState) -> int:
    """The number of the next moment in which somebody is defeated."""
    return 1 + max((fighter.fall for fighter in state.fighters.values()), default=0)


def standing_sides(state: SenjutsuState) -> tuple[str, ...]:
    """The sides with an undefeated character."""
    return tuple({fighter.side: None for fighter in state.fighters.values() if fighter.defeated is None})


def standing_foes(state: SenjutsuState) -> tuple[str, ...]:
    """The virtual opponents in play."""
    return tuple([key for key, foe in state.foes.items() if foe.defeated is None])


def shared(told: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of what is told that a struct of the match has too: it takes them over as they are."""
    return {name: getattr(told, name) for name in kind.__struct_fields__ if hasattr(told, name)}


def with_fighter(state: SenjutsuState, player: str, /, **changes: Any) -> SenjutsuState:
    """The state with one character changed."""
    fighter = msgspec.structs.replace(state.fighters[player], **changes)
    return msgspec.structs.replace(state, fighters={**state.fighters, player: fighter})
