"""The first events of a match that a tournament opens, and of a warband that is brought along.

What may be chosen stands in `opening.toml`. Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.bushido.cards import card_of
from games.bushido.events import MatchCreated, Model, ScenarioSelected, SpecialTaken, WarbandRegistered
from games.bushido.full.printed import parsed
from games.bushido.profiles import Profile
from games.bushido.roster.body import Body, Recruit, Taken, Terms, Warband
from games.bushido.roster.keywords import same
from games.bushido.scenarios import SCENARIOS
from games.catalogue import load
from games.choices import Sample, Tables, chosen
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

TABLES = load(Path(__file__).parent / "opening.toml", Tables)


def at_event(body: dict[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A list under the terms of an event, which win over its own (BUS-ROSTER-01, BUS-TOUR-23 to -26, -31)."""
    known = {field.name for field in msgspec.structs.fields(Terms)}
    terms = {name: value for name, value in options.items() if name in known and value is not None}
    return {**body, "terms": {**body.get("terms", {}), **terms}} if terms else body


def open_table(
    sides: dict[str, tuple[str, ...]], scenario: str | None, options: dict[str, Any], sample: Sample
) -> tuple[Event, ...]:
    """Staff events: the match, and its scenario with the choices that it leaves, if one is named (BUS-SETUP-02).

    Raises `msgspec.ValidationError` for options that cannot be.
    """
    created = {"type": "match_created", "sides": sides, **chosen(options, CHOICES)}
    events: list[Event] = [msgspec.convert(created, MatchCreated)]
    if scenario is not None and scenario not in SCENARIOS:
        raise msgspec.ValidationError(f"scenario: {scenario!r} is none of those that are published")
    own = options.get("own_scenario") if scenario is None else None
    if scenario is not None or own is not None:
        told: dict[str, Any] = {"scenario": scenario or OWN, "method": "organiser", "own": own}
        told |= chosen(options, ("deployment", "vim"))
        events.append(msgspec.convert({"type": "scenario_selected", **told}, ScenarioSelected))
    return tuple(events)


def bring_list(player: str, roster: Roster, cards: Cards) -> tuple[Event, ...]:
    """A staff event: the warband of a locked list, with what the imported edition tells of its models.

    Raises `msgspec.ValidationError` for a body of another form.
    """
    body = msgspec.convert(roster.body, Body)
    told, cards = body.played or body, body.known(cards)
    models = tuple(model for one in _recruits(told, cards) for model in _models(one, cards))
    return (
        WarbandRegistered(
            player=player,
            faction=told.faction,
            theme=told.theme,
            list_vim=_list_vim(told, cards),
            models=models,
            sheets=_sheets(models, cards),
            specials=tuple(_specials(told, cards)),
        ),
    )


def _sheets(models: tuple[Model, ...], cards: Cards) -> dict[str, Profile]:
    """The profile cards of a warband and of those that may come during play, as far as the edition has them; for
    matches at full detail."""
    named = [model.card for model in models if model.card is not None]
    later = [
        one
        for name in named
        for one in (*(cards.get(name, {}).get("summons") or ()), *_forms_of(name, cards))
    ]
    known = dict.fromkeys(name for name in (*named, *later) if name in cards)
    read = {name: card_of(cards[name]) for name in known}
    return {name: one for name, one in read.items() if isinstance(one, Profile)}


def _recruits(told: Warband, cards: Cards) -> list[Recruit]:
    """BUS-ROSTER-21: every recruit once. Of cards that are the same model the first starts the game, with what was
    bought for the others; they stay off the table until an effect brings them."""
    found: list[Recruit] = []
    for each in told.models:
        one = Recruit(each) if isinstance(each, str) else each
        place = next((place for place, other in enumerate(found) if _forms(one, other, cards)), None)
        if place is None:
            found.append(one)
        else:
            first = found[place]
            found[place] = Recruit(first.profile, first.count, (*first.enhancements, *one.enhancements))
    return found


