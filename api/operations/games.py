"""What the addresses of games, lists, people and ratings answer."""

from __future__ import annotations

from typing import Any

from api.operations.table import (
    DELETE,
    GET,
    LOG,
    POST,
    Key,
    Listed,
    Operation,
    append,
)
from api.params import (
    EVENTS,
    FORMAT,
    NAME,
    PAGED,
    PLAYER,
    SINCE,
    SYSTEM,
    Param,
    an_id,
    ids,
    one_of,
)
from api.shapes import (
    ladders,
    logs,
    people,
    ratings,
    systems,
)
from api.shapes.pages import Page, RosterReport
from tracker.models.rosters import KINDS
from tracker.selectors import EventsPage

SYSTEMS: dict[Key, Operation] = {
    ("systems", GET): Operation("Every rule set", Listed(systems.System)),
    ("system", GET): Operation("One rule set", systems.SystemDetail),
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
    ("season", POST): append("Change, close or reopen a season", ladders.SeasonAction),
    ("season-league", GET): Operation("The table over its tournaments, explained", ladders.League),
    ("season-league", POST): append("The formula of the season, and its divisions", ladders.LeagueFormula),
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
