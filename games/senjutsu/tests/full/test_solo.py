"""Virtual opponents through a turn: draws, stuns in their decks, refresh, behaviour, poisons, contracts. SEN-SOLO."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.ruleset import Viewer
from games.senjutsu import RULES
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Other
from games.senjutsu.full.foes.virtual import despairs
from games.senjutsu.full.harm import Hurt
from games.senjutsu.full.state import Happened
from games.senjutsu.play import training_foes
from games.senjutsu.tests.full import position
from games.senjutsu.tests.full.foe_tables import (
    FREE,
    after_parts,
    drawing,
    drawn,
    ended,
    harmed,
    over,
    resolving,
    revealed,
    solo,
)
from games.senjutsu.tests.full.tables import ORGANISER, R
from games.testing import Case, accepts, refuses

PLAYER = Viewer("player", "r", "red")


def seen_by(case: Case, viewer: Viewer = PLAYER) -> Any:
    """The match as somebody may know it."""
    return RULES.visible_to(case.state, viewer)


def last_seen(case: Case, viewer: Viewer) -> Any:
    """The last event as somebody may see it."""
    return RULES.redact(case.state, case.entries[-1].event, viewer)


def with_pile_of(case: Case, actor: str, own: Any) -> Case:
    """The same match with other cards of one actor."""
    full = msgspec.structs.replace(case.state.full, piles={**case.state.full.piles, actor: own})
    return Case(case.rules, case.setup, msgspec.structs.replace(case.state, full=full), case.entries)


def foe(case: Case, vo: str = "vo-1") -> Any:
    return case.state.foes[vo]


def pile(case: Case, vo: str = "vo-1") -> Any:
    return case.state.full.piles[vo]


@accepts("SEN-SOLO-03", "SEN-HID-08")
def test_opponents_draw_face_down_and_turn_up_with_the_players() -> None:
    case = drawing(solo("leader", decks={"vo-1": "leader"}))
    case = case.when(f.CardDrawn(actor="r")).when(f.CardDrawn(actor="vo-1", cards=("S-003",)), ORGANISER)
    assert (pile(case).deck, pile(case).drawn, pile(case).held) == (5, True, ("S-003",))
    assert seen_by(case).full.piles["vo-1"].held == ()
    seen = last_seen(case, PLAYER)
    assert isinstance(seen, f.CardDrawn) and seen.cards is None and seen.commitment
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    case = case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "S-003"}))
    assert case.state.full.seats["vo-1"].play == ("S-003",)


@refuses("SEN-SOLO-03", "SEN-ZONE-02", "SEN-TURN-03")
def test_one_card_each_and_the_one_that_lay_there() -> None:
    case = drawing(solo("leader", decks={"vo-1": "leader"})).when(f.CardDrawn(actor="r"))
    case.when(f.PhaseStarted(phase="select")).then_refused("SEN-TURN-03", "SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", asked=2, drawn=2)).then_refused("SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", reason="effect")).then_refused("SEN-SOLO-03")
    case.when(f.CardDrawn(actor="vo-1", cards=("S-014", "S-015"))).then_refused("SEN-ZONE-02")
    case.when(f.CardDrawn(actor="vo-1", cards=("S-040",))).then_refused("SEN-ZONE-02")
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-014",)))
    case.when(f.CardDrawn(actor="vo-1")).then_refused("SEN-SOLO-03")
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    case.when(f.CardsRevealed(cards={"r": "A-904"})).then_refused("SEN-REV-02")
    for card in ("S-015", "S-040", "A-901"):
        case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": card})).then_refused("SEN-SOLO-03")


@accepts("SEN-HID-08")
@refuses("SEN-SOLO-03")
def test_a_player_learns_nothing_of_a_deck_by_asking() -> None:
    """The list and the face-down card are judged for staff alone; a player is held to what lies open."""
    case = drawing(solo("leader", decks={"vo-1": "leader"})).when(f.CardDrawn(actor="r"))
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-014",)), ORGANISER)
    case = case.when(f.PhaseStarted(phase="select")).when(f.CardSelected(player="r", card="A-904"))
    for card in ("S-014", "S-015", "S-020"):
        case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": card}), R).then_accepted()
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "A-901"}), R).then_refused("SEN-SOLO-03")
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "stun"}), R).then_refused("SEN-SOLO-07")


@accepts("SEN-SOLO-07")
def test_a_stun_is_shuffled_in_and_laid_beside_the_deck() -> None:
    case = harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", stuns=2))
    assert (pile(case).deck, pile(case).stuns, foe(case).stuns) == (8, 2, 0)
    case = resolving(case, r="A-904", vo_1="stun")
    assert (pile(case).deck, pile(case).stuns, foe(case).stuns) == (7, 1, 1)
    assert [one.actor for one in case.state.full.queue] == ["r"]


@accepts("SEN-SOLO-06", "SEN-SOLO-07")
def test_laid_stuns_defeat_at_the_limit() -> None:
    case = harmed(solo("leader", vos={"vo-1": {"wound_limit": 1}}, **FREE), Hurt("vo-1", stuns=1))
    assert foe(case).defeated is None, "a stun in the deck does not count"
    case = revealed(case, r="A-904", vo_1="stun")
    assert foe(case).defeated == "stun"
    case.when(e.MatchFinished(winner="red")).then_accepted()


@refuses("SEN-SOLO-07")
def test_without_a_stun_in_the_deck_none_is_turned_up() -> None:
    case = drawn(drawing(solo("leader", decks={"vo-1": "leader"}))).when(f.PhaseStarted(phase="select"))
    case = case.when(f.CardSelected(player="r", card="A-904"))
    case.when(f.CardsRevealed(cards={"r": "A-904", "vo-1": "stun"})).then_refused("SEN-SOLO-07")


@accepts("SEN-SOLO-08", "SEN-DRAW-04")
@refuses("SEN-DRAW-04")
def test_a_bleeding_opponent_discards_before_it_draws() -> None:
    case = drawing(harmed(solo("leader", decks={"vo-1": "leader"}), Hurt("vo-1", bleeding=2)))
    case.when(f.CardDrawn(actor="vo-1")).then_refused("SEN-DRAW-04")
    case = case.when(f.BleedDiscarded(actor="vo-1")).when(f.CardDrawn(actor="vo-1"))
    assert (pile(case).deck, pile(case).discard) == (4, 1)
    assert harmed(case, Hurt("vo-1", wounds=5)).state.foes["vo-1"].defeated == "wounds"


@accepts("SEN-SOLO-03", "SEN-SOLO-10")
def test_what_was_turned_up_lies_face_up_on_the_own_discard_pile() -> None:
    case = harmed(solo("katana", decks={"vo-1": "k1"}), Hurt("r", stuns=3))
    case = ended(after_parts(resolving(case, r="stun", vo_1="S-002")))
    assert (pile(case).open, pile(case).discard, pile(case).deck) == (("S-002",), 1, 4)


@accepts("SEN-SOLO-13")
@refuses("SEN-SOLO-13")
def test_the_discard_pile_comes_back_when_the_deck_is_empty() -> None:
    case = solo("katana", decks={"vo-1": "k1"})
    own = msgspec.structs.replace(pile(case), deck=0, discard=5, open=("S-002", "S-017", "S-018"))
    case = drawing(with_pile_of(case, "vo-1", own))
    case.when(f.CardDrawn(actor="vo-1", drawn=0)).then_refused("SEN-SOLO-13")
    case = case.when(f.CardDrawn(actor="vo-1", cards=("S-027",)))
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (4, 0, ())
    assert foe(case).wounds == 0


@accepts("SEN-SOLO-12")
@refuses("SEN-SOLO-12")
@pytest.mark.parametrize("late", [False, True])
def test_a_deck_is_refreshed_after_the_discard(late: bool) -> None:
    case = after_parts(resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002"))
    told = x.VoDeckRefreshed(vo="vo-1", cause="S-002")
    case.when(x.VoDeckRefreshed(vo="vo-1", cause="S-017")).then_refused("SEN-SOLO-12")
    case = case if late else case.when(told)
    assert pile(case).deck == 4
    case = case.when(f.PhaseStarted(phase="discard"))
    case = case.when(told) if late else case
    case.when(told).then_refused("SEN-SOLO-12")
    case = over(case)
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (5, 0, ())


@accepts("SEN-SOLO-04")
@refuses("SEN-SOLO-04", "SEN-LOG-04", "SEN-LOG-02")
def test_behaviour_and_stance_change_to_something_else() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    changed = x.VoStateChanged(vo="vo-1", behaviour="left", stance="defensive", cause="S-002")
    after = case.when(changed).then_accepted().foes["vo-1"]
    assert (after.behaviour, after.stance) == ("left", "defensive")
    wrong: tuple[dict[str, Any], ...] = (
        {"behaviour": "middle"},
        {"stance": "offensive"},
        {},
        {"stance": "defensive", "cause": "S-017"},
    )
    for told in wrong:
        event = x.VoStateChanged(**{"vo": "vo-1", "cause": "S-002", **told})
        case.when(event).then_refused("SEN-SOLO-04")
    case.when(x.VoStateChanged(vo="r", stance="defensive", cause="S-002")).then_refused("SEN-LOG-04")
    solo("katana").when(changed).then_refused("SEN-LOG-02")


@accepts("SEN-SOLO-15")
@refuses("SEN-SOLO-15", "SEN-SOLO-04")
def test_poisons_on_opponents() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    veil = x.VoStateChanged(vo="vo-1", stance="defensive", cause="C-011")
    case.when(veil).then_refused("SEN-SOLO-04")
    veiled = case.when(f.TieOrderChosen(player="r", position=1))
    veiled = veiled.when(f.PartStarted(actor="r", card="A-904"))
    veiled.then_accepted()
    doses = tuple(Happened("dosed", "r", "vo-1", poison) for poison in ("C-011", "C-010"))
    full = msgspec.structs.replace(veiled.state.full, window=doses)
    veiled = Case(case.rules, case.setup, msgspec.structs.replace(veiled.state, full=full), veiled.entries)
    offers = {one.type: one.choices for one in RULES.next_events(veiled.state, Viewer("staff"))}
    assert "C-011" in offers["vo_state_changed"]["cause"]
    done = veiled.when(veil)
    done.when(msgspec.structs.replace(veil, stance="offensive")).then_refused("SEN-SOLO-04")
    late = veiled.when(x.FocusGained(player="r", amount=2))
    late.when(veil).then_refused("SEN-SOLO-04")
    veiled.when(msgspec.structs.replace(veil, cause="C-010")).then_refused("SEN-SOLO-04")
    veiled.when(msgspec.structs.replace(veil, behaviour="left")).then_refused("SEN-SOLO-04")
    numb = harmed(case, Hurt("vo-1", poisons=("C-010",), poisoned=True))
    wanted: tuple[dict[str, Any], ...] = ({"stance": "defensive"}, {"behaviour": "left"})
    for told in wanted:
        numb.when(x.VoStateChanged(vo="vo-1", cause="S-002", **told)).then_refused("SEN-SOLO-15")


@accepts("SEN-SOLO-24")
@refuses("SEN-SOLO-24", "SEN-SOLO-22", "SEN-END-04")
def test_a_yojimbo_wins_by_its_contracts() -> None:
    case = resolving(solo("yojimbo"), r="A-904", vo_1="S-014")
    end = e.MatchFinished(winner="vo", reason="contracts")
    case.when(end).then_refused("SEN-SOLO-24")
    for contract in ("first_blood", "counterattack"):
        case = case.when(x.VoStateChanged(vo="vo-1", contract=contract, cause="S-014"))
    case.when(x.VoStateChanged(vo="vo-1", contract="first_blood", cause="S-014")).then_refused("SEN-SOLO-24")
    case.when(end).then_refused("SEN-SOLO-24")
    case = case.when(x.VoStateChanged(vo="vo-1", contract="tools_of_the_trade", cause="S-014"))
    case.when(f.PartStarted(actor="r", card="A-904")).then_refused("SEN-END-04")
    case.when(e.MatchFinished(winner="red")).then_refused("SEN-SOLO-22")
    assert case.when(end).then_accepted().winner == "vo"
    other = resolving(solo("leader"), r="A-904", vo_1="S-014")
    other.when(x.VoStateChanged(vo="vo-1", contract="first_blood", cause="S-014")).then_refused("SEN-SOLO-24")


@accepts("SEN-SOLO-23")
@pytest.mark.parametrize(
    ("limit", "wounds", "despair"), [(7, 4, False), (7, 5, True), (2, 0, True), (3, 0, False)]
)
def test_despair_begins_with_two_wounds_left(limit: int, wounds: int, despair: bool) -> None:
    case = solo("onna-bugeisha", vos={"vo-1": {"wound_limit": limit}}, **FREE)
    case = harmed(case, Hurt("vo-1", wounds=wounds)) if wounds else case
    assert despairs(foe(case)) is despair


@accepts("SEN-SOLO-14", "SEN-HID-08", "SEN-ZONE-02")
@refuses("SEN-SOLO-14", "SEN-LOG-04", "SEN-ZONE-02")
def test_looking_at_the_top_of_a_deck() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-002")
    look = x.VoDeckSeen(player="r", vo="vo-1", card="A-915", cards=("S-017", "S-027"))
    seen = case.when(look, R)
    assert last_seen(seen, PLAYER).cards == ("S-017", "S-027")
    assert last_seen(seen, Viewer("public")).cards is None
    for told in ({"cards": ("S-017",)}, {"card": "A-904"}):
        case.when(msgspec.structs.replace(look, **told)).then_refused("SEN-SOLO-14")
    for cards in (("S-017", "A-901"), ("S-017", "S-017"), ("S-017", "S-002"), ("S-017", "stun")):
        case.when(msgspec.structs.replace(look, cards=cards)).then_refused("SEN-ZONE-02")
    case.when(msgspec.structs.replace(look, vo="vo-2")).then_refused("SEN-LOG-04")


@accepts("SEN-SOLO-12")
@refuses("SEN-SOLO-12")
def test_no_card_of_an_earlier_turn_refreshes_the_deck() -> None:
    """An opponent that turned up a stun has no card in play, although its last one lies on top of its discard pile."""
    first = after_parts(resolving(solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002"))
    case = harmed(ended(first), Hurt("vo-1", stuns=1))
    case = after_parts(resolving(case, r="A-905", vo_1="stun"))
    told = x.VoDeckRefreshed(vo="vo-1", cause="S-002")
    for late in (case, case.when(f.PhaseStarted(phase="discard"))):
        late.when(told).then_refused("SEN-SOLO-12")
        offers = RULES.next_events(late.state, Viewer("staff"))
        assert "vo_deck_refreshed" not in {one.type for one in offers}
    first.when(f.PhaseStarted(phase="discard")).when(told).then_accepted()


LOOK = position.card(
    Other(text="look at a hand"), types=("meditation",), instant=("normal",), normal_when=("draw",)
)


@accepts("SEN-SOLO-14", "SEN-INST-04")
@refuses("SEN-LOG-02")
def test_an_instant_of_the_draw_phase_looks_at_once() -> None:
    case = drawing(solo("katana", decks={"vo-1": "k1"}, cards={**training_foes.EDITION, "A-903": LOOK}))
    look = x.VoDeckSeen(player="r", vo="vo-1", card="A-903", cards=("S-017", "S-027"))
    case.when(look).then_refused("SEN-LOG-02")
    case = case.when(f.InstantPlayed(player="r", card="A-903", kind="normal"))
    offers = RULES.next_events(case.state, Viewer("staff"))
    assert "vo_deck_seen" in {one.type for one in offers}
    case.when(look).then_accepted()


@accepts("SEN-SOLO-14")
def test_a_deck_of_one_card_is_shuffled_before_it_is_seen() -> None:
    case = resolving(solo("katana", decks={"vo-1": "k1"}), r="A-915", vo_1="S-002")
    own = msgspec.structs.replace(pile(case), deck=1, discard=3, open=("S-017", "S-018", "S-027"))
    case = with_pile_of(case, "vo-1", own)
    case = case.when(x.VoDeckSeen(player="r", vo="vo-1", card="A-915", cards=("S-017", "S-028")))
    assert (pile(case).deck, pile(case).discard, pile(case).open) == (4, 0, ())
