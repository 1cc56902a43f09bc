"""Logs of Senjutsu with one field changed: what follows from the table, and what holds in every legal match.

A computed field may never change unrefused to another value: the training edition and its board are known whole.
"""

from __future__ import annotations

from games.match import Match
from games.senjutsu import RULES
from games.senjutsu.facts import FACTS, LIMITS
from games.senjutsu.full.state import FullState
from games.senjutsu.state import SenjutsuState
from games.tests.mutants import Mutations

COMPUTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("turn_started", "turn"): (),
    ("turn_ended", "turn"): (),
    ("starting_hand_drawn", "count"): (),
    ("card_drawn", "drawn"): (),
    ("focus_paid", "amount"): (),
    ("part_started", "initiative"): (),
    ("actor_moved", "to"): (),
    ("collision_happened", "against"): (),
    ("collision_happened", "hex"): (),
    ("collision_happened", "discards"): (),
    ("kamae_moved", "limit"): (),
    ("focus_gained", "amount"): (),
    ("block_applied", "hexes"): (),
    ("block_applied", "initiative"): (),
    ("attack_declared", "initiative"): (),
    ("hand_trimmed", "count"): (),
    ("wave_started", "level"): (),
    ("wave_started", "wave"): (),
    ("wave_cleared", "level"): (),
    ("wave_cleared", "wave"): (),
    ("wave_cleared", "turn"): (),
    ("level_completed", "level"): (),
    ("recovery_applied", "steps"): (),
    ("lord_attacked", "ignored"): (),
    ("match_finished", "winner"): (),
}
"""(event type, field) that follow from the table: no other value than the logged one is true, if one is told."""


def assert_sound(play: SenjutsuState) -> None:
    """What holds in every legal match: focus, kamae, cards in one zone each, nobody on a wall or on somebody."""
    for fighter in play.fighters.values():
        assert 0 <= (fighter.focus or 0) <= LIMITS.focus
        assert fighter.kamae is None or fighter.kamae in FACTS.kamae
        assert 0 <= fighter.bleeding <= fighter.wounds and fighter.stuns >= 0
    if play.full is not None:
        _assert_table_sound(play, play.full)


def _assert_table_sound(play: SenjutsuState, full: FullState) -> None:
    """SEN-ZONE-01, SEN-MOVE-07, SEN-FOC-01, SEN-ADV-01, -03."""
    for player, fighter in play.fighters.items():
        pile = full.piles.get(player)
        if pile is None or pile.deck is None or fighter.deck_size is None:
            continue
        seat = full.seats.get(player)
        shown = [card for card in (seat.play if seat else ()) if card in (fighter.cards or {})]
        total = pile.deck + pile.hand + pile.discard + pile.removed + len(shown)
        assert total == fighter.deck_size, f"{player} has {total} cards"
        assert pile.hand >= 0 and len(pile.open) + len(pile.down) <= pile.discard
    places = [fighter.hex for fighter in play.fighters.values() if fighter.defeated is None and fighter.hex]
    places += [foe.hex for foe in play.foes.values() if foe.defeated is None and isinstance(foe.hex, tuple)]
    walls = {thing.hex for thing in full.terrain if FACTS.terrain[thing.object].blocks}
    assert not walls & set(places)
    if len(play.fighters) <= 2:
        assert len(set(places)) == len(places)
    if full.track:
        standing = {name for name, fighter in play.fighters.items() if fighter.defeated is None}
        assert set(full.track) == standing and len(full.track) == len(standing)


MATCH = Match(RULES, RULES.state_type)
MUTATIONS = Mutations(MATCH, COMPUTED, assert_sound, ("override", "declared", "salts"))
