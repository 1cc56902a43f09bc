"""A run that was logged at full detail, told again by its turns and in one report: the same score, rank and board.

The turns are read off the replayed table; the rules of turns detail judge every one of them (SEN-SCORE-06, -07,
SEN-HORDE-12).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.ruleset import Event, Outcome, apply
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.chapters.harm import gone
from games.senjutsu.full import events as f
from games.senjutsu.play.simulate import simulate
from games.senjutsu.state import Foe, SenjutsuState

KEPT = (e.WaveStarted, e.LevelCompleted, e.SideConceded)
"""Events that are the same at turns detail, in the order in which they came."""
HARM = ("wounds", "stun", "execution")


def replayed(seed: int) -> list[tuple[Event, SenjutsuState]]:
    """Every event of a simulated run with the state after it."""
    setup, logged = simulate(seed, "full", 1, "horde")
    state, found = RULES.initial(setup), []
    for event, _ in logged:
        state = RULES.evolve(state, event)
        found.append((event, state))
    return found


def opening(story: list[tuple[Event, SenjutsuState]], detail: Any) -> list[Event]:
    """The same run at another detail: options, the character, the lord."""
    created = story[0][0]
    assert isinstance(created, e.MatchCreated)
    options: dict[str, Any] = {"nightmare": created.nightmare, "fallen_lord": created.fallen_lord}
    events: list[Event] = [e.MatchCreated(mode="horde", detail=detail, sides=created.sides, **options)]
    events += [event for event, _ in story if isinstance(event, e.SideRegistered)]
    if detail == "turns":
        lords = [event for event, _ in story if isinstance(event, e.TerrainPlaced) and event.player is None]
        start = created.start_letters["X"] if created.start_letters else None
        events += [e.TerrainPlaced(object="corpse", hex=lord.hex, start=start) for lord in lords]
    return events


class Teller:
    """Tells a run turn by turn: what stood before, what happened since, what waits for the end of the turn."""

    def __init__(self, story: list[tuple[Event, SenjutsuState]]) -> None:
        self.story, self.before = story, story[0][1]
        self.played: str | None = None
        self.open = False
        self.waiting: list[Event] = []
        self.foes: dict[str, Any] = {}

    def events(self) -> Iterator[Event]:
        for event, state in self.story:
            if state.foes:
                self.foes = state.foes
            if isinstance(event, f.TurnStarted):
                self.open, self.played = True, None
            elif isinstance(event, f.CardsRevealed):
                self.played = next(card for actor, card in event.cards.items() if actor in state.fighters)
            elif isinstance(event, e.WaveCleared):
                self.waiting.append(event)
            elif isinstance(event, e.RecoveryApplied):
                yield e.RecoveryApplied(
                    steps=event.steps,
                    stuns_removed=event.stuns_removed,
                    bleeding_converted=event.bleeding_converted,
                )
                self.before = state
            elif isinstance(event, e.LordAttacked) and not event.ignored:
                yield event
                self.open = False
            ended = isinstance(event, f.TurnEnded | e.SideConceded | e.MatchFinished) and self.open
            if ended:
                yield from self.turn(state)
            if isinstance(event, KEPT):
                yield event

    def turn(self, state: SenjutsuState) -> Iterator[Event]:
        """The turn that is over, or was broken off; then the wave that it cleared."""
        now = state.full.turn if state.full else 0
        characters = {name: self.character(name, state) for name in state.fighters}
        opponents = {
            vo: self.opponent(vo, foe)
            for vo, foe in self.foes.items()
            if vo not in self.before.foes or self.before.foes[vo].defeated is None
        }
        yield e.TurnRecorded(turn=now, characters=characters, opponents=opponents)
        yield from self.waiting
        self.waiting, self.open, self.before, self.foes = [], False, state, {}

    def opponent(self, vo: str, foe: Foe) -> e.OpponentTurn:
        was = self.before.foes.get(vo, Foe(vo, foe.vo_type, foe.wound_limit))
        cause: Any = foe.defeated
        return e.OpponentTurn(
            wounds=foe.wounds,
            bleeding=foe.bleeding,
            stuns=foe.stuns,
            healed=gone(foe.wounds, foe.bleeding, was.wounds - was.bleeding, was.bleeding),
            defeated=cause,
        )

    def character(self, name: str, state: SenjutsuState) -> e.Turn:
        one, was = state.fighters[name], self.before.fighters[name]
        cause: Any = one.defeated if one.defeated in HARM else None
        return e.Turn(
            wounds=one.wounds,
            bleeding=one.bleeding,
            stuns=one.stuns,
            played=self.played,
            focus=one.focus,
            kamae=one.kamae,
            healed=gone(one.wounds, one.bleeding, was.wounds - was.bleeding, was.bleeding),
            defeated=cause,
        )


def told(events: list[Event]) -> Outcome:
    """The outcome of a log in which every event is judged."""
    state = SenjutsuState()
    for event in events:
        state = apply(RULES, state, event)
    return RULES.outcome(state)


def agrees(story: list[tuple[Event, SenjutsuState]]) -> bool:
    """Whether the levels can agree: nobody fell in the turn of a clear, nothing was taken back, the run was ended."""
    last = story[-1][1]
    falls = {fighter.defeated_turn for fighter in last.fighters.values()}
    clears = {event.turn for event, _ in story if isinstance(event, e.WaveCleared)}
    return not falls & clears and last.annulled is None and isinstance(story[-1][0], e.MatchFinished)


@pytest.mark.parametrize("seed", [0, 1, 4, 8, 11, 28, 41])
def test_a_run_scores_alike_at_every_detail(seed: int) -> None:
    story = replayed(seed)
    if not agrees(story):
        pytest.skip("the levels need not agree: a defeat in the turn of a clear, or an annulled run")
    full = RULES.outcome(story[-1][1])
    run = story[-1][1].run
    result = e.HordeResult(
        waves_cleared=run.cleared, vos_in_wave=run.vos_in_wave, last_clear_turn=run.last_clear_turn
    )
    end = e.MatchFinished(winner="vo", horde=result)
    turns = told([*opening(story, "turns"), *Teller(story).events(), end])
    defeats = tuple(e.Defeat(name, cause) for name, cause in full.carry["defeats"].items())
    report = e.MatchFinished(winner="vo", turns=full.turn, defeats=defeats, horde=result)
    summary = told([*opening(story, "summary"), report])
    for name in ("score", "rank", "board", "defeats", "characters"):
        assert full.carry[name] == turns.carry[name] == summary.carry[name], name
