"""Damage, healing, stun and root: SFB-EFF-01, -04, -06 to -09, -18, -19, SFB-ACT-07, -08, SFB-CMB-15, -20, -23,
SFB-SKILL-05, SFB-TRAP-04.

What a trap, a push or an attack makes due is held against what is due; other amounts against the card. Called through
`rules.py`.
"""

from __future__ import annotations

from typing import Any

from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionHealed, ChampionImmobilised, DamageDealt
from games.super_fantasy_brawl.full.board.arena import cell_of, check_on_arena, far_from
from games.super_fantasy_brawl.full.common import (
    acted,
    action_of,
    at_full,
    enemies_of,
    known_figure,
    owner_of,
    put,
    table,
)
from games.super_fantasy_brawl.full.due import due_of, taken
from games.super_fantasy_brawl.full.effects import check_effect, effect_done
from games.super_fantasy_brawl.full.fighting.attack import in_damage_step
from games.super_fantasy_brawl.full.fighting.harm import credit, heal, hurt
from games.super_fantasy_brawl.full.printed import cause_of, champion_of_effect, effect_acts
from games.super_fantasy_brawl.full.state import Action, Due, flagged
from games.super_fantasy_brawl.permissions import Violations, passing, seated
from games.super_fantasy_brawl.state import SfbState, with_figure

FORCED = ("push", "pull")
DUE_RULES = {
    "trap": "SFB-TRAP-04",
    "push": "SFB-EFF-08",
    "pull": "SFB-EFF-09",
    "double": "SFB-EFF-18",
    "poison": "SFB-EFF-19",
}


def check_damage_dealt(state: SfbState, event: DamageDealt, by: Actor) -> Violations:
    """SFB-CMB-15, -20, SFB-EFF-08, -09, -18, -19, SFB-ACT-07, -08, SFB-TRAP-04, SFB-KO-03, -06."""
    return passing(
        state,
        known_figure(state, event.target, event.by),
        seated(state, by) if event.cause in DUE_RULES else effect_acts(state, by, event.source),
        at_full(state, "activation"),
        check_on_arena(state, event.target),
        _check_amount(state, event),
        _check_credit(state, event),
    )


def _check_amount(state: SfbState, event: DamageDealt) -> Violations:
    if event.cause in DUE_RULES:
        yield from _check_due_damage(state, event)
    elif event.cause == "basic" or _of_basic(state, event):
        yield from _check_basic(state, event)
    else:
        rule = "SFB-CMB-20"
        yield from check_effect(state, "damage", event.source, event.target, event.amount, rule)


def _of_basic(state: SfbState, event: DamageDealt) -> bool:
    """Whether the effect is that of the open standard action, whatever cause is told."""
    action = action_of(state)
    return action.kind == "basic" and event.source is None


def _check_due_damage(state: SfbState, event: DamageDealt) -> Violations:
    """The damage that is due for this champion, and as much."""
    due = due_of(table(state), event)
    rule = DUE_RULES[event.cause]
    if due is None:
        expected = _expected_unprinted(state, event)
        if expected not in (None, event.amount):
            yield _wrong(event, rule, 0 if expected is None else expected)
        elif expected is None:
            yield RuleViolation(rule, {**_wrong(event, rule, 0).params, "absent": True})
    elif due.told["why"] != event.cause:
        words = {"champion": event.target, "told": event.cause, "expected": due.told["why"]}
        yield RuleViolation("SFB-CMB-15", words)
        yield RuleViolation("SFB-CMB-23", words)
    elif due.told["amount"] != event.amount:
        yield _wrong(event, rule, due.told["amount"])
        words = {"what": "what_damage", "expected": due.told["amount"], "told": event.amount}
        yield RuleViolation("SFB-LOG-08", {**words, "given_by": rule})


def _wrong(event: DamageDealt, rule: str, expected: int) -> RuleViolation:
    if event.cause in FORCED:
        return RuleViolation(rule, {"hurt": event.target, "due": expected, "dealt": event.amount})
    return RuleViolation(rule, {"champion": event.target, "expected": expected, "told": event.amount})


def _expected_unprinted(state: SfbState, event: DamageDealt) -> int | None:
    """SFB-LOG-05: double and poison that nobody imported, or that hang on a text; None: there cannot be any."""
    action = action_of(state)
    if event.cause not in ("double", "poison") or not action.hits.get(event.target):
        return None
    if action.step not in ("rpost", "post") or not may_have(state, action, event.cause):
        return None
    return action.hits[event.target] if event.cause == "double" else event.amount


def may_have(state: SfbState, action: Action, keyword: str) -> bool:
    """Whether the attack may have a keyword of the damage step: its card is unknown, or a text decides."""
    effects = in_damage_step(state, action)
    return effects is None or any(one.keyword == keyword and one.text is not None for one in effects)


def _check_basic(state: SfbState, event: DamageDealt) -> Violations:
    """SFB-ACT-07, -08: 1 damage to one enemy beside the activated champion, once."""
    action = action_of(state)
    if action.basic != 3:
        told = {"told": "damage", "expected": "nothing", "absent": True}
        yield RuleViolation("SFB-ACT-07", {"basic": action.basic or 0, **told})
        return
    yield from check_effect(state, "damage", None, event.target, event.amount, "SFB-ACT-08")
    far = far_from(state, action.champion, event.target)
    if far not in (None, 1) or event.target not in enemies_of(state, action.champion):
        words = {"told": event.target, "expected": "an_adjacent_enemy"}
        yield RuleViolation("SFB-ACT-07", {"basic": 3, **words})


