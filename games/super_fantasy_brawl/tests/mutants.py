"""Logs of Super Fantasy Brawl with one field changed: what follows from the table, and what holds in every legal match.

A computed field may never change unrefused to another value: the training edition and its arena are known whole.
"""

from __future__ import annotations

from games.match import Match
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.facts import LIMITS, TRAPS
from games.super_fantasy_brawl.full.state import FullState
from games.super_fantasy_brawl.state import SfbState, mode_of
from games.tests.mutants import Mutations

COMPUTED: dict[tuple[str, str], tuple[str, ...]] = {
    ("turn_started", "round"): (),
    ("turn_started", "player"): (),
    ("turn_ended", "player"): (),
    ("round_ended", "round"): (),
    ("challenges_scored", "items"): (),
    ("challenge_track_shifted", "shift"): (),
    ("challenge_track_shifted", "discarded"): (),
    ("challenge_deck_reshuffled", "size"): (),
    ("challenge_card_laid", "cell"): (),
    ("opening_hand_drawn", "count"): (),
    ("personal_deck_reshuffled", "size"): (),
    ("refresh_completed", "count"): (),
    ("action_card_played", "champion"): (),
    ("action_card_played", "core"): (),
    ("champion_displaced", "missing"): (),
    ("champion_displaced", "x"): (),
    ("trap_triggered", "cell"): (),
    ("trap_triggered", "slot"): (),
    ("attack_resolved", "targets"): (),
    ("damage_dealt", "amount"): (),
    ("champion_knocked_out", "by"): (),
    ("champion_knocked_out", "cause"): (),
    ("champion_levelled_up", "champion"): (),
    ("turn_recorded", "vp_after"): (),
    ("game_ended", "winner"): (),
    ("game_ended", "vp"): (),
}
"""(event type, field) that follow from the table: no other value than the logged one is true, if one is told."""


def assert_sound(play: SfbState) -> None:
    """Points follow from their tallies, nobody stands on a statue or on somebody, cards and tokens are conserved."""
    for name, side in play.sides.items():
        assert side.vp == sum(one.vp for one in play.tallies if one.side == name)
    lying = [card for card in (*play.track.cells, *play.track.discard) if card and card != "?"]
    assert len(set(lying)) == len(lying)
    if play.detail != "summary" and play.phase not in ("open", "order"):
        on_track = sum(card is not None for card in play.track.cells)
        assert on_track + len(play.track.discard) + play.track.deck == LIMITS.challenges
    if play.full is not None:
        _assert_table_sound(play, play.full)


def _assert_table_sound(play: SfbState, full: FullState) -> None:
    """SFB-DECK-01, SFB-HEX-06, SFB-TRAP-05, -10, SFB-KO-01, -05, SFB-CORE-01."""
    mode = mode_of(play)
    for player, seat in full.seats.items():
        if seat.built:
            total = seat.deck + seat.hand + seat.discard + len(seat.play)
            assert total == mode.deck, f"{player} has {total} cards"
        assert len(seat.held) <= seat.hand and len(seat.open) <= seat.discard and len(seat.top) <= seat.deck
        assert set(seat.exhausted) <= set(LIMITS.cores) and len(set(seat.exhausted)) == len(seat.exhausted)
    places = [one.cell for one in play.figures.values() if one.cell is not None]
    assert len(set(places)) == len(places)
    slots = [slot.cell for slot in full.traps]
    assert len(set(slots)) == len(slots) <= LIMITS.traps_on_board
    if full.ground is not None:
        assert set(places) | set(slots) <= full.ground.cells - full.ground.statues
    for kind, trap in TRAPS.items():
        assert sum(slot.token == kind for slot in full.traps) <= trap.copies
    if full.action is None and not full.due:
        _assert_figures_sound(play, full)


def _assert_figures_sound(play: SfbState, full: FullState) -> None:
    """Between actions nobody stands with as much damage as health, and the gates heal."""
    for one in play.figures.values():
        face = full.champions[one.slug].levelled if one.levelled else full.champions[one.slug].base
        assert face.health is None or one.damage < face.health
        assert one.cell is not None or (one.damage == 0 and not one.immobilised)


MATCH = Match(RULES, RULES.state_type)
REPORTED = Mutations(MATCH, COMPUTED, assert_sound, ("note", "dataset", "scenario"))
"""For matches told in reports."""
MUTATIONS = Mutations(
    MATCH,
    COMPUTED,
    assert_sound,
    ("note", "description", "dataset", "scenario", "track", "champions", "cards", "challenges", "arena"),
)
"""For matches at full detail; its idle fields bind nothing, or only make an edition unknown (SFB-LOG-05)."""
