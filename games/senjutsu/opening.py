"""The first event of a match that a tournament opens. Called through `games.registry`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.choices import Choice, Mode, Tables
from games.rulebook import Text
from games.ruleset import Cards, Event, Roster
from games.senjutsu.boards import OWN_BOARDS
from games.senjutsu.cards import definitions
from games.senjutsu.events import MatchCreated, SideRegistered
from games.senjutsu.facts import CHARACTERS
from games.senjutsu.roster import Body, deck_registered
from games.senjutsu.weapons import COVERED

VERSUS = ("duel", "multi", "team")
CHOICES = (
    "mode",
    "difficulty",
    "fallen_lord",
    "start_letters",
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
"""What may be chosen when a match is opened."""


LONE = ("red",)
TABLES = Tables(
    name=Text("Senjutsu", "Сэндзюцу"),
    modes=(
        Mode(key="duel", name=Text("a duel", "дуэль"), sides=("red", "blue")),
        Mode(
            key="multi",
            name=Text("each for oneself", "каждый за себя"),
            sides=("red", "blue", "green", "gold"),
            least=2,
        ),
        Mode(key="team", name=Text("teams", "команды"), sides=("red", "blue"), seats=3),
        Mode(key="solo", name=Text("alone against opponents", "в одиночку против противников"), sides=LONE),
        Mode(key="horde", name=Text("a horde run", "прохождение орды"), sides=LONE),
    ),
    mode_key="mode",
    no_scenario=Text("any, the log does not name it", "любое, журнал его не называет"),
    also=CHOICES,
    choices=(
        Choice(
            key="format",
            kind="one_of",
            title=Text("Format", "Формат"),
            values={
                "casual": Text("friendly", "дружеский"),
                "competitive": Text("competitive", "соревновательный"),
            },
            default="casual",
            modes=VERSUS,
        ),
        Choice(
            key="deck_size",
            kind="number",
            title=Text("Cards in a built deck", "Карт в собранной колоде"),
            note=Text("Empty: 40.", "Пусто: 40."),
            low=1,
            high=99,
        ),
        Choice(
            key="unique_characters",
            kind="yes_no",
            title=Text("Each character is played once", "Каждый персонаж только один раз"),
            default=True,
            modes=VERSUS,
        ),
        Choice(
            key="signature_requires_40",
            kind="yes_no",
            title=Text("Signature decks need 40 cards too", "И в авторской колоде нужно 40 карт"),
            default=False,
        ),
        Choice(
            key="deck_lists",
            kind="one_of",
            title=Text("Who may see the decks", "Кто видит колоды"),
            values={
                "after": Text("everybody, after the match", "все, после партии"),
                "open": Text("everybody, from the start", "все, с самого начала"),
                "closed": Text("nobody but the owner", "никто, кроме хозяина"),
            },
            default="after",
            modes=VERSUS,
        ),
        Choice(
            key="time_limit",
            kind="yes_no",
            title=Text("The match may end by time", "Партия может закончиться по времени"),
            default=False,
            modes=VERSUS,
        ),
        Choice(
            key="difficulty",
            kind="one_of",
            title=Text("Wound limits of the opponents", "Пределы ран противников"),
            values={
                "standard": Text("by their number", "по их числу"),
                "custom": Text("as we like", "по нашему выбору"),
            },
            default="standard",
            modes=("solo",),
        ),
        Choice(
            key="fallen_lord",
            kind="yes_no",
            title=Text("With the fallen lord", "С павшим господином"),
            default=False,
            modes=("horde",),
        ),
        Choice(
            key="edition",
            kind="edition",
            title=Text("Imported edition", "Загруженное издание"),
            unset=Text("none", "нет"),
            note=Text(
                "None: players tell what their cards say.", "Нет: что написано на картах, говорят игроки."
            ),
            levels=("full",),
        ),
        Choice(
            key="layout",
            kind="one_of",
            title=Text("Board of the battlefield", "Поле боя на экране"),
            note=Text(
                "Ours is made up by this program; hexes that you type below count instead.",
                "Наше поле придумано этой программой; клетки, введённые ниже, заменяют его.",
            ),
            values={
                "own": Text("ours, where a battlefield is named", "наше, если поле боя названо"),
                "none": Text("none: any hex can be named", "никакого: годится любая клетка"),
            },
            default="own",
            levels=("full",),
            modes=(*VERSUS, "solo"),
        ),
        Choice(
            key="board",
            kind="hexes",
            title=Text("Hexes of the board", "Гексы поля"),
            note=Text("Empty: the log does not know the board.", "Пусто: журнал не знает поля."),
            levels=("full",),
        ),
        Choice(
            key="starts",
            kind="hexes",
            title=Text("Start hexes", "Стартовые гексы"),
            note=Text("Empty: anywhere.", "Пусто: где угодно."),
            levels=("full",),
            modes=(*VERSUS, "solo"),
        ),
        Choice(
            key="terrain_profile",
            kind="one_of",
            title=Text("What the icons of terrain mean", "Что значат значки местности"),
            values={
                "assumed-1": Text("as the project reads them", "как их читает проект"),
                "unknown": Text("unknown: only markers are counted", "неизвестно: считаются только фишки"),
            },
            default="assumed-1",
            levels=("full",),
        ),
    ),
)

Sample = Callable[[Sequence[str], int], list[str]]


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
    chosen = {name: options[name] for name in CHOICES if options.get(name) is not None}
    own = OWN_BOARDS.get(scenario or "") if options.get("layout") == "own" else None
    if own is not None and options.get("detail") == "full" and not chosen.get("board"):
        chosen = {"starts": own.starts, **chosen, "board": own.hexes}
    if "cards" in chosen:
        chosen["cards"] = msgspec.to_builtins(definitions(chosen["cards"]))
    told = {
        "mode": mode,
        "format": "competitive",
        "time_limit": True,
        **chosen,
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
