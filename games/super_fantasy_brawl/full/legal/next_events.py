"""What may come next at full detail, for forms and the simulation: built from what the viewer may know.

Called by `games.super_fantasy_brawl.next_events`. What is due comes alone; set-up and the phases of a turn stand
here, what belongs to the open action in `next_action.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.track import at, may_leave, value_of
from games.super_fantasy_brawl.facts import BASICS, LIMITS
from games.super_fantasy_brawl.full.board.arena import free_start_cells
from games.super_fantasy_brawl.full.cards import card_of, health_of
from games.super_fantasy_brawl.full.common import action_of, owner_of, table
from games.super_fantasy_brawl.full.conditions import is_readable, must_score
from games.super_fantasy_brawl.full.cores import ready_cores
from games.super_fantasy_brawl.full.due import does_nothing
from games.super_fantasy_brawl.full.hands import next_hand, unlisted
from games.super_fantasy_brawl.full.legal.next_action import CARD, in_action, texts_of
from games.super_fantasy_brawl.full.printed import player_of_effect
from games.super_fantasy_brawl.full.setup import cards_laid, next_deployer, next_placer
from games.super_fantasy_brawl.full.state import Due, free_trap_cells, slot_of
from games.super_fantasy_brawl.full.turn import next_player
from games.super_fantasy_brawl.full.zones import available, needs_reshuffle, seat
from games.super_fantasy_brawl.state import SfbState, figures_of, mode_of, players_of, side_of

KNOWN_OF: dict[str, dict[str, str]] = {
    "champion_healed": {"amount": "amount", "cause": "why"},
    "champion_knocked_out": {"by": "by", "cause": "cause"},
    "damage_dealt": {"amount": "amount", "by": "by", "cause": "why"},
    "trap_triggered": {"caused_by": "by"},
}
"""Due event -> its fields that are known, and under which name."""
OF_THE_TABLE = ("champion_knocked_out", "damage_dealt")
"""SFB-LOG-06: due events in which nobody decides anything, so that whoever sits at the table may tell them."""


def in_full(state: SfbState) -> Iterator[NextEvent]:
    """The events of the table that are legal now."""
    if table(state).due:
        yield from _due(state)
        return
    phases: dict[str, Callable[[SfbState], Iterator[NextEvent]]] = {
        "zone": _zone,
        "build": _build,
        "traps": _traps,
        "hands": _hands,
        "deploy": _deploy,
        "between": _between,
        "scoring": _scoring,
        "activation": _activation,
        "refreshed": _refreshed,
        "round": _round,
    }
    if state.phase in phases:
        yield from phases[state.phase](state)


def of_player(type_: str, player: str, **choices: tuple[object, ...]) -> NextEvent:
    """An event of one player."""
    return NextEvent(type=type_, players=(player,), choices={"player": (player,), **choices})


def _due(state: SfbState) -> Iterator[NextEvent]:
    """SFB-LOG-06: the first group of what is waited for, with what is known of each; behind a trap that may do nothing
    its replacement."""
    group = table(state).due[0].kind
    if does_nothing(state):
        yield _of_due(state, table(state).due[1], table(state).due[1].kind)
    for due in table(state).due:
        if due.kind != group:
            return
        for kind in due.kind.split("|"):
            if _fits(state, kind):
                yield _of_due(state, due, kind)


def _fits(state: SfbState, kind: str) -> bool:
    """SFB-DECK-04: a reshuffled deck waits for the draw of the open action, or else for that of the upkeep."""
    drawing = {"cards_drawn": True, "refresh_completed": False}.get(kind)
    return drawing is None or drawing == (table(state).action is not None)


def _of_due(state: SfbState, due: Due, kind: str) -> NextEvent:
    choices: dict[str, tuple[object, ...]] = {}
    if due.champion:
        choices["target" if kind == "damage_dealt" else "champion"] = (due.champion,)
    if due.player and kind != "trap_triggered":
        choices["player"] = (due.player,)
    if kind == "trap_triggered":
        slot = slot_of(table(state), due.told.get("slot"))
        if slot is not None:
            choices |= {"slot": (slot.slot,), "cell": (slot.cell,)}
            choices |= {"kind": (slot.token,)} if slot.token else {}
    choices |= {
        field: (due.told[name],) for field, name in KNOWN_OF.get(kind, {}).items() if name in due.told
    }
    if kind in ("champion_immobilised", "champion_stunned"):
        choices["cause"] = ("trap",)
    players = _tellers(state, due, kind)
    limits, texts = _counted(state, due, kind), texts_of(state, kind, players)
    return NextEvent(type=kind, players=players, choices=choices, limits=limits, texts=texts)


def _tellers(state: SfbState, due: Due, kind: str) -> tuple[str, ...]:
    """SFB-LOG-02, SFB-LOG-06: who may tell what is due."""
    owner = due.player or owner_of(state, due.champion)
    if kind == "champion_displaced":
        return _movers(state, due)
    if kind in OF_THE_TABLE or not owner:
        return players_of(state)
    if kind == "champion_immobilised":
        return tuple(dict.fromkeys((owner, state.active)))
    return (owner,)


def _counted(state: SfbState, due: Due, kind: str) -> dict[str, tuple[int, int]]:
    """SFB-DECK-02: how many cards the upkeep after a reshuffle draws."""
    if kind != "refresh_completed":
        return {}
    drawn = min(mode_of(state).hand, available(state, due.player, refreshing=True))
    return {"count": (drawn, drawn)}


def _movers(state: SfbState, due: Due) -> tuple[str, ...]:
    """SFB-EFF-12, -17: who tells how a displacement goes on; of fear also the player of the frightened champion."""
    moving = action_of(state).moving
    if moving is None:
        return players_of(state)
    afraid = (owner_of(state, due.champion),) if moving.kind == "fear" else ()
    return tuple(dict.fromkeys((player_of_effect(state, moving.source), *afraid)))


def _zone(state: SfbState) -> Iterator[NextEvent]:
    yield of_player("zone_chosen", state.order[0], zone=LIMITS.zones)


def _build(state: SfbState) -> Iterator[NextEvent]:
    for player in state.order:
        if not seat(state, player).built:
            yield of_player("personal_deck_built", player)
    cells, done = mode_of(state).start_cells, cards_laid(state)
    if done < len(cells):
        yield _laying(state, cells[done], "setup")
    yield from _supply(state)


def _supply(state: SfbState) -> Iterator[NextEvent]:
    if not table(state).shuffled and not table(state).laid:
        yield NextEvent(type="trap_supply_shuffled")


def _laying(state: SfbState, cell: int, cause: str) -> NextEvent:
    choices: dict[str, tuple[object, ...]] = {"cause": (cause,)}
    known = table(state).challenges
    if known is not None:
        lying = (*state.track.cells, *state.track.discard)
        choices["card"] = tuple(card for card in known if card not in lying)
    limits = {"cell": (cell, cell)}
    return NextEvent(type="challenge_card_laid", players=players_of(state), choices=choices, limits=limits)


def _traps(state: SfbState) -> Iterator[NextEvent]:
    yield from _supply(state)
    choices: dict[str, tuple[object, ...]] = {"cause": ("setup",)}
    full = table(state)
    if full.ground is not None and full.ground.trap_cells:
        free = free_trap_cells(full, full.ground)
        choices["cell"] = tuple(free)
    yield of_player("trap_token_placed", next_placer(state), **choices)


def _hands(state: SfbState) -> Iterator[NextEvent]:
    player, size = next_hand(state), mode_of(state).hand
    kind = "mulligan_resolved" if seat(state, player).dealt else "opening_hand_drawn"
    low = 0 if kind == "mulligan_resolved" else size
    choices = {"player": (player,)}
    yield NextEvent(type=kind, players=(player,), choices=choices, limits={"count": (low, size)})


def _deploy(state: SfbState) -> Iterator[NextEvent]:
    player = next_deployer(state)
    waiting = [one for one in figures_of(state, player) if not state.figures[one].deployed]
    if not waiting:
        return
    free = free_start_cells(state, waiting[0])
    cells = {} if free is None else {"cell": tuple(sorted(free))}
    yield of_player("champion_deployed", player, champion=tuple(waiting), **cells)


def _between(state: SfbState) -> Iterator[NextEvent]:
    player, limits = next_player(state), {"round": (state.round, state.round)}
    choices = {"player": (player,)}
    yield NextEvent(type="turn_started", players=(player,), choices=choices, limits=limits)


def _scoring(state: SfbState) -> Iterator[NextEvent]:
    """SFB-SCORE-03: where every condition can be read from the table, what is met is all that may be scored."""
    active = [
        cell for cell in range(len(state.track.cells)) if value_of(state.track, mode_of(state), cell) != 0
    ]
    cards = [card for cell in active if (card := at(state.track, cell)) is not None]
    side = side_of(state, state.active)
    known = all(is_readable(state, side, card) for card in cards)
    choices: dict[str, tuple[object, ...]] = {}
    if state.round == 1 and not state.round1_challenges:
        choices["items"] = ((),)
    elif known and (state.track.values is not None or not cards):
        met = must_score(state, side)
        values = state.track.values or ()
        choices["items"] = (
            tuple({"cell": cell, "vp": values[cell], "card": at(state.track, cell)} for cell, _ in met),
        )
    yield of_player("challenges_scored", state.active, **choices)


def _activation(state: SfbState) -> Iterator[NextEvent]:
    if table(state).action is not None:
        yield from in_action(state)
        yield from _perhaps_fallen(state)
        return
    player = state.active
    own = tuple(one for one in figures_of(state, player) if _can_act(state, one))
    cores = ready_cores(state, player)
    if own and cores and seat(state, player).hand:
        yield _card_play(state, player, own, cores)
    done = seat(state, player).basics
    left = tuple(basic for basic, one in BASICS.items() if basic not in done and one.core in (None, *cores))
    if own and cores and left:
        yield of_player("basic_action_started", player, champion=own, basic=left, core=cores)
    yield from _refresh(state, player)


def _card_play(state: SfbState, player: str, own: tuple[str, ...], cores: tuple[str, ...]) -> NextEvent:
    """A card of a hand that was noted whole; whose hand nobody listed names it."""
    offer, hand = of_player("action_card_played", player, champion=own, core=cores), seat(state, player)
    if unlisted(state, player):
        return replace(offer, texts=CARD)
    if len(hand.held) < hand.hand:
        return offer
    playable = tuple(card for card in hand.held if _may_play(state, card, cores))
    return replace(offer, choices={**offer.choices, "card": playable}) if playable else offer


def _can_act(state: SfbState, figure: str) -> bool:
    """SFB-KO-08: on the arena, or with a free hex to come back to."""
    return state.figures[figure].cell is not None or free_start_cells(state, figure) != frozenset()


def _may_play(state: SfbState, card: str, cores: tuple[str, ...]) -> bool:
    """SFB-ACT-02, SFB-CORE-02: not a reaction, and of the colour of a ready core, as far as the card is known. Without
    such a card the play is offered all the same: nobody learns from the offers what a hand lacks (SFB-HID-01)."""
    printed = card_of(state, card)
    return printed is None or (printed.type != "reaction" and printed.core in (None, *cores))


def _perhaps_fallen(state: SfbState) -> Iterator[NextEvent]:
    """SFB-LOG-05: a champion of unknown health may be out of action as soon as it has damage."""
    hurt = [key for key, one in state.figures.items() if one.damage and one.cell is not None]
    unknown = tuple(key for key in hurt if health_of(state, key) is None)
    if unknown:
        choices = {"champion": unknown}
        yield NextEvent(type="champion_knocked_out", players=players_of(state), choices=choices)


def _refresh(state: SfbState, player: str) -> Iterator[NextEvent]:
    """SFB-DECK-02, -04: the reshuffle first where the new hand needs it."""
    size = mode_of(state).hand
    if needs_reshuffle(state, player, size, refreshing=True) and table(state).needs != player:
        pile = seat(state, player).discard + seat(state, player).hand
        choices, limits = {"player": (player,)}, {"size": (pile, pile)}
        yield NextEvent(type="personal_deck_reshuffled", players=(player,), choices=choices, limits=limits)
    else:
        drawn = min(size, available(state, player, refreshing=True))
        choices, limits = {"player": (player,)}, {"count": (drawn, drawn)}
        yield NextEvent(type="refresh_completed", players=(player,), choices=choices, limits=limits)


def _refreshed(state: SfbState) -> Iterator[NextEvent]:
    yield of_player("turn_ended", state.active)


def _round(state: SfbState) -> Iterator[NextEvent]:
    """SFB-CHAL-01, -04: the move, the reshuffle where the deck is empty, the new cards, the end."""
    full, mode, everybody = table(state), mode_of(state), players_of(state)
    if not full.shifted:
        choices = {"discarded": may_leave(state.track, mode)}
        limits = {"shift": (mode.shift, mode.shift)}
        yield NextEvent(type="challenge_track_shifted", players=everybody, choices=choices, limits=limits)
    elif full.laid_cards < mode.new_cards and not state.track.deck:
        size = len(state.track.discard)
        yield NextEvent(type="challenge_deck_reshuffled", players=everybody, limits={"size": (size, size)})
    elif full.laid_cards < mode.new_cards:
        yield _laying(state, mode.new_cells[full.laid_cards], "round_end")
    else:
        limits = {"round": (state.round, state.round)}
        yield NextEvent(type="round_ended", players=everybody, limits=limits)
