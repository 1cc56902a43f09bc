"""Where two rules about friends meet: a trait with two keywords, the move of a Heal, shots that go astray, models told
twice."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.tests.full.fights import MINE, THEIRS, armed, facing
from games.bushido.tests.full.shooting import aimed, archer, roll
from games.bushido.tests.full.tables import (
    RULES,
    B,
    R,
    act,
    card,
    chosen,
    figures,
    harm_of,
    main_over,
    marked,
    placed,
    playing,
    refused,
    started,
    table_of,
    touch,
    turn_over,
)
from games.ruleset import Viewer
from games.testing import Case, accepts, refuses

GUARD, MONK = card(types=("Guard",)), card(types=("Monk",))


def leading(trait: str, action: Any, *nominees: str, inches: float = 1.0) -> tuple[Case, f.ActionDeclared]:
    """A leader with one friend for each of two keywords, and what it declares."""
    chief = card(f'{trait} [Guard] (1/6")', f'{trait} [Monk] (2/3")')
    case = act(playing(red={"chief": chief, "second": GUARD, "third": MONK}), MINE)
    return case, f.ActionDeclared(action=action, nominees=nominees, inches=inches)


def offered(case: Case, type_: str) -> list[dict[str, Any]]:
    return [
        dict(one.choices)
        for one in RULES.next_events(case.state, Viewer("player", "r", "red"))
        if one.type == type_
    ]


@accepts("BUS-TRT-71", "BUS-TRT-24", "BUS-TRG-03")
@refuses("BUS-TRT-71", "BUS-TRT-24")
def test_each_of_two_orders_is_for_its_own_friends() -> None:
    for trait, action, rule in (("Order", "order", "BUS-TRT-71"), ("Command", "command", "BUS-TRT-24")):
        for friend, far in (("red:second", 6.0), ("red:third", 3.0)):
            case, event = leading(trait, action, friend, inches=far)
            case.when(event).then_accepted()
            refused(case, leading(trait, action, friend, inches=far + 1)[1], rule)
        refused(case, leading(trait, action, "red:second", "red:third")[1], rule)
        choices = [one["nominees"] for one in offered(case, "action_declared") if one["action"] == (action,)]
        assert choices == [(("red:second",), ("red:third",))]


@accepts("BUS-TRT-14")
@refuses("BUS-TRT-14")
def test_a_bodyguard_of_two_protects_both() -> None:
    guard = card('Bodyguard [Guard] (3")', 'Bodyguard [Fox] (5")')
    case = act(facing(None, armed(types=("Fox",)), blues={"second": guard}), MINE, "melee", target=THEIRS)
    case.when(f.TraitUsed(model="blue:second", trait="bodyguard", inches=5.0), B).then_accepted()
    refused(case, f.TraitUsed(model="blue:second", trait="bodyguard", inches=6.0), "BUS-TRT-14", by=B)


@accepts("BUS-TRT-48", "BUS-KI-12")
@refuses("BUS-TRT-48", "BUS-KI-11")
def test_the_move_of_a_heal_may_be_boosted() -> None:
    boost = f.KiBoosted(model=MINE, stat="move")
    case = act(
        playing(red={"chief": card("Heal (2)")}).when(f.WoundsChanged(model="red:second", number=3)), MINE
    )
    far = f.ActionDeclared(action="heal", target="red:second", inches=5.0)
    refused(case, far, "BUS-TRT-48")
    assert [one["stat"] for one in offered(case, "ki_boosted")] == [("move",)]
    after = case.when(boost).when(far)
    after.then_accepted()
    assert (figures(after, "red:second").marked, table_of(after).boosts) == (1, {})
    plain = act(playing(), MINE)
    refused(plain, boost, "BUS-KI-11")
    prone = act(marked(playing(red={"chief": card("Heal (2)")}), MINE, "prone"), MINE)
    refused(prone, boost, "BUS-KI-11")


def astray(edition: str = "book") -> Case:
    """A shot at who is in contact with one friend of the attacker hits that friend; its damage is due."""
    case = touch(facing(archer(), edition=edition), ("red:second", THEIRS))
    return aimed(act(case, MINE, "ranged")).when(roll("665")).when(f.TestRolled(model=MINE, dice="222"))


@accepts("BUS-RNG-13")
@refuses("BUS-RNG-13")
def test_a_shot_goes_astray_into_nobody_if_the_only_friend_is_not_seen() -> None:
    case, unseen = astray(), f.StrayShotTold()
    assert (now(case.state), harm_of(case).target) == ("damage", "red:second")
    assert offered(case, "stray_shot_told") == [{"model": (None,)}]
    after = case.when(unseen, R)
    after.then_accepted()
    assert (table_of(after).harm, table_of(after).shot) == (None, None)
    refused(after, unseen, "BUS-LOG-02", by=R)
    refused(case, f.StrayShotTold(model="red:second"), "BUS-RNG-13", by=R)
    other = astray("reference")
    refused(other, unseen, "BUS-RNG-13", by=R)
    assert offered(other, "stray_shot_told") == []
    straight = aimed(act(facing(archer()), MINE, "ranged")).when(roll("665"))
    refused(straight, unseen, "BUS-RNG-13", by=R)


@accepts("BUS-TRT-50", "BUS-TRT-95")
def test_who_becomes_immune_by_a_strategy_loses_its_markers() -> None:
    lost = started(red={"chief": card("Strategy [Intangible]")})
    lost = lost.when(f.TacticalTestRolled(dice={"red": "1", "blue": "6"}))
    case = marked(lost.when(f.FirstPlayerChosen(first_side="red"), B), MINE, "immobilised")
    case = turn_over(marked(case, "red:second", "immobilised"))
    assert figures(case, MINE).markers, "the tactical test was lost"
    won = case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
    assert not figures(won, MINE).markers and figures(won, "red:second").markers


@refuses("BUS-LOG-04")
def test_no_model_is_told_twice() -> None:
    case = main_over(playing("ryodo"))
    refused(case, f.ZoneCounted(zone="centre", inside=(MINE, MINE)), "BUS-LOG-04")
    case.when(f.ZoneCounted(zone="centre", inside=(MINE, "red:second"))).then_accepted()
    setup = placed(chosen("sacred_idols")).when(f.DeploymentOrderChosen(side="red", first_side="red"), R)
    refused(setup, f.ModelsDeployed(side="red", models=(MINE, MINE)), "BUS-LOG-04")
    setup.when(f.ModelsDeployed(side="red", models=(MINE, "red:second"))).then_accepted()


@accepts("BUS-SETUP-27")
@refuses("BUS-SETUP-27")
def test_at_events_no_terrain_lies_where_warbands_deploy() -> None:
    told = f.TerrainPlaced(side="red", passage="normal", in_deployment=True)
    for rules in ("book", "event"):
        case = chosen("sacred_idols", terrain="players", terrain_rules=rules)
        case = case.when(f.TacticalTestRolled(dice={"red": "6", "blue": "1"}))
        if rules == "event":
            refused(case, told, "BUS-SETUP-27")
            case.when(f.TerrainPlaced(side="red", passage="normal")).then_accepted()
        else:
            case.when(told).then_accepted()
