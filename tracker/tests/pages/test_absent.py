"""Who does not come to a tournament: how many are missing, who is no absentee, and going on without them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, selectors
from tracker.models import Player
from tracker.tests.hall import acting, caught_up, organiser
from tracker.tests.pages.desk import text_of
from tracker.tests.pages.test_team_event import entered, named

pytestmark = pytest.mark.django_db(transaction=True)


class Morning:
    """Four players of whom two have come, and a fifth on the waiting list."""

    def __init__(self, language: str = "en") -> None:
        self.who = organiser()
        options = {"list_required": False, "check_in": True, "rounds": 2}
        self.event = commands.create_tournament(self.who, name="Winter cup", options=options)
        people = [commands.NewPlayer(name) for name in ("Anna", "Boris", "Cato", "Dina")]
        self.players = commands.register_players(self.who, self.event, people)
        self.late = Player.objects.create(name="Zoe", made_at_id=self.event)
        waits = {"player": str(self.late.pk), "waiting": True}
        commands.append(self.who, self.event, [{"type": "player_registered", "data": waits}])
        for player in self.players[:2]:
            commands.check_in(self.who, self.event, player=player.pk)
        self.desk = Client(headers={"accept-language": language})
        self.desk.force_login(self.who.user)
        caught_up()

    @property
    def state(self) -> Any:
        return selectors.current_state(self.event).state

    def page(self, name: str = "console-players") -> str:
        return text_of(self.desk.get(reverse(f"pages:{name}", args=[self.event])))

    def press(self, action: str, **fields: str) -> str:
        url = reverse("pages:console-act", args=[self.event, action])
        answer = self.desk.post(url, {"key": action, **fields}, follow=True)
        assert answer.status_code == 200, answer.content
        return text_of(answer)

    def gone(self) -> set[str]:
        names = {str(one.pk): one.name for one in (*self.players, self.late)}
        return {names[player] for player, one in self.state.entrants.items() if one.dropped}


def seq_in(page: str) -> str:
    return page.partition("undo-of-many/")[0].rpartition('name="seq" value="')[2].partition('"')[0]


def test_whoever_waits_for_a_place_is_not_missing_and_keeps_nobody_from_being_checked_in() -> None:
    morning = Morning()
    page = morning.page()
    assert "4 players" in page and "2 in the hall" in page and "1 on the waiting list" in page
    assert "Check in all 2" in page
    morning.press("check-in-all")
    here = [one.player for one in morning.state.entrants.values() if one.checked_in]
    assert here == [str(one.pk) for one in morning.players]
    assert "All are checked in." in morning.page() or "4 in the hall" in morning.page()


@pytest.mark.parametrize(
    ("language", "offers"), [("en", "Drop all 2 who are not here"), ("ru", "Снять всех, кого нет: 2")]
)
def test_one_press_goes_on_without_who_has_not_come_and_one_takes_it_back(language: str, offers: str) -> None:
    morning = Morning(language)
    assert offers in morning.page()
    page = morning.press("drop-absent")
    assert morning.gone() == {"Cato", "Dina"}
    assert offers not in page
    morning.press("undo-of-many", seq=seq_in(page))
    assert morning.gone() == set() and len(morning.state.in_hall()) == 2
    assert offers in morning.page()


def test_a_team_of_which_nobody_has_come_leaves_with_its_players_and_comes_back_with_them() -> None:
    """At events of teams the button was missing."""
    desk = entered(pasted="North: Ann, Abe\nSouth: Bea, Bob\nWest: Cid, Cora\n", check_in=True)
    for name in ("Ann", "Abe", "Bea"):
        commands.check_in(desk.who, desk.event, player=named(desk, name))
    players = desk.console("players/")
    assert "Drop all 3 who are not here" in text_of(desk.client.get(players))
    page = text_of(desk.client.post(desk.console("do/drop-absent/"), {"key": "away"}, follow=True))
    names = selectors.player_names(desk.state.entrants)
    assert {names[one.player] for one in desk.state.entrants.values() if one.dropped} == {
        "Bob",
        "Cid",
        "Cora",
    }
    assert {team.name: team.dropped for team in desk.state.teams.values()} == {
        "North": False,
        "South": False,
        "West": True,
    }
    assert "Players dropped at once: 3." in page
    desk.client.post(desk.console("do/undo-of-many/"), {"key": "back", "seq": seq_in(page)})
    assert not any(one.dropped for one in (*desk.state.entrants.values(), *desk.state.teams.values()))


def test_what_one_button_told_of_many_is_one_decision_of_the_console() -> None:
    morning = Morning()
    morning.press("check-in-all")
    now = morning.page("console")
    assert "Players checked in at once: 2." in now
    seq = now.partition("Undo this decision")[0].rpartition('name="seq" value="')[2].partition('"')[0]
    morning.press("undo", seq=seq)
    assert len(morning.state.in_hall()) == 2


def test_check_ins_one_by_one_are_taken_back_one_by_one() -> None:
    morning = Morning()
    assert 'formaction="' in morning.page() and "undo-of-many" not in morning.page()
    morning.press("check-in", player=str(morning.players[2].pk))
    assert "undo-of-many" not in morning.page()


def test_my_day_offers_no_check_in_to_whoever_waits_for_a_place() -> None:
    """The button was there, and refused."""
    morning = Morning()
    page = text_of(acting(Client(), morning.late).get("/my/"))
    assert "I am here" not in page and "You are on the waiting list." in page
    assert "I am here" in text_of(acting(Client(), morning.players[2]).get("/my/"))
    morning.press("admit", player=str(morning.late.pk))
    assert "I am here" in text_of(acting(Client(), morning.late).get("/my/"))


def test_the_draw_says_whom_it_leaves_out_and_nobody_is_dropped_by_the_button_later() -> None:
    morning = Morning()
    assert "Not checked in, so left out: 2." in morning.page("console")
    commands.draw_round(morning.who, morning.event, scenario="sea")
    assert "who are not here" not in morning.page()


def test_the_screen_of_the_hall_awaits_nobody_without_a_place() -> None:
    morning = Morning()
    page = text_of(Client().get(reverse("pages:hall", args=[morning.event])))
    assert "Cato" in page and "Zoe" not in page and "of 4" in page


def test_who_is_here_stays_whatever_the_desk_is_asked_twice() -> None:
    morning = Morning()
    assert commands.drop_absent(morning.who, morning.event, reason="did not come") is not None
    assert commands.drop_absent(morning.who, morning.event, reason="did not come") is None
    assert isinstance(morning.event, UUID) and len(morning.state.in_hall()) == 2
