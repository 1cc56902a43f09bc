"""Link cards that are earned on this table or come to it: staff events (LB-LINK-01 to -07).

Called through `rules.py`.
"""

from __future__ import annotations

import msgspec

from games.last_battle.chapters.links import is_anothers, may_grant, on_arcanum, wrong_card, wrong_source
from games.last_battle.facts import BATTLEFIELDS, FACTS
from games.last_battle.full.checks.duel import unfinished
from games.last_battle.full.events import ArcanaCreated, ArcanaGranted
from games.last_battle.full.preconditions import passing, put, table
from games.last_battle.full.state import FullState, changed, with_pile
from games.last_battle.permissions import Violations, staff_only
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

SOURCES = ("sea", "dungeon")
"""Tables that create link cards; the others receive them."""


def check_arcana_created(state: LastBattleState, event: ArcanaCreated, by: Actor) -> Violations:
    """LB-LINK-01: on Sea and Dungeon; LB-LINK-03: one of the eight, once."""
    yield from staff_only(by)
    params = {"card": event.arcana, "table": state.battlefield}
    if state.battlefield not in SOURCES or event.source_table not in (None, state.battlefield):
        yield wrong_source(event, state.battlefield)
    elif event.arcana not in FACTS.deck.arcana or event.arcana in table(state).arcana:
        yield wrong_card(event, table(state).arcana)
    elif state.phase not in ("turns", "end"):
        yield RuleViolation("LB-LINK-06", params)


def on_arcana_created(state: LastBattleState, event: ArcanaCreated) -> LastBattleState:
    full = table(state)
    return on_arcanum(put(state, changed(full, arcana={**full.arcana, event.arcana: event.side})), event)


def check_arcana_granted(state: LastBattleState, event: ArcanaGranted, by: Actor) -> Violations:
    """LB-LINK-02, -03, -04, -06: who receives which card where and when."""
    return passing(event, staff_only(by), _check_table(state, event), _check_card(state, event, by))


def _check_table(state: LastBattleState, event: ArcanaGranted) -> Violations:
    params = {"card": event.arcana, "table": state.battlefield}
    if state.battlefield not in BATTLEFIELDS or state.battlefield in SOURCES:
        yield RuleViolation("LB-LINK-02", params)
    elif event.source_table not in (None, *SOURCES):
        yield RuleViolation("LB-LINK-01", {**params, "table": event.source_table})


def _check_card(state: LastBattleState, event: ArcanaGranted, by: Actor) -> Violations:
    full = table(state)
    arcanum = FACTS.deck.arcana.get(event.arcana)
    if arcanum is None or event.arcana in full.arcana or not may_grant(state, by) or is_anothers(event):
        yield wrong_card(event, full.arcana)
    elif event.zone != arcanum.zone:
        yield RuleViolation("LB-LINK-04", {"card": event.arcana, "zone": arcanum.zone})
        yield RuleViolation("LB-LINK-05", {"card": event.arcana, "zone": arcanum.zone})
    elif state.phase != "turns":
        yield RuleViolation("LB-LINK-06", {"card": event.arcana, "table": state.battlefield})
    elif unfinished(full):
        yield RuleViolation("LB-LINK-06", {"waits": event.arcana})


def on_arcana_granted(state: LastBattleState, event: ArcanaGranted) -> LastBattleState:
    full = table(state)
    full = changed(full, arcana={**full.arcana, event.arcana: event.side})
    return on_arcanum(put(state, _placed(full, event.side, event.arcana, event.zone)), event)


def _placed(full: FullState, side: str, card: str, zone: str) -> FullState:
    """LB-LINK-05: into the deck, onto the discard, or to the hand, where it counts at the next cleanup."""
    pile = full.piles[side]
    pile = msgspec.structs.replace(pile, granted=(*pile.granted, card))
    if zone == "discard":
        pile = msgspec.structs.replace(pile, discard=(*pile.discard, card))
    elif zone == "hand":
        pile = msgspec.structs.replace(pile, hand=(*pile.hand, card), extra=pile.extra + 1)
    else:
        pile = msgspec.structs.replace(pile, renewed=(), rest=0)
    return with_pile(full, side, pile)
