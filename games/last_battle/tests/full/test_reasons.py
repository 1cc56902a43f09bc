"""Each condition of a rule is refused with its own fact: who, how many, what would be legal. Full detail."""

from __future__ import annotations

from typing import Any

import pytest

from games.last_battle import events as e
from games.last_battle.full import events as f
from games.last_battle.tests.full.board import (
    HAND,
    A,
    S,
    active,
    all_of,
    blow,
    draw,
    duel,
    exhausted,
    figure,
    flip,
    going,
    hired,
    noted,
    ready,
    resolved,
    scored,
    started,
    tidy,
)
from games.last_battle.tests.full.plots import (
    claim,
    harmed,
    killed,
    later,
    marker,
    over,
    plotted,
    scoring,
    shown,
    strategy,
)
from games.last_battle.tests.full.test_situations import quiet
from games.rulebook import sentence
from games.testing import Case, refuses, why


def act(action: str, ap: int = 1, figure: str = "a1", **told: Any) -> f.ActionDeclared:
    """An action of the rulebook by a figure that sees its target and is not engaged."""
    facts: dict[str, Any] = {"engaged": False, "los": True, **told}
    return f.ActionDeclared(figure=figure, action=action, ap=ap, **facts)


def interacting(battlefield: str = "heaven") -> Case:
    return active(battlefield).when(act("interact"))


@refuses("LB-HEAV-10")
def test_why_a_portal_stays_open() -> None:
    case = interacting()

    def closing(portal: str, cm: float = 3.0) -> f.PortalClosed:
        return f.PortalClosed(portal_id=portal, figure="a1", distance_cm=cm)

    assert why(case, closing("portal-9"), "LB-HEAV-10") == {"absent": "portal-9"}
    assert why(case, closing("portal-1"), "LB-HEAV-10") == {"own": "portal-1"}
    assert why(case, closing("portal-2", 3.1), "LB-HEAV-10") == {"far": "portal-2", "cm": 3.1, "limit": 3}
    done = case.when(closing("portal-2"))
    assert why(done, closing("portal-2"), "LB-HEAV-10") == {"closed": "portal-2"}
    assert why(done, closing("portal-4"), "LB-HEAV-10") == {"idle": "a1"}
    placed = case.when(
        f.SchemeMarkerPlaced(marker_id="m", squad="a", figure="a1", nearest_friendly_marker_cm=20.0)
    )
    assert why(placed, closing("m"), "LB-HEAV-10") == {"marker": "m"}


@refuses("LB-MARK-01", "LB-MARK-04", "LB-MARK-05")
def test_why_a_marker_is_neither_placed_nor_removed() -> None:
    case = interacting("camp")

    def placing(name: str = "m", squad: str = "a") -> f.SchemeMarkerPlaced:
        return f.SchemeMarkerPlaced(marker_id=name, squad=squad, figure="a1", nearest_friendly_marker_cm=20.0)

    def removing(name: str, cm: float = 1.0, reason: str = "interaction") -> f.SchemeMarkerRemoved:
        return f.SchemeMarkerRemoved(marker_id=name, by="a1", distance_cm=cm, reason=reason)  # type: ignore[arg-type]

    assert why(active(), placing(), "LB-MARK-01") == {"idle": "a1"}
    assert why(case, placing(squad="s"), "LB-MARK-01") == {"figure": "a1", "owner": "a"}
    placed = case.when(placing()).when(act("interact"))
    assert why(placed, placing(), "LB-MARK-01") == {"twice": "m"}
    assert why(placed, removing("m"), "LB-MARK-04") == {"own": "m"}
    assert why(placed, removing("x"), "LB-MARK-04") == {"marker": "x"}
    enemy = marker(plotted(), "m1", "a1").when(f.FigureActivated(figure="s1"))

    def taking(cm: float) -> f.SchemeMarkerRemoved:
        return f.SchemeMarkerRemoved(marker_id="m1", by="s1", distance_cm=cm)

    assert why(enemy, taking(1.0), "LB-MARK-04") == {"idle": "s1"}
    told = why(enemy.when(act("interact", figure="s1")), taking(3.1), "LB-MARK-04")
    assert told == {"far": "m1", "cm": 3.1, "limit": 3}
    assert why(placed, removing("m", reason="scheme"), "LB-MARK-05") == {"stays": "m"}
    assert why(placed, removing("x", reason="scheme"), "LB-MARK-05") == {"absent": "x"}


@refuses("LB-CAMP-01", "LB-CAMP-02", "LB-CAMP-03")
def test_why_nobody_is_studied() -> None:
    study = act("interact", target="s1", engaged=True)
    assert why(active(), study, "LB-CAMP-01") == {"turn": 1}
    second = later(going(), 2).when(f.FigureActivated(figure="a1"))
    loose = {"loose": "a1", "target": "s1"}
    assert why(second, act("interact", target="s1"), "LB-CAMP-01") == loose
    assert why(second, act("interact", target="s1"), "LB-CAMP-02") == loose
    gained = f.ConditionChanged(figure="a1", condition="information_gatherer", change="gained", cause="study")
    assert why(second, gained, "LB-CAMP-03") == {"unread": "a1"}
    due = second.when(study)
    assert why(due, f.ActivationEnded(figure="a1"), "LB-CAMP-01") == {
        "bearer": "a1", "condition": "information_gatherer", "change": "gained"
    }  # fmt: skip
    learned = due.when(gained)
    assert why(learned, study, "LB-CAMP-03") == {"figure": "a1"}
    next_ = learned.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False))
    foe = next_.when(f.FigureActivated(figure="s1"))
    studied = act("interact", figure="s1", target="a1", engaged=True)
    assert why(foe, studied, "LB-CAMP-01") == {"studied": "a1"}


