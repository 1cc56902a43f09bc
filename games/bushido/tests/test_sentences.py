"""Whatever is refused in changed logs and lists reads as a sentence: without gaps, and without English words in
Russian."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from games.bushido import SYSTEM
from games.bushido import events as e
from games.bushido.sample import CARDS, FACTION
from games.bushido.sample import OWN_SCENARIO as OWN
from games.bushido.scenarios import PLACES, SCENARIOS
from games.bushido.system import RULES
from games.bushido.tests.match.tables import STRANGER, R, created, passed, ready, turn
from games.rulebook import sentence
from games.ruleset import Event, Roster, RuleViolation
from games.testing import Case, refuses
from games.tests.changed_logs import check_sentences

CARD_IDS = [*CARDS, "nothing_known"]
ON_CARDS = {
    *CARD_IDS,
    *(row["name"] for row in CARDS.values()),
    *(word for row in CARDS.values() for word in (*(row.get("types") or ()), row.get("deck"))),
}
"""The ids and names of the sample, and what stands on its cards."""
MADE_UP = {
    *("Blade", "Calm", "Gaze", "Other", "Snare", "Song", "Storm", "Will"),
    *("archer", "blade", "drummer", "fog", "imp", "monk", "monkey", "peasant", "ronin", "scout", "sensei"),
    *("shrine", "smith", "spirit", "wolf"),
}
"""What is told of cards in simulated matches."""
PRINTED = sorted({str(one) for one in (*ON_CARDS, *MADE_UP, FACTION, "Guard", "Reed Banner")}, key=len)
NAMES = re.compile(
    rf"\b(?:(?:red|blue)[-:][-\w]+|VIM|Su|Sp|{'|'.join(re.escape(one) for one in reversed(PRINTED))})\b"
)
"""What no language translates: ids, what is printed on cards, and the rulebook's own VIM."""
TERMS: dict[str, tuple[Any, ...]] = {
    "rice_limit": (0, 40, 70, 100),
    "size": ("small", "medium", "standard"),
    "lists": ("one", "two", "sideboard", "open"),
    "themes": ("free", "compulsory", "prohibited", "hired_swords"),
    "decks": (["First Lamps"],),
    "scenario": ("honbasho", "duel", "bavarian_botoku"),
    "vim_rice": (5, 28),
    "unreleased": (True, False),
}


def test_every_refusal_reads_as_a_sentence() -> None:
    check_sentences(SYSTEM, NAMES, least=130, lists=said_of_lists(range(300)))


def said_of_lists(seeds: range) -> Iterator[RuleViolation]:
    """What the judge says of lists of any cards under any terms, of which some facts are forgotten."""
    facts = sorted({name for row in CARDS.values() for name in row} - {"kind", "id", "name"})
    for seed in seeds:
        rng = Random(seed)
        gone = {name for name in facts if rng.random() < 0.1}
        known = {
            id_: {name: one for name, one in row.items() if name not in gone} for id_, row in CARDS.items()
        }
        report = RULES.check_roster(Roster(system="bushido", kind="warband", name="x", body=body(rng)), known)
        yield from (*report.violations, *report.warnings)


def body(rng: Random) -> dict[str, Any]:
    """A list with whatever organisers may ask for beside it."""
    told = warband(rng)
    told["terms"] = {name: rng.choice(values) for name, values in TERMS.items() if rng.random() < 0.3}
    for name, share in (("second", 0.3), ("played", 0.2)):
        if rng.random() < share:
            told[name] = warband(rng)
    if rng.random() < 0.3:
        told["sideboard"] = {name: one for name, one in warband(rng).items() if name in ("models", "cards")}
    return told


def warband(rng: Random) -> dict[str, Any]:
    told: dict[str, Any] = {
        "faction": rng.choice((FACTION, FACTION, FACTION, "Ronin", "Reed Banner")),
        "models": [model(rng) for _ in range(rng.randrange(6))],
        "cards": [{"card": rng.choice(CARD_IDS), "count": rng.randrange(4)} for _ in range(rng.randrange(4))],
    }
    more: dict[str, Any] = {
        "theme": rng.choice([key for key, row in CARDS.items() if row["kind"] in ("theme", "event")]),
        "total": rng.randrange(-5, 200),
        "vim": rng.choice(CARD_IDS),
    }
    return {**told, **{name: one for name, one in more.items() if rng.random() < 0.4}}


