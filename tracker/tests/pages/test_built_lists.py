"""Lists built card by card on the page, with and without script, and handed in under an event's terms."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.bushido.sample import CARDS, FACTION, WARBAND
from tracker import commands
from tracker.models import Card, Edition, Player
from tracker.models.rosters import Warband
from tracker.tests.hall import organiser
from tracker.tests.pages.at_the_table import Phone, code_of

pytestmark = pytest.mark.django_db(transaction=True)
NEW, CHECK = "/lists/bushido/new/", "/lists/bushido/check/"


def lantern() -> None:
    """The cards of the sample, as an edition."""
    edition = Edition.objects.create(system="bushido", key="lantern", name="Lantern Court")
    Card.objects.bulk_create(
        Card(edition=edition, card_id=id_, name=row["name"], data=row) for id_, row in CARDS.items()
    )


@pytest.fixture
def phone() -> Phone:
    lantern()
    return Phone(Player.objects.create(name="Anna"))


def body_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'name="body" value="([^"]*)"', page)
    return dict(json.loads(html.unescape(text)))


def sent(body: dict[str, Any], **more: str) -> dict[str, str]:
    return {"edition": "lantern", "name": "Mine", "body": json.dumps(body), "section": "list", **more}


def test_without_script_every_tap_is_a_page(phone: Phone) -> None:
    page = phone.get(NEW)
    assert 'value="add:list:rokuro"' in page and "0 / 100" in page
    for card in ("rokuro", "guards", "guards"):
        answer = phone.client.post(NEW, sent(body_of(page), do=f"add:list:{card}"))
        page = answer.content.decode()
    assert "19 / 100" in page, re.findall(r"\d+ / 100", page) and "legal" in page and "×2" in page
    saved = phone.client.post(NEW, sent(body_of(page), action="save"))
    assert saved.status_code == 302
    newest = Warband.objects.get().revisions.get()
    assert newest.ok, newest.report
    assert newest.body["models"] == [{"profile": "rokuro"}, {"profile": "guards", "count": 2}]


def test_a_typed_card_is_asked_for_its_ki_feats(phone: Phone) -> None:
    """As a text of its own, that the page shows again in the reader's language."""
    body = {"faction": FACTION, "models": ["Somebody New"]}
    key = "fact|Somebody New|feats"
    page = phone.client.post(NEW, sent(body, do="", **{key: "Ward: 2, I, Pe, once a turn"})).content.decode()
    assert f'<textarea class="few" name="{key}">Ward: 2, I, Pe, once a turn</textarea>' in page
    assert "or a new line between two feats" in page
    (feat,) = body_of(page)["facts"]["Somebody New"]["feats"]
    assert feat == {"name": "Ward", "timing": "I", "target": "Pe", "cost": 2, "limits": ["1T"]}
    russian = phone.client.post(NEW, sent(body_of(page), do=""), headers={"accept-language": "ru"})
    assert "Ward: 2, I, Pe, раз в ход</textarea>" in russian.content.decode()


def test_with_script_only_the_list_is_drawn_anew(phone: Phone) -> None:
    answer = phone.client.post(CHECK, sent(WARBAND, do="add:list:hidemori"), headers={"HX-Target": "built"})
    part = answer.content.decode()
    assert "116 / 100" in part and "16 rice too much" in part and "BUS-ROSTER-02" in part
    assert "data-offer" not in part and not Warband.objects.exists()
    whole = phone.client.post(CHECK, sent(WARBAND), headers={"HX-Target": "builder"}).content.decode()
    assert "data-offer" in whole and FACTION in whole


def test_a_list_without_a_name_is_called_by_its_faction(phone: Phone) -> None:
    phone.client.post(NEW, sent(WARBAND, action="save") | {"name": ""})
    row = Warband.objects.get()
    assert row.name == f"{FACTION}, 100"
    phone.client.post(f"/lists/of/{row.pk}/", sent(WARBAND, do="drop:list.models.7", action="save"))
    page = phone.get(f"/lists/of/{row.pk}/")
    assert "<del>− Jirota Half-Sheath</del>" in page


def test_nobody_sees_or_changes_a_list_of_somebody_else(phone: Phone) -> None:
    phone.client.post(NEW, sent(WARBAND, action="save"))
    row = Warband.objects.get()
    other = Phone(Player.objects.create(name="Boris"))
    assert other.client.get(f"/lists/of/{row.pk}/").status_code in (302, 403)
    assert other.client.post(f"/lists/of/{row.pk}/", sent(WARBAND, action="save")).status_code in (302, 403)
    assert row.revisions.count() == 1


@pytest.mark.parametrize(
    "body", ["", "[]", "{", '{"models": 7}', '{"models": ["' + "x" * 200 + '"]}', "[" * 5000]
)
def test_a_body_that_cannot_be_read_is_an_empty_list(phone: Phone, body: str) -> None:
    answer = phone.client.post(CHECK, sent({}) | {"body": body})
    assert answer.status_code in (200, 400) and (
        answer.status_code == 400 or "0 / 100" in answer.content.decode()
    )


