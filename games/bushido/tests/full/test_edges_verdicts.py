"""What a rules lawyer would ask of two rules at once; each verdict follows from the words of both."""

from __future__ import annotations

from typing import Any

from games.bushido.full import events as f
from games.bushido.full.steps import now
from games.bushido.tests.full.fights import (
    MINE,
    THEIRS,
    armed,
    damage,
    dice,
    facing,
    fighting,
    met,
    split,
    won,
)
from games.bushido.tests.full.shooting import aimed, archer, bow, roll, shooting, shot_at
from games.bushido.tests.full.tables import (
    BLADE,
    act,
    acting_of,
    begun,
    card,
    fight_of,
    figures,
    main_over,
    marked,
    playing,
    refused,
    right_and_wrong,
    table_of,
    touch,
    turn_over,
)
from games.testing import Case, accepts, refuses

ALLY, SECOND, THIRD = "red:second", "blue:second", "blue:third"


def clash(case: Case, mine: Any, theirs: Any, red: tuple[str, str], blue: tuple[str, str]) -> Case:
    """Both allocate (attack, defence, special), and roll."""
    return case.when(split("red", *mine)).when(split("blue", *theirs)).when(dice(red, blue))


def guarded(case: Case) -> Case:
    """Nobody strikes."""
    return clash(case, (0, 3), (0, 3), ("", "222"), ("", "222"))


def kinds(case: Case, model: str) -> list[str]:
    return sorted(one.kind for one in figures(case, model).markers)


@accepts("BUS-COND-11", "BUS-ACT-04")
def test_who_is_attacked_is_impetuous_still() -> None:
    """Its counter went by no action of its own."""
    case = guarded(met(marked(facing(), THEIRS, "impetuous")))
    assert kinds(case, THEIRS) == ["impetuous"] and figures(case, THEIRS).counters == 1


@accepts("BUS-COND-09", "BUS-SPA-16", "BUS-MEL-22")
@refuses("BUS-COND-09")
def test_a_holder_that_is_attacked_by_another_lets_go() -> None:
    """A Grapple Defence holds the attacker, who is struck all the same; its friend frees it by fighting the holder."""
    case = fighting(armed(), armed(specials={"Grapple Defence": 1}))
    case = clash(case, (2, 1), (1, 1, "Grapple Defence"), ("22", "2"), ("3", "6")).when(damage("22"))
    case = act(case, SECOND, "wait")
    right_and_wrong(
        act(case, MINE),
        f.ActionDeclared(action="disengage", target=THEIRS),
        f.ActionDeclared(action="melee", target=THEIRS),
        "BUS-COND-09",
    )
    free = act(case, ALLY, "melee", target=THEIRS).when(
        f.ModelMoved(model=ALLY, inches=2.0, contact=(THEIRS,))
    )
    assert kinds(free, MINE) == []


@accepts("BUS-ACT-17", "BUS-MEL-24")
@refuses("BUS-ACT-17")
def test_who_knocks_its_enemy_down_has_not_got_away() -> None:
    """The exchange ends before it has defended, and the two still touch: no walk."""
    case = act(
        touch(facing(armed(specials={"Sweep Attack": 1})), (MINE, THEIRS)), MINE, "disengage", target=THEIRS
    )
    case = clash(case, (1, 1, "Sweep Attack"), (1, 2), ("6", "3"), ("2", "22")).when(damage("22"))
    assert acting_of(case).resolved
    refused(case, f.ModelMoved(model=MINE, inches=1.0), "BUS-ACT-17")


@accepts("BUS-MEL-20", "BUS-ACT-17", "BUS-TEST-06")
def test_who_leaves_an_enemy_without_a_single_good_die_gets_away() -> None:
    """0 against 0 without dice that count: a tie is the active side's, be it the defender."""
    case = act(touch(facing(), (MINE, THEIRS)), MINE, "disengage", target=THEIRS)
    case = clash(case, (0, 3), (3, 0), ("", "111"), ("111", ""))
    case.when(f.ModelMoved(model=MINE, inches=4.0)).then_accepted()


@accepts("BUS-ACT-27", "BUS-COND-10", "BUS-COND-14")
def test_who_cannot_get_free_stays_down() -> None:
    case = act(marked(marked(facing(), MINE, "prone"), MINE, "immobilised"), MINE, "stand_up")
    case = case.when(f.TestRolled(model=MINE, dice="31"))
    assert kinds(case, MINE) == ["immobilised", "prone"] and figures(case, MINE).counters == 1


