"""Random legal matches from a seed: for property tests, load and the demo event. The same seed, the same bytes.

Duels, free-for-alls, teams, solo games and horde runs, each event judged on its way in. Called by the command line
`simulate`, the benchmarks and tests.
"""

from __future__ import annotations

from random import Random

from games.ruleset import Setup
from games.senjutsu import events as e
from games.senjutsu import simulate_end, simulate_horde, simulate_setup, simulate_turns
from games.senjutsu.facts import OPPONENTS, opponent_limit
from games.senjutsu.play.match import play
from games.senjutsu.results import is_decided
from games.senjutsu.simulate_table import Logged, SimulatedTable
from games.senjutsu.state import SenjutsuState

LEVELS = ("summary", "turns", "full")
MODES = ("duel", "duel", "multi", "team", "solo", "horde", "horde")


def simulate(
    seed: int, level: str, players_per_side: int = 1, mode: str | None = None
) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed."""
    rng = Random(f"{seed}:{level}:{players_per_side}:{mode}")
    played = mode or rng.choice(MODES)
    if mode is None and played == "duel" and players_per_side > 1:
        played = "team"
    if level == "full":
        return play(rng, str(seed), played, _seats(played, min(players_per_side, 2), rng))
    table = SimulatedTable(SenjutsuState(), rng, str(seed))
    table.log(_created(table, played, level, players_per_side))
    simulate_setup.register(table)
    PLAY[level](table)
    return Setup(), table.logged


def _created(table: SimulatedTable, mode: str, level: str, players: int) -> e.MatchCreated:
    rng = table.rng
    horde = mode == "horde"
    return e.MatchCreated(
        mode=mode,  # type: ignore[arg-type]
        sides=_seats(mode, players, rng),
        detail=level,  # type: ignore[arg-type]
        format=rng.choice(("casual", "competitive")),
        deck_size=rng.choice((40, 40, 40, 30)),
        deck_lists=rng.choice(("open", "after", "after", "closed")),
        time_limit=rng.random() < 0.5,
        difficulty="custom" if mode == "solo" and rng.random() < 0.3 else "standard",
        nightmare=simulate_horde.nightmare_slots(table) if horde else {},
        fallen_lord=horde and rng.random() < 0.4,
    )


def _seats(mode: str, players: int, rng: Random) -> dict[str, tuple[str, ...]]:
    """Who sits where: one character in a duel, a free-for-all and a horde; `players` to a side otherwise."""
    names = {"duel": ("red", "blue"), "team": ("red", "blue"), "solo": ("red",), "horde": ("red",)}
    sides = names.get(mode) or ("red", "blue", "green", "gold")[: rng.randint(2, 4)]
    count = players if mode in ("team", "solo") else 1
    return {side: tuple(f"{side}-{number + 1}" for number in range(count)) for side in sides}


def _summary(table: SimulatedTable) -> None:
    if table.chance(0.1):
        simulate_end.give_up(table)
    simulate_end.report_match(table)


def _turns(table: SimulatedTable) -> None:
    if table.state.mode == "horde":
        simulate_horde.play_run(table)
        return
    if table.state.mode == "solo":
        _opponents(table)
    last = table.rng.randint(3, 30)
    while table.state.turn < last and not is_decided(table.state):
        simulate_turns.play_turn(table, 0.35, 0.35)
    if not table.state.options.time_limit or table.chance(0.3):
        simulate_end.give_up(table)
    simulate_end.finish(table)


def _opponents(table: SimulatedTable) -> None:
    """One to four opponents, some of them characters, with their decks."""
    kinds = [key for key, kind in OPPONENTS.types.items() if kind.partner is None]
    types = table.rng.sample(kinds, table.rng.randint(1, 4))
    if table.chance(0.2):
        types = ["ashigaru", "hachiko"]
    for number, type_ in enumerate(types, start=1):
        if table.chance(0.7):
            weak = {"D3", "D4"} & {*OPPONENTS.types[type_].fixed}
            simulate_setup.build_foe_deck(table, f"deck-{number}", type_, bool(weak) and table.chance(0.2))
        limit = opponent_limit(len(types))
        joined = e.VoJoined(
            vo=f"vo-{number}",
            vo_type=type_,
            wound_limit=limit + table.rng.randint(0, 2) if table.state.options.custom else limit,
            vo_deck=f"deck-{number}",
            behaviour=table.rng.choice(("left", "middle", "right")),
            stance=table.rng.choice(("offensive", "defensive")),
            in_cover=OPPONENTS.types[type_].cover,
        )
        table.log(joined, table.anybody())
        if table.chance(0.1):
            table.log(e.VoWithdrawn(vo=joined.vo), table.anybody())
            table.log(joined, table.anybody())


PLAY = {"summary": _summary, "turns": _turns}
