"""Folding, voiding and re-judging: what was taken back never was, and a correction leaves a legal log."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.match import EventVoided, Match, ResultConfirmed, ResultContested
from games.registry import SYSTEMS
from games.replay import check_void, refold, rejudge, standing
from games.ruleset import SYSTEM, Actor, Entry, Event, RuleViolation, Setup, Viewer
from games.secrets import sealed
from games.system import System
from games.testing import accepts, given, refuses
from games.tests.mutants import mutant
from games.tests.toy import (
    ANNA,
    BLUE_ONE,
    BORIS,
    OPENED,
    PLAYED,
    RED_TWO,
    TOY,
    GameEnded,
    NumberHidden,
    PointsScored,
    TableOpened,
    Toy,
    ToyState,
)

JUDGE, ORGANISER = Actor("judge", "jay"), Actor("organiser", "olga")


def void(*seqs: int) -> EventVoided:
    return EventVoided(seqs=seqs, reason="typed twice")


def entries(*events: Event) -> list[Entry]:
    return [Entry(seq, event, SYSTEM) for seq, event in enumerate(events, start=1)]


@accepts("WL-VOID-01", "WL-VOID-02", "WL-VOID-03")
def test_staff_take_an_event_back_as_if_it_had_never_been() -> None:
    scored = given(TOY, events=[OPENED, RED_TWO, RED_TWO, BLUE_ONE])
    for staff in (JUDGE, ORGANISER, SYSTEM):
        corrected = scored.when(void(3), staff)
        assert corrected.then_accepted().play.vp == {"red": 2, "blue": 1}
    assert corrected.when(RED_TWO, ANNA).then_accepted().play.vp == {"red": 4, "blue": 1}


@accepts("WL-VOID-01", "WL-VOID-05")
def test_players_take_back_what_they_logged_last() -> None:
    log = given(
        TOY, events=[OPENED, (RED_TWO, ANNA), (sealed(NumberHidden(side="red", number=7), "a1"), ANNA)]
    )
    assert log.when(void(3), ANNA).then_accepted().play.hidden == {}
    assert log.when(void(2, 3), ANNA).then_accepted().play.vp == {"red": 0, "blue": 0}
    again = log.when(void(3), ANNA).when(RED_TWO, ANNA).when(void(5), ANNA)
    assert again.then_accepted().play.vp == {"red": 2, "blue": 0}


@refuses("WL-VOID-01")
@pytest.mark.parametrize(
    ("seqs", "by"), [((2,), ANNA), ((3,), ANNA), ((2, 3), ANNA), ((2, 3), BORIS), ((1, 2, 3), BORIS)]
)
def test_players_take_back_nothing_that_others_logged_or_built_on(seqs: tuple[int, ...], by: Actor) -> None:
    given(TOY, events=[OPENED, (RED_TWO, ANNA), (BLUE_ONE, BORIS)]).when(void(*seqs), by).then_refused(
        "WL-VOID-01"
    )


@refuses("WL-VOID-01")
def test_what_was_taken_back_is_built_on_by_nobody() -> None:
    """The entry before a taking back is no last entry any more."""
    log = given(TOY, events=[OPENED, (RED_TWO, ANNA), (RED_TWO, ANNA), (void(3), ANNA)])
    log.when(void(2), ANNA).then_refused("WL-VOID-01")


@accepts("WL-VOID-01")
@refuses("WL-VOID-01", "WL-VOID-05")
def test_a_disputed_result_goes_with_its_dispute_by_whoever_logged_its_end() -> None:
    rules = Match(_Ended(), ToyState)
    points: Any = {"vp": {"red": 2, "blue": 0}, "winner": "red"}
    by_anna = (ResultConfirmed(side="red", **points), ANNA)
    contest = (ResultContested(side="blue", reason="no"), BORIS)
    log = given(rules, events=[OPENED, (RED_TWO, ANNA), (GameEnded(), ANNA), by_anna, contest, by_anna])
    assert log.when(void(3, 4, 5, 6), ANNA).then_accepted().play.over is False
    log.when(void(3, 4, 5, 6), BORIS).then_refused("WL-VOID-01")
    log.when(void(4, 5, 6), ANNA).then_refused("WL-VOID-01")
    log.when(void(5, 6), BORIS).then_refused("WL-VOID-01")
    settled = log.when(ResultConfirmed(side="blue", **points), BORIS)
    settled.when(void(3, 4, 5, 6, 7), ANNA).then_refused("WL-VOID-01")


class _Ended(Toy):
    """A game that a player ends."""

    def check(self, state: ToyState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return () if isinstance(event, GameEnded) else super().check(state, event, by)


class DiceScored(PointsScored, frozen=True, kw_only=True):
    @property
    def chance(self) -> bool:
        return True


class _Opening(Toy):
    """Whoever ends the game opens the numbers; points are what dice gave."""

    event_types: tuple[type[Event], ...] = (TableOpened, NumberHidden, DiceScored, GameEnded)

    def check(self, state: ToyState, event: Event, by: Actor) -> tuple[RuleViolation, ...]:
        return () if isinstance(event, GameEnded) else super().check(state, event, by)

    def redact(self, state: ToyState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
        return super().redact(state, event, viewer, settled or state.over)


@refuses("WL-VOID-05")
def test_what_dice_a_confirmation_or_an_opened_secret_showed_stays() -> None:
    rules = Match(_Opening(), ToyState)
    hidden = (sealed(NumberHidden(side="blue", number=7), "a1"), BORIS)
    rolled = given(rules, events=[OPENED, hidden, (DiceScored(side="red", points=2), ANNA)])
    rolled.when(void(3), ANNA).then_refused("WL-VOID-05")
    rolled.when(void(3), JUDGE).then_accepted()
    ended = given(rules, events=[OPENED, hidden, (GameEnded(), ANNA)])
    ended.when(void(3), ANNA).then_refused("WL-VOID-05")
    confirmed = ResultConfirmed(side="red", vp={"red": 0, "blue": 0}, winner="draw")
    ended.when(confirmed, ANNA).when(void(4), ANNA).then_refused("WL-VOID-05")


@accepts("WL-VOID-01", "WL-VOID-05")
def test_who_plays_alone_steps_back_as_far_as_they_logged() -> None:
    """After one step back the only way was a judge, whom nobody has who plays alone."""
    opened = TableOpened(sides={"red": ("anna",)})
    hidden = (sealed(NumberHidden(side="red", number=7), "a1"), ANNA)
    log = given(Match(_Opening(), ToyState), events=[opened, hidden, (GameEnded(), ANNA)])
    once_ = log.when(void(3), ANNA)
    assert once_.then_accepted().play.over is False, "it opened a secret, to nobody who plays"
    assert once_.when(void(2), ANNA).then_accepted().play.hidden == {}
    once_.when(void(1), ANNA).then_refused("WL-VOID-01")
    by_judge = log.when(void(3), JUDGE)
    by_judge.when(void(2), ANNA).then_refused("WL-VOID-01")


class TurnReported(PointsScored, frozen=True, kw_only=True):
    @property
    def as_played(self) -> bool:
        return True


class _Reported(_Opening):
    """Numbers open with the first report of a turn."""

    event_types = (TableOpened, NumberHidden, TurnReported, PointsScored)

    def redact(self, state: ToyState, event: Event, viewer: Viewer, settled: bool = False) -> Event | None:
        return super().redact(state, event, viewer, settled or any(state.vp.values()))


@accepts("WL-VOID-01", "WL-VOID-05")
@refuses("WL-VOID-01", "WL-VOID-05")
def test_turns_told_as_they_were_played_go_one_after_another_and_nothing_before_them() -> None:
    """The first turn opened what lay on the table, and stood for ever with its slip."""
    hidden = [
        (sealed(NumberHidden(side=side, number=7), side), by) for side, by in (("blue", BORIS), ("red", ANNA))
    ]
    turn = (TurnReported(side="red", points=2), ANNA)
    log = given(Match(_Reported(), ToyState), events=[OPENED, *hidden, turn, turn])
    back = log.when(void(5), ANNA).when(void(4), ANNA)
    assert back.then_accepted().play.vp == {"red": 0, "blue": 0}
    back.when(void(3), ANNA).then_refused("WL-VOID-01")
    log.when(void(5), ANNA).when(void(4), BORIS).then_refused("WL-VOID-01")
    scored = given(Match(_Reported(), ToyState), events=[OPENED, *hidden, (RED_TWO, ANNA)])
    scored.when(void(4), ANNA).then_refused("WL-VOID-05")


@accepts("WL-VOID-01")
@refuses("WL-VOID-01", "WL-VOID-05")
def test_a_dispute_goes_with_what_it_disputes() -> None:
    ended = given(TOY, events=[OPENED, (RED_TWO, ANNA), (GameEnded(), ANNA)])
    disputed = ended.when(ResultContested(side="blue", reason="no"), BORIS)
    assert disputed.when(void(3, 4), ANNA).then_accepted().contested is None
    disputed.when(void(3), ANNA).then_refused("WL-VOID-01")
    disputed.when(void(3, 4), BORIS).then_refused("WL-VOID-01")
    disputed.when(void(4), BORIS).then_refused("WL-VOID-05")
    by_staff = ended.when(ResultContested(side="staff", reason="no"), JUDGE)
    by_staff.when(void(3, 4), ANNA).then_refused("WL-VOID-01")


@refuses("WL-VOID-02")
def test_only_standing_events_can_be_voided() -> None:
    corrected = given(TOY, events=[OPENED, RED_TWO, BLUE_ONE, void(2)])
    for seqs in ((), (2,), (4,), (5,), (0,), (-1,), (3, 99)):
        corrected.when(void(*seqs), JUDGE).then_refused("WL-VOID-02")


@refuses("WL-VOID-03")
def test_a_voiding_that_breaks_what_follows_lists_it() -> None:
    ended = given(TOY, events=[OPENED, RED_TWO, GameEnded()])
    violations = ended.when(void(2), JUDGE).then_refused("WL-VOID-03")
    params = {"seq": 3, "type": "game_ended", "broken": "TOY-END-01", "first": 2}
    assert violations == (RuleViolation("WL-VOID-03", params),)
    assert ended.when(void(2, 3), JUDGE).then_accepted().play.vp == {"red": 0, "blue": 0}


def test_the_list_of_what_breaks_holds_the_refusals() -> None:
    log = entries(OPENED, RED_TWO, BLUE_ONE)
    violations, broken = check_void(TOY, Setup(), log, void(1), JUDGE)
    assert [violation.rule for violation in violations] == ["WL-VOID-03", "WL-VOID-03"]
    assert [refusal.entry.seq for refusal in broken] == [2, 3]


def test_what_a_later_rule_fix_refuses_does_not_block_a_correction() -> None:
    log = entries(OPENED, RED_TWO, BLUE_ONE, PointsScored(side="red", points=9))
    assert [refusal.entry.seq for refusal in rejudge(TOY, Setup(), log)[1]] == [4]
    assert check_void(TOY, Setup(), log, void(3), JUDGE) == ((), [])


def test_a_correction_judges_what_came_after_it_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long match is corrected as fast as a short one: the pad asks it of every page."""
    log = entries(OPENED, RED_TWO, BLUE_ONE, RED_TWO, BLUE_ONE)
    judged: list[Event] = []
    check = type(TOY).check

    def noted(rules: Any, state: Any, event: Event, by: Actor) -> Any:
        judged.append(event)
        return check(rules, state, event, by)

    monkeypatch.setattr(type(TOY), "check", noted)
    assert check_void(TOY, Setup(), log, void(5), JUDGE) == ((), []) and judged == []
    assert check_void(TOY, Setup(), log, void(3), JUDGE) == ((), []) and judged == [RED_TWO, BLUE_ONE]


