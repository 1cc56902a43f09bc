"""What the day and a table still have to tell each other: news for the day, orders for the table's match.

Both are found by comparing two states, so it does not matter how often or when somebody looks: what is told already
is no news. Pure; `tracker.after.reactions` and the simulation carry what is found here into the logs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from games.campaigns import Payload
from games.replay import standing
from games.ruleset import SYSTEM, Entry, Event, Outcome, Ruleset, Setup
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign.rules import Campaign
from tracker.rulesets.campaign.state import CampaignState, Fallen, Table
from tracker.rulesets.campaign.told import day_now
from tracker.rulesets.chronicle.live import day_of, due

RULES = Campaign()
CORRECTED = "the match is being corrected"

Key = tuple[Any, ...]
SeqOf = Callable[[Key], int]


class FellAtTable(msgspec.Struct, frozen=True):
    """A fallen figure as the outcome of a match carries it."""

    figure_id: str
    owner: str
    side: str
    how: str
    turn: int | None = None
    by: str | None = None
    by_owner: str | None = None
    fate: str | None = None
    unique: bool = False


class Carried(msgspec.Struct, frozen=True):
    """What the outcome of a match carries for an event day; other keys are ignored."""

    fallen: tuple[FellAtTable, ...] = ()
    fates_published: bool = False
    arcana: dict[str, str] = {}
    barred: tuple[str, ...] = ()
    hired: tuple[str, ...] = ()
    hired_elsewhere: dict[str, tuple[str, ...]] = {}


class TableNow(msgspec.Struct, frozen=True):
    """A table's match as it stands: its key, its stream, its outcome and what that carries."""

    key: str
    match: str
    outcome: Outcome
    carried: Carried

    @property
    def plays(self) -> bool:
        return self.outcome.status == "open"

    def fallen(self) -> dict[tuple[str, str, int], FellAtTable]:
        """The fallen by figure, owner and number: the n-th figure of one id and owner that fell."""
        count: Counter[tuple[str, str]] = Counter()
        found = {}
        for fallen in self.carried.fallen:
            count[fallen.figure_id, fallen.owner] += 1
            found[fallen.figure_id, fallen.owner, count[fallen.figure_id, fallen.owner]] = fallen
        return found


def table_now(key: str, match: str, outcome: Outcome) -> TableNow:
    """A table as its match's outcome tells it."""
    return TableNow(key, match, outcome, msgspec.convert(outcome.carry, Carried))


def next_news(state: CampaignState, now: TableNow, seq_of: SeqOf) -> Event | None:
    """The next event by which the day catches up with a table; None when it knows everything it may know.

    `seq_of` names the event of the match that tells ("arcana", card), ("hired", figures), ("fallen", key) or
    ("result",).
    """
    table = state.tables.get(now.key)
    if table is None or table.match != now.match:
        return None
    candidates = (
        *_arcana_news(state, now, seq_of),
        *_hired_news(table, now, seq_of),
        *_fallen_news(table, now, seq_of),
        *_result_news(table, now, seq_of),
    )
    return next((event for event in candidates if not RULES.check(state, event, SYSTEM)), None)


def _arcana_news(state: CampaignState, now: TableNow, seq_of: SeqOf) -> Iterator[Event]:
    told = now.carried.arcana
    if state.options.roles[now.key] == "source":
        for card, side in told.items():
            if card not in state.arcana:
                seq = seq_of(("arcana", card))
                yield ev.ArcanumCreated(arcana=card, table=now.key, side=side, match_seq=seq)
    for card, arcanum in state.arcana.items():
        if arcanum.source == now.key and card in told and arcanum.noted is None:
            yield ev.ArcanumNoted(arcana=card, table=now.key, match_seq=seq_of(("arcana", card)))
        elif arcanum.source == now.key and card not in told and arcanum.noted is not None:
            yield ev.ArcanumWithdrawn(arcana=card, table=now.key)
        elif arcanum.table == now.key:
            yield from _arrival_news(card, arcanum.status, now, seq_of)


def _arrival_news(card: str, status: str, now: TableNow, seq_of: SeqOf) -> Iterator[Event]:
    here = card in now.carried.arcana
    if status == "granted" and here:
        seq = seq_of(("arcana", card))
        yield ev.ArcanumArrived(arcana=card, table=now.key, match=now.match, match_seq=seq)
    elif status == "granted" and not now.plays:
        yield ev.ArcanumReturned(arcana=card, table=now.key, reason="ended")
    elif status == "arrived" and not here:
        yield ev.ArcanumReturned(arcana=card, table=now.key, reason="taken_back")


