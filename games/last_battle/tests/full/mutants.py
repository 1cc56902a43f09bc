"""Logs of Last Battle with one field changed: what follows from the table, and what holds in every legal match."""

from __future__ import annotations

from games.last_battle import RULES
from games.last_battle.facts import FACTS, LIMITS, SCHEMES, SIDES
from games.last_battle.full.cards import exists
from games.last_battle.full.state import FullState
from games.last_battle.state import LastBattleState
from games.match import Match
from games.tests.mutants import Mutations

STRATEGY = tuple(strategy.rule for strategy in FACTS.strategies.values())
SCORING = tuple({rule for one in SCHEMES.values() for rule in (one.rule, one.end_rule) if rule})
COMPUTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("turn_started", "turn"): (),
    ("end_effects_applied", "turn"): (),
    ("deck_prepared", "size"): ("LB-DECK-01",),
    ("hand_drawn", "count"): ("LB-HAND-02",),
    ("first_side_chosen", "by_side"): (),
    ("check_flipped", "pluses"): ("LB-DMG-01", "LB-CHK-01"),
    ("check_flipped", "minuses"): ("LB-DMG-01", "LB-CHK-01"),
    ("check_flipped", "side"): (),
    ("check_resolved", "attack_total"): ("LB-CHK-01", "LB-CHK-05", "LB-ARC-03"),
    ("check_resolved", "defence_total"): ("LB-CHK-01",),
    ("check_resolved", "success"): ("LB-CHK-01", "LB-CHK-05"),
    ("check_resolved", "margin"): ("LB-CHK-01",),
    ("damage_resolved", "tier"): (),
    ("damage_resolved", "amount"): ("LB-DMG-03",),
    ("lives_changed", "lives"): ("LB-DMG-04",),
    ("strategy_scored", "serpent"): STRATEGY,
    ("strategy_scored", "alliance"): STRATEGY,
    ("scheme_scored", "amount"): SCORING,
    ("prolong_flipped", "success"): (),
    ("prolong_flipped", "side"): (),
    ("game_ended", "serpent_vp"): (),
    ("game_ended", "alliance_vp"): (),
    ("game_ended", "result"): (),
}
"""Computed fields, with the rules that are flagged where the facts behind them are unknown."""


def assert_sound(play: LastBattleState) -> None:
    """What holds in every legal match: sums and caps of the score, cards in one place each, figures once."""
    outcome = RULES.outcome(play)
    for side in SIDES:
        lines = [line for line in outcome.lines if line.side == side]
        assert outcome.vp[side] == sum(line.vp for line in lines)
        assert sum(line.vp for line in lines if line.source == "strategy") <= LIMITS.strategy_vp
    for squad in play.squads.values():
        assert all(0 <= held.vp <= LIMITS.scheme_vp for held in squad.schemes)
    if play.full is not None:
        _assert_table_sound(play, play.full)


def _assert_table_sound(play: LastBattleState, full: FullState) -> None:
    for pile in full.piles.values():
        cards = (*pile.hand, *pile.discard, *pile.open, *pile.removed)
        assert len(set(cards)) == len(cards) and pile.deck_count >= 0
        assert all(exists(play, pile, card) for card in cards)
    assert not set(full.pieces) & set(full.gone)
    for piece in full.pieces.values():
        assert piece.lives is None or piece.initial is None or 0 <= piece.lives <= piece.initial
    assert all(count <= LIMITS.portals for count in play.portals.values())


MATCH = Match(RULES, RULES.state_type)
MUTATIONS = Mutations(MATCH, COMPUTED, assert_sound, ("card_override", "card_text"))
