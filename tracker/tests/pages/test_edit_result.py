""" "Edit this result": entered once, shown in words, confirmed once, in any round and after the end."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.ruleset import REFEREE
from tracker import commands, selectors
from tracker.models import MatchRow
from tracker.pages.match import moved
from tracker.proof import verify
from tracker.rulesets.campaign.scoring import overall
from tracker.tests.event_day import day as days
from tracker.tests.hall import caught_up
from tracker.tests.pages.desk import Desk, match_url, text_of
from tracker.tests.pages.dojo import Duel, done
from tracker.tests.pages.test_results import typed

pytestmark = pytest.mark.django_db(transaction=True)


def url(desk: Desk, row: MatchRow) -> str:
    return desk.console(f"matches/{row.stream_id}/edit/")


def fields_of(page: str, **fields: str) -> dict[str, str]:
    """What a browser sends of the page's form when `fields` are chosen."""
    reason = re.search(r'<input id="reason" name="([^"]+)"[^>]* value="([^"]*)"', page)
    assert reason is not None
    return typed(page, **{**fields, reason[1]: html.unescape(reason[2])})


def preview(client: Client, address: str, **fields: str) -> str:
    page = text_of(client.get(address))
    answer = client.post(address, fields_of(page, how="preview", **fields))
    assert answer.status_code == 200, text_of(answer)
    return text_of(answer)


