"""A match is opened: modes, variants, seats, options (NIN-MODE). Called by `rules.py`."""

from __future__ import annotations

from msgspec.structs import replace

from games.ninja.events import MatchCreated
from games.ninja.facts import DECKS, LIMITS
from games.ninja.full.state import FullState, Hidden, Shown
from games.ninja.maps import faults_of
from games.ninja.state import SIDES, Fate, NinjaState, numbers
from games.ninja.who import Violations, passing, staff_only
from games.ruleset import Actor, RuleViolation

SEATS = {"two": (1, 1), "three": (1, 2), "four": (2, 2)}
"""Players of the guard and of the intruders."""
DELTA = (-4, 3)


def check_match_created(state: NinjaState, event: MatchCreated, by: Actor) -> Violations:
    """Who, the seats, the variant, the options, the board."""
    yield from passing(
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
    """NIN-MODE-SOLO-01: one named intruder, two players; NIN-MODE-DL-06: disputed lands need two intruder players."""
    solo = event.variant == "solo"
    if solo != (event.intruder is not None) or (solo and event.mode != "two"):
        told = {"mode": f"mode_{event.mode}", "intruder": event.intruder or "nobody"}
        yield RuleViolation("NIN-MODE-SOLO-01", {"variant": event.variant, "told": told})
    if event.variant == "disputed" and event.mode == "two":
        yield RuleViolation("NIN-MODE-DL-06", {"told": [f"mode_{event.mode}", f"detail_{event.detail}"]})


def _check_options(event: MatchCreated) -> Violations:
    """NIN-MODE-BAL-01, NIN-MODE-BAL-04."""
    low, high = DELTA
    if not low <= event.options.intruder_hand_delta <= high:
        told = event.options.intruder_hand_delta
        yield RuleViolation("NIN-MODE-BAL-01", {"told": told, "low": low, "high": high})
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
    """NIN-MAP-01 to -11. Full detail needs a board, and is for one guard player and allied intruders (NIN-LOG-04)."""
    if event.detail == "full":
        barred = [f"mode_{event.mode}"] if event.mode == "four" else []
        barred += ["disputed"] if event.variant == "disputed" else []
        for told in [*barred, *(["no_map"] if event.map is None else [])]:
            yield RuleViolation("NIN-LOG-04", {"told": told, "detail": "detail_full"})
    if event.map is not None:
        yield from faults_of(event.map)


def on_match_created(state: NinjaState, event: MatchCreated) -> NinjaState:
    names = ("ninja", "traitor") if event.intruder is None else (event.intruder,)
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
        full=_table(names) if event.detail == "full" else None,
    )
    sentries, patrols, _ = numbers(state)
    return state if event.detail == "full" else replace(state, guards=sentries + 2 * patrols)


def _table(names: tuple[str, ...]) -> FullState:
    return FullState(shown={name: Shown() for name in names}, hidden={name: Hidden() for name in names})
