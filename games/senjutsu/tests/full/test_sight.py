"""No secret of a turn gets out: hands, choices, searches and face-down discards (SEN-HID-02 to -07)."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from games.ruleset import Event, SecretEvent
from games.senjutsu import RULES
from games.senjutsu.events import DeckRegistered, SideRegistered
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.play import training
from games.senjutsu.tests.disguise import disguised
from games.senjutsu.tests.full.tables import ended, placed, played, resolving, started
from games.testing import Case
from games.tests import contract


def otherwise(event: Event, dice: Random) -> Event:
    """The event with other secret cards, as many as before."""
    if isinstance(event, SideRegistered | DeckRegistered):
        return disguised(event, dice)
    assert isinstance(event, SecretEvent)
    told = {name: _other(getattr(event, name), dice) for name in event.secret_fields}
    return msgspec.structs.replace(event, **told)


def _other(value: Any, dice: Random) -> Any:
    cards = (*training.DECK, f.STUN)
    if isinstance(value, tuple):
        return tuple(dice.choice(cards) for _ in value)
    return None if value is None else dice.choice(cards)


def move(source: Any, to: Any, *cards: str) -> f.CardsMoved:
    return f.CardsMoved(player="r", source=source, to=to, count=len(cards), by="A-915", cards=cards)


def two_turns() -> Case:
    """Prepared cards, draws, choices, moves between all zones, a search, a trimmed hand."""
    case = placed().when(f.PreparedTaken(player="b", count=1, cards=("A-904",)))
    hands = {"b": ("A-901", "A-903", "A-904", "A-905"), "r": ("A-915", "A-901", "A-902", "A-905", "A-914")}
    for player, cards in hands.items():
        case = case.when(f.StartingHandDrawn(player=player, count=len(cards), cards=cards))
    case = resolving(case, r="A-915", b="A-905")
    case = started(started(case, "b", "A-905"), "r", "A-915")
    case = played(case, move("hand", "removed", "A-901"), move("deck", "discard", "A-901", "A-923"))
    case = played(case, move("discard", "hand", "A-923"), move("deck", "hand", "A-931", "A-922"))
    case = ended(case.when(g.EffectResolved(actor="r", card="A-915", choice="Moves cards.")))
    case = resolving(case, r="A-914", b="A-904")
    case = started(case, "b", "A-904").when(g.FocusGained(player="b", amount=2))
    search = f.CardsMoved(
        player="r", source="deck", to="hand", count=1, by="A-914", search=True, cards=("A-912",)
    )
    case = started(case, "r", "A-914").when(search).when(f.PhaseStarted(phase="discard"))
    return case.when(f.HandTrimmed(player="r", count=2, cards=("A-912", "A-931")))


@pytest.fixture(scope="module")
def story() -> contract.Story:
    case = two_turns()
    return contract.story_of(RULES, case.setup, [(entry.event, entry.actor) for entry in case.entries])


@pytest.mark.parametrize("seed", range(3))
def test_nothing_shown_depends_on_what_is_hidden(story: contract.Story, seed: int) -> None:
    others = [(entry.event, entry.actor) for entry in story.entries]
    contract.assert_no_secret_gets_out(story, others, Random(seed), otherwise)


def test_the_log_is_the_match(story: contract.Story) -> None:
    contract.assert_events_round_trip(story)
    contract.assert_states_round_trip(story)
    contract.assert_replay_equals_step_by_step(story)
    contract.assert_redaction_is_honest(story)
