"""Results typed in at the desk, contested ones, and corrections with their preview."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tracker import commands, selectors
from tracker.models import MatchRow
from tracker.pages.match_forms.last_battle.words import scheme_name
from tracker.tests.pages.at_the_table import Table
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db(transaction=True)


def typed(page: str, **fields: str) -> dict[str, str]:
    """What a browser sends of the result form when `fields` are chosen."""
    page = page.partition("<main")[2]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    for tag in re.findall(r"<input [^>]*type=\"radio\"[^>]*>", page):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and " checked" in tag:
            found[name[1]] = value[1]
    for name in re.findall(r'<select name="([^"]+)"', page):
        found.setdefault(name, "")
    return {**found, **fields}


def url(desk: Desk, row: MatchRow) -> str:
    return desk.console(f"matches/{row.stream_id}/")


def test_a_result_is_typed_in_and_stands_at_once() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    page = text_of(desk.client.get(url(desk, row)))
    fields = typed(page, strategy_serpent="1", strategy_alliance="3")
    answer = desk.client.post(url(desk, row), fields)
    assert answer.status_code == 302, text_of(answer)
    assert selectors.outcome(row.stream_id).vp == {"serpent": 1, "alliance": 3}
    assert "3 : 1" in text_of(desk.client.get(desk.console()))
    assert desk.client.post(url(desk, row), fields).status_code == 302, "a double tap is harmless"


def test_a_form_left_as_it_was_enters_no_result() -> None:
    """It recorded 0 : 0 for a table of which nobody had said anything."""
    desk = Desk().started()
    row = desk.matches()[0]
    answer = desk.client.post(url(desk, row), typed(text_of(desk.client.get(url(desk, row)))))
    assert answer.status_code == 400 and "This field is required" in text_of(answer)
    assert selectors.outcome(row.stream_id).status == "open"


def test_the_desk_reads_the_name_of_a_scheme_that_is_still_secret() -> None:
    """A player calls it "my secret scheme"; it is none of the organiser's, who types it from paper."""
    desk = Desk().started()
    row = desk.matches()[0]
    page = text_of(desk.client.get(url(desk, row)))
    state = selectors.current_state(row.stream_id).state.play
    (held,) = state.squads[row.sides["serpent"][0]].schemes
    assert scheme_name(held.scheme, "en") in page and "My secret scheme" not in page


def test_a_result_beyond_the_rules_is_refused_and_stays_typed() -> None:
    """LB-SCORE: a strategy brings at most four victory points."""
    desk = Desk().started()
    row = desk.matches()[0]
    fields = typed(text_of(desk.client.get(url(desk, row))), strategy_serpent="9")
    answer = desk.client.post(url(desk, row), fields)
    assert answer.status_code in (400, 422)
    assert selectors.outcome(row.stream_id).status == "open"


def test_a_stale_result_shows_what_happened_at_the_table() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    points = {"strategy_alliance": "2", "strategy_serpent": "0"}
    fields = typed(text_of(desk.client.get(url(desk, row))), **points)
    player = row.sides["alliance"][0]
    scheme = selectors.current_state(row.stream_id).state.play.squads[player].dealt[0]
    commands.append(
        desk.who, row.stream_id, [{"type": "scheme_chosen", "data": {"player": player, "scheme": scheme}}]
    )
    answer = desk.client.post(url(desk, row), fields)
    assert answer.status_code == 409 and "Someone was faster" in text_of(answer)


def test_what_a_second_desk_typed_is_not_lost_and_the_first_result_stands() -> None:
    """It was dropped without a word: the second organiser saw the first one's numbers and no message."""
    desk = Desk().started()
    row = desk.matches()[0]
    ours, theirs = (text_of(desk.client.get(url(desk, row))) for _desk in range(2))
    first = typed(ours, strategy_serpent="1", strategy_alliance="3")
    assert desk.client.post(url(desk, row), first).status_code == 302
    again = desk.client.post(url(desk, row), first, follow=True)
    assert again.redirect_chain == [(desk.console(), 302)], "the same tap once more"
    assert "the result is recorded" in text_of(again)
    second = typed(theirs, strategy_serpent="2", strategy_alliance="0")
    answer = desk.client.post(url(desk, row), second, follow=True)
    page = text_of(answer)
    assert answer.status_code == 409 and "Your entry is not saved yet" in page and "now 3 : 1" in page
    kept = typed(page)
    assert (kept["strategy_serpent"], kept["strategy_alliance"]) == ("2", "0")
    assert selectors.outcome(row.stream_id).vp == {"serpent": 1, "alliance": 3}


