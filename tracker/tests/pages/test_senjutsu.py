"""Senjutsu on the pages: whole matches from phones, and what stays secret."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.senjutsu.facts import CHARACTERS
from games.senjutsu.state import OPPONENTS, sides_of
from tracker import commands, selectors
from tracker.pages.core.answers import attempt
from tracker.tests.pages.at_the_table import value_of
from tracker.tests.pages.dojo import Alone, Duel, done
from tracker.tests.pages.full_duel import option_at

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGES = ("en", "ru")


def test_two_phones_log_a_whole_duel_and_confirm_it() -> None:
    duel = Duel()
    duel.ready()
    red, blue = f"c:{duel.red.id}:", f"c:{duel.blue.id}:"
    done(duel.turn(**{f"{blue}wounds": 3, f"{blue}bleeding": 1, f"{red}played": "A-010"}))
    done(duel.turn(duel.blue, **{f"{red}stuns": 2}))
    done(duel.turn(**{f"{blue}wounds": 7}))
    assert duel.play.fighters[duel.blue.id].defeated == "wounds"
    done(duel.blue.tap(duel.match, "match_finished"))
    done(duel.red.tap(duel.match, "confirm"))
    done(duel.blue.tap(duel.match, "confirm"))
    outcome = selectors.outcome(duel.match)
    assert (outcome.status, outcome.winner, outcome.vp) == ("confirmed", "red", {"red": 7, "blue": 0})
    result = selectors.pairings(duel.event, 1)[0].result
    assert result and result["vp"] == {"red": 7, "blue": 0}
    page = Client().get(f"/matches/{duel.match}/").content.decode()
    assert "Wounds dealt by turn" in page and re.search(r"Side A · (Anna|Борис) wins", page)


def test_a_whole_duel_in_one_report() -> None:
    duel = Duel("summary")
    duel.ready()
    done(duel.red.tap(duel.match, "report", **{f"c:{duel.blue.id}:cause": "stun", "turns": 9}))
    outcome = selectors.outcome(duel.match)
    assert (outcome.status, outcome.winner, outcome.turn) == ("finished", "red", 9)


@pytest.mark.parametrize("limited", [True, False])
def test_a_report_speaks_of_another_end_where_it_offers_one(limited: bool) -> None:
    usual = {"format": "casual", "unique_characters": False}
    duel = Duel("summary", match_options={**usual, "time_limit": limited})
    duel.ready()
    page = duel.red.get(f"/matches/{duel.match}/pad/")
    end = ", unless another end is chosen below." if limited else "."
    assert f"Whoever is still standing wins{end}" in page and ("Time ran out" in page) is limited


@pytest.mark.parametrize("detail", ["summary", "turns", "full"])
def test_staff_type_a_result_in_at_the_desk(detail: str) -> None:
    duel = Duel(detail)
    duel.ready()
    desk = Client()
    desk.force_login(duel.organiser.user)
    path = reverse("pages:type-result", args=[duel.event, duel.match])
    assert desk.get(path).status_code == 200
    fields = {"version": selectors.head(duel.match).version, f"c:{duel.red.id}:cause": "execution"}
    done(desk.post(path, fields))
    assert selectors.outcome(duel.match).status == "confirmed"


@pytest.mark.parametrize("ahead", ["red", "draw"])
def test_a_typed_result_of_a_match_whose_time_ran_out(ahead: str) -> None:
    """SEN-END-09: nobody fell, and the limits of wounds are not known to the log."""
    duel = Duel()
    desk = Client()
    desk.force_login(duel.organiser.user)
    path = reverse("pages:type-result", args=[duel.event, duel.match])
    offered = re.findall(r'name="ahead" value="(\w*)"', desk.get(path).content.decode())
    assert offered == ["", "red", "blue", "draw"], "side A first, as everywhere"
    refused = desk.post(path, {"version": selectors.head(duel.match).version})
    assert refused.status_code == 422 and "SEN-END-06" in refused.content.decode()
    done(desk.post(path, {"version": selectors.head(duel.match).version, "ahead": ahead}))
    assert selectors.outcome(duel.match).winner == ahead


def test_a_limit_that_is_reached_and_a_refusal_that_names_its_rule() -> None:
    duel = Duel()
    duel.ready()
    response = duel.turn(**{f"c:{duel.red.id}:bleeding": 3})
    assert response.status_code == 422 and "SEN-EFF-02" in response.content.decode()
    response = duel.turn(**{f"c:{duel.red.id}:played": "no such card"})
    assert response.status_code == 400
    done(duel.turn(**{f"c:{duel.red.id}:stuns": 5}))
    assert duel.play.fighters[duel.red.id].defeated == "stun"


def test_weapons_and_decks_stay_with_their_owner() -> None:
    duel = Duel()
    duel.ready()
    done(duel.red.tap(duel.match, "deck", which="printed"))
    for phone, sees in ((duel.red, True), (duel.blue, False)):
        page = phone.get(f"/matches/{duel.match}/") + phone.get(f"/matches/{duel.match}/pad/")
        assert ("A-010" in page, "tachi" in page) == (sees, sees)
    assert "A-010" not in Client().get(f"/matches/{duel.match}/").content.decode()


@pytest.mark.parametrize("lists", ["open", "after"])
def test_a_turn_offers_the_cards_of_a_deck_that_everybody_sees_and_of_no_other(lists: str) -> None:
    """SEN-HID-01: a phone lies open on the table, its owner's too."""
    duel = Duel(match_options={"format": "casual", "unique_characters": False, "deck_lists": lists})
    duel.ready()
    done(duel.red.tap(duel.match, "deck", which="printed"))
    done(duel.turn())
    name = f"c:{duel.red.id}:played"
    for phone in (duel.red, duel.blue):
        page = phone.get(f"/matches/{duel.match}/pad/")
        listed = re.search(rf'<select name="{name}"[^>]*>(.*?)</select>', page, re.DOTALL)
        assert (listed is not None) is (lists == "open")
        if listed is not None:
            offered = re.findall(r'value="([^"]*)"', listed[1])
            assert {"A-008", "A-010", "stun"} <= set(offered) and "A-025" not in offered
    response = duel.turn(**{name: "A-128"})
    done(response)
    response = duel.turn(**{name: "A-099"})
    assert response.status_code in (400, 422), "no card of this deck"