@refuses(
    "LB-ACT-03", "LB-ACT-05", "LB-ACT-06", "LB-ACT-11", "LB-ACT-12", "LB-MELEE-02", "LB-MARK-02", "LB-LOG-09"
)
def test_why_an_action_is_not_declared() -> None:
    case = active()
    assert why(going(), act("move"), "LB-ACT-03") == {"figure": "a1"}
    assert why(case, act("move", figure="a2"), "LB-ACT-03") == {"active": "a1"}
    assert why(case, act("move", free=True, source="luck"), "LB-ACT-03") == {"free": "move", "ap": 1}
    assert why(case, act("move", 0, free=True), "LB-ACT-03") == {"unnamed": "move"}
    assert why(case, act("move", kind="melee"), "LB-ACT-04") == {"base": "move", "kind": "melee"}
    assert why(case, act("move", 3), "LB-ACT-04") == {"price": 3, "prices": "1-2"}
    assert why(case, act("concentrate", 2), "LB-ACT-07") == {"price": 2, "prices": 1}
    assert why(case, act("take_off"), "LB-HEAV-03") == {"table": "camp"}
    bound = {"bound": "a1", "action": "interact"}
    for rule in ("LB-ACT-11", "LB-MELEE-02", "LB-MARK-02"):
        assert why(case, act("interact", engaged=True), rule) == bound
    assert why(case, act("charge", 2, target="s1", engaged=True), "LB-ACT-05")["bound"] == "a1"
    assert why(case, act("charge", 2), "LB-ACT-05") == {"target": "nobody"}
    assert why(case, act("charge", 2, target="a2"), "LB-ACT-05") == {"friend": "a2"}
    shot = blow(action="shot", kind="shooting")
    assert why(case, shot, "LB-ACT-12") == {"bound": "a1", "action": "shot"}
    legal = ["blow", "shot", "curse", "song", "word", "blessing"]
    assert why(case, blow(action="bite"), "LB-LOG-09") == {"action": "bite", "figure": "a1", "legal": legal}
    assert why(case, blow(kind="magic"), "LB-LOG-09") == {"named": "blow", "wanted": "melee", "told": "magic"}
    unknown = active(told={"actions": None})
    assert why(unknown, blow(kind="base"), "LB-LOG-09") == {"unlisted": "blow"}
    assert why(case, blow(target="s9"), "LB-LOS-03") == {"away": "s9"}
    assert why(case, blow(target=None), "LB-CHK-06") == {"action": "blow"}


@refuses("LB-ACT-06", "LB-ACT-04", "LB-ACT-05")
def test_why_a_charge_does_not_strike() -> None:
    charged = active().when(act("charge", 2, target="s1"))
    strike: dict[str, Any] = {"ap": 0, "free": True, "source": "charge", "in_reach": True}
    going_ = active().when(act("move"))
    assert why(going_, f.ActivationEnded(figure="a1"), "LB-ACT-04") == {"waits": "a1"}
    assert why(going_, f.FigureMoved(figure="a1", distance_cm=0.0), "LB-ACT-04") == {"still": "a1"}
    moved = charged.when(f.FigureMoved(figure="a1", distance_cm=5.0, final_reach_ok=True))
    assert why(moved, blow(**{**strike, "in_reach": False}), "LB-ACT-06") == {"far": "s1"}
    assert why(moved, blow(target="s2", **strike), "LB-ACT-06") == {"aimed": "s1", "target": "s2"}
    magic = blow(action="curse", kind="magic", **strike)
    assert why(moved, magic, "LB-ACT-05") == {"attack": "curse"}
    assert why(moved, f.FigureMoved(figure="a1", distance_cm=1.0), "LB-ACT-05") == {"idle": "a1"}
    none = blow(**{**strike, "source": "falcon_strike"})
    assert why(moved, none, "LB-ACT-06") == {"source": "falcon_strike", "figure": "a1"}


@refuses("LB-MELEE-03", "LB-MELEE-04", "LB-MELEE-05", "LB-ACT-04", "LB-SEA-01", "LB-HEAV-06")
def test_why_a_move_is_not_made() -> None:
    case = active().when(act("move", 1))

    def moving(*reach: str, **told: Any) -> f.FigureMoved:
        return f.FigureMoved(figure="a1", distance_cm=3.0, leaves_reach_of=reach, **told)

    assert why(active(), moving(), "LB-ACT-04") == {"idle": "a1"}
    assert why(case, moving("s1", "s2"), "LB-MELEE-03") == {"figure": "a1", "foes": ["s1", "s2"], "ap": 1}
    assert why(case, moving("a2"), "LB-MELEE-05") == {"friend": "a2"}
    assert why(case, moving("s9"), "LB-MELEE-05") == {"away": "s9"}
    assert why(case, moving(hazard_touched=True), "LB-HEAV-06") == {"table": "camp"}
    heaven = active("heaven").when(act("charge", 2, target="s1"))
    still = f.FigureMoved(figure="a1", distance_cm=0.0, hazard_touched=True, final_reach_ok=True)
    assert why(heaven, still, "LB-HEAV-06") == {"still": "a1"}
    near = f.FigureMoved(figure="a1", distance_cm=0.1, hazard_touched=True, final_reach_ok=True)
    heaven.when(near).then_accepted()
    dear = active().when(act("move", 2, engaged=True))
    assert why(dear, moving(), "LB-MELEE-04") == why(dear, moving(), "LB-ACT-04") == {"paid": 2}
    assert why(active(), f.AboardChanged(figure="a1", vessel="s1"), "LB-SEA-01") == {"table": "camp"}
    ship = going("sea", more={"s": (figure("ship", vessel=True),)})
    told = why(ship, f.AboardChanged(figure="a1", vessel="s1"), "LB-SEA-01")
    assert told == {"vessel": "s1", "legal": ["ship"]}
    told = why(ship, f.AboardChanged(figure="a1"), "LB-SEA-01")
    assert told == {"vessel": "the_water", "legal": ["ship"]}


