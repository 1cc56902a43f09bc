"""Why two met in a round that was drawn: the event as it stood before it, with those who were in it.

Called by the pages and REST; for players with the state that they may see, so that no secret prohibition speaks.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tracker.pairing import explain
from tracker.pairing.structs import Player
from tracker.rulesets.tournament.draws import next_field
from tracker.rulesets.tournament.state import Round, TournamentState


class Met(msgspec.Struct, frozen=True):
    """Two players as they were before the round, and the answer."""

    one: Player
    other: Player
    answer: explain.Answer


def before(state: TournamentState, round_: Round) -> TournamentState:
    """The event as it was drawn from: the rounds before, and nobody present but those of the round."""
    here = {
        *round_.players(),
        *round_.resting,
        *(p for t in round_.teams for s in t.lineups.values() for p in s),
    }
    entrants = {
        player: replace(
            entrant,
            dropped=player not in here,
            checked_in=player in here,
            waiting=False,
            ringer=False,
            byes=tuple(bye for bye in entrant.byes if player not in here or bye.round != round_.round),
        )
        for player, entrant in state.entrants.items()
    }
    playing = {team for table in round_.teams for team in table.sides.values()} | {round_.team_bye}
    teams = {name: replace(team, dropped=name not in playing) for name, team in state.teams.items()}
    stages = tuple(stage for stage in state.stages if stage.first_round <= round_.round)
    return replace(
        state, entrants=entrants, rounds=state.rounds[: round_.round - 1], stages=stages, teams=teams
    )


def levels(state: TournamentState, round_: Round) -> dict[str, Player]:
    """Everybody of the round with what pairing knew of them."""
    return {player.id: player for player in next_field(before(state, round_), round_.seed).players}


def why(state: TournamentState, round_: Round, one: str, other: str) -> Met:
    """Raises KeyError when one of the two is not in the round, `Unpairable` when nothing is legal."""
    field = next_field(before(state, round_), round_.seed)
    known = {player.id: player for player in field.players}
    return Met(known[one], known[other], explain.why(field, one, other))
