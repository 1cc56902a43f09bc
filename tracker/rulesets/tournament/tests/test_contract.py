"""The contract of every rule set, kept by tournaments too; the promises themselves are in `games.tests.contract`."""

from __future__ import annotations

from functools import cache
from random import Random

from games.portable import log_of, read_log, verify, write_log
from games.tests import contract
from games.tests.contract import Story, Told, story_of
from tracker.rulesets.tournament import RULES, standings
from tracker.rulesets.tournament.events import RoundDrawn
from tracker.rulesets.tournament.plans import base_rounds
from tracker.rulesets.tournament.tests.simulated import disguised, of_teams, simulated

SEEDS = 16


@cache
def stories() -> list[Story]:
    return [*(story_of(RULES, *simulated(seed)) for seed in range(SEEDS)), story_of(RULES, *of_teams(7))]


def single() -> list[Story]:
    """The stories in which players play for themselves."""
    return [story for story in stories() if not story.states[-1].plays_in_teams]


def all_events() -> list[Told]:
    return [(entry.event, entry.actor) for story in stories() for entry in story.entries]


def test_events_round_trip():
    for story in stories():
        contract.assert_events_round_trip(story)


def test_states_round_trip():
    for story in (*stories()[:6], stories()[-1]):
        contract.assert_states_round_trip(story)


def test_replay_equals_step_by_step():
    for story in stories():
        contract.assert_replay_equals_step_by_step(story)


def test_any_event_is_judged_and_a_refusal_changes_nothing():
    dice, others, refused = Random(1), all_events(), 0
    for story in stories():
        refused += contract.assert_any_event_is_judged_and_changes_nothing(story, others, dice)
    assert refused > 100


def test_no_secret_gets_out():
    dice, others = Random(2), all_events()
    for story in (*stories()[:8], stories()[-1]):
        contract.assert_no_secret_gets_out(story, others, dice, disguised)


def test_redaction_is_honest():
    for story in (*stories()[:6], stories()[-1]):
        contract.assert_redaction_is_honest(story)


def test_portable_logs_of_tournaments_verify():
    for story in stories():
        told = [(entry.event, entry.actor) for entry in story.entries]
        assert (
            verify(read_log(write_log(*log_of(RULES, "tournament", story.setup, told)), lambda *_: RULES))
            == []
        )


def test_the_same_seed_gives_the_same_bytes():
    first, second = (write_log(*log_of(RULES, "tournament", *simulated(3))) for _ in range(2))
    assert first == second


def test_random_tournaments_reach_every_type_of_event():
    played = {type(event) for event, _ in all_events()}
    assert set(RULES.event_types) <= played


def test_points_are_conserved_in_every_tournament():
    """Every table gives 3 points or, drawn, 2; every bye what the options say, one that was asked for what it is worth;
    a table that was given 3; and nothing else but penalties and bonuses.
    """
    worth = {"full": 3, "half": 1, "zero": 0}
    for story in single():
        state = story.states[-1]
        tables = [table for round_ in base_rounds(state) for table in round_.pairings]
        drawn = [t for t in tables if not t.award and t.result and t.result.winner == "draw"]
        games = 3 * len(tables) - len(drawn)
        byes = sum(round_.bye is not None for round_ in state.rounds)
        base = {round_.round for round_ in base_rounds(state)}
        asked = [bye for entrant in state.entrants.values() for bye in entrant.byes if bye.round in base]
        notes = [note.tp for note in state.notes if note.round in base]
        given = sum(worth[bye.worth] for bye in asked) + sum(notes)
        told = sum(f.top for row in standings(state) for f in row.figures if f.id == "points")
        assert told == games + byes * state.options.bye.tp + given


def test_nobody_is_ever_drawn_twice_or_given_a_second_bye_too_early():
    for story in single():
        for before, entry in zip(story.states, story.entries, strict=False):
            if isinstance(entry.event, RoundDrawn) and entry.event.method != "schedule":
                seated = [name for p in entry.event.pairings for side in p.sides.values() for name in side]
                seated += [entry.event.bye] if entry.event.bye else []
                assert sorted(seated) == sorted(e.player for e in before.present())