def model(rng: Random) -> dict[str, Any]:
    fitted = [{"card": rng.choice(CARD_IDS), "model": rng.randrange(4)} for _ in range(rng.randrange(3))]
    return {
        "profile": rng.choice(CARD_IDS),
        "count": rng.choice((1, 1, 1, 0, 2, 3, 5)),
        "enhancements": fitted,
    }


def refused(case: Case, event: Event, rule: str) -> tuple[str, str]:
    """What a person without a table reads of this rule, in both languages."""
    found = next(one for one in case.when(event).then_refused() if one.rule == rule)
    return sentence(found, "en"), sentence(found, "ru")


@refuses("BUS-SETUP-02")
def test_scenarios_are_called_by_their_names() -> None:
    english, russian = refused(created(), e.ScenarioSelected(scenario="ryodo", own=OWN), "BUS-SETUP-02")
    assert " Logged: Ryodo." in english and " Записано: Рёдо." in russian
    english, russian = refused(created(), e.ScenarioSelected(scenario="chess"), "BUS-SETUP-02")
    assert "Depletion, Omaju, Sacred Idols" in english and "Истощение, Омадзю, Священные идолы" in russian


@refuses("BUS-OBJ-11", "BUS-OBJ-16", "BUS-ZONE-02", "BUS-ZONE-01")
def test_objectives_and_zones_are_called_by_their_places() -> None:
    case = passed(ready("depletion"), 1)
    gone = e.Removal(award="turn_2", objective="near_left")
    english, russian = refused(case, turn(2, removals=(gone,)), "BUS-OBJ-16")
    assert english.endswith("Logged: near left.") and russian.endswith("Записано: ближняя левая.")
    told = e.Prayer(side="red", objective="centre", alignment="neutral")
    english, russian = refused(case, turn(2, prayers=(told,)), "BUS-OBJ-11")
    assert english.endswith(": centre.") and russian.endswith(": центральная.")
    held = (e.ZoneHeld(zone="near", controller="red", rice={"red": 1, "blue": 2}),)
    english, russian = refused(ready("ryodo"), turn(1, zones=held), "BUS-ZONE-01")
    assert "zone (near)" in english and "зоны (ближняя)" in russian
    _english, russian = refused(ready("ryodo"), turn(1, zones=held * 2), "BUS-ZONE-02")
    assert "(ближняя)" in russian and "ближняя, центральная, дальняя" in russian


def test_a_zone_that_scores_is_not_called_as_a_zone_of_the_deployment() -> None:
    words = SYSTEM.words
    assert words is not None
    for key, name in PLACES.items():
        assert words.named("zone", key) == words.named("objective", key) == name
    assert words.named("scenario", "ryodo") == SCENARIOS["ryodo"].name


@refuses("BUS-SCN-01", "BUS-SETUP-02")
def test_what_a_scenario_gives_is_told_with_what_it_is() -> None:
    points = turn(1, sp_after={"red": 1, "blue": 0})
    english, russian = refused(ready("depletion"), points, "BUS-SCN-01")
    assert english.startswith("Depletion is played as it was published. Scenario points. Expected: Red: 0")
    assert russian.endswith("Должно быть: Красные: 0, Синие: 0. Указано: Красные: 1, Синие: 0.")


@refuses("BUS-LOG-03")
def test_whoever_may_not_log_is_told_why() -> None:
    start = e.ScenarioSelected(scenario="lantern_vigil", own=OWN)
    (mine,) = created().when(start, R).then_refused("BUS-LOG-03")
    assert sentence(mine, "en") == "r may not log this: only the organisers do."
    (strange,) = created().when(e.ScenarioSelected(scenario="ryodo"), STRANGER).then_refused("BUS-LOG-03")
    assert sentence(strange, "en").startswith("stranger plays on no side of this match")
