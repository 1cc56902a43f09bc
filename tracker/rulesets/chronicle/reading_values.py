"""The values of a definition, checked one by one; what is wrong is noted with its place, and reading goes on.

`reading_rules` and `reading` build on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from games.campaigns import Campaigns
from games.rulebook import Text
from games.ruleset import RuleViolation

MOST_NUMBER = 9999
KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class Values:
    """Notes what is wrong on the way. `at` is the place in the file that is looked at."""

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

    def table_of(self, told: Mapping[str, Any], name: str) -> dict[str, Any]:
        found = told.get(name, {})
        if isinstance(found, dict):
            return found
        self.wrong("CHR-DEF-02", wanted=f"{name} = {{...}}")
        return {}

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

    def target(self, section: str, key: Any) -> None:
        known = self.told.get(section, {})
        legal = [name for name in known if (section, name) != ("chapter", "default")]
        if key not in legal:
            self.wrong_value(key, legal)
