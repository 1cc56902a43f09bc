"""The contract of Senjutsu's pads, by chance: who can move the match on may, who cannot reads why, nothing offered is
refused, and every mode comes to its end and is confirmed, at every level, with and without an imported edition."""

from __future__ import annotations

import html
import json
import re
from functools import partial
from typing import Any

import pytest

from games.ruleset import REFEREE
from games.senjutsu import RULES
from games.tests.rounds import quick_are
from tracker import selectors
from tracker.tests.pages.dojo import done
from tracker.tests.pages.full_duel import FullAlone, FullDuel, kind
from tracker.tests.pages.senjutsu_habits import LIMITS, sit

pytestmark = pytest.mark.django_db(transaction=True)
CARD_BY_CARD = [
    (mode, edition) for mode in ("duel", "multi", "team", "solo", "horde") for edition in (True, False)
]
SHORT = {("solo", False)}
"""The one that plays in two seconds guards the way through the cards for all of them."""
SEEDS = {("duel", False): 6}
"""By chance a match is long; elsewhere the seed is 3."""


@pytest.mark.parametrize("detail", ["summary", "turns"])
@pytest.mark.parametrize("mode", quick_are(("duel", "horde"), ["duel", "multi", "team", "solo", "horde"]))
def test_a_match_comes_to_its_end(mode: str, detail: str) -> None:
    play = sit(mode, detail, 1)
    play.to_the_end()
    assert selectors.outcome(play.match).status == "confirmed"
    by_turns = [tap for tap in play.taken if ": turn {" in tap]
    assert bool(by_turns) == (detail == "turns"), play.story()


@pytest.mark.parametrize(
    ("mode", "edition"),
    quick_are(SHORT, CARD_BY_CARD),
)
def test_a_match_card_by_card_comes_to_its_end(mode: str, edition: bool) -> None:
    play = sit(mode, "full", SEEDS.get((mode, edition), 3), edition=edition)
    play.to_the_end()
    assert selectors.outcome(play.match).status == "confirmed"


def test_a_duel_that_is_decided_inside_a_turn_is_ended_by_a_player() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin()
    done(duel.red.tap(duel.match, "side_conceded"))
    assert duel.play.full.turn == 1 and duel.play.turn == 0
    done(duel.blue.tap(duel.match, "match_finished"))
    for phone in (duel.red, duel.blue):
        done(phone.tap(duel.match, "confirm"))
    outcome = selectors.outcome(duel.match)
    assert (outcome.status, outcome.winner, outcome.turn) == ("confirmed", "blue", 1)


def test_a_duel_whose_time_runs_out_inside_a_turn_is_ended_by_a_player() -> None:
    duel = FullDuel(time_limit=True)
    duel.ready()
    duel.begin()
    done(duel.red.tap(duel.match, "time"))
    assert (duel.play.phase, duel.play.reason, duel.play.turn) == ("closed", "time", 1)


def test_in_a_duel_both_targets_are_named_without_being_asked() -> None:
    duel = FullDuel()
    duel.ready()
    duel.begin("A-913")
    for phone in (duel.red, duel.blue):
        duel.tap(phone, "card_selected", card="A-913")
    done(duel.red.tap(duel.match, "cards_revealed"))
    assert "target_named" not in {told.type for told in duel_next(duel)}
    seats = duel.play.full.seats
    assert seats[duel.red.id].targets == (duel.blue.id,) and seats[duel.blue.id].targets == (duel.red.id,)


def test_a_target_is_tapped_where_it_stands() -> None:
    """A list of names was all that the pad asked by, where the board was at hand."""
    solo = FullAlone("solo")
    solo.ready()
    solo.tap("vo_joined", vo_type=kind("katana"), behaviour="1", stance="1", wound_limit=1)
    solo.tap("vo_joined", vo_type=kind("katana"), behaviour="1", stance="1")
    solo.go_on("turn_started")
    solo.tap("card_drawn", cards="A-913")
    for _foe in range(2):
        solo.tap("card_drawn")
    solo.go_on("phase_started", phase="select")
    solo.tap("card_selected", card="A-913")
    solo.tap(
        "cards_revealed",
        **{f"card:{vo}": card for vo, card in zip(solo.play.foes, ("S-001", "S-002"), strict=True)},
    )
    (form,) = re.findall(r'data-step="target_named">.*?</form>', solo.phone.pad(solo.match), re.S)
    places = {f"{foe.hex[0]},{foe.hex[1]}" for foe in solo.play.foes.values()}
    assert set(re.findall(r'<polygon[^>]*data-hex="([^"]+)"', form)) == places
    assert set(re.findall(r'<label class="choice" data-hex="([^"]+)"', form)) == places


