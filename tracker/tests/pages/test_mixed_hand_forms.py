"""Forms of the pad of Ninja that few tables see: a mixed hand, whose phone asks by which name it makes itself known,
two guard players who divide what they drew; and how a hand reads that is nearly spent."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from games.match import MatchState
from games.ninja.facts import DECKS
from games.ninja.full.events import GuardCardsDrawn
from games.ninja.full.table import with_hidden
from games.ninja.tests.demo import in_action
from games.ninja.tests.laid import case_of, owed
from games.ninja.tests.tables import G
from games.ninja.tests.test_four import OTHER, drawing
from games.ninja.tests.test_mixed import WOLF, laid, night, on_phone
from games.registry import MATCHES
from games.ruleset import Viewer
from games.testing import Case, accepts
from tracker.pages.match_forms import pages_of
from tracker.pages.match_forms.names import Names

NAMES = ("the ninja", "the traitor")


def desk_of(case: Case, viewer: Viewer = WOLF) -> Any:
    rules, state = MATCHES["ninja"], MatchState(play=case.state)
    state = rules.visible_to(state, viewer)
    following = rules.next_events(state, viewer)
    names = Names({}, {}, "en")
    return pages_of("ninja").sit(state, rules.outcome(state), len(case.entries), following, viewer, names)


def forms_of(case: Case, viewer: Viewer = WOLF) -> dict[str, Any]:
    with override("en"):
        return {form.step: form for form in pages_of("ninja").steps(desk_of(case, viewer))}


def labels_of(form: Any, name: str) -> set[str]:
    return {str(one.label) for key, one in form.fields.items() if key.startswith(f"{name}.")}


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


def test_the_cards_of_a_mixed_hand_are_called_by_their_names_alone() -> None:
    form = forms_of(laid(2))["hand_chosen"]
    assert {"Rope (ninja)", "Kenjutsu (traitor)"} < labels_of(form, "cards")
    assert not any(":" in one for one in labels_of(form, "cards"))


@accepts("NIN-MODE-4P-04")
def test_two_guard_players_are_asked_for_the_cards_that_each_takes() -> None:
    drawn = drawing()
    for hand, actor in (("guard_b", OTHER), ("guard_a", G)):
        told: Any = GuardCardsDrawn(hand=hand, count=2, cards={"awaken": 1, "kenjutsu": 1})  # type: ignore[arg-type]
        drawn = drawn.when(told, actor)
    form = forms_of(drawn, Viewer("player", "g", "guards"))["drawn_cards_shared"]
    cards = {card.name.en for card in DECKS["guard"].cards.values()}
    assert labels_of(form, "shares") == {
        f"{who}: {card}" for who in ("the first", "the second") for card in cards
    }


def test_a_hand_of_one_card_that_is_called_as_a_field_is_names_it() -> None:
    state = with_hidden(in_action().state, "ninja", cards={"kenjutsu": 1})
    with override("en"):
        desk = desk_of(case_of(state), Viewer("player", "i", "intruders"))
        (told, *_rest) = pages_of("ninja").secrets(desk)
    assert "Kenjutsu: 1" in told["text"], told["text"]
