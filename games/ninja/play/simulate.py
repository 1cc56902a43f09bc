"""Random legal matches from a seed: for property tests, load and demos. The same seed, the same bytes.

Every level of detail, each event judged on its way in. Called by the command line `simulate`, the benchmarks and tests.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from games.ninja import RULES
from games.ninja import events as e
from games.ninja.chapters.finish import due_reason
from games.ninja.chapters.turns import HIGH, least_alert, may_kill, may_wake, most_drawn
from games.ninja.facts import LIMITS, PRACTICE
from games.ninja.full.events import OwnedSecret, SecretRevealed
from games.ninja.full.sight import owner_of
from games.ninja.opening import dealt
from games.ninja.play.matches import play
from games.ninja.play.printed import without_map
from games.ninja.state import SIDES, NinjaState, limit_of, result_of, rivals
from games.ruleset import Actor, Event, Setup
from games.secrets import concealed, secret_of
from games.simulated import Logged, Table

LEVELS = ("summary", "turns", "full")
PRINTED = {
    "patrol_listen": 6,
    "sentry_listen": 8,
    "patrol_search": 6,
    "sentry_search": 4,
    "awaken": 4,
    "kenjutsu": 6,
    "secret_passage": 2,
}
"""A guard deck as it may be printed: the rulebook tells how many cards there are, not how many of each."""


def simulate(seed: int, level: str, players_per_side: int | None = None) -> tuple[Setup, list[Logged]]:
    """A whole match: its setup, and (event, actor) in order, sealed with salts drawn from the seed.

    Without `players_per_side` by two, three or four people, so that every variant comes (NIN-MODE-01).
    """
    rng = Random(f"ninja:{seed}:{level}:{players_per_side}")
    table: Table[NinjaState] = Table(RULES, RULES.initial(Setup()), rng, str(seed))
    for event in _opening(seed, level, players_per_side, rng):
        table.log(event)
    if level != "full":
        PLAY[level](table)
        return Setup(), table.logged
    play(table)
    return Setup(), _retold(table, seed, players_per_side)


def _opening(seed: int, level: str, players_per_side: int | None, rng: Random) -> tuple[Event, ...]:
    """How it begins; of some matches the server draws every card."""
    variant = Random(f"ninja:{seed}:{players_per_side}:disputed")
    mixed = level == "full" and Random(f"ninja:{seed}:{players_per_side}:mixed").random() < 0.5
    players = players_per_side or variant.choice((1, 1, 2, 3))
    created = _creation(rng, level, players, variant, mixed)
    drawn = f"{variant.getrandbits(256):064x}" if level == "full" and variant.random() < 0.2 else None
    if drawn is None:
        return (created,)
    if Random(f"ninja:{seed}:{players_per_side}:decks").random() < 0.5:
        created = msgspec.structs.replace(created, copies={"guard": PRINTED})
    return created, *dealt(created, drawn, "guard" in (created.copies or {}))


def _retold(table: Table[NinjaState], seed: int, players_per_side: int | None) -> list[Logged]:
    """The same match, of some without the map, or with the secrets of sides on their own devices."""
    printed = players_per_side is None and Random(f"ninja:{seed}:printed").random() < 0.15
    devices = Random(f"ninja:{seed}:{players_per_side}:devices")
    if rivals(table.state) or not (printed or devices.random() < 0.15):
        return table.logged
    if printed:
        return without_map(table.logged)
    sides = devices.choice((("intruders",), ("guards",), SIDES))
    return on_devices(table.logged, SIDES[1:] if table.state.copies else sides)


def on_devices(logged: list[Logged], sides: tuple[str, ...]) -> list[Logged]:
    """The same match with the secrets of these sides on their own devices: the log holds commitments, until each side
    opens its own after the end."""
    kept: list[Logged] = []
    opened: list[Logged] = []
    numbers = dict.fromkeys(SIDES, 0)
    players = {
        side: names[0] for event, _ in logged[:1] for side, names in getattr(event, "sides", {}).items()
    }
    for event, by in logged:
        secret = secret_of(event)
        if secret is None or not isinstance(event, OwnedSecret) or owner_of(event) not in sides:
            kept.append((event, by))
            continue
        side: Any = owner_of(event)
        numbers[side] += 1
        kept.append((concealed(event), by))
        reveal = SecretRevealed(side=side, number=numbers[side], value=_plain(secret), salt=str(event.salt))
        opened.append((reveal, Actor("player", players[side])))
    return [*kept, *opened]


def _plain(secret: dict[str, Any]) -> dict[str, Any]:
    """As a client sends it."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(secret))
    return told


def _creation(rng: Random, level: str, players: int, variant: Random, mixed: bool) -> e.MatchCreated:
    mode = "two" if players == 1 else rng.choice(("three", "four")) if players == 2 else "four"
    seats = {"two": (1, 1), "three": (1, 2), "four": (2, 2)}[mode]
    sides = {
        side: tuple(f"{side}-{n + 1}" for n in range(count))
        for side, count in zip(("guards", "intruders"), seats, strict=True)
    }
    solo = mode == "two" and rng.random() < 0.3
    told: dict[str, Any] = {"mode": mode, "sides": sides, "detail": level}
    if solo:
        told |= {"variant": "solo", "intruder": rng.choice(("ninja", "traitor"))}
    if level != "full" and mode != "two" and rng.random() < 0.3:
        told |= {"variant": "disputed"}
    if level == "full" and mode != "two" and variant.random() < 0.3:
        told |= {"variant": "disputed"}
    if level == "full":
        told |= {"map": PRACTICE, "options": _options(rng)}
    if solo and mixed:
        told |= {"intruder": None, "options": msgspec.structs.replace(told["options"], mixed_hand=True)}
    return e.MatchCreated(**told)


