"""Whatever is handed in is judged: no body, edition or terms make the judge fail, and every sentence reads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bushido.sample import CARDS, FACTION
from games.bushido.system import RULES
from games.bushido.tests.roster.warbands import report_of
from games.ruleset import Roster

IDS = st.sampled_from([*CARDS, "nobody"])
COUNTS = st.integers(0, 4)
FITTED = IDS | st.fixed_dictionaries({"card": IDS}, optional={"model": COUNTS, "x": COUNTS})
MODELS = IDS | st.fixed_dictionaries(
    {"profile": IDS}, optional={"count": COUNTS, "enhancements": st.lists(FITTED, max_size=3)}
)
TAKEN = IDS | st.fixed_dictionaries({"card": IDS}, optional={"count": COUNTS, "x": COUNTS})
LISTS = {"models": st.lists(MODELS, max_size=6), "cards": st.lists(TAKEN, max_size=4)}
FACTIONS = st.sampled_from([FACTION, "Ronin", "Reed Banner"])
WARBANDS = st.fixed_dictionaries(
    {"faction": FACTIONS, **LISTS}, optional={"theme": IDS, "total": st.integers(-5, 200)}
)
TERMS = st.fixed_dictionaries(
    {},
    optional={
        "rice_limit": st.integers(-1, 120),
        "size": st.sampled_from(["small", "medium", "standard", "other"]),
        "lists": st.sampled_from(["one", "two", "sideboard", "open"]),
        "themes": st.sampled_from(["free", "compulsory", "prohibited", "hired_swords"]),
        "decks": st.just(["First Lamps"]),
        "scenario": st.sampled_from(["honbasho", "duel", "bavarian_botoku"]),
    },
)
BODIES = st.builds(
    lambda body, more: {**body, **more},
    WARBANDS,
    st.fixed_dictionaries(
        {"terms": TERMS},
        optional={"second": WARBANDS, "played": WARBANDS, "sideboard": st.fixed_dictionaries(LISTS)},
    ),
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def editions(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """The sample with some facts forgotten."""
    fields = draw(
        st.sets(st.sampled_from([*{name for row in CARDS.values() for name in row} - {"kind", "id"}]))
    )
    return {key: {name: one for name, one in row.items() if name not in fields} for key, row in CARDS.items()}


@settings(max_examples=60, deadline=None)
@given(BODIES, editions())
def test_any_warband_is_judged_and_every_sentence_reads(body: dict[str, Any], cards: dict[str, Any]) -> None:
    known, forgotten = report_of(body), report_of(body, cards)
    assert known == report_of(body)
    assert all(one.rule != "WL-ROS-01" for one in (*known.violations, *forgotten.violations))


@pytest.mark.soak
@settings(max_examples=60, deadline=None)
@given(ANYTHING, ANYTHING)
def test_anything_else_is_refused_as_a_form(told: Any, terms: Any) -> None:
    for body in (
        {"faction": FACTION, "models": told},
        {"faction": told},
        {"faction": FACTION, "terms": terms, "cards": told},
    ):
        roster = Roster(system="bushido", kind="warband", name="mine", body=body)
        report = RULES.check_roster(roster, CARDS)
        assert isinstance(report.violations, tuple)
