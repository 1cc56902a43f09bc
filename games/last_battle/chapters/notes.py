"""What players write down before the first turn: one `scheme_noted` for each holder of a scheme (LB-SETUP-12, -13).

Every holder logs it, with empty lists where nothing is to be noted, so that the event itself tells nothing.
Called by `rules.py`; `check_note` also by `reveal.py` for a note that its owner kept until then.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from games.last_battle.chapters.hiring import has_leader_trait
from games.last_battle.chapters.setup import advanced
from games.last_battle.events import Figure, Note, SchemeNoted
from games.last_battle.facts import FOES, SCHEMES, NoteNeed
from games.last_battle.permissions import Violations, in_phase, owner_acts
from games.last_battle.state import (
    LastBattleState,
    Squad,
    copies,
    enemy_squads,
    in_play,
    is_leader,
    with_held,
    with_squad,
)
from games.ruleset import Actor, RuleViolation


def check_scheme_noted(state: LastBattleState, event: SchemeNoted, by: Actor) -> Violations:
    """LB-SETUP-12: once, between hiring and the first turn; LB-SETUP-13 for each note."""
    strangers = [*owner_acts(state, by, event.player)]
    if strangers:
        yield from strangers
        return
    squad = state.squads[event.player]
    half_told = event.scheme is None and (event.own_figures, event.enemy_figures, event.more) != (None,) * 3
    if squad.noted:
        yield RuleViolation("LB-SETUP-12", {"done": event.player})
    elif half_told:
        yield RuleViolation("LB-SETUP-12", {"schemeless": event.player})
    elif state.phase in ("hands", "turns", "end"):
        yield RuleViolation("LB-SETUP-12", {"late": event.player})
    yield from in_phase(state, "notes")
    if not squad.chosen:
        yield RuleViolation("LB-SETUP-08", {"without": event.player})
    notes = notes_of(event)
    if len({note.scheme for note in notes}) < len(notes):
        twice = sorted(name for name, count in Counter(note.scheme for note in notes).items() if count > 1)
        yield RuleViolation("LB-SETUP-12", {"twice": twice})
    for note in notes if squad.schemes else ():
        yield from _check_held_note(state, squad, note)


def notes_of(event: SchemeNoted) -> tuple[Note, ...]:
    """The notes that an event tells; none when the client kept them."""
    if event.scheme is None:
        return ()
    first = Note(event.scheme, event.own_figures or (), event.enemy_figures or ())
    return (first, *(event.more or ()))


def _check_held_note(state: LastBattleState, squad: Squad, note: Note) -> Violations:
    if squad.held(note.scheme) is None:
        yield RuleViolation("LB-SETUP-08", {"player": squad.player, "scheme": note.scheme})
    elif note.own_figures or note.enemy_figures:
        yield from check_note(state, squad, note)


def check_note(state: LastBattleState, squad: Squad, note: Note) -> Violations:
    """LB-SETUP-13: number, side, leader and cost of the noted figures, each of them hired and in play."""
    need = SCHEMES[note.scheme].note or NoteNeed()
    if len(note.own_figures) != own_wanted(squad, need) or len(note.enemy_figures) != need.enemy:
        yield _wrong(note)
        return
    yield from _check_own(state, squad, note)
    yield from _check_enemies(state, squad, note, need.enemy_leader)
    if note.scheme == "vendetta":
        yield from _check_vendetta(state, squad, note)


def own_wanted(squad: Squad, need: NoteNeed) -> int:
    """LB-SETUP-13: how many of its own figures a squad notes: three, or all of a smaller squad."""
    return min(need.own, len(squad.figures or ())) if need.own > 1 else need.own


def _check_own(state: LastBattleState, squad: Squad, note: Note) -> Violations:
    """Own, not the leader, each figure once."""
    for figure_id, count in Counter(note.own_figures).items():
        if count > most_noted(squad, figure_id) or not _was_there(state, squad, figure_id):
            yield _wrong(note, figure_id)


def most_noted(squad: Squad, figure_id: str) -> int:
    """LB-SETUP-13: how often a squad's own figure can stand in one note: once for each of its kind but the leader."""
    return copies(squad, figure_id) - is_leader(squad, figure_id)


