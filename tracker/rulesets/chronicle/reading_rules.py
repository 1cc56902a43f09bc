"""Rules of a definition: their tests, their effects, and the facts and levers of the game that they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.campaigns import FactKind, facts_of
from tracker.rulesets.chronicle import definition as made
from tracker.rulesets.chronicle.definition import Effect, Effects, Test
from tracker.rulesets.chronicle.reading_values import Values

TARGETS = {
    "add": "tally",
    "spend": "tally",
    "mark": "mark",
    "clear": "mark",
    "roll": "table",
    "choose": "table",
    "open": "chapter",
    "close": "chapter",
}
"""Verb -> the section of what it is done with."""


class Rules(Values):
    """Values, and what leads from a fact to an effect."""

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
        """One effect. `to = "holder"` changes nothing: what a place brings is its holder's, and a file may say so."""
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
        return Effect(verb, self.argument(verb, told[verb], each), bool(per))

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
