"""Teams and pools of champions: all violations of the rules of selection (SFB-ROSTER-02, -03, -09, SFB-MODE-03, -06).

A roster's body is `{"mode": "duel", "use": "team", "champions": [slugs]}`. Called by `rules.py` for every form and
command line that checks one, and by `opening.py` that brings it into a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from games.gaps import some
from games.judging import repeated
from games.rulebook import Text
from games.ruleset import Cards, RosterReport, RuleViolation
from games.super_fantasy_brawl.cards import edition_of
from games.super_fantasy_brawl.chapters.selection import check_names
from games.super_fantasy_brawl.definitions import Champion, Name
from games.super_fantasy_brawl.facts import CHAMPIONS, MODES, Mode

USES = {
    "team": Text("the team of every match", "команда для всех партий"),
    "pool": Text("the pool of a competitive draft", "набор для турнирного драфта"),
}
"""What a list may be for."""


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The champions of one player: the team of every match, or the pool that a competitive draft is made from."""

    champions: tuple[Name, ...]
    mode: Mode = "duel"
    use: Literal["team", "pool"] = "team"


def size_of(body: Body) -> int:
    """How many champions belong into it."""
    mode = MODES[body.mode]
    return mode.team if body.use == "team" else mode.tournament_pool


def list_report(body: Body, cards: Cards) -> RosterReport:
    """Every violation; champions of which nothing is known are warnings. Raises `msgspec.ValidationError` for cards of
    another form."""
    return RosterReport(tuple(_violations(body)), tuple(_unknown(body, edition_of(cards).champions)))


def _violations(body: Body) -> Iterator[RuleViolation]:
    """SFB-LOG-02, SFB-ROSTER-02, -03, -09; SFB-MODE-03, -06 for four players."""
    team, duel = body.use == "team", body.mode == "duel"
    size, told = size_of(body), list(body.champions)
    rule = (
        ("SFB-ROSTER-02" if duel else "SFB-MODE-03") if team else ("SFB-ROSTER-09" if duel else "SFB-MODE-06")
    )
    yield from check_names(body.champions)
    if len(told) != size:
        yield RuleViolation(rule, {"expected": size, "told": some(told)})
    twice = sorted(repeated(told))
    again = "SFB-ROSTER-03" if team and duel else rule
    for slug in twice:
        pool = {} if team else {"expected": size}
        yield RuleViolation(again, {"champion": slug, **pool} if team else {**pool, "twice": [slug]})


def _unknown(body: Body, champions: dict[str, Champion]) -> Iterator[RuleViolation]:
    """SFB-LOG-05: neither of the edition nor of the core box: its cards and values are not checked."""
    for slug in dict.fromkeys(body.champions):
        if slug not in champions and slug not in CHAMPIONS:
            yield RuleViolation("SFB-LOG-05", {"champion": slug})


def slug_of(name: str) -> str:
    """A champion's slug from its name as it was typed; a name of the core box in either language is known."""
    for slug, one in CHAMPIONS.items():
        if name.casefold() in (slug, one.name.en.casefold(), one.name.ru.casefold()):
            return slug
    return re.sub(r"\W+", "_", name.casefold()).strip("_") or name


def called(slug: str, names: Mapping[str, Text]) -> Text:
    """A champion's name; of one that nothing is known of the words of its slug, which is all that was kept of it."""
    words = slug.replace("_", " ").strip()
    return names.get(slug) or Text(*2 * [words[:1].upper() + words[1:] or slug])


def champion_names(cards: Cards) -> dict[str, Text]:
    """The champions of an edition, and those of the core box."""
    found = {
        slug: Text(str(card["name"]), str(card.get("name_ru") or card["name"]))
        for slug, card in cards.items()
        if card.get("kind") == "champion" and card.get("name")
    }
    return {**found, **{slug: one.name for slug, one in CHAMPIONS.items() if slug not in found}}
