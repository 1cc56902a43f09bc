"""What the log promises for this game: voiding (LB-LOG-11), refusals (LB-LOG-12), voids among secrets."""

from __future__ import annotations

import msgspec

from games.last_battle import RULES
from games.last_battle.tests.tables import A, ready, reveal, turn
from games.match import EventVoided, Match
from games.ruleset import EVERYONE, Setup
from games.testing import accepts, given, refuses

MATCH = Match(RULES, RULES.state_type)


@accepts("LB-LOG-11", "LB-LOG-12")
def test_staff_take_an_event_back() -> None:
    case = ready("sea").when(turn(1)).when(turn(2, strategy={"serpent": 1}))
    state = case.when(EventVoided(seqs=(len(case.entries),), reason="typing slip")).then_accepted()
    assert (state.turn, state.strategy) == (1, {"serpent": 0, "alliance": 0})


@refuses("LB-LOG-11")
def test_voiding_what_later_events_need() -> None:
    case = ready("sea").when(turn(1)).when(turn(2))
    first = len(case.entries) - 1
    case.when(EventVoided(seqs=(first,), reason="slip"), A).then_refused("WL-VOID-01")
    violations = case.when(EventVoided(seqs=(first,), reason="slip")).then_refused("WL-VOID-03")
    assert "LB-TLOG-01" in violations[0].params["broken"]


@refuses("LB-LOG-12")
def test_a_refused_event_changes_nothing() -> None:
    case = ready("sea").when(turn(1))
    refused = case.when(turn(1))
    refused.then_refused("LB-TLOG-01")
    assert refused.state == case.state and refused.entries == case.entries


def test_a_voided_reveal_is_secret_again() -> None:
    case = ready(a="trap").when(reveal("a", "trap"), A)
    state = case.when(EventVoided(seqs=(len(case.entries),), reason="slip")).then_accepted()
    assert RULES.visible_to(state, EVERYONE).squads["a"].schemes == ()


def test_the_frame_keeps_the_state_of_the_game() -> None:
    state = given(MATCH, Setup()).then_accepted()
    assert msgspec.json.decode(msgspec.json.encode(state), type=MATCH.state_type) == state
