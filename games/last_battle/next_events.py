"""What may legally come next, for forms and for the simulation.

Built from the state as the viewer may know it, so that nothing here can tell a secret. Called by `rules.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from games.last_battle.chapters.awards import possible_numbers
from games.last_battle.chapters.finish import end_numbers, winner
from games.last_battle.chapters.links import next_links
from games.last_battle.chapters.notes import most_noted, own_to_note
from games.last_battle.chapters.reveal import may_reveal, names_leader
from games.last_battle.chapters.strategies import open_portal, report_limits
from games.last_battle.facts import COMMON_SCHEMES, SCHEMES, SIDES, unique_scheme
from games.last_battle.full import anytime
from games.last_battle.full.legal import next_events as full
from games.last_battle.state import Held, LastBattleState, Squad, side_squads, totals
from games.last_battle.visibility import visible_to
from games.ruleset import NextEvent, Viewer

Choices = dict[str, tuple[Any, ...]]


def next_events(state: LastBattleState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """The event types that are legal now, with the players who may log them and the few legal values."""
    return tuple(_next(visible_to(state, viewer), viewer))


def _next(state: LastBattleState, viewer: Viewer) -> Iterator[NextEvent]:
    if state.phase == "open":
        yield NextEvent(type="table_opened")
    elif state.phase == "closed":
        if not state.fates_published:
            yield NextEvent(type="fates_published")
    elif state.pending:
        yield from _after_reveal(state)
    else:
        if state.full is not None and state.phase in FULL_PHASES:
            yield from FULL_PHASES[state.phase](state, state.full)
            yield from _reveals(state) if state.phase == "turns" else ()
        else:
            yield from PHASES[state.phase](state)
        yield from _always(state)


def _everybody(state: LastBattleState) -> tuple[str, ...]:
    return tuple(state.squads)


def _always(state: LastBattleState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        told = (squad.player, *squad.shared)
        friends = tuple(s.player for s in side_squads(state, squad.side) if s.player not in told)
        if squad.chosen and friends:
            choices = {"from_player": (squad.player,), "to_player": friends}
            yield NextEvent(type="scheme_shared", players=(squad.player,), choices=choices, optional=True)
    yield from (replace(one, optional=True) for one in next_links(state))
    yield _whole_report(state)
    if not _portals_wait(state):
        closed: Choices = {"reason": ("closed",), **_totals(state)}
        yield NextEvent(type="game_ended", choices=closed, optional=state.stopped is None)
    yield from _concessions(state)


def _whole_report(state: LastBattleState) -> NextEvent:
    """The rest of the match, which a match that is logged turn by turn waits for only where nothing else is
    left of it."""
    waited = state.detail == "summary" or state.whole_match_next or state.stopped is not None
    players = () if state.stopped else _everybody(state)
    return NextEvent(type="match_reported", players=players, optional=not waited)


def _concessions(state: LastBattleState) -> Iterator[NextEvent]:
    """LB-END-06: at any time, by the players of a side."""
    for side in SIDES:
        players = tuple(squad.player for squad in side_squads(state, side))
        if players:
            choices: Choices = {"side": (side,)}
            yield NextEvent(type="match_conceded", players=players, choices=choices, optional=True)


def _totals(state: LastBattleState) -> Choices:
    points = totals(state)
    return {
        "serpent_vp": (points["serpent"],),
        "alliance_vp": (points["alliance"],),
        "result": (winner(points),),
    }


def _in_schemes(state: LastBattleState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        if squad.chosen:
            continue
        own = {"player": (squad.player,)}
        if squad.side == "serpent":
            yield NextEvent(type="serpent_schemes_preset", choices={"squad": (squad.player,)})
            continue
        if not squad.was_dealt:
            yield NextEvent(type="schemes_dealt", choices=own)
        if squad.was_dealt or state.draw_count is None:
            choices = {**own, "scheme": (*_common_choices(squad), *_unique_choice(state))}
            yield NextEvent(type="scheme_chosen", players=(squad.player,), choices=choices)
        elif _unique_choice(state):
            choices = {**own, "scheme": _unique_choice(state)}
            yield NextEvent(type="scheme_chosen", players=(squad.player,), choices=choices)


def _common_choices(squad: Squad) -> tuple[str, ...]:
    """The dealt schemes; all common ones for a viewer who may not know what was dealt, or where nothing was."""
    return COMMON_SCHEMES if squad.dealt is None else squad.dealt


def _unique_choice(state: LastBattleState) -> tuple[str, ...]:
    unique = unique_scheme(state.battlefield)
    taken = any(squad.held(unique) for squad in side_squads(state, "alliance"))
    return () if taken else (unique,)


def _in_hire(state: LastBattleState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        if not squad.hired:
            yield NextEvent(type="squad_hired", players=(squad.player,), choices={"player": (squad.player,)})


def _in_notes(state: LastBattleState) -> Iterator[NextEvent]:
    for squad in state.squads.values():
        if squad.chosen and not squad.noted:
            schemes = tuple(held.scheme for held in squad.schemes)
            noted: Choices = {"player": (squad.player,), **({"scheme": schemes} if schemes else {})}
            noted |= _own_noted(squad)
            yield NextEvent(type="scheme_noted", players=(squad.player,), choices=noted)
    if state.full is not None:
        yield from anytime.boarding(state, state.full)


def _own_noted(squad: Squad) -> Choices:
    """LB-SETUP-13: whom of the squad a note names; not listed where one may come twice or in two notes."""
    if len(squad.schemes) != 1 or squad.figures is None:
        return {}
    scheme = squad.schemes[0].scheme
    own, need = own_to_note(squad, scheme), SCHEMES[scheme].note
    if need is None or not need.own:
        return {"own_figures": ()}
    return {} if any(most_noted(squad, one) > 1 for one in own) else {"own_figures": own}


def _in_turns(state: LastBattleState) -> Iterator[NextEvent]:
    yield _turn_report(state)
    yield from _reveals(state)
    yield NextEvent(type="play_stopped", optional=True)


def _turn_report(state: LastBattleState) -> NextEvent:
    choices = _scheme_vp(state, state.turn + 1)
    return NextEvent(
        type="turn_reported", players=_everybody(state), choices=choices, limits=report_limits(state)
    )


def _scheme_vp(state: LastBattleState, turn: int) -> Choices:
    """LB-SCH-01: what schemes that lie open may give in this turn, by player; one that was just revealed gives
    something."""
    if not state.pending:
        return {}
    told = {player: _sums_of(state, squad, turn) for player, squad in state.squads.items()}
    scoring = {player: sums for player, sums in told.items() if sums != (0,)}
    return {"schemes.*": tuple(scoring), **{f"schemes.{player}": sums for player, sums in scoring.items()}}


def _sums_of(state: LastBattleState, squad: Squad, turn: int) -> tuple[int, ...]:
    own = (held for held in squad.schemes if held.public)
    numbers = [
        possible_numbers(state, squad, held, turn)
        if (squad.player, held.scheme) in state.pending
        else (0, *possible_numbers(state, squad, held, turn))
        for held in own
    ]
    return tuple(sorted({sum(some) for some in product(*numbers)}))


def _reveals(state: LastBattleState) -> Iterator[NextEvent]:
    """Only for schemes that the viewer knows: whether a scheme can be revealed now depends on which it is."""
    for squad in state.squads.values():
        for held in squad.schemes:
            choices: Choices = {"player": (squad.player,), "scheme": (held.scheme,)}
            if not held.public and _revealable(state, squad, held):
                yield NextEvent(type="scheme_revealed", players=(squad.player,), choices=choices)
            elif names_leader(held) and held.note and anytime.is_leader_worth_naming(state, squad, held):
                choices["note"] = held.note.enemy_figures
                yield NextEvent(type="scheme_note_published", players=(squad.player,), choices=choices)


def _revealable(state: LastBattleState, squad: Squad, held: Held) -> bool:
    if state.full is not None:
        return anytime.revealable(state, squad, held)
    return may_reveal(state, squad, held)


def _in_end(state: LastBattleState) -> Iterator[NextEvent]:
    waits = _portals_wait(state)
    if waits:
        limits = {side: _portal_range(state, side) for side in SIDES}
        choices = {"moment": ("game_end",)}
        yield NextEvent(type="strategy_scored", players=_everybody(state), limits=limits, choices=choices)
    yield from _reveals(state)
    for squad in state.squads.values():
        for held in squad.schemes:
            if held.public:
                yield from _end_score(state, squad, held)
    if not waits and state.stopped is None:
        totals_: Choices = {"reason": ("regular",), **_totals(state)}
        yield NextEvent(type="game_ended", players=_everybody(state), choices=totals_)


def _portals_wait(state: LastBattleState) -> bool:
    """LB-SCORE-04: Heaven's portals are counted before the game ends."""
    return state.phase == "end" and state.battlefield == "heaven" and not state.strategy_ended


