"""Simulated turns: casualties, strategy, revealed and scored schemes, prolong flips. Called by `simulate.py`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, FACTS, FOES, LIMITS, SCHEMES, SIDES, strategy_of
from games.last_battle.prolong import SUITS, plays_on
from games.last_battle.reveal import HIDDEN, reveal_of
from games.last_battle.simulate_links import pass_arcana
from games.last_battle.simulate_table import RULES, SimulatedTable
from games.last_battle.state import Held, Squad


def play_turns(table: SimulatedTable, last: int) -> None:
    """Turn after turn until the game is over, or until `last` turns are reported."""
    while table.state.phase == "turns" and table.state.turn < last:
        pass_arcana(table)
        report = _report(table)
        for squad in table.squads():
            for held in squad.schemes:
                waits = (squad.player, held.scheme) in table.state.pending
                if waits or table.chance(0.6):
                    report = _with_scheme(table, report, squad, held)
        table.log(report, table.anybody())


def _report(table: SimulatedTable) -> e.TurnReported:
    turn = table.state.turn + 1
    casualties = tuple(_casualties(table)) if table.chance(0.9) else None
    strategy, portals = _strategy(table, turn, casualties)
    first = table.rng.choice((*SIDES, None))
    return e.TurnReported(
        turn=turn,
        strategy=strategy,
        casualties=casualties,
        portals_closed=portals,
        first_side=first,
        prolong=_flip(table, turn, first),
    )


def _casualties(table: SimulatedTable) -> Iterator[e.Casualty]:
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
    table: SimulatedTable, turn: int, casualties: tuple[e.Casualty, ...] | None
) -> tuple[dict[str, int], dict[str, int] | None]:
    strategy = strategy_of(table.state.battlefield)
    sides = [side for side in SIDES if turn >= strategy.first_turn and table.chance(0.4)]
    sides = [side for side in sides if table.state.strategy.get(side, 0) < LIMITS.strategy_vp]
    if table.state.battlefield == "heaven":
        return _portals(table, sides)
    if table.state.battlefield == "serpent" and casualties is not None:
        sides = [side for side in sides if _blood(table, side, casualties)]
    if not strategy.both_sides:
        sides = sides[:1] if table.chance(0.5) else sides[1:]
    return dict.fromkeys(SIDES, 0) | dict.fromkeys(sides, 1), None


def _blood(table: SimulatedTable, side: str, casualties: tuple[e.Casualty, ...]) -> bool:
    owners = {squad.player: squad.side for squad in table.squads()}
    return any(owners[c.owner or ""] == FOES[side] and c.how in ("killed", "sacrificed") for c in casualties)


def _portals(table: SimulatedTable, sides: list[str]) -> tuple[dict[str, int], dict[str, int] | None]:
    """Each side that closes, closes one portal, sometimes two; sometimes nobody says how many."""
    left = {side: LIMITS.portals - table.state.portals.get(side, 0) for side in SIDES}
    closing = [side for side in sides if left[side] > 0]
    strategy = dict.fromkeys(SIDES, 0) | dict.fromkeys(closing, 1)
    if table.chance(0.2):
        return strategy, None
    return strategy, {side: table.rng.randint(1, min(2, left[side])) for side in closing}


def _flip(table: SimulatedTable, turn: int, first: str | None) -> e.Prolong | None:
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


def _with_scheme(table: SimulatedTable, report: e.TurnReported, squad: Squad, held: Held) -> e.TurnReported:
    """The report with VP for this scheme, after its reveal, if the rules allow any number; else as it was."""
    state = table.state
    opening = reveal_of(squad, held)
    if opening is not None:
        if not table.may(opening):
            return report
        state = RULES.evolve(state, opening)
    numbers = table.rng.sample(SCHEMES[held.scheme].turn_vp, len(SCHEMES[held.scheme].turn_vp))
    for vp in numbers:
        told = report.schemes.get(squad.player, {})
        schemes = {
            **report.schemes,
            squad.player: {**(told if isinstance(told, dict) else {}), held.scheme: vp},
        }
        scored = msgspec.structs.replace(report, schemes=schemes)
        if table.may(scored, state=state):
            _reveal(table, squad, opening)
            return scored
    if held.scheme == HIDDEN and opening is not None and table.chance(0.5):
        _reveal(table, squad, opening)
    return report


def _reveal(
    table: SimulatedTable, squad: Squad, opening: e.SchemeRevealed | e.SchemeNotePublished | None
) -> None:
    if opening is not None:
        table.log(opening, table.player(squad.player))
