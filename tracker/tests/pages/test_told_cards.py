"""What matches tell of cards is offered to whoever looks after the edition (BUS-LOG-11)."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.bushido.cards import parse_cards
from games.bushido.full.facts import filled
from tracker import commands
from tracker.models import Card, Edition
from tracker.tests.pages.brawl import organiser

pytestmark = pytest.mark.django_db(transaction=True)
FACT = {"card": "monk", "melee": 3, "wounds": 4, "move": 5}


def text_of(page: str) -> list[dict[str, Any]]:
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    return list(json.loads(html.unescape(text)))


def test_an_edition_takes_over_what_matches_told() -> None:
    edition = Edition.objects.create(system="bushido", key="2016", name="2016")
    for name, known in (("monk", {"melee": 2}), ("archer", {})):
        data = {"id": name, "kind": "profile", "name": name.title(), **known}
        Card.objects.create(edition=edition, card_id=name, name=name.title(), data=data)
    anna, boris = (str(commands.create_player(organiser(), name=name).id) for name in ("Anna", "Boris"))
    who = organiser()
    opened = {"sides": {"a": [anna], "b": [boris]}, "detail": "full"}
    band = {"player": anna, "faction": "Ito Clan", "models": [{"id": "m", "card": "monk"}]}
    events: list[dict[str, Any]] = [
        {"type": "match_created", "data": opened},
        {"type": "warband_registered", "data": band},
        {"type": "card_fact_stated", "data": FACT},
    ]
    commands.create_match(who, system="bushido", events=events)
    client = Client()
    client.force_login(who.user)
    page = client.get("/cards/bushido/?from=2016").content.decode()
    rows = {row["id"]: row for row in text_of(page)}
    assert rows["monk"]["melee"] == 2, "what the edition knows stays"
    assert rows["monk"]["wound_tracks"] == [4] and rows["monk"]["move"] == 5
    assert "1 card knows more" in page and "melee" not in rows["archer"]
    cards, problems = parse_cards(json.dumps([*rows.values()]), "json")
    assert not problems and cards["monk"]["move"] == 5
    assert "?from=2016" in client.get("/cards/bushido/").content.decode()
    assert "textarea" in client.get("/cards/bushido/?from=nothing").content.decode()
    assert "?from=" not in client.get("/cards/last_battle/").content.decode()


def test_only_what_is_unknown_is_filled() -> None:
    row = {"id": "monk", "kind": "profile", "name": "Monk", "weapons": [{"kind": "melee", "name": "Fist"}]}
    told = filled(row, {"card": "monk", "strength": 1, "ki": 2})
    assert told["ki"] == 2 and [one["strength"] for one in told["weapons"]] == [1]
    assert filled(told, {"card": "monk", "strength": 3, "ki": 4}) == told
    event = {"id": "fog", "kind": "event", "name": "Fog"}
    assert filled(event, {"card": "fog", "ki": 2}) == event
