"""What the forms of a pad ask where nobody told the rules enough (SFB-LOG-05).

Cards that nobody imported are named and read off; challenges of unknown conditions are judged by the players.

Called through the game's faces. Everything is read from the match as its reader sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from games.lines import Line
from games.ruleset import NextEvent
from games.super_fantasy_brawl.full.bonuses import Sums, defence_sums, strength_sums
from games.super_fantasy_brawl.full.cards import card_of, defence_of, has_attack
from games.super_fantasy_brawl.full.common import action_of, owner_of, table
from games.super_fantasy_brawl.full.fighting.hits import hit, possible_hits
from games.super_fantasy_brawl.full.legal.moves_effects import is_guess, stuns
from games.super_fantasy_brawl.pages.taps import Data, claimed, scoring
from games.super_fantasy_brawl.state import SfbState
from games.taps import Amount, Group, Taps

GUESSED = (
    "damage_dealt",
    "champion_healed",
    "champion_immobilised",
    "champion_displaced",
    "champion_placed",
)
"""Effects that may stand on a card that nobody imported."""
DEFENCE = "defence:"
MOST = 30
"""No strength and no defence is higher."""


def step(state: SfbState, told: NextEvent) -> str | None:
    """What only a card that nobody imported may do can wait, and a champion of unknown health that may have fallen.
    None: a stun that nobody told."""
    if state.full is None:
        return ""
    if told.type == "champion_stunned" and not any(stuns(state)):
        return None
    guessed = told.type in GUESSED and is_guess(state)
    fell = told.type == "champion_knocked_out" and not table(state).due
    return f"{told.type}_perhaps" if guessed or fell else ""


def answered(state: SfbState) -> tuple[Line, ...]:
    """The attack that a reaction answers."""
    action = action_of(state)
    told = {"champion": action.champion, "card": action.card, "targets": action.targets}
    return (Line("answers", told),)


def stunned(state: SfbState, told: NextEvent) -> Mapping[str, Any]:
    """Who is stunned and by what; without the name of a card the hand is shown."""
    mine = (one for one in stuns(state) if owner_of(state, one[0]) in told.players)
    found = next(mine, None)
    if found is None:
        return {}
    champion, cause, source = found
    known: dict[str, Any] = {"champion": champion, "cause": cause, "source": source}
    return {**known, "shown": lambda data: None if data.get("discarded") else []}


def taps(state: SfbState, told: NextEvent) -> Taps | None:
    """The numbers of an attack, and the challenges that are met, as far as the rules do not know them."""
    if told.type == "attack_resolved" and not possible_hits(state):
        return _read_off(state)
    if told.type == "challenges_scored" and "items" not in told.choices:
        return Taps(groups=(scoring(state),), read=partial(_scored, state))
    return None


def _read_off(state: SfbState) -> Taps:
    """Strength and defence as they stand on the cards, with all that adds to them."""
    struck = tuple(key for key in action_of(state).targets if state.figures[key].cell is not None)
    unknown = [key for key in struck if defence_of(state, key) is None]
    rows = [] if _strength(state) is not None else [_number("strength", Line("strength"))]
    rows += [_number(DEFENCE + key, Line("defence", {"champion": key})) for key in unknown]
    return Taps(groups=(Group(rows=tuple(rows)),), read=partial(_hits, state, struck))


def _number(key: str, name: Line) -> Amount:
    return Amount(key=key, name=name, high=MOST, needed=True)


def _strength(state: SfbState) -> int | None:
    """The printed strength of the card of the attack; None: unknown."""
    card = card_of(state, action_of(state).card)
    if card is None:
        return None
    return 0 if has_attack(card) is False else card.attack


def _hits(state: SfbState, struck: tuple[str, ...], tapped: Data, data: Data) -> dict[str, Any]:
    """Each with the one modifier that the rules know, or none."""
    strength = tapped.get("strength", _strength(state) or 0)
    hits = []
    for champion in struck:
        defence = tapped.get(DEFENCE + champion, defence_of(state, champion) or 0)
        more, guard = _least(strength_sums(state)), _least(defence_sums(state, champion))
        hits.append(msgspec.to_builtins(hit(champion, strength, more, defence, guard)))
    return {**data, "targets": hits}


def _least(sums: Sums | None) -> int:
    return min(sums or {0}, key=abs)


def _scored(state: SfbState, tapped: Data, data: Data) -> dict[str, Any]:
    return {**data, "items": list(claimed(state, tapped)) or None}
