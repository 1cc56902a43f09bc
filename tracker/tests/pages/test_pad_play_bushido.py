"""Bushido through its pads by chance: nothing that is offered is refused, and matches come to a confirmed end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client

from games.bushido.full.dice_due import dice_due
from games.bushido.full.steps import lacking_facts
from games.bushido.sample import FACTION, OWN_SCENARIO
from games.bushido.system import SYSTEM
from games.ruleset import RuleViolation
from games.tests.rounds import quick_first
from tracker import commands
from tracker.pages.core import answers
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.pad_play import Form, Habits, PadPlay

pytestmark = pytest.mark.django_db(transaction=True)
VIM = {"ichi_no_riten": {"vim": "open"}, "vigil": {"vim": "open"}}
IDLE = frozenset({"contest", "match_ended", "concede", "flank_plan_recorded", "flank_revealed"})
BOOK = SYSTEM.words
EARLY = ("more_facts",)
"""What a card says before the match asks for it: here it is always asked for."""
MARKERS = tuple(key for key in BOOK.steps if key.startswith("marker_"))
"""Steps of their own of an event that is among the texts."""
TEXTS = tuple(key for key, one in BOOK.events.items() if one.rare and key != "melee_exchange_started")
"""What a table says only when a card does something."""


def own(scenario: str) -> dict[str, Any]:
    """The whole of a scenario that nobody published."""
    return {} if scenario in SYSTEM.scenarios else {"own": msgspec.to_builtins(OWN_SCENARIO)}


def seated(scenario: str | None, detail: str, seed: int) -> PadPlay:
    """A table of Anna and Boris with everything still to do."""
    people = {
        side: commands.create_player(organiser(), name=name) for side, name in (("a", "Anna"), ("b", "Boris"))
    }
    sides = {side: (str(player.id),) for side, player in people.items()}
    opened = {"sides": sides, "detail": detail, "terrain": "organiser"}
    events: list[dict[str, Any]] = [{"type": "match_created", "data": opened}]
    if scenario:
        events.append(
            {
                "type": "scenario_selected",
                "data": {
                    "scenario": scenario,
                    "method": "organiser",
                    **VIM.get(scenario, {}),
                    **own(scenario),
                },
            }
        )
    match = commands.create_match(organiser(), system="bushido", events=events)
    phones = [Phone(player) for player in people.values()]
    weights = dict.fromkeys(
        ("match_ended", "concede", "contest", "flank_plan_recorded", *TEXTS, *EARLY, *MARKERS), 0.0
    )
    habits = Habits(weights=weights, idle=IDLE, fill=fill)
    return PadPlay(match, phones, Random(f"{scenario}-{seed}"), habits)


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the players tell of their warbands and of the table."""
    if form.step == "warband_registered":
        return {"told-faction": "Temple of Ro-Kan", "told-theme": "", **warband(form)}
    if form.step == "turn_recorded":
        return turn(form, play)
    if form.step == "match_result_recorded":
        wanted = {"told-last_turn": "6", "told-vp.a": "2", "told-vp.b": "1", "told-reason": "0"}
        return {name: wanted.get(name, "") for name in form.own()}
    return action(form, play) if form.step in DICE or form.step in TOLD else {}


DICE = ("tactical_test_rolled", "test_rolled", "melee_rolled", "damage_rolled", "ranged_attack_rolled")
"""Steps that tell dice."""
BLANK = ("told-dice", "told-attack", "told-def", "told-rerolls", "told-set_dice")
"""What nobody fills in whose dice the server rolls; a row of re-rolls that is half filled in is refused."""
TOLD: dict[str, dict[str, str]] = {
    "model_moved": {"told-inches": "0"},
    "model_activated": {},
    "models_deployed": {},
    "zone_counted": {},
    "card_fact_stated": {
        "told-ki": "1",
        "told-ki_limit": "4",
        "told-move": "4",
        "told-melee": "3",
        "told-wounds": "2",
        "told-ranged": "2",
        "told-bands": "6/12/18",
        "told-base_mm": "0",
    },
    "ranged_attack_declared": {"told-distance": "5", "told-target": "0"},
    "ranged_target_reassigned": {"told-distance": "5"},
}
"""Steps with more fields than a table has to fill, and what is told of them."""


def rolled(form: Form, play: PadPlay) -> dict[str, str]:
    """As many dice as are due, by the names of their fields."""
    due = dice_due(play.state.play, form.step, {})
    assert due is not None, form.step
    return {
        f"told-{name}": "".join(str(play.rng.randint(1, 6)) for _ in range(number))
        for name, number in due.dice.items()
    }


