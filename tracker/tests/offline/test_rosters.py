"""check-roster: all violations, warnings for unknown facts, clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.bushido.sample import CARDS, FACTION
from tracker.management.tool import BAD_INPUT, REFUSED
from tracker.tests.offline.helpers import answer, roster, run


def test_a_legal_roster_is_ok(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = answer(capsys, "check-roster", roster(tmp_path))
    assert (code, told["ok"], told["violations"]) == (0, True, [])
    assert run(capsys, "check-roster", roster(tmp_path))[1].splitlines()[-1] == "ok"


def test_all_violations_of_a_roster_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    costly = [{"figure_id": f"f{n}", "cost": 9, "size": 2, "unique": True, "traits": []} for n in (1, 1, 2)]
    path = roster(tmp_path, leader="nobody", figures=costly)
    code, told = answer(capsys, "check-roster", path)
    assert (code, told["ok"]) == (REFUSED, False)
    rules = {one["rule"] for one in told["violations"]}
    assert {"LB-ROSTER-03"} < rules
    assert all(set(one) == {"rule", "message", "params"} and one["message"] for one in told["violations"])
    code, text = run(capsys, "check-roster", path, lang="ru")
    assert code == REFUSED
    assert {line.partition(":")[0] for line in text.splitlines() if not line.startswith("(")} == rules


def test_unknown_facts_are_warnings_and_cards_fill_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = roster(tmp_path, leader="raven-king", figures=["raven"])
    told = answer(capsys, "check-roster", path)[1]
    assert told["ok"]
    assert {warning["rule"] for warning in told["warnings"]} >= {"LB-ROSTER-03"}
    cards = tmp_path / "cards.json"
    facts = {"size": 2, "unique": False, "is_leader_trait": False}
    cards.write_text(
        json.dumps(
            {"raven": {**facts, "cost": 26}, "raven-king": {**facts, "cost": 0, "is_leader_trait": True}}
        )
    )
    code, told = answer(capsys, "check-roster", path, cards=str(cards))
    assert (code, told["warnings"]) == (REFUSED, [])
    assert [one["rule"] for one in told["violations"]] == ["LB-ROSTER-03"]


def test_cards_are_named_in_the_language_of_the_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, path = tmp_path / "cards.json", tmp_path / "list.json"
    cards.write_text(json.dumps(CARDS))
    body = {"faction": FACTION, "models": ["ironsnout"]}
    path.write_text(json.dumps({"system": "bushido", "kind": "warband", "name": "x", "body": body}))
    told = run(capsys, "check-roster", str(path), cards=str(cards), lang="ru")[1]
    name, wanted = CARDS["ironsnout"]["name_ru"], CARDS["tessho"]["name_ru"]
    assert f"{name}: эту модель набирают только вместе с: {wanted}." in told
    assert CARDS["ironsnout"]["name"] in run(capsys, "check-roster", str(path), cards=str(cards))[1]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"system":"last_battle","kind":"warband"}', "missing required field `name`"),
        ('{"system":"chess","kind":"warband","name":"x"}', "unknown system 'chess'; known: last_battle"),
        ('{"system":"last_battle","kind":"warband","name":"x","colour":"red"}', "unknown field `colour`"),
    ],
)
def test_a_roster_that_cannot_be_read_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, told: str
) -> None:
    path = tmp_path / "roster.json"
    path.write_text(content)
    code, message = run(capsys, "check-roster", str(path))
    assert code == BAD_INPUT
    assert message.startswith(f"{path}: ")
    assert told in message


def deck(tmp_path: Path, **body: object) -> str:
    path = tmp_path / "deck.json"
    told = {"system": "senjutsu", "kind": "deck", "name": "Mine", "body": {"character": "ronin", **body}}
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


def test_a_printed_deck_is_ok_and_a_broken_one_names_every_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = answer(capsys, "check-roster", deck(tmp_path, signature=True))
    assert (code, told["ok"]) == (0, True)
    code, told = answer(capsys, "check-roster", deck(tmp_path, cards={"A-010": 2, "A-130": 4}))
    assert code == REFUSED
    assert {"SEN-ROSTER-04", "SEN-ROSTER-09", "SEN-ROSTER-10", "SEN-ROSTER-17"} <= {
        one["rule"] for one in told["violations"]
    }
    assert "SEN-ROSTER-17" in {one["rule"] for one in told["warnings"]}
