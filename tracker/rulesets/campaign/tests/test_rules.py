"""Every rule of an event day, accepting and refusing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.match import EventVoided
from games.rulebook import books, sentence
from games.ruleset import EVERYONE, REFEREE, SYSTEM, Event
from games.testing import Case, accepts, given, refuses
from tracker.rulesets.campaign import RULES, overall
from tracker.rulesets.campaign import events as ev
from tracker.rulesets.campaign.tests.story import (
    FIELDS,
    ORGANISER,
    PLAYER,
    arrived,
    created,
    earned,
    fates,
    fell,
    granted,
    history,
    result,
    running,
    seated,
    table,
)
from tracker.rulesets.described import Described, EventDescribed


@accepts("CMP-CRE-01", "CMP-CRE-02", "CMP-CRE-03", "CMP-WHO-01")
def test_an_organiser_creates_a_day():
    assert given(RULES).when(created(), ORGANISER).then_accepted().status == "preparing"


@refuses("CMP-CRE-01", "CMP-CRE-02", "CMP-CRE-03", "CMP-WHO-01")
def test_it_is_created_once_first_and_by_staff():
    history(created()).when(created()).then_refused("CMP-CRE-01")
    given(RULES).when(ev.PlayerRegistered(player="ann")).then_refused("CMP-CRE-01")
    given(RULES).when(created(), PLAYER).then_refused("CMP-WHO-01")
    given(RULES).when(created(sides=("serpent", "serpent"))).then_refused("CMP-CRE-02")
    given(RULES).when(created(battlefields=())).then_refused("CMP-CRE-02")
    twice = (ev.Battlefield("sea", "source"), ev.Battlefield("sea", "target"))
    given(RULES).when(created(battlefields=twice)).then_refused("CMP-CRE-02")
    given(RULES).when(replace(created(), system="senjutsu")).then_refused("CMP-CRE-03")


@refuses("WL-VOID-06")
def test_what_a_day_began_with_is_not_taken_back():
    taken = EventVoided(seqs=(1,), reason="made by mistake")
    history(created()).when(taken, ORGANISER).then_refused("WL-VOID-06")


@accepts("CMP-REG-01", "CMP-REG-02", "CMP-TAB-01", "CMP-TAB-02", "CMP-TAB-03", "LB-MULTI-01", "LB-MULTI-02")
def test_tables_seat_registered_players():
    state = history(*seated(*FIELDS)).then_accepted()
    assert list(state.tables) == list(FIELDS) and state.table_of("a-sea").battlefield == "sea"


@refuses("CMP-REG-01", "CMP-REG-02", "CMP-TAB-01", "CMP-TAB-02", "CMP-TAB-03")
def test_seats_that_cannot_be():
    case = history(*seated("sea"), ev.PlayerRegistered(player="late"))
    case.when(ev.PlayerRegistered(player="late")).then_refused("CMP-REG-01")
    case.when(table("sea", ("late",))).then_refused("CMP-TAB-01")
    case.when(table("moon", ("late",))).then_refused("CMP-TAB-01")
    case.when(ev.TableAdded(battlefield="camp", sides={"serpent": ("late",)})).then_refused("CMP-TAB-02")
    case.when(table("camp", ("late",), ())).then_refused("CMP-REG-02")
    case.when(table("camp", ("late",), ("late",))).then_refused("CMP-TAB-03", "LB-MULTI-02")
    case.when(table("camp", ("late",), ("a-sea",))).then_refused("CMP-TAB-03")


@accepts("CMP-TAB-04")
@refuses("CMP-TAB-04")
def test_a_table_is_removed_until_it_is_open():
    removed = ev.TableRemoved(table="sea", reason="nobody came")
    case = history(*seated("sea", "camp")).when(removed)
    assert list(case.then_accepted().tables) == ["camp"]
    case.when(removed).then_refused("CMP-TAB-04")
    history(*running("sea")).when(removed).then_refused("CMP-TAB-04")


@accepts("CMP-DAY-01", "CMP-DAY-02", "CMP-WHO-02")
@refuses("CMP-DAY-01", "CMP-DAY-02", "CMP-WHO-02")
def test_the_day_starts_once_and_opens_one_match_a_table():
    opened = ev.MatchOpened(table="sea", match="m-1")
    history(created()).when(ev.DayStarted()).then_refused("CMP-DAY-01")
    case = history(*seated("sea", "camp"))
    case.when(opened).then_refused("CMP-DAY-02")
    case = case.when(ev.DayStarted(), ORGANISER)
    case.when(ev.DayStarted()).then_refused("CMP-DAY-01")
    case.when(opened, ORGANISER).then_refused("CMP-WHO-02")
    case = case.when(opened)
    case.when(replace(opened, match="m-2")).then_refused("CMP-DAY-02")
    case.when(replace(opened, table="camp")).then_refused("CMP-DAY-02")
    case.when(replace(opened, table="moon", match="m-3")).then_refused("CMP-DAY-02")


@accepts("CMP-ARC-01", "CMP-ARC-02", "CMP-ARC-03", "CMP-ARC-10", "LB-LINK-01", "LB-LINK-03")
def test_a_card_is_earned_by_word_of_staff_or_of_the_table():
    state = history(*running(), earned()).when(earned("M-devil", "dungeon", "serpent"), ORGANISER)
    assert [one.status for one in state.then_accepted().arcana.values()] == ["created", "created"]
    noted = ev.ArcanumNoted(arcana="M-fool", table="sea", match_seq=4)
    assert state.when(noted).then_accepted().arcana["M-fool"].noted == 4
    assert history(*running(), earned(seq=8)).then_accepted().arcana["M-fool"].noted == 8


@refuses("CMP-ARC-01", "CMP-ARC-02", "CMP-ARC-03", "CMP-ARC-10", "CMP-WHO-01", "CMP-WHO-02")
def test_cards_that_are_not_earned():
    history(*seated("sea")).when(earned()).then_refused("CMP-ARC-01")
    case = history(*running())
    case.when(earned(at="camp")).then_refused("CMP-ARC-01", "LB-LINK-01")
    case.when(earned("M-death")).then_refused("CMP-ARC-02", "LB-LINK-03")
    case.when(earned(side="nobody")).then_refused("CMP-ARC-02")
    case.when(earned(), PLAYER).then_refused("CMP-WHO-01")
    case.when(earned(seq=4), ORGANISER).then_refused("CMP-WHO-02")
    case.when(earned()).when(earned(at="dungeon", side="serpent")).then_refused("CMP-ARC-02")
    case.when(result("sea")).when(earned()).then_refused("CMP-ARC-03", "LB-LINK-06")
    noted = ev.ArcanumNoted(arcana="M-fool", table="sea", match_seq=4)
    case.when(noted).then_refused("CMP-ARC-10")
    case.when(earned(seq=3)).when(noted).then_refused("CMP-ARC-10")
    case.when(earned(at="dungeon")).when(noted).then_refused("CMP-ARC-10")


@accepts("CMP-ARC-04")
@refuses("CMP-ARC-04")
def test_a_card_is_taken_back_until_it_is_sent():
    back = ev.ArcanumWithdrawn(arcana="M-fool", table="sea")
    case = history(*running(), earned(seq=3))
    assert not case.when(back).then_accepted().arcana
    case.when(replace(back, table="dungeon")).then_refused("CMP-ARC-04")
    case.when(replace(back, arcana="M-devil")).then_refused("CMP-ARC-04")
    case.when(granted()).when(back).then_refused("CMP-ARC-04")


@accepts("CMP-ARC-05", "CMP-ARC-06", "CMP-ARC-07", "CMP-ARC-08", "LB-LINK-02", "LB-LINK-03", "LB-LINK-04")
@pytest.mark.parametrize("to", ["heaven", "camp", "serpent"])
def test_a_card_is_sent_and_arrives(to: str):
    case = history(*running(), earned()).when(granted(to=to), ORGANISER)
    assert case.then_accepted().arcana["M-fool"].status == "granted"
    state = case.when(arrived(at=to, match=f"m-{to}")).then_accepted()
    assert (state.arcana["M-fool"].status, state.arcana["M-fool"].arrived) == ("arrived", 7)


@refuses("CMP-ARC-03", "CMP-ARC-05", "CMP-ARC-06", "CMP-ARC-07")
def test_cards_that_cannot_be_sent():
    case = history(*running(), earned())
    case.when(granted(to="dungeon")).then_refused("CMP-ARC-05", "LB-LINK-02")
    case.when(granted(to="moon")).then_refused("CMP-ARC-05")
    case.when(granted("M-devil", zone="hand")).then_refused("CMP-ARC-06", "LB-LINK-03")
    case.when(granted(side="serpent")).then_refused("CMP-ARC-06")
    case.when(granted(zone="hand")).then_refused("CMP-ARC-07", "LB-LINK-04")
    case.when(granted()).when(granted(to="heaven")).then_refused("CMP-ARC-06")
    case.when(granted()).when(arrived()).when(granted()).then_refused("CMP-ARC-06")
    case.when(result("camp")).when(granted()).then_refused("CMP-ARC-03")


@refuses("CMP-ARC-08", "CMP-WHO-02")
def test_only_what_was_sent_arrives():
    case = history(*running(), earned())
    case.when(arrived()).then_refused("CMP-ARC-08")
    case = case.when(granted())
    case.when(arrived(), ORGANISER).then_refused("CMP-WHO-02")
    case.when(arrived(at="heaven", match="m-heaven")).then_refused("CMP-ARC-08")
    case.when(arrived(match="m-other")).then_refused("CMP-ARC-08")
    case.when(arrived()).when(arrived()).then_refused("CMP-ARC-08")


@accepts("CMP-ARC-09")
@refuses("CMP-ARC-09")
def test_a_card_returns_and_may_be_sent_again():
    ended = ev.ArcanumReturned(arcana="M-fool", table="camp", reason="ended")
    back = replace(ended, reason="taken_back")
    case = history(*running(), earned())
    case.when(ended).then_refused("CMP-ARC-09")
    sent = case.when(granted())
    sent.when(back).then_refused("CMP-ARC-09")
    sent.when(replace(ended, table="heaven")).then_refused("CMP-ARC-09")
    sent.when(ended).when(granted(to="heaven")).then_accepted()
    here = sent.when(arrived())
    here.when(ended).then_refused("CMP-ARC-09")
    assert here.when(back).then_accepted().arcana["M-fool"].status == "created"


@accepts("CMP-FALL-01", "CMP-FALL-02")
@refuses("CMP-FALL-01", "CMP-FALL-02")
def test_a_figure_falls_once_and_stands_again_when_corrected():
    stands = ev.FigureStands(table="sea", figure="king", owner="a-sea")
    history(*seated("sea")).when(fell()).then_refused("CMP-FALL-01")
    case = history(*running())
    case.when(stands).then_refused("CMP-FALL-02")
    case = case.when(fell())
    case.when(fell()).then_refused("CMP-FALL-01")
    assert len(case.when(fell(number=2)).then_accepted().tables["sea"].fallen) == 2
    assert not case.when(stands).then_accepted().tables["sea"].fallen
    told = case.when(result("sea")).when(fates("sea", ("king", "lost")))
    told.when(stands).then_refused("CMP-FALL-02")


@accepts("CMP-HIRE-01")
@refuses("CMP-HIRE-01")
def test_the_unique_figures_of_a_table_come_from_its_log_when_they_change():
    hired = ev.FiguresHired(table="sea", figures=("king", "fool"), match_seq=7)
    history(*seated("sea")).when(hired).then_refused("CMP-HIRE-01")
    case = history(*running()).when(hired)
    assert case.then_accepted().tables["sea"].hired == ("king", "fool")
    case.when(hired).then_refused("CMP-HIRE-01")
    case.when(ev.FiguresHired(table="sea", figures=(), match_seq=9)).then_accepted()
    twice = case.when(ev.FiguresHired(table="camp", figures=("fool",), match_seq=3)).then_accepted()
    assert twice.hired_twice() == {"fool": ("sea", "camp")}


@accepts("CMP-RES-01", "CMP-RES-02", "CMP-RES-03", "CMP-RES-04")
@refuses("CMP-RES-01", "CMP-RES-02", "CMP-RES-03", "CMP-RES-04")
def test_results_come_from_the_tables_own_match():
    withdrawn = ev.TableResultWithdrawn(table="sea", reason="typo")
    case = history(*running())
    case.when(withdrawn).then_refused("CMP-RES-04")
    case.when(replace(result("sea"), match="m-camp")).then_refused("CMP-RES-01")
    case.when(replace(result("sea"), vp={"serpent": 1})).then_refused("CMP-RES-02")
    case.when(replace(result("sea"), winner="nobody")).then_refused("CMP-RES-02")
    case.when(result("sea", a_camp=2)).then_refused("CMP-RES-02")
    case = case.when(result("sea", a_sea=2))
    case.when(result("sea")).then_refused("CMP-RES-03")
    case.when(withdrawn).when(result("sea")).then_accepted()
    assert case.when(result("sea", 0, 2, seq=12)).then_accepted().tables["sea"].result.winner == "alliance"


@accepts("CMP-FATE-01", "CMP-FATE-02", "LB-LINK-08", "LB-LINK-09")
def test_fates_of_all_who_died():
    tower = fell("guard", how="dead_no_killer")
    case = history(*running(), fell(), fell("fool", how="withdrawn"), tower, result("sea"))
    state = case.when(fates("sea", ("king", "saved")), ORGANISER).then_accepted()
    assert [one.fate for one in state.tables["sea"].fallen] == ["saved", None, None]
    case.when(fates("sea", ("king", "saved"), ("guard", "lost"))).then_accepted()


@refuses("CMP-FATE-01", "CMP-FATE-02")
def test_fates_that_do_not_fit():
    case = history(*running(), fell(), fell("fool", how="withdrawn"))
    told = fates("sea", ("king", "saved"))
    case.when(told).then_refused("CMP-FATE-01", "LB-LINK-09")
    case = case.when(result("sea"))
    case.when(fates("sea")).then_refused("CMP-FATE-02", "LB-LINK-08")
    case.when(fates("sea", ("king", "saved"), ("fool", "lost"))).then_refused("CMP-FATE-02", "LB-LINK-09")
    case.when(fates("sea", ("king", "saved"), ("king", "lost"))).then_refused("CMP-FATE-02")
    case.when(told).when(told).then_refused("CMP-FATE-01")


def played(*scores: tuple[int, int]) -> list[Event]:
    """A running day with results, table by table."""
    return [*running(), *(result(field, *score) for field, score in zip(FIELDS, scores, strict=False))]


@accepts("CMP-END-01", "CMP-END-02", "CMP-END-03")
def test_the_day_is_finished_with_what_the_tables_give():
    case = history(*played((2, 1), (0, 3), (1, 1), (2, 0), (0, 1)))
    case = case.when(overall(case.state), ORGANISER)
    final = case.then_accepted().finished
    assert final.winner == "alliance", "two tables each, and the alliance scored one point more"
    assert final.sides["alliance"] == ev.SideTotal(won=2, vp_difference=1, vp=6, drawn=1, lost=2)
    assert final.players["s-sea"].result == "lost" and final.players["a-camp"].result == "drawn"
    assert RULES.outcome(case.state).winner == "alliance"


@refuses("CMP-END-01", "CMP-END-02", "CMP-END-03")
def test_a_day_that_cannot_be_finished_so():
    case = history(*played((2, 1), (0, 3), (1, 1), (2, 0)))
    case.when(overall(case.state)).then_refused("CMP-END-02")
    case = case.when(result("serpent", 0, 0))
    right = overall(case.state)
    case.when(replace(right, winner="draw")).then_refused("CMP-END-03")
    done = case.when(right)
    done.when(granted()).then_refused("CMP-END-01")
    done.when(right).then_refused("CMP-END-01")


@accepts("CMP-DAY-03", "CMP-END-01")
def test_a_day_says_when_and_where_it_is_even_afterwards():
    told = EventDescribed(starts="2026-11-28T10:00", ends="2026-11-28", place="Town hall", organiser="North")
    case = history(created()).when(told, ORGANISER)
    assert case.then_accepted().described == Described(
        starts="2026-11-28T10:00", ends="2026-11-28", place="Town hall", organiser="North"
    )
    assert case.when(EventDescribed(), ORGANISER).then_accepted().described == Described(), "said anew"
    over = history(*running("sea"), result("sea"))
    over = over.when(overall(over.state), ORGANISER)
    assert over.when(told, ORGANISER).then_accepted().described.place == "Town hall"


@refuses("CMP-DAY-03", "CMP-WHO-01")
def test_a_day_that_no_calendar_has_is_not_described():
    case = history(created())
    for wrong in (
        EventDescribed(starts="2026-13-28"),
        EventDescribed(starts="2026-11-28", ends="2026-11-31"),
        EventDescribed(starts="2026-11-28T10:00", ends="2026-11-28T09:00"),
    ):
        case.when(wrong, ORGANISER).then_refused("CMP-DAY-03")
    case.when(EventDescribed(place="Home"), PLAYER).then_refused("CMP-WHO-01")


@accepts("CMP-END-01")
def test_a_result_that_is_corrected_after_the_end_changes_the_overall_result():
    case = history(*played((2, 1), (0, 3), (1, 1), (2, 0), (0, 1)))
    case = case.when(overall(case.state), ORGANISER)
    assert case.then_accepted().finished.winner == "alliance"
    gone = case.when(ev.TableResultWithdrawn(table="camp", reason="corrected"))
    assert gone.then_accepted().without_result() == ("camp",)
    anew = gone.when(replace(result("camp", 2, 0), match_seq=99)).then_accepted()
    assert anew.finished == overall(anew) and anew.finished.winner == "serpent"
    assert RULES.outcome(anew).winner == "serpent"
    stood = case.when(fell()).then_accepted()
    assert stood.finished == overall(stood)


@accepts("CMP-END-01")
def test_fates_come_after_the_end_of_the_day():
    case = history(*running("sea"), fell(), result("sea"))
    case = case.when(overall(case.state))
    case.when(fates("sea", ("king", "lost"))).then_accepted()


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        (((1, 0), (1, 0), (0, 4), (0, 0), (0, 0)), "serpent"),
        (((3, 0), (0, 1), (0, 0), (0, 0), (0, 0)), "serpent"),
        (((3, 2), (2, 3), (0, 0), (0, 0), (0, 0)), "draw"),
        (((0, 0),) * 5, "draw"),
    ],
)
def test_tables_won_come_before_the_difference(scores: tuple[tuple[int, int], ...], winner: str):
    assert overall(history(*played(*scores)).state).winner == winner


@accepts("CMP-FATE-01", "CMP-FATE-02")
def test_fates_are_asked_for_only_where_somebody_died():
    """LB-LINK-08: who was withdrawn has no fate; saying that nobody died stays legal."""
    gone = fell("guard", how="withdrawn")
    case = history(*running("sea", "camp"), fell(), gone, fell(at="camp", how="withdrawn"), result("sea"))
    case = case.when(result("camp"))
    case.when(fates("camp")).then_accepted()

    def asked(now: Case) -> tuple[Any, ...]:
        offered = {event.type: event.choices for event in RULES.next_events(now.state, REFEREE)}
        return offered.get("fates_published", {}).get("table", ())

    assert asked(case) == ("sea",)
    assert asked(case.when(overall(case.state))) == ("sea",)
    assert asked(case.when(fates("sea", ("king", "lost")))) == ()


def test_what_comes_next_is_offered_to_staff_alone():
    case = history(*running("sea", "camp"), earned())
    offered = {event.type: event.choices for event in RULES.next_events(case.state, REFEREE)}
    assert offered["arcanum_granted"] == {"arcana": ("M-fool",), "table": ("camp",)}
    assert "day_finished" not in offered and not RULES.next_events(case.state, EVERYONE)
    case = case.when(result("sea")).when(result("camp"))
    assert "day_finished" in {event.type for event in RULES.next_events(case.state, REFEREE)}


def test_a_refused_card_or_list_of_fates_says_why():
    case = history(*running(), fell(), earned())

    def said(event: Event) -> list[str]:
        return [sentence(violation, "en") for violation in RULES.check(case.state, event, SYSTEM)]

    assert said(earned())[1].startswith("Fool is here already, with Alliance: ")
    assert said(earned("M-death"))[0].startswith("Death is not one of the day's cards. Left: ")
    assert said(earned("M-devil", "dungeon", "nobody"))[0].startswith("nobody is no side of this day.")
    assert said(granted("M-devil"))[0] == "Nobody has earned Devil yet."
    assert said(granted(side="serpent"))[0] == "Fool was earned by Alliance: it goes to that side only."
    assert said(fates("sea")) == ["The table Sea has no result yet."] * 2
    case = case.when(result("sea"))
    assert "Left out: king." in said(fates("sea"))[0] and "left out: king (" in said(fates("sea"))[1]
    case = case.when(fates("sea", ("king", "lost")))
    assert said(fates("sea", ("king", "lost")))[0] == "The fates of the table Sea are published already."


def test_every_rule_of_the_day_reads_in_both_languages():
    case = history(*running("sea"), fell())
    for event in (earned(at="camp"), earned("M-death"), fell(), granted(), fates("sea"), overall(case.state)):
        for violation in RULES.check(case.state, event, SYSTEM):
            for language in ("en", "ru"):
                assert len(sentence(violation, language)) > 20
    assert all(rule.status == "enforced" for rule in books()["campaign"].rules.values())
