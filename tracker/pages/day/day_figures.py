"""The figures of an event day, opened: the rows that add up to each, with the event of a table's log behind every row.

Rows are dicts as the part `_explain.html` shows them: "label", "value", "url", "note". Called by `day_view`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tracker.models import DayTableRow, FallenRow
from tracker.pages.day.day_words import Words
from tracker.rulesets.campaign.state import WITHDRAWN

Rows = list[dict[str, Any]]


def outcome_words() -> dict[str, str]:
    """What a table was for a side."""
    return {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}


def side_rows(side: str, tables: Iterable[DayTableRow], words: Words) -> dict[str, Rows]:
    """ "won", "vp_difference" and "vp" of a side over the day, each as one row for every table with a result."""
    found: dict[str, Rows] = {"won": [], "vp_difference": [], "vp": []}
    for table in tables:
        if not table.result:
            continue
        vp, seq = table.result["vp"], table.result["match_seq"]
        against = sum(points for other, points in vp.items() if other != side)
        how = _result(table.result["winner"], side)
        score = f"{vp[side]} : {against}"
        told = {"label": words.table(table.battlefield), "url": words.event(table.battlefield, seq)}
        found["won"].append({**told, "value": int(how == "won"), "note": f"{outcome_words()[how]}, {score}"})
        found["vp_difference"].append({**told, "value": signed(vp[side] - against), "note": score})
        found["vp"].append({**told, "value": vp[side]})
    return found


def _result(winner: str, side: str) -> str:
    return "won" if winner == side else "drawn" if winner == "draw" else "lost"


def signed(number: int) -> str:
    """+3, 0, and a true minus sign."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def point_rows(table: DayTableRow, side: str, words: Words) -> Rows:
    """The VP of a side at one table: every line of the score, with the event that made it."""
    return [_line(table, line, words) for line in lines_of(table) if line["side"] == side]


def scheme_rows(table: DayTableRow, player: str, words: Words) -> Rows:
    """The VP of a player's own scheme."""
    return [_line(table, line, words) for line in lines_of(table) if line.get("player") == player]


def lines_of(table: DayTableRow) -> list[dict[str, Any]]:
    """The score lines of a table's match, as its row has them."""
    match = getattr(table.match, "match", None) if table.match else None
    return match.lines if match else []


def _line(table: DayTableRow, line: dict[str, Any], words: Words) -> dict[str, Any]:
    turn, player = line.get("turn"), line.get("player")
    when = _("turn %(turn)s") % {"turn": turn} if turn else _("end of the game")
    who = f"{words.names.player(player)}, " if player else ""
    return {
        "label": words.pages.source_name(line["source"], table.battlefield, words.language),
        "value": line["vp"],
        "url": words.event(table.battlefield, line.get("seq")),
        "note": f"{who}{when}",
    }


def lost_rows(fallen: Iterable[FallenRow], player: str, words: Words) -> Rows:
    """The side's figures that died, withdrawn ones left out."""
    return [
        {
            "label": words.names.figure(one.figure),
            "value": 1,
            "url": words.event(one.battlefield, one.match_seq),
            "note": words.removals.get(one.how, one.how),
        }
        for one in fallen
        if one.owner == player and one.how != WITHDRAWN
    ]
