"""Nothing that one side may not know leaves the server: two matches that differ in one secret look the same.

Ids, times, hashes, salts and commitments are random in both; everything else must be equal byte for byte.
"""

from __future__ import annotations

import hashlib
import re
from functools import partial
from random import Random
from typing import Any

import pytest

from api.tests.hall import Hall, Rest
from api.views import live
from tracker.selectors import streams

RANDOM = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?"  # times
    r"|[0-9a-f]{64}"  # hashes and commitments
    r'|"\d+-[0-9a-f]{12}"'  # entity tags are hashed over versions and readers, see the test below
)
PARTS = (
    "",
    "events/",
    "events/?after=1&limit=2",
    "state/",
    "state/?at=2",
    "score/",
    "next/",
    "next/?moves=1&examples=1",
    "verify/",
    "audit/",
)
NOTES = {"loophole": [], "trap": ["b-leader"]}
"""Two secret schemes, each with the enemy figures that it wants noted."""


def digest_tag(body: bytes) -> str:
    """The tag of an answer whose view names none."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def plain(answer: Any) -> tuple[int, str, list[tuple[str, str]]]:
    """Status, body and headers without what is random."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    skipped = {"RateLimit-Remaining", "RateLimit-Reset"}
    if answer.headers.get("ETag") == digest_tag(body):
        skipped.add("ETag")  # it says no more than the body, whose ids are random
    headers = sorted((name, value) for name, value in answer.items() if name not in skipped)
    return (
        answer.status_code,
        RANDOM.sub("#", body.decode()),
        [(name, RANDOM.sub("#", value)) for name, value in headers],
    )


def squad(player: str, name: str) -> dict[str, Any]:
    """The event that hires a small squad."""
    leader = {"figure_id": f"{name}-leader", "cost": 0, "size": 2, "traits": ["Leader"]}
    guard = {"figure_id": f"{name}-guard", "cost": 10, "size": 2, "traits": []}
    data = {"player": player, "leader": f"{name}-leader", "figures": [leader, guard]}
    return {"type": "squad_hired", "data": data}


def note(hall: Hall, scheme: str) -> dict[str, Any]:
    """The secret event that notes what the scheme wants."""
    data = {"player": hall.a, "scheme": scheme, "own_figures": [], "enemy_figures": NOTES[scheme]}
    return {"type": "scheme_noted", "data": data}


def played(hall: Hall, scheme: str) -> str:
    """The address of a match in which Alice chose and noted this scheme."""
    at = hall.another()
    by_alice = [hall.choice(scheme), squad(hall.a, "a"), note(hall, scheme)]
    said = [(hall.boris, squad(hall.b, "b")), *((hall.alice, event) for event in by_alice)]
    for who, event in [said[1], said[0], *said[2:]]:
        answer = who.post(at + "events/", event)
        assert answer.status_code == 201, answer.content
    return at


@pytest.fixture(autouse=True)
def _the_same_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are made up by chance: here alike wherever the reader may know the same."""
    monkeypatch.setattr(streams, "Random", partial(Random, 7))


@pytest.fixture
def twins(hall: Hall) -> tuple[str, str]:
    """Two matches that differ in Alice's scheme alone."""
    one, other = (played(hall, scheme) for scheme in NOTES)
    return one, other


@pytest.mark.parametrize("part", PARTS)
def test_reads_tell_the_other_side_and_the_public_nothing(
    hall: Hall, twins: tuple[str, str], visitor: Rest, part: str
) -> None:
    for reader in (hall.boris, visitor):
        one, other = (plain(reader.get(at + part)) for at in twins)
        assert one == other
        assert not any(secret in one[1] for secret in NOTES) or part.startswith("next/")
    if part in ("events/", "state/"):
        assert plain(hall.alice.get(twins[0] + part)) != plain(hall.alice.get(twins[1] + part))


