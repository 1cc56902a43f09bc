"""Random positions through the whole engine: what it accepts is what an independent geometry allows.

The oracle shares nothing with the engine but the events: it walks over sets of hexes one step at a time.
"""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from games.hexes import Hex
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full.board.traps import replacement_hexes
from games.super_fantasy_brawl.full.state import Ground
from games.super_fantasy_brawl.tests.full.boards import SEEDS, SIDES, arena, in_line, step, steps_apart, walks
from games.super_fantasy_brawl.tests.full.position import (
    NAMES,
    SLUGS,
    STAFF,
    A,
    X,
    aim,
    attack,
    damage,
    displaced,
    effect,
    moved,
    opened,
    out,
    played,
    replaced,
    scene,
    skill,
    walk,
)
from games.testing import Case, accepts

ENEMIES, ALLIES = ("x", "y", "z"), ("b", "c")


class Table:
    """A random arena with everybody on it: champion a is about to act on x, who stands near."""

    def __init__(self, seed: int, card: Any) -> None:
        random = Random(seed)
        self.cells = arena(random, 3, 0.1)
        free = sorted(self.cells)
        random.shuffle(free)
        self.statues = frozenset(free[:3])
        self.at = dict(zip(SLUGS, free[3:9], strict=True))
        self.traps = free[9:13]
        ground = Ground("random", self.cells, self.statues, frozenset(self.traps[:3]))
        told: dict[Hex, str | None] = dict.fromkeys(self.traps)
        self.case = scene(at=dict(self.at), cards={"card": card}, traps=told, ground=ground)
        self.random = random

    def blocked(self, slug: str) -> set[Hex]:
        """Where a champion cannot step."""
        foes = ENEMIES if SLUGS[slug] == "red" else ("a", *ALLIES)
        return {*self.statues, *(self.at[one] for one in foes)}

    def taken(self, slug: str) -> set[Hex]:
        """Where it cannot end."""
        return {*self.statues, *(place for one, place in self.at.items() if one != slug)}

    def first_trap(self, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """The path up to the first trap."""
        for number, place in enumerate(path):
            if place in self.traps:
                return path[: number + 1]
        return path


def is_legal(case: Case, event: Any) -> bool:
    """Whether the engine takes the event."""
    return not RULES.check(case.state, event, STAFF)


@accepts("SFB-MOVE-01", "SFB-MOVE-02", "SFB-MOVE-03", "SFB-TRAP-02")
@pytest.mark.parametrize("seed", SEEDS[:10])
def test_walks(seed: int) -> None:
    table = Table(seed, attack(move=3))
    case = opened(table.case)
    for count in (1, 2, 3):
        for path in walks(table.cells, table.at["a"], count):
            clear = not table.blocked("a") & set(path) and path[-1] not in table.taken("a")
            legal = clear and table.first_trap(path) == path
            assert is_legal(case, walk(A, *path)) == legal, path


@accepts("SFB-EFF-13", "SFB-EFF-14", "SFB-EFF-15")
@pytest.mark.parametrize("seed", SEEDS[:10])
def test_dashes_swoops_and_jumps(seed: int) -> None:
    start: dict[str, Case] = {}
    for kind in ("dash", "fly", "leap"):
        table = Table(seed, skill(effect(kind, 2)))
        start[kind] = played(opened(table.case), a.SkillUsed(champion=A, card="card"))
    here = table.at["a"]
    for count in (1, 2):
        for path in walks(table.cells, here, count):
            straight = count == 1 or in_line(table.cells, here, path[-1]) is not None
            straight = straight and steps_apart(table.cells, here, path[-1]) == count
            free = path[-1] not in table.taken("a")
            clear = not table.blocked("a") & set(path) and table.first_trap(path) == path
            straight = straight and path[0] == step(here, in_line(table.cells, here, path[-1]) or (9, 9))
            assert is_legal(start["dash"], moved(A, "dash", *path)) == (straight and free and clear)
            assert is_legal(start["fly"], moved(A, "fly", *path)) == (straight and free)
            back = path[-1] == here
            assert is_legal(start["leap"], moved(A, "leap", *path)) == (free or back)


@accepts("SFB-EFF-08", "SFB-EFF-09")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["push", "pull"])
def test_pushes_and_pulls(seed: int, kind: Any) -> None:
    table = Table(seed, skill(effect(kind, 2, "enemy")))
    case = played(opened(table.case), a.SkillUsed(champion=A, card="card"))
    here, there = table.at["x"], table.at["a"]
    away = in_line(table.cells, there, here)
    side = away if away is None or kind == "push" else (-away[0], -away[1])
    whole: list[Hex] = []
    while side is not None and len(whole) < 2:
        place = step(whole[-1] if whole else here, side)
        if place not in table.cells or place in table.taken("x"):
            break
        whole.append(place)
    path = table.first_trap(tuple(whole))
    waits = bool(path) and path[-1] in table.traps and len(path) < 2
    missing = 0 if waits or side is None else 2 - len(path)
    for count in (0, 1, 2):
        for told in {(), *walks(table.cells, here, count)}:
            for lost in (0, 1, 2):
                legal = (told, lost) == (path, missing)
                assert is_legal(case, displaced(X, kind, 2, *told, missing=lost)) == legal, (told, lost)


