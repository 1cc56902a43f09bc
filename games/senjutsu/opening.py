"""The first event of a match that a tournament opens. Called through `games.registry`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.ruleset import Cards, Event, Roster
from games.senjutsu.cards import definitions
from games.senjutsu.events import MatchCreated, SideRegistered
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.roster import Body, deck_registered
from games.senjutsu.weapons import COVERED

CHOICES = (
    "detail",
    "format",
    "deck_size",
    "unique_characters",
    "signature_requires_40",
    "schools",
    "deck_lists",
    "time_limit",
    "board",
    "starts",
    "terrain",
    "terrain_profile",
    "cards",
    "studies",
)
"""What an event's organisers may choose for all of its matches."""

Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """A staff event: two sides of one duel, more play each for itself, several players on a side are a team.

    `cards` may be an imported edition: a match at full detail pins what its cards print. Raises
    `msgspec.ValidationError` for options that the event does not know.
    """
    single = all(len(players) == 1 for players in sides.values())
    mode = "team" if not single else "duel" if len(sides) == 2 else "multi"
    chosen = {name: options[name] for name in CHOICES if options.get(name) is not None}
    if "cards" in chosen:
        chosen["cards"] = msgspec.to_builtins(definitions(chosen["cards"]))
    told = {
        "format": "competitive",
        "time_limit": True,
        **chosen,
        "mode": mode,
        "sides": sides,
        "battlefield": scenario,
    }
    return (msgspec.convert({**told, "type": "match_created"}, MatchCreated),)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """Staff events: the character and the deck that a player handed in and that the organisers locked (SEN-CAMP-03).

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    base = CHARACTERS.get(body.character)
    registered = SideRegistered(
        player=player,
        character=body.character,
        core_card=base.core if base else None,
        weapons=body.weapons or None,
        weapon_cards=body.weapon_cards or None,
        weapon_slots=body.weapon_slots,
        weapon_options=body.weapon_options,
        advantage=body.advantage,
        hand_limit=body.hand_limit,
        wound_limit=body.wound_limit,
        cover=body.character in COVERED,
    )
    return registered, deck_registered(player, roster, cards)