@accepts("BUS-COND-08", "BUS-TEST-14")
@refuses("BUS-COND-08")
def test_the_frightened_fight_whom_they_touch() -> None:
    """They come into no contact by that, so nobody tests either."""
    case = marked(facing(None, armed("Fear (5)")), MINE, "frightened", value=5)
    refused(act(case, MINE), f.ActionDeclared(action="melee", target=THEIRS), "BUS-COND-08")
    near = act(touch(case, (MINE, THEIRS)), MINE, "melee", target=THEIRS)
    assert now(near.state) == "allocate"


@accepts("BUS-COND-23", "BUS-DMG-07", "BUS-TRT-82")
def test_who_has_no_wound_to_heal_bleeds_on() -> None:
    bleeding = marked(facing(armed("Heal (2)", "Regenerate (1)")), MINE, "bleed", value=3)
    assert kinds(act(bleeding, MINE, "heal"), MINE) == ["bleed"]
    assert figures(main_over(bleeding), MINE).marked == 3
    hurt = main_over(bleeding.when(f.WoundsChanged(model=MINE, number=1)))
    assert (figures(hurt, MINE).marked, kinds(hurt, MINE)) == (0, [])


@accepts("BUS-DMG-11", "BUS-SPA-11", "BUS-DMG-09")
def test_a_last_stand_is_struck_in_vain_and_ended_by_a_critical_attack() -> None:
    case = facing(armed(specials={"Critical Attack": 1}), armed("Last Stand"))
    case = met(case.when(f.WoundsChanged(model=THEIRS, number=9)))
    assert won(case).when(damage("66")).state.models[THEIRS].place == "battlefield"
    struck = won(case, "Critical Attack", 1)
    assert struck.when(damage("65")).state.models[THEIRS].place == "battlefield"
    assert struck.when(damage("66")).state.models[THEIRS].place == "out"


@accepts("BUS-DMG-11", "BUS-TURN-17", "BUS-END-06")
def test_the_last_model_in_its_last_stand_plays_the_turn_to_its_end() -> None:
    case = facing(None, armed("Last Stand"))
    for name in (SECOND, THIRD):
        case = case.when(f.ModelRemoved(model=name))
    case = case.when(f.WoundsChanged(model=THEIRS, number=9))
    act(act(case, MINE, "wait"), THEIRS, "wait").then_accepted()
    assert main_over(case).when(f.TurnEnded()).state.reason == "wiped_out"


@accepts("BUS-ZONE-03", "BUS-TRT-62")
@refuses("BUS-LOG-04")
def test_who_only_stood_holds_no_zone() -> None:
    """It has left play before the zones are counted."""
    case = playing("ryodo", red={"chief": armed("Last Stand")})
    case = main_over(case.when(f.WoundsChanged(model=MINE, number=9)))
    refused(case, f.ZoneCounted(zone="near", inside=(MINE,)), "BUS-LOG-04")
    case.when(f.ZoneCounted(zone="near", inside=(ALLY,), controller="red")).then_accepted()


@accepts("BUS-TURN-10", "BUS-ZONE-04", "BUS-COND-24")
@refuses("BUS-ZONE-01")
def test_the_controlled_count_for_their_controller() -> None:
    case = main_over(marked(playing("ryodo"), THEIRS, "controlled", by_side="red", number=9))
    right_and_wrong(
        case,
        f.ZoneCounted(zone="near", inside=(THEIRS,), controller="red"),
        f.ZoneCounted(zone="near", inside=(THEIRS,), controller="blue"),
        "BUS-ZONE-01",
    )
    case = marked(facing(), THEIRS, "controlled", by_side="red", number=9)
    assert table_of(begun(turn_over(case))).passes == {"red": 0, "blue": 2}


@accepts("BUS-OBJ-17")
@refuses("BUS-OBJ-17")
def test_an_influence_that_never_came_about_was_not_the_first() -> None:
    """The size test failed, so the next one is complex still."""
    case = act(
        marked(playing("omaju"), MINE, "immobilised"),
        MINE,
        "complex_scenario",
        interaction="influence",
        objective="left",
    )
    case = act(act(case.when(f.TestRolled(model=MINE, dice="31")), SECOND, "wait"), ALLY)
    whole, simple = (
        f.ActionDeclared(action=action, interaction="influence", objective="left")
        for action in ("complex_scenario", "simple_scenario")
    )
    right_and_wrong(case, whole, simple, "BUS-OBJ-17")


