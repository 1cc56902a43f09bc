"""The Draw phase: SEN-TURN-01, -03, -04, SEN-DRAW-01 to -05, SEN-END-05, SEN-ZONE-01."""

from __future__ import annotations

from typing import Any

import msgspec

from games.senjutsu import RULES
from games.senjutsu.full import events as f
from games.senjutsu.full.state import Pile
from games.senjutsu.tests.full.tables import THREE, B, R, dealt, played
from games.testing import Case, accepts, refuses


def changed(case: Case, player: str, pile: dict[str, Any] | None = None, **body: Any) -> Case:
    """The case with a character's body or cards changed, as if the match had come to it."""
    state = case.state
    fighter = msgspec.structs.replace(state.fighters[player], **body)
    own: Pile = msgspec.structs.replace(state.full.piles[player], **(pile or {}))
    full = msgspec.structs.replace(state.full, piles={**state.full.piles, player: own})
    state = msgspec.structs.replace(state, fighters={**state.fighters, player: fighter}, full=full)
    return Case(RULES, case.setup, state, case.entries)


def started(case: Case) -> Case:
    return case.when(f.TurnStarted(turn=case.state.turn + 1))


@accepts("SEN-DRAW-01", "SEN-TURN-01", "SEN-TURN-03")
def test_everybody_draws_one_card() -> None:
    case = played(started(dealt()), f.CardDrawn(actor="r", cards=("A-901",)), f.CardDrawn(actor="b"))
    case = case.when(f.PhaseStarted(phase="select"))
    assert case.then_accepted().full.step == "select"
    assert [case.state.full.piles[p].deck for p in "rb"] == [34, 34]


@refuses("SEN-DRAW-01")
def test_a_second_draw() -> None:
    case = started(dealt()).when(f.CardDrawn(actor="r"))
    case.when(f.CardDrawn(actor="r")).then_refused("SEN-DRAW-01")
    case.when(f.CardDrawn(actor="b", asked=2, drawn=2)).then_refused("SEN-DRAW-01")
    case.when(f.PhaseStarted(phase="select")).then_refused("SEN-TURN-03", "SEN-DRAW-01")


@refuses("SEN-TURN-01")
def test_phases_in_order() -> None:
    case = started(dealt())
    case.when(f.PhaseStarted(phase="resolve")).then_refused("SEN-LOG-02", "SEN-TURN-01")
    case.when(f.TurnEnded(turn=1)).then_refused("SEN-LOG-02")


@accepts("SEN-DRAW-04", "SEN-TURN-04")
def test_bleeding_costs_one_card_however_many_wounds() -> None:
    case = started(changed(dealt(), "r", wounds=3, bleeding=3))
    case = played(case, f.BleedDiscarded(actor="r", card="A-903"), f.CardDrawn(actor="r"))
    pile = case.then_accepted().full.piles["r"]
    assert (pile.deck, pile.discard, pile.bled) == (33, 1, ("A-903",))


@refuses("SEN-DRAW-04", "SEN-TURN-04", "SEN-TURN-03")
def test_bleeding_is_not_forgotten_nor_doubled() -> None:
    case = started(changed(dealt(), "r", wounds=1, bleeding=1))
    case.when(f.CardDrawn(actor="r")).then_refused("SEN-DRAW-04")
    case.when(f.BleedDiscarded(actor="b")).then_refused("SEN-DRAW-04")
    case.when(f.PhaseStarted(phase="select")).then_refused("SEN-TURN-03", "SEN-DRAW-04")
    case = case.when(f.BleedDiscarded(actor="r"))
    case.when(f.BleedDiscarded(actor="r")).then_refused("SEN-DRAW-04")
    case = case.when(f.CardDrawn(actor="r"))
    case.when(f.BleedDiscarded(actor="r")).then_refused("SEN-TURN-04")


@accepts("SEN-DRAW-05")
@refuses("SEN-DRAW-05")
def test_bleeding_with_an_empty_deck() -> None:
    case = started(changed(dealt(), "r", {"deck": 0}, wounds=1, bleeding=1))
    case.when(f.BleedDiscarded(actor="r")).then_refused("SEN-DRAW-05")
    case = case.when(f.CardDrawn(actor="r", drawn=0))
    assert case.then_accepted().fighters["r"].wounds == 2


@accepts("SEN-DRAW-02")
def test_the_last_card_bleeds_away() -> None:
    case = started(changed(dealt(), "r", {"deck": 1}, wounds=1, bleeding=1))
    case = played(case, f.BleedDiscarded(actor="r"), f.CardDrawn(actor="r", drawn=0))
    assert case.then_accepted().fighters["r"].wounds == 2


@refuses("SEN-DRAW-02")
def test_an_empty_deck_gives_nothing_and_a_full_one_gives() -> None:
    case = started(changed(dealt(), "r", {"deck": 0}))
    case.when(f.CardDrawn(actor="r")).then_refused("SEN-DRAW-02")
    case.when(f.CardDrawn(actor="b", drawn=0)).then_refused("SEN-DRAW-02")
    case.when(f.CardDrawn(actor="b", drawn=2)).then_refused("SEN-DRAW-02")


@refuses("SEN-ZONE-02")
def test_more_copies_than_there_are() -> None:
    case = started(dealt(hands={"r": ("A-923", "A-901", "A-902", "A-903", "A-904")}))
    case.when(f.CardDrawn(actor="r", cards=("A-923",))).then_refused("SEN-ZONE-02")
    case.when(f.CardDrawn(actor="r", cards=("A-950",))).then_refused("SEN-ZONE-02")
    case.when(f.CardDrawn(actor="r", cards=("A-901", "A-902"))).then_refused("SEN-LOG-08")


@accepts("SEN-END-05", "SEN-END-01")
def test_draw_wounds_fall_together() -> None:
    case = dealt()
    for player, limit in (("r", 7), ("b", 8)):
        case = changed(case, player, {"deck": 0}, wounds=limit - 1)
    case = started(case).when(f.CardDrawn(actor="r", drawn=0))
    assert case.then_accepted().fighters["r"].defeated is None
    case = case.when(f.CardDrawn(actor="b", drawn=0))
    fighters = case.then_accepted().fighters
    assert [fighters[p].defeated for p in "rb"] == ["wounds", "wounds"]
    assert fighters["r"].fall == fighters["b"].fall == 1


@refuses("SEN-LOG-04")
def test_nobody_draws_for_others() -> None:
    case = started(dealt())
    case.when(f.CardDrawn(actor="r"), B).then_refused("SEN-LOG-04")
    case.when(f.CardDrawn(actor="x"), R).then_refused("SEN-LOG-04")


@refuses("SEN-TURN-05", "SEN-LOG-04")
def test_the_defeated_do_not_draw() -> None:
    case = started(changed(dealt("multi", THREE), "c", defeated="wounds"))
    case.when(f.CardDrawn(actor="c")).then_refused("SEN-TURN-05", "SEN-LOG-04")


def test_far_from_all_enemies() -> None:
    seats = started(dealt()).then_accepted().full.seats
    assert seats["r"].far and seats["b"].far
    near = {"r": ((0, 2), 0), "b": ((0, -4), 3)}
    assert not started(dealt(at=near)).then_accepted().full.seats["r"].far
