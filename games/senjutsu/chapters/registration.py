"""Opening a match, and registering characters and decks (SEN-MULTI-05, SEN-HORDE-13, SEN-ROSTER).

Called by `rules.py`. Nothing here answers one player from what another one keeps secret.
"""

from __future__ import annotations

import msgspec

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.senjutsu.events import DeckRegistered, MatchCreated, SideRegistered, SoloScenario
from games.senjutsu.facts import HORDE, LIMITS, OPPONENTS, REPLACING
from games.senjutsu.full.state import FullState
from games.senjutsu.permissions import Violations, in_phase, opponent_word, owner_acts, same, staff_only
from games.senjutsu.roster.deck import Deck, DeckRules, check_deck, schools_of
from games.senjutsu.roster.weapons import Arms, check_character, check_weapons
from games.senjutsu.state import (
    DRAWN,
    Campaign,
    Fighter,
    FixedOpponent,
    Options,
    SenjutsuState,
    shared,
    with_fighter,
)
from games.senjutsu.state import OPPONENTS as FOES

LEAST, MOST = LIMITS.characters
SEATS = {"duel": (2, 2), "multi": (2, MOST), "team": (2, MOST), "solo": (1, 1), "horde": (1, 1)}
"""Mode -> how many sides sit down."""
ONE_EACH = ("duel", "multi", "horde")


def check_match_created(state: SenjutsuState, event: MatchCreated, by: Actor) -> Violations:
    """By staff, once, at a level of detail that is tracked, with as many characters as the mode seats."""
    yield from in_phase(state, "open")
    yield from staff_only(by)
    players = [player for side in event.sides.values() for player in side]
    low, high = SEATS[event.mode]
    fits = low <= len(event.sides) <= high and len(players) <= MOST and len(set(players)) == len(players)
    fits = fits and all(players) and all(event.sides.values()) and not {DRAWN, FOES, ""} & set(event.sides)
    if not fits or (event.mode in ONE_EACH and len(players) > len(event.sides)):
        rule = "SEN-HORDE-01" if event.mode == "horde" and fits else "SEN-MULTI-05"
        seats = {"horde": "1", "duel": "2"}.get(event.mode, f"{low}-{MOST}")
        yield RuleViolation(rule, {"mode": event.mode, "legal": seats, "told": len(players)})
    yield from _check_horde_options(event)
    yield from _check_scenario(event)


def _check_horde_options(event: MatchCreated) -> Violations:
    """SEN-HORDE-13, -14: options that only a horde has."""
    slots = event.nightmare
    katana = [slot for slot, type_ in HORDE.slots.items() if type_ == "katana"]
    legal = set(slots) <= set(katana) and len(slots) in HORDE.replacements
    legal = legal and all(type_ in REPLACING for type_ in slots.values())
    if not legal or (slots and event.mode != "horde"):
        yield RuleViolation(
            "SEN-HORDE-13", {"told": some({slot: opponent_word(type_) for slot, type_ in slots.items()})}
        )
    if event.fallen_lord and event.mode != "horde":
        yield RuleViolation("SEN-HORDE-14", {"mode": event.mode})


def _check_scenario(event: MatchCreated) -> Violations:
    """SEN-CAMP-02: of a solo game, with opponents that exist."""
    told = event.scenario
    if told is not None:
        types = [one.vo_type for one in told.opponents]
        if event.mode != "solo" or not types or not set(types) <= set(OPPONENTS.types):
            params = {"actor": told.name, "expected": "solo", "told": some(types)}
            yield RuleViolation("SEN-CAMP-02", params)


def on_match_created(state: SenjutsuState, event: MatchCreated) -> SenjutsuState:
    fighters = {player: Fighter(player, side) for side, names in event.sides.items() for player in names}
    competitive, custom = event.format == "competitive", event.difficulty == "custom"
    return msgspec.structs.replace(
        state,
        phase="roster",
        mode=event.mode,
        detail=event.detail,
        battlefield=event.battlefield,
        options=Options(competitive=competitive, custom=custom, **shared(event, Options)),
        fighters=fighters,
        scenario=_campaign(event.scenario),
        full=opening(event) if event.detail == "full" else None,
    )


def _campaign(told: SoloScenario | None) -> Campaign | None:
    """SEN-CAMP-02: what the scenario fixes."""
    if told is None:
        return None
    fixed = tuple(FixedOpponent(**shared(one, FixedOpponent)) for one in told.opponents)
    return Campaign(told.name, fixed)


