"""What may be logged next at an event day, the step that leads on first. Called by `rules`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.ruleset import NextEvent, Viewer
from tracker.rulesets.campaign.state import CampaignState


def next_events(state: CampaignState, viewer: Viewer) -> tuple[NextEvent, ...]:
    """Legal next events; the system's own are offered to nobody, and players check in, which is all they log here."""
    if viewer.role != "staff":
        return tuple(_own(state, viewer.player or ""))
    if state.created is None:
        return (NextEvent(type="campaign_created"),)
    if state.finished is not None:
        return (*_fates(state), NextEvent(type="event_described"))
    return (
        *_steps(state),
        *_seating(state),
        *_arrivals(state),
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


def _arrivals(state: CampaignState) -> Iterator[NextEvent]:
    """Who may be checked in, and whose check-in may be undone: by staff, and by themselves."""
    for kind, players in (("player_checked_in", state.away()), ("player_check_in_withdrawn", state.here)):
        if players:
            yield NextEvent(type=kind, players=players, choices={"player": players})


def _own(state: CampaignState, player: str) -> Iterator[NextEvent]:
    """What one player may log."""
    for offer in _arrivals(state) if state.finished is None else ():
        if player in offer.players:
            yield replace(offer, players=(player,), choices={"player": (player,)})


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
