"""The effects of the open action as they are printed: whose they are, on whom, when, and which are still open.

SFB-ACT-11, -14, -15, SFB-CMB-16, -17, SFB-REACT-06, -08, SFB-SKILL-01. Read by `effects.py` and `mandatory.py`.
"""

from __future__ import annotations

from games.ruleset import Actor
from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full.board.arena import cell_of
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import action_of, enemies_of
from games.super_fantasy_brawl.full.state import NO_ACTION, Action
from games.super_fantasy_brawl.permissions import Violations, acts
from games.super_fantasy_brawl.state import SfbState

BASIC = "basic"
"""The source of the effect of a standard action."""
Numbered = tuple[tuple[int, Effect], ...]
BASIC_EFFECTS: dict[int, Numbered] = {
    1: ((0, Effect(timing="main", keyword="plan", x=1)),),
    2: ((0, Effect(timing="main", keyword="heal", x=1)),),
    3: ((0, Effect(timing="main", keyword="damage", x=1, on="enemy")),),
}
"""SFB-ACT-07: what a standard action does after its movement."""


OF_REACTIONS: dict[str, tuple[str, ...]] = {"rpre": ("pre",), "rpost": ("post",)}
OF_ATTACKS: dict[str, tuple[str, ...]] = {
    "move": ("pre",),
    "pre": ("pre",),
    "rpost": ("post",),
    "post": ("post",),
}
"""By step, the timings of an attack's effects that belong to it."""


def source_of(action: Action, source: str | None) -> str:
    """The card or ability that an event names; by default the card, or the standard action, of the open action."""
    return source or action.card or BASIC


def of_reaction(action: Action, source: str | None) -> bool:
    """Whether an effect is one of the reaction card."""
    return action.reaction is not None and source == action.reaction.card


def player_of_effect(state: SfbState, source: str | None) -> str:
    """Whose effect it is: the reacting player's for the reaction card, the active player's otherwise."""
    action = action_of(state)
    if action.reaction is not None and of_reaction(action, source):
        return action.reaction.player
    return state.active


def champion_of_effect(state: SfbState, source: str | None) -> str:
    """SFB-REACT-06: the champion that applies the effect, and has the credit; "" without an open action."""
    action = action_of(state)
    if action.reaction is not None and of_reaction(action, source):
        return action.reaction.champion
    return action.champion


def cause_of(state: SfbState, source: str | None) -> str:
    """What a knock-out by this effect is caused by: card, basic or reaction."""
    action = action_of(state)
    if of_reaction(action, source):
        return "reaction"
    return "basic" if action.kind == "basic" else "card"


def effect_acts(state: SfbState, by: Actor, source: str | None, *owners: str) -> Violations:
    """SFB-LOG-02, SFB-TURN-04: the player whose effect it is, or one of `owners`; staff for anyone."""
    yield from one_acts(state, by, player_of_effect(state, source), *owners)


def one_acts(state: SfbState, by: Actor, *players: str) -> Violations:
    """SFB-LOG-02: one of several players may log it (the first is the one who usually does); staff for anyone."""
    yield from acts(state, by, next((one for one in players if one and one == by.player), players[0]))


def effects_of(state: SfbState, source: str | None) -> Numbered | None:
    """The effects of a source with their places, from top to bottom; None: unknown."""
    action = action_of(state)
    if action is NO_ACTION:
        return ()
    if source_of(action, source) == BASIC:
        return BASIC_EFFECTS.get(action.basic or 4, ())
    card = card_of(state, source_of(action, source))
    if card is None or card.effects is None:
        return None
    return tuple(enumerate(card.effects))


def timings(state: SfbState, source: str | None) -> tuple[str, ...]:
    """The timings of a source that may be carried out at the step of the open action."""
    action = action_of(state)
    if cell_of(state, champion_of_effect(state, source)) is None:
        return ()
    if of_reaction(action, source):
        return OF_REACTIONS.get(action.step, ())
    if action.kind == "attack":
        return OF_ATTACKS.get(action.step, ())
    if action.kind == "skill":
        return ("main", "pre", "post") if action.step == "effect" else ()
    return ("main",) if action.step in ("move", "effect") else ()


def receivers(state: SfbState, effect: Effect, source: str | None) -> tuple[str, ...]:
    """SFB-ACT-14, -15, SFB-REACT-06: whom an effect of the open action may be applied to."""
    action = action_of(state)
    actor = champion_of_effect(state, source)
    side = state.figures[actor].side
    if effect.on == "self":
        return (actor,)
    if effect.on == "attacker" or (effect.on == "target" and of_reaction(action, source)):
        return (action.champion,)
    if effect.on == "target" and action.step not in ("move", "pre"):
        return action.targets
    if effect.on == "ally":
        owner = card_of(state, source_of(action, source))
        return tuple(
            [
                key
                for key, one in state.figures.items()
                if one.side == side and not (key == actor if owner is None else one.slug == owner.champion)
            ]
        )
    return enemies_of(state, actor)


def takers(state: SfbState, effect: Effect, source: str | None) -> tuple[str, ...]:
    """SFB-TURN-04, SFB-MODE-19: whose hand and deck an effect concerns: its player's, or those of named champions."""
    if effect.on == "self":
        return (player_of_effect(state, source),)
    named = receivers(state, effect, source)
    return tuple(dict.fromkeys(state.figures[one].player for one in named))


def is_done(action: Action, name: str, index: int, effect: Effect, champion: str | None) -> bool:
    """Whether an effect was carried out: on this champion, or once where it takes one."""
    everyone = effect.on == "target" and action.step not in ("move", "pre")
    return any(
        done.source == name and done.index == index and (not everyone or done.champion in (None, champion))
        for done in action.done
    )


def open_effects(
    state: SfbState, source: str | None, keyword: str | None = None, champion: str | None = None
) -> Numbered | None:
    """The printed effects that may be carried out now (on `champion`), not done yet, nothing below them done;
    None: the card is unknown."""
    action, printed = action_of(state), effects_of(state, source)
    if printed is None:
        return None
    name, now = source_of(action, source), timings(state, source)
    found = [one for one in printed if one[1].timing in now and keyword in (None, one[1].keyword)]
    return tuple(
        [
            (index, effect)
            for index, effect in found
            if index >= _lowest(action, name, printed, effect)
            and (champion is None or champion in receivers(state, effect, source))
            and not is_done(action, name, index, effect, champion)
        ]
    )


def _lowest(action: Action, name: str, printed: Numbered, effect: Effect) -> int:
    """SFB-ACT-11: the place of the lowest effect of the same moment that was carried out."""
    if not action.done:
        return 0
    moments = {index: one.timing for index, one in printed}
    return max(
        (
            done.index
            for done in action.done
            if done.source == name and done.index is not None and moments.get(done.index) == effect.timing
        ),
        default=0,
    )
