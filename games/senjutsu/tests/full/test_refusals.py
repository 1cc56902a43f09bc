"""What a refusal says to a player: the fact that decides, and nothing that is not so."""

from __future__ import annotations

import msgspec
import pytest

from games.rulebook import sentence
from games.senjutsu import events as e
from games.senjutsu.full import effect_events as x
from games.senjutsu.full import events as f
from games.senjutsu.full.definitions import Attack, Cell, Definition, FocusGain, PartDefinition, Search
from games.senjutsu.full.effect_events import AttackDeclared, FocusGained
from games.senjutsu.full.harm import Hurt
from games.senjutsu.play import training
from games.senjutsu.tests import tables as t
from games.senjutsu.tests.full import foe_tables, tables
from games.senjutsu.tests.full.position import IDLE, begun, card, hit, moved, result, strikes, then, turn
from games.testing import Case, refuses

CUT = card(Attack(grid=(Cell((0, -1)),), execute=True), initiative=6)
SPAN = card(FocusGain(), types=("meditation",))


def told(case: Case, rule: str) -> str:
    """What the refusal says by this rule, in English; the Russian is there as well."""
    (found,) = [one for one in case.then_refused() if one.rule == rule]
    assert sentence(found, "ru") != sentence(found, "en")
    return sentence(found, "en")


@refuses("SEN-REV-08")
def test_a_range_is_told_as_a_range_and_who_comes_first_as_a_person() -> None:
    wide = card(types=("meditation",), parts=(PartDefinition(initiative=2, up_to=6, effects=(FocusGain(),)),))
    cards = {**training.EDITION, "A-901": wide, "A-902": wide}
    case = tables.revealed(tables.dealt(cards=cards), r="A-901", b="A-902")
    assert "The range: 2–6; entered: 7." in told(case.when(_chosen("b", 7)), "SEN-REV-08")
    assert told(case.when(_chosen("r", 4)), "SEN-REV-08").endswith("First to choose: b.")
    assert told(case.when(_chosen("b", 4)).when(_chosen("b", 5)), "SEN-REV-08").endswith("Chosen already: 4.")


def _chosen(player: str, value: int) -> f.InitiativeChosen:
    return f.InitiativeChosen(actor=player, value=value)


@refuses("SEN-INIT-08", "SEN-INIT-06")
def test_a_tie_names_who_has_still_to_choose() -> None:
    case = turn(SPAN, SPAN, SPAN).when(f.TieOrderChosen(player="r", position=3))
    assert "Still to choose: b;" in told(begun(case, "b"), "SEN-INIT-08")
    apart = turn(CUT, SPAN).when(f.TieOrderChosen(player="r", position=1))
    assert "Now: nobody" in told(apart, "SEN-INIT-06")


@refuses("SEN-DRAW-02")
def test_a_draw_that_the_deck_cannot_give_is_told_in_cards() -> None:
    case = tables.dealt().when(f.TurnStarted(turn=1)).when(f.CardDrawn(actor="r", drawn=0))
    assert "Cards that the deck gives: 1; entered: 0." in told(case, "SEN-DRAW-02")


@refuses("SEN-LOG-06")
def test_what_was_told_otherwise_of_a_card_is_named_in_words() -> None:
    case = tables.selecting(tables.dealt())
    case = case.when(f.CardSelected(player="r", card="A-901")).when(f.CardSelected(player="b", card="A-902"))
    other = Definition(types=("meditation",), range=4)
    shown = f.CardsRevealed(cards={"r": "A-901", "b": "A-902"}, declared={"A-901": other})
    assert "entered before: the types, the range." in told(case.when(shown), "SEN-LOG-06")


@refuses("SEN-DRAW-06")
def test_a_search_says_where_cards_were_taken_from() -> None:
    look = begun(turn(card(Search(), types=("meditation",))), "r")
    taken = f.CardsMoved(player="r", source="discard", to="hand", count=1, by="A-901", search=True)
    assert "taken from: the discard pile." in told(look.when(taken), "SEN-DRAW-06")
    many = f.CardsMoved(player="r", source="deck", to="hand", count=2, by="A-901", search=True)
    assert told(look.when(many), "SEN-DRAW-06").endswith("only from the deck; you entered 2.")


@refuses("SEN-TURN-05")
def test_who_is_defeated_is_told_so() -> None:
    case = then(begun(turn(CUT, IDLE, IDLE), "r"), strikes("r", (0, 0)), result("r", hit("b", executed=True)))
    assert "b is defeated and takes no further part." in told(begun(case, "b"), "SEN-TURN-05")


