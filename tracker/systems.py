"""Which rules judge a stream: match systems from `games`, tournaments, campaigns, seasons from `tracker.rulesets`.

Called wherever a stream's kind and system must become rules: log, offline tools, pages.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games.codec import tag
from games.match import EventVoided
from games.portable import HIDDEN
from games.registry import CHRONICLES, EVENT_DAYS, LADDERS, MATCHES
from games.ruleset import Ruleset, Setup
from tracker.rulesets import campaign, chronicle, season, tournament

MATCH, TOURNAMENT, CAMPAIGN, SEASON = "match", "tournament", "campaign", "season"
CHRONICLE = "chronicle"
"""A campaign as its club defines it; `CAMPAIGN` is the event day of linked tables."""


def find_rules(kind: str, system: str) -> Ruleset[Any, Any]:
    """The rules of a stream. Raises KeyError for a kind or system that is not known."""
    if kind == MATCH:
        return MATCHES[system]
    if kind == TOURNAMENT and system in MATCHES:
        return tournament.RULES
    if kind == CAMPAIGN and system in EVENT_DAYS:
        return campaign.RULES
    if kind == SEASON and (system in LADDERS or system in MATCHES):
        return season.RULES
    if kind == CHRONICLE and system in CHRONICLES:
        return chronicle.RULES
    raise KeyError(f"{kind} of {system}")


def event_types() -> set[str]:
    """The types of all events of all streams, and what stands for one that is hidden."""
    everything = (*MATCHES.values(), tournament.RULES, campaign.RULES, season.RULES, chronicle.RULES)
    return {HIDDEN, tag(EventVoided), *(tag(type_) for rules in everything for type_ in rules.event_types)}


def uuids(texts: Iterable[str]) -> list[UUID]:
    """The ids among `texts`, as this program writes them: logs from elsewhere may name players and streams freely, and
    whoever writes an id in capitals or in braces has named somebody else."""
    found = []
    for text in texts:
        with contextlib.suppress(ValueError):
            one = UUID(text)
            if str(one) == text:
                found.append(one)
    return found


def is_misspelled(text: str) -> bool:
    """Whether it is an id, though not as this program writes ids."""
    try:
        return str(UUID(text)) != text
    except ValueError:
        return False


def events_of(setup: Setup) -> list[UUID]:
    """The tournament, event day or campaign that a match was opened for, as its first row says; perhaps not here."""
    return uuids(str(setup.options.get(kind, "")) for kind in (TOURNAMENT, CAMPAIGN, CHRONICLE))
