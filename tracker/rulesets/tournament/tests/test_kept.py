"""What is answered once for the same state or round, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import SYSTEM
from tracker.pairing import swiss
from tracker.rulesets.tournament import RULES, draw_next_round, scoring
from tracker.rulesets.tournament import events as ev
from tracker.rulesets.tournament.desk_events import NoteGiven
from tracker.rulesets.tournament.kept import Kept
from tracker.rulesets.tournament.scoring import _games, ranking, standings
from tracker.rulesets.tournament.tests.simulated import simulated
from tracker.rulesets.tournament.tests.story import after, joined, result, to_closed, to_started

SIX = ("ann", "bob", "cid", "dot", "eve", "fay")


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seeds of all draws that are computed."""
    made, draw = list[str](), swiss.draw

    def counted(field: Any) -> Any:
        made.append(field.seed)
        return draw(field)

    monkeypatch.setattr(swiss, "draw", counted)
    return made


def test_a_draw_is_not_computed_again_to_be_judged(draws):
    state = after(*to_closed(*joined(*SIX)))
    draws.clear()
    drawn = draw_next_round(state, "again")
    assert RULES.check(state, drawn, SYSTEM) == () and draws == ["again"]
    other = replace(state, drawn=state.drawn)
    assert RULES.check(other, drawn, SYSTEM) == () and draws == ["again"] * 2


def test_a_draw_that_was_changed_is_refused_as_before(draws):
    state = after(*to_closed(*joined(*SIX)))
    drawn = draw_next_round(state, "again")
    first, second, *rest = drawn.pairings
    one, other = state.options.sides
    swapped = (
        replace(first, sides={one: first.sides[one], other: second.sides[other]}),
        replace(second, sides={one: second.sides[one], other: first.sides[other]}),
        *rest,
    )
    broken = RULES.check(state, replace(drawn, pairings=swapped), SYSTEM)
    assert {found.rule for found in broken} == {"TRN-DRAW-08", "TRN-DRAW-09"}


def test_the_games_of_a_closed_round_are_made_once_and_anew_after_a_correction():
    events = to_closed(*joined(*SIX))
    state = after(*events)
    (round_,) = state.rounds
    assert _games(round_, state.options) is _games(round_, state.options)
    before = ranking(state).ranks_by_player()
    table = round_.pairings[0]
    winner, loser = (table.sides[side][0] for side in state.options.sides)
    corrected = after(
        *events,
        ev.ResultWithdrawn(round=1, table=table.table, reason="typed wrong"),
        result(1, table.table, alliance=0, serpent=9, seq=11),
    )
    found = ranking(corrected).ranks_by_player()
    assert before[winner] < before[loser] and found[winner] > found[loser]
    assert _games(corrected.rounds[0], state.options) is not _games(round_, state.options)


def test_the_games_of_a_running_round_are_not_kept():
    state = after(*to_started(*joined(*SIX)), result(1, 1))
    (round_,) = state.rounds
    assert _games(round_, state.options) == _games(round_, state.options) != ()
    assert _games(round_, state.options) is not _games(round_, state.options)


@pytest.mark.parametrize("seed", [1, 2])
def test_standings_that_are_kept_are_those_computed_anew(monkeypatch, seed):
    """Events with late entries, drops, penalties, corrections, several stages, orders among equals."""
    setup, log = simulated(seed)
    state = RULES.initial(setup)
    for at, (event, _by) in enumerate(log):
        state = RULES.evolve(state, event)
        if state.created is None or at % 4:
            continue
        numbers = range(len(state.rounds) + 1)
        kept = [standings(state, number) for number in numbers]
        with monkeypatch.context() as anew:
            anew.setattr(scoring, "settled", lambda _state, _last: None)
            anew.setattr(scoring, "GAMES", Kept())
            assert kept == [standings(state, number) for number in numbers]


def test_a_closed_round_is_ranked_once_while_the_next_one_is_played(monkeypatch):
    """However many results come in; a penalty and a correction rank it anew."""
    state = after(*to_started(*to_closed(*to_closed(*joined(*SIX)), seed="s2"), seed="s3"))
    made, rank = list[int](), scoring.ranking

    def counted(state: Any, upto_round: int | None = None) -> Any:
        made.append(upto_round or 0)
        return rank(state, upto_round)

    monkeypatch.setattr(scoring, "ranking", counted)
    second = standings(state, 2)
    assert sorted(made) == [1, 2] and standings(state, 1) and len(made) == 2
    for at in (1, 2):
        state = RULES.evolve(state, result(3, at))
        assert standings(state, 2) is second and len(made) == 2
    fined = RULES.evolve(state, NoteGiven(player="ann", kind="penalty", tp=1, reason="late"))
    assert standings(fined, 2) is not second and sorted(made) == [1, 1, 2, 2]
    corrected = RULES.evolve(state, ev.ResultWithdrawn(round=1, table=1, reason="typed wrong"))
    assert standings(corrected, 2) is not second and sorted(made) == [1, 1, 1, 2, 2, 2]
