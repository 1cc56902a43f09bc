"""Decks, hands, the cleanup and link cards: LB-DECK, LB-HAND, LB-LINK, LB-ARC-10, LB-HID-03."""

from __future__ import annotations

from random import Random

import pytest

from games.last_battle import RULES
from games.last_battle.full import events as f
from games.last_battle.full.cards import renewed
from games.last_battle.full.preconditions import put
from games.last_battle.full.preconditions import table as table_of
from games.last_battle.full.sight import face_down
from games.last_battle.full.state import Pile, changed, with_pile
from games.last_battle.play.table import PlayTable
from games.last_battle.tests.full.board import (
    HAND,
    A,
    S,
    active,
    all_of,
    blow,
    duel,
    flip,
    going,
    noted,
    ready,
    resolved,
    scored,
    started,
    table,
    tidy,
)
from games.ruleset import EVERYONE, REFEREE, Viewer
from games.testing import Case, accepts, refuses

VA, VS = Viewer("player", "a", "alliance"), Viewer("player", "s", "serpent")


@accepts("LB-DECK-02", "LB-DECK-03", "LB-DECK-05")
def test_cards_go_from_the_deck_over_the_table_to_the_discard() -> None:
    case = duel(active())
    pile = table(case).piles["alliance"]
    assert (pile.open, pile.discard, pile.deck_count) == (("C-10",), ("P-10",), 50)
    pile = table(case.when(resolved())).piles["alliance"]
    assert (pile.open, pile.discard, pile.deck_count) == ((), ("P-10", "C-10"), 50)


@refuses("LB-DECK-02", "LB-DECK-05")
@pytest.mark.parametrize("card", ["C-9", "P-10", "M-fool", "P-15", "X-1", "M-wheel"])
def test_a_card_that_is_not_in_the_deck(card: str) -> None:
    """In the hand, in the discard, not granted, no such card."""
    active().when(blow()).when(flip("attack", "alliance", card), A).then_refused("LB-DECK-02")


@refuses("LB-DECK-05")
def test_a_used_card_is_not_drawn_again() -> None:
    case = duel(active()).when(resolved())
    case.when(flip("damage", "alliance", "C-10", pluses=0)).then_refused("LB-DECK-02")


@refuses("LB-DECK-04")
def test_a_flip_by_the_other_side() -> None:
    case = active().when(blow())
    case.when(flip("attack", "serpent", "C-10")).then_refused("LB-DECK-04")
    case.when(flip("attack", "alliance", "C-10"), S).then_refused("LB-LOG-07")


@accepts("LB-DECK-04")
def test_the_side_of_the_figure_flips() -> None:
    active().when(blow()).when(flip("attack", "alliance", "C-10"), A).then_accepted()


def short_deck(size: int = 8) -> Case:
    """A listed deck of a few cards on both sides."""
    cards = ("C-9", "S-9", "W-2", "P-14", "C-3", "C-4", "C-5", "C-6", "C-7", "C-8")[: size - 2]
    case = noted(deck_profile="listed")
    for side in ("alliance", "serpent"):
        hand = ("C-9", "S-9", "W-2", "P-14", "M-wheel", "M-death")
        case = all_of(
            case,
            f.DeckPrepared(side=side, size=size, cards=cards),
            f.HandDrawn(side=side, count=6, cards=hand),
        )
    return case


@refuses("LB-DECK-03", "LB-DECK-06")
def test_an_empty_deck() -> None:
    case = all_of(short_deck(), f.TurnStarted(turn=1), f.InitiativeFlipped(alliance_card="C-3"))
    case = case.when(f.InitiativeFlipped(serpent_card="C-3"))
    case = case.when(f.InitiativeFlipped(serpent_card="C-4", alliance_card="C-4"))
    case.when(f.InitiativeFlipped(serpent_card="C-3", alliance_card="C-4")).then_refused("LB-DECK-02")
    going().when(f.DiscardReshuffled(side="alliance", reason="deck_empty")).then_refused("LB-DECK-06")
    hand = f.InitiativeFlipped(alliance_card="C-9")
    case.when(hand).then_refused("LB-DECK-02", "LB-DECK-06", "LB-DECK-03")


