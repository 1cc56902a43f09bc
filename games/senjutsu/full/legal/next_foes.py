"""What virtual opponents and a horde may do next at full detail, besides what `next_events.py` offers of every actor.

Called by `games.senjutsu.next_events`. Built from what the viewer may know.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.ruleset import NextEvent
from games.senjutsu.chapters.foe_decks import deck_due
from games.senjutsu.chapters.horde import clear_due, is_clear, is_first, level_due, token_due, wave_due
from games.senjutsu.chapters.recovery import due
from games.senjutsu.chapters.results import is_decided
from games.senjutsu.full.cards import parts_of, pile, seat, text_allows
from games.senjutsu.full.foes.foe_choice import is_attack
from games.senjutsu.full.foes.foe_counter import may_answer
from games.senjutsu.full.foes.virtual import changing, is_paralysed, may_look, open_contracts, turned
from games.senjutsu.full.legal.next_resolve import may_begin, owes_effects, own
from games.senjutsu.full.preconditions import cards_in_play, table
from games.senjutsu.full.state import SETUP
from games.senjutsu.state import SenjutsuState, standing, standing_foes


def of_foes(state: SenjutsuState) -> Iterator[NextEvent]:
    """The events of opponents and waves that are legal now."""
    everybody = tuple(state.fighters)
    if state.mode == "horde" and state.phase == "turns" and is_clear(state):
        yield clear_due(state)
    if is_decided(state) or table(state).due:
        return
    if state.mode == "horde":
        yield from _of_horde(state)
    if standing_foes(state):
        yield from _of_opponents(state, everybody)


def _of_horde(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-HORDE-02, -06, -07, -08, -14."""
    step = table(state).step
    if state.options.fallen_lord and state.lord is None and step in SETUP:
        yield token_due(state)
    dealt = all(pile(state, player).dealt for player in state.fighters)
    first = is_first(state) and dealt and step in ("prepared", "hands")
    if first or (state.phase == "waves" and step == "between"):
        yield from wave_due(state)
    elif state.phase == "level" and step == "between":
        yield level_due(state)
    elif state.phase == "break":
        yield from deck_due(state)
        yield from due(state)


def _of_opponents(state: SenjutsuState, everybody: tuple[str, ...]) -> Iterator[NextEvent]:
    """SEN-SOLO-04, -12, -14, -18."""
    step, left = table(state).step, standing_foes(state)
    causes = changing(state)
    free = tuple(vo for vo in left if not is_paralysed(state, vo) or open_contracts(state.foes[vo]))
    if step in ("draw", "reveal", "resolve", "discard") and causes and free:
        choices = {"vo": free, "cause": causes}
        yield NextEvent(type="vo_state_changed", players=everybody, choices=choices, optional=True)
    if step in ("resolve", "discard"):
        able = (vo for vo in left if not (seat(state, vo).refreshed or seat(state, vo).ended))
        fresh = {vo: cards for vo in able if (cards := turned(state, vo))}
        if fresh:
            causes = tuple(dict.fromkeys(card for played in fresh.values() for card in played))
            choices = {"vo": (*fresh,), "cause": causes}
            yield NextEvent(type="vo_deck_refreshed", players=everybody, choices=choices)
    if may_look(state) and _says_so(state):
        yield NextEvent(type="vo_deck_seen", players=standing(state), choices={"vo": left})
    if step == "resolve":
        yield from _second_parts(state)
        for vo in left:
            if may_answer(state, vo):
                yield replace(own(state, "vo_counter_resolved", vo), optional=True)


def _says_so(state: SenjutsuState) -> bool:
    """SEN-SOLO-14: a player's card in play has a text."""
    return any(text_allows(state, card) for card in cards_in_play(state, state.fighters))


def _second_parts(state: SenjutsuState) -> Iterator[NextEvent]:
    """SEN-SOLO-18: an attack card may begin with its second part."""
    for one in may_begin(state) if not owes_effects(state) else ():
        parts = parts_of(state, one.card) or ()
        if one.actor in state.foes and not one.part and len(parts) > 1 and is_attack(state, one.card):
            yield own(state, "part_started", one.actor, {"part": (1, len(parts) - 1)}, card=(one.card,))
