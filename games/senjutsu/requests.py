"""Bodies of requests that the document of the REST interface shows with this game, by the name of their address.

Asked for by `system`.
"""

from __future__ import annotations

from typing import Any

from games.example_ids import ID

BODY = {"character": "ronin", "signature": True}
DECK = {"system": "senjutsu", "name": "Printed", "body": BODY}
REQUESTS: dict[str, Any] = {
    "decks": DECK,
    "deck-validate": DECK,
    "deck-revisions": {"body": {**BODY, "format": "competitive"}},
    "runs": {
        "player": ID,
        "run": {"character": "ronin", "waves_cleared": 4, "last_clear_turn": 11, "turns": 13},
    },
}