def test_a_result_that_nobody_confirmed_is_one_tap_from_the_console() -> None:
    """The button led to the match, the match to the pad: three pages for every table that forgot."""
    table = Table("camp")
    table.ready()
    table.play()
    assert table.alliance.tap(table.match, "end").status_code == 302
    client = Client(headers={"accept-language": "en"})
    client.force_login(table.organiser.user)
    pad = f"/matches/{table.match}/pad/"
    assert f'<a class="button" href="{pad}">Confirm</a>' in text_of(
        client.get(f"/events/{table.event}/console/")
    )
    assert 'data-step="confirm"' in text_of(client.get(pad))


def test_results_are_typed_by_staff_only_and_for_matches_of_the_event() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    assert Client().post(url(desk, row), {}).status_code == 403
    assert desk.client.get(desk.console(f"matches/{uuid4()}/")).status_code == 404


def correction(desk: Desk, stream: UUID) -> str:
    return desk.console(f"logs/{stream}/")


def confirmation(row: MatchRow) -> int:
    return selectors.head(row.stream_id).version


def test_a_result_is_taken_back_with_a_reason_and_stays_to_be_read() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    last = confirmation(row)
    fields = {"seq": [last - 1, last], "how": "void", "reason": "tables mixed up"}
    assert desk.client.post(correction(desk, row.stream_id), fields).status_code == 302
    assert selectors.outcome(row.stream_id).status == "open"
    assert "tables mixed up" in text_of(desk.client.get(correction(desk, row.stream_id)))
    assert desk.state.current.missing() == (row.table,)


def test_a_correction_leads_to_typing_the_result_again() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    log, form = desk.console(f"logs/{row.stream_id}/"), f'href="{url(desk, row)}"'
    desk.report(row)
    assert form not in text_of(desk.client.get(log))
    last = int(selectors.head(row.stream_id).version)
    voided = desk.client.post(
        log, {"how": "void", "reason": "typo", "seq": [str(last), str(last - 1)]}, follow=True
    )
    assert form in text_of(voided)
    assert form not in text_of(desk.client.get(desk.console(f"logs/{desk.event}/")))


def test_the_last_missing_result_is_one_press_away() -> None:
    """With several missing only the slip in the hand tells which is next."""
    desk = Desk().started()
    first, last = desk.matches()

    def leads_to(row: MatchRow) -> bool:
        return f'main-action" data-key="g" href="{url(desk, row)}"' in text_of(
            desk.client.get(desk.console())
        )

    assert not leads_to(first) and not leads_to(last)
    desk.report(first)
    assert leads_to(last)


def test_the_preview_lists_what_would_become_illegal_and_changes_nothing() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    last = confirmation(row)
    answer = desk.client.post(correction(desk, row.stream_id), {"seq": [last - 1], "how": "preview"})
    page = text_of(answer)
    assert answer.status_code == 422
    assert f"Entry {last}" in page and "WL-RES-01" in page and 'value="tail"' in page
    assert confirmation(row) == last


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "(The staff: result confirmed)"),
        ("ru", "(Судьи и организаторы: результат подтверждён)"),
    ],
)
def test_the_preview_says_the_later_event_as_the_log_says_it(language: str, said: str) -> None:
    """WL-VOID-03 names what would break."""
    desk = Desk(language=language).played()
    row = desk.matches()[0]
    last = confirmation(row)
    page = text_of(desk.client.post(correction(desk, row.stream_id), {"seq": [last - 1], "how": "preview"}))
    assert f"{last} {said}" in page and "result_confirmed" not in page


def test_a_legal_preview_says_so_and_changes_nothing() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    last = confirmation(row)
    answer = desk.client.post(correction(desk, row.stream_id), {"seq": [last], "how": "preview"})
    assert answer.status_code == 200 and "the log breaks no rule" in text_of(answer)
    assert confirmation(row) == last


def test_the_tail_goes_in_one_step() -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    last = confirmation(row)
    fields = {"seq": [last - 1], "how": "tail", "reason": "start again"}
    assert desk.client.post(correction(desk, row.stream_id), fields).status_code == 302
    assert selectors.outcome(row.stream_id).status == "open"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"how": "void", "reason": "why"}, 400),
        ({"how": "void", "seq": [1], "reason": ""}, 400),
        ({"how": "void", "seq": [9999], "reason": "why"}, 422),
        ({"how": "void", "seq": [1], "reason": "why", "version": "1"}, 409),
    ],
)
def test_a_correction_that_cannot_be_made_changes_nothing(fields: dict[str, object], status: int) -> None:
    desk = Desk().played()
    row = desk.matches()[0]
    last = confirmation(row)
    assert desk.client.post(correction(desk, row.stream_id), fields).status_code == status
    assert confirmation(row) == last


