"""What the document shows: a body for each address that takes one, and the answers that this program gave to them.

A test holds each body against the struct that reads it, and every event in them against the schema of its system;
another one sends them all (`api/tests/shown.py`), from which `answers.json` is written.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

ANSWERS = Path(__file__).parent / "answers.json"

ID, ANOTHER = "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-9a10-7c41-8f52-1d5a2b7c9e02"
REPORT = {
    "type": "match_reported",
    "data": {"turns": 5, "result": "serpent", "strategy": {"serpent": 1, "alliance": 0}},
}
DECK = {"character": "ronin", "signature": True}
SQUAD = {
    "leader": "captain",
    "figures": [{"figure_id": "captain", "cost": 0, "size": 2, "traits": ["Leader"]}],
}
ROSTERS: dict[str, Any] = {
    "warband": {"system": "last_battle", "name": "The Watch", "body": SQUAD},
    "deck": {"system": "senjutsu", "name": "Printed", "body": DECK},
    "team": {
        "system": "super_fantasy_brawl",
        "name": "Mine",
        "body": {"champions": ["anvil", "bramble", "cinder"]},
    },
}
REVISED: dict[str, Any] = {
    "warband": SQUAD,
    "deck": {**DECK, "format": "competitive"},
    "team": {"champions": ["anvil", "bramble", "daze"]},
}
PEOPLE = [{"name": "Clara", "club": "North"}, {"name": "Дина"}]
OPENED = {
    "type": "table_opened",
    "data": {"battlefield": "sea", "sides": {"alliance": [ID], "serpent": [ANOTHER]}},
}

WAR = """[campaign]
key = "war"
system = "bushido"
options = { detail = "summary" }
cycles = { count = 6 }
challenge = { days = 3, stake = "place" }
[tally]
honour = { of = "roster" }
[place]
mill = { edges = ["ford"] }
ford = { edges = ["mill"] }
[rule]
won = { each = "side", if = { fact = "winner", is = "self" }, do = [{ add = { honour = 3 } }, { hold = "stake" }] }
[finish]
after = "cycles"
rank = ["honour", "places"]
"""
BODIES: dict[str, Any] = {
    **{f"{kind}s": told for kind, told in ROSTERS.items()},
    **{f"{kind}-validate": told for kind, told in ROSTERS.items()},
    **{f"{kind}-revisions": {"body": body} for kind, body in REVISED.items()},
    "matches": {"system": "last_battle", "events": [OPENED]},
    "match-events": {**REPORT, "expected_version": 2},
    "tournaments": {
        "name": "Club night",
        "preset": "last_battle_swiss",
        "options": {"rounds": 3, "list_required": False},
        "players": PEOPLE,
        "check_in": True,
    },
    "tournament": {"action": "lock_lists"},
    "tournament-players": {"players": PEOPLE},
    "tournament-player": {"action": "check_in"},
    "tournament-rounds": {"until": "started"},
    "tournament-stages": {"action": "begin"},
    "tournament-teams": {"teams": [{"name": "Polar", "players": PEOPLE}]},
    "tournament-round": {"action": "close"},
    "tournament-results": {"results": [{"table": 1, "events": [REPORT]}]},
    "tournament-events": {"type": "player_dropped", "data": {"player": ID}},
    "campaigns": {"name": "The last battle", "options": {"detail": "summary"}},
    "campaign": {"action": "start"},
    "campaign-players": {"players": PEOPLE},
    "campaign-tables": {"battlefield": "sea", "sides": {"serpent": [ID], "alliance": [ANOTHER]}},
    "campaign-arcana": {"action": "send", "arcana": "M-fool", "table": "camp"},
    "campaign-fallen": {"fates": {"sea": [{"figure": "king", "fate": "saved", "owner": ID}]}},
    "campaign-events": {
        "type": "table_removed",
        "data": {"table": "heaven", "reason": "two players are ill"},
    },
    "runs": {
        "player": ID,
        "run": {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13},
    },
    "seasons": {"name": "Spring", "starts": "2026-03-01T00:00:00Z"},
    "rule-fixes": {"system": "last_battle"},
    "rule-fix": {"matches": [ID], "decision": "keep", "reason": "The season is over."},
    "season": {"action": "close"},
    "season-league": {"points": [25, 18, 15, 12, 10], "attended": 1, "best": 3},
    "season-events": {"type": "season_closed", "data": {"closed": "2026-11-24T09:30:00Z"}},
    "chronicles": {
        "name": "War for the river",
        "definition": WAR,
    },
    "chronicle-rosters": {
        "player": ID,
        "name": "The tall ones",
        "fighters": [{"id": "hiro", "name": "Hiro the Tall"}],
    },
    "chronicle-matches": {"rosters": ["r1", "r2"], "stake": "mill"},
    "chronicle-challenges": {"roster": "r1", "against": "r2", "stake": "mill"},
    "chronicle-challenge": {"action": "accept"},
    "chronicle-amendments": {
        "definition": WAR.replace("honour = 3", "honour = 2"),
        "reason": "Three points for a victory ran away with it.",
    },
    "chronicle-what-ifs": {"name": "What if Hiro had held the mill?"},
    "chronicle-what-if-events": {"events": [{"type": "cycle_closed", "data": {"cycle": 1}}]},
    "chronicle-what-if-matches": {"matches": 2},
    "chronicle-rolls": {"link": "m1", "roster": "r1"},
    "chronicle-events": {"type": "signed", "data": {"link": "m1", "roster": "r1"}},
    "players": {"name": "Anna", "club": "North"},
    "tokens": {"name": "league site", "scopes": ["read"]},
    "webhooks": {
        "name": "club's bot",
        "target": "https://bot.example.org/warledger",
        "wanted": {"types": ["match_reported", "result_confirmed"]},
    },
    "webhook": {"action": "replay", "after": 1},
    "live-token": {"seconds": 3600},
    "claim": {"code": "ABCD-EFGH"},
}

RULE = {
    "rule": "SEA-END-02",
    "message": "The season is open.",
    "params": {},
    "position": 0,
}
WRONG = {"where": "$.until", "what": "Invalid enum value 'begun'; these are legal: draft, published, started"}
MISSED: dict[str, Any] = {"version": 3, "missed": [], "missed_next": None}
REFUSED: dict[str, dict[str, Any]] = {
    "malformed": {
        "params": {"what": "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"}
    },
    "invalid": {"params": WRONG, "extra": {"errors": [WRONG]}},
    "bad_event": {"params": {"what": "event 0: scheme_chosen: Object missing required field `player`"}},
    "forbidden": {"params": {"needed": "scope:organise"}, "extra": {"needed": "scope:organise"}},
    "no_address": {"params": {"path": "/api/v1/mathces/"}},
    "no_slash": {"params": {"path": "/api/v1/matches"}},
    "no_round": {"params": {"round": 99, "rounds": "1, 2"}},
    "other_kind": {"params": {"url": f"/api/v1/matches/{ID}/"}},
    "method": {"params": {"method": "PUT", "allowed": "GET, POST"}},
    "stale": {"params": {"version": 3, "expected": 2}, "extra": MISSED},
    "too_large": {"params": {"limit": 1_048_576}},
    "media_type": {"params": {"sent": "application/x-www-form-urlencoded"}},
    "rejected": {"params": {"message": RULE["message"]}, "extra": {"violations": [RULE]}},
    "throttled": {"params": {"seconds": 1}},
    "unavailable": {"params": {"seconds": 5}},
    "busy": {"params": {"seconds": 5}},
    "misfit": {"params": {"what": "The tables of the database are those of another version."}},
}
"""What stands in a refusal of each kind that says more than its sentence."""

TEXTS = {
    "tournament-standings": f"rank,player,name,club,points,vp_diff,vp,sos,change\r\n1,{ID},Фёдор,North,7,4,9,15,1\r\n",
    "ladder": (
        "place,player,name,club,rank,waves_cleared,vos_in_wave,last_clear_turn,status,runs,started,run\r\n"
        f"1,{ID},Anna,North,jade,12,0,37,confirmed,2,2026-11-21T17:31:42+00:00,/api/v1/runs/{ANOTHER}/\r\n"
    ),
    "live": (
        'retry: 1000\n\nid: 3\ndata: {"seq":3,"type":"match_reported","data":{"turns":5}}\n\n'
        'event: changed\ndata: {"version":3}\n\n'
    ),
    "feed-live": 'retry: 1000\n\nid: 120\ndata: {"number":120,"type":"match_reported","data":{"turns":5}}\n\n',
}
"""Answers that are no JSON, by the name of their address; the streams cut short."""


@cache
def answers() -> dict[str, Any]:
    """`get-matches` -> an answer to it."""
    found: dict[str, Any] = json.loads(ANSWERS.read_text(encoding="utf-8"))
    return found
