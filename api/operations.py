"""What every address answers: one line for each method, from which the OpenAPI document is made.

A test compares the table with the addresses, so nothing is left out and nothing is promised that is not there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from api.params import (
    AT,
    EVENTS,
    FEED,
    FIELDS,
    FORMAT,
    HIGHEST_NUMBER,
    LIMIT,
    MOVES,
    NAME,
    PAGED,
    PLAYER,
    ROUND,
    SAID,
    SINCE,
    SYSTEM,
    Param,
    an_id,
    expand,
    ids,
    one_of,
    whole,
)
from api.shapes import (
    campaigns,
    chronicles,
    feed,
    ladders,
    logs,
    matches,
    people,
    ratings,
    rule_fixes,
    systems,
    tournaments,
    webhooks,
)
from api.shapes.kinds import DAY_STATUSES
from api.shapes.pages import Page, RosterReport
from tracker.models.rosters import KINDS
from tracker.selectors import EventsPage, SealView
from tracker.selectors.teams import Teams


class Operation(NamedTuple):
    """`body` and `answer` are structs (None: no body); `query` maps a parameter to what it means.

    `also`: other media types. `besides`: other good statuses and what they answer.
    `appends`: it writes to a log, so it takes an idempotency key and an expected version, and may be refused by the
    rules. `keyed`: it takes an idempotency key though it writes to no log. `ruled`: the rules may refuse it though it
    writes to no log. `known`: it needs a signed-in user or a token.
    """

    about: str
    answer: Any = None
    body: Any = None
    query: dict[str, Param] = {}
    status: int = 200
    appends: bool = False
    keyed: bool = False
    ruled: bool = False
    known: bool = False
    also: dict[str, str] = {}
    besides: dict[int, Any] = {}

    @property
    def is_read(self) -> bool:
        """Whether it answers JSON of which a client may want less."""
        return self.answer is not None and self.body is None


class Listed(NamedTuple):
    """Stands in the table for a list that comes whole."""

    of: Any


def _append(about: str, body: Any, answer: Any = logs.Appended) -> Operation:
    return Operation(about, answer, body, status=201, appends=True, known=True)


GET, POST, DELETE = "get", "post", "delete"
Key = tuple[str, str]
LOG = _append("Append one event or several, all or nothing", logs.AppendIn)._replace(
    besides={200: logs.Judged}
)
"""With `dry_run` they are judged alone."""

SYSTEMS: dict[Key, Operation] = {
    ("systems", GET): Operation("Every rule set", Listed(systems.System)),
    ("system", GET): Operation("One rule set", systems.System),
    ("system-rules", GET): Operation("Every rule with its sentences in both languages", systems.RuleList),
    ("system-catalogue", GET): Operation(
        "The facts of the rulebook, and the imported editions", systems.Catalogue
    ),
    ("edition", GET): Operation("The cards of an imported edition", systems.CardList),
    ("system-schemas", GET): Operation("JSON Schemas of the system's events", dict[str, Any]),
    ("scenarios", GET): Operation("What a round may be played on", Listed(systems.Scenario), query=SYSTEM),
}


def _rosters(kind: str) -> dict[Key, Operation]:
    return {
        (f"{kind}s", GET): Operation(f"The caller's {kind}s", Page[people.Roster], query=SYSTEM | PAGED),
        (f"{kind}s", POST): Operation(
            f"Save a new {kind}", people.Roster, people.RosterToSave, status=201, keyed=True, known=True
        ),
        (f"{kind}-validate", POST): Operation(
            f"Check a {kind}, storing nothing", RosterReport, people.RosterIn
        ),
        (kind, GET): Operation(f"One {kind} of the caller's", people.Roster, known=True),
        (f"{kind}-revisions", GET): Operation(
            f"Every revision of a {kind}", Listed(people.Revision), known=True
        ),
        (f"{kind}-revisions", POST): Operation(
            f"Save another revision of a {kind}",
            people.Revision,
            people.RevisionIn,
            status=201,
            keyed=True,
            known=True,
        ),
    }


ROSTERS: dict[Key, Operation] = {key: told for kind in KINDS for key, told in _rosters(kind).items()}


def names_of(parts: type[msgspec.Struct]) -> list[str]:
    """What may stand in `?expand=`, by the struct that then holds it."""
    return [one.name for one in msgspec.structs.fields(parts)]


MATCH_PARTS = expand(*names_of(matches.MatchParts))
EVENT_PARTS = expand(*names_of(tournaments.TournamentParts))
HEADS = ("match", "tournament")
"""What a live stream may send of its stream itself."""

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
    ("tournament", POST): _append("Lock or unlock lists, or finish", tournaments.TournamentAction),
    ("tournament-players", GET): Operation("Who plays here", Listed(tournaments.Entrant)),
    ("tournament-players", POST): Operation(
        "Register players",
        Listed(tournaments.Entrant),
        tournaments.EntrantsIn,
        status=201,
        appends=True,
        known=True,
    ),
    ("tournament-player", POST): _append(
        "Check in, drop, reinstate, hand a list in", tournaments.EntrantAction
    ),
    ("tournament-rounds", GET): Operation("The rounds with their tables", Listed(tournaments.Round)),
    ("tournament-rounds", POST): _append(
        "Draw the next round, publish and start it if wanted", tournaments.DrawIn, tournaments.RoundAppended
    ),
    ("tournament-stages", GET): Operation(
        "The stages that have begun, and the planned ones", tournaments.Stages
    ),
    ("tournament-stages", POST): _append("Begin the next stage, or take it back", tournaments.StageIn),
    ("tournament-teams", GET): Operation(
        "The teams with their standings, matches and boards, every figure with its rows", Teams
    ),
    ("tournament-teams", POST): Operation(
        "Enter teams with their players", Teams, tournaments.TeamsIn, status=201, appends=True, known=True
    ),
    ("tournament-round", GET): Operation("One round", tournaments.Round),
    ("tournament-round", POST): _append(
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
    ("campaign", POST): _append("Start the day, or finish it", campaigns.CampaignAction),
    ("campaign-players", GET): Operation("Who plays here", Listed(campaigns.DayEntrant)),
    ("campaign-players", POST): Operation(
        "Register players",
        Listed(campaigns.DayEntrant),
        tournaments.EntrantsIn,
        status=201,
        appends=True,
        known=True,
    ),
    ("campaign-tables", GET): Operation("The tables with their points", Listed(campaigns.DayTable)),
    ("campaign-tables", POST): _append("Lay a table and seat its players", campaigns.NewTable),
    ("campaign-arcana", GET): Operation("The cards that pass between tables", Listed(campaigns.Arcanum)),
    ("campaign-arcana", POST): _append("A card is earned, or sent to a table", campaigns.ArcanumIn),
    ("campaign-fallen", GET): Operation("Who fell, table by table", Listed(campaigns.FallenFigure)),
    ("campaign-fallen", POST): _append("Publish the fates of whole tables", campaigns.FatesIn),
    ("campaign-result", GET): Operation("The overall result as it stands", campaigns.DayResult),
    ("campaign-events", GET): Operation("The log, as the caller may see it", EventsPage, query=EVENTS),
    ("campaign-events", POST): LOG,
    ("campaign-state", GET): Operation("The state, as the caller may see it", logs.State, query=AT),
    ("campaign-next", GET): Operation("What may legally come next", logs.Next),
    ("campaign-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}

CHRONICLES: dict[Key, Operation] = {
    ("chronicles", GET): Operation(
        "Campaigns, newest first", Page[chronicles.Chronicle], query=SINCE | PAGED
    ),
    ("chronicles", POST): Operation(
        "A new campaign, from its definition",
        chronicles.Chronicle,
        chronicles.NewChronicle,
        status=201,
        appends=True,
        known=True,
    ),
    ("chronicle", GET): Operation("One campaign with its ranking", chronicles.Chronicle),
    ("chronicle-world", GET): Operation("What it has come to", chronicles.ChronicleWorld),
    ("chronicle-rosters", POST): _append("A roster joins", chronicles.NewRoster),
    ("chronicle-matches", POST): _append(
        "Open a match of the campaign", chronicles.NewLink, chronicles.LinkOpened
    ),
    ("chronicle-challenges", POST): _append("A roster challenges another", chronicles.NewChallenge),
    ("chronicle-challenge", POST): _append(
        "An answer to a challenge, or its match", chronicles.ChallengeAnswer, chronicles.ChallengeAnswered
    ),
    ("chronicle-amendments", POST): _append(
        "The rules change, from the next cycle on", chronicles.NewAmendment
    ),
    ("chronicle-what-ifs", GET): Operation(
        "One's own what-ifs of a campaign", chronicles.WhatIfList, known=True
    ),
    ("chronicle-what-ifs", POST): Operation(
        "A what-if: a fork at an entry",
        chronicles.WhatIf,
        chronicles.NewWhatIf,
        status=201,
        known=True,
        keyed=True,
    ),
    ("chronicle-what-if", GET): Operation("What it has come to", chronicles.WhatIf, known=True),
    ("chronicle-what-if", DELETE): Operation("Throw it away", status=204, known=True),
    ("chronicle-what-if-events", POST): Operation(
        "Assume events", chronicles.WhatIf, chronicles.Assumed, status=201, known=True, keyed=True, ruled=True
    ),
    ("chronicle-what-if-matches", POST): Operation(
        "The computer plays on",
        chronicles.WhatIf,
        chronicles.PlayedOn,
        status=201,
        known=True,
        keyed=True,
        ruled=True,
    ),
    ("chronicle-rolls", POST): _append("The server's dice", chronicles.Roll, chronicles.Rolled),
    ("chronicle-events", GET): Operation("The log", EventsPage, query=EVENTS),
    ("chronicle-events", POST): LOG,
    ("chronicle-state", GET): Operation("The folded log", logs.State, query=AT),
    ("chronicle-next", GET): Operation("What may legally come next", logs.Next),
    ("chronicle-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}

SEASON = {"season": an_id("id of a season; all time without it, or with `all`")._replace(also=("all",))}
LADDER = {**SEASON, "character": Param("a character; any without it")}
RUN_STATUS = {"status": one_of("of the run", "running", "logged", "confirmed", "contested", "annulled")}
PLACES = "place, player, name, club, rank, the figures by their ids, status, runs, started, run"

RANKED: dict[Key, Operation] = {
    ("ratings", GET): Operation(
        "The ratings of a game from the top",
        ratings.Ratings,
        query={"scale": one_of("of the list", "duel", "many")},
    ),
    ("player-ratings", GET): Operation(
        "A player's ratings in a game, explained match by match", ratings.PlayerRatings
    ),
    ("statistics", GET): Operation(
        "What is played and what wins, with 95 % intervals",
        ratings.Statistics,
        query={"tournament": an_id("id of a tournament"), "season": an_id("id of a season")},
    ),
    ("ladders", GET): Operation("The ladders of a season", ladders.Ladders, query=SYSTEM | SEASON),
    ("ladder", GET): Operation(
        "A ladder from the top, each player's best run",
        ladders.LadderPage,
        query={**LADDER, **FORMAT, **PAGED},
        also={"text/csv": PLACES},
    ),
    ("ladder-csv", GET): Operation("The whole ladder as CSV", query=LADDER, also={"text/csv": PLACES}),
    ("runs", GET): Operation(
        "Runs, newest first",
        Page[ladders.Run],
        query={
            **SYSTEM,
            **SEASON,
            "board": Param("key of a board"),
            "character": Param("key of a character"),
            **RUN_STATUS,
            **PLAYER,
            **SINCE,
            **PAGED,
        },
    ),
    ("runs", POST): Operation(
        "Log a run without any tournament",
        ladders.RunLogged,
        ladders.NewRun,
        status=201,
        appends=True,
        known=True,
        besides={200: ladders.RunLogged},
    ),
    ("run", GET): Operation("One run, down to the events that made its score", ladders.RunDetail),
    ("seasons", GET): Operation(
        "Seasons, newest first", Page[ladders.Season], query={**SYSTEM, **NAME, **SINCE, **PAGED}
    ),
    ("seasons", POST): Operation(
        "A new season", ladders.Season, ladders.NewSeason, status=201, appends=True, known=True
    ),
    ("season", GET): Operation("One season", ladders.Season),
    ("season", POST): _append("Change, close or reopen a season", ladders.SeasonAction),
    ("season-league", GET): Operation("The table over its tournaments, explained", ladders.League),
    ("season-league", POST): _append("The formula of the season, and its divisions", ladders.LeagueFormula),
    ("season-events", GET): Operation("The season's log", EventsPage, query=EVENTS),
    ("season-events", POST): LOG,
    ("season-verify", GET): Operation("Prove the log against itself and the seals", logs.Proof),
}

PEOPLE: dict[Key, Operation] = {
    ("players", GET): Operation(
        "Players, newest first",
        Page[people.Player],
        query={**NAME, "club": Param("a part of the club, as `name`"), **SINCE, **PAGED, **ids("players")},
    ),
    ("players", POST): Operation(
        "A new player, outside any tournament",
        people.PlayerMade,
        people.NewPlayer,
        status=201,
        keyed=True,
        known=True,
    ),
    ("player", GET): Operation("One player with the matches played", people.PlayerDetail),
    ("tokens", GET): Operation("The caller's tokens", Page[people.Token], query=PAGED, known=True),
    ("tokens", POST): Operation("A new token", people.TokenSecret, people.NewToken, status=201, known=True),
    ("token", DELETE): Operation("Revoke a token", status=204, known=True),
    ("claim", POST): Operation(
        "A claim code becomes a player's token", people.Claimed, people.ClaimIn, status=201
    ),
}

RULE_FIXES: dict[Key, Operation] = {
    ("rule-fixes", GET): Operation(
        "Reports on mended rules, newest first", Page[rule_fixes.RuleFix], query=PAGED, known=True
    ),
    ("rule-fixes", POST): Operation(
        "Look through the matches of a game by today's rules",
        rule_fixes.RuleFix,
        rule_fixes.NewRuleFix,
        status=201,
        keyed=True,
        known=True,
    ),
    ("rule-fix", GET): Operation("One report", rule_fixes.RuleFix, known=True),
    ("rule-fix", POST): Operation(
        "Decide about matches of a report", rule_fixes.Decided, rule_fixes.Decision, known=True
    ),
    ("rule-fix-matches", GET): Operation(
        "The matches that would end otherwise", Page[rule_fixes.RuleFixMatch], query=PAGED, known=True
    ),
}

WEBHOOKS: dict[Key, Operation] = {
    ("webhooks", GET): Operation(
        "The caller's webhooks", Page[webhooks.Webhook], query=SINCE | PAGED, known=True
    ),
    ("webhooks", POST): Operation(
        "An address that is told of what happens",
        webhooks.WebhookMade,
        webhooks.NewWebhook,
        status=201,
        keyed=True,
        known=True,
    ),
    ("webhook", GET): Operation("One webhook", webhooks.Webhook, known=True),
    ("webhook", POST): Operation(
        "Try, pause, resume, skip or send again", webhooks.Webhook, webhooks.WebhookAction, known=True
    ),
    ("webhook", DELETE): Operation("Remove a webhook", status=204, known=True),
    ("webhook-deliveries", GET): Operation(
        "How its messages arrived, newest first",
        Page[webhooks.WebhookDelivery],
        query=SINCE | PAGED,
        known=True,
    ),
}

OPERATIONS: dict[Key, Operation] = {
    ("root", GET): Operation("Where to begin", systems.Root),
    ("seals", GET): Operation("The newest seal of this installation", SealView),
    ("seal", GET): Operation(
        "One seal: a client that kept it compares the hash; 404 when it is gone", SealView
    ),
    **SYSTEMS,
    **ROSTERS,
    **MATCHES,
    **TOURNAMENTS,
    **CAMPAIGNS,
    **CHRONICLES,
    **RANKED,
    **PEOPLE,
    **RULE_FIXES,
    **WEBHOOKS,
    ("live", GET): Operation(
        "The log as server-sent events; resumes by Last-Event-ID",
        query={
            "after": whole("begin after this seq instead of with what comes next"),
            "expand": Param(
                "also these parts, each as an event of its name: at once, and again whenever it has changed",
                {"type": "string"},
                lambda: [*HEADS, *names_of(matches.MatchParts), *names_of(tournaments.TournamentParts)],
                several=True,
            ),
            "stream_token": Param(
                "who follows, where no header can be sent (`live/…/token/`)",
                {"type": "string", "maxLength": 400},
            ),
        },
        also={
            "text/event-stream": "`id` is the seq, `data` the event; `event: changed` when pages have caught up"
        },
    ),
    ("live-token", POST): Operation(
        "A short-lived token in the address, for a browser's EventSource",
        logs.StreamToken,
        logs.StreamTokenIn,
        status=201,
        known=True,
    ),
    ("feed", GET): Operation(
        "Every event of the installation, oldest first, as everybody may see it",
        feed.FeedPage,
        query={"after": whole("only events with a higher number", high=HIGHEST_NUMBER), **LIMIT, **FEED},
    ),
    ("feed-live", GET): Operation(
        "The feed as server-sent events; resumes by Last-Event-ID",
        query={
            "after": whole("begin after this number instead of with what comes next", high=HIGHEST_NUMBER),
            **FEED,
        },
        also={
            "text/event-stream": "`id` is the number, `data` an event as in `feed/`; `event: alive` now and then"
        },
    ),
    ("schema", GET): Operation("This document", dict[str, Any]),
    ("docs", GET): Operation("This document, to browse", also={"text/html": "a page"}),
}


def query_of(name: str, method: str) -> dict[str, Param]:
    """The parameters that an address knows, for a method of HTTP."""
    return told_by(operation_of(name, method))


def operation_of(name: str, method: str) -> Operation | None:
    """What an address does for a method of HTTP."""
    return OPERATIONS.get((name, "get" if method == "HEAD" else method.lower()))


def told_by(operation: Operation | None) -> dict[str, Param]:
    """The parameters of an operation: of every read also which fields of its answer are wanted."""
    if operation is None:
        return {}
    return operation.query | FIELDS if operation.is_read else operation.query