def opening(event: MatchCreated) -> FullState:
    """The empty table of a match at full detail, with everything that was imported for it."""
    return FullState(
        board=None if event.board is None else frozenset(event.board),
        starts=event.scenario.starts if event.scenario and event.scenario.starts else event.starts,
        letters={str(letter): place for letter, place in (event.start_letters or {}).items()},
        profile=event.terrain_profile,
        agreed=event.terrain,
        cards=event.cards or {},
        studies=event.studies or {},
    )


def check_side_registered(state: SenjutsuState, event: SideRegistered, by: Actor) -> Violations:
    """SEN-ROSTER-01, -02, -18, -19: once for each player, during registration."""
    refused = [*in_phase(state, "roster"), *owner_acts(state, by, event.player)]
    if refused:
        yield from refused
        return
    if state.fighters[event.player].character is not None:
        yield RuleViolation("SEN-ROSTER-01", {"actor": event.player})
    yield from check_character(event.character, event.core_card, event.cover)
    yield from _check_unique(state, event)
    if event.weapons is not None or event.weapon_cards is not None:
        cards, weapons = event.weapon_cards or (), event.weapons or ()
        yield from check_weapons(
            Arms(event.character, weapons, cards, event.weapon_slots, event.weapon_options)
        )


def _check_unique(state: SenjutsuState, event: SideRegistered) -> Violations:
    """SEN-ROSTER-18."""
    for player, fighter in state.fighters.items():
        if (
            player != event.player
            and fighter.character == event.character
            and state.options.unique_characters
        ):
            yield RuleViolation("SEN-ROSTER-18", {"character": event.character, "actor": player})


def on_side_registered(state: SenjutsuState, event: SideRegistered) -> SenjutsuState:
    return with_fighter(state, event.player, **shared(event, Fighter))


def check_deck_registered(state: SenjutsuState, event: DeckRegistered, by: Actor) -> Violations:
    """SEN-ROSTER-03 to -20: the registered character's deck, once; a deck that is kept secret is not judged."""
    refused = [*in_phase(state, "roster"), *owner_acts(state, by, event.player)]
    if refused:
        yield from refused
        return
    fighter = state.fighters[event.player]
    if fighter.character is None or fighter.told_deck:
        yield RuleViolation("SEN-LOG-02", {"phase": "step_roster", "legal": ["step_roster"]})
    else:
        yield from _check_poison_size(event)
        if event.cards is not None:
            yield from check_deck(deck_of(event, fighter), deck_rules(state))


def _check_poison_size(event: DeckRegistered) -> Violations:
    """SEN-ROSTER-20, SEN-LOG-08: the public size is that of the poison deck, where it is stated."""
    if event.poison_cards is not None:
        yield from same("what_poison_size", len(event.poison_cards), event.poison_size)


def _poison_size(event: DeckRegistered) -> int | None:
    """SEN-ROSTER-20: as many as were told, openly or among the secrets; None: not stated."""
    return event.poison_size if event.poison_cards is None else len(event.poison_cards)


def deck_rules(state: SenjutsuState) -> DeckRules:
    """What the organisers of this match ask of a deck."""
    return DeckRules(**shared(state.options, DeckRules))


def deck_of(event: DeckRegistered, fighter: Fighter) -> Deck:
    """The deck that an event tells, for the character that is registered."""
    return Deck(
        character=fighter.character or "",
        weapon_cards=fighter.weapon_cards or (),
        cards=dict(event.cards or {}),
        signature=event.signature,
        schools=event.schools or (),
        poison=event.poison_cards or (),
        facts=event.facts or {},
    )


def on_deck_registered(state: SenjutsuState, event: DeckRegistered) -> SenjutsuState:
    """The size is public, whatever the cards: 30 as printed, or the event's size (SEN-ZONE-03)."""
    fighter = state.fighters[event.player]
    size = LIMITS.signature_size if event.signature else state.options.deck_size
    told = event.cards is not None
    start = None if fighter.hand_limit is None else max(0, size - fighter.hand_limit)
    return with_fighter(
        state,
        event.player,
        told_deck=True,
        signature=event.signature,
        deck_size=size,
        deck=start,
        cards=event.cards,
        schools=schools_of(deck_of(event, fighter)) if told else None,
        poison=event.poison_cards,
        poison_size=_poison_size(event),
    )
