"""The links between the tables of an event day: arcana earned and received, figures that died elsewhere (LB-LINK).

Staff events, at every level of detail. In an event day the day's own log decides which card goes where, so a table
of one takes a card from the system alone. Called by `rules.py`; `carried` is what the day reads of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.last_battle.events import ArcanaCreated, ArcanaGranted, FigureFellElsewhere, FiguresHiredElsewhere
from games.last_battle.facts import BATTLEFIELDS, FACTS, SIDES
from games.last_battle.full.checks.duel import unfinished
from games.last_battle.permissions import Violations, in_phase, staff_only
from games.last_battle.state import Fallen, LastBattleState, copies
from games.ruleset import Actor, NextEvent, RuleViolation

SOURCES = ("sea", "dungeon")
"""Tables that create link cards; the others receive them."""
ARCANA = FACTS.deck.arcana
UNOPENED = "step_open"
"""What stands in a sentence for a table that nobody has opened; a word of `rules.toml`."""


def event_day() -> dict[str, Any]:
    """What an event day of Last Battle is: sides, tables with what they do with arcana, cards with their zones."""
    return {
        "sides": ["alliance", "serpent"],
        "battlefields": [
            {"key": key, "role": "source" if key in SOURCES else "target"} for key in BATTLEFIELDS
        ],
        "arcana": {key: card.zone for key, card in ARCANA.items()},
    }


def check_arcana_created(state: LastBattleState, event: ArcanaCreated, by: Actor) -> Violations:
    """LB-LINK-01: on Sea and Dungeon, by staff, from the first hands on; LB-LINK-03: one of the eight, once."""
    yield from staff_only(by)
    params = {"card": event.arcana, "table": state.battlefield}
    if state.battlefield not in SOURCES or event.source_table not in (None, state.battlefield):
        yield wrong_source(event, state.battlefield or UNOPENED)
    elif event.arcana not in ARCANA or event.arcana in state.arcana:
        yield wrong_card(event, state.arcana)
    elif not _hands_drawn(state, "turns", "end"):
        yield RuleViolation("LB-LINK-06", params)


def check_arcana_granted(state: LastBattleState, event: ArcanaGranted, by: Actor) -> Violations:
    """LB-LINK-02 to -06: by staff (in an event day by the day itself), where, which, into which zone, when."""
    yield from staff_only(by)
    params = {"card": event.arcana, "table": state.battlefield or UNOPENED}
    if state.battlefield in SOURCES or not state.battlefield:
        yield RuleViolation("LB-LINK-02", params)
    elif event.source_table not in (None, *SOURCES):
        yield RuleViolation("LB-LINK-01", {"card": event.arcana, "table": event.source_table})
    elif (
        event.arcana not in ARCANA
        or event.arcana in state.arcana
        or not may_grant(state, by)
        or is_anothers(event)
    ):
        yield wrong_card(event, state.arcana)
    elif event.zone != ARCANA[event.arcana].zone:
        params["zone"] = ARCANA[event.arcana].zone
        yield RuleViolation("LB-LINK-04", params)
        yield RuleViolation("LB-LINK-05", params)
    elif not _hands_drawn(state, "turns"):
        yield RuleViolation("LB-LINK-06", params)


def may_grant(state: LastBattleState, by: Actor) -> bool:
    """In an event day only the day's own log decides where a card goes."""
    return state.campaign is None or by.role == "system"


def wrong_source(event: ArcanaCreated, battlefield: str) -> RuleViolation:
    """LB-LINK-01: the table creates no cards, or the event tells another one than it is logged at."""
    named = battlefield if battlefield not in SOURCES else event.source_table
    return RuleViolation("LB-LINK-01", {"card": event.arcana, "table": named})


def wrong_card(event: ArcanaCreated | ArcanaGranted, known: Mapping[str, str]) -> RuleViolation:
    """LB-LINK-03: why this card cannot be created or granted; `known`: the cards of this table, by their side."""
    if event.arcana not in ARCANA:
        return RuleViolation("LB-LINK-03", {"unlisted": event.arcana, "legal": list(ARCANA)})
    if event.arcana in known:
        return RuleViolation("LB-LINK-03", {"twice": event.arcana, "side": known[event.arcana]})
    if isinstance(event, ArcanaGranted) and is_anothers(event):
        return RuleViolation("LB-LINK-03", {"earned": event.arcana, "by": event.earned_by})
    return RuleViolation("LB-LINK-03", {"sent": event.arcana})


def is_anothers(event: ArcanaGranted) -> bool:
    """LB-LINK-03: by what the grant itself tells, the other side created the card."""
    return event.earned_by not in (None, event.side)