@accepts("SFB-EFF-17", "SFB-EFF-12")
@pytest.mark.parametrize("seed", SEEDS[:12])
def test_fear_and_force(seed: int) -> None:
    table = Table(seed, skill(effect("fear", 2, "enemy")))
    case = played(opened(table.case), a.SkillUsed(champion=A, card="card"))
    here, source = table.at["x"], table.at["a"]
    far = {cell: steps_apart(table.cells, source, cell) or 0 for cell in table.cells}
    ways: list[tuple[Hex, ...]] = []
    for side in SIDES:
        for count in (1, 2):
            line = [step(here, side, n) for n in range(count + 1)]
            inside = table.cells.issuperset(line) and not table.blocked("x") & set(line)
            away = inside and all(far[b] > far[b2] for b2, b in itertools.pairwise(line))
            if away and line[-1] not in table.taken("x"):
                ways.append(tuple(line[1:]))
    best = max((len(way) for way in ways), default=0)
    legal = {table.first_trap(way) for way in ways if len(way) == best} or {()}
    forced = Table(seed, skill(effect("compel", 2, "enemy")))
    force = played(opened(forced.case), a.SkillUsed(champion=A, card="card"))
    for count in (0, 1, 2):
        for path in walks(table.cells, here, count):
            assert is_legal(case, displaced(X, "fear", 2, *path)) == (path in legal), path
            clear = not table.blocked("x") & set(path) and table.first_trap(path) == path
            free = not path or path[-1] not in table.taken("x")
            assert is_legal(force, displaced(X, "compel", 2, *path)) == (clear and free), path


@accepts("SFB-CMB-06", "SFB-CMB-07", "SFB-CMB-08", "SFB-CMB-09", "SFB-ACT-14")
@pytest.mark.parametrize("seed", SEEDS)
def test_single_targets(seed: int) -> None:
    here = Table(seed, attack()).at["a"]
    for kind, low, high in (("melee", 1, 1), ("indirect", 2, 3), ("direct", 1, 3)):
        table = Table(seed, attack(targeting=aim(kind, low, high)))
        case = opened(table.case)
        for slug in ("a", *ALLIES, *ENEMIES):
            there = table.at[slug]
            far = steps_apart(table.cells, here, there)
            legal = slug in ENEMIES and far is not None and low <= far <= high
            if kind == "direct" and legal:
                side = in_line(table.cells, here, there)
                between = [step(here, side, n) for n in range(1, far)] if side and far else []
                legal = side is not None and not set(between) & table.taken("a")
            event = a.AttackDeclared(attacker=A, card="card", targets=(NAMES[slug],))
            assert is_legal(case, event) == legal, (kind, slug)


@accepts("SFB-CMB-10", "SFB-HEX-05")
@pytest.mark.parametrize("seed", SEEDS)
def test_areas(seed: int) -> None:
    pattern = ((1, 0), (2, 0), (1, 1), (2, -1))
    table = Table(seed, attack(targeting=aim("area", 1, 1, *pattern)))
    case, here = opened(table.case), table.at["a"]
    turns = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for number, ahead in enumerate(turns):
        left = turns[(number + 1) % 6]
        cells = {step(step(here, ahead, q), left, r) for q, r in pattern}
        inside = [slug for slug in SLUGS if slug != "a" and table.at[slug] in cells]
        event = a.AttackDeclared(
            attacker=A, card="card", targets=tuple(NAMES[slug] for slug in inside), direction=number
        )
        assert is_legal(case, event) == any(slug in ENEMIES for slug in inside)
        for slug in ("b", *ENEMIES):
            changed = set(inside) ^ {slug}
            told = tuple(NAMES[one] for one in sorted(changed))
            event = a.AttackDeclared(attacker=A, card="card", targets=told, direction=number)
            assert not is_legal(case, event)


