"""A campaign's rows: its line in lists, and its matches. Read by pages and the API."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tracker.models import ChronicleMatchRow, ChronicleRow, Player, Stream
from tracker.projections.source import Source, overtaken, put
from tracker.rulesets.chronicle.derive import derive
from tracker.rulesets.chronicle.preview import since_signed
from tracker.rulesets.chronicle.standing import figures, placed
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.rulesets.chronicle.world import OPEN as OPEN_CHALLENGE
from tracker.systems import uuids

OPEN, HEARD, WAITING = "open", "heard", "waiting"


def save(source: Source) -> None:
    """Writes all rows of a campaign; before its first event there is nothing to show."""
    state: ChronicleState = source.state
    if not state.name or overtaken(ChronicleRow, source):
        return
    world, rules = derive(state), state.rules
    fields: dict[str, Any] = {
        "name": state.name,
        "system": state.system,
        "cycle": world.cycle,
        "ending": world.ending,
        "ranking": [
            {
                "place": place,
                "roster": one.id,
                "name": one.name,
                "player": one.player,
                "figures": figures(rules, world, one),
            }
            for place, one in placed(rules, world)
        ],
        "open_steps": len(world.steps),
        "questions": len(state.waiting) + sum(not one.answer for one in world.questions),
        **_challenges(state),
    }
    row = put(ChronicleRow, source, fields)
    row.players.set(Player.objects.filter(id__in=uuids(one.player for one in world.rosters.values())))
    _matches(source, state)


def _challenges(state: ChronicleState) -> dict[str, Any]:
    joined = state.joined()
    waiting = [one for one in state.challenges.values() if one.status == OPEN_CHALLENGE]
    first = None if state.is_finished() else min((one.until for one in waiting), default=None)
    return {
        "challenges": [
            {
                "id": one.id,
                "by": joined[one.by].name,
                "roster": one.against,
                "player": joined[one.against].player,
                "until": one.until,
            }
            for one in waiting
        ],
        "lapses": datetime.fromisoformat(first) if first else None,
    }


def _unsigned(state: ChronicleState, link: str) -> list[list[str]]:
    joined = state.joined()
    rosters = state.links[link].rosters.values()
    return [[one, joined[one].player] for one in rosters if f"{link}/{one}" not in state.signed]


def _corrected(state: ChronicleState, link: str) -> list[list[str]]:
    """Without a correction nothing is derived for it."""
    joined = state.joined()
    signed = [one for one in state.links[link].rosters.values() if f"{link}/{one}" in state.as_signed]
    return [[one, joined[one].player] for one in signed if since_signed(state, link, one)]


def _matches(source: Source, state: ChronicleState) -> None:
    named = {one.match: next(iter(uuids([one.match])), None) for one in state.links.values()}
    here = set(
        Stream.objects.filter(id__in=[id_ for id_ in named.values() if id_]).values_list("id", flat=True)
    )
    rows = []
    for key, one in state.links.items():
        heard, match = state.heard.get(key), named[one.match]
        status = WAITING if key in state.waiting else HEARD if heard is not None and heard.at else OPEN
        rows.append(
            ChronicleMatchRow(
                chronicle_id=source.stream.id,
                link=key,
                match_id=match if match in here else None,
                rosters=one.rosters,
                status=status,
                unsigned=_unsigned(state, key) if status == HEARD else [],
                corrected=_corrected(state, key),
                version=source.version,
            )
        )
    own = ChronicleMatchRow.objects.filter(chronicle_id=source.stream.id)
    own.exclude(link__in=state.links).delete()
    ChronicleMatchRow.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["chronicle", "link"],
        update_fields=["match", "rosters", "status", "unsigned", "corrected", "version"],
        batch_size=100,
    )
