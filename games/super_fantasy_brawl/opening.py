"""The first events of a match that a tournament opens, and of a list that is brought along.

What may be chosen stands in `opening.toml`. Called through `games.registry`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import load
from games.choices import Sample, Tables, chosen
from games.rulebook import Text
from games.ruleset import Cards, Event, Roster
from games.super_fantasy_brawl.cards import Edition, edition_of
from games.super_fantasy_brawl.definitions import Arena
from games.super_fantasy_brawl.events import (
    MatchCreated,
    PoolRegistered,
    RosterConfirmed,
    SelectionMethodChosen,
)
from games.super_fantasy_brawl.facts import FOLDER, TRAPS
from games.super_fantasy_brawl.full.events import TrapSupplyShuffled
from games.super_fantasy_brawl.roster.check import Body

CHOICES = ("detail", "dataset", "mirrors_allowed", "allow_round1_challenges", "track")
"""What an event's organisers may choose for all of its matches, besides `edition`, `arena`, `method`, `kept_traps`."""

OWN_ARENAS = load(FOLDER / "sample.toml", Edition).arenas
"""Arenas of the program's own, inventions all: for tables that imported none."""

TABLES = load(Path(__file__).parent / "opening.toml", Tables).with_values(
    "arena", {key: Text(one.name, one.name_ru or one.name) for key, one in OWN_ARENAS.items()}
)


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events: a duel, or Superteams where sides have two players; then the method, and the kept trap supply.

    `cards`: rows of the imported edition with the key `edition`, of which a match at full detail pins everything;
    `arena`: the id of one of its arenas (by default the only one) or of `OWN_ARENAS`, or an arena; `kept_traps`: the
    server shuffles the trap tokens. Raises `msgspec.ValidationError` for options that cannot be.
    """
    given = chosen(options, CHOICES)
    mode = "duel" if all(len(players) == 1 for players in sides.values()) else "superteams"
    edition = edition_of(options["cards"]) if options.get("cards") else Edition()
    arena = _arena(options.get("arena"), edition)
    if options.get("edition"):
        given.setdefault("dataset", options["edition"])
    told = {**given, "mode": mode, "sides": sides, "scenario": scenario, "type": "match_created"}
    if arena is not None and "track" not in told:
        told["track"] = getattr(arena.tracks, mode)
    if told.get("detail") == "full":
        told |= msgspec.to_builtins(_pinned(edition, arena))
    events: list[Event] = [msgspec.convert(told, MatchCreated)]
    if options.get("method") is not None:
        method = {"type": "selection_method_chosen", "method": options["method"]}
        events.append(msgspec.convert(method, SelectionMethodChosen))
    if options.get("kept_traps") and told.get("detail") == "full":
        events.append(_supply(sample))
    return tuple(events)


def _arena(told: Any, edition: Edition) -> Arena | None:
    """The arena by its id, as told whole, or the only one of the edition."""
    if isinstance(told, str):
        known = {**OWN_ARENAS, **edition.arenas}
        if told not in known:
            raise msgspec.ValidationError(f"arena: {told!r} is not in the edition")
        return known[told]
    if told is not None:
        return msgspec.convert(told, Arena)
    return next(iter(edition.arenas.values())) if len(edition.arenas) == 1 else None


def _pinned(edition: Edition, arena: Arena | None) -> dict[str, Any]:
    return {
        "arena": arena,
        "champions": edition.champions,
        "cards": edition.cards,
        "challenges": edition.challenges or None,
    }


def _supply(sample: Sample) -> TrapSupplyShuffled:
    """SFB-TRAP-01: all tokens of the box in an order that nobody knows."""
    tokens = [str(kind) for kind, trap in TRAPS.items() for _ in range(trap.copies)]
    shuffled = sample(tokens, len(tokens)) or None
    return msgspec.convert({"type": "trap_supply_shuffled", "tokens": shuffled}, TrapSupplyShuffled)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """A staff event: the team that plays, or the pool that a competitive draft starts from (SFB-ROSTER-10).

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    if body.use == "team":
        return (RosterConfirmed(player=player, champions=body.champions),)
    return (PoolRegistered(player=player, champions=body.champions),)
