"""A game of two facts and a lever, of which the tracker knows nothing, has a campaign over REST (check 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games import registry
from games.tests import orchard_facts as orchard
from tracker import warm
from tracker.identity import new_token
from tracker.models import ApiToken, Player
from tracker.tests.hall import caught_up, organiser

pytestmark = pytest.mark.django_db
DEFINITION = """
[campaign]
key = "autumn"
system = "orchard"
options = { detail = "turns" }
cycles = { count = 1 }

[tally]
apples = { of = "roster" }
tired = { of = "fighter" }

[mark]
sleepy = { of = "fighter", ends = "cycle_end", lever = "banned" }

[rule]
picked = { each = "side", if = { fact = "raids", at_least = 1 }, do = [{ add = { apples = 5 } }] }
walked = { each = "fighter", if = { fact = "fielded" }, do = [{ mark = "sleepy" }, { add = { tired = 1 } }] }

[finish]
after = "cycles"
rank = ["apples", "wins"]
"""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    registry.register(orchard.SYSTEM)
    yield
    registry.forget(orchard.SYSTEM.key)
    warm.forget()


class Program:
    """Somebody's client."""

    def __init__(self, secret: str) -> None:
        self.client = Client(headers={"authorization": f"Bearer {secret}"})

    def post(self, path: str, body: Any, status: int = 201) -> Any:
        answer = self.client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.client.get(f"/api/v1/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()


def test_a_game_that_nobody_wrote_pages_for() -> None:
    who = organiser()
    olga = Program(new_token("olga", sorted(ApiToken.SCOPES), user=who.user)[1])
    broken = olga.post(
        "chronicles/", {"name": "Autumn", "definition": DEFINITION.replace("raids", "rads")}, 422
    )
    assert "CHR-DEF-06" in str(broken) and "line" in str(broken)
    stream = olga.post("chronicles/", {"name": "Autumn", "definition": DEFINITION})["id"]
    players = [Player.objects.create(name=name) for name in ("Ann", "Bob")]
    programs = [
        Program(new_token(one.name, [ApiToken.READ, ApiToken.PLAY], player=one)[1]) for one in players
    ]
    for player, program in zip(players, programs, strict=True):
        animals = [{"id": "scout", "name": f"Scout of {player.name}"}, {"id": "elder", "name": "Elder"}]
        told = {"player": str(player.id), "name": player.name, "fighters": animals}
        program.post(f"chronicles/{stream}/rosters/", told)
    ann = programs[0]
    match = ann.post(f"chronicles/{stream}/matches/", {"rosters": ["r1", "r2"]})["match"]
    for player, program in zip(players, programs, strict=True):
        pack = {"player": str(player.id), "animals": ["scout"]}
        program.post(f"matches/{match}/events/", {"type": "pack_brought", "data": pack})
    ann.post(
        f"matches/{match}/events/", {"type": "raid_reported", "data": {"round": 1, "points": {"foxes": 2}}}
    )
    ann.post(f"matches/{match}/events/", {"type": "raid_given_up", "data": {"side": "foxes"}})
    score = ann.get(f"matches/{match}/score/")["outcome"]
    for side, program in zip(("foxes", "hounds"), programs, strict=True):
        told = {"side": side, "vp": score["vp"], "winner": score["winner"]}
        program.post(f"matches/{match}/events/", {"type": "result_confirmed", "data": told})
    caught_up()
    counted = {one["statistic"]: one["values"] for one in ann.get("statistics/orchard/")["results"]}
    assert [(one["value"], one["picks"]) for one in counted["animals"]] == [("scout", 2)]
    world = ann.get(f"chronicles/{stream}/world/")["world"]
    assert world["rosters"]["r1"]["tallies"] == {"apples": 5} and world["rosters"]["r2"]["wins"] == 1
    assert [one["mark"] for one in world["rosters"]["r1"]["fighters"]["scout"]["marks"]] == ["sleepy"]
    for roster, program in (("r1", programs[0]), ("r2", programs[1])):
        link = next(iter(ann.get(f"chronicles/{stream}/state/")["state"]["links"]))
        signed = {"type": "signed", "data": {"link": link, "roster": roster}}
        program.post(f"chronicles/{stream}/events/", signed)
    again = ann.post(f"chronicles/{stream}/matches/", {"rosters": ["r1", "r2"]})["match"]
    pack = {"player": str(players[0].id), "animals": ["scout"]}
    refused = ann.post(f"matches/{again}/events/", {"type": "pack_brought", "data": pack}, 422)
    assert "WL-LEV-01" in str(refused)
    pack["animals"] = ["elder"]
    ann.post(f"matches/{again}/events/", {"type": "pack_brought", "data": pack})
    forged = {"link": link, "match_seq": 99, "at": "2026-01-01T00:00:00Z", "facts": []}
    refused = olga.post(f"chronicles/{stream}/events/", {"type": "match_heard", "data": forged}, 422)
    assert "CHR-WHO-02" in str(refused)
    olga.post(
        f"chronicles/{stream}/events/",
        {"type": "cycle_closed", "data": {"cycle": 1, "at": "2030-01-01T00:00:00Z"}},
    )
    caught_up()
    one = ann.get(f"chronicles/{stream}/")
    assert one["ending"] == "cycles" and [row["roster"] for row in one["ranking"]] == ["r1", "r2"]
    assert [row["place"] for row in one["ranking"]] == [1, 2]
    log = ann.get(f"chronicles/{stream}/events/")["events"]
    assert log[-1]["type"] == "chronicle_finished" and log[-1]["data"]["at"] < "2030", (
        "the clock is the server's"
    )
    assert ann.get(f"chronicles/{stream}/verify/") and ann.get(f"chronicles/{stream}/next/")
    assert ann.get("chronicles/")
