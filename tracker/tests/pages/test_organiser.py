"""The organiser's console: every step of an event by its buttons, and every refusal with its rule and its reasons."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tracker import commands, selectors
from tracker.commands import PRESETS
from tracker.identity import Identity
from tracker.models import Membership, TournamentRow
from tracker.pages.forms.organiser import NewEventForm
from tracker.tests import hall
from tracker.tests.chronicle.club import river_war
from tracker.tests.hall import caught_up
from tracker.tests.pages.desk import NAMES, Desk, match_url, text_of

pytestmark = pytest.mark.django_db(transaction=True)
CONSOLE = ("", "players/", "round/", "codes/")


def main_action(page: str) -> str:
    """The text of the one main action, or of what is to be done on the page itself."""
    found = re.findall(r'(?:class="(?:button )?main-action"|class="todo"><a)[^>]*>([^<]+)<', page)
    assert len(found) == 1, found
    text: str = found[0]
    return text


def test_an_event_is_created_from_a_preset_and_its_players_are_asked_for() -> None:
    user = User.objects.create_user("olga")
    client = Client()
    client.force_login(user)
    page = text_of(client.get("/organise/"))
    key = re.search(r'name="key" value="(\w+)"', page)
    assert key
    fields = {"name": "Hall cup", "preset": "last_battle_swiss", "rounds": "", "key": key[1]}
    first = client.post("/organise/", fields)
    assert first.status_code == 302
    assert client.post("/organise/", fields)["Location"] == first["Location"], "a double tap makes one event"
    assert first["Location"].endswith("/players/"), "the console came first, with nobody in it"
    page = text_of(client.get(first["Location"]))
    assert main_action(page) == "Add players" and "Nobody is registered yet" in page
    assert client.post("/organise/", {**fields, "key": "other", "team_size": "3"})["Location"].endswith(
        "/teams/"
    )


def test_seasons_and_campaigns_stand_among_what_one_organises() -> None:
    """Whoever kept a season found it under the ladders alone, and a campaign on the page of everybody's campaigns."""
    who = hall.organiser("kim")
    User.objects.filter(pk=who.user.pk).update(is_superuser=True)
    season = commands.create_season(
        Identity(User.objects.get(pk=who.user.pk)), name="Spring", starts=timezone.now()
    )
    campaign = commands.create_chronicle(who, name="River", definition=river_war())
    caught_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    page = client.get(reverse("pages:organise")).content.decode()
    assert reverse("pages:season", args=[season]) in page
    assert reverse("pages:chronicle-desk", args=[campaign]) in page


@pytest.mark.parametrize(
    ("preset", "detail"), [("last_battle_swiss", "turns"), ("last_battle_casual", "summary")]
)
def test_an_event_takes_the_depth_of_its_preset_unless_told_otherwise(preset: str, detail: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    page = text_of(client.get("/organise/"))
    chosen = re.findall(r'name="detail" value="(\w*)"[^>]*checked', page)
    assert chosen == ["", "turns"], "the day below has no preset"
    made = client.post("/organise/", {"name": "Hall cup", "preset": preset, "detail": chosen[0]})
    event = TournamentRow.objects.get().stream_id
    assert made.status_code == 302 and selectors.current_state(event).state.options.detail == detail


def test_every_preset_stands_under_its_game_and_the_chosen_game_is_open() -> None:
    games = list(NewEventForm(initial={"preset": "senjutsu_duels"}).games())
    offered = [one.data["value"] for game in games for one in game.presets]
    assert sorted(offered) == sorted(PRESETS) and [game.name for game in games if game.chosen] == ["Senjutsu"]
    names = [str(one.choice_label) for game in games for one in game.presets]
    assert all(name[0].isupper() and ": " not in name for name in names), "the game is its heading"


OPTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "senjutsu_duels": (
        {"senjutsu-deck_size": "30", "senjutsu-deck_lists": "open", "senjutsu-board": "0,0 1,0"},
        {"deck_size": 30, "deck_lists": "open", "board": [[0, 0], [1, 0]], "time_limit": True},
    ),
    "last_battle_swiss": (
        {"last_battle-scheme_cap_scope": "side", "senjutsu-deck_size": "30"},
        {"scheme_cap_scope": "side"},
    ),
}


