"""MOVE at full detail: what a card prints, what stands in the way, and where it ends."""

from __future__ import annotations

from typing import Any

import pytest

from games.senjutsu.full.definitions import Attack, Cell, FocusGain, Move
from games.senjutsu.full.effect_events import EffectResolved, MoveSpec
from games.senjutsu.full.events import Override, PartStarted
from games.senjutsu.tests.full.position import AHEAD, HERE, IDLE, begun, body, card, moved, then, turn
from games.testing import Case, accepts, refuses

NORTH = Move(steps=2, directions=(0, 3), turns=1)
"""Two steps forward or back and one turn, all optional."""
ASIDE: Any = {"b": ((2, -3), 3)}
"""`b` stands out of the way."""


def walking(effect: Move = NORTH, *rest: Any, at: Any = None, **told: Any) -> Case:
    """`r` resolves a movement."""
    return begun(turn(card(effect, *rest, types=("meditation",)), at={**ASIDE, **(at or {})}, **told), "r")


@accepts(
    "SEN-MOVE-01", "SEN-MOVE-02", "SEN-MOVE-04", "SEN-MOVE-05", "SEN-MOVE-09", "SEN-MOVE-11", "SEN-HEX-01"
)
@pytest.mark.parametrize(
    ("done", "hex_", "facing"),
    [
        ("", HERE, 0),
        ("0", (0, 0), 0),
        ("00", (0, -1), 0),
        ("3", (0, 2), 0),
        ("0+0", (1, -1), 1),
        ("-", HERE, 5),
    ],
)
def test_all_some_or_none_of_an_optional_effect(done: str, hex_: Any, facing: int) -> None:
    after = body(walking().when(moved("r", done, hex_, facing)), "r")
    assert (after.hex, after.facing) == (hex_, facing)


@refuses(
    "SEN-MOVE-01", "SEN-MOVE-02", "SEN-MOVE-04", "SEN-MOVE-05", "SEN-MOVE-09", "SEN-HEX-01", "SEN-LOG-08"
)
@pytest.mark.parametrize(
    ("rule", "event"),
    [
        ("SEN-MOVE-01", moved("r", "7", HERE, 0)),
        ("SEN-MOVE-02", moved("r", "1", (1, 0), 0)),
        ("SEN-MOVE-04", moved("r", "000", (0, -2), 0)),
        ("SEN-MOVE-04", moved("r", "++", HERE, 2)),
        ("SEN-MOVE-05", moved("r", "03", HERE, 0)),
        ("SEN-MOVE-09", moved("r", "0", (0, -1), 0)),
        ("SEN-MOVE-09", moved("r", "0", (0, 0), 1)),
        ("SEN-HEX-01", moved("r", "0", (0, 0), 6)),
        ("SEN-LOG-08", moved("r", "0", (0, 0), 0, card="A-905")),
        ("SEN-LOG-08", moved("r", "0", (0, 0), 0, part=1)),
    ],
)
def test_a_movement_off_its_card(rule: str, event: Any) -> None:
    walking().when(event).then_refused(rule)


@accepts("SEN-MOVE-03")
@refuses("SEN-MOVE-03")
def test_a_mandatory_effect_is_made_whole() -> None:
    case = walking(Move(steps=1, directions=(0, 3), turns=1, mandatory=True), FocusGain(amount=1))
    case.when(moved("r", "0", AHEAD, 0)).then_refused("SEN-MOVE-03")
    case.when(EffectResolved(actor="r", card="A-901", applied=False)).then_refused("SEN-MOVE-03")
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-TURN-03", "SEN-MOVE-03")
    case.when(moved("r", "0+", AHEAD, 1)).then_accepted()


@accepts("SEN-MOVE-06")
@refuses("SEN-MOVE-06")
def test_then_binds_the_order() -> None:
    case = walking(Move(steps=1, directions=(0,), turns=1, order="turns_first"))
    case.when(moved("r", "0+", AHEAD, 1)).then_refused("SEN-MOVE-06")
    case.when(moved("r", "+0", (1, 0), 1)).then_accepted()


