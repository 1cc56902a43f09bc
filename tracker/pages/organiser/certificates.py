"""A draw in words: its certificate and its warnings. Shown by the round builder; `why` answers why two meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tracker.commands.warned import criteria
from tracker.pages.event.formats import FORMATS
from tracker.pages.event.tables import TableView
from tracker.pairing.structs import BYE, ORDER, REMATCHES, SCORE, Certificate, Reason
from tracker.rulesets.tournament.state import Round


def _costs(certificate: Certificate) -> list[dict[str, Any]]:
    """What the draw costs: repeated meetings, the bye, points, then every wish by its own name.

    The least possible is that of the whole draw: a proof of it makes each figure the least that the earlier ones allow.
    """
    proved = certificate.proof != "window"
    words = criteria()
    rows = [
        {
            "name": words[key],
            "cost": certificate.cost.get(key, 0),
            "least": certificate.cost.get(key, 0) if proved else certificate.bound.get(key, 0),
        }
        for key in (REMATCHES, BYE, SCORE)
    ]
    told = certificate.reasons
    wishes = (
        (_("tables of one club"), sum(reason.club for reason in told)),
        (_("tables of one town"), sum(reason.town for reason in told)),
        (_("tables of two who wished not to meet"), sum(reason.friends for reason in told)),
        (_("tables of two who both had a bye"), sum(reason.byes for reason in told)),
        (_("games by which sides grow more uneven"), sum(reason.sides for reason in told)),
        (_("players on one side a third time running"), sum(reason.thirds for reason in told)),
        (_("players paired down a second time"), sum(reason.downs for reason in told)),
    )
    found: list[dict[str, Any]] = [
        *rows,
        *({"name": name, "cost": cost, "least": cost if proved else ""} for name, cost in wishes),
    ]
    if ORDER in certificate.cost:
        cost, least = certificate.cost[ORDER], certificate.bound.get(ORDER, 0)
        found.append({"name": words[ORDER], "cost": cost, "least": cost if proved else least})
    return found


def reached(certificate: Certificate) -> tuple[list[str], list[str]]:
    """The criteria that are proved to be at their least, and those that are not, in their order.

    The bound of a criterion supposes that all earlier ones are at theirs: behind the first that is not, none is proved.
    """
    words = [key for key in criteria() if key in certificate.cost]
    if certificate.proof != "window":
        return words, []
    above = (at for at, key in enumerate(words) if certificate.cost[key] != certificate.bound.get(key, 0))
    first = next(above, len(words))
    return words[:first], words[first:]


def unproved(certificate: Certificate) -> str:
    """What was proved of a draw, and what no recomputation of it can show."""
    words, (proved, left) = criteria(), reached(certificate)
    if not left:
        return _(
            "Proved is that this is the best draw for what was known: results, clubs, byes and wishes as they are "
            "entered here, wishes counted together by their weights. Whether these were entered rightly no draw can "
            "prove."
        )
    told = {"left": ", ".join(words[key] for key in left), "proved": ", ".join(words[key] for key in proved)}
    if not proved:
        return _("Of so large a field this is not proved to be the least: %(left)s.") % told
    return (
        _("Proved to be the least that is possible: %(proved)s. Not proved of so large a field: %(left)s.")
        % told
    )


def certificate_view(round_: Round, found: list[TableView], teams: Mapping[str, str]) -> dict[str, Any]:
    """Costs by criterion against the least possible, the proof, and a warning for every pair that costs something.

    `teams`: the names of those that meet; their matches have no table of their own."""
    certificate = round_.certificate
    assert certificate is not None
    names = {table.number: " – ".join(side.names for side in table.sides) for table in found}
    names |= {
        one.table: " – ".join(teams.get(team, "?") for team in one.sides.values()) for one in round_.teams
    }
    return {
        "seed": certificate.seed,
        "algorithm": method(certificate.algorithm),
        "origin": _origin(round_),
        "proof": proofs()[certificate.proof],
        "unproved": unproved(certificate),
        **_told_apart(_costs(certificate)),
        "warnings": [
            {
                "table": "" if round_.teams else reason.table,
                "pair": names.get(reason.table, ""),
                "words": words,
            }
            for reason in certificate.reasons
            if (words := _warnings(reason))
        ],
    }


def method(algorithm: str) -> str:
    """`Swiss, version 5` of `swiss/5`: who draws again by the seed needs the same one."""
    name, _slash, version = algorithm.partition("/")
    if name not in FORMATS or not version:
        return algorithm
    return _("%(format)s, version %(version)s") % {"format": FORMATS[name], "version": version}


def _told_apart(costs: list[dict[str, Any]]) -> dict[str, Any]:
    """{"costs", "none"}: what the draw costs anything of, or what it always tells, and the names of all else."""
    told = [row for at, row in enumerate(costs) if at == 0 or row["cost"] or row["least"]]
    return {"costs": told, "none": [row["name"] for row in costs if row not in told]}


def _origin(round_: Round) -> str:
    """Who chose the seed: nobody, or somebody with a reason. Empty for draws that were never asked."""
    if round_.committed:
        return _(
            "Nobody chose it: the server was bound to its part before this round could be drawn, and the log gave "
            "the other part."
        )
    return _("Chosen by hand. Reason: %(reason)s") % {"reason": round_.reason} if round_.reason else ""


def proofs() -> dict[str, str]:
    """How far the draw is proven best."""
    return {
        "complete": _("Every legal pair was weighed: there is no better draw."),
        "bound": _("It costs no more than the least that is possible: no better draw exists."),
        "window": _("The best one found among neighbours in the standings; a better one is not ruled out."),
    }


def _warnings(reason: Reason) -> list[str]:
    words = []
    if reason.met:
        words.append(_("have met before"))
    if reason.club:
        words.append(_("same club"))
    if reason.byes:
        words.append(_("both had a bye"))
    if reason.thirds:
        words.append(_("one side a third time running"))
    if reason.downs:
        words.append(_("paired down a second time"))
    return words
