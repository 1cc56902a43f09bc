"""A duel at full detail of which the log knows neither board nor cards: the pad leads through it all the same."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from games.ruleset import EVERYONE, NextEvent
from games.senjutsu.facts import FACTS
from games.senjutsu.pages import forms
from tracker import commands, selectors
from tracker.tests import db_states
from tracker.tests.pages.at_the_table import Phone, prefilled
from tracker.tests.pages.dojo import Alone, done, organiser
from tracker.tests.pages.full_duel import kind

pytestmark = pytest.mark.django_db(transaction=True)
MOOD = {"behaviour": "0", "stance": "1"}
"""What the players drew for an opponent: left, offensive."""


class PlainDuel:
    """Two phones at a match of which nothing is told but who plays."""

    @db_states.stage
    def __init__(self, mode: str = "duel", detail: str = "full") -> None:
        people = [commands.create_player(organiser(), name=name) for name in ("Anna", "Борис")]
        self.red, self.blue = map(Phone, people)
        sides = {"red": [self.red.id], **({"blue": [self.blue.id]} if mode == "duel" else {})}
        opening = {"type": "match_created", "data": {"mode": mode, "detail": detail, "sides": sides}}
        self.match = commands.create_match(organiser(), system="senjutsu", events=[opening])
        self.phones = (self.red, self.blue) if mode == "duel" else (self.red,)

    @property
    def pad(self) -> str:
        return f"/matches/{self.match}/pad/"

    @property
    def play(self) -> Any:
        return selectors.current_state(self.match).state.play

    @db_states.stage
    def ready(self) -> None:
        """Characters, printed decks, and the advantage track of a duel."""
        for phone, character in zip(self.phones, ("master", "ronin"), strict=False):
            told = {"character.others": character, "wound_limit": 6, "hand_limit": 5, "advantage": 5}
            done(phone.tap(self.match, "character", **told))
            done(phone.tap(self.match, "deck"))

    def main(self, phone: Phone) -> str:
        """The step that the pad puts in front."""
        page = phone.pad(self.match)
        return page.partition('<section class="step"')[2].partition('data-step="')[2].partition('"')[0]

    def tap(self, phone: Phone, **fields: Any) -> str:
        """The main step, as the pad prefills it, with those of the fields that it asks for."""
        step = self.main(phone)
        page = phone.pad(self.match)
        form = prefilled(page, step)
        told = page.partition(f'data-step="{step}"')[2].partition("</form>")[0]
        choice = told.partition('name="choice" value="')[2].partition('"')[0]
        picked = {"choice": html.unescape(choice)} if choice else {}
        asked = {name: value for name, value in fields.items() if f'name="{name}"' in told}
        answer = phone.client.post(self.pad, {**form, **picked, **asked})
        done(answer)
        return step


def test_a_turn_needs_nothing_but_the_main_step() -> None:
    duel = PlainDuel()
    duel.ready()
    assert duel.main(duel.red) == "advantage_set"
    done(duel.red.tap(duel.match, "advantage_set", choice=_first(duel)))
    taps = []
    for _round in range(20):
        for phone, card in zip(duel.phones, ("A-018", "A-035"), strict=True):
            if duel.main(phone):
                taps.append(
                    duel.tap(phone, **({"card": card} if duel.main(phone) == "card_selected" else {}))
                )
        if duel.play.turn:
            break
    assert duel.play.turn == 1 and {fighter.hex for fighter in duel.play.fighters.values()} == {
        (0, 3),
        (0, -3),
    }
    assert taps.count("part_started") == 2 and "cards_moved" not in taps
    assert not {"effect_resolved", "by_text", "override"} & set(taps)


def test_a_card_of_a_deck_that_the_log_knows_is_tapped_and_never_typed() -> None:
    """Whoever had not noted their hand found nothing but a field for the number of a card."""
    duel = PlainDuel()
    duel.ready()
    while duel.main(duel.red) != "card_selected":
        for phone in duel.phones:
            if duel.main(phone) not in ("", "card_selected"):
                duel.tap(phone)
    form = duel.red.pad(duel.match).partition('data-step="card_selected"')[2].partition("</form>")[0]
    offered = re.findall(r'<option value="([^"]+)"', form)
    assert offered[:2] == ["A-008", "A-075"], "the core cards, which are always in the hand"
    assert set(offered[2:]) == set(duel.play.fighters[duel.red.id].cards)
    other = duel.blue.pad(duel.match).partition('data-step="card_selected"')[2].partition("</form>")[0]
    assert "A-035" in other and "A-018" not in other, "nobody is offered the deck of the other side"
    done(duel.red.tap(duel.match, "card_selected", deck="A-018"))
    assert duel.play.full.seats[duel.red.id].card == "A-018"


def test_a_turn_against_an_opponent_of_whose_cards_nobody_knows_anything() -> None:
    solo = PlainDuel("solo")
    solo.ready()
    taps = []
    for _step in range(24):
        step = solo.main(solo.red)
        (vo,) = solo.play.foes or ("",)
        told = {"vo_joined": {"vo_type": kind("katana"), **MOOD}, "card_selected": {"card": "A-018"}}
        told["cards_revealed"] = {f"card:{vo}": "S-014"}
        taps.append(solo.tap(solo.red, **told.get(step, {})))
        if solo.play.turn:
            break
    assert solo.play.turn == 1 and taps.count("part_started") == 2 and taps.count("vo_joined") == 1
    assert taps.index("character_placed") < taps.index("vo_joined") < taps.index("prepared_taken")


def test_a_wave_is_cleared_by_a_logged_attack_where_nobody_told_the_board() -> None:
    run = PlainDuel("horde")
    run.ready()
    while run.main(run.red) != "wave":
        run.tap(run.red)
    q, r = run.play.fighters[run.red.id].hex
    ahead = {"q:A": q, "r:A": r - 1, "q:B": 4, "r:B": 0, "q:C": 4, "r:C": -1, "q:D": 4, "r:D": -2}
    run.tap(run.red, **ahead)
    (vo,) = run.play.foes
    facts = {f"fact:{run.red.id}:types": "attack", f"fact:{run.red.id}:parts": "5\nattack ahead 1"}
    calm = {f"card:{vo}": "S-001", f"fact:{vo}:types": "meditation", f"fact:{vo}:parts": "4\nfocus 1"}
    told = {"card_selected": {"card": "A-010"}, "cards_revealed": {**facts, **calm}}
    taps: list[str] = []
    while run.play.run.cleared == 0 and len(taps) < 20:
        taps.append(run.tap(run.red, **told.get(run.main(run.red), {})))
    decided = ["card_selected", "cards_revealed", "part_started", "attack_declared", "attack_resolved"]
    assert [tap for tap in taps if tap in decided] == decided and len(taps) < 12
    assert (run.play.run.cleared, run.play.run.wave, run.play.turn) == (1, 2, 1)
    assert run.main(run.red) == "wave" and "attack ahead" not in run.red.get(run.pad)


def in_solo(*opponents: tuple[int, int]) -> tuple[PlainDuel, list[str]]:
    """A solo game up to the choice of turn 1, with opponents on these hexes, counted from the player's."""
    solo = PlainDuel("solo")
    solo.ready()
    while solo.main(solo.red) != "vo_joined":
        solo.tap(solo.red)
    q, r = solo.play.fighters[solo.red.id].hex
    for along, ahead in opponents:
        place = {"hex.q": str(q + along), "hex.r": str(r + ahead), "facing": "3"}
        limit = {"wound_limit": "1"} if len(opponents) == 2 and not solo.play.foes else {}
        done(solo.red.tap(solo.match, "vo_joined", vo_type=kind("katana"), **MOOD, **place, **limit))
    while solo.main(solo.red) != "card_selected":
        solo.tap(solo.red)
    return solo, [*solo.play.foes]


