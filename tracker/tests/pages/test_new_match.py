"""A match outside events by its page: which game, who and how; each fault at its field; nobody sees too much."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games.registry import MATCHES
from tracker import commands, selectors, warm
from tracker.commands import tables_of
from tracker.commands.rosters import staff_roster
from tracker.handle import CommandRejected
from tracker.identity import Identity
from tracker.models import MatchRow, Membership, Player, Stream
from tracker.models.rosters import Warband
from tracker.pages.match_forms import pages_of
from tracker.roles import viewer_at
from tracker.tests.factories import roster_of
from tracker.tests.hall import acting
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)

BATTLE = "/matches/new/last_battle/battle/"
DUEL = "/matches/new/senjutsu/duel/"
MODES = [(system, mode.key) for system in MATCHES for mode in tables_of(system).modes]


def phone(*names: str, language: str = "en") -> tuple[Client, list[Player]]:
    """A device that acts for new players of these names, without any account."""
    players = [Player.objects.create(name=name) for name in names]
    return acting(Client(headers={"accept-language": language}), *players), players


def shown(client: Client, url: str) -> dict[str, str]:
    """The fields of the form as a browser would send them unchanged."""
    form = client.get(url).context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def opened(client: Client, url: str, **told: str) -> Any:
    """The answer to the form, filled in."""
    return client.post(url, {**shown(client, url), **told})


def only_match() -> UUID:
    (stream,) = Stream.objects.filter(kind="match")
    return UUID(str(stream.id))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_game_and_mode_is_offered_and_its_form_opens(language: str) -> None:
    client, _players = phone("Anna", language=language)
    page = text_of(client.get("/matches/new/"))
    for system, mode in MODES:
        assert f'href="/matches/new/{system}/{mode}/"' in page
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = client.get(f"/matches/new/{system}/{mode}/")
        assert answer.status_code == 200 and len(queries) <= 6, [q["sql"] for q in queries]
        assert tables_of(system).name.to(language) in text_of(answer)


@pytest.mark.parametrize(("system", "mode"), MODES)
def test_every_mode_opens_at_every_level_with_what_the_form_shows(system: str, mode: str) -> None:
    """Without a change in the pages, whatever system is registered."""
    client, (anna,) = phone("Anna")
    url = f"/matches/new/{system}/{mode}/"
    told = next(one for one in tables_of(system).modes if one.key == mode)
    sides, seats = told.sides, range(1, (told.seats if told.every else 1) + 1)
    others = {f"seats_{side}_{n}": f"New {side} {n}" for side in sides for n in seats}
    del others[f"seats_{sides[0]}_1"]
    for level in tables_of(system).levels:
        answer = opened(client, url, detail=level, **others)
        assert answer.status_code == 302, answer.context and answer.context.get("problems")
    rows = list(MatchRow.objects.all())
    assert len(rows) == len(tables_of(system).levels)
    assert {row.sides[sides[0]][0] for row in rows} == {str(anna.id)}
    for row in rows:
        assert client.get(f"/matches/{row.pk}/").status_code == 200
        assert client.get(f"/matches/{row.pk}/pad/").status_code == 200


def test_a_player_opens_a_match_and_the_other_claims_a_seat() -> None:
    """Two phones and no account: schemes are dealt, each sees their own, nobody is staff."""
    client, (anna,) = phone("Anna")
    answer = opened(client, BATTLE, seats_serpent_1="Boris", detail="turns", scenario="sea")
    match = only_match()
    assert answer["Location"] == f"/matches/{match}/codes/"
    assert not Membership.objects.exists()
    boris = Player.objects.get(name="Boris")
    page = text_of(client.get(answer["Location"]))
    assert boris.claim_code in page
    other = Client()
    other.post(f"/claim/{boris.claim_code}/")
    assert text_of(other.get("/my/")).count(f"/matches/{match}/") >= 1
    assert boris.claim_code not in text_of(client.get(answer["Location"]))
    sides = selectors.sides_of(match)
    assert sides == {"alliance": (str(anna.id),), "serpent": (str(boris.id),)}
    play = warm.current(match).state.play
    assert play.battlefield == "sea" and play.squads[str(anna.id)].was_dealt
    assert play.squads[str(boris.id)].schemes


def test_who_plays_is_never_staff_of_the_match() -> None:
    """Also signed in: the Serpent's preset scheme stays the Serpent's secret."""
    user = User.objects.create_user("olga")
    client = Client()
    client.force_login(user)
    form = shown(client, BATTLE)
    assert form["seats_alliance_1"] == "olga"
    assert client.post(BATTLE, {**form, "seats_serpent_1": "Boris"}).status_code == 302
    match = only_match()
    own = Player.objects.get(user=user)
    assert own.name == "olga" and own.claimed_at is not None
    assert not Membership.objects.exists()
    viewer = viewer_at(Identity(user, frozenset({str(own.id)})), match, selectors.sides_of(match))
    assert (viewer.role, viewer.side) == ("player", "alliance")
    assert shown(client, BATTLE)["seats_alliance_1"] == "olga"
    opened(client, BATTLE, seats_serpent_1="Boris")
    assert Player.objects.filter(user=user).count() == 1
    assert Player.objects.filter(name="Boris").count() == 1, "met before, so the same Boris"


def test_who_runs_a_match_without_playing_is_its_staff() -> None:
    user = User.objects.create_user("olga")
    client = Client()
    client.force_login(user)
    answer = opened(client, BATTLE, seats_alliance_1="Anna", seats_serpent_1="Boris")
    assert answer["Location"] == f"/matches/{only_match()}/codes/"
    assert Membership.objects.get().user == user
    assert len(re.findall(r'class="slip-code', text_of(client.get(answer["Location"])))) == 2


def test_the_codes_are_for_whoever_opened_the_match() -> None:
    client, _players = phone("Anna")
    url = opened(client, BATTLE, seats_serpent_1="Boris")["Location"]
    code = Player.objects.get(name="Boris").claim_code
    stranger, _others = phone("Carl")
    answer = stranger.get(url)
    assert answer["Location"].startswith("/sign-in/") and code not in text_of(answer)
    assert Client().get(url)["Location"].startswith("/sign-in/")
    signed_in = Client()
    signed_in.force_login(User.objects.create_user("carla"))
    answer = signed_in.get(url)
    assert answer.status_code == 403 and code not in text_of(answer)


def test_a_double_tap_opens_one_match() -> None:
    client, _players = phone("Anna")
    fields = {**shown(client, BATTLE), "seats_serpent_1": "Boris"}
    first, second = client.post(BATTLE, fields), client.post(BATTLE, fields)
    assert first["Location"] == second["Location"] and only_match()
    assert Player.objects.filter(name="Boris").count() == 1


def fault(answer: Any, name: str) -> str:
    """What stands at a field."""
    assert answer.status_code == 400 and not Stream.objects.filter(kind="match").exists()
    return " ".join(answer.context["form"].errors.get(name, ()))


WRONG = [
    ({"seats_serpent_1": ""}, "seats_serpent_1", "Name a player", "Укажите игрока"),
    ({"seats_serpent_1": "anna"}, "seats_serpent_1", "already at the table", "уже за столом"),
    ({"seats_serpent_1": "B" * 81}, "seats_serpent_1", "80", "80"),
    ({"seats_serpent_1": "Eve"}, "seats_serpent_1", "several players", "нескольких"),
    ({"detail": "everything"}, "detail", "valid choice", "корректный"),
    ({"scenario": "moon"}, "scenario", "valid choice", "корректный"),
    ({"bring": "11111111-1111-1111-1111-111111111111"}, "bring", "valid choice", "корректный"),
    ({"option_scheme_draw_count": "99"}, "option_scheme_draw_count", "10", "10"),
    ({"option_deck_profile": "tarot"}, "option_deck_profile", "valid choice", "корректный"),
]


@pytest.mark.parametrize(
    ("told", "seat"), [({}, "a_2"), ({"a_2": "Carl"}, "b_2"), ({"a_2": "C", "b_2": " "}, "b_2")]
)
def test_a_team_of_two_is_not_opened_as_a_duel(told: dict[str, str], seat: str) -> None:
    """Every seat of such a mode must be taken; all of them are in sight."""
    client, _players = phone("Anna")
    url = "/matches/new/super_fantasy_brawl/superteams/"
    assert "<summary>More players" not in text_of(client.get(url))
    seats = {f"seats_{name}": player for name, player in {"b_1": "Boris", **told}.items()}
    assert "Name a player" in fault(opened(client, url, **seats), f"seats_{seat}")
    assert opened(client, url, seats_b_1="B", seats_a_2="C", seats_b_2="D").status_code == 302
    assert warm.current(only_match()).state.play.mode == "superteams"


@pytest.mark.parametrize(("told", "field", "en", "ru"), WRONG)
def test_each_fault_stands_at_its_field(told: dict[str, str], field: str, en: str, ru: str) -> None:
    """And what was typed stays; nothing is opened."""
    client, players = phone("Anna", "Eve", "Eve")
    for language, words in (("en", en), ("ru", ru)):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        fields = {**shown(client, BATTLE), "seats_alliance_1": "Anna", "seats_serpent_1": "Boris", **told}
        answer = client.post(BATTLE, fields)
        assert words in fault(answer, field)
        assert 'value="Anna"' in text_of(answer)
    assert Player.objects.count() == len(players), "nobody was made for a match that was not opened"


def test_hexes_that_are_none_are_refused_at_their_field() -> None:
    client, _players = phone("Anna")
    bad = opened(client, DUEL, seats_blue_1="Boris", detail="full", option_board="1,1 2")
    assert "0,0" in fault(bad, "option_board")


def test_what_the_rules_refuse_opens_nothing() -> None:
    """The form asks for the shape alone; the opening's events are judged like any others."""
    anna = Player.objects.create(name="Anna")
    who = Identity(AnonymousUser(), frozenset({str(anna.id)}))
    seats = {"alliance": ["Anna"], "serpent": ["Boris"]}
    asked = commands.Asked("last_battle", "battle", seats, options={"scheme_draw_count": 99})
    with pytest.raises(CommandRejected, match="LB-SETUP-02"):
        commands.open_match(who, asked)
    with pytest.raises(commands.BadInput, match="options"):
        commands.open_match(who, asked._replace(options={"deck_profile": "tarot"}))
    assert not Stream.objects.exists() and Player.objects.count() == 1