def test_a_character_is_tapped_with_its_weapon_and_none_is_asked_for_by_the_form() -> None:
    """SEN-ROSTER-01, -02: what is printed follows."""
    duel = Duel()
    page = duel.red.pad(duel.match)
    none = duel.red.tap(duel.match, "character", wound_limit=7)
    assert none.status_code == 400 and "Choose one." in none.content.decode()
    tapped = {"character": value_of(page, "character", "character", "Ronin"), "wound_limit": 7}
    bow = {"weapons": value_of(page, "character", "weapons", "naginata"), "cover": "on"}
    assert duel.red.tap(duel.match, "character", **tapped, **bow).status_code == 422, "SEN-ROSTER-19"
    done(duel.red.tap(duel.match, "character", **tapped))
    done(duel.blue.tap(duel.match, "character", **{"character.others": "Мастер", **bow, "cover": []}))
    red, blue = (duel.play.fighters[phone.id] for phone in (duel.red, duel.blue))
    assert (red.character, red.wound_limit, blue.character) == ("ronin", 7, "master")
    assert red.weapons == CHARACTERS["ronin"].weapons and blue.weapons == ("naginata",)


def test_an_unknown_character_needs_no_weapon_and_a_deck_may_stay_unknown() -> None:
    duel = Duel()
    done(duel.red.tap(duel.match, "character", **{"character.others": "Old Monk"}))
    done(duel.red.tap(duel.match, "deck", which="secret"))
    fighter = duel.play.fighters[duel.red.id]
    assert (fighter.character, fighter.weapons, fighter.cards, fighter.deck_size) == (
        "old_monk",
        None,
        None,
        40,
    )