@pytest.mark.parametrize("preset", OPTIONS)
def test_an_event_takes_options_for_its_matches_in_the_words_of_its_system(preset: str) -> None:
    """On top of those of its preset; what another system's fields say does not count."""
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    fields, wanted = OPTIONS[preset]
    page = text_of(client.get("/organise/"))
    assert all(f'name="{name}"' in page for name in fields)
    made = client.post("/organise/", {"name": "Hall cup", "preset": preset, "detail": "full", **fields})
    assert made.status_code == 302
    told = selectors.current_state(TournamentRow.objects.get().stream_id).state.options.match_options
    of_preset: dict[str, Any] = PRESETS[preset]["options"].get("match_options", {})
    assert told == {**of_preset, **wanted}


def test_an_option_that_is_the_tournaments_own_stays_there() -> None:
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    fields = {"name": "Cup", "preset": "last_battle_swiss", "last_battle-scheme_draw_count": "5"}
    assert client.post("/organise/", fields).status_code == 302
    options = selectors.current_state(TournamentRow.objects.get().stream_id).state.options
    assert options.scheme_draw_count == 5 and not options.match_options


@pytest.mark.parametrize(
    ("field", "value"),
    [("senjutsu-board", "1,2 x"), ("senjutsu-deck_size", "0"), ("senjutsu-format", "chess")],
)
def test_a_wrong_option_is_refused_at_its_field_and_its_group_is_open(field: str, value: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    answer = client.post("/organise/", {"name": "Cup", "preset": "senjutsu_duels", field: value})
    assert answer.status_code == 400 and answer.context["form"].errors[field]
    assert "<details open>" in text_of(answer) and not TournamentRow.objects.exists()


def test_options_come_to_the_matches() -> None:
    """The limit of a scheme's points at a table of Last Battle is what the organiser chose."""
    desk = Desk(2, match_options={"scheme_cap_scope": "side"}).started()
    state = selectors.current_state(desk.matches()[0].stream_id).state
    assert state.play.cap_scope == "side"


def test_an_event_without_a_name_is_refused_and_the_rest_stays_typed() -> None:
    client = Client()
    client.force_login(User.objects.create_user("olga"))
    answer = client.post("/organise/", {"name": "", "preset": "last_battle_casual", "rounds": "4"})
    assert answer.status_code == 400
    assert 'value="4"' in text_of(answer) and not TournamentRow.objects.exists()


@pytest.mark.parametrize("page", CONSOLE)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_of_the_console_opens_in_both_languages(page: str, language: str) -> None:
    desk = Desk(language=language).started()
    answer = desk.client.get(desk.console(page))
    assert answer.status_code == 200 and f'<html lang="{language}">' in text_of(answer)


@pytest.mark.parametrize("page", CONSOLE)
def test_the_console_is_for_staff(page: str) -> None:
    desk = Desk()
    visitor = Client()
    answer = visitor.get(desk.console(page))
    assert answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
    visitor.force_login(User.objects.create_user("peter"))
    answer = visitor.get(desk.console(page), headers={"accept-language": "ru"})
    assert answer.status_code == 403 and "Hall cup" not in text_of(answer)
    assert visitor.post(desk.console("do/lock-lists/")).status_code == 403
    assert not desk.state.lists_locked


def test_a_judge_of_the_event_is_staff() -> None:
    desk = Desk()
    judge = User.objects.create_user("jan")
    Membership.objects.create(stream_id=desk.event, user=judge, role="judge")
    client = Client()
    client.force_login(judge)
    assert client.get(desk.console()).status_code == 200


def test_players_are_typed_and_pasted_and_each_gets_a_code() -> None:
    desk = Desk(count=0)
    text = "Anna Weber; Tin Soldiers\n\nБорис\tСтарый порт\nCarl"
    answer = desk.client.post(desk.console("players/add/"), {"text": text})
    assert answer.status_code == 302
    page = text_of(desk.client.get(desk.console("players/")))
    assert all(name in page for name in ("Anna Weber", "Tin Soldiers", "Борис", "Carl"))
    codes = re.findall(r"slip-code mono\">(\w{8})<", text_of(desk.client.get(desk.console("codes/"))))
    assert len(set(codes)) == 3


def test_a_wrong_line_is_named_nothing_is_registered_and_the_text_stays() -> None:
    desk = Desk(count=1)
    answer = desk.client.post(desk.console("players/add/"), {"text": "Bea\n; Club\nBea"})
    page = text_of(answer)
    assert answer.status_code == 400
    assert "Line 2" in page and "Line 3" in page and "Bea\n; Club\nBea" in page
    assert len(desk.state.entrants) == 1


def test_the_preview_counts_and_warns_and_stores_nothing() -> None:
    desk = Desk(count=1)
    page = text_of(desk.client.post(desk.console("players/preview/"), {"text": "anna\nBea\nBea"}))
    assert "2 players were read" in page and "Line 3" in page and "already registered" in page
    assert len(desk.state.entrants) == 1


def test_a_double_tap_registers_once() -> None:
    desk = Desk(count=0)
    for _tap in range(2):
        assert desk.client.post(desk.console("players/add/"), {"text": "Bea", "key": "k1"}).status_code == 302
    assert len(desk.state.entrants) == 1


def test_check_in_is_by_name_and_can_be_undone() -> None:
    desk = Desk()
    player = str(desk.players[1].id)
    assert "Check in Борис" in text_of(desk.client.get(desk.console("players/")))
    assert desk.press("check-in", player=player).status_code == 302
    assert desk.state.entrants[player].checked_in
    assert desk.press("undo-check-in", player=player).status_code == 302
    assert not desk.state.entrants[player].checked_in


def test_a_late_entry_hands_in_a_paper_list_after_the_lock_and_is_drawn() -> None:
    desk = Desk(count=2, list_required=True).played()
    commands.close_round(desk.who, desk.event, round=1)
    desk.client.post(desk.console("players/add/"), {"text": "Larry"})
    larry = list(desk.state.entrants)[-1]
    desk.press("check-in", player=larry)
    page = text_of(desk.client.get(desk.console()))
    assert main_action(page) == "Take 1 missing list" and f"players/{larry}/list/" in page
    sheet = {"pasted": "Captain\nArcher; 5; 1", "action": "take"}
    taken = desk.client.post(desk.console(f"players/{larry}/list/"), sheet)
    assert taken.status_code == 302, text_of(taken)
    assert desk.state.lists_locked and desk.state.entrants[larry].roster.ok
    assert main_action(text_of(desk.client.get(desk.console()))) == "Draw round 2"
    other = str(desk.players[0].id)
    changed = desk.client.post(desk.console(f"players/{other}/list/"), sheet)
    assert changed.status_code == 422 and "TRN-LIST-01" in text_of(changed)


def test_all_are_checked_in_with_one_press_but_those_who_left() -> None:
    desk = Desk()
    gone, here = str(desk.players[0].id), str(desk.players[1].id)
    desk.press("drop", player=gone)
    desk.press("check-in", player=here)
    before = desk.version
    assert "Check in all 2" in text_of(desk.client.get(desk.console("players/")))
    for _tap in range(2):
        assert desk.press("check-in-all", key="k1").status_code == 302
    entrants = desk.state.entrants
    assert [entrants[gone].checked_in, *(entrants[str(p.id)].checked_in for p in desk.players[1:])] == [
        False,
        *[True] * 3,
    ]
    assert desk.version == before + 2, "each once, in one step"
    assert desk.press("check-in-all", key="k2").status_code == 302
    assert "Check in all" not in text_of(desk.client.get(desk.console("players/")))


def test_slips_lead_phones_to_the_address_of_the_hall(settings: Any) -> None:
    """127.0.0.1 on a phone is the phone itself."""
    desk = Desk(count=1)
    code = desk.players[0].claim_code
    settings.HALL_ADDRESS = "http://192.168.7.5:8000/"
    local = text_of(desk.client.get(desk.console("codes/"), headers={"host": "127.0.0.1:8000"}))
    assert "192.168.7.5:8000/claim<" in local and "Phones cannot open" not in local
    named = text_of(desk.client.get(desk.console("codes/"), headers={"host": "club.example"}))
    assert "club.example/claim<" in named and code in named and "Phones cannot open" not in named
    settings.HALL_ADDRESS = ""
    alone = text_of(desk.client.get(desk.console("codes/"), headers={"host": "localhost:8000"}))
    assert "Phones cannot open this address" in alone


def test_who_drops_can_come_back() -> None:
    desk = Desk()
    player = str(desk.players[0].id)
    desk.press("drop", player=player)
    assert desk.state.entrants[player].dropped
    desk.press("reinstate", player=player)
    assert not desk.state.entrants[player].dropped


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Anna has already dropped"), ("ru", "Anna: игрок уже снялся")]
)
def test_a_refusal_names_its_rule_in_the_readers_language_and_the_player(language: str, word: str) -> None:
    desk = Desk(language=language)
    player = str(desk.players[0].id)
    desk.press("drop", player=player, key="one")
    version = desk.version
    answer = desk.press("drop", player=player, key="two")
    page = text_of(answer)
    assert answer.status_code == 422 and desk.version == version
    assert "TRN-REG-05" in page and word in page