def test_rejudging_accepts_what_was_accepted_and_agrees_with_the_fold() -> None:
    log = [Entry(seq, event, by) for seq, (event, by) in enumerate(PLAYED, start=1)]
    state, refused = rejudge(TOY, Setup(), log)
    assert refused == []
    assert state == refold(TOY, Setup(), log)


def test_rejudging_judges_the_voidings_too() -> None:
    log = [*entries(OPENED, RED_TWO), Entry(3, void(9), SYSTEM), Entry(4, void(2), ANNA)]
    refused = rejudge(TOY, Setup(), log)[1]
    assert [(refusal.entry.seq, refusal.violations[0].rule) for refusal in refused] == [
        (3, "WL-VOID-02"),
        (4, "WL-VOID-01"),
    ]


def test_a_voided_event_is_not_judged_again() -> None:
    log = [*entries(OPENED, PointsScored(side="red", points=9), BLUE_ONE), Entry(4, void(2), JUDGE)]
    state, refused = rejudge(TOY, Setup(), log)
    assert (refused, state.play.vp) == ([], {"red": 0, "blue": 1})


def test_standing_leaves_out_voided_events_and_voidings() -> None:
    log = entries(OPENED, RED_TWO, void(2), BLUE_ONE)
    assert [entry.seq for entry in standing(log)] == [1, 4]
    assert [entry.seq for entry in standing(log, also_void=[4])] == [1]


