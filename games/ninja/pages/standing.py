"""Where a match of Ninja stands, in words: what of the set-up is done now, which turn, which phase. Told to everybody.

Called through `faces`.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.lines import Line
from games.ninja.full.state import FullState
from games.ninja.state import NinjaState, numbers
from games.rulebook import Text
from games.ruleset import NextEvent

SETUP: dict[str, Text] = {
    "missions": Text("Set-up: the missions", "Подготовка: миссии"),
    "hands": Text("Set-up: the hands of cards", "Подготовка: карты на руки"),
    "deploy": Text("Set-up: the guards", "Подготовка: расстановка стражи"),
    "guard_map": Text("Set-up: the map of the guards", "Подготовка: карта стражи"),
    "starts": Text("Set-up: the starts of the intruders", "Подготовка: старты вторженцев"),
    "passage": Text("Set-up: the secret passage", "Подготовка: тайный переход"),
    "ready": Text("Everything is set up", "Всё готово"),
}
PHASES: dict[str, Text] = {
    "alert": Text("Alert Phase", "фаза тревоги"),
    "guard_action": Text("Guard Action Phase", "фаза действий стражи"),
    "patrol": Text("Patrol Phase", "фаза патрулей"),
    "intruder_action": Text("Intruder Action Phase", "фаза действий вторженцев"),
}
TAKING = ("hand_chosen", "guard_cards_drawn", "intruder_respawned")
"""Exactly so many cards are chosen."""


def standing(state: NinjaState) -> Text | None:
    """`Turn 3: Patrol Phase`; None before the match is open and once it is played."""
    if state.phase != "running":
        return None
    if state.full is None:
        played = Text(f"Turn {state.turn + 1} is played", f"Идёт ход {state.turn + 1}")
        return played if state.detail == "turns" else None
    phase = PHASES.get(state.full.step)
    if phase is not None:
        return Text(f"Turn {state.turn}: {phase.en}", f"Ход {state.turn}: {phase.ru}")
    return SETUP.get(state.full.step)


def _going(full: FullState, guards: tuple[str, ...]) -> Line:
    """Who goes, or forms a patrol, where nobody is left to choose from: from where, and where a patrol looks."""
    patrols = [patrol for name in guards if (patrol := full.figures[name].patrol)]
    facing = full.facings.get(patrols[0]) if patrols else None
    zone = full.figures[guards[0]].zone
    data = {"guards": list(guards), "zone": zone, **({"facing": facing} if facing else {})}
    return Line("to_go", data)


def tells(state: NinjaState, told: NextEvent) -> Iterator[Line]:
    """How many guards stand on the map, how many sleep on the hidden one, how many cards are taken: all public."""
    sentries, patrols, sleepers = numbers(state)
    named = told.choices.get("guards", ()) if told.type in ("guards_moved", "patrol_reformed") else ()
    if state.full is not None and len(named) == 1:
        yield _going(state.full, named[0])
    if told.type == "intruder_moved" and state.full is not None:
        yield Line("to_walk")
        seen = {name: one.visible for name, one in state.full.shown.items() if one.visible and not one.moved}
        if seen:
            yield Line("to_hide", {"seen": seen})
    if told.type == "guards_deployed":
        yield Line("to_deploy", {"sentries_due": sentries, "patrols_due": patrols})
    if told.type == "guard_map_marked" and sleepers:
        yield Line("to_mark", {"sleepers_due": sleepers})
    if told.type in TAKING:
        yield Line("to_take", {"cards_due": told.counts["cards"][0]})
    if told.type == "respawn_bonus_taken":
        asleep = max(told.choices["sleepers"])
        yield Line(
            "to_gain", {"cards_most": told.limits["count"][1], **({"asleep": asleep} if asleep else {})}
        )
