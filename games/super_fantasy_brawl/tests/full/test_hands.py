"""Hands and decks: SFB-SETUP-10 to -12, SFB-MODE-08, -09, SFB-DECK-01 to -07, SFB-EFF-02, -10, -23, SFB-ACT-07."""

from __future__ import annotations

from typing import Any

import pytest

from games.ruleset import EVERYONE, Viewer
from games.super_fantasy_brawl import RULES
from games.super_fantasy_brawl import events as e
from games.super_fantasy_brawl.full import action_events as a
from games.super_fantasy_brawl.full import events as f
from games.super_fantasy_brawl.full.cards import deck_of
from games.super_fantasy_brawl.full.state import Seat
from games.super_fantasy_brawl.full.zones import check_conserved
from games.super_fantasy_brawl.tests.full.position import A as CHAMPION
from games.super_fantasy_brawl.tests.full.position import effect, opened, scene, skill
from games.super_fantasy_brawl.tests.tables import (
    B,
    R,
    dealt,
    deployed,
    full_round,
    hand_of,
    round_over,
    trapped,
    turn_begun,
    turn_over,
)
from games.testing import Case, accepts, refuses, why


def hand(player: str, count: int = 5, cards: tuple[str, ...] | None = None) -> f.OpeningHandDrawn:
    return f.OpeningHandDrawn(player=player, count=count, cards=cards)


def mulligan(player: str, count: int = 0, **told: Any) -> f.MulliganResolved:
    return f.MulliganResolved(player=player, count=count, **told)


@accepts("SFB-SETUP-10", "SFB-SETUP-11", "SFB-SETUP-12")
def test_hands_are_drawn_and_exchanged_one_after_another() -> None:
    case = trapped()
    own, deck = hand_of(case, "r"), deck_of(case.state, "r") or ()
    case = case.when(hand("r", 5, own), R)
    case = case.when(mulligan("r", 2, returned=own[:2], drawn=deck[5:7]), R)
    seat = case.state.full.seats["r"]
    assert (seat.hand, seat.deck) == (5, 13) and set(seat.held) == {*own[2:], *deck[5:7]}
    case = case.when(hand("b"), B).when(mulligan("b", 5))
    assert case.then_accepted().phase == "deploy"


@refuses("SFB-SETUP-10", "SFB-SETUP-12", "SFB-LOG-02", "SFB-LOG-08", "SFB-DECK-07")
def test_a_wrong_opening_hand() -> None:
    case = trapped()
    own, other = hand_of(case, "r"), hand_of(case, "b")
    case.when(hand("b")).then_refused("SFB-SETUP-10")
    case.when(hand("r", 4)).then_refused("SFB-SETUP-12")
    assert why(case.when(hand("r")), hand("r"), "SFB-SETUP-10") == {"dealt": "r"}
    case.when(hand("r"), B).then_refused("SFB-LOG-02")
    case.when(hand("r", 5, own[:4])).then_refused("SFB-LOG-08")
    case.when(hand("r", 5, (*own[:4], other[0]))).then_refused("SFB-DECK-07")
    case.when(hand("r", 5, (*own[:4], own[0]))).then_refused("SFB-DECK-07")
    case = case.when(hand("r"))
    case.when(hand("r")).then_refused("SFB-SETUP-10")
    case.when(hand("b")).then_refused("SFB-SETUP-10")


@refuses("SFB-SETUP-11")
def test_a_wrong_mulligan() -> None:
    case = trapped()
    own, deck = hand_of(case, "r"), deck_of(case.state, "r") or ()
    case.when(mulligan("r")).then_refused("SFB-SETUP-11")
    case = case.when(hand("r", 5, own))
    for told in (
        mulligan("r", 6),
        mulligan("r", 2, returned=own[:1], drawn=deck[5:7]),
        mulligan("r", 2, returned=own[:2], drawn=deck[5:6]),
        mulligan("r", 1, returned=deck[9:10], drawn=deck[5:6]),
        mulligan("r", 2, returned=own[:2], drawn=(own[0], deck[5])),
        mulligan("r", 1, returned=own[:1], drawn=own[1:2]),
    ):
        case.when(told).then_refused("SFB-SETUP-11")
    case.when(mulligan("r")).when(mulligan("r")).then_refused("SFB-SETUP-11")


