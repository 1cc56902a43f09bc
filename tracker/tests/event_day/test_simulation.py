"""Simulated event days: every arcanum arrives exactly once, whatever lags; the logs stand on their own."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.last_battle.events import ArcanaGranted
from games.portable import read_log, verify
from games.tests import contract
from games.tests.contract import Story, story_of
from games.tests.rounds import quick_first
from tracker.day_simulation import Played, simulate_day
from tracker.rulesets.campaign import RULES
from tracker.rulesets.campaign import events as ev
from tracker.systems import find_rules

SEEDS = range(12)
QUICK = 5
"""Days that guard every change, one of them at full detail; the others are long tests."""
LEVELS = ("turns", "summary", "full")


@cache
def played(seed: int) -> Played:
    return simulate_day(seed, level=LEVELS[seed % 3], seats=1 + seed % 2)


def stories() -> list[Story]:
    return [story_of(RULES, played(seed).day.setup, played(seed).day.told) for seed in SEEDS[:QUICK]]


def granted(day: Played) -> Counter[str]:
    """How often each card came into play at any table of the day."""
    return Counter(
        event.arcana
        for table in day.tables.values()
        for event, _ in table.told
        if isinstance(event, ArcanaGranted)
    )


@pytest.mark.parametrize("seed", quick_first(QUICK, SEEDS))
def test_every_card_arrives_exactly_once_and_both_logs_say_so(seed: int) -> None:
    day = played(seed)
    state = day.day.state
    arrived = {card: one.table for card, one in state.arcana.items() if one.status == "arrived"}
    assert granted(day) == dict.fromkeys(arrived, 1)
    for card, table in arrived.items():
        assert card in day.tables[table].state.play.arcana
    assert not [card for card, one in state.arcana.items() if one.status == "granted"], (
        "nothing is lost on the way"
    )
    told = Counter(event.arcana for event, _ in day.day.told if isinstance(event, ev.ArcanumArrived))
    assert told == dict.fromkeys(arrived, 1)


@pytest.mark.soak
def test_the_days_do_send_cards_and_some_come_back() -> None:
    told = Counter(type(event) for seed in SEEDS for event, _ in played(seed).day.told)
    assert told[ev.ArcanumArrived] > 10 and told[ev.ArcanumReturned] > 0 and told[ev.FigureFell] > 10
    lag = [
        len([e for e, _ in day.day.told[: day.day.told.index(pair)] if isinstance(e, ev.ArcanumGranted)])
        for day in map(played, SEEDS)
        for pair in day.day.told
        if isinstance(pair[0], ev.ArcanumArrived)
    ]
    assert max(lag) > 1, "several cards were on their way at once"


@pytest.mark.soak
def test_at_full_detail_a_card_that_came_is_played_with_and_not_before() -> None:
    """LB-LINK-05: it is drawn, flipped or cheated with once it is there."""
    used = 0
    for table in (table for seed in SEEDS if seed % 3 == 2 for table in played(seed).tables.values()):
        events = [event for event, _ in table.told]
        for at, grant in enumerate(events):
            if isinstance(grant, ArcanaGranted):
                assert not any(grant.arcana in cards_of(event) for event in events[:at]), grant
                used += any(grant.arcana in cards_of(event) for event in events[at + 1 :])
    assert used > 5


def cards_of(event: Any) -> tuple[str, ...]:
    """The cards that an event of full detail names."""
    return (*(getattr(event, "cards", None) or ()), getattr(event, "card", None) or "")


@pytest.mark.parametrize("seed", quick_first(QUICK, SEEDS))
def test_the_day_ends_with_what_its_tables_say(seed: int) -> None:
    day = played(seed)
    final = day.day.state.finished
    assert final is not None
    for side, total in final.sides.items():
        assert total.vp == sum(t.rules.outcome(t.state).vp[side] for t in day.tables.values())
    fallen = {key: len(table.fallen) for key, table in day.day.state.tables.items()}
    assert fallen == {key: len(table.state.play.fallen) for key, table in day.tables.items()}
    assert all(table.state.play.fates_published for table in day.tables.values())


@pytest.mark.parametrize("seed", quick_first(QUICK, SEEDS))
def test_the_logs_verify_alone(seed: int) -> None:
    for name, content in played(seed).logs().items():
        assert verify(read_log(content, find_rules)) == [], name


def test_a_day_keeps_the_contract_of_every_rule_set() -> None:
    dice, others = Random(1), [(e.event, e.actor) for story in stories() for e in story.entries]
    refused = 0
    for story in stories()[:4]:
        contract.assert_events_round_trip(story)
        contract.assert_states_round_trip(story)
        contract.assert_replay_equals_step_by_step(story)
        contract.assert_outcome_adds_up(story)
        contract.assert_redaction_is_honest(story)
        refused += contract.assert_any_event_is_judged_and_changes_nothing(story, others, dice)
    assert refused > 100


def test_the_same_seed_writes_the_same_bytes_and_another_does_not(tmp_path: Path, capsys: Any) -> None:
    for folder, seed in (("a", 3), ("b", 3), ("c", 4)):
        call_command("simulate-day", days=1, seed=seed, out=str(tmp_path / folder))
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(names) == 6 and f"{names[0]}" in capsys.readouterr().out
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in names)
    assert (tmp_path / "a" / names[0]).read_bytes() != next((tmp_path / "c").iterdir()).read_bytes()


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
def test_the_logs_of_a_day_replay_from_the_command_line(level: str, tmp_path: Path, capsys: Any) -> None:
    call_command("simulate-day", days=1, seed=5, level=level, players=2, out=str(tmp_path))
    paths = capsys.readouterr().out.split()
    assert len(paths) == 6
    for path in paths:
        call_command("replay", path, json=True)
        told = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert told["ok"] is True and told["outcome"]["status"] in ("finished", "confirmed"), path
        call_command("verify-log", path)
        assert capsys.readouterr().out.strip() == "ok"


def test_bad_input_is_named() -> None:
    with pytest.raises(CommandError, match="--players"):
        call_command("simulate-day", players=0)