def edit(client: Client, address: str, **fields: str) -> Any:
    """The whole way: open, see what changes, confirm."""
    return client.post(address, fields_of(preview(client, address, **fields), how="save", **fields))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_one_edit_takes_the_old_result_back_and_enters_the_new_one() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    before = selectors.head(row.stream_id).version
    answer = edit(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0")
    assert answer.status_code == 302 and answer["Location"] == match_url(row.stream_id)
    outcome = selectors.outcome(row.stream_id)
    assert (outcome.status, outcome.vp) == ("confirmed", {"serpent": 3, "alliance": 0})
    assert selectors.head(row.stream_id).version == before + 3
    result = desk.state.rounds[0].find(row.table).result
    assert (result.vp, result.reason) == ({"serpent": 3, "alliance": 0}, "entered by mistake")
    assert not list(verify.verify_database())


def test_the_form_starts_with_what_stands() -> None:
    desk = Desk().played()
    page = text_of(desk.client.get(url(desk, desk.matches()[0])))
    told = fields_of(page)
    assert (told["strategy_serpent"], told["strategy_alliance"], told["turns"]) == ("1", "3", "5")
    assert "now 3 : 1" in words(page)


def test_the_preview_names_who_moves_and_what_stays() -> None:
    desk = Desk(rounds=2).played()
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event)
    commands.publish_round(desk.who, desk.event, round=2)
    row = desk.matches()[0]
    names = selectors.player_names(player for side in row.sides.values() for player in side)
    said = words(preview(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0"))
    winner, loser = names[row.sides["serpent"][0]], names[row.sides["alliance"][0]]
    assert said.index("For the report only") < said.index("Confirm this correction"), (
        "what to choose comes first"
    )
    assert "Result: 3 : 1 → 0 : 3" in said
    assert re.search(rf"{winner}: place \d → 1, tournament points 0 → 3", said), said
    assert re.search(rf"{loser}: place \d → \d, tournament points 3 → 0", said), said
    assert "pairings of later rounds, as they were drawn: 2" in said
    assert selectors.outcome(row.stream_id).vp == {"serpent": 1, "alliance": 3}, "nothing is changed yet"


def test_in_a_large_field_those_whose_points_change_are_named_and_the_rest_is_counted() -> None:
    """One result of a hall of forty moved nearly everybody by a place: two lines among forty told what happened."""
    lines = [moved.Line(f"P{n}", n, n + 1, 3, 3) for n in range(moved.FEW + 1)]
    lines.insert(3, moved.Line("Winner", 9, 1, 0, 3))
    told = moved.Moved(("0 : 0", "0 : 2"), ("", ""), lines, [], False, 0)
    shown = render_to_string("parts/_moved.html", {"changes": told})
    assert shown.index("Winner: place 9 → 1") < shown.index(
        "7 other players change place, with the same points"
    )
    assert shown.count("<li>") == 3 and "P0 0 → 1" in shown
    few = told._replace(lines=lines[:4])
    assert "P0: place 0 → 1" in render_to_string("parts/_moved.html", {"changes": few})


def test_a_result_is_edited_after_the_end_and_the_final_ranking_follows() -> None:
    desk = Desk(rounds=1).played()
    commands.close_round(desk.who, desk.event, round=1)
    commands.finish(desk.who, desk.event)
    row = desk.matches()[0]
    said = preview(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0")
    assert "final ranking is counted anew" in said
    assert edit(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0").status_code == 302
    caught_up()
    first = selectors.standings(desk.event)[0]
    assert str(first.player_id) == row.sides["serpent"][0]
    log = words(text_of(desk.client.get(desk.url("log/"))))
    assert "result corrected to" in log and "entered by mistake" in log


def test_nobody_confirms_what_was_not_shown() -> None:
    """Numbers that were changed after the preview are shown once more."""
    desk = Desk().played()
    row = desk.matches()[0]
    page = preview(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0")
    answer = desk.client.post(url(desk, row), fields_of(page, how="save", strategy_serpent="2"))
    assert answer.status_code == 200 and "3 : 1" in words(text_of(answer))
    assert selectors.outcome(row.stream_id).vp == {"serpent": 1, "alliance": 3}


def test_a_double_tap_is_harmless_and_a_late_form_is_told_what_happened() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    page = preview(desk.client, url(desk, row), strategy_serpent="2", strategy_alliance="2")
    late = fields_of(page, how="save", key="another")
    assert desk.client.post(url(desk, row), fields_of(page, how="save")).status_code == 302
    version = selectors.head(row.stream_id).version
    assert desk.client.post(url(desk, row), fields_of(page, how="save")).status_code == 302
    assert desk.client.post(url(desk, row), late).status_code == 409
    assert selectors.head(row.stream_id).version == version


def test_a_result_beyond_the_rules_changes_nothing() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    page = text_of(desk.client.get(url(desk, row)))
    before = selectors.head(row.stream_id)
    refused = fields_of(page, how="preview", strategy_serpent="9")
    assert desk.client.post(url(desk, row), refused).status_code == 400
    nameless = fields_of(preview(desk.client, url(desk, row)), how="save")
    assert desk.client.post(url(desk, row), {**nameless, "because": " "}).status_code == 400
    assert selectors.head(row.stream_id) == before


def test_editing_is_for_staff_of_this_event() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    assert Client().post(url(desk, row), {"how": "save"}).status_code == 403
    assert desk.client.get(desk.console(f"matches/{desk.event}/edit/")).status_code == 404


@pytest.mark.parametrize("page", ["console/", "pairings/?by=table&round=1", ""])
def test_the_edit_is_one_tap_away(page: str) -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    assert url(desk, row) in text_of(desk.client.get(desk.url(page)))
    assert url(desk, row) not in text_of(Client().get(desk.url(page)))


def test_the_match_page_and_an_opened_figure_lead_to_the_edit() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    figure = desk.url(f"standings/{row.sides['alliance'][0]}/points/")
    for address in (match_url(row.stream_id), figure):
        assert url(desk, row) in text_of(desk.client.get(address))
        assert url(desk, row) not in text_of(Client().get(address))


def test_logged_turns_that_agree_stay_and_others_give_way_to_the_report() -> None:
    """The report of a match with logged turns is not bound to their sum when staff say so, in words, first."""
    duel = Duel()
    duel.ready()
    red, blue = f"c:{duel.red.id}:", f"c:{duel.blue.id}:"
    done(duel.turn(**{f"{blue}wounds": 3}))
    done(duel.turn(**{f"{blue}wounds": 7}))
    done(duel.red.tap(duel.match, "match_finished"))
    caught_up()
    client = Client()
    client.force_login(duel.organiser.user)
    address = f"/events/{duel.event}/console/matches/{duel.match}/edit/"
    assert selectors.outcome(duel.match).winner == "red"
    assert "entries of this match say how it was played" in text_of(client.get(address))
    other = {f"{blue}cause": "", f"{red}cause": "concession"}
    said = words(preview(client, address, **other))
    assert "2 logged entries of this match are taken back, because they give another result" in said
    assert edit(client, address, **other).status_code == 302
    outcome = selectors.outcome(duel.match)
    assert (outcome.status, outcome.winner) == ("confirmed", "blue")
    assert not list(verify.verify_database())


def test_for_the_report_only_nothing_counts_otherwise_and_the_reason_stands_in_the_log() -> None:
    desk = Desk(rounds=2).played()
    row = desk.matches()[0]
    chosen = {"strategy_serpent": "3", "strategy_alliance": "0", "redraw": "report"}
    page = preview(desk.client, url(desk, row), **chosen)
    assert "For the report only" in page
    answer = desk.client.post(
        url(desk, row), {**fields_of(page, how="save", **chosen), "because": "read wrong"}
    )
    assert answer.status_code == 302
    assert selectors.outcome(row.stream_id).vp == {"serpent": 1, "alliance": 3}
    (remark,) = desk.state.remarks
    assert (remark.round, remark.table, remark.text) == (1, row.table, "3 : 1 \u2192 0 : 3. read wrong")
    caught_up()
    assert "read wrong" in words(text_of(desk.client.get(desk.url("log/"))))
    without = {**fields_of(page, how="save", **chosen), "because": " "}
    assert desk.client.post(url(desk, row), without).status_code == 400


def test_the_preview_says_what_a_new_draw_would_mend_and_who_would_go_on() -> None:
    stages = [{"format": "swiss", "rounds": 2}, {"format": "single_elimination", "cut": 2}]
    desk = Desk(rounds=2, stages=stages, tiebreaks=["points", "vp", "lot"]).played()
    commands.close_round(desk.who, desk.event, round=1)
    commands.draw_round(desk.who, desk.event)
    row = desk.matches()[0]
    said = words(preview(desk.client, url(desk, row), strategy_serpent="3", strategy_alliance="0"))
    assert "squared and added: 18 as it is drawn, 0 if it were drawn again" in said
    names = selectors.player_names(player for side in row.sides.values() for player in side)
    winner, loser = names[row.sides["serpent"][0]], names[row.sides["alliance"][0]]
    assert f"By the new standings {winner} would go on instead of {loser}." in said


def test_a_long_log_folds_its_earlier_entries() -> None:
    """The newest sixty stand in sight; the others can be ticked as before."""
    desk = Desk(0)
    for number in range(64):
        commands.register_players(desk.who, desk.event, [commands.NewPlayer(f"Player {number}")])
    page = desk.client.get(desk.console(f"logs/{desk.event}/")).content.decode()
    shown, _fold, folded = page.partition("<summary>Earlier entries</summary>")
    assert (shown.count('class="event choose'), folded.count('class="event choose')) == (60, 5)


def test_a_correction_after_the_end_of_a_day_reaches_its_pages() -> None:
    """The page said that the places follow, and the day kept the old result for ever."""
    who = days.organiser()
    day = days.started(who)
    for table in days.state_of(day).tables:
        days.report(who, day, table)
    commands.finish_day(who, day)
    assert selectors.outcome(day).winner == "serpent"
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    for table in days.state_of(day).tables:
        address = f"/events/{day}/console/matches/{days.match_at(day, table)}/edit/"
        assert edit(client, address, strategy_serpent="0", strategy_alliance="2").status_code == 302
    caught_up()
    after = days.state_of(day)
    assert after.finished == overall(after) and after.finished.winner == "alliance"
    assert "Alliance wins" in words(text_of(client.get(f"/days/{day}/")))
    log = words(text_of(client.get(f"/days/{day}/log/")))
    assert "The result of Sea: Alliance 0, Serpent 1. Serpent wins." in log
    assert "The result of Sea is corrected: Alliance 2, Serpent 0. Alliance wins." in log
    console = words(text_of(client.get(f"/days/{day}/console/")))
    assert "The day is over." in console and "Fates can still" not in console
    assert "Add these players" not in words(text_of(client.get(f"/days/{day}/console/players/")))
    assert not list(verify.verify_database())


def test_after_the_end_a_result_that_is_taken_back_is_asked_for() -> None:
    who = days.organiser()
    day = days.started(who)
    for table in days.state_of(day).tables:
        days.report(who, day, table)
    commands.finish_day(who, day)
    sea = days.match_at(day, "sea")
    top = selectors.head(sea).version
    commands.void(who, sea, [top - 1, top], "the wrong way round")
    caught_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    page = words(text_of(client.get(f"/days/{day}/console/")))
    assert "A result is being corrected" in page and "Enter the result" in page
    assert days.state_of(day).finished == overall(days.state_of(day))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "Result of the day: tables won 0 : 1, VP 0 : 1, Serpent wins → tables won 1 : 0, VP 2 : 0",
        ),
        ("ru", "Итог дня: выиграно столов 0 : 1, ПО 0 : 1, "),
    ],
)
def test_at_a_table_of_a_day_the_preview_shows_what_becomes_of_the_whole_day(
    language: str, told: str
) -> None:
    who = days.organiser()
    day = days.started(who)
    days.report(who, day, "sea")
    caught_up()
    client = Client(headers={"accept-language": language})
    client.force_login(who.user)
    address = f"/events/{day}/console/matches/{days.match_at(day, 'sea')}/edit/"
    seen = words(preview(client, address, strategy_serpent="0", strategy_alliance="2"))
    assert told in seen and "1 : 0" in seen
    same = words(preview(client, address))
    assert ("as before" if language == "en" else "как был") in same


def fallen(match: Any) -> list[tuple[str, str | None]]:
    return [(one.figure_id, one.fate) for one in days.play_of(match).fallen]


def test_points_that_are_corrected_leave_the_fallen_and_their_fates() -> None:
    """The form does not ask who left the table: the new report told nobody, and the published fates were gone."""
    who = days.organiser()
    day = days.started(who, fields=("sea",))
    owner, sea = days.state_of(day).tables["sea"].sides["alliance"][0], days.match_at(day, "sea")
    days.report(who, day, "sea", casualties=[{"figure_id": "Hero", "how": "killed", "owner": owner}])
    caught_up()
    commands.publish_fates(who, day, {"sea": [{"figure": "Hero", "owner": owner, "fate": "saved"}]})
    commands.finish_day(who, day)
    caught_up()
    assert fallen(sea) == [("Hero", "saved")]
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    address = f"/events/{day}/console/matches/{sea}/edit/"
    said = "Who left the table stays as logged: Hero (killed)."
    assert said in words(text_of(client.get(address)))
    assert said in words(preview(client, address, strategy_serpent="0", strategy_alliance="2"))
    assert edit(client, address, strategy_serpent="0", strategy_alliance="2").status_code == 302
    caught_up()
    assert fallen(sea) == [("Hero", "saved")] and selectors.outcome(sea).winner == "alliance"
    assert [one.fate for one in days.state_of(day).tables["sea"].fallen] == ["saved"]
    assert not list(verify.verify_database())


def test_a_report_that_is_replaced_leaves_the_fallen_and_their_fates() -> None:
    who = days.organiser()
    day = days.started(who, fields=("sea",))
    owner, sea = days.state_of(day).tables["sea"].sides["alliance"][0], days.match_at(day, "sea")
    days.report(who, day, "sea", casualties=[{"figure_id": "Hero", "how": "killed", "owner": owner}])
    caught_up()
    commands.publish_fates(who, day, {"sea": [{"figure": "Hero", "owner": owner, "fate": "lost"}]})
    caught_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    seq = next(
        one.seq for one in selectors.events_page(sea, REFEREE, 0, 50).events if one.type == "match_reported"
    )
    address = f"/events/{day}/console/matches/{sea}/entries/{seq}/"
    told = {"strategy_serpent": "0", "strategy_alliance": "2"}
    assert "Who left the table stays as logged: Hero (killed)." in words(preview(client, address, **told))
    assert edit(client, address, **told).status_code == 302
    caught_up()
    assert fallen(sea) == [("Hero", "lost")] and selectors.outcome(sea).winner == "alliance"


@pytest.mark.parametrize("stay", [True, False])
def test_who_fell_in_logged_turns_fell_once_whether_they_stay_or_not(stay: bool) -> None:
    """LB-DMG-06: a report that counts beside the turns tells nobody of theirs again."""
    who = days.organiser()
    day = days.started(who, fields=("sea",), detail="turns")
    sides, sea = days.state_of(day).tables["sea"].sides, days.match_at(day, "sea")
    owner, other = sides["serpent"][0], sides["alliance"][0]
    days.set_up(sea)
    leader = f"{owner}-leader"
    for turn in range(1, 6):
        fell = [{"figure_id": leader, "how": "killed", "owner": owner}] if turn == 2 else []
        vp = {"serpent": int(turn > 2), "alliance": 0}
        days.append(sea, ("turn_reported", {"turn": turn, "strategy": vp, "casualties": fell}))
    days.append(sea, ("game_ended", {"serpent_vp": 3, "alliance_vp": 0, "result": "serpent"}))
    days.confirm(sea)
    caught_up()
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    address = f"/events/{day}/console/matches/{sea}/edit/"
    told = {f"vp:{other}:loophole": "1"} if stay else {"strategy_serpent": "1", "strategy_alliance": "2"}
    assert edit(client, address, **told).status_code == 302
    assert fallen(sea) == [(leader, None)]
    play = days.play_of(sea)
    assert play.fallen[0].turn == (2 if stay else None)