@refuses("SEN-ATK-08")
def test_where_no_enemy_is_slower_nobody_is_possible() -> None:
    duel = card(Attack(aim="compare", wounds=1), range=2, initiative=1)
    case = begun(turn(duel, card(FocusGain(), initiative=1, types=("defence",))), "b")
    case = begun(case.when(FocusGained(player="b", amount=1)), "r")
    case = case.when(AttackDeclared(attacker="r", card="A-901", target="b"))
    assert "possible: nobody, entered: b" in told(case, "SEN-ATK-08")


@refuses("SEN-ZONE-04")
def test_a_wrong_number_of_missed_draws_is_not_told_as_cards_in_the_deck() -> None:
    case = t.ready(decks=True).when(t.turn(1, r={"deck": 24, "wounds": 1, "deckout_wounds": 1}, b=0))
    assert told(case, "SEN-ZONE-04").endswith("Draws that it missed: 0, not 1.")


@refuses("SEN-END-09")
def test_the_end_by_time_says_what_it_lacks() -> None:
    ends = t.over("red", reason="time")
    assert told(t.ready().when(t.turn(1, r=0, b=1)).when(ends), "SEN-END-09").endswith("limit of time: no.")
    limited = t.ready(time_limit=True)
    fallen = limited.when(t.turn(1, r=0, b=t.fallen())).when(ends)
    assert told(fallen, "SEN-END-09").endswith("Standing: side A.")
    equal = limited.when(t.turn(1, r=1, b=1)).when(ends)
    assert told(equal, "SEN-END-09").endswith("By the wounds left: a draw; you entered: side A.")


@refuses("SEN-HORDE-05")
def test_a_wave_that_is_cleared_is_not_called_standing() -> None:
    case = t.ready("horde").when(t.wave(1, 1))
    open_ = case.when(t.turn(1, r=0)).when(e.WaveCleared(level=1, wave=1, turn=1))
    assert told(open_, "SEN-HORDE-05").endswith("Still standing: k1.")
    case = case.when(t.turn(1, t.all_fall(case), r=0))
    other = case.when(e.WaveCleared(level=1, wave=2, turn=1))
    assert told(other, "SEN-HORDE-05").endswith("Level and wave now: 1, 1.")
    assert told(case.when(t.over("vo")), "SEN-HORDE-05") == "Wave 1 of level 1 is cleared: log that first."


@pytest.mark.parametrize(("waves", "clear", "span"), [(0, 3, "turn 0 at"), (8, 3, "turn 8 at")])
@refuses("SEN-SCORE-06")
def test_a_run_says_when_its_last_wave_can_have_been_cleared(waves: int, clear: int, span: str) -> None:
    score = e.HordeResult(waves_cleared=waves, last_clear_turn=clear)
    case = t.ready("horde", detail="summary").when(
        t.over("vo", turns=20, horde=score, defeats=(t.fell("r"),), finals={"r": e.Final(wounds=7)})
    )
    assert span in told(case, "SEN-SCORE-06")


@refuses("SEN-LOG-04", "SEN-LOG-02")
def test_what_is_wrong_with_a_name_is_said() -> None:
    solo = t.ready("solo")
    for vo, type_, fault in (("a", "shogun", "opponent: shogun."), ("r", "katana", "r is taken already:")):
        assert fault in told(solo.when(e.VoJoined(vo=vo, vo_type=type_, wound_limit=7)), "SEN-LOG-04")
    strange = t.over("red", defeats=(t.fell("x"), t.fell("b")))
    assert told(t.ready(detail="summary").when(strange), "SEN-LOG-04").endswith("named twice: x.")
    hers = e.MatchAnnulled(reason="Rain.")
    assert told(t.ready().when(hers, t.R), "SEN-LOG-04") == "r: only the organisers may log this."
    absent = t.turn(1, {"vo-9": t.foe(1)}, r=0)
    assert told(t.solo("katana").when(absent), "SEN-LOG-04") == "No opponent in play: vo-9."
    duel = t.ready().when(e.VoJoined(vo="a", vo_type="katana", wound_limit=7))
    assert "modes: solo; this match is: duel." in told(duel, "SEN-LOG-02")


@refuses("SEN-DRAW-04")
def test_bleeding_is_told_in_cards_that_bleed() -> None:
    case = t.ready(decks=True).when(t.turn(1, r={"deck": 24, "wounds": 1, "bleeding": 1}, b=0))
    case = case.when(t.turn(2, r={"deck": 23, "wounds": 1, "bleeding": 1}, b=0))
    foe = foe_tables.harmed(foe_tables.solo("katana", decks={"vo-1": "k1"}), Hurt("vo-1", bleeding=1))
    foe = foe.when(f.TurnStarted(turn=1)).when(f.CardDrawn(actor="vo-1"))
    for one in (case, foe):
        assert told(one, "SEN-DRAW-04").endswith("Expected: 1, entered: 0.")


