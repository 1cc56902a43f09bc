"""The first event of a match that a tournament opens; what may be chosen stands in `opening.toml`.

Called through `games.registry`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import load
from games.choices import LEVEL_KEY, Sample, Tables, chosen
from games.ruleset import Cards, Event, Roster
from games.senjutsu.boards import OWN_BOARDS
from games.senjutsu.cards import definitions
from games.senjutsu.events import MatchCreated, SideRegistered
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.roster.check import Body, deck_registered
from games.senjutsu.roster.weapons import COVERED
from games.senjutsu.state import shared

TABLES = load(Path(__file__).parent / "opening.toml", Tables)


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """A staff event: a match of the `mode` in `options`. Without one, two sides are a duel, more play each for itself,
    and several players on a side are a team.

    `cards` may be an imported edition: a match at full detail pins what its cards print. `layout` may be `own`: a named
    battlefield has then the board that this program draws, where no other is told. Raises
    `msgspec.ValidationError` for options that the event does not know.
    """
    single = all(len(players) == 1 for players in sides.values())
    mode = "team" if not single else "duel" if len(sides) == 2 else "multi"
    told = chosen(options, (LEVEL_KEY, *TABLES.also))
    own = OWN_BOARDS.get(scenario or "") if options.get("layout") == "own" else None
    if own is not None and options.get("detail") == "full" and not told.get("board"):
        told = {"starts": own.starts, **told, "board": own.hexes}
    if "cards" in told:
        told["cards"] = msgspec.to_builtins(definitions(told["cards"]))
    usual = {"mode": mode, "format": "competitive", "time_limit": True, "played_from_decks": True}
    fixed = {"type": "match_created", "sides": sides, "battlefield": scenario}
    return (msgspec.convert({**usual, **told, **fixed}, MatchCreated),)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """Staff events: the character and the deck that a player handed in and that the organisers locked (SEN-CAMP-03).

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    base = CHARACTERS.get(body.character)
    armed = {"weapons": body.weapons or None, "weapon_cards": body.weapon_cards or None}
    own = {"core_card": base.core if base else None, "cover": body.character in COVERED}
    registered = SideRegistered(**{**shared(body, SideRegistered), **armed, **own, "player": player})
    return registered, deck_registered(player, roster, cards)