def shoved(case: Case, table: Table, x: int) -> tuple[Case, Hex | None, int]:
    """Champion x is pushed as a model steps it: hex by hex, trap by trap, what is left becomes damage."""
    side = in_line(table.cells, table.at["a"], table.at["x"])
    here, hurt, made, told, again = table.at["x"], 0, 0, list[Hex](), False
    rooted, traps, fresh = False, set(table.traps), 0
    kinds = ["damage_1", "damage_2", "immobilise", "damage_2", "damage_3"]
    table.random.shuffle(kinds)
    while made < x and side is not None and not rooted:
        place = step(here, side)
        if place not in table.cells or place in table.taken("x"):
            break
        here, made = place, made + 1
        told.append(place)
        if place not in traps:
            continue
        case = played(case, displaced(X, "push", x, *told, continues=again))
        told, again = [], True
        slot = next(one.slot for one in case.state.full.traps if one.cell == place)
        kind: Any = kinds.pop()
        case = played(case, a.TrapTriggered(champion=X, cell=place, slot=slot, kind=kind, caused_by=A))
        if kind == "immobilise":
            case, rooted = played(case, a.ChampionImmobilised(champion=X, cause="trap")), True
        else:
            case = played(case, damage(X, int(kind[-1]), "trap"))
            hurt += int(kind[-1])
        fallen = hurt >= 9
        case = played(case, out(X)) if fallen else case
        empty = replacement_hexes(case.state)[0]
        fresh += 1
        case = played(case, replaced("b", table.random.choice(sorted(empty)), f"new{fresh}"))
        traps = {one.cell for one in case.state.full.traps}
        if fallen:
            return case, None, 0
    missing = x - made
    if told or (again and missing) or not again:
        lost = 0 if side is None else missing
        case = played(case, displaced(X, "push", x, *told, missing=lost, continues=again))
        case = played(case, damage(X, lost, "push")) if lost else case
        hurt += lost
    return case, here, hurt


@accepts("SFB-EFF-08", "SFB-EFF-22", "SFB-TRAP-05", "SFB-TRAP-09", "SFB-LOG-06")
@pytest.mark.parametrize("seed", range(72))
def test_a_push_through_traps(seed: int) -> None:
    table = Table(seed, skill(effect("push", 4, "enemy")))
    near = [step(table.at["a"], side) for side in SIDES]
    open_hexes = [place for place in near if place in table.cells and place not in table.taken("x")]
    table.at["x"] = table.random.choice(
        [place for place in open_hexes if place != table.at["a"]] or [table.at["x"]]
    )
    line = in_line(table.cells, table.at["a"], table.at["x"]) or SIDES[seed % 6]
    ahead = [step(table.at["x"], line, n) for n in (1, 2, 3)]
    free = [place for place in ahead if place in table.cells and place not in table.taken("x")]
    table.traps = free[: 1 + seed % 3] or table.traps
    strong = ChampionSide(defence=0, health=9, move_bonus=0, effects=())
    ground = Ground("random", table.cells, table.statues, frozenset(table.cells - table.statues))
    told: dict[Hex, str | None] = dict.fromkeys(table.traps)
    champions = {slug: Champion(base=strong, levelled=strong) for slug in SLUGS}
    cards = {"card": skill(effect("push", 4, "enemy"))}
    case = scene(at=dict(table.at), cards=cards, traps=told, ground=ground, champions=champions)
    case = played(opened(case), a.SkillUsed(champion=A, card="card"))
    case, here, hurt = shoved(case, table, 4)
    assert (case.state.figures[X].cell, case.state.figures[X].damage) == (here, hurt)
    levels = [a.ChampionLevelledUp(champion=A)] if here is None else []
    played(case, *levels, a.ActionEnded())
