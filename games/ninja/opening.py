"""A match is opened: its first event and the check of it (NIN-MODE); what may be chosen stands in `opening.toml`.

Called by `rules.py` and through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from games.catalogue import load
from games.choices import Sample, Tables, chosen
from games.judging import first_broken
from games.ninja.cards import copies_in, maps_in
from games.ninja.events import MatchCreated
from games.ninja.facts import DECKS, LIMITS, PRACTICE
from games.ninja.full.events import MissionsDrawn, SeedCommitted
from games.ninja.full.piles import hands_of
from games.ninja.full.server_draws import first_letters, may_deal
from games.ninja.full.state import FullState, GuardCards, Hidden, Shown
from games.ninja.maps.graph import faults_of
from games.ninja.permissions import Violations, staff_only
from games.ninja.state import SIDES, Fate, NinjaState, numbers
from games.ruleset import Actor, Event, RuleViolation

SEATS = {"two": (1, 1), "three": (1, 2), "four": (2, 2)}
"""Players of the guard and of the intruders."""
PAIRS = tuple(f"{number:02x}" for number in range(256))
SEED_BYTES = 32
MAPS = {PRACTICE.id: PRACTICE}
"""The boards that need no import."""
NO_MAP = "none"
"""Played on the printed board alone (NIN-MAP-12)."""
OPTIONS = (
    "intruder_hand_delta",
    "mission_raises_alert",
    "passage_raises_alert",
    "no_passage_discovery",
    "rope_discovery",
    "sentries",
    "patrols",
    "sleepers",
    "mixed_hand",
)
SOLO_NAME = "solo"

TABLES = load(Path(__file__).parent / "opening.toml", Tables)


def open_table(
    sides: Mapping[str, Sequence[str]], scenario: str | None, options: Mapping[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """The opening: the seats tell for how many players it is, and at full detail the board is pinned; with
    `draw_missions` the missions are dealt as well (NIN-SETUP-03, NIN-MODE-DL-01).

    `map`: a board of its own or of the imported edition by its id, or a whole one; `cards`: the rows of that edition.
    Raises `msgspec.ValidationError` for options that cannot be.
    """
    solo = options.get("mode") == "solo"
    seats = (len(sides.get("guards", ())), len(sides.get("intruders", ())))
    told: dict[str, Any] = {
        "type": "match_created",
        "sides": {side: tuple(players) for side, players in sides.items()},
        "mode": next((mode for mode, number in SEATS.items() if number == seats), "two"),
        "variant": "solo" if solo else "disputed" if options.get("disputed") else "standard",
        "options": chosen(options, OPTIONS),
    }
    if solo and not options.get("mixed_hand"):
        told["intruder"] = options.get("intruder") or "ninja"
    if options.get("detail"):
        told["detail"] = options["detail"]
    if options.get("detail") == "full":
        told |= {"map": _board(options), "copies": copies_in(options.get("cards") or {}) or None}
    created = msgspec.convert(told, MatchCreated)
    decks = bool(options.get("draw_cards"))
    if created.detail != "full" or not (options.get("draw_missions") or decks):
        return (created,)
    if decks and not may_deal((created.copies or {}).get("guard"), len(hands_of(created.mode))):
        raise msgspec.ValidationError("draw_cards: an edition with all copies of the guard's cards")
    return (created, *dealt(created, "".join(sample(PAIRS, SEED_BYTES)), decks))


def dealt(created: MatchCreated, seed: str, decks: bool) -> tuple[Event, ...]:
    """NIN-SETUP-03, NIN-MODE-DL-01: the missions that the server draws by a seed, with `decks` the guards' cards."""
    names: tuple[Any, ...] = names_of(created)
    apart = created.variant == "disputed"
    letters: dict[Any, str] = {**first_letters(seed, names, apart)}
    groups = [(name,) for name in names] if apart else [names]
    drawn = (
        MissionsDrawn(intruder=group[0] if apart else None, letters={name: letters[name] for name in group})
        for group in groups
    )
    return (SeedCommitted(seed=seed, decks=decks), *drawn)


def _board(options: Mapping[str, Any]) -> Any:
    """The board by its id, the only one of the edition, or the practice board."""
    imported = maps_in(options.get("cards") or {})
    named = options.get("map")
    if named == NO_MAP:
        return None
    if named is None:
        return msgspec.to_builtins(next(iter(imported.values()), PRACTICE))
    known = {**MAPS, **imported}
    if not isinstance(named, str) or named not in known:
        raise msgspec.ValidationError(f"map: {named!r} is not in the edition")
    return msgspec.to_builtins(known[named])


def check_match_created(state: NinjaState, event: MatchCreated, by: Actor) -> Violations:
    """Who, the seats, the variant, the options, the board."""
    return first_broken(
        staff_only(by), _check_seats(event), _check_variant(event), _check_options(event), _check_board(event)
    )


