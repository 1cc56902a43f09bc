"""Knock-outs: SFB-KO-01 to -12, SFB-CMB-18, -22, SFB-MOVE-10, SFB-EFF-05. Who has the credit is computed.

`champion_knocked_out` is due as soon as the damage reaches the health (`harm.hurt`). Called through `rules.py`.
"""

from __future__ import annotations

from games.gaps import known
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionKnockedOut
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.cards import health_of
from games.super_fantasy_brawl.full.common import acted, action_of, at_full, known_figure, put, table
from games.super_fantasy_brawl.full.due import due_of, taken
from games.super_fantasy_brawl.full.fighting.harm import fallen
from games.super_fantasy_brawl.full.state import changed, flagged
from games.super_fantasy_brawl.permissions import Violations, passing, seated
from games.super_fantasy_brawl.state import SfbState


def check_champion_knocked_out(state: SfbState, event: ChampionKnockedOut, by: Actor) -> Violations:
    """SFB-KO-01, -03, -04, -07, SFB-EFF-05."""
    return passing(
        state,
        known_figure(state, event.champion, event.by),
        seated(state, by),
        at_full(state, "activation"),
        _check_standing(state, event),
        _check_down(state, event),
        _check_credit(state, event),
    )


def _check_standing(state: SfbState, event: ChampionKnockedOut) -> Violations:
    """SFB-KO-06, -07: at its gates nobody goes out of action again."""
    if cell_of(state, event.champion) is None:
        yield RuleViolation("SFB-KO-07", {"champion": event.champion, "absent": True})


def _check_down(state: SfbState, event: ChampionKnockedOut) -> Violations:
    """SFB-KO-01: damage as high as the health, or more; where the health is unknown, at least some."""
    damage, health = state.figures[event.champion].damage, health_of(state, event.champion)
    if damage < (1 if health is None else health):
        params = {"champion": event.champion, "told": damage, "expected": known(health), "absent": True}
        yield RuleViolation("SFB-KO-01", params)
        yield RuleViolation("SFB-EFF-05", params)


def _check_credit(state: SfbState, event: ChampionKnockedOut) -> Violations:
    """SFB-KO-03, -04, SFB-TRAP-11: who dealt the damage, if that is an enemy."""
    due = due_of(table(state), event)
    if due is None:
        return
    expected, cause = due.told["by"], due.told["cause"]
    if event.by != expected:
        params = {"champion": event.champion, "expected": expected or "nobody", "told": event.by or "nobody"}
        friendly = event.by is not None and state.figures[event.by].side == state.figures[event.champion].side
        yield RuleViolation("SFB-KO-04" if friendly else "SFB-KO-03", params)
        yield from _by_kind(state, cause, params)
    if event.cause != cause:
        params = {"what": "what_cause", "expected": f"cause_{cause}", "told": f"cause_{event.cause}"}
        yield RuleViolation("SFB-LOG-08", params)


def _by_kind(state: SfbState, cause: str, params: dict[str, object]) -> Violations:
    """SFB-REACT-09, SFB-SKILL-06: the credit of a reaction and of a skill."""
    action = action_of(state)
    if cause == "reaction":
        yield RuleViolation("SFB-REACT-09", params)
    elif action.kind == "skill":
        yield RuleViolation("SFB-SKILL-06", params)


def on_champion_knocked_out(state: SfbState, event: ChampionKnockedOut) -> SfbState:
    """SFB-KO-02, -05: a point for the other side; what was due for the champion itself is lost."""
    unknown = due_of(table(state), event) is None
    state, _ = taken(state, event)
    state = fallen(state, event.champion, event.by, event.cause)
    full = table(state)
    if unknown:
        full = flagged(full, "SFB-KO-01")
    left = tuple([due for due in full.due if due.champion != event.champion])
    state = put(state, changed(full, due=left))
    return _after(state, event.champion)


def _after(state: SfbState, champion: str) -> SfbState:
    """SFB-CMB-18, -22, SFB-MOVE-10: what the action becomes without its champion. SFB-REACT-08: a reaction to which it
    fell is still carried out to its end."""
    action = action_of(state)
    if action.moving is not None and action.moving.champion == champion:
        state = acted(state, moving=None)
    if champion != action.champion or action.step in ("rpre", "rpost"):
        return state
    return acted(state, step="close", mp=0)
