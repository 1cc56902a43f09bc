"""Situations as players ask a judge about them: numbers that are exactly equal, two who fall at once, one rule that
runs into another."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import (
    Attack,
    Block,
    Cell,
    Definition,
    FocusGain,
    Move,
    PartDefinition,
    RingMove,
)
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.full.state import with_pile
from games.senjutsu.play import training, training_foes
from games.senjutsu.system import SYSTEM
from games.senjutsu.tests.full import foe_tables, tables
from games.senjutsu.tests.full.position import (
    AHEAD,
    HERE,
    begun,
    body,
    card,
    hit,
    moved,
    put,
    result,
    strikes,
    then,
    turn,
)
from games.senjutsu.tests.full.test_opponents import FACED, ME
from games.testing import Case, accepts, refuses

NORTH, FAR, EAST = (0, -1), (0, -2), (1, -1)
CUT = card(Attack(grid=(Cell(NORTH, 1),)), initiative=5)
CALM = card(FocusGain(amount=1), initiative=1, types=("meditation",))
WON = FocusGain(amount=1, if_success=True)
GAIN = x.FocusGained(player="b", amount=1)
MISSED = x.Result(hex=AHEAD, outcome="ignored", target="b")
DRAW = e.MatchFinished(winner="draw", turns=1)


def two_parts(second: Any, *effects: Any) -> Definition:
    """A defence card whose parts have one initiative, or whose second one lies behind a plain divider."""
    parts = (
        PartDefinition(initiative=5, effects=(Block(grid=(NORTH,)), *effects)),
        PartDefinition(initiative=second, effects=(FocusGain(amount=2, if_success=True),)),
    )
    told: dict[str, Any] = {"name": "Twice", "rank": "wood", "types": ("defence",), "parts": parts}
    return Definition(**{**training.NONE, **told})


@accepts("SEN-ATK-10", "SEN-BLK-06", "SEN-INIT-03")
@refuses("SEN-ATK-13")
@pytest.mark.parametrize("second", [5, None])
def test_a_block_is_a_success_of_its_own_part_alone(second: int | None) -> None:
    case = begun(turn(CUT, two_parts(second, WON)), "b").when(
        x.BlockApplied(actor="b", card="A-902", hexes=(HERE,))
    )
    case = case.when(f.PartStarted(actor="b", card="A-902", part=1))
    case = then(begun(case, "r"), strikes("r", AHEAD), result("r", MISSED)).when(GAIN)
    case.when(x.FocusGained(player="b", amount=2)).then_refused("SEN-ATK-13")
    case.when(f.PhaseStarted(phase="discard")).then_accepted()


@accepts("SEN-TER-03", "SEN-ATK-11")
def test_bamboo_falls_to_wounds_and_not_to_an_execution() -> None:
    """Of a starred execution the other cells deal their wounds."""
    starred = Attack(grid=(Cell(NORTH, 1), Cell(EAST, star=True)), execute=True, starred=("execute",))
    plain = Attack(grid=(Cell(NORTH, 1), Cell(EAST)), execute=True)
    for effect, left in ((starred, 0), (plain, 1)):
        case = turn(card(effect), at={"b": (NORTH, 3)}, terrain={AHEAD: "bamboo"})
        told = (x.Result(hex=AHEAD, outcome="ignored"), x.Result(hex=(1, 0), outcome="empty"))
        case = then(begun(case, "r"), strikes("r", AHEAD, (1, 0)), result("r", *told))
        assert len(case.then_accepted().full.terrain) == left


@accepts("SEN-TER-03", "SEN-ATK-13")
@refuses("SEN-BLK-03")
def test_bamboo_cut_by_the_first_effect_opens_the_way_for_the_second() -> None:
    double = card(Attack(grid=(Cell(NORTH, 1),)), Attack(grid=(Cell(FAR, 1),)))
    case = begun(turn(double, at={"b": (NORTH, 3)}, terrain={AHEAD: "bamboo"}), "r")
    case = then(case, strikes("r", AHEAD), result("r", x.Result(hex=AHEAD, outcome="ignored")))
    case = case.when(strikes("r", NORTH))
    case.when(result("r", hit("b", NORTH, wounds=1))).then_accepted()
    case.when(result("r", x.Result(hex=NORTH, outcome="ignored", target="b"))).then_refused("SEN-BLK-03")


@accepts("SEN-BLK-02", "SEN-BLK-03")
@refuses("SEN-ATK-10", "SEN-BLK-03")
def test_who_stands_in_a_blocked_hex_hits_nobody_and_whoever_was_not_attacked_blocked_nothing() -> None:
    side = card(Attack(grid=(Cell(EAST, 1),)))
    guard = card(Block(grid=(NORTH,)), WON, types=("defence",))
    case = turn(side, guard, CALM, at={"c": ((1, 0), 3)})
    case = begun(case, "b").when(x.BlockApplied(actor="b", card="A-902", hexes=(HERE,)))
    case = begun(case, "r").when(strikes("r", (1, 0)))
    case.when(result("r", hit("c", (1, 0), wounds=1))).then_refused("SEN-BLK-03")
    missed = case.when(result("r", x.Result(hex=(1, 0), outcome="ignored", target="c")))
    missed.when(GAIN).then_refused("SEN-ATK-10")


@accepts("SEN-ATK-08")
@refuses("SEN-ATK-08")
@pytest.mark.parametrize("lowest", [4, 5])
def test_of_a_range_the_lowest_value_is_compared_whatever_was_chosen(lowest: int) -> None:
    duel = card(Attack(aim="compare", wounds=2), range=2)
    part = PartDefinition(initiative=lowest, up_to=8, effects=(FocusGain(),))
    wide = msgspec.structs.replace(CALM, parts=(part,))
    cards = {**training.EDITION, "A-901": duel, "A-902": wide}
    case = tables.revealed(
        tables.dealt(at={"r": (HERE, 0), "b": (AHEAD, 3)}, cards=cards), r="A-901", b="A-902"
    )
    case = then(case, f.InitiativeChosen(actor="b", value=8), f.PhaseStarted(phase="resolve"))
    case = begun(begun(case, "b").when(GAIN), "r").when(strikes("r", target="b"))
    case.then_accepted() if lowest == 4 else case.then_refused("SEN-ATK-08")


@accepts("SEN-KAM-03", "SEN-KAM-05")
@refuses("SEN-KAM-05")
def test_one_cell_more_makes_the_way_through_focus_compulsory() -> None:
    direct: dict[str, Any] = {"player": "r", "path": ("determination",), "to": "determination"}
    for limit in (2, 3):
        ring = card(RingMove(limit=limit), types=("meditation",))
        case = begun(turn(ring, bodies={"r": {"kamae": "balance"}}), "r")
        told = case.when(x.KamaeMoved(limit=limit, **direct))
        told.then_accepted() if limit == 2 else told.then_refused("SEN-KAM-05")
    round_ = ("f1", "neutral", "aggression", "f2", "determination")
    after = case.when(x.KamaeMoved(limit=3, **{**direct, "path": round_}))
    assert body(after, "r").focus == 2


@accepts("SEN-MOVE-10")
@refuses("SEN-MOVE-10")
def test_who_began_far_and_is_near_now_moves_as_printed() -> None:
    run = card(Move(steps=3, directions=(0,)), initiative=9, types=("meditation",))
    at = {"r": ((0, 4), 0), "b": ((0, -4), 3)}
    case = then(begun(turn(b=run, at=at, plays={"r": "A-038"}), "b"), moved("b", "000", NORTH, 3))
    case = begun(case, "r")
    case.when(moved("r", "000", HERE, 0, long=True)).then_refused("SEN-MOVE-10")
    case.when(moved("r", "0", (0, 3), 0)).then_accepted()


@accepts("SEN-COL-03", "SEN-END-02", "SEN-END-05")
@refuses("SEN-END-05", "SEN-END-06")
def test_who_runs_into_an_enemy_falls_with_it_or_alone() -> None:
    run = card(Move(steps=1, directions=(0,), mandatory=True), types=("meditation",))
    for stuns, winner in (({"r": 4, "b": 4}, "draw"), ({"r": 4}, "blue"), ({"b": 4}, "red")):
        case = turn(run, bodies={player: {"stuns": count} for player, count in stuns.items()})
        into = x.CollisionHappened(
            actor="r", cause="own_move", against="character", hex=AHEAD, other="b", discards=True
        )
        case = then(begun(case, "r"), moved("r", "0", HERE, 0), into)
        case.when(e.MatchFinished(winner=winner, turns=1)).then_accepted()
        other = "red" if winner == "blue" else "blue"
        rules = ("SEN-END-05", "SEN-END-06") if winner == "draw" else ("SEN-END-06",)
        case.when(e.MatchFinished(winner=other, turns=1)).then_refused(*rules)


@accepts("SEN-HEX-06", "SEN-COL-03", "SEN-COL-06")
def test_of_two_who_are_pushed_in_a_row_either_goes_first() -> None:
    """The nearer one runs into the other, or follows it: both ways are offered, and neither twice."""
    shove = card(Attack(grid=(Cell(NORTH), Cell(FAR)), push=1))
    case = turn(shove, CALM, CALM, at={"c": (NORTH, 3)})
    case = begun(case, "r").when(strikes("r", AHEAD, NORTH))
    (told,) = [one for one in RULES.next_events(case.state, REFEREE) if one.type == "attack_resolved"]
    ends = []
    for event in moves(case.state, told):
        after = case.when(event)
        ends.append((body(after, "b").hex, body(after, "c").hex, bool(after.state.full.due)))
    assert ends == [(AHEAD, FAR, True), (NORTH, FAR, False)]
    apart = turn(card(Attack(grid=(Cell(NORTH), Cell(EAST)), push=1)), CALM, CALM, at={"c": ((1, 0), 3)})
    apart = begun(apart, "r").when(strikes("r", AHEAD, (1, 0)))
    assert len(moves(apart.state, told)) == 1


@accepts("SEN-ATK-04", "SEN-MULTI-02", "SEN-MULTI-03")
def test_who_strikes_down_the_last_enemy_and_an_ally_has_won_with_it() -> None:
    sweep = card(Attack(grid=(Cell(NORTH, 1), Cell(EAST, 1))))
    sides = {"red": ("r", "c"), "blue": ("b",)}
    bodies = {"b": {"wounds": 7}, "c": {"wounds": 5}}
    case = begun(turn(sweep, CALM, CALM, at={"c": ((1, 0), 3)}, sides=sides, bodies=bodies), "r")
    case = then(
        case, strikes("r", AHEAD, (1, 0)), result("r", hit("b", wounds=1), hit("c", (1, 0), wounds=1))
    )
    seen = RULES.outcome(case.when(e.MatchFinished(winner="red", turns=1)).then_accepted())
    assert seen.figures["counted_wounds"] == {"red": 6, "blue": 8}


@accepts("SEN-DRAW-02", "SEN-END-05")
@refuses("SEN-END-06")
def test_two_empty_decks_defeat_both_in_one_draw_phase() -> None:
    case = put(tables.dealt(), None, {"r": {"wounds": 6}, "b": {"wounds": 7}})
    full = case.state.full
    for player in ("r", "b"):
        full = with_pile(full, player, deck=0, discard=full.piles[player].deck)
    case = Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)
    case = case.when(f.TurnStarted(turn=1)).when(f.CardDrawn(actor="r", drawn=0))
    case.when(e.MatchFinished(winner="blue", turns=1)).then_refused("SEN-END-06")
    case.when(f.CardDrawn(actor="b", drawn=0)).when(DRAW).then_accepted()


@accepts("SEN-END-05", "SEN-DRAW-02")
@refuses("SEN-END-06")
@pytest.mark.parametrize("healthy", [False, True])
def test_what_a_poison_does_between_two_draws_decides_nothing_about_who_drew(healthy: bool) -> None:
    """Wounds of one Draw phase count together: `b` has still to draw from its empty deck."""
    cards = {**training.EDITION, **training_foes.EDITION}
    bodies: dict[str, dict[str, Any]] = {
        "r": {"wounds": 6},
        "b": {"wounds": 6 if healthy else 7, "poisons": ("C-002",)},
    }
    case = put(tables.dealt(cards=cards), None, bodies)
    full = with_pile(with_pile(case.state.full, "r", deck=0), "b", deck=0)
    case = Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)
    case = case.when(f.TurnStarted(turn=1)).when(f.CardDrawn(actor="r", drawn=0))
    case = case.when(x.ConditionGained(actor="b", kind="injury", count=1, cause="C-002"))
    case.when(e.MatchFinished(winner="blue", turns=1)).then_refused("SEN-END-06")
    fallen = case.when(x.WoundTaken(actor="b", normal=2, cause="C-002"))
    fallen.when(DRAW).then_accepted()
    over = case.when(f.CardDrawn(actor="b", drawn=0))
    over.when(e.MatchFinished(winner="blue", turns=1) if healthy else DRAW).then_accepted()


@accepts("SEN-SOLO-20", "SEN-INIT-02")
@refuses("SEN-SOLO-20")
@pytest.mark.parametrize(("hurt", "value"), [((), 5), (("r",), 4), (("vo-1",), 6), (("r", "vo-1"), 5)])
def test_an_opponent_blocks_at_the_initiative_that_injuries_leave(hurt: tuple[str, ...], value: int) -> None:
    guard = PartDefinition(initiative=2, up_to=7, effects=(Block(grid=(NORTH,)),))
    told: dict[str, Any] = {"name": "Wall", "types": ("defence",), "parts": (guard,)}
    edition = {**training_foes.EDITION, "S-026": Definition(**{**training.TOLD.usual_solo, **told})}
    case = foe_tables.solo("katana", at=ME, vos={"vo-1": FACED["vo-1"]}, cards=edition)
    case = foe_tables.harmed(case, *(Hurt(actor, injuries=1) for actor in hurt))
    case = foe_tables.revealed(case, r="A-901", vo_1="S-026")
    for other in (value - 1, value + 1):
        case.when(f.InitiativeChosen(actor="vo-1", value=other)).then_refused("SEN-SOLO-20")
    case.when(f.InitiativeChosen(actor="vo-1", value=value)).then_accepted()


@accepts("SEN-INIT-02", "SEN-INIT-08")
@refuses("SEN-INIT-01", "SEN-INIT-06")
def test_an_injury_settles_a_tie_that_nobody_has_to_choose_about_any_more() -> None:
    tied = card(FocusGain(amount=1), initiative=4, types=("meditation",))
    wounding = card(Attack(grid=(Cell(NORTH, 1),), injuries=1), initiative=5)
    case = begun(turn(wounding, tied, tied), "r")
    case = then(case, strikes("r", AHEAD), result("r", hit("b", wounds=1, injuries=1)))
    case.when(f.PartStarted(actor="b", card="A-902")).then_refused("SEN-INIT-01")
    case.when(f.TieOrderChosen(player="b", position=1)).then_refused("SEN-INIT-06")
    case.when(f.PartStarted(actor="c", card="A-904")).then_accepted()


@refuses("SEN-BLK-01")
def test_an_injured_defender_blocks_nothing_at_the_printed_initiative() -> None:
    block = card(Block(grid=(NORTH, (0, 0))), initiative=5, types=("defence",))
    hurt = {"b": {"timers": (0,), "injuries": 1}}
    case = begun(turn(CUT, block, bodies=hurt), "r").when(strikes("r", AHEAD))
    case.when(result("r", MISSED)).then_refused("SEN-BLK-03", "SEN-BLK-01")
    case.when(result("r", hit("b", wounds=1))).then_accepted()


def test_a_card_that_lay_open_is_no_secret_when_it_is_discarded() -> None:
    calm = card(FocusGain(amount=1), initiative=3, types=("meditation",))
    case = then(begun(turn(calm, CALM), "r"), x.FocusGained(player="r", amount=1))
    case = then(begun(case, "b"), GAIN).when(f.PhaseStarted(phase="discard"))
    assert "chosen" not in {one.field for one in SYSTEM.faces.held(case.state)}