def test_a_deck_written_as_text_is_judged_and_faults_are_told() -> None:
    duel = Duel()
    duel.ready()
    response = duel.red.tap(duel.match, "deck", which="text", text="2 Nobody's Blow")
    said = response.content.decode()
    assert response.status_code == 400 and "1: 2 Nobody" in said and "no card of this name is known" in said
    response = duel.red.tap(duel.match, "deck", which="text", text="4 A-044")
    assert response.status_code == 422 and "SEN-ROSTER-04" in response.content.decode()


def test_time_and_giving_up() -> None:
    duel = Duel()
    duel.ready()
    done(duel.turn(**{f"c:{duel.red.id}:wounds": 2}))
    done(duel.red.tap(duel.match, "time"))
    assert selectors.outcome(duel.match).winner == "blue"
    other = Duel()
    other.ready()
    done(other.blue.tap(other.match, "side_conceded"))
    done(other.blue.tap(other.match, "match_finished"))
    assert selectors.outcome(other.match).winner == "red"


def test_a_horde_run_of_a_whole_level() -> None:
    run = Alone("horde", fallen_lord=True)
    me = run.player.id
    done(run.tap("character", **{"character.others": "student"}, wound_limit=8, hand_limit=5))
    done(run.tap("terrain_placed", **{"hex.q": 1, "hex.r": 0}))
    for wave in range(1, 5):
        done(run.tap("wave"))
        foes = {f"v:{vo}:wounds": 1 for vo in run.play.foes}
        done(run.tap("turn", **foes, **{f"c:{me}:stuns": int(wave == 4)}))
    assert (run.play.phase, run.play.run.cleared) == ("break", 4)
    page = run.phone.get(f"/matches/{run.match}/")
    assert "steel" in page and "Waves cleared" in page
    done(run.tap("recovery_applied"))
    done(run.tap("wave"))
    assert all(foe.wound_limit == 2 for foe in run.play.foes.values())
    done(run.tap("lord_attacked", choice=option_at(run.match, run.phone, "lord_attacked", ignored=True)))
    done(run.tap("lord_attacked", choice=option_at(run.match, run.phone, "lord_attacked", ignored=False)))
    done(run.tap("match_finished"))
    assert selectors.outcome(run.match).carry["rank"] == "steel"


def test_a_run_tells_its_rank_and_is_ended_by_its_player() -> None:
    """The pad never told the rank; to stop was "Concede" and "Log it", and then it asked for the rest."""
    run = Alone("horde")
    told = {"character.others": "ronin", "wound_limit": 7, "hand_limit": 5}
    done(run.tap("character", **told))
    for wave in range(1, 4):
        assert "rank:" not in run.phone.pad(run.match)
        done(run.tap("wave"))
        done(run.tap("turn", **{f"v:katana-{n}:wounds": "1" for n in range(1, wave + 1)}))
    page = run.phone.pad(run.match)
    assert "Waves cleared (rank: wood)" in page and "End the run here" in page and "Concede" not in page
    done(run.tap("retire"))
    page = run.phone.pad(run.match)
    assert (
        'data-step="match_finished"' in page and 'data-step="wave"' not in page and "both sides" not in page
    )


def test_a_horde_run_in_one_report() -> None:
    run = Alone("horde", detail="summary")
    done(run.tap("character", **{"character.others": "warrior"}))
    done(run.tap("report", waves=9, fallen=1, clear_turn=40, turns=45))
    assert selectors.outcome(run.match).carry["score"] == [9, 1, -40]


def test_nobody_wins_a_run_or_stands_at_its_end() -> None:
    """SEN-HORDE-11: it ends by a defeat, or as its player likes."""
    run = Alone("horde", detail="summary")
    done(run.tap("character", **{"character.others": "warrior"}))
    page = run.phone.get(f"/matches/{run.match}/pad/")
    report = page.partition('data-step="report"')[2].partition("</form>")[0]
    assert "the player ended it" in report
    assert not [word for word in ("still standing", "conceding", "wins") if word in report]