def dealer(state: SfbState, event: DamageDealt) -> tuple[str | None, str, bool]:
    """SFB-KO-03: who dealt it (None: nobody), card, basic or reaction, and whether it was the champion's own way."""
    due = due_of(table(state), event) if event.cause in DUE_RULES else None
    if due is not None:
        return due.told["by"], due.told["cause"], due.told["by"] is None
    return champion_of_effect(state, event.source) or None, cause_of(state, event.source), False


def _check_credit(state: SfbState, event: DamageDealt) -> Violations:
    """SFB-KO-03, -04: an enemy that dealt it is named; who hurt an ally may be."""
    actor, _, _ = dealer(state, event)
    expected = credit(state, event.target, actor)
    if event.by == expected or (expected is None and event.by == actor):
        return
    rule = "SFB-KO-04" if credit(state, event.target, event.by) is None and event.by else "SFB-KO-03"
    params = {"champion": event.target, "expected": expected or "nobody", "told": event.by or "nobody"}
    yield RuleViolation(rule, params)
    if event.cause == "trap":
        yield RuleViolation("SFB-TRAP-11", params)


def on_damage_dealt(state: SfbState, event: DamageDealt) -> SfbState:
    """SFB-CMB-20: in full, whatever the defence."""
    actor, cause, own_way = dealer(state, event)
    due_now = due_of(table(state), event) is not None
    state, _ = taken(state, event)
    if event.cause in ("effect", "basic"):
        source = None if event.cause == "basic" else event.source
        state = effect_done(state, "damage", source, event.target)
    elif not due_now:
        state = put(state, flagged(table(state), DUE_RULES[event.cause]))
    return hurt(state, {event.target: event.amount}, by=actor, cause=cause, own_way=own_way)


def check_champion_healed(state: SfbState, event: ChampionHealed, by: Actor) -> Violations:
    """SFB-EFF-01, -04, SFB-ACT-07, SFB-KO-06."""
    return passing(
        state,
        known_figure(state, event.champion),
        effect_acts(state, by, event.source),
        at_full(state, "activation"),
        check_on_arena(state, event.champion),
        _check_healing(state, event),
        _check_wounds(state, event),
    )


def _check_healing(state: SfbState, event: ChampionHealed) -> Violations:
    action = action_of(state)
    if event.cause == "vampirism":
        yield from _check_lifesteal(state, event)
    elif event.cause == "basic":
        if action.basic != 2:
            told = {"told": "heal", "expected": "nothing", "absent": True}
            yield RuleViolation("SFB-ACT-07", {"basic": action.basic or 0, **told})
        else:
            yield from check_effect(state, "heal", None, event.champion, event.amount, "SFB-ACT-16")
    else:
        yield from check_effect(state, "heal", event.source, event.champion, event.amount, "SFB-EFF-04")


def _check_lifesteal(state: SfbState, event: ChampionHealed) -> Violations:
    """SFB-EFF-01: exactly the attack damage, at most what the attacker has suffered."""
    due, action = due_of(table(state), event), action_of(state)
    expected = due.told["amount"] if due is not None else 0
    if due is None and action.hits and may_have(state, action, "vampirism"):
        expected = min(state.figures[event.champion].damage, sum(action.hits.values()))
        expected = expected if event.champion == action.champion else 0
    if expected != event.amount:
        params: dict[str, Any] = {"champion": event.champion, "expected": expected, "told": event.amount}
        yield RuleViolation("SFB-EFF-01", {**params, **({} if due is not None else {"absent": True})})


def _check_wounds(state: SfbState, event: ChampionHealed) -> Violations:
    """SFB-EFF-04: never more than the damage on the card."""
    damage = state.figures[event.champion].damage
    if event.amount > damage:
        params = {"champion": event.champion, "limit": damage, "told": event.amount}
        yield RuleViolation("SFB-EFF-04", params)


def on_champion_healed(state: SfbState, event: ChampionHealed) -> SfbState:
    """SFB-EFF-04."""
    state, _ = taken(state, event)
    if event.cause != "vampirism":
        state = effect_done(state, "heal", None if event.cause == "basic" else event.source, event.champion)
    return heal(state, event.champion, event.amount)


def check_champion_immobilised(state: SfbState, event: ChampionImmobilised, by: Actor) -> Violations:
    """SFB-EFF-06, SFB-TRAP-04."""
    return passing(
        state,
        known_figure(state, event.champion),
        effect_acts(state, by, event.source, owner_of(state, event.champion)),
        at_full(state, "activation"),
        check_on_arena(state, event.champion),
        check_by_trap(event, due_of(table(state), event))
        if event.cause == "trap"
        else check_effect(state, "immobilise", event.source, event.champion),
    )


def check_by_trap(event: Any, due: Due | None) -> Violations:
    """SFB-TRAP-04: a trap that does this was just turned over under the champion."""
    if due is None:
        told = event.__struct_config__.tag
        yield RuleViolation("SFB-TRAP-04", {"expected": "nothing", "told": told, "absent": True})


def on_champion_immobilised(state: SfbState, event: ChampionImmobilised) -> SfbState:
    """SFB-EFF-06: the movement points that are left are lost."""
    state, _ = taken(state, event)
    if event.cause == "effect":
        state = effect_done(state, "immobilise", event.source, event.champion)
    if cell_of(state, event.champion) is None:
        return state
    state = with_figure(state, event.champion, immobilised=True)
    return acted(state, mp=0) if action_of(state).champion == event.champion else state
