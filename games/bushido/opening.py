"""The first events of a match that a tournament opens, and of a warband that is brought along.

Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.bushido.cards import card_of
from games.bushido.events import MatchCreated, Model, ScenarioSelected, SpecialTaken, WarbandRegistered
from games.bushido.profiles import Profile
from games.bushido.roster.body import Body, Recruit, Taken, Terms, Warband
from games.choices import Choice, Mode, Tables
from games.rulebook import Text
from games.ruleset import Cards, Event, Roster

CHOICES = (
    "detail",
    "rice_limit",
    "edition",
    "player_clock",
    "whole_result",
    "setup",
    "terrain",
    "terrain_rules",
    "terrain_gap_3",
)
"""What an event's organisers may choose for all of its matches, besides `deployment` and `vim` of the scenario."""
OWN = "own"
"""The key of a scenario that organisers wrote: `own_scenario` has all of it, where no published one is named."""

TABLES = Tables(
    name=Text("Bushido: Risen Sun", "Бусидо: Взошедшее Солнце"),
    modes=(Mode(key="duel", name=Text("two players", "два игрока"), sides=("a", "b")),),
    no_scenario=Text("it is decided at the table", "решат за столом"),
    also=("detail", "size", "decks", "scenario", "sideboard_rice", "vim_rice", "own_scenario"),
    levels=("turns", "summary", "full"),
    choices=(
        Choice(
            key="rice_limit",
            kind="number",
            title=Text("Rice limit", "Лимит стоимости"),
            low=1,
            high=999,
            default=100,
        ),
        Choice(
            key="lists",
            kind="one_of",
            title=Text("Lists of a player", "Списки игрока"),
            values={
                "one": Text("one", "один"),
                "two": Text("two of one faction", "два одной фракции"),
                "sideboard": Text("one with a sideboard", "один с запасом карт"),
                "open": Text("open: only the faction is declared", "открытый: объявляют только фракцию"),
            },
            default="one",
            events=True,
        ),
        Choice(
            key="themes",
            kind="one_of",
            title=Text("Themes", "Темы"),
            values={
                "free": Text("as the player likes", "по желанию игрока"),
                "compulsory": Text("every warband has one", "у каждого отряда"),
                "prohibited": Text("none", "без тем"),
                "hired_swords": Text(
                    "one Ronin may fight against the theme", "один ронин может быть вопреки теме"
                ),
            },
            default="free",
            events=True,
        ),
        Choice(
            key="unreleased",
            kind="yes_no",
            title=Text("Unreleased models are allowed", "Ещё не вышедшие модели разрешены"),
            default=False,
            events=True,
        ),
        Choice(
            key="edition",
            kind="one_of",
            title=Text("Reading of the rules", "Прочтение правил"),
            values={
                "book": Text("as in the rulebook", "как в книге правил"),
                "reference": Text(
                    "as in the publisher's later reference", "как в позднем справочнике издателя"
                ),
            },
            default="book",
        ),
        Choice(
            key="deployment",
            kind="one_of",
            title=Text("Deployment", "Выставление"),
            values={
                "baseline": Text("baseline", "базовая линия"),
                "corner_square": Text("corner square", "угловой квадрат"),
                "corner_edge": Text("corner edge", "угол вдоль края"),
            },
            unset=Text("as the scenario says, or at the table", "как велит сценарий или решат за столом"),
        ),
        Choice(
            key="vim",
            kind="one_of",
            title=Text("VIM, in a scenario with a choice", "VIM, если сценарий даёт выбор"),
            values={
                "open": Text("open", "открытые"),
                "hidden": Text("hidden", "скрытые"),
                "nominated": Text("nominated by the opponent", "назначает соперник"),
            },
            unset=Text("as the scenario says", "как велит сценарий"),
        ),
        Choice(
            key="player_clock",
            kind="yes_no",
            title=Text("Each player has a clock", "У каждого игрока свои часы"),
            default=False,
        ),
        Choice(
            key="whole_result",
            kind="yes_no",
            title=Text(
                "A result tells scenario points and fallen VIM too",
                "В результате указывают и очки сценария, и гибель VIM",
            ),
            default=False,
            levels=("summary",),
        ),
        Choice(
            key="terrain",
            kind="one_of",
            title=Text("Terrain", "Местность"),
            values={
                "organiser": Text("lies on the table already", "уже стоит на столе"),
                "players": Text("placed by the players", "ставят игроки"),
            },
            default="organiser",
            levels=("full",),
        ),
        Choice(
            key="setup",
            kind="one_of",
            title=Text("Set-up", "Расстановка"),
            values={
                "book": Text("as in the book", "как в книге"),
                "event": Text("as at events", "как на мероприятиях"),
            },
            default="book",
            levels=("full",),
        ),
        Choice(
            key="terrain_rules",
            kind="one_of",
            title=Text("Rules for terrain", "Правила местности"),
            values={
                "book": Text("as in the book", "как в книге"),
                "event": Text("as at events", "как на мероприятиях"),
            },
            default="book",
            levels=("full",),
        ),
        Choice(
            key="terrain_gap_3",
            kind="yes_no",
            title=Text("3 inches between pieces of terrain", "3 дюйма между элементами местности"),
            default=False,
            levels=("full",),
        ),
    ),
)


