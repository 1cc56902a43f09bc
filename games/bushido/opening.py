"""The first events of a match that a tournament opens, and of a warband that is brought along.

Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.bushido.events import MatchCreated, Model, ScenarioSelected, WarbandRegistered
from games.bushido.roster.body import Body, Recruit
from games.choices import Choice, Mode, Tables
from games.rulebook import Text
from games.ruleset import Cards, Event, Roster

CHOICES = ("detail", "rice_limit", "edition", "player_clock")
"""What an event's organisers may choose for all of its matches, besides `deployment` and `vim` of the scenario."""

TABLES = Tables(
    name=Text("Bushido: Risen Sun", "Бусидо: Взошедшее Солнце"),
    modes=(Mode(key="duel", name=Text("two players", "два игрока"), sides=("a", "b")),),
    no_scenario=Text("it is decided at the table", "решат за столом"),
    also=("detail",),
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
    ),
)

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
    if scenario is not None:
        also = {name: options[name] for name in ("deployment", "vim") if options.get(name) is not None}
        told = {"type": "scenario_selected", "scenario": scenario, "method": "organiser", **also}
        events.append(msgspec.convert(told, ScenarioSelected))
    return tuple(events)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """A staff event: the warband of a locked list, with what the imported edition tells of its models.

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    told = body.played or body
    models = tuple(model for one in told.models for model in _models(one, cards))
    return (WarbandRegistered(player=player, faction=told.faction, theme=told.theme, models=models),)


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
