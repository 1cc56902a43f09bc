"""Random attacks against a model of the damage step: strength, defence, lifesteal, double, poison, knock-outs, points.

The model tells which events must come, in which order and with which numbers; the engine takes exactly those.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import Event
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.definitions import Champion, ChampionSide
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.tests.full.position import (
    BB,
    END,
    NAMES,
    SLUGS,
    STAFF,
    A,
    X,
    Y,
    aim,
    attack,
    damage,
    declared,
    effect,
    opened,
    out,
    passed,
    played,
    scene,
)
from games.testing import Case, accepts, refuses

TARGETS = {"x": (1, 0), "y": (1, -1), "b": (0, 1)}


class Fight:
    """One random attack of champion a on x, y and its ally b, and what the rules make of it."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.keywords = [one for one in ("vampirism", "double", "poison") if random.random() < 0.5]
        self.poison = random.randint(1, 2)
        self.strength = random.randint(0, 4)
        self.mod = random.choice((0, 0, 1, -1))
        self.defence = {slug: random.randint(0, 3) for slug in SLUGS}
        self.health = {slug: random.randint(3, 6) for slug in SLUGS}
        self.wounds = {slug: random.randint(0, 2) for slug in SLUGS}
        self.levelled = random.random() < 0.3
        self.vp = [random.randint(0, 3), random.randint(0, 3)]

    def case(self) -> Case:
        """The attack waits for its result."""
        effects = [
            effect(one, self.poison if one == "poison" else None, "target", "damage") for one in self.keywords
        ]
        effects += [effect("strength_mod", self.mod, timing="pre")] if self.mod else []
        area = aim("area", 1, 1, *TARGETS.values())
        sides = {
            slug: ChampionSide(defence=self.defence[slug], health=self.health[slug], move_bonus=0, effects=())
            for slug in SLUGS
        }
        figures: dict[str, dict[str, Any]] = {slug: {"damage": self.wounds[slug]} for slug in SLUGS}
        figures["a"]["levelled"] = self.levelled
        case = scene(
            at=dict(TARGETS),
            cards={"card": attack(*effects, attack=self.strength, targeting=area)},
            figures=figures,
            champions={slug: Champion(base=side, levelled=side) for slug, side in sides.items()},
            vp=(self.vp[0], self.vp[1]),
        )
        return passed(declared(opened(case), X, Y, BB, direction=0))

    def hits(self) -> dict[str, int]:
        """What the attack deals."""
        return {slug: max(0, max(0, self.strength + self.mod) - self.defence[slug]) for slug in TARGETS}

    def told(self) -> tuple[a.Hit, ...]:
        """The same with its numbers."""
        mods = (a.Modified(self.mod, "card"),) if self.mod else ()
        return tuple(
            a.Hit(
                champion=NAMES[slug],
                strength=self.strength,
                defence=self.defence[slug],
                damage=amount,
                strength_mods=mods,
            )
            for slug, amount in self.hits().items()
        )

    def story(self) -> tuple[list[Event], dict[str, int], list[int]]:
        """The events after the declaration, the damage on who still stands, the points of both sides."""
        events: list[Event] = [a.AttackResolved(card="card", targets=self.told())]
        left, vp, hits = dict(self.wounds), list(self.vp), self.hits()

        def suffer(slug: str, amount: int) -> list[Event]:
            left[slug] += amount
            if left[slug] < self.health[slug]:
                return []
            del left[slug]
            vp[0 if SLUGS[slug] == "blue" else 1] += 1
            return [out(NAMES[slug], A if SLUGS[slug] == "blue" else None)]

        for slug, amount in hits.items():
            events += suffer(slug, amount)
        healed = min(left["a"], sum(hits.values())) if "vampirism" in self.keywords else 0
        if healed:
            left["a"] -= healed
            events.append(a.ChampionHealed(champion=A, amount=healed, cause="vampirism"))
        for slug, amount in hits.items():
            for keyword, more in (("double", amount), ("poison", self.poison if amount else 0)):
                if keyword in self.keywords and more and slug in left:
                    events.append(damage(NAMES[slug], more, keyword))
                    events += suffer(slug, more)
        if vp[0] > self.vp[0] and not self.levelled:
            events.append(a.ChampionLevelledUp(champion=A))
        return [*events, END], left, vp


def wrong_numbers(event: Any) -> list[Any]:
    """The same event with one number off by one."""
    if isinstance(event, a.AttackResolved):
        first = event.targets[0]
        return [
            replace(event, targets=(replace(first, **{field: getattr(first, field) + 1}), *event.targets[1:]))
            for field in ("strength", "defence", "damage")
        ]
    if isinstance(event, a.DamageDealt | a.ChampionHealed):
        return [replace(event, amount=event.amount + by) for by in (-1, 1) if event.amount + by]
    return []


@accepts(
    "SFB-CMB-13",
    "SFB-CMB-15",
    "SFB-CMB-23",
    "SFB-EFF-01",
    "SFB-EFF-18",
    "SFB-EFF-19",
    "SFB-KO-02",
    "SFB-LVL-01",
)
@refuses("SFB-LOG-06", "SFB-LOG-08")
@pytest.mark.parametrize("seed", range(60))
def test_the_engine_takes_exactly_what_the_model_tells(seed: int) -> None:
    fight = Fight(seed)
    case = fight.case()
    events, left, vp = fight.story()
    for number, event in enumerate(events):
        for wrong in wrong_numbers(event):
            assert RULES.check(case.state, wrong, STAFF), (wrong, "instead of", event)
        for other in events[number + 1 :]:
            if not isinstance(other, type(event)) and other is not END:
                assert RULES.check(case.state, other, STAFF), (other, "before", event)
        case = played(case, event)
    figures = case.state.figures
    assert {
        slug: figures[NAMES[slug]].damage for slug in SLUGS if figures[NAMES[slug]].cell is not None
    } == left
    assert [case.state.sides[side].vp for side in ("red", "blue")] == vp
    assert (case.state.phase == "over") == (max(vp) >= 5)
    assert figures[A].levelled == (fight.levelled or vp[0] > fight.vp[0])
