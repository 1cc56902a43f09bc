"""The pad of an intruder with a mixed hand whose secrets lie on its phone asks by which name it makes itself known."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from games.frame import MatchState
from games.ninja.tests.laid import case_of, owed
from games.ninja.tests.test_mixed import WOLF, night, on_phone
from games.registry import MATCHES
from games.testing import Case
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

NAMES = ("the ninja", "the traitor")


def forms_of(case: Case) -> dict[str, Any]:
    rules, state = MATCHES["ninja"], MatchState(play=case.state)
    state = rules.visible_to(state, WOLF)
    following = rules.next_events(state, WOLF)
    pages, names = pages_of("ninja"), Names({}, {}, "en")
    with override("en"):
        desk = pages.sit(state, rules.outcome(state), len(case.entries), following, WOLF, names)
        return {form.step: form for form in pages.steps(desk)}


def test_a_card_and_a_meeting_are_told_by_either_name() -> None:
    case = on_phone(night())
    forms = forms_of(case)
    for step in ("intruder_card_played", "guard_neutralised"):
        said = {text for _value, text in forms[step].fields["intruder"].choices}
        assert {*NAMES} <= said, step
    assert "intruder" not in forms["intruder_moved"].fields, "there is but one, and it has no name yet"
    entered = case_of(owed(case.state, "answer", guards=("g2",), path=("B4",)))
    met = [text for _value, text in forms_of(entered)["intruder_detected"].fields["choice"].choices]
    assert len(met) == 2 and all(any(name in one for one in met) for name in NAMES), met
