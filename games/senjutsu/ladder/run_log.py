"""A horde run that somebody logs without any tournament: its first events, and the whole of it at summary detail.

Registered in `games.registry`; the fields are what a form or a REST client fills in. Nothing is judged here: the
events are, one by one, when they are appended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from games.ruleset import Event
from games.senjutsu.events import (
    Cause,
    Count,
    Defeat,
    DetailLevel,
    HordeResult,
    MatchCreated,
    MatchFinished,
    Positive,
    SideConceded,
    SideRegistered,
)
from games.senjutsu.facts import CHARACTERS, FACTS
from games.senjutsu.state import OPPONENTS, shared

SIDE = "red"
"""The one side of a run."""


class RunTold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A run as its player tells it. Without `waves_cleared` it has only begun; `weapon` None: the printed deck's.

    `nightmare`: slot -> the type that stands in it. `last_clear_turn` and `turns` None are not told. `wound_limit` and
    `hand_limit` are the numbers on the character card; None: not told, and defeat is not checked (SEN-LOG-05).
    """

    character: str
    weapon: str | None = None
    wound_limit: Positive | None = None
    hand_limit: Positive | None = None
    detail: DetailLevel = "summary"
    nightmare: dict[str, str] = {}
    fallen_lord: bool = False
    waves_cleared: Count | None = None
    vos_in_wave: Count = 0
    last_clear_turn: Count = 0
    turns: Count | None = None
    ended: Cause | Literal["retired"] = "wounds"


def run_events(player: str, fields: Mapping[str, Any]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """(what staff log to open the run, what the player logs). Raises `msgspec.ValidationError` naming the field."""
    told = msgspec.convert(dict(fields), RunTold)
    return (_created(player, told),), (_registered(player, told), *_result(player, told))


def _created(player: str, told: RunTold) -> MatchCreated:
    return MatchCreated(mode="horde", sides={SIDE: (player,)}, **shared(told, MatchCreated))


def _registered(player: str, told: RunTold) -> SideRegistered:
    own = CHARACTERS.get(told.character)
    weapons = (told.weapon,) if told.weapon else own.weapons if own else ()
    cards = tuple(FACTS.weapons[weapon].card for weapon in weapons if weapon in FACTS.weapons)
    core = own.core if own else None
    return SideRegistered(
        player=player,
        character=told.character,
        core_card=core,
        weapons=weapons,
        weapon_cards=cards,
        wound_limit=told.wound_limit,
        hand_limit=told.hand_limit,
    )


def _result(player: str, told: RunTold) -> Iterator[Event]:
    """The whole run in one event; retiring comes before it."""
    if told.waves_cleared is None:
        return
    if told.ended == "retired":
        yield SideConceded(player=player)
    yield MatchFinished(
        winner=OPPONENTS,
        turns=told.turns,
        defeats=None if told.ended == "retired" else (Defeat(player, told.ended),),
        horde=HordeResult(**shared(told, HordeResult)),
    )
