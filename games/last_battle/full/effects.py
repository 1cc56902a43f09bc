"""Lives, conditions, removals and summons (LB-DMG-04, -05, LB-ACT-16, -17, LB-CAMP-03, LB-SERP-01, -02, LB-TURN-05).

Each is either due by the rules, or the effect of an ability that names its figure. Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.gaps import known
from games.last_battle.chapters.hiring import gone_elsewhere
from games.last_battle.facts import BATTLEFIELDS
from games.last_battle.figures import Figure
from games.last_battle.full.actions import GATHERER
from games.last_battle.full.checks.duel import stopped
from games.last_battle.full.events import ConditionChanged, FigureRemoved, FigureSummoned, LivesChanged
from games.last_battle.full.phases import piece_of
from games.last_battle.full.preconditions import (
    absent,
    commands,
    due_for,
    due_params,
    in_step,
    passing,
    put,
    table,
    without_due,
)
from games.last_battle.full.schemes.since_action import fell_below_half, left_play, lost_lives
from games.last_battle.full.state import Due, FullState, Piece, changed, flagged, with_piece
from games.last_battle.full.turn import BLOOD
from games.last_battle.permissions import Violations, seated
from games.last_battle.state import Fallen, LastBattleState, away
from games.ruleset import Actor, RuleViolation

CAUSES = {"damage": "LB-DMG-04", "water": "LB-SEA-02", "hazard": "LB-HEAV-06"}
"""Causes that are never an ability, with the rule that makes them due."""
STEPS = ("start", "initiative", "activations", "end_effects", "scoring")
KILLS = ("killed", "sacrificed")
FIRST_BLOOD = 2
"""LB-SERP-01: the turn from which on a kill makes a Blood Spiller."""


def check_lives_changed(state: LastBattleState, event: LivesChanged, by: Actor) -> Violations:
    """LB-DMG-04: the damage that is due and the lives left; LB-ACT-16, -17: an ability names its figure and heals."""
    full = table(state)
    piece = full.pieces.get(event.figure)
    if piece is None:
        yield absent("LB-DMG-04", event.figure)
        return
    due = due_for(full, "lives_changed", event.figure)
    yield from passing(
        event,
        seated(state, by),
        in_step(state, *STEPS),
        _check_due_lives(piece, due, event) if due else _check_ability_lives(state, event, by),
        _check_lives_left(piece, event),
    )


def _check_due_lives(piece: Piece, due: Due, event: LivesChanged) -> Violations:
    clamped = due.delta if piece.lives is None else -min(piece.lives, -due.delta)
    wrong_by = due.by is not None and event.by_figure not in (None, due.by)
    if event.delta not in (due.delta, clamped):
        yield RuleViolation(due.rule, {**due_params(due), "told": event.delta})
    elif event.cause != due.cause:
        yield RuleViolation(due.rule, {"cause": due.cause, "victim": piece.id})
    elif wrong_by:
        yield RuleViolation(due.rule, {"by": due.by, "harmed": piece.id})


def _check_ability_lives(state: LastBattleState, event: LivesChanged, by: Actor) -> Violations:
    if event.cause in CAUSES:
        yield RuleViolation(CAUSES[event.cause], {"unhurt": event.figure})
    elif event.by_figure is None:
        yield RuleViolation("LB-ACT-16", {"figure": event.figure})
    elif event.delta == 0:
        yield RuleViolation("LB-ACT-16", {"same": event.figure})
    else:
        yield from commands(state, by, event.by_figure, "LB-ACT-16")


def _check_lives_left(piece: Piece, event: LivesChanged) -> Violations:
    if piece.lives is None:
        return
    left = max(0, piece.lives + event.delta)
    if event.delta > 0 and piece.initial is not None and left > piece.initial:
        healed = {"figure": piece.id, "initial": piece.initial, "lives": left}
        yield RuleViolation("LB-ACT-17", healed)
    elif event.lives not in (None, left):
        yield RuleViolation("LB-DMG-04", {"figure": piece.id, "lives": left, "entered": event.lives})


def on_lives_changed(state: LastBattleState, event: LivesChanged) -> LastBattleState:
    full = table(state)
    piece = full.pieces[event.figure]
    due = due_for(full, "lives_changed", event.figure)
    lives = event.lives if piece.lives is None else max(0, piece.lives + event.delta)
    below = lives is not None and piece.initial is not None and 2 * lives < piece.initial
    window = full.window
    if below and not piece.halved:
        window = (*window, fell_below_half(piece))
    elif piece.initial is None and event.delta < 0:
        window = (*window, lost_lives(piece))
    piece = msgspec.structs.replace(piece, lives=lives, halved=piece.halved or below)
    told_only = full.pieces[event.figure].lives is None
    full = with_piece(full, piece, window=window, due=without_due(full, due))
    full = flagged(full, "LB-DMG-04") if told_only else full
    if lives == 0:
        full = changed(full, due=(*full.due, _death(piece, due, event)))
    return put(state, full)


def _death(piece: Piece, due: Due | None, event: LivesChanged) -> Due:
    """LB-DMG-05: killed by the figure whose action or ability it was; by water and altitude without a killer."""
    by = due.by if due else event.by_figure
    how = "killed" if by else "dead_no_killer"
    rule = "LB-SEA-03" if event.cause == "water" else "LB-DMG-04"
    return Due("figure_removed", piece.id, rule, how=how, by=by)


def check_figure_removed(state: LastBattleState, event: FigureRemoved, by: Actor) -> Violations:
    """LB-DMG-04, -05: as it is due; else by a trigger or ability that kills, sacrifices or withdraws it."""
    full = table(state)
    if event.figure not in full.pieces:
        yield absent("LB-DMG-06", event.figure)
        return
    due = due_for(full, "figure_removed", event.figure)
    yield from passing(
        event,
        seated(state, by),
        in_step(state, *STEPS),
        _check_due_removal(due, event) if due else _check_ability_removal(state, event, by),
    )


def _check_due_removal(due: Due, event: FigureRemoved) -> Violations:
    if event.how != due.how or event.by_figure != due.by:
        yield RuleViolation("LB-DMG-05" if due.rule == "LB-DMG-04" else due.rule, due_params(due))


def _check_ability_removal(state: LastBattleState, event: FigureRemoved, by: Actor) -> Violations:
    full = table(state)
    if event.how == "withdrawn":
        yield RuleViolation("LB-ARC-04", {"stays": event.figure})
    elif event.how == "dead_no_killer":
        yield RuleViolation("LB-DMG-05", {"unkilled": event.figure})
    elif event.by_figure is None:
        yield RuleViolation("LB-DMG-05", {"unnamed": event.figure})
    elif event.how == "killed" and not _by_trigger(full, event):
        yield RuleViolation(
            "LB-DMG-04", {"alive": event.figure, "left": known(full.pieces[event.figure].lives)}
        )
    else:
        yield from commands(state, by, event.by_figure, "LB-DMG-05")


def _by_trigger(full: FullState, event: FigureRemoved) -> bool:
    """LB-TRIG-05: the trigger of the open check can remove its target."""
    duel = full.duel
    named = (duel.target, duel.actor) == (event.figure, event.by_figure)
    return duel.triggered and duel.stage == "resolved" and named


def on_figure_removed(state: LastBattleState, event: FigureRemoved) -> LastBattleState:
    full = table(state)
    piece = full.pieces[event.figure]
    killer = full.pieces.get(event.by_figure or "")
    fell = left_play(piece, event.how, killer, event.by_figure)
    pieces = {name: _ashore(one, event.figure) for name, one in full.pieces.items() if name != event.figure}
    kill = event.how in KILLS
    full = changed(
        stopped(full, event.figure),
        pieces=pieces,
        gone={**full.gone, event.figure: full.turn},
        due=tuple(due for due in full.due if due.figure != event.figure),
        window=(*full.window, fell),
        kills=(*full.kills, fell) if kill else full.kills,
    )
    if full.active == event.figure:
        full = changed(full, active=None, ap=0)
    if state.battlefield == "serpent" and kill:
        full = _blood(full, piece, killer)
    return put(state, full, fallen=(*state.fallen, _fallen(full, piece, event, killer)))


def _ashore(piece: Piece, vessel: str) -> Piece:
    return msgspec.structs.replace(piece, aboard=None) if piece.aboard == vessel else piece


def _blood(full: FullState, piece: Piece, killer: Piece | None) -> FullState:
    """LB-SERP-01: from turn 2, for killing or sacrificing an enemy, once."""
    if full.turn < FIRST_BLOOD or killer is None or killer.side == piece.side or BLOOD in killer.conditions:
        return full
    due = Due("condition_changed", killer.id, "LB-SERP-01", how="gained", condition=BLOOD)
    return changed(full, due=(*full.due, due))


def _fallen(full: FullState, piece: Piece, event: FigureRemoved, killer: Piece | None) -> Fallen:
    return Fallen(
        piece.figure_id,
        piece.home,
        piece.side,
        event.how,
        full.turn,
        killer.figure_id if killer else event.by_figure,
        killer.player if killer else None,
        piece.summoned,
    )


def check_condition_changed(state: LastBattleState, event: ConditionChanged, by: Actor) -> Violations:
    """LB-CAMP-01, -03, LB-SERP-01, -02: the two conditions come and go by the rules alone; others by abilities."""
    full = table(state)
    piece = full.pieces.get(event.figure)
    if piece is None:
        yield absent("LB-ACT-16", event.figure)
        return
    due = due_for(full, "condition_changed", event.figure)
    yield from passing(
        event,
        seated(state, by),
        in_step(state, *STEPS),
        _check_due_condition(due, event) if due else _check_ability_condition(state, piece, event, by),
    )


def _check_due_condition(due: Due, event: ConditionChanged) -> Violations:
    """What is due, as it is due; whoever is named with it is the figure that did it."""
    wrong_by = event.by_figure not in (None, due.by or due.figure)
    if (event.condition, event.change) != (due.condition, due.how) or wrong_by:
        yield RuleViolation(due.rule, due_params(due))


def _check_ability_condition(
    state: LastBattleState, piece: Piece, event: ConditionChanged, by: Actor
) -> Violations:
    if event.condition in (GATHERER, BLOOD):
        yield _by_the_rules(table(state).turn, event)
    elif event.by_figure is None:
        yield RuleViolation("LB-ACT-16", {"figure": event.figure})
    elif (event.condition in piece.conditions) == (event.change == "gained"):
        yield RuleViolation("LB-ACT-16", {"same": event.figure})
    else:
        yield from commands(state, by, event.by_figure, "LB-ACT-16")


def on_condition_changed(state: LastBattleState, event: ConditionChanged) -> LastBattleState:
    full = table(state)
    piece = full.pieces[event.figure]
    kept = tuple(condition for condition in piece.conditions if condition != event.condition)
    conditions = (*kept, event.condition) if event.change == "gained" else kept
    due = due_for(full, "condition_changed", event.figure)
    piece = msgspec.structs.replace(piece, conditions=conditions)
    return put(state, with_piece(full, piece, due=without_due(full, due)))


def _by_the_rules(turn: int, event: ConditionChanged) -> RuleViolation:
    """A condition of a strategy that nothing in the log gave or took."""
    gained = event.change == "gained"
    if event.condition == GATHERER:
        return RuleViolation("LB-CAMP-03", {"unread": event.figure}) if gained else _kept("LB-CAMP-04", event)
    if not gained:
        return _kept("LB-SERP-03", event)
    if turn < FIRST_BLOOD:
        return RuleViolation("LB-SERP-01", {"turn": turn})
    return RuleViolation("LB-SERP-02", {"unstained": event.figure})


def _kept(rule: str, event: ConditionChanged) -> RuleViolation:
    return RuleViolation(rule, {"keeper": event.figure})


def check_figure_summoned(state: LastBattleState, event: FigureSummoned, by: Actor) -> Violations:
    """LB-ACT-16: by a figure in play; LB-ROSTER-06, -07: a size and a name that the table allows."""
    return passing(
        event,
        commands(state, by, event.by_figure, "LB-ACT-16"),
        in_step(state, *STEPS),
        _check_newcomer(state, event),
    )


def _check_newcomer(state: LastBattleState, event: FigureSummoned) -> Violations:
    full = table(state)
    facts = event.facts or Figure(event.figure)
    limit = BATTLEFIELDS[state.battlefield].max_size
    same = [piece for piece in full.pieces.values() if piece.figure_id == facts.figure_id]
    unique = facts.unique or any(piece.card.unique for piece in same)
    params = {"figure": event.figure, "size": facts.size, "limit": limit}
    if event.figure in full.pieces or event.figure in full.gone:
        yield RuleViolation("LB-MULTI-02", {"figure": event.figure})
    elif unique and same:
        yield RuleViolation("LB-ROSTER-07", {"taken": facts.figure_id, "players": [same[0].player]})
    elif unique and facts.figure_id in away(state):
        yield gone_elsewhere(state, facts.figure_id)
    elif limit is not None and facts.size is not None and facts.size > limit:
        yield RuleViolation("LB-ROSTER-06", params)
        yield RuleViolation("LB-DUNG-01", params)


def on_figure_summoned(state: LastBattleState, event: FigureSummoned) -> LastBattleState:
    full = table(state)
    owner = full.pieces[event.by_figure]
    facts = event.facts or Figure(event.figure)
    piece = msgspec.structs.replace(
        piece_of(facts, owner.player, owner.side),
        id=event.figure,
        activated=not event.acts_now,
        summoned=True,
    )
    full = with_piece(full, piece)
    unknown = BATTLEFIELDS[state.battlefield].max_size is not None and facts.size is None
    return put(state, flagged(full, "LB-ROSTER-06") if unknown else full)
