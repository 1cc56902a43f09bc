"""What a simulated table reports: a turn, a whole match, the fates of the fallen. Called by `told.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import msgspec

from games.last_battle import events as e
from games.last_battle.awards import possible_numbers
from games.last_battle.casualties import fallen_from
from games.last_battle.facts import (
    BATTLEFIELDS,
    FACTS,
    FOES,
    LIMITS,
    SCHEMES,
    SIDES,
    strategy_of,
    unique_scheme,
)
from games.last_battle.finish import winner
from games.last_battle.play.table import PlayTable
from games.last_battle.prolong import SUITS, plays_on
from games.last_battle.state import Held, LastBattleState, Squad, totals
from games.last_battle.strategies import MOST_FOR_PORTALS, has_spilled, possible_more
from games.ruleset import NextEvent

Told = dict[str, Any]
WAYS = 60
"""So many ways to score schemes are tried with the facts of one turn."""


def _turn(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    turn, _ = one.limits["turn"]
    casualties = tuple(_casualties(table)) if table.chance(0.9) else None
    strategy, portals = _strategy(table, one, casualties)
    first = table.rng.choice((*SIDES, None))
    report = e.TurnReported(
        turn=turn,
        strategy=strategy,
        casualties=casualties,
        portals_closed=portals,
        first_side=first,
        prolong=_flip(table, turn, first),
    )
    scored = (
        msgspec.structs.replace(report, schemes=points, casualties=fallen)
        for fallen in dict.fromkeys((casualties, None))
        for points in _scores(table, turn)
    )
    legal = next((one for one in scored if table.may(one)), None)
    return None if legal is None else msgspec.structs.asdict(legal)


def _scores(table: PlayTable, turn: int) -> Iterator[dict[str, dict[str, int]]]:
    """VP of the schemes that lie open, by player and scheme: those that were just revealed give some."""
    lying = [(squad, held) for squad in table.squads() for held in squad.schemes if held.public]
    numbers = [_numbers(table, squad, held, turn) for squad, held in lying]
    for points in islice(product(*numbers), WAYS):
        told: dict[str, dict[str, int]] = {}
        for (squad, held), vp in zip(lying, points, strict=True):
            if vp:
                told.setdefault(squad.player, {})[held.scheme] = vp
        yield told


def _numbers(table: PlayTable, squad: Squad, held: Held, turn: int) -> list[int]:
    numbers = list(possible_numbers(table.state, squad, held, turn))
    table.rng.shuffle(numbers)
    if (squad.player, held.scheme) in table.state.pending:
        return numbers
    return [*numbers, 0] if table.chance(0.6) else [0]


def _casualties(table: PlayTable) -> Iterator[e.Casualty]:
    """Few figures a turn; half of them to a named killer the other side's."""
    for side in SIDES:
        fallen = [told for told in table.standing(side) if table.chance(0.12)]
        killers = table.standing(FOES[side])
        for squad, figure_id in fallen:
            how = table.rng.choices(("killed", "sacrificed", "dead_no_killer", "withdrawn"), (8, 1, 1, 1))[0]
            by, by_owner = None, None
            if killers and how in ("killed", "sacrificed") and table.chance(0.7):
                killer, by = table.rng.choice(killers)
                by_owner = killer.player
            yield e.Casualty(figure_id, how, squad.player, by=by, by_owner=by_owner)  # type: ignore[arg-type]


def _strategy(
    table: PlayTable, one: NextEvent, casualties: tuple[e.Casualty, ...] | None
) -> tuple[dict[str, int], dict[str, int] | None]:
    sides = [side for side in SIDES if one.limits[f"strategy.{side}"][1] and table.chance(0.4)]
    if table.state.battlefield == "heaven":
        return _portals(table, sides)
    if table.state.battlefield == "serpent" and casualties is not None:
        sides = [side for side in sides if _blood(table, side, casualties)]
    if not strategy_of(table.state.battlefield).both_sides:
        sides = sides[:1] if table.chance(0.5) else sides[1:]
    return dict.fromkeys(SIDES, 0) | dict.fromkeys(sides, 1), None


def _blood(table: PlayTable, side: str, casualties: tuple[e.Casualty, ...]) -> bool:
    return has_spilled(table.state, fallen_from(table.state, casualties, None), side)


def _portals(table: PlayTable, sides: list[str]) -> tuple[dict[str, int], dict[str, int] | None]:
    """Each side that closes, closes one portal, sometimes two; sometimes nobody says how many."""
    left = {side: LIMITS.portals - table.state.portals.get(side, 0) for side in SIDES}
    closing = [side for side in sides if left[side] > 0]
    strategy = dict.fromkeys(SIDES, 0) | dict.fromkeys(closing, 1)
    if table.chance(0.2):
        return strategy, None
    return strategy, {side: table.rng.randint(1, min(2, left[side])) for side in closing}


