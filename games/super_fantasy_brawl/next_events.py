"""What may legally come next, for forms and for the simulation. Built from what the viewer may know.

Called by `rules.py`. What may come at full detail stands in `full/next_events.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from games.ruleset import NextEvent
from games.super_fantasy_brawl.chapters.draft import COMMON, NORMAL, TOURNAMENT, next_ban, next_pick
from games.super_fantasy_brawl.chapters.finish import points
from games.super_fantasy_brawl.chapters.results import due_winner, leader, most_mutual, most_points, reached
from games.super_fantasy_brawl.chapters.round_report import rolled
from games.super_fantasy_brawl.chapters.selection import BEFORE, REGISTERED, registered_of
from games.super_fantasy_brawl.chapters.stuck import MIRRORS, may_lay_out, stuck, team_of, to_pick
from games.super_fantasy_brawl.chapters.track import at
from games.super_fantasy_brawl.events import Reason
from games.super_fantasy_brawl.full.legal.next_events import in_full
from games.super_fantasy_brawl.state import DRAWN, SfbState, mode_of, players_of

NAMES = {"champions": r"^[^:\n]{1,120}$"}
"""Champions of whatever box: ids of the core one and of an edition, or names."""


def next_events(state: SfbState) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(state))


def _next(state: SfbState) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="match_created")
        return
    if state.phase in BEFORE:
        yield from _in_selection(state)
    if state.phase == "order":
        yield from _in_order(state)
    if state.full is not None and state.phase not in ("over", "closed"):
        yield from in_full(state)
    if state.detail == "turns":
        yield from _in_turns(state)
    if state.phase != "closed":
        yield from _ends(state)
    yield NextEvent(type="ruling_recorded", optional=True)


def _in_order(state: SfbState) -> Iterator[NextEvent]:
    """SFB-SETUP-02, SFB-MODE-02."""
    everybody = players_of(state)
    if state.first is None:
        duel = state.mode == "duel"
        legal = everybody if duel else tuple(state.sides)
        choices = {"player" if duel else "team": legal, "method": ("random", "tournament")}
        yield NextEvent(type="first_player_determined", players=everybody, choices=choices)
    elif state.mode == "superteams":
        first = state.sides[state.first].players
        others = next(side.players for name, side in state.sides.items() if name != state.first)
        orders = tuple(
            (one, two, first[1 - first.index(one)], others[1 - others.index(two)])
            for one in first
            for two in others
        )
        yield NextEvent(type="turn_order_set", players=everybody, choices={"order": orders})


def _in_selection(state: SfbState) -> Iterator[NextEvent]:
    """SFB-ROSTER-01: the method, registered pools, then teams or the draft."""
    draft = state.draft
    if draft.method is None:
        methods = ("agreement", NORMAL, TOURNAMENT)
        choices = {"method": methods}
        yield NextEvent(type="selection_method_chosen", players=players_of(state), choices=choices)
    for player in players_of(state):
        free = player not in draft.pools and player not in state.rosters
        if free and player not in draft.told_registered:
            yield NextEvent(
                type="pool_registered", players=(player,), choices={"player": (player,)}, texts=NAMES
            )
        if free and draft.method in (None, "agreement"):
            yield from _team(state, player)
    if state.phase == "select" and draft.method == NORMAL:
        yield from _in_normal(state)
    if state.phase == "select" and draft.method == TOURNAMENT:
        yield from _in_tournament(state)
    yield from _helped(state)


def _team(state: SfbState, player: str) -> Iterator[NextEvent]:
    """SFB-ROSTER-04, -10: a team of any champions, or of those registered that the other side does not bar."""
    size, registered = mode_of(state).team, registered_of(state, player)
    own = team_of(state, player)
    if registered and len(own) < size:
        return
    yield NextEvent(
        type="roster_confirmed",
        players=(player,),
        choices={"player": (player,), **({"champions": own} if registered else {})},
        counts={"champions": (size, size)},
        texts={} if registered else NAMES,
    )


def _in_normal(state: SfbState) -> Iterator[NextEvent]:
    if COMMON not in state.draft.pools:
        yield NextEvent(
            type="draft_pool_set", players=players_of(state), choices={"player": (None,)}, texts=NAMES
        )
    else:
        yield from _pick(state)


def _in_tournament(state: SfbState) -> Iterator[NextEvent]:
    missing = [player for player in players_of(state) if player not in state.draft.pools]
    size = mode_of(state).tournament_pool
    for player in missing:
        if not may_lay_out(state, player):
            continue
        yield NextEvent(
            type="draft_pool_set",
            players=(player,),
            choices={"player": (player,)},
            counts={"champions": (size, size)},
            texts=NAMES,
        )
    if missing:
        return
    ban = next_ban(state)
    if ban is None:
        yield from _pick(state)
        return
    by, owner = ban
    choices = {"by": (by,), "owner": (owner,), "champion": state.draft.pools[owner]}
    yield NextEvent(type="champion_banned", players=(by,), choices=choices)


def _pick(state: SfbState) -> Iterator[NextEvent]:
    player = next_pick(state)
    if player is None:
        return
    left = to_pick(state, player)
    if left:
        choices = {"player": (player,), "champion": left}
        yield NextEvent(type="champion_picked", players=(player,), choices=choices)


def _helped(state: SfbState) -> Iterator[NextEvent]:
    """G26: where a player finds no champion, staff lay out the common pool with one added, or allow a mirror, or others
    than were registered."""
    need = stuck(state)
    if need == "pool":
        yield NextEvent(type="draft_pool_set", choices={"player": (None,)}, texts=NAMES)
    elif need is not None:
        lifts = MIRRORS if need == "mirror" else REGISTERED
        yield NextEvent(type="ruling_recorded", choices={"rule": (lifts,)})


def _in_turns(state: SfbState) -> Iterator[NextEvent]:
    """SFB-RES-09: the next turn; before the first one the first challenge may be laid, after a round its report."""
    everybody = players_of(state)
    if state.phase in ("order", "select", "turns"):
        yield from _first_challenge(state)
    if state.phase in ("turns", "round"):
        ready = rolled(state)
        limits = {"round": (ready.round, ready.round)}
        choices = {"player": (ready.active,)}
        yield NextEvent(type="turn_recorded", players=everybody, choices=choices, limits=limits)
    if state.phase == "round":
        limits = {"round": (state.round, state.round)}
        yield NextEvent(type="round_recorded", players=everybody, limits=limits)


def _first_challenge(state: SfbState) -> Iterator[NextEvent]:
    untouched = state.round <= 1 and not state.tallies and not state.scored
    due = [cell for cell in mode_of(state).start_cells if at(state.track, cell) is None]
    if untouched and due:
        choices = {"cause": ("setup",)}
        limits = {"cell": (due[0], due[0])}
        everybody = players_of(state)
        yield NextEvent(type="challenge_card_laid", players=everybody, choices=choices, limits=limits)


def _ends(state: SfbState) -> Iterator[NextEvent]:
    """Giving up, and the end: computed at turns and full detail; at summary the report decides."""
    everybody = players_of(state)
    if state.phase == "over":
        winner, reason = due_winner(state) or ("", "vp_target")
        choices = {"winner": (winner,) if winner else tuple(state.sides), "reason": (reason,)}
        yield NextEvent(type="game_ended", players=everybody, choices={**choices, "vp": (points(state),)})
        return
    for name, side in state.sides.items() if not reached(state) else ():
        own = {"side": (name,)}
        yield NextEvent(type="match_conceded", players=side.players, choices=own, optional=True)
    if state.detail != "full" and not reached(state):
        yield from _whole_match(state)
    if state.detail != "summary" and not reached(state):
        choices = {"winner": (leader(state),), "reason": ("organiser",)}
        yield NextEvent(type="game_ended", choices={**choices, "vp": (points(state),)}, optional=True)


def _whole_match(state: SfbState) -> Iterator[NextEvent]:
    """SFB-RES-03 to -05, SFB-END-08: who can have won, and the points that a side can have of each source; the most by
    challenges nobody knows while the values of the track are unknown. The organisers alone end a match early."""
    most = {"challenge": most_points(state), "knockout": most_mutual(state)}
    limits = {
        f"{source}_vp.{name}": (getattr(side, source), number)
        for source, number in most.items()
        if number is not None
        for name, side in state.sides.items()
    }
    told = NextEvent(type="match_result_recorded", limits=limits, optional=state.detail != "summary")
    by_players = {"winner": tuple(state.sides), "reason": ("vp_target", "mutual_knockout", "concession")}
    yield replace(told, players=players_of(state), staff=False, choices=by_players)
    yield replace(told, choices={"winner": (*state.sides, DRAWN), "reason": get_args(Reason)})
