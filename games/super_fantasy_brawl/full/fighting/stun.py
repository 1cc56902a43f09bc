"""Stun: SFB-EFF-07, SFB-MODE-19, SFB-TRAP-04. The owner discards a card of the champion, or shows the whole hand.

Called through `rules.py`.
"""

from __future__ import annotations

from games.gaps import some
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl.full.action_events import ChampionStunned
from games.super_fantasy_brawl.full.board.arena import check_on_arena
from games.super_fantasy_brawl.full.cards import card_of
from games.super_fantasy_brawl.full.common import at_full, known_figure, owner_acts, owner_of, put, table
from games.super_fantasy_brawl.full.due import due_of, taken
from games.super_fantasy_brawl.full.effects import check_effect, effect_done
from games.super_fantasy_brawl.full.fighting.suffer import check_by_trap
from games.super_fantasy_brawl.full.state import Seat, flagged, with_seat
from games.super_fantasy_brawl.full.zones import check_hand_card, from_hand, seat, with_own
from games.super_fantasy_brawl.permissions import Violations, passing
from games.super_fantasy_brawl.state import SfbState


def check_champion_stunned(state: SfbState, event: ChampionStunned, by: Actor) -> Violations:
    """SFB-EFF-07: exactly one of the two, by the player who controls the champion."""
    return passing(
        state,
        known_figure(state, event.champion),
        owner_acts(state, by, event.champion),
        at_full(state, "activation"),
        check_on_arena(state, event.champion),
        check_by_trap(event, due_of(table(state), event))
        if event.cause == "trap"
        else check_effect(state, "stun", event.source, event.champion),
        _check_choice(state, event),
    )


def _check_choice(state: SfbState, event: ChampionStunned) -> Violations:
    player = owner_of(state, event.champion)
    if (event.discarded is None) == (event.shown is None):
        yield RuleViolation("SFB-EFF-07", {"player": player, "champion": event.champion})
    elif event.discarded is not None:
        yield from _check_discarded(state, event, player, event.discarded)
    elif event.shown is not None:
        yield from _check_shown(state, event, player, event.shown)


def is_of(state: SfbState, card: str, champion: str) -> bool | None:
    """Whether a card belongs to a champion; None: unknown."""
    printed = card_of(state, card)
    return None if printed is None else printed.champion == state.figures[champion].slug


def _check_discarded(state: SfbState, event: ChampionStunned, player: str, card: str) -> Violations:
    if is_of(state, card, event.champion) is False:
        yield RuleViolation("SFB-EFF-07", {"player": player, "champion": event.champion, "foreign": card})
    for found in check_hand_card(state, player, card, "SFB-EFF-07"):
        yield RuleViolation("SFB-EFF-07", {**found.params, "champion": event.champion})


def _check_shown(state: SfbState, event: ChampionStunned, player: str, shown: tuple[str, ...]) -> Violations:
    """The whole hand, in which there is no card of the champion; also an empty one (G29). SFB-LOG-05: one
    that was shown at the table and that nobody noted is told empty."""
    own = seat(state, player)
    untold = is_untold(own, shown)
    hidden = [card for card in own.held if card not in shown]
    strange = own.cards is not None and any(card not in own.cards for card in shown)
    elsewhere = any(card in (*own.open, *own.play, *own.top) for card in shown)
    whole = len(shown) == own.hand == len(set(shown)) and not hidden and not strange and not elsewhere
    params = {"player": player, "champion": event.champion}
    held = [card for card in (own.held if untold else shown) if is_of(state, card, event.champion)]
    if held:
        yield RuleViolation("SFB-EFF-07", {**params, "cards": held})
    elif not whole and not untold:
        yield RuleViolation("SFB-EFF-07", {**params, "hand": own.hand, "told": some(list(shown))})


def is_untold(own: Seat, shown: tuple[str, ...] | None) -> bool:
    """SFB-LOG-05: whether the hand was shown and its cards were not noted, as far as they were unknown before."""
    return shown == () and len(own.held) < own.hand


def on_champion_stunned(state: SfbState, event: ChampionStunned) -> SfbState:
    """The card lies in the discard pile; a hand that was shown is known."""
    state, _ = taken(state, event)
    player = owner_of(state, event.champion)
    if event.cause == "effect":
        state = effect_done(state, "stun", event.source, event.champion)
    cards = (event.discarded,) if event.discarded is not None else event.shown or ()
    own = seat(state, player)
    untold = is_untold(own, event.shown)
    if untold or any(is_of(state, card, event.champion) is None for card in cards):
        state = put(state, flagged(table(state), "SFB-EFF-07"))
    if event.discarded is not None:
        return with_own(state, player, from_hand(own, event.discarded, to_play=False))
    return state if untold else put(state, with_seat(table(state), player, held=event.shown or ()))
