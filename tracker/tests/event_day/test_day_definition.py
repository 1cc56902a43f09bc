"""Last Battle's day is data: its definition sends the tables what was sent by hand before (check 23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import campaigns
from games.campaigns import Payload
from games.last_battle.campaigns import CAMPAIGNS
from games.last_battle.chapters.links import event_day
from tracker import day_simulation
from tracker.rulesets.campaign import links
from tracker.rulesets.campaign.links import TableNow
from tracker.rulesets.campaign.state import CampaignState
from tracker.rulesets.campaign.told import day_now
from tracker.rulesets.chronicle.live import day_of

LEVELS = ("turns", "summary", "full")


def _cards_by_hand(state: CampaignState, now: TableNow) -> Iterator[Payload]:
    missing = [one for one in state.arcana.values() if one.card not in now.carried.arcana]
    for one in missing:
        if one.source == now.key and one.noted is None:
            yield "arcana_created", {"arcana": one.card, "side": one.side, "source_table": now.key}
    for one in sorted(missing, key=lambda arcanum: arcanum.sent):
        if one.table == now.key and one.status == "granted":
            told = {"arcana": one.card, "side": one.side, "zone": one.zone, "source_table": one.source}
            yield "arcana_granted", {**told, "earned_by": one.side}


def by_hand(state: CampaignState, now: TableNow) -> Iterator[Payload]:
    """What version 0.1.0 of the event day sent to a table, line by line: the judge of what the definition sends."""
    yield from _cards_by_hand(state, now)
    table = state.tables[now.key]
    if table.fates_published and not now.carried.fates_published:
        figures: list[dict[str, Any]] = []
        for fallen in table.fallen:
            if fallen.fate:
                fate = {
                    "figure_id": fallen.told.figure,
                    "fate": fallen.fate,
                    "number": fallen.told.number,
                }
                figures.append({**fate, "owner": fallen.told.owner} if fallen.told.owner else fate)
        yield "fates_published", {"figures": figures}
    for key, other in state.tables.items():
        for fallen in other.fallen if key != now.key and now.plays else ():
            figure = fallen.told.figure
            if fallen.told.unique and fallen.died and figure not in now.carried.barred:
                yield "figure_fell_elsewhere", {"figure_id": figure, "table": key}
    for key, other in state.tables.items() if now.plays else ():
        if key != now.key and set(other.hired) != set(now.carried.hired_elsewhere.get(key, ())):
            yield "figures_hired_elsewhere", {"figures": list(other.hired), "table": key}


def test_check_23_the_definition_sends_todays_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked at every look at a table of whole days, early, late and in the middle of everything."""
    sent: set[str] = set()
    real = links.orders

    def compared(state: CampaignState, now: TableNow) -> Iterator[Payload]:
        found = list(real(state, now))
        assert found == list(by_hand(state, now))
        sent.update(type_ for type_, _data in found)
        return iter(found)

    monkeypatch.setattr(links, "orders", compared)
    for seed, level in enumerate(LEVELS):
        _same_numbers(day_simulation.simulate_day(seed, level=level, seats=1 + seed % 2))
    assert sent == CAMPAIGNS.levers.keys(), "each kind of event was compared"


def _same_numbers(day: day_simulation.Played) -> None:
    """What the tables' published facts come to is what the day says at its end."""
    state: CampaignState = day.day.state
    heard = day_now(state).facts
    won, scored, against = dict[str, int](), dict[str, int](), dict[str, int]()
    for key, table in day.tables.items():
        told = campaigns.read(CAMPAIGNS, table.state.play, table.rules.outcome(table.state))
        now = links.table_now(key, key, table.rules.outcome(table.state))
        open_ = links.disputed(state, now)  # a card that two tables or sides say is theirs: staff settle that
        linked = [one for one in told if one.fact in CAMPAIGNS.facts and one.key not in open_]
        known = [one for one in heard[key] if one.values.get("logged", True) and one.key not in open_]
        assert _sorted(linked) == _sorted(known), "the table's log tells what the day has heard of it"
        points = {one.of: int(one.values["is"]) for one in told if one.fact == "points"}
        winner = next(one.values["is"] for one in told if one.fact == "winner")
        for side, vp in points.items():
            won[side] = won.get(side, 0) + (winner == side)
            scored[side] = scored.get(side, 0) + vp
            against[side] = against.get(side, 0) + sum(points.values()) - vp
    assert state.finished is not None
    for side, total in state.finished.sides.items():
        assert (total.won, total.vp) == (won[side], scored[side])
        assert total.vp_difference == scored[side] - against[side]
    rank = {side: (won[side], scored[side] - against[side], scored[side]) for side in won}
    best = [side for side in rank if rank[side] == max(rank.values())]
    assert state.finished.winner == (best[0] if len(best) == 1 else "draw")


def _sorted(facts: Any) -> list[Any]:
    return sorted(facts, key=lambda one: (one.fact, one.key))


def test_check_23_the_definition_names_the_tables_of_the_game() -> None:
    day = day_of("last_battle")
    assert day.day == {one["key"]: one["role"] for one in event_day()["battlefields"]}
    assert day.rank == ("tables_won", "vp_difference", "vp")
    assert {link.lever for link in day.links} == set(CAMPAIGNS.levers)


def test_a_game_without_a_day_has_none() -> None:
    with pytest.raises(KeyError):
        day_of("bushido")
