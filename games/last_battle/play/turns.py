"""The frame of simulated turns at full detail: start, initiative, activations, scoring, cleanup (5.1).

Called by `games.last_battle.simulate`. Every function goes on from wherever the step stands.
"""

from __future__ import annotations

from games.last_battle import events as e
from games.last_battle.facts import BATTLEFIELDS, FACTS, LIMITS, SIDES
from games.last_battle.full import events as f
from games.last_battle.full.cards import HANGED, hand_limit, value
from games.last_battle.full.duel import unfinished
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.grants import SOURCES
from games.last_battle.full.scores import HIDDEN
from games.last_battle.full.strategy import computed
from games.last_battle.full.told import read_facts
from games.last_battle.full.turn import expected_side, swimmers_in_danger
from games.last_battle.full.waiting import bare_figures, waiting
from games.last_battle.play.acts import activate, finish_activation
from games.last_battle.play.claims import claim_at_once, claim_turn_ends
from games.last_battle.play.duels import finish_duel
from games.last_battle.play.facts import strategy_facts
from games.last_battle.play.setup import draw_hand
from games.last_battle.play.table import PlayTable, settle
from games.last_battle.prolong import plays_on
from games.last_battle.reveal import reveal_of


def play_step(table: PlayTable) -> None:
    """Whatever the turn is waiting for, up to its next step."""
    full = table.full
    if full.turn == 0 or (full.step == "cleanup" and all(pile.refilled for pile in full.piles.values())):
        table.log(f.TurnStarted(turn=full.turn + 1), table.anybody())
        return
    STEPS[full.step](table)


def _start(table: PlayTable) -> None:
    for squad in table.squads():
        held = squad.held(HIDDEN)
        opening = reveal_of(squad, held) if held is not None else None
        if opening is not None and table.chance(0.6):
            table.tries(opening, table.player(squad.player))
    for side in SIDES:
        while waiting(table.state, table.full, side):
            player = waiting(table.state, table.full, side)[0]
            figure = table.rng.choice(bare_figures(table.full, player, side))
            placed = f.CompromatPlaced(marker_id=table.new_marker("k"), figure=figure)
            table.log(placed, table.of_side(side))
    _links(table, 0.2)
    _initiative(table)


def _links(table: PlayTable, share: float) -> None:
    """A link card is created (Sea, Dungeon) or arrives (elsewhere). At an event day its organiser sees to that."""
    cards = [card for card in FACTS.deck.arcana if card not in table.full.arcana]
    if table.state.campaign or not cards or not table.chance(share) or unfinished(table.full):
        return
    card, side = table.rng.choice(cards), table.rng.choice(SIDES)
    if table.state.battlefield in SOURCES:
        table.log(f.ArcanaCreated(arcana=card, side=side))  # type: ignore[arg-type]
        return
    zone, source = FACTS.deck.arcana[card].zone, table.rng.choice((None, *SOURCES))
    table.log(f.ArcanaGranted(arcana=card, side=side, zone=zone, source_table=source))  # type: ignore[arg-type]


def _initiative(table: PlayTable) -> None:
    while table.full.winner is None:
        missing = [side for side in SIDES if side not in table.full.initiative]
        if len(missing) == len(SIDES) and table.chance(0.5):
            serpent, alliance = (table.draw(side, 1)[0] for side in SIDES)
            table.log(f.InitiativeFlipped(serpent_card=serpent, alliance_card=alliance))
            continue
        side = table.rng.choice(missing)
        card = table.draw(side, 1)[0]
        flipped = f.InitiativeFlipped(
            serpent_card=card if side == "serpent" else None,
            alliance_card=card if side == "alliance" else None,
        )
        table.log(flipped, table.of_side(side))
    winner = table.full.winner
    chosen = f.FirstSideChosen(by_side=winner, first_side=table.rng.choice(SIDES))  # type: ignore[arg-type]
    table.log(chosen, table.of_side(winner))