def _flip(table: PlayTable, turn: int, first: str | None) -> e.Prolong | None:
    """Half of the possible flips are made; the card is as random as the deck."""
    legal = BATTLEFIELDS[table.state.battlefield].prolonged and turn in FACTS.prolong
    if not legal or table.chance(0.3):
        return None
    value = table.rng.choice((*range(1, 15), FACTS.deck.death, FACTS.deck.wheel, FACTS.deck.wheel))
    card: int | str = value
    if table.chance(0.5):
        majors = {FACTS.deck.death: "M-death", FACTS.deck.wheel: "M-wheel"}
        card = majors.get(value) or f"{table.rng.choice(SUITS)}-{value}"
    if value > FACTS.deck.top_value[table.state.deck_profile] and value < FACTS.deck.wheel:
        return None
    return e.Prolong(first or table.rng.choice(SIDES), card, plays_on(turn, value))


def _match(table: PlayTable, one: NextEvent, player: str) -> Told:
    """The whole match in one event, consistent with what is logged already."""
    turns = _turns(table)
    strategy = _match_strategy(table, turns)
    schemes = tuple(_match_schemes(table))
    points = {
        side: strategy[side]
        + sum(told.vp for told in schemes if table.state.squads[told.player].side == side)
        for side in SIDES
    }
    return {
        "turns": turns,
        "strategy": strategy,
        "schemes": schemes,
        "casualties": () if table.chance(0.5) else None,
        "result": winner(points),
    }


def _turns(table: PlayTable) -> int:
    state = table.state
    if state.phase == "end":
        return state.turn
    prolonged = BATTLEFIELDS[state.battlefield].prolonged
    longest = table.rng.choice((5, 5, 5, 6, 7, 8, 9, 10)) if prolonged else LIMITS.regular_turns
    return max(longest, state.turn + 1 if state.turn >= LIMITS.regular_turns else 0)


def _match_strategy(table: PlayTable, turns: int) -> dict[str, int]:
    """Up to as many VP as the strategy may still give; together no more than turns where one side scores a turn."""
    state = table.state
    points: dict[str, int] = {}
    left = 99 if strategy_of(state.battlefield).both_sides else possible_more(state, "serpent", turns)
    if state.battlefield == "heaven":
        left = MOST_FOR_PORTALS - sum(state.strategy.values())
    for side in table.rng.sample(SIDES, len(SIDES)):
        logged = state.strategy.get(side, 0)
        most = min(possible_more(state, side, turns), left, LIMITS.strategy_vp - logged)
        more = table.rng.randint(0, most)
        points[side], left = logged + more, left - more
    return points


def _match_schemes(table: PlayTable) -> list[e.SchemeResult]:
    """One line for each scheme in the log, and one for each player without one; none for what nobody here knows."""
    lines: list[e.SchemeResult] = []
    room = {side: _room(table.state, side) for side in SIDES}
    free = not any(
        s.held(unique_scheme(table.state.battlefield)) for s in table.squads() if s.side == "alliance"
    )
    for squad in table.squads():
        for held in squad.schemes or (() if squad.chosen else (_new_scheme(table, squad, free),)):
            free = free and held.scheme != unique_scheme(table.state.battlefield)
            more = [vp for vp in _more(held, squad) if vp <= room[squad.side]]
            due = (squad.player, held.scheme) in table.state.pending
            vp = table.rng.choice(more if due and more else (0, *more))
            room[squad.side] -= vp
            lines.append(e.SchemeResult(squad.player, held.vp + vp, held.scheme))
    return lines


def _room(state: LastBattleState, side: str) -> int:
    if state.cap_scope == "scheme":
        return 99
    return LIMITS.scheme_vp - totals(state)[side] + state.strategy.get(side, 0)


def _more(held: Held, squad: Squad) -> list[int]:
    """VP that a scheme may still get: none without the note that it wants."""
    note = held.note
    empty = note is not None and not (note.own_figures or note.enemy_figures)
    if (SCHEMES[held.scheme].note and empty) or (squad.chosen and note is None and squad.noted):
        return []
    numbers = range(1, LIMITS.scheme_vp - held.vp + 1)
    return [vp for vp in numbers if (held.scheme, held.vp + vp) != ("take_prisoner", 1)]


def _new_scheme(table: PlayTable, squad: Squad, free: bool) -> Held:
    unique = unique_scheme(table.state.battlefield)
    if squad.side == "alliance" and free and table.chance(0.2):
        return Held(unique)
    common = [key for key, scheme in SCHEMES.items() if scheme.battlefield is None]
    return Held(table.rng.choice(squad.dealt or common))


def _fates(table: PlayTable, one: NextEvent, player: str) -> Told:
    """Who of the fallen was saved."""
    fallen = [f for f in table.state.fallen if f.how != "withdrawn"]
    fates = (e.FigureFate(f.figure_id, table.rng.choice(("saved", "lost")), f.owner) for f in fallen)
    return {"figures": tuple(fates)}


TOLD: dict[str, Callable[[PlayTable, NextEvent, str], Told | None]] = {
    "fates_published": _fates,
    "match_reported": _match,
    "play_stopped": lambda table, one, player: {"reason": "time"},
    "turn_reported": _turn,
}