@accepts("SFB-MODE-08", "SFB-MODE-09")
@refuses("SFB-MODE-08", "SFB-MODE-09")
def test_four_players_draw_four() -> None:
    case = trapped(mode="superteams")
    case.when(hand("s", 4)).then_refused("SFB-MODE-08")
    case.when(hand("r", 5)).then_refused("SFB-MODE-09")
    case = dealt(case)
    assert all((seat.hand, seat.deck) == (4, 8) for seat in case.state.full.seats.values())
    case = turn_begun(deployed(case))
    case.when(f.RefreshCompleted(player="r", count=5)).then_refused("SFB-MODE-09")
    turn_over(case).then_accepted()


@accepts("SFB-DECK-01", "SFB-DECK-02", "SFB-CORE-06", "SFB-CORE-08")
def test_the_upkeep() -> None:
    case = turn_begun(deployed())
    own = case.state.full.seats["r"].held
    new = (deck_of(case.state, "r") or ())[5:10]
    case = case.when(f.RefreshCompleted(player="r", count=5, discarded=own, drawn=new), R)
    seat = case.state.full.seats["r"]
    assert (seat.held, seat.open, seat.deck, seat.discard) == (new, own, 8, 5)
    assert case.state.phase == "refreshed" and check_conserved(case.state, "r")


@refuses("SFB-DECK-02", "SFB-DECK-07", "SFB-TURN-03", "SFB-LOG-02")
def test_a_wrong_upkeep() -> None:
    case = turn_begun(deployed())
    own, deck = case.state.full.seats["r"].held, deck_of(case.state, "r") or ()
    done = {"player": "r", "count": 5}
    case.when(f.RefreshCompleted(**{**done, "count": 4})).then_refused("SFB-DECK-02")  # type: ignore[arg-type]
    for kept in (own[:4], (*own[:4], deck[9]), (*own, deck[9])):
        case.when(f.RefreshCompleted(**done, discarded=kept)).then_refused("SFB-DECK-02")  # type: ignore[arg-type]
    again = f.RefreshCompleted(player="r", count=5, discarded=own, drawn=own)
    case.when(again).then_refused("SFB-DECK-07")
    case.when(f.RefreshCompleted(player="b", count=5)).then_refused("SFB-TURN-03")
    case.when(f.RefreshCompleted(player="r", count=5), B).then_refused("SFB-LOG-02")


@accepts("SFB-DECK-04", "SFB-DECK-01")
def test_the_deck_is_reshuffled_when_it_does_not_suffice() -> None:
    case = deployed()
    for _ in range(3):
        case = full_round(case)
        assert all(check_conserved(case.state, player) for player in ("r", "b"))
    assert {seat.deck for seat in case.state.full.seats.values()} == {13}


@refuses("SFB-DECK-04", "SFB-DECK-01")
def test_reshuffled_only_for_a_draw_that_needs_it() -> None:
    case = turn_begun(deployed())
    case.when(f.PersonalDeckReshuffled(player="r", size=5)).then_refused("SFB-DECK-04")
    case = turn_begun(full_round(full_round(deployed())))
    assert case.state.full.seats["r"].deck == 3
    case.when(f.RefreshCompleted(player="r", count=5)).then_refused("SFB-DECK-04")
    case.when(f.PersonalDeckReshuffled(player="r", size=10)).then_refused("SFB-DECK-04", "SFB-DECK-01")
    case.when(f.PersonalDeckReshuffled(player="b", size=15)).then_refused("SFB-DECK-04")
    ready = case.when(f.PersonalDeckReshuffled(player="r", size=15))
    ready.when(f.PersonalDeckReshuffled(player="r", size=15)).then_refused("SFB-LOG-06")
    ready.when(f.TurnEnded(player="r")).then_refused("SFB-LOG-06")