def test_folding_changes_no_earlier_state() -> None:
    first = given(TOY, events=[OPENED])
    before = msgspec.json.encode(first.state)
    first.when(RED_TWO).then_accepted()
    assert msgspec.json.encode(first.state) == before


def test_voidings_that_void_each_other_are_judged_all_the_same() -> None:
    """In a forged file: otherwise a player could take back an event, and nobody would be asked."""
    forged = [*entries(OPENED, RED_TWO), Entry(3, void(2, 4), ANNA), Entry(4, void(3), ANNA)]
    refused = rejudge(TOY, Setup(), forged)[1]
    assert [(refusal.entry.seq, refusal.violations[0].rule) for refusal in refused] == [
        (3, "WL-VOID-02"),
        (4, "WL-VOID-02"),
    ]


def test_a_file_full_of_voidings_is_judged_in_bearable_time() -> None:
    points = [Entry(seq, RED_TWO, ANNA) for seq in range(2, 2002)]
    voids = [Entry(2000 + seq, void(seq), SYSTEM) for seq in range(2, 2002)]
    stranger = Entry(4002, void(1), ANNA)
    refused = rejudge(TOY, Setup(), [Entry(1, OPENED, SYSTEM), *points, *voids, stranger])[1]
    assert [(refusal.entry.seq, refusal.violations[0].rule) for refusal in refused] == [(4002, "WL-VOID-01")]