def at_event(body: dict[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A list under the terms of an event, which win over its own (BUS-ROSTER-01, BUS-TOUR-23 to -26, -31)."""
    known = {field.name for field in msgspec.structs.fields(Terms)}
    terms = {name: value for name, value in options.items() if name in known and value is not None}
    return {**body, "terms": {**body.get("terms", {}), **terms}} if terms else body


Sample = Callable[[Sequence[str], int], list[str]]


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events: the match, and its scenario with the choices that it leaves, if one is named (BUS-SETUP-02).

    Raises `msgspec.ValidationError` for options that cannot be.
    """
    chosen = {name: options[name] for name in CHOICES if options.get(name) is not None}
    created = {"type": "match_created", "sides": sides, **chosen}
    events: list[Event] = [msgspec.convert(created, MatchCreated)]
    own = options.get("own_scenario") if scenario is None else None
    if scenario is not None or own is not None:
        told: dict[str, Any] = {"scenario": scenario or OWN, "method": "organiser", "own": own}
        told |= {name: options[name] for name in ("deployment", "vim") if options.get(name) is not None}
        events.append(msgspec.convert({"type": "scenario_selected", **told}, ScenarioSelected))
    return tuple(events)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """A staff event: the warband of a locked list, with what the imported edition tells of its models.

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    told, cards = body.played or body, body.known(cards)
    models = tuple(model for one in told.models for model in _models(one, cards))
    return (
        WarbandRegistered(
            player=player,
            faction=told.faction,
            theme=told.theme,
            list_vim=told.vim if told.vim in {model.id for model in models} else None,
            models=models,
            sheets=_sheets(models, cards),
            specials=tuple(_specials(told, cards)),
        ),
    )


def _sheets(models: tuple[Model, ...], cards: Cards) -> dict[str, Profile]:
    """The profile cards of a warband and of those that may come during play, as far as the edition has them; for
    matches at full detail."""
    named = [model.card for model in models if model.card is not None]
    rows = [cards.get(name, {}) for name in named]
    later = [one for row in rows for key in ("summons", "same_model_as") for one in row.get(key) or ()]
    known = dict.fromkeys(name for name in (*named, *later) if name in cards)
    read = {name: card_of(cards[name]) for name in known}
    return {name: one for name, one in read.items() if isinstance(one, Profile)}


def _specials(told: Warband, cards: Cards) -> Iterator[SpecialTaken]:
    """Its events, terrain and communal cards, and the enhancements with the model that has them."""
    for one in told.cards:
        copies = Taken(one) if isinstance(one, str) else one
        yield SpecialTaken(
            card=copies.card, count=copies.count, **_special(cards.get(copies.card, {}), "event")
        )
    for each in told.models:
        recruit = Recruit(each) if isinstance(each, str) else each
        for taken in recruit.enhancements:
            card, model = (taken, None) if isinstance(taken, str) else (taken.card, taken.model)
            on = recruit.profile if model in (None, 1) else f"{recruit.profile}-{model}"
            yield SpecialTaken(card=card, on=on, **_special(cards.get(card, {}), "enhancement"))


def _special(row: Mapping[str, Any], kind: Any) -> dict[str, Any]:
    kept = {name: bool(row.get(name)) for name in ("trap", "equipment")}
    return {"kind": row.get("kind", kind), **kept}


def _models(told: str | Recruit, cards: Cards) -> Iterator[Model]:
    """Every model of a profile card: `id` alone for one, `id`, `id-2` and so on for several."""
    recruit = Recruit(told) if isinstance(told, str) else told
    facts = _facts(cards.get(recruit.profile, {}))
    for number in range(1, recruit.count + 1):
        name = recruit.profile if number == 1 else f"{recruit.profile}-{number}"
        yield Model(id=name, card=recruit.profile, **facts)


def _facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the match needs of a profile; None where the edition does not say."""
    rice = (row.get("cost") or {}).get("value")
    return {
        "rice": rice if isinstance(rice, int) else None,
        "unique": row.get("unique"),
        "animal": _has(row.get("types"), "animal"),
        "insignificant": _has(row.get("traits"), "insignificant"),
        "flank": _has(row.get("traits"), "flank"),
        "disguise": _has(row.get("traits"), "disguise"),
    }


def _has(words: Sequence[str] | None, word: str) -> bool | None:
    """Whether a keyword stands in the list; a number after it does not matter."""
    return None if words is None else any(one.casefold().split("(")[0].strip() == word for one in words)
