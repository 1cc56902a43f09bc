"""What may come besides the step of the turn: abilities of figures, answers to a check, claims of schemes.

Part of `next_events.py`: built from the state as the viewer may know it. Called by
`games.last_battle.full.legal.next_events` and `games.last_battle.next_events`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.last_battle.chapters.awards import check_numbers, room_left
from games.last_battle.chapters.evidence import Claim
from games.last_battle.chapters.finish import winner
from games.last_battle.events import SchemeRevealed
from games.last_battle.facts import FOES, SIDES
from games.last_battle.full.checks.duel import check_nothing_open, needed_cards, nests, owes_move
from games.last_battle.full.effects import STEPS
from games.last_battle.full.ending import is_last_turn
from games.last_battle.full.moves import FREE_STEPS, moving, places_aboard
from games.last_battle.full.schemes.claim_facts import FACTS_OF
from games.last_battle.full.schemes.claim_worth import moment_of
from games.last_battle.full.schemes.claims import (
    MOMENTS,
    check_reveal_moment,
    check_window,
    found_by,
    second_side_claimed,
)
from games.last_battle.full.schemes.compromat import GRAVE, TRAP, TREASURES
from games.last_battle.full.schemes.measures import SCORED, Scene
from games.last_battle.full.schemes.strategy_scored import may_end
from games.last_battle.full.schemes.unplaced import bare_figures, waiting
from games.last_battle.full.state import FullState, Piece
from games.last_battle.state import Held, LastBattleState, Squad, side_squads, totals
from games.ruleset import NextEvent

ABILITIES = ("lives_changed", "condition_changed", "figure_removed", "figure_summoned")
Choices = dict[str, tuple[Any, ...]]
REMOVING = (GRAVE, TREASURES, TRAP)
"""Schemes whose text takes markers off the table once they have scored."""


def beside(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """Everything of a turn in progress that does not wait for the step."""
    if full.turn and not full.due:
        yield from _abilities(state, full)
        yield from _answers(state, full)
        yield from _removals(state, full)
        yield from claims(state, full)
        yield from empty_decks(state, full)


def boarding(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-SEA-01: from the deployment on figures go aboard and into the water, where there is a vessel or may be one."""
    if state.battlefield != "sea":
        return
    for piece in full.pieces.values():
        if places := places_aboard(full, piece.id):
            choices = {"figure": (piece.id,), "vessel": places}
            yield NextEvent(type="aboard_changed", players=(piece.player,), choices=choices)


