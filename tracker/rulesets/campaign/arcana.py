"""The way of the link cards over the day: earned, sent, arrived; taken back or returned. Called by `rules`.

Each card exists once in the day (LB-LINK-03); which table may do what, and the zone of each card, stand in the
options of the first event.
"""

from __future__ import annotations

from msgspec.structs import replace

from tracker.rulesets.campaign.chapter import (
    LEGAL,
    Check,
    Fold,
    Violations,
    broken,
    open_table,
    with_arcanum,
)
from tracker.rulesets.campaign.events import (
    ArcanumArrived,
    ArcanumCreated,
    ArcanumGranted,
    ArcanumNoted,
    ArcanumReturned,
    ArcanumWithdrawn,
)
from tracker.rulesets.campaign.state import Arcanum, CampaignState


def check_created(state: CampaignState, event: ArcanumCreated) -> Violations:
    """CMP-ARC-01 (LB-LINK-01): at an open source table. CMP-ARC-02 (LB-LINK-03): one of the cards, once, for a side."""
    options, table = state.options, open_table(state, event.table)
    if table is None or options.roles.get(event.table) != "source":
        sources = [key for key, role in options.roles.items() if role == "source"]
        return broken("CMP-ARC-01", "LB-LINK-01", card=event.arcana, table=event.table, legal=sources)
    wrong = _no_card_of_the_day(state, event)
    if wrong:
        return broken("CMP-ARC-02", "LB-LINK-03", card=event.arcana, legal=_left(state), **wrong)
    if event.match_seq is None and table.result is not None:
        return broken("CMP-ARC-03", "LB-LINK-06", card=event.arcana, table=event.table)
    return LEGAL


def _no_card_of_the_day(state: CampaignState, event: ArcanumCreated) -> dict[str, str]:
    """What is wrong with the card or its side, as the sentence calls it; nothing for a card that may be earned."""
    if event.arcana not in state.options.arcana:
        return {"unlisted": event.arcana}
    if event.side not in state.options.sides:
        return {"no_side": event.side}
    earned = state.arcana.get(event.arcana)
    return {"twice": event.arcana, "side": earned.side} if earned is not None else {}


def _left(state: CampaignState) -> list[str]:
    return [card for card in state.options.arcana if card not in state.arcana]


def on_created(state: CampaignState, event: ArcanumCreated) -> CampaignState:
    return with_arcanum(state, Arcanum(event.arcana, event.table, event.side, event.match_seq))


def check_noted(state: CampaignState, event: ArcanumNoted) -> Violations:
    """CMP-ARC-10: once, for a card that staff entered for this table."""
    arcanum = state.arcana.get(event.arcana)
    if arcanum is None or arcanum.source != event.table or arcanum.noted is not None:
        return broken("CMP-ARC-10", card=event.arcana, table=event.table)
    return LEGAL


def on_noted(state: CampaignState, event: ArcanumNoted) -> CampaignState:
    return with_arcanum(state, replace(state.arcana[event.arcana], noted=event.match_seq))


def check_withdrawn(state: CampaignState, event: ArcanumWithdrawn) -> Violations:
    """CMP-ARC-04: only by the table that earned it, and only while it was not sent on."""
    arcanum = state.arcana.get(event.arcana)
    if arcanum is None or arcanum.source != event.table or arcanum.status != "created":
        return broken("CMP-ARC-04", card=event.arcana, table=event.table)
    return LEGAL


def on_withdrawn(state: CampaignState, event: ArcanumWithdrawn) -> CampaignState:
    left = {card: arcanum for card, arcanum in state.arcana.items() if card != event.arcana}
    return replace(state, arcana=left)


def check_granted(state: CampaignState, event: ArcanumGranted) -> Violations:
    """CMP-ARC-05, -06, -07 (LB-LINK-02, -03, -04): to an open target table, an earned card, its side, its zone."""
    options, table = state.options, open_table(state, event.table)
    arcanum = state.arcana.get(event.arcana)
    params = {"card": event.arcana, "table": event.table}
    if table is None or options.roles.get(event.table) != "target":
        targets = [key for key, role in options.roles.items() if role == "target"]
        return broken("CMP-ARC-05", "LB-LINK-02", **params, legal=targets)
    if arcanum is None:
        return broken("CMP-ARC-06", "LB-LINK-03", **params, unearned=event.arcana)
    if arcanum.status != "created":
        return broken("CMP-ARC-06", "LB-LINK-03", **params, gone=event.arcana)
    if arcanum.side != event.side:
        return broken("CMP-ARC-06", "LB-LINK-03", **params, earned=event.arcana, by=arcanum.side)
    if options.arcana[event.arcana] != event.zone:
        return broken("CMP-ARC-07", "LB-LINK-04", **params, zone=options.arcana[event.arcana])
    return broken("CMP-ARC-03", "LB-LINK-06", **params) if table.result is not None else LEGAL


def on_granted(state: CampaignState, event: ArcanumGranted) -> CampaignState:
    sent = 1 + max(arcanum.sent for arcanum in state.arcana.values())
    return with_arcanum(
        state, replace(state.arcana[event.arcana], table=event.table, zone=event.zone, sent=sent)
    )


def check_arrived(state: CampaignState, event: ArcanumArrived) -> Violations:
    """CMP-ARC-08: a card that is on its way to that table's match."""
    arcanum, table = state.arcana.get(event.arcana), open_table(state, event.table)
    on_its_way = arcanum is not None and arcanum.table == event.table and arcanum.status == "granted"
    if not on_its_way or table is None or table.match != event.match:
        return broken("CMP-ARC-08", card=event.arcana, table=event.table)
    return LEGAL


def on_arrived(state: CampaignState, event: ArcanumArrived) -> CampaignState:
    return with_arcanum(state, replace(state.arcana[event.arcana], arrived=event.match_seq))


def check_returned(state: CampaignState, event: ArcanumReturned) -> Violations:
    """CMP-ARC-09: what never arrived returns when the table has ended; what arrived, when the table took it back."""
    arcanum = state.arcana.get(event.arcana)
    status = {"ended": "granted", "taken_back": "arrived"}[event.reason]
    if arcanum is None or arcanum.table != event.table or arcanum.status != status:
        return broken("CMP-ARC-09", card=event.arcana, table=event.table)
    return LEGAL


def on_returned(state: CampaignState, event: ArcanumReturned) -> CampaignState:
    arcanum = state.arcana[event.arcana]
    return with_arcanum(state, replace(arcanum, table=None, zone=None, sent=0, arrived=None))


CHAPTER: dict[type, tuple[Check, Fold]] = {
    ArcanumCreated: (check_created, on_created),
    ArcanumNoted: (check_noted, on_noted),
    ArcanumWithdrawn: (check_withdrawn, on_withdrawn),
    ArcanumGranted: (check_granted, on_granted),
    ArcanumArrived: (check_arrived, on_arrived),
    ArcanumReturned: (check_returned, on_returned),
}