@refuses("SFB-DECK-07")
def test_the_rest_of_the_old_deck_comes_first() -> None:
    case = deployed()
    deck = deck_of(case.state, "r") or ()
    for start in (5, 10):
        case = turn_begun(case)
        own = case.state.full.seats["r"].held
        new = deck[start : start + 5]
        case = case.when(f.RefreshCompleted(player="r", count=5, discarded=own, drawn=new))
        case = turn_over(turn_begun(case.when(f.TurnEnded(player="r"))))
        case = round_over(case)
    case = turn_begun(case)
    own = case.state.full.seats["r"].held
    case = case.when(f.PersonalDeckReshuffled(player="r", size=15))
    early = f.RefreshCompleted(player="r", count=5, discarded=own, drawn=(*deck[15:17], *deck[:3]))
    case.when(early).then_refused("SFB-DECK-07")
    right = f.RefreshCompleted(player="r", count=5, discarded=own, drawn=(*deck[15:], *deck[:2]))
    case.when(right).then_accepted()


def draws(x: int, keyword: str = "draw", **told: Any) -> Case:
    """A skill with one effect is being used."""
    case = opened(scene(cards={"card": skill(effect(keyword, x))}, **told))
    return case.when(a.SkillUsed(champion=CHAMPION, card="card"))


def drawn(count: int, declared: int | None = None, **told: Any) -> f.CardsDrawn:
    return f.CardsDrawn(player="r", declared=count if declared is None else declared, drawn=count, **told)


@accepts("SFB-EFF-02")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_drawing_by_an_effect(count: int) -> None:
    state = draws(2).when(drawn(count), R).then_accepted()
    assert state.full.seats["r"].hand == 1 + count


@refuses("SFB-EFF-02", "SFB-LOG-02", "SFB-ACT-11")
def test_more_than_declared_or_printed() -> None:
    case = draws(2)
    case.when(drawn(3)).then_refused("SFB-EFF-02")
    case.when(drawn(1, 2)).then_refused("SFB-EFF-02")
    case.when(drawn(1), B).then_refused("SFB-LOG-02")
    case.when(drawn(2)).when(drawn(1)).then_refused("SFB-ACT-11")


@accepts("SFB-DECK-04", "SFB-DECK-06")
@refuses("SFB-DECK-04", "SFB-DECK-06")
def test_a_draw_through_a_reshuffle() -> None:
    """The card in play is not in the discard pile, so it does not come back."""
    seat = Seat(deck=1, hand=1, held=("card",), discard=16, built=True, dealt=True, mulliganed=True)
    case = draws(2, seats={"r": seat, "b": seat})
    case.when(drawn(2)).then_refused("SFB-DECK-04")
    case.when(f.PersonalDeckReshuffled(player="r", size=17)).then_refused("SFB-DECK-06")
    case.when(f.PersonalDeckReshuffled(player="b", size=16)).then_refused("SFB-DECK-04")
    case = case.when(f.PersonalDeckReshuffled(player="r", size=16))
    case.when(drawn(1, 1)).then_refused("SFB-DECK-04")
    state = case.when(drawn(2)).then_accepted()
    assert (state.full.seats["r"].deck, state.full.seats["r"].discard) == (15, 0)


@accepts("SFB-EFF-02", "SFB-DECK-04")
def test_drawing_stops_when_nothing_is_left() -> None:
    seat = Seat(deck=1, hand=17, held=("card",), built=True, dealt=True, mulliganed=True)
    case = draws(2, seats={"r": seat, "b": seat})
    case.when(drawn(2)).then_refused("SFB-EFF-02")
    assert case.when(drawn(1, 2)).then_accepted().full.seats["r"].deck == 0


def plans(count: int, **told: Any) -> f.CardsPlanned:
    return f.CardsPlanned(player="r", count=count, **told)


