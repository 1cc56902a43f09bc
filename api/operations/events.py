"""What the addresses of matches, tournaments and event days answer."""

from __future__ import annotations

from api.operations.table import (
    EVENT_PARTS,
    GET,
    LOG,
    MATCH_PARTS,
    POST,
    Key,
    Listed,
    Operation,
    append,
)
from api.params import (
    AT,
    EVENTS,
    FORMAT,
    MOVES,
    NAME,
    PAGED,
    PLAYER,
    ROUND,
    SAID,
    SINCE,
    SYSTEM,
    an_id,
    ids,
    one_of,
    whole,
)
from api.shapes import (
    campaigns,
    logs,
    matches,
    tournaments,
)
from api.shapes.kinds import DAY_STATUSES
from api.shapes.pages import Page
from tracker.selectors import EventsPage
from tracker.selectors.teams import Teams

MATCH_STATUS = {"status": one_of("of the match", "open", "finished", "confirmed")}

MATCHES: dict[Key, Operation] = {
    ("matches", GET): Operation(
        "Matches, newest first",
        Page[matches.Match],
        query={
            **SYSTEM,
            **MATCH_STATUS,
            "tournament": an_id("id of a tournament"),
            "campaign": an_id("id of an event day"),
            "round": whole("a round of a tournament", 1),
            **PLAYER,
            **SINCE,
            **PAGED,
            **ids("matches"),
            **MATCH_PARTS,
        },
    ),
    ("matches", POST): Operation(
        "A new match outside any tournament",
        matches.MatchDetail,
        matches.NewMatch,
        status=201,
        appends=True,
        known=True,
    ),
    ("match", GET): Operation("One match", matches.MatchDetail, query=MATCH_PARTS),
    ("match-events", GET): Operation("The log, as the caller may see it", EventsPage, query=EVENTS),
    ("match-events", POST): LOG,
    ("match-state", GET): Operation("The state, as the caller may see it", logs.State, query=AT),
    ("match-score", GET): Operation("The score by side and source", logs.Score),
    ("match-next", GET): Operation("What may legally come next", logs.Next, query=MOVES),
    ("match-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
    ("match-audit", GET): Operation("Once the result is confirmed: replay with every secret", logs.Audit),
}

TOURNAMENTS: dict[Key, Operation] = {
    ("tournaments", GET): Operation(
        "Tournaments, newest first",
        Page[tournaments.Tournament],
        query={
            **SYSTEM,
            "status": one_of("of the tournament", "running", "finished"),
            **NAME,
            **PLAYER,
            **SAID,
            **SINCE,
            **PAGED,
            **ids("tournaments"),
            **EVENT_PARTS,
        },
    ),
    ("tournaments", POST): Operation(
        "A new tournament from a preset",
        tournaments.TournamentDetail,
        tournaments.NewTournament,
        status=201,
        appends=True,
        known=True,
    ),
    ("tournament", GET): Operation("One tournament", tournaments.TournamentDetail, query=EVENT_PARTS),
    ("tournament", POST): append("Lock or unlock lists, or finish", tournaments.TournamentAction),
    ("tournament-players", GET): Operation("Who plays here", Listed(tournaments.Entrant)),
    ("tournament-players", POST): Operation(
        "Register players",
        Listed(tournaments.Entrant),
        tournaments.EntrantsIn,
        status=201,
        appends=True,
        known=True,
    ),
    ("tournament-player", POST): append(
        "Check in, drop, reinstate, hand a list in", tournaments.EntrantAction
    ),
    ("tournament-rounds", GET): Operation("The rounds with their tables", Listed(tournaments.Round)),
    ("tournament-rounds", POST): append(
        "Draw the next round, publish and start it if wanted", tournaments.DrawIn, tournaments.RoundAppended
    ),
    ("tournament-stages", GET): Operation(
        "The stages that have begun, and the planned ones", tournaments.Stages
    ),
    ("tournament-stages", POST): append("Begin the next stage, or take it back", tournaments.StageIn),
    ("tournament-teams", GET): Operation(
        "The teams with their standings, matches and boards, every figure with its rows", Teams
    ),
    ("tournament-teams", POST): Operation(
        "Enter teams with their players", Teams, tournaments.TeamsIn, status=201, appends=True, known=True
    ),
    ("tournament-round", GET): Operation("One round", tournaments.Round),
    ("tournament-round", POST): append(
        "Publish, start, close or discard a round", tournaments.RoundAction, tournaments.RoundAppended
    ),
    ("tournament-results", POST): Operation(
        "Results of several tables, confirmed by staff, and what follows; all or nothing",
        tournaments.RoundTold,
        tournaments.ResultsIn,
        status=201,
        appends=True,
        known=True,
    ),
    ("tournament-pairings", GET): Operation("Tables by round", Listed(tournaments.Pairing), query=ROUND),
    ("tournament-standings", GET): Operation(
        "The ranking after a round",
        tournaments.Standings,
        query={**ROUND, **FORMAT},
        also={"text/csv": "rank, player, name, club, the figures by their ids, change"},
    ),
    ("tournament-standings-csv", GET): Operation(
        "The ranking as CSV", query=ROUND, also={"text/csv": "rank, player, name, club, the figures, change"}
    ),
    ("tournament-explain", GET): Operation(
        "Every figure of a player, down to its events", tournaments.Explanation, query=ROUND
    ),
    ("tournament-events", GET): Operation("The log, as the caller may see it", EventsPage, query=EVENTS),
    ("tournament-events", POST): LOG,
    ("tournament-state", GET): Operation("The state, as the caller may see it", logs.State, query=AT),
    ("tournament-next", GET): Operation("What may legally come next", logs.Next),
    ("tournament-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}

CAMPAIGNS: dict[Key, Operation] = {
    ("campaigns", GET): Operation(
        "Event days, newest first",
        Page[campaigns.Campaign],
        query={
            **SYSTEM,
            "status": one_of("of the day", *DAY_STATUSES),
            **NAME,
            **PLAYER,
            **SAID,
            **SINCE,
            **PAGED,
        },
    ),
    ("campaigns", POST): Operation(
        "A new event day",
        campaigns.CampaignDetail,
        campaigns.NewCampaign,
        status=201,
        appends=True,
        known=True,
    ),
    ("campaign", GET): Operation("One event day", campaigns.CampaignDetail),
    ("campaign", POST): append("Start the day, or finish it", campaigns.CampaignAction),
    ("campaign-players", GET): Operation("Who plays here", Listed(campaigns.DayEntrant)),
    ("campaign-players", POST): Operation(
        "Register players",
        Listed(campaigns.DayEntrant),
        tournaments.PlayersIn,
        status=201,
        appends=True,
        known=True,
    ),
    ("campaign-player", POST): append("Check in, or undo it", campaigns.DayEntrantAction),
    ("campaign-tables", GET): Operation("The tables with their points", Listed(campaigns.DayTable)),
    ("campaign-tables", POST): append("Lay a table and seat its players", campaigns.NewTable),
    ("campaign-arcana", GET): Operation("The cards that pass between tables", Listed(campaigns.Arcanum)),
    ("campaign-arcana", POST): append("A card is earned, or sent to a table", campaigns.ArcanumIn),
    ("campaign-fallen", GET): Operation("Who fell, table by table", Listed(campaigns.FallenFigure)),
    ("campaign-fallen", POST): append("Publish the fates of whole tables", campaigns.FatesIn),
    ("campaign-result", GET): Operation("The overall result as it stands", campaigns.DayResult),
    ("campaign-events", GET): Operation("The log, as the caller may see it", EventsPage, query=EVENTS),
    ("campaign-events", POST): LOG,
    ("campaign-state", GET): Operation("The state, as the caller may see it", logs.State, query=AT),
    ("campaign-next", GET): Operation("What may legally come next", logs.Next),
    ("campaign-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}
