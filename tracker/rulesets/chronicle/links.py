"""What a campaign has to hear of a match: the difference between what its log says and what was heard. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from games import campaigns
from games.campaigns import Campaigns, Told
from games.match import STAFF_SIDE, ResultConfirmed, ResultContested
from games.ruleset import EVERYONE, Event, Ruleset
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.state import ChronicleState

Sides = Mapping[str, str]


def news(
    state: ChronicleState,
    link: ev.MatchLinked,
    rules: Ruleset[Any, Any],
    match: Any,
    recorded: Iterable[tuple[Event, str]],
    version: int,
) -> ev.MatchHeard | None:
    """What the campaign should hear of the match at `version`; None when it has heard it already.

    Of the match it reads what everybody may see. `recorded`: its events with their moments.
    """
    before = state.waiting.get(link.link) or state.heard.get(link.link)
    if before is not None and before.match_seq >= version:
        return None
    if rules.outcome(match).status != "confirmed":
        gone = before is not None and before.at is not None
        return ev.MatchHeard(link=link.link, match_seq=version) if gone else None
    published: Campaigns = getattr(rules, "published", Campaigns())
    play = rules.visible_to(match, EVERYONE).play
    told = campaigns.read(published, play, rules.outcome(match))
    heard = ev.MatchHeard(
        link=link.link,
        match_seq=version,
        at=_first_confirmed(recorded, rules.sides(match)) or link.at,
        facts=tuple(_named(published, one, link.rosters) for one in told),
        untold=campaigns.untold(published, play),
    )
    if before is not None and replace(heard, match_seq=before.match_seq) == before:
        return None
    return heard


def _first_confirmed(recorded: Iterable[tuple[Event, str]], sides: Iterable[str]) -> str:
    """When every side, or staff for all, had confirmed for the first time: no later correction moves that."""
    wanted = set(sides)
    agreed: set[str] = set()
    for event, at in recorded:
        if isinstance(event, ResultContested):
            agreed = set()
        elif isinstance(event, ResultConfirmed):
            agreed.add(event.side)
            if event.side == STAFF_SIDE or wanted <= agreed:
                return at
    return ""


def _named(published: Campaigns, told: Told, rosters: Sides) -> Told:
    """The fact with the campaign's rosters in place of the match's sides."""
    kind = campaigns.facts_of(published)[told.fact]
    values = {
        name: _roster(str(value), rosters) if kind.fields.get(name) in ("side", "fighter") else value
        for name, value in told.values.items()
    }
    return replace(told, of=_roster(told.of, rosters), key=_roster(told.key, rosters), values=values)


def _roster(text: str, rosters: Sides) -> str:
    side, slash, fighter = text.partition("/")
    return f"{rosters.get(side, side)}{slash}{fighter}"
