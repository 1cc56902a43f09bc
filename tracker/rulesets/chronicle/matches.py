"""Matches of a campaign: when one may be opened, and what is heard of it (CHR-LNK, CHR-HRD)."""

from __future__ import annotations

from games.ruleset import Actor, RuleViolation
from tracker.rulesets.chronicle import challenges
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.checks import Violations, present
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import RosterNow, World


def check_linked(state: ChronicleState, event: ev.MatchLinked, by: Actor) -> Violations:
    """CHR-LNK-01 to -06."""
    world, rules = derive(state), state.rules
    if event.link in state.links:
        yield RuleViolation("CHR-ID-01", {"id": event.link})
    rosters = tuple(event.rosters.values())
    wrong = list(present(world, *rosters))
    yield from wrong
    if len(set(rosters)) < len(rosters):
        yield RuleViolation("CHR-LNK-01")
    if wrong:
        return
    for roster in dict.fromkeys(rosters):
        yield from _may_play(state, world.rosters[roster])
    yield from challenges.check_played(state, event)
    if rules.fixtures and len(set(rosters)) > 1:
        yield from _is_due(world, set(rosters))
    if event.stake and event.stake not in rules.places:
        yield RuleViolation("CHR-LNK-04", {"told": event.stake, "legal": sorted(rules.places)})
    open_ = [
        key for key, one in world.chapters.items() if one.status == "open" and rules.chapters[key].is_played
    ]
    if rules.chapters and event.chapter not in open_:
        yield RuleViolation("CHR-LNK-05", {"told": event.chapter or "-", "legal": open_})


def _may_play(state: ChronicleState, roster: RosterNow) -> Violations:
    """CHR-LNK-02, -03."""
    most = state.rules.most_matches
    if busy := unsigned(state, roster.id):
        yield RuleViolation("CHR-LNK-02", {"roster": roster.name, "match": busy})
    if most and roster.played >= most:
        yield RuleViolation("CHR-LNK-03", {"roster": roster.name, "most": most})


def _is_due(world: World, rosters: set[str]) -> Violations:
    """CHR-LNK-06."""
    due = [one for one in world.fixtures if not one.link]
    if not any({one.one, one.two} == rosters for one in due):
        names = [f"{world.rosters[one.one].name} - {world.rosters[one.two].name}" for one in due]
        yield RuleViolation("CHR-LNK-06", {"legal": names})


def unsigned(state: ChronicleState, roster: str) -> str:
    """The first match that keeps a roster from its next one: not heard yet, or not signed; "" when none does.

    Nobody waits for a match that somebody has left with the campaign; its result counts all the same, if it comes.
    """
    for link, one in state.links.items():
        if roster in one.rosters.values():
            heard = state.heard.get(link)
            if heard is None and link not in state.waiting and not deserters(state, link):
                return link
            if heard is not None and heard.at is not None and f"{link}/{roster}" not in state.signed:
                return link
    return ""


def deserters(state: ChronicleState, link: str) -> tuple[str, ...]:
    """The rosters of a match of which nothing is heard yet that have left the campaign since it was opened."""
    if link in state.heard or link in state.waiting:
        return ()
    rosters = derive(state).rosters
    return tuple(
        key for key in state.links[link].rosters.values() if key in rosters and not rosters[key].active
    )


def check_heard(state: ChronicleState, event: ev.MatchHeard, by: Actor) -> Violations:
    """CHR-HRD-01, -02: of a match of the campaign, and later than what was heard of it."""
    if event.link not in state.links:
        yield RuleViolation("CHR-HRD-01", {"told": event.link})
        return
    before = state.waiting.get(event.link) or state.heard.get(event.link)
    if before is not None and event.match_seq <= before.match_seq:
        yield RuleViolation("CHR-HRD-02", {"seq": before.match_seq, "told": event.match_seq})
