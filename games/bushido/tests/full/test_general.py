"""Rules behind all others: conflicts, dice that were set, traits that are always on, control; and forced moves."""

from __future__ import annotations

from games.bushido.full import events as f
from games.bushido.tests.full.fights import MINE, THEIRS, allocated, armed, dice, facing, fighting, met, won
from games.bushido.tests.full.shooting import aimed, archer, bow, shooting
from games.bushido.tests.full.tables import act, card, checked, marked, playing, refused, right_and_wrong
from games.testing import Case, accepts, refuses

THROWN = armed(specials={"Slam Attack": 1})


def thrown(enemy: str = "", **told: object) -> Case:
    """Red's Slam has succeeded: blue's chief moves 3 inches."""
    return won(fighting(THROWN, armed(enemy, wound_tracks=(12,)) if enemy else None), "Slam Attack", 1)


@accepts("BUS-GEN-02")
@refuses("BUS-GEN-02")
def test_what_prevents_wins() -> None:
    """Slam moves and knocks down, Immovable forbids it: the published example."""
    case = thrown("Immovable")
    right, wrong = (checked(THEIRS, markers={"prone": number}) for number in (0, 1))
    right_and_wrong(case, right, wrong, "BUS-GEN-02", "BUS-SPA-15")
    fearless = playing(blue={"chief": card("Fearless")})
    refused(fearless, f.MarkerChanged(model=THEIRS, marker="frightened"), "BUS-GEN-02", "BUS-COND-20")


@accepts("BUS-GEN-06")
@refuses("BUS-GEN-06")
def test_a_die_that_was_set_is_not_rolled_again() -> None:
    case = allocated(fighting(armed("Prowess [Melee] (2)")))
    again = f.Reroll(by=MINE, whose=MINE, colour="attack", place=1, was=1, source="prowess")
    set_die = f.SetDie(whose=MINE, colour="attack", place=1, value=6)
    other = f.SetDie(whose=MINE, colour="attack", place=2, value=2)
    told = (("62", "5"), ("4", "31"))
    refused(case, dice(*told, set_dice=(set_die,), rerolls=(again,)), "BUS-GEN-06")
    refused(case, dice(*told, set_dice=(f.SetDie(whose=MINE, place=1, value=5),)), "BUS-GEN-06")
    refused(case, dice(*told, set_dice=(f.SetDie(whose=MINE, place=3, value=5),)), "BUS-GEN-06")
    case.when(dice(*told, set_dice=(other,), rerolls=(again,))).then_accepted()
    shot = aimed(shooting(archer("Prowess [Ranged] (2)", weapon=bow())))
    shooter = f.SetDie(whose=MINE, place=1, value=6)
    rerolled = f.Reroll(by=MINE, whose=MINE, colour="attack", place=1, was=1, source="prowess")
    pool = "666"
    refused(shot, f.RangedAttackRolled(dice=pool, set_dice=(shooter,), rerolls=(rerolled,)), "BUS-GEN-06")
    shot.when(f.RangedAttackRolled(dice=pool, set_dice=(shooter,))).then_accepted()


@accepts("BUS-GEN-07", "BUS-TRG-01")
@refuses("BUS-GEN-07", "BUS-TRG-01")
def test_nobody_leaves_out_a_modifier() -> None:
    case = allocated(fighting(armed(), armed("Parry (2)")))
    right = dice(("62", "5"), ("4", "31"), finals={MINE: (7, 5), THEIRS: (4, 5)})
    wrong = dice(("62", "5"), ("4", "31"), finals={MINE: (7, 5), THEIRS: (4, 3)})
    right_and_wrong(case, right, wrong, "BUS-GEN-07", "BUS-TRG-01", "BUS-TRT-74")


@accepts("BUS-COND-04")
@refuses("BUS-COND-04")
def test_a_controlled_model_goes_back() -> None:
    ruled = act(marked(playing(), THEIRS, "controlled", by_side="red"), THEIRS, "wait")
    right, wrong = (checked(THEIRS, markers={"controlled": number}) for number in (0, 1))
    right_and_wrong(ruled, right, wrong, "BUS-COND-04", "BUS-COND-24")


