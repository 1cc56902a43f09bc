"""Tests of rules as sentences: given a history, when an event comes, then it is accepted or refused by a rule.

    given(RULES, setup, history).when(event, by=player).then_refused("LB-SCH-01")

`accepts` and `refuses` mark a test with the rule IDs that it shows; `manage.py rules` counts them in the sources.
Used by the tests of every system and of the tournament rules; nothing here runs in production.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from games.judging import for_people
from games.match import EventVoided
from games.replay import check_void, judge, refold
from games.rulebook import OPTIONAL, PLACEHOLDER, all_rules, sentence
from games.ruleset import SYSTEM, Actor, Entry, Event, Ruleset, RuleViolation, Setup
from games.secrets import canonical, sealed

Test = TypeVar("Test", bound=Callable[..., Any])
Told = Event | tuple[Event, Actor]

TEST_SALT = "salt-of-a-test"
AGAINST = ("told", "expected")
"""What was told, and what it should have been."""
EMPTY: tuple[Any, ...] = (None, "", [], (), {})
"""Parameters of a refusal that leave a gap."""


def accepts(*rules: str) -> Callable[[Test], Test]:
    """Marks a test that shows an event or roster which these rules let pass."""
    return _mark("accepts", rules)


def refuses(*rules: str) -> Callable[[Test], Test]:
    """Marks a test that shows an event or roster which these rules refuse."""
    return _mark("refuses", rules)


def _mark(name: str, rules: tuple[str, ...]) -> Callable[[Test], Test]:
    def mark(test: Test) -> Test:
        setattr(test, name, (*getattr(test, name, ()), *rules))
        return test

    return mark


class Case:
    """A history and what the rules say of the last event. Made by `given` and `when`; a value, never changed."""

    def __init__(
        self,
        rules: Ruleset[Any, Any],
        setup: Setup,
        state: Any,
        entries: tuple[Entry, ...] = (),
        violations: tuple[RuleViolation, ...] = (),
    ) -> None:
        self.rules, self.setup, self.state = rules, setup, state
        self.entries, self.violations = entries, violations

    def when(self, event: Event, by: Actor = SYSTEM) -> Case:
        """The next event. Sealed as the server does it; whatever came before must have been accepted."""
        assert not self.violations, f"the event before {event} was refused: {self.violations}"
        entry = Entry(len(self.entries) + 1, sealed(event, TEST_SALT), by)
        violations = self._judged(entry)
        if violations:
            return Case(self.rules, self.setup, self.state, self.entries, violations)
        return Case(self.rules, self.setup, self._after(entry), (*self.entries, entry))

    def _after(self, entry: Entry) -> Any:
        if isinstance(entry.event, EventVoided):
            return refold(self.rules, self.setup, (*self.entries, entry))
        return self.rules.evolve(self.state, entry.event)

    def _judged(self, entry: Entry) -> tuple[RuleViolation, ...]:
        if isinstance(entry.event, EventVoided):
            return check_void(self.rules, self.setup, self.entries, entry.event, entry.actor)[0]
        before = canonical(self.state)
        violations = judge(self.rules, self.state, entry.event, entry.actor)
        assert canonical(self.state) == before, f"check changed the state: {entry.event}"
        return violations

    def then_accepted(self) -> Any:
        """The last event was legal; returns the state after it."""
        assert not self.violations, f"refused: {self.violations}"
        return self.state

    @property
    def read(self) -> list[str]:
        """The rules of what a person reads of the refusal, each reason once."""
        return [one.rule for one in for_people(self.violations)]

    def then_refused(self, *rules: str) -> tuple[RuleViolation, ...]:
        """The last event was refused, by the first of `rules` first and by all of them; returns the violations."""
        names = [violation.rule for violation in self.violations]
        assert names, f"accepted, though {rules} should refuse it"
        assert not rules or names[0] == rules[0], f"refused by {names}, expected {rules[0]} first"
        assert set(rules) <= set(names), f"refused by {names}, expected {rules}"
        for violation in self.violations:
            assert self.violations.count(violation) == 1, f"{violation} is told twice"
            _assert_said(violation)
        return self.violations


def why(case: Case, event: Event, rule: str, by: Actor = SYSTEM) -> dict[str, Any]:
    """What the refusal of an event by this rule says, without what it leaves empty."""
    refused = case.when(event, by).then_refused()
    found = next(one for one in refused if one.rule == rule)
    return {key: value for key, value in found.params.items() if value not in EMPTY}


def _assert_said(violation: RuleViolation) -> None:
    """The sentence of a refusal says something in both languages, and no piece of it is there without its facts."""
    rule = all_rules().get(violation.rule)
    if rule is None or rule.message is None:
        return
    for language in ("en", "ru"):
        said = sentence(violation, language)
        assert said, f"{violation} says nothing"
        assert not _is_alike(violation, rule.message.to(language)), f"told and due are the same: {said}"
        for piece in OPTIONAL.findall(rule.message.to(language)):
            gaps = PLACEHOLDER.findall(piece)
            there = [gap for gap in gaps if violation.params.get(gap) not in EMPTY]
            assert not there or len(there) == len(gaps), f"{violation} fills only a part of [{piece}]"


def _is_alike(violation: RuleViolation, message: str) -> bool:
    """Whether what was told is set against the same: a piece that may be left out helps nobody then."""
    told, due = (violation.params.get(name) for name in AGAINST)
    pieces = [set(PLACEHOLDER.findall(piece)) for piece in OPTIONAL.findall(message)]
    apart = all({name} in pieces for name in AGAINST)
    return apart and told not in EMPTY and due in (told, [told], (told,))


def given(rules: Ruleset[Any, Any], setup: Setup | None = None, events: Iterable[Told] = ()) -> Case:
    """The history: events, or (event, actor) pairs. Each is judged, so that no test starts from an illegal match."""
    setup = setup or Setup()
    case = Case(rules, setup, rules.initial(setup))
    for told in events:
        event, by = told if isinstance(told, tuple) else (told, SYSTEM)
        case = case.when(event, by)
    case.then_accepted()
    return case