def _abilities(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-ACT-16: what the cards of figures do by themselves."""
    heights = ("size_changed",) if state.battlefield == "heaven" and full.step in FREE_STEPS else ()
    for kind in (*ABILITIES, *heights) if full.step in STEPS else ():
        yield from _ability(full, kind)
    if full.step in FREE_STEPS:
        yield from boarding(state, full)
        if not any(check_nothing_open(full, nests(full.duel))):
            yield from _free_actions(full)
    if owes_move(full) and full.step in FREE_STEPS:
        yield move_of(state, full, full.pieces[full.aside.figure])


def _free_actions(full: FullState) -> Iterator[NextEvent]:
    """LB-ACT-03: what a trigger or an ability grants to a figure of one's own."""
    for player, own in _by_player(full):
        choices: Choices = {"free": (True,), "figure": own}
        yield NextEvent(type="action_declared", players=(player,), choices=choices)


def _by_player(full: FullState) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every player who has figures in play, with their ids."""
    for player in dict.fromkeys(piece.player for piece in full.pieces.values()):
        yield player, tuple(piece.id for piece in full.pieces.values() if piece.player == player)


def move_of(state: LastBattleState, full: FullState, piece: Piece) -> NextEvent:
    """LB-ACT-04, -05: the move that a declared action owes; LB-MELEE-03: whose reach may be left at what it paid."""
    act = moving(full, piece.id)
    leaves = act.action == "move" and act.paid != 1
    return made_move(state, full, piece, leaves, bool(act.attacks))


def enemies_of(full: FullState, piece: Piece) -> tuple[str, ...]:
    """The figures of the other side in play."""
    return tuple(other.id for other in full.pieces.values() if other.side != piece.side)


def made_move(
    state: LastBattleState, full: FullState, piece: Piece, leaves: bool, charges: bool
) -> NextEvent:
    """A move: `leaves`: it may leave somebody's reach; `charges`: it ends at a target."""
    enemies = enemies_of(full, piece) if leaves else ()
    choices: Choices = {"figure": (piece.id,), "leaves_reach_of": enemies}
    if state.battlefield != "heaven":
        choices["hazard_touched"] = ()
    if not charges:
        choices["final_reach_ok"] = ()
    return NextEvent(type="figure_moved", players=(piece.player,), choices=choices)


def _ability(full: FullState, kind: str) -> Iterator[NextEvent]:
    """LB-ACT-16: by a figure of one's own; LB-TRIG-05: a trigger that fired may kill the target of its check."""
    figures: Choices = {} if kind == "figure_summoned" else {"figure": tuple(full.pieces)}
    how: Choices = {"how": ("sacrificed",)} if kind == "figure_removed" else {}
    for player, own in _by_player(full):
        yield NextEvent(type=kind, players=(player,), choices={**figures, "by_figure": own, **how})
    duel = full.duel
    fired = duel.triggered and duel.stage == "resolved"
    if fired and kind == "figure_removed" and duel.target in full.pieces:
        killer = full.pieces.get(duel.actor)
        killed: Choices = {"figure": (duel.target,), "by_figure": (duel.actor,), "how": ("killed",)}
        if killer is not None:
            yield NextEvent(type=kind, players=(killer.player,), choices=killed)


def _answers(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-CHK-08: a friendly target may waive; LB-COMM-11: compromat markers that are still to be placed."""
    duel = full.duel
    target, actor = full.pieces.get(duel.target or ""), full.pieces.get(duel.actor)
    resists = duel.stage == "attack" and duel.kind != "simple" and not duel.waived
    if resists and target is not None and actor is not None and target.side == actor.side:
        choices: Choices = {"figure": (target.id,)}
        yield NextEvent(type="resistance_waived", players=(target.player,), choices=choices)
    for side in SIDES if full.step == "start" else ():
        revealed = waiting(state, full, side)
        if revealed:
            players = tuple(squad.player for squad in side_squads(state, side))
            bare = tuple(bare_figures(full, revealed[0], side))
            yield NextEvent(type="compromat_placed", players=players, choices={"figure": bare})


def _removals(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-COMM-02, LB-COMM-04, LB-UNIQ-03: the text of a scheme that just scored."""
    for done in full.window:
        if done.kind != SCORED or done.figure_id not in REMOVING or done.how == "answered":
            continue
        foes = tuple(squad.player for squad in side_squads(state, FOES[done.side]))
        players = foes if done.figure_id == GRAVE else tuple(state.squads)
        names = tuple(
            name
            for name, marker in full.markers.items()
            if marker.kind == "scheme" and (done.figure_id == TREASURES or marker.player == done.player)
        )
        choices: Choices = {"reason": ("scheme",), "marker_id": names, "by": ()}
        if names:
            yield NextEvent(type="scheme_marker_removed", players=players, choices=choices)


def empty_decks(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-DECK-06: a side that must draw more cards than its deck holds."""
    for side, pile in full.piles.items():
        if pile.drawn and pile.discard and pile.deck_count < max(1, needed_cards(state, full, side)):
            players = tuple(squad.player for squad in side_squads(state, side))
            choices: Choices = {"side": (side,), "reason": ("deck_empty",)}
            yield NextEvent(type="discard_reshuffled", players=players, choices=choices)


def claims(state: LastBattleState, full: FullState) -> Iterator[NextEvent]:
    """LB-SCH-04: open schemes that may be worth something now. Whether a secret one is, only its reveal tells."""
    for squad in state.squads.values():
        for held in squad.schemes:
            for moment in MOMENTS if held.public else ():
                if _worth(Scene(state, full, squad, held, moment)):
                    yield NextEvent(
                        type="scheme_scored",
                        players=(squad.player,),
                        choices={"player": (squad.player,), "scheme": (held.scheme,), "moment": (moment,)},
                    )


def worth_at_the_end(
    state: LastBattleState, full: FullState, squad: Squad, held: Held, numbers: tuple[int, ...]
) -> tuple[int, ...]:
    """Those of the numbers that the table leaves to a public scheme at the end of the game."""
    legal = _worth(Scene(state, full, squad, held, "game_end"))
    return tuple(number for number in numbers if number in legal)


def _worth(scene: Scene) -> tuple[int, ...]:
    """The VP that a scheme may give at this moment by what everybody sees of the table and of what it gave before."""
    state, squad, held = scene.state, scene.squad, scene.held
    if any(check_window(scene)):
        return ()
    found, room = found_by(scene, FACTS_OF[held.scheme]()), room_left(state, squad, held)
    turn = None if scene.moment == "game_end" else scene.full.turn
    numbers = sorted({min(number, room) for number in range(found.low, found.high + 1)} - {0})
    told = (Claim(state, squad, held, number, turn) for number in numbers)
    return tuple(claim.vp for claim in told if not any(check_numbers(claim)))


def overtakes(state: LastBattleState, player: str, scheme: str) -> bool:
    """LB-SCORE-05: whether a claim of this scheme now ends those of the side that went first this turn. Told by what
    everybody knows: the squads of that side that still have a secret scheme may have one to claim."""
    full, side = state.full, state.squads[player].side
    if full is None or full.first_side in (None, side) or moment_of(state, player, scheme) != "turn_end":
        return False
    first = side_squads(state, FOES[side])
    return not second_side_claimed(full) and any(_may_claim_still(state, full, squad) for squad in first)


def _may_claim_still(state: LastBattleState, full: FullState, squad: Squad) -> bool:
    """LB-SETUP-07: nobody knows how many schemes a squad of the Serpent has."""
    shown = [held for held in squad.schemes if held.public]
    secret = squad.chosen and (squad.side == "serpent" or not shown)
    return secret or any(_worth(Scene(state, full, squad, held, "turn_end")) for held in shown)


def is_leader_worth_naming(state: LastBattleState, squad: Squad, held: Held) -> bool:
    """LB-UNIQ-06: the first award publishes the name; at full detail the table says whether there is one now."""
    full = state.full
    return full is None or any(_worth(Scene(state, full, squad, held, moment)) for moment in MOMENTS)


def revealable(state: LastBattleState, squad: Squad, held: Held) -> bool:
    """LB-SCH-01: whether this secret scheme may be revealed at this moment of full detail."""
    own = held.note.own_figures if held.note else ()
    enemies = held.note.enemy_figures if held.note else ()
    event = SchemeRevealed(player=squad.player, scheme=held.scheme, own_figures=own, enemy_figures=enemies)
    return not any(check_reveal_moment(state, squad, event))


def endings(state: LastBattleState) -> Iterator[NextEvent]:
    """LB-END-02: after the last turn Heaven's portals are counted, then the game ends."""
    if state.phase != "turns" or not may_end(state) or not is_last_turn(state):
        return
    everybody = tuple(state.squads)
    if state.battlefield == "heaven" and not state.strategy_ended:
        yield NextEvent(type="strategy_scored", players=everybody, choices={"moment": ("game_end",)})
        return
    points = totals(state)
    choices: Choices = {
        "reason": ("regular",),
        "serpent_vp": (points["serpent"],),
        "alliance_vp": (points["alliance"],),
        "result": (winner(points),),
    }
    yield NextEvent(type="game_ended", players=everybody, choices=choices)