def test_a_choice_that_the_scenario_leaves_open_is_asked_for_in_sight() -> None:
    client, _players = phone("Anna")
    told = {"seats_b_1": "Boris", "scenario": "muzukashi"}
    page = opened(client, "/matches/new/bushido/duel/", **told).content.decode()
    assert "This one leaves a choice: " in page and "Logged: nothing" not in page
    assert re.search(r"<details open>\s*<summary>More options", page)


def test_a_phone_may_not_run_a_match_of_others() -> None:
    client, _players = phone("Anna")
    answer = opened(client, BATTLE, seats_alliance_1="Boris", seats_serpent_1="Carl")
    assert "Take a seat" in fault(answer, "seats_alliance_1")


def test_a_visitor_is_told_how_to_come_in(settings: Any) -> None:
    """Where the server lets no strangers in; what it says where it does is in `test_door`."""
    settings.DOOR = "closed"
    for url in ("/matches/new/", BATTLE):
        page = text_of(Client().get(url, follow=True))
        assert "/claim/" in page and "/sign-in/?next=/matches/new/" in page
    assert Client().post(BATTLE, {}).status_code == 302 and not Stream.objects.exists()


@pytest.mark.parametrize("url", ["/matches/new/go/duel/", "/matches/new/senjutsu/chess/"])
def test_an_unknown_game_or_mode_is_not_found(url: str) -> None:
    client, _players = phone("Anna")
    assert client.get(url).status_code == 404 and client.post(url, {}).status_code == 404