def _activations(table: PlayTable) -> None:
    settle(table)
    finish_duel(table)
    finish_activation(table)
    while (side := expected_side(table.full)) is not None:
        table.rest()
        idle = [piece for piece in table.pieces(side) if not piece.activated]
        activate(table, table.rng.choice(idle))
        _links(table, 0.03)
    _end_effects(table)


def _end_effects(table: PlayTable) -> None:
    drowning = tuple(p.id for p, certain in swimmers_in_danger(table.state) if certain or table.chance(0.5))
    table.log(f.EndEffectsApplied(turn=table.full.turn, figures=drowning), table.anybody())
    settle(table)
    claim_at_once(table)


def _score(table: PlayTable) -> None:
    """LB-SCORE-04: the numbers follow from the table and the facts."""
    settle(table)
    claim_at_once(table)
    strategy = BATTLEFIELDS[table.state.battlefield].strategy
    facts = {} if table.chance(0.05) else strategy_facts(table, strategy, table.full)
    numbers = computed(table.state, table.full, "turn_end", read_facts(strategy, facts))
    points = {side: table.rng.randint(one.low, one.high) for side, one in numbers.items()}
    scored = e.StrategyScored(
        serpent=points["serpent"],
        alliance=points["alliance"],
        moment="turn_end",
        turn=table.full.turn,
        facts=facts,
    )
    table.log(scored, table.anybody())


def _scoring(table: PlayTable) -> None:
    """Scheme VP of the turn, then the flip for another one, or the cleanup."""
    claim_turn_ends(table)
    if table.full.turn < LIMITS.regular_turns:
        _reshuffle(table)
    elif is_last_turn(table.state):
        table.over = True
    else:
        _prolong(table)


def _prolong(table: PlayTable) -> None:
    side = table.full.first_side or "serpent"
    if table.chance(0.25):
        table.log(f.ProlongDeclined(side=side), table.of_side(side))  # type: ignore[arg-type]
        return
    card = table.draw(side, 1)[0]
    turn = table.full.turn
    lucky = plays_on(turn, value(table.state, card)) and (turn < max(FACTS.prolong) or card == "M-wheel")
    table.log(f.ProlongFlipped(side=side, card=card, success=lucky), table.of_side(side))  # type: ignore[arg-type]


def _reshuffle(table: PlayTable) -> None:
    for side in SIDES:
        if not table.full.piles[side].shuffled or table.full.step != "cleanup":
            table.log(f.DiscardReshuffled(side=side, reason="turn_end"), table.of_side(side))  # type: ignore[arg-type]


def _cleanup(table: PlayTable) -> None:
    _reshuffle(table)
    for side in SIDES:
        if not table.full.piles[side].refilled:
            _refill(table, side)


def _refill(table: PlayTable, side: str) -> None:
    """LB-HAND-04: down to the limit, perhaps further, then up to it; the Hanged Man comes last."""
    limit = hand_limit(table.state, table.full, side)
    pile = table.full.piles[side]
    spare = pile.hand_count - (limit + pile.extra)
    count = max(0, spare) + (table.rng.randint(0, 2) if table.chance(0.4) else 0)
    if count and pile.hand:
        cards = tuple(table.rng.sample(pile.hand, min(count, len(pile.hand))))
        table.log(f.HandDiscarded(side=side, cards=cards), table.of_side(side))  # type: ignore[arg-type]
    pile = table.full.piles[side]
    draw_hand(table, side, limit + pile.extra - pile.hand_count)
    if HANGED in table.full.piles[side].hand and table.chance(0.7):
        used = f.HangedManUsed(side=side, drawn=table.draw(side, 3))  # type: ignore[arg-type]
        table.tries(used, table.of_side(side))


STEPS = {
    "start": _start,
    "initiative": _initiative,
    "activations": _activations,
    "end_effects": _score,
    "scoring": _scoring,
    "cleanup": _cleanup,
}