def _hands_drawn(state: LastBattleState, *phases: str) -> bool:
    """LB-LINK-06. Where only the result will be logged, nothing tells how far the table is: any time before the end."""
    if state.detail == "summary":
        return state.phase not in ("open", "closed")
    return state.phase in phases


def on_arcanum(state: LastBattleState, event: ArcanaCreated | ArcanaGranted) -> LastBattleState:
    return msgspec.structs.replace(state, arcana={**state.arcana, event.arcana: event.side})


on_arcana_created = on_arcana_granted = on_arcanum


def check_figure_fell_elsewhere(state: LastBattleState, event: FigureFellElsewhere, by: Actor) -> Violations:
    """LB-ROSTER-07: told while squads are hired, once, by staff, of another table."""
    yield from staff_only(by)
    yield from in_phase(state, "open", "schemes", "hire")
    here = any(copies(squad, event.figure_id) for squad in state.squads.values())
    if event.table == state.battlefield:
        yield RuleViolation("LB-ROSTER-07", {"table": event.table})
    elif here:
        owners = [squad.player for squad in state.squads.values() if copies(squad, event.figure_id)]
        yield RuleViolation("LB-ROSTER-07", {"taken": event.figure_id, "players": owners})
    elif event.figure_id in state.dead_figures:
        yield RuleViolation("LB-ROSTER-07", {"dead": event.figure_id})


def on_figure_fell_elsewhere(state: LastBattleState, event: FigureFellElsewhere) -> LastBattleState:
    return msgspec.structs.replace(state, dead_figures=(*state.dead_figures, event.figure_id))


def check_figures_hired_elsewhere(
    state: LastBattleState, event: FiguresHiredElsewhere, by: Actor
) -> Violations:
    """LB-ROSTER-07: told while squads are hired, by staff, of another table, and only what is new.

    A figure of the list that is hired here already is no reason to refuse: what stands at two tables is for the
    organisers of the day to settle.
    """
    yield from staff_only(by)
    yield from in_phase(state, "open", "schemes", "hire")
    known = state.hired_elsewhere.get(event.table, ())
    if event.table == state.battlefield:
        yield RuleViolation("LB-ROSTER-07", {"table": event.table})
    elif set(known) == set(event.figures):
        yield RuleViolation("LB-ROSTER-07", {"told": event.table})


def on_figures_hired_elsewhere(state: LastBattleState, event: FiguresHiredElsewhere) -> LastBattleState:
    hired = {**state.hired_elsewhere, event.table: event.figures}
    return msgspec.structs.replace(state, hired_elsewhere=hired)


def carried(state: LastBattleState) -> dict[str, Any]:
    """What the day hears of this table: the fallen, the arcana, the hired, and what it has heard of other tables."""
    fallen = msgspec.to_builtins(state.fallen)
    for told, one in zip(fallen, state.fallen, strict=True):
        told["unique"] = _unique(state, one)
    return {
        "fallen": fallen,
        "fates_published": state.fates_published,
        "arcana": dict(state.arcana),
        "barred": list(state.dead_figures),
        "hired": _unique_here(state),
        "hired_elsewhere": {table: list(figures) for table, figures in state.hired_elsewhere.items()},
    }


def _unique_here(state: LastBattleState) -> list[str]:
    """LB-ROSTER-07: the hired figures whose cards say that they are unique."""
    return sorted(
        {one.figure_id for squad in state.squads.values() for one in squad.all_figures() if one.unique}
    )


def _unique(state: LastBattleState, fallen: Fallen) -> bool:
    """Whether it is certain that no other figure has this id: a leader, or one whose card says so."""
    squad = state.squads.get(fallen.owner)
    return squad is not None and not fallen.summoned and fallen.figure_id in squad.uniques


def next_links(state: LastBattleState) -> Iterator[NextEvent]:
    """The arcana that staff may log now; LB-LINK-06: no card comes during an open check."""
    left = tuple(card for card in ARCANA if card not in state.arcana)
    if state.full is not None and (
        state.full.due or (state.battlefield not in SOURCES and unfinished(state.full))
    ):
        return
    if state.battlefield in SOURCES and left and _hands_drawn(state, "turns", "end"):
        yield NextEvent(type="arcana_created", choices={"arcana": left, "side": SIDES})
    elif (
        state.battlefield not in SOURCES and left and state.campaign is None and _hands_drawn(state, "turns")
    ):
        yield NextEvent(type="arcana_granted", choices={"arcana": left, "side": SIDES})
