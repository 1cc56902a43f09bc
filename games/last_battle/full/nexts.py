"""What may legally come next at full detail: the event types, who may log them, and choices where they are few.

Built from the state as the viewer may know it. Called by `games.last_battle.nexts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS, SIDES
from games.last_battle.full.actions import BASE, HEAVEN_ONLY
from games.last_battle.full.anytime import beside, boarding, empty_decks, endings
from games.last_battle.full.cards import hand_limit, profile_size
from games.last_battle.full.decks import may_clean_up
from games.last_battle.full.duel import at_hand, next_role, owes_move, unfinished, waits
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.fate import cheatable
from games.last_battle.full.grants import SOURCES
from games.last_battle.full.markers import interacting
from games.last_battle.full.moves import moving
from games.last_battle.full.setup import next_portal_side
from games.last_battle.full.state import Act, Due, Duel, FullState, Piece
from games.last_battle.full.turn import expected_side
from games.last_battle.state import LastBattleState, side_squads
from games.ruleset import NextEvent

Choices = dict[str, tuple[Any, ...]]


def players_of(state: LastBattleState, side: str | None) -> tuple[str, ...]:
    """The players of a side; of both where the side does not matter."""
    if side is None:
        return tuple(state.squads)
    return tuple(squad.player for squad in side_squads(state, side))


def in_markers(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    side = next_portal_side(full) if state.battlefield == "heaven" else None
    yield NextEvent(type="strategy_marker_placed", players=players_of(state, side), choices={"side": (side,)})


def in_deploy(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        if squad.player not in full.deployed:
            choices = {"player": (squad.player,)}
            yield NextEvent(type="squad_deployed", players=(squad.player,), choices=choices)
    yield from boarding(state, full)


def in_hands(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    for side, pile in full.piles.items():
        players = players_of(state, side)
        if not pile.size:
            size = profile_size(state)
            choices: Choices = {"side": (side,), **({"size": (size,)} if size else {})}
            yield NextEvent(type="deck_prepared", players=players, choices=choices)
        elif not pile.drawn:
            yield from _draw(state, full, side)
    yield from boarding(state, full)
    yield from empty_decks(state, full)


def _draw(state: LastBattleState, full: FullState, side: str) -> Iterator[NextEvent]:
    pile = full.piles[side]
    count = hand_limit(state, full, side) + pile.extra - pile.hand_count
    if count > 0:
        choices: Choices = {"side": (side,), "count": (count,)}
        yield NextEvent(type="hand_drawn", players=players_of(state, side), choices=choices)


def in_turns(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """The step of the turn, what is due, and what the organisers may do at any time."""
    if full.due:
        yield from _due(state, full)
    elif full.turn == 0 or full.step == "cleanup":
        yield from _between(state, full)
    else:
        yield from STEPS[full.step](state, full)
    yield from beside(state, full)
    yield from endings(state)
    if not unfinished(full):
        yield from _grants(state, full)
    yield NextEvent(type="play_stopped")


def _due(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    for due in full.due:
        told: Choices = {"figure": (due.figure,), **_known_of(due, full.pieces.get(due.figure))}
        yield NextEvent(type=due.kind, players=players_of(state, None), choices=told)


def _known_of(due: Due, piece: Piece | None) -> Choices:
    """What the change must say, and what is left after it where the figure's card is known."""
    if due.kind == "figure_removed":
        return {"how": (due.how,), "by_figure": (due.by,)}
    if due.kind == "condition_changed":
        return {"condition": (due.condition,), "change": (due.how,), "cause": (due.rule,)}
    if due.kind == "size_changed":
        size: Choices = {} if piece is None or piece.size is None else {"size": (piece.size + due.delta,)}
        return {"delta": (due.delta,), "cause": ("action",), **size}
    lives: Choices = (
        {} if piece is None or piece.lives is None else {"lives": (max(0, piece.lives + due.delta),)}
    )
    return {"delta": (due.delta,), "cause": (due.cause,), "by_figure": (due.by,), **lives}


