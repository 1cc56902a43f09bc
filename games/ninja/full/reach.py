"""What an intruder tells in its window is refused where no way leads to it: a window that nobody could close would be
open for ever. Called by `window.py`, `walk.py` and `detection.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.gaps import some
from games.ninja.full import events as f
from games.ninja.full.character import bare
from games.ninja.full.table import full_of, window_of
from games.ninja.full.ways import promising
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState
from games.ruleset import RuleViolation

Told = (
    f.IntruderCardPlayed
    | f.GuardNeutralised
    | f.IntruderDetected
    | f.IntruderHidden
    | f.PassageEntered
    | f.PassageLeft
    | f.IntruderLeftMap
)
"""What an intruder tells of its way before its move is closed."""


def check_way(state: NinjaState, event: Told, fold: Callable[[NinjaState, Any], NinjaState]) -> Violations:
    """NIN-DET-08 and its like: some way is left that this fits, as far as the log tells where the intruder is. Each
    `fold` is remembered: the event that was judged so is folded next."""
    after = fold(state, event)
    if not promising(after, window_of(after, event.intruder)):
        yield _out_of_reach(state, event)


def _out_of_reach(state: NinjaState, event: Told) -> RuleViolation:
    """The rule of what no way leads to."""
    whose: dict[str, Any] = {"intruder": event.intruder}
    if isinstance(event, f.GuardNeutralised):
        rules = {"kenjutsu": "NIN-CMB-01", "shuriken": "NIN-EFF-01", "potent_sake": "NIN-EFF-04"}
        return RuleViolation(rules[bare(event.by)], {**whose, "told": event.guard})
    if isinstance(event, f.IntruderDetected):
        return RuleViolation("NIN-DET-08", {**whose, "told": event.zone})
    if isinstance(event, f.PassageEntered | f.PassageLeft):
        rule = "NIN-PASS-02" if isinstance(event, f.PassageEntered) else "NIN-PASS-04"
        return RuleViolation(rule, {**whose, "told": event.entrance or "nothing"})
    if isinstance(event, f.IntruderCardPlayed):
        return _card_out_of_reach(event)
    if isinstance(event, f.IntruderHidden):
        return RuleViolation("NIN-DET-05", whose)
    return RuleViolation("NIN-END-04", {**whose, "told": some(full_of(state).hidden[event.intruder].zone)})


def _card_out_of_reach(event: f.IntruderCardPlayed) -> RuleViolation:
    use = event.use
    if use is not None and use.edge:
        return RuleViolation("NIN-ROPE-01", {"told": list(use.edge)})
    if use is not None and use.zone:
        return RuleViolation("NIN-EFF-02", {"told": use.zone})
    return RuleViolation("NIN-INT-13", {"card": event.card})