@refuses(
    "LB-CHK-01", "LB-CHK-02", "LB-CHK-03", "LB-CHK-06", "LB-CHK-08", "LB-CHK-10", "LB-CHK-11", "LB-DECK-04"
)
def test_why_a_check_does_not_go_on() -> None:
    open_ = active().when(blow())
    assert why(open_, flip("defence", "serpent", "P-4"), "LB-CHK-10") == {"role": "attack"}
    assert why(open_, flip("simple", "alliance", "P-4"), "LB-CHK-06") == {"role": "attack"}
    assert why(open_, flip("attack", "serpent", "P-4"), "LB-DECK-04") == {
        "side": "alliance",
        "role": "attack",
    }
    assert why(open_, flip("attack", "alliance", "P-4", "P-5"), "LB-CHK-02") == {"count": 1, "told": 2}
    wrong = flip("attack", "alliance", "P-4", chosen="P-5")
    assert why(open_, wrong, "LB-CHK-03") == {"card": "P-5", "cards": ["P-4"]}
    covered = active().when(blow(cover=True))
    high = flip("attack", "alliance", "C-2", "C-10", minuses=1, chosen="C-10")
    assert why(covered, high, "LB-CHK-03") == {"chosen": "C-10", "lowest": ["C-2"]}
    plain = flip("attack", "alliance", "C-2")
    assert why(covered, plain, "LB-CHK-09") == {"pluses": 0, "minuses": 1, "told": "+0 -0"}
    assert why(open_, resolved(), "LB-CHK-10") == {"role": "attack"}
    both = duel(active())
    assert why(both, resolved(attack_total=14), "LB-CHK-01") == {"role": "attack", "total": 15, "told": 14}
    told = why(both, resolved(defence_total=8), "LB-CHK-01")
    assert told == {"role": "defence", "total": 9, "told": 8}
    assert why(both, resolved(False), "LB-CHK-06") == {"attack": 15, "against": 9}
    assert why(both, resolved(margin=5), "LB-CHK-11") == {"margin": 6, "told": 5}
    assert why(both, f.ResistanceWaived(figure="s1"), "LB-CHK-08") == {"late": "s1"}
    assert why(open_, f.ResistanceWaived(figure="s1"), "LB-CHK-08") == {"foe": "s1", "actor": "a1"}
    assert why(open_, f.ResistanceWaived(figure="s2"), "LB-CHK-08") == {"untouched": "s2"}
    friendly = active().when(blow(action="blessing", kind="magic", target="a2"))
    waived = friendly.when(f.ResistanceWaived(figure="a2"))
    assert why(waived, f.ResistanceWaived(figure="a2"), "LB-CHK-08") == {"waived": "a2"}
    ended = waived.when(flip("attack", "alliance", "C-10"))
    told = why(ended, resolved(defence_total=3), "LB-CHK-08")
    assert told == {"unwaived": "a2", "total": 15, "told": 3}


@refuses("LB-CHK-05", "LB-CHK-07", "LB-CHK-11")
def test_why_a_target_value_is_not_reached() -> None:
    song = active().when(blow(action="song", kind="magic", target=None))
    assert why(song, flip("attack", "alliance", "C-7"), "LB-CHK-06") == {"role": "simple"}
    flipped = song.when(flip("simple", "alliance", "C-7"))
    assert why(flipped, resolved(), "LB-CHK-05") == {"attack": 14, "against": 15}
    assert why(flipped, resolved(False, defence_total=3), "LB-CHK-05") == {"unresisted": "song"}
    assert why(flipped, resolved(False, margin=3), "LB-CHK-11") == {"unresisted": "song"}
    printed = blow(action="song", kind="magic", target=None, tv=14)
    assert why(active(), printed, "LB-CHK-05") == {"printed": 15, "told": 14}
    curse = active().when(blow(action="curse", kind="magic"))
    curse = all_of(curse, flip("attack", "alliance", "C-7"), flip("defence", "serpent", "P-4"))
    assert why(curse, resolved(), "LB-CHK-07") == {"attack": 14, "against": 15}


@refuses("LB-FATE-01", "LB-FATE-02", "LB-FATE-04", "LB-FATE-05", "LB-FATE-06", "LB-FATE-10", "LB-FATE-11")
def test_why_fate_is_not_cheated() -> None:
    def cheat(role: str, side: str, card: str = "C-9") -> f.FateCheated:
        return f.FateCheated(check_id="c", role=role, side=side, card=card)  # type: ignore[arg-type]

    case = duel(active())
    assert why(case, cheat("attack", "serpent"), "LB-FATE-01") == {"side": "alliance"}
    assert why(case, cheat("damage", "alliance"), "LB-FATE-01") == {"unmade": "damage"}
    assert why(active(), cheat("attack", "alliance"), "LB-FATE-01") == {"none": "no_check"}
    cheated = case.when(cheat("attack", "alliance"))
    told = why(cheated, cheat("attack", "alliance", "S-9"), "LB-FATE-01")
    assert told == {"cheated": "alliance", "card": "C-9"}
    order = {"side": "serpent", "foe": "alliance"}
    assert why(cheated, cheat("defence", "serpent"), "LB-FATE-04") == order
    assert why(cheated, cheat("defence", "serpent"), "LB-FATE-08") == order
    half = active().when(blow()).when(flip("attack", "alliance", "C-10"))
    assert why(half, cheat("attack", "alliance"), "LB-CHK-10") == {"role": "defence"}
    over_ = case.when(resolved())
    assert why(over_, cheat("attack", "alliance"), "LB-FATE-01") == {"role": "attack"}
    hit = over_.when(flip("damage", "alliance", "C-3"))
    assert why(hit, cheat("damage", "serpent"), "LB-FATE-10") == {"side": "alliance"}
    covered = active().when(blow(cover=True))
    covered = all_of(
        covered, flip("attack", "alliance", "C-2", "C-10", minuses=1), flip("defence", "serpent", "P-4")
    )
    assert why(covered, cheat("attack", "alliance"), "LB-FATE-02") == {"side": "alliance", "minuses": 1}
    hands = {"serpent": HAND, "alliance": ("C-9", "S-9", "W-2", "P-13", "P-12", "P-11")}
    begun = noted()
    for side, cards in hands.items():
        begun = all_of(begun, f.DeckPrepared(side=side, size=58), draw(side, cards))  # type: ignore[arg-type]
    begun = started(begun).when(f.FigureActivated(figure="a1"))
    death = duel(begun, "M-death")
    assert why(death, cheat("attack", "alliance"), "LB-FATE-05") == {"side": "alliance"}
    wheel = duel(begun, "M-wheel")
    assert why(wheel, cheat("defence", "serpent"), "LB-FATE-06") == {"side": "serpent", "foe": "alliance"}
    early = ready().when(f.TurnStarted(turn=1))
    assert why(early, cheat("attack", "alliance"), "LB-FATE-11") == {"phase": "step_start"}