def _between(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    ready = True
    for side, pile in full.piles.items():
        players, choices = players_of(state, side), {"side": (side,)}
        if full.turn and not pile.shuffled:
            ready = False
            shuffle = {**choices, "reason": ("turn_end",)}
            yield NextEvent(type="discard_reshuffled", players=players, choices=shuffle)
        elif full.turn:
            short = pile.hand_count < hand_limit(state, full, side) + pile.extra
            ready = ready and not short
            yield from _draw(state, full, side)
            if not pile.refilled:
                yield NextEvent(type="hand_discarded", players=players, choices=choices)
            if "M-hanged" in pile.hand and not short:
                yield NextEvent(type="hanged_man_used", players=players, choices=choices)
    turn = (full.turn + 1, full.turn + 1)
    yield NextEvent(type="turn_reported", players=players_of(state, None), limits={"turn": turn})
    if ready:
        yield NextEvent(type="turn_started", players=players_of(state, None), limits={"turn": turn})


def _grants(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    left = tuple(card for card in FACTS.deck.arcana if card not in full.arcana)
    kind = "arcana_created" if state.battlefield in SOURCES else "arcana_granted"
    if left:
        yield NextEvent(type=kind, choices={"arcana": left, "side": SIDES})


def _initiative(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if full.winner is not None:
        choices: Choices = {"by_side": (full.winner,), "first_side": SIDES}
        yield NextEvent(type="first_side_chosen", players=players_of(state, full.winner), choices=choices)
        return
    missing = [side for side in SIDES if side not in full.initiative]
    players = tuple(player for side in missing for player in players_of(state, side))
    yield NextEvent(type="initiative_flipped", players=players)


def _activations(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    full = at_hand(full)
    if full.duel is not None:
        yield from _check(state, full, full.duel)
    if waits(full.duel) or owes_move(full):
        return
    if full.active is None:
        yield from _next_figure(state, full)
    else:
        yield from _active(state, full, full.pieces[full.active])


def _next_figure(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    side = expected_side(full)
    if side is None:
        choices = {"turn": (full.turn,)}
        yield NextEvent(type="end_effects_applied", players=players_of(state, None), choices=choices)
    for piece in full.pieces.values():
        if piece.side == side and not piece.activated:
            yield NextEvent(type="figure_activated", players=(piece.player,), choices={"figure": (piece.id,)})


def _active(state: LastBattleState, full: FullState, piece: Piece) -> Iterator[NextEvent]:
    own: Choices = {"figure": (piece.id,)}
    act = full.act
    if moving(full, piece.id):
        yield NextEvent(type="figure_moved", players=(piece.player,), choices=own)
    if act is not None and act.must_move:
        return
    if interacting(full, piece.id):
        for kind in _interactions(state, full):
            yield NextEvent(type=kind, players=(piece.player,))
    if act is not None and act.dive:
        left: Choices = {} if piece.size is None else {"size": (piece.size - 3,)}
        dive: Choices = {**own, "delta": (-3,), **left}
        yield NextEvent(type="size_changed", players=(piece.player,), choices=dive)
    yield from _actions(state, full, piece, act)


def _interactions(state: LastBattleState, full: FullState) -> Iterator[str]:
    kinds = {marker.kind for marker in full.markers.values()}
    yield "scheme_marker_placed"
    if "scheme" in kinds:
        yield "scheme_marker_removed"
    if state.battlefield == "heaven":
        yield "portal_closed"
    if "compromat" in kinds:
        yield "compromat_removed"


def _actions(state: LastBattleState, full: FullState, piece: Piece, act: Act | None) -> Iterator[NextEvent]:
    if act is not None and act.attacks and strikes(piece):
        choices: Choices = {
            "figure": (piece.id,),
            "target": (act.target,),
            "source": (act.action,),
            "free": (True,),
        }
        yield NextEvent(type="action_declared", players=(piece.player,), choices=choices)
    if act is not None and act.dive:
        return
    base = tuple(
        name
        for name, one in BASE.items()
        if one.least <= full.ap and (state.battlefield == "heaven" or name not in HEAVEN_ONLY)
    )
    printed = tuple(one.name for one in piece.card.actions or () if (one.cost_ap or 0) <= full.ap)
    if base or printed:
        choices = {"figure": (piece.id,), "action": (*base, *printed)}
        yield NextEvent(
            type="action_declared", players=(piece.player,), choices=choices, limits={"ap": (0, full.ap)}
        )
    yield NextEvent(type="activation_ended", players=(piece.player,), choices={"figure": (piece.id,)})


def strikes(piece: Piece) -> bool:
    """LB-ACT-05: whether a charge of this figure ends in attacks: its card has a melee action, or is unknown."""
    printed = piece.card.actions
    return printed is None or any(one.kind in (None, "melee") for one in printed)


def _check(state: LastBattleState, full: FullState, duel: Duel) -> Iterator[NextEvent]:
    role = next_role(duel)
    named: Choices = {} if duel.check_id is None else {"check_id": (duel.check_id,)}
    if role is not None:
        figure = full.pieces.get((duel.target if role == "defence" else duel.actor) or "")
        side = figure.side if figure else None
        flip: Choices = {**named, "role": (role,), "side": (side,)}
        yield NextEvent(type="check_flipped", players=players_of(state, side), choices=flip)
    if duel.stage in ("cheat", "cheat_damage"):
        for role, side in cheatable(full, duel):
            flip = {**named, "role": (role,), "side": (side,)}
            yield NextEvent(type="fate_cheated", players=players_of(state, side), choices=flip)
        kind = "check_resolved" if duel.stage == "cheat" else "damage_resolved"
        yield NextEvent(type=kind, players=players_of(state, None), choices=named)
    if duel.arcana:
        card: Choices = {"card": duel.arcana[:1]}
        yield NextEvent(type="arcana_resolved", players=players_of(state, None), choices=card)
    elif duel.stage == "resolved" and duel.success and not duel.triggered:
        yield NextEvent(type="trigger_applied", players=players_of(state, None), choices=named)


def _end_effects(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if not full.strategy_scored:
        choices: Choices = {"turn": (full.turn,), "moment": ("turn_end",)}
        yield NextEvent(type="strategy_scored", players=players_of(state, None), choices=choices)


def _scoring(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if may_clean_up(state, full):
        for side in SIDES:
            shuffle: Choices = {"side": (side,), "reason": ("turn_end",)}
            yield NextEvent(type="discard_reshuffled", players=players_of(state, side), choices=shuffle)
    elif full.turn >= LIMITS.regular_turns and not is_last_turn(state):
        own: Choices = {"side": (full.first_side,)}
        if BATTLEFIELDS[state.battlefield].prolonged:
            players = players_of(state, full.first_side)
            yield NextEvent(type="prolong_flipped", players=players, choices=own)
            yield NextEvent(type="prolong_declined", players=players, choices=own)


STEPS = {
    "start": _initiative,
    "initiative": _initiative,
    "activations": _activations,
    "end_effects": _end_effects,
    "scoring": _scoring,
}
