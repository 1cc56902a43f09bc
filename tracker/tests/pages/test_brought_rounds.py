"""A round made by hand or brought from another tool: every form is read, shown, judged, and taken as a draft."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games.ruleset import REFEREE
from tracker import commands
from tracker.commands import round_lists
from tracker.commands.round_results import Told
from tracker.exchange import archive
from tracker.models import MatchRow
from tracker.proof import verify
from tracker.rulesets import tournament
from tracker.tests.hall import caught_up, start_round, summary
from tracker.tests.pages.desk import Desk, text_of

pytestmark = pytest.mark.django_db
FREE: dict[str, Any] = {"check_in": False, "list_required": False}


def trf(*rows: tuple[int, str, str]) -> str:
    """Lines `001` of TRF16: rank, name, and what stands of each round in its ten columns."""
    return "".join(f"001 {rank:>4}      {name:<33}{'':<44}{rounds}\n" for rank, name, rounds in rows)


COBRA = {
    "players": [{"id": 7, "name": "Anna"}, {"id": 9, "name": "Eve"}, {"id": 12, "name": "Carl"}],
    "rounds": [
        [],
        [
            {"table": 2, "player1": {"id": 12, "combinedScore": 3}, "player2": {"id": None}},
            {"table": 1, "player1": {"id": 9, "combinedScore": 0}, "player2": {"id": 7, "combinedScore": 6}},
        ],
    ],
}
SECOND = [("Eve", "Anna"), ("Carl", "")]
FORMS = {
    "lines": "1. Eve - Anna\n\nCarl",
    "tabs": "Eve\tAnna\nCarl\tbye\n",
    "csv": "Round,Table,Player,Opponent,Result\n1,1,Anna,Carl,3:1\n2,1,Eve,Anna,\n2,,Carl,,bye\n",
    "russian": "\ufeffТур;Стол;Игрок;Соперник\n2;1;Eve;Anna\n2;;Carl;\n",
    "cobra": json.dumps(COBRA),
    "trf": trf(
        (1, "Anna", "   2 w 1     3 b 0  "),
        (2, "Carl", "   1 b 0  0000 - U  "),
        (3, "Eve", "0000 - U     1 w 1  "),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_round_is_read(form: str) -> None:
    found = round_lists.read(FORMS[form], 2)
    told = sorted(((one.first, one.second) for one in found), key=lambda pair: not pair[1])
    assert told == SECOND


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_file_of_a_round_is_read_with_the_tables_that_were_given(language: str) -> None:
    """Words of the file ("no-show") were no result, and nothing said who had won."""
    desk = Desk(count=7, list_required=False, scenarios=[]).ready()
    rows = start_round(desk.who, desk.event, 1)
    for table, award in ((1, "no_show:serpent"), (2, "double_loss:")):
        told = {"round": "1", "table": str(table), "award": award, "reason": "as the judge saw"}
        assert desk.press("award", **told).status_code == 302
    commands.report_match(desk.who, rows[2].stream_id, summary(1, 0))
    caught_up()
    file = text_of(Client(headers={"accept-language": language}).get(desk.url("pairings.csv")))
    *tables, bye = round_lists.read(file, 1)
    state, names = desk.state, {str(player.pk): player.name for player in desk.players}
    sides = state.options.sides
    drawn = [[names[table.sides[side][0]] for side in sides] for table in state.rounds[0].pairings]
    assert [[one.first, one.second] for one in tables] == drawn
    assert tables[0].told == Told(sides.index("serpent"), award="forfeit")
    assert tables[1].told == Told(None, award="double_loss")
    assert isinstance(tables[2].told, Told) and tables[2].told.vp is not None
    assert (bye.first, bye.second) == (names[state.rounds[0].bye or ""], "")


def test_names_with_hyphens_stay_whole_and_half_byes_are_asked_for() -> None:
    assert [one[1:3] for one in round_lists.read("Jean-Luc - Ann-Marie", 1)] == [("Jean-Luc", "Ann-Marie")]
    asked = round_lists.read(trf((1, "Anna", "0000 - H  "), (2, "Carl", "0000 - Z  ")), 1)
    assert [(one.first, one.bye) for one in asked] == [("Anna", "half"), ("Carl", "zero")]
    assert round_lists.read(FORMS["cobra"], 3) == []


def test_a_round_is_looked_at_and_taken_with_a_reason() -> None:
    desk = Desk(count=4, **FREE)
    assert "Make the round by hand, or from another tool" in text_of(desk.client.get(desk.console("round/")))
    url, text = desk.console("round/brought/"), "Anna vs Carl\nдина; борис"
    assert desk.client.get(url).status_code == 200
    shown = text_of(desk.client.post(url, {"text": text, "how": "look"}))
    assert '<th scope="row">Дина</th><td>Борис</td>' in shown and "Make this round" in shown
    assert not desk.state.rounds, "looking makes nothing"
    without = desk.client.post(url, {"text": text, "how": "take"})
    assert without.status_code == 400 and "say why, in a few words" in text_of(without)
    taken = desk.client.post(url, {"text": text, "how": "take", "reason": "drawn on paper", "key": "k"})
    assert taken.status_code == 302, text_of(taken)
    drawn = desk.state.rounds[0]
    names = {str(player.pk): player.name for player in desk.players}
    sat = [
        tuple(names[p] for side in desk.state.options.sides for p in table.sides[side])
        for table in drawn.pairings
    ]
    assert (sat, drawn.method, drawn.reason) == (
        [("Anna", "Carl"), ("Дина", "Борис")],
        "manual",
        "drawn on paper",
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Anna - Carl\nBoris Badenov - Дина", "nobody here is called Boris Badenov"),
        ("Anna - Carl\nAnna - Дина", "Anna stands there twice"),
        ("Anna\nCarl\nБорис - Дина", "a second bye"),
        ("", "Nothing about round 1 was found."),
    ],
)
def test_what_cannot_be_taken_is_named_and_nothing_is_made(text: str, problem: str) -> None:
    desk = Desk(count=4, **FREE)
    url = desk.console("round/brought/")
    shown = desk.client.post(url, {"text": text, "how": "look"})
    assert problem in text_of(shown) and "Make this round" not in text_of(shown)
    taken = desk.client.post(url, {"text": text, "how": "take", "reason": "paper"})
    assert taken.status_code == 400 and not desk.state.rounds


def test_two_of_one_name_and_a_pair_that_must_not_meet_are_refused() -> None:
    desk = Desk(count=4, **FREE)
    url = desk.console("round/brought/")
    one, other = desk.players[0], desk.players[2]
    commands.append(
        desk.who, desk.event, [{"type": "pair_kept_apart", "data": {"players": [str(one.pk), str(other.pk)]}}]
    )
    sent = {"text": "Anna - Carl\nБорис - Дина", "how": "take", "reason": "paper"}
    refused = desk.client.post(url, sent)
    assert refused.status_code == 422 and "must not meet" in text_of(refused)
    commands.register_players(desk.who, desk.event, [commands.NewPlayer("Anna", "Elsewhere")])
    assert "Anna is the name of several here" in text_of(desk.client.post(url, sent | {"how": "look"}))
    assert not desk.state.rounds


def test_the_page_is_for_staff_and_speaks_russian() -> None:
    desk = Desk(count=2, language="ru", **FREE)
    assert "вручную или из другой программы" in text_of(desk.client.get(desk.console("round/brought/")))
    assert Client().get(desk.console("round/brought/")).status_code in (302, 403, 404)


# --- With what was played already


PLAYED = "1. Anna - Carl 7:4\n2. Дина - Борис 3:3"


def take(desk: Desk, text: str, **more: Any) -> Any:
    sent = {"text": text, "how": "played", "reason": "Longshanks, pasted", "key": "k1", **more}
    return desk.client.post(desk.console("round/brought/"), sent)


def places(desk: Desk) -> list[tuple[str, int, int]]:
    names = {str(player.pk): player.name for player in desk.players}
    rows = tournament.standings(desk.state)
    return [(names[row.player], row.rank, row.figures[0].top) for row in rows]


def test_a_played_round_comes_with_its_results_and_is_closed() -> None:
    desk = Desk(count=5, **FREE)
    text = f"{PLAYED}\nEve"
    shown = text_of(desk.client.post(desk.console("round/brought/"), {"text": text, "how": "look"}))
    assert "7 : 4, Anna wins" in shown and "3 : 3, draw" in shown and "Take it with its results" in shown
    assert take(desk, text).status_code == 302
    round_ = desk.state.rounds[0]
    assert (round_.status, round_.reason, round_.missing()) == ("closed", "Longshanks, pasted", ())
    assert not MatchRow.objects.filter(tournament=desk.event).exists(), "no match of ours stands behind it"
    assert [(name, points) for name, _rank, points in places(desk)][:2] == [("Anna", 3), ("Eve", 3)]
    version = desk.version
    again = take(desk, text)
    assert again.status_code == 302 and desk.version == version, "a second tap does nothing"
    commands.draw_round(desk.who, desk.event)
    met = {frozenset(player for side in table.sides.values() for player in side) for table in round_.pairings}
    drawn = {frozenset(p for side in t.sides.values() for p in side) for t in desk.state.rounds[1].pairings}
    assert not met & drawn, "the draw knows who has met"


def test_the_results_stand_in_pages_rest_files_and_proofs(tmp_path: Any) -> None:
    desk = Desk(count=4, **FREE)
    take(desk, PLAYED)
    caught_up()
    assert "7 : 4" in text_of(desk.client.get(desk.url("pairings/?by=table")))
    assert "no score" not in text_of(desk.client.get(desk.url()))
    anna = str(desk.players[0].pk)
    opened = text_of(desk.client.get(desk.url(f"standings/{anna}/points/")))
    assert "Carl" in opened
    assert "result 7 : 4, from Longshanks, pasted." in text_of(desk.client.get(desk.url("log/")))
    table = desk.client.get(f"/api/v1/tournaments/{desk.event}/pairings/?round=1").json()["results"][0]
    assert (table["match"], table["result"]["source"]) == (None, "Longshanks, pasted")
    assert "7" in desk.client.get(desk.url("pairings.csv?round=1")).content.decode()
    whole = archive.export_event(desk.event, lambda _stream: REFEREE, with_people=True)
    assert verify.verify_file(whole) == []
    assert list(verify.verify_database()) == []


def test_one_file_lets_anybody_recompute_the_standings(capsys: Any, tmp_path: Any) -> None:
    """The tournament's own log, taken from the exported event and judged without a database."""
    desk = Desk(count=4, **FREE)
    take(desk, PLAYED)
    commands.finish(desk.who, desk.event)
    whole = archive.export_event(desk.event, lambda _stream: REFEREE, with_people=True)
    with zipfile.ZipFile(io.BytesIO(whole)) as files:
        name = next(name for name in files.namelist() if str(desk.event) in name)
        (tmp_path / "cup.jsonl").write_bytes(files.read(name))
    call_command("replay", str(tmp_path / "cup.jsonl"), json=True)
    told = json.loads(capsys.readouterr().out)
    points = {str(player.pk): value for player, value in zip(desk.players, (3, 1, 0, 1), strict=True)}
    assert told["outcome"]["vp"] == points


