"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from games.frame import Match
from games.replay import judge
from games.rulebook import sentence
from games.ruleset import Actor, RuleViolation
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl.facts import CHAMPIONS
from games.super_fantasy_brawl.simulate import LEVELS, simulate
from games.super_fantasy_brawl.training import CHAMPIONS as TRAINING
from games.tests.gapless import GAP
from games.tests.mutants import mutant

MATCH = Match(RULES, RULES.state_type)
SLUGS = "|".join((*CHAMPIONS, *TRAINING))
NAMES = re.compile(rf"\b(?:(?:red|blue|T|t|slot|organiser|SFB|WL)[-_:\w]*|{SLUGS}|X)\b")
"""Ids that no language translates."""
WORD = re.compile(r"[A-Za-z]{3,}")


def refusals(seeds: range) -> Iterator[RuleViolation]:
    """What the rules say to events of a match that were changed, or come at another moment."""
    for seed in seeds:
        setup, told = simulate(seed, LEVELS[seed % 3])
        rng, state = Random(seed), MATCH.initial(setup)
        for place, (event, by) in enumerate(told):
            near = told[place : place + 6]
            for other in (mutant(rng, MATCH, near + told[:1]).event, rng.choice(told)[0]):
                if other is not None:
                    yield from judge(MATCH, state, other, rng.choice((by, Actor("player", "red-1"))))
            state = MATCH.evolve(state, event)


def test_every_refusal_reads_as_a_sentence() -> None:
    rules = Counter[str]()
    for violation in refusals(range(15)):
        rules[violation.rule] += 1
        english, russian = (NAMES.sub("N", sentence(violation, language)) for language in ("en", "ru"))
        for told in (english, russian):
            assert len(told) > 15 and not GAP.search(told) and "_" not in told, (violation, told)
        assert not WORD.search(russian), (violation, russian)
    assert len(rules) > 80
