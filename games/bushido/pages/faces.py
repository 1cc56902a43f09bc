"""What the pages may say of a match of Bushido besides its events: names, what may be chosen, secrets, the table.

Called through the game's descriptor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.bushido.full.common import table
from games.bushido.full.dice_due import dice_due
from games.bushido.full.feats.craft import feat_of, reach_of
from games.bushido.full.fighting.unreached import WITH_A_WAY
from games.bushido.full.legal.next_cards import is_asked, marker_step
from games.bushido.full.move import FACTOR, move_of
from games.bushido.full.place import LEAST_PIECES
from games.bushido.full.steps import now as due
from games.bushido.pages.sentences import told
from games.bushido.pages.standing import place, standing
from games.bushido.pages.tallies import on_table
from games.bushido.pages.taps import taps
from games.bushido.roster.ready import FACTION_NAME, ready, told_name
from games.bushido.sample import FACTION
from games.bushido.scenarios import ENEMY_OF_BOTH, FRIENDLY_TO_BOTH, NEUTRAL, PLACES, SCENARIOS, last_turns
from games.bushido.state import BusState, Fighter, facts_of, models_in_play, objectives_left
from games.faces import Faces, Fact, Held, Tally
from games.lines import Line
from games.rulebook import Text
from games.ruleset import DRAW, Cards, NextEvent

LETTERS = {"a": Text("A", "А"), "b": Text("B", "Б")}


def named(state: BusState) -> dict[str, Text]:
    """The scenarios, the models of this match, `Kaihime (A)`, their cards, and the themes of the warbands."""
    found = {**PLACES, **{key: one.name for key, one in SCENARIOS.items()}}
    if state.own is not None and state.scenario is not None:
        places = (*state.own.objectives, *state.own.zones)
        found |= {key: Text(_plain(key), _plain(key)) for key in places if key not in PLACES}
        found[state.scenario] = state.own.name
    for key, one in state.models.items():
        name = _called(state, one)
        side = LETTERS.get(one.side, Text(one.side, one.side))
        found.setdefault(one.facts.id, name)
        found[key] = Text(f"{name.en} ({side.en})", f"{name.ru} ({side.ru})")
    for card in (one.facts.card for one in state.models.values()):
        if card:  # a model that is called as its card keeps its own name
            found.setdefault(card, Text(_plain(card), _plain(card)))
    for warband in state.sides.values():
        if warband.theme:
            own = told_name(warband.theme) if warband.faction == FACTION else None
            found.setdefault(warband.theme, own or Text(_plain(warband.theme), _plain(warband.theme)))
    if any(side.faction == FACTION for side in state.sides.values()):
        found[FACTION] = FACTION_NAME
    return found


def _called(state: BusState, one: Fighter) -> Text:
    """A model by its name: that of the invented cards in a ready-made warband, else its id as it was written."""
    plain = _plain(one.facts.id)
    if one.side in state.sides and state.sides[one.side].faction == FACTION:
        _card, _dash, number = one.facts.id.partition("-")
        return told_name(one.facts.card, number) or Text(plain, plain)
    return Text(plain, plain)


def _plain(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def domains(state: BusState) -> dict[str, tuple[Any, ...]]:
    """The values that the fields of an event can have in this match."""
    sides = tuple(state.sides)
    objectives = tuple(objectives_left(state))
    awards = tuple(award.id for award in facts_of(state).awards) if state.scenario else ()
    models = tuple(state.models)
    return {
        "first_side": sides,
        "by_side": sides,
        "near": sides,
        "winner": (*sides, DRAW),
        "model": models,
        "casualties.model": models_in_play(state),
        "arrivals.model": tuple(name for name, one in state.models.items() if one.place != "battlefield"),
        "by": models,
        "objective": objectives,
        "zone": tuple(state.zones),
        "zones": (),
        "controller": sides,
        "alignment": (NEUTRAL, *sides, ENEMY_OF_BOTH, FRIENDLY_TO_BOTH),
        "alignment.*": objectives,
        "award": awards,
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


COUNTED = ("pass_tokens", "awards", "sp_after", "vp_after")
"""What the rules count of a recorded turn."""


def options(state: BusState, told: NextEvent) -> Mapping[str, tuple[Any, ...]]:
    """Nobody fills in what the rules count. Turn by turn a model needs its name and its rice; what stands on its card
    besides comes with a list.
    """
    if told.type == "turn_recorded":
        return dict.fromkeys(COUNTED, ())
    if told.type != "warband_registered" or state.full is not None:
        return {}
    return {
        f"models.{name}": () for name in ("card", "unique", "animal", "insignificant", "flank", "disguise")
    }


def starts(state: BusState, told: NextEvent) -> Mapping[str, Any]:
    """The table is drawn from side A; whoever sits otherwise chooses the other one. A warband comes onto the table
    whole, but for those who may come from a flank. Most matches are played to the first turn that can be the last."""
    if told.type == "models_deployed" and told.choices.get("scout") != (True,):
        return {"models": [name for name in told.choices["models"] if not state.models[name].facts.flank]}
    if told.type == "match_result_recorded" and (turns := last_turns(facts_of(state))):
        return {"last_turn": turns[0]}
    return {"near": next(iter(state.sides), "")} if told.type == "objectives_placed" else {}


def needs(state: BusState, told: NextEvent) -> Iterator[str]:
    """BUS-TOUR-14: the scenario points, where the event ranks by them."""
    if told.type == "match_result_recorded" and state.whole_result:
        yield "sp"


def tells(state: BusState, told: NextEvent) -> Iterator[Line]:
    """BUS-SETUP-06: how many pieces of terrain lie on the table, and from how many on a side may stop. BUS-ACT-13, -24:
    how far a Charge or a Melee action goes, and what becomes of it without contact. BUS-KI-07: how far a feat reaches.
    """
    if told.type == "terrain_placed" and due(state) == "terrain":
        yield Line("terrain_lies", {"count": str(len(table(state).terrain)), "least": str(LEAST_PIECES)})
    if told.type == "ki_feat_used" and due(state) == "feat":
        reach = reach_of(feat_of(state, told.choices["model"][0], told.choices["feat"][0]))
        if reach is not None:
            yield Line("feat_reach", {"inches": str(reach)})
    if told.type == "model_moved" and due(state) in WITH_A_WAY:
        yield from _way(state, due(state), told.choices["model"][0])


def _way(state: BusState, attack: str, model: str) -> Iterator[Line]:
    """By the reference nobody declares a Charge that falls short (13-01)."""
    there = attack == "charge" and state.edition == "reference"
    most = move_of(state, model).value * FACTOR[attack]
    yield Line("charge_ends_there" if there else f"{attack}_goes", {"inches": f"{most:g}" if most else ""})


def step(state: BusState, told: NextEvent) -> str:
    """An action that is for several has a step of its own: what one field of it offers fits no other action."""
    if told.type == "match_ended" and told.choices["reason"] == ("conceded",):
        return "concede"
    if told.type == "action_declared" and "x" in told.limits:
        return "feat_paid~" + re.sub(r"\W+", "-", str(told.choices["feat"][0]))
    if told.type == "action_declared" and told.choices.get("nominees"):
        return str(told.choices["action"][0])
    if told.type == "action_declared" and told.choices.get("leaves"):
        return "heal"
    if told.type == "action_declared" and told.choices.get("also"):
        return f"split_{told.choices['action'][0]}"
    if told.type == "trait_used":
        trait = str(told.choices["trait"][0])
        return of_one(f"gift_{trait}" if trait in ASKED else "gift", told, "trait")
    if told.type == "ki_feat_used" and len(told.choices.get("feat", ())) == 1 and "cost" not in told.choices:
        return of_one("feat" if "x" in told.choices else "feat_x", told, "feat")
    if told.type == "marker_changed":
        return marker_step(state, told)
    if told.type == "card_fact_stated" and not is_asked(state, told):
        return "more_facts"
    return "pack" if told.type == "model_activated" and told.choices.get("mates") else ""


ASKED = ("channel", "leech", "cultist", "orochi", "cavalry", "booted")
"""Traits of which a number has to be told."""


def of_one(step: str, told: NextEvent, field: str) -> str:
    """The step of what one model can do: a step of the words, and which."""
    whose = re.sub(r"\W+", "-", f"{told.choices['model'][0]} {told.choices[field][0]}")
    return f"{step}~{whose}"


def fills(state: BusState, told: NextEvent) -> Mapping[str, Any]:
    """Who was named first is not named again among the others; of a Split Attack only whom it goes for is out of
    reach."""
    first = {"also": "target", "leaves": "target", "mates": "model"}
    field = next((name for name in first if told.choices.get(name)), None)
    if field is None:
        return {}
    found: dict[str, Any] = {
        field: lambda data: [name for name in data.get(field, ()) if name != data.get(first[field])]
    }
    if field == "also" and told.choices.get("beyond"):
        found["beyond"] = _unreached
    return found


def _unreached(data: Mapping[str, Any]) -> list[str]:
    named = (data.get("target"), *data.get("also", ()))
    return [name for name in data.get("beyond", ()) if name in named]


def now(state: BusState) -> Text | None:
    """Where the match stands."""
    return standing(state, named(state))


FACES = Faces(
    named=named,
    told=told,
    domains=domains,
    held=held,
    facts=facts,
    tallies=tallies,
    wanted=wanted,
    place=place,
    now=now,
    rolls=dice_due,
    ready=ready,
    taps=taps,
    options=options,
    needs=needs,
    starts=starts,
    tells=tells,
    step=step,
    fills=fills,
)