@accepts("LB-DECK-03", "LB-DECK-06")
def test_an_empty_deck_is_renewed() -> None:
    case = all_of(short_deck(), f.TurnStarted(turn=1))
    case = all_of(case, *(f.InitiativeFlipped(serpent_card=c, alliance_card=c) for c in ("C-3", "C-4")))
    case = case.when(f.DiscardReshuffled(side="alliance", reason="deck_empty"), A)
    case.when(f.InitiativeFlipped(alliance_card="C-3"), A).then_accepted()


@accepts("LB-CHK-02", "LB-DECK-06")
@refuses("LB-CHK-02")
def test_a_flip_takes_all_the_cards_there_are_when_these_are_fewer() -> None:
    """Defence with two pluses is three cards; deck and discard of the Serpent have two."""
    case = all_of(
        short_deck(),
        f.TurnStarted(turn=1),
        f.InitiativeFlipped(serpent_card="C-4", alliance_card="C-3"),
        f.FirstSideChosen(by_side="serpent", first_side="serpent"),
        f.FigureActivated(figure="s1"),
        f.ActionDeclared(figure="s1", action="defend", ap=2),
        f.ActivationEnded(figure="s1"),
        f.FigureActivated(figure="a1"),
        blow(),
        flip("attack", "alliance", "C-4"),
    )
    case.when(flip("defence", "serpent", "C-3", pluses=2), S).then_refused("LB-CHK-02")
    case = case.when(f.DiscardReshuffled(side="serpent", reason="deck_empty"), S)
    case.when(flip("defence", "serpent", "C-4", "C-3", pluses=2), S).then_accepted()


RENEWED = f.DiscardReshuffled(side="alliance", reason="deck_empty")


def short_flip(size: int = 9) -> Case:
    """A shot that takes two cards; C-3 and C-4 lie in the discard, the deck of 9 holds C-5 alone."""
    case = all_of(
        short_deck(size),
        f.TurnStarted(turn=1),
        f.InitiativeFlipped(serpent_card="C-3", alliance_card="C-3"),
        f.InitiativeFlipped(serpent_card="C-5", alliance_card="C-4"),
        f.FirstSideChosen(by_side="serpent", first_side="alliance"),
        f.FigureActivated(figure="a1"),
    )
    return case.when(blow(action="shot", kind="shooting", cover=True, engaged=False))


@accepts("LB-DECK-06")
@pytest.mark.parametrize("cards", [("C-5", "C-4"), ("C-3", "C-5")])
def test_the_rest_of_the_deck_is_drawn_and_then_the_renewed_one(cards: tuple[str, str]) -> None:
    case = short_flip().when(RENEWED, A)
    pile = table(case).piles["alliance"]
    assert (pile.rest, pile.renewed, pile.deck_count) == (1, ("C-3", "C-4"), 3)
    case = case.when(flip("attack", "alliance", *cards, minuses=1, chosen=min(cards)), A)
    assert (table(case).piles["alliance"].rest, table(case).piles["alliance"].deck_count) == (0, 1)


@pytest.mark.parametrize("seed", range(8))
def test_the_simulation_draws_the_rest_first(seed: int) -> None:
    kinds = {one.type for one in RULES.next_events(short_flip().then_accepted(), REFEREE)}
    assert "check_flipped" not in kinds and "discard_reshuffled" in kinds
    played = PlayTable(short_flip().when(RENEWED, A).then_accepted(), Random(seed), "seed")
    cards = played.draw("alliance", 2)
    shot = flip("attack", "alliance", *cards, minuses=1, chosen=min(cards, key=lambda card: int(card[2:])))
    assert "C-5" in cards and played.may(shot)


