"""What-if forks: made at an entry of a campaign, played on by assumption or by the computer, discarded.

Everything passes the rules of campaigns, as if the arbitrator did it. The dice are a fork's own: those of the real seed
would tell what is going to fall.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.codec import Codec
from games.ruleset import SYSTEM, Actor, Event, Rejected
from games.secrets import canonical
from tracker import appended, warm
from tracker.commands.clocks import TIMED
from tracker.commands.tournaments import user_space
from tracker.handle import CommandRejected, KeyReused
from tracker.identity import Identity
from tracker.ids import uuid7
from tracker.inputs import BadInput
from tracker.models import ApiToken, WhatIf
from tracker.moments import written
from tracker.names import checked
from tracker.rulesets.chronicle import events as ev
from tracker.rulesets.chronicle import simulate
from tracker.rulesets.chronicle.state import ChronicleState
from tracker.selectors.what_ifs import entry_hash, fork_of

MOST_FORKS, MOST_ENTRIES, MOST_MATCHES = 20, 3000, 50
ASSUMED = (
    ev.MatchLinked,
    ev.MatchHeard,
    ev.DieRolled,
    ev.Chosen,
    ev.Stated,
    ev.Signed,
    ev.Bought,
    ev.Adjusted,
)
"""What may be assumed, besides a roster that joins or leaves and a cycle that is closed."""
ALLOWED = (
    *ASSUMED,
    ev.RosterJoined,
    ev.RosterLeft,
    ev.CycleClosed,
    ev.CorrectionAccepted,
    ev.DefinitionAmended,
)
STAFF = Actor("organiser", "what-if")


def fork_chronicle(
    identity: Identity, stream: UUID, *, name: str, at: int | None = None, key: str | None = None
) -> WhatIf:
    """A fork at an entry of the campaign's log, None: at its newest. Only its owner ever sees it. The same user and key
    give the same fork; raises `KeyReused` for another one."""
    _signed_in(identity)
    id_ = uuid5(user_space(identity), f"what-if:{key}") if key else uuid7()
    before = WhatIf.objects.filter(pk=id_).first()
    if before is not None:
        return _same(before, stream, name, at, key)
    appended.bring_up(stream)
    version = warm.current(stream).head.version
    entry = version if at is None else at
    found = entry_hash(stream, entry)
    if found is None:
        raise BadInput("at", _("an entry of the log: 1 to %(last)s") % {"last": version})
    if WhatIf.objects.filter(user=identity.user.pk).count() >= MOST_FORKS:
        raise BadInput("name", _("you have %(most)s already: throw one away first") % {"most": MOST_FORKS})
    told = {
        "chronicle_id": stream,
        "user_id": identity.user.pk,
        "name": checked(name),
        "at": entry,
        "hash": found,
    }
    made, _new = WhatIf.objects.get_or_create(
        id=id_, defaults=told
    )  # the same request may be on its way twice
    return _same(made, stream, name, at, key)


def _same(made: WhatIf, stream: UUID, name: str, at: int | None, key: str | None) -> WhatIf:
    """The fork, which this request asks for. Raises `KeyReused` for another one."""
    if (made.chronicle_id, made.name) != (stream, checked(name)) or at not in (None, made.at):
        raise KeyReused(key)
    return made


def assume(
    identity: Identity, what_if: UUID, payloads: Sequence[dict[str, Any]], *, key: str | None = None
) -> WhatIf | None:
    """Events as the arbitrator, or the server, would log them; all or none. None: it is not the caller's.

    Raises `CommandRejected`, `MalformedEvent`, `BadInput`.
    """
    with transaction.atomic():
        row = _locked(identity, what_if)
        asked = _asked(key, payloads)
        if row is None or _is_done(row, asked):
            return row
        return _grown(row, partial(_read, warm.get(row.chronicle_id).codec, payloads), asked=asked)


def _read(
    codec: Codec, payloads: Sequence[dict[str, Any]], state: ChronicleState, clock: Callable[[], str]
) -> Iterable[Event]:
    """The events; a moment that is left out is the next one."""
    for payload in payloads:
        data = dict(payload.get("data") or {})
        if codec.types.get(str(payload["type"])) in (*TIMED, ev.MatchLinked, ev.MatchHeard):
            data.setdefault("at", clock())
        event = codec.from_payload(str(payload["type"]), data)
        if not isinstance(event, ALLOWED):
            raise BadInput("type", _("an entry of this kind cannot be assumed"))
        yield event


def assume_result(
    identity: Identity,
    what_if: UUID,
    rosters: Sequence[str],
    winner: str,
    *,
    stake: str = "",
    chapter: str = "",
) -> WhatIf | None:
    """A match that nobody has played, and who won it (`draw`: nobody); dice fall as the fork has it."""

    def told(state: ChronicleState, clock: Callable[[], str]) -> Iterable[Event]:
        link = f"m{len(state.links) + 1}"
        sides = {f"s{number}": roster for number, roster in enumerate(rosters)}
        yield ev.MatchLinked(link=link, match="", rosters=sides, at=clock(), stake=stake, chapter=chapter)
        won = {"type": "match_heard", "link": link, "match_seq": 1, "at": clock()}
        fact = {"fact": "winner", "values": {"is": winner}}
        yield msgspec.convert({**won, "facts": [fact]}, ev.MatchHeard)

    with transaction.atomic():
        row = _locked(identity, what_if)
        return None if row is None else _grown(row, told, settle=True)


def play_what_if(identity: Identity, what_if: UUID, matches: int, *, key: str | None = None) -> WhatIf | None:
    """The computer plays on: so many matches with all that follows them."""
    if not 1 <= matches <= MOST_MATCHES:
        raise BadInput("matches", _("1 to %(most)s") % {"most": MOST_MATCHES})
    with transaction.atomic():
        row = _locked(identity, what_if)
        asked = _asked(key, matches)
        if row is None or _is_done(row, asked):
            return row
        state = fork_of(row).now.state
        played = simulate.Played(state, len(row.entries) + 1, _Clock(state))
        try:
            if simulate.play_on(played, matches) == 0:
                raise BadInput("matches", _("nobody is left to play, or it is over"))
        except Rejected as refused:
            raise CommandRejected(refused.violations) from None
        return _stored(row, [event for event, _by in played.log], asked)


def throw_away(identity: Identity, what_if: UUID) -> bool:
    """It is gone. False: it was not the caller's."""
    _signed_in(identity)
    return bool(WhatIf.objects.filter(pk=what_if, user=identity.user.pk).delete()[0])


