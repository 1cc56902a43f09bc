"""Super Fantasy Brawl as a tournament: fixed pools, drafts from them, the order of the standings; teams and pools."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.ruleset import Roster
from games.super_fantasy_brawl.events import MatchResultRecorded
from tracker import commands, jobs, selectors
from tracker.commands.rosters import staff_roster
from tracker.models import MatchRow, Player
from tracker.tests.pages.at_the_table import Phone, prefilled
from tracker.tests.pages.brawl import POOLS, done, organiser, result
from tracker.tests.pages.test_built_lists import body_of
from tracker.tests.pages.test_edit_result import edit, preview, words

pytestmark = pytest.mark.django_db(transaction=True)

SYSTEM = "super_fantasy_brawl"


def pool(player: Player, champions: tuple[str, ...], use: str = "pool") -> Any:
    body = {"mode": "duel", "use": use, "champions": list(champions)}
    return staff_roster(player, Roster(system=SYSTEM, kind="team", name="Five", body=body))


class Cup:
    """A tournament of the preset with two players, their pools locked, its first round started."""

    def __init__(self, detail: str = "turns") -> None:
        who = organiser()
        self.event = commands.create_tournament(
            who, name="Cup", preset="super_fantasy_brawl_draft", options={"detail": detail, "rounds": 1}
        )
        people = [commands.NewPlayer(name) for name in ("Anna", "Борис")]
        self.players = commands.register_players(who, self.event, people)
        for player, champions in zip(self.players, POOLS, strict=True):
            commands.check_in(who, self.event, player=player.id)
            commands.submit_list(who, self.event, player=player.id, revision=pool(player, champions))
        commands.lock_lists(who, self.event)
        commands.draw_round(who, self.event, seed="seed", reason="a test")
        commands.publish_round(who, self.event, round=1)
        commands.start_round(who, self.event, round=1)
        row = MatchRow.objects.get(tournament_id=self.event)
        self.match, self.sides = row.stream_id, row.sides
        self.phones = {str(player.id): Phone(player) for player in self.players}

    def phone(self, side: str) -> Phone:
        return self.phones[self.sides[side][0]]

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play


def test_the_pools_of_an_event_are_in_its_matches_and_secret_until_laid_out() -> None:
    cup = Cup()
    assert cup.play.draft.method == "tournament_draft"
    assert {len(champions) for champions in cup.play.draft.registered.values()} == {5}
    own, other = cup.phone("a"), cup.phone("b")
    public = Client().get(f"/matches/{cup.match}/").content.decode()
    foreign = other.get(f"/matches/{cup.match}/") + other.get(f"/matches/{cup.match}/pad/")
    only = next(name for name in ("Tsu Xiao", "Gold&#x27;arr") if name in own.get(f"/matches/{cup.match}/"))
    assert only not in public and only not in foreign


def test_the_registered_pool_is_laid_out_by_one_tap_and_no_other() -> None:
    cup = Cup()
    own = cup.phone("a")
    done(own.pick(cup.match, "first_player_determined", player=own.id))
    form = prefilled(own.get(f"/matches/{cup.match}/pad/"), "draft_pool_set")
    page = own.get(f"/matches/{cup.match}/pad/")
    ticked = re.findall(r'name="told-champions" value="([^"]+)"[^>]* checked', page)
    assert set(ticked) == set(cup.play.draft.registered[own.id])
    wrong = own.client.post(f"/matches/{cup.match}/pad/", {**form, "told-champions": ["gwaien", "kilgore"]})
    assert wrong.status_code == 422 and "SFB-ROSTER" in wrong.content.decode()
    done(own.client.post(f"/matches/{cup.match}/pad/", {**form, "told-champions": ticked}))
    assert set(cup.play.draft.pools[own.id]) == set(ticked)


def test_a_confirmed_result_ranks_by_points_difference_and_knock_outs() -> None:
    cup = Cup("summary")
    who = organiser()
    data = {
        "winner": "a",
        "vp": {"a": 5, "b": 4},
        "challenge_vp": {"a": 4, "b": 1},
        "knockout_vp": {"a": 1, "b": 3},
        "rounds": 7,
    }
    commands.report_match(who, cup.match, data, type_="match_result_recorded")
    jobs.catch_up()
    figures = selectors.current_state(cup.event).state.rounds[0].pairings[0].result.figures
    assert figures == {"knockout_vp": {"a": 1, "b": 3}}
    page = Client().get(f"/events/{cup.event}/standings/").content.decode()
    assert page.index("Points for champions out of action") > 0
    loser = cup.sides["b"][0]
    why = Client().get(f"/events/{cup.event}/standings/{loser}/knockout_vp/").content.decode()
    assert ">3<" in why


TOLD = {
    "winner": "a",
    "vp": {"a": 5, "b": 3},
    "challenge_vp": {"a": 3, "b": 2},
    "knockout_vp": {"a": 2, "b": 1},
    "rounds": 7,
    "knockouts": {"b:gwaien": 2, "a:kilgore": 1},
    "levelled": ["a:kilgore", "b:deryn"],
}


def corrected(points: dict[str, str], *said: str) -> Any:
    """The last report of a match whose champions were told, after the desk has entered these points instead."""
    cup = Cup("summary")
    commands.report_match(organiser(), cup.match, TOLD, type_="match_result_recorded")
    jobs.catch_up()
    client = Client(headers={"accept-language": "en"})
    client.login(username="olga", password="secret-pass")
    address = f"/events/{cup.event}/console/matches/{cup.match}/edit/"
    kept = "Out of action, as logged: Kilgore (A), Gwaien (B) ×2. Levelled up, as logged: Kilgore (A), Deryn (B)."
    assert kept in words(client.get(address).content.decode())
    assert all(one in words(preview(client, address, **points)) for one in said or (kept,))
    assert edit(client, address, **points).status_code == 302
    entries = selectors.stood(cup.match).entries
    return [one.event for one in entries if isinstance(one.event, MatchResultRecorded)][-1]


def test_champions_that_were_told_stay_where_the_points_by_them_do() -> None:
    """SFB-RES-04, -12: the form asks for points alone; it dropped who was out of action and who is levelled up."""
    report = corrected(result((3, 2), (1, 1), 8))
    assert (report.vp, report.rounds) == ({"a": 5, "b": 2}, 8)
    assert report.knockouts == TOLD["knockouts"] and list(report.levelled) == TOLD["levelled"]


def test_champions_that_no_longer_add_up_go_with_the_old_points() -> None:
    """SFB-RES-04: whose knock-outs are others has told them wrong; SFB-RES-12 still fits."""
    report = corrected(result((4, 1), (1, 1), 8), "Levelled up, as logged: Kilgore (A), Deryn (B).")
    assert report.knockouts is None and list(report.levelled) == TOLD["levelled"]
    gone = corrected(result((5, 0), (1, 1), 8), "no longer fits these points")
    assert (gone.knockouts, gone.levelled) == (None, None)


def test_staff_type_a_whole_result() -> None:
    cup = Cup("summary")
    client = Client()
    client.login(username="olga", password="secret-pass")
    path = f"/events/{cup.event}/console/matches/{cup.match}/"
    page = client.get(path).content.decode()
    assert 'name="challenge:a"' in page
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version
    told = {**result((2, 1), (3, 2), 5), "reason": "vp_target", "version": version[1]}
    answer = client.post(path, told)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    assert selectors.outcome(cup.match).winner == "b"


def test_a_result_is_edited_at_the_desk_with_a_reason_of_its_own() -> None:
    """Why the match ended and why its result is corrected were sent under one name: no correction was ever taken."""
    cup = Cup("summary")
    client = Client(headers={"accept-language": "en"})
    client.login(username="olga", password="secret-pass")
    path = f"/events/{cup.event}/console/matches/{cup.match}/"
    assert client.post(path, {**result((4, 1), (1, 2), 5), "reason": "vp_target"}).status_code == 302
    page = client.get(f"{path}edit/").content.decode()
    assert re.search(r'name="challenge:a" value="4"[^>]* checked', page), "it starts with what stands"
    assert re.search(r'name="rounds" value="5"', page)
    assert edit(client, f"{path}edit/", **result((1, 1), (3, 2), 5)).status_code == 302
    assert selectors.outcome(cup.match).vp == {"a": 2, "b": 5}


def sent(champions: Any, **more: str) -> dict[str, str]:
    """The form of a list with these champions, a pool of five."""
    body = {"mode": "duel", "use": "pool", "champions": list(champions)}
    return {"name": "Five", "edition": "", "body": json.dumps(body), **more}


def test_a_team_goes_out_as_text_and_comes_back_the_same() -> None:
    """Names in either language and slugs; whoever is of no known box is taken as they are called."""
    phone = Phone(Player.objects.create(name="Anna"))
    told = "For: набор для турнирного драфта\nРежим: дуэль\n# Friday\nКилгор, gwaien\n1. Deryn\n- A New One"
    answer = phone.client.post("/teams/new/", sent((), action="import", pasted=told))
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 200 and "4 / 5" in page
    assert "Kilgore\nGwaien\nDeryn\nA new one" in page
    wrong = phone.client.post("/teams/new/", sent(POOLS[0], action="import", pasted="Nova\nFor: fun"))
    assert (
        wrong.status_code == 400 and "Line 2:" in wrong.content.decode() and "5 / 5" in wrong.content.decode()
    )
    saved = phone.client.post("/teams/new/", sent(POOLS[0], action="save"))
    text = phone.get(f"{saved['Location']}text/")
    again = phone.client.post("/teams/new/", sent((), action="import", pasted=text)).content.decode()
    assert body_of(again)["champions"] == list(POOLS[0])
    stranger = Phone(Player.objects.create(name="Karl"))
    assert stranger.client.get(f"{saved['Location']}text/").status_code in (302, 403)


def test_a_team_is_checked_as_champions_are_tapped_and_kept_in_revisions() -> None:
    phone = Phone(Player.objects.create(name="Anna"))
    checked = phone.client.post("/teams/check/", sent(POOLS[0][:3], do="add:list:deryn")).content.decode()
    assert "SFB-ROSTER-09" in checked and "4 / 5" in checked
    assert "Gold&#x27;arr, Gwaien, Kilgore, Deryn" in checked, "a refusal names champions, not slugs"
    fewer = phone.client.post("/teams/check/", sent(POOLS[0], do="less:deryn")).content.decode()
    assert "4 / 5" in fewer and "deryn" not in body_of(fewer)["champions"]
    picked = phone.client.post("/teams/check/", sent(POOLS[0], **{"pick-use": "team"})).content.decode()
    assert "5 / 3" in picked and "SFB-ROSTER-02" in picked
    saved = phone.client.post("/teams/new/", sent(POOLS[0], action="save"))
    assert saved.status_code == 302
    page = phone.get(saved["Location"])
    assert "Gold&#x27;arr" in page and "legal" in page and "the pool of a competitive draft" in page
    changed = sent(POOLS[1], action="save", **{"pick-mode": "superteams"})
    assert phone.client.post(saved["Location"], changed).status_code == 302
    page = phone.get(saved["Location"])
    assert "+ Tsu Xiao" in page and "− Gold&#x27;arr" in page and "Also changed: Mode" in page
    stranger = Phone(Player.objects.create(name="Karl"))
    assert stranger.client.get(saved["Location"]).status_code in (302, 403)


def test_a_pool_is_handed_in_from_its_page_and_shown_to_staff() -> None:
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="super_fantasy_brawl_draft")
    player = commands.register_players(who, event, [commands.NewPlayer("Anna")])[0]
    revision = pool(player, POOLS[0])
    jobs.catch_up()
    phone = Phone(player)
    page = phone.get(f"/teams/{revision.roster_id}/")
    assert "Hand in the newest version" in page
    sent = {"event": str(event), "for": str(player.id), "action": "submit"}
    done(phone.client.post(f"/teams/{revision.roster_id}/submit/", sent))
    client = Client()
    client.login(username="olga", password="secret-pass")
    shown = client.get(f"/events/{event}/players/{player.id}/list/").content.decode()
    assert "Gold&#x27;arr" in shown and "The pool of a competitive draft" in shown
    assert Client().get(f"/events/{event}/players/{player.id}/list/").status_code == 404


def test_staff_type_a_paper_list_at_the_desk() -> None:
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="super_fantasy_brawl_draft")
    player = commands.register_players(who, event, [commands.NewPlayer("Anna")])[0]
    client = Client()
    client.login(username="olga", password="secret-pass")
    path = f"/events/{event}/console/players/{player.id}/list/"
    names = "Gwaien\nКилгор\nDeryn\nTsu Xiao\nA New One"
    filled = client.post(path, {"body": "{}", "action": "import", "pasted": names}).content.decode()
    answer = client.post(path, {"body": json.dumps(body_of(filled)), "action": "save"})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    roster = selectors.current_state(event).state.entrants[str(player.id)].roster
    assert roster is not None and roster.ok


def test_the_import_page_takes_an_edition() -> None:
    organiser()
    client = Client()
    client.login(username="olga", password="secret-pass")
    text = "id,kind,name,base,levelled\nnova,champion,Nova,2/6,3/7\n"
    page = client.post(
        "/cards/super_fantasy_brawl/", {"name": "E", "key": "e1", "text": text, "how": "preview"}
    )
    assert "Nova" in page.content.decode() and page.status_code == 200
    done(
        client.post("/cards/super_fantasy_brawl/", {"name": "E", "key": "e1", "text": text, "how": "import"})
    )
    phone = Phone(Player.objects.create(name="Anna"))
    checked = phone.client.post("/teams/check/", sent((), edition="e1", do="add:list:nova")).content.decode()
    assert "Nova" in checked and "2/6, 3/7" in checked


def test_what_no_report_may_end_is_logged_by_staff_on_its_pad() -> None:
    """Card by card the result follows from what was played: whoever holds a paper is brought to where it is logged."""
    cup, client = Cup("full"), Client()
    client.login(username="olga", password="secret-pass")
    answer = client.get(f"/events/{cup.event}/console/matches/{cup.match}/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/matches/{cup.match}/pad/"
    assert "Log what is on the paper here" in answer.content.decode()
    assert f'href="/events/{cup.event}/console/">Console<' in answer.content.decode(), "and back"


def test_the_desk_enters_the_result_of_turns_that_nobody_logged() -> None:
    cup, client = Cup("turns"), Client()
    client.login(username="olga", password="secret-pass")
    page = client.get(f"/events/{cup.event}/console/matches/{cup.match}/")
    assert page.status_code == 200
    assert 'name="challenge:a"' in page.content.decode() and 'value="organiser"' in page.content.decode()
