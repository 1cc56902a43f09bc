"""Attacks and skills: SFB-CMB-01 to -23, SFB-ACT-12, -14, SFB-SKILL-01 to -06.

`attack_declared` and `skill_used` name targets, `attack_resolved` tells strength, defence and damage of every target:
all three are held against the cards and the arena. Called through `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full.act import check_open_card
from games.super_fantasy_brawl.full.action_events import AttackDeclared, AttackResolved, Hit, SkillUsed
from games.super_fantasy_brawl.full.board.arena import cell_of, check_on_arena
from games.super_fantasy_brawl.full.bonuses import (
    Sums,
    ability_effects,
    defence_sums,
    modifiers_known,
    strength_sums,
)
from games.super_fantasy_brawl.full.cards import card_of, defence_of, has_attack
from games.super_fantasy_brawl.full.closing import check_not_fallen
from games.super_fantasy_brawl.full.common import acted, action_of, in_step, in_turn, known_figure, put, table
from games.super_fantasy_brawl.full.due import pushed
from games.super_fantasy_brawl.full.fighting.aim import check_aim, targeting_of
from games.super_fantasy_brawl.full.fighting.harm import hurt
from games.super_fantasy_brawl.full.mandatory import check_finished
from games.super_fantasy_brawl.full.state import NO_ACTION, Action, Due, flagged
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState


def check_attack_declared(state: SfbState, event: AttackDeclared, by: Actor) -> Violations:
    """SFB-CMB-01, -03, -05 to -11."""
    return passing(
        state,
        known_figure(state, event.attacker, *event.targets),
        in_turn(state, by),
        check_not_fallen(state),
        in_step(state, "SFB-CMB-01", "move", "pre"),
        _check_open(state, event.attacker, event.card, "attack"),
        check_on_arena(state, event.attacker, "SFB-CMB-11"),
        check_finished(state, None),
        check_aim(state, event.attacker, event.card, event.targets, event.direction),
    )


def _check_open(state: SfbState, champion: str, card: str, kind: str) -> Violations:
    """SFB-CMB-01, SFB-SKILL-01, SFB-LOG-08: card and champion of the open action; the card is of this type."""
    action = action_of(state)
    yield from check_open_card(state, card)
    if action.champion != champion:
        params = {"what": "what_champion", "expected": action.champion, "told": champion}
        yield RuleViolation("SFB-LOG-08", params)
    printed = card_of(state, card)
    if (printed is None or printed.type is None) and action.kind != "basic":
        return
    if action.kind != kind:
        rule = "SFB-CMB-01" if kind == "attack" else "SFB-SKILL-01"
        yield RuleViolation(rule, {"kind": f"kind_{action.kind}"})


def on_attack_declared(state: SfbState, event: AttackDeclared) -> SfbState:
    """SFB-CMB-12: the other side decides about a reaction."""
    return _aimed(state, event, "SFB-CMB-05", kind="attack", step="react")


def _aimed(state: SfbState, event: AttackDeclared | SkillUsed, rule: str, **changes: str) -> SfbState:
    """The targets are named; an interrupted movement does not go on."""
    aim = targeting_of(state, event.card)
    if aim is None or table(state).ground is None or (aim.kind == "area" and not aim.pattern):
        state = put(state, flagged(table(state), rule))
    return acted(state, targets=event.targets, direction=event.direction, moving=None, **changes)


def check_skill_used(state: SfbState, event: SkillUsed, by: Actor) -> Violations:
    """SFB-SKILL-01, -03."""
    return passing(
        state,
        known_figure(state, event.champion, *event.targets),
        in_turn(state, by),
        check_not_fallen(state),
        in_step(state, "SFB-SKILL-01", "move"),
        _check_open(state, event.champion, event.card, "skill"),
        check_on_arena(state, event.champion, "SFB-CMB-11"),
        _check_skill_aim(state, event),
    )


def _check_skill_aim(state: SfbState, event: SkillUsed) -> Violations:
    """SFB-SKILL-03: as an attack aims."""
    found = tuple(check_aim(state, event.champion, event.card, event.targets, event.direction))
    if found:
        yield from found
        yield RuleViolation("SFB-SKILL-03", {"champion": next(iter(event.targets), event.champion)})


def on_skill_used(state: SfbState, event: SkillUsed) -> SfbState:
    """SFB-SKILL-01: the effects of the card are next."""
    return _aimed(state, event, "SFB-SKILL-03", kind="skill", step="effect")


def check_attack_resolved(state: SfbState, event: AttackResolved, by: Actor) -> Violations:
    """SFB-CMB-01, -12 to -15, -18 to -21, SFB-REACT-08, SFB-ACT-12."""
    action = action_of(state)
    return passing(
        state,
        in_turn(state, by),
        check_not_fallen(state),
        in_step(state, "SFB-CMB-12" if action.step == "react" else "SFB-CMB-01", "rpre", "resolve"),
        check_open_card(state, event.card),
        check_finished(state, *action.sources[1:]),
        _check_complete(state, event),
        _check_hits(state, event),
    )


def _check_complete(state: SfbState, event: AttackResolved) -> Violations:
    """SFB-CMB-15, -19: every target that still stands, each once."""
    action = action_of(state)
    told = [hit.champion for hit in event.targets]
    expected = [one for one in action.targets if cell_of(state, one) is not None]
    if sorted(told) != sorted(expected):
        gone = [one for one in told if one in action.targets and one not in expected]
        left_out = [one for one in expected if one not in told]
        params = {"what": "what_targets", "expected": some(expected), "told": some(told)}
        yield RuleViolation("SFB-CMB-19", {**params, "champion": gone, "missing": left_out})
        yield RuleViolation("SFB-LOG-08", params)


def _check_hits(state: SfbState, event: AttackResolved) -> Violations:
    for hit in event.targets:
        yield from _check_strength(state, event.card, hit)
        yield from _check_defence(state, hit)
        yield from _check_damage(hit)


def _check_strength(state: SfbState, card: str, hit: Hit) -> Violations:
    """SFB-CMB-13, SFB-ACT-12: the printed strength, and the modifiers that are there."""
    printed = card_of(state, card)
    if printed is None:
        return
    if has_attack(printed) is False:
        if hit.strength or hit.strength_mods:
            yield RuleViolation("SFB-ACT-12", {"card": card, "what": "what_strength"})
        return
    yield from _same(hit, "what_strength", printed.attack, hit.strength)
    yield from _check_mods(hit, "what_strength_mods", strength_sums(state), _total(hit.strength_mods))


def _check_defence(state: SfbState, hit: Hit) -> Violations:
    """SFB-CMB-13, -14, SFB-REACT-07: the defence of the side that lies up, in full, with its modifiers."""
    printed = defence_of(state, hit.champion)
    if printed is not None and printed != hit.defence:
        params = {"champion": hit.champion, "expected": printed, "told": hit.defence, "what": "what_defence"}
        yield RuleViolation("SFB-CMB-13", params)
        yield RuleViolation("SFB-CMB-14", params)
        if state.figures[hit.champion].levelled:
            yield RuleViolation("SFB-LVL-02", params)
    found = tuple(
        _check_mods(hit, "what_defence_mods", defence_sums(state, hit.champion), _total(hit.defence_mods))
    )
    yield from found
    reaction = action_of(state).reaction
    if found and reaction is not None and reaction.champion != hit.champion:
        yield RuleViolation("SFB-REACT-07", {**found[0].params, "expected": reaction.champion})


def _total(mods: Iterable[object]) -> int:
    return sum(getattr(mod, "amount", 0) for mod in mods)


def _check_mods(hit: Hit, what: str, sums: Sums | None, told: int) -> Violations:
    if sums is not None and told not in sums:
        expected: object = sorted(sums) if len(sums) > 1 else next(iter(sums))
        params = {"champion": hit.champion, "what": what, "expected": expected, "told": told}
        yield RuleViolation("SFB-CMB-13", params)
        yield RuleViolation("SFB-CMB-21", params)


def _same(hit: Hit, what: str, expected: int | None, told: int) -> Violations:
    if expected is not None and expected != told:
        params = {"champion": hit.champion, "what": what, "expected": expected, "told": told}
        yield RuleViolation("SFB-CMB-13", params)


def damage_of(hit: Hit) -> int:
    """SFB-CMB-13, G41: strength with its modifiers, minus defence with its modifiers but never below 0."""
    defence = max(0, hit.defence + _total(hit.defence_mods))
    return max(0, hit.strength + _total(hit.strength_mods) - defence)


def _check_damage(hit: Hit) -> Violations:
    """SFB-CMB-13, SFB-LOG-08: from the told numbers alone."""
    if damage_of(hit) != hit.damage:
        params = {
            "champion": hit.champion,
            "what": "what_damage",
            "expected": damage_of(hit),
            "told": hit.damage,
        }
        yield RuleViolation("SFB-CMB-13", params)
        yield RuleViolation("SFB-LOG-08", {**params, "given_by": "SFB-CMB-13"})


def on_attack_resolved(state: SfbState, event: AttackResolved) -> SfbState:
    """SFB-CMB-15, -23: damage at the same time, then knock-outs, lifesteal, and for who is left double and poison."""
    action = action_of(state)
    if action is NO_ACTION:
        return state
    hits = {hit.champion: hit.damage for hit in event.targets if hit.champion in state.figures}
    step = "rpost" if action.reaction is not None else "post"
    state = acted(state, hits=hits, step=step, moving=None)
    state = put(state, flagged(table(state), *_unchecked(state, event, action)))
    line = (*_lifesteal(state, action, hits), *_double_and_poison(state, action, hits))
    state = put(state, pushed(table(state), *line))
    return hurt(state, hits, by=action.champion, cause="card")


def _unchecked(state: SfbState, event: AttackResolved, action: Action) -> tuple[str, ...]:
    """SFB-LOG-05: what is not known of strength, defence or modifiers."""
    card = card_of(state, event.card)
    struck = [hit.champion for hit in event.targets if hit.champion in state.figures]
    known_strength = card is not None and (card.attack is not None or card.strikes is False)
    known_defence = all(defence_of(state, champion) is not None for champion in struck)
    known_mods = all(modifiers_known(state, champion) for champion in (action.champion, *struck))
    return () if known_strength and known_defence and known_mods else ("SFB-CMB-13",)


def in_damage_step(state: SfbState, action: Action) -> tuple[Effect, ...] | None:
    """SFB-CMB-15: lifesteal, double and poison of the attack and of the attacker's ability; None: unknown."""
    card = card_of(state, action.card)
    if card is None or card.effects is None:
        return None
    effects = (*card.effects, *(ability_effects(state, action.champion) or ()))
    return tuple([one for one in effects if one.keyword in ("vampirism", "double", "poison")])