@refuses("LB-DMG-01", "LB-DMG-03", "LB-DMG-04", "LB-DMG-05", "LB-DMG-06", "LB-ACT-16", "LB-ACT-17")
def test_why_lives_stay_as_they_are() -> None:
    case = duel(active())
    early = f.DamageResolved(check_id="c", tier="weak", amount=2)
    assert why(case, early, "LB-DMG-01") == {"none": "no_damage"}
    assert why(case, resolved(damages=False), "LB-DMG-01") == {"harmful": "blow", "chain": "2/3/4"}
    hit = case.when(resolved()).when(flip("damage", "alliance", "C-3"))
    strong = f.DamageResolved(check_id="c", tier="strong", amount=4)
    assert why(hit, strong, "LB-DMG-03") == {"card": "C-3", "tier": "weak", "amount": 2}
    hurt = hit.when(early)

    def loses(
        delta: int, cause: str = "damage", by: str | None = "a1", lives: int | None = None
    ) -> f.LivesChanged:
        return f.LivesChanged(figure="s1", delta=delta, cause=cause, by_figure=by, lives=lives)

    assert why(hurt, f.ActivationEnded(figure="a1"), "LB-DMG-04") == {"loser": "s1", "loss": 2}
    assert why(hurt, loses(-3), "LB-DMG-04") == {"loser": "s1", "loss": 2, "told": -3}
    assert why(hurt, loses(-2, "curse"), "LB-DMG-04") == {"cause": "damage", "victim": "s1"}
    assert why(hurt, loses(-2, by="a2"), "LB-DMG-04") == {"by": "a1", "harmed": "s1"}
    assert why(hurt, loses(-2, lives=3), "LB-DMG-04") == {"figure": "s1", "lives": 4, "entered": 3}
    calm = going()
    assert why(calm, loses(-2), "LB-DMG-04") == {"unhurt": "s1"}
    assert why(calm, loses(-2, "curse", None), "LB-ACT-16") == {"figure": "s1"}
    assert why(calm, loses(0, "curse"), "LB-ACT-16") == {"same": "s1"}
    assert why(calm, loses(1, "balm"), "LB-ACT-17") == {"figure": "s1", "initial": 6, "lives": 7}
    dying = calm.when(harmed("s1", "a1"))
    fallen = {"fallen": "s1", "how": "killed", "killer": "a1"}
    assert why(dying, f.FigureActivated(figure="a1"), "LB-DMG-04") == fallen
    gone = f.FigureRemoved(figure="s1", how="sacrificed", by_figure="a1")
    assert why(dying, gone, "LB-DMG-05") == fallen

    def removed(how: str, by: str | None = None, name: str = "s1") -> f.FigureRemoved:
        return f.FigureRemoved(figure=name, how=how, by_figure=by)  # type: ignore[arg-type]

    assert why(calm, removed("withdrawn"), "LB-ARC-04") == {"stays": "s1"}
    assert why(calm, removed("dead_no_killer"), "LB-DMG-05") == {"unkilled": "s1"}
    assert why(calm, removed("sacrificed"), "LB-DMG-05") == {"unnamed": "s1"}
    assert why(calm, removed("killed", "a1"), "LB-DMG-04") == {"alive": "s1", "left": 6}
    assert why(calm, removed("killed", "a1", "s9"), "LB-DMG-06") == {"absent": "s9"}


@refuses("LB-TRIG-01", "LB-TRIG-02", "LB-TRIG-03", "LB-ACT-14")
def test_why_a_trigger_does_not_work() -> None:
    def trigger(suit: str, check: str = "c") -> f.TriggerApplied:
        return f.TriggerApplied(check_id=check, suit=suit, text="push")  # type: ignore[arg-type]

    case = duel(active(), "S-10")
    assert why(case, trigger("S"), "LB-TRIG-03") == {"early": "a1"}
    assert why(case, trigger("S", "x"), "LB-TRIG-03") == {"unchecked": "S"}
    hit = case.when(resolved())
    assert why(hit, trigger("C"), "LB-TRIG-01") == {"suit": "C", "card": "S-10"}
    assert why(hit.when(trigger("S")), trigger("S"), "LB-TRIG-02") == {"figure": "a1"}
    missed = duel(active(), "S-1", "P-13").when(resolved(False))
    assert why(missed, trigger("S"), "LB-TRIG-03") == {"missed": "a1"}
    wrong = duel(active(), "C-10").when(resolved())
    assert why(wrong, trigger("C"), "LB-TRIG-01") == {"action": "blow", "printed": ["S"]}
    assert why(active(), flip("attack", "alliance", "C-2"), "LB-ACT-14") == {"role": "attack"}
    assert why(hit, resolved(), "LB-ACT-14") == {"none": "no_check"}
    assert why(case, f.ActivationEnded(figure="a1"), "LB-ACT-14") == {"figure": "a1"}