def test_what_the_file_has_no_result_for_is_played_here() -> None:
    desk = Desk(count=4, **FREE)
    assert take(desk, "Anna - Carl 7:4\nДина - Борис").status_code == 302
    round_ = desk.state.rounds[0]
    assert (round_.status, round_.missing()) == ("started", (2,))
    assert [table.match is None for table in round_.pairings] == [True, False]


def test_byes_forfeits_and_who_is_in_no_line_count_as_the_file_says() -> None:
    desk = Desk(count=8, **FREE)
    rows = [
        (1, "Anna", "   2 w +  "),
        (2, "Борис", "   1 b -  "),
        (3, "Carl", "   4 b 0  "),
        (4, "Дина", "   3 w 1  "),
        (5, "Eve", "0000 - U  "),
        (6, "Фёдор", "0000 - F  "),
        (7, "Gina", "0000 - H  "),
    ]
    shown = text_of(desk.client.post(desk.console("round/brought/"), {"text": trf(*rows), "how": "look"}))
    assert "without points in this round if it was played: Harald." in shown
    assert "count as 0 in every figure" in shown and "bye, counts as a draw" in shown
    assert "forfeit: Борис" in shown
    assert take(desk, trf(*rows)).status_code == 302
    points = {name: value for name, _rank, value in places(desk)}
    wanted = {"Anna": 3, "Борис": 0, "Carl": 0, "Дина": 3, "Eve": 3, "Фёдор": 3, "Gina": 1, "Harald": 0}
    assert points == wanted
    caught_up()
    assert "no score" in text_of(desk.client.get(desk.url("pairings/?by=table")))


