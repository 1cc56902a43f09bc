"""What staff may log next at an event day, the step that leads on first. Called by `rules`."""

from __future__ import annotations

from collections.abc import Iterator

from games.ruleset import NextEvent, Viewer
from tracker.rulesets.campaign.state import CampaignState


def next_events(state: CampaignState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """Legal next events of staff; the system's own are not offered to anybody, and players log nothing here."""
    if viewer.role != "staff":
        return ()
    if state.created is None:
        return (NextEvent(type="campaign_created"),)
    if state.finished is not None:
        return (*_fates(state), NextEvent(type="event_described"))
    return (
        *_steps(state),
        *_seating(state),
        *_cards(state),
        *_fates(state),
        NextEvent(type="event_described"),
    )


def _steps(state: CampaignState) -> Iterator[NextEvent]:
    if state.tables and not state.started:
        yield NextEvent(type="day_started")
    if state.started and not state.without_result():
        yield NextEvent(type="day_finished")


def _seating(state: CampaignState) -> Iterator[NextEvent]:
    yield NextEvent(type="player_registered")
    left = tuple(key for key in state.options.roles if key not in state.tables)
    if left:
        yield NextEvent(type="table_added", choices={"battlefield": left})
    unopened = tuple(table.battlefield for table in state.unopened())
    if unopened:
        yield NextEvent(type="table_removed", choices={"table": unopened})


def _cards(state: CampaignState) -> Iterator[NextEvent]:
    playing = {role: _playing(state, role) for role in ("source", "target")}
    unearned = tuple(card for card in state.options.arcana if card not in state.arcana)
    if playing["source"] and unearned:
        choices = {"arcana": unearned, "table": playing["source"], "side": state.options.sides}
        yield NextEvent(type="arcanum_created", choices=choices)
    waiting = tuple(card for card, arcanum in state.arcana.items() if arcanum.status == "created")
    if playing["target"] and waiting:
        yield NextEvent(type="arcanum_granted", choices={"arcana": waiting, "table": playing["target"]})


def _playing(state: CampaignState, role: str) -> tuple[str, ...]:
    roles = state.options.roles
    return tuple(
        key for key, table in state.tables.items() if table.match and not table.result and roles[key] == role
    )


def _fates(state: CampaignState) -> Iterator[NextEvent]:
    """Where nobody died there is nothing to publish."""
    tables = tuple(key for key, table in state.tables.items() if table.wants_fates)
    if tables:
        yield NextEvent(type="fates_published", choices={"table": tables})
