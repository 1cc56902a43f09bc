"""Staff stop the play at full detail: the table is brought to rest, so that the game's end is scored on it (LB-END-05).

Called through `rules.py`.
"""

from __future__ import annotations

from games.last_battle.chapters import finish
from games.last_battle.events import PlayStopped
from games.last_battle.full import effects, moves
from games.last_battle.full.checks.duel import without_actions
from games.last_battle.full.events import ConditionChanged, FigureRemoved, LivesChanged, SizeChanged
from games.last_battle.full.preconditions import put, table
from games.last_battle.full.state import Due, changed
from games.last_battle.state import LastBattleState

check_play_stopped = finish.check_play_stopped


def on_play_stopped(state: LastBattleState, event: PlayStopped) -> LastBattleState:
    """What is due has happened; the check and the action that were open are over."""
    while table(state).due:
        state = _done(state, table(state).due[0])
    full = changed(without_actions(table(state)), active=None, ap=0, window=())
    return finish.on_play_stopped(put(state, full), event)


def _done(state: LastBattleState, due: Due) -> LastBattleState:
    """The change as its own event would have told it, and no longer due."""
    if due.figure in table(state).pieces:
        if due.kind == "lives_changed":
            lost = LivesChanged(figure=due.figure, delta=due.delta, cause=due.cause, by_figure=due.by)
            state = effects.on_lives_changed(state, lost)
        elif due.kind == "figure_removed":
            gone = FigureRemoved(figure=due.figure, how=due.how, by_figure=due.by)  # type: ignore[arg-type]
            state = effects.on_figure_removed(state, gone)
        elif due.kind == "condition_changed":
            new = ConditionChanged(
                figure=due.figure,
                condition=due.condition,
                change=due.how,  # type: ignore[arg-type]
                cause=due.rule,
            )
            state = effects.on_condition_changed(state, new)
        else:
            state = moves.on_size_changed(state, SizeChanged(figure=due.figure, delta=due.delta))
    full = table(state)
    return put(state, changed(full, due=tuple(one for one in full.due if one is not due)))
