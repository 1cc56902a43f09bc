"""A player's tables at event days, for "my day"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tracker import selectors
from tracker.messages import language
from tracker.models import DayTableRow
from tracker.pages.match_forms import pages_of


def my_tables(players: Iterable[str]) -> list[dict[str, Any]]:
    """{"day", "name", "side", "friends", "foes", "match", "open", "result"}, newest day first; four queries."""
    mine = {str(player) for player in players}
    rows = list(selectors.my_tables(mine)) if mine else []
    names = selectors.player_names({p for row in rows for seats in row.sides.values() for p in seats})
    return [_table(row, mine, names) for row in rows]


def _table(row: DayTableRow, mine: set[str], names: dict[str, str]) -> dict[str, Any]:
    words = pages_of(row.campaign.campaign_row.system)
    side = next(side for side, seats in row.sides.items() if mine & set(seats))
    friends = [names.get(player, "?") for player in row.sides[side]]
    foes = [names.get(p, "?") for key, seats in row.sides.items() if key != side for p in seats]
    return {
        "day": row.campaign.campaign_row,
        "name": words.battlefield_name(row.battlefield, language()),
        "side": words.side_name(side, language()),
        "friends": ", ".join(friends),
        "foes": ", ".join(foes),
        "match": row.match_id,
        "open": row.match_id is not None and not row.result,
        "result": words.result_words(row.result["winner"], language()) if row.result else "",
    }