def test_live_streams_tell_nothing(
    hall: Hall, twins: tuple[str, str], visitor: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HELD_FOR", 0.0)
    for reader in (hall.boris, visitor):
        one, other = (plain(reader.get(at.replace("matches/", "live/"), Last_Event_ID="0")) for at in twins)
        assert one == other and "trap" not in one[1]


def probes(hall: Hall) -> list[dict[str, Any]]:
    """What the other side may try in order to learn the secret."""
    revealed = [{"type": "scheme_revealed", "data": {"player": hall.a, "scheme": scheme}} for scheme in NOTES]
    turn = {"turn": 1, "strategy": {"serpent": 0, "alliance": 0}, "schemes": {hall.a: 1}}
    named = [
        {"type": "turn_reported", "data": {**turn, "schemes": {hall.a: {scheme: 1}}}} for scheme in NOTES
    ]
    again = [hall.choice(scheme) for scheme in NOTES]
    result = {"turns": 5, "strategy": {"serpent": 0, "alliance": 0}, "result": "alliance"}
    reports = [
        {
            "type": "match_reported",
            "data": {**result, "schemes": [{"player": hall.a, "vp": 1, "scheme": scheme}]},
        }
        for scheme in NOTES
    ]
    stale = {"type": "turn_reported", "data": turn, "expected_version": 1}
    return [*revealed, {"type": "turn_reported", "data": turn}, *named, *again, *reports, stale]


def test_refusals_and_dry_runs_tell_nothing(hall: Hall, twins: tuple[str, str], visitor: Rest) -> None:
    for probe in probes(hall):
        for reader in (hall.boris, visitor):
            asked = {**probe, "dry_run": True}
            one, other = (plain(reader.post(at + "events/", asked)) for at in twins)
            assert one == other, probe


def test_tags_do_not_depend_on_secrets(hall: Hall, twins: tuple[str, str]) -> None:
    """A tag is made of the version and the reader: the same reader gets the same tag in both matches."""
    for part in ("events/", "state/", "score/", "next/"):
        one, other = (hall.boris.get(at + part)["ETag"] for at in twins)
        assert one == other


def test_a_hidden_event_keeps_its_place(hall: Hall, twins: tuple[str, str]) -> None:
    seqs = [event["seq"] for event in hall.boris.get(twins[0] + "events/").json()["events"]]
    assert seqs == [1, 2, 3, 4, 5]


TOURNAMENT_PARTS = (
    *(
        "",
        "players/",
        "rounds/",
        "pairings/",
        "standings/",
        "standings.csv",
        "events/",
        "state/",
        "next/",
        "verify/",
    ),
)


def drafted(organiser: Rest, seed: str, cost: int) -> str:
    """The address of a tournament with a draft drawn from `seed` and one list of this cost handed in."""
    from tracker.tests.factories import roster_of

    options = {"rounds": 3, "list_required": False}
    made = organiser.post("tournaments/", {"name": "Cup", "options": options}).json()
    at: str = made["tournament"]["url"].removeprefix("/api/v1/")
    people = {"players": [{"name": f"Player {number}"} for number in range(8)]}
    players = [one["player"] for one in organiser.post(at + "players/", people).json()["results"]]
    for player in players:
        organiser.post(f"{at}players/{player}/", {"action": "check_in"})
    roster = roster_of("Player", cost)
    warband = organiser.post("warbands/", {"system": "last_battle", "name": "x", "body": roster.body}).json()
    handed_in = {"action": "submit_list", "warband": warband["id"]}
    assert organiser.post(f"{at}players/{players[0]}/", handed_in).status_code == 201
    drawn = organiser.post(at + "rounds/", {"seed": seed, "scenario": "sea", "reason": "a test"})
    assert drawn.status_code == 201, drawn.content
    return at


def test_drafts_and_lists_tell_the_public_nothing(organiser: Rest, visitor: Rest) -> None:
    one, other = drafted(organiser, "first", 25), drafted(organiser, "second", 24)
    for part in TOURNAMENT_PARTS:
        assert plain(visitor.get(one + part)) == plain(visitor.get(other + part)), part
    seen = [organiser.get(at + "pairings/").json()["results"] for at in (one, other)]
    assert [table["sides"] for table in seen[0]] != [table["sides"] for table in seen[1]]


def test_one_side_alone_opens_nothing(hall: Hall, visitor: Rest) -> None:
    """Boris reports any numbers, agrees, then protests: the scheme stays what only Alice and staff know."""
    at = played(hall, "trap")
    result = {"vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    said = [
        {"type": "match_reported", "data": {**REPORTED, "result": "serpent"}},
        {"type": "result_confirmed", "data": {"side": "serpent", **result}},
        {"type": "result_contested", "data": {"side": "serpent", "reason": "Show me the scheme."}},
    ]
    for event in said:
        answer = hall.boris.post(at + "events/", event)
        assert answer.status_code == 201, answer.content
        assert not told_anywhere(at, hall.boris, visitor), event["type"]
    assert hall.boris.get(at + "audit/").status_code == 409
    for player, side in ((hall.alice, "alliance"), (hall.boris, "serpent")):
        agreed = {"type": "result_confirmed", "data": {"side": side, **result}}
        assert not told_anywhere(at, hall.boris, visitor)
        assert player.post(at + "events/", agreed).status_code == 201
    assert told_anywhere(at, hall.boris, visitor), "both have confirmed"


def test_what_was_shown_by_mistake_is_not_shown_again(hall: Hall, visitor: Rest) -> None:
    at = played(hall, "trap")
    result = {"side": "staff", "vp": {"serpent": 1, "alliance": 0}, "winner": "serpent"}
    report = {"type": "match_reported", "data": {**REPORTED, "result": "serpent"}}
    done = hall.olga.post(at + "events/", {"events": [report, {"type": "result_confirmed", "data": result}]})
    seqs = done.json()["seqs"]
    assert told_anywhere(at, hall.boris, visitor)
    void = {"type": "event_voided", "data": {"seqs": seqs, "reason": "the wrong table"}}
    assert hall.olga.post(at + "events/", void).status_code == 201
    assert not told_anywhere(at, hall.boris, visitor, *(f"state/?at={seq}" for seq in range(seqs[-1] + 2)))
    assert '"trap"' in hall.alice.get(f"{at}state/?at={seqs[-1]}").content.decode()


REPORTED = {"turns": 5, "strategy": {"serpent": 1, "alliance": 0}}


def told_anywhere(at: str, *readers: Any) -> bool:
    """Whether the state, now or at these moments, or the log names the scheme to any of the readers."""
    parts = ["state/", "events/", *(one for one in readers if isinstance(one, str))]
    asked = [reader.get(at + part) for reader in readers if isinstance(reader, Rest) for part in parts]
    return any('"trap"' in answer.content.decode() for answer in asked)