def facts_of(actor: str, parts: str) -> dict[str, str]:
    return {f"fact:{actor}:types": "attack", f"fact:{actor}:parts": parts}


def test_an_opponent_attacks_the_one_player_without_being_asked_whom() -> None:
    solo, (vo,) = in_solo((0, -2))
    solo.tap(solo.red, card="A-010")
    assert f'name="target:{vo}"' not in solo.red.get(solo.pad)
    calm = {f"fact:{solo.red.id}:types": "meditation", f"fact:{solo.red.id}:parts": "4\nfocus 1"}
    solo.tap(solo.red, **calm, **{f"card:{vo}": "S-001"}, **facts_of(vo, "5\nattack target 1"))
    assert solo.play.full.seats[vo].targets == (solo.red.id,)
    taps: list[str] = []
    while not solo.play.turn and len(taps) < 12:
        taps.append(solo.tap(solo.red))
    assert "attack_declared" in taps and solo.play.fighters[solo.red.id].wounds == 1


def test_a_defeated_opponent_is_no_target_any_more() -> None:
    solo, (near, far) = in_solo((0, -1), (0, -3))
    told = {
        "card_selected": {"card": "A-010"},
        "cards_revealed": {
            **facts_of(solo.red.id, "5\nattack ahead 3"),
            **{f"card:{vo}": "S-001" for vo in (near, far)},
        },
    }
    taps: list[str] = []
    while not solo.play.turn and len(taps) < 20:
        taps.append(solo.tap(solo.red, **told.get(solo.main(solo.red), {})))
    assert solo.play.foes[near].defeated and not solo.play.foes[far].defeated
    log = html.unescape(solo.red.get(f"/matches/{solo.match}/"))
    assert re.findall(r"Defeated: ([^.<]*)\.", log) == ["katana ashigaru 1"]
    page = selectors.events_page(solo.match, EVERYONE)
    (seq,) = [event.seq for event in page.events if event.type == "attack_resolved"]
    for at, says in ((seq - 1, False), (seq, True)):
        assert ("Defeated: katana" in solo.red.get(f"/matches/{solo.match}/board/?at={at}")) == says
    while solo.main(solo.red) != "cards_revealed":
        solo.tap(solo.red, card="A-018")
    assert "names a target" not in solo.red.get(solo.pad)  # one opponent is left