@refuses(
    "LB-TURN-02",
    "LB-TURN-03",
    "LB-TURN-04",
    "LB-TURN-05",
    "LB-TURN-06",
    "LB-ACT-15",
    "LB-INIT-01",
    "LB-SEA-02",
)
def test_why_the_turn_does_not_go_on() -> None:
    on = active()
    assert why(on, f.FigureActivated(figure="a2"), "LB-TURN-02") == {"active": "a1"}
    assert why(on, f.FigureActivated(figure="a2"), "LB-ACT-15") == {"figure": "a1"}
    assert why(on, f.ActivationEnded(figure="a2"), "LB-ACT-15") == {"active": "a1"}
    assert why(going(), f.ActivationEnded(figure="a2"), "LB-ACT-15") == {"idle": "a2"}
    assert why(on, f.EndEffectsApplied(turn=1), "LB-TURN-04") == {"active": "a1"}
    assert why(on, f.FigureActivated(figure="x"), "LB-TURN-05") == {"absent": "x"}
    done = on.when(f.ActivationEnded(figure="a1"))
    assert why(done, f.FigureActivated(figure="a2"), "LB-TURN-02") == {"side": "serpent"}
    assert why(done, f.FigureActivated(figure="a2"), "LB-TURN-03") == {"waits": "a2", "next": "serpent"}
    round_ = done.when(f.FigureActivated(figure="s1")).when(f.ActivationEnded(figure="s1"))
    assert why(round_, f.FigureActivated(figure="a1"), "LB-TURN-03") == {"figure": "a1"}
    assert why(ready(), f.TurnStarted(turn=2), "LB-TURN-06") == {"turn": 2, "expected": 1}
    begun = ready().when(f.TurnStarted(turn=1))
    assert why(begun, f.InitiativeFlipped(), "LB-INIT-01") == {"side": ["serpent", "alliance"]}
    one = begun.when(f.InitiativeFlipped(serpent_card="C-5"))
    again = f.InitiativeFlipped(serpent_card="C-6", alliance_card="P-6")
    assert why(one, again, "LB-INIT-01") == {"done": ["serpent"]}
    sea = exhausted(going("sea", told={"swimmer": True}))
    told = why(sea, f.EndEffectsApplied(turn=1, figures=("a1", "a1")), "LB-SEA-02")
    assert told == {"dry": ["a1", "a1"], "twice": ["a1"]}


@refuses(
    "LB-DECK-01",
    "LB-DECK-02",
    "LB-DECK-06",
    "LB-DECK-07",
    "LB-HAND-01",
    "LB-HAND-04",
    "LB-HAND-07",
    "LB-ARC-10",
)
def test_why_cards_stay_where_they_are() -> None:
    deck = noted()

    def prepared(size: int, *cards: str) -> f.DeckPrepared:
        return f.DeckPrepared(side="alliance", size=size, cards=cards or None)

    assert why(deck, prepared(54), "LB-DECK-01") == {"wanted": 58, "size": 54}
    assert why(deck, prepared(58, "C-2"), "LB-DECK-01") == {"fixed": 58}
    assert why(deck.when(prepared(58)), prepared(58), "LB-DECK-01") == {"ready": "alliance"}
    listed = noted(deck_profile="listed")
    assert why(listed, prepared(1), "LB-DECK-01") == {"least": 7, "told": 1}
    assert why(listed, prepared(3, "M-death"), "LB-DECK-01") == {"strange": ["M-death"]}
    assert why(listed, prepared(4, "C-2", "C-2"), "LB-DECK-01") == {"twice": ["C-2"]}
    assert why(listed, prepared(5, "C-2"), "LB-DECK-01") == {"wanted": 3, "size": 5}
    cards = ("C-3", "C-4", "C-5", "C-6", "C-7")
    assert why(listed, prepared(6, *cards[1:]), "LB-DECK-01") == {"least": 7, "told": 6}
    theirs = listed.when(f.DeckPrepared(side="serpent", size=7, cards=cards))
    assert why(theirs, prepared(7, "C-2", *cards[1:]), "LB-DECK-01") == {"differing": ["C-2", "C-3"]}
    assert why(deck, draw("alliance"), "LB-SETUP-01") == {"deckless": "alliance"}
    dealt = deck.when(prepared(58))
    assert why(dealt, draw("alliance", HAND[:5]), "LB-HAND-01") == {
        "side": "alliance",
        "count": 5,
        "limit": 6,
    }
    short = f.HandDrawn(side="alliance", count=5, cards=HAND)
    assert why(dealt, short, "LB-HAND-01") == {"told": 5, "named": 6}
    assert why(dealt.when(draw("alliance")), draw("alliance"), "LB-HAND-07") == {"side": "alliance"}
    hit = duel(active())
    told = why(hit, flip("damage", "alliance", "C-9"), "LB-DMG-01")
    assert told == {"none": "no_damage_flip"}
    again = hit.when(resolved()).when(flip("damage", "alliance", "C-3"))
    end = all_of(again, f.DamageResolved(check_id="c", tier="weak", amount=2))
    end = all_of(
        end,
        f.LivesChanged(figure="s1", delta=-2, cause="damage", by_figure="a1"),
        blow(),
    )
    fresh = flip("attack", "alliance", "C-9", check_id="d")
    assert why(end, fresh, "LB-DECK-02") == {"card": "C-9", "side": "alliance", "place": "hand"}
    used = flip("attack", "alliance", "C-3", check_id="d")
    assert why(end, used, "LB-DECK-02") == {"card": "C-3", "side": "alliance", "place": "discard"}
    none = flip("attack", "alliance", "P-20", check_id="d")
    assert why(end, none, "LB-DECK-02") == {"card": "P-20", "side": "alliance", "place": "no_card"}
    early = f.DiscardReshuffled(side="alliance", reason="turn_end")
    assert why(going(), early, "LB-DECK-07") == {"early": "alliance"}
    assert why(going(), f.HandDiscarded(side="alliance", cards=("C-9",)), "LB-HAND-04") == {
        "early": "alliance"
    }
    empty = f.DiscardReshuffled(side="alliance", reason="deck_empty")
    assert why(ready().when(f.TurnStarted(turn=1)), empty, "LB-DECK-06") == {"empty": "alliance"}
    clean = scored(going()).when(early)
    assert why(clean, early, "LB-DECK-07") == {"done": "alliance"}
    held = f.HandDiscarded(side="alliance", cards=("C-3",))
    assert why(clean, held, "LB-DECK-02") == {"unheld": "C-3", "holder": "alliance"}
    twice = f.HandDiscarded(side="alliance", cards=("C-9", "C-9"))
    assert why(clean, twice, "LB-DECK-02") == {"twice": "C-9"}
    hanged = f.HangedManUsed(side="alliance", drawn=("P-4", "P-5", "P-6"))
    assert why(clean, hanged, "LB-ARC-10") == {"without": "alliance"}
    assert why(going(), hanged, "LB-ARC-10") == {"early": "alliance"}


