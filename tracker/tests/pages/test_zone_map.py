"""The page that draws maps: typed, tapped without script, taken from files, kept as an edition, played on."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.ninja.facts import PRACTICE
from games.ninja.maps.graph import faults_of, read_map
from tracker import selectors
from tracker.models import Edition, Player
from tracker.tests.pages.at_the_table import Phone
from tracker.tests.pages.brawl import organiser

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/maps/ninja/"


class Sheet:
    """Somebody who draws: what the page shows is sent back with the button that is tapped."""

    def __init__(self, client: Client, start: str = "") -> None:
        self.client, self.tool = client, "zones"
        self.page = client.get(PATH + start).content.decode()

    @property
    def text(self) -> str:
        (told,) = re.findall(r'<textarea id="map-text"[^>]*>(.*?)</textarea>', self.page, re.S)
        return html.unescape(told)

    def sends(self, **told: Any) -> Any:
        (first,) = re.findall(r'name="first" value="([^"]*)"', self.page)
        form = {"text": self.text, "tool": self.tool, "first": first, **told}
        answer = self.client.post(PATH, form)
        if answer.headers["Content-Type"].startswith("text/html") and answer.status_code < 500:
            self.page = answer.content.decode() or self.page
        return answer

    def taps(self, tool: str, *cells: str) -> None:
        self.tool = tool
        for cell in cells:
            (value,) = re.findall(
                rf'name="tap" value="([\d.]+)"[^>]*><span class="sr-only">{cell}(?:, free)?<', self.page
            )
            assert self.sends(tap=value).status_code == 200


def english() -> Client:
    return Client(headers={"accept-language": "en"})


def test_zones_borders_and_kinds_are_tapped_without_script() -> None:
    sheet = Sheet(english())
    sheet.taps("zones", "A1", "B1", "B2")
    sheet.taps("open", "A1", "B1", "B2")
    sheet.taps("canals", "B2")
    assert sheet.text == "zones: A1 B1 B2\nopen: A1/B1 B1/B2\ncanals: B2\n"
    assert 'class="border open"' in sheet.page and 'class="spot canals' in sheet.page
    (checks,) = re.findall(r'<ul class="checks">.*?</section>', sheet.page, re.S)
    assert "Still to do" in sheet.page and "posts has 0 guard posts; it needs 12" in checks
    assert not re.search(r"guard_posts|castles\.(west|east)|object_legal|guard_path|_start", checks)
    sheet.taps("walls", "A1", "B1")
    assert "walls: A1/B1" in sheet.text and "open: B1/B2" in sheet.text
    sheet.taps("zones", "B1")
    assert sheet.text == "zones: A1 B2\ncanals: B2\n"
    assert sheet.sends(action="rename", zone="A1", new_name="Gate").status_code == 200
    assert "Gate@1.1" in sheet.text


def test_a_wrong_word_changes_nothing_and_is_named() -> None:
    sheet = Sheet(english())
    answer = sheet.sends(text="zones: A1\nmoat: A1\nopen: A1-B1", action="join")
    assert answer.status_code == 400 and "moat" in sheet.page and "Line 3:" in sheet.page
    assert sheet.text == "zones: A1\nmoat: A1\nopen: A1-B1"
    for told in ("9.99", "x", "-1.0"):
        assert Sheet(english()).sends(tap=told).status_code == 200
    assert english().get(PATH + "?start=nowhere").status_code == 404


def test_the_practice_map_goes_out_as_a_file_and_comes_back() -> None:
    sheet = Sheet(english(), "?start=practice")
    assert "The map is right" in sheet.page and "Keep this map" not in sheet.page
    answer = sheet.sends(action="file")
    assert "attachment" in answer["Content-Disposition"]
    board, faults = read_map(answer.content.decode(), "json")
    assert faults == () and set(board.zones) == set(PRACTICE.zones)
    for content in (answer.content, sheet.text.encode()):
        other = Sheet(english())
        file = SimpleUploadedFile("map.json", content)
        assert other.sends(action="import", file=file).status_code == 200
        assert other.text == sheet.text
    for content in (b"", b"\xff\xfe\x00", b"no map at all"):
        assert (
            Sheet(english()).sends(action="import", file=SimpleUploadedFile("x", content)).status_code == 400
        )


def test_a_right_map_is_kept_and_a_match_is_opened_on_it() -> None:
    boss = organiser().user
    client = english()
    client.force_login(boss)
    sheet = Sheet(client, "?start=practice")
    wrong = sheet.text.replace("A1..", "").replace("posts:", "# posts:")
    assert Sheet(client).sends(text=wrong, action="save").status_code == 400
    assert not Edition.objects.exists()
    mine = sheet.text.replace("Practice Castle", "Our castle").replace("practice-castle", "our-castle")
    for key in ("our-castle", "our-castle-2"):
        assert sheet.sends(text=mine, action="save").status_code == 302
        assert Edition.objects.filter(key=key).exists()
    page = client.get("/matches/new/ninja/standard/").content.decode()
    assert "Our castle" in page and PATH in page
    anna = Player.objects.create(name="Anna")
    phone = Phone(anna)
    form = {
        "seats_guards_1": "Anna",
        "seats_intruders_1": "Boris",
        "detail": "full",
        "option_edition": "our-castle",
        "option_map": "our-castle",
    }
    answer = phone.client.post("/matches/new/ninja/standard/", form)
    assert answer.status_code == 302, answer.content.decode()[:3000]
    match = UUID(re.findall(r"/matches/([0-9a-f-]{36})/", answer["Location"])[0])
    state = selectors.current_state(match).state.play
    assert (state.map.id, state.map.name) == ("our-castle", "Our castle")
    assert state.map.places["C4"] == (2.0, 3.0) and faults_of(state.map) == ()


def test_the_page_speaks_russian_and_reads_it() -> None:
    page = Sheet(Client(headers={"accept-language": "ru"}), "?start=practice")
    assert "каналы: " in page.text and json.dumps(page.text)
    assert page.sends(action="show").status_code == 200 and "Карта верна" in page.page