@refuses("LB-DECK-06")
def test_the_renewed_deck_is_not_drawn_before_the_rest_of_the_old_one() -> None:
    case = short_flip().when(RENEWED, A)
    wrong = case.when(flip("attack", "alliance", "C-3", "C-4", minuses=1), A).then_refused("LB-DECK-06")
    assert [one.params for one in wrong] == [{"side": "alliance", "count": 1}]


@refuses("LB-DECK-02", "LB-DECK-06")
def test_the_old_deck_has_no_more_cards_than_were_left() -> None:
    """A hand that was not told hides nothing: one card of the old deck was left, the next are those shuffled in."""
    state = short_flip().when(RENEWED, A).state
    state = put(state, with_pile(state.full, "alliance", face_down(state.full.piles["alliance"])))
    for cards, rules in ((("C-5", "C-9"), ["LB-DECK-02"]), (("C-3", "C-5"), [])):
        wrong = RULES.check(state, flip("attack", "alliance", *cards, minuses=1, chosen=min(cards)), A)
        assert [one.rule for one in wrong] == rules


@refuses("LB-DECK-06")
def test_a_deck_that_is_large_enough_is_not_renewed() -> None:
    short_flip(10).when(RENEWED, A).then_refused("LB-DECK-06")
    short_flip(10).when(flip("attack", "alliance", "C-5", "C-6", minuses=1), A).then_accepted()


@accepts("LB-DECK-06", "LB-DECK-07")
def test_a_whole_shuffle_leaves_no_order() -> None:
    """A link card that comes into the deck, and the end of a turn, shuffle everything."""
    pile = Pile(size=4, discard=("C-2", "C-3"), drawn=True)
    state = going().state
    piles = {"alliance": renewed(pile), "serpent": pile}
    state = put(state, changed(state.full, piles=piles))
    assert table_of(state).piles["alliance"].rest == 2
    grant = f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck")
    for event in (grant, f.DiscardReshuffled(side="alliance", reason="turn_end")):
        after = table_of(RULES.evolve(state, event)).piles["alliance"]
        assert (after.rest, after.renewed) == (0, ())


@accepts("LB-DECK-07", "LB-HAND-03", "LB-HAND-04", "LB-TURN-01")
def test_the_cleanup() -> None:
    case = scored(going()).when(f.DiscardReshuffled(side="alliance", reason="turn_end"), A)
    assert table(case).piles["alliance"].discard == ()
    case = case.when(f.HandDiscarded(side="alliance", cards=("C-9", "W-2")), A)
    case = case.when(f.HandDrawn(side="alliance", count=2, cards=("P-10", "S-2")), A)
    assert table(case).piles["alliance"].discard == ("C-9", "W-2")
    case = case.when(f.DiscardReshuffled(side="serpent", reason="turn_end"), S)
    assert case.when(f.TurnStarted(turn=2)).then_accepted().full.turn == 2


@refuses("LB-DECK-07", "LB-HAND-04", "LB-TURN-01")
def test_the_cleanup_in_disorder() -> None:
    case = scored(going())
    case.when(f.TurnStarted(turn=2)).then_refused("LB-TURN-01")
    case.when(f.HandDiscarded(side="alliance", cards=("C-9",)), A).then_refused("LB-HAND-04")
    going().when(f.DiscardReshuffled(side="alliance", reason="turn_end")).then_refused("LB-DECK-07")
    case = case.when(f.DiscardReshuffled(side="alliance", reason="turn_end"), A)
    case.when(f.TurnStarted(turn=2)).then_refused("LB-DECK-07", "LB-TURN-01")
    case.when(f.DiscardReshuffled(side="alliance", reason="turn_end")).then_refused("LB-DECK-07")
    gone = case.when(f.HandDiscarded(side="alliance", cards=("C-9",)), A)
    gone.when(f.HandDrawn(side="alliance", count=2, cards=("S-1", "S-2"))).then_refused("LB-HAND-04")
    gone.when(f.HandDrawn(side="alliance", count=1, cards=("C-9",))).then_refused("LB-DECK-02")
    gone.when(f.HandDiscarded(side="alliance", cards=("P-3",)), A).then_refused("LB-DECK-02")
    short = gone.when(f.DiscardReshuffled(side="serpent", reason="turn_end"))
    short.when(f.TurnStarted(turn=2)).then_refused("LB-HAND-04")
    going().when(f.HandDrawn(side="alliance", count=0, cards=())).then_refused("LB-HAND-04", "LB-LOG-05")


