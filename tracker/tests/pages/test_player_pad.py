"""The score pad: whole matches from two phones, refusals that keep what was typed, stale forms, second taps."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.last_battle.facts import SCHEMES
from tracker import selectors
from tracker.tests.pages.at_the_table import Phone, Table, offered, prefilled

pytestmark = pytest.mark.django_db(transaction=True)
HELD = re.compile(r'<span class="secret.*?</button>', re.S)


def pad(table: Table) -> str:
    return f"/matches/{table.match}/pad/"


def version(table: Table) -> int:
    return int(selectors.head(table.match).version)


def test_two_phones_log_a_whole_match_and_confirm_it() -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    for turn in range(1, 6):
        scored = {"strategy_alliance": "1"} if turn == 2 else {}
        if turn == 3:
            scored = {"strategy_serpent": "1", f"vp:{table.alliance.id}:sea_treasures": "1"}
        response = table.alliance.tap(table.match, "turn", **scored)
        assert response.status_code == 302, response.content.decode()
    assert table.serpent.tap(table.match, "end").status_code == 302
    assert table.serpent.tap(table.match, "confirm").status_code == 302
    assert table.alliance.tap(table.match, "confirm").status_code == 302
    outcome = selectors.outcome(table.match)
    assert outcome.status == "confirmed" and outcome.winner == "alliance"
    assert outcome.vp == {"alliance": 2, "serpent": 1}
    result = selectors.pairings(table.event, 1)[0].result
    assert result and result["vp"] == {"alliance": 2, "serpent": 1}


def test_a_secret_scheme_is_revealed_and_scored_in_one_tap(deal: Any) -> None:
    deal("show_of_force", "loophole", "trap", "search_the_ruins")
    table = Table("sea")
    table.ready("show_of_force")
    table.play(1)
    mine = f"vp:{table.alliance.id}:show_of_force"
    assert mine in table.alliance.get(pad(table)) and mine not in table.serpent.get(pad(table))
    assert table.alliance.tap(table.match, "turn", **{mine: "1"}).status_code == 302
    assert [event.type for event in _tail(table, 2)] == ["scheme_revealed", "turn_reported"]
    assert mine in table.serpent.get(pad(table))


def test_a_scheme_of_the_end_is_scored_by_its_owner_before_the_game_ends(deal: Any) -> None:
    deal("loophole", "trap", "show_of_force", "search_the_ruins")
    table = Table("sea")
    table.ready("loophole")
    table.play()
    page = table.alliance.get(pad(table))
    scheme = SCHEMES["loophole"].name.to("en")
    assert scheme in page and scheme not in HELD.sub("", page), "it is secret still"
    assert "salt" not in page, "nothing else is asked"
    vp = f"vp:{table.alliance.id}:loophole"
    refused = table.alliance.tap(table.match, "award")
    assert refused.status_code == 400 and "Tap the VP of a scheme" in refused.content.decode()
    assert table.alliance.tap(table.match, "award", **{vp: "2"}).status_code == 302
    assert [event.type for event in _tail(table, 2)] == ["scheme_revealed", "scheme_scored"]
    assert table.alliance.tap(table.match, "end").status_code == 302
    assert selectors.outcome(table.match).vp == {"alliance": 2, "serpent": 0}


def test_on_heaven_portals_make_the_strategy_and_a_flip_plays_on() -> None:
    table = Table("heaven")
    table.ready()
    table.alliance.tap(table.match, "turn", portals_alliance="2")
    table.play(3)
    flipped = table.alliance.tap(table.match, "turn", flip_side="serpent", flip_card="12")
    assert flipped.status_code == 302, flipped.content.decode()
    assert table.state.play.phase == "turns" and table.state.play.turn == 5
    table.play(1)
    form = table.serpent.pad(table.match).partition('data-step="end"')[2].partition("</form>")[0]
    assert "Heavenly Portals at the end" in form and "More that can be entered" not in form, "all follows"
    assert table.serpent.tap(table.match, "end").status_code == 302
    assert selectors.outcome(table.match).vp == {"alliance": 2, "serpent": 1}


def test_casualties_are_picked_from_the_squads() -> None:
    table = Table("serpent")
    table.ready()
    figures = table.state.play.squads[table.serpent.id].all_figures()
    fell = {f"fell:{table.serpent.id}:1:{figures[1].figure_id}": "killed"}
    assert table.alliance.tap(table.match, "turn", **fell).status_code == 302
    assert [fallen.figure_id for fallen in table.state.play.fallen] == [figures[1].figure_id]
    assert f":{figures[1].figure_id}" not in table.alliance.get(pad(table))


def test_a_summoned_figure_that_was_killed_counts_as_a_kill() -> None:
    """LB-SERP-01, -04: no squad lists it, so that nobody could tell whose blood was spilled."""
    table = Table("serpent")
    table.ready()
    table.play(1)
    told = {"strategy_alliance": "1"}
    assert "LB-SERP-04" in table.alliance.tap(table.match, "turn", **told).content.decode()
    imps = {f"summoned:{table.serpent.id}": " imp \n\nsmall imp\n"}
    assert table.alliance.tap(table.match, "turn", **told, **imps).status_code == 302
    play = table.state.play
    assert [(one.figure_id, one.side, one.summoned) for one in play.fallen] == [
        ("imp", "serpent", True),
        ("small imp", "serpent", True),
    ]
    assert play.strategy == {"serpent": 0, "alliance": 1} and play.fallen[0].how == "killed"


def test_a_flip_without_its_card_is_asked_for() -> None:
    table = Table("camp")
    table.ready()
    table.play(4)
    page = table.alliance.pad(table.match)
    fell = next(part for part in page.split('"') if part.startswith("fell:"))
    told = {"flip_side": "alliance", "flip_card": "", fell: "killed"}
    response = table.alliance.tap(table.match, "turn", **told)
    shown = response.content.decode()
    assert response.status_code == 400 and "Which card was flipped?" in shown
    assert shown.count('<details class="fallen-pick" open>') == 1, "who fell stays in sight"
    assert table.state.play.turn == 4


def test_a_refusal_names_the_rule_and_keeps_what_was_typed() -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    before = version(table)
    fields = prefilled(table.alliance.get(pad(table)), "turn") | {"turn": "4"}
    response = table.alliance.client.post(pad(table), fields)
    page = response.content.decode()
    assert response.status_code == 422 and "LB-TLOG-01" in page
    assert prefilled(page, "turn")["turn"] == "4" and version(table) == before


def test_a_scheme_that_was_not_dealt_cannot_be_sent() -> None:
    table = Table("sea")
    dealt = table.state.play.squads[table.alliance.id].dealt
    other = next(key for key in ("trap", "loophole", "vendetta", "scapegoat") if key not in dealt)
    choice = offered(table.alliance.get(pad(table)), "scheme_chosen", scheme=dealt[0])
    response = table.alliance.tap(table.match, "scheme_chosen", choice=choice.replace(dealt[0], other))
    assert response.status_code == 422 and not table.state.play.squads[table.alliance.id].chosen


def test_a_stale_form_shows_what_was_missed_and_keeps_what_was_typed() -> None:
    table = Table("camp")
    table.ready()
    table.play(1)
    late = prefilled(table.serpent.get(pad(table)), "turn") | {"strategy_serpent": "1"}
    table.alliance.tap(table.match, "turn", strategy_alliance="1")
    response = table.serpent.client.post(pad(table), late)
    page = response.content.decode()
    assert response.status_code == 409 and "Someone was faster" in page and "Turn 2." in page
    kept = prefilled(page, "turn")
    assert kept["strategy_serpent"] == "1" and kept["turn"] == "2"
    assert int(kept["version"]) == version(table)


def test_a_second_tap_with_the_same_key_changes_nothing() -> None:
    table = Table("camp")
    table.ready()
    fields = prefilled(table.alliance.get(pad(table)), "turn")
    first = table.alliance.client.post(pad(table), fields)
    after = version(table)
    again = table.alliance.client.post(pad(table), fields)
    assert (first.status_code, again.status_code) == (302, 302) and version(table) == after
    other = table.alliance.client.post(pad(table), fields | {"turn": "2"})
    assert other.status_code == 409 and version(table) == after


def test_a_phone_that_sends_later_reads_json() -> None:
    table = Table("camp")
    table.ready()
    fields = prefilled(table.alliance.get(pad(table)), "turn") | {"at": "2026-11-21T10:00:00+01:00"}
    json_wanted = {"accept": "application/json"}
    answer = table.alliance.client.post(pad(table), fields, headers=json_wanted)
    assert answer.status_code == 200 and answer.json()["version"] == version(table)
    assert _tail(table, 1)[0].at == "2026-11-21T10:00:00+01:00"
    stale = table.alliance.client.post(pad(table), fields | {"key": uuid4().hex}, headers=json_wanted)
    assert stale.status_code == 409 and json.loads(stale.content)["problems"]
    refused = table.alliance.client.post(
        pad(table), fields | {"key": uuid4().hex, "version": ""}, headers=json_wanted
    )
    assert refused.status_code == 422 and refused.json()["problems"][0]["rule"] == "LB-TLOG-01"


def test_the_pad_is_for_those_at_the_table() -> None:
    table = Table("camp")
    assert Client().get(pad(table)).status_code == 302
    assert Client().post(pad(table), {"step": "turn"}).status_code == 403
    page = table.alliance.get(pad(table))
    fields = prefilled(page, "scheme_chosen") | {"choice": offered(page, "scheme_chosen")}
    theirs = table.serpent.client.post(pad(table), fields)
    assert theirs.status_code == 403
    assert table.alliance.client.post(pad(table), fields | {"step": "nothing"}).status_code == 400
    assert Phone().client.get(f"/matches/{uuid4()}/pad/").status_code == 404


def test_the_pad_speaks_russian() -> None:
    table = Table("camp", languages="ru")
    page = table.alliance.get(pad(table))
    assert "Выберите схему" in page and "Взять эту схему" in page and "Лагерь" in page
    table.ready()
    response = table.alliance.client.post(
        pad(table), prefilled(table.alliance.get(pad(table)), "turn") | {"turn": "4"}
    )
    assert "LB-TLOG-01" in response.content.decode() and "Записать ход" in response.content.decode()


def test_at_summary_detail_the_whole_match_is_one_form() -> None:
    table = Table("camp", detail="summary")
    fields = {"strategy_alliance": "2", "strategy_serpent": "1"}
    response = table.serpent.tap(table.match, "report", **fields)
    assert response.status_code == 302, response.content.decode()
    assert selectors.outcome(table.match).vp == {"alliance": 2, "serpent": 1}


def test_an_impossible_summary_is_refused_with_its_rules() -> None:
    table = Table("camp", detail="summary")
    response = table.serpent.tap(table.match, "report", strategy_alliance="4", strategy_serpent="4")
    assert response.status_code == 422 and "LB-SCORE-09" in response.content.decode()
    assert selectors.outcome(table.match).status == "open"


def test_a_result_is_contested_with_a_reason() -> None:
    table = Table("camp")
    table.ready()
    table.play()
    table.alliance.tap(table.match, "end")
    assert table.serpent.tap(table.match, "contest", reason="").status_code == 400
    assert table.serpent.tap(table.match, "contest", reason="Turn 3 was ours").status_code == 302
    assert "Turn 3 was ours" in table.alliance.get(f"/matches/{table.match}/")
    assert selectors.match(table.match).contested  # type: ignore[union-attr]


def test_a_dispute_tells_both_who_is_called_and_presses_nobody_to_confirm() -> None:
    table = Table("camp")
    table.ready()
    table.play()
    table.alliance.tap(table.match, "end")
    main = '<button class="main-action">Confirm'
    assert main in table.serpent.get(pad(table))
    table.serpent.tap(table.match, "contest", reason="Turn 3 was ours")
    for phone in (table.alliance, table.serpent):
        for page in (pad(table), f"/matches/{table.match}/"):
            told = phone.get(page)
            assert "disputes the result: Turn 3 was ours" in told and "judges and organisers" in told
        assert phone.get("/my/").count("a judge will come") == 1
    assert main not in table.serpent.get(pad(table))
    assert "Confirm the result" in table.serpent.get(pad(table)), "who disputed may still agree"
    assert main in table.alliance.get(pad(table))


def test_staff_act_for_anybody_and_close_the_protest() -> None:
    table = Table("camp")
    staff = Client(headers={"accept-language": "en"})
    staff.login(username="olga", password="secret-pass")
    page = staff.get(pad(table)).content.decode()
    dealt = table.state.play.squads[table.alliance.id].dealt
    fields = prefilled(page, "scheme_chosen") | {"choice": offered(page, "scheme_chosen", scheme=dealt[0])}
    assert fields["player"] == table.alliance.id
    assert staff.post(pad(table), fields).status_code == 302
    table.hire()
    table.note()
    table.play()
    table.alliance.tap(table.match, "end")
    confirm = prefilled(staff.get(pad(table)).content.decode(), "confirm")
    assert confirm["player"] == "staff" and staff.post(pad(table), confirm).status_code == 302
    assert selectors.outcome(table.match).status == "confirmed"


def test_staff_type_a_result_in_which_a_noted_name_must_be_published_first() -> None:
    """LB-UNIQ-06: the report of Elimination of Leaders names the Leader on the way."""
    table = Table("serpent")
    table.ready("elimination_of_leaders")
    staff = Client(headers={"accept-language": "en"})
    staff.login(username="olga", password="secret-pass")
    path = f"/events/{table.event}/console/matches/{table.match}/"
    page = staff.get(path).content.decode().replace('class="stack pad" novalidate', 'data-step="report"')
    none = {"strategy_alliance": "0", "strategy_serpent": "0"}
    fields = prefilled(page, "report") | none | {f"vp:{table.alliance.id}:elimination_of_leaders": "1"}
    response = staff.post(path, fields)
    assert response.status_code == 302, response.content.decode()
    assert selectors.outcome(table.match).status == "confirmed"
    assert "scheme_note_published" in [event.type for event in _tail(table, 3)]


def _tail(table: Table, count: int) -> list[Any]:
    from games.ruleset import REFEREE

    return selectors.events_page(table.match, REFEREE, version(table) - count).events