def test_an_empty_list_says_how_something_gets_into_it(phone: Phone) -> None:
    """Without imported cards nothing lies there to be tapped."""
    bare = phone.client.get("/lists/last_battle/new/").content.decode()
    assert "type a name above" in bare and "tap what you want" not in bare
    assert "tap what you want" in phone.client.get(NEW).content.decode()


def test_it_is_handed_in_under_the_terms_of_the_event(phone: Phone) -> None:
    """A legal list of 100 rice is refused where 70 are played, with the rule's own sentence."""
    who = organiser()
    presets = {
        "bushido_truncated": "limit of 70",
        "bushido_two_lists": "BUS-TOUR-23",
        "bushido_masters": "",
        "bushido_masters_70": "limit of 70",
        "bushido_themes": "",
        "bushido_no_themes": "BUS-TOUR-26",
        "bushido_hired_swords": "",
        "bushido_death_clock": "",
        "bushido_honbasho": "",
        "bushido_duel": "BUS-SCN-17",
        "bushido_bavarian": "BUS-SCN-18",
    }
    for preset, broken in presets.items():
        event = commands.create_tournament(who, name=preset, preset=preset)
        (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
        own = Phone(player)
        saved = own.client.post(NEW, sent(WARBAND, action="save"))
        assert preset in own.get(saved["Location"])
        told = own.client.post(f"{saved['Location']}submit/", {"event": str(event), "for": own.id})
        assert (told.status_code == 302) is (not broken), told.content.decode()[:3000]
        assert broken in told.content.decode()


def test_after_a_refused_hand_in_the_list_is_mended_on_the_same_page(phone: Phone) -> None:
    """The refusal says what is broken, and "Save version" of its page saves the list; it used to hand in once more."""
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="bushido_masters")
    (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    own = Phone(player)
    wrong = {"faction": FACTION, "models": [{"profile": "hidemori", "count": 2}]}
    saved = own.client.post(NEW, sent(wrong, action="save"))
    asked = {"event": str(event), "for": own.id, "action": "submit"}
    told = own.client.post(f"{saved['Location']}submit/", asked)
    page = told.content.decode()
    problems = page.split("data-problems", 1)[1].split("</ul>", 1)[0]
    assert told.status_code == 422 and "TRN-LIST-02" in problems and "BUS-ROSTER-08" in problems, problems
    (where,) = re.findall(r'<form method="post" action="([^"]*)" id="sheet"', page)
    mended = own.client.post(where, sent(WARBAND, action="save"))
    assert mended.status_code == 302 and mended["Location"] == saved["Location"]
    page = own.get(saved["Location"])
    assert "Hand in the newest version" in page and "version 2 is in" not in page
    own.client.post(f"{saved['Location']}submit/", asked)
    page = own.get(saved["Location"])
    assert "version 2 is in" in page and "Hand in the newest version" not in page
    (new,) = re.findall(r'<form method="post" action="([^"]*)" id="sheet"', own.get(NEW))
    assert new == NEW


def test_whoever_was_registered_twice_hands_a_list_in_for_either(phone: Phone) -> None:
    """One person, two players on one phone: a list belongs to one of them, and the other event offered nothing."""
    who, own = organiser(), Phone()
    events = [commands.create_tournament(who, name=name, preset="bushido_masters") for name in ("One", "Two")]
    twins = [commands.register_players(who, event, [commands.NewPlayer("Anna")])[0] for event in events]
    for twin in twins:
        own.client.post(f"/claim/{code_of(twin)}/")
    saved = own.client.post(NEW, sent(WARBAND, action="save"))
    page = own.get(saved["Location"])
    for event, twin in zip(events, twins, strict=True):
        assert f'value="{event}"' in page and f'value="{twin.id}"' in page
        asked = {"event": str(event), "for": str(twin.id), "action": "submit"}
        assert own.client.post(f"{saved['Location']}submit/", asked).status_code == 302
    assert own.get(saved["Location"]).count("version 1 is in") == 2


def test_a_list_is_pasted_and_copied_as_text(phone: Phone) -> None:
    """All of it or nothing: a line that names no card is told by its number, and what was pasted stays."""
    page = phone.get(NEW)
    (shown,) = re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)
    free = phone.client.post(CHECK, sent(WARBAND), headers={"HX-Target": "built"}).content.decode()
    assert "X: you set it" in free and "X of the feat" not in free
    assert shown.startswith(f"Faction: {FACTION}\nLimit: 100")
    told = "Lantern Court, 70\n3x Lantern Guards\n+ Drilled Ranks\nSudden Fog"
    answer = phone.client.post(NEW, sent(body_of(page), action="import", pasted=told))
    filled = answer.content.decode()
    body = body_of(filled)
    assert answer.status_code == 200 and "/ 70" in filled and not Warband.objects.exists()
    assert [one["profile"] for one in body["models"]] == ["guards"] and body["terms"]["rice_limit"] == 70
    assert "3x Lantern Guards\n+ Drilled Ranks\nSudden Fog" in html.unescape(filled)
    for wrong, line in ((f"{told}\nNobody at All", "Line 5:"), ("  ", "Paste a list first.")):
        answer = phone.client.post(NEW, sent(body, action="import", pasted=wrong))
        refused = answer.content.decode()
        assert answer.status_code == 400 and line in refused and body_of(refused) == body
        assert "Nothing was changed." in refused


