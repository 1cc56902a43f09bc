"""Pages of a match of Ninja: the board that everybody sees, a player's own is held to be seen, both after the end."""

from __future__ import annotations

import re
from functools import partial
from uuid import UUID

import pytest
from django.test import Client

from games.ninja.state import NinjaState
from games.registry import SYSTEMS
from games.ruleset import EVERYONE
from tracker import selectors
from tracker.models import Player
from tracker.pages.match_forms.generic.pages import GenericPages
from tracker.pages.match_forms.names import Names
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.pad_play import PadPlay
from tracker.tests.pages.test_pad_play_ninja import in_full, seated

pytestmark = pytest.mark.django_db(transaction=True)
PLANS = re.compile(r'<svg class="plan".*?</svg>', re.S)
HEADING = re.compile(r'<h2 id="board-title">(.*?)</h2>')
TITLES = re.compile(r"<figcaption><b>(.*?)</b>")


def to_turn_two() -> PadPlay:
    play = in_full(11)
    play.until(lambda state: state.turn >= 2)
    return play


def held(page: str) -> list[str]:
    """The boards behind a hold."""
    return PLANS.findall("".join(re.findall(r'<span class="secret.*?</button>', page, re.S)))


@pytest.mark.soak
def test_everybody_sees_the_board_and_a_side_its_own_behind_a_hold() -> None:
    play = to_turn_two()
    path = f"/matches/{play.match}/"
    visitor = Client(headers={"accept-language": "en"}).get(path).content.decode()
    (board,) = PLANS.findall(visitor)
    assert held(visitor) == [] and 'class="piece side-a guard' in board
    assert "unseen" not in board and "S2" not in board
    for language in ("en", "ru"):
        page = Client(headers={"accept-language": language}).get(path).content.decode()
        assert not {*HEADING.findall(page)} & {*TITLES.findall(page)}, "two regions of one name"
    guards, intruders = (phone.get(path) for phone in play.phones)
    assert PLANS.findall(guards)[-1] == PLANS.findall(intruders)[-1] == board
    (own,) = held(guards)
    assert "S2" in own and "unseen" not in own
    (own,) = held(intruders)
    assert "S2" not in own and own.count("unseen") + own.count("<title>the ") >= 1
    frame = play.phones[1].get(f"/matches/{play.match}/board/?at=12")
    assert "unseen" not in frame and len(PLANS.findall(frame)) == 1


@pytest.mark.soak
def test_after_the_end_everybody_sees_what_was_hidden_and_whether_all_was_true() -> None:
    play = in_full(13)
    play.to_the_end()
    path = f"/matches/{play.match}/"
    client = Client(headers={"accept-language": "en"})
    page = client.get(path).content.decode()
    assert len(PLANS.findall(page)) == 2 and "every answer was true" in page
    assert TITLES.findall(page) == ["The map of the guards", "The map of the intruders"]
    past = client.get(f"{path}?at=30").content.decode()
    assert "unseen" in PLANS.findall(past)[1]
    audit = client.get(f"/api/v1{path}audit/").json()
    assert audit["ok"] and audit["answers"] == {"verdict": "clean", "findings": [], "unproven": []}


def test_a_choice_says_where_those_stand_whom_it_names_and_nothing_of_others() -> None:
    play = in_full(11)
    guards = play.phones[0]
    play.until(lambda state: 'data-step="guard_card_played"' in guards.pad(play.match))
    form = re.search(r'data-step="guard_card_played".*?</form>', guards.pad(play.match), re.S)
    assert form is not None
    choices = re.findall(r"<span>(.*?)</span>", form[0])
    assert any(re.fullmatch(r"(?:[\w ]+: )?\w+ · [A-Z]\d", one) for one in choices), choices
    assert not [one for one in choices if one.count(" · ") > 1 or ", " in one.partition(" · ")[2]]
    play.until(lambda state: 'data-step="guards_moved"' in guards.pad(play.match))
    moves = re.search(r'data-step="guards_moved".*?</form>', guards.pad(play.match), re.S)
    assert moves is not None
    told = re.findall(r"<span>(.*?)</span>", moves[0])
    assert told and all(re.search(r" · now at [A-Z]\d$", one) for one in told), told


def test_the_map_of_the_guards_says_what_each_field_marks_and_how_many() -> None:
    play = in_full(11)
    guards = play.phones[0]
    play.until(lambda state: 'data-step="guards_deployed"' in guards.pad(play.match))
    page = guards.pad(play.match)
    assert "<summary>Patrols" not in page and "More rows" not in page, (
        "what has to be told is not folded away"
    )
    assert 'name="told-patrols.2.zone"' in page and 'name="told-patrols.3.zone"' not in page
    play.until(lambda state: 'data-step="guard_map_marked"' in guards.pad(play.match))
    page = guards.pad(play.match)
    assert "Sleeping guards: D2" in page and "Mission targets: A" in page
    assert "Mark 8 sleeping guards" in page and "two traps and two ambushes" in page


