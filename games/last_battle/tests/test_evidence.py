"""What the log itself says against a claim: casualties, killers and revealed notes (LB-UNIQ, LB-COMM)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.last_battle import events as e
from games.last_battle.tests.tables import (
    A,
    chosen,
    fell,
    note,
    played,
    ready,
    shown,
    squad,
    standard_note,
    turn,
)
from games.last_battle.tests.test_schemes import FIELD
from games.testing import Case, accepts, refuses


def against(
    case: Case, scheme: str, vp: int, casualties: tuple[e.Casualty, ...] | None, player: str = "a"
) -> Case:
    """The next turn with these casualties and VP, after the reveal."""
    number = case.state.turn + 1
    return shown(case, player, scheme).when(turn(number, schemes={player: vp}, casualties=casualties))


@accepts("LB-UNIQ-01")
def test_the_leader_killed() -> None:
    case = played(ready("heaven", a="time_of_the_great"), 1)
    against(case, "time_of_the_great", 1, (fell("s1", "a-lead"),)).then_accepted()
    against(case, "time_of_the_great", 1, (fell("s1"),)).then_accepted()
    both = (fell("s1", "a-lead"), fell("a-lead", "s2"))
    against(case, "time_of_the_great", 1, both).then_accepted()


@refuses("LB-UNIQ-01")
@pytest.mark.parametrize(
    "told", [(), (fell("s1", "a1"),), (fell("s1", how="dead_no_killer"),), (fell("a1", "s1"),)]
)
def test_the_leader_did_not_kill(told: tuple[e.Casualty, ...]) -> None:
    case = played(ready("heaven", a="time_of_the_great"), 1)
    against(case, "time_of_the_great", 1, told).then_refused("LB-UNIQ-01", "LB-TLOG-04")


@refuses("LB-UNIQ-01")
def test_a_fallen_leader_kills_no_more() -> None:
    case = ready("heaven", a="time_of_the_great").when(turn(1, casualties=(fell("a-lead"),)))
    against(case, "time_of_the_great", 1, None).then_refused("LB-UNIQ-01")


@accepts("LB-COMM-01", "LB-COMM-17", "LB-ARC-06")
@refuses("LB-COMM-01", "LB-COMM-17")
def test_whom_the_lovers_turned_is_an_enemy() -> None:
    """Of the side that hired it: killing it digs a grave, and a Leader that turned is one to demonstrate to."""
    lovers = e.ArcanaGranted(arcana="M-lovers", side="serpent", zone="discard")
    graves, shows = ready(a="gravediggers"), ready(a="public_demonstration")
    turned, alone = (fell("a3", "a1"),), (fell("s-lead"),)
    against(graves, "gravediggers", 1, turned).then_refused("LB-COMM-01")
    against(graves.when(lovers), "gravediggers", 1, turned).then_accepted()
    against(shows, "public_demonstration", 1, alone).then_refused("LB-COMM-17")
    against(shows.when(lovers), "public_demonstration", 1, alone).then_accepted()


@accepts("LB-COMM-01")
def test_the_squad_killed() -> None:
    against(ready(a="gravediggers"), "gravediggers", 1, (fell("s1", "a3", "sacrificed"),)).then_accepted()


@refuses("LB-COMM-01")
def test_an_ally_killed() -> None:
    case = ready(a="gravediggers", players=2)
    against(case, "gravediggers", 1, (fell("s1", "a23"),)).then_refused("LB-COMM-01")


def two_diggers() -> Case:
    """Both players of the Alliance hold Gravediggers, and show them in the first turn."""
    case = ready(a="gravediggers", a2="gravediggers", players=2)
    return shown(shown(case, "a", "gravediggers"), "a2", "gravediggers")


@accepts("LB-COMM-01")
@refuses("LB-COMM-01")
def test_two_squads_need_a_kill_each() -> None:
    """A kill whose killer nobody named may be anybody's, but not two squads' at once."""

    def both(*casualties: e.Casualty) -> Case:
        return two_diggers().when(turn(1, schemes={"a": 1, "a2": 1}, casualties=casualties))

    both(fell("s1"), fell("s2")).then_accepted()
    both(fell("s1"), fell("s21", "a3")).then_accepted()
    for told in ((fell("s1"),), (fell("s1", "a3"), fell("s2", "a1"))):
        both(*told).then_refused("LB-COMM-01")
    fault = both(fell("s1")).then_refused("LB-COMM-01")[0]
    assert fault.params["sharing"] == ["a", "a2"]
    two_diggers().when(turn(1, schemes={"a": 1, "a2": 1})).then_accepted()


@accepts("LB-COMM-03")
def test_the_noted_leader_stands() -> None:
    against(ready(a="trap"), "trap", 1, (fell("s1"),)).then_accepted()


@refuses("LB-COMM-03")
def test_the_noted_leader_fell() -> None:
    against(ready(a="trap"), "trap", 1, (fell("s-lead"),)).then_refused("LB-COMM-03")


@accepts("LB-UNIQ-07")
def test_a_wounded_leader() -> None:
    against(ready("serpent", a="elimination_of_leaders"), "elimination_of_leaders", 1, ()).then_accepted()


@refuses("LB-UNIQ-08")
def test_the_second_vp_wants_the_fall() -> None:
    case = ready("serpent", a="elimination_of_leaders")
    against(case, "elimination_of_leaders", 2, ()).then_refused("LB-UNIQ-08")
    against(case, "elimination_of_leaders", 2, (fell("s-lead", how="withdrawn"),)).then_refused("LB-UNIQ-08")
    dead = case.when(turn(1, casualties=(fell("s-lead"),)))
    against(dead, "elimination_of_leaders", 1, None).then_refused("LB-UNIQ-08")
    against(case, "elimination_of_leaders", 2, (fell("s-lead"),)).then_accepted()


GOAT = "a2"


@accepts("LB-COMM-09", "LB-COMM-10")
@pytest.mark.parametrize(
    ("killer", "number", "vp"),
    [
        ("s-lead", 1, 2),
        ("s1", 1, 1),
        ("s2", 1, 1),
        ("s3", 1, 2),
        ("s0", 1, 2),
        ("s3", 4, 3),
        ("s1", 4, 2),
        (None, 1, 1),
        (None, 1, 2),
    ],
)
def test_the_scapegoats_number_follows_from_the_killer(killer: str | None, number: int, vp: int) -> None:
    case = played(ready(a="scapegoat"), number - 1)
    against(case, "scapegoat", vp, (fell(GOAT, killer),)).then_accepted()


@refuses("LB-COMM-09")
@pytest.mark.parametrize(
    ("told", "vp"),
    [
        ((), 1),
        ((fell("a1", "s1"),), 1),
        ((fell(GOAT, "s1"),), 2),
        ((fell(GOAT, "s-lead"),), 1),
        ((fell(GOAT, "a3"),), 1),
    ],
)
def test_a_scapegoat_without_its_fall(told: tuple[e.Casualty, ...], vp: int) -> None:
    against(ready(a="scapegoat"), "scapegoat", vp, told).then_refused("LB-COMM-09", "LB-TLOG-04")


@refuses("LB-COMM-10")
def test_a_fall_without_a_killer_gives_nothing() -> None:
    told = (fell(GOAT, how="dead_no_killer"),)
    against(ready(a="scapegoat"), "scapegoat", 1, told).then_refused("LB-COMM-10")


@refuses("LB-COMM-09")
def test_a_scapegoat_that_fell_before() -> None:
    case = ready(a="scapegoat").when(turn(1, casualties=(fell(GOAT, "s1"),)))
    shown(case, "a", "scapegoat").then_refused("LB-COMM-09", "LB-SCH-01")


@accepts("LB-COMM-13", "LB-COMM-15")
def test_vendetta() -> None:
    against(ready(a="vendetta"), "vendetta", 1, ()).then_accepted()
    against(ready(a="vendetta"), "vendetta", 3, (fell("s2", "a1"),)).then_accepted()


@refuses("LB-COMM-13", "LB-COMM-15")
def test_vendetta_against_the_log() -> None:
    case = ready(a="vendetta")
    against(case, "vendetta", 3, ()).then_refused("LB-COMM-15")
    against(case, "vendetta", 3, (fell("s2", "a3"),)).then_refused("LB-COMM-15")
    gone = case.when(turn(1, casualties=(fell("s2"),)))
    shown(gone, "a", "vendetta").then_refused("LB-COMM-13", "LB-SCH-01")


@accepts("LB-COMM-17")
def test_a_demonstration() -> None:
    case = ready(a="public_demonstration")
    against(case, "public_demonstration", 2, (fell("a1"),)).then_accepted()


@refuses("LB-COMM-17")
def test_a_demonstration_of_the_fallen() -> None:
    case = ready(a="public_demonstration")
    against(case, "public_demonstration", 3, (fell("a1"),)).then_refused("LB-COMM-17")
    against(case, "public_demonstration", 1, (fell("s-lead"),)).then_refused("LB-COMM-17")


def ended(scheme: str, casualties: tuple[e.Casualty, ...], amount: int) -> Case:
    """The same with casualties in turn 1, and every other turn told."""
    case = ready(FIELD[scheme], a=scheme).when(turn(1, casualties=casualties))
    for number in (2, 3, 4, 5):
        case = case.when(turn(number, casualties=()))
    revealed = shown(case, "a", scheme)
    if revealed.violations:
        return revealed
    return revealed.when(e.SchemeScored(player="a", scheme=scheme, amount=amount), A)


@refuses("LB-COMM-05", "LB-COMM-08", "LB-UNIQ-09", "LB-SCH-01")
def test_ends_against_the_log() -> None:
    """What the log leaves no points cannot even be revealed: it would have to score, and nothing else could come."""
    ended("loophole", (fell("a-lead"),), 1).then_refused("LB-COMM-05", "LB-SCH-01")
    gone = ended("take_prisoner", (fell("s3"),), 2).then_refused("LB-COMM-08", "LB-SCH-01")
    assert gone[0].params["gone"] == "s3" and "told" not in gone[0].params
    ended("elimination_of_leaders", (), 1).then_refused("LB-UNIQ-09")


@accepts("LB-COMM-05", "LB-COMM-08", "LB-UNIQ-09")
def test_ends_with_the_log() -> None:
    """Whoever holds the prisoner may have been summoned: no report of a turn names it before it falls."""
    ended("loophole", (fell("a1"),), 3).then_accepted()
    ended("take_prisoner", (fell("s2"),), 2).then_accepted()
    squad = tuple(fell(figure) for figure in ("a-lead", "a0", "a1", "a2", "a3", "a4"))
    ended("take_prisoner", squad, 2).then_accepted()
    ended("elimination_of_leaders", (fell("s-lead", how="withdrawn"),), 1).then_accepted()


def vendetta_end(first: int, enemy_fell: bool) -> Case:
    case = shown(ready(a="vendetta"), "a", "vendetta")
    told = (fell("s2", "a1" if first == 3 else None),) if enemy_fell else ()
    case = case.when(turn(1, schemes={"a": first}, casualties=told))
    for number in (2, 3, 4, 5):
        case = case.when(turn(number, casualties=()))
    return case.when(e.SchemeScored(player="a", scheme="vendetta", amount=1), A)


@accepts("LB-COMM-14")
def test_vendetta_ends_with_the_enemy_gone() -> None:
    vendetta_end(1, enemy_fell=True).then_accepted()


@refuses("LB-COMM-14")
def test_vendetta_ends_with_the_enemy_in_play() -> None:
    vendetta_end(1, enemy_fell=False).then_refused("LB-COMM-14")
    vendetta_end(3, enemy_fell=True).then_refused("LB-SCH-06")


def copied(scheme: str, copy: str, battlefield: str = "camp") -> Case:
    """The Serpent has another figure that is called like the noted one."""
    case = chosen(battlefield, a=scheme).when(squad("a"))
    figures = tuple(replace(one, unique=None) for one in squad("s").figures)
    case = case.when(e.SquadHired(player="s", leader="s-lead", figures=(*figures, e.Figure(copy, cost=9))))
    noted = standard_note(scheme, "a")
    case = case.when(note("a", scheme, noted.own_figures, noted.enemy_figures))
    return case.when(note("s", "show_of_force"))


@accepts("LB-UNIQ-09", "LB-COMM-14")
@refuses("LB-UNIQ-09", "LB-COMM-14")
@pytest.mark.parametrize(
    ("scheme", "battlefield", "figure", "rule"),
    [
        ("vendetta", "camp", "s2", "LB-COMM-14"),
        ("elimination_of_leaders", "serpent", "s-lead", "LB-UNIQ-09"),
    ],
)
def test_a_copy_that_stands_need_not_be_the_noted_figure(
    scheme: str, battlefield: str, figure: str, rule: str
) -> None:
    """No casualty tells which of two figures of one name fell."""

    def at_the_end(*casualties: e.Casualty) -> Case:
        case = shown(copied(scheme, figure, battlefield), "a", scheme)
        case = case.when(turn(1, schemes={"a": 1}, casualties=casualties))
        for number in (2, 3, 4, 5):
            case = case.when(turn(number, casualties=()))
        return case.when(e.SchemeScored(player="a", scheme=scheme, amount=1), A)

    at_the_end(fell(figure)).then_accepted()
    at_the_end().then_refused(rule)


@accepts("LB-UNIQ-09", "LB-COMM-14")
def test_nor_need_it_be_in_a_report_of_the_whole_match() -> None:
    for scheme, battlefield, figure, vp in (
        ("vendetta", "camp", "s2", 2),
        ("elimination_of_leaders", "serpent", "s-lead", 3),
    ):
        case = shown(copied(scheme, figure, battlefield), "a", scheme)
        report = e.MatchReported(
            turns=5,
            strategy={"serpent": 0, "alliance": 0},
            schemes=(e.SchemeResult(player="a", scheme=scheme, vp=vp),),
            casualties=(fell(figure),),
            result="alliance",
        )
        case.when(report, A).then_accepted()
