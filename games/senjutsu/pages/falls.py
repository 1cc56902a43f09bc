"""Who is defeated by what the log tells card by card: a wound says nothing of limits, the match that it led to does.

Whoever is defeated suffers nothing more (SEN-TURN-05), so the last harm before it is what they fell by. Called through
the game's faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from games.faces import Around
from games.senjutsu.events import Harm
from games.senjutsu.full.events import STUN
from games.senjutsu.state import Fighter, Foe, SenjutsuState

Data = Mapping[str, Any]
ANSWERED = "vo_counter_resolved"
CLEARED = "wave_cleared"
"""All opponents of this wave have fallen; those of the next one may be called like them."""


def _struck(data: Data) -> Iterable[str | None]:
    return [one.get("target") for one in data["results"] if one["outcome"] == "hit"]


def _laid(data: Data) -> Iterable[str | None]:
    """SEN-SOLO-07: the stuns that opponents turn up."""
    return [actor for actor, card in data["cards"].items() if card == STUN]


def _missed(data: Data) -> Iterable[str | None]:
    return [data["actor"]] if data.get("drawn", 1) < data.get("asked", 1) else []


HARMED: dict[str, Callable[[Data], Iterable[str | None]]] = {
    "actor_moved": lambda data: [data["actor"]],
    "attack_resolved": _struck,
    "card_drawn": _missed,
    "cards_revealed": _laid,
    "collision_happened": lambda data: [data["actor"], data.get("other")],
    "condition_gained": lambda data: [data["actor"]],
    "wound_taken": lambda data: [data["actor"]],
}
"""Type -> whom it may harm."""


def falls(state: SenjutsuState, log: Around) -> dict[int, dict[str, Any]]:
    """Place in the log -> whom it defeats (SEN-END-01 to -04), of a match at full detail; `log` leads up to `state`."""
    if state.full is None:
        return {}
    bodies: dict[str, Fighter | Foe] = {**state.fighters, **state.foes}
    spared = {actor for actor, one in bodies.items() if one.defeated not in get_args(Harm)}
    found: dict[int, dict[str, Any]] = {}
    for place in reversed(range(len(log))):
        if log[place][0] == CLEARED:
            spared &= set(state.fighters)
        fallen = [actor for actor in _harmed(state, log, place) if actor not in spared]
        spared.update(fallen)
        if fallen:
            found[place] = {"fallen": fallen}
    return found


def _harmed(state: SenjutsuState, log: Around, place: int) -> list[str]:
    type_, data = log[place]
    if type_ == ANSWERED:
        return (_attacker(log[:place]) or list(state.fighters)) if data.get("wound") else []
    harmed = HARMED[type_](data) if type_ in HARMED else ()
    # A card that a player chose is no harm, whatever it is.
    players = state.fighters if type_ == "cards_revealed" else ()
    return [actor for actor in dict.fromkeys(harmed) if actor is not None and actor not in players]


def _attacker(before: Around) -> list[str]:
    """SEN-SOLO-21: whose attack an opponent answers, the last one."""
    attacks = [data["attacker"] for type_, data in before if type_ == "attack_declared"]
    return attacks[-1:]
