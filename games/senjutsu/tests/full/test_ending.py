"""How a match at full detail ends, and who sees what meanwhile: SEN-END, SEN-MULTI, SEN-HID, SEN-LOG-03, -07."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import EVERYONE, REFEREE, Event, Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.chapters.results import places_of
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.harm import Hurt, heal, hurt
from games.senjutsu.tests.full.tables import (
    THREE,
    B,
    R,
    dealt,
    ended,
    placed,
    played,
    resolving,
    revealed,
    selecting,
    started,
)
from games.senjutsu.tests.full.test_draw import changed
from games.testing import Case, accepts, given, refuses

SEER = {name: Viewer("player", name, side) for name, side in (("r", "red"), ("b", "blue"))}


def over(winner: str, **told: Any) -> e.MatchFinished:
    return e.MatchFinished(winner=winner, **told)


@accepts("SEN-END-06", "SEN-END-08", "SEN-END-04")
def test_a_concession_ends_a_duel() -> None:
    case = selecting(dealt()).when(e.SideConceded(player="b"), B)
    state = case.then_accepted()
    assert state.fighters["b"].hex is None and state.full.track == ("r",)
    done = case.when(over("red", turns=1, defeats=(e.Defeat("b", "concession"),))).then_accepted()
    assert done.turn == 1 and RULES.outcome(done).winner == "red"


@refuses("SEN-END-04", "SEN-END-06", "SEN-LOG-08")
def test_a_decided_match_is_not_played_on() -> None:
    case = selecting(dealt()).when(e.SideConceded(player="b"))
    case.when(f.CardSelected(player="r", card="A-901")).then_refused("SEN-END-04")
    case.when(over("blue")).then_refused("SEN-END-06")
    for wrong in (0, 2):
        (refused,) = case.when(over("red", turns=wrong)).then_refused("SEN-LOG-08")
        assert (refused.params["expected"], refused.params["told"]) == (1, wrong)
    selecting(dealt()).when(over("red")).then_refused("SEN-END-06")


@refuses("SEN-LOG-03")
def test_after_the_end_nothing_comes() -> None:
    case = selecting(dealt()).when(e.SideConceded(player="b")).when(over("red"))
    case.when(f.CardSelected(player="r", card="A-901")).then_refused("SEN-LOG-03")
    case.when(e.MatchAnnulled(reason="The wrong players sat down.")).then_accepted()


@accepts("SEN-MULTI-02", "SEN-MULTI-04")
def test_three_go_on_until_one_is_left() -> None:
    case = selecting(dealt("multi", THREE)).when(e.SideConceded(player="c"))
    for player in "rb":
        case = case.when(f.CardSelected(player=player, card="A-905"))
    case = case.when(f.CardsRevealed(cards={"r": "A-905", "b": "A-905"}))
    case.when(over("red")).then_refused("SEN-MULTI-02", "SEN-END-06")
    case = case.when(e.SideConceded(player="b"))
    assert places_of(case.then_accepted()) == {"red": 1, "blue": 2, "green": 3}


@accepts("SEN-END-05")
def test_who_falls_at_one_blow_falls_together() -> None:
    state = dealt("multi", THREE).state
    state = hurt(state, [Hurt("b", wounds=8), Hurt("c", stuns=6)])
    assert [state.fighters[p].defeated for p in "bc"] == ["wounds", "stun"]
    assert places_of(state) == {"red": 1, "blue": 2, "green": 2}


def test_an_execution_needs_no_wounds() -> None:
    state = hurt(dealt().state, [Hurt("b", executed=True)])
    assert state.fighters["b"].defeated == "execution" and state.fighters["b"].wounds == 0


def test_harm_ends_cover_and_healing_stops_at_none() -> None:
    case = changed(dealt(), "r", in_cover=True, focus=2)
    state = hurt(case.state, [Hurt("r", wounds=1, bleeding=1, injuries=1, lose_focus=True)])
    fighter = state.fighters["r"]
    assert (fighter.wounds, fighter.bleeding, fighter.timers, fighter.focus) == (2, 1, (0,), 0)
    assert not fighter.in_cover
    healed = heal(state, "r", bleeding=2).fighters["r"]
    assert (healed.wounds, healed.bleeding) == (0, 0)


@accepts("SEN-LOG-07")
def test_a_card_waives_one_rule() -> None:
    hand = ("A-915", "A-901", "A-902", "A-903", "A-904")
    case = resolving(dealt(hands={"r": hand}), r="A-915", b="A-905")
    waived = f.Override(card="A-915", rule="SEN-INIT-01")
    case.when(f.PartStarted(actor="r", card="A-915")).then_refused("SEN-INIT-01")
    case = case.when(f.PartStarted(actor="r", card="A-915", override=waived))
    assert case.then_accepted().full.overridden == ("SEN-INIT-01",)


@refuses("SEN-LOG-07")
@pytest.mark.parametrize(
    ("card", "rule"),
    [("A-901", "SEN-INIT-01"), ("A-905", "SEN-LOG-02"), ("A-905", "SEN-END-06"), ("A-905", "SEN-XXX-01")],
)
def test_what_cannot_be_waived(card: str, rule: str) -> None:
    case = resolving(dealt(), r="A-905", b="A-904")
    event = f.PartStarted(actor="r", card="A-905", override=f.Override(card=card, rule=rule))
    case.when(event).then_refused("SEN-LOG-07")


@refuses("SEN-LOG-02")
def test_an_override_lifts_no_other_rule() -> None:
    case = revealed(dealt(), r="A-905", b="A-904")
    waived = f.Override(card="A-905", rule="SEN-INIT-01")
    case.when(f.PartStarted(actor="r", card="A-905", override=waived)).then_refused("SEN-LOG-02")


def seen(case: Case, viewer: Viewer) -> Any:
    return RULES.visible_to(case.state, viewer)


def shown(case: Case, event: Event, viewer: Viewer) -> Any:
    """The event as a viewer sees it."""
    return RULES.redact(case.state, event, viewer)


@accepts("SEN-HID-02", "SEN-HID-03")
def test_a_choice_is_seen_by_its_owner_alone() -> None:
    case = selecting(dealt()).when(f.CardSelected(player="r", card="A-901"))
    event = case.entries[-1].event
    assert seen(case, SEER["r"]).full.seats["r"].card == "A-901"
    for viewer in (SEER["b"], EVERYONE):
        view = seen(case, viewer)
        assert view.full.seats["r"].card is None and view.full.seats["r"].chosen
        assert view.full.piles["r"].held == () and view.full.piles["r"].hand == 6
        assert shown(case, event, viewer).card is None
    assert shown(case, event, SEER["r"]).card == "A-901"
    assert shown(case, event, REFEREE).card == "A-901"


@accepts("SEN-HID-03")
def test_choices_open_to_the_table_when_all_are_made_and_to_everybody_by_the_reveal() -> None:
    case = selecting(dealt()).when(f.CardSelected(player="r", card="A-905"))
    event = case.entries[-1].event
    assert shown(case, event, SEER["b"]).card is None
    case = case.when(f.CardSelected(player="b", card="A-904"))
    assert shown(case, event, SEER["b"]).card == "A-905"
    assert seen(case, SEER["b"]).full.seats["r"].card == "A-905"
    assert shown(case, event, EVERYONE).card is None
    assert seen(case, EVERYONE).full.seats["r"].card is None
    case = played(case, f.CardsRevealed(cards={"r": "A-905", "b": "A-904"}), f.PhaseStarted(phase="resolve"))
    case = started(started(case, "r", "A-905"), "b", "A-904").when(g.FocusGained(player="b", amount=2))
    assert seen(case, EVERYONE).full.seats["r"].card == "A-905"
    case = selecting(ended(case))
    assert shown(case, event, EVERYONE).card == "A-905"


@accepts("SEN-HID-05")
def test_bleeding_discards_are_seen_by_staff_alone() -> None:
    case = changed(dealt(), "r", wounds=1, bleeding=1).when(f.TurnStarted(turn=1))
    case = case.when(f.BleedDiscarded(actor="r", card="A-931"))
    event = case.entries[-1].event
    for viewer in (SEER["r"], SEER["b"], EVERYONE):
        assert shown(case, event, viewer).card is None
        assert seen(case, viewer).full.piles["r"].bled == ()
    assert seen(case, REFEREE).full.piles["r"].bled == ("A-931",)


@accepts("SEN-HID-06", "SEN-HID-07")
def test_face_down_cards_are_their_owners() -> None:
    case = placed().when(f.PreparedTaken(player="r", count=1, cards=("A-904",)))
    event = case.entries[-1].event
    assert shown(case, event, SEER["r"]).cards == ("A-904",)
    assert shown(case, event, SEER["b"]).cards is None
    held = changed(dealt(), "r", {"down": ("A-931",)})
    assert seen(held, SEER["b"]).full.piles["r"].down == ()
    assert seen(held, SEER["r"]).full.piles["r"].down == ("A-931",)


@refuses("SEN-HID-03")
def test_a_concession_opens_no_choice() -> None:
    case = selecting(dealt()).when(f.CardSelected(player="r", card="A-901"))
    event = case.entries[-1].event
    for left in (case.when(e.SideConceded(player="b"), B), case.when(e.SideConceded(player="r"), R)):
        for viewer in (SEER["b"], EVERYONE):
            assert shown(left, event, viewer).card is None
            assert seen(left, viewer).full.seats["r"].card is None


@refuses("SEN-HID-03")
def test_who_conceded_before_the_reveal_keeps_the_card_face_down() -> None:
    case = selecting(dealt("multi", THREE)).when(f.CardSelected(player="c", card="A-901"))
    event = case.entries[-1].event
    case = case.when(e.SideConceded(player="c"))
    for player in "rb":
        case = case.when(f.CardSelected(player=player, card="A-905"))
    assert shown(case, event, SEER["b"]).card is None
    case = case.when(f.CardsRevealed(cards={"r": "A-905", "b": "A-905"}))
    for viewer in (SEER["b"], EVERYONE):
        assert shown(case, event, viewer).card is None
        assert seen(case, viewer).full.seats["c"].card is None
    assert RULES.redact(case.state, event, EVERYONE, settled=True) == event


def test_everything_is_open_when_the_result_is_settled() -> None:
    case = selecting(dealt()).when(f.CardSelected(player="r", card="A-901"))
    secret = case.entries[-1].event
    case = played(case, e.SideConceded(player="b"), over("red"))
    assert shown(case, secret, EVERYONE).card is None
    assert RULES.redact(case.state, secret, EVERYONE, settled=True) == secret
    settled = RULES.visible_to(case.state, EVERYONE, settled=True)
    assert settled.full is not None and settled.full.piles["r"].held


@pytest.mark.parametrize("viewer", [*SEER.values(), EVERYONE, REFEREE])
def test_what_comes_next_is_offered(viewer: Viewer) -> None:
    case = started(resolving(dealt(), r="A-905", b="A-904"), "r", "A-905")
    story, state = [entry.event for entry in case.entries], RULES.initial(case.setup)
    for event in [*story, g.KamaeMoved(player="r", limit=2, path=(), to="neutral")]:
        offered = {one.type for one in RULES.next_events(state, viewer)}
        assert event.__struct_config__.tag in offered, event
        state = given(RULES, None, [event]).state if state.phase == "open" else RULES.evolve(state, event)


@refuses("SEN-LOG-04")
def test_strangers_log_nothing() -> None:
    case = selecting(dealt())
    case.when(f.CardsRevealed(cards={}), R).then_refused()
    case.when(e.SideConceded(player="b"), R).then_refused("SEN-LOG-04")
