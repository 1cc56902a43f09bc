"""Traps: turned over by the owner, their effects, replaced on another trap hex, possible kinds."""

from __future__ import annotations

from typing import Any

import pytest

from games.hexes import Hex
from games.ruleset import REFEREE
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.legal.moves import moves
from games.super_fantasy_brawl.full.state import KnownTrap, Slot
from games.super_fantasy_brawl.tests.full.position import (
    END,
    STAFF,
    TRAP_CELLS,
    A,
    B,
    R,
    X,
    attack,
    basic,
    damage,
    effect,
    opened,
    out,
    played,
    reaction,
    replaced,
    scene,
    skill,
    trap,
    walk,
)
from games.testing import Case, accepts, refuses

OTHERS: dict[Hex, str | None] = {(3, 0): None, (3, -3): None, (0, -3): None}


def stepped(kind: Any = None, **told: Any) -> Case:
    """Champion a walked onto a trap; three others lie on the arena."""
    traps = {(0, 1): None, **OTHERS}
    case = opened(scene(**{"cards": {"card": attack()}, "traps": traps, **told}))
    case = played(case, (walk(A, (0, 1)), R))
    return played(case, (trap(A, (0, 1), kind), R)) if kind else case


@accepts(
    "SFB-TRAP-03", "SFB-TRAP-04", "SFB-TRAP-05", "SFB-TRAP-08", "SFB-TRAP-09", "SFB-TRAP-10", "SFB-LOG-06"
)
@pytest.mark.parametrize(("kind", "amount"), [("damage_1", 1), ("damage_2", 2), ("damage_3", 3)])
@refuses("SFB-TRAP-04", "SFB-LOG-06", "SFB-TRAP-05")
def test_a_trap_hurts_and_is_replaced(kind: str, amount: int) -> None:
    case = stepped(kind)
    case.when(walk(A, (0, 2)), R).then_refused("SFB-LOG-06")
    case.when(replaced("r", (0, 3)), R).then_refused("SFB-LOG-06")
    case.when(damage(A, amount + 1, "trap", None), R).then_refused("SFB-TRAP-04")
    case = played(case, (damage(A, amount, "trap", None), R))
    case.when(END, R).then_refused("SFB-TRAP-05")
    case = played(case, (replaced("r", (0, 3)), R), (walk(A, (0, 2), continues=True), R))
    full = case.state.full
    assert {slot.cell for slot in full.traps} == {(0, 3), *OTHERS} and full.turned is None
    assert full.known == (KnownTrap("p", kind, 0, 2),)


@accepts("SFB-EFF-06", "SFB-TRAP-04")
@refuses("SFB-EFF-06")
def test_a_trap_roots() -> None:
    case = stepped("immobilise")
    case = played(case, a.ChampionImmobilised(champion=A, cause="trap"), replaced("r", (0, 3)))
    case.when(walk(A, (0, 2)), R).then_refused("SFB-MOVE-06", "SFB-EFF-06")
    case.when(a.ChampionImmobilised(champion=A, cause="trap"), R).then_refused("SFB-TRAP-04")
    assert case.state.full.action.mp == 0


@accepts("SFB-EFF-07", "SFB-MODE-19")
@refuses("SFB-EFF-07")
def test_stun_costs_a_card_of_the_champion() -> None:
    cards = {"card": attack(), "more": attack(), "other": attack(champion="b"), "answer": reaction()}
    case = stepped("stun", cards=cards)
    seat = case.state.full.seats["r"]
    known = {**case.state.full.seats, "r": type(seat)(hand=2, held=("more", "other"), play=("card",))}
    from msgspec.structs import replace

    state = replace(case.state, full=replace(case.state.full, seats=known))
    case = Case(case.rules, case.setup, state)
    for told in (
        {},
        {"discarded": "other"},
        {"discarded": "card"},
        {"shown": ("more", "other")},
        {"shown": ("other",)},
        {"shown": ()},
        {"discarded": "more", "shown": ("more", "other")},
    ):
        case.when(a.ChampionStunned(champion=A, cause="trap", **told), R).then_refused("SFB-EFF-07")
    case.when(a.ChampionStunned(champion=A, cause="trap", discarded="more"), B).then_refused(
        "SFB-MODE-19", "SFB-LOG-02"
    )
    case = played(case, (a.ChampionStunned(champion=A, cause="trap", discarded="more"), R))
    assert case.state.full.seats["r"].open == ("more",) and case.state.full.seats["r"].hand == 1


