"""A night that one side gave up: what its pages show of the secrets, and what they say of it (NIN-HID-14)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from games.ninja.events import MatchConceded
from games.ninja.pages.faces import facts
from games.ninja.state import with_fate
from games.ninja.tests.demo import in_action
from games.registry import SYSTEMS
from games.ruleset import SYSTEM
from tracker import commands, selectors
from tracker.pages.match_forms.generic.reader import Reader
from tracker.pages.match_forms.names import Names
from tracker.tests.pages.dojo import organiser
from tracker.tests.pages.twin_matches import Seated

pytestmark = pytest.mark.django_db(transaction=True)
TITLES = re.compile(r"<figcaption><b>(.*?)</b>")
MAPS = ["The map of the guards", "The map of the intruders"]


def conceded() -> Seated:
    """A night up to the first Guard Action Phase, which the guards give up."""
    log: Any = [(entry.event, entry.actor) for entry in in_action().entries]
    night = Seated("ninja", [*log, (MatchConceded(side="guards"), SYSTEM)])
    night.logs([*log, (MatchConceded(side="guards"), SYSTEM)], len(log) + 1)
    return night


def confirm(night: Seated, seat: str) -> None:
    phone = night.phones[seat]
    assert phone.tap(night.match, "confirm").status_code == 302


def seen(night: Seated, seat: str) -> tuple[str, str]:
    """The page of the match, and its state as a program reads it."""
    client = night.client(seat)
    page = client.get(f"/matches/{night.match}/").content.decode()
    return page, json.dumps(client.get(f"/api/v1/matches/{night.match}/state/").json()["state"])


def test_staff_who_confirm_open_nothing_of_a_night_that_was_conceded() -> None:
    night = conceded()
    assert "you open the secrets of your side" in night.phones["g"].get(f"/matches/{night.match}/pad/")
    outcome = selectors.outcome(night.match)
    told = {"side": "staff", "vp": dict(outcome.vp), "winner": outcome.winner}
    commands.append(organiser(), night.match, [{"type": "result_confirmed", "data": told}])
    assert selectors.outcome(night.match).status == "confirmed"
    for seat in ("", "g", "i"):
        page, state = seen(night, seat)
        assert "What each side kept secret stays with it" in page and "not completed" not in page
        in_sight = re.sub(r'<span class="secret.*?</button>', "", page, flags=re.DOTALL)
        assert not {*MAPS} & {*TITLES.findall(in_sight)}, seat
        assert ('"mission": "B"' in state) is (seat == "i")
        assert ('"marks": {' in state) is (seat == "g")
    assert selectors.answers(night.match) is None


def test_both_sides_who_confirm_open_it() -> None:
    night = conceded()
    for seat in ("g", "i"):
        page, state = seen(night, "")
        assert not {*MAPS} & {*TITLES.findall(page)} and '"mission": "B"' not in state
        assert "not completed" not in seen(night, "i")[0], "a phone lies open"
        confirm(night, seat)
    page, state = seen(night, "")
    assert TITLES.findall(page) == MAPS and '"mission": "B"' in state
    assert "stays with it" not in page
    assert "the ninja, mission B not completed" in page and "the traitor, mission D not completed" in page
    russian = Client(headers={"accept-language": "ru"}).get(f"/matches/{night.match}/").content.decode()
    assert "предатель, миссия D не выполнена" in russian and "Миссии: ниндзя B, предатель D." in russian


def test_a_mission_that_was_fulfilled_is_named_once_all_is_open() -> None:
    """NIN-HID-12, NIN-SCORE-01: who had which, what became of it; before the end its own side reads no more."""
    state = with_fate(in_action().state, "ninja", mission=True, left=3)
    told = {fact.values[0]: fact.values[1:] for fact in facts(state) if fact.field == "fate"}
    assert told == {"ninja": ("mission_done", "gone"), "traitor": ()}
    over = replace(with_fate(state, "traitor", deaths=(11,)), phase="closed", reason="no_intruders")
    told = {fact.values[0]: fact.values[1:] for fact in facts(over) if fact.field == "fate"}
    assert told == {"ninja": ({"completed": "B"}, "gone"), "traitor": ({"missed": "D"}, "dead")}
    words = Reader(SYSTEMS["ninja"], Names({}, {}, "ru"))
    assert words.value("fate", {"completed": "B"}) == "миссия B выполнена"
    assert words.value("fate", {"wounds": 2}) == "ран: 2"
