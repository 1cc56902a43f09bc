"""The judge of warbands: every check over every list that a player hands in (BUS-ROSTER, BUS-TOUR-23 to -26).

A roster's body is `{"faction": name, "models": [id or {"profile", "count", "enhancements"}], "cards": [ids], ...}`;
see `body.py`. `options` are the terms of an event, in the form of `body.Terms`: they win over the body's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from games.bushido.roster.body import Body, Terms
from games.bushido.roster.models import check_models
from games.bushido.roster.price import check_price, rice_left
from games.bushido.roster.scenario import check_scenario_list
from games.bushido.roster.specials import check_specials
from games.bushido.roster.themes import check_theme
from games.bushido.roster.variants import check_decks, check_variant, lists_of
from games.bushido.roster.warband import Found, Said, Unknown
from games.ruleset import Cards, Roster, RosterReport, RuleViolation

CHECKS: tuple[Callable[[Found], Said], ...] = (
    check_models,
    check_theme,
    check_specials,
    check_price,
    check_decks,
    check_scenario_list,
)


def check_roster(roster: Roster, cards: Cards, options: Mapping[str, Any] | None = None) -> RosterReport:
    """Every violation; unknown facts are warnings. WL-ROS-01: a body, terms or cards of another form."""
    try:
        body = msgspec.convert(roster.body, Body)
        terms = _terms(body, options)
        lists = lists_of(body, terms, body.known(cards))
    except msgspec.ValidationError as error:
        return RosterReport((RuleViolation("WL-ROS-01", {"problem": str(error)}),))
    said = [
        *_other_limit(body, terms),
        *check_variant(body, terms, lists),
        *(one for found in lists for check in CHECKS for one in check(found)),
    ]
    violations = [one for one in said if isinstance(one, RuleViolation)]
    unknown = [one for one in said if isinstance(one, Unknown)]
    return RosterReport(tuple(violations), (*_unchecked(unknown), *_unspent(lists, violations)))


def _terms(body: Body, options: Mapping[str, Any] | None) -> Terms:
    told = {**msgspec.to_builtins(body.terms), **(options or {})}
    return msgspec.convert(told, Terms)


def _other_limit(body: Body, terms: Terms) -> Iterable[RuleViolation]:
    """BUS-ROSTER-01: a list that says to what limit it was built, when the event plays to another."""
    told = body.terms.rice_limit
    if told not in (terms.rice_limit, Terms().rice_limit):
        repair = {"agree_on": terms.rice_limit}
        params = {"list": "warband_list", "told": told, "expected": terms.rice_limit, "repair": repair}
        yield RuleViolation("BUS-ROSTER-01", params)


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
