"""Reads a club's campaign from TOML and checks it whole: every error at once, each with its line (CHR-DEF rules).

No expression, loop or script: a table may lead to another, never in a circle, so that every definition ends. Called by
the rules when a campaign is created, and by the preview of the page that creates one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from games.campaigns import Campaigns, FactKind, facts_of
from games.registry import SYSTEMS, TABLES
from games.rulebook import Text
from games.ruleset import RuleViolation
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Definition, Effect, Effects, Test
from tracker.rulesets.chronicle.reading_links import links, tables_of_day
from tracker.rulesets.chronicle.world import ACCEPTED, DECLINED

LENGTH = 40_000
MOST_DICE, MOST_FACES, MOST_NUMBER = 3, 20, 9999
KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")
DICE = re.compile(r"([1-9])d([1-9]\d?)")
ROW = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?")
AT_LINE = re.compile(r"at line (\d+)")
HEAD = re.compile(r"\s*\[([^\[\]]+)\]")
ENTRY = re.compile(r"\s*([A-Za-z0-9_\"'-]+)\s*=")
SECTIONS = "campaign tally mark place table rule shop limit chapter link ending finish".split()
TOP = "key system name about players options cycles challenge late fixtures dice tables".split()
TARGETS = {
    "add": "tally",
    "spend": "tally",
    "mark": "mark",
    "clear": "mark",
    "roll": "table",
    "choose": "table",
}
TARGETS |= {"open": "chapter", "close": "chapter"}
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


class Reader:
    """Builds a definition and notes what is wrong on the way. `at` is the place in the file that is looked at."""

    def __init__(self, told: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], is_day: bool) -> None:
        self.told, self.lines, self.is_day = told, lines, is_day
        self.faults: list[RuleViolation] = []
        self.at: tuple[str, ...] = ("campaign",)
        self.published = Campaigns()
        self.solo = False
        self.scenarios: Mapping[str, Any] = {}

    def wrong(self, rule: str, **params: Any) -> None:
        path = self.at
        while path and path not in self.lines:
            path = path[:-1]
        where = ".".join(self.at)
        self.faults.append(RuleViolation(rule, {"line": self.lines.get(path, 1), "where": where, **params}))

    def wrong_value(self, told: Any, legal: Iterable[Any]) -> None:
        known = [str(one) for one in legal]
        near = get_close_matches(str(told), known, 1)
        self.wrong("CHR-DEF-03", told=str(told), legal=near or known)

    # --- values ------------------------------------------------------------------------------------------

    def section(self, name: str) -> dict[str, dict[str, Any]]:
        """A section of tables by key; what is none is noted and left out."""
        found = self.told.get(name, {})
        self.at = (name,)
        if not isinstance(found, dict):
            self.wrong("CHR-DEF-02", wanted="[...]")
            return {}
        good = {}
        for key, value in found.items():
            self.at = (name, key)
            if not KEY.fullmatch(key):
                self.wrong("CHR-DEF-03", told=key, legal=["a-z 0-9 _ -"])
            elif not isinstance(value, dict):
                self.wrong("CHR-DEF-02", wanted="{...}")
            else:
                good[key] = value
        return good

    def fields(self, told: Mapping[str, Any], *known: str) -> None:
        """Notes what nobody reads: a misspelt field must not pass in silence."""
        for name in told:
            if name not in known:
                before, self.at = self.at, (*self.at, name)
                self.wrong("CHR-DEF-04", told=name, legal=get_close_matches(name, known, 1) or list(known))
                self.at = before

    def number(self, told: Mapping[str, Any], name: str, default: int, low: int = -MOST_NUMBER) -> int:
        value = told.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= MOST_NUMBER:
            self.wrong("CHR-DEF-02", wanted=f"{name}: {low} ... {MOST_NUMBER}")
            return default
        return value

    def one_of(self, told: Mapping[str, Any], name: str, legal: Iterable[str], default: str) -> str:
        value = told.get(name, default)
        if value not in (known := tuple(legal)):
            self.wrong_value(value, known)
            return default
        return str(value)

    def words(self, told: Mapping[str, Any], name: str, default: str) -> Text:
        """A text in both languages; without one its key stands for it."""
        value = told.get(name)
        if value is None:
            plain = default.replace("_", " ").replace("-", " ")
            return Text(plain, plain)
        return self.text(value) or Text(default, default)

    def text(self, value: Any) -> Text | None:
        if (
            isinstance(value, dict)
            and value.keys() == {"en", "ru"}
            and all(isinstance(one, str) and 0 < len(one) <= 2000 for one in value.values())
        ):
            return Text(value["en"], value["ru"])
        self.wrong("CHR-DEF-05")
        return None

    # --- the whole ---------------------------------------------------------------------------------------

    def definition(self) -> Definition | None:
        for name in self.told:
            self.at = (name,)
            if name not in SECTIONS:
                self.wrong("CHR-DEF-04", told=name, legal=get_close_matches(name, SECTIONS, 1) or SECTIONS)
        self.at = ("campaign",)
        head = self.told.get("campaign")
        if not isinstance(head, dict):
            self.wrong("CHR-DEF-02", wanted="[campaign]")
            return None
        self.fields(head, *TOP)
        system = head.get("system")
        publishing = {key: one for key, one in SYSTEMS.items() if one.campaigns is not None}
        if system not in publishing:
            self.at = ("campaign", "system")
            self.wrong_value(system, publishing)
            return None
        self.published = publishing[system].campaigns or Campaigns()
        self.scenarios = publishing[system].scenarios
        if self.is_day != ("tables" in head) or (self.published.only_days and not self.is_day):
            self.at = ("campaign", "tables") if "tables" in head else ("campaign", "system")
            self.wrong("CHR-DEF-15", told=str(head.get("key", "")))
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
        self._leads_on(parts)
        return Definition(**self.head(head, str(system)), **parts, **self.finish(parts))

    def head(self, told: Mapping[str, Any], system: str) -> dict[str, Any]:
        self.at = ("campaign", "cycles")
        cycles = self.table_of(told, "cycles")
        self.fields(cycles, "count", "days", "matches")
        matches = self.table_of(cycles, "matches")
        self.fields(matches, "min", "max")
        numbers = {
            "cycles": self.number(cycles, "count", 0, 0),
            "days": self.number(cycles, "days", 7, 1),
            "most_matches": self.number(matches, "max", 0, 0),
        }
        self.at = ("campaign", "challenge")
        challenge = self.table_of(told, "challenge")
        self.fields(challenge, "days", "unanswered", "stake")
        numbers["challenge_days"] = self.number(challenge, "days", 0, 0)
        unanswered = self.one_of(challenge, "unanswered", [DECLINED, ACCEPTED], DECLINED)
        stake = challenge.get("stake") is not None and self.one_of(challenge, "stake", ["place"], "place")
        self.at = ("campaign", "late")
        late = self.table_of(told, "late")
        self.fields(late, "give", "of", "until_cycle")
        if late:
            self.one_of(late, "give", ["median"], "median")
        late_of = tuple(late.get("of", ())) if isinstance(late.get("of", []), list) else ()
        for one in late_of:
            self.tally_of(one, "roster")
        until = self.number(late, "until_cycle", 0, 0)
        self.at = ("campaign", "dice")
        fixtures = self.one_of(told, "fixtures", ["", ROUND_ROBIN], "")
        dice = self.one_of(told, "dice", ["server_or_typed", "server", "typed"], "server_or_typed")
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
            "stake": bool(stake),
            "unanswered": unanswered,
            "fixtures": fixtures,
            "late_of": late_of,
            "late_until": until,
            "typed_dice": dice != "server",
            "server_dice": dice != "typed",
            **numbers,
        }

    def table_of(self, told: Mapping[str, Any], name: str) -> dict[str, Any]:
        found = told.get(name, {})
        if isinstance(found, dict):
            return found
        self.wrong("CHR-DEF-02", wanted=f"{name} = {{...}}")
        return {}

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

    def lever(self, told: Any, of: str) -> tuple[str, int]:
        """`"banned_model"` or `{wound_limit = -1}`: the lever and its value."""
        if told is None:
            return "", 1
        key, value = next(iter(told.items())) if isinstance(told, dict) and len(told) == 1 else (told, 1)
        known = [name for name, one in self.published.levers.items() if one.of == of]
        if key not in known or isinstance(value, bool) or not isinstance(value, int):
            self.wrong("CHR-DEF-06", told=str(key), legal=known)
            return "", 1
        return str(key), value

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

    def amounts(self, told: Any, of: tuple[str, ...]) -> Iterable[tuple[str, int]]:
        if not isinstance(told, dict):
            self.wrong("CHR-DEF-02", wanted="{tally = number}")
            return
        for key, value in told.items():
            if self.tally_of(key, *of) and not isinstance(value, bool) and isinstance(value, int):
                yield key, value
            elif not isinstance(value, int):
                self.wrong("CHR-DEF-02", wanted=f"{key} = number")

    def tally_of(self, key: Any, *of: str) -> bool:
        known = self.told.get("tally", {})
        legal = [
            name for name, one in known.items() if isinstance(one, dict) and one.get("of", "roster") in of
        ]
        if key in legal:
            return True
        self.wrong_value(key, legal)
        return False

    def tables(self) -> dict[str, made.Table]:
        found = {}
        for key, told in self.section("table").items():
            self.at = ("table", key)
            count, faces = self.dice(told.get("dice"))
            by = self.one_of(told, "by", ["player", "arbitrator"], "player")
            rows, taken = [], {}
            names = told.get("names", {})
            for name, effects in told.items():
                if name in ("dice", "by", "name", "names"):
                    continue
                self.at = ("table", key, name)
                span = ROW.fullmatch(name) if count else None
                if count and span is None:
                    self.wrong("CHR-DEF-03", told=name, legal=[f"{count} ... {count * faces}"])
                    continue
                low = int(span[1]) if span else 0
                high = int(span[2] or span[1]) if span else 0
                for result in range(low, high + 1) if count else ():
                    if result in taken or not count <= result <= count * faces:
                        self.wrong("CHR-DEF-08", told=result)
                    taken[result] = name
                title = self.words(names if isinstance(names, dict) else {}, name, name)
                rows.append(made.Row(name, title, self.effects(effects, "fighter"), low, high))
            self.at = ("table", key)
            for result in range(count, count * faces + 1) if count else ():
                if result not in taken:
                    self.wrong("CHR-DEF-08", told=result)
            if not count and len(rows) < 2:
                self.wrong("CHR-DEF-02", wanted="2 ...")
            found[key] = made.Table(self.words(told, "name", key), tuple(rows), count, faces, by)
        return found

    def dice(self, told: Any) -> tuple[int, int]:
        if told is None:
            return 0, 0
        match = DICE.fullmatch(told) if isinstance(told, str) else None
        if match is None or int(match[1]) > MOST_DICE or not 2 <= int(match[2]) <= MOST_FACES:
            self.wrong("CHR-DEF-03", told=str(told), legal=["1d6", "2d6", "1d10"])
            return 1, 6
        return int(match[1]), int(match[2])

    def rules(self) -> tuple[made.Rule, ...]:
        found = []
        for key, told in self.section("rule").items():
            self.at = ("rule", key)
            self.fields(told, "name", "when", "each", "if", "do")
            when = self.one_of(told, "when", made.WHENS, "confirmed")
            each = self.one_of(told, "each", made.EACHES, "side")
            test = self.test(told["if"], when) if "if" in told else None
            do = self.effects(told.get("do"), each)
            found.append(made.Rule(key, self.words(told, "name", key), when, each, test, do))
        return tuple(found)

    def test(self, told: Any, when: str) -> Test | None:
        if not isinstance(told, dict):
            self.wrong("CHR-DEF-02", wanted="if = {...}")
            return None
        for kind in ("any", "all", "not"):
            if kind in told:
                parts = told[kind] if kind != "not" else [told[kind]]
                self.fields(told, kind)
                made_ = [self.test(part, when) for part in parts] if isinstance(parts, list) else []
                return Test(kind, parts=tuple(one for one in made_ if one is not None))
        if "fact" in told:
            return self.fact(told, when)
        bounds = (
            self.number(told, "at_least", 0) if "at_least" in told else None,
            self.number(told, "at_most", 0) if "at_most" in told else None,
        )
        if "tally" in told:
            self.fields(told, "tally", "at_least", "at_most")
            self.tally_of(told["tally"], "roster", "fighter", "campaign")
            return Test("tally", str(told["tally"]), (), *bounds)
        if "mark" in told:
            self.fields(told, "mark")
            self.target("mark", told["mark"])
            return Test("mark", str(told["mark"]))
        self.wrong("CHR-DEF-02", wanted="if = {fact = ...}, {tally = ...}, {mark = ...}, any, all, not")
        return None

    def fact(self, told: Mapping[str, Any], when: str) -> Test | None:
        kinds = facts_of(self.published)
        kind = kinds.get(told["fact"])
        if kind is None:
            self.wrong("CHR-DEF-06", told=str(told["fact"]), legal=list(kinds))
            return None
        if when != "confirmed":
            self.wrong("CHR-DEF-09", told=when)
        self.fields(told, "fact", "at_least", "at_most", *kind.fields)
        wanted = tuple((name, told[name]) for name in kind.fields if name in told)
        for name, value in wanted:
            self.field(kind, name, value)
        low = self.number(told, "at_least", 0) if "at_least" in told else None
        high = self.number(told, "at_most", 0) if "at_most" in told else None
        return Test("fact", str(told["fact"]), wanted, low, high)

    def field(self, kind: FactKind, name: str, value: Any) -> None:
        holds = kind.fields[name]
        if isinstance(holds, tuple) and value not in holds:
            self.wrong_value(value, holds)
        elif holds in ("side", "fighter") and value not in (made.SELF, made.OTHER, "draw"):
            self.wrong_value(value, (made.SELF, made.OTHER, "draw"))
        elif holds == "number" and (isinstance(value, bool) or not isinstance(value, int)):
            self.wrong("CHR-DEF-02", wanted=f"{name} = number")
        elif holds == "flag" and not isinstance(value, bool):
            self.wrong("CHR-DEF-02", wanted=f"{name} = true, false")

    def effects(self, told: Any, each: str) -> Effects:
        if not isinstance(told, list):
            self.wrong("CHR-DEF-02", wanted="do = [{...}]")
            return ()
        found = (self.effect(one, each) for one in told)
        return tuple(one for one in found if one is not None)

    def effect(self, told: Any, each: str) -> Effect | None:
        verbs = [name for name in told if name in made.VERBS] if isinstance(told, dict) else []
        if len(verbs) != 1:
            self.wrong("CHR-DEF-03", told=str(told), legal=list(made.VERBS))
            return None
        verb = verbs[0]
        self.fields(told, verb, "per", "to")
        per = self.one_of(told, "per", ["", "fact"], "")
        to = self.one_of(told, "to", ["", "holder"], "")
        if to and each != "place":
            self.wrong("CHR-DEF-10", told="to", each=each)
        return Effect(verb, self.argument(verb, told[verb], each), bool(per), bool(to))

    def argument(self, verb: str, arg: Any, each: str) -> Any:
        """What a verb is done with, checked: the names that it gives exist, and there is somebody to do it to."""
        if verb in ("add", "spend"):
            return self.amount(arg, each)
        if verb in TARGETS:
            self.targeted(verb, arg, each)
        elif verb == "remove" and (arg != "fighter" or not self.has_fighter(each)):
            self.wrong("CHR-DEF-10", told=verb, each=each)
        elif verb in ("hold", "release") and arg != "stake":
            self.target("place", arg)
        elif verb == "recruit":
            self.number({verb: arg}, verb, 1, 1)
            if self.at[0] != "shop":
                self.wrong("CHR-DEF-10", told=verb, each=each)
        elif verb == "lever":
            return self.lever(arg, "side")
        elif verb == "finish" and self.told.get("ending") and arg not in self.told["ending"]:
            self.wrong_value(arg, self.told["ending"])
        elif verb == "note":
            return self.text(arg)
        return arg

    def has_fighter(self, each: str) -> bool:
        """Whether there is a fighter to do something to: in a story for one there always is its hero."""
        return each == "fighter" or self.solo

    def amount(self, arg: Any, each: str) -> Any:
        if arg == "income" and each == "place":
            return arg
        of = ("roster", "campaign", *(("fighter",) if self.has_fighter(each) else ()))
        return tuple(self.amounts(arg, of))

    def targeted(self, verb: str, arg: Any, each: str) -> None:
        self.target(TARGETS[verb], arg)
        if verb in ("mark", "clear") and not self.has_fighter(each):
            self.wrong("CHR-DEF-10", told=verb, each=each)
        table = self.told.get("table", {}).get(arg) if verb in ("roll", "choose") else None
        if isinstance(table, dict) and (table.get("dice") is not None) != (verb == "roll"):
            self.wrong("CHR-DEF-11", told=verb, table=str(arg))

    def target(self, section: str, key: Any) -> None:
        known = self.told.get(section, {})
        legal = [name for name in known if (section, name) != ("chapter", "default")]
        if key not in legal:
            self.wrong_value(key, legal)

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

    # --- no circles, and an end for everything -----------------------------------------------------------

    def _leads_on(self, parts: Mapping[str, Any]) -> None:
        """CHR-DEF-12, -13: tables and marks lead on to an end; every chapter is reached and reaches one."""
        tables: dict[str, made.Table] = parts["tables"]
        marks: dict[str, made.Mark] = parts["marks"]
        chapters: dict[str, made.Chapter] = parts["chapters"]
        steps = {("table", key): [row.do for row in table.rows] for key, table in tables.items()}
        steps |= {("mark", key): [mark.then] for key, mark in marks.items()}
        graph = {node: _next(effects) for node, effects in steps.items()}
        for node in graph:
            if node in _reached(graph, graph[node]):
                self.at = node
                self.wrong("CHR-DEF-13", told=node[1])
        for key, chapter in chapters.items():
            graph["chapter", key] = _next([chapter.won, chapter.lost, chapter.do])
            if chapter.out:
                graph["chapter", key].add(("chapter", chapter.out))
        starts = {("chapter", key) for key, chapter in chapters.items() if chapter.start}
        seen = _reached(graph, starts) | starts
        for key in chapters:
            node = ("chapter", key)
            self.at = node
            on = _reached(graph, graph[node]) | graph[node]
            if node in on:
                self.wrong("CHR-DEF-13", told=key)
            elif ("finish", "") not in on:
                self.wrong("CHR-DEF-12", told=key)
            if node not in seen:
                self.wrong("CHR-DEF-14", told=key)


Node = tuple[str, str]


def _next(effects: Iterable[Effects]) -> set[Node]:
    """What these effects lead to at once."""
    found: set[Node] = set()
    for each in effects:
        for one in each:
            if one.verb == "finish":
                found.add(("finish", ""))
            elif one.verb in ("roll", "choose", "open", "mark"):
                found.add(({"open": "chapter", "mark": "mark"}.get(one.verb, "table"), str(one.arg)))
    return found


def _reached(graph: Mapping[Node, set[Node]], start: Iterable[Node]) -> set[Node]:
    """Every node behind `start`, itself only where a way leads back to it."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(graph.get(node, ()))
    return seen


def _options(system: str) -> tuple[str, ...]:
    """What may be chosen for the matches of a campaign, as for those of any event."""
    return ("detail", *TABLES[system].options)
