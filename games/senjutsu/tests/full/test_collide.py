"""COL and TER at full detail: pushed, pulled or walked into the edge, terrain or somebody; what it costs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.senjutsu.full import effect_events as x
from games.senjutsu.full.definitions import Attack, Block, Cell, FocusGain, Move, Other
from games.senjutsu.full.events import CardDrawn, CardsMoved, Override, PartStarted, PhaseStarted
from games.senjutsu.full.legal.moves import moves
from games.senjutsu.tests.full.position import (
    AHEAD,
    HERE,
    IDLE,
    begun,
    body,
    card,
    hit,
    moved,
    result,
    strikes,
    then,
    turn,
)
from games.testing import Case, accepts, refuses

NORTH = (0, -1)
PUSH = card(Attack(grid=(Cell(NORTH),), push=1))
PULL = card(Attack(grid=(Cell(NORTH), Cell((0, -2))), pull=2))
SHOVED = hit("b", push=x.Shift(cells=1, direction=0))
BEHIND = (0, -1)
ROCK = x.CollisionHappened(actor="b", cause="push", against="terrain", hex=BEHIND)


def shoved(r: Any = PUSH, b: Any = IDLE, told: x.Result = SHOVED, **more: Any) -> Case:
    """`r` pushes `b` north."""
    return then(begun(turn(r, b, **more), "r"), strikes("r"), result("r", told))


def changed(event: x.CollisionHappened, **told: Any) -> x.CollisionHappened:
    return msgspec.structs.replace(event, **told)


@accepts("SEN-COL-01", "SEN-COL-06")
@refuses("SEN-COL-01", "SEN-COL-06")
def test_pushed_over_the_edge() -> None:
    at: Any = {"r": ((0, -3), 0), "b": ((0, -4), 3)}
    edge = x.CollisionHappened(actor="b", cause="push", against="edge", hex=(0, -5))
    case = shoved(at=at, told=hit("b", (0, -4), push=x.Shift(cells=1, direction=0)))
    after = case.when(edge).then_accepted()
    one = after.fighters["b"]
    assert (one.hex, one.stuns, after.full.seats["b"].ended) == ((0, -4), 1, True)
    case.when(changed(edge, hex=(1, -5))).then_refused("SEN-COL-01")
    case.when(changed(edge, cause="pull")).then_refused("SEN-COL-06")
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-COL-01")
    assert not after.full.seats["r"].ended


@accepts("SEN-COL-02", "SEN-TER-02", "SEN-TER-03")
@refuses("SEN-COL-02", "SEN-COL-04", "SEN-TER-03")
@pytest.mark.parametrize(
    ("terrain", "stuns", "injuries", "wounds", "left"),
    [
        ("rock", 1, 0, 0, True),
        ("bamboo", 1, 1, 0, False),
        ("burning_cart", 1, 0, 1, True),
        ("shrine", 1, 0, 0, True),
        ("torii", 1, 0, 0, True),
        ("sakura", 1, 0, 0, True),
    ],
)
def test_pushed_onto_terrain(terrain: str, stuns: int, injuries: int, wounds: int, left: bool) -> None:
    case = shoved(terrain={BEHIND: terrain})
    after = case.when(ROCK).then_accepted()
    one = after.fighters["b"]
    assert (one.hex, one.stuns, len(one.timers), one.wounds) == (AHEAD, stuns, injuries, wounds)
    assert bool(after.full.terrain) == left
    case.when(changed(ROCK, against="edge")).then_refused("SEN-COL-02")
    case.when(changed(ROCK, discards=True)).then_refused("SEN-COL-04")
    sweep = card(Attack(grid=(Cell(NORTH, 1),)))
    again = begun(turn(sweep, at={"b": ((0, -3), 3)}, terrain={AHEAD: terrain}), "r").when(strikes("r"))
    stopped = [] if left else ["SEN-TER-03"]
    told = x.Result(hex=AHEAD, outcome="empty")
    again.when(result("r", told)).then_refused("SEN-BLK-03", "SEN-TER-07", *stopped)
    cut = again.when(result("r", x.Result(hex=AHEAD, outcome="ignored"))).then_accepted()
    assert bool(cut.full.terrain) == left


@accepts("SEN-TER-03")
@pytest.mark.parametrize(("wounds", "left"), [(1, False), (0, True)])
def test_only_wounds_cut_bamboo(wounds: int, left: bool) -> None:
    sweep = card(Attack(grid=(Cell(NORTH), Cell((1, -1), wounds)), stuns=1))
    case = begun(turn(sweep, at={"b": ((0, -3), 3)}, terrain={AHEAD: "bamboo"}), "r").when(strikes("r"))
    after = case.when(result("r", x.Result(hex=AHEAD, outcome="ignored"))).then_accepted()
    assert bool(after.full.terrain) == left


@accepts("SEN-COL-03", "SEN-COL-04", "SEN-COL-05")
@refuses("SEN-COL-03", "SEN-COL-04", "SEN-EFF-04", "SEN-ZONE-02", "SEN-INIT-09")
def test_pushed_onto_somebody() -> None:
    case = shoved(c=IDLE, at={"c": (BEHIND, 3)})
    onto = x.CollisionHappened(
        actor="b", cause="push", against="character", hex=BEHIND, other="c", discards=True, discarded="A-903"
    )
    after = case.when(onto).then_accepted()
    assert [after.fighters[player].stuns for player in "rbc"] == [0, 1, 1]
    own = after.full.piles["b"]
    assert (own.hand, own.discard, own.down) == (4, 1, ("A-903",)) and "A-903" not in own.held
    assert after.full.seats["b"].ended and not after.full.seats["c"].ended
    case.when(changed(onto, other="r")).then_refused("SEN-COL-03")
    case.when(changed(onto, discards=False, discarded=None)).then_refused("SEN-COL-04")
    case.when(changed(onto, discarded="stun")).then_refused("SEN-EFF-04")
    case.when(changed(onto, discarded="A-023")).then_refused("SEN-COL-04")
    case.when(changed(onto, discarded="A-999")).then_refused("SEN-ZONE-02")
    later = case.when(onto)
    later.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-INIT-09")
    later.when(PartStarted(actor="c", card="A-904")).then_accepted()


@accepts("SEN-COL-04")
def test_who_holds_no_card_discards_none() -> None:
    case = shoved(c=IDLE, at={"c": (BEHIND, 3)}, bodies={})
    full = case.state.full
    piles = {**full.piles, "b": msgspec.structs.replace(full.piles["b"], hand=0, held=())}
    state = msgspec.structs.replace(case.state, full=msgspec.structs.replace(full, piles=piles))
    empty = Case(case.rules, case.setup, state, case.entries)
    onto = x.CollisionHappened(actor="b", cause="push", against="character", hex=BEHIND, other="c")
    empty.when(onto).then_accepted()
    empty.when(changed(onto, discards=True)).then_refused("SEN-COL-04")


@accepts("SEN-COL-06", "SEN-HEX-05", "SEN-HEX-06")
def test_pulled_into_the_attacker() -> None:
    case = then(begun(turn(PULL, at={"b": ((0, -1), 3)}), "r"), strikes("r"))
    told = hit("b", (0, -1), pull=x.Shift(cells=2, direction=3, path=(AHEAD,)))
    case = case.when(result("r", told))
    onto = x.CollisionHappened(
        actor="b", cause="pull", against="character", hex=HERE, other="r", discards=True
    )
    after = case.when(onto).then_accepted()
    assert (after.fighters["b"].hex, after.fighters["b"].stuns, after.fighters["r"].stuns) == (AHEAD, 1, 1)
    assert after.full.seats["b"].ended and not after.full.seats["r"].ended
    assert after.full.piles["b"].hand == 4 and after.full.piles["b"].down == ()


@refuses("SEN-COL-06", "SEN-MOVE-08")
def test_nothing_collides_that_was_not_moved() -> None:
    case = begun(turn(PUSH), "r")
    case.when(ROCK).then_refused("SEN-COL-06")
    case.when(changed(ROCK, cause="own_move")).then_refused("SEN-MOVE-08")


@accepts("SEN-COL-05", "SEN-MOVE-08")
@refuses("SEN-COL-05")
def test_an_own_collision_ends_the_card() -> None:
    must = card(Move(steps=1, directions=(0,), mandatory=True), FocusGain(amount=1), types=("meditation",))
    case = begun(turn(must, at={"b": ((2, -3), 3)}, terrain={AHEAD: "rock"}), "r")
    own = x.CollisionHappened(actor="r", cause="own_move", against="terrain", hex=AHEAD)
    case = then(case, moved("r", "0", HERE, 0), own)
    case.when(x.FocusGained(player="r", amount=1)).then_refused("SEN-COL-05")
    case.when(PartStarted(actor="b", card="A-902")).then_accepted()


@accepts("SEN-DRAW-02")
@refuses("SEN-COL-05")
def test_the_text_of_a_card_that_a_collision_ended_draws_and_changes_nothing() -> None:
    reads = Other(text="Draws a card.", optional=True)
    must = card(Move(steps=1, directions=(0,), mandatory=True), reads, types=("meditation",))
    drawn = CardDrawn(actor="r", reason="effect")
    change = x.KamaeChanged(player="r", instruction="any", to="balance", card="A-901")
    own = x.CollisionHappened(actor="r", cause="own_move", against="terrain", hex=AHEAD)
    at: Any = {"b": ((2, -3), 3)}
    free = then(begun(turn(must, at=at), "r"), moved("r", "0", AHEAD, 0))
    free.when(drawn).then_accepted()
    free.when(change).then_accepted()
    case = then(begun(turn(must, at=at, terrain={AHEAD: "rock"}), "r"), moved("r", "0", HERE, 0), own)
    case.when(drawn).then_refused("SEN-COL-05")
    case.when(change).then_refused("SEN-COL-05")
    offers = {one.type for one in RULES.next_events(case.state, REFEREE) if one.players == ("r",)}
    assert "card_drawn" not in offers


BY_TEXT: tuple[Any, ...] = (
    x.WoundTaken(actor="b", normal=1, cause="A-901"),
    x.WoundsHealed(actor="b", normal=1, card="A-901"),
    x.ConditionGained(actor="b", kind="injury", cause="A-901"),
    x.FocusGained(player="r", amount=1, reason="other", card="A-901"),
    x.FocusLost(player="b", amount=1, card="A-901"),
    CardsMoved(player="b", source="hand", to="discard", count=1, by="A-901"),
)


@accepts("SEN-COL-05", "SEN-EFF-01", "SEN-EFF-05", "SEN-LOG-07")
@refuses("SEN-COL-05")
@pytest.mark.parametrize("event", BY_TEXT, ids=lambda event: type(event).__name__)
def test_the_text_of_a_card_that_a_collision_ended_does_nothing_to_anybody(event: Any) -> None:
    must = card(Move(steps=1, directions=(0,), mandatory=True), Other(text="?"), types=("meditation",))
    told: dict[str, Any] = {"at": {"b": ((2, -3), 3)}, "bodies": {"b": {"wounds": 1, "focus": 1}}}
    own = x.CollisionHappened(actor="r", cause="own_move", against="terrain", hex=AHEAD)
    then(begun(turn(must, **told), "r"), moved("r", "0", AHEAD, 0)).when(event).then_accepted()
    case = then(begun(turn(must, terrain={AHEAD: "rock"}, **told), "r"), moved("r", "0", HERE, 0), own)
    case.when(event).then_refused("SEN-COL-05")
    override = Override(card="A-901", rule="SEN-COL-05")
    case.when(msgspec.structs.replace(event, override=override)).then_accepted()
    named = (str(one.choices) for one in RULES.next_events(case.state, REFEREE))
    assert not any("A-901" in choices for choices in named)


@accepts("SEN-DISC-03")
@refuses("SEN-COL-05")
def test_no_text_of_the_end_of_the_turn_is_read_on_a_card_that_a_collision_ended() -> None:
    late = card(FocusGain(amount=1), Other(text="?", when="turn_end"), initiative=4, types=("meditation",))
    follows = x.EffectResolved(actor="b", card="A-902", part=0, effect=1)
    whole = then(begun(shoved(b=late), "b"), x.FocusGained(player="b", amount=1))
    then(whole, PhaseStarted(phase="discard")).when(follows).then_accepted()
    ended = then(shoved(b=late, terrain={BEHIND: "rock"}), ROCK, PhaseStarted(phase="discard"))
    ended.when(follows).then_refused("SEN-COL-05")
    assert "effect_resolved" not in {one.type for one in RULES.next_events(ended.state, REFEREE)}


@accepts("SEN-COL-05")
def test_what_the_others_do_goes_on() -> None:
    guard = card(Block(grid=((0, 0),)), initiative=3, types=("defence",))
    case = then(shoved(b=guard, c=IDLE, at={"c": ((1, 1), 0)}, terrain={BEHIND: "rock"}), ROCK)
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-INIT-09")
    case.when(PartStarted(actor="c", card="A-904")).then_accepted()


@accepts("SEN-COL-03", "SEN-SETUP-06")
@refuses("SEN-COL-03")
@pytest.mark.parametrize("other", ["b", "c"])
def test_of_two_who_share_a_hex_the_mover_runs_into_either(other: str) -> None:
    must = card(Move(steps=1, directions=(0,), mandatory=True), types=("meditation",))
    allies: dict[str, Any] = {"sides": {"red": ("r",), "blue": ("b", "c")}, "at": {"c": (AHEAD, 0)}}
    case = then(begun(turn(must, c=IDLE, **allies), "r"), moved("r", "0", HERE, 0))
    into = x.CollisionHappened(
        actor="r", cause="own_move", against="character", hex=AHEAD, other=other, discards=True
    )
    after = case.when(into).then_accepted()
    assert [after.fighters[one].stuns for one in "rbc"] == [1, int(other == "b"), int(other == "c")]
    case.when(changed(into, other="r")).then_refused("SEN-COL-03")
    offer = next(one for one in RULES.next_events(case.state, REFEREE) if one.type == "collision_happened")
    assert into in moves(case.state, offer)


@accepts("SEN-HEX-06", "SEN-SETUP-06")
@refuses("SEN-HEX-06")
def test_who_shares_the_hex_of_the_attacker_is_not_pulled_nearer() -> None:
    pull = card(Attack(aim="named", wounds=1, pull=1))
    allies: dict[str, Any] = {"sides": {"red": ("r", "b"), "blue": ("c",)}, "targets": {"r": ("b",)}}
    drawn = x.AttackDeclared(attacker="r", card="A-901", target="b")
    case = then(begun(turn(pull, c=IDLE, at={"b": (HERE, 3)}, **allies), "r"), drawn)
    case.when(result("r", hit("b", HERE, wounds=1))).then_accepted()
    apart = then(begun(turn(pull, c=IDLE, at={"b": (BEHIND, 3)}, **allies), "r"), drawn)
    apart.when(result("r", hit("b", BEHIND, wounds=1))).then_refused("SEN-HEX-06")


def wound(actor: str = "b", cause: str = "burning_cart", normal: int = 1) -> x.WoundTaken:
    return x.WoundTaken(actor=actor, normal=normal, cause=cause)


def stun(actor: str = "b", cause: str = "burning_cart", kind: Any = "stun") -> x.ConditionGained:
    return x.ConditionGained(actor=actor, kind=kind, cause=cause)


@accepts("SEN-TER-02")
@refuses("SEN-TER-02")
def test_unknown_icons_are_told_one_by_one_and_differ() -> None:
    case = shoved(terrain={BEHIND: "burning_cart"}, terrain_profile="unknown")
    case = case.when(ROCK)
    assert case.state.fighters["b"].stuns == 0 and "SEN-TER-02" in case.state.full.unverified
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-TER-02")
    case.when(wound(normal=2)).then_refused("SEN-TER-02")
    case.when(stun(cause="rock")).then_refused("SEN-TER-02")
    one = case.when(stun())
    one.when(stun()).then_refused("SEN-TER-02")
    both = one.when(wound()).then_accepted()
    assert (both.fighters["b"].stuns, both.fighters["b"].wounds, both.full.due) == (1, 1, ())


@accepts("SEN-TER-05")
@refuses("SEN-TER-05")
def test_the_unknown_icon_of_a_corpse() -> None:
    case = shoved(terrain={BEHIND: "corpse"}, terrain_profile="unknown")
    case.when(PartStarted(actor="b", card="A-902")).then_refused("SEN-TER-05")
    case.when(wound(cause="corpse", normal=2)).then_refused("SEN-TER-05")
    after = case.when(stun(cause="corpse", kind="injury")).then_accepted()
    assert after.fighters["b"].timers == (0,) and not after.full.due


@accepts("SEN-TER-05")
def test_pushed_through_corpses() -> None:
    far = card(Attack(grid=(Cell(NORTH),), push=2))
    told = hit("b", push=x.Shift(cells=2, direction=0, path=(BEHIND, (0, -2))))
    case = shoved(far, told=told, terrain={BEHIND: "corpse", (0, -2): "corpse"}, bodies={"b": {"focus": 3}})
    after = body(case, "b")
    assert (after.hex, after.stuns, after.focus) == ((0, -2), 2, 0)


@accepts("SEN-END-05")
def test_a_collision_that_defeats_both_is_a_draw() -> None:
    bodies = {"b": {"stuns": 4}, "r": {"stuns": 4}}
    case = then(begun(turn(PULL, at={"b": ((0, -1), 3)}, bodies=bodies), "r"), strikes("r"))
    told = hit("b", (0, -1), pull=x.Shift(cells=2, direction=3))
    onto = x.CollisionHappened(
        actor="b", cause="pull", against="character", hex=HERE, other="r", discards=True
    )
    after = then(case, result("r", told), onto).then_accepted()
    assert {after.fighters[player].defeated for player in "rb"} == {"stun"}
    assert after.fighters["r"].fall == after.fighters["b"].fall
