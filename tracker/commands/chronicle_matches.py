"""Matches of a campaign: opened with all that it moves in them, and the challenges that lead to them.

What matches say comes from their own streams (`tracker.after.chronicle_links`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.campaigns import Campaigns, Pinned
from games.registry import SYSTEMS, TABLES
from games.ruleset import RuleViolation, Setup
from tracker import appended, log, warm
from tracker.commands.chronicle_streams import (
    log_one,
    player_of,
    require_seat,
    short,
    state_of,
)
from tracker.commands.clocks import now_after
from tracker.commands.opening import opening_of
from tracker.commands.streams import append_as_system
from tracker.handle import Answer, CommandRejected
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.standing import levers_of
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.systems import MATCH, find_rules


def link_match(
    identity: Identity,
    stream: UUID,
    rosters: Sequence[str],
    *,
    stake: str = "",
    chapter: str = "",
    challenge: str = "",
    key: str | None = None,
) -> UUID:
    """Opens a match of the campaign for these rosters, by a player of one of them or by staff; all or nothing.

    All that the campaign moves in it is pinned now. The same key gives the same match.
    """
    appended.bring_up(stream)
    state = state_of(stream)
    require_seat(identity, stream, state, rosters)
    again = _linked_by(state, key)
    if again is not None:
        return UUID(again.match)
    link = _link_key(state, key)
    match = uuid5(stream, f"match:{link}")
    sides = dict(zip(_sides(state, len(rosters)), rosters, strict=True))
    levers = _levers(state, sides)
    event = ev.MatchLinked(
        link=link,
        match=str(match),
        rosters=sides,
        at=now_after(state.last),
        stake=stake,
        chapter=chapter,
        levers=levers,
        challenge=challenge,
    )
    with transaction.atomic():
        append_as_system(stream, event, key=f"linked:{link}")
        _open(stream, state, event)
    return match


def _link_key(state: ChronicleState, key: str | None) -> str:
    """`m1`, `m2` and so on; with a digest of the key that asked for it, so that a doubled tap finds its match."""
    number = f"m{len(state.links) + 1}"
    return f"{number}-{short(key)}" if key else number


def _linked_by(state: ChronicleState, key: str | None) -> ev.MatchLinked | None:
    if not key:
        return None
    return next((one for one in state.links.values() if one.link.endswith(f"-{short(key)}")), None)


def _sides(state: ChronicleState, count: int) -> tuple[str, ...]:
    """The sides of the mode that the definition plays. Raises `BadInput` for too many or too few rosters."""
    tables = TABLES[state.system]
    wanted = state.rules.options.get(tables.mode_key or "")
    mode = next((one for one in tables.modes if one.key == wanted), tables.modes[0])
    if not mode.needed <= count <= len(mode.sides):
        raise BadInput(
            "rosters",
            _("%(least)s to %(most)s rosters play a match") % {"least": mode.needed, "most": len(mode.sides)},
        )
    return mode.sides[:count]


def _levers(state: ChronicleState, sides: Mapping[str, str]) -> tuple[Pinned, ...]:
    world = derive(state)
    missing = [roster for roster in sides.values() if roster not in world.rosters]
    if missing:
        raise BadInput("rosters", _("unknown: %(ids)s") % {"ids": ", ".join(missing)})
    return tuple(
        Pinned(
            lever=one.lever,
            value=one.value,
            side=one.side,
            fighter=one.fighter,
            mark=one.mark,
            match=one.slot if one.slot in state.links else "",
        )
        for one in levers_of(state.rules, world, dict(sides))
    )


def _open(stream: UUID, state: ChronicleState, linked: ev.MatchLinked) -> None:
    published = SYSTEMS[state.system].campaigns or Campaigns()
    options = dict(state.rules.options)
    inside = []
    for one in linked.levers:
        lever = published.levers[one.lever]
        if lever.option:
            options[lever.option] = one.value
        else:
            inside.append(msgspec.to_builtins(one))
    told: dict[str, Any] = {"chronicle": str(stream), "link": linked.link}
    if log.is_private(warm.get(stream).setup):
        told[log.PRIVATE] = True
    if inside:
        told["levers"] = inside
    rules, match = find_rules(MATCH, state.system), UUID(linked.match)
    joined = state.joined()
    sides = {side: (joined[roster].player,) for side, roster in linked.rosters.items()}
    chapter = state.rules.chapters.get(linked.chapter)
    log.create_stream(MATCH, state.system, rules.version, Setup(options=told), stream_id=match)
    scenario = chapter.scenario if chapter else None
    append_as_system(match, *opening_of(state.system, sides, scenario, options), key="opened")


def challenge_roster(
    identity: Identity, stream: UUID, roster: str, against: str, *, stake: str = "", key: str | None = None
) -> Answer:
    """A roster dares another. Until when there is time to answer follows from the definition."""
    state = state_of(stream)
    event = ev.ChallengeIssued(
        id=f"dare-{short(key) if key else uuid7().hex[-12:]}",
        roster=roster,
        against=against,
        at=now_after(state.last),
        stake=stake,
    )
    return log_one(identity, stream, event, player=player_of(state, roster), key=key)


def answer_challenge(
    identity: Identity, stream: UUID, challenge: str, *, accepted: bool, key: str | None = None
) -> UUID | None:
    """Takes a challenge, or not. Its match is opened at once, unless one of the two has not finished with another: then
    it waits, and `play_challenge` opens it."""
    state = state_of(stream)
    found = state.challenges.get(challenge)
    event = ev.ChallengeAnswered(id=challenge, accepted=accepted, at=now_after(state.last))
    log_one(identity, stream, event, player=player_of(state, found.against) if found else None, key=key)
    if not accepted:
        return None
    try:
        return play_challenge(identity, stream, challenge)
    except CommandRejected:
        return None


def play_challenge(identity: Identity, stream: UUID, challenge: str) -> UUID:
    """Opens the match of a challenge that was accepted; asked again, the same one. Raises `CommandRejected`."""
    found = state_of(stream).challenges.get(challenge)
    if found is None:
        raise CommandRejected((RuleViolation("CHR-CHA-03"),))
    return link_match(
        identity,
        stream,
        (found.by, found.against),
        stake=found.stake,
        challenge=challenge,
        key=f"challenge:{challenge}",
    )