@accepts("SFB-EFF-07")
@refuses("SFB-EFF-07")
def test_stun_without_a_card_shows_the_hand() -> None:
    other = {"card": attack(), "other": attack(champion="b")}
    seats = {"r": scene().state.full.seats["r"].__class__(hand=2, held=("card", "other"))}
    case = stepped("stun", cards=other, seats=seats)
    case.when(a.ChampionStunned(champion=A, cause="trap", shown=()), R).then_refused("SFB-EFF-07")
    case = played(case, (a.ChampionStunned(champion=A, cause="trap", shown=("other",)), R))
    assert case.state.full.seats["r"].held == ("other",)
    seats = {"r": scene().state.full.seats["r"].__class__(hand=1, held=("card",))}
    played(stepped("stun", cards=other, seats=seats), a.ChampionStunned(champion=A, cause="trap", shown=()))


@accepts("SFB-EFF-07", "SFB-LOG-05")
@refuses("SFB-EFF-07")
def test_a_hand_that_nobody_noted_is_shown_at_the_table() -> None:
    """Its cards need not be named; a known card of the champion has to go, and a hand that was noted is told whole."""
    other = {"card": attack(), "other": attack(champion="b"), "more": attack()}
    seat = scene().state.full.seats["r"].__class__
    told = a.ChampionStunned(champion=A, cause="trap", shown=())
    for held in ((), ("card", "other")):  # the card is in play
        case = stepped("stun", cards=other, seats={"r": seat(hand=4, held=held)})
        (offer,) = (
            one for one in case.rules.next_events(case.state, REFEREE) if one.type == "champion_stunned"
        )
        assert told in moves(case.state, offer, R)
        case = played(case, (told, R))
        assert case.state.full.seats["r"].held == held[1:]
        assert "SFB-EFF-07" in case.state.full.unverified
    case = stepped("stun", cards=other, seats={"r": seat(hand=4, held=("card", "more"))})
    found = case.when(told, R).then_refused("SFB-EFF-07")
    assert found[0].params["cards"] == ["more"]
    case = stepped("stun", cards=other, seats={"r": seat(hand=2, held=("card", "other"))})
    case.when(told, R).then_refused("SFB-EFF-07")


@refuses("SFB-TRAP-02", "SFB-TRAP-03", "SFB-TRAP-07", "SFB-TRAP-11")
@accepts("SFB-TRAP-07")
def test_only_the_trap_under_the_champion_by_its_owner() -> None:
    case = stepped()
    case.when(trap(A, (0, 1), "stun"), B).then_refused("SFB-TRAP-03", "SFB-MODE-19", "SFB-LOG-02")
    case.when(trap(A, (3, 0), "stun", slot="q"), R).then_refused("SFB-TRAP-07")
    case.when(trap(A, (0, 1), "stun", slot="q"), R).then_refused("SFB-TRAP-07")
    case.when(trap(A, (0, 1), "stun", X), R).then_refused("SFB-TRAP-11")
    case.when(trap(X, (1, 0), "stun"), B).then_refused("SFB-LOG-06")
    calm = opened(scene(cards={"card": attack()}, traps={(0, 1): None}))
    calm.when(trap(A, (0, 0), "stun"), R).then_refused("SFB-TRAP-02")
    played(case, (trap(A, (0, 1), "stun"), R))


@accepts("SFB-TRAP-05", "SFB-TRAP-07")
@refuses("SFB-TRAP-05", "SFB-TRAP-06", "SFB-TRAP-01", "SFB-TRAP-08", "SFB-HID-09", "SFB-LOG-02")
def test_the_new_token_lies_unseen_on_another_empty_trap_hex() -> None:
    case = played(stepped("damage_1", at={"x": (-3, 0)}), damage(A, 1, "trap", None))
    for cell, rule in (((3, 0), "SFB-TRAP-05"), ((-3, 0), "SFB-TRAP-05"), ((0, 0), "SFB-TRAP-06")):
        case.when(replaced("r", cell), R).then_refused(rule)
    case.when(replaced("b", (0, 3)), B).then_refused("SFB-TRAP-05")
    case.when(replaced("r", (0, 3)), B).then_refused("SFB-LOG-02")
    case.when(replaced("r", (0, 3), "p"), R).then_refused("SFB-TRAP-08", "SFB-HID-09")
    seen = replaced("r", (0, 3)).__class__(
        player="r", cell=(0, 3), slot="new", cause="replacement", token="stun", salt="s"
    )
    case.when(seen, R).then_refused("SFB-TRAP-01")
    played(case, (replaced("r", (-3, 3)), R))


