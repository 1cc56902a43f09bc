"""Mana cores: SFB-CORE-01 to -08. Called by the chapters that play cards, standard actions and reactions."""

from __future__ import annotations

from games.gaps import known
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.frame import put, table
from games.super_fantasy_brawl.full.state import NO_SEAT, with_seat
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations


def ready_cores(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-CORE-01: the cores that can still pay."""
    spent = table(state).seats.get(player, NO_SEAT).exhausted
    return tuple([core for core in LIMITS.cores if core not in spent])


def check_core(
    state: SfbState, player: str, core: str, colour: str | None, rule: str = "SFB-CORE-02"
) -> Violations:
    """`rule` (SFB-CORE-02 action card, -03 reaction, -04 standard action): the own ready core of this colour.

    `colour` None: any core, or unknown.
    """
    ready = ready_cores(state, player)
    if core not in ready or (colour is not None and core != colour):
        params = {"player": player, "told": core, "colour": known(colour), "ready": list(ready) or "nothing"}
        yield RuleViolation(rule, params)


def exhausted(state: SfbState, player: str, core: str) -> SfbState:
    """SFB-CORE-05: paid at once and never refunded."""
    spent = table(state).seats.get(player, NO_SEAT).exhausted
    spent = spent if core in spent else (*spent, core)
    return put(state, with_seat(table(state), player, exhausted=spent))


def readied(state: SfbState, player: str, core: str) -> SfbState:
    """SFB-CORE-06: the text of a card makes a core ready."""
    spent = table(state).seats.get(player, NO_SEAT).exhausted
    return put(state, with_seat(table(state), player, exhausted=tuple([c for c in spent if c != core])))