def test_the_event_itself_can_be_corrected() -> None:
    desk = Desk()
    seq = desk.version
    fields = {"seq": [seq], "how": "void", "reason": "registered twice"}
    assert desk.client.post(correction(desk, desk.event), fields).status_code == 302
    assert len(desk.state.entrants) == 3


def test_corrections_are_for_staff_and_for_streams_of_the_event() -> None:
    desk = Desk().started()
    assert Client().post(correction(desk, desk.event), {"seq": [1], "how": "void"}).status_code == 403
    assert desk.client.get(correction(desk, uuid4())).status_code == 404


def test_a_contested_result_stands_out_with_its_reason_and_leads_to_the_decision() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    report = {"turns": 5, "strategy": {"serpent": 1, "alliance": 3}, "result": "alliance"}
    commands.append(desk.who, row.stream_id, [{"type": "match_reported", "data": report}])
    protest = {"side": "serpent", "reason": "wrong portals"}
    commands.append(desk.who, row.stream_id, [{"type": "result_contested", "data": protest}])
    console = text_of(desk.client.get(desk.console()))
    assert "disputed" in console and "Disputed: wrong portals" in console
    match, edit = f"/matches/{row.stream_id}/", f"{url(desk, row)}edit/"
    assert f'href="{match}">Decide' in console
    assert f'href="{match}">Settle the dispute: table {row.table}</a>' in console, "the main action"
    page = text_of(desk.client.get(match))
    assert "disputes the result: wrong portals" in page and edit in page
    decided = text_of(desk.client.get(f"{match}pad/"))
    assert "It counts at once, confirmed by you" in decided and "Once both sides" not in decided
    for place in (edit, correction(desk, row.stream_id)):
        page = text_of(desk.client.get(place))
        assert re.search(r'id="reason"[^>]*value="wrong portals"', page), (
            "the dispute says why it is corrected"
        )


def test_an_event_asks_for_disputes_only_where_there_are_any(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(0):
        assert selectors.disputes([]) == {}


def test_a_restored_tab_of_a_button_gets_a_useful_page() -> None:
    desk = Desk().drawn()
    before = desk.version
    answer = desk.client.get(desk.console("do/start/"))
    assert answer.status_code == 302 and answer["Location"] == desk.console()
    elsewhere = desk.client.get(desk.console("players/add/"))
    assert elsewhere.status_code == 405 and "without its button" in text_of(elsewhere)
    assert desk.version == before


def test_a_table_whose_player_left_says_so_instead_of_missing() -> None:
    desk = Desk().started()
    row = desk.matches()[0]
    player = row.sides["serpent"][0]
    commands.drop(desk.who, desk.event, player=player)
    (name,) = selectors.player_names([player]).values()
    page = text_of(desk.client.get(desk.console()))
    assert f"{name} left" in page and page.count("playing</span>") == 1


def test_staff_close_the_table_of_a_player_who_left_with_the_points_that_it_has() -> None:
    """LB-END-05: nobody invents turns that were not played."""
    desk = Desk().started()
    row = desk.matches()[0]
    page = text_of(desk.client.get(url(desk, row)))
    assert "you close this table early" in page
    fields = typed(page, turns="2", strategy_alliance="1", strategy_serpent="0")
    assert desk.client.post(url(desk, row), fields).status_code == 302
    outcome = selectors.outcome(row.stream_id)
    assert (outcome.status, outcome.turn, outcome.incomplete) == ("confirmed", 2, True)
    assert typed(text_of(desk.client.get(f"{url(desk, row)}edit/")))["turns"] == "2"


def test_a_report_beside_logged_turns_says_what_they_give_and_the_way_round_them() -> None:
    """LB-SCORE-10: a report may only add to the logged turns, so less than they give is not offered."""
    table = Table("camp")
    table.ready()
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(table.organiser.user)
    path = f"/events/{table.event}/console/matches/{table.match}/"
    assert "The logged turns give" not in text_of(staff.get(path))
    table.play(1)
    assert table.alliance.tap(table.match, "turn", strategy_alliance="1").status_code == 302
    page = text_of(staff.get(path))
    assert "The logged turns give 1 : 0: this report can only add to them." in page
    (way,) = re.findall(r'<a href="([^"]+)">Enter another result instead', page)
    assert way == f"{path}edit/" and staff.get(way).status_code == 200
    refused = staff.post(path, typed(page, strategy_alliance="0"))
    assert refused.status_code == 400 and "this report can only add to them" in text_of(refused)