def _options(rng: Random) -> e.Options:
    return e.Options(
        passage_raises_alert=rng.random() < 0.2,
        mission_raises_alert=rng.random() < 0.2,
        sleepers=rng.choice((None, None, None, 0, 1)),
    )


def _summary(table: Table[NinjaState]) -> None:
    fates = {name: _fared(table.rng) for name in table.state.intruders}
    out = all(one.left or len(one.deaths) > 1 or any(t > 10 for t in one.deaths) for one in fates.values())
    latest = max((turn for one in fates.values() for turn in one.deaths), default=1)
    last = latest if out and not any(one.left for one in fates.values()) else table.rng.randint(latest, 20)
    event = e.ResultReported(winner="guards", last_turn=last if out else LIMITS.turns, intruders=fates)
    options = [msgspec.structs.replace(event, winner=one) for one in ("guards", "draw", "intruders")]
    true = next(one for one in options if table.may(one))
    table.log(msgspec.structs.replace(true, winner=None) if table.chance(0.5) else true, table.anybody())


def _fared(rng: Random) -> e.Fared:
    deaths = rng.choice(((), (), (4,), (3, 9), (7, 15), (14,)))
    dead = len(deaths) > 1 or any(turn > LIMITS.last_respawn for turn in deaths)
    left = not dead and rng.random() < 0.7
    return e.Fared(deaths=deaths, left=left, mission_done=not dead and rng.random() < 0.6)


def _turns(table: Table[NinjaState]) -> None:
    while table.state.phase == "running":
        if table.chance(0.01):
            side: Any = table.rng.choice(("guards", "intruders"))
            table.log(e.MatchConceded(side=side), table.player(table.state.sides[side][0]))
            return
        table.log(_turn(table), table.anybody())
    reason: Any = due_reason(table.state)
    result: Any = result_of(table.state)
    table.log(e.GameEnded(reason=reason, result=result), table.anybody())


class Fared(NamedTuple):
    """How an intruder fared in one turn. `wounds`: those that it has after it, `hurt`: those that it took."""

    hurt: int
    wounds: int = 0
    died: bool = False
    back: bool = False
    done: bool = False
    left: bool = False


def _fared_in_turn(state: NinjaState, rng: Random, name: str) -> Fared:
    fate = state.intruders[name]
    hurt = 0 if fate.out or rng.random() < 0.8 else rng.randint(1, limit_of(name) - fate.wounds)
    died = hurt + fate.wounds == limit_of(name) and not fate.out
    if died or fate.out:
        back = died and state.turn < LIMITS.last_respawn and not fate.deaths
        return Fared(hurt, died=died, back=back)
    done = not fate.mission and rng.random() < 0.1
    left = (fate.mission or rng.random() < 0.03) and rng.random() < 0.3
    return Fared(hurt, fate.wounds + hurt, done=done, left=left)


def _turn(table: Table[NinjaState]) -> e.TurnSummarised:
    state, rng = table.state, table.rng
    fared = {name: _fared_in_turn(state, rng, name) for name in state.intruders}
    there = [name for name, one in fared.items() if not (state.intruders[name].out or one.died)]
    woken, killed = min(rng.choice((0, 0, 1)), may_wake(state)), rng.choice((0, 0, 1))
    if not there and not any(one.back for one in fared.values()):
        killed = 0
    end = min(LIMITS.guards, max(0, state.guards + woken - killed))
    as_told = end == state.guards + woken - killed
    cards = sum(one.hurt for one in fared.values())
    told = e.TurnSummarised(
        turn=state.turn + 1,
        alert_start=state.alert,
        drawn=most_drawn(state),
        cards_alert=rng.randint(0, state.alert),
        cards_action=rng.randint(0, 2),
        kenjutsu=cards,
        alert_end=HIGH,
        guards_end=end,
        awakened=woken if as_told else max(0, end - state.guards),
        killed=killed if as_told else 0,
        wounds={name: one.wounds for name, one in fared.items()},
        deaths=tuple(name for name, one in fared.items() if one.died),
        respawned=tuple(name for name, one in fared.items() if one.back),
        left=tuple(name for name, one in fared.items() if one.left),
        missions_completed=tuple(name for name, one in fared.items() if one.done),
        searches={name: max(rng.randint(0, 2), int(fared[name].done)) for name in there},
    )
    if told.killed > may_kill(state, told):  # the cards for it are gone
        told = replace(told, killed=0, awakened=0, guards_end=state.guards)
    return told if cards else replace(told, alert_end=rng.randint(least_alert(state, told), HIGH))


PLAY = {"summary": _summary, "turns": _turns}
assert {*PLAY, "full"} == set(LEVELS)
