"""An event day in the state that a test wants, made by commands as its organiser would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.last_battle.play.simulate import play_out
from games.match import STAFF_SIDE, ResultConfirmed
from games.registry import MATCHES
from games.ruleset import Actor
from tracker import commands, warm
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import Event, Player
from tracker.rulesets.campaign.state import CampaignState
from tracker.tests import db_states, hall

FIELDS = ("heaven", "sea", "camp", "dungeon", "serpent")
ORGANISER = Actor("organiser", "olga")
organiser = hall.organiser


@db_states.kept
def prepared(who: Identity, fields: Sequence[str] = FIELDS, seats: int = 1, **options: Any) -> UUID:
    """A day with its tables laid, `seats` players a side at each."""
    day = commands.create_campaign(who, name="The last battle", options=options)
    count = len(fields) * seats * 2
    people = commands.register_players(who, day, [commands.NewPlayer(f"Player {n:02}") for n in range(count)])
    for number, field in enumerate(fields):
        at = people[number * seats * 2 : (number + 1) * seats * 2]
        commands.add_table(who, day, battlefield=field, sides=_sides(at, seats))
    return day


def _sides(people: Sequence[Player], seats: int) -> dict[str, list[UUID]]:
    return {
        "serpent": [player.id for player in people[:seats]],
        "alliance": [player.id for player in people[seats:]],
    }


@db_states.kept
def started(who: Identity, **told: Any) -> UUID:
    """A day whose tables are open; at summary detail unless told, so that cards may come at once."""
    day = prepared(who, **{"detail": "summary", **told})
    commands.start_day(who, day)
    return day


def state_of(day: UUID) -> CampaignState:
    state: CampaignState = warm.current(day).state
    return state


def match_at(day: UUID, table: str) -> UUID:
    return UUID(state_of(day).tables[table].match)


def play_of(match: UUID) -> Any:
    """The game's own state of a match."""
    return warm.current(match).state.play


def append(match: UUID, *payloads: tuple[str, dict[str, Any]]) -> None:
    """Events by an organiser, as if they were logged at the table."""
    codec = warm.get(match).codec
    events = tuple(codec.from_payload(type_, data) for type_, data in payloads)
    handle(Command(stream=match, actor=ORGANISER, events=events))


def report(who: Identity, day: UUID, table: str, serpent: int = 1, alliance: int = 0, **told: Any) -> None:
    """The whole match of a table in one confirmed report."""
    winner = "draw" if serpent == alliance else "serpent" if serpent > alliance else "alliance"
    vp = {"serpent": serpent, "alliance": alliance}
    payload = {"turns": 5, "strategy": vp, "result": winner, "casualties": [], **told}
    commands.report_match(who, match_at(day, table), payload)


def confirm(match: UUID) -> None:
    """Staff confirm a finished match as it stands."""
    outcome = MATCHES["last_battle"].outcome(warm.current(match).state)
    event = ResultConfirmed(side=STAFF_SIDE, vp=dict(outcome.vp), winner=outcome.winner or "")
    handle(Command(stream=match, actor=ORGANISER, events=(event,)))


def count(stream: UUID, type_: str) -> int:
    return Event.objects.filter(stream_id=stream, type=type_).count()


@db_states.kept
def set_up(match: UUID, unique: bool = False) -> None:
    """Schemes chosen, squads hired, notes written: the first turn comes next."""
    choose(match)
    for player in play_of(match).squads:
        figures = [{"figure_id": f"{player}-leader", "unique": True}] if unique else []
        append(match, ("squad_hired", {"player": player, "leader": f"{player}-leader", "figures": figures}))
    for player, squad in play_of(match).squads.items():
        note = {"scheme": squad.schemes[0].scheme, "own_figures": [], "enemy_figures": []}
        append(match, ("scheme_noted", {"player": player, **note}))


def play(match: UUID, seed: int, limit: int) -> bool:
    """Some actions of a simulated match at full detail, from where it stands; False when it is over."""
    told = play_out(play_of(match), seed, "full", limit)
    for event, by in told:
        handle(Command(stream=match, actor=by, events=(event,)))
    return bool(told) and play_of(match).phase != "closed"


def choose(match: UUID) -> None:
    """Every Alliance player takes a scheme that wants no note."""
    for player, squad in play_of(match).squads.items():
        if not squad.chosen:
            append(match, ("scheme_chosen", {"player": player, "scheme": "loophole"}))
