"""Creating the event and its people: registration, check-in, dropping, coming back. Called by `rules`."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.tournament import seeds
from tracker.rulesets.tournament.chapter import (
    LEGAL,
    Check,
    Fold,
    OfEntrant,
    Violations,
    broken,
    drawn_alone,
    known,
)
from tracker.rulesets.tournament.events import (
    Options,
    Pairs,
    PlayerCheckedIn,
    PlayerCheckInWithdrawn,
    PlayerDropped,
    PlayerRegistered,
    PlayerReinstated,
    TournamentCreated,
)
from tracker.rulesets.tournament.stages import check_stages
from tracker.rulesets.tournament.state import Entrant, TournamentState
from tracker.rulesets.tournament.teams import check_plan, known_tiebreaks


def check_created(state: TournamentState, event: TournamentCreated) -> Violations:
    """TRN-CRE-01 to -07, TRN-STG-01: created once, with options that make sense together."""
    if state.created is not None:
        return broken("TRN-CRE-01")
    pairs = (*event.options.prohibited, *(event.prohibited or ()))
    return (*of_options(event.options), *_people(event.options, pairs))


def of_options(options: Options) -> Violations:
    """TRN-CRE-02 to -04, the stages and the teams: what makes sense together."""
    return (
        *_points(options),
        *known_tiebreaks(options.tiebreaks),
        *check_stages(options),
        *check_plan(options),
    )


def _points(options: Options) -> Violations:
    tp, found = options.tp, LEGAL
    if not tp.loss <= tp.draw <= tp.win or 2 * tp.draw > tp.win + tp.loss:
        found += broken("TRN-CRE-02", win=tp.win, draw=tp.draw, loss=tp.loss)
    if options.bye.tp > tp.most:
        found += broken("TRN-CRE-03", bye=options.bye.tp, win=tp.most)
    alone = sorted(score for score in tp.by_vp if _mirrored(score) not in tp.by_vp)
    if alone:
        found += broken("TRN-CRE-07", scores=alone, missing=[_mirrored(score) for score in alone])
    return found


def _mirrored(score: str) -> str:
    own, _dash, other = score.partition("-")
    return f"{other}-{own}"


def _people(options: Options, prohibited: Pairs) -> Violations:
    if options.sides[0] == options.sides[1]:
        return broken("TRN-CRE-05", sides=list(options.sides))
    alone = [one for one, other in prohibited if one == other]
    return broken("TRN-CRE-06", players=alone) if alone else LEGAL


def on_created(state: TournamentState, event: TournamentCreated) -> TournamentState:
    return seeds.commit(replace(state, created=event), event)


def check_registered(state: TournamentState, event: PlayerRegistered) -> Violations:
    """TRN-REG-01: once per player; coming late is allowed, coming back is `player_reinstated`. TRN-TEAM-14: no ringer
    of a team.
    """
    if event.player in state.entrants:
        return broken("TRN-REG-01", player=event.player)
    return drawn_alone(state, event.player) if event.ringer else LEGAL


@OfEntrant
def on_registered(state: TournamentState, event: PlayerRegistered) -> Entrant:
    return Entrant(
        event.player,
        len(state.entrants) + 1,
        event.club,
        waiting=event.waiting,
        ringer=event.ringer,
        town=event.town,
    )


def check_checked_in(state: TournamentState, event: PlayerCheckedIn) -> Violations:
    """TRN-REG-02, TRN-REG-03, TRN-REG-07: registered, with a place, not dropped, not checked in yet."""
    if found := known(state, event.player):
        return found
    entrant = state.entrants[event.player]
    if entrant.waiting:
        return broken("TRN-REG-07", player=event.player)
    return broken("TRN-REG-03", player=event.player) if entrant.checked_in or entrant.dropped else LEGAL


@OfEntrant
def on_checked_in(state: TournamentState, event: PlayerCheckedIn) -> Entrant:
    return replace(state.entrants[event.player], checked_in=True)


def check_check_in_withdrawn(state: TournamentState, event: PlayerCheckInWithdrawn) -> Violations:
    """TRN-REG-02, TRN-REG-04: only who is checked in."""
    if found := known(state, event.player):
        return found
    return LEGAL if state.entrants[event.player].checked_in else broken("TRN-REG-04", player=event.player)


@OfEntrant
def on_check_in_withdrawn(state: TournamentState, event: PlayerCheckInWithdrawn) -> Entrant:
    return replace(state.entrants[event.player], checked_in=False)


def check_dropped(state: TournamentState, event: PlayerDropped) -> Violations:
    """TRN-REG-02, TRN-REG-05: nobody drops twice."""
    if found := known(state, event.player):
        return found
    return broken("TRN-REG-05", player=event.player) if state.entrants[event.player].dropped else LEGAL


@OfEntrant
def on_dropped(state: TournamentState, event: PlayerDropped) -> Entrant:
    entrant, drawn = state.entrants[event.player], len(state.rounds)
    byes = tuple(bye for bye in entrant.byes if bye.round <= drawn) if entrant.byes else ()
    return replace(entrant, checked_in=False, dropped=True, disqualified=event.disqualified, byes=byes)


def check_reinstated(state: TournamentState, event: PlayerReinstated) -> Violations:
    """TRN-REG-02, TRN-REG-06: only who has dropped can come back; past byes stay counted."""
    if found := known(state, event.player):
        return found
    return LEGAL if state.entrants[event.player].dropped else broken("TRN-REG-06", player=event.player)


@OfEntrant
def on_reinstated(state: TournamentState, event: PlayerReinstated) -> Entrant:
    entrant = state.entrants[event.player]
    return replace(entrant, checked_in=True, dropped=False, disqualified=False, waiting=False)


CHAPTER: dict[type, tuple[Check, Fold]] = {
    TournamentCreated: (check_created, on_created),
    PlayerRegistered: (check_registered, on_registered),
    PlayerCheckedIn: (check_checked_in, on_checked_in),
    PlayerCheckInWithdrawn: (check_check_in_withdrawn, on_check_in_withdrawn),
    PlayerDropped: (check_dropped, on_dropped),
    PlayerReinstated: (check_reinstated, on_reinstated),
}