def _lifesteal(state: SfbState, action: Action, hits: dict[str, int]) -> tuple[Due, ...]:
    """SFB-EFF-01: as much as the attack deals, at most what the attacker has suffered."""
    effects = in_damage_step(state, action) or ()
    amount = min(state.figures[action.champion].damage, sum(hits.values()))
    if amount < 1 or not any(one.keyword == "vampirism" and one.text is None for one in effects):
        return ()
    told = {"amount": amount, "why": "vampirism"}
    return (Due("champion_healed", "SFB-CMB-15", champion=action.champion, told=told),)


def _double_and_poison(state: SfbState, action: Action, hits: dict[str, int]) -> tuple[Due, ...]:
    """SFB-EFF-18, -19: double, then poison, on everybody whom the attack damaged."""
    effects = [one for one in in_damage_step(state, action) or () if one.text is None]
    doubled = any(one.keyword == "double" for one in effects)
    poison = max((one.x or 0 for one in effects if one.keyword == "poison"), default=0)
    dues: list[Due] = []
    for champion, amount in hits.items():
        if amount < 1:
            continue
        for why, more in (("double", amount if doubled else 0), ("poison", poison)):
            told = {"amount": more, "why": why, "by": action.champion, "cause": "card"}
            if more:
                dues.append(Due("damage_dealt", "SFB-CMB-15", champion=champion, told=told))
    return tuple(dues)
