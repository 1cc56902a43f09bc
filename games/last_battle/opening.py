"""The first events of a table that a tournament opens: the table, the deal, and the Serpent's preset schemes.

`games` has no dice: `sample(cards, count)` is handed in and deals at random. Called through `games.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.choices import Choice, Mode, Tables
from games.last_battle.events import SchemesDealt, SerpentSchemesPreset, TableOpened
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES
from games.rulebook import Text
from games.ruleset import Event

CHOICES = ("detail", "scheme_draw_count", "deck_profile", "scheme_cap_scope", "corner_zones", "hand_limits")
"""What an event's organisers may choose for all of its matches."""

TABLES = Tables(
    name=Text("Last Battle", "Последняя Битва"),
    no_scenario=Text("at random", "наугад"),
    modes=(
        Mode(
            key="battle",
            name=Text("the Alliance against the Serpent", "Альянс против Змея"),
            sides=("alliance", "serpent"),
            seats=4,
        ),
    ),
    also=CHOICES,
    choices=(
        Choice(
            key="scheme_draw_count",
            kind="number",
            title=Text("Schemes dealt to a player", "Сколько схем сдают игроку"),
            note=Text("Empty: nobody deals, players choose.", "Пусто: схемы не сдают, их выбирают."),
            low=1,
            high=len(COMMON_SCHEMES),
            default=3,
        ),
        Choice(
            key="scheme_cap_scope",
            kind="one_of",
            title=Text("The limit of points of a scheme", "Предел очков за схему"),
            values={
                "scheme": Text("for each squad's scheme", "для схемы каждого отряда"),
                "side": Text("for the whole side", "для всей стороны"),
            },
            default="scheme",
        ),
        Choice(
            key="deck_profile",
            kind="one_of",
            title=Text("Fate deck", "Колода судьбы"),
            values={
                "full58": Text("58 cards", "58 карт"),
                "kingless54": Text("54 cards, without kings", "54 карты, без королей"),
                "listed": Text("our own list", "свой список"),
            },
            default="full58",
            levels=("full",),
        ),
    ),
)

Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events that start a match: LB-SETUP-02 deals to the Alliance, LB-SETUP-07 presets the Serpent.

    `options` are among `CHOICES`; without `scheme_draw_count` the players bring their schemes. Raises
    `msgspec.ValidationError` for a value that an option cannot have.
    """
    chosen = {name: options[name] for name in CHOICES if options.get(name) is not None}
    told = {**chosen, "battlefield": scenario or sample(tuple(BATTLEFIELDS), 1)[0], "sides": sides}
    opened = msgspec.convert({**told, "type": "table_opened"}, TableOpened)
    count = opened.scheme_draw_count
    dealt = [
        SchemesDealt(player=player, schemes=tuple(sample(COMMON_SCHEMES, count)))
        for player in sides["alliance"]
        if count
    ]
    preset = [
        SerpentSchemesPreset(squad=player, schemes=tuple(sample(COMMON_SCHEMES, 1)))
        for player in sides["serpent"]
    ]
    return (opened, *dealt, *preset)