@refuses("SEN-ROSTER-01", "SEN-SETUP-01", "SEN-VOD-01", "SEN-VOD-02")
def test_one_fault_is_not_told_as_one_of_several() -> None:
    open_ = t.created()
    assert told(open_.when(t.side("r", core_card="A-023")), "SEN-ROSTER-01").startswith(
        "A-023 is not the core"
    )
    again = open_.when(t.side("r")).when(t.side("r"))
    assert told(again, "SEN-ROSTER-01") == "The player r has a character already."
    late = tables.placed().when(f.StartingHandDrawn(player="r", count=5))
    late = late.when(f.PreparedTaken(player="r", count=1))
    assert told(late, "SEN-SETUP-01").endswith("too late for r.")
    solo = t.ready("solo")
    for cards, rule, fault in (
        (
            ("S-002", "S-014", "S-014", "S-026", "S-016"),
            "SEN-VOD-01",
            "Entered twice: S-014.",
        ),
        (
            ("S-002", "A-014", "S-015", "S-026", "S-016"),
            "SEN-VOD-01",
            "No solo cards: A-014.",
        ),
        (("S-002", "S-014"), "SEN-VOD-02", "The deck of the katana ashigaru takes"),
    ):
        deck = e.VoDeckRegistered(vo_deck="x", vo_type="katana", cards=cards, substitutions=())
        assert fault in told(solo.when(deck), rule)


@refuses("SEN-SOLO-18", "SEN-HORDE-02", "SEN-INIT-03")
def test_what_an_opponent_did_is_told_as_it_was() -> None:
    far = foe_tables.resolving(foe_tables.solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-017")
    attack = far.when(f.PartStarted(actor="vo-1", card="S-017"))
    assert told(attack, "SEN-SOLO-18").endswith("Entered: the attack.")
    taken = e.WaveOpponent(vo="r", slot="k1", hex="A", wound_limit=1)
    assert told(t.ready("horde").when(t.wave(1, 1, vos=(taken,))), "SEN-HORDE-02").endswith("named twice: r.")
    own = begun(turn(card(FocusGain(), initiative=6, types=("meditation",)), IDLE), "r")
    own = own.when(FocusGained(player="r", amount=1))
    assert told(begun(own, "r"), "SEN-INIT-03").endswith("does not come next. Next: b.")


@refuses("SEN-REV-02", "SEN-SEL-01")
def test_a_reveal_says_whose_card_is_missing_or_too_many() -> None:
    case = tables.selecting(tables.dealt("multi", tables.THREE)).when(
        f.CardSelected(player="r", card="A-901")
    )
    early = case.when(f.CardsRevealed(cards={"r": "A-901"}))
    assert told(early, "SEN-SEL-01") == "No card chosen yet: b, c."
    stun = case.when(f.CardSelected(player="b", card=f.STUN))
    assert told(stun, "SEN-SEL-01") == "b cannot choose a stun: it is not in the hand."
    case = case.when(f.CardSelected(player="b", card="A-902")).when(e.SideConceded(player="c"))
    more = case.when(f.CardsRevealed(cards={"r": "A-901", "b": "A-902", "c": "A-903"}))
    assert told(more, "SEN-REV-02").endswith("the chosen ones. No card to reveal: c.")
    assert told(case.when(f.CardsRevealed(cards={"r": "A-901"})), "SEN-REV-02").endswith("Left out: b.")


@refuses("SEN-MOVE-10")
def test_a_long_move_that_goes_on_near_an_enemy_says_how_far() -> None:
    at = {"r": ((0, 4), 0), "b": ((0, -4), 3)}
    case = turn(IDLE, IDLE, at=at, plays={"r": "A-038"})
    case = begun(case, "r").when(moved("r", "000", (0, 1), 0, long=True))
    assert told(case, "SEN-MOVE-10").endswith("it ends. Steps and turns after that: 1.")


@refuses("SEN-SOLO-12")
def test_a_deck_that_was_refreshed_already_is_told_so() -> None:
    case = foe_tables.resolving(foe_tables.solo("katana", decks={"vo-1": "k1"}), r="A-904", vo_1="S-002")
    case = case.when(f.TieOrderChosen(player="r", position=2))
    case = case.when(f.PartStarted(actor="vo-1", card="S-002"))
    again = x.VoDeckRefreshed(vo="vo-1", cause="S-002")
    assert told(case.when(again).when(again), "SEN-SOLO-12").endswith("turned up. It was already, by S-002.")
    other = msgspec.structs.replace(again, cause="S-017")
    assert told(case.when(other), "SEN-SOLO-12").endswith("turned up: S-002, not S-017.")
