"""What somebody may log in a campaign now, with the legal values of what is known."""

from __future__ import annotations

from typing import Any

from games.ruleset import NextEvent, Viewer
from tracker.rulesets.chronicle.checks import active_of
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OpenStep


def next_events(state: ChronicleState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """What the viewer may log now, with the legal values of what is known."""
    if not state.name:
        return (NextEvent(type="chronicle_created"),) if viewer.role == "staff" else ()
    world, found = derive(state), []
    own = {key for key, one in world.rosters.items() if viewer.role == "staff" or one.player == viewer.player}
    for step in world.steps:
        players = (world.rosters[step.roster].player,) if step.roster in world.rosters else ()
        if step.roster in own:
            found.append(_offer(state, step, players))
    if state.is_finished():
        return tuple(found)
    if own:
        active = sorted(own & active_of(world).keys())
        found.append(NextEvent(type="roster_left", choices={"roster": tuple(active)}))
        if state.rules.shop:
            items = tuple(sorted(state.rules.shop))
            found.append(NextEvent(type="bought", choices={"roster": tuple(active), "item": items}))
        found += _dares(state, tuple(active), own)
    if viewer.role in ("staff", "player"):
        found.append(NextEvent(type="roster_joined"))
    if viewer.role == "staff":
        found += [
            NextEvent(type="adjusted"),
            NextEvent(type="cycle_closed", choices={"cycle": (world.cycle + 1,)}),
            NextEvent(type="definition_amended"),
        ]
    return tuple(found)


def _dares(state: ChronicleState, active: tuple[str, ...], own: set[str]) -> list[NextEvent]:
    """Challenges that somebody may make or answer."""
    found = []
    others = tuple(sorted(active_of(derive(state))))
    if state.rules.challenge_days and active and len(others) > 1:
        choices: dict[str, tuple[Any, ...]] = {"roster": active, "against": others}
        if state.rules.stake:
            choices["stake"] = tuple(sorted(state.rules.places))
        found.append(NextEvent(type="challenge_issued", choices=choices))
    mine = tuple(one.id for one in state.challenges.values() if one.status == "open" and one.against in own)
    if mine:
        found.append(NextEvent(type="challenge_answered", choices={"id": mine, "accepted": (True, False)}))
    return found


def _offer(state: ChronicleState, step: OpenStep, players: tuple[str, ...]) -> NextEvent:
    if step.kind == "facts":
        choices: dict[str, tuple[Any, ...]] = {
            "link": (step.slot,),
            "roster": (step.roster,),
            "facts.fact": step.facts,
        }
        return NextEvent(type="stated", players=players, choices=choices)
    table = state.rules_in(step.term).tables[step.table]
    if step.kind == "choice":
        rows = tuple(row.key for row in table.rows)
        return NextEvent(type="chosen", players=players, choices={"effect": (step.id,), "row": rows})
    return NextEvent(type="die_rolled", players=players, choices={"effect": (step.id,)})
