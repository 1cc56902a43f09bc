"""An event day as the facts and decisions that its definition speaks of. Called by `links`."""

from __future__ import annotations

from collections.abc import Iterator

from games.campaigns import Decided, Told
from tracker.rulesets.campaign.state import CampaignState, Fallen, Table
from tracker.rulesets.chronicle.live import Day


def day_now(state: CampaignState) -> Day:
    """What the day has heard of its tables, and what its staff have decided."""
    decided = {("fates", key): tuple(_fates(one)) for key, one in state.tables.items() if one.fates_published}
    for key in state.tables:
        decided["arcana", key] = tuple(_grants(state, key))
    return Day(
        roles=state.options.roles,
        facts={key: tuple(_facts(state, key, one)) for key, one in state.tables.items()},
        decided=decided,
    )


def _facts(state: CampaignState, key: str, table: Table) -> Iterator[Told]:
    for one in state.arcana.values():
        if one.source == key:
            values: dict[str, str | int | bool] = {
                "arcana": one.card,
                "side": one.side,
                "logged": one.noted is not None,
            }
            yield Told(fact="arcana_created", key=one.card, of=one.side, values=values)
    for fell in table.fallen:
        told = fell.told
        yield Told(
            fact="fallen",
            key=_key(fell),
            of=f"{told.side}/{told.figure}",
            values={
                "figure": told.figure,
                "owner": told.owner,
                "number": told.number,
                "how": told.how,
                "died": fell.died,
                "unique": told.unique,
            },
        )
    for figure in table.hired:
        yield Told(fact="hired", key=figure, values={"figure": figure, "unique": True})


def _key(fallen: Fallen) -> str:
    return f"{fallen.told.owner}/{fallen.told.figure}/{fallen.told.number}"


def _grants(state: CampaignState, source: str) -> Iterator[Decided]:
    for one in state.arcana.values():
        if one.source == source and one.table is not None and one.status == "granted":
            yield Decided(key=one.card, to=one.table, values={"zone": one.zone or ""}, order=one.sent)


def _fates(table: Table) -> Iterator[Decided]:
    for one in table.fallen:
        if one.fate is not None:
            yield Decided(key=_key(one), values={"row": one.fate})