def test_rounds_of_one_file_follow_each_other() -> None:
    desk = Desk(count=4, **FREE)
    rows = (
        "Round,Player,Opponent,Result\n1,Anna,Carl,7:4\n1,Борис,Дина,1:0\n2,Anna,Борис,2:2\n2,Carl,Дина,0:9\n"
    )
    second = take(desk, rows)
    assert second.status_code == 200
    shown = text_of(second)
    assert "Round 1 is here with its results." in shown and "2 : 2, draw" in shown
    assert take(desk, rows, key="k2").status_code == 302
    assert [round_.status for round_ in desk.state.rounds] == ["closed", "closed"]
    assert places(desk)[0] == ("Anna", 1, 4)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Anna - Carl 7:4\nБорис - Дина + +", "is no result: write 7:4"),
        ("Anna - Carl 7:4\nБорис - Somebody 1:0", "nobody here is called Somebody"),
    ],
)
def test_a_result_that_cannot_be_read_stands_in_its_row_and_nothing_is_made(text: str, problem: str) -> None:
    desk = Desk(count=4, **FREE)
    refused = take(desk, text)
    assert refused.status_code == 400 and text_of(refused).count(problem) == 2, "above, and in its row"
    assert not desk.state.rounds


def test_who_is_not_here_and_a_missing_source_are_told() -> None:
    desk = Desk(count=4, check_in=True, list_required=False)
    for player in desk.players[:3]:
        commands.check_in(desk.who, desk.event, player=player.pk)
    assert "Дина is not checked in, or has left" in text_of(take(desk, PLAYED))
    commands.check_in(desk.who, desk.event, player=desk.players[3].pk)
    assert take(desk, PLAYED, reason=" ").status_code == 400 and not desk.state.rounds
    assert take(desk, PLAYED).status_code == 302