def test_the_desk_takes_a_list_that_came_as_text() -> None:
    lantern()
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="bushido_masters_70")
    (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    desk = Client()
    desk.force_login(who.user)
    address = f"/events/{event}/console/players/{player.id}/list/"
    refused = desk.post(address, sent({}, action="import", pasted="Nobody at All"))
    assert refused.status_code == 400 and "Line 1:" in refused.content.decode()
    filled = desk.post(address, sent({}, action="import", pasted="2x Lantern Guards")).content.decode()
    assert [one["profile"] for one in body_of(filled)["models"]] == ["guards"]


def test_a_text_written_over_that_of_the_list_is_what_gets_saved(phone: Phone) -> None:
    """By the button of the list as well as by that of the text; one that cannot be read stays, and nothing is saved."""
    shown = body_of(phone.get(NEW))
    refused = phone.client.post(NEW, sent(shown, action="save", pasted="Rokuro\nNobody at All"))
    page = refused.content.decode()
    assert refused.status_code == 400 and "Line 2:" in page and "Nobody at All</textarea>" in page
    assert not Warband.objects.exists()
    told = f"Faction: {FACTION}\nLimit: 100\n\n2x Lantern Guards"
    assert phone.client.post(NEW, sent(shown, action="save", pasted=told)).status_code == 302
    assert Warband.objects.get().revisions.get().body["models"] == [{"profile": "guards", "count": 2}]


def test_a_list_of_an_event_begins_as_one_that_can_be_read() -> None:
    """The terms of the event alone are no list of another form."""
    lantern()
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="bushido_masters")
    (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    desk = Client()
    desk.force_login(who.user)
    page = desk.get(f"/events/{event}/console/players/{player.id}/list/").content.decode()
    assert "0 / 100" in page and "WL-ROS-01" not in page and "cannot be read" not in page


@pytest.mark.parametrize(
    ("preset", "body", "words"),
    [
        (
            "bushido_masters",
            WARBAND,
            ["<b>+2</b>", "Oiled Lantern (model 2)", "Required types: Peasant", "Night Watch"],
        ),
        ("bushido_duel", {"faction": FACTION, "models": ["rokuro"], "vim": "rokuro"}, ["VIM: Gate Sergeant"]),
    ],
)
def test_a_list_is_shown_to_others_with_prices_and_who_carries_what(
    preset: str, body: dict[str, Any], words: list[str]
) -> None:
    """BUS-TOUR-12: what the opponent reads before a game is the picture that the owner has, the VIM of The Duel too."""
    lantern()
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset=preset)
    (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    told = {**body, "terms": {"scenario": "duel"}} if preset == "bushido_duel" else body
    commands.enter_list(who, event, player=player, name="Mine", body=told, edition="lantern", key=None)
    desk = Client()
    desk.force_login(who.user)
    page = desk.get(f"/events/{event}/players/{player.id}/list/").content.decode()
    assert "list-card" in page and [word for word in words if word not in page] == []
    assert "Edition Lantern Court" in page and "What could not be checked" not in page


def test_a_refusal_calls_cards_as_the_list_does() -> None:
    """In the reader's language wherever the rules speak of a list: as it is built, handed in, and at the desk."""
    lantern()
    who = organiser()
    event = commands.create_tournament(who, name="Cup", preset="bushido_masters")
    (player,) = commands.register_players(who, event, [commands.NewPlayer("Anna")])
    phone = Phone(player, "ru")
    body = {"faction": FACTION, "models": ["rokuro"], "cards": [{"card": "spilled_oil", "x": 1}]}
    said, printed = "Разлитое масло: требуется модель", "Spilled Oil"
    check = phone.client.post(CHECK, sent(body), headers={"HX-Target": "built"}).content.decode()
    assert said in check and printed not in check
    saved = phone.client.post(NEW, sent(body, action="save"))
    told = phone.client.post(f"{saved['Location']}submit/", {"event": str(event), "for": phone.id})
    assert told.status_code == 422 and printed not in told.content.decode()
    desk = Client(headers={"accept-language": "ru"})
    desk.force_login(who.user)
    address = f"/events/{event}/console/players/{player.id}/list/"
    refused = desk.post(address, sent(body, action="save")).content.decode()
    assert refused.count(said) == 2 and printed not in refused
