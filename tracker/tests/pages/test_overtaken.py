"""Two phones at one table at the same moment: what holds beside each other is logged, and whoever was later reads what
was logged meanwhile instead of faults of their own.
"""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tracker import selectors
from tracker.tests.pages.at_the_table import Phone, Table, prefilled, spoken
from tracker.tests.pages.dojo import Duel, done
from tracker.tests.pages.pad_play import PadPlay
from tracker.tests.pages.test_pad_play_bushido import seated

pytestmark = pytest.mark.django_db(transaction=True)


def sent(phone: Phone, match: Any, fields: dict[str, str]) -> Any:
    return phone.client.post(f"/matches/{match}/pad/", fields)


def held(phone: Phone, match: Any, step: str, **fields: str) -> dict[str, str]:
    """A form as it is filled in, and not sent yet."""
    return {**prefilled(phone.pad(match), step), **fields}


@pytest.mark.parametrize(
    ("language", "over", "reported"),
    [("en", "This step is already done", "Alliance wins."), ("ru", "Этот шаг уже сделан", "Победа: Альянс.")],
)
def test_of_two_reports_that_differ_the_later_reads_the_earlier(
    language: str, over: str, reported: str
) -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    spoken(table, language)
    ours = held(table.alliance, table.match, "report", strategy_alliance="3", strategy_serpent="1")
    theirs = held(table.serpent, table.match, "report", strategy_alliance="1", strategy_serpent="3")
    done(sent(table.alliance, table.match, ours))
    late = sent(table.serpent, table.match, theirs)
    page = late.content.decode()
    assert late.status_code == 409 and over in page and reported in page
    assert 'data-step="report"' not in page, "what can no longer be sent is not kept"
    assert 'data-step="confirm"' in page and 'data-step="contest"' in page
    done(sent(table.alliance, table.match, ours))  # a second tap on what was logged


def test_of_two_reports_of_a_duel_the_later_may_confirm_or_dispute() -> None:
    duel = Duel("summary")
    duel.ready()
    ours = held(duel.red, duel.match, "report") | {f"c:{duel.blue.id}:cause": "stun"}
    theirs = held(duel.blue, duel.match, "report") | {f"c:{duel.red.id}:cause": "wounds"}
    done(sent(duel.red, duel.match, ours))
    late = sent(duel.blue, duel.match, theirs)
    page = late.content.decode()
    assert late.status_code == 409 and "This step is already done" in page
    assert 'data-step="report"' not in page and 'data-step="contest"' in page


def test_two_split_their_dice_at_the_same_moment_as_two_took_their_warbands() -> None:
    """What both decide in secret is no race: whoever is later is not sent back to send it again."""
    play = seated("sacred_idols", "full", 3)

    def both(step: str) -> None:
        forms = [(phone, first_of(phone.pad(play.match), step)) for phone in play.phones]
        for phone, form in forms:
            done(sent(phone, play.match, form))

    taken = [(phone, held(phone, play.match, "ready-warband_registered")) for phone in play.phones]
    for phone, form in taken:
        done(sent(phone, play.match, form))
    play.until(lambda state: state.full.exchange is not None and "melee_dice_committed" in offered(play))
    both("melee_dice_committed")


def first_of(page: str, step: str) -> dict[str, str]:
    """The form of a step with the first of its choices."""
    form = re.search(rf'<form[^>]*data-step="{step}".*?</form>', page, re.DOTALL)
    choice = form and re.search(r'name="choice" value="([^"]*)"', form[0])
    assert choice is not None, step
    return {**prefilled(page, step), "choice": html.unescape(choice[1])}


def offered(play: PadPlay) -> set[str]:
    steps = [set(re.findall(r'data-step="([\w-]+)"', phone.pad(play.match))) for phone in play.phones]
    return steps[0] & steps[1]


def test_two_choose_their_characters_at_the_same_moment() -> None:
    duel = Duel()
    ours = held(duel.red, duel.match, "character", **{"character.others": "master"})
    theirs = held(duel.blue, duel.match, "character", **{"character.others": "ronin"})
    done(sent(duel.red, duel.match, ours))
    done(sent(duel.blue, duel.match, theirs))
    assert {one.character for one in duel.play.fighters.values()} == {"master", "ronin"}


def test_who_waits_for_the_other_character_is_pressed_to_nothing_and_no_deck_is_waited_for() -> None:
    """The whole match in one report stood in red before it had begun, and a deck that nobody needs was waited for."""
    duel = Duel()
    done(duel.red.tap(duel.match, "character", **{"character.others": "master"}))
    waits, asked = duel.red.pad(duel.match), duel.blue.pad(duel.match)
    assert duel.blue.player is not None
    assert "main-action" not in waits and f"Waiting for {duel.blue.player.name}" in waits
    assert "Waiting for" not in asked
    done(duel.blue.tap(duel.match, "character", **{"character.others": "ronin"}))
    assert "Waiting for" not in duel.red.pad(duel.match) + duel.blue.pad(duel.match)


def test_a_disputed_result_waits_for_nobodys_confirmation() -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    done(table.alliance.tap(table.match, "report", strategy_alliance="3", strategy_serpent="0"))
    done(table.serpent.tap(table.match, "contest", reason="not played to the end"))
    assert selectors.current_state(table.match).state.contested == "serpent"
    page = table.serpent.pad(table.match)
    assert "disputes the result" in page and "Waiting for confirmation" not in page


def test_staff_who_settle_a_dispute_on_the_pad_find_the_way_to_another_result() -> None:
    table = Table("sea")
    table.ready("sea_treasures")
    desk = Client()
    desk.force_login(table.organiser.user)
    pad, edit = f"/matches/{table.match}/pad/", reverse("pages:edit-result", args=[table.event, table.match])
    assert edit not in desk.get(pad).content.decode()
    done(table.alliance.tap(table.match, "report", strategy_alliance="3", strategy_serpent="0"))
    assert edit in desk.get(pad).content.decode()
