"""Horde runs: waves, levels, what happens between them, the fallen lord, and the score. SEN-HORDE, SEN-SCORE-06."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.facts import HORDE
from games.senjutsu.tests.tables import (
    R,
    all_fall,
    cleared,
    created,
    fallen,
    fell,
    foe,
    offered_types,
    over,
    ready,
    recovered,
    recovery,
    turn,
    wave,
)
from games.senjutsu.tests.test_foe_decks import deck
from games.testing import Case, accepts, refuses, why

LEADER = ("S-001", "S-003", "S-014", "S-015", "S-026", "S-016")
KATANAS = (
    ("S-002", "S-017", "S-018", "S-027", "S-028"),
    ("S-004", "S-019", "S-020", "S-029", "S-030"),
    ("S-005", "S-021", "S-022", "S-031", "S-032"),
)


def horde(**told: Any) -> Case:
    return ready("horde", **told)


def with_decks(case: Case, katanas: int = 3) -> Case:
    """The decks of the horde, as they are built before the first wave and between levels."""
    case = case.when(deck("leader", "leader", *LEADER))
    for number, cards in enumerate(KATANAS[:katanas], start=1):
        case = case.when(deck(f"katana-{number}", "katana", *cards))
    return case


@accepts("SEN-HORDE-02", "SEN-HORDE-03", "SEN-HORDE-04", "SEN-HORDE-05", "SEN-HORDE-06", "SEN-HORDE-07")
def test_wave_after_wave_level_after_level() -> None:
    case = cleared(horde(), 9)
    assert (case.state.run.level, case.state.run.wave, case.state.turn) == (3, 2, 9)
    seen = RULES.outcome(case.when(wave(3, 2)).when(turn(10, {"k1": foe(3, True)}, r=fallen())).state)
    assert seen.carry["score"] == [9, 1, -9]
    assert (seen.carry["rank"], seen.carry["board"]) == ("gold", "horde")


@refuses("SEN-HORDE-02", "SEN-HORDE-03", "SEN-HORDE-04", "SEN-SETUP-12")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-HORDE-02", {"level": 2}),
        ("SEN-HORDE-02", {"wave": 1}),
        ("SEN-HORDE-02", {"vos": wave(1, 3).vos}),
        ("SEN-HORDE-02", {"vos": wave(1, 2).vos[:1]}),
        ("SEN-HORDE-02", {"vos": (wave(1, 2).vos[0],) * 2}),
        ("SEN-HORDE-03", {"vos": wave(2, 2).vos}),
        (
            "SEN-HORDE-04",
            {"vos": (wave(1, 2).vos[0], e.WaveOpponent(vo="k2", slot="k2", hex="A", wound_limit=1))},
        ),
        (
            "SEN-HORDE-04",
            {
                "vos": (
                    wave(1, 2).vos[0],
                    e.WaveOpponent(vo="k2", slot="k2", hex="B", wound_limit=1, behaviour="left"),
                )
            },
        ),
        (
            "SEN-HORDE-04",
            {
                "vos": (
                    wave(1, 2).vos[0],
                    e.WaveOpponent(vo="k2", slot="k2", hex="B", wound_limit=1, stance="defensive"),
                )
            },
        ),
    ],
)
def test_waves_that_cannot_be(rule: str, told: dict[str, Any]) -> None:
    event = e.WaveStarted(**{"level": 1, "wave": 2, "vos": wave(1, 2).vos, **told})
    cleared(horde(), 1).when(event).then_refused(rule)
    created("horde").when(wave(1, 1)).then_refused("SEN-SETUP-12")


@accepts("SEN-HORDE-13", "SEN-HORDE-02")
@refuses("SEN-HORDE-02")
def test_a_nightmare_stands_in_its_slot() -> None:
    case = horde(nightmare={"k2": "yari"})
    case = cleared(case, 1).when(wave(1, 2))
    assert case.state.foes["k2"].vo_type == "yari"
    vos = tuple(
        e.WaveOpponent(vo=one.vo, slot=one.slot, hex=one.hex, wound_limit=1, vo_type="katana")
        for one in wave(1, 2).vos
    )
    cleared(horde(nightmare={"k2": "yari"}), 1).when(wave(1, 2, vos=vos)).then_refused("SEN-HORDE-02")
    assert RULES.outcome(case.state).carry["board"] == "nightmare_1"


@refuses("SEN-HORDE-05", "SEN-HORDE-06", "SEN-LOG-08", "SEN-LOG-02")
def test_a_wave_ends_with_its_last_opponent() -> None:
    case = cleared(horde(), 1).when(wave(1, 2)).when(turn(2, {"k1": foe(1, True)}, r=0))
    case.when(e.WaveCleared(level=1, wave=2, turn=2)).then_refused("SEN-HORDE-05")
    done = case.when(turn(3, {"k2": foe(1, True)}, r=1))
    done.when(turn(4, r=1)).then_refused("SEN-HORDE-06")
    done.when(e.WaveCleared(level=1, wave=2, turn=2)).then_refused("SEN-LOG-08")
    done.when(e.WaveCleared(level=1, wave=3, turn=3)).then_refused("SEN-HORDE-05")
    done.when(wave(1, 3)).then_refused("SEN-LOG-02")
    after = done.when(e.WaveCleared(level=1, wave=2, turn=3))
    after.when(turn(4, r=1)).then_refused("SEN-HORDE-06", "SEN-LOG-02")


@refuses("SEN-HORDE-05")
def test_falling_with_the_last_opponent_does_not_clear_the_wave() -> None:
    case = horde().when(wave(1, 1))
    case = case.when(turn(1, all_fall(case), r=fallen()))
    case.when(e.WaveCleared(level=1, wave=1, turn=1)).then_refused("SEN-HORDE-05")
    assert RULES.outcome(case.when(over("vo")).state).carry["score"] == [0, 0, 0]


@refuses("SEN-HORDE-07", "SEN-LOG-02")
def test_a_level_has_four_waves() -> None:
    cleared(horde(), 3).when(e.LevelCompleted(level=1)).then_refused("SEN-HORDE-07")
    cleared(horde(), 4).when(e.LevelCompleted(level=2)).then_refused("SEN-HORDE-07")
    cleared(horde(), 4).when(wave(2, 1)).then_refused("SEN-LOG-02")
    ready().when(e.LevelCompleted(level=1)).then_refused("SEN-LOG-02")


@accepts("SEN-HORDE-01", "SEN-HORDE-08")
def test_decks_are_built_before_the_start_and_between_levels() -> None:
    case = cleared(with_decks(horde()), 4).when(e.LevelCompleted(level=1))
    with_decks(case).when(recovery()).when(wave(2, 1)).then_accepted()


@refuses("SEN-HORDE-01", "SEN-HORDE-08", "SEN-LOG-02")
def test_no_deck_is_left_out() -> None:
    with_decks(horde(), 2).when(wave(1, 1)).then_refused("SEN-HORDE-01")
    case = cleared(with_decks(horde()), 4)
    case.when(recovery()).then_refused("SEN-LOG-02")
    case = case.when(e.LevelCompleted(level=1))
    case.when(recovery()).then_refused("SEN-HORDE-08")
    kinds = offered_types(case)
    assert "vo_deck_registered" in kinds and "recovery_applied" not in kinds
    with_decks(case).when(recovery(steps=HORDE.recovery[::-1])).then_refused("SEN-HORDE-08")
    with_decks(case).when(recovery(steps=())).then_refused("SEN-HORDE-08")


def wanted(case: Case) -> list[Any]:
    """The types of opponents of which a deck is offered."""
    offers = RULES.next_events(case.state, Viewer("staff"))
    return [one.choices["vo_type"] for one in offers if one.type == "vo_deck_registered"]


@accepts("SEN-HORDE-01", "SEN-HORDE-13")
@refuses("SEN-HORDE-01")
def test_a_horde_has_no_deck_to_spare() -> None:
    """One deck too many could not be taken back, and no wave began any more."""
    case = horde()
    assert [sorted(types) for types in wanted(case)] == [["katana", "leader"]]
    shooter = deck("y", "yumi", "S-007", "S-034", "S-036", "S-037", "S-038")
    case.when(shooter).then_refused("SEN-HORDE-01")
    built = with_decks(case)
    assert not wanted(built)
    fourth = deck("k4", "katana", "S-006", "S-023", "S-024", "S-033", "S-034")
    built.when(fourth).then_refused("SEN-HORDE-01")
    built.when(wave(1, 1)).then_accepted()
    other = horde(nightmare={"k2": "yumi"})
    assert [sorted(types) for types in wanted(other)] == [["katana", "leader", "yumi"]]
    other.when(shooter).then_accepted()


def hurt(discard: int = 5) -> Case:
    """Level 1 complete with 3 wounds, 2 of them bleeding, 2 stuns, and a deck that was counted."""
    case = cleared(horde(decks=True), 3)
    case = case.when(wave(1, 4))
    left = case.state.fighters["r"].deck - 1
    told = {"wounds": 3, "bleeding": 2, "stuns": 2, "deck": left, "hand": 30 - left - discard + 2}
    told |= {"discard": discard}
    limited = {**told, "hand": 5, "discard": 30 - left - 3}
    case = case.when(turn(4, all_fall(case), r=limited))
    return case.when(e.WaveCleared(level=1, wave=4, turn=4))


@accepts("SEN-HORDE-09", "SEN-HORDE-10")
def test_recovery_between_levels() -> None:
    before = hurt().state.fighters["r"]
    assert (before.deck, before.discard, before.hand) == (21, 6, 5)
    told = {"stuns_removed": 1, "bleeding_converted": 1, "discard_before": 6, "returned": 3}
    after = recovered(hurt(), **told, deck_after=24, discard_after=3).state.fighters["r"]
    assert (after.wounds, after.bleeding, after.stuns) == (3, 1, 1)
    assert (after.deck, after.discard, after.hand) == (24, 3, 4)
    assert recovered(hurt()).state.fighters["r"].deck == 24, "the half that returns is computed"


@refuses("SEN-HORDE-09", "SEN-HORDE-10", "SEN-LOG-08")
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("SEN-HORDE-09", {"stuns_removed": 2}),
        ("SEN-HORDE-09", {"bleeding_converted": 2}),
        ("SEN-HORDE-09", {"injuries_left": 1}),
        ("SEN-HORDE-09", {"poisons_left": 1}),
        ("SEN-HORDE-10", {"returned": 2}),
        ("SEN-HORDE-10", {"discard_after": 4}),
        ("SEN-HORDE-10", {"deck_after": 23}),
        ("SEN-LOG-08", {"discard_before": 7}),
    ],
)
def test_recovery_that_cannot_be(rule: str, told: dict[str, Any]) -> None:
    hurt().when(e.LevelCompleted(level=1)).when(recovery(**told)).then_refused(rule)


@pytest.mark.parametrize(("before", "returned"), [(0, 0), (1, 1), (2, 1), (7, 4), (8, 4)])
def test_half_rounded_up(before: int, returned: int) -> None:
    case = cleared(horde(), 4).when(e.LevelCompleted(level=1))
    case.when(recovery(discard_before=before, returned=returned)).then_accepted()
    case.when(recovery(discard_before=before, returned=returned + 1)).then_refused("SEN-HORDE-10")
    left = before - returned
    case.when(recovery(returned=returned, discard_after=left)).then_accepted()
    case.when(recovery(returned=returned, discard_after=left + 2)).then_refused("SEN-HORDE-10")


@accepts("SEN-HORDE-14", "SEN-HORDE-15")
def test_the_lord_is_lost_by_an_attack_that_is_not_ignored() -> None:
    case = horde(fallen_lord=True).when(e.TerrainPlaced(object="corpse", hex=(1, 0), start=(1, 1)), R)
    case = cleared(case, 3).when(wave(1, 4)).when(e.LordAttacked(vo="leader", ignored=True))
    lost = case.when(e.LordAttacked(vo="k1", ignored=False)).when(over("vo", turns=4))
    seen = RULES.outcome(lost.then_accepted())
    assert (seen.carry["rank"], seen.carry["score"]) == ("wood", [3, 0, -3])
    assert (seen.carry["board"], seen.carry["defeats"]) == ("horde_fallen_lord", {"r": "lord"})


@refuses("SEN-HORDE-14", "SEN-HORDE-15")
def test_lords_that_cannot_be() -> None:
    token = e.TerrainPlaced(object="corpse", hex=(1, 0), start=(1, 1))
    horde().when(token).then_refused("SEN-HORDE-14")
    case = horde(fallen_lord=True)
    case.when(e.TerrainPlaced(object="corpse", hex=(1, 1), start=(1, 1))).then_refused("SEN-HORDE-14")
    case.when(e.TerrainPlaced(object="corpse", hex=(3, 0), start=(1, 1))).then_refused("SEN-HORDE-14")
    case.when(wave(1, 1)).then_refused("SEN-HORDE-14")
    assert "wave_started" not in offered_types(case)
    laid = case.when(token)
    laid.when(token).then_refused("SEN-HORDE-14")
    assert "wave_started" in offered_types(laid)
    laid.when(wave(1, 1)).when(e.LordAttacked(vo="k2", ignored=True)).then_refused("SEN-HORDE-15")
    horde().when(wave(1, 1)).when(e.LordAttacked(vo="k1", ignored=True)).then_refused("SEN-HORDE-15")


@refuses("SEN-HORDE-14", "SEN-HORDE-15")
def test_a_refusal_says_what_is_wrong_with_the_lord() -> None:
    token, case = e.TerrainPlaced(object="corpse", hex=(1, 0), start=(1, 1)), horde(fallen_lord=True)
    assert why(horde(), token, "SEN-HORDE-14") == {"lord": False}
    assert why(case, wave(1, 1), "SEN-HORDE-14") == {"wave": 1}
    assert why(case.when(token), token, "SEN-HORDE-14") == {"lies": (1, 0)}
    far = e.TerrainPlaced(object="corpse", hex=(3, 0), start=(1, 1))
    assert why(case, far, "SEN-HORDE-14") == {"hex": (3, 0), "start": (1, 1)}
    attack = e.LordAttacked(vo="k2", ignored=True)
    assert why(horde().when(wave(1, 1)), attack, "SEN-HORDE-15") == {"lord": False}
    assert why(case.when(token).when(wave(1, 1)), attack, "SEN-HORDE-15") == {"away": "k2"}


@accepts("SEN-SCORE-06")
@refuses("SEN-SCORE-06")
def test_nobody_clears_a_wave_after_the_fall() -> None:
    case = ready("horde", "summary")
    run = e.HordeResult(waves_cleared=4, last_clear_turn=5)
    for fall in (5, 6, None):
        case.when(over("vo", turns=9, defeats=(fell("r", turn=fall),), horde=run)).then_accepted()
    case.when(over("vo", turns=9, defeats=(fell("r", turn=4),), horde=run)).then_refused("SEN-SCORE-06")


@accepts("SEN-HORDE-05", "SEN-HORDE-11")
@refuses("SEN-HORDE-05")
def test_who_retires_after_the_last_opponent_fell_has_cleared_the_wave() -> None:
    """SEN-HORDE-11: the rank reached stays, also where nobody logged the clear before."""
    case = cleared(horde(), 2).when(wave(1, 3))
    retired = case.when(turn(3, all_fall(case), r=2)).when(e.SideConceded(player="r"), R)
    retired.when(over("vo")).then_refused("SEN-HORDE-05")
    assert offered_types(retired) == {"wave_cleared", "match_annulled"}
    seen = RULES.outcome(
        retired.when(e.WaveCleared(level=1, wave=3, turn=3)).when(over("vo")).then_accepted()
    )
    assert (seen.carry["rank"], seen.carry["score"]) == ("wood", [3, 0, -3])
    together = case.when(turn(3, all_fall(case), r=fallen()))
    together.when(e.WaveCleared(level=1, wave=3, turn=3)).then_refused("SEN-HORDE-05")
    early = case.when(turn(3, r=2)).when(e.SideConceded(player="r"), R)
    early.when(e.WaveCleared(level=1, wave=3, turn=3)).then_refused("SEN-HORDE-05")
    assert RULES.outcome(early.when(over("vo")).then_accepted()).carry["score"] == [2, 0, -2]


@accepts("SEN-HORDE-11")
@refuses("SEN-HORDE-11", "SEN-END-06", "SEN-LOG-08")
def test_a_run_ends_by_defeat_or_retirement() -> None:
    case = cleared(horde(), 5)
    case.when(over("vo")).then_refused("SEN-HORDE-11")
    retired = case.when(e.SideConceded(player="r"), R)
    retired.when(over("red")).then_refused("SEN-END-06")
    wrong = e.HordeResult(waves_cleared=6)
    retired.when(over("vo", horde=wrong)).then_refused("SEN-LOG-08")
    right = e.HordeResult(waves_cleared=5, last_clear_turn=5, rank="steel")
    assert RULES.outcome(retired.when(over("vo", horde=right)).then_accepted()).carry["rank"] == "steel"


def report(**told: Any) -> e.MatchFinished:
    run = e.HordeResult(**told)
    return over("vo", turns=20, defeats=(fell("r"),), horde=run)


@accepts("SEN-HORDE-12", "SEN-SCORE-06")
@pytest.mark.parametrize(
    ("waves", "rank", "left"),
    [(0, "none", 0), (2, "none", 2), (3, "wood", 3), (7, "steel", 3), (8, "gold", 0), (15, "jade", 0)],
)
def test_a_run_in_one_event(waves: int, rank: str, left: int) -> None:
    told = report(waves_cleared=waves, vos_in_wave=left, last_clear_turn=waves, rank=rank)
    seen = RULES.outcome(horde(detail="summary").when(told).then_accepted())
    assert (seen.carry["rank"], seen.carry["score"]) == (rank, [waves, left, -waves])
    assert seen.figures["waves_cleared"] == {"red": waves}
    assert (seen.lines, seen.vp) == ((), {"red": 0})


@refuses("SEN-HORDE-12", "SEN-SCORE-06", "SEN-HORDE-11")
def test_runs_that_cannot_be() -> None:
    case = horde(detail="summary")
    case.when(report(waves_cleared=3, last_clear_turn=9, rank="steel")).then_refused("SEN-HORDE-12")
    case.when(report(waves_cleared=3, vos_in_wave=4, last_clear_turn=9)).then_refused("SEN-SCORE-06")
    case.when(report(waves_cleared=4, vos_in_wave=1, last_clear_turn=9)).then_refused("SEN-SCORE-06")
    case.when(report(waves_cleared=3, last_clear_turn=21)).then_refused("SEN-SCORE-06")
    case.when(report(waves_cleared=3)).then_refused("SEN-SCORE-06")
    case.when(report(waves_cleared=3, last_clear_turn=2)).then_refused("SEN-SCORE-06")
    case.when(report(waves_cleared=3, last_clear_turn=20)).then_accepted()
    none = e.HordeResult(waves_cleared=0, last_clear_turn=4)
    case.when(over("vo", defeats=(fell("r"),), horde=none)).then_refused("SEN-SCORE-06")
    case.when(over("vo", horde=e.HordeResult(waves_cleared=0))).then_refused("SEN-HORDE-11")


@accepts("SEN-SCORE-06", "SEN-HORDE-05")
@refuses("SEN-SCORE-06")
@pytest.mark.parametrize(
    ("waves", "most"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (5, 1), (11, 3), (12, 0)]
)
def test_one_opponent_of_the_unfinished_wave_stands(waves: int, most: int) -> None:
    last = {"waves_cleared": waves, "last_clear_turn": 19 if waves else 0}
    case = horde(detail="summary")
    case.when(report(**last, vos_in_wave=most)).then_accepted()
    case.when(report(**last, vos_in_wave=most + 1)).then_refused("SEN-SCORE-06")


def test_the_same_run_scores_alike_at_both_details() -> None:
    turns = cleared(horde(), 6).when(wave(2, 3)).when(turn(7, {"k1": foe(2, True)}, r=fallen()))
    logged = RULES.outcome(turns.when(over("vo")).state)
    run = e.HordeResult(waves_cleared=6, vos_in_wave=1, last_clear_turn=6)
    told = over("vo", turns=7, defeats=(fell("r"),), finals={"r": e.Final(7)}, horde=run)
    summed = RULES.outcome(horde(detail="summary").when(told).state)
    for name in ("score", "rank", "board", "defeats"):
        assert logged.carry[name] == summed.carry[name]
    assert logged.figures == summed.figures


@accepts("SEN-HORDE-11")
@refuses("SEN-END-04")
def test_who_retires_between_two_waves_or_levels_only_ends_the_run() -> None:
    """The pad asked for the rest, and then for the next wave, after the run was over."""
    after_two, after_level = cleared(horde(), 2), cleared(horde(), 4).when(e.LevelCompleted(level=1))
    for case, next_one in ((after_two, wave(1, 3)), (after_level, recovery())):
        case.when(next_one).then_accepted()
        retired = case.when(e.SideConceded(player="r"))
        retired.when(next_one).then_refused("SEN-END-04")
        assert offered_types(retired) == {"match_finished", "match_annulled"}
        retired.when(over("vo")).then_accepted()