@accepts("SEN-MOVE-07", "SEN-TER-06")
@refuses("SEN-MOVE-07", "SEN-MOVE-11", "SEN-TER-01")
def test_what_nobody_steps_onto_or_through() -> None:
    rock = walking(terrain={AHEAD: "rock"})
    rock.when(moved("r", "0", AHEAD, 0)).then_refused("SEN-MOVE-07", "SEN-TER-01")
    rock.when(moved("r", "00", (0, -1), 0)).then_refused("SEN-MOVE-07", "SEN-MOVE-11", "SEN-TER-01")
    somebody = walking(at={"b": (AHEAD, 3)})
    somebody.when(moved("r", "00", (0, -1), 0)).then_refused("SEN-MOVE-07", "SEN-MOVE-11")
    edge = walking(at={"r": ((0, 4), 0)})
    edge.when(moved("r", "3", (0, 5), 0)).then_refused("SEN-MOVE-07")
    walking(terrain={AHEAD: "boat"}).when(moved("r", "0", AHEAD, 0)).then_accepted()


@accepts("SEN-MOVE-07", "SEN-TER-01")
@refuses("SEN-MOVE-07", "SEN-TER-01")
def test_a_torii_is_passed_and_not_stood_on() -> None:
    case = walking(terrain={AHEAD: "torii"})
    case.when(moved("r", "00", (0, -1), 0)).then_accepted()
    case.when(moved("r", "0", AHEAD, 0)).then_refused("SEN-MOVE-07", "SEN-TER-01")
    walking(Move(steps=1, directions=(0,)), terrain={AHEAD: "torii"}).when(
        moved("r", "0", AHEAD, 0)
    ).then_refused("SEN-MOVE-07", "SEN-TER-01")


MUST = Move(steps=1, directions=(0, 3), mandatory=True)


@accepts("SEN-MOVE-08")
@refuses("SEN-MOVE-08", "SEN-MOVE-11")
def test_a_collision_only_where_there_is_no_other_way() -> None:
    free = walking(MUST, terrain={AHEAD: "rock"})
    free.when(moved("r", "0", HERE, 0)).then_refused("SEN-MOVE-08", "SEN-TER-01")
    free.when(moved("r", "3", (0, 2), 0)).then_accepted()
    shut = walking(MUST, terrain={AHEAD: "rock", (0, 2): "sakura"})
    after = shut.when(moved("r", "0", HERE, 0)).then_accepted()
    assert after.fighters["r"].hex == HERE and after.full.due[0].kind == "collision_happened"
    shut.when(moved("r", "", HERE, 0)).then_refused("SEN-MOVE-03")
    longer = walking(Move(steps=2, directions=(0,), mandatory=True), terrain={AHEAD: "rock"})
    longer.when(moved("r", "00", HERE, 0)).then_refused("SEN-MOVE-11")


@accepts("SEN-LOG-07")
@refuses("SEN-LOG-07")
def test_a_card_lets_its_owner_through() -> None:
    case = walking(at={"b": (AHEAD, 3)})
    waived = Override(card="A-901", rule="SEN-MOVE-07")
    after = case.when(moved("r", "00", (0, -1), 0, override=waived)).then_accepted()
    assert after.fighters["r"].hex == (0, -1) and not after.full.due
    away = Override(card="A-931", rule="SEN-MOVE-07")
    case.when(moved("r", "00", (0, -1), 0, override=away)).then_refused("SEN-LOG-07")


def core(at: Any, *effects: Move, **told: Any) -> Case:
    """`r` resolves its core ability card: one step forward, or these movements."""
    own = card(
        *(effects or (Move(steps=1, directions=(0,)),)), types=("core",), rank="core", core_kind="ability"
    )
    case = turn(IDLE, at=at, plays={"r": "A-038"}, extra={"A-038": own}, own={"b": {}}, **told)
    return begun(case, "r")


FAR: Any = {"r": ((0, 4), 0), "b": ((0, -4), 3)}


