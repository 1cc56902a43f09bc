"""The effect that comes next: which printed effects the open action has, which are open at this step, which are done.

Every event that carries out an effect of a card begins with `check_effect` and ends with `effect_done`. A card without
imported effects lets every keyword pass (SFB-LOG-05). SFB-ACT-11, SFB-CMB-03, -17, SFB-REACT-08, SFB-SKILL-01.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.ruleset import RuleViolation
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.facts import BASICS
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.frame import acted, action_of, put, table
from games.super_fantasy_brawl.full.state import Action, Done, flagged
from games.super_fantasy_brawl.state import SfbState, side_of
from games.super_fantasy_brawl.who import Violations

BASIC = "basic"
"""The source of the effect of a standard action."""
Numbered = tuple[tuple[int, Effect], ...]


def source_of(action: Action, source: str | None) -> str:
    """The card or ability that an event names; by default the card, or the standard action, of the open action."""
    return source or action.card or BASIC


def player_of_effect(state: SfbState, source: str | None) -> str:
    """Whose effect it is: the reacting player's for the reaction card, the active player's otherwise."""
    action = action_of(state)
    if action is not None and action.reaction is not None and source == action.reaction.card:
        return action.reaction.player
    return state.active


def champion_of_effect(state: SfbState, source: str | None) -> str:
    """SFB-REACT-06: the champion that applies the effect, and has the credit; "" without an open action."""
    action = action_of(state)
    if action is None:
        return ""
    if action.reaction is not None and source == action.reaction.card:
        return action.reaction.champion
    return action.champion


def effects_of(state: SfbState, source: str | None) -> Numbered | None:
    """The effects of a source with their places, from top to bottom; None: unknown."""
    action = action_of(state)
    if action is None:
        return ()
    if source_of(action, source) == BASIC:
        keyword = BASICS[action.basic or 4].effect
        if keyword is None:
            return ()
        return (
            (0, Effect(timing="main", keyword=keyword, x=1, on="enemy" if keyword == "damage" else "self")),
        )
    card = card_of(state, source_of(action, source))
    if card is None or card.effects is None:
        return None
    return tuple(enumerate(card.effects))


def timings(state: SfbState, source: str | None) -> tuple[str, ...]:
    """The timings of a source that may be carried out at the step of the open action."""
    action = action_of(state)
    if action is None:
        return ()
    if action.reaction is not None and source == action.reaction.card:
        return {"rpre": ("pre",), "rpost": ("post",)}.get(action.step, ())
    if action.kind == "attack":
        steps = {"move": ("pre",), "pre": ("pre",), "resolve": ("damage",), "post": ("post",)}
        return steps.get(action.step, ())
    if action.kind == "skill":
        return ("main",) if action.step == "effect" else ()
    return ("main",) if action.step in ("move", "effect") else ()


def open_effects(
    state: SfbState, source: str | None, keyword: str | None = None, champion: str | None = None
) -> Numbered | None:
    """The printed effects that may be carried out now (on `champion`), not done yet; None: the card is unknown."""
    action, printed = action_of(state), effects_of(state, source)
    if action is None or printed is None:
        return None if printed is None else ()
    name, now = source_of(action, source), timings(state, source)
    gone = {(done.index, done.champion) for done in action.done if done.source == name}
    return tuple(
        (index, effect)
        for index, effect in printed
        if effect.timing in now
        and keyword in (None, effect.keyword)
        and (index, champion) not in gone
        and (index, None) not in gone
    )


def check_effect(
    state: SfbState,
    keyword: str,
    source: str | None,
    champion: str | None = None,
    amount: int | None = None,
    rule: str = "SFB-LOG-08",
) -> Violations:
    """SFB-ACT-11: the effect is printed, its step has come, it is not done yet (on this champion), and nothing below
    it was done. `amount` must not exceed its X (`rule` is named). An effect of an ability or of an unknown card passes.
    """
    action = action_of(state)
    if action is None:
        yield RuleViolation("SFB-ACT-04", {"absent": True, "phase": "no_action"})
        return
    found = open_effects(state, source, keyword, champion)
    if found is None or (source not in (None, action.card) and source not in table(state).cards):
        return
    name = source_of(action, source)
    later = max((done.index or 0 for done in action.done if done.source == name), default=0)
    fitting = [(index, effect) for index, effect in found if index >= later]
    if not fitting:
        yield RuleViolation("SFB-ACT-11", {"card": name, "keyword": keyword, "phase": f"step_{action.step}"})
    elif amount is not None and (most := fitting[0][1].x) is not None and amount > most:
        yield RuleViolation(rule, {"told": amount, "limit": most, "keyword": keyword})


def effect_done(state: SfbState, keyword: str, source: str | None, champion: str | None = None) -> SfbState:
    """The effect is carried out (on `champion`; None: for all). A before-attack effect ends the movement."""
    action = action_of(state)
    if action is None:
        return state
    found = open_effects(state, source, keyword, champion)
    later = max((d.index or 0 for d in action.done if d.source == source_of(action, source)), default=0)
    index = next((at for at, _ in found or () if at >= later), None)
    done = (*action.done, Done(source_of(action, source), index, champion))
    step = {"attack": "pre", "basic": "effect"}.get(action.kind) if action.step == "move" else None
    state = acted(state, done=done, **({} if step is None else {"step": step}))
    return put(state, flagged(table(state), "SFB-ACT-11")) if found is None else state


def undone(state: SfbState, source: str | None, timing: str) -> Numbered:
    """The printed effects of one timing that nobody was logged for; () where the card is unknown."""
    action, printed = action_of(state), effects_of(state, source)
    if action is None or printed is None:
        return ()
    name = source_of(action, source)
    gone = {done.index for done in action.done if done.source == name}
    return tuple((index, one) for index, one in printed if one.timing == timing and index not in gone)


def reacting_side(state: SfbState) -> str:
    """The side that may react to the open attack."""
    active = side_of(state, state.active)
    return next((side for side in state.sides if side != active), "")


def stepped(state: SfbState, step: str) -> SfbState:
    """The open action at another step."""
    action = action_of(state)
    return state if action is None else put(state, replace(table(state), action=replace(action, step=step)))
