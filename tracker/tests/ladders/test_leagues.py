"""A season as a league: its tournaments add up by a published formula, on pages and over REST, explained."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tracker import commands, selectors
from tracker.commands.persons import merge_players
from tracker.identity import Identity
from tracker.inputs import BadInput
from tracker.models import StandingRow
from tracker.rulesets.season.events import Division
from tracker.tests.hall import caught_up, keeper, opened, organiser, play_round

pytestmark = pytest.mark.django_db


class Cup(NamedTuple):
    """A tournament of four that is over, its organiser, who keeps seasons, and the organiser's browser."""

    who: Identity
    event: UUID
    client: Client


@pytest.fixture
def cup() -> Cup:
    who = organiser()
    event, _players = opened(who, 4, rounds=1)
    play_round(who, event, 1)
    commands.finish(who, event)
    caught_up()
    User.objects.update(is_superuser=True, is_staff=True)
    user = User.objects.get(pk=who.user.pk)
    client = Client()
    client.force_login(user)
    return Cup(Identity(user), event, client)


def season_of(cup: Cup) -> UUID:
    return commands.create_season(cup.who, name="Spring", system="last_battle", starts=timezone.now())


def test_a_league_from_the_desk_to_one_request(cup: Cup, django_assert_max_num_queries: Any) -> None:
    season, client = season_of(cup), cup.client
    desk, table = reverse("pages:league-desk", args=[season]), reverse("pages:league", args=[season])
    assert "no formula yet" in Client().get(table).content.decode()
    wrong = client.post(desk, {"do": "set", "points": "5, 9"})
    assert wrong.status_code == 422 and "SEA-LGA-01" in wrong.content.decode()
    assert client.post(desk, {"do": "set", "points": "five"}).status_code == 400
    option = re.search(rf'<option value="{cup.event}">([^<]+)</option>', client.get(desk).content.decode())
    assert option and "Hall cup · " in option[1] and option[1].endswith(" · 4 players"), (
        "two of one name are told apart"
    )
    sent = {
        "do": "set",
        "points": "10, 6, 3, 1",
        "attended": "1",
        "best": "1",
        "divisions": "First; 0; 1\nSecond; 1; 0",
    }
    assert client.post(desk, sent).status_code == 302
    assert client.post(desk, {"do": "count", "tournament": "x"}).status_code == 400
    assert client.post(desk, {"do": "count", "tournament": str(cup.event), "weight": "2"}).status_code == 302
    assert client.post(desk, {"do": "count", "tournament": str(cup.event)}).status_code == 422
    ranks = list(StandingRow.objects.filter(tournament=cup.event).order_by("rank", "player_id"))
    first = {f"division:{row.player_id}": "First" for row in ranks[:2]}
    second = {f"division:{row.player_id}": "Second" for row in ranks[2:]}
    assert client.post(desk, {**sent, **first, **second}).status_code == 302
    assert "Spring" in Client().get(reverse("pages:leagues")).content.decode()
    for language, words in (("en", "How it is counted"), ("ru", "Как считают")):
        with django_assert_max_num_queries(12):
            told = Client().get(table, headers={"accept-language": language}).content.decode()
        assert words in told and "First" in told and "data-print" in told
        assert client.get(desk, headers={"accept-language": language}).status_code == 200
    body = Client().get(f"/api/v1/seasons/{season}/league/").json()
    assert [one["name"] for one in body["tables"]] == ["First", "Second"]
    best = body["tables"][0]["places"][0]
    (part,) = best["parts"]
    points = [10, 6, 3, 1][part["place"] - 1]
    assert (part["base"], part["attended"], part["weight"]) == (str(points), 1, 2)
    assert best["total"] == part["value"] == str((points + 1) * 2) and part["counts"]
    assert body["formula"]["best"] == 1 and body["tournaments"][0]["over"]


