"""Simulated players choose schemes, hire squads and write their notes. Called by `simulate.py`."""

from __future__ import annotations

from collections.abc import Callable

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, COMMON_SCHEMES, LIMITS, SCHEMES, unique_scheme
from games.last_battle.roster import LEADER
from games.last_battle.simulate_links import hear_of_the_fallen
from games.last_battle.simulate_table import SimulatedTable
from games.last_battle.state import Squad, enemy_squads


def prepare(
    table: SimulatedTable,
    brings: Callable[[Squad], None] | None = None,
    stand: Callable[[], None] | None = None,
) -> None:
    """From the opened table to the first turn (full detail: to the hands), whatever was done already.

    `brings` hires a squad, `stand` puts it on the table; both belong to full detail.
    """
    for squad in table.squads():
        if not squad.chosen and squad.side == "serpent" and table.state.phase == "schemes":
            _preset(table, squad)
    for squad in table.squads():
        if not squad.chosen and squad.side == "alliance":
            _choose(table, squad)
    if any(not squad.hired for squad in table.squads()):
        hear_of_the_fallen(table)
    for squad in table.squads():
        if not squad.hired:
            brings(squad) if brings else hire(table, squad)
    if stand:
        stand()
    _share(table)
    for squad in table.squads():
        if squad.chosen and not squad.noted:
            note(table, squad)


def _preset(table: SimulatedTable, squad: Squad) -> None:
    pool = [*COMMON_SCHEMES, unique_scheme(table.state.battlefield)]
    schemes = tuple(table.rng.sample(pool, table.rng.choice((1, 1, 2, 3))))
    table.log(e.SerpentSchemesPreset(squad=squad.player, schemes=schemes))


def _choose(table: SimulatedTable, squad: Squad) -> None:
    count = table.state.draw_count
    if not squad.was_dealt and (count or table.chance(0.5)):
        dealt = tuple(table.rng.sample(COMMON_SCHEMES, count or 3))
        table.log(e.SchemesDealt(player=squad.player, schemes=dealt))
    dealt = table.state.squads[squad.player].dealt or COMMON_SCHEMES
    unique = unique_scheme(table.state.battlefield)
    free = not any(other.held(unique) for other in table.squads() if other.side == "alliance")
    scheme = unique if free and table.chance(0.25) else table.rng.choice(dealt)
    table.log(e.SchemeChosen(player=squad.player, scheme=scheme), table.player(squad.player))


def _share(table: SimulatedTable) -> None:
    for squad in table.squads():
        friends = [s.player for s in table.squads() if s.side == squad.side and s is not squad]
        if squad.chosen and friends and table.chance(0.5):
            shared = e.SchemeShared(from_player=squad.player, to_player=table.rng.choice(friends))
            table.log(shared, table.player(squad.player))


def hire(table: SimulatedTable, squad: Squad) -> None:
    """A leader and up to six figures; now and then a fact is unknown."""
    limit = BATTLEFIELDS[table.state.battlefield].max_size or 5
    points = LIMITS.hire_points
    leader = e.Figure(f"{squad.player}-leader", 9, table.rng.randint(1, limit), True, (LEADER,))
    figures = [leader]
    for number in range(table.rng.randint(0, 6)):
        cost = table.rng.randint(0, min(9, points))
        points -= cost
        known = table.chance(0.95)
        size = table.rng.randint(1, limit) if known else None
        figures.append(e.Figure(f"{squad.player}-{number + 1}", cost if known else None, size, known, ()))
    if points and table.chance(0.2):
        figures.extend([e.Figure(f"{squad.player}-guard", 0, 1, False, ())] * 2)
    hired = e.SquadHired(player=squad.player, leader=leader.figure_id, figures=tuple(figures))
    table.log(hired, table.player(squad.player))


def note(table: SimulatedTable, squad: Squad) -> None:
    notes = [_note_for(table, squad, held.scheme) for held in squad.schemes]
    first, *more = notes
    noted = e.SchemeNoted(
        player=squad.player,
        scheme=first.scheme,
        own_figures=first.own_figures,
        enemy_figures=first.enemy_figures,
        more=tuple(more) or None,
    )
    table.log(noted, table.player(squad.player))


def _note_for(table: SimulatedTable, squad: Squad, scheme: str) -> e.Note:
    """A legal note; an empty one where the squads allow none (or the player forgets)."""
    need = SCHEMES[scheme].note
    own = [figure.figure_id for figure in squad.figures or ()]
    if need is None or len(own) < min(need.own, 1) or table.chance(0.05):
        return e.Note(scheme)
    if scheme == "vendetta":
        return _vendetta(table, squad)
    leaders = [s.leader.figure_id for s in enemy_squads(table.state, squad) if s.leader]
    enemies = leaders if need.enemy_leader else table.foes(squad)
    return e.Note(
        scheme,
        tuple(table.rng.sample(own, min(need.own, len(own)))),
        tuple(table.rng.sample(enemies, need.enemy)),
    )


def _vendetta(table: SimulatedTable, squad: Squad) -> e.Note:
    pairs = [
        (mine.figure_id, theirs.figure_id)
        for mine in squad.figures or ()
        for enemy in enemy_squads(table.state, squad)
        for theirs in enemy.figures or ()
        if mine.cost and theirs.cost and theirs.cost >= mine.cost
    ]
    if not pairs:
        return e.Note("vendetta")
    own, foe = table.rng.choice(pairs)
    return e.Note("vendetta", (own,), (foe,))
