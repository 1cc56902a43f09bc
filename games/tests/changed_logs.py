"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian; so does
what is said of changed lists, where a game has them.

Called by the tests of each system, which knows what no language translates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from typing import Any

from games.match import Match
from games.replay import judge
from games.rulebook import sentence
from games.ruleset import RuleViolation
from games.system import System
from games.tests.gapless import GAP
from games.tests.mutants import mutant

WORD = re.compile(r"[A-Za-z]{3,}")


def refusals(system: System, seeds: range) -> Iterator[RuleViolation]:
    """What the rules say to events of a simulated match that were changed, come at another moment, or are logged by
    somebody else of the match."""
    played, rules = system.simulation(), system.rules
    match: Match[Any] = Match(rules, rules.state_type)
    for seed in seeds:
        setup, told = played.simulate(seed, played.LEVELS[seed % len(played.LEVELS)])
        rng, state = Random(seed), match.initial(setup)
        players = [by for _event, by in told if by.role == "player"]
        for place, (event, by) in enumerate(told):
            near = told[place : place + 6]
            for other in (mutant(rng, match, near + told[:1]).event, rng.choice(told)[0]):
                if other is not None:
                    yield from judge(match, state, other, rng.choice((by, *players[:1])))
            state = match.evolve(state, event)


def check_sentences(
    system: System,
    names: re.Pattern[str],
    seeds: range = range(15),
    least: int = 80,
    lists: Iterable[RuleViolation] = (),
) -> None:
    """`names`: ids that no language translates; `least`: so many rules have to speak. `lists`: what the rules say of
    lists."""
    said = {repr(violation): violation for violation in chain(refusals(system, seeds), lists)}
    for violation in said.values():
        english, russian = (names.sub("N", sentence(violation, language)) for language in ("en", "ru"))
        for told in (english, russian):
            assert len(told) > 15 and not GAP.search(told) and "_" not in told, (violation, told)
        assert not WORD.search(russian), (violation, russian)
    rules = {violation.rule for violation in said.values()}
    assert len(rules) > least, len(rules)
