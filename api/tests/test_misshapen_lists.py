"""Lists of another form than their game's, which only a program can save: whatever shows one says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from api.tests.hall import Rest
from games.registry import ROSTER_KINDS
from tracker.identity import new_token
from tracker.models import Player

NEVER = 2**63
BODIES: list[tuple[str, dict[str, Any]]] = [
    ("last_battle", {"figures": NEVER, "side": "alliance"}),
    ("last_battle", {"leader": "S-1", "figures": [[[]], None, 1.5]}),
    ("last_battle", {"figures": True}),
    ("senjutsu", {"character": "ronin", "cards": [None], "prepared": ["S-036", 0]}),
    ("senjutsu", {"character": [], "cards": {"A-010": "x"}, "poison": [{"a": 1}]}),
    ("senjutsu", {"character": "ronin", "schools": True, "weapons": -1}),
    ("super_fantasy_brawl", {"champions": [[[]]], "mode": "superteams"}),
    ("super_fantasy_brawl", {"champions": [NEVER, {}]}),
    ("super_fantasy_brawl", {"champions": ["x"], "use": 10**30}),
    ("super_fantasy_brawl", {"champions": True, "mode": []}),
    ("bushido", {"models": [[], 1], "faction": {}, "terms": 1}),
    ("ninja", {"cards": [None, {}], "hands": 1}),
]


@pytest.fixture
def owner(transactional_db: None) -> tuple[Rest, Client]:
    user = User.objects.create_user("olga", password="a long password")
    browser = Client()
    browser.force_login(user)
    return Rest(new_token("desk", ["read", "play", "organise"], user=user)[1]), browser


@pytest.mark.parametrize(("system", "body"), BODIES)
def test_its_own_pages_show_what_they_can_and_what_is_wrong(
    owner: tuple[Rest, Client], system: str, body: dict[str, Any]
) -> None:
    programs, browser = owner
    kind = ROSTER_KINDS[system]
    made = programs.post(f"{kind}s/", {"system": system, "name": "Odd one", "body": body}).json()
    assert made["newest"]["report"]["violations"][0]["rule"] in ("WL-ROS-01", "NIN-LOG-06")
    wrong = made["newest"]["report"]["violations"][0]["message"]
    programs.post(f"{kind}s/{made['id']}/revisions/", {"body": {}})
    programs.post(f"{kind}s/{made['id']}/revisions/", {"body": body})
    for path in ("", "?from=1&to=2", "?from=2&to=3"):
        page = browser.get(f"/{kind}s/{made['id']}/{path}")
        assert page.status_code == 200 and "Odd one" in page.content.decode(), path
    assert browser.get(f"/{kind}s/").status_code == 200
    if system == "ninja":  # its pages show an empty list
        return
    assert wrong.partition(":")[0] in page.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize(("system", "body"), BODIES)
def test_an_event_and_its_match_go_on_with_it(
    owner: tuple[Rest, Client], system: str, body: dict[str, Any]
) -> None:
    programs, browser = owner
    kind = ROSTER_KINDS[system]
    presets = {
        "last_battle": "last_battle_casual",
        "senjutsu": "senjutsu_casual",
        "bushido": "bushido_casual",
    }
    presets |= {"super_fantasy_brawl": "super_fantasy_brawl_casual", "ninja": "ninja_club"}
    asked = {"name": "Cup", "preset": presets[system], "players": [{"name": "Ann"}, {"name": "Bob"}]}
    made = programs.post(
        "tournaments/", {**asked, "check_in": True, "options": {"list_required": False}}
    ).json()
    at, event = made["tournament"]["url"], made["tournament"]["id"]
    ann = Player.objects.get(name="Ann")
    ann.user = User.objects.get(username="olga")
    ann.save()
    roster = programs.post(f"{kind}s/", {"system": system, "name": "x", "body": body}).json()["id"]
    handed_in = programs.post(f"{at}players/{ann.pk}/", {"action": "submit_list", "warband": roster})
    drawn = programs.post(f"{at}rounds/", {"until": "started"})
    assert drawn.status_code == 201, drawn.content
    match = drawn.json()["round"]["pairings"][0]["match"]
    pages = [
        f"/events/{event}/",
        f"/events/{event}/console/",
        f"/events/{event}/players/{ann.pk}/",
        f"/matches/{match}/",
        f"/matches/{match}/pad/",
        "/my/",
    ]
    pages += [f"/events/{event}/players/{ann.pk}/list/"] if handed_in.status_code == 201 else []
    for path in pages:
        assert browser.get(path, follow=True).status_code in (200, 404), path
    for part in ("", "state/", "next/?moves=1&examples=1", "events/"):
        assert programs.get(f"matches/{match}/{part}").status_code == 200