@pytest.mark.parametrize("system", [*SYSTEMS.values()], ids=[*SYSTEMS])
def test_a_forged_log_that_takes_something_back_is_judged(system: System) -> None:
    """Entries left out, twice, in another order or changed, which a fold may trip over anywhere: never a fault."""
    played = system.simulation()
    rules: Match[Any] = Match(system.rules, system.rules.state_type)
    for seed in range(9):
        rng = Random(seed)
        setup, told = played.simulate(seed, played.LEVELS[seed % len(played.LEVELS)])
        for _ in range(5):
            log = forged(rng, rules, list(told[:150]))
            log.append((EventVoided(seqs=(rng.randrange(1, len(log)),), reason="forged"), JUDGE))
            rows = [Entry(seq, event, by) for seq, (event, by) in enumerate([*log, *told[-4:]], start=1)]
            state, refused = rejudge(rules, setup, rows)
            assert state is not None and isinstance(refused, list)


def forged(rng: Random, rules: Match[Any], log: list[tuple[Event, Actor]]) -> list[tuple[Event, Actor]]:
    """The log with up to six entries that no rules ever judged."""
    for _ in range(rng.randint(1, 6)):
        at, other = rng.randrange(len(log) - 1), rng.randrange(len(log))
        changed = mutant(rng, rules, log[at : at + 6] + log[:1]).event
        if changed is not None:
            log[at] = (changed, log[at][1])
        log[at], log[other] = log[other], log[at]
        del log[rng.randrange(len(log))]
        log.insert(at, rng.choice(log))
    return log