def own_to_note(squad: Squad, scheme: str) -> tuple[str, ...]:
    """LB-SETUP-13: whom of the squad a note to the scheme can name; for Vendetta those that cost something."""
    ids = dict.fromkeys(figure.figure_id for figure in squad.figures or ())
    free = scheme != "vendetta"
    return tuple(one for one in ids if most_noted(squad, one) and (free or hired_cost(squad, one) != 0))


def _was_there(state: LastBattleState, squad: Squad, figure_id: str) -> bool:
    """Whether the figure can be noted. At full detail a reveal may follow its fall: notes were made before turn 1."""
    return copies(squad, figure_id) > 0 if state.full is not None else in_play(state, squad, figure_id)


def _check_enemies(state: LastBattleState, squad: Squad, note: Note, leader: bool) -> Violations:
    for figure_id in note.enemy_figures:
        owners = [enemy for enemy in enemy_squads(state, squad) if copies(enemy, figure_id)]
        if not any(_was_there(state, enemy, figure_id) for enemy in owners):
            yield _wrong(note, figure_id)
        elif leader and not any(enemy.leader is None or is_leader(enemy, figure_id) for enemy in owners):
            yield _wrong(note, figure_id)
            if any(has_leader_trait(figure) for enemy in owners for figure in _named(enemy, figure_id)):
                yield RuleViolation("LB-ROSTER-04", {"figure": figure_id})


def _named(squad: Squad, figure_id: str) -> list[Figure]:
    return [figure for figure in squad.all_figures() if figure.figure_id == figure_id]


def _wrong(note: Note, figure_id: str | None = None) -> RuleViolation:
    wanted = "nobody" if SCHEMES[note.scheme].note is None else note.scheme
    params = {"scheme": note.scheme, "figure": figure_id, "wanted": f"note_of_{wanted}"}
    return RuleViolation("LB-SETUP-13", params)


def _check_vendetta(state: LastBattleState, squad: Squad, note: Note) -> Violations:
    """The player's figure costs more than 0, the enemy at least as much; a leader costs 0 (LB-SCH-09)."""
    own, enemy = note.own_figures[0], note.enemy_figures[0]
    if hired_cost(squad, own) == 0:
        yield _wrong(note, own)
    if costs_less(state, squad, own, enemy):
        yield _wrong(note, enemy)


def costs_less(state: LastBattleState, squad: Squad, own: str, enemy: str) -> bool:
    """LB-COMM-13: whether a noted enemy costs less than the squad's figure in every squad that has it; False where a
    cost is unknown."""
    cost = hired_cost(squad, own)
    costs = [effective_cost(one, enemy) for one in enemy_squads(state, squad) if copies(one, enemy)]
    return cost is not None and bool(costs) and all(one is not None and one < cost for one in costs)


def effective_cost(squad: Squad, figure_id: str) -> int | None:
    """LB-SCH-09: a leader 0, another figure its printed cost; None when unknown."""
    return 0 if is_leader(squad, figure_id) else hired_cost(squad, figure_id)


def hired_cost(squad: Squad, figure_id: str) -> int | None:
    """The printed cost of a hired figure besides the leader; None when unknown."""
    return next((f.cost for f in squad.figures or () if f.figure_id == figure_id), None)


def on_scheme_noted(state: LastBattleState, event: SchemeNoted) -> LastBattleState:
    squad = state.squads[event.player]
    notes = {note.scheme: note for note in notes_of(event)}
    for held in squad.schemes if notes else ():
        note = notes.get(held.scheme, Note(held.scheme))
        squad = with_held(squad, msgspec.structs.replace(held, note=note))
    squad = msgspec.structs.replace(squad, noted=True, note_commitment=event.commitment)
    return advanced(with_squad(state, squad))


def enemy_owner(state: LastBattleState, squad: Squad, figure_id: str) -> Squad | None:
    """The enemy squad that hired a noted figure; None if several did."""
    found = [s for s in state.squads.values() if s.side == FOES[squad.side] and copies(s, figure_id)]
    return found[0] if len(found) == 1 else None
