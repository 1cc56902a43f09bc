"""Ninja through its pads by chance: nothing that is offered is refused, and matches come to a confirmed end."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.moves import examples_of
from games.ninja.facts import PRACTICE
from games.ninja.full.table import first_due
from games.ninja.next_events import next_events
from games.ninja.state import numbers
from games.ninja.system import SYSTEM
from games.ruleset import REFEREE
from games.simulated import ORGANISER
from games.tests.rounds import quick_first
from tracker import commands, selectors
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser
from tracker.tests.pages.pad_play import Form, Habits, PadPlay

pytestmark = pytest.mark.django_db(transaction=True)
IDLE = frozenset({"contest", "match_conceded"})
SEATS: dict[str, dict[str, tuple[str, ...]]] = {
    "two": {"guards": ("Anna",), "intruders": ("Boris",)},
    "three": {"guards": ("Anna",), "intruders": ("Boris", "Carla")},
    "four": {"guards": ("Anna", "Dora"), "intruders": ("Boris", "Carla")},
}


def seated(seed: int, mode: str = "two", **told: Any) -> PadPlay:
    """A table with everything still to do."""
    people = {
        name: commands.create_player(organiser(), name=name)
        for names in SEATS[mode].values()
        for name in names
    }
    sides = {side: tuple(str(people[name].id) for name in names) for side, names in SEATS[mode].items()}
    events = [{"type": "match_created", "data": {"mode": mode, "sides": sides, **told}}]
    match = commands.create_match(organiser(), system="ninja", events=events)
    phones = [Phone(player) for player in people.values()]
    weights = {"match_conceded": 0.0, "contest": 0.0}
    return PadPlay(match, phones, Random(f"{mode}-{seed}"), Habits(weights=weights, idle=IDLE, fill=fill))


def fill(form: Form, play: PadPlay) -> dict[str, Any]:
    """What happened on the board."""
    if form.step == "turn_summarised":
        return turn(form, play)
    if form.step == "result_reported":
        return result(form, play)
    return {}


def result(form: Form, play: PadPlay) -> dict[str, Any]:
    """Whoever is still there when the sun rises has not got away."""
    told: dict[str, Any] = dict.fromkeys(form.own())
    for name in form.own():
        if name.endswith((".left", ".mission_done")) and play.rng.random() < 0.6:
            told[name] = "on"
    return told | {"told-last_turn": "20"}


def turn(form: Form, play: PadPlay) -> dict[str, Any]:
    """Somebody is wounded or dies, finds the mission or gets away; most of the time nothing happens."""
    told: dict[str, Any] = {name: None for name, one in form.controls.items() if one.kind == "checkbox"}
    told |= {name: "" for name, one in form.controls.items() if one.kind in ("number", "text")}
    told |= {name: None for name in form.controls if name.startswith(("told-wounds.", "told-searches."))}
    options = form.options("told-alert_end")
    told["told-alert_end"] = play.rng.choice(options)
    for field in ("told-missions_completed", "told-left"):
        for option in form.options(field):
            done = any(one.mission for one in play.state.play.intruders.values())
            if play.rng.random() < 0.15 and (field != "told-missions_completed" or not done):
                told[field] = [option]
    if play.rng.random() < 0.2 and form.options("told-deaths"):
        told |= {"told-deaths": form.options("told-deaths")[:1], "told-alert_end": options[-1]}
        told |= {"told-left": None, "told-missions_completed": None}
    return told


@pytest.mark.parametrize("mode", quick_first(1, ["two", "three", "four"]))
def test_a_match_turn_by_turn(mode: str) -> None:
    play = seated(1, mode)
    play.to_the_end()
    assert play.state.play.phase == "closed"


def test_a_solo_wolf_turn_by_turn() -> None:
    seated(2, variant="solo", intruder="ninja").to_the_end()


@pytest.mark.parametrize("seed", [3, 4])
def test_a_match_by_its_result(seed: int) -> None:
    seated(seed, detail="summary").to_the_end()


PATROLS = (("G2", "H2"), ("D6", "E6"), ("I6", "H6"))


def fill_full(form: Form, play: PadPlay) -> dict[str, Any]:
    """What the players choose in the setup, as the catalogue's own example has it, and what they draw."""
    if form.step == "guards_deployed":
        return deployed(form, numbers(play.state.play)[1])
    if form.step == "guard_map_marked":
        return marked(form)
    if form.step == "missions_drawn":
        told = {"told-letters.ninja": "1", "told-letters.traitor": "3", "told-letters.solo": "1"}
        return {name: letter for name, letter in told.items() if name in form.controls}
    if form.step == "guard_cards_drawn":
        return drawn(form, play)
    if form.step == "hand_chosen":
        return {name: form.value(name) for name in form.own()}
    if form.step == "intruder_respawned":
        return back(form)
    if form.step == "respawn_bonus_taken":
        return bonus(form, play)
    return {}


def deployed(form: Form, patrols: int) -> dict[str, Any]:
    """Eight sentries, and three patrols, or fewer, that look along the path."""
    path = list(PRACTICE.guard_path)
    zones = [zone for zone in path if zone not in PRACTICE.guard_posts]
    told: dict[str, Any] = dict.fromkeys(form.own(), "")
    told["told-sentries"] = form.options("told-sentries")[:8]
    if swords := form.options("told-swords"):
        told["told-swords"] = [swords[number] for number in (0, 1, 2, 3, 8, 10, 12)]
    for row, (zone, facing) in enumerate(PATROLS[:patrols]):
        told |= {f"told-patrols.{row}.zone": str(zones.index(zone))}
        told |= {f"told-patrols.{row}.facing": str(path.index(facing))}
    return told


