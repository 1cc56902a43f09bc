"""Whatever is refused in changed logs reads as a sentence: without gaps, and without English words in Russian."""

from __future__ import annotations

import re

from msgspec.structs import replace

from games.ninja import RULES, SYSTEM
from games.ninja.full import events as f
from games.ninja.full.piles import check_conserved
from games.ninja.full.state import Due
from games.ninja.full.table import with_full
from games.ninja.state import NinjaState
from games.ninja.tests.demo import MARKS, SETUP, setup_to, to_intruders
from games.rulebook import sentence
from games.ruleset import SYSTEM as SERVER
from games.ruleset import Event
from games.tests.changed_logs import check_sentences

NAMES = re.compile(r"\b(?:guards|intruders)-\d")
"""Ids that no language translates: players."""
GUARD_MAP = next(place for place, one in enumerate(SETUP) if isinstance(one, f.GuardMapMarked))


def test_every_refusal_reads_as_a_sentence() -> None:
    check_sentences(SYSTEM, NAMES, least=60)


def test_a_refusal_says_what_is_wrong_and_never_the_same_number_twice() -> None:
    """NIN-RESP-04, -07, NIN-SETUP-12, NIN-CARD-12: what is asked and what was entered differ in every sentence."""
    night = to_intruders().state
    due = with_full(night, due=(Due("respawn", intruder="traitor"), Due("bonus")))
    back = f.IntruderRespawned(
        intruder="traitor", size=5, zone="J5", cards={"it_was_a_cat": 5, "rope": 0}, mission="A"
    )
    assert said(due, back, "NIN-RESP-04") == "No deck can hold these cards: It Was a Cat: 5."
    few = replace(back, cards={"rope": 2})
    assert said(due, few, "NIN-RESP-04") == "The new hand of the traitor has exactly 5 cards, not 2."
    bonus = with_full(night, due=(Due("bonus"),))
    taken = f.RespawnBonusTaken(count=4, sleepers=0, cards={"awaken": 3})
    assert said(bonus, taken, "NIN-RESP-07").endswith("5 at most; taken: 4, named: 3.")
    marks = f.GuardMapMarked(marks=replace(MARKS, traps=("D4", "D3")))
    assert said(setup_to(GUARD_MAP).state, marks, "NIN-SETUP-12").endswith("used more than once: D3.")
    (many,) = check_conserved(night, "guard", {"secret_passage": 12, "awaken": 0})
    assert sentence(many, "en").endswith("of 36: Secret Passage: 12.")


def said(state: NinjaState, event: Event, rule: str) -> str:
    """The sentence of this rule among those that refuse the event."""
    return next(sentence(one, "en") for one in RULES.check(state, event, SERVER) if one.rule == rule)