@accepts("SFB-EFF-10", "SFB-ACT-07")
@refuses("SFB-EFF-10", "SFB-DECK-07", "SFB-LOG-08")
def test_planning_puts_cards_on_top() -> None:
    case = draws(2, "plan")
    case.when(plans(3)).then_refused("SFB-EFF-10")
    case.when(plans(2)).then_refused("SFB-EFF-10")
    case.when(plans(1, cards=("card",))).then_refused("SFB-DECK-07")
    case.when(plans(1, cards=("one", "two"))).then_refused("SFB-LOG-08")
    seat = case.when(plans(1, cards=("one",)), R).then_accepted().full.seats["r"]
    assert (seat.top, seat.hand, seat.deck) == (("one",), 0, 17)
    standard = scene().when(a.BasicActionStarted(player="r", champion=CHAMPION, basic=1, core="manipulation"))
    standard.when(plans(1)).then_accepted()


@accepts("SFB-DECK-07")
@refuses("SFB-DECK-07")
def test_a_planned_card_is_drawn_first() -> None:
    case = opened(scene(cards={"card": skill(effect("plan", 1), effect("draw", 1))}))
    case = case.when(a.SkillUsed(champion=CHAMPION, card="card")).when(plans(1, cards=("one",)))
    case.when(drawn(1, cards=("two",))).then_refused("SFB-DECK-07")
    assert case.when(drawn(1, cards=("one",))).then_accepted().full.seats["r"].held == ("one",)


def shows(owner: str = "b", viewer: str | None = None, **told: Any) -> f.InformationShown:
    return f.InformationShown(owner=owner, what="hand", viewer=viewer, **told)


@accepts("SFB-EFF-23")
@refuses("SFB-EFF-23", "SFB-LOG-02", "SFB-DECK-07", "SFB-ACT-11")
def test_shown_to_all_or_to_the_player_of_the_effect() -> None:
    look = draws(1, "look")
    look.when(shows(viewer="r", cards=("y-1",)), B).then_accepted()
    look.when(shows(viewer="b")).then_refused("SFB-EFF-23")
    look.when(shows(viewer="r"), R).then_refused("SFB-LOG-02")
    look.when(shows()).then_refused("SFB-ACT-11")
    look.when(shows(viewer="r", slot="t"), B).then_refused("SFB-TRAP-01")
    show = draws(1, "show")
    show.when(shows(cards=("y-1", "y-2"))).then_refused("SFB-DECK-07")
    assert show.when(shows(cards=("y-1",)), B).then_accepted().full.seats["b"].held == ("y-1",)


def token(case: Case, viewer: str | None = "r", **told: Any) -> f.InformationShown:
    """r looks at the first trap token of the board."""
    slot = case.then_accepted().full.traps[0].slot
    return f.InformationShown(**{"owner": "r", "what": "trap", "viewer": viewer, "slot": slot, **told})


@accepts("SFB-TRAP-01", "SFB-HID-05")
def test_a_text_lets_a_player_look_at_a_trap_token() -> None:
    case = draws(1, "look", traps={(0, 3): "damage_1"})
    seen = token(case, cards=("damage_1",))
    state = case.when(seen, R).then_accepted()
    assert RULES.redact(state, seen, Viewer("player", "r", "red")) == seen
    for viewer in (Viewer("player", "b", "blue"), EVERYONE):
        hidden = RULES.redact(state, seen, viewer)
        assert isinstance(hidden, f.InformationShown) and hidden.cards is None
    allowed = opened(scene(traps={(0, 3): None})).when(
        e.RulingRecorded(organiser="olga", note="It may look.", rule="SFB-TRAP-01")
    )
    allowed.when(token(allowed), R).then_accepted()


@refuses("SFB-TRAP-01", "SFB-TRAP-10", "SFB-EFF-23")
def test_nobody_looks_at_a_trap_token_without_a_text() -> None:
    case = draws(1, "draw", traps={(0, 3): "damage_1"})
    case.when(token(case), R).then_refused("SFB-TRAP-01")
    look = draws(1, "look", traps={(0, 3): "damage_1"})
    look.when(token(look, slot="nowhere"), R).then_refused("SFB-TRAP-01")
    look.when(token(look, cards=("stun",)), R).then_refused("SFB-TRAP-10")
    look.when(token(look, cards=("damage_1", "stun")), R).then_refused("SFB-TRAP-10")
    look.when(token(look, viewer="b"), R).then_refused("SFB-EFF-23")
