"""Guards in the secret passage (NIN-PASS-08 to -11, -15): which of their steps lead in or out.

Judged by what everybody knows alone: an entrance that the guards do not know is no way in, and no zone but a known one
may be named on the way out, so that no refusal can be used to look for it. Called by `movement.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.ninja.full import events as f
from games.ninja.full.ownership import guards_inside, own, owners, passages, with_own
from games.ninja.full.piles import on_table
from games.ninja.full.table import first_due, full_of
from games.ninja.maps.graph import UNKNOWN_EXIT
from games.ninja.permissions import Violations
from games.ninja.state import NinjaState
from games.ruleset import RuleViolation

SEARCHES = ("sentry_search", "patrol_search")


def touches(state: NinjaState, event: f.GuardsMoved, at: str) -> bool:
    """Whether a movement leads into the passage or out of it."""
    inside = {*passages(state), UNKNOWN_EXIT}
    return bool(event.path) and (at in inside or not inside.isdisjoint(event.path))


def check_entry(state: NinjaState, event: f.GuardsMoved, at: str, zone: str, last: bool) -> Violations:
    """NIN-PASS-08, -09, -10, NIN-MODE-BAL-05: the step from a zone into a passage."""
    whose = owners(state) if zone not in passages(state) else (passages(state)[zone],)
    known = [one for owner in whose for one in own(state, owner).discovered]
    free = on_table(state) - len(guards_inside(state))
    if state.options.no_passage_discovery:
        yield RuleViolation("NIN-MODE-BAL-05", {"told": at})
    elif event.cause == "patrol" or not last:
        yield RuleViolation("NIN-PASS-10", {"told": list(event.path)})
    elif comes_out(state, event):
        yield RuleViolation("NIN-PASS-10", {"returning": list(event.guards)})
    elif at not in known:
        yield RuleViolation("NIN-PASS-08", {"told": at, "legal": some(known)})
    elif free < len(event.guards):
        yield RuleViolation("NIN-PASS-09", {"told": len(event.guards), "limit": max(0, free)})


def comes_out(state: NinjaState, event: f.GuardsMoved) -> bool:
    """NIN-PASS-11: whether these guards come out of a passage in this turn, so that they do not go in again: by this
    movement, or by the one of which it is the second step (NIN-PASS-15)."""
    full = full_of(state)
    step = bool(full.may_step) and first_due(state).kind != "move"
    return step or full.figures[event.guards[0]].zone in passages(state)


def exits(state: NinjaState, at: str) -> tuple[str, ...]:
    """NIN-PASS-11, -15: where guards may say that they come out of a passage."""
    passage = own(state, passages(state)[at])
    return (*passage.discovered, *(() if passage.both_known else (UNKNOWN_EXIT,)))


def check_exit(state: NinjaState, event: f.GuardsMoved, at: str, to: str, alone: bool) -> Violations:
    """NIN-PASS-11, NIN-PASS-15: the step out of a passage, by a search card, in a later turn."""
    legal = exits(state, at)
    if first_due(state).cause not in SEARCHES or event.cause != "card" or to not in legal:
        yield RuleViolation("NIN-PASS-11", {"told": some(to), "legal": some(list(legal))})
    elif to == UNKNOWN_EXIT and (not alone or event.facing is not None):
        yield RuleViolation("NIN-PASS-15", {"told": list(event.path)})


def shown_exit(state: NinjaState, owner: str, zone: str) -> NinjaState:
    """NIN-PASS-15: an entrance is known; where it was known already, there is no other."""
    known = own(state, owner).discovered
    if zone in known:
        return with_own(state, owner, both_known=True)
    return with_own(state, owner, discovered=(*known, zone), both_known=bool(known))