def test_a_list_is_typed_in_at_the_desk() -> None:
    desk = Desk()
    player = str(desk.players[0].id)
    url = desk.console(f"players/{player}/list/")
    fields = {"pasted": "Captain\nArcher; 12; 2\nGuard; 13; 2", "action": "take"}
    assert desk.client.post(url, fields).status_code == 302
    assert desk.state.entrants[player].roster.ok
    assert "Archer" in text_of(desk.client.get(desk.url(f"players/{player}/list/")))


def test_a_list_that_breaks_rules_is_not_taken_and_stays_typed() -> None:
    desk = Desk()
    player = str(desk.players[0].id)
    answer = desk.client.post(
        desk.console(f"players/{player}/list/"), {"pasted": "Captain\nOgre; 26; 3", "action": "take"}
    )
    page = text_of(answer)
    assert answer.status_code == 422
    assert "LB-ROSTER" in page and "Ogre; 26; 3" in page
    assert desk.state.entrants[player].roster is None


def test_the_next_step_leads_from_registration_to_the_final_ranking() -> None:
    desk = Desk(count=4)
    steps = [main_action(text_of(desk.client.get(desk.console())))]
    desk.ready()
    for number in (1, 2):
        steps.append(main_action(text_of(desk.client.get(desk.console()))))
        desk.press("draw")
        steps.append(main_action(text_of(desk.client.get(desk.console("round/")))))
        desk.press("publish", round=number, version=desk.version)
        steps.append(main_action(text_of(desk.client.get(desk.console()))))
        desk.press("start", round=number, version=desk.version)
        steps.append(main_action(text_of(desk.client.get(desk.console()))))
        for row in desk.matches(number):
            desk.report(row)
        before = text_of(desk.client.get(desk.console()))
        steps.append(main_action(before))
        assert ("Then the event can be finished." in before) is (number == 2)
        assert ("Then the next round can be drawn." in before) is (number == 1)
        desk.press("close", round=number, version=desk.version)
    steps.append(main_action(text_of(desk.client.get(desk.console()))))
    desk.press("finish", version=desk.version)
    steps.append(main_action(text_of(desk.client.get(desk.console()))))
    rounds = [
        [
            f"Draw round {n}",
            f"Publish round {n}",
            f"Start round {n}",
            "Enter 2 results",
            f"Close round {n}",
        ]
        for n in (1, 2)
    ]
    assert steps == [
        "Check in 4 players",
        *rounds[0],
        *rounds[1],
        "Finish the event",
        "Open the final ranking",
    ]
    assert "Final ranking" in text_of(desk.client.get(desk.url("standings/")))


