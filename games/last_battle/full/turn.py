"""The frame of a turn: start, initiative, activations by turns, end effects (LB-INIT, LB-TURN, LB-SEA-02).

Called through `rules.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from games.last_battle.facts import BATTLEFIELDS, FOES, LIMITS, SIDES
from games.last_battle.full.cards import check_draw, discarded, drawn_up, hand_limit, spare_cards, value
from games.last_battle.full.checks.duel import check_nothing_open, without_actions
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.events import (
    ActivationEnded,
    EndEffectsApplied,
    FigureActivated,
    FirstSideChosen,
    InitiativeFlipped,
    TurnStarted,
)
from games.last_battle.full.moves import faced
from games.last_battle.full.preconditions import commands, in_step, passing, put, side_acts, table
from games.last_battle.full.schemes.unplaced import check_all_placed
from games.last_battle.full.state import Due, FullState, Piece, changed, flagged, idle, with_piece
from games.last_battle.permissions import Violations, in_phase, seated
from games.last_battle.state import LastBattleState
from games.ruleset import Actor, RuleViolation

LEADER_AP, FIGURE_AP = 3, 2
BLOOD = "blood_spiller"


def check_turn_started(state: LastBattleState, event: TurnStarted, by: Actor) -> Violations:
    """LB-TURN-06, LB-TURN-01: the next turn, when the last one is tidied up; LB-HAND-03, -04: the hands fit."""
    full = table(state)
    refused = [*seated(state, by), *_check_length(state, event.turn)]
    if not refused:
        refused.extend(in_phase(state, "turns"))
    if not refused and event.turn != full.turn + 1:
        refused.append(RuleViolation("LB-TURN-06", {"turn": event.turn, "expected": full.turn + 1}))
    if not refused and full.turn and full.step != "cleanup":
        refused.append(RuleViolation("LB-TURN-01", {"legal": [f"step_{full.step}"]}))
    if not refused:
        refused.extend(v for side in SIDES for v in _check_tidy(state, full, side))
    yield from refused


def _check_length(state: LastBattleState, turn: int) -> Violations:
    """LB-PROL-01, LB-PROL-04: no turn follows the last one."""
    field = BATTLEFIELDS[state.battlefield] if state.battlefield else None
    late = state.phase in ("turns", "end") and turn > table(state).turn
    if field is None or not late or not is_last_turn(state):
        return
    if not field.prolonged:
        yield RuleViolation(field.no_prolong_rule)
        yield RuleViolation("LB-PROL-01")
    else:
        yield RuleViolation("LB-PROL-04", {"last": LIMITS.last_turn})


def _check_tidy(state: LastBattleState, full: FullState, side: str) -> Violations:
    pile = full.piles[side]
    limit = hand_limit(state, full, side) + pile.extra
    params = {"side": side, "count": pile.hand_count, "limit": limit}
    if full.turn and not pile.shuffled:
        yield RuleViolation("LB-DECK-07", params)
        yield RuleViolation("LB-TURN-01", {"legal": ["discard_reshuffled"]})
    elif spare_cards(state, full, side):
        yield RuleViolation("LB-HAND-03", params)
    elif full.turn and not drawn_up(state, full, side):
        yield RuleViolation("LB-HAND-04", params)


def on_turn_started(state: LastBattleState, event: TurnStarted) -> LastBattleState:
    full = table(state)
    rested = {
        name: msgspec.structs.replace(piece, activated=False) if piece.activated else piece
        for name, piece in full.pieces.items()
    }
    piles = {
        side: msgspec.structs.replace(pile, shuffled=False, refilled=False)
        for side, pile in full.piles.items()
    }
    full = changed(
        full,
        turn=event.turn,
        step="start",
        pieces=rested,
        piles=piles,
        initiative={},
        winner=None,
        first_side=None,
        next_side=None,
        window=(),
        kills=(),
        closed={},
        claimed=(),
        secrets={},
        strategy_scored=False,
    )
    return put(state, full)


def check_initiative_flipped(state: LastBattleState, event: InitiativeFlipped, by: Actor) -> Violations:
    """LB-INIT-01, -02: one card of each side, again only after equal values. A side logs its own card (LB-LOG-07)."""
    cards = initiative_cards(event)
    return passing(
        event,
        (v for side in cards for v in side_acts(state, by, side)),
        seated(state, by),
        in_step(state, "start", "initiative"),
        check_nothing_open(table(state)),
        check_all_placed(state),
        _check_initiative(table(state), cards),
        (v for side, card in cards.items() for v in check_draw(state, table(state), side, (card,))),
    )


def initiative_cards(event: InitiativeFlipped) -> dict[str, str]:
    """The cards that the event tells, by side."""
    told = {"serpent": event.serpent_card, "alliance": event.alliance_card}
    return {side: card for side, card in told.items() if card is not None}


def _check_initiative(full: FullState, cards: dict[str, str]) -> Violations:
    done = [side for side in cards if side in full.initiative]
    if full.winner is not None:
        yield RuleViolation("LB-INIT-02", {"winner": full.winner})
    elif done:
        yield RuleViolation("LB-INIT-01", {"done": done})
    elif not cards:
        yield RuleViolation("LB-INIT-01", {"side": [side for side in SIDES if side not in full.initiative]})


def on_initiative_flipped(state: LastBattleState, event: InitiativeFlipped) -> LastBattleState:
    full = table(state)
    told = initiative_cards(event)
    for side, card in told.items():
        full = discarded(full, side, (card,))
    cards = {**full.initiative, **told}
    winner = None
    if len(cards) == len(SIDES):
        winner = _higher(state, cards)
        cards = cards if winner else {}
    # LB-COMM-11: whoever is summoned from now on gets no compromat marker that a fallen figure left over.
    full = changed(
        without_actions(full), initiative=cards, winner=winner, step="initiative", window=(), secrets={}
    )
    return put(state, full)


def _higher(state: LastBattleState, cards: dict[str, str]) -> str | None:
    """LB-INIT-01 to -03: the side with the higher value; None when they are equal."""
    serpent, alliance = value(state, cards["serpent"]), value(state, cards["alliance"])
    return None if serpent == alliance else "serpent" if serpent > alliance else "alliance"


def no_initiative(state: LastBattleState) -> str | None:
    """LB-INIT-01, -02: why no card can decide the initiative any more: a side has none outside its hand (`handed`), or
    all that the sides have there are discarded and of one value (`tied`). None where one can."""
    full = table(state)
    if full.winner is not None:
        return None
    piles = [pile for side, pile in full.piles.items() if side not in full.initiative]
    if not all(pile.deck_count or pile.discard or pile.open for pile in piles):
        return "handed"
    spent = not any(pile.deck_count or pile.open for pile in full.piles.values())
    values = {value(state, card) for pile in full.piles.values() for card in pile.discard}
    return "tied" if spent and len(values) == 1 else None


def check_first_side_chosen(state: LastBattleState, event: FirstSideChosen, by: Actor) -> Violations:
    """LB-INIT-04: the winner of the initiative decides."""
    return passing(
        event,
        side_acts(state, by, event.by_side),
        in_step(state, "initiative"),
        _check_winner(state, event.by_side),
    )


def _check_winner(state: LastBattleState, side: str) -> Violations:
    full = table(state)
    if full.winner is None:
        missing = [other for other in SIDES if other not in full.initiative]
        yield RuleViolation("LB-INIT-02" if len(missing) == len(SIDES) else "LB-INIT-01", {"side": missing})
    elif full.winner != side:
        yield RuleViolation("LB-INIT-04", {"side": full.winner})
        if "M-strength" in full.initiative.values() or "M-wheel" in full.initiative.values():
            yield RuleViolation("LB-INIT-03", {"side": full.winner})


def on_first_side_chosen(state: LastBattleState, event: FirstSideChosen) -> LastBattleState:
    first_side = event.first_side
    full = changed(table(state), first_side=first_side, next_side=first_side, step="activations", window=())
    return put(state, full)


def expected_side(full: FullState) -> str | None:
    """LB-TURN-02: whose figure is activated next; None when every figure was."""
    side = full.next_side
    if side is None:
        return None
    return side if idle(full, side) else FOES[side] if idle(full, FOES[side]) else None


def check_figure_activated(state: LastBattleState, event: FigureActivated, by: Actor) -> Violations:
    """LB-TURN-02, -03, -05, LB-MULTI-05: a figure of the side whose go it is, not activated yet."""
    return passing(
        event,
        commands(state, by, event.figure, "LB-TURN-05"),
        in_step(state, "activations"),
        _check_go(table(state), table(state).pieces[event.figure])
        if event.figure in table(state).pieces
        else iter(()),
        check_nothing_open(table(state)),
    )


def _check_go(full: FullState, piece: Piece) -> Violations:
    if full.active is not None:
        yield RuleViolation("LB-ACT-15", {"figure": full.active})
        yield RuleViolation("LB-TURN-02", {"active": full.active})
    elif piece.activated:
        if piece.summoned:
            yield RuleViolation("LB-TURN-05", {"figure": piece.id})
        yield RuleViolation("LB-TURN-03", {"figure": piece.id})
    elif piece.side != expected_side(full):
        yield RuleViolation("LB-TURN-02", {"side": expected_side(full)})
        yield RuleViolation("LB-TURN-03", {"waits": piece.id, "next": expected_side(full)})


def on_figure_activated(state: LastBattleState, event: FigureActivated) -> LastBattleState:
    full = without_actions(table(state))
    piece = full.pieces[event.figure]
    ap, after = LEADER_AP if piece.leader else FIGURE_AP, FOES[piece.side]
    piece = msgspec.structs.replace(piece, activated=True)
    return put(state, with_piece(full, piece, active=piece.id, ap=ap, next_side=after, window=()))


def check_activation_ended(state: LastBattleState, event: ActivationEnded, by: Actor) -> Violations:
    """LB-ACT-15: by the owner of the active figure, with nothing left open (LB-ACT-14, LB-HEAV-05)."""
    full = table(state)
    return passing(
        event,
        commands(state, by, event.figure, "LB-ACT-15"),
        in_step(state, "activations"),
        iter(())
        if full.active == event.figure
        else iter([RuleViolation("LB-ACT-15", _not_active(full, event.figure))]),
        check_nothing_open(full),
        _check_seen(state, event),
    )


def _check_seen(state: LastBattleState, event: ActivationEnded) -> Violations:
    """LB-SERP-03: where no enemy is left on the table, none sees the bearer."""
    piece = table(state).pieces[event.figure]
    told = event.out_of_sight_of_all_enemies
    if told is False and _bleeds(state, piece) and not must_look(state, piece):
        yield RuleViolation("LB-SERP-03", {"lonely": event.figure})


def _bleeds(state: LastBattleState, piece: Piece) -> bool:
    return state.battlefield == "serpent" and BLOOD in piece.conditions


def must_look(state: LastBattleState, piece: Piece) -> bool:
    """LB-SERP-03: whether it matters at the end of its activation who sees the figure: a bearer with enemies left."""
    return _bleeds(state, piece) and faced(table(state), piece.side)


def on_activation_ended(state: LastBattleState, event: ActivationEnded) -> LastBattleState:
    full = changed(without_actions(table(state)), active=None, ap=0)
    piece = full.pieces.get(event.figure)
    if piece is not None and _bleeds(state, piece):
        full = _hidden_from_all(full, event, piece.side)
    return put(state, full)


def _hidden_from_all(full: FullState, event: ActivationEnded, side: str) -> FullState:
    """LB-SERP-03: a bearer whom no enemy sees loses the condition."""
    unseen = event.out_of_sight_of_all_enemies
    if unseen is None and faced(full, side):
        return flagged(full, "LB-SERP-03")
    if unseen is False:
        return full
    due = Due("condition_changed", event.figure, "LB-SERP-03", how="lost", condition=BLOOD)
    return changed(full, due=(*full.due, due))


def _not_active(full: FullState, figure: str) -> dict[str, str]:
    """LB-ACT-15: another figure is active, or none."""
    return {"active": full.active} if full.active is not None else {"idle": figure}


def check_end_effects_applied(state: LastBattleState, event: EndEffectsApplied, by: Actor) -> Violations:
    """LB-TURN-04: only when every figure was activated; LB-SEA-02: who loses a life in the water."""
    return passing(
        event,
        seated(state, by),
        in_step(state, "activations"),
        _check_all_done(table(state), event.turn),
        check_nothing_open(table(state)),
        _check_drowning(state, event),
    )


def _check_all_done(full: FullState, turn: int) -> Violations:
    if turn != full.turn:
        yield RuleViolation("LB-TURN-06", {"turn": turn, "expected": full.turn})
    if full.active is not None:
        yield RuleViolation("LB-TURN-04", {"active": full.active})
    left = [piece.id for piece in full.pieces.values() if not piece.activated]
    if left:
        yield RuleViolation("LB-TURN-04", {"figure": left})


def swimmers_in_danger(state: LastBattleState) -> Iterator[tuple[Piece, bool]]:
    """LB-SEA-02: figures in the water that lose a life, each with whether its card tells so for certain."""
    for piece in table(state).pieces.values() if state.battlefield == "sea" else ():
        card = piece.card
        safe = card.swimmer or card.water_safe or card.vessel
        if piece.aboard is None and not safe:
            yield piece, None not in (card.swimmer, card.water_safe, card.vessel)


def _check_drowning(state: LastBattleState, event: EndEffectsApplied) -> Violations:
    danger = {piece.id: certain for piece, certain in swimmers_in_danger(state)}
    wrong = {
        "dry": [name for name in event.figures if name not in danger],
        "missing": [name for name, certain in danger.items() if certain and name not in event.figures],
        "twice": [name for name, count in Counter(event.figures).items() if count > 1],
    }
    if any(wrong.values()):
        yield RuleViolation("LB-SEA-02", wrong)


def on_end_effects_applied(state: LastBattleState, event: EndEffectsApplied) -> LastBattleState:
    dues = tuple(Due("lives_changed", name, "LB-SEA-02", delta=-1, cause="water") for name in event.figures)
    full = table(state)
    full = changed(without_actions(full), step="end_effects", due=dues, aside=full.aside, window=())
    if any(not certain for _, certain in swimmers_in_danger(state)):
        full = flagged(full, "LB-SEA-02")
    return put(state, full)
