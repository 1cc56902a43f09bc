"""Horde runs on the board: waves, clears, levels with their recovery, the fallen lord. SEN-HORDE, SEN-SCORE-06, -07."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.consequences import following
from games.hexes import distance
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.foes.waves import start_hexes
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.state import Thing
from games.senjutsu.play import training_foes
from games.senjutsu.state import standing_foes
from games.senjutsu.tests.full.foe_tables import (
    after_parts,
    drawing,
    drawn,
    ended,
    harmed,
    horde,
    registered,
    resolving,
    set_up,
    wave,
)
from games.senjutsu.tests.full.tables import R
from games.senjutsu.tests.tables import cleared as cleared_at_turns
from games.senjutsu.tests.tables import offered_types, ready, recovery
from games.testing import Case, accepts, refuses

CALM = {"leader": "S-001", "k1": "S-002", "k2": "S-004", "k3": "S-005"}
"""A meditation of every opponent of a run."""


def slain(case: Case, *more: Hurt) -> Case:
    """Everybody of the wave falls at the same moment."""
    return harmed(case, *(Hurt(vo, wounds=9) for vo in standing_foes(case.state)), *more)


def acting(case: Case) -> Case:
    """A turn up to the end of Resolve, in which everybody meditates."""
    cards = {vo: CALM[vo] for vo in standing_foes(case.state)}
    mine = "stun" if case.state.fighters["r"].stuns else "A-904"
    known = case.state.full.piles["r"].open.count("A-904")
    return after_parts(resolving(case, r="A-038" if mine != "stun" and known > 2 else mine, **cards))


def fought(case: Case, level: int, number: int, **told: Any) -> Case:
    """A wave from its placing to the clear, within one turn that is not over yet."""
    case = slain(acting(case.when(wave(level, number, **told))))
    return case.when(e.WaveCleared(level=level, wave=number, turn=case.state.full.turn))


def cleared(case: Case, waves: int) -> Case:
    """The next waves, each in a turn; levels are completed and recovered from."""
    for _ in range(waves):
        if case.state.phase == "level":
            case = recovered(case)
        run = case.state.run
        case = ended(fought(case, run.level, run.wave))
    return case


def rebuilt(case: Case) -> Case:
    """The level is completed, and the four decks are built anew."""
    case = case.when(e.LevelCompleted(level=case.state.run.cleared // 4))
    for name, type_ in (("leader", "leader"), ("k1", "katana"), ("k2", "katana"), ("k3", "katana")):
        case = case.when(training_foes.deck(name, type_))
    return case


def recovered(case: Case, **told: Any) -> Case:
    return rebuilt(case).when(recovery(**told))


@accepts("SEN-HORDE-01", "SEN-HORDE-02", "SEN-HORDE-03", "SEN-HORDE-04", "SEN-HORDE-06")
def test_waves_stand_on_their_hexes_between_the_turns() -> None:
    case = horde().when(wave(1, 1))
    one = case.state.foes["k1"]
    assert (one.hex, one.behaviour, one.stance, one.wound_limit) == ((-2, -2), "left", "offensive", 1)
    assert case.state.full.piles["k1"].deck == 5
    case = ended(fought(horde(), 1, 1))
    case = case.when(wave(1, 2))
    assert {key: one.hex for key, one in case.state.foes.items()} == {"k1": (-2, -2), "k2": (-1, -3)}
    assert drawing(case).state.full.turn == 2


@refuses(
    "SEN-HORDE-01",
    "SEN-HORDE-02",
    "SEN-HORDE-03",
    "SEN-HORDE-04",
    "SEN-HORDE-06",
    "SEN-SETUP-12",
    "SEN-HEX-01",
)
def test_waves_that_cannot_be_placed() -> None:
    registered("horde").when(wave(1, 1, decks=False)).then_refused("SEN-LOG-02")
    case = horde()
    case.when(f.TurnStarted(turn=1)).then_refused("SEN-LOG-02")
    case.when(wave(1, 2)).then_refused("SEN-HORDE-02")
    case.when(wave(2, 1)).then_refused("SEN-HORDE-02", "SEN-HORDE-03")
    facing = msgspec.structs.replace(wave(1, 1).vos[0], facing=6)
    case.when(wave(1, 1, vos=(facing,))).then_refused("SEN-HEX-01")
    for told in ({"vo_deck": "leader"}, {"vo_deck": "nobody's"}):
        strange = msgspec.structs.replace(wave(1, 1).vos[0], **told)
        case.when(wave(1, 1, vos=(strange,))).then_refused("SEN-HORDE-01")
    still = fought(horde(), 1, 1)
    still.when(wave(1, 2)).then_refused("SEN-HORDE-06")
    ended(still).when(f.TurnStarted(turn=2)).then_refused("SEN-HORDE-06")
    two = wave(1, 2).vos
    same = (two[0], msgspec.structs.replace(two[1], hex="A"))
    ended(still).when(wave(1, 2, vos=same)).then_refused("SEN-HORDE-04")


@accepts("SEN-HORDE-04")
def test_a_start_hex_that_is_taken_is_left_for_the_nearest_one() -> None:
    case = ended(fought(horde(), 1, 1))
    fighters = {"r": msgspec.structs.replace(case.state.fighters["r"], hex=(-1, -3))}
    state = msgspec.structs.replace(case.state, fighters=fighters)
    case = Case(case.rules, case.setup, state, case.entries).when(wave(1, 2))
    two = case.state.foes["k2"]
    assert (two.hex, two.behaviour) == ((1, -4), "middle"), (
        "C is nearer to B than D; the letter's behaviour stays"
    )
    walled = horde()
    full = msgspec.structs.replace(walled.state.full, terrain=(Thing((-2, -2), "rock"),))
    state = msgspec.structs.replace(walled.state, full=full)
    one = Case(walled.rules, walled.setup, state, walled.entries).when(wave(1, 1)).state.foes["k1"]
    assert one.hex == (-1, -3), "no opponent starts in a rock"


@accepts("SEN-HORDE-04")
def test_where_nobody_told_the_board_no_opponent_of_the_fourth_wave_starts_on_the_character() -> None:
    """All four start hexes are needed, so that none is free: both stood on the same hex."""
    case = horde(board=None)
    fighters = {"r": msgspec.structs.replace(case.state.fighters["r"], hex=training_foes.LETTERS["A"])}
    places = start_hexes(msgspec.structs.replace(case.state, fighters=fighters), wave(1, 4).vos)
    assert len({*places.values(), training_foes.LETTERS["A"]}) == 5
    (moved,) = (place for place in places.values() if place not in training_foes.LETTERS.values())
    assert isinstance(moved, tuple) and distance(moved, training_foes.LETTERS["A"]) == 1


@accepts("SEN-HORDE-05", "SEN-HORDE-06")
def test_a_cleared_wave_lets_the_turn_end_and_changes_nothing_else() -> None:
    before = acting(horde().when(wave(1, 1)))
    case = slain(before).when(e.WaveCleared(level=1, wave=1, turn=1))
    assert (case.state.phase, case.state.run.cleared, case.state.run.last_clear_turn) == ("waves", 1, 1)
    after = ended(case).when(wave(1, 2)).state
    mine, then = before.state.fighters["r"], after.fighters["r"]
    assert (mine.hex, mine.wounds, mine.focus, mine.kamae) == (then.hex, then.wounds, then.focus, then.kamae)


@refuses("SEN-HORDE-05", "SEN-LOG-08", "SEN-LOG-02")
def test_a_wave_is_cleared_by_its_last_opponent_alone() -> None:
    case = acting(cleared(horde(), 1).when(wave(1, 2)))
    told = e.WaveCleared(level=1, wave=2, turn=2)
    harmed(case, Hurt("k1", wounds=1)).when(told).then_refused("SEN-HORDE-05")
    slain(case).when(e.WaveCleared(level=1, wave=3, turn=2)).then_refused("SEN-HORDE-05")
    slain(case).when(e.WaveCleared(level=1, wave=2, turn=1)).then_refused("SEN-LOG-08")
    slain(case, Hurt("r", wounds=9)).when(told).then_refused("SEN-HORDE-05")
    harmed(slain(case, Hurt("r", wounds=9))).when(e.MatchFinished(winner="vo")).then_accepted()
    slain(case).when(told).when(told).then_refused("SEN-LOG-02")


@accepts("SEN-HORDE-05")
@refuses("SEN-HORDE-05")
def test_who_falls_after_the_last_opponent_has_cleared_the_wave() -> None:
    case = harmed(slain(acting(horde().when(wave(1, 1)))), Hurt("r", wounds=9))
    case.when(e.MatchFinished(winner="vo")).then_refused("SEN-HORDE-05")
    clear = e.WaveCleared(level=1, wave=1, turn=1)
    assert following(RULES, case.state) == clear, "the end of the run is not offered before"
    case = case.when(clear).when(e.MatchFinished(winner="vo"))
    assert RULES.outcome(case.then_accepted()).carry["score"] == [1, 0, -1]


@accepts("SEN-HORDE-07", "SEN-HORDE-08", "SEN-HORDE-17")
def test_a_level_and_the_way_to_the_next() -> None:
    case = cleared(horde(), 4)
    assert (case.state.phase, case.state.foe_decks != {}) == ("level", True)
    before = case.state
    case = recovered(case, facing=2)
    fighter = case.state.fighters["r"]
    assert (fighter.hex, fighter.facing) == (training_foes.LETTERS["X"], 2)
    assert (fighter.focus, fighter.kamae) == (before.fighters["r"].focus, before.fighters["r"].kamae)
    assert case.state.full.piles["r"].hand == before.full.piles["r"].hand
    case = case.when(wave(2, 1))
    assert case.state.foes["k1"].wound_limit == 2


@refuses("SEN-HORDE-07", "SEN-HORDE-08", "SEN-LOG-02", "SEN-HEX-01")
def test_no_step_between_levels_is_left_out() -> None:
    case = cleared(horde(), 3)
    case.when(e.LevelCompleted(level=1)).then_refused("SEN-HORDE-07")
    still = fought(case, 1, 4)
    still.when(e.LevelCompleted(level=1)).then_refused("SEN-LOG-02")
    case = ended(still)
    case.when(e.LevelCompleted(level=2)).then_refused("SEN-HORDE-07")
    case.when(recovery()).then_refused("SEN-LOG-02")
    case.when(wave(2, 1)).then_refused("SEN-LOG-02")
    case.when(e.LevelCompleted(level=1)).when(recovery()).then_refused("SEN-HORDE-08")
    built = rebuilt(case)
    built.when(recovery(steps=recovery().steps[::-1])).then_refused("SEN-HORDE-08")
    built.when(recovery(position=(0, 0))).then_refused("SEN-HORDE-08")
    built.when(recovery(facing=7)).then_refused("SEN-HEX-01")
    built.when(f.TurnStarted(turn=5)).then_refused("SEN-HORDE-06")


def battered() -> Case:
    """A level behind, with wounds, conditions, and five cards on the discard pile, one of them face down."""
    case = rebuilt(cleared(horde(), 4))
    hurts = Hurt("r", wounds=1, bleeding=2, stuns=2, injuries=2, poisons=("C-010",), poisoned=True)
    case = harmed(case, hurts)
    own = case.state.full.piles["r"]
    total = own.deck + own.discard
    pile = msgspec.structs.replace(
        own, deck=total - 5, discard=5, open=("A-904",) * 3 + ("A-905",), down=("A-901",), bled=()
    )
    full = msgspec.structs.replace(case.state.full, piles={**case.state.full.piles, "r": pile})
    return Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)


@accepts("SEN-HORDE-09", "SEN-HORDE-10")
def test_recovery_card_by_card() -> None:
    before = battered()
    deck = before.state.full.piles["r"].deck
    told: dict[str, Any] = {"stuns_removed": 1, "bleeding_converted": 1, "discard_before": 5, "returned": 3}
    told |= {"deck_after": deck + 3, "discard_after": 2, "staying": ("A-904", "A-901")}
    case = before.when(recovery(**told, position=training_foes.LETTERS["X"]))
    fighter, pile = case.state.fighters["r"], case.state.full.piles["r"]
    assert (fighter.wounds, fighter.bleeding, fighter.stuns) == (3, 1, 1)
    assert (fighter.injuries, fighter.timers, fighter.poisons) == (0, (), ())
    assert (pile.deck, pile.discard, pile.open, pile.down) == (deck + 3, 2, ("A-904", "A-901"), ())
    untold = before.when(recovery()).state.full.piles["r"]
    assert (untold.deck, untold.discard, untold.open) == (deck + 3, 2, ())


@refuses("SEN-HORDE-09", "SEN-HORDE-10", "SEN-LOG-08")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-HORDE-09", {"stuns_removed": 2}),
        ("SEN-HORDE-09", {"bleeding_converted": 2}),
        ("SEN-HORDE-09", {"injuries_left": 1}),
        ("SEN-HORDE-09", {"poisons_left": 1}),
        ("SEN-HORDE-10", {"returned": 2}),
        ("SEN-HORDE-10", {"discard_after": 3}),
        ("SEN-HORDE-10", {"deck_after": 0}),
        ("SEN-HORDE-10", {"staying": ("A-904",)}),
        ("SEN-HORDE-10", {"staying": ("A-904", "A-902")}),
        ("SEN-HORDE-10", {"staying": ("A-905", "A-905")}),
        ("SEN-LOG-08", {"discard_before": 6}),
    ],
)
def test_recovery_that_cannot_be(rule: str, told: dict[str, Any]) -> None:
    battered().when(recovery(**told)).then_refused(rule)


LORD = (0, 2)


@accepts("SEN-HORDE-14")
def test_the_lord_lies_beside_x_and_keeps_the_rule_of_a_corpse() -> None:
    case = horde(lord=LORD)
    assert case.state.lord == LORD
    assert [thing.object for thing in case.state.full.terrain] == ["corpse"]


@refuses("SEN-HORDE-14")
def test_lords_that_cannot_be() -> None:
    case = registered("horde", fallen_lord=True)
    for place in ((0, 0), training_foes.LETTERS["X"]):
        case.when(e.TerrainPlaced(object="corpse", hex=place)).then_refused("SEN-HORDE-14")
    case.when(e.TerrainPlaced(object="corpse", hex=LORD, start=(0, 1))).then_refused("SEN-HORDE-14")
    registered("horde").when(e.TerrainPlaced(object="corpse", hex=LORD, start=(0, 3))).then_refused(
        "SEN-HORDE-14"
    )
    set_up(case).when(wave(1, 1, decks=False)).then_refused("SEN-HORDE-14")


@accepts("SEN-HORDE-14")
@refuses("SEN-HORDE-14", "SEN-LOG-02")
def test_a_token_that_was_forgotten_is_laid_before_the_first_wave() -> None:
    case, token = set_up(registered("horde", fallen_lord=True)), e.TerrainPlaced(object="corpse", hex=LORD)
    first = wave(1, 1, decks=False)
    assert {"terrain_placed"} == {"terrain_placed", "wave_started"} & offered_types(case)
    laid = case.when(token)
    assert {"wave_started"} == {"terrain_placed", "wave_started"} & offered_types(laid)
    again = e.TerrainPlaced(object="corpse", hex=LORD, start=training_foes.LETTERS["X"])
    laid.when(again).then_refused("SEN-HORDE-14")
    laid.when(first).when(token).then_refused("SEN-LOG-02", "SEN-LOG-04")


@accepts("SEN-HORDE-16")
@refuses("SEN-HORDE-16", "SEN-TURN-05")
def test_the_lord_gives_focus_to_who_starts_beside() -> None:
    case = horde(lord=LORD).when(wave(1, 1)).when(f.TurnStarted(turn=1))
    case.when(f.CardDrawn(actor="r")).then_refused("SEN-HORDE-16")
    gain = x.FocusGained(player="r", amount=1, reason="lord")
    case.when(msgspec.structs.replace(gain, amount=2)).then_refused("SEN-HORDE-16")
    case = case.when(gain)
    assert case.state.fighters["r"].focus == 1
    case.when(gain).then_refused("SEN-HORDE-16")
    drawn(case).then_accepted()


@accepts("SEN-HORDE-11", "SEN-HORDE-12")
@refuses("SEN-HORDE-11")
def test_a_player_may_retire_at_any_time() -> None:
    case = cleared(horde(), 3)
    case.when(e.MatchFinished(winner="vo")).then_refused("SEN-HORDE-11")
    seen = RULES.outcome(case.when(e.SideConceded(player="r"), R).when(e.MatchFinished(winner="vo")).state)
    assert (seen.carry["rank"], seen.carry["score"]) == ("wood", [3, 0, -3])
    middle = acting(case.when(wave(1, 4)))
    middle = harmed(middle, Hurt("k1", wounds=1), Hurt("leader", wounds=1))
    seen = RULES.outcome(middle.when(e.SideConceded(player="r"), R).when(e.MatchFinished(winner="vo")).state)
    assert seen.carry["score"] == [3, 2, -3]


@refuses("SEN-LOG-08", "SEN-HORDE-12", "SEN-END-06")
def test_the_report_of_a_run_is_what_the_log_gives() -> None:
    case = cleared(horde(), 3).when(e.SideConceded(player="r"), R)
    wrongs: tuple[dict[str, Any], ...] = (
        {"waves_cleared": 4},
        {"waves_cleared": 3},
        {"waves_cleared": 3, "last_clear_turn": 2},
    )
    for told in wrongs:
        wrong = e.MatchFinished(winner="vo", horde=e.HordeResult(**told))
        case.when(wrong).then_refused("SEN-LOG-08")
    ranked = e.HordeResult(waves_cleared=3, last_clear_turn=3, rank="gold")
    case.when(e.MatchFinished(winner="vo", horde=ranked)).then_refused("SEN-HORDE-12")
    case.when(e.MatchFinished(winner="red")).then_refused("SEN-END-06")
    right = e.HordeResult(waves_cleared=3, last_clear_turn=3, rank="wood")
    case.when(e.MatchFinished(winner="vo", turns=3, horde=right)).then_accepted()


@accepts("SEN-HORDE-13")
def test_a_nightmare_stands_for_its_katana_in_cover() -> None:
    case = horde(decks=False, nightmare={"k1": "ninja"}).when(wave(1, 1, decks=False))
    one = case.state.foes["k1"]
    assert (one.vo_type, one.in_cover, case.state.full.piles["k1"].deck) == ("ninja", True, None)


@accepts("SEN-SCORE-06", "SEN-SCORE-07", "SEN-HORDE-12")
@pytest.mark.parametrize("waves", [0, 2, 5])
@pytest.mark.parametrize("lord", [None, LORD])
def test_a_run_gives_the_same_rank_and_score_at_every_detail(waves: int, lord: Any) -> None:
    """The same run told by its moves, by its turns and in one report."""
    told: dict[str, Any] = {"fallen_lord": lord is not None}
    full = cleared(horde(lord=lord), waves)
    full = recovered(full) if full.state.phase == "level" else full
    run = full.state.run
    full = full.when(wave(run.level, run.wave)).when(e.SideConceded(player="r"))
    turns = ready("horde", **told)
    if lord is not None:
        turns = turns.when(e.TerrainPlaced(object="corpse", hex=lord, start=(0, 3)))
    turns = cleared_at_turns(turns, waves)
    turns = turns.when(e.SideConceded(player="r"))
    result = e.HordeResult(waves_cleared=waves, last_clear_turn=waves)
    report = e.MatchFinished(
        winner="vo",
        turns=waves,
        defeats=(e.Defeat("r", "concession"),),
        horde=result,
        finals={"r": e.Final(0)},
    )
    end = e.MatchFinished(winner="vo", horde=result)
    outcomes = [
        RULES.outcome(full.when(end).then_accepted()),
        RULES.outcome(turns.when(end).then_accepted()),
        RULES.outcome(ready("horde", "summary", **told).when(report).then_accepted()),
    ]
    for name in ("score", "rank", "board", "defeats", "characters"):
        assert len({str(outcome.carry[name]) for outcome in outcomes}) == 1, name
    assert outcomes[0].figures == outcomes[1].figures == outcomes[2].figures
