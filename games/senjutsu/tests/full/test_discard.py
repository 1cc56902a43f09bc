"""The Discard phase: SEN-DISC-01, -02, -04, SEN-EFF-04 to -06, SEN-ZONE-01, -02, SEN-TER-04, SEN-TURN-02."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as g
from games.senjutsu.full import events as f
from games.senjutsu.full.state import Thing
from games.senjutsu.tests.full.tables import B, R, dealt, ended, played, resolving, selecting, started
from games.senjutsu.tests.full.test_draw import changed
from games.testing import Case, accepts, refuses


def discarding(case: Case | None = None, **body: Any) -> Case:
    """A duel in Discard in which both played a card without obligations."""
    return _resolved(changed(case or dealt(), "r", **body)).when(f.PhaseStarted(phase="discard"))


def trim(count: int, cards: tuple[str, ...] | None = None, player: str = "r") -> f.HandTrimmed:
    return f.HandTrimmed(player=player, count=count, cards=cards)


@accepts("SEN-DISC-02", "SEN-ZONE-01")
def test_cards_in_play_go_to_the_pile_and_core_cards_back() -> None:
    full = discarding().then_accepted().full
    pile = full.piles["r"]
    assert (pile.deck, pile.hand, pile.discard, pile.open) == (34, 5, 1, ("A-905",))
    assert full.seats["r"].past == ("A-905",) and full.seats["r"].play == ()


@accepts("SEN-DISC-04")
def test_down_to_the_hand_limit() -> None:
    case = discarding(stuns=2).when(trim(2, ("A-901", "A-902")), R)
    pile = case.then_accepted().full.piles["r"]
    assert (pile.hand, pile.discard, pile.down) == (3, 3, ("A-901", "A-902"))
    assert case.when(f.TurnEnded(turn=1)).then_accepted().turn == 1


@refuses("SEN-DISC-04", "SEN-TURN-03")
def test_not_fewer_not_more_not_twice() -> None:
    case = discarding(stuns=2)
    case.when(trim(1)).then_refused("SEN-DISC-04")
    case.when(trim(3)).then_refused("SEN-DISC-04")
    case.when(trim(1, player="b")).then_refused("SEN-DISC-04")
    case.when(f.TurnEnded(turn=1)).then_refused("SEN-TURN-03", "SEN-DISC-04")
    case.when(trim(2)).when(trim(1)).then_refused("SEN-DISC-04")


@accepts("SEN-EFF-04")
@refuses("SEN-EFF-04", "SEN-DISC-02", "SEN-ZONE-02")
def test_what_is_never_discarded() -> None:
    case = discarding(stuns=1)
    case.when(trim(1, (f.STUN,))).then_refused("SEN-EFF-04")
    case.when(trim(1, ("A-038",))).then_refused("SEN-DISC-02")
    case.when(trim(1, ("A-950",))).then_refused("SEN-ZONE-02")
    case.when(trim(1, ("A-901", "A-902"))).then_refused("SEN-LOG-08")
    case.when(trim(1, ("A-901",))).then_accepted()


def test_stuns_alone_above_the_limit_stay() -> None:
    case = discarding()
    case = changed(case, "r", {"hand": 0, "held": ()}, stuns=4)
    case.when(f.TurnEnded(turn=1)).then_accepted()


def test_injuries_turn_four_times() -> None:
    case = changed(changed(dealt(), "r", timers=(0, 2), injuries=2), "b", timers=(0, 2), injuries=2)
    for timers in ((1, 3), (2,), (3,), ()):
        case = discarding(case=case)
        assert case.then_accepted().fighters["r"].timers == timers
        case = case.when(f.TurnEnded(turn=case.state.full.turn))
        hand = ("A-905", "A-901", "A-902", "A-903", "A-904")
        for player in "rb":
            case = changed(case, player, {"deck": 30, "hand": 5, "held": hand, "open": (), "discard": 5})


def test_a_shrine_gives_focus() -> None:
    near = {"r": ((0, 2), 0), "b": ((0, -4), 3)}
    case = dealt(at=near)
    shrine = e.TerrainPlaced(player="r", object="shrine", hex=(0, 1))
    case = _with_terrain(case, shrine)
    assert discarding(case=case).then_accepted().fighters["r"].focus == 1


def _with_terrain(case: Case, event: e.TerrainPlaced) -> Case:
    full = msgspec.structs.replace(case.state.full, terrain=(Thing(event.hex, event.object),))
    return Case(RULES, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)


@accepts("SEN-TURN-02")
@refuses("SEN-TURN-02")
def test_turns_in_order() -> None:
    case = discarding()
    case.when(f.TurnEnded(turn=2)).then_refused("SEN-TURN-02")
    case = ended_now(case)
    case.when(f.TurnStarted(turn=1)).then_refused("SEN-TURN-02")
    case.when(f.TurnStarted(turn=2)).then_accepted()


def ended_now(case: Case) -> Case:
    return case.when(f.TurnEnded(turn=case.state.full.turn))


def bandage(**body: Any) -> Case:
    """`r` resolves a card that has nothing but a text."""
    hand = ("A-915", "A-901", "A-902", "A-903", "A-904")
    case = changed(dealt(hands={"r": hand}), "r", {"discard": 2, "open": ("A-906", "A-931")}, **body)
    case = resolving(case, r="A-915", b="A-905")
    return played(case, f.PartStarted(actor="b", card="A-905"), f.PartStarted(actor="r", card="A-915"))


def move(source: Any, to: Any, count: int = 1, by: str = "A-915", **told: Any) -> f.CardsMoved:
    return f.CardsMoved(player="r", source=source, to=to, count=count, by=by, **told)


@accepts("SEN-ZONE-01", "SEN-EFF-09")
@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (move("discard", "hand", cards=("A-906",)), (34, 6, 1, 0)),
        (move("discard", "deck", 2), (36, 5, 0, 0)),
        (move("deck", "discard"), (33, 5, 3, 0)),
        (move("hand", "removed", cards=("A-901",)), (34, 4, 2, 1)),
        (move("hand", "deck", 2), (36, 3, 2, 0)),
    ],
)
def test_a_text_moves_cards(event: f.CardsMoved, counts: tuple[int, ...]) -> None:
    pile = bandage().when(event, R).then_accepted().full.piles["r"]
    assert (pile.deck, pile.hand, pile.discard, pile.removed) == counts


@accepts("SEN-ZONE-02")
def test_a_pile_never_knows_more_cards_than_lie_there() -> None:
    """Which of the known cards an unnamed one was, nobody knows; its name may be told later."""
    before = bandage().then_accepted().full.piles["r"]
    assert len(before.open) + len(before.down) == before.discard
    after = bandage().when(move("discard", "deck"), R)
    pile = after.then_accepted().full.piles["r"]
    assert (pile.open, pile.down, pile.discard) == ((), (), before.discard - 1)
    after.when(move("discard", "hand", cards=("A-906",)), R).then_accepted()


@refuses("SEN-ZONE-01")
@pytest.mark.parametrize(
    ("source", "to", "count"),
    [("hand", "deck", 6), ("removed", "hand", 1), ("hand", "hand", 1), ("hand", "play", 1)],
)
def test_cards_that_are_not_there(source: str, to: str, count: int) -> None:
    bandage().when(move(source, to, count)).then_refused("SEN-ZONE-01")


@refuses("SEN-EFF-09", "SEN-ZONE-02", "SEN-ATK-13", "SEN-LOG-08")
def test_which_cards_move_and_by_what() -> None:
    case = bandage(stuns=1)
    case.when(move("hand", "discard", cards=(f.STUN,))).then_refused("SEN-EFF-09")
    case.when(move("hand", "discard", cards=("A-038",))).then_refused("SEN-EFF-09")
    case.when(move("hand", "discard", cards=("C-002",))).then_refused("SEN-EFF-09")
    case.when(move("hand", "discard", cards=("A-950",))).then_refused("SEN-ZONE-02")
    case.when(move("discard", "hand", cards=("A-923",))).then_refused("SEN-ZONE-02")
    case.when(move("hand", "discard", 1, "A-905")).then_refused("SEN-ATK-13")
    case.when(move("hand", "discard", 2, cards=("A-901",))).then_refused("SEN-LOG-08")


def insight() -> Case:
    hand = ("A-914", "A-901", "A-902", "A-903", "A-904")
    case = resolving(dealt(hands={"r": hand}), r="A-914", b="A-905")
    return played(case, f.PartStarted(actor="b", card="A-905"), f.PartStarted(actor="r", card="A-914"))


@accepts("SEN-DRAW-06")
@refuses("SEN-DRAW-06", "SEN-ZONE-02")
def test_a_search() -> None:
    search: Any = {"by": "A-914", "search": True}
    case = insight()
    case.when(move("deck", "hand", 2, **search)).then_refused("SEN-DRAW-06")
    case.when(move("discard", "hand", 1, **search)).then_refused("SEN-DRAW-06")
    case.when(move("deck", "hand", cards=("A-950",), **search)).then_refused("SEN-ZONE-02")
    found = case.when(move("deck", "hand", cards=("A-931",), **search), R)
    assert "A-931" in found.then_accepted().full.piles["r"].held


@accepts("SEN-DISC-01")
@refuses("SEN-DISC-01")
def test_effects_of_the_end_of_the_turn_come_before_the_trim() -> None:
    case = bandage(stuns=1)
    case = played(case, g.EffectResolved(actor="r", card="A-915", choice="Heals nothing."))
    case = case.when(f.PhaseStarted(phase="discard"))
    gain = g.FocusGained(player="r", amount=1, reason="other", card="A-915")
    case.when(gain).then_accepted()
    over = case.when(trim(1))
    over.when(gain).then_refused("SEN-DISC-01")
    over.when(move("hand", "deck")).then_refused("SEN-DISC-01")


def test_two_whole_turns() -> None:
    case = ended(_resolved(dealt()))
    case = selecting(case, drawn={"r": "A-905"})
    assert case.state.full.turn == 2 and case.state.full.piles["b"].deck == 33


def _resolved(case: Case) -> Case:
    case = resolving(case, r="A-905", b="A-905").when(f.TieOrderChosen(player="r", position=2))
    return started(started(case, "b", "A-905"), "r", "A-905")


@refuses("SEN-LOG-04")
def test_nobody_trims_for_others() -> None:
    discarding(stuns=2).when(trim(2), B).then_refused("SEN-LOG-04")
