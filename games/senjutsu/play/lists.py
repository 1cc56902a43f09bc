"""Characters, decks and opponents of a simulated match. Called by `told.py`.

At full detail they are those of the training edition.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.hexes import neighbours
from games.ruleset import Event, NextEvent
from games.senjutsu.asked import free_hexes
from games.senjutsu.entailed import entailed
from games.senjutsu.events import VoDeckRegistered, WaveStarted
from games.senjutsu.facts import HORDE, opponent_limit
from games.senjutsu.full import training, training_foes
from games.senjutsu.full.setup import NO_TRACK
from games.senjutsu.horde import types_of
from games.senjutsu.play import decks
from games.senjutsu.play.table import PlayTable

Told = dict[str, Any]
KINDS = {"leader": "leader", "k1": "katana", "k2": "katana", "k3": "katana", "yari": "yari", "yumi": "yumi"}
"""Decks of the edition, with the type of opponent that each is for."""
STRONG = {"wound_limit": 60, "hand_limit": 9}
"""A character that outlives several waves."""
STARTS = (*training.STARTS, *training_foes.LETTERS.values())
FREE = tuple(place for place in training.BOARD if place not in STARTS)


def character(table: PlayTable, one: NextEvent) -> Event:
    if table.state.full is None:
        return decks.side(table, one.choices["player"][0], one.choices["character"])
    strong = STRONG if table.state.mode in NO_TRACK and table.chance(0.5) else {}
    return training.side(one.choices["player"][0], table.rng.choice(one.choices["character"]), **strong)


def deck(table: PlayTable, one: NextEvent) -> Event:
    player = one.choices["player"][0]
    return training.deck(player) if table.state.full is not None else decks.deck(table, player)


def foe_deck(table: PlayTable, one: NextEvent) -> Event | None:
    """The next of the decks that the match needs: one for each slot of a level, or one to four of a solo game."""
    if table.state.full is None:
        return decks.foe_deck(table)
    if table.state.mode == "horde":
        slots = types_of(table.state).items()
        wanted = {slot: slot if type_ in ("katana", "leader") else type_ for slot, type_ in slots}
    else:
        table.solo = table.solo or tuple(table.rng.sample(tuple(KINDS), table.rng.randint(1, 4)))
        wanted = {kind: kind for kind in table.solo}
    for name, kind in wanted.items():
        if name not in table.state.foe_decks:
            told: VoDeckRegistered = training_foes.deck(kind, KINDS[kind])
            return msgspec.structs.replace(told, vo_deck=name)
    return None


def joined(table: PlayTable, one: NextEvent) -> Told | None:
    """An opponent for a deck that is left; where none are needed, of a type that is missing."""
    state = table.state
    if state.full is not None:
        used = {foe.vo_deck for foe in state.foes.values()}
        every = tuple(told.vo_type for told in state.foe_decks.values())
        left = [told.vo_type for name, told in state.foe_decks.items() if name not in used]
    else:
        every, there = decks.foes_of(table), {foe.vo_type for foe in state.foes.values()}
        left = [type_ for type_ in every if type_ not in there]
    if not left:
        return None
    place = {}
    if state.full is not None:
        place = {"hex": table.rng.choice(free_hexes(state)), "facing": table.rng.randint(0, 5)}
    return {
        **place,
        "vo_type": left[0],
        "vo_deck": left[0] if left[0] in state.foe_decks else None,
        "wound_limit": opponent_limit(len(every)) + state.options.custom,
        "behaviour": table.rng.choice(("left", "middle", "right")),
        "stance": table.rng.choice(("offensive", "defensive")),
    }


def wave(table: PlayTable, one: NextEvent) -> Event:
    """Every slot on a start hex of its own."""
    slots = one.choices["vos.slot"]
    starts = table.rng.sample(sorted(HORDE.starts), len(slots))
    vos = [{"slot": slot, "hex": start} for slot, start in zip(slots, starts, strict=True)]
    return msgspec.convert(entailed(table.state, one.type, {"vos": vos}), WaveStarted)


def terrain(table: PlayTable, one: NextEvent) -> Told:
    """Anywhere but on a start hex; the fallen lord beside X."""
    if table.state.full is None:
        return {"hex": (3, 3), "start": (3, 4)}
    if "player" in one.choices:
        return {"hex": table.rng.choice(FREE)}
    start = table.full.letters["X"]
    return {"hex": table.rng.choice(neighbours(start)), "start": start}
