"""What a simulated table reports: a turn, a whole match, the fates of the fallen. Called by `made_events.py`.

By chance, within what the rules say of each number; of what does not fit together another one is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.last_battle import events as e
from games.last_battle.chapters.awards import possible_numbers
from games.last_battle.chapters.finish import winner
from games.last_battle.chapters.prolong import SUITS, plays_on
from games.last_battle.chapters.summary import legal_points, legal_schemes, legal_strategy
from games.last_battle.facts import BATTLEFIELDS, FACTS, FOES, LIMITS, SIDES
from games.last_battle.play.table import PlayTable
from games.ruleset import Actor, Event, NextEvent
from games.simulated import ORGANISER

Told = dict[str, Any]
WAYS = 60
"""So many reports are made up until one is legal."""


def turn(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    """The next turn."""
    return _legal(table, ORGANISER, lambda: _a_turn(table, one))


def match(table: PlayTable, one: NextEvent, player: str) -> Told | None:
    """The whole match in one event, consistent with what is logged already and what the reporter knows."""
    by = Actor("player", player) if player else ORGANISER
    return _legal(table, by, lambda: _a_match(table, by))


def _legal(table: PlayTable, by: Actor, make: Callable[[], Event]) -> Told | None:
    """A report that the rules take of `by` and of staff, who may know more."""
    reports = (make() for _ in range(WAYS))
    legal = next((one for one in reports if table.may(one, by) and table.may(one)), None)
    return None if legal is None else msgspec.structs.asdict(legal)


def _a_turn(table: PlayTable, one: NextEvent) -> e.TurnReported:
    number, _ = one.limits["turn"]
    strategy, portals = _strategy(table, one)
    first = table.rng.choice((*SIDES, None))
    return e.TurnReported(
        turn=number,
        strategy=strategy,
        portals_closed=portals,
        schemes=_scores(table, number),
        casualties=tuple(_casualties(table)) if table.chance(0.8) else None,
        first_side=first,
        prolong=_flip(table, number, first),
    )


def _strategy(table: PlayTable, one: NextEvent) -> tuple[dict[str, int], dict[str, int] | None]:
    """LB-HEAV-11: on Heaven by the portals that each side closed, of which sometimes nobody says how many."""
    points = {side: table.chance(0.4) * one.limits[f"strategy.{side}"][1] for side in SIDES}
    if table.state.battlefield != "heaven":
        return points, None
    left = {side: LIMITS.portals - table.state.portals.get(side, 0) for side in SIDES}
    closed = {side: table.rng.randint(1, min(2, left[side])) if left[side] else 0 for side in SIDES}
    told = {side: number * bool(points[side]) for side, number in closed.items()}
    points = {side: int(number > 0) for side, number in told.items()}
    return points, told if any(told.values()) and table.chance(0.8) else None


def _scores(table: PlayTable, number: int) -> dict[str, int | dict[str, int]]:
    """VP of the schemes that lie open, by player and scheme: those that were just revealed give some."""
    told: dict[str, int | dict[str, int]] = {}
    for squad in table.state.squads.values():
        own: dict[str, int] = {}
        for held in (held for held in squad.schemes if held.public):
            due = (squad.player, held.scheme) in table.state.pending
            numbers = possible_numbers(table.state, squad, held, number)
            if numbers and (due or table.chance(0.5)):
                own[held.scheme] = table.rng.choice(numbers)
        told |= {squad.player: own} if own else {}
    return told


def _casualties(table: PlayTable) -> Iterator[e.Casualty]:
    """Few figures a turn; most of them to a named killer of the other side."""
    for side in SIDES:
        for squad, figure_id in table.standing(side):
            if table.chance(0.12):
                how = table.rng.choices(
                    ("killed", "sacrificed", "dead_no_killer", "withdrawn"), (8, 1, 1, 1)
                )[0]
                told = e.Casualty(figure_id, how, squad.player)  # type: ignore[arg-type]
                killers = table.standing(FOES[side]) if how in ("killed", "sacrificed") else []
                if killers and table.chance(0.7):
                    killer, by = table.rng.choice(killers)
                    told = msgspec.structs.replace(told, by=by, by_owner=killer.player)
                yield told


def _flip(table: PlayTable, number: int, first: str | None) -> e.Prolong | None:
    """Most of the possible flips are made; the card is as random as the deck."""
    if (
        not BATTLEFIELDS[table.state.battlefield].prolonged
        or number not in FACTS.prolong
        or table.chance(0.3)
    ):
        return None
    deck = FACTS.deck
    majors = {deck.death: "M-death", deck.wheel: "M-wheel"}
    value = table.rng.choice((*range(1, deck.top_value[table.state.deck_profile] + 1), *majors, deck.wheel))
    named = majors.get(value) or f"{table.rng.choice(SUITS)}-{value}"
    card = named if table.chance(0.5) else value
    return e.Prolong(first or table.rng.choice(SIDES), card, plays_on(number, value))


def _a_match(table: PlayTable, by: Actor) -> e.MatchReported:
    state = table.state
    turns = max(table.rng.choice((5, 5, 5, *range(6, LIMITS.last_turn + 1))), state.turn)
    turns = turns if BATTLEFIELDS[state.battlefield].prolonged else LIMITS.regular_turns
    strategy = {side: _some(table, legal_strategy(state, side, turns)) for side in SIDES}
    schemes = tuple(_schemes(table, by))
    points = {
        side: strategy[side] + sum(one.vp for one in schemes if state.squads[one.player].side == side)
        for side in SIDES
    }
    return e.MatchReported(
        turns=state.turn if state.phase == "end" else turns,
        strategy=strategy,
        schemes=schemes,
        casualties=() if table.chance(0.5) else None,
        result=winner(points),  # type: ignore[arg-type]
    )


def _schemes(table: PlayTable, by: Actor) -> Iterator[e.SchemeResult]:
    """One line for each scheme in the log, and one for each player without one; none for what the reporter may not
    know."""
    state = table.state
    for squad in state.squads.values():
        told = {held.scheme: held.vp for held in squad.schemes}
        if not squad.chosen and not told:
            told = {table.rng.choice(legal_schemes(state, squad, ORGANISER)): 0}
        for scheme, vp in told.items():
            numbers = legal_points(state, squad, scheme, by, vp)
            if numbers:
                yield e.SchemeResult(squad.player, _some(table, numbers), scheme)


def _some(table: PlayTable, numbers: tuple[int, ...]) -> int:
    """Mostly few."""
    return min(table.rng.choice(numbers), table.rng.choice(numbers)) if numbers else 0


def fates(table: PlayTable, one: NextEvent, player: str) -> Told:
    """Who of the fallen was saved."""
    fallen = [f for f in table.state.fallen if f.how != "withdrawn"]
    told = (e.FigureFate(f.figure_id, table.rng.choice(("saved", "lost")), f.owner) for f in fallen)
    return {"figures": tuple(told)}
