"""Turns at turns detail: cards flow, wounds and stuns fall, until somebody is defeated. Called by `told.py`."""

from __future__ import annotations

from typing import Any

import msgspec

from games.ruleset import NextEvent
from games.senjutsu import events as e
from games.senjutsu.facts import FACTS
from games.senjutsu.full.cards import core_cards
from games.senjutsu.full.events import STUN
from games.senjutsu.play.table import PlayTable
from games.senjutsu.revealed import revealable
from games.senjutsu.state import Fighter, Foe, standing, standing_foes
from games.senjutsu.zones import flow

UNKNOWN_LIMIT = 8
"""Wounds after which a character of unknown limit says that it is defeated."""


LUCK = (0.03, 0.1, 0.25)
"""Of a run: the chance of a wound for the character, in each of its turns."""


def recorded(table: PlayTable, one: NextEvent) -> dict[str, Any]:
    """One turn of everybody who stands."""
    state = table.state
    if not table.luck:
        table.luck = (table.rng.choice(LUCK), 0.7) if state.mode == "horde" else (0.35, 0.35)
    danger, force = table.luck
    changed = [vo for vo in standing_foes(state) if table.chance(0.8)]
    return {
        "characters": {
            player: character(table, state.fighters[player], danger) for player in standing(state)
        },
        "opponents": {vo: opponent(table, state.foes[vo], force) for vo in changed},
    }


def character(table: PlayTable, fighter: Fighter, danger: float) -> e.Turn:
    """A character's turn, from the cards to the defeat."""
    rng = table.rng
    stun = bool(fighter.stuns) and table.chance(0.6)
    drawn = e.Turn(
        wounds=0,
        extra_drawn=rng.choice((0, 0, 0, 1, 2)),
        returned=rng.choice((0, 0, 0, 1)) if fighter.deck_size and (fighter.deck or 99) < 10 else 0,
    )
    due = flow(fighter, drawn)
    missed = due.missed if due is not None else 0
    healed = rng.choice((0, 0, 1)) if fighter.wounds and table.chance(0.1) else 0
    gained = rng.randint(1, 3) if table.chance(danger) else 0
    wounds = max(0, fighter.wounds - healed) + missed + gained
    stuns = fighter.stuns - stun + (table.chance(danger / 2))
    turn = msgspec.structs.replace(
        drawn,
        wounds=wounds,
        bleeding=min(wounds, max(0, fighter.bleeding - healed) + (gained > 0 and table.chance(0.3))),
        stuns=stuns,
        healed=healed,
        deckout_wounds=missed,
        played="stun" if stun else _revealed(table, fighter),
        defeated=_cause(table, fighter, wounds, stuns),
    )
    return _with_figures(table, fighter, _with_zones(table, fighter, turn))


def _revealed(table: PlayTable, fighter: Fighter) -> str | None:
    """A card that can have been revealed; who has stuns and plays none says so by naming one."""
    if not fighter.stuns and table.chance(0.5):
        return None
    player = fighter.player
    cards = revealable(table.known, table.known.fighters[player]) or core_cards(table.known, player)
    left = [card for card in cards if card != STUN]
    return table.rng.choice(left) if left else None


def _cause(table: PlayTable, fighter: Fighter, wounds: int, stuns: int) -> e.Harm | None:
    if wounds >= (fighter.wound_limit or UNKNOWN_LIMIT):
        return "wounds"
    if fighter.hand_limit is not None and stuns >= fighter.hand_limit:
        return "stun"
    return "execution" if table.chance(0.01) else None


def _with_zones(table: PlayTable, fighter: Fighter, turn: e.Turn) -> e.Turn:
    """Deck, hand and discard pile, where the deck is known and somebody counted."""
    due = flow(fighter, turn)
    if due is None or fighter.hand_limit is None or fighter.deck_size is None or table.chance(0.2):
        return turn
    elsewhere = fighter.deck_size - due.deck
    room = max(0, fighter.hand_limit - turn.stuns)
    in_hand = min(elsewhere, room)
    return msgspec.structs.replace(
        turn, deck=due.deck, hand=turn.stuns + in_hand, discard=elsewhere - in_hand
    )


def _with_figures(table: PlayTable, fighter: Fighter, turn: e.Turn) -> e.Turn:
    """Focus, kamae, injuries and place, sometimes untold."""
    rng = table.rng
    if table.chance(0.2):
        return turn
    return msgspec.structs.replace(
        turn,
        focus=rng.randint(0, 3),
        kamae=rng.choice(tuple(FACTS.kamae)),
        injuries=rng.randint(0, 2),
        hex=(rng.randint(0, 8), rng.randint(-4, 7)),
        facing=rng.randrange(6),
    )


def opponent(table: PlayTable, foe: Foe, force: float) -> e.OpponentTurn:
    """A virtual opponent's turn."""
    gained = table.rng.randint(1, 2) if table.chance(force) else 0
    wounds, stuns = foe.wounds + gained, foe.stuns + table.chance(force / 4)
    cause: e.Harm | None = "wounds" if wounds >= foe.wound_limit else None
    if cause is None and stuns >= foe.wound_limit:
        cause = "stun"
    if cause is None and table.chance(0.01):
        cause = "execution"
    bleeding = min(wounds, foe.bleeding + (gained > 0 and table.chance(0.2)))
    return e.OpponentTurn(wounds=wounds, bleeding=bleeding, stuns=stuns, defeated=cause)
