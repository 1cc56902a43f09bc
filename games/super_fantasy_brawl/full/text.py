"""Texts that no other event tells: SFB-LOG-04, -05. `card_effect_applied` tells what a card or an ability changes.

What the text says is not checked; that the card is in play, and that its changes are possible, is. Called through
`rules.py`.
"""

from __future__ import annotations

from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import CardEffectApplied, Change
from games.super_fantasy_brawl.full.cards import card_of, has_attack, has_move
from games.super_fantasy_brawl.full.common import acted, action_of, at_full, known_figure, put, table
from games.super_fantasy_brawl.full.cores import check_core, exhausted, readied
from games.super_fantasy_brawl.full.effects import check_effect, effect_done, is_ability
from games.super_fantasy_brawl.full.printed import effect_acts
from games.super_fantasy_brawl.full.state import flagged
from games.super_fantasy_brawl.full.zones import check_hand_card, from_hand, seat, with_own
from games.super_fantasy_brawl.permissions import Violations, acts, passing
from games.super_fantasy_brawl.state import SfbState, side_of


def check_card_effect_applied(state: SfbState, event: CardEffectApplied, by: Actor) -> Violations:
    """SFB-ACT-11: the card or ability has a text, and its step has come."""
    source = None if event.source == action_of(state).card else event.source
    return passing(
        state,
        at_full(state, "activation"),
        effect_acts(state, by, source, *_owners(state, event.source)),
        check_effect(state, "other", source),
        _check_changes(state, event, by),
    )


def told_by(state: SfbState, player: str) -> tuple[str, ...]:
    """The cards and abilities whose text may take effect now, told by this player."""
    action = action_of(state)
    cards = [card for one in table(state).seats.values() for card in one.play]
    own = [action.card] if action.card else []
    slugs = [one.slug for one in state.figures.values() if one.levelled]
    every = dict.fromkeys((*own, *cards, *slugs))
    return tuple(source for source in every if _may_apply(state, player, source))


def _may_apply(state: SfbState, player: str, source: str) -> bool:
    event = CardEffectApplied(source=source, description=source)
    return not any(check_card_effect_applied(state, event, Actor("player", player)))


def _owners(state: SfbState, source: str) -> tuple[str, ...]:
    """The players of the champion whose ability it is."""
    return tuple([one.player for key, one in state.figures.items() if source in (key, one.slug)])


def _check_changes(state: SfbState, event: CardEffectApplied, by: Actor) -> Violations:
    """Players and champions of the match, cores and cards that are there. A card of a hand is told by its player alone
    (SFB-HID-01), so that nobody can ask what lies there."""
    for change in event.changes:
        yield from known_figure(state, change.champion)
        if change.kind == "card_discarded":
            yield from acts(state, by, change.player or state.active)
        if change.kind == "card_discarded" and change.card is not None:
            for one in check_hand_card(state, change.player or state.active, change.card, "SFB-DECK-07"):
                yield RuleViolation(one.rule, {**one.params, "cards": [change.card]})
        if change.kind == "core_exhausted" and change.core is not None:
            yield from check_core(state, change.player or state.active, change.core, change.core)
        if change.player is not None and not side_of(state, change.player):
            yield RuleViolation("SFB-LOG-02", {"stranger": change.player, "absent": True})
        yield from _check_printed(state, change)


def _check_printed(state: SfbState, change: Change) -> Violations:
    """SFB-ACT-12: a modifier changes a value that is printed."""
    action = action_of(state)
    card = card_of(state, action.card)
    if card is None:
        return
    if change.kind == "strength" and has_attack(card) is False:
        yield RuleViolation("SFB-ACT-12", {"card": action.card, "what": "what_strength"})
    if change.kind == "move" and has_move(card) is False:
        yield RuleViolation("SFB-ACT-12", {"card": action.card, "what": "what_move"})


def on_card_effect_applied(state: SfbState, event: CardEffectApplied) -> SfbState:
    """The changes as they were told; the text itself is not checked."""
    source = None if event.source == action_of(state).card else event.source
    if not is_ability(state, source):
        state = effect_done(state, "other", source)
    for change in event.changes:
        state = _changed(state, event.source, change)
    return put(state, flagged(table(state), "SFB-LOG-05"))


def _changed(state: SfbState, source: str, change: Change) -> SfbState:
    player = change.player or state.active
    own = seat(state, player)
    if change.kind == "core_readied" and change.core is not None:
        return readied(state, player, change.core)
    if change.kind == "core_exhausted" and change.core is not None:
        return with_own(state, player, exhausted(own, change.core, player != state.active))
    if change.kind == "card_discarded" and change.card is not None:
        return with_own(state, player, from_hand(own, change.card, to_play=False))
    return state if change.kind == "card_discarded" else _modified(state, source, change)


def _modified(state: SfbState, source: str, change: Change) -> SfbState:
    """SFB-CMB-21: modifiers last for the open action."""
    action = action_of(state)
    if change.kind == "move":
        return acted(state, mp=None if action.mp is None else max(0, action.mp + (change.amount or 0)))
    figure = change.champion or action.champion
    return acted(state, mods=(*action.mods, (figure, change.kind, change.amount or 0, source)))
