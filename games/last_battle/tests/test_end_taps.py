"""The schemes of a side at the end of the game as they are tapped: all in one form, and only what has points."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.codec import types_of
from games.faces import Unread
from games.last_battle import RULES
from games.last_battle.pages.faces import FACES, owners
from games.last_battle.state import LastBattleState
from games.last_battle.tests.tables import over, ready, reveal
from games.ruleset import REFEREE, Actor, NextEvent
from games.taps import Numbers, Taps
from games.testing import Case, accepts, refuses

SERPENT = ("search_the_ruins", "loophole")


def ended(**options: Any) -> Case:
    return over(ready("sea", s=SERPENT, **options))


def offers(state: LastBattleState) -> list[NextEvent]:
    """What the Serpent's form is made of."""
    found = RULES.next_events(state, REFEREE)
    return [one for one in found if FACES.step(state, one) == "award" and one.players[0].startswith("s")]


def tapping(state: LastBattleState, *players: str) -> Taps:
    told, *others = offers(state)
    assert {owners(state, one) for one in (told, *others)} == {("serpent",)}, "one form of the side"
    found = FACES.taps(state, replace(told, players=players, staff=False))
    assert found is not None
    return found


def logged(case: Case, taps: Taps, **points: int) -> Case:
    rows = {row.key: points.get(row.key.replace(":", "_"), row.start) for row in taps.rows}
    assert taps.events is not None
    for kind, data in taps.events(rows, {}):
        event = msgspec.convert({"type": kind, **data}, types_of(RULES)[kind])
        case = case.when(event, Actor("player", data["player"]))
    return case


@accepts("LB-SCH-03", "LB-SCH-06")
def test_two_schemes_score_in_one_step_each_after_its_reveal() -> None:
    case = ended()
    taps = tapping(case.state, "s")
    assert [row.key for row in taps.rows] == ["vp:s:search_the_ruins", "vp:s:loophole"]
    assert all(isinstance(row, Numbers) and row.start == 0 and 0 in row.numbers for row in taps.rows)
    state = logged(case, taps, vp_s_search_the_ruins=2, vp_s_loophole=1).then_accepted()
    assert [(line.source, line.vp) for line in state.lines] == [("search_the_ruins", 2), ("loophole", 1)]


@pytest.mark.parametrize(("scheme", "legal"), [("loophole", {0, 1, 2, 3}), ("take_prisoner", {0, 2, 3})])
def test_numbers_on_an_open_phone_do_not_tell_which_scheme_is_secret(scheme: str, legal: set[int]) -> None:
    """LB-HID-01: a row of 0, 2 and 3 said that a prisoner was to be taken."""
    (row,) = tapping(over(ready("sea", s=(scheme,))).state, "s").rows
    assert isinstance(row, Numbers) and row.numbers == (0, 1, 2, 3) and {*(row.legal or ())} == legal


def test_what_has_no_points_stays_secret() -> None:
    case = ended()
    state = logged(case, tapping(case.state, "s"), vp_s_loophole=3).then_accepted()
    assert [held.public for held in state.squads["s"].schemes] == [False, True]


def test_a_form_that_nobody_touched_says_so() -> None:
    case = ended()
    with pytest.raises(Unread, match="condition is met"):
        logged(case, tapping(case.state, "s"))


@refuses("LB-SCH-01")
def test_after_a_reveal_only_that_scheme_is_asked_and_with_points() -> None:
    case = ended().when(reveal("s", "loophole"))
    (row,) = tapping(case.state, "s").rows
    assert row.key == "vp:s:loophole" and isinstance(row, Numbers) and row.start == 1 and 0 not in row.numbers
    case.when(reveal("s", "search_the_ruins", at_end=True)).then_refused("LB-SCH-01")


def test_players_of_a_side_are_asked_for_their_own_and_who_acts_for_both_for_all() -> None:
    case = ended(players=2)
    assert [row.key for row in tapping(case.state, "s2").rows] == ["vp:s2:search_the_ruins"]
    assert len(tapping(case.state, "s", "s2").rows) == 3
