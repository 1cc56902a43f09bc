"""Facts of reports that are made up: of a turn, a round, a whole match. Called by `examples.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from games.ruleset import NextEvent
from games.simulated import Table
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.chapters.finish import points
from games.super_fantasy_brawl.chapters.results import least_rounds
from games.super_fantasy_brawl.chapters.round_report import after, rolled
from games.super_fantasy_brawl.chapters.track import may_leave, value_of
from games.super_fantasy_brawl.chapters.turns import played
from games.super_fantasy_brawl.play.training import CHALLENGES
from games.super_fantasy_brawl.state import DRAWN, UNNAMED, SfbState, mode_of, other_side, side_of

Match = Table[SfbState]
Told = dict[str, Any]


def unseen(state: SfbState, cards: Iterable[str]) -> list[str]:
    """SFB-CHAL-05: the challenges that lie neither on the track nor in the discard pile."""
    return [card for card in cards if card not in (*state.track.cells, *state.track.discard)]


def _turn(table: Match, told: NextEvent) -> Told:
    """What was scored, who fell, and the points that follow."""
    state = rolled(table.state)
    turn = e.TurnRecorded(
        round=state.round, player=told.choices["player"][0], vp_after=points(state), challenges=_claims(table)
    )
    turn = replace(turn, knockouts=_knockouts(table, turn))
    turn = replace(turn, levelled_up=_levelled(state, turn.knockouts))
    return _fields(replace(turn, vp_after=points(played(state, turn))))


def _fields(event: e.TurnRecorded) -> Told:
    return {name: getattr(event, name) for name in msgspec.structs.asdict(event)}


def _claims(table: Match) -> tuple[e.Claimed, ...]:
    """SFB-SCORE-02, -06: active challenges, from the second round on; in a duel one of each round (SFB-RES-07)."""
    state = rolled(table.state)
    most = state.round - 1 - (state.scored if state.mode == "duel" else 0)
    found: list[e.Claimed] = []
    for cell, card in enumerate(state.track.cells):
        vp = value_of(state.track, mode_of(state), cell)
        if card is not None and vp != 0 and len(found) < most and table.chance(0.35):
            noted = card != UNNAMED and table.chance(0.8)
            found.append(e.Claimed(cell=cell, vp=vp or 1, card=card if noted else None))
    return tuple(found)


def _knockouts(table: Match, turn: e.TurnRecorded) -> tuple[e.Knockout, ...]:
    """None to two champions; the last one may take one of the player's own with it (SFB-END-04)."""
    state, target = rolled(table.state), mode_of(table.state).target
    side = side_of(state, turn.player)
    own = [key for key, figure in state.figures.items() if figure.player == turn.player]
    foes = [key for key, figure in state.figures.items() if figure.side != side]
    victims = table.rng.sample(foes, table.rng.choice((0, 0, 1, 1, 2)))
    victims += own[:1] if table.chance(0.1) else []
    found: tuple[e.Knockout, ...] = ()
    vp = points(played(state, turn))
    while victims and max(vp.values()) < target:
        found = (*found, _knockout(table, victims.pop(0), own))
        vp = points(played(state, replace(turn, knockouts=found)))
    both = vp[side] >= target > vp[other_side(state, side)] >= target - 1
    return (*found, _knockout(table, own[0], own)) if found and both and table.chance(0.8) else found


def _knockout(table: Match, victim: str, own: list[str]) -> e.Knockout:
    """SFB-KO-03, -04: by an enemy, by a friend, or by a trap on its way."""
    if victim not in own:
        how: Any = table.rng.choice(("card", "basic", None))
        return e.Knockout(champion=victim, by=table.rng.choice(own), cause=how)
    kind: Any = table.rng.choice(("own", "trap", "enemy"))
    if kind != "enemy":
        return e.Knockout(champion=victim, kind=kind, cause="card")
    side = table.state.figures[victim].side
    enemies = [key for key, figure in table.state.figures.items() if figure.side != side]
    return e.Knockout(champion=victim, by=table.rng.choice(enemies), cause="reaction")


def _levelled(state: SfbState, fallen: Iterable[e.Knockout]) -> tuple[str, ...]:
    """SFB-LVL-01, -03, SFB-RES-12: the credited champions that lay on their base side."""
    makers = dict.fromkeys(one.by for one in fallen if one.by is not None)
    return tuple(name for name in makers if not state.figures[name].levelled)


def _round(table: Match, told: NextEvent) -> Told:
    """SFB-CHAL-01 to -04: the track after its move, with new cards that somebody named or nobody."""
    state, mode = table.state, mode_of(table.state)
    gone = table.rng.choice(may_leave(state.track, mode))
    moved = after(state, e.RoundRecorded(round=state.round, track=(), discarded=gone))
    cells, free = list(moved.cells), unseen(state, CHALLENGES)
    named = table.rng.sample(free, min(len(free), len(mode.new_cells))) if table.chance(0.8) else []
    for cell, card in zip(mode.new_cells, named, strict=False):
        cells[cell] = card
    return {"track": cells, "discarded": gone, "deck_left": moved.deck if table.chance(0.6) else None}


def _result(table: Match, told: NextEvent) -> Told:
    """SFB-RES-01 to -08, -13: the points that win, or fewer where somebody ended it; none fewer than turns told."""
    state = table.state
    target, sides = mode_of(state).target, table.rng.sample([*state.sides], 2)
    reason = table.rng.choice(("vp_target", *told.choices["reason"]))
    early, had = reason in ("concession", "organiser"), {one: state.sides[one].vp for one in sides}
    most = max(had.values())
    won = table.rng.randint(most, target - 1) if early else target
    lost = won if reason == "mutual_knockout" else table.rng.randint(had[sides[1]], min(won, target - 1))
    vp = dict(zip(sides, (won, lost), strict=True))
    scored = {side: _by_challenges(table, side, number) for side, number in vp.items()}
    return {
        "winner": DRAWN if won == lost and reason == "organiser" else sides[0],
        "vp": vp,
        "challenge_vp": scored,
        "knockout_vp": {side: vp[side] - scored[side] for side in sides},
        "rounds": least_rounds(state, reason) + sum(scored.values()) + table.rng.randint(1, 3),
        "reason": reason,
    }


def _by_challenges(table: Match, side: str, vp: int) -> int:
    """How many of the points of a side came by challenges: the last one is by a knock-out."""
    stand, target = table.state.sides[side], mode_of(table.state).target
    return table.rng.randint(stand.challenge, max(stand.challenge, min(vp - stand.knockout, target - 1)))


MADE: dict[str, Callable[[Match, NextEvent], Told]] = {
    "match_result_recorded": _result,
    "round_recorded": _round,
    "turn_recorded": _turn,
}