@refuses("LB-SETUP-01", "LB-SETUP-10", "LB-SETUP-11", "LB-HEAV-08", "LB-HEAV-09", "LB-LOG-08", "LB-LOG-07")
def test_why_the_table_is_not_set_up() -> None:
    heaven = hired("heaven")

    def portal(name: str, side: str, cm: float = 40.0, outside: bool = True) -> f.StrategyMarkerPlaced:
        told: dict[str, Any] = {"nearest_portal_cm": cm, "outside_zones": outside}
        return f.StrategyMarkerPlaced(marker_id=name, side=side, **told)  # type: ignore[arg-type]

    assert why(heaven, portal("p1", "serpent"), "LB-HEAV-08") == {"side": "alliance"}
    one = heaven.when(portal("p1", "alliance"))
    assert why(one, portal("p1", "serpent"), "LB-SETUP-01") == {"twice": "p1"}
    assert why(one, portal("p2", "serpent", 39.9), "LB-HEAV-09") == {"cm": 39.9, "limit": 40}
    assert why(one, portal("p2", "serpent", outside=False), "LB-HEAV-09") == {"inside": "p2"}
    assert why(one, portal("p2", "serpent"), "LB-LOG-07", A) == {"side": "serpent"}
    camp = hired()
    deploy = f.SquadDeployed(player="a", all_inside=False, held_back=("a1",))
    assert why(camp, deploy, "LB-SETUP-10") == {"zone": "zone_of_camp"}
    assert why(camp, deploy, "LB-SETUP-11") == {"figure": ["a1"]}
    assert why(camp, deploy, "LB-LOG-07", S) == {"owner": "a"}
    move = {"figure": "a1", "distance_cm": 40.0}
    case = active().when(act("move"))
    lone = f.FigureMoved(**move, card_override="LB-ACT-04")  # type: ignore[arg-type]
    assert why(case, lone, "LB-LOG-08") == {"lifted": "LB-ACT-04"}
    bare = f.FigureMoved(**move, card_text="Runs far.")  # type: ignore[arg-type]
    assert why(case, bare, "LB-LOG-08") == {"unnamed": "Runs far."}
    fixed = f.FigureMoved(**move, card_override="LB-LOG-05", card_text="Runs far.")  # type: ignore[arg-type]
    assert why(case, fixed, "LB-LOG-08") == {"fixed": "LB-LOG-05"}


@refuses("LB-SCH-01", "LB-SCH-04", "LB-SCH-07", "LB-SCORE-04", "LB-PROL-02", "LB-PROL-04", "LB-PROL-05")
def test_why_nothing_is_scored() -> None:
    case = scoring(later(plotted(a="trap", note=((), ("s-lead",))), 2))
    told = why(case, shown("trap", ((), ("s-lead",))), "LB-COMM-03")
    assert told["markerless"] == "a"
    assert why(case, shown("trap", ((), ("s-lead",))), "LB-SCH-01") == {"worthless": "trap"}
    fallen = killed(plotted(a="take_prisoner", note=((), ("s3",))), "s3", "a1")
    told = why(over(fallen), shown("take_prisoner", ((), ("s3",))), "LB-COMM-08")
    assert told["gone"] == ["s3"]
    force = later(plotted(a="show_of_force"), 2)
    assert why(force, shown("show_of_force"), "LB-SCH-04") == {
        "scheme": "show_of_force", "moment": "turn_end", "phase": "step_activations"
    }  # fmt: skip
    first = scoring(plotted(a="show_of_force"))
    assert why(first, shown("show_of_force"), "LB-SCH-07") == {
        "early": "show_of_force",
        "first": 2,
        "current": 1,
    }
    unlucky = plotted(a="gravediggers")
    assert why(unlucky, shown("gravediggers"), "LB-SCH-04") == {"unearned": "gravediggers"}
    flip_ = f.ProlongFlipped(side="alliance", card="C-12", success=True)
    assert why(case, flip_, "LB-PROL-02") == {"early": 2}
    fifth = scoring(later(plotted(), 5))
    other = f.ProlongFlipped(side="serpent", card="C-12", success=True)
    assert why(fifth, other, "LB-PROL-02") == {"side": "alliance", "turn": 5}
    low = f.ProlongFlipped(side="alliance", card="C-8", success=True)
    assert why(fifth, low, "LB-PROL-03") == {"low": "C-8", "needed": 10, "turn": 5}
    strange = f.ProlongFlipped(side="alliance", card="X", success=True)
    assert why(fifth, strange, "LB-PROL-05") == {"strange": "X"}
    assert why(fifth.when(f.ProlongDeclined(side="alliance")), flip_, "LB-PROL-05") == {"turn": 5}


