"""The end of a simulated match: awards, giving up, early closing, one report, fates. Called by `simulate.py`."""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, LIMITS, SCHEMES, SIDES, strategy_of, unique_scheme
from games.last_battle.finish import winner
from games.last_battle.reveal import reveal_of
from games.last_battle.simulate_table import ORGANISER, RULES, SimulatedTable
from games.last_battle.state import Held, LastBattleState, Squad, totals
from games.last_battle.strategies import open_portal, possible_more


def finish(table: SimulatedTable, thin_out: bool) -> None:
    """From the last reported turn to the end: regular, closed early, or thinned out to one report."""
    if thin_out:
        report_match(table)
    else:
        if table.state.phase == "turns":
            if given_up(table):
                return
            table.log(e.PlayStopped(reason="time"))
        _score_strategy(table)
        for squad in table.squads():
            for held in squad.schemes:
                if table.chance(0.7):
                    _score_scheme(table, squad, held)
        end_match(table)
    if table.chance(0.2):
        publish_fates(table)


def given_up(table: SimulatedTable) -> bool:
    """LB-END-06: one unfinished match in three is given up by a side."""
    if not table.chance(1 / 3):
        return False
    squad = table.rng.choice(tuple(table.squads()))
    table.log(e.MatchConceded(side=squad.side), table.player(squad.player))  # type: ignore[arg-type]
    return True


def _score_strategy(table: SimulatedTable) -> None:
    if table.state.battlefield != "heaven":
        return
    known = {side: open_portal(table.state, side) for side in SIDES}
    points = {side: int(table.chance(0.5) if told is None else told) for side, told in known.items()}
    table.log(e.StrategyScored(serpent=points["serpent"], alliance=points["alliance"]), table.anybody())


def _score_scheme(table: SimulatedTable, squad: Squad, held: Held) -> None:
    """A random legal number of the game's end, after the reveal, if the rules allow one."""
    state, opening = table.state, reveal_of(squad, held)
    if opening is not None:
        if not table.may(opening):
            return
        state = RULES.evolve(state, opening)
    numbers = SCHEMES[held.scheme].end_vp
    for vp in table.rng.sample(numbers, len(numbers)):
        scored = e.SchemeScored(player=squad.player, scheme=held.scheme, amount=vp)
        if table.may(scored, state=state):
            by = table.player(squad.player)
            if opening is not None:
                table.log(opening, by)
            table.log(scored, by)
            return


def end_match(table: SimulatedTable) -> None:
    """The totals and the result."""
    points = totals(table.state)
    closed = table.state.stopped is not None
    ended = e.GameEnded(
        serpent_vp=points["serpent"],
        alliance_vp=points["alliance"],
        result=winner(points),  # type: ignore[arg-type]
        reason="closed" if closed else "regular",
    )
    table.log(ended, ORGANISER if closed else table.anybody())


def report_match(table: SimulatedTable) -> None:
    """The whole match in one event, by the organiser, consistent with what is logged already."""
    turns = _turns(table)
    strategy = _strategy(table, turns)
    schemes = tuple(_schemes(table))
    casualties = () if table.chance(0.5) else None
    points = {
        side: strategy[side]
        + sum(told.vp for told in schemes if table.state.squads[told.player].side == side)
        for side in SIDES
    }
    report = e.MatchReported(
        turns=turns,
        strategy=strategy,
        schemes=schemes,
        casualties=casualties,
        result=winner(points),  # type: ignore[arg-type]
    )
    table.log(report)


def _turns(table: SimulatedTable) -> int:
    state = table.state
    if state.phase == "end":
        return state.turn
    prolonged = BATTLEFIELDS[state.battlefield].prolonged
    longest = table.rng.choice((5, 5, 5, 6, 7, 8, 9, 10)) if prolonged else LIMITS.regular_turns
    return max(longest, state.turn + 1 if state.turn >= LIMITS.regular_turns else 0)


def _strategy(table: SimulatedTable, turns: int) -> dict[str, int]:
    """Up to as many VP as the strategy may still give; together no more than turns where one side scores a turn."""
    state = table.state
    points: dict[str, int] = {}
    left = 99 if strategy_of(state.battlefield).both_sides else possible_more(state, "serpent", turns)
    for side in table.rng.sample(SIDES, len(SIDES)):
        logged = state.strategy.get(side, 0)
        most = min(possible_more(state, side, turns), left, LIMITS.strategy_vp - logged)
        more = table.rng.randint(0, most)
        points[side], left = logged + more, left - more
    return points


def _schemes(table: SimulatedTable) -> list[e.SchemeResult]:
    """One line for each scheme in the log, and one for each player without one."""
    lines: list[e.SchemeResult] = []
    room = {side: _room(table.state, side) for side in SIDES}
    free = not any(
        s.held(unique_scheme(table.state.battlefield)) for s in table.squads() if s.side == "alliance"
    )
    for squad in table.squads():
        for held in squad.schemes or (_new_scheme(table, squad, free),):
            free = free and held.scheme != unique_scheme(table.state.battlefield)
            more = [vp for vp in _more(held, squad) if vp <= room[squad.side]]
            vp = table.rng.choice((0, *more))
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


def _new_scheme(table: SimulatedTable, squad: Squad, free: bool) -> Held:
    unique = unique_scheme(table.state.battlefield)
    if squad.side == "alliance" and free and table.chance(0.2):
        return Held(unique)
    common = [key for key, scheme in SCHEMES.items() if scheme.battlefield is None]
    return Held(table.rng.choice(squad.dealt or common))


def publish_fates(table: SimulatedTable) -> None:
    """Who of the fallen was saved."""
    fates = tuple(
        e.FigureFate(f.figure_id, table.rng.choice(("saved", "lost")), f.owner)
        for f in table.state.fallen
        if f.how != "withdrawn"
    )
    table.log(e.FatesPublished(figures=fates))
