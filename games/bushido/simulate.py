"""Random legal matches from a seed: for property tests, load and demos. The same seed, the same bytes.

Every scenario, told by its result or turn by turn, each event judged on its way in. Called by the command line
`simulate`, the benchmarks and tests. A turn is made up in `simulate_turns.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.bushido import events as e
from games.bushido import simulate_full, simulate_turns
from games.bushido.chapters.setup import missing
from games.bushido.chapters.vim import owner_of
from games.bushido.outcome import lost
from games.bushido.profiles import Cost
from games.bushido.rules import Bushido
from games.bushido.sample import OWN_SCENARIO
from games.bushido.scenarios import SCENARIOS, Scenario
from games.bushido.simulate_cards import sheet
from games.bushido.simulate_turns import SimulatedTable
from games.bushido.state import BusState, facts_of, points
from games.ruleset import Setup
from games.simulated import ORGANISER, Logged

LEVELS = ("summary", "turns", "full")
SIDES = ("red", "blue")
FACTIONS = ("Ito Clan", "Prefecture of Ryu", "Cult of Yurei", "Temple of Ro-Kan")
FEW = 3
"""So few models that a side is wiped out now and then."""
MOB = "mob"
"""A card with two models, which act as a Group."""
NAMES = ("sensei", "monk", "archer", "wolf", "peasant", "smith", "ronin", "scout", "drummer", "monkey")


def simulate(
    seed: int, level: str, players_per_side: int | None = None, scenario: str | None = None
) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed.

    `scenario` None: any of the published; any other key is a scenario that organisers wrote.
    A side may have several players, who share its warband.
    """
    rng = Random(f"{seed}:{level}:{players_per_side}:{scenario}")
    played = scenario or rng.choice(sorted(SCENARIOS))
    table = SimulatedTable(Bushido(), Bushido().initial(Setup()), rng, str(seed))
    PLAY[level](table, played, players_per_side or 1)
    return Setup(), table.logged


def play_out(state: BusState, seed: int) -> list[Logged]:
    """How a match goes on by turns, from where its table stands with both warbands there, to its end."""
    table = SimulatedTable(Bushido(), state, Random(f"{seed}:on"), f"{seed}:on")
    _set_up(table)
    simulate_turns.play(table)
    return table.logged


def scenario_of(key: str) -> Scenario:
    """A published one, or the invented one of organisers."""
    return SCENARIOS.get(key, OWN_SCENARIO)


def _opened(table: SimulatedTable, scenario: str, seats: int, level: str, clock: bool = False) -> None:
    facts = scenario_of(scenario)
    table.log(
        e.MatchCreated(
            sides={side: tuple(f"{side}-{seat}" for seat in range(1, seats + 1)) for side in SIDES},
            detail=level,  # type: ignore[arg-type]
            rice_limit=facts.rice_limit or table.rng.choice((70, 100)),
            edition=table.rng.choice(("book", "reference")),
            player_clock=clock or table.chance(0.3),
            **(_table_options(table) if level == "full" else {}),
        )
    )
    table.log(
        e.ScenarioSelected(
            scenario=scenario,
            method=table.rng.choice(("agreed", "random", "organiser")),
            deployment=table.rng.choice((None, *facts.deployments)),  # type: ignore[arg-type]
            vim=table.rng.choice(facts.vim) if len(facts.vim) > 1 else None,
            own=None if scenario in SCENARIOS else facts,
        ),
        table.anybody() if scenario in SCENARIOS else ORGANISER,
    )


def _table_options(table: SimulatedTable) -> dict[str, Any]:
    """How the table is set up at full detail."""
    return {
        "setup": table.rng.choice(("book", "event")),
        "terrain": table.rng.choice(("players", "organiser", "organiser")),
        "terrain_rules": table.rng.choice(("book", "event")),
        "terrain_gap_3": table.chance(0.3),
    }


def bring_warbands(table: SimulatedTable, most: int | None) -> None:
    """Warbands of three to seven models, with a legal VIM almost always."""
    for side in table.rng.sample([*table.state.sides], 2):
        if table.state.sides[side].faction is not None:
            continue
        names = table.rng.sample(NAMES, table.rng.randint(3, min(7, most or 7)))
        champion = table.chance(0.95)
        models = tuple(_model(table, name, champion and at == 0) for at, name in enumerate(names))
        faction, theme = table.rng.choice(FACTIONS), table.rng.choice((None, "Forest Path"))
        if table.state.full is not None and table.chance(0.4) and len(models) < (most or 7) - 1:
            models += tuple(_model(table, f"{MOB}-{number}", False, MOB) for number in (1, 2))
        player = table.state.sides[side].players[0]
        known = _cards(table, models) if table.state.full is not None else {}
        table.log(
            e.WarbandRegistered(player=player, faction=faction, theme=theme, models=models, **known),
            table.of_side(side),
        )


