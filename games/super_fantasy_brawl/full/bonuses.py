"""Modifiers that hold by themselves: SFB-ACT-12, -13, SFB-CMB-13, -21, SFB-EFF-20, SFB-LVL-02, SFB-REACT-07.

Of the ability of a levelled-up champion, of the cards in play, and of texts told by `card_effect_applied`. A base side
has no ability. None stands for what nobody imported. Called by the chapters of movement and of attacks.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.super_fantasy_brawl.definitions import Effect
from games.super_fantasy_brawl.full.cards import card_of, face_of
from games.super_fantasy_brawl.full.common import action_of, table
from games.super_fantasy_brawl.state import SfbState

Sums = frozenset[int]
"""The sums that are possible: more than one where a text says when a modifier holds."""
NONE_ADDED: Sums = frozenset({0})


def ability_effects(state: SfbState, figure: str) -> tuple[Effect, ...] | None:
    """The effects of the side that lies up; None: unknown."""
    one = state.figures[figure]
    if not one.levelled:
        return face_of(state, figure).effects or ()
    return face_of(state, figure).effects if one.slug in table(state).champions else None


def added(sums: Sums, effects: Iterable[Effect]) -> Sums:
    """Each effect adds its X; one with a text may hold or not."""
    for effect in effects:
        more = frozenset(one + (effect.x or 0) for one in sums)
        sums = more | sums if effect.text is not None else more
    return sums


def move_bonus(state: SfbState, figure: str) -> int | None:
    """SFB-ACT-13: the movement bonus of the side that lies up."""
    face, one = face_of(state, figure), state.figures[figure]
    if face.move_bonus is not None:
        return face.move_bonus
    effects = ability_effects(state, figure)
    if effects is None or any(effect.keyword == "move_bonus" and effect.text for effect in effects):
        return None if one.levelled else 0
    return sum(effect.x or 0 for effect in effects if effect.keyword == "move_bonus")


def movement(state: SfbState, figure: str, printed: int | None, has_value: bool | None = True) -> int | None:
    """SFB-ACT-12, -13, SFB-MOVE-06: the movement points of a card or standard action for a champion."""
    if state.figures[figure].immobilised or has_value is False:
        return 0
    bonus = move_bonus(state, figure)
    return None if printed is None or bonus is None else max(0, printed + bonus)


def told_mods(state: SfbState, figure: str, what: str) -> int:
    """The sum of what texts were told to add for this action."""
    mods = action_of(state).mods
    return sum(amount for who, kind, amount, _ in mods if (who, kind) == (figure, what))


def _own(effects: Iterable[Effect] | None, keyword: str, *on: str) -> tuple[Effect, ...] | None:
    if effects is None:
        return None
    return tuple([one for one in effects if one.keyword == keyword and one.on in on])


def strength_sums(state: SfbState) -> Sums | None:
    """SFB-CMB-13: what may be added to the strength of the open attack; None: unknown."""
    action = action_of(state)
    card = card_of(state, action.card)
    if card is None or card.effects is None:
        return None
    face = face_of(state, action.champion)
    ability = ability_effects(state, action.champion)
    if ability is None and face.strength_bonus is None:
        return None
    own = _own(ability, "strength_mod", "self") or ()
    if face.strength_bonus is not None:
        own = (Effect(timing="main", keyword="strength_mod", x=face.strength_bonus),)
    before = added(NONE_ADDED, (*own, *(_own(card.effects, "strength_mod", "self", "target") or ())))
    sums = _by_reaction(state, before, "strength_mod", "attacker", "target")
    told = told_mods(state, action.champion, "strength")
    return None if sums is None else frozenset(one + told for one in sums)


def modifiers_known(state: SfbState, figure: str) -> bool:
    """Whether the cards in play and the ability of a champion are known, so that its modifiers can be checked."""
    action = action_of(state)
    if ability_effects(state, figure) is None:
        return False
    cards = [card_of(state, action.card)]
    if action.reaction is not None:
        reaction = card_of(state, action.reaction.card)
        if reaction is not None and reaction.defence_mod is None and action.reaction.champion == figure:
            return False
        cards.append(reaction)
    return all(card is not None and card.effects is not None for card in cards)


def _by_reaction(state: SfbState, sums: Sums, keyword: str, *on: str) -> Sums | None:
    reaction = action_of(state).reaction
    if reaction is None:
        return sums
    card = card_of(state, reaction.card)
    if card is None or card.effects is None:
        return None
    return added(sums, _own(card.effects, keyword, *on) or ())


def defence_sums(state: SfbState, figure: str) -> Sums | None:
    """SFB-CMB-13, SFB-REACT-07: what may be added to the defence of a target of the open attack; None: unknown."""
    action = action_of(state)
    card = card_of(state, action.card)
    ability = ability_effects(state, figure)
    if card is None or card.effects is None or ability is None:
        return None
    own = _own(ability, "defence_mod", "self") or ()
    sums: Sums | None = added(
        NONE_ADDED, (*own, *(_own(card.effects, "defence_mod", "target", "enemy") or ()))
    )
    if sums is not None and action.reaction is not None and action.reaction.champion == figure:
        reaction = card_of(state, action.reaction.card)
        if reaction is None or reaction.effects is None or reaction.defence_mod is None:
            return None
        sums = frozenset(one + reaction.defence_mod for one in sums)
        sums = _by_reaction(state, sums, "defence_mod", "self")
    told = told_mods(state, figure, "defence")
    return None if sums is None else frozenset(one + told for one in sums)


def is_protected(state: SfbState, figure: str) -> bool | None:
    """SFB-EFF-20: whether an effect protects a champion from displacement; None: its ability is unknown."""
    action = action_of(state)
    if any(mod[:2] == (figure, "protected") for mod in action.mods):
        return True
    ability = ability_effects(state, figure)
    effects = list(ability or ())
    if action.reaction is not None and action.reaction.champion == figure:
        card = card_of(state, action.reaction.card)
        effects += [one for one in (card.effects or () if card else ()) if one.on == "self"]
    if any(one.keyword == "protect_displacement" for one in effects):
        return True
    return None if ability is None else False
