"""A campaign in the state that a test wants, made by commands as a club would."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.campaigns import Told
from tracker import commands, warm
from tracker.identity import Identity
from tracker.models import Event, Player
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.preview import correction as correction
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.templates import templates
from tracker.rulesets.chronicle.world import World
from tracker.tests import db_states
from tracker.tests.hall import caught_up

SUMMARY = 'options = { detail = "summary" }\n'


def river_war(extra: str = SUMMARY) -> str:
    """The template, its matches told in one report."""
    return templates()["river-war"].replace('system = "bushido"\n', f'system = "bushido"\n{extra}')


def players(*names: str) -> list[Player]:
    return [Player.objects.create(name=name) for name in names]


def of(player: Player) -> Identity:
    """The device of a player."""
    from django.contrib.auth.models import AnonymousUser

    return Identity(AnonymousUser(), frozenset({str(player.id)}))


@db_states.kept
def opened(who: Identity, *names: str, definition: str = "") -> tuple[UUID, list[Player]]:
    """A campaign with a roster for each of these players: two fighters each."""
    stream = commands.create_chronicle(who, name="River", definition=definition or river_war())
    found = players(*names)
    for number, player in enumerate(found, start=1):
        fighters = [(f"hiro-{number}", f"Hiro {number}"), (f"mika-{number}", f"Mika {number}")]
        commands.join_chronicle(of(player), stream, player=player.id, name=player.name, fighters=fighters)
    return stream, found


def state(stream: UUID) -> ChronicleState:
    found: ChronicleState = warm.current(stream).state
    return found


def world(stream: UUID) -> World:
    return derive(state(stream))


def report(winner: str) -> list[dict[str, Any]]:
    """A whole Bushido match in one report: `winner` is side a or b, the other one gave up."""
    loser = "b" if winner == "a" else "a"
    told = {"last_turn": 0, "reason": "conceded", "vp": {"a": 0, "b": 0}, "by_side": loser}
    return [
        {"type": "scenario_selected", "data": {"scenario": "idols", "method": "organiser"}},
        {"type": "match_result_recorded", "data": told},
    ]


def play(who: Identity, stream: UUID, winner: str = "a", *rosters: str, stake: str = "") -> UUID:
    """Opens, plays and confirms a match; the campaign has heard it."""
    match = commands.link_match(who, stream, rosters or ("r1", "r2"), stake=stake)
    commands.append(who, match, report(winner)[:1])
    now = report(winner)[1]
    commands.report_match(who, match, now["data"], type_=now["type"])
    caught_up()
    return match


def fell(roster: str, fighter: str, by: str = "") -> Told:
    """What a player tells: a fighter of theirs was removed."""
    values: dict[str, str | int | bool] = {"by": by} if by else {}
    who = f"{roster}/{fighter}"
    return Told(fact="model_removed", key=who, of=who, values=values, stated=True)


def settled(who: Identity, stream: UUID, link: str, roster: str, *facts: Told) -> None:
    """The whole aftermath of one roster."""
    commands.state_facts(who, stream, link, roster, facts)
    commands.roll_dice(who, stream, link, roster)
    commands.sign_aftermath(who, stream, link, roster)


def spent(who: Identity) -> tuple[UUID, UUID, str]:
    """(campaign, match, link): Ann has won the first match, both have signed, and she has spent what it brought."""
    stream, _players = opened(who, "Ann", "Bob")
    match = play(who, stream, "a", stake="ford")
    link = next(iter(state(stream).links))
    for roster in ("r1", "r2"):
        settled(who, stream, link, roster)
    for number in range(3):
        commands.buy_item(who, stream, "r1", "hire", recruit=(f"n{number}", f"New {number}"))
    return stream, match, link


def turn_round(who: Identity, match: UUID, winner: str) -> None:
    """The result of a match is taken back and told the other way."""
    rows = Event.objects.filter(stream_id=match, type__in=["match_result_recorded", "result_confirmed"])
    commands.void(who, match, [row.seq for row in rows.order_by("seq")][-2:], "typed wrongly")
    now = report(winner)[1]
    commands.report_match(who, match, now["data"], type_=now["type"])
    caught_up()