class _Clock:
    """Moments one after the other, from now on and after all that the fork holds."""

    def __init__(self, state: ChronicleState) -> None:
        heard = [one.at for one in state.heard.values() if one.at is not None]
        last = max([state.last, *heard])
        self.moment = max(datetime.now(UTC), datetime.fromisoformat(last))

    def __call__(self) -> str:
        self.moment += timedelta(milliseconds=1)
        return written(self.moment)


def _signed_in(identity: Identity) -> None:
    identity.require_signed_in()
    identity.require_scope(ApiToken.ORGANISE)


def _locked(identity: Identity, what_if: UUID) -> WhatIf | None:
    _signed_in(identity)
    return WhatIf.objects.select_for_update().filter(pk=what_if, user=identity.user.pk).first()


def _asked(key: str | None, told: Any) -> dict[str, str]:
    """A request as the first of its entries remembers it."""
    digest = hashlib.sha256(canonical(told)).hexdigest()
    return {"key": key, "asked": digest} if key else {}


def _is_done(row: WhatIf, asked: dict[str, str]) -> bool:
    """Whether the fork has grown by this very request already. Raises `KeyReused` for another one with its key."""
    before = next((one for one in row.entries if asked and one.get("key") == asked["key"]), None)
    if before is not None and before["asked"] != asked["asked"]:
        raise KeyReused(asked["key"])
    return before is not None


def _grown(
    row: WhatIf,
    told: Callable[..., Iterable[Event]],
    *,
    settle: bool = False,
    asked: dict[str, str] | None = None,
) -> WhatIf:
    """The fork with these events, each judged by the rules. `settle`: then all that is open is rolled and chosen."""
    state = fork_of(row).now.state
    played = simulate.Played(state, len(row.entries) + 1, _Clock(state))
    try:
        if settle:
            simulate.finish_open(played)
        for event in told(played.state, played.now):
            played.tell(event, SYSTEM if isinstance(event, ev.MatchLinked | ev.MatchHeard) else _by(event))
        if settle:
            link = next(reversed(played.state.links))
            played.aftermath(link, list(played.state.links[link].rosters.values()))
    except Rejected as refused:
        raise CommandRejected(refused.violations) from None
    return _stored(row, [event for event, _actor in played.log], asked or {})


def _by(event: Event) -> Actor:
    return SYSTEM if isinstance(event, ev.DieRolled) and event.server else STAFF


def _stored(row: WhatIf, events: list[Event], asked: dict[str, str]) -> WhatIf:
    codec = warm.get(row.chronicle_id).codec
    rows = (codec.to_row(event) for event in events)
    row.entries = [
        *row.entries,
        *({"type": type_, "data": msgspec.json.decode(data)} for type_, data, _no in rows),
    ]
    if asked and events:
        row.entries[-len(events)] |= asked
    if len(row.entries) > MOST_ENTRIES:
        raise BadInput("matches", _("it has grown too long: begin another one"))
    row.save(update_fields=["entries"])
    return row