def _cards(table: SimulatedTable, models: tuple[e.Model, ...]) -> dict[str, Any]:
    """Cards of the models as full detail wants them, and now and then a terrain card."""
    sheets = {
        one.id: sheet(table, bool(one.flank), bool(one.disguise), bool(one.animal), bool(one.insignificant))
        for one in models
        if one.card == one.id
    }
    mob = sheet(table, False, False, False, False)
    sheets[MOB] = replace(mob, traits=(*(mob.traits or ()), "Group"), wound_tracks=(3, 3), cost=Cost(8))
    sheets["imp"] = replace(sheet(table, False, False, False, False), unique=False, summons=())
    form = sheet(table, False, False, False, False)
    sheets["spirit"] = replace(form, same_model_as=(models[0].card or "",))
    return {"sheets": sheets, "specials": tuple(_specials(table, models))}


def _specials(table: SimulatedTable, models: tuple[e.Model, ...]) -> Iterator[e.SpecialTaken]:
    """Now and then a terrain card, an event, Equipment, and a communal card where somebody wants one."""
    if table.chance(0.2):
        yield e.SpecialTaken(card="shrine", kind="terrain")
    if table.chance(0.5):
        yield e.SpecialTaken(card="fog", count=2, trap=table.chance(0.5))
    if table.chance(0.3):
        yield e.SpecialTaken(card="blade", kind="enhancement", on=models[-1].id, equipment=True)
    if table.chance(0.6):
        yield e.SpecialTaken(card="well", kind="communal")


def _model(table: SimulatedTable, name: str, champion: bool, card: str | None = None) -> e.Model:
    """A model with its facts; a champion may be a VIM, others mostly not."""
    unique = champion or table.chance(0.2)
    return e.Model(
        id=name,
        card=card or name,
        rice=table.rng.randint(3, 18),
        unique=unique,
        animal=not champion and name in ("wolf", "monkey"),
        insignificant=not champion and name == "peasant",
        flank=not champion and table.chance(0.3),
        disguise=not champion and table.chance(0.1),
    )


def _set_up(table: SimulatedTable) -> None:
    """The table, VIM, flank plans."""
    if "objectives" in tuple(missing(table.state)):
        near = table.rng.choice(list(table.state.sides))
        legal = [e.ObjectivesPlaced(near=near, base_mm=size) for size in (None, 30, 50)]
        table.log(table.rng.choice(table.legal(legal)), table.anybody())
    if "vim" in tuple(missing(table.state)):
        for side in table.rng.sample(list(table.state.sides), 2):
            _name_vim(table, side)
    for name, one in table.state.models.items():
        if one.facts.flank and table.chance(0.5):
            turn, edge = table.rng.randint(2, 4), table.rng.choice(("north", "east", "south", "west"))
            plan = e.FlankPlanRecorded(side=one.side, model=name, turn=turn, edge=edge)  # type: ignore[arg-type]
            by = table.of_side(one.side)
            if table.may_sealed(plan, by):
                table.log(plan, by)


def _name_vim(table: SimulatedTable, side: str) -> None:
    owner = owner_of(table.state, side)
    names = [name for name, one in table.state.models.items() if one.side == owner]
    legal = [e.VimAssigned(side=side, model=name) for name in names]
    legal = [one for one in legal if table.may_sealed(one)]
    none = e.VimAssigned(side=side, none_legal=True)
    table.log(table.rng.choice(legal) if legal else none, table.of_side(side))


def _turns(table: SimulatedTable, scenario: str, seats: int) -> None:
    _opened(table, scenario, seats, "turns")
    bring_warbands(table, scenario_of(scenario).most_models)
    _set_up(table)
    simulate_turns.play(table)


def _summary(table: SimulatedTable, scenario: str, seats: int) -> None:
    """What a match by turns came to, told at once; sometimes with the warbands."""
    inner = SimulatedTable(table.rules, table.rules.initial(Setup()), table.rng, table.seed)
    _turns(inner, scenario, seats)
    _opened(table, scenario, seats, "summary", inner.state.reason == "clock")
    if table.chance(0.5):
        bring_warbands(table, scenario_of(scenario).most_models)
    state = inner.state
    early = not state.turn
    table.log(
        e.MatchResultRecorded(
            last_turn=state.turn,
            reason="time" if early and state.reason != "conceded" else state.reason,  # type: ignore[arg-type]
            vp=dict.fromkeys(SIDES, 0) if early else points(state),
            sp={side: one.sp for side, one in state.sides.items()} if table.chance(0.8) else None,
            casualties=lost(state) if table.chance(0.3) and state.reason != "wiped_out" else None,
            vim_killed=_vim_killed(inner),
            by_side=state.by_side if not early or state.reason == "conceded" else None,
            winner=state.winner if not early and table.chance(0.5) else None,
        ),
        table.anybody(),
    )


def _vim_killed(inner: SimulatedTable) -> dict[str, int] | None:
    """The turns in which VIM fell, where the scenario has them."""
    if not facts_of(inner.state).vim or not inner.state.turn:
        return None
    turns = inner.rules.outcome(inner.state).figures["enemy_vim_turn"]
    return {SIDES[1 - SIDES.index(side)]: turn for side, turn in turns.items()}


def _full(table: SimulatedTable, scenario: str, seats: int) -> None:
    """Every step of a match; VIM are named as at every level."""
    _opened(table, scenario, seats, "full")
    small = FEW if table.chance(0.6) else None
    bring_warbands(table, small or scenario_of(scenario).most_models)
    simulate_full.play(table)
    simulate_turns.reveal_all(table)


PLAY = {"summary": _summary, "turns": _turns, "full": _full}
