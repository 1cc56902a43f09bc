"""Carries what a match says into its campaign: each thing once, in order, and late if need be.

As between an event day and its tables (`day_links`), what is missing is found by comparing the match with what the
campaign has heard, and appended only if the campaign still stands where it was compared. So it does no harm to look
twice, late, out of order or from two workers at once. Called by `tracker.after.reactions`.
"""

from __future__ import annotations

import logging
from uuid import UUID

from games.match import EventVoided
from games.ruleset import SYSTEM, Event
from tracker import log, warm
from tracker.commands.chronicle_streams import secret
from tracker.commands.clocks import now_after
from tracker.handle import Command, CommandRejected, KeyReused, StaleVersion, handle
from tracker.projections.source import Source
from tracker.rulesets.chronicle import dice, links
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.challenges import overdue
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.systems import CHRONICLE, MATCH, uuids
from tracker.warm import UnknownStream, Warm

logger = logging.getLogger(__name__)
ATTEMPTS = 50
LOOKS_AGAIN = (EventVoided, ev.MatchLinked)
"""After these a campaign asks its matches: what it had heard may have been taken back, or it has come late."""


def react(source: Source) -> None:
    """After a match: its campaign. After the campaign: matches that it has not heard, and its end."""
    if source.stream.kind == MATCH:
        options = source.setup.options
        chronicle = next(iter(uuids([str(options.get("chronicle", ""))])), None)
        link = options.get("link")
        if chronicle is not None and isinstance(link, str):
            settle(chronicle, link)
    elif source.stream.kind == CHRONICLE:
        state: ChronicleState = source.state
        if source.entries and isinstance(source.entries[-1].event, LOOKS_AGAIN):
            for link in state.links:
                settle(source.stream.id, link)
        lapse(source.stream.id)
        end(source.stream.id)


def lapse(chronicle: UUID) -> int:
    """Logs that the time to answer a challenge is over, for each of which it is; returns how many."""
    done, now = 0, now_after("")
    for one in _due(warm.current(chronicle), now):
        for _ in range(ATTEMPTS):
            here = warm.current(chronicle)
            if one not in _due(here, now):
                break
            told = ev.ChallengeLapsed(id=one, at=now_after(here.state.last))
            if _tell(here, told, f"lapse:{one}:{here.head.version}"):
                done += 1
                break
    return done


def _due(here: Warm, now: str) -> list[str]:
    state: ChronicleState = here.state
    return [] if not state.name or state.is_finished() else [one.id for one in overdue(state, now)]


def settle(chronicle: UUID, link: str) -> None:
    """Tells the campaign what this match says, if that is news."""
    for _ in range(ATTEMPTS):
        try:
            here = warm.current(chronicle)
        except UnknownStream:
            return
        if here.kind != CHRONICLE:
            return
        found = _news(here, link)
        if found is None or _tell(here, found, f"match:{here.state.links[link].match}:{found.match_seq}"):
            return
    raise StaleVersion(chronicle, here.head.version, here.head.version)


def _news(here: Warm, key: str) -> ev.MatchHeard | None:
    state: ChronicleState = here.state
    link = state.links.get(key)
    match = next(iter(uuids([link.match])), None) if link else None
    if link is None or match is None:
        return None
    try:
        there = warm.current(match)
    except UnknownStream:
        return None
    if there.kind != MATCH or there.setup.options.get("chronicle") != str(here.stream):
        return None
    rows = log.read(match, limit=there.head.version)
    recorded = ((warm.event_of(there.codec, row), row.recorded) for row in rows)
    return links.news(state, link, there.rules, there.state, recorded, there.head.version)


def end(chronicle: UUID) -> None:
    """A campaign that has come to its end says so, and opens what its dice were made of."""
    here = warm.current(chronicle)
    state: ChronicleState = here.state
    if not state.name or state.is_finished() or state.waiting:
        return
    world = derive(state)
    if world.ending is None or world.steps:
        return
    known = secret(chronicle, state.commitment)
    seed = known if dice.commitment_of(known) == state.commitment else ""
    _tell(
        here, ev.ChronicleFinished(at=state.last, ending=world.ending, seed=seed), f"end:{here.head.version}"
    )


def _tell(here: Warm, event: Event, key: str) -> bool:
    """False when the campaign has moved on meanwhile."""
    command = Command(
        stream=here.stream, actor=SYSTEM, events=(event,), key=key, expected_version=here.head.version
    )
    try:
        handle(command)
    except StaleVersion:
        return False
    except (CommandRejected, KeyReused) as refused:
        logger.warning("the campaign %s does not take news: %s", here.stream, refused)
    return True
