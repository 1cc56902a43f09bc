"""Schemes of the game's end (LB-UNIQ-04, -05, LB-COMM-05, -07, -08, -14, LB-SCH-08), with their facts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.full.schemes.claim_worth import amount_of
from games.last_battle.tests.full.board import A, blow, flip, resolved
from games.last_battle.tests.full.plots import (
    Note,
    claim,
    harmed,
    killed,
    markers,
    over,
    plotted,
    scoring,
    shown,
)
from games.testing import Case, accepts, refuses

ZONES = {"nw": "serpent", "ne": "serpent", "sw": "alliance", "se": "alliance"}


def corners(**told: tuple[str, float]) -> list[dict[str, Any]]:
    return [{"corner": corner, "marker": marker, "cm": cm} for corner, (marker, cm) in told.items()]


def camped(**options: Any) -> Case:
    return over(markers(plotted(a="surround_them", **options), "m1", "m2", "m3"))


@accepts("LB-UNIQ-04")
@pytest.mark.parametrize(
    ("told", "vp"),
    [
        (corners(nw=("m1", 15.0)), 1),
        (corners(nw=("m1", 15.0), ne=("m2", 1.0), sw=("m3", 1.0)), 3),
        (corners(sw=("m1", 1.0), se=("m2", 1.0)), 1),
        (corners(nw=("m1", 1.0), sw=("m2", 1.0), se=("m3", 1.0)), 2),
        (corners(sw=("m1", 1.0), nw=("m2", 15.1)), 1),
    ],
)
def test_surround_them(told: list[dict[str, Any]], vp: int) -> None:
    case = camped(corner_zones=ZONES)
    assert (
        not case.when(claim("surround_them", vp, "game_end", corners=told), A).then_accepted().full.unverified
    )


@refuses("LB-UNIQ-04", "LB-FACT-01", "LB-FACT-02")
def test_surrounded_by_too_few() -> None:
    case = camped(corner_zones=ZONES)
    own = corners(sw=("m1", 1.0), se=("m2", 1.0))
    case.when(claim("surround_them", 2, "game_end", corners=own), A).then_refused("LB-UNIQ-04", "LB-FACT-01")
    for told in (corners(top=("m1", 1.0)), corners(nw=("m9", 1.0)), corners(nw=("m1", 1.0), ne=("m1", 2.0))):
        case.when(claim("surround_them", 1, "game_end", corners=told), A).then_refused(
            "LB-UNIQ-04", "LB-FACT-02"
        )


@accepts("LB-UNIQ-04", "LB-FACT-03")
def test_corners_without_zones() -> None:
    told = corners(a=("m1", 1.0), b=("m2", 1.0))
    state = camped().when(claim("surround_them", 2, "game_end", corners=told), A).then_accepted()
    assert state.full.unverified == ("LB-UNIQ-04",)


def passages(**told: float) -> list[dict[str, Any]]:
    return [{"marker": name, "zone_cm": cm} for name, cm in told.items()]


@accepts("LB-UNIQ-05", "LB-SCH-10")
def test_underground_passages() -> None:
    case = over(markers(plotted("dungeon", a="underground_passages"), "m1", "m2", "m3"))
    state = case.when(
        claim("underground_passages", 2, "game_end", markers=passages(m1=10.0, m2=0.0, m3=10.1)), A
    )
    assert state.then_accepted().phase == "end"


@accepts("LB-UNIQ-05", "LB-SCH-06")
def test_four_passages_give_three() -> None:
    case = over(markers(plotted("dungeon", a="underground_passages"), "m1", "m2", "m3", "m4"))
    facts = {"markers": passages(m1=1.0, m2=2.0, m3=3.0, m4=4.0)}
    told = {"player": "a", "scheme": "underground_passages", "moment": "game_end", "facts": facts}
    award = e.SchemeScored(amount=3, computed=4, **told)  # type: ignore[arg-type]
    assert case.when(award, A).then_accepted().lines[-1].vp == 3
    too_much = e.SchemeScored(amount=3, computed=5, **told)  # type: ignore[arg-type]
    case.when(too_much, A).then_refused("LB-UNIQ-05", "LB-FACT-01", "LB-SCH-06")


@refuses("LB-UNIQ-05", "LB-FACT-01", "LB-FACT-02", "LB-SCH-04")
def test_passages_too_far() -> None:
    case = over(markers(plotted("dungeon", a="underground_passages"), "m1"))
    far = claim("underground_passages", 1, "game_end", markers=passages(m1=10.1))
    case.when(far, A).then_refused("LB-UNIQ-05", "LB-FACT-01")
    case.when(claim("underground_passages", 1, "game_end", markers=passages(m9=1.0)), A).then_refused(
        "LB-UNIQ-05", "LB-FACT-02"
    )
    early = scoring(markers(plotted("dungeon", a="underground_passages"), "m1"))
    early.when(claim("underground_passages", 1, "game_end"), A).then_refused("LB-SCH-04")


def breached(left: int = 6, battlefield: str = "serpent") -> Case:
    case = plotted(battlefield)
    case = case.when(harmed("a-lead", "s1", left=left)) if left < 6 else case
    return over(case).when(shown("loophole"), A)


@accepts("LB-COMM-05", "LB-SCH-08")
@pytest.mark.parametrize(
    ("left", "half", "zone", "vp"),
    [(6, True, True, 3), (3, True, False, 2), (2, True, False, 1), (2, True, True, 2)],
)
def test_loophole(left: int, half: bool, zone: bool, vp: int) -> None:
    award = claim("loophole", vp, "game_end", on_enemy_half=half, in_enemy_zone=zone)
    assert not breached(left).when(award, A).then_accepted().full.unverified


@refuses("LB-COMM-05", "LB-SCH-08", "LB-FACT-01")
def test_loophole_against_the_facts() -> None:
    healthy = claim("loophole", 2, "game_end", on_enemy_half=True, in_enemy_zone=False)
    breached(2).when(healthy, A).then_refused("LB-COMM-05", "LB-FACT-01")
    nowhere = claim("loophole", 1, "game_end", on_enemy_half=False, in_enemy_zone=False)
    breached().when(nowhere, A).then_refused("LB-COMM-05")
    twisted = claim("loophole", 1, "game_end", on_enemy_half=False, in_enemy_zone=True)
    breached().when(twisted, A).then_refused("LB-SCH-08", "LB-COMM-05")
    breached(battlefield="camp").when(twisted, A).then_accepted()
    dead = over(killed(plotted(), "a-lead", "s1"))
    dead.when(shown("loophole"), A).then_refused("LB-COMM-05", "LB-SCH-01")


def ruins(**told: tuple[float, float, bool]) -> list[dict[str, Any]]:
    return [
        {"marker": name, "centre_cm": centre, "nearest_friendly_cm": apart, "on_enemy_half": half}
        for name, (centre, apart, half) in told.items()
    ]


def searched() -> Case:
    return over(markers(plotted(a="search_the_ruins"), "m1", "m2", "m3")).when(shown("search_the_ruins"), A)


@accepts("LB-COMM-07")
@pytest.mark.parametrize(
    ("told", "vp"),
    [
        (ruins(m1=(10.0, 12.1, True), m2=(0.0, 13.0, True), m3=(1.0, 20.0, False)), 3),
        (ruins(m1=(10.0, 12.1, True), m2=(0.0, 13.0, False), m3=(1.0, 20.0, False)), 2),
        (ruins(m1=(10.0, 12.1, True), m2=(0.0, 13.0, True)), 1),
    ],
)
def test_search_the_ruins(told: list[dict[str, Any]], vp: int) -> None:
    searched().when(claim("search_the_ruins", vp, "game_end", markers=told), A).then_accepted()


@refuses("LB-COMM-07", "LB-FACT-01")
@pytest.mark.parametrize(
    "told",
    [
        ruins(m1=(10.0, 12.0, True), m2=(0.0, 13.0, True)),
        ruins(m1=(10.1, 12.1, True), m2=(0.0, 13.0, True)),
        ruins(m1=(10.0, 12.1, False), m2=(0.0, 13.0, True)),
    ],
)
def test_ruins_that_do_not_count(told: list[dict[str, Any]]) -> None:
    award = claim("search_the_ruins", 1, "game_end", markers=told)
    searched().when(award, A).then_refused("LB-COMM-07", "LB-FACT-01")


PRISONER: Note = ((), ("s1",))
FAR = [{"figure": "s2", "cm": 8.1}, {"figure": "s3", "cm": 20.0}, {"figure": "s-lead", "cm": 9.0}]


def captured(case: Case | None = None) -> Case:
    return over(case or plotted(a="take_prisoner", note=PRISONER)).when(shown("take_prisoner", PRISONER), A)


@accepts("LB-COMM-08", "LB-FACT-02", "LB-FACT-03")
def test_take_prisoner() -> None:
    alone = claim("take_prisoner", 3, "game_end", engaged_with=["a1"], others=FAR)
    assert not captured().when(alone, A).then_accepted().full.unverified
    guarded = [{"figure": "s2", "cm": 8.0}]
    captured().when(
        claim("take_prisoner", 2, "game_end", engaged_with=["a1"], others=guarded), A
    ).then_accepted()
    unsure = captured().when(claim("take_prisoner", 3, "game_end", engaged_with=["a1"]), A).then_accepted()
    assert unsure.full.unverified == ("LB-COMM-08",)


@accepts("LB-SCH-06")
def test_a_form_in_which_nothing_is_told_claims_nothing() -> None:
    """Whoever stands far from a prisoner is left out of the form; whoever is told stands as told."""
    state = captured().state
    worth = partial(amount_of, state, "a", "take_prisoner", "game_end")
    guarded = [{"figure": "s2", "cm": 8.0}]
    assert worth({}) == 0
    assert worth({"engaged_with": ["a1"]}) == 3
    assert worth({"engaged_with": ["a1"], "others": guarded}) == 2
    captured().when(claim("take_prisoner", 0, "game_end"), A).then_refused("LB-SCH-06")


@refuses("LB-COMM-08", "LB-FACT-01", "LB-FACT-02")
def test_prisoner_against_the_facts() -> None:
    guarded = [{"figure": "s2", "cm": 8.0}]
    captured().when(
        claim("take_prisoner", 3, "game_end", engaged_with=["a1"], others=guarded), A
    ).then_refused("LB-COMM-08", "LB-FACT-01")
    captured().when(claim("take_prisoner", 2, "game_end", engaged_with=[], others=FAR), A).then_refused(
        "LB-COMM-08"
    )
    captured().when(claim("take_prisoner", 2, "game_end", engaged_with=["s2"]), A).then_refused(
        "LB-COMM-08", "LB-FACT-02"
    )
    dead = over(killed(plotted(a="take_prisoner", note=PRISONER), "s1", "a1"))
    dead.when(shown("take_prisoner", PRISONER), A).then_refused("LB-COMM-08", "LB-SCH-01")


DUEL: Note = (("a1",), ("s1",))


def avenged(kill: bool) -> Case:
    """a1 attacks s1 and misses; later a2 kills s1, or nobody does."""
    case = plotted(a="vendetta", note=DUEL).when(f.FigureActivated(figure="a1")).when(blow())
    case = case.when(shown("vendetta", DUEL), A).when(claim("vendetta", 1), A)
    case = case.when(flip("attack", "alliance", "W-3")).when(flip("defence", "serpent", "W-9"))
    case = case.when(resolved(False, attack_total=8, defence_total=14))
    return over(killed(case, "s1", "a2") if kill else case)


@accepts("LB-COMM-14")
def test_vendetta_ends_with_the_enemy_gone() -> None:
    state = avenged(True).when(claim("vendetta", 1, "game_end"), A).then_accepted()
    assert state.squads["a"].held("vendetta").vp == 2


@refuses("LB-COMM-14")
def test_vendetta_ends_with_the_enemy_in_play() -> None:
    avenged(False).when(claim("vendetta", 1, "game_end"), A).then_refused("LB-COMM-14", "LB-FACT-01")


@refuses("LB-COMM-14", "LB-SCH-06")
def test_a_told_computation_must_fit() -> None:
    award = e.SchemeScored(player="a", scheme="vendetta", amount=1, moment="game_end", computed=2)
    avenged(True).when(award, A).then_refused("LB-COMM-14", "LB-SCH-06")


def missed(target: str) -> Case:
    """The first attack of a1 went at this figure, and nothing was claimed for it."""
    case = plotted(a="vendetta", note=DUEL).when(f.FigureActivated(figure="a1")).when(blow(target=target))
    case = case.when(flip("attack", "alliance", "W-3")).when(flip("defence", "serpent", "W-9"))
    return over(case.when(resolved(False, attack_total=8, defence_total=14)))


@refuses("LB-COMM-14", "LB-COMM-16")
@pytest.mark.parametrize(("target", "rule"), [("s2", "LB-COMM-16"), ("s1", "LB-COMM-14")])
def test_a_vendetta_that_was_never_revealed_says_why_it_ends_without_points(target: str, rule: str) -> None:
    case = missed(target)
    case.when(claim("vendetta", 1, "game_end"), A).then_refused(rule, "LB-SCH-01")
    case.when(shown("vendetta", DUEL), A).then_refused(rule)