def granted(card: str, zone: str, case: Case | None = None, side: str = "alliance") -> Case:
    """The organisers bring a link card into play."""
    event = f.ArcanaGranted(arcana=card, side=side, zone=zone, source_table="sea")  # type: ignore[arg-type]
    return (case or going()).when(event)


@accepts("LB-LINK-02", "LB-LINK-03", "LB-LINK-04", "LB-LINK-05", "LB-LINK-06", "LB-LINK-07")
def test_link_cards_come_to_their_zones() -> None:
    pile = table(granted("M-fool", "deck")).piles["alliance"]
    assert (pile.deck_count, pile.granted) == (52, ("M-fool",))
    assert table(granted("M-tower", "discard")).piles["alliance"].discard == ("P-10", "M-tower")
    assert table(granted("M-devil", "hand")).piles["alliance"].hand == (*HAND, "M-devil")
    case = granted("M-devil", "hand")
    assert all(RULES.redact(case.state, entry.event, EVERYONE) == entry.event for entry in case.entries[-1:])


@refuses("LB-LINK-02", "LB-LINK-03", "LB-LINK-04", "LB-LINK-05", "LB-LINK-06")
def test_link_cards_that_cannot_come() -> None:
    granted("M-fool", "deck", going("sea")).then_refused("LB-LINK-02")
    granted("M-fool", "deck", granted("M-fool", "deck")).then_refused("LB-LINK-03")
    granted("M-wheel", "deck").then_refused("LB-LINK-03")
    stolen = f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck", earned_by="serpent")
    going().when(stolen).then_refused("LB-LINK-03")
    granted("M-fool", "hand").then_refused("LB-LINK-04", "LB-LINK-05")
    granted("M-fool", "deck", noted()).then_refused("LB-LINK-06")
    granted("M-fool", "deck", duel(active())).then_refused("LB-LINK-06")
    grant = f.ArcanaGranted(arcana="M-fool", side="alliance", zone="deck")
    going().when(grant, A).then_refused("LB-LOG-07")


@accepts("LB-LINK-01")
def test_link_cards_are_earned_on_sea_and_dungeon() -> None:
    case = going("dungeon").when(f.ArcanaCreated(arcana="M-fool", side="serpent"))
    assert table(case).arcana == {"M-fool": "serpent"}


@refuses("LB-LINK-01", "LB-LINK-03")
def test_and_nowhere_else_and_once() -> None:
    created = f.ArcanaCreated(arcana="M-fool", side="serpent")
    going("camp").when(created).then_refused("LB-LINK-01")
    going("sea").when(created).when(created).then_refused("LB-LINK-03")
    going("sea").when(f.ArcanaCreated(arcana="M-sun", side="serpent")).then_refused("LB-LINK-03")
    going("sea").when(created, A).then_refused("LB-LOG-07")


@refuses("LB-HAND-03")
def test_a_hand_above_the_limit_at_the_start_of_a_turn() -> None:
    case = granted("M-devil", "hand")
    case = all_of(
        scored(case), *(f.DiscardReshuffled(side=s, reason="turn_end") for s in ("alliance", "serpent"))
    )
    case.when(f.TurnStarted(turn=2)).then_refused("LB-HAND-03")
    case.when(f.HandDiscarded(side="alliance", cards=("C-9",))).when(f.TurnStarted(turn=2)).then_accepted()


