"""Results of other tools: every way of writing one that is documented, and what cannot be read, in both languages."""

from __future__ import annotations

import json

import pytest

from tracker.commands import round_lists
from tracker.commands.round_results import Read, Told
from tracker.tests.pages.test_brought_rounds import trf

WON, LOST, DRAWN = Told(0), Told(1), Told(None)


def told(text: str, number: int = 1) -> list[tuple[str, str, Told | None]]:
    return [(one.first, one.second, one.told) for one in round_lists.read(text, number)]


def wrong(text: str, number: int = 1) -> str:
    found: Read = round_lists.read(text, number)[0]
    assert found.told is None and found.wrong is not None
    assert found.wrong.to("ru") != str(found.wrong)
    return str(found.wrong)


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("Anna - Boris 7:4", Told(0, (7, 4))),
        ("3. Anna vs Boris 4-7", Told(1, (4, 7))),
        ("Anna 3:3 Boris", Told(None, (3, 3))),
        ("Anna\tBoris\t7\t4", Told(0, (7, 4))),
        ("Anna; Boris; 10; 12", Told(1, (10, 12))),
        ("Anna - Boris ½-½", DRAWN),
        ("Anna - Boris + -", Told(0, award="forfeit")),
        ("Anna - Boris -:+", Told(1, award="forfeit")),
        ("Anna - Boris - -", Told(None, award="double_loss")),
        ("Anna - Boris", None),
    ],
)
def test_a_score_behind_or_between_the_names(line: str, result: Told | None) -> None:
    assert told(line) == [("Anna", "Boris", result)]


def test_numbers_in_names_are_no_score() -> None:
    assert told("Player 1 - Player 2") == [("Player 1", "Player 2", None)]


@pytest.mark.parametrize(
    ("heads", "row", "result"),
    [
        ("Player,Opponent,Result", "Anna,Boris,7:4", Told(0, (7, 4))),
        ("Player,Opponent,Result", "Anna,Boris,win", WON),
        ("Игрок;Соперник;Результат", "Anna;Boris;поражение", LOST),
        ("Player1,Player2,VP1,VP2", "Anna,Boris,3,3", Told(None, (3, 3))),
        ("Player1,Player2,VP1,VP2,TP1,TP2", "Anna,Boris,3,2,6,1", Told(0, (3, 2), (6, 1))),
        ("Player1,Player2,VP1,VP2,Winner", "Anna,Boris,5,4,boris", Told(1, (5, 4))),
        ("Player1,Player2,Winner", "Anna,Boris,draw", DRAWN),
        ("Player1,Player2,Winner", "Anna,Boris,2", LOST),
        ("Player,Opponent,Result", "Anna,Boris,--", Told(None, award="double_loss")),
        ("Player,Opponent,Result", "Anna,Boris,", None),
    ],
)
def test_columns_of_results(heads: str, row: str, result: Told | None) -> None:
    assert told(f"{heads}\n{row}\n") == [("Anna", "Boris", result)]


def test_a_round_off_in_a_table_says_what_it_is_worth() -> None:
    found = round_lists.read("Player,Opponent,Result\nAnna,bye,\nBoris,bye,half\nCarl,bye,0\n", 1)
    assert [(one.first, one.bye) for one in found] == [("Anna", ""), ("Boris", "half"), ("Carl", "zero")]


@pytest.mark.parametrize(
    ("letters", "result"),
    [
        ("10", WON),
        ("01", LOST),
        ("==", DRAWN),
        ("WL", WON),
        ("DD", DRAWN),
        ("+-", Told(0, award="forfeit")),
        ("-+", Told(1, award="forfeit")),
        ("--", Told(None, award="double_loss")),
        ("00", Told(None, award="double_loss")),
        ("1 ", WON),
        (" 1", LOST),
        ("  ", None),
    ],
)
def test_letters_of_trf(letters: str, result: Told | None) -> None:
    text = trf((1, "Anna", f"   2 w {letters[0]}  "), (2, "Boris", f"   1 b {letters[1]}  "))
    assert told(text) == [("Anna", "Boris", result)]


def test_byes_of_trf_by_what_they_are_worth() -> None:
    cells = {
        "Anna": "0000 - U",
        "Boris": "0000 - F",
        "Carl": "0000 - H",
        "Dina": "0000 - Z",
        "Eve": "        ",
    }
    found = round_lists.read(
        trf(*((at, name, f"{cell}  ") for at, (name, cell) in enumerate(cells.items(), 1))), 1
    )
    byes = [("Anna", ""), ("Boris", "full"), ("Carl", "half"), ("Dina", "zero")]
    assert [(one.first, one.bye) for one in found] == byes


