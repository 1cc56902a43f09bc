"""The judge of warbands: every check over every list that a player hands in (BUS-ROSTER, BUS-TOUR-23 to -26).

A roster's body is `{"faction": name, "models": [id or {"profile", "count", "enhancements"}], "cards": [ids], ...}`;
see `body.py`. The terms of an event come in with the body (`games.bushido.opening.at_event`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.bushido.roster.body import Body
from games.bushido.roster.models import check_models
from games.bushido.roster.price import check_price, rice_left
from games.bushido.roster.scenario import check_scenario_list
from games.bushido.roster.specials import check_specials
from games.bushido.roster.themes import check_theme
from games.bushido.roster.variants import check_decks, check_variant, lists_of
from games.bushido.roster.warband import Found, Said, Unknown
from games.ruleset import Cards, RosterReport, RuleViolation

CHECKS: tuple[Callable[[Found], Said], ...] = (
    check_models,
    check_theme,
    check_specials,
    check_price,
    check_decks,
    check_scenario_list,
)


def list_report(body: Body, cards: Cards) -> RosterReport:
    """Every violation; unknown facts are warnings. Raises `msgspec.ValidationError` for cards of another form."""
    lists = lists_of(body, body.known(cards))
    said = [
        *check_variant(body, lists),
        *(one for found in lists for check in CHECKS for one in check(found)),
    ]
    violations = [one for one in said if isinstance(one, RuleViolation)]
    unknown = [one for one in said if isinstance(one, Unknown)]
    return RosterReport(tuple(violations), (*_unchecked(unknown), *_unspent(lists, violations)))


def _unchecked(unknown: Iterable[Unknown]) -> Iterable[RuleViolation]:
    """BUS-LOG-08: for each card what is unknown of it, and which rules need it."""
    told: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for one in unknown:
        facts, rules = told.setdefault(one.card, ({}, {}))
        facts[one.fact] = rules[one.rule] = None
    for card, (facts, rules) in told.items():
        yield RuleViolation("BUS-LOG-08", {"card": card, "facts": [*facts], "rules": [*rules]})


def _unspent(lists: Iterable[Found], violations: list[RuleViolation]) -> Iterable[RuleViolation]:
    """BUS-ROSTER-02: rice that is left over is legal, and worth a word."""
    for found in lists:
        left = rice_left(found)
        if left is not None and left > 0 and not violations:
            told = {"told": found.rice - left, "limit": found.rice, "by": found.limit_by}
            yield found.refuse("BUS-ROSTER-02", {"rice_left": left}, **told, left=left)
