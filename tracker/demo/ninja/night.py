"""A night at the castle: the demo's match of Ninja at full detail, played by `simulate` to its end, so that everybody
can go through it with both maps side by side; and beside it one that is still being played, with its secrets kept.

Called by `tracker.demo.ninja`.
"""

from __future__ import annotations

from itertools import count
from uuid import UUID

import msgspec

from games.codec import codec_for, tag
from games.ninja.events import MatchCreated, Options
from games.ninja.play.simulate import simulate
from games.registry import MATCHES
from games.ruleset import SYSTEM, Event
from games.simulated import Logged
from tracker import commands, selectors
from tracker.after import follow_up
from tracker.commands import NewPlayer
from tracker.demo.people import CLUBS, NAMES
from tracker.demo.table import confirm
from tracker.handle import Command, handle
from tracker.identity import Identity

NAME = "A night at the castle (demo)"
SEEDS = (14, 15)
SHARE = 0.6
"""So much of the second match is played."""


def play_night(identity: Identity) -> UUID:
    """Two tables of one round: a finished match and a running one."""
    event = commands.create_tournament(identity, name=NAME, preset="ninja_night", options={"rounds": 1})
    people = [NewPlayer(name, CLUBS[number % len(CLUBS)]) for number, name in enumerate(NAMES[-4:])]
    for player in commands.register_players(identity, event, people):
        commands.check_in(identity, event, player=player.id)
    commands.draw_round(identity, event, seed="night", reason="a demonstration")
    commands.publish_round(identity, event, round=1)
    commands.start_round(identity, event, round=1)
    follow_up.catch_up()
    finished, running = selectors.matches_of(event, 1)
    _log(finished.stream_id, SEEDS[0], 1.0)
    confirm(finished.stream_id)
    _log(running.stream_id, SEEDS[1], SHARE)
    follow_up.catch_up()
    return event


def _log(match: UUID, seed: int, share: float) -> None:
    """A simulated match from its set-up on, with the players of this table."""
    logged = _ordinary(seed)
    sides = selectors.sides_of(match)
    names = {name: sides[side][0] for side, players in _opening(logged).sides.items() for name in players}
    codec = codec_for(MATCHES["ninja"])
    events: list[Event] = []
    for event, _by in logged[1 : round(len(logged) * share)]:
        told = msgspec.to_builtins(event)
        data = {
            key: names.get(value, value) if isinstance(value, str) else value for key, value in told.items()
        }
        events.append(codec.from_payload(tag(type(event)), {k: v for k, v in data.items() if k != "type"}))
    handle(Command(stream=match, actor=SYSTEM, events=tuple(events)))


def _ordinary(seed: int) -> list[Logged]:
    """The first match from this seed on for two players by the rulebook, with the secrets kept by the server."""
    for number in count(seed):
        _setup, logged = simulate(number, "full", 1)
        told = _opening(logged)
        kept = not any(tag(type(event)) == "secret_revealed" for event, _by in logged)
        if kept and told.variant == "standard" and told.options == Options():
            return logged
    raise AssertionError


def _opening(logged: list[Logged]) -> MatchCreated:
    told = logged[0][0]
    assert isinstance(told, MatchCreated)
    return told