def test_what_is_done_on_this_page_is_no_button_that_leads_to_the_page() -> None:
    """A red "Check in 4 players" led to the page on which it stood."""
    desk = Desk(count=4)
    now = text_of(desk.client.get(desk.console()))
    assert f'class="button main-action" data-key="g" href="{desk.console("players/")}#people"' in now
    players = text_of(desk.client.get(desk.console("players/")))
    assert "main-action" not in players and 'href="#people">Check in 4 players</a>' in players
    desk.started()
    assert 'href="#tables">Enter 2 results</a>' in text_of(desk.client.get(desk.console()))


@pytest.mark.parametrize("published", [False, True])
def test_a_draw_whose_player_has_left_is_to_be_drawn_again(published: bool) -> None:
    """The main button published or started it, and was refused."""
    desk = Desk(4).drawn()
    if published:
        commands.publish_round(desk.who, desk.event, round=1)
    desk.press("drop", player=str(desk.players[0].pk))
    shown = text_of(desk.client.get(desk.console()))
    assert "Draw round 1 again" in shown and "has left" in shown and "Start round 1" not in shown
    draft = text_of(desk.client.get(desk.console("round/")))
    assert "Publish round 1" not in draft and "Discard this draw" in draft and 'id="again"' in draft
    desk.press("discard", round=1, seed=desk.state.current.seed, reason="one left")
    desk.press("draw")
    assert "Check and publish round 1" in text_of(desk.client.get(desk.console()))


