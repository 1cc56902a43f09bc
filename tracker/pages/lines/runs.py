"""Events of a match that are read together: what the sentence of one takes from those around it (`games.faces.Run`)
and from the match that it led to (`games.faces.Faces.hindsight`).

Called by `lines.of_events`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.codec import tag
from games.faces import Around, Run
from games.match import EventVoided
from games.registry import SYSTEMS
from tracker.selectors import EventView
from tracker.systems import MATCH

VOIDING = tag(EventVoided)
REACH = 12
"""No run is longer."""


class Stands(NamedTuple):
    """A match after an event: its game, the state as everybody may know it, the number of the event."""

    system: str
    play: Any
    version: int


def run_of(kind: str, system: str) -> Run | None:
    """How the logs of a kind of stream read events together; None where each stands for itself."""
    return SYSTEMS[system].faces.run if kind == MATCH and system in SYSTEMS else None


def told_around(
    run: Run | None, events: Iterable[EventView], around: Iterable[EventView]
) -> dict[int, Mapping[str, Any]]:
    """seq -> the fields of its sentence, of those events that read otherwise for what stands around them. `around`:
    what else of the log the caller has read; runs are followed no further."""
    wanted = [event for event in events if _belongs(run, event)]
    if run is None or not wanted:
        return {}
    stands = (one for one in (*around, *wanted) if not one.voided_by and one.type != VOIDING)
    every = {event.seq: event for event in stands}
    log = [every[seq] for seq in sorted(every)]
    places = {event.seq: place for place, event in enumerate(log)}
    found: dict[int, Mapping[str, Any]] = {}
    for event in wanted:
        if event.seq in places:
            place = places[event.seq]
            more = run.told(event.type, event.data, _before(run, log, place), _after(run, log, place))
            found |= {event.seq: {**event.data, **more}} if more else {}
    return found


def seen_after(stands: Stands, log: Iterable[EventView]) -> dict[int, Mapping[str, Any]]:
    """seq -> the fields of its sentence, of those events that the match tells more about; nothing where the log does
    not lead up to it."""
    led = {event.seq: event for event in log if event.seq <= stands.version}
    every = [led[seq] for seq in sorted(led)]
    told = SYSTEMS[stands.system].faces.hindsight
    if told is None or not every or every[-1].seq != stands.version:
        return {}
    kept = [one for one in every if not one.voided_by and one.type != VOIDING]
    more = told(stands.play, [(one.type, one.data) for one in kept])
    return {kept[place].seq: fields for place, fields in more.items()}


def _belongs(run: Run | None, event: EventView) -> bool:
    return run is not None and event.type in run.begins | run.parts


def _before(run: Run, log: Sequence[EventView], place: int) -> Around:
    """Back to where its run begins; nothing of an event that begins one."""
    found: list[EventView] = []
    for one in [log[place], *reversed(log[:place])]:
        if not _belongs(run, one):
            return ()  # a part without a beginning is of no run
        found.append(one)
        if one.type in run.begins:
            break
    return [(one.type, one.data) for one in reversed(found[1:])]


def _after(run: Run, log: Sequence[EventView], place: int) -> Around:
    found = []
    for one in log[place + 1 :]:
        if one.type not in run.parts:
            break
        found.append((one.type, one.data))
    return found