def _first(duel: PlainDuel) -> str:
    page = duel.red.get(duel.pad)
    return html.unescape(page.partition('name="choice" value="')[2].partition('"')[0])


def test_any_hex_may_be_typed_where_nobody_told_the_board() -> None:
    solo = PlainDuel("solo")
    solo.ready()
    page = solo.red.get(solo.pad)
    assert "data-pick-board" in page and 'name="hex.q"' in page
    done(solo.red.tap(solo.match, "character_placed", **{"hex.q": "2", "hex.r": "-1"}, facing="4"))
    (fighter,) = solo.play.fighters.values()
    assert (fighter.hex, fighter.facing) == ((2, -1), 4)
    joined = {"vo_type": kind("katana"), "hex.q": "0", "hex.r": "-2", "facing": "3", **MOOD}
    taken = solo.red.tap(solo.match, "vo_joined", **{**joined, "hex.q": "2", "hex.r": "-1"})
    assert taken.status_code == 422 and "SEN-" in taken.content.decode()
    done(solo.red.tap(solo.match, "vo_joined", **joined))
    (foe,) = solo.play.foes.values()
    assert foe.hex == (0, -2)


def test_the_pad_repeats_what_everybody_may_see_of_the_last_events() -> None:
    run = Alone("horde")
    done(run.tap("character", **{"character.others": "student"}, wound_limit=8, hand_limit=5))
    page = run.phone.get(f"/matches/{run.match}/pad/")
    latest = page.partition('class="latest"')[2].partition("</ul>")[0]
    assert "plays the Student" in latest and "Weapons: katana" in latest and "secret" not in latest
    done(run.tap("wave"))
    done(run.tap("turn", **{f"v:{vo}:wounds": 1 for vo in run.play.foes}))
    page = html.unescape(run.phone.get(f"/matches/{run.match}/pad/"))
    assert run.play.run.cleared == 1 and "Waves cleared" in page
    assert "katana ashigaru 1: 1 wound, defeated by wounds" in page


def test_a_wave_is_not_cleared_by_the_turn_in_which_the_character_falls() -> None:
    run = Alone("horde")
    done(run.tap("character", **{"character.others": "student"}, wound_limit=8, hand_limit=5))
    done(run.tap("wave"))
    both = {**{f"v:{vo}:wounds": 1 for vo in run.play.foes}, f"c:{run.player.id}:wounds": 8}
    done(run.tap("turn", **both))
    assert run.play.run.cleared == 0
    done(run.tap("match_finished"))
    page = run.phone.get(f"/matches/{run.match}/pad/")
    assert "The run is over. Rank: no rank." in page
    done(run.tap("confirm"))
    assert selectors.outcome(run.match).status == "confirmed"


