"""Horde runs in the database: simulated whole ones, and short ones told event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.codec import codec_for
from games.registry import MATCHES
from games.ruleset import SYSTEM, Event, Setup
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE
from games.senjutsu.play.simulate import simulate
from tracker import log
from tracker.handle import Command, handle
from tracker.identity import Identity
from tracker.models import LadderEntry, Player
from tracker.systems import MATCH
from tracker.tests import db_states

SENJUTSU = "senjutsu"
RULES = MATCHES[SENJUTSU]
CODEC = codec_for(RULES)


@db_states.kept
def players(count: int) -> list[Player]:
    return [Player.objects.create(name=f"Player {number:03}") for number in range(1, count + 1)]


def made(who: Identity, *people: Player) -> None:
    """These players were entered by the account, which so may log for them."""
    Player.objects.filter(pk__in=[one.pk for one in people]).update(made_by=who.user)


def new_stream(stream: UUID | None = None) -> UUID:
    return log.create_stream(MATCH, SENJUTSU, RULES.version, Setup(), stream_id=stream).id


def tell(stream: UUID, *events: Event, at: str | None = None) -> None:
    """Events by the system, in one command."""
    handle(Command(stream=stream, actor=SYSTEM, events=events, at=at))


def simulated(seed: int, player: Player, level: str) -> list[Event]:
    """A whole random run of the player's."""
    _, steps = simulate(seed, level, mode="horde")
    return [_of(event, str(player.id)) for event, _ in steps]


def _of(event: Event, player: str) -> Event:
    text = msgspec.json.encode(event).replace(b"red-1", player.encode())
    return msgspec.json.decode(text, type=type(event))


def store_simulated(count: int, crowd: Sequence[Player], turns_every: int = 3) -> list[UUID]:
    """`count` runs of the crowd, some of them at turns detail."""
    streams = []
    for seed in range(count):
        stream = new_stream()
        level = "turns" if seed % turns_every == 0 else "summary"
        tell(stream, *simulated(seed, crowd[seed % len(crowd)], level))
        streams.append(stream)
    return streams


def opened(player: Player, detail: str = "summary", character: str = "ronin", **told: Any) -> list[Event]:
    """A run before its first wave."""
    sides = {"red": (str(player.id),)}
    created = e.MatchCreated(mode="horde", sides=sides, detail=detail, **told)  # type: ignore[arg-type]
    named = e.SideRegistered(
        player=str(player.id), character=character, weapons=("katana",), weapon_cards=("A-070",)
    )
    return [created, named]


def summed(player: Player, waves: int, foes: int = 0, turn: int | None = None, **told: Any) -> list[Event]:
    """A run told in one event."""
    run = e.HordeResult(waves_cleared=waves, vos_in_wave=foes, last_clear_turn=_turn(waves, turn))
    fell = (e.Defeat(str(player.id), "wounds"),)
    end = e.MatchFinished(winner="vo", turns=_turn(waves, turn) + 3, defeats=fell, horde=run)
    return [*opened(player, **told), end]


def _turn(waves: int, turn: int | None) -> int:
    return 0 if waves == 0 else turn or 2 * waves


def by_turns(player: Player, waves: int, foes: int = 0, **told: Any) -> list[Event]:
    """The same run wave by wave, two turns for each, then a last turn in which `foes` fall and the character too."""
    events, turn = opened(player, "turns", **told), 0
    for cleared in range(waves):
        level, wave = cleared // 4 + 1, cleared % 4 + 1
        if cleared and wave == 1:
            events += [
                e.LevelCompleted(level=level - 1),
                e.RecoveryApplied(steps=HORDE.recovery),  # type: ignore[arg-type]
            ]
        started = _wave(level, wave)
        fallen = {vo.vo: e.OpponentTurn(wounds=level, defeated="wounds") for vo in started.vos}
        events += [started, _recorded(player, turn + 1), _recorded(player, turn + 2, opponents=fallen)]
        events.append(e.WaveCleared(level=level, wave=wave, turn=turn + 2))
        turn += 2
    return [*events, *_last(player, waves, foes, turn)]


def _last(player: Player, waves: int, foes: int, turn: int) -> list[Event]:
    level, wave = waves // 4 + 1, waves % 4 + 1
    between: list[Event] = []
    if waves and wave == 1:
        steps: Any = HORDE.recovery
        between = [e.LevelCompleted(level=level - 1), e.RecoveryApplied(steps=steps)]
    started = _wave(level, wave)
    fallen = {vo.vo: e.OpponentTurn(wounds=level, defeated="wounds") for vo in started.vos[:foes]}
    end = _recorded(player, turn + 1, opponents=fallen, defeated="wounds")
    return [*between, started, end, e.MatchFinished(winner="vo")]


def _wave(level: int, wave: int) -> e.WaveStarted:
    slots = HORDE.waves[wave - 1]
    vos = tuple(
        e.WaveOpponent(vo=slot, slot=slot, hex=hex_, wound_limit=level)  # type: ignore[arg-type]
        for slot, hex_ in zip(slots, "ABCD", strict=False)
    )
    return e.WaveStarted(level=level, wave=wave, vos=vos)


def _recorded(
    player: Player, turn: int, opponents: dict[str, e.OpponentTurn] | None = None, defeated: Any = None
) -> e.TurnRecorded:
    own = e.Turn(wounds=9 if defeated else 0, defeated=defeated)
    return e.TurnRecorded(turn=turn, characters={str(player.id): own}, opponents=opponents or {})


def ran(events: list[Any], at: str | None = None) -> UUID:
    stream = new_stream()
    tell(stream, *events, at=at)
    return stream


def ladder(board: str = "horde", character: str = "", season: UUID | None = None) -> list[tuple[str, int]]:
    """(player's name, waves) from the best down."""
    rows = LadderEntry.objects.filter(board=board, character=character, season=season)
    found = rows.select_related("player").order_by("-score", "run_id")
    return [(row.player.name, row.figures["waves_cleared"]) for row in found]


def table(model: Any) -> list[dict[str, Any]]:
    return list(model.objects.order_by("pk").values())
