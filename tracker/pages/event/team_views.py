"""The teams of an event in words: their standings whose figures open, who meets whom at which boards, players by board.

Called by the pages of teams, the console, the public pages and the screen of the hall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.ruleset import Viewer
from tracker import selectors
from tracker.messages import language
from tracker.pages.event.figures import column
from tracker.pages.event.tables import awards
from tracker.pages.match_forms import pages_of
from tracker.selectors.teams import TeamMatch, TeamRound, Teams
from tracker.standings.given import STAGE
from tracker.standings.structs import Reason, shown


def steps() -> dict[str, str]:
    """What captains tell, in words."""
    return {
        "defender": _("Put a defender forward"),
        "attackers": _("Send two attackers against their defender"),
        "choice": _("Choose which attacker your defender plays"),
    }


def shown_teams(event: UUID, viewer: Viewer) -> dict[str, Any]:
    """{"columns", "places", "team_rounds", "boards"} in words; empty where players play for themselves."""
    found = selectors.teams_of(event, viewer)
    if found.plan is None:
        return {"places": [], "team_rounds": [], "boards": []}
    ranked = found.teams[0].figures if found.teams else ()
    words = pages_of(selectors.current_state(event).system)
    return {
        "columns": [column_of(figure.id) for figure in ranked if figure.id != STAGE],
        "places": [_place(found, one) for one in found.teams],
        "team_rounds": [_round(found, words, one) for one in reversed(found.rounds)],
        "boards": _boards(found),
    }


def column_of(id_: str) -> dict[str, str]:
    """A tie-breaker's words; of teams VP are board points."""
    own = {
        "points": (_("Match points"), _("MP")),
        "vp": (_("Board points"), _("BP")),
        "vp_diff": (_("Difference of board points"), _("BP ±")),
    }
    words = column(id_)
    if id_ in own:
        words |= {"title": own[id_][0], "short": own[id_][1], "meaning": ""}
    return words


def _place(found: Teams, one: Any) -> dict[str, Any]:
    """A team with what ranks it; what a bracket gives out only sorts, and the place says it already."""
    told = [(figure, column_of(figure.id)) for figure in one.figures if figure.id != STAGE]
    return {
        "team": one,
        "captain": found.names.get(one.captain or "", ""),
        "members": [found.names.get(player, "?") for player in one.members],
        "figures": [
            {
                "value": figure.shown,
                "label": words["title"],
                "short": words["short"],
                "meaning": words["meaning"],
                "rows": [_reason(found.names, row) for row in figure.rows],
            }
            for figure, words in told
        ],
    }


def _reason(names: Mapping[str, str], row: Reason) -> dict[str, str]:
    foes = ", ".join(names.get(foe, "?") for foe in row.opponents)
    words = {"round": row.round, "team": foes}
    label = _("Round %(round)s: %(team)s") % words if foes else _("Round %(round)s: without a match") % words
    return {"label": label, "value": shown(row.top, row.bottom)}


def _round(found: Teams, words: Any, one: TeamRound) -> dict[str, Any]:
    return {
        "round": one.round,
        "bye": found.names.get(one.bye, "?") if one.bye else "",
        "matches": [_match(found, words, match) for match in one.matches],
    }


def _match(found: Teams, words: Any, match: TeamMatch) -> dict[str, Any]:
    return {
        "table": match.table,
        "tables": _tables(found, match),
        "dispute": _dispute(found, match),
        "teams": [found.names.get(team, "?") for team in match.sides.values()],
        "points": match.points,
        "match_points": match.match_points,
        "step": steps().get(match.step or "", ""),
        "told": [found.names.get(match.sides[side], "?") for side in match.told],
        "defenders": [found.names.get(player, "?") for player in match.defenders.values()],
        "attackers": [[found.names.get(p, "?") for p in players] for players in match.attackers.values()],
        "boards": [
            {
                "table": board.table,
                "match": board.match,
                "names": [", ".join(found.names.get(p, "?") for p in side) for side in board.sides.values()],
                "score": _score(words, board.result, board.sides),
            }
            for board in match.boards
        ],
    }


def _tables(found: Teams, match: TeamMatch) -> str:
    """Where the two teams go: “4–6”, also before their boards are paired."""
    known = [board.table for board in match.boards if board.table]
    numbers = sorted(known or (found.plan.tables(match.table) if found.plan else [match.table]))
    whole = numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 1
    return f"{numbers[0]}–{numbers[-1]}" if whole else ", ".join(map(str, numbers))


def _dispute(found: Teams, match: TeamMatch) -> dict[str, str] | None:
    """{"whose", "reason"}: which captain says that the sheet is wrong, and why."""
    told = match.disputed
    return None if told is None else {"whose": found.names.get(told.player, "?"), "reason": told.reason or ""}


def _score(words: Any, result: Mapping[str, Any] | None, sides: Iterable[str]) -> str:
    """`3 : 1`; of a game that counts no points who wins."""
    if not result:
        return ""
    if "award" in result:
        return awards()[result["award"]]
    if not words.POINTS:
        return str(words.result_words(result["winner"], language()))
    return " : ".join(str(result["vp"].get(side, 0)) for side in sides)


def _boards(found: Teams) -> list[dict[str, Any]]:
    """The players by board: [{"board", "rows"}], the substitutes (0) last."""
    grouped: dict[int, list[dict[str, Any]]] = {}
    for one in found.boards:
        row: dict[str, Any] = {"place": one.place, "points": one.points, "played": one.played}
        row |= {"player": found.names.get(one.player, "?"), "team": found.names.get(one.team, "?")}
        grouped.setdefault(one.board, []).append(row)
    for rows in grouped.values():
        held = Counter(row["place"] for row in rows if row["played"])
        for row in rows:
            row["shared"] = held[row["place"]] > 1
    return [{"board": board, "rows": rows} for board, rows in grouped.items()]


def round_of_teams(event: UUID, viewer: Viewer, number: int) -> dict[str, Any]:
    """{"team_matches", "team_bye", "team_places"}: a round of teams as the viewer may see it, and their standings once
    a match of teams has a result; nothing where players play for themselves.
    """
    shown_here = shown_teams(event, viewer)
    told: dict[str, Any] = next((one for one in shown_here["team_rounds"] if one["round"] == number), {})
    return {
        "team_matches": told.get("matches", []),
        "team_bye": told.get("bye", ""),
        "team_places": shown_here["places"] if is_ranked(shown_here) else [],
    }


def is_ranked(teams: Mapping[str, Any]) -> bool:
    """Whether any match of teams has a result: before it all places are the same. `teams`: of `shown_teams`."""
    return any(match["points"] for one in teams["team_rounds"] for match in one["matches"])
