"""Campaigns: in lists, what one has come to, the matches in it. Queries do not grow with rosters or fighters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, FilteredRelation, Q, QuerySet

from games.registry import SYSTEMS
from tracker import appended, log, warm
from tracker.models import ChronicleMatchRow, ChronicleRow
from tracker.models.log import NEWEST
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.links import news
from tracker.rulesets.chronicle.matches import deserters
from tracker.rulesets.chronicle.preview import Preview, compare, with_heard
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import World
from tracker.systems import CHRONICLE, uuids

SIGNED = "stream__chronicle_matches"


class Standing(NamedTuple):
    """A campaign as its log has it: its definition, the folded log, and what that comes to."""

    stream: UUID
    version: int
    rules: Definition
    state: ChronicleState
    world: World
    private: bool = False


def chronicles() -> QuerySet[ChronicleRow]:
    """Every campaign that is everybody's, newest first."""
    return _all().filter(stream__private=False)


def _all() -> QuerySet[ChronicleRow]:
    appended.bring_up_own()
    return ChronicleRow.objects.select_related("stream").order_by(*NEWEST)


def chronicle_row(stream: UUID) -> ChronicleRow | None:
    """The row of one campaign, private or not."""
    return _all().filter(pk=stream).first()


def chronicles_of(user: Any) -> QuerySet[ChronicleRow]:
    """The campaigns of which a signed-in user is arbitrator, newest first."""
    return _all().filter(stream__membership__user=user)


def chronicle(stream: UUID) -> Standing | None:
    """A campaign as it stands now, its matches heard as far as can be; None for anything else."""
    appended.bring_up(stream)
    try:
        now = warm.current(stream)
    except warm.UnknownStream:
        return None
    if now.kind != CHRONICLE or not now.state.name:
        return None
    return Standing(
        stream, now.head.version, now.state.rules, now.state, derive(now.state), log.is_private(now.setup)
    )


def campaign_names(stream: UUID) -> dict[str, str]:
    """What a campaign's log calls by ids, by name: rosters, and matches by their number and rosters."""
    state: ChronicleState = warm.current(stream).state
    names = {key: one.name for key, one in derive(state).rosters.items()}
    for number, (link, one) in enumerate(state.links.items(), start=1):
        rosters = " – ".join(names.get(roster, roster) for roster in one.rosters.values())
        names[link] = f"{number} ({rosters})"
    return names


class OfMatch(NamedTuple):
    """What people of a campaign call those of one match: `fighters`: side -> the name of each by id, the dead too;
    `others`: the campaign's marks, levers and matches by their keys."""

    fighters: dict[str, dict[str, str]]
    others: dict[str, str]


def names_of_match(stream: UUID, match: UUID, language: str) -> OfMatch:
    """The names of the match `match` of the campaign `stream`; none of a campaign that is not here."""
    try:
        now = warm.current(stream)
    except warm.UnknownStream:
        return OfMatch({}, {})
    published = SYSTEMS[now.system].campaigns if now.kind == CHRONICLE and now.state.name else None
    if published is None:
        return OfMatch({}, {})
    rosters = derive(now.state).rosters
    linked = (one for one in now.state.links.values() if one.match == str(match))
    fighters = {
        side: {him.id: him.name for him in rosters[roster].fighters.values()}
        for one in linked
        for side, roster in one.rosters.items()
        if roster in rosters
    }
    called = {**published.levers, **now.state.rules.marks}
    words = {key: one.name.to(language) for key, one in called.items()}
    return OfMatch(fighters, {**words, **campaign_names(stream)})


class ToSign(NamedTuple):
    """What still follows a match for one of one's rosters."""

    chronicle: UUID
    name: str
    link: str
    roster: str


class ToPlay(NamedTuple):
    """Campaigns of somebody, newest first; what they have not signed; their rosters that a correction changed after
    they had signed, each once.
    """

    campaigns: list[ChronicleRow]
    owed: list[ToSign]
    corrected: list[ToSign]


def to_play(players: Collection[str]) -> ToPlay:
    """The campaigns in which these players have a roster, and what waits for them there. One query."""
    mine = ChronicleRow.players.through.objects.filter(player_id__in=uuids(players))
    rows = _all().filter(pk__in=mine.values("chroniclerow_id"))
    told = ~Q(**{f"{SIGNED}__unsigned": []}) | ~Q(**{f"{SIGNED}__corrected": []})
    waiting = FilteredRelation(SIGNED, condition=told)
    rows = (
        rows.annotate(open=waiting)
        .annotate(link=F("open__link"), unsigned=F("open__unsigned"), corrected=F("open__corrected"))
        .order_by(*NEWEST, "link")
    )
    found = ToPlay([], [], [])
    seen = set[tuple[UUID, str]]()
    for row in rows:
        if row not in found.campaigns:
            found.campaigns.append(row)
        for roster, player in row.unsigned or ():
            if player in players:
                found.owed.append(ToSign(row.pk, row.name, row.link, roster))
        for roster, player in row.corrected or ():
            if player in players and (row.pk, roster) not in seen:
                seen.add((row.pk, roster))
                found.corrected.append(ToSign(row.pk, row.name, row.link, roster))
    return found


def to_sign(match: UUID, players: Collection[str]) -> ToSign | None:
    """What one of these players has not signed yet of what follows this match. One query."""
    row = ChronicleMatchRow.objects.filter(match_id=match).first()
    owed = [roster for roster, player in row.unsigned if player in players] if row is not None else []
    return ToSign(row.chronicle_id, "", row.link, owed[0]) if row is not None and owed else None


def left_match(stream: UUID, match: UUID) -> list[str]:
    """The names of the rosters that have left the campaign with this match open; none of one that is heard."""
    try:
        now = warm.current(stream)
    except warm.UnknownStream:
        return []
    if now.kind != CHRONICLE or not now.state.name:
        return []
    links = [link for link, one in now.state.links.items() if one.match == str(match)]
    gone = [roster for link in links for roster in deserters(now.state, link)]
    rosters = derive(now.state).rosters if gone else {}
    return [rosters[roster].name for roster in gone]


def broken_off(campaign: UUID, link: str) -> bool:
    """Whether somebody who plays this match of the campaign has left it."""
    now = chronicle(campaign)
    return now is not None and bool(deserters(now.state, link))


def has_match(chronicle: UUID, match: UUID) -> bool:
    """Whether the match is one of the campaign's."""
    return ChronicleMatchRow.objects.filter(chronicle_id=chronicle, match_id=match).exists()


def if_it_said(campaign: UUID, match: UUID, said: Any) -> Preview | None:
    """What would follow in the campaign if its match came to the state `said`; None where it is none of its matches,
    or where nothing that the campaign hears would be new.
    """
    now = chronicle(campaign)
    link = next((one for one in now.state.links.values() if one.match == str(match)), None) if now else None
    if now is None or link is None:
        return None
    there = warm.current(match)
    rows = log.read(match, limit=there.head.version)
    recorded = ((warm.event_of(there.codec, row), row.recorded) for row in rows)
    told = news(now.state, link, there.rules, said, recorded, there.head.version + 1)
    return compare(now.state, with_heard(now.state, told, {})) if told is not None else None
