"""The ring, the kamae, focus and advantage: SEN-KAM-02 to -09, SEN-FOC-01, SEN-ADV-02, SEN-LOG-05."""

from __future__ import annotations

from typing import Any

import pytest

from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import AdvantageGain, FocusGain, KamaeChange, RingMove
from games.senjutsu.tests.full.position import IDLE, begun, card, turn
from games.senjutsu.tests.full.tables import B, R, dealt, played, resolving, started
from games.senjutsu.tests.full.test_draw import changed
from games.testing import Case, accepts, refuses


def stance(kamae: str = "neutral", focus: int = 0, **told: Any) -> Case:
    """`r` resolves a card that moves the ring up to 2 cells."""
    case = changed(dealt(**told), "r", kamae=kamae, focus=focus)
    return started(resolving(case, r="A-905", b="A-904"), "r", "A-905")


def ring(*path: str, to: str, limit: int = 2, **told: Any) -> g.KamaeMoved:
    return g.KamaeMoved(player="r", limit=limit, path=path, to=to, **told)


@accepts("SEN-KAM-02", "SEN-KAM-03", "SEN-KAM-05", "SEN-FOC-01")
def test_a_path_through_focus() -> None:
    case = stance(focus=3).when(ring("f1", "balance", to="balance"), R)
    fighter = case.then_accepted().fighters["r"]
    assert (fighter.kamae, fighter.focus) == ("balance", 3)
    gained = stance().when(ring("f1", "balance", to="balance")).then_accepted()
    assert gained.fighters["r"].focus == 1
    assert stance().when(ring(to="neutral")).then_accepted().fighters["r"].kamae == "neutral"


@refuses("SEN-KAM-02")
@pytest.mark.parametrize("path", [("determination",), ("f1", "aggression")])
def test_no_line_leads_there(path: tuple[str, ...]) -> None:
    stance().when(ring(*path, to=path[-1])).then_refused("SEN-KAM-02")


@refuses("SEN-KAM-03")
def test_too_far_or_another_limit() -> None:
    path = ("f1", "balance", "determination", "neutral")
    stance("aggression").when(
        ring("neutral", "f1", "balance", "determination", to="determination")
    ).then_refused("SEN-KAM-03")
    stance().when(ring(*path[:2], to="balance", limit=3)).then_refused("SEN-KAM-03")


@refuses("SEN-KAM-05")
def test_no_cell_twice() -> None:
    stance().when(ring("aggression", "neutral", to="neutral")).then_refused("SEN-KAM-05")


@accepts("SEN-KAM-06")
@refuses("SEN-KAM-06")
def test_no_rest_on_a_focus_cell() -> None:
    stance().when(ring("f1", to="neutral")).then_refused("SEN-KAM-06")
    stance().when(ring("f1", "balance", to="f1")).then_refused("SEN-LOG-08")
    stance("balance").when(ring("f1", "neutral", to="neutral")).then_accepted()


@refuses("SEN-ATK-13", "SEN-LOG-04")
def test_the_ring_moves_by_an_effect_alone() -> None:
    case = stance().when(ring(to="neutral"))
    case.when(ring(to="neutral")).then_refused("SEN-ATK-13")
    other = g.KamaeMoved(player="b", limit=2, path=(), to="neutral")
    stance().when(other, R).then_refused("SEN-LOG-04")
    stance().when(other, B).then_refused("SEN-ATK-13")


def test_without_a_study_card_the_path_is_believed() -> None:
    state = stance(studies={}).when(ring("f9", "determination", to="determination")).then_accepted()
    assert state.fighters["r"].focus == 1 and "SEN-KAM-05" in state.full.unverified


def rising(kamae: str = "neutral") -> Case:
    hand = ("A-912", "A-901", "A-902", "A-903", "A-904")
    case = changed(dealt(hands={"r": hand}), "r", kamae=kamae)
    return started(resolving(case, r="A-912", b="A-904"), "r", "A-912")


def change(to: str, instruction: str = "any") -> g.KamaeChanged:
    return g.KamaeChanged(player="r", instruction=instruction, to=to)


@accepts("SEN-KAM-07", "SEN-KAM-08")
def test_a_change_knows_no_lines() -> None:
    assert rising().when(change("determination")).then_accepted().fighters["r"].kamae == "determination"
    rising("balance").when(change("balance")).then_accepted()


@refuses("SEN-KAM-07", "SEN-KAM-08")
def test_where_a_change_cannot_go() -> None:
    rising("balance").when(change("neutral")).then_refused("SEN-KAM-08")
    rising().when(change("f1")).then_refused("SEN-KAM-07")
    rising().when(change("balance", "balance")).then_refused("SEN-KAM-07")


def bloom(player: str = "b") -> Case:
    hand = ("A-923", "A-901", "A-902", "A-903", "A-904")
    case = changed(dealt(hands={player: hand}), player, kamae="determination")
    cards = {"r": "A-904", "b": "A-904", player: "A-923"}
    return started(resolving(case, **cards), player, "A-923")


@accepts("SEN-ADV-02")
def test_advantage_rises_to_the_top() -> None:
    case = bloom().when(g.AdvantageGained(player="b", order=("b", "r")), B)
    assert case.then_accepted().full.track == ("b", "r")
    assert bloom("r").when(g.AdvantageGained(player="r")).then_accepted().full.track == ("r", "b")


@refuses("SEN-ADV-02", "SEN-TURN-03", "SEN-KAM-09")
def test_a_wrong_track_or_a_forgotten_gain() -> None:
    bloom().when(g.AdvantageGained(player="b", order=("r", "b"))).then_refused("SEN-ADV-02")
    bloom().when(f.PartStarted(actor="r", card="A-904")).then_refused("SEN-TURN-03", "SEN-KAM-09")


@accepts("SEN-FOC-01")
def test_what_exceeds_three_is_lost() -> None:
    case = changed(dealt(), "r", focus=2)
    case = resolving(case, r="A-904", b="A-905")
    case = played(case, f.PartStarted(actor="b", card="A-905"), f.PartStarted(actor="r", card="A-904"))
    assert case.when(g.FocusGained(player="r", amount=2)).then_accepted().fighters["r"].focus == 3


@accepts("SEN-LOG-08")
@refuses("SEN-LOG-08")
@pytest.mark.parametrize(
    ("effect", "told", "what"),
    [
        (RingMove(limit=1), g.KamaeMoved, {"limit": 1, "path": ("aggression",), "to": "aggression"}),
        (KamaeChange(to="any"), g.KamaeChanged, {"instruction": "any", "to": "balance"}),
        (AdvantageGain(), g.AdvantageGained, {}),
        (FocusGain(amount=1), g.FocusGained, {"amount": 1}),
    ],
)
def test_what_a_card_gives_names_the_card_that_is_resolved(
    effect: Any, told: Any, what: dict[str, Any]
) -> None:
    case = begun(turn(card(effect, types=("meditation",)), IDLE), "r")
    case.when(told(player="r", card="A-902", **what)).then_refused("SEN-LOG-08")
    case.when(told(player="r", card="A-901", **what)).then_accepted()
    case.when(told(player="r", **what)).then_accepted()