def _hired_news(table: Table, now: TableNow, seq_of: SeqOf) -> Iterator[Event]:
    hired = now.carried.hired
    if set(hired) != set(table.hired):
        yield ev.FiguresHired(table=now.key, figures=hired, match_seq=seq_of(("hired", hired)))


def _fallen_news(table: Table, now: TableNow, seq_of: SeqOf) -> Iterator[Event]:
    told, known = now.fallen(), {fallen.key: fallen for fallen in table.fallen}
    for key, fallen in known.items():
        if key not in told or not _same(fallen, told[key]):
            yield ev.FigureStands(table=now.key, figure=key[0], owner=key[1], number=key[2])
    for key, fell in told.items():
        if key not in known:
            yield ev.FigureFell(
                table=now.key,
                figure=fell.figure_id,
                owner=fell.owner,
                side=fell.side,
                how=fell.how,
                match_seq=seq_of(("fallen", *key)),
                number=key[2],
                turn=fell.turn,
                by=fell.by,
                by_owner=fell.by_owner,
                unique=fell.unique,
            )


def _same(known: Fallen, told: FellAtTable) -> bool:
    one = known.told
    return (one.side, one.how, one.turn, one.by, one.by_owner, one.unique) == (
        told.side,
        told.how,
        told.turn,
        told.by,
        told.by_owner,
        told.unique,
    )


def _result_news(table: Table, now: TableNow, seq_of: SeqOf) -> Iterator[Event]:
    if now.outcome.status != "confirmed":
        if table.result is not None:
            yield ev.TableResultWithdrawn(table=now.key, reason=CORRECTED)
        return
    vp, winner, schemes = now.outcome.vp, now.outcome.winner or "", scheme_points(now.outcome)
    known = table.result
    if known is None or (known.vp, known.winner, known.schemes) != (vp, winner, schemes):
        yield ev.TableResultRecorded(
            table=now.key,
            match=now.match,
            match_seq=seq_of(("result",)),
            vp=vp,
            winner=winner,
            schemes=schemes,
        )
    elif now.carried.fates_published and not table.fates_published:
        yield ev.FatesPublished(table=now.key, figures=tuple(_fates(now)))


def _fates(now: TableNow) -> Iterator[ev.FigureFate]:
    for (figure, owner, number), fallen in now.fallen().items():
        if fallen.fate is not None:
            yield ev.FigureFate(figure, fallen.fate, owner, number)  # type: ignore[arg-type]


def scheme_points(outcome: Outcome) -> dict[str, int]:
    """Player -> the VP of lines that are the player's own: the schemes."""
    points: Counter[str] = Counter()
    for line in outcome.lines:
        if line.player is not None:
            points[line.player] += line.vp
    return dict(points)


def orders(state: CampaignState, now: TableNow) -> Iterator[Payload]:
    """What the table's log should hold and does not: cards entered or sent by staff, fates, the dead and the unique
    figures of other tables.

    The links of the game's day (`games/<game>/day.toml`) say what passes. Whether the table can take it now is for
    its own rules to say; what it cannot take waits.
    """
    table = state.tables.get(now.key)
    if table is None or table.match != now.match or state.created is None:
        return
    rules = day_of(state.created.system)
    yield from due(rules, day_now(state), now.key, now.outcome.carry, plays=now.plays)


def disputed(state: CampaignState, now: TableNow) -> list[str]:
    """Cards that this table's log holds and the day has from elsewhere, or for the other side: staff must settle it."""
    found = []
    for card, side in now.carried.arcana.items():
        arcanum = state.arcana.get(card)
        here = arcanum is not None and now.key in (arcanum.source, arcanum.table)
        if arcanum is None or not here or arcanum.side != side:
            found.append(card)
    return found


def traced(rules: Ruleset[Any, Any], setup: Setup, entries: Iterable[Entry]) -> dict[Key, int]:
    """For everything that a match tells, the event that told it. Folds the whole log: ask only when there is news."""
    state, seqs = rules.initial(setup), dict[Key, int]()
    for entry in standing(list(entries)):
        state = rules.evolve(state, entry.event)
        outcome = rules.outcome(state)
        now = table_now("", "", outcome)
        told: list[Key] = [("arcana", card) for card in now.carried.arcana]
        told += [("fallen", *key) for key in now.fallen()]
        told += [("hired", now.carried.hired)]
        told += [("result",)] if outcome.status == "confirmed" else []
        seqs = {key: seqs.get(key, entry.seq) for key in told}
    return seqs
