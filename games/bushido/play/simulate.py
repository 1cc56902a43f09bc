"""Random legal matches from a seed: for property tests, load and demos. The same seed, the same bytes.

Every scenario at every level of detail: one event after the other out of those that the rules offer, by chance, each
judged on its way in. What an offer leaves open is made up in `examples.py`. Called by the command line `simulate`, the
benchmarks and tests.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.bushido import events as e
from games.bushido.chapters.outcome import lost
from games.bushido.full.common import touching
from games.bushido.full.legal.next_cards import is_asked, marker_step
from games.bushido.play.examples import RULES, event_of
from games.bushido.play.examples_cards import Match
from games.bushido.sample import OWN_SCENARIO
from games.bushido.scenarios import SCENARIOS
from games.bushido.state import BusState, facts_of, points
from games.ruleset import REFEREE, NextEvent, Setup
from games.simulated import ORGANISER, Logged, Table, play_one, seats

LEVELS = ("summary", "turns", "full")
SIDES = ("red", "blue")
SHARES = {
    0.5: "weapon_chosen fortune_called trait_used",
    0.3: "ki_boosted flank_plan_recorded",
    0.2: "ki_feat_used ranged_target_reassigned",
    0.1: "melee_exchange_started rules_applied",
    0.05: "special_card_used",
    0.02: "wounds_changed marker_changed activation_ended counter_taken",
    0.01: "tokens_changed table_checked effect_changed",
    0.006: "model_summoned model_replaced model_placed",
    0.002: "model_removed",
    0.0003: "match_ended models_swapped",
}
RARE = {kind: share for share, kinds in SHARES.items() for kind in kinds.split()}
"""How often something is chosen that the match does not wait for."""
BY_TURNS = {"match_ended": 0.004, "turn_recorded": 0.3, "flank_plan_recorded": 0.04}
"""The same of a match by turns."""
CROWD = 100.0
TRIES = 4
"""How often the facts of an event are made up anew before another one is taken."""
LAST_ROUND = {"turns": 7, "full": 9}
"""A match by the clock is over after this turn."""
MOST = 10_000
"""Steps of a match: one that takes more stands still."""


def simulate(
    seed: int, level: str, players_per_side: int | None = None, scenario: str | None = None
) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed.

    `scenario` None: any of the published; any other key is a scenario that organisers wrote.
    A side may have several players, who share its warband.
    """
    rng = Random(f"{seed}:{level}:{players_per_side}:{scenario}")
    played = scenario or rng.choice(sorted(SCENARIOS))
    table = Table(RULES, RULES.initial(Setup()), rng, str(seed))
    if level == "summary":
        _report(table, played, players_per_side or 1)
    else:
        open_match(table, played, players_per_side or 1, level)
        _play(table)
    return Setup(), table.logged


def play_out(state: BusState, seed: int) -> list[Logged]:
    """How a match goes on, from where its table stands to its end."""
    table = Table(RULES, state, Random(f"{seed}:on"), f"{seed}:on")
    _play(table)
    return table.logged


def open_match(table: Match, scenario: str, players: int, level: str, clock: bool = False) -> None:
    """What the organisers settle: sides and options, and the scenario."""
    facts, rng = SCENARIOS.get(scenario, OWN_SCENARIO), table.rng
    options: dict[str, Any] = {
        "setup": rng.choice(("book", "event")),
        "terrain": rng.choice(("players", "organiser", "organiser")),
        "terrain_rules": rng.choice(("book", "event")),
        "terrain_gap_3": table.chance(0.3),
    }
    created = e.MatchCreated(
        sides=seats(SIDES, players),
        detail=level,  # type: ignore[arg-type]
        rice_limit=facts.rice_limit or rng.choice((70, 100)),
        edition=rng.choice(("book", "reference")),
        player_clock=clock or table.chance(0.5),
        **(options if level == "full" else {}),
    )
    selected = e.ScenarioSelected(
        scenario=scenario,
        method=rng.choice(("agreed", "random", "organiser")),
        deployment=rng.choice((None, *facts.deployments)),  # type: ignore[arg-type]
        vim=rng.choice(facts.vim) if len(facts.vim) > 1 else None,
        own=None if scenario in SCENARIOS else facts,
    )
    table.log(created)
    table.log(selected, table.anybody() if scenario in SCENARIOS else ORGANISER)


def _play(table: Match) -> None:
    """By what the rules offer, to the end."""
    for _ in range(MOST):
        if table.state.phase == "closed":
            return
        if table.state.phase == "turns" and table.state.turn > LAST_ROUND[table.state.detail]:
            table.log(e.MatchEnded(reason="time"))
        else:
            step(table)
    raise RuntimeError("a simulated match of Bushido comes to no end")


def step(table: Match) -> None:
    """One event that is legal now: mostly of those that the match waits for."""
    offers = RULES.next_events(table.state, REFEREE)
    play_one(table, offers, lambda one: _weight(table.state, one), lambda one: _taken(table, one))


def _weight(state: BusState, one: NextEvent) -> float:
    if state.full is None:
        return BY_TURNS.get(one.type, 1.0)
    if one.type == "marker_changed" and marker_step(state, one) not in ("marker_given", "marker_prone"):
        return 0.0
    if one.type == "card_fact_stated" and not is_asked(state, one):
        return 0.0
    return CROWD if _into_the_crowd(state, one) else RARE.get(one.type, 1.0)


def _into_the_crowd(state: BusState, one: NextEvent) -> bool:
    """A shot at who is in contact with several, which goes astray at times (BUS-RNG-13): rare, so it is taken."""
    if one.type != "action_declared" or one.choices["action"] != ("ranged",):
        return False
    return any(len(touching(state, name)) > 1 for name in state.models)


def _taken(table: Match, one: NextEvent) -> bool:
    for _ in range(1 if one.type in RARE else TRIES):
        event = event_of(table, one)
        if event is not None and table.tries(event, table.by(one)):
            return True
    return False


def _report(table: Match, scenario: str, seats: int) -> None:
    """What a match by turns came to, told at once; sometimes with the warbands."""
    inner = Table(RULES, table.state, table.rng, table.seed)
    open_match(inner, scenario, seats, "turns")
    _play(inner)
    state = inner.state
    open_match(table, scenario, seats, "summary", state.reason == "clock")
    if table.chance(0.5):
        for offer in RULES.next_events(table.state, REFEREE):
            if offer.type == "warband_registered":
                _taken(table, offer)
    early = not state.turn
    told = e.MatchResultRecorded(
        last_turn=state.turn,
        reason="time" if early and state.reason != "conceded" else state.reason,  # type: ignore[arg-type]
        vp=dict.fromkeys(SIDES, 0) if early else points(state),
        sp={side: one.sp for side, one in state.sides.items()} if table.chance(0.8) else None,
        casualties=lost(state) if table.chance(0.3) and state.reason != "wiped_out" else None,
        vim_killed=_vim_killed(state),
        by_side=state.by_side if not early or state.reason == "conceded" else None,
        winner=state.winner if not early and table.chance(0.5) else None,
    )
    table.log(told, table.anybody())


def _vim_killed(state: BusState) -> dict[str, int] | None:
    """The turns in which VIM fell, where the scenario has them; the kill that ends a match is its last (BUS-END-11)."""
    if not facts_of(state).vim or not state.turn:
        return None
    turns = RULES.outcome(state).figures["enemy_vim_turn"]
    spared = state.winner if state.reason == "award" else None
    killed = {SIDES[1 - SIDES.index(side)]: turn for side, turn in turns.items()}
    return {side: turn for side, turn in killed.items() if side != spared}
