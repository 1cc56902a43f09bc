"""The driver of random play reads a pad as a browser does, and speaks up where a pad owes its readers something."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from tracker.pages.match.score_pad import headed
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import SKIP, Control, Habits, PadPlay, read_pad

PAGE = """
<p class="waiting quiet">Waiting for <b>Anna</b>.</p>
<form data-step="turn"><input type="hidden" name="step" value="turn"><input type="hidden" name="player" value="p1">
<input type="number" name="wounds" min="0" max="3" required><textarea name="cards">
A-901</textarea>
<label><input type="radio" name="stance" value="a"></label><input type="radio" name="stance" value="b" checked>
<select name="hex" required><option value="">choose</option><option value="1,2" selected>x</option></select>
<input type="checkbox" name="cover"><button class="main-action">Log</button></form>
<form data-step="concede"><input type="hidden" name="step" value="concede"><button>Give up</button></form>
<a href="?open=by_text#by_text-">What a card does</a>
"""


def test_a_pad_is_read_as_a_browser_reads_it() -> None:
    pad = read_pad(PAGE)
    turn, concede = pad.forms
    assert (turn.step, turn.player, turn.main, concede.main) == ("turn", "p1", True, False)
    assert turn.own() == ["wounds", "cards", "stance", "hex", "cover"]
    assert turn.value("cards") == "A-901" and turn.value("stance") == "b" and turn.value("hex") == "1,2"
    assert turn.options("stance") == ["a", "b"] and turn.value("cover") == ""
    assert pad.links == ["by_text"] and pad.waiting == "Waiting for Anna."


def test_chance_keeps_to_what_the_form_offers() -> None:
    play = PadPlay(uuid4(), [], Random(1), Habits())
    turn = read_pad(PAGE).forms[0]
    sent = [play.filled(turn) or {} for _try in range(60)]
    assert {one["wounds"] for one in sent} == {"0", "1", "2", "3"}
    assert {one["hex"] for one in sent} == {"1,2"} and {one["stance"] for one in sent} == {"a", "b"}
    assert {str(one.get("cover")) for one in sent} == {"None", "['on']"}
    assert {one["step"] for one in sent} == {"turn"}
    assert play.chance(Control("note", "text")) is None


def test_players_add_what_they_read_and_leave_a_form_alone() -> None:
    turn = read_pad(PAGE).forms[0]
    told = PadPlay(uuid4(), [], Random(1), Habits(fill=lambda form, play: {"cards": "A-902", "hex": None}))
    sent = told.filled(turn)
    assert sent is not None and sent["cards"] == "A-902" and "hex" not in sent
    assert PadPlay(uuid4(), [], Random(1), Habits(fill=lambda form, play: SKIP)).filled(turn) is None


def test_a_pad_that_offers_nothing_has_to_say_why() -> None:
    phones = [Phone(), Phone()]
    play = PadPlay(uuid4(), phones, Random(1), Habits(idle=frozenset({"concede"})))
    full, silent = read_pad(PAGE), read_pad(PAGE.replace("Waiting for <b>Anna</b>.", ""))
    silent.forms = silent.forms[1:]
    play.look([(phones[0], full), (phones[1], full)])
    with pytest.raises(AssertionError, match="no word why"):
        play.look([(phones[0], full), (phones[1], silent)])
    with pytest.raises(AssertionError, match="nobody can move"):
        play.look([(phones[1], silent)])


def test_a_heading_stands_once_above_all_that_it_heads() -> None:
    """Behind the main step; also where some of it stands among the rarer links, or between steps without one."""

    def step(title: str, heading: str = "", main: bool = False) -> dict[str, Any]:
        return {"form": SimpleNamespace(title=title, heading=heading, presses=False), "main": main}

    said: set[str] = set()
    turn = step("turn", "If you like", main=True)
    steps = [
        turn,
        step("draw", "If you like"),
        step("map"),
        step("card", "By a card"),
        step("move", "If you like"),
    ]
    assert [(one["form"].title, one["heading"]) for one in headed(steps, said)] == [
        ("turn", ""),
        ("map", ""),
        ("draw", "If you like"),
        ("move", ""),
        ("card", "By a card"),
    ]
    (rare, other) = headed([step("text", "If you like"), step("end", "The end")], said)
    assert (rare["heading"], other["heading"]) == ("", "The end")