def test_options_and_several_players_of_a_side_come_to_the_opening() -> None:
    client, _players = phone("Anna")
    told = {
        "seats_alliance_2": "Carl",
        "seats_serpent_1": "Boris",
        "option_scheme_draw_count": "4",
        "option_scheme_cap_scope": "side",
        "option_deck_profile": "kingless54",
        "detail": "full",
    }
    opened(client, BATTLE, **told)
    play = warm.current(only_match()).state.play
    assert (play.draw_count, play.cap_scope, play.deck_profile) == (4, "side", "kingless54")
    assert [squad.side for squad in play.squads.values()] == ["serpent", "alliance", "alliance"]


def test_hexes_of_the_board_are_read() -> None:
    client, _players = phone("Anna")
    opened(client, DUEL, seats_blue_1="Boris", detail="full", option_board="0,0 1,0; 2,-1")
    assert warm.current(only_match()).state.play.full.board == {(0, 0), (1, 0), (2, -1)}


def test_an_own_warband_waits_at_the_pad() -> None:
    """Last Battle hires after the schemes are chosen: the list is there when its step comes."""
    client, (anna,) = phone("Anna")
    revision = staff_roster(anna, roster_of("Anna"))
    form = shown(client, BATTLE)
    client.post(
        BATTLE, {**form, "seats_serpent_1": "Boris", "detail": "summary", "bring": str(revision.roster_id)}
    )
    match = only_match()
    who = Identity(AnonymousUser(), frozenset({str(anna.id)}))
    dealt = warm.current(match).state.play.squads[str(anna.id)].dealt
    commands.append(
        who, match, [{"type": "scheme_chosen", "data": {"player": str(anna.id), "scheme": dealt[0]}}]
    )
    figure = revision.body["figures"][0]
    name = figure if isinstance(figure, str) else figure["figure_id"]
    assert name in text_of(client.get(f"/matches/{match}/pad/"))