def test_a_result_from_elsewhere_is_corrected_with_a_preview() -> None:
    desk = Desk(count=4, **FREE)
    take(desk, PLAYED)
    url = desk.console("rounds/1/tables/1/elsewhere/")
    assert url in desk.client.get(desk.console()).content.decode()
    page = text_of(desk.client.get(url))
    assert "Where it is from: Longshanks, pasted" in page
    one, other = desk.state.options.sides
    sent = {"winner": other, f"vp-{one}": "4", f"vp-{other}": "7", "reason": "swapped", "key": "c1"}
    assert desk.client.post(url, sent | {"how": "preview", "reason": ""}).status_code == 400
    assert desk.client.post(url, sent | {"how": "preview", f"vp-{one}": ""}).status_code == 400
    assert desk.client.post(url, sent | {"how": "preview", "winner": ""}).status_code == 400
    shown = text_of(desk.client.post(url, sent | {"how": "preview"}))
    assert '7 : 4</span> → <b class="number">4 : 7' in shown and "tournament points 3 → 0" in shown
    assert places(desk)[0][0] == "Anna", "looking changes nothing"
    assert desk.client.post(url, sent | {"how": "save"}).status_code == 302
    assert places(desk)[0] == ("Carl", 1, 3)
    same = desk.client.post(url, sent | {"how": "save", "key": "c2"})
    assert same.status_code == 422 and "tell another one, and say why" in text_of(same)
    assert desk.client.get(desk.console("rounds/2/tables/1/elsewhere/")).status_code == 404


def test_rest_takes_a_result_from_elsewhere_and_refuses_a_wrong_one() -> None:
    desk = Desk(count=4, **FREE)
    take(desk, "Anna - Carl 7:4\nДина - Борис")
    data = {
        "round": 1,
        "table": 1,
        "winner": desk.state.options.sides[1],
        "source": "a mail",
        "reason": "late",
    }
    url, told = f"/api/v1/tournaments/{desk.event}/events/", {"type": "result_brought", "data": data}
    dry = desk.client.post(url, {"events": [told], "dry_run": True}, content_type="application/json")
    assert dry.status_code in (200, 201) and places(desk)[0][0] == "Anna"
    wrong = {"type": "result_brought", "data": data | {"table": 2}}
    refused = desk.client.post(url, {"events": [wrong]}, content_type="application/json")
    assert refused.status_code == 422 and "TRN-MOVE-01" in refused.content.decode()
    assert desk.client.post(url, {"events": [told]}, content_type="application/json").status_code == 201
    assert places(desk)[0][0] == "Carl"


def test_the_page_of_results_speaks_russian() -> None:
    desk = Desk(count=4, language="ru", **FREE)
    text = "Anna - Carl 7:4\nБорис - Дина потом:потом"
    shown = text_of(desk.client.post(desk.console("round/brought/"), {"text": PLAYED, "how": "look"}))
    assert "7 : 4, победа: Anna" in shown and "Взять вместе с результатами" in shown
    wrong = "Игрок;Соперник;Результат\nAnna;Carl;потом\n"
    assert "не результат" in text_of(
        desk.client.post(desk.console("round/brought/"), {"text": wrong, "how": "look"})
    )
    assert text


def test_while_no_round_can_be_made_the_page_leads_to_the_round_that_there_is() -> None:
    desk = Desk(count=4, check_in=False, list_required=False)
    address, round_page = desk.console("round/brought/"), desk.console("round/")
    assert desk.client.get(address).status_code == 200
    desk.started()
    answer = desk.client.get(address)
    assert (answer.status_code, answer["Location"]) == (302, round_page)
    assert address not in desk.client.get(round_page).content.decode()