def action(form: Form, play: PadPlay) -> dict[str, Any]:
    """What lies on the table: dice, and as little else as can be told. A single way to tell it stands there."""
    if "choice" in form.controls:
        return {}
    told: dict[str, Any] = {
        name: None if one.kind == "checkbox" else "" for name, one in form.controls.items()
    }
    told = {name: told[name] for name in form.own()}
    if form.step in DICE and play.rng.random() < 0.5:
        return {
            **{name: "" for name in told if name.startswith(BLANK)},
            "roll": "1",
        }
    if form.step in DICE:
        told |= {name: value for name, value in rolled(form, play).items() if name in told}
    told |= {name: value for name, value in TOLD.get(form.step, {}).items() if name in told}
    if form.step == "card_fact_stated":
        asked = {field for _card, field in lacking_facts(play.state.play)}
        told |= {
            name: "" for name in ("told-base_mm", "told-bands") if name.removeprefix("told-") not in asked
        }
    if "told-models" in told:
        told["told-models"] = form.options("told-models")
    if form.step == "model_moved":
        told["told-contact"] = form.options("told-contact")[:1] or None
    if "told-model" in told:
        told["told-model"] = play.rng.choice([one for one in form.options("told-model") if one])
    return told


def turn(form: Form, play: PadPlay) -> dict[str, Any]:
    """Who was first, the die where one is rolled, and in the last turn how far the VIM are."""
    told: dict[str, Any] = dict.fromkeys(form.own(), "")
    told |= {name: None for name, one in form.controls.items() if one.kind == "checkbox"}
    told["told-first_side"] = play.rng.choice(("0", "1"))
    if "told-length_die" in told:
        told["told-length_die"] = str(play.rng.randint(1, 6))
    last = play.state.play.turn == 6 or told.get("told-length_die", "0") in "456"
    return told | {name: "3" for name in told if last and name.startswith("told-vim_distance")}


def warband(form: Form) -> dict[str, Any]:
    told: dict[str, Any] = dict.fromkeys((name for name in form.own() if name.startswith("told-models")), "")
    for row, name in enumerate(("sensei", "monk", "archer")):
        told |= {f"told-models.{row}.id": name}
    return told


@pytest.mark.parametrize(
    "scenario",
    quick_first(1, ["shin_keii", "sacred_idols", "vigil", "ichi_no_riten", "ryodo"]),
)
def test_a_match_turn_by_turn(scenario: str) -> None:
    play = seated(scenario, "turns", 1)
    play.to_the_end()
    assert play.state.play.phase == "closed"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("sacred_idols", 2), ("sacred_idols", 3), ("ryodo", 3)],
)
def test_a_match_action_by_action(scenario: str, turns: int) -> None:
    play = seated(scenario, "full", 3)
    play.until(lambda state: state.turn == turns or state.phase == "closed")


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["sacred_idols", "ryodo"])
def test_ready_made_warbands_play_action_by_action(scenario: str) -> None:
    """Every trait of their cards is on the pad: a Command names friends, a charge its enemy, and nothing else."""
    play = seated(scenario, "full", 1)
    inner = play.habits.fill
    play.habits.weights = {**play.habits.weights, "warband_registered": 0.0}
    play.habits.fill = lambda form, at: {} if form.step.startswith("ready-") else inner(form, at)
    play.until(lambda state: state.turn == 3 or state.phase == "closed")
    assert all(side.faction == FACTION for side in play.state.play.sides.values())


def devout(form: Form, play: PadPlay) -> dict[str, Any]:
    """Who may act on a place of the scenario does."""
    choices = form.options("choice") if "choice" in form.controls else []
    acts = [one for one in choices if any(name in one for name in ("worship", "prayer", "influence"))]
    return {"choice": acts[0]} if form.step == "action_declared" and acts else fill(form, play)


def test_a_scenario_of_the_organisers_is_named_and_acted_on() -> None:
    """Its name and places stand on the pages of everybody, and worship among the actions of the pad."""
    play = seated("vigil", "full", 3)
    play.habits = replace(play.habits, fill=devout)
    play.until(lambda state: any(one.worship or one.actions for one in state.objectives.values()))
    page = Client(headers={"accept-language": "ru"}).get(play.path.removesuffix("pad/")).content.decode()
    assert OWN_SCENARIO.name.ru in page and "Shrine" in page


def test_a_format_has_a_scenario_of_the_organisers() -> None:
    options: dict[str, Any] = {
        "match_options": {"own_scenario": msgspec.to_builtins(OWN_SCENARIO), "vim": "open"}
    }
    made: dict[str, Any] = {"name": "Vigil", "preset": "bushido_casual", "options": options}
    commands.create_tournament(organiser(), **made)
    options["match_options"]["own_scenario"]["turns"] = "many"
    with pytest.raises(commands.BadInput):
        commands.create_tournament(organiser(), **made)


def test_a_match_by_its_result() -> None:
    play = seated("ryodo", "summary", 2)
    play.to_the_end()


def test_a_refusal_names_models_and_sides_as_players_know_them() -> None:
    play = seated("sacred_idols", "full", 3)
    play.until(lambda state: any(name.startswith("a:") for name in state.models))
    model = next(name for name in play.state.play.models if name.startswith("a:"))
    refused = RuleViolation("BUS-ACT-01", {"model": model, "told": ["a", "left"], "left": 0})
    told = answers._sentences([refused], play.match)[0]["message"]
    assert " (A)" in told and model not in told and "Side A" in told
