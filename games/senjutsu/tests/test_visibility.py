"""Who sees what (SEN-HID): decks, weapons and poison stay their owner's; the contract's test tries every secret."""

from __future__ import annotations

import pytest

from games.ruleset import EVERYONE, REFEREE, Viewer
from games.senjutsu import RULES
from games.senjutsu.system import SYSTEM
from games.senjutsu.tests.tables import created, deck, fell, over, ready, side, turn
from games.testing import accepts, refuses

RED, BLUE = Viewer("player", "r", "red"), Viewer("player", "b", "blue")
LISTS = ("open", "after", "closed")


def test_weapons_are_secret_until_the_start() -> None:
    before = created().when(side("r")).when(side("b"))
    assert RULES.visible_to(before.state, BLUE).fighters["r"].weapons is None
    assert RULES.visible_to(before.state, RED).fighters["r"].weapons == ("katana",)
    started = before.when(turn(1, r=0, b=0)).state
    assert RULES.visible_to(started, EVERYONE).fighters["r"].weapons == ("katana",)


@accepts("SEN-ROSTER-02")
@pytest.mark.parametrize("mode", ["solo", "horde"])
def test_whoever_plays_alone_has_no_weapons_to_hide(mode: str) -> None:
    case = created(mode).when(side("r"))
    assert RULES.visible_to(case.state, EVERYONE).fighters["r"].weapons == ("katana",)
    registered = case.entries[-1].event
    assert RULES.redact(case.state, registered, EVERYONE) == registered
    assert not list(SYSTEM.faces.held(case.state))


@accepts("SEN-HID-01", "SEN-HID-10")
@pytest.mark.parametrize("lists", LISTS)
def test_deck_lists_open_when_the_organisers_say(lists: str) -> None:
    case = ready(detail="turns", decks=True, deck_lists=lists)
    stages = [case, case.when(turn(1, r=0, b={"defeated": "execution"}))]
    stages.append(stages[-1].when(over("red")))
    seen = [RULES.visible_to(stage.state, BLUE).fighters["r"].cards is not None for stage in stages]
    assert seen == [False, lists == "open", lists == "open"]
    settled = RULES.visible_to(stages[-1].state, BLUE, settled=True).fighters["r"].cards
    assert (settled is not None) == (lists != "closed")
    for stage in stages:
        event = next(entry.event for entry in stage.entries if entry.event == deck_of(stage))
        redacted = RULES.redact(stage.state, event, BLUE)
        assert (redacted == event) == (RULES.visible_to(stage.state, BLUE).fighters["r"].cards is not None)
        assert RULES.redact(stage.state, event, RED) == RULES.redact(stage.state, event, REFEREE) == event


def deck_of(case: object) -> object:
    """The registered deck of `r` as it stands in the log."""
    entries = case.entries  # type: ignore[attr-defined]
    return next(
        entry.event for entry in entries if getattr(entry.event, "cards", None) and entry.event.player == "r"
    )


@accepts("SEN-HID-04")
def test_a_refused_deck_tells_others_nothing() -> None:
    case = created().when(side("r"))
    for event in (deck("r"), deck("r", cards={"A-001": 9})):
        refused = RULES.check(case.state, event, created().entries[0].actor)
        other = RULES.check(case.state, event, type(created().entries[0].actor)("player", "b"))
        assert [violation.rule for violation in other] == ["SEN-LOG-04"]
        assert not refused or refused[0].rule != "SEN-LOG-04"


def test_the_outcome_names_no_card() -> None:
    case = ready(detail="summary", decks=True, deck_lists="closed").when(over("red", defeats=(fell("b"),)))
    assert "A-0" not in repr(RULES.outcome(case.state))


@accepts("SEN-ROSTER-20")
@pytest.mark.parametrize("poison", [(), ("C-002",)])
def test_the_size_of_a_poison_deck_is_public_and_its_cards_are_not(poison: tuple[str, ...]) -> None:
    case = created(deck_lists="closed").when(side("r")).when(deck("r", poison_cards=poison))
    for viewer in (RED, BLUE, EVERYONE, REFEREE):
        seen = RULES.visible_to(case.state, viewer).fighters["r"]
        assert seen.poison_size == len(poison)
        assert (seen.poison is None) == (viewer in (BLUE, EVERYONE))


def test_a_player_who_keeps_the_list_tells_the_size() -> None:
    kept = {"cards": None, "schools": None, "poison_cards": None, "facts": None, "signature": False}
    case = created().when(side("r"))
    told = case.when(deck("r", poison_size=2, **kept))
    assert RULES.visible_to(told.state, BLUE).fighters["r"].poison_size == 2
    assert case.when(deck("r", **kept)).state.fighters["r"].poison_size is None


@refuses("SEN-LOG-08")
def test_a_size_that_is_not_that_of_the_poison_deck() -> None:
    case = created().when(side("r"))
    case.when(deck("r", poison_cards=("C-002",), poison_size=2)).then_refused("SEN-LOG-08")
    case.when(deck("r", poison_cards=("C-002",), poison_size=1)).then_accepted()
