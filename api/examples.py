"""What the document shows: a body for each address that takes one, and the answers that this program gave to them.

What only one game can show stands in its `requests`.

A test holds each body against the struct that reads it, and every event in them against the schema of its system;
another one sends them all (`api/tests/shown.py`), from which `answers.json` is written.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.example_ids import ANOTHER, ID
from games.registry import SYSTEMS, usual
from tracker.commands.presets import PRESETS

__all__ = ["ANOTHER", "ANSWERS", "BODIES", "ID", "REFUSED", "TEXTS", "answers"]

ANSWERS = Path(__file__).parent / "answers.json"

PEOPLE = [{"name": "Clara", "club": "North"}, {"name": "Дина"}]
BODIES: dict[str, Any] = {
    **{name: body for system in SYSTEMS.values() for name, body in system.requests().items()},
    "tournaments": {
        "name": "Club night",
        "preset": usual(PRESETS),
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
    "tournament-events": {"type": "player_dropped", "data": {"player": ID}},
    "campaign": {"action": "start"},
    "campaign-players": {"players": PEOPLE},
    "campaign-player": {"action": "check_in"},
    "seasons": {"name": "Spring", "starts": "2026-03-01T00:00:00Z"},
    "rule-fix": {"matches": [ID], "decision": "keep", "reason": "The season is over."},
    "season": {"action": "close"},
    "season-league": {"points": [25, 18, 15, 12, 10], "attended": 1, "best": 3},
    "season-events": {"type": "season_closed", "data": {"closed": "2026-11-24T09:30:00Z"}},
    "chronicle-rosters": {
        "player": ID,
        "name": "The tall ones",
        "fighters": [{"id": "hiro", "name": "Hiro the Tall"}],
    },
    "chronicle-matches": {"rosters": ["r1", "r2"], "stake": "mill"},
    "chronicle-challenges": {"roster": "r1", "against": "r2", "stake": "mill"},
    "chronicle-challenge": {"action": "accept"},
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
NO_EVENT = {
    "where": "$.events[0].data",
    "what": "event 0: scheme_chosen: Object missing required field `player`",
}
MISSED: dict[str, Any] = {"version": 3, "missed": [], "missed_next": None}
REFUSED: dict[str, dict[str, Any]] = {
    "malformed": {
        "params": {"what": "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"}
    },
    "invalid": {"params": WRONG, "extra": {"errors": [WRONG]}},
    "bad_event": {
        "params": {"what": NO_EVENT["what"]},
        "extra": {"errors": [NO_EVENT]},
    },
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
        f"1,{ID},Anna,North,jade,12,0,37,confirmed,2,2026-11-21T17:31:42.000Z,/api/v1/runs/{ANOTHER}/\r\n"
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