def marked(form: Form) -> dict[str, Any]:
    """The example's map: sleepers, three targets in each castle, two traps, two ambushes."""
    at = {zone: str(number) for number, zone in enumerate(PRACTICE.object_legal)}
    told: dict[str, Any] = {
        f"told-marks.sleepers.{zone}": number
        for zone, number in {"D2": "2", "H2": "2", "D6": "2", "H6": "1", "F4": "1"}.items()
    }
    targets = {"A": "D3", "B": "C4", "C": "E4", "D": "I3", "E": "G4", "F": "H5"}
    told |= {f"told-marks.targets.{letter}": at[zone] for letter, zone in targets.items()}
    return told | {"told-marks.traps": [at["D4"], at["G5"]], "told-marks.ambushes": [at["C5"], at["I4"]]}


def drawn(form: Form, play: PadPlay) -> dict[str, Any]:
    """So many cards as the alert says, any that the deck on the table may hold."""
    state = play.state.play
    hand = form.value("told-hand") or first_due(state).hand
    offer = next(one for one in next_events(state) if one.choices.get("hand") == (hand,))
    found: Any = examples_of(SYSTEM, state, offer, ORGANISER, lambda _seed: play.rng)
    cards = play.rng.choice(found).cards
    return {name: str(cards.get(name.removeprefix("told-cards."), 0)) for name in form.own()}


def back(form: Form) -> dict[str, Any]:
    """Six cards, or five, that any deck holds."""
    told: dict[str, Any] = {name: "0" for name in form.own() if ".cards." in name or "cards." in name}
    if "told-cards.ninja.rope" in form.controls:
        return told | {"told-cards.ninja.rope": "3", "told-cards.traitor.kenjutsu": "3"}
    ninja = "told-cards.shuriken" in form.controls
    wanted = (
        {"rope": 2, "shuriken": 2, "kenjutsu": 2} if ninja else {"rope": 1, "potent_sake": 2, "kenjutsu": 2}
    )
    return told | {f"told-cards.{card}": str(number) for card, number in wanted.items()}


def bonus(form: Form, play: PadPlay) -> dict[str, Any]:
    """No cards; as many sleepers as there must be, where there is room."""
    told: dict[str, Any] = dict.fromkeys(form.own(), "0")
    full = play.state.play.full
    room = {zone: 2 - full.marks.sleepers.get(zone, 0) for zone in PRACTICE.barracks}
    left = min(3, sum(room.values()))
    for zone, free in room.items():
        if f"told-zones.{zone}" in told:
            told[f"told-zones.{zone}"], left = str(min(free, left)), left - min(free, left)
    return told


def in_full(seed: int, mode: str = "two", **told: Any) -> PadPlay:
    play = seated(seed, mode, detail="full", map=msgspec.to_builtins(PRACTICE), **told)
    weights = {"match_conceded": 0.0, "contest": 0.0, "alert_recorded": 0.0}
    play.habits = Habits(weights=weights, idle=IDLE | {"alert_recorded"}, fill=fill_full)
    return play


@pytest.mark.soak
def test_a_match_at_full_detail() -> None:
    """Two phones, from the missions on into the third turn; what nobody decides is logged by the server."""
    play = in_full(11)
    play.until(lambda state: state.turn >= 3)
    steps = {line.partition(": ")[2].partition(" ")[0] for line in play.taken}
    assert not steps & {
        "turn_started",
        "setup_completed",
        "movement_cleared",
        "search_answered",
        "intruder_died",
    }


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12, 14))
def test_a_whole_match_at_full_detail(seed: int) -> None:
    play = in_full(seed)
    play.to_the_end()
    assert play.state.play.phase == "closed"


@pytest.mark.soak
@pytest.mark.parametrize("mode", ["three", "four"])
def test_three_and_four_players_at_full_detail(mode: str) -> None:
    """Two guard players with halves of the deck, two intruder players; into the second turn."""
    play = in_full(5, mode)
    play.until(lambda state: state.turn >= 2)
    assert len(play.state.play.full.piles) == (2 if mode == "four" else 1)


@pytest.mark.soak
def test_rivals_at_full_detail() -> None:
    """Disputed Lands on three phones, into the second turn: each rival tells its own deeds, the server answers."""
    play = in_full(6, "three", variant="disputed")
    play.until(lambda state: state.turn >= 2)
    owners = {play.phones[1].id: "ninja", play.phones[2].id: "traitor"}
    told = selectors.events_page(play.match, REFEREE, limit=1000).events
    for event in told:
        by, name = (event.actor or "").removeprefix("player:"), event.data.get("intruder")
        assert name is None or by not in owners or owners[by] == name, event
    assert {"intruder_passed", "intruder_moved"} <= {event.type for event in told}


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_a_whole_match_of_rivals() -> None:
    play = in_full(7, "three", variant="disputed")
    play.to_the_end()
    assert play.state.play.phase == "closed"


@pytest.mark.soak
def test_a_mixed_hand_at_full_detail() -> None:
    """A Solo Wolf of both decks on its pad, into the second turn: nobody but its player is told who it is."""
    play = in_full(9, variant="solo", options={"mixed_hand": True})
    play.until(lambda state: state.full is not None and state.full.step == "starts")
    guards, wolf = (phone.get(f"/matches/{play.match}/") for phone in play.phones)
    assert "The Solo Wolf has noted which intruder it is." in guards
    told = "the Solo Wolf: the ninja;" in wolf, "the Solo Wolf: the traitor;" in wolf
    assert sorted(told) == [False, True] and "the Solo Wolf: the" not in guards
    play.until(lambda state: state.turn >= 2 or state.phase == "closed")
    assert len(play.state.play.intruders) == 1
