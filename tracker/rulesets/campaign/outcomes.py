"""What comes of the tables: who is hired, the fallen, results, fates, and the end of the day. Called by `rules`.

Numbers are never typed into this stream: they are what the tables' own logs say, carried by the system.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.judging import repeated
from games.ruleset import DRAW
from tracker.rulesets.campaign.chapter import (
    LEGAL,
    Check,
    Fold,
    Violations,
    broken,
    open_table,
    with_table,
)
from tracker.rulesets.campaign.events import (
    DayFinished,
    FatesPublished,
    FigureFell,
    FiguresHired,
    FigureStands,
    TableResultRecorded,
    TableResultWithdrawn,
)
from tracker.rulesets.campaign.scoring import overall
from tracker.rulesets.campaign.state import CampaignState, Fallen, Result, Table


def check_fell(state: CampaignState, event: FigureFell) -> Violations:
    """CMP-FALL-01: at an open table, each figure once."""
    table = open_table(state, event.table)
    if table is None or Fallen(event).key in [fallen.key for fallen in table.fallen]:
        return broken("CMP-FALL-01", figure=event.figure, table=event.table)
    return LEGAL


def on_fell(state: CampaignState, event: FigureFell) -> CampaignState:
    table = state.tables[event.table]
    return with_table(state, replace(table, fallen=(*table.fallen, Fallen(event))))


def check_stands(state: CampaignState, event: FigureStands) -> Violations:
    """CMP-FALL-02: only a figure that fell, and whose fate is not published."""
    table = open_table(state, event.table)
    key = (event.figure, event.owner, event.number)
    if table is None or table.fates_published or key not in [fallen.key for fallen in table.fallen]:
        return broken("CMP-FALL-02", figure=event.figure, table=event.table)
    return LEGAL


def on_stands(state: CampaignState, event: FigureStands) -> CampaignState:
    table, key = state.tables[event.table], (event.figure, event.owner, event.number)
    fallen = tuple(one for one in table.fallen if one.key != key)
    return with_table(state, replace(table, fallen=fallen))


def check_hired(state: CampaignState, event: FiguresHired) -> Violations:
    """CMP-HIRE-01: of an open table, and only what is new."""
    table = open_table(state, event.table)
    if table is None or set(table.hired) == set(event.figures):
        return broken("CMP-HIRE-01", table=event.table)
    return LEGAL


def on_hired(state: CampaignState, event: FiguresHired) -> CampaignState:
    return with_table(state, replace(state.tables[event.table], hired=event.figures))


def check_recorded(state: CampaignState, event: TableResultRecorded) -> Violations:
    """CMP-RES-01, -02, -03: the table's own match, numbers for both sides and its players, later than what is known."""
    table, sides = open_table(state, event.table), state.options.sides
    if table is None or table.match != event.match:
        return broken("CMP-RES-01", table=event.table)
    if event.vp.keys() != set(sides) or event.winner not in (*sides, DRAW):
        return broken("CMP-RES-02", table=event.table, sides=list(sides))
    if not event.schemes.keys() <= set(table.players()):
        return broken("CMP-RES-02", table=event.table, sides=list(sides))
    if table.result is not None and event.match_seq <= table.result.match_seq:
        return broken("CMP-RES-03", table=event.table, seq=event.match_seq)
    return LEGAL


def on_recorded(state: CampaignState, event: TableResultRecorded) -> CampaignState:
    result = Result(event.match_seq, event.vp, event.winner, event.schemes)
    return with_table(state, replace(state.tables[event.table], result=result))


def check_withdrawn(state: CampaignState, event: TableResultWithdrawn) -> Violations:
    """CMP-RES-04: only a result that stands."""
    table = state.tables.get(event.table)
    return (
        LEGAL if table is not None and table.result is not None else broken("CMP-RES-04", table=event.table)
    )


def on_withdrawn(state: CampaignState, event: TableResultWithdrawn) -> CampaignState:
    return with_table(state, replace(state.tables[event.table], result=None))


def check_fates(state: CampaignState, event: FatesPublished) -> Violations:
    """CMP-FATE-01 (LB-LINK-09): after the table's end, once. CMP-FATE-02 (LB-LINK-08): all who died, nobody else."""
    table = state.tables.get(event.table)
    if table is None or table.result is None:
        return broken("CMP-FATE-01", "LB-LINK-09", table=event.table, unfinished=event.table)
    if table.fates_published:
        return broken("CMP-FATE-01", "LB-LINK-09", table=event.table, fated=event.table)
    told = [(fate.figure, fate.owner, fate.number) for fate in event.figures]
    died = {fallen.key for fallen in table.fallen if fallen.died}
    twice = repeated(told)
    strangers = [key[0] for key in told if key not in died or key in twice]
    if strangers:
        return broken("CMP-FATE-02", "LB-LINK-09", table=event.table, figure=strangers)
    missing = [one.told for one in table.fallen if one.owed_a_fate and one.key not in told]
    if not missing:
        return LEGAL
    left_out = {"missing": [one.figure for one in missing], "owner": [one.owner for one in missing]}
    return broken("CMP-FATE-02", "LB-LINK-08", table=event.table, **left_out)


def on_fates(state: CampaignState, event: FatesPublished) -> CampaignState:
    table = state.tables[event.table]
    fates = {(fate.figure, fate.owner, fate.number): fate.fate for fate in event.figures}
    fallen = tuple(replace(one, fate=fates.get(one.key)) for one in table.fallen)
    return with_table(state, replace(table, fallen=fallen, fates_published=True))


def check_finished(state: CampaignState, event: DayFinished) -> Violations:
    """CMP-END-02: every table has its result. CMP-END-03: the overall result is the one that the tables give."""
    missing: list[Table] = [table for table in state.tables.values() if table.result is None]
    if missing or not state.started:
        return broken("CMP-END-02", tables=[table.battlefield for table in missing])
    computed = overall(state)
    return LEGAL if event == computed else broken("CMP-END-03", winner=computed.winner)


def on_finished(state: CampaignState, event: DayFinished) -> CampaignState:
    return replace(state, finished=event)


CHAPTER: dict[type, tuple[Check, Fold]] = {
    FigureFell: (check_fell, on_fell),
    FigureStands: (check_stands, on_stands),
    FiguresHired: (check_hired, on_hired),
    TableResultRecorded: (check_recorded, on_recorded),
    TableResultWithdrawn: (check_withdrawn, on_withdrawn),
    FatesPublished: (check_fates, on_fates),
    DayFinished: (check_finished, on_finished),
}
