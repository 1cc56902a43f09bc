"""Random legal matches from a seed: for property tests, load and the demo event. The same seed, the same bytes.

Duels, free-for-alls, teams, solo games and horde runs, each event judged on its way in. Called by the command line
`simulate`, the benchmarks and tests.
"""

from __future__ import annotations

from random import Random

from games.ruleset import Setup
from games.senjutsu import events as e
from games.senjutsu.facts import OPPONENTS
from games.senjutsu.play.match import play, play_on
from games.senjutsu.play.table import PlayTable
from games.senjutsu.state import SenjutsuState
from games.simulated import Logged, seats

LEVELS = ("summary", "turns", "full")
LAST = 120
"""After so many turns a run is given up."""
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
    table = PlayTable(SenjutsuState(), rng, str(seed))
    table.log(_created(rng, played, level, players_per_side))
    play_on(table, LAST if played == "horde" else rng.randint(3, 30))
    return Setup(), table.logged


def _created(rng: Random, mode: str, level: str, players: int) -> e.MatchCreated:
    horde = mode == "horde"
    return e.MatchCreated(
        mode=mode,  # type: ignore[arg-type]
        sides=_seats(mode, players, rng),
        detail=level,  # type: ignore[arg-type]
        format=rng.choice(("casual", "competitive")),
        deck_size=rng.choice((40, 40, 40, 30)),
        deck_lists=rng.choice(("open", "after", "after", "closed")),
        time_limit=rng.random() < 0.5,
        played_from_decks=rng.random() < 0.8,
        difficulty="custom" if mode == "solo" and rng.random() < 0.3 else "standard",
        nightmare=_nightmare(rng) if horde else {},
        fallen_lord=horde and rng.random() < 0.4,
    )


def _nightmare(rng: Random) -> dict[str, str]:
    """Mostly none; else one or all three of the katana's slots."""
    types = [key for key, kind in OPPONENTS.types.items() if key != "katana" and not kind.character]
    return {slot: rng.choice(types) for slot in ("k1", "k2", "k3")[: rng.choice((0, 0, 0, 1, 3))]}


def _seats(mode: str, players: int, rng: Random) -> dict[str, tuple[str, ...]]:
    """Who sits where: one character in a duel, a free-for-all and a horde; `players` to a side otherwise."""
    names = {"duel": ("red", "blue"), "team": ("red", "blue"), "solo": ("red",), "horde": ("red",)}
    sides = names.get(mode) or ("red", "blue", "green", "gold")[: rng.randint(2, 4)]
    count = players if mode in ("team", "solo") else 1
    return seats(sides, count)
