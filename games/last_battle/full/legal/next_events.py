"""What may legally come next at full detail: the event types, who may log them, and choices where they are few.

Built from the state as the viewer may know it. What needs more cards than a deck holds is not among it: the discard is
shuffled in first (LB-DECK-06). Called by `games.last_battle.next_events`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.last_battle.cards import Action
from games.last_battle.chapters.strategies import report_limits
from games.last_battle.facts import BATTLEFIELDS, FOES, LIMITS, SIDES
from games.last_battle.full.actions import BASE, HEAVEN_ONLY
from games.last_battle.full.anytime import beside, boarding, empty_decks, endings, enemies_of, move_of
from games.last_battle.full.cards import (
    HANGED,
    HANGED_DRAW,
    can_be_in_hand,
    drawn_up,
    limit_known,
    missing_cards,
    profile_size,
    suit,
)
from games.last_battle.full.charges import CHARGES
from games.last_battle.full.checks.arcana import (
    FOOL,
    MAGIC,
    MAGICIAN,
    decider,
    maker_of,
    out_of_turn,
    touched,
)
from games.last_battle.full.checks.damage import amount_of, tier_of
from games.last_battle.full.checks.duel import (
    at_hand,
    flip_counts,
    next_role,
    owes_move,
    side_of_role,
    succeeds,
    waits,
)
from games.last_battle.full.checks.fate import cheatable, out_of_order
from games.last_battle.full.decks import listed_by_other, may_clean_up
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.legal.next_charges import dive_of, granted_charge, strike_of, strikes
from games.last_battle.full.markers import friendly_markers, interacting, open_portals
from games.last_battle.full.moves import faced, moving
from games.last_battle.full.schemes.compromat import compromat_of
from games.last_battle.full.schemes.unplaced import check_all_placed
from games.last_battle.full.setup import next_portal_side
from games.last_battle.full.state import Due, Duel, FullState, Piece
from games.last_battle.full.turn import expected_side, must_look, swimmers_in_danger
from games.last_battle.state import LastBattleState, side_squads
from games.ruleset import NextEvent

Choices = dict[str, tuple[Any, ...]]
KINDS = ("melee", "shooting", "magic", "other")
"""What an action of a card that nobody knows can be."""


def players_of(state: LastBattleState, side: str | None) -> tuple[str, ...]:
    """The players of a side; of both where the side does not matter."""
    if side is None:
        return tuple(state.squads)
    return tuple(squad.player for squad in side_squads(state, side))


def in_markers(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    heaven = state.battlefield == "heaven"
    side = next_portal_side(full) if heaven else None
    choices: Choices = {"side": (side,), **({"edge_cm": ()} if heaven else {"outside_zones": ()})}
    if not (heaven and full.markers):
        choices["nearest_portal_cm"] = ()
    yield NextEvent(type="strategy_marker_placed", players=players_of(state, side), choices=choices)


def in_deploy(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        if squad.player not in full.deployed:
            choices: Choices = {"player": (squad.player,), "held_back": ()}
            if squad.side == "serpent":
                choices["all_inside"] = ()
            yield NextEvent(type="squad_deployed", players=(squad.player,), choices=choices)
    yield from boarding(state, full)


def in_hands(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    for side, pile in full.piles.items():
        if not pile.size:
            yield _deck(state, full, side)
        elif not pile.drawn:
            yield from _draw(state, full, side)
    yield from boarding(state, full)
    yield from empty_decks(state, full)


def _deck(state: LastBattleState, full: FullState, side: str) -> NextEvent:
    """LB-DECK-01: of the profile's size, or with the cards that the other side's deck holds as well."""
    players, size, listed = players_of(state, side), profile_size(state), listed_by_other(full, side)
    choices: Choices = {"side": (side,)}
    if size is not None:
        choices |= {"size": (size,), "cards": ()}
    elif listed:
        choices |= {"cards": listed}
    counts = {"cards": (len(listed), len(listed))} if listed else {}
    return NextEvent(type="deck_prepared", players=players, choices=choices, counts=counts)


def _draw(state: LastBattleState, full: FullState, side: str) -> Iterator[NextEvent]:
    """What the hand lacks; where a bonus is unknown that or more, once in a cleanup (LB-HAND-02)."""
    least, pile = missing_cards(state, full, side), full.piles[side]
    due = least > 0 or not pile.drawn
    open_ended = not limit_known(full, side) and not pile.refilled
    if least > pile.deck_count or not (due or (open_ended and pile.deck_count)):
        return
    choices: Choices = {"side": (side,)} if open_ended else {"side": (side,), "count": (least,)}
    limits = {"count": (least if due else 1, pile.deck_count)} if open_ended else {}
    players = players_of(state, side)
    yield NextEvent(type="hand_drawn", players=players, choices=choices, limits=limits, optional=not due)


def in_turns(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """The step of the turn, what is due, and what the organisers may do at any time."""
    if full.due:
        yield from _due(state, full)
    elif full.turn == 0 or full.step == "cleanup":
        yield from _between(state, full)
    else:
        yield from _step(state, full)
    yield from beside(state, full)
    yield from endings(state)
    yield NextEvent(type="play_stopped", optional=True)


def _step(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-ACT-14: what an open check or a granted action waits for, then the step of the turn."""
    at = at_hand(full)
    if at.duel.exists and full.step in CHECKED:
        yield from _check(state, at, at.duel)
    if full.step in CHECKED and interacting(at, at.aside.figure):
        yield from interactions(at, at.aside.figure)
    if full.step in CHECKED:
        yield from granted_charge(state, full)
    if not (full.step in CHECKED and (waits(at.duel) or owes_move(at) or at.aside.dive)):
        yield from STEPS[full.step](state, full)


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
            full_hand = drawn_up(state, full, side)
            ready = ready and full_hand
            yield from _draw(state, full, side)
            if not pile.refilled and pile.hand_count:
                yield NextEvent(type="hand_discarded", players=players, choices=choices)
            if full_hand and can_be_in_hand(state, pile, HANGED) and pile.deck_count >= HANGED_DRAW:
                yield NextEvent(type="hanged_man_used", players=players, choices=choices)
    limits = report_limits(state)
    yield NextEvent(type="turn_reported", players=players_of(state, None), limits=limits, optional=True)
    if ready:
        turn = {"turn": limits["turn"]}
        yield NextEvent(type="turn_started", players=players_of(state, None), limits=turn)