@pytest.mark.parametrize(("language", "title"), [("en", "The recipe of a deck"), ("ru", "Рецепт колоды")])
def test_what_nobody_told_is_named_on_the_match_page(language: str, title: str) -> None:
    run = Alone("horde", detail="summary")
    done(run.tap("character", **{"character.others": "warrior"}))
    path = f"/matches/{run.match}/"
    assert "SEN-VOD-02" not in Client().get(path).content.decode()
    done(run.tap("report", waves=9, fallen=1, clear_turn=40, turns=45))
    page = Client().get(path, headers={"accept-language": language}).content.decode()
    assert f'{title} <span class="rule">SEN-VOD-02</span>' in page


def test_a_solo_game_that_the_yojimbo_wins_in_one_report() -> None:
    """SEN-SOLO-24: nobody of the game fell, and its opponents have won."""
    solo = Alone("solo", detail="summary")
    done(solo.tap("character", **{"character.others": "ronin"}))
    page = solo.phone.get(f"/matches/{solo.match}/pad/")
    assert "The yojimbo has fulfilled all contracts." in page
    assert "Whoever is still standing wins, unless another end is chosen below." in page
    done(solo.tap("report", turns=6, ahead="vo"))
    outcome = selectors.outcome(solo.match)
    assert (outcome.status, outcome.winner, solo.play.reason) == ("finished", OPPONENTS, "contracts")


def test_nobody_is_asked_for_the_contracts_of_a_run() -> None:
    run = Alone("horde", detail="summary")
    done(run.tap("character", **{"character.others": "warrior"}))
    assert "contracts" not in run.phone.get(f"/matches/{run.match}/pad/")


def test_a_solo_game_against_two() -> None:
    solo = Alone("solo")
    done(solo.tap("character", **{"character.others": "ronin"}, wound_limit=6, hand_limit=5))
    done(solo.tap("opponents", type_1="katana", type_2="yari"))
    assert [foe.wound_limit for foe in solo.play.foes.values()] == [3, 3]
    done(solo.tap("turn", **{f"v:{vo}:wounds": 3 for vo in solo.play.foes}))
    done(solo.tap("match_finished"))
    assert selectors.outcome(solo.match).winner == "red"


@pytest.mark.parametrize(("language", "name"), [("en", "katana ashigaru 2"), ("ru", "катана-асигару 2")])
def test_a_refusal_calls_an_opponent_as_the_pad_does(language: str, name: str) -> None:
    solo = Alone("solo")
    done(solo.tap("character", **{"character.others": "ronin"}, wound_limit=6, hand_limit=5))
    done(solo.tap("opponents", type_1="katana", type_2="katana"))
    again = {"vo": "katana-2", "vo_type": "katana", "wound_limit": 3, "vo_deck": "katana"}
    with override(language):
        refusal = attempt(
            lambda: commands.append(solo.organiser, solo.match, [{"type": "vo_joined", "data": again}]),
            stream=solo.match,
        ).refusal
    assert refusal is not None and refusal.status == 422
    assert any(name in problem["message"] for problem in refusal.problems)
    assert not any("katana-2" in problem["message"] for problem in refusal.problems)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["solo", "horde"])
def test_the_pages_of_a_lonely_match_speak(mode: str, language: str) -> None:
    table = Alone(mode, languages=language)
    for path in ("", "pad/"):
        assert "Traceback" not in table.phone.get(f"/matches/{table.match}/{path}")


def test_many_sides_are_all_shown() -> None:
    table = Alone("multi", sides={"red": ["a"], "blue": ["b"], "green": ["c"], "gold": ["d"]})
    page = Client().get(f"/matches/{table.match}/").content.decode()
    assert len(sides_of(table.play)) == 4
    for name in ("Side A", "Side B", "Side C", "Side D"):
        assert f">{name}</span>" in page