@accepts("BUS-COND-29")
@refuses("BUS-COND-29")
def test_without_counters_a_model_is_exhausted() -> None:
    case = act(act(act(playing(), "red:second", "wait"), THEIRS, "focus"), MINE, "melee", target=THEIRS)
    case = case.when(f.ModelMoved(model=MINE, inches=2.0, contact=(THEIRS,)))
    right, wrong = (f.MeleeExchangeStarted(pools={THEIRS: number}) for number in (2, 3))
    right_and_wrong(case, right, wrong, "BUS-COND-29", "BUS-ACT-01")


@accepts("BUS-MOVE-01", "BUS-TER-02")
@refuses("BUS-MOVE-01", "BUS-TER-02")
def test_ways_and_their_length() -> None:
    going = act(playing(), MINE, "melee", target=THEIRS)
    right, wrong = (f.ModelMoved(model=MINE, inches=inches) for inches in (4.0, 4.5))
    right_and_wrong(going, right, wrong, "BUS-MOVE-01", "BUS-ACT-13")
    walking = act(playing(), MINE, "walk")
    right, wrong = (f.ModelMoved(model=MINE, inches=3.0, difficult=rough) for rough in (1.0, 1.5))
    right_and_wrong(walking, right, wrong, "BUS-TER-02", "BUS-MOVE-09")


@accepts("BUS-MOVE-03", "BUS-MOVE-08", "BUS-SPA-05", "BUS-SPA-08")
@refuses("BUS-MOVE-03", "BUS-MOVE-08", "BUS-SPA-05", "BUS-SPA-08")
def test_forced_moves_go_straight_until_something_stops_them() -> None:
    case = thrown()
    short = f.ModelMoved(model=THEIRS, inches=1.0)
    refused(case, short, "BUS-MOVE-08", "BUS-SPA-05", "BUS-SPA-08")
    for stop in ("edge", "impassable"):
        case.when(f.ModelMoved(model=THEIRS, inches=1.0, stopped=stop)).then_accepted()
    whole = f.ModelMoved(model=THEIRS, inches=3.0)
    right_and_wrong(case, whole, f.ModelMoved(model=THEIRS, inches=3.0, straight=False), "BUS-MOVE-03")
    pressed = act(playing(), MINE, "walk", in_zoc_of=(THEIRS,))
    aside = f.ModelMoved(model=MINE, inches=2.0, straight=False)
    right_and_wrong(pressed, f.ModelMoved(model=MINE, inches=2.0), aside, "BUS-MOVE-03", "BUS-MOVE-04")
    sidestep = won(fighting(armed(specials={"Sidestep Attack": 1})), "Sidestep Attack", 1)
    sidestep.when(f.ModelMoved(model=MINE, inches=1.2, straight=False)).then_accepted()


@accepts("BUS-TER-07")
@refuses("BUS-TER-07")
def test_who_falls_lies() -> None:
    """Push knocks nobody down; the drop behind it does."""
    pushed = won(fighting(armed(specials={"Push Attack": 1})), "Push Attack", 1)
    case = pushed.when(f.ModelMoved(model=THEIRS, inches=1.0, fell=True))
    right, wrong = (checked(THEIRS, markers={"prone": number}) for number in (1, 0))
    right_and_wrong(case, right, wrong, "BUS-TER-07", "BUS-DMG-13")


@accepts("BUS-TEST-16")
@refuses("BUS-TEST-16")
def test_contact_by_a_forced_move_frightens_nobody() -> None:
    """Drag brings blue back to red, whose other neighbour is frightening."""
    case = met(facing(armed(specials={"Drag Attack": 1}), blues={"second": card("Fear (4)")}))
    case = allocated(case, (2, 0, "Drag Attack", 1), (1, 2)).when(dice(("66", ""), ("2", "21")))
    case = case.when(f.ModelMoved(model=MINE, inches=1.0, contact=("blue:second",)))
    refused(case, f.TestRolled(model=MINE, dice="55"), "BUS-TEST-16")
    case.when(f.ModelMoved(model=THEIRS, inches=1.0)).then_accepted()