def cobra(one: dict[str, object], other: dict[str, object]) -> str:
    """A round as `NrtmJson` of Cobra writes it."""
    players = [{"id": 7, "name": "Anna"}, {"id": 9, "name": "Boris"}]
    table = {"table": 1, "player1": {"id": 7, **one}, "player2": {"id": 9, **other}, "intentionalDraw": False}
    return json.dumps({"players": players, "rounds": [[table]], "uploadedFrom": "Cobra"})


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ({"combinedScore": 6}, {"combinedScore": 0}, Told(0, None, (6, 0))),
        ({"combinedScore": 3}, {"combinedScore": 3}, Told(None, None, (3, 3))),
        ({"combinedScore": None}, {"combinedScore": None}, None),
        ({"winner": False}, {"winner": True}, LOST),
    ],
)
def test_points_of_cobra(one: dict[str, object], other: dict[str, object], result: Told | None) -> None:
    assert told(cobra(one, other)) == [("Anna", "Boris", result)]


@pytest.mark.parametrize("text", ["Anna - Boris 7:4", "player;opponent;result\nAnna;Boris;7:4\n"])
def test_a_mark_of_unicode_before_the_first_line_is_no_name(text: str) -> None:
    assert told(f"\ufeff{text}") == told(text) == [("Anna", "Boris", Told(0, (7, 4)))]


def archive(*ballots: tuple[str, str], sides: int = 2) -> str:
    """A debate as the archive of Tabbycat has it; `ballots` are the ranks that each adjudicator gave both teams."""
    cast = [
        "".join(
            f'<ballot adjudicators="A{at}" rank="{ranks[side]}" ignored="False">75</ballot>'
            for at, ranks in enumerate(ballots)
        )
        for side in range(2)
    ]
    teams = "".join(f'<side team="T{side + 1}">{cast[side % 2]}</side>' for side in range(sides))
    names = '<participants><team id="T1" name="Anna"/><team id="T2" name="Boris"/></participants>'
    return f'<tournament name="Open"><round name="Round 1"><debate id="D1">{teams}</debate></round>{names}</tournament>'


@pytest.mark.parametrize(
    ("ballots", "result"),
    [((("1", "2"),), WON), ((("1", "2"), ("2", "1"), ("2", "1")), LOST), ((), None)],
)
def test_ballots_of_tabbycat(ballots: tuple[tuple[str, str], ...], result: Told | None) -> None:
    assert told(archive(*ballots)) == [("Anna", "Boris", result)]
    assert told(archive(*ballots), 2) == []


def test_a_file_with_entities_is_not_parsed() -> None:
    bomb = '<!DOCTYPE t [<!ENTITY a "aaaa">]><tournament>&a;</tournament>'
    assert all(one.told is None for one in round_lists.read(bomb, 1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Player,Opponent,Result\nAnna,Boris,later\n", "'later' is no result"),
        ("Anna - Boris + +", "'+ +' is no result"),
        ("Player,Opponent,VP1,VP2\nAnna,Boris,3,\n", "both need points in whole numbers"),
        ("Player,Opponent,VP1,VP2\nAnna,Boris,3,2.5\n", "both need points in whole numbers"),
        ("Player,Opponent,TP1,TP2\nAnna,Boris,300,1\n", "300 points are too many"),
        ("Player,Opponent,VP1,VP2\nAnna,Boris,1,2000000\n", "2000000 points are too many"),
        ("Player,Opponent,TP1,TP2,Winner\nAnna,Boris,3,0,2\n", "the winner has fewer tournament points"),
        ("Player,Opponent,Winner\nAnna,Boris,Carl\n", "'Carl' won, but does not play at this table"),
        (trf((1, "Anna", "   2 w 1  "), (2, "Boris", "   1 b 1  ")), "'1 1' is no result"),
        (
            trf((1, "Anna", "   2 w 1  "), (2, "Boris", "   3 b 0  "), (3, "Carl", "   2 w 1  ")),
            "another opponent",
        ),
        (archive(("1", "2"), ("2", "1")), "as many ballots for one as for the other"),
        (archive(("1", "2"), sides=4), "a table of 4"),
    ],
)
def test_what_cannot_be_read_has_its_sentence(text: str, sentence: str) -> None:
    assert sentence in wrong(text)