def test_a_boat_may_be_stood_in_and_takes_no_second_object() -> None:
    solo = PlainDuel("solo")
    solo.ready()
    place, boat = {"hex.q": "0", "hex.r": "-2"}, str(list(FACTS.terrain).index("boat"))
    done(solo.red.tap(solo.match, "more_terrain", object=boat, **place))
    assert "0,-2" not in _open_hexes(solo, "more_terrain") and "0,-1" in _open_hexes(solo, "more_terrain")
    assert "0,-2" in _open_hexes(solo, "vo_joined")
    again = solo.red.tap(solo.match, "more_terrain", object=boat, **place)
    assert again.status_code == 422 and "SEN-SETUP-03" in again.content.decode()
    done(solo.red.tap(solo.match, "vo_joined", vo_type=kind("katana"), facing="3", **MOOD, **place))


def _open_hexes(duel: PlainDuel, step: str) -> list[str]:
    """The hexes that can be tapped in a step of the pad."""
    form = duel.red.get(duel.pad).partition(f'data-step="{step}"')[2].partition("</form>")[0]
    return re.findall(r'data-hex="([^"]+)"', form)


def test_a_starting_hand_of_an_unknown_limit_is_asked_for() -> None:
    """It was logged as 0 cards by a form that nobody had touched."""
    told = NextEvent(type="starting_hand_drawn", players=("a",), choices={"player": ("a",)})
    assert forms.starts(PlainDuel().play, told) == {}
    limited = replace(told, limits={"count": (5, 5)})
    assert forms.starts(PlainDuel().play, limited) == {"count": 5}


def test_limits_that_a_deck_did_not_tell_are_asked_for_once() -> None:
    """Nobody could fall by wounds or stuns, and no form asked for the numbers any more."""
    solo = PlainDuel("solo")
    done(solo.red.tap(solo.match, "character", **{"character.others": "master", "hand_limit": 5}))
    while solo.main(solo.red) != "vo_joined":
        solo.tap(solo.red)
    form = solo.red.pad(solo.match).partition('data-step="starting_hand_drawn"')[2].partition("</form>")[0]
    assert 'name="wound_limit"' in form and 'name="hand_limit"' not in form
    done(solo.red.tap(solo.match, "starting_hand_drawn", wound_limit=7))
    assert solo.play.fighters[solo.red.id].wound_limit == 7
    assert "Wound limit 7." in solo.red.get(f"/matches/{solo.match}/")


def test_what_a_card_does_that_nobody_knows_is_in_sight_while_it_is_resolved() -> None:
    """It stood behind "Other entries", and the red button led on to the next card."""
    solo, (vo,) = in_solo((0, -2))
    told = {"card_selected": {"card": "A-018"}, "cards_revealed": {f"card:{vo}": "S-014"}}
    while solo.main(solo.red) != "part_started":
        solo.tap(solo.red, **told.get(solo.main(solo.red), {}))
    assert 'data-step="text_now"' not in solo.red.pad(solo.match)
    solo.tap(solo.red)
    page = solo.red.pad(solo.match)
    now = page.partition('data-step="text_now"')[2].partition("</form>")[0]
    resolved = re.findall(r'<option value="([^"]+)" selected>', now)
    assert resolved == [solo.play.full.running[-1].card]
    done(solo.red.tap(solo.match, "text_now", kind="wound", actor=vo, count=2, cause=resolved[0]))
    assert solo.play.foes[vo].wounds == 2


def test_how_a_card_moves_somebody_that_nobody_knows_is_tapped_on_the_board() -> None:
    """The rules offered the movement, the pad did not: the board went stale with the first unknown card."""
    solo, (vo,) = in_solo((0, -2))
    told = {"card_selected": {"card": "A-018"}, "cards_revealed": {f"card:{vo}": "S-014"}}
    while solo.main(solo.red) != "part_started":
        solo.tap(solo.red, **told.get(solo.main(solo.red), {}))
    solo.tap(solo.red)
    actor = solo.play.full.running[-1].actor
    page = solo.red.pad(solo.match)
    form = page.partition('data-step="moves_as_read"')[2].partition("</form>")[0]
    before = _place(solo, actor)
    found = [json.loads(html.unescape(one)) for one in re.findall(r'name="choice" value="([^"]+)"', form)]
    moved = {tuple(one["to"]["hex"]) for one in found}
    assert len(moved) > 6 and _place(solo, vo) not in moved - {before}
    goal = next(one for one in found if tuple(one["to"]["hex"]) != before)
    done(solo.red.tap(solo.match, "moves_as_read", choice=json.dumps(goal)))
    assert _place(solo, actor) == tuple(goal["to"]["hex"])


def _place(solo: PlainDuel, actor: str) -> Any:
    play = solo.play
    return (play.fighters.get(actor) or play.foes[actor]).hex
