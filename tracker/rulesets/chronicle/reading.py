"""Reads a club's campaign from TOML and checks it whole: every error at once, each with its line (CHR-DEF rules).

No expression, loop or script: a table may lead to another, never in a circle, so that every definition ends. Called by
the rules when a campaign is created, and by the preview of the page that creates one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from games.campaigns import Campaigns
from games.registry import SYSTEMS, TABLES
from games.rulebook import Text
from games.ruleset import RuleViolation
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Definition
from tracker.rulesets.chronicle.reading_ends import check_ends
from tracker.rulesets.chronicle.reading_links import links, tables_of_day
from tracker.rulesets.chronicle.reading_rules import Rules
from tracker.rulesets.chronicle.reading_values import KEY, MOST_NUMBER
from tracker.rulesets.chronicle.world import ACCEPTED, DECLINED

LENGTH = 40_000
MOST_DICE, MOST_FACES = 3, 20
DICE = re.compile(r"([1-9])d([1-9]\d?)")
ROW = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
AT_LINE = re.compile(r"at line (\d+)")
HEAD = re.compile(r"\s*\[([^\[\]]+)\]")
ENTRY = re.compile(r"\s*([A-Za-z0-9_\"'-]+)\s*=")
SECTIONS = "campaign tally mark place table rule shop limit chapter link ending finish".split()
TOP = "key system name about players options cycles challenge late fixtures dice tables".split()
ROUND_ROBIN = "round_robin"
RANKED = ("places", "wins", "matches")
RANKED_DAYS = ("tables_won", "vp_difference", "vp")


@lru_cache(maxsize=64)
def read(text: str, *, is_day: bool = False) -> tuple[Definition | None, tuple[RuleViolation, ...]]:
    """The definition, or all that is wrong with it. `is_day`: tables that are linked while they are played."""
    if len(text) > LENGTH:
        return None, (RuleViolation("CHR-DEF-01", {"line": 1, "why": f"> {LENGTH}"}),)
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = AT_LINE.search(str(error))
        return None, (RuleViolation("CHR-DEF-01", {"line": int(line[1]) if line else 1, "why": str(error)}),)
    reader = Reader(told, _lines(text), is_day)
    try:
        found = reader.definition()
    except (TypeError, ValueError, AttributeError, KeyError):  # a list where a name belongs, and the like
        found = None
        reader.wrong("CHR-DEF-02", wanted="...")
    faults = tuple(sorted(reader.faults, key=lambda one: one.params["line"]))
    return (None if faults else found), faults


def definition_of(text: str) -> Definition:
    """A definition that was checked when it was logged. Raises `ValueError` for another."""
    found, faults = read(text)
    if found is None:
        raise ValueError(f"no campaign: {faults[0].rule} at line {faults[0].params['line']}")
    return found


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """(section, ...) or (section, ..., key) -> its line."""
    found: dict[tuple[str, ...], int] = {}
    section: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if head := HEAD.fullmatch(line.split("#")[0].rstrip()):
            section = tuple(part.strip().strip("\"'") for part in head[1].split("."))
            found.setdefault(section, number)
        elif entry := ENTRY.match(line):
            found.setdefault((*section, entry[1].strip("\"'")), number)
    return found


class Reader(Rules):
    """Builds a definition and notes what is wrong on the way."""

    def definition(self) -> Definition | None:
        self._sections()
        head = self.told.get("campaign")
        if not isinstance(head, dict):
            self.wrong("CHR-DEF-02", wanted="[campaign]")
            return None
        self.fields(head, *TOP)
        if not self._is_of_a_game(head):
            return None
        day = tables_of_day(self)
        self.solo = self.number(head, "players", 2, 1) == 1
        parts: dict[str, Any] = {
            "tallies": self.tallies(),
            "marks": self.marks(),
            "places": self.places(),
            "tables": self.tables(),
            "rules": self.rules(),
            "shop": self.shop(),
            "limits": self.limits(),
            "chapters": self.chapters(),
            "day": day,
            "links": links(self, day),
        }
        check_ends(self, parts)
        return Definition(**self.head(head, str(head["system"])), **parts, **self.finish(parts))

    def _sections(self) -> None:
        """CHR-DEF-04: nothing stands in the file that nobody reads."""
        for name in self.told:
            self.at = (name,)
            if name not in SECTIONS:
                self.wrong("CHR-DEF-04", told=name, legal=get_close_matches(name, SECTIONS, 1) or SECTIONS)
        self.at = ("campaign",)

    def _is_of_a_game(self, head: Mapping[str, Any]) -> bool:
        """Whether the game publishes facts for campaigns, of this kind (CHR-DEF-15): then its names are at hand."""
        system = head.get("system")
        publishing = {key: one for key, one in SYSTEMS.items() if one.campaigns is not None}
        if system not in publishing:
            self.at = ("campaign", "system")
            self.wrong_value(system, publishing)
            return False
        self.published = publishing[system].campaigns or Campaigns()
        self.scenarios = publishing[system].scenarios
        if self.published.only_days and not self.is_day:
            self.at = ("campaign", "system")
            others = [key for key, one in publishing.items() if one.campaigns and not one.campaigns.only_days]
            self.wrong("CHR-DEF-15", game=system, legal=others)
            return False
        if self.is_day != ("tables" in head):
            self.at = ("campaign", "system" if self.is_day else "tables")
            self.wrong("CHR-DEF-15", **{"untabled" if self.is_day else "tables": str(head.get("key", ""))})
            return False
        return True

    def head(self, told: Mapping[str, Any], system: str) -> dict[str, Any]:
        """What stands in `[campaign]`: name, players, and how its cycles, challenges and latecomers are."""
        return {
            **self._cycles(told),
            **self._challenge(told),
            **self._late(told),
            **self._dice(told),
            **self._named(told, system),
        }

    def _cycles(self, told: Mapping[str, Any]) -> dict[str, Any]:
        self.at = ("campaign", "cycles")
        cycles = self.table_of(told, "cycles")
        self.fields(cycles, "count", "days", "matches")
        matches = self.table_of(cycles, "matches")
        self.fields(matches, "min", "max")
        return {
            "cycles": self.number(cycles, "count", 0, 0),
            "days": self.number(cycles, "days", 7, 1),
            "most_matches": self.number(matches, "max", 0, 0),
        }

    def _challenge(self, told: Mapping[str, Any]) -> dict[str, Any]:
        self.at = ("campaign", "challenge")
        challenge = self.table_of(told, "challenge")
        self.fields(challenge, "days", "unanswered", "stake")
        has_stake = challenge.get("stake") is not None
        return {
            "challenge_days": self.number(challenge, "days", 0, 0),
            "unanswered": self.one_of(challenge, "unanswered", [DECLINED, ACCEPTED], DECLINED),
            "stake": has_stake and bool(self.one_of(challenge, "stake", ["place"], "place")),
        }

    def _late(self, told: Mapping[str, Any]) -> dict[str, Any]:
        self.at = ("campaign", "late")
        late = self.table_of(told, "late")
        self.fields(late, "give", "of", "until_cycle")
        if late:
            self.one_of(late, "give", ["median"], "median")
        of = tuple(late.get("of", ())) if isinstance(late.get("of", []), list) else ()
        for one in of:
            self.tally_of(one, "roster")
        return {"late_of": of, "late_until": self.number(late, "until_cycle", 0, 0)}

    def _dice(self, told: Mapping[str, Any]) -> dict[str, Any]:
        self.at = ("campaign", "dice")
        fixtures = self.one_of(told, "fixtures", ["", ROUND_ROBIN], "")
        dice = self.one_of(told, "dice", ["server_or_typed", "server", "typed"], "server_or_typed")
        return {"fixtures": fixtures, "typed_dice": dice != "server", "server_dice": dice != "typed"}

    def _named(self, told: Mapping[str, Any], system: str) -> dict[str, Any]:
        self.at = ("campaign", "key")
        key = told.get("key")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            self.wrong("CHR-DEF-03", told=str(key), legal=["a-z 0-9 _ -"])
        self.at = ("campaign", "options")
        options = self.table_of(told, "options")
        self.fields(options, *_options(system))
        self.at = ("campaign", "name")
        return {
            "key": str(key),
            "name": self.words(told, "name", str(key)),
            "about": self.text(told["about"]) if "about" in told else None,
            "system": system,
            "players": self.number(told, "players", 0, 0),
            "options": options,
        }

    def tallies(self) -> dict[str, made.Tally]:
        found = {}
        for key, told in self.section("tally").items():
            self.at = ("tally", key)
            self.fields(told, "name", "of", "start", "min", "max")
            of = self.one_of(told, "of", ["roster", "fighter", "campaign"], "roster")
            low, high = self.number(told, "min", 0), self.number(told, "max", MOST_NUMBER)
            start = self.number(told, "start", 0)
            if not low <= start <= high:
                self.wrong("CHR-DEF-02", wanted="min <= start <= max")
            found[key] = made.Tally(self.words(told, "name", key), of, start, low, high)
        return found

    def marks(self) -> dict[str, made.Mark]:
        found = {}
        for key, told in self.section("mark").items():
            self.at = ("mark", key)
            self.fields(told, "name", "of", "ends", "lever", "limit", "then")
            self.one_of(told, "of", ["fighter"], "fighter")
            lever, value = self.lever(told.get("lever"), "fighter")
            limit = self.number(told, "limit", 1, 1) if "limit" in told else None
            then = self.effects([told["then"]], "fighter") if "then" in told else ()
            ends = self.one_of(told, "ends", ["", "cycle_end"], "")
            found[key] = made.Mark(self.words(told, "name", key), ends, lever, value, limit, then)
        return found

    def places(self) -> dict[str, made.Place]:
        told_places, found = self.section("place"), {}
        for key, told in told_places.items():
            self.at = ("place", key)
            self.fields(told, "name", "edges", "income", "at")
            edges = told.get("edges", [])
            for other in edges if isinstance(edges, list) else [edges]:
                if other not in told_places or other == key:
                    self.wrong_value(other, [one for one in told_places if one != key])
                elif key not in told_places[other].get("edges", ()):
                    self.wrong("CHR-DEF-07", told=key, other=other)
            at = told.get("at", [None, None])
            if not (
                isinstance(at, list) and len(at) == 2 and all(one is None or 0 <= one <= 100 for one in at)
            ):
                self.wrong("CHR-DEF-02", wanted="at = [0 ... 100, 0 ... 100]")
                at = [None, None]
            income = tuple(self.amounts(told.get("income", {}), ("roster", "campaign")))
            found[key] = made.Place(self.words(told, "name", key), tuple(edges), income, *at)
        return found

    def tables(self) -> dict[str, made.Table]:
        found = {}
        for key, told in self.section("table").items():
            self.at = ("table", key)
            count, faces = self.dice(told.get("dice"))
            by = self.one_of(told, "by", ["player", "arbitrator"], "player")
            rows = self.rows(key, told, range(count, count * faces + 1) if count else range(0))
            self.at = ("table", key)
            if not count and len(rows) < 2:
                self.wrong("CHR-DEF-02", wanted="2 ...")
            found[key] = made.Table(self.words(told, "name", key), rows, count, faces, by)
        return found

    def rows(self, key: str, told: Mapping[str, Any], results: range) -> tuple[made.Row, ...]:
        """The rows of a table. `results` of its dice, each of which one row is for (CHR-DEF-08); empty without dice."""
        rows: list[made.Row] = []
        taken: set[int] = set()
        names = told.get("names", {})
        for name, effects in told.items():
            if name in ("dice", "by", "name", "names"):
                continue
            self.at = ("table", key, name)
            span = ROW.fullmatch(name) if results else None
            if results and span is None:
                self.wrong("CHR-DEF-03", told=name, legal=[f"{results[0]} ... {results[-1]}"])
                continue
            low = int(span[1]) if span else 0
            high = int(span[2] or span[1]) if span else 0
            for result in range(low, high + 1) if results else ():
                if result in taken or result not in results:
                    self.wrong("CHR-DEF-08", told=result)
                taken.add(result)
            title = self.words(names if isinstance(names, dict) else {}, name, name)
            rows.append(made.Row(name, title, self.effects(effects, "fighter"), low, high))
        self.at = ("table", key)
        for result in results:
            if result not in taken:
                self.wrong("CHR-DEF-08", told=result)
        return tuple(rows)

    def dice(self, told: Any) -> tuple[int, int]:
        if told is None:
            return 0, 0
        match = DICE.fullmatch(told) if isinstance(told, str) else None
        if match is None or int(match[1]) > MOST_DICE or not 2 <= int(match[2]) <= MOST_FACES:
            self.wrong("CHR-DEF-03", told=str(told), legal=["1d6", "2d6", "1d10"])
            return 1, 6
        return int(match[1]), int(match[2])

    def shop(self) -> dict[str, made.Item]:
        found = {}
        for key, told in self.section("shop").items():
            self.at = ("shop", key)
            self.fields(told, "name", "cost", "do")
            cost = tuple(self.amounts(told.get("cost", {}), ("roster", "fighter")))
            known = self.told.get("tally", {})
            kinds = {known[name].get("of", "roster") for name, _value in cost}
            if len(kinds) > 1:
                self.wrong("CHR-DEF-02", wanted="cost: roster | fighter")
            of = "fighter" if "fighter" in kinds else "roster"
            found[key] = made.Item(self.words(told, "name", key), of, cost, self.effects(told.get("do"), of))
        return found

    def limits(self) -> dict[str, made.Limit]:
        found = {}
        for key, told in self.section("limit").items():
            self.at = ("limit", key)
            self.fields(told, "name", "base", "per_cycle", "lever")
            lever, _value = self.lever(told.get("lever", "-"), "match")
            numbers = self.number(told, "base", 0), self.number(told, "per_cycle", 0)
            found[key] = made.Limit(self.words(told, "name", key), *numbers, lever)
        return found

    def chapters(self) -> dict[str, made.Chapter]:
        section, found = self.section("chapter"), {}
        default = section.pop("default", {})
        for key, own in section.items():
            self.at = ("chapter", key)
            self.fields(own, "name", "text", "start", "won", "lost", "do", "retry", "out", "scenario")
            played = "do" not in own
            told = {**(default if played else {}), **own}
            out = told.get("out", "")
            if out:
                self.target("chapter", out)
            scenario = told.get("scenario")
            known = SYSTEMS[str(self.told["campaign"]["system"])].scenarios
            if scenario is not None and scenario not in known:
                self.wrong_value(scenario, known)
            found[key] = made.Chapter(
                self.words(told, "name", key),
                self.text(told["text"]) if "text" in told else None,
                told.get("start") is True,
                self.effects(told.get("won", []), "side"),
                self.effects(told.get("lost", []), "side"),
                self.effects(told.get("do", []), "side"),
                self.number(told, "retry", 0, 0),
                str(out),
                scenario,
            )
        return found

    def finish(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        self.at = ("finish",)
        told = self.table_of(self.told, "finish")
        self.fields(told, "after", "when", "ending", "rank")
        after = self.one_of(told, "after", ["", "tables" if self.is_day else "cycles"], "")
        when = self.table_of(told, "when")
        self.fields(when, "tally", "at_most")
        if when:
            self.tally_of(when.get("tally"), "roster", "fighter", "campaign")
        cycles = self.table_of(self.told["campaign"], "cycles").get("count", 0)
        if not (after and (cycles or self.is_day)) and not parts["chapters"]:
            self.wrong("CHR-DEF-12", told="finish")
        self.at = ("finish", "rank")
        rank = told.get("rank", [])
        for one in rank if isinstance(rank, list) else []:
            if one not in (RANKED_DAYS if self.is_day else RANKED):
                self.tally_of(one, "roster")
        endings = {}
        for key, value in self.table_of(self.told, "ending").items():
            self.at = ("ending", key)
            endings[key] = self.text(value) or Text(key, key)
        return {
            "endings": endings,
            "after_cycles": after == "cycles",
            "end_tally": str(when.get("tally", "")),
            "end_at_most": self.number(when, "at_most", 0),
            "end": str(told.get("ending", "")),
            "rank": tuple(rank) if isinstance(rank, list) else (),
        }


def _options(system: str) -> tuple[str, ...]:
    """What may be chosen for the matches of a campaign, as for those of any event."""
    return TABLES[system].options