@refuses("SFB-TRAP-05")
def test_the_hex_of_the_triggered_trap_is_not_another_one() -> None:
    traps: dict[Hex, str | None] = {(0, 3): None, **OTHERS}
    case = opened(
        scene(at={"a": (0, 2)}, cards={"card": attack()}, traps=traps, figures={"a": {"damage": 3}})
    )
    case = played(
        case, walk(A, (0, 3)), trap(A, (0, 3), "damage_1"), damage(A, 1, "trap", None), out(A, None)
    )
    case.when(replaced("r", (0, 3)), R).then_refused("SFB-TRAP-05")
    played(case, (replaced("r", (-3, 3)), R), END)


@accepts("SFB-TRAP-06")
@refuses("SFB-TRAP-06")
def test_without_an_empty_trap_hex_the_token_lies_beside_a_trap() -> None:
    taken: dict[str, Hex | None] = {"b": (0, 3), "x": (-3, 0), "y": (-3, 3), "z": (3, 1)}
    case = played(stepped("damage_1", at=taken), damage(A, 1, "trap", None))
    assert len(TRAP_CELLS) == 6
    for cell in ((0, 2), (3, 0), (3, 1), (0, 1)):
        case.when(replaced("r", cell), R).then_refused("SFB-TRAP-06")
    case = played(case, (replaced("r", (2, 0)), R))
    assert case.state.full.traps[-1].cell == (2, 0)


def known(*spans: tuple[int, int | None], kind: str = "stun") -> tuple[KnownTrap, ...]:
    """Tokens of one kind that were on the board at these moments."""
    return tuple(KnownTrap(f"k{at}", kind, begin, end) for at, (begin, end) in enumerate(spans))


@accepts("SFB-TRAP-10")
@refuses("SFB-TRAP-10")
@pytest.mark.parametrize(
    ("spans", "legal"),
    [
        (((0, 6),), True),
        (((0, 6), (1, 7)), False),
        (((0, 5), (1, 5)), True),
        (((0, 6), (6, 8)), True),
        (((0, 6), (5, 6)), False),
    ],
)
def test_no_more_of_a_kind_at_once_than_there_are(spans: tuple[tuple[int, int], ...], legal: bool) -> None:
    slots = (Slot("p", (0, 1), 5),)
    case = stepped(known=known(*spans), moment=9, slots=("p",))
    from msgspec.structs import replace

    state = replace(case.state, full=replace(case.state.full, traps=slots))
    told = Case(case.rules, case.setup, state).when(trap(A, (0, 1), "stun"), R)
    if legal:
        told.then_accepted()
    else:
        told.then_refused("SFB-TRAP-10")


@refuses("SFB-TRAP-10")
def test_a_token_of_the_server_is_what_it_is() -> None:
    case = stepped(traps={(0, 1): "damage_3", **OTHERS})
    case.when(trap(A, (0, 1), "damage_2"), R).then_refused("SFB-TRAP-10")
    played(case, (trap(A, (0, 1), "damage_3"), R))


@accepts("SFB-EFF-16", "SFB-TRAP-11", "SFB-KO-03")
@refuses("SFB-TRAP-11")
def test_a_trap_under_a_champion_that_is_placed_by_another() -> None:
    case = opened(scene(cards={"card": skill(effect("place", on="enemy"))}, traps={(0, 1): None, **OTHERS}))
    case = played(case, a.SkillUsed(champion=A, card="card"), a.ChampionPlaced(champion=X, cell=(0, 1)))
    case.when(trap(X, (0, 1), "damage_3"), B).then_refused("SFB-TRAP-11")
    case = played(case, (trap(X, (0, 1), "damage_3", A), B))
    case.when(damage(X, 3, "trap", None), STAFF).then_refused("SFB-KO-03", "SFB-TRAP-11")
    played(case, damage(X, 3, "trap"), (replaced("b", (0, 3)), B), END)


@accepts("SFB-TRAP-02", "SFB-KO-08")
def test_a_trap_on_the_way_back() -> None:
    case = played(scene(at={"a": None}, traps={(0, 4): None}), basic(4, "creation"))
    case = played(case, a.ChampionReturned(champion=A, cell=(0, 4)), trap(A, (0, 4), "damage_1"))
    case = played(case, damage(A, 1, "trap", None), replaced("r", (0, 3)), walk(A, (-1, 4)), END)
    assert case.state.figures[A].damage == 1