def test_a_list_of_somebody_else_is_not_offered_nor_taken() -> None:
    client, _players = phone("Anna")
    other = staff_roster(Player.objects.create(name="Carl"), roster_of("Carl"))
    form = shown(client, BATTLE)
    assert str(other.roster_id) not in text_of(client.get(BATTLE))
    answer = client.post(BATTLE, {**form, "seats_serpent_1": "B", "bring": str(other.roster_id)})
    assert fault(answer, "bring")
    who = Identity(AnonymousUser(), frozenset({str(Player.objects.get(name="Anna").id)}))
    asked = commands.Asked("last_battle", "battle", {"alliance": ["Anna"], "serpent": ["B"]})
    with pytest.raises(commands.BadInput, match="no list of yours"):
        commands.open_match(who, asked._replace(bring=other.roster_id))
    assert Warband.objects.count() == 1


def test_fellows_of_an_event_are_known_by_name() -> None:
    desk = Desk(3)
    anna = desk.players[0]
    client = acting(Client(), anna)
    assert desk.players[1].name in text_of(client.get(BATTLE))
    opened(client, BATTLE, seats_serpent_1=desk.players[1].name.upper())
    match = MatchRow.objects.get()
    assert match.sides["serpent"] == [str(desk.players[1].id)]
    assert Player.objects.count() == 3


def test_the_way_to_it_is_on_the_home_page_and_on_my_pages() -> None:
    client, _players = phone("Anna")
    assert 'href="/matches/new/"' in text_of(client.get("/my/"))
    assert 'name="more"' in text_of(client.get("/"))


def test_my_day_lists_matches_outside_events_in_a_bounded_number_of_queries() -> None:
    client, _players = phone("Anna")
    counts = []
    for number in range(3):
        opened(client, BATTLE, seats_serpent_1="Boris" if number else "Carl", detail="summary")
        with CaptureQueriesContext(connection) as queries:
            page = text_of(client.get("/my/"))
        counts.append(len(queries))
        assert page.count('class="plain-list ruled"') == 1
    assert counts[1] == counts[2], counts


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_choice_has_words_in_both_languages(language: str) -> None:
    with override(language):
        for system in MATCHES:
            tables, words = tables_of(system), pages_of(system)
            for mode in tables.modes:
                assert all(words.side_name(side, language) for side in mode.sides)
            keys = [choice.key for choice in tables.choices]
            assert len(set(keys)) == len(keys)


def as_it_is_now(user: User) -> Identity:
    own = Player.objects.filter(user=user).values_list("pk", flat=True)
    return Identity(user, frozenset(map(str, own)))


@pytest.mark.parametrize("gone", ["forgotten", "given away"])
def test_a_seat_under_the_user_name_brings_no_player_back_who_is_the_accounts_no_more(gone: str) -> None:
    """A forgotten player stays forgotten, and one whom somebody else plays as now stays theirs."""
    user = User.objects.create_user("anna")
    asked = commands.Asked("last_battle", "battle", {"alliance": ["anna"], "serpent": ["Boris"]})
    commands.open_match(as_it_is_now(user), asked)
    first = Player.objects.get(user=user)
    if gone == "forgotten":
        match = only_match()
        commands.forget_player(as_it_is_now(user), first)
        assert str(first.pk) in str(selectors.sides_of(match))
    else:
        first.user, first.name = None, "Anna of the club"
        first.save()
    before = Player.objects.filter(pk=first.pk).values().get()
    commands.open_match(as_it_is_now(user), asked)
    assert Player.objects.filter(pk=first.pk).values().get() == before
    assert Player.objects.get(user=user).pk != first.pk