def _check_seats(event: MatchCreated) -> Violations:
    """NIN-MODE-01, NIN-HID-20: as many players as the mode has, nobody on two seats."""
    due = dict(zip(SIDES, SEATS[event.mode], strict=True))
    told = {side: len(players) for side, players in event.sides.items()}
    if told != due:
        yield RuleViolation("NIN-MODE-01", {"mode": f"mode_{event.mode}", "expected": due, "told": told})
    everybody = [player for players in event.sides.values() for player in players]
    for player in sorted({player for player in everybody if everybody.count(player) > 1 or not player}):
        yield RuleViolation("NIN-HID-20", {"player": player or "nobody"})


def _check_variant(event: MatchCreated) -> Violations:
    """NIN-MODE-SOLO-01: one named intruder, two players; NIN-MODE-SOLO-02: of a mixed hand none is named, at full
    detail; NIN-MODE-DL-06: disputed lands need two intruder players, and at full detail a map."""
    solo = event.variant == "solo"
    mixed = event.options.mixed_hand
    if mixed and (not solo or event.intruder is not None or event.detail != "full"):
        yield RuleViolation("NIN-MODE-SOLO-02", {"named": event.intruder or "nobody", "wanted": SOLO_NAME})
    elif (solo and not mixed) != (event.intruder is not None) or (solo and event.mode != "two"):
        told = {"mode": f"mode_{event.mode}", "intruder": event.intruder or "nobody"}
        yield RuleViolation("NIN-MODE-SOLO-01", {"variant": event.variant, "told": told})
    if event.variant == "disputed" and event.mode == "two":
        yield RuleViolation("NIN-MODE-DL-06", {"told": f"mode_{event.mode}"})
    if event.variant == "disputed" and event.detail == "full" and event.map is None:
        yield RuleViolation("NIN-MODE-DL-06", {"told": "no_map"})


def _check_options(event: MatchCreated) -> Violations:
    """NIN-MODE-BAL-01, NIN-MODE-BAL-04."""
    delta = TABLES.choice("intruder_hand_delta")
    if not delta.low <= event.options.intruder_hand_delta <= delta.high:
        told = event.options.intruder_hand_delta
        yield RuleViolation("NIN-MODE-BAL-01", {"told": told, "low": delta.low, "high": delta.high})
    sentries, patrols, sleepers = numbers(NinjaState(variant=event.variant, options=event.options))
    most = LIMITS.sleepers_in_zone * len(event.map.barracks) if event.map else None
    fits = 1 <= sentries <= LIMITS.posts and patrols >= 0 and sentries + 2 * patrols <= LIMITS.guards
    if not fits or sleepers < 0 or (most is not None and sleepers > most):
        asked = {"sentries": sentries, "patrols": patrols, "sleepers": sleepers}
        yield RuleViolation(
            "NIN-MODE-BAL-04", {"told": asked, "limit": LIMITS.guards, "most": most or "unknown"}
        )
    for deck, copies in sorted((event.copies or {}).items()):
        known = {str(key): facts for key, facts in DECKS.items()}
        facts = known.get(deck)
        if facts is None or set(copies) != set(facts.cards) or sum(copies.values()) != facts.total:
            yield RuleViolation("NIN-LOG-06", {"told": {deck: copies}, "legal": sorted(known)})


def _check_board(event: MatchCreated) -> Violations:
    """NIN-MAP-01 to -11."""
    if event.map is not None:
        yield from faults_of(event.map)


def on_match_created(state: NinjaState, event: MatchCreated) -> NinjaState:
    names = tuple(sorted(names_of(event)))
    state = replace(
        state,
        phase="running",
        detail=event.detail,
        mode=event.mode,
        variant=event.variant,
        options=event.options,
        sides={side: event.sides[side] for side in SIDES if side in event.sides},
        map=event.map,
        copies=event.copies,
        intruders={name: Fate() for name in names},
        full=_table(names, event) if event.detail == "full" else None,
    )
    sentries, patrols, _ = numbers(state)
    return state if event.detail == "full" else replace(state, guards=sentries + 2 * patrols)


def names_of(event: MatchCreated) -> tuple[str, ...]:
    """The intruders of a match; the one of a mixed hand has no name yet (NIN-MODE-SOLO-02)."""
    if event.options.mixed_hand:
        return (SOLO_NAME,)
    return ("traitor", "ninja") if event.intruder is None else (event.intruder,)


def _table(names: tuple[str, ...], event: MatchCreated) -> FullState:
    return FullState(
        character_due=event.options.mixed_hand,
        shown={name: Shown() for name in names},
        hidden={name: Hidden() for name in names},
        piles={hand: GuardCards() for hand in hands_of(event.mode)},
    )