@refuses("LB-COMM-02", "LB-COMM-11", "LB-COMM-12")
def test_why_a_scheme_of_markers_gives_nothing() -> None:
    case = all_of(marker(plotted("camp", "gravediggers"), "m1", "a2"), *quiet("s2"))
    case = killed(case.when(f.FigureActivated(figure="a1")), "s1", "a1").when(shown("gravediggers"))
    case = case.when(claim("gravediggers", 1, event="s1", marker="m1", cm=9.0))

    def taken(name: str, cm: float) -> f.SchemeMarkerRemoved:
        return f.SchemeMarkerRemoved(marker_id=name, reason="scheme", distance_cm=cm)

    assert why(case, taken("m1", 10.1), "LB-COMM-02") == {"far": "m1", "cm": 10.1, "limit": 10}
    secret = plotted(a="hidden_secrets")
    assert why(secret, shown("hidden_secrets"), "LB-COMM-11") == {"turn": 1, "phase": "step_activations"}
    begun = tidy(scored(secret)).when(f.TurnStarted(turn=2))
    place = f.CompromatPlaced(marker_id="c1", figure="s1")
    assert why(begun, place, "LB-COMM-11") == {"unmarked": "serpent"}
    assert why(begun, f.CompromatPlaced(marker_id="c1", figure="x"), "LB-COMM-11") == {"absent": "x"}
    shown_ = begun.when(shown("hidden_secrets"))
    flips = f.InitiativeFlipped(serpent_card="C-5", alliance_card="P-6")
    bare = ["s-lead", "s1", "s2", "s3"]
    assert why(shown_, flips, "LB-COMM-11") == {"bare": bare, "player": "a"}
    one = shown_.when(place)
    told = why(one, f.CompromatPlaced(marker_id="c2", figure="s1"), "LB-COMM-11")
    assert told == {"marked": "s1", "free": ["s-lead", "s2", "s3"]}
    assert why(one, f.CompromatPlaced(marker_id="c1", figure="s2"), "LB-COMM-11") == {"twice": "c1"}


@refuses("LB-LINK-01", "LB-LINK-03", "LB-ARC-01", "LB-ARC-02", "LB-ARC-04")
def test_why_an_arcanum_does_nothing() -> None:
    def grant(card: str, **told: Any) -> f.ArcanaGranted:
        return f.ArcanaGranted(arcana=card, side="alliance", zone="deck", **told)

    case = going()
    assert "M-fool" in why(case, grant("M-sun"), "LB-LINK-03")["legal"]
    assert why(case, grant("M-fool", earned_by="serpent"), "LB-LINK-03") == {
        "earned": "M-fool",
        "by": "serpent",
    }
    fool = case.when(grant("M-fool"))
    assert why(fool, grant("M-fool"), "LB-LINK-03") == {"twice": "M-fool", "side": "alliance"}
    drawn = all_of(fool, f.FigureActivated(figure="a1"), blow(), flip("attack", "alliance", "M-fool"))
    leaves = f.ArcanaResolved(card="M-fool", figures=("s1",))
    assert why(drawn, leaves, "LB-ARC-02") == {"early": "M-fool"}
    both = all_of(drawn, flip("defence", "serpent", "P-4"), resolved(True))
    assert why(both, f.ArcanaResolved(card="M-tower", figures=("s1",)), "LB-ARC-01") == {"card": "M-tower"}
    wrong = f.ArcanaResolved(card="M-fool", figures=("s2",))
    assert why(both, wrong, "LB-ARC-04") == {"wanted": ["a1", "s1"], "told": ["s2"]}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_fact_stands_in_the_sentence(language: str) -> None:
    refused = interacting().when(f.PortalClosed(portal_id="portal-2", figure="a1", distance_cm=3.1))
    wanted = {
        "en": "portal-2 is 3.1 cm away; a portal is closed from 3 cm at most.",
        "ru": "portal-2: до портала 3,1 см, а закрывают его не дальше чем с 3 см.",
    }
    assert sentence(refused.violations[0], language) == wanted[language]


@refuses("LB-CAMP-05", "LB-DUNG-05", "LB-DUNG-04", "LB-SEA-05")
def test_what_a_strategy_counts_is_told() -> None:
    def counts(case: Case, rule: str, *names: str, **facts: Any) -> dict[str, Any]:
        ended = exhausted(case).when(f.EndEffectsApplied(turn=2))
        told = why(ended, strategy(2, alliance=1, **facts), rule)
        return {name: told[name] for name in names}

    learned = later(going(), 2).when(f.FigureActivated(figure="a1"))
    learned = learned.when(f.ActivationEnded(figure="a1", out_of_sight_of_all_enemies=False))
    learned = learned.when(f.FigureActivated(figure="s1"))
    learned = learned.when(act("interact", figure="s1", target="a1", engaged=True))
    gained = f.ConditionChanged(figure="s1", condition="information_gatherer", change="gained", cause="study")
    told = counts(learned.when(gained), "LB-CAMP-05", "ours", "theirs")
    assert told == {"ours": 1, "theirs": 0}
    dungeon = later(going("dungeon"), 2)
    here = [{"figure": name, "quarter": 3, "centre_cm": 30.0} for name in ("a1", "a2", "s1")]
    for rule in ("LB-DUNG-05", "LB-DUNG-04"):
        assert counts(dungeon, rule, "held", figures=here) == {"held": [3]}
    ended = exhausted(dungeon).when(f.EndEffectsApplied(turn=2))
    refused = ended.when(strategy(2, alliance=1, figures=here)).violations
    assert "numbers of the quarters that it controls: 3;" in sentence(refused[0], "en")
    sea = later(going("sea", told={"swimmer": True}), 2)
    near = [
        {"pillar": "pillar-1", "figures": [{"figure": "a1", "cm": 6.0}]},
        {"pillar": "pillar-2", "figures": [{"figure": "a2", "cm": 6.1}]},
    ]
    assert counts(sea, "LB-SEA-05", "unguarded", pillars=near) == {"unguarded": ["pillar-2"]}


