"""My day and the pad name what is next: the player's list where one was handed in, else the result or its form."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.bushido.roster.ready import BODIES
from games.ruleset import Roster
from tracker import commands, selectors
from tracker.commands.rosters import staff_roster
from tracker.models import MatchRow
from tracker.tests.hall import organiser
from tracker.tests.pages.at_the_table import Phone, Table
from tracker.tests.pages.full_table import FullTable

pytestmark = pytest.mark.django_db(transaction=True)
BRING, REPORT = "Enter a warband of your own", "Report the whole match"


def at_table(
    detail: str, *, lists: bool, preset: str = "bushido_casual", scenario: str = "shin_keii"
) -> tuple[UUID, Phone, Phone]:
    """Round 1 of a Bushido event, and the phones of sides A and B. The lists are handed in and not locked, so that each
    player brings their own."""
    who = organiser()
    options: dict[str, Any] = {"rounds": 1, "detail": detail, "lists_revealed": "never"}
    event = commands.create_tournament(who, name="Cup", preset=preset, options=options)
    players = commands.register_players(who, event, [commands.NewPlayer(name) for name in ("Anna", "Boris")])
    for player in players:
        commands.check_in(who, event, player=player.id)
        if lists:
            body = BODIES["captain"][1]
            own = staff_roster(player, Roster(system="bushido", kind="warband", name="Own", body=body))
            commands.submit_list(who, event, player=player.id, revision=own)
    fixed = scenario if preset == "bushido_casual" and scenario else None
    commands.draw_round(who, event, scenario=fixed, seed="seed", reason="a test")
    commands.publish_round(who, event, round=1)
    commands.start_round(who, event, round=1)
    selectors.bring_up(event)
    row = MatchRow.objects.get(tournament_id=event)
    by_id = {str(player.id): player for player in players}
    first, second = (Phone(by_id[row.sides[side][0]]) for side in row.sides)
    return row.stream_id, first, second


def main_action(page: str) -> str:
    """What the red button of a page says."""
    (found,) = re.findall(r'<(?:a|button)[^>]*class="[^"]*main-action"[^>]*>([^<]*)<', page)
    return str(found)


def test_a_result_alone_needs_nobodys_warband() -> None:
    match, anna, _boris = at_table("summary", lists=False)
    assert main_action(anna.get("/my/")) == REPORT
    pad = anna.pad(match)
    assert "ready-warband_registered" not in pad and BRING in pad
    assert pad.index(REPORT) < pad.index(BRING)


def test_whoever_may_tell_the_result_is_not_told_to_wait_for_the_other() -> None:
    """ "Turn order. Waiting for Boris": he could register champions, or concede, and nobody needed him to."""
    match, anna, _boris = at_table("summary", lists=False, preset="super_fantasy_brawl_casual")
    assert main_action(anna.get("/my/")) == REPORT
    for page in (anna.get("/my/"), anna.pad(match)):
        assert "Waiting for" not in page and "Turn order" not in page
    assert "Either of you logs it" in anna.pad(match)


def test_a_result_waits_for_the_warbands_that_were_handed_in() -> None:
    match, anna, boris = at_table("summary", lists=True)
    assert boris.player is not None
    waiting = f"Waiting for {boris.player.name}."
    assert main_action(anna.get("/my/")) == BRING
    assert anna.tap(match, "warband_registered").status_code == 302
    waits = anna.get("/my/")
    assert main_action(waits) == "Open my match" and waiting in waits
    assert "main-action" not in anna.pad(match) and waiting in anna.pad(match)
    assert boris.tap(match, "warband_registered").status_code == 302
    assert main_action(anna.get("/my/")) == REPORT


@pytest.mark.parametrize("lists", [True, False])
def test_at_an_event_nobody_is_pressed_to_take_what_is_ready_made(lists: bool) -> None:
    match, anna, _boris = at_table("turns", lists=lists)
    assert main_action(anna.get("/my/")) == BRING
    assert ("ready-warband_registered" in anna.pad(match)) is not lists


def test_no_number_of_the_log_stands_where_a_sentence_belongs() -> None:
    match, anna, _boris = at_table("turns", lists=True)
    assert anna.tap(match, "warband_registered").status_code == 302
    (latest,) = re.findall(r'<ul class="latest".*?</ul>', anna.pad(match), re.S)
    said = [re.sub(r"<[^>]*>", "", line).strip() for line in re.findall(r"<li.*?</li>", latest, re.S)]
    assert said and not any(line[:1].isdigit() for line in said), said


def test_a_desk_that_cannot_enter_a_result_yet_reads_that_something_comes_first() -> None:
    """A result alone, drawn without a scenario: it read that the result follows from what is logged turn by turn."""
    match, _anna, _boris = at_table("summary", lists=False, scenario="")
    staff = Client(headers={"accept-language": "en"})
    staff.force_login(User.objects.get())
    event = MatchRow.objects.get(pk=match).tournament_id
    page = staff.get(f"/events/{event}/console/matches/{match}/", follow=True).content.decode()
    assert "Something has to be logged here before" in page and "Choose the scenario" in page


def test_a_result_of_last_battle_asks_for_no_scheme_that_was_chosen_at_the_table() -> None:
    """The phone of the Alliance was sent to "Choose your scheme", then to notes and to "Reveal my scheme"."""
    table = FullTable("camp", detail="summary")
    for side in ("alliance", "serpent"):
        phone = table.phones(side)[0]
        for page in ("/my/", f"/matches/{table.match}/"):
            assert main_action(phone.get(page)) == REPORT
    dealt = Table("camp", detail="summary")
    assert main_action(dealt.alliance.get("/my/")) == "Choose your scheme"
    dealt.ready()
    for phone in (dealt.alliance, dealt.serpent):
        assert main_action(phone.get("/my/")) == REPORT
