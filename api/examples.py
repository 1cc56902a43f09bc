"""A body for each address that takes one, as the documents show it. A test sends none of them, but holds each against
the struct that reads it, and every event in them against the schema of its system."""

from __future__ import annotations

from typing import Any

from tracker.models.rosters import KINDS

ID, ANOTHER = "0190163d-8694-739b-aea5-966c26f8ad91", "0190163d-9a10-7c41-8f52-1d5a2b7c9e02"
REPORT = {
    "type": "match_reported",
    "data": {"turns": 5, "result": "serpent", "strategy": {"serpent": 1, "alliance": 0}},
}
DECK = {"character": "ronin", "signature": True}
PEOPLE = [{"name": "Clara", "club": "North"}, {"name": "Дина"}]
OPENED = {
    "type": "table_opened",
    "data": {"battlefield": "sea", "sides": {"alliance": [ID], "serpent": [ANOTHER]}},
}

BODIES: dict[str, Any] = {
    **{f"{kind}s": {"system": "senjutsu", "name": "Printed", "body": DECK} for kind in KINDS},
    **{f"{kind}-validate": {"system": "senjutsu", "name": "Printed", "body": DECK} for kind in KINDS},
    **{f"{kind}-revisions": {"body": {**DECK, "format": "competitive"}} for kind in KINDS},
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
    "tournament-round": {"action": "close"},
    "tournament-results": {"results": [{"table": 1, "events": [REPORT]}]},
    "tournament-events": {"type": "player_dropped", "data": {"player": ID}},
    "campaigns": {"name": "The last battle", "options": {"detail": "summary"}},
    "campaign": {"action": "start"},
    "campaign-players": {"players": PEOPLE},
    "campaign-tables": {"battlefield": "sea", "sides": {"serpent": [ID], "alliance": [ANOTHER]}},
    "campaign-arcana": {"action": "send", "arcana": "M-fool", "table": "camp"},
    "campaign-fallen": {"fates": {"sea": [{"figure": "king", "fate": "saved", "owner": ID}]}},
    "campaign-events": {"type": "day_started", "data": {}},
    "runs": {
        "player": ID,
        "run": {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13},
    },
    "seasons": {"name": "Spring", "starts": "2026-03-01T00:00:00Z"},
    "season": {"action": "close"},
    "season-events": {"type": "season_closed", "data": {}},
    "chronicles": {
        "name": "War for the river",
        "definition": '[campaign]\nkey = "war"\nsystem = "bushido"\n',
    },
    "chronicle-rosters": {
        "player": ID,
        "name": "The tall ones",
        "fighters": [{"id": "hiro", "name": "Hiro the Tall"}],
    },
    "chronicle-matches": {"rosters": ["r1", "r2"], "stake": "mill"},
    "chronicle-rolls": {"link": "m1", "roster": "r1"},
    "chronicle-events": {"type": "signed", "data": {"link": "m1", "roster": "r1"}},
    "players": {"name": "Anna", "club": "North"},
    "tokens": {"name": "league site", "scopes": ["read"]},
    "webhooks": {
        "name": "club's bot",
        "target": "https://bot.example.org/warledger",
        "wanted": {"types": ["match_reported", "result_confirmed"]},
    },
    "webhook": {"action": "replay", "after": 120},
    "live-token": {"seconds": 3600},
    "claim": {"code": "ABCD-EFGH"},
}
