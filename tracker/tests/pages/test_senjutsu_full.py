"""A duel at full detail from two phones, its board, and what stays secret."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from tracker import selectors
from tracker.tests.pages.at_the_table import prefilled
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullAlone, FullDuel, deck_text, kind

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_phones_play_a_turn_card_by_card() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    duel.tap(duel.red, "card_selected", card="A-907")
    duel.tap(duel.blue, "card_selected", card="A-901")
    done(duel.red.tap(duel.match, "cards_revealed"))
    full = duel.play.full
    assert full.seats[duel.red.id].play == ("A-907",) and full.seats[duel.blue.id].play == ("A-901",)
    duel.tap(duel.red, "initiative_chosen", value=6)
    for phone in (duel.blue, duel.red):
        if '"instant_passed"' in phone.get(duel.pad):
            duel.tap(phone, "instant_passed")
    duel.go_on(duel.red, "phase_started", phase="resolve")
    duel.tap(duel.red, "part_started")
    moves = duel.options(duel.red, "actor_moved")
    assert len(moves) > 4 and "data-pick-board" in duel.red.get(duel.pad)
    far = next(told for told in moves if len([s for s in told["sequence"] if s["op"] == "step"]) == 2)
    duel.tap(duel.red, "actor_moved", to=far["to"])
    assert list(duel.play.fighters[duel.red.id].hex) == far["to"]["hex"]
    duel.tap(duel.blue, "part_started")
    duel.tap(duel.blue, "attack_declared")
    duel.tap(duel.blue, "attack_resolved")
    duel.go_on(duel.red, "phase_started", phase="discard")
    duel.go_on(duel.blue, "turn_ended")
    assert duel.play.turn == 1
    page = Client().get(f"/matches/{duel.match}/").content.decode()
    said = re.findall(r'class="what">([^<]+)<', page)
    assert any(line.startswith("Anna chooses") for line in said), said
    assert any(line.startswith("Attack of Борис") for line in said), said


def test_nobody_sees_the_hand_or_the_choice_of_the_other() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    duel.tap(duel.red, "card_selected", card="A-907")
    own = duel.red.get(duel.pad) + duel.red.get(f"/matches/{duel.match}/")
    other = Client().get(f"/matches/{duel.match}/").content.decode()
    frames = [
        Client().get(f"/matches/{duel.match}/board/?at={at}").content.decode()
        for at in range(1, selectors.head(duel.match).version + 1)
    ]
    for page in (other, *frames):
        assert "A-907" not in page and "A-905" not in page
    assert "A-905" in own
    theirs = duel.blue.get(duel.pad) + duel.blue.get(f"/matches/{duel.match}/")
    assert "Anna chooses A-907" not in theirs and "Anna draws 1 card: " not in theirs
    assert "has chosen a card" in frames[-1]
    assert "A-907" not in Client().get(f"/matches/{duel.match}/?at=9").content.decode()


def test_a_card_is_chosen_on_both_phones_at_the_same_moment() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    red = prefilled(duel.red.get(duel.pad), "card_selected")
    blue = prefilled(duel.blue.get(duel.pad), "card_selected")
    done(duel.red.client.post(duel.pad, {**red, "card": "A-904"}))
    done(duel.blue.client.post(duel.pad, {**blue, "card": "A-904"}))


def test_the_board_goes_back_and_forth_without_script() -> None:
    duel = FullDuel()
    duel.ready()
    path = f"/matches/{duel.match}/"
    page = Client().get(path).content.decode()
    last = selectors.head(duel.match).version
    assert "data-scrubber" in page and f"?at={last - 1}#board" in page and "<polygon" in page
    early = Client().get(f"{path}?at=3").content.decode()
    assert (
        "Anna, Master" in early
        and 'class="piece' not in early
        and "?at=2#board" in early
        and "?at=4#board" in early
    )
    frame = Client().get(f"{path}board/?at={last}").content.decode()
    assert "<html" not in frame and 'id="board"' in frame
    assert Client().get(f"{path}?at=x").status_code == 404
    assert Client().get(f"{path}?at=99999").status_code == 200


def test_a_refused_choice_names_its_rule_and_stays() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    answer = duel.red.tap(duel.match, "card_selected", card="A-930")
    assert answer.status_code == 422 and "SEN-" in answer.content.decode()
    answer = duel.red.tap(duel.match, "card_selected")
    assert answer.status_code == 400 and "Choose a card." in answer.content.decode()
    assert duel.red.tap(duel.match, "card_selected", hand="A-930").status_code == 400
    done(duel.red.tap(duel.match, "card_selected", hand="A-907"))
    duel.tap(duel.blue, "card_selected", card="A-904")
    duel.tap(duel.red, "cards_revealed")
    duel.go_on(duel.red, "phase_started", phase="resolve")
    odd = [{"type": "turn_ended", "turn": 1}, "{"]
    for stolen in odd:
        assert duel.red.tap(duel.match, "initiative_chosen", choice=json.dumps(stolen)).status_code == 400


@pytest.mark.parametrize("languages", ["en", "ru"])
def test_pad_and_match_page_speak(languages: str) -> None:
    duel = FullDuel(languages)
    duel.ready()
    for phone in (duel.red, duel.blue):
        page = phone.get(duel.pad) + phone.get(f"/matches/{duel.match}/")
        assert "None" not in re.sub(r"<[^>]+>", "", page)


def test_queries_of_the_match_page_do_not_grow_with_the_log(django_assert_max_num_queries: Any) -> None:
    duel = FullDuel()
    duel.ready()
    path = f"/matches/{duel.match}/"
    duel.red.get(path)
    with django_assert_max_num_queries(14):
        duel.red.get(path)
    with django_assert_max_num_queries(12):
        Client().get(f"{path}board/?at=12")


def test_a_wave_of_a_horde_is_fought_card_by_card() -> None:
    run = FullAlone("horde")
    run.ready()
    run.tap("wave")
    for _actor in range(2):
        page = run.phone.get(f"/matches/{run.match}/pad/")
        if 'data-step="card_drawn"' in page:
            run.tap("card_drawn")
    run.tap("card_selected", card="A-904")
    (vo,) = run.play.foes
    run.tap("cards_revealed", **{f"card:{vo}": "S-002"})
    assert run.play.full.seats[vo].play == ("S-002",)
    page = run.phone.get(f"/matches/{run.match}/")
    assert "Waves cleared" in page and "side-foe" in page


def test_three_numbers_stand_side_by_side_where_their_names_fit() -> None:
    """Twelve Russian letters were two points wider than a third of a phone."""
    for language, rows in (("en", ["triple"]), ("ru", ["pair"])):
        duel = FullDuel(language)
        page = duel.red.get(duel.pad)
        (form,) = re.findall(r'data-step="character">.*?</form>', page, re.S)
        assert re.findall(r'class="(pair|triple)"', form) == rows


def test_an_opponent_of_a_solo_game_is_placed_on_the_board() -> None:
    solo = FullAlone("solo")
    solo.ready()
    page = solo.phone.get(f"/matches/{solo.match}/pad/")
    places = re.findall(r'name="hex" value="(\d+)"', page)
    assert places == [str(place) for place in range(len(places))] and places
    solo.tap("vo_joined", vo_type=kind("katana"), hex="0", facing="3", behaviour="1", stance="1")
    (foe,) = solo.play.foes.values()
    assert foe.hex in solo.play.full.starts and (foe.facing, foe.behaviour, foe.stance) == (
        3,
        "middle",
        "offensive",
    )
    assert foe.wound_limit == 7


def test_everybody_reads_the_size_of_a_poison_deck_and_nobody_its_cards() -> None:
    duel = FullDuel()
    mat = {"wound_limit": 7, "hand_limit": 5, "advantage": 5}
    done(duel.red.tap(duel.match, "character", **{"character.others": "master", **mat}))
    done(duel.red.tap(duel.match, "deck", which="text", text=f"{deck_text()}\npoison: C-002"))
    done(duel.blue.tap(duel.match, "character", **{"character.others": "ronin", **mat}))
    done(duel.blue.tap(duel.match, "deck", which="secret", poison_size="3"))
    assert [duel.play.fighters[phone.id].poison_size for phone in (duel.red, duel.blue)] == [1, 3]
    for reader in (Client(), duel.blue.client):
        page = reader.get(f"/matches/{duel.match}/").content.decode()
        row = '<th scope="row">Poison deck</th><td>1</td><td>3</td>'
        assert row in page and "C-002" not in page
        told = reader.get(f"/api/v1/matches/{duel.match}/state/").json()["state"]["play"]["fighters"][
            duel.red.id
        ]
        assert told["poison_size"] == 1 and told.get("poison") is None


def test_the_own_counts_drop_with_the_choice_and_nobody_elses_do() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    path = f"/api/v1/matches/{duel.match}/state/"

    def hand(client: Client) -> int:
        return int(client.get(path).json()["state"]["play"]["full"]["piles"][duel.red.id]["hand"])

    before = hand(Client())
    duel.tap(duel.red, "card_selected", card="A-907")
    assert [hand(client) for client in (duel.red.client, duel.blue.client, Client())] == [
        before - 1,
        before,
        before,
    ]
    shown = duel.red.get(f"/matches/{duel.match}/")
    held = next(text for text in re.findall(r'<p class="row">.*?</p>', shown, re.S) if "Hand" in text)
    assert held and "A-907" not in held


@pytest.mark.parametrize("mode", ["solo", "horde"])
def test_who_played_alone_reads_their_own_wounds_and_no_chart_of_a_side(mode: str) -> None:
    """ "Wounds 7/7" of somebody unhurt, "Defeated: defeated by conceding", and a chart of noughts."""
    alone = FullAlone(mode)
    alone.ready()
    if mode == "solo":
        alone.tap("vo_joined", vo_type=kind("katana"), behaviour="1", stance="1")
        alone.go_on("turn_started")
    alone.pick("side_conceded" if mode == "solo" else "retire")
    alone.pick("match_finished")
    page = alone.phone.get(f"/matches/{alone.match}/")
    assert ">0/7<" in page and "7/7" not in page
    assert "defeated by conceding" not in page and ("by conceding" in page) == (mode == "solo")
    assert "Wounds dealt by turn" not in page