def _list_vim(told: Warband, cards: Cards) -> str | None:
    """The model that the list names as its VIM; all forms of it are (BUS-VIM-08)."""
    if told.vim is None:
        return None
    vim = Recruit(told.vim)
    named = (one for one in _recruits(told, cards) if one.profile == vim.profile or _forms(one, vim, cards))
    return next((one.profile for one in named), None)


def _forms_of(card: str, cards: Cards) -> Iterator[str]:
    """BUS-VIM-08: the other cards of a model, whichever of two names the other."""
    own = cards.get(card, {}).get("same_model_as") or ()
    yield from own
    yield from (
        name for name, row in cards.items() if name not in own and card in (row.get("same_model_as") or ())
    )


def _forms(one: Recruit, other: Recruit, cards: Cards) -> bool:
    """Whether two different cards are declared the same model."""
    ours, theirs = (cards.get(each.profile, {}).get("same_model_as") or () for each in (one, other))
    return one.profile != other.profile and (other.profile in ours or one.profile in theirs)


def _specials(told: Warband, cards: Cards) -> Iterator[SpecialTaken]:
    """Its events, terrain and communal cards, and the enhancements with the model that has them."""
    for one in told.cards:
        copies = Taken(one) if isinstance(one, str) else one
        yield SpecialTaken(
            card=copies.card, count=copies.count, **_special(cards.get(copies.card, {}), "event")
        )
    for recruit in _recruits(told, cards):
        for taken in recruit.enhancements:
            card, model = (taken, None) if isinstance(taken, str) else (taken.card, taken.model)
            row = cards.get(card, {})
            numbers = range(1, max(1, recruit.count) + 1) if row.get("serves") == "all" else (model or 1,)
            on, *others = (_id_of(recruit.profile, number) for number in numbers)
            yield SpecialTaken(card=card, on=on, also_on=tuple(others), **_special(row, "enhancement"))


def _special(row: Mapping[str, Any], kind: Any) -> dict[str, Any]:
    kept = {name: bool(row.get(name)) for name in ("trap", "equipment")}
    return {"kind": row.get("kind", kind), **kept}


def _models(told: str | Recruit, cards: Cards) -> Iterator[Model]:
    """Every model of a profile card: `id` alone for one, `id`, `id-2` and so on for several."""
    recruit = Recruit(told) if isinstance(told, str) else told
    row = cards.get(recruit.profile, {})
    facts = _facts(row)
    if facts["rice"] is None:  # BUS-ZONE-04: whichever form has a price
        others = (_facts(cards.get(name, {}))["rice"] for name in _forms_of(recruit.profile, cards))
        facts["rice"] = next((rice for rice in others if rice is not None), None)
    for number in range(1, recruit.count + 1):
        yield Model(id=_id_of(recruit.profile, number), card=recruit.profile, **facts)


def _id_of(profile: str, number: int) -> str:
    """The ID of one of the models of a profile card in its warband."""
    return profile if number == 1 else f"{profile}-{number}"


def _facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the match needs of a profile; None where the edition does not say."""
    rice = (row.get("cost") or {}).get("value")
    return {
        "rice": rice if isinstance(rice, int) else None,
        "unique": row.get("unique"),
        "animal": _has(row.get("types"), "animal"),
        "insignificant": _has(_named(row.get("traits")), "insignificant"),
        "flank": _has(_named(row.get("traits")), "flank"),
        "disguise": _has(_named(row.get("traits")), "disguise"),
    }


def _named(traits: Sequence[str] | None) -> list[str] | None:
    """Traits without their keywords and numbers, by the names that they have here."""
    return None if traits is None else [parsed(one).name for one in traits]


def _has(words: Sequence[str] | None, word: str) -> bool | None:
    """Whether a keyword stands in the list."""
    return None if words is None else any(same(one, word) for one in words)