@accepts("BUS-TRT-28", "BUS-TRT-100")
@refuses("BUS-TEST-09")
def test_the_cowardly_before_terror_roll_again_once() -> None:
    case = met(facing(armed("Cowardly"), armed("Fear (4)", "Terror")))
    right_and_wrong(
        case,
        f.TestRolled(model=MINE, dice="66", again="55"),
        f.TestRolled(model=MINE, dice="66"),
        "BUS-TEST-09",
    )


@accepts("BUS-TRT-29", "BUS-LOG-04")
def test_a_cultist_may_give_its_last_box() -> None:
    """Its activation is over with it, and the other side is next."""
    case = act(facing(armed("Cultist (9)", types=("Human", "Cultist"))), MINE)
    case = case.when(f.TraitUsed(model=MINE, trait="cultist", targets=(f.Share(model=MINE, amount=5),)))
    assert case.then_accepted().models[MINE].place == "out" and table_of(case).active == "blue"


@accepts("BUS-MEL-31", "BUS-COND-09", "BUS-COND-14")
@refuses("BUS-MEL-12")
def test_what_the_first_of_two_exchanges_does_counts_in_the_second() -> None:
    """Knocked down it fights on second and with a die less; held it has to defend."""

    def parried(ability: str) -> Case:
        case = facing(armed("Split Attack", melee=5), armed(specials={ability: 1}))
        case = act(case, MINE, "melee", target=THEIRS, also=(SECOND,))
        case = case.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS, SECOND)))
        return clash(case, (1, 2), (0, 2, ability), ("2", "22"), ("", "66"))

    low = parried("Sweep Defence")
    assert fight_of(low).other == SECOND
    low.when(f.MeleeExchangeStarted(first=SECOND, pools={MINE: 2, SECOND: 3})).then_accepted()
    right_and_wrong(parried("Grapple Defence"), split("red", 1, 1), split("red", 2, 0), "BUS-MEL-12")


@accepts("BUS-RNG-07", "BUS-RNG-19", "BUS-TRT-80")
@refuses("BUS-RNG-06")
def test_a_weapon_that_has_shot_its_last_leaves_the_rest_to_another() -> None:
    """The attempt without ammunition is one of the attacks, and no shot that makes the next one harder by itself."""
    two = card("Rapid Fire (3)", ranged=3, weapons=(BLADE, bow("Ammo (1)"), bow(name="Sling")))
    case = shooting(two).when(shot_at(weapon="Bow")).when(roll("111")).when(shot_at(weapon="Bow"))
    last = case.when(shot_at(weapon="Sling"))
    right_and_wrong(last, roll("666", value=5), roll("666", value=4), "BUS-RNG-06")
    far = aimed(shooting(archer("Rapid Fire (2)")), distance=30.0)
    right_and_wrong(aimed(far), roll("666", value=4), roll("666", value=5), "BUS-RNG-06")


@accepts("BUS-SCORE-07", "BUS-SPA-14")
def test_a_counterstrike_in_a_zone_scores_for_the_defender() -> None:
    case = facing(
        armed(wound_tracks=(1,)), armed(specials={"Counterstrike Defence": 1}), scenario="bavarian_botoku"
    )
    case = clash(met(case), (2, 1), (0, 2, "Counterstrike Defence"), ("22", "2"), ("", "66"))
    assert case.when(damage("66", in_zone=True)).state.sides["blue"].sp == 1


@accepts("BUS-TRT-73", "BUS-ACT-29")
@refuses("BUS-ACT-02")
def test_a_tired_member_of_a_pack_does_not_charge() -> None:
    case = facing(armed("Pack (2/9)"), reds={"second": armed("Pack (2/9)")})
    case = act(act(case, ALLY, "wait"), SECOND, "wait")
    case = case.when(f.ModelActivated(model=MINE, mates=(ALLY,), inches=3.0))
    case = case.when(f.ActionDeclared(action="charge", target=THEIRS))
    case = case.when(f.ModelMoved(model=MINE, inches=5.0, contact=(THEIRS,))).when(f.MemberChosen(model=ALLY))
    attack, charge = (f.ActionDeclared(action=action, target=THEIRS) for action in ("melee", "charge"))
    right_and_wrong(case, attack, charge, "BUS-ACT-02")
