"""What the pages may say of a match of Bushido besides its events: names, what may be chosen, secrets, the table.

Called through the game's descriptor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.bushido.full.due import dice_due
from games.bushido.scenarios import ENEMY_OF_BOTH, FRIENDLY_TO_BOTH, NEUTRAL, SCENARIOS
from games.bushido.standing import place, standing
from games.bushido.state import BusState, facts_of
from games.bushido.tallies import on_table
from games.rulebook import Text
from games.ruleset import DRAW, Cards
from games.system import Faces, Fact, Held, Tally

PLACES = {
    "near_left": Text("near left", "ближняя левая"),
    "near_right": Text("near right", "ближняя правая"),
    "neutral_left": Text("middle left", "средняя левая"),
    "neutral_right": Text("middle right", "средняя правая"),
    "far_left": Text("far left", "дальняя левая"),
    "far_right": Text("far right", "дальняя правая"),
    "left": Text("left", "левая"),
    "centre": Text("centre", "центральная"),
    "right": Text("right", "правая"),
    "near": Text("near", "ближняя"),
    "far": Text("far", "дальняя"),
}
"""The objectives and zones of every layout, as the near side sees them."""
LETTERS = {"a": Text("A", "А"), "b": Text("B", "Б")}


def named(state: BusState) -> dict[str, Text]:
    """The scenarios, the models of this match, `Kaihime (A)`, and their cards."""
    found = {**PLACES, **{key: one.name for key, one in SCENARIOS.items()}}
    if state.own is not None and state.scenario is not None:
        places = (*state.own.objectives, *state.own.zones)
        found |= {key: Text(_plain(key), _plain(key)) for key in places if key not in PLACES}
        found[state.scenario] = state.own.name
    for key, one in state.models.items():
        name = _plain(one.facts.id)
        side = LETTERS.get(one.side, Text(one.side, one.side))
        if one.facts.card:
            found.setdefault(one.facts.card, Text(_plain(one.facts.card), _plain(one.facts.card)))
        found.setdefault(one.facts.id, Text(name, name))
        found[key] = Text(f"{name} ({side.en})", f"{name} ({side.ru})")
    return found


def _plain(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def domains(state: BusState) -> dict[str, tuple[Any, ...]]:
    """The values that the fields of an event can have in this match."""
    sides = tuple(state.sides)
    objectives = tuple(name for name, one in state.objectives.items() if one.removed is None)
    awards = tuple(award.id for award in facts_of(state).awards) if state.scenario else ()
    models = tuple(state.models)
    return {
        "first_side": sides,
        "by_side": sides,
        "near": sides,
        "winner": (*sides, DRAW),
        "model": models,
        "casualties.model": tuple(name for name, one in state.models.items() if one.place != "out"),
        "arrivals.model": tuple(name for name, one in state.models.items() if one.place != "battlefield"),
        "by": models,
        "objective": objectives,
        "zone": tuple(state.zones),
        "zones": (),
        "controller": sides,
        "alignment": (NEUTRAL, *sides, ENEMY_OF_BOTH, FRIENDLY_TO_BOTH),
        "alignment.*": objectives,
        "award": awards,
        "awards": sides,
        "awards.*": awards,
    }


def held(state: BusState) -> Iterator[Held]:
    """VIM and flank plans that the other side may not know yet."""
    for side, vim in state.vims.items():
        if vim.model and not vim.revealed and side in state.sides:
            yield from (
                Held(player=player, field="vim_model", values=(vim.model,))
                for player in state.sides[side].players
            )
    for model, plan in state.plans.items():
        if plan.turn is not None and not plan.revealed:
            told = (model, str(plan.turn), plan.edge or "")
            yield from (
                Held(player=player, field="plan", values=told) for player in state.sides[plan.side].players
            )


def facts(state: BusState) -> Iterator[Fact]:
    """The scenario; of each side its faction, its theme and its scenario points."""
    if state.scenario:
        yield Fact(field="scenario", values=(state.scenario,))
    for name, side in state.sides.items():
        yield Fact(field="faction", values=(side.faction,) if side.faction else (), side=name)
        yield Fact(field="sp", values=(str(side.sp),) if state.turn else (), side=name)


def tallies(state: BusState) -> Iterator[Tally]:
    """Whose the objectives and zones are, and how the models fare."""
    yield from on_table(state, named(state), PLACES)


def wanted(cards: Cards) -> Mapping[str, Mapping[str, Text]]:
    """What a warband can hold, out of an imported edition: profiles, enhancements, cards, factions, themes."""
    kinds: dict[str, dict[str, Text]] = {}
    factions: dict[str, Text] = {}
    for id_, card in cards.items():
        name = str(card.get("name") or id_)
        kinds.setdefault(str(card.get("kind", "profile")), {})[id_] = Text(
            name, str(card.get("name_ru") or name)
        )
        if card.get("faction"):
            factions[str(card["faction"])] = Text(str(card["faction"]), str(card["faction"]))
    found = {
        "faction": factions,
        "profile": kinds.get("profile", {}),
        "enhancements": kinds.get("enhancement", {}),
        "theme": kinds.get("theme", {}),
        "vim": kinds.get("profile", {}),
        "card": {**kinds.get("event", {}), **kinds.get("terrain", {}), **kinds.get("communal", {})},
    }
    return {field: own for field, own in found.items() if own}


def now(state: BusState) -> Text | None:
    """Where the match stands."""
    return standing(state, named(state))


FACES = Faces(
    named=named,
    domains=domains,
    held=held,
    facts=facts,
    tallies=tallies,
    wanted=wanted,
    place=place,
    now=now,
    rolls=dice_due,
)