@refuses("LB-ACT-06")
def test_an_attack_of_a_charge_is_made_or_lost() -> None:
    """It is lost when the charge falls short and when the first attack takes the target off the table."""
    charge = act("charge", ap=2, target="s1")
    strike = blow(ap=0, free=True, source="charge", engaged=None, in_reach=True)

    def moved(reached: bool) -> Case:
        case = active(told={"lives": 2}).when(charge)
        return case.when(f.FigureMoved(figure="a1", distance_cm=5.0, final_reach_ok=reached))

    assert why(moved(False), strike, "LB-ACT-06") == {"lost": "charge"}
    miss = (strike, flip("attack", "alliance", "C-1"), flip("defence", "serpent", "P-4"), resolved(False))
    again = (
        strike,
        flip("attack", "alliance", "C-3", check_id="d"),
        flip("defence", "serpent", "P-5", check_id="d"),
        f.CheckResolved(check_id="d", success=False),
    )
    assert why(all_of(moved(True), *miss, *again), strike, "LB-ACT-06") == {"done": "charge"}
    first = all_of(
        moved(True),
        strike,
        flip("attack", "alliance", "C-10"),
        flip("defence", "serpent", "P-4"),
        resolved(),
        flip("damage", "alliance", "C-6"),
        f.DamageResolved(check_id="c", tier="moderate", amount=3),
        f.LivesChanged(figure="s1", delta=-3, lives=0, cause="damage", by_figure="a1"),
        f.FigureRemoved(figure="s1", how="killed", by_figure="a1"),
    )
    assert why(first, strike, "LB-ACT-06") == {"lost": "charge"}


@refuses("LB-COMM-01", "LB-COMM-12", "LB-SCH-04")
def test_a_deed_that_scores_nothing_was_not_done_too_far_away_or_too_long_ago() -> None:
    case = marker(plotted("camp", "gravediggers"), "m1")
    case = all_of(case, *quiet("s2"), f.FigureActivated(figure="a2"))
    kill = killed(case, "s1", "a3")
    assert why(case, shown("gravediggers"), "LB-COMM-01", A)["bloodless"] == "a"
    far = claim("gravediggers", 1, event="s1", marker="m1", cm=10.1)
    case = kill.when(shown("gravediggers"), A)
    assert "bloodless" not in why(case, far, "LB-COMM-01", A)
    assert "LB-SCH-04" not in {one.rule for one in case.when(far, A).then_refused()}
    late = kill.when(act("concentrate", figure="a2"))
    assert "bloodless" not in why(late, shown("gravediggers"), "LB-COMM-01", A)
    assert why(late, shown("gravediggers"), "LB-SCH-04", A) == {"unearned": "gravediggers"}


@refuses("LB-COMM-12", "LB-SCH-04")
def test_a_compromat_marker_is_claimed_before_the_next_action() -> None:
    case = tidy(scored(plotted("camp", "hidden_secrets"))).when(f.TurnStarted(turn=2))
    case = case.when(shown("hidden_secrets"), A)
    names = ("s1", "s2", "s3", "s-lead")
    case = all_of(case, *(f.CompromatPlaced(marker_id=f"k-{name}", figure=name) for name in names))
    case = all_of(
        case,
        f.InitiativeFlipped(serpent_card="C-2", alliance_card="P-10"),
        f.FirstSideChosen(by_side="alliance", first_side="alliance"),
        f.FigureActivated(figure="a1"),
        act("interact"),
        f.CompromatRemoved(marker_id="k-s1", figure="a1"),
    )
    point = claim("hidden_secrets", 1)
    case.when(point, A).then_accepted()
    late = case.when(act("concentrate"))
    assert why(late, point, "LB-SCH-04", A) == {"unearned": "hidden_secrets"}


@refuses("LB-END-01")
def test_the_match_waits_for_whoever_may_play_on() -> None:
    end = e.GameEnded(serpent_vp=0, alliance_vp=0, result="draw")
    fifth = scoring(later(plotted(), 5))
    assert why(fifth, end, "LB-END-01") == {"scored": 5, "side": "alliance"}
    going_on = fifth.when(f.ProlongFlipped(side="alliance", card="W-10", success=True))
    assert why(going_on, end, "LB-END-01") == {"turn": 5, "limit": 6}
    fifth.when(f.ProlongDeclined(side="alliance")).when(end).then_accepted()


@refuses("LB-ACT-14")
def test_a_new_check_has_a_name_of_its_own() -> None:
    case = all_of(duel(active(), "C-2", "P-9"), resolved(False), blow())
    assert why(case, flip("attack", "alliance", "C-3"), "LB-ACT-14") == {"reused": "c"}
    case = case.when(flip("attack", "alliance", "C-3", check_id="d"))
    other = flip("defence", "serpent", "P-4", check_id="e")
    assert why(case, other, "LB-ACT-14") == {"figure": "a1"}
    case.when(flip("defence", "serpent", "P-4", check_id="d")).then_accepted()
