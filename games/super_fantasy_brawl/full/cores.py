"""Mana cores: SFB-CORE-01 to -08. Called by the chapters that play cards, standard actions and reactions."""

from __future__ import annotations

from msgspec.structs import replace

from games.gaps import known, some
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.facts import LIMITS
from games.super_fantasy_brawl.full.common import put, table
from games.super_fantasy_brawl.full.state import NO_SEAT, Seat, with_seat
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState


def ready_cores(state: SfbState, player: str) -> tuple[str, ...]:
    """SFB-CORE-01: the cores that can still pay."""
    spent = table(state).seats.get(player, NO_SEAT).exhausted
    return tuple([core for core in LIMITS.cores if core not in spent])


def check_core(
    state: SfbState, player: str, core: str, colour: str | None, rule: str = "SFB-CORE-02"
) -> Violations:
    """`rule` (SFB-CORE-02 action card, -03 reaction, -04 standard action): the player's ready core of this colour.

    `colour` None: any core, or unknown.
    """
    ready = ready_cores(state, player)
    if core not in ready or (colour is not None and core != colour):
        wanted = "any_ready_core" if rule == "SFB-CORE-04" and colour is None else known(colour)
        params = {"player": player, "told": core, "colour": wanted, "ready": some(list(ready))}
        yield RuleViolation(rule, params)
        if core not in ready:
            yield RuleViolation(_why_exhausted(state, player, core), params)


def _why_exhausted(state: SfbState, player: str, core: str) -> str:
    """The rule that tells best why this core cannot pay."""
    own = table(state).seats.get(player, NO_SEAT)
    if not ready_cores(state, player):
        return "SFB-CORE-08"
    if core in own.reacted:
        return "SFB-CORE-07"
    if player == state.active:
        return "SFB-CORE-05"
    return "SFB-CORE-06" if state.mode == "duel" else "SFB-MODE-20"


def exhausted(own: Seat, core: str, reacts: bool) -> Seat:
    """SFB-CORE-05: paid at once and never refunded. `reacts`: in somebody else's turn."""
    spent = own.exhausted if core in own.exhausted else (*own.exhausted, core)
    return replace(own, exhausted=spent, reacted=(*own.reacted, core) if reacts else own.reacted)


def readied(state: SfbState, player: str, core: str) -> SfbState:
    """SFB-CORE-06: the text of a card makes a core ready."""
    own = table(state).seats.get(player, NO_SEAT)
    left = {name: tuple([c for c in getattr(own, name) if c != core]) for name in ("exhausted", "reacted")}
    return put(state, with_seat(table(state), player, **left))
