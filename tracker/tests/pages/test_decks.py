"""Decks on the pages: the sheet, its check and charts, revisions, text, handing in, and who sees what."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.senjutsu.facts import SIGNATURES
from tracker import commands, selectors
from tracker.identity import Identity
from tracker.models import Deck, DeckRevision, Player
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.dojo import done, organiser
from tracker.tests.pages.test_built_lists import body_of

pytestmark = pytest.mark.django_db(transaction=True)
NEW, CHECK = "/decks/new/", "/decks/check/"
PICKS = ("signature", "format", "schools", "weapons", "wound_limit", "hand_limit", "prepared")


@pytest.fixture
def phone() -> Phone:
    return Phone(Player.objects.create(name="Карина"))


def sheet(character: str = "master", /, cards: dict[str, int] | None = None, **more: str) -> dict[str, str]:
    """The form of a list with these cards, or with those of the printed deck; `more` are its other fields."""
    body = {"character": character, "cards": dict(SIGNATURES[character].cards) if cards is None else cards}
    picked = {f"pick-{key}" if key in PICKS else key: value for key, value in more.items()}
    return {"name": "Mine", "edition": "", "body": json.dumps(body), "action": "save", **picked}


def checked(phone: Phone, fields: dict[str, str]) -> str:
    return phone.client.post(CHECK, fields).content.decode()


def saved(phone: Phone, **fields: Any) -> Deck:
    done(phone.client.post(NEW, fields))
    return Deck.objects.latest("created_at")


def test_a_typed_card_that_nobody_knows_is_refused_where_it_was_typed(phone: Phone) -> None:
    """It added nothing and said nothing; the field was empty afterwards."""
    typed = {**sheet("master"), "action": "", "do": "typed", "typed": "Flying Carpet"}
    answer = phone.client.post(CHECK, typed)
    page = answer.content.decode()
    assert answer["HX-Retarget"] == "#builder" and 'value="Flying Carpet"' in page
    assert 'id="typed-why">no card of this name is known; give its number' in page
    assert "A-777" in checked(phone, {**typed, "typed": "A-777"}) and "Flying" not in checked(
        phone, {**typed, "typed": "2 A-010"}
    )


@pytest.mark.parametrize("character", SIGNATURES)
def test_a_printed_deck_is_one_tap_and_one_to_save_it(phone: Phone, character: str) -> None:
    page = phone.get(f"{NEW}?start={character}")
    assert "Legal, as far as is known." in page and "30 / 30" in page
    deck = saved(phone, **sheet(character, action="save", body=json.dumps(body_of(page))))
    revision = deck.revisions.get()
    assert revision.ok and revision.body["cards"] == dict(sorted(SIGNATURES[character].cards.items()))
    assert f"{NEW}?start={character}" in phone.get("/decks/")


def test_a_card_is_found_by_its_name_and_lists_say_of_which_game_they_are(phone: Phone) -> None:
    """Of a hundred cards four screens had to be read; "My warbands" were those of which game?"""
    page = phone.get(NEW)
    assert '<input type="search" class="find" data-find' in page and "Fend (A-123)" in page
    assert '<p class="lead">Senjutsu. ' in page
    for path, game in (
        ("/decks/", "Senjutsu"),
        ("/warbands/", "Last Battle"),
        ("/teams/", "Super Fantasy Brawl"),
    ):
        assert f'<p class="lead">{game}</p>' in phone.get(path), path


def test_cards_are_added_one_tap_each_and_by_number(phone: Phone) -> None:
    page = checked(phone, sheet("ronin", {}, do="add:list:A-010"))
    assert body_of(page)["cards"] == {"A-010": 1} and "1 / 40" in page
    page = checked(phone, sheet("ronin", {"A-010": 1}, do="typed", typed="3 A-130", section="list"))
    assert body_of(page)["cards"] == {"A-010": 1, "A-130": 3}


def test_the_check_lists_all_violations_and_what_could_not_be_checked(phone: Phone) -> None:
    page = checked(phone, sheet("ronin", {"A-010": 2, "A-025": 2, "A-130": 4}))
    for rule in ("SEN-ROSTER-04", "SEN-ROSTER-09", "SEN-ROSTER-10", "SEN-ROSTER-17"):
        assert f'#{rule}">{rule}</a>' in page, rule
    assert "things to know" in page and "A-130" in page.split("things to know")[1]


def test_charts_count_and_say_what_is_unknown(phone: Phone) -> None:
    page = checked(phone, sheet(signature="yes"))
    assert page.count("<figcaption>") == 4 and page.count("unknown for 30 of the cards") == 2
    assert page.count("<svg viewBox") == 2  # a curve without a single known value is not drawn
    rows = dict(re.findall(r'<tr><th scope="row">(\w+)</th><td>(\d+)</td></tr>', page))
    assert int(rows["jade"]) == 1 and int(rows["wood"]) == 11
    assert re.search(r'Gold</span><span class="number">\d+ / \d+<', page)
    assert "<figcaption>" not in checked(phone, sheet("ronin", {}))


def test_curves_are_drawn_from_an_imported_edition(phone: Phone) -> None:
    text = "id,initiative,mandatory_focus,types\nA-044,7,1,attack\nA-045,9,0,attack;defence\n"
    report = commands.import_edition(
        organiser(), system="senjutsu", key="ed", name="Ed", text=text, format="csv"
    )
    assert report.edition, report.problems
    page = checked(phone, sheet("student", {"A-044": 2, "A-045": 2}, edition="ed"))
    curve = page.split("<caption>Initiative</caption>")[1].split("</table>")[0]
    assert re.findall(r'scope="row">(\d+)</th><td>(\d+)', curve) == [("7", "2"), ("8", "0"), ("9", "2")]
    assert "attack, defence" in page


def test_competitive_play_looks_at_forbidden_schools(phone: Phone) -> None:
    free = checked(phone, sheet(signature="yes"))
    bound = checked(phone, sheet("master", {"A-086": 1}, format="competitive"))
    assert "SEN-ROSTER-14" not in free and "SEN-ROSTER-14" in bound


def test_revisions_and_what_changed_between_any_two(phone: Phone) -> None:
    deck = saved(phone, **sheet(signature="yes"))
    path, cards = f"/decks/{deck.pk}/", dict(SIGNATURES["master"].cards)
    done(phone.client.post(path, sheet("master", {**cards, "A-010": 1, "A-018": 2})))
    done(phone.client.post(path, sheet("master", {**cards, "A-010": 2, "A-018": 1}, format="competitive")))
    page = phone.get(f"{path}?from=1&to=3")
    assert (
        re.search(r"<del>[^<]*3 → 1</del>", page) and "Also changed: printed deck, competitive play" in page
    )
    assert all(one["changed"]["came"] or one["changed"]["went"] for one in _history(phone, path)[:2])
    assert phone.client.get(f"{path}?from=1&to=9").status_code == 404


def _history(phone: Phone, path: str) -> list[dict[str, Any]]:
    history: list[dict[str, Any]] = phone.client.get(path).context["revisions"]
    return history


def test_a_deck_goes_out_as_text_and_comes_back_the_same(phone: Phone) -> None:
    told = {"signature": "yes", "schools": "jade_river", "wound_limit": "8", "weapons": "katana"}
    deck = saved(phone, **sheet("student", None, **told))
    text = phone.get(f"/decks/{deck.pk}/text/")
    assert "character: student" in text and "wound limit: 8" in text
    answer = phone.client.post(NEW, sheet("ronin", {}, action="import", pasted=text))
    assert body_of(answer.content.decode()) == deck.revisions.get().body


def test_text_that_says_nothing_is_told_by_line(phone: Phone) -> None:
    answer = phone.client.post(NEW, sheet(action="import", pasted="2 A-044\n3 Nothing Known"))
    assert answer.status_code == 400 and "Line 2:" in answer.content.decode()
    assert not Deck.objects.exists()


def test_a_deck_is_its_owners_alone(phone: Phone) -> None:
    deck = saved(phone, **sheet())
    other = Phone(Player.objects.create(name="Дина"))
    for path in (f"/decks/{deck.pk}/", f"/decks/{deck.pk}/text/"):
        assert {other.client.get(path).status_code, Client().get(path).status_code} <= {302, 403}
    assert other.client.post(f"/decks/{deck.pk}/", sheet()).status_code in (302, 403)
    assert deck.revisions.count() == 1
    assert deck.name not in other.get("/decks/")
    assert Client().get("/decks/").status_code in (302, 403)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sheet_speaks(language: str) -> None:
    phone = Phone(Player.objects.create(name="Карина"), language)
    page = phone.get(f"{NEW}?start=ronin") + phone.get("/decks/")
    assert ("Ронин" in page) is (language == "ru")


def test_cards_are_imported_by_edition_with_faults_by_row_and_column() -> None:
    desk = Client()
    desk.force_login(organiser().user)
    path = reverse("pages:import", args=["senjutsu"])
    assert "mandatory_focus" in desk.get(path).content.decode()
    bad = {"name": "Ed", "key": "ed", "text": "id,rank\nA-044,iron\nX-1,gold\n", "how": "import"}
    page = desk.post(path, bad)
    assert page.status_code == 400 and "Row 2" in page.content.decode() and "rank" in page.content.decode()
    good = {
        "name": "Ed",
        "key": "ed",
        "text": '[cards.A-044]\nrank = "steel"\nname = "Blow"\n',
        "how": "import",
    }
    done(desk.post(path, good))
    assert selectors.edition_cards("senjutsu", "ed")["A-044"]["rank"] == "steel"


class Cup:
    """A competitive event with two players and their decks."""

    def __init__(self, **options: Any) -> None:
        self.organiser: Identity = organiser()
        chosen = {"rounds": 1, "check_in": False, **options}
        self.event = commands.create_tournament(
            self.organiser, name="Cup", preset="senjutsu_duels", options=chosen
        )
        people = [commands.NewPlayer(name) for name in ("Anna", "Борис")]
        self.players = commands.register_players(self.organiser, self.event, people)
        self.phones = [Phone(player) for player in self.players]

    def hand_in(self, **more: Any) -> None:
        for phone, character, school in zip(
            self.phones, ("ronin", "warrior"), ("", "scorching_sun"), strict=True
        ):
            told = sheet(
                character,
                signature="yes",
                format="competitive",
                schools=school,
                wound_limit="7",
                hand_limit="5",
            )
            deck = saved(phone, **{**told, **more})
            assert deck.revisions.get().ok, deck.revisions.get().report
            done(
                phone.client.post(
                    f"/decks/{deck.pk}/submit/", {"event": self.event, "for": phone.id, "action": "submit"}
                )
            )

    def start(self) -> Any:
        commands.draw_round(self.organiser, self.event, seed="s", reason="a test")
        commands.publish_round(self.organiser, self.event, round=1)
        commands.start_round(self.organiser, self.event, round=1)
        return selectors.pairings(self.event, 1)[0].match_id


def test_locked_decks_are_in_the_match_when_it_opens() -> None:
    cup = Cup()
    cup.hand_in()
    commands.lock_lists(cup.organiser, cup.event)
    deck = Deck.objects.latest("created_at")
    late = cup.phones[1].client.post(
        f"/decks/{deck.pk}/submit/", {"event": cup.event, "for": cup.phones[1].id, "action": "withdraw"}
    )
    assert late.status_code == 422
    match = cup.start()
    play = selectors.current_state(match).state.play
    assert {f.character for f in play.fighters.values()} == {"ronin", "warrior"}
    assert all(f.told_deck and f.wound_limit == 7 and f.deck == 25 for f in play.fighters.values())
    assert "A-025" not in cup.phones[1].get(f"/matches/{match}/") or cup.players[1].name == "Anna"


def test_a_match_card_by_card_pins_the_whole_edition_so_that_no_deck_shows() -> None:
    board = [[0, 0], [0, 1], [1, 0]]
    cup = Cup(detail="full", match_options={"board": board, "starts": board[:2], "format": "competitive"})
    parts = [{"initiative": 5, "effects": [{"kind": "focus_gain", "amount": 1}]}]
    told = [{"id": "A-025", "types": ["meditation"], "parts": parts}, {"id": "A-999", "types": ["attack"]}]
    text = msgspec.json.encode(told).decode()
    report = commands.import_edition(
        cup.organiser, system="senjutsu", key="ed", name="Edition", text=text, format="json"
    )
    assert report.edition, report.problems
    cup.hand_in(edition="ed")
    commands.lock_lists(cup.organiser, cup.event)
    full = selectors.current_state(cup.start()).state.play.full
    assert full.board == {(0, 0), (0, 1), (1, 0)} and full.starts == ((0, 0), (0, 1))
    assert set(full.cards) == {"A-025", "A-999"} and full.cards["A-025"].parts[0].initiative == 5


def test_nobody_sees_a_deck_of_the_other_side_before_the_end() -> None:
    cup = Cup()
    cup.hand_in()
    commands.lock_lists(cup.organiser, cup.event)
    match = cup.start()
    ronin = next(
        p for p in cup.phones if selectors.current_state(match).state.play.fighters[p.id].character == "ronin"
    )
    other = next(p for p in cup.phones if p is not ronin)
    own = f"/matches/{match}/pad/"
    assert "A-025" in ronin.get(own) and "A-025" not in other.get(own)
    assert other.client.get(reverse("pages:list", args=[cup.event, ronin.id])).status_code == 404
    desk = Client()
    desk.force_login(cup.organiser.user)
    assert "A-025" in desk.get(reverse("pages:list", args=[cup.event, ronin.id])).content.decode()


def test_without_the_lock_a_player_brings_the_handed_in_deck_by_one_tap() -> None:
    cup = Cup(match_options={"format": "competitive"})
    cup.hand_in()
    match = cup.start()
    phone = cup.phones[0]
    done(phone.tap(match, "character", **{"character.others": "ronin"}, wound_limit=7, hand_limit=5))
    done(phone.tap(match, "deck"))
    fighter = selectors.current_state(match).state.play.fighters[phone.id]
    assert fighter.cards == dict(sorted(SIGNATURES["ronin"].cards.items())) and fighter.signature


def test_a_deck_of_their_own_that_was_handed_in_is_brought_as_it_is() -> None:
    """Not the printed one: forty cards that the player put together."""
    cup = Cup(match_options={"format": "competitive"})
    cup.hand_in()
    phone = cup.phones[0]
    own = {**SIGNATURES["ronin"].cards, "A-123": 3, "A-126": 3, "A-103": 2, "A-122": 3, "A-124": 1}
    deck = saved(phone, **sheet("ronin", own, format="competitive", wound_limit="7", hand_limit="5"))
    assert deck.revisions.get().ok, deck.revisions.get().report
    sent = {"event": cup.event, "for": phone.id, "action": "submit"}
    done(phone.client.post(f"/decks/{deck.pk}/submit/", sent))
    match = cup.start()
    done(phone.tap(match, "character", **{"character.others": "ronin"}, wound_limit=7, hand_limit=5))
    page = phone.pad(match)
    assert "the deck that I handed in" in page and "the printed deck" in page
    done(phone.tap(match, "deck", which="list"))
    fighter = selectors.current_state(match).state.play.fighters[phone.id]
    assert fighter.cards == dict(sorted(own.items())) and not fighter.signature


def test_staff_type_a_paper_deck_in() -> None:
    cup = Cup()
    desk = Client()
    desk.force_login(cup.organiser.user)
    path = reverse("pages:enter-list", args=[cup.event, cup.players[0].id])
    bad = desk.post(path, {"pasted": "2 A-044\nNobody", "action": "take"})
    assert bad.status_code == 400
    refused = desk.post(path, {"pasted": "character: ronin\n2 A-044", "action": "take"})
    assert refused.status_code == 422 and "SEN-ROSTER-04" in refused.content.decode()
    legal = "character: ronin\nsignature: yes\nformat: competitive"
    done(desk.post(path, {"pasted": legal, "action": "take"}))
    assert DeckRevision.objects.get().ok


def test_a_deck_is_not_taken_by_an_event_of_another_game(phone: Phone) -> None:
    deck = saved(phone, **sheet(signature="yes"))
    event = commands.create_tournament(organiser(), name="Other", options={"rounds": 1})
    with pytest.raises(commands.BadInput):
        commands.submit_list(organiser(), event, player=phone.id, revision=deck.revisions.get())