@accepts("SEN-MOVE-10")
@refuses("SEN-MOVE-10")
def test_the_long_distance_move_of_the_core_card() -> None:
    case = core(FAR)
    case.when(moved("r", "0", (0, 3), 0, long=True)).then_accepted()
    case.when(moved("r", "00", (0, 2), 0, long=True)).then_accepted()
    case.when(moved("r", "00", (0, 2), 0)).then_refused("SEN-MOVE-04")
    case.when(moved("r", "000", (0, 1), 0, long=True)).then_refused("SEN-MOVE-10")
    near = core({"r": ((0, 2), 0), "b": ((0, -4), 3)})
    near.when(moved("r", "00", AHEAD, 0, long=True)).then_refused("SEN-MOVE-10")
    walking(at=FAR).when(moved("r", "00", (0, 2), 0, long=True)).then_refused("SEN-MOVE-10")


@accepts("SEN-MOVE-10")
@refuses("SEN-MOVE-10")
def test_one_movement_of_the_core_card_is_a_long_one() -> None:
    steps = Move(steps=1, directions=(0, 1))
    case = core(FAR, steps, steps)
    first = then(case, moved("r", "1", (1, 3), 0, long=True))
    first.when(moved("r", "0", (1, 2), 0)).then_accepted()
    first.when(moved("r", "00", (1, 1), 0, long=True)).then_refused("SEN-MOVE-10")
    then(case, moved("r", "1", (1, 3), 0)).when(moved("r", "00", (1, 1), 0, long=True)).then_accepted()


@accepts("SEN-LOG-05", "SEN-LOG-06")
@refuses("SEN-LOG-06")
def test_an_unknown_card_is_moved_by_what_is_said_of_it() -> None:
    unknown = card(types=("meditation",), parts=None)
    case = begun(turn(unknown, at=ASIDE), "r")
    after = case.when(moved("r", "0", AHEAD, 0)).then_accepted()
    assert "SEN-MOVE-02" in after.full.unverified
    told = MoveSpec(steps=1, directions=(0,))
    case.when(moved("r", "0", AHEAD, 0, printed=told)).then_accepted()
    case.when(moved("r", "3", (0, 2), 0, printed=told)).then_refused("SEN-MOVE-02")
    walking().when(moved("r", "0", AHEAD, 0, printed=told)).then_refused("SEN-LOG-06")


@accepts("SEN-LOG-05", "SEN-MOVE-02")
@refuses("SEN-MOVE-05", "SEN-MOVE-03")
def test_steps_without_directions_go_anywhere_but_one_way() -> None:
    case = walking(Move(steps=2, mandatory=True))
    case.when(moved("r", "44", (-2, 3), 0)).then_accepted()
    case.when(moved("r", "45", (-2, 2), 0)).then_refused("SEN-MOVE-05")
    case.when(moved("r", "4", (-1, 2), 0)).then_refused("SEN-MOVE-03")


@accepts("SEN-TER-05")
def test_whoever_enters_a_corpse_is_stunned_and_loses_focus() -> None:
    case = walking(terrain={AHEAD: "corpse"}, bodies={"r": {"focus": 2}})
    after = body(case.when(moved("r", "00", (0, -1), 0)), "r")
    assert (after.stuns, after.focus, after.hex) == (1, 0, (0, -1))


@refuses("SEN-ATK-13", "SEN-LOG-04")
def test_who_has_nothing_to_resolve_does_not_move() -> None:
    walking().when(moved("b", "0", (2, -2), 3)).then_refused("SEN-ATK-13")
    then(walking(), moved("r", "0", AHEAD, 0)).when(moved("r", "0", (0, -1), 0)).then_refused("SEN-ATK-13")
    walking().when(moved("nobody", "0", AHEAD, 0)).then_refused("SEN-LOG-04")


@refuses("SEN-ATK-01")
def test_an_attack_is_not_passed_over_by_a_movement() -> None:
    case = begun(turn(card(Attack(grid=(Cell((0, -1), 1),)), NORTH), at=ASIDE), "r")
    case.when(moved("r", "0", AHEAD, 0)).then_refused("SEN-ATK-01")