def test_a_season_of_a_game_without_runs_speaks_of_none(admin_user: User) -> None:
    """Its desk told of runs to look after, of a ladder and of what still comes in; none of it exists there."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(admin_user)
    told = {}
    for system in ("last_battle", "senjutsu"):
        sent = {"name": f"Spring of {system}", "system": system, "starts": "2026-11-01T00:00"}
        told[system] = client.post(reverse("pages:seasons"), sent, follow=True).content.decode()
    runs = (
        "Runs started",
        "To look after",
        "no new run comes in",
        "The ladders update",
        ">Ladders</a>\n</nav>",
    )
    assert [one in told["senjutsu"] for one in runs] == [True] * 5
    assert [one in told["last_battle"] for one in runs] == [False] * 5
    assert "whose tournaments you take in" in told["last_battle"] and "Under League" in told["last_battle"]


def test_who_was_entered_and_never_played_gets_nothing(admin_user: User) -> None:
    """They stood before players who had lost every game, and taking part brought them points."""
    olga = organiser()
    event, _players = opened(olga, 4, rounds=1)
    play_round(olga, event, 1)
    (absent,) = commands.register_players(olga, event, [commands.NewPlayer("Zoe")])
    commands.finish(olga, event)
    caught_up()
    who = Identity(admin_user)
    season = commands.create_season(who, name="Spring", system="last_battle", starts=timezone.now())
    commands.count_tournament(who, season, event)
    commands.shape_league(who, season, {"points": [10, 6, 3, 2, 1], "attended": 1})
    found = selectors.league(season)
    assert found is not None
    places = {place.player: place.parts[0].place for place in found.tables[0].places}
    assert str(absent.pk) not in places
    ranks = StandingRow.objects.filter(tournament=event)
    before = ranks.get(player=absent).rank
    for row in ranks.exclude(player=absent):
        assert places[str(row.player_id)] == row.rank - (before < row.rank)
    page = Client(headers={"accept-language": "en"}).get(f"/events/{event}/standings/").content.decode()
    assert [part.count("did not play") for part in page.split('class="standing')].count(1) == 1


def test_an_event_with_a_play_off_brings_its_points_as_any_other_does(cup: Cup) -> None:
    """It brought how many the play-off left behind: 3 and 2 for the finalists, nothing for whoever missed it."""
    stages = [{"format": "swiss"}, {"format": "single_elimination", "cut": 2}]
    event, _players = opened(cup.who, 4, rounds=1, stages=stages, tiebreaks=["points", "lot"])
    play_round(cup.who, event, 1)
    commands.begin_stage(cup.who, event)
    play_round(cup.who, event, 2)
    commands.finish(cup.who, event)
    caught_up()
    season = season_of(cup)
    commands.count_tournament(cup.who, season, event)
    commands.shape_league(cup.who, season, {"by": "score"})
    found = selectors.league(season)
    assert found is not None
    totals = [int(place.total) for place in found.tables[0].places]
    rows = StandingRow.objects.filter(tournament=event, round=2)
    points = sorted((row.figures[1]["top"] for row in rows), reverse=True)
    assert totals == points == [3, 1, 1, 0] and rows[0].figures[0]["id"] == "stage"


def test_who_was_entered_twice_and_is_one_person_has_the_better_place_alone(cup: Cup) -> None:
    who, season = cup.who, season_of(cup)
    commands.count_tournament(who, season, cup.event)
    commands.shape_league(who, season, {"points": [10, 6, 3, 1], "attended": 1})
    ranks = list(StandingRow.objects.filter(tournament=cup.event).order_by("rank", "player_id"))
    merge_players(who, person=ranks[-1].player_id, player=ranks[0].player_id)
    found = selectors.league(season)
    assert found is not None
    (place,) = [one for one in found.tables[0].places if one.player == str(ranks[-1].player_id)]
    assert [part.place for part in place.parts] == [1] and place.total == 11


def test_tournaments_stand_in_the_order_of_their_days_and_the_desk_names_whom_it_has_twice(cup: Cup) -> None:
    """They stood in the order in which they were taken in, the last evening as column 1; nothing led from a table with
    everybody in it twice to where two are joined."""
    later, again = opened(cup.who, 4, rounds=1)
    play_round(cup.who, later, 1)
    commands.finish(cup.who, later)
    caught_up()
    season = season_of(cup)
    commands.shape_league(cup.who, season, {"points": [10, 6, 3, 1]})
    desk = reverse("pages:league-desk", args=[season])
    for event in (later, cup.event):
        commands.count_tournament(cup.who, season, event)
    found = selectors.league(season)
    assert found and [one.id for one in found.tournaments] == [str(cup.event), str(later)]
    page = cup.client.get(desk, headers={"accept-language": "en"}).content.decode()
    assert "In the table more than once:" in page and reverse("pages:people") in page
    for player in again:
        older = next(
            key for key, name in found.names.items() if name == player.name and key != str(player.pk)
        )
        merge_players(cup.who, person=older, player=str(player.pk))
    assert "In the table more than once:" not in cup.client.get(desk).content.decode()


def test_a_division_holds_persons_whichever_of_their_names_was_put_in(cup: Cup) -> None:
    """Whoever became somebody else stood in the division without a result, and a second time outside of it."""
    who, season = cup.who, season_of(cup)
    commands.count_tournament(who, season, cup.event)
    best = StandingRow.objects.filter(tournament=cup.event).order_by("rank", "player_id")[0].player
    divisions = [{"name": "First", "players": [str(best.pk)], "down": 1}, {"name": "Second", "up": 1}]
    commands.shape_league(who, season, {"points": [4, 3, 2, 1], "divisions": divisions})
    _event, (same, *_others) = opened(who, 4, rounds=2)
    merge_players(who, person=same.pk, player=best.pk)
    found = selectors.league(season)
    assert found is not None
    (place,) = found.tables[0].places
    assert (place.player, place.total) == (str(same.pk), 4)
    assert str(same.pk) not in {one.player for one in found.tables[-1].places}
    after = selectors.league(commands.follow_season(who, season, name="Summer", starts=timezone.now()))
    assert after is not None and after.state.league is not None
    assert str(same.pk) in [one for division in after.state.league.divisions for one in division.players]


def test_divisions_begin_as_the_table_has_it(cup: Cup) -> None:
    """Thirty players were put into their divisions one by one."""
    season, client = season_of(cup), cup.client
    desk = reverse("pages:league-desk", args=[season])
    commands.count_tournament(cup.who, season, cup.event)
    sent = {"do": "set", "by": "places", "points": "4, 3, 2, 1", "divisions": "First; 0; 1\nSecond; 1; 0"}
    client.post(desk, sent)

    def chosen() -> dict[str, str]:
        page = client.get(desk).content.decode()
        found = re.findall(r'name="division:([^"]+)">(.*?)</select>', page)
        return {one: "".join(re.findall(r"<option selected>([^<]+)", options)) for one, options in found}

    now = selectors.league(season)
    assert now is not None
    order = [place.player for table in now.tables for place in table.places]
    assert [chosen()[one] for one in order] == ["First", "First", "Second", "Second"]
    assert "the table proposes" in client.get(desk, headers={"accept-language": "en"}).content.decode()
    seats = {f"division:{one}": "Second" for one in order[:3]} | {f"division:{order[3]}": ""}
    wrong = client.post(desk, {**sent, **seats, "points": "five"}).content.decode()
    assert wrong.count("<option selected>Second") == 3, "what was chosen stays"
    client.post(desk, {**sent, **seats})
    assert [chosen()[one] for one in order] == ["Second", "Second", "Second", ""], (
        "who is in none may be meant to"
    )


def test_promotion_leads_into_the_next_season(cup: Cup) -> None:
    who, season = cup.who, season_of(cup)
    commands.count_tournament(who, season, cup.event)
    ranks = list(StandingRow.objects.filter(tournament=cup.event).order_by("rank", "player_id"))
    people = [str(row.player_id) for row in ranks]
    divisions = [
        {"name": "First", "players": [people[0], people[-1]], "up": 0, "down": 1},
        {"name": "Second", "players": people[1:2], "up": 1, "down": 0},
    ]
    commands.shape_league(who, season, {"points": [4, 3, 2, 1], "divisions": divisions})
    now = selectors.league(season)
    assert now is not None
    moved = {one.player: one.move for table in now.tables for one in table.places}
    starts = timezone.now()
    after = commands.follow_season(who, season, name="Summer", starts=starts, key="k")
    assert commands.follow_season(who, season, name="Summer", starts=starts, key="k") == after
    following = selectors.league(after)
    assert following is not None and following.state.league is not None
    seats: tuple[Division, ...] = following.state.league.divisions
    for player, move in moved.items():
        before = player in divisions[0]["players"]  # type: ignore[operator]  # a list by construction
        assert (player in seats[0].players) == (before if not move else move == "up")
    assert "up" in moved.values() and "down" in moved.values()


def test_no_stranger_is_put_into_a_division(cup: Cup) -> None:
    """Ids are public: whoever keeps a season could show anybody as a member of it."""
    keeping = keeper("kate")
    season = commands.create_season(keeping, name="Club", system="last_battle", starts=timezone.now())
    stranger = StandingRow.objects.filter(tournament=cup.event)[0].player
    formula = {"points": [3, 2, 1], "divisions": [{"name": "First", "players": [str(stranger.pk)]}]}
    with pytest.raises(BadInput, match="met no player"):
        commands.shape_league(keeping, season, formula)
    with pytest.raises(BadInput, match="met no player"):
        commands.append(keeping, season, [{"type": "league_set", "data": formula}])
    commands.count_tournament(keeping, season, cup.event)
    commands.shape_league(keeping, season, formula)
    commands.leave_out(keeping, season, cup.event, reason="not ours")
    commands.shape_league(keeping, season, {**formula, "attended": 1})
    found = selectors.league(season)
    assert found is not None and [one.player for one in found.tables[0].places] == [str(stranger.pk)]


def test_what_cannot_count(admin_user: User) -> None:
    who, client = Identity(admin_user), Client()
    client.force_login(admin_user)
    running = commands.create_tournament(who, name="Cup", options={"rounds": 1, "scenarios": ["sea"]})
    other = commands.create_season(who, name="Duels", system="senjutsu", starts=timezone.now())
    with pytest.raises(BadInput):
        commands.count_tournament(who, other, running)
    season = commands.create_season(who, name="Spring", system="last_battle", starts=timezone.now())
    commands.count_tournament(who, season, running)
    commands.shape_league(who, season, {"points": [3, 2, 1]})
    caught_up()
    found = selectors.league(season)
    assert found is not None and not found.tournaments[0].over and not found.tables[0].places
    assert Client().get(reverse("pages:league", args=[running])).status_code == 404
    desk = reverse("pages:league-desk", args=[season])
    sent = {"do": "leave-out", "tournament": str(running), "reason": ""}
    assert client.post(desk, sent).status_code == 400
    assert client.post(desk, {**sent, "reason": "a friendly one"}).status_code == 302
    left = selectors.league(season)
    assert left is not None and not left.tournaments
