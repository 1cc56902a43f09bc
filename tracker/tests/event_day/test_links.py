"""A day and its tables tell each other everything once: cards, the fallen, results, fates."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.last_battle.full.events import CheckFlipped
from games.last_battle.play.simulate import play_out
from games.ruleset import EVERYONE, REFEREE
from tracker import appended, commands, selectors, warm
from tracker.after import follow_up
from tracker.handle import Command, CommandRejected, handle
from tracker.identity import Identity, NotAllowed
from tracker.models import ArcanumRow, CampaignRow, DayTableRow, FallenRow, MatchRow, Stream
from tracker.projections.rebuild import differences
from tracker.tests.event_day import day as days
from tracker.tests.event_day.day import append, count, match_at, play_of, report, state_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def who() -> Identity:
    return days.organiser()


def owner_at(day: UUID, table: str, side: str) -> str:
    return state_of(day).tables[table].sides[side][0]


def killed(day: UUID, table: str, figure: str = "king", side: str = "alliance") -> dict[str, Any]:
    return {"figure_id": figure, "how": "killed", "owner": owner_at(day, table, side)}


def test_starting_the_day_opens_every_table_once(who: Identity) -> None:
    day = days.prepared(who)
    commands.start_day(who, day, key="tap")
    again = commands.start_day(who, day, key="tap")
    assert again.repeated
    assert Stream.objects.filter(kind="match").count() == 5
    assert {row.campaign_id for row in MatchRow.objects.all()} == {day}
    assert [row.battlefield for row in selectors.day_tables(day)] == list(days.FIELDS)
    assert CampaignRow.objects.get().status == "running"


def test_a_table_added_while_the_day_runs_is_opened_at_once(who: Identity) -> None:
    day = days.prepared(who, fields=("sea", "camp"))
    commands.start_day(who, day)
    late = commands.register_players(who, day, [commands.NewPlayer("Late"), commands.NewPlayer("Later")])
    commands.add_table(
        who, day, battlefield="heaven", sides={"serpent": [late[0].id], "alliance": [late[1].id]}
    )
    assert play_of(match_at(day, "heaven")).battlefield == "heaven"


def test_a_card_earned_at_the_table_goes_to_another_table(who: Identity) -> None:
    day = days.started(who)
    sea, camp = match_at(day, "sea"), match_at(day, "camp")
    append(sea, ("arcana_created", {"arcana": "M-fool", "side": "alliance"}))
    earned = state_of(day).arcana["M-fool"]
    assert (earned.source, earned.side, earned.status) == ("sea", "alliance", "created")
    assert earned.noted == warm.current(sea).head.version
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    assert play_of(camp).arcana == {"M-fool": "alliance"}
    assert state_of(day).arcana["M-fool"].arrived == warm.current(camp).head.version
    assert count(camp, "arcana_granted") == count(day, "arcanum_arrived") == 1
    (came,) = [one for one in selectors.events_page(camp, REFEREE).events if one.type == "arcana_granted"]
    assert (came.data["side"], came.data["earned_by"]) == ("alliance", "alliance"), (
        "told without the day as well"
    )
    row = ArcanumRow.objects.get()
    assert (row.status, row.source, row.table, row.zone) == ("arrived", "sea", "camp", "deck")


def test_a_card_entered_by_the_organiser_stands_in_the_log_of_its_table(who: Identity) -> None:
    day = days.started(who)
    commands.create_arcanum(who, day, arcana="M-devil", table="dungeon", side="serpent")
    dungeon = match_at(day, "dungeon")
    assert play_of(dungeon).arcana == {"M-devil": "serpent"}
    assert state_of(day).arcana["M-devil"].noted == warm.current(dungeon).head.version
    assert count(dungeon, "arcana_created") == count(day, "arcanum_noted") == 1


def test_a_card_waits_for_a_table_that_lags_behind(who: Identity) -> None:
    day = days.started(who, detail="turns")
    camp = match_at(day, "camp")
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    assert state_of(day).arcana["M-fool"].noted is None, "the sea has not logged its setup yet"
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    assert state_of(day).arcana["M-fool"].status == "granted" and not count(camp, "arcana_granted")
    days.set_up(camp)
    assert play_of(camp).arcana == {"M-fool": "alliance"}
    assert state_of(day).arcana["M-fool"].status == "arrived"
    days.set_up(match_at(day, "sea"))
    assert state_of(day).arcana["M-fool"].noted is not None


def test_cards_come_to_a_table_that_lags_in_the_order_in_which_they_were_sent(who: Identity) -> None:
    day = days.started(who, detail="turns")
    camp = match_at(day, "camp")
    cards = ("M-fool", "M-tower", "M-devil")
    for card in cards:
        commands.create_arcanum(who, day, arcana=card, table="sea", side="alliance")
    for card in ("M-devil", "M-fool", "M-tower"):
        commands.grant_arcanum(who, day, arcana=card, table="camp")
    assert not play_of(camp).arcana
    days.set_up(camp)
    assert list(play_of(camp).arcana) == ["M-devil", "M-fool", "M-tower"]
    arrived = [state_of(day).arcana[card].arrived or 0 for card in play_of(camp).arcana]
    assert arrived == sorted(arrived) and len(arrived) == 3


def test_at_full_detail_a_card_waits_until_the_check_is_over(who: Identity) -> None:
    """LB-LINK-06: never during an open check."""
    day = days.started(who, detail="full")
    camp = match_at(day, "camp")
    told = play_out(play_of(camp), 5, "full", 60)
    middle = next(at for at, (event, _) in enumerate(told) if isinstance(event, CheckFlipped)) + 1
    for event, by in told[:middle]:
        handle(Command(stream=camp, actor=by, events=(event,)))
    commands.create_arcanum(who, day, arcana="M-devil", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-devil", table="camp")
    assert state_of(day).arcana["M-devil"].status == "granted" and not play_of(camp).arcana
    for event, by in told[middle:]:
        if not play_of(camp).arcana:
            handle(Command(stream=camp, actor=by, events=(event,)))
    assert state_of(day).arcana["M-devil"].status == "arrived"
    assert "M-devil" in play_of(camp).full.piles["alliance"].hand


def test_a_card_that_never_came_returns_and_may_go_elsewhere(who: Identity) -> None:
    day = days.started(who, detail="turns")
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    report(who, day, "camp")
    assert state_of(day).arcana["M-fool"].status == "created"
    heaven = match_at(day, "heaven")
    commands.grant_arcanum(who, day, arcana="M-fool", table="heaven")
    days.set_up(heaven)
    assert play_of(heaven).arcana == {"M-fool": "alliance"}
    assert count(day, "arcanum_arrived") == 1


def test_a_card_taken_back_at_the_table_returns_to_the_organiser(who: Identity) -> None:
    day = days.started(who)
    camp = match_at(day, "camp")
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    commands.void(who, camp, [warm.current(camp).head.version], "the wrong table")
    assert state_of(day).arcana["M-fool"].status == "created"
    commands.grant_arcanum(who, day, arcana="M-fool", table="serpent")
    assert play_of(match_at(day, "serpent")).arcana == {"M-fool": "alliance"}
    assert not play_of(camp).arcana


def test_a_card_that_a_table_takes_back_was_never_earned(who: Identity) -> None:
    day = days.started(who)
    sea = match_at(day, "sea")
    append(sea, ("arcana_created", {"arcana": "M-fool", "side": "alliance"}))
    commands.void(who, sea, [warm.current(sea).head.version], "misheard")
    assert not state_of(day).arcana and not ArcanumRow.objects.exists()


def test_the_same_card_at_two_tables_is_shown_to_staff_and_settled_by_them(who: Identity) -> None:
    day = days.started(who)
    sea, dungeon = match_at(day, "sea"), match_at(day, "dungeon")
    append(sea, ("arcana_created", {"arcana": "M-fool", "side": "alliance"}))
    append(dungeon, ("arcana_created", {"arcana": "M-fool", "side": "serpent"}))
    assert state_of(day).arcana["M-fool"].source == "sea"
    assert selectors.disputed_cards(day) == [("dungeon", str(dungeon), "M-fool")]
    commands.void(who, sea, [warm.current(sea).head.version], "it was the dungeon's")
    assert state_of(day).arcana["M-fool"].source == "dungeon"
    assert not selectors.disputed_cards(day)


def test_the_fallen_of_a_table_are_the_days_and_cannot_be_hired_elsewhere(who: Identity) -> None:
    day = days.started(who, detail="turns")
    sea, camp = match_at(day, "sea"), match_at(day, "camp")
    days.set_up(sea, unique=True)
    player = owner_at(day, "sea", "alliance")
    fell = {"figure_id": f"{player}-leader", "how": "killed", "owner": player}
    quiet = {"turn": 1, "strategy": {"serpent": 0, "alliance": 0}}
    append(sea, ("turn_reported", {**quiet, "casualties": [fell]}))
    row = FallenRow.objects.get()
    assert (row.battlefield, row.figure, row.owner, row.turn) == ("sea", f"{player}-leader", player, 1)
    assert row.match_seq == warm.current(sea).head.version
    assert play_of(camp).dead_figures == (f"{player}-leader",)
    here = owner_at(day, "camp", "alliance")
    days.choose(camp)
    with pytest.raises(CommandRejected, match="LB-ROSTER-07"):
        append(camp, ("squad_hired", {"player": here, "leader": f"{player}-leader", "figures": []}))
    commands.void(who, sea, [row.match_seq], "it stands")
    assert not FallenRow.objects.exists()


def hire(match: UUID, player: str, *unique: str) -> None:
    figures = [{"figure_id": figure, "unique": True} for figure in unique]
    append(match, ("squad_hired", {"player": player, "leader": f"{player}-leader", "figures": figures}))


def test_a_unique_figure_is_hired_at_one_table_of_the_day(who: Identity) -> None:
    """The second table refuses it, until the first one takes its squad back."""
    day = days.started(who, detail="turns")
    sea, camp = match_at(day, "sea"), match_at(day, "camp")
    for match in (sea, camp):
        days.choose(match)
    there, here = owner_at(day, "sea", "alliance"), owner_at(day, "camp", "alliance")
    hire(sea, there, "gaspar", "robert")
    seq = warm.current(sea).head.version
    assert state_of(day).tables["sea"].hired == ("gaspar", "robert")
    page = selectors.events_page(day, EVERYONE)
    assert [one.data["match_seq"] for one in page.events if one.type == "figures_hired" and one.data] == [seq]
    assert play_of(camp).hired_elsewhere == {"sea": ("gaspar", "robert")}
    with pytest.raises(CommandRejected, match="LB-ROSTER-07"):
        hire(camp, here, "robert")
    commands.void(who, sea, [seq], "the wrong player")
    assert play_of(camp).hired_elsewhere == {"sea": ()}
    hire(camp, here, "robert")
    with pytest.raises(CommandRejected, match="LB-ROSTER-07"):
        hire(sea, there, "gaspar", "robert")
    assert not state_of(day).hired_twice()


def test_a_figure_that_two_tables_hired_at_once_is_settled_by_staff(who: Identity, client: Client) -> None:
    """Neither table could know: the console names the figure and both tables, until one squad is voided."""
    day = days.started(who, detail="turns")
    sea, camp = match_at(day, "sea"), match_at(day, "camp")
    for match in (sea, camp):
        days.choose(match)
    with appended.held():
        hire(sea, owner_at(day, "sea", "alliance"), "gaspar")
        hire(camp, owner_at(day, "camp", "alliance"), "gaspar")
        later = warm.current(camp).head.version
    follow_up.catch_up()
    assert state_of(day).hired_twice() == {"gaspar": ("sea", "camp")}
    client.force_login(User.objects.get(username="olga"))
    for language, words in (
        ("en", "gaspar is unique and hired at two tables"),
        ("ru", "gaspar — уникальная"),
    ):
        page = client.get(reverse("pages:day-console", args=[day]), headers={"Accept-Language": language})
        assert words in page.content.decode()
    commands.void(who, camp, [later], "later than the other")
    assert not state_of(day).hired_twice()
    assert play_of(camp).hired_elsewhere == {"sea": ("gaspar",)}


def test_results_make_the_overall_result_of_sides_and_players(who: Identity) -> None:
    day = days.started(who, seats=2)
    scores = {"heaven": (3, 1), "sea": (0, 2), "camp": (1, 1), "dungeon": (1, 0), "serpent": (2, 1)}
    for table, (serpent, alliance) in scores.items():
        sides = state_of(day).tables[table].sides
        lost = [killed(day, table)] if table == "sea" else []
        schemes = [{"player": sides["alliance"][1], "vp": 2}] if table == "sea" else []
        report(who, day, table, serpent, alliance, casualties=lost, schemes=schemes)
    row = CampaignRow.objects.get()
    assert row.sides["serpent"] == {"won": 3, "drawn": 1, "lost": 1, "vp": 7, "vp_difference": 0}
    commands.finish_day(who, day)
    row.refresh_from_db()
    assert (row.status, row.winner) == ("finished", "serpent")
    seated = state_of(day).tables["sea"].sides["alliance"]
    assert row.results[seated[0]]["figures_lost"] == 1 and row.results[seated[0]]["result"] == "won"
    assert row.results[seated[1]]["scheme_vp"] == 2
    with pytest.raises(CommandRejected, match="CMP-END-01"):
        commands.grant_arcanum(who, day, arcana="M-fool", table="camp")


def test_a_corrected_match_replaces_its_result(who: Identity) -> None:
    day = days.started(who)
    report(who, day, "sea", 1, 0)
    sea = match_at(day, "sea")
    top = warm.current(sea).head.version
    commands.void(who, sea, [top - 1, top], "the wrong way round")
    assert state_of(day).tables["sea"].result is None
    report(who, day, "sea", 0, 1)
    result = DayTableRow.objects.get(battlefield="sea").result or {}
    assert result["winner"] == "alliance" and result["match_seq"] > top
    assert count(day, "table_result_recorded") == 2 and count(day, "table_result_withdrawn") == 1


def test_fates_are_published_by_the_day_and_stand_at_the_tables(who: Identity) -> None:
    day = days.started(who)
    report(
        who, day, "sea", casualties=[killed(day, "sea"), {**killed(day, "sea", "fool"), "how": "withdrawn"}]
    )
    report(who, day, "camp", casualties=[killed(day, "camp", "guard")])
    told = {
        "sea": [{"figure": "king", "fate": "saved", "owner": owner_at(day, "sea", "alliance")}],
        "camp": [{"figure": "guard", "fate": "lost", "owner": owner_at(day, "camp", "alliance")}],
    }
    with pytest.raises(CommandRejected, match="CMP-FATE-02"):
        commands.publish_fates(who, day, {**told, "camp": []})
    assert not count(day, "fates_published")
    commands.publish_fates(who, day, told)
    assert {row.figure: row.fate for row in FallenRow.objects.all()} == {
        "king": "saved",
        "fool": None,
        "guard": "lost",
    }
    assert [f.fate for f in play_of(match_at(day, "sea")).fallen] == ["saved", None]
    assert count(match_at(day, "camp"), "fates_published") == 1


def test_fates_published_at_a_table_are_the_days(who: Identity) -> None:
    day = days.started(who)
    report(who, day, "sea", casualties=[killed(day, "sea")])
    append(match_at(day, "sea"), ("fates_published", {"figures": [{"figure_id": "king", "fate": "lost"}]}))
    assert FallenRow.objects.get().fate == "lost"
    assert DayTableRow.objects.get(battlefield="sea").fates_published


def test_staff_of_the_day_are_staff_of_its_tables_and_nobody_else_is(who: Identity) -> None:
    day = days.started(who)
    sea = match_at(day, "sea")
    earned = [{"type": "arcana_created", "data": {"arcana": "M-fool", "side": "alliance"}}]
    commands.append(who, sea, earned)
    stranger = days.organiser("eve")
    player = Identity(stranger.user, frozenset({owner_at(day, "sea", "alliance")}))
    for person in (stranger, player):
        with pytest.raises((NotAllowed, CommandRejected)):
            commands.append(
                person, sea, [{"type": "arcana_created", "data": {"arcana": "M-devil", "side": "alliance"}}]
            )
        with pytest.raises(NotAllowed):
            commands.grant_arcanum(person, day, arcana="M-fool", table="camp")


def test_nobody_puts_a_match_into_a_day(who: Identity) -> None:
    day = days.started(who)
    with pytest.raises(commands.BadInput):
        commands.create_match(who, system="last_battle", setup={"options": {"campaign": str(day)}})


def test_the_rows_are_what_the_log_says(who: Identity) -> None:
    day = days.started(who)
    commands.create_arcanum(who, day, arcana="M-fool", table="sea", side="alliance")
    commands.grant_arcanum(who, day, arcana="M-fool", table="camp")
    report(who, day, "sea", casualties=[killed(day, "sea")])
    assert not differences(day)
    assert not follow_up.catch_up()
    FallenRow.objects.all().delete()
    assert differences(day)
