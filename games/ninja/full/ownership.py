"""Whose a passage, a rope and a search are: the intruders share them, or each of two rivals has its own.

NIN-MODE-DL-02, NIN-MODE-DL-03. What belongs to allies has the owner `both`, what belongs to a rival that intruder's
name. Called by the chapters, by what comes next and by views.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from games.gaps import some
from games.ninja.full import events as f
from games.ninja.full.state import Due, Figure, Own
from games.ninja.full.table import full_of, with_full
from games.ninja.maps.graph import PASSAGE
from games.ninja.permissions import side_acts, staff_only
from games.ninja.state import GUARDS, INTRUDER_SIDE, NinjaState, player_of, rivals, side_of
from games.ruleset import Actor, RuleViolation

BOTH = "both"
NOTHING_OWN = Own()


def owners(state: NinjaState) -> tuple[str, ...]:
    """Everybody who has a passage and ropes."""
    return tuple(state.intruders) if rivals(state) else (BOTH,)


def owner_of_ways(state: NinjaState, name: str) -> str:
    """The owner of the passage and the ropes that an intruder uses."""
    return name if rivals(state) else BOTH


def own(state: NinjaState, owner: str) -> Own:
    return full_of(state).own.get(owner, NOTHING_OWN)


def own_ways(state: NinjaState, name: str) -> Own:
    """The passage and the ropes that an intruder uses."""
    return own(state, owner_of_ways(state, name))


def with_own(state: NinjaState, owner: str, **changes: Any) -> NinjaState:
    return with_full(state, own={**full_of(state).own, owner: replace(own(state, owner), **changes)})


def inside_of(owner: str) -> str:
    """The zone inside a passage: `@P`, of a rival `@P-ninja` or `@P-traitor`."""
    return PASSAGE if owner == BOTH else f"{PASSAGE}-{owner}"


def passages(state: NinjaState) -> Mapping[str, str]:
    """Zone inside a passage -> its owner."""
    return _insides(owners(state))


@lru_cache(maxsize=32)
def _insides(whose: tuple[str, ...]) -> Mapping[str, str]:
    return {inside_of(owner): owner for owner in whose}


def guards_inside(state: NinjaState) -> dict[str, Figure]:
    """The guards in any passage."""
    zones = passages(state)
    return {name: one for name, one in full_of(state).figures.items() if one.zone in zones}


def known_at(state: NinjaState, zone: str) -> tuple[str, ...]:
    """The owners of the passages that the guards know to have an entrance here."""
    return tuple(owner for owner in owners(state) if zone in own(state, owner).discovered)


def own_names(state: NinjaState, player: str | None) -> tuple[str, ...]:
    """The intruders whose secrets a player knows: all of its side, or the one that it plays against its rival."""
    if side_of(state, player) != INTRUDER_SIDE:
        return ()
    return tuple(name for name in state.intruders if player_of(state, name) in (None, player))


def knows_search(state: NinjaState, player: str | None, searcher: str) -> bool:
    """NIN-MODE-DL-03: of a rival's search the guards and that rival know the zones, of an ally's everybody."""
    return not rivals(state) or side_of(state, player) == GUARDS or searcher in own_names(state, player)


def intruder_acts(state: NinjaState, by: Actor, name: str) -> tuple[RuleViolation, ...]:
    """NIN-TURN-03: a player of the intruders, of rivals the one whose intruder it is; or staff."""
    acts, owner = side_acts(state, by, INTRUDER_SIDE), player_of(state, name)
    if owner in (None, by.player) or by.is_staff or side_of(state, by.player) is None:
        return acts
    return (*acts, RuleViolation("NIN-TURN-03", {"player": some(by.player), "expected": name}))


def answers_act(state: NinjaState, by: Actor) -> tuple[RuleViolation, ...]:
    """NIN-TURN-03: the intruders answer; NIN-MODE-DL-06: for rivals the server does, since neither knows both zones."""
    return staff_only(by) if rivals(state) else side_acts(state, by, INTRUDER_SIDE)


def zones_of(event: f.ZonesSearched) -> tuple[str, ...]:
    """The zones that a search names, openly or not."""
    return event.zones or event.secret_zones or ()


def results_of(event: f.SearchAnswered) -> tuple[f.Found, ...]:
    return event.results or event.secret_results or ()


def found_by(state: NinjaState, searcher: str) -> dict[str, str]:
    """What a searcher knows of searched zones; of an ally what everybody knows."""
    return own(state, searcher).found if rivals(state) else full_of(state).found


def with_found(state: NinjaState, searcher: str, found: dict[str, str], **table: Any) -> NinjaState:
    """Searched zones and what was there, for those who may know; and what else of the table changes."""
    told = {**found_by(state, searcher), **found}
    if not rivals(state):
        return with_full(state, **table, found=told)
    mine = replace(own(state, searcher), found=told)
    return with_full(state, **table, own={**full_of(state).own, searcher: mine})


def hazard_zone(state: NinjaState, due: Due, outcome: str) -> str:
    """NIN-MODE-DL-03: the zone that is told of a settled hazard; none of a rival's trap or killed guard."""
    kept = rivals(state) and outcome in ("alert", "cat", "killed_kenjutsu", "killed_shuriken")
    return "" if kept else next(iter(due.zones), "")