def test_a_round_is_not_closed_while_results_are_missing() -> None:
    desk = Desk().started()
    answer = desk.press("close", round=1, version=desk.version)
    assert answer.status_code == 422 and "TRN-RND-05" in text_of(answer)


def test_a_stale_button_changes_nothing_and_shows_what_was_missed() -> None:
    desk = Desk().drawn()
    version = desk.version
    commands.register_players(desk.who, desk.event, [commands.NewPlayer("Late Lena")])
    answer = desk.press("publish", round=1, version=version)
    page = text_of(answer)
    assert answer.status_code == 409 and "Late Lena is registered" in page
    assert "Your button did nothing." in page and "it is still here, below" not in page, "nothing was typed"
    assert desk.state.current.status == "draft"


def test_the_draft_shows_its_certificate_and_why_two_meet() -> None:
    desk = Desk().drawn()
    pairing = desk.state.current.pairings[0]
    one, other = (players[0] for players in pairing.sides.values())
    page = text_of(desk.client.get(desk.console("round/"), {"one": one, "other": other}))
    assert "Certificate" in page and "They meet by lot" in page


def test_a_draw_is_thrown_away_with_a_reason_and_drawn_again() -> None:
    desk = Desk().drawn()
    seed = desk.state.current.seed
    desk.press("discard", round=1, seed=seed, reason="late players", version=desk.version)
    assert desk.state.current is None
    desk.press("draw")
    assert desk.state.current is not None and desk.state.current.seed != seed


def test_a_round_without_a_planned_battlefield_asks_for_one() -> None:
    desk = Desk(scenarios=[]).ready()
    page = text_of(desk.client.get(desk.console("round/")))
    assert page.count('name="scenario"') == 5
    desk.press("draw", scenario="camp")
    assert desk.state.current.scenario == "camp"


def test_locked_lists_are_unlocked_only_with_a_reason() -> None:
    desk = Desk().ready()
    assert desk.press("unlock-lists", version=desk.version).status_code == 400
    assert desk.state.lists_locked
    assert desk.press("unlock-lists", version=desk.version, reason="a wrong list").status_code == 302
    assert not desk.state.lists_locked


def test_an_unknown_action_and_a_get_do_nothing() -> None:
    desk = Desk()
    assert desk.press("explode").status_code == 404
    opened_again = desk.client.get(desk.console("do/lock-lists/"))
    assert (opened_again.status_code, opened_again["Location"]) == (302, desk.console())
    assert not desk.state.lists_locked


def test_the_console_of_a_match_is_404() -> None:
    desk = Desk().started()
    match = desk.matches()[0].stream_id
    assert desk.client.get(f"/events/{match}/console/").status_code == 404


@pytest.mark.parametrize(("page", "most"), [("", 15), ("players/", 9), ("round/", 10)])
def test_the_console_asks_no_more_for_more_players(
    page: str, most: int, django_assert_max_num_queries: object
) -> None:
    desk = Desk(count=len(NAMES)).played()
    desk.client.get(desk.console(page))
    with django_assert_max_num_queries(most):  # type: ignore[operator]
        assert desk.client.get(desk.console(page)).status_code == 200


def test_the_console_names_its_game_and_its_file_the_event_and_the_day() -> None:
    """No folder and no drive come out of a name."""
    desk = Desk(2)
    assert "Last Battle" in desk.client.get(desk.console()).content.decode()
    told = {"name": 'Cup: "North" / ../south', "starts": "2026-11-28T10:00"}
    named = commands.create_tournament(desk.who, name=told["name"], options={"rounds": 1})
    commands.append(desk.who, named, [{"type": "event_described", "data": {"starts": told["starts"]}}])
    sent = desk.client.get(f"/events/{named}/console/archive/")["Content-Disposition"]
    assert sent == 'attachment; filename="Cup North .. south 2026-11-28.zip"'
    russian = commands.create_tournament(desk.who, name="Кубок", options={"rounds": 1})
    sent = desk.client.get(f"/events/{russian}/console/archive/")["Content-Disposition"]
    day = selectors.stream_of(russian).opened_at.date().isoformat()
    assert sent == f"attachment; filename*=utf-8''{quote('Кубок')}%20{day}.zip"


def test_a_table_leads_to_its_match() -> None:
    desk = Desk().started()
    match = desk.matches()[0]
    assert (
        match_url(match.stream_id) in desk.client.get(desk.console(f"tables/{match.table}/")).content.decode()
    )
