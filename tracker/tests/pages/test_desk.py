"""The desk's pages: settings, one player, one table, swaps, the clock, judges, entering oneself, files and prints."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tracker import commands, jobs, selectors
from tracker.models import Player
from tracker.rulesets.tournament import standings
from tracker.rulesets.tournament.scoring import level
from tracker.tests.event_day.day import prepared
from tracker.tests.hall import acting, caught_up, organiser
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk(count=4)


def page(desk: Desk, name: str, *args: Any, **query: str) -> str:
    answer = desk.client.get(reverse(f"pages:{name}", args=[desk.event, *args]), query)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def press(desk: Desk, action: str, status: int = 302, **data: Any) -> str:
    answer = desk.client.post(reverse("pages:console-act", args=[desk.event, action]), data)
    content = str(answer.content.decode())
    problems = content.partition("data-problems")[2][:600]
    assert answer.status_code == status, problems
    return content


def state(desk: Desk) -> Any:
    return selectors.current_state(desk.event).state


def test_an_event_is_described_and_stands_in_calendars(desk: Desk) -> None:
    assert Client().get(reverse("pages:calendar", args=[desk.event])).status_code == 404
    press(
        desk,
        "describe",
        starts="2026-11-28T10:00",
        ends="2026-11-28T18:00",
        place="Town hall; door B",
        organiser="Дина, club South",
        cost="10",
    )
    public = Client().get(reverse("pages:event", args=[desk.event])).content.decode()
    assert "Town hall; door B" in public and "Дина, club South" in public
    told = Client().get(reverse("pages:calendar", args=[desk.event])).content.decode()
    assert "CONTACT:Дина\\, club South\r\n" in told
    assert "LOCATION:Town hall\\; door B\r\n" in told and "BEGIN:VEVENT\r\n" in told
    assert all(len(line.encode()) <= 75 for line in told.split("\r\n"))


def test_settings_change_and_say_what_is_settled(desk: Desk) -> None:
    press(desk, "settings", name="Autumn cup", rounds="4", win="4", list_required="no")
    now = state(desk)
    assert (now.created.name, now.options.rounds, now.options.tp.win) == ("Autumn cup", 4, 4)
    press(desk, "settings", tiebreak=["points", "progressive_cut7", "seed"])
    shown = page(desk, "console-settings")
    assert (
        '<option value="progressive_cut7" selected>Progressive score without the first 7 rounds</option>'
        in shown
    )
    press(desk, "settings", name="Autumn cup", tiebreak=["points", "progressive_cut7", "seed"], win="5")
    assert state(desk).options.tiebreaks == ("points", "progressive_cut7", "seed")
    press(desk, "settings", status=422, tiebreak=["points", "progressive_cut21"])
    typed = press(desk, "settings", status=422, rounds="6", tiebreak=["seed", "progressive_cut21"])
    assert re.search('name="rounds"[^>]*value="6"', typed) and '<option value="seed" selected>' in typed
    press(desk, "settings", round_weights="1, 2")
    assert state(desk).options.round_weights == (1, 2)
    assert 'name="round_weights" value="1 2"' in page(desk, "console-settings")
    press(desk, "settings", round_weights="1 1 double", status=400)
    press(desk, "settings", round_weights="21", status=400)
    press(desk, "settings", round_weights="")
    assert state(desk).options.round_weights == ()
    desk.started()
    assert "Settled since round 1 started" in page(desk, "console-settings")
    refused = press(desk, "settings", status=422, rounds="5")
    assert "say why" in refused
    press(desk, "settings", rounds="5", reason="the hall is free longer")
    assert state(desk).options.rounds == 5
    press(desk, "settings", status=400, rounds="5")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("language", "words"), [("en", "Round 1, counts 3 times"), ("ru", "Тур 1, считается ×3")]
)
def test_a_round_that_counts_more_than_once_is_told_where_a_figure_is_opened(
    language: str, words: str
) -> None:
    desk = Desk(language=language, round_weights=[3]).played()
    first = standings(desk.state)[0]
    opened = desk.client.get(reverse("pages:explain", args=[desk.event, first.player, "points"]))
    assert words in opened.content.decode() and first.figures[0].top == 9


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "4 in the field can play 3 rounds without meeting again; planned are 5."),
        ("ru", "Участников: 4. Туров без повторных встреч: 3, а запланировано: 5."),
    ],
)
def test_rounds_that_nobody_can_play_without_meeting_again_are_told_before_the_first(
    desk: Desk, language: str, words: str
) -> None:
    """FIDE C.02, number of rounds: a warning beforehand if rounds cannot all be completed."""
    desk.ready()
    for planned, told in ((3, False), (5, True)):
        press(desk, "settings", rounds=str(planned))
        for name in ("console", "console-settings"):
            shown = desk.client.get(
                reverse(f"pages:{name}", args=[desk.event]), headers={"accept-language": language}
            )
            assert (words in shown.content.decode()) is told, name


def test_a_player_is_renamed_pays_is_penalised_and_asks_for_a_bye(desk: Desk) -> None:
    player = desk.players[0]
    key = str(player.pk)
    press(desk, "rename", player=key, name="Renamed One", club="North")
    press(desk, "paid", player=key)
    press(desk, "note", player=key, kind="penalty", tp="2", reason="slow play")
    press(desk, "bye", player=key, round="1", worth="half")
    shown = page(desk, "console-player", player.pk)
    for text in ("Renamed One", "slow play", "counts as a draw", "The fee is not paid after all"):
        assert text in shown
    assert Player.objects.get(pk=player.pk).club == "North"
    assert key not in {entrant.player for entrant in state(desk).present()}
    public = Client().get(reverse("pages:log", args=[desk.event])).content.decode()
    assert "Penalty for Renamed One" in public and "slow play" not in public and "has paid" not in public
    mine, others = (Phone(one).get("/my/") for one in desk.players[:2])
    assert "Penalty" in mine and "−2" in mine and "slow play" in mine
    assert "Penalty" not in others and "slow play" not in others


def test_refused_settings_stay_as_they_were_typed(desk: Desk) -> None:
    """Without the reason that is owed nothing changes, and nobody types the rest again."""
    desk.started()
    typed = {"rounds": "3", "detail": "summary", "list_required": "no", "name": "Late cup", "wish-club": "7"}
    refused = desk.press("settings", **typed)
    shown = refused.content.decode()
    assert refused.status_code == 422 and "say why this changes" in shown
    assert re.search(r'name="rounds"[^>]* value="3"', shown) and 'value="Late cup"' in shown
    assert '<option value="summary" selected>' in shown
    assert re.search(r'name="wish-club"[^>]* value="7"', shown)
    assert state(desk).options.rounds == 2
    assert re.search(r'name="rounds"[^>]* value="2"', page(desk, "console-settings"))


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "already has a bye that counts as a draw (round 1)"), ("ru", "засчитывается как ничья (тур 1)")],
)
def test_a_second_bye_as_a_draw_is_warned_of_and_not_refused(desk: Desk, language: str, words: str) -> None:
    """FIDE C.02, results: a second half-point bye warns instead of being blocked silently."""
    key = str(desk.players[0].pk)
    asked = reverse("pages:console-player", args=[desk.event, key])

    def shown() -> str:
        return str(desk.client.get(asked, headers={"accept-language": language}).content.decode())

    press(desk, "settings", rounds="3")
    press(desk, "bye", player=key, round="2", worth="zero")
    assert words not in shown()
    press(desk, "bye", player=key, round="1", worth="half")
    assert words in shown()
    press(desk, "bye", player=key, round="3", worth="half")
    assert [bye.worth for bye in state(desk).entrants[key].byes] == ["zero", "half", "half"]


def test_a_swap_says_what_gets_worse_and_keeps_a_published_round(desk: Desk) -> None:
    desk.ready()
    press(desk, "draw", scenario="sea")
    press(desk, "publish", round="1")
    before = state(desk).current
    one, other = before.pairings[0].sides["serpent"][0], before.pairings[1].sides["serpent"][0]
    looked = page(desk, "console-round", swap="look", one=one, other=other)
    assert "Nothing gets worse." in looked or "Worse:" in looked
    assert "say why" in press(desk, "swap", status=400, one=one, other=other)
    press(desk, "swap", one=one, other=other, reason="they share a car")
    after = state(desk).current
    assert (after.status, after.method, after.draws) == ("published", "manual", 2)
    assert after.pairings[0].sides["serpent"] == (other,)
    tables = [pairing.sides for pairing in after.pairings]
    press(desk, "swap-tables", one="1", other="2", reason="the stream is at table 1")
    assert [pairing.sides for pairing in state(desk).current.pairings] == tables[::-1]
    press(desk, "start", round="1")
    press(desk, "swap", status=400, one=one, other=other, reason="late")


def test_nobody_is_swapped_or_kept_apart_by_a_form_that_nobody_filled_in(desk: Desk) -> None:
    """The first two of the list stood in it: one press of the button separated them."""
    desk.drawn()
    shown = page(desk, "console-round")
    for name in (
        "one",
        "other",
        "swap-one",
        "swap-other",
        "table-one",
        "table-other",
        "apart-one",
        "apart-other",
    ):
        (options,) = re.findall(rf'<select id="{name}"[^>]*>(.*?)</select>', shown, re.S)
        assert options.startswith('<option value="">–</option>') and "selected" not in options, name
    assert "Choose two players" in press(desk, "apart", status=400, one="", other="")
    press(desk, "swap-tables", status=400, one="", other="", reason="a stream")
    assert state(desk).prohibited == ()


def test_pairs_are_kept_apart_and_may_meet_again(desk: Desk) -> None:
    one, other = (str(player.pk) for player in desk.players[:2])
    press(desk, "apart", one=one, other=other, reason="one car")
    assert state(desk).prohibited == ((one, other),)
    assert "May meet" in page(desk, "console-round")
    assert "one car" not in Client().get(reverse("pages:log", args=[desk.event])).content.decode()
    press(desk, "allow", one=one, other=other)
    assert state(desk).prohibited == ()


def test_a_no_show_settles_a_table_and_is_undone_in_one_step(desk: Desk) -> None:
    desk.started()
    assert "did not come" in page(desk, "console-table", 1)
    press(desk, "award", round="1", table="1", award="no_show:serpent", reason="never came")
    assert state(desk).current.missing() == (2,)
    shown = page(desk, "pairings", by="table")
    assert "no-show" in shown and "never came" not in shown
    now = page(desk, "console")
    assert "Last decision:" in now and "is given by the staff: no-show." in now
    seq = selectors.current_state(desk.event).head.version
    press(desk, "undo", seq=str(seq))
    assert state(desk).current.missing() == (1, 2)
    press(desk, "award", status=400, round="1", table="1")


def test_the_clock_stands_on_console_phone_and_hall_screen(desk: Desk) -> None:
    desk.started()
    press(desk, "clock-start", minutes="90")
    nothing = press(desk, "clock-extend", status=400, minutes="0", table="1")
    assert "from -240 to 240 minutes, and not 0" in nothing and "TRN-CLK" not in nothing
    press(desk, "clock-extend", minutes="5", table="1", reason="a ruling")
    player = Player.objects.get(pk=state(desk).current.pairings[0].sides["serpent"][0])
    phone = acting(Client(), player)
    pages = (page(desk, "console"), page(desk, "hall"), phone.get(reverse("pages:my-day")).content.decode())
    for shown in pages:
        assert "data-ends=" in shown
    press(desk, "clock-pause")
    assert "Paused" in page(desk, "hall")
    press(desk, "clock-resume")
    press(desk, "clock-resume", status=422)


def test_a_phone_calls_a_judge_and_the_console_says_where(desk: Desk) -> None:
    desk.started()
    table = state(desk).current.pairings[0]
    player = Player.objects.get(pk=table.sides["serpent"][0])
    phone = acting(Client(), player)
    url = reverse("pages:call-judge", args=[desk.event])
    assert phone.post(url, {"player": str(player.pk), "about": "line of sight"}).status_code == 302
    assert "You called a judge" in phone.get(reverse("pages:my-day")).content.decode()
    now = page(desk, "console")
    assert "Table 1 calls a judge" in now and "line of sight" in now
    assert phone.post(url, {"player": str(player.pk)}).status_code == 422
    assert (
        phone.post(
            url, {"player": str(desk.players[0].pk if desk.players[0] != player else desk.players[1].pk)}
        ).status_code
        == 403
    )
    press(desk, "came", table="1")
    assert "calls a judge" not in page(desk, "console")


def test_somebody_enters_by_code_or_waits(desk: Desk) -> None:
    press(desk, "open-registration", places="5", code="grove-oak")
    url = reverse("pages:join", args=[desk.event])
    phone = Client()
    assert "Code of the event" in phone.get(url).content.decode()
    assert phone.post(url, {"name": "New One", "code": "grove-elm"}).status_code == 400
    assert phone.post(url, {"name": "New One", "code": "Grove-Oak"}).status_code == 302
    assert "New One" in phone.get(reverse("pages:my-day")).content.decode()
    assert Client().post(url, {"name": "new one", "code": "grove-oak"}).status_code == 400
    late = Client()
    late.post(url, {"name": "Late One", "code": "grove-oak"})
    waits = Player.objects.get(name="Late One")
    assert state(desk).entrants[str(waits.pk)].waiting
    press(desk, "check-in", status=422, player=str(waits.pk))
    press(desk, "admit", player=str(waits.pk))
    assert not state(desk).entrants[str(waits.pk)].waiting
    press(desk, "close-registration")
    assert Client().post(url, {"name": "Too Late", "code": "grove-oak"}).status_code == 400
    assert "grove-oak" not in Client().get(reverse("pages:log", args=[desk.event])).content.decode()


def test_a_code_at_the_door_leads_to_the_name(desk: Desk) -> None:
    player = desk.players[0]
    assert f"Check in {player.name}" in page(desk, "arrive", player.pk)
    press(desk, "check-in", player=str(player.pk))
    assert "In the hall" in page(desk, "arrive", player.pk)


def test_files_and_prints(desk: Desk) -> None:
    desk.started()
    told = list(csv.reader(io.StringIO(page(desk, "pairings-csv").lstrip("\ufeff"))))
    assert told[0] == ["Round", "Table", "Player", "Opponent", "Result", "Winner"] and len(told) == 3
    ranks = list(csv.reader(io.StringIO(page(desk, "standings-csv").lstrip("\ufeff"))))
    assert len(ranks) == 5 and ranks[0][:3] == ["Rank", "Player", "Club"]
    assert page(desk, "slips").count('class="slip-side') == 4
    assert page(desk, "place-cards").count('class="card-name"') == 4


def test_the_file_of_a_round_says_who_won_tables_that_were_given(desk: Desk) -> None:
    """It said "no-show" or "both lose" alone."""
    desk.started()
    press(desk, "award", round="1", table="1", award="no_show:serpent", reason="never came")
    press(desk, "award", round="1", table="2", award="double_loss:", reason="nobody came")
    there = desk.state.rounds[-1].pairings[0].sides["serpent"][0]
    name = next(player.name for player in desk.players if str(player.pk) == there)
    _head, one, two = csv.reader(io.StringIO(page(desk, "pairings-csv").lstrip("\ufeff")))
    assert one[4:] == ["no-show", name] and two[4:] == ["both lose", ""]


def test_the_rules_are_left_once_and_for_good(desk: Desk) -> None:
    press(desk, "leave-rules", reason="two rounds by hand")
    assert "two rounds by hand" in Client().get(reverse("pages:event", args=[desk.event])).content.decode()
    press(desk, "leave-rules", status=422, reason="again")
    seq = selectors.current_state(desk.event).head.version
    press(desk, "undo", status=422, seq=str(seq))


def test_the_server_locks_and_shows_lists_at_their_time(desk: Desk) -> None:
    press(desk, "lists-due", lock_at="2026-01-01T10:00", reveal_at="2099-01-01T10:00")
    caught_up()
    assert jobs.keep_times() == 1 and state(desk).lists_locked and not state(desk).lists_public
    press(desk, "unlock-lists", reason="a late player")
    assert jobs.keep_times() == 0 and not state(desk).lists_locked
    press(desk, "lists-due", lock_at="", reveal_at="2026-01-01T10:00")
    caught_up()
    assert jobs.keep_times() == 1 and state(desk).lists_public
    assert jobs.keep_times() == 0


TRF = f"001    1 m    {'Lind, Carl':<33} 2100 SWE     1503014 1990/11/30  1.5    1     2 w 1\n"
LISTS = {
    "table": (
        "Rank\tClub\tPlayer\n1\tTin Soldiers\tAnna Weber\n2\t\tBo Lee\n",
        [("Anna Weber", "Tin Soldiers"), ("Bo Lee", "")],
    ),
    "parts": ('last_name,first_name,city\nWeber,Anna,"Bern, CH"\n', [("Anna Weber", "Bern, CH")]),
    "tabbycat": ("name,institution\nEva Roth,North\n", [("Eva Roth", "North")]),
    "cobra": ('{"name": "Cup", "players": [{"id": 1, "name": "Jan Novak", "rank": 1}]}', [("Jan Novak", "")]),
    "trf": (f"012 Cup\n{TRF}", [("Carl Lind", "SWE")]),
    "lines": ("Anna Weber; Tin Soldiers\nBo Lee", [("Anna Weber", "Tin Soldiers"), ("Bo Lee", "")]),
}


@pytest.mark.parametrize("form", LISTS)
def test_lists_of_other_tools_are_read(form: str) -> None:
    text, wanted = LISTS[form]
    people, problems = commands.parse_pasted_players(text)
    assert ([(one.name, one.club) for one in people], problems) == (wanted, [])


BROKEN = {
    "letters of another alphabet": ("name;club\n\ufffd\ufffd\ufffd;North\nBo;South", "letters are lost"),
    "a quotation mark left open": ('name,club\n"Anna,North\nBo,South\n', "mark is not closed"),
    "a file cut off": ('{"name": "Cup", "players": [{"name": "Bo"}', "cannot be read"),
    "a file of another program": ('[{"title": "Cup"}]', "cannot be read"),
    "a club without a name": ("name;club\n;North\nBo;South", "a club but no name"),
    "a name twice": ("Bo\n\nbo", "in the list twice"),
}


@pytest.mark.parametrize("form", BROKEN)
def test_a_broken_list_says_what_is_wrong_and_nobody_of_it_is_added(desk: Desk, form: str) -> None:
    text, words = BROKEN[form]
    shown = desk.client.post(reverse("pages:console-preview", args=[desk.event]), {"text": text})
    assert words in shown.content.decode()
    before = len(state(desk).entrants)
    added = desk.client.post(reverse("pages:console-add", args=[desk.event]), {"text": text, "key": "k"})
    assert added.status_code == 400 and words in added.content.decode()
    assert len(state(desk).entrants) == before


@pytest.mark.parametrize("text", ["\ufeffAnna Weber; North", "\ufeffname;club\n\nAnna Weber;North\n;\n"])
def test_a_mark_of_unicode_and_empty_lines_are_no_fault(text: str) -> None:
    people, problems = commands.parse_pasted_players(text)
    assert ([(one.name, one.club) for one in people], problems) == ([("Anna Weber", "North")], [])
    assert [one.name for one in commands.parse_pasted_players("[Oak] Bo")[0]] == ["[Oak] Bo"]


def test_the_preview_shows_what_each_line_was_read_as(desk: Desk) -> None:
    url = reverse("pages:console-preview", args=[desk.event])
    shown = desk.client.post(url, {"text": "Anna Weber; North\nBo Lee"}).content.decode()
    assert '<th scope="row">Anna Weber</th><td>North</td>' in shown


def test_the_number_that_a_chat_writes_before_a_name_is_no_part_of_it() -> None:
    text = "1. Anna Weber; North\n2) Bo Lee\n- Cy\n• Анна Орлова\n12 . Dee\n3rd Edward\n5.Fay"
    people, problems = commands.parse_pasted_players(text)
    found = [(one.name, one.club) for one in people]
    bare = [(name, "") for name in ("Bo Lee", "Cy", "Анна Орлова", "Dee", "3rd Edward", "Fay")]
    assert (found, problems) == ([("Anna Weber", "North"), *bare], [])
    _people, twice = commands.parse_pasted_players("1. Bo\n2. Bo")
    assert [one.what for one in twice] == ["twice"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "looks garbled"), ("ru", "похоже на искажённые буквы")]
)
def test_the_preview_warns_of_names_that_look_garbled_and_they_can_be_added(
    desk: Desk, language: str, words: str
) -> None:
    headers, text = {"accept-language": language}, "Èâàíîâ Èâàí; Òóëà\nBo Lee; North"
    url = reverse("pages:console-preview", args=[desk.event])
    shown = desk.client.post(url, {"text": text}, headers=headers).content.decode()
    assert shown.count(words) == 2 and "Иванов Иван" in shown and "Тула" in shown
    assert words not in desk.client.post(url, {"text": "Bo Lee; North"}, headers=headers).content.decode()
    add = reverse("pages:console-add", args=[desk.event])
    added = desk.client.post(add, {"text": text, "key": "k"}, headers=headers, follow=True)
    assert added.status_code == 200 and added.content.decode().count("Èâàíîâ Èâàí") > 1


def test_ratings_of_a_list_are_shown_and_noted_with_its_players(desk: Desk) -> None:
    url = reverse("pages:console-preview", args=[desk.event])
    text = "name;club;Elo\nBo Lee;North;1850\nCy Orr;;none\n"
    shown = desk.client.post(url, {"text": text}).content.decode()
    assert '<th scope="row">Bo Lee</th><td>North</td><td class="num">1850</td>' in shown
    added = desk.client.post(reverse("pages:console-add", args=[desk.event]), {"text": text, "key": "k"})
    assert added.status_code == 302
    names = selectors.player_names(state(desk).entrants)
    rated = {names[one.player]: one.rating for one in state(desk).entrants.values()}
    assert (rated["Bo Lee"], rated["Cy Orr"]) == (1850, None)
    people, _problems = commands.parse_pasted_players(TRF)
    assert [one.rating for one in people] == [2100]
    again = desk.client.post(reverse("pages:console-add", args=[desk.event]), {"text": text, "key": "k"})
    assert again.status_code == 302 and len(state(desk).entrants) == len(names)


def test_a_correction_draws_again_what_has_not_started() -> None:
    desk = Desk(count=4).started()
    caught_up()
    for table in desk.matches():
        desk.report(table)
    press(desk, "close", round="1")
    press(desk, "draw")
    press(desk, "publish", round="2")
    before, row = state(desk).current, desk.matches()[0]
    url = reverse("pages:edit-result", args=[desk.event, row.stream_id])
    form = {"strategy_serpent": "3", "strategy_alliance": "0", "turns": "5", "because": "read upside down"}
    shown = desk.client.post(url, {**form, "how": "preview"}).content.decode()
    assert "Draw it again by the new standings" in shown
    seen = shown.partition('name="seen" value="')[2].partition('"')[0]
    answer = desk.client.post(url, {**form, "how": "save", "seen": seen, "redraw": "yes"})
    assert answer.headers["Location"] == reverse("pages:console-round", args=[desk.event])
    after = state(desk).current
    assert (after.round, after.status, state(desk).drawn) == (2, "draft", 2) and after.seed != before.seed
    assert state(desk).rounds[0].find(row.table).result.winner == "serpent"


def test_those_who_are_level_are_put_in_order_by_hand(desk: Desk) -> None:
    assert "Nobody is level" in page(desk, "console-ties")
    desk.started()
    caught_up()
    for table in desk.matches():
        desk.report(table)
    press(desk, "close", round="1")
    tied = level(state(desk))
    assert tied
    players = tied[0]
    assert "Players who are level" in page(desk, "console")
    assert page(desk, "console-ties").count('name="place-') == sum(map(len, tied))
    places = {f"place-{player}": str(at) for at, player in enumerate(reversed(players), 1)}
    same = dict.fromkeys(places, "1")
    assert "different place" in press(desk, "order", status=400, round="1", reason="fair play", **same)
    assert "say why" in press(desk, "order", status=400, round="1", **places)
    press(desk, "order", status=302, round="1", reason="fair play", **places)
    rows = {str(row.player_id): row for row in selectors.standings(desk.event)}
    assert [rows[player].rank for player in reversed(players)] == sorted(rows[p].rank for p in players)
    shown = Client().get(reverse("pages:standings", args=[desk.event])).content.decode()
    assert "Order by hand" in shown
    assert "fair play" in Client().get(reverse("pages:log", args=[desk.event])).content.decode()


def test_settings_offer_the_usual_tie_breakers_and_all_of_them_when_asked() -> None:
    desk = Desk(0, tiebreaks=["points", "koya"])
    short, whole = (
        text_of(desk.client.get(desk.console(page))) for page in ("settings/", "settings/?tiebreaks=all")
    )
    assert short.count('name="tiebreak"') == 3 and whole.count('name="tiebreak"') == 8
    assert short.count('<option value="koya" selected') == 1, "what is chosen is offered"
    assert "buchholz_2024" not in short and whole.count('<option value="buchholz_2024"') == 8
    assert len(short) < len(whole) / 2


def test_a_draft_is_published_and_started_by_one_button(desk: Desk) -> None:
    desk.drawn()
    assert "Publish and start it at once" in page(desk, "console-round")
    sent: dict[str, Any] = {"round": "1", "version": str(desk.version), "key": "k"}
    press(desk, "publish-start", **sent)
    assert desk.state.current.status == "started"
    assert all(table.match for table in desk.state.current.pairings)
    version = desk.version
    press(desk, "publish-start", **sent)
    assert desk.version == version, "a second tap is harmless"


def test_what_cannot_be_started_is_not_published_either(desk: Desk) -> None:
    desk.drawn()
    version = desk.version
    press(desk, "publish-start", 409, round="1", version=str(version - 1), key="late")
    press(desk, "publish-start", 422, round="2", version=str(version), key="other")
    assert desk.version == version and desk.state.current.status == "draft"


def test_who_comes_after_the_draw_is_named_at_the_desk_and_told_so() -> None:
    """The draft said nothing of a player who had come meanwhile, and the player waited for a table that never came."""
    desk = Desk(4).drawn()
    assert "Came after the draw" not in desk.client.get(desk.console()).content.decode()
    (late,) = commands.register_players(desk.who, desk.event, [commands.NewPlayer("Zoe")])
    phone = Client(headers={"accept-language": "en"})
    phone.post(f"/claim/{late.claim_code}/")
    caught_up()
    assert "Came after the draw" not in desk.client.get(desk.console()).content.decode(), (
        "who is not here is awaited"
    )
    phone.post(f"/my/events/{desk.event}/check-in/", {"player": str(late.pk)})
    for page in ("", "round/"):
        shown = desk.client.get(desk.console(page)).content.decode()
        assert "Came after the draw of round 1: Zoe." in shown, page
        assert "they play from round 2 on" in shown
    commands.publish_round(desk.who, desk.event, round=1)
    caught_up()
    assert "Came after the draw" in desk.client.get(desk.console()).content.decode()
    assert "Round 1 was drawn without you" in phone.get("/my/").content.decode()
    commands.start_round(desk.who, desk.event, round=1)
    caught_up()
    assert "Came after the draw" not in desk.client.get(desk.console()).content.decode()
    assert "Round 1 was drawn without you" in phone.get("/my/").content.decode()


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 30, "\u00b2", "-1", "x", ""])
def test_a_number_that_nothing_counts_to_is_none(number: str) -> None:
    """Python reads no thousands of digits; whoever wrote them into an address got a fault of the server."""
    desk, battle = Desk().started(), prepared(organiser("day"), ("sea",))
    reads = ("", "log/?after={}", "pairings/?round={}", "pairings/hall/?round={}", "standings/?round={}")
    for page in (
        *(desk.url(read) for read in reads),
        desk.url("standings.csv?round={}"),
        f"/days/{battle}/log/?after={{}}",
    ):
        assert desk.client.get(page.format(number)).status_code == 200, page
    log, match = desk.console(f"logs/{desk.event}/"), desk.matches()[0]
    sent = {"seq": number, "version": number, "reason": "x", "how": "void", "dismiss": number}
    for page in (
        log,
        desk.console("staff/"),
        desk.console(f"matches/{match.stream_id}/"),
        desk.console("stage/"),
    ):
        assert desk.client.post(page, {**sent, "stage": number}).status_code < 500, page
    assert desk.client.get(f"{log}?after={number}").status_code == 200


def test_a_version_that_no_log_reaches_is_none(desk: Desk) -> None:
    answer = desk.press("undo", seq="1", version=str(2**63))
    assert answer.status_code in (302, 400, 409, 422)
