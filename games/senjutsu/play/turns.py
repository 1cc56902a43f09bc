"""Turns at turns detail: cards flow, wounds and stuns fall, until somebody is defeated. Called by `made_events.py`."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ruleset import NextEvent
from games.senjutsu.chapters.revealed import revealable
from games.senjutsu.chapters.zones import flow
from games.senjutsu.events import Turn
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import core_cards
from games.senjutsu.full.events import STUN
from games.senjutsu.pages.fills import entailed
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import Fighter, Foe, standing, standing_foes

Told = dict[str, Any]
LUCK = (0.03, 0.1, 0.25)
"""Of a run: the chance of a wound for the character, in each of its turns."""
UNKNOWN_LIMIT = 8
"""Wounds after which a character of unknown limit says that it is defeated."""
COUNTED = 0.8
"""Of characters, those whose cards somebody counts, and those whose figures somebody notes."""
FIGURES: dict[str, tuple[Any, ...]] = {
    "focus": (0, 1, 2, 3),
    "kamae": tuple(FACTS.kamae),
    "injuries": (0, 1, 2),
    "hex": ((0, -4), (3, 3), (8, 7)),
    "facing": tuple(range(6)),
}


def recorded(table: PlayTable, one: NextEvent) -> Told:
    """One turn of everybody who stands, with what limits and an empty deck mean for them."""
    state = table.state
    if not table.luck:
        table.luck = (table.rng.choice(LUCK), 0.7) if state.mode == "horde" else (0.35, 0.35)
    danger, force = table.luck
    told = {
        "characters": {
            player: _character(table, state.fighters[player], danger) for player in standing(state)
        },
        "opponents": {vo: _harmed(table, state.foes[vo], force) for vo in standing_foes(state)},
    }
    told = entailed(state, one.type, told)
    for player, turn in told["characters"].items():
        turn.update(_zones(table, state.fighters[player], turn))
    return told


def _harmed(table: PlayTable, one: Fighter | Foe, danger: float) -> Told:
    """Wounds and stuns at the end of a turn; now and then one is healed."""
    healed = one.wounds > 0 and table.chance(0.03)
    gained = table.rng.randint(1, 3) if table.chance(danger) else 0
    wounds = one.wounds - healed + gained
    told = {
        "wounds": wounds,
        "bleeding": min(wounds, one.bleeding + (gained > 0 and table.chance(0.3))),
        "stuns": one.stuns + table.chance(danger / 3),
    }
    fallen = one.wound_limit is None and wounds >= UNKNOWN_LIMIT
    cause = "wounds" if fallen else "execution" if table.chance(0.01) else None
    return {**told, "defeated": cause} if cause else told


def _character(table: PlayTable, fighter: Fighter, danger: float) -> Told:
    """A character also draws cards, and plays one of them or a stun."""
    told = _harmed(table, fighter, danger)
    drawn: Told = {"extra_drawn": table.rng.choice((0, 0, 0, 1, 2))}
    if fighter.deck_size and (fighter.deck or 99) < 10:
        drawn["returned"] = table.rng.choice((0, 0, 0, 1))
    due = flow(fighter, Turn(wounds=0, **drawn))
    told["wounds"] += due.missed if due is not None else 0
    stun = fighter.stuns > 0 and table.chance(0.6)
    told["stuns"] -= stun
    told["played"] = STUN if stun else _revealed(table, fighter)
    figures = {name: table.rng.choice(values) for name, values in FIGURES.items()}
    return {**told, **drawn, **(figures if table.chance(COUNTED) else {})}


def _revealed(table: PlayTable, fighter: Fighter) -> str | None:
    """A card that can have been revealed; who has stuns and plays none says so by naming one."""
    if not fighter.stuns and table.chance(0.5):
        return None
    player = fighter.player
    cards = revealable(table.known, table.known.fighters[player]) or core_cards(table.known, player)
    left = [card for card in cards if card != STUN]
    return table.rng.choice(left) if left else None


def _zones(table: PlayTable, fighter: Fighter, told: Told) -> Told:
    """Deck, hand and discard pile, where the deck is known and somebody counted."""
    due = flow(fighter, msgspec.convert(told, Turn))
    if due is None or fighter.hand_limit is None or fighter.deck_size is None or not table.chance(COUNTED):
        return {}
    elsewhere = fighter.deck_size - due.deck
    in_hand = min(elsewhere, max(0, fighter.hand_limit - told["stuns"]))
    return {"deck": due.deck, "hand": told["stuns"] + in_hand, "discard": elsewhere - in_hand}