def _initiative(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if full.winner is not None:
        choices: Choices = {"by_side": (full.winner,), "first_side": SIDES}
        yield NextEvent(type="first_side_chosen", players=players_of(state, full.winner), choices=choices)
        return
    if any(check_all_placed(state)):
        return
    for side in SIDES:
        if side not in full.initiative and full.piles[side].deck_count:
            others: Choices = {f"{FOES[side]}_card": ()}
            yield NextEvent(type="initiative_flipped", players=players_of(state, side), choices=others)


def _activations(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    full = at_hand(full)
    if full.active is None:
        yield from _next_figure(state, full)
    else:
        yield from _active(state, full, full.pieces[full.active])


def _next_figure(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    side = expected_side(full)
    if side is None:
        danger = tuple(piece.id for piece, _certain in swimmers_in_danger(state))
        choices: Choices = {"turn": (full.turn,), "figures": danger}
        yield NextEvent(type="end_effects_applied", players=players_of(state, None), choices=choices)
    for piece in full.pieces.values():
        if piece.side == side and not piece.activated:
            yield NextEvent(type="figure_activated", players=(piece.player,), choices={"figure": (piece.id,)})


def _active(state: LastBattleState, full: FullState, piece: Piece) -> Iterator[NextEvent]:
    act = full.act
    if act.exists and moving(full, piece.id) is act:
        yield move_of(state, full, piece)
    if act.must_move:
        return
    if act.interaction:
        yield from interactions(full, piece.id)
    if act.dive:
        yield dive_of(piece)
    yield from _actions(state, full, piece)


def interactions(full: FullState, figure: str) -> Iterator[NextEvent]:
    """LB-MARK-01: a marker is placed; LB-MARK-04, LB-HEAV-10, LB-COMM-12: what lies there is removed, closed, taken."""
    piece = full.pieces.get(figure)
    if piece is None:
        return
    placed: Choices = {"squad": (piece.player,), "figure": (figure,)}
    yield NextEvent(type="scheme_marker_placed", players=(piece.player,), choices=placed)
    for kind, there in _interactable(full, piece).items():
        thing = "portal_id" if kind == "portal_closed" else "marker_id"
        who = "by" if kind == "scheme_marker_removed" else "figure"
        if there:
            choices: Choices = {thing: tuple(there), who: (figure,)}
            yield NextEvent(type=kind, players=(piece.player,), choices=choices)


def _interactable(full: FullState, piece: Piece) -> dict[str, list[str]]:
    """Event of an Interaction -> the markers and portals that this figure could do it to, if it stands near enough."""
    foes = FOES[piece.side]
    return {
        "scheme_marker_removed": friendly_markers(full, foes),
        "portal_closed": open_portals(full, foes),
        "compromat_removed": compromat_of(full, piece.player),
    }


def _actions(state: LastBattleState, full: FullState, piece: Piece) -> Iterator[NextEvent]:
    if full.act.attacks and strikes(piece):
        yield strike_of(piece, full.act)
    if full.act.dive:
        return
    for name, one in BASE.items():
        if one.least <= full.ap and (state.battlefield == "heaven" or name not in HEAVEN_ONLY):
            most = one.most if name != "move" or faced(full, piece.side) else one.least
            yield from _base_action(full, piece, name, (one.least, min(most, full.ap)))
    yield from _printed_actions(full, piece)
    unseen: Choices = {} if must_look(state, piece) else {"out_of_sight_of_all_enemies": ()}
    done: Choices = {"figure": (piece.id,), **unseen}
    yield NextEvent(type="activation_ended", players=(piece.player,), choices=done)


def _base_action(full: FullState, piece: Piece, name: str, cost: tuple[int, int]) -> Iterator[NextEvent]:
    """LB-ACT-05: a charge has an enemy to charge at."""
    choices: Choices = {"figure": (piece.id,), "action": (name,)}
    if name in CHARGES:
        choices["target"] = enemies_of(full, piece)
        if not choices["target"]:
            return
    yield NextEvent(type="action_declared", players=(piece.player,), choices=choices, limits={"ap": cost})


def _printed_actions(full: FullState, piece: Piece) -> Iterator[NextEvent]:
    """LB-ACT-02, LB-CHK-06: what the points are enough for, with somebody to aim at where it must be aimed. Where the
    card is not known, the players name the action."""
    printed = payable(piece, full.ap)
    crowd = len(full.pieces) > 1
    names = tuple(one.name for one in printed if crowd or one.type != "complex")
    if full.ap and (names or piece.card.actions is None):
        own: Choices = {"figure": (piece.id,), **({"action": names} if names else {"kind": KINDS})}
        yield NextEvent(
            type="action_declared", players=(piece.player,), choices=own, limits={"ap": (0, full.ap)}
        )


def payable(piece: Piece, ap: int) -> list[Action]:
    """LB-ACT-02: the printed actions that the points left are enough for."""
    return [one for one in piece.card.actions or () if (one.cost_ap or 0) <= ap]


def _check(state: LastBattleState, full: FullState, duel: Duel) -> Iterator[NextEvent]:
    named: Choices = {} if duel.check_id is None else {"check_id": (duel.check_id,)}
    for role in _next_flips(duel):
        side = side_of_role(full, duel, role)
        pile = full.piles.get(side or "")
        flip: Choices = {**named, "role": (role,), "side": (side,)}
        if pile is not None and flip_counts(pile, duel, role)[0] <= pile.deck_count:
            yield NextEvent(type="check_flipped", players=players_of(state, side), choices=flip)
    if duel.stage in ("cheat", "cheat_damage"):
        for role, side in cheatable(full, duel):
            if out_of_order(state, duel, role):
                continue
            flip = {**named, "role": (role,), "side": (side,)}
            yield NextEvent(type="fate_cheated", players=players_of(state, side), choices=flip)
        yield _result(state, duel, named) if duel.stage == "cheat" else _damage(state, duel, named)
    if duel.arcana:
        card, figures = duel.arcana[0], tuple(sorted(touched(duel, duel.arcana[0])))
        forced: Choices = {"card": (card,), "figures": (figures,), "choice": (), "effect": ()}
        yield NextEvent(type="arcana_resolved", players=_deciders(full, duel, card, figures), choices=forced)
    if duel.stage == "resolved" and not duel.triggered and not duel.passed:
        yield from _after_check(full, duel, named)


def _deciders(full: FullState, duel: Duel, card: str, figures: Sequence[str]) -> tuple[str, ...]:
    """LB-MULTI-05: the owner of the figure that decides of a link card; nobody where it is not in play."""
    piece = full.pieces.get(decider(duel, card, figures))
    return (piece.player,) if piece is not None else ()


def _next_flips(duel: Duel) -> tuple[str, ...]:
    """A check whose kind the card does not tell may be an attack or a simple one."""
    role = next_role(duel)
    if duel.stage == "attack" and duel.kind is None:
        return ("attack", "simple") if duel.target else ("simple",)
    return () if role is None else (role,)


def _result(state: LastBattleState, duel: Duel, named: Choices) -> NextEvent:
    """LB-CHK-05 to -08; LB-DMG-01: whether a hit is followed by a damage flip is told where the card does not."""
    won = succeeds(state, duel)
    told: Choices = {**named, "success": (True, False) if won is None else (won,)}
    aimed = duel.damage is None and duel.target is not None and duel.kind == "complex"
    if not aimed or won is False:
        told["damages"] = ()
    else:
        told["damages"] = (True, False)
    return NextEvent(type="check_resolved", players=players_of(state, None), choices=told)


def _damage(state: LastBattleState, duel: Duel, named: Choices) -> NextEvent:
    """LB-DMG-03: the band of the card and, where the chain of the action is known, its number."""
    tier = tier_of(state, duel.harm.card) if duel.harm is not None else "none"
    amount = amount_of(tier, duel.damage)
    limits = {"amount": (0, 99) if amount is None else (amount, amount)}
    told: Choices = {**named, "tier": (tier,)}
    return NextEvent(type="damage_resolved", players=players_of(state, None), choices=told, limits=limits)


def _after_check(full: FullState, duel: Duel, named: Choices) -> Iterator[NextEvent]:
    """LB-TRIG-01: after a success a trigger of a printed suit; LB-ARC-03, -04: the Magician and the Fool, which are a
    choice, whether the action succeeded or not.
    """
    owner = full.pieces.get(duel.actor)
    kind = suit(duel.attack.card) if duel.attack is not None and duel.success and not duel.arcana else None
    if kind is not None and owner is not None and (duel.suits is None or kind in duel.suits):
        fired: Choices = {**named, "suit": (kind,), "effects": ()}
        yield NextEvent(type="trigger_applied", players=(owner.player,), choices=fired)
    fooled = maker_of(duel, FOOL) is not None and not out_of_turn(duel, FOOL)
    for name in (duel.actor, duel.target) if fooled else ():
        if name is not None and name in full.pieces:
            leaving: Choices = {"card": (FOOL,), "figures": ((name,),), "choice": (), "effect": ()}
            yield NextEvent(
                type="arcana_resolved", players=_deciders(full, duel, FOOL, (name,)), choices=leaving
            )
    if (maker_of(duel, MAGICIAN) or ("",))[0] == duel.actor and not out_of_turn(duel, MAGICIAN):
        yield from _spells(full, _deciders(full, duel, MAGICIAN, ()))


def _spells(full: FullState, players: tuple[str, ...]) -> Iterator[NextEvent]:
    """LB-ARC-03: the magic actions on the cards of the table; where nobody knows a card, the players name one."""
    cards = {piece.id: piece.card.actions for piece in full.pieces.values()}
    taken: Choices = {"card": (MAGICIAN,), "effect": ()}
    if None in cards.values():
        yield NextEvent(type="arcana_resolved", players=players, choices={**taken, "figures": ()})
    for name, printed in cards.items():
        for spell in (one.name for one in printed or () if one.kind in MAGIC):
            choices: Choices = {**taken, "figures": ((name,),), "choice": (spell,)}
            yield NextEvent(type="arcana_resolved", players=players, choices=choices)


def _end_effects(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if not full.strategy_scored:
        choices: Choices = {"turn": (full.turn,), "moment": ("turn_end",)}
        yield NextEvent(type="strategy_scored", players=players_of(state, None), choices=choices)


def _scoring(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    if may_clean_up(full):
        for side in SIDES:
            shuffle: Choices = {"side": (side,), "reason": ("turn_end",)}
            yield NextEvent(type="discard_reshuffled", players=players_of(state, side), choices=shuffle)
    elif full.turn >= LIMITS.regular_turns and not is_last_turn(state) and full.first_side is not None:
        own: Choices = {"side": (full.first_side,)}
        if BATTLEFIELDS[state.battlefield].prolonged:
            players = players_of(state, full.first_side)
            if full.piles[full.first_side].deck_count:
                yield NextEvent(type="prolong_flipped", players=players, choices=own)
            yield NextEvent(type="prolong_declined", players=players, choices=own)


CHECKED = ("start", "activations", "end_effects")
"""Steps in which a free action can open a check (LB-ACT-03)."""
STEPS = {
    "start": _initiative,
    "initiative": _initiative,
    "activations": _activations,
    "end_effects": _end_effects,
    "scoring": _scoring,
}
