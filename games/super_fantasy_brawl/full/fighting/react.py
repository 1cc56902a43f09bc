"""Reactions: SFB-REACT-01 to -11, SFB-MODE-16, SFB-CORE-03, SFB-CMB-12, SFB-HID-08.

Once the targets of an attack are named, the attacked side plays one reaction card or passes. Its effects are judged by
the chapters of effects, by `source`. Called through `rules.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ReactionPassed, ReactionPlayed
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import acted, action_of, at_full, known_figure, put, table
from games.super_fantasy_brawl.full.cores import check_core, exhausted
from games.super_fantasy_brawl.full.effects import reacting_side
from games.super_fantasy_brawl.full.state import NO_ACTION, Reaction, flagged
from games.super_fantasy_brawl.full.zones import check_hand_card, from_hand, seat, with_own
from games.super_fantasy_brawl.permissions import Violations, acts, passing, side_acts
from games.super_fantasy_brawl.state import SfbState, side_of


def check_reaction_played(state: SfbState, event: ReactionPlayed, by: Actor) -> Violations:
    """SFB-REACT-01 to -05, SFB-MODE-16, SFB-CORE-03."""
    card = card_of(state, event.card)
    return passing(
        state,
        acts(state, by, event.player),
        known_figure(state, event.on_champion),
        at_full(state, "activation"),
        _check_opponent(state, event.player),
        _check_window(state, event.player),
        _check_champion(state, event),
        _check_card(state, event),
        check_hand_card(state, event.player, event.card, "SFB-REACT-05"),
        check_core(state, event.player, event.core, card.core if card is not None else None, "SFB-CORE-03"),
    )


def _check_opponent(state: SfbState, player: str) -> Violations:
    """SFB-REACT-01, SFB-MODE-16: never in the player's turn or in that of the teammate."""
    if side_of(state, player) != reacting_side(state):
        yield RuleViolation("SFB-REACT-01", {"player": player})
        if player != state.active:
            yield RuleViolation("SFB-MODE-16", {"player": player})


def _check_window(state: SfbState, player: str) -> Violations:
    """SFB-REACT-02, -03: right after the targets of an attack were named, and one alone."""
    action = action_of(state)
    if action.reaction is not None and action.kind == "attack":
        params = {"card": action.reaction.card, "player": player, "absent": True}
        yield RuleViolation("SFB-REACT-03", params)
        yield RuleViolation("SFB-REACT-10", params)
        if state.mode == "superteams":
            yield RuleViolation("SFB-MODE-16", params)
    elif action.step != "react":
        phase = f"step_{action.step}" if action is not NO_ACTION else "no_action"
        because = "attack_answered" if action.kind == "attack" and action.targets else "not_attacked"
        params = {"player": player, "phase": phase, "because": because, "absent": True}
        yield RuleViolation("SFB-REACT-02", params)
        if action.kind in ("skill", "basic"):
            rule = "SFB-SKILL-04" if action.kind == "skill" else "SFB-ACT-08"
            yield RuleViolation(rule, {"player": player, "absent": True})


def _check_champion(state: SfbState, event: ReactionPlayed) -> Violations:
    """SFB-REACT-04: one champion of the player's side that is a target."""
    action = action_of(state)
    side = side_of(state, event.player)
    named = [one for one in action.targets if state.figures[one].side == side]
    if event.on_champion not in named:
        params = {"champion": event.on_champion, "legal": some(named), "told": event.on_champion}
        yield RuleViolation("SFB-REACT-04", params)


def _check_card(state: SfbState, event: ReactionPlayed) -> Violations:
    """SFB-REACT-05: a reaction card of any of the player's champions."""
    card = card_of(state, event.card)
    if card is None:
        return
    own = state.rosters.get(event.player)
    if card.type not in ("reaction", None):
        yield RuleViolation("SFB-REACT-05", {"printed": event.card})
    elif own is not None and card.champion not in own:
        yield RuleViolation("SFB-REACT-05", {"foreign": event.card, "owner": card.champion})


def on_reaction_played(state: SfbState, event: ReactionPlayed) -> SfbState:
    """SFB-REACT-08: its before-attack effects are next."""
    card = card_of(state, event.card)
    own = from_hand(seat(state, event.player), event.card)
    state = with_own(state, event.player, exhausted(own, event.core, event.player != state.active))
    reaction = Reaction(event.player, event.card, event.core, event.on_champion)
    state = acted(state, reaction=reaction, step="rpre")
    if card is None or card.type is None or card.core is None:
        state = put(state, flagged(table(state), "SFB-REACT-05"))
    return state


def check_reaction_passed(state: SfbState, event: ReactionPassed, by: Actor) -> Violations:
    """SFB-CMB-12: by anybody of the attacked side, while the attack waits for it."""
    return passing(
        state,
        side_acts(state, by, event.side),
        at_full(state, "activation"),
        _check_passing_side(state, event.side),
        _check_window(state, event.side),
    )


def _check_passing_side(state: SfbState, side: str) -> Violations:
    if side != reacting_side(state):
        yield RuleViolation("SFB-REACT-01", {"player": side})


def on_reaction_passed(state: SfbState, event: ReactionPassed) -> SfbState:
    """SFB-HID-08: nothing is told of what could have been played."""
    return acted(state, step="resolve", moving=None)
