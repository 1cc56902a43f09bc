"""What must be logged next (SFB-LOG-06): knock-outs, traps and their effects, missing steps.

`FullState.due` is a line whose first group (events of one kind) comes next, in any order among themselves. What an
event makes due is pushed to the FRONT, so that an interrupt is finished before what it interrupted.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import Actor, Event, RuleViolation
from games.super_fantasy_brawl.full.cards import health_of
from games.super_fantasy_brawl.full.state import Due, FullState, changed
from games.super_fantasy_brawl.state import SfbState
from games.super_fantasy_brawl.who import Violations, seated


def check_due(state: SfbState, event: Event, by: Actor) -> Violations:
    """SFB-LOG-06: the event that is waited for, and no other."""
    full = state.full
    if full is None or not full.due or due_of(full, event) is not None or _unforeseen(state, event):
        return
    yield from seated(state, by)
    first = full.due[0]
    params = {
        "expected": first.kind,
        "who": first.champion or first.player or "the_table",
        "told": event.__struct_config__.tag,
    }
    yield RuleViolation(first.rule, {**params, **first.told.get("words", {})})


def _unforeseen(state: SfbState, event: Event) -> bool:
    """SFB-LOG-05: where the health is unknown nobody could wait for the knock-out."""
    if event.__struct_config__.tag != "champion_knocked_out":
        return False
    champion = getattr(event, "champion", None)
    return champion in state.figures and health_of(state, champion) is None


def due_of(full: FullState, event: Event) -> Due | None:
    """The entry of the first group that this event answers, or None. Kinds may be several, parted by "|"."""
    if not full.due:
        return None
    kind, group = event.__struct_config__.tag, full.due[0].kind
    champion = getattr(event, "champion", None) or getattr(event, "target", None)
    player = getattr(event, "player", None)
    for due in full.due:
        if due.kind != group:
            break
        fits = due.champion in ("", champion) and (player is None or due.player in ("", player))
        if kind in due.kind.split("|") and fits:
            return due
    return None


def pushed(full: FullState, *dues: Due) -> FullState:
    """With these events due before everything else."""
    return changed(full, due=(*dues, *full.due)) if dues else full


def answered(full: FullState, event: Event) -> FullState:
    """Without the entry that this event answers."""
    done = due_of(full, event)
    return full if done is None else changed(full, due=tuple([due for due in full.due if due is not done]))


def taken(state: SfbState, event: Event) -> tuple[SfbState, Due | None]:
    """The match without the entry that this event answers, and that entry."""
    full = state.full
    if full is None or not full.due:
        return state, None
    return replace(state, full=answered(full, event)), due_of(full, event)
