"""What the log hides of a tournament cannot be guessed from a hash, and no key of a hidden event is shown."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import msgspec

from api.tests.hall import Rest
from games.chain import link
from games.portable import Line, genesis_of, log_of, read_log, row_of, verify, write_log
from games.ruleset import EVERYONE, Actor, Setup
from games.secrets import canonical, commitment
from tracker import log, warm
from tracker.exchange import transfer
from tracker.rulesets.tournament import RULES
from tracker.rulesets.tournament import events as ev
from tracker.selectors import events_page, state_view
from tracker.systems import find_rules
from tracker.tests.factories import roster_of

REASON, KEY = "a sick child at home", "left-because-of-a-sick-child"
OLGA = Actor("organiser", "olga")


def dropped(cup: dict[str, Any], organiser: Rest) -> str:
    """The address of the player who left for a reason."""
    path = f"{cup['at']}players/{cup['players'][0]['player']}/"
    answer = organiser.post(path, {"action": "drop", "reason": REASON}, Idempotency_Key=KEY)
    assert answer.status_code == 201, answer.content
    return path


def copy_of(stream: UUID) -> list[Line]:
    """The public's download, which must verify."""
    read = read_log(transfer.export_stream(stream, EVERYONE), find_rules)
    assert verify(read) == []
    return read.lines


def test_a_visitor_reads_no_reason_and_no_key(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    dropped(cup, organiser)
    for reader, knows in ((organiser, True), (visitor, False)):
        body = reader.get(f"{cup['at']}events/").content.decode()
        assert (REASON in body) == knows and KEY not in body
        last = reader.get(f"{cup['at']}events/").json()["events"][-1]
        assert last["data"]["commitment"] and ("key" in last) == knows


def test_the_hash_is_over_the_commitment_alone(cup: dict[str, Any], organiser: Rest) -> None:
    """The public copy alone gives the hash: nothing that it leaves out is in it, so no guess can be tried."""
    dropped(cup, organiser)
    before, last = copy_of(UUID(cup["id"]))[-2:]
    assert last.type == "player_dropped" and last.secret is None and KEY not in (last.key or "")
    assert link(before.hash or "", row_of(last), canonical(last.data)) == last.hash
    assert REASON not in str(last) and last.data["commitment"]


def test_who_gives_no_reason_looks_the_same(cup: dict[str, Any], organiser: Rest, visitor: Rest) -> None:
    dropped(cup, organiser)
    organiser.post(f"{cup['at']}players/{cup['players'][1]['player']}/", {"action": "drop"})
    one, other = visitor.get(f"{cup['at']}events/").json()["events"][-2:]
    assert set(one["data"]) == set(other["data"]) and len(one["data"]["commitment"]) == 64


def test_a_repeated_request_with_a_key_is_answered_again(cup: dict[str, Any], organiser: Rest) -> None:
    path = dropped(cup, organiser)
    version = organiser.get(f"{cup['at']}events/").json()["version"]
    again = organiser.post(path, {"action": "drop", "reason": REASON}, Idempotency_Key=KEY).json()
    assert again["repeated"] and again["version"] == version


def test_prohibited_pairs_stay_with_staff(organiser: Rest, visitor: Rest) -> None:
    one, other = (organiser.post("players/", {"name": name}).json()["player"]["id"] for name in ("A", "B"))
    options = {"rounds": 2, "prohibited": [[one, other]]}
    made = organiser.post("tournaments/", {"name": "Cup", "options": options}).json()["tournament"]
    at = made["url"].removeprefix("/api/v1/")
    for part in ("", "events/", "state/"):
        answer = visitor.get(at + part)
        assert answer.status_code in (200, 404) and one not in answer.content.decode()
    assert one in organiser.get(at + "events/").content.decode()
    created = copy_of(UUID(made["id"]))[0]
    assert created.type == "tournament_created" and created.data["commitment"]
    assert link(header_hash(made["id"]), row_of(created), canonical(created.data)) == created.hash


def header_hash(stream: str) -> str:
    """What the first event of the stream follows."""
    return genesis_of(read_log(transfer.export_stream(UUID(stream), EVERYONE), find_rules).header)


def handed_in(cup: dict[str, Any], organiser: Rest) -> None:
    body = roster_of("Player", 25).body
    warband = organiser.post("warbands/", {"system": "last_battle", "name": "x", "body": body}).json()
    path = f"{cup['at']}players/{cup['players'][1]['player']}/"
    answer = organiser.post(path, {"action": "submit_list", "warband": warband["id"]})
    assert answer.status_code == 201, answer.content


def test_whatever_is_hidden_of_an_event_is_committed_to_or_blinded(
    cup: dict[str, Any], organiser: Rest
) -> None:
    """Otherwise the hash is over nothing that chance decides, and tells whether a guess is right."""
    dropped(cup, organiser)
    handed_in(cup, organiser)
    assert organiser.post(f"{cup['at']}rounds/", {}).status_code == 201
    discard = {"action": "discard", "reason": "one came late"}
    assert organiser.post(f"{cup['at']}rounds/1/", discard).status_code == 201
    assert organiser.post(f"{cup['at']}rounds/", {}).status_code == 201
    now, found, chances = warm.current(UUID(cup["id"])), [], set()
    for row in log.read(now.stream):
        event = warm.event_of(now.codec, row)
        if now.rules.redact(now.state, event, EVERYONE) == event:
            continue
        told = msgspec.json.decode(row.data)
        if "blind" in told:
            chance = told["blind"]
        else:
            secret = msgspec.json.decode(row.secret or "null")
            chance = secret["salt"]
            assert told["commitment"] == commitment(chance, secret["value"])
            assert not any(told.get(name) for name in secret["value"])
        assert re.fullmatch("[0-9a-f]{32}", chance), row.type
        found.append(row.type)
        chances.add(chance)
    draws = ["round_drawn", "round_discarded", "round_drawn"]
    assert found == ["tournament_created", "player_dropped", "list_submitted", *draws]
    assert len(chances) == len(found), "each by its own chance"


def older_log() -> bytes:
    """A log as it was written before reasons, pairs and lists were salted."""
    options = ev.Options(
        rounds=1, sides=("alliance", "serpent"), check_in=False, prohibited=(("ann", "bob"),)
    )
    told = (
        ev.TournamentCreated(name="Old cup", system="last_battle", preset="test", options=options),
        ev.PlayerRegistered(player="ann"),
        ev.ListSubmitted(player="ann", ok=True, warband="w", revision="1", digest="abc"),
        ev.PlayerDropped(player="ann", reason=REASON),
    )
    header, lines = log_of(RULES, "tournament", Setup(), [(event, OLGA) for event in told], "last_battle")
    assert lines[3].data["reason"] == REASON and lines[3].secret is None
    return write_log(header, lines)


def test_an_older_log_is_read_verified_and_kept_as_it_is(transactional_db: None) -> None:
    content = older_log()
    read = read_log(content, find_rules)
    assert verify(read) == []
    stream = transfer.import_log(content).stream
    kept = read_log(transfer.export_stream(stream), find_rules)
    assert verify(kept) == [] and [line.data for line in kept.lines] == [line.data for line in read.lines]


def test_an_older_log_shows_the_public_no_secret(transactional_db: None) -> None:
    stream = transfer.import_log(older_log()).stream
    assert [line.type for line in copy_of(stream)] == ["hidden", "player_registered", "hidden", "hidden"]
    seen = msgspec.json.encode([events_page(stream, EVERYONE), state_view(stream, EVERYONE)]).decode()
    assert not any(secret in seen for secret in (REASON, '"bob"', '"abc"'))