def test_wounds_and_searches_of_a_turn_are_tapped_and_whoever_is_left_out_tells_nothing() -> None:
    play = seated(1)
    guards = play.phones[0]
    page = guards.pad(play.match)
    form = re.search(r'data-step="turn_summarised".*?</form>', page, re.S)
    assert form is not None
    for name, most in (("wounds.ninja", 2), ("wounds.traitor", 1), ("searches.ninja", 2)):
        values = re.findall(rf'<input type="radio" name="told-{name}" value="(\d)"', form[0])
        assert values == [str(number) for number in range(most + 1)]
    told = {"told-alert_end": "0", "told-cards_action": "0", "told-searches.ninja": "1"}
    answer = guards.tap(play.match, "turn_summarised", **told)
    assert answer.status_code == 302
    event = selectors.events_page(play.match, EVERYONE, 0, 50).events[-1]
    assert event.data.get("searches") == {"ninja": 1} and not event.data.get("wounds")


def test_a_game_without_victory_points_shows_none() -> None:
    play = seated(3, detail="summary")
    play.to_the_end()
    page = play.phones[0].get(f"/matches/{play.match}/")
    assert 'class="points' not in page and "Victory points" not in page
    assert "result confirmed." in page and "result confirmed, " not in page
    assert 'class="number">0<' not in play.phones[0].get(play.path)


@pytest.mark.soak
def test_each_secret_of_a_player_has_a_button_of_its_own_name() -> None:
    play = to_turn_two()
    for phone in play.phones:
        labels = re.findall(r"data-secret>(.*?)</button>", phone.get(f"/matches/{play.match}/"))
        assert labels and len(labels) == len(set(labels))
    guards = play.phones[0].get(f"/matches/{play.match}/")
    (posted,) = re.findall(r"Where the guards stand</dt><dd>(.*?)</dd>", guards)
    assert len(re.findall(r"\b[gP]\d+: [A-K]\d", posted)) == posted.count(",") + 1


def test_the_tracker_draws_the_missions_for_the_eyes_of_the_intruders() -> None:
    boris, guard = (Phone(Player.objects.create(name=name)) for name in ("Boris", "Anna"))
    form = {
        "seats_guards_1": "Anna",
        "seats_intruders_1": "Boris",
        "detail": "full",
        "option_draw_missions": "yes",
        "option_map": "practice-castle",
    }
    answer = boris.client.post("/matches/new/ninja/standard/", form)
    assert answer.status_code == 302, re.findall(
        r'class="fault"[^>]*>([^<]*)|<li>(.*?)</li>', answer.content.decode(), re.S
    )
    match = UUID(re.findall(r"/matches/([0-9a-f-]{36})/", answer["Location"])[0])
    state = selectors.current_state(match).state.play
    letters = {name: one.mission for name, one in state.full.hidden.items()}
    assert len(set(letters.values())) == 2 and None not in letters.values()
    pad = boris.get(f"/matches/{match}/pad/")
    assert 'data-step="missions_drawn"' not in pad and 'data-step="hand_chosen"' in pad
    assert "Hold to look: Missions and cards" in pad
    for client in (guard.client, Client(headers={"accept-language": "en"})):
        page = client.get(f"/matches/{match}/").content.decode()
        assert "The missions are drawn." in page and "Missions and cards" not in page


def test_entries_of_the_log_are_said_as_people_say_them() -> None:
    """A path of nothing is no place to go to, a card with an exclamation mark takes no full stop, yes is no name."""
    pages = GenericPages(SYSTEMS["ninja"])

    def said(type_: str, language: str, **data: object) -> str:
        return pages.sentence(type_, data, Names({}, {}, language))

    stay = {"guards": ["g18"], "path": [], "card": "awaken"}
    assert said("guards_moved", "en", **stay) == "Guard g18 stays."
    assert said("guards_moved", "ru", **stay) == "Стражник g18 остаётся на месте."
    assert said("guards_moved", "en", **{**stay, "path": ["A1"]}) == "Guard g18 goes by A1."
    assert said("guard_card_played", "ru", card="awaken") == "Стража играет карту «Подъём!»."
    assert said("listen_answered", "en", heard=True) == "Somebody is heard."
    assert said("listen_answered", "ru", heard=False) == "Никого не слышно."
    covered = said("listen_answered", "ru", heard=False, cat=True)
    assert covered == "Никого не слышно: сыграна карта «Всего лишь кошка»."
    assert said("listen_answered", "en", heard=True, cat=True) == "Somebody is heard.", "a rival's cat"
    spent = {"intruder": "traitor", "use": {"bluff": True, "edge": None, "zone": None}}
    assert said("intruder_card_played", "ru", card="rope", **spent) == "Карта предателя: «Верёвка», блеф."
    alone = said("intruder_card_played", "en", card="it_was_a_cat", **spent)
    assert alone == "A card of the traitor: It Was a Cat (a bluff).", "in a window it is spent for nothing"


CHOSEN = re.compile(r'name="choice"[^>]*> <span>(.*?)</span>', re.S)
FORM = re.compile(r'<form method="post".*?</form>', re.S)


def in_window(turn: int, state: NinjaState) -> bool:
    return state.full is not None and (state.turn, state.full.step) == (turn, "intruder_action")


def test_no_two_choices_read_alike() -> None:
    """A card that is spent for nothing is called a bluff, and a star says from where it is thrown."""
    play, bluffs, stars = in_full(7), 0, 0
    for turn in range(1, 5):
        play.until(partial(in_window, turn))
        for form in FORM.findall(play.phones[1].get(play.path)):
            choices = CHOSEN.findall(form)
            assert len(choices) == len(set(choices)), choices
            bluffs += sum("(a bluff)" in one for one in choices)
            stars += sum("Shuriken, from" in one for one in choices)
    assert bluffs and stars