@accepts("LB-HAND-03")
def test_a_card_granted_before_turn_1_may_stay_until_the_cleanup() -> None:
    granted("M-devil", "hand", ready()).when(f.TurnStarted(turn=1)).then_accepted()


def hanged() -> Case:
    """The cleanup of turn 1, with the Hanged Man in a full hand."""
    case = scored(granted("M-hanged", "hand"))
    case = case.when(f.DiscardReshuffled(side="alliance", reason="turn_end"))
    return case.when(f.HandDiscarded(side="alliance", cards=("C-9",)))


@accepts("LB-ARC-10")
def test_the_hanged_man_draws_three() -> None:
    case = hanged().when(f.HangedManUsed(side="alliance", drawn=("S-1", "S-2", "S-3")), A)
    assert table(case).piles["alliance"].hand_count == 8
    case = case.when(f.DiscardReshuffled(side="serpent", reason="turn_end"))
    case.when(f.TurnStarted(turn=2)).then_accepted()
    assert RULES.redact(case.state, case.entries[-2].event, VS).drawn is None  # type: ignore[union-attr]


@refuses("LB-ARC-10")
def test_the_hanged_man_out_of_place() -> None:
    use = f.HangedManUsed(side="alliance", drawn=("S-1", "S-2", "S-3"))
    granted("M-hanged", "hand").when(use, A).then_refused("LB-ARC-10")
    case = scored(going()).when(f.DiscardReshuffled(side="alliance", reason="turn_end"))
    case.when(use, A).then_refused("LB-ARC-10", "LB-DECK-02")
    above = scored(granted("M-hanged", "hand")).when(f.DiscardReshuffled(side="alliance", reason="turn_end"))
    above.when(use, A).then_refused("LB-ARC-10")  # nothing could be discarded afterwards, and no turn start
    hanged().when(f.HangedManUsed(side="alliance", drawn=("S-1",)), A).then_refused("LB-ARC-10")
    hanged().when(f.HangedManUsed(side="alliance", drawn=("S-1", "S-2", "P-14"))).then_refused("LB-DECK-02")


@accepts("LB-HAND-05", "LB-HID-01", "LB-HID-02", "LB-HID-03", "LB-HID-06")
def test_a_hand_is_open_to_its_side() -> None:
    case = ready()
    assert RULES.visible_to(case.state, VA).full.piles["alliance"].hand == HAND  # type: ignore[union-attr]
    drawn = [entry.event for entry in case.entries if isinstance(entry.event, f.HandDrawn)]
    assert [RULES.redact(case.state, event, VA).cards for event in drawn] == [HAND, None]  # type: ignore[union-attr]


@refuses("LB-HAND-05", "LB-HID-01", "LB-HID-04")
@pytest.mark.parametrize("viewer", [VS, EVERYONE])
def test_a_hand_is_a_number_to_everybody_else(viewer: Viewer) -> None:
    case = ready()
    pile = RULES.visible_to(case.state, viewer).full.piles["alliance"]  # type: ignore[union-attr]
    assert (pile.hand, pile.hand_count, pile.deck_count) == ((), 6, 52)


@refuses("LB-HAND-05")
def test_no_answer_tells_the_other_side_what_is_in_a_hand() -> None:
    """The same tries by the other side are answered alike, whether the card is in the hand or not."""
    tries = [f.InitiativeFlipped(alliance_card=card) for card in ("C-9", "C-8")]
    case = all_of(ready(), f.TurnStarted(turn=1))
    assert len({str(case.when(event, S).violations) for event in tries}) == 1
    played = duel(active())
    cheats = [
        f.FateCheated(check_id="c", role="attack", side="alliance", card=card) for card in ("C-9", "C-8")
    ]
    assert len({str(played.when(event, S).violations) for event in cheats}) == 1


def test_turns_follow() -> None:
    assert table(started(tidy(scored(going())), "serpent")).turn == 2
