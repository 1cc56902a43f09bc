"""A whole event and a match through the Python client that `openapi-python-client` makes: drive.py HOST TOKEN.

Type-checked strictly against that client, and without a cast: `api/tests/test_clients.py` generates, checks, runs it.
"""

import sys
from typing import TypeVar
from uuid import UUID

from warledger import AuthenticatedClient
from warledger.api.matches import get_match_score, post_match_events, post_matches
from warledger.api.people import post_claim, post_players
from warledger.api.tournaments import (
    get_tournament_standings,
    get_tournaments,
    post_tournament_results,
    post_tournament_rounds,
    post_tournaments,
)
from warledger.models import (
    AppendIn,
    ClaimIn,
    DrawIn,
    LastBattleMatchReported,
    LastBattleMatchReportedEvent,
    LastBattleMatchReportedStrategy,
    LastBattleResultConfirmed,
    LastBattleResultConfirmedEvent,
    LastBattleResultConfirmedVp,
    LastBattleSchemeChosen,
    LastBattleSchemeChosenEvent,
    LastBattleTableOpened,
    LastBattleTableOpenedEvent,
    LastBattleTableOpenedSides,
    NewEntrant,
    NewMatch,
    NewPlayer,
    NewTournament,
    NewTournamentOptions,
    ProblemBody,
    ResultsIn,
    TableResultIn,
)

T = TypeVar("T")
HOST, TOKEN = sys.argv[1:]


def good(answer: T | ProblemBody | None) -> T:
    """The answer, unless it is a refusal."""
    if answer is None or isinstance(answer, ProblemBody):
        raise SystemExit(f"refused: {answer}")
    return answer


def client(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=HOST, token=token)


def report() -> LastBattleMatchReportedEvent:
    points = LastBattleMatchReportedStrategy.from_dict({"serpent": 1, "alliance": 0})
    told = LastBattleMatchReported(turns=5, strategy=points, result="serpent")
    return LastBattleMatchReportedEvent(type_="match_reported", data=told)


def event(desk: AuthenticatedClient) -> None:
    names = ("Anna", "Борис", "Clara", "Дина")
    asked = NewTournament(
        name="By a client",
        players=[NewEntrant(name=name) for name in names],
        check_in=True,
        options=NewTournamentOptions.from_dict({"rounds": 2, "list_required": False}),
    )
    made = good(post_tournaments.sync(client=desk, body=asked, idempotency_key="client-event"))
    at = made.tournament.id
    drawn = good(post_tournament_rounds.sync(at, client=desk, body=DrawIn(until="started")))
    assert drawn.round_ and drawn.round_.status == "started"
    for number in (1, 2):
        told = ResultsIn(
            results=[TableResultIn(table=table, events=[report()]) for table in (1, 2)],
            then="draw" if number == 1 else "finish",
        )
        answer = good(post_tournament_results.sync(at, number, client=desk, body=told))
        assert answer.status == "closed" and not answer.missing
    found = good(get_tournaments.sync(client=desk, id=[at], expand=["standings"])).results[0]
    assert found.status == "finished" and found.expanded and found.expanded.standings
    ranking = good(get_tournament_standings.sync(at, client=desk))
    assert [row.name for row in ranking.rows] == [row.name for row in found.expanded.standings.rows]
    print("event", len(ranking.rows), sum(row.figures[0].top for row in ranking.rows))


def match(desk: AuthenticatedClient) -> None:
    made = [good(post_players.sync(client=desk, body=NewPlayer(name=name))) for name in ("Anna", "Борис")]
    anna, boris = (one.player.id for one in made)
    phones = [
        client(good(post_claim.sync(client=desk, body=ClaimIn(code=one.claim_code))).token) for one in made
    ]
    sides = LastBattleTableOpenedSides.from_dict({"alliance": [anna], "serpent": [boris]})
    opened = LastBattleTableOpenedEvent(
        type_="table_opened", data=LastBattleTableOpened(battlefield="sea", sides=sides)
    )
    at = good(post_matches.sync(client=desk, body=NewMatch(system="last_battle", events=[opened]))).match.id
    chosen = LastBattleSchemeChosenEvent(
        type_="scheme_chosen", data=LastBattleSchemeChosen(player=str(anna), scheme="trap")
    )
    tell(phones[0], at, AppendIn(events=[chosen]))
    tell(phones[1], at, AppendIn(events=[report()]))
    for phone, side in zip(phones, ("alliance", "serpent"), strict=True):
        points = LastBattleResultConfirmedVp.from_dict({"serpent": 1, "alliance": 0})
        said = LastBattleResultConfirmed(side=side, vp=points, winner="serpent")
        tell(
            phone, at, AppendIn(events=[LastBattleResultConfirmedEvent(type_="result_confirmed", data=said)])
        )
    score = good(get_match_score.sync(at, client=desk))
    print("match", score.outcome.status, score.outcome.winner, score.outcome.vp["serpent"])


def tell(phone: AuthenticatedClient, at: UUID, body: AppendIn) -> None:
    good(post_match_events.sync(at, client=phone, body=body))


if __name__ == "__main__":
    event(client(TOKEN))
    match(client(TOKEN))
