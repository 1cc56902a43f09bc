"""The effect that comes next: judged by `check_effect`, marked by `effect_done`.

Every event that carries out an effect of a card begins and ends with these. A card without imported effects lets every
keyword pass (SFB-LOG-05). SFB-ACT-11, -14, -15, SFB-CMB-03, -17, SFB-REACT-08, SFB-SKILL-01, SFB-LOG-07. The effects
are read by `printed.py`; what must not be skipped is told by `mandatory.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.ruleset import RuleViolation
from games.super_fantasy_brawl.full import mandatory
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.common import acted, action_of, put, table
from games.super_fantasy_brawl.full.printed import (
    champion_of_effect,
    effects_of,
    is_done,
    of_reaction,
    open_effects,
    receivers,
    source_of,
    timings,
)
from games.super_fantasy_brawl.full.state import NO_ACTION, Action, Done, flagged, with_action
from games.super_fantasy_brawl.permissions import Violations
from games.super_fantasy_brawl.state import SfbState, side_of

EXACT = ("push", "pull", "compel", "fear", "damage")
"""Keywords whose event tells the full printed number; the others may be done with less (SFB-ACT-16)."""


def is_ability(state: SfbState, source: str | None) -> bool:
    """Whether a source is the ability of a champion (its figure or slug), not a card of the open action."""
    action = action_of(state)
    if source is None or action is NO_ACTION or source == action.card or of_reaction(action, source):
        return False
    return any(source in (key, one.slug) for key, one in state.figures.items())


def check_effect(
    state: SfbState,
    keyword: str,
    source: str | None,
    champion: str | None = None,
    amount: int | None = None,
    rule: str = "SFB-LOG-08",
) -> Violations:
    """SFB-ACT-11: the effect is printed, its step has come, it is not done yet (on this champion), and nothing below
    it was done. `amount` is its X, or at most its X (`rule` is named). What is unknown passes.
    """
    action = action_of(state)
    if action is NO_ACTION:
        yield RuleViolation("SFB-ACT-04", {"absent": True, "phase": "no_action"})
    elif is_ability(state, source):
        yield from _check_ability(state, keyword, source or "")
    elif source not in (None, action.card) and not of_reaction(action, source):
        yield _not_now(action, source, keyword)
    else:
        if action.step == "rpost" and action.reaction is not None and not of_reaction(action, source):
            yield from mandatory.check_finished(state, action.reaction.card)
        yield from _check_printed(state, keyword, source, champion)
        yield from _check_amount(state, keyword, source, champion, amount, rule)


def _not_now(action: Action, source: str | None, keyword: str, because: str = "") -> RuleViolation:
    params = {"card": source_of(action, source), "keyword": keyword, "phase": f"step_{action.step}"}
    return RuleViolation("SFB-ACT-11", {**params, "because": because})


def _because(state: SfbState, keyword: str, source: str | None) -> str:
    """Why no effect of this keyword is open, where its step has come: as a word of `rules.toml`."""
    action, now = action_of(state), timings(state, source)
    same = [(index, one) for index, one in effects_of(state, source) or () if one.keyword == keyword]
    if not same:
        return "effect_absent"
    places = [index for index, one in same if one.timing in now]
    if not places:
        return ""
    name = source_of(action, source)
    done = any(one.source == name and one.index in places for one in action.done)
    return "effect_done" if done else "effect_above"


def _why_not(state: SfbState, action: Action, source: str | None) -> Violations:
    """SFB-CMB-04, -16, -22, SFB-SKILL-02: the attack was declined, or a champion went out of action."""
    champion = champion_of_effect(state, source)
    if of_reaction(action, source) and cell_of(state, champion) is None:
        yield RuleViolation("SFB-CMB-16", {"champion": champion})
    elif cell_of(state, champion) is None:
        yield RuleViolation("SFB-CMB-22", {"champion": champion})
    elif action.step == "close" and not action.targets and action.card is not None:
        rule = "SFB-SKILL-02" if action.kind == "skill" else "SFB-CMB-04"
        yield RuleViolation(rule, {"card": action.card})


def _check_ability(state: SfbState, keyword: str, source: str) -> Violations:
    """SFB-LVL-02: the ability of a levelled-up champion on the arena; its effects may be unknown."""
    for key, one in state.figures.items():
        if source not in (key, one.slug) or not one.levelled or one.cell is None:
            continue
        champion = table(state).champions.get(one.slug)
        effects = champion.levelled.effects if champion is not None else None
        if effects is None or any(effect.keyword in (keyword, "other") for effect in effects):
            return
    yield _not_now(action_of(state), source, keyword)


def _check_printed(state: SfbState, keyword: str, source: str | None, champion: str | None) -> Violations:
    """SFB-ACT-11: the effect stands on the card and may be carried out now, on this champion."""
    action, fitting = action_of(state), open_effects(state, source, keyword, champion)
    if fitting is None:
        if not timings(state, source):
            yield _not_now(action, source, keyword)
            yield from _why_not(state, action, source)
    elif fitting:
        yield from mandatory.check_above(state, source, fitting[0][0])
    else:
        others = tuple(_check_receiver(state, keyword, source, champion))
        yield from others or (_not_now(action, source, keyword, _because(state, keyword, source)),)
        yield from _why_not(state, action, source)


def _check_amount(
    state: SfbState, keyword: str, source: str | None, champion: str | None, amount: int | None, rule: str
) -> Violations:
    """The X of the effect, or at most its X (`rule`)."""
    fitting = open_effects(state, source, keyword, champion) if amount is not None else None
    x = fitting[0][1].x if fitting else None
    if amount is None or x is None or amount == x or (amount < x and keyword not in EXACT):
        return
    params = {"champion": champion or "nobody", "told": amount, "limit": x, "expected": x}
    yield RuleViolation(rule, {**params, "keyword": keyword, "what": "what_amount"})
    if rule == "SFB-CMB-20" and action_of(state).kind == "skill":
        yield RuleViolation("SFB-SKILL-05", params)


def _check_receiver(state: SfbState, keyword: str, source: str | None, champion: str | None) -> Violations:
    """SFB-ACT-14, -15, SFB-KO-06: the effect is there, but not for this champion."""
    action = action_of(state)
    named = open_effects(state, source, keyword)
    if not named or champion is None:
        return
    if is_done(action, source_of(action, source), *named[0], champion):
        return
    on = named[0][1].on
    rule = "SFB-ACT-15" if on == "ally" else "SFB-EFF-04" if keyword == "heal" else "SFB-ACT-14"
    legal = receivers(state, named[0][1], source)
    params: dict[str, object] = {"champion": champion, "limit": 0, "legal": some(list(legal))}
    yield RuleViolation(rule, params)


def printed_x(state: SfbState, keyword: str, source: str | None, champion: str | None) -> int | None:
    """The number of the effect that comes next; None: unknown."""
    found = open_effects(state, source, keyword, champion)
    return found[0][1].x if found else None


def effect_done(state: SfbState, keyword: str, source: str | None, champion: str | None = None) -> SfbState:
    """The effect is carried out (on `champion`; None: for all). It ends the movement, or the reaction's effects."""
    action = action_of(state)
    if action is NO_ACTION:
        return state
    if is_ability(state, source):
        return put(state, flagged(table(state), "SFB-ACT-11"))
    found = open_effects(state, source, keyword, champion)
    index = found[0][0] if found else None
    done = (*action.done, Done(source_of(action, source), index, champion))
    step = step_after(action, source)
    full = with_action(table(state), done=done, moving=None, step=action.step if step is None else step)
    return put(state, flagged(full, "SFB-ACT-11") if found is None else full)


def step_after(action: Action, source: str | None) -> str | None:
    """The step that an effect of this source opens; None: the same."""
    if action.step == "move":
        return {"attack": "pre", "basic": "effect"}.get(action.kind)
    return "post" if action.step == "rpost" and not of_reaction(action, source) else None


def reacting_side(state: SfbState) -> str:
    """The side that may react to the open attack."""
    active = side_of(state, state.active)
    return next((side for side in state.sides if side != active), "")


def stepped(state: SfbState, step: str) -> SfbState:
    """The open action at another step; an interrupted movement does not go on."""
    return acted(state, step=step, moving=None)
