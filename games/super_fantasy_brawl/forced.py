"""What follows by itself at full detail (see `games.consequences`): whatever nobody decides, by the
offers that are left or by the concrete moves that they come to. Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from games.ruleset import NO_CONSEQUENCES, Consequences, Event, NextEvent
from games.super_fantasy_brawl.full.cards import card_of, deck_of
from games.super_fantasy_brawl.full.common import action_of, table
from games.super_fantasy_brawl.full.events import PersonalDeckBuilt
from games.super_fantasy_brawl.full.legal import moves_action, moves_effects
from games.super_fantasy_brawl.full.printed import open_effects
from games.super_fantasy_brawl.full.state import NO_ACTION
from games.super_fantasy_brawl.full.zones import seat
from games.super_fantasy_brawl.state import SfbState

FOLLOWING = Consequences(
    types=frozenset(
        (
            "action_ended",
            "attack_resolved",
            "card_declined",
            "challenge_deck_reshuffled",
            "challenge_track_shifted",
            "challenges_scored",
            "champion_displaced",
            "champion_healed",
            "champion_immobilised",
            "champion_knocked_out",
            "champion_levelled_up",
            "damage_dealt",
            "game_ended",
            "personal_deck_reshuffled",
            "reaction_passed",
            "round_ended",
            "trap_triggered",
            "turn_ended",
            "turn_started",
        )
    )
)
MAKERS = {**moves_action.MAKERS, **moves_effects.MAKERS}
"""Types of which every event is made, where arena and cards are known."""
REPORTED = Consequences(types=frozenset(("game_ended",)))


def consequences(state: SfbState) -> Consequences:
    """At full detail with what the table as it stands leaves of the offers; of reported turns the end alone."""
    if state.full is None:
        return REPORTED if state.phase == "over" else NO_CONSEQUENCES
    return replace(FOLLOWING, makes=partial(_made, state), settled=_deck(state))


def _deck(state: SfbState) -> PersonalDeckBuilt | None:
    """SFB-SETUP-06: the next deck; which cards it holds follows from the champions, as far as their cards are known."""
    for player in state.order if state.phase == "build" else ():
        cards = deck_of(state, player)
        if not seat(state, player).built and cards is not None:
            return PersonalDeckBuilt(player=player, cards=cards)
    return None


def _made(state: SfbState, offer: NextEvent) -> Iterable[Event] | None:
    """SFB-LOG-05: nothing of an arena or a card that nobody told can be counted out."""
    action = action_of(state)
    if offer.type not in MAKERS or table(state).ground is None or action is NO_ACTION:
        return None
    if not table(state).due and any(open_effects(state, source) is None for source in action.sources):
        return None
    if offer.type == "reaction_played" and not all(_known_hand(state, player) for player in offer.players):
        return None
    return MAKERS[offer.type](state, offer)


def _known_hand(state: SfbState, player: str) -> bool:
    """SFB-HID-08: whether everybody knows the cards that may be in a hand, though not which of them are."""
    whole = deck_of(state, player)
    return whole is not None and all(card_of(state, card) is not None for card in whole)
