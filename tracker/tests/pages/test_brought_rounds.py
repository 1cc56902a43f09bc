"""A round made by hand or brought from another tool: every form is read, shown, judged, and taken as a draft."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tracker import commands
from tracker.commands import round_lists
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