def test_the_start_hex_of_an_opponent_is_tapped_on_the_board() -> None:
    """Five pairs of numbers in a row, which nobody finds on a printed board, were all that the pad asked by."""
    solo = FullAlone("solo")
    solo.ready()
    (form,) = re.findall(r'data-step="vo_joined">.*?</form>', solo.phone.pad(solo.match), re.S)
    (field, told) = re.findall(r'data-pick-board data-field="([^"]+)" data-keys="([^"]+)"', form)[0]
    keys = json.loads(html.unescape(told))
    assert set(re.findall(r'<polygon[^>]*data-hex="([^"]+)"', form)) == set(keys)
    assert set(re.findall(rf'<input type="radio" name="{field}" value="([^"]+)"', form)) == {*keys.values()}


def test_behaviour_and_stance_of_an_opponent_are_random_and_begin_untouched() -> None:
    """SEN-SOLO-02: whoever touched nothing logged an opponent that goes left and attacks."""
    solo = FullAlone("solo")
    solo.ready()
    told = {"vo_type": kind("katana")}
    answer = solo.phone.tap(solo.match, "vo_joined", **told)
    assert answer.status_code == 400 and not solo.play.foes
    assert solo.phone.tap(solo.match, "vo_joined", **told, behaviour="1").status_code == 400
    solo.tap("vo_joined", **told, behaviour="1", stance="0")
    (foe,) = solo.play.foes.values()
    assert (foe.behaviour, foe.stance) == ("middle", "defensive")


def duel_next(duel: FullDuel) -> Any:
    return RULES.next_events(duel.play, REFEREE)


def test_each_opponent_of_a_wave_has_a_start_hex() -> None:
    """SEN-HORDE-04: a form without one was a fault of the server."""
    run = sit("horde", "turns", 5)
    (phone,) = run.phones
    run.until(lambda play: any(one.type == "wave_started" for one in RULES.next_events(play, REFEREE)))
    version = selectors.head(run.match).version
    told = {"step": "wave", "player": "", "version": version, "key": "w", "at": ""}
    refused = phone.client.post(f"/matches/{run.match}/pad/", told)
    assert refused.status_code == 400 and 'aria-invalid="true"' in refused.content.decode()
    done(phone.tap(run.match, "wave"))
    assert run.state.play.foes


@pytest.mark.soak
def test_a_wave_without_a_board_is_cleared_by_logged_attacks() -> None:
    run = sit("horde", "full", 5)
    (phone,) = run.phones
    run.until(lambda play: play.full.step in ("prepared", "hands") and play.full.piles[phone.id].dealt)
    stand = run.state.play.fighters[phone.id].hex
    ahead = {"q:A": stand[0], "r:A": stand[1] - 1}
    done(
        phone.tap(
            run.match, "wave", **ahead, **{"q:B": 4, "r:B": 0, "q:C": 4, "r:C": -1, "q:D": 4, "r:D": -2}
        )
    )
    (vo,) = run.state.play.foes
    assert run.state.play.foes[vo].hex == (ahead["q:A"], ahead["r:A"]) and vo == "katana-1"
    page = phone.get(f"/matches/{run.match}/")
    assert "opponent 1" not in page and "katana ashigaru 1 on A" in page
    run.until(lambda play: play.run.cleared == 1 or play.fighters[phone.id].defeated, 700)
    assert run.state.play.run.cleared == 1 or run.state.play.fighters[phone.id].defeated


@pytest.mark.soak
def test_facts_of_an_opponents_card_are_asked_in_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "full", "9")
    solo = sit("solo", "full", 2)
    (phone,) = solo.phones
    for turn in (1, 2):
        solo.until(partial(_chosen, turn))
        (vo,) = [vo for vo, foe in solo.state.play.foes.items() if foe.defeated is None][:1]
        assert f'name="fact:{vo}:parts"' in phone.get(solo.path)
        solo.until(lambda play: play.full.step == "reveal")


def _chosen(turn: int, play: Any) -> bool:
    """Whether the cards of this turn wait for the reveal."""
    seats = play.full.seats
    ready = play.full.turn == turn and play.full.step == "select"
    return ready and all(seats[player].chosen for player in play.fighters)


def test_a_limit_that_fits_no_number_of_opponents_is_not_offered_and_an_opponent_goes_back() -> None:
    solo = FullAlone("solo")
    solo.ready()
    path = f"/matches/{solo.match}/pad/"
    page = solo.phone.get(path)
    found = re.findall(r'name="wound_limit" value="\d".*?number">(\d)<', page)
    assert found == ["7", "3", "2", "1"]
    told = {"vo_type": kind("katana"), "hex": "0", "facing": "3", "behaviour": "0", "stance": "0"}
    assert solo.phone.tap(solo.match, "vo_joined", **told, wound_limit="5").status_code == 400
    solo.tap("vo_joined", **told, wound_limit="1")
    page = solo.phone.get(path)
    assert 'data-step="turn_started"' not in page and "SEN-" not in page
    assert "the wound limit of each is 7" in page
    solo.pick("vo_withdrawn", vo="katana-1")
    solo.tap("vo_joined", **told, wound_limit="0")
    assert 'data-step="turn_started"' in solo.phone.get(path)