def _portal_range(state: LastBattleState, side: str) -> tuple[int, int]:
    known = open_portal(state, side)
    return (0, 1) if known is None else (int(known), int(known))


def _end_score(state: LastBattleState, squad: Squad, held: Held) -> Iterator[NextEvent]:
    numbers = end_numbers(state, squad.player, held)
    if state.full is not None:
        numbers = anytime.worth_at_the_end(state, state.full, squad, held, numbers)
    if numbers:
        choices = {"player": (squad.player,), "scheme": (held.scheme,), "amount": numbers}
        yield NextEvent(type="scheme_scored", players=(squad.player,), choices=choices)


def _after_reveal(state: LastBattleState) -> Iterator[NextEvent]:
    """LB-SCH-01: the VP, and further reveals where a report can hold several."""
    if state.phase == "end":
        for player, scheme in state.pending:
            squad = state.squads[player]
            held = squad.held(scheme)
            if held is not None:
                yield from _end_score(state, squad, held)
    elif state.full is not None:
        yield from _pending_scores(state)
    else:
        if not state.whole_match_next:
            yield _turn_report(state)
        yield from _reveals(state)
    yield _whole_report(state)
    yield from _concessions(state)


def _pending_scores(state: LastBattleState) -> Iterator[NextEvent]:
    for player, scheme in state.pending:
        choices: Choices = {"player": (player,), "scheme": (scheme,)}
        yield NextEvent(type="scheme_scored", players=(player,), choices=choices)


FULL_PHASES = {
    "markers": full.in_markers,
    "deploy": full.in_deploy,
    "hands": full.in_hands,
    "turns": full.in_turns,
}
PHASES = {
    "schemes": _in_schemes,
    "hire": _in_hire,
    "notes": _in_notes,
    "turns": _in_turns,
    "end": _in_end,
}
